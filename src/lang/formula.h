/* formula.h -- predicates, `init` constraints and `unsafe` properties of a file. */
#ifndef PW_LANG_FORMULA_H
#define PW_LANG_FORMULA_H

#include "lang/elaborate.h"

/* Elaborates all of them into p (texts, expressions, positions, counts); reports what is wrong. Labels are already numbered. */
void pw_formula_elaborate(struct pw_scope *s, struct pw_program *p);

/* Classes, and the templates of active and passive threads; needs the places of the labels. */
void pw_formula_classify(struct pw_scope *s, struct pw_program *p);

#endif
