#!/bin/sh
# doc/map.md has a line for every file of src, and none for a file that is not there.
. "$(dirname -- "$0")/../cli/lib.sh"
cd "$SRCDIR" || exit 99
awk '/^## `src/ { gsub(/[`#]/, ""); folder = $1; next }
    /^\| `/ { split($0, f, "`"); print folder "/" f[2] }' doc/map.md | sort >"$tmp/mapped"
find src -name '*.c' -o -name '*.h' -o -name '*.def' -o -name '*.inc' | grep -v 'cli/build-id.h' |
    sed 's/\.[a-z]*$//' | sort -u >"$tmp/stems"
sed 's/\.\[[a-z]*\]$//; s/\.[a-z]*$//' "$tmp/mapped" | sort -u >"$tmp/named"
missing=$(comm -23 "$tmp/stems" "$tmp/named" | tr '\n' ' ')
gone=$(comm -13 "$tmp/stems" "$tmp/named" | tr '\n' ' ')
[ -z "$missing" ] && ok "every file is on the map" || not_ok "not on doc/map.md: $missing"
[ -z "$gone" ] && ok "nothing on the map is gone" || not_ok "on doc/map.md, but gone: $gone"
twice=$(sed 's/\.\[[a-z]*\]$//; s/\.[a-z]*$//' "$tmp/mapped" | sort | uniq -d | tr '\n' ' ')
[ -z "$twice" ] && ok "nothing is on the map twice" || not_ok "twice on doc/map.md: $twice"
[ "$(grep -c '| ? |' doc/map.md)" = 0 ] && ok "every line says what" || not_ok "lines without a text on doc/map.md"
finish
