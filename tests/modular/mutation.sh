#!/bin/sh
# Mutation: every proved program of contracts/, with one lock, update, guard, conjunct or annotation removed, is rejected, or a search of two and three threads finds
# nothing broken. At scale 1 a sample of the mutants, from a scale of 4 on all of them.
. "$(dirname -- "$0")/../cli/lib.sh"
dir=$SRCDIR/contracts
every=6
[ "${PWQO_TEST_SCALE:-1}" -lt 4 ] || every=1
mutants=0 rejected=0 safe=0
for file in "$dir"/*.dr; do
    name=$(basename "$file" .dr)
    [ "$(sed -n 2p "$file")" = "// fails: nothing" ] || continue
    awk -v prefix="$tmp/$name" -f "$SRCDIR/tests/modular/mutants.awk" "$file" >"$tmp/$name.list"
    while read -r n line what; do
        [ $(((n - 1) % every)) = 0 ] || continue
        mutants=$((mutants + 1))
        run modular --replay=0 "$tmp/$name.$n.dr"
        case $code in
        5 | 65) rejected=$((rejected + 1)) ;;
        0)
            safe=$((safe + 1))
            for threads in 2 3; do
                [ "$threads:$name" = 3:mercator ] && continue # a million states
                run modular --explore=$threads "$tmp/$name.$n.dr"
                case $code in 0 | 5) ;; *) not_ok "$name without the $what at line $line is proved, but: $(tail -n 1 "$tmp/out" "$tmp/err")" ;; esac
            done
            ;;
        *) not_ok "$name without the $what at line $line: exit $code: $(head -n 1 "$tmp/err")" ;;
        esac
    done <"$tmp/$name.list"
done
[ "$mutants" -ge $((200 / every)) ] && ok "$mutants mutants" || not_ok "only $mutants mutants"
ok "$rejected rejected, $safe proved and explored"
# most must be rejected: what the programs say is needed
[ $((rejected * 2)) -ge "$mutants" ] && ok "most are rejected" || not_ok "only $rejected of $mutants are rejected"
finish
