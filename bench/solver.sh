#!/bin/sh
# solver.sh -- the arithmetic solver against another one on the same scripts, side by side in one run: processor time of the whole process (least of REPEAT
# runs), ratio, peak memory. First the frozen corpus of the abstraction's questions (bench/solver/queries.smt2.xz, one script), then random problems.
# The first argument, if any, is the program pwqo. Environment: PWQO, RACE, FUZZ (programs), SRCDIR, PEER (default: z3 -in), REPEAT, COUNT (random problems of each kind), LIMIT (ms per question of the peer).
PWQO=${1:-${PWQO:-./pwqo}} RACE=${RACE:-./bench/race} FUZZ=${FUZZ:-./tests/tools/smt_fuzz} SRCDIR=${SRCDIR:-..}
REPEAT=${REPEAT:-5} COUNT=${COUNT:-100} LIMIT=${LIMIT:-10000} PEER=${PEER:-z3 -in}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/pwqo-bench-XXXXXX") || exit 99
trap 'rm -rf "$tmp"' EXIT
command -v "${PEER%% *}" >/dev/null || { echo "skipped: ${PEER%% *} is not installed"; exit 77; }
[ -x "$RACE" ] && [ -x "$FUZZ" ] || { echo "skipped: make bench-solver builds what this needs"; exit 77; }
status=0
head() { printf '%-14s %9s %10s %10s %9s %9s %9s\n' "$1" questions "pwqo s" "peer s" ratio "pwqo MiB" "peer MiB"; }

race() { # NAME SCRIPT REPEAT LIMIT
    printf '%-14s ' "$1"
    "$RACE" "$3" "$2" "$PWQO solve $2" "$PEER$4" || status=1
}

head "corpus"
xz -dc "$SRCDIR/bench/solver/queries.smt2.xz" >"$tmp/queries.smt2" || exit 2
race queries "$tmp/queries.smt2" "$REPEAT" ""
# z3 gives a time of its own, on the wall, for all it did.
case $PEER in z3*) $PEER -st <"$tmp/queries.smt2" | sed -n 's/.*:total-time *\([0-9.]*\).*/(by its own account z3 took \1 s)/p' ;; esac

head "random"
for kind in tiny difference middle huge-numbers large nested equations knapsack; do
    "$FUZZ" 900000 "$COUNT" "$tmp/$kind" "$kind" >/dev/null || status=1
    race "$kind" "$tmp/$kind.smt2" 1 " -t:$LIMIT"
    grep -v set-logic "$tmp/$kind.smt2" >>"$tmp/all.smt2"
done
race "all random" "$tmp/all.smt2" 1 " -t:$LIMIT"
exit "$status"
