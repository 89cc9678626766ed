/* read.h -- the text of a program with contracts to its tree, by recursive descent on the tokens of
 * front/dr. Recovers as the parser of front/dr does: after an error the rest of the statement or
 * declaration is skipped. Sets the marks of the tokens, so that the formatter lays them out. */
#ifndef PW_MODULAR_READ_H
#define PW_MODULAR_READ_H

#include "front/dr/parser.h"
#include "modular/tree.h"

/* Does the text use this chapter: a module, an object, an assumption, a contract, a claim, a prime,
 * self? Looks at the tokens only. */
bool pw_read_uses_contracts(const struct pw_lexer *x);

/* Reads all of src into *t (initialised here, cleared by the caller). False: something was reported
 * to *diags, and the tree must not be used but for the formatter. */
bool pw_read_program(const struct pw_source *src, struct pw_diags *diags, struct pw_mtree *t);

/* The canonical layout of such a text, as pw_format_source. */
bool pw_read_format(const struct pw_source *src, struct pw_diags *diags, struct pw_strbuf *out);

/* Shared by the files of the reader. */
struct pw_reader {
    struct pw_parser p;
    struct pw_mtree *t;
    uint32_t module;
    struct pw_munit *unit; /* being read, or NULL */
    unsigned atomic;       /* depth of atomic blocks around */
};

typedef PW_VEC(struct pw_mexpr *) pw_mexprs;

/* Is the token `ahead` places further this contextual word? */
bool pw_read_word(const struct pw_reader *r, uint32_t ahead, const char *word);
bool pw_read_accept(struct pw_reader *r, const char *word);
struct pw_mexpr *pw_read_expr(struct pw_reader *r); /* never NULL */
/* the same, without comparisons and connectives */
struct pw_mexpr *pw_read_sum(struct pw_reader *r);
/* NAME, NAME[e], holder(...) is not one */
struct pw_mexpr *pw_read_lvalue(struct pw_reader *r);
struct pw_mstmt *pw_read_statements(struct pw_reader *r);
void pw_read_open(struct pw_reader *r, uint32_t *open, const char *what); /* { */
void pw_read_close(struct pw_reader *r, uint32_t open);                   /* } */
void pw_read_begin(struct pw_reader *r); /* a statement or declaration starts here */
void pw_read_keep(struct pw_reader *r, pw_mexprs *v, struct pw_mexpr ***at, uint32_t *n);

#endif
