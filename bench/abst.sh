#!/bin/sh
# abst.sh -- how long the abstraction takes: the ticket lock, a lock with 4 inter-thread and 8 other predicates and 10 statements, and growth with
# the number of predicates. Usage: bench/abst.sh [PWQO] [OUTDIR]; writes OUTDIR/abst.tsv and OUTDIR/abst.svg; exit 1 if a target is missed.
set -u
pwqo=${1:-./pwqo}
out=${2:-bench-abst}
src=$(dirname -- "$0")/..
mkdir -p "$out" || exit 74
. "$src/bench/dense.sh"
. "$src/bench/seconds.sh"
missed=0

# target NAME SECONDS LIMIT
target() {
    if [ "$2" != failed ] && awk -v a="$2" -v b="$3" 'BEGIN { exit !(a < b) }'; then echo "ok   $1: $2 s (target $3 s)"
    else echo "MISS $1: $2 s (target $3 s)"; missed=1; fi
}

# The predicates of the benchmark lock, the first m of them: inter-thread ones among the first.
predicates() {
    head -n "$1" <<'LIST'
predicate unique = l != other.l;
predicate served = s == l;
predicate fresh = t > l && t > other.l;
predicate open = s <= t;
predicate seen = v <= w && other.v <= w;
predicate idle = r == 0;
predicate first = l < other.l || s > other.l;
predicate last = v == w;
predicate behind = s > l;
predicate busy = r > 0;
predicate used = n > 0;
predicate next = t == l + 1;
LIST
}

# 10 statements: a ticket lock that guards a version number w, a count r of threads inside, and counts its own entries n.
lock() {
    cat <<'LOCK'
shared int s = 1, t = 1, w = 0, r = 0;
thread client {
    local int l = 0, v = 0, n = 0;
    while (true) {
        atomic { l = t; t = t + 1; }
        assume(s == l);
crit:   r = r + 1;
        v = w;
        n = n + 1;
        w = v + 1;
        assert(r == 1);
        r = r - 1;
        s = s + 1;
        skip;
    }
}
unsafe count(crit) >= 2;
LOCK
    predicates "$1"
}

# Nodes of the diagrams of the finished template.
nodes() {
    "$pwqo" abstract -v --time-limit=120 --format=drt "$1" 2>&1 >/dev/null | awk '$1 == "nodes" { print $2; exit }'
}

lock 12 >"$out/lock.dr"
target "ticket lock, whole process" "$(seconds 50 "$pwqo" abstract -q --format=drt "$src/models/ticket.dr")" 0.010
target "lock with 4 + 8 predicates within 256 MiB" "$(seconds 3 "$pwqo" abstract -q --memory-limit=256 --format=drt "$out/lock.dr")" 10

printf 'predicates\tlock_seconds\tlock_nodes\tdense_seconds\tdense_nodes\n' >"$out/abst.tsv"
m=2
while [ "$m" -le 12 ]; do
    lock "$m" >"$out/m.dr"
    a=$(seconds 2 "$pwqo" abstract -q --time-limit=120 --memory-limit=1024 --format=drt "$out/m.dr")
    an=$(nodes "$out/m.dr")
    dense "$m" >"$out/m.dr"
    d=$(seconds 2 "$pwqo" abstract -q --time-limit=120 --memory-limit=1024 --format=drt "$out/m.dr")
    dn=$(nodes "$out/m.dr")
    printf '%d\t%s\t%s\t%s\t%s\n' "$m" "$a" "$an" "$d" "$dn" >>"$out/abst.tsv"
    m=$((m + 1))
done
cat "$out/abst.tsv"

# A plot of the table: seconds on a logarithmic axis against predicates.
awk -F'\t' '
function y(s) { if (s < 0.001) s = 0.001; return 260 - 220 * (log(s) / log(10) + 3) / 5 }
function x(m) { return 60 + 36 * (m - 2) }
NR > 1 {
    if ($2 != "failed") { a = a sprintf("%s%.1f,%.1f", a == "" ? "" : " ", x($1), y($2)); dots = dots sprintf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"#1f5fa8\"/>\n", x($1), y($2)) }
    if ($4 != "failed") { d = d sprintf("%s%.1f,%.1f", d == "" ? "" : " ", x($1), y($4)); dots = dots sprintf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"#b0471b\"/>\n", x($1), y($4)) }
}
END {
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"480\" height=\"310\" font-family=\"sans-serif\" font-size=\"11\">"
    print "<rect width=\"480\" height=\"310\" fill=\"white\"/><text x=\"60\" y=\"20\">Seconds for the abstraction against the number of predicates</text>"
    for (e = -3; e <= 2; e++) { v = 10 ^ e; printf "<line x1=\"60\" x2=\"440\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/><text x=\"52\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n", y(v), y(v), y(v) + 4, v }
    for (m = 2; m <= 12; m++) printf "<text x=\"%.1f\" y=\"278\" text-anchor=\"middle\">%d</text>\n", x(m), m
    printf "<polyline fill=\"none\" stroke=\"#1f5fa8\" stroke-width=\"2\" points=\"%s\"/>\n<polyline fill=\"none\" stroke=\"#b0471b\" stroke-width=\"2\" points=\"%s\"/>\n%s", a, d, dots
    print "<text x=\"70\" y=\"300\" fill=\"#1f5fa8\">lock: 10 statements, 7 integers</text><text x=\"260\" y=\"300\" fill=\"#b0471b\">dense: 3 statements, 3 integers</text></svg>"
}' "$out/abst.tsv" >"$out/abst.svg"
echo "written: $out/abst.tsv $out/abst.svg"
exit $missed
