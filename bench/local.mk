# `make bench` times the stages; options in BENCH_FLAGS, for instance BENCH_FLAGS="--repeat=11 --peer 'z3=z3 -in'". See bench/run.sh.
EXTRA_PROGRAMS = bench/bench
bench_bench_SOURCES = bench/bench.c bench/bars.c bench/bars.h bench/measure.c bench/measure.h
bench_bench_CPPFLAGS = $(AM_CPPFLAGS) -I$(srcdir)/bench
bench_bench_LDADD = libpwqo_core.la -lm
CLEANFILES += bench/bench$(EXEEXT)
EXTRA_DIST += bench/run.sh bench/inputs.sh bench/growth.sh bench/dense.sh bench/seconds.sh bench/conform.sh bench/protocols.sh
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
# `make bench-tail`: the slowest of many random problems, see bench/tail.sh.
EXTRA_DIST += bench/tail.sh bench/cpu.py bench/instructions.sh bench/before.py bench/ranges.sh
bench-tail: tests/tools/smt_fuzz$(EXEEXT)
	FUZZ='$(abs_builddir)/tests/tools/smt_fuzz' $(SHELL) '$(srcdir)/bench/tail.sh'
.PHONY: bench-tail

# `make bench-shapes`: generated nets of four shapes, see bench/shapes.sh.
EXTRA_DIST += bench/shapes.sh bench/nets_of.sh
bench-shapes: pwqo$(EXEEXT) pwqo-check$(EXEEXT) tests/tools/cover_run$(EXEEXT)
	PWQO='$(abs_builddir)/pwqo' PWQO_CHECK='$(abs_builddir)/pwqo-check' COVER_RUN='$(abs_builddir)/tests/tools/cover_run' $(SHELL) '$(srcdir)/bench/shapes.sh'
.PHONY: bench-shapes

# `make bench-ways`: the two ways of the abstraction, and both in turns, on all models with predicates and on bench/abst.sh's; see bench/ways.c.
EXTRA_PROGRAMS += bench/ways
bench_ways_SOURCES = bench/ways.c
bench_ways_LDADD = libpwqo_core.la
CLEANFILES += bench/ways$(EXEEXT)
bench-ways: bench/ways$(EXEEXT)
	. '$(srcdir)/bench/dense.sh' && for m in 4 8 12; do dense $$m >bench/dense-$$m.dr; done
	bench/ways 5 $$(grep -l '^ *predicate' $$(find '$(srcdir)/models' -name '*.dr')) bench/dense-4.dr bench/dense-8.dr bench/dense-12.dr
.PHONY: bench-ways

# `make bench-tmod`: thread-modular proofs against the paper's figures and SPIN, see bench/tmod.sh. Where static libraries are missing it goes without bench/pwqo-static.
EXTRA_PROGRAMS += bench/decide bench/spawn bench/pwqo-static
bench_spawn_SOURCES = bench/spawn.c
bench_decide_SOURCES = bench/decide.c
bench_decide_LDADD = libpwqo.la
bench_pwqo_static_SOURCES = src/cli/main.c
bench_pwqo_static_LDADD = libpwqo_cli.la
bench_pwqo_static_LDFLAGS = -all-static
CLEANFILES += bench/decide$(EXEEXT) bench/spawn$(EXEEXT) bench/pwqo-static$(EXEEXT)
EXTRA_DIST += bench/tmod.sh
bench-tmod: pwqo$(EXEEXT) bench/decide$(EXEEXT) bench/spawn$(EXEEXT)
	-$(MAKE) $(AM_MAKEFLAGS) bench/pwqo-static$(EXEEXT)
	PWQO='$(abs_builddir)/pwqo' STATIC='$(abs_builddir)/bench/pwqo-static' DECIDE='$(abs_builddir)/bench/decide' SPAWN='$(abs_builddir)/bench/spawn' SRCDIR='$(abs_srcdir)' \
		$(SHELL) '$(srcdir)/bench/tmod.sh' $(BENCH_FLAGS)
.PHONY: bench-tmod

# `make bench-contracts`: programs with contracts, inference, many copies of a module; see bench/contracts.sh.
EXTRA_DIST += bench/contracts.sh
bench-contracts: pwqo$(EXEEXT)
	PWQO='$(abs_builddir)/pwqo' SRCDIR='$(abs_srcdir)' $(SHELL) '$(srcdir)/bench/contracts.sh'
.PHONY: bench-contracts

# `make bench-pairs`: proofs without predicates against z3's Spacer on the level-2 clauses, see bench/pairs.sh.
EXTRA_DIST += bench/pairs.sh bench/level2.py
bench-pairs: pwqo$(EXEEXT)
	PWQO='$(abs_builddir)/pwqo' SRCDIR='$(abs_srcdir)' $(SHELL) '$(srcdir)/bench/pairs.sh'
.PHONY: bench-pairs
