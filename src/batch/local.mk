libpwqo_core_la_SOURCES += \
	src/batch/child.c src/batch/child.h \
	src/batch/journal.c src/batch/journal.h \
	src/batch/pool.c src/batch/pool.h \
	src/batch/row.c src/batch/row.h src/batch/rowtext.c \
	src/batch/slurm.c src/batch/slurm.h \
	src/batch/stated.c src/batch/stated.h \
	src/batch/tasks.c src/batch/tasks.h
EXTRA_DIST += models contrib
