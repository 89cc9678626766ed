#!/bin/sh
# pwqo conform --propose: an abstract thread for each thread of each model. What is printed conforms when it is read again, and, where it is not
# called loose, goes wrong with 2 and 3 threads if and only if the program does (of unbounded locals that is so for the models, not in general): two explicit
# searches, which know nothing of proposals.
. "$(dirname -- "$0")/../cli/lib.sh"
cd "$SRCDIR/models" || exit 99

propose() { "$PWQO" conform --time-limit=20 --propose="$2" "$1" >"$tmp/p.dr" 2>"$tmp/err"; }
# without FILE: the file without abstract threads
without() { awk '$1 == "abstract" && $2 == "thread" {on = 1; first = NR} !on {print} on && (/^}/ || (NR == first && /}$/)) {on = 0}' "$1"; }
# size FILE THREAD PLACES TEXT: the number of places of the proposal, and a text in it
size() {
    propose "$1" "$2"
    if grep -q "abstract thread, $3 places, conforms" "$tmp/p.dr" && grep -qF "$4" "$tmp/p.dr"; then ok "$1: $2, $3 places"; else
        not_ok "$1: $2, not $3 places, or no '$4'"
        cat "$tmp/p.dr" "$tmp/err"
    fi
}
# status and i are nobody's business; 7 and 9 (PnpAdd, worker) is also what the prototype, with another solver, arrived at
size abstract/bluetooth.dr PnpAdd 7 'pendingIO = pendingIO + 1; goto p1;'
grep -q status "$tmp/p.dr" && not_ok "status in the proposal" || ok "no status"
size abstract/bluetooth.dr PnpStop 7 'assume(stoppingEvent);'
size ../tests/conform/battery.dr worker 9 'InUseCount, ReadyToRemove = InUseCount - 1, true;'
size abstract/example.dr b 3 'havoc g; assume(g > 0);'
size abstract/ttas.dr client 4 'crit: p2:'
grep -q hits "$tmp/p.dr" && not_ok "a hidden variable in the proposal" || ok "no hidden variable"

# searched FILE THREADS OF: 0, 10, or anything else for no answer
searched() {
    "$PWQO" explore -q --time-limit=5 --states=4000 --values=-3..3 -n "$2" --of="$3" "$1" >/dev/null 2>&1
    echo $?
}
proposed=0 none=0 loose=0 compared=0 bad=0
for model in $(find . -name '*.dr' | sort); do
    file=$tmp/bare.dr
    without "$model" >"$file"
    for thread in $(sed -n 's/^thread \([A-Za-z_0-9]*\).*/\1/p' "$file"); do
        propose "$file" "$thread"
        case $? in
        0) proposed=$((proposed + 1)) ;;
        5 | 65) none=$((none + 1)); continue ;;
        *) not_ok "$model: $thread: $(cat "$tmp/err")"; continue ;;
        esac
        cat "$file" "$tmp/p.dr" >"$tmp/with.dr"
        "$PWQO" conform -q --thread="$thread" "$tmp/with.dr" >"$tmp/out" 2>"$tmp/err" || not_ok "$model: $thread: read again: $(cat "$tmp/out" "$tmp/err")"
        if grep -q '^// loose' "$tmp/p.dr"; then loose=$((loose + 1)); continue; fi
        for n in 2 3; do
            a=$(searched "$file" $n program) b=$(searched "$tmp/with.dr" $n abstract)
            case $a-$b in
            0-0 | 10-10) compared=$((compared + 1)); [ "$a" = 0 ] || bad=$((bad + 1)) ;;
            0-10 | 10-0) not_ok "$model: $thread, $n threads: the program $a, with the proposal $b" ;;
            esac
        done
    done
done
echo "# $proposed proposals ($loose loose), $none without; $compared comparisons, $bad of them of runs that go wrong"
[ "$proposed" -ge 20 ] && [ "$compared" -ge 20 ] && [ "$bad" -ge 1 ] && ok "proposals of the models" || not_ok "hardly any proposals: $proposed, $compared, $bad"

# Where local and shared integers meet, it is loose, says so, and conforms.
cat >"$tmp/loose.dr" <<'EOF'
shared int g = 0, h = 0;
thread a { local int x = 0; havoc x; if (x < g) h = 1; }
thread b { assert(h == 0); assume(g > 3); }
EOF
propose "$tmp/loose.dr" a
[ $? = 0 ] && grep -q '^// loose' "$tmp/p.dr" && ok "loose" || not_ok "loose: $(cat "$tmp/p.dr" "$tmp/err")"
# Mutexes are locked and unlocked; places with and without the mutex stay apart.
cat >"$tmp/mutex.dr" <<'EOF'
shared mutex m;
shared int g = 0;
thread a { local int x = 0; while (true) { lock(m); x = g; g = x + 1; assert(g == x + 1); g = x; unlock(m); } }
EOF
propose "$tmp/mutex.dr" a
[ $? = 0 ] && grep -q 'lock(m); goto' "$tmp/p.dr" && grep -q 'unlock(m); goto' "$tmp/p.dr" && ok "mutex" || not_ok "mutex: $(cat "$tmp/p.dr" "$tmp/err")"

# refused CODE TEXT ARGUMENT...
refused() {
    want=$1 text=$2
    shift 2
    "$PWQO" conform "$@" >"$tmp/out" 2>"$tmp/err"
    got=$?
    if [ $got = "$want" ] && [ ! -s "$tmp/out" ] && grep -qF -e "$text" "$tmp/err"; then ok "$text"; else not_ok "$text: exit code $got: $(cat "$tmp/out" "$tmp/err")"; fi
}
refused 65 "has no thread 'nobody'" --propose=nobody abstract/ttas.dr
refused 64 "--propose is for one file" --propose=client abstract/ttas.dr abstract/example.dr
printf 'shared int g = 0;\ninit g == 1;\nthread a { g = 2; }\n' >"$tmp/none.dr"
refused 5 "there is no initial state" --propose=a "$tmp/none.dr"
printf 'shared int g = 0;\nthread a { local int[0..300] k; g = k; }\n' >"$tmp/many.dr"
refused 5 "are more than 200" --propose=a "$tmp/many.dr"
printf 'shared int g = 0;\nthread a { g = g / 2; }\nthread b { assert(g == 0); }\n' >"$tmp/half.dr"
refused 5 "a quotient or remainder is left in a step" --propose=a "$tmp/half.dr"
"$PWQO" conform --json --propose=client abstract/ttas.dr | grep -q '"proposal":"abstract thread client {.*"places":4,"loose":false' && ok "JSON" || not_ok "JSON"
finish
