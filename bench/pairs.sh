#!/bin/sh
# pairs.sh [--spacer=SECONDS] [--all] -- proofs without predicates: every safe model of models/ that has `predicate` lines (--all: every safe one that the engine
# pairs takes), without these lines. Processor seconds of the whole run of `pwqo verify --engine=pairs` (user + system, mean of several) and its peak memory; of z3's
# Spacer on the level-2 clauses of the same program (bench/level2.py, made from pwqo lower --json), stopped after SECONDS (default 20; ">": no answer by
# then), and their ratio. Spacer's answer `unsat` means that pairs alone, without counting, do not prove the program. Then k copies of the ticket lock in one program.
# Environment: PWQO, SRCDIR. Exit 1 if a model is not proved or a goal is missed: the ticket lock in 15 ms and 20 times faster than Spacer, every model in
# 0.25 s, their sum in 1.5 s (of those with predicates), 32 MiB, 10 copies of the ticket lock in 2 s.
set -u
here=$(cd "$(dirname -- "$0")" && pwd)
SRCDIR=${SRCDIR:-$here/..} PWQO=${PWQO:-./pwqo}
limit=20 all=
for option; do
    case $option in
    --spacer=*) limit=${option#*=} ;;
    --all) all=yes ;;
    *) echo "usage: pairs.sh [--spacer=SECONDS] [--all]" >&2; exit 64 ;;
    esac
done
work=$(mktemp -d) || exit 74
trap 'rm -rf "$work"' EXIT
LC_ALL=C
export LC_ALL
spacer=
command -v z3 >/dev/null && command -v python3 >/dev/null && spacer=yes
missed=0

used() {
    times >"$work/times" # not in a pipe: that would be another shell
    awk 'NR == 2 { gsub(/s/, ""); for (i = 1; i <= NF; i++) { split($i, t, "m"); sum += 60 * t[1] + t[2] } printf "%.4f", sum }' "$work/times"
}
# seconds RUNS COMMAND...: mean processor seconds of one run in $time, the exit status of the last in $code, its output in $work/out
seconds() {
    runs=$1
    shift
    used >"$work/before"
    i=0
    while [ "$i" -lt "$runs" ]; do
        "$@" >"$work/out" 2>&1
        code=$?
        i=$((i + 1))
    done
    used >"$work/after"
    time=$(awk -v n="$runs" 'NR == FNR { a = $1; next } { printf "%.4f", ($1 - a) / n }' "$work/before" "$work/after")
}
holds() { awk "BEGIN { exit !($1) }"; }
miss() {
    echo "MISSED: $1"
    missed=1
}
strip() { awk '/^ *predicate / { inside = 1 } !inside { print } /;/ { inside = 0 }' "$1"; }

# prove NAME FILE: leaves seconds and peak MiB in $mine and $peak.
prove() {
    seconds 10 "$PWQO" verify -q --engine=pairs "$2"
    mine=$time
    [ "$code" = 0 ] || { miss "$1 is not proved (exit $code)"; return 1; }
    peak=$("$PWQO" verify -q --json --engine=pairs "$2" 2>/dev/null | sed -n 's/.*"peak_kib":\([0-9]*\).*/\1/p')
    peak=$(awk -v k="${peak:-0}" 'BEGIN { printf "%.1f", k / 1024 }')
    holds "$peak <= 32" || miss "$1 takes $peak MiB"
}
# ask_spacer FILE: its seconds in $theirs, its answer in $answer.
ask_spacer() {
    answer=- theirs=-
    [ -n "$spacer" ] || return
    "$PWQO" lower --json "$1" | python3 "$here/level2.py" >"$work/m.smt2" || return
    seconds 1 timeout "$limit" z3 fp.engine=spacer "$work/m.smt2"
    theirs=$time
    answer=$(grep -x -e sat -e unsat -e unknown "$work/out" | head -n 1)
    [ -n "$answer" ] || answer='>'
}

echo "| model | pairs, s | MiB | Spacer, s | answer | ratio |"
echo "|---|--:|--:|--:|---|--:|"
total=0 proved=0
for file in $(grep -rl 'truth: safe' "$SRCDIR/models" --include='*.dr' | sort); do
    name=${file#"$SRCDIR"/models/} name=${name%.dr}
    grep -q '^ *predicate ' "$file" || [ -n "$all" ] || continue
    ! grep -q '^ *invariant ' "$file" || continue # what is stated is an axiom of the engine cover
    strip "$file" >"$work/m.dr"
    "$PWQO" verify -q --engine=pairs "$work/m.dr" >"$work/out" 2>&1
    [ $? = 65 ] && continue # its threads look at each other
    prove "$name" "$work/m.dr" || continue
    ask_spacer "$work/m.dr"
    ratio=-
    [ "$theirs" = - ] || ratio=$(awk -v a="$theirs" -v b="$mine" 'BEGIN { printf "%.0f", a / (b > 0.0005 ? b : 0.0005) }')
    [ "$answer" = '>' ] && ratio="> $ratio"
    echo "| $name | $mine | $peak | $theirs | $answer | $ratio |"
    total=$(awk -v a="$total" -v b="$mine" 'BEGIN { print a + b }') proved=$((proved + 1))
    holds "$mine <= 0.25" || miss "$name takes $mine s"
    [ "$name" = ticket ] || continue
    holds "$mine <= 0.015" || miss "the ticket lock takes $mine s"
    [ "$ratio" = - ] || holds "${ratio#> } >= 20" || miss "the ticket lock is only $ratio times faster than Spacer"
done
echo
echo "$proved models, $total s together"
[ -n "$all" ] || holds "$total <= 1.5" || miss "the sum is $total s"

# copies K: K ticket locks, each with threads of its own.
copies() {
    k=0
    while [ "$k" -lt "$1" ]; do
        k=$((k + 1))
        echo "shared int s$k = 1, t$k = 1;"
        echo "thread client$k { local int l = 0; while (true) { atomic { l = t$k; t$k = t$k + 1; } assume(s$k == l); crit$k: s$k = s$k + 1; } }"
        echo "unsafe count(crit$k) >= 2;"
    done
}
for n in 1 2 5 10; do
    copies "$n" >"$work/copies.dr"
    prove "$n copies" "$work/copies.dr" || continue
    echo "$n copies of the ticket lock: $mine s, $peak MiB"
    [ "$n" != 10 ] || holds "$mine <= 2" || miss "10 copies take $mine s"
done
exit "$missed"
