#!/bin/sh
# What first-time readers stumbled over: every sentence here was asked about once. The programs are small, so that what must be said of them is known.
. "$(dirname -- "$0")/lib.sh"

absent() { if grep -qF -- "$2" "$tmp/out"; then not_ok "$1: '$2'"; else ok "$1"; fi; }

# A mutex is not a variable of the program; a property that no line says stands at the end; names of places are whole.
cat >"$tmp/lock.dr" <<'END'
shared mutex m;
shared bool freed = false;
thread worker { while (*) { lock(m); assert(!freed); in: unlock(m); } }
thread stopper [1] { lock(m); freed = true; done: freed = false; unlock(m); }
END
gives "a lock" 0 verify "$tmp/lock.dr"
prints "how many threads of which kind" "threads     any number of worker, 1 of stopper"
prints "the mutex is explained" "m: true while a thread holds the mutex"
prints "the property is the last line" "'assert(!freed)' in line 3 never fails (the property)"
prints "labels have their thread" "worker.in"
absent "no label without its thread" " in,"

# Without predicates: what is remembered. Integers are not; an order of threads is not either.
cat >"$tmp/forget.dr" <<'END'
shared int a = 0;
thread w [1] { a = 2; a = a - 1; }
thread r { if (a > 2) { bad: skip; } }
unsafe count(bad) >= 1;
END
gives "integers without predicates" 5 verify --engine=cover "$tmp/forget.dr"
prints "it was the abstraction" "the abstraction without predicates has a run to a bad state that the program does not have"
prints "another engine has the answer" "(the only one that was asked; another one has an answer: see 'next')"
prints "what is not remembered" "none, so nothing is remembered of integer variables"
prints "a command that tells more" "pwqo verify $tmp/forget.dr  (all engines: proved SAFE"
run verify --engine=cover "$SRCDIR/models/protocols/szymanski_bool.dr"
prints "the order" "the order of threads (self < other.self) is not"

# The values that the predicates have where no real run goes on.
cat >"$tmp/zero.dr" <<'END'
shared int s = 0, t = 0;
thread c { local int l = 0; while (true) { get: atomic { l = t; t = t + 1; } assume(s == l); crit: s = s + 1; } }
predicate served = s == l;
unsafe count(crit) >= 2;
END
gives "a ticket lock with one predicate" 5 verify --engine=cover "$tmp/zero.dr"
prints "what is remembered at the step" "no real run can take this step here; all that is remembered: served = true"
prints "what an arrow means" "→ L12: the thread is now at line 12"

# A limit: not a reason that was found on the way, and what to do.
run verify --time-limit=1 -D N=30000 --engine=auto "$SRCDIR/models/protocols/german_data.dr"
case $code in
5)
    prints "the limit is the reason" "UNKNOWN: the time limit was reached"
    prints "all engines had turns" "all that take such a file, in turns"
    prints "more time" "--time-limit=SECONDS"
    ;;
*) skip "a program that takes more than a second" ;;
esac

# What is not as in C is named below the run, and so are arguments.
cat >"$tmp/numbers.c" <<'END'
#include <assert.h>
#include <pthread.h>
static void *f(void *p) { assert((long)p >= 3); return NULL; }
int main(int argc, char **argv)
{
    pthread_t t;
    (void)argv;
    for (int i = 0; i < argc; i++) {
        if (i < 3) continue;
        pthread_create(&t, NULL, f, (void *)(long)i);
    }
    return 0;
}
END
gives "numbers that are not known" 5 verify "$tmp/numbers.c"
prints "what is not as in C" "not as in C: line 10: the argument of thread 'f' is read as any number that no other one gets"
prints "the argument is explained" "the argument of this thread of f"
absent "nothing ends before it begins" "end of f"

# Pairs that are not excluded, in sentences.
cat >"$tmp/two.dr" <<'END'
shared int t = 1;
thread c { local int l = 0; l = t; t = t + 1; assume(l == 1); crit: skip; }
unsafe count(crit) >= 2;
END
gives "pairs alone" 5 verify --engine=pairs "$tmp/two.dr"
prints "two threads in words" "a thread at crit and another at crit"
absent "no bars" " | "

# A ticket lock in C: the counter that the section keeps is 0 before and 1 inside, said so.
cat >"$tmp/ticket.c" <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_uint next, serving;
static int inside;
static void *worker(void *arg)
{
    (void)arg;
    for (;;) {
        unsigned my = atomic_fetch_add(&next, 1);
        while (atomic_load(&serving) != my)
            ;
        inside++;
        assert(inside == 1);
        inside--;
        atomic_fetch_add(&serving, 1);
    }
}
int main(int argc, char **argv)
{
    (void)argv;
    for (int i = 0; i < argc; i++) {
        pthread_t t;
        pthread_create(&t, 0, worker, 0);
    }
    return 0;
}
END
gives "a ticket lock in C" 0 verify "$tmp/ticket.c"
prints "the count" "serving = next - number of threads at"
prints "they exclude each other" "no two threads at L13, L13.2, L14, L15, L15.2, L16"
prints "tickets differ" "no two threads at L11 have the same my"
prints "the ticket is drawn" "next > my for every thread at L11"
prints "nobody waits for the number that is served" "serving != my for every thread at L11 while another is at L13"
prints "0 before and after" "inside == 0 while a thread is at L13, L16"
prints "1 inside" "inside == 1 while a thread is at L14, L15"
prints "by which line" "'assert(inside == 1);' in line 14 never fails (the property), by the line above"

# One of a thing is one.
echo 'shared bool a = false; thread t { x: skip; } unsafe a && count(x) >= 1;' >"$tmp/one.dr"
run explore -n 1 "$tmp/one.dr"
absent "one state" "1 states"
finish
