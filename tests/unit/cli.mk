check_PROGRAMS += tests/unit/test_cli
TESTS += tests/unit/test_cli
tests_unit_test_cli_SOURCES = tests/unit/test_cli.c tests/unit/unit.h
tests_unit_test_cli_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_cli_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_cli_LDADD = libpwqo_cli.la $(UNIT_LIBS)

# The sources of the library, not the library: that one hides the allocator.
check_PROGRAMS += tests/unit/test_api
TESTS += tests/unit/test_api
tests_unit_test_api_SOURCES = tests/unit/test_api.c tests/unit/unit.h src/api/pwqo.c src/api/settings.c src/api/settings.h
tests_unit_test_api_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_api_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_api_LDADD = $(UNIT_LIBS)

check_PROGRAMS += tests/unit/test_lsp
TESTS += tests/unit/test_lsp
tests_unit_test_lsp_SOURCES = tests/unit/test_lsp.c tests/unit/unit.h
tests_unit_test_lsp_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_lsp_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_lsp_LDADD = $(UNIT_LIBS)
