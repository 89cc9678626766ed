/* Closed templates as counter systems: the coverability verdict, with and without pruning, against
 * exploration of the closure with few threads; every trace's number of threads is explored, too. */
#include "unit/unit.h"

#include <string.h>

#include "cover/search.h"
#include "drcover/encode_dr.h"
#include "drcover/sharp_dr.h"
#include "dualref/instance.h"
#include "front/drt/drt.h"
#include "oracle/dr_oracle.h"

static int scaled(int n)
{
    const char *scale = getenv("PWQO_TEST_SCALE");
    return n * (scale ? atoi(scale) : 1);
}

/* Does the closure reach the bad state with n threads? By the oracle for few local states, by
 * exploration otherwise. */
static bool reached(const struct pw_closure *c, unsigned n)
{
    struct pw_instance_options o = {.threads = n, .stop_at_bad = true};
    struct pw_instance_result r;
    pw_instance_explore(c, &o, &r);
    bool bad = r.any_bad;
    pw_instance_clear(&r);
    return bad;
}

static bool oracle_reached(const struct o_prog *p, enum o_mode mode, int n, int kind, int loc,
                           int k)
{
    struct o_set set = {0};
    o_explore(p, mode, n, &set);
    bool bad = false;
    for (size_t i = 0; i < set.n; i++) {
        int have = 0;
        for (int x = 0; x < n; x++)
            have += set.at[i].t[x].local != SUNK && set.at[i].t[x].kind == kind &&
                    o_loc(p, set.at[i].t[x]) == loc;
        bad = bad || have >= k;
    }
    o_clear(&set);
    return bad;
}

static int64_t threads_of(const struct pw_config *c)
{
    int64_t n = 0;
    for (size_t i = 0; i < c->toks.n; i++)
        n += c->toks.at[i].count;
    return n;
}

/* J contains every (shared, local) pair that exploration meets. */
static void check_slice(const struct pw_encoding *e, const struct o_prog *p, enum o_mode mode,
                        int n)
{
    struct o_set set = {0};
    o_explore(p, mode, n, &set);
    for (size_t i = 0; i < set.n; i++)
        for (int x = 0; x < n; x++) {
            struct o_thread th = set.at[i].t[x];
            if (th.local == SUNK) continue;
            bool found = false;
            for (size_t j = 0; !found && j < e->occupied.n; j++) {
                uint32_t g = e->occupied.at[j].from, l = e->occupied.at[j].to;
                found =
                    pw_states_template(&e->states, l) == (uint32_t)th.kind &&
                    e->c->t->locs.at[e->states.locals.at[l].loc].index == (uint32_t)o_loc(p, th);
                for (int f = 0; found && f < p->nshared; f++)
                    found = (int)pw_states_shared_codes(&e->states, g)[f] ==
                            o_value(p->shared_dom, set.at[i].g, f);
                for (int f = 0; found && f < p->kind[th.kind].nfields; f++)
                    found = (int)pw_states_local_codes(&e->states, l)[f] ==
                            o_value(p->kind[th.kind].dom, o_code(p, th), f);
            }
            ck_assert(found);
        }
    o_clear(&set);
}

static bool decide(const struct pw_encoding *e, bool prune, int64_t *threads)
{
    struct pw_cover_options o;
    pw_cover_options_init(&o);
    o.prune = prune;
    struct pw_cover_result r = {0};
    struct pw_cover_stats stats = {0};
    pw_cover_decide(&e->system, &o, &r, &stats);
    ck_assert(r.verdict != PW_COVER_UNKNOWN);
    bool covered = r.verdict == PW_COVERED;
    if (covered) *threads = threads_of(&r.trace.start);
    pw_cover_result_clear(&r, e->system.globals);
    return covered;
}

static void check_program(const struct o_prog *p, enum o_mode mode, int kind, int loc, int k,
                          int number, int *covered)
{
    struct pw_dual *t = o_make(p);
    uint32_t bad = pw_dual_add_bad(t, NULL, 0);
    pw_dual_add_bad_term(t, bad, t->locs.at[t->templates.at[kind].locs.at[loc]].labels.at[0],
                         (uint32_t)k);
    struct pw_closure *c =
        pw_closure_new(t, mode == O_WITNESS ? PW_CLOSURE_WITNESS : PW_CLOSURE_PAPER);
    struct pw_encoding e;
    pw_encode_dr(&e, c);
    int64_t threads = 0;
    bool yes = decide(&e, true, &threads);
    if (yes && threads <= 8)
        ck_assert_msg(reached(c, (unsigned)threads), "program %d, mode %d: trace with %lld threads",
                      number, mode, (long long)threads);
    ck_assert_msg(decide(&e, false, &threads) == yes,
                  "program %d, mode %d: pruning changes the verdict", number, mode);
    if (yes && threads <= 8) ck_assert(reached(c, (unsigned)threads));
    for (int n = 2; n <= 3; n++) {
        bool there = oracle_reached(p, mode, n, kind, loc, k);
        ck_assert_msg(!there || yes, "program %d, mode %d: reached with %d threads", number, mode,
                      n);
        check_slice(&e, p, mode, n);
    }
    *covered += yes;
    pw_encoding_clear(&e);
    pw_closure_free(c);
    pw_dual_free(t);
}

START_TEST(verdicts_agree_with_exploration)
{
    struct o_dice d = {29};
    int covered = 0, n = scaled(50);
    for (int i = 0; i < n; i++) {
        struct o_prog p;
        do
            o_random(&d, &p, i % 7 == 0);
        while ((o_locals(&p, 0) + (p.nkinds > 1 ? o_locals(&p, 1) : 0)) > 9);
        int kind = o_roll(&d, p.nkinds), loc = p.kind[kind].nlocs - 1, k = 1 + o_roll(&d, 2);
        check_program(&p, i % 2 ? O_WITNESS : O_PAPER, kind, loc, k, i, &covered);
    }
    ck_assert(covered > n / 10 && covered < n - n / 10);
}
END_TEST

/* The sharp closure: refine until UNCOVERED or no trap excludes the trace; then explore as many
 * threads. */
static bool decide_sharp(struct pw_closure *c, bool prune, int64_t *threads)
{
    for (;;) {
        struct pw_encoding e;
        struct pw_cover_options o;
        struct pw_cover_result r = {0};
        struct pw_cover_stats stats = {0};
        pw_encode_dr(&e, c);
        pw_cover_options_init(&o);
        o.prune = prune;
        pw_cover_decide(&e.system, &o, &r, &stats);
        ck_assert(r.verdict != PW_COVER_UNKNOWN);
        bool covered = r.verdict == PW_COVERED, again = covered && pw_sharp_refine(&e, c, &r.trace);
        if (covered) *threads = threads_of(&r.trace.start);
        pw_cover_result_clear(&r, e.system.globals);
        pw_encoding_clear(&e);
        if (!again) return covered;
    }
}

START_TEST(sharp_verdicts_agree_with_exploration)
{
    struct o_dice d = {37};
    int refined = 0, n = scaled(600);
    for (int i = 0; i < n; i++) {
        struct o_prog p;
        do
            o_random(&d, &p, i % 7 == 0);
        while ((o_locals(&p, 0) + (p.nkinds > 1 ? o_locals(&p, 1) : 0)) > 9);
        struct pw_dual *t = o_make(&p);
        int kind = o_roll(&d, p.nkinds);
        pw_dual_add_bad_term(
            t, pw_dual_add_bad(t, NULL, 0),
            t->locs.at[t->templates.at[kind].locs.at[p.kind[kind].nlocs - 1]].labels.at[0],
            1 + i % 2);
        struct pw_closure *witness = pw_closure_new(t, PW_CLOSURE_WITNESS),
                          *sharp = pw_closure_new(t, PW_CLOSURE_SHARP),
                          *none = pw_closure_new(t, PW_CLOSURE_NONE);
        struct pw_encoding e;
        int64_t threads = 0, ignored = 0;
        pw_encode_dr(&e, witness);
        bool coarse = decide(&e, true, &ignored), fine = decide_sharp(sharp, true, &threads);
        ck_assert_msg(coarse || !fine, "program %d: the sharp closure covers more", i);
        if (fine && threads <= 6)
            ck_assert_msg(reached(sharp, (unsigned)threads), "program %d: trace with %lld threads",
                          i, (long long)threads);
        pw_closure_free(sharp);
        sharp = pw_closure_new(t, PW_CLOSURE_SHARP);
        ck_assert(decide_sharp(sharp, false, &ignored) == fine);
        for (unsigned k = 2; k <= 4 && !fine; k++)
            ck_assert_msg(!reached(sharp, k) && !reached(none, k),
                          "program %d: reached with %u threads", i, k);
        refined += pw_closure_traps(sharp) > 0;
        pw_encoding_clear(&e);
        pw_closure_free(witness), pw_closure_free(sharp), pw_closure_free(none);
        pw_dual_free(t);
    }
    ck_assert_msg(refined > 0, "none of %d needs a trap: the test tests nothing", n);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, verdicts_agree_with_exploration);
    tcase_add_test(c, sharp_verdicts_agree_with_exploration);
}

UNIT_MAIN("encode_dr", tests)
