# The second reference for the language, which asks pwqo and pwqo-check from outside only.
check_PROGRAMS += tests/oracle/reference/reference
TESTS += tests/oracle/reference/reference
tests_oracle_reference_reference_SOURCES = \
	tests/oracle/reference/ref.h \
	tests/oracle/reference/ref_lex.c tests/oracle/reference/ref_lex.h \
	tests/oracle/reference/ref_parse.c \
	tests/oracle/reference/ref_step.c \
	tests/oracle/reference/ref_search.c \
	tests/oracle/reference/ref_gen.c \
	tests/oracle/reference/ref_json.c \
	tests/oracle/reference/ref_replay.c \
	tests/oracle/reference/reference.c
tests_oracle_reference_reference_CPPFLAGS = -D_POSIX_C_SOURCE=200809L
EXTRA_DIST += tests/oracle/reference/kept
