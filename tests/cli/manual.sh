#!/bin/sh
# The manual pages: well formed, with the sections one looks for.
. "$(dirname -- "$0")/lib.sh"

# page FILE
page() {
    for section in NAME SYNOPSIS DESCRIPTION "EXIT STATUS" EXAMPLES LIMITS; do
        if grep -q "^\\.SH \"*$section\"*\$" "$1"; then ok "$1: $section"; else not_ok "$1: no section $section"; fi
    done
    if ! command -v man >/dev/null || ! man --version >/dev/null 2>&1; then skip "no man"; return; fi
    man --warnings -E UTF-8 -l -Tutf8 -Z "$1" >/dev/null 2>"$tmp/warnings"
    if [ -s "$tmp/warnings" ]; then not_ok "$1: $(head -n 3 "$tmp/warnings")"; else ok "$1: man --warnings"; fi
}

for name in pwqo.1 pwqo-check.1; do
    [ ! -f "$name" ] || page "$name"
done
"$PWQO" --man >"$tmp/now"
if cmp -s "$tmp/now" pwqo.1; then ok "pwqo.1 is what the tables say"; else not_ok "pwqo.1 is out of date"; fi
finish
