#!/bin/sh
# Output that cannot be written must not look like success.
. "$(dirname -- "$0")/lib.sh"

# refused NAME: the last command's code is in $code, its messages in $tmp/err.
refused() {
    if [ "$code" != 74 ]; then not_ok "$1: exit $code, not 74"
    elif [ ! -s "$tmp/err" ]; then not_ok "$1: no message"
    else ok "$1"; fi
}

# try ARGUMENT...: a command that succeeds and prints something.
try() {
    "$PWQO" "$@" >/dev/full 2>"$tmp/err"
    code=$?
    refused "$1: full device"
    "$PWQO" "$@" >&- 2>"$tmp/err"
    code=$?
    refused "$1: closed output"
    # The reader is gone before we start.
    { sleep 0.3; "$PWQO" "$@" 2>"$tmp/err"; echo $? >"$tmp/code"; } | true
    code=$(cat "$tmp/code")
    refused "$1: nobody reads"
    "$PWQO" "$@" >"$tmp/closed" 2>&- <&-
    code=$?
    if [ "$code" -lt 64 ] && [ -s "$tmp/closed" ]; then ok "$1: other streams closed"; else not_ok "$1: other streams closed: exit $code"; fi
}

try help
try --help
try --version
try --man
if available fmt; then
    printf 'shared int x = 0;\nthread t { x = 1; }\n' >"$tmp/a.dr"
    try fmt "$tmp/a.dr"
fi
if available solve; then
    printf '(set-logic QF_LIA)\n(check-sat)\n' >"$tmp/a.smt2"
    try solve "$tmp/a.smt2"
fi
if available verify; then
    cat >"$tmp/v.dr" <<'DR'
shared bool b = false;
thread t { L: b = true; M: skip; }
unsafe count(M) >= 1;
DR
    try verify "$tmp/v.dr"
    for option in certificate trace report basis; do
        gives "verify --$option into a directory that is not there" 74 verify "$SRCDIR/models/ticket.dr" "$tmp/v.dr" "--$option=$tmp/no/where.txt" 
    done
fi

# The checker likewise.
for arguments in --help --version; do
    "$PWQO_CHECK" $arguments >/dev/full 2>"$tmp/err"
    code=$?
    refused "pwqo-check $arguments: full device"
    "$PWQO_CHECK" $arguments >&- 2>"$tmp/err"
    code=$?
    refused "pwqo-check $arguments: closed output"
done
if available verify; then
    run verify -q "$SRCDIR/models/ticket.dr" --certificate="$tmp/c"
    "$PWQO_CHECK" "$tmp/c" >/dev/full 2>"$tmp/err"
    code=$?
    refused "pwqo-check of a certificate: full device"
fi
finish
