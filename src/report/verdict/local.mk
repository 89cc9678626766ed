libpwqo_core_la_SOURCES += \
	src/report/verdict/html.c src/report/verdict/html.h src/report/verdict/html_script.inc src/report/verdict/html_style.inc \
	src/report/verdict/verdict_json.c src/report/verdict/verdict_text.c src/report/verdict/verdict_print.h \
	src/report/verdict/witness.c src/report/verdict/witness.h
