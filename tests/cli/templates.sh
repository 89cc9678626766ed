#!/bin/sh
# Templates and closures from outside: pwqo verify, explore and abstract on .drt files and on the programs that show what a closure loses.
. "$(dirname -- "$0")/lib.sh"
models=$SRCDIR/models

# Every passive thread sinks: only the closure as printed in the paper reaches L1.
alone=$models/closure/alone.dr
for n in 2 3 4 5; do
    gives "alone, template, $n threads" 0 explore --of=template -n $n "$alone"
    gives "alone, closure, $n threads" 0 explore --of=closure -n $n "$alone"
    gives "alone, paper, $n threads" 10 explore --of=closure --closure=paper -n $n "$alone"
    prints "alone, paper, $n threads: L1" 'labels reached: L1'
done
gives "verify alone" 0 verify "$alone"
gives "verify --closure=paper alone" 5 verify --engine=cover --closure=paper "$alone"
prints "verify --closure=paper alone: reason" closure-spurious

# A thread helps, then sinks: both closures reach a3 from three threads on, the template never does.
helper=$models/closure/helper.dr
for n in 2 3 4 5; do
    gives "helper, template, $n threads" 0 explore --of=template -n $n "$helper"
done
# A run has one form, whatever it is a run of: a thread that is dropped is told as in a report.
run explore --of=closure -n 3 --json "$helper"
if sed 's/.*"trace"://' "$tmp/out" | grep -q '^\[{"step":0,"shared":{.*},"threads":\[{"thread":1,"template":"[a-z]*","location":"[A-Za-z0-9]*","local":{.*"others":"thread [0-9] would block this step, so it is dropped'; then
    ok "helper, closure: the run as JSON"
else
    not_ok "helper, closure: the run as JSON is $(sed 's/.*"trace"://' "$tmp/out" | head -c 300)"
fi
gives "helper, closure, 2 threads" 0 explore --of=closure -n 2 "$helper"
for n in 3 4; do
    gives "helper, closure, $n threads" 10 explore --of=closure -n $n "$helper"
    gives "helper, paper, $n threads" 10 explore --of=closure --closure=paper -n $n "$helper"
    gives "helper, sharp, $n threads" 0 explore --of=closure --closure=sharp -n $n "$helper"
done
gives "verify helper" 5 verify --engine=cover "$helper"
prints "verify helper: reason" closure-spurious
gives "verify --closure=sharp helper" 0 verify --closure=sharp "$helper"
gives "--closure=sharp with a certificate" 0 verify --closure=sharp --certificate="$tmp/cert" "$helper"

# The machine with two counters: its zero test is not monotone.
machine=$models/templates/two_counters.drt
gives "verify two_counters" 5 verify "$machine"
prints "verify two_counters: reason" closure-spurious
gives "verify two_counters_halt" 10 verify "$models/templates/two_counters_halt.drt"
gives "explore a .drt" 0 explore -n 3 "$machine"
gives "explore a .drt, JSON" 0 explore -n 3 --json "$machine"
prints "explore a .drt, JSON: states" '"states":11'

# Dump, read, dump; the dump can be verified.
for f in ticket.dr ticket_zero.dr teardown.dr closure/helper.dr; do
    run abstract --format=drt "$models/$f"
    cp "$tmp/out" "$tmp/dump.drt"
    gives "a dump of $f can be explored" "$(case $f in ticket_zero.dr) echo 10 ;; *) echo 0 ;; esac)" explore -n 3 "$tmp/dump.drt"
    gives "a dump of $f can be verified" "$(case $f in closure/helper.dr) echo 5 ;; ticket_zero.dr) echo 10 ;; *) echo 0 ;; esac)" verify "$tmp/dump.drt"
done
run abstract --stage=closure "$helper"
prints "--stage=closure names what is added" 'other sinks'
prints "--stage=closure says why" 'The template is not monotone'

# A template is printed as it was read.
gives "abstract of a program" 0 abstract --format=drt "$helper"
cp "$tmp/out" "$tmp/helper.drt"
gives "abstract of a .drt" 0 abstract --format=drt "$tmp/helper.drt"
if cmp -s "$tmp/out" "$tmp/helper.drt"; then ok "dump, read, dump again"; else not_ok "dump, read, dump again"; fi
for format in text json dot; do gives "abstract of a .drt, $format" 0 abstract --format=$format --stage=closure "$tmp/helper.drt"; done
gives "no obligations of a .drt" 64 abstract --format=smt2 "$tmp/helper.drt"
gives "no --threads of a .drt" 64 abstract --threads=3 "$tmp/helper.drt"
# A template of the user's that is called like the one that is added.
printf 'thread idle { local int x; L: skip; }\ninit x != other.x;\npredicate p = x < other.x;\nunsafe count(L) >= 2;\n' >"$tmp/idle.dr"
gives "a template called idle" 0 abstract --format=drt "$tmp/idle.dr"
cp "$tmp/out" "$tmp/idle.drt"
gives "a template called idle reads back" 0 abstract --format=drt "$tmp/idle.drt"
if cmp -s "$tmp/out" "$tmp/idle.drt"; then ok "a template called idle: the same"; else not_ok "a template called idle: the same"; fi

# Bad input.
echo 'drt 1; thread t { location a entry; } step t a -> b "x";' >"$tmp/bad.drt"
gives "a bad .drt" 65 verify "$tmp/bad.drt"
says "a bad .drt: place" 'bad.drt:1:51: error: thread t has no location'
gives "a bad .drt, explore" 65 explore -n 2 "$tmp/bad.drt"
gives "a bad .drt, abstract" 65 abstract "$tmp/bad.drt"
gives "explore without -n" 64 explore "$machine"
gives "explore a template with one thread" 64 explore -n 1 "$machine"
finish
