/* How precise the methods are, as sets: every reachable state is in all of them, and
 *
 *     last writer, quadratic, relaxed  within  Flanagan-Qadeer  within  TMMC
 *     frontier                         within  relaxed, layer by layer
 *
 * on random programs; the lemma behind the lift: with two threads left at the start one more
 * changes nothing; and Flanagan-Qadeer is what the slices of templates and of counter systems
 * compute. */
#include "unit/tmod_programs.h"
#include "unit/tmod_states.h"
#include "unit/unit.h"

#include <string.h>

#include "abst/abstract.h"
#include "base/bits.h"
#include "cover/slice.h"
#include "drcover/encode_dr.h"
#include "tmod/decide.h"

/* One fixpoint, or layers, with its world. */
struct method {
    struct pw_tmod_world world;
    struct pw_tmod_table table;
    struct pw_tmod_layers layers;
    pw_tmod_exposures exposed;
};

static void compute(struct method *m, struct pw_space *s, const uint64_t *counts,
                    enum pw_tmod_ghost ghost)
{
    *m = (struct method){0};
    pw_tmod_world_init(&m->world, s, counts, ghost, &m->exposed);
    pw_tmod_table_init(&m->table, &m->world);
    ck_assert(pw_tmod_fix(&m->table) != PW_INITIAL_TOO_MANY);
}

static void compute_layers(struct method *m, struct pw_space *s, const uint64_t *counts,
                           bool relaxed, size_t most)
{
    *m = (struct method){0};
    pw_tmod_world_init(&m->world, s, counts, PW_GHOST_NONE, &m->exposed);
    pw_tmod_table_init(&m->table, &m->world);
    pw_tmod_layers_run(&m->layers, &m->world, relaxed, most, true);
}

static void forget(struct method *m)
{
    pw_tmod_layers_clear(&m->layers);
    pw_tmod_table_clear(&m->table);
    pw_tmod_world_clear(&m->world);
}

/* --- is a pair, or a state, in it? --- */

static bool in_tmmc(const void *of, uint32_t shared, uint32_t template, uint32_t local)
{
    const struct pw_tmmc *x = of;
    bool there = true;
    for (uint32_t j = 0; j < x->n && there; j++) {
        if (x->templates[j] != template) continue;
        there = false;
        for (uint32_t k = 0; k < x->contexts.n && !there; k++) {
            const uint64_t *row = x->rows.at[k * x->n + j];
            there = pw_tuples_at(&x->contexts, k)[0] == shared && row && pw_bits_has(row, local);
        }
    }
    return there;
}

static bool in_layers(const struct pw_tmod_layers *l, const struct pw_tmmc *x, const uint32_t *s)
{
    for (size_t i = 0; i < l->at.n; i++)
        if (tmod_in_gamma(l->at.at[i], x, s)) return true;
    return false;
}

/* --- one program --- */

struct figures {
    unsigned programs, states, finer_fq, cut;
};

static void compare(const struct pw_program *p, const uint64_t *counts, uint64_t seed,
                    struct figures *f)
{
    struct pw_space *s = pw_space_new(p);
    struct method fq, last, quadratic, relaxed, frontier;
    struct pw_tmmc tmmc;
    struct pw_tuples states;
    ck_assert(pw_tmmc_open(&tmmc, s, counts));
    pw_tmmc_fix(&tmmc);
    compute(&fq, s, counts, PW_GHOST_NONE);
    compute(&last, s, counts, PW_GHOST_WRITER);
    compute(&quadratic, s, counts, PW_GHOST_MOVER);
    compute_layers(&relaxed, s, counts, true, 0);
    compute_layers(&frontier, s, counts, false, 60);
    ck_assert_msg(tmod_every_pair(&fq.table, in_tmmc, &tmmc), "seed %llu: FQ",
                  (unsigned long long)seed);
    ck_assert_msg(tmod_every_pair(&last.table, tmod_in_plain, &fq.table), "seed %llu: last writer",
                  (unsigned long long)seed);
    ck_assert_msg(tmod_every_pair(&quadratic.table, tmod_in_plain, &fq.table),
                  "seed %llu: quadratic", (unsigned long long)seed);
    for (size_t i = 0; i < relaxed.layers.at.n; i++)
        ck_assert_msg(tmod_every_pair(relaxed.layers.at.at[i], tmod_in_plain, &fq.table),
                      "seed %llu: relaxed layer %zu", (unsigned long long)seed, i);
    for (size_t i = 0, k = relaxed.layers.at.n - 1; i < frontier.layers.at.n; i++)
        ck_assert_msg(tmod_every_pair(frontier.layers.at.at[i], tmod_in_plain,
                                      relaxed.layers.at.at[i < k ? i : k]),
                      "seed %llu: frontier layer %zu", (unsigned long long)seed, i);
    tmod_reach(&tmmc, &states);
    for (uint32_t k = 0; k < states.n; k++) {
        const uint32_t *x = pw_tuples_at(&states, k);
        ck_assert_msg(tmod_in_gamma(&fq.table, &tmmc, x) && tmod_in_gamma(&last.table, &tmmc, x) &&
                          tmod_in_gamma(&quadratic.table, &tmmc, x) &&
                          in_layers(&relaxed.layers, &tmmc, x) &&
                          (!frontier.layers.ended || in_layers(&frontier.layers, &tmmc, x)),
                      "seed %llu: a reachable state is lost", (unsigned long long)seed);
    }
    f->programs++;
    f->states += states.n;
    f->cut += !frontier.layers.ended;
    f->finer_fq += fq.table.pairs < tmmc.pairs;
    pw_tuples_clear(&states);
    forget(&fq), forget(&last), forget(&quadratic), forget(&relaxed), forget(&frontier);
    pw_tmmc_close(&tmmc);
    pw_space_free(s);
}

START_TEST(order_of_precision)
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
    fprintf(stderr, "%u programs, %u reachable states, TMMC coarser in %u, frontier cut in %u\n",
            f.programs, f.states, f.finer_fq, f.cut);
    ck_assert(f.finer_fq > 5 && f.cut < f.programs / 2);
}
END_TEST

/* --- the lift --- */

/* The fixpoint with n threads of the first template: its size, what remains, whether it is bad. */
struct lifted {
    uint64_t contexts, pairs, remaining;
    bool safe;
};

static struct lifted fix_with(struct pw_space *s, uint64_t *counts, uint64_t n,
                              enum pw_tmod_method m)
{
    struct pw_tmod_options o = {.method = m};
    struct pw_tmod_result r;
    counts[0] = n;
    pw_tmod_decide(s, counts, &o, &r);
    struct lifted x = {r.stats.contexts, r.stats.pairs, pw_tmod_remaining(&r.proof, 0),
                       r.answer == PW_TMOD_SAFE};
    pw_tmod_result_clear(&r);
    return x;
}

/* Lemma and theorem for one method: one more thread is one more at the start and nothing else; a
 * proof that lifts is not contradicted by any number of threads up to 6. */
static bool check_lift(const struct pw_program *p, enum pw_tmod_method m, uint64_t seed)
{
    struct pw_space *s = pw_space_new(p);
    uint64_t *counts = tmod_counts(p), need = pw_tmod_bad_threads(p);
    bool layers = m == PW_METHOD_RELAXED || m == PW_METHOD_RELAXED_LAST, lifts = false;
    for (uint64_t n = 2; n <= 4 && !lifts; n++) {
        struct lifted x = fix_with(s, counts, n, m), y = fix_with(s, counts, n + 1, m);
        if (x.remaining < 2) continue;
        bool same = x.contexts == y.contexts && x.pairs == y.pairs;
        /* layers end at the first bad one, which may need the thread that is not there yet */
        if (!layers || (x.safe && y.safe))
            ck_assert_msg(same && y.remaining == x.remaining + 1, "seed %llu, %s, n = %d",
                          (unsigned long long)seed, pw_tmod_method_name(m), (int)n);
        lifts = x.safe && x.remaining >= (need < 2 ? 2 : need);
        if (lifts)
            ck_assert_msg(y.safe, "seed %llu, %s: not safe with %d", (unsigned long long)seed,
                          pw_tmod_method_name(m), (int)n + 1);
    }
    for (uint64_t n = 0; n <= 6 && lifts; n++) {
        counts[0] = n;
        ck_assert_msg(tmod_explicit(p, counts) != 1, "seed %llu, %s lifts, but not to %d",
                      (unsigned long long)seed, pw_tmod_method_name(m), (int)n);
    }
    PW_FREES(counts, p->ntemplates);
    pw_space_free(s);
    return lifts;
}

START_TEST(lifting)
{
    static const enum pw_tmod_method methods[] = {PW_METHOD_FQ, PW_METHOD_LAST, PW_METHOD_RELAXED,
                                                  PW_METHOD_RELAXED_LAST};
    unsigned lifted[4] = {0}, unsafe = 0;
    uint64_t first = 1 + (uint64_t)_i * 1000000 + unit_seed();
    for (uint64_t seed = first; seed < first + 80u * (unsigned)unit_scale(); seed++) {
        struct pw_strbuf text = {0};
        struct pw_program *p = tmod_random_automata(seed, true, &text);
        uint64_t *counts = tmod_counts(p);
        counts[0] = 4;
        unsafe += tmod_explicit(p, counts) == 1;
        for (size_t m = 0; m < sizeof methods / sizeof *methods; m++)
            lifted[m] += check_lift(p, methods[m], seed);
        PW_FREES(counts, p->ntemplates);
        pw_program_free(p);
        pw_strbuf_clear(&text);
    }
    fprintf(stderr, "lifted: FQ %u, last writer %u, relaxed %u, relaxed last %u; unsafe %u\n",
            lifted[0], lifted[1], lifted[2], lifted[3], unsafe);
    ck_assert(lifted[0] > 5 && lifted[1] > lifted[0] && unsafe > 5);
}
END_TEST

/* --- one fixpoint three times: level 0, the diagrams of templates, the counter system --- */

static uint32_t location_named(const struct pw_thread_template *t, const char *name)
{
    for (uint32_t l = 0; l < t->nlocs; l++)
        if (!strcmp(t->locs[l].name, name)) return l;
    ck_abort_msg("no location %s", name);
    return 0;
}

/* A pair of the template, as states of the program. */
static bool in_level_0(const struct pw_tmod_table *fq, const struct pw_states *x, struct pw_pair at)
{
    struct pw_space *s = fq->w->space;
    const struct pw_tloc *loc = &x->t->locs.at[x->locals.at[at.to].loc];
    const struct pw_thread_template *t = &s->p->templates[loc->template];
    int64_t values[32];
    ck_assert(s->p->nshared <= 32 && t->nlocals <= 32);
    for (uint32_t i = 0; i < s->p->nshared; i++)
        values[i] = pw_states_shared_value(x, at.from, i);
    uint32_t shared = pw_space_number_shared(s, values);
    for (uint32_t i = 0; i < t->nlocals; i++)
        values[i] = pw_states_local_value(x, at.to, i);
    uint32_t local = pw_space_number_local(s, loc->template, location_named(t, loc->name), values);
    return tmod_in_plain(fq, shared, loc->template, local);
}

/* The slices of a template without predicates and of its counter system have the pairs of
 * Flanagan-Qadeer with two threads of each template. */
static uint64_t compare_slices(const struct pw_program *p, uint64_t seed)
{
    uint64_t *counts = PW_NEWS(uint64_t, p->ntemplates), pairs = 0, occupied = 0;
    struct pw_diags diags = {0};
    for (size_t t = 0; t < p->ntemplates; t++)
        counts[t] = 2;
    struct pw_space *s = pw_space_new(p);
    struct method fq;
    compute(&fq, s, counts, PW_GHOST_NONE);
    struct pw_abstraction *a = pw_abstract_template(p, NULL, NULL, NULL, &diags);
    ck_assert(a != NULL);
    struct pw_closure *c = pw_closure_new(a->template, PW_CLOSURE_WITNESS);
    struct pw_encoding e;
    struct pw_slice slice;
    pw_encode_dr(&e, c);
    pw_slice_init(&slice, &e.system);
    for (size_t i = 0; i < e.occupied.n; i++) {
        struct pw_pair at = e.occupied.at[i];
        if (pw_states_template(&e.states, at.to) >= p->ntemplates) continue; /* idle threads */
        ck_assert_msg(in_level_0(&fq.table, &e.states, at), "seed %llu: a pair that FQ has not",
                      (unsigned long long)seed);
        ck_assert_msg(pw_slice_has(&slice, at.from, at.to), "seed %llu: not in the system's slice",
                      (unsigned long long)seed);
        pairs++;
    }
    for (uint32_t g = 0; g < e.states.n_shared; g++)
        for (uint32_t l = 0; pw_slice_reached(&slice, g) && l < e.states.locals.n; l++)
            occupied += pw_slice_has(&slice, g, l);
    ck_assert_msg(pairs == fq.table.pairs && occupied == e.occupied.n,
                  "seed %llu: FQ has %llu pairs, the template %llu, its system %llu of %zu",
                  (unsigned long long)seed, (unsigned long long)fq.table.pairs,
                  (unsigned long long)pairs, (unsigned long long)occupied, e.occupied.n);
    pw_slice_clear(&slice);
    pw_encoding_clear(&e);
    pw_closure_free(c);
    pw_abstract_free(a);
    forget(&fq);
    pw_space_free(s);
    pw_diags_clear(&diags);
    PW_FREES(counts, p->ntemplates);
    return pairs;
}

START_TEST(slices)
{
    uint64_t first = 1 + (uint64_t)_i * 1000000 + unit_seed(), pairs = 0;
    for (uint64_t seed = first; seed < first + 300u * (unsigned)unit_scale(); seed++) {
        struct pw_strbuf text = {0};
        struct pw_program *p =
            seed % 2 ? tmod_random_automata(seed, true, &text) : tmod_random(seed, &text);
        if (p) pairs += compare_slices(p, seed);
        pw_program_free(p);
        pw_strbuf_clear(&text);
    }
    fprintf(stderr, "%llu pairs in three slices\n", (unsigned long long)pairs);
    ck_assert(pairs > 1000);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_loop_test(c, slices, 0, 2);
    tcase_add_loop_test(c, order_of_precision, 0, 2);
    tcase_add_loop_test(c, lifting, 0, 2);
}
UNIT_MAIN("precision", tests)
