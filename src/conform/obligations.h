/* obligations.h -- that a thread conforms, as questions for any solver of linear integer
 * arithmetic.
 *
 * Written from the expressions of the two programs and the pairs of the proof, by code of its own:
 * neither the machine nor the search has a part in it. Every answer must be unsat:
 *
 *   O1  an initial state of T of which no pair says enough
 *   O2  per pair (loc, q, F) and edge of T: a step from it, g not in wrong(F), to a state of which
 *       no pair says enough: for each pair of that location, q2 does not hold after the step or
 *       some place of F2 is not in match(F, g, g')
 *   O3  per pair and failure of T: the failure is enabled, and g not in wrong(F)
 *   O4  per pair at a location with labels of the property: g not in wrong(F), and no place of F^g
 *       has these labels
 *
 * F is never empty. So the pairs, closed upward in F, contain the start, are kept by every step and
 * have no error: T conforms.
 *
 * F^g, match and wrong are written from below: an arbitrary integer that A picks is the new value
 * of a shared variable or 0, a place that the proof does not name is never reached. Smaller ones
 * make the questions harder to be unsat, so this is sound. */
#ifndef PW_CONFORM_OBLIGATIONS_H
#define PW_CONFORM_OBLIGATIONS_H

#include "base/strbuf.h"
#include "conform/proof.h"

/* Appends the questions about template t; returns how many. Pre: the proof fits. The same question
 * can be asked in the text of other obligations: each is between push and pop. */
size_t pw_conform_obligations(const struct pw_program *concrete, const struct pw_program *abstract,
                              uint32_t t, const struct pw_conform_proof *proof,
                              struct pw_strbuf *out);

#endif
