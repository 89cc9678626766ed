/* Runs by chance: who goes on, along which edge and with which values is drawn. A thread goes on
 * for a while before another one does, sometimes for long: most errors need few switches. */
#include <assert.h>

#include "base/limits.h"
#include "base/mem.h"
#include "engine/explicit.h"
#include "run/replay.h"

enum { MOST_STEPS = 6000, LEAST = -1, GREATEST = 3 };

struct chance {
    const struct pw_program *p;
    uint64_t seed;
    struct pw_run *run;
    struct pw_state *now; /* after it */
    uint64_t left;        /* steps */
};

/* xorshift64 */
static uint64_t draw(struct chance *c, uint64_t n)
{
    assert(n > 0);
    c->seed ^= c->seed << 13;
    c->seed ^= c->seed >> 7;
    c->seed ^= c->seed << 17;
    return (c->seed >> 11) % n;
}

/* --- the start --- */

/* Counted templates have their threads; the others share the rest. */
static struct pw_state *first_state(const struct pw_program *p, size_t threads)
{
    pw_uints templates = {0};
    size_t open = 0, rest = threads;
    for (size_t t = 0; t < p->ntemplates; t++) {
        if (p->templates[t].count == PW_ANY)
            open++;
        else
            rest -= rest < (size_t)p->templates[t].count ? rest : (size_t)p->templates[t].count;
    }
    for (size_t t = 0; t < p->ntemplates; t++) {
        bool any = p->templates[t].count == PW_ANY;
        size_t n = any ? (rest + open - 1) / open : (size_t)p->templates[t].count;
        if (any) rest -= n, open--;
        for (size_t i = 0; i < n; i++)
            pw_vec_push(&templates, (unsigned)t);
    }
    struct pw_state *s = pw_state_new(p, templates.at, templates.n);
    pw_vec_clear(&templates);
    return s;
}

/* A number of the type; of integers a small one: up to the number of threads, which may be what it
 * stands for. */
static int64_t draw_value(struct chance *c, struct pw_type t)
{
    int64_t lo = t.lo, hi = t.hi;
    if (t.kind == PW_INT) lo = LEAST, hi = GREATEST + (int64_t)c->run->start->n;
    assert(lo <= hi);
    return lo + (int64_t)draw(c, (uint64_t)(hi - lo) + 1);
}

static void draw_free(struct chance *c, const struct pw_var *vars, pw_int *values, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!vars[i].init) pw_int_set_si(&values[i], draw_value(c, vars[i].type));
}

/* False: no initial state was drawn. */
static bool draw_start(struct chance *c)
{
    struct pw_state *s = c->run->start;
    for (int k = 0; k < 30; k++) {
        draw_free(c, c->p->shared, s->shared, c->p->nshared);
        for (size_t i = 0; i < s->n; i++) {
            const struct pw_thread_template *t = &c->p->templates[s->threads[i].template];
            draw_free(c, t->locals, s->threads[i].locals, t->nlocals);
        }
        pw_interp_initialise(s);
        if (pw_interp_initial(s, NULL)) return true;
    }
    return false;
}

/* --- steps --- */

static void draw_choices(struct chance *c, const struct pw_edge *e, pw_int *out)
{
    for (size_t k = 0; k < e->nchoices; k++) {
        pw_int_init_si(&out[k], draw_value(c, e->choices[k].type));
    }
}

/* One of the edges of the thread, from a drawn one on; false: it cannot go on. */
static bool move(struct chance *c, size_t i)
{
    assert(i < c->now->n);
    const struct pw_thread *w = &c->now->threads[i];
    assert(w->template <c->p->ntemplates);
    const struct pw_thread_template *t = &c->p->templates[w->template];
    uint32_t first = t->first_edge[w->loc], n = t->first_edge[w->loc + 1] - first;
    if (!n) return false;
    uint32_t from = (uint32_t)draw(c, n);
    for (uint32_t k = 0; k < n; k++) {
        uint32_t edge = first + (from + k) % n;
        assert(edge < t->nedges);
        const struct pw_edge *e = &t->edges[edge];
        pw_int *values = PW_NEWS(pw_int, e->nchoices);
        draw_choices(c, e, values);
        bool taken = pw_interp_step(c->now, i, edge, values);
        if (taken) pw_run_take(c->run, (uint32_t)i, edge, values);
        for (size_t v = 0; v < e->nchoices; v++)
            pw_int_clear(&values[v]);
        PW_FREES(values, e->nchoices);
        if (taken) return true;
    }
    return false;
}

/* True: the run is at a bad state. */
static bool run_once(struct chance *c)
{
    static const uint64_t stays[] = {2, 6, 20, 100};
    uint64_t stay = stays[draw(c, sizeof stays / sizeof *stays)];
    size_t who = (size_t)draw(c, c->now->n);
    pw_run_reset(c->run);
    pw_state_assign(c->now, c->run->start);
    for (unsigned k = 0; k < MOST_STEPS && c->left; k++, c->left--) {
        pw_limits_poll();
        if (!draw(c, stay)) who = (size_t)draw(c, c->now->n);
        size_t tried = 0;
        while (tried < c->now->n && !move(c, who))
            who = (who + 1) % c->now->n, tried++;
        if (tried == c->now->n) return false;
        if (pw_interp_violation(c->now) != PW_NONE) return true;
    }
    return false;
}

struct pw_execution *pw_explicit_chance(const struct pw_program *p, size_t threads, uint64_t steps)
{
    struct chance c = {.p = p, .seed = UINT64_C(0x9e3779b97f4a7c15), .left = steps};
    struct pw_execution *e = NULL;
    if (!threads) return NULL;
    c.run = pw_run_new(first_state(p, threads));
    c.now = pw_state_clone(c.run->start);
    while (c.left && !e) {
        if (!draw_start(&c)) break;
        if (run_once(&c)) e = pw_replay(c.run);
        c.left -= c.left > 0;
    }
    pw_state_free(c.now);
    pw_run_free(c.run);
    return e;
}
