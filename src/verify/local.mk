libpwqo_core_la_SOURCES += \
	src/verify/concretise.c src/verify/concretise.h \
	src/verify/hint.c src/verify/hint.h \
	src/verify/job.h \
	src/verify/nets.c \
	src/verify/symbolic.c src/verify/symbolic.h \
	src/verify/verdict.c src/verify/verdict.h \
	src/verify/verify.c src/verify/verify.h \
	src/verify/words.c src/verify/words.h
