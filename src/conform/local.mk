libpwqo_core_la_SOURCES += \
	src/conform/conform.c src/conform/conform.h \
	src/conform/machine.c src/conform/machine.h \
	src/conform/missing.c src/conform/missing.h \
	src/conform/obligations.c src/conform/obligations.h \
	src/conform/proof.c src/conform/proof.h \
	src/conform/thread.h \
	src/conform/trace.c
