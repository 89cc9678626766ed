#!/bin/sh
# The model library: what it must have, that every verdict is as stated, in time, and that explicit search with few threads agrees with every truth.
. "$(dirname -- "$0")/lib.sh"
available verify || { skip "there is no verify command"; finish; }
cd "$SRCDIR" || exit 99
list=$(find models -name '*.dr' | sort)
all=$(find models -name '*.dr' -o -name '*.drt' -o -name '*.tts' -o -name '*.spec')

head_of() { sed -n '/^\/\//!q; p' "$1"; }
states() { echo "$list" | while read -r m; do head_of "$m" | grep -q "$1" && echo "$m"; done; }
at_least() { if [ "$2" -ge "$3" ]; then ok "$1: $2"; else not_ok "$1: $2, not $3"; fi; }
count() { echo "$1" | grep -c .; }

at_least "models" "$(count "$list")" 30
at_least "proved safe" "$(count "$(states 'truth: safe; expect: safe')")" 20
at_least "bugs" "$(count "$(states 'truth: unsafe; expect: unsafe')")" 10
for m in $(echo "$list" | grep -v '^models/closure/'); do # those there are about the method and explain themselves otherwise
    for word in 'truth: ' 'expect: ' 'origin: ' 'why true: ' 'predicates: '; do head_of "$m" | grep -q "$word" || not_ok "$m does not state its '$word'"; done
done

start=$(date +%s)
gives "every verdict is as stated" 0 batch $(find models -mindepth 1 -maxdepth 1 ! -name c | sort) --jobs=2 --time-limit=60 --out="$tmp/r"
[ "$code" = 0 ] || grep -E 'WRONG|differs|undecided|failed|not run' "$tmp/out"
seconds=$(($(date +%s) - start))
if [ "$seconds" -lt 60 ]; then ok "in $seconds s"; else not_ok "in $seconds s, not under 60"; fi
same "a row for each" "$(count "$all")" "$(($(wc -l <"$tmp/r/results.tsv") - 1))"

# The same sum without the pruning, as the search is defined.
gives "the same without pruning" 0 batch models/locks models/two models/ids --no-prune --jobs=2 --time-limit=60
if [ -x "$(dirname -- "$PWQO")/pwqo-check" ]; then
    mkdir "$tmp/c"
    certificates=0
    for m in $(states 'truth: safe; expect: safe'); do
        run verify --certificate="$tmp/c/c" "$m"
        [ "$code" = 5 ] && continue # the engine that proves it writes none
        certificates=$((certificates + 1))
        "$(dirname -- "$PWQO")/pwqo-check" "$tmp/c/c" >"$tmp/out" 2>&1 && continue
        not_ok "certificate of $m: $(head -n 1 "$tmp/out")"
    done
    at_least "certificates" "$certificates" 20
fi

available explore || { skip "there is no explore command"; finish; }
for m in $list; do
    found=no tried=0
    for n in 1 2 3 4; do
        run explore -n "$n" --values=-2..6 --states=5000 "$m"
        [ "$code" = 64 ] && grep -q "counts of the program are larger\|they are smaller" "$tmp/err" && continue # the model fixes its threads
        [ "$code" -lt 64 ] || not_ok "explore $m: exit $code: $(head -n 1 "$tmp/err")"
        tried=$((tried + 1))
        [ "$code" = 10 ] && found=$n && break
    done
    case $(head_of "$m" | grep -o 'truth: [a-z]*'),$found,$tried in
    *,*,0) not_ok "explore has no number of threads for $m" ;;
    "truth: safe,no"*) ;;
    "truth: unsafe,no"*)
        # values that explicit search does not try: the run that verify shows is replayed by the second reference instead
        PWQO_REFERENCE_SECONDS=60 "$(dirname -- "$PWQO")/tests/oracle/reference/reference" "$m" >"$tmp/replayed" 2>&1 && grep -q "1 UNSAFE (1 traces replayed" "$tmp/replayed" ||
            not_ok "neither explore nor the second reference finds the bug in $m" ;;
    "truth: safe,"*) not_ok "explore finds a bug in $m with $found threads" ;;
    esac
done
ok "explicit search with 1 to 4 threads agrees with every truth"
for pair in two/peterson:2 two/dekker:2 two/szymanski:2 counters/incdec_bounded:3 sync/barrier:3 teardown/bluetooth_k:4; do
    gives "explicit search of ${pair%:*} is exhaustive" 0 explore -n "${pair#*:}" "models/${pair%:*}.dr"
done
finish
