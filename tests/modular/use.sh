#!/bin/sh
# verify --contracts: the programs of contracts/ that the plain language can say, with bodies and with contracts. Never against the truth; SAFE has a certificate of the
# program that --plain writes; contracts give smaller proofs; a procedure that breaks its contract is not replaced by it.
. "$(dirname -- "$0")/../cli/lib.sh"
dir=$SRCDIR/contracts
said=0
for file in "$dir"/*.dr; do
    name=$(basename "$file" .dr)
    truth=$(sed -n '1s/.*truth: //p' "$file")
    for mode in expand use; do
        run verify -q --time-limit=0.7 --contracts=$mode --plain="$tmp/plain.dr" --certificate="$tmp/cert" "$file"
        [ "$code" != 65 ] || continue
        said=$((said + 1))
        case $truth:$code in
        unsafe:0 | safe:10) not_ok "$name, $mode: exit $code, but it is $truth" ;;
        *:0)
            gives "$name, $mode: the plain program alone" 0 verify -q "$tmp/plain.dr"
            if "$PWQO_CHECK" "$tmp/cert" >/dev/null; then ok "$name, $mode: certificate"; else not_ok "$name, $mode: the certificate is refused"; fi
            ;;
        *:5 | *:10) ok "$name, $mode: exit $code" ;;
        *) not_ok "$name, $mode: exit $code: $(head -n 1 "$tmp/err")" ;;
        esac
    done
done
[ "$said" -ge 36 ] && ok "$said verdicts" || not_ok "only $said programs can be said"
# SimpleLock: fewer pairs of views with contracts
pairs() {
    run verify --json --engine=pairs --contracts="$1" "$dir/simplelock.dr"
    tr ',' '\n' <"$tmp/out" | sed -n 's/.*"keys":\([0-9]*\).*/\1/p'
}
bodies=$(pairs expand)
contracts=$(pairs use)
if [ "${contracts:-0}" -gt 0 ] && [ "$contracts" -lt "$bodies" ]; then ok "SimpleLock: $contracts pairs with contracts, $bodies with bodies"; else not_ok "SimpleLock: '$contracts' pairs with contracts, '$bodies' with bodies"; fi
# without any annotation of the file the two contracts are proved alone, and used
grep -vE '^(invariant|guarded)' "$dir/simplelock.dr" >"$tmp/open.dr"
gives "SimpleLock, open" 0 verify --contracts=use "$tmp/open.dr"
prints "SimpleLock, open: what it rests on" "2 contracts, proved, in place of procedures"
# a contract that promises too much is not used: with it the assertion would hold
cat >"$tmp/liar.dr" <<'END'
shared int x = 0;
proc set()
    action modifies x: x' == 1;
{
    x = 2;
}
thread t [1] {
    set();
    assert(x == 1);
}
END
run verify --contracts=use "$tmp/liar.dr"
if [ "$code" = 10 ]; then ok "a broken contract is not used"; else not_ok "a broken contract: exit $code"; fi
if grep -q "1 of 1 contracts are not used" "$tmp/err"; then ok "and that is said"; else not_ok "nothing is said: $(cat "$tmp/err")"; fi
# a contract that says too little: the bad run is not one of the program
cat >"$tmp/weak.dr" <<'END'
shared int x = 0;
proc set()
    modifies x;
{
    x = 1;
}
thread t [1] {
    set();
    assert(x == 1);
}
END
gives "a weak contract: decided with the body" 0 verify --contracts=use "$tmp/weak.dr"
gives "arrays cannot be said" 65 verify --contracts=use "$dir/rwlock.dr"

# ---- proved invariants as axioms of the abstraction ----
# by hand: the contract allows any other value, the invariant only those that are not negative; the engine cover has no predicate here
cat >"$tmp/bump.dr" <<'END'
shared int n = 0;
invariant n >= 0;
assumption n' >= n;
proc bump()
    action modifies n: n' != n;
{
    n = n + 1;
}
thread t {
    bump();
    assert(n >= 0);
}
END
# with FILE TEXT...: SAFE by cover, these lines are in the plain program and axioms of its certificate, which check-proof proves.
with() {
    file=$1
    shift
    rm -f "$tmp/plain.dr" "$tmp/cert"
    gives "$(basename "$file"): proved with axioms" 0 verify --engine=cover --contracts=use --plain="$tmp/plain.dr" --certificate="$tmp/cert" "$file"
    silent "$(basename "$file"): no warning"
    for text; do
        grep -qxF "invariant $text;" "$tmp/plain.dr" && ok "$(basename "$file"): states $text" || not_ok "$(basename "$file"): does not state $text"
    done
    grep -q '^axiom invariant' "$tmp/cert" && ok "$(basename "$file"): axioms in the certificate" || not_ok "$(basename "$file"): no axiom in the certificate"
    said=$(PWQO=$PWQO PWQO_CHECK=$PWQO_CHECK "$SRCDIR/contrib/check-proof" --time-limit=100 "$tmp/plain.dr" "$tmp/cert" 2>&1) && ok "$(basename "$file"): checked" || not_ok "$(basename "$file"): $said"
    grep -v '^invariant' "$tmp/plain.dr" >"$tmp/without.dr"
    run verify -q --engine=cover --time-limit=20 "$tmp/without.dr"
    [ "$code" = 5 ] && ok "$(basename "$file"): not proved without" || not_ok "$(basename "$file"): exit $code without the invariants"
}
with "$tmp/bump.dr" "(n >= 0)"
# of every thread: self is a local of each template
cat >"$tmp/owner.dr" <<'END'
shared tid m = nobody;
shared int x = 0;
invariant m == self => x >= 1;
invariant x >= 0;
guarded m, x by m == self;
assumption m != self => m' != self;
proc take()
    action modifies m, x: m == nobody && m' == self && x' != x;
{
    atomic { assume(m == nobody); m = self; x = x + 1; }
}
thread t { take(); assert(m == self => x >= 1); m = nobody; }
thread u { take(); assert(x >= 0); m = nobody; }
END
with "$tmp/owner.dr" "(x >= 0)" "((m == self__0) => (x >= 1))" "((m == self__1) => (x >= 1))"
# what is not proved is neither assumed nor stated: the body takes 1 away
sed 's/n = n + 1/n = n - 1/; s/assumption .*//' "$tmp/bump.dr" >"$tmp/sink.dr"
run verify -q --contracts=use --plain="$tmp/plain.dr" "$tmp/sink.dr"
[ "$code" = 10 ] && ! grep -q 'invariant\|assume((any__1 >= 0))' "$tmp/plain.dr" && ok "an invariant that fails is not used" || not_ok "an invariant that fails: exit $code, $(grep invariant "$tmp/plain.dr")"
# the file is not proved for another reason: the invariant is not used either, though it is true
sed 's/assert(n >= 0)/assert(n == 1)/' "$tmp/bump.dr" >"$tmp/other.dr"
run verify -q --contracts=use --plain="$tmp/plain.dr" "$tmp/other.dr"
[ "$code" = 10 ] && ok "a program that is wrong stays so" || not_ok "a wrong program: exit $code"
# true and proved, but not by induction on the plain program: it is left out, and the verdict is not hurt
cat >"$tmp/path.dr" <<'END'
shared tid m = nobody;
shared int x = 0;
invariant m == nobody => x == 0;
guarded m, x by m == self;
assumption m != self => m' != self;
thread t { atomic { assume(m == nobody); m = self; } x = 1; x = 0; assert(x == 0); m = nobody; }
END
gives "an invariant that is not inductive there" 0 verify -q --contracts=use --plain="$tmp/plain.dr" "$tmp/path.dr"
grep -q '^invariant' "$tmp/plain.dr" && not_ok "it is stated, though no induction shows it" || ok "it is left out"
# a certificate is of the text that --plain writes, also without contracts
gives "expanded" 0 verify -q --engine=cover --contracts=expand --plain="$tmp/plain.dr" --certificate="$tmp/cert" "$dir/exclusion.dr"
said=$(PWQO=$PWQO PWQO_CHECK=$PWQO_CHECK "$SRCDIR/contrib/check-proof" --time-limit=100 "$tmp/plain.dr" "$tmp/cert" 2>&1) && ok "expanded: checked" || not_ok "expanded: $said"
finish
