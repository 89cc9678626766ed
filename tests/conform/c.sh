#!/bin/sh
# Abstract threads of C files: '//@ abstract thread ...' in comments. Lines are those of the C file; mutants of the code are found in the thread that has them.
. "$(dirname -- "$0")/../cli/lib.sh"
cd "$SRCDIR/models/c" || exit 99
cc=${CC:-cc}
command -v "${cc%% *}" >/dev/null 2>&1 || { skip "no C compiler"; finish; }
m=driver_parts.c

# conforms FILE WANT WHAT: yes or no, of thread request
conforms() {
    "$PWQO" conform "$1" >"$tmp/out" 2>"$tmp/err"
    got=$?
    case $2-$got in yes-0 | no-10) ok "$3: $2" ;; *) not_ok "$3: exit code $got, wanted $2"; cat "$tmp/out" "$tmp/err" ;; esac
}
mutant() {
    sed -e "$3" "$m" >"$tmp/m.c"
    if cmp -s "$m" "$tmp/m.c"; then not_ok "$2: the file is unchanged"; else conforms "$tmp/m.c" "$1" "$2"; fi
}
conforms $m yes "the driver"
mutant no "works although it was refused" 's/if (status > 0)/if (status != 0)/'
grep -q 'has no failure for line 21: assert(!gone)' "$tmp/out" && ok "the line of the C file" || not_ok "the line: $(cat "$tmp/out")"
mutant no "counted twice" 's/atomic_fetch_add(&users, 1)/atomic_fetch_add(\&users, 2)/'
grep -q 'has no step for line 12: ' "$tmp/out" && ok "the step of the C file" || not_ok "the step: $(cat "$tmp/out")"
mutant no "leaves before it works" 's/^        assert(!gone);/        { atomic_fetch_sub(\&users, 1); assert(!gone); atomic_fetch_add(\&users, 1); }/'
mutant yes "never leaves: progress is not looked at" 's/^    atomic_fetch_sub(&users, 1);$/    ;/'
mutant yes "more local work" 's/^    if (status > 0)/    status = status + 4; if (status > 3)/'
# A block over several lines, a statement over two.
sed -e 's/^\/\/@     if (\*) {.*/\/\/@     if (*)\n\/\/@     {\n\/\/@         assume(removing == 0);\n\/\/@         assert(gone == 0);\n\/\/@     }/' $m >"$tmp/lines.c"
grep -c '^//@' "$tmp/lines.c" | grep -qx 9 && conforms "$tmp/lines.c" yes "a statement over several lines" || not_ok "a statement over several lines"
mutant no "an abstract thread that forgets the assertion" 's/ assert(gone == 0);//'

# says CODE TEXT NAME ARGUMENT...
says() {
    want=$1 text=$2 name=$3
    shift 3
    "$PWQO" "$@" >"$tmp/out" 2>"$tmp/err"
    got=$?
    if [ $got = "$want" ] && cat "$tmp/out" "$tmp/err" | grep -qF -e "$text"; then ok "$name"; else not_ok "$name: exit code $got: $(cat "$tmp/out" "$tmp/err")"; fi
}
says 0 "parts: each of these threads conforms to its abstract thread: request (6 places" "verify: SAFE in parts" verify --time-limit=60 $m
says 0 "SAFE for every number of threads" "verify: for every number" verify --time-limit=60 $m
says 0 "SAFE for every number of threads" "verify --whole" verify --whole --time-limit=60 $m
grep -q "parts:" "$tmp/out" && not_ok "--whole: in parts" || ok "--whole: not in parts"
sed 's/return !removing/return true/' $m >"$tmp/bug.c"
says 10 "line 21   assert(!gone);" "verify: a bug in the thread" verify --time-limit=60 "$tmp/bug.c"
says 0 "its abstract thread, 5 places, conforms" "--propose" conform --propose=request $m
says 0 "as stated" "batch" batch -v $m
says 65 "has no abstract thread" "a C file without" conform mutex_counter.c
sed 's/users = users - 1;/users = users - nobody;/' $m >"$tmp/bad.c"
says 65 "nobody" "a name that the program does not have" conform "$tmp/bad.c"
printf '%s\n' '#include <assert.h>' '#include <pthread.h>' 'static int g;' 'static void *a(void *x) { __sync_fetch_and_add(&g, 1); assert(g >= 0); return x; }' \
    '//@ abstract thread a {' '//@ atomic { havoc g; assert(g > 0); }' '//@ }' \
    'int main(int n, char **v) { pthread_t t; (void)v; while (n--) pthread_create(&t, 0, a, 0); return 0; }' >"$tmp/picked.c"
says 65 "may not read a value that the same step picks" "an asserted choice" conform "$tmp/picked.c"
grep -q ':6:' "$tmp/err" && ok "its line" || not_ok "its line: $(cat "$tmp/err")"
finish
