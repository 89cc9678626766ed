/* Random programs, with and without location atoms in their predicates: what do the closures reach
 * that the template does not?
 *
 * For n = 2, 3, 4 threads: template <= sharp closure <= witness closure <= paper closure, in labels
 * and label pairs. Programs on which a closure reaches more are counted; PWQO_TEST_KEEP=DIR keeps
 * them as files, shortest names for shortest programs. */
#include "unit/unit.h"

#include <string.h>

#include "abst/abstract.h"
#include "dualref/instance.h"
#include "front/dr/dr.h"
#include "tools/gen_tree.h"

enum { MODES = 4, THREADS = 4, MOST_STATES = 3000 };
static const enum pw_closure_mode modes[MODES] = {PW_CLOSURE_NONE, PW_CLOSURE_SHARP,
                                                  PW_CLOSURE_WITNESS, PW_CLOSURE_PAPER};

static int scaled(int n)
{
    const char *scale = getenv("PWQO_TEST_SCALE");
    return n * (scale ? atoi(scale) : 1);
}

struct tally {
    int programs, non_monotone, more[MODES], too_large;
    size_t shortest[MODES];
    int shortest_seed[MODES];
};

static struct pw_abstraction *abstract(const char *text, size_t size)
{
    struct pw_source src;
    struct pw_diags d = {0};
    struct pw_abst_options o = {0};
    pw_source_from_text(&src, "random.dr", text, size);
    struct pw_program *p = pw_dr_parse(&src, NULL, 0, &d);
    struct pw_abstraction *a = p ? pw_abstract_template(p, &src, &o, NULL, &d) : NULL;
    if (p) pw_program_free(p);
    pw_diags_clear(&d);
    pw_source_clear(&src);
    return a;
}

static bool within(const bool *small, const bool *big, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (small[i] && !big[i]) return false;
    return true;
}

/* Bit m: mode m reaches a label or pair that the template does not reach. Bit MODES: too many
 * states. */
static unsigned compare(struct pw_dual *t, unsigned n, int seed)
{
    struct pw_instance_result r[MODES];
    unsigned more = 0;
    size_t labels = t->labels.n;
    for (int m = 0; m < MODES; m++) {
        struct pw_closure *c = pw_closure_new(t, modes[m]);
        struct pw_instance_options o = {.threads = n, .most_states = MOST_STATES};
        pw_instance_explore(c, &o, &r[m]);
        if (!r[m].complete) more |= 1u << MODES;
        pw_closure_free(c);
    }
    for (int m = 1; m < MODES && !(more >> MODES); m++) {
        ck_assert_msg(within(r[m - 1].label, r[m].label, labels) &&
                          within(r[m - 1].pair, r[m].pair, labels * labels),
                      "seed %d, n = %u: %s loses something", seed, n,
                      pw_closure_mode_name(modes[m]));
        if (!within(r[m].label, r[0].label, labels) ||
            !within(r[m].pair, r[0].pair, labels * labels))
            more |= 1u << m;
    }
    for (int m = 0; m < MODES; m++)
        pw_instance_clear(&r[m]);
    return more;
}

static void keep(const char *text, const char *mode, int seed)
{
    const char *dir = getenv("PWQO_TEST_KEEP");
    char path[512];
    if (!dir) return;
    snprintf(path, sizeof path, "%s/%s-%05zu-%d.dr", dir, mode, strlen(text), seed);
    FILE *f = fopen(path, "w");
    if (!f) return;
    fputs(text, f);
    fclose(f);
}

static void one(struct tally *y, const struct gen_knobs *knobs, int seed)
{
    struct gen_program *g = gen_random((uint64_t)seed, knobs);
    struct pw_strbuf text = {0};
    gen_print(g, &text);
    gen_free(g);
    struct pw_abstraction *a = abstract(text.at, text.n);
    unsigned more = 0;
    if (a) {
        y->programs++;
        y->non_monotone += !pw_closure_is_monotone(a->template, NULL);
        for (unsigned n = 2; n <= THREADS; n++)
            more |= compare(a->template, n, seed);
        y->too_large += more >> MODES & 1;
    }
    for (int m = 1; m < MODES; m++) {
        if (!(more >> m & 1)) continue;
        y->more[m]++;
        keep(pw_strbuf_text(&text), pw_closure_mode_name(modes[m]), seed);
    }
    pw_abstract_free(a);
    pw_strbuf_clear(&text);
}

static void run(int at, int programs, int first)
{
    struct tally y = {0};
    for (int i = 0; i < programs; i++) {
        struct gen_knobs k = gen_defaults;
        k.statements = 3 + i % 3, k.shared = 1 + i % 2, k.locals = 1 + i % 5 / 4,
        k.preds = 1 + i % 4, k.inter = 80, k.ranges = 10, k.at = at;
        k.asserts = 0, k.labels = 60, k.linear = i % 2, k.magnitude = 2,
        k.templates = 1 + i % 7 / 6;
        one(&y, &k, first + i);
    }
    printf("%s location atoms: %d programs, %d of them not monotone; n = 2..%d; more than the "
           "template: sharp %d, witness %d, paper %d; %d had too many states\n",
           at ? "with" : "without", y.programs, y.non_monotone, THREADS, y.more[1], y.more[2],
           y.more[3], y.too_large);
    ck_assert(y.programs > programs / 2 && y.non_monotone > 0);
}

START_TEST(without_location_atoms)
{
    run(0, scaled(60), 1);
}
END_TEST

START_TEST(with_location_atoms)
{
    run(1, scaled(60), 1000001);
}
END_TEST

static void tests(TCase *c)
{
    tcase_set_timeout(c, 3600);
    tcase_add_test(c, without_location_atoms);
    tcase_add_test(c, with_location_atoms);
}

UNIT_MAIN("closure_random", tests)
