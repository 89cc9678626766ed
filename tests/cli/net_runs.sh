#!/bin/sh
# Runs of nets, replayed by a reader and simulator that share no code with the program (tests/oracle/replay_net.py): all UNSAFE ones of tests/nets, of generated and random
# nets, and of the public ones. The same runs with one step left out or changed, or with other numbers, are refused.
. "$(dirname -- "$0")/lib.sh"
. "$SRCDIR/bench/nets_of.sh"
oracle=$SRCDIR/tests/oracle/replay_net.py
bench=$SRCDIR/../shared/bench
tab=$(printf '\t')
command -v python3 >/dev/null 2>&1 || { skip "no python3"; finish; }

# found NET [INIT]: has the run of an UNSAFE net written, for the next replayed.
runs=0
: >"$tmp/list"
found() {
    runs=$((runs + 1)) file=$1 start=${2:--}
    if [ "$start" = - ]; then set -- "$1"; else set -- "$1" "--init=$start"; fi
    run verify --json "$@"
    cp "$tmp/out" "$tmp/run$runs"
    [ "$code" = 10 ] || not_ok "$*: exit $code, not UNSAFE"
    printf '%s\n%s\n%s\n' "$file" "$start" "$tmp/run$runs" >>"$tmp/list"
}

# replayed NAME LEAST OPTION...: those that were found since the last time, LEAST or more.
replayed() {
    name=$1 least=$2
    shift 2
    [ "$(($(wc -l <"$tmp/list") / 3))" -ge "$least" ] || not_ok "$name: less than $least runs"
    python3 "$oracle" "$@" <"$tmp/list" >"$tmp/said" 2>&1
    code=$?
    if [ "$code" = 0 ]; then ok "$name: $(tail -n 1 "$tmp/said")"; else not_ok "$name: exit $code: $(cat "$tmp/said")"; fi
    : >"$tmp/list"
}

# unsafe TABLE NET INIT VERDICT: fields of its unsafe rows
unsafe() { awk -F"$tab" -v n="$2" -v i="$3" -v v="$4" '$v == "unsafe" { print $n "\t" ($i == "" ? "-" : $i) }' "$1"; }

unsafe "$SRCDIR/tests/nets/verdicts.tsv" 1 2 3 >"$tmp/rows"
while IFS=$tab read -r net init; do
    found "$SRCDIR/tests/nets/$net" "$init"
done <"$tmp/rows"
replayed "nets of the tests" 10

for shape in workflow chain resets broadcast; do
    "$shape" 55 unsafe >"$tmp/$shape.spec"
    found "$tmp/$shape.spec"
done
threads "$tmp/workflow.spec" "$tmp/workflow"
found "$tmp/workflow.tts"
replayed "generated nets" 5 --spoil

if [ -f "$bench/verdicts.tsv" ]; then
    unsafe "$bench/verdicts.tsv" 1 7 8 >"$tmp/rows"
    while IFS=$tab read -r net init; do
        found "$bench/$net" "$init"
    done <"$tmp/rows"
    replayed "public nets" 100 --spoil
else
    skip "no ../shared/bench beside the source folder"
fi

# Random nets, with transfers, resets, tests for zero and large numbers: those of tests/oracle/net_compare, which asks a program that keeps them.
cat >"$tmp/keep" <<'SH'
#!/bin/sh
init=-
for option; do case $option in --init=*) init=${option#*=} ;; esac; done
"$PROGRAM" "$@"
code=$?
if [ "$code" = 10 ]; then
    folder=$(mktemp -d "$KEPT/XXXXXX")
    cp "$option" "$folder"
    [ "${option%.tts}" = "$option" ] || cp "${option%.tts}.prop" "$folder"
    printf '%s\t%s\n' "$folder/${option##*/}" "$init" >>"$KEPT/rows"
fi
exit "$code"
SH
chmod +x "$tmp/keep"
if [ -x tests/oracle/net_compare ]; then
    rm -f "$tmp/rows"
    env KEPT="$tmp" PROGRAM="$PWQO" PWQO="$tmp/keep" tests/oracle/net_compare "$((200 * ${PWQO_TEST_SCALE:-1}))" 7000000 >"$tmp/said" || not_ok "net_compare: $(cat "$tmp/said")"
    while IFS=$tab read -r net init; do
        found "$net" "$init"
    done <"$tmp/rows"
    replayed "random nets" 50 --spoil
else
    skip "no tests/oracle/net_compare in this folder"
fi

# A run is the file's, not another net's: what is refused, and why. refused NAME NET INIT RUN TEXT
refused() {
    if python3 "$oracle" "$2" "$3" "$4" >"$tmp/out" 2>"$tmp/err"; then not_ok "$1: taken for a run"; else ok "$1"; fi
    prints "$1: says why" "$5"
}
cp "$SRCDIR/tests/nets/transfer.spec" "$tmp/a.spec"
gives "a run in a file of its own" 10 verify "--trace=$tmp/run.json" "$tmp/a.spec"
if python3 "$oracle" "$tmp/a.spec" - "$tmp/run.json" >"$tmp/out"; then ok "it is replayed"; else not_ok "$(cat "$tmp/out")"; fi
sed 's/wait=4/wait=3/' "$tmp/run.json" >"$tmp/fewer.json"
refused "a token fewer at the start" "$tmp/a.spec" - "$tmp/fewer.json" "step 1 gives"
sed 's/init wait >= 0/init wait = 0/' "$tmp/a.spec" >"$tmp/b.spec"
refused "another start" "$tmp/b.spec" - "$tmp/run.json" "not initial"
sed 's/    run >= 4/    run >= 5/' "$tmp/a.spec" >"$tmp/b.spec"
refused "another target" "$tmp/b.spec" - "$tmp/run.json" "does not meet the target"
sed 's/^gate >= 1 ->/gate >= 2 ->/' "$tmp/a.spec" >"$tmp/b.spec"
refused "another rule" "$tmp/b.spec" - "$tmp/run.json" "no rule"
sed 's/^gate >= 1 ->/gate = 0 ->/' "$tmp/a.spec" >"$tmp/b.spec"
sed 's/gate >= 1 ->/gate = 0 ->/' "$tmp/run.json" >"$tmp/guard.json"
refused "a guard that does not hold" "$tmp/b.spec" - "$tmp/guard.json" "a guard does not hold"
cp "$SRCDIR/tests/nets/choice.prop" "$tmp/a.prop"
cp "$SRCDIR/tests/nets/choice.tts" "$tmp/a.tts"
run verify --json "--init=0|0,2,2" "$tmp/a.tts"
cp "$tmp/out" "$tmp/run.json"
refused "another --init" "$tmp/a.tts" "0|0,2" "$tmp/run.json" "not initial"
sed 's/"1|1,2,3"/"1|1,2,1"/' "$tmp/run.json" >"$tmp/choice.json"
refused "a thread goes where it may not" "$tmp/a.tts" "0|0,2,2" "$tmp/choice.json" "cannot go"
finish
