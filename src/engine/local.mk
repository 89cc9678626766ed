libpwqo_core_la_SOURCES += \
	src/engine/bdd_engine.c \
	src/engine/choices.h \
	src/engine/cjob.c src/engine/cjob.h \
	src/engine/closed.c src/engine/closed.h \
	src/engine/composition.c src/engine/composition.h \
	src/engine/conclude.c src/engine/conclude.h \
	src/engine/concretise.c src/engine/concretise.h \
	src/engine/counterexample.c src/engine/counterexample.h \
	src/engine/cover_engine.c \
	src/engine/cover_job.c src/engine/cover_job.h \
	src/engine/decide.c src/engine/decide.h \
	src/engine/dispatch.c src/engine/engine.h src/engine/engines.c \
	src/engine/chance.c \
	src/engine/explicit.c src/engine/explicit.h \
	src/engine/explicit_engine.c \
	src/engine/hint.c src/engine/hint.h \
	src/engine/input.c src/engine/input.h \
	src/engine/invariants.c src/engine/invariants.h \
	src/engine/job.c src/engine/job.h \
	src/engine/mapback.c src/engine/mapback.h \
	src/engine/nets.c \
	src/engine/numbers.c src/engine/numbers.h \
	src/engine/offers.c src/engine/offers.h \
	src/engine/pairs_engine.c src/engine/pairsets_engine.c \
	src/engine/pairs_vacuity.c src/engine/pairs_vacuity.h \
	src/engine/programs.c \
	src/engine/roam.c src/engine/roam.h src/engine/runs_engine.c \
	src/engine/result.c src/engine/result.h \
	src/engine/symbolic.c src/engine/symbolic.h \
	src/engine/template_replay.c src/engine/template_replay.h \
	src/engine/templates.c \
	src/engine/tmod_engine.c \
	src/engine/tryout.c src/engine/tryout.h \
	src/engine/turns.c \
	src/engine/suggest.c src/engine/suggest.h \
	src/engine/suggest_text.c src/engine/suggest_text.h \
	src/engine/unneeded.c src/engine/unneeded.h \
	src/engine/vacuity.c src/engine/vacuity.h \
	src/engine/verdict.c src/engine/verdict.h \
	src/engine/verify.c src/engine/verify.h
