#!/bin/sh
# pwqo abstract from outside: formats, options, bad and odd input, limits.
. "$(dirname -- "$0")/lib.sh"
available abstract || { skip "abstract is not there"; finish; }

cat >"$tmp/decrement.dr" <<'DR'
thread t { local int l; while (true) { l = l - 1; } }
predicate less = l < other.l;
DR

for format in text json dot drt smt2; do
    gives "--format=$format" 0 abstract --format=$format "$tmp/decrement.dr"
    silent "--format=$format says nothing else"
    cp "$tmp/out" "$tmp/first"
    run abstract --format=$format "$tmp/decrement.dr"
    if cmp -s "$tmp/first" "$tmp/out"; then ok "--format=$format: same bytes"; else not_ok "--format=$format: other bytes"; fi
done
gives "--json" 0 abstract --json "$tmp/decrement.dr"
prints "--json: format" '"format":"pwqo-template"'
prints "--json: bound" '"bound":6'
prints "--json: class" '"inter-thread"'
# Rows of a picture by who is passive; the thread that is only there says so.
gives "dot of one template" 0 abstract --format=dot "$SRCDIR/models/ticket.dr"
if grep -q 'beside client' "$tmp/out"; then not_ok "one template needs no heading"; else ok "one template, no heading"; fi
gives "dot of two templates" 0 abstract --format=dot "$SRCDIR/models/two/dekker.dr"
prints "one heading where all passive templates have the same rows" 'beside a, b, idle:'
if grep -q 'beside a:' "$tmp/out"; then not_ok "the same rows twice"; else ok "no rows twice"; fi
prints "the idle thread is explained" 'label="idle: takes no step'
gives "dot of rows that differ" 0 abstract --format=dot "$SRCDIR/models/ids/leader_cas.dr"
prints "a heading for each passive template" 'beside candidate:'
prints "and for the idle thread" 'beside idle:'
# Statements are nodes within the frame of their thread, so that no text lies across a line: the ticket lock fits on a page (10 by 12 inches).
if command -v dot >/dev/null; then
    "$PWQO" abstract --format=dot "$SRCDIR/models/ticket.dr" | dot -Tplain >"$tmp/plain"
    if awk '$1 == "graph" { found = $3 <= 10.5 && $4 <= 12 } END { exit !found }' "$tmp/plain"; then ok "the ticket lock on one page"; else not_ok "the ticket lock: $(head -n 1 "$tmp/plain")"; fi
    if awk '$1 == "edge" && NF > 4 + 2 * $4 + 2 { exit 1 }' "$tmp/plain"; then ok "no edge has a label"; else not_ok "an edge has a label"; fi
else
    skip "no dot: pictures are not laid out"
fi
gives "--stage=closure" 0 abstract --stage=closure "$tmp/decrement.dr"

# Eq. 14 and 15 by their number of expanded rows: 4 with two threads, 5 with more.
for n in 2 3 7; do
    run abstract --threads=$n --json "$tmp/decrement.dr"
    prints "--threads=$n: bound" "\"bound\":$n"
done

gives "one thread" 64 abstract --threads=1 "$tmp/decrement.dr"
gives "--template without smt2" 64 abstract --template="$tmp/decrement.dr" "$tmp/decrement.dr"
gives "smt2 of the closure" 64 abstract --stage=closure --format=smt2 "$tmp/decrement.dr"
gives "smt2 of other numbers" 64 abstract --threads=3 --format=smt2 "$tmp/decrement.dr"
gives "missing file" 66 abstract "$tmp/missing.dr"

# The obligations for a template that was printed before; and for one of another program.
run abstract --format=drt "$tmp/decrement.dr"
cp "$tmp/out" "$tmp/decrement.drt"
run abstract --format=smt2 "$tmp/decrement.dr"
cp "$tmp/out" "$tmp/own.smt2"
gives "--template" 0 abstract --format=smt2 --template="$tmp/decrement.drt" "$tmp/decrement.dr"
if [ "$(grep -c check-sat "$tmp/own.smt2")" = "$(grep -c check-sat "$tmp/out")" ]; then ok "--template: same questions"; else not_ok "--template: other questions"; fi
echo 'thread t { local int l, k; while (true) { l = l - 1; } } predicate more = l > other.l;' >"$tmp/other.dr"
gives "--template of another program" 65 abstract --format=smt2 --template="$tmp/decrement.drt" "$tmp/other.dr"
says "--template of another program: why" "not one of this program"

echo 'thread t { local int l; l = 1; } predicate odd = l < other.l && other.l < l;' >"$tmp/constant.dr"
gives "constant predicate" 0 abstract "$tmp/constant.dr"
says "constant predicate is named" "'odd' is always false"
gives "constant predicate, quiet" 0 abstract -q "$tmp/constant.dr"
silent "constant predicate, quiet: no warning"

echo 'thread t { local int l; l = 1; } thread u { local int k; k = 1; } predicate both = l < k;' >"$tmp/both.dr"
gives "active locals of two templates" 65 abstract "$tmp/both.dr"
echo 'shared int s; thread t { s = s + 1; }' >"$tmp/none.dr"
gives "no predicates" 0 abstract "$tmp/none.dr"

{
    echo 'shared int s, t; thread c { local int l, k; while (true) { l = t; t = t + 1; k = l + s; s = s + 1; } }'
    i=0
    while [ $i -lt 40 ]; do
        case $((i % 4)) in
        0) echo "predicate p$i = l < other.k + $i;" ;;
        1) echo "predicate p$i = l == s + $i;" ;;
        2) echo "predicate p$i = t > k + $i || s > $i;" ;;
        3) echo "predicate p$i = k <= other.l + t - $i;" ;;
        esac
        i=$((i + 1))
    done
} >"$tmp/forty.dr"
run abstract -q --time-limit=5 --memory-limit=256 "$tmp/forty.dr"
case $code in
0) ok "forty predicates: done" ;;
5) ok "forty predicates: stopped"; says "forty predicates: the reason" "limit" ;;
*) not_ok "forty predicates: exit $code" ;;
esac
finish
