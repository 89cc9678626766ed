#!/bin/sh
# Threads that look at each other, from outside: words of verdicts and traces, and who takes such programs.
. "$(dirname -- "$0")/lib.sh"
models=$SRCDIR/models/protocols

gives "a protocol" 0 verify "$models/mesi.dr"
prints "a protocol: every number" "SAFE for every number of threads"
prints "a protocol: one thread is a question of its own" "one thread alone was searched separately"
gives "alone" 10 verify "$models/alone_every.dr"
prints "alone: exactly" "UNSAFE with exactly 1 thread"
gives "two witnesses" 10 verify "$models/needs_three.dr"
prints "without every: no word of exactly" "UNSAFE with 3 threads"
prints "the trace names the witnesses" "some(other.x == 1): thread"
gives "a wrong twin" 10 verify "$models/bakery_order_wrong.dr"
prints "a wrong twin: exactly" "UNSAFE with exactly 2 threads"
gives "what is done to others" 10 verify "$models/synapse_wrong.dr"
gives "changes of others" 10 verify "$models/dijkstra_wrong.dr"
if grep -qE '^        thread 1 +turn.mine = false$' "$tmp/out"; then ok "changes of others are shown"; else not_ok "changes of others are not shown: $(cat "$tmp/out")"; fi

sed 's/thread p {/thread p [3] {/' "$models/szymanski_bool.dr" >"$tmp/three.dr"
gives "counted" 0 verify "$tmp/three.dr"
prints "counted: for these numbers" "SAFE for these numbers of threads"
for engine in cover pairs tmod bdd; do
    gives "$engine does not take it" 65 verify --engine=$engine "$tmp/three.dr"
    says "$engine says why" "engine '$engine' cannot be used here: its threads look at each other"
done
gives "explicit takes it" 0 verify --engine=explicit "$tmp/three.dr"
gives "pairsets takes it" 0 verify --engine=pairsets "$tmp/three.dr"
gives "the abstraction does not" 65 abstract "$tmp/three.dr"
says "the abstraction says why" "the abstraction does not take this: its threads look at each other"
gives "no certificate" 65 verify --certificate="$tmp/c" "$models/mesi.dr"
says "no certificate: why" "no engine takes this input with these options"
for engine in cover pairs tmod; do
    cat >"$tmp/pair.dr" <<'DR'
thread t {
    local bool x = false;
a:  x = true;
}
unsafe x && other.x;
DR
    gives "$engine does not take a formula as property" 65 verify --engine=$engine "$tmp/pair.dr"
done
gives "a formula as property" 10 verify "$tmp/pair.dr"
prints "no every: more threads do no less" "UNSAFE with 2 threads"
cat >"$tmp/others.dr" <<'DR'
thread t {
    local bool x = false;
    other.x = true;
a:  skip;
}
unsafe count(a) >= 3;
DR
gives "cover does not take other.x = e" 65 verify --engine=cover "$tmp/others.dr"
says "cover says why" "its threads set variables of each other"
cat >"$tmp/unreached.dr" <<'DR'
thread t {
    local bool x = true;
    assume(every(!other.x) && !x);
a:  skip;
}
unsafe count(a) >= 1;
DR
gives "vacuity" 0 verify "$tmp/unreached.dr"
says "vacuity is said" "no thread ever reaches 'a'"
finish
