#!/bin/sh
# pwqo lower: the listing, and the JSON, which an explorer that knows only the format must search to
# the same end as pwqo explore (tests/oracle/lowered.py), on models and on random programs.
. "$(dirname -- "$0")/../cli/lib.sh"
tools=$(dirname -- "$PWQO")/tests/tools
scale=${PWQO_TEST_SCALE:-1}
[ "$scale" -ge 1 ] 2>/dev/null || scale=1

cat >"$tmp/a.dr" <<'DR'
const int K = 2;
shared int[0..9] x = 0;
shared mutex m;
proc add(int k) { x = x + k; }
thread t [2] {
    local int l;
    lock(m);
work: add(K);
    havoc l;
    unlock(m);
}
init l > 0;
unsafe count(work) >= 2;
DR
gives "text" 0 lower "$tmp/a.dr"
silent "text: nothing else is said"
prints "text: a variable" "shared int[0..9] x = 0"
prints "text: the local half of a mutex" "local bool m.mine = false"
prints "text: a location, with its line" 'location @0 "L7"  // line 7'
prints "text: a label" 'location @1 "work": work'
prints "text: the constraint" "l > 0"
prints "text: the property" "unsafe count(work) >= 2"
gives "json" 0 lower --json "$tmp/a.dr"
prints "json: format and version" '{"format":"pwqo-program","version":1,'
prints "json: a range" '"type":"range","low":0,"high":9'
prints "json: a choice" '"value":["choice",0]'
prints "json: a count" '"count":2'
if "$tools/json_check" <"$tmp/out" >/dev/null 2>&1; then ok "json: well-formed"; else not_ok "json: malformed"; fi
cp "$tmp/out" "$tmp/first"
gives "json with -D" 0 lower --json -D K=3 "$tmp/a.dr"
if cmp -s "$tmp/first" "$tmp/out"; then not_ok "-D changes nothing"; else ok "-D counts"; fi
gives "a file that is not there" 66 lower "$tmp/missing.dr"
echo 'thread t { x = 1; }' >"$tmp/bad.dr"
gives "a bad file" 65 lower "$tmp/bad.dr"
gives "no file" 64 lower
gives "a template" 65 lower "$SRCDIR/models/templates/swap.drt"
says "a template: why" "takes no .drt files"
cat >"$tmp/a.c" <<'C'
#include <assert.h>
#include <pthread.h>
int x;
void *f(void *a) { x = 1; assert(x == 1); return 0; }
int main(void) { pthread_t t; while (1) pthread_create(&t, 0, f, 0); }
C
gives "a C program" 0 lower "$tmp/a.c"
prints "a C program: its assertion, with its line" "line 4"

command -v python3 >/dev/null 2>&1 || { skip "no python3: the JSON is not explored"; finish; }
agreed=0
# compare FILE N DEPTH [PROGRAM]
compare() {
    timeout 120 python3 "$SRCDIR/tests/oracle/lowered.py" "${4-$PWQO}" "$1" "$2" "$3" >"$tmp/said" 2>&1
    code=$?
    case $code in
    0) agreed=$((agreed + 1)) ;;
    77) ;;
    *) not_ok "$1, $2 threads: $(head -c 600 "$tmp/said")" ;;
    esac
}

number=0
for file in "$SRCDIR"/models/*.dr "$SRCDIR"/models/*/*.dr; do
    number=$((number + 1))
    [ $((number % 4)) = 0 ] && compare "$file" 2 4
done
if [ "$agreed" -ge 10 ]; then ok "$agreed models: the JSON and explore agree"; else not_ok "only $agreed models were compared"; fi

agreed=0 seed=1 last=$((25 * scale))
while [ "$seed" -le "$last" ]; do
    "$tools/gen_dr" "$seed" procs=2 mutexes=1 havoc=1 arbitrary=20 templates=2 counts=1 division=1 inits=1 silent=30 >"$tmp/r$seed.dr"
    compare "$tmp/r$seed.dr" $((1 + seed % 2)) 4
    [ "$code" = 0 ] || [ "$code" = 77 ] || { echo "seed $seed"; break; }
    seed=$((seed + 1))
done
if [ "$agreed" -ge $((last / 2)) ]; then ok "$agreed random programs: the JSON and explore agree"; else not_ok "only $agreed of $last random programs were compared"; fi

# It does look: a program whose sums are differences is told apart.
cat >"$tmp/liar" <<SH
#!/bin/sh
if [ "\$1" = lower ]; then "$PWQO" "\$@" | sed 's/\["+",/["-",/g'; else exec "$PWQO" "\$@"; fi
SH
chmod +x "$tmp/liar"
timeout 120 python3 "$SRCDIR/tests/oracle/lowered.py" "$tmp/liar" "$tmp/a.dr" 2 6 >/dev/null 2>&1
if [ $? = 1 ]; then ok "a wrong program is told apart"; else not_ok "a wrong program is not told apart"; fi
finish
