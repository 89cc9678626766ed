#!/bin/sh
# Programs in everyday style (models/c/everyday) and in the style of SV-COMP (models/c/svcomp): each compiles, its verdict does not
# contradict its truth and is the expected one where one is stated. Every third by default, all with PWQO_TEST_SCALE above 1.
. "$(dirname -- "$0")/../cli/lib.sh"
. "$SRCDIR/tests/c/native/compiled.sh"
cd "$SRCDIR/models/c" || exit 99
step=3 number=${PWQO_TEST_SEED:-0} decided=0 all=0
[ "${PWQO_TEST_SCALE:-1}" -gt 1 ] && step=1
for file in everyday/*.c svcomp/*.c; do
    number=$((number + 1))
    [ $((number % step)) = 0 ] || continue
    truth=$(sed -n '1s/.*truth: \([a-z]*\).*/\1/p' "$file")
    expect=$(sed -n '1s/.*expect: \([a-z]*\).*/\1/p' "$file")
    limit=300 # of a shared machine: what has an expected verdict has it in seconds
    [ -n "$expect" ] || limit=2
    all=$((all + 1))
    run verify -q --time-limit=$limit "$file"
    case $code in 0) verdict=safe ;; 10) verdict=unsafe ;; 5) verdict=unknown ;; *) verdict=$code ;; esac
    [ "$verdict" = unknown ] || decided=$((decided + 1))
    if [ "$verdict" != unknown ] && [ "$verdict" != "$truth" ]; then not_ok "$file is $truth, the verdict is $verdict"
    elif [ -n "$expect" ] && [ "$verdict" != "$expect" ]; then not_ok "$file: $verdict, expected $expect"
    else ok "$file: $verdict"; fi
    case $file in svcomp/*) gcc -std=gnu11 -w -fsyntax-only "$file" 2>"$tmp/err" || not_ok "$file does not compile" ;;
        *) compiled "$file" "$truth" -Wall -Werror ;; esac
done
[ $((decided * 5)) -ge $((all * 4)) ] && ok "$decided of $all decided" || not_ok "only $decided of $all decided"
finish
