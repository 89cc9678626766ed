#!/bin/sh
# Programs whose templates are all counted: the verdict says so, the counts are used, and nothing is said that they say already.
. "$(dirname -- "$0")/lib.sh"

# one NAME N OTHER OTHER: a thread of the filter lock.
one() {
    cat <<DR
thread $1[1] {
    while (true) {
        l$2 = 1;
        v1 = $2;
        while (v1 == $2 && (l$3 >= 1 || l$4 >= 1)) { skip; }
        l$2 = 2;
        v2 = $2;
        while (v2 == $2 && (l$3 >= 2 || l$4 >= 2)) { skip; }
cs:     skip;
        l$2 = 0;
    }
}
DR
}
{
    echo 'shared int[0..2] l1 = 0, l2 = 0, l3 = 0;'
    echo 'shared int[1..3] v1 = 1, v2 = 1;'
    one A 1 2 3
    one B 2 1 3
    one C 3 1 2
    echo 'unsafe count(cs) >= 2;'
} >"$tmp/filter.dr"

# flag N OTHER OTHER BEFORE-ENTRY AFTER: a thread of Szymanski's algorithm.
flag() {
    cat <<DR
thread T$1[1] {
    while (true) {
        f$1 = 1;
        assume(f$2 < 3 && f$3 < 3);
        f$1 = 3;
        if (f$2 == 1 || f$3 == 1) { f$1 = 2; assume(f$2 == 4 || f$3 == 4); }
        f$1 = 4;
        assume($4);
cs:     skip;
        assume($5);
        f$1 = 0;
    }
}
DR
}
{
    echo 'shared int[0..4] f1 = 0, f2 = 0, f3 = 0;'
    flag 1 2 3 true '(f2 < 2 || f2 > 3) && (f3 < 2 || f3 > 3)'
    flag 2 1 3 'f1 < 2' 'f3 < 2 || f3 > 3'
    flag 3 1 2 'f1 < 2 && f2 < 2' true
    echo 'unsafe count(cs) >= 2;'
} >"$tmp/szymanski.dr"

for lock in filter szymanski; do
    gives "$lock for three" 0 verify --time-limit=60 "$tmp/$lock.dr"
    prints "$lock for three: for which numbers" "SAFE for these numbers of threads"
    if grep -qE 'no (two|three) threads at [^ ]* of (A|B|C|T[123])' "$tmp/out"; then not_ok "$lock: two threads of one"; else ok "$lock: nothing about two threads of one"; fi
    gives "$lock for three, all states" 0 verify --engine=explicit "$tmp/$lock.dr"
    prints "$lock for three, all states: the proof" "searched completely"
    gives "$lock for three, the plain explorer" 0 explore -n 3 "$tmp/$lock.dr"
done

# A lock that is none: found by the explicit engine too, and replayed.
sed 's/l1 >= 2 || l2 >= 2/l1 >= 3 || l2 >= 3/; s/l1 >= 1 || l2 >= 1/false/' "$tmp/filter.dr" >"$tmp/broken.dr"
for engine in auto explicit; do
    gives "a broken filter, $engine" 10 verify --engine=$engine --time-limit=60 "$tmp/broken.dr"
    prints "a broken filter, $engine: threads" "UNSAFE with 3 threads"
done

# Two small ones for the backward search alone: a certificate, and the words of its invariant.
cat >"$tmp/flags.dr" <<'DR'
shared bool a = false, b = false;
shared int[0..1] turn = 0;
thread A[1] { while (true) { a = true; turn = 1; assume(!b || turn == 0); cs: skip; a = false; } }
thread B[1] { while (true) { b = true; turn = 0; assume(!a || turn == 1); cs: skip; b = false; } }
unsafe count(cs) >= 2;
DR
gives "Peterson for two" 0 verify --engine=cover --certificate="$tmp/flags.cert" "$tmp/flags.dr"
if grep -qE 'no (two|three) threads at [^ ]* of [AB]|at most one thread at' "$tmp/out"; then not_ok "Peterson: what the counts say already"; else ok "Peterson: nothing that the counts say already"; fi
if "$PWQO_CHECK" "$tmp/flags.cert" | grep -q VALID; then ok "Peterson: the certificate is valid"; else not_ok "Peterson: the certificate"; fi
case $("$PWQO" verify --json "$tmp/flags.dr") in *'"counted":true'*) ok "JSON: counted" ;; *) not_ok "JSON: counted" ;; esac
gives "an open number of threads" 0 verify "$SRCDIR/models/ticket.dr"
prints "an open number of threads: said" "SAFE for every number of threads"

# Properties that no state can have.
needs() {
    printf '%s\n' "$2" >"$tmp/needs.dr"
    gives "$1" 0 verify "$tmp/needs.dr"
    if [ "$3" = yes ]; then says "$1: said aloud" "needs more threads than"; else silent "$1: nothing to warn of"; fi
}
needs "three threads of two" 'thread t[2] { A: skip; B: skip; } unsafe count(A) >= 3;' yes
needs "one here and two there, of two" 'thread t[2] { A: skip; B: skip; } unsafe count(A) >= 1 && count(B) >= 2;' yes
needs "a thread too many of two kinds" 'shared mutex m; thread t[1] { A: skip; } thread u[1] { A: skip; } unsafe count(A) >= 3;' yes
needs "enough threads" 'shared mutex m; thread t[2] { lock(m); A: unlock(m); } unsafe count(A) >= 2;' no
needs "an open number" 'shared mutex m; thread t[1] { lock(m); A: unlock(m); } thread u { lock(m); A: unlock(m); } unsafe count(A) >= 2;' no
finish
