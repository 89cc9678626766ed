#!/bin/sh
# Stated invariants as axioms of the abstraction, by --engine=cover: what is proved with them and not without, certificates that name them, their own
# conditions for other solvers, forged certificates; invariants that are vacuous, contradictory, true at the start only, about counts or error locations.
. "$(dirname -- "$0")/../cli/lib.sh"
proof=$SRCDIR/contrib/check-proof
export PWQO PWQO_CHECK

mend() { printf 'end %s\n' "$(sha256sum <"$1" | cut -d' ' -f1)" >>"$1"; }

# needed NAME AXIOM...: $tmp/p.dr is SAFE by cover, rests on these axioms, has a certificate that is checked; without its invariants it is not SAFE.
needed() {
    name=$1
    shift
    run verify --engine=cover "--certificate=$tmp/p.cert" "$tmp/p.dr"
    [ "$code" = 0 ] || { not_ok "$name: not proved (exit $code): $(head -n 1 "$tmp/out")"; return; }
    [ ! -s "$tmp/err" ] && ok "$name: no warning" || not_ok "$name: $(cat "$tmp/err")"
    for axiom; do
        grep -qxF -e "axiom $axiom" "$tmp/p.cert" && grep -qF -e "$axiom" "$tmp/out" && ok "$name: '$axiom' is named" || not_ok "$name: no axiom '$axiom'"
    done
    said=$("$proof" --time-limit=100 "$tmp/p.dr" "$tmp/p.cert" 2>&1) && ok "$name: checked" || not_ok "$name: $said"
    grep -v '^ *invariant ' "$tmp/p.dr" >"$tmp/without.dr"
    run verify -q --engine=cover --time-limit=30 "$tmp/without.dr"
    [ "$code" != 0 ] && ok "$name: not proved without" || not_ok "$name: the invariants are not needed"
}

cp "$SRCDIR/models/counting/rw_forgetful.dr" "$tmp/p.dr"
needed "forgetful readers" "invariant readers >= count(read) + count(out)"
cp "$tmp/p.dr" "$tmp/forgetful.dr"
cp "$tmp/p.cert" "$tmp/forgetful.cert"
# of every thread and of every pair: the ticket lock with one predicate
cat >"$tmp/p.dr" <<'END'
shared int s = 0;
shared int t = 0;
thread c {
    local int l = 0;
    while (true) {
get:    atomic { l = t; t = t + 1; }
wait:   assume(s == l);
crit:   s = s + 1;
    }
}
predicate served = s == l;
invariant at(get) || t > l;
invariant at(get) || other.at(get) || l != other.l;
unsafe count(crit) >= 2;
END
needed "tickets" "invariant at(get) || t > l" "invariant at(get) || other.at(get) || l != other.l" "-s + t == count(c.wait) + count(c.crit)"
cp "$tmp/p.dr" "$tmp/tickets.dr"
cp "$tmp/p.cert" "$tmp/tickets.cert"
# locals of one name in two templates, one of them counted; the invariant is about the one that is meant
cat >"$tmp/p.dr" <<'END'
shared int top = 0;
thread up {
    local int l = 0;
    while (true) { atomic { l = top; top = top + 1; } have: skip; }
}
thread look[1] {
    local int l = 0;
    while (true) { l = 0 - 1; in: assert(top > l); }
}
invariant look.l <= 0;
invariant top >= 0;
invariant look.at(in) => look.l < 0;
END
needed "one name in two templates" "invariant top >= 0"
# n = 1 and init that relates threads; an inter-thread predicate, so that there are hidden threads
cat >"$tmp/p.dr" <<'END'
shared int owner = 0;
shared int bound = 1;
thread p {
    local int id;
    init id > 0;
    init id != other.id;
    while (true) {
        atomic { assume(owner == 0); owner = id; bound = bound + id; }
in:     atomic { assert(bound > 0 && owner == id); owner = 0; }
    }
}
predicate free = owner == 0;
predicate mine = owner == id;
predicate apart = id != other.id;
invariant id > 0;
invariant bound > 0;
unsafe count(in) >= 2;
END
needed "init that relates threads" "invariant bound > 0" "invariant id > 0"
# divisions, and a count in a case
cat >"$tmp/p.dr" <<'END'
shared int x = 0;
shared bool g = false;
thread a {
    while (true) {
        atomic { assume(!g); g = true; x = x + 1; }
in:     atomic { x = x + 1; g = false; }
    }
}
thread b { while (true) { atomic { assume(!g); assert(x % 2 == 0); } } }
invariant g == (count(in) >= 1);
invariant count(in) <= 1;
invariant x % 2 == (count(in) >= 1 ? 1 : 0);
invariant x >= 0;
END
needed "remainders" "invariant x % 2 == (count(in) >= 1 ? 1 : 0)"

# ---- forged ----
# forged NAME PROGRAM SED-SCRIPT FILE: the edited certificate of PROGRAM must not be accepted for FILE.
forged() {
    sed '$d' "$tmp/$2.cert" | sed "$3" >"$tmp/forged.cert"
    mend "$tmp/forged.cert"
    said=$("$proof" --time-limit=100 "$4" "$tmp/forged.cert" 2>&1)
    case $? in 10 | 65) ok "$1: $(echo "$said" | cut -c 1-150)" ;; *) not_ok "$1: accepted: $said" ;; esac
}
forged "a weaker axiom" forgetful 's/^axiom .*/axiom invariant readers >= count(read)/' "$tmp/forgetful.dr"
forged "a stronger axiom" forgetful 's/^axiom .*/axiom invariant readers == count(read) + count(out)/' "$tmp/forgetful.dr"
forged "no axiom named" forgetful '/^axiom /d; s/ axioms 1$//' "$tmp/forgetful.dr"
forged "an axiom of two left out" tickets '/^axiom invariant at(get) || t > l/d; s/ axioms 3$/ axioms 2/' "$tmp/tickets.dr"
forged "an axiom twice" tickets 's/^axiom invariant at(get) || t > l$/&\n&/; s/ axioms 3$/ axioms 4/' "$tmp/tickets.dr"
forged "axioms in another order" tickets '/^axiom invariant at(get) || t > l$/{h;d}; /^axiom invariant at(get) || other/G' "$tmp/tickets.dr"
# for FILE NAME CHANGE: the certificate of the right program claims to be one of the changed program.
for_other() {
    sed "$3" "$tmp/$2.dr" >"$tmp/wrong.dr"
    cmp -s "$tmp/$2.dr" "$tmp/wrong.dr" && not_ok "$1: the variant is the same program"
    forged "$1" "$2" "3s/^[0-9a-f]*/$(sha256sum <"$tmp/wrong.dr" | cut -d' ' -f1)/" "$tmp/wrong.dr"
}
for_other "the axiom is stated, but not inductive" forgetful 's/readers = readers - 1/readers = readers - 2/'
for_other "the axiom is not stated" forgetful '/^invariant/d'
for_other "the axiom fails at the start" forgetful 's/int readers = 0/int readers = 0 - 1/'
for_other "the axiom holds, but a step is new" forgetful 's/assume(readers == 0/assume(readers <= 1/'
for_other "tickets that are not unique" tickets 's/t = t + 1/t = t/'

# ---- what the solvers are asked is not what the engine found: with the hypotheses, a conclusion that is wrong is refuted ----
"$PWQO" abstract -q --format=smt2 "--template=$tmp/forgetful.cert" "$tmp/forgetful.dr" >"$tmp/right.smt2"
n=$(grep -c '^; stated invariants' "$tmp/right.smt2")
[ "$n" = 7 ] && ok "the start and six steps keep what is stated" || not_ok "$n questions about what is stated, not 7"
[ "$("$PWQO" solve "$tmp/right.smt2" | sort -u)" = unsat ] && ok "pwqo solve agrees" || not_ok "pwqo solve does not agree"
# the number of readers is said to grow by 2 where it grows by 1: the question about that edge has a model
sed 's/(+ shared.readers 1)/(- shared.readers 1)/' "$tmp/right.smt2" >"$tmp/other.smt2"
"$PWQO" solve "$tmp/other.smt2" | grep -qx sat && ok "another step is refuted" || not_ok "another step is not refuted"

# ---- never SAFE, by cover and by default ----
never() {
    cat >"$tmp/p.dr"
    for engine in cover auto; do
        run verify -q --engine=$engine --time-limit=30 "$tmp/p.dr"
        [ "$code" != 0 ] && ok "$1, $engine: not SAFE" || not_ok "$1, $engine: SAFE, but it is unsafe"
    done
}
{
    cat "$SRCDIR/models/counting/rw_forgetful_bug.dr"
    grep '^invariant' "$SRCDIR/models/counting/rw_forgetful.dr"
} | never "forgetful readers, one who leaves counts two"
never "the same without the invariant" <"$SRCDIR/models/counting/rw_forgetful_bug.dr"
# a step that fails need not keep what is stated: the thread that was counted is gone
never "the step that fails" <<'END'
shared bool g = false;
shared int x = 0;
thread a {
    while (true) {
        atomic { assume(!g); g = true; x = x + 1; }
in:     assert(x <= 2);
out:    g = false;
    }
}
predicate few = x <= 2;
predicate one = x <= 1;
invariant g == (count(in) + count(out) >= 1);
invariant count(in) + count(out) <= 1;
END
# contradictory from the first step on: x == 0 holds at the start only
never "true at the start only" <<'END'
shared int x = 0;
thread a { x = 1; in: assert(x == 0); }
invariant x == 0;
predicate p = x == 0;
END
# both together have no state at all: not even at the start
never "contradictory" <<'END'
shared int x = 0;
thread a { x = 1; in: assert(x == 0); }
invariant x >= 1;
invariant x <= 0;
predicate p = x == 0;
END
# implies everything where a thread is at `in`, which is not excluded at the start but by no step either
never "false where it matters" <<'END'
shared int x = 0;
thread a { x = x + 1; in: assert(x < 2); }
invariant count(in) == 0;
predicate p = x < 2;
END
# two wrong ones that support each other, as in a circle; neither is broken from where both hold, but the start
never "wrong at the start, else inductive" <<'END'
shared int x = 1;
shared int y = 0;
thread a { while (true) { atomic { x = y; y = x; } in: assert(x == 0); } }
thread b { while (true) { y = x; } }
invariant x == 0;
invariant y == 0;
predicate p = x == 0;
predicate q = y == 0;
END
# a pair invariant says nothing of one thread
never "one thread, an invariant of pairs" <<'END'
shared int x = 0;
thread a[1] { x = 1; in: assert(x == 0); }
invariant at(in) => !other.at(in);
predicate p = x == 0;
END
# what is stated holds against the idle partner of a single thread, too: there is none
never "one thread, other.l" <<'END'
shared int x = 0;
thread a[1] { local int l = 0; l = 1; in: assert(l == 0); }
invariant l == 0 || other.l == 0;
predicate p = l == 0;
END
# counts of a counted template: two threads, so both labels at once
never "counts of a counted template" <<'END'
shared int x = 0;
thread a[2] { x = x + 1; in: assert(x <= 1); }
invariant count(in) <= 2;
invariant x <= 2;
predicate p = x <= 1;
END
# the label is where the thread fails, and nobody is counted there any more
never "a label in front of a failing step" <<'END'
shared int x = 0;
thread a { in: assert(x == 0); x = x + 1; out: skip; }
invariant x >= count(out);
predicate p = x == 0;
END
# of the wrong template: other(b).l is arbitrary
never "the local of the other template" <<'END'
shared int x = 0;
thread a { local int l = 0; in: assert(x == 0); }
thread b { local int l = 0; havoc l; x = l; }
invariant a.l == 0;
predicate p = x == 0;
END
# SAFE, although what is stated says nothing: vacuous invariants are axioms that change nothing
cat >"$tmp/p.dr" <<'END'
shared int x = 0;
thread a { while (true) { x = x; in: assert(x == 0); } }
predicate p = x == 0;
invariant true;
invariant count(in) >= 0;
invariant at(in) => count(in) >= 1;
END
run verify -q --engine=cover "$tmp/p.dr"
[ "$code" = 0 ] && ok "vacuous invariants" || not_ok "vacuous invariants: exit $code"
finish
