libpwqo_core_la_SOURCES += \
	src/num/int.c src/num/int.h \
	src/num/rat.c src/num/rat.h
