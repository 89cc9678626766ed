#!/bin/sh
# batch --reports: every run leaves its report, the rows of report.html lead to them, and a report that is not of this run is never shown for it.
. "$(dirname -- "$0")/lib.sh"
mkdir "$tmp/m"
cp "$SRCDIR/models/ticket.dr" "$SRCDIR/models/ticket_nonatomic.dr" "$SRCDIR/tests/nets/buffer.spec" "$tmp/m"
echo 'thread {' >"$tmp/m/bad.dr"
links() { sed -n 's/.*<td class="file"><a href="\([^"]*\)">\([^<]*\)<.*/\1 \2/p' "$1/report.html"; }

run batch "$tmp/m" --out="$tmp/r" --reports
same "a row without a report is no link" "buffer.spec ticket.dr ticket_nonatomic.dr" "$(links "$tmp/r" | sed 's/.*\///' | sort | tr '\n' ' ' | sed 's/ $//')"
links "$tmp/r" | while read -r page file; do
    want=$(field "$tmp/r/results.tsv" "$file" verdict)
    [ -s "$tmp/r/$page" ] || echo "no file $page"
    grep -q "class=\"verdict ${want:-none}\"" "$tmp/r/$page" || echo "$page does not say $want"
    grep -qF "${file##*/}" "$tmp/r/$page" || echo "$page is not of $file"
done >"$tmp/wrong"
same "each leads to the report of its file, with its verdict" "" "$(cat "$tmp/wrong")"

run batch "$tmp/m/ticket.dr" --sweep K=1..2 --out="$tmp/s" --reports
same "no constant K: no report, no link" "" "$(links "$tmp/s")"
sed 's/^shared int s = 1/const int K = 1;\n&/' "$tmp/m/ticket.dr" >"$tmp/m/k.dr"
run batch "$tmp/m/k.dr" --sweep K=1..2 --out="$tmp/k" --reports
same "two values, two reports" 2 "$(links "$tmp/k" | cut -d' ' -f1 | sort -u | wc -l | tr -d ' ')"

# The same file is bad now: its old report must not be taken for the new run's.
echo 'thread {' >"$tmp/m/ticket.dr"
run batch "$tmp/m" --out="$tmp/r" --reports
same "an old report is gone" "buffer.spec k.dr ticket_nonatomic.dr" "$(links "$tmp/r" | sed 's/.*\///' | sort | tr '\n' ' ' | sed 's/ $//')"
run batch "$tmp/m" --out="$tmp/r"
same "without --reports nothing is linked" "" "$(links "$tmp/r")"
gives "a journal without reports is not taken for one with them" 64 batch "$tmp/m" --out="$tmp/r" --resume --reports
gives "--reports without --out" 64 batch "$tmp/m" --reports
finish
