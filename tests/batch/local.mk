# Tests of `pwqo batch` from outside, with a stand-in for the verifier where it must misbehave.
check_PROGRAMS += tests/tools/fake_verify tests/tools/json_check
tests_tools_fake_verify_SOURCES = tests/tools/fake_verify.c
tests_tools_json_check_SOURCES = tests/tools/json_check.c
tests_tools_json_check_LDADD = libpwqo_core.la

BATCH_TESTS = \
	tests/batch/rogues.sh \
	tests/batch/resume.sh \
	tests/batch/stale.sh \
	tests/batch/names.sh \
	tests/batch/tables.sh \
	tests/batch/page.sh \
	tests/batch/reports.sh \
	tests/batch/slurm.sh \
	tests/batch/models.sh \
	tests/batch/families.sh \
	tests/batch/inter_thread.sh
TESTS += $(BATCH_TESTS)
EXTRA_DIST += $(BATCH_TESTS) tests/batch/lib.sh
tests/batch/rogues.log tests/batch/resume.log tests/batch/stale.log tests/batch/names.log tests/batch/tables.log tests/batch/page.log tests/batch/reports.log tests/batch/slurm.log tests/batch/models.log \
	tests/batch/inter_thread.log tests/batch/families.log: \
	pwqo$(EXEEXT) tests/tools/fake_verify$(EXEEXT) tests/tools/json_check$(EXEEXT)
