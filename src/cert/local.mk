libpwqo_core_la_SOURCES += \
	src/cert/trace.c src/cert/trace.h
