libpwqo_core_la_SOURCES += \
	src/report/markup.c src/report/markup.h \
	src/report/trace_json.c src/report/trace_svg.c src/report/trace_text.c src/report/trace_print.h
