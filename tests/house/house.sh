#!/bin/sh
# The figures of the house (measure.sh) stay within the limits that the project keeps: short
# functions and lines, one layout, no name defined twice, none spoken of that is gone, nothing dead,
# nothing copied, no files that call each other in a circle, invariants that are asserted; and the
# size of the checker.
. "$(dirname -- "$0")/../cli/lib.sh"
build=$(pwd)
sh "$SRCDIR/tests/house/measure.sh" "$SRCDIR" "$build" >"$tmp/figures" 2>"$tmp/notes"
cat "$tmp/figures"
sed 's/^/note: /' "$tmp/notes"

# limit NAME LEAST MOST: the figure is within; one that was not measured (no tool) is skipped.
limit() {
    value=$(awk -v name="$1" '$1 == name { print $2 }' "$tmp/figures")
    [ -n "$value" ] || { skip "$1 was not measured here"; return; }
    if awk -v v="$value" -v lo="$2" -v hi="$3" 'BEGIN { exit !(v >= lo && v <= hi) }'; then
        ok "$1 is $value ($2 .. $3)"
    else
        not_ok "$1 is $value, not within $2 .. $3"
    fi
}

limit functions 1000 100000
limit functions_over_60 0 0
limit conditional_compilation 0 0
limit lines_over_100 0 0
limit unformatted_files 0 0
limit tags_defined_twice 0 0
limit names_of_nothing 0 0
limit runs_of_10_lines_twice 0 0
limit unshared_globals 0 0
limit call_cycles_engine 0 0
limit call_cycles_check 0 0
limit asserts_per_1000_lines 15 1000

# The checker in lines of C without blanks and comments. What is trusted when a certificate of a net
# or template is VALID: frame, kernel, their headers, and what of base they use.
limit check_program 1 80
limit check_frame 1 260
limit check_kernel 1 1200
limit check_headers 1 320
limit check_trusted 1 2120
limit check_base 1 1200
for file in linear ideals traps bind; do limit "check_$file" 1 250; done
finish
