#!/bin/sh
# tail.sh -- the slowest of many random problems: every problem with coefficients of 1 to 200 bits is solved once (processor time, reading included); whatever took more than 0.1 s, and
# the ten slowest, are given to z3 and cvc5 too, each for more than a tenth of our time and at least LIMIT processor seconds. Prints the worst ten and whatever breaks the rule: no problem takes more than 0.1 s
# and more than ten times the better of both; no answer differs; every model is evaluated and every core solved again. Exit 1 if it is broken.
# Environment: FUZZ (program), SEED, COUNT (problems), KINDS, LIMIT.
FUZZ=${FUZZ:-./tests/tools/smt_fuzz} SEED=${SEED:-1} COUNT=${COUNT:-20000} LIMIT=${LIMIT:-1}
here=$(dirname -- "$0")
KINDS=${KINDS:-tiny difference middle huge-numbers large nested equations knapsack planted strips}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/pwqo-tail-XXXXXX") || exit 99
trap 'rm -rf "$tmp"' EXIT
trap 'exit 99' HUP INT TERM
[ -x "$FUZZ" ] || { echo "skipped: make bench-tail builds what this needs"; exit 77; }
kinds=$(set -- $KINDS; echo $#)
each=$(((COUNT + kinds - 1) / kinds))
for kind in $KINDS; do
    "$FUZZ" "$SEED" "$each" "$tmp/p" "$kind" 600 || { echo "not ok: wrong or late answers"; status=1; }
    # answer, seed, kind, seconds; not the lines of cores
    awk 'NF == 4' "$tmp/p.ours" >>"$tmp/all"
done

# ask LIMIT PROGRAM FILE: sets `said`, its answer (- for none), and `took`, processor seconds of it; more than the limit counts as no answer
ask() {
    python3 "$here/cpu.py" "$1" "$tmp/said" "$2" "$3" >"$tmp/time" || exit 99
    read -r took ended <"$tmp/time"
    said=$(head -n 1 "$tmp/said")
    case $said,$ended in *,- | ,*) said=- ;; sat,* | unsat,*) ;; *) said=- ;; esac
}

sort -k4,4nr "$tmp/all" | awk '$4 > 0.1 || NR <= 10' >"$tmp/slow"
echo "$(wc -l <"$tmp/all") problems from seed $SEED, $(awk '$4 > 0.1' "$tmp/slow" | wc -l) over 0.1 s"
printf '%-14s %10s %8s %8s %8s %8s  %s\n' kind seed answer pwqo z3 cvc5 verdict
while read -r answer number kind ours; do
    "$FUZZ" "$number" 1 "$tmp/q" "$kind" 0.001 >/dev/null 2>&1
    awk '/push/ { next } { print } /check-sat/ { exit }' "$tmp/q.smt2" >"$tmp/one.smt2"
    most=$(awk -v ours="$ours" -v limit="$LIMIT" 'BEGIN { t = int(ours / 8) + 1; print (t > limit ? t : limit) }')
    printf '%s' "$kind $number $answer $ours $most"
    for other in z3 cvc5; do
        said=- took=$most
        ! command -v "$other" >/dev/null || ask "$most" "$other" "$tmp/one.smt2"
        printf '%s' " $said $took"
    done
    echo
done <"$tmp/slow" | awk '
    # without an answer: it takes longer than what it was given
    function shown(said, t) { return said == "-" ? ">" t : t }
    function differs(said) { return said != "-" && said != $3 }
    { best = $7 < $9 ? $7 : $9
      late = $4 > 0.1 && $4 > 10 * best; wrong = differs($6) || differs($8); bad += late || wrong
      if (NR <= 10 || late || wrong)
          printf "%-14s %10s %8s %8s %8s %8s  %s\n", $1, $2, $3, $4, shown($6, $7), shown($8, $9), wrong ? "another answer" : late ? "over ten times" : "" }
    END { printf "%s: %d against the rule\n", bad ? "not ok" : "ok", bad; exit bad > 0 }' || status=1
exit "${status:-0}"
