#!/bin/sh
# report.html in a real browser: the script runs, the table sorts and filters, the charts are there, nothing is fetched, nothing fails.
. "$(dirname -- "$0")/lib.sh"
browser=
for name in chromium chromium-browser google-chrome; do [ -n "$browser" ] || browser=$(command -v $name); done
[ -n "$browser" ] || { skip "no Chromium: report.html is not tried in a browser"; finish; }

for word in safe unsafe unknown crash malformed; do model "m/$word.dr" "$word"; done
model m/wrong.dr safe "truth: unsafe"
run batch "$tmp/m" --program="$FAKE" --sweep K=1..3 --out="$tmp/r"
page=$tmp/r/report.html
holds "nothing from elsewhere" test -z "$(grep -oE '(src|href)="[^"]*"|url\([^)]*\)|@import' "$page" | grep -v 'href="data:,"')"

open_page() {
    timeout 60 "$browser" --headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-dev-shm-usage \
        --user-data-dir="$tmp/profile" --enable-logging=stderr --v=0 --virtual-time-budget=3000 "$@" 2>"$tmp/console"
}
# A copy with a script that uses the page as a reader would, and leaves in the title what it saw.
sed 's:</body>:<script>\
addEventListener("error", function (e) { document.body.setAttribute("data-error", e.message); });\
var rows = document.querySelectorAll("#results tbody tr"), heads = document.querySelectorAll("#results th button");\
var seen = [rows.length, document.querySelectorAll("figure svg").length, document.querySelectorAll("figure svg circle").length > 10];\
heads[2].click(); seen.push(document.querySelector("#results tbody tr td\:nth-child(3)").textContent);\
heads[2].click(); seen.push(document.querySelector("#results tbody tr td\:nth-child(3)").textContent);\
heads[6].click(); var t = [].map.call(document.querySelectorAll("#results tbody tr td\:nth-child(7)"), function (c) { return parseFloat(c.textContent); });\
seen.push(t.every(function (x, i) { return i == 0 \|\| t[i - 1] <= x; }));\
var f = document.getElementById("filter"); f.value = "unsafe k=2"; f.dispatchEvent(new Event("input"));\
seen.push(document.querySelectorAll("#results tbody tr\:not([hidden])").length, document.getElementById("shown").textContent);\
document.body.setAttribute("data-seen", seen.join("|"));\
</script></body>:' "$page" >"$tmp/tried.html"
if ! open_page --dump-dom "file://$tmp/tried.html" >"$tmp/dom" || [ ! -s "$tmp/dom" ]; then
    skip "the browser does not start here: $(grep -v -i dbus "$tmp/console" | tail -n 1)"
    finish
fi
seen=$(sed -n 's/.*data-seen="\([^"]*\)".*/\1/p' "$tmp/dom" | head -n 1)
same "rows, charts, sorting up and down, numbers, filter" "18|4|true|bad input|unsafe|true|2|2 of 18 rows" "$seen"
if grep -q data-error= "$tmp/dom"; then not_ok "no script error"; else ok "no script error"; fi
same "nothing on the console" "" "$(grep CONSOLE "$tmp/console")"
holds "the summary" grep -q '<div class="card wrong"><b>3</b>' "$tmp/dom"
open_page --dump-dom "file://$tmp/r/sweep-K-time.svg" >"$tmp/dom"
holds "a chart opens by itself" grep -q "Time against K" "$tmp/dom"
same "nothing on the console for a chart" "" "$(grep CONSOLE "$tmp/console")"
finish
