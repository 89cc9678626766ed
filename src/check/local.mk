# The certificate checker: a kernel that uses base only, so that tests, fuzzers and those who write
# certificates can call it, and the program.
libpwqo_core_la_SOURCES += \
	src/check/back.c \
	src/check/bags.c src/check/bags.h \
	src/check/check.c src/check/check.h \
	src/check/claims.c src/check/claims.h \
	src/check/closed.c \
	src/check/cubes.c \
	src/check/finite.c src/check/finite.h \
	src/check/ideals.c src/check/ideals.h \
	src/check/kinds.h \
	src/check/linear.c src/check/linear.h \
	src/check/moves.c \
	src/check/net.c \
	src/check/pairs.c src/check/pairs.h src/check/pairs_read.c \
	src/check/pairsets.c src/check/pairsets.h src/check/pairsets_read.c src/check/pairsets_step.c \
	src/check/parts.c \
	src/check/reader.c src/check/reader.h \
	src/check/result.c src/check/result.h \
	src/check/space.c src/check/space.h \
	src/check/split.c src/check/split_read.c src/check/split_start.c src/check/split.h \
	src/check/template.c src/check/template.h \
	src/check/traps.c src/check/traps.h \
	src/check/tuples.c src/check/tuples.h \
	src/check/views.c src/check/views_read.c src/check/views.h

bin_PROGRAMS += pwqo-check
pwqo_check_SOURCES = src/check/main.c src/check/args.c src/check/args.h src/check/bind.c src/check/bind.h
pwqo_check_LDADD = libpwqo_core.la

man1_MANS += doc/pwqo-check.1
EXTRA_DIST += doc/pwqo-check.1
