#!/bin/sh
# tail.sh -- the slowest of many random problems: every problem with coefficients of 1 to 200 bits is solved once (processor time, reading included); whatever took more than 0.1 s, and
# the ten slowest, are given to z3 and cvc5 too, with a limit of LIMIT processor seconds each (1 is enough while ours take less than 10). Prints the worst ten, and how many took more than 0.1 s and more than ten times the better of both.
# Environment: FUZZ, PWQO (programs), SEED, COUNT (problems), KINDS, LIMIT.
PWQO=${1:-${PWQO:-./pwqo}} FUZZ=${FUZZ:-./tests/tools/smt_fuzz} SEED=${SEED:-1} COUNT=${COUNT:-20000} LIMIT=${LIMIT:-1}
KINDS=${KINDS:-tiny difference middle huge-numbers large nested equations knapsack planted}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/pwqo-tail-XXXXXX") || exit 99
trap 'rm -rf "$tmp"' EXIT
trap 'exit 99' HUP INT TERM
[ -x "$FUZZ" ] || { echo "skipped: make bench-tail builds what this needs"; exit 77; }
each=$((COUNT / $(set -- $KINDS; echo $#)))
for kind in $KINDS; do
    "$FUZZ" "$SEED" "$each" "$tmp/p" "$kind" 600 || { echo "not ok: wrong or late answers"; status=1; }
    # answer, seed, kind, seconds; not the lines of cores
    awk 'NF == 4' "$tmp/p.ours" >>"$tmp/all"
done

# seconds COMMAND...: processor time of a command that reads a problem; "-" if there is no answer within the limit
seconds() {
    answer=$( (ulimit -t "$LIMIT"; TIMEFORMAT='%U %S'; exec 2>"$tmp/time"; times >/dev/null; "$@" 2>/dev/null; times >&2) | head -n 1)
    took=$(awk 'NR == 2 { split($1, a, /[ms]/); split($2, b, /[ms]/); printf "%.3f", 60 * a[1] + a[2] + 60 * b[1] + b[2] }' "$tmp/time")
    case $answer in sat | unsat) ;; *) took=- ;; esac
}

sort -k4,4nr "$tmp/all" | awk '$4 > 0.1 || NR <= 10' >"$tmp/slow"
echo "$(wc -l <"$tmp/all") problems from seed $SEED, $(awk '$4 > 0.1' "$tmp/slow" | wc -l) over 0.1 s"
printf '%-14s %10s %8s %8s %8s %8s  %s\n' kind seed answer pwqo z3 cvc5 verdict
while read -r answer number kind ours; do
    "$FUZZ" "$number" 1 "$tmp/q" "$kind" 0.001 >/dev/null 2>&1
    awk '/push/ { next } { print } /check-sat/ { exit }' "$tmp/q.smt2" >"$tmp/one.smt2"
    took=-
    command -v z3 >/dev/null && seconds z3 "$tmp/one.smt2"
    z3=$took took=-
    command -v cvc5 >/dev/null && seconds cvc5 "$tmp/one.smt2"
    echo "$kind $number $answer $ours $z3 $took"
done <"$tmp/slow" | awk -v limit="$LIMIT" '
    { best = $5 == "-" ? limit : $5; if ($6 != "-" && $6 < best) best = $6
      late = $4 > 0.1 && $4 > 10 * best; bad += late
      if (NR <= 10 || late) printf "%-14s %10s %8s %8s %8s %8s  %s\n", $1, $2, $3, $4, $5, $6, late ? "over ten times" : "" }
    END { printf "%s: %d over 0.1 s and over ten times the better of both\n", bad ? "not ok" : "ok", bad; exit bad > 0 }' || status=1
exit "${status:-0}"
