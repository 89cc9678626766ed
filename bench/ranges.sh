#!/bin/sh
# ranges.sh -- programs with ranges of 8 to 1 000 000 values (those of tests/cli/ranges.sh, a lock beside a counter, counts of threads): verdict, CPU seconds and peak memory of
# `pwqo verify`, limit 60 s of wall time. PWQO names the program. Exit 1 if one is not decided, or takes a second (`raised`, whose runs have as many threads as values, 10 s).
set -u
pwqo=${PWQO:-./pwqo}
work=$(mktemp -d) || exit 74
trap 'rm -rf "$work"' EXIT
missed=0

cpu() {
    (exec 3>&2; { times >"$work/t0"; "$@" >"$work/out" 2>/dev/null; times >"$work/t1"; } 2>&3)
    awk 'function sec(s,  a) { split(s, a, /[ms]/); return a[1] * 60 + a[2] }
         FNR == 2 { t[++n] = sec($1) + sec($2) } END { printf "%.3f", t[2] - t[1] }' "$work/t0" "$work/t1"
}
value() { sed -n 's/.*"'"$1"'":"\{0,1\}\([^",}]*\).*/\1/p' "$work/out" | head -1; }

cat >"$work/ticket.dr" <<'EOF'
const int N = 30000;
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
cat >"$work/counter.dr" <<'EOF'
const int N = 30000;
shared int[0..N] x = 0;
shared bool busy = false;
thread worker {
    while (true) {
        atomic { assume(!busy); busy = true; }
        if (x < N) { x = x + 1; } else { x = 0; }
cs:     skip;
        busy = false;
    }
}
unsafe count(cs) >= 2;
EOF
cat >"$work/two.dr" <<'EOF'
const int N = 30000;
shared int[0..N] x;
thread worker {
    local int[0..N] y = 0;
    while (true) {
        y = x;
        if (y == 0) {
a:          skip;
        } else {
b:          havoc x;
        }
    }
}
unsafe count(a) >= 1 && count(b) >= 1;
EOF
cat >"$work/leaves.dr" <<'EOF'
const int N = 30000;
shared int[0..N] x = 0;
thread worker { while (true) { if (*) { x = x + 100; } else { x = x - 1; } } }
EOF
cat >"$work/visitors.dr" <<'EOF'
const int N = 30000;
shared int[0..N] x = 0;
thread visitor { while (true) { atomic { assume(x < N); x = x + 1; } if (x > 0) { x = x - 1; } } }
EOF
cat >"$work/permits.dr" <<'EOF'
const int N = 30000;
shared int[0..N] free = N;
thread t { while (true) { atomic { assume(free > 0); free = free - 1; } inside: skip; free = free + 1; } }
unsafe count(inside) >= N + 1;
EOF
cat >"$work/raised.dr" <<'EOF'
const int N = 30000;
shared int[0..N] x = 0;
thread t { x = x + 1; }
EOF
printf 'program\tvalues\tverdict\tseconds\tMiB\n'
for name in ticket counter two leaves visitors permits raised; do
    for n in 7 15 31 300 3000 30000 1000000; do
        case $name-$n in permits-1000000 | raised-1000000) continue ;; esac # more threads than the language counts
        seconds=$(cpu "$pwqo" verify --json --time-limit=60 -D "N=$n" "$work/$name.dr")
        case $(value verdict) in safe | unsafe) ;; *) missed=1 ;; esac
        awk -v t="$seconds" -v r="$name" 'BEGIN { exit !(t < (r == "raised" ? 10 : 1)) }' || missed=1
        printf '%s\t%s\t%s\t%s\t%s\n' "$name" "$n" "$(value verdict)" "$seconds" "$(value peak_kib | awk '{ printf "%.1f", $1 / 1024 }')"
    done
done
[ "$missed" = 0 ]
