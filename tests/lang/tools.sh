#!/bin/sh
# The generator and the shrinker of random programs.
. "$(dirname -- "$0")/../cli/lib.sh"
tools=$(dirname -- "$PWQO")/tests/tools
knobs="procs=2 mutexes=1 templates=2 at=1 havoc=1 inits=1 preds=4"

"$tools/gen_dr" 7 $knobs >"$tmp/a.dr" && "$tools/gen_dr" 7 $knobs >"$tmp/b.dr" && "$tools/gen_dr" 8 $knobs >"$tmp/c.dr"
if cmp -s "$tmp/a.dr" "$tmp/b.dr"; then ok "same seed, same program"; else not_ok "same seed, same program"; fi
if cmp -s "$tmp/a.dr" "$tmp/c.dr"; then not_ok "other seed, other program"; else ok "other seed, other program"; fi
run fmt "$tmp/a.dr"
if [ "$code" = 0 ]; then ok "the program is accepted"; else not_ok "the program is accepted"; fi
"$tools/gen_dr" 7 wings=2 >/dev/null 2>&1
if [ $? = 64 ]; then ok "no such knob"; else not_ok "no such knob"; fi

# A program with one failing assertion in much else: the assertion and a thread around it are left.
cat >"$tmp/fail.dr" <<'END'
shared int s = 0, t = 1;
proc f(int k) { s = s + k; }
thread a {
    local int l = 0;
    while (*) {
        l = t;
        f(l);
        if (l > 0) { t = t + 1; } else { skip; }
    }
    assert(false);
}
thread b { s = 2; }
END
cat >"$tmp/fails.sh" <<'END'
"$PWQO" explore "$1" -n 1 --depth=2 2>/dev/null | grep -q 'an assertion fails'
END
PWQO=$PWQO "$tools/shrink_dr" "$tmp/fail.dr" sh "$tmp/fails.sh" >"$tmp/small" 2>"$tmp/err"
if [ "$(tr -d ' \n' <"$tmp/small")" = 'threada{assert(false);}' ]; then ok "shrunk to the assertion"; else not_ok "shrunk to the assertion"; cat "$tmp/small" "$tmp/err"; fi
finish
