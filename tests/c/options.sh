#!/bin/sh
# Properties of C files: --unsafe, --predicate and --invariant, and the same as //@ comments; names are those of C, whatever the
# translation calls them. pwqo fmt --to=dr: what is printed is decided as the C file is.
. "$(dirname -- "$0")/../cli/lib.sh"
command -v "${CC:-cc}" >/dev/null || command -v cc >/dev/null || { echo "no C preprocessor"; exit 77; }

# program LOCKED ANNOTATION: `lock` is a word of .dr, and main has a label of the same name
program() {
    echo "#include <pthread.h>"
    echo "#include <stdatomic.h>"
    echo "static atomic_int lock;"
    echo "static int inside;"
    echo "$2"
    echo "static void *worker(void *arg)"
    echo "{"
    [ "$1" = yes ] && echo "    while (atomic_exchange(&lock, 1)) ;"
    echo "    inside = 1;"
    echo "crit:"
    echo "    inside = 0;"
    echo "    atomic_store(&lock, 0);"
    echo "    return arg;"
    echo "}"
    echo "int main(void)"
    echo "{"
    echo "    pthread_t a, b;"
    echo "    pthread_create(&a, 0, worker, (void *)1);"
    echo "    pthread_create(&b, 0, worker, (void *)2);"
    echo "    goto crit;"
    echo "crit:"
    echo "    return 0;"
    echo "}"
}

# check NAME LOCKED EXIT PROPERTY...: as options, then as comments
check() {
    name=$1 locked=$2 want=$3
    shift 3
    program "$locked" "" >"$tmp/p.c"
    run verify -q "$tmp/p.c" "$@"
    [ "$code" = "$want" ] && ok "$name" || not_ok "$name: exit $code, not $want: $(head -n 2 "$tmp/err")"
    notes=
    for option; do
        word=${option%%=*}
        notes="$notes
//@ ${word#--} ${option#*=};"
    done
    program "$locked" "$notes" >"$tmp/q.c"
    run verify -q "$tmp/q.c"
    [ "$code" = "$want" ] && ok "$name, as comments" || not_ok "$name, as comments: exit $code, not $want: $(head -n 2 "$tmp/err")"
}

check "two at a label, locked" yes 0 "--unsafe=count(crit) >= 2"
check "two at a label, not locked" no 10 "--unsafe=count(crit) >= 2"
check "one at a label of one thread" yes 10 "--unsafe=count(worker.crit) >= 1"
check "an invariant that holds" yes 0 "--unsafe=count(crit) >= 2" "--invariant=lock >= 0"
check "an invariant that does not" yes 10 "--unsafe=count(crit) >= 2" "--invariant=inside == 0"
check "a predicate" yes 0 "--unsafe=count(crit) >= 2" "--predicate=taken = lock == 1"
check "no such label" yes 65 "--unsafe=count(nowhere) >= 2"
check "no property" yes 65 "--predicate=taken = lock == 1"

# --- names, and what is said ---

# says NAME TEXT; lacks NAME TEXT: the output of the last run has the text, or has it not
says() { grep -qF -- "$2" "$tmp/out" && ok "$1" || not_ok "$1: no '$2'"; }
lacks() { grep -qF -- "$2" "$tmp/out" && not_ok "$1: '$2'" || ok "$1"; }

run verify "${srcdir:-.}/models/c/ticket.c"
says "a field as C writes it" "lock.serving = lock.next - number of threads"
says "a value between two steps is explained" "t2: a value that line 27 keeps between its steps: 'owner_count++;"
says "the assertion, and where it is" "'assert(owner_count == 1);' in line 28 never fails (the property)"
says "a place within a statement" "in 'owner_count++;'  [owner_count = t2]"
lacks "a few facts more are shown, too" "more facts"
run verify --json "${srcdir:-.}/models/c/ticket.c"
says "names in JSON" '"names":["t2: a value that line 27 keeps'
run verify "${srcdir:-.}/models/c/slot_table.c"
says "the numbers of threads" "threads     1 of client, 1 of client_2"
says "the engine" "engine      explicit"
run verify "${srcdir:-.}/models/c/lost_update.c"
says "what a run shows of a value between two steps" "[t1 = counter + 1]  t1 = 1"
lacks "not at the start" "done_add_one = 0"
says "a counter of threads is explained" "done_add_one: how many threads of add_one are done"
says "what fails" "an assertion fails in line 21: assert(counter == 2)"

# --- explore, abstract: of C files, too ---

run explore -n 3 "${srcdir:-.}/models/c/lost_update.c"
[ "$code" = 10 ] && ok "explore: violated" || not_ok "explore: exit $code, not 10"
says "explore: the line of C" "line 10   counter++;"
says "explore: what fails" "then  an assertion fails in line 21: assert(counter == 2)"
run explore -n 2 "${srcdir:-.}/models/c/peterson.c"
[ "$code" = 0 ] && ok "explore: nothing violated" || not_ok "explore: exit $code, not 0"
cat >"$tmp/any.c" <<'END'
#include <assert.h>
#include <pthread.h>
static int table[100]; /* too large to be followed: any value is read of it */
static int seen, at;
static void *worker(void *arg)
{
    seen = table[at];
    return arg;
}
int main(int argc, char **argv)
{
    pthread_t a;
    (void)argv;
    at = argc & 7;
    pthread_create(&a, 0, worker, 0);
    pthread_join(a, 0);
    assert(seen == 0);
    return 0;
}
END
run explore -n 2 "$tmp/any.c"
[ "$code" = 5 ] && ok "explore: perhaps" || not_ok "explore: perhaps: exit $code, not 5"
says "explore: perhaps, in words" "perhaps: an assertion fails"
says "explore: any value" "[t2 = any value]"
lacks "explore: nothing is called violated" "violated"
run explore --json -n 2 "$tmp/any.c"
says "explore: perhaps, in JSON" '"approximate":true'
run verify "$tmp/any.c"
[ "$code" = 5 ] && ok "verify says no more" || not_ok "verify says no more: exit $code, not 5"
program no "" >"$tmp/p.c"
run explore -n 3 "$tmp/p.c" "--unsafe=count(crit) >= 2"
[ "$code" = 10 ] && ok "explore: a property as option" || not_ok "explore: a property as option: exit $code, not 10"
run abstract "${srcdir:-.}/models/c/peterson.c"
[ "$code" = 0 ] && ok "abstract" || not_ok "abstract: exit $code, not 0"
says "abstract: its template" "thread process"

# a label that is several places of one thread: counting one of them would be wrong
cat >"$tmp/twice.c" <<'END'
#include <pthread.h>
static int x;
static void section(void)
{
    x = 1;
crit:
    x = 0;
}
static void *worker(void *arg)
{
    section();
    section();
    return arg;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    return 0;
}
END
run verify -q "$tmp/twice.c" "--unsafe=count(crit) >= 2"
[ "$code" = 65 ] && grep -q "several places of a thread" "$tmp/err" && ok "a label of several places is refused" || not_ok "a label of several places: exit $code"

# the translation, printed, is the same program
for name in ticket_struct lost_update peterson double_checked_wrong message; do
    file=$SRCDIR/models/c/$name.c
    run fmt --to=dr "$file"
    cp "$tmp/out" "$tmp/$name.dr"
    grep -q '// line [0-9]' "$tmp/$name.dr" && ok "$name: lines of C" || not_ok "$name: no lines of C"
    run verify -q --time-limit=20 "$file"
    in_c=$code
    run verify -q --time-limit=20 "$tmp/$name.dr"
    [ "$code" = "$in_c" ] && ok "$name: C and .dr: exit $code" || not_ok "$name: C: exit $in_c, .dr: exit $code"
done

# a loop whose condition has an effect: the run says what the condition is, not what its translation tests
cat >"$tmp/down.c" <<'END'
#include <assert.h>
#include <pthread.h>
static int x;
static void *work(void *arg)
{
    int i = 2;
    while (i-- > 0)
        x++;
    assert(x < 2);
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    return 0;
}
END
run verify "$tmp/down.c"
entered=$(grep -c 'while (i-- > 0): true' "$tmp/out") left=$(grep -c 'while (i-- > 0): false' "$tmp/out")
[ "$code $entered $left" = "10 2 1" ] && ok "conditions with effects are told as they are" ||
    not_ok "exit $code, entered $entered times, left $left times"
finish
