#!/bin/sh
# The progress line: on a terminal's standard error, nowhere else, not with -q, and gone at the end.
. "$(dirname -- "$0")/lib.sh"

script -qec true /dev/null >/dev/null 2>&1 </dev/null || { skip "no script(1), or no pseudo-terminals, to make a terminal"; finish; }
available explore || { skip "explore is not there"; finish; }
cat >"$tmp/count.dr" <<'DR'
shared int x = 0;
thread t { while (true) x = x + 1; }
DR
erase=$(printf '\r\033[K')

# on_terminal ARGUMENT...: what a terminal gets to see, in $tmp/seen.
on_terminal() {
    script -qec "'$PWQO' $*" /dev/null </dev/null >"$tmp/seen" 2>&1
}
has() { grep -qF "$1" "$tmp/seen"; }

on_terminal explore --states=0 -n 2 --time-limit=2.5 "$tmp/count.dr"
if has "$erase"; then ok "a terminal sees progress"; else not_ok "a terminal sees no progress: $(head -c 200 "$tmp/seen")"; fi
on_terminal explore -q -n 2 --time-limit=1.5 "$tmp/count.dr"
if has "$erase"; then not_ok "progress despite -q"; else ok "no progress with -q"; fi
run explore -n 2 --time-limit=1.5 "$tmp/count.dr"
if grep -qF "$erase" "$tmp/out" "$tmp/err"; then not_ok "progress without a terminal"; else ok "no progress without a terminal"; fi
finish
