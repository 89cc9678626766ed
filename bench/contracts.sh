#!/bin/sh
# contracts.sh -- pwqo modular: processor seconds (user + system, mean of several whole runs) of all programs of contracts/ together, of --infer on SimpleLock and the
# time-varying mutex without their assumptions and invariants, and of k copies of a lock module with three specified procedures and a thread that uses it: seconds,
# obligations, and the seconds per copy divided by those of 100 copies (1: linear growth).
# Environment: PWQO, SRCDIR. Exit 1 if a verdict is wrong or a goal is missed: all programs in 1 s, --infer in 1 s each, 100 copies in 2 s, 1000 in 20 s.
set -u
here=$(cd "$(dirname -- "$0")" && pwd)
SRCDIR=${SRCDIR:-$here/..} PWQO=${PWQO:-./pwqo}
work=$(mktemp -d) || exit 74
trap 'rm -rf "$work"' EXIT
LC_ALL=C
export LC_ALL
missed=0

used() {
    times >"$work/times" # not in a pipe: that would be another shell
    awk 'NR == 2 { gsub(/s/, ""); for (i = 1; i <= NF; i++) { split($i, t, "m"); sum += 60 * t[1] + t[2] } printf "%.4f", sum }' "$work/times"
}
# seconds RUNS COMMAND...: mean processor seconds of one run
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
goal() { # LIMIT
    awk -v t="$time" -v l="$1" 'BEGIN { exit !(t <= l) }' || { echo "missed: $time s, the goal is $1 s"; missed=1; }
}

copies() {
    awk -v n="$1" 'BEGIN {
        for (i = 0; i < n; i++) {
            printf "module mutex%d {\n    shared tid m%d = nobody;\n    shared int x%d = 0;\n", i, i, i
            printf "    invariant m%d == nobody => x%d >= 0;\n    guarded m%d, x%d by m%d == self;\n", i, i, i, i, i
            printf "    proc acquire%d() action modifies m%d: m%d == nobody && m%d%s == self; { local bool ok = false; while (!ok) ok = cas(m%d, nobody, self); }\n", i, i, i, i, "\047", i
            printf "    proc release%d() requires m%d == self && x%d >= 0; action modifies m%d: m%d%s == nobody; { m%d = nobody; }\n", i, i, i, i, i, "\047", i
            printf "    proc bump%d() requires m%d == self; action modifies x%d: x%d%s == x%d + 1; { x%d = x%d + 1; }\n}\n", i, i, i, i, "\047", i, i, i
            printf "thread t%d { acquire%d(); x%d = 1; bump%d(); assert(x%d == 2); release%d(); }\n", i, i, i, i, i, i
        }
    }'
}

# Wrong programs are among them: the verdicts are those of the tests.
seconds 5 "$PWQO" modular --replay=0 "$SRCDIR"/contracts/*.dr
set -- "$SRCDIR"/contracts/*.dr
printf 'all %d programs of contracts/ together   %s s\n' "$#" "$time"
goal 1
for name in simplelock timevar; do
    grep -vE '^ *(invariant|guarded|assumption)' "$SRCDIR/contracts/$name.dr" >"$work/$name.dr"
    seconds 5 "$PWQO" modular --infer "$work/$name.dr"
    printf '%-38s %s s\n' "--infer $name" "$time"
    [ "$code" = 0 ] || { echo "wrong: exit $code"; missed=1; }
    goal 1
done
printf '%8s %12s %12s %10s\n' copies obligations seconds 'per copy'
first=
for k in 100 200 400 1000; do
    copies "$k" >"$work/copies.dr"
    seconds 1 "$PWQO" modular --replay=0 "$work/copies.dr"
    [ "$code" = 0 ] || { echo "wrong: exit $code"; missed=1; }
    [ -n "$first" ] || first=$time
    printf '%8d %12s %12s %10s\n' "$k" "$(sed -n 's/.*: \([0-9]*\) obligations proved$/\1/p' "$work/out")" "$time" \
        "$(awk -v a="$first" -v t="$time" -v k="$k" 'BEGIN { printf "%.2f", t / k / (a / 100) }')"
    [ "$k" = 100 ] && goal 2
    [ "$k" = 1000 ] && goal 20
done
exit "$missed"
