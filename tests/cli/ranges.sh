#!/bin/sh
# Ranges of 30 000 values: what is true of a program with a range of four values, which is tracked value by value, and does not depend on how many there are, is found
# of one with 30 000, which takes part as integers too (src/prog/wide.h); proofs are certified and bound to the file, runs are replayed; values do not leave the range.
. "$(dirname -- "$0")/lib.sh"

# program NAME: the text, with N as the largest value
program() {
    echo 'const int N = 3;'
    case $1 in
    ticket) cat <<'EOF'
shared int[0..N] serving = 0, next = 0;
thread customer {
    local int[0..N] t = 0;
    atomic { assume(next < N); t = next; next = next + 1; }
    assume(t == serving);
cs: skip;
    serving = serving + 1;
}
unsafe count(cs) >= 2;
EOF
    ;;
    cycle) cat <<'EOF'
shared int[0..N] x = 0;
thread worker { while (true) { atomic { if (x == N) { x = 0; } else { x = x + 1; } } } }
EOF
    ;;
    leaves) cat <<'EOF'
shared int[0..N] x = 0;
thread worker { while (true) { if (*) { x = x + 1; } else { atomic { assume(x > 0); x = x - 2; } } } }
EOF
    ;;
    start) cat <<'EOF'
shared int[0..N] x;
thread worker {
    local int[1..N] y;
    if (x < 0 || x > N || y < 1 || y > N) {
bad:    skip;
    }
}
unsafe count(bad) >= 1;
EOF
    ;;
    choice) cat <<'EOF'
shared int[0..N] x = 1;
thread worker { while (true) { havoc x; assert(x >= 0); assert(x <= N); } }
EOF
    ;;
    zero) cat <<'EOF'
shared int[0..N] x = 1;
thread worker { while (true) { havoc x; assert(x >= 1); } }
EOF
    ;;
    copied) cat <<'EOF'
shared int[0..N] x = 0;
shared int[0..N] y = 0;
thread worker { while (true) { if (*) { y = x; } else { havoc x; } assert(y >= 0); } }
EOF
    ;;
    visitors) cat <<'EOF'
shared int[0..N] x = 0;
thread visitor {
    while (true) {
        atomic { assume(x < N); x = x + 1; }
        if (x > 0) { x = x - 1; }
    }
}
EOF
    ;;
    lock) cat <<'EOF'
shared int[0..N] x = 0;
thread worker {
    while (true) {
        atomic { assume(x == 0); x = 2; }
cs:     skip;
        x = 0;
    }
}
unsafe count(cs) >= 2;
EOF
    ;;
    esac
}

# both NAME CODE: that verdict with 4 and with 30 000 values; a proof of the large one is certified and, where there is a solver, bound to the file.
both() {
    program "$1" >"$tmp/$1.dr"
    for n in 3 30000; do
        rm -f "$tmp/cert"
        gives "$1, N = $n" "$2" verify -q -D "N=$n" --time-limit=60 "--certificate=$tmp/cert" "$tmp/$1.dr"
    done
    [ "$2" = 0 ] || return
    if "$PWQO_CHECK" "$tmp/cert" >"$tmp/out" 2>&1; then ok "$1: VALID"; else not_ok "$1: $(tail -n 1 "$tmp/out")"; fi
    command -v z3 >/dev/null 2>&1 || command -v cvc5 >/dev/null 2>&1 || { skip "no solver: $1 is not bound"; return; }
    if "$SRCDIR/contrib/check-proof" -D "N=$n" "$tmp/$1.dr" "$tmp/cert" >"$tmp/out" 2>&1; then ok "$1: bound"; else not_ok "$1: $(tail -n 1 "$tmp/out")"; fi
}
export PWQO PWQO_CHECK
both ticket 0
both cycle 0
both lock 0
both start 0
both choice 0
both copied 0
both visitors 0
both leaves 10
both zero 10

# The range ends where it says: the last value is reached, the next one is a failure.
printf 'shared int[0..30000] x = 29999;\nthread t [1] { x = x + 1; x = x + 1; }\n' >"$tmp/end.dr"
gives "one more than the last" 10 verify -q "$tmp/end.dr"
printf 'shared int[0..30000] x = 29999;\nthread t [1] { x = x + 1; assert(x == 30000); }\n' >"$tmp/last.dr"
gives "the last" 0 verify -q "$tmp/last.dr"
# A branch that few threads avoid, and more take: with six threads it is taken, and x leaves the range.
printf 'shared int[0..30000] x = 0;\nthread t { while (true) { x = x + 1; if (x < 6) { x = x - 1; } assert(x <= 5); } }\n' >"$tmp/six.dr"
gives "a branch that six threads take" 10 verify -q --time-limit=60 "$tmp/six.dr"
# As many threads as there are values and one more, which takes no longer than three of four; for a certificate those are too many.
cat >"$tmp/permits.dr" <<'EOF'
const int N = 30000;
const int K = 30001;
shared int[0..N] free = N;
thread t { while (true) { atomic { assume(free > 0); free = free - 1; } inside: skip; free = free + 1; } }
unsafe count(inside) >= K;
EOF
gives "30 001 threads" 0 verify -q --time-limit=60 "$tmp/permits.dr"
gives "30 000 threads, which are possible, are not excluded" 5 verify -q --engine=pairs -D K=30000 --time-limit=60 "$tmp/permits.dr"
gives "one thread of one" 10 verify -q -D N=40 -D K=2 --time-limit=60 "$tmp/permits.dr"
gives "40 threads, certified" 0 verify -q --engine=pairs -D N=39 -D K=40 "--certificate=$tmp/cert" "$tmp/permits.dr"
if "$PWQO_CHECK" "$tmp/cert" >"$tmp/out" 2>&1; then ok "40 threads: VALID"; else not_ok "40 threads: $(tail -n 1 "$tmp/out")"; fi
rm -f "$tmp/cert"
"$PWQO" verify -q "--certificate=$tmp/cert" "$tmp/permits.dr" >"$tmp/out" 2>&1
prints "30 001 threads are too many for a certificate" "no certificate"
# One step of each thread, without a look: the range is left by one thread more than it has steps, and by no fewer.
printf 'const int N = 2000;\nshared int[0..N] x = 0;\nthread t { x = x + 1; }\n' >"$tmp/raised.dr"
gives "any number of threads" 10 verify -q --time-limit=60 "$tmp/raised.dr"
prints "any number of threads: as many as it takes" "UNSAFE with 2001 threads"
for n in 2000 2001; do
    sed "s/thread t/thread t [$n]/" "$tmp/raised.dr" >"$tmp/raised_by.dr"
    gives "$n threads" $((n == 2000 ? 0 : 10)) verify -q --time-limit=60 "$tmp/raised_by.dr"
done
# What is found about integers is no reason if values one by one are left undecided.
printf 'shared int[0..30000] x = 0;\nthread t { while (true) { if (x < 30000) { x = x + 1; } if (x > 0) { x = x - 1; } } }\n' >"$tmp/open.dr"
gives "a true reason" 5 verify -q --time-limit=1 "$tmp/open.dr"
prints "a true reason: the limit" "the time limit was reached"
finish
