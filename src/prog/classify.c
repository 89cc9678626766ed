#include "prog/classify.h"

#include <assert.h>

static void note(int32_t *template, int32_t t)
{
    *template = *template == PW_NONE || *template == t ? t : PW_SEVERAL;
}

static void read_leaf(void *arg, const struct pw_expr *e)
{
    struct pw_reads *r = arg;
    switch (e->kind) {
    case PW_EXPR_SHARED:
        r->shared = true;
        break;
    case PW_EXPR_LOCAL:
        note(&r->active, e->template); /* fall through */
    case PW_EXPR_AT:
        r->has_active = true;
        break;
    case PW_EXPR_PASSIVE:
        note(&r->passive, e->template); /* fall through */
    case PW_EXPR_OTHER_AT:
        r->has_passive = true;
        break;
    case PW_EXPR_BEFORE:
        r->has_active = r->has_passive = r->order = true;
        break;
    default:
        break;
    }
}

struct pw_reads pw_classify_reads(const struct pw_expr *e)
{
    struct pw_reads r = {.active = PW_NONE, .passive = PW_NONE};
    pw_expr_visit(e, read_leaf, &r);
    return r;
}

/* The only template where a label atom can hold, as above. */
struct label_reads {
    const struct pw_program *p;
    int32_t active, passive;
};

static void read_label(void *arg, const struct pw_expr *e)
{
    struct label_reads *r = arg;
    if (e->kind != PW_EXPR_AT && e->kind != PW_EXPR_OTHER_AT) return;
    int32_t *which = e->kind == PW_EXPR_AT ? &r->active : &r->passive;
    assert(e->index < r->p->nlabels);
    const struct pw_label *l = &r->p->labels[e->index];
    if (e->template >= 0) note(which, e->template);
    for (size_t i = 0; i < l->nplaces && e->template <0; i++)
        note(which, (int32_t)l->places[i].template);
}

void pw_classify(const struct pw_program *p, struct pw_pred *q)
{
    struct pw_reads r = pw_classify_reads(q->expr);
    struct label_reads l = {p, PW_NONE, PW_NONE};
    int32_t around = q->active;
    pw_expr_visit(q->expr, read_label, &l);
    if (r.has_passive)
        q->class = PW_INTER_THREAD;
    else if (r.has_active)
        q->class = r.shared ? PW_SINGLE_THREAD : PW_LOCAL_PRED;
    else
        q->class = PW_SHARED_PRED;
    q->active = r.active >= 0 ? r.active : around >= 0 ? around : l.active >= 0 ? l.active : PW_ANY;
    if (q->class == PW_SHARED_PRED) q->active = PW_ANY;
    q->passive = r.passive >= 0 ? r.passive : l.passive >= 0 ? l.passive : PW_ANY;
    if (!r.order) return;
    assert(r.active < 0 || r.passive < 0 || r.active == r.passive);
    q->active = q->passive = r.active >= 0 ? r.active : r.passive >= 0 ? r.passive : around;
}
