#!/bin/sh
# measure.sh -- the house in figures: how long functions and lines are, how many invariants are
# asserted, what is dead, what is there twice, which files call each other in a circle.
#
#   tests/house/measure.sh [SRCDIR [BUILDDIR]]
#
# prints one "name value" per line; tests/house/house.sh compares some of them with the limits the
# project keeps. Figures that need objects are left out where BUILDDIR has none.
set -u
LC_ALL=C
export LC_ALL
src=${1:-$(cd "$(dirname -- "$0")/../.." && pwd)}
build=${2:-}
tmp=$(mktemp -d) || exit 99
trap 'rm -rf "$tmp"' EXIT
cd "$src" || exit 99

find src -name '*.c' | sort >"$tmp/c"
find src -name '*.[ch]' | sort >"$tmp/all"
lines=$(xargs cat <"$tmp/all" | wc -l)
echo "files $(wc -l <"$tmp/all")"
echo "lines $lines"

# The length of a function: the lines between its opening and closing brace in the first column. Its
# head begins in the first column, too, and may go on for some lines.
xargs awk '
    FNR == 1 { open = 0 }
    /^[A-Za-z_].*\)[ \t]*\{.*\}[ \t]*$/ { print 1, FILENAME ":" FNR; next }
    /^[A-Za-z_].*\(/ { head = FNR }
    /^\{/ && FNR <= head + 6 { open = FNR }
    /^\}/ { if (open) print FNR - open - 1, FILENAME ":" open; open = 0 }' <"$tmp/c" | sort -n >"$tmp/functions"
awk '{ n[NR] = $1; where = $2 }
    END {
        print "functions", NR
        print "function_median", n[int((NR + 1) / 2)]
        print "function_p90", n[int(NR * 0.9)]
        print "function_max", n[NR], where
    }' "$tmp/functions"
echo "functions_over_60 $(awk '$1 > 60' "$tmp/functions" | wc -l)"

# Not those in comments and strings.
asserts=$(xargs grep -hE '^[^"/*]*\bassert\(' <"$tmp/all" | wc -l)
echo "asserts $asserts"
echo "asserts_per_1000_lines $(awk -v a="$asserts" -v l="$lines" 'BEGIN { printf "%.1f", 1000 * a / l }')"
echo "conditional_compilation $(xargs grep -hE '^[ \t]*#[ \t]*if' <"$tmp/all" | grep -vcE '#ifndef PW_[A-Z0-9_]+_H|#ifndef PWC_[A-Z0-9_]+_H')"
echo "lines_over_100 $(xargs awk 'length($0) > 100' <"$tmp/all" | wc -l)"

if command -v clang-format >/dev/null 2>&1; then
    echo "unformatted_files $(xargs clang-format --dry-run -Werror <"$tmp/all" 2>&1 | sed -n 's/^\([^:]*\):[0-9]*:.*/\1/p' | sort -u | wc -l)"
fi

# No tag, enumerator or typedef is defined twice: all headers (but the checker's, which is a program
# of its own) fit into one file. Private headers too.
grep '\.h$' "$tmp/all" | grep -v '^src/check/' | sed 's/^src\/\(.*\)/#include "\1"/' >"$tmp/headers.c"
if ${CC:-cc} -std=c11 -D_GNU_SOURCE -fsyntax-only -Isrc -Iinclude ${build:+-I"$build/src"} "$tmp/headers.c" >"$tmp/headers.err" 2>&1; then
    echo "tags_defined_twice 0"
else
    echo "tags_defined_twice $(grep -c 'error:' "$tmp/headers.err")"
    grep 'error:' "$tmp/headers.err" | head -n 3 >&2
fi

# Runs of ten or more equal lines in two places (blank lines, lone braces and includes do not count).
xargs awk '
    { gsub(/[ \t]+/, " ") }
    /^ ?[{}]? ?$/ || /^#include/ || /^ ?\/?\*/ { next }
    FILENAME != file { file = FILENAME; k = 0 }
    { line[k % 10] = $0; at[k % 10] = FNR; k++
      if (k >= 10) {
          text = ""
          for (i = 0; i < 10; i++) text = text line[(k + i) % 10] "\n"
          if (text in seen) { if (!(last[file, seen_file[text]] + 10 > k && last[file, seen_file[text]])) { print seen[text], file ":" at[k % 10] } last[file, seen_file[text]] = k }
          else { seen[text] = file ":" at[k % 10]; seen_file[text] = file }
      } }' <"$tmp/c" >"$tmp/twice"
echo "runs_of_10_lines_twice $(wc -l <"$tmp/twice")"
head -n 5 "$tmp/twice" >&2

# The checker, in lines of C without blank lines and comments: what every certificate goes through;
# the conditions of nets and templates with their readers; headers; other parts; base.
code_lines() { code_of "$@" | wc -l; }
code_of() {
    cat "$@" | awk '
        function strip(s,   out, token) {
            out = ""
            while (s != "") {
                if (comment) {
                    if (!(i = index(s, "*/"))) return out
                    s = substr(s, i + 2); comment = 0; continue
                }
                if (!match(s, /\/\*|"([^"\\]|\\.)*"/)) return out s
                token = substr(s, RSTART, RLENGTH)
                out = out substr(s, 1, RSTART - 1); s = substr(s, RSTART + RLENGTH)
                if (token == "/*") comment = 1; else out = out token
            }
            return out
        }
        { text = strip($0); kept = text; gsub(/[ \t]/, "", text); if (text != "") print kept }'
}

# Names of the project that comments or the documents mention and no code has. `toy` is an example.
names() { grep -ohE '\bpwc?_[a-z0-9_]+\b' "$@" | grep -v 'pw_[a-z_]*toy' | sort -u; }
find src include tests -name '*.[ch]' | sort >"$tmp/code"
xargs cat <"$tmp/code" >"$tmp/text"
code_of "$tmp/text" | names - >"$tmp/alive"
names "$tmp/text" doc/*.md ./*.md | comm -23 - "$tmp/alive" >"$tmp/lies"
echo "names_of_nothing $(wc -l <"$tmp/lies")"
head -n 5 "$tmp/lies" >&2
check=src/check
echo "check_program $(code_lines $check/main.c)"
echo "check_args $(code_lines $check/args.[ch])"
echo "check_frame $(code_lines $check/check.c $check/result.c $check/reader.c)"
kernel="$check/bags.c $check/space.c $check/claims.c $check/moves.c $check/closed.c $check/back.c $check/tuples.c $check/net.c $check/template.c $check/cubes.c"
headers="$check/check.h $check/kinds.h $check/result.h $check/reader.h $check/bags.h $check/space.h $check/claims.h $check/tuples.h $check/template.h"
# shellcheck disable=SC2086 # lists of names without blanks
echo "check_kernel $(code_lines $kernel)"
# shellcheck disable=SC2086
echo "check_headers $(code_lines $headers)"
# Whatever a VALID certificate of a net or template rests on, but for base.
# shellcheck disable=SC2086
echo "check_trusted $(code_lines $kernel $headers $check/check.c $check/result.c $check/reader.c $check/linear.[ch] $check/ideals.[ch] $check/traps.[ch])"
for part in bind linear ideals traps; do echo "check_$part $(code_lines $check/$part.[ch])"; done
for part in pairs split parts; do [ ! -f $check/$part.c ] || echo "check_$part $(code_lines $check/$part.[ch])"; done
base=src/base
echo "check_base $(code_lines $base/arena.[ch] $base/decimal.[ch] $base/guard.[ch] $base/limits.[ch] $base/mem.[ch] $base/order.h $base/progress.[ch] $base/sha256.[ch] $base/source.[ch] $base/strbuf.[ch] $base/table.[ch] $base/vec.[ch])"

[ -n "$build" ] && ls "$build"/src/base/*.o >/dev/null 2>&1 || exit 0

# Symbols: one object a source file (those of the static library).
# Objects of sources that are gone since the last build are not looked at.
find "$build/src" "$build/tests" -name '*.o' ! -path '*/.libs/*' | sort |
    while read -r object; do
        name=${object#"$build"/}
        case $name in *-*.o) ;; *) [ -f "${name%.o}.c" ] || continue ;; esac
        echo "$object"
    done >"$tmp/objects"
xargs nm -A <"$tmp/objects" 2>/dev/null | sed 's/^\([^:]*\):[0-9a-f ]*\([A-Za-z]\) \(.*\)$/\1 \2 \3/' >"$tmp/symbols"
awk '$2 ~ /^[TDBRC]$/ && $1 !~ /\/tests\// { print $3 }' "$tmp/symbols" | sort -u >"$tmp/defined"
awk '$2 == "U" { print $3 }' "$tmp/symbols" | sort -u >"$tmp/used"
comm -23 "$tmp/defined" "$tmp/used" | grep -vxE 'main|pwqo_.*|LLVMFuzzer.*|__odr_asan.*' |
    while read -r name; do grep -rqw "$name" bench || echo "$name"; done >"$tmp/unused"
# Unused outside; used inside its own file it should be static, otherwise it is dead: both count.
echo "unshared_globals $(wc -l <"$tmp/unused")"
head -n 10 "$tmp/unused" >&2

# Which files of a folder call each other in a circle (tsort names the loops).
for folder in engine check; do
    [ -d "src/$folder" ] || continue
    awk -v f="/src/$folder/" '
        index($1, f) && $2 ~ /^[TDBRC]$/ { home[$3] = $1 }
        index($1, f) && $2 == "U" { n++; from[n] = $1; sym[n] = $3 }
        END { for (i = 1; i <= n; i++) if (sym[i] in home && home[sym[i]] != from[i]) print from[i], home[sym[i]] }' "$tmp/symbols" | sort -u >"$tmp/calls"
    echo "call_cycles_$folder $(tsort "$tmp/calls" 2>&1 >/dev/null | grep -c 'input contains a loop')"
done
