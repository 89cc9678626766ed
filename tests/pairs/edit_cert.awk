# edit_cert.awk -- makes one change to a certificate of a pair invariant, chosen by -v seed=N, and writes it without its last line (the
# checksum). The number of lines of each section is set right again. -v kind=fact: a fact of a key is taken away, nothing else.
function random(n) { state = (state * 1103515245 + 12345) % 2147483648; return int(state / 65536) % n }
function words_of(i) { return split(line[i], w, " ") }
function join_words(n, out, k) { out = ""; for (k = 1; k <= n; k++) if (w[k] != "") out = out (out == "" ? "" : " ") w[k]; return out }
# a line of the section, or 0
function any(name) { return size[name] ? first[name] + random(size[name]) : 0 }
function drop(name, i, k) { if (!i) return; for (k = i; k < lines; k++) { line[k] = line[k + 1] } lines--; size[name]--; line[head[name]] = name " " size[name]; shift(name) }
function shift(name, s) { for (s in head) if (head[s] > head[name]) { head[s]--; first[s]-- } }
function drop_fact(i, n, k) {
    i = any("keys"); if (!i) return 0
    n = words_of(i); if (n < 4) return 0
    k = 4 + random(n - 3); w[k] = ""; line[i] = join_words(n); return 1
}
# another number for one of the words
function nudge(name, i, n, k) {
    i = any(name); if (!i) return 0
    n = words_of(i); k = 1 + random(n)
    if (w[k] ~ /^-?[0-9]+$/) w[k] = w[k] + (random(2) ? 1 : -1)
    else if (w[k] ~ /^[0-9]+:-?[0-9]+$/) { split(w[k], p, ":"); w[k] = p[1] ":" (p[2] + (random(2) ? 1 : -1)) }
    else if (w[k] ~ /^(le|lt|ge|gt|eq|ne)$/) w[k] = random(2) ? "le" : "ge"
    else if (w[k] == "?") w[k] = ""
    else w[k] = random(2) ? "true" : w[k]
    line[i] = join_words(n); return 1
}
function is_section(name) { return name ~ /^(sigmas|views|moves|terms|keys|counts|tallies|starts|bad|leaving)$/ }
{ line[++lines] = $0; if (NF == 2 && is_section($1) && $2 ~ /^[0-9]+$/) { head[$1] = lines; first[$1] = lines + 1; size[$1] = $1 == "leaving" ? 0 : $2 } }
END {
    lines-- # the checksum
    state = seed; random(2); random(2)
    if (kind == "fact") done = drop_fact()
    else {
        split("moves terms keys counts tallies starts bad", names, " ")
        for (times = 1 + random(2); times > 0; times--) {
            name = names[1 + random(7)]; what = random(6)
            if (what == 0) drop(name, any(name))
            else if (what == 1) drop_fact()
            else if (what == 2) drop("keys", any("keys"))
            else if (what == 3) { i = any("moves"); if (i) { n = words_of(i); for (k = 6; k <= n; k++) w[k] = ""; w[6] = "?"; line[i] = join_words(n < 6 ? 6 : n) } }
            else nudge(name)
        }
        if (leaving != "") line[head["leaving"]] = "leaving " leaving
        done = 1
    }
    for (i = 1; i <= lines; i++) print line[i]
    exit !done
}
