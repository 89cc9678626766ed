check_PROGRAMS += tests/unit/test_abst
TESTS += tests/unit/test_abst
tests_unit_test_abst_SOURCES = tests/unit/test_abst.c tests/unit/unit.h \
	tests/oracle/abst_tiny.h tests/oracle/brute.c tests/oracle/brute.h tests/oracle/tiny.c tests/oracle/tiny.h
tests_unit_test_abst_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_abst_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_abst_LDADD = $(UNIT_LIBS)

check_PROGRAMS += tests/unit/test_abst_models
TESTS += tests/unit/test_abst_models
tests_unit_test_abst_models_SOURCES = tests/unit/test_abst_models.c tests/unit/unit.h
tests_unit_test_abst_models_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_abst_models_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_abst_models_LDADD = $(UNIT_LIBS)

# Obligations of all models, decided by other solvers; a template without one of its rows.
check_PROGRAMS += tests/tools/drop_row
tests_tools_drop_row_SOURCES = tests/tools/drop_row.c
tests_tools_drop_row_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_tools_drop_row_CFLAGS = $(UNIT_CFLAGS)
tests_tools_drop_row_LDADD = libpwqo_core.la
TESTS += tests/cli/abstract.sh tests/cli/obligations.sh
EXTRA_DIST += tests/cli/abstract.sh tests/cli/obligations.sh bench/abst.sh doc/abstraction.md doc/img/abst-growth.svg
tests/cli/abstract.log tests/cli/obligations.log: pwqo$(EXEEXT) tests/tools/drop_row$(EXEEXT)
