/* cjob.h -- a C file is decided: translated, perhaps in several ways one after the other, and each
 * translation given to the engines. Private to this folder.
 *
 *   1. Small ranges are guessed for integers without one. A proof confirms them (leaving one is an
 *      error); a run that leaves one widens it, in the end to none. Most programs need nothing
 *      else.
 *   2. Without guesses, all engines.
 *
 * What a bad run means:
 *   it ends where an unsigned integer wraps around     translate again with wrap-around as C has it
 *   it ends where a signed integer overflows           what C says of such runs is nothing:
 *                                                      translate again so
 *                                                      that they stop there; a proof then is
 *                                                      UNKNOWN (overflow)
 *   it reads a local variable that has no value        translate again: it may have any
 *   main was left out, because it only creates threads translate again with main
 *   the translation has more runs than the program     UNKNOWN (translation)
 *   otherwise                                          UNSAFE */
#ifndef PW_ENGINE_CJOB_H
#define PW_ENGINE_CJOB_H

#include "engine/job.h"

void pw_cjob_run(struct pw_job *j, const struct pw_input_text *text);

/* The options of C of a job. */
struct pw_coptions;

#endif
