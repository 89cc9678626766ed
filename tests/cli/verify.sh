#!/bin/sh
# pwqo verify from outside: the landmark models, what is said about them, files that are written, several files in one run.
. "$(dirname -- "$0")/lib.sh"
models=$SRCDIR/models

# The landmark: safe as it is, not provable with tickets from zero under the same predicates, provable with location atoms, unsafe when not atomic.
gives "ticket lock" 0 verify "$models/ticket.dr"
prints "ticket lock: the verdict" "SAFE for every number of threads"
prints "ticket lock: its predicates" "unique = l != other.l (inter-thread)"
prints "ticket lock: the bound" "10 threads (2, and 4 for each inter-thread predicate)"
prints "ticket lock: integers and memory" "mathematical integers; sequentially consistent memory"
prints "ticket lock: the invariant in words" "no two threads at crit"
gives "ticket lock from zero" 5 verify --engine=cover "$models/ticket_zero.dr"
prints "ticket lock from zero: the reason" "abstraction-spurious"
prints "ticket lock from zero: where it fails" "is the first that no real run can take here"
prints "ticket lock from zero: a fact that is missing" "here a real run of these steps has"
prints "ticket lock from zero: the bad state has a name" "  then  count(crit) >= 2"
prints "ticket lock from zero: the predicates are shown" "  predicates  unique = l != other.l (inter-thread)"
prints "ticket lock from zero: the next command" "(all engines: proved SAFE by 'pairs', tried just now)"
# paste NAME FILE: what was tried and is said to prove the program, pasted into a copy of FILE as a person would, does.
paste() {
    sed -n '/ tried .* proves the program:/,/^  next/s/^ *\(predicate .*\)/\1/p' "$tmp/out" >"$tmp/lines"
    sed -n 's/^ *\([A-Za-z_0-9]*:\) (a label, to be written before the statement of line \([0-9]*\))/\2s{^{\1 {/p' "$tmp/out" | tr '{' '|' >"$tmp/labels"
    cp "$2" "$tmp/pasted.dr"
    while read -r _ name _; do grep -v "^predicate $name =" "$tmp/pasted.dr" >"$tmp/rest"; cp "$tmp/rest" "$tmp/pasted.dr"; done <"$tmp/lines"
    sed -f "$tmp/labels" "$tmp/pasted.dr" | cat - "$tmp/lines" >"$tmp/pasted2.dr"
    [ -s "$tmp/lines" ] || not_ok "$1: nothing to paste"
    gives "$1: pasted, it is proved by cover" 0 verify -q --engine=cover "$tmp/pasted2.dr"
}
paste "ticket lock from zero" "$models/ticket_zero.dr"
sed 's/^get: /    /' "$models/ticket_zero.dr" >"$tmp/unlabelled.dr"
gives "ticket lock from zero without a label" 5 verify --engine=cover "$tmp/unlabelled.dr"
prints "a label is asked for" "start: (a label, to be written before the statement of line 13)"
paste "ticket lock from zero without a label" "$tmp/unlabelled.dr"
gives "ticket lock from zero, better predicates" 0 verify "$models/ticket_zero_fixed.dr"
gives "ticket lock, not atomic" 10 verify "$models/ticket_nonatomic.dr"
prints "ticket lock, not atomic: threads" "UNSAFE with 2 threads"
prints "ticket lock, not atomic: values" "t = 3"
prints "ticket lock, not atomic: the end" "count(crit) >= 2"

# The hint is worth something: the fact it names, added as a predicate, gives the proof.
cat >"$tmp/baton.dr" <<'DR'
shared int turn;
thread client {
    local int me;
    while (true) {
        assume(turn == me);
crit:   havoc turn;
    }
}
init me != other.me;
predicate mine = turn == me;
unsafe count(crit) >= 2;
DR
gives "a predicate is missing" 5 verify --engine=cover "$tmp/baton.dr"
prints "the hint names it" "'me != other.me'"
paste "the missing predicate" "$tmp/baton.dr"
echo 'predicate distinct = me != other.me;' >>"$tmp/baton.dr"
gives "with it there is a proof" 0 verify "$tmp/baton.dr"

# Vacuity is said aloud.
vacuous() {
    printf '%s\n' "$3" >"$tmp/vacuous.dr"
    gives "$1" 0 verify "$tmp/vacuous.dr"
    says "$1: said aloud" "$2"
}
vacuous "a label that is never reached" "no thread ever reaches 'crit'" 'shared bool go = false; thread t { assume(go); crit: skip; } unsafe count(crit) >= 2;'
vacuous "no initial state" "the initial condition has no solution" 'shared int x = 0; thread t { crit: skip; } init x > 0; unsafe count(crit) >= 2;'
vacuous "an assertion that is never reached" "is never reached" 'shared bool go = false; thread t { assume(go);
assert(!go); }'
for engine in cover pairs; do
    printf 'shared bool go = false; thread t { if (go) { assert(false); } }\n' >"$tmp/failure.dr"
    gives "$engine: a failure that is never reached" 0 verify --engine=$engine "$tmp/failure.dr"
    silent "$engine: a failure that is never reached is what was to be proved: no warning"
    printf 'shared bool go = false; thread t { skip;\nassume(go);\nassert(!go); }\n' >"$tmp/failure.dr"
    gives "$engine: a check that is never reached" 0 verify --engine=$engine "$tmp/failure.dr"
    says "$engine: a check that is never reached: said aloud" "the check in line 3 is never reached"
done
gives "nothing is vacuous in the ticket lock" 0 verify "$models/ticket.dr"
silent "nothing is vacuous in the ticket lock: no warning"
cat >"$tmp/never.dr" <<'DR'
shared mutex m;
thread worker { lock(m); crit: unlock(m); }
thread ghost { local int x = 0; skip; }
init ghost.x > 0;
unsafe count(crit) >= 2;
DR
gives "a template that never starts" 0 verify "$tmp/never.dr"
says "a template that never starts: said aloud" "'ghost' can ever start"

# Predicates that the proof does not need.
sed 's/^unsafe/predicate extra = s <= t;\nunsafe/' "$models/ticket.dr" >"$tmp/extra.dr"
gives "an idle predicate" 0 verify -v "$tmp/extra.dr"
if grep -q 'not needed *extra$' "$tmp/out" && ! grep -q 'not needed *unique' "$tmp/out"; then ok "an idle predicate is named"; else not_ok "an idle predicate is named: $(grep 'not needed' "$tmp/out")"; fi
# The question is asked with the closure of the run: without traps this program is SAFE with no set of predicates.
{ cat "$SRCDIR/models/closure/helper.dr"; echo 'predicate extra = s > 100;'; } >"$tmp/helper.dr"
run verify -v --engine=cover --closure=sharp "$tmp/helper.dr"
if grep -q 'not needed *extra$' "$tmp/out" || grep -A3 'not needed' "$tmp/out" | grep -q '^ *extra$'; then ok "the same under --closure=sharp"
else not_ok "an idle predicate under --closure=sharp: $(grep -A3 'not needed' "$tmp/out")"; fi

# Facts of hints are formulas that can be pasted, qualified where two templates have a local of one name.
cat >"$tmp/two.dr" <<'DR'
shared int s = 0, t = 0;
thread a { local int l = 0; get: atomic { l = t; t = t + 1; } assume(l == s); crit: s = s + 1; }
thread b { local int l = 0; get2: atomic { l = t; t = t + 1; } assume(l == s); crit2: s = s + 1; }
predicate mine = a.l == s;
unsafe count(crit) >= 1 && count(crit2) >= 1;
DR
gives "two locals of one name" 5 verify --engine=cover "$tmp/two.dr"
prints "a fact names its template" "'a.l != other(b).l'"
sed -n "s/.*a real run of these steps has '\\([^']*\\)'.*/predicate hint = \\1;/p" "$tmp/out" >"$tmp/facts"
while read -r line; do
    { cat "$tmp/two.dr"; echo "$line"; } >"$tmp/pasted.dr"
    run verify -q --engine=cover "$tmp/pasted.dr"
    if [ "$code" -lt 64 ]; then ok "can be pasted: $line"; else not_ok "cannot be pasted: $line: $(head -n 1 "$tmp/err")"; fi
done <"$tmp/facts"
[ -s "$tmp/facts" ] || not_ok "there are facts"

# What is written.
gives "certificate, basis, report" 0 verify -q --certificate="$tmp/c" --basis="$tmp/b" --report="$tmp/r.html" "$models/ticket.dr"
for f in c b r.html; do if [ -s "$tmp/$f" ]; then ok "written: $f"; else not_ok "not written: $f"; fi; done
if "${PWQO_CHECK:-./pwqo-check}" "$tmp/c" | grep -q ': VALID;'; then ok "the certificate is valid"; else not_ok "the certificate is valid"; fi
if grep -q 'SAFE for every number' "$tmp/r.html" && ! grep -oE '(src|href)="[^"]*"' "$tmp/r.html" | grep -qv 'href="data:,"'; then ok "the page needs no other file"; else not_ok "the page needs no other file"; fi
for kind in txt json svg; do
    gives "trace as $kind" 10 verify -q --trace="$tmp/t.$kind" "$models/ticket_nonatomic.dr"
    [ -s "$tmp/t.$kind" ] || not_ok "trace as $kind is not written"
done
if head -c 4 "$tmp/t.svg" | grep -q '<svg' && tail -n 1 "$tmp/t.svg" | grep -q '</svg>'; then ok "the picture is whole"; else not_ok "the picture is whole"; fi
if head -c 10 "$tmp/t.json" | grep -q '^\[{"step":0'; then ok "the JSON trace starts with the initial values"; else not_ok "the JSON trace starts with the initial values"; fi
gives "JSON" 10 verify --json "$models/ticket_nonatomic.dr"
for key in tool version file verdict reason integers memory threads trace warnings stats predicates inter_thread bound locations template_cubes local_states basis pre_images seconds abstract closure cover replay total peak_kib; do
    prints "JSON has $key" "\"$key\":"
done

# Several files: one bad one does not stop the others, and the worst exit code counts.
printf 'thread {' >"$tmp/bad.dr"
gives "good, bad, missing, unsafe" 66 verify -q "$models/ticket.dr" "$tmp/bad.dr" "$tmp/none.dr" "$models/ticket_nonatomic.dr"
if [ "$(wc -l <"$tmp/out")" -eq 2 ]; then ok "the good ones have their verdicts"; else not_ok "the good ones have their verdicts: $(cat "$tmp/out")"; fi
gives "good and unknown" 5 verify -q --engine=cover "$models/ticket.dr" "$models/ticket_zero.dr"
gives "unknown and unsafe" 10 verify -q "$models/ticket_zero.dr" "$models/ticket_nonatomic.dr"
gives "a directory of certificates" 10 verify -q --certificate="$tmp/certs" --trace="$tmp/traces" "$models/ticket.dr" "$models/ticket_nonatomic.dr"
if [ -s "$tmp/certs/ticket.dr.cert" ] && [ -s "$tmp/traces/ticket_nonatomic.dr.txt" ]; then ok "a file for each"; else not_ok "a file for each: $(ls "$tmp/certs" "$tmp/traces")"; fi
gives "standard input" 65 verify -
gives "no property" 65 verify "$SRCDIR/tests/cli/noproperty.dr"
says "no property: what to do" "unsafe count(LABEL) >= 2"

mkdir -p "$tmp/other"
cp "$models/ticket.dr" "$tmp/other/"
gives "two files of one name, and certificates" 64 verify -q --certificate="$tmp/certs" "$models/ticket.dr" "$tmp/other/ticket.dr"
says "two files of one name: told" "would be written to one name"
gives "two files of one name" 0 verify -q "$models/ticket.dr" "$tmp/other/ticket.dr"
gives "no such file, no ending" 66 verify "$tmp/nothing"
gives "a folder" 66 verify "$tmp/other"
gives "a file of another kind" 65 verify "$SRCDIR/README.md"
invariant() { sed -n 's/.*"invariant":\(\[[^]]*\]\).*/\1/p' "$tmp/out"; }
run verify --json "$models/ticket.dr"
loud=$(invariant)
run verify -q --json "$models/ticket.dr"
if [ "$(invariant)" = "$loud" ] && [ "$loud" != "[]" ]; then ok "-q --json has the invariant"; else not_ok "-q --json has the invariant: $(invariant), not $loud"; fi
# The inequalities of a proof in words: here they are mutual exclusion, which a lock with one flag cannot do without.
cat >"$tmp/lock.dr" <<'DR'
shared bool flag = false;
thread t {
    local bool old = true;
    while (true) {
        old = true;
        while (old) { atomic { old = flag; flag = true; } }
crit:   skip;
        flag = false;
    }
}
unsafe count(crit) >= 2;
DR
gives "a lock with a flag" 0 verify "$tmp/lock.dr"
prints "a lock with a flag: free" "when !flag: no thread at L6 (with !old), crit or L8"
prints "a lock with a flag: taken" "when flag: at most one thread at L6 (with !old), crit or L8"
# Numbers of threads that are merely large.
printf 'thread t { L: skip; }\nunsafe count(L) >= 100000;\n' >"$tmp/many.dr"
gives "a hundred thousand threads" 10 verify -q "$tmp/many.dr"
printf 'thread t [2] { L: skip; M: skip; }\nunsafe count(L) >= 1000000 && count(M) >= 999999;\n' >"$tmp/more.dr"
gives "more threads than there are" 0 verify -q "$tmp/more.dr"

# Closures that claim more than the template has.
gives "closure-spurious" 5 verify --engine=cover "$models/closure/helper.dr"
prints "closure-spurious: the reason" "closure-spurious"
gives "all passive threads sink: not by default" 0 verify "$models/closure/alone.dr"
gives "all passive threads sink: in the paper's closure" 5 verify --engine=cover --closure=paper "$models/closure/alone.dr"
prints "all passive threads sink: the reason" "closure-spurious"

# The same bytes, times aside.
for f in ticket.dr ticket_zero.dr ticket_nonatomic.dr; do
    "$PWQO" verify "$models/$f" 2>/dev/null | grep -v '^  cost' >"$tmp/first"
    "$PWQO" verify "$models/$f" 2>/dev/null | grep -v '^  cost' >"$tmp/second"
    if cmp -s "$tmp/first" "$tmp/second"; then ok "$f: the same twice"; else not_ok "$f: the same twice"; fi
done
finish
