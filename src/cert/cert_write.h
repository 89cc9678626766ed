/* cert_write.h -- the pieces that all kinds of certificates share. Private to this folder. */
#ifndef PW_CERT_CERT_WRITE_H
#define PW_CERT_CERT_WRITE_H

#include "cert/certificate.h"

/* A word: blanks, control characters and backslashes escaped, never empty. Text: the same, but
 * blanks stay and it may be empty. */
void pw_cert_word(struct pw_strbuf *out, const char *s);
void pw_cert_text(struct pw_strbuf *out, const char *s);

void pw_cert_put_head(struct pw_strbuf *out, const char *kind, const struct pw_cert_about *about);
/* each with a blank before it */
void pw_cert_put_bag(struct pw_strbuf *out, const struct pw_tok *toks, size_t n);

/* J and U in the numbers of the certificate: new numbers of globals and locals, PW_NO_INDEX where
 * one is left out. */
struct pw_cert_numbers {
    const uint32_t *global, *local;
    uint32_t globals, locals; /* how many old ones */
};

/* Section `invariants`: the proof's, then the ones of extra. */
void pw_cert_put_invariants(struct pw_strbuf *out, const struct pw_cert_numbers *n,
                            const struct pw_cover_result *proof, const struct pw_strbuf *extra,
                            size_t nextra);
/* Section `basis`, sorted by globals; elements with a number that is left out are dropped. Returns
 * how many lines it has. */
size_t pw_cert_put_basis(struct pw_strbuf *out, const struct pw_cert_numbers *n,
                         const struct pw_cover_result *proof);
/* increasing; neighbours as ranges; each with a blank before it */
void pw_cert_put_places(struct pw_strbuf *out, const uint32_t *locals, size_t n);
/* A line of section `may`: new numbers, increasing. */
void pw_cert_put_may(struct pw_strbuf *out, uint32_t global, const uint32_t *locals, size_t n);
/* Section `above`, if the basis is not empty, and the checksum of what was appended since start.
 * lines: bad states and basis elements. */
void pw_cert_put_end(struct pw_strbuf *out, size_t start, size_t lines);

#endif
