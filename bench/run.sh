#!/bin/sh
# run.sh [--repeat=N] [--limit=SECONDS] [--out=DIR] [--only=REGEX] [--peer 'NAME=COMMAND']... -- the benchmark of pwqo: times the stages on fixed
# inputs and writes DIR/bench.tsv and DIR/bench.svg. `make bench` runs it; options go into BENCH_FLAGS. Environment: PWQO, BENCH (the programs), SRCDIR.
# The other scripts of this folder are benchmarks of single layers; --layers runs them as well.
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
    export PWQO SRCDIR
    layer() { # NAME ARGUMENT...: the benchmark of one layer; its table is kept in $out as well
        name=$1
        shift
        echo "== $name.sh" >&2
        sh "$here/$name.sh" "$@" >"$out/$name.out" || echo "run.sh: $name.sh was skipped, failed or missed a target" >&2
        cat "$out/$name.out"
    }
    layer abst "$PWQO" "$out/abst"
    layer growth "$PWQO" "$out/growth"
    layer solver "$PWQO"
    layer cover --grade=small
fi
