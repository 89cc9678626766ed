libpwqo_core_la_SOURCES += \
	src/bdd/bdd.c src/bdd/bdd.h
