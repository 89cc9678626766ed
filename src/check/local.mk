# The certificate checker: a library so that tests and fuzzers can call it, and the program. It uses base only.
noinst_LTLIBRARIES += libpwqo_check.la
libpwqo_check_la_SOURCES = \
	src/check/check.c src/check/check.h \
	src/check/drcheck.c \
	src/check/ideals.c src/check/ideals.h \
	src/check/net.c \
	src/check/reader.c src/check/reader.h \
	src/check/space.c src/check/space.h \
	src/check/steps.c src/check/steps.h \
	src/check/traps.c src/check/traps.h \
	src/check/template.c src/check/template.h
libpwqo_check_la_LIBADD = libpwqo_core.la

bin_PROGRAMS += pwqo-check
pwqo_check_SOURCES = src/check/main.c src/check/man.c src/check/man.h src/check/options.def src/check/exits.def
pwqo_check_LDADD = libpwqo_check.la

man1_MANS += pwqo-check.1
CLEANFILES += pwqo-check.1
pwqo-check.1: pwqo-check$(EXEEXT)
	$(AM_V_GEN)./pwqo-check$(EXEEXT) --man >$@.new && mv $@.new $@
