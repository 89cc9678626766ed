#include "abst/skeleton.h"

#include <assert.h>
#include <string.h>

enum { LARGEST_FIELD = 1 << 16, MOST_TEMPLATES = 63 };

bool pw_skeleton_has_bit(const struct pw_pred *q, uint32_t template)
{
    return q->class != PW_SHARED_PRED && (q->active == PW_ANY || q->active == (int32_t) template);
}

bool pw_skeleton_ranges_over(const struct pw_pred *q, uint32_t template)
{
    return q->class == PW_INTER_THREAD &&
           (q->passive == PW_ANY || q->passive == (int32_t) template);
}

bool pw_skeleton_may_lack_third(const struct pw_abstraction *a)
{
    return a->idle || a->alone != PW_NO_INDEX;
}

int64_t pw_abst_bound(struct pw_preds preds)
{
    int64_t inter = 0;
    for (size_t i = 0; i < preds.n; i++)
        inter += preds.at[i].class == PW_INTER_THREAD;
    return 4 * inter + 2;
}

uint32_t pw_abst_somes(const struct pw_edge *e)
{
    uint32_t n = 0;
    for (size_t i = 0; i < e->nlooks; i++)
        n += !e->looks[i].every;
    return n;
}

const struct pw_look *pw_abst_some(const struct pw_edge *e, uint32_t i)
{
    for (size_t k = 0; k < e->nlooks; k++)
        if (!e->looks[k].every && i-- == 0) return &e->looks[k];
    assert(!"a step has no such `some`");
    return NULL;
}

bool pw_abst_is_idle(const struct pw_abstraction *a, uint32_t template)
{
    return pw_skeleton_may_lack_third(a) && template + 1 == a->template->templates.n;
}

static uint32_t most_somes(const struct pw_program *p)
{
    uint32_t most = 0;
    for (size_t t = 0; t < p->ntemplates; t++)
        for (size_t i = 0; i < p->templates[t].nedges; i++) {
            uint32_t n = pw_abst_somes(&p->templates[t].edges[i]);
            if (n > most) most = n;
        }
    return most;
}

static bool is_constant(const struct pw_expr *e)
{
    return e->kind == PW_EXPR_INT || e->kind == PW_EXPR_BOOL;
}

/* Can a thread of template t be added to every initial state of the others? For certain if no
 * constraint reads its locals, and no initialiser can leave the type of its variable. */
static bool starts_freely(const struct pw_program *p, uint32_t t)
{
    assert(t < p->ntemplates);
    const struct pw_thread_template *T = &p->templates[t];
    for (size_t i = 0; i < p->ninits; i++)
        if (pw_skeleton_has_bit(&p->inits[i], t)) return false;
    for (size_t i = 0; i < T->nlocals; i++)
        if (pw_type_finite(T->locals[i].type) && T->locals[i].init &&
            !is_constant(T->locals[i].init))
            return false;
    return true;
}

/* Where all templates are uncounted, some thread is there and a copy of it may be added. */
static bool abst_needs_idle(const struct pw_program *p)
{
    size_t counted = 0;
    bool addable = false;
    for (size_t i = 0; i < p->ninits; i++)
        if (p->inits[i].class == PW_INTER_THREAD) return true;
    for (uint32_t t = 0; t < p->ntemplates; t++) {
        if (p->templates[t].count != PW_ANY)
            counted++;
        else if (starts_freely(p, t))
            addable = true;
    }
    return counted && !addable;
}

/* ---- fields ---- */

static enum pw_tpred_class class_of(const struct pw_pred *q)
{
    switch (q->class) {
    case PW_SHARED_PRED:
        return PW_TPRED_SHARED;
    case PW_LOCAL_PRED:
        return PW_TPRED_LOCAL;
    case PW_SINGLE_THREAD:
        return PW_TPRED_SINGLE;
    default:
        return PW_TPRED_INTER;
    }
}

static bool type_fits(const struct pw_var *v, const struct pw_source *src, struct pw_diags *diags)
{
    if (v->type.kind != PW_RANGE || v->type.hi - v->type.lo < LARGEST_FIELD) return true;
    pw_diag_add(diags, PW_ERROR, src, v->pos.offset, v->pos.offset + strlen(v->name),
                "make it an int and say what matters by predicates",
                "'%s' has more than %d values: too many to be tracked one by one", v->name,
                LARGEST_FIELD);
    return false;
}

static bool types_fit(const struct pw_program *p, const struct pw_source *src,
                      struct pw_diags *diags)
{
    bool fit = p->ntemplates <= MOST_TEMPLATES;
    if (!fit)
        pw_diag_add(diags, PW_ERROR, src, p->templates[MOST_TEMPLATES].pos.offset,
                    p->templates[MOST_TEMPLATES].pos.offset, NULL,
                    "more than %d thread templates: the abstraction considers every set of them",
                    MOST_TEMPLATES);
    for (size_t i = 0; i < p->nshared; i++)
        fit &= type_fits(&p->shared[i], src, diags);
    for (size_t t = 0; t < p->ntemplates; t++)
        for (size_t i = 0; i < p->templates[t].nlocals; i++)
            fit &= type_fits(&p->templates[t].locals[i], src, diags);
    return fit;
}

static enum pw_field_kind kind_of(struct pw_type t)
{
    return t.kind == PW_BOOL ? PW_FIELD_BOOL : PW_FIELD_RANGE;
}
static int64_t low(struct pw_type t)
{
    return t.kind == PW_BOOL ? 0 : t.lo;
}
static int64_t high(struct pw_type t)
{
    return t.kind == PW_BOOL ? 1 : t.hi;
}

/* The name for people. */
static void show_field(struct pw_field *f, const struct pw_var *v)
{
    assert(!f->shown);
    if (v->source) f->shown = pw_mem_strdup(v->source);
    f->made = v->about != NULL;
}

static void add_shared_fields(struct pw_abstraction *a, const struct pw_program *p)
{
    struct pw_abst_fields *f = &a->shared;
    f->of_var = PW_NEWS(uint32_t, p->nshared);
    f->of_pred = PW_NEWS(uint32_t, a->preds.n);
    f->n_vars = p->nshared;
    f->n_preds = a->preds.n;
    for (uint32_t i = 0; i < a->preds.n; i++)
        f->of_pred[i] = a->preds.at[i].class == PW_SHARED_PRED
                            ? pw_dual_add_shared_bit(a->template, i)
                            : PW_NO_INDEX;
    for (size_t i = 0; i < p->nshared; i++) {
        struct pw_type type = p->shared[i].type;
        f->of_var[i] = pw_type_finite(type)
                           ? pw_dual_add_shared_value(a->template, p->shared[i].name, kind_of(type),
                                                      low(type), high(type))
                           : PW_NO_INDEX;
        if (f->of_var[i] != PW_NO_INDEX)
            show_field(&a->template->shared.at[f->of_var[i]], &p->shared[i]);
    }
}

static bool shared_is_called(const struct pw_dual *t, const char *name)
{
    for (size_t i = 0; i < t->shared.n; i++)
        if (!strcmp(t->shared.at[i].name, name)) return true;
    return false;
}

/* The field `alone`, where there is an `every`. */
static void add_alone(struct pw_abstraction *a, const struct pw_program *p)
{
    a->alone = PW_NO_INDEX;
    if (a->idle || !(pw_program_uses(p) & PW_USES_EVERY)) return;
    struct pw_strbuf name = {0};
    pw_strbuf_puts(&name, "alone");
    while (shared_is_called(a->template, pw_strbuf_text(&name)))
        pw_strbuf_putc(&name, '_');
    a->alone = pw_dual_add_shared_value(a->template, pw_strbuf_text(&name), PW_FIELD_BOOL, 0, 1);
    pw_strbuf_clear(&name);
}

static void add_local_fields(struct pw_abstraction *a, const struct pw_program *p, uint32_t t)
{
    assert(t < p->ntemplates);
    const struct pw_thread_template *T = &p->templates[t];
    assert(t < a->n_local);
    struct pw_abst_fields *f = &a->local[t];
    f->of_var = PW_NEWS(uint32_t, T->nlocals);
    f->of_pred = PW_NEWS(uint32_t, a->preds.n);
    f->n_vars = T->nlocals;
    f->n_preds = a->preds.n;
    for (uint32_t i = 0; i < a->preds.n; i++)
        f->of_pred[i] = pw_skeleton_has_bit(&a->preds.at[i], t)
                            ? pw_dual_add_local_bit(a->template, t, i)
                            : PW_NO_INDEX;
    for (size_t i = 0; i < T->nlocals; i++) {
        struct pw_type type = T->locals[i].type;
        f->of_var[i] = pw_type_finite(type)
                           ? pw_dual_add_local_value(a->template, t, T->locals[i].name,
                                                     kind_of(type), low(type), high(type))
                           : PW_NO_INDEX;
        if (f->of_var[i] != PW_NO_INDEX)
            show_field(&a->template->templates.at[t].fields.at[f->of_var[i]], &T->locals[i]);
    }
}

/* ---- locations, statements ---- */

static enum pw_tloc_kind loc_kind(enum pw_loc_kind k)
{
    return k == PW_LOC_ERROR ? PW_TLOC_ERROR : k == PW_LOC_END ? PW_TLOC_END : PW_TLOC_NORMAL;
}

static void add_locs(struct pw_abstraction *a, const struct pw_program *p, uint32_t t)
{
    assert(t < p->ntemplates);
    const struct pw_thread_template *T = &p->templates[t];
    for (uint32_t l = 0; l < T->nlocs; l++) {
        uint32_t n = pw_dual_add_loc(a->template, t, T->locs[l].name, T->locs[l].pos.line,
                                     loc_kind(T->locs[l].kind));
        a->locs[n] = (struct pw_abst_origin){t, l};
        for (size_t i = 0; i < T->locs[l].nlabels; i++)
            pw_dual_label_loc(a->template, n, T->locs[l].labels[i]);
        if (l == T->entry) pw_dual_set_entry(a->template, t, n);
    }
}

static void add_stmts(struct pw_abstraction *a, const struct pw_program *p, uint32_t t)
{
    assert(t < p->ntemplates);
    const struct pw_thread_template *T = &p->templates[t];
    assert(t < a->template->templates.n);
    uint32_t first = a->template->templates.at[t].locs.at[0];
    for (uint32_t e = 0; e < T->nedges; e++) {
        const struct pw_edge *E = &T->edges[e];
        uint32_t n =
            pw_dual_add_stmt(a->template, t, first + E->from, first + E->to, E->pos.line, E->text);
        pw_dual_need_somes(a->template, n, pw_abst_somes(E));
        a->stmts[n] = (struct pw_abst_origin){t, e};
    }
}

static bool template_is_called(const struct pw_dual *t, const char *name)
{
    for (size_t i = 0; i < t->templates.n; i++)
        if (!strcmp(t->templates.at[i].name, name)) return true;
    return false;
}

static void add_idle(struct pw_abstraction *a)
{
    struct pw_strbuf name = {0};
    pw_strbuf_puts(&name, "idle");
    while (template_is_called(a->template, pw_strbuf_text(&name)))
        pw_strbuf_putc(&name, '_');
    uint32_t t = pw_dual_add_kind(a->template, pw_strbuf_text(&name), -1);
    uint32_t n = pw_dual_add_loc(a->template, t, pw_strbuf_text(&name), 0, PW_TLOC_NORMAL);
    pw_strbuf_clear(&name);
    pw_dual_set_entry(a->template, t, n);
    a->locs[n] = (struct pw_abst_origin){PW_NO_INDEX, 0};
}

/* ---- properties ---- */

/* Has the label places in templates other than t? */
static bool label_elsewhere(const struct pw_label *l, int32_t t)
{
    for (size_t i = 0; i < l->nplaces; i++)
        if ((int32_t)l->places[i].template != t) return true;
    return false;
}

/* The label of count(t.label), which is one of its own ("t.label") where the label also occurs in
 * other templates. */
static uint32_t counted_label(struct pw_abstraction *a, const struct pw_program *p,
                              const struct pw_count *c)
{
    assert(c->label < p->nlabels);
    const struct pw_label *l = &p->labels[c->label];
    if (c->template == PW_ANY || !label_elsewhere(l, c->template)) return c->label;
    struct pw_strbuf name = {0};
    assert(p->ntemplates > (size_t)c->template);
    pw_strbuf_printf(&name, "%s.%s", p->templates[c->template].name, l->name);
    uint32_t n = pw_dual_add_label(a->template, pw_strbuf_text(&name));
    pw_strbuf_clear(&name);
    assert(a->template->templates.n > (size_t)c->template);
    uint32_t first = a->template->templates.at[c->template].locs.at[0];
    for (size_t i = 0; i < l->nplaces; i++)
        if ((int32_t)l->places[i].template == c->template)
            pw_dual_label_loc(a->template, first + l->places[i].loc, n);
    return n;
}

static void add_unsafe(struct pw_abstraction *a, const struct pw_program *p)
{
    for (size_t i = 0; i < p->nunsafe; i++) {
        const struct pw_disjunct *d = &p->unsafe[i];
        uint32_t n = pw_dual_add_bad(a->template, NULL, d->pos.line);
        for (size_t j = 0; j < d->ncounts; j++)
            pw_dual_add_bad_term(a->template, n, counted_label(a, p, &d->counts[j]),
                                 d->counts[j].least);
    }
}

/* The failing edges of the program: their number, and the last one. */
static size_t failures(const struct pw_program *p, const struct pw_edge **last)
{
    size_t n = 0;
    for (size_t t = 0; t < p->ntemplates; t++)
        for (size_t e = 0; e < p->templates[t].nedges; e++)
            if (p->templates[t].edges[e].kind != PW_EDGE_STEP)
                n++, *last = &p->templates[t].edges[e];
    return n;
}

static void add_failures(struct pw_abstraction *a, const struct pw_program *p)
{
    const struct pw_edge *e = NULL;
    size_t n = failures(p, &e);
    if (!n) return;
    struct pw_strbuf text = {0};
    pw_strbuf_puts(&text, "error");
    while (pw_program_label(p, pw_strbuf_text(&text)) != PW_NONE)
        pw_strbuf_putc(&text, '_');
    uint32_t label = pw_dual_add_label(a->template, pw_strbuf_text(&text));
    for (size_t t = 0; t < p->ntemplates; t++)
        if (p->templates[t].error != PW_NONE)
            pw_dual_label_loc(
                a->template,
                a->template->templates.at[t].locs.at[0] + (uint32_t)p->templates[t].error, label);
    pw_strbuf_reset(&text);
    if (n == 1)
        pw_program_print_failure(e, &text);
    else
        pw_strbuf_puts(&text, p->of ? "a property is violated" : "an assertion fails");
    uint32_t bad = pw_dual_add_bad(a->template, pw_strbuf_text(&text), n == 1 ? e->pos.line : 0);
    pw_dual_add_bad_term(a->template, bad, label, 1);
    pw_strbuf_clear(&text);
}

/* ---- all together ---- */

static void count_origins(struct pw_abstraction *a, const struct pw_program *p)
{
    a->n_locs = a->idle || a->alone != PW_NO_INDEX ? 1 : 0;
    for (size_t t = 0; t < p->ntemplates; t++) {
        a->n_locs += p->templates[t].nlocs;
        a->n_stmts += p->templates[t].nedges;
    }
    a->stmts = PW_NEWS(struct pw_abst_origin, a->n_stmts);
    a->locs = PW_NEWS(struct pw_abst_origin, a->n_locs);
}

static void fill(struct pw_abstraction *a, const struct pw_program *p)
{
    struct pw_dual *T = a->template;
    for (size_t i = 0; i < a->preds.n; i++)
        pw_dual_add_pred(T, a->preds.at[i].name, a->preds.at[i].text, class_of(&a->preds.at[i]));
    for (size_t i = 0; i < p->nlabels; i++)
        pw_dual_add_label(T, p->labels[i].name);
    for (uint32_t t = 0; t < p->ntemplates; t++)
        pw_dual_add_kind(T, p->templates[t].name, p->templates[t].count);
    add_shared_fields(a, p);
    add_alone(a, p);
    count_origins(a, p);
    for (uint32_t t = 0; t < p->ntemplates; t++)
        add_local_fields(a, p, t);
    for (uint32_t t = 0; t < p->ntemplates; t++)
        add_locs(a, p, t);
    for (uint32_t t = 0; t < p->ntemplates; t++)
        add_stmts(a, p, t);
    if (a->idle || a->alone != PW_NO_INDEX) add_idle(a);
    add_unsafe(a, p);
    add_failures(a, p);
}

struct pw_abstraction *pw_abstract_skeleton(const struct pw_program *p, struct pw_preds preds,
                                            const struct pw_source *src, struct pw_diags *diags)
{
    assert(!(pw_program_uses(p) & PW_USES_PAIRS));
    if (!types_fit(p, src, diags)) return NULL;
    struct pw_abstraction *a = PW_NEW(struct pw_abstraction);
    a->template = pw_dual_new();
    a->preds = preds;
    a->idle = abst_needs_idle(p);
    a->local = PW_NEWS(struct pw_abst_fields, p->ntemplates);
    a->n_local = p->ntemplates;
    fill(a, p);
    a->template->bound = pw_abst_bound(preds) + most_somes(p);
    if (!pw_dual_fits(a->template)) {
        pw_diag_add(diags, PW_ERROR, src, 0, 0, "use fewer predicates or smaller ranges",
                    "too many bits: the diagrams of a template hold %d variables", PW_BDD_VARS);
        pw_abstract_free(a);
        return NULL;
    }
    pw_dual_layout(a->template);
    return a;
}

static void clear_fields(struct pw_abst_fields *f)
{
    PW_FREES(f->of_var, f->n_vars);
    PW_FREES(f->of_pred, f->n_preds);
}

void pw_abstract_free(struct pw_abstraction *a)
{
    if (!a) return;
    pw_dual_free(a->template);
    PW_FREES(a->stmts, a->n_stmts);
    PW_FREES(a->locs, a->n_locs);
    clear_fields(&a->shared);
    for (size_t t = 0; t < a->n_local; t++)
        clear_fields(&a->local[t]);
    PW_FREES(a->local, a->n_local);
    PW_FREE(a);
}
