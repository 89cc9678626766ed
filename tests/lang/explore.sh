#!/bin/sh
# pwqo explore and pwqo fmt from outside.
. "$(dirname -- "$0")/../cli/lib.sh"

# has NAME TEXT: the output has a line with the text.
has() {
    if grep -qF -e "$2" "$tmp/out"; then ok "$1"; else not_ok "$1: no '$2' in the output"; cat "$tmp/out" "$tmp/err"; fi
}
ends() {
    if [ "$code" = "$2" ]; then ok "$1"; else not_ok "$1: exit code $code instead of $2"; cat "$tmp/out" "$tmp/err"; fi
}

# The ticket lock is infinite: no violation, not complete.
run explore "$SRCDIR/models/ticket.dr" -n 3 --states=20000
ends "ticket: exit code" 5
has "ticket: violation" "violated: nothing"
has "ticket: completeness" "not complete (stopped after 20000 states)"
has "ticket: labels" "labels reached: crit"
has "ticket: pairs" "label pairs reached: none"

# Two threads at crit need three steps each.
cat >"$tmp/nonatomic.dr" <<'END'
shared int s = 1, t = 1;
thread client {
    local int l = 0;
    while (true) {
        l = t;
        t = t + 1;
        assume(s == l);
crit:   s = s + 1;
    }
}
unsafe count(crit) >= 2;
END
run explore "$tmp/nonatomic.dr" -n 2 --states=20000
ends "nonatomic: exit code" 10
has "nonatomic: shortest" "violated: count(crit) >= 2, after 6 steps"
has "nonatomic: pairs" "label pairs reached: crit+crit"
[ "$(grep -c '^ *[0-9][0-9]*  thread ' "$tmp/out")" = 6 ] && ok "nonatomic: six lines" || not_ok "nonatomic: six lines"
run explore "$tmp/nonatomic.dr" -n 2 --depth=5
ends "nonatomic: depth 5 is too short" 5
has "nonatomic: depth" "not complete (stopped at depth 5)"
run explore "$tmp/nonatomic.dr" -n 1 --depth=30
ends "nonatomic: one thread" 5
run explore --json "$tmp/nonatomic.dr" -n 2 --states=500
has "json" '"property":"count(crit) >= 2"'

# Finite programs are searched completely.
run explore "$SRCDIR/models/teardown.dr" -n 4
ends "teardown: exit code" 0
has "teardown: complete" "; complete"
run explore "$SRCDIR/models/teardown.dr" -n 4 -D K=2
ends "teardown: two stoppers" 0
run explore "$SRCDIR/models/teardown.dr" -n 2 -D K=3
ends "teardown: too few threads" 64
run explore "$SRCDIR/models/teardown.dr" -n 4 -D L=2
ends "teardown: no such constant" 65

# Arbitrary values are bounded, and the output says so.
printf 'shared int x;\nthread t { assert(x != 7); }\n' >"$tmp/any.dr"
run explore "$tmp/any.dr" -n 1
ends "arbitrary: not found" 5
has "arbitrary: said" "arbitrary integers only from -2 to 2"
run explore "$tmp/any.dr" -n 1 --values=5..9
ends "arbitrary: found" 10
has "arbitrary: assertion" "violated: an assertion fails, after 1 step"

# A time limit keeps what is known.
run explore "$SRCDIR/models/ticket.dr" -n 8 --states=0 --time-limit=1
ends "limit: exit code" 5
has "limit: labels" "labels reached: crit"

# fmt: canonical, twice the same, standard input.
for model in "$SRCDIR"/models/*.dr; do
    run fmt "$model"
    ends "fmt $(basename "$model")" 0
    cp "$tmp/out" "$tmp/once.dr"
    run fmt "$tmp/once.dr"
    if cmp -s "$tmp/out" "$tmp/once.dr"; then ok "fmt twice"; else not_ok "fmt twice: $model"; fi
done
run fmt "$SRCDIR/models/ticket.dr"
if cmp -s "$tmp/out" "$SRCDIR/models/ticket.dr"; then ok "ticket.dr is in canonical layout"; else not_ok "ticket.dr is not in canonical layout"; fi
finish
