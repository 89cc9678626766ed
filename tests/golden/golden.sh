#!/bin/sh
# The tool that records and compares outputs: two recordings of one program agree; a program that
# says one word differently, or leaves out a line of a certificate, is noticed.
. "$(dirname -- "$0")/../cli/lib.sh"
golden="$SRCDIR/tests/golden/golden"
sample=23

"$golden" record --sample=$sample "$PWQO" "$tmp/a" >"$tmp/said" || not_ok "recording"
grep -q ' runs recorded' "$tmp/said" && ok "recorded: $(cat "$tmp/said")"
"$golden" record --sample=$sample "$PWQO" "$tmp/b" >/dev/null
if "$golden" compare "$tmp/a" "$tmp/b" >"$tmp/said"; then ok "same program, same recording"; else not_ok "$(cat "$tmp/said")"; fi

# changed NAME SCRIPT: a pwqo with SCRIPT after the run is told apart.
changed() {
    mkdir -p "$tmp/$1"
    printf '#!/bin/sh\n"%s" "$@" >"%s/o"\ncode=$?\n%s\nexit $code\n' "$PWQO" "$tmp" "$2" >"$tmp/$1/pwqo"
    ln -s "$PWQO_CHECK" "$tmp/$1/pwqo-check"
    chmod +x "$tmp/$1/pwqo"
    "$golden" record --sample=$sample "$tmp/$1/pwqo" "$tmp/$1/rec" >/dev/null
    if "$golden" compare "$tmp/a" "$tmp/$1/rec" >"$tmp/said"; then not_ok "$1 is not noticed"
    elif grep -q "^differs: " "$tmp/said"; then ok "$1 is noticed"
    else not_ok "$1: $(cat "$tmp/said")"; fi
}
changed "another word" "sed 's/SAFE for/SURE for/' \"$tmp/o\""
changed "a line less in files" "cat \"$tmp/o\"; for a; do case \$a in --certificate=*) f=\${a#*=}; [ ! -f \"\$f\" ] || sed -i 2d \"\$f\" ;; esac; done"
finish
