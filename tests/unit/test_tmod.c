/* Thread-modular engines: what each method proves of the programs of the two papers, with the sizes
 * that were computed by hand or by an independent prototype; and random finite programs against
 * explicit search. */
#include "unit/unit.h"

#include "finite/reach.h"
#include "run/concrete.h"
#include "tmod/decide.h"
#include "unit/tmod_programs.h"

/* The interpreter, which shares nothing with the engine, takes every step of a run. */
static bool replays(struct pw_space *s, const struct pw_finite_run *run)
{
    const struct pw_program *p = s->p;
    uint32_t *templates = PW_NEWS(uint32_t, run->start.n);
    for (size_t i = 0; i < run->start.n; i++)
        templates[i] = run->start.at[i].template;
    struct pw_state *x = pw_state_new(p, templates, run->start.n);
    for (size_t v = 0; v < p->nshared; v++)
        pw_int_set_si(&x->shared[v], pw_space_shared_values(s, run->shared)[v]);
    for (size_t i = 0; i < run->start.n; i++) {
        const struct pw_finite_thread *a = &run->start.at[i];
        for (size_t v = 0; v < p->templates[a->template].nlocals; v++)
            pw_int_set_si(&x->threads[i].locals[v],
                          pw_space_local_values(s, a->template, a->local)[v]);
    }
    bool good = pw_interp_initial(x, NULL);
    for (size_t k = 0; k < run->moves.n && good; k++) {
        const struct pw_finite_move *m = &run->moves.at[k];
        uint32_t t = templates[m->thread];
        size_t n = p->templates[t].edges[m->step.edge].nchoices;
        pw_int *choices = PW_NEWS(pw_int, n);
        for (size_t i = 0; i < n; i++)
            pw_int_init(&choices[i]);
        pw_space_choices(s, t, m->shared, m->local, m->step, choices);
        good = pw_interp_step(x, m->thread, m->step.edge, choices);
        for (size_t i = 0; i < n; i++)
            pw_int_clear(&choices[i]);
        PW_FREES(choices, n);
    }
    good = good && pw_interp_violation(x) != PW_NONE;
    pw_state_free(x);
    PW_FREES(templates, run->start.n);
    return good;
}

struct outcome {
    enum pw_tmod_answer answer;
    enum pw_tmod_method method;
    struct pw_tmod_stats stats;
    size_t run;
};

static struct outcome decide(const struct pw_program *p, const uint64_t *counts,
                             enum pw_tmod_method m)
{
    struct pw_space *s = pw_space_new(p);
    struct pw_tmod_options o = {.method = m, .most_layers = 500};
    struct pw_tmod_result r;
    pw_tmod_decide(s, counts, &o, &r);
    struct outcome out = {r.answer, r.method, r.stats, r.run.moves.n};
    if (r.answer == PW_TMOD_UNSAFE) ck_assert(replays(s, &r.run));
    pw_tmod_result_clear(&r);
    pw_space_free(s);
    return out;
}

/* By decision diagrams: how many states are reachable; -1: a bad one is, and the run replays. */
static int64_t reachable(const struct pw_program *p, const uint64_t *counts)
{
    struct pw_space *s = pw_space_new(p);
    struct pw_reach_stats stats = {0};
    struct pw_reach_result r;
    ck_assert(pw_reach_fits(p, counts));
    pw_reach_decide(s, counts, &stats, &r);
    if (r.violated) ck_assert(replays(s, &r.run));
    int64_t states = r.violated ? -1 : pw_int_get_si(&r.states);
    pw_reach_result_clear(&r);
    pw_space_free(s);
    return states;
}

static const enum pw_tmod_method methods[] = {
    PW_METHOD_FQ,   PW_METHOD_FRONTIER,     PW_METHOD_RELAXED, PW_METHOD_QUADRATIC,
    PW_METHOD_LAST, PW_METHOD_RELAXED_LAST, PW_METHOD_REFINE};

/* One row a program: which method proves it (Y, N; in the order of `methods` up to the last
 * writer), the last index of frontier and relaxed layers (-1: stops early at a bad layer), and what
 * the levels need: method, contexts, pairs. */
static const struct row {
    const char *file, *proves;
    int frontier, relaxed;
    enum pw_tmod_answer answer;
    enum pw_tmod_method by;
    unsigned contexts, pairs, states; /* states: reachable ones; 0: it is unsafe */
} rows[] = {
    {"ex3_2", "YYYYY", 2, 2, PW_TMOD_SAFE, PW_METHOD_FQ, 2, 7, 5},
    {"ex15", "NYYNY", 4, 4, PW_TMOD_SAFE, PW_METHOD_LAST, 3, 9, 6},
    {"ex16_2", "NNNYY", -1, -1, PW_TMOD_SAFE, PW_METHOD_LAST, 2, 3, 3},
    {"ex23_2", "NNNYY", -1, -1, PW_TMOD_SAFE, PW_METHOD_LAST, 3, 7, 8},
    {"ex23_3", "NNNYY", -1, -1, PW_TMOD_SAFE, PW_METHOD_LAST, 3, 7, 20},
    {"ex23_4", "NNNYY", -1, -1, PW_TMOD_SAFE, PW_METHOD_LAST, 3, 7, 48},
    {"mux_sem_2", "NNNNY", -1, -1, PW_TMOD_SAFE, PW_METHOD_LAST, 3, 10, 12},
    {"mux_sem_3", "NNNNY", -1, -1, PW_TMOD_SAFE, PW_METHOD_LAST, 3, 10, 32},
    {"mux_sem_4", "NNNNY", -1, -1, PW_TMOD_SAFE, PW_METHOD_LAST, 3, 10, 80},
    {"mux_sem_last_2", "YYYYY", 5, 5, PW_TMOD_SAFE, PW_METHOD_FQ, 5, 20, 20},
    {"mux_sem_last_3", "YYYYY", 5, 5, PW_TMOD_SAFE, PW_METHOD_FQ, 7, 42, 56},
    {"mux_sem_count_2", "NNNNY", -1, -1, PW_TMOD_SAFE, PW_METHOD_LAST, 3, 34, 192},
    {"mux_sem_count_3", "NNNNY", -1, -1, PW_TMOD_SAFE, PW_METHOD_LAST, 3, 34, 2048},
    {"bakery_2", "YYYYY", 8, 8, PW_TMOD_SAFE, PW_METHOD_FQ, 7, 32, 34},
    {"bakery_3", "YYYYY", 12, 12, PW_TMOD_SAFE, PW_METHOD_FQ, 28, 171, 206},
    {"phil_3", "NNNNN", -1, -1, PW_TMOD_SAFE, PW_METHOD_REFINE, 0, 0, 63},
    {"phil3_3", "NNNNN", -1, -1, PW_TMOD_SAFE, PW_METHOD_REFINE, 0, 0, 14},
    {"phil3_4", "NNNNN", -1, -1, PW_TMOD_SAFE, PW_METHOD_REFINE, 0, 0, 34},
    {"phil3a_3", "NNNNN", -1, -1, PW_TMOD_SAFE, PW_METHOD_REFINE, 0, 0, 12},
    {"phil3a_4", "NNNNN", -1, -1, PW_TMOD_SAFE, PW_METHOD_REFINE, 0, 0, 29},
    {"phil3e_4", "NNNNN", -1, -1, PW_TMOD_SAFE, PW_METHOD_REFINE, 0, 0, 23},
    {"phil3e_6", "NNNNN", -1, -1, PW_TMOD_SAFE, PW_METHOD_VIEWS, 0, 0, 110},
    {"counter_3", "NNNNN", -1, -1, PW_TMOD_UNSAFE, PW_METHOD_REFINE, 0, 0, 0},
};

static void check_layers(const struct row *row, enum pw_tmod_method m, const struct outcome *o)
{
    int want = m == PW_METHOD_FRONTIER ? row->frontier : row->relaxed;
    if (want >= 0)
        ck_assert_msg((int)o->stats.layers == want + 1, "%s, %s: %d layers instead of %d",
                      row->file, pw_tmod_method_name(m), (int)o->stats.layers, want + 1);
}

START_TEST(paper_programs)
{
    const struct row *row = &rows[_i];
    struct pw_source src;
    struct pw_program *p = tmod_file(row->file, &src);
    uint64_t *counts = tmod_counts(p);
    for (size_t m = 0; row->proves[m]; m++) {
        struct outcome o = decide(p, counts, methods[m]);
        ck_assert_msg((o.answer == PW_TMOD_SAFE) == (row->proves[m] == 'Y'), "%s by %s", row->file,
                      pw_tmod_method_name(methods[m]));
        if (methods[m] == PW_METHOD_FRONTIER || methods[m] == PW_METHOD_RELAXED)
            check_layers(row, methods[m], &o);
    }
    struct outcome o = decide(p, counts, PW_METHOD_AUTO);
    ck_assert_int_eq(o.answer, row->answer);
    ck_assert_int_eq(o.method, row->by);
    if (row->contexts) {
        ck_assert_uint_eq(o.stats.contexts, row->contexts);
        ck_assert_uint_eq(o.stats.pairs, row->pairs);
    }
    if (row->answer == PW_TMOD_UNSAFE) ck_assert_uint_eq(o.run, 15);
    ck_assert_int_eq(reachable(p, counts), row->states ? (int64_t)row->states : -1);
    PW_FREES(counts, p->ntemplates);
    pw_program_free(p);
    pw_source_clear(&src);
}
END_TEST

/* --- random finite programs --- */

START_TEST(random_programs)
{
    unsigned decided = 0, unsafe = 0, by[8] = {0};
    uint64_t first = 1 + (uint64_t)_i * 1000000 + unit_seed();
    for (uint64_t seed = first; seed < first + 3000u * (unsigned)unit_scale(); seed++) {
        struct pw_strbuf text = {0};
        struct pw_program *p = tmod_random(seed, &text);
        uint64_t *counts = p ? tmod_counts(p) : NULL;
        struct pw_strbuf why = {0};
        int truth = p && pw_space_finite(p, &why) ? tmod_explicit(p, counts) : -1;
        for (size_t m = 0; truth >= 0 && m < sizeof methods / sizeof *methods; m++) {
            struct outcome o = decide(p, counts, methods[m]);
            ck_assert_msg(!(o.answer == PW_TMOD_SAFE && truth == 1), "seed %llu: %s proves\n%s",
                          (unsigned long long)seed, pw_tmod_method_name(methods[m]),
                          pw_strbuf_text(&text));
            ck_assert_msg(!(o.answer == PW_TMOD_UNSAFE && truth == 0), "seed %llu",
                          (unsigned long long)seed);
            if (methods[m] == PW_METHOD_REFINE)
                ck_assert_msg((o.answer == PW_TMOD_UNSAFE) == (truth == 1) &&
                                  o.answer != PW_TMOD_UNKNOWN,
                              "seed %llu is not decided\n%s", (unsigned long long)seed,
                              pw_strbuf_text(&text));
            by[methods[m]] += o.answer == PW_TMOD_SAFE;
        }
        if (truth >= 0)
            ck_assert_msg((reachable(p, counts) == -1) == (truth == 1), "seed %llu, diagrams\n%s",
                          (unsigned long long)seed, pw_strbuf_text(&text));
        decided += truth >= 0;
        unsafe += truth == 1;
        if (p) {
            PW_FREES(counts, p->ntemplates);
            pw_program_free(p);
        }
        pw_strbuf_clear(&why);
        pw_strbuf_clear(&text);
    }
    fprintf(
        stderr,
        "%u decided, %u unsafe; proved by FQ %u, last %u, quadratic %u, relaxed %u, refine %u\n",
        decided, unsafe, by[PW_METHOD_FQ], by[PW_METHOD_LAST], by[PW_METHOD_QUADRATIC],
        by[PW_METHOD_RELAXED], by[PW_METHOD_REFINE]);
    ck_assert(decided > 100 && unsafe > 10 && by[PW_METHOD_REFINE] > by[PW_METHOD_LAST]);
    ck_assert(by[PW_METHOD_LAST] > by[PW_METHOD_QUADRATIC] && /* not for every program */
              by[PW_METHOD_QUADRATIC] > by[PW_METHOD_FQ] + decided / 100);
}
END_TEST

/* --- lifting --- */

START_TEST(lifting)
{
    struct pw_source src;
    struct pw_program *p = tmod_file("mux_sem_3", &src);
    uint64_t counts[] = {3};
    struct pw_space *s = pw_space_new(p);
    struct pw_tmod_options o = {.method = PW_METHOD_LAST};
    struct pw_tmod_result r;
    pw_tmod_decide(s, counts, &o, &r);
    ck_assert_int_eq(r.answer, PW_TMOD_SAFE);
    ck_assert_uint_eq(pw_tmod_remaining(&r.proof, 0), 2); /* the writer is one of three */
    pw_tmod_result_clear(&r);
    counts[0] = 1000;
    pw_tmod_decide(s, counts, &o, &r);
    ck_assert_int_eq(r.answer, PW_TMOD_SAFE);
    ck_assert_uint_eq(r.stats.contexts, 3);
    ck_assert_uint_eq(r.stats.pairs, 10);
    ck_assert_uint_eq(pw_tmod_remaining(&r.proof, 0), 999);
    pw_tmod_result_clear(&r);
    pw_space_free(s);
    pw_program_free(p);
    pw_source_clear(&src);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_loop_test(c, paper_programs, 0, (int)(sizeof rows / sizeof *rows));
    tcase_add_loop_test(c, random_programs, 0, 2);
    tcase_add_test(c, lifting);
}
UNIT_MAIN("tmod", tests)
