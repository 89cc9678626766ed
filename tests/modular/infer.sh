#!/bin/sh
# --infer: the programs of contracts/ without their assumptions and invariants (contracts and claims are kept). Some are proved with what is found, and the
# text that is written is proved by an ordinary run, and laid out as pwqo fmt does; what is wrong is never proved; SimpleLock and the time-varying
# mutex take less than a second.
. "$(dirname -- "$0")/../cli/lib.sh"
dir=$SRCDIR/contracts
proved=
for file in "$dir"/*.dr; do
    name=$(basename "$file" .dr)
    truth=$(sed -n '1s/.*truth: //p' "$file")
    grep -vE '^ *(invariant|guarded|assumption)' "$file" >"$tmp/$name.dr"
    run modular --replay=0 --infer --annotated="$tmp/found.dr" "$tmp/$name.dr"
    if [ "$code" != 0 ]; then
        case $code in 5 | 65) ;; *) not_ok "$name: exit $code" ;; esac
        continue
    fi
    proved="$proved $name"
    if [ "$truth" != safe ]; then not_ok "$name: proved, but it is $truth"; continue; fi
    grep -q '// inferred' "$tmp/found.dr" && prints "$name: what was found" "// inferred"
    gives "$name: an ordinary run proves the text" 0 modular "$tmp/found.dr"
    run fmt "$tmp/found.dr"
    if [ "$code" = 0 ]; then ok "$name: the text has a layout"; else not_ok "$name: pwqo fmt says $code"; fi
    run modular --explore=2 "$tmp/found.dr"
    if [ "$code" = 10 ]; then not_ok "$name: a run breaks what was found: $(tail -n 1 "$tmp/out")"; else ok "$name: no run of two threads breaks it"; fi
done
for name in simplelock fig5 timevar vector; do
    case " $proved " in *" $name "*) ok "$name without assumptions and invariants" ;; *) not_ok "$name is not proved" ;; esac
done
# nothing helps a thread without acquire: what was lost, and where
run modular --replay=0 --infer "$tmp/simplelock_bug_noacquire.dr"
prints "a candidate that was lost" "lost at line"
# less than a second of processor time each
for name in simplelock timevar; do
    used=$( (ulimit -t 1 && "$PWQO" modular --infer "$tmp/$name.dr" >/dev/null) && echo yes)
    if [ "$used" = yes ]; then ok "$name: less than a second"; else not_ok "$name: more than a second"; fi
done
# the pair engine's invariants are candidates: a sum and a difference, which no guess has
cat >"$tmp/sum.dr" <<'END'
shared int a = 0, b = 5;
thread t {
    while (true) {
        atomic { a = a + 1; b = b - 1; }
        assert(a + b == 5);
    }
}
thread u { atomic { if (b > 3) { b = b - 2; a = a + 2; } } }
END
cat >"$tmp/flag.dr" <<'END'
shared bool full = false;
shared int put = 0, got = 0;
thread producer { atomic { assume(!full); put = put + 1; full = true; } }
thread consumer { atomic { assume(full); got = got + 1; full = false; } assert(put - got <= 1); }
END
needs() { # FILE LINE
    run modular --infer --annotated="$tmp/found.dr" "$1"
    if [ "$code" = 0 ] && grep -qxF -- "$2" "$tmp/out"; then ok "from the pair engine: $2"; else not_ok "$2 is not inferred: $(tail -n 3 "$tmp/out")"; fi
    gives "an ordinary run proves the text" 0 modular "$tmp/found.dr"
    grep -vxF -- "$2" "$tmp/found.dr" >"$tmp/less.dr"
    gives "without that line it is not proved" 5 modular --replay=0 "$tmp/less.dr"
}
needs "$tmp/sum.dr" "invariant a + b == 5; // inferred"
needs "$tmp/flag.dr" "invariant full => put - got <= 1; // inferred"
# what is wrong is not proved by them either
sed 's/b = b - 2; a = a + 2;/b = b - 2; a = a + 1;/' "$tmp/sum.dr" >"$tmp/wrong.dr"
gives "a wrong sum" 10 modular --infer "$tmp/wrong.dr"
run modular --infer --json "$tmp/timevar.dr"
prints "JSON: inferred" '"inferred":["assumption'
finish
