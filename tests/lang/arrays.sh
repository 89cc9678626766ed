#!/bin/sh
# Arrays: a family written once means the same program as the text written out for one number; the texts written out are in tests/tmod.
. "$(dirname -- "$0")/../cli/lib.sh"
cd "$SRCDIR" || exit 99

# The steps of a program without what depends on the text: statements, lines, names of places.
steps() { "$PWQO" lower $2 "$1" | sed -e 's/ "[^"]*"//g' -e 's|  // line.*||'; }
# same_steps FAMILY N WRITTEN-OUT SED: SED gives the names of the family their names in the other file.
same_steps() {
    steps "models/tmod/$1.dr" "-D N=$2" | sed -e "$4" >"$tmp/family"
    steps "tests/tmod/$3.dr" >"$tmp/written"
    lines=$(wc -l <"$tmp/written")
    if [ "$lines" -gt 10 ] && cmp -s "$tmp/family" "$tmp/written"; then ok "$1 with N = $2 is $3, $lines lines"; else not_ok "$1 with N = $2 is $3"; diff "$tmp/family" "$tmp/written" | head -5; fi
}
from_zero='s/fork\[\([0-9]*\)\]/f\1/g; s/count(phil\[\([0-9]*\)\].eat)/count(eat\1)/g; s/phil\[\([0-9]*\)\]/p\1/g'
# Written out, the label of philosopher 0 is eat0 and so on.
for n in 3 4; do
    for pair in philosophers:phil3 philosophers_last:phil3a philosophers_alternating:phil3e philosophers_idle:phil; do
        [ -f "tests/tmod/${pair#*:}_$n.dr" ] || continue
        steps "tests/tmod/${pair#*:}_$n.dr" | sed -e 's/location\(.*\): eat[0-9]*/location\1: eat/' >"$tmp/written"
        steps "models/tmod/${pair%:*}.dr" "-D N=$n" | sed -e "$from_zero" >"$tmp/family"
        if [ "$(wc -l <"$tmp/written")" -gt 10 ] && cmp -s "$tmp/family" "$tmp/written"; then ok "${pair%:*}, N = $n"; else not_ok "${pair%:*}, N = $n"; diff "$tmp/family" "$tmp/written" | head -5; fi
    done
done
from_one='s/p\[3\]/p4/g; s/p\[2\]/p3/g; s/p\[1\]/p2/g; s/p\[0\]/p1/g'
same_steps mux_sem_last 2 mux_sem_last_2 "$from_one"
same_steps mux_sem_last 3 mux_sem_last_3 "$from_one"
same_steps ex13 3 counter_3 "$from_one"
# max and && of several parts are other trees: compare what the programs do.
for n in 2 3; do
    run verify --engine=bdd -D N=$n models/tmod/bakery.dr
    family=$(grep -o '[0-9][0-9]* states' "$tmp/out")
    run verify --engine=bdd "tests/tmod/bakery_$n.dr"
    written=$(grep -o '[0-9][0-9]* states' "$tmp/out")
    if [ -n "$family" ] && [ "$family" = "$written" ]; then ok "bakery, N = $n: $family"; else not_ok "bakery, N = $n: $family, not $written"; fi
done

cat >"$tmp/all.dr" <<'END'
const int N = 3;
shared int[0..9] low = 9, high = 0;
shared bool every = false, some = true;
shared int[0..9] a[N] = 4;
shared mutex m[2];
proc put(int[0..9] k) { a[1] = k; }
thread t [N] (i) {
    local int[0..2] me = i;
    invariant me == i;
    assume(i == 0);
    a[0], a[2] = 7, 2;
    put(5);
    low, high = min [N] (j) a[j], max [N] (j) (a[j] + j);
    every, some = all [N] (j) (a[j] > j), any [N] (j) (a[j] == 5 && all [2] (k) (j + k < 4));
    lock(m[i % 2]);
    havoc a[i];
    assert(low == 2 && high == 7 && !every == (a[2] < 3) && some);
    unlock(m[0]);
here:
}
unsafe [N] (i) count(t[i].here) >= 1 && count(t[(i + 1) % N].here) >= 1;
unsafe count(t.here) >= 2;
END
gives "folds, mutexes, procedures, indices of indices" 0 explore -n 3 "$tmp/all.dr"
for change in 's/high == 7/high == 8/' 's/low == 2/low == 4/' 's/&& some)/\&\& !some)/' 's/me == i;/me != i;/'; do
    sed -e "$change" "$tmp/all.dr" >"$tmp/wrong.dr"
    gives "wrong by $change" 10 explore -n 3 "$tmp/wrong.dr"
done
run fmt "$tmp/all.dr"
cp "$tmp/out" "$tmp/once.dr"
run fmt "$tmp/once.dr"
if [ "$code" = 0 ] && cmp -s "$tmp/out" "$tmp/once.dr"; then ok "fmt twice"; else not_ok "fmt twice"; fi
if [ "$(steps "$tmp/once.dr")" = "$(steps "$tmp/all.dr")" ]; then ok "fmt keeps the meaning"; else not_ok "fmt keeps the meaning"; fi
if grep -q 'havoc a\[i\];' "$tmp/once.dr" && grep -q 'min \[N\] (j) a\[j\], max \[N\] (j) (a\[j\] + j)' "$tmp/once.dr"; then ok "layout"; else not_ok "layout"; fi

# Words that are new only in front of a bracket.
cat >"$tmp/old.dr" <<'END'
shared bool all = true, any = false;
thread t { assume(all || any); all, any = any, all; }
END
gives "all and any are names elsewhere" 0 explore -n 2 "$tmp/old.dr"
# An index beyond, with the number of the command line.
printf 'const int N = 4;\nshared bool a[4];\nthread t [N] (i) { a[i] = true; }\n' >"$tmp/beyond.dr"
gives "indices within" 0 explore -n 4 "$tmp/beyond.dr"
gives "an index beyond" 65 explore -n 5 -D N=5 "$tmp/beyond.dr"
finish
