libpwqo_core_la_SOURCES += \
	src/lang/expr.h \
	src/lang/program.h
