TESTS += tests/docs/blocks.sh
EXTRA_DIST += tests/docs/blocks.sh
