#!/bin/sh
# Bad input: each text is refused (exit 65) with its message, at its place.
. "$(dirname -- "$0")/../cli/lib.sh"

# bad MESSAGE TEXT
bad() {
    printf '%s\n' "$2" >"$tmp/bad.dr"
    run modular "$tmp/bad.dr"
    if [ "$code" = 65 ] && grep -qF -- "$1" "$tmp/err"; then ok "$1"; else not_ok "exit $code: '$1' is not in: $(head -c 300 "$tmp/err")"; fi
}
# warns MESSAGE TEXT
warns() {
    printf '%s\n' "$2" >"$tmp/bad.dr"
    run modular "$tmp/bad.dr"
    if [ "$code" != 65 ] && grep -qF -- "$1" "$tmp/err"; then ok "$1"; else not_ok "exit $code: '$1' is not in: $(head -c 300 "$tmp/err")"; fi
}

bad "x' has no meaning here: an invariant is about one state" "shared int x; invariant x' == x; thread t { skip; }"
bad "l is local; invariants, assumptions and contracts may read shared variables" "shared int x; invariant l == x; thread t { local int l; skip; }"
bad "'other' belongs in predicates; here use self and claims" "shared int x; invariant other.x == 1; thread t { skip; }"
bad "'at' belongs in predicates; here use self and claims" "shared int x; invariant at(L) => x == 1; thread t { skip; }"
warns "m' is constrained but m is not in modifies: the action can only happen if m stays the same" "shared tid m = nobody; proc f() action: m' == self; { skip; } thread t { f(); }"
bad "tids can only be compared with == and !=" "shared tid m; invariant m < self; thread t { skip; }"
bad "tids can only be compared with == and !=" "shared tid m; thread t { assert(m + 1 == m); }"
bad "self is the identity of the running thread" "shared tid m; thread t { self = m; assert(m == self); }"
bad "self is the identity of the running thread" "shared int self; thread t { assert(true); }"
bad "modifies needs a shared variable or the returned variable" "shared int x; proc f() modifies y; { x = 1; } thread t { f(); }"
bad "modifies needs a shared variable or the returned variable" "const int c = 1; proc f() modifies c; { skip; } thread t { f(); }"
bad "ensures speaks of the state at the return; write an action for a change" "shared int x; proc f() ensures x' == x; { skip; } thread t { f(); }"
bad "done(3): the contract has 1 actions" "shared int x; proc f() action modifies x: true; { x = 1; claim(done(3)); } thread t { f(); }"
bad "done needs a contract without repeat and either" "shared int x; proc f() repeat { action modifies x: true; } { claim(done(1)); } thread t { f(); }"
bad "done needs a contract" "shared int x; thread t { claim(done(1)); }"
bad "no other thread can be here: use assert" "shared int x; thread t { atomic { x = 1; claim(x == 1); } }"
bad "f calls g calls f: give one of them a contract" "shared int x; proc f() { g(); } proc g() { f(); } thread t { f(); assert(x == 0); }"
warns "f is called inside atomic: its body is expanded there, its contract is not used" "shared int x; proc f() modifies x; { x = 1; } thread t { atomic { f(); } }"
bad "reading is indexed by tid, not int" "shared bool reading[tid]; thread t { assert(reading[3]); }"
bad "arrays are shared" "thread t { local int a[tid]; assert(true); }"
bad "one index only" "shared int a[tid][tid]; thread t { assert(true); }"
bad "both write a" "shared int a[tid]; thread t { a[self], a[nobody] = 1, 2; assert(true); }"
bad "m is not a thread" "shared int m; invariant is(m); thread t { skip; }"
bad "worker has 2 instances: use is(worker)" "shared tid m; invariant m == worker; thread worker [2] { skip; }"
bad "nothing to prove" "shared int x; thread t { x = 1; }"
bad "exit inside a procedure with a contract: a contract cannot say it" "shared int x; proc f() modifies x; { exit; } thread t { f(); }"
bad "modules do not nest" "module a { module b { } } thread t { assert(true); }"
bad "this '{' is never closed" "thread t { assert(true);"
bad "'x' is declared twice" "shared int x, x; thread t { assert(true); }"
bad "no procedure is called 'f'" "thread t { f(); assert(true); }"
bad "one factor must be a constant" "shared int x; thread t { x = x * x; assert(true); }"
bad "division by zero" "shared int x; thread t { x = x / 0; assert(true); }"
bad "division by zero" "shared int x; thread t { x = x / (3000000000 - 3000000001 + 1); assert(x == 0); }"
bad "the range is empty" "shared int x = 0; proc f() { local int[3..1] y; skip; } thread t { assert(x == 7); if (x == 9) f(); }"
bad "expected a condition, this is int" "shared int x; invariant x; thread t { skip; }"
bad "no loop inside atomic" "shared int x; thread t { atomic { while (x > 0) x = 1; } assert(true); }"
bad "which is called inside atomic" "shared int x; proc f() { while (x > 0) x = 1; } thread t { atomic { f(); } assert(true); }"
bad "no thread has a label 'L'" "thread t { skip; } unsafe count(L) >= 2;"
bad "'count' belongs in predicates; here use self and claims" "shared int x; invariant count(L) == x; thread t { skip; }"
# a contract in the way of other commands
printf 'shared tid m = nobody;\nguarded m by m == self;\nthread t { skip; }\n' >"$tmp/c.dr"
gives "fmt lays out a file with contracts" 0 fmt "$tmp/c.dr"
gives "no such file" 66 modular "$tmp/none.dr"
# vacuity is said aloud
printf 'shared int x = 0;\nproc f() requires x == 1 && x == 2; { assert(x == 5); }\nthread t { skip; }\n' >"$tmp/v.dr"
run modular "$tmp/v.dr"
prints "a contradictory requires" "can never start"
printf 'shared int x = 0;\nthread t { claim(x < x); assert(x == 5); }\n' >"$tmp/v.dr"
run modular "$tmp/v.dr"
prints "a contradictory claim" "the code behind it proves nothing"
# the lock of doc/contracts.md, and without acquire
awk '/^```$/ { if (on) exit; on = 1; next } on' "$SRCDIR/doc/contracts.md" >"$tmp/lock.dr"
gives "the lock of doc/contracts.md" 0 modular "$tmp/lock.dr"
sed 's/thread zero { acquire(); /thread zero { /' "$tmp/lock.dr" >"$tmp/lock2.dr"
run modular "$tmp/lock2.dr"
prints "without acquire" "guarantee fails"
prints "without acquire: the step" "x = 0;"
# and without invariant and guarded: what the page says is found
grep -vE '^(invariant|guarded)' "$tmp/lock.dr" >"$tmp/bare.dr"
gives "the lock without annotations" 5 modular --replay=0 "$tmp/bare.dr"
gives "the lock without annotations, inferred" 0 modular --infer "$tmp/bare.dr"
grep -F '// inferred' "$SRCDIR/doc/contracts.md" | while read -r line; do grep -qxF -- "$line" "$tmp/out" || echo "$line"; done >"$tmp/missing"
if [ ! -s "$tmp/missing" ]; then ok "doc/contracts.md shows what is inferred"; else not_ok "not inferred: $(cat "$tmp/missing")"; fi
gives "the lock without annotations, verify --contracts=use" 0 verify --contracts=use "$tmp/bare.dr"
prints "the two contracts are used" "2 contracts, proved, in place of procedures"
gives "the lock, verify --contracts=expand" 0 verify --contracts=expand "$tmp/lock.dr"
gives "the lock, explored" 5 modular --explore=2 "$tmp/lock.dr"
run modular --json "$tmp/lock.dr"
prints "JSON: verdict" '"verdict"'
prints "JSON: proved" '"proved"'
run modular --list "$tmp/lock.dr"
prints "the list" "simulation in procedure acquire"
gives "one unit is no verdict" 5 modular --unit=acquire "$tmp/lock.dr"
finish
