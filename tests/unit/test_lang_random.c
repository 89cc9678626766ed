/* Random programs: the front end and the explicit search against the oracle, and the layout. */
#include "unit/unit.h"

#include <limits.h>
#include <string.h>

#include "base/bits.h"
#include "front/dr/dr.h"
#include "front/dr/format.h"
#include "oracle/program_oracle.h"
#include "prog/wide.h"
#include "run/concrete.h"
#include "tools/gen_tree.h"

static int scale(void)
{
    const char *s = getenv("PWQO_TEST_SCALE");
    return s && atoi(s) > 0 ? atoi(s) : 1;
}

/* Check keeps messages below 4 KiB or so. */
enum { SHOWN = 3000 };

/* NULL only if a limit says so (paths through atomic blocks, size of formulas). */
static struct pw_program *parse(const char *text, size_t n, uint64_t seed)
{
    struct pw_source src;
    struct pw_diags diags = {0};
    struct pw_strbuf messages = {0};
    pw_source_from_text(&src, "random.dr", text, n);
    struct pw_program *p = pw_dr_parse(&src, NULL, 0, &diags);
    pw_diag_print(&diags, &messages);
    bool limit = strstr(pw_strbuf_text(&messages), "paths lead through") ||
                 strstr(pw_strbuf_text(&messages), "too large");
    ck_assert_msg(p != NULL || limit, "seed %llu is rejected:\n%.*s\n%.*s",
                  (unsigned long long)seed, SHOWN / 3, pw_strbuf_text(&messages), SHOWN, text);
    ck_assert_msg(!p || pw_program_check(p), "seed %llu breaks an invariant\n%.*s",
                  (unsigned long long)seed, SHOWN, text);
    pw_strbuf_clear(&messages);
    pw_diags_clear(&diags);
    pw_source_clear(&src);
    return p;
}

/* ---- search against the oracle ---- */

static void describe_thread(const struct pw_state *s, size_t i, struct pw_strbuf *out)
{
    const struct pw_thread_template *t = &s->p->templates[s->threads[i].template];
    const struct pw_loc *l = &t->locs[s->threads[i].loc];
    pw_strbuf_printf(out, "%s ", t->name);
    for (size_t k = 0; k < t->nlocals; k++)
        if (t->locals[k].origin == PW_VAR_DECLARED)
            pw_strbuf_printf(out, "%s=%d ", t->locals[k].name,
                             (int)pw_int_get_si(&s->threads[i].locals[k]));
    /* labels are sorted by text; the oracle counts them up */
    for (int n = -1;;) {
        int least = INT_MAX;
        for (size_t k = 0; k < l->nlabels; k++) {
            int m = atoi(s->p->labels[l->labels[k]].name + 1);
            if (m > n && m < least) least = m;
        }
        if (least == INT_MAX) break;
        pw_strbuf_printf(out, "L%d ", n = least);
    }
    if (l->kind != PW_LOC_NORMAL) pw_strbuf_puts(out, l->kind == PW_LOC_ERROR ? "error " : "end ");
}

static void describe(const struct pw_state *s, struct pw_strbuf *out)
{
    struct pw_strbuf shared = {0}, threads[8] = {{0}};
    for (size_t i = 0; i < s->p->nshared; i++)
        pw_strbuf_printf(&shared, "%s=%d ", s->p->shared[i].name,
                         (int)pw_int_get_si(&s->shared[i]));
    for (size_t i = 0; i < s->n; i++)
        describe_thread(s, i, &threads[i]);
    program_oracle_compose(&shared, threads, s->n, out);
    pw_strbuf_clear(&shared);
    for (size_t i = 0; i < s->n; i++)
        pw_strbuf_clear(&threads[i]);
}

/* Observations of the search, as the oracle keeps them. */
static void observe(struct pw_concrete *x, struct oracle_seen *seen)
{
    struct pw_strbuf b = {0};
    *seen = (struct oracle_seen){0};
    for (uint32_t id = 0; id < x->bag.items.n; id++) {
        struct pw_state *s = pw_statebag_get(&x->bag, x->p, id);
        size_t before = seen->texts.n;
        describe(s, &b);
        pw_names_intern(&seen->texts, pw_strbuf_text(&b));
        if (seen->texts.n > before) pw_vec_push(&seen->depth, (int)x->bag.items.at[id].depth);
        pw_state_free(s);
    }
    pw_strbuf_clear(&b);
}

static void subset(const struct oracle_seen *a, const struct oracle_seen *b, const char *who,
                   uint64_t seed, const char *text)
{
    for (size_t i = 0; i < a->texts.n; i++) {
        int64_t k = pw_names_find(&b->texts, a->texts.at[i]);
        ck_assert_msg(k >= 0, "seed %llu: only the %s reaches \"%s\" (depth %d)\n%.*s",
                      (unsigned long long)seed, who, a->texts.at[i], a->depth.at[i], SHOWN, text);
        ck_assert_msg(a->depth.at[i] == b->depth.at[k],
                      "seed %llu: \"%s\" at depth %d by the %s, %d by the other\n%.*s",
                      (unsigned long long)seed, a->texts.at[i], a->depth.at[i], who, b->depth.at[k],
                      SHOWN, text);
    }
}

/* p with all ranges as integers, which it takes over; NULL: it has none */
static struct pw_program *widen(struct pw_program *p)
{
    struct pw_program *wide = p ? pw_program_wide(p, 1) : NULL;
    ck_assert(!wide || pw_program_check(wide));
    if (!wide) pw_program_free(p);
    if (wide) wide->of = p, wide->owns_of = true;
    return wide;
}

/* reach: ints are -reach .. reach where they are arbitrary; wide: ranges are ints, and all ints
 * were ranges */
static bool compare_as(uint64_t seed, const struct gen_knobs *knobs, int n, int depth, int reach,
                       bool wide)
{
    struct gen_program *g = gen_random(seed, knobs);
    struct pw_strbuf text = {0};
    struct oracle_seen ours, theirs;
    struct pw_concrete x;
    struct pw_concrete_options opt = {
        .threads = (size_t)n, .depth = (uint64_t)depth, .lo = -reach, .hi = reach};
    const char *why;
    gen_print(g, &text);
    struct pw_program *p = parse(pw_strbuf_text(&text), text.n, seed);
    if (wide) p = widen(p);
    program_oracle_run(g, n, depth, -1, 1, 3000, &theirs);
    bool compared = p && !theirs.truncated && pw_concrete_init(&x, p, &opt, &why);
    if (compared) {
        pw_concrete_run(&x);
        observe(&x, &ours);
        subset(&ours, &theirs, "search", seed, pw_strbuf_text(&text));
        subset(&theirs, &ours, "oracle", seed, pw_strbuf_text(&text));
        program_oracle_clear(&ours);
        pw_concrete_clear(&x);
    } else {
        compared = p && theirs.texts.n == 0;
    }
    program_oracle_clear(&theirs);
    pw_program_free(p);
    pw_strbuf_clear(&text);
    gen_free(g);
    return compared;
}

static bool compare(uint64_t seed, const struct gen_knobs *knobs, int n, int depth)
{
    return compare_as(seed, knobs, n, depth, 1, false);
}

static void compare_many(struct gen_knobs knobs, int runs)
{
    const char *only = getenv("PWQO_TEST_SEED");
    int compared = 0;
    uint64_t from = only ? strtoull(only, NULL, 10) : 1,
             to = only ? from + 1 : (uint64_t)(runs * scale()) + 1;
    for (uint64_t seed = from; seed < to; seed++)
        compared += compare(seed, &knobs, 1 + (int)(seed % 2), 8);
    ck_assert_msg(only || compared > runs * scale() / 3, "only %d of %d were small enough",
                  compared, runs * scale());
}

START_TEST(plain_programs_agree_with_the_oracle)
{
    compare_many(gen_defaults, 400);
}
END_TEST

START_TEST(procedures_agree_with_the_oracle)
{
    struct gen_knobs k = gen_defaults;
    k.procs = 3, k.division = 1;
    compare_many(k, 600);
}
END_TEST

START_TEST(labels_of_silent_statements_agree_with_the_oracle)
{
    struct gen_knobs k = gen_defaults;
    k.silent = 60, k.labels = 60, k.statements = 8;
    compare_many(k, 600);
    k.procs = 3;
    compare_many(k, 600);
}
END_TEST

START_TEST(everything_agrees_with_the_oracle)
{
    struct gen_knobs k = gen_defaults;
    k.procs = 2, k.mutexes = 2, k.havoc = 1, k.arbitrary = 20, k.templates = 2, k.counts = 1,
    k.messy = 1, k.division = 1, k.ints = 40, k.statements = 4;
    compare_many(k, 600);
}
END_TEST

/* Ranges as integers: the same states, after as many steps. */
START_TEST(wide_programs_agree_with_the_oracle)
{
    struct gen_knobs k = gen_defaults;
    k.procs = 2, k.mutexes = 1, k.havoc = 1, k.arbitrary = 30, k.templates = 2, k.counts = 1;
    k.messy = 1, k.division = 1, k.ints = 0, k.ranges = 80, k.statements = 4;
    int runs = 300 * scale(), compared = 0;
    for (int seed = 1; seed <= runs; seed++)
        compared += compare_as((uint64_t)seed, &k, 1 + seed % 2, 8, 4, true);
    ck_assert_msg(compared > runs / 3, "only %d of %d were compared", compared, runs);
}
END_TEST

/* ---- layout ---- */

/* ---- search with private steps first against search of all orders ---- */

static bool search(const struct pw_program *p, int n, bool reduced, struct pw_concrete *x)
{
    struct pw_concrete_options opt = {
        .threads = (size_t)n, .states = 20000, .lo = -1, .hi = 1, .reduced = reduced};
    const char *why;
    if (!pw_concrete_init(x, p, &opt, &why)) return false;
    pw_concrete_run(x);
    return true;
}

static void same_locations(const struct pw_concrete *all, const struct pw_concrete *few,
                           uint64_t seed, const char *text)
{
    for (size_t t = 0; t < all->p->ntemplates; t++)
        for (size_t l = 0; l < all->p->templates[t].nlocs; l++)
            ck_assert_msg(pw_bits_has(all->locs[t], l) == pw_bits_has(few->locs[t], l),
                          "seed %llu: location %zu of template %zu\n%.*s", (unsigned long long)seed,
                          l, t, SHOWN, text);
}

/* True: the reduced search has left out states. */
static bool compare_reduced(uint64_t seed, const struct gen_knobs *knobs, int n)
{
    struct gen_program *g = gen_random(seed, knobs);
    struct pw_strbuf text = {0};
    struct pw_concrete all, few;
    bool fewer = false;
    gen_print(g, &text);
    struct pw_program *p = parse(pw_strbuf_text(&text), text.n, seed);
    if (p && search(p, n, false, &all)) {
        ck_assert(search(p, n, true, &few));
        if (all.finished) {
            ck_assert(few.finished && few.states <= all.states);
            ck_assert_msg(pw_concrete_violated(&all) == pw_concrete_violated(&few),
                          "seed %llu: only one of the searches finds an error\n%.*s",
                          (unsigned long long)seed, SHOWN, pw_strbuf_text(&text));
            same_locations(&all, &few, seed, pw_strbuf_text(&text));
            fewer = few.states < all.states;
        }
        pw_concrete_clear(&all);
        pw_concrete_clear(&few);
    }
    pw_program_free(p);
    pw_strbuf_clear(&text);
    gen_free(g);
    return fewer;
}

START_TEST(private_steps_first_reach_the_same_locations)
{
    struct gen_knobs k = gen_defaults;
    k.locals = 3, k.ints = 0, k.ranges = 60, k.havoc = 1, k.arbitrary = 20, k.statements = 8;
    int runs = 120 * scale(), fewer = 0;
    for (int seed = 1; seed <= runs; seed++) {
        k.unsafe = seed % 8 == 0; /* then nothing is left out */
        k.preds = 0;
        k.templates = 1 + seed % 2;
        k.mutexes = seed % 3;
        fewer += compare_reduced((uint64_t)seed, &k, 2 + seed % 2);
    }
    ck_assert_msg(fewer > runs / 5, "only %d of %d have fewer states", fewer, runs);
}
END_TEST

static bool format_keeps_meaning(uint64_t seed, const struct gen_knobs *knobs)
{
    struct gen_program *g = gen_random(seed, knobs);
    struct pw_strbuf text = {0}, once = {0}, twice = {0}, before = {0}, after = {0};
    struct pw_source src;
    struct pw_diags diags = {0};
    gen_print(g, &text);
    pw_source_from_text(&src, "random.dr", pw_strbuf_text(&text), text.n);
    ck_assert(pw_format_source(&src, &diags, &once));
    pw_source_clear(&src);
    pw_source_from_text(&src, "once.dr", pw_strbuf_text(&once), once.n);
    ck_assert_msg(pw_format_source(&src, &diags, &twice), "seed %llu: not accepted\n%.*s",
                  (unsigned long long)seed, SHOWN, pw_strbuf_text(&once));
    pw_source_clear(&src);
    ck_assert_msg(!strcmp(pw_strbuf_text(&once), pw_strbuf_text(&twice)),
                  "seed %llu: formatting twice\n%.*s-----\n%.*s", (unsigned long long)seed,
                  SHOWN / 2, pw_strbuf_text(&once), SHOWN / 2, pw_strbuf_text(&twice));
    struct pw_program *p = parse(pw_strbuf_text(&text), text.n, seed),
                      *q = parse(pw_strbuf_text(&once), once.n, seed);
    bool ok = p && q;
    ck_assert_msg(!p == !q, "seed %llu: formatting changes whether it is accepted",
                  (unsigned long long)seed);
    if (ok) pw_program_print(p, &before), pw_program_print(q, &after);
    ck_assert_msg(!strcmp(pw_strbuf_text(&before), pw_strbuf_text(&after)),
                  "seed %llu: formatting changes the meaning\n%.*s", (unsigned long long)seed,
                  SHOWN, pw_strbuf_text(&text));
    pw_program_free(p), pw_program_free(q);
    pw_strbuf_clear(&text), pw_strbuf_clear(&once), pw_strbuf_clear(&twice),
        pw_strbuf_clear(&before), pw_strbuf_clear(&after);
    pw_diags_clear(&diags);
    gen_free(g);
    return ok;
}

START_TEST(formatting_keeps_random_programs)
{
    struct gen_knobs k = gen_defaults;
    k.procs = 3, k.mutexes = 2, k.havoc = 1, k.arbitrary = 30, k.templates = 3, k.counts = 1,
    k.division = 1, k.at = 1, k.inits = 2, k.preds = 5, k.unsafe = 3, k.statements = 6;
    int runs = 2000 * scale(), accepted = 0;
    for (int seed = 1; seed <= runs; seed++) {
        k.messy = seed % 4 != 0;
        accepted += format_keeps_meaning((uint64_t)seed, &k);
    }
    ck_assert_msg(accepted > runs / 10 * 8, "only %d of %d are accepted", accepted, runs);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, plain_programs_agree_with_the_oracle);
    tcase_add_test(c, procedures_agree_with_the_oracle);
    tcase_add_test(c, labels_of_silent_statements_agree_with_the_oracle);
    tcase_add_test(c, everything_agrees_with_the_oracle);
    tcase_add_test(c, wide_programs_agree_with_the_oracle);
    tcase_add_test(c, private_steps_first_reach_the_same_locations);
    tcase_add_test(c, formatting_keeps_random_programs);
}

UNIT_MAIN("lang_random", tests)
