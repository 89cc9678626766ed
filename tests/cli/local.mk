# Scripts that test the command line from outside.
CLI_TESTS = \
	tests/cli/usage.sh \
	tests/cli/files.sh \
	tests/cli/output.sh \
	tests/cli/layers.sh \
	tests/cli/progress.sh \
	tests/cli/quickstart.sh \
	tests/cli/stops.sh \
	tests/cli/valgrind.sh \
	tests/cli/manual.sh \
	tests/cli/sweep.sh \
	tests/api/installed.sh
TEST_EXTENSIONS = .sh
TESTS += $(CLI_TESTS)
EXTRA_DIST += $(CLI_TESTS) tests/cli/lib.sh
AM_TESTS_ENVIRONMENT = MAKE='$(MAKE)'; CC='$(CC)'; CFLAGS='$(CFLAGS)'; export MAKE CC CFLAGS; PWQO='$(abs_builddir)/pwqo'; PWQO_CHECK='$(abs_builddir)/pwqo-check'; SRCDIR='$(abs_srcdir)'; export PWQO PWQO_CHECK SRCDIR;
tests/cli/manual.log: pwqo.1 pwqo-check.1
tests/cli/usage.log tests/cli/files.log tests/cli/output.log tests/cli/progress.log tests/cli/stops.log tests/cli/valgrind.log: pwqo$(EXEEXT)
tests/cli/sweep.log: $(check_PROGRAMS)
EXTRA_DIST += tests/api/example.c
tests/api/installed.log: all-am
