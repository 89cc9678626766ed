#!/bin/sh
# record.sh RECORD SRCDIR -- prints one script with the questions of every program of SRCDIR/models: of its abstraction with witnesses, of the plain one
# with two threads (at least the first 80) and with three (at least the first 30), each cut where one computation ends.
# bench/solver/queries.smt2.xz was made by this and is frozen: it is not made again when models or abstraction change.
record=$1 src=$2

first() { # COUNT: whole computations, until so many questions are there
    awk -v most="$1" '
        /^\(push 1\)/ { if (depth == 0 && n >= most) exit; depth++ }
        /^\(pop 1\)/ { depth-- }
        /^\(check-sat/ { n++ }
        /^\(set-info :status/ { next }
        { print }'
}

find "$src/models" -name '*.dr' | sort | while read -r file; do
    echo "; ${file#"$src"/models/}"
    echo "(set-logic QF_LIA)"
    "$record" "$file" 0 | first 1000000
    "$record" "$file" 2 | first 80
    "$record" "$file" 3 | first 30
    echo "(reset)"
done
