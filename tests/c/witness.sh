#!/bin/sh
# Witnesses: of the right form, of the right file; and a violation witness is replayed by compiled programs: with the turns of
# threads that the witness says, and no others, the assertion at its target fails. With a turn less it often does not: a
# witness with all its switches removed is refused for programs that need one.
. "$(dirname -- "$0")/../cli/lib.sh"
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
python3 -c 'import yaml, jsonschema' 2>/dev/null || { echo "no yaml or jsonschema for python3"; exit 77; }
native=no
[ "$(uname -m)" = x86_64 ] && command -v gcc >/dev/null && native=yes
case $PWQO in /*) program=$PWQO ;; *) program=$(pwd)/$PWQO ;; esac
here=$(cd "$SRCDIR" && pwd)/tests/c
cp "$SRCDIR"/models/c/*.c "$tmp" && cd "$tmp" || exit 99

# follow NAME TURNS LINE: does a compiled run with these turns fail there?
follow() {
    MC_FOLLOW=$2 MC_N=5 MC_ARGC=3 MC_ND=0,1,2,-1 MC_LIMIT=60000 timeout 60 ./mc | head -n 1 >seen
    grep -q "^VIOLATION $1.c:$3 " seen
}

for name in lost_update peterson_swapped ttas_race double_checked_wrong stop_flag_early argument_race static_counter rwlock_wrong_mode; do
    SOURCE_DATE_EPOCH=1000000000 "$program" verify -q --time-limit=20 --witness=w.yml $name.c >out 2>&1
    [ $? = 10 ] || { not_ok "$name: $(cat out)"; continue; }
    if said=$(python3 "$here/witness_check.py" w.yml $name.c "$here/witness.schema.json" 2>&1); then ok "$name: form; turns and target $said"
    else not_ok "$name: $said"; continue; fi
    grep -q '2001-09-09T01:46:40Z' w.yml && ok "$name: the time is the given one" || not_ok "$name: time"
    [ $native = yes ] || { skip "$name: no compiled runs"; continue; }
    sh "$here/native/mc.sh" $name.c ./mc >build 2>&1 || { not_ok "$name: $(head -n 2 build)"; continue; }
    turns=${said% *} line=${said#* }
    follow $name "$turns" "$line" && ok "$name: replayed" || not_ok "$name: not replayed with $turns to line $line: $(cat seen)"
    # one thread after the other
    alone=$(printf '%s' "$turns" | tr ',' '\n' | awk '!seen[$0]++' | paste -sd, -)
    if [ "$alone" != "$turns" ] && [ $name != stop_flag_early ]; then
        follow $name "$alone" "$line" && skip "$name: fails without a switch back, too" || ok "$name: the turns matter"
    fi
done
"$program" verify -q --witness=w.yml lost_update.c >/dev/null 2>&1
sed 's/type: target/type: assumption/' w.yml >bad.yml
python3 "$here/witness_check.py" bad.yml lost_update.c "$here/witness.schema.json" >/dev/null 2>&1 && not_ok "a witness without a target is accepted" || ok "a witness without a target is refused"
python3 "$here/witness_check.py" w.yml ttas_race.c "$here/witness.schema.json" >/dev/null 2>&1 && not_ok "a witness of another file is accepted" || ok "a witness of another file is refused"

printf 'CHECK( init(main()), LTL(G ! call(reach_error())) )\n' >unreach-call.prp
"$program" verify -q --property=unreach-call.prp --witness=w.yml mutex_counter.c >out 2>&1
[ $? = 0 ] && python3 "$here/witness_check.py" w.yml mutex_counter.c "$here/witness.schema.json" >seen 2>&1 && grep -q '^correct 2 2$' seen && ok "a correctness witness" || not_ok "a correctness witness: $(cat out)"
# ghosts: the compiled program, with every update made in the step of its statement, keeps every invariant under every schedule; with an
# update left out it does not
for name in mutex_counter ghost_counter goto_cleanup counter_argc; do
    "$program" verify -q --time-limit=20 --witness=w.yml $name.c >out 2>&1
    [ $? = 0 ] || { not_ok "$name: $(cat out)"; continue; }
    said=$(python3 "$here/witness_check.py" w.yml $name.c "$here/witness.schema.json" with.c 2>&1)
    case $said in "correct 0 "*) not_ok "$name: no ghosts"; continue ;; correct*) ok "$name: $said" ;; *) not_ok "$name: $said"; continue ;; esac
    [ $native = yes ] || { skip "$name: no compiled runs"; continue; }
    DROP=1 python3 "$here/witness_check.py" w.yml $name.c "$here/witness.schema.json" without.c >/dev/null
    for kind in with without; do
        sh "$here/native/mc.sh" $kind.c ./mc >build 2>&1 || not_ok "$name: $(head -n 2 build)"
        MC_N=3 MC_ARGC=2 MC_LIMIT=60000 timeout 60 ./mc | head -n 1 >seen
        case $kind:$(cat seen) in
        with:EXHAUSTED-SAFE* | with:NOVIOLATION* | without:VIOLATION*) ok "$name $kind: $(cut -c1-60 seen)" ;;
        *) not_ok "$name $kind: $(cat seen)" ;;
        esac
    done
done

printf 'CHECK( init(main()), LTL(G ! data-race) )\n' >no-data-race.prp
"$program" verify -q --property=no-data-race.prp mutex_counter.c >out 2>&1
[ $? = 65 ] && grep -q 'this property is not decided here' out && ok "another property is refused" || not_ok "another property: $(cat out)"
finish
