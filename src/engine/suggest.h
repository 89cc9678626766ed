/* suggest.h -- predicates mined from a proof by pairs (pairs/mine.h), as lines to paste.
 *
 * A fact becomes the text of a predicate; where it speaks of locations without a label, a label is
 * proposed with its position. The program with these labels and lines is read again and decided by
 * the dual-reference engine: only what that proves is suggested. Predicates it does without are
 * left out, inter-thread ones first. So what is printed is what was confirmed, word for word. */
#ifndef PW_ENGINE_SUGGEST_H
#define PW_ENGINE_SUGGEST_H

#include "engine/job.h"
#include "pairs/invariant.h"

/* Fills result->suggested and result->labels; says why (a hint) if there is nothing to suggest.
 * pre: v proves p, which was read from the .dr text job->src. */
void pw_suggest_find(struct pw_job *j, const struct pw_program *p, struct pw_invariant *v);

#endif
