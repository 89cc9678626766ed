#!/bin/sh
# Arithmetic of C on small types, exhaustively, against the compiler: for every operation and every pair of 8-bit values of
# a sample, the result that the compiled program computes is asserted, and so is that it is nothing else.
. "$(dirname -- "$0")/../cli/lib.sh"
command -v gcc >/dev/null || { echo "no gcc"; exit 77; }

# values TYPE OPERATION: "a b result" for all a, b, as the compiler has them
values() {
    cat >"$tmp/v.c" <<END
#include <stdio.h>
int main(void)
{
    for (int i = $3; i <= $4; i++)
        for (int k = $3; k <= $4; k++) {
            $1 a = ($1)i, b = ($1)k, r;
            (void)b;
            $2;
            printf("%d %d %d\n", (int)a, (int)b, (int)r);
        }
    return 0;
}
END
    gcc -w -o "$tmp/v" "$tmp/v.c" && "$tmp/v"
}

# One program: a thread computes all results one after the other, on variables that are shared, so nothing is known of them when
# it is translated; the translation is executed.
executed() {
    "$PWQO" fmt --to=dr "$1" >"$tmp/p.dr" 2>"$tmp/err" || { code=99; return; }
    run explore "$tmp/p.dr" -n 1
}

check() {
    name=$1 type=$2 op=$3 lo=$4 hi=$5
    values "$type" "$op" "$lo" "$hi" >"$tmp/pairs"
    n=$(wc -l <"$tmp/pairs")
    {
        echo "#include <assert.h>"
        echo "#include <pthread.h>"
        echo "$type a, b, r;"
        echo "void *worker(void *arg)"
        echo "{"
        while read -r a b r; do echo "    a = $a; b = $b; $op; assert(r == ($type)($r));"; done <"$tmp/pairs"
        echo "    return arg;"
        echo "}"
        echo "int main(void) { pthread_t t; return pthread_create(&t, 0, worker, 0); }"
    } >"$tmp/p.c"
    executed "$tmp/p.c"
    [ "$code" = 0 ] && ok "$name: $n pairs" || not_ok "$name: exit $code: $(head -n 2 "$tmp/err" "$tmp/out")"
    # each assertion matters: the last result made wrong must be found
    awk -v last="$(grep -n 'assert(r' "$tmp/p.c" | tail -n 1 | cut -d: -f1)" 'NR == last { sub(/r == /, "r != ") } { print }' "$tmp/p.c" >"$tmp/q.c"
    executed "$tmp/q.c"
    [ "$code" = 10 ] && ok "$name: a wrong result is found" || not_ok "$name: a wrong result gives exit $code"
}

for type in "unsigned char" "signed char"; do
    check "$type sum" "$type" "r = a + b" -3 3
    check "$type difference" "$type" "r = a - b" -3 3
    check "$type up" "$type" "r = a; r++" 124 130
    check "$type down" "$type" "r = a; r--" -4 3
    check "$type negated" "$type" "r = -a" 126 131
    check "$type complement" "$type" "r = ~a" 124 130
    check "$type times" "$type" "r = a * 7" 30 40
    check "$type quotient" "$type" "r = a / 3" -5 3
    check "$type remainder" "$type" "r = a % 5" -7 4
    check "$type mask" "$type" "r = a & 12" -9 6
    check "$type or" "$type" "r = a | 5" -9 6
    check "$type xor" "$type" "r = a ^ 6" -9 6
    check "$type left" "$type" "r = a << 3" 28 36
    check "$type right" "$type" "r = a >> 2" -9 6
    check "$type compared" "$type" "r = a < b" -2 3
done
finish
