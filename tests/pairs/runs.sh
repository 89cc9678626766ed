#!/bin/sh
# Bugs that need integers which no list has: found by symbolic runs of 1, 2, 3 ... threads in turns with the proofs, with no option and no predicate.
. "$(dirname -- "$0")/../cli/lib.sh"

values=$SRCDIR/models/values
by() { "$PWQO" verify --json "$1" | grep -o '"engine":"[a-z]*"' | head -n 1 | sed 's/.*:"//; s/"//'; }

# Only this engine refutes these; the run is shown.
for bug in alarm deposits handshake rounds; do
    [ "$bug" = handshake ] && n=2 || n=3
    file=$values/${bug}_bug.dr
    gives "$bug: UNSAFE with no option" 10 verify "$file"
    prints "$bug: the run is shown" "an assertion fails"
    [ "$(by "$file")" = runs ] && ok "$bug: by runs" || not_ok "$bug: by '$(by "$file")'"
    gives "$bug: cover alone does not find it" 5 verify -q --engine=cover "$file"
    gives "$bug: pairs never refutes" 5 verify -q --engine=pairs "$file"
    gives "$bug: nor do small integers with $n threads" 5 explore -q -n "$n" --states=20000 "$file"
done
gives "a start that must be chosen" 10 verify -q --engine=runs "$values/ticket_wrap_bug.dr"
# Two refunds of 700000 break the invariant; it is a property, too.
cat >"$tmp/balance.dr" <<'END'
shared int balance = 0;

thread client {
    local int amount = 0;
    havoc amount;
    assume(amount >= -700000 && amount <= 700000);
    balance = balance + amount;
}
invariant balance >= -1000000;
END
gives "an invariant that breaks for large amounts" 10 verify "$tmp/balance.dr"
prints "its run" "not invariant: balance >= -1000000"

# It never proves, it ends, and it takes part where a certificate is wanted.
gives "the safe twin is proved" 0 verify -q "$values/deposits.dr"
gives "runs alone has no answer of it" 5 verify -q --engine=runs "$values/deposits.dr"
gives "programs without int are not its own" 65 verify -q --engine=runs "$SRCDIR/models/locks/tas.dr"
gives "with --certificate" 10 verify -q "--certificate=$tmp/c" "$values/deposits_bug.dr"
[ ! -s "$tmp/c" ] && ok "no certificate of UNSAFE" || not_ok "a certificate of an unsafe program"

# No safe model is refuted, every unsafe one with integers is, by this engine alone.
found=0
for file in $(find "$SRCDIR/models" -name '*.dr' | sort); do
    run verify -q --engine=runs "$file"
    [ "$code" = 65 ] && continue
    if grep -q 'truth: safe' "$file"; then
        [ "$code" = 5 ] || not_ok "$file: exit $code, but it is safe"
    elif [ "$code" = 10 ]; then
        found=$((found + 1))
    else
        not_ok "$file: exit $code, but it is unsafe"
    fi
done
[ "$found" -ge 20 ] && ok "$found unsafe models with integers are refuted by runs alone" || not_ok "only $found are refuted"
finish
