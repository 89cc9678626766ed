#!/bin/sh
# Candidate runs: what is shown to be spurious is called so, and nothing else; replay ends; the abstract run is always shown and written.
. "$(dirname -- "$0")/lib.sh"

# A program that is unsafe at the start, with more threads than memory has room for: the reason is the limit.
cat >"$tmp/million.dr" <<'DR'
thread t { A: skip; }
unsafe count(A) >= 1000000;
DR
gives "a million threads, little memory" 5 verify --memory-limit=16 --trace="$tmp/million.txt" "$tmp/million.dr"
prints "a million threads, little memory: the reason" "the memory limit was reached"
prints "a million threads, little memory: the run" "1000000 x t at A"
if grep -q "1000000 x t at A" "$tmp/million.txt"; then ok "a million threads: the trace"; else not_ok "a million threads: the trace"; fi
gives "a million threads" 10 verify -q "$tmp/million.dr"

# Tickets that wrap: with M + 1 threads two hold the same one. Finite, no predicates, monotone: every abstract run is
# real, also when the tickets of threads that have not begun are arbitrary.
cat >"$tmp/wrap.dr" <<'DR'
const int M = 7;
shared int[0..M-1] next = 0;
shared int[0..M-1] serving = 0;
thread t {
    local int[0..M-1] my;
    while (true) {
        atomic { my = next; next = (next + 1) % M; }
        assume(serving == my);
crit:   skip;
        serving = (serving + 1) % M;
    }
}
unsafe count(crit) >= 2;
DR
gives "wrapping tickets" 10 verify -q --time-limit=30 "$tmp/wrap.dr"
sed 's/ = 0;/;/; s/^unsafe/init next == serving;\nunsafe/' "$tmp/wrap.dr" >"$tmp/arbitrary.dr"
gives "wrapping tickets from anywhere" 10 verify -q --time-limit=30 "$tmp/arbitrary.dr"
gives "wrapping tickets, more of them" 10 verify -q --time-limit=60 -D M=10 "$tmp/wrap.dr"

# A replay that would take minutes: it ends by its own bounds, and the abstract run is there.
cat >"$tmp/slow.dr" <<'DR'
shared int[0..1] dummy = 0;
shared int ticket, grant;
thread t {
    local int my;
    local int[0..9] wait;
    while (true) {
        atomic { my = ticket; ticket = ticket + 1; }
        wait = 0;
        while (wait < 9) { wait = wait + 1; }
        assume(my == grant);
crit:   dummy = 1 - dummy;
        grant = grant + 1;
    }
}
init ticket == grant;
predicate first = my == grant;
unsafe count(crit) >= 4;
DR
gives "a long replay" 5 verify --engine=cover --time-limit=10 --trace="$tmp/slow.txt" "$tmp/slow.dr"
prints "a long replay: the run is shown" "a run that may or may not be one of the program:"
if grep -q "then  count(crit) >= 4" "$tmp/slow.txt"; then ok "a long replay: the trace"; else not_ok "a long replay: the trace"; fi
if grep -q "abstraction-spurious" "$tmp/out"; then not_ok "a long replay: nothing was shown, and it is called spurious"; else ok "a long replay: not called spurious"; fi

# What is shown to be impossible is called spurious still.
gives "a spurious run" 5 verify --engine=cover "$SRCDIR/models/ticket_zero.dr"
prints "a spurious run: the reason" "abstraction-spurious"
prints "a spurious run: its heading" "the run, which the program does not have:"

# A template is its own program: a trace that drops nobody is a run of it, however many states there are.
cat >"$tmp/many.dr" <<'DR'
shared int s = 0;
thread t {
    local int x = 0;
    local int[0..40] a = 0;
    while (a < 40) { a = a + 1; }
    x = x + 1;
L:  skip;
    while (true) { assume(x > s); s = x; x = x + 1; }
}
predicate above = x > other.x;
predicate over = x > s;
unsafe count(L) >= 4;
DR
run abstract --format=drt "$tmp/many.dr"
cp "$tmp/out" "$tmp/many.drt"
gives "a template with many states" 10 verify "$tmp/many.drt"
prints "a template with many states: threads" "UNSAFE with 4 threads"
gives "the program that it is of" 10 verify -q "$tmp/many.dr"

# Three threads reach the bad state only if one is dropped, four do by themselves.
more=$SRCDIR/tests/closures/one_more.drt
gives "three threads do not" 0 explore -n 3 "$more"
gives "four threads do" 10 explore -n 4 "$more"
gives "one thread more than in the trace" 10 verify "$more"
prints "one thread more than in the trace: threads" "UNSAFE with 4 threads"
# A thread that takes no step constrains the start: without it there is a run.
cat >"$tmp/onlooker.dr" <<'DR'
shared int x;
thread a [1] { assert(x >= 0); }
thread b { local int l = 0; skip; }
init b.l <= x;
DR
gives "a run without the onlooker" 10 verify "$tmp/onlooker.dr"
prints "a run without the onlooker: threads" "UNSAFE with 1 thread"
sed 's/thread b {/thread b [2] {/' "$tmp/onlooker.dr" >"$tmp/must.dr"
run verify "$tmp/must.dr"
[ "$code" != 10 ] && ok "an onlooker that must be there" || not_ok "an onlooker that must be there is left out"
finish
