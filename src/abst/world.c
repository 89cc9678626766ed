#include "abst/world.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "prog/translate.h"

static void note_label(void *arg, const struct pw_expr *leaf)
{
    struct pw_world *w = arg;
    if (leaf->kind == PW_EXPR_AT || leaf->kind == PW_EXPR_OTHER_AT) w->asked[leaf->index] = true;
}

/* What steps ask of other threads. */
static void note_steps(struct pw_world *w)
{
    for (size_t t = 0; t < w->p->ntemplates; t++)
        for (size_t i = 0; i < w->p->templates[t].nedges; i++) {
            const struct pw_edge *e = &w->p->templates[t].edges[i];
            for (size_t k = 0; k < e->nlooks; k++)
                pw_expr_visit(e->looks[k].expr, note_label, w);
            for (size_t k = 0; k < e->nothers; k++)
                pw_expr_visit(e->others[k].to, note_label, w);
        }
}

void pw_world_init(struct pw_world *w, const struct pw_program *p, struct pw_abstraction *a,
                   const struct pw_axioms *axioms, struct pw_abst_stats *stats)
{
    memset(w, 0, sizeof *w);
    w->p = p;
    w->a = a;
    w->t = a->template;
    w->terms = pw_terms_new();
    w->stats = stats;
    w->axioms = axioms;
    pw_arena_init(&w->arena);
    w->asked = PW_NEWS(bool, p->nlabels);
    for (size_t i = 0; i < a->preds.n; i++)
        pw_expr_visit(a->preds.at[i].expr, note_label, w);
    for (size_t i = 0; i < p->ninits; i++)
        pw_expr_visit(p->inits[i].expr, note_label, w);
    for (size_t i = 0; axioms && i < axioms->stated.n; i++)
        pw_expr_visit(axioms->stated.at[i]->expr, note_label, w);
    note_steps(w);
}

void pw_world_clear(struct pw_world *w)
{
    pw_terms_free(w->terms);
    pw_arena_clear(&w->arena);
    pw_vec_clear(&w->witnesses);
    PW_FREES(w->asked, w->p->nlabels);
    pw_vec_clear(&w->row);
    pw_vec_clear(&w->domain);
}

/* ---- row bits and domains ---- */

pw_bdd pw_world_row(const struct pw_world *w, pw_term var)
{
    uint32_t n = pw_term_node(var);
    return (pw_bdd){n < w->row.n ? w->row.at[n] : 0};
}

bool pw_world_domain(const struct pw_world *w, pw_term var, pw_term *d)
{
    uint32_t n = pw_term_node(var);
    if (n >= w->domain.n || !w->domain.at[n]) return false;
    assert(n < w->domain.n);
    *d = (pw_term){w->domain.at[n] - 1};
    return true;
}

static void show(struct pw_world *w, pw_term var, pw_bdd rows)
{
    while (w->row.n <= pw_term_node(var))
        pw_vec_push(&w->row, 0);
    w->row.at[pw_term_node(var)] = rows.i;
}

static void restrict_to(struct pw_world *w, pw_term var, pw_term domain)
{
    while (w->domain.n <= pw_term_node(var))
        pw_vec_push(&w->domain, 0);
    w->domain.at[pw_term_node(var)] = domain.id + 1;
}

static pw_term bool_var(struct pw_world *w, const char *a, const char *b)
{
    struct pw_strbuf name = {0};
    pw_strbuf_printf(&name, "%s.%s", a, b);
    pw_term v = pw_term_bool_var(w->terms, pw_strbuf_text(&name));
    pw_strbuf_clear(&name);
    return v;
}

static pw_term int_var(struct pw_world *w, const char *a, const char *b)
{
    struct pw_strbuf name = {0};
    pw_strbuf_printf(&name, "%s.%s", a, b);
    pw_term v = pw_term_int_var(w->terms, pw_strbuf_text(&name));
    pw_strbuf_clear(&name);
    return v;
}

static pw_term row_bit(struct pw_world *w, unsigned bdd_var)
{
    char name[24];
    snprintf(name, sizeof name, "row%u", bdd_var);
    pw_term v = pw_term_bool_var(w->terms, name);
    show(w, v, pw_bdd_var(w->t->bdds, bdd_var));
    return v;
}

pw_term pw_world_bit(struct pw_world *w, enum pw_role role, uint32_t template, uint32_t field,
                     enum pw_when when)
{
    return row_bit(w, pw_dual_var(w->t, role, template, field, when, 0));
}

pw_term pw_world_field(struct pw_world *w, enum pw_role role, uint32_t template, uint32_t field,
                       enum pw_when when)
{
    const struct pw_field *f = &pw_dual_fields(w->t, role, template)->at[field];
    if (f->kind != PW_FIELD_RANGE) return pw_world_bit(w, role, template, field, when);
    pw_term value = pw_term_int_si(w->terms, f->lo), zero = pw_term_int_si(w->terms, 0);
    for (unsigned b = 0; b < f->bits; b++) {
        pw_term bit = row_bit(w, pw_dual_var(w->t, role, template, field, when, b));
        pw_term weight = pw_term_int_si(w->terms, (int64_t)1 << (f->bits - 1 - b));
        value = pw_term_add(w->terms, value, pw_term_ite(w->terms, bit, weight, zero));
    }
    return value;
}

/* ---- views ---- */

static pw_term *new_terms(struct pw_world *w, size_t n)
{
    return pw_arena_alloc(&w->arena, (n ? n : 1) * sizeof(pw_term));
}

static struct pw_thread_view *new_view(struct pw_world *w, uint32_t template, int32_t loc)
{
    struct pw_thread_view *v = pw_arena_alloc(&w->arena, sizeof *v);
    *v = (struct pw_thread_view){.template = template, .loc = loc};
    return v;
}

const pw_term *pw_world_shared(struct pw_world *w)
{
    pw_term *s = new_terms(w, w->p->nshared);
    for (uint32_t i = 0; i < w->p->nshared; i++) {
        uint32_t f = w->a->shared.of_var[i];
        s[i] = f == PW_NO_INDEX ? int_var(w, "shared", w->p->shared[i].name)
                                : pw_world_field(w, PW_SHARED, 0, f, PW_NOW);
    }
    return s;
}

/* Locals of thread 1 or 2: finite ones are in the row. */
static const pw_term *seen_locals(struct pw_world *w, uint32_t template, enum pw_role role)
{
    assert(w->p->ntemplates > template);
    const struct pw_thread_template *T = &w->p->templates[template];
    pw_term *l = new_terms(w, T->nlocals);
    struct pw_strbuf who = {0};
    pw_strbuf_printf(&who, "%s.%s", role == PW_ACTIVE ? "active" : "passive", T->name);
    for (uint32_t i = 0; i < T->nlocals; i++) {
        uint32_t f = w->a->local[template].of_var[i];
        l[i] = f == PW_NO_INDEX ? int_var(w, pw_strbuf_text(&who), T->locals[i].name)
                                : pw_world_field(w, role, template, f, PW_NOW);
    }
    pw_strbuf_clear(&who);
    return l;
}

const struct pw_thread_view *pw_world_active(struct pw_world *w, uint32_t template, uint32_t loc)
{
    struct pw_thread_view *v = new_view(w, template, (int32_t)loc);
    v->seen = 1;
    v->locals = seen_locals(w, template, PW_ACTIVE);
    return v;
}

const struct pw_thread_view *pw_world_passive_at(struct pw_world *w, uint32_t template,
                                                 uint32_t loc)
{
    struct pw_thread_view *v = new_view(w, template, (int32_t)loc);
    v->seen = 2;
    v->locals = seen_locals(w, template, PW_PASSIVE);
    return v;
}

/* How many locations of the template have the label. */
static size_t label_size(const struct pw_world *w, uint32_t template, uint32_t label)
{
    size_t n = 0;
    for (uint32_t l = 0; l < w->p->templates[template].nlocs; l++)
        n += pw_program_at(w->p, label, PW_ANY, template, l);
    return n;
}

static pw_bdd label_rows(struct pw_world *w, uint32_t template, uint32_t label)
{
    assert(w->t->templates.n > template);
    const pw_uints *locs = &w->t->templates.at[template].locs;
    pw_bdd rows = PW_BDD_FALSE;
    for (uint32_t l = 0; l < w->p->templates[template].nlocs; l++)
        if (pw_program_at(w->p, label, PW_ANY, template, l))
            rows = pw_bdd_or(w->t->bdds, rows, pw_dual_at(w->t, locs->at[l]));
    return rows;
}

/* The terms "is at label l" of the labels that are asked for: constant where no or every location
 * has it, otherwise variables named by `who`. */
static pw_term *label_terms(struct pw_world *w, uint32_t template, const char *who)
{
    pw_term *at = new_terms(w, w->p->nlabels);
    for (uint32_t l = 0; l < w->p->nlabels; l++) {
        size_t n = w->asked[l] ? label_size(w, template, l) : 0;
        struct pw_strbuf name = {0};
        pw_strbuf_printf(&name, "at.%s", w->p->labels[l].name);
        at[l] = n == 0 || n == w->p->templates[template].nlocs
                    ? pw_term_bool(n != 0)
                    : bool_var(w, who, pw_strbuf_text(&name));
        pw_strbuf_clear(&name);
    }
    return at;
}

const struct pw_thread_view *pw_world_passive(struct pw_world *w, uint32_t template)
{
    struct pw_thread_view *v = new_view(w, template, -1);
    struct pw_strbuf who = {0};
    v->seen = 2;
    v->locals = seen_locals(w, template, PW_PASSIVE);
    assert(w->p->ntemplates > template);
    pw_strbuf_printf(&who, "passive.%s", w->p->templates[template].name);
    pw_term *at = label_terms(w, template, pw_strbuf_text(&who));
    for (uint32_t l = 0; l < w->p->nlabels; l++)
        if (!pw_term_is_const(w->terms, at[l])) show(w, at[l], label_rows(w, template, l));
    v->at = at;
    pw_strbuf_clear(&who);
    return v;
}

/* Some location of the template has exactly these labels. */
static pw_term label_domain(struct pw_world *w, uint32_t template, const pw_term *at)
{
    pw_term_list some = {0}, all = {0};
    for (uint32_t loc = 0; loc < w->p->templates[template].nlocs; loc++) {
        pw_vec_reset(&all);
        for (uint32_t l = 0; l < w->p->nlabels; l++) {
            if (w->asked[l])
                pw_vec_push(&all, pw_program_at(w->p, l, PW_ANY, template, loc)
                                      ? at[l]
                                      : pw_term_not(at[l]));
        }
        pw_vec_push(&some, pw_term_and(w->terms, all.at, all.n));
    }
    pw_term d = pw_term_or(w->terms, some.at, some.n);
    pw_vec_clear(&some);
    pw_vec_clear(&all);
    return d;
}

/* A hidden variable of a type. */
static pw_term hidden_var(struct pw_world *w, const char *who, const char *name,
                          struct pw_type type)
{
    if (type.kind == PW_BOOL) return bool_var(w, who, name);
    pw_term v = int_var(w, who, name);
    if (type.kind == PW_INT) return v;
    pw_term least = pw_term_ge(w->terms, v, pw_term_int_si(w->terms, type.lo)),
            most = pw_term_le(w->terms, v, pw_term_int_si(w->terms, type.hi));
    restrict_to(w, v, pw_term_and2(w->terms, least, most));
    return v;
}

const struct pw_thread_view *pw_world_hidden(struct pw_world *w, uint32_t template,
                                             const char *prefix)
{
    assert(w->p->ntemplates > template);
    const struct pw_thread_template *T = &w->p->templates[template];
    struct pw_thread_view *v = new_view(w, template, -1);
    struct pw_strbuf who = {0};
    pw_strbuf_printf(&who, "%s.%s", prefix, T->name);
    pw_term *locals = new_terms(w, T->nlocals),
            *at = label_terms(w, template, pw_strbuf_text(&who));
    for (uint32_t i = 0; i < T->nlocals; i++)
        locals[i] = hidden_var(w, pw_strbuf_text(&who), T->locals[i].name, T->locals[i].type);
    pw_term d = label_domain(w, template, at);
    for (uint32_t l = 0; l < w->p->nlabels; l++)
        if (!pw_term_is_const(w->terms, at[l])) restrict_to(w, at[l], d);
    v->name = memcpy(pw_arena_alloc(&w->arena, who.n + 1), pw_strbuf_text(&who), who.n + 1);
    v->locals = locals;
    v->at = at;
    pw_strbuf_clear(&who);
    return v;
}

const struct pw_thread_view *pw_world_witness(struct pw_world *w, uint32_t template, uint32_t k)
{
    size_t place = (size_t)k * w->p->ntemplates + template;
    while (w->witnesses.n <= place)
        pw_vec_push(&w->witnesses, NULL);
    if (!w->witnesses.at[place]) {
        char who[24];
        snprintf(who, sizeof who, "w%u", k);
        struct pw_thread_view *v = new_view(w, template, -1);
        *v = *pw_world_hidden(w, template, who);
        assert(place < w->witnesses.n);
        w->witnesses.at[place] = v;
    }
    return w->witnesses.at[place];
}

const struct pw_thread_view *pw_world_at(struct pw_world *w, const struct pw_thread_view *v,
                                         uint32_t loc)
{
    struct pw_thread_view *u = new_view(w, v->template, (int32_t)loc);
    u->seen = v->seen;
    u->name = v->name;
    u->locals = v->locals;
    return u;
}

const pw_term *pw_world_choices(struct pw_world *w, const struct pw_edge *e)
{
    static const char *const type_name[] = {
        [PW_INT] = "int", [PW_BOOL] = "bool", [PW_RANGE] = "range"};
    pw_term *c = new_terms(w, e->nchoices);
    for (size_t i = 0; i < e->nchoices; i++) {
        struct pw_strbuf who = {0};
        struct pw_type t = e->choices[i].type;
        pw_strbuf_printf(&who, "choice%zu.%s.%lld.%lld", i, type_name[t.kind],
                         t.kind == PW_RANGE ? (long long)t.lo : 0,
                         t.kind == PW_RANGE ? (long long)t.hi : 0);
        c[i] = hidden_var(w, pw_strbuf_text(&who), "", t);
        pw_strbuf_clear(&who);
    }
    return c;
}

/* ---- steps and expressions ---- */

const pw_term *pw_world_shared_after(struct pw_world *w, const struct pw_edge *e,
                                     const struct pw_scene *sc)
{
    pw_term *s = new_terms(w, w->p->nshared);
    if (w->p->nshared) memcpy(s, sc->shared, w->p->nshared * sizeof *s);
    for (size_t i = 0; i < e->nupdates; i++)
        if (e->updates[i].shared) s[e->updates[i].index] = pw_world_term(w, e->updates[i].to, sc);
    return s;
}

const struct pw_thread_view *pw_world_active_after(struct pw_world *w, const struct pw_edge *e,
                                                   const struct pw_scene *sc)
{
    assert(w->p->ntemplates > sc->active->template);
    size_t n = w->p->templates[sc->active->template].nlocals;
    struct pw_thread_view *v = new_view(w, sc->active->template, (int32_t)e->to);
    v->seen = sc->active->seen;
    v->name = sc->active->name;
    pw_term *l = new_terms(w, n);
    if (n) memcpy(l, sc->active->locals, n * sizeof *l);
    for (size_t i = 0; i < e->nupdates; i++)
        if (!e->updates[i].shared) l[e->updates[i].index] = pw_world_term(w, e->updates[i].to, sc);
    v->locals = l;
    return v;
}

const struct pw_thread_view *pw_world_other_after(struct pw_world *w, const struct pw_edge *e,
                                                  const struct pw_scene *sc,
                                                  const struct pw_thread_view *v)
{
    struct pw_scene at = *sc;
    assert(v->template <w->p->ntemplates);
    size_t n = w->p->templates[v->template].nlocals;
    bool changes = false;
    for (size_t i = 0; i < e->nothers; i++)
        changes = changes || e->others[i].template == v->template;
    if (!changes) return v;
    at.passive = v;
    struct pw_thread_view *u = new_view(w, v->template, v->loc);
    pw_term *l = new_terms(w, n);
    memcpy(l, v->locals, n * sizeof *l);
    for (size_t i = 0; i < e->nothers; i++)
        if (e->others[i].template == v->template)
            l[e->others[i].index] = pw_world_term(w, e->others[i].to, &at);
    u->seen = v->seen;
    u->name = v->name;
    u->locals = l;
    u->at = v->at;
    return u;
}

/* ---- the order of threads ---- */

static pw_term one_before_two(struct pw_world *w)
{
    return pw_term_bool_var(w->terms, "one.before.two");
}

/* Does a hidden thread come after thread 1, does it after thread 2? It is not on two sides of one
 * of them. */
static pw_term hidden_after(struct pw_world *w, const struct pw_thread_view *v, uint32_t seen)
{
    struct pw_terms *t = w->terms;
    pw_term after[2] = {bool_var(w, v->name, "after.one"), bool_var(w, v->name, "after.two")},
            first = one_before_two(w);
    assert(!v->seen && (seen == 1 || seen == 2));
    pw_term behind_two = pw_term_implies(t, pw_term_and2(t, first, after[1]), after[0]),
            behind_one =
                pw_term_implies(t, pw_term_and2(t, pw_term_not(first), after[0]), after[1]),
            place = pw_term_and2(t, behind_two, behind_one);
    restrict_to(w, after[0], place);
    restrict_to(w, after[1], place);
    return after[seen - 1];
}

/* self < other.self, of two threads of one template */
static pw_term comes_before(struct pw_world *w, const struct pw_scene *sc)
{
    const struct pw_thread_view *a = sc->active, *p = sc->passive;
    assert(a && p && a->template == p->template);
    assert(a != p && (a->seen != p->seen || !a->seen));
    if (a->seen && p->seen)
        return a->seen == 1 ? one_before_two(w) : pw_term_not(one_before_two(w));
    if (a->seen) return hidden_after(w, p, a->seen);
    if (p->seen) return pw_term_not(hidden_after(w, a, p->seen));
    return bool_var(w, a->name, p->name);
}

struct read_ctx {
    struct pw_world *w;
    const struct pw_scene *sc;
};

static pw_term at_label(struct pw_world *w, const struct pw_thread_view *v,
                        const struct pw_expr *leaf)
{
    if (leaf->template >= 0 && leaf->template != (int32_t)v->template) return PW_TERM_FALSE;
    if (v->loc >= 0)
        return pw_term_bool(
            pw_program_at(w->p, leaf->index, PW_ANY, v->template, (uint32_t)v->loc));
    return v->at[leaf->index];
}

static pw_term read_leaf(void *arg, const struct pw_expr *leaf)
{
    struct read_ctx *r = arg;
    switch ((enum pw_expr_kind)leaf->kind) {
    case PW_EXPR_SHARED:
        return r->sc->shared[leaf->index];
    case PW_EXPR_LOCAL:
        return r->sc->active->locals[leaf->index];
    case PW_EXPR_PASSIVE:
        return r->sc->passive->locals[leaf->index];
    case PW_EXPR_CHOICE:
        return r->sc->choices[leaf->index];
    case PW_EXPR_COUNT:
        return r->sc->counts[pw_axioms_tally(r->w->axioms, leaf)];
    case PW_EXPR_BEFORE:
        return comes_before(r->w, r->sc);
    case PW_EXPR_AT:
        return at_label(r->w, r->sc->active, leaf);
    default:
        assert(leaf->kind == PW_EXPR_OTHER_AT);
        return at_label(r->w, r->sc->passive, leaf);
    }
}

pw_term pw_world_term(struct pw_world *w, const struct pw_expr *e, const struct pw_scene *sc)
{
    struct read_ctx r = {w, sc};
    return pw_translate(w->terms, e, read_leaf, &r);
}

/* ---- axioms ---- */

/* Thread 2 is at a location of its template with this weight in a column, error locations aside; or
 * (a column beyond all) at an error location. A row bit, unless it is constant. */
static pw_term weighs(struct pw_world *w, size_t column, uint32_t template, int64_t weight)
{
    assert(template <w->t->templates.n);
    assert(template <w->p->ntemplates);
    const struct pw_thread_template *T = &w->p->templates[template];
    const pw_uints *locs = &w->t->templates.at[template].locs;
    bool failed = column >= pw_axioms_columns(w->axioms);
    pw_bdd rows = PW_BDD_FALSE;
    size_t n = 0;
    for (uint32_t l = 0; l < T->nlocs; l++) {
        bool error = T->locs[l].kind == PW_LOC_ERROR;
        if (failed ? !error : error || pw_axioms_weight(w->axioms, column, template, l) != weight)
            continue;
        assert(l < locs->n);
        rows = pw_bdd_or(w->t->bdds, rows, pw_dual_at(w->t, locs->at[l]));
        n++;
    }
    if (n == 0 || n == T->nlocs) return pw_term_bool(n != 0);
    struct pw_strbuf name = {0};
    pw_strbuf_printf(&name, "weighs.%zu.%lld", column, (long long)weight);
    pw_term v = bool_var(w, T->name, pw_strbuf_text(&name));
    show(w, v, rows);
    pw_strbuf_clear(&name);
    return v;
}

/* The weight of thread 2: every weight once, if it is there. */
static pw_term weight_of_two(struct pw_world *w, size_t column, uint32_t template)
{
    pw_term sum = pw_term_int_si(w->terms, 0), zero = sum;
    for (uint32_t l = 0; l < w->p->templates[template].nlocs; l++) {
        int64_t weight = pw_axioms_weight(w->axioms, column, template, l);
        bool old = weight == 0;
        for (uint32_t k = 0; k < l; k++)
            old = old || pw_axioms_weight(w->axioms, column, template, k) == weight;
        if (old) continue;
        pw_term value = pw_term_int_si(w->terms, weight);
        sum = pw_term_add(w->terms, sum,
                          pw_term_ite(w->terms, weighs(w, column, template, weight), value, zero));
    }
    return sum;
}

/* Threads that are not seen: one natural number per class. */
static pw_term weight_of_rest(struct pw_world *w, size_t column)
{
    pw_term sum = pw_term_int_si(w->terms, 0), zero = sum;
    for (size_t c = 0; c < w->axioms->classes.n; c++) {
        int64_t weight = pw_axioms_class_weight(w->axioms, column, c);
        char name[32];
        if (!weight) continue;
        snprintf(name, sizeof name, "%zu", c);
        pw_term rest = int_var(w, "rest", name);
        restrict_to(w, rest, pw_term_ge(w->terms, rest, zero));
        sum = pw_term_add(w->terms, sum, pw_term_mul_si(w->terms, weight, rest));
    }
    return sum;
}

/* The weights of all threads. */
static pw_term weight_of_all(struct pw_world *w, size_t column, const struct pw_thread_view *one,
                             const struct pw_thread_view *two)
{
    assert(one->loc >= 0 && (!two || two->loc < 0));
    pw_term sum = pw_term_int_si(
        w->terms, pw_axioms_weight(w->axioms, column, one->template, (uint32_t)one->loc));
    sum = pw_term_add(w->terms, sum, weight_of_rest(w, column));
    return two ? pw_term_add(w->terms, sum, weight_of_two(w, column, two->template)) : sum;
}

pw_term pw_world_failed(struct pw_world *w, const struct pw_thread_view *two)
{
    return two ? weighs(w, pw_axioms_columns(w->axioms), two->template, 0) : PW_TERM_FALSE;
}

pw_term pw_world_axiom(struct pw_world *w, size_t i, const pw_term *shared,
                       const struct pw_thread_view *one, const struct pw_thread_view *two)
{
    assert(w->axioms && i < w->axioms->at.n);
    const struct pw_axiom *a = &w->axioms->at.at[i];
    pw_term left = pw_term_int_si(w->terms, 0), right = pw_term_int_si(w->terms, a->constant);
    for (size_t v = 0; v < w->p->nshared; v++)
        if (a->alpha[v])
            left = pw_term_add(w->terms, left, pw_term_mul_si(w->terms, a->alpha[v], shared[v]));
    right = pw_term_add(w->terms, right, weight_of_all(w, i, one, two));
    return pw_term_or2(w->terms, pw_world_failed(w, two), pw_term_eq(w->terms, left, right));
}

const pw_term *pw_world_counts(struct pw_world *w, const struct pw_thread_view *one,
                               const struct pw_thread_view *two)
{
    pw_term *c = new_terms(w, w->axioms->tallies.n);
    for (size_t i = 0; i < w->axioms->tallies.n; i++)
        c[i] = weight_of_all(w, w->axioms->at.n + i, one, two);
    return c;
}

pw_term pw_world_equal(struct pw_world *w, pw_term a, pw_term b)
{
    return pw_term_is_int(w->terms, a) ? pw_term_eq(w->terms, a, b) : pw_term_iff(w->terms, a, b);
}

void pw_world_require(const struct pw_world *w, pw_term_list *conjunction, pw_term formula)
{
    if (pw_term_same(formula, PW_TERM_TRUE)) return;
    if (pw_term_negated(formula) || pw_term_kind(w->terms, formula) != PW_AND) {
        pw_vec_push(conjunction, formula);
        return;
    }
    for (size_t i = 0, n = pw_term_arity(w->terms, formula); i < n; i++)
        pw_world_require(w, conjunction, pw_term_arg(w->terms, formula, i));
}
