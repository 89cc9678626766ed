CERT_ORACLE_ONLY = tests/oracle/cert_oracle.c tests/oracle/cert_oracle.h tests/oracle/cert_read.c \
	tests/oracle/cert_random.c tests/oracle/cert_random.h
CERT_ORACLE = $(CERT_ORACLE_ONLY) tests/oracle/cert_compare.c tests/oracle/cert_compare.h

check_PROGRAMS += tests/unit/test_cert
TESTS += tests/unit/test_cert
tests_unit_test_cert_SOURCES = tests/unit/test_cert.c tests/unit/unit.h $(CERT_ORACLE)
tests_unit_test_cert_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_test_cert_CFLAGS = $(UNIT_CFLAGS)
tests_unit_test_cert_LDADD = $(UNIT_LIBS)
CLEANFILES += mutant.cert
