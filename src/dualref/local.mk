libpwqo_core_la_SOURCES += \
	src/dualref/row.c \
	src/dualref/rows.c src/dualref/rows.h \
	src/dualref/template.c src/dualref/template.h
