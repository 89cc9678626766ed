# The command line, as a library of its own so that tests can link it, and the program.
noinst_LTLIBRARIES += libpwqo_cli.la
libpwqo_cli_la_SOURCES = \
	src/cli/app.c src/cli/app.h \
	src/cli/commands.def src/cli/exits.def src/cli/options.def \
	src/cli/batch_files.c src/cli/batch_run.h \
	src/cli/bound.c src/cli/bound.h src/cli/bound_c.c src/cli/bound_c.h src/cli/bound_parts.c src/cli/bound_parts.h \
	src/cli/c_program.c src/cli/c_program.h \
	src/cli/cmd_abstract.c \
	src/cli/cmd_batch.c \
	src/cli/cmd_completion.c \
	src/cli/cmd_conform.c src/cli/conform_propose.c src/cli/conform_propose.h \
	src/cli/cmd_explain.c \
	src/cli/cmd_explore.c \
	src/cli/cmd_fmt.c \
	src/cli/cmd_help.c \
	src/cli/cmd_lower.c \
	src/cli/cmd_lsp.c \
	src/cli/cmd_modular.c \
	src/cli/cmd_new.c src/cli/new_model.inc \
	src/cli/cmd_solve.c \
	src/cli/cmd_verify.c src/cli/contracts.c src/cli/contracts.h src/cli/infer_pairs.c src/cli/infer_pairs.h \
	src/cli/explore_template.c src/cli/explore_template.h \
	src/cli/defines.c src/cli/defines.h \
	src/cli/help.c src/cli/man_tail.inc \
	src/cli/machine.c src/cli/machine.h \
	src/cli/show.c src/cli/show.h \
	src/cli/stream.c src/cli/stream.h \
	src/cli/takes.c src/cli/takes.h \
	src/cli/two_programs.c src/cli/two_programs.h \
	src/cli/words.c src/cli/words.h src/cli/words.def
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

# So does the completion of shells.
bashcompletiondir = $(datadir)/bash-completion/completions
zshcompletiondir = $(datadir)/zsh/site-functions
fishcompletiondir = $(datadir)/fish/vendor_completions.d
nodist_bashcompletion_DATA = completion/pwqo
nodist_zshcompletion_DATA = completion/_pwqo
nodist_fishcompletion_DATA = completion/pwqo.fish
CLEANFILES += completion/pwqo completion/_pwqo completion/pwqo.fish
completion/pwqo: pwqo$(EXEEXT)
	@$(MKDIR_P) completion
	$(AM_V_GEN)./pwqo$(EXEEXT) completion bash >$@.new && mv $@.new $@
completion/_pwqo: pwqo$(EXEEXT)
	@$(MKDIR_P) completion
	$(AM_V_GEN)./pwqo$(EXEEXT) completion zsh >$@.new && mv $@.new $@
completion/pwqo.fish: pwqo$(EXEEXT)
	@$(MKDIR_P) completion
	$(AM_V_GEN)./pwqo$(EXEEXT) completion fish >$@.new && mv $@.new $@
