check_PROGRAMS += tests/unit/test_tmod
TESTS += tests/unit/test_tmod
tests_unit_test_tmod_SOURCES = tests/unit/test_tmod.c tests/unit/unit.h tests/tools/gen_tree.c tests/tools/gen_print.c tests/tools/gen_tree.h
tests_unit_test_tmod_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_tmod_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_tmod_LDADD = $(UNIT_LIBS)
EXTRA_DIST += tests/tmod
