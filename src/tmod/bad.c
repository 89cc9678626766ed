#include "tmod/bad.h"

#include <assert.h>

#include "base/limits.h"

void pw_tmod_filling_clear(struct pw_tmod_filling *f)
{
    pw_vec_clear(&f->tokens);
    f->property = PW_NONE;
}

static bool counts_here(const struct pw_space *s, const struct pw_count *c, uint32_t t, uint32_t l)
{
    return pw_program_at(s->p, c->label, c->template, t, pw_space_loc(s, t, l));
}

static bool is_error(const struct pw_space *s, uint32_t t, uint32_t l)
{
    assert(t < s->p->ntemplates);
    return s->p->templates[t].locs[pw_space_loc(s, t, l)].kind == PW_LOC_ERROR;
}

/* --- the dynamic programme --- */

/* How a vector of counts was reached first: from another, by one more thread. */
struct reached {
    bool yes;
    uint32_t from, class, local;
};

struct programme {
    const struct pw_tmod_table *t;
    const struct pw_disjunct *d;
    size_t vectors;
    struct reached *at; /* by vector, mixed radix, digit i below least_i + 1 */
    uint32_t *order;    /* vectors in order of arrival */
    size_t n;
};

static size_t count_vectors(const struct pw_disjunct *d)
{
    size_t n = 1;
    for (size_t i = 0; i < d->ncounts && n <= PW_TMOD_MOST_VECTORS; i++) {
        if (d->counts[i].least >= PW_TMOD_MOST_VECTORS) return PW_TMOD_MOST_VECTORS + 1;
        n *= d->counts[i].least + 1;
    }
    return n;
}

/* The vector after one more thread in local state l. */
static uint32_t with_thread(const struct programme *x, uint32_t vector, uint32_t t, uint32_t l)
{
    uint32_t result = 0, weight = 1;
    for (size_t i = 0; i < x->d->ncounts; i++) {
        uint32_t base = x->d->counts[i].least + 1, digit = vector % base;
        if (digit + 1 < base && counts_here(x->t->w->space, &x->d->counts[i], t, l)) digit++;
        result += digit * weight;
        weight *= base;
        vector /= base;
    }
    return result;
}

static void reach(struct programme *x, uint32_t v, struct reached how)
{
    if (x->at[v].yes) return;
    x->at[v] = how;
    x->order[x->n++] = v;
}

/* One more token of a class, in all vectors reached before. False: nothing new. */
static bool add_token(struct programme *x, uint32_t class, struct pw_tmod_row row)
{
    assert(class < x->t->w->classes.n);
    uint32_t t = x->t->w->classes.at[class].template;
    size_t before = x->n;
    for (struct pw_tmod_cursor m = pw_tmod_row_start(&row); pw_tmod_row_next(&row, &m);) {
        if (with_thread(x, 0, t, m.local) == 0) continue;
        pw_limits_poll();
        for (size_t i = 0; i < before; i++) {
            struct reached how = {true, x->order[i], class, m.local};
            reach(x, with_thread(x, x->order[i], t, m.local), how);
        }
    }
    return x->n > before;
}

static void run_programme(struct programme *x, uint32_t k)
{
    assert(k < x->t->contexts.n);
    const struct pw_tmod_context *c = &x->t->contexts.at[k];
    uint32_t n;
    const struct pw_tmod_token *tokens = pw_tmod_bag_tokens(x->t->w, c->bag, &n);
    reach(x, 0, (struct reached){.yes = true});
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < tokens[i].count; j++)
            if (!add_token(x, tokens[i].class, pw_tmod_table_at(x->t, c->first_row + i))) break;
}

static void read_filling(const struct programme *x, struct pw_tmod_filling *f)
{
    for (uint32_t v = (uint32_t)x->vectors - 1; v; v = x->at[v].from) {
        assert(v < x->vectors);
        struct pw_tmod_filled token = {x->at[v].class, x->at[v].local};
        pw_vec_push(&f->tokens, token);
    }
}

/* --- one context --- */

/* Some member of some row contributes to count i. */
static bool possible(const struct pw_tmod_table *t, uint32_t k, const struct pw_count *c,
                     struct pw_tmod_filled *who)
{
    assert(k < t->contexts.n);
    const struct pw_tmod_context *x = &t->contexts.at[k];
    uint32_t n;
    const struct pw_tmod_token *tokens = pw_tmod_bag_tokens(t->w, x->bag, &n);
    for (uint32_t i = 0; i < n; i++) {
        const struct pw_tmod_row row = pw_tmod_table_at(t, x->first_row + i);
        uint32_t template = t->w->classes.at[tokens[i].class].template;
        for (struct pw_tmod_cursor m = pw_tmod_row_start(&row); pw_tmod_row_next(&row, &m);) {
            if (!counts_here(t->w->space, c, template, m.local)) continue;
            *who = (struct pw_tmod_filled){tokens[i].class, m.local};
            return true;
        }
    }
    return false;
}

static bool bad_alternative(const struct pw_tmod_table *t, uint32_t k, const struct pw_disjunct *d,
                            struct pw_tmod_filling *f)
{
    struct pw_tmod_filled who;
    for (size_t i = 0; i < d->ncounts; i++)
        if (!possible(t, k, &d->counts[i], &who)) return false;
    size_t vectors = count_vectors(d);
    if (vectors > PW_TMOD_MOST_VECTORS) {
        for (size_t i = 0; i < d->ncounts; i++)
            if (possible(t, k, &d->counts[i], &who)) pw_vec_push(&f->tokens, who);
        return true;
    }
    struct programme x = {.t = t, .d = d, .vectors = vectors};
    x.at = PW_NEWS(struct reached, vectors);
    x.order = PW_NEWS(uint32_t, vectors);
    run_programme(&x, k);
    bool bad = x.at[vectors - 1].yes;
    if (bad) read_filling(&x, f);
    PW_FREES(x.at, vectors);
    PW_FREES(x.order, vectors);
    return bad;
}

static bool error_here(const struct pw_tmod_table *t, uint32_t k, struct pw_tmod_filling *f)
{
    assert(k < t->contexts.n);
    const struct pw_tmod_context *c = &t->contexts.at[k];
    uint32_t n;
    const struct pw_tmod_token *tokens = pw_tmod_bag_tokens(t->w, c->bag, &n);
    for (uint32_t i = 0; i < n; i++) {
        const struct pw_tmod_row row = pw_tmod_table_at(t, c->first_row + i);
        uint32_t template = t->w->classes.at[tokens[i].class].template;
        if (t->w->space->p->templates[template].error == PW_NONE) continue;
        for (struct pw_tmod_cursor m = pw_tmod_row_start(&row); pw_tmod_row_next(&row, &m);) {
            if (!is_error(t->w->space, template, m.local)) continue;
            struct pw_tmod_filled token = {tokens[i].class, m.local};
            pw_vec_push(&f->tokens, token);
            return true;
        }
    }
    return false;
}

/* Is context k bad? Then *f says how. */
static bool context_is_bad(const struct pw_tmod_table *t, uint32_t k, struct pw_tmod_filling *f)
{
    const struct pw_program *p = t->w->space->p;
    pw_vec_reset(&f->tokens);
    for (size_t i = 0; i < p->nunsafe; i++) {
        f->property = (int64_t)i;
        if (bad_alternative(t, k, &p->unsafe[i], f)) return true;
    }
    f->property = (int64_t)p->nunsafe;
    return error_here(t, k, f);
}

/* --- all contexts --- */

/* The local states below 64 that count, as sets: most contexts are cleared by a look at them. */
struct bad_sets {
    size_t ntemplates;
    uint64_t *sets;   /* by count of all alternatives, one after the other, and template */
    uint64_t *errors; /* by template: at an error location */
    bool may_err;     /* some template has an error location */
    size_t n;         /* of both together */
};

static size_t all_counts(const struct pw_program *p)
{
    size_t n = 0;
    for (size_t d = 0; d < p->nunsafe; d++)
        n += p->unsafe[d].ncounts;
    return n;
}

static struct bad_sets bad_sets_new(const struct pw_space *s)
{
    const struct pw_program *p = s->p;
    struct bad_sets x = {.ntemplates = p->ntemplates};
    x.n = (all_counts(p) + 1) * p->ntemplates;
    x.sets = PW_NEWS(uint64_t, x.n);
    x.errors = x.sets + all_counts(p) * p->ntemplates;
    for (uint32_t t = 0; t < p->ntemplates; t++) {
        x.may_err |= p->templates[t].error != PW_NONE;
        for (uint32_t l = 0; l < 64 && l < pw_space_n_locals(s, t); l++) {
            uint64_t *set = x.sets + t;
            for (size_t d = 0; d < p->nunsafe; d++)
                for (size_t i = 0; i < p->unsafe[d].ncounts; i++, set += p->ntemplates)
                    if (counts_here(s, &p->unsafe[d].counts[i], t, l)) *set |= (uint64_t)1 << l;
            assert(set == x.errors + t);
            if (is_error(s, t, l)) *set |= (uint64_t)1 << l;
        }
    }
    return x;
}

/* Can so many threads of a context be in local states of these sets (by template)? Members from 64
 * on may count. */
static bool may_count(const struct pw_tmod_table *t, const struct pw_tmod_context *c,
                      const uint64_t *sets, uint64_t least)
{
    uint32_t n;
    const struct pw_tmod_token *tokens = pw_tmod_bag_tokens(t->w, c->bag, &n);
    uint64_t found = 0;
    assert(c->first_row + n <= t->rows.n);
    for (uint32_t i = 0; i < n && found < least; i++) {
        const struct pw_tmod_row row = pw_tmod_table_at(t, c->first_row + i);
        if (row.more || row.first & sets[t->w->classes.at[tokens[i].class].template])
            found += tokens[i].count;
    }
    return found >= least;
}

/* False: context k is not bad. */
static bool may_be_bad(const struct pw_tmod_table *t, const struct bad_sets *x, uint32_t k)
{
    const struct pw_program *p = t->w->space->p;
    const struct pw_tmod_context *c = &t->contexts.at[k];
    const uint64_t *sets = x->sets;
    assert(k < t->contexts.n);
    for (size_t d = 0; d < p->nunsafe; d++) {
        bool all = true;
        for (size_t i = 0; i < p->unsafe[d].ncounts; i++, sets += x->ntemplates)
            all = all && may_count(t, c, sets, p->unsafe[d].counts[i].least);
        if (all) return true;
    }
    return x->may_err && may_count(t, c, x->errors, 1);
}

uint32_t pw_tmod_bad_first(const struct pw_tmod_table *t, struct pw_tmod_filling *f)
{
    uint32_t best = PW_TMOD_NOWHERE;
    struct bad_sets x = bad_sets_new(t->w->space);
    for (uint32_t k = 0; k < t->contexts.n; k++) {
        pw_limits_poll();
        if (best != PW_TMOD_NOWHERE && t->contexts.at[k].depth >= t->contexts.at[best].depth)
            continue;
        if (may_be_bad(t, &x, k) && context_is_bad(t, k, f)) best = k;
    }
    if (best != PW_TMOD_NOWHERE) context_is_bad(t, best, f);
    PW_FREES(x.sets, x.n);
    return best;
}

/* --- concrete states --- */

static uint64_t count_at(const struct pw_space *s, const struct pw_count *c,
                         const uint32_t *templates, const uint32_t *locals, size_t n)
{
    uint64_t k = 0;
    for (size_t i = 0; i < n; i++)
        k += counts_here(s, c, templates[i], locals[i]);
    return k;
}

int64_t pw_tmod_bad_state(const struct pw_space *s, const uint32_t *templates,
                          const uint32_t *locals, size_t n)
{
    for (size_t d = 0; d < s->p->nunsafe; d++) {
        const struct pw_disjunct *u = &s->p->unsafe[d];
        size_t i = 0;
        while (i < u->ncounts &&
               count_at(s, &u->counts[i], templates, locals, n) >= u->counts[i].least)
            i++;
        if (i == u->ncounts) return (int64_t)d;
    }
    for (size_t i = 0; i < n; i++)
        if (is_error(s, templates[i], locals[i])) return (int64_t)s->p->nunsafe;
    return PW_NONE;
}

uint64_t pw_tmod_bad_threads(const struct pw_program *p)
{
    uint64_t most = 1;
    for (size_t d = 0; d < p->nunsafe; d++) {
        uint64_t sum = 0;
        for (size_t i = 0; i < p->unsafe[d].ncounts; i++)
            sum += p->unsafe[d].counts[i].least;
        if (sum > most) most = sum;
    }
    return most;
}
