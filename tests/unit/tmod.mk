tmod_test_sources = tests/unit/tmod_programs.c tests/unit/tmod_programs.h tests/unit/unit.h tests/tools/gen_tree.c tests/tools/gen_print.c tests/tools/gen_tree.h

check_PROGRAMS += tests/unit/test_tmod
TESTS += tests/unit/test_tmod
tests_unit_test_tmod_SOURCES = tests/unit/test_tmod.c $(tmod_test_sources)
tests_unit_test_tmod_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_tmod_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_tmod_LDADD = $(UNIT_LIBS)
EXTRA_DIST += tests/tmod

check_PROGRAMS += tests/unit/test_views
TESTS += tests/unit/test_views
tests_unit_test_views_SOURCES = tests/unit/test_views.c tests/unit/unit.h
tests_unit_test_views_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_views_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_views_LDADD = $(UNIT_LIBS)

check_PROGRAMS += tests/unit/test_split
TESTS += tests/unit/test_split
tests_unit_test_split_SOURCES = tests/unit/test_split.c $(tmod_test_sources)
tests_unit_test_split_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_split_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_split_LDADD = $(UNIT_LIBS)

check_PROGRAMS += tests/unit/test_examples
TESTS += tests/unit/test_examples
tests_unit_test_examples_SOURCES = tests/unit/test_examples.c $(tmod_test_sources)
tests_unit_test_examples_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_examples_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_examples_LDADD = $(UNIT_LIBS)

check_PROGRAMS += tests/unit/test_papers
TESTS += tests/unit/test_papers
tests_unit_test_papers_SOURCES = tests/unit/test_papers.c tests/unit/unit.h
tests_unit_test_papers_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_papers_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_papers_LDADD = $(UNIT_LIBS)

check_PROGRAMS += tests/unit/test_essential
TESTS += tests/unit/test_essential
tests_unit_test_essential_SOURCES = tests/unit/test_essential.c $(tmod_test_sources)
tests_unit_test_essential_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_essential_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_essential_LDADD = $(UNIT_LIBS)

check_PROGRAMS += tests/unit/test_precision
TESTS += tests/unit/test_precision
tests_unit_test_precision_SOURCES = tests/unit/test_precision.c tests/unit/tmod_states.c tests/unit/tmod_states.h $(tmod_test_sources)
tests_unit_test_precision_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_precision_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_precision_LDADD = $(UNIT_LIBS)

check_PROGRAMS += tests/unit/test_word
TESTS += tests/unit/test_word
tests_unit_test_word_SOURCES = tests/unit/test_word.c tests/unit/unit.h
tests_unit_test_word_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_word_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_word_LDADD = $(UNIT_LIBS)

check_PROGRAMS += tests/unit/test_cartesian
TESTS += tests/unit/test_cartesian
tests_unit_test_cartesian_SOURCES = tests/unit/test_cartesian.c tests/unit/tmod_states.c tests/unit/tmod_states.h $(tmod_test_sources)
tests_unit_test_cartesian_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_cartesian_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_cartesian_LDADD = $(UNIT_LIBS)
