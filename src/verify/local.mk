libpwqo_core_la_SOURCES += \
	src/verify/concretise.c src/verify/concretise.h \
	src/verify/hint.c src/verify/hint.h \
	src/verify/symbolic.c src/verify/symbolic.h \
	src/verify/verdict.c src/verify/verdict.h \
	src/verify/verify.h
