libpwqo_core_la_SOURCES += \
	src/logic/bdd.c src/logic/bdd.h
