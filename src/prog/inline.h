/* inline.h -- the expansion of procedures: a template and everything it calls become one flow.
 *
 * Every procedure has one set of variables per template, since calls do not recurse. A call outside
 * of steps becomes arguments that are steps of their own, an ENTER edge that sets the other ones, a
 * copy of the body, and LEAVE edges; a call inside of a step becomes assignments. Mutexes get their
 * local half in the templates that use them. */
#ifndef PW_PROG_INLINE_H
#define PW_PROG_INLINE_H

#include "prog/flow.h"

struct pw_expansion {
    struct pw_build *b;
    int32_t template;
    struct pw_flow flow;
    PW_VEC(struct pw_build_var) locals; /* of the template, then of mutexes and procedures */
    /* while expanding */
    int64_t *proc_base; /* per procedure: its first variable, or -1 */
    int64_t *mine;      /* per shared variable: the local half of the mutex, or -1 */
    bool *open;         /* per procedure: a call of it is being expanded */
};

/* Expands template t; problems are reported to b. The caller clears. */
void pw_inline_template(struct pw_expansion *x, struct pw_build *b, int32_t t);
void pw_inline_clear(struct pw_expansion *x);

#endif
