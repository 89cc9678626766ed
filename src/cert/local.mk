libpwqo_core_la_SOURCES += \
	src/cert/execution.c src/cert/execution.h
