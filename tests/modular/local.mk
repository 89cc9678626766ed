# Contracts (src/modular), from outside.
MODULAR_TESTS = tests/modular/models.sh tests/modular/search.sh tests/modular/bad.sh tests/modular/infer.sh \
	tests/modular/mutation.sh tests/modular/use.sh tests/modular/nasty.sh tests/modular/paths.sh tests/modular/table.sh
TESTS += $(MODULAR_TESTS)
tests/modular/models.log tests/modular/search.log tests/modular/bad.log tests/modular/infer.log tests/modular/mutation.log tests/modular/nasty.log tests/modular/paths.log tests/modular/table.log: pwqo$(EXEEXT)
tests/modular/use.log: pwqo$(EXEEXT) pwqo-check$(EXEEXT)
EXTRA_DIST += $(MODULAR_TESTS) tests/modular/mutants.awk tests/modular/nasty tests/oracle/paths.py contracts

check_PROGRAMS += tests/unit/test_modular
TESTS += tests/unit/test_modular
tests_unit_test_modular_SOURCES = tests/unit/test_modular.c tests/unit/unit.h
tests_unit_test_modular_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_modular_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_modular_LDADD = $(UNIT_LIBS)
