/* verify.h -- the whole pipeline: a file in, a verdict with its evidence out (DESIGN, sections 1
 * and 7).
 *
 * The input is read (input.h), the engines that take it are chosen and run (engine.h), and their
 * evidence becomes a verdict (verdict.h).
 *
 *   struct pw_verify_options o;  pw_verify_options_init(&o);
 *   struct pw_verify_result r;   pw_verify_result_init(&r);
 *   pw_verify_source(&src, PW_INPUT_DR, &o, &diags, &r);   // r.status: was the input good?
 *   ... pw_verify_result_clear(&r);
 *
 * pw_verify_source runs in a guard of its own: a stop (time, memory, signal) gives UNKNOWN with the
 * statistics so far. */
#ifndef PW_ENGINE_VERIFY_H
#define PW_ENGINE_VERIFY_H

#include "base/diag.h"
#include "engine/result.h"

/* Decides. Messages about bad input go to *diags (then status is PW_VERIFY_BAD_INPUT and there is
 * no verdict). */
void pw_verify_source(const struct pw_source *src, enum pw_input input,
                      const struct pw_verify_options *o, struct pw_diags *diags,
                      struct pw_verify_result *r);

#endif
