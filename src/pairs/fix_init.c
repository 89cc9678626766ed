/* Initial states of two threads. */
#include "base/limits.h"
#include "pairs/fix.h"

enum { MOST_INITIAL = 4096 };

static bool is_constant(const struct pw_expr *e)
{
    return !e || e->kind == PW_EXPR_INT || e->kind == PW_EXPR_BOOL;
}

bool pw_fix_needs_idle(const struct pw_program *p)
{
    bool all_counted = true;
    if (p->ninits || pw_program_uses(p) & PW_USES_EVERY) return true;
    for (size_t t = 0; t < p->ntemplates; t++) {
        if (p->templates[t].count < 0) all_counted = false;
        for (size_t i = 0; i < p->templates[t].nlocals; i++)
            if (!is_constant(p->templates[t].locals[i].init)) return true;
    }
    return all_counted;
}

struct start_ctx {
    struct pw_fix *f;
    struct pw_view view[2]; /* symbolic */
    pw_term_list given;     /* the initial condition, then what is done */
    pw_term_list fins;      /* the finite variables: shared, then of slot 0, then of slot 1 */
};

static void require(struct start_ctx *s, pw_term a)
{
    if (!pw_term_same(a, PW_TERM_TRUE)) pw_vec_push(&s->given, a);
}

/* Variable i of the shared part (kind < 0) or of the thread in the slot: its type and initialiser.
 */
static void require_var(struct start_ctx *s, int32_t kind, uint32_t slot, uint32_t i)
{
    struct pw_encode *e = s->f->enc;
    const struct pw_view_vars *c = kind < 0 ? &e->views->shared : &e->views->kinds[kind];
    const struct pw_var *v = &c->vars[i];
    struct pw_frame f = {.view = {&s->view[slot], NULL}, .slot = {slot, 0}};
    bool finite = pw_type_finite(v->type);
    pw_term x;
    if (finite)
        x = pw_encode_finite(e, kind, slot, i);
    else if (kind < 0)
        x = e->ints[c->rank[i]];
    else
        x = pw_encode_local(e, slot, (uint32_t)kind, c->rank[i]);
    if (finite) {
        pw_vec_push(&s->fins, x);
        require(s, pw_encode_type(e, v->type, x));
    }
    if (!v->init) return;
    pw_term value = pw_encode_expr(e, v->init, &f);
    require(s, v->type.kind == PW_BOOL ? pw_term_iff(e->terms, x, value)
                                       : pw_term_eq(e->terms, x, value));
}

static void require_vars(struct start_ctx *s)
{
    const struct pw_views *v = s->f->enc->views;
    for (uint32_t i = 0; i < v->shared.n; i++)
        require_var(s, -1, 0, i);
    for (uint32_t slot = 0; slot < 2; slot++)
        for (uint32_t i = 0; i < v->kinds[s->view[slot].kind].n; i++)
            require_var(s, (int32_t)s->view[slot].kind, slot, i);
}

/* An `init` constraint for the thread in slot a, against the other one. */
static void require_init(struct start_ctx *s, const struct pw_pred *q, uint32_t a)
{
    uint32_t idle = pw_views_idle(s->f->enc->views), mine = s->view[a].kind,
             other = s->view[1 - a].kind;
    if (mine == idle || (q->active >= 0 && q->active != (int32_t)mine)) return;
    if (q->class == PW_INTER_THREAD) {
        if (other == idle || (q->passive >= 0 && q->passive != (int32_t)other)) return;
    }
    struct pw_frame f = {.view = {&s->view[a], &s->view[1 - a]}, .slot = {a, 1 - a}};
    require(s, pw_encode_expr(s->f->enc, q->expr, &f));
}

/* The finite values of the model, as a target; and the formula that they are so. */
static pw_term take_values(struct start_ctx *s, struct pw_join_target *to)
{
    struct pw_encode *e = s->f->enc;
    const struct pw_view_vars *kinds = e->views->kinds;
    int64_t *values = PW_NEWS(int64_t, s->fins.n + 1);
    pw_term same = PW_TERM_TRUE;
    for (size_t i = 0; i < s->fins.n; i++) {
        values[i] = pw_encode_model(e, s->fins.at[i]);
        same = pw_term_and2(e->terms, same, pw_encode_equals(e, s->fins.at[i], values[i]));
    }
    uint32_t view[2];
    const int64_t *next = values + e->views->shared.nfins;
    for (int slot = 0; slot < 2; slot++) {
        uint32_t kind = s->view[slot].kind;
        view[slot] = pw_views_view(e->views, kind, s->view[slot].loc, next);
        next += kinds[kind].nfins;
    }
    uint32_t sigma = pw_views_sigma(e->views, values);
    *to = (struct pw_join_target){sigma, view[0], 0, view[1], 1, NULL, {NULL, NULL}};
    PW_FREES(values, s->fins.n + 1);
    return same;
}

static void join_initial(struct start_ctx *s, const struct pw_join_target *to, pw_term same,
                         size_t n)
{
    struct pw_join *x = &s->f->join;
    pw_join_start(x);
    for (size_t i = 0; i < n; i++)
        pw_join_given(x, s->given.at[i]);
    pw_join_different(x, 0, 1);
    pw_join_given(x, same);
    pw_fix_note(s->f, pw_join_into(x, to));
}

/* The initial condition of threads of these kinds in slots 0 and 1. */
static void require_start(struct start_ctx *s, struct pw_fix *f, uint32_t a, uint32_t b)
{
    const struct pw_program *p = f->enc->views->p;
    *s = (struct start_ctx){.f = f, .view = {{.kind = a}, {.kind = b}}};
    for (int slot = 0; slot < 2; slot++) {
        uint32_t kind = s->view[slot].kind;
        if (kind < p->ntemplates) s->view[slot].loc = p->templates[kind].entry;
    }
    require_vars(s);
    for (size_t i = 0; i < p->ninits; i++)
        for (uint32_t slot = 0; slot < 2; slot++)
            require_init(s, &p->inits[i], slot);
}

static void clear_start(struct start_ctx *s)
{
    pw_vec_clear(&s->given);
    pw_vec_clear(&s->fins);
}

static void start_pair(struct pw_fix *f, uint32_t a, uint32_t b, void *unused)
{
    struct start_ctx s;
    (void)unused;
    require_start(&s, f, a, b);
    size_t n = s.given.n;
    while (pw_solver_check(f->enc->solver, s.given.at, s.given.n)) {
        struct pw_join_target to;
        pw_limits_poll();
        pw_term same = take_values(&s, &to);
        join_initial(&s, &to, same, n);
        pw_vec_push(&s.given, pw_term_not(same));
        if (pw_term_same(same, PW_TERM_TRUE)) break;
        if (s.given.n - n > MOST_INITIAL) {
            f->end = PW_FIX_TOO_LARGE;
            break;
        }
    }
    clear_start(&s);
}

/* May threads of these two kinds be there at once? */
static bool kinds_fit(const struct pw_program *p, uint32_t a, uint32_t b)
{
    int64_t none = 0, one = a == b;
    bool first = a == p->ntemplates || p->templates[a].count < 0 || p->templates[a].count > one;
    bool second = b == p->ntemplates || p->templates[b].count < 0 || p->templates[b].count > none;
    return first && second;
}

/* Where steps look the idle partner means that there is no other thread at all. */
static bool may_be_alone(const struct pw_program *p, uint32_t kind)
{
    for (uint32_t t = 0; t < p->ntemplates; t++)
        if (p->templates[t].count >= 0 && p->templates[t].count != (t == kind)) return false;
    return true;
}

/* Calls pair(f, a, b, arg) for every two kinds of threads that may be there at once. */
static void each_kinds(struct pw_fix *f, void (*pair)(struct pw_fix *, uint32_t, uint32_t, void *),
                       void *arg)
{
    const struct pw_program *p = f->enc->views->p;
    uint32_t kinds = (uint32_t)p->ntemplates + f->idle;
    for (uint32_t a = 0; a < p->ntemplates; a++)
        for (uint32_t b = a; b < kinds; b++) {
            if (f->looks && b == p->ntemplates && !may_be_alone(p, a)) continue;
            if (kinds_fit(p, a, b)) pair(f, a, b, arg);
        }
}

void pw_fix_start(struct pw_fix *f)
{
    each_kinds(f, start_pair, NULL);
}

struct ask_ctx {
    pw_fix_start_fn *found;
    void *arg;
    bool stopped;
};

static void ask_pair(struct pw_fix *f, uint32_t a, uint32_t b, void *arg)
{
    struct ask_ctx *q = arg;
    struct start_ctx s;
    if (q->stopped) return;
    require_start(&s, f, a, b);
    pw_join_start(&f->join);
    for (size_t i = 0; i < s.given.n; i++)
        pw_join_given(&f->join, s.given.at[i]);
    q->stopped = !q->found(q->arg, &f->join);
    clear_start(&s);
}

void pw_fix_each_start(struct pw_fix *f, pw_fix_start_fn *found, void *arg)
{
    struct ask_ctx q = {found, arg, false};
    each_kinds(f, ask_pair, &q);
}
