#include "oracle/brute.h"

#include <stdlib.h>
#include <string.h>

enum { FLAG_BIT = 1 << 16 };

/* A predicate that mentions nobody is shared; one with passive but no active variables is
 * everybody's. */
bool brute_owns(const struct tiny *p, int t, int i)
{
    const struct tiny_pred *q = &p->p[i];
    if (q->active < 0 && q->passive < 0) return t < 0;
    return t >= 0 && (q->active < 0 || q->active == t);
}

/* ---- sets of rows ---- */

static int compare_rows(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct brute_row));
}

static void push(struct brute *b, const struct brute_row *r)
{
    if (b->n == b->cap) {
        b->cap = b->cap ? 2 * b->cap : 256;
        b->at = realloc(b->at, b->cap * sizeof *b->at);
        if (!b->at) abort();
    }
    b->at[b->n++] = *r;
}

static void tidy(struct brute *b)
{
    size_t k = 0;
    if (b->n) qsort(b->at, b->n, sizeof *b->at, compare_rows);
    for (size_t i = 0; i < b->n; i++)
        if (!k || compare_rows(&b->at[k - 1], &b->at[i])) b->at[k++] = b->at[i];
    b->n = k;
}

static void add(struct brute *b, const struct brute_row *r)
{
    if (b->n > 100000 && b->n == b->cap) tidy(b);
    push(b, r);
}

bool brute_has(const struct brute *b, const struct brute_row *r)
{
    return bsearch(r, b->at, b->n, sizeof *b->at, compare_rows) != NULL;
}

void brute_clear(struct brute *b)
{
    free(b->at);
    *b = (struct brute){0};
}

/* ---- one concrete situation ---- */

struct scene {
    const struct tiny *p;
    struct tiny_shared g[2];
    struct tiny_thread one[2], two;
    bool has_two;
    int moments; /* 2 for a step, 1 for an initial state */
    bool places; /* locations matter; if not, one stands for all */
};

/* Inter-thread predicates of threads 1 and 2 at both moments that hold against u (or do not range
 * over it), as a mask. */
static uint64_t mask_of(const struct scene *s, const struct tiny_thread *u,
                        const struct tiny_thread *skip)
{
    uint64_t mask = 0;
    for (int m = 0; m < s->moments; m++)
        for (int who = 0; who < 2; who++)
            for (int i = 0; i < s->p->n_preds; i++) {
                const struct tiny_thread *a = who ? &s->two : &s->one[m];
                bool ranges = s->p->p[i].passive == u->tmpl && a != skip;
                if (who && !s->has_two) continue;
                if (!ranges || tiny_eval(s->p, s->p->p[i].expr, &s->g[m], a, u))
                    mask |= (uint64_t)1 << (m * 32 + who * 16 + i);
            }
    return mask;
}

/* Bits of a thread at a moment; inter-thread ones from the mask. */
static unsigned bits_of(const struct scene *s, int m, int who, uint64_t mask)
{
    const struct tiny_thread *a = who ? &s->two : &s->one[m];
    unsigned bits = a->f && s->p->t[a->tmpl].has_flag ? FLAG_BIT : 0;
    for (int i = 0; i < s->p->n_preds; i++) {
        if (!brute_owns(s->p, a->tmpl, i)) continue;
        bool holds = tiny_inter(&s->p->p[i]) ? mask >> (m * 32 + who * 16 + i) & 1
                                             : tiny_eval(s->p, s->p->p[i].expr, &s->g[m], a, a);
        if (holds) bits |= 1u << i;
    }
    return bits;
}

static unsigned shared_bits(const struct scene *s, int m)
{
    unsigned bits = s->g[m].g && s->p->has_g ? FLAG_BIT : 0;
    for (int i = 0; i < s->p->n_preds; i++)
        if (brute_owns(s->p, -1, i) && tiny_eval(s->p, s->p->p[i].expr, &s->g[m], NULL, NULL))
            bits |= 1u << i;
    return bits;
}

static void add_row(const struct scene *s, uint64_t mask, struct brute *out)
{
    struct brute_row r;
    memset(&r, 0, sizeof r);
    for (int m = 0; m < s->moments; m++) {
        r.shared[m] = shared_bits(s, m);
        r.one[m] = bits_of(s, m, 0, mask);
        r.two[m] = s->has_two ? bits_of(s, m, 1, mask) : 0;
    }
    r.loc = s->has_two ? s->two.loc : 0;
    add(out, &r);
    if (!s->has_two || s->places) return;
    for (r.loc = 1; r.loc < s->p->t[s->two.tmpl].n_locs; r.loc++)
        add(out, &r);
}

/* ---- sets of masks ---- */

struct masks {
    uint64_t at[4096];
    int n;
};

static void add_mask(struct masks *m, uint64_t x)
{
    for (int i = 0; i < m->n; i++)
        if (m->at[i] == x) return;
    if (m->n == 4096) abort();
    m->at[m->n++] = x;
}

/* All and-s of 1 .. k masks. */
static void close_masks(struct masks *m, int k)
{
    struct masks one;
    one.n = m->n;
    memcpy(one.at, m->at, (size_t)m->n * sizeof *m->at);
    for (int round = 1; round < k; round++) {
        int before = m->n;
        for (int i = 0; i < before; i++)
            for (int j = 0; j < one.n; j++)
                add_mask(m, m->at[i] & one.at[j]);
        if (m->n == before) return;
    }
}

/* ---- enumeration ---- */

struct space {
    /* of the shared integer and that of thread 1; all others -range .. range */
    int range, lo_s, hi_s, lo_1, hi_1;
};

static bool has_bounds(const struct tiny *p)
{
    for (int i = 0; i < p->n_nodes; i++)
        if (p->node[i].op == T_BOUND) return true;
    for (int t = 0; t < p->n_templates; t++) {
        if (p->t[t].init_int != TINY_ANY) return true;
        for (int k = 0; k < p->t[t].n_stmts; k++)
            if (p->t[t].stmts[k].i.kind == U_CONST || p->t[t].stmts[k].s.kind == U_CONST)
                return true;
    }
    return false;
}

static int size_of(const struct tiny_assign *u)
{
    return u->kind == U_COPY || u->kind == U_CONST ? abs(u->c) : 0;
}

/* The greatest constant of an atom as x - y <= c, after substitution of the updates of a statement
 * (NULL: none). */
static int largest_constant(const struct tiny *p, const struct tiny_stmt *s)
{
    int c = 0;
    for (int i = 0; i < p->n_nodes; i++)
        if ((p->node[i].op == T_DIFF || p->node[i].op == T_BOUND) && abs(p->node[i].c) > c)
            c = abs(p->node[i].c);
    for (int t = 0; t < p->n_templates; t++)
        if (p->t[t].init_int != TINY_ANY && abs(p->t[t].init_int) > c) c = abs(p->t[t].init_int);
    return c + 1 + (s ? size_of(&s->s) + size_of(&s->i) : 0);
}

static bool is_havoc(const struct tiny_stmt *s)
{
    return s && (s->s.kind == U_HAVOC || s->i.kind == U_HAVOC);
}

static bool asks_places(const struct tiny *p)
{
    for (int i = 0; i < p->n_nodes; i++)
        if (p->node[i].op == T_AT) return true;
    return false;
}

static struct space space_of(const struct tiny *p, const struct tiny_stmt *s)
{
    bool bounds = has_bounds(p);
    /* threads 1 and 2, zero, s, the arbitrary value */
    int core = 2 + bounds + p->has_s + is_havoc(s);
    struct space sp = {.range = 2 * core * largest_constant(p, s)};
    sp.lo_s = sp.hi_s = 0;
    if (bounds && p->has_s) sp.lo_s = -sp.range, sp.hi_s = sp.range;
    sp.lo_1 = bounds || p->has_s ? -sp.range : 0;
    sp.hi_1 = bounds || p->has_s ? sp.range : 0;
    return sp;
}

/* Calls of fn for each value of a thread of template t; at: its location, or -1 for all. */
struct span {
    int lo, hi;
};

typedef void thread_fn(void *arg, const struct tiny_thread *u);

static void each_thread(const struct tiny *p, int t, int at, struct span values, thread_fn *fn,
                        void *arg)
{
    const struct tiny_template *T = &p->t[t];
    struct tiny_thread u = {.tmpl = t};
    for (u.loc = at < 0 ? 0 : at; u.loc < (at < 0 ? T->n_locs : at + 1); u.loc++)
        for (u.i = T->has_int ? values.lo : 0; u.i <= (T->has_int ? values.hi : 0); u.i++)
            for (int f = 0; f < (T->has_flag ? 2 : 1); f++) {
                u.f = f;
                fn(arg, &u);
            }
}

static bool starts(const struct tiny *p, const struct tiny_shared *g, const struct tiny_thread *u)
{
    const struct tiny_template *T = &p->t[u->tmpl];
    if (T->has_int && T->init_int != TINY_ANY && u->i != T->init_int) return false;
    if (T->has_flag && T->init_flag != TINY_ANY && u->f != T->init_flag) return false;
    return p->init_for != u->tmpl || tiny_eval(p, p->init_expr, g, u, u);
}

struct search {
    struct scene s;
    const struct tiny_stmt *stmt; /* NULL: initial */
    int t, q, threads, havoc;
    bool idle;
    struct space sp;
    struct masks masks;
    struct brute *out;
};

static void gather_mask(void *arg, const struct tiny_thread *u)
{
    struct search *x = arg;
    if (!x->stmt && !starts(x->s.p, &x->s.g[0], u)) return;
    add_mask(&x->masks, mask_of(&x->s, u, NULL));
}

/* Initially all are at location 0. */
static int place_of(const struct search *x)
{
    return x->stmt && x->s.places ? -1 : 0;
}

/* Threads 1 and 2 are fixed: all rows with them. */
static void situation(struct search *x)
{
    const struct tiny *p = x->s.p;
    uint64_t base = UINT64_MAX;
    for (int m = 0; m < x->s.moments; m++) {
        if (!x->s.has_two) break;
        uint64_t moment = (uint64_t)0xffffffff << (m * 32);
        uint64_t one = (uint64_t)0xffff << (m * 32), two = one << 16;
        base &= (mask_of(&x->s, &x->s.two, &x->s.two) & one) | ~one;
        base &= (mask_of(&x->s, &x->s.one[m], &x->s.one[m]) & two & moment) | ~two;
    }
    if (x->threads == 2) {
        add_row(&x->s, base, x->out);
        return;
    }
    x->masks.n = 0;
    if (x->idle) add_mask(&x->masks, UINT64_MAX);
    for (int t = 0; t < p->n_templates; t++)
        each_thread(p, t, place_of(x), (struct span){-x->sp.range, x->sp.range}, gather_mask, x);
    close_masks(&x->masks, x->threads - 2);
    for (int i = 0; i < x->masks.n; i++)
        add_row(&x->s, base & x->masks.at[i], x->out);
}

static void with_two(void *arg, const struct tiny_thread *u)
{
    struct search *x = arg;
    if (!x->stmt && !starts(x->s.p, &x->s.g[0], u)) return;
    x->s.two = *u;
    situation(x);
}

static void with_one(void *arg, const struct tiny_thread *u)
{
    struct search *x = arg;
    if (!x->stmt && !starts(x->s.p, &x->s.g[0], u)) return;
    x->s.one[0] = x->s.one[1] = *u;
    x->s.g[1] = x->s.g[0];
    if (x->stmt && !tiny_step(x->s.p, x->stmt, x->havoc, &x->s.g[1], &x->s.one[1])) return;
    x->s.has_two = x->q >= 0;
    if (!x->s.has_two)
        situation(x);
    else
        each_thread(x->s.p, x->q, place_of(x), (struct span){-x->sp.range, x->sp.range}, with_two,
                    x);
}

static void with_shared(struct search *x)
{
    const struct tiny *p = x->s.p;
    struct span first = {x->sp.lo_1, x->sp.hi_1};
    for (x->s.g[0].s = x->sp.lo_s; x->s.g[0].s <= x->sp.hi_s; x->s.g[0].s++)
        for (int g = 0; g < (p->has_g ? 2 : 1); g++) {
            x->s.g[0].g = g;
            if (!x->stmt && p->has_g && p->init_g != TINY_ANY && g != p->init_g) continue;
            each_thread(p, x->t, x->stmt ? x->stmt->from : 0, first, with_one, x);
        }
}

static struct search start(const struct tiny *p, int t, const struct tiny_stmt *s, int q,
                           int threads, bool idle, struct brute *out)
{
    struct search x = {.stmt = s,
                       .t = t,
                       .q = q,
                       .threads = threads,
                       .idle = idle,
                       .sp = space_of(p, s),
                       .out = out};
    x.s.p = p;
    x.s.places = !s || asks_places(p);
    x.s.moments = s ? 2 : 1;
    return x;
}

void brute_step(const struct tiny *p, int t, int k, int q, int threads, bool idle,
                struct brute *out)
{
    struct search x = start(p, t, &p->t[t].stmts[k], q, threads, idle, out);
    bool havoc = is_havoc(x.stmt);
    for (x.havoc = havoc ? -x.sp.range : 0; x.havoc <= (havoc ? x.sp.range : 0); x.havoc++)
        with_shared(&x);
    tidy(out);
}

void brute_initial(const struct tiny *p, int t, int q, int threads, bool idle, struct brute *out)
{
    struct search x = start(p, t, NULL, q, threads, idle, out);
    with_shared(&x);
    tidy(out);
}
