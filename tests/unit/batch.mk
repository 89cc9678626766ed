check_PROGRAMS += tests/unit/test_batch
TESTS += tests/unit/test_batch
tests_unit_test_batch_SOURCES = tests/unit/test_batch.c tests/unit/unit.h
tests_unit_test_batch_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_batch_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_batch_LDADD = $(UNIT_LIBS)
