check_PROGRAMS += tests/unit/test_verify
TESTS += tests/unit/test_verify
tests_unit_test_verify_SOURCES = tests/unit/test_verify.c tests/unit/unit.h
tests_unit_test_verify_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_verify_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_verify_LDADD = $(UNIT_LIBS)
