
check_PROGRAMS += tests/tools/smt_fuzz
tests_tools_smt_fuzz_SOURCES = tests/tools/smt_fuzz.c tests/oracle/smt_eval.c tests/oracle/smt_eval.h tests/oracle/smt_random.c tests/oracle/smt_random.h
tests_tools_smt_fuzz_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_tools_smt_fuzz_LDADD = libpwqo_core.la
