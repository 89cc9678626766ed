/* certificate.h -- certificates: a proof of safety as a text that pwqo-check re-checks. The format
 * is doc/certificate.md.
 *
 * A certificate holds the template (or net), the invariant J, and the basis U of the states that
 * lead to bad ones. Instead of the basis a net may have ideals. Equal arguments give equal
 * bytes. The kinds split and views are in cert_finite.h, parts in cert_parts.h, pairs in
 * cert_pairs.h, pairsets in cert_pairsets.h. */
#ifndef PW_CERT_CERTIFICATE_H
#define PW_CERT_CERTIFICATE_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/source.h"
#include "base/strbuf.h"
#include "cover/net.h"
#include "cover/search.h"
#include "dualref/closure.h"
#include "dualref/states.h"
#include "pairs/invariant.h"
#include "prog/program.h"

/* What the certificate is about: input texts (the program; or the .tts and its .prop), and the
 * definitions of the command line. */
struct pw_cert_about {
    const struct pw_source *const *inputs;
    size_t ninputs;
    const struct pw_define *defines;
    size_t ndefines;
};

/* The traps of closure sharp: pairs (global, local), by trap. */
struct pw_cert_trap {
    PW_VEC(struct pw_pair) pairs; /* increasing */
};

struct pw_cert_traps {
    struct pw_cert_trap *at;
    size_t n;
};

/* Appends a template certificate. The counter system that was searched has as globals and locals
 * the numbers of `states`, and `occupied` lists the pairs (global, local) that it was built from:
 * closed, and containing the initial states. Part (a) of the proof's J is used where there is one,
 * `occupied` otherwise; "no more threads of a counted template than its count" is added to its
 * inequalities. The traps count in mode SHARP only; there the proof must have no J of its own
 * (options.slice and the inequalities off). Pre: proof->verdict = PW_UNCOVERED, proof->proof =
 * PW_PROOF_BASIS, mode != PW_CLOSURE_NONE. */
void pw_cert_write_template(struct pw_strbuf *out, const struct pw_cert_about *about,
                            struct pw_dual *t, enum pw_closure_mode mode,
                            const struct pw_states *states, const struct pw_pair *occupied,
                            size_t noccupied, struct pw_cert_traps traps,
                            const struct pw_cover_result *proof);

/* Appends a net certificate, of the counter system of the net: where that over-approximates the
 * rules (net->exact is false) it is the over-approximation that is certified. Pre: proof->verdict =
 * PW_UNCOVERED, of a search with options.certify (nothing merged). */
void pw_cert_write_net(struct pw_strbuf *out, const struct pw_cert_about *about,
                       const struct pw_net *net, const struct pw_cover_result *proof);

/* Appends a certificate of a pair invariant of the program; views may be added to it. False, and
 * nothing: some edge has too many finite outcomes to be listed. */
bool pw_cert_write_pairs(struct pw_strbuf *out, const struct pw_cert_about *about,
                         struct pw_invariant *v);

struct pw_cert_input {
    const char *sha256, *name;
};

/* What a certificate says about its origin. All strings live in the arena. */
struct pw_cert_head {
    struct pw_arena arena;
    PW_VEC(struct pw_cert_input) inputs;
    PW_VEC(struct pw_define) defines;
    enum pw_closure_mode mode;
};

void pw_cert_head_clear(struct pw_cert_head *h);

/* Reads the template of a template certificate back; the caller owns it. NULL if the text is not
 * such a certificate (messages in d); then *head is empty. J and basis are not looked at: checking
 * them is the business of pwqo-check. */
struct pw_dual *pw_cert_read_template(const struct pw_source *cert, struct pw_cert_head *head,
                                      struct pw_diags *d);

/* Reads the first lines of a net certificate; returns the text behind them, where the net stands.
 * NULL as above. */
const char *pw_cert_read_net(const struct pw_source *cert, struct pw_cert_head *head,
                             struct pw_diags *d);
/* Is the text that pw_cert_read_net returned the one of this net, to the byte? */
bool pw_cert_is_net(const char *text, const struct pw_net *net);

/* Is the text a certificate of a pair invariant, by its first line? */
bool pw_cert_is_pairs(const struct pw_source *cert);
/* Reads the first lines of one; returns the text behind them. NULL as above. */
const char *pw_cert_read_pairs_head(const struct pw_source *cert, struct pw_cert_head *head,
                                    struct pw_diags *d);
/* Appends the obligations of the certificate, whose text behind the head is given, for the program:
 * SMT-LIB 2, every answer must be unsat (cert/pairs_obligations.c). False: it is not one of this
 * program, or no certificate. */
bool pw_cert_print_pairs_obligations(const char *text, const char *end, const struct pw_program *p,
                                     struct pw_strbuf *out);

/* Is the text a certificate of a thread-modular proof, `split` or `views`, by its first line? */
bool pw_cert_is_finite(const struct pw_source *cert);
/* Reads the first lines of one, or of kind `pairsets`; returns the text behind them. NULL as
 * above. */
const char *pw_cert_read_finite_head(const struct pw_source *cert, struct pw_cert_head *head,
                                     struct pw_diags *d);

/* Is this text one of the inputs that the certificate names? */
bool pw_cert_is_about(const struct pw_cert_head *h, const struct pw_source *input);

#endif
