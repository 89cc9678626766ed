check_PROGRAMS += tests/unit/test_num
TESTS += tests/unit/test_num
tests_unit_test_num_SOURCES = tests/unit/test_num.c tests/unit/unit.h
tests_unit_test_num_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_num_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_num_LDADD = $(UNIT_LIBS)
