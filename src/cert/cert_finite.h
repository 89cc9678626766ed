/* cert_finite.h -- certificates of thread-modular proofs (doc/certificate.md, section "Split
 * certificates"): the program, its states, and the contexts of the proof.
 *
 * The steps are written as the edges of the program with their formulas, not as a table of states,
 * so the text can be compared with `pwqo lower`. */
#ifndef PW_CERT_CERT_FINITE_H
#define PW_CERT_CERT_FINITE_H

#include "cert/certificate.h"
#include "tmod/decide.h"

/* The sections of the program; first[t] is the number of the first location of template t, with one
 * more entry at the end. False: it does what no finite program of this format does (the text is of
 * no use then). */
bool pw_cert_put_finite(struct pw_strbuf *out, const struct pw_program *p, const uint64_t *counts,
                        const uint32_t *first);

/* The same sections of a program whose threads look at each other (kind `pairsets`). */
bool pw_cert_put_looking(struct pw_strbuf *out, const struct pw_program *p);

/* Appends a split certificate of a proof by contexts. lifts: by template, those claimed for every
 * number; NULL: none. False, and nothing appended: the proof has no certificate (an `init` that
 * relates threads, a search that was cut short, a quadratic proof that is not unmarked). */
bool pw_cert_write_split(struct pw_strbuf *out, const struct pw_cert_about *about,
                         struct pw_tmod_proof *proof, const bool *lifts);

/* Likewise, of a proof by local views: kind `views`. */
bool pw_cert_write_views(struct pw_strbuf *out, const struct pw_cert_about *about,
                         struct pw_local_views *v);

enum pw_cert_finite_fit {
    PW_CERT_FITS,
    PW_CERT_OTHER_PROGRAM,
    PW_CERT_NOT_LIFTED /* a template that the program leaves open is proved for a number only */
};
/* Is the text behind the head about p? Only the program part and the lifts are looked at. */
enum pw_cert_finite_fit pw_cert_finite_fits(const char *text, const char *end,
                                            const struct pw_program *p);

#endif
