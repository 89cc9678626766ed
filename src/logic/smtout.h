/* smtout.h -- terms as SMT-LIB 2.6 commands, shared subterms defined once.
 *
 * A writer declares a variable before its first use and defines (define-fun) each subterm that
 * occurs more than once in what is written at one time; both are remembered until their scope ends.
 * Anonymous variables and definitions are called !k, k the number of the node. */
#ifndef PW_LOGIC_SMTOUT_H
#define PW_LOGIC_SMTOUT_H

#include "base/strbuf.h"
#include "base/vec.h"
#include "logic/term.h"

struct pw_smtout {
    const struct pw_terms *terms;
    struct pw_strbuf *out;
    PW_VEC(uint8_t) known;   /* per node: declared or defined */
    PW_VEC(uint32_t) order;  /* the known nodes */
    PW_VEC(uint32_t) scopes; /* lengths of `order` */
    PW_VEC(uint32_t) refs;   /* scratch per node */
};

void pw_smtout_init(struct pw_smtout *w, const struct pw_terms *terms, struct pw_strbuf *out);
void pw_smtout_clear(struct pw_smtout *w);
void pw_smtout_push(struct pw_smtout *w); /* (push 1) */
void pw_smtout_pop(struct pw_smtout *w);
void pw_smtout_assert(struct pw_smtout *w, pw_term a);
/* (check-sat), or -assuming the terms */
void pw_smtout_check(struct pw_smtout *w, const pw_term *assume, size_t n);

#endif
