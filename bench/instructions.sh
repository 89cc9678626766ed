#!/bin/sh
# instructions.sh OTHER [FILE...] -- instructions that `pwqo verify -q` executes (callgrind), beside those of another binary of pwqo, on the same models: each, their ratio, and the median of
# the ratios. Unlike times they do not depend on the machine's load. Without files: every .dr model of models/ and its folders. A model is counted if both binaries end with the same
# verdict within LIMIT seconds; the others are listed at the end.
# Environment: PWQO (program), SRCDIR, LIMIT (seconds under valgrind).
OTHER=$1 PWQO=${PWQO:-./pwqo} SRCDIR=${SRCDIR:-..} LIMIT=${LIMIT:-60}
[ -n "$OTHER" ] || { echo "usage: instructions.sh OTHER-PWQO [FILE.dr...]"; exit 2; }
shift
command -v valgrind >/dev/null || { echo "skipped: valgrind is not installed"; exit 77; }
tmp=$(mktemp -d "${TMPDIR:-/tmp}/pwqo-instructions-XXXXXX") || exit 99
trap 'rm -rf "$tmp"' EXIT
trap 'exit 99' HUP INT TERM
[ $# -gt 0 ] || set -- "$SRCDIR"/models/*.dr "$SRCDIR"/models/*/*.dr

# count PROGRAM FILE: exit status (that is, the verdict) and instructions; nothing if it was stopped or read no program
count() {
    timeout "$LIMIT" valgrind --tool=callgrind --callgrind-out-file=/dev/null "$1" verify -q "$2" >"$tmp/out" 2>"$tmp/err"
    code=$?
    case $code in 0 | 5 | 10) echo "$code $(sed -n 's/.*I *refs: *//p' "$tmp/err" | tr -d ,)" ;; esac
}

printf '%-44s %14s %14s %7s\n' model ours other ratio
for model; do
    theirs=$(count "$OTHER" "$model")
    ours=$(count "$PWQO" "$model")
    if [ -z "$ours" ] || [ -z "$theirs" ] || [ "${ours% *}" != "${theirs% *}" ]; then
        echo "$model" >>"$tmp/left"
        continue
    fi
    echo "$model ${ours#* } ${theirs#* }" | awk '{ r = $2 / $3; print r >>"'"$tmp/ratios"'"; printf "%-44s %14d %14d %7.3f\n", $1, $2, $3, r }'
done
sort -n "$tmp/ratios" | awk '{ r[NR] = $1 } END { if (NR) printf "median of %d ratios: %.3f\n", NR, NR % 2 ? r[(NR + 1) / 2] : (r[NR / 2] + r[NR / 2 + 1]) / 2 }'
[ ! -s "$tmp/left" ] || { echo "not counted (stopped, not read, or another verdict): $(wc -l <"$tmp/left")"; sed 's/^/  /' "$tmp/left"; }
