/* cert_hints.h -- the section `above` of a certificate: above which elements of the basis the bad
 * states and the predecessors lie.
 *
 * It is found by running the checker's kernel on the text, with an index of the basis that the
 * checker itself does not have. So a certificate that is written with hints has been checked. */
#ifndef PW_CERT_CERT_HINTS_H
#define PW_CERT_CERT_HINTS_H

#include <stdbool.h>

#include "base/strbuf.h"

/* Appends the section for a certificate without it, in which bad states and basis have so many
 * lines. False, and nothing, if there are none, or the text is no valid certificate, or a limit was
 * reached (the next poll will say so). */
bool pw_cert_hints(const char *text, size_t size, size_t lines, struct pw_strbuf *out);

#endif
