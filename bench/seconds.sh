# seconds.sh -- for other scripts, which set $out to a directory for small files: processor seconds of commands.

# Processor seconds (user and system) that the children of this shell have used so far.
used() {
    times >"$out/times" # not in a pipe: that would be another shell
    awk 'NR == 2 { gsub(/s/, ""); for (i = 1; i <= NF; i++) { split($i, t, "m"); sum += 60 * t[1] + t[2] } printf "%.4f", sum }' "$out/times"
}

# seconds RUNS COMMAND...: processor seconds of one run, the mean of RUNS; "failed" if one fails. Other work on the machine does not count.
seconds() {
    runs=$1
    shift
    used >"$out/before"
    i=0
    while [ "$i" -lt "$runs" ]; do
        "$@" >/dev/null 2>"$out/err" || { cat "$out/err" >&2; echo failed; return 1; }
        i=$((i + 1))
    done
    used >"$out/after"
    awk -v n="$runs" 'NR == FNR { a = $1; next } { printf "%.4f", ($1 - a) / n }' "$out/before" "$out/after"
}
