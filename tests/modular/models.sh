#!/bin/sh
# The programs of contracts/: which obligations fail is what the second line of each says (LINE:KIND ...), the others are proved; their layout is
# canonical; z3 and cvc5 give the same answer to every obligation.
. "$(dirname -- "$0")/../cli/lib.sh"
dir=$SRCDIR/contracts
every=12
[ "${PWQO_TEST_SCALE:-1}" -le 1 ] || every=1

# One process for all questions: every script ends with (reset).
ask() { # SOLVER COMMAND...
    solver=$1
    shift
    if ! command -v "$solver" >/dev/null; then
        skip "no $solver"
        return
    fi
    "$@" "$tmp/all.smt2" 2>&1 | grep -v '^success$' >"$tmp/answers"
    if cmp -s "$tmp/status" "$tmp/answers"; then
        ok "$solver agrees on $(grep -c . "$tmp/status") obligations"
    else
        not_ok "$solver differs: $(diff "$tmp/status" "$tmp/answers" | head -n 3)"
    fi
}

: >"$tmp/all.smt2"
: >"$tmp/status"
models=0
for file in "$dir"/*.dr; do
    name=$(basename "$file" .dr)
    models=$((models + 1))
    stated=$(sed -n '2s:^// fails\: ::p' "$file" | sed 's/^nothing$//')
    mkdir "$tmp/$name"
    run modular --replay=0 --smt="$tmp/$name" "$file"
    found=$(sed -n 's/^[^ ]*\.dr:\([0-9]*\):[0-9]*: \([a-z]*\) fails.*/\1:\2/p' "$tmp/out" | sort -u -t: -k1,1n -k2,2 | tr '\n' ' ' | sed 's/ $//')
    want=$(echo "$stated" | tr ' ' '\n' | sort -u -t: -k1,1n -k2,2 | tr '\n' ' ' | sed 's/ $//')
    code_wanted=5
    [ -n "$want" ] || code_wanted=0
    if [ "$found" = "$want" ] && [ "$code" = "$code_wanted" ]; then
        ok "$name: ${want:-all proved}"
    else
        not_ok "$name: '$found' fails, not '$want' (exit $code)"
    fi
    run fmt "$file"
    if cmp -s "$tmp/out" "$file"; then ok "$name: layout"; else not_ok "$name: pwqo fmt changes it"; fi
    # a sample of the questions; all of them at a larger scale
    ls "$tmp/$name" | awk -v every="$every" 'NR % every == 1 || every == 1' | sed "s:^:$tmp/$name/:" |
        xargs awk -v status="$tmp/status" '/^\(set-info :status/ { s = $3; gsub(/[)]/, "", s); print s >>status } { print } /^\(check-sat\)/ { print "(reset)" }' >>"$tmp/all.smt2"
done
[ "$models" -ge 25 ] && ok "$models programs" || not_ok "only $models programs"
ask z3 z3 -smt2
ask cvc5 cvc5 --lang=smt2 --incremental
finish
