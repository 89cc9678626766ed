check_PROGRAMS += tests/unit/test_lang_random
TESTS += tests/unit/test_lang_random
tests_unit_test_lang_random_SOURCES = tests/unit/test_lang_random.c tests/unit/unit.h \
	tests/oracle/program_oracle.c tests/oracle/program_oracle.h \
	tests/tools/gen_tree.c tests/tools/gen_print.c tests/tools/gen_tree.h
tests_unit_test_lang_random_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_lang_random_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_lang_random_LDADD = $(UNIT_LIBS)

# The random generator as a program, for other tests and for people.
check_PROGRAMS += tests/tools/gen_dr
tests_tools_gen_dr_SOURCES = tests/tools/gen_dr.c tests/tools/gen_tree.c tests/tools/gen_print.c tests/tools/gen_tree.h
tests_tools_gen_dr_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_tools_gen_dr_LDADD = libpwqo_core.la

# The corpus of the fuzzer, once through.
check_PROGRAMS += tests/fuzz/fuzz_dr
tests_fuzz_fuzz_dr_SOURCES = tests/fuzz/fuzz_dr.c
tests_fuzz_fuzz_dr_CPPFLAGS = $(UNIT_CPPFLAGS) -DREPLAY
tests_fuzz_fuzz_dr_LDADD = libpwqo_core.la
EXTRA_DIST += tests/fuzz/README tests/fuzz/dr.dict
