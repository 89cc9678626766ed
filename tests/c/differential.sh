#!/bin/sh
# Random C programs (tests/tools/gen_c, and gen_c_rows: parts of threads) against their compiled selves, explored under every schedule: an
# assertion that fails there is never SAFE here, and what is UNSAFE here fails there, too. Seeds from PWQO_TEST_SEED on (1), 8 of
# them times PWQO_TEST_SCALE, for each generator in PWQO_TEST_GENERATORS. PWQO_TEST_KEEP: a folder for the programs that disagree.
. "$(dirname -- "$0")/../cli/lib.sh"
[ "$(uname -m)" = x86_64 ] && command -v gcc >/dev/null || { echo "no gcc for x86-64"; exit 77; }
tools=$(dirname -- "$PWQO")/tests/tools
first=${PWQO_TEST_SEED:-1}
count=$((8 * ${PWQO_TEST_SCALE:-1}))

# seen: VIOLATION if an assertion fails with some number of arguments, SAFE if none does, OPEN if there are too many states
explore() {
    seen=SAFE numbers=2
    grep -q 'n = argc' "$tmp/p.c" && numbers="2 3 1 4"
    for argc in $numbers; do
        said=$(MC_N=4 MC_ARGC=$argc MC_LIMIT=60000 timeout 60 "$tmp/mc" | head -n 1)
        case $said in VIOLATION*) seen=$said && return ;; EXHAUSTED-SAFE*) ;; *) seen=OPEN ;; esac
    done
}

differ() {
    not_ok "$1"
    [ -z "$PWQO_TEST_KEEP" ] || cp "$tmp/p.c" "$PWQO_TEST_KEEP/$generator-$seed.c"
}

compare() {
    name="$generator $seed"
    "$tools/$generator" "$seed" >"$tmp/p.c"
    run verify -q --time-limit=6 "$tmp/p.c"
    [ "$code" = 65 ] && refused=$((refused + 1)) && grep -q 'unsupported: \|nothing to verify' "$tmp/err" && ok "$name: refused" && return
    case $code in 0) safe=$((safe + 1)) ;; 10) unsafe=$((unsafe + 1)) ;; 5) ok "$name: not decided" && return ;;
        *) differ "$name: exit $code: $(head -n 1 "$tmp/err")" && return ;; esac
    sh "$SRCDIR/tests/c/native/mc.sh" "$tmp/p.c" "$tmp/mc" >"$tmp/build" 2>&1 || { differ "$name: $(head -n 2 "$tmp/build")"; return; }
    explore
    case $code:$seen in
    0:VIOLATION*) differ "$name: SAFE, but $seen" ;;
    10:SAFE) differ "$name: UNSAFE, but the compiled program is safe" ;;
    *) ok "$name: exit $code, ${seen%% *}" ;;
    esac
}

for generator in ${PWQO_TEST_GENERATORS:-gen_c gen_c_rows}; do
    safe=0 unsafe=0 refused=0 seed=$first
    while [ "$seed" -lt $((first + count)) ]; do
        compare
        seed=$((seed + 1))
    done
    said="$safe SAFE, $unsafe UNSAFE and $refused refused of $count"
    # values of parts that main reads again, or threads leave, are any: many of those programs are not decided
    least=80
    [ "$generator" = gen_c ] || least=25
    [ $(((safe + unsafe + refused) * 100)) -ge $((count * least)) ] && [ $((refused * 3)) -le $((count * 2)) ] && ok "$generator: $said" || not_ok "$generator: only $said"
done
finish
