libpwqo_core_la_SOURCES += \
	src/report/concrete_print.c src/report/concrete_print.h \
	src/report/conform_print.c src/report/conform_print.h \
	src/report/dual_dot.c src/report/dual_json.c src/report/dual_text.c src/report/dual_show.h \
	src/report/execution_json.c src/report/execution_svg.c src/report/execution_text.c src/report/execution_print.h \
	src/report/flow_svg.c src/report/flow_svg.h \
	src/report/hint_words.c src/report/hint_words.h \
	src/report/instance_print.c src/report/instance_print.h \
	src/report/left.c src/report/left.h \
	src/report/names.c src/report/names.h \
	src/report/markup.c src/report/markup.h \
	src/report/modular_print.c src/report/modular_print.h \
	src/report/pairs_words.c src/report/pairs_words.h \
	src/report/pairsets_words.c src/report/pairsets_words.h \
	src/report/property_words.c src/report/property_words.h \
	src/report/runs.c src/report/runs.h \
	src/report/tmod_words.c src/report/tmod_words.h \
	src/report/where.c src/report/where.h \
	src/report/words.c src/report/words.h \
	src/report/words_counts.c
