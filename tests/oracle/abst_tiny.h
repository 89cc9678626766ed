/* abst_tiny.h -- compares the abstraction of a tiny program with what brute force finds. Shared by
 * the unit test and long runs. */
#ifndef PW_TESTS_ABST_TINY_H
#define PW_TESTS_ABST_TINY_H

#include <stdio.h>
#include <string.h>

#include "abst/abstract.h"
#include "front/dr/dr.h"
#include "oracle/brute.h"
#include "oracle/tiny.h"

/* The program and abstraction of a text; NULL members on errors, then *diags has them. */
struct abstracted {
    struct pw_source src;
    struct pw_diags diags;
    struct pw_program *p;
    struct pw_abstraction *a;
};

static inline void abstract_text_by(struct abstracted *x, const char *text, int64_t threads,
                                    enum pw_abst_way way)
{
    memset(x, 0, sizeof *x);
    pw_source_from_text(&x->src, "test.dr", text, strlen(text));
    x->p = pw_dr_parse(&x->src, NULL, 0, &x->diags);
    if (x->p)
        x->a = pw_abstract_template(x->p, &x->src,
                                    &(struct pw_abst_options){.threads = threads, .way = way}, NULL,
                                    &x->diags);
}

static inline void abstract_text(struct abstracted *x, const char *text, int64_t threads)
{
    abstract_text_by(x, text, threads, PW_ABST_TURNS);
}

static inline void abstracted_clear(struct abstracted *x)
{
    pw_abstract_free(x->a);
    if (x->p) pw_program_free(x->p);
    pw_diags_clear(&x->diags);
    pw_source_clear(&x->src);
}

/* The template's number of location `loc` of tiny template `t`. */
static inline uint32_t tiny_loc(const struct tiny *p, const struct pw_dual *T, int t, int loc)
{
    char name[16];
    snprintf(name, sizeof name, "%c%d", 'A' + t, loc);
    for (size_t i = 0; i < T->templates.at[t].locs.n; i++) {
        const struct pw_tloc *l = &T->locs.at[T->templates.at[t].locs.at[i]];
        if (loc < p->t[t].n_stmts ? !strcmp(l->name, name) : l->kind == PW_TLOC_END)
            return T->templates.at[t].locs.at[i];
    }
    return PW_NO_INDEX;
}

static inline void tiny_set_fields(const struct tiny *p, const struct abstracted *x,
                                   struct pw_row *r, enum pw_role role, int t, unsigned bits,
                                   enum pw_when when)
{
    const struct pw_abst_fields *f = role == PW_SHARED ? &x->a->shared : &x->a->local[t];
    for (int i = 0; i < p->n_preds; i++)
        if (f->of_pred[i] != PW_NO_INDEX) pw_row_set(r, role, f->of_pred[i], when, bits >> i & 1);
    for (size_t i = 0; i < f->n_vars; i++)
        if (f->of_var[i] != PW_NO_INDEX) pw_row_set(r, role, f->of_var[i], when, bits >> 16 & 1);
}

/* The diagram of rows of threads of templates t and q (-1: idle). */
static inline pw_bdd tiny_rows(const struct tiny *p, const struct abstracted *x,
                               const struct brute *b, int t, int q, int moments)
{
    struct pw_dual *T = x->a->template;
    uint32_t passive = q < 0 ? (uint32_t)T->templates.n - 1 : (uint32_t)q;
    struct pw_row *r = pw_row_new(T, (uint32_t)t, passive);
    pw_bdd all = PW_BDD_FALSE;
    for (size_t i = 0; i < b->n; i++) {
        pw_row_reset(r);
        if (moments == 2 && q >= 0) r->passive_loc = tiny_loc(p, T, q, b->at[i].loc);
        for (int m = 0; m < moments; m++) {
            tiny_set_fields(p, x, r, PW_SHARED, 0, b->at[i].shared[m], m ? PW_NEXT : PW_NOW);
            tiny_set_fields(p, x, r, PW_ACTIVE, t, b->at[i].one[m], m ? PW_NEXT : PW_NOW);
            if (q >= 0)
                tiny_set_fields(p, x, r, PW_PASSIVE, q, b->at[i].two[m], m ? PW_NEXT : PW_NOW);
        }
        all = pw_bdd_or(T->bdds, all, pw_row_bdd(T, r));
    }
    pw_row_free(r);
    return all;
}

/* All statements that leave location k of tiny template t. */
static inline pw_bdd tiny_step_relation(const struct tiny *p, const struct abstracted *x, int t,
                                        int k, int q)
{
    struct pw_dual *T = x->a->template;
    uint32_t from = tiny_loc(p, T, t, k),
             passive = q < 0 ? (uint32_t)T->templates.n - 1 : (uint32_t)q;
    pw_bdd all = PW_BDD_FALSE;
    for (uint32_t s = 0; s < T->stmts.n; s++)
        if (T->stmts.at[s].from == from) all = pw_bdd_or(T->bdds, all, pw_dual_step(T, s, passive));
    return all;
}

static inline bool tiny_idle(const struct tiny *p)
{
    bool counted = false, free_to_start = false;
    for (int t = 0; t < p->n_templates; t++) {
        if (p->t[t].count)
            counted = true;
        else if (p->init_for != t)
            free_to_start = true;
    }
    return counted && !free_to_start;
}

/* Does the abstraction for `threads` threads (what brute force takes) agree? Otherwise says where
 * in *why. */
static inline bool tiny_agrees(const struct tiny *p, const struct abstracted *x, int threads,
                               char *why, size_t size)
{
    bool idle = tiny_idle(p);
    struct pw_dual *T = x->a->template;
    if (idle != x->a->idle) {
        snprintf(why, size, "idle threads: %d wanted", idle);
        return false;
    }
    for (int t = 0; t < p->n_templates; t++)
        for (int q = idle ? -1 : 0; q < p->n_templates; q++) {
            uint32_t passive = q < 0 ? (uint32_t)T->templates.n - 1 : (uint32_t)q;
            struct brute b = {0};
            for (int k = 0; k < p->t[t].n_stmts; k++) {
                b.n = 0;
                brute_step(p, t, k, q, threads, idle, &b);
                if (!pw_bdd_same(tiny_rows(p, x, &b, t, q, 2), tiny_step_relation(p, x, t, k, q))) {
                    snprintf(why, size, "statement %c%d beside %d with %d threads", 'A' + t, k, q,
                             threads);
                    brute_clear(&b);
                    return false;
                }
            }
            b.n = 0;
            brute_initial(p, t, q, threads, idle, &b);
            pw_bdd initial = pw_bdd_and(T->bdds, pw_dual_init(T, (uint32_t)t, passive),
                                        pw_dual_valid(T, (uint32_t)t, passive));
            bool same = pw_bdd_same(tiny_rows(p, x, &b, t, q, 1), initial);
            brute_clear(&b);
            if (!same) {
                snprintf(why, size, "initial %c beside %d with %d threads", 'A' + t, q, threads);
                return false;
            }
        }
    return true;
}

#endif
