/* parts.h -- abstract threads in the tree: which thread each one stands for, and the two programs
 * that the file means (front/dr/dr.h). */
#ifndef PW_FRONT_DR_PARTS_H
#define PW_FRONT_DR_PARTS_H

#include "front/dr/dr.h"
#include "front/dr/scope.h"

/* The formulas that mean nothing in one of the programs, by their first token. */
struct pw_unfit {
    PW_VEC(uint32_t) tokens;
    const struct pw_unfit *loud; /* those of the other program: here they are errors; or NULL */
};

bool pw_parts_has(const struct pw_unfit *u, uint32_t token); /* u may be NULL */

/* Finds the threads that the abstract threads name, and puts abstract threads in their places if
 * the part is the abstract program (NULL: it is not). False: something was reported. */
bool pw_parts_bind(const struct pw_lexer *x, struct pw_ast *ast, const struct pw_dr_part *part);

/* Some formula means nothing in either program. */
bool pw_parts_neither(const struct pw_unfit *a, const struct pw_unfit *b);

/* Has a statement of the list, or inside of one, that label? */
bool pw_parts_has_label(const struct pw_stmt *list, uint32_t name);

/* A label of the property that the abstract program lacks: reports the abstract thread whose thread
 * has it; false if there is none. */
bool pw_parts_lack(struct pw_scope *s, const struct pw_ast_ref *label);

/* Reports local variables of abstract threads that are not finite, those of procedures included. */
void pw_parts_finite(struct pw_scope *s, const struct pw_program *p);

#endif
