#!/bin/sh
# Forged proofs. Each program here is unsafe, so no certificate may pass for it: not one that was made for the same program with something left
# out (properties, initial states, rows, labels, counts ...), and not one that was edited afterwards. A forgery counts only if pwqo-check says
# VALID, pwqo abstract finds its structure to be that of the program, and all obligations are unsat.
# FORGE_SEED: where to start; PWQO_TEST_SCALE: how many.
. "$(dirname -- "$0")/lib.sh"
forge=${FORGE:-$(dirname -- "$PWQO")/tests/tools/forge}
scale=${PWQO_TEST_SCALE:-1}
[ "$scale" -gt 0 ] || scale=1
seed=${FORGE_SEED:-$(date +%j%H%M)}
seed=$((${seed#0}))
each=$((24 * scale))
total=0 valid=0 fitting=0
echo "seed $seed (FORGE_SEED=$seed)"

# AddressSanitizer reserves terabytes of address space: no limit there.
limit_memory() { grep -q __asan_init "$PWQO_CHECK" || ulimit -v 2000000; }

# solved FILE: all questions are unsat. z3 is faster on some, but the answer must not depend on what is installed.
solved() { [ "$("$PWQO" solve --time-limit=60 "$1" 2>&1 | sort -u)" = unsat ]; }

# judge PROGRAM DIR: the certificates in DIR, for PROGRAM.
judge() {
    (limit_memory && timeout 300 "$PWQO_CHECK" -q "$2"/*.cert) >"$tmp/verdicts" 2>&1
    [ $? -lt 128 ] || not_ok "pwqo-check died on the certificates of $1, seed $seed"
    total=$((total + $(ls "$2" | wc -l)))
    sed -n 's/: VALID.*//p' "$tmp/verdicts" >"$tmp/valid"
    while read -r cert; do
        valid=$((valid + 1))
        "$PWQO" abstract -q --time-limit=60 --format=smt2 "--template=$cert" "$1" >"$tmp/all.smt2" 2>"$tmp/err"
        code=$?
        case $code in
        0) ;;
        65) continue ;;
        *) not_ok "pwqo abstract of $cert for $1: exit $code, seed $seed"; continue ;;
        esac
        fitting=$((fitting + 1))
        solved "$tmp/all.smt2" || continue
        cp "$cert" "forged-$seed.cert"
        not_ok "a forged proof of $1 is accepted: forged-$seed.cert, $(basename "$cert"), seed $seed"
    done <"$tmp/valid"
}

# forge_program PROGRAM: templates of it, edited; those that are safe then, as certificates of PROGRAM; and these edited.
forge_program() {
    hash=$(sha256sum <"$1" | cut -d' ' -f1)
    rm -rf "$tmp/drt" "$tmp/made" "$tmp/signed" "$tmp/edited"
    mkdir "$tmp/drt" "$tmp/made" "$tmp/signed" "$tmp/edited"
    "$PWQO" abstract -q --format=drt "$1" >"$tmp/own.drt" 2>/dev/null || { cp "$1" "$tmp/own.drt"; }
    "$forge" drt "$seed" "$each" "$tmp/own.drt" "$tmp/drt" || { not_ok "forge"; return; }
    "$PWQO" verify -q --time-limit=60 ${2:+"$2"} "--certificate=$tmp/made" "$tmp/drt"/*.drt >"$tmp/log" 2>&1
    set -- "$1" "$tmp/made"/*.cert
    [ -f "$2" ] || { echo "no safe variant of $1 at seed $seed"; return; }
    model=$1
    shift
    "$forge" sign "$hash" "$model" "$tmp/signed" "$@" || not_ok "forge sign"
    judge "$model" "$tmp/signed"
    first=$seed
    for cert in "$@"; do
        "$forge" cert "$first" 8 "$cert" "$tmp/edited" "$hash" "$model" || not_ok "forge cert $first $cert"
        first=$((first + 8))
    done
    judge "$model" "$tmp/edited"
}

kinds=$("$forge" list | wc -l)
if [ "$kinds" -ge 40 ]; then ok "$kinds kinds of edits"; else not_ok "only $kinds kinds of edits"; fi
# Programs with what forgers like: a label twice in a property, two labels at one place, counted threads, an initial formula.
cat >"$tmp/twice.dr" <<'DR'
shared mutex m;
thread t { while (true) { lock(m); A: skip; unlock(m); } }
unsafe count(A) >= 1 && count(A) >= 1;
DR
cat >"$tmp/both.dr" <<'DR'
shared mutex m;
thread t { while (true) { lock(m); A: B: skip; unlock(m); } }
thread u[1] { C: skip; }
unsafe count(A) >= 1 && count(B) >= 1 && count(C) >= 1;
DR
cat >"$tmp/init.dr" <<'DR'
shared int x;
init x == 1 || x == 0;
predicate zero = x == 0;
thread t[2] { assume(x == 0); A: x = 1; B: skip; }
unsafe count(A) >= 2;
unsafe count(B) >= 2;
DR
count=0
for model in "$tmp/twice.dr" "$tmp/both.dr" "$tmp/init.dr" sync/stop_flag_bug.dr sync/semaphore_bug.dr init/once_bug.dr teardown/battery_bug.dr ids/allocator_bug.dr counters/lost_update.dr \
    locks/ttas_split.dr two/peterson_bug.dr counters/pairs_bug.dr locks/rw_flags_bug.dr ticket_nonatomic.dr templates/swap.drt templates/decrement_equal.drt; do
    count=$((count + 1))
    [ "$scale" -gt 1 ] || [ "$count" -le 3 ] || [ $(((count + seed) % 5)) = 0 ] || continue
    case $model in /*) ;; *) model=$SRCDIR/models/$model ;; esac
    run verify -q "$model"
    if [ "$code" != 10 ]; then not_ok "$model is not unsafe: there is nothing to forge"; continue; fi
    closure=$((count % 3))
    before=$failed
    forge_program "$model" "$(case $closure in 1) echo --closure=paper ;; 2) echo --closure=sharp ;; esac)"
    [ "$failed" = "$before" ] && ok "no forged proof of ${model##*/} is accepted"
    seed=$((seed + each))
done
echo "$total forgeries, $valid of them VALID, $fitting of these with the structure of the program"
if [ "$valid" -gt $((total / 40)) ]; then ok "there was something to refuse"; else not_ok "only $valid of $total forgeries are VALID: the forger is too clumsy"; fi
finish
