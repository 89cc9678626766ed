#!/bin/sh
# No invalid access, no use of uninitialised memory and no leak, by valgrind.
. "$(dirname -- "$0")/lib.sh"

command -v valgrind >/dev/null || { skip "no valgrind"; finish; }
if grep -q __asan_init "$PWQO"; then skip "the build has sanitizers of its own"; finish; fi

# valgrind may not be able to read the debugging information of a newer compiler: then without it.
program=$PWQO
if valgrind -q "$PWQO" --version 2>&1 </dev/null | grep -q "debuginfo reader"; then
    program=$tmp/pwqo
    objcopy --strip-debug "$PWQO" "$program" || { not_ok "objcopy --strip-debug"; finish; }
fi

# clean NAME CODE ARGUMENT...
clean() {
    name=$1 want=$2
    shift 2
    valgrind -q --leak-check=full --show-leak-kinds=all --error-exitcode=99 "$program" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
    code=$?
    if [ "$code" = "$want" ] && ! grep -q '^==' "$tmp/err"; then ok "valgrind: $name"; else
        not_ok "valgrind: $name: exit $code"
        head -n 20 "$tmp/err"
    fi
}

clean help 0 help
clean "a usage error" 64 help --no-such-option
if available verify; then
    clean "verify models/ticket.dr" 0 verify "$SRCDIR/models/ticket.dr"
    clean "verify, with everything written" 0 verify "$SRCDIR/models/ticket.dr" --certificate="$tmp/c" --trace="$tmp/t" --report="$tmp/r.html" --basis="$tmp/b"
    printf 'shared int x = ;\n' >"$tmp/bad.dr"
    clean "verify of a syntax error" 65 verify "$tmp/bad.dr"
fi
if available explore; then
    printf 'shared int x = 0;\nthread t { while (true) x = x + 1; }\n' >"$tmp/count.dr"
    clean "explore, stopped by memory" 5 explore -n 2 "$tmp/count.dr" --memory-limit=1
fi
finish
