# C programs: what is refused, the model programs, and compiled programs as the judge.
C_TESTS = tests/bad/c/run.sh tests/c/models.sh tests/c/everyday.sh tests/c/native.sh tests/c/mutants.sh tests/c/integers.sh tests/c/doc.sh tests/c/witness.sh tests/c/differential.sh tests/c/options.sh tests/c/preprocessed.sh
TESTS += $(C_TESTS)
EXTRA_DIST += $(C_TESTS) tests/bad/c models/c tests/c/native tests/c/witness_check.py tests/c/witness.schema.json
tests/bad/c/run.log tests/c/models.log tests/c/everyday.log tests/c/native.log tests/c/mutants.log tests/c/integers.log tests/c/doc.log tests/c/witness.log tests/c/options.log tests/c/preprocessed.log: pwqo$(EXEEXT)

check_PROGRAMS += tests/tools/gen_c tests/tools/gen_c_rows
tests_tools_gen_c_SOURCES = tests/tools/gen_c.c
tests_tools_gen_c_rows_SOURCES = tests/tools/gen_c_rows.c
tests/c/differential.log: pwqo$(EXEEXT) tests/tools/gen_c$(EXEEXT) tests/tools/gen_c_rows$(EXEEXT)
EXTRA_DIST += bench/headers.sh
check_PROGRAMS += tests/unit/test_cresidue
TESTS += tests/unit/test_cresidue
tests_unit_test_cresidue_SOURCES = tests/unit/test_cresidue.c tests/unit/unit.h
tests_unit_test_cresidue_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_cresidue_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_cresidue_LDADD = $(UNIT_LIBS)
