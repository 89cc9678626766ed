check_PROGRAMS += tests/unit/test_pairs
TESTS += tests/unit/test_pairs
tests_unit_test_pairs_SOURCES = tests/unit/test_pairs.c tests/unit/unit.h \
	tests/oracle/pairs_oracle.c tests/oracle/pairs_oracle.h \
	tests/tools/gen_tree.c tests/tools/gen_print.c tests/tools/gen_tree.h
tests_unit_test_pairs_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_pairs_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_pairs_LDADD = $(UNIT_LIBS)

# Pair invariants of programs, for people and scripts.
check_PROGRAMS += tests/tools/pairs_run
tests_tools_pairs_run_SOURCES = tests/tools/pairs_run.c
tests_tools_pairs_run_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_tools_pairs_run_LDADD = libpwqo_core.la

# The conditions of a proof as questions for other solvers.
check_PROGRAMS += tests/tools/pairs_smt
tests_tools_pairs_smt_SOURCES = tests/tools/pairs_smt.c
tests_tools_pairs_smt_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_tools_pairs_smt_LDADD = libpwqo_core.la
TESTS += tests/pairs/proofs.sh
EXTRA_DIST += tests/pairs/proofs.sh
tests/pairs/proofs.log: pwqo$(EXEEXT) tests/tools/pairs_smt$(EXEEXT) tests/tools/gen_dr$(EXEEXT)

# Certificates of pair invariants: all models, facts taken away, forged ones.
TESTS += tests/pairs/certificates.sh
EXTRA_DIST += tests/pairs/certificates.sh tests/pairs/edit_cert.awk
tests/pairs/certificates.log: pwqo$(EXEEXT) pwqo-check$(EXEEXT)

# Programs on which a proof by pairs is easily wrong.
TESTS += tests/pairs/sound.sh
EXTRA_DIST += tests/pairs/sound.sh tests/pairs/decide.sh
tests/pairs/sound.log: pwqo$(EXEEXT) pwqo-check$(EXEEXT)

# Predicates mined from proofs, pasted and proved by another engine.
TESTS += tests/pairs/suggest.sh
EXTRA_DIST += tests/pairs/suggest.sh
tests/pairs/suggest.log: pwqo$(EXEEXT) tests/tools/gen_dr$(EXEEXT)

# Counting and stated invariants as axioms of the abstraction.
TESTS += tests/pairs/axioms.sh tests/pairs/stated.sh
EXTRA_DIST += tests/pairs/axioms.sh tests/pairs/stated.sh
tests/pairs/axioms.log tests/pairs/stated.log: pwqo$(EXEEXT) pwqo-check$(EXEEXT)

# Bugs that need integers which no list has.
TESTS += tests/pairs/runs.sh
EXTRA_DIST += tests/pairs/runs.sh
tests/pairs/runs.log: pwqo$(EXEEXT)

# Certificates of C files.
TESTS += tests/pairs/c_proofs.sh
EXTRA_DIST += tests/pairs/c_proofs.sh
tests/pairs/c_proofs.log: pwqo$(EXEEXT) pwqo-check$(EXEEXT)

# The corner cases, entry by entry.
TESTS += tests/pairs/corners.sh
EXTRA_DIST += tests/pairs/corners.sh
tests/pairs/corners.log: pwqo$(EXEEXT) pwqo-check$(EXEEXT)

# What is missing where there is no proof.
TESTS += tests/pairs/lost.sh
EXTRA_DIST += tests/pairs/lost.sh
tests/pairs/lost.log: pwqo$(EXEEXT)

# Programs whose threads look at each other, on which a proof by pairs is easily wrong.
TESTS += tests/pairs/looks.sh
EXTRA_DIST += tests/pairs/looks.sh
tests/pairs/looks.log: pwqo$(EXEEXT) pwqo-check$(EXEEXT)
