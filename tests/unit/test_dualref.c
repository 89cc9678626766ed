/* Templates, covers, .drt, monotonicity, closure and exploration against the plain oracle of
 * tests/oracle/dr_oracle.h. */
#include "unit/unit.h"

#include <string.h>

#include "base/limits.h"
#include "dualref/closure.h"
#include "dualref/instance.h"
#include "dualref/rows.h"
#include "front/drt/drt.h"
#include "oracle/dr_oracle.h"
#include "report/dual_show.h"

static int scaled(int n)
{
    const char *scale = getenv("PWQO_TEST_SCALE");
    return n * (scale ? atoi(scale) : 1);
}

static struct pw_dual *parse(const char *text)
{
    struct pw_source src;
    struct pw_diags d = {0};
    struct pw_strbuf b = {0};
    pw_source_from_text(&src, "test.drt", text, strlen(text));
    struct pw_dual *t = pw_drt_parse(&src, &d);
    pw_diag_print(&d, &b);
    ck_assert_msg(t != NULL, "%s", pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
    pw_diags_clear(&d);
    pw_source_clear(&src);
    return t;
}

/* ---- diagrams say what the cubes say ---- */

static void set_bits(const struct pw_dual *t, bool *values, enum pw_role role, uint32_t kind,
                     const int *dom, int code, enum pw_when when)
{
    const pw_fields *fs = pw_dual_fields(t, role, kind);
    for (uint32_t i = 0; i < fs->n; i++)
        for (unsigned b = 0; b < fs->at[i].bits; b++)
            values[pw_dual_var(t, role, kind, i, when, b)] =
                o_value(dom, code, (int)i) >> (fs->at[i].bits - 1 - b) & 1;
}

struct point {
    int s, g, g2;
    struct o_thread a, q, a2, q2;
};

static void set_point(const struct pw_dual *t, const struct o_prog *p, const struct point *x,
                      bool *values)
{
    memset(values, 0, pw_bdds_vars(t->bdds) * sizeof *values);
    for (unsigned b = 0; b < t->loc_bits; b++)
        values[b] = o_loc(p, x->q) >> (t->loc_bits - 1 - b) & 1;
    const int *da = p->kind[x->a.kind].dom, *dq = p->kind[x->q.kind].dom;
    set_bits(t, values, PW_SHARED, 0, p->shared_dom, x->g, PW_NOW),
        set_bits(t, values, PW_SHARED, 0, p->shared_dom, x->g2, PW_NEXT);
    set_bits(t, values, PW_ACTIVE, (uint32_t)x->a.kind, da, o_code(p, x->a), PW_NOW),
        set_bits(t, values, PW_ACTIVE, (uint32_t)x->a.kind, da, o_code(p, x->a2), PW_NEXT);
    set_bits(t, values, PW_PASSIVE, (uint32_t)x->q.kind, dq, o_code(p, x->q), PW_NOW),
        set_bits(t, values, PW_PASSIVE, (uint32_t)x->q.kind, dq, o_code(p, x->q2), PW_NEXT);
}

typedef void point_fn(struct pw_dual *t, const struct o_prog *p, const struct pw_closure *c,
                      const struct point *x, const bool *values);

/* fn sees every combination of values for every statement. */
static void each_point(struct pw_dual *t, const struct o_prog *p, const struct pw_closure *c,
                       point_fn *fn)
{
    bool *values = PW_NEWS(bool, pw_bdds_vars(t->bdds) + 1);
    struct point x;
    for (x.s = 0; x.s < p->nstmts; x.s++) {
        const struct o_stmt *st = &p->stmt[x.s];
        int vals = o_values(p, st->kind);
        x.a.kind = x.a2.kind = st->kind;
        for (x.q.kind = 0; x.q.kind < p->nkinds; x.q.kind++)
            for (x.g = 0; x.g < o_shared(p); x.g++)
                for (x.g2 = 0; x.g2 < o_shared(p); x.g2++)
                    for (int va = 0; va < vals; va++)
                        for (int vb = 0; vb < vals; vb++)
                            for (x.q.local = 0; x.q.local < o_locals(p, x.q.kind); x.q.local++)
                                for (int vq = 0; vq < o_values(p, x.q.kind); vq++) {
                                    x.a.local = st->from * vals + va,
                                    x.a2.local = st->to * vals + vb;
                                    x.q2 = (struct o_thread){
                                        x.q.kind, o_loc(p, x.q) * o_values(p, x.q.kind) + vq};
                                    set_point(t, p, &x, values);
                                    fn(t, p, c, &x, values);
                                }
    }
    PW_FREES(values, pw_bdds_vars(t->bdds) + 1);
}

static void check_row(struct pw_dual *t, const struct o_prog *p, const struct pw_closure *c,
                      const struct point *x, const bool *values)
{
    bool row = o_row(p, x->s, x->g, x->a, x->q, x->g2, x->a2, x->q2);
    ck_assert(pw_bdd_eval(t->bdds, pw_dual_step(t, (uint32_t)x->s, (uint32_t)x->q.kind), values) ==
              row);
    bool enabled = o_enabled(p, x->s, x->g, x->a, x->g2, x->a2);
    ck_assert(pw_bdd_eval(t->bdds, c->enabled[x->s], values) == enabled);
    bool sink = enabled && !o_replies(p, x->s, x->g, x->a, x->q, x->g2, x->a2);
    ck_assert(pw_bdd_eval(t->bdds, pw_closure_sink(c, (uint32_t)x->s, (uint32_t)x->q.kind),
                          values) == sink);
}

static bool is_monotone(const struct o_prog *p)
{
    for (int s = 0; s < p->nstmts; s++)
        for (int g = 0; g < o_shared(p); g++)
            for (int g2 = 0; g2 < o_shared(p); g2++)
                for (int a = 0; a < o_locals(p, p->stmt[s].kind); a++)
                    for (int a2 = 0; a2 < o_locals(p, p->stmt[s].kind); a2++) {
                        struct o_thread x = {p->stmt[s].kind, a}, y = {p->stmt[s].kind, a2};
                        if (!o_enabled(p, s, g, x, g2, y)) continue;
                        for (int k = 0; k < p->nkinds; k++)
                            for (int l = 0; l < o_locals(p, k); l++)
                                if (!o_replies(p, s, g, x, (struct o_thread){k, l}, g2, y))
                                    return false;
                    }
    return true;
}

START_TEST(diagrams_fragment_and_monotonicity_agree_with_the_oracle)
{
    struct o_dice d = {7};
    int monotone = 0;
    for (int i = 0; i < scaled(40); i++) {
        struct o_prog p;
        o_random(&d, &p, i % 4 == 0);
        struct pw_dual *t = o_make(&p);
        pw_dual_check(t);
        struct pw_closure *c = pw_closure_new(t, PW_CLOSURE_PAPER);
        each_point(t, &p, c, check_row);
        struct pw_blocked why = {0};
        bool mono = pw_closure_is_monotone(t, &why);
        ck_assert_msg(mono == is_monotone(&p), "program %d", i);
        ck_assert(mono == pw_closure_adds_nothing(c));
        if (i % 4 == 0) ck_assert_msg(mono, "an asynchronous template is monotone");
        monotone += mono;
        if (!mono) { /* the witness is in F, and its step in R */
            ck_assert(pw_bdd_implies(t->bdds, pw_row_bdd(t, why.step),
                                     pw_dual_step(t, why.stmt, why.step->passive)));
            ck_assert(pw_bdd_implies(t->bdds, pw_row_bdd(t, why.other),
                                     pw_closure_sink(c, why.stmt, why.other->passive)));
            pw_blocked_clear(&why);
        }
        pw_closure_free(c);
        pw_dual_free(t);
    }
    ck_assert(monotone >= 10 && monotone < 35);
}
END_TEST

/* ---- covers and the text format ---- */

struct union_of {
    struct pw_dual *t;
    pw_bdd sum;
};

static bool add_row(void *arg, const struct pw_row *r)
{
    struct union_of *u = arg;
    u->sum = pw_bdd_or(u->t->bdds, u->sum, pw_row_bdd(u->t, r));
    return true;
}

START_TEST(covers_are_exact)
{
    struct o_dice d = {11};
    for (int i = 0; i < scaled(500); i++) {
        struct o_prog p;
        o_random(&d, &p, false);
        struct pw_dual *t = o_make(&p);
        for (uint32_t s = 0; s < t->stmts.n; s++)
            for (uint32_t q = 0; q < t->templates.n; q++) {
                struct union_of u = {t, PW_BDD_FALSE};
                pw_rows_of_step(t, s, q, add_row, &u);
                ck_assert(pw_bdd_same(u.sum, pw_dual_step(t, s, q)));
            }
        pw_dual_free(t);
    }
}
END_TEST

START_TEST(drt_round_trip)
{
    struct o_dice d = {13};
    for (int i = 0; i < scaled(500); i++) {
        struct o_prog p;
        o_random(&d, &p, i % 5 == 0);
        struct pw_dual *t = o_make(&p);
        uint32_t bad = pw_dual_add_bad(t, i % 2 ? "no \"luck\"\n" : NULL, (unsigned)i);
        pw_dual_add_bad_term(t, bad, 0, 2);
        if (t->labels.n > 1) pw_dual_add_bad_term(t, bad, 1, 1);
        t->bound = i;
        struct pw_closure *c = pw_closure_new(t, PW_CLOSURE_WITNESS);
        struct pw_strbuf first = {0}, second = {0}, third = {0};
        pw_drt_print(t, NULL, &first);
        struct pw_dual *u = parse(pw_strbuf_text(&first));
        ck_assert(pw_dual_equal(t, u));
        pw_drt_print(u, NULL, &second);
        ck_assert_str_eq(pw_strbuf_text(&first), pw_strbuf_text(&second));
        pw_drt_print(t, c, &third); /* the closure's rows are comments */
        struct pw_dual *v = parse(pw_strbuf_text(&third));
        ck_assert(pw_dual_equal(t, v));
        pw_strbuf_clear(&first), pw_strbuf_clear(&second), pw_strbuf_clear(&third);
        pw_closure_free(c);
        pw_dual_free(t), pw_dual_free(u), pw_dual_free(v);
    }
}
END_TEST

/* ---- n threads ---- */

/* The number of states up to the names of the threads. */
static int by_thread(const void *a, const void *b)
{
    const struct o_thread *x = a, *y = b;
    if (x->local == SUNK || y->local == SUNK) return (x->local == SUNK) - (y->local == SUNK);
    return x->kind != y->kind ? x->kind - y->kind : x->local - y->local;
}

static size_t up_to_symmetry(const struct o_set *set)
{
    struct o_set sorted = {0};
    for (size_t i = 0; i < set->n; i++) {
        struct o_state s = set->at[i];
        qsort(s.t, (size_t)s.n, sizeof *s.t, by_thread);
        while (s.n && s.t[s.n - 1].local == SUNK)
            s.n--;
        o_add(&sorted, &s);
    }
    size_t n = sorted.n;
    o_clear(&sorted);
    return n;
}

static void oracle_labels(const struct o_prog *p, const struct o_set *set, bool *label, bool *pair,
                          size_t labels)
{
    int first[MAXT] = {0};
    for (int k = 1; k < p->nkinds; k++)
        first[k] = first[k - 1] + p->kind[k - 1].nlocs;
    for (size_t i = 0; i < set->n; i++)
        for (int a = 0; a < set->at[i].n; a++) {
            struct o_thread x = set->at[i].t[a];
            if (x.local == SUNK) continue;
            size_t la = (size_t)(first[x.kind] + o_loc(p, x));
            label[la] = true;
            for (int b = 0; b < set->at[i].n; b++) {
                struct o_thread y = set->at[i].t[b];
                if (b != a && y.local != SUNK)
                    pair[la * labels + (size_t)(first[y.kind] + o_loc(p, y))] = true;
            }
        }
}

static void compare_exploration(const struct o_prog *p, struct pw_dual *t, enum o_mode mode, int n,
                                int number)
{
    static const enum pw_closure_mode modes[] = {PW_CLOSURE_NONE, PW_CLOSURE_WITNESS,
                                                 PW_CLOSURE_PAPER};
    struct o_set set = {0};
    o_explore(p, mode, n, &set);
    struct pw_closure *c = pw_closure_new(t, modes[mode]);
    struct pw_instance_options o = {.threads = (unsigned)n},
                               before = {.threads = n > 2 ? (unsigned)n - 1 : 3};
    struct pw_instance_result r;
    pw_instance_explore(c, number % 2 ? &before : &o, &r);
    /* what another number of threads has left changes nothing */
    if (number % 2) pw_instance_again(c, &o, &r);
    ck_assert(r.complete);
    ck_assert_msg(r.states == up_to_symmetry(&set),
                  "program %d, mode %d, n = %d: %llu states, expected %zu", number, mode, n,
                  (unsigned long long)r.states, up_to_symmetry(&set));
    size_t labels = t->labels.n;
    bool *label = PW_NEWS(bool, labels), *pair = PW_NEWS(bool, labels *labels);
    oracle_labels(p, &set, label, pair, labels);
    ck_assert(!memcmp(label, r.label, labels * sizeof *label));
    ck_assert(!memcmp(pair, r.pair, labels * labels * sizeof *pair));
    PW_FREES(label, labels);
    PW_FREES(pair, labels * labels);
    pw_instance_clear(&r);
    pw_closure_free(c);
    o_clear(&set);
}

START_TEST(exploration_agrees_with_the_oracle)
{
    struct o_dice d = {17};
    for (int i = 0; i < scaled(60); i++) {
        struct o_prog p;
        do
            o_random(&d, &p, i % 6 == 0);
        while (o_locals(&p, 0) + (p.nkinds > 1 ? o_locals(&p, 1) : 0) > 9);
        struct pw_dual *t = o_make(&p);
        for (int mode = O_TEMPLATE; mode <= O_PAPER; mode++)
            for (int n = 2; n <= (i % 8 ? 3 : 4); n++)
                compare_exploration(&p, t, mode, n, i);
        pw_dual_free(t);
    }
}
END_TEST

/* ---- Lemma 6: a step of n threads is a step of n+1 threads, for the closures; by trying all
 * states ---- */

struct lemma {
    const struct o_prog *p;
    enum o_mode mode;
    bool holds;
    struct o_thread extra;
    bool found;
    const struct o_state *want;
};

static bool covers_sorted(const struct o_state *big, const struct o_state *small)
{
    struct o_state a = *big, b = *small;
    qsort(a.t, (size_t)a.n, sizeof *a.t, by_thread),
        qsort(b.t, (size_t)b.n, sizeof *b.t, by_thread);
    int i = 0, k = 0;
    for (; i < a.n && k < b.n; i++)
        if (a.t[i].kind == b.t[k].kind && a.t[i].local == b.t[k].local)
            k++;
        else if (b.t[k].local == SUNK)
            k++, i--; /* threads in the sink count for nothing */
    while (k < b.n && b.t[k].local == SUNK)
        k++;
    return a.g == b.g && k == b.n;
}

static void look_for(void *arg, const struct o_state *from, const struct o_state *to)
{
    struct lemma *l = arg;
    (void)from;
    if (covers_sorted(to, l->want)) l->found = true;
}

static void try_extra(void *arg, const struct o_state *from, const struct o_state *to)
{
    struct lemma *l = arg;
    struct o_state bigger = *from;
    bigger.t[bigger.n++] = l->extra;
    l->found = false;
    l->want = to;
    o_steps(l->p, l->mode, &bigger, look_for, l);
    if (!l->found) l->holds = false;
}

static void try_state(void *arg, const struct o_state *v)
{
    struct lemma *l = arg;
    for (int k = 0; k < l->p->nkinds && l->holds; k++)
        for (int x = 0; x < o_locals(l->p, k) && l->holds; x++) {
            l->extra = (struct o_thread){k, x};
            o_steps(l->p, l->mode, v, try_extra, l);
        }
}

static bool lemma6(const struct o_prog *p, enum o_mode mode, int n)
{
    struct lemma l = {.p = p, .mode = mode, .holds = true};
    struct o_state v = {.n = n};
    o_all(p, &v, 0, try_state, &l);
    return l.holds;
}

static int size_of(const struct o_prog *p)
{
    return (o_locals(p, 0) + (p->nkinds > 1 ? o_locals(p, 1) : 0)) * o_shared(p);
}

START_TEST(closures_are_monotone_by_lemma_6)
{
    struct o_dice d = {19};
    int broken = 0;
    for (int i = 0; i < scaled(40); i++) {
        struct o_prog p;
        do
            o_random(&d, &p, false);
        while (size_of(&p) > 9);
        for (int n = 2; n <= (size_of(&p) <= 5 ? 3 : 2); n++) {
            ck_assert(lemma6(&p, O_WITNESS, n));
            ck_assert(lemma6(&p, O_PAPER, n));
            bool template = lemma6(&p, O_TEMPLATE, n);
            ck_assert(template || !is_monotone(&p)); /* Thm. 7: (17) is sufficient */
            broken += !template;
        }
    }
    ck_assert(broken > 10); /* the lemma can fail, so the test can */
}
END_TEST

/* The closure as a template of its own, the sink as a field: Eq. (17) must hold of it, and it
 * contains the template. */
static pw_bdd without_sink(struct pw_dual *t, uint32_t a, uint32_t q)
{
    uint32_t fa = (uint32_t)t->templates.at[a].fields.n - 1,
             fq = (uint32_t)t->templates.at[q].fields.n - 1;
    pw_bdd r = pw_bdd_and(t->bdds, pw_dual_value(t, PW_ACTIVE, a, fa, PW_NOW, 0),
                          pw_dual_value(t, PW_ACTIVE, a, fa, PW_NEXT, 0));
    return pw_bdd_and(t->bdds, r, pw_dual_value(t, PW_PASSIVE, q, fq, PW_NOW, 0));
}

static struct pw_dual *with_sink_field(const struct o_prog *p)
{
    struct o_prog wide = *p;
    for (int k = 0; k < p->nkinds; k++)
        wide.kind[k].dom[wide.kind[k].nfields++] = 2;
    for (int s = 0; s < p->nstmts; s++)
        for (int i = 0; i < p->stmt[s].ncubes; i++) {
            struct o_cube *c = &wide.stmt[s].cubes[i];
            int fa = p->kind[p->stmt[s].kind].nfields, fq = p->kind[c->passive].nfields;
            c->cell[1][0][fa] = c->cell[1][1][fa] = c->cell[2][0][fq] = c->cell[2][1][fq] = 0;
        }
    wide.ninit = 0;
    return o_make(&wide);
}

START_TEST(closure_satisfies_equation_17)
{
    struct o_dice d = {23};
    for (int i = 0; i < scaled(300); i++) {
        struct o_prog p;
        o_random(&d, &p, false);
        struct pw_dual *t = with_sink_field(&p);
        struct pw_closure *c = pw_closure_new(t, PW_CLOSURE_PAPER);
        PW_VEC(pw_bdd) before = {0};
        for (size_t k = 0; k < t->n_steps; k++)
            pw_vec_push(&before, t->steps[k]);
        for (uint32_t s = 0; s < t->stmts.n; s++)
            for (uint32_t q = 0; q < t->templates.n; q++) {
                uint32_t a = t->stmts.at[s].template,
                         fq = (uint32_t)t->templates.at[q].fields.n - 1;
                pw_bdd gone = pw_dual_value(t, PW_PASSIVE, q, fq, PW_NEXT, 1);
                /* F: into the sink */
                pw_bdd sink = pw_bdd_and(t->bdds, pw_closure_sink(c, s, q), without_sink(t, a, q));
                pw_bdd stay = pw_bdd_and(t->bdds, c->enabled[s],
                                         pw_dual_value(t, PW_PASSIVE, q, fq, PW_NOW, 1));
                pw_dual_or_step(t, s, q, pw_bdd_and(t->bdds, pw_bdd_or(t->bdds, sink, stay), gone));
            }
        struct pw_blocked why = {0};
        struct pw_strbuf text = {0};
        bool mono = pw_closure_is_monotone(t, &why);
        if (!mono) pw_blocked_print(t, &why, &text);
        ck_assert_msg(mono, "%s", pw_strbuf_text(&text));
        for (size_t k = 0; k < t->n_steps; k++)
            ck_assert(pw_bdd_implies(t->bdds, before.at[k], t->steps[k]));
        pw_vec_clear(&before);
        pw_closure_free(c);
        pw_dual_free(t);
    }
}
END_TEST

/* ---- the sharp closure: marked traps by trying all sets of pairs ---- */

enum { MOST_PAIRS = 13, MOST_MOVES = 20000 };

struct move {
    int a, q, a2, q2; /* indices of pairs */
};

struct sharp {
    const struct o_prog *p;
    struct {
        int g;
        struct o_thread t;
    } pair[64];
    int npairs;
    struct move *moves;
    int nmoves;
    unsigned *traps; /* marked ones, as sets of pair indices */
    int ntraps;
    unsigned trap; /* at work */
    bool empty_start;
    bool overflow;
    struct o_set *set;
};

static int pair_index(struct sharp *s, int g, struct o_thread t, bool add)
{
    for (int i = 0; i < s->npairs; i++)
        if (s->pair[i].g == g && s->pair[i].t.kind == t.kind && s->pair[i].t.local == t.local)
            return i;
    if (!add) return -1;
    if (s->npairs == 64) return s->overflow = true, 0;
    s->pair[s->npairs].g = g, s->pair[s->npairs].t = t;
    return s->npairs++;
}

static void moves_of(struct sharp *s, int x, int y, bool record)
{
    const struct o_prog *p = s->p;
    struct o_thread a = s->pair[x].t, q = s->pair[y].t;
    for (int st = 0; st < p->nstmts; st++)
        for (int g2 = 0; g2 < o_shared(p); g2++)
            for (int l = 0; l < o_locals(p, a.kind); l++)
                for (int k = 0; k < o_locals(p, q.kind); k++) {
                    struct o_thread a2 = {a.kind, l}, q2 = {q.kind, k};
                    if (!o_row(p, st, s->pair[x].g, a, q, g2, a2, q2)) continue;
                    struct move m = {x, y, pair_index(s, g2, a2, true),
                                     pair_index(s, g2, q2, true)};
                    if (record && s->nmoves < MOST_MOVES) s->moves[s->nmoves++] = m;
                }
}

static void find_pairs(struct sharp *s)
{
    const struct o_prog *p = s->p;
    for (int g = 0; g < o_shared(p); g++)
        for (int k = 0; k < p->nkinds; k++)
            for (int l = 0; l < o_locals(p, k); l++)
                for (int k2 = 0; k2 < p->nkinds; k2++)
                    for (int l2 = 0; l2 < o_locals(p, k2); l2++)
                        if (o_initial_row(p, g, (struct o_thread){k, l}, (struct o_thread){k2, l2}))
                            pair_index(s, g, (struct o_thread){k, l}, true),
                                pair_index(s, g, (struct o_thread){k2, l2}, true);
    for (int before = -1; before != s->npairs && !s->overflow;) {
        before = s->npairs;
        for (int x = 0; x < before; x++)
            for (int y = 0; y < before; y++)
                if (s->pair[x].g == s->pair[y].g) moves_of(s, x, y, false);
    }
}

static bool has_thread(struct sharp *s, unsigned trap, const struct o_state *v)
{
    for (int i = 0; i < v->n; i++) {
        if (v->t[i].local == SUNK) continue;
        int x = pair_index(s, v->g, v->t[i], false);
        if (x >= 0 && trap >> x & 1) return true;
    }
    return false;
}

static void check_start(void *arg, const struct o_state *v)
{
    struct sharp *s = arg;
    if (!s->empty_start && o_initial(s->p, v) && !has_thread(s, s->trap, v)) s->empty_start = true;
}

static bool is_trap(const struct sharp *s, unsigned t)
{
    for (int i = 0; i < s->nmoves; i++) {
        const struct move *m = &s->moves[i];
        bool a2 = t >> m->a2 & 1;
        if ((t >> m->a & 1) && !a2) return false;
        if ((t >> m->q & 1) && !a2 && !(t >> m->q2 & 1)) return false;
    }
    return true;
}

static void find_traps(struct sharp *s)
{
    for (s->trap = 0; s->trap < 1u << s->npairs; s->trap++) {
        if (!is_trap(s, s->trap)) continue;
        s->empty_start = false;
        for (int n = 2; n <= 4 && !s->empty_start; n++) {
            struct o_state v = {.n = n};
            o_all(s->p, &v, 0, check_start, s);
        }
        if (!s->empty_start) s->traps[s->ntraps++] = s->trap;
    }
}

static void note_if_marked(void *arg, const struct o_state *from, const struct o_state *to)
{
    struct sharp *s = arg;
    (void)from;
    for (int i = 0; i < s->ntraps; i++)
        if (!has_thread(s, s->traps[i], to)) return;
    o_add(s->set, to);
}

static void explore_sharp(struct sharp *s, int n, struct o_set *set)
{
    struct o_state v = {.n = n};
    struct o_starting start = {s->p, set};
    s->set = set;
    o_all(s->p, &v, 0, o_start, &start);
    for (size_t i = 0; i < set->n; i++) {
        struct o_state from = set->at[i];
        o_steps(s->p, O_WITNESS, &from, note_if_marked, s);
    }
}

static bool state_in(const struct o_set *set, const struct o_state *s)
{
    return set->n && set->slots[o_slot(set, s)];
}

static int compare_sharp(struct sharp *s, struct pw_dual *t, int n, int number)
{
    struct o_set sharp = {0}, open = {0}, closed = {0};
    explore_sharp(s, n, &sharp);
    o_explore(s->p, O_TEMPLATE, n, &open);
    o_explore(s->p, O_WITNESS, n, &closed);
    for (size_t i = 0; i < open.n; i++)
        ck_assert_msg(state_in(&sharp, &open.at[i]),
                      "program %d: the sharp closure loses a state of the template", number);
    for (size_t i = 0; i < sharp.n; i++)
        ck_assert(state_in(&closed, &sharp.at[i]));
    struct pw_closure *c = pw_closure_new(t, PW_CLOSURE_SHARP);
    struct pw_instance_options o = {.threads = (unsigned)n};
    struct pw_instance_result r;
    pw_instance_explore(c, &o, &r);
    ck_assert_msg(r.states == up_to_symmetry(&sharp),
                  "program %d, n = %d: %llu states, expected %zu", number, n,
                  (unsigned long long)r.states, up_to_symmetry(&sharp));
    int sharper = sharp.n < closed.n;
    pw_instance_clear(&r);
    pw_closure_free(c);
    o_clear(&sharp), o_clear(&open), o_clear(&closed);
    return sharper;
}

START_TEST(sharp_closure_agrees_with_all_traps)
{
    struct o_dice d = {31};
    int sharper = 0, done = 0;
    while (done < scaled(100)) {
        struct o_prog p;
        do
            o_random(&d, &p, false);
        while (size_of(&p) > 12);
        struct sharp s = {.p = &p, .moves = malloc(MOST_MOVES * sizeof *s.moves)};
        find_pairs(&s);
        if (!s.overflow && s.npairs > 1 && s.npairs <= MOST_PAIRS) {
            int pairs = s.npairs;
            for (int x = 0; x < pairs; x++)
                for (int y = 0; y < pairs; y++)
                    if (s.pair[x].g == s.pair[y].g) moves_of(&s, x, y, true);
            s.traps = malloc((sizeof *s.traps) << s.npairs);
            find_traps(&s);
            struct pw_dual *t = o_make(&p);
            for (int n = 2; n <= 3; n++)
                sharper += compare_sharp(&s, t, n, done);
            pw_dual_free(t);
            free(s.traps);
            done++;
        }
        free(s.moves);
    }
    ck_assert(sharper > 0);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, diagrams_fragment_and_monotonicity_agree_with_the_oracle);
    tcase_add_test(c, covers_are_exact);
    tcase_add_test(c, drt_round_trip);
    tcase_add_test(c, exploration_agrees_with_the_oracle);
    tcase_add_test(c, closures_are_monotone_by_lemma_6);
    tcase_add_test(c, closure_satisfies_equation_17);
    tcase_add_test(c, sharp_closure_agrees_with_all_traps);
}

UNIT_MAIN("dualref", tests)
