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
run modular --infer --json "$tmp/timevar.dr"
prints "JSON: inferred" '"inferred":["assumption'
finish
