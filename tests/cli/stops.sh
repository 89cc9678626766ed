#!/bin/sh
# SIGINT, SIGTERM, --time-limit and --memory-limit end any run within a second: UNKNOWN, the reason, the statistics so far, exit 5.
. "$(dirname -- "$0")/lib.sh"

now() { date +%s%N; }

# judge NAME REASON CODE: the run that has just ended, in $tmp/out and $tmp/err.
judge() {
    if [ "$3" != 5 ]; then not_ok "$1: exit $3, not 5: $(head -c 300 "$tmp/err")"; return; fi
    case $(cat "$tmp/out") in
    *'"verdict":"unknown"'*'"reason":"'$2*'"'*'"stats":{'*) ok "$1" ;;
    *'"complete":false'*'"reason":"'$2*'"'*'"states":'*) ok "$1" ;; # explore
    *) not_ok "$1: no verdict, reason '$2' and statistics in: $(head -c 300 "$tmp/out")" ;;
    esac
}

# signalled NAME SIGNAL ARGUMENT...: in at most a second after the signal. A loaded machine gets three tries.
signalled() {
    name=$1 signal=$2
    shift 2
    for try in 1 2 3; do
        "$PWQO" "$@" --json >"$tmp/out" 2>"$tmp/err" </dev/null &
        child=$!
        sleep 0.6
        if ! kill -0 "$child" 2>/dev/null; then
            wait "$child"
            not_ok "$name: ended by itself with $?"
            return
        fi
        began=$(now)
        kill "-$signal" "$child"
        wait "$child"
        code=$?
        spent=$((($(now) - began) / 1000000))
        [ "$spent" -gt 1000 ] || break
    done
    if [ "$spent" -gt 1000 ]; then not_ok "$name: $spent ms after the signal (try $try)"; else judge "$name" interrupted "$code"; fi
}

# limited NAME REASON MILLISECONDS ARGUMENT...
limited() {
    name=$1 reason=$2 most=$3
    shift 3
    for try in 1 2 3; do
        began=$(now)
        timeout -k 5 120 "$PWQO" "$@" --json >"$tmp/out" 2>"$tmp/err" </dev/null
        code=$?
        spent=$((($(now) - began) / 1000000))
        [ "$spent" -gt "$most" ] || break
    done
    if [ "$spent" -gt "$most" ]; then not_ok "$name: $spent ms (try $try)"; else judge "$name" "$reason" "$code"; fi
}

# endless NAME ARGUMENT...: a run that would take for ever. With a memory limit it may end by that.
endless() {
    what=$1
    shift
    available "$1" || { skip "$1 is not there"; return; }
    signalled "$what: SIGINT" INT "$@"
    signalled "$what: SIGTERM" TERM "$@"
    limited "$what: time limit" time 1500 "$@" --time-limit=0.5
}

# hungry NAME ARGUMENT...: a run that takes ever more memory.
hungry() {
    what=$1
    shift
    available "$1" || return
    limited "$what: memory limit" memory 60000 "$@" --memory-limit=20
}

cat >"$tmp/count.dr" <<'DR'
shared int x = 0, y = 0;
thread t { local int l = 0; while (true) { x = x + 1; l = x; y = y + l; } }
unsafe count(M) >= 3;
thread u { while (true) { assume(y < 0); M: skip; } }
DR
endless explore explore --states=0 -n 3 "$tmp/count.dr"
hungry explore explore --states=0 -n 3 "$tmp/count.dr"

# The pigeonhole principle, 12 into 11, as 0-1 integers.
pigeons() {
    echo '(set-logic QF_LIA)'
    for p in $(seq 12); do for h in $(seq 11); do echo "(declare-const x${p}_$h Int)(assert (and (<= 0 x${p}_$h) (<= x${p}_$h 1)))"; done; done
    for p in $(seq 12); do
        printf '(assert (or'
        for h in $(seq 11); do printf ' (= x%s_%s 1)' "$p" "$h"; done
        echo '))'
    done
    for h in $(seq 11); do for p in $(seq 12); do for q in $(seq $((p + 1)) 12); do
        echo "(assert (not (and (= x${p}_$h 1) (= x${q}_$h 1))))"
    done; done; done
    echo '(check-sat)'
}
pigeons >"$tmp/pigeons.smt2"
endless solve solve "$tmp/pigeons.smt2"

# Eight predicates over seven numbers per thread: abstraction takes ages.
cat >"$tmp/hard.dr" <<'DR'
shared int s = 1, t = 1, u = 0, v = 0;
thread client {
    local int l = 0, m = 0, k = 0;
    while (true) {
        atomic { l = t; t = t + 1; m = u + l - k; k = 3 * m - 2 * l; }
        assume(s == l);
crit:   s = s + 1;
        u = u + m - 2 * v; v = 2 * u - 3 * k;
    }
}
predicate p1 = l != other.l;
predicate p2 = t > l && t > other.l;
predicate p3 = s == l;
predicate p4 = m + k <= other.m + other.l;
predicate p5 = 2 * m - 3 * k > other.k + u;
predicate p6 = v + l < other.m - u;
predicate p7 = 5 * m + 3 * other.k != 7 * l + v;
predicate p8 = u - v >= other.l - other.k;
unsafe count(crit) >= 2;
DR
endless "verify, abstraction" verify "$tmp/hard.dr"
endless abstract abstract "$tmp/hard.dr"

# Tokens that go round in a ring: without pruning the basis has millions of elements.
ring() {
    echo vars
    echo x1 x2 x3 x4 x5 x6 x7 x8
    echo rules
    for i in 1 2 3 4 5 6 7 8; do echo "x$i >= 1 -> x$i' = x$i - 1, x$((i % 8 + 1))' = x$((i % 8 + 1)) + 1;"; done
    echo init
    echo x1 = 40, x2 = 0, x3 = 0, x4 = 0, x5 = 0, x6 = 0, x7 = 0, x8 = 0
    echo target
    echo 'x1 >= 20, x2 >= 6, x3 >= 6, x4 >= 6, x5 >= 6, x6 >= 6, x7 >= 6, x8 >= 6'
}
ring >"$tmp/ring.spec"
endless "verify, coverability" verify --no-prune "$tmp/ring.spec"
hungry "verify, coverability" verify --no-prune "$tmp/ring.spec"

# Several files: the time limit is for each, a signal is for all.
if available verify; then
    timeout 60 "$PWQO" verify -q --time-limit=0.4 --no-prune "$tmp/ring.spec" "$tmp/ring.spec" >"$tmp/out" 2>"$tmp/err"
    code=$?
    if [ "$code" = 5 ] && [ "$(grep -c UNKNOWN "$tmp/out")" = 2 ]; then ok "two files, a limit for each"; else not_ok "two files: exit $code, $(cat "$tmp/out")"; fi
    timeout --preserve-status -s TERM 1 "$PWQO" verify -q --no-prune "$tmp/ring.spec" "$tmp/ring.spec" >"$tmp/out" 2>"$tmp/err"
    code=$?
    if [ "$code" = 5 ] && [ "$(grep -c UNKNOWN "$tmp/out")" = 1 ]; then ok "two files, one signal"; else not_ok "two files, one signal: exit $code, $(cat "$tmp/out")"; fi
fi

# Nobody ever writes to this pipe.
mkfifo "$tmp/pipe.dr"
for command in verify fmt abstract; do endless "$command of a silent pipe" "$command" "$tmp/pipe.dr"; done
finish
