#!/bin/sh
# conform.sh [PWQO] -- abstract threads in figures, side by side in one run: processor time and memory of `pwqo conform` on the models, its growth with
# the length of a thread, and how many states the abstract programs have. Run from the source tree, or with SRCDIR. Ends with 1 if a target is missed
# (5 ms for both threads of Bluetooth, 15 ms for the worker of the battery driver, 1 s for 1 000 locations, 12 s for 10 000, 32 MiB for models), if growth from
# 1 000 to 10 000 locations is more than 15 times, or if from three threads on the abstract Bluetooth driver has more than half of the states.
set -u
pwqo=${1:-./pwqo}
models=${SRCDIR:-.}/models/abstract
tmp=$(mktemp -d "${TMPDIR:-/tmp}/pwqo-bench-XXXXXX") || exit 74
trap 'rm -rf "$tmp"' EXIT
failed=0

# cost TIMES COMMAND...: processor seconds of one of so many runs and MiB, in $seconds and $mib; the least of three times
cost() {
    times=$1
    shift
    for _ in 1 2 3; do
        /usr/bin/time -f '%U %S %M' -o "$tmp/t" sh -c 'n=$1; shift; while [ "$n" -gt 0 ]; do "$@" >/dev/null 2>&1; n=$((n - 1)); done; true' sh "$times" "$@"
        tail -n 1 "$tmp/t"
    done | awk -v n="$times" '{ s = ($1 + $2) / n; m = $3 / 1024; if (NR == 1 || s < a) a = s; if (NR == 1 || m < b) b = m } END { printf "%.4f %.1f\n", a, b }' >"$tmp/c"
    read -r seconds mib <"$tmp/c"
}

# A thread of about n statements in k phases; its abstract thread has k places.
long_thread() {
    awk -v n="$1" -v k="$2" 'BEGIN {
        printf "shared int[0..%d] g = 0;\nshared int c = 0;\nthread t {\n    local int x = 0;\n    while (true) {\n", k - 1
        for (p = 0; p < k; p++) {
            for (i = 0; i < n / k / 2 - 1; i++) print i % 2 ? "x = x + 1; if (x > 5) x = 0;" : "c = c + 1; skip;"
            printf "atomic { assume(g == %d); g = %d; }\n", p, (p + 1) % k
        }
        print "} }\nabstract thread t { while (true) {"
        for (p = 0; p < k; p++) printf "p%d: atomic { if (*) { c = c + 1; goto p%d; } assume(g == %d); g = %d; }\n", p, p, p, (p + 1) % k
        print "} }\nthread w { assert(g >= 0); }"
    }'
}

echo "| conform | processor s | MiB |"
echo "|---|---|---|"
# most WHAT VALUE LIMIT
most() { awk -v a="$2" -v b="$3" 'BEGIN { exit !(a > b) }' && { echo "$1: more than $3"; failed=1; }; }
for m in example bluetooth bluetooth_range bluetooth_wrongspec battery battery_any ttas; do
    cost 20 "$pwqo" conform "$models/$m.dr"
    echo "| $m | $seconds | $mib |"
    most "$m, MiB" "$mib" 32
    case $m in
    bluetooth) most "$m, seconds" "$seconds" 0.005 ;;
    battery*) most "$m, seconds" "$seconds" 0.015 ;;
    esac
done
cost 20 "$pwqo" conform --propose=PnpAdd "$models/bluetooth.dr"
echo "| --propose=PnpAdd, bluetooth | $seconds | $mib |"
cost 20 "$pwqo" conform --propose=worker "$models/battery.dr"
echo "| --propose=worker, battery | $seconds | $mib |"
cost 20 "$pwqo" conform -D K=1000000 "$models/bluetooth_range.dr"
echo "| bluetooth_range, K = 1 000 000 | $seconds | $mib |"
first=
for n in 1000 3000 10000; do
    long_thread $n 20 >"$tmp/long.dr"
    cost 1 "$pwqo" conform "$tmp/long.dr"
    echo "| $n locations, 20 places | $seconds | $mib |"
    case $n in 1000) most "$n locations, seconds" "$seconds" 1 ;; 10000) most "$n locations, seconds" "$seconds" 12 ;; esac
    [ -n "$first" ] || first=$seconds
done
awk -v a="$first" -v b="$seconds" 'BEGIN { exit !(b > 15 * (a > 0.01 ? a : 0.01)) }' && { echo "growth is more than linear"; failed=1; }

states() { "$pwqo" explore -n "$2" --of="$1" --states=0 "$models/bluetooth.dr" | sed -n 's/.*[^0-9]\([0-9][0-9]*\) states.*/\1/p' | head -n 1; }
echo
echo "| Bluetooth, threads | states of the program | of the abstract program |"
echo "|---|---|---|"
for n in 2 3 4 5 6; do
    a=$(states program $n) b=$(states abstract $n)
    echo "| $n | $a | $b |"
    [ "$n" -lt 3 ] || [ $((2 * b)) -le "$a" ] || { echo "more than half of the states"; failed=1; }
done
exit $failed
