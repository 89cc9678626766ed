libpwqo_core_la_SOURCES += \
	src/report/markup.c src/report/markup.h \
	src/report/execution_json.c src/report/execution_svg.c src/report/execution_text.c src/report/execution_print.h
