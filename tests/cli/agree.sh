#!/bin/sh
# All engines that take a program agree on it: no SAFE of one against UNSAFE of another, on every model and on random programs; and none contradicts
# what a model states as its truth. An engine may give up (UNKNOWN, or refuse the program by name), but each must decide some.
# PWQO_TEST_SEED: the first random program; PWQO_TEST_SCALE multiplies their number and the time of each run.
. "$(dirname -- "$0")/lib.sh"
GEN=${GEN:-$(dirname -- "$PWQO")/tests/tools/gen_dr}
scale=${PWQO_TEST_SCALE:-1}
[ "$scale" -gt 0 ] || scale=1
seed=${PWQO_TEST_SEED:-$(($(date +%s) % 100000))}
echo "PWQO_TEST_SEED=$seed"
engines=$("$PWQO" verify --help | sed -n 's/.*--engine=\([a-z|]*\).*/\1/p' | tr '|' ' ')
for engine in cover pairs tmod bdd; do case " $engines " in *" $engine "*) ;; *) not_ok "the engines are not listed: $engines" ;; esac; done

mkdir "$tmp/random"
i=0
while [ "$i" -lt $((60 * scale)) ]; do
    n=$((seed + i)) i=$((i + 1))
    case $((n % 4)) in
    0) knobs="templates=2 counts=1 statements=4" ;;
    1) knobs="preds=0 statements=5" ;;
    2) knobs="ints=0 statements=5" ;;
    *) knobs="ints=0 counts=1 preds=0 statements=4" ;;
    esac
    # shellcheck disable=SC2086
    "$GEN" "$n" $knobs >"$tmp/random/$n.dr"
done
find "$SRCDIR/models" "$tmp/random" -name '*.dr' | sort >"$tmp/files"
for file in $(cat "$tmp/files"); do
    truth=$(sed -n '1,12s/.*truth: \(safe\|unsafe\)\>.*/\1/p' "$file" | head -n 1 | tr a-z A-Z)
    [ -z "$truth" ] || echo "$file truth $truth"
done >"$tmp/said"
for engine in $engines; do
    # shellcheck disable=SC2046
    "$PWQO" verify -q "--engine=$engine" "--time-limit=0.$((scale > 4 ? 9 : 2 * scale))" $(cat "$tmp/files") 2>/dev/null |
        sed -n "s/^\(.*\.dr\): \(SAFE\|UNSAFE\)\>.*/\1 $engine \2/p" >"$tmp/one"
    cat "$tmp/one" >>"$tmp/said"
    safe=$(grep -c ' SAFE$' "$tmp/one") unsafe=$(grep -c ' UNSAFE$' "$tmp/one")
    if [ $((safe + unsafe)) -gt 0 ]; then ok "$engine: $safe SAFE, $unsafe UNSAFE"; else not_ok "$engine decides nothing"; fi
done
awk '{ if (($1 in verdict) && verdict[$1] != $3) { print $1 ": " who[$1] " says " verdict[$1] ", " $2 " says " $3; bad = 1 }
       else if (!($1 in verdict)) { verdict[$1] = $3; who[$1] = $2 } else shared++ }
     END { print shared + 0 > "/dev/stderr"; exit bad }' "$tmp/said" >"$tmp/contradictions" 2>"$tmp/shared"
if [ -s "$tmp/contradictions" ]; then
    not_ok "contradictions: $(cat "$tmp/contradictions")"
    for file in $(cut -d: -f1 "$tmp/contradictions" | sort -u); do case $file in "$tmp"/*) cat "$file" ;; esac; done
else
    ok "no contradiction"
fi
[ "$(cat "$tmp/shared")" -gt 300 ] && ok "$(cat "$tmp/shared") verdicts were compared" || not_ok "only $(cat "$tmp/shared") verdicts were compared"
finish
