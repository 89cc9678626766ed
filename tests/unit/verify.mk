check_PROGRAMS += tests/unit/test_verify
TESTS += tests/unit/test_verify
tests_unit_test_verify_SOURCES = tests/unit/test_verify.c tests/unit/unit.h
tests_unit_test_verify_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_verify_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_verify_LDADD = $(UNIT_LIBS)

check_PROGRAMS += tests/unit/test_pipeline
TESTS += tests/unit/test_pipeline
tests_unit_test_pipeline_SOURCES = tests/unit/test_pipeline.c tests/unit/unit.h tests/tools/gen_tree.c tests/tools/gen_print.c tests/tools/gen_tree.h
tests_unit_test_pipeline_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_pipeline_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_pipeline_LDADD = $(UNIT_LIBS)

TESTS += tests/cli/verify.sh
EXTRA_DIST += tests/cli/verify.sh tests/cli/noproperty.dr
tests/cli/verify.log: pwqo$(EXEEXT) pwqo-check$(EXEEXT)

check_PROGRAMS += tests/unit/test_engines
TESTS += tests/unit/test_engines
tests_unit_test_engines_SOURCES = tests/unit/test_engines.c tests/unit/unit.h
tests_unit_test_engines_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_engines_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_engines_LDADD = $(UNIT_LIBS)

check_PROGRAMS += tests/unit/test_facts
TESTS += tests/unit/test_facts
tests_unit_test_facts_SOURCES = tests/unit/test_facts.c tests/unit/unit.h
tests_unit_test_facts_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_facts_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_facts_LDADD = $(UNIT_LIBS)

check_PROGRAMS += tests/unit/test_roam
TESTS += tests/unit/test_roam
tests_unit_test_roam_SOURCES = tests/unit/test_roam.c tests/unit/unit.h tests/tools/gen_tree.c tests/tools/gen_print.c tests/tools/gen_tree.h
tests_unit_test_roam_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_roam_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_roam_LDADD = $(UNIT_LIBS)
