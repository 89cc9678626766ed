/* init.h -- the initial condition of a DR program as a table (Eq. 11 of the paper, with counts).
 *
 * (g, m) is initial iff m has at least two tokens; each counted template has exactly its count of
 * tokens; and some token a of m has allow(g, a, p) for every other token p of m (another token in
 * a's own local state is "other" too). Then u is below an initial configuration iff it can be
 * completed to one: a is in u or added, counted templates are filled up with locals that a allows,
 * and a second thread is added if there is none.
 *
 * Fill the table with pw_init_pairs_allow, seal it, then attach it: this sets system.covers and
 * adds one box per (g, a). */
#ifndef PW_COVER_INIT_H
#define PW_COVER_INIT_H

#include "cover/system.h"

struct pw_init_entry {
    uint32_t global, active, passive;
};

struct pw_init_pairs {
    uint32_t templates, locals;
    int64_t *counts;                      /* per template; -1 = any number */
    uint32_t *template_of;                /* per local */
    PW_VEC(struct pw_init_entry) entries; /* sealed: increasing, without repeats */
};

void pw_init_pairs_init(struct pw_init_pairs *p, uint32_t templates, uint32_t locals);
void pw_init_pairs_clear(struct pw_init_pairs *p);
void pw_init_pairs_count(struct pw_init_pairs *p, uint32_t template_, int64_t count);
/* default: template 0 */
void pw_init_pairs_local(struct pw_init_pairs *p, uint32_t local, uint32_t template_);
void pw_init_pairs_allow(struct pw_init_pairs *p, uint32_t global, uint32_t active,
                         uint32_t passive);
/* seals; p must outlive s */
void pw_init_pairs_attach(struct pw_init_pairs *p, struct pw_system *s);
pw_init_covers pw_init_pairs_covers; /* self = the sealed struct pw_init_pairs */

#endif
