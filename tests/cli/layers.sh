#!/bin/sh
# The source tree: a folder includes only folders before it in the list of doc/architecture.md, which Makefile.am and doc/map.md follow; every file is listed for the distribution.
. "$(dirname -- "$0")/lib.sh"

cd "$SRCDIR" || exit 99
layers=$(sed -n 's/^- \*\*\([a-z/]*\)\*\* .*/\1/p' doc/architecture.md | tr '\n' ' ')
folders=$(find src -name local.mk | sed 's|^src/||; s|/local.mk$||' | sort | tr '\n' ' ')
listed=$(printf '%s\n' $layers | sort | tr '\n' ' ')
if [ "$listed" = "$folders" ]; then ok "doc/architecture.md lists the folders of src"; else not_ok "doc/architecture.md lists '$listed', src has '$folders'"; fi

# follows NAME LIST: the same folders in the same order
follows() {
    if [ "$2" = "$layers" ]; then ok "$1 has the order of doc/architecture.md"; else not_ok "$1 has the order '$2', doc/architecture.md '$layers'"; fi
}
follows doc/map.md "$(sed -n 's/^## `src\/\([a-z/]*\)`$/\1/p' doc/map.md | tr '\n' ' ')"
follows Makefile.am "$(sed -n 's/^include $(srcdir)\/src\/\([a-z/]*\)\/local.mk$/\1/p' Makefile.am | tr '\n' ' ')"

cd src || exit 99
before=
for layer in $layers; do
    # what looks at certificates without trust knows nothing but how to read a text
    [ "$layer" = check ] && allowed="base|check" || allowed="$before$layer"
    wrong=$(grep -HnE '^#include "[a-z/]+/' "$layer"/*.[ch] 2>/dev/null | grep -vE "#include \"($allowed)/[^/]*\"" | head -n 3)
    if [ -z "$wrong" ]; then ok "src/$layer includes only what is before it"; else not_ok "src/$layer: $wrong"; fi
    before="$before$layer|"
done
# Every file is listed for the distribution.
listed=0
for file in */*.c */*.h */*.def */*.inc */*/*.c */*/*.h */*/*.inc; do
    [ -f "$file" ] || continue
    case $file in cli/build-id.h) continue ;; esac
    grep -qE "(^|[[:space:]])src/$file([[:space:]]|\$)" "${file%/*}/local.mk" && listed=$((listed + 1)) || not_ok "src/$file is not in src/${file%/*}/local.mk"
done
[ "$listed" = 0 ] || ok "$listed files of src are listed"
finish
