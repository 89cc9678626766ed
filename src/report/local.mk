libpwqo_core_la_SOURCES += \
	src/report/execution_json.c src/report/execution_svg.c src/report/execution_text.c src/report/execution_print.h \
	src/report/flow_svg.c src/report/flow_svg.h \
	src/report/html.c src/report/html.h src/report/html_script.inc src/report/html_style.inc \
	src/report/markup.c src/report/markup.h \
	src/report/verdict_json.c src/report/verdict_text.c src/report/verdict_print.h \
	src/report/witness.c src/report/witness.h
libpwqo_core_la_SOURCES += \
	src/report/concrete_print.c src/report/concrete_print.h
