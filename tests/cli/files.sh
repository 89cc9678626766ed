#!/bin/sh
# Input that cannot be read, or is no model: a clear message and the right code, from every command that reads files.
. "$(dirname -- "$0")/lib.sh"

: >"$tmp/empty"
head -c 100000 /dev/urandom >"$tmp/garbage"
printf 'shared int x = 0;\000\000 thread t { x = 1; }\n' >"$tmp/nul"
head -c 100000000 /dev/zero | tr '\0' a >"$tmp/long"
head -c 3000000 /dev/zero | tr '\0' '(' >"$tmp/deep"

# allowed NAME "CODES" ARGUMENT...: one of these codes, within a minute, and a message if it is an error.
allowed() {
    name=$1 codes=$2
    shift 2
    timeout 60 "$PWQO" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
    code=$?
    case " $codes " in
    *" $code "*) if [ "$code" -ge 64 ] && [ ! -s "$tmp/err" ]; then not_ok "$name: no message"; else ok "$name"; fi ;;
    *) not_ok "$name: exit $code, not one of $codes: $(head -c 300 "$tmp/err")" ;;
    esac
}

# try COMMAND ENDING OPTION...
try() {
    available "$1" || { skip "$1 is not there"; return; }
    command=$1 ending=$2
    shift 2
    gives "$command: missing file" 66 "$command" "$@" "$tmp/no/such/file.$ending"
    says "$command: missing file is named" "no/such/file.$ending"
    says "$command: missing file: why" "No such file or directory"
    mkdir -p "$tmp/directory.$ending"
    gives "$command: directory" 66 "$command" "$@" "$tmp/directory.$ending"
    says "$command: directory: why" "Is a directory"
    ln -sf /proc/self/mem "$tmp/unreadable.$ending"
    gives "$command: unreadable file" 66 "$command" "$@" "$tmp/unreadable.$ending"
    ln -sf "loop.$ending" "$tmp/loop.$ending"
    gives "$command: link to itself" 66 "$command" "$@" "$tmp/loop.$ending"
    for kind in empty garbage nul long deep; do
        ln -sf "$tmp/$kind" "$tmp/$kind.$ending"
        echo "1|0,0" >"$tmp/$kind.prop"
    done
    gives "$command: garbage" 65 "$command" "$@" "$tmp/garbage.$ending"
    gives "$command: NUL bytes" 65 "$command" "$@" "$tmp/nul.$ending"
    gives "$command: nothing but (" 65 "$command" "$@" "$tmp/deep.$ending"
    gives "$command: 100 MB of one line" 65 "$command" "$@" "$tmp/long.$ending"
    if [ "$(wc -c <"$tmp/err")" -lt 20000 ]; then ok "$command: 100 MB: short message"; else not_ok "$command: 100 MB: $(wc -c <"$tmp/err") bytes of message"; fi
    if LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177]')" "$tmp/err"; then not_ok "$command: control characters in the message"; else ok "$command: no control characters"; fi
}

try verify dr
try abstract dr
try fmt dr
try explore dr -n 2
try solve smt2
available verify && {
    try verify drt
    try verify tts
    try verify spec
    for ending in dr drt tts spec; do
        gives "verify: empty .$ending" 65 verify "$tmp/empty.$ending"
        says "verify: empty .$ending is named" "empty.$ending"
    done
    gives "verify: empty standard input" 65 verify -
    says "verify: empty standard input is named" "<stdin>:1:1"
    "$PWQO" verify - <&- 2>"$tmp/err"
    code=$?
    if [ "$code" = 66 ]; then ok "verify: closed standard input"; else not_ok "verify: closed standard input: exit $code"; fi
    "$PWQO" verify -q - <"$SRCDIR/models/ticket.dr" >"$tmp/out"
    code=$?
    if [ "$code" = 0 ]; then ok "verify: standard input"; else not_ok "verify: standard input: exit $code"; fi
    cp "$tmp/empty" "$tmp/alone.tts"
    gives "verify: .tts without .prop" 66 verify "$tmp/alone.tts"
    says "verify: .tts without .prop: says which" "alone.prop"
    gives "verify: an ending that is none of ours" 65 verify "$tmp/garbage"
}

# Files of other kinds are named as such, not read as programs.
for ending in tts spec pnml lola drt c; do echo 'x' >"$tmp/kind.$ending"; done
refused() {
    ending=$1 command=$2
    shift 2
    gives "$command: .$ending is refused" 65 "$command" "$@" "$tmp/kind.$ending"
    says "$command: .$ending is named" "kind.$ending: pwqo $command takes no .$ending files"
}
for ending in tts spec pnml lola; do
    for command in fmt lower abstract conform modular; do refused $ending $command; done
    refused $ending explore -n 2
done
for command in fmt lower conform modular; do refused drt $command; done
refused c modular
available fmt && allowed "fmt: empty file" "0 65" fmt "$tmp/empty.dr"
available solve && allowed "solve: empty file" "0 65" solve "$tmp/empty.smt2"
finish
