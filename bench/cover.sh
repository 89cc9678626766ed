#!/bin/sh
# cover.sh [--grade=REGEX] [--repeat=N] [--peer='NAME=COMMAND']... [--limit=SECONDS] [--million] [--certify] -- the coverability engine on the nets in ../shared/bench (or
# $NETS): one row per net and initial condition with verdict, CPU seconds (user + system, least of N), peak memory, size of the basis, and what the best public checker takes
# where that is published (CPU seconds; "-" where all of them fail in 60 s), with the ratio. --peer, which may be repeated, runs COMMAND FILE besides (words, no shell, whose start would
# count; INIT and PROP in the environment are the initial condition and the file of the target of a .tts) and adds its seconds and the ratio: >N if it used up N seconds (60, or --limit), "-" if it
# printed nothing, as with files that it does not read; the last row has all nets that it ended on. --million adds a net whose basis has 1 352 078 elements, with bytes per
# element. --certify decides the safe ones with a certificate and has it checked: seconds of both, and the ratio of check to proof. Environment: PWQO (program), PWQO_CHECK,
# SRCDIR, NETS. Exit 1 if a verdict is against the table, or a goal is missed: ten times faster than the published figure above 0.5 s, not slower above 0.05 s, 50 ms otherwise
# (grades small and medium); certificates VALID, and checked in the time of the proof (checks of 2 ms and less, which are the start of a process, are not judged).
set -u
here=$(cd "$(dirname -- "$0")" && pwd)
SRCDIR=${SRCDIR:-$here/..} PWQO=${PWQO:-./pwqo} PWQO_CHECK=${PWQO_CHECK:-./pwqo-check}
NETS=${NETS:-$SRCDIR/../shared/bench}
grade=. repeat=3 limit=60 million= certify= tab=$(printf '\t')
work=$(mktemp -d) || exit 74
trap 'rm -rf "$work"' EXIT
: >"$work/peers"
for option; do
    case $option in
    --grade=*) grade=${option#*=} ;;
    --repeat=*) repeat=${option#*=} ;;
    --peer=*=*) echo "${option#*=}" >>"$work/peers" ;;
    --limit=*) limit=${option#*=} ;;
    --million) million=yes ;;
    --certify) certify=yes ;;
    *) echo "usage: cover.sh [--grade=REGEX] [--repeat=N] [--peer='NAME=COMMAND']... [--limit=SECONDS] [--million] [--certify]" >&2; exit 64 ;;
    esac
done
[ -f "$NETS/verdicts.tsv" ] || { echo "cover.sh: skipped: no $NETS/verdicts.tsv" >&2; exit 0; }

# published NAME INIT: CPU seconds of the best public checker, "-" if none ends in 60 s, nothing if no figure is published
published() {
    case "$1@$2" in
    spec/multipool.spec@*) echo 0.5 ;; spec/pncsacover.spec@*) echo 5.7 ;; spec/examplelea.spec@*) echo 1.4 ;;
    spec/fms_attic.spec@*) echo 0.06 ;; spec/mesh3x2.spec@*) echo 0.07 ;; spec/Java.spec@*) echo 0.3 ;;
    spec/kanban.spec@* | spec/extendedread-write.spec@* | spec/delegatebuffer.spec@* | spec/queuedbusyflag.spec@*) echo - ;;
    tts/rg_mesh2x2_vs.tts@*) echo 53 ;; "tts/rg_por_seg_fault_vf.tts@0|0") echo 1.2 ;; "tts/rand_lock_p0.3.tts@0|0") echo 0.8 ;;
    tts/inc_l.2.tts@0/0) echo 0.5 ;; tts/double_lock_p1.2.tts@0/0) echo 0.35 ;;
    tts/constants.2.tts@0/0 | tts/buggy_spaghetti.2.tts@0/0) echo 0.02 ;;
    tts/Javasanserreur.tts@* | tts/rg_large_dimension_01_vf.tts@*) echo - ;;
    esac
}

# cpu COMMAND...: user + system seconds; output in $work/out
cpu() {
    python3 "$here/cpu.py" 1000 "$work/out" "$@" | cut -d' ' -f1
}

least_cpu() {
    best=
    for _ in $(seq "$repeat"); do
        t=$(cpu "$@")
        best=$(awk -v a="${best:-$t}" -v b="$t" 'BEGIN { print a < b ? a : b }')
    done
    echo "$best"
}

value() { sed -n 's/.*"'"$1"'":"\{0,1\}\([^",}]*\).*/\1/p' "$work/out" | head -1; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.1f", a / b }'; }

# goal GRADE SECONDS PUBLISHED: is it met?
goal() {
    awk -v g="$1" -v t="$2" -v p="$3" 'BEGIN {
        if (p == "-") exit !(t < 60)
        if (p > 0.5) exit !(t * 10 <= p)
        if (p > 0.05) exit !(t <= p)
        exit !(g == "large" || t <= 0.05 || p == "") }'
}

# checked PROGRAM VERIFY...: seconds of the proof with a certificate, of its check, and their ratio; INVALID or LATE besides
checked() {
    rm -f "$work/cert"
    proof=$(least_cpu "$@")
    check=$(least_cpu "$PWQO_CHECK" "$work/cert")
    printf '%s\t%s\t%s' "$proof" "$check" "$(awk -v c="$check" -v p="$proof" 'BEGIN { printf "%.2f", c / p; if (c > 0.002 && c > p) printf " LATE" }')"
    grep -q ': VALID' "$work/out" || printf ' INVALID'
}

# peers NET INIT SECONDS: two columns for each peer, its seconds and the ratio; and a line for the sums
peers() {
    while IFS='=' read -r name command; do
        INIT=$2 PROP=${1%.*}.prop python3 "$here/cpu.py" "$limit" "$work/out" $command "$1" >"$work/time" || exit 64
        read -r took ended <"$work/time"
        if [ "$ended" = - ]; then
            printf '\t>%s\t>%s' "$limit" "$(ratio "$limit" "$3")"
        elif [ ! -s "$work/out" ]; then
            printf '\t-\t'
        else
            printf '\t%s\t%s' "$took" "$(ratio "$took" "$3")"
            printf '%s\t%s\t%s\n' "$name" "$took" "$3" >>"$work/sums"
        fi
    done <"$work/peers"
}

# sum NAME: the last row of a peer
sum() {
    awk -F'\t' -v name="$1" '$1 == name { n++; a += $2; b += $3 }
        END { printf "all %d nets that %s ended on: %.4f s, pwqo %.4f s, ratio %s\n", n, name, a, b, b ? sprintf("%.1f", a / b) : "-" }' "$work/sums"
}

missed=0
: >"$work/sums"
printf 'net\tinit\tgrade\texpected\tverdict\tseconds\tpeak MiB\tbasis\tpublished\tratio%s%s\n' "$(sed "s/\([^=]*\)=.*/${tab}\1${tab}\1 ratio/" "$work/peers" | tr -d '\n')" "${certify:+${tab}proof${tab}check${tab}check/proof}"
tail -n +2 "$NETS/verdicts.tsv" | sed "s/$tab$tab/$tab-$tab/g; s/$tab$tab/$tab-$tab/g" >"$work/rows"
while IFS=$tab read -r net _ g _ _ _ init expected _; do
    echo "$g" | grep -Eq -- "$grade" || continue
    set -- "$PWQO" verify --json --time-limit=300 --memory-limit=2048
    [ "$init" = - ] || set -- "$@" "--init=$init"
    seconds=$(least_cpu "$@" "$NETS/$net")
    verdict=$(value verdict) basis=$(value basis) peak=$(value peak_kib)
    best=$(published "$net" "$init") times=
    case $best in ''|-) ;; *) times=$(ratio "$best" "$seconds") ;; esac
    row=$(printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s' "$net" "$init" "$g" "$expected" "$verdict" "$seconds" "$(awk -v k="${peak:-0}" 'BEGIN { printf "%.1f", k / 1024 }')" \
        "$basis" "$best" "$times")
    row="$row$(peers "$NETS/$net" "$init" "$seconds")"
    [ -z "$certify" ] || { [ "$verdict" = safe ] && row="$row$tab$(checked "$@" "--certificate=$work/cert" "$NETS/$net")" || row="$row$tab$tab$tab"; }
    case $verdict in "$expected") ;; unknown) row="$row$tab UNDECIDED" ;; *) row="$row$tab WRONG" ;; esac
    goal "$g" "$seconds" "$best" || row="$row$tab SLOW"
    echo "$row"
    case $row in *WRONG | *SLOW | *INVALID* | *LATE*) missed=1; echo x >"$work/missed" ;; esac
done <"$work/rows"
cut -d= -f1 "$work/peers" | while read -r name; do sum "$name"; done

# All multisets of 11 tokens over 13 places are minimal: a basis of (23 choose 11) elements.
if [ -n "$million" ]; then
    awk 'BEGIN {
        printf "vars p"; for (i = 0; i < 12; i++) printf " q%d", i; print "\nrules"
        for (i = 0; i < 12; i++) printf "q%d >= 1 -> q%d'"'"' = q%d - 1, p'"'"' = p + 1;\n", i, i, i
        printf "init p = 0"; for (i = 0; i < 12; i++) printf ", q%d = 0", i; print "\ntarget p >= 11" }' >"$work/million.spec"
    seconds=$(cpu "$PWQO" verify --json --no-prune --memory-limit=1024 --time-limit=600 "$work/million.spec")
    printf 'million.spec\t\t\tsafe\t%s\t%s\t%s\t%s\n' "$(value verdict)" "$seconds" "$(awk -v k="$(value peak_kib)" 'BEGIN { printf "%.1f", k / 1024 }')" "$(value basis)"
    [ "$(value verdict)" = safe ] || missed=1
fi
[ ! -f "$work/missed" ] && [ "$missed" = 0 ]
