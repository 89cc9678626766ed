#!/bin/sh
# The engine tmod on the command line: which proofs lift to every number of threads, what an UNKNOWN of a fixed method says, --expose, --refine, frontier.
. "$(dirname -- "$0")/lib.sh"

# says NAME CODE TEXT ARGUMENT...: pwqo verify --engine=tmod ARGUMENT... ends with CODE, and TEXT is in its output
says() {
    name=$1 want=$2 text=$3
    shift 3
    run verify --engine=tmod "$@"
    if [ "$code" != "$want" ]; then not_ok "$name: exit $code, not $want: $(cat "$tmp/out" "$tmp/err")"
    elif ! cat "$tmp/out" "$tmp/err" | grep -qF -- "$text"; then not_ok "$name: '$text' is not in: $(cat "$tmp/out" "$tmp/err")"
    else ok "$name"; fi
}
every="SAFE for every number of threads" these="SAFE for these numbers of threads"
models=$SRCDIR/models/tmod

# ---- lifts: only a constant that is a number of threads and nothing else ----
# lock FILE NUMBER FIRST-LINES SECOND-TEMPLATE
lock() {
    cat >"$tmp/$1.dr" <<END
$3
shared bool free = true;
thread p [$2] {
    while (true) {
        skip;
        atomic { assume(free); free = false; }
crit:   skip;
        free = true;
    }
}
$4
unsafe count(crit) >= 2;
END
}
lock alone N 'const int N = 4;' ''
says "the constant is the number of threads only" 0 "$every" "$tmp/alone.dr"
says "and large" 0 "299 always remain" -D N=300 "$tmp/alone.dr"
says "too few remain" 0 "$these" -D N=2 "$tmp/alone.dr"
lock literal 4 '' ''
says "a number" 0 "$these" "$tmp/literal.dr"
lock range N 'const int N = 4; shared int[0..N] y = 0;' ''
says "a range has it, too" 0 "$these" "$tmp/range.dr"
lock constant N 'const int N = 4; const int K = N;' ''
says "another constant has it" 0 "$these" "$tmp/constant.dr"
lock sum 'N + 1' 'const int N = 4;' ''
says "an expression" 0 "$these" "$tmp/sum.dr"
lock two N 'const int N = 4;' 'thread q [N] { skip; w: skip; }'
says "two templates of the same number" 0 "$every" "$tmp/two.dr"
lock fixed N 'const int N = 4;' 'thread q [1] { skip; w: skip; }'
says "one lifts, the other does not" 0 "lifts to every number of p" "$tmp/fixed.dr"
says "and the verdict is for these numbers" 0 "$these" "$tmp/fixed.dr"
sed 's/^    while/    local int[0..9] id; init id != other.id;\n    while/' "$tmp/alone.dr" >"$tmp/ids.dr"
says "threads are related at the start" 0 "$these" "$tmp/ids.dr"
cat >"$tmp/single.dr" <<'END'
thread p [3] (i) { local int[0..2] l; init l != other.l; assume(l == 1); b: skip; }
unsafe count(b) >= 2;
END
says "in an array each thread is alone" 10 "there is no other thread of 'p[0]', so this excludes nothing" "$tmp/single.dr"
sed 's/ (i)//' "$tmp/single.dr" >"$tmp/together.dr"
says "without the index they are not" 0 "$these" "$tmp/together.dr"
gives "lifts have certificates" 0 verify -q --engine=tmod "--certificate=$tmp/lock.cert" "$tmp/two.dr"
if grep -qx 'lift 2' "$tmp/lock.cert" && "$PWQO_CHECK" -q "$tmp/lock.cert" >/dev/null; then ok "both are claimed"; else not_ok "the certificate does not claim both, or is not valid"; fi
# ---- nobody is there, or nobody can start: the certificate lists the start of every template all the same ----
lock nobody N 'const int N = 4;' 'thread q [0] { local bool b = false; skip; w: skip; }'
lock never N 'const int N = 4;' 'thread q [1] { local int[0..2] l = 0; init l == 2; skip; w: skip; }'
for file in nobody never; do
    for method in last relaxed-last refine; do
        says "$file by $method" 0 "$these" "--method=$method" "--certificate=$tmp/$file.cert" "$tmp/$file.dr"
        if "$PWQO_CHECK" -q "$tmp/$file.cert" >/dev/null; then ok "its certificate is valid"; else not_ok "$file by $method: not valid"; fi
    done
done
says "no initial state" 0 "there is no execution at all" "$tmp/never.dr"
# the threads that wait are exposed one by one: a proof by contexts that leaves nobody at the start
cat >"$tmp/leave.dr" <<'END'
const int N = 4;
shared bool x = false;
thread p [N] { x = true; a: skip; b: skip; }
thread q [1] { assume(x); c: assert(x); }
END
says "an assertion asks for one thread" 0 "SAFE" "$tmp/leave.dr"

# ---- views that come to show everything give way to the other methods; the run takes five threads ----
cat >"$tmp/shown.dr" <<'END'
const int N = 3;
shared bool g = false; shared int[0..2] h = 0;
shared mutex m;
shared bool f[N] = false; shared int[0..2] c[N] = 0;
thread p [N] (i) {
    local bool bp; local int[0..2] np = i % 3;
    atomic { if (f[0]) { c[i] = 2; } else { h = 1; } assume(h != 1); }
p1: c[i] = (c[i] + 1) % 3;
p2: c[i] = c[i] < 2 ? c[i] + 1 : 0;
    goto p1;
}
thread q [2] {
    local bool bq = true; local int[0..2] nq = 0;
    if (*) goto q2;
q1: nq = nq < 2 ? nq + 1 : 0;
q2: f[0] = true;
}
unsafe count(p.p2) >= 2 && count(q.q1) >= 1;
END
says "views give way" 10 "UNSAFE with 5 threads" "$tmp/shown.dr"

# ---- UNKNOWN of a fixed method: the context, and the next level ----
for row in "fq last" "quadratic last" "relaxed relaxed-last" "frontier relaxed-last"; do
    set -- $row
    says "$1 does not prove MUX-SEM" 5 "the next level is --method=$2" "--method=$1" -D N=3 "$models/mux_sem.dr"
    says "$1 says what it cannot exclude" 5 "this may happen: p at l2 and p at l2 while " "--method=$1" -D N=3 "$models/mux_sem.dr"
done
says "last writer and philosophers" 5 "the next level is --method=relaxed-last" --method=last -D N=4 "$models/philosophers.dr"
says "relaxed layers and philosophers" 5 "the next level is --method=refine" --method=relaxed-last -D N=4 "$models/philosophers.dr"
says "the last level decides" 0 "exposed predicates" --method=refine -D N=4 "$models/philosophers.dr"
says "the frontier proves straight lines" 0 "frontier: " --method=frontier "--certificate=$tmp/ex15.cert" "$models/ex15.dr"
if "$PWQO_CHECK" -q "$tmp/ex15.cert" >/dev/null; then ok "and has a certificate"; else not_ok "the certificate of a frontier proof is not valid"; fi
says "related at the start: no certificate" 74 "where 'init' relates threads, no method has one" "--certificate=$tmp/ids.cert" "$tmp/ids.dr"

# ---- --expose and --refine ----
says "a quadratic proof" 0 "quadratic: " --method=quadratic -D N=4 "--certificate=$tmp/ex23.cert" "$models/ex23.dr"
if "$PWQO_CHECK" -q "$tmp/ex23.cert" >/dev/null; then ok "has a certificate"; else not_ok "the certificate of a quadratic proof is not valid"; fi
says "exposed from the start" 0 "2 predicates" --expose=l2,l3 -D N=3 "$models/mux_sem.dr"
says "no such name" 0 "no label and no local variable 'l9'" --expose=l2,l3,l9 -D N=3 "$models/mux_sem.dr"
says "essential predicates" 0 "TMMCIR: refinements 1, predicates 8" --refine=essential -D N=4 "$models/mux_sem.dr"
says "of all threads" 0 "TMMCIR: refinements 3, predicates 12" --refine=essential-all -D N=4 "$models/philosophers_alternating.dr"
says "of one thread at a time" 0 "TMMCIR: refinements 2, predicates 8" --refine=essential -D N=4 "$models/philosophers_alternating.dr"
says "a run, replayed" 10 "UNSAFE with 4 threads" --refine=essential -D N=3 "$models/ex13.dr"
says "too many to enumerate" 5 "enumerates states, and there are too many" --refine=essential -D N=40 "$models/mux_sem.dr"
says "no such way" 64 "expose" --refine=other "$models/ex15.dr"
finish
