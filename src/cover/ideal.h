/* ideal.h -- ideals (downward-closed sets with "many" counts) and their images under one
 * transition. */
#ifndef PW_COVER_IDEAL_H
#define PW_COVER_IDEAL_H

#include "cover/search.h"

typedef PW_VEC(struct pw_ideal_tok) pw_ideal_toks; /* increasing in local; many, or count > 0 */

bool pw_ideal_leq(const struct pw_ideal_tok *x, size_t nx, const struct pw_ideal_tok *y, size_t ny);
/* u is in the ideal */
bool pw_ideal_has(const struct pw_ideal_tok *x, size_t nx, const struct pw_tok *u, size_t nu);
/* or NULL: count 0 */
const struct pw_ideal_tok *pw_ideal_find(const struct pw_ideal_tok *x, size_t n, uint32_t local);

/* Called with each image, valid during the call; false stops. */
typedef bool pw_ideal_found(void *self, uint32_t trans, const struct pw_ideal_tok *toks, size_t n);

struct pw_ideal_scratch;
struct pw_ideal_scratch *pw_ideal_scratch_new(void);
void pw_ideal_scratch_free(struct pw_ideal_scratch *s);

/* The maximal images of the ideal x (in global state from) under transition t: tokens of a local
 * with several images go every way, many go all ways. A sum that leaves the type becomes many: the
 * image is then larger than need be, never smaller. Tokens in locals that `drop` marks (may be
 * NULL) are left out of the image. `found` is called for each; not at all if t is not enabled in
 * x. False: a call returned false, and none came after it. */
bool pw_ideal_post(struct pw_ideal_scratch *s, const struct pw_system *sys, uint32_t trans,
                   const struct pw_ideal_tok *x, size_t n, const uint8_t *drop,
                   pw_ideal_found *found, void *self);

#endif
