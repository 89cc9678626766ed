#!/bin/sh
# Programs that try to be proved though they are wrong, and some that are right: the first line says the truth, by hand. What is unsafe (an assertion, the property or an
# annotation can be broken) is never proved; what is safe is never refuted. Those of which a proof is asked are listed below. Explicit search agrees, and so
# does verify where it takes the program.
. "$(dirname -- "$0")/../cli/lib.sh"
dir=$SRCDIR/tests/modular/nasty
n=0
for file in "$dir"/*.dr; do
    name=$(basename "$file" .dr)
    truth=$(sed -n '1s/^.*truth: \([a-z]*\).*/\1/p' "$file")
    n=$((n + 1))
    run modular "$file"
    case $truth:$code in
    unsafe:5 | unsafe:10 | safe:0 | safe:5) ok "$name ($truth): exit $code" ;;
    *) not_ok "$name is $truth, but exit $code: $(tail -n 1 "$tmp/out" "$tmp/err")" ;;
    esac
    for threads in 1 2 3; do
        run modular --explore=$threads "$file"
        case $truth:$code:$(tail -n 1 "$tmp/out") in
        safe:10:*assertion* | safe:10:*property*) not_ok "$name is safe, but $(tail -n 1 "$tmp/out")" ;;
        esac
    done
    for mode in expand use; do
        run verify -q --time-limit=0.5 --contracts=$mode "$file"
        # the property of these is an annotation, which verify leaves out
        case $truth:$code:$name in
        safe:10:*) not_ok "$name is safe, but verify --contracts=$mode refutes it" ;;
        unsafe:0:atomiccall_bug | unsafe:0:kloop_bug | unsafe:0:module_bug | unsafe:0:param_bug | unsafe:0:args_bug) ;;
        unsafe:0:*) not_ok "$name is unsafe, but verify --contracts=$mode proves it" ;;
        esac
    done
done
[ "$n" -ge 44 ] && ok "$n programs" || not_ok "only $n programs"
for name in allocproc atomiccall div iflabel labels_excl never nullsize ret_shared two; do gives "$name is proved" 0 modular "$dir/$name.dr"; done
for name in allocfresh_bug args2_bug count_both_bug count_same_bug deepinv_bug div_bug kind_bug long_bug looplabel_bug never_bug null_cell_bug nullobj_bug \
    oldloop_bug selfinv_bug unlockother_bug either_bug ghost_bug holder_bug labels_goto objects_bug ret_shared_bug selfassume_bug; do
    gives "$name is refuted by a run" 10 modular "$dir/$name.dr"
done
finish
