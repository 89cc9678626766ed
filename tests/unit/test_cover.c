/* The search against the oracle, on random small systems with transfers, resets, spawns,
 * non-deterministic moves, sinks and witnesses: the canonical basis in every order, the verdict
 * under every combination of switches, and the proofs it gives. */
#include <string.h>

#include "cover/directed.h"
#include "cover/net.h"
#include "cover/search.h"
#include "cover/together.h"
#include "oracle/cover_oracle.h"
#include "unit/unit.h"

static uint64_t random_state;

static unsigned below(unsigned n)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (unsigned)(random_state >> 20) % n;
}

static bool chance(unsigned percent)
{
    return below(100) < percent;
}

static int scale(void)
{
    const char *text = getenv("PWQO_TEST_SCALE");
    int n = text ? atoi(text) : 1;
    return n > 0 ? n : 1;
}

/* ---- random systems ---- */

static void random_bag(const struct oracle_system *s, int most, int *bag)
{
    for (int n = (int)below((unsigned)most + 1); n > 0; n--)
        bag[below((unsigned)s->locals)]++;
}

static void random_relation(const struct oracle_system *s, struct oracle_trans *t, unsigned kind)
{
    for (int l = 0; l < s->locals; l++) {
        if (kind == 0 || (kind == 1 && chance(60))) {
            t->moves[l][l] = true;
            continue;
        }
        for (unsigned n = below(chance(30) ? 3 : 2); n > 0; n--)
            t->moves[l][below((unsigned)s->locals)] = true;
        bool any = false;
        for (int q = 0; q < s->locals; q++)
            any |= t->moves[l][q];
        t->sinks[l] = !any || chance(15);
    }
}

/* unboundedly many tokens only sometimes, spawns rarely, so that both verdicts are frequent. */
static void random_system(struct oracle_system *s)
{
    memset(s, 0, sizeof *s);
    s->globals = 1 + (int)below(3);
    s->locals = 2 + (int)below(3);
    s->ntrans = 1 + (int)below(6);
    s->ntargets = 1 + (int)below(2);
    unsigned kind = below(3); /* all identity; some transfers; every token moves anyhow */
    for (int i = 0; i < s->ntrans; i++) {
        struct oracle_trans *t = &s->trans[i];
        t->from = (int)below((unsigned)s->globals);
        t->to = (int)below((unsigned)s->globals);
        random_bag(s, 2, t->pre);
        if (chance(70)) { /* keep the number of tokens */
            for (int l = 0; l < s->locals; l++)
                for (int k = 0; k < t->pre[l]; k++)
                    t->post[below((unsigned)s->locals)]++;
        } else {
            random_bag(s, 2, t->post);
        }
        random_relation(s, t, chance(40) ? 0 : kind);
        t->witness = kind == 2 && chance(60);
    }
    for (int i = 0; i < s->ntargets; i++) {
        s->targets[i].global = (int)below((unsigned)s->globals);
        random_bag(s, 3, s->targets[i].count);
    }
    s->init_global = (int)below((unsigned)s->globals);
    for (int l = 0; l < s->locals; l++) {
        s->lo[l] = chance(30) ? (int)below(2) : 0;
        s->hi[l] = chance(35) ? -1 : chance(60) ? s->lo[l] : s->lo[l] + (int)below(2);
    }
}

/* The last local becomes a twin of local 0: the same transitions from it, the same moves; what puts
 * local 0 may put the twin. */
static void add_twin(struct oracle_system *s)
{
    int twin = s->locals++, before = s->ntrans;
    for (int i = 0; i < before; i++) {
        struct oracle_trans *t = &s->trans[i];
        int taken = 0;
        for (int l = 0; l < twin; l++)
            taken += t->pre[l];
        for (int l = 0; l < s->locals; l++)
            t->moves[twin][l] = t->moves[0][l], t->sinks[twin] = t->sinks[0];
        if (t->moves[0][0])
            t->moves[0][twin] = t->moves[twin][twin] = chance(50),
            t->moves[twin][0] = !t->moves[twin][twin] || chance(50);
        if (t->moves[0][0] && t->moves[0][twin] && !t->moves[twin][0]) t->moves[0][twin] = false;
        if (t->post[0] && chance(50)) t->post[0]--, t->post[twin]++;
        if (taken == 1 && t->pre[0] == 1 && s->ntrans < 8) {
            s->trans[s->ntrans] = *t;
            s->trans[s->ntrans].pre[0] = 0;
            s->trans[s->ntrans++].pre[twin] = 1;
        }
    }
    s->lo[twin] = s->hi[twin] = (int)below(2);
}

static size_t to_toks(const struct oracle_system *s, const int *bag, struct pw_tok *out)
{
    size_t n = 0;
    for (int l = s->locals; l-- > 0;) /* in the wrong order on purpose */
        if (bag[l]) out[n++] = (struct pw_tok){(uint32_t)l, bag[l]};
    return n;
}

static uint32_t build_relation(struct pw_system *sys, const struct oracle_system *s,
                               const struct oracle_trans *t, bool sunk)
{
    struct pw_pair pairs[ORACLE_LOCALS * (ORACLE_LOCALS + 1)];
    size_t n = 0;
    for (int l = 0; l < s->locals; l++) {
        bool any = false;
        for (int q = 0; q < s->locals; q++)
            if (t->moves[l][q]) pairs[n++] = (struct pw_pair){(uint32_t)l, (uint32_t)q}, any = true;
        if (t->sinks[l] && (any || !sunk)) pairs[n++] = (struct pw_pair){(uint32_t)l, PW_SUNK};
    }
    return pw_system_relation(sys, sunk ? PW_REST_SUNK : PW_REST_STAY, pairs, n);
}

static void add_trans(struct pw_system *sys, const struct oracle_system *s, int i)
{
    struct pw_tok pre[ORACLE_LOCALS], post[ORACLE_LOCALS];
    const struct oracle_trans *t = &s->trans[i];
    size_t npre = to_toks(s, t->pre, pre), npost = to_toks(s, t->post, post);
    uint32_t r = build_relation(sys, s, t, chance(50));
    pw_system_trans(sys, (uint32_t)t->from, (uint32_t)t->to, pre, npre, r, post, npost, t->witness,
                    (uint32_t)i);
}

/* The same system, its transitions from position `turn` on, around, and the first of them twice if
 * turn is odd. */
static void build(struct pw_system *sys, const struct oracle_system *s, int turn)
{
    struct pw_range ranges[ORACLE_LOCALS];
    struct pw_tok toks[ORACLE_LOCALS];
    pw_system_init(sys, (uint32_t)s->globals, (uint32_t)s->locals);
    for (int i = 0; i < s->ntrans; i++)
        add_trans(sys, s, (i + turn) % s->ntrans);
    if (turn % 2) add_trans(sys, s, turn % s->ntrans);
    for (int l = 0; l < s->locals; l++)
        ranges[l] = (struct pw_range){(uint32_t)l, s->hi[l] < 0, s->lo[l], s->hi[l]};
    pw_system_box(sys, (uint32_t)s->init_global, ranges, (size_t)s->locals, false);
    for (int i = 0; i < s->ntargets; i++)
        pw_system_target(sys, (uint32_t)s->targets[i].global, toks,
                         to_toks(s, s->targets[i].count, toks));
}

static struct oracle_config to_config(const struct pw_config *c)
{
    struct oracle_config x = {.global = (int)c->global};
    for (size_t i = 0; i < c->toks.n; i++)
        x.count[c->toks.at[i].local] = (int)c->toks.at[i].count;
    return x;
}

/* ---- proofs ---- */

static bool in_linear(const struct pw_linear *w, const struct oracle_config *c)
{
    int64_t sum = w->offset ? w->offset[c->global] : 0;
    for (size_t i = 0; i < w->terms.n; i++)
        sum += w->terms.at[i].weight * c->count[w->terms.at[i].local];
    return sum <= w->bound;
}

static bool in_slice(const struct oracle_system *s, const struct pw_cover_invariant *j,
                     const struct oracle_config *c)
{
    bool reached = false;
    for (size_t i = 0; i < j->reached.n; i++)
        reached |= j->reached.at[i] == (uint32_t)c->global;
    for (int l = 0; l < s->locals; l++) {
        bool may = false;
        for (size_t i = 0; i < j->occupied.n; i++)
            may |= j->occupied.at[i].from == (uint32_t)c->global &&
                   j->occupied.at[i].to == (uint32_t)l;
        if (c->count[l] && !may) return false;
    }
    return reached;
}

static bool in_invariant(const struct oracle_system *s, const struct pw_cover_invariant *j,
                         const struct oracle_config *c)
{
    for (size_t i = 0; i < j->linear.n; i++)
        if (!in_linear(&j->linear.at[i], c)) return false;
    return !j->sliced || in_slice(s, j, c);
}

static bool in_ideals(const struct oracle_system *s, const struct pw_cover_result *r,
                      const struct oracle_config *c)
{
    for (size_t i = 0; i < r->ideals.n; i++) {
        const struct pw_ideal *x = &r->ideals.at[i];
        int most[ORACLE_LOCALS] = {0};
        for (size_t k = 0; k < x->toks.n; k++)
            most[x->toks.at[k].local] = x->toks.at[k].many ? 1000000 : (int)x->toks.at[k].count;
        bool in = x->global == (uint32_t)c->global;
        for (int l = 0; l < s->locals; l++)
            in &= c->count[l] <= most[l];
        if (in) return true;
    }
    return false;
}

/* What the proof speaks of instead of c: the classes of its tokens. */
static struct oracle_config image_of(const struct oracle_system *s, const struct pw_cover_result *r,
                                     const struct oracle_config *c)
{
    struct oracle_config x = {.global = c->global};
    if (!r->merged) return *c;
    for (int l = 0; l < s->locals; l++)
        x.count[r->merged[l]] += c->count[l];
    return x;
}

static bool in_proof(const struct oracle_system *s, const struct pw_cover_result *r,
                     const struct oracle_config *c)
{
    struct oracle_config x = image_of(s, r, c);
    return r->proof == PW_PROOF_BASIS ? in_invariant(s, &r->invariant, &x) : in_ideals(s, r, &x);
}

static bool in_basis(const struct oracle_system *s, const struct pw_cover_result *r,
                     const struct oracle_set *u, const struct oracle_config *c)
{
    struct oracle_config x = image_of(s, r, c);
    return oracle_in_upset(s, u, &x);
}

/* The conditions of a proof, on one configuration c. */
static void check_proof_at(const struct oracle_system *s, const struct pw_cover_result *r,
                           const struct oracle_set *u, const struct oracle_config *c)
{
    struct oracle_set next = {0},
                      targets = {(struct oracle_config *)s->targets, s->ntargets, false};
    bool basis = r->proof == PW_PROOF_BASIS, in = in_proof(s, r, c),
         bad = oracle_in_upset(s, &targets, c);
    if (oracle_is_initial(s, c)) ck_assert(in && !(basis && in_basis(s, r, u, c)));
    if (!in) return;
    ck_assert(basis ? !bad || in_basis(s, r, u, c) : !bad);
    oracle_successors(s, c, &next);
    for (int i = 0; i < next.n; i++) {
        ck_assert(in_proof(s, r, &next.at[i]));
        if (basis && in_basis(s, r, u, &next.at[i])) ck_assert(in_basis(s, r, u, c));
    }
    oracle_set_free(&next);
}

static void check_proof(const struct oracle_system *s, const struct pw_cover_result *r, int l,
                        struct oracle_config c, int left)
{
    if (l < s->locals) {
        for (c.count[l] = 0; c.count[l] <= left; c.count[l]++)
            check_proof(s, r, l + 1, c, left - c.count[l]);
        return;
    }
    struct oracle_set u = {0};
    struct oracle_config basis[64];
    if (r->basis.n > 64) return;
    for (size_t i = 0; i < r->basis.n; i++)
        basis[i] = to_config(&r->basis.at[i]);
    u.at = basis;
    u.n = (int)r->basis.n;
    for (c.global = 0; c.global < s->globals; c.global++)
        check_proof_at(s, r, &u, &c);
}

/* ---- comparisons ---- */

static void compare_basis(const struct oracle_system *s, const struct oracle_set *expected,
                          int turn, uint64_t seed)
{
    struct pw_system sys;
    struct pw_cover_options o;
    struct pw_cover_result r;
    struct pw_cover_stats stats = {0};
    build(&sys, s, turn);
    pw_cover_options_init(&o);
    o.prune = false;
    o.exhaust = true;
    o.order = (enum pw_cover_order)(turn % 3);
    pw_cover_decide(&sys, &o, &r, &stats);
    ck_assert_msg(r.basis.n == (size_t)expected->n, "seed %llu: %zu elements, expected %d",
                  (unsigned long long)seed, r.basis.n, expected->n);
    for (size_t i = 0; i < r.basis.n; i++) {
        struct oracle_config c = to_config(&r.basis.at[i]);
        bool found = false;
        for (int k = 0; k < expected->n; k++)
            found |= memcmp(&expected->at[k], &c, sizeof c) == 0;
        ck_assert_msg(found, "seed %llu: an element is not minimal", (unsigned long long)seed);
    }
    pw_cover_result_clear(&r, sys.globals);
    pw_system_clear(&sys);
}

static void random_switches(struct pw_cover_options *o)
{
    pw_cover_options_init(o);
    if (chance(20)) { /* so that nothing else excludes what is never together */
        o->forward = o->directed = o->invariants = o->inequation = o->merge = false;
        return;
    }
    if (chance(30)) return;
    o->prune = chance(90);
    o->slice = chance(60);
    o->together = chance(70);
    o->merge = chance(60);
    o->fuse = chance(70);
    o->plenty = chance(70);
    o->invariants = chance(60);
    o->inequation = chance(60);
    o->forward = chance(50);
    o->directed = chance(60);
    o->ideals = chance(70);
    o->certify = chance(30);
    o->basis = chance(30);
    o->order = (enum pw_cover_order)below(3);
}

static bool verdict_of(const struct oracle_system *s, uint64_t seed, int *merged, int *apart)
{
    struct pw_system sys;
    struct pw_cover_options o;
    struct pw_cover_result r;
    struct pw_cover_stats stats = {0};
    build(&sys, s, (int)below(6));
    random_switches(&o);
    pw_cover_decide(&sys, &o, &r, &stats);
    ck_assert_msg(r.verdict != PW_COVER_UNKNOWN, "seed %llu: %s", (unsigned long long)seed,
                  r.reason);
    bool covered = r.verdict == PW_COVERED;
    size_t step;
    const char *why;
    if (covered) ck_assert(pw_trace_check(&sys, &r.trace, &step, &why));
    if (!covered) ck_assert(r.proof == PW_PROOF_BASIS || (o.ideals && !o.basis));
    struct oracle_config zero = {0};
    if (!covered) check_proof(s, &r, 0, zero, 4);
    *merged += r.merged != NULL;
    *apart += stats.apart > 0;
    pw_cover_result_clear(&r, sys.globals);
    pw_system_clear(&sys);
    return covered;
}

/* The same without shared states and transfers, a few tokens at the start, but sometimes any
 * number in some locals: a net. */
static void make_net(struct oracle_system *s)
{
    s->globals = 1;
    s->init_global = 0;
    for (int i = 0; i < s->ntargets; i++)
        s->targets[i].global = 0;
    bool any_number = chance(40);
    for (int l = 0; l < s->locals; l++)
        if (s->hi[l] < 0 && !any_number) s->lo[l] = s->hi[l] = 1;
    for (int i = 0; i < s->ntrans; i++) {
        struct oracle_trans *t = &s->trans[i];
        t->from = t->to = 0;
        t->witness = false;
        memset(t->sinks, 0, sizeof t->sinks);
        memset(t->moves, 0, sizeof t->moves);
        for (int l = 0; l < s->locals; l++)
            t->moves[l][l] = true;
    }
}

static void check_seed(uint64_t seed, int *covered, int *skipped, int *merged, int *apart)
{
    struct oracle_system s;
    struct oracle_set expected = {0}, seen = {0};
    random_state = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    random_system(&s);
    if (seed % 3 == 0) add_twin(&s);
    if (seed % 4 == 1) make_net(&s);
    oracle_basis(&s, &expected);
    if (expected.overflow) {
        ++*skipped;
        oracle_set_free(&expected);
        return;
    }
    bool truth = false;
    for (int i = 0; i < expected.n; i++)
        truth |= oracle_below_initial(&s, &expected.at[i]);
    compare_basis(&s, &expected, (int)below(6), seed);
    for (int k = 0; k < 3; k++)
        ck_assert_msg(verdict_of(&s, seed, merged, apart) == truth, "seed %llu: verdict is not %d",
                      (unsigned long long)seed, truth);
    if (seed % 8 == 0 && oracle_bounded_search(&s, 4, &seen))
        ck_assert_msg(truth, "seed %llu: a run exists", (unsigned long long)seed);
    *covered += truth;
    oracle_set_free(&expected);
    oracle_set_free(&seen);
}

START_TEST(agrees_with_the_oracle)
{
    int covered = 0, skipped = 0, merged = 0, apart = 0, n = 8000 * scale();
    for (int i = 1; i <= n; i++)
        check_seed((uint64_t)i, &covered, &skipped, &merged, &apart);
    ck_assert_msg(apart > n / 400, "%d of %d with tokens that are never together", apart, 3 * n);
    ck_assert_msg(merged > n / 50, "%d of %d merged", merged, 3 * n);
    ck_assert_msg(covered > n / 5 && covered < n * 4 / 5, "%d of %d covered", covered, n);
    ck_assert_msg(skipped < n / 20, "%d of %d skipped", skipped, n);
}
END_TEST

/* ---- locals that no run is short of ---- */

/* Any number of tokens in 0; two of 0 become one in 1, two of 1 one in 2; 3 is never marked. */
static void heaps(struct oracle_system *s)
{
    *s = (struct oracle_system){.globals = 1, .locals = 4, .ntrans = 2, .ntargets = 1};
    s->hi[0] = -1;
    for (int i = 0; i < s->ntrans; i++) {
        s->trans[i].pre[i] = 2;
        s->trans[i].post[i + 1] = 1;
        for (int l = 0; l < s->locals; l++)
            s->trans[i].moves[l][l] = true;
    }
}

static void decide_backward(const struct oracle_system *s, struct pw_system *sys,
                            struct pw_cover_result *r)
{
    struct pw_cover_options o;
    struct pw_cover_stats stats = {0};
    build(sys, s, 0);
    pw_cover_options_init(&o);
    o.forward = o.directed = o.merge = o.slice = o.invariants = o.inequation = false;
    pw_cover_decide(sys, &o, r, &stats);
}

/* Three in 2 take twelve of 0, and the target wants one there besides: thirteen at the start. */
START_TEST(a_run_begins_with_what_it_takes)
{
    struct oracle_system s;
    struct pw_system sys;
    struct pw_cover_result r;
    size_t step;
    const char *why;
    heaps(&s);
    s.targets[0].count[2] = 3;
    s.targets[0].count[0] = 1;
    decide_backward(&s, &sys, &r);
    ck_assert_int_eq(r.verdict, PW_COVERED);
    ck_assert(pw_trace_check(&sys, &r.trace, &step, &why));
    ck_assert_uint_eq(r.trace.steps.n, 9);
    ck_assert_uint_eq(r.trace.start.toks.n, 1);
    ck_assert_int_eq(r.trace.start.toks.at[0].local, 0);
    ck_assert_int_eq(r.trace.start.toks.at[0].count, 13);
    pw_cover_result_clear(&r, sys.globals);
    pw_system_clear(&sys);
}
END_TEST

/* Elements do not mention it, and are a proof of the system as given: above them is what steps
 * lead to them from. Where tokens may leave it otherwise it is like all others. */
START_TEST(elements_without_what_is_there)
{
    struct oracle_system s;
    struct oracle_config zero = {0};
    for (int turn = 0; turn < 2; turn++) {
        struct pw_system sys;
        struct pw_cover_result r;
        size_t mention = 0;
        heaps(&s);
        s.targets[0].count[2] = s.targets[0].count[3] = 1;
        if (turn) s.trans[1].moves[0][0] = false, s.trans[1].sinks[0] = true;
        decide_backward(&s, &sys, &r);
        ck_assert_int_eq(r.verdict, PW_UNCOVERED);
        check_proof(&s, &r, 0, zero, 4);
        for (size_t i = 0; i < r.basis.n; i++)
            mention += r.basis.at[i].toks.n && r.basis.at[i].toks.at[0].local == 0;
        ck_assert_msg((mention > 0) == (turn > 0), "turn %d: %zu elements", turn, mention);
        pw_cover_result_clear(&r, sys.globals);
        pw_system_clear(&sys);
    }
}
END_TEST

/* ---- nearest first ---- */

/* Is the initial configuration above the target already? */
static bool starts_covered(const struct oracle_system *s)
{
    for (int i = 0; i < s->ntargets; i++)
        if (oracle_below_initial(s, &s->targets[i])) return true;
    return false;
}

/* A token in 0 and one in 1 become one in 2 and one in 3, but only if the token of 0 goes to 3,
 * while the shortest way to 2 begins with it: found although the first choice leads nowhere. */
START_TEST(directed_leaves_dead_ends)
{
    static const struct {
        int from, to;
    } steps[] = {{0, 2}, {0, 3}, {1, 4}, {4, 2}};
    struct oracle_system s = {.globals = 1, .locals = 5, .ntrans = 4, .ntargets = 1};
    s.lo[0] = s.hi[0] = s.lo[1] = s.hi[1] = 1;
    s.targets[0].count[2] = s.targets[0].count[3] = 1;
    for (int i = 0; i < s.ntrans; i++) {
        s.trans[i].pre[steps[i].from] = s.trans[i].post[steps[i].to] = 1;
        for (int l = 0; l < s.locals; l++)
            s.trans[i].moves[l][l] = true;
    }
    struct pw_system sys;
    struct pw_cover_options o;
    struct pw_cover_result r;
    struct pw_cover_stats stats = {0};
    build(&sys, &s, 0);
    pw_cover_options_init(&o);
    o.forward = o.backward = o.merge = o.fuse = false;
    pw_cover_decide(&sys, &o, &r, &stats);
    ck_assert_int_eq(r.verdict, PW_COVERED);
    pw_cover_result_clear(&r, sys.globals);
    pw_system_clear(&sys);
}
END_TEST

/* A run that the directed search finds, alone, is one, and only where there is one; in small nets
 * it finds most. */
START_TEST(directed_runs_are_runs)
{
    int found = 0, there = 0, far = 0;
    for (uint64_t seed = 1; seed <= (uint64_t)(3000 * scale()); seed++) {
        struct oracle_system s;
        struct oracle_set basis = {0};
        struct pw_system sys;
        struct pw_slice slice;
        struct pw_directed d;
        struct pw_cover_stats stats = {0};
        random_state = seed * UINT64_C(0x9e3779b97f4a7c15) + 11;
        random_system(&s);
        if (seed % 2) make_net(&s);
        s.ntargets = s.ntargets > 1 ? 1 : s.ntargets; /* it goes for one */
        oracle_basis(&s, &basis);
        bool truth = false;
        for (int i = 0; i < basis.n && !basis.overflow; i++)
            truth |= oracle_below_initial(&s, &basis.at[i]);
        build(&sys, &s, 0);
        pw_slice_init(&slice, &sys);
        pw_directed_init(&d, &sys, &slice, &stats);
        struct pw_plan plan = {0};
        struct pw_trace trace = {0};
        size_t step;
        const char *why;
        bool says = pw_directed_run(&d, 3000) == PW_FORWARD_FOUND &&
                    pw_forward_plan(&d.base, &plan) && pw_plan_run(&plan, &sys, &trace) &&
                    pw_trace_check(&sys, &trace, &step, &why);
        if (!basis.overflow) {
            ck_assert_msg(!says || truth, "seed %llu: there is no run", (unsigned long long)seed);
            there += truth, found += says, far += says && !starts_covered(&s);
        }
        pw_trace_clear(&trace);
        pw_plan_clear(&plan);
        pw_directed_clear(&d);
        pw_slice_clear(&slice);
        pw_system_clear(&sys);
        oracle_set_free(&basis);
    }
    ck_assert_msg(found >= there * 9 / 10 && far > there / 10, "%d of %d runs found, %d with steps",
                  found, there, far);
}
END_TEST

/* ---- which tokens are never together ---- */

static void all_together(const struct oracle_system *s, const struct pw_together *t,
                         const struct oracle_config *c, uint64_t seed)
{
    struct pw_tok u[ORACLE_LOCALS], apart[2];
    size_t n = 0;
    for (int l = 0; l < s->locals; l++)
        if (c->count[l]) u[n++] = (struct pw_tok){(uint32_t)l, c->count[l]};
    ck_assert_msg(!pw_together_excluded(t, (uint32_t)c->global, u, n, apart),
                  "seed %llu: a reachable one is excluded", (unsigned long long)seed);
}

/* Whatever a bounded search of the oracle reaches is not excluded. */
START_TEST(never_together_is_never_reached)
{
    int some = 0, configs = 0;
    for (uint64_t seed = 1; seed <= (uint64_t)(3000 * scale()); seed++) {
        struct oracle_system s;
        struct oracle_set seen = {0};
        struct pw_system sys;
        struct pw_slice slice;
        random_state = seed * UINT64_C(0x9e3779b97f4a7c15) + 7;
        random_system(&s);
        if (seed % 2) make_net(&s);
        s.ntargets = 0; /* the search does not end at one */
        build(&sys, &s, 0);
        pw_slice_init(&slice, &sys);
        struct pw_together *t = pw_together_new(&sys, &slice);
        some += t != NULL;
        if (t) oracle_bounded_search(&s, 5, &seen);
        for (int i = 0; i < seen.n; i++, configs++)
            all_together(&s, t, &seen.at[i], seed);
        oracle_set_free(&seen);
        pw_together_free(t);
        pw_slice_clear(&slice);
        pw_system_clear(&sys);
    }
    ck_assert_msg(some > 20 && configs > 100, "%d systems, %d configurations", some, configs);
}
END_TEST

/* Order independence on larger systems, where the oracle is too slow: the basis as text is the same
 * for every order and rotation. */
START_TEST(basis_does_not_depend_on_order)
{
    for (int i = 1; i <= 300 * scale(); i++) {
        struct oracle_system s;
        random_state = (uint64_t)i * UINT64_C(0xd1342543de82ef95) + 7;
        random_system(&s);
        for (int l = 0; l < s.locals; l++)
            s.targets[0].count[l] += (int)below(3);
        struct pw_strbuf text[4] = {{0}};
        for (int turn = 0; turn < 4; turn++) {
            struct pw_system sys;
            struct pw_cover_options o;
            struct pw_cover_result r;
            struct pw_cover_stats stats = {0};
            struct pw_net none = {0};
            build(&sys, &s, turn);
            pw_cover_options_init(&o);
            o.prune = false;
            o.exhaust = true;
            o.order = (enum pw_cover_order)(turn % 3);
            pw_cover_decide(&sys, &o, &r, &stats);
            pw_net_print_basis(&none, &r, &text[turn]);
            pw_cover_result_clear(&r, sys.globals);
            pw_system_clear(&sys);
        }
        for (int k = 1; k < 4; k++)
            ck_assert_msg(!strcmp(pw_strbuf_text(&text[0]), pw_strbuf_text(&text[k])), "seed %d",
                          i);
        for (int k = 0; k < 4; k++)
            pw_strbuf_clear(&text[k]);
    }
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, agrees_with_the_oracle);
    tcase_add_test(c, never_together_is_never_reached);
    tcase_add_test(c, a_run_begins_with_what_it_takes);
    tcase_add_test(c, elements_without_what_is_there);
    tcase_add_test(c, directed_leaves_dead_ends);
    tcase_add_test(c, directed_runs_are_runs);
    tcase_add_test(c, basis_does_not_depend_on_order);
}

UNIT_MAIN("cover", tests)
