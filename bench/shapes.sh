#!/bin/sh
# shapes.sh [OUTDIR] -- generated nets of four shapes (bench/nets_of.sh), 200 to 1 000 places and up to 30 000 transitions, and two of them as thread systems: verdict, CPU
# seconds with a certificate, peak memory; certificates of the safe ones are checked, with the CPU seconds of that and their ratio to the proof's. Then each technique switched
# off, on the largest. Writes OUTDIR/shapes.tsv, shapes.svg and off.tsv. PWQO, PWQO_CHECK and COVER_RUN (tests/tools/cover_run) name programs. Exit 1 if a verdict is not what
# the shape says, a net takes 10 CPU s or 512 MiB, or a check takes longer than its proof (checks of 2 ms and less, which are the start of a process, are not judged).
set -u
out=${1:-bench-shapes}
pwqo=${PWQO:-./pwqo} check=${PWQO_CHECK:-./pwqo-check} cover=${COVER_RUN:-tests/tools/cover_run}
mkdir -p "$out" || exit 74
. "$(dirname -- "$0")/nets_of.sh"
missed=0

# cpu COMMAND...: user + system seconds; output in $out/out
cpu() {
    python3 "$(dirname -- "$0")/cpu.py" 1000 "$out/out" "$@" | cut -d' ' -f1
}
value() { sed -n 's/.*"'"$1"'":"\{0,1\}\([^",}]*\).*/\1/p' "$out/out" | head -1; }

# row SHAPE KIND NET: decides NET with a certificate, has it checked, prints the row.
row() {
    rm -f "$out/cert"
    seconds=$(cpu "$pwqo" verify --json --time-limit=60 --memory-limit=512 "--certificate=$out/cert" "$3")
    verdict=$(value verdict) mib=$(value peak_kib | awk '{ printf "%.1f", $1 / 1024 }') places=$(value local_states) transitions=$(value transitions) checked='' ratio=
    if [ "$verdict" = safe ]; then
        checked=$(cpu "$check" "$out/cert")
        ratio=$(awk -v c="$checked" -v p="$seconds" 'BEGIN { printf "%.2f", c / p; exit c > 0.002 && c > p }') || missed=1
        grep -q ': VALID' "$out/out" || { checked=INVALID; missed=1; }
    fi
    [ "$verdict" = "$2" ] || missed=1
    awk -v t="$seconds" 'BEGIN { exit !(t < 10) }' || missed=1
    printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$1" "$2" "$places" "$transitions" "$verdict" "$seconds" "$mib" "$checked" "$ratio" >"$out/row"
    tee -a "$out/shapes.tsv" <"$out/row"
}

printf 'shape\texpected\tplaces\ttransitions\tverdict\tseconds\tMiB\tcheck\tcheck/proof\n' | tee "$out/shapes.tsv"
for shape in workflow chain resets broadcast; do
    for kind in safe unsafe; do
        for n in 200 400 700 1000; do
            net=$out/$shape-$kind-$n.spec
            "$shape" "$n" "$kind" >"$net"
            row "$shape" "$kind" "$net"
            [ "$n" = 1000 ] || rm -f "$net"
        done
    done
done
for shape in workflow chain; do
    for n in 100 400; do
        "$shape" "$n" safe >"$out/$shape.spec"
        threads "$out/$shape.spec" "$out/$shape"
        row "$shape.tts" safe "$out/$shape.tts"
        rm -f "$out/$shape.spec" "$out/$shape.tts" "$out/$shape.prop"
    done
done

# One technique off at a time, also for a net of 100 places inside a thread system: CPU seconds, or "-" where 20 s of wall time do not do.
echo
printf 'net\tall' >"$out/off.tsv"
techniques='directed together slice linear inequation merge fuse plenty forward ideals backward'
for off in $techniques; do printf '\tno %s' "$off" >>"$out/off.tsv"; done
echo >>"$out/off.tsv"
workflow 100 safe >"$out/net.spec"
threads "$out/net.spec" "$out/threads-safe-1000"
for net in "$out"/*-1000.spec "$out"/*-1000.tts; do
    name=${net##*/}
    printf '%s' "${name%-1000.*}" >>"$out/off.tsv"
    for off in '' $techniques; do
        seconds=$(cpu "$cover" --time=20 --memory=512 ${off:+"--no-$off"} "$net")
        case $(head -n 1 "$out/out") in safe* | unsafe*) ;; *) seconds=- ;; esac
        printf '\t%s' "$seconds" >>"$out/off.tsv"
    done
    echo >>"$out/off.tsv"
done
cat "$out/off.tsv"

# Seconds against places, one line per shape and kind, on a logarithmic axis.
awk -F'\t' '
function y(v) { if (v < 0.001) v = 0.001; return 270 - 230 * (log(v) / log(10) + 3) / 4 }
function x(n) { return 60 + 0.36 * n }
NR > 1 && $1 !~ /[.]tts$/ { k = $1 " " $2; if (!(k in p)) order[++m] = k; p[k] = p[k] sprintf("%.1f,%.1f ", x($3), y($6)); last[k] = y($6) }
END {
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"600\" height=\"320\" font-family=\"sans-serif\" font-size=\"11\">"
    print "<rect width=\"600\" height=\"320\" fill=\"white\"/><text x=\"60\" y=\"20\">CPU seconds of verify against places, generated nets</text>"
    for (e = -3; e <= 1; e++) { v = 10 ^ e; printf "<line x1=\"60\" x2=\"430\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/><text x=\"52\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n", y(v), y(v), y(v) + 4, v }
    for (n = 200; n <= 1000; n += 200) printf "<text x=\"%.1f\" y=\"288\" text-anchor=\"middle\">%d</text>\n", x(n), n
    for (i = 1; i <= m; i++) {
        k = order[i]
        printf "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" %s points=\"%s\"/>\n", substr("#1b4f9c#b03a2e#1e7b45#7d5ba6", 1 + 7 * int((i - 1) / 2), 7), k ~ / safe/ ? "" : "stroke-dasharray=\"5 3\"", p[k]
        printf "<line x1=\"450\" x2=\"475\" y1=\"%d\" y2=\"%d\" stroke=\"%s\" stroke-width=\"2\" %s/><text x=\"480\" y=\"%d\">%s</text>\n", 26 + 18 * i, 26 + 18 * i, substr("#1b4f9c#b03a2e#1e7b45#7d5ba6", 1 + 7 * int((i - 1) / 2), 7), k ~ / safe/ ? "" : "stroke-dasharray=\"5 3\"", 30 + 18 * i, k
    }
    print "</svg>"
}' "$out/shapes.tsv" >"$out/shapes.svg"
rm -f "$out"/*-1000.spec "$out"/*-1000.tts "$out"/*-1000.prop "$out/net.spec" "$out/out" "$out/cert" "$out/row"
echo "written: $out/shapes.tsv $out/shapes.svg $out/off.tsv"
[ "$missed" = 0 ]
