;;; dr-mode.el --- editing .dr files, the programs of pwqo  -*- lexical-binding: t; -*-

;;; Commentary:
;; (require 'dr-mode); Emacs 29 or later, or 28 with the package eglot: M-x eglot starts the language server, M-x dr-verify verifies the text.

;;; Code:
(defconst dr-mode-words
  (regexp-opt '("assert" "assume" "atomic" "break" "const" "continue" "else" "exit" "goto" "havoc" "if" "init" "local" "lock"
                "predicate" "proc" "return" "shared" "skip" "thread" "unlock" "unsafe" "while") 'symbols))
(defconst dr-mode-types (regexp-opt '("bool" "int" "mutex") 'symbols))
(defconst dr-mode-functions (regexp-opt '("at" "cas" "count" "max" "min" "other") 'symbols))
(defconst dr-mode-constants (regexp-opt '("false" "true") 'symbols))

(defvar dr-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?_ "_" table)
    table))

;;;###autoload
(define-derived-mode dr-mode prog-mode "dr"
  "Major mode for .dr files."
  (setq-local comment-start "// ")
  (setq-local comment-end "")
  (setq-local indent-tabs-mode nil)
  (setq-local font-lock-defaults
              `(((,dr-mode-words . font-lock-keyword-face)
                 (,dr-mode-types . font-lock-type-face)
                 (,dr-mode-functions . font-lock-function-name-face)
                 (,dr-mode-constants . font-lock-constant-face)
                 ("^[ \t]*\\([[:alpha:]_][[:alnum:]_]*\\):" 1 font-lock-constant-face)))))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.dr\\'" . dr-mode))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(dr-mode . ("pwqo" "lsp"))))

(declare-function eglot-current-server "eglot")
(declare-function eglot-execute-command "eglot")
(declare-function eglot-path-to-uri "eglot")

(defun dr-verify ()
  "Verify the text of this buffer."
  (interactive)
  (eglot-execute-command (eglot-current-server) 'pwqo.verify
                         (vector (eglot-path-to-uri (buffer-file-name)))))

(provide 'dr-mode)
;;; dr-mode.el ends here
