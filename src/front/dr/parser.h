/* parser.h -- tokens to syntax tree: recursive descent with a depth limit and panic-mode recovery.
 *
 * After an error the rest of the statement or declaration is skipped and nothing is reported until
 * the parser is in step again. On errors the tree is incomplete and must not be used further. The
 * grammar is in doc/language.md; each rule has a function. */
#ifndef PW_FRONT_DR_PARSER_H
#define PW_FRONT_DR_PARSER_H

#include "front/dr/ast.h"
#include "front/dr/lexer.h"

/* Parses all tokens into *ast (initialised here, cleared by the caller); sets the tokens' marks.
 * Returns false if anything was reported. */
bool pw_parser_run(struct pw_lexer *x, struct pw_ast *ast);
void pw_parser_clear(struct pw_ast *ast);

/* Shared by the parser's files. */
struct pw_parser {
    struct pw_lexer *x;
    struct pw_ast *ast;
    uint32_t at;    /* current token */
    bool panic;     /* an error was reported and the parser is not yet in step */
    bool give_up;   /* nothing more can be made of this file */
    unsigned depth; /* of nesting */
    unsigned indent;
    bool returns_value;
    /* a word was met that starts a declaration of the file: leave all blocks */
    bool to_top;
    int32_t thread;   /* number of the thread around, or -1; in an abstract thread 0 */
    int32_t abstract; /* number of the abstract thread around, or -1 */
    struct pw_ast_pred **last_pred, **last_init, **last_invariant;
    bool counts; /* count(L) is a term here */
    bool pair;   /* an `unsafe` that is a formula */
};

struct pw_token *pw_parser_now(struct pw_parser *p);
bool pw_parser_is(struct pw_parser *p, enum pw_token_kind kind);
bool pw_parser_accept(struct pw_parser *p, enum pw_token_kind kind);
/* Takes the token or reports "expected ... , found ...". `after` may be NULL. */
bool pw_parser_expect(struct pw_parser *p, enum pw_token_kind kind, const char *after);
struct pw_ast_name pw_parser_name(struct pw_parser *p, const char *what);
void pw_parser_fail(struct pw_parser *p, uint32_t token, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void pw_parser_unexpected(struct pw_parser *p, const char *expected, const char *hint);
bool pw_parser_enter(struct pw_parser *p); /* one level deeper; false (and reported) at the limit */
void pw_parser_leave(struct pw_parser *p);
void *pw_parser_new(struct pw_parser *p, size_t size); /* zeroed */

struct pw_ast_expr *pw_parser_expr(struct pw_parser *p); /* never NULL */
struct pw_ast_expr *pw_parser_primary(struct pw_parser *p);
/* the same, a conjunction: without || => ?: outside of parentheses; for `unsafe` */
struct pw_ast_expr *pw_parser_conjunction(struct pw_parser *p);
void pw_parser_mixed(struct pw_parser *p); /* counts and formulas in one conjunction: reported */
/* is the token here this word? */
bool pw_parser_word(struct pw_parser *p, const char *word);
/* does every(...) or some(...) start here? */
bool pw_parser_quantifier(struct pw_parser *p);
/* does the file declare a procedure with the name of token t? */
bool pw_parser_names_proc(struct pw_parser *p, const struct pw_token *t);
/* the same as expr, without comparisons and connectives */
struct pw_ast_expr *pw_parser_sum(struct pw_parser *p);
/* x, t.x, other.x, ...; *at: it is at(L) */
bool pw_parser_ref(struct pw_parser *p, struct pw_ast_ref *ref, bool *at);
/* [e] after the name of an array, or NULL if there is none */
struct pw_ast_expr *pw_parser_cell(struct pw_parser *p);
/* [e] (NAME): the number of values of an index and its name; pre: a bracket is here */
struct pw_ast_expr *pw_parser_index(struct pw_parser *p, struct pw_ast_name *index);
/* a name and its cell */
struct pw_ast_name pw_parser_target(struct pw_parser *p, const char *what);
void pw_parser_predicate(struct pw_parser *p);
/* is the word here `invariant`, in front of a formula? Marks it. */
struct pw_stmt *pw_parser_statements(struct pw_parser *p);
struct pw_stmt *pw_parser_block(struct pw_parser *p, const char *what);
void pw_parser_sync(struct pw_parser *p); /* skip to the end of the statement */

#endif
