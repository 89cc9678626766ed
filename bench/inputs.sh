#!/bin/sh
# inputs.sh MODELS OUT -- writes the fixed inputs of the benchmark into OUT and prints the plan (see bench.c). Everything is computed from formulas, so
# the inputs are the same everywhere; answers are known by construction.
set -eu
models=$1 out=$2
mkdir -p "$out"
plan() { printf '%s' "$1"; shift; for word; do printf '\t%s' "$word"; done; echo; }

# Programs: the proofs and bugs of the model library that exercise each stage most.
for name in ticket ticket_zero_fixed ticket_nonatomic ids/allocator_cas ids/leader_cas locks/recursive locks/seqlock two/bakery teardown/bluetooth_k; do
    [ -f "$models/$name.dr" ] && plan program "$name" "$models/$name.dr"
done
for k in 4 8 12; do plan program "semaphore K=$k" "$models/sync/semaphore.dr" -D "K=$k"; done
for k in 2 4 8; do plan program "buffer K=$k" "$models/sync/buffer.dr" -D "K=$k"; done

# Nets: a pool of n resources (safe: at most n busy), and a chain of n stages in which the last must be reached with two tokens (unsafe).
for n in 4 16 64; do
    awk -v n="$n" 'BEGIN {
        print "vars\n  idle busy free\nrules"
        print "  idle >= 1, free >= 1 -> idle'"'"' = idle-1, free'"'"' = free-1, busy'"'"' = busy+1;"
        print "  busy >= 1 -> busy'"'"' = busy-1, free'"'"' = free+1, idle'"'"' = idle+1;"
        print "init\n  idle >= 1, busy = 0, free = " n "\ntarget\n  busy >= " n + 1 }' >"$out/pool$n.spec"
    plan net "pool of $n" "$out/pool$n.spec"
    awk -v n="$n" 'BEGIN {
        printf "vars\n "; for (i = 0; i <= n; i++) printf " x%d", i
        print "\nrules"
        for (i = 0; i < n; i++) printf "  x%d >= 1 -> x%d'"'"' = x%d-1, x%d'"'"' = x%d+1;\n", i, i, i, i + 1, i + 1
        printf "init\n  x0 >= 1"; for (i = 1; i <= n; i++) printf ", x%d = 0", i
        printf "\ntarget\n  x%d >= 2\n", n }' >"$out/chain$n.spec"
    plan net "chain of $n" "$out/chain$n.spec"
done

# Formulas: pairwise different values in too small a range (unsat), a parity obstruction (unsat), a staircase of inequalities (sat).
for n in 4 5 6; do
    awk -v n="$n" 'BEGIN {
        print "(set-logic QF_LIA)"
        for (i = 0; i <= n; i++) printf "(declare-const x%d Int)\n(assert (and (<= 1 x%d) (<= x%d %d)))\n", i, i, i, n
        for (i = 0; i <= n; i++) for (k = i + 1; k <= n; k++) printf "(assert (not (= x%d x%d)))\n", i, k
        print "(check-sat)" }' >"$out/pigeons$n.smt2"
    plan formula "$((n + 1)) pigeons" "$out/pigeons$n.smt2"
done
for n in 5 10 20; do
    awk -v n="$n" 'BEGIN {
        print "(set-logic QF_LIA)"
        for (i = 0; i < n; i++) printf "(declare-const x%d Int)\n(assert (and (<= 0 x%d) (<= x%d 100)))\n", i, i, i
        printf "(assert (= (+"; for (i = 0; i < n; i++) printf " (* %d x%d)", 2 * i + 2, i; printf ") %d))\n", 2 * n + 1
        print "(check-sat)" }' >"$out/parity$n.smt2"
    plan formula "parity of $n" "$out/parity$n.smt2"
    awk -v n="$n" 'BEGIN {
        print "(set-logic QF_LIA)"
        for (i = 0; i < n; i++) printf "(declare-const x%d Int)\n", i
        for (i = 1; i < n; i++) printf "(assert (or (= x%d (+ x%d 3)) (= x%d (+ x%d 5))))\n", i, i - 1, i, i - 1
        printf "(assert (= x0 0))\n(assert (= x%d %d))\n(check-sat)\n", n - 1, 3 * int((n - 1) / 2) + 5 * (n - 1 - int((n - 1) / 2)) }' >"$out/stairs$n.smt2"
    plan formula "stairs of $n" "$out/stairs$n.smt2"
done
