libpwqo_core_la_SOURCES += \
	src/run/alone.c src/run/alone.h \
	src/run/concrete.c src/run/concrete.h \
	src/run/execution.c src/run/execution.h \
	src/run/fact.c src/run/fact.h \
	src/run/hints.c src/run/hints.h \
	src/run/interp.c src/run/interp.h \
	src/run/recorder.c src/run/recorder.h \
	src/run/replay.c src/run/replay.h \
	src/run/run.c src/run/run.h \
	src/run/statebag.c src/run/statebag.h
