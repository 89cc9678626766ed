#!/bin/sh
# Numbers that no type holds: every reader of text says so, with the place, and none takes them for something else.
. "$(dirname -- "$0")/lib.sh"

# 92233720368547758082 is 2 modulo 2^63 if digits are added before they are tested; the others are just beyond the usual types.
huge="92233720368547758082 9223372036854775808 9223372036854775809 18446744073709551616 18446744073709551619 36893488147419103234
1000000000000000001 99999999999999999999999999999999999999999"

spec() { # spec GUARD SUM INIT TARGET
    printf 'vars x y\nrules\nx >= %s -> x'"'"' = x - 1, y'"'"' = y + %s;\ninit x = %s, y = 0\ntarget y >= %s\n' "$@" >"$tmp/n.spec"
}
tts() { # tts RULE PROP
    printf '2 2\n0 0 -> %s\n' "$1" >"$tmp/n.tts"
    printf '%s\n' "$2" >"$tmp/n.prop"
}
for n in $huge; do
    spec 1 1 "$n" 3; gives "init x = $n" 65 verify "$tmp/n.spec"; says "init x = $n: the place" "n.spec:4:10: error: a number out of range"
    spec 1 1 5 "$n"; gives "target y >= $n" 65 verify "$tmp/n.spec"; says "target y >= $n: the place" "n.spec:5:13: error"
    spec "$n" 1 5 3; gives "guard x >= $n" 65 verify "$tmp/n.spec"
    spec 1 "$n" 5 3; gives "y + $n" 65 verify "$tmp/n.spec"
    spec 1 "5, x' = x - $n" 5 3; gives "x - $n" 65 verify "$tmp/n.spec"
    tts "1 $n" "1|1"; gives "a local state $n" 65 verify "$tmp/n.tts"; says "a local state $n: the place" "n.tts:2:10: error"
    tts "$n 1" "1|1"; gives "a shared state $n" 65 verify "$tmp/n.tts"
    tts "1 1" "1|$n"; gives "a target $n" 65 verify "$tmp/n.tts"; says "a target $n: the place" "n.prop:1:3: error"
    tts "1 1" "$n|1"; gives "a shared target $n" 65 verify "$tmp/n.tts"
    tts "1 1" "1|1"; gives "--init=0|$n" 65 verify --init="0|$n" "$tmp/n.tts"; says "--init=0|$n: the place" "--init:1:3: error"
    gives "--time-limit=$n" 64 verify --time-limit="$n" "$tmp/n.tts"
    gives "--memory-limit=$n" 64 verify --memory-limit="$n" "$tmp/n.tts"
    gives "-n $n" 64 explore "$SRCDIR/models/ticket.dr" -n "$n"
    case $n in *000001) ;; *) gives "--sweep=K=$n..$n" 64 batch --sweep="K=$n..$n" "$tmp/n.tts" ;; esac
    printf '(push %s)\n' "$n" >"$tmp/n.smt2"
    gives "(push $n)" 65 solve "$tmp/n.smt2"
done

# Constants that are fine one by one, and leave the type when they are added.
many="x' = x"
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19; do many="$many, x' = 1000000000000000000"; done
printf 'vars x\nrules\nx >= 1 -> %s;\ninit x = 1\ntarget x >= 2\n' "$many" >"$tmp/sum.spec"
gives "nineteen times 10^18" 65 verify "$tmp/sum.spec"
says "nineteen times 10^18: the reason" "the constants added to 'x' are out of range"

# Large numbers of the format are numbers: verdicts that are known without a search.
verdict() { # verdict NAME CODES TARGET INIT
    spec 1 1 "$4" "$3"
    run verify --time-limit=3 "$tmp/n.spec"
    case " $2 " in *" $code "*) ok "$1" ;; *) not_ok "$1: exit $code, not $2" ;; esac
}
verdict "three of 10^18" 10 3 1000000000000000000
prints "three of 10^18: the run" "x=999999999999999997, y=3"
verdict "three of 2^62" 65 3 4611686018427387904
verdict "three of 2" 0 3 2
verdict "2^32 + 1 of 2^32: safe, or not decided" "0 5" 4294967297 4294967296
verdict "10^18 of 10^17: safe, or not decided" "0 5" 1000000000000000000 100000000000000000
printf 'vars x y\nrules\nx >= 999999999999999999 -> x'"'"' = x - 2;\ninit x = 1000000000000000000, y = 0\ntarget y >= 1\n' >"$tmp/n.spec"
gives "a target that nothing feeds" 0 verify --time-limit=3 --certificate="$tmp/n.cert" "$tmp/n.spec"
if "$PWQO_CHECK" "$tmp/n.cert" >"$tmp/out" 2>&1; then ok "its certificate is valid"; else not_ok "its certificate: $(cat "$tmp/out")"; fi

# A counter that leaves the type is a reason, not a verdict: y doubles from 10^18 on, and asks for nothing that is there before.
printf 'vars a y z\nrules\ny >= 1 -> a'"'"' = a + y, y'"'"' = 1000000000000000000;\ninit a = 0, y = 1000000000000000000, z = 0\ntarget z >= 1\n' >"$tmp/up.spec"
run verify --time-limit=3 "$tmp/up.spec"
[ "$code" = 0 ] && ok "a counter without bound beside a target that is never there" || not_ok "a counter without bound: exit $code"

# A rule that can never fire is read as strictly as any other.
printf 'vars x y\nrules\nx = 0, x >= 2 -> x'"'"' = x + y + 1, y'"'"' = x + 1;\ninit x = 0, y = 0\ntarget y >= 1\n' >"$tmp/dead.spec"
gives "a variable copied by a rule that never fires" 65 verify "$tmp/dead.spec"
says "it says so" "'x' is copied"

# The program reads digits in one place only: num/int.h beyond it, strtod within it.
found=$(cd "$SRCDIR/src" && grep -nE '\b(strto(l|ll|ul|ull|imax|umax|d|f|ld)|ato[ilf]l?|sscanf)\(' ./*/*.c ./report/*/*.c | grep -vE '^\./base/(decimal|real)\.c:')
if [ -z "$found" ]; then ok "one reader of numbers"; else not_ok "other readers of numbers: $found"; fi
found=$(cd "$SRCDIR/src" && grep -nE "\* ?10 [+-] ?\(?[a-z>.-]*\[?.*- '0'" ./*/*.c ./report/*/*.c)
if [ -z "$found" ]; then ok "one sum of digits"; else not_ok "other sums of digits: $found"; fi
finish
