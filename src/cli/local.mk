# The command line, as a library of its own so that tests can link it, and the program.
noinst_LTLIBRARIES += libpwqo_cli.la
libpwqo_cli_la_SOURCES = \
	src/cli/app.c src/cli/app.h \
	src/cli/commands.def src/cli/exits.def src/cli/options.def \
	src/cli/batch_files.c src/cli/batch_run.h \
	src/cli/cmd_abstract.c \
	src/cli/cmd_batch.c \
	src/cli/cmd_explore.c src/cli/concrete_print.c src/cli/concrete_print.h \
	src/cli/cmd_fmt.c \
	src/cli/cmd_help.c \
	src/cli/cmd_solve.c \
	src/cli/cmd_verify.c \
	src/cli/explore_template.c src/cli/explore_template.h \
	src/cli/defines.c src/cli/defines.h \
	src/cli/help.c src/cli/man_tail.inc \
	src/cli/machine.c src/cli/machine.h \
	src/cli/stream.c src/cli/stream.h
nodist_libpwqo_cli_la_SOURCES = src/cli/build-id.h
libpwqo_cli_la_LIBADD = libpwqo_core.la

bin_PROGRAMS += pwqo
pwqo_SOURCES = src/cli/main.c
pwqo_LDADD = libpwqo_cli.la

# The git id of the source, looked up at every make, written only when it has changed.
BUILT_SOURCES += src/cli/build-id.h
CLEANFILES += src/cli/build-id.h
src/cli/machine.lo: src/cli/build-id.h
src/cli/build-id.h: build-id-now
build-id-now:
	@$(MKDIR_P) src/cli
	@id=`test -e '$(srcdir)/.git' && git -C '$(srcdir)' describe --always --dirty --exclude='*' 2>/dev/null || echo release`; \
	line="#define PW_BUILD_ID \"$$id\""; \
	test "`cat src/cli/build-id.h 2>/dev/null`" = "$$line" || printf '%s\n' "$$line" >src/cli/build-id.h
.PHONY: build-id-now

# The manual page repeats the tables, so the program prints it.
man1_MANS += pwqo.1
CLEANFILES += pwqo.1
pwqo.1: pwqo$(EXEEXT)
	$(AM_V_GEN)./pwqo$(EXEEXT) --man >$@.new && mv $@.new $@
