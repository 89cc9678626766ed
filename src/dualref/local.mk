libpwqo_core_la_SOURCES += \
	src/dualref/closure.c src/dualref/closure.h \
	src/dualref/dual_print.c src/dualref/dual_print.h \
	src/dualref/instance.c src/dualref/instance.h \
	src/dualref/moves.c src/dualref/moves.h \
	src/dualref/named.c src/dualref/named.h \
	src/dualref/roles.c src/dualref/roles.h \
	src/dualref/row.c \
	src/dualref/rows.c src/dualref/rows.h \
	src/dualref/slice.c src/dualref/slice.h \
	src/dualref/states.c src/dualref/states.h \
	src/dualref/dual.c src/dualref/dual.h \
	src/dualref/trap.c src/dualref/trap.h
