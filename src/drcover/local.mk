libpwqo_core_la_SOURCES += \
	src/drcover/encode_dr.c src/drcover/encode_dr.h \
	src/drcover/sharp_dr.c src/drcover/sharp_dr.h \
	src/drcover/walk.c src/drcover/walk.h
