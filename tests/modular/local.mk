# Contracts (src/modular), from outside.
MODULAR_TESTS = tests/modular/models.sh
TESTS += $(MODULAR_TESTS)
tests/modular/models.log: pwqo$(EXEEXT)
EXTRA_DIST += $(MODULAR_TESTS) contracts
