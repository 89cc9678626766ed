#!/bin/sh
# run.sh [--repeat=N] [--limit=SECONDS] [--out=DIR] [--only=REGEX] [--peer 'NAME=COMMAND']... -- the benchmark of pwqo: times the stages on fixed
# inputs and writes DIR/bench.tsv and DIR/bench.svg. `make bench` runs it; options go into BENCH_FLAGS. Environment: PWQO, BENCH (the programs), SRCDIR.
# The other scripts of this folder (solver*.sh, cover*.sh) are benchmarks of single layers; --layers runs them as well.
set -eu
here=$(cd "$(dirname -- "$0")" && pwd)
SRCDIR=${SRCDIR:-$here/..} PWQO=${PWQO:-./pwqo} BENCH=${BENCH:-./bench/bench}
out=bench-results only=. layers=
set -- "$@" --end
while [ "$1" != --end ]; do
    option=$1
    shift
    case $option in
    --out=*) out=${option#*=} ;;
    --only=*) only=${option#*=} ;;
    --layers) layers=yes ;;
    --peer) set -- "$@" "--peer=$1"; shift ;;
    --peer=* | --repeat=* | --limit=*) set -- "$@" "$option" ;;
    *) echo "usage: run.sh [--repeat=N] [--limit=SECONDS] [--out=DIR] [--only=REGEX] [--layers] [--peer 'NAME=COMMAND']..." >&2; exit 64 ;;
    esac
done
shift
mkdir -p "$out"
sh "$here/inputs.sh" "$SRCDIR/models" "$out/inputs" >"$out/plan.all"
grep -E -- "$only" "$out/plan.all" >"$out/plan" || { echo "run.sh: nothing matches $only" >&2; exit 64; }
"$BENCH" --plan="$out/plan" --pwqo="$PWQO" --out="$out" "$@"
if [ -n "$layers" ]; then
    for script in "$here"/solver*.sh "$here"/cover*.sh; do
        [ -f "$script" ] || continue
        echo "== ${script##*/}" >&2
        PWQO=$PWQO SRCDIR=$SRCDIR sh "$script" || echo "run.sh: ${script##*/} failed" >&2
    done
fi
