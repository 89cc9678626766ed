# explored FILE PROGRAM FIRST LIMIT: what PROGRAM, the explorer of FILE (mc.sh), says with FIRST arguments; a program that reads their
# number may go wrong for some numbers only, so others are tried, too, until one does or the limit of states ends the search.
explored() {
    numbers=$3
    grep -q 'argc[^,)]*[=<>)]' "$1" && numbers="$3 1 2 3 4 6"
    for argc in $numbers; do
        said=$(MC_N=4 MC_ARGC=$argc MC_LIMIT=$4 timeout 60 "$2" | head -n 1)
        case $said in VIOLATION* | *"(limit)"*) break ;; esac
    done
    echo "$said"
}
