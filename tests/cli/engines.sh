#!/bin/sh
# Engines and kinds of input: the option, the manual, the help and the table say the same.
. "$(dirname -- "$0")/lib.sh"

model=$SRCDIR/models/ticket.dr
choices=$("$PWQO" verify --help | grep -o -- '--engine=[a-z|]*' | head -n 1)
names=$(echo "${choices#*=auto}" | tr '|' ' ')
if [ -n "$names" ]; then ok "engines:$names"; else not_ok "--help does not list engines: '$choices'"; fi
for name in $names; do
    if grep -q "^| \`$name\` |" "$SRCDIR/doc/manual.md"; then ok "the manual has $name"; else not_ok "doc/manual.md has no row for $name"; fi
done
gives "--engine=cover" 0 verify -q --engine=cover "$model"
gives "no such engine" 64 verify -q --engine=nothing "$model"
"$PWQO" verify --json "$model" | grep -q '"engine":"[a-z]*","rests_on":"[^"]' && ok "the JSON says whose answer it is and on what it rests" ||
    not_ok "JSON: engine, rests_on"

# Every kind of input that an unknown ending is told of is in the manual, in the help and in the page on batch runs.
: >"$tmp/x.unknown"
gives "unknown kind of file" 65 verify "$tmp/x.unknown"
endings=$(sed 's/.*verify takes//' "$tmp/err" | grep -o '\.[a-z][a-z]*')
for ending in $endings; do
    "$PWQO" verify --help | grep -qF "($ending" && ok "--help tells $ending" || not_ok "verify --help does not tell what $ending is"
    grep -qF "\`$ending\`" "$SRCDIR/doc/manual.md" && ok "the manual has $ending" || not_ok "doc/manual.md does not tell $ending"
    grep -qF "\`$ending\`" "$SRCDIR/doc/batch.md" && ok "batch has $ending" || not_ok "doc/batch.md does not tell $ending"
done
[ -n "$endings" ] || not_ok "no endings in '$(cat "$tmp/err")'"
finish
