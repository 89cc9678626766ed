#!/bin/sh
# The page of `verify --report` in a real browser: keys and clicks change what is shown, nothing is fetched, nothing fails.
. "$(dirname -- "$0")/lib.sh"
models=$SRCDIR/models
same() { if [ "$2" = "$3" ]; then ok "$1"; else not_ok "$1: '$3' instead of '$2'"; fi; }

page() {
    run verify -q --report="$tmp/$1.html" $3 "$models/$2"
    [ -s "$tmp/$1.html" ] && ok "$1: a page" || not_ok "$1: no page"
    size=$(wc -c <"$tmp/$1.html")
    [ "$size" -lt 300000 ] && ok "$1: $size bytes" || not_ok "$1: $size bytes"
    if grep -oE '(src|href)="[^"]*"|@import|url\([^)#]*\)' "$tmp/$1.html" | grep -qv 'href="data:,"'; then not_ok "$1: something from elsewhere"; else ok "$1: nothing from elsewhere"; fi
    for want in prefers-color-scheme "@media print" "<h2>Source" "<h2>Control flow" 'class="verdict '; do
        grep -qF "$want" "$tmp/$1.html" && ok "$1: $want" || not_ok "$1: no $want"
    done
}
page safe ticket_zero.dr --engine=pairs
page unsafe ticket_nonatomic.dr
page unknown ticket_zero.dr --engine=cover
grep -q '<div class="verdict unknown">UNKNOWN</div>' "$tmp/unknown.html" && ok "the verdict alone, in its colour" || not_ok "the verdict is not alone"
grep -q '<p class="reason">[^<]*abstraction-spurious' "$tmp/unknown.html" && ok "the reason below it" || not_ok "no reason below the verdict"
grep -q 'class="step impossible' "$tmp/unknown.html" && ok "the impossible step is marked" || not_ok "no impossible step is marked"
grep -q 'assume(s == l);<span class="inv">' "$tmp/safe.html" && ok "the invariant stands at its line" || not_ok "the invariant does not stand at its line"

browser=
for name in chromium chromium-browser google-chrome; do [ -n "$browser" ] || browser=$(command -v $name); done
[ -n "$browser" ] || { skip "no Chromium: reports are not tried in a browser"; finish; }
# A copy with a script that uses the page as a reader would and leaves what it saw in the page.
sed 's:</body>:<script>\
addEventListener("error", function (e) { document.body.setAttribute("data-error", e.message); });\
var seen = [], panel = document.getElementById("state");\
function look() { var n = document.querySelector(".source .now"); seen.push(panel.firstChild.textContent.split("\:")[0] + " line " + (n ? n.getAttribute("data-line") \: 0) + " " + document.querySelectorAll(".step.chosen").length); }\
function key(k) { document.dispatchEvent(new KeyboardEvent("keydown", {key\: k, bubbles\: true, cancelable\: true})); look(); }\
look(); key("ArrowDown"); key("j"); key("End"); key("ArrowDown"); key("k"); key("Home"); key("x");\
document.querySelectorAll("svg .step")[3].dispatchEvent(new MouseEvent("click", {bubbles\: true})); look();\
seen.push([].map.call(panel.querySelectorAll(".new"), function (e) { return e.textContent; }).join(","));\
document.querySelector(".source .hit").click(); look();\
document.querySelectorAll(".flow g[data-line]")[1].dispatchEvent(new MouseEvent("click", {bubbles\: true})); look();\
seen.push(document.querySelectorAll(".flow .reached").length > 1 \&\& document.querySelectorAll(".flow .taken").length > 1);\
document.body.setAttribute("data-seen", seen.join("|"));\
</script></body>:' "$tmp/unsafe.html" >"$tmp/tried.html"
open_page() {
    timeout 60 "$browser" --headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-component-update --disable-sync \
        --disable-dev-shm-usage --user-data-dir="$tmp/profile" --enable-logging=stderr --v=0 --virtual-time-budget=3000 "$@" 2>"$tmp/console"
}
if ! open_page --dump-dom "file://$tmp/tried.html" >"$tmp/dom" || [ ! -s "$tmp/dom" ]; then
    skip "the browser does not start here: $(grep -v -i dbus "$tmp/console" | tail -n 1)"
    finish
fi
# The run of two threads: both read the ticket (line 11), both count up (12), both wait (13).
want="at the start line 0 0|after step 1 of 6 line 11 1|after step 2 of 6 line 11 1|after step 6 of 6 line 13 1|after step 6 of 6 line 13 1|after step 5 of 6 line 13 1|at the start line 0 0|at the start line 0 0"
want="$want|after step 4 of 6 line 12 1|t = 3,at L13|after step 1 of 6 line 11 1|after step 1 of 6 line 12 1|true"
same "keys, clicks, marks" "$want" "$(sed -n 's/.*data-seen="\([^"]*\)".*/\1/p' "$tmp/dom" | head -n 1)"
if grep -q data-error= "$tmp/dom"; then not_ok "a script error"; else ok "no script error"; fi
for name in safe unknown; do
    open_page --dump-dom "file://$tmp/$name.html" >"$tmp/dom"
    same "$name: nothing on the console" "" "$(grep CONSOLE "$tmp/console")"
done
finish
