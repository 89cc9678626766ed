# decide.sh -- for scripts that decide small programs whose truth is known by hand. Sourced after tests/cli/lib.sh.
# shellcheck shell=sh
# unsafe NAME, safe NAME: the program is on standard input.
unsafe() {
    cat >"$tmp/p.dr"
    "$PWQO" verify -q --engine=pairs "$tmp/p.dr" >"$tmp/out" 2>&1
    case $? in 0) not_ok "$1: proved, but it is unsafe"; return ;; 5) ;; *) not_ok "$1: $(head -n 1 "$tmp/out")"; return ;; esac
    "$PWQO" verify -q --time-limit=30 --engine=cover "$tmp/p.dr" >"$tmp/out" 2>&1 && not_ok "$1: proved by --engine=cover, but it is unsafe"
    "$PWQO" verify -q --time-limit=30 "$tmp/p.dr" >"$tmp/out" 2>&1
    [ $? = 10 ] && ok "$1: UNSAFE" || not_ok "$1: not UNSAFE: $(head -n 1 "$tmp/out")"
}
safe() {
    cat >"$tmp/p.dr"
    "$PWQO" verify -q --engine=pairs "$tmp/p.dr" >"$tmp/out" 2>&1
    case $? in 0) not_ok "$1: proved, but it is unsafe"; return ;; 5) ;; *) not_ok "$1: $(head -n 1 "$tmp/out")"; return ;; esac
    "$PWQO" verify -q --time-limit=30 --engine=cover "$tmp/p.dr" >"$tmp/out" 2>&1 && not_ok "$1: proved by --engine=cover, but it is unsafe"
    "$PWQO" verify -q --time-limit=30 "$tmp/p.dr" >"$tmp/out" 2>&1
    [ $? = 10 ] && ok "$1: UNSAFE" || not_ok "$1: not UNSAFE: $(head -n 1 "$tmp/out")"
}
# never_safe NAME: as unsafe, where no engine finds the run yet.
never_safe() {
    cat >"$tmp/p.dr"
    for engine in pairs auto; do
        "$PWQO" verify -q --time-limit=30 "--engine=$engine" "$tmp/p.dr" >"$tmp/out" 2>&1
        case $? in 5 | 10) ok "$1: --engine=$engine does not prove it" ;; *) not_ok "$1: --engine=$engine: $(head -n 1 "$tmp/out")" ;; esac
    done
}
safe() {
    cat >"$tmp/p.dr"
    "$PWQO" verify -q --engine=pairs "--certificate=$tmp/p.cert" "$tmp/p.dr" >"$tmp/out" 2>&1 || { not_ok "$1: no proof: $(head -n 1 "$tmp/out")"; return; }
    "$PWQO_CHECK" -q "$tmp/p.cert" >"$tmp/out" 2>&1 || { not_ok "$1: $(cat "$tmp/out")"; return; }
    "$PWQO" abstract -q --format=smt2 "--template=$tmp/p.cert" "$tmp/p.dr" >"$tmp/q.smt2" 2>&1
    [ "$("$PWQO" solve "$tmp/q.smt2" 2>&1 | sort -u)" = unsat ] && ok "$1: SAFE, certificate checked" || not_ok "$1: its certificate is refuted"
}
