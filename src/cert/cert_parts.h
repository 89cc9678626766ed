/* cert_parts.h -- certificates of proofs in parts: why each thread conforms to its abstract thread
 * (conform/proof.h), and the certificate of the program of the abstract threads. The format is
 * doc/certificate.md, section "Proofs in parts". */
#ifndef PW_CERT_CERT_PARTS_H
#define PW_CERT_CERT_PARTS_H

#include "cert/certificate.h"
#include "conform/proof.h"

struct pw_cert_part {
    const char *name;                     /* of the thread */
    const struct pw_conform_proof *proof; /* NULL: it takes part as it is */
};

/* Appends a certificate; composition is the whole text of one. */
void pw_cert_write_parts(struct pw_strbuf *out, const struct pw_cert_about *about,
                         const struct pw_cert_part *parts, size_t n,
                         const struct pw_strbuf *composition);

/* What was read. Names and proofs live in it. */
struct pw_cert_parts {
    struct pw_arena arena;
    PW_VEC(struct pw_cert_part) parts;
    PW_VEC(struct pw_conform_proof *) proofs;
    struct pw_source composition; /* its name is that of the certificate */
};

bool pw_cert_is_parts(const struct pw_source *cert); /* by its first line */
/* False: not such a certificate (messages in d), and nothing to clear. The heads and the
 * composition are not looked at. */
bool pw_cert_read_parts(const struct pw_source *cert, struct pw_cert_parts *out,
                        struct pw_diags *d);
void pw_cert_parts_clear(struct pw_cert_parts *p);

#endif
