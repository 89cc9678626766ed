#!/bin/sh
# The proofs of the dual-reference engine that need inter-thread predicates: with them SAFE, without them not.
. "$(dirname -- "$0")/lib.sh"
available verify || { skip "there is no verify command"; finish; }
need="ticket ticket_zero_fixed ticket/backoff ticket/trylock locks/token locks/recursive counters/max_leader ids/allocator ids/allocator_cas ids/leader_cas"
n=0
for name in $need; do
    m=$SRCDIR/models/$name.dr
    sed '/^predicate.*other\./d' "$m" >"$tmp/without.dr"
    cmp -s "$m" "$tmp/without.dr" && not_ok "$name has no inter-thread predicate"
    gives "$name with them" 0 verify --engine=cover "$m"
    [ "$code" = 0 ] && n=$((n + 1))
    gives "$name without them" 5 verify --engine=cover "$tmp/without.dr"
done
holds "at least 8 such proofs" test "$n" -ge 8
finish
