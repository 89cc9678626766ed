libpwqo_core_la_SOURCES += \
	src/abst/translate.h
