#!/bin/sh
# Certificates from end to end: pwqo verify writes them, pwqo-check accepts them and refuses forged ones, pwqo abstract ties them to the program.
. "$(dirname -- "$0")/lib.sh"
CHECK=${PWQO_CHECK:-$(dirname -- "$PWQO")/pwqo-check}
available verify || { skip "pwqo verify is not there"; finish; }

# check ARGUMENT...: runs pwqo-check; leaves $code, $tmp/out, $tmp/err.
check() {
    "$CHECK" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
    code=$?
}

# check_gives NAME CODE ARGUMENT...
check_gives() {
    name=$1 want=$2
    shift 2
    check "$@"
    if [ "$code" = "$want" ]; then ok "$name"; else not_ok "$name: exit $code, not $want: $(head -c 300 "$tmp/out" "$tmp/err")"; fi
}

# mend FILE: gives a changed text its checksum.
mend() {
    sed '$d' "$1" >"$tmp/body"
    { cat "$tmp/body"; printf 'end %s\n' "$(sha256sum <"$tmp/body" | cut -d' ' -f1)"; } >"$1"
}

# forge NAME SED-SCRIPT CODE TEXT: the ticket certificate, changed.
forge() {
    sed "$2" "$tmp/ticket.cert" >"$tmp/forged.cert"
    mend "$tmp/forged.cert"
    check_gives "$1" "$3" "$tmp/forged.cert"
    prints "$1: says why" "$4"
}

cp "$SRCDIR/models/ticket.dr" "$tmp/ticket.dr"
gives "a proof" 0 verify "--certificate=$tmp/ticket.cert" "$tmp/ticket.dr"
check_gives "its certificate is accepted" 0 "$tmp/ticket.cert"
prints "says VALID" ": VALID"
for part in "every initial state is in the invariant J" "J is closed under all" "bad states in J" "predecessors of the" "no initial state lies above the basis"; do
    prints "names what it checked: $part" "  ok  "
    prints "names what it checked: $part" "$part"
done
prints "names what it is bound to" "VALID; bound to no file"
silent "nothing on standard error"
run verify "--certificate=$tmp/again.cert" "$tmp/ticket.dr"
if cmp -s "$tmp/ticket.cert" "$tmp/again.cert"; then ok "same input, same bytes"; else not_ok "same input, same bytes"; fi

check_gives "-q" 0 -q "$tmp/ticket.cert"
if [ "$(wc -l <"$tmp/out")" = 1 ]; then ok "-q prints one line"; else not_ok "-q prints one line"; fi
check_gives "its input" 0 "--input=$tmp/ticket.dr" "$tmp/ticket.cert"
prints "its input: what is bound" "; bound: the text of $tmp/ticket.dr, 0 -D options; not bound: that"
check_gives "its input, a definition too many" 10 "--input=$tmp/ticket.dr" -D K=1 "$tmp/ticket.cert"
prints "a definition too many: says so" "made with other -D options"
check_gives "a definition without input" 64 -D K=1 "$tmp/ticket.cert"
check_gives "another input" 10 "--input=$SRCDIR/models/teardown.dr" "$tmp/ticket.cert"
prints "another input: says so" "is not an input of this certificate"
check_gives "an input that is not there" 66 "--input=$tmp/none.dr" "$tmp/ticket.cert"
if grep -q VALID "$tmp/out"; then not_ok "an input that is not there: called VALID"; else ok "an input that is not there: not called VALID"; fi
"$CHECK" -q - <"$tmp/ticket.cert" >"$tmp/out" 2>"$tmp/err" && ok "standard input" || not_ok "standard input"
check_gives "two certificates" 0 "$tmp/ticket.cert" "$tmp/again.cert"
check_gives "no certificate" 64
check_gives "an unknown option" 64 --frobnicate "$tmp/ticket.cert"
check_gives "a file that is not there" 66 "$tmp/none.cert"
check_gives "a directory" 66 "$tmp"
check_gives "a program is no certificate" 65 "$tmp/ticket.dr"
check_gives "a bad one does not stop the others" 66 "$tmp/none.cert" "$tmp/ticket.cert"
prints "the other one is still checked" ": VALID"

head -c 1000 "$tmp/ticket.cert" >"$tmp/short.cert"
check_gives "truncated" 65 "$tmp/short.cert"
prints "truncated: says so" "truncated"
sed 's/unique/Unique/' "$tmp/ticket.cert" >"$tmp/changed.cert"
check_gives "changed without a new checksum" 65 "$tmp/changed.cert"
prints "changed: says so" "checksum"
forge "another version" '1s/ 2 / 7 /' 65 "version 7"
forge "the basis dropped" 's/^basis .*/basis 0/;/^basis/,$!b;/^basis/b;/^end/b;d' 10 "is in J but not above the basis"
forge "other initial states" 's/^\(0 0 | | \)0 1 0 | 0 1 0/\10 0 0 | 0 0 0/' 10 "an initial state is not in J"
forge "the entry of another template" 's/^client \* 0/client * 9/' 65 "line 22"
forge "a local state twice" 's/^0 0 1 0$/0 0 1 1/' 65 "second time"
forge "a count of a billion" 's/^passive-moves .*/passive-moves 1000000000/' 65 "line"

# The template of a certificate and its program.
gives "obligations of a certificate" 0 abstract --format=smt2 "--template=$tmp/ticket.cert" "$tmp/ticket.dr"
cp "$tmp/out" "$tmp/all.smt2"
gives "the certificate of another program" 65 abstract --format=smt2 "--template=$tmp/ticket.cert" "$SRCDIR/models/teardown.dr"
says "the certificate of another program: says so" "SHA-256 differs"
gives "a damaged certificate" 65 abstract --format=smt2 "--template=$tmp/short.cert" "$tmp/ticket.dr"
sed 's/^\(0 normal [0-9]* \)crit 0/\1crit/' "$tmp/ticket.cert" >"$tmp/forged.cert"
mend "$tmp/forged.cert"
gives "a label taken away" 65 abstract --format=smt2 "--template=$tmp/forged.cert" "$tmp/ticket.dr"
says "a label taken away: says so" "not one of this program"
sed '/^above/,/^end/{/^end/!d;};/^bad 1/{N;s/.*/bad 0/;}' "$tmp/ticket.cert" >"$tmp/forged.cert"
mend "$tmp/forged.cert"
check_gives "nothing is bad: valid, of another property" 0 "$tmp/forged.cert"
check_gives "nothing is bad: not bound" 5 "--input=$tmp/ticket.dr" "$tmp/forged.cert"
prints "nothing is bad: says so" "no bad states are in this certificate, so it would suit any file"
gives "nothing is bad: not of this program" 65 abstract --format=smt2 "--template=$tmp/forged.cert" "$tmp/ticket.dr"

# A bad state that names a label twice asks for the larger number, never for the sum.
cat >"$tmp/one.dr" <<'DR'
shared mutex m;
thread t { while (true) { lock(m); A: skip; unlock(m); } }
unsafe count(A) >= 2 && count(A) >= 1;
DR
gives "a label twice in a property" 0 verify -q "--certificate=$tmp/one.cert" "$tmp/one.dr"
check_gives "a label twice in a property: valid" 0 "$tmp/one.cert"
if grep -q '^3 0\*2 |' "$tmp/one.cert"; then ok "it is written once, with the larger number"; else not_ok "it is written once: $(grep -A1 '^bad' "$tmp/one.cert")"; fi
sed 's/>= 2 &&/>= 1 \&\&/' "$tmp/one.dr" >"$tmp/unsafe.dr"
gives "the forger's program is unsafe" 10 verify -q "$tmp/unsafe.dr"
hash=$(sha256sum <"$tmp/unsafe.dr" | cut -d' ' -f1)
# forged_as TERMS CHECKED OBLIGATIONS: the exit codes
forged_as() {
    sed "3s/^[0-9a-f]*/$hash/;/^bad /{n;s/^3 .* |/3 $1 |/;}" "$tmp/one.cert" >"$tmp/forged.cert"
    mend "$tmp/forged.cert"
    check -q "$tmp/forged.cert"
    checked=$code
    run abstract --format=smt2 "--template=$tmp/forged.cert" "$tmp/unsafe.dr"
    if [ "$checked $code" = "$2 $3" ]; then ok "forged: $1"; else not_ok "forged: $1: $checked $code, not $2 $3"; fi
}
forged_as '0*1 0*1' 65 65
forged_as '0 0' 65 65
forged_as '0*2' 0 65
forged_as '0*1' 10 0
if command -v z3 >/dev/null; then
    if [ "$(z3 -smt2 "$tmp/all.smt2" | sort -u)" = unsat ]; then ok "z3: unsat"; else not_ok "z3: unsat"; fi
    # without the passive move by which others keep their ticket when one is served, the template is too small
    sed 's/^\(0 \* | - 1 - | = 1 =\)$/0 * | 0 1 0 | = 1 =/' "$tmp/ticket.cert" >"$tmp/forged.cert"
    mend "$tmp/forged.cert"
    run abstract --format=smt2 "--template=$tmp/forged.cert" "$tmp/ticket.dr"
    if z3 -smt2 "$tmp/out" | grep -qx sat; then ok "z3: a row taken away is noticed"; else not_ok "z3: a row taken away is noticed"; fi
else
    skip "z3 is not installed"
fi

# Every small model that is safe, with every closure. At scale 1 every third.
count=0
for model in "$SRCDIR"/models/*.dr "$SRCDIR"/models/*/*.dr "$SRCDIR"/models/*/*.drt; do
    [ -e "$model" ] || continue
    count=$((count + 1))
    [ "${PWQO_TEST_SCALE:-1}" -gt 1 ] || [ $((count % 3)) = 0 ] || continue
    for closure in witness paper sharp; do
        rm -f "$tmp/m.cert"
        run verify -q --time-limit=20 "--closure=$closure" "--certificate=$tmp/m.cert" "$model"
        [ "$code" = 0 ] || continue
        check -q "$tmp/m.cert"
        if [ "$code" = 0 ]; then ok "valid: ${model#"$SRCDIR"/}, $closure"; else not_ok "${model#"$SRCDIR"/}, $closure: $(cat "$tmp/out")"; fi
    done
done

# A proof that needs traps.
helper=$SRCDIR/models/closure/helper.dr
gives "a proof with traps" 0 verify -q --engine=cover --closure=sharp "--certificate=$tmp/helper.cert" "$helper"
check_gives "its certificate is accepted" 0 "$tmp/helper.cert"
prints "names the closure" "closure sharp"
# forge_traps NAME AWK-PROGRAM CODE TEXT
forge_traps() {
    awk "$2" "$tmp/helper.cert" >"$tmp/forged.cert"
    mend "$tmp/forged.cert"
    check_gives "$1" "$3" "$tmp/forged.cert"
    prints "$1: says why" "$4"
}
forge_traps "without its traps" '/^traps / { print "traps 0"; skip = 1; next } /^basis / { skip = 0 } !skip' 10 "the basis is not closed"
forge_traps "with a set that is no trap" '/^traps / { print; getline; print 1; print "0 0"; getline; getline; getline; next } { print }' 10 "not a trap"
forge_traps "with an empty trap" '/^traps / { print; getline; print 0; getline; getline; getline; next } { print }' 10 "has no thread in this trap"
forge_traps "traps with another closure" '/^closure / { print "closure witness"; next } { print }' 65 "'basis' expected"
gives "obligations of a proof with traps" 0 abstract --format=smt2 "--template=$tmp/helper.cert" "$helper"

# Definitions are part of the certificate.
gives "with a definition" 0 verify -q -D K=2 "--certificate=$tmp/two.cert" "$SRCDIR/models/teardown.dr"
check_gives "valid with a definition" 0 -q "$tmp/two.cert"
check_gives "the input without the definition" 10 "--input=$SRCDIR/models/teardown.dr" "$tmp/two.cert"
prints "the input without the definition: says so" "made with other -D options"
check_gives "the input with another definition" 10 "--input=$SRCDIR/models/teardown.dr" -D K=3 "$tmp/two.cert"
check_gives "the input with the definition" 0 "--input=$SRCDIR/models/teardown.dr" -D K=2 "$tmp/two.cert"
prints "the input with the definition: last line" "bound: the text of $SRCDIR/models/teardown.dr, 1 -D options; not bound:"
gives "obligations with one definition more" 65 abstract --format=smt2 -D K=2 -D J=1 "--template=$tmp/two.cert" "$SRCDIR/models/teardown.dr"
gives "obligations without the definition" 65 abstract --format=smt2 "--template=$tmp/two.cert" "$SRCDIR/models/teardown.dr"
says "names the definition" "-D K=2"
gives "obligations with the definition" 0 abstract --format=smt2 -D K=2 "--template=$tmp/two.cert" "$SRCDIR/models/teardown.dr"
# Every safe net of the public collection, whichever proof is found.
bench=$SRCDIR/../shared/bench
if [ -f "$bench/verdicts.tsv" ]; then
    awk -F'\t' 'NR > 1 && $8 == "safe" { print $1, $7 }' "$bench/verdicts.tsv" >"$tmp/safe"
    proofs=0 missing=
    while read -r net init; do
        rm -f "$tmp/net.cert"
        "$PWQO" verify -q ${init:+"--init=$init"} "--certificate=$tmp/net.cert" "$bench/$net" >/dev/null 2>&1
        if "$CHECK" -q "$tmp/net.cert" >/dev/null 2>&1; then proofs=$((proofs + 1)); else missing="$missing $net"; fi
    done <"$tmp/safe"
    if [ -z "$missing" ] && [ "$proofs" -gt 90 ]; then ok "$proofs safe public nets have a certificate that is accepted"; else not_ok "no certificate that is accepted:$missing"; fi
else
    echo "skipped: no ../shared/bench beside the source folder"
fi
finish
