check_PROGRAMS += tests/unit/test_logic
TESTS += tests/unit/test_logic
tests_unit_test_logic_SOURCES = tests/unit/test_logic.c tests/unit/unit.h
tests_unit_test_logic_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_logic_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_logic_LDADD = $(UNIT_LIBS)

check_PROGRAMS += tests/unit/test_lattice
TESTS += tests/unit/test_lattice
tests_unit_test_lattice_SOURCES = tests/unit/test_lattice.c tests/unit/unit.h
tests_unit_test_lattice_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_lattice_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_lattice_LDADD = $(UNIT_LIBS)

# Random problems against other solvers.
check_PROGRAMS += tests/tools/smt_fuzz
tests_tools_smt_fuzz_SOURCES = tests/tools/smt_fuzz.c tests/oracle/smt_eval.c tests/oracle/smt_eval.h tests/oracle/smt_random.c tests/oracle/smt_random.h
tests_tools_smt_fuzz_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_tools_smt_fuzz_LDADD = libpwqo_core.la
TESTS += tests/logic/differential.sh
EXTRA_DIST += tests/logic/differential.sh
tests/logic/differential.log: tests/tools/smt_fuzz$(EXEEXT)
