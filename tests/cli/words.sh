#!/bin/sh
# The first minutes: the page without a command, its examples, explain, new, completion.
. "$(dirname -- "$0")/lib.sh"

# Every command has an example that works, beside the folders models and contracts.
ln -s "$(cd "$SRCDIR" && pwd)/models" "$(cd "$SRCDIR" && pwd)/contracts" "$tmp"
mkdir "$tmp/bin" "$tmp/new"
ln -s "$PWQO" "$tmp/bin/pwqo"
gives "no command" 64
cp "$tmp/err" "$tmp/start"
sed -n 's/^ \{10,\}\(pwqo .*\)/\1/p' "$tmp/start" >"$tmp/examples"
commands=$("$PWQO" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\)  .*/\1/p')
for command in $commands; do
    if grep -q "pwqo $command" "$tmp/examples"; then ok "$command has an example"; else not_ok "$command: no example"; fi
done
while read -r line; do
    (cd "$tmp" && PATH=$tmp/bin:$PATH timeout 120 sh -c "$line") >"$tmp/out" 2>&1 </dev/null
    code=$?
    case $code in 0 | 5) ok "example: $line" ;; *) not_ok "example: $line: exit $code" ;; esac
done <"$tmp/examples"
narrow() { if awk 'length > 80 { exit 1 }' "$2"; then ok "$1: 80 columns"; else not_ok "$1: a line is longer than 80 columns"; fi; }
narrow "the first page" "$tmp/start"

# Every reason that the program can give is explained; so are the words the explanations point to.
reasons() { sed -n "/^const char \\*$2(/,/^}/p" "$SRCDIR/src/$1" | sed -n 's/.*return "\([^"]*\)".*/\1/p'; }
reasons engine/verdict.c pw_verdict_reason >"$tmp/reasons"
reasons base/guard.c pw_guard_reason | grep -vE '^(finished|budget|turn|done|unknown)$' >>"$tmp/reasons"
grep 'reason = ' "$SRCDIR/src/cli/cmd_modular.c" | grep -o '"[^"]*"' | tr -d '"' >>"$tmp/reasons"
sed -n 's/.*"conforms", "\([^"]*\)".*/\1/p' "$SRCDIR/src/report/conform_print.c" >>"$tmp/reasons"
grep -qx annotation-refuted "$tmp/reasons" && grep -qx does-not-conform "$tmp/reasons" && ok "so are those of other commands" || not_ok "reasons of modular and conform are not found"
[ "$(wc -l <"$tmp/reasons")" -ge 11 ] && ok "reasons are found in the sources" || not_ok "reasons are not found in the sources"
"$PWQO" explain >"$tmp/list"
narrow "the list of words" "$tmp/list"
cut -c1-26 "$tmp/list" | sed 's/ *$//' | grep . >"$tmp/words"
while read -r word; do
    gives "explain $word" 0 explain "$word"
    prints "explain $word: what to do" "$word: "
done <"$tmp/reasons"
# Every heading of a report, and every technical word of what engines say, is explained.
sed -n 's/.*\(list\|entry\)(out, "\([a-z ]*\)".*/\2/p' "$SRCDIR/src/report/verdict/verdict_text.c" | sed 's/^predicates$/predicate/' | sort -u >"$tmp/headings"
[ "$(wc -l <"$tmp/headings")" -ge 12 ] && ok "headings are found in the sources" || not_ok "headings are not found in the sources"
while read -r word; do gives "explain the heading $word" 0 explain "$word"; done <"$tmp/headings"
for word in context "last writer" view fact "counting invariant" "minimal element" abstraction closure predicate inter-thread single-thread template \
    "sequentially consistent" "mathematical integers" "local state" certificate thread-modular; do
    gives "explain $word" 0 explain "$word"
done
: >"$tmp/near"
while read -r word; do
    "$PWQO" explain "$word" >"$tmp/text" || not_ok "explain $word"
    awk 'length > 80 { exit 1 }' "$tmp/text" || not_ok "explain $word: a line is longer than 80 columns"
    sed -n '/See also: /,$s/.*See also: *//p' "$tmp/text" | tr ',' '\n' | sed 's/^ *//' | grep . >>"$tmp/near"
    grep -q "| \`$word\` |" "$SRCDIR/doc/manual.md" || not_ok "doc/manual.md does not have the word $word"
done <"$tmp/words"
missing=$(sort -u "$tmp/near" | grep -vxFf "$tmp/words" | tr '\n' ' ')
if [ -z "$missing" ]; then ok "every word that is pointed to is there"; else not_ok "no word: $missing"; fi
gives "a misspelt word" 64 explain closure-spurios
says "a misspelt word: suggestion" "did you mean 'closure-spurious'?"
gives "a word in capitals" 0 explain UNSAFE
gives "a word with an underscore" 0 explain closure_spurious

# new: what it writes is proved and is in canonical layout; a file that is there stays.
gives "new" 0 new "$tmp/new/lock.dr"
gives "new: is proved" 0 verify "$tmp/new/lock.dr"
"$PWQO" fmt "$tmp/new/lock.dr" | cmp -s - "$tmp/new/lock.dr" && ok "new: canonical layout" || not_ok "new: fmt changes it"
narrow "new" "$tmp/new/lock.dr"
echo mine >"$tmp/mine.dr"
gives "new: a file that is there" 74 new "$tmp/mine.dr"
[ "$(cat "$tmp/mine.dr")" = mine ] && ok "new: the file that was there is unchanged" || not_ok "new: overwrote a file"
gives "new: another ending" 64 new "$tmp/lock.c"
gives "new: no such folder" 74 new "$tmp/no/lock.dr"
gives "new -" 0 new -
cmp -s "$tmp/out" "$tmp/new/lock.dr" && ok "new -: the same model" || not_ok "new -: another model"

# completion: each script has every command and every option, and the shell that is there takes it.
for shell in bash zsh fish; do
    gives "completion $shell" 0 completion $shell
    cp "$tmp/out" "$tmp/pwqo.$shell"
    for command in $commands; do
        grep -qw "$command" "$tmp/pwqo.$shell" || not_ok "completion $shell: no $command"
        for option in $("$PWQO" "$command" --help | sed -n 's/^ .* --\([a-z-]*\).*/\1/p'); do
            grep -qE -- "(--|-l )$option" "$tmp/pwqo.$shell" || not_ok "completion $shell: no --$option"
        done
    done
    command -v $shell >/dev/null || { skip "no $shell"; continue; }
    case $shell in bash | zsh) $shell -n "$tmp/pwqo.$shell" ;; fish) fish --no-execute "$tmp/pwqo.fish" ;; esac &&
        ok "completion $shell: read by the shell" || not_ok "completion $shell: the shell does not take it"
done
gives "completion of another shell" 64 completion tcsh

# complete WORDS...: what bash offers for the last of them.
complete() {
    bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _pwqo; printf "%s\n" "${COMPREPLY[@]}"' - "$tmp/pwqo.bash" "$@"
}
# offers NAME WANTED WORDS...
offers() {
    name=$1 wanted=$2
    shift 2
    got=$(complete "$@" | tr '\n' ' ')
    if [ "$got" = "$wanted " ]; then ok "bash: $name"; else not_ok "bash: $name: '$got'"; fi
}
if command -v bash >/dev/null; then
    offers "a command" "verify" pwqo ver
    offers "an option of the command" "--engine=" pwqo verify --eng
    offers "no option of another command" "" pwqo fmt --eng
    offers "an option of every command" "--json" pwqo fmt --js
    offers "values after =" "witness paper sharp" pwqo verify --closure =
    offers "a value" "paper" pwqo verify --closure = pa
    offers "a value as a word" "paper" pwqo verify --closure pa
    offers "help" "explore explain" pwqo help expl
fi

# What zsh offers in a terminal of its own: the line is typed, then the list of choices is asked for.
cat >"$tmp/ask.zsh" <<'END'
zmodload zsh/zpty
seen=''
wait_for() {
    local chunk i
    for ((i = 0; i < 400; i++)); do
        while zpty -r -t z chunk; do seen+=$chunk; done
        [[ $seen != *$1* ]] || return 0
        sleep 0.05
    done
}
zpty z 'zsh -f -i'
zpty -w z "PROMPT=''; stty columns 200; autoload -Uz compinit; compinit -u -D; LISTMAX=0; source $1; bindkey '^X' list-choices; bindkey '^G' send-break; print READ''Y"
wait_for READY
for line in "${@:2}"; do
    seen=''
    zpty -w -n z "$line"$'\C-x'"#"
    wait_for '#'
    print -r -- "[$line] ${seen//$'\n'/ }"
    zpty -w -n z $'\C-u'
done
zpty -d z
END
zsh_offers() {
    if grep -F "[$2]" "$tmp/zsh" | grep -qE -- "$3"; then ok "zsh: $1"; else not_ok "zsh: $1: $(grep -F "[$2]" "$tmp/zsh" | head -c 300)"; fi
}
if command -v zsh >/dev/null && zsh -fc 'zmodload zsh/zpty' 2>/dev/null; then
    timeout 120 zsh -f "$tmp/ask.zsh" "$tmp/pwqo.zsh" 'pwqo ver' 'pwqo verify --eng' 'pwqo fmt --eng' 'pwqo verify --closure=' 'pwqo explain clos' 'pwqo completion ' 'pwqo verify -q' |
        sed 's/[[:cntrl:]]\[[0-9;?]*[a-zA-Z]//g' | tr -d '\r' >"$tmp/zsh"
    zsh_offers "a command" 'pwqo ver' 'verify +-- decide'
    zsh_offers "an option of the command" 'pwqo verify --eng' '--engine +-- which engine'
    if grep -F '[pwqo fmt --eng]' "$tmp/zsh" | grep -q 'which engine'; then not_ok "zsh: an option of another command"; else ok "zsh: no option of another command"; fi
    zsh_offers "values after =" 'pwqo verify --closure=' 'paper +sharp +witness'
    zsh_offers "words to explain" 'pwqo explain clos' 'closure +closure-spurious'
    zsh_offers "shells" 'pwqo completion ' 'bash +fish +zsh'
    zsh_offers "a letter" 'pwqo verify -q' '-h +-- print this help'
else
    skip "no zsh: its completion is not tried"
fi

fish_offers() {
    got=$(HOME=$tmp XDG_CONFIG_HOME=$tmp XDG_DATA_HOME=$tmp timeout 60 fish -N -c "source $tmp/pwqo.fish; complete -C '$2'" | cut -f 1 | tr '\n' ' ')
    if [ "$got" = "$3" ]; then ok "fish: $1"; else not_ok "fish: $1: '$got'"; fi
}
if command -v fish >/dev/null; then
    fish_offers "a command" 'pwqo ver' 'verify '
    fish_offers "an option of the command" 'pwqo verify --eng' '--engine '
    fish_offers "no option of another command" 'pwqo fmt --eng' ''
    fish_offers "values after =" 'pwqo verify --closure=' '--closure=paper --closure=sharp --closure=witness '
    fish_offers "words to explain" 'pwqo explain closu' 'closure closure-spurious '
    fish_offers "shells" 'pwqo completion ' 'bash fish zsh '
else
    skip "no fish: its completion is not tried"
fi
finish
