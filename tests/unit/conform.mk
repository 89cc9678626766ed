check_PROGRAMS += tests/unit/test_conform
TESTS += tests/unit/test_conform
tests_unit_test_conform_SOURCES = tests/unit/test_conform.c tests/unit/explicit_conform.c \
	tests/unit/explicit_conform.h tests/unit/unit.h
tests_unit_test_conform_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_conform_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_conform_LDADD = $(UNIT_LIBS)

# From outside: threads, mutants, exit codes.
TESTS += tests/conform/run.sh
tests/conform/run.log: pwqo$(EXEEXT)
EXTRA_DIST += tests/conform/run.sh tests/conform/battery.dr \
	tests/conform/bad/lost_value.dr tests/conform/bad/lost_value.err \
	tests/conform/bad/many_places.dr tests/conform/bad/many_places.err \
	tests/conform/bad/picked_assert.dr tests/conform/bad/picked_assert.err

# Proposals.
TESTS += tests/conform/propose.sh
tests/conform/propose.log: pwqo$(EXEEXT)
EXTRA_DIST += tests/conform/propose.sh

# Abstract threads of C files.
TESTS += tests/conform/c.sh
tests/conform/c.log: pwqo$(EXEEXT)
EXTRA_DIST += tests/conform/c.sh

# Random mutants, end to end.
TESTS += tests/conform/random.sh
tests/conform/random.log: pwqo$(EXEEXT)
EXTRA_DIST += tests/conform/random.sh

# verify in parts.
TESTS += tests/conform/verify.sh
tests/conform/verify.log: pwqo$(EXEEXT)
EXTRA_DIST += tests/conform/verify.sh

# Certificates of proofs in parts.
TESTS += tests/conform/cert.sh
tests/conform/cert.log: pwqo$(EXEEXT) pwqo-check$(EXEEXT)
EXTRA_DIST += tests/conform/cert.sh
