#!/bin/sh
# tasks.sh MODELS OUT -- writes a BenchExec task definition into OUT for every .dr file below MODELS; `truth:` becomes the expected verdict.
set -eu
models=$(cd "$1" && pwd) here=$(cd "$(dirname -- "$0")" && pwd)
mkdir -p "$2"
find "$models" -name '*.dr' | sort | while read -r file; do
    name=$(printf '%s' "${file#"$models"/}" | tr / - | sed 's/\.dr$//')
    truth=$(sed -n '/^ *\/\//!q; s/.*truth: *\([a-z]*\).*/\1/p' "$file" | head -n 1)
    {
        echo "format_version: '2.0'"
        echo "input_files: '$file'"
        echo "properties:"
        echo "  - property_file: '$here/safe.prp'"
        case $truth in
        safe) echo "    expected_verdict: true" ;;
        unsafe) echo "    expected_verdict: false" ;;
        esac
    } >"$2/$name.yml"
done
