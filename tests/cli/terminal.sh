#!/bin/sh
# On a terminal: lines of at most 80 columns, verdicts in colour unless NO_COLOR or TERM=dumb; elsewhere neither.
. "$(dirname -- "$0")/lib.sh"

script -qec true /dev/null >/dev/null 2>&1 </dev/null || { skip "no script(1), or no pseudo-terminals, to make a terminal"; finish; }
escape=$(printf '\033[')
# Short names: a path is one word and cannot be broken into lines.
cp "$SRCDIR"/models/ticket.dr "$SRCDIR"/models/ticket_zero.dr "$SRCDIR"/models/ticket_nonatomic.dr "$tmp" && cd "$tmp" || exit 1
ticket=ticket.dr zero=ticket_zero.dr bug=ticket_nonatomic.dr

# on_terminal COLUMNS COMMAND: what a terminal of that width gets on standard output, in $tmp/seen.
on_terminal() {
    script -qec "stty cols $1 2>/dev/null; $2 2>/dev/null" /dev/null </dev/null 2>&1 | tr -d '\r' >"$tmp/seen"
}
# Characters, not bytes: continuation bytes of UTF-8 are not counted.
narrow() {
    if sed "s/$(printf '\033')\[[0-9;]*m//g" "$tmp/seen" | tr -d '\200-\277' | awk -v w="$2" 'length > w { print; bad = 1 } END { exit bad }' >"$tmp/wide"
    then ok "$1: at most $2 columns"; else not_ok "$1: $(head -n 1 "$tmp/wide")"; fi
}
# The words are the same as in a pipe, in the same order.
same_words() {
    tr -s ' \n' '\n\n' <"$tmp/seen" | grep -v '^[0-9.]*$' | sed "s/$(printf '\033')\[[0-9;]*m//g" >"$tmp/a"
    sh -c "$2" 2>/dev/null | tr -s ' \n' '\n\n' | grep -v '^[0-9.]*$' >"$tmp/b"
    if cmp -s "$tmp/a" "$tmp/b"; then ok "$1: nothing is lost"; else not_ok "$1: other words: $(diff "$tmp/a" "$tmp/b" | head -n 3)"; fi
}
for command in "verify $ticket" "verify $zero" "verify $bug" "explore -n 2 --depth=6 $bug" "abstract $ticket" \
    "explore --of=closure -n 2 $ticket" "help verify" "explain" "--help"; do
    on_terminal 80 "TERM=xterm '$PWQO' $command"
    narrow "$command" 80
    same_words "$command" "'$PWQO' $command"
done
# Every command, with what people would type, at 80 columns; its words of help, too.
cp "$SRCDIR"/models/abstract/bluetooth.dr blue.dr && cp "$SRCDIR"/models/closure/helper.dr "$SRCDIR"/models/two/*.tts . 2>/dev/null
cp "$SRCDIR"/contracts/simple_lock.dr contract.dr 2>/dev/null || cp "$(find "$SRCDIR/contracts" -name '*.dr' | sort | head -n 1)" contract.dr
printf '(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n(get-model)\n' >a.smt2
all_commands=$("$PWQO" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\)  .*/\1/p')
for command in $all_commands; do
    on_terminal 80 "TERM=xterm '$PWQO' help $command"
    narrow "help $command" 80
    case $command in
        verify) set -- "verify --engine=cover $zero" "verify --engine=cover helper.dr" "verify -v $ticket" ;;
        abstract) set -- "abstract --stage=closure $ticket" ;;
        conform) set -- "conform blue.dr" ;;
        modular) set -- "modular contract.dr" ;;
        explore) set -- "explore -n 2 --of=template --depth=6 $zero" ;;
        batch) set -- "batch $ticket $bug" ;;
        solve) set -- "solve a.smt2" ;;
        fmt) set -- "fmt $ticket" ;;
        lower) set -- "lower $ticket" ;;
        explain) set -- "explain closure-spurious" ;;
        new) set -- "new -" ;;
        help) set -- "help" ;;
        lsp | completion) set -- ;; # for programs, not for people
        *) not_ok "no example for the command $command"; set -- ;;
    esac
    for example; do
        on_terminal 80 "TERM=xterm '$PWQO' $example"
        [ -s "$tmp/seen" ] || not_ok "$example prints nothing"
        # a line of a file is shown as it stands there
        case $command in fmt | lower) continue ;; esac
        narrow "$example" 80
        "$PWQO" $example >"$tmp/piped" 2>/dev/null </dev/null
        if grep -qF "$escape" "$tmp/piped"; then not_ok "$example: colours in a pipe"; else ok "$example: no colour in a pipe"; fi
    done
done
on_terminal 50 "TERM=xterm '$PWQO' verify $zero"
narrow "a narrow terminal" 50
on_terminal 80 "TERM=xterm '$PWQO' verify --engine=cover -q $ticket $zero $bug"
for want in "32mSAFE" "33mUNKNOWN" "31mUNSAFE"; do
    if grep -qF "$want" "$tmp/seen"; then ok "colour: $want"; else not_ok "no colour: $want"; fi
done
colourless() { if grep -qF "$escape" "$tmp/seen"; then not_ok "$1: colours"; else ok "$1: no colour"; fi; }
on_terminal 80 "TERM=xterm NO_COLOR=1 '$PWQO' verify -q $ticket"
colourless "NO_COLOR"
on_terminal 80 "TERM=xterm NO_COLOR=1 '$PWQO' batch $ticket"
colourless "NO_COLOR batch"
on_terminal 80 "TERM=dumb '$PWQO' verify -q $ticket"
colourless "TERM=dumb"
"$PWQO" verify "$ticket" >"$tmp/seen"
colourless "a pipe"
finish
