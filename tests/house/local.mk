# The house in figures, and its map.
HOUSE_TESTS = tests/house/house.sh tests/house/map.sh
TESTS += $(HOUSE_TESTS)
EXTRA_DIST += tests/house/measure.sh $(HOUSE_TESTS)
