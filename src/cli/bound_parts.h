/* bound_parts.h -- a certificate of kind `parts` against the file that it claims to be about. */
#ifndef PW_CLI_BOUND_PARTS_H
#define PW_CLI_BOUND_PARTS_H

#include "cert/cert_parts.h"
#include "prog/program.h"

struct pw_bound_parts {
    const struct pw_source *src;
    const struct pw_define *defines;
    size_t ndefines;
    const struct pw_cert_parts *parts;
    struct pw_diags *diags;
    /* made by open */
    struct pw_program *concrete, *abstract;
};

/* Reads both programs: in the abstract one those threads are replaced that the certificate says to
 * conform. Are the threads those of the file, and do the proofs fit? False: see diags. Close it in
 * any case. */
bool pw_bound_parts_open(struct pw_bound_parts *x);
/* The questions that are left, of all threads; returns how many. */
size_t pw_bound_parts_print(const struct pw_bound_parts *x, struct pw_strbuf *out);
void pw_bound_parts_close(struct pw_bound_parts *x);

#endif
