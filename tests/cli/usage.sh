#!/bin/sh
# The command line itself: what is refused, what is suggested, what --help and --version say.
. "$(dirname -- "$0")/lib.sh"

gives "no arguments" 64
says "no arguments: points to the help" "--help"
says "no arguments: the commands" "decide for any number of threads"
gives "an unknown command" 64 frobnicate
says "an unknown command is named" "unknown command 'frobnicate'"
gives "a misspelt command" 64 hepl
says "a misspelt command: suggestion" "did you mean 'help'?"
gives "an unknown option" 64 help --frobnicate
says "an unknown option is named" "unknown option '--frobnicate'"
gives "an unknown letter" 64 help -Z
gives "a misspelt option" 64 help --time-limt=3
says "a misspelt option: suggestion" "did you mean '--time-limit'?"
gives "an unknown option before the command" 64 --frobnicate help
gives "an option without value" 64 help --time-limit
says "an option without value: says which" "--time-limit=SECONDS"
gives "a letter without value" 64 help -D
gives "a value where none is taken" 64 help --json=yes
for value in -1 x '' 1e9 nan 99999999999 '1 '; do
    gives "--time-limit='$value'" 64 help "--time-limit=$value"
    gives "--memory-limit='$value'" 64 help "--memory-limit=$value"
done
gives "too many files" 64 help help help
says "too many files: names the first" "'help'"
gives "a command that help does not know" 64 help frobnicate

gives "--help" 0 --help
prints "--help has the commands" "Commands:"
prints "--help has the exit codes" "74"
gives "-h" 0 -h
gives "help" 0 help
gives "help help" 0 help help
gives "--version" 0 --version
prints "--version names the program" "pwqo "
silent "--version is silent otherwise"
gives "options before the command" 0 -q --time-limit 9 help
gives "options after the command" 0 help -qv --time-limit=9 --memory-limit=100 --json -DA=1 -D B=2
gives "-- ends options" 64 help -- --help

# Every command that is listed has a help that lists its options, and refuses what is not there.
for command in $("$PWQO" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\)  .*/\1/p'); do
    gives "$command --help" 0 "$command" --help
    prints "$command --help has a synopsis" "Usage: pwqo $command"
    gives "$command: unknown option" 64 "$command" --no-such-option
    case $command in help | explain | lsp) continue ;; esac
    gives "$command: no file" 64 "$command"
done

# The object that a command prints begins alike, whichever command it is.
version=$("$PWQO" --version | sed -n '1s/^pwqo \([0-9.]*\).*/\1/p')
for words in "models/teardown.dr verify" "models/teardown.dr explore -n 2" "models/templates/swap.drt explore --of=template -n 2" \
    "contracts/simplelock.dr modular" "models/abstract/example.dr conform" "models/abstract/ttas.dr conform --propose=client"; do
    file=$SRCDIR/${words%% *}
    # shellcheck disable=SC2086
    run ${words#* } --json "$file"
    if grep -qF "{\"tool\":\"pwqo\",\"version\":\"$version\",\"file\":\"$file\"," "$tmp/out"; then
        ok "JSON of ${words#* } begins with tool, version and file"
    else
        not_ok "JSON of ${words#* } begins with $(head -c 80 "$tmp/out")"
    fi
done
finish
