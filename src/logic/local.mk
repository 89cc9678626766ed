libpwqo_core_la_SOURCES += \
	src/logic/arith.c src/logic/arith.h \
	src/logic/arith_bounds.c \
	src/logic/diff.c src/logic/diff.h \
	src/logic/hermite.c src/logic/hermite.h \
	src/logic/lattice.c src/logic/lattice_float.c src/logic/lattice.h \
	src/logic/lia.h \
	src/logic/lia_bounded.c \
	src/logic/lia_branch.c \
	src/logic/lia_complete.c \
	src/logic/linsum.c src/logic/linsum.h \
	src/logic/sat.c src/logic/sat.h \
	src/logic/sat_clean.c \
	src/logic/sat_heap.c \
	src/logic/sat_learn.c \
	src/logic/sat_search.c \
	src/logic/sexpr.c src/logic/sexpr.h \
	src/logic/simplex.c src/logic/simplex.h \
	src/logic/smt.h \
	src/logic/smt_run.c \
	src/logic/smt_state.h \
	src/logic/smt_term.c \
	src/logic/smtout.c src/logic/smtout.h \
	src/logic/solver.c src/logic/solver.h \
	src/logic/solver_encode.c \
	src/logic/solver_model.c \
	src/logic/solver_project.c \
	src/logic/solver_shelter.c \
	src/logic/solver_sound.c \
	src/logic/solver_record.c \
	src/logic/solver_state.h \
	src/logic/solver_stats.def \
	src/logic/symbols.c src/logic/symbols.h \
	src/logic/term.c src/logic/term.h \
	src/logic/term_bool.c \
	src/logic/term_int.c \
	src/logic/term_store.h \
	src/logic/term_walk.c
