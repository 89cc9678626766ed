/* lexer.h -- tokens and comments of a `.dr` text.
 *
 * The whole text becomes an array of tokens, ended by one END token, and an array of comments, each
 * of which knows the token it stands before; so the parser may look ahead freely and the formatter
 * loses nothing. Names are interned. Errors (characters that do not belong, unfinished comments,
 * malformed numbers) are reported and repaired, so the array is always usable. */
#ifndef PW_FRONT_DR_LEXER_H
#define PW_FRONT_DR_LEXER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/source.h"
#include "base/table.h"
#include "base/vec.h"

/* X(kind, text): the words and signs of the language. Words first; the order within does not
 * matter. */
#define PW_KEYWORDS(X)                                                                             \
    X(ASSERT, "assert")                                                                            \
    X(ASSUME, "assume")                                                                            \
    X(AT, "at")                                                                                    \
    X(ATOMIC, "atomic")                                                                            \
    X(BOOL, "bool")                                                                                \
    X(BREAK, "break")                                                                              \
    X(CAS, "cas")                                                                                  \
    X(CONST, "const")                                                                              \
    X(CONTINUE, "continue")                                                                        \
    X(COUNT, "count")                                                                              \
    X(ELSE, "else")                                                                                \
    X(EXIT, "exit")                                                                                \
    X(FALSE, "false")                                                                              \
    X(GOTO, "goto")                                                                                \
    X(HAVOC, "havoc")                                                                              \
    X(IF, "if")                                                                                    \
    X(INIT, "init")                                                                                \
    X(INT, "int")                                                                                  \
    X(LOCAL, "local")                                                                              \
    X(LOCK, "lock")                                                                                \
    X(MAX, "max")                                                                                  \
    X(MIN, "min")                                                                                  \
    X(MUTEX, "mutex")                                                                              \
    X(OTHER, "other")                                                                              \
    X(PREDICATE, "predicate")                                                                      \
    X(PROC, "proc")                                                                                \
    X(RETURN, "return")                                                                            \
    X(SHARED, "shared")                                                                            \
    X(SKIP, "skip")                                                                                \
    X(THREAD, "thread")                                                                            \
    X(TRUE, "true")                                                                                \
    X(UNLOCK, "unlock")                                                                            \
    X(UNSAFE, "unsafe")                                                                            \
    X(WHILE, "while")

#define PW_SIGNS(X)                                                                                \
    X(LPAREN, "(")                                                                                 \
    X(RPAREN, ")")                                                                                 \
    X(LBRACE, "{")                                                                                 \
    X(RBRACE, "}")                                                                                 \
    X(LBRACKET, "[")                                                                               \
    X(RBRACKET, "]")                                                                               \
    X(SEMI, ";")                                                                                   \
    X(COMMA, ",")                                                                                  \
    X(COLON, ":")                                                                                  \
    X(QUESTION, "?")                                                                               \
    X(DOTDOT, "..")                                                                                \
    X(DOT, ".")                                                                                    \
    X(ARROW, "=>")                                                                                 \
    X(EQ, "==")                                                                                    \
    X(ASSIGN, "=")                                                                                 \
    X(NE, "!=")                                                                                    \
    X(NOT, "!")                                                                                    \
    X(LE, "<=")                                                                                    \
    X(LT, "<")                                                                                     \
    X(GE, ">=")                                                                                    \
    X(GT, ">")                                                                                     \
    X(AND, "&&")                                                                                   \
    X(OR, "||")                                                                                    \
    X(PLUS, "+")                                                                                   \
    X(MINUS, "-")                                                                                  \
    X(STAR, "*")                                                                                   \
    X(SLASH, "/")                                                                                  \
    X(PERCENT, "%")                                                                                \
    X(PRIME, "'")

enum pw_token_kind {
    PW_TOK_END,
    PW_TOK_NAME,
    PW_TOK_NUMBER,
#define X(kind, text) PW_TOK_##kind,
    PW_KEYWORDS(X) PW_SIGNS(X)
#undef X
        PW_TOK_KINDS,
    PW_TOK_INVARIANT /* a name where a declaration starts: the parser says so */
};

/* Marks that the parser sets for the formatter, but for one. */
enum pw_token_mark {
    PW_MARK_UNARY = 1,        /* a sign in front of an operand, or the * of (*) */
    PW_MARK_STATEMENT = 2,    /* first token of a statement or declaration */
    PW_MARK_LABEL = 4,        /* name or colon of a label */
    PW_MARK_SUBSTATEMENT = 8, /* first token of the body of an if or while without braces */
    PW_MARK_BLOCK = 16,       /* a brace that opens or closes a block */
    PW_MARK_ELSE = 32,
    /* set by the lexer: something in front of it was reported and left out */
    PW_MARK_DAMAGED = 64,
    PW_MARK_CELL = 128 /* the bracket after the name of an array */
};

struct pw_token {
    uint8_t kind, marks;
    uint16_t indent; /* of a statement: nesting depth, set by the parser */
    uint32_t from, to, line;
    /* NAME: number in lexer.names; LBRACE: token of the matching brace, set by the parser (0:
     * none) */
    uint32_t name;
};

struct pw_comment {
    uint32_t from, to; /* without the newline of a // comment */
    uint32_t before;   /* index of the next token */
    uint32_t line, last_line;
};

struct pw_lexer {
    const struct pw_source *src;
    struct pw_diags *diags;
    PW_VEC(struct pw_token) tokens;
    PW_VEC(struct pw_comment) comments;
    struct pw_names names;
    unsigned errors_before; /* in diags, of something else */
    bool damaged;           /* see PW_MARK_DAMAGED */
};

/* Reads all of src. Afterwards tokens.n >= 1, the last one is END, and tokens.at[tokens.n] is END
 * as well. */
void pw_lexer_run(struct pw_lexer *x, const struct pw_source *src, struct pw_diags *diags);
void pw_lexer_clear(struct pw_lexer *x);

bool pw_lexer_clean(const struct pw_lexer *x); /* no error was reported about this text so far */

/* "shared", "=="; "" for names, numbers and END */
const char *pw_lexer_spelling(enum pw_token_kind kind);
bool pw_lexer_is_keyword(enum pw_token_kind kind);

#endif
