/* classify.h -- which threads a formula is about. */
#ifndef PW_PROG_CLASSIFY_H
#define PW_PROG_CLASSIFY_H

#include "prog/program.h"

/* The templates whose locals e reads as its own and by `other`: a number, PW_NONE, or PW_SEVERAL.
 */
enum { PW_SEVERAL = -2 };

struct pw_reads {
    int32_t active, passive;
    bool shared, has_active, has_passive; /* locations count as locals */
    bool order;                           /* reads BEFORE: both threads are of one template */
};

struct pw_reads pw_classify_reads(const struct pw_expr *e);

/* Sets class, active and passive of q. On entry q->active is the template it is written in, or
 * PW_ANY. Templates and labels of p must be there. */
void pw_classify(const struct pw_program *p, struct pw_pred *q);

#endif
