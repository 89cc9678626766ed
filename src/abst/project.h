/* project.h -- the rows of a formula: its projection onto the row bits, as a diagram.
 *
 * The conjunction is cut into parts that share no hidden variable; the projection of a conjunction
 * of such parts is the conjunction of their projections, because row bits are fixed by the row and
 * nothing else connects them. A part
 * - without hidden variables is translated into a diagram directly (linear constraints over row
 *   bits included);
 * - met before (the same set of formulas) is looked up;
 * - otherwise is given to elimination (abst/differences.h), if its integers are only compared by
 *   differences, and in turns with it to the solver, which enumerates cubes of solutions.
 * Statements that leave a group of variables alone therefore share its one computation. */
#ifndef PW_ABST_PROJECT_H
#define PW_ABST_PROJECT_H

#include "abst/world.h"
#include "base/table.h"

struct pw_projector {
    struct pw_world *w;
    enum pw_abst_way way;
    struct pw_table known;
    PW_VEC(struct pw_projection_part) parts;
    PW_VEC(uint32_t) mark; /* by term node: walk that saw it last */
    uint32_t walk;
    size_t trial; /* nodes that elimination gets before the solver begins */
};

struct pw_projection_part {
    uint32_t *ids; /* sorted */
    size_t n;
    pw_bdd rows;
};

void pw_project_init(struct pw_projector *r, struct pw_world *w, enum pw_abst_way way);
void pw_project_clear(struct pw_projector *r);

/* Rows of the conjunction; domains of hidden variables are added. */
pw_bdd pw_project_rows(struct pw_projector *r, const pw_term *conjunction, size_t n);
/* The same by one projection, without cutting, looking up or translating: the plain way. */
pw_bdd pw_project_plain(struct pw_projector *r, const pw_term *conjunction, size_t n);

/* Groups items by hidden variables, those of domains included: group[i] is the smallest number of
 * an item connected with item i. Items are lists of formulas. */
void pw_project_connect(struct pw_projector *r, const pw_term_list *items, size_t n,
                        uint32_t *group);

#endif
