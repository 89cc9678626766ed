/* pairs_ask.h -- questions about a few known threads of a pair invariant, as SMT-LIB 2: what the
 * files of its obligations share. Private to this folder.
 *
 * Threads are numbered from 1; thread 1 is the one that steps. Where threads have an order, thread
 * K has the position tK.self. */
#ifndef PW_CERT_PAIRS_ASK_H
#define PW_CERT_PAIRS_ASK_H

#include "abst/smtlib.h"
#include "cert/cert_pairs.h"

enum { PW_PAIRS_ASK_MOST = 64 };

struct pw_pairs_ask {
    const struct pw_cert_proof *x;
    const struct pw_program *p;
    struct pw_smtlib s;
    struct pw_strbuf *out;
    unsigned uses;                            /* of the program: pw_program_uses */
    uint32_t sigma, views[PW_PAIRS_ASK_MOST]; /* of threads 1, 2, ... */
    uint32_t view_after;                      /* of thread 1 */
    size_t n;
    size_t questions;
};

static inline const struct pw_view *pw_pairs_ask_view_of(const struct pw_pairs_ask *a,
                                                         uint32_t view)
{
    return pw_views_at(&a->x->v.views, view);
}

static inline uint32_t pw_pairs_ask_kind_of(const struct pw_pairs_ask *a, uint32_t view)
{
    return pw_pairs_ask_view_of(a, view)->kind;
}

static inline bool pw_pairs_ask_is_idle(const struct pw_pairs_ask *a, uint32_t view)
{
    return pw_pairs_ask_kind_of(a, view) == a->p->ntemplates;
}

/* Begins a question: a state in which threads with these views are known. */
void pw_pairs_ask_state(struct pw_pairs_ask *a, uint32_t sigma, const uint32_t *views, size_t n);
/* Declares the locals of a thread; values NULL: variables, otherwise finite ones are constants. */
void pw_pairs_ask_thread(struct pw_pairs_ask *a, unsigned thread, uint32_t kind,
                         const int64_t *values);
/* Every two of the known threads satisfy their key. False: some have none. */
bool pw_pairs_ask_pairs(struct pw_pairs_ask *a);
/* Thread 1 takes the edge: the guard holds, updated variables have their new values. */
void pw_pairs_ask_edge(struct pw_pairs_ask *a, const struct pw_edge *e);
/* (assert BEFORE text AFTER); the text is then empty. */
void pw_pairs_ask_assert(struct pw_pairs_ask *a, const char *before, struct pw_strbuf *text,
                         const char *after);
void pw_pairs_ask(struct pw_pairs_ask *a); /* ends it: check-sat */

/* Terms, appended to *text. e of threads i and j, of these kinds; commands that it needs come
 * before it. */
void pw_pairs_ask_expr(struct pw_pairs_ask *a, const struct pw_expr *e, unsigned i, uint32_t kind_i,
                       unsigned j, uint32_t kind_j, bool after, struct pw_strbuf *text);
/* The facts of the key, of thread i with its first view and j with its second. */
void pw_pairs_ask_facts(struct pw_pairs_ask *a, const struct pw_invariant_key *k, unsigned i,
                        unsigned j, bool after, struct pw_strbuf *text);
void pw_pairs_ask_value(struct pw_type type, int64_t value, struct pw_strbuf *out);

/* O-step: the steps of a program whose threads look at each other (looks_obligations.c). */
void pw_pairs_ask_looks(struct pw_pairs_ask *a);

/* O-none: what is asked of a program without threads (nobody_obligations.c). */
void pw_pairs_ask_nobody(struct pw_pairs_ask *a);

#endif
