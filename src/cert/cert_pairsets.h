/* cert_pairsets.h -- certificates of sets of pairs of threads (finite/pairset.h), kind `pairsets`:
 * the program, its states, what one thread alone can be, and which two can be together. The format
 * and the theorem are in doc/certificate.md. */
#ifndef PW_CERT_CERT_PAIRSETS_H
#define PW_CERT_CERT_PAIRSETS_H

#include "cert/certificate.h"
#include "finite/pairset.h"

/* Appends a certificate. States that only one thread alone reaches are added to x. False, and
 * nothing appended: the program does what no text of this format says (an `init` about the location
 * of any thread). Pre: pw_pairset_bad(x) == PW_NONE, and one thread alone is safe. */
bool pw_cert_write_pairsets(struct pw_strbuf *out, const struct pw_cert_about *about,
                            struct pw_pairset *x);

/* Is the text, by its first line, such a certificate? */
bool pw_cert_is_pairsets(const struct pw_source *cert);
/* Is the text behind the head about p, to the byte? Whether it is a proof is the business of
 * pwqo-check. */
bool pw_cert_pairsets_fits(const char *text, const char *end, const struct pw_program *p);

#endif
