/* Pair invariants: verdicts on small programs and models, facts against explicit search on random
 * programs, zones against the solver. */
#include "unit/unit.h"

#include <string.h>

#include "front/dr/dr.h"
#include "logic/solver.h"
#include "oracle/pairs_oracle.h"
#include "pairs/pairs.h"
#include "pairs/zone.h"
#include "run/concrete.h"
#include "tools/gen_tree.h"

enum { SHOWN = 2500 };

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

/* ---- facts against explicit search ----
 * Oracle (1): what the fixpoint says never to occur does not occur with 1 to 4 threads. Oracle (5):
 * counting invariants hold in every state that is reached (both in pairs_oracle_holds). */

static bool fails_somewhere(const struct pw_state *s)
{
    for (size_t i = 0; i < s->n; i++)
        if (s->p->templates[s->threads[i].template].locs[s->threads[i].loc].kind == PW_LOC_ERROR)
            return true;
    return false;
}

/* Every state that n threads reach satisfies the invariant. safe: it is claimed to be a proof.
 * Returns the states looked at. */
static size_t check_states(const struct pw_invariant *v, size_t n, bool safe, const char *text)
{
    struct pw_concrete_options opt = {.threads = n, .depth = 10, .states = 200, .lo = -2, .hi = 2};
    struct pw_concrete x;
    struct pw_strbuf why = {0}, state = {0};
    const char *no;
    if (!pw_concrete_init(&x, v->p, &opt, &no)) return 0;
    pw_concrete_run(&x);
    size_t states = x.bag.items.n;
    ck_assert_msg(!safe || !pw_concrete_violated(&x),
                  "SAFE, but %zu threads reach a bad state\n%.*s", n, SHOWN, text);
    for (uint32_t id = 0; id < states; id++) {
        struct pw_state *s = pw_statebag_get(&x.bag, v->p, id);
        bool failed = fails_somewhere(s),
             good = failed ? pairs_oracle_admits_error(v) : pairs_oracle_holds(v, s, &why);
        if (!good) pw_state_print(s, &state);
        ck_assert_msg(good, "%s in %s\n%.*s", pw_strbuf_text(&why), pw_strbuf_text(&state), SHOWN,
                      text);
        pw_state_free(s);
    }
    pw_concrete_clear(&x);
    pw_strbuf_clear(&why);
    pw_strbuf_clear(&state);
    return states;
}

static size_t check_program(struct pw_program *p, size_t level, const char *text)
{
    size_t looked = 0;
    struct pw_invariant *v = pw_pairs_invariant(p, level);
    if (!v) return 0;
    for (size_t n = 1; n <= 4; n++)
        looked += check_states(v, n, false, text);
    pw_invariant_free(v);
    return looked;
}

/* The whole engine: what it proves is not refuted. */
static bool check_proof(struct pw_program *p, bool needed, const char *text)
{
    struct pw_pairs_result r = {0};
    struct pw_pairs_stats stats = {0};
    pw_pairs_prove(p, needed, &stats, &r);
    bool proved = r.invariant != NULL;
    for (size_t n = 1; proved && n <= 4; n++)
        check_states(r.invariant, n, true, text);
    pw_pairs_result_clear(&r);
    return proved;
}

static void check_random(struct gen_knobs knobs, int runs)
{
    const char *only = getenv("PWQO_TEST_SEED");
    uint64_t from = only ? strtoull(only, NULL, 10) : 1,
             to = only ? from + 1 : from + (uint64_t)(runs * unit_scale());
    size_t looked = 0, proved = 0;
    for (uint64_t seed = from; seed < to; seed++) {
        struct gen_program *g = gen_random(seed, &knobs);
        struct pw_strbuf text = {0};
        pw_strbuf_printf(&text, "// seed %llu\n", (unsigned long long)seed);
        gen_print(g, &text);
        struct pw_program *p = parse(pw_strbuf_text(&text));
        if (p) {
            looked += check_program(p, seed % 3 ? 0 : 2, pw_strbuf_text(&text));
            if (seed % 2) proved += check_proof(p, seed % 4 == 1, pw_strbuf_text(&text));
        }
        pw_program_free(p);
        pw_strbuf_clear(&text);
        gen_free(g);
    }
    ck_assert_msg(only || (looked > (size_t)runs && proved > 0), "%zu states, %zu proofs", looked,
                  proved);
}

static struct gen_knobs knobs_of(void)
{
    struct gen_knobs k = gen_defaults;
    k.preds = 0;
    return k;
}

START_TEST(facts_hold_in_plain_programs)
{
    check_random(knobs_of(), 40);
}
END_TEST

START_TEST(facts_hold_with_two_templates_and_counts)
{
    struct gen_knobs k = knobs_of();
    k.templates = 2;
    k.counts = 1;
    k.statements = 4;
    check_random(k, 24);
}
END_TEST

START_TEST(facts_hold_with_init_and_arbitrary_values)
{
    struct gen_knobs k = knobs_of();
    k.inits = 2;
    k.arbitrary = 40;
    k.statements = 4;
    check_random(k, 24);
}
END_TEST

START_TEST(facts_hold_with_havoc_and_division)
{
    struct gen_knobs k = knobs_of();
    k.havoc = k.division = 1;
    k.statements = 4;
    check_random(k, 24);
}
END_TEST

START_TEST(facts_hold_with_mutexes_and_procedures)
{
    struct gen_knobs k = knobs_of();
    k.mutexes = k.procs = 1;
    k.statements = 4;
    check_random(k, 24);
}
END_TEST

START_TEST(facts_hold_in_programs_of_integers)
{
    struct gen_knobs k = knobs_of();
    k.ints = 100;
    k.ranges = 0;
    k.linear = 1;
    k.shared = 3;
    check_random(k, 24);
}
END_TEST

/* ---- small programs ---- */

struct sample {
    const char *text;
    bool safe; /* a proof is expected; otherwise the program is wrong and none may be found */
};

static const struct sample samples[] = {
    /* one thread is not two with one idle */
    {"shared int x = 0;\nthread a { local int id = 0; x = x + 1; assert(x == 0); }\ninit id != "
     "other.id;\n",
     false},
    {"shared int x;\nthread a [1] { assert(x >= 0); }\nthread b { local int l = 0; skip; }\ninit "
     "b.l <= x;\n",
     false},
    {"shared int x = 3;\nthread a { local int[0..1] r = x - 3; x = x + 1; assert(x <= 4 || r == "
     "1); }\n",
     false},
    {"shared int x = 0;\nthread a [1] { x = x + 1; assert(x == 0); }\n", false},
    /* error locations have no weight: J is not assumed of a state with a failed thread */
    {"shared int x = 0;\nthread a [2] { x = x + 1; assert(x <= 1); x = x - 1; }\n", false},
    {"shared int c = 0;\nthread a { c = c + 1; assert(c >= 1); c = c - 1; }\n", true},
    /* counts of templates */
    {"shared int x = 0;\nthread a [0] { assert(false); }\nthread b { x = x + 1; assert(x >= 1); "
     "}\n",
     true},
    {"shared int x = 0;\nthread a [2] { x = x + 1; in: skip; }\nthread b { assume(x >= 3); bad: "
     "skip; }\nunsafe count(bad) >= 1;\n",
     true},
    {"shared int x = 0;\nthread a [3] { x = x + 1; in: skip; }\nthread b { assume(x >= 3); bad: "
     "skip; }\nunsafe count(bad) >= 1;\n",
     false},
    /* three at once */
    {"shared int x = 0;\nthread a { atomic { assume(x < 2); x = x + 1; } in: x = x - 1; }\nunsafe "
     "count(in) >= 3;\n",
     true},
    {"shared int x = 0;\nthread a { atomic { assume(x < 2); x = x + 1; } in: x = x - 1; }\nunsafe "
     "count(in) >= 2;\n",
     false},
    {"shared int x = 0;\nthread a { assume(x < 2); x = x + 1; in: x = x - 1; }\nunsafe count(in) "
     ">= 3;\n",
     false},
    /* an update under a guard that fixes the variable is an increment */
    {"shared int w = 0;\nthread reader { atomic { assume(w >= 0); w = w + 1; } read: w = w - 1; }\n"
     "thread writer { atomic { assume(w == 0); w = -1; } write: w = 0; }\nunsafe count(read) >= 1 "
     "&& count(write) >= 1;\n",
     true},
    {"shared int w = 0;\nthread reader { atomic { assume(w >= -1); w = w + 1; } read: w = w - 1; "
     "}\n"
     "thread writer { atomic { assume(w == 0); w = -1; } write: w = 0; }\nunsafe count(read) >= 1 "
     "&& count(write) >= 1;\n",
     false},
    /* an arbitrary number of permits */
    {"shared int K;\nshared int free = K;\nthread a { atomic { assume(free > 0); free = free - 1; "
     "} in: free = free + 1; }\n"
     "thread b { assume(free > K); bad: skip; }\nunsafe count(bad) >= 1;\n",
     true},
    {"shared int K;\nshared int free = K;\nthread a { free = free - 1; in: free = free + 2; }\n"
     "thread b { assume(free > K); bad: skip; }\nunsafe count(bad) >= 1;\n",
     false},
    /* no integers */
    {"shared bool m = false;\nthread a { atomic { assume(!m); m = true; } in: m = false; }\nunsafe "
     "count(in) >= 2;\n",
     true},
    {"shared bool m = false;\nthread a { assume(!m); m = true; in: m = false; }\nunsafe count(in) "
     ">= 2;\n",
     false},
    /* havoc, huge constants */
    {"shared int x = 0;\nthread a { local int l = 0; havoc l; assume(l > "
     "100000000000000000000000); x = l; assert(x != 5); }\n",
     true},
    {"shared int x = 0;\nthread a { local int l = 0; havoc l; x = l; assert(x != 5); }\n", false},
    /* a case */
    {"shared int rc = 1;\nshared bool freed = false;\nthread a { local int old = 0; atomic { "
     "assume(rc > 0); rc = rc + 1; }\n"
     "use: assert(!freed); atomic { old = rc; rc = rc - 1; } if (old == 1) freed = true; }\n",
     true},
    {"shared int rc = 1;\nshared bool freed = false;\nthread a { local int old = 0; rc = rc + 1;\n"
     "use: assert(!freed); atomic { old = rc; rc = rc - 1; } if (old == 2) freed = true; }\n",
     false},
};

START_TEST(samples_are_decided)
{
    const struct sample *s = &samples[_i];
    struct pw_program *p = parse(s->text);
    ck_assert_ptr_nonnull(p);
    bool proved = check_proof(p, _i % 2, s->text);
    ck_assert_msg(proved == s->safe, "%s\n%s", proved ? "proved" : "no proof", s->text);
    pw_program_free(p);
}
END_TEST

/* Limits unwind without a leak. */
static void prove_seqlock(void *arg)
{
    struct pw_pairs_result r = {0};
    struct pw_pairs_stats stats = {0};
    pw_pairs_prove(arg, true, &stats, &r);
    pw_pairs_result_clear(&r);
}

START_TEST(a_stop_gives_back_all_memory)
{
    struct pw_program *p = parse(samples[20].text);
    size_t before = pw_mem_bytes();
    for (int k = 1; k < 2000; k += 61) {
        pw_mem_fail_at(pw_mem_calls() + (uint64_t)k);
        pw_guard_run(prove_seqlock, p);
        pw_mem_fail_at(0);
        ck_assert_uint_eq(pw_mem_bytes(), before);
    }
    pw_program_free(p);
}
END_TEST

/* ---- zones ---- */

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static pw_term random_constraint(struct pw_terms *t, const pw_term *x, uint64_t *r)
{
    pw_term a = x[next_random(r) % 4],
            b = next_random(r) % 3 ? x[next_random(r) % 4] : pw_term_int_si(t, 0);
    pw_term c = pw_term_add(t, b, pw_term_int_si(t, (int64_t)(next_random(r) % 7) - 3));
    switch (next_random(r) % 6) {
    case 0:
        return pw_term_le(t, a, c);
    case 1:
        return pw_term_ge(t, a, c);
    case 2:
        return pw_term_eq(t, a, c);
    case 3:
        return pw_term_lt(t, a, c);
    case 4:
        return pw_term_or2(t, pw_term_le(t, a, c), pw_term_ne(t, x[0], x[1]));
    default:
        return pw_term_ne(t, a, c);
    }
}

/* What a zone says to follow, follows; it finds most of what there is to find. */
START_TEST(zones_agree_with_the_solver)
{
    uint64_t r = 88172645463325252u;
    size_t yes = 0, missed = 0;
    for (int round = 0; round < 400 * unit_scale(); round++) {
        struct pw_terms *t = pw_terms_new();
        struct pw_solver *s = pw_solver_new(t);
        struct pw_zone z;
        pw_term x[4];
        pw_zone_init(&z, t);
        pw_zone_reset(&z);
        for (int i = 0; i < 4; i++)
            x[i] = pw_term_int_var(t, NULL);
        for (int i = 0; i < 7; i++) {
            pw_term c = random_constraint(t, x, &r);
            pw_zone_assume(&z, c);
            pw_solver_assert(s, c);
        }
        bool possible = pw_zone_close(&z), sat = pw_solver_check(s, NULL, 0);
        ck_assert_msg(possible || !sat, "round %d: not empty", round);
        for (int i = 0; i < 10 && possible && sat; i++) {
            pw_term c = random_constraint(t, x, &r), not = pw_term_not(c);
            bool says = pw_zone_follows(&z, c), follows = !pw_solver_check(s, &not, 1);
            ck_assert_msg(!says || follows, "round %d: does not follow", round);
            yes += says;
            missed += follows && !says;
        }
        pw_zone_clear(&z);
        pw_solver_free(s);
        pw_terms_free(t);
    }
    ck_assert_msg(yes > 100 && missed < yes, "%zu found, %zu missed", yes, missed);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, zones_agree_with_the_solver);
    tcase_add_loop_test(c, samples_are_decided, 0, (int)(sizeof samples / sizeof *samples));
    tcase_add_test(c, a_stop_gives_back_all_memory);
    tcase_add_test(c, facts_hold_in_plain_programs);
    tcase_add_test(c, facts_hold_with_two_templates_and_counts);
    tcase_add_test(c, facts_hold_with_init_and_arbitrary_values);
    tcase_add_test(c, facts_hold_with_havoc_and_division);
    tcase_add_test(c, facts_hold_with_mutexes_and_procedures);
    tcase_add_test(c, facts_hold_in_programs_of_integers);
}

UNIT_MAIN("pairs", tests)
