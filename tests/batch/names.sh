#!/bin/sh
# File names of any bytes: the table stays a table, the page stays UTF-8.
. "$(dirname -- "$0")/lib.sh"
escape=$(printf '\033')
mkdir "$tmp/m"
odd="$tmp/m/a
b${escape}[2J.dr"
latin="$tmp/m/$(printf 'caf\351\302\205.dr')"
utf="$tmp/m/$(printf 'caf\303\251.dr')"
for file in "$odd" "$latin" "$utf"; do echo safe >"$file" || { skip "no such names here"; finish; }; done
run batch "$tmp/m" --program="$FAKE" --out="$tmp/r"
same "rows of the table" 3 "$(grep -c '  safe  ' "$tmp/out")"
holds "no control characters in the table" test -z "$(tr -d '\n' <"$tmp/out" | LC_ALL=C tr -cd '\001-\037\177')"
prints "a new line and an escape are shown as such" "a?b?[2J.dr"
prints "what is text stays" "$(printf 'caf\303\251.dr')"
for file in report.html time.svg scatter.svg; do
    [ -f "$tmp/r/$file" ] || continue
    if command -v iconv >/dev/null 2>&1; then
        holds "$file is UTF-8" iconv -f UTF-8 -t UTF-16 "$tmp/r/$file" -o "$tmp/utf16"
    fi
    holds "$file has no control characters" test -z "$(LC_ALL=C tr -cd '\001-\010\013\014\016-\037\177' <"$tmp/r/$file")"
done
if "$JSON" <"$tmp/r/results.json" >/dev/null; then ok "results.json is well-formed"; else not_ok "results.json is well-formed"; fi
run verify "$latin" --report="$tmp/page.html"
if [ -f "$tmp/page.html" ] && command -v iconv >/dev/null 2>&1; then
    holds "the page of a verdict is UTF-8" iconv -f UTF-8 -t UTF-16 "$tmp/page.html" -o "$tmp/utf16"
fi
finish
