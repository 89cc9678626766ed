# nets_of.sh -- nets of four shapes, as .spec on standard output; for bench/shapes.sh. N is about the number of places.
# shellcheck shell=sh

# workflow N safe|unsafe: a control state, and variables of ten values each, one place per value; a step of the control sets one variable, whatever it was: about 30 N
# transitions. Safe: two values of one variable at once, and a dozen other tokens. Unsafe: the control state and values of twelve variables after N/4 steps of a walk.
workflow() {
    awk -v n="$1" -v kind="$2" -v t="'" '
    function below(k) { seed = (seed * 1103515245 + 12345) % 2147483648; return int(seed / 65536) % k }
    BEGIN {
        seed = n; c = int(n / 10); v = int((n - c) / 10)
        printf "vars"; for (i = 0; i < c; i++) printf " c%d", i
        for (i = 0; i < v; i++) for (j = 0; j < 10; j++) printf " v%d_%d", i, j
        print "\nrules"
        for (i = 0; i < c; i++) for (k = 0; k < 3; k++) {
            to[i, k] = k ? below(c) : (i + 1) % c; if (to[i, k] == i) to[i, k] = (i + 1) % c
            var[i, k] = below(v)
            for (j = 0; j < 10; j++) for (m = 0; m < 10; m++) {
                a = "v" var[i, k] "_" j; b = "v" var[i, k] "_" m
                printf "c%d >= 1, %s >= 1 -> c%d%s = c%d - 1, c%d%s = c%d + 1", i, a, i, t, i, to[i, k], t, to[i, k]
                if (j != m) printf ", %s%s = %s - 1, %s%s = %s + 1", a, t, a, b, t, b
                print ";"
            }
        }
        for (i = 0; i < v; i++) val[i] = 0
        printf "init c0 = 1"; for (i = 1; i < c; i++) printf ", c%d = 0", i
        for (i = 0; i < v; i++) for (j = 0; j < 10; j++) printf ", v%d_%d = %d", i, j, j == 0
        at = 0
        for (s = 0; s < n / 4; s++) { k = below(3); val[var[at, k]] = below(10); at = to[at, k] }
        printf "\ntarget c%d >= 1", at
        for (i = 0; i < 12 && i < v; i++) printf ", v%d_%d >= 1", i, val[i]
        if (kind == "safe") printf ", v0_%d >= 1", (val[0] + 1) % 10
        print ""
    }'
}

# chain N safe|unsafe: threads in N locals, any number of them, and shared states 0..8; a step goes from local l to one of the next few, under one shared state, and now and
# then changes it: 9 N transitions. The target are sixteen threads all over the chain and a shared state; safe: two shared states.
chain() {
    awk -v n="$1" -v kind="$2" -v t="'" '
    function below(k) { seed = (seed * 1103515245 + 12345) % 2147483648; return int(seed / 65536) % k }
    BEGIN {
        seed = n; n -= 9
        printf "vars"; for (i = 0; i < 9; i++) printf " s%d", i
        for (i = 0; i < n; i++) printf " l%d", i
        print "\nrules\ntrue -> l0" t " = l0 + 1;"
        for (i = 0; i + 8 < n; i++) for (k = 0; k < 9; k++) {
            j = i + 1 + below(8); g = k < 8 ? below(3) : below(9); h = (g + 1) % 9
            printf "s%d >= 1, l%d >= 1 -> l%d%s = l%d - 1, l%d%s = l%d + 1", g, i, i, t, i, j, t, j
            if (k == 8) printf ", s%d%s = s%d - 1, s%d%s = s%d + 1", g, t, g, h, t, h
            print ";"
        }
        printf "init s0 = 1"; for (i = 1; i < 9; i++) printf ", s%d = 0", i
        for (i = 0; i < n; i++) printf ", l%d = 0", i
        printf "\ntarget s1 >= 1"
        for (i = 1; i <= 16; i++) printf ", l%d >= 1", int((n - 9) * i / 16)
        if (kind == "safe") printf ", s2 >= 1"
        print ""
    }'
}

# resets N safe|unsafe: a token walks through N/2 stages; each fills a place of its own, every third stage empties the place that was filled two stages ago, and every
# fourth moves all tokens of one place into another. Safe: a place is asked for that is emptied for good, together with the last stage.
resets() {
    awk -v n="$1" -v kind="$2" -v t="'" '
    BEGIN {
        n = int(n / 2)
        printf "vars"; for (i = 0; i < n; i++) printf " a%d b%d", i, i
        print "\nrules"
        for (i = 0; i + 1 < n; i++) {
            printf "a%d >= 1 -> b%d%s = b%d + 1;\n", i, i, t, i
            printf "a%d >= 1 -> a%d%s = a%d - 1, a%d%s = a%d + 1", i, i, t, i, i + 1, t, i + 1
            if (i % 3 == 2) printf ", b%d%s = 0", i - 2, t
            else if (i % 4 == 3) printf ", b%d%s = b%d + b%d, b%d%s = 0", i, t, i, i - 1, i - 1, t
            print ";"
        }
        printf "init a0 = 1, b0 = 0"; for (i = 1; i < n; i++) printf ", a%d = 0, b%d = 0", i, i
        last = n - 1 - (n - 1) % 3
        printf "\ntarget a%d >= 1", last
        if (kind == "safe") print ", b0 >= 1"; else { for (i = 1; i < last; i += 3) if (i % 4 != 2) printf ", b%d >= 2", i; print "" }
    }'
}

# broadcast N safe|unsafe: N/2 caches of a line (a thread is in m, s or i for its line; any number of threads in i): to write, a thread invalidates all others of the line,
# and all lines are flushed by one wide transfer. Safe: a writer and a reader of one line, and others.
broadcast() {
    awk -v n="$1" -v kind="$2" -v t="'" '
    BEGIN {
        n = int(n / 3)
        printf "vars"; for (i = 0; i < n; i++) printf " m%d s%d i%d", i, i, i
        print "\nrules"
        for (i = 0; i < n; i++) {
            printf "i%d >= 1 -> s%d%s = s%d + m%d + 1, m%d%s = 0, i%d%s = i%d - 1;\n", i, i, t, i, i, i, t, i, t, i
            printf "s%d >= 1 -> m%d%s = 1, s%d%s = 0, i%d%s = i%d + s%d + m%d - 1;\n", i, i, t, i, t, i, t, i, i, i
        }
        printf "m0 >= 1 -> "; for (i = 0; i < n; i++) printf "%si%d%s = i%d + m%d + s%d, m%d%s = 0, s%d%s = 0", i ? ", " : "", i, t, i, i, i, i, t, i, t
        print ";"
        printf "init "; for (i = 0; i < n; i++) printf "%sm%d = 0, s%d = 0, i%d >= 1", i ? ", " : "", i, i, i
        printf "\ntarget m0 >= 1"; for (i = 1; i < 12 && i < n; i++) printf i % 2 ? ", m%d >= 1" : ", s%d >= 2", i
        if (kind == "safe") printf ", s0 >= 1"
        print ""
    }'
}

# threads SPEC NAME: the plain net of SPEC (guards x >= 1, assignments x + 1 and x - 1) as a thread system, NAME.tts and NAME.prop: from 0/0, tokens are moved one by
# one, a transition of the net through shared states of its own. Local state 0 is the pool that tokens come from and go to; shared state 1 is between transitions.
threads() {
    awk -v out="$2" -v t="'" '
    function path(n, from, to,  i, at, next_at) { # moves in a[1..n] -> b[1..n]
        at = from
        for (i = 1; i <= n; i++) { next_at = i == n ? to : ++states; lines = lines at " " a[i] " -> " next_at " " b[i] "\n"; at = next_at }
        if (length(lines) > 60000) { text = text lines; lines = "" }
    }
    function local(name) { if (!(name in number)) { print "threads: " name " is no variable" >"/dev/stderr"; exit 1 } return number[name] }
    BEGIN { states = 1 }
    /^vars/ { for (i = 2; i <= NF; i++) number[$i] = ++locals }
    /^init/ {
        sub(/^init */, ""); n = split($0, c, /, */); k = 0
        for (i = 1; i <= n; i++) { split(c[i], x, / *= */); for (j = 0; j < x[2]; j++) { a[++k] = 0; b[k] = local(x[1]) } }
        path(k, 0, 1)
    }
    / -> / {
        sub(/;$/, ""); split($0, side, / *-> */); split("", take); split("", put); split("", need); k = stay = gone = come = 0
        if (side[1] != "true") { n = split(side[1], c, /, */); for (i = 1; i <= n; i++) { split(c[i], x, / *>= */); need[local(x[1])] = 1 } }
        n = split(side[2], c, /, */)
        for (i = 1; i <= n; i++) {
            split(c[i], x, / *= */); name = x[1]; sub(t "$", "", name); split(x[2], y, / +/); l = local(name)
            if (y[2] == "-") { take[++gone] = l; delete need[l] } else put[++come] = l
        }
        for (l in need) stays[++stay] = l + 0
        for (i = 1; i <= stay; i++) { a[++k] = stays[i]; b[k] = stays[i] }
        for (i = 1; i <= gone || i <= come; i++) { a[++k] = i <= gone ? take[i] : 0; b[k] = i <= come ? put[i] : 0 }
        path(k, 1, 1)
    }
    /^target/ {
        sub(/^target */, ""); n = split($0, c, /, */); want = ""
        for (i = 1; i <= n; i++) { split(c[i], x, / *>= */); for (j = 0; j < x[2]; j++) want = want (want == "" ? "" : ",") local(x[1]) }
        print "1|" want >(out ".prop")
    }
    END { printf "%d %d\n%s%s", states + 1, locals + 1, text, lines >(out ".tts") }' "$1"
}
