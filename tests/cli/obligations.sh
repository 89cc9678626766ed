#!/bin/sh
# The obligations that templates over-approximate their programs: unsat for z3 and cvc5, for every model; and sat as soon as any one row is missing.
. "$(dirname -- "$0")/lib.sh"
drop=${DROP_ROW:-$(dirname -- "$PWQO")/tests/tools/drop_row}
scale=${PWQO_TEST_SCALE:-1}

solvers=
command -v z3 >/dev/null && solvers="$solvers z3"
command -v cvc5 >/dev/null && solvers="$solvers cvc5"
[ -n "$solvers" ] || skip "neither z3 nor cvc5 is installed"

# answers SOLVER FILE: the sorted set of its answers
answers() {
    case $1 in
    z3) timeout 300 z3 -smt2 "$2" 2>&1 ;;
    cvc5) timeout 300 cvc5 --incremental "$2" 2>&1 ;;
    esac | sort -u | tr '\n' ' '
}

# At scale 1 the small models and every third of the others; all of them beyond.
count=0
for model in "$SRCDIR"/models/*.dr "$SRCDIR"/models/*/*.dr; do
    [ -e "$model" ] || continue
    name=${model#"$SRCDIR"/}
    count=$((count + 1))
    [ "$scale" -gt 1 ] || [ $((count % 6)) = 1 ] || continue
    run abstract -q --time-limit=60 --format=smt2 "$model"
    if [ "$code" != 0 ]; then not_ok "$name: exit $code: $(head -c 200 "$tmp/err")"; continue; fi
    cp "$tmp/out" "$tmp/all.smt2"
    for solver in $solvers; do
        got=$(answers "$solver" "$tmp/all.smt2")
        if [ "$got" = "unsat " ]; then ok "$solver: $name"; else not_ok "$solver: $name: $got"; fi
    done
done

# dropped NAME STEP: every STEP-th row of the program $tmp/NAME.dr
dropped() {
    rows=$("$drop" "$tmp/$1.dr") || { not_ok "$1: drop_row"; return; }
    k=0
    bad=
    while [ "$k" -lt "$rows" ]; do
        "$drop" "$tmp/$1.dr" "$k" >"$tmp/one.smt2"
        for solver in $solvers; do
            got=$(answers "$solver" "$tmp/one.smt2")
            [ "$got" = "sat " ] || bad="$bad $solver:$k:$got"
        done
        k=$((k + $2))
    done
    if [ -z "$bad" ]; then ok "$1: every row of $rows (step $2) is needed"; else not_ok "$1:$bad"; fi
}

cat >"$tmp/decrement.dr" <<'DR'
thread t { local int l = 0; while (true) { l = l - 1; } }
predicate less = l < other.l;
DR
cat >"$tmp/ticket.dr" <<'DR'
shared int s = 1, t = 1;
thread client {
    local int l = 0;
    while (true) {
        atomic { l = t; t = t + 1; }
        assume(s == l);
crit:   s = s + 1;
    }
}
predicate unique = l != other.l;
predicate fresh = t > l && t > other.l;
predicate served = s == l;
unsafe count(crit) >= 2;
DR
cat >"$tmp/mixed.dr" <<'DR'
shared int[0..2] r = 1;
shared int n;
thread reader { local int x; a: atomic { assume(r > 0); r = r - 1; x = n; } b: r = 1; }
thread writer [1] { local bool done = false; local int y; c: n = n / 2 + y % 3; d: done = n > 0; }
predicate p = x < other.y;
predicate q = x >= n && !other.at(a);
DR
cat >"$tmp/labels.dr" <<'DR'
shared mutex m;
shared int s;
thread a { local int l; lock(m); crit: s = s + 1; l = s; unlock(m); }
thread b [1] { lock(m); crit: s = 0; unlock(m); }
predicate p = !at(crit) || !other.at(crit);
predicate q = l < s;
DR
cat >"$tmp/ids.dr" <<'DR'
thread c { local int[0..2] id; local int v; work: v = v + id; }
init id != other.id;
predicate p = id < other.id;
predicate q = v == other.v;
DR
cat >"$tmp/order.dr" <<'DR'
thread p {
    local bool in = false;
a:  atomic { assume(every(self < other.self || !other.in)); in = true; }
    other.in = self < other.self;
}
predicate first = self < other.self || !other.in;
DR
cat >"$tmp/some.dr" <<'DR'
thread p {
    local bool in = false, out = false;
a:  atomic { assume(some(other.in && other.self < self) && some(other.at(b)) && every(!other.out)); out = true; }
b:  other.in = !other.out;
}
thread q [1] { local bool seen = false; seen = some(other(p).at(b) || other.in); }
DR
if [ -n "$solvers" ]; then
    dropped decrement 1
    dropped some $([ "$scale" -gt 1 ] && echo 1 || echo 13)
    if [ "$scale" -gt 1 ]; then
        dropped ticket 1
        dropped mixed 1
        dropped labels 7
        dropped ids 3
        dropped order 1
    else
        dropped ticket 53
        dropped mixed 197
        dropped labels 397
        dropped ids 131
        dropped order 37
    fi
fi
finish
