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
finish
