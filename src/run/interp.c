#include "run/interp.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"

/* ---- states ---- */

static void init_values(pw_int *v, const struct pw_var *vars, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bool without_zero =
            vars[i].type.kind == PW_RANGE && (vars[i].type.lo > 0 || vars[i].type.hi < 0);
        pw_int_init_si(&v[i], without_zero ? vars[i].type.lo : 0);
    }
}

struct pw_state *pw_state_new(const struct pw_program *p, const uint32_t *templates, size_t n)
{
    struct pw_state *s = PW_NEW(struct pw_state);
    *s = (struct pw_state){.p = p,
                           .n = n,
                           .shared = PW_NEWS(pw_int, p->nshared),
                           .threads = PW_NEWS(struct pw_thread, n)};
    init_values(s->shared, p->shared, p->nshared);
    for (size_t i = 0; i < n; i++) {
        const struct pw_thread_template *t = &p->templates[templates[i]];
        assert(i < s->n);
        s->threads[i] = (struct pw_thread){templates[i], t->entry, PW_NEWS(pw_int, t->nlocals)};
        init_values(s->threads[i].locals, t->locals, t->nlocals);
    }
    return s;
}

static size_t nlocals(const struct pw_state *s, size_t i)
{
    assert(i < s->n);
    return s->p->templates[s->threads[i].template].nlocals;
}

struct pw_state *pw_state_clone(const struct pw_state *s)
{
    uint32_t *templates = PW_NEWS(uint32_t, s->n);
    for (size_t i = 0; i < s->n; i++)
        templates[i] = s->threads[i].template;
    struct pw_state *c = pw_state_new(s->p, templates, s->n);
    PW_FREES(templates, s->n);
    pw_state_assign(c, s);
    return c;
}

void pw_state_free(struct pw_state *s)
{
    if (!s) return;
    for (size_t i = 0; i < s->n; i++) {
        size_t k = nlocals(s, i);
        for (size_t j = 0; j < k; j++)
            pw_int_clear(&s->threads[i].locals[j]);
        PW_FREES(s->threads[i].locals, k);
    }
    for (size_t i = 0; i < s->p->nshared; i++)
        pw_int_clear(&s->shared[i]);
    PW_FREES(s->shared, s->p->nshared);
    PW_FREES(s->threads, s->n);
    PW_FREE(s);
}

void pw_state_assign(struct pw_state *to, const struct pw_state *from)
{
    assert(to->p == from->p && to->n == from->n);
    for (size_t i = 0; i < to->p->nshared; i++)
        pw_int_set(&to->shared[i], &from->shared[i]);
    for (size_t i = 0; i < to->n; i++) {
        assert(to->threads[i].template == from->threads[i].template);
        assert(i < from->n);
        to->threads[i].loc = from->threads[i].loc;
        for (size_t j = 0; j < nlocals(to, i); j++)
            pw_int_set(&to->threads[i].locals[j], &from->threads[i].locals[j]);
    }
}

static void print_values(const struct pw_var *vars, const pw_int *v, size_t n,
                         struct pw_strbuf *out)
{
    for (size_t i = 0; i < n; i++) {
        pw_strbuf_printf(out, "%s%s = ", i ? ", " : "", vars[i].name);
        if (vars[i].type.kind == PW_BOOL)
            pw_strbuf_puts(out, pw_int_sgn(&v[i]) ? "true" : "false");
        else
            pw_int_print(&v[i], out);
    }
}

void pw_state_print(const struct pw_state *s, struct pw_strbuf *out)
{
    print_values(s->p->shared, s->shared, s->p->nshared, out);
    for (size_t i = 0; i < s->n; i++) {
        const struct pw_thread_template *t = &s->p->templates[s->threads[i].template];
        pw_strbuf_printf(out, "%s%zu %s at %s%s", i || s->p->nshared ? " | " : "", i + 1, t->name,
                         t->locs[s->threads[i].loc].name, t->nlocals ? ": " : "");
        print_values(t->locals, s->threads[i].locals, t->nlocals, out);
    }
}

/* ---- expressions ---- */

struct read_ctx {
    const struct pw_state *s;
    size_t a, p;
    const pw_int *choices;
};

/* Number of threads at a label (template: PW_ANY or one). */
static size_t count_at(const struct pw_state *s, uint32_t label, int32_t template)
{
    size_t n = 0;
    for (size_t i = 0; i < s->n; i++)
        n += pw_program_at(s->p, label, template, s->threads[i].template, s->threads[i].loc);
    return n;
}

static bool at_label(const struct pw_state *s, const struct pw_expr *e, size_t i)
{
    assert(i < s->n);
    return pw_program_at(s->p, e->index, e->template, s->threads[i].template, s->threads[i].loc);
}

static void read_leaf(void *arg, const struct pw_expr *e, pw_int *out)
{
    struct read_ctx *r = arg;
    const struct pw_state *s = r->s;
    switch (e->kind) {
    case PW_EXPR_SHARED:
        pw_int_set(out, &s->shared[e->index]);
        break;
    case PW_EXPR_LOCAL:
        assert((uint32_t)e->template == s->threads[r->a].template);
        pw_int_set(out, &s->threads[r->a].locals[e->index]);
        break;
    case PW_EXPR_PASSIVE:
        assert((uint32_t)e->template == s->threads[r->p].template);
        pw_int_set(out, &s->threads[r->p].locals[e->index]);
        break;
    case PW_EXPR_CHOICE:
        pw_int_set(out, &r->choices[e->index]);
        break;
    case PW_EXPR_AT:
        pw_int_set_si(out, at_label(s, e, r->a));
        break;
    case PW_EXPR_BEFORE:
        pw_int_set_si(out, r->a < r->p);
        break;
    case PW_EXPR_COUNT:
        pw_int_set_si(out, (int64_t)count_at(s, e->index, e->template));
        break;
    default:
        assert(e->kind == PW_EXPR_OTHER_AT);
        pw_int_set_si(out, at_label(s, e, r->p));
    }
}

void pw_interp_eval(const struct pw_state *s, const struct pw_expr *e, size_t a, size_t p,
                    pw_int *out)
{
    struct read_ctx r = {s, a, p, NULL};
    pw_expr_eval(e, read_leaf, &r, out);
}

bool pw_interp_holds(const struct pw_state *s, const struct pw_expr *e, size_t a, size_t p)
{
    struct read_ctx r = {s, a, p, NULL};
    return pw_expr_holds(e, read_leaf, &r);
}

/* ---- initial states ---- */

static bool in_type(struct pw_type t, const pw_int *v)
{
    return t.kind == PW_INT || (pw_int_cmp_si(v, t.lo) >= 0 && pw_int_cmp_si(v, t.hi) <= 0);
}

void pw_interp_initialise(struct pw_state *s)
{
    const struct pw_program *p = s->p;
    for (size_t i = 0; i < p->nshared; i++)
        if (p->shared[i].init) pw_interp_eval(s, p->shared[i].init, 0, 0, &s->shared[i]);
    for (size_t i = 0; i < s->n; i++) {
        const struct pw_thread_template *t = &p->templates[s->threads[i].template];
        for (size_t j = 0; j < t->nlocals; j++)
            if (t->locals[j].init)
                pw_interp_eval(s, t->locals[j].init, i, i, &s->threads[i].locals[j]);
    }
}

static bool initial_values(const struct pw_state *s, size_t i, const struct pw_var *vars,
                           const pw_int *v, size_t n, struct pw_strbuf *why)
{
    bool ok = true;
    pw_int x;
    pw_int_init(&x);
    for (size_t j = 0; j < n && ok; j++) {
        if (vars[j].init) pw_interp_eval(s, vars[j].init, i, i, &x);
        ok = in_type(vars[j].type, &v[j]) && (!vars[j].init || pw_int_eq(&x, &v[j]));
        if (!ok && why)
            pw_strbuf_printf(why, "the value of %s is not an initial one", vars[j].name);
    }
    pw_int_clear(&x);
    return ok;
}

bool pw_interp_has_pred(const struct pw_state *s, const struct pw_pred *q, size_t a)
{
    return q->active == PW_ANY || (uint32_t)q->active == s->threads[a].template;
}

static bool is_passive(const struct pw_state *s, const struct pw_pred *q, size_t p)
{
    return q->passive == PW_ANY || (uint32_t)q->passive == s->threads[p].template;
}

/* The first passive thread against which q fails for a; s->n if none. */
static size_t refuting(const struct pw_state *s, const struct pw_pred *q, size_t a)
{
    for (size_t p = 0; p < s->n; p++)
        if (p != a && is_passive(s, q, p) && !pw_interp_holds(s, q->expr, a, p)) return p;
    return s->n;
}

bool pw_interp_pred(const struct pw_state *s, const struct pw_pred *q, size_t a)
{
    if (q->class != PW_INTER_THREAD) return pw_interp_holds(s, q->expr, a, a);
    return refuting(s, q, a) == s->n;
}

bool pw_interp_constraints(const struct pw_state *s, struct pw_strbuf *why)
{
    for (size_t k = 0; k < s->p->ninits; k++) {
        const struct pw_pred *q = &s->p->inits[k];
        if (q->class == PW_SHARED_PRED) {
            if (pw_interp_holds(s, q->expr, 0, 0)) continue;
            if (why) pw_strbuf_printf(why, "init %s does not hold", q->text);
            return false;
        }
        for (size_t a = 0; a < s->n; a++) {
            if (!pw_interp_has_pred(s, q, a) || pw_interp_pred(s, q, a)) continue;
            if (why && q->class != PW_INTER_THREAD)
                pw_strbuf_printf(why, "init %s does not hold for thread %zu", q->text, a + 1);
            else if (why)
                pw_strbuf_printf(why, "init %s does not hold for threads %zu and %zu", q->text,
                                 a + 1, refuting(s, q, a) + 1);
            return false;
        }
    }
    return true;
}

static bool counts_fit(const struct pw_state *s, struct pw_strbuf *why)
{
    for (uint32_t t = 0; t < s->p->ntemplates; t++) {
        int64_t n = 0;
        for (size_t i = 0; i < s->n; i++)
            n += s->threads[i].template == t;
        if (s->p->templates[t].count == PW_ANY || s->p->templates[t].count == n) continue;
        if (why)
            pw_strbuf_printf(why, "there are %lld threads %s instead of %lld", (long long)n,
                             s->p->templates[t].name, (long long)s->p->templates[t].count);
        return false;
    }
    return true;
}

bool pw_interp_initial(const struct pw_state *s, struct pw_strbuf *why)
{
    if (!counts_fit(s, why) || !initial_values(s, 0, s->p->shared, s->shared, s->p->nshared, why))
        return false;
    for (size_t i = 0; i < s->n; i++) {
        const struct pw_thread_template *t = &s->p->templates[s->threads[i].template];
        if (s->threads[i].loc != t->entry) {
            if (why) pw_strbuf_printf(why, "thread %zu is not at its entry", i + 1);
            return false;
        }
        if (!initial_values(s, i, t->locals, s->threads[i].locals, t->nlocals, why)) return false;
    }
    return pw_interp_constraints(s, why);
}

/* ---- steps ---- */

/* The first other thread of the template for which the look's formula is `truth`; s->n if none. */
static size_t first_other(const struct pw_state *s, size_t i, const struct pw_look *l, bool truth,
                          const pw_int *choices)
{
    for (size_t p = 0; p < s->n; p++) {
        bool about = l->passive == PW_ANY || (uint32_t)l->passive == s->threads[p].template;
        struct read_ctx r = {s, i, p, choices};
        if (p != i && about && pw_expr_holds(l->expr, read_leaf, &r) == truth) return p;
    }
    return s->n;
}

size_t pw_interp_witness(const struct pw_state *s, size_t i, uint32_t edge, size_t k,
                         const pw_int *choices)
{
    assert(i < s->n);
    const struct pw_edge *e = &s->p->templates[s->threads[i].template].edges[edge];
    assert(k < e->nlooks);
    return first_other(s, i, &e->looks[k], !e->looks[k].every, choices);
}

static bool looks_hold(const struct pw_state *s, size_t i, const struct pw_edge *e,
                       const pw_int *choices)
{
    for (size_t k = 0; k < e->nlooks; k++) {
        bool found = first_other(s, i, &e->looks[k], !e->looks[k].every, choices) < s->n;
        if (found == e->looks[k].every) return false;
    }
    return true;
}

/* New values of the other threads, computed before anything changes: others.n per thread. */
static pw_int *values_of_others(const struct pw_state *s, size_t i, const struct pw_edge *e,
                                const pw_int *choices)
{
    pw_int *now = PW_NEWS(pw_int, s->n * e->nothers);
    for (size_t p = 0; p < s->n; p++)
        for (size_t k = 0; k < e->nothers; k++) {
            struct read_ctx r = {s, i, p, choices};
            pw_int_init(&now[p * e->nothers + k]);
            if (p != i && s->threads[p].template == e->others[k].template)
                pw_expr_eval(e->others[k].to, read_leaf, &r, &now[p * e->nothers + k]);
        }
    return now;
}

static void set_others(struct pw_state *s, size_t i, const struct pw_edge *e, pw_int *now)
{
    for (size_t p = 0; p < s->n; p++)
        for (size_t k = 0; k < e->nothers; k++) {
            pw_int *v = &now[p * e->nothers + k];
            if (p != i && s->threads[p].template == e->others[k].template)
                pw_int_swap(&s->threads[p].locals[e->others[k].index], v);
            pw_int_clear(v);
        }
    PW_FREES(now, s->n * e->nothers);
}

bool pw_interp_enabled(const struct pw_state *s, size_t i, uint32_t edge, const pw_int *choices)
{
    const struct pw_thread_template *t = &s->p->templates[s->threads[i].template];
    assert(i < s->n && edge < t->nedges);
    const struct pw_edge *e = &t->edges[edge];
    if (e->from != s->threads[i].loc) return false;
    for (size_t k = 0; k < e->nchoices; k++)
        if (!in_type(e->choices[k].type, &choices[k])) return false;
    struct read_ctx r = {s, i, i, choices};
    return pw_expr_holds(e->guard, read_leaf, &r) && looks_hold(s, i, e, choices);
}

bool pw_interp_step(struct pw_state *s, size_t i, uint32_t edge, const pw_int *choices)
{
    if (!pw_interp_enabled(s, i, edge, choices)) return false;
    assert(i < s->n);
    const struct pw_edge *e = &s->p->templates[s->threads[i].template].edges[edge];
    struct read_ctx r = {s, i, i, choices};
    pw_int *now = PW_NEWS(pw_int, e->nupdates);
    for (size_t k = 0; k < e->nupdates; k++) {
        pw_int_init(&now[k]);
        pw_expr_eval(e->updates[k].to, read_leaf, &r, &now[k]);
    }
    pw_int *others = e->nothers ? values_of_others(s, i, e, choices) : NULL;
    for (size_t k = 0; k < e->nupdates; k++) {
        pw_int_swap(e->updates[k].shared ? &s->shared[e->updates[k].index]
                                         : &s->threads[i].locals[e->updates[k].index],
                    &now[k]);
        pw_int_clear(&now[k]);
    }
    if (others) set_others(s, i, e, others);
    s->threads[i].loc = e->to;
    PW_FREES(now, e->nupdates);
    return true;
}

/* ---- properties ---- */

/* Does the formula hold: for no thread in particular, for some thread, for some two? */
static bool formula_holds(const struct pw_state *s, const struct pw_pred *q)
{
    if (q->class == PW_SHARED_PRED) return pw_interp_holds(s, q->expr, 0, 0);
    for (size_t a = 0; a < s->n; a++)
        for (size_t p = 0; p < s->n && pw_interp_has_pred(s, q, a); p++) {
            bool pair = q->class == PW_INTER_THREAD;
            if (pair ? p == a || !is_passive(s, q, p) : p != a) continue;
            if (pw_interp_holds(s, q->expr, a, p)) return true;
        }
    return false;
}

bool pw_interp_disjunct(const struct pw_state *s, const struct pw_disjunct *d)
{
    if (d->formula) return formula_holds(s, d->formula);
    for (size_t i = 0; i < d->ncounts; i++)
        if (count_at(s, d->counts[i].label, d->counts[i].template) < d->counts[i].least)
            return false;
    return true;
}

bool pw_interp_invariant(const struct pw_state *s, const struct pw_pred *q)
{
    if (q->class == PW_SHARED_PRED) return pw_interp_holds(s, q->expr, 0, 0);
    for (size_t a = 0; a < s->n; a++)
        if (pw_interp_has_pred(s, q, a) && !pw_interp_pred(s, q, a)) return false;
    return true;
}

int64_t pw_interp_violation(const struct pw_state *s)
{
    for (size_t i = 0; i < s->p->nunsafe; i++)
        if (pw_interp_disjunct(s, &s->p->unsafe[i])) return (int64_t)i;
    for (size_t i = 0; i < s->n; i++)
        if ((int64_t)s->p->templates[s->threads[i].template].error == (int64_t)s->threads[i].loc)
            return (int64_t)s->p->nunsafe;
    for (size_t i = 0; i < s->p->ninvariants; i++)
        if (!pw_interp_invariant(s, &s->p->invariants[i])) return (int64_t)(s->p->nunsafe + 1 + i);
    return PW_NONE;
}

void pw_interp_print_violation(const struct pw_state *s, int64_t violation, struct pw_strbuf *out)
{
    if (violation == PW_NONE)
        pw_strbuf_puts(out, "none");
    else if ((size_t)violation < s->p->nunsafe)
        pw_strbuf_puts(out, s->p->unsafe[violation].text);
    else if ((size_t)violation == s->p->nunsafe)
        pw_strbuf_puts(out, "an assertion fails");
    else
        pw_strbuf_printf(out, "not invariant: %s",
                         s->p->invariants[(size_t)violation - s->p->nunsafe - 1].text);
}
