#!/bin/sh
# The model programs with one call dropped (a lock, an unlock, a store, a join), against compiled programs explored under
# every schedule: no verdict contradicts them. Every thirtieth mutant by default, all of them with PWQO_TEST_SCALE above 1.
. "$(dirname -- "$0")/../cli/lib.sh"
[ "$(uname -m)" = x86_64 ] && command -v gcc >/dev/null || { echo "no gcc for x86-64"; exit 77; }
. "$SRCDIR/tests/c/native/explored.sh"
calls='^ *(pthread_(mutex|spin|rwlock)_[a-z]*lock|mtx_[a-z]*lock|sem_wait|sem_post|atomic_store|pthread_barrier_wait|pthread_join|pthread_once)\('
step=30 number=0
[ "${PWQO_TEST_SCALE:-1}" -gt 1 ] && step=1
for file in "$SRCDIR"/models/c/*.c "$SRCDIR"/models/c/everyday/*.c; do
    # a call that is the body of a loop or condition is not dropped: the next statement would take its place
    lines=$(awk -v calls="$calls" '$0 ~ calls && last !~ /^ *(for|if|while)/ { print NR } { last = $0 }' "$file")
    for line in $lines; do
        number=$((number + 1))
        [ $((number % step)) = 0 ] || continue
        name=$(basename "$file" .c)_without_line_$line
        sed "${line}d" "$file" >"$tmp/m.c"
        sh "$SRCDIR/tests/c/native/mc.sh" "$tmp/m.c" "$tmp/mc" >"$tmp/build" 2>&1 || continue
        seen=$(explored "$tmp/m.c" "$tmp/mc" 2 30000)
        run verify -q --time-limit=4 "$tmp/m.c"
        case $code:$seen in
        0:VIOLATION*) not_ok "$name: SAFE, but $seen" ;;
        10:EXHAUSTED-SAFE*"(limit)"*) ok "$name: unsafe with more threads" ;;
        # the compiled program copies a struct in one access; C does not promise that
        10:EXHAUSTED-SAFE*) case $name in point_setters_*) ok "$name: a struct is copied in parts" ;;
            *) not_ok "$name: UNSAFE, but the compiled program is safe with all its threads" ;; esac ;;
        0:* | 5:* | 10:*) ok "$name: exit $code, ${seen%% *}" ;;
        *) not_ok "$name: exit $code: $(head -n 1 "$tmp/err")" ;;
        esac
    done
done
finish
