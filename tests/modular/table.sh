#!/bin/sh
# Every bad input, corner case and vacuity that the design of contracts names, one by one, by its name there: exit code, a text that must be said (or, with !, must not), program.
. "$(dirname -- "$0")/../cli/lib.sh"

entry() { # NAME CODE TEXT PROGRAM [OPTION...]
    name=$1 want=$2 text=$3
    printf '%s\n' "$4" >"$tmp/entry.dr"
    shift 4
    run modular --replay=0 "$@" "$tmp/entry.dr"
    cat "$tmp/err" >>"$tmp/out"
    said=yes
    case $text in
    !*) grep -qF -- "${text#!}" "$tmp/out" && said=no ;;
    *) grep -qF -- "$text" "$tmp/out" || said=no ;;
    esac
    if [ "$code" = "$want" ] && [ "$said" = yes ]; then ok "$name"; else not_ok "$name: exit $code, not $want, or not as asked ($text): $(head -n 4 "$tmp/out")"; fi
}

# bad input
entry "a prime in an invariant" 65 "x' has no meaning here: an invariant is about one state" "shared int x; invariant x' == x; thread t { skip; }"
entry "a local in an annotation" 65 "l is local; invariants, assumptions and contracts may read shared variables, parameters and the returned variable" "shared int x; assumption l == x; thread t { local int l; skip; }"
entry "other.x" 65 "belongs in predicates; here use self and claims" "shared int x; invariant other.x == 1; thread t { skip; }"
entry "at(L)" 65 "belongs in predicates; here use self and claims" "shared int x; invariant at(L) => x == 1; thread t { L: skip; }"
entry "count" 65 "belongs in predicates; here use self and claims" "shared int x; invariant count(L) == x; thread t { L: skip; }"
entry "an action that changes what it may not" 5 "m' is constrained but m is not in modifies: the action can only happen if m stays the same" "shared tid m = nobody; proc f() action: m' == self; { skip; } thread t { f(); }"
entry "tid + 1" 65 "tids can only be compared with == and !=" "shared tid m; thread t { assert(m + 1 == m); }"
entry "m < self" 65 "tids can only be compared with == and !=" "shared tid m; invariant m < self; thread t { skip; }"
entry "self is assigned" 65 "self is the identity of the running thread" "shared tid m; thread t { self = m; assert(m == self); }"
entry "self is declared" 65 "self is the identity of the running thread" "thread t { local int self; assert(true); }"
entry "modifies: unknown name" 65 "modifies needs a shared variable or the returned variable" "shared int x; proc f() modifies y; { x = 1; } thread t { f(); }"
entry "modifies: a local" 65 "modifies needs a shared variable or the returned variable" "shared int x; proc f() modifies y; { local int y = 1; x = y; } thread t { f(); }"
entry "modifies: a constant" 65 "modifies needs a shared variable or the returned variable" "const int c = 1; proc f() modifies c; { skip; } thread t { f(); }"
entry "ensures with a prime" 65 "ensures speaks of the state at the return; write an action for a change" "shared int x; proc f() ensures x' == x; { skip; } thread t { f(); }"
entry "done(3) of one action" 65 "done(3): the contract has 1 actions" "shared int x; proc f() action modifies x: true; { x = 1; claim(done(3)); } thread t { f(); }"
entry "done with repeat" 65 "done needs a contract without repeat and either" "shared int x; proc f() repeat { action modifies x: true; } { claim(done(1)); } thread t { f(); }"
entry "done with either" 65 "done needs a contract without repeat and either" "shared int x; proc f() either { action modifies x: true; } or { } { claim(done(1)); } thread t { f(); }"
entry "done in a thread" 65 "done needs a contract" "shared int x; thread t { claim(done(1)); }"
entry "claim in atomic" 65 "no other thread can be here: use assert" "shared int x; thread t { atomic { x = 1; claim(x == 1); } }"
entry "recursion without contract" 65 "f calls g calls f: give one of them a contract" "shared int x; proc f() { g(); } proc g() { f(); } thread t { f(); assert(x == 0); }"
entry "a contract in atomic" 0 "f is called inside atomic: its body is expanded there, its contract is not used" "shared int x; proc f() modifies x; { x = 1; } thread t { atomic { f(); } }"
entry "an index of the wrong sort" 65 "reading is indexed by tid, not int" "shared bool reading[tid]; thread t { assert(reading[3]); }"
entry "a local array" 65 "arrays are shared" "thread t { local int a[tid]; assert(true); }"
entry "an array of arrays" 65 "one index only" "shared int a[tid][tid]; thread t { assert(true); }"
entry "two cells at once" 65 "both write a" "shared int a[tid]; thread t { a[self], a[nobody] = 1, 2; assert(true); }"
entry "is(m) of no thread" 65 "m is not a thread" "shared int m; invariant is(m); thread t { skip; }"
entry "a thread of two as a constant" 65 "worker has 2 instances: use is(worker)" "shared tid m; invariant m == worker; thread worker [2] { skip; }"
entry "not transitive" 5 "add v' == v for the variables of its guard" "shared bool b = true; shared int x = 0; assumption b => x' == x; thread t { skip; }"
[ "$(grep -c '(state)' "$tmp/out")" = 3 ] && ok "not transitive: three states" || not_ok "not transitive: $(cat "$tmp/out")"
entry "nothing to prove" 65 "nothing to prove" "shared int x; thread t { x = 1; }"

# corner cases
entry "assumption false" 5 "reflexive fails" "shared int x = 0; assumption false; thread t { assert(x == 7); }"
entry "no assumption" 5 "assert fails" "shared int x = 0; thread t { x = 1; assert(x == 1); }"
entry "modifies everything" 0 "SAFE" "shared int x = 0, y = 0; proc f() modifies x, y; { x = 1; y = 5; x = y; } thread t { f(); }"
entry "a contract without action" 5 "simulation fails" "shared int x = 0; proc f() ensures true; { x = 1; } thread t { f(); }"
entry "a contract without action, kept" 0 "SAFE" "shared int x = 0, y = 0; proc f() modifies y; { y = 1; } thread t { f(); }"
entry "a body that never returns" 0 "'f' never returns: its ensures is not asked" "shared int x = 0; proc f() ensures x == 9; { while (true) skip; } thread t { f(); assert(x == 9 || true); }"
[ "$(grep -c 'ensures fails' "$tmp/out")" = 0 ] && ok "a body that never returns: no ensures obligation" || not_ok "ensures is asked"
entry "a thread of [0]" 0 "!u 1" "shared int x = 0; invariant x == 0; thread t { skip; } thread u [0] { x = 1; }"
entry "a thread of [0]: its module counts" 5 "guarantee fails" "shared int x = 0; module a { assumption x' == x; proc f() { skip; } } thread u [0] { f(); } thread t { x = 1; }"
entry "one thread of [1]" 5 "guarantee fails" "shared int x = 0; assumption x' == x; thread t [1] { x = 1; }"
entry "exit in a procedure with a contract" 65 "exit inside a procedure with a contract: a contract cannot say it" "shared int x; proc f() modifies x; { exit; } thread t { f(); }"
entry "exit in one that it expands" 65 "exit inside a procedure with a contract: a contract cannot say it" "shared int x; proc g() { exit; } proc f() modifies x; { g(); } thread t { f(); }"
two="proc f() action modifies x: x' == 1; action modifies y: y' == 1; { atomic { x = 1; y = 1; } } thread t { f(); }"
entry "two actions in one atomic block" 5 "simulation fails" "shared int x = 0, y = 0; $two"
entry "two actions in one atomic block, combined" 0 "SAFE" "shared int x = 0, y = 0; proc f() action modifies x, y: x' == 1 && y' == 1; { atomic { x = 1; y = 1; } } thread t { f(); }"
entry "two actions in one atomic block, either" 0 "SAFE" "shared int x = 0, y = 0; proc f() either { action modifies x: x' == 1; } or { action modifies x, y: x' == 1 && y' == 1; } { atomic { x = 1; y = 1; } } thread t { f(); }"
entry "a step that is silent and an action" 0 "SAFE" "shared int x = 0; proc f() modifies x; action modifies x: x' == 1; { x = 1; } thread t { f(); }"
entry "a step that is silent and an action, twice" 0 "SAFE" "shared int x = 0; proc f() modifies x; action modifies x: x' == 1; { x = 1; x = 2; } thread t { f(); }"
entry "a returned variable without value" 5 "ensures fails" "proc f() returns int k ensures k == 0; { skip; } thread t { local int l; l = f(); }"
entry "unlock by a non-holder" 5 "assert fails" "shared mutex m; thread t { unlock(m); }"
entry "m' == self of a mutex in a contract" 0 "SAFE" "shared mutex m; proc f() action modifies m: m == nobody && m' == self; ensures m == self; { lock(m); } thread t { f(); assert(holder(m) == self); unlock(m); }"
entry "m' == self of a mutex in a contract, not kept" 5 "simulation fails" "shared mutex m; proc f() action modifies m: m == nobody && m' == self; { lock(m); unlock(m); } thread t { f(); }"
entry "huge integers in a model" 5 "99999999999999999999999" "shared int x = 0; assumption x <= x'; thread t { assert(x < 99999999999999999999999); }"
entry "negative integers in a model" 5 "x = -5" "shared int x = 0; assumption x >= x' && x' >= -5 || x' == x; invariant x >= -5; thread t { assert(x > -5); }"
entry "a condition is no question" 0 "file 3; t 0" "shared int x = 0; invariant x == 0; assumption x' == x; thread t { while (x == 0) { if (x == 1) skip; } }"
awk 'BEGIN { print "shared int x = 0;"; for (i = 0; i < 1000; i++) printf "proc f%d() modifies x; { f%d(); }\n", i, i + 1; print "proc f1000() modifies x; { x = 1; }\nthread t { f0(); }" }' >"$tmp/chain.dr"
gives "a chain of 1000 calls" 0 modular "$tmp/chain.dr"
awk 'BEGIN { for (i = 0; i < 1000; i++) printf "module m%d { shared int x%d = 0; invariant x%d >= 0; proc f%d() modifies x%d; { x%d = 1; f%d(); } }\n", i, i, i, i, i, i, i + 1; print "proc f1000() modifies x0; { x0 = 0 - 1; }\nthread t { f0(); }" }' >"$tmp/chain.dr"
run modular --replay=0 --unit=f999 "$tmp/chain.dr"
if [ "$code" = 5 ] && ! grep -q "invariant fails" "$tmp/out"; then ok "a chain of 1000 calls: the module of its end"; else not_ok "a chain of 1000 modules: exit $code: $(head -n 3 "$tmp/out" "$tmp/err")"; fi

# vacuity is said aloud
entry "no initial state" 0 "no initial state" "shared int x = 0; init x == 1; thread t { assert(x == 5); }"
entry "initial values and invariants" 5 "can never start: the initial values contradict the invariants" "shared int x = 0; assumption x' == x; invariant x == 1; thread t { assert(x == 5); }"
entry "requires and invariants" 0 "'f' can never start: its requires contradict the invariants" "shared int x = 0; assumption x' == x; invariant x == 0; proc f() requires x == 1; { assert(x == 5); } thread t { skip; }"
entry "an action that no state enables" 0 "line 2: no state enables this action" "shared int x = 0; invariant x == 0; assumption x' == x;
proc f() action modifies x: x' == x + 1; { assume(false); } thread t { f(); assert(x == 5); }"
entry "an action that a state enables" 0 "!no state enables" "shared int x = 0; proc f() action modifies x: x' == x + 1; { x = x + 1; } thread t { f(); }"
entry "a claim that never holds" 5 "line 1: this claim can never hold: the code behind it proves nothing" "shared int x = 0; invariant x == 0; assumption x' == x; thread t { claim(x == 1); assert(x == 5); }"
entry "an assumption that no proof uses" 0 "line 2: no proof uses this assumption" "shared int x = 0, y = 0; assumption x' == x;
assumption y' == y; thread t { assert(x == 0); }"
entry "an assumption that a proof uses" 0 "!no proof uses" "shared int x = 0; assumption x' == x; thread t { assert(x == 0); }"
# what the notes say is true: without the line the program is still proved, and without any other it is not
for file in "$SRCDIR"/contracts/*.dr; do
    [ "$(sed -n 2p "$file")" = "// fails: nothing" ] || continue
    run modular "$file"
    sed -n 's/.*note: line \([0-9]*\): no proof uses this assumption/\1/p' "$tmp/out" >"$tmp/unused"
    for line in $(grep -nE '^ *(assumption|guarded)' "$file" | cut -d: -f1); do
        sed "${line}d" "$file" >"$tmp/without.dr"
        run modular --replay=0 "$tmp/without.dr"
        noted=no
        grep -qx "$line" "$tmp/unused" && noted=yes
        case $noted:$code in yes:0 | no:5) ;; *) not_ok "$(basename "$file"): line $line: noted as unused: $noted, but without it exit $code" ;; esac
    done
done
ok "notes about unused assumptions"
finish
