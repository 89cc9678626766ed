check_PROGRAMS += tests/unit/test_looks
TESTS += tests/unit/test_looks
tests_unit_test_looks_SOURCES = tests/unit/test_looks.c tests/unit/unit.h \
	tests/oracle/looks_oracle.c tests/oracle/looks_oracle.h
tests_unit_test_looks_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_looks_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_looks_LDADD = $(UNIT_LIBS)
check_PROGRAMS += tests/unit/test_looks_pairs
TESTS += tests/unit/test_looks_pairs
tests_unit_test_looks_pairs_SOURCES = tests/unit/test_looks_pairs.c tests/unit/unit.h \
	tests/oracle/looks_oracle.c tests/oracle/looks_oracle.h \
	tests/oracle/pairs_oracle.c tests/oracle/pairs_oracle.h
tests_unit_test_looks_pairs_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_looks_pairs_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_looks_pairs_LDADD = $(UNIT_LIBS)
check_PROGRAMS += tests/unit/test_looks_template
TESTS += tests/unit/test_looks_template
tests_unit_test_looks_template_SOURCES = tests/unit/test_looks_template.c tests/unit/unit.h \
	tests/oracle/looks_oracle.c tests/oracle/looks_oracle.h
tests_unit_test_looks_template_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_looks_template_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_looks_template_LDADD = $(UNIT_LIBS)
check_PROGRAMS += tests/unit/test_looks_certificates
TESTS += tests/unit/test_looks_certificates
tests_unit_test_looks_certificates_SOURCES = tests/unit/test_looks_certificates.c tests/unit/unit.h \
	tests/oracle/looks_oracle.c tests/oracle/looks_oracle.h
tests_unit_test_looks_certificates_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_looks_certificates_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_looks_certificates_LDADD = $(UNIT_LIBS)
