#include "conform/obligations.h"

#include <assert.h>
#include <string.h>

#include "abst/smtlib.h"
#include "base/limits.h"
#include "base/mem.h"
#include "conform/machine.h"

/* The new value of shared variable i is named choice(NEW + i): no edge has so many choices. */
enum { NEW = 1 << 24, MOST_PICKS = 256 };

/* Which shared state a formula reads: that before the step of T, or that after it. */
enum step_moment { BEFORE, AFTER };

struct conform_ask_ctx {
    const struct pw_program *p, *a;
    const struct pw_thread_template *T, *A;
    uint32_t t;
    const struct pw_conform_proof *proof;
    struct pw_strbuf *out;
    struct pw_smtlib s;
    struct pw_smtlib_scene scene; /* expressions of T */
    struct pw_expr_pool pool;
    bool *observed;
    /* places squared, NULL where there is none: silent before the step of T, silent after it, with
     * it */
    const struct pw_expr **silent[2], **step;
    unsigned names; /* of definitions, in one question */
    size_t questions;
};

/* ---- steps of A ---- */

/* What an edge of A picks: the new value of a shared variable (var >= 0), or a value. */
struct pick {
    int64_t var, value;
    bool listed; /* all values are tried */
};

/* A step of A from a place, in two moments. */
struct abstract_step {
    struct conform_ask_ctx *q;
    const struct pw_proof_place *from;
    const struct pw_edge *e;
    enum step_moment before, after;
    struct pick *picks;
};

static const struct pw_expr *shared_at(struct conform_ask_ctx *q, uint32_t i, enum step_moment when)
{
    assert(i < q->p->nshared);
    bool is_bool = q->p->shared[i].type.kind == PW_BOOL;
    return when == BEFORE ? pw_expr_leaf(&q->pool, PW_EXPR_SHARED, is_bool, -1, i)
                          : pw_expr_leaf(&q->pool, PW_EXPR_CHOICE, is_bool, -1, NEW + i);
}

static const struct pw_expr *constant(struct conform_ask_ctx *q, bool is_bool, int64_t v)
{
    return is_bool ? pw_expr_bool(&q->pool, v != 0) : pw_expr_int_si(&q->pool, v);
}

static const struct pw_expr *leaf(void *arg, const struct pw_expr *e)
{
    struct abstract_step *s = arg;
    if (e->kind == PW_EXPR_SHARED) return shared_at(s->q, e->index, s->before);
    if (e->kind == PW_EXPR_LOCAL) return constant(s->q, e->is_bool, s->from->values[e->index]);
    assert(e->kind == PW_EXPR_CHOICE);
    const struct pick *k = &s->picks[e->index];
    return k->var >= 0 ? shared_at(s->q, (uint32_t)k->var, s->after)
                       : constant(s->q, e->is_bool, k->value);
}

static const struct pw_expr *both(struct conform_ask_ctx *q, const struct pw_expr *a,
                                  const struct pw_expr *b)
{
    return pw_expr_binary(&q->pool, PW_EXPR_AND, a, b);
}

static const struct pw_expr *either(struct conform_ask_ctx *q, const struct pw_expr *a,
                                    const struct pw_expr *b)
{
    return pw_expr_binary(&q->pool, PW_EXPR_OR, a, b);
}

static const struct pw_expr *equal(struct conform_ask_ctx *q, const struct pw_expr *a,
                                   const struct pw_expr *b)
{
    return pw_expr_binary(&q->pool, a->is_bool ? PW_EXPR_IFF : PW_EXPR_EQ, a, b);
}

static const struct pw_expr *in_type(struct conform_ask_ctx *q, const struct pw_expr *x,
                                     struct pw_type type)
{
    if (type.kind != PW_RANGE) return pw_expr_bool(&q->pool, true);
    return both(q, pw_expr_binary(&q->pool, PW_EXPR_GE, x, pw_expr_int_si(&q->pool, type.lo)),
                pw_expr_binary(&q->pool, PW_EXPR_LE, x, pw_expr_int_si(&q->pool, type.hi)));
}

static const struct pw_update *update_of(const struct pw_edge *e, bool shared, uint32_t i)
{
    for (size_t k = 0; k < e->nupdates; k++)
        if (e->updates[k].shared == shared && e->updates[k].index == i) return &e->updates[k];
    return NULL;
}

/* What the step asks of the shared states. */
static const struct pw_expr *guard_of(struct abstract_step *s)
{
    const struct pw_expr *f = pw_expr_replace(&s->q->pool, s->e->guard, leaf, s);
    for (size_t k = 0; k < s->e->nchoices; k++)
        if (s->picks[k].var >= 0)
            f = both(s->q, f,
                     in_type(s->q, shared_at(s->q, (uint32_t)s->picks[k].var, s->after),
                             s->e->choices[k].type));
    return f;
}

static const struct pw_expr *shared_part(struct abstract_step *s)
{
    const struct pw_expr *f = guard_of(s);
    for (uint32_t i = 0; i < s->q->p->nshared; i++) {
        const struct pw_update *u = update_of(s->e, true, i);
        if (!s->q->observed[i] || (!u && s->before == s->after)) continue;
        const struct pw_expr *to =
            u ? pw_expr_replace(&s->q->pool, u->to, leaf, s) : shared_at(s->q, i, s->before);
        f = both(s->q, f, equal(s->q, shared_at(s->q, i, s->after), to));
    }
    return f;
}

static const struct pw_expr *local_part(struct abstract_step *s, const struct pw_proof_place *to)
{
    const struct pw_expr *f = pw_expr_bool(&s->q->pool, true);
    for (uint32_t i = 0; i < s->q->A->nlocals; i++) {
        const struct pw_update *u = update_of(s->e, false, i);
        bool is_bool = s->q->A->locals[i].type.kind == PW_BOOL;
        const struct pw_expr *now = u ? pw_expr_replace(&s->q->pool, u->to, leaf, s)
                                      : constant(s->q, is_bool, s->from->values[i]);
        const struct pw_expr *want = constant(s->q, is_bool, to->values[i]);
        if (!u && s->from->values[i] != to->values[i]) return pw_expr_bool(&s->q->pool, false);
        if (u) f = both(s->q, f, equal(s->q, now, want));
    }
    return f;
}

struct choice_read_ctx {
    uint32_t choice;
    bool found;
};

static void find_choice(void *arg, const struct pw_expr *e)
{
    struct choice_read_ctx *r = arg;
    if (e->kind == PW_EXPR_CHOICE && e->index == r->choice) r->found = true;
}

static bool is_read(const struct pw_edge *e, uint32_t choice)
{
    struct choice_read_ctx r = {choice, false};
    pw_expr_visit(e->guard, find_choice, &r);
    for (size_t i = 0; i < e->nupdates; i++)
        pw_expr_visit(e->updates[i].to, find_choice, &r);
    return r.found;
}

static void sort_picks(struct abstract_step *s, bool failure)
{
    const struct pw_edge *e = s->e;
    for (uint32_t k = 0; k < e->nchoices; k++) {
        struct pw_type type = e->choices[k].type;
        s->picks[k] = (struct pick){-1, type.kind == PW_INT ? 0 : type.lo, false};
        for (size_t i = 0; i < e->nupdates && !failure; i++)
            if (e->updates[i].shared && s->q->observed[e->updates[i].index] &&
                e->updates[i].to->kind == PW_EXPR_CHOICE && e->updates[i].to->index == k)
                s->picks[k].var = e->updates[i].index;
        s->picks[k].listed = s->picks[k].var < 0 && type.kind != PW_INT && is_read(e, k);
    }
}

static bool next_picks(struct abstract_step *s)
{
    for (size_t k = 0; k < s->e->nchoices; k++) {
        if (!s->picks[k].listed) continue;
        if (s->picks[k].value < s->e->choices[k].type.hi) return s->picks[k].value++, true;
        s->picks[k].value = s->e->choices[k].type.lo;
    }
    return false;
}

/* The step from x to y as a formula; to NULL: a failure at x. */
static const struct pw_expr *step_of(struct conform_ask_ctx *q, const struct pw_proof_place *x,
                                     const struct pw_proof_place *y, enum step_moment before,
                                     enum step_moment after)
{
    const struct pw_expr *all = pw_expr_bool(&q->pool, false);
    for (uint32_t i = q->A->first_edge[x->loc]; i < q->A->first_edge[x->loc + 1]; i++) {
        const struct pw_edge *e = &q->A->edges[i];
        bool failure = (int32_t)e->to == q->A->error;
        if (failure != !y || (y && e->to != y->loc)) continue;
        struct abstract_step s = {q, x, e, before, after, PW_NEWS(struct pick, e->nchoices + 1)};
        int tried = 0;
        sort_picks(&s, failure);
        do
            all = either(q, all, y ? both(q, local_part(&s, y), shared_part(&s)) : guard_of(&s));
        while (next_picks(&s) && ++tried < MOST_PICKS);
        PW_FREES(s.picks, e->nchoices + 1);
    }
    return all;
}

/* ---- text ---- */

static void put_expr(struct conform_ask_ctx *q, const struct pw_expr *e, struct pw_strbuf *out)
{
    struct pw_smtlib_scene shared = {0};
    pw_smtlib_expr(&q->s, e, &shared, out);
}

static void declare(struct conform_ask_ctx *q, const char *name, struct pw_type type)
{
    struct pw_strbuf lo = {0}, hi = {0};
    pw_strbuf_printf(q->out, "(declare-fun %s () %s)\n", name,
                     type.kind == PW_BOOL ? "Bool" : "Int");
    pw_smtlib_int(type.lo, &lo);
    pw_smtlib_int(type.hi, &hi);
    if (type.kind == PW_RANGE)
        pw_strbuf_printf(q->out, "(assert (and (<= %s %s) (<= %s %s)))\n", pw_strbuf_text(&lo),
                         name, name, pw_strbuf_text(&hi));
    pw_strbuf_clear(&lo);
    pw_strbuf_clear(&hi);
}

/* Shared variables and locals before. */
static void open_question(struct conform_ask_ctx *q, const struct pw_edge *e)
{
    struct pw_strbuf name = {0};
    q->questions++;
    q->names = 0;
    q->s = (struct pw_smtlib){.p = q->p, .edge = e, .edge_template = q->t, .out = q->out};
    pw_strbuf_puts(q->out, "(push 1)\n");
    for (uint32_t i = 0; i < q->p->nshared; i++) {
        pw_strbuf_reset(&name);
        pw_smtlib_shared(&q->s, i, false, &name);
        declare(q, pw_strbuf_text(&name), q->p->shared[i].type);
    }
    for (uint32_t i = 0; i < q->T->nlocals; i++) {
        pw_strbuf_reset(&name);
        pw_smtlib_local(&q->s, 1, q->t, i, false, &name);
        declare(q, pw_strbuf_text(&name), q->T->locals[i].type);
    }
    pw_strbuf_clear(&name);
}

static void close_question(struct conform_ask_ctx *q)
{
    pw_strbuf_puts(q->out, "(check-sat)\n(pop 1)\n");
    pw_limits_poll();
}

static void assert_expr(struct conform_ask_ctx *q, const struct pw_expr *e)
{
    struct pw_strbuf text = {0};
    pw_smtlib_expr(&q->s, e, &q->scene, &text);
    pw_strbuf_printf(q->out, "(assert %s)\n", pw_strbuf_text(&text));
    pw_strbuf_clear(&text);
}

/* Choices, guard, and what the edge of T assigns; then the names of the new shared values. */
static void write_edge(struct conform_ask_ctx *q, const struct pw_edge *e)
{
    struct pw_strbuf name = {0}, value = {0};
    for (size_t i = 0; i < e->nchoices; i++) {
        pw_strbuf_reset(&name);
        pw_strbuf_printf(&name, "choice%zu", i);
        declare(q, pw_strbuf_text(&name), e->choices[i].type);
    }
    assert_expr(q, e->guard);
    for (size_t i = 0; i < e->nupdates; i++) {
        const struct pw_update *u = &e->updates[i];
        pw_strbuf_reset(&name);
        pw_strbuf_reset(&value);
        pw_smtlib_expr(&q->s, u->to, &q->scene, &value);
        if (u->shared)
            pw_smtlib_shared(&q->s, u->index, true, &name);
        else
            pw_smtlib_local(&q->s, 1, q->t, u->index, true, &name);
        pw_strbuf_printf(q->out, "(define-fun %s () %s %s)\n", pw_strbuf_text(&name),
                         u->to->is_bool ? "Bool" : "Int", pw_strbuf_text(&value));
    }
    for (uint32_t i = 0; i < q->p->nshared; i++) {
        pw_strbuf_reset(&value);
        pw_smtlib_shared(&q->s, i, true, &value);
        pw_strbuf_printf(q->out, "(define-fun choice%u () %s %s)\n", NEW + i,
                         q->p->shared[i].type.kind == PW_BOOL ? "Bool" : "Int",
                         pw_strbuf_text(&value));
    }
    pw_strbuf_clear(&name);
    pw_strbuf_clear(&value);
}

static void put_atom(struct conform_ask_ctx *q, const struct pw_proof_atom *a, bool after,
                     struct pw_strbuf *out)
{
    pw_strbuf_printf(out, "(%s (+ 0", a->equal ? "=" : "<=");
    for (uint32_t i = 0; i < q->T->nlocals; i++) {
        if (!a->c[i]) continue;
        bool minus = a->c[i][0] == '-';
        pw_strbuf_printf(out, " (* %s%s%s ", minus ? "(- " : "", a->c[i] + minus, minus ? ")" : "");
        pw_smtlib_local(&q->s, 1, q->t, i, after, out);
        pw_strbuf_putc(out, ')');
    }
    bool minus = a->k[0] == '-';
    pw_strbuf_printf(out, ") %s%s%s)", minus ? "(- " : "", a->k + minus, minus ? ")" : "");
}

/* The locals are as the pair says. */
static void put_cube(struct conform_ask_ctx *q, const struct pw_proof_pair *x, bool after,
                     struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "(and true");
    for (uint32_t i = 0; i < q->T->nlocals; i++) {
        struct pw_type type = q->T->locals[i].type;
        if (type.kind == PW_INT) continue;
        pw_strbuf_puts(out, " (= ");
        pw_smtlib_local(&q->s, 1, q->t, i, after, out);
        pw_strbuf_putc(out, ' ');
        if (type.kind == PW_BOOL)
            pw_strbuf_puts(out, x->q[i] ? "true" : "false");
        else
            pw_smtlib_int(x->q[i], out);
        pw_strbuf_putc(out, ')');
    }
    for (size_t i = 0; i < q->proof->atoms.n; i++) {
        bool holds = x->q[q->T->nlocals + i];
        pw_strbuf_puts(out, holds ? " " : " (not ");
        put_atom(q, &q->proof->atoms.at[i], after, out);
        if (!holds) pw_strbuf_putc(out, ')');
    }
    pw_strbuf_putc(out, ')');
}

/* ---- sets of places ---- */

/* Per place the number of the definition that says when it is in the set; 0: never. */
typedef unsigned *set;

static set new_set(const struct conform_ask_ctx *q)
{
    return PW_NEWS(unsigned, q->proof->places.n + 1);
}

static void free_set(const struct conform_ask_ctx *q, set s)
{
    PW_FREES(s, q->proof->places.n + 1);
}

static unsigned define(struct conform_ask_ctx *q, struct pw_strbuf *text)
{
    pw_strbuf_printf(q->out, "(define-fun in%u () Bool %s)\n", ++q->names, pw_strbuf_text(text));
    pw_strbuf_reset(text);
    return q->names;
}

/* Steps of A by places; NULL where there is none. */
static const struct pw_expr **find_steps(struct conform_ask_ctx *q, enum step_moment before,
                                         enum step_moment after)
{
    size_t n = q->proof->places.n;
    const struct pw_expr **out = PW_NEWS(const struct pw_expr *, n *n + 1);
    for (size_t x = 0; x < n; x++)
        for (size_t y = 0; y < n; y++) {
            const struct pw_expr *e =
                step_of(q, &q->proof->places.at[x], &q->proof->places.at[y], before, after);
            pw_limits_poll();
            if (!pw_expr_is_false(e)) out[x * n + y] = e;
        }
    return out;
}

/* One more silent step everywhere. */
static void grow(struct conform_ask_ctx *q, set s, unsigned *steps, const struct pw_expr **silent)
{
    size_t n = q->proof->places.n;
    struct pw_strbuf text = {0};
    for (size_t y = 0; y < n; y++) {
        bool any = false;
        pw_strbuf_puts(&text, "(or");
        if (s[y]) pw_strbuf_printf(&text, " in%u", s[y]);
        for (size_t x = 0; x < n; x++) {
            if (x == y || !s[x] || !silent[x * n + y]) continue;
            if (!steps[x * n + y]) {
                struct pw_strbuf one = {0};
                put_expr(q, silent[x * n + y], &one);
                steps[x * n + y] = define(q, &one);
                pw_strbuf_clear(&one);
            }
            pw_strbuf_printf(&text, " (and in%u in%u)", s[x], steps[x * n + y]);
            any = true;
        }
        pw_strbuf_puts(&text, " false)");
        if (any)
            s[y] = define(q, &text);
        else
            pw_strbuf_reset(&text);
    }
    pw_strbuf_clear(&text);
}

/* Rounds that are enough for every path without a cycle: a round goes along steps to later places,
 * so one more for each step to an earlier one. */
static size_t rounds(const struct conform_ask_ctx *q, const struct pw_expr **silent)
{
    size_t n = q->proof->places.n, back = 0;
    for (size_t x = 0; x < n; x++)
        for (size_t y = 0; y < x; y++)
            back += silent[x * n + y] != NULL;
    return back + 1 < n ? back + 1 : n;
}

static void close_set(struct conform_ask_ctx *q, set s, enum step_moment when)
{
    size_t n = q->proof->places.n;
    const struct pw_expr **silent = q->silent[when];
    unsigned *steps = PW_NEWS(unsigned, n *n + 1);
    for (size_t k = rounds(q, silent); k > 0; k--)
        grow(q, s, steps, silent);
    PW_FREES(steps, n * n + 1);
}

/* F^g of a pair. */
static set close_pair(struct conform_ask_ctx *q, const struct pw_proof_pair *x)
{
    set s = new_set(q);
    struct pw_strbuf yes = {0};
    assert(x->nf);
    pw_strbuf_puts(&yes, "true");
    unsigned name = define(q, &yes);
    for (size_t i = 0; i < x->nf; i++)
        s[x->f[i]] = name;
    close_set(q, s, BEFORE);
    pw_strbuf_clear(&yes);
    return s;
}

/* g is not in wrong(F). */
static void assert_right(struct conform_ask_ctx *q, set closed)
{
    struct pw_strbuf text = {0};
    for (size_t x = 0; x < q->proof->places.n; x++) {
        const struct pw_expr *e =
            closed[x] ? step_of(q, &q->proof->places.at[x], NULL, BEFORE, BEFORE) : NULL;
        if (!e || pw_expr_is_false(e)) continue;
        pw_strbuf_reset(&text);
        put_expr(q, e, &text);
        pw_strbuf_printf(q->out, "(assert (not (and in%u %s)))\n", closed[x],
                         pw_strbuf_text(&text));
    }
    pw_strbuf_clear(&text);
}

/* What is observed stays. */
static const struct pw_expr *same(struct conform_ask_ctx *q)
{
    const struct pw_expr *f = pw_expr_bool(&q->pool, true);
    for (uint32_t i = 0; i < q->p->nshared; i++)
        if (q->observed[i])
            f = both(q, f, equal(q, shared_at(q, i, AFTER), shared_at(q, i, BEFORE)));
    return f;
}

static set match(struct conform_ask_ctx *q, set closed)
{
    size_t n = q->proof->places.n;
    struct pw_strbuf text = {0};
    set to = new_set(q);
    put_expr(q, same(q), &text);
    unsigned stays = define(q, &text);
    for (size_t y = 0; y < n; y++) {
        bool any = closed[y];
        pw_strbuf_puts(&text, "(or");
        if (closed[y]) pw_strbuf_printf(&text, " (and in%u in%u)", closed[y], stays);
        for (size_t x = 0; x < n; x++) {
            const struct pw_expr *e = q->step[x * n + y];
            if (!e || !closed[x]) continue;
            pw_strbuf_printf(&text, " (and in%u ", closed[x]);
            put_expr(q, e, &text);
            pw_strbuf_putc(&text, ')');
            any = true;
        }
        pw_strbuf_puts(&text, " false)");
        if (any)
            to[y] = define(q, &text);
        else
            pw_strbuf_reset(&text);
    }
    close_set(q, to, AFTER);
    pw_strbuf_clear(&text);
    return to;
}

/* No pair of the location says enough. */
static void assert_uncovered(struct conform_ask_ctx *q, uint32_t loc, set s, bool after)
{
    struct pw_strbuf text = {0};
    for (size_t i = 0; i < q->proof->pairs.n; i++) {
        const struct pw_proof_pair *x = &q->proof->pairs.at[i];
        bool possible = x->loc == loc;
        for (size_t k = 0; possible && k < x->nf; k++)
            possible = s[x->f[k]] != 0;
        if (!possible) continue;
        pw_strbuf_reset(&text);
        put_cube(q, x, after, &text);
        pw_strbuf_printf(q->out, "(assert (not (and %s", pw_strbuf_text(&text));
        for (size_t k = 0; k < x->nf; k++)
            pw_strbuf_printf(q->out, " in%u", s[x->f[k]]);
        pw_strbuf_puts(q->out, ")))\n");
    }
    pw_strbuf_clear(&text);
}

/* ---- the questions ---- */

static void assert_initial(struct conform_ask_ctx *q)
{
    struct pw_strbuf name = {0}, value = {0};
    for (uint32_t i = 0; i < q->p->nshared + q->T->nlocals; i++) {
        bool local = i >= q->p->nshared;
        uint32_t k = local ? i - (uint32_t)q->p->nshared : i;
        const struct pw_expr *init = local ? q->T->locals[k].init : q->p->shared[k].init;
        if (!init) continue;
        pw_strbuf_reset(&name);
        pw_strbuf_reset(&value);
        if (local)
            pw_smtlib_local(&q->s, 1, q->t, k, false, &name);
        else
            pw_smtlib_shared(&q->s, k, false, &name);
        pw_smtlib_expr(&q->s, init, &q->scene, &value);
        pw_strbuf_printf(q->out, "(assert (= %s %s))\n", pw_strbuf_text(&name),
                         pw_strbuf_text(&value));
    }
    for (size_t i = 0; i < q->p->ninits; i++) {
        const struct pw_pred *c = &q->p->inits[i];
        if (c->class != PW_INTER_THREAD && (c->active == PW_ANY || c->active == (int32_t)q->t))
            assert_expr(q, c->expr);
    }
    pw_strbuf_clear(&name);
    pw_strbuf_clear(&value);
}

/* A may start at the place. */
static const struct pw_expr *may_start(struct conform_ask_ctx *q, const struct pw_proof_place *x)
{
    struct abstract_step s = {.q = q, .from = x};
    const struct pw_expr *f = pw_expr_bool(&q->pool, x->loc == q->A->entry);
    for (uint32_t i = 0; i < q->A->nlocals; i++)
        if (q->A->locals[i].init)
            f = both(q, f,
                     equal(q, pw_expr_replace(&q->pool, q->A->locals[i].init, leaf, &s),
                           constant(q, q->A->locals[i].type.kind == PW_BOOL, x->values[i])));
    for (size_t i = 0; i < q->a->ninits; i++) {
        const struct pw_pred *c = &q->a->inits[i];
        if (c->class != PW_INTER_THREAD && (c->active == PW_ANY || c->active == (int32_t)q->t))
            f = both(q, f, pw_expr_replace(&q->pool, c->expr, leaf, &s));
    }
    return f;
}

static void ask_start(struct conform_ask_ctx *q)
{
    struct pw_strbuf text = {0};
    pw_strbuf_printf(q->out, "; %s: O1, the start\n", q->T->name);
    open_question(q, NULL);
    assert_initial(q);
    set s = new_set(q);
    for (size_t x = 0; x < q->proof->places.n; x++) {
        const struct pw_expr *e = may_start(q, &q->proof->places.at[x]);
        if (pw_expr_is_false(e)) continue;
        put_expr(q, e, &text);
        s[x] = define(q, &text);
    }
    close_set(q, s, BEFORE);
    assert_uncovered(q, q->T->entry, s, false);
    close_question(q);
    free_set(q, s);
    pw_strbuf_clear(&text);
}

static set open_pair(struct conform_ask_ctx *q, const struct pw_proof_pair *x,
                     const struct pw_edge *e, const char *what)
{
    struct pw_strbuf text = {0};
    pw_strbuf_printf(q->out, "; %s: %s at %s, line %u\n", q->T->name, what, q->T->locs[x->loc].name,
                     e ? e->pos.line : q->T->locs[x->loc].pos.line);
    open_question(q, e);
    put_cube(q, x, false, &text);
    pw_strbuf_printf(q->out, "(assert %s)\n", pw_strbuf_text(&text));
    if (e) write_edge(q, e);
    set closed = close_pair(q, x);
    assert_right(q, closed);
    pw_strbuf_clear(&text);
    return closed;
}

static void ask_edge(struct conform_ask_ctx *q, const struct pw_proof_pair *x,
                     const struct pw_edge *e)
{
    bool failure = (int32_t)e->to == q->T->error;
    assert(e->from == x->loc && !e->nlooks && !e->nothers);
    set closed = open_pair(q, x, e, failure ? "O3, a failure" : "O2, a step");
    if (!failure) {
        set to = match(q, closed);
        assert_uncovered(q, e->to, to, true);
        free_set(q, to);
    }
    close_question(q);
    free_set(q, closed);
}

static bool counts(const struct conform_ask_ctx *q, uint32_t label)
{
    for (size_t i = 0; i < q->p->nunsafe; i++)
        for (size_t k = 0; k < q->p->unsafe[i].ncounts; k++) {
            const struct pw_count *n = &q->p->unsafe[i].counts[k];
            if (n->label == label && (n->template == PW_ANY || n->template == (int32_t)q->t))
                return true;
        }
    return false;
}

static bool has_label(const struct pw_program *p, const struct pw_loc *l, const char *name)
{
    for (size_t i = 0; i < l->nlabels; i++)
        if (!strcmp(p->labels[l->labels[i]].name, name)) return true;
    return false;
}

/* Has the location of A all labels of the property that the one of T has? */
static bool labelled(const struct conform_ask_ctx *q, const struct pw_loc *of_t,
                     const struct pw_loc *of_a)
{
    for (size_t i = 0; i < of_t->nlabels; i++)
        if (counts(q, of_t->labels[i]) &&
            !has_label(q->a, of_a, q->p->labels[of_t->labels[i]].name))
            return false;
    return true;
}

static void ask_labels(struct conform_ask_ctx *q, const struct pw_proof_pair *x)
{
    const struct pw_loc *l = &q->T->locs[x->loc];
    bool any = false;
    for (size_t i = 0; i < l->nlabels; i++)
        any |= counts(q, l->labels[i]);
    if (!any) return;
    set closed = open_pair(q, x, NULL, "O4, labels");
    for (size_t y = 0; y < q->proof->places.n; y++)
        if (closed[y] && labelled(q, l, &q->A->locs[q->proof->places.at[y].loc]))
            pw_strbuf_printf(q->out, "(assert (not in%u))\n", closed[y]);
    close_question(q);
    free_set(q, closed);
}

size_t pw_conform_obligations(const struct pw_program *concrete, const struct pw_program *abstract,
                              uint32_t t, const struct pw_conform_proof *proof,
                              struct pw_strbuf *out)
{
    struct conform_ask_ctx q = {.p = concrete,
                                .a = abstract,
                                .T = &concrete->templates[t],
                                .A = &abstract->templates[t],
                                .t = t,
                                .proof = proof,
                                .out = out,
                                .scene = {.active = 1, .active_template = t}};
    assert(!pw_conform_proof_misfit(proof, concrete, abstract, t));
    pw_expr_pool_init(&q.pool);
    q.observed = PW_NEWS(bool, concrete->nshared + 1);
    pw_machine_observed(abstract, q.observed);
    q.silent[BEFORE] = find_steps(&q, BEFORE, BEFORE);
    q.silent[AFTER] = find_steps(&q, AFTER, AFTER);
    q.step = find_steps(&q, BEFORE, AFTER);
    ask_start(&q);
    for (size_t i = 0; i < proof->pairs.n; i++) {
        const struct pw_proof_pair *x = &proof->pairs.at[i];
        ask_labels(&q, x);
        for (uint32_t k = q.T->first_edge[x->loc]; k < q.T->first_edge[x->loc + 1]; k++)
            ask_edge(&q, x, &q.T->edges[k]);
    }
    PW_FREES(q.observed, concrete->nshared + 1);
    PW_FREES(q.silent[BEFORE], proof->places.n * proof->places.n + 1);
    PW_FREES(q.silent[AFTER], proof->places.n * proof->places.n + 1);
    PW_FREES(q.step, proof->places.n * proof->places.n + 1);
    pw_expr_pool_clear(&q.pool);
    return q.questions;
}
