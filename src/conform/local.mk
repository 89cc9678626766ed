libpwqo_core_la_SOURCES += \
	src/conform/conform.c src/conform/conform.h \
	src/conform/machine.c src/conform/machine.h \
	src/conform/missing.c src/conform/missing.h \
	src/conform/obligations.c src/conform/obligations.h \
	src/conform/project.c src/conform/project.h \
	src/conform/proof.c src/conform/proof.h \
	src/conform/propose.c src/conform/propose.h src/conform/propose_write.c \
	src/conform/spare.c src/conform/spare.h \
	src/conform/thread.c src/conform/thread.h \
	src/conform/trace.c
