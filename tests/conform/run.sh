#!/bin/sh
# pwqo conform: threads against their abstract threads, as they are and with a seeded change each. The verdicts are those of the paper
# "Abstract Threads" where it states one; the others follow from what the change does.
. "$(dirname -- "$0")/../cli/lib.sh"
cd "$SRCDIR/models/abstract" || exit 99

# verdict FILE THREAD WANT WHAT: yes, no
verdict() {
    timeout 60 "$PWQO" conform "$1" >"$tmp/out" 2>"$tmp/err"
    case $3 in yes) want=": $2 CONFORMS" ;; *) want=": $2 DOES NOT CONFORM" ;; esac
    if grep -qF "$want" "$tmp/out"; then ok "$4: $2 $3"; else
        not_ok "$4: $2, wanted $3"
        cat "$tmp/out" "$tmp/err"
    fi
}
# mutant FILE THREAD WANT WHAT SED-SCRIPT: the file with a change; the change must be one.
mutant() {
    sed -e "$5" "$1" >"$tmp/m.dr"
    if cmp -s "$1" "$tmp/m.dr"; then not_ok "$4: the file is unchanged"; else verdict "$tmp/m.dr" "$2" "$3" "$4"; fi
}

verdict example.dr a yes "the paper, Fig. 2 and 3"
verdict example.dr b yes "the paper, Fig. 2 and 3"
verdict example_neg.dr a no "x = -1; the checker as printed in the paper accepts it"
verdict example_noassert.dr a no "without the assertion of X1"
mutant example.dr b no "without the assertion of Y2" 's/^y2: assert(g > 0);/y2: skip;/'
mutant example.dr a no "writes twice" 's/^    g = x;/    g = x; g = x + 1;/'
mutant example.dr a no "subtracts" 's/x = x + 1/x = x - 1/'
mutant example.dr a yes "stops before it writes" 's/^    g = x;/    exit;/'
mutant example.dr a yes "adds 2" 's/x = x + 1/x = x + 2/'

verdict bluetooth.dr PnpStop yes "the paper, Fig. 4"
verdict bluetooth.dr PnpAdd yes "the paper, Fig. 4"
for t in PnpStop PnpAdd; do
    verdict bluetooth_bug.dr $t yes "the driver with its bug"
    verdict bluetooth_loose.dr $t yes "a loose abstract worker"
    verdict bluetooth_range.dr $t yes "a range"
    verdict bluetooth_wrongspec.dr $t no "test and set merged"
    mutant bluetooth.dr $t no "event set without test" 's/    if (pendingIO == 0) stoppingEvent = true;/    stoppingEvent = true;/'
done
mutant bluetooth.dr PnpAdd no "work also if refused" 's/if (status > 0) {/if (status > -2) {/'
mutant bluetooth.dr PnpAdd no "adds 2" '/^proc IoIncrement/,/^}/s/pendingIO = pendingIO + 1;/pendingIO = pendingIO + 2;/'
mutant bluetooth.dr PnpStop no "does not wait" '/^thread PnpStop/,/^}/s/^    assume(stoppingEvent);$/    skip;/'
mutant bluetooth.dr PnpStop no "does not set the flag" '/^thread PnpStop/,/^}/s/^    stoppingFlag = true;$/    skip;/'
mutant bluetooth.dr PnpStop no "frees first" '/^thread PnpStop/,/^}/s/^    stoppingFlag = true;$/    stopped = true; stoppingFlag = true;/'
mutant bluetooth.dr PnpAdd yes "test and set in one step" 's/    if (pendingIO == 0) stoppingEvent = true;/    atomic { if (pendingIO == 0) stoppingEvent = true; }/'
mutant bluetooth.dr PnpAdd yes "more local steps" 's/if (status > 0) {/status = status + 1; skip; if (status != 0) {/'
mutant bluetooth.dr PnpAdd no "the flag is tested before it is counted (KISS)" '/^proc IoIncrement/,/^}/{s/^    pendingIO = pendingIO + 1;$//;s/else status = 1;/else { pendingIO = pendingIO + 1; status = 1; }/;}'
mutant bluetooth.dr PnpAdd no "a second decrement" '/^thread PnpAdd/,/^}/s/^    IoDecrement();/    IoDecrement(); IoDecrement();/'
mutant bluetooth.dr PnpAdd no "decrement and test in one step" '/^proc IoDecrement/,/^}/{s/^    pendingIO = /    atomic { pendingIO = /;s/stoppingEvent = true;/stoppingEvent = true; }/;}'
mutant bluetooth.dr PnpAdd yes "the worker forgets to decrement" '/^thread PnpAdd/,/^}/s/^    IoDecrement();//'
for n in 10 40 160; do
    awk -v n=$n '{print} /local int status = 0;/ && ++seen == 2 {print "    local int tmp = 0;"; for (i = 0; i < n; i++) print "    tmp = tmp + 2;"}' bluetooth.dr >"$tmp/more.dr"
    verdict "$tmp/more.dr" PnpAdd yes "$n more local steps"
done

verdict ../../tests/conform/battery.dr worker yes "the paper, Fig. 6"
mutant ../../tests/conform/battery.dr worker no "goes on after the last" 's/if (i == 0) break;/if (i == -5) break;/'
mutant ../../tests/conform/battery.dr worker no "W = 2" 's/if (i != 1) atomic { assert(!stopped); WorkerActive = 1; }/if (i != 1) atomic { assert(!stopped); WorkerActive = 2; }/'
mutant ../../tests/conform/battery.dr worker yes "no reset of W" 's/^        if (i != 1) atomic.*$/        skip;/'
mutant ../../tests/conform/battery.dr worker no "no wait for the queue" '/^thread worker/,/^}/s/atomic { assume(NumQueuedWorkers > 0); NumQueuedWorkers = NumQueuedWorkers - 1; }/NumQueuedWorkers = NumQueuedWorkers - 1;/'
mutant ../../tests/conform/battery.dr worker no "releases twice" '/^thread worker/,/^}/s/^        break;$/        atomic { InUseCount = InUseCount - 1; } break;/'
mutant ../../tests/conform/battery.dr worker no "the signal forgotten" '/^thread worker/,/^}/s/InUseCount - 1; if (InUseCount == 0) ReadyToRemove = true; }/InUseCount - 1; }/'
mutant ../../tests/conform/battery.dr worker no "touches the device at the end" '/^thread worker/,/^}/s/^}$/    assert(!stopped);\n}/'

verdict ttas.dr client yes "a label and a hidden variable"
mutant ttas.dr client no "the result of cas ignored" 's/if (ok) {/if (*) {/'
mutant ttas.dr client no "the label elsewhere" 's/^crit:   held = false;/        held = false; crit: skip;/'
mutant ttas.dr client no "unlocks twice" 's/^            held = false;/            held = false; held = false;/'
mutant ttas.dr client no "the hidden variable asserted" 's/^crit:   held/crit: assert(hits >= 0); held/'
mutant ttas.dr client yes "the abstract thread picks a truth value" 's/^abstract thread client {.*/abstract thread client { local bool b; havoc b;/'
{ sed '/^abstract thread/,$d' ttas.dr; echo 'abstract thread client { crit: skip; } unsafe count(crit) >= 2;'; } >"$tmp/empty.dr"
verdict "$tmp/empty.dr" client yes "an abstract thread that reads nothing: nothing is observed"
{ sed '/^abstract thread/,$d' ttas.dr; echo 'abstract thread client { crit: assert(false); } unsafe count(crit) >= 2;'; } >"$tmp/empty.dr"
verdict "$tmp/empty.dr" client yes "an abstract thread that always fails"

# Corner cases: text VERDICT WHAT PROGRAM, of thread a.
text() {
    printf '%s\n' "$3" >"$tmp/t.dr"
    verdict "$tmp/t.dr" a "$1" "$2"
}
text yes 'assert(false)' \
    'shared int g = 0; thread a { g = g + 5; assert(g < 3); } abstract thread a { assert(false); } thread b { assume(g == 1); }'
text no 'a failure at the entry, not in the abstract thread' \
    'shared int g = 0; thread a { assert(g == 0); } abstract thread a { skip; } thread b { assume(g == 1); }'
text yes 'a failure at the entry' \
    'shared int g = 0; thread a { assert(g == 0); } abstract thread a { assert(g == 0); }'
text yes 'a local set from a shared variable' \
    'shared bool s; shared int g = 0; thread a { local bool l = s; if (l) g = 1; } abstract thread a { local bool l = s; if (l) g = 1; } thread b { assume(g == 1); }'
text no 'the other value' \
    'shared bool s; shared int g = 0; thread a { local bool l = s; if (l) g = 1; } abstract thread a { local bool l = s; if (!l) g = 1; } thread b { assume(g == 1); }'
text no 'leaving a range' \
    'shared int[0..2] g = 0; thread a { g = g + 1; } abstract thread a { atomic { assume(g < 2); g = g + 1; } }'
text yes 'leaving a range on both sides' \
    'shared int[0..2] g = 0; thread a { g = g + 1; } abstract thread a { g = g + 1; }'
text no 'a wrong unlock of a hidden mutex' \
    'shared mutex m; shared int g = 0; thread a { unlock(m); } abstract thread a { assume(g == 0); }'
text yes 'a large number' \
    'shared int g = 0; thread a { g = 99999999999999999999; } abstract thread a { atomic { havoc g; assume(g > 99999999999999999998); } assume(g != 1); }'
text no 'a large number, one less' \
    'shared int g = 0; thread a { g = 99999999999999999999; } abstract thread a { atomic { havoc g; assume(g > 99999999999999999999); } assume(g != 1); }'
text yes 'nothing is observed' \
    'shared int g = 0; thread a { g = 7; } abstract thread a { ; }'
text yes 'two locals that stay equal' \
    'shared int g = 0; thread a { local int x = 0, y = 0; while (*) { x = x + 1; y = y + 1; } assume(x != y); g = 1; } abstract thread a { assume(g == 0); }'

text yes 'silent cycles' \
    'shared int g = 0; thread a { skip; g = 1; } abstract thread a { while (*) { while (*) skip; skip; } g = 1; while (true) skip; } thread b { assume(g == 1); }'
text yes 'an arbitrary value' \
    'shared int g = 1; thread a { local int x = 0; havoc x; if (x > 0) g = x; } abstract thread a { atomic { havoc g; assume(g > 0); } } thread b { assert(g != 0); }'
text no 'an arbitrary value, 0 as well' \
    'shared int g = 1; thread a { local int x = 0; havoc x; if (x >= 0) g = x; } abstract thread a { atomic { havoc g; assume(g > 0); } } thread b { assert(g != 0); }'
text yes 'a failure before a step that waits' \
    'shared int g = 0; thread a { atomic { assert(g == 0); assume(g == 1); g = 2; } } abstract thread a { assert(g == 0); } thread b { assume(g == 1); }'
text no 'a failure before a step that waits, forgotten' \
    'shared int g = 0; thread a { atomic { assert(g == 0); assume(g == 1); g = 2; } } abstract thread a { assume(g == 1); g = 2; } thread b { assume(g == 1); }'
text yes 'two labels at one place' \
    'shared int g = 0; thread a { L: M: g = 1; } abstract thread a { L: M: g = 1; } unsafe count(L) >= 2 && count(M) >= 1;'
text no 'two labels at two places' \
    'shared int g = 0; thread a { L: M: g = 1; } abstract thread a { L: skip; M: g = 1; } unsafe count(L) >= 2 && count(M) >= 1; thread b { assume(g == 0); }'
text yes 'code that is never reached' \
    'shared int g = 0; thread a { if (*) { exit; g = 5; } g = 1; assume(false); g = 7; } abstract thread a { g = 1; assume(false); } thread b { assume(g == 1); }'
text yes 'no thread of the kind' \
    'shared int g = 0; thread a [0] { g = 1; } abstract thread a { g = 1; } thread b { assert(g == 0); }'
# The number of places follows a definition.
printf 'const int N = 1; shared int g = 0; thread a { g = 1; } abstract thread a { local int[0..N] k; g = 1; } thread b { assume(g == 1); }\n' >"$tmp/n.dr"
"$PWQO" conform "$tmp/n.dr" | grep -q '(4 places' && "$PWQO" conform -D N=4 "$tmp/n.dr" | grep -q '(10 places' && ok "-D: places" || not_ok "-D: places: $("$PWQO" conform "$tmp/n.dr")"

# The assertion that is missing, and traces as long as a shortest one.
missing() {
    "$PWQO" conform "$1" >"$tmp/out" 2>"$tmp/err"
    if grep -qF "$2" "$tmp/out"; then ok "$1: $2"; else not_ok "$1: no '$2'"; cat "$tmp/out"; fi
}
steps() { # FILE THREAD STEPS
    "$PWQO" conform --thread="$2" "$1" >"$tmp/out" 2>"$tmp/err"
    got=$(grep -cE '^ +[0-9]+  thread 1 ' "$tmp/out")
    if [ "$got" = "$3" ]; then ok "$1: $3 steps"; else not_ok "$1: $got steps, not $3"; fi
}
missing example_noassert.dr 'would do: assert(g > 0) at line 29 of the abstract thread'
missing example_noassert.dr 'a DOES NOT CONFORM: its abstract thread has no step for line 17: g = x'
missing example_noassert.dr 'other threads     g = 1'
missing bluetooth_wrongspec.dr 'PnpAdd DOES NOT CONFORM: its abstract thread has no step for line 19: stoppingEvent = true'
missing bluetooth_wrongspec.dr 'would do: assert(pendingIO == 0) at line 52'
steps example_neg.dr a 3
steps example_noassert.dr a 6
steps bluetooth_wrongspec.dr PnpAdd 7
steps bluetooth_wrongspec.dr PnpStop 4
"$PWQO" conform example_neg.dr | grep -q "would do" && not_ok "x = -1: no assertion helps" || ok "x = -1: no assertion helps"
# The number of threads has no influence.
for k in 1 1000000; do
    "$PWQO" conform -D K=$k bluetooth_range.dr | sed 's/^[^ ]* //' >"$tmp/k$k" || not_ok "K = $k"
done
cmp -s "$tmp/k1" "$tmp/k1000000" && ok "K = 1 and K = 1000000: the same pairs" || not_ok "K = 1: $(cat "$tmp/k1"); K = 1000000: $(cat "$tmp/k1000000")"
# Names, layout and order of declarations do not matter.
"$PWQO" conform bluetooth.dr | sed 's/^[^ ]* //' >"$tmp/plain"
"$PWQO" fmt bluetooth.dr >"$tmp/f.dr" && "$PWQO" conform "$tmp/f.dr" | sed 's/^[^ ]* //' | cmp -s - "$tmp/plain" && ok "after fmt" || not_ok "after fmt"
sed 's/pendingIO/n/g; s/stopped/gone/g; s/status/z/g' bluetooth.dr >"$tmp/r.dr" && "$PWQO" conform "$tmp/r.dr" | sed 's/^[^ ]* //' | cmp -s - "$tmp/plain" && ok "renamed" || not_ok "renamed"
{ sed '/^abstract thread/,$d' bluetooth.dr; sed -n '/^abstract thread PnpAdd/,$p' bluetooth.dr; sed -n '/^abstract thread PnpStop/,/^}/p' bluetooth.dr; } >"$tmp/o.dr"
"$PWQO" conform "$tmp/o.dr" | sed 's/^[^ ]* //' | cmp -s - "$tmp/plain" && ok "reordered" || not_ok "reordered"

# Conforming for a poor reason: a warning.
poor() {
    printf '%s\n' "$2" >"$tmp/poor.dr"
    "$PWQO" conform "$tmp/poor.dr" >"$tmp/out" 2>"$tmp/err"
    if grep -q "a CONFORMS" "$tmp/out" && grep -qF "$1" "$tmp/err"; then ok "warning: $1"; else not_ok "no warning '$1': $(cat "$tmp/out" "$tmp/err")"; fi
}
poor "thread 'a' conforms only because its abstract thread can always fail" \
    'shared int g = 0; thread a { g = g + 5; } abstract thread a { assert(false); } thread b { assume(g == 1); }'
poor "thread 'a' cannot start: there is no initial state" \
    'shared int g = 0; init g == 1; thread a { g = g + 5; } abstract thread a { assume(g == 0); }'
"$PWQO" conform example.dr 2>&1 | grep -q warning && not_ok "a warning without a reason" || ok "no warning otherwise"

# With -v: changes of the abstract thread that are never needed, and an init that relates threads.
sed '/^thread PnpAdd/,/^}/s/^    IoDecrement();//' bluetooth.dr >"$tmp/forgets.dr"
"$PWQO" conform -v "$tmp/forgets.dr" >"$tmp/out" 2>"$tmp/err"
grep -q "thread 'PnpAdd' conforms without this step of its abstract thread: line [0-9]*: pendingIO = pendingIO - 1" "$tmp/err" && ok "-v: a forgotten decrement" || not_ok "-v: $(cat "$tmp/err")"
"$PWQO" conform -v bluetooth.dr 2>&1 | grep -q "conforms without" && not_ok "-v: every step is needed" || ok "-v: every step is needed"
printf 'shared int g = 0; thread a { local int k; g = k; } abstract thread a { atomic { havoc g; } } init k != other.k; thread b { assert(g == g); assume(g == 1); }\n' >"$tmp/init.dr"
"$PWQO" conform -v "$tmp/init.dr" >"$tmp/out" 2>"$tmp/err"
grep -q "the init of line 1 relates threads" "$tmp/err" && ok "-v: an init between threads" || not_ok "-v: $(cat "$tmp/out" "$tmp/err")"
"$PWQO" conform "$tmp/init.dr" 2>&1 | grep -q "relates threads" && not_ok "an init between threads is a detail" || ok "an init between threads is a detail"

# Exit codes, and what cannot be a machine.
code() {
    "$PWQO" conform "$2" >"$tmp/out" 2>"$tmp/err"
    got=$?
    if [ "$got" = "$1" ]; then ok "exit code $1: $2"; else not_ok "exit code $got, not $1: $2"; fi
}
code 0 example.dr
code 10 example_neg.dr
printf 'shared int g = 0;\nthread a { g = 1; }\n' >"$tmp/none.dr"
code 65 "$tmp/none.dr"
grep -q "has no abstract thread" "$tmp/err" && ok "no abstract thread" || not_ok "no abstract thread: $(cat "$tmp/err")"
printf 'shared int g = 0, v = 0;\nthread a { g = 1; }\nabstract thread a { atomic { havoc v; assume(v > 0); } assume(g > 0); }\n' >"$tmp/lost.dr"
code 65 "$tmp/lost.dr"
printf 'shared int g = 0;\nthread a { g = 1; }\nabstract thread a { atomic { havoc g; assert(g > 0); } }\n' >"$tmp/picked.dr"
code 65 "$tmp/picked.dr"
grep -q "may not read a value that the same step picks" "$tmp/err" && ok "asserted choice" || not_ok "asserted choice: $(cat "$tmp/err")"
printf 'shared int g = 0;\nthread a { g = 1; }\nabstract thread a { local int[0..9999] k; havoc g; }\n' >"$tmp/many.dr"
code 65 "$tmp/many.dr"
printf 'shared int g = 0;\nthread a { local bool in = false; atomic { assume(every(!other.in)); in = true; } g = 1; }\nabstract thread a { havoc g; }\n' >"$tmp/every.dr"
code 65 "$tmp/every.dr"
grep -q "a file with abstract threads cannot have threads that look at each other" "$tmp/err" && ok "threads that look at each other" || not_ok "threads that look at each other: $(cat "$tmp/err")"
"$PWQO" conform --thread=nobody example.dr >"$tmp/out" 2>"$tmp/err"
[ $? = 65 ] && grep -q "no abstract thread for a thread 'nobody'" "$tmp/err" && [ ! -s "$tmp/out" ] && ok "--thread=nobody" || not_ok "--thread=nobody: $(cat "$tmp/err")"
"$PWQO" conform --obligations="$tmp/x.smt2" example.dr ttas.dr >"$tmp/out" 2>"$tmp/err"
[ $? = 64 ] && ok "obligations of two files" || not_ok "obligations of two files"

# What only the machine of an abstract thread shows to be bad: the same words from conform and verify. (tests/bad has what the parser sees.)
cd "$SRCDIR/tests/conform/bad" || exit 99
for file in *.dr; do
    for command in conform verify; do
        "$PWQO" $command "$file" >"$tmp/out" 2>"$tmp/err"
        got=$?
        if [ "$got" = 65 ] && [ ! -s "$tmp/out" ] && cmp -s "$tmp/err" "${file%.dr}.err"; then ok "$command: $file"; else
            not_ok "$command: $file: exit code $got"
            diff "${file%.dr}.err" "$tmp/err"
        fi
    done
done
finish
