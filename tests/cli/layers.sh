#!/bin/sh
# The source tree: a folder includes only folders before it, and every file is listed for the distribution.
. "$(dirname -- "$0")/lib.sh"

cd "$SRCDIR/src" || exit 99
before="base"
for layer in base check num logic bdd prog run front/dr front/c modular pairs dualref front/drt abst finite cover front/net drcover conform tmod cert report engine report/verdict batch lsp api cli; do
    [ -d "$layer" ] || continue
    allowed=$(echo "$before $layer" | tr ' ' '|')
    wrong=$(grep -HnE '^#include "[a-z/]+/' "$layer"/*.[ch] 2>/dev/null | grep -vE "#include \"($allowed)/[^/]*\"" | head -n 3)
    if [ -z "$wrong" ]; then ok "src/$layer includes only what is before it"; else not_ok "src/$layer: $wrong"; fi
    before="$before $layer"
done
if [ -d check ]; then
    wrong=$(grep -HnE '^#include "[a-z]+/' check/*.[ch] 2>/dev/null | grep -vE '#include "(base|check)/' | head -n 3)
    if [ -z "$wrong" ]; then ok "src/check includes only base"; else not_ok "src/check: $wrong"; fi
fi
# Every file is listed for the distribution.
listed=0
for file in */*.c */*.h */*.def */*.inc */*/*.c */*/*.h */*/*.inc; do
    [ -f "$file" ] || continue
    case $file in cli/build-id.h) continue ;; esac
    grep -qE "(^|[[:space:]])src/$file([[:space:]]|\$)" "${file%/*}/local.mk" && listed=$((listed + 1)) || not_ok "src/$file is not in src/${file%/*}/local.mk"
done
[ "$listed" = 0 ] || ok "$listed files of src are listed"
finish
