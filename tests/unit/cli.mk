check_PROGRAMS += tests/unit/test_cli
TESTS += tests/unit/test_cli
tests_unit_test_cli_SOURCES = tests/unit/test_cli.c tests/unit/unit.h
tests_unit_test_cli_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_cli_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_cli_LDADD = libpwqo_cli.la $(UNIT_LIBS)
