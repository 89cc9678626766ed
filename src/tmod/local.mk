libpwqo_core_la_SOURCES += \
	src/tmod/bad.c src/tmod/bad.h \
	src/tmod/decide.c src/tmod/decide.h \
	src/tmod/essential.c src/tmod/essential.h \
	src/tmod/expose.c src/tmod/expose.h \
	src/tmod/fix.c src/tmod/fix.h \
	src/tmod/follow.c src/tmod/follow.h \
	src/tmod/initial.c src/tmod/initial.h \
	src/tmod/layers.c src/tmod/layers.h \
	src/tmod/table.c src/tmod/table.h \
	src/tmod/tmmc.c src/tmod/tmmc.h \
	src/tmod/view.c src/tmod/view_fix.c src/tmod/view_prove.c src/tmod/view.h \
	src/tmod/world.c src/tmod/world.h
