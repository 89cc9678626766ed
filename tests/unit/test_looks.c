/* Threads that look at each other: the language and the explicit search against an interpreter that
 * shares no code (tests/oracle/looks_oracle.h), and what steps become. */
#include "unit/unit.h"

#include <string.h>

#include "engine/verify.h"
#include "finite/pairset.h"
#include "front/dr/dr.h"
#include "front/dr/format.h"
#include "oracle/looks_oracle.h"
#include "run/concrete.h"

static struct pw_program *parse(const char *text)
{
    struct pw_source src;
    struct pw_diags diags = {0};
    pw_source_from_text(&src, "looks.dr", text, strlen(text));
    struct pw_program *p = pw_dr_parse(&src, NULL, 0, &diags);
    if (!p) {
        struct pw_strbuf b = {0};
        pw_diag_print(&diags, &b);
        ck_abort_msg("%s\n%s", pw_strbuf_text(&b), text);
    }
    ck_assert(pw_program_check(p));
    pw_diags_clear(&diags);
    pw_source_clear(&src);
    return p;
}

static struct looks_options options_of(uint64_t seed)
{
    return (struct looks_options){.every = seed % 7 != 0,
                                  .some = seed % 3 != 0,
                                  .others = seed % 2,
                                  .order = seed % 5 == 4,
                                  .tid = seed % 11 < 3,
                                  .two = seed % 4 == 3};
}

/* Does each search find the same labels, properties and numbers of states? */
static void compare(const struct looks_program *l, const struct pw_program *p, size_t n,
                    const char *text)
{
    struct looks_result r;
    struct pw_concrete x;
    struct pw_concrete_options o = {.threads = n};
    const char *why;
    looks_search(l, (int)n, &r);
    ck_assert(pw_concrete_init(&x, p, &o, &why));
    pw_concrete_run(&x);
    ck_assert_msg(x.complete, "%s", text);
    for (int i = 0; i < l->nunsafe; i++)
        ck_assert_msg(x.found[i].reached == r.unsafe[i], "n = %zu, unsafe %d: %d\n%s", n, i,
                      r.unsafe[i], text);
    ck_assert_msg(x.found[p->nunsafe].reached == r.failed, "n = %zu, failures: %d\n%s", n, r.failed,
                  text);
    for (int t = 0; t < l->templates; t++)
        for (int i = 0; i < l->n[t]; i++) {
            char name[8];
            snprintf(name, sizeof name, "%c%d", "pq"[t], i);
            int32_t label = pw_program_label(p, name);
            ck_assert(label >= 0);
            ck_assert_msg(pw_concrete_label(&x, (uint32_t)label) == r.at[t][i],
                          "n = %zu, %s: %d\n%s", n, name, r.at[t][i], text);
        }
    /* the program has an order only where one is compared */
    bool same_symmetry = l->o.order == !!(pw_program_uses(p) & PW_USES_ORDER);
    if (same_symmetry)
        ck_assert_msg(x.states == r.states, "n = %zu: %llu states, not %llu\n%s", n,
                      (unsigned long long)x.states, (unsigned long long)r.states, text);
    pw_concrete_clear(&x);
}

/* A run of every violated property, step by step. */
static void replay(const struct pw_program *p, size_t n)
{
    struct pw_concrete x;
    struct pw_concrete_options o = {.threads = n};
    const char *why;
    ck_assert(pw_concrete_init(&x, p, &o, &why));
    pw_concrete_run(&x);
    for (size_t k = 0; k <= p->nunsafe; k++) {
        if (!x.found[k].reached) continue;
        struct pw_run *t = pw_concrete_run_to(&x, k);
        struct pw_state *s = pw_state_clone(t->start);
        size_t used = 0;
        ck_assert(pw_interp_initial(s, NULL));
        for (size_t i = 0; i < t->steps.n; i++) {
            const struct pw_schedule_step *step = &t->steps.at[i];
            uint32_t template = s->threads[step->thread].template;
            ck_assert(pw_interp_step(s, step->thread, step->edge, pw_vec_from(&t->choices, used)));
            used += s->p->templates[template].edges[step->edge].nchoices;
        }
        ck_assert(used == t->choices.n);
        ck_assert(pw_interp_violation(s) != PW_NONE);
        pw_state_free(s);
        pw_run_free(t);
    }
    pw_concrete_clear(&x);
}

/* The formatter changes nothing but the layout. */
static void reformat(const char *text, const struct pw_program *p)
{
    struct pw_source src;
    struct pw_diags diags = {0};
    struct pw_strbuf out = {0}, before = {0}, after = {0};
    pw_source_from_text(&src, "looks.dr", text, strlen(text));
    ck_assert(pw_format_source(&src, &diags, &out));
    struct pw_program *again = parse(pw_strbuf_text(&out));
    pw_program_print(p, &before);
    pw_program_print(again, &after);
    ck_assert_str_eq(pw_strbuf_text(&before), pw_strbuf_text(&after));
    pw_program_free(again);
    pw_strbuf_clear(&out);
    pw_strbuf_clear(&before);
    pw_strbuf_clear(&after);
    pw_source_clear(&src);
}

START_TEST(random_programs)
{
    enum { PART = 40 };
    for (int i = 0; i < PART * unit_scale(); i++) {
        uint64_t seed = unit_seed() + (uint64_t)_i * 1000003 + (uint64_t)i;
        struct looks_program l;
        struct pw_strbuf text = {0};
        looks_random(&l, seed, options_of(seed));
        looks_print(&l, &text);
        struct pw_program *p = parse(pw_strbuf_text(&text));
        for (size_t n = 1; n <= (l.o.two || l.o.order ? 3 : 4); n++)
            compare(&l, p, n, pw_strbuf_text(&text));
        replay(p, 2);
        if (i % 8 == 0) reformat(pw_strbuf_text(&text), p);
        pw_program_free(p);
        pw_strbuf_clear(&text);
    }
}
END_TEST

/* Every pair of threads of every reachable state is in the set of pairs. */
static void compare_pairs(const struct pw_pairset *pairs, const struct pw_program *p, size_t n,
                          const char *text)
{
    struct pw_concrete x;
    struct pw_concrete_options o = {.threads = n};
    const char *why;
    ck_assert(pw_concrete_init(&x, p, &o, &why));
    pw_concrete_run(&x);
    for (uint32_t id = 0; id < x.bag.items.n; id++) {
        struct pw_state *s = pw_statebag_get(&x.bag, p, id);
        for (size_t b = 1; b < n; b++)
            for (size_t a = 0; a < b; a++)
                ck_assert_msg(pw_pairset_shows(pairs, s, a, b), "n = %zu, %zu and %zu\n%s", n, a, b,
                              text);
        pw_state_free(s);
    }
    if (pw_concrete_violated(&x)) ck_assert_msg(pw_pairset_bad(pairs) != PW_NONE, "%s", text);
    pw_concrete_clear(&x);
}

static size_t most_somes(const struct pw_program *p)
{
    size_t most = 0;
    for (size_t t = 0; t < p->ntemplates; t++)
        for (size_t i = 0; i < p->templates[t].nedges; i++) {
            size_t n = 0;
            for (size_t k = 0; k < p->templates[t].edges[i].nlooks; k++)
                n += !p->templates[t].edges[i].looks[k].every;
            if (n > most) most = n;
        }
    return most;
}

START_TEST(random_pairs)
{
    enum { PART = 30 };
    int exact = 0;
    for (int i = 0; i < PART * unit_scale(); i++) {
        uint64_t seed = unit_seed() + (uint64_t)_i * 7000003 + (uint64_t)i;
        struct looks_program l;
        struct pw_strbuf text = {0};
        struct pw_pairset_stats stats = {0};
        struct pw_pairset pairs;
        looks_random(&l, seed, options_of(seed));
        looks_print(&l, &text);
        struct pw_program *p = parse(pw_strbuf_text(&text));
        ck_assert(!pw_pairset_declines(p));
        pw_pairset_init(&pairs, p, &stats);
        for (size_t n = 2; n <= (l.o.two || l.o.order ? 3 : 4); n++)
            compare_pairs(&pairs, p, n, pw_strbuf_text(&text));
        /* and it is the least such set, where that is quickly seen */
        size_t known = 3 + most_somes(p);
        uint64_t least = l.o.order || known > 4 ? 0 : looks_pairs(&l, (int)known);
        if (least && !pairs.ordered)
            ck_assert_msg(stats.pairs == least, "%llu pairs, not %llu\n%s",
                          (unsigned long long)stats.pairs, (unsigned long long)least,
                          pw_strbuf_text(&text));
        exact += least != 0;
        pw_pairset_clear(&pairs);
        pw_program_free(p);
        pw_strbuf_clear(&text);
    }
    ck_assert_int_ge(exact, PART / 3);
}
END_TEST

/* No wrong verdict: SAFE means that no number of threads goes wrong, UNSAFE that just this one
 * does. */
static void check_verdict(uint64_t seed, int tally[3])
{
    struct looks_program l;
    struct looks_result found;
    struct pw_strbuf text = {0};
    struct pw_source src;
    struct pw_diags diags = {0};
    struct pw_verify_options o;
    struct pw_verify_result r;
    looks_random(&l, seed, options_of(seed));
    looks_random_numbers(&l, seed);
    looks_print(&l, &text);
    pw_source_from_text(&src, "looks.dr", pw_strbuf_text(&text), text.n);
    pw_verify_options_init(&o);
    pw_verify_result_init(&r);
    pw_verify_source(&src, PW_INPUT_DR, &o, &diags, &r);
    ck_assert_msg(r.status == PW_VERIFY_DONE, "seed %llu", (unsigned long long)seed);
    enum pw_verdict v = r.judgement.verdict;
    tally[v == PW_SAFE ? 0 : v == PW_UNSAFE ? 1 : 2]++;
    for (int n = 1; n <= 4 && v == PW_SAFE; n++) {
        if (!looks_takes(&l, n)) continue;
        looks_search(&l, n, &found);
        ck_assert_msg(!looks_bad(&l, &found), "seed %llu: SAFE, but %d threads go wrong\n%s",
                      (unsigned long long)seed, n, pw_strbuf_text(&text));
    }
    if (v == PW_UNSAFE && r.threads <= LOOKS_THREADS) {
        looks_search(&l, (int)r.threads, &found);
        ck_assert_msg(looks_takes(&l, (int)r.threads) && looks_bad(&l, &found),
                      "seed %llu: UNSAFE with %u threads\n%s", (unsigned long long)seed, r.threads,
                      pw_strbuf_text(&text));
    }
    pw_verify_result_clear(&r);
    pw_diags_clear(&diags);
    pw_source_clear(&src);
    pw_strbuf_clear(&text);
}

START_TEST(random_verdicts)
{
    enum { PART = 25 };
    int tally[3] = {0};
    for (int i = 0; i < PART * unit_scale(); i++)
        check_verdict(unit_seed() + (uint64_t)_i * 9000011 + (uint64_t)i, tally);
    ck_assert_msg(tally[0] && tally[1], "SAFE %d, UNSAFE %d, UNKNOWN %d", tally[0], tally[1],
                  tally[2]);
    if (getenv("PWQO_TEST_SCALE"))
        printf("verdicts: SAFE %d, UNSAFE %d, UNKNOWN %d\n", tally[0], tally[1], tally[2]);
}
END_TEST

static void lowered(const char *body, const char *const *parts)
{
    struct pw_strbuf text = {0}, out = {0};
    pw_strbuf_printf(&text,
                     "shared int[0..2] h = 0;\nthread p { local bool x = false; local int[0..2] y "
                     "= 0;\na: %s\nb: skip;\n}\n",
                     body);
    struct pw_program *p = parse(pw_strbuf_text(&text));
    pw_program_print(p, &out);
    for (; *parts; parts++)
        ck_assert_msg(strstr(pw_strbuf_text(&out), *parts), "no '%s' in\n%s", *parts,
                      pw_strbuf_text(&out));
    pw_program_free(p);
    pw_strbuf_clear(&text);
    pw_strbuf_clear(&out);
}

/* What a step becomes, written down by hand. */
START_TEST(steps)
{
    lowered("assume(every(other.x) && some(other.y > 1));",
            (const char *const[]){"looking every p: other.x, some p: other.y > 1", NULL});
    lowered("if (some(other.x)) h = 1; else h = 2;",
            (const char *const[]){"true\" looking some p: other.x\n",
                                  "false\" looking every p: !other.x\n", NULL});
    /* in the middle of a step: after what it has done before, to itself and to others */
    lowered("atomic { y = 2; other.y = y; assume(every(other.y == h)); }",
            (const char *const[]){"do y = 2 looking every p: 2 == h others other(p).y = 2", NULL});
    lowered("atomic { other.x = !other.x; other.y = other.x ? 1 : other.y; }",
            (const char *const[]){
                "others other(p).x = !other.x, other(p).y = !other.x ? 1 : other.y", NULL});
    lowered(
        "other.y = other.y + 1;",
        (const char *const[]){"range \"other.y = other.y + 1\" looking some p: !(0 <= other.y + 1",
                              "\"other.y = other.y + 1\" looking every p: 0 <= other.y + 1", NULL});
    lowered("x = every(self < other.self);",
            (const char *const[]){"do x = true looking every p: (self < other.self)",
                                  "do x = false looking some p: !(self < other.self)", NULL});
    lowered("other.x = other.x;", (const char *const[]){"@0 -> @1 \"other.x = other.x\"\n", NULL});
}
END_TEST

static uint64_t states_of(const struct pw_program *p, size_t n, bool *violated)
{
    struct pw_concrete x;
    struct pw_concrete_options o = {.threads = n};
    const char *why;
    ck_assert(pw_concrete_init(&x, p, &o, &why));
    pw_concrete_run(&x);
    ck_assert(x.complete);
    *violated = pw_concrete_violated(&x);
    uint64_t states = x.states;
    pw_concrete_clear(&x);
    return states;
}

/* A tid is what it says: a bit of each thread, set in one and cleared in all others. */
START_TEST(tids)
{
    static const char tid[] =
        "shared tid a = nobody;\n"
        "thread p { local bool x = false; while (true) {\n"
        "  if (*) a = self; else if (a == self) atomic { assume(some(other.x)); a = nobody; }\n"
        "  assume(every(a != other.self || !other.x)); x = a != nobody; } }\n"
        "thread q { while (true) { atomic { assume(a != self && every(a != other(p).self)); a = "
        "self; } c: skip; } }\n"
        "unsafe count(c) >= 2;\n";
    static const char bits[] =
        "shared bool a = false;\n"
        "thread p { local bool x = false, m = false; while (true) {\n"
        "  if (*) atomic { a = true; m = true; other.m = false; other.k = false; }\n"
        "  else if (m) atomic { assume(some(other.x)); a = false; m = false; other.m = false;\n"
        "    other.k = false; }\n"
        "  assume(every(!other.m || !other.x)); x = a; } }\n"
        "thread q { local bool k = false; while (true) { atomic {\n"
        "  assume(!k && every(!other.m)); a = true; k = true; other.m = false; other.k = false; }\n"
        "  c: skip; } }\n"
        "unsafe count(c) >= 2;\n";
    struct pw_program *t = parse(tid), *b = parse(bits);
    for (size_t n = 1; n <= 4; n++) {
        bool bad_t, bad_b;
        uint64_t states = states_of(t, n, &bad_t);
        ck_assert_uint_eq(states, states_of(b, n, &bad_b));
        ck_assert(bad_t == bad_b && states > 4);
    }
    pw_program_free(t);
    pw_program_free(b);
}
END_TEST

/* The words are no keywords. */
START_TEST(old_programs)
{
    struct pw_program *p = parse("proc every(int k) { return k > 0; } proc some() { skip; }\n"
                                 "shared int self = 0, tid = 1, nobody = 2;\n"
                                 "thread t { local bool b = false; b = every(self); some();\n"
                                 "every: self = tid; goto every; }\n");
    ck_assert_uint_eq(pw_program_uses(p), 0);
    pw_program_free(p);
}
END_TEST

static void tests(TCase *c)
{
    tcase_set_timeout(c, 300);
    tcase_add_test(c, steps);
    tcase_add_test(c, old_programs);
    tcase_add_test(c, tids);
    tcase_add_loop_test(c, random_programs, 0, 8);
    tcase_add_loop_test(c, random_pairs, 0, 4);
    tcase_add_loop_test(c, random_verdicts, 0, 4);
}

UNIT_MAIN("looks", tests)
