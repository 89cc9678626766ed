#!/bin/sh
# contrib/check-proof: honest proofs of programs, templates and nets are proved; proofs of something else, by whichever trick, are not.
. "$(dirname -- "$0")/lib.sh"
proof=$SRCDIR/contrib/check-proof
export PWQO PWQO_CHECK

# proves NAME CODE TEXT ARGUMENT...
proves() {
    name=$1 want=$2 text=$3
    shift 3
    "$proof" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
    code=$?
    if [ "$code" != "$want" ]; then not_ok "$name: exit $code, not $want: $(cat "$tmp/out" "$tmp/err")"
    elif [ "$(cat "$tmp/out" "$tmp/err" | wc -l)" != 1 ] && [ "$want" -lt 64 ]; then not_ok "$name: more than one line"
    elif ! cat "$tmp/out" "$tmp/err" | grep -qF -- "$text"; then not_ok "$name: '$text' is not in: $(cat "$tmp/out" "$tmp/err")"
    else ok "$name"; fi
}

# mend FILE: gives a changed text its checksum.
mend() {
    sed '$d' "$1" >"$tmp/body"
    { cat "$tmp/body"; printf 'end %s\n' "$(sha256sum <"$tmp/body" | cut -d' ' -f1)"; } >"$1"
}

# ---- programs ----
model=$SRCDIR/models/teardown.dr
gives "a proof" 0 verify -q -D K=2 "--certificate=$tmp/two.cert" "$model"
proves "a program" 0 "proved: the proof of the template by pwqo-check" -D K=2 "$model" "$tmp/two.cert"
proves "the option in one word" 0 "obligations" -DK=2 "$model" "$tmp/two.cert"
proves "without the definition" 65 "made with -D K=2" "$model" "$tmp/two.cert"
proves "with another definition" 65 "made with -D K=2" -D K=3 "$model" "$tmp/two.cert"
proves "with one more" 65 "no constant of that name" -D K=2 -D L=1 "$model" "$tmp/two.cert"
proves "another program" 65 "the SHA-256 differs" "$SRCDIR/models/ticket.dr" "$tmp/two.cert"
proves "no certificate" 64 usage "$model"
proves "a file too many" 64 usage "$model" "$tmp/two.cert" "$tmp/two.cert"
proves "a program that is not there" 66 "cannot be read" "$tmp/none.dr" "$tmp/two.cert"
proves "a program for a certificate" 65 "not a certificate" "$model" "$model"

# Without z3 and cvc5: a PATH of a few tools only.
mkdir "$tmp/bin"
for tool in sh sed grep cat head wc cut mktemp rm chmod; do ln -s "$(command -v $tool)" "$tmp/bin/$tool"; done
PATH_BEFORE=$PATH
PATH=$tmp/bin
export PATH
proves "without other solvers" 0 "by pwqo solve (" -D K=2 "$model" "$tmp/two.cert"
# solvers that lie, crash or are silent are no solvers
fake() {
    printf '#!/bin/sh\n%s\n' "$1" >"$tmp/bin/z3"
    chmod +x "$tmp/bin/z3"
}
fake 'echo unsat'
proves "a solver that answers too little" 5 "answered 1 of" -D K=2 "$model" "$tmp/two.cert"
fake 'grep -c . "$3" >/dev/null; i=0; while [ $i -lt 17 ]; do echo unsat; i=$((i + 1)); done; exit 1'
proves "a solver that fails" 5 "answered 17 of 17" -D K=2 "$model" "$tmp/two.cert"
fake 'i=0; while [ $i -lt 16 ]; do echo unsat; i=$((i + 1)); done; echo sat'
proves "a solver that refutes" 10 "is not in the template" -D K=2 "$model" "$tmp/two.cert"
fake 'echo "(error \"line 1\")"; i=0; while [ $i -lt 17 ]; do echo unsat; i=$((i + 1)); done'
proves "a solver with an error" 5 "(error" -D K=2 "$model" "$tmp/two.cert"
fake 'i=0; while [ $i -lt 16 ]; do echo unsat; i=$((i + 1)); done; echo unknown'
proves "a solver that does not know" 5 "unknown" -D K=2 "$model" "$tmp/two.cert"
PATH=$PATH_BEFORE

# A template that is too small: one passive move less.
gives "another proof" 0 verify -q "--certificate=$tmp/ticket.cert" "$SRCDIR/models/ticket.dr"
sed 's/^\(0 \* | - 1 - | = 1 =\)$/0 * | 0 1 0 | = 1 =/' "$tmp/ticket.cert" >"$tmp/forged.cert"
mend "$tmp/forged.cert"
if "$PWQO_CHECK" -q "$tmp/forged.cert" >/dev/null; then proves "a row taken away" 10 "is not in the template" "$SRCDIR/models/ticket.dr" "$tmp/forged.cert"
else proves "a row taken away" 10 "not proved" "$SRCDIR/models/ticket.dr" "$tmp/forged.cert"; fi

# ---- templates ----
run abstract --format=drt "$SRCDIR/models/closure/helper.dr"
cp "$tmp/out" "$tmp/helper.drt"
gives "a proof of a template" 0 verify -q --closure=sharp "--certificate=$tmp/helper.cert" "$tmp/helper.drt"
proves "a template" 0 "proved" "$tmp/helper.drt" "$tmp/helper.cert"
# forged_for NAME CODE TEXT SED-SCRIPT: the same proof, said to be one of a changed template
forged_for() {
    sed "$4" "$tmp/helper.drt" >"$tmp/other.drt"
    hash=$(sha256sum <"$tmp/other.drt" | cut -d' ' -f1)
    sed "3s/^[0-9a-f]*/$hash/;3s/helper.drt/other.drt/" "$tmp/helper.cert" >"$tmp/forged.cert"
    mend "$tmp/forged.cert"
    if cmp -s "$tmp/helper.drt" "$tmp/other.drt"; then not_ok "$1: no change"; else proves "$1" "$2" "$3" "$tmp/other.drt" "$tmp/forged.cert"; fi
}
forged_for "another property" 65 "not one of this program" 's/count(a3) >= 1/count(a2) >= 1/'
forged_for "another count" 65 "not one of this program" 's/^thread p {/thread p [3] {/'
forged_for "one initial state more" 10 "is not in the template" 's/^    1 false false | 001 | 001;/&  0 true true | 111 | 111;/'
forged_for "one row more" 10 "is not in the template" 's/^    0 - - | 0-0 | L7 -1- -> 0 = = | 0=0 | =1=;/&  1 - - | 111 | L7 111 -> 0 = = | 000 | 000;/'
forged_for "a row said otherwise" 0 "proved" 's/^    1 - - | --- | L7 011 -> 1 = = | === | 011;/    1 - - | 0-- | L7 011 -> 1 = = | === | 011; 1 - - | 1-- | L7 011 -> 1 = = | === | 011;/'

# ---- thread-modular proofs ----
tmod_proof="the thread-modular proof, for the program in"
for case in "mux_sem 5 split" "mux_sem_last 4 split" "philosophers 9 views" "philosophers_alternating 10 views" "bakery 3 split"; do
    set -- $case
    gives "a thread-modular proof of $1" 0 verify -q --engine=tmod -D "N=$2" "--certificate=$tmp/tmod.cert" "$SRCDIR/models/tmod/$1.dr"
    [ "$(head -n 1 "$tmp/tmod.cert")" = "pwqo-certificate 2 $3" ] || not_ok "$1 $2: not a certificate of kind $3"
    proves "$1 $2" 0 "$tmod_proof" -D "N=$2" "$SRCDIR/models/tmod/$1.dr" "$tmp/tmod.cert"
    proves "$1 with another number" 65 "made with -D N=$2" -D N=7 "$SRCDIR/models/tmod/$1.dr" "$tmp/tmod.cert"
done
cat >"$tmp/lock.dr" <<'DR'
shared bool free = true;
thread p {
    while (true) {
        skip;
        atomic { assume(free); free = false; }
crit:   skip;
        free = true;
    }
}
unsafe count(crit) >= 2;
DR
gives "a proof for every number" 0 verify -q --engine=tmod "--certificate=$tmp/lock.cert" "$tmp/lock.dr"
proves "a proof for every number" 0 "$tmod_proof" "$tmp/lock.dr" "$tmp/lock.cert"
# said_of NAME CODE TEXT SED-SCRIPT: the same proof, said to be one of a changed program
said_of() {
    sed "$4" "$tmp/lock.dr" >"$tmp/other.dr"
    hash=$(sha256sum <"$tmp/other.dr" | cut -d' ' -f1)
    sed "3s/^[0-9a-f]*/$hash/;3s/lock.dr/other.dr/" "$tmp/lock.cert" >"$tmp/forged.cert"
    mend "$tmp/forged.cert"
    if cmp -s "$tmp/lock.dr" "$tmp/other.dr"; then not_ok "$1: no change"; else proves "$1" "$2" "$3" "$tmp/other.dr" "$tmp/forged.cert"; fi
}
said_of "a comment more" 0 "$tmod_proof" '$s/$/ \/\/ mutual exclusion/'
said_of "two locks" 65 "is not that of" 's/atomic { assume(free); free = false; }/assume(free); free = false;/'
said_of "another start" 65 "is not that of" 's/free = true;/free = false;/'
said_of "another property" 65 "is not that of" 's/count(crit) >= 2/count(crit) >= 1/'
said_of "a fixed number" 65 "is not that of" 's/thread p {/thread p [2] {/'
said_of "one more template" 65 "is not that of" '1s/^/thread q [1] { free = true; }\n/'
# the lift taken away: a proof for three threads, and so said
awk '/^lift 1$/ { print "lift 0"; getline; next } { print }' "$tmp/lock.cert" >"$tmp/forged.cert"
mend "$tmp/forged.cert"
proves "a proof for three threads" 65 "for some number of threads, not for every one" "$tmp/lock.dr" "$tmp/forged.cert"
# a pair of the proof taken away
awk '/^contexts / { here = 1 } here && !done && NF > 3 { NF--; done = 1 } { print }' "$tmp/lock.cert" >"$tmp/forged.cert"
mend "$tmp/forged.cert"
proves "a local state taken away" 10 "pwqo-check" "$tmp/lock.dr" "$tmp/forged.cert"

# ---- pair invariants of programs without threads ----
# nobody NAME PROPERTY: all templates are counted 0. That there are no threads is a question, and so is every property by counts: what decides is the program of FILE, not the certificate.
nobody() {
    printf 'shared int x = 0;\nthread p [0] { x = x + 1; crit: assert(x > 0); }\nthread q [0] { rest: skip; }\n%s\n' "$2" >"$tmp/nobody.dr"
    gives "nobody: $1" 0 verify -q --engine=pairs "--certificate=$tmp/nobody.cert" "$tmp/nobody.dr"
    proves "nobody: $1" 0 "(${3} obligations" "$tmp/nobody.dr" "$tmp/nobody.cert"
    run abstract --format=smt2 "--template=$tmp/nobody.cert" "$tmp/nobody.dr"
    grep -q '^; the program counts every template 0' "$tmp/out" || not_ok "nobody: $1: does not say why there is nothing else"
}
nobody "an assertion" '' 1
nobody "counts" 'unsafe count(crit) >= 1 || count(p.crit) >= 1 && count(rest) >= 2;' 3
nobody "a formula that holds at the start" 'unsafe x == 0;' 1
nobody "a formula over two threads" 'unsafe at(crit) && other.at(crit);' 1
# one thread more, and the same text is no proof any longer
sed 's/q \[0\]/q [1]/' "$tmp/nobody.dr" >"$tmp/other.dr"
hash=$(sha256sum <"$tmp/other.dr" | cut -d' ' -f1)
sed "3s/^[0-9a-f]*/$hash/;3s/nobody.dr/other.dr/" "$tmp/nobody.cert" >"$tmp/forged.cert"
mend "$tmp/forged.cert"
proves "nobody, but for one thread" 65 "is not one of" "$tmp/other.dr" "$tmp/forged.cert"
# the same with the count of the certificate changed, too: its thread starts in no pair
sed -i 's/^q 0 /q 1 /' "$tmp/forged.cert"
mend "$tmp/forged.cert"
proves "nobody, but for one thread, and so said" 10 "does not hold" "$tmp/other.dr" "$tmp/forged.cert"

# ---- nets ----
cat >"$tmp/net.spec" <<'SPEC'
vars
x y z

rules
x >= 1 ->
    x' = x - 1,
    y' = y + 1;
y >= 1, z >= 1 ->
    y' = y - 1,
    x' = x + 1;

init
x = 2, y = 0, z = 1

target
z >= 2
SPEC
gives "a proof of a net" 0 verify -q "--certificate=$tmp/net.cert" "$tmp/net.spec"
proves "a net" 0 "that the net is that of" "$tmp/net.spec" "$tmp/net.cert"
for change in 's/z >= 2/z >= 1/' 's/z = 1/z = 2/' "s/x' = x + 1/z' = z + 1/" 's/x = 2/x >= 2/'; do
    sed "$change" "$tmp/net.spec" >"$tmp/other.spec"
    hash=$(sha256sum <"$tmp/other.spec" | cut -d' ' -f1)
    sed "3s/^[0-9a-f]*/$hash/" "$tmp/net.cert" >"$tmp/forged.cert"
    mend "$tmp/forged.cert"
    proves "the net changed: $change" 65 "is not that of" "$tmp/other.spec" "$tmp/forged.cert"
done
printf 'PLACE x, y, z; MARKING x: 2, z: 1; TRANSITION t CONSUME x: 1; PRODUCE y: 1; TRANSITION u CONSUME y: 1, z: 1; PRODUCE x: 1;\n' >"$tmp/net.lola"
gives "a proof of a net of LoLA" 0 verify -q "--target=z >= 2" "--certificate=$tmp/lola.cert" "$tmp/net.lola"
proves "a net of LoLA" 0 "that the net is that of" "--target=z >= 2" "$tmp/net.lola" "$tmp/lola.cert"
proves "a net of LoLA with another target" 65 "is not that of" "--target=z >= 3" "$tmp/net.lola" "$tmp/lola.cert"
printf 'thread p { skip; crit: skip; }\nunsafe count(crit) >= 2;\n' >"$tmp/two.dr"
hash=$(sha256sum <"$tmp/two.dr" | cut -d' ' -f1)
sed "3s/^[0-9a-f]*/$hash/" "$tmp/net.cert" >"$tmp/forged.cert"
mend "$tmp/forged.cert"
proves "the net of something else for a program" 65 "not proved" "$tmp/two.dr" "$tmp/forged.cert"
finish
