#!/bin/sh
# Against compiled programs: an explorer (native/mc.c) runs the machine code of a program under every schedule, for a
# bounded number of threads. An assertion that fails there is never SAFE here; one that fails here fails there.
# x86-64 with gcc only. Every ninth program by default, all of them with PWQO_TEST_SCALE above 1.
. "$(dirname -- "$0")/../cli/lib.sh"
[ "$(uname -m)" = x86_64 ] && command -v gcc >/dev/null || { echo "no gcc for x86-64"; exit 77; }
native=$SRCDIR/tests/c/native
. "$native/explored.sh"
step=9 number=0
[ "${PWQO_TEST_SCALE:-1}" -gt 1 ] && step=1
for file in "$SRCDIR"/models/c/*.c "$SRCDIR"/models/c/everyday/*.c; do
    number=$((number + 1))
    [ $((number % step)) = 0 ] || continue
    # the explorer does not know that functions of this name are one step
    grep -q __VERIFIER_atomic "$file" && continue
    name=$(basename "$file" .c)
    sh "$native/mc.sh" "$file" "$tmp/mc" >"$tmp/build" 2>&1 || { not_ok "$name: $(head -n 2 "$tmp/build")"; continue; }
    seen=$(export MC_ND=0,1,2,-1 && explored "$file" "$tmp/mc" 3 60000)
    run verify -q --time-limit=6 "$file"
    case $code:$seen in
    0:VIOLATION*) not_ok "$name: SAFE, but $seen" ;;
    10:EXHAUSTED-SAFE*"(limit)"*) ok "$name: unsafe with more threads" ;;
    10:EXHAUSTED-SAFE*) not_ok "$name: UNSAFE, but the compiled program is safe with all its threads" ;;
    0:* | 5:* | 10:*) ok "$name: exit $code, ${seen%% *}" ;;
    *) not_ok "$name: exit $code: $(head -n 1 "$tmp/err")" ;;
    esac
done
finish
