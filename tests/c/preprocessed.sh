#!/bin/sh
# C files that the compiler has preprocessed, with line markers and without: the verdict is that of the file itself. Own types and variables
# beside those of expanded headers keep their meaning.
. "$(dirname -- "$0")/../cli/lib.sh"
cc=${CC:-cc}
command -v "${cc%% *}" >/dev/null || { echo "no C preprocessor"; exit 77; }

number=0
for file in "$SRCDIR"/models/c/*.c; do
    grep -q 'atomic\|__sync_' "$file" && continue # macros of the compiler, which use types that only it knows
    number=$((number + 1))
    [ $((number % 12)) = 0 ] || [ "${PWQO_TEST_SCALE:-1}" -gt 1 ] || continue
    name=$(basename "$file" .c)
    run verify -q --time-limit=40 "$file"
    want=$code
    for option in "" -P; do
        # shellcheck disable=SC2086 # the compiler may be several words
        $cc -E $option "$file" >"$tmp/$name.i" || { not_ok "$name: not preprocessed"; continue; }
        run verify -q --time-limit=40 "$tmp/$name.i"
        [ "$code" = "$want" ] && ok "$name, preprocessed $option: $code" ||
            not_ok "$name, preprocessed $option: exit $code, of the file itself $want: $(head -n 2 "$tmp/err")"
    done
done
[ "$number" -ge 60 ] || not_ok "only $number files"

# As headers say it, and a program around it. `extern int` without markers is a variable of the program.
head_of() {
    cat <<'END'
typedef unsigned long int pthread_t;
typedef int register_t __attribute__ ((__mode__ (__word__)));
typedef union { struct { int l; unsigned c; } __data; char __size[40]; long int __align; } pthread_mutex_t;
typedef union { char __size[56]; long int __align; } pthread_attr_t;
extern int pthread_create (pthread_t *__restrict __newthread, const pthread_attr_t *__restrict __attr, void *(*__start_routine) (void *), void *__restrict __arg) __attribute__ ((__nothrow__)) __attribute__ ((__nonnull__ (1, 3)));
extern int pthread_mutex_lock (pthread_mutex_t *__mutex) __attribute__ ((__nothrow__ , __leaf__));
extern int pthread_mutex_unlock (pthread_mutex_t *__mutex) __attribute__ ((__nothrow__ , __leaf__));
extern void abort (void);
void reach_error() {}
extern int inside;
typedef struct { int unused, n; } pair;
pair counts;
int inside = 0;
pthread_mutex_t m = { { 0, 0 } };
END
}
# worker LOCK UNLOCK
worker() {
    echo "void *worker(void *a) { $1 inside = inside + 1; counts.n = inside; if (counts.n != 1) { reach_error(); abort(); } inside = inside - 1; $2 return a; }"
    echo "int main(void) { pthread_t t; while (1) pthread_create(&t, 0, worker, 0); }"
}
{ head_of; worker "pthread_mutex_lock(&m);" "pthread_mutex_unlock(&m);"; } >"$tmp/locked.i"
{ head_of; worker "" ""; } >"$tmp/open.i"
gives "a lock, without line markers" 0 verify -q "$tmp/locked.i"
gives "the same without the lock" 10 verify -q "$tmp/open.i"
{ head_of; echo "extern void early (void) __attribute__ ((constructor));"; echo "void early(void) { inside = 1; }"; worker "" ""; } >"$tmp/early.i"
gives "attributes with an effect are refused there, too" 65 verify -q "$tmp/early.i"
{ head_of; echo "register_t r;"; worker "" ""; } >"$tmp/word.i"
gives "a type that is not understood is an error where it is used" 65 verify -q "$tmp/word.i"
finish
