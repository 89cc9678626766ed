#!/bin/sh
# quickstart with a configure and a make that only pretend: what it builds and when, and that the caller's folder stays the current one.
. "$(dirname -- "$0")/lib.sh"

for tool in cc autoreconf automake libtoolize pkg-config; do
    command -v "$tool" >/dev/null || { skip "no $tool: quickstart would install it"; finish; }
done
mkdir -p "$tmp/tree/src" "$tmp/tree/include" "$tmp/bin" "$tmp/elsewhere"
cp "$SRCDIR/quickstart" "$tmp/tree/"
: >"$tmp/tree/configure.ac"
: >"$tmp/tree/Makefile.am"
printf '#!/bin/sh\necho configured >>../calls\necho "have_check = $(cat ../has_check)" >Makefile\n' >"$tmp/tree/configure"
echo no >"$tmp/tree/has_check"
cat >"$tmp/bin/make" <<'END'
#!/bin/sh
echo "make $*" >>../calls
[ ! -f ../broken ] || exit 2
printf '#!/bin/sh\ncat "$2"\n' >pwqo
chmod +x pwqo
END
chmod +x "$tmp/tree/configure" "$tmp/bin/make"
echo here >"$tmp/elsewhere/file"
calls() { [ ! -f "$tmp/tree/calls" ] || cat "$tmp/tree/calls"; rm -f "$tmp/tree/calls"; }
quickstart() { out=$(cd "$tmp/elsewhere" && PATH=$tmp/bin:$PATH ../tree/quickstart "$@" 2>"$tmp/err"); code=$?; }

# expect NAME OUTPUT CODE CALLS
expect() {
    did=$(calls | sed 's/-j[0-9]*//' | tr -s ' \n' ' ')
    if [ "$out" = "$2" ] && [ "$code" = "$3" ] && [ "$did" = "$4" ]; then ok "$1"; else not_ok "$1: '$out', exit $code, did '$did': $(cat "$tmp/err")"; fi
}

quickstart print file
expect "the first run builds and runs where it was called" here 0 "configured make "
quickstart print file
expect "the second runs at once" here 0 ""
sleep 1.1
: >"$tmp/tree/src/new.c"
quickstart print file
expect "a changed source is built" here 0 "make "
quickstart
case $out in *"quickstart new lock.dr"*) ok "alone it shows what to do next" ;; *) not_ok "alone: '$out'" ;; esac
quickstart print missing
expect "the program's exit code is the script's" "" 1 ""
sleep 1.1
: >"$tmp/tree/src/newer.c"
: >"$tmp/tree/broken"
quickstart print file
expect "a failed build is told" "" 70 "make "
says "a failed build: the log is named" "build/quickstart.log"
rm "$tmp/tree/broken"
quickstart print file
expect "and tried again" here 0 "make "
# Helpers that only pretend: nothing is to be installed.
for helper in z3 cvc5 valgrind clang dot man xmllint git chromium nvim emacs; do
    printf '#!/bin/sh\n' >"$tmp/bin/$helper"
    chmod +x "$tmp/bin/$helper"
done
echo yes >"$tmp/tree/has_check"
quickstart check
expect "a build from before Check was there is configured again" "" 0 "configured make make check "
quickstart check
expect "one with Check is not" "" 0 "make make check "
if grep -q '^have_check = yes' Makefile; then ok "the Makefile says that Check is there"; else not_ok "the Makefile does not say that Check is there"; fi
finish
