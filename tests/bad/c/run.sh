#!/bin/sh
# Every file NAME.c here has one thing that is refused; NAME.err is the message, to the byte, with exit code 65 and
# nothing on standard output. No header is included, so the messages do not depend on the system.
. "$(dirname -- "$0")/../../cli/lib.sh"
cd "$SRCDIR/tests/bad/c" || exit 99
for file in *.c; do
    name=${file%.c}
    run verify "$file"
    if [ "$code" = 65 ] && [ ! -s "$tmp/out" ] && cmp -s "$tmp/err" "$name.err"; then
        ok "$name"
    else
        not_ok "$name: exit code $code"
        diff "$name.err" "$tmp/err"
    fi
done
[ "$passed" -ge 80 ] || not_ok "only $passed files"
finish
