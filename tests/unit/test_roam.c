/* Runs by search over symbolic states, against explicit search of the same threads on random
 * programs, and on programs whose runs need values that no list has. */
#include "unit/unit.h"

#include <string.h>

#include "engine/roam.h"
#include "front/dr/dr.h"
#include "run/concrete.h"
#include "tools/gen_tree.h"

enum { WORK = 3000, SHOWN = 2500, MOST_THREADS = 3 };

static struct pw_program *parse(const char *text)
{
    struct pw_source src;
    struct pw_diags diags = {0};
    pw_source_from_text(&src, "test.dr", text, strlen(text));
    struct pw_program *p = pw_dr_parse(&src, NULL, 0, &diags);
    pw_diags_clear(&diags);
    pw_source_clear(&src);
    return p;
}

/* What came of the random programs. */
struct tally {
    size_t found, complete, agreed;
};

/* Does explicit search with integers from -3 to 3 find a bad state, in at most 9 steps? */
static bool explicitly_bad(const struct pw_program *p, size_t n)
{
    struct pw_concrete_options opt = {
        .threads = n, .depth = 9, .states = 1500, .tries = 40000, .lo = -3, .hi = 3};
    struct pw_concrete x;
    const char *no;
    if (!pw_concrete_init(&x, p, &opt, &no)) return false;
    pw_concrete_run(&x);
    bool bad = pw_concrete_violated(&x);
    pw_concrete_clear(&x);
    return bad;
}

/* n threads of the only template: whatever one search finds within its bounds, the other does
 * unless its work is used up. */
static void compare(const struct pw_program *p, size_t n, const char *text, struct tally *t)
{
    uint32_t templates[MOST_THREADS] = {0};
    struct pw_roam_stats stats = {0};
    bool complete = false;
    struct pw_execution *e = pw_roam_run(p, templates, n, WORK, &stats, &complete);
    bool bad = explicitly_bad(p, n);
    ck_assert_msg(!e || e->threads.n == n, "%zu threads, not %zu", e ? e->threads.n : 0, n);
    ck_assert_msg(!complete || (!e && !bad), "all runs of %zu threads were looked at\n%.*s", n,
                  SHOWN, text);
    /* a replayed run of few steps and small numbers is one of the other search, too; what it
     * finds is found here unless the work is used up */
    ck_assert_msg(!bad || e || stats.states + 4 * stats.checks >= WORK,
                  "%zu threads have a run to a bad state\n%.*s", n, SHOWN, text);
    t->found += e != NULL;
    t->complete += complete;
    t->agreed += bad && e;
    pw_execution_free(e);
}

static void check_random(struct gen_knobs knobs, int runs)
{
    struct tally t = {0};
    for (uint64_t seed = 1; seed <= (uint64_t)(runs * unit_scale()); seed++) {
        struct gen_program *g = gen_random(seed, &knobs);
        struct pw_strbuf text = {0};
        pw_strbuf_printf(&text, "// seed %llu\n", (unsigned long long)seed);
        gen_print(g, &text);
        struct pw_program *p = parse(pw_strbuf_text(&text));
        for (size_t n = 1; p && n <= MOST_THREADS; n++)
            compare(p, n, pw_strbuf_text(&text), &t);
        pw_program_free(p);
        pw_strbuf_clear(&text);
        gen_free(g);
    }
    ck_assert_msg(t.found && t.complete && t.agreed, "%zu found, %zu complete, %zu agreed", t.found,
                  t.complete, t.agreed);
}

static struct gen_knobs knobs_of(void)
{
    struct gen_knobs k = gen_defaults;
    k.preds = 0;
    return k;
}

START_TEST(agrees_on_plain_programs)
{
    check_random(knobs_of(), 30);
}
END_TEST

START_TEST(agrees_with_havoc_and_arbitrary_values)
{
    struct gen_knobs k = knobs_of();
    k.havoc = k.division = 1;
    k.arbitrary = 40;
    k.inits = 1;
    k.statements = 4;
    check_random(k, 30);
}
END_TEST

START_TEST(agrees_without_labels)
{
    struct gen_knobs k = knobs_of();
    k.unsafe = 0; /* failing assertions only: private steps go first */
    k.labels = 0;
    k.ints = 90;
    check_random(k, 30);
}
END_TEST

/* The number of threads and what makes the state bad. */
static const struct {
    const char *text;
    size_t threads;
    const char *conclusion;
} wrong[] = {
    {"shared int x = 0;\nthread a { local int l = 0; havoc l; x = 3 * l; assert(x != 123456789); }",
     1, "an assertion fails in line 2: assert(x != 123456789)"},
    {"shared int x, y;\nthread a { x = x + y; in: skip; assume(x == 99999999); two: skip; }\n"
     "unsafe count(two) >= 2;",
     2, "count(two) >= 2"},
    {"shared int x = 0;\nthread a { local int l; x = x + l; }\ninit l > 1000 && l < 2000;\ninit l "
     "!= other.l;\ninvariant x < 4000;",
     3, "not invariant: x < 4000"},
    {"shared int x = 0;\nthread a { local int l; x = l; in: skip; }\ninvariant count(in) <= 1;", 2,
     "not invariant: count(in) <= 1"},
    {"shared int x = 0;\nthread a { local int l; havoc l; in: skip; }\ninvariant at(in) => l < "
     "other.l + 70000;",
     2, "not invariant: at(in) => l < other.l + 70000"},
};

START_TEST(finds_runs_that_need_values)
{
    struct pw_program *p = parse(wrong[_i].text);
    struct pw_roam_stats stats = {0};
    ck_assert_ptr_nonnull(p);
    ck_assert(pw_roam_has_ints(p));
    struct pw_execution *e = pw_roam_find(p, &stats);
    ck_assert_ptr_nonnull(e);
    ck_assert_uint_eq(e->threads.n, wrong[_i].threads);
    ck_assert_str_eq(e->conclusion, wrong[_i].conclusion);
    pw_execution_free(e);
    pw_program_free(p);
}
END_TEST

/* Safe, or without any run: the searches end. */
static const char *const right[] = {
    "shared int x = 0;\nthread a { local int l = 0; havoc l; assume(l > 5); x = l; assert(x > 5); "
    "}",
    "shared int x;\nthread a { x = x + 1; assert(false); }\ninit x > 3 && x < 3;",
    "shared int x = 0;\nthread a [0] { assert(false); }\nthread b { while (true) x = x + 1; }",
    "shared int x = 0;\nthread a { local int l = 1; while (true) { l = l + 1; } }\nunsafe "
    "count(no) "
    ">= 1;\nthread b [1] { assume(x == 1); no: skip; }",
};

START_TEST(finds_none_where_there_is_none)
{
    struct pw_program *p = parse(right[_i]);
    struct pw_roam_stats stats = {0};
    ck_assert_ptr_nonnull(p);
    ck_assert_ptr_null(pw_roam_find(p, &stats));
    ck_assert_uint_gt(stats.searches, 0);
    pw_program_free(p);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_loop_test(c, finds_runs_that_need_values, 0, sizeof wrong / sizeof *wrong);
    tcase_add_loop_test(c, finds_none_where_there_is_none, 0, sizeof right / sizeof *right);
    tcase_add_test(c, agrees_on_plain_programs);
    tcase_add_test(c, agrees_with_havoc_and_arbitrary_values);
    tcase_add_test(c, agrees_without_labels);
}

UNIT_MAIN("roam", tests)
