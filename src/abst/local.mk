libpwqo_core_la_SOURCES += \
	src/abst/translate.c src/abst/translate.h
