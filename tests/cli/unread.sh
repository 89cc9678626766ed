#!/bin/sh
# Options for files that are not read: --json has an object for every file, -D is never forgotten.
. "$(dirname -- "$0")/lib.sh"
nets=$SRCDIR/tests/nets
echo 'thread' >"$tmp/bad.dr"
run verify --json "$tmp/none.dr" "$nets/mutex.tts" "$tmp/bad.dr" "$tmp/kind.xyz"
[ "$code" = 66 ] && ok "three bad files and a good one" || not_ok "three bad files and a good one: exit $code"
[ "$(grep -c '^{"tool":"pwqo"' "$tmp/out")" = 4 ] && ok "an object for every file" || not_ok "an object for every file: $(cat "$tmp/out")"
prints "the file that is not there" '"verdict":null,"reason":"unreadable"'
prints "the file that is no program" '"verdict":null,"reason":"bad-input"'
run verify "$tmp/none.dr"
[ ! -s "$tmp/out" ] && ok "without --json nothing is printed" || not_ok "without --json: $(cat "$tmp/out")"
for file in "$nets/mutex.tts" "$nets/buffer.spec"; do
    gives "-D for ${file##*/}" 65 verify -DK=1 "$file"
    says "-D for ${file##*/}: the reason" "is no program, and has no constants"
done
run abstract --format=drt "$SRCDIR/models/ticket.dr"
cp "$tmp/out" "$tmp/ticket.drt"
gives "-D for a template" 65 verify -DK=1 "$tmp/ticket.drt"
gives "-D for a template, abstract" 65 abstract -DK=1 "$tmp/ticket.drt"
gives "-D for a template, explore" 65 explore -n 2 -DK=1 "$tmp/ticket.drt"
finish
