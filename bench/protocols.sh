#!/bin/sh
# protocols.sh [PWQO] [SRCDIR] [MOST] -- the protocols of models/protocols: time of a proof for every number of threads beside the states that two, three
# and four threads have, and German's protocol with data values 0..V for V = 1 .. MOST (4). A table in Markdown; exit 1 if a target is missed.
set -u
pwqo=${1:-./pwqo}
src=${2:-.}
most=${3:-4}
missed=0

measure() { # FILE: the least of three times, verdict and number of pairs
    best=$(for _ in 1 2 3; do "$pwqo" verify --json "$1" 2>/dev/null | sed -n 's/.*"total":\([0-9.]*\).*/\1/p'; done | sort -n | head -n 1)
    line=$("$pwqo" verify --json "$1" 2>/dev/null)
    verdict=$(printf '%s' "$line" | sed -n 's/.*"verdict":"\([a-z]*\)".*/\1/p')
    pairs=$(printf '%s' "$line" | sed -n 's/.*"pairs":\([0-9]*\).*/\1/p')
}
echo '| model | verdict | seconds | pairs | states of 2, 3, 4 threads |'
echo '|---|---|---|---|---|'
for file in "$src"/models/protocols/*.dr; do
    case $file in *_wrong.dr | *german_data.dr | *szymanski_flags.dr) continue ;; esac
    measure "$file"
    states=
    for n in 2 3 4; do states="$states $("$pwqo" explore -n $n --states=200000 "$file" 2>/dev/null | sed -n '1s/.*threads, \([0-9]*\) states.*/\1/p')"; done
    echo "| $(basename "$file" .dr) | $verdict | $best | ${pairs:--} | ${states# } |"
    awk -v s="$best" 'BEGIN { exit !(s < 0.05) }' || { echo "MISS $file: $best s, not under 0.05" >&2; missed=1; }
done
echo
echo '| German with data values 0..V | 1 | 2 | 3 | 4 |'
echo '|---|---|---|---|---|'
times= sizes= v=1
while [ "$v" -le "$most" ]; do
    line=$("$pwqo" verify --json -D V=$v "$src/models/protocols/german_data.dr" 2>/dev/null)
    times="$times | $(printf '%s' "$line" | sed -n 's/.*"total":\([0-9.]*\).*/\1/p')"
    sizes="$sizes | $(printf '%s' "$line" | sed -n 's/.*"pairs":\([0-9]*\).*/\1/p')"
    v=$((v + 1))
done
echo "| seconds$times |"
echo "| pairs$sizes |"
exit $missed
