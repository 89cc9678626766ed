# lib.sh -- for the tests of batch; over tests/cli/lib.sh.
# shellcheck shell=sh
. "$(dirname -- "$0")/../cli/lib.sh"
FAKE=$(dirname -- "$PWQO")/tests/tools/fake_verify
JSON=$(dirname -- "$PWQO")/tests/tools/json_check
available batch || { skip "there is no batch command"; finish; }

# model FILE WORD [COMMENT]: a file on which the stand-in does WORD.
model() {
    mkdir -p "$(dirname -- "$tmp/$1")"
    { [ -z "${3-}" ] || echo "// $3"; echo "$2"; } >"$tmp/$1"
}

# field TSV FILE COLUMN: the value in the row of that file.
field() {
    awk -F'\t' -v file="$2" -v column="$3" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == column) c = i } $1 == file { print $c }' "$1"
}

# same NAME WANTED GOT
same() { if [ "$2" = "$3" ]; then ok "$1"; else not_ok "$1: wanted '$2', got '$3'"; fi; }
holds() { name=$1; shift; if "$@"; then ok "$name"; else not_ok "$name"; fi; }

# Stand-ins that are still running.
# Of this test alone: others may run the stand-in at the same time.
left_over() { command -v pgrep >/dev/null 2>&1 && pgrep -f "^$FAKE .*$tmp/" || true; }
