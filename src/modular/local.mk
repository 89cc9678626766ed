libpwqo_core_la_SOURCES += \
	src/modular/automaton.c src/modular/automaton.h \
	src/modular/encode.c src/modular/encode_formula.c src/modular/encode.h \
	src/modular/explain.c src/modular/explain.h \
	src/modular/globals.c \
	src/modular/guess.c src/modular/guess.h \
	src/modular/infer.c src/modular/infer.h \
	src/modular/mgraph.c src/modular/mgraph.h \
	src/modular/modular.c src/modular/modular.h \
	src/modular/plain.c src/modular/plain.h \
	src/modular/read.c src/modular/read_expr.c src/modular/read_stmt.c src/modular/read.h \
	src/modular/relevant.c src/modular/relevant.h \
	src/modular/resolve.c src/modular/resolve_body.c src/modular/resolve_expr.c \
	src/modular/resolve.h src/modular/resolve_state.h \
	src/modular/search.c src/modular/search_check.c src/modular/search_step.c \
	src/modular/search.h src/modular/search_state.h \
	src/modular/stutter.c \
	src/modular/tree.c src/modular/tree.h \
	src/modular/unit.c src/modular/unit_ops.c src/modular/unit_step.c src/modular/unit.h \
	src/modular/vacuity.c
