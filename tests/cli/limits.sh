#!/bin/sh
# Time limits and signals over models and public nets: the answer comes within a second of the limit or of the signal, its reason is
# true, and a verdict that was found in time agrees with what is known. A sample with a fresh seed, printed; PWQO_TEST_SEED repeats it,
# PWQO_TEST_SCALE=N takes N times as many (0: few; all: every file).
. "$(dirname -- "$0")/lib.sh"
bench=${PWQO_BENCH:-$SRCDIR/../shared/bench}
scale=${PWQO_TEST_SCALE:-1}
seed=${PWQO_TEST_SEED:-$(date +%s)}
case $scale in all) sample=1000000 ;; 0) sample=6 ;; *) sample=$((16 * scale)) ;; esac
echo "seed $seed"

# All files, with what is known of them: path, truth, --init or -.
models() {
    find "$SRCDIR/models" -type f '(' -name '*.dr' -o -name '*.drt' -o -name '*.c' ')' | sort | while read -r f; do
        truth=$(sed -n 's/.*truth: *\([a-z]*\).*/\1/p' "$f" | head -n 1)
        echo "$f ${truth:-none} -"
    done
}
nets() {
    [ -f "$bench/verdicts.tsv" ] || return
    awk -F'\t' -v b="$bench" 'NR > 1 { print b "/" $1, ($8 == "" ? "none" : $8), ($1 ~ /\.tts$/ && $7 != "" ? $7 : "-") }' "$bench/verdicts.tsv"
    for f in "$bench"/hard/spec/*.spec; do [ -f "$f" ] && echo "$f none -"; done
}
{ models; nets; } >"$tmp/all"
awk -v seed="$seed" 'BEGIN { srand(seed) } { print rand(), $0 }' "$tmp/all" | sort -n | cut -d' ' -f2- | head -n "$sample" >"$tmp/sample"
echo "$(wc -l <"$tmp/sample") of $(wc -l <"$tmp/all") files"

now() { date +%s%N; }
field() { sed -n "s/.*\"$1\":\"\([a-z-]*\)\".*/\1/p" "$tmp/out" | head -n 1; }

# The verdict in $tmp/out against the exit code, the truth, and what ended the run (time, interrupted).
judge() {
    name=$1 truth=$2 stop=$3 limit=$4
    verdict=$(sed -n 's/.*"verdict":"\([a-z]*\)".*/\1/p' "$tmp/out" | head -n 1) reason=$(field reason)
    case $verdict:$code in
    safe:0 | unsafe:10 | unknown:5) ;;
    *)
        not_ok "$name: verdict '$verdict' and exit $code: $(head -c 200 "$tmp/err")"
        return
        ;;
    esac
    case $verdict:$truth in safe:unsafe | unsafe:safe) not_ok "$name: $verdict, the truth is $truth" ; return ;; esac
    case $reason in
    "") [ "$verdict" != unknown ] || { not_ok "$name: unknown without a reason"; return; } ;;
    "$stop") [ "$spent" -ge "$limit" ] || { not_ok "$name: '$reason' after $spent ms of $limit"; return; } ;;
    abstraction-spurious | closure-spurious | guard-spurious | spurious | replay-limit | incomplete | translation) ;;
    *) not_ok "$name: the reason '$reason' is not what stopped it"; return ;;
    esac
    ok "$name: $verdict $reason"
}

# limited FILE TRUTH INIT MILLISECONDS; a loaded machine gets three tries.
limited() {
    file=$1 truth=$2 init=$3 limit=$4
    set -- verify --json --time-limit="0.$(printf %03d "$limit")"
    [ "$init" = - ] || set -- "$@" --init="$init"
    for try in 1 2 3; do
        began=$(now)
        timeout -k 5 60 "$PWQO" "$@" "$file" >"$tmp/out" 2>"$tmp/err" </dev/null
        code=$?
        spent=$((($(now) - began) / 1000000))
        [ "$spent" -gt $((limit + 1000)) ] || break
    done
    label="${file#"$SRCDIR"/} $init, limit of $limit ms"
    if [ "$spent" -gt $((limit + 1000)) ]; then not_ok "$label: $spent ms (try $try)"; else judge "$label" "$truth" time "$limit"; fi
}

# signalled FILE TRUTH INIT SIGNAL: after a tenth of a second, if it still runs then; later where it had not begun by then (a loaded machine):
# a signal that comes before the program asks for it kills any program.
signalled() {
    file=$1 truth=$2 init=$3 signal=$4
    set -- verify --json
    [ "$init" = - ] || set -- "$@" --init="$init"
    for delay in 0.1 1 5; do
        "$PWQO" "$@" "$file" >"$tmp/out" 2>"$tmp/err" </dev/null &
        child=$!
        sleep $delay
        began=$(now)
        kill "-$signal" "$child" 2>/dev/null
        wait "$child"
        code=$?
        spent=$((($(now) - began) / 1000000))
        { [ "$spent" -gt 1000 ] || { [ "$code" -gt 128 ] && [ ! -s "$tmp/out" ]; }; } || break
    done
    label="${file#"$SRCDIR"/} $init, SIG$signal"
    if [ "$spent" -gt 1000 ]; then not_ok "$label: $spent ms after it (delay $delay)"; else judge "$label" "$truth" interrupted 0; fi
}

n=0
while read -r file truth init; do
    n=$((n + 1))
    case $((n % 3)) in 0) limit=20 ;; 1) limit=100 ;; *) limit=400 ;; esac
    limited "$file" "$truth" "$init" "$limit"
    if [ $((n % 2)) = 0 ]; then signalled "$file" "$truth" "$init" INT; else signalled "$file" "$truth" "$init" TERM; fi
done <"$tmp/sample"
finish
