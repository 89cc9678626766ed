#!/bin/sh
# The protocols of models/protocols and mutants of them (an every, a some or an assignment is dropped) by brute force with few threads, in an interpreter that shares no
# code with the program (tests/oracle/protocols.py): no engine says anything else. A sample; PWQO_TEST_SCALE=20: all mutants, more threads.
. "$(dirname -- "$0")/lib.sh"
models=$SRCDIR/models/protocols
oracle=$SRCDIR/tests/oracle/protocols.py
command -v python3 >/dev/null 2>&1 || { skip "no python3"; finish; }
if [ "${PWQO_TEST_SCALE:-1}" -ge 20 ]; then
    share=100 threads=4 states=20000 seconds=20
    files=$(ls "$models"/*.dr)
else
    share=4 threads=3 states=600 seconds=2
    files=$(ls "$models"/*.dr | grep -v -e german_data -e _int)
fi
# judge NAME EXIT ARGUMENTS: what the oracle says.
judge() {
    title=$1 want=$2
    shift 2
    timeout 3000 python3 "$oracle" "$PWQO" "$PWQO_CHECK" "$@" >"$tmp/said" 2>&1
    code=$?
    if [ "$code" = "$want" ]; then ok "$title: $(tail -n 1 "$tmp/said")"; else not_ok "$title: exit $code: $(cat "$tmp/said")"; fi
}
# shellcheck disable=SC2086
judge "protocols and mutants" 0 -s $share -r 20 -n $threads -l $states -t $seconds $files
# The truth of all is by brute force, not by what pwqo says; and the oracle sees what is wrong.
sed 's/truth: unsafe/truth: safe/' "$models/mesi_wrong.dr" >"$tmp/a.dr"
judge "a false statement of truth is seen" 1 -s 0 -n 2 "$tmp/a.dr"
cat >"$tmp/liar" <<'SH'
#!/bin/sh
echo "x: SAFE for every number of threads"
SH
chmod +x "$tmp/liar"
for name in germanish6 crash_wrong burns_wrong; do
    if python3 "$oracle" "$tmp/liar" true -s 0 -n 3 "$models/$name.dr" >/dev/null 2>&1; then not_ok "$name: a wrong SAFE is not seen"; else ok "$name: a wrong SAFE would be seen"; fi
done
# Some mistakes need three threads: with two, nothing goes wrong.
for name in germanish6 needs_three; do
    judge "$name: two threads do not go wrong" 1 -s 0 -n 2 "$models/$name.dr"
    if grep -q "brute force {1: False, 2: False}" "$tmp/said"; then ok "$name needs three threads"; else not_ok "$name: $(cat "$tmp/said")"; fi
done
finish
