#!/bin/sh
# Certificates of pair invariants. (1) Every safe model that the engine proves has one: pwqo-check finds it VALID and z3 and cvc5 answer every
# obligation with unsat. (2) Without one of its facts it is refuted, or the fact was not needed. (3) Forged ones: certificates of safe programs, edited
# at random, are never accepted for unsafe variants of these. PWQO_TEST_SEED: where to start; PWQO_TEST_SCALE: how many.
. "$(dirname -- "$0")/../cli/lib.sh"
proof=$SRCDIR/contrib/check-proof
export PWQO PWQO_CHECK
here=$SRCDIR/tests/pairs
scale=${PWQO_TEST_SCALE:-1}
[ "$scale" -gt 0 ] || scale=1
seed=${PWQO_TEST_SEED:-$(date +%s)}
seed=$((seed % 1000000))
echo "seed $seed (PWQO_TEST_SEED=$seed)"

# ---- 1 ----
proved=0 asked=0
for file in $(grep -rl 'truth: safe' "$SRCDIR/models" --include='*.dr' | sort); do
    rm -f "$tmp/m.cert"
    "$PWQO" verify -q --time-limit=60 --engine=pairs "--certificate=$tmp/m.cert" "$file" >"$tmp/out" 2>&1 || continue
    [ -f "$tmp/m.cert" ] || { not_ok "${file#"$SRCDIR"/}: SAFE without a certificate"; continue; }
    if [ "$scale" -gt 1 ] || [ $((proved % 6)) = 0 ]; then # all solvers
        said=$("$proof" --time-limit=60 "$file" "$tmp/m.cert" 2>&1) || { not_ok "$said"; continue; }
        n=$(echo "$said" | sed -n 's/.*(\([0-9]*\) obligations.*/\1/p')
    else
        "$PWQO_CHECK" -q "$tmp/m.cert" >"$tmp/out" 2>&1 || { not_ok "${file#"$SRCDIR"/}: $(cat "$tmp/out")"; continue; }
        "$PWQO" abstract -q --format=smt2 "--template=$tmp/m.cert" "$file" >"$tmp/q.smt2" 2>"$tmp/err" || { not_ok "${file#"$SRCDIR"/}: $(cat "$tmp/err")"; continue; }
        n=$(grep -c check-sat "$tmp/q.smt2")
        if command -v z3 >/dev/null; then timeout 100 z3 "$tmp/q.smt2" >"$tmp/answers" 2>&1; else "$PWQO" solve "$tmp/q.smt2" >"$tmp/answers" 2>&1; fi
        [ "$(sort -u "$tmp/answers")" = unsat ] && [ "$(wc -l <"$tmp/answers")" = "$n" ] || { not_ok "${file#"$SRCDIR"/}: $(grep -vx unsat "$tmp/answers" | head -n 1)"; continue; }
    fi
    proved=$((proved + 1)) asked=$((asked + n))
done
[ "$proved" -ge 45 ] && ok "$proved models with certificates, $asked obligations" || not_ok "only $proved models have certificates"

# mend FILE: gives a text without its last line a checksum.
mend() { printf 'end %s\n' "$(sha256sum <"$1" | cut -d' ' -f1)" >>"$1"; }
# accepted PROGRAM CERT: 0 if both programs and the solver accept it; $leaving is what pwqo-check counted otherwise.
accepted() {
    leaving=
    timeout 60 "$PWQO_CHECK" -q "$2" >"$tmp/said" 2>&1 || {
        code=$?
        [ "$code" -lt 128 ] && [ "$code" != 124 ] || not_ok "pwqo-check died ($code) on a certificate of $1, seed $seed"
        leaving=$(sed -n 's/.*(P3, P4) \([0-9]*\) moves lead to no key.*/\1/p' "$tmp/said")
        return 1
    }
    valid=$((valid + 1))
    timeout 60 "$PWQO" abstract -q --format=smt2 "--template=$2" "$1" >"$tmp/q.smt2" 2>"$tmp/said" || {
        [ $? -lt 128 ] || not_ok "pwqo abstract died on a certificate of $1, seed $seed"
        return 1
    }
    fitting=$((fitting + 1))
    [ "$("$PWQO" solve --time-limit=60 "$tmp/q.smt2" 2>&1 | sort -u)" = unsat ]
}

# ---- 2 ---- Oracle (4): every fact is needed, or redundant.
valid=0 fitting=0 refuted=0 redundant=0
for model in ticket locks/rw_counter ids/allocator_cas counters/monotone two/bakery ticket/semaphore; do
    file=$SRCDIR/models/$model.dr
    "$PWQO" verify -q --engine=pairs "--certificate=$tmp/m.cert" "$file" >/dev/null 2>&1 || { not_ok "$model: no certificate"; continue; }
    i=0
    while [ $i -lt $((4 * scale)) ]; do
        i=$((i + 1))
        awk -v seed=$((seed + i)) -v kind=fact -f "$here/edit_cert.awk" "$tmp/m.cert" >"$tmp/less.cert" || continue
        mend "$tmp/less.cert"
        if accepted "$file" "$tmp/less.cert"; then redundant=$((redundant + 1)); else refuted=$((refuted + 1)); fi
    done
done
[ "$refuted" -gt 0 ] && ok "facts taken away: $refuted refuted, $redundant not needed" || not_ok "no fact is needed ($redundant)"

# ---- 3 ----
# forge MODEL SED-SCRIPT: edits of the certificate of the model, for the model changed by the script, which is unsafe.
total=0 valid=0 fitting=0
forge() {
    file=$SRCDIR/models/$1.dr variant=$tmp/$(basename "$1").dr
    sed "$2" "$file" >"$variant"
    "$PWQO" verify -q --time-limit=60 "$variant" >"$tmp/out" 2>&1
    [ $? = 10 ] || { not_ok "the variant of $1 is not UNSAFE: $(head -n 1 "$tmp/out")"; return; }
    "$PWQO" verify -q --engine=pairs "--certificate=$tmp/own.cert" "$file" >/dev/null 2>&1 || { not_ok "$1: no certificate"; return; }
    hash=$(sha256sum <"$variant" | cut -d' ' -f1)
    sed "3s/^[0-9a-f]*/$hash/" "$tmp/own.cert" | sed '$d' >"$tmp/signed.cert"
    mend "$tmp/signed.cert"
    before=$fitting
    accepted "$variant" "$tmp/signed.cert" && not_ok "the certificate of $1 is accepted for a variant that is unsafe"
    [ "$fitting" -gt "$before" ] || not_ok "the certificate of $1 does not fit its variant: $(head -n 1 "$tmp/said")"
    i=0
    while [ $i -lt $((10 * scale)) ]; do
        i=$((i + 1)) total=$((total + 1)) leaving=
        for attempt in 1 2; do # the second time with the number of leaving moves set right
            awk -v seed=$((seed + i)) -v "leaving=$leaving" -f "$here/edit_cert.awk" "$tmp/signed.cert" >"$tmp/forged.cert"
            mend "$tmp/forged.cert"
            if accepted "$variant" "$tmp/forged.cert"; then
                cp "$tmp/forged.cert" "forged-pairs-$seed.cert"
                not_ok "a forged proof of a variant of $1 is accepted: forged-pairs-$seed.cert, edit $((seed + i))"
            fi
            [ -n "$leaving" ] || break
        done
    done
}
forge ticket 's/assume(s == l)/assume(s <= l)/'
forge locks/rw_counter 's/assume(readers == 0 \&\& !writing)/assume(readers <= 1 \&\& !writing)/'
forge ids/leader_cas 's/^init id != other.id;/init id != 5;/'
forge ticket/semaphore 's/assume(l < s + K)/assume(l <= s + K)/'
forge counting/refcount 's/assume(rc > 0)/assume(rc >= 0)/'
forge locks/tas 's/old = taken; taken = true/old = false; taken = true/'
ok "$total forged certificates: $valid VALID, $fitting that fit, none accepted"
finish
