#!/bin/sh
# The families of models/tmod for several numbers of threads: every verdict is as stated, by the thread-modular engine, by decision diagrams, and by all
# engines in turns; a certificate for each that is safe.
. "$(dirname -- "$0")/lib.sh"
cd "$SRCDIR" || exit 99
list=$(find models/tmod -name '*.dr' ! -name ex15.dr | sort) # which has no N
for engine in tmod bdd auto; do
    gives "N = 2..5, --engine=$engine" 0 batch -q $list --engine=$engine --sweep=N=2..5 --time-limit=60 --out="$tmp/$engine"
    rows=$(($(wc -l <"$tmp/$engine/results.tsv") - 1))
    same "a row for each" "$(($(echo "$list" | wc -l) * 4))" "$rows"
done
if [ -s "$tmp/tmod/sweep-N-time.svg" ]; then ok "a chart of time against N"; else not_ok "a chart of time against N"; fi
gives "300 philosophers" 0 verify -q --engine=tmod -D N=300 models/tmod/philosophers_alternating.dr
check=$(dirname -- "$PWQO")/pwqo-check
for m in $list; do
    case $m in *ex13.dr) continue ;; esac
    gives "certificate of $m" 0 verify -q --engine=tmod -D N=4 --certificate="$tmp/c" "$m"
    if "$check" -q --input="$m" -D N=4 "$tmp/c" >"$tmp/out" 2>&1; then ok "valid"; else not_ok "$m: $(head -n 1 "$tmp/out")"; fi
    "$check" -q --input="$m" -D N=5 "$tmp/c" >"$tmp/out" 2>&1 && not_ok "$m: the certificate is for another number"
done
finish
