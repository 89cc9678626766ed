EXTRA_DIST += tests/docs/blocks.sh
