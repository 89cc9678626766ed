#include "pairs/known.h"

#include <assert.h>

#include "base/limits.h"
#include "prog/translate.h"

static pw_term variable(struct pw_known *k, struct pw_type type)
{
    if (type.kind == PW_BOOL) return pw_term_bool_var(k->terms, NULL);
    pw_term x = pw_term_int_var(k->terms, NULL);
    if (type.kind == PW_INT) return x;
    pw_solver_assert(k->solver, pw_term_ge(k->terms, x, pw_term_int_si(k->terms, type.lo)));
    pw_solver_assert(k->solver, pw_term_le(k->terms, x, pw_term_int_si(k->terms, type.hi)));
    return x;
}

static pw_term *variables(struct pw_known *k, const struct pw_var *vars, size_t n)
{
    pw_term *made = pw_arena_alloc(&k->arena, (n + 1) * sizeof *made);
    for (size_t i = 0; i < n; i++)
        made[i] = variable(k, vars[i].type);
    return made;
}

static void make_rest(struct pw_known *k, size_t t)
{
    assert(t < k->p->ntemplates);
    const struct pw_thread_template *x = &k->p->templates[t];
    k->rest[t] = pw_arena_alloc(&k->arena, (x->nlocs + 1) * sizeof **k->rest);
    for (size_t l = 0; l < x->nlocs; l++) {
        pw_term zero = pw_term_int_si(k->terms, 0);
        bool error = x->locs[l].kind == PW_LOC_ERROR;
        k->rest[t][l] = error ? zero : pw_term_int_var(k->terms, NULL);
        if (!error) pw_solver_assert(k->solver, pw_term_ge(k->terms, k->rest[t][l], zero));
    }
}

void pw_known_init(struct pw_known *k, const struct pw_program *p, const struct pw_invariant *found)
{
    *k = (struct pw_known){.p = p, .found = found, .terms = pw_terms_new()};
    k->solver = pw_solver_new(k->terms);
    pw_arena_init(&k->arena);
    k->now.shared = variables(k, p->shared, p->nshared);
    k->rest = pw_arena_alloc(&k->arena, (p->ntemplates + 1) * sizeof *k->rest);
    for (size_t t = 0; t < p->ntemplates; t++)
        make_rest(k, t);
    for (int slot = 0; slot < PW_KNOWN_MOST; slot++) {
        k->vars[slot] = pw_arena_alloc(&k->arena, (p->ntemplates + 1) * sizeof *k->vars[slot]);
        for (size_t t = 0; t < p->ntemplates; t++)
            k->vars[slot][t] = variables(k, p->templates[t].locals, p->templates[t].nlocals);
    }
}

void pw_known_clear(struct pw_known *k)
{
    pw_vec_clear(&k->given);
    pw_solver_free(k->solver);
    pw_terms_free(k->terms);
    pw_arena_clear(&k->arena);
}

void pw_known_start(struct pw_known *k)
{
    k->now.n = 0;
    pw_vec_reset(&k->given);
}

void pw_known_add(struct pw_known *k, uint32_t template, uint32_t loc)
{
    size_t slot = k->now.n++;
    k->now.at[slot] = (struct pw_known_thread){template, loc, k->vars[slot][template]};
}

void pw_known_give(struct pw_known *k, pw_term fact)
{
    pw_vec_push(&k->given, fact);
}

pw_term pw_known_number(struct pw_known *k, uint32_t template, uint32_t loc)
{
    int64_t known = 0;
    for (size_t i = 0; i < k->now.n; i++)
        known += k->now.at[i].template == template && k->now.at[i].loc == loc;
    return pw_term_add(k->terms, pw_term_int_si(k->terms, known), k->rest[template][loc]);
}

/* ---- expressions ---- */

struct read_ctx {
    struct pw_known *k;
    const struct pw_known_state *s;
    uint32_t a, p;
};

static pw_term odd(struct pw_known *k, const struct pw_expr *e)
{
    k->odd = true;
    return e->is_bool ? PW_TERM_FALSE : pw_term_int_si(k->terms, 0);
}

static pw_term read_local(struct read_ctx *r, const struct pw_expr *e, uint32_t slot)
{
    bool there = slot < r->s->n && r->s->at[slot].template == (uint32_t)e->template;
    return there ? r->s->at[slot].locals[e->index] : odd(r->k, e);
}

static pw_term read_at(struct read_ctx *r, const struct pw_expr *e, uint32_t slot)
{
    if (slot >= r->s->n) return odd(r->k, e);
    assert(slot < r->s->n);
    const struct pw_known_thread *x = &r->s->at[slot];
    return pw_term_bool(pw_program_at(r->k->p, e->index, e->template, x->template, x->loc));
}

static pw_term read_count(struct read_ctx *r, const struct pw_expr *e)
{
    struct pw_known *k = r->k;
    assert(e->index < k->p->nlabels);
    const struct pw_label *l = &k->p->labels[e->index];
    int64_t known = 0;
    for (size_t i = 0; i < r->s->n; i++)
        known += pw_program_at(k->p, e->index, e->template, r->s->at[i].template, r->s->at[i].loc);
    pw_term sum = pw_term_int_si(k->terms, known);
    for (size_t i = 0; i < l->nplaces; i++) {
        struct pw_label_place x = l->places[i];
        if (e->template <0 || (uint32_t)e->template == x.template)
            sum = pw_term_add(k->terms, sum, k->rest[x.template][x.loc]);
    }
    return sum;
}

static pw_term read_leaf(void *arg, const struct pw_expr *e)
{
    struct read_ctx *r = arg;
    switch ((enum pw_expr_kind)e->kind) {
    case PW_EXPR_SHARED:
        return r->s->shared[e->index];
    case PW_EXPR_LOCAL:
        return read_local(r, e, r->a);
    case PW_EXPR_PASSIVE:
        return read_local(r, e, r->p);
    case PW_EXPR_CHOICE:
        return r->k->choices ? r->k->choices[e->index] : odd(r->k, e);
    case PW_EXPR_AT:
        return read_at(r, e, r->a);
    case PW_EXPR_OTHER_AT:
        return read_at(r, e, r->p);
    case PW_EXPR_COUNT:
        return read_count(r, e);
    default:
        return odd(r->k, e);
    }
}

pw_term pw_known_expr(struct pw_known *k, const struct pw_known_state *s, const struct pw_expr *e,
                      uint32_t a, uint32_t p)
{
    struct read_ctx r = {k, s, a, p};
    return pw_translate(k->terms, e, read_leaf, &r);
}

/* ---- hypotheses ---- */

static int64_t known_of(const struct pw_known *k, size_t t)
{
    int64_t n = 0;
    for (size_t i = 0; i < k->now.n; i++)
        n += k->now.at[i].template == t;
    return n;
}

static void give_number(struct pw_known *k, size_t t)
{
    assert(t < k->p->ntemplates);
    const struct pw_thread_template *x = &k->p->templates[t];
    pw_term sum = pw_term_int_si(k->terms, known_of(k, t));
    for (size_t l = 0; l < x->nlocs; l++)
        sum = pw_term_add(k->terms, sum, k->rest[t][l]);
    pw_known_give(k, pw_term_eq(k->terms, sum, pw_term_int_si(k->terms, x->count)));
}

/* The weight of every thread at a location, if views do not differ there. A location without views
 * is never reached. */
static bool weight_at(const struct pw_invariant *v, const int64_t *weights, uint32_t t, uint32_t l,
                      int64_t *out)
{
    bool some = false;
    *out = 0;
    for (uint32_t i = 0; i < v->nweighed; i++) {
        const struct pw_view *x = pw_views_at(&v->views, i);
        if (x->kind != t || x->loc != l) continue;
        if (some && weights[i] != *out) return false;
        *out = weights[i];
        some = true;
    }
    return true;
}

static void give_count(struct pw_known *k, const struct pw_invariant_count *c)
{
    const struct pw_program *p = k->p;
    pw_term left = pw_term_int_si(k->terms, 0), right = pw_term_int_si(k->terms, c->constant);
    int64_t w;
    for (size_t i = 0; i < p->nshared; i++)
        if (c->alpha[i])
            left = pw_term_add(k->terms, left,
                               pw_term_mul_si(k->terms, c->alpha[i], k->now.shared[i]));
    for (uint32_t t = 0; t < p->ntemplates; t++)
        for (uint32_t l = 0; l < p->templates[t].nlocs; l++) {
            if (!weight_at(k->found, c->weights, t, l, &w)) return;
            if (w) right = pw_term_add(k->terms, right, pw_term_mul_si(k->terms, w, k->rest[t][l]));
        }
    for (size_t i = 0; i < k->now.n; i++) {
        weight_at(k->found, c->weights, k->now.at[i].template, k->now.at[i].loc, &w);
        right = pw_term_add(k->terms, right, pw_term_int_si(k->terms, w));
    }
    pw_known_give(k, pw_term_eq(k->terms, left, right));
}

static pw_term equals(struct pw_known *k, pw_term x, int64_t value)
{
    if (!pw_term_is_int(k->terms, x)) return value ? x : pw_term_not(x);
    return pw_term_eq(k->terms, x, pw_term_int_si(k->terms, value));
}

/* Finite variables have the values of a view or of sigma. */
static pw_term has_values(struct pw_known *k, const struct pw_view_vars *c, const pw_term *vars,
                          const int64_t *values)
{
    pw_term all = PW_TERM_TRUE;
    for (size_t i = 0; i < c->nfins; i++)
        all = pw_term_and2(k->terms, all, equals(k, vars[c->fins[i]], values[i]));
    return all;
}

static pw_term has_view(struct pw_known *k, uint32_t slot, uint32_t view)
{
    assert(slot < k->now.n);
    const struct pw_known_thread *x = &k->now.at[slot];
    const struct pw_view *v = pw_views_at(&k->found->views, view);
    if (v->kind != x->template || v->loc != x->loc) return PW_TERM_FALSE;
    return has_values(k, &k->found->views.kinds[v->kind], x->locals, v->values);
}

static pw_term facts_of(struct pw_known *k, const struct pw_invariant_key *key, uint32_t i,
                        uint32_t j)
{
    pw_term all = PW_TERM_TRUE;
    for (size_t f = 0; f < key->facts.n; f++)
        all = pw_term_and2(k->terms, all, pw_known_expr(k, &k->now, key->facts.at[f], i, j));
    return all;
}

/* The key, with its first thread in slot i. */
static pw_term key_term(struct pw_known *k, const struct pw_invariant_key *key, uint32_t i,
                        uint32_t j)
{
    const struct pw_views *v = &k->found->views;
    pw_term here = pw_term_and2(k->terms, has_view(k, i, key->u), has_view(k, j, key->v));
    if (pw_term_same(here, PW_TERM_FALSE)) return here;
    here = pw_term_and2(k->terms, here,
                        has_values(k, &v->shared, k->now.shared, v->sigmas.at[key->sigma]));
    here = pw_term_and2(k->terms, here, facts_of(k, key, i, j));
    return key->u == key->v ? pw_term_and2(k->terms, here, facts_of(k, key, j, i)) : here;
}

static void give_pair(struct pw_known *k, uint32_t i, uint32_t j)
{
    pw_term any = PW_TERM_FALSE;
    for (size_t n = 0; n < k->found->keys.n; n++) {
        const struct pw_invariant_key *key = &k->found->keys.at[n];
        pw_limits_poll();
        any = pw_term_or2(k->terms, any, key_term(k, key, i, j));
        if (key->u != key->v) any = pw_term_or2(k->terms, any, key_term(k, key, j, i));
    }
    pw_known_give(k, any);
}

bool pw_known_context(struct pw_known *k)
{
    for (size_t t = 0; t < k->p->ntemplates; t++) {
        if (k->p->templates[t].count < 0) continue;
        if (known_of(k, t) > k->p->templates[t].count) return false;
        give_number(k, t);
    }
    for (size_t i = 0; k->found && i < k->found->counts.n; i++)
        give_count(k, &k->found->counts.at[i]);
    for (uint32_t i = 0; k->found && i < k->now.n; i++)
        for (uint32_t j = i + 1; j < k->now.n; j++)
            give_pair(k, i, j);
    return true;
}

/* ---- steps and starts ---- */

struct pw_known_state pw_known_step(struct pw_known *k, const struct pw_edge *edge)
{
    const struct pw_program *p = k->p;
    const struct pw_thread_template *t = &p->templates[k->now.at[0].template];
    struct pw_known_state after = k->now;
    pw_term *shared = pw_arena_copy(&k->arena, k->now.shared, (p->nshared + 1) * sizeof *shared);
    pw_term *locals =
        pw_arena_copy(&k->arena, k->now.at[0].locals, (t->nlocals + 1) * sizeof *locals);
    pw_term *choices = pw_arena_alloc(&k->arena, (edge->nchoices + 1) * sizeof *choices);
    for (size_t i = 0; i < edge->nchoices; i++)
        choices[i] = variable(k, edge->choices[i].type);
    k->choices = choices;
    pw_known_give(k, pw_known_expr(k, &k->now, edge->guard, 0, k->now.n));
    for (size_t i = 0; i < edge->nupdates; i++) {
        const struct pw_update *u = &edge->updates[i];
        (u->shared ? shared : locals)[u->index] =
            pw_known_expr(k, &k->now, u->to, 0, (uint32_t)k->now.n);
    }
    k->choices = NULL;
    after.shared = shared;
    after.at[0].locals = locals;
    after.at[0].loc = edge->to;
    return after;
}

static void give_initial_values(struct pw_known *k, const struct pw_var *vars, const pw_term *x,
                                size_t n, uint32_t slot)
{
    for (size_t i = 0; i < n; i++) {
        if (!vars[i].init) continue;
        pw_term value = pw_known_expr(k, &k->now, vars[i].init, slot, (uint32_t)k->now.n);
        bool truth = !pw_term_is_int(k->terms, x[i]);
        pw_known_give(k, truth ? pw_term_iff(k->terms, x[i], value)
                               : pw_term_eq(k->terms, x[i], value));
    }
}

static bool fits(int32_t wanted, uint32_t template)
{
    return wanted < 0 || (uint32_t)wanted == template;
}

static void give_constraint(struct pw_known *k, const struct pw_pred *q)
{
    uint32_t n = (uint32_t)k->now.n;
    if (q->class == PW_SHARED_PRED) pw_known_give(k, pw_known_expr(k, &k->now, q->expr, n, n));
    for (uint32_t a = 0; a < n && q->class != PW_SHARED_PRED; a++) {
        if (!fits(q->active, k->now.at[a].template)) continue;
        if (q->class != PW_INTER_THREAD) pw_known_give(k, pw_known_expr(k, &k->now, q->expr, a, n));
        for (uint32_t b = 0; b < n && q->class == PW_INTER_THREAD; b++)
            if (a != b && fits(q->passive, k->now.at[b].template))
                pw_known_give(k, pw_known_expr(k, &k->now, q->expr, a, b));
    }
}

void pw_known_initial(struct pw_known *k)
{
    const struct pw_program *p = k->p;
    uint32_t none = PW_KNOWN_MOST;
    for (size_t t = 0; t < p->ntemplates; t++) {
        if (p->templates[t].count >= 0) give_number(k, t);
        for (size_t l = 0; l < p->templates[t].nlocs; l++)
            if (l != p->templates[t].entry) pw_known_give(k, equals(k, k->rest[t][l], 0));
    }
    give_initial_values(k, p->shared, k->now.shared, p->nshared, none);
    for (uint32_t i = 0; i < k->now.n; i++) {
        const struct pw_thread_template *t = &p->templates[k->now.at[i].template];
        give_initial_values(k, t->locals, k->now.at[i].locals, t->nlocals, i);
    }
    for (size_t i = 0; i < p->ninits; i++)
        give_constraint(k, &p->inits[i]);
}

/* ---- answers ---- */

bool pw_known_possible(struct pw_known *k)
{
    pw_solver_push(k->solver);
    for (size_t i = 0; i < k->given.n; i++)
        pw_solver_assert(k->solver, k->given.at[i]);
    return pw_solver_check(k->solver, NULL, 0);
}

void pw_known_end(struct pw_known *k)
{
    pw_solver_pop(k->solver);
}

static void print_values(struct pw_known *k, const struct pw_var *vars, const pw_term *x, size_t n,
                         struct pw_strbuf *out)
{
    pw_int v;
    pw_int_init(&v);
    for (size_t i = 0; i < n; i++) {
        pw_strbuf_printf(out, "%s%s = ", i ? ", " : "", pw_var_shown(&vars[i]));
        if (!pw_term_is_int(k->terms, x[i])) {
            pw_strbuf_puts(out, pw_solver_bool_value(k->solver, x[i]) ? "true" : "false");
            continue;
        }
        pw_solver_int_value(k->solver, x[i], &v);
        pw_int_print(&v, out);
    }
    pw_int_clear(&v);
}

static void print_rest(struct pw_known *k, struct pw_strbuf *out)
{
    pw_int v;
    pw_int_init(&v);
    for (size_t t = 0; t < k->p->ntemplates; t++)
        for (size_t l = 0; l < k->p->templates[t].nlocs; l++) {
            if (pw_term_is_const(k->terms, k->rest[t][l])) continue;
            pw_solver_int_value(k->solver, k->rest[t][l], &v);
            if (pw_int_sgn(&v) == 0) continue;
            pw_strbuf_puts(out, "; ");
            pw_int_print(&v, out);
            pw_strbuf_printf(out, " more %s at %s", k->p->templates[t].name,
                             k->p->templates[t].locs[l].name);
        }
    pw_int_clear(&v);
}

void pw_known_print(struct pw_known *k, struct pw_strbuf *out)
{
    print_values(k, k->p->shared, k->now.shared, k->p->nshared, out);
    for (size_t i = 0; i < k->now.n; i++) {
        const struct pw_known_thread *x = &k->now.at[i];
        assert(k->p->ntemplates > x->template);
        const struct pw_thread_template *t = &k->p->templates[x->template];
        pw_strbuf_printf(out, "%s%s at %s%s", i || k->p->nshared ? "; " : "", t->name,
                         t->locs[x->loc].name, t->nlocals ? ": " : "");
        print_values(k, t->locals, x->locals, t->nlocals, out);
    }
    print_rest(k, out);
}
