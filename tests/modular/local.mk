# Contracts (src/modular), from outside.
MODULAR_TESTS = tests/modular/models.sh tests/modular/search.sh
TESTS += $(MODULAR_TESTS)
tests/modular/models.log tests/modular/search.log: pwqo$(EXEEXT)
EXTRA_DIST += $(MODULAR_TESTS) contracts
