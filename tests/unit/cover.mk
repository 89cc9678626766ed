check_PROGRAMS += tests/tools/cover_run
tests_tools_cover_run_SOURCES = tests/tools/cover_run.c
tests_tools_cover_run_LDADD = libpwqo_core.la
