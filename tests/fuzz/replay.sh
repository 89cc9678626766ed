#!/bin/sh
# The corpus of the fuzzer and all models, once through the fuzz target: no crash, no leak, and what is accepted keeps meaning and layout when
# formatted (see fuzz_dr.c).
. "$(dirname -- "$0")/../cli/lib.sh"
target=$(dirname -- "$PWQO")/tests/fuzz/fuzz_dr
for set in corpus models bad; do
    case $set in
    corpus) find "$SRCDIR/tests/fuzz/corpus" -type f ;;
    models) find "$SRCDIR/models" -name '*.dr' ;;
    bad) find "$SRCDIR/tests/bad" -name '*.dr' ;;
    esac >"$tmp/list" 2>/dev/null
    if [ ! -s "$tmp/list" ]; then skip "$set: no files"; continue; fi
    if xargs "$target" <"$tmp/list" >"$tmp/out" 2>&1; then ok "$set: $(wc -l <"$tmp/list") files"; else not_ok "$set"; cat "$tmp/out"; fi
done

# The readers of nets, templates and scripts: their own corpus, and the nets of the tests.
target=$(dirname -- "$PWQO")/tests/fuzz/fuzz_readers
find "$SRCDIR/tests/fuzz/readers" "$SRCDIR/tests/nets" "$SRCDIR/models" -type f \( -name '*.spec' -o -name '*.tts' -o -name '*.prop' -o -name '*.pnml' -o -name '*.lola' -o -name '*.drt' \
    -o -name '*.smt2' \) >"$tmp/list"
if xargs "$target" <"$tmp/list" >"$tmp/out" 2>&1; then ok "readers: $(cat "$tmp/out")"; else not_ok "readers"; cat "$tmp/out"; fi

# The C reader: preprocessed texts.
target=$(dirname -- "$PWQO")/tests/fuzz/fuzz_c
find "$SRCDIR/tests/fuzz/c" -type f >"$tmp/list"
if xargs "$target" <"$tmp/list" >"$tmp/out" 2>&1; then ok "C: $(cat "$tmp/out")"; else not_ok "C"; cat "$tmp/out"; fi
finish
