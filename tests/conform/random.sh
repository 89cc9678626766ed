#!/bin/sh
# Random mutants of the models with abstract threads, of the threads and of their abstract threads alike (one or two changes each). If every thread conforms
# and explicit search finds the abstract program safe with n threads, then it must find the program safe with n threads; and what verify says of the
# program must not contradict explicit search. The seed of a mutant is its number. PWQO_TEST_SCALE=50 makes 4 000.
. "$(dirname -- "$0")/../cli/lib.sh"
cd "$SRCDIR/models/abstract" || exit 99

# mutate FILE SEED: some line with a statement is changed
mutate() {
    awk -v seed="$2" '
    function roll(n) { return int(rand() * n) }
    function balanced(l) { return gsub(/{/, "{", l) == gsub(/}/, "}", l) }
    function change(i,   l, body, how) {
        l = line[i]; how = roll(7); body = l; sub(/\/\/.*/, "", body)
        if (how == 0 && balanced(body)) { match(body, /^ *([a-z0-9]+:)? */); line[i] = substr(body, 1, RLENGTH) "skip;" }
        else if (how == 1 && balanced(body) && body !~ /:/ && body !~ /else/) line[i] = body "\n" body
        else if (how == 2) { if (roll(2)) sub(/ \+ 1/, " + 2", l); else sub(/ - 1/, " - 2", l); line[i] = l }
        else if (how == 3) { split("== 1,!= 0,<= 0,>= 0", to, ","); sub(/== 0/, to[1 + roll(4)], l); line[i] = l }
        else if (how == 4) { sub(/assume\([^;]*\);/, "skip;", l); line[i] = l }
        else if (how == 5) { sub(/assert\([^;]*\);/, "skip;", l); line[i] = l }
        else if (l ~ /true;/) { sub(/true;/, "false;", l); line[i] = l }
        else { sub(/false;/, "true;", l); line[i] = l }
    }
    { line[NR] = $0; if ($0 ~ /;/ && $0 !~ /^ *(\/\/|shared|const|local|unsafe|init|proc)/) at[++n] = NR }
    END { srand(seed); for (k = 1 + roll(3) / 2; k >= 1; k--) change(at[1 + roll(n)]); for (i = 1; i <= NR; i++) print line[i] }' "$1"
}
explored() { # OF THREADS
    "$PWQO" explore -q --states=60000 --time-limit=20 -n "$2" --of="$1" $defines "$tmp/m.dr" >/dev/null 2>&1
    echo $?
}
count=$((80 * ${PWQO_TEST_SCALE:-1}))
seen=0 invalid=0 same=0 conform=0 proved=0 wrong=0 caught=0 judged=0 seed=0
while [ $seed -lt $count ]; do
    seed=$((seed + 1))
    case $((seed % 4)) in
    0) file=bluetooth.dr threads=3 defines= ;;
    1) file=bluetooth_range.dr threads=3 defines='-D K=2' ;;
    2) file=../../tests/conform/battery.dr threads=4 defines='-D N=2 -D M=1' ;;
    *) file=ttas.dr threads=2 defines= ;;
    esac
    mutate $file $seed >"$tmp/m.dr"
    if cmp -s "$tmp/m.dr" $file; then same=$((same + 1)); continue; fi
    "$PWQO" conform -q --time-limit=20 $defines "$tmp/m.dr" >"$tmp/out" 2>"$tmp/err"
    c=$?
    case $c in 0 | 5 | 10) ;; 65) invalid=$((invalid + 1)); continue ;; *) not_ok "seed $seed: conform: exit code $c: $(cat "$tmp/err")"; continue ;; esac
    seen=$((seen + 1))
    a=$(explored program $threads) b=$(explored abstract $threads)
    [ $c = 0 ] && conform=$((conform + 1))
    [ "$a" = 10 ] && wrong=$((wrong + 1))
    if [ $c = 0 ] && [ "$b" = 0 ]; then
        proved=$((proved + 1))
        [ "$a" != 10 ] || { not_ok "seed $seed: all threads of $file conform, the abstract program is safe, the program is not"; cp "$tmp/m.dr" "${TMPDIR:-/tmp}/violation-$seed.dr"; }
    fi
    [ $c = 10 ] && [ "$a" = 10 ] && [ "$b" = 0 ] && caught=$((caught + 1))
    # verify: the number of threads may be any, so only SAFE can be contradicted
    [ $((seed % 3)) = 0 ] && [ "$a" = 10 ] || continue
    judged=$((judged + 1))
    "$PWQO" verify -q --time-limit=5 $defines "$tmp/m.dr" >"$tmp/out" 2>"$tmp/err"
    [ $? != 0 ] || not_ok "seed $seed: verify says SAFE of a program that goes wrong: $(cat "$tmp/out")"
done
echo "# $seen mutants ($same unchanged, $invalid no programs): $conform conform, $proved of them proved in parts; $wrong go wrong, $caught of these behind a safe abstract program: caught; $judged put to verify"
[ $seen -ge $((count / 3)) ] && [ $proved -ge 3 ] && [ $wrong -ge 3 ] && ok "random mutants" || not_ok "the mutants test nothing"
finish
