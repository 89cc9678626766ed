#include "tmod/tmmc.h"

#include <assert.h>
#include <string.h>

#include "base/bits.h"
#include "base/limits.h"

/* --- sets of tuples --- */

void pw_tuples_clear(struct pw_tuples *s)
{
    pw_vec_clear(&s->words);
    pw_table_clear(&s->index);
    s->n = 0;
}

const uint32_t *pw_tuples_at(const struct pw_tuples *s, uint32_t id)
{
    assert(id < s->n);
    return s->words.at + (size_t)id * s->width;
}

static bool same_tuple(const void *objects, uint32_t id, const void *key)
{
    const struct pw_tuples *s = objects;
    return !memcmp(pw_tuples_at(s, id), key, s->width * sizeof(uint32_t));
}

static int64_t find_tuple(const struct pw_tuples *s, const uint32_t *tuple, uint64_t *hash)
{
    *hash = pw_hash_bytes(tuple, s->width * sizeof *tuple);
    return pw_table_find(&s->index, *hash, same_tuple, s, tuple);
}

bool pw_tuples_has(const struct pw_tuples *s, const uint32_t *tuple)
{
    uint64_t hash;
    return find_tuple(s, tuple, &hash) != PW_TABLE_NONE;
}

uint32_t pw_tuples_add(struct pw_tuples *s, const uint32_t *tuple, bool *new)
{
    uint64_t hash;
    int64_t known = find_tuple(s, tuple, &hash);
    *new = known == PW_TABLE_NONE;
    if (!*new) return (uint32_t)known;
    for (uint32_t i = 0; i < s->width; i++)
        pw_vec_push(&s->words, tuple[i]);
    pw_table_add(&s->index, hash, s->n);
    return s->n++;
}

/* --- all local states --- */

/* Numbers every location with every value of the locals. False: too many. */
static bool number_locals(struct pw_space *s, uint32_t t)
{
    assert(t < s->p->ntemplates);
    const struct pw_thread_template *T = &s->p->templates[t];
    uint64_t many = T->nlocs;
    for (size_t i = 0; i < T->nlocals && many <= PW_TMMC_MOST_LOCALS; i++)
        many *= (uint64_t)(T->locals[i].type.hi - T->locals[i].type.lo + 1);
    if (many > PW_TMMC_MOST_LOCALS) return false;
    int64_t *values = PW_NEWS(int64_t, T->nlocals);
    for (uint64_t k = 0; k < many; k++) {
        uint64_t rest = k / T->nlocs;
        for (size_t i = 0; i < T->nlocals; i++) {
            uint64_t size = (uint64_t)(T->locals[i].type.hi - T->locals[i].type.lo + 1);
            values[i] = T->locals[i].type.lo + (int64_t)(rest % size);
            rest /= size;
        }
        pw_space_number_local(s, t, (uint32_t)(k % T->nlocs), values);
    }
    PW_FREES(values, T->nlocals);
    assert(pw_space_n_locals(s, t) == many);
    return true;
}

/* --- initial states --- */

/* May the threads before i start as state says beside thread i? */
static bool pairs_allowed(const struct pw_tmmc *x, const uint32_t *state, uint32_t i)
{
    const uint32_t *t = x->templates, *l = state + 1;
    for (uint32_t k = 0; k < i; k++)
        if (!pw_space_initial_pair(x->space, state[0], t[i], l[i], t[k], l[k]) ||
            !pw_space_initial_pair(x->space, state[0], t[k], l[k], t[i], l[i]))
            return false;
    return true;
}

/* Gives threads i, i+1, ... their starts in every way. Depth: the threads. */
static bool place_threads(struct pw_tmmc *x, const pw_space_numbers *starts, uint32_t *state,
                          uint32_t i)
{
    bool new;
    pw_limits_poll();
    if (i == x->n) {
        pw_tuples_add(&x->initial, state, &new);
        return x->initial.n <= PW_TMMC_MOST_STATES;
    }
    const pw_space_numbers *of = &starts[x->templates[i]];
    for (size_t k = 0; k < of->n; k++) {
        state[1 + i] = of->at[k];
        if (x->space->pair_init && !pairs_allowed(x, state, i)) continue;
        if (!place_threads(x, starts, state, i + 1)) return false;
    }
    return true;
}

static bool find_initial(struct pw_tmmc *x)
{
    size_t nt = x->space->p->ntemplates;
    pw_space_numbers shared = {0}, *starts = pw_mem_zalloc(nt, sizeof *starts);
    uint32_t *state = PW_NEWS(uint32_t, x->n + 1);
    bool fits = true;
    pw_space_initial_shared(x->space, &shared);
    for (size_t g = 0; g < shared.n && fits; g++) {
        state[0] = shared.at[g];
        for (uint32_t t = 0; t < nt; t++)
            pw_space_initial_locals(x->space, t, shared.at[g], &starts[t]);
        fits = place_threads(x, starts, state, 0);
    }
    for (size_t t = 0; t < nt; t++)
        pw_vec_clear(&starts[t]);
    pw_mem_free(starts, nt * sizeof *starts);
    pw_vec_clear(&shared);
    PW_FREES(state, x->n + 1);
    return fits;
}

/* --- life --- */

bool pw_tmmc_open(struct pw_tmmc *x, struct pw_space *space, const uint64_t *counts)
{
    const struct pw_program *p = space->p;
    uint64_t threads = 0;
    *x = (struct pw_tmmc){.space = space};
    for (size_t t = 0; t < p->ntemplates; t++) {
        threads += counts[t];
        if (threads > PW_TMMC_MOST_LOCALS || !number_locals(space, (uint32_t)t)) return false;
    }
    x->n = (uint32_t)threads;
    x->templates = PW_NEWS(uint32_t, x->n);
    x->exposed = PW_NEWS(pw_tmod_exposures, x->n);
    x->class_of = PW_NEWS(uint32_t *, x->n);
    for (uint32_t t = 0, i = 0; t < p->ntemplates; t++)
        for (uint64_t k = 0; k < counts[t]; k++, i++) {
            x->templates[i] = t;
            x->class_of[i] = PW_NEWS(uint32_t, pw_space_n_locals(space, t));
        }
    x->initial.width = x->contexts.width = x->n + 1;
    return find_initial(x);
}

static void forget_fixpoint(struct pw_tmmc *x)
{
    for (size_t i = 0; i < x->rows.n; i++) {
        size_t n = pw_space_n_locals(x->space, x->templates[i % x->n]);
        if (x->rows.at[i]) PW_FREES(x->rows.at[i], pw_bits_words(n));
    }
    pw_vec_clear(&x->rows);
    pw_tuples_clear(&x->contexts);
    pw_vec_clear(&x->queue);
    pw_vec_clear(&x->guarantees);
    pw_vec_clear(&x->moves);
    pw_table_clear(&x->guarantee_index);
    x->pairs = 0;
}

void pw_tmmc_close(struct pw_tmmc *x)
{
    forget_fixpoint(x);
    pw_tuples_clear(&x->initial);
    for (uint32_t i = 0; i < x->n; i++) {
        PW_FREES(x->class_of[i], pw_space_n_locals(x->space, x->templates[i]));
        pw_vec_clear(&x->exposed[i]);
    }
    if (x->templates) PW_FREES(x->templates, x->n);
    if (x->exposed) PW_FREES(x->exposed, x->n);
    if (x->class_of) PW_FREES(x->class_of, x->n);
}

/* --- classes --- */

static bool holds(const struct pw_tmmc *x, const struct pw_tmod_exposed *e, uint32_t local)
{
    if (e->field == PW_TMOD_LOCATION)
        return (int64_t)pw_space_loc(x->space, e->template, local) == e->value;
    return pw_space_local_values(x->space, e->template, local)[e->field] == e->value;
}

static bool same_class(const struct pw_tmmc *x, uint32_t thread, uint32_t l, uint32_t m)
{
    const pw_tmod_exposures *e = &x->exposed[thread];
    for (size_t i = 0; i < e->n; i++)
        if (holds(x, &e->at[i], l) != holds(x, &e->at[i], m)) return false;
    return true;
}

/* A class is named by the first local state in it. */
static void name_classes(struct pw_tmmc *x)
{
    for (uint32_t i = 0; i < x->n; i++) {
        uint32_t n = pw_space_n_locals(x->space, x->templates[i]);
        for (uint32_t l = 0; l < n; l++) {
            uint32_t m = 0;
            pw_limits_poll();
            while (m < l && (x->class_of[i][m] != m || !same_class(x, i, l, m)))
                m++;
            x->class_of[i][l] = m;
        }
    }
}

/* --- guarantees --- */

static bool same_guarantee(const void *objects, uint32_t id, const void *key)
{
    const struct pw_tmmc *x = objects;
    assert(id < x->guarantees.n);
    const struct pw_tmmc_guarantee *a = &x->guarantees.at[id], *b = key;
    return a->thread == b->thread && a->shared == b->shared && a->class == b->class;
}

static void add_move(struct pw_tmmc *x, uint32_t first, struct pw_tmmc_move m)
{
    for (size_t i = first; i < x->moves.n; i++)
        if (x->moves.at[i].shared == m.shared && x->moves.at[i].class == m.class) return;
    pw_vec_push(&x->moves, m);
}

/* Steps of the thread from all local states of a class, as others see them. */
static struct pw_tmmc_guarantee guarantee_of(struct pw_tmmc *x, uint32_t thread, uint32_t shared,
                                             uint32_t class)
{
    struct pw_tmmc_guarantee key = {thread, shared, class, (uint32_t)x->moves.n, 0};
    uint64_t h = pw_hash_mix(pw_hash_mix(thread, shared), class);
    int64_t known = pw_table_find(&x->guarantee_index, h, same_guarantee, x, &key);
    if (known != PW_TABLE_NONE) return x->guarantees.at[known];
    uint32_t t = x->templates[thread], n = pw_space_n_locals(x->space, t);
    pw_space_steps steps = {0};
    for (uint32_t l = class; l < n; l++) {
        if (x->class_of[thread][l] != class) continue;
        pw_space_steps_from(x->space, t, shared, l, &steps);
        for (size_t i = 0; i < steps.n; i++) {
            struct pw_tmmc_move m = {steps.at[i].shared, x->class_of[thread][steps.at[i].local]};
            add_move(x, key.first, m);
        }
    }
    pw_vec_clear(&steps);
    key.n = (uint32_t)x->moves.n - key.first;
    pw_table_add(&x->guarantee_index, h, (uint32_t)x->guarantees.n);
    pw_vec_push(&x->guarantees, key);
    return key;
}

/* --- the components --- */

/* Local state `local` of thread j in the context `tuple`. */
static void add(struct pw_tmmc *x, const uint32_t *tuple, uint32_t j, uint32_t local)
{
    bool new;
    uint32_t k = pw_tuples_add(&x->contexts, tuple, &new);
    for (uint32_t i = 0; new &&i < x->n; i++)
        pw_vec_push(&x->rows, NULL);
    assert(x->rows.n == (size_t)x->contexts.n * x->n);
    uint64_t **row = &x->rows.at[(size_t)k * x->n + j];
    if (!*row)
        *row = PW_NEWS(uint64_t, pw_bits_words(pw_space_n_locals(x->space, x->templates[j])));
    if (pw_bits_has(*row, local)) return;
    assert(x->class_of[j][local] == tuple[1 + j]); /* what is exposed of j is true of it */
    pw_bits_add(*row, local);
    x->pairs++;
    struct pw_tmmc_item item = {k, j, local};
    pw_vec_push(&x->queue, item);
}

static void add_initial(struct pw_tmmc *x, uint32_t *tuple)
{
    for (uint32_t s = 0; s < x->initial.n; s++) {
        const uint32_t *state = pw_tuples_at(&x->initial, s);
        tuple[0] = state[0];
        for (uint32_t i = 0; i < x->n; i++)
            tuple[1 + i] = x->class_of[i][state[1 + i]];
        for (uint32_t i = 0; i < x->n; i++)
            add(x, tuple, i, state[1 + i]);
    }
}

/* `tuple` is room for a context; *steps for steps. */
static void expand(struct pw_tmmc *x, struct pw_tmmc_item item, uint32_t *tuple,
                   pw_space_steps *steps)
{
    size_t size = (x->n + 1) * sizeof *tuple;
    uint32_t j = item.thread;
    memcpy(tuple, pw_tuples_at(&x->contexts, item.context), size);
    uint32_t g = tuple[0], class = tuple[1 + j];
    pw_space_steps_from(x->space, x->templates[j], g, item.local, steps);
    for (size_t i = 0; i < steps->n; i++) {
        tuple[0] = steps->at[i].shared;
        tuple[1 + j] = x->class_of[j][steps->at[i].local];
        add(x, tuple, j, steps->at[i].local);
    }
    tuple[1 + j] = class;
    for (uint32_t i = 0; i < x->n; i++) {
        if (i == j) continue;
        uint32_t before = tuple[1 + i];
        struct pw_tmmc_guarantee e = guarantee_of(x, i, g, before);
        for (uint32_t m = e.first; m < e.first + e.n; m++) {
            assert(m < x->moves.n);
            tuple[0] = x->moves.at[m].shared;
            tuple[1 + i] = x->moves.at[m].class;
            add(x, tuple, j, item.local);
        }
        tuple[1 + i] = before;
    }
}

void pw_tmmc_fix(struct pw_tmmc *x)
{
    uint32_t *tuple = PW_NEWS(uint32_t, x->n + 1);
    pw_space_steps steps = {0};
    forget_fixpoint(x);
    name_classes(x);
    add_initial(x, tuple);
    for (size_t head = 0; head < x->queue.n; head++) {
        pw_limits_poll();
        expand(x, x->queue.at[head], tuple, &steps);
    }
    pw_vec_clear(&steps);
    PW_FREES(tuple, x->n + 1);
}

/* --- the join --- */

/* Threads i, i+1, ... in every way. Depth: the threads. */
static bool fill(const struct pw_tmmc *x, uint32_t context, uint32_t *state, uint32_t i,
                 uint64_t *seen, pw_tmmc_visit *visit, void *arg)
{
    pw_limits_poll();
    if (i == x->n) {
        visit(arg, state);
        return ++*seen <= PW_TMMC_MOST_STATES;
    }
    const uint64_t *row = x->rows.at[(size_t)context * x->n + i];
    size_t n = pw_space_n_locals(x->space, x->templates[i]);
    if (!row) return true; /* nobody is there: the context has no states */
    for (size_t l = pw_bits_next(row, n, 0); l < n; l = pw_bits_next(row, n, l + 1)) {
        state[1 + i] = (uint32_t)l;
        if (!fill(x, context, state, i + 1, seen, visit, arg)) return false;
    }
    return true;
}

bool pw_tmmc_each(const struct pw_tmmc *x, pw_tmmc_visit *visit, void *arg)
{
    uint32_t *state = PW_NEWS(uint32_t, x->n + 1);
    uint64_t seen = 0;
    bool all = true;
    for (uint32_t k = 0; k < x->contexts.n && all; k++) {
        state[0] = pw_tuples_at(&x->contexts, k)[0];
        all = fill(x, k, state, 0, &seen, visit, arg);
    }
    PW_FREES(state, x->n + 1);
    return all;
}
