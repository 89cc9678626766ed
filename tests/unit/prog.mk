check_PROGRAMS += tests/unit/test_build
TESTS += tests/unit/test_build
tests_unit_test_build_SOURCES = tests/unit/test_build.c tests/unit/unit.h
tests_unit_test_build_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_build_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_build_LDADD = $(UNIT_LIBS)
