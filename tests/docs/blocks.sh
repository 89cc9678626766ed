#!/bin/sh
# Executes the documents: every "console" block of README.md, doc/tutorial.md and doc/abstract-threads.md is run and its output compared, so that they cannot rot.
#
#   ```dr NAME         the block is written to the file NAME first
#   ```console         lines that start with "$ " are commands, the lines after each are what it prints (both streams)
#   ```console TOOL    the same, skipped where TOOL is not installed
#
# Times and memory are masked. ./quickstart stands for pwqo; "./quickstart check" is not run from inside itself.
set -u
top=${srcdir:-.}
top=$(cd "$top" && pwd)
build=$(pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/pwqo-docs-XXXXXX") || exit 99
trap 'rm -rf "$work"' EXIT
failed=0

mask() { sed -e 's/[0-9][0-9.]* s, [0-9.]* MiB/TIME/' -e 's/[ \t]*$//'; }

run_document() {
    doc=$1
    dir=$work/$(basename "$doc" .md)
    mkdir -p "$dir/blocks"
    ln -s "$top/models" "$dir/models"
    printf '#!/bin/sh\n[ "$1" = check ] || exec pwqo "$@"\n' >"$dir/quickstart"
    chmod +x "$dir/quickstart"
    awk -v dir="$dir" '
        /^```/ && !inside { inside = 1; kind = substr($1, 4); name = $2
            if (kind == "dr" && name != "") out = dir "/blocks/" sprintf("%03d", ++n) ".file." name
            else if (kind == "console") out = dir "/blocks/" sprintf("%03d", ++n) ".console." (name == "" ? "sh" : name)
            else out = "/dev/null"
            printf "" > out; next }
        /^```/ { inside = 0; close(out); next }
        inside { print > out }' "$doc"
    for block in "$dir"/blocks/*; do
        base=$(basename "$block")
        case $base in
        *.file.*) cp "$block" "$dir/${base#*.file.}" ;;
        *.console.*) run_console "$dir" "$block" "${base#*.console.}" "$doc" ;;
        esac
    done
}

run_console() {
    command -v "$3" >/dev/null 2>&1 || { echo "skipped: a block of $(basename "$4") that needs $3"; return; }
    out=$work/actual
    : >"$out"
    grep '^\$ ' "$2" | sed 's/^\$ //' >"$work/commands"
    while IFS= read -r command; do
        printf '$ %s\n' "$command" >>"$out"
        (cd "$1" && PATH="$build:$PATH" sh -c "$command") >>"$out" 2>&1 </dev/null
    done <"$work/commands"
    mask <"$2" >"$work/wanted"
    mask <"$out" >"$work/got"
    if cmp -s "$work/wanted" "$work/got"; then
        echo "ok $(basename "$4"): $(head -n 1 "$work/commands")"
    else
        echo "not ok $(basename "$4"): what is printed differs"
        diff "$work/wanted" "$work/got"
        failed=1
    fi
}

check_links() {
    for doc in "$top"/README.md "$top"/CONTRIBUTING.md "$top"/doc/*.md; do
        for link in $(grep -o '](\([^)#:]*\)[^)]*)' "$doc" | sed 's/^](//; s/[#)].*$//' | sort -u); do
            case $link in http*|mailto*|'') continue ;; esac
            [ -e "$(dirname "$doc")/$link" ] || { echo "not ok $(basename "$doc") links to $link, which is not there"; failed=1; }
        done
    done
    [ $failed -eq 0 ] && echo "ok links"
}

# Every option of every command is in the manual.
check_manual() {
    for option in $(for c in verify conform abstract explore batch solve fmt; do "$build/pwqo" $c --help; done | grep -o -e '--[a-z][a-z-]*' | sort -u); do
        grep -q -e "$option" "$top/doc/manual.md" || { echo "not ok doc/manual.md does not name $option"; failed=1; }
    done
    [ $failed -eq 0 ] && echo "ok manual"
}

run_document "$top/README.md"
run_document "$top/doc/tutorial.md"
run_document "$top/doc/abstract-threads.md"
check_links
check_manual
exit $failed
