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
