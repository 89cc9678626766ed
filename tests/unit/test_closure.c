/* What the closure does and does not preserve: the paper's instructions, the two counterexamples to
 * its Theorem 11, the two-counter machine. */
#include "unit/unit.h"

#include <string.h>

#include "abst/abstract.h"
#include "cover/search.h"
#include "drcover/encode_dr.h"
#include "drcover/sharp_dr.h"
#include "dualref/closure.h"
#include "dualref/instance.h"
#include "front/dr/dr.h"
#include "front/drt/drt.h"

/* ---- templates from files and from programs ---- */

static struct pw_dual *load_drt(const char *path)
{
    struct pw_source src;
    struct pw_diags d = {0};
    const char *why;
    char full[512];
    snprintf(full, sizeof full, "%s/%s", SRCDIR, path);
    ck_assert_msg(pw_source_read(&src, full, &why) == PW_SOURCE_OK, "%s", full);
    struct pw_dual *t = pw_drt_parse(&src, &d);
    ck_assert(t != NULL);
    pw_diags_clear(&d);
    pw_source_clear(&src);
    return t;
}

static struct pw_abstraction *load_dr(const char *path)
{
    struct pw_source src;
    struct pw_diags d = {0};
    const char *why;
    char full[512];
    snprintf(full, sizeof full, "%s/%s", SRCDIR, path);
    ck_assert_msg(pw_source_read(&src, full, &why) == PW_SOURCE_OK, "%s", full);
    struct pw_program *p = pw_dr_parse(&src, NULL, 0, &d);
    ck_assert(p != NULL);
    struct pw_abst_options o = {0};
    struct pw_abstraction *a = pw_abstract_template(p, &src, &o, NULL, &d);
    ck_assert(a != NULL);
    pw_program_free(p);
    pw_diags_clear(&d);
    pw_source_clear(&src);
    return a;
}

static bool explores_to_bad(struct pw_dual *t, enum pw_closure_mode mode, unsigned n)
{
    struct pw_closure *c = pw_closure_new(t, mode);
    struct pw_instance_options o = {.threads = n};
    struct pw_instance_result r;
    pw_instance_explore(c, &o, &r);
    ck_assert(r.complete);
    bool bad = r.any_bad;
    pw_instance_clear(&r);
    pw_closure_free(c);
    return bad;
}

static enum pw_cover_verdict decide(struct pw_dual *t, enum pw_closure_mode mode)
{
    struct pw_closure *c = pw_closure_new(t, mode);
    struct pw_encoding e;
    pw_encode_dr(&e, c);
    struct pw_cover_options o;
    pw_cover_options_init(&o);
    struct pw_cover_result r = {0};
    struct pw_cover_stats stats = {0};
    pw_cover_decide(&e.system, &o, &r, &stats);
    while (mode == PW_CLOSURE_SHARP && r.verdict == PW_COVERED &&
           pw_sharp_refine(&e, c, &r.trace)) {
        pw_cover_result_clear(&r, e.system.globals);
        pw_encoding_clear(&e);
        r = (struct pw_cover_result){0};
        pw_encode_dr(&e, c);
        pw_cover_decide(&e.system, &o, &r, &stats);
    }
    enum pw_cover_verdict v = r.verdict;
    pw_cover_result_clear(&r, e.system.globals);
    pw_encoding_clear(&e);
    pw_closure_free(c);
    return v;
}

/* ---- Table 3: one instruction on l and other.l, with l in 0 .. M-1 and arithmetic modulo M
 * ---- */

enum { M = 3 };
typedef void effect(int l, int p, int *l2, int *p2);
static void swap(int l, int p, int *l2, int *p2)
{
    *l2 = p, *p2 = l;
}
static void shift(int l, int p, int *l2, int *p2)
{
    *l2 = (l + 1) % M, *p2 = (p + M - 1) % M;
}
static void add_to_passive(int l, int p, int *l2, int *p2)
{
    *l2 = l, *p2 = (p + l) % M;
}
static void add_to_active(int l, int p, int *l2, int *p2)
{
    *l2 = (l + p) % M, *p2 = p;
}
static void set_passive(int l, int p, int *l2, int *p2)
{
    (void)p, *l2 = l, *p2 = 2;
}

static struct pw_dual *instruction(effect *f)
{
    struct pw_dual *t = pw_dual_new();
    uint32_t q = pw_dual_add_kind(t, "t", -1);
    pw_dual_add_local_value(t, q, "l", PW_FIELD_RANGE, 0, M - 1);
    uint32_t loc = pw_dual_add_loc(t, q, "a", 0, PW_TLOC_NORMAL);
    pw_dual_set_entry(t, q, loc);
    uint32_t s = pw_dual_add_stmt(t, q, loc, loc, 1, "instruction");
    pw_dual_layout(t);
    for (int l = 0; l < M; l++)
        for (int p = 0; p < M; p++) {
            int l2, p2;
            f(l, p, &l2, &p2);
            struct pw_row *r = pw_row_new(t, q, q);
            pw_row_set(r, PW_ACTIVE, 0, PW_NOW, l), pw_row_set(r, PW_PASSIVE, 0, PW_NOW, p);
            pw_row_set(r, PW_ACTIVE, 0, PW_NEXT, l2), pw_row_set(r, PW_PASSIVE, 0, PW_NEXT, p2);
            pw_dual_add_step_row(t, s, r);
            pw_row_free(r);
        }
    return t;
}

/* Is (l, l') with a passive p in the fragment (18)? */
static bool in_fragment(struct pw_dual *t, int l, int p, int l2)
{
    struct pw_closure *c = pw_closure_new(t, PW_CLOSURE_PAPER);
    struct pw_row *r = pw_row_new(t, 0, 0);
    pw_row_set(r, PW_ACTIVE, 0, PW_NOW, l), pw_row_set(r, PW_PASSIVE, 0, PW_NOW, p),
        pw_row_set(r, PW_ACTIVE, 0, PW_NEXT, l2);
    bool in = pw_bdd_implies(t->bdds, pw_row_bdd(t, r), pw_closure_sink(c, 0, 0));
    pw_row_free(r);
    pw_closure_free(c);
    return in;
}

START_TEST(table_3)
{
    static const struct {
        effect *f;
        bool monotone;
        int l, l2; /* the paper's assignment that violates (17) */
    } rows[] = {{swap, false, 0, 1},
                {shift, true, 0, 0},
                {add_to_passive, true, 0, 0},
                {add_to_active, false, 1, 1},
                {set_passive, true, 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct pw_dual *t = instruction(rows[i].f);
        struct pw_blocked why = {0};
        ck_assert(pw_closure_is_monotone(t, &why) == rows[i].monotone);
        /* the paper's witness is one of ours: some passive value blocks it */
        if (!rows[i].monotone) {
            bool found = false;
            for (int p = 0; p < M; p++)
                found = found || in_fragment(t, rows[i].l, p, rows[i].l2);
            ck_assert(found);
            pw_blocked_clear(&why);
        }
        pw_dual_free(t);
    }
    struct pw_dual *t = instruction(swap); /* the fragment of the swap is l' != other.l */
    for (int l = 0; l < M; l++)
        for (int p = 0; p < M; p++)
            for (int l2 = 0; l2 < M; l2++)
                ck_assert(in_fragment(t, l, p, l2) == (l2 != p));
    pw_dual_free(t);
}
END_TEST

/* The paper's witnesses in words: (l, l') = (0, 1) for the swap of bits; FF -> TT blocked by T for
 * the decrement. */
START_TEST(witnesses_are_the_papers)
{
    struct pw_dual *t = load_drt("models/templates/swap.drt");
    struct pw_blocked why = {0};
    struct pw_strbuf text = {0};
    ck_assert(!pw_closure_is_monotone(t, &why));
    pw_blocked_print(t, &why, &text);
    ck_assert_str_eq(pw_strbuf_text(&text), "statement 0, line 1: l, other.l = other.l, l\n"
                                            "  active t: at a with !l -> at a with l\n"
                                            "  possible beside t at a with l -> at a with !l\n"
                                            "  blocked by t at a with !l\n");
    pw_blocked_clear(&why);
    pw_dual_free(t);
    pw_strbuf_reset(&text);
    t = load_drt("models/templates/decrement_equal.drt");
    ck_assert(!pw_closure_is_monotone(t, &why));
    pw_blocked_print(t, &why, &text);
    ck_assert_str_eq(pw_strbuf_text(&text),
                     "statement 0, line 1: l = l - 1\n"
                     "  active client: at start with !eq -> at done with eq\n"
                     "  possible beside client at start with !eq -> at start with eq\n"
                     "  blocked by client at start with eq\n");
    pw_blocked_clear(&why);
    pw_strbuf_clear(&text);
    pw_dual_free(t);
}
END_TEST

/* ---- DESIGN, section 5 ---- */

START_TEST(all_passive_threads_sink)
{
    struct pw_abstraction *a = load_dr("models/closure/alone.dr");
    for (unsigned n = 2; n <= 5; n++) {
        ck_assert(!explores_to_bad(a->template, PW_CLOSURE_NONE, n));
        ck_assert(!explores_to_bad(a->template, PW_CLOSURE_WITNESS, n));
        ck_assert(explores_to_bad(a->template, PW_CLOSURE_PAPER, n));
    }
    ck_assert(decide(a->template, PW_CLOSURE_WITNESS) == PW_UNCOVERED);
    ck_assert(decide(a->template, PW_CLOSURE_PAPER) == PW_COVERED);
    pw_abstract_free(a);
}
END_TEST

START_TEST(a_thread_helps_then_sinks)
{
    struct pw_abstraction *a = load_dr("models/closure/helper.dr");
    for (unsigned n = 2; n <= 5; n++) {
        ck_assert(!explores_to_bad(a->template, PW_CLOSURE_NONE, n));
        ck_assert(explores_to_bad(a->template, PW_CLOSURE_WITNESS, n) == (n >= 3));
        ck_assert(n < 3 || explores_to_bad(a->template, PW_CLOSURE_PAPER, n));
    }
    ck_assert(decide(a->template, PW_CLOSURE_WITNESS) == PW_COVERED);
    ck_assert(decide(a->template, PW_CLOSURE_PAPER) == PW_COVERED);
    for (unsigned n = 2; n <= 4; n++)
        ck_assert(!explores_to_bad(a->template, PW_CLOSURE_SHARP, n));
    ck_assert(decide(a->template, PW_CLOSURE_SHARP) == PW_UNCOVERED);
    pw_abstract_free(a);
}
END_TEST

/* Without location atoms, too, a closure can be ahead of the template: here by one thread. */
static bool two_at(struct pw_dual *t, enum pw_closure_mode mode, unsigned n, const char *label)
{
    struct pw_closure *c = pw_closure_new(t, mode);
    struct pw_instance_options o = {.threads = n};
    struct pw_instance_result r;
    pw_instance_explore(c, &o, &r);
    uint32_t l = pw_dual_add_label(t, label);
    bool two = r.pair[l * r.n_labels + l];
    pw_instance_clear(&r);
    pw_closure_free(c);
    return two;
}

START_TEST(a_closure_is_sooner)
{
    struct pw_abstraction *a = load_dr("tests/closures/sooner.dr");
    ck_assert(!two_at(a->template, PW_CLOSURE_NONE, 3, "L0") &&
              two_at(a->template, PW_CLOSURE_NONE, 4, "L0"));
    ck_assert(two_at(a->template, PW_CLOSURE_WITNESS, 3, "L0"));
    ck_assert(!two_at(a->template, PW_CLOSURE_SHARP, 3, "L0") &&
              two_at(a->template, PW_CLOSURE_SHARP, 4, "L0"));
    pw_abstract_free(a);
    a = load_dr("tests/closures/not_sharp.dr");
    ck_assert(!two_at(a->template, PW_CLOSURE_NONE, 3, "L5") &&
              two_at(a->template, PW_CLOSURE_SHARP, 3, "L5"));
    ck_assert(two_at(a->template, PW_CLOSURE_NONE, 4, "L5"));
    pw_abstract_free(a);
}
END_TEST

/* ---- the machine behind Thm. 5 ---- */

START_TEST(two_counter_machines)
{
    struct pw_dual *stuck = load_drt("models/templates/two_counters.drt"),
                   *halts = load_drt("models/templates/two_counters_halt.drt");
    ck_assert(!pw_closure_is_monotone(stuck, NULL) && !pw_closure_is_monotone(halts, NULL));
    for (unsigned n = 2; n <= 5; n++) {
        ck_assert(!explores_to_bad(stuck, PW_CLOSURE_NONE, n));
        /* one machine, two units */
        ck_assert(explores_to_bad(halts, PW_CLOSURE_NONE, n) == (n >= 3));
    }
    /* the zero test sinks the unit that blocks it */
    ck_assert(decide(stuck, PW_CLOSURE_WITNESS) == PW_COVERED);
    ck_assert(decide(halts, PW_CLOSURE_WITNESS) == PW_COVERED);
    /* a trap: while counter 2 is not taken back, some unit holds it */
    ck_assert(decide(stuck, PW_CLOSURE_SHARP) == PW_UNCOVERED);
    ck_assert(decide(halts, PW_CLOSURE_SHARP) == PW_COVERED);
    pw_dual_free(stuck);
    pw_dual_free(halts);
}
END_TEST

/* ---- dump, read, dump: same text, same answer, same basis ---- */

static void print_basis(struct pw_dual *t, struct pw_strbuf *out)
{
    struct pw_closure *c = pw_closure_new(t, PW_CLOSURE_WITNESS);
    struct pw_encoding e;
    pw_encode_dr(&e, c);
    struct pw_cover_options o;
    pw_cover_options_init(&o);
    o.prune = false;
    o.exhaust = true;
    struct pw_cover_result r = {0};
    struct pw_cover_stats stats = {0};
    pw_cover_decide(&e.system, &o, &r, &stats);
    pw_strbuf_printf(out, "verdict %d\n", r.verdict);
    for (size_t i = 0; i < r.basis.n; i++) {
        pw_encoding_print(&e, r.basis.at[i].global, r.basis.at[i].toks.at, r.basis.at[i].toks.n,
                          out);
        pw_strbuf_putc(out, '\n');
    }
    pw_cover_result_clear(&r, e.system.globals);
    pw_encoding_clear(&e);
    pw_closure_free(c);
}

static void round_trip(struct pw_dual *t)
{
    struct pw_strbuf text = {0}, again = {0}, basis = {0}, basis_again = {0};
    struct pw_source src;
    struct pw_diags d = {0};
    pw_drt_print(t, NULL, &text);
    pw_source_from_text(&src, "dump.drt", text.at, text.n);
    struct pw_dual *u = pw_drt_parse(&src, &d);
    ck_assert(u != NULL);
    pw_drt_print(u, NULL, &again);
    ck_assert_str_eq(pw_strbuf_text(&text), pw_strbuf_text(&again));
    ck_assert(pw_dual_equal(t, u));
    print_basis(t, &basis);
    print_basis(u, &basis_again);
    ck_assert(basis.n > 12);
    ck_assert_str_eq(pw_strbuf_text(&basis), pw_strbuf_text(&basis_again));
    pw_dual_free(u);
    pw_diags_clear(&d);
    pw_source_clear(&src);
    pw_strbuf_clear(&text), pw_strbuf_clear(&again), pw_strbuf_clear(&basis),
        pw_strbuf_clear(&basis_again);
}

START_TEST(dumped_templates_have_the_same_basis)
{
    static const char *const programs[] = {"models/ticket.dr", "models/ticket_zero.dr",
                                           "models/closure/helper.dr", "models/teardown.dr"};
    static const char *const templates[] = {"models/templates/two_counters.drt",
                                            "models/templates/swap.drt",
                                            "models/templates/decrement_equal.drt"};
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        struct pw_abstraction *a = load_dr(programs[i]);
        round_trip(a->template);
        pw_abstract_free(a);
    }
    for (size_t i = 0; i < sizeof templates / sizeof *templates; i++) {
        struct pw_dual *t = load_drt(templates[i]);
        round_trip(t);
        pw_dual_free(t);
    }
}
END_TEST

/* ---- following a schedule ---- */

START_TEST(a_schedule_is_followed_or_not)
{
    struct pw_abstraction *a = load_dr("models/closure/helper.dr");
    struct pw_closure *closed = pw_closure_new(a->template, PW_CLOSURE_WITNESS),
                      *open = pw_closure_new(a->template, PW_CLOSURE_NONE);
    struct pw_instance_options o = {.threads = 3, .stop_at_bad = true};
    struct pw_instance_result r, s;
    pw_instance_explore(closed, &o, &r);
    ck_assert(r.any_bad && r.run.steps.n);
    uint32_t schedule[32];
    ck_assert(r.run.steps.n <= 32);
    for (size_t i = 0; i < r.run.steps.n; i++)
        schedule[i] = r.run.steps.at[i].stmt;
    o.schedule = schedule;
    o.n_schedule = r.run.steps.n;
    pw_instance_explore(closed, &o, &s);
    ck_assert(s.any_bad && s.run.steps.n == r.run.steps.n);
    pw_instance_clear(&s);
    pw_instance_explore(open, &o, &s);
    ck_assert(!s.any_bad); /* closure-spurious */
    pw_instance_clear(&s);
    pw_instance_clear(&r);
    pw_closure_free(closed);
    pw_closure_free(open);
    pw_abstract_free(a);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, table_3);
    tcase_add_test(c, witnesses_are_the_papers);
    tcase_add_test(c, all_passive_threads_sink);
    tcase_add_test(c, a_thread_helps_then_sinks);
    tcase_add_test(c, a_closure_is_sooner);
    tcase_add_test(c, two_counter_machines);
    tcase_add_test(c, dumped_templates_have_the_same_basis);
    tcase_add_test(c, a_schedule_is_followed_or_not);
}

UNIT_MAIN("closure", tests)
