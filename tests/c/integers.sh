#!/bin/sh
# Arithmetic of C on small types, exhaustively, against the compiler: for every operation and every 8-bit value (operations with two
# operands: pairs around zero, all 65536 pairs with PWQO_TEST_SCALE above 1) the result that the compiled program computes is
# asserted, and so is that it is nothing else.
. "$(dirname -- "$0")/../cli/lib.sh"
command -v gcc >/dev/null || { echo "no gcc"; exit 77; }

# values TYPE OPERATION A..A B..B: "a b result" for all a, b, as the compiler has them
values() {
    cat >"$tmp/v.c" <<END
#include <stdio.h>
int main(void)
{
    for (int i = $3; i <= $4; i++)
        for (int k = $5; k <= $6; k++) {
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
    name=$1 type=$2 op=$3
    values "$type" "$op" "$4" "$5" "$6" "$7" >"$tmp/pairs"
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
    # each assertion matters: the last result made wrong must be found (asked of a few)
    case $n:$op in 256:*'* 7' | ??:*) ;; *) return ;; esac
    awk -v last="$(grep -n 'assert(r' "$tmp/p.c" | tail -n 1 | cut -d: -f1)" 'NR == last { sub(/r == /, "r != ") } { print }' "$tmp/p.c" >"$tmp/q.c"
    executed "$tmp/q.c"
    [ "$code" = 10 ] && ok "$name: a wrong result is found" || not_ok "$name: a wrong result gives exit $code"
}

# one operand: all values; two: pairs around zero, or all
one() { check "$type $1" "$type" "$2" -128 127 0 0; }
two() {
    check "$type $1" "$type" "$2" -3 3 -3 3
    [ "${PWQO_TEST_SCALE:-1}" -gt 1 ] || return 0
    value=-128
    while [ $value -le 127 ]; do
        check "$type $1, first $value" "$type" "$2" $value $value -128 127
        value=$((value + 1))
    done
}

for type in "unsigned char" "signed char"; do
    two sum "r = a + b"
    two difference "r = a - b"
    two compared "r = a < b"
    one up "r = a; r++"
    one down "r = a; r--"
    one negated "r = -a"
    one complement "r = ~a"
    one times "r = a * 7"
    one quotient "r = a / 3"
    one remainder "r = a % 5"
    one mask "r = a & 12"
    one or "r = a | 5"
    one xor "r = a ^ 6"
    one left "r = a << 3"
    one right "r = a >> 2"
done
finish
