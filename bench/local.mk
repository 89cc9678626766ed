# `make bench` times the stages; options in BENCH_FLAGS, for instance BENCH_FLAGS="--repeat=11 --peer 'z3=z3 -in'". See bench/run.sh.
EXTRA_PROGRAMS = bench/bench
bench_bench_SOURCES = bench/bench.c bench/bars.c bench/bars.h bench/measure.c bench/measure.h
bench_bench_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/bench
bench_bench_LDADD = libpwqo_core.la -lm
CLEANFILES += bench/bench$(EXEEXT)
EXTRA_DIST += bench/run.sh bench/inputs.sh bench/growth.sh bench/dense.sh
BENCH_FLAGS =
bench: pwqo$(EXEEXT) bench/bench$(EXEEXT)
	PWQO='$(abs_builddir)/pwqo' BENCH='$(abs_builddir)/bench/bench' SRCDIR='$(abs_srcdir)' $(SHELL) '$(srcdir)/bench/run.sh' $(BENCH_FLAGS)
.PHONY: bench

# `make bench-solver`: the arithmetic solver against another one, see bench/solver.sh; bench/solver/record.sh made the corpus.
EXTRA_PROGRAMS += bench/record bench/race
bench_record_SOURCES = bench/record.c
bench_record_LDADD = libpwqo_core.la
bench_race_SOURCES = bench/race.c
CLEANFILES += bench/record$(EXEEXT) bench/race$(EXEEXT)
EXTRA_DIST += bench/solver.sh bench/solver/record.sh bench/solver/queries.smt2.xz
bench-solver: pwqo$(EXEEXT) bench/race$(EXEEXT) tests/tools/smt_fuzz$(EXEEXT)
	PWQO='$(abs_builddir)/pwqo' RACE='$(abs_builddir)/bench/race' FUZZ='$(abs_builddir)/tests/tools/smt_fuzz' SRCDIR='$(abs_srcdir)' \
		$(SHELL) '$(srcdir)/bench/solver.sh'
.PHONY: bench-solver
