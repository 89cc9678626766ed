# lib.sh -- for the scripts that test the command line. Each check prints "ok NAME" or "not ok NAME"; finish ends the script with 0, 1 (a check
# failed) or 77 (nothing could be checked). PWQO is the program, SRCDIR the source tree.
# shellcheck shell=sh
PWQO=${PWQO:-./pwqo}
PWQO_CHECK=${PWQO_CHECK:-./pwqo-check}
SRCDIR=${SRCDIR:-$(dirname -- "$0")/../..}
LC_ALL=C
export LC_ALL
tmp=$(mktemp -d "${TMPDIR:-/tmp}/pwqo-cli-XXXXXX") || exit 99
trap 'rm -rf "$tmp"' EXIT
trap 'exit 99' HUP INT TERM
passed=0
failed=0

ok() { echo "ok $1"; passed=$((passed + 1)); }
not_ok() {
    echo "not ok $1"
    failed=$((failed + 1))
}
skip() { echo "skipped: $1"; }

finish() {
    [ "$failed" = 0 ] || exit 1
    [ "$passed" != 0 ] || exit 77
    exit 0
}

# Is this command in the program?
available() { "$PWQO" help "$1" >/dev/null 2>&1; }

# run ARGUMENT...: runs pwqo; leaves $code, $tmp/out, $tmp/err.
run() {
    "$PWQO" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
    code=$?
}

# gives NAME CODE ARGUMENT...: pwqo must end with that code; an error must say something and print no result.
gives() {
    name=$1 want=$2
    shift 2
    run "$@"
    if [ "$code" != "$want" ]; then
        not_ok "$name: exit $code, not $want"
        sed 's/^/    /' "$tmp/err" | head -n 5
    elif [ "$want" -ge 64 ] && [ ! -s "$tmp/err" ]; then
        not_ok "$name: exit $code without a message"
    else
        ok "$name"
    fi
}

# says NAME TEXT: the last run's standard error has the text; prints: its standard output.
says() { if grep -qF -- "$2" "$tmp/err"; then ok "$1"; else not_ok "$1: '$2' is not in: $(head -c 300 "$tmp/err")"; fi; }
prints() { if grep -qF -- "$2" "$tmp/out"; then ok "$1"; else not_ok "$1: '$2' is not in: $(head -c 300 "$tmp/out")"; fi; }
silent() { if [ ! -s "$tmp/err" ]; then ok "$1"; else not_ok "$1: $(head -c 300 "$tmp/err")"; fi; }
