libpwqo_core_la_SOURCES += \
	src/run/alone.c src/run/alone.h \
	src/run/concrete.c src/run/concrete.h \
	src/run/fact.c src/run/fact.h \
	src/run/interp.c src/run/interp.h \
	src/run/statebag.c src/run/statebag.h
