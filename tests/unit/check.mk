check_PROGRAMS += tests/unit/test_check
TESTS += tests/unit/test_check
tests_unit_test_check_SOURCES = tests/unit/test_check.c tests/unit/unit.h $(CERT_ORACLE)
tests_unit_test_check_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_check_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_check_LDADD = libpwqo_check.la $(UNIT_LIBS)
