# README and tutorial are executed, links followed, the manual compared with the options.
TESTS += tests/docs/blocks.sh
EXTRA_DIST += tests/docs/blocks.sh
tests/docs/blocks.log: pwqo$(EXEEXT) pwqo-check$(EXEEXT)
