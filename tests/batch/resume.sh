#!/bin/sh
# Interruptions: whatever ends a batch, --resume does the rest, nothing twice and nothing lost.
. "$(dirname -- "$0")/lib.sh"

for i in 1 2 3 4 5 6 7 8 9; do model "m/a$i.dr" slow; done
model m/b.dr unsafe
FAKE_LOG=$tmp/log
export FAKE_LOG
start() { "$PWQO" batch "$tmp/m" --program="$FAKE" --jobs=2 --out="$tmp/r" "$@" >"$tmp/out" 2>"$tmp/err" & pid=$!; }
lines() { if [ -f "$1" ]; then wc -l <"$1" | tr -d ' '; else echo 0; fi; }
wait_for_journal() {
    n=0
    until [ "$(lines "$tmp/r/journal")" -gt "$1" ] || [ $n -gt 100 ]; do sleep 0.05; n=$((n + 1)); done
}

# kill -9 of the batch itself: its children die with it, and what is in the journal stays.
start
wait_for_journal 3
kill -9 $pid
wait $pid 2>/dev/null
sleep 0.3
same "no process is left after kill -9" "" "$(left_over)"
holds "no report pretends to be complete" test ! -e "$tmp/r/results.tsv"
done_before=$(($(lines "$tmp/r/journal") - 1))
holds "some were done, some not" test "$done_before" -ge 3 -a "$done_before" -lt 10
tail -n +2 "$tmp/r/journal" | cut -f2 | sort >"$tmp/finished"
cp "$tmp/r/journal" "$tmp/journal.9"
: >"$FAKE_LOG"
gives "resume" 0 batch "$tmp/m" --program="$FAKE" --jobs=2 --out="$tmp/r" --resume
same "all rows are there" 10 "$(($(lines "$tmp/r/results.tsv") - 1))"
sort "$FAKE_LOG" >"$tmp/again"
same "nothing is done twice" "" "$(comm -12 "$tmp/finished" "$tmp/again")"
same "done before and after make all" 10 "$(sort -u "$tmp/finished" "$tmp/again" | wc -l | tr -d ' ')"
same "the journal has every row once" 10 "$(tail -n +2 "$tmp/r/journal" | cut -f2 | sort -u | wc -l | tr -d ' ')"
same "and no more" 11 "$(lines "$tmp/r/journal")"
cut -f1-7 "$tmp/r/results.tsv" >"$tmp/resumed.tsv"

: >"$FAKE_LOG"
gives "resume of a complete batch" 0 batch "$tmp/m" --program="$FAKE" --out="$tmp/r" --resume
same "runs nothing" 0 "$(lines "$FAKE_LOG")"
gives "the same without interruption" 0 batch "$tmp/m" --program="$FAKE" --jobs=3 --out="$tmp/whole"
cut -f1-7 "$tmp/whole/results.tsv" | cmp -s - "$tmp/resumed.tsv" && ok "the same results" || not_ok "the same results"

# A torn last line, at every byte of it: that row is run again, the others are kept.
size=$(wc -c <"$tmp/journal.9")
last=$(tail -n 1 "$tmp/journal.9" | wc -c)
for cut in 1 2 $((last / 2)) $((last - 17)) $((last - 1)) "$last"; do
    head -c $((size - cut)) "$tmp/journal.9" >"$tmp/r/journal"
    : >"$FAKE_LOG"
    run batch "$tmp/m" --program="$FAKE" --jobs=10 --out="$tmp/r" --resume
    same "torn by $cut bytes: runs one more" $((10 - done_before + 1)) "$(lines "$FAKE_LOG")"
    same "torn by $cut bytes: all rows" 11 "$(lines "$tmp/r/journal")"
done
head -c 9 "$tmp/journal.9" >"$tmp/r/journal"
: >"$FAKE_LOG"
gives "a torn first line" 0 batch "$tmp/m" --program="$FAKE" --jobs=10 --out="$tmp/r" --resume
same "a torn first line: all are run" 10 "$(lines "$FAKE_LOG")"
sed '3s/safe/SAFE/' "$tmp/journal.9" >"$tmp/r/journal"
: >"$FAKE_LOG"
run batch "$tmp/m" --program="$FAKE" --jobs=10 --out="$tmp/r" --resume
same "a changed row does not count" 9 "$(lines "$FAKE_LOG")"

# What has changed is run again; other options or a foreign file are refused.
echo unknown >"$tmp/m/a1.dr"
: >"$FAKE_LOG"
gives "an edited model" 0 batch "$tmp/m" --program="$FAKE" --out="$tmp/r" --resume
same "an edited model is run again, alone" "$tmp/m/a1.dr" "$(cat "$FAKE_LOG")"
gives "other options" 64 batch "$tmp/m" --program="$FAKE" --out="$tmp/r" --resume --no-prune
says "other options: told" "other options"
gives "resume without --out" 64 batch "$tmp/m" --program="$FAKE" --resume

# SIGINT: complete, valid files with what there is.
echo slow >"$tmp/m/a1.dr"
rm -rf "$tmp/r"
for signal in TERM INT; do
    rm -rf "$tmp/r"
    start
    wait_for_journal 2
    kill -$signal $pid
    wait $pid
    same "SIG$signal: exit status" 5 $?
    holds "SIG$signal: json" "$JSON" <"$tmp/r/results.json"
    holds "SIG$signal: page is whole" grep -q "</html>" "$tmp/r/report.html"
    same "SIG$signal: the table has the rows of the journal" "$(lines "$tmp/r/journal")" "$(lines "$tmp/r/results.tsv")"
    holds "SIG$signal: told" grep -q "interrupted: [1-9]" "$tmp/out"
done
rm -rf "$tmp/r"
for i in 1 2 3; do echo hang >"$tmp/m/c$i.dr"; done
start
wait_for_journal 8
gives "a second batch in the same folder" 74 batch "$tmp/m" --program="$FAKE" --out="$tmp/r"
says "a second batch: told" "another batch is writing"
kill -9 $pid
wait $pid 2>/dev/null
finish
