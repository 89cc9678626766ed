#!/bin/sh
# Threads that look at each other, from outside: words of verdicts and traces, and who takes such programs.
. "$(dirname -- "$0")/lib.sh"
models=$SRCDIR/models/protocols
forge=${FORGE:-$(dirname -- "$PWQO")/tests/tools/forge}

# check CODE NAME ARGUMENT...: pwqo-check ends with CODE.
check() {
    want=$1 name=$2
    shift 2
    "$PWQO_CHECK" -q "$@" >"$tmp/out" 2>"$tmp/err"
    code=$?
    if [ "$code" = "$want" ]; then ok "$name"; else not_ok "$name: exit code $code: $(head -c 300 "$tmp/out")"; fi
}

gives "a protocol" 0 verify "$models/mesi.dr"
prints "a protocol: every number" "SAFE for every number of threads"
prints "a protocol: one thread is a question of its own" "one thread alone was searched separately"
gives "a protocol by its template" 0 verify --engine=cover "$models/mesi.dr"
prints "by its template: one thread is a case of its own" "one thread alone, where every(...) is true, is a case of its own"
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
gives "cover forgets the order between steps, if no predicate says what matters" 5 verify --engine=cover "$tmp/three.dr"
for engine in pairs tmod bdd; do
    gives "$engine does not take it" 65 verify --engine=$engine "$tmp/three.dr"
    says "$engine says why" "engine '$engine' cannot be used here: its threads look at each other"
done
cat >"$tmp/both.dr" <<'DR'
thread p {
    local int n = 0;
    atomic { havoc n; assume(every(self < other.self || other.n < n)); }
crit: skip;
}
unsafe count(crit) >= 2;
DR
gives "an order and integers: a run with values" 10 verify "$tmp/both.dr"
prints "an order and integers: exactly" "UNSAFE with exactly 2 threads"
gives "runs takes an order and integers" 10 verify --engine=runs "$tmp/both.dr"
gives "pairs takes them, and says no wrong word" 5 verify --engine=pairs "$tmp/both.dr"
sed 's/^unsafe.*/invariant !at(crit) || n > 0;/' "$tmp/both.dr" >"$tmp/stated.dr"
gives "with an invariant: nobody who proves takes it" 65 verify --engine=pairs "$tmp/stated.dr"
says "pairs says what is too much" "it states invariants, and its threads look at each other"
gives "cover takes them" 10 verify --engine=cover "$tmp/both.dr"
prints "cover: exactly" "UNSAFE with exactly 2 threads"
gives "pairsets knows no integers" 65 verify --engine=pairsets "$tmp/both.dr"
says "pairsets says what is too much" "it has variables of type int"

# Integers without predicates: pairs of threads, with an order and without; the certificate is whole and bound.
grep -v '^predicate' "$models/bakery_int.dr" >"$tmp/bakery_plain.dr"
for file in "$tmp/bakery_plain.dr" "$models/bakery_lamport.dr"; do
    name=$(basename "$file")
    gives "$name: without predicates" 0 verify --engine=pairs --certificate="$tmp/i.cert" "$file"
    prints "$name: every number" "SAFE for every number of threads"
    prints "$name: one thread alone" "one thread alone is a case of its own"
    check 0 "$name: the finite part is valid" "$tmp/i.cert"
    check 5 "$name: no steps are in it, it is bound by its obligations" --input="$file" "$tmp/i.cert"
    run abstract --format=smt2 --template="$tmp/i.cert" "$file"
    cp "$tmp/out" "$tmp/questions.smt2"
    run solve "$tmp/questions.smt2"
    if [ "$(sort -u "$tmp/out")" = unsat ]; then ok "$name: its facts hold"; else not_ok "$name: $(sort "$tmp/out" | uniq -c)"; fi
done
# a fact that the proof needs is left out: some question is sat; a key is left out: likewise; moves are none of it
forged_facts() {
    awk "$2" "$tmp/i.cert" >"$tmp/j.cert"
    if cmp -s "$tmp/i.cert" "$tmp/j.cert"; then not_ok "$1: nothing was edited"; fi
    head -n -1 "$tmp/j.cert" >"$tmp/k.cert"
    echo "end $(sha256sum <"$tmp/k.cert" | cut -d' ' -f1)" >>"$tmp/k.cert"
    run abstract --format=smt2 --template="$tmp/k.cert" "$models/bakery_lamport.dr"
    cp "$tmp/out" "$tmp/questions.smt2"
    if [ "$code" = 0 ]; then run solve "$tmp/questions.smt2"; fi
    if [ "$code" != 0 ] || grep -qx sat "$tmp/out"; then ok "$1"; else not_ok "$1: accepted"; fi
}
forged_facts "all facts are left out" '/^keys /{k=1} /^counts /{k=0} {if (k && !/^keys/) print $1, $2, $3; else print}'
forged_facts "the facts about the order are left out" '/^terms /{t=1} /^keys /{t=0} {if (t && /before/) print "true"; else print}'
forged_facts "a key is left out" '/^keys /{print "keys " $2 - 1; k=1; next} k==1 && ++n==12 {next} /^counts /{k=0} {print}'
gives "a wrong twin with integers and an order" 10 verify "$models/bakery_lamport_wrong.dr"
prints "integers and an order: exactly" "UNSAFE with exactly 2 threads"
gives "explicit takes it" 0 verify --engine=explicit "$tmp/three.dr"
gives "pairsets takes it" 0 verify --engine=pairsets "$tmp/three.dr"
gives "the abstraction takes it" 0 abstract "$tmp/three.dr"

# Certificates of pairs, bound to the program: for orders, numbers of threads, an init between threads, a property of pairs, invariants.
# mend FILE: the checksum of an edited certificate.
mend() { head -n -1 "$1" >"$1.new"; echo "end $(sha256sum <"$1.new" | cut -d' ' -f1)" >>"$1.new"; mv "$1.new" "$1"; }
cat >"$tmp/init.dr" <<'DR'
shared int[0..1] turn;
thread t [3] {
    local int[0..2] id;
    local bool has = false;
    while (true) {
        atomic { assume(every(!other.has)); has = true; }
c:      has = false;
    }
}
init id != other.id;
unsafe at(c) && id == other.id;
unsafe count(c) >= 2;
invariant !has || turn >= 0;
DR
for file in "$models/burns.dr" "$models/bakery_order.dr" "$models/german.dr" "$models/szymanski_at.dr" "$tmp/three.dr" "$tmp/init.dr"; do
    name=$(basename "$file")
    gives "$name: a certificate of pairs" 0 verify --engine=pairsets --certificate="$tmp/p.cert" "$file"
    check 0 "$name: it is valid" --input="$file" "$tmp/p.cert"
    run abstract --format=smt2 --template="$tmp/p.cert" "$file"
    if [ "$code" = 0 ] && grep -q "nothing is left to ask" "$tmp/out"; then ok "$name: it is bound to the program"; else not_ok "$name: $(cat "$tmp/err")"; fi
done
# forged_pairs NAME PROGRAM EXIT SED: what is said of an edited certificate, and that it is none of the program.
forged_pairs() {
    run verify --engine=pairsets --certificate="$tmp/p.cert" "$2"
    sed "$4" "$tmp/p.cert" >"$tmp/q.cert"
    if cmp -s "$tmp/p.cert" "$tmp/q.cert"; then not_ok "$1: nothing was edited"; fi
    mend "$tmp/q.cert"
    check "$3" "$1: pwqo-check" "$tmp/q.cert"
    run abstract --format=smt2 --template="$tmp/q.cert" "$2"
    if [ "$code" = "${5:-65}" ]; then ok "$1: binding"; else not_ok "$1: binding gives $code"; fi
}
cat >"$tmp/witness.dr" <<'DR'
thread t {
    local bool x = false;
    if (*) { atomic { assume(some(other.x)); x = true; } a: skip; }
}
unsafe count(a) >= 1;
DR
forged_pairs "a witness rule is forgotten" "$tmp/witness.dr" 10 's/^\([0-9]* [0-9]* [0-9]* 0 1\) 1 0 /\1 0 0 /; /^some /d'
cat >"$tmp/blocker.dr" <<'DR'
thread t {
    local bool x = false;
    atomic { assume(every(!other.x)); x = true; }
c:  skip;
}
unsafe count(c) >= 2;
DR
forged_pairs "a blocker is forgotten" "$tmp/blocker.dr" 10 's/^\([0-9]* [0-9]* [0-9]* 0 1\) 1 0 /\1 0 0 /; /^every /d'
forged_pairs "a witness in place of blockers" "$models/burns.dr" 0 '0,/^every /s/^every \(.*\)$/some \1/'
forged_pairs "a pair is left out" "$models/bakery_order.dr" 10 '/^together/,$s/ [0-9]*-[0-9]*$//' 0
forged_pairs "one thread alone is left out" "$models/mesi.dr" 10 '/^alone /,/^together/{s/^alone .*/alone 0/;/^[0-9]/d}' 0
forged_pairs "the order is left out" "$models/bakery_order.dr" 65 's/^order 1/order 0/' 0
forged_pairs "a property is left out" "$models/mesi.dr" 0 '/^bad /,/^shared-states/{s/^bad .*/bad 0/;/^[0-9]/d}'
for engine in pairs tmod; do
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
gives "pairs does not take other.x = e" 65 verify --engine=pairs "$tmp/others.dr"
says "pairs says why" "its threads set variables of each other"
gives "cover takes other.x = e" 10 verify --engine=cover "$tmp/others.dr"
gives "cover takes a formula as property" 10 verify --engine=cover "$tmp/pair.dr"
prints "the run ends where it holds" "then  x && other.x"
if grep -qE '^ +[0-9]+ .*x && other.x' "$tmp/out"; then not_ok "a step for the property is in the run"; else ok "the run has no step for the property"; fi

# Certificates, with integers and without, and what they are bound to.
for model in bakery_int write_int mesi dijkstra; do
    gives "$model: a certificate" 0 verify --engine=cover --certificate="$tmp/$model.cert" "$models/$model.dr"
    check 0 "$model: it is valid" --input="$models/$model.dr" "$tmp/$model.cert"
    run abstract --format=smt2 --template="$tmp/$model.cert" "$models/$model.dr"
    cp "$tmp/out" "$tmp/questions.smt2"
    run solve "$tmp/questions.smt2"
    if [ "$(sort -u "$tmp/out")" = unsat ]; then ok "$model: the template covers it"; else not_ok "$model: $(sort "$tmp/out" | uniq -c)"; fi
done

# An order in templates: predicates say what of it matters. with_order MODEL SED PREDICATE...
with_order() {
    model=$1 edit=$2
    shift 2
    sed "$edit" "$models/$model.dr" >"$tmp/$model.dr"
    printf 'predicate %s;\n' "$@" >>"$tmp/$model.dr"
    gives "$model: an order by predicates" 0 verify --engine=cover --certificate="$tmp/o.cert" "$tmp/$model.dr"
    check 0 "$model: it is valid" --input="$tmp/$model.dr" "$tmp/o.cert"
    run abstract --format=smt2 --template="$tmp/o.cert" "$tmp/$model.dr"
    cp "$tmp/out" "$tmp/questions.smt2"
    run solve "$tmp/questions.smt2"
    if [ "$(sort -u "$tmp/out")" = unsat ]; then ok "$model: the template covers it"; else not_ok "$model: $(sort "$tmp/out" | uniq -c)"; fi
    gives "$model: its twin goes wrong" 10 verify --engine=cover "$models/${model}_wrong.dr"
}
with_order bakery_order '' 'first = self < other.self || other.st == IDLE' 'last = other.self < self || other.st == IDLE'
with_order szymanski_at '' 'first = self < other.self || !other.s'
with_order burns 's/^        assume(every(other.self/wait:   assume(every(other.self/' \
    'late = other.self < self || !other.flag || !(other.at(wait) || other.at(crit))'
with_order bakery_lamport 's/^        n = m + 1;/take:   n = m + 1;/' 'some_ticket = n > 0' 'seen_some = m >= 0' \
    'least = other.n == 0 || n < other.n || (n == other.n && self < other.self)' 'seen_mine = !other.choosing || !other.at(take) || other.m >= n'
gives "a wrong twin with integers" 10 verify "$models/bakery_int_wrong.dr"
prints "a wrong twin with integers: exactly" "UNSAFE with exactly 2 threads"
gives "a wrong twin with integers, no every" 10 verify "$models/write_int_wrong.dr"

# A program whose proof needs its `some`, and one whose proof needs a blocker.
cat >"$tmp/needs.dr" <<'DR'
thread t {
    local bool x = false;
    if (*) {
        atomic { assume(some(other.x)); x = true; }
a:      skip;
    }
}
unsafe count(a) >= 1;
DR
gives "nobody is first" 0 verify --engine=cover --certificate="$tmp/needs.cert" "$tmp/needs.dr"
check 0 "nobody is first: valid" "$tmp/needs.cert"
sed -e '/^some-blocks/,+1d' -e '/^some [0-9]/,/^initial/{/^initial/!d}' "$tmp/needs.cert" >"$tmp/forged.cert"
mend "$tmp/forged.cert"
check 10 "a some block is left out: pwqo-check refutes it" "$tmp/forged.cert"
run abstract --format=smt2 --template="$tmp/forged.cert" "$tmp/needs.dr"
if [ "$code" = 65 ]; then ok "and it is none of the program"; else not_ok "a some block is left out: exit $code"; fi

# An inequality that only a witness keeps: the certificate is valid, and refuted when the step asks for no witness, or for any.
cat >"$tmp/turn.dr" <<'DR'
shared tid turn = nobody;
thread t [1] { a: atomic { assume(turn == nobody); turn = self; } exit; }
thread u [2] { b: atomic { assume(some(turn == other(t).self)); turn = nobody; } c: skip; }
unsafe count(c) >= 2;
DR
gives "a witness keeps an inequality" 0 verify --engine=cover --certificate="$tmp/turn.cert" "$tmp/turn.dr"
if grep -q '^invariants [1-9]' "$tmp/turn.cert"; then ok "there is an inequality"; else not_ok "no inequality: $(cat "$tmp/turn.cert")"; fi
check 0 "a witness keeps an inequality: valid" --input="$tmp/turn.dr" "$tmp/turn.cert"
sed -e '/^some-blocks/,+1d' -e '/^some [0-9]/,/^initial/{/^initial/!d}' "$tmp/turn.cert" >"$tmp/forged.cert"
mend "$tmp/forged.cert"
check 10 "it asks for no witness: refuted" "$tmp/forged.cert"
sed '/^some [0-9]/,/^initial/s/^1 0 |\(.*\)| [0-9 ]*$/1 0 |\1| 0 1 2/' "$tmp/turn.cert" >"$tmp/forged.cert"
if cmp -s "$tmp/turn.cert" "$tmp/forged.cert"; then not_ok "any witness: nothing was edited"; fi
mend "$tmp/forged.cert"
check 10 "any witness will do: refuted" "$tmp/forged.cert"

# forged NAME PROGRAM SED: the template of an unsafe program, edited until it is safe; its certificate, signed as the program's, must be refuted.
forged() {
    "$PWQO" abstract -q --format=drt "$2" >"$tmp/own.drt"
    sed "$3" "$tmp/own.drt" >"$tmp/edited.drt"
    gives "$1: edited, it is safe" 0 verify --certificate="$tmp/edited.cert" "$tmp/edited.drt"
    rm -rf "$tmp/signed"
    mkdir "$tmp/signed"
    "$forge" sign "$(sha256sum <"$2" | cut -d' ' -f1)" "$2" "$tmp/signed" "$tmp/edited.cert" || not_ok "$1: forge sign"
    check 0 "$1: of the template it is a proof" --input="$2" "$tmp/signed/edited.cert"
    run abstract --format=smt2 --template="$tmp/signed/edited.cert" "$2"
    cp "$tmp/out" "$tmp/questions.smt2"
    run solve "$tmp/questions.smt2"
    if grep -qx sat "$tmp/out"; then ok "$1: it does not cover the program"; else not_ok "$1: a forged proof is accepted"; fi
}
cat >"$tmp/someone.dr" <<'DR'
thread t {
    local bool x = false;
    if (*) { x = true; } else {
        assume(some(other.x));
a:      skip;
    }
}
unsafe count(a) >= 1;
DR
gives "somebody is first" 10 verify "$tmp/someone.dr"
forged "rows of a some block are left out" "$tmp/someone.dr" '/^} some {/,/^}/{/^ /d}'
cat >"$tmp/blocked.dr" <<'DR'
thread t {
    local bool x = false;
    if (*) { x = true; } else {
        assume(every(!other.x));
a:      skip;
    }
}
unsafe count(a) >= 1;
DR
gives "nobody blocks" 10 verify "$tmp/blocked.dr"
forged "threads are said to block that do not" "$tmp/blocked.dr" '/every(!other.x)/,/^$/{/^ /d}'
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

# Programs without these constructs give the same templates and certificates, to the byte, as before there were any. (A model that was edited since is left out. The name of the file is part of a certificate.)
compared=0
pwqo=$(cd "$(dirname -- "$PWQO")" && pwd)/$(basename -- "$PWQO")
# hash FILE LIKE: of what LIKE is a hash of, in a template or certificate
hash() {
    case $2 in
    without-hints:*) sed '/^above /,$d' "$1" ;;
    masked:*)
        awk '/^(above|end) /{exit} /^bad /{bad=1} /^shared-states /{bad=0} {if (bad) sub(/\|.*/, ""); sub(/ as ".*" line /, " line "); print}' "$1"
        ;;
    *) cat "$1" ;;
    esac | sha256sum | cut -d' ' -f1
}
while read -r model own template certificate; do
    case $model in '#'*) continue ;; esac
    [ "$(sha256sum <"$SRCDIR/$model" | cut -d' ' -f1)" = "$own" ] || continue
    compared=$((compared + 1))
    (cd "$SRCDIR" && "$pwqo" abstract -q --format=drt "$model") >"$tmp/now.drt" 2>/dev/null
    [ "$(hash "$tmp/now.drt" "$template")" = "${template#*:}" ] || not_ok "$model: its template is another one than before"
    [ "$certificate" != - ] || continue
    (cd "$SRCDIR" && "$pwqo" verify -q --engine=cover --certificate="$tmp/now.cert" "$model") >/dev/null 2>&1
    [ "$(hash "$tmp/now.cert" "$certificate")" = "${certificate#*:}" ] || not_ok "$model: its certificate is another one than before"
done <"$SRCDIR/tests/cli/looks_before.txt"
if [ "$compared" -ge 5 ]; then ok "$compared templates and their certificates are as before"; else not_ok "only $compared templates are compared"; fi
finish
