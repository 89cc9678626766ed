#!/bin/sh
# invariant FORMULA; a property that is proved by induction, refuted by a replayed run, or named with the step that breaks it.
. "$(dirname -- "$0")/lib.sh"

# program NAME: the text in front of the invariants is on standard input.
program() { cat >"$tmp/$1.dr"; }
# says NAME WORD TEXT...: verify must print the verdict and all texts.
says() {
    name=$1 verdict=$2
    shift 2
    run verify "$tmp/$name.dr"
    if ! head -n 1 "$tmp/out" | grep -q ": $verdict"; then
        not_ok "$name: not $verdict"
        head -n 3 "$tmp/out" "$tmp/err"
        return
    fi
    for text; do grep -qF -- "$text" "$tmp/out" || not_ok "$name: does not say '$text'"; done
    ok "$name is $verdict"
}

readers() {
    cat <<'END'
shared int readers = 0;
shared bool writing = false;
thread reader {
    while (true) {
        atomic { assume(!writing); readers = readers + 1; }
read:   readers = readers - 1;
    }
}
thread writer {
    while (true) {
        atomic { assume(readers == 0 && !writing); writing = true; }
write:  writing = false;
    }
}
END
}
ticket() {
    cat <<'END'
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
END
}
evens() {
    cat <<'END'
shared int x = 0;
thread a {
    while (true) {
go:     x = x + 2;
    }
}
END
}

# By hand: readers counts those at read; a writer excludes all others.
{ readers; echo 'invariant readers == count(read);'; } | program counted
says counted SAFE "1 invariant, shown by induction"
{ readers; echo 'invariant readers == count(read); invariant writing == (count(write) >= 1); invariant count(write) <= 1;'; } | program together
says together SAFE "3 invariants, shown by induction"
{ ticket; echo 'invariant at(get) || t > l; invariant at(get) || other.at(get) || l != other.l;'; } | program unique
says unique SAFE
# Two readers are there at once with three threads, not with less; three need three.
{ readers; echo 'invariant readers <= 2;'; } | program most
says most UNSAFE "with 3 threads" "not invariant: readers <= 2"
{ ticket; echo 'invariant at(get) || t > l + 1;'; } | program tight
says tight UNSAFE "with 1 thread"
# True (x is even), but not by induction: from 3 the step leads to 5.
{ evens; echo 'invariant x != 5;'; } | program odd
says odd UNKNOWN "invariant-not-inductive" "is broken by 'x = x + 2' (line 4) of a, from: x = 3"
{ evens; echo 'invariant x != 5; invariant x % 2 == 0;'; } | program even
says even SAFE
# A property beside it does not make the invariant true, and the other way round.
{ evens; echo 'invariant x != 6; unsafe count(a.go) >= 1 && count(go) >= 3 && count(go) >= 4;'; } | program both
says both UNSAFE
# At the start alone.
{ evens; echo 'invariant x > 0;'; } | program start
says start UNSAFE "not invariant: x > 0"
# The number of threads is part of it: one thread in all is never with another.
{ echo 'shared int x = 0; thread one[1] { while (true) { x = 0; a: x = 1; b: x = 0; } }'; echo 'invariant count(a) + count(b) <= 1;'; } | program alone
says alone SAFE
{ echo 'shared int x = 0; thread two[2] { while (true) { x = 0; a: x = 1; b: x = 0; } }'; echo 'invariant count(a) + count(b) <= 1;'; } | program pair
says pair UNSAFE
# One thread alone: pairs say nothing of it.
{ echo 'shared int x = 0; thread t { local int id; init id != other.id; go: x = x + 1; while (true) { skip; } }'; echo 'invariant x <= 0;'; } | program single
says single UNSAFE "with 1 thread"

# No proof against a search: candidates, some true, some not; verify and explore with 1..3 threads must not contradict each other.
judge() {
    run verify "$tmp/$1.dr"
    verdict=$(sed -n '1s/^[^:]*: \([A-Z]*\).*/\1/p' "$tmp/out")
    broken=no
    for n in 1 2 3; do
        run explore -n $n --states=3000 "$tmp/$1.dr"
        grep -q '^violated: ' "$tmp/out" || not_ok "no answer of explore: $2"
        grep '^violated: ' "$tmp/out" | grep -qv ': nothing' && broken=yes
    done
    case $verdict,$broken in
    SAFE,no | UNSAFE,yes) decided=$((decided + 1)) ;;
    SAFE,yes) not_ok "proved, but a run breaks it: $2" ;;
    UNSAFE,no) not_ok "refuted, but not by three threads: $2" ;;
    UNKNOWN,yes) not_ok "a run breaks it, but it is unknown: $2" ;;
    UNKNOWN,no) ;;
    *) not_ok "no verdict for $2" ;;
    esac
}
decided=0
while read -r candidate; do
    { readers; echo "invariant $candidate;"; } | program candidate
    judge candidate "$candidate"
done <<'END'
readers >= 0
readers >= count(read)
readers <= count(read)
readers == count(read) + count(write)
readers == count(write)
count(write) <= 1
writing => count(read) == 0
writing => readers == 0
at(read) => readers > 0
at(read) => readers > 1
at(write) => other.at(read)
at(write) => !other.at(write)
at(read) && other.at(read) => readers > 1
at(write) == writing
count(reader.read) == readers
count(writer.read) == 0
writing != (count(write) == 0)
END
while read -r candidate; do
    { ticket; echo "invariant $candidate;"; } | program candidate
    judge candidate "$candidate"
done <<'END'
t >= s
t == s + count(wait) + count(crit)
t == s + count(wait)
at(wait) => s <= l
at(wait) => s < l
l <= t
l < t
at(crit) => s == l
at(crit) => !other.at(crit)
at(get) || other.at(get) || l != other.l
l != other.l
count(crit) <= 1
count(get) >= 1
count(wait) + count(crit) + count(get) >= 1
END
if [ "$decided" -ge 20 ]; then ok "$decided candidates decided, none against the search"; else not_ok "only $decided candidates decided"; fi

# The word is a keyword only where it stands for this.
program names <<'END'
shared int x = 0;
proc invariant(int a) { x = a; }
thread t {
    local int k = 0;
    invariant(1);
go: invariant(2);
}
unsafe count(go) >= 3 && count(go) >= 4 && count(go) >= 5;
END
run fmt "$tmp/names.dr"
if [ "$code" = 0 ] && cmp -s "$tmp/out" "$tmp/names.dr"; then ok "a procedure may be called invariant"; else not_ok "a procedure called invariant"; fi
{ readers; echo 'invariant (readers >= 0) && readers == count(read);'; } | program format
run fmt "$tmp/format.dr"
if grep -qxF 'invariant (readers >= 0) && readers == count(read);' "$tmp/out"; then ok "fmt keeps it"; else not_ok "fmt"; fi
finish
