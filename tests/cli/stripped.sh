#!/bin/sh
# Every model without its `predicate` lines: the safe ones are proved, the others refuted, with no option. Times are printed.
. "$(dirname -- "$0")/lib.sh"

models=$SRCDIR/models
# strip FILE: without its predicates, which may go over several lines.
strip() { awk '/^ *predicate / { inside = 1 } !inside { print } /;/ { inside = 0 }' "$1" >"$tmp/stripped.dr"; }
# looks FILE: its threads look at each other, or it is beyond what this engine takes otherwise; other tests have those models.
looks() {
    run verify -q --engine=pairs --time-limit=20 "$1"
    [ "$code" = 65 ] && grep -q "engine 'pairs' cannot be used here" "$tmp/err"
}
safe=0 unsafe=0
for file in $(find "$models" -name '*.dr' | sort); do
    name=${file#"$models"/}
    strip "$file"
    if grep -q 'truth: safe' "$file"; then want=0; else want=10; fi
    run verify -q "$tmp/stripped.dr"
    if [ "$code" = "$want" ]; then
        [ "$want" = 0 ] && safe=$((safe + 1)) || unsafe=$((unsafe + 1))
    elif got=$code && ! looks "$tmp/stripped.dr"; then
        not_ok "$name without predicates: exit $got, not $want"
    fi
done
[ "$safe" -ge 25 ] && ok "$safe safe models are proved without predicates" || not_ok "only $safe safe models are proved"
[ "$unsafe" -ge 20 ] && ok "$unsafe unsafe models are refuted" || not_ok "only $unsafe unsafe models are refuted"

# What the proofs say.
says_of() {
    strip "$models/$1"
    run verify "$tmp/stripped.dr"
    prints "$1: $2" "$2"
}
says_of ticket_zero.dr "t > l for every thread at"
says_of ticket_zero.dr "no two threads at"
says_of ticket_zero.dr "t = s + number of threads at"
says_of locks/rw_counter.dr "readers = number of threads at reader.read"
says_of ticket/semaphore.dr "at most 2 threads at"
says_of counters/max_register.dr "m >= v for every thread at"
says_of counting/srcu.dr "(i == 1)"

# Alone, the engine says SAFE or nothing. Oracle (2): no unsafe model becomes SAFE.
for file in $(grep -rl 'truth: unsafe' "$models" --include='*.dr' | sort); do
    run verify -q --engine=pairs "$file"
    [ "$code" = 5 ] || looks "$file" || not_ok "${file#"$models"/}: --engine=pairs gives exit $code"
done
finish
