libpwqo_core_la_SOURCES += \
	src/verify/verdict.c src/verify/verdict.h
