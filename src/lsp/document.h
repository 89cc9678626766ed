/* document.h -- an open text of the editor, what is wrong with it, and what can be said about its
 * names. */
#ifndef PW_LSP_DOCUMENT_H
#define PW_LSP_DOCUMENT_H

#include "base/json.h"
#include "lsp/outline.h"
#include "lsp/position.h"
#include "prog/program.h"

struct pw_document {
    char *uri;
    struct pw_source source;
    struct pw_lines_at lines;
    struct pw_diags diags;     /* of the whole front end */
    struct pw_diags lex_diags; /* of the lexer below, not shown: the front end says them */
    struct pw_lexer lexer;
    struct pw_outline outline;
    struct pw_program *program; /* NULL while there are errors */
};

struct pw_document *pw_document_new(const char *uri, const char *text, size_t size);
void pw_document_free(struct pw_document *d);
void pw_document_set(struct pw_document *d, const char *text,
                     size_t size); /* a new text, analysed; text may lie in the old one */
/* Replaces the text between two positions. */
void pw_document_edit(struct pw_document *d, struct pw_position from, struct pw_position to,
                      const char *text);

/* Each writes one JSON value: the array of diagnostics; a hover or null; a location or null; arrays
 * of symbols, of completion items, of text edits (null if the text has syntax errors). */
void pw_document_diagnostics(const struct pw_document *d,
                             struct pw_json *j); /* the elements only: into an open array */
void pw_document_hover(const struct pw_document *d, struct pw_position p, struct pw_json *j);
void pw_document_definition(const struct pw_document *d, struct pw_position p, struct pw_json *j);
void pw_document_symbols(const struct pw_document *d, struct pw_json *j);
void pw_document_completion(const struct pw_document *d, struct pw_position p, struct pw_json *j);
void pw_document_format(const struct pw_document *d, struct pw_json *j);
void pw_document_lenses(
    const struct pw_document *d,
    struct pw_json *j); /* "verify" over every unsafe line, or over the first line */

void pw_document_range(const struct pw_document *d, size_t from, size_t to, struct pw_json *j);

#endif
