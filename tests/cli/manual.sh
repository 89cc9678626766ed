#!/bin/sh
# The manual pages: well formed, with the sections one looks for.
. "$(dirname -- "$0")/lib.sh"

# The commands of the section EXAMPLES, as they stand there, do what they say.
examples() {
    builddir=$(pwd)
    sed -n '/^\.SH EXAMPLES/,/^\.SH LIMITS/s/^\.B //p' "$1" | sed 's/\\-/-/g' >"$tmp/examples"
    while read -r line; do
        if (cd "$tmp" && PATH=$builddir:$PATH sh -c "$line") >"$tmp/out" 2>&1; then ok "$1: $line"; else not_ok "$1: $line"; fi
    done <"$tmp/examples"
}

# page FILE
page() {
    for section in NAME SYNOPSIS DESCRIPTION "EXIT STATUS" EXAMPLES LIMITS; do
        if grep -q "^\\.SH \"*$section\"*\$" "$1"; then ok "$1: $section"; else not_ok "$1: no section $section"; fi
    done
    if ! command -v man >/dev/null || ! man --version >/dev/null 2>&1; then skip "no man"; return; fi
    man --warnings -E UTF-8 -l -Tutf8 -Z "$1" >/dev/null 2>"$tmp/warnings"
    if [ -s "$tmp/warnings" ]; then not_ok "$1: $(head -n 3 "$tmp/warnings")"; else ok "$1: man --warnings"; fi
}

ln -s "$(cd "$SRCDIR" && pwd)/models" "$tmp/models"
ln -s "$(cd "$SRCDIR" && pwd)/contracts" "$tmp/contracts"
./pwqo --man >"$tmp/now"
if cmp -s "$tmp/now" pwqo.1; then ok "pwqo.1 is what the tables say"; else not_ok "pwqo.1 is out of date"; fi
for page in pwqo.1 "$SRCDIR/doc/pwqo-check.1"; do
    name=$(basename "$page" .1)
    page "$page"
    examples "$page"
    # Every option of the help is in the manual.
    "./$name" --help | grep -o -- '--[a-z][a-z-]*' | sort -u >"$tmp/help"
    sed 's/\\-/-/g' "$page" | grep -o -- '--[a-z][a-z-]*' | sort -u >"$tmp/manual"
    missing=$(comm -23 "$tmp/help" "$tmp/manual" | tr '\n' ' ')
    if [ -z "$missing" ]; then ok "$name.1 has the options of --help"; else not_ok "$name.1 lacks $missing"; fi
done
finish
