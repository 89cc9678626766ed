check_PROGRAMS += tests/unit/test_check
TESTS += tests/unit/test_check
tests_unit_test_check_SOURCES = tests/unit/test_check.c tests/unit/unit.h $(CERT_ORACLE)
tests_unit_test_check_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_check_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_check_LDADD = $(UNIT_LIBS)

# Two seconds of it belong to the tests; see the file for longer runs.
check_PROGRAMS += tests/fuzz/fuzz_check
TESTS += tests/fuzz/fuzz_check
tests_fuzz_fuzz_check_SOURCES = tests/fuzz/fuzz_check.c $(CERT_ORACLE_ONLY)
tests_fuzz_fuzz_check_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_fuzz_fuzz_check_LDADD = libpwqo_core.la

TESTS += tests/cli/certificates.sh
EXTRA_DIST += tests/cli/certificates.sh doc/certificate.md
tests/cli/certificates.log: pwqo$(EXEEXT) pwqo-check$(EXEEXT)

TESTS += tests/cli/check_proof.sh
EXTRA_DIST += tests/cli/check_proof.sh contrib/check-proof
tests/cli/check_proof.log: pwqo$(EXEEXT) pwqo-check$(EXEEXT)

# Forged proofs of unsafe programs.
check_PROGRAMS += tests/tools/forge
tests_tools_forge_SOURCES = tests/tools/forge.c
tests_tools_forge_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_tools_forge_LDADD = libpwqo_core.la
TESTS += tests/cli/forge.sh
EXTRA_DIST += tests/cli/forge.sh
CLEANFILES += forged-*.cert
tests/cli/forge.log: pwqo$(EXEEXT) pwqo-check$(EXEEXT) tests/tools/forge$(EXEEXT)
