/* cert_random.h -- random small certificates and mutants of certificate texts. */
#ifndef PW_TESTS_CERT_RANDOM_H
#define PW_TESTS_CERT_RANDOM_H

#include "oracle/cert_oracle.h"

struct rnd {
    uint64_t s;
};
unsigned rnd_below(struct rnd *r, unsigned n); /* 0 .. n-1 */

void cert_random_system(struct rnd *r, struct oc *c); /* a template only, without J and basis */

/* A random system with J and basis; false if this one has no small certificate. */
bool cert_random_template(struct rnd *r, struct oc *c);
bool cert_random_sharp(struct rnd *r, struct oc *c); /* a template with a trap */
bool cert_random_net(struct rnd *r, struct oc *c);
/* of a net, with ideals instead of a basis, or beside it */
bool cert_random_ideals(struct rnd *r, struct oc *c);

/* Changes text[0..n-1] (in place, room for `size` bytes) at one to three spots and mends its
 * checksum, except now and then. Returns the new length; the text stays terminated. */
size_t cert_mutate(struct rnd *r, char *text, size_t n, size_t size);

#endif
