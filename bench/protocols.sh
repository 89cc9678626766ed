#!/bin/sh
# protocols.sh [PWQO] [SRCDIR] [MOST] -- the protocols of models/protocols: time of a proof for every number of threads (or of a run, where one goes wrong) beside the
# states that two, three and four threads have; then families: German's protocol with data values 0..V for V = 1 .. MOST (4), the bakery with tickets 1..K, Szymanski's
# algorithm with K steps of work. Tables in Markdown; "missed" where a target is, and exit 1 then. Times are processor seconds of whole runs (user + system), the mean of as many as fit into half a second.
set -u
pwqo=${1:-./pwqo}
src=${2:-.}
most=${3:-4}
models=$src/models/protocols
missed=0

field() { printf '%s' "$line" | sed -n "s/.*\"$1\":\"\{0,1\}\([0-9a-z.]*\).*/\1/p"; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
spent() { # processor seconds of all children so far
    times >"$work/times" # not in a pipe: that would be another shell
    awk 'NR == 2 { gsub(/s/, ""); for (i = 1; i <= NF; i++) { split($i, t, "m"); sum += 60 * t[1] + t[2] } printf "%.4f\n", sum }' "$work/times"
}
measure() { # OPTIONS... FILE: time, verdict and number of pairs
    spent >"$work/from"
    "$pwqo" verify --json "$@" >"$work/line" 2>/dev/null
    spent >"$work/to"
    line=$(cat "$work/line")
    verdict=$(field verdict)
    pairs=$(field pairs)
    runs=$(awk 'NR == FNR { a = $1; next } { n = 0.5 / ($1 - a + 0.005); print n < 1 ? 1 : int(n) }' "$work/from" "$work/to")
    spent >"$work/from"
    k=0
    while [ "$k" -lt "$runs" ]; do
        "$pwqo" verify --json "$@" >/dev/null 2>&1
        k=$((k + 1))
    done
    spent >"$work/to"
    best=$(awk -v n="$runs" 'NR == FNR { a = $1; next } { printf "%.4f", ($1 - a) / n }' "$work/from" "$work/to")
}
target() { # NAME SECONDS: $late is empty, or says that it is missed
    late=
    awk -v s="$best" -v t="$2" 'BEGIN { exit !(s != "" && s < t) }' && return
    echo "missed: $1: ${best:-no time} s, not under $2" >&2
    late=" (missed)" missed=1
}
stated() { sed -n '1,6s/.*expect: \([a-z]*\).*/\1/p' "$1"; }

# The targets: what other tools for such protocols take, or less.
limit_of() {
    case $1 in
    german) echo 0.05 ;;
    german_data) echo 0.5 ;;
    crash) echo 0.03 ;;
    burns) echo 0.02 ;;
    szymanski_flags) echo 0.3 ;;
    szymanski_* | germanish5 | *_int | bakery_lamport) echo 0.01 ;;
    germanish6) echo 0.1 ;;
    *) echo 0.005 ;;
    esac
}
echo '| model | verdict | seconds | target | pairs | states of 2, 3, 4 threads |'
echo '|---|---|--:|--:|--:|--:|'
for file in "$models"/*.dr; do
    case $file in *_wrong.dr) continue ;; esac
    name=$(basename "$file" .dr)
    measure "$file"
    [ "$verdict" = "$(stated "$file")" ] || { echo "missed: $name: $verdict" >&2; verdict="$verdict (missed)" missed=1; }
    states=
    for n in 2 3 4; do states="$states $("$pwqo" explore -n $n --states=200000 "$file" 2>/dev/null | sed -n '1s/.*threads, \([0-9]*\) states.*/\1/p')"; done
    limit=$(limit_of "$name")
    target "$name" "$limit"
    echo "| $name | $verdict | $best | $limit$late | ${pairs:--} | ${states# } |"
done

# family TITLE FILE CONSTANT VALUES TARGETS: a table, one column for each value; a target for each, or -.
family() {
    heads= rules= times= sizes=
    for value in $4; do
        goal=${5%% *}
        set -- "$1" "$2" "$3" "$4" "${5#* }"
        measure -D "$3=$value" "$models/$2.dr"
        late=
        [ "$goal" = - ] || target "$2 with $3 = $value" "$goal"
        [ "$verdict" = safe ] || { echo "missed: $2 with $3 = $value: $verdict" >&2; late=" (missed)" missed=1; }
        heads="$heads $value |" rules="$rules--:|" times="$times $best$late |" sizes="$sizes ${pairs:--} |"
    done
    printf '\n| %s |%s\n|---|%s\n| seconds |%s\n| pairs |%s\n' "$1" "$heads" "$rules" "$times" "$sizes"
}
values=1 v=1
while [ "$v" -lt "$most" ]; do
    v=$((v + 1))
    values="$values $v"
done
family "German with data values 0..V" german_data V "$values" "0.5 0.5 0.5 2 - - - -"
family "bakery with tickets 1..K" bakery_tickets K "2 4 8 16 32 64" "0.005 0.005 0.01 0.02 0.05 -"
family "Szymanski with K steps of work" szymanski_work K "2 4 8 16 32 64" "0.01 0.01 0.01 0.02 0.05 -"
exit $missed
