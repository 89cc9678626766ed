#include "engine/offers.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "prog/classify.h"

struct pw_offers *pw_offers_new(void)
{
    struct pw_offers *o = PW_NEW(struct pw_offers);
    pw_expr_pool_init(&o->pool);
    return o;
}

void pw_offers_free(struct pw_offers *o)
{
    if (!o) return;
    pw_vec_clear(&o->at);
    pw_vec_clear(&o->steps);
    pw_expr_pool_clear(&o->pool);
    PW_FREE(o);
}

/* --- threads that have not begun --- */

/* A label of the entry of template t, or p->nlabels + t if
 * it has none; a labelled program (offers.h) has those, too. */
static uint32_t entry_label(const struct pw_program *p, uint32_t t)
{
    assert(t < p->ntemplates);
    const struct pw_loc *entry = &p->templates[t].locs[p->templates[t].entry];
    return entry->nlabels ? entry->labels[0] : (uint32_t)p->nlabels + t;
}

/* Does the label name places of template t only? Then the template need not be said. */
static bool is_of_one(const struct pw_program *p, uint32_t label, uint32_t t)
{
    if (label >= p->nlabels) return true;
    for (size_t i = 0; i < p->labels[label].nplaces; i++)
        if (p->labels[label].places[i].template != t) return false;
    return true;
}

static const struct pw_expr *at_entry(struct pw_offers *o, const struct pw_program *p,
                                      enum pw_expr_kind kind, int32_t t)
{
    assert(kind == PW_EXPR_AT || kind == PW_EXPR_OTHER_AT);
    assert(t >= 0 && (size_t)t < p->ntemplates);
    uint32_t label = entry_label(p, (uint32_t)t);
    return pw_expr_leaf(&o->pool, kind, true, is_of_one(p, label, (uint32_t)t) ? -1 : t, label);
}

/* pre: depth of e is that of a predicate, bounded (prog/expr.h) */
static const struct pw_expr *excuse(struct pw_offers *o, const struct pw_program *p,
                                    const struct pw_expr *e)
{
    assert(e->is_bool);
    if (e->kind == PW_EXPR_AND)
        return pw_expr_binary(&o->pool, PW_EXPR_AND, excuse(o, p, e->args[0]),
                              excuse(o, p, e->args[1]));
    struct pw_reads r = pw_classify_reads(e);
    const struct pw_expr *begun = NULL;
    if (r.active >= 0) begun = at_entry(o, p, PW_EXPR_AT, r.active);
    if (r.passive >= 0) {
        const struct pw_expr *other = at_entry(o, p, PW_EXPR_OTHER_AT, r.passive);
        begun = begun ? pw_expr_binary(&o->pool, PW_EXPR_OR, begun, other) : other;
    }
    return begun ? pw_expr_binary(&o->pool, PW_EXPR_OR, begun, e) : e;
}

/* --- offers --- */

static void add(struct pw_offers *o, const struct pw_expr *e, int32_t instead)
{
    for (size_t i = 0; i < o->at.n; i++)
        if (pw_expr_equal(o->at.at[i].expr, e)) return;
    struct pw_offer made = {e, instead};
    if (e->kind != PW_EXPR_BOOL) pw_vec_push(&o->at, made);
}

static const struct pw_expr *of_the_other(void *arg, const struct pw_expr *leaf)
{
    if (leaf->kind != PW_EXPR_LOCAL) return leaf;
    return pw_expr_leaf(arg, PW_EXPR_PASSIVE, leaf->is_bool, leaf->template, leaf->index);
}

void pw_offers_fact(struct pw_offers *o, const struct pw_program *p, const struct pw_expr *fact)
{
    struct pw_reads r = pw_classify_reads(fact);
    assert(fact->is_bool && r.active != PW_SEVERAL && r.passive != PW_SEVERAL);
    add(o, fact, PW_NONE);
    if (r.has_active && !r.has_passive && r.shared) {
        const struct pw_expr *other = pw_expr_replace(&o->pool, fact, of_the_other, &o->pool);
        add(o, other, PW_NONE);
        add(o, excuse(o, p, other), PW_NONE);
    }
    add(o, excuse(o, p, fact), PW_NONE);
}

void pw_offers_predicate(struct pw_offers *o, const struct pw_program *p, uint32_t pred)
{
    assert(pred < p->preds.n);
    const struct pw_expr *e = p->preds.at[pred].expr, *excused = excuse(o, p, e);
    if (!pw_expr_equal(e, excused)) add(o, excused, (int32_t)pred);
}

/* --- labels for entries without one --- */

static bool is_used(const struct pw_program *p, const char *name)
{
    bool used = pw_program_label(p, name) != PW_NONE;
    for (size_t i = 0; i < p->nshared && !used; i++)
        used = !strcmp(p->shared[i].name, name);
    for (size_t t = 0; t < p->ntemplates && !used; t++) {
        used = !strcmp(p->templates[t].name, name);
        for (size_t i = 0; i < p->templates[t].nlocals && !used; i++)
            used = !strcmp(p->templates[t].locals[i].name, name);
    }
    for (size_t i = 0; i < p->preds.n && !used; i++)
        used = !strcmp(p->preds.at[i].name, name);
    return used;
}

static const char *fresh_name(const struct pw_program *p, uint32_t t, struct pw_arena *arena)
{
    char name[64];
    snprintf(name, sizeof name, "start");
    for (unsigned i = 0; is_used(p, name) || (t && !i); i++)
        snprintf(name, sizeof name, "start%u", t + 1 + i * (unsigned)p->ntemplates);
    return pw_arena_strdup(arena, name);
}

/* The entry of template t, which has no label, gets the one of the number. */
static void label_entry(struct pw_labelled *x, struct pw_thread_template *t, uint32_t number)
{
    struct pw_loc *locs = pw_arena_copy(&x->arena, t->locs, t->nlocs * sizeof *locs);
    assert(t->entry < t->nlocs && !locs[t->entry].nlabels);
    locs[t->entry].labels = pw_arena_copy(&x->arena, &number, sizeof number);
    locs[t->entry].nlabels = 1;
    t->locs = locs;
}

void pw_labelled_init(struct pw_labelled *x, const struct pw_program *p)
{
    pw_arena_init(&x->arena);
    x->program = *p;
    struct pw_label *labels =
        pw_arena_alloc(&x->arena, (p->nlabels + p->ntemplates) * sizeof *labels);
    struct pw_thread_template *templates =
        pw_arena_copy(&x->arena, p->templates, p->ntemplates * sizeof *templates);
    if (p->nlabels) memcpy(labels, p->labels, p->nlabels * sizeof *labels);
    for (uint32_t t = 0; t < p->ntemplates; t++) {
        bool needed = entry_label(p, t) >= p->nlabels;
        struct pw_label_place place = {t, templates[t].entry};
        labels[p->nlabels + t] =
            (struct pw_label){.name = fresh_name(p, t, &x->arena),
                              .places = pw_arena_copy(&x->arena, &place, sizeof place),
                              .nplaces = needed,
                              .pos = templates[t].locs[templates[t].entry].pos};
        if (needed) label_entry(x, &templates[t], (uint32_t)p->nlabels + t);
    }
    x->program.labels = labels;
    x->program.nlabels = p->nlabels + p->ntemplates;
    x->program.templates = templates;
}

void pw_labelled_clear(struct pw_labelled *x)
{
    pw_arena_clear(&x->arena);
}
