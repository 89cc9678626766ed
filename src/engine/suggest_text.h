/* suggest_text.h -- the text of predicates that a proof by pairs offers, and the labels that they
 * need. Private to this folder.
 *
 * It is .dr that is read again and tried, with ever fewer lines, before any of it is said: so it is
 * written here and not where reports are. */
#ifndef PW_ENGINE_SUGGEST_TEXT_H
#define PW_ENGINE_SUGGEST_TEXT_H

#include "base/source.h"
#include "pairs/invariant.h"

/* A label to be written before the statement at the offset. */
struct pw_suggested_label {
    uint32_t offset;
    char *name; /* pw_mem_strfree */
};

struct pw_candidate_line {
    char *name, *formula; /* pw_mem_strfree */
    bool inter;           /* it speaks of two threads */
    bool weak;            /* of one thread, a shadow of a stronger line */
    bool stated;          /* as an invariant, not as a predicate */
    bool tested;          /* a guard among the lines has the same formula, or its negation */
    bool readable, kept;
    pw_uints labels; /* that it mentions: indices */
};

struct pw_suggest_text {
    const struct pw_program *p;
    struct pw_invariant *v;
    const struct pw_source *src;
    bool invariants;                          /* facts are stated; only guards are predicates */
    PW_VEC(struct pw_suggested_label) labels; /* by no order; no two offsets are equal */
    PW_VEC(struct pw_candidate_line) lines;   /* guards, then facts of none, one and two threads */
};

/* Fills *x, zeroed but for `invariants`, with a line for everything mined that can be written down:
 * variables of procedures have no name in formulas. All are kept. */
void pw_suggest_text_make(struct pw_suggest_text *x, const struct pw_program *p,
                          struct pw_invariant *v, const struct pw_source *src);
void pw_suggest_text_clear(struct pw_suggest_text *x);

/* "predicate NAME = FORMULA;" or "invariant FORMULA;" */
void pw_suggest_text_line(const struct pw_suggest_text *x, size_t line, struct pw_strbuf *out);
/* The source with the kept lines at its end and the labels that they mention. */
void pw_suggest_text_paste(const struct pw_suggest_text *x, struct pw_strbuf *out);
/* The label at the least offset from `from` on that a kept line mentions; labels.n: none. */
size_t pw_suggest_text_next(const struct pw_suggest_text *x, size_t from);

#endif
