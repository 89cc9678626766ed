libpwqo_core_la_SOURCES += \
	src/cover/init.c src/cover/init.h \
	src/cover/search.h \
	src/cover/system.c src/cover/system.h
