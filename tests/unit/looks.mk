check_PROGRAMS += tests/unit/test_looks
TESTS += tests/unit/test_looks
tests_unit_test_looks_SOURCES = tests/unit/test_looks.c tests/unit/unit.h \
	tests/oracle/looks_oracle.c tests/oracle/looks_oracle.h
tests_unit_test_looks_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_looks_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_looks_LDADD = $(UNIT_LIBS)
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
