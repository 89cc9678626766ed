# compiled FILE TRUTH FLAG...: FILE compiles without a warning, and runs: a safe program does not fail an assertion and does not crash
# in the first moments (many programs run for ever).
compiled() {
    file=$1 truth=$2
    shift 2
    command -v gcc >/dev/null || return 0
    gcc -std=gnu11 -pthread "$@" -o "$tmp/a.out" "$file" 2>"$tmp/err" || { not_ok "$file does not compile: $(head -n 3 "$tmp/err")"; return; }
    timeout 0.3 "$tmp/a.out" </dev/null >/dev/null 2>&1
    case $truth:$? in safe:134 | safe:139 | safe:136 | *:126 | *:127) not_ok "$file does not run" ;; esac
}
