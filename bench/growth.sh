#!/bin/sh
# growth.sh [PWQO] [OUTDIR] -- whole runs of `pwqo verify` on a family of ticket locks with m = 2 .. 12 predicates, at most 4 of them inter-thread: processor
# seconds (mean of ten) as it is called by default and with --engine=cover, which needs the predicates; memory and size of the proof of the latter.
# Writes OUTDIR/growth.tsv and OUTDIR/growth.svg; exit 1 if 12 predicates take 0.3 s or 1 GiB.
set -u
pwqo=${1:-./pwqo}
out=${2:-bench-growth}
mkdir -p "$out" || exit 74

. "$(dirname -- "$0")/dense.sh"
. "$(dirname -- "$0")/seconds.sh"

# figure KEY: the number behind "KEY": in the JSON on standard input
figure() { sed -n "s/.*\"$1\":\([0-9.]*\).*/\1/p"; }

# check OPTION...: one run on $out/m.dr; UNKNOWN is no failure here
check() {
    "$pwqo" verify -q --time-limit=60 --memory-limit=1024 "$@" "$out/m.dr" || [ $? -eq 5 ]
}

printf 'predicates\tinter_thread\tverdict\tdefault_seconds\tseconds\tmib\tlocal_states\tbasis\n' >"$out/growth.tsv"
m=2
while [ "$m" -le 12 ]; do
    dense "$m" >"$out/m.dr"
    default=$(seconds 10 check)
    cover=$(seconds 10 check --engine=cover)
    line=$("$pwqo" verify --json --engine=cover "$out/m.dr")
    verdict=$(printf '%s' "$line" | sed -n 's/.*"verdict":"\([a-z]*\)".*/\1/p')
    printf '%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$m" "$(printf '%s' "$line" | figure inter_thread)" "$verdict" "$default" "$cover" \
        "$(printf '%s' "$line" | figure peak_kib | awk '{ printf "%.1f", $1 / 1024 }')" "$(printf '%s' "$line" | figure local_states)" \
        "$(printf '%s' "$line" | figure basis)" >>"$out/growth.tsv"
    m=$((m + 1))
done
cat "$out/growth.tsv"

# Seconds and MiB on one logarithmic axis against predicates.
awk -F'\t' '
function y(v) { if (v < 0.001) v = 0.001; return 270 - 230 * (log(v) / log(10) + 3) / 6 }
function x(m) { return 60 + 36 * (m - 2) }
NR > 1 {
    a = a sprintf("%.1f,%.1f ", x($1), y($5)); b = b sprintf("%.1f,%.1f ", x($1), y($6)); c = c sprintf("%.1f,%.1f ", x($1), y($4))
    dots = dots sprintf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/><rect x=\"%.1f\" y=\"%.1f\" width=\"6\" height=\"6\" fill=\"#777\"/>\n", x($1), y($5), x($1) - 3, y($6) - 3)
}
END {
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"480\" height=\"320\" font-family=\"sans-serif\" font-size=\"11\">"
    print "<rect width=\"480\" height=\"320\" fill=\"white\"/><text x=\"60\" y=\"20\">Whole run of verify against the number of predicates</text>"
    for (e = -3; e <= 3; e++) { v = 10 ^ e; printf "<line x1=\"60\" x2=\"440\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/><text x=\"52\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n", y(v), y(v), y(v) + 4, v }
    for (m = 2; m <= 12; m++) printf "<text x=\"%.1f\" y=\"288\" text-anchor=\"middle\">%d</text>\n", x(m), m
    printf "<polyline fill=\"none\" stroke=\"#111\" stroke-width=\"2\" points=\"%s\"/>\n<polyline fill=\"none\" stroke=\"#777\" stroke-width=\"2\" stroke-dasharray=\"5 3\" points=\"%s\"/>\n<polyline fill=\"none\" stroke=\"#1f5fa8\" stroke-width=\"2\" points=\"%s\"/>\n%s", a, b, c, dots
    print "<text x=\"60\" y=\"308\">cover: seconds (round)</text><text x=\"190\" y=\"308\" fill=\"#555\">MiB (square, dashed)</text><text x=\"320\" y=\"308\" fill=\"#1f5fa8\">default: seconds</text></svg>"
}' "$out/growth.tsv" >"$out/growth.svg"
echo "written: $out/growth.tsv $out/growth.svg"
awk -F'\t' '$1 == 12 && ($3 == "safe") && $4 < 0.3 && $5 < 0.3 && $6 < 1024 { ok = 1 } END { exit !ok }' "$out/growth.tsv" || { echo "MISS 12 predicates" >&2; exit 1; }
echo "ok   12 predicates, 4 inter-thread, within 0.3 s and 1 GiB"
