# explored FILE PROGRAM FIRST LIMIT: what PROGRAM, the explorer of FILE (mc.sh), says with FIRST arguments; a program that reads their
# number may go wrong for some numbers only, so others are tried, too, until one does or the limit of states ends the search.
# Inputs are those of MC_ND, or those that a comment of the file names: "inputs: 0,1,5000".
explored() {
    numbers=$3
    inputs=$(sed -n 's/.*inputs: \([-0-9,]*\).*/\1/p' "$1" | head -n 1)
    inputs=${inputs:-${MC_ND:-0,1,2}}
    grep -q 'argc[^,)]*[=<>)]' "$1" && numbers="$3 1 2 3 4 6"
    for argc in $numbers; do
        said=$(MC_N=4 MC_ARGC=$argc MC_ND=$inputs MC_LIMIT=$4 timeout 60 "$2" | head -n 1)
        case $said in VIOLATION* | *"(limit)"*) break ;; esac
    done
    echo "$said"
}
