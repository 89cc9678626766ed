/* cheaders.h -- text that was preprocessed without line markers (`cc -E -P`).
 *
 * Which declarations stand in system headers is not said there. The text is taken to have such
 * headers if it declares a type pthread_t or thrd_t; then every typedef and every prototype that
 * begins with `extern` is read as one of a header: types by their names (pthread_mutex_t), and what
 * is not understood is passed over, so that only its use is an error. */
#ifndef PW_FRONT_C_CHEADERS_H
#define PW_FRONT_C_CHEADERS_H

#include "front/c/clex.h"

void pw_cheaders_mark(struct pw_clex *x);

#endif
