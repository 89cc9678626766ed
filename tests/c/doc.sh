#!/bin/sh
# doc/c.md is executed: its C files are written down, its commands run, and print what it says.
. "$(dirname -- "$0")/../cli/lib.sh"
command -v "${CC:-cc}" >/dev/null || command -v cc >/dev/null || { echo "no C preprocessor"; exit 77; }
awk -v dir="$tmp" '/^```c / { file = dir "/" $2; next } /^```console/ { file = dir "/commands"; next } /^```/ { file = ""; next } file { print >> file }' \
    "$SRCDIR/doc/c.md"
case $PWQO in /*) program=$PWQO ;; *) program=$(pwd)/$PWQO ;; esac
cd "$tmp" || exit 99
while read -r line; do
    case $line in
    '$ pwqo '*) command=${line#'$ pwqo '} ;;
    *)
        # shellcheck disable=SC2086
        said=$("$program" $command 2>&1)
        if [ "$said" = "$line" ]; then ok "pwqo $command"; else not_ok "pwqo $command: '$said', not '$line'"; fi
        ;;
    esac
done <commands
[ "$passed" -ge 2 ] || not_ok "only $passed commands"
finish
