/* cert_pairs.h -- certificates of pair invariants (doc/certificate.md, section 9): what writer,
 * reader and obligations share. Private to this folder and to its tests. */
#ifndef PW_CERT_CERT_PAIRS_H
#define PW_CERT_CERT_PAIRS_H

#include "cert/certificate.h"
#include "pairs/invariant.h"

/* The sections that say what the program is, to the byte: labels, shared, templates, unsafe, idle.
 */
void pw_cert_put_program(struct pw_strbuf *out, const struct pw_program *p);

/* Is one thread alone not a case of two threads of which one never moves? */
bool pw_cert_needs_idle(const struct pw_program *p);
/* Do the counts of templates allow threads with these views at once? */
bool pw_cert_fit(const struct pw_views *v, const uint32_t *views, size_t n);

struct pw_cert_move {
    uint32_t sigma, view, edge, sigma2, view2;
    bool known;
    PW_VEC(struct pw_tok) change; /* of shared variables, if known */
};

struct pw_cert_bad {
    uint32_t disjunct, sigma;
    pw_uints views;
};

/* A certificate as it was read: the invariant in the numbers of the certificate. */
struct pw_cert_proof {
    struct pw_invariant v; /* keys sorted by (sigma, u, v), u <= v; views and sigmas as listed */
    PW_VEC(struct pw_cert_move) moves; /* sorted by view */
    pw_uints starts;                   /* keys */
    PW_VEC(struct pw_cert_bad) bad;
};

/* Reads the text behind the head, up to `end`. False, and nothing to clear: it is no certificate of
 * a pair invariant of p. */
bool pw_cert_read_pairs(const char *text, const char *end, const struct pw_program *p,
                        struct pw_cert_proof *x);
void pw_cert_proof_clear(struct pw_cert_proof *x);
/* Number of the key of two threads, in either order, or -1. */
int64_t pw_cert_key(const struct pw_cert_proof *x, uint32_t sigma, uint32_t u, uint32_t v);

#endif
