/* TMMCIR as its authors print it (tmod/essential.h): the refinements and predicates of their tables
 * and of an independent prototype, the sizes of their examples 1 to 3, and random programs against
 * explicit search. */
#include "unit/tmod_programs.h"
#include "unit/unit.h"

#include <string.h>

#include "tmod/decide.h"

/* Refinements and predicates, all threads at once; of Algorithm 3 as printed where they are known
 * (-1: not). No refinement means that plain TMMC proves it. */
static const struct row {
    const char *file;
    enum pw_essential_answer answer;
    int refinements, predicates, first_refinements, first_predicates;
} rows[] = {
    {"ex3_2", PW_ESSENTIAL_PASS, 0, 0, 0, 0},
    {"ex15", PW_ESSENTIAL_PASS, 5, 4, -1, -1},
    {"ex16_2", PW_ESSENTIAL_PASS, 1, 2, -1, -1},
    {"ex23_2", PW_ESSENTIAL_PASS, 1, 2, -1, -1},
    {"ex23_3", PW_ESSENTIAL_PASS, 1, 3, -1, -1},
    {"ex23_4", PW_ESSENTIAL_PASS, 1, 4, -1, -1},
    {"mux_sem_2", PW_ESSENTIAL_PASS, 1, 4, 1, 4}, /* table 1: 1 refinement, 2n predicates */
    {"mux_sem_3", PW_ESSENTIAL_PASS, 1, 6, 1, 6},
    {"mux_sem_4", PW_ESSENTIAL_PASS, 1, 8, 1, 8},
    {"mux_sem_last_2", PW_ESSENTIAL_PASS, 1, 4, 1, 4}, /* table 2: the same; FQ needs none */
    {"mux_sem_last_3", PW_ESSENTIAL_PASS, 1, 6, 1, 6},
    {"mux_sem_count_2", PW_ESSENTIAL_PASS, 1, 4, 1, 4}, /* table 3: the same */
    {"mux_sem_count_3", PW_ESSENTIAL_PASS, 1, 6, 1, 6},
    {"bakery_2", PW_ESSENTIAL_PASS, 0, 0, 0, 0}, /* table 4: no refinement */
    {"bakery_3", PW_ESSENTIAL_PASS, 0, 0, 0, 0},
    {"phil_3", PW_ESSENTIAL_PASS, 3, 12, -1, -1},
    {"phil3_3", PW_ESSENTIAL_PASS, 1, 3, -1, -1},
    {"phil3_4", PW_ESSENTIAL_PASS, 1, 4, -1, -1},
    {"phil3a_3", PW_ESSENTIAL_PASS, 3, 6, -1, -1},
    {"phil3a_4", PW_ESSENTIAL_PASS, 3, 9, -1, -1},
    {"phil3e_4", PW_ESSENTIAL_PASS, 3, 12, 2, 8}, /* table 5: 2n predicates, 3 refinements */
    {"phil3e_6", PW_ESSENTIAL_PASS, 3, 18, 2, 12},
    {"counter_3", PW_ESSENTIAL_FAILURE, 20, 7, -1, -1},
};

static void check_row(const struct row *row, const struct pw_program *p, const uint64_t *counts,
                      enum pw_essential_order order)
{
    struct pw_space *s = pw_space_new(p);
    struct pw_essential_result r;
    bool all = order == PW_ESSENTIAL_ALL;
    int refinements = all ? row->refinements : row->first_refinements;
    int predicates = all ? row->predicates : row->first_predicates;
    pw_essential_decide(s, counts, order, &r);
    ck_assert_msg(r.answer == row->answer, "%s: answer %d", row->file, (int)r.answer);
    ck_assert_msg(refinements < 0 || (int)r.refinements == refinements, "%s, order %d: %d rounds",
                  row->file, (int)order, (int)r.refinements);
    ck_assert_msg(predicates < 0 || (int)r.predicates == predicates, "%s, order %d: %d predicates",
                  row->file, (int)order, (int)r.predicates);
    if (row->answer == PW_ESSENTIAL_FAILURE && all) ck_assert_uint_eq(r.run.moves.n, 15);
    pw_essential_result_clear(&r);
    pw_space_free(s);
}

START_TEST(tables)
{
    struct pw_source src;
    struct pw_program *p = tmod_file(rows[_i].file, &src);
    uint64_t *counts = tmod_counts(p);
    check_row(&rows[_i], p, counts, PW_ESSENTIAL_ALL);
    check_row(&rows[_i], p, counts, PW_ESSENTIAL_FIRST);
    PW_FREES(counts, p->ntemplates);
    pw_program_free(p);
    pw_source_clear(&src);
}
END_TEST

/* Example 1: everything is in the join, 32 states, 8 of them bad. Examples 2 and 3: with l = 2 and
 * l = 3 of both threads exposed the components have 8 states each and the join 12. */
START_TEST(examples_1_to_3)
{
    struct pw_source src;
    struct pw_program *p = tmod_file("mux_sem_2", &src);
    uint64_t *counts = tmod_counts(p);
    struct pw_space *s = pw_space_new(p);
    struct pw_essential_result r;
    pw_essential_decide(s, counts, PW_ESSENTIAL_ALL, &r);
    ck_assert_uint_eq(r.rounds.n, 2);
    ck_assert_uint_eq(r.rounds.at[0].states, 32);
    ck_assert_uint_eq(r.rounds.at[0].errors, 8);
    ck_assert_uint_eq(r.rounds.at[0].predicates, 0);
    ck_assert_uint_eq(r.rounds.at[1].states, 12);
    ck_assert_uint_eq(r.rounds.at[1].errors, 0);
    ck_assert_uint_eq(r.rounds.at[1].predicates, 4);
    ck_assert_uint_eq(r.rounds.at[1].pairs, 16);
    ck_assert_uint_eq(r.exposed.n, 2);
    for (size_t i = 0; i < r.exposed.n; i++) {
        ck_assert_uint_eq(r.exposed.at[i].field, PW_TMOD_LOCATION);
        const char *at = p->templates[0].locs[r.exposed.at[i].value].name;
        ck_assert_msg(!strcmp(at, "l2") || !strcmp(at, "l3"), "%s", at);
    }
    pw_essential_result_clear(&r);
    pw_space_free(s);
    PW_FREES(counts, p->ntemplates);
    pw_program_free(p);
    pw_source_clear(&src);
}
END_TEST

/* The joins before the first and after the last refinement, as the prototype has them. */
static const struct sizes {
    const char *file;
    struct pw_essential_round first, last;
} sizes[] = {
    {"mux_sem_3", {128, 64, 24, 0}, {32, 0, 36, 6}},
    {"mux_sem_4", {512, 352, 32, 0}, {80, 0, 64, 8}},
    {"mux_sem_last_2", {52, 16, 32, 0}, {20, 0, 24, 4}},
    {"mux_sem_last_3", {296, 168, 72, 0}, {56, 0, 54, 6}},
    {"mux_sem_count_2", {512, 128, 64, 0}, {192, 0, 64, 4}},
    {"bakery_2", {34, 0, 32, 0}, {34, 0, 32, 0}},
    {"bakery_3", {242, 0, 207, 0}, {242, 0, 207, 0}},
};

static void check_round(const char *file, struct pw_essential_round got,
                        struct pw_essential_round want)
{
    ck_assert_msg(got.states == want.states && got.errors == want.errors &&
                      got.pairs == want.pairs && got.predicates == want.predicates,
                  "%s: %d states, %d bad, %d pairs, %d predicates", file, (int)got.states,
                  (int)got.errors, (int)got.pairs, (int)got.predicates);
}

START_TEST(sizes_of_joins)
{
    struct pw_source src;
    struct pw_program *p = tmod_file(sizes[_i].file, &src);
    uint64_t *counts = tmod_counts(p);
    struct pw_space *s = pw_space_new(p);
    struct pw_essential_result r;
    pw_essential_decide(s, counts, PW_ESSENTIAL_FIRST, &r);
    ck_assert(r.rounds.n > 0);
    check_round(sizes[_i].file, r.rounds.at[0], sizes[_i].first);
    check_round(sizes[_i].file, pw_vec_last(&r.rounds), sizes[_i].last);
    pw_essential_result_clear(&r);
    pw_space_free(s);
    PW_FREES(counts, p->ntemplates);
    pw_program_free(p);
    pw_source_clear(&src);
}
END_TEST

/* Both orders give the truth; what TMMCIR exposes proves the program in the stronger fixpoint. */
START_TEST(random_programs)
{
    unsigned decided = 0, unsafe = 0, refined = 0, unrefined = 0, skipped = 0;
    uint64_t first = 1 + (uint64_t)_i * 1000000 + unit_seed();
    for (uint64_t seed = first; seed < first + 150u * (unsigned)unit_scale(); seed++) {
        struct pw_strbuf text = {0};
        struct pw_program *p = tmod_random_automata(seed, false, &text);
        uint64_t *counts = tmod_counts(p);
        int truth = tmod_explicit(p, counts);
        for (int order = 0; order < 2 && truth >= 0; order++) {
            struct pw_space *s = pw_space_new(p);
            struct pw_essential_result r;
            pw_essential_decide(s, counts, (enum pw_essential_order)order, &r);
            skipped += r.answer == PW_ESSENTIAL_TOO_MANY;
            if (r.answer != PW_ESSENTIAL_TOO_MANY)
                ck_assert_msg((r.answer == PW_ESSENTIAL_FAILURE) == (truth == 1),
                              "seed %llu, order %d: %d\n%s", (unsigned long long)seed, order,
                              (int)r.answer, pw_strbuf_text(&text));
            refined += r.refinements > 0;
            unrefined += r.answer == PW_ESSENTIAL_PASS_UNREFINED;
            pw_essential_result_clear(&r);
            struct pw_tmod_options o = {.refine = (enum pw_tmod_refine)(1 + order)};
            struct pw_tmod_result d;
            pw_tmod_decide(s, counts, &o, &d);
            ck_assert(d.too_many || (d.answer == PW_TMOD_UNSAFE) == (truth == 1));
            ck_assert(d.too_many || d.answer != PW_TMOD_UNKNOWN);
            pw_tmod_result_clear(&d);
            pw_space_free(s);
        }
        decided += truth >= 0;
        unsafe += truth == 1;
        PW_FREES(counts, p->ntemplates);
        pw_program_free(p);
        pw_strbuf_clear(&text);
    }
    fprintf(stderr, "%u programs, %u unsafe; %u runs refined, %u passed unrefined, %u too large\n",
            decided, unsafe, refined, unrefined, skipped);
    ck_assert(decided > 100 && unsafe > 10 && refined > 30);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_loop_test(c, tables, 0, (int)(sizeof rows / sizeof *rows));
    tcase_add_test(c, examples_1_to_3);
    tcase_add_loop_test(c, sizes_of_joins, 0, (int)(sizeof sizes / sizeof *sizes));
    tcase_add_loop_test(c, random_programs, 0, 2);
}
UNIT_MAIN("essential", tests)
