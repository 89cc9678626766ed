libpwqo_core_la_SOURCES += \
	src/pairs/atoms.c src/pairs/atoms.h \
	src/pairs/atoms_count.c src/pairs/atoms_gather.c src/pairs/atoms_linear.c \
	src/pairs/count.c src/pairs/count.h \
	src/pairs/count_graph.c src/pairs/count_graph.h src/pairs/count_solve.c \
	src/pairs/encode.c src/pairs/encode.h \
	src/pairs/fix.c src/pairs/fix_bad.c src/pairs/fix_init.c src/pairs/fix_look.c src/pairs/fix.h \
	src/pairs/inductive.c src/pairs/inductive.h \
	src/pairs/invariant.c src/pairs/invariant.h \
	src/pairs/known.c src/pairs/known.h \
	src/pairs/join.c src/pairs/join.h \
	src/pairs/lost.c src/pairs/lost.h \
	src/pairs/keys.c src/pairs/keys.h \
	src/pairs/view_moves.c src/pairs/view_moves.h \
	src/pairs/mine.c src/pairs/mine.h \
	src/pairs/need.c src/pairs/need.h \
	src/pairs/pairs.c src/pairs/pairs.h \
	src/pairs/react.c src/pairs/react.h \
	src/pairs/sample.c src/pairs/sample.h \
	src/pairs/saying.c src/pairs/saying.h \
	src/pairs/tally.c src/pairs/tally.h \
	src/pairs/views.c src/pairs/views.h \
	src/pairs/zone.c src/pairs/zone.h
