#!/bin/sh
# Every file NAME.dr here has one mistake (several.dr: four); NAME.err is the message that pwqo must print, to the byte, with exit code 65 and
# nothing on standard output. A file that fmt rejects, too, must be rejected with the same words.
. "$(dirname -- "$0")/../cli/lib.sh"
cd "$SRCDIR/tests/bad" || exit 99
for file in *.dr; do
    name=${file%.dr}
    run explore "$file" -n 2
    if [ "$code" = 65 ] && [ ! -s "$tmp/out" ] && cmp -s "$tmp/err" "$name.err"; then
        ok "$name"
    else
        not_ok "$name: exit code $code"
        diff "$name.err" "$tmp/err"
    fi
    run fmt "$file"
    [ "$code" = 0 ] && continue
    cmp -s "$tmp/err" "$name.err" || not_ok "$name: fmt says something else"
done
[ "$passed" -ge 60 ] || not_ok "only $passed files"
finish
