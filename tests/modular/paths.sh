#!/bin/sh
# The twin: tests/oracle/paths.py makes the obligations path by path, with arrays and quantifiers, and z3 judges; the results are those of pwqo at every place of
# the programs of contracts/ and of random annotated programs. At scale 1 without the programs with sets of threads, which take z3 a minute each.
# Environment: PATHS_SEED (default 1).
. "$(dirname -- "$0")/../cli/lib.sh"
command -v python3 >/dev/null || { skip "no python3"; finish; }
command -v z3 >/dev/null || { skip "no z3"; finish; }
scale=${PWQO_TEST_SCALE:-1}
twin="$SRCDIR/tests/oracle/paths.py"
agree() { # NAME LEAST FILE...
    name=$1 least=$2
    shift 2
    python3 "$twin" --compare "$PWQO" "$@" >"$tmp/twin" 2>&1
    code=$?
    last=$(tail -n 1 "$tmp/twin")
    places=$(echo "$last" | sed -n 's/.* obligations, \([0-9]*\) places.*/\1/p')
    unanswered=$(echo "$last" | sed -n 's/.* \([0-9]*\) without an answer.*/\1/p')
    if [ "$code" = 0 ] && [ "${places:-0}" -ge "$least" ] && [ "${unanswered:-99}" -le $((places / 10)) ]; then
        ok "$name: $last"
    else
        not_ok "$name: exit $code: $(head -n 5 "$tmp/twin") $last"
    fi
}
set --
for file in "$SRCDIR"/contracts/*.dr; do
    case $scale:$(basename "$file") in 1:rwlock* | 1:mercator*) continue ;; esac
    set -- "$@" "$file"
done
agree "contracts" 500 "$@"
agree "nasty programs" 150 "$SRCDIR"/tests/modular/nasty/*.dr
mkdir "$tmp/random"
python3 "$twin" --random "${PATHS_SEED:-1}" $((15 * scale)) "$tmp/random"
agree "random programs from seed ${PATHS_SEED:-1}" $((100 * scale)) "$tmp"/random/*.dr
# a test of the test: an obligation that is not there, or one that is lost, is seen
printf '#!/bin/sh\n"%s" "$@" | sed "s/\\"result\\":\\"failed\\"/\\"result\\":\\"proved\\"/g"\nexit 0\n' "$PWQO" >"$tmp/liar"
chmod +x "$tmp/liar"
python3 "$twin" --compare "$tmp/liar" "$SRCDIR/contracts/simplelock_bug_noacquire.dr" >"$tmp/twin" 2>&1
if [ $? = 1 ] && grep -q "path by path open, pwqo proved" "$tmp/twin"; then ok "a false proof is seen"; else not_ok "a false proof is not seen: $(cat "$tmp/twin")"; fi
finish
