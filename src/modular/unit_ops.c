/* The operations of an edge on the state of a unit. */
#include "modular/unit.h"

#include <assert.h>

bool pw_unit_is_guarded(const struct pw_ujob *j, const struct pw_medge *e)
{
    if (e->kind == PW_MEDGE_ACTION) return true;
    for (uint32_t i = e->op; i < e->op + e->nops; i++)
        if (j->g->ops.at[i].kind == PW_MOP_ASSUME || j->g->ops.at[i].kind == PW_MOP_NEW)
            return true;
    return false;
}

static void do_new(struct pw_ujob *j, const struct pw_mop *o, pw_term taken, struct pw_mstate *s,
                   struct pw_mview v)
{
    struct pw_enc *c = j->c;
    struct pw_sort sort = {PW_SORT_OBJECT, o->object};
    assert(o->object < c->t->objects.n);
    uint32_t alloc = c->t->objects.at[o->object].alloc;
    pw_term r = pw_enc_fresh(c, "new", sort);
    struct pw_mexpr at = {.kind = PW_MX_BOUND, .sort = sort}, cell = {.kind = PW_MX_CELL,
                                                                      .index = alloc,
                                                                      .sort = {PW_SORT_BOOL, 0},
                                                                      .args = {&at, NULL, NULL}};
    struct pw_mview old = v;
    old.bound[0] = r;
    old.before = pw_enc_copy(c, s);
    pw_enc_fact(c, taken, pw_term_gt(c->terms, r, pw_term_int_si(c->terms, 0)));
    pw_enc_fact(c, taken, pw_term_not(pw_enc_eval(c, &cell, &old)));
    pw_enc_write(c, s, &cell, &old, PW_TERM_TRUE);
    pw_enc_write(c, s, o->targets[0], &old, r);
}

static void do_assign(struct pw_ujob *j, const struct pw_mop *o, struct pw_mstate *s)
{
    struct pw_enc *c = j->c;
    const struct pw_mstate *old = pw_enc_copy(c, s);
    struct pw_mview to = pw_unit_view(j, old, o->base), from = pw_unit_view(j, old, o->value_base);
    for (uint32_t i = 0; i < o->n; i++)
        pw_enc_write(c, s, o->targets[i], &to, pw_enc_eval(c, o->values[i], &from));
}

static void do_havoc(struct pw_ujob *j, const struct pw_mop *o, struct pw_mstate *s)
{
    struct pw_enc *c = j->c;
    for (uint32_t i = 0; i < o->n; i++) {
        const struct pw_mexpr *x = o->targets[i];
        if (x->kind == PW_MX_LOCAL)
            pw_enc_refresh_slot(c, s, o->base + x->index);
        else if (x->kind == PW_MX_SHARED)
            pw_enc_refresh(c, s, x->index);
        else {
            assert(x->index < c->t->shared.n);
            const struct pw_mvar *v = &c->t->shared.at[x->index];
            struct pw_mview at = pw_unit_view(j, pw_enc_copy(c, s), o->base);
            pw_term value = pw_enc_fresh(c, "havoc", v->sort);
            if (v->lo) {
                struct pw_mview k = {0};
                pw_enc_fact(c, PW_TERM_TRUE,
                            pw_term_le(c->terms, pw_enc_eval(c, v->lo, &k), value));
                pw_enc_fact(c, PW_TERM_TRUE,
                            pw_term_le(c->terms, value, pw_enc_eval(c, v->hi, &k)));
            }
            pw_enc_write(c, s, x, &at, value);
        }
    }
}

static void do_assert(struct pw_ujob *j, const struct pw_mop *o, pw_term taken, uint32_t edge,
                      const struct pw_mstate *s)
{
    struct pw_enc *c = j->c;
    assert(edge < j->g->edges.n);
    const struct pw_medge *e = &j->g->edges.at[edge];
    struct pw_mview v = pw_unit_view(j, s, o->base);
    struct pw_mob ob = pw_unit_obligation(PW_OB_ASSERT, taken, pw_enc_eval(c, o->cond, &v),
                                          o->first, o->last, edge);
    if (o->asks == PW_ASKS_REQUIRES) {
        ob.kind = PW_OB_REQUIRES;
        ob.first = e->first;
        ob.last = e->last;
        ob.about = o->first;
        ob.about_last = o->last;
    }
    pw_enc_oblige(c, &ob);
    pw_enc_soft(c, taken, ob.goal);
}

void pw_unit_run_ops(struct pw_ujob *j, const struct pw_medge *e, uint32_t edge, pw_term taken,
                     struct pw_mstate *s)
{
    struct pw_enc *c = j->c;
    for (uint32_t i = e->op; i < e->op + e->nops; i++) {
        assert(i < j->g->ops.n);
        const struct pw_mop *o = &j->g->ops.at[i];
        struct pw_mview v = pw_unit_view(j, s, o->base);
        switch (o->kind) {
        case PW_MOP_ASSUME:
            pw_enc_fact(c, taken, pw_enc_eval(c, o->cond, &v));
            break;
        case PW_MOP_ASSERT:
            do_assert(j, o, taken, edge, s);
            break;
        case PW_MOP_ASSIGN:
            do_assign(j, o, s);
            break;
        case PW_MOP_HAVOC:
            do_havoc(j, o, s);
            break;
        default:
            do_new(j, o, taken, s, v);
        }
    }
}
