libpwqo_core_la_SOURCES += \
	src/abst/abstract.c src/abst/abstract.h src/abst/axioms.c src/abst/axioms.h src/abst/axioms_smtlib.c src/abst/axioms_smtlib.h \
	src/abst/question.c src/abst/question.h src/abst/same.c src/abst/same.h \
	src/abst/carry.c src/abst/carry.h \
	src/abst/differences.c src/abst/differences.h \
	src/abst/direct.c src/abst/direct.h \
	src/abst/gather.c src/abst/gather.h \
	src/abst/obligations.c src/abst/obligations.h \
	src/abst/plain.c src/abst/plain.h \
	src/abst/project.c src/abst/project.h \
	src/abst/skeleton.c src/abst/skeleton.h \
	src/abst/smtlib.c src/abst/smtlib.h \
	src/abst/witness.c src/abst/witness.h \
	src/abst/world.c src/abst/world.h
