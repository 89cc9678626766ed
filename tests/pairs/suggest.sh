#!/bin/sh
# pwqo verify --suggest: predicates mined from proofs by pairs. Pasted into the model without predicates, with their labels, they must be a
# proof by --engine=cover, which knows nothing of pairs; of random programs they must be read and never end in UNSAFE; no unsafe model has any.
# Oracle (7): never SAFE against UNSAFE.
# PWQO_TEST_SEED repeats the random programs of one seed, PWQO_TEST_SCALE multiplies their number.
. "$(dirname -- "$0")/../cli/lib.sh"
GEN=${GEN:-./tests/tools/gen_dr}
models=$SRCDIR/models

patience=60
strip() { awk '/^ *predicate / { inside = 1 } !inside { print } /;/ { inside = 0 }' "$1" >"$tmp/plain.dr"; }
# suggest FILE: 0 if it is SAFE and something is suggested; the lines are in $tmp/lines, the labels ("LINE:COLUMN: NAME:") in $tmp/labels.
suggest() {
    timeout "$patience" "$PWQO" verify --suggest --engine=pairs "$1" >"$tmp/said" 2>"$tmp/err" || return 1
    sed -n 's/^ *\(suggested \)* *\(predicate [a-z]*[0-9]* = .*;\)$/\2/p; s/^ *\(suggested \)* *\(invariant .*;\)$/\2/p' "$tmp/said" >"$tmp/lines"
    sed -n 's/^ *\(with labels \)* *\([0-9]*:[0-9]*: [A-Za-z0-9_]*:\)$/\2/p' "$tmp/said" >"$tmp/labels"
    [ -s "$tmp/lines" ]
}
# paste FILE: as a person would, from the last label to the first, so that columns stay right.
paste_into() {
    cp "$1" "$tmp/pasted.dr"
    sort -t: -k1,1nr -k2,2nr "$tmp/labels" | while IFS=: read -r line column name _; do
        awk -v line="$line" -v column="$column" -v "name=${name# }" 'NR == line { $0 = substr($0, 1, column - 1) name ": " substr($0, column) } { print }' \
            "$tmp/pasted.dr" >"$tmp/next.dr" && mv "$tmp/next.dr" "$tmp/pasted.dr"
    done
    cat "$tmp/lines" >>"$tmp/pasted.dr"
}

# ---- two templates with a local of one name: a predicate for every two templates is too many, so facts are stated as invariants ----
cat >"$tmp/plain.dr" <<'END'
shared int s = 0;
shared int t = 0;
thread a {
    local int l = 0;
    while (true) {
geta:   atomic { l = t; t = t + 1; }
wa:     assume(s == l);
ca:     s = s + 1;
    }
}
thread b {
    local int l = 0;
    while (true) {
getb:   atomic { l = t; t = t + 1; }
wb:     assume(s == l);
cb:     s = s + 1;
    }
}
unsafe count(ca) >= 1 && count(cb) >= 1 || count(ca) >= 2 || count(cb) >= 2;
END
if suggest "$tmp/plain.dr"; then
    paste_into "$tmp/plain.dr"
    # by hand: tickets are drawn in order, and no two threads of any template have the same one
    for line in 'invariant at(geta) || t > a.l;' 'invariant at(getb) || t > b.l;' 'invariant at(geta) || other.at(getb) || a.l != other(b).l;'; do
        grep -qxF "$line" "$tmp/lines" && ok "two templates: $line" || not_ok "two templates: no '$line' in $(cat "$tmp/lines")"
    done
    gives "two templates: SAFE by --engine=cover with the lines" 0 verify -q --engine=cover --time-limit=60 "$tmp/pasted.dr"
else
    not_ok "two templates: nothing is suggested within $patience s: $(grep hint "$tmp/said")"
fi

# ---- models: those of the table of PAIRS, section 6, whose proofs predicates can express, and how many lines at most ----
while read -r name most; do
    strip "$models/$name.dr"
    suggest "$tmp/plain.dr" || { not_ok "$name: nothing is suggested: $(cat "$tmp/said" "$tmp/err" | grep -e hint -e error | head -n 1)"; continue; }
    paste_into "$tmp/plain.dr"
    run verify -q --engine=cover --time-limit=60 "$tmp/pasted.dr"
    n=$(wc -l <"$tmp/lines")
    if [ "$code" != 0 ]; then
        not_ok "$name: with the suggested lines --engine=cover gives exit $code"
    elif [ "$n" -gt "$most" ]; then
        not_ok "$name: $n lines are suggested, more than $most"
    else
        ok "$name: SAFE by --engine=cover with $n suggested lines"
    fi
done <<'END'
ticket 3
ticket_zero 3
ticket_zero_fixed 3
ticket/trylock 3
ticket/backoff 3
ids/allocator 3
ids/allocator_cas 5
ids/leader_cas 6
locks/token 3
locks/owner_cas 4
locks/recursive 6
locks/last_owner 1
counters/cas_counter 3
counters/max_leader 3
counters/max_register 3
counters/monotone 2
counters/pairs 3
two/bakery 7
closure/alone 1
closure/helper 2
END

# ---- JSON has the same lines ----
strip "$models/ticket_zero.dr"
suggest "$tmp/plain.dr"
"$PWQO" verify --suggest --json "$tmp/plain.dr" >"$tmp/json" 2>/dev/null
grep -q '"suggest":\["predicate [^]]*l != other\.l;' "$tmp/json" && ok "JSON: suggest" || not_ok "no suggestion in JSON: $(cut -c 1-300 "$tmp/json")"
# ---- where there is nothing to say, it says so ----
run verify --suggest "$models/c/ticket.c"
prints "lines of .dr are not suggested for C" "no predicate is suggested"

# ---- unsafe models ----
for file in $(grep -rl 'truth: unsafe' "$models" --include='*.dr' | sort); do
    strip "$file"
    suggest "$tmp/plain.dr" && not_ok "${file#"$SRCDIR"/} is unsafe, and predicates are suggested"
done
ok "nothing is suggested for unsafe models"

# ---- random programs ----
seed=${PWQO_TEST_SEED:-$(date +%s)}
seed=$((seed % 1000000)) count=$((40 * ${PWQO_TEST_SCALE:-1}))
[ "$count" -gt 0 ] || count=10
[ -z "$PWQO_TEST_SEED" ] || count=1
proved=0 i=0 patience=10 # one that takes longer is passed over
while [ "$i" -lt "$count" ]; do
    n=$((seed + i)) i=$((i + 1))
    case $((n % 3)) in 0) knobs="templates=2 statements=4" ;; 1) knobs="ints=100 ranges=0 shared=3 statements=4" ;; *) knobs="inits=1 statements=4" ;; esac
    # shellcheck disable=SC2086
    "$GEN" "$n" preds=0 $knobs >"$tmp/random.dr"
    suggest "$tmp/random.dr" || continue
    paste_into "$tmp/random.dr"
    run verify -q --engine=cover --time-limit=60 "$tmp/pasted.dr"
    [ "$code" = 0 ] || not_ok "random program $n ($knobs): exit $code with the suggested lines"
    proved=$((proved + 1))
done
ok "$proved random programs from seed $seed on are proved with suggested lines"
finish
