#!/bin/sh
# Lists, sweeps, selections; tables in text, TSV and JSON; comparison with an earlier run.
. "$(dirname -- "$0")/lib.sh"
FAKE_LOG=$tmp/log
export FAKE_LOG

model m/b.dr safe "truth: safe; expect: safe"
model m/a.dr unsafe "truth: unsafe; expect: unsafe"
model m/sub/c.tts unknown
model m/sub/.hidden.dr safe
model m/.git/d.dr safe
model m/readme.txt safe
mkdir "$tmp/m/empty"
ln -s . "$tmp/m/again"
ln -s nowhere "$tmp/m/dangling.dr"
gives "a folder" 0 batch "$tmp/m" --program="$FAKE" --out="$tmp/r1"
same "its models in order" "a.dr b.dr c.tts" "$(tail -n +2 "$tmp/r1/results.tsv" | cut -f1 | sed 's:.*/::' | tr '\n' ' ' | sed 's/ $//')"
cp "$tmp/out" "$tmp/first"
gives "the same in parallel" 0 batch "$tmp/m" --program="$FAKE" --jobs=3 --out="$tmp/r2"
mask() { sed 's/ *[0-9][0-9]*\.[0-9][0-9]*/ #/g; s/  *$//' "$1"; }
same "the same table, times aside" "$(mask "$tmp/first")" "$(mask "$tmp/out")"
if grep -q "$(printf '\033')" "$tmp/out"; then not_ok "no colour in a pipe"; else ok "no colour in a pipe"; fi
silent "no progress in a pipe"

gives "an empty folder" 66 batch "$tmp/m/empty" --program="$FAKE"
gives "nothing" 64 batch
printf '# a list\n\nm/b.dr\n  m/sub  \n' >"$tmp/list"
: >"$FAKE_LOG"
gives "a list, relative to its folder" 0 batch --list="$tmp/list" --program="$FAKE"
same "the list's files" 2 "$(wc -l <"$FAKE_LOG" | tr -d ' ')"
gives "a list that is not there" 66 batch --list="$tmp/nowhere" --program="$FAKE"
: >"$FAKE_LOG"
gives "the same file twice" 0 batch "$tmp/m/a.dr" "$tmp/m" --program="$FAKE"
same "is run once" 3 "$(wc -l <"$FAKE_LOG" | tr -d ' ')"

: >"$FAKE_LOG"
gives "sweeps" 0 batch "$tmp/m/b.dr" --program="$FAKE" --sweep K=1..3 --sweep N=-1..0 --out="$tmp/r3"
printf '%s\n' "$tmp/m/b.dr K=1 N=-1" "$tmp/m/b.dr K=1 N=0" "$tmp/m/b.dr K=2 N=-1" "$tmp/m/b.dr K=2 N=0" "$tmp/m/b.dr K=3 N=-1" "$tmp/m/b.dr K=3 N=0" >"$tmp/want"
cmp -s "$tmp/want" "$FAKE_LOG" && ok "every combination, in order" || not_ok "every combination, in order"
for file in cactus scatter sweep-K-time sweep-K-memory sweep-N-time sweep-N-memory; do holds "$file.svg" grep -q "</svg>" "$tmp/r3/$file.svg"; done
same "parameters in JSON" 2 "$("$JSON" results 3 params K <"$tmp/r3/results.json")"
for bad in K K=1 K=1.. K=3..1 =1..2 1K=1..2 K=1..2x K=a..b 'K=1..99999999'; do gives "--sweep $bad" 64 batch "$tmp/m/b.dr" --program="$FAKE" --sweep "$bad"; done
gives "a parameter swept twice" 64 batch "$tmp/m/b.dr" --program="$FAKE" --sweep K=1..2 --sweep K=1..2
: >"$FAKE_LOG"
gives "--only" 0 batch "$tmp/m/b.dr" --program="$FAKE" --sweep K=1..9 --only=3..4
same "--only: these" "K=3 K=4" "$(cut -d' ' -f2 "$FAKE_LOG" | tr '\n' ' ' | sed 's/ $//')"
gives "--only beyond the end" 64 batch "$tmp/m/b.dr" --program="$FAKE" --only=2..3

gives "--json" 0 batch "$tmp/m" --program="$FAKE" --json
holds "--json prints JSON and nothing else" "$JSON" <"$tmp/out"
same "--json: a verdict" unsafe "$("$JSON" results 0 verdict <"$tmp/out")"
same "--json: an absent verdict is stated as null" null "$("$JSON" results 2 truth <"$tmp/out")"
same "--json: figures of the child" 9 "$("$JSON" results 0 local_states <"$tmp/out")"
same "--json: the summary" 3 "$("$JSON" summary results <"$tmp/out")"

gives "compare, nothing changed" 0 batch "$tmp/m" --program="$FAKE" --compare="$tmp/r1/results.tsv"
prints "compare, nothing changed: told" "results.tsv: none"
model m/new.dr slow
echo unknown >"$tmp/m/b.dr"
rm "$tmp/m/sub/c.tts"
gives "compare" 0 batch "$tmp/m" --program="$FAKE" --compare="$tmp/r1/results.tsv" --out="$tmp/r4"
prints "compare: another verdict" "b.dr: was safe, is unknown"
prints "compare: a new row" "new.dr: new: safe"
prints "compare: a row that is gone" "c.tts: gone: was unknown"
holds "compare: in the page" grep -q "was safe, is unknown" "$tmp/r4/report.html"
gives "compare with something else" 65 batch "$tmp/m" --program="$FAKE" --compare="$tmp/list"
if [ -s "$tmp/out" ]; then not_ok "compare with something else: nothing was run: $(head -n 3 "$tmp/out")"; else ok "compare with something else: nothing was run"; fi
gives "compare with nothing" 66 batch "$tmp/m" --program="$FAKE" --compare="$tmp/none.tsv"
mkdir -p "$tmp/pipes"
mkfifo "$tmp/pipes/pipe.dr"
gives "a pipe without a writer" 0 batch "$tmp/pipes" --program="$PWQO" --time-limit=1
prints "a pipe without a writer: a row" "pipe.dr"
echo slow >"$tmp/m/a.dr"
gives "compare times" 0 batch "$tmp/m/a.dr" --program="$FAKE" --compare="$tmp/r1/results.tsv"
prints "compare times: slower" "slower: "

# A name with everything in it goes through all tables.
odd=$(printf 'o"d<d>&\t\\x.dr')
printf 'safe\n' >"$tmp/$odd"
gives "an odd name" 0 batch "$tmp/$odd" --program="$FAKE" --out="$tmp/r5"
holds "an odd name: JSON" "$JSON" <"$tmp/r5/results.json"
same "an odd name comes back" "$tmp/$odd" "$("$JSON" results 0 file <"$tmp/r5/results.json")"
same "an odd name: one row" 2 "$(wc -l <"$tmp/r5/results.tsv" | tr -d ' ')"
gives "an odd name compares with itself" 0 batch "$tmp/$odd" --program="$FAKE" --compare="$tmp/r5/results.tsv"
# A busy machine may make it slower; nothing else may have changed.
if grep -qE ': (new|gone|was) ?' "$tmp/out"; then not_ok "an odd name: a change: $(cat "$tmp/out")"; else ok "an odd name: no change"; fi
if grep -q '<d>' "$tmp/r5/report.html"; then not_ok "an odd name is escaped in the page"; else ok "an odd name is escaped in the page"; fi

# On a terminal: progress with an estimate, verdicts in colour.
if command -v script >/dev/null 2>&1 && script -qec true /dev/null >/dev/null 2>&1; then
    for i in 1 2 3; do model "tty/$i.dr" slow; done
    model tty/4.dr unsafe "truth: safe"
    script -qec "TERM=xterm '$PWQO' batch '$tmp/tty' --program='$FAKE'" /dev/null >"$tmp/out" 2>&1 </dev/null
    prints "a terminal: progress" "[1/4]"
    prints "a terminal: an estimate" "s left"
    prints "a terminal: green" "$(printf '\033[32msafe')"
    prints "a terminal: red" "$(printf '\033[31munsafe')"
    script -qec "NO_COLOR=1 '$PWQO' batch -q '$tmp/tty' --program='$FAKE'" /dev/null >"$tmp/out" 2>&1 </dev/null
    if grep -q "$(printf '\033')" "$tmp/out"; then not_ok "quiet and without colour"; else ok "quiet and without colour"; fi
else
    skip "no script command: nothing is tried on a terminal"
fi

# What a child is told.
FAKE_ARGUMENTS=$tmp/arguments
export FAKE_ARGUMENTS
for closure in witness paper sharp; do
    run batch "$tmp/m/new.dr" --program="$FAKE" --closure=$closure
    want=--closure=$closure
    [ $closure != witness ] || want=
    same "--closure=$closure is handed on" "$want" "$(grep closure "$FAKE_ARGUMENTS")"
done
run batch "$tmp/m/new.dr" --program="$FAKE" --no-prune --init='0|0' -D A=1 --sweep K=2..2 --time-limit=2.5 --memory-limit=99
same "everything is handed on" "verify --json --time-limit=2.5 --memory-limit=99 --no-prune --init=0|0 -DA=1 -D K=2 --" "$(tr '\n' ' ' <"$FAKE_ARGUMENTS" | sed 's/ $//')"
unset FAKE_ARGUMENTS

gives "an output folder that cannot be" 74 batch "$tmp/m" --program="$FAKE" --out="$tmp/list/x"
if [ -w /dev/full ]; then
    "$PWQO" batch "$tmp/m" --program="$FAKE" >/dev/full 2>"$tmp/err"
    same "a full disk" 74 $?
fi
finish
