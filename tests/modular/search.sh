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
# what a call requires must hold until its thread takes the first step in it: only the other thread breaks it, between the two
cat >"$tmp/between.dr" <<'END'
shared int x = 0;
proc use()
    requires x == 0;
    action modifies x: x' == x;
{
    x = x;
}
thread a { x = 0; use(); }
thread b [1] { x = 1; }
END
run modular --explore=2 "$tmp/between.dr"
prints "requires is broken by a move of the other thread" "the contract at line 3 is broken with 2 threads"
run modular "$tmp/between.dr"
prints "requires: refuted" "annotation-refuted"
# by hand: no other thread writes x; or the write comes after the first step of the body, when nothing is required any more
sed 's/^thread b.*/thread b [1] { skip; }/' "$tmp/between.dr" >"$tmp/alone.dr"
run modular --explore=2 "$tmp/alone.dr"
prints "requires: nobody breaks it" "nothing is broken"
cat >"$tmp/later.dr" <<'END'
shared int x = 0;
shared bool begun = false;
proc use()
    requires x == 0;
    modifies begun, x;
{
    begun = true;
    begun = true;
}
thread a [1] { use(); }
thread b [1] { assume(begun); x = 1; }
END
run modular --explore=2 "$tmp/later.dr"
prints "requires: nothing is required after the first step" "nothing is broken"
# a call in a call: both wait for the same step; the inner one requires more
cat >"$tmp/inner.dr" <<'END'
shared int x = 0;
proc in()
    requires x <= 0;
    modifies x;
{
    x = x;
}
proc out()
    requires x <= 5;
    modifies x;
{
    in();
}
thread a [1] { x = 0; out(); }
thread b [1] { x = 1; }
END
run modular --explore=2 "$tmp/inner.dr"
prints "requires of a call in a call" "the contract at line 3 is broken with 2 threads"
[ "$proved" -ge 9 ] && ok "$proved proofs" || not_ok "only $proved proofs"
finish
