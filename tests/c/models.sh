#!/bin/sh
# The programs of models/c: each compiles without a warning and runs, its verdict does not contradict its truth, and is the
# expected one where one is stated; most are decided.
. "$(dirname -- "$0")/../cli/lib.sh"
. "$SRCDIR/tests/c/native/compiled.sh"
cd "$SRCDIR/models/c" || exit 99
decided=0 all=0
for file in *.c; do
    truth=$(sed -n '1,10s/.*truth: \([a-z]*\).*/\1/p' "$file" | head -n 1)
    expect=$(sed -n '1,10s/.*expect: \([a-z]*\).*/\1/p' "$file" | head -n 1)
    limit=90 # the sanitizers make everything several times slower
    [ -n "$expect" ] || limit=3
    all=$((all + 1))
    run verify -q --time-limit=$limit "$file"
    case $code in 0) verdict=safe ;; 10) verdict=unsafe ;; 5) verdict=unknown ;; *) verdict=$code ;; esac
    [ "$verdict" = unknown ] || decided=$((decided + 1))
    if [ "$verdict" != unknown ] && [ "$verdict" != "$truth" ]; then not_ok "$file is $truth, the verdict is $verdict"
    elif [ -n "$expect" ] && [ "$verdict" != "$expect" ]; then not_ok "$file: $verdict, expected $expect"
    else ok "$file: $verdict"; fi
    compiled "$file" "$truth" -Wall -Werror
done
[ "$all" -ge 70 ] || not_ok "only $all programs"
[ $((decided * 5)) -ge $((all * 4)) ] && ok "$decided of $all decided" || not_ok "only $decided of $all decided"
finish
