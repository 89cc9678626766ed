#!/bin/sh
# Random C programs (tests/tools/gen_c) against their compiled selves, explored under every schedule: an assertion that fails there
# is never SAFE here, one that fails here fails there. Seeds from PWQO_TEST_SEED on (1), 8 of them times PWQO_TEST_SCALE.
. "$(dirname -- "$0")/../cli/lib.sh"
[ "$(uname -m)" = x86_64 ] && command -v gcc >/dev/null || { echo "no gcc for x86-64"; exit 77; }
generate=$(dirname -- "$PWQO")/tests/tools/gen_c
seed=${PWQO_TEST_SEED:-1}
last=$((seed + 8 * ${PWQO_TEST_SCALE:-1} - 1))
decided=0 safe=0 all=0
while [ "$seed" -le "$last" ]; do
    name="seed $seed"
    "$generate" "$seed" >"$tmp/p.c"
    seed=$((seed + 1)) all=$((all + 1))
    sh "$SRCDIR/tests/c/native/mc.sh" "$tmp/p.c" "$tmp/mc" >"$tmp/build" 2>&1 || { not_ok "$name: $(head -n 2 "$tmp/build")"; continue; }
    seen=$(MC_N=4 MC_LIMIT=60000 timeout 60 "$tmp/mc" | head -n 1)
    run verify -q --time-limit=6 "$tmp/p.c"
    [ "$code" = 5 ] || decided=$((decided + 1))
    [ "$code" = 0 ] && safe=$((safe + 1))
    case $code:$seen in
    0:VIOLATION*) not_ok "$name: SAFE, but $seen" ;;
    10:EXHAUSTED-SAFE*) not_ok "$name: UNSAFE, but the compiled program is safe" ;;
    0:* | 5:* | 10:*) ok "$name: exit $code, ${seen%% *}" ;;
    *) not_ok "$name: exit $code: $(head -n 1 "$tmp/err")" ;;
    esac
done
[ $((decided * 5)) -ge $((all * 4)) ] && ok "$decided of $all decided, $safe safe" || not_ok "only $decided of $all decided"
finish
