#!/bin/sh
# Small programs on which a proof by pairs is easily wrong: one thread alone, counts of templates, error locations in counting invariants,
# sets of three threads, labels at two places, arbitrary values, huge constants. The unsafe ones must never be SAFE by --engine=pairs and must be
# UNSAFE by default; the safe twins show that the engine says more than no. Truth is by hand: the comment of each says why.
. "$(dirname -- "$0")/../cli/lib.sh"

. "$(dirname -- "$0")/decide.sh"

# a thread that fails after the step that breaks the count: the count says nothing of that state
unsafe "an error location in a count" <<'END'
shared int x = 0;
thread a [1] { x = x + 1; assert(x == 0); }
END
# two threads exclude each other by init (0 != 0), one alone is possible and fails
unsafe "one thread with init over two" <<'END'
shared int x = 0;
thread a { local int id = 0; x = x + 1; assert(x == 0); }
init id != other.id;
END
# without a thread b the shared variable is arbitrary
unsafe "one thread without the other template" <<'END'
shared int x;
thread a [1] { assert(x >= 0); }
thread b { local int l = 0; skip; }
init b.l <= x;
END
# the initial value is read from a shared variable that is arbitrary
unsafe "an initial value that is read" <<'END'
shared int x;
thread a { local int l = x; assert(l != 7); }
END
safe "an initial value that is read, twin" <<'END'
shared int x = 3;
thread a { local int l = x; assert(l != 7); }
END
# three threads, not two
unsafe "three threads" <<'END'
shared int n = 0;
thread a { atomic { assume(n < 3); n = n + 1; } in: skip; atomic { n = n - 1; } }
unsafe count(in) >= 3;
END
safe "three threads, twin" <<'END'
shared int n = 0;
thread a { atomic { assume(n < 2); n = n + 1; } in: skip; atomic { n = n - 1; } }
unsafe count(in) >= 3;
END
# one label in two templates: together they are two
unsafe "a label in two templates" <<'END'
shared int x = 0;
thread a [1] { in: x = x + 1; }
thread b [1] { in: x = x + 1; }
unsafe count(in) >= 2;
END
# one thread carries both labels
unsafe "two labels at one place" <<'END'
shared int x = 0;
thread a [1] { x = 1; p: q: x = 2; }
unsafe count(p) >= 1 && count(q) >= 1;
END
safe "a template without threads" <<'END'
shared int x = 0;
thread a { x = x; assert(x == 0); }
thread b [0] { x = 1; }
END
unsafe "a template with one thread" <<'END'
shared int x = 0;
thread a { x = x; assert(x == 0); }
thread b [1] { x = 1; }
END
unsafe "an arbitrary value" <<'END'
shared int x = 0;
thread a { local int l = 0; havoc l; assume(l > 10); x = l; assert(x != 11); }
END
safe "an arbitrary value, twin" <<'END'
shared int x = 11;
thread a { local int l = 0; havoc l; assume(l > 10); x = l; assert(x > 10); }
END
# the constants differ by one beyond 64 bits
unsafe "huge constants" <<'END'
shared int x = 0;
thread a { x = 100000000000000000000000000000000000001; assert(x != 100000000000000000000000000000000000001); }
END
safe "huge constants, twin" <<'END'
shared int x = 0;
thread a { x = 100000000000000000000000000000000000001; assert(x != 100000000000000000000000000000000000002); }
END
# x + y is constant, x alone is not
safe "two counters that only together are constant" <<'END'
shared int x = 5, y = 0;
thread a { atomic { assume(x > 0); x = x - 1; y = y + 1; } m: skip; assert(x + y == 5); }
END
unsafe "two counters, one of them wrong" <<'END'
shared int x = 5, y = 0;
thread a { atomic { assume(x > 0); x = x - 1; y = y + 2; } m: skip; assert(x + y == 5); }
END
# readers are counted, but leaving decrements twice: a third reader is not seen
unsafe "a reader that leaves twice" <<'END'
shared int readers = 0;
shared bool writing = false;
thread r { while (true) { atomic { assume(!writing); readers = readers + 1; } read: skip; readers = readers - 2; } }
thread w { while (true) { atomic { assume(readers <= 0 && !writing); writing = true; } write: writing = false; } }
unsafe count(read) >= 1 && count(write) >= 1;
END
# no integer at all
safe "no integers" <<'END'
shared bool b = false;
thread a { while (true) { atomic { assume(!b); b = true; } crit: b = false; } }
unsafe count(crit) >= 2;
END
unsafe "no integers, two steps" <<'END'
shared bool b = false;
thread a { while (true) { assume(!b); b = true; crit: b = false; } }
unsafe count(crit) >= 2;
END
# that y is twice x is nowhere in the program but in what it states: comparisons of invariants are tried as facts
safe "a stated invariant is a fact" <<'END'
shared int x = 0, y = 0;
thread w { local int a = 0; while (true) { havoc a; atomic { x = x + a; y = y + 2 * a; } } }
thread m { atomic { assume(x == 10); assert(y == 20); } }
invariant y == 2 * x;
END
# a range used with an unbounded integer
unsafe "a range and an integer" <<'END'
shared int[0..3] r = 0;
shared int x = 0;
thread a { atomic { assume(r < 3); r = r + 1; x = x + r; } assert(x != 3); }
END
# without a proof it says which threads it could not keep apart
cat >"$tmp/p.dr" <<'END'
shared int x = 0, y = 0;
thread w { local int a = 0; while (true) { havoc a; atomic { x = x + a; y = y + 2 * a; } } }
thread m { atomic { assume(x == 10); assert(y == 20); } }
END
"$PWQO" verify --engine=pairs "$tmp/p.dr" >"$tmp/out" 2>&1
[ $? = 5 ] && grep -q 'leave this possible: .*m at error' "$tmp/out" && ok "no proof: the bad pair is named" || not_ok "no proof: $(cat "$tmp/out")"
[ "$passed" -ge 22 ] || not_ok "only $passed programs were looked at"
finish
