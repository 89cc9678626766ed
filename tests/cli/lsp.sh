#!/bin/sh
# The language server as a process, and the words of the editors' syntax files.
. "$(dirname -- "$0")/lib.sh"

message() { printf 'Content-Length: %d\r\n\r\n%s' "${#1}" "$1"; }
session() {
    message '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}'
    message '{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///x.dr","text":"shared int s = zz;\n"}}}'
    message '{"jsonrpc":"2.0","id":2,"method":"shutdown"}'
    message '{"jsonrpc":"2.0","method":"exit"}'
}
session | timeout 20 "$PWQO" lsp >"$tmp/out" 2>"$tmp/err"
code=$?
[ "$code" = 0 ] && ok "a session ends with 0" || not_ok "a session ends with $code"
prints "it says what it can" '"hoverProvider":true'
prints "it says what is wrong" "undeclared"
silent "it is silent otherwise"
session | head -c 200 | timeout 20 "$PWQO" lsp >"$tmp/out" 2>"$tmp/err"
[ $? = 65 ] && ok "an input that ends early" || not_ok "an input that ends early is not told"
head -c 100000 /dev/urandom | timeout 20 "$PWQO" lsp >"$tmp/out" 2>"$tmp/err"
[ $? = 0 ] && ok "noise" || not_ok "noise"

# Every word of the language is in every syntax file, and no other.
words=$(sed -n '/define PW_KEYWORDS/,/^$/s/.*"\([a-z]*\)").*/\1/p' "$SRCDIR/src/front/dr/lexer.h" | sort | tr '\n' ' ')
for file in contrib/vim/syntax/dr.vim contrib/emacs/dr-mode.el contrib/vscode/syntaxes/dr.tmLanguage.json; do
    for word in $words; do
        grep -qw -- "$word" "$SRCDIR/$file" || not_ok "$file does not have '$word'"
    done
    ok "$file has the words of the language"
done

# Neovim, where it is: the server starts and its diagnostics arrive.
if command -v nvim >/dev/null; then
    printf 'shared int s = zz;\n' >"$tmp/x.dr"
    cat >"$tmp/init.lua" <<END
vim.opt.runtimepath:append("$SRCDIR/contrib/vim")
vim.filetype.add({ extension = { dr = "dr" } })
require("pwqo").setup({ cmd = { "$PWQO", "lsp" } })
END
    timeout 60 nvim --headless -u "$tmp/init.lua" "$tmp/x.dr" -c "lua vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end)" \
        -c "lua io.stdout:write('diagnostics ' .. #vim.diagnostic.get(0))" -c "qa!" >"$tmp/out" 2>&1
    prints "Neovim shows the error" "diagnostics 1"
else
    skip "no nvim"
fi
if command -v emacs >/dev/null; then
    if emacs --batch -L "$SRCDIR/contrib/emacs" --eval '(setq byte-compile-error-on-warn t)' --eval "(setq byte-compile-dest-file-function (lambda (_) \"$tmp/dr.elc\"))" \
        -f batch-byte-compile "$SRCDIR/contrib/emacs/dr-mode.el" >"$tmp/out" 2>&1; then ok "Emacs compiles the mode"; else not_ok "Emacs: $(tail -n 3 "$tmp/out")"; fi
    # A session with the server, as M-x eglot starts it (in Emacs 29; in Debian's 28 by elpa-eglot): an error arrives, the layout is asked for.
    cat >"$tmp/session.el" <<'END'
(package-initialize)
(unless (require 'eglot nil t) (princ "no eglot\n") (kill-emacs 0))
(require 'dr-mode)
(setq eglot-sync-connect 20 eglot-connect-timeout 20)
(with-current-buffer (find-file-noselect (car command-line-args-left))
  (apply #'eglot (eglot--guess-contact))
  (let ((until (+ (float-time) 20)))
    (while (and (< (float-time) until) (null (flymake-diagnostics)))
      (accept-process-output nil 0.1)
      (flymake-start)))
  (princ (format "diagnostics %s\n" (mapcar #'flymake-diagnostic-text (flymake-diagnostics))))
  (erase-buffer)
  (insert "shared int s = 1;\nthread t { s   =   2; }\n")
  (eglot-format-buffer)
  (princ (buffer-string))
  (set-buffer-modified-p nil)
  (kill-emacs 0))
END
    printf 'shared int s = zz;\n' >"$tmp/y.dr"
    PATH=$(cd "$(dirname -- "$PWQO")" && pwd):$PATH HOME=$tmp timeout 100 emacs --batch --no-init-file -L "$SRCDIR/contrib/emacs" -l "$tmp/session.el" "$tmp/y.dr" >"$tmp/out" 2>"$tmp/err"
    if grep -q "no eglot" "$tmp/out"; then
        skip "no eglot"
    else
        prints "Emacs shows the error" "undeclared name 'zz'"
        prints "Emacs lays out by the server" "thread t { s = 2; }"
    fi
else
    skip "no emacs"
fi
finish
