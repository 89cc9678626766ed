/* The tables and examples of Malkis, Podelski and Rybalchenko (Thread-Modular Verification and
 * Cartesian Abstraction) and of Meng, He, Wang and Liu (Thread-Modular Model Checking with
 * Iterative Refinement) as families: how states, pairs, layers and predicates grow with n; and what
 * the papers claim and is not so. */
#include "unit/unit.h"

#include <string.h>

#include "finite/reach.h"
#include "front/dr/dr.h"
#include "tmod/decide.h"

static struct pw_program *parse(const char *text, size_t size, int n)
{
    struct pw_source src;
    struct pw_diags diags = {0};
    char value[16];
    struct pw_define d = {"N", value};
    snprintf(value, sizeof value, "%d", n);
    pw_source_from_text(&src, "test.dr", text, size);
    struct pw_program *p = pw_dr_parse(&src, &d, n ? 1 : 0, &diags);
    ck_assert_msg(p != NULL, "%s", text);
    pw_diags_clear(&diags);
    pw_source_clear(&src);
    return p;
}

/* A file below the source tree, with N = n (0: as it is; its property cannot be violated then). */
static struct pw_program *program_of(const char *path, int n)
{
    char name[1024];
    const char *why;
    struct pw_source src;
    snprintf(name, sizeof name, "%s/%s.dr", SRCDIR, path);
    ck_assert_msg(pw_source_read(&src, name, &why) == PW_SOURCE_OK, "%s", name);
    char *text = pw_mem_strndup(src.text, src.size), *least = strstr(text, ">= 1;");
    if (!n) least[3] = '2';
    struct pw_program *p = parse(text, src.size, n);
    pw_mem_strfree(text);
    pw_source_clear(&src);
    return p;
}

struct case_of {
    struct pw_program *p;
    uint64_t *counts;
    struct pw_space *space;
};

static void start(struct case_of *c, struct pw_program *p)
{
    *c = (struct case_of){.p = p, .space = pw_space_new(p)};
    c->counts = PW_NEWS(uint64_t, p->ntemplates);
    for (size_t t = 0; t < p->ntemplates; t++)
        c->counts[t] = (uint64_t)p->templates[t].count;
}

static void end(struct case_of *c)
{
    pw_space_free(c->space);
    PW_FREES(c->counts, c->p->ntemplates);
    pw_program_free(c->p);
}

static int64_t states_of(struct case_of *c)
{
    struct pw_reach_stats stats = {0};
    struct pw_reach_result r;
    pw_reach_decide(c->space, c->counts, &stats, &r);
    int64_t n = r.violated ? -1 : pw_int_get_si(&r.states);
    pw_reach_result_clear(&r);
    return n;
}

static struct pw_tmod_stats decide(struct case_of *c, enum pw_tmod_method m,
                                   enum pw_tmod_answer want)
{
    struct pw_tmod_options o = {.method = m, .most_layers = 2000};
    struct pw_tmod_result r;
    pw_tmod_decide(c->space, c->counts, &o, &r);
    ck_assert_msg(r.answer == want, "%s: %d", pw_tmod_method_name(m), r.answer);
    struct pw_tmod_stats stats = r.stats;
    pw_tmod_result_clear(&r);
    return stats;
}

/* --- Example 13: the binary counter --- */

static const char counter[] =
    "const int N = 3;\nshared int[0..N] t = 1;\n"
    "thread p [N] (i) { while (true) { if (i == 0) { assume(t == 1); t = 2; } else {\n"
    "atomic { assume(t == i + 1); t = 1; }\n"
    "atomic { assume(t == i + 1); t = i + 1 < N ? i + 2 : 0; } } } }\n"
    "unsafe count(x) >= 1;\nthread q [0] { x: skip; }\n";

START_TEST(example_13)
{
    /* n: states (the paper's run for n = 3 is printed with 14 states; it has 15); last index of
     * relaxed layers. */
    static const int states[] = {7, 15, 31, 63, 127}, relaxed[] = {6, 13, 18, 24, 31};
    int n = _i + 2;
    struct case_of c;
    start(&c, parse(counter, sizeof counter - 1, n));
    ck_assert_int_eq(states_of(&c), states[_i]);
    struct pw_tmod_stats fq = decide(&c, PW_METHOD_FQ, PW_TMOD_SAFE);
    ck_assert_uint_eq(fq.pairs, 3 * (unsigned)n * ((unsigned)n + 1) / 2);
    ck_assert_uint_eq(fq.contexts, (unsigned)n + 1);
    struct pw_tmod_stats frontier = decide(&c, PW_METHOD_FRONTIER, PW_TMOD_SAFE);
    ck_assert_uint_eq(frontier.layers, (unsigned)states[_i]); /* exponential: k = 2^(n+1) - 2 */
    struct pw_tmod_stats layers = decide(&c, PW_METHOD_RELAXED, PW_TMOD_SAFE);
    ck_assert_uint_eq(layers.layers, (unsigned)relaxed[_i] + 1);
    end(&c);
    start(&c, program_of("models/tmod/ex13", n)); /* the end is reached */
    ck_assert_int_eq(states_of(&c), -1);
    decide(&c, PW_METHOD_FQ, PW_TMOD_UNKNOWN);
    decide(&c, PW_METHOD_AUTO, PW_TMOD_UNSAFE);
    end(&c);
}
END_TEST

/* --- families whose proof does not depend on n --- */

START_TEST(same_for_every_n)
{
    static const struct {
        const char *family;
        unsigned contexts, pairs;
    } rows[] = {{"models/tmod/ex23", 3, 7},
                {"models/tmod/mux_sem", 3, 10},
                {"models/tmod/mux_sem_count", 3, 34}};
    static const int numbers[] = {2, 3, 4, 20, 300};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct case_of c;
        start(&c, program_of(rows[_i].family, numbers[i]));
        decide(&c, PW_METHOD_FQ, PW_TMOD_UNKNOWN);
        struct pw_tmod_stats s = decide(&c, PW_METHOD_AUTO, PW_TMOD_SAFE);
        ck_assert_uint_eq(s.contexts, rows[_i].contexts);
        ck_assert_uint_eq(s.pairs, rows[_i].pairs);
        /* the quadratic method is said to prove mutual exclusion "for a large class": an idle step
         * in front of the lock is enough to lose it */
        decide(&c, PW_METHOD_QUADRATIC, _i ? PW_TMOD_UNKNOWN : PW_TMOD_SAFE);
        end(&c);
    }
}
END_TEST

/* --- families of different threads --- */

START_TEST(growing)
{
    for (unsigned n = 2; n <= 12; n++) { /* MUX-SEM-LAST: 2n + 1 contexts, 4n^2 + 2n pairs */
        struct case_of c;
        start(&c, program_of("models/tmod/mux_sem_last", (int)n));
        struct pw_tmod_stats s = decide(&c, PW_METHOD_FQ, PW_TMOD_SAFE);
        ck_assert_uint_eq(s.contexts, 2 * n + 1);
        ck_assert_uint_eq(s.pairs, 4 * n * n + 2 * n);
        end(&c);
    }
    /* the bakery needs no refinement; its contexts are those of an independent program */
    static const unsigned contexts[] = {7, 28, 125, 646}, pairs[] = {32, 171, 920, 5465};
    for (unsigned n = 2; n <= 5; n++) {
        struct case_of c;
        start(&c, program_of("models/tmod/bakery", (int)n));
        struct pw_tmod_stats s = decide(&c, PW_METHOD_FQ, PW_TMOD_SAFE);
        ck_assert_uint_eq(s.contexts, contexts[n - 2]);
        ck_assert_uint_eq(s.pairs, pairs[n - 2]);
        end(&c);
    }
}
END_TEST

/* Predicates that the refinement exposes, and reachable states. */
START_TEST(philosophers)
{
    static const struct {
        const char *family;
        int n, states;
        unsigned predicates;
    } rows[] = {{"models/tmod/philosophers", 3, 14, 3},
                {"models/tmod/philosophers", 4, 34, 4},
                {"models/tmod/philosophers_last", 3, 12, 3},
                {"models/tmod/philosophers_last", 4, 29, 5},
                {"models/tmod/philosophers_alternating", 4, 23, 6},
                {"models/tmod/philosophers_alternating", 6, 110, 9},
                {"models/tmod/philosophers_alternating", 8, 527, 12},
                {"models/tmod/philosophers_alternating", 10, 2525, 15}};
    struct case_of c;
    start(&c, program_of(rows[_i].family, rows[_i].n));
    ck_assert_int_eq(states_of(&c), rows[_i].states);
    decide(&c, PW_METHOD_FQ, PW_TMOD_UNKNOWN);
    decide(&c, PW_METHOD_LAST, PW_TMOD_UNKNOWN);
    decide(&c, PW_METHOD_QUADRATIC, PW_TMOD_UNKNOWN);
    struct pw_tmod_stats s = decide(&c, PW_METHOD_REFINE, PW_TMOD_SAFE);
    ck_assert_msg(s.exposed == rows[_i].predicates, "%s %d: %u predicates", rows[_i].family,
                  rows[_i].n, (unsigned)s.exposed);
    end(&c);
}
END_TEST

/* Philosophers of five places. Which predicates the refinement finds depends on the order in which
 * contexts are found; the design states nine, and 63 contexts with 189 pairs. The nine below, the
 * three places from hungry to eating of every thread, give these numbers: the contexts are the
 * reachable states. */
START_TEST(idle_philosophers)
{
    struct case_of c;
    start(&c, program_of("models/tmod/philosophers_idle", 3));
    ck_assert_int_eq(states_of(&c), 63);
    ck_assert_uint_le(decide(&c, PW_METHOD_REFINE, PW_TMOD_SAFE).exposed, 9);
    pw_tmod_exposures nine = {0};
    for (uint32_t t = 0; t < c.p->ntemplates; t++)
        for (uint32_t loc = 1; loc <= 3; loc++) {
            struct pw_tmod_exposed e = {t, PW_TMOD_LOCATION, loc};
            pw_vec_push(&nine, e);
        }
    ck_assert_uint_eq(nine.n, 9);
    struct pw_tmod_options o = {.method = PW_METHOD_REFINE, .expose = &nine};
    struct pw_tmod_result r;
    pw_tmod_decide(c.space, c.counts, &o, &r);
    ck_assert_int_eq(r.answer, PW_TMOD_SAFE);
    ck_assert_uint_eq(r.stats.contexts, 63);
    ck_assert_uint_eq(r.stats.pairs, 189);
    pw_tmod_result_clear(&r);
    pw_vec_clear(&nine);
    end(&c);
}
END_TEST

/* --- "relaxed frontier search and frontier search agree on loop-free programs": no --- */

/* How many states (g, l1, l2) the layers of a program of two threads stand for. The paper ends
 * frontier search at the first layer without a new state, pwqo by a cheaper test and so perhaps
 * later. */
static size_t gamma_size(const struct pw_tmod_layers *x, bool until_old)
{
    PW_VEC(uint64_t) states = {0};
    size_t before = SIZE_MAX;
    for (size_t i = 0; i < x->at.n && !(until_old && before == states.n); i++) {
        before = states.n;
        const struct pw_tmod_table *t = x->at.at[i];
        for (size_t k = 0; k < t->contexts.n; k++) {
            const struct pw_tmod_context *c = &t->contexts.at[k];
            const struct pw_tmod_row a = pw_tmod_table_at(t, c->first_row);
            const struct pw_tmod_row b = pw_tmod_table_at(t, c->first_row + 1);
            for (struct pw_tmod_cursor l = pw_tmod_row_start(&a); pw_tmod_row_next(&a, &l);)
                for (struct pw_tmod_cursor m = pw_tmod_row_start(&b); pw_tmod_row_next(&b, &m);) {
                    uint64_t s = ((uint64_t)c->shared << 40) + ((uint64_t)l.local << 20) + m.local;
                    bool again = false;
                    for (size_t z = 0; z < states.n && !again; z++)
                        again = states.at[z] == s;
                    if (!again) pw_vec_push(&states, s);
                }
        }
    }
    size_t n = states.n;
    pw_vec_clear(&states);
    return n;
}

START_TEST(straight_line)
{
    struct case_of c;
    start(&c, program_of("tests/tmod/linear", 0));
    ck_assert_int_eq(states_of(&c), 13);
    for (int relaxed = 0; relaxed < 2; relaxed++) {
        struct pw_tmod_world w;
        struct pw_tmod_layers x;
        pw_tmod_exposures none = {0};
        pw_tmod_world_init(&w, c.space, c.counts, PW_GHOST_NONE, &none);
        pw_tmod_layers_run(&x, &w, relaxed, 1000, true);
        ck_assert(x.ended);
        ck_assert_uint_eq(gamma_size(&x, !relaxed), relaxed ? 20 : 18);
        pw_tmod_layers_clear(&x);
        pw_tmod_world_clear(&w);
    }
    end(&c);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_loop_test(c, example_13, 0, 5);
    tcase_add_loop_test(c, same_for_every_n, 0, 3);
    tcase_add_test(c, growing);
    tcase_add_loop_test(c, philosophers, 0, 8);
    tcase_add_test(c, idle_philosophers);
    tcase_add_test(c, straight_line);
}
UNIT_MAIN("papers", tests)
