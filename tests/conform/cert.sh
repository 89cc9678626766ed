#!/bin/sh
# Certificates of proofs in parts: obligations that are unsat in every solver at hand, a pair less is refuted, forgeries are refused.
. "$(dirname -- "$0")/../cli/lib.sh"
cd "$SRCDIR/models/abstract" || exit 99
check_proof() { PWQO=$PWQO PWQO_CHECK=$PWQO_CHECK "$SRCDIR/contrib/check-proof" --time-limit=60 "$@" >"$tmp/said" 2>&1; }
command -v sha256sum >/dev/null 2>&1 || { skip "no sha256sum"; finish; }

# seal TEXT: the text with a checksum of its own goes to $tmp/forged.
seal() {
    sum=$(sha256sum <"$1" | cut -d ' ' -f 1)
    { cat "$1" && echo "end $sum"; } >"$tmp/forged"
}
body() { sed '$d' "$1"; }
# The numbers of the lines with pairs.
pairs_of() { awk '/^composition /{exit} left > 0 {left--; if (left < pairs) print NR; next} /^conform /{pairs = $7; left = $5 + $6 + $7}' "$1"; }

# ---- obligations ----
# all_unsat NAME FILE COMMAND...
all_unsat() {
    name=$1 file=$2
    shift 2
    "$@" "$file" >"$tmp/answers" 2>&1
    if [ "$(grep -cx unsat "$tmp/answers")" = "$(grep -cx '(check-sat)' "$file")" ] && ! grep -qvx unsat "$tmp/answers"; then ok "$name"; else
        not_ok "$name: $(sort "$tmp/answers" | uniq -c | head -n 3 | tr '\n' ' ')"
    fi
}
for m in example bluetooth bluetooth_range bluetooth_bug bluetooth_loose ttas battery battery_any; do
    "$PWQO" conform --obligations="$tmp/o.smt2" $m.dr >"$tmp/out" 2>"$tmp/err" || not_ok "$m: conform: $(head -n 1 "$tmp/err")"
    [ "$(grep -cx '(check-sat)' "$tmp/o.smt2")" -ge 10 ] || not_ok "$m: hardly any obligations"
    all_unsat "$m: obligations by pwqo solve" "$tmp/o.smt2" "$PWQO" solve
    if command -v z3 >/dev/null 2>&1; then all_unsat "$m: by z3" "$tmp/o.smt2" z3 -smt2; else skip "no z3"; fi
    if command -v cvc5 >/dev/null 2>&1; then all_unsat "$m: by cvc5" "$tmp/o.smt2" cvc5 --incremental; else skip "no cvc5"; fi
done

# ---- certificates ----
for m in example bluetooth_range ttas; do
    run verify --certificate="$tmp/$m.cert" $m.dr
    [ "$code" = 0 ] && ok "$m: a certificate" || not_ok "$m: exit $code: $(cat "$tmp/err")"
    "$PWQO_CHECK" --input=$m.dr "$tmp/$m.cert" >"$tmp/out" 2>&1 && grep -q "conformance itself is left to solvers" "$tmp/out" && ok "$m: pwqo-check" || not_ok "$m: $(tail -n 1 "$tmp/out")"
    if check_proof $m.dr "$tmp/$m.cert"; then ok "$m: check-proof"; else not_ok "$m: $(cat "$tmp/said")"; fi
    grep -q "each thread conforms to its abstract thread" "$tmp/said" && ok "$m: said so" || not_ok "$m: $(cat "$tmp/said")"

    # Any one pair less: some obligation has a solution.
    removed=0 refuted=0
    for n in $(pairs_of "$tmp/$m.cert"); do
        body "$tmp/$m.cert" | awk -v n="$n" 'NR != n' >"$tmp/less"
        # the count of the thread that the pair belongs to
        thread=$(awk -v n="$n" 'NR >= n {exit} /^conform /{t = $2} END {print t}' "$tmp/$m.cert")
        awk -v t="$thread" '/^composition /{done = 1} !done && $1 == "conform" && $2 == t {$7--} {print}' "$tmp/less" >"$tmp/less2"
        seal "$tmp/less2"
        removed=$((removed + 1))
        "$PWQO_CHECK" -q "$tmp/forged" >"$tmp/out" 2>&1 || not_ok "$m: not even in form without the pair of line $n: $(cat "$tmp/out")"
        "$PWQO" abstract -q --format=smt2 --template="$tmp/forged" $m.dr >"$tmp/o.smt2" 2>"$tmp/err" || not_ok "$m: $(cat "$tmp/err")"
        "$PWQO" solve "$tmp/o.smt2" 2>/dev/null | grep -qx sat && refuted=$((refuted + 1))
    done
    [ "$removed" -ge 15 ] && [ "$removed" = "$refuted" ] && ok "$m: a pair less is refuted, $removed times" || not_ok "$m: $refuted of $removed refuted"
done

# Definitions belong to it.
run verify -D K=3 --certificate="$tmp/k.cert" bluetooth_range.dr
if check_proof -D K=3 bluetooth_range.dr "$tmp/k.cert"; then ok "-D K=3"; else not_ok "-D K=3: $(cat "$tmp/said")"; fi
check_proof -D K=4 bluetooth_range.dr "$tmp/k.cert"
[ $? = 65 ] && ok "-D K=4 with the certificate of K=3" || not_ok "-D K=4: $(cat "$tmp/said")"
# The Bluetooth driver, for any number of workers: the composition is proved by counting, a certificate of kind pairs.
run verify --certificate="$tmp/b.cert" bluetooth.dr
grep -q "^pwqo-certificate 2 pairs" "$tmp/b.cert" && ok "bluetooth: pairs within parts" || not_ok "bluetooth: exit $code: $(cat "$tmp/err")"
if check_proof bluetooth.dr "$tmp/b.cert"; then ok "bluetooth: check-proof"; else not_ok "bluetooth: $(cat "$tmp/said")"; fi
# The battery driver, for any number of workers: some seconds.
if [ "${PWQO_TEST_SCALE:-1}" -gt 1 ]; then
    run verify --certificate="$tmp/battery.cert" battery.dr
    if check_proof battery.dr "$tmp/battery.cert"; then ok "battery: check-proof"; else not_ok "battery: $(cat "$tmp/said")"; fi
    run verify --certificate="$tmp/any.cert" battery_any.dr
    if check_proof battery_any.dr "$tmp/any.cert"; then ok "battery_any: check-proof"; else not_ok "battery_any: $(cat "$tmp/said")"; fi
fi

# ---- forgeries ----
# forged NAME CODE: check-proof refuses $tmp/forged with that exit code
forged() {
    check_proof example.dr "$tmp/forged"
    got=$?
    if [ "$got" = "$2" ]; then ok "forged: $1"; else not_ok "forged: $1: exit $got, not $2: $(cat "$tmp/said")"; fi
}
c=$tmp/example.cert
first=$(pairs_of "$c" | head -n 1)
edit() { body "$c" | sed "$2" >"$tmp/edited"; cmp -s "$tmp/edited" "$tmp/plain" && not_ok "forged: $1: nothing changed"; seal "$tmp/edited"; }
body "$c" >"$tmp/plain"
seal "$tmp/plain"
forged "not at all" 0
edit "an empty F" "${first}s/|[^|]*\$/|/"
forged "an empty F" 10
edit "a place too many in an F" 's/^6 | 0 | 0 | 2$/6 | 0 | 0 | 1 2/'
forged "a place too many in an F" 10
edit "a place that does not exist" "${first}s/\$/ 7/"
forged "a place that does not exist" 65
edit "a pair at another location" "${first}s/^[0-9]*/3/"
forged "a pair at another location" 10
edit "another thread" 's/^conform a /conform c /'
forged "another thread" 65
edit "a thread twice" 's/^conform b /conform a /'
forged "a thread twice" 65
edit "a predicate turned round" '/^le /s/^le/eq/'
forged "a predicate turned round" 10
edit "other inputs outside" '3s/^....../000000/'
forged "other inputs outside" 10
edit "other inputs inside" '/^composition/,$s/^\([0-9a-f]\{58\}\)....../\1000000/'
forged "other inputs inside: the checksum of the composition" 65
edit "fewer lines of the composition" 's/^\(composition\) .*/\1 3/'
forged "fewer lines of the composition" 65
# b as it is, although the composition has its abstract thread
awk '/^conform b /{skip = $5 + $6 + $7; print "itself b"; next} skip > 0 {skip--; next} {print}' "$tmp/plain" >"$tmp/edited"
seal "$tmp/edited"
forged "a thread left out" 65
# the composition alone is no certificate of the file, although it names it
awk 'on {print} /^composition /{on = 1}' "$tmp/plain" >"$tmp/forged"
"$PWQO_CHECK" -q "$tmp/forged" >"$tmp/out" && ok "the composition is a certificate" || not_ok "the composition: $(cat "$tmp/out")"
forged "the composition alone" 65
# parts within parts
{ awk '/^composition /{exit} {print}' "$tmp/plain" && echo "composition $(wc -l <"$c")" && cat "$c"; } >"$tmp/edited"
seal "$tmp/edited"
forged "parts within parts" 65
# a certificate of another file: the same text but for one statement
sed 's/x = x + 1/x = x - 1/' example.dr >"$tmp/example.dr"
check_proof "$tmp/example.dr" "$c"
[ $? = 65 ] && ok "another file" || not_ok "another file: $(cat "$tmp/said")"
# the same with the hash of that file put in: the thread does not conform any more
old=$(sha256sum <example.dr | cut -d ' ' -f 1)
new=$(sha256sum <"$tmp/example.dr" | cut -d ' ' -f 1)
awk 'on {print} /^composition /{on = 1}' "$tmp/plain" | sed '$d' | sed "s/$old/$new/" >"$tmp/inner"
awk '/^composition /{exit} {print}' "$tmp/plain" | sed "s/$old/$new/" >"$tmp/outer"
seal "$tmp/inner"
{ cat "$tmp/outer" && echo "composition $(wc -l <"$tmp/forged")" && cat "$tmp/forged"; } >"$tmp/edited"
seal "$tmp/edited"
check_proof "$tmp/example.dr" "$tmp/forged"
[ $? = 10 ] && grep -q "not in the pairs" "$tmp/said" && ok "a wrong thread with the pairs of the right one" || not_ok "a wrong thread: $(cat "$tmp/said")"
finish
