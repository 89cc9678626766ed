#!/bin/sh
# Small programs whose threads look at each other, with integers, on which a proof by pairs is easily wrong: every(...) over nobody, some(...) of a place
# that is never reached, other.x = e that reads my locals, tid variables of nobody, two templates, counts 1 and 2, guards in the middle of a step, the
# order of threads, one witness or two, threads that have ended. Truth is by hand: the comment of each says why. Safe ones have a certificate whose
# obligations hold; unsafe ones are never proved and go wrong with the number of threads that is stated, not with fewer.
. "$(dirname -- "$0")/../cli/lib.sh"

. "$(dirname -- "$0")/decide.sh"

# unsafe_with THREADS NAME: the program is on standard input.
unsafe_with() {
    cat >"$tmp/x.dr"
    gives "$2: no proof" 5 verify --engine=pairs "$tmp/x.dr"
    gives "$2" 10 verify "$tmp/x.dr"
    if grep -qE "UNSAFE with (exactly )?$1 thread" "$tmp/out"; then ok "$2: $1 threads"; else not_ok "$2: $(head -n 1 "$tmp/out")"; fi
}

# no two pass
safe every_empty <<'END'
thread p { local int n = 0; assume(every(other.n == 1 && other.n == 2)); n = 1; a: skip; }
unsafe count(a) >= 2;
END
# one thread alone passes
unsafe_with 1 every_empty1 <<'END'
thread p { local int n = 0; assume(every(other.n == 1 && other.n == 2)); n = 1; a: skip; }
unsafe count(a) >= 1;
END
# z is never reached
safe some_never <<'END'
thread p { local int n = 0; if (*) { assume(some(other.at(z))); a: skip; } else { assume(n == 1); z: skip; } }
unsafe count(a) >= 1;
END
# the other got my x
unsafe_with 2 set_own <<'END'
shared int g = 0;
thread p { local int x = 0, y = 0; atomic { havoc x; assume(x > 0); other.y = x; } a: assume(y > 0); b: skip; }
unsafe count(b) >= 1;
END
# y is 0 or somebody's x > 0
safe set_own_safe <<'END'
thread p { local int x = 0, y = 0; atomic { havoc x; assume(x > 0); other.y = x; } a: assume(y < 0); b: skip; }
unsafe count(b) >= 1;
END
# nobody is no thread
safe tid_nobody <<'END'
shared tid t = nobody;
thread p { local int n = 0; assume(t == self); n = 1; a: skip; }
unsafe count(a) >= 1;
END
# one after the other
unsafe_with 2 tid_mine <<'END'
shared tid t = nobody;
thread p { local int n = 0; t = self; n = n + 1; assume(t == self && n > 0); a: skip; }
unsafe count(a) >= 2;
END
# who enters sees the other template empty
safe two_templates <<'END'
thread p { local int n = 0; atomic { assume(every(other(q).m == 0)); n = 1; } a: skip; n = 0; }
thread q { local int m = 0; atomic { assume(every(other(p).n == 0)); m = 1; } b: skip; m = 0; }
unsafe n == 1 && other.m == 1;
unsafe count(a) >= 1 && count(b) >= 1;
END
# the test and the entry are two steps
unsafe_with 2 two_templates_w <<'END'
thread p { local int n = 0; assume(every(other(q).m == 0)); n = 1; a: skip; n = 0; }
thread q { local int m = 0; atomic { assume(every(other(p).n == 0)); m = 1; } b: skip; m = 0; }
unsafe n == 1 && other.m == 1;
END
# there is no other
unsafe_with 1 count1 <<'END'
thread p [1] { local int n = 0; assume(every(other.n == 5)); n = 1; a: skip; }
unsafe count(a) >= 1;
END
# there is another
safe count2 <<'END'
thread p [2] { local int n = 0; assume(every(other.n == 5)); n = 1; a: skip; }
unsafe count(a) >= 1;
END
# both saw 0 before they moved
unsafe_with 2 count2s <<'END'
thread p [2] { local int n = 0; assume(some(other.n == 0) ); n = 1; a: skip; }
unsafe count(a) >= 2;
END
# the first is no witness any more
safe count2t <<'END'
thread p [2] { local int n = 0; atomic { assume(some(other.n == 0)); n = 1; } a: skip; }
unsafe count(a) >= 2;
END
# a third is the witness
unsafe_with 3 open_t <<'END'
thread p { local int n = 0; atomic { assume(some(other.n == 0)); n = 1; } a: skip; }
unsafe count(a) >= 2;
END
# the guard reads the values after n = 1
safe atomic_after <<'END'
thread p { local int n = 0; atomic { n = 1; assume(every(other.n <= n - 1)); } a: skip; n = 0; }
unsafe count(a) >= 2;
END
# equal ones do not block
unsafe_with 2 atomic_after_w <<'END'
thread p { local int n = 0; atomic { n = 1; assume(every(other.n <= n)); } a: skip; n = 0; }
unsafe count(a) >= 2;
END
# who has 5 would make 10 of the others, and is blocked by that
safe atomic_set <<'END'
thread p { local int n = 0; atomic { other.n = n + 5; assume(every(other.n == 5)); n = 0; } a: assert(n == 0 || n == 5 || n == 10); }
END
# one comes first
safe order_min <<'END'
thread p { local int n = 0; assume(every(self < other.self)); n = 1; a: skip; }
unsafe count(a) >= 2;
END
# all but the last
unsafe_with 3 order_two <<'END'
thread p { local int n = 0; assume(some(self < other.self)); n = 1; a: skip; }
unsafe count(a) >= 2;
END
# those before me have n > 0
safe order_pair <<'END'
thread p { local int n = 0; atomic { assume(every(self < other.self || other.n > 0)); n = 1; } a: skip; }
unsafe n == 1 && other.n == 0 && other.self < self;
END
# those after me need not
unsafe_with 2 order_pair_w <<'END'
thread p { local int n = 0; atomic { assume(every(self < other.self || other.n > 0)); n = 1; } a: skip; }
unsafe n == 1 && other.n == 0 && self < other.self;
END
# two witnesses
unsafe_with 3 some_two <<'END'
thread p { local int n = 0; if (*) { n = 1; } else { if (*) { n = 2; } else { assume(some(other.n == 1) && some(other.n == 2)); a: skip; } } }
unsafe count(a) >= 1;
END
# one witness for both
unsafe_with 2 some_two_same <<'END'
thread p { local int n = 0; if (*) { n = 1; } else { assume(some(other.n == 1) && some(other.n < 2 && other.n > 0)); a: skip; } }
unsafe count(a) >= 1;
END
# a finite value set by others
unsafe_with 2 wide <<'END'
thread p { local int[0..3] k = 0; local int n = 0; atomic { havoc n; assume(n >= 0 && n <= 3); other.k = n; } a: assume(k == 3); b: skip; }
unsafe count(b) >= 1;
END
# four others add 1 each
unsafe_with 5 range_leave <<'END'
thread p { local int[0..3] k = 0; local int n = 0; other.k = other.k + 1; n = 1; a: skip; }
END
# who has ended is seen
unsafe_with 2 end_read <<'END'
thread p { local int n = 0; if (*) { n = 3; } else { assume(some(other.n == 3)); a: skip; } }
unsafe count(a) >= 1;
END
# one at a time, but three times
unsafe_with 3 three <<'END'
thread p { local int n = 0; atomic { assume(every(other.n != 1)); n = 1; } a: n = 2; b: skip; }
unsafe count(b) >= 3;
END
# the first blocks all others
safe three_s <<'END'
thread p { local int n = 0; atomic { assume(every(other.n == 0)); n = 1; } a: skip; }
unsafe count(a) >= 3;
END
finish
