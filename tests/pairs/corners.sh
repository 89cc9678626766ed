#!/bin/sh
# The corner cases of proofs by pairs, entry by entry: of each a program that is unsafe and a twin that is safe, with the truth by hand. At the end the list of entries is
# compared with what was tried, and the list of oracles with the tests that have them.
. "$(dirname -- "$0")/../cli/lib.sh"
. "$(dirname -- "$0")/decide.sh"
tried=
# corner NAME safe|unsafe: the program is on standard input.
corner() {
    tried="$tried
$1 $2"
    "$2" "$1"
}

# with two threads init excludes equal ids; alone a thread has no other, and id 0 fails
corner one-thread-init unsafe <<'END'
shared int x = 0;
thread a { local int id = 0; x = x + 1; assert(x == 0 || id > 0); }
init id != other.id;
END
corner one-thread-init safe <<'END'
shared int owner = -1;
thread a { local int id; atomic { assume(owner == -1); owner = id; } in: owner = -1; }
init id >= 0 && id != other.id;
unsafe count(in) >= 2;
END
# the local is what the shared one was at the start: alone it is 3 - 3
corner one-thread-initialiser unsafe <<'END'
shared int x = 3;
thread a { local int r = x - 3; x = x + 1; assert(r != 0 || x != 4); }
END
corner one-thread-initialiser safe <<'END'
shared int x = 3;
thread a { local int r = x - 3; x = x + 1; assert(r == 0 && x >= 4); }
END
# one thread, and there is no second that could stand idle
corner counts-only unsafe <<'END'
shared int x = 0;
thread a [1] { x = x + 1; assert(x != 1); }
END
corner counts-only safe <<'END'
shared int x = 0;
thread a [2] { x = x + 1; in: assert(x >= 1 && x <= 2); }
END
# a thread of a template of one is not its own partner
corner template-of-one unsafe <<'END'
shared int x = 0;
thread a [1] { x = x + 1; in: skip; }
thread b [1] { assume(x == 1); in: skip; }
unsafe count(in) >= 2;
END
corner template-of-one safe <<'END'
shared int x = 0;
thread a [1] { while (true) { in: x = x + 1; } }
unsafe count(in) >= 2;
END
corner template-of-none unsafe <<'END'
shared int x = 0;
thread a [0] { x = 1; }
thread b { assert(x == 1); }
END
corner template-of-none safe <<'END'
shared int x = 0;
thread a [0] { x = 1; }
thread b { assert(x == 0); }
END
corner no-integers unsafe <<'END'
shared bool a = false, b = false;
thread t { a = true; b = a; p: skip; a = false; assert(!b || a); }
END
corner no-integers safe <<'END'
shared bool m = false;
thread t { while (true) { atomic { assume(!m); m = true; } in: m = false; } }
unsafe count(in) >= 2;
END
corner havoc unsafe <<'END'
shared int x = 0;
thread a { local int l = 0; havoc l; assume(l >= 77 && l % 5 == 0); x = l; assert(x != 80); }
END
corner havoc safe <<'END'
shared int x = 100;
thread a { local int l = 0; havoc l; assume(l >= 77); x = l; assert(x >= 77); }
END
# the difference of two constants beyond 64 bits
corner huge-constants unsafe <<'END'
shared int x = 36893488147419103232;
thread a { x = x + 1; assert(x <= 36893488147419103233); }
END
corner huge-constants safe <<'END'
shared int x = 36893488147419103232;
thread a { x = x + 1; assert(x >= 36893488147419103233); }
END
# a constraint that speaks of another thread says nothing of one that is alone: v may be 0 then
corner init-other unsafe <<'END'
shared int last = 0;
thread a { local int v; last = v; in: assert(v != 0); }
init v > 0 && v != other.v;
END
corner init-other safe <<'END'
shared int last = 0;
thread a { local int v; last = v; in: assert(v != 0); }
init v > 0;
init v != other.v;
END
# one that has not begun holds its initial ticket 0: it must not be taken for one who drew 0
corner not-begun unsafe <<'END'
shared int s = 0, t = 0;
thread c { local int l = 0; atomic { if (t > 0) { l = t; } t = t + 1; } assume(s == l || l == 0); in: s = s + 1; }
thread d { assume(s == 0 && t == 1); in: skip; }
unsafe count(in) >= 2;
END
corner not-begun safe <<'END'
shared int s = 0, t = 0;
thread c { local int l = 0; while (true) { atomic { l = t; t = t + 1; } assume(s == l); in: s = s + 1; } }
unsafe count(in) >= 2;
END
# the procedure is expanded twice: its label is at two locations of a thread, in both templates
corner label-at-two-locations unsafe <<'END'
shared int x = 0;
proc visit() { in: x = x + 1; }
thread a [1] { visit(); visit(); }
thread b [1] { assume(x == 1); visit(); }
unsafe count(in) >= 2;
END
corner label-at-two-locations safe <<'END'
shared int x = 0;
proc visit() { in: x = x + 1; }
thread a [1] { visit(); visit(); }
thread b [1] { assume(x == 2); visit(); }
unsafe count(in) >= 2;
END
# three at once, by three tests before one of them counts
corner three-and-more unsafe <<'END'
shared int n = 0;
thread a { while (true) { assume(n <= 1); n = n + 1; in: n = n - 1; } }
unsafe count(in) >= 4;
END
corner three-and-more safe <<'END'
shared int n = 0;
thread a { while (true) { atomic { assume(n <= 2); n = n + 1; } in: n = n - 1; } }
unsafe count(in) >= 4;
END
# a local of a procedure is 0 again in the next call
corner procedure-local unsafe <<'END'
shared int x = 0;
proc draw() { local int mine = 0; mine = x; x = mine + 1; assert(x == mine + 1); }
thread a { draw(); draw(); }
END
corner procedure-local safe <<'END'
shared int x = 0;
proc draw() { local int mine = 0; assert(mine == 0); atomic { mine = x; x = mine + 1; } assert(x > mine); }
thread a { draw(); draw(); }
END
corner range-in-arithmetic unsafe <<'END'
shared int[0..3] r = 0;
shared int sum = 0;
thread a { atomic { assume(r < 3); r = r + 1; sum = sum + 2 * r; } assert(sum <= 2 * r * 1 + 8); assert(sum != 12); }
END
corner range-in-arithmetic safe <<'END'
shared int[0..3] r = 0;
shared int twice = 0;
thread a { while (true) { atomic { assume(r < 3); r = r + 1; twice = twice + 2; } in: atomic { assert(twice >= 2); r = r - 1; twice = twice - 2; } } }
END
# `log` is written and never read: it must neither hide nor hinder anything
corner never-read unsafe <<'END'
shared int log = 0, x = 0;
thread a { log = log + x; atomic { assume(x < 2); x = x + 1; } in: log = x; x = x - 1; }
unsafe count(in) >= 2;
END
corner never-read safe <<'END'
shared int log = 0, x = 0;
thread a { while (true) { log = log + x; atomic { assume(x < 1); x = x + 1; } in: log = x; x = x - 1; } }
unsafe count(in) >= 2;
END
# every step moves one from x to y or back: x + y is constant, nobody weighs anything
corner weights-zero unsafe <<'END'
shared int x = 9, y = 0;
thread a { while (true) { if (*) { atomic { x = x - 1; y = y + 1; } } else { atomic { x = x + 1; y = y - 1; } } assert(x >= 8); } }
END
corner weights-zero safe <<'END'
shared int x = 9, y = 0;
thread a { while (true) { if (*) { atomic { x = x - 1; y = y + 1; } } else { atomic { x = x + 1; y = y - 1; } } assert(x + y == 9); } }
END
corner together-constant unsafe <<'END'
shared int x = 5, y = 0;
thread a { while (true) { x = x - 1; half: y = y + 1; assert(x + y == 5); } }
END
corner together-constant safe <<'END'
shared int x = 5, y = 0;
thread a { while (true) { x = x - 1; half: assert(x + y < 5); y = y + 1; assert(x + y <= 5); } }
END
# an error location has no weight: the count says nothing of a state with a failed thread
corner error-in-count unsafe <<'END'
shared int x = 0;
thread a [2] { x = x + 1; assert(x <= 1); x = x - 1; }
END
corner error-in-count safe <<'END'
shared int x = 0;
thread a [2] { x = x + 1; assert(x <= 2); x = x - 1; }
END
# weights per view: what a step adds depends on a finite local, at one location
corner weight-of-view unsafe <<'END'
shared int pending = 1;
shared bool stopping = false, stopped = false;
thread worker {
    local int[0..1] status = 0;
    atomic { if (stopping) status = 1; else { status = 1; pending = pending + 1; } }
    if (status == 1) { assert(!stopped); }
    atomic { pending = pending - status; if (pending == 0) stopped = true; }
}
thread stopper [1] { stopping = true; atomic { pending = pending - 1; if (pending == 0) stopped = true; } }
END
corner weight-of-view safe <<'END'
shared int pending = 1;
shared bool stopping = false, stopped = false;
thread worker {
    local int[0..1] status = 0;
    atomic { if (stopping) status = 0; else { status = 1; pending = pending + 1; } }
    if (status == 1) { assert(!stopped); }
    atomic { pending = pending - status; if (pending == 0) stopped = true; }
}
thread stopper [1] { stopping = true; atomic { pending = pending - 1; if (pending == 0) stopped = true; } }
END
run verify "$tmp/p.dr"
prints "the weight is one of location and local" "(status == 1)"
# the same with values that are computed: a case of the local each
corner case-of-guard unsafe <<'END'
shared int slots = 0;
shared bool full = false;
thread user { local bool heavy = false; while (true) {
    if (*) heavy = true; else heavy = false;
    atomic { assume(!full); slots = slots + (heavy ? 2 : 1); }
in: slots = slots - 2; } }
thread closer { while (true) { atomic { assume(slots == 0 && !full); full = true; } alone: full = false; } }
unsafe count(in) >= 1 && count(alone) >= 1;
END
corner case-of-guard safe <<'END'
shared int slots = 0;
shared bool full = false;
thread user { local bool heavy = false; while (true) {
    if (*) heavy = true; else heavy = false;
    atomic { assume(!full); slots = slots + (heavy ? 2 : 1); }
in: slots = slots - (heavy ? 2 : 1); } }
thread closer { while (true) { atomic { assume(slots == 0 && !full); full = true; } alone: full = false; } }
unsafe count(in) >= 1 && count(alone) >= 1;
END
run verify "$tmp/p.dr"
prints "a weight for each case" "2 * number of threads at user.in (heavy)"

# ---- the lists ----
for entry in one-thread-init one-thread-initialiser counts-only template-of-one template-of-none no-integers havoc huge-constants init-other not-begun \
    label-at-two-locations three-and-more procedure-local range-in-arithmetic never-read weights-zero together-constant error-in-count weight-of-view case-of-guard; do
    for truth in safe unsafe; do
        echo "$tried" | grep -qx "$entry $truth" && ok "there is a program: $entry, $truth" || not_ok "no program: $entry, $truth"
    done
done
# oracle NUMBER FILE: the test says that it has the oracle.
oracle() { grep -qF "Oracle ($1)" "$SRCDIR/$2" && ok "oracle ($1): $2" || not_ok "oracle ($1) is not named in $2"; }
oracle 1 tests/unit/test_pairs.c      # what the fixpoint excludes does not occur with 1 to 4 threads
oracle 2 tests/cli/stripped.sh        # no unsafe model is proved
oracle 3 tests/pairs/proofs.sh        # an independent statement of the conditions, for other solvers
oracle 4 tests/pairs/certificates.sh  # without one fact an obligation fails, or the fact was redundant
oracle 5 tests/unit/test_pairs.c      # counting invariants hold in every state that is reached
oracle 6 tests/unit/test_abst_models.c # the template relative to the axioms has every step of reachable states
oracle 7 tests/pairs/suggest.sh       # mined predicates and pairs never disagree
finish
