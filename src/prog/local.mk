libpwqo_core_la_SOURCES += \
	src/prog/build.c src/prog/build.h \
	src/prog/checked.c src/prog/checked.h \
	src/prog/classify.c src/prog/classify.h \
	src/prog/compose.c src/prog/compose.h \
	src/prog/expr.c src/prog/expr.h \
	src/prog/flow.c src/prog/flow.h \
	src/prog/freeze.c src/prog/freeze.h \
	src/prog/graph.c src/prog/graph.h \
	src/prog/inline.c src/prog/inline.h \
	src/prog/layout.c src/prog/layout.h \
	src/prog/liveness.c \
	src/prog/pos.h \
	src/prog/program.c src/prog/program.h \
	src/prog/program_json.c \
	src/prog/program_print.c \
	src/prog/translate.c src/prog/translate.h \
	src/prog/wide.c src/prog/wide.h
