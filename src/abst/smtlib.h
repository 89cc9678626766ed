/* smtlib.h -- program expressions as SMT-LIB 2 text, evaluated for numbered threads. Used by
 * abst/obligations.c. */
#ifndef PW_ABST_SMTLIB_H
#define PW_ABST_SMTLIB_H

#include "base/strbuf.h"
#include "prog/program.h"

enum { PW_SMTLIB_NOBODY = 0 };

/* The values that a leaf has: which threads (from 1) are meant, and before or after the step of
 * thread 1. */
struct pw_smtlib_scene {
    unsigned active, passive; /* PW_SMTLIB_NOBODY where the expression reads none */
    uint32_t active_template, passive_template;
    bool after;
};

struct pw_smtlib {
    const struct pw_program *p;
    const struct pw_edge *edge; /* the step; NULL for initial states */
    uint32_t edge_template;
    struct pw_strbuf *out; /* finished commands */
    unsigned divisions;    /* divisions, min and max met so far, for names */
};

/* Appends the term to *text; commands that it needs (quotients) go to s->out before. */
void pw_smtlib_expr(struct pw_smtlib *s, const struct pw_expr *e, const struct pw_smtlib_scene *sc,
                    struct pw_strbuf *text);

void pw_smtlib_shared(const struct pw_smtlib *s, uint32_t var, bool after, struct pw_strbuf *text);
void pw_smtlib_local(const struct pw_smtlib *s, unsigned thread, uint32_t template, uint32_t var,
                     bool after, struct pw_strbuf *text);
/* The name of a count of threads; whoever uses invariants with it defines it. */
void pw_smtlib_count(const struct pw_smtlib *s, uint32_t label, int32_t template, bool after,
                     struct pw_strbuf *text);
void pw_smtlib_int(int64_t v, struct pw_strbuf *text);

#endif
