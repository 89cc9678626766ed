check_PROGRAMS += tests/unit/test_bdd
TESTS += tests/unit/test_bdd
tests_unit_test_bdd_SOURCES = tests/unit/test_bdd.c tests/unit/unit.h
tests_unit_test_bdd_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_bdd_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_bdd_LDADD = $(UNIT_LIBS)
