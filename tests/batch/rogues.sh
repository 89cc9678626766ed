#!/bin/sh
# A batch whose children misbehave in every way: each is a row that says what happened, and the rest is done.
. "$(dirname -- "$0")/lib.sh"

stated="truth: safe; expect: safe"
for word in safe unsafe unknown hang eat suicide crash liar mute torn flood internal malformed orphan; do model "m/$word.dr" "$word"; done
model m/zz_last.dr safe "$stated"
gives "all kinds of ends, nothing stated" 0 batch "$tmp/m" --program="$FAKE" --jobs=4 --time-limit=4 --memory-limit=300 --out="$tmp/r" # a stand-in built with sanitizers takes 100 MiB
tsv=$tmp/r/results.tsv
same "every file is a row" 15 "$(($(wc -l <"$tsv") - 1))"
for pair in safe:answer unsafe:answer unknown:answer hang:time eat:memory suicide:signal crash:signal liar:garbled mute:garbled torn:garbled flood:garbled \
    internal:exit malformed:bad-input orphan:answer zz_last:answer; do
    same "${pair%:*} ends as ${pair#*:}" "${pair#*:}" "$(field "$tsv" "$tmp/m/${pair%:*}.dr" end)"
done
for word in hang eat suicide crash liar mute torn flood internal malformed; do same "$word has no verdict" "" "$(field "$tsv" "$tmp/m/$word.dr" verdict)"; done
same "safe" safe "$(field "$tsv" "$tmp/m/safe.dr" verdict)"
same "unsafe" unsafe "$(field "$tsv" "$tmp/m/unsafe.dr" verdict)"
same "threads of unsafe" 2 "$(field "$tsv" "$tmp/m/unsafe.dr" threads)"
same "unknown" unknown "$(field "$tsv" "$tmp/m/unknown.dr" verdict)"
prints "the killed one names its signal" "killed by signal 9"
prints "the malformed one has its message" "x.dr:1:1: error: expected a declaration"
prints "the liar is found out" "exit status 10 contradicts the verdict 'safe'"
holds "the hang was killed in time" awk "BEGIN { exit !($(field "$tsv" "$tmp/m/hang.dr" seconds) < 8) }"
holds "the eater was killed near its limit" awk "BEGIN { exit !($(field "$tsv" "$tmp/m/eat.dr" peak_kib) < 700000) }"
holds "results.json is well-formed" "$JSON" <"$tmp/r/results.json"
sleep 0.2
same "no process is left" "" "$(left_over)"

# The same with a verdict stated: crashed, over a limit or undecided counts, malformed does not.
for word in hang suicide mute internal; do
    model "s/$word.dr" "$word" "$stated"
    gives "$word although a verdict was stated" 5 batch "$tmp/s/$word.dr" --program="$FAKE" --time-limit=1
done
model s/malformed.dr malformed "$stated"
gives "a bad file is a row" 0 batch "$tmp/s/malformed.dr" --program="$FAKE"
prints "a bad file is told" "bad input"
gives "a missing file is a row" 0 batch "$tmp/s/nowhere.dr" --program="$FAKE"
prints "a missing file is told" "unreadable"
model s/unknown.dr unknown "$stated"
gives "undecided" 5 batch "$tmp/s/unknown.dr" --program="$FAKE"
model s/expected.dr unknown "truth: safe; expect: unknown"
gives "unknown as expected" 0 batch "$tmp/s/expected.dr" --program="$FAKE"
model s/better.dr safe "truth: safe; expect: unknown"
gives "better than expected is a difference" 10 batch "$tmp/s/better.dr" --program="$FAKE"
prints "a difference is told" "differs"
model s/wrong.dr unsafe "truth: safe; expect: safe"
gives "against the truth" 10 batch "$tmp/s" --program="$FAKE" --time-limit=1 --jobs=4
prints "a contradiction is shouted" "CONTRADICTS THE TRUTH"
says "and on standard error" "WRONG"
gives "a program that is not there" 5 batch "$tmp/s/wrong.dr" --program="$tmp/nothing"
prints "a program that is not there is told" "cannot execute the program"

# The real thing: a model too large for its limits, one that is malformed, and one that is neither, each by its own program.
if available verify; then
    mkdir "$tmp/real"
    cp "$SRCDIR/models/locks/token.dr" "$tmp/real/b.dr"
    sed 's/const int K = 3/const int K = 400/' "$SRCDIR/models/sync/buffer.dr" >"$tmp/real/a.dr"
    echo "shared int x = ;" >"$tmp/real/c.dr"
    gives "the real program keeps its time limit" 5 batch "$tmp/real" --engine=cover --time-limit=0.5 --out="$tmp/rr"
    same "time" time "$(field "$tmp/rr/results.tsv" "$tmp/real/a.dr" end)"
    same "the rest is done" safe "$(field "$tmp/rr/results.tsv" "$tmp/real/b.dr" verdict)"
    same "the malformed one is a row" bad-input "$(field "$tmp/rr/results.tsv" "$tmp/real/c.dr" end)"
    gives "the real program keeps its memory limit" 5 batch "$tmp/real" --engine=cover --memory-limit=10 --time-limit=60 --out="$tmp/rm"
    same "memory" memory "$(field "$tmp/rm/results.tsv" "$tmp/real/a.dr" end)"
fi
finish
