/* What Malkis, Podelski and Rybalchenko prove of their methods, on random programs, by their
 * definitions: thread by thread and state by state, with nothing but the steps of one thread.
 *
 *   Theorems 3 and 6    Flanagan-Qadeer is the least Cartesian set T with alpha(init) and
 *                       alpha(post gamma T) in T; identical threads share one set, without loss
 *   Definition 17       relaxed layers stand for an inductive set, and there are at most P (P + 1)
 *                       of them, P = threads * shared * local states
 *   Theorem 21          so do the sets of the quadratic method; and of the last writer
 *   a remark            relaxed and quadratic combined are no worse than either
 *
 * and how the methods depend on the number n of identical threads: Flanagan-Qadeer and relaxed
 * layers not at all from 2 on, the quadratic method not from 3 on (but its sets for 2 may differ).
 */
#include "unit/tmod_programs.h"
#include "unit/tmod_states.h"
#include "unit/unit.h"

#include "tmod/layers.h"

/* One fixpoint, or layers, with its world. */
struct method {
    struct pw_tmod_world world;
    struct pw_tmod_table table;
    struct pw_tmod_layers layers;
    pw_tmod_exposures exposed;
};

static void compute(struct method *m, struct pw_space *s, const uint64_t *counts,
                    enum pw_tmod_ghost ghost, bool relaxed)
{
    *m = (struct method){0};
    pw_tmod_world_init(&m->world, s, counts, ghost, &m->exposed);
    pw_tmod_table_init(&m->table, &m->world);
    ck_assert(pw_tmod_fix(&m->table) != PW_INITIAL_TOO_MANY);
    if (relaxed) pw_tmod_layers_run(&m->layers, &m->world, true, 0, true);
}

static void forget(struct method *m)
{
    pw_tmod_layers_clear(&m->layers);
    pw_tmod_table_clear(&m->table);
    pw_tmod_world_clear(&m->world);
}

/* --- Cartesian sets: triples (thread, shared state, local state) --- */

enum { MOST_STATES = 4000 };

/* gamma, the states of one shared state after the other. False: there are more than MOST_STATES. */
static bool each_state(const struct pw_tmmc *x, const struct pw_tuples *t, uint32_t triples,
                       pw_tmmc_visit *visit, void *arg)
{
    uint32_t *state = PW_NEWS(uint32_t, x->n + 1);
    bool all = true;
    for (uint32_t g = 0; g < x->space->n_shared && all; g++) {
        PW_VEC(uint32_t) sets[8] = {0};
        size_t size = 1;
        ck_assert_uint_le(x->n, 8);
        for (uint32_t k = 0; k < triples; k++)
            if (pw_tuples_at(t, k)[1] == g)
                pw_vec_push(&sets[pw_tuples_at(t, k)[0]], pw_tuples_at(t, k)[2]);
        for (uint32_t i = 0; i < x->n; i++)
            size *= sets[i].n;
        all = size <= MOST_STATES;
        for (size_t k = 0; k < size && all; k++) {
            size_t left = k;
            state[0] = g;
            for (uint32_t i = 0; i < x->n; left /= sets[i++].n)
                state[1 + i] = sets[i].at[left % sets[i].n];
            visit(arg, state);
        }
        for (uint32_t i = 0; i < x->n; i++)
            pw_vec_clear(&sets[i]);
    }
    PW_FREES(state, x->n + 1);
    return all;
}

struct cartesian {
    const struct pw_tmmc *x;
    struct pw_tuples triples;
};

/* alpha */
static void project(void *arg, const uint32_t *state)
{
    struct cartesian *c = arg;
    bool new;
    for (uint32_t i = 0; i < c->x->n; i++) {
        uint32_t triple[] = {i, state[0], state[1 + i]};
        pw_tuples_add(&c->triples, triple, &new);
    }
}

static void project_steps(void *arg, const uint32_t *state)
{
    struct cartesian *c = arg;
    tmod_each_step(c->x, state, project, c);
}

/* The least T; false: too many states on the way. */
static bool least(struct cartesian *c, const struct pw_tmmc *x)
{
    bool all = true;
    *c = (struct cartesian){.x = x, .triples.width = 3};
    for (uint32_t k = 0; k < x->initial.n; k++)
        project(c, pw_tuples_at(&x->initial, k));
    for (uint32_t before = 0; before < c->triples.n && all;) {
        before = c->triples.n;
        all = each_state(x, &c->triples, before, project_steps, c);
    }
    return all;
}

/* Has every thread of the least T the sets of its template in the table, and no others? */
static bool same_sets(const struct cartesian *c, const struct pw_tmod_table *t)
{
    uint64_t pairs = 0;
    for (uint32_t k = 0; k < c->triples.n; k++) {
        const uint32_t *triple = pw_tuples_at(&c->triples, k);
        if (!tmod_in_plain(t, triple[1], c->x->templates[triple[0]], triple[2])) return false;
    }
    for (size_t k = 0; k < t->contexts.n; k++) {
        uint32_t n;
        const struct pw_tmod_token *at = pw_tmod_bag_tokens(t->w, t->contexts.at[k].bag, &n);
        for (uint32_t i = 0; i < n; i++) {
            const struct pw_tmod_row r = pw_tmod_table_at(t, t->contexts.at[k].first_row + i);
            pairs += (uint64_t)at[i].count * pw_tmod_row_count(&r);
        }
    }
    return pairs == c->triples.n;
}

/* --- inductive sets --- */

struct inductive {
    const struct pw_tmmc *x;
    const struct method *m;
    bool layers, closed;
    unsigned states;
};

static bool is_in(const struct inductive *y, const uint32_t *state)
{
    if (!y->layers) return tmod_in_gamma(&y->m->table, y->x, state);
    for (size_t i = 0; i < y->m->layers.at.n; i++)
        if (tmod_in_gamma(y->m->layers.at.at[i], y->x, state)) return true;
    return false;
}

static void must_be_in(void *arg, const uint32_t *state)
{
    struct inductive *y = arg;
    y->closed = y->closed && is_in(y, state);
}

static void check_steps(void *arg, const uint32_t *state)
{
    struct inductive *y = arg;
    if (!is_in(y, state)) return;
    y->states++;
    tmod_each_step(y->x, state, must_be_in, y);
}

/* Everything that the method stands for is in the Cartesian set c, whose states are looked at. */
static unsigned check_inductive(const struct cartesian *c, const struct method *m, bool layers,
                                uint64_t seed, const char *name)
{
    struct inductive y = {.x = c->x, .m = m, .layers = layers, .closed = true};
    for (uint32_t k = 0; k < c->x->initial.n; k++)
        must_be_in(&y, pw_tuples_at(&c->x->initial, k));
    each_state(c->x, &c->triples, c->triples.n, check_steps, &y);
    ck_assert_msg(y.closed && (y.states || !c->x->initial.n), "seed %llu: %s is not inductive",
                  (unsigned long long)seed, name);
    return y.states;
}

/* --- one program --- */

struct figures {
    unsigned programs, exact, coarse, states;
};

static void check_bound(const struct pw_tmod_layers *l, const struct cartesian *c, uint64_t seed)
{
    uint64_t most = 0, pairs;
    for (uint32_t i = 0; i < c->x->n; i++)
        most += pw_space_n_locals(c->x->space, c->x->templates[i]);
    pairs = most * c->x->space->n_shared;
    ck_assert_msg(l->ended && l->at.n <= pairs * (pairs + 1) + 1, "seed %llu: %zu layers",
                  (unsigned long long)seed, l->at.n);
}

static void compare(const struct pw_program *p, const uint64_t *counts, uint64_t seed,
                    struct figures *f)
{
    struct pw_space *s = pw_space_new(p);
    struct method fq, last, quadratic;
    struct pw_tmmc x;
    struct cartesian c;
    struct pw_tuples reached;
    ck_assert(pw_tmmc_open(&x, s, counts));
    compute(&fq, s, counts, PW_GHOST_NONE, true);
    compute(&last, s, counts, PW_GHOST_WRITER, true);
    compute(&quadratic, s, counts, PW_GHOST_MOVER, true);
    if (least(&c, &x)) {
        ck_assert_msg(same_sets(&c, &fq.table), "seed %llu: not the least Cartesian set",
                      (unsigned long long)seed);
        unsigned states = check_inductive(&c, &fq, false, seed, "Flanagan-Qadeer");
        check_inductive(&c, &fq, true, seed, "relaxed");
        check_inductive(&c, &quadratic, false, seed, "quadratic");
        check_inductive(&c, &quadratic, true, seed, "relaxed quadratic");
        check_inductive(&c, &last, false, seed, "last writer");
        check_inductive(&c, &last, true, seed, "relaxed last writer");
        check_bound(&fq.layers, &c, seed);
        tmod_reach(&x, &reached);
        f->programs++;
        f->states += states;
        f->exact += states == reached.n;
        f->coarse += states > reached.n;
        pw_tuples_clear(&reached);
    }
    pw_tuples_clear(&c.triples);
    forget(&fq), forget(&last), forget(&quadratic);
    pw_tmmc_close(&x);
    pw_space_free(s);
}

START_TEST(by_definition)
{
    struct figures f = {0};
    uint64_t first = 1 + (uint64_t)_i * 1000000 + unit_seed();
    for (uint64_t seed = first; seed < first + 100u * (unsigned)unit_scale(); seed++) {
        struct pw_strbuf text = {0};
        struct pw_program *p = tmod_random_automata(seed, false, &text);
        uint64_t *counts = tmod_counts(p);
        compare(p, counts, seed, &f);
        PW_FREES(counts, p->ntemplates);
        pw_program_free(p);
        pw_strbuf_clear(&text);
    }
    fprintf(stderr, "%u programs, %u states; exact in %u, coarser in %u\n", f.programs, f.states,
            f.exact, f.coarse);
    ck_assert(f.programs > 50 && f.exact > 5 && f.coarse > 5);
}
END_TEST

/* --- verdicts of combined methods --- */

static bool proves(struct pw_space *s, const uint64_t *counts, enum pw_tmod_ghost ghost,
                   bool relaxed)
{
    struct method m;
    struct pw_tmod_filling f = {0};
    compute(&m, s, counts, ghost, false);
    bool safe = pw_tmod_bad_first(&m.table, &f) == PW_TMOD_NOWHERE;
    if (relaxed) {
        pw_tmod_layers_run(&m.layers, &m.world, true, 0, false);
        safe = !m.layers.bad;
    }
    pw_tmod_filling_clear(&f);
    forget(&m);
    return safe;
}

START_TEST(combined)
{
    static const enum pw_tmod_ghost ghosts[] = {PW_GHOST_MOVER, PW_GHOST_WRITER};
    unsigned plain = 0, both[2] = {0};
    uint64_t first = 1 + (uint64_t)_i * 1000000 + unit_seed();
    for (uint64_t seed = first; seed < first + 200u * (unsigned)unit_scale(); seed++) {
        struct pw_strbuf text = {0};
        struct pw_program *p = tmod_random_automata(seed, false, &text);
        uint64_t *counts = tmod_counts(p);
        struct pw_space *s = pw_space_new(p);
        bool fq = proves(s, counts, PW_GHOST_NONE, false);
        bool relaxed = proves(s, counts, PW_GHOST_NONE, true);
        ck_assert_msg(relaxed || !fq, "seed %llu: relaxed", (unsigned long long)seed);
        plain += fq;
        for (size_t i = 0; i < 2; i++) {
            bool ghost = proves(s, counts, ghosts[i], false);
            bool relaxed_too = proves(s, counts, ghosts[i], true);
            ck_assert_msg(ghost || !fq, "seed %llu: ghost %zu", (unsigned long long)seed, i);
            ck_assert_msg(relaxed_too || !(ghost || relaxed), "seed %llu: relaxed, ghost %zu",
                          (unsigned long long)seed, i);
            both[i] += relaxed_too;
        }
        pw_space_free(s);
        PW_FREES(counts, p->ntemplates);
        pw_program_free(p);
        pw_strbuf_clear(&text);
    }
    fprintf(stderr, "proved: FQ %u, relaxed quadratic %u, relaxed last writer %u\n", plain, both[0],
            both[1]);
    ck_assert(plain > 50 && both[0] > plain && both[1] > plain);
}
END_TEST

/* --- how many threads --- */

static bool in_some(const void *of, uint32_t shared, uint32_t template, uint32_t local)
{
    const struct pw_tmod_table *t = of;
    for (uint32_t k = 0; k < t->contexts.n; k++) {
        uint32_t n;
        const struct pw_tmod_context *c = &t->contexts.at[k];
        const struct pw_tmod_token *at = pw_tmod_bag_tokens(t->w, c->bag, &n);
        for (uint32_t i = 0; i < n && c->shared == shared; i++)
            if (t->w->classes.at[at[i].class].template == template &&
                pw_tmod_table_has(t, c->first_row + i, local))
                return true;
    }
    return false;
}

static bool same_table(const struct pw_tmod_table *a, const struct pw_tmod_table *b)
{
    return a->contexts.n == b->contexts.n && a->pairs == b->pairs &&
           tmod_every_pair(a, in_some, b) && tmod_every_pair(b, in_some, a);
}

/* With n and with n + 1 threads of the first template. */
static bool same_method(const struct pw_program *p, uint64_t n, enum pw_tmod_ghost ghost)
{
    struct pw_space *s = pw_space_new(p);
    uint64_t *few = tmod_counts(p), *more = tmod_counts(p);
    struct method a, b;
    few[0] = n, more[0] = n + 1;
    compute(&a, s, few, ghost, true);
    compute(&b, s, more, ghost, true);
    bool same = same_table(&a.table, &b.table) && a.layers.at.n == b.layers.at.n;
    for (size_t i = 0; i < a.layers.at.n && same; i++)
        same = same_table(a.layers.at.at[i], b.layers.at.at[i]);
    forget(&a), forget(&b);
    PW_FREES(few, p->ntemplates);
    PW_FREES(more, p->ntemplates);
    pw_space_free(s);
    return same;
}

START_TEST(numbers_of_threads)
{
    unsigned grown = 0, one = 0;
    uint64_t first = 1 + (uint64_t)_i * 1000000 + unit_seed();
    for (uint64_t seed = first; seed < first + 200u * (unsigned)unit_scale(); seed++) {
        struct pw_strbuf text = {0};
        struct pw_program *p = tmod_random_automata(seed, true, &text);
        for (uint64_t n = 2; n <= 3; n++)
            ck_assert_msg(same_method(p, n, PW_GHOST_NONE), "seed %llu, %d threads",
                          (unsigned long long)seed, (int)n);
        ck_assert_msg(same_method(p, 3, PW_GHOST_MOVER), "seed %llu: quadratic",
                      (unsigned long long)seed);
        one += !same_method(p, 1, PW_GHOST_NONE);
        grown += !same_method(p, 2, PW_GHOST_MOVER);
        pw_program_free(p);
        pw_strbuf_clear(&text);
    }
    fprintf(stderr, "2 threads are not 1 in %u, quadratic: 3 are not 2 in %u\n", one, grown);
    ck_assert(one > 20 && grown > 2);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_loop_test(c, by_definition, 0, 2);
    tcase_add_loop_test(c, combined, 0, 2);
    tcase_add_loop_test(c, numbers_of_threads, 0, 2);
}
UNIT_MAIN("cartesian", tests)
