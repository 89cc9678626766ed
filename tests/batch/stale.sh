#!/bin/sh
# --resume takes over only what the verdict still rests on: an edit of any file that is read, other definitions, another program.
. "$(dirname -- "$0")/lib.sh"
nets=$SRCDIR/tests/nets

verdict() { field "$tmp/r/results.tsv" "$1" verdict; }
resume() { run batch "$@" --out="$tmp/r" --resume; }

# The property beside a net: the same thread transition system, another target.
mkdir "$tmp/m"
cp "$nets/mutex.tts" "$nets/mutex.prop" "$tmp/m"
run batch "$tmp/m" --out="$tmp/r"
same "the property as it is" safe "$(verdict "$tmp/m/mutex.tts")"
echo "0|" >"$tmp/m/mutex.prop"
resume "$tmp/m"
same "an edit of the .prop alone is seen" unsafe "$(verdict "$tmp/m/mutex.tts")"
cp "$nets/mutex.prop" "$tmp/m"
resume "$tmp/m"
same "and its way back" safe "$(verdict "$tmp/m/mutex.tts")"
same "nothing is run without need" 3 "$(grep -c . "$tmp/r/journal")"
resume "$tmp/m"
same "nothing is run without need, again" 3 "$(grep -c . "$tmp/r/journal")"
rm "$tmp/m/mutex.prop"
resume "$tmp/m"
holds "a .prop that is gone is no verdict" test "$(verdict "$tmp/m/mutex.tts")" != safe

# Definitions, and the program that does the runs.
printf 'const int K = 1;\nshared int x = 0;\nthread t { x = K; A: skip; }\nunsafe count(A) >= 1 && x >= 2;\n' >"$tmp/k.dr"
run batch "$tmp/k.dr" --out="$tmp/r"
gives "other definitions" 64 batch "$tmp/k.dr" --out="$tmp/r" --resume -DK=2
model p/a.dr safe
printf '#!/bin/sh\nexec "%s" "$@"\n' "$FAKE" >"$tmp/program"
chmod +x "$tmp/program"
run batch "$tmp/p" --program="$tmp/program" --out="$tmp/q"
run batch "$tmp/p" --program="$tmp/program" --out="$tmp/q" --resume
holds "the same program" test "$code" = 0
echo '# another build' >>"$tmp/program"
gives "another program of the same name" 64 batch "$tmp/p" --program="$tmp/program" --out="$tmp/q" --resume
says "another program: told" "of another version"

# A file that changes while it is run: nobody knows which text was judged.
model s/a.dr safe
printf '#!/bin/sh\necho unsafe >"%s"\nexec "%s" "$@"\n' "$tmp/s/a.dr" "$FAKE" >"$tmp/edits"
chmod +x "$tmp/edits"
run batch "$tmp/s" --program="$tmp/edits" --out="$tmp/e"
same "a file that changed under the run has no hash" - "$(field "$tmp/e/results.tsv" "$tmp/s/a.dr" hash)"
finish
