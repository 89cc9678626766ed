#!/bin/sh
# pwqo verify in parts: the rows of the table of models, what a verdict rests on, bad runs mapped back, the fallback. Truths are those that
# explicit search of the concrete programs shows (tests/batch/models.sh compares them).
. "$(dirname -- "$0")/../cli/lib.sh"
cd "$SRCDIR/models/abstract" || exit 99

# says NAME CODE TEXT ARGUMENT...: the exit code, and a text in the output.
says() {
    name=$1 want=$2 text=$3
    shift 3
    timeout 120 "$PWQO" verify --time-limit=100 "$@" >"$tmp/out" 2>"$tmp/err"
    got=$?
    if [ "$got" = "$want" ] && cat "$tmp/out" "$tmp/err" | grep -qF "$text"; then ok "$name"; else
        not_ok "$name: exit $got, not $want, or no '$text'"
        head -n 5 "$tmp/out" "$tmp/err"
    fi
}
silent() { if grep -qF "$2" "$tmp/out"; then not_ok "$1: it says '$2'"; else ok "$1"; fi; }

conforms="parts: each of these threads conforms to its abstract thread"
says "example: SAFE in parts" 0 "$conforms: a (3 places, 8 pairs), b (3 places" example.dr
says "example: for any number" 0 "SAFE for every number of threads" example.dr
says "example: not by cover alone, with the same predicate" 5 "abstraction-spurious" --whole --engine=cover example.dr
says "example_neg: UNSAFE" 10 "UNSAFE with 2 threads" example_neg.dr
says "example_neg: a takes part as it is" 10 "thread 'a' does not conform to its abstract thread" example_neg.dr
says "example_neg: b does not" 10 "UNSAFE" example_neg.dr
grep -q "thread 'b' does not conform" "$tmp/err" && not_ok "example_neg: b conforms" || ok "example_neg: b conforms"
says "example_noassert: the fallback" 0 "SAFE" example_noassert.dr
grep -q "thread 'a' does not conform" "$tmp/err" && ok "example_noassert: a warning" || not_ok "example_noassert: no warning"
says "bluetooth: SAFE in parts for any number of workers" 0 "$conforms: PnpStop (8 places, 8 pairs), PnpAdd (8 places" bluetooth.dr
grep -q "SAFE for every number of threads" "$tmp/out" && ok "bluetooth: every number" || not_ok "bluetooth: $(head -n 1 "$tmp/out")"
grep -q "1 counting invariant" "$tmp/out" && ok "bluetooth: by counting" || not_ok "bluetooth: not by counting"
for k in 1 2 3 4 5 9; do says "bluetooth_range, K = $k" 0 "$conforms" --engine=cover -D K=$k bluetooth_range.dr; done
says "bluetooth_range: not by cover alone" 5 "UNKNOWN" --whole --engine=cover bluetooth_range.dr
says "bluetooth_bug: UNSAFE, a run of the program" 10 "thread 2   line 12 " --engine=cover bluetooth_bug.dr
says "bluetooth_bug: mapped back" 10 "the bad run of the abstract threads: mapped back (36 states)" -v --engine=cover bluetooth_bug.dr
says "bluetooth_loose: the fallback" 0 "SAFE for every number" bluetooth_loose.dr
silent "bluetooth_loose: not in parts" "parts:"
says "bluetooth_loose: spurious" 5 "(abstract-threads-spurious)" --engine=cover bluetooth_loose.dr
grep -q "thread 'PnpAdd' has no counterpart of line 49: assert(!stopped)" "$tmp/out" && ok "the assertion that has none" || not_ok "the assertion is not named"
says "bluetooth_wrongspec: the fallback" 0 "SAFE for every number" bluetooth_wrongspec.dr
[ "$(grep -c "does not conform to its abstract thread (see pwqo conform)" "$tmp/err")" = 2 ] && ok "two warnings" || not_ok "not two warnings"
says "battery: SAFE in parts for any number of workers" 0 "$conforms: worker (5 places" battery.dr
grep -q "SAFE for every number of threads" "$tmp/out" && ok "battery: every number" || not_ok "battery: $(head -n 1 "$tmp/out")"
says "battery: not by cover alone" 5 "UNKNOWN" --whole --engine=cover battery.dr
says "battery_any: SAFE in parts for any number of dispatchers and workers" 0 "$conforms: unload (13 places, 13 pairs), worker (5 places" battery_any.dr
grep -q "SAFE for every number of threads" "$tmp/out" && ok "battery_any: every number" || not_ok "battery_any: $(head -n 1 "$tmp/out")"
grep -q "InUseCount = 2 - 2 \* number of threads at unload" "$tmp/out" && ok "battery_any: by counting" || not_ok "battery_any: $(cat "$tmp/out")"
# a dispatcher that enters after the driver was to be removed
sed 's/^    atomic { assume(!WantToRemove); InUseCount = InUseCount + 1; }/    atomic { InUseCount = InUseCount + 1; }/' battery_any.dr >"$tmp/late.dr"
cmp -s battery_any.dr "$tmp/late.dr" && not_ok "late.dr is unchanged"
says "battery_any: a late dispatcher" 10 UNSAFE "$tmp/late.dr"
says "ttas: SAFE in parts" 0 "$conforms: client" ttas.dr
says "--whole" 0 "SAFE" --whole ttas.dr
silent "--whole: not in parts" "parts:"

# What is decided is the program, also where the abstract threads alone would say something else. program CODE TEXT WHAT
program() {
    printf '%s\n' "$4" >"$tmp/p.dr"
    says "$3" "$1" "$2" "$tmp/p.dr"
}
program 10 UNSAFE 'a bug that the abstract thread hides: it does not conform' \
    'shared int g = 0; thread a { g = g + 1; } abstract thread a { skip; } thread b { assert(g == 0); }'
program 10 UNSAFE 'a thread that conforms beside one that takes part as it is: what is observed grows' \
    'shared int g = 0, k = 0; thread a { k = 1; } abstract thread a { skip; } thread b { assert(k == 0); g = 1; } abstract thread b { assume(g == 0); }'
program 10 'an assertion fails' 'assert(false) says nothing' \
    'shared int g = 0; thread a { g = 1; assert(g != 1); } abstract thread a { assert(false); }'
program 0 SAFE 'assert(false), and the program is safe' \
    'shared bool g = false; thread a { g = true; assert(g); } abstract thread a { assert(false); }'
program 0 SAFE 'no thread of the kind' \
    'shared bool g = false; thread a [0] { g = true; } abstract thread a { g = true; } thread b { assert(!g); }'
program 65 'cannot have threads that look at each other' 'threads that look at each other' \
    'shared bool g = false; thread a { local bool in = false; atomic { assume(every(!other.in)); in = true; } g = true; } abstract thread a { skip; } thread b { assert(!g); }'
program 10 'invariant' 'an invariant line: the program as a whole' \
    'shared int g = 0; invariant g == 0; thread a { g = 1; assert(true); } abstract thread a { skip; }'
program 10 'UNSAFE with 2 threads' 'a hidden variable decides where the run goes' \
    'shared bool g = false; shared int h = 0; thread a { h = 1; if (h == 1) g = true; } abstract thread a { g = true; } thread b { assert(!g); }'
program 65 'may not read a value that the same step picks' 'what cannot be a machine is bad input for verify, too' \
    'shared int g = 0; thread a { g = 1; assert(g == 1); } abstract thread a { atomic { havoc g; assert(g > 0); } }'

# The paper: the composition is safe, with one unloader and 2 workers (Boogie) and more (SPIN); the abstract program is the smaller one.
explored() { # WHAT THREADS STATES
    timeout 100 "$PWQO" explore --of="$1" -n "$2" --states=0 bluetooth.dr >"$tmp/out" 2>"$tmp/err"
    got=$?
    if [ "$got" = 0 ] && grep -q ": $2 threads, $3 states, .*complete" "$tmp/out"; then ok "$1, $2 threads: $3 states, safe"; else
        not_ok "$1, $2 threads: exit $got: $(head -n 1 "$tmp/out")"
    fi
}
explored program 2 96
explored program 3 651
explored program 4 3103
explored program 5 11803
explored program 6 38211
for row in 2:63 3:249 4:735 5:1806 6:3906 9:24255; do explored abstract "${row%:*}" "${row#*:}"; done
[ "${PWQO_TEST_SCALE:-1}" -le 1 ] || explored program 9 682884
# The battery driver: one unloader, 2 workers, 3 dispatchers; as the prototype counted them.
for row in program:4781 abstract:1507; do
    "$PWQO" explore --of="${row%:*}" -n 6 -D N=2 -D M=3 ../../tests/conform/battery.dr >"$tmp/out" 2>"$tmp/err"
    [ $? = 0 ] && grep -q ": 6 threads, ${row#*:} states, .*complete" "$tmp/out" && ok "battery, $row states" || not_ok "battery, $row: $(head -n 1 "$tmp/out")"
done

# batch compares `conform: yes|no` of the files.
cp example.dr example_neg.dr bluetooth_wrongspec.dr "$tmp"
"$PWQO" batch --time-limit=60 "$tmp/example.dr" "$tmp/example_neg.dr" "$tmp/bluetooth_wrongspec.dr" >"$tmp/out" 2>&1
[ $? = 0 ] && ok "batch: as stated" || not_ok "batch: $(cat "$tmp/out")"
sed -i 's/^\(abstract thread a {.*\) conform: no/\1 conform: yes/' "$tmp/example_neg.dr"
"$PWQO" batch --time-limit=60 "$tmp/example.dr" "$tmp/example_neg.dr" >"$tmp/out" 2>&1
[ $? = 10 ] && grep "example_neg" "$tmp/out" | grep -q "differs: conform: a no, not yes as stated" && ok "batch: no, not yes" || not_ok "batch: no, not yes: $(cat "$tmp/out")"
sed -i 's/^\(abstract thread b {.*\) conform: yes/\1 conform: no/' "$tmp/example.dr"
"$PWQO" batch --time-limit=60 "$tmp/example.dr" >"$tmp/out" 2>&1
[ $? = 10 ] && grep -q "conform: b yes, not no as stated" "$tmp/out" && ok "batch: yes, not no" || not_ok "batch: yes, not no: $(cat "$tmp/out")"
"$PWQO" verify --json example_neg.dr 2>/dev/null | grep -q '"parts":\["a no","b yes"\]' && ok "JSON names the parts" || not_ok "JSON does not name the parts"
finish
