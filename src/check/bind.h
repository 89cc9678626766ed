/* bind.h -- what ties a certificate to files: the SHA-256 of the inputs and the definitions (-D)
 * that it names. That what it proves is made from those files is no business of this program:
 * doc/certificate.md, section 6. */
#ifndef PW_CHECK_BIND_H
#define PW_CHECK_BIND_H

#include "base/strbuf.h"
#include "check/check.h"

struct pwc_given { /* by the user */
    const char **files;
    size_t nfiles, ndefines;
    struct pw_strbuf hashes;  /* of the files, each in a line of its own */
    struct pw_strbuf defines; /* lines "NAME VALUE", in the order of the command line */
};

/* A VALID result stays so only if every file is an input of the certificate, the definitions are
 * the same, and the claim is not empty: a certificate without bad states, initial states or steps
 * would suit any file. Appends what is bound and what is not: words for the last line. */
void pwc_bind(struct pwc_result *r, const struct pwc_given *given, struct pw_strbuf *out);

#endif
