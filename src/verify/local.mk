libpwqo_core_la_SOURCES += \
	src/verify/closed.c src/verify/closed.h \
	src/verify/conclude.c src/verify/conclude.h \
	src/verify/concretise.c src/verify/concretise.h \
	src/verify/counterexample.c src/verify/counterexample.h \
	src/verify/explicit.c src/verify/explicit.h \
	src/verify/hint.c src/verify/hint.h \
	src/verify/job.h \
	src/verify/nets.c \
	src/verify/programs.c \
	src/verify/replay.c src/verify/replay.h \
	src/verify/symbolic.c src/verify/symbolic.h \
	src/verify/templates.c \
	src/verify/unneeded.c src/verify/unneeded.h \
	src/verify/vacuity.c src/verify/vacuity.h \
	src/verify/verdict.c src/verify/verdict.h \
	src/verify/verify.c src/verify/verify.h \
	src/verify/words.c src/verify/words.h \
	src/verify/words_counts.c
