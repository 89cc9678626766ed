libpwqo_core_la_SOURCES += \
	src/front/drt/drt.h \
	src/front/drt/drt_parse.c src/front/drt/drt_parse.h \
	src/front/drt/drt_print.c \
	src/front/drt/drt_rows.c \
	src/front/drt/drt_scan.c src/front/drt/drt_scan.h
