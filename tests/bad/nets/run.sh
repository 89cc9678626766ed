#!/bin/sh
# Every .pnml and .lola file here has one mistake; NAME.err is the message that pwqo must print, to the byte, with exit code 65 and nothing on standard output.
# Then mistakes in --target.
. "$(dirname -- "$0")/../../cli/lib.sh"
cd "$SRCDIR/tests/bad/nets" || exit 99
for file in *.pnml *.lola; do
    run verify --target='p >= 1' "$file"
    if [ "$code" = 65 ] && [ ! -s "$tmp/out" ] && cmp -s "$tmp/err" "${file%.*}.err"; then
        ok "$file"
    else
        not_ok "$file: exit code $code"
        diff "${file%.*}.err" "$tmp/err"
    fi
done
[ "$passed" -ge 30 ] || not_ok "only $passed files"

# --target, and the message with its place; '' is no target at all
echo 'PLACE p, q, a b; MARKING p: 1; TRANSITION t CONSUME p; PRODUCE q;' | sed 's/, a b//' >"$tmp/net.lola"
refuses() {
    run verify "--target=$1" "$tmp/net.lola"
    if [ "$code" = 65 ] && grep -qF -- "--target:$2: error: $3" "$tmp/err"; then ok "--target='$1'"; else
        not_ok "--target='$1': exit $code"
        cat "$tmp/err"
    fi
}
refuses '' 1:1 'expected a place'
refuses 'p' 1:2 "expected '>='"
refuses 'p > 1' 1:3 "expected '>='"
refuses 'p = ' 1:5 'expected a number'
refuses 'p >= ' 1:6 'expected a number'
refuses 'p >= -1' 1:6 'expected a number'
refuses 'p >= 1000000000000000001' 1:6 'a number out of range'
refuses 'p >= 1 &&' 1:10 'expected a place'
refuses 'p >= 1 q >= 1' 1:8 "expected '&&', '||' or the end"
refuses 'p >= 1 && r >= 1' 1:11 "there is no place 'r'"
refuses '"p >= 1' 1:1 "'\"' is not closed"
run verify "$tmp/net.lola"
if [ "$code" = 65 ] && grep -q 'give one with --target' "$tmp/err"; then ok "no target"; else not_ok "no target: exit $code"; fi
finish
