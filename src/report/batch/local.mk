libpwqo_core_la_SOURCES += \
	src/report/batch/charts.c src/report/batch/charts.h \
	src/report/batch/page.c src/report/batch/page.h src/report/batch/page_script.inc src/report/batch/page_style.inc \
	src/report/batch/plot.c src/report/batch/plot.h \
	src/report/batch/rows.c src/report/batch/rows.h src/report/batch/rows_json.c
