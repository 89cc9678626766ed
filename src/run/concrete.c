#include "run/concrete.h"

#include <assert.h>
#include <string.h>

#include "base/bits.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/progress.h"

/* ---- results ---- */

static void count_threads(struct pw_concrete *x, uint64_t *fixed, uint32_t *open)
{
    *fixed = 0, *open = 0;
    for (size_t t = 0; t < x->p->ntemplates; t++) {
        if (x->p->templates[t].count == PW_ANY)
            ++*open;
        else
            *fixed += (uint64_t)x->p->templates[t].count;
    }
}

bool pw_concrete_init(struct pw_concrete *x, const struct pw_program *p,
                      const struct pw_concrete_options *opt, const char **why)
{
    uint64_t fixed;
    uint32_t open;
    *x = (struct pw_concrete){.p = p, .opt = *opt};
    count_threads(x, &fixed, &open);
    if (opt->threads < fixed) return *why = "the thread counts of the program are larger", false;
    if (!open && opt->threads > fixed)
        return *why = "the program fixes the numbers of all its threads, and they are smaller",
               false;
    x->found = PW_NEWS(struct pw_concrete_found, pw_concrete_properties(p));
    x->labels = PW_NEWS(uint64_t, pw_bits_words(p->nlabels));
    x->pairs = PW_NEWS(uint64_t, pw_bits_words(p->nlabels * p->nlabels));
    x->locs = PW_NEWS(uint64_t *, p->ntemplates);
    for (size_t t = 0; t < p->ntemplates; t++)
        x->locs[t] = PW_NEWS(uint64_t, pw_bits_words(p->templates[t].nlocs));
    if (opt->reduced) pw_alone_find(&x->alone, p);
    return true;
}

void pw_concrete_clear_results(struct pw_concrete *x)
{
    const struct pw_program *p = x->p;
    pw_alone_clear(&x->alone);
    PW_FREES(x->found, pw_concrete_properties(p));
    PW_FREES(x->labels, pw_bits_words(p->nlabels));
    PW_FREES(x->pairs, pw_bits_words(p->nlabels * p->nlabels));
    for (size_t t = 0; t < p->ntemplates; t++)
        PW_FREES(x->locs[t], pw_bits_words(p->templates[t].nlocs));
    PW_FREES(x->locs, p->ntemplates);
}

void pw_concrete_clear(struct pw_concrete *x)
{
    pw_statebag_clear(&x->bag);
    pw_state_free(x->now);
    pw_state_free(x->next);
    pw_concrete_clear_results(x);
}

bool pw_concrete_label(const struct pw_concrete *x, uint32_t label)
{
    return pw_bits_has(x->labels, label);
}
bool pw_concrete_pair(const struct pw_concrete *x, uint32_t a, uint32_t b)
{
    return pw_bits_has(x->pairs, a * x->p->nlabels + b);
}

bool pw_concrete_violated(const struct pw_concrete *x)
{
    for (size_t i = 0; i < pw_concrete_properties(x->p); i++)
        if (x->found[i].reached) return true;
    return false;
}

static const struct pw_loc *loc_of(const struct pw_state *s, size_t i)
{
    assert(i < s->n);
    return &s->p->templates[s->threads[i].template].locs[s->threads[i].loc];
}

static void note_pair(struct pw_concrete *x, const struct pw_loc *a, const struct pw_loc *b)
{
    for (size_t i = 0; i < a->nlabels; i++)
        for (size_t j = 0; j < b->nlabels; j++) {
            pw_bits_add(x->pairs, a->labels[i] * x->p->nlabels + b->labels[j]);
            pw_bits_add(x->pairs, b->labels[j] * x->p->nlabels + a->labels[i]);
        }
}

static void note_labels(struct pw_concrete *x, const struct pw_state *s)
{
    for (size_t i = 0; i < s->n; i++) {
        const struct pw_loc *a = loc_of(s, i);
        pw_bits_add(x->locs[s->threads[i].template], s->threads[i].loc);
        for (size_t k = 0; k < a->nlabels; k++)
            pw_bits_add(x->labels, a->labels[k]);
        for (size_t j = 0; j < i && a->nlabels; j++)
            note_pair(x, a, loc_of(s, j));
    }
}

static void note_found(struct pw_concrete_found *f, uint32_t state, uint32_t depth)
{
    if (!f->reached) *f = (struct pw_concrete_found){true, state, depth};
}

static void note_violations(struct pw_concrete *x, const struct pw_state *s, uint32_t id,
                            uint32_t depth)
{
    for (size_t i = 0; i < x->p->nunsafe; i++)
        if (!x->found[i].reached && pw_interp_disjunct(s, &x->p->unsafe[i]))
            note_found(&x->found[i], id, depth);
    bool failed = false;
    for (size_t i = 0; i < s->n; i++)
        if (loc_of(s, i)->kind == PW_LOC_ERROR)
            note_found(&x->found[x->p->nunsafe], id, depth), failed = true;
    for (size_t i = 0; i < x->p->ninvariants && !failed; i++) {
        struct pw_concrete_found *f = &x->found[x->p->nunsafe + 1 + i];
        if (!f->reached && !pw_interp_invariant(s, &x->p->invariants[i])) note_found(f, id, depth);
    }
}

static void add(struct pw_concrete *x, const struct pw_state *s, uint32_t parent, uint32_t depth)
{
    bool new;
    uint32_t id = pw_statebag_add(&x->bag, s, parent, depth, &new);
    if (!new) return;
    x->states++;
    x->depth = depth;
    note_labels(x, s);
    note_violations(x, s, id, depth);
}

/* No more states may be added. */
static bool full(const struct pw_concrete *x)
{
    if (x->opt.tries && x->tries >= x->opt.tries) return true;
    return (x->opt.states && x->states >= x->opt.states) || x->states >= UINT32_MAX - 2;
}

/* ---- ranges of values ---- */

static void bounds(struct pw_concrete *x, struct pw_type t, int64_t *lo, int64_t *hi)
{
    *lo = t.lo, *hi = t.hi;
    if (t.kind != PW_INT) return;
    *lo = x->opt.lo, *hi = x->opt.hi;
    x->values_bounded = true;
}

/* Next value of an odometer digit; false when it starts again. */
static bool next_value(pw_int *v, int64_t lo, int64_t hi)
{
    if (pw_int_cmp_si(v, hi) < 0) return pw_int_set_si(v, pw_int_get_si(v) + 1), true;
    pw_int_set_si(v, lo);
    return false;
}

/* ---- initial states ---- */

/* The free variables of a state, one digit each. */
struct digit {
    pw_int *value;
    int64_t lo, hi;
};

typedef PW_VEC(struct digit) digits;

static void free_digits(struct pw_concrete *x, const struct pw_var *vars, pw_int *values, size_t n,
                        digits *d)
{
    for (size_t i = 0; i < n; i++) {
        if (vars[i].init) continue;
        struct digit g = {.value = &values[i]};
        bounds(x, vars[i].type, &g.lo, &g.hi);
        pw_int_set_si(g.value, g.lo);
        pw_vec_push(d, g);
    }
}

static bool turn(digits *d)
{
    for (size_t i = 0; i < d->n; i++)
        if (next_value(d->at[i].value, d->at[i].lo, d->at[i].hi)) return true;
    return false;
}

static bool values_in_types(const struct pw_state *s)
{
    struct pw_strbuf none = {0};
    bool ok = pw_interp_initial(s, &none);
    pw_strbuf_clear(&none);
    return ok;
}

static void initial_values(struct pw_concrete *x, struct pw_state *s)
{
    digits d = {0};
    free_digits(x, x->p->shared, s->shared, x->p->nshared, &d);
    for (size_t i = 0; i < s->n; i++) {
        const struct pw_thread_template *t = &x->p->templates[s->threads[i].template];
        free_digits(x, t->locals, s->threads[i].locals, t->nlocals, &d);
    }
    do {
        pw_limits_poll();
        x->tries++;
        pw_interp_initialise(s);
        if (values_in_types(s)) add(x, s, 0, 0);
    } while (!full(x) && turn(&d));
    pw_vec_clear(&d);
}

/* Gives `left` threads to the templates from t on that have no count, in every way. */
static void distribute(struct pw_concrete *x, size_t t, size_t left, uint32_t open,
                       pw_uints *templates)
{
    size_t mark = templates->n;
    if (t == x->p->ntemplates) {
        if (left || full(x)) return;
        struct pw_state *s = pw_state_new(x->p, templates->at, templates->n);
        initial_values(x, s);
        pw_state_free(s);
        return;
    }
    assert(t < x->p->ntemplates);
    bool fixed = x->p->templates[t].count != PW_ANY;
    size_t least = fixed       ? (size_t)x->p->templates[t].count
                   : open == 1 ? left
                               : 0,
           most = fixed ? least : left;
    for (size_t i = 0; i < least; i++)
        pw_vec_push(templates, (unsigned)t);
    for (size_t k = least; k <= most; k++) {
        distribute(x, t + 1, fixed ? left : left - k, fixed ? open : open - 1, templates);
        pw_vec_push(templates, (unsigned)t);
    }
    templates->n = mark;
}

/* ---- search ---- */

struct expansion {
    struct pw_concrete *x;
    uint32_t id, depth;
    /* not NULL: a step to state `wanted` is looked for, to be added to it, instead of states */
    struct pw_run *run;
    uint32_t wanted;
    bool hit;
};

static void successor(struct expansion *e, const struct pw_state *from, size_t i, uint32_t edge,
                      const pw_int *choices)
{
    struct pw_concrete *x = e->x;
    if (!pw_interp_enabled(from, i, edge, choices)) return;
    pw_state_assign(x->next, from);
    pw_interp_step(x->next, i, edge, choices);
    if (!e->run) {
        x->steps++;
        add(x, x->next, e->id, e->depth + 1);
        return;
    }
    if (e->hit || !pw_statebag_is(&x->bag, e->wanted, x->next)) return;
    pw_run_take(e->run, (uint32_t)i, edge, choices);
    e->hit = true;
}

/* All choices of an edge. */
static void take_edge(struct expansion *e, const struct pw_state *from, size_t i, uint32_t edge)
{
    assert(i < from->n);
    const struct pw_edge *d = &from->p->templates[from->threads[i].template].edges[edge];
    pw_int *choices = PW_NEWS(pw_int, d->nchoices);
    digits g = {0};
    for (size_t k = 0; k < d->nchoices; k++) {
        struct digit digit = {.value = &choices[k]};
        bounds(e->x, d->choices[k].type, &digit.lo, &digit.hi);
        pw_int_init_si(&choices[k], digit.lo);
        pw_vec_push(&g, digit);
    }
    do {
        pw_limits_poll();
        e->x->tries++;
        successor(e, from, i, edge, choices);
    } while (!e->hit && (e->run || !full(e->x)) && turn(&g));
    for (size_t k = 0; k < d->nchoices; k++)
        pw_int_clear(&choices[k]);
    PW_FREES(choices, d->nchoices);
    pw_vec_clear(&g);
}

static bool same_thread(const struct pw_state *s, size_t i, size_t j)
{
    assert(i < s->n);
    assert(j < s->n);
    const struct pw_thread *a = &s->threads[i], *b = &s->threads[j];
    if (a->template != b->template || a->loc != b->loc) return false;
    for (size_t k = 0; k < s->p->templates[a->template].nlocals; k++)
        if (!pw_int_eq(&a->locals[k], &b->locals[k])) return false;
    return true;
}

static void take_steps_of(struct expansion *e, const struct pw_state *from, size_t i)
{
    assert(i < from->n);
    const struct pw_thread_template *t = &from->p->templates[from->threads[i].template];
    for (uint32_t k = t->first_edge[from->threads[i].loc];
         k < t->first_edge[from->threads[i].loc + 1] && !e->hit; k++)
        if (e->run || !full(e->x)) take_edge(e, from, i, k);
}

/* A thread that may go first has gone; its steps are enough. */
static bool expand_alone(struct expansion *e, const struct pw_state *from)
{
    assert(!e->run);
    for (size_t i = 0; i < from->n; i++) {
        if (!pw_alone_at(&e->x->alone, from->threads[i].template, from->threads[i].loc)) continue;
        uint64_t before = e->x->steps;
        take_steps_of(e, from, i);
        if (e->x->steps != before) return true;
    }
    return false;
}

/* All steps from a state; of equal threads (neighbours in canonical order) only one. */
static void expand(struct expansion *e, const struct pw_state *from)
{
    if (e->x->opt.reduced && expand_alone(e, from)) return;
    for (size_t i = 0; i < from->n && !e->hit; i++)
        if (!i || e->x->bag.ordered || !same_thread(from, i - 1, i)) take_steps_of(e, from, i);
}

static void fit_next(struct pw_concrete *x, const struct pw_state *like)
{
    bool fits = x->next && x->next->n == like->n;
    for (size_t i = 0; fits && i < like->n; i++)
        fits = x->next->threads[i].template == like->threads[i].template;
    if (fits) return;
    pw_state_free(x->next);
    x->next = pw_state_clone(like);
}

void pw_concrete_run(struct pw_concrete *x)
{
    pw_uints templates = {0};
    uint64_t fixed;
    uint32_t open;
    count_threads(x, &fixed, &open);
    pw_statebag_init(&x->bag);
    x->bag.ordered = pw_program_uses(x->p) & PW_USES_ORDER;
    distribute(x, 0, x->opt.threads - (size_t)fixed, open, &templates);
    pw_vec_clear(&templates);
    x->initial = x->states;
    uint32_t id = 0;
    for (; id < x->bag.items.n && !full(x); id++) {
        pw_limits_poll();
        pw_progress_count("states", x->states);
        uint32_t depth = x->bag.items.at[id].depth;
        if (x->opt.depth && depth >= x->opt.depth) break;
        if (x->opt.stop_early && pw_concrete_violated(x)) break;
        pw_statebag_load(&x->bag, id, x->p, &x->now);
        fit_next(x, x->now);
        struct expansion e = {.x = x, .id = id, .depth = depth};
        expand(&e, x->now);
    }
    x->finished = id == x->bag.items.n && !full(x);
    x->complete = x->finished && !x->values_bounded;
}

/* ---- runs ---- */

struct pw_run *pw_concrete_run_to(struct pw_concrete *x, size_t k)
{
    PW_VEC(uint32_t) path = {0};
    uint32_t id = x->found[k].state;
    for (; x->bag.items.at[id].depth; id = x->bag.items.at[id].parent)
        pw_vec_push(&path, id);
    struct pw_run *run = pw_run_new(pw_statebag_get(&x->bag, x->p, id));
    struct pw_state *s = pw_state_clone(run->start);
    while (path.n) {
        fit_next(x, s);
        struct expansion e = {.x = x, .wanted = pw_vec_pop(&path), .run = run};
        for (size_t i = 0; i < s->n && !e.hit; i++)
            take_steps_of(&e, s, i);
        assert(e.hit);
        pw_state_assign(s, x->next);
    }
    pw_state_free(s);
    pw_vec_clear(&path);
    return run;
}
