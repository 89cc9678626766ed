# Scripts that test the command line from outside.
CLI_TESTS = \
	tests/cli/usage.sh \
	tests/cli/terminal.sh \
	tests/cli/words.sh tests/cli/reading.sh tests/cli/report.sh tests/cli/agree.sh \
	tests/cli/lsp.sh \
	tests/cli/files.sh \
	tests/cli/limits.sh tests/cli/net_runs.sh \
	tests/cli/counted.sh \
	tests/cli/output.sh \
	tests/cli/engines.sh tests/cli/tmod.sh \
	tests/cli/looks.sh tests/cli/looks_corners.sh \
	tests/cli/protocols.sh \
	tests/cli/invariants.sh \
	tests/cli/layers.sh \
	tests/cli/progress.sh \
	tests/cli/quickstart.sh \
	tests/cli/ranges.sh tests/cli/replay.sh \
	tests/cli/stops.sh \
	tests/cli/stripped.sh \
	tests/cli/valgrind.sh \
	tests/cli/manual.sh \
	tests/cli/pnml.sh tests/bad/nets/run.sh \
	tests/cli/sweep.sh \
	tests/api/installed.sh \
	tests/golden/golden.sh
TEST_EXTENSIONS = .sh
TESTS += $(CLI_TESTS)
EXTRA_DIST += $(CLI_TESTS) tests/bad/nets tests/cli/lib.sh tests/golden/golden
EXTRA_DIST += tests/cli/looks_before.txt tests/oracle/replay_net.py
AM_TESTS_ENVIRONMENT = MAKE='$(MAKE)'; CC='$(CC)'; CFLAGS='$(CFLAGS)'; export MAKE CC CFLAGS; PWQO='$(abs_builddir)/pwqo'; PWQO_CHECK='$(abs_builddir)/pwqo-check'; SRCDIR='$(abs_srcdir)'; export PWQO PWQO_CHECK SRCDIR;
tests/cli/manual.log: pwqo.1
tests/cli/pnml.log: pwqo$(EXEEXT) pwqo-check$(EXEEXT)
tests/bad/nets/run.log: pwqo$(EXEEXT)
tests/cli/engines.log tests/cli/looks.log tests/cli/looks_corners.log tests/cli/usage.log tests/cli/terminal.log tests/cli/words.log tests/cli/reading.log tests/cli/report.log tests/cli/lsp.log tests/cli/files.log tests/cli/output.log tests/cli/counted.log tests/cli/limits.log tests/cli/progress.log tests/cli/replay.log tests/cli/stops.log tests/cli/valgrind.log: pwqo$(EXEEXT)
tests/cli/tmod.log tests/golden/golden.log: pwqo$(EXEEXT) pwqo-check$(EXEEXT)
tests/cli/sweep.log: $(check_PROGRAMS)
tests/cli/net_runs.log: pwqo$(EXEEXT) tests/oracle/net_compare$(EXEEXT)
tests/cli/agree.log: pwqo$(EXEEXT) tests/tools/gen_dr$(EXEEXT)
EXTRA_DIST += tests/api/example.c
tests/api/installed.log: all-am
