libpwqo_core_la_SOURCES += \
	src/finite/flat.c src/finite/flat.h \
	src/finite/pack.c src/finite/pack.h \
	src/finite/pairset.c src/finite/pairset.h src/finite/pairset_state.h \
	src/finite/pairset_bad.c \
	src/finite/pairset_step.c \
	src/finite/reach.c src/finite/reach.h \
	src/finite/reach_relation.c \
	src/finite/reach_state.c src/finite/reach_state.h \
	src/finite/run.c src/finite/run.h \
	src/finite/space.c src/finite/space.h \
	src/finite/word.c src/finite/word.h
