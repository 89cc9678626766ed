#!/bin/sh
# Random problems against z3 and cvc5, wherever they answer within their limit. Every model is evaluated by an oracle, every core is solved again
# (by all). Fresh problems in each run: the seed is printed; PWQO_TEST_SEED repeats one, PWQO_TEST_SCALE multiplies the number of problems.
seed=${PWQO_TEST_SEED:-$(date +%s)}
count=$((1000 * ${PWQO_TEST_SCALE:-1}))
limit=${PWQO_TEST_LIMIT:-1000} # milliseconds per question of another solver
tmp=$(mktemp -d "${TMPDIR:-/tmp}/pwqo-logic-XXXXXX") || exit 99
trap 'rm -rf "$tmp"' EXIT
trap 'exit 99' HUP INT TERM
FUZZ=${FUZZ:-./tests/tools/smt_fuzz}
echo "seed $seed, $count problems"

# compare NAME: answers of another solver against ours, line by line.
compare() {
    if [ "$(wc -l <"$tmp/$1")" != "$(wc -l <"$tmp/p.ours")" ]; then
        echo "not ok $1: $(wc -l <"$tmp/$1") answers for $(wc -l <"$tmp/p.ours") questions"
        tail -n 2 "$tmp/$1"
        bad=1
        return
    fi
    paste -d' ' "$tmp/$1" "$tmp/p.ours" >"$tmp/both"
    awk -v who="$1" '
        { n++; if ($2 == "sat") sat++; else unsat++ }
        $1 != "sat" && $1 != "unsat" || $2 == "unknown" { open++; next }
        $1 != $2 { print "WRONG: " who " says " $0; bad++ }
        END { printf "%s %s: %d questions (%d sat, %d unsat), %d without an answer of its own\n", bad ? "not ok" : "ok", who, n, sat, unsat, open; exit bad > 0 }' "$tmp/both" || bad=1
}

# compare_all SEED COUNT [KIND]
compare_all() {
    "$FUZZ" "$1" "$2" "$tmp/p" $3 || bad=1
    if command -v z3 >/dev/null; then
        # a limit that strikes a moment late is reported by the next push, which is done all the same
        z3 -in "-t:$limit" <"$tmp/p.smt2" 2>&1 | grep -v 'push canceled' >"$tmp/z3"
        compare z3
    else echo "skipped: z3 is not installed"; fi
    if command -v cvc5 >/dev/null; then
        cvc5 --incremental "--tlimit-per=$limit" "$tmp/p.smt2" >"$tmp/cvc5" 2>&1
        compare cvc5
    else echo "skipped: cvc5 is not installed"; fi
}

bad=0
# chunks, so that no solver keeps too much
done=0
while [ "$done" -lt "$count" ]; do
    n=$((count - done))
    [ "$n" -le 1000 ] || n=1000
    compare_all $((seed + done)) "$n"
    done=$((done + n))
done
# up to 20 variables with large numbers: few, because the others often need their whole limit
compare_all "$seed" $((count / 40)) planted
# few integer points, if any
compare_all "$seed" $((count / 10)) strips
# kept: these took 1 to 9 s before the simplex had integer values and the reduction was guided by guesses
for kept in 910320 910665 911666 911971; do compare_all "$kept" 1 planted; done
exit "$bad"
