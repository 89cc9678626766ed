#!/bin/sh
# A label names a control point of its own, however silent its statement is (doc/language.md,
# Labels): who is at L, and who is not.
. "$(dirname -- "$0")/../cli/lib.sh"

number=0
# is VERDICT NAME TEXT: explore with two threads and verify must both say so.
is() {
    number=$((number + 1))
    printf '%s\n' "$3" >"$tmp/$number.dr"
    case $1 in
    safe) codes="0 0" ;;
    unsafe) codes="10 10" ;;
    esac
    "$PWQO" explore -q -n 2 "$tmp/$number.dr" >/dev/null 2>"$tmp/err"
    codes_got=$?
    "$PWQO" verify -q "$tmp/$number.dr" >/dev/null 2>>"$tmp/err"
    codes_got="$codes_got $?"
    if [ "$codes_got" = "$codes" ]; then ok "$2: $1"; else not_ok "$2: exit codes $codes_got, not $codes"; fi
}

# Control never gets to L: it must not leak to where control goes next.
for silent in ';' 'if (false) { skip; }' 'if (true) { }' 'if (1 < 2) { ; }' 'if (DEBUG > 0) { skip; }' 'while (false) { skip; }' \
    'while (DEBUG > 3) skip;' 'while (true) { break; }' 'while (true) { if (true) break; skip; }' '{ ; }' '{ { } }' 'goto M;' \
    'if (true) { goto M; }' 'continue;' 'if (1 < 2) { continue; }' 'M2: ;' '{ M2: if (false) skip; }' 'nothing();'; do
    is safe "L: $silent behind a wall" "const int DEBUG = 0; proc nothing() { } thread t { while (true) { M: skip; assume(false); L: $silent } } unsafe count(L) >= 1;"
done
for silent in 'exit;' 'if (true) { exit; }' 'while (true) { exit; }' 'break;' 'if (1 < 2) break;' '{ break; }' 'while (DEBUG == 0) { exit; }'; do
    is safe "L: $silent behind a wall" "const int DEBUG = 0; thread t { while (true) { if (*) { assume(false); L: $silent } else { break; } } } unsafe count(L) >= 1;"
done
is safe "a label in code that is not reached" "thread t { if (false) { L: skip; } } unsafe count(L) >= 1;"
is safe "a label behind exit" "thread t { skip; exit; L: skip; } unsafe count(L) >= 1;"

# Control does get to L, and is then in front of what follows silently, too.
for silent in ';' 'if (false) { skip; }' 'if (1 < 2) { }' 'while (DEBUG > 0) { skip; }' 'while (true) { break; }' '{ }' 'goto M;' 'nothing();'; do
    is unsafe "L: $silent in front of M" "const int DEBUG = 0; proc nothing() { } thread t { skip; L: $silent M: skip; } unsafe count(L) >= 2 && count(M) >= 2;"
done
for silent in 'exit;' 'if (true) { exit; }' 'while (true) { exit; }'; do
    is unsafe "L: $silent is reached" "thread t { skip; L: $silent } unsafe count(L) >= 2;"
done

# A thread that comes to the same step by another way is not at L; x says that it did.
watch='thread u [1] { assume(x); O: skip; }'
for silent in ';' 'if (false) { skip; }' 'while (false) { skip; }' 'goto M;' '{ }' 'nothing();'; do
    way="shared bool x = false; proc nothing() { } thread t [1] { if (*) { x = true; goto M; } L: $silent M: skip; } $watch"
    is safe "by another way than L: $silent" "$way unsafe count(L) >= 1 && count(O) >= 1;"
    is unsafe "by another way than L: $silent, M is reached" "$way unsafe count(M) >= 1 && count(O) >= 1;"
done
is safe "one that jumps over L is not there" "thread t [2] { goto M; L: if (false) { skip; } M: skip; } unsafe count(L) >= 1;"

# A loop comes back to the place in front of it, where its own label is; a label in front of ; or of a block around it is passed once.
is unsafe "the label of a loop, in the second round" "shared bool x = false; thread t [1] { L: while (!x) { x = true; } } thread u [1] { assume(x); M: skip; } unsafe count(L) >= 1 && count(M) >= 1;"
is safe "the label of ; in front of a loop" "shared bool x = false; thread t [1] { L: ; while (*) { x = true; } } thread u [1] { assume(x); M: skip; } unsafe count(L) >= 1 && count(M) >= 1;"
is safe "the label of a block around a loop" "shared bool x = false; thread t [1] { L: { while (*) { x = true; } } } thread u [1] { assume(x); M: skip; } unsafe count(L) >= 1 && count(M) >= 1;"
is unsafe "the label of a constant loop, in the second round" "shared bool x = false; thread t [1] { L: while (true) { x = true; } } thread u [1] { assume(x); M: skip; } unsafe count(L) >= 1 && count(M) >= 1;"

# An atomic block is a step, whatever is in it.
is unsafe "in front of an atomic block with a constant condition" "thread t { L: atomic { if (false) { skip; } } M: skip; } unsafe count(L) >= 2;"
is safe "not at L behind an atomic block" "shared bool x = false; thread t [1] { L: atomic { if (1 < 2) { x = true; } } } thread u [1] { assume(x); M: skip; } unsafe count(L) >= 1 && count(M) >= 1;"

# Labels in procedures, in front of a return.
is safe "L: return behind a wall" "proc f() { if (*) { assume(false); L: return; } } thread t { f(); } unsafe count(L) >= 1;"
is safe "L: if (true) return behind a wall" "proc f() { if (*) { assume(false); L: if (true) { return; } } } thread t { f(); skip; } unsafe count(L) >= 1;"
is unsafe "L: return" "proc f() { skip; L: return; } thread t { f(); M: skip; } unsafe count(L) >= 1 && count(M) >= 1;"
finish
