#!/bin/sh
# headers.sh -- processor seconds to read a megabyte of preprocessed headers (declarations of the system, again and again) with a
# small program behind them, side by side with the compiler's own check of the same text. PWQO: the program.
set -eu
pwqo=${PWQO:-./pwqo} cc=${CC:-cc} tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
for h in pthread stdio stdlib string unistd signal time fcntl errno locale wchar sys/socket sys/stat semaphore inttypes; do echo "#include <$h.h>"; done >"$tmp/p.c"
$cc -E "$tmp/p.c" >"$tmp/p.i"
grep -E '^extern [^;{}#]*\([^;{}]*\)[^;{}]*;$' "$tmp/p.i" | grep -v va_list >"$tmp/declarations"
echo '# 1 "/usr/include/again.h" 1 3 4' >>"$tmp/p.i"
while [ "$(wc -c <"$tmp/p.i")" -lt 1000000 ]; do cat "$tmp/declarations" >>"$tmp/p.i"; done
cat >>"$tmp/p.i" <<'END'
# 100 "p.c" 2
void reach_error(void);
int g;
void *w(void *p) { if (g) reach_error(); return p; }
int main(void) { pthread_t t; return pthread_create(&t, 0, w, 0); }
END
seconds() {
    env time -f %U -o "$tmp/time" "$@" >"$tmp/out" 2>&1 || { cat "$tmp/out" >&2; exit 1; }
    tail -n 1 "$tmp/time"
}
printf 'bytes\tpwqo\tcompiler\n'
for _ in 1 2 3 4 5; do
    printf '%s\t%s\t%s\n' "$(wc -c <"$tmp/p.i")" "$(seconds "$pwqo" fmt --to=dr "$tmp/p.i")" "$(seconds $cc -w -fsyntax-only "$tmp/p.i")"
done
