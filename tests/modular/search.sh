#!/bin/sh
# Proofs and runs never contradict each other: what is proved is not broken by any run of two, three or four threads, no annotation either; what is
# wrong is shown by a run, and the two where no assertion is, by a broken annotation.
. "$(dirname -- "$0")/../cli/lib.sh"
dir=$SRCDIR/contracts
proved=0
for file in "$dir"/*.dr; do
    name=$(basename "$file" .dr)
    truth=$(sed -n '1s/.*truth: //p' "$file")
    run modular "$file"
    verdict=$code
    case $truth:$name in
    safe:*) want=0 ;;
    unsafe:apprentice*) want=5 ;; # the property is an assumption
    unsafe:*) want=10 ;;
    *) want=5 ;;
    esac
    if [ "$verdict" = "$want" ]; then ok "$name ($truth): exit $want"; else not_ok "$name ($truth): exit $verdict, not $want"; fi
    case $name in apprentice_*) prints "$name: the assumption is broken by a run" "annotation-refuted" ;; esac
    [ "$verdict" = 0 ] || continue
    proved=$((proved + 1))
    for n in 2 3 4; do
        # seconds for a million states each
        case $n:$name in 4:exclusion | 4:take | 4:vector) ;; 4:*) [ "${PWQO_TEST_SCALE:-1}" -ge 4 ] || continue ;; esac
        [ "$n:$name" = 3:mercator ] && [ "${PWQO_TEST_SCALE:-1}" -le 1 ] && continue # 3 s
        run modular --explore=$n "$file"
        if [ "$code" = 0 ] || [ "$code" = 5 ]; then ok "$name: nothing is broken with $n threads"; else not_ok "$name: proved, but $(tail -n 1 "$tmp/out")"; fi
    done
done
[ "$proved" -ge 9 ] && ok "$proved proofs" || not_ok "only $proved proofs"
finish
