#!/bin/sh
# Every unit test again, while its 1st, 2nd, 3rd, ... allocation fails (tests/unit/unit.h): no crash, no leak.
. "$(dirname -- "$0")/lib.sh"

PWQO_TEST_SWEEP=1
# A test that is unwound loses what it took by malloc itself; what counts is pwqo's own allocator, whose bytes each test checks.
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
export PWQO_TEST_SWEEP ASAN_OPTIONS
for program in tests/unit/test_*; do
    case $program in *.*) continue ;; esac
    [ -x "$program" ] || continue
    if "$program" >"$tmp/log" 2>&1; then ok "sweep of $program: $(tail -n 1 "$tmp/log")"; else
        not_ok "sweep of $program"
        tail -n 5 "$tmp/log"
    fi
done
finish
