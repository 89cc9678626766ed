libpwqo_core_la_SOURCES += \
	src/dualref/closure.c src/dualref/closure.h \
	src/dualref/instance.c src/dualref/instance.h src/dualref/instance_print.c \
	src/dualref/moves.c src/dualref/moves.h \
	src/dualref/roles.c src/dualref/roles.h \
	src/dualref/row.c \
	src/dualref/rows.c src/dualref/rows.h \
	src/dualref/show.h src/dualref/show_dot.c src/dualref/show_json.c src/dualref/show_text.c \
	src/dualref/slice.c src/dualref/slice.h \
	src/dualref/states.c src/dualref/states.h \
	src/dualref/dual.c src/dualref/dual.h \
	src/dualref/trap.c src/dualref/trap.h
