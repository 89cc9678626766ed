#!/bin/sh
# `make install DESTDIR=...`, and a program compiled against what is there then: header, library (shared and static), pkg-config file.
. "$(dirname -- "$0")/../cli/lib.sh"

root=$tmp/root
if ! ${MAKE:-make} install DESTDIR="$root" >"$tmp/log" 2>&1; then
    tail -n 5 "$tmp/log"
    not_ok "make install DESTDIR"
    finish
fi
ok "make install DESTDIR"
for file in bin/pwqo include/pwqo.h lib/pkgconfig/pwqo.pc share/man/man1/pwqo.1; do
    if find "$root" -path "*/$file" | grep -q .; then ok "$file is installed"; else not_ok "$file is not installed"; fi
done
lib=$(dirname "$(find "$root" -name pkgconfig -type d)")
PKG_CONFIG_LIBDIR=$lib/pkgconfig:$(pkg-config --variable pc_path pkg-config)
PKG_CONFIG_SYSROOT_DIR=$root
export PKG_CONFIG_LIBDIR PKG_CONFIG_SYSROOT_DIR
compiler="${CC:-cc} ${CFLAGS:-}"

# compiled NAME ARGUMENT...: the example with these libraries runs and finds nothing wrong.
compiled() {
    name=$1
    shift
    # shellcheck disable=SC2046,SC2086
    if ! $compiler -Wall -Wextra -Werror -o "$tmp/example" "$SRCDIR/tests/api/example.c" $(pkg-config --cflags pwqo) "$@" 2>"$tmp/log"; then
        head -n 5 "$tmp/log"
        not_ok "$name: does not compile"
    elif LD_LIBRARY_PATH=$lib "$tmp/example" "$SRCDIR/models" >"$tmp/log" 2>&1; then
        ok "$name"
    else
        not_ok "$name: $(grep -v '^ok' "$tmp/log" | head -n 5)"
    fi
}

shared=$(find "$lib" -name 'libpwqo.so')
# shellcheck disable=SC2046
if [ -n "$shared" ]; then
    compiled "shared library" $(pkg-config --libs pwqo)
    foreign=$(nm -D --defined-only "$shared" | awk '$2 ~ /[A-Z]/ { print $3 }' | grep -v '^pwqo_')
    if [ -z "$foreign" ]; then ok "only pwqo_ names are exported"; else not_ok "exported: $(echo "$foreign" | head -n 3)"; fi
fi
for file in "$shared" "$(find "$root" -path '*/bin/pwqo')" "$(find "$root" -path '*/bin/pwqo-check')"; do
    [ -n "$file" ] || continue
    needed=$(objdump -p "$file" | awk '/NEEDED/ { print $2 }' | grep -vE '^lib(c|gmp|asan|ubsan)\.so|^libpwqo\.so|^ld-')
    if [ -z "$needed" ]; then ok "${file##*/} needs GMP and libc only"; else not_ok "${file##*/} needs $needed"; fi
done
if [ -f "$lib/libpwqo.a" ]; then compiled "static library" "$lib/libpwqo.a" -lgmp; fi
if command -v c++ >/dev/null; then
    printf '#include <pwqo.h>\nint main() { return pwqo_version()[0] == 0; }\n' >"$tmp/a.cc"
    # shellcheck disable=SC2046
    if c++ -fsyntax-only $(pkg-config --cflags pwqo) "$tmp/a.cc"; then ok "the header is C++ too"; else not_ok "the header is not C++"; fi
fi
finish
