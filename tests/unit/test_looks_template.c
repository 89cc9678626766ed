/* Templates of programs whose threads look at each other: R~ and W_i against brute force over
 * random tables, templates and closures of random programs against an interpreter that shares no
 * code (tests/oracle/looks_oracle.h) and against the set of pairs, obligations, verdicts with
 * certificates. */
#include "unit/unit.h"

#include <string.h>

#include "abst/abstract.h"
#include "abst/obligations.h"
#include "check/check.h"
#include "dualref/instance.h"
#include "engine/verify.h"
#include "finite/pairset.h"
#include "front/dr/dr.h"
#include "front/drt/drt.h"
#include "logic/smt.h"
#include "oracle/looks_oracle.h"
#include "prog/checked.h"

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
    pw_diags_clear(&diags);
    pw_source_clear(&src);
    return p;
}

static struct pw_abstraction *abstract(const struct pw_program *p, int64_t threads)
{
    struct pw_diags diags = {0};
    struct pw_abst_options o = {.threads = threads};
    struct pw_abstraction *a = pw_abstract_template(p, NULL, &o, NULL, &diags);
    ck_assert(a != NULL);
    pw_dual_check(a->template);
    pw_diags_clear(&diags);
    return a;
}

/* ---- tables: one step, everything about it chosen at random ---- */

enum { D = 3, MOST = 2 }; /* values of a local; most predicates and `some` */

/* The last index but two: whether the active thread comes before the other one; all is the same in
 * both orders unless `order`. */
struct tables {
    uint64_t random;
    int nit, nsome;
    bool every, order;
    bool pred[MOST][2][2][D][D], e[2][2][D][D],
        some[MOST][2][2][D][D]; /* [shared][active][other] */
    int shared_to[2][D], active_to[2][D], other_to[2][2][D][D];
};

static unsigned below(struct tables *t, unsigned n)
{
    t->random += 0x9e3779b97f4a7c15ULL;
    uint64_t z = (t->random ^ (t->random >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return (unsigned)((z ^ (z >> 31)) % n);
}

static void fill(struct tables *t, bool to[2][2][D][D], unsigned of_ten)
{
    bool *at = &to[0][0][0][0];
    for (int i = 0; i < 2 * 2 * D * D; i++)
        at[i] = t->order || i < 2 * D * D ? below(t, 10) < of_ten : at[i - 2 * D * D];
}

static void random_tables(struct tables *t, uint64_t seed)
{
    *t = (struct tables){.random = seed};
    t->nit = seed % 4 == 0 ? 2 : (int)(seed % 2);
    t->nsome = (int)below(t, t->nit == 2 ? 2 : 3);
    t->every = below(t, 4) > 0;
    t->order = seed % 3 == 2;
    for (int i = 0; i < t->nit; i++)
        fill(t, t->pred[i], 5 + below(t, 4));
    fill(t, t->e, 6 + below(t, 4));
    for (int i = 0; i < t->nsome; i++)
        fill(t, t->some[i], 2 + below(t, 3));
    if (t->nsome == 2 && !memcmp(t->some[0], t->some[1], sizeof t->some[0])) t->nsome = 1;
    for (int s = 0; s < 2; s++)
        for (int a = 0; a < D; a++) {
            t->shared_to[s][a] = (int)below(t, 2);
            t->active_to[s][a] = (int)below(t, D);
        }
    int *to = &t->other_to[0][0][0][0];
    for (int i = 0; i < 2 * 2 * D * D; i++)
        to[i] = !t->order && i >= 2 * D * D ? to[i - 2 * D * D]
                : below(t, 3)               ? i % D
                                            : (int)below(t, D);
}

/* A case of a table: the condition that it is met. */
static void print_case(const struct tables *t, int i, struct pw_strbuf *out)
{
    if (t->order)
        pw_strbuf_puts(out, i / (2 * D * D) ? "self < other.self && " : "self > other.self && ");
    pw_strbuf_printf(out, "g == %d && x == %d && other.x == %d", i / (D * D) % 2, i / D % D, i % D);
}

static int cases(const struct tables *t)
{
    return (t->order ? 2 : 1) * 2 * D * D;
}

static void print_table(const struct tables *t, const bool table[2][2][D][D], struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "(other.x < 0");
    for (int i = 0; i < cases(t); i++)
        if ((&table[0][0][0][0])[i]) pw_strbuf_puts(out, " || "), print_case(t, i, out);
    pw_strbuf_puts(out, ")");
}

static void print_choices(const int table[2][D], int other, struct pw_strbuf *out)
{
    for (int s = 0; s < 2; s++)
        for (int a = 0; a < D; a++)
            pw_strbuf_printf(out, "g == %d && x == %d ? %d : ", s, a, table[s][a]);
    pw_strbuf_printf(out, "%d;", other);
}

static void print_tables(const struct tables *t, struct pw_strbuf *out)
{
    pw_strbuf_printf(out,
                     "shared int[0..1] g = 0;\nthread t {\n  local int[0..%d] x = 0;\n  local "
                     "int[0..%d] y = 0;\n  local int[0..1] k = 0;\na: atomic {\n",
                     D - 1, D - 1);
    if (t->every)
        pw_strbuf_puts(out, "assume(every"), print_table(t, t->e, out), pw_strbuf_puts(out, ");");
    for (int i = 0; i < t->nsome; i++)
        pw_strbuf_puts(out, "assume(some"), print_table(t, t->some[i], out),
            pw_strbuf_puts(out, ");");
    pw_strbuf_puts(out, "other.x = ");
    for (int i = 0; i < cases(t); i++) {
        print_case(t, i, out);
        pw_strbuf_printf(out, " ? %d : ", (&t->other_to[0][0][0][0])[i]);
    }
    pw_strbuf_puts(out, "0;\n y = ");
    print_choices(t->active_to, 0, out);
    pw_strbuf_puts(out, "\n k = ");
    print_choices(t->shared_to, 0, out);
    pw_strbuf_puts(out, "\n x = y; y = 0; g = k; k = 0; }\nb: skip;\n}\n");
    for (int i = 0; i < t->nit; i++) {
        pw_strbuf_printf(out, "predicate p%d = ", i);
        print_table(t, t->pred[i], out);
        pw_strbuf_puts(out, ";\n");
    }
}

/* A row: values before and after, bits of threads 1 and 2 before and after as sets. */
struct seen {
    int s, a, p, p_to;
    unsigned one, two, one_to, two_to;
};

/* Which rows some step with a set of other threads besides 1 and 2 shows; in W_i, too. */
struct brute {
    const struct tables *t;
    bool rows[2][D][D][D][4][4][4][4], some[MOST][2][D][D][D][4][4][4][4];
};

/* Other threads as a set of (place, value): two with the same of both are as good as one, and
 * without an order all have the place 0. Place 0: before threads 1 and 2, 1: between them, 2: after
 * both. */
enum { PLACES = 3, KINDS = PLACES * D };

/* first: thread 1 comes before thread 2. Does thread `who` come before one at a place? */
static bool precedes(bool first, int who, int place)
{
    return place == 2 || (place == 1 && (who == 1) == first);
}

/* The predicates that hold for thread `who` with value v against the other of threads 1 and 2, with
 * value w, and all others. */
static unsigned bits(const struct tables *t, int s, bool first, int who, int v, int w,
                     unsigned others)
{
    unsigned set = 0;
    for (int i = 0; i < t->nit; i++) {
        bool all = t->pred[i][(who == 1) == first][s][v][w];
        for (int k = 0; k < KINDS; k++)
            all =
                all && (!(others >> k & 1) || t->pred[i][precedes(first, who, k / D)][s][v][k % D]);
        set |= (unsigned)all << i;
    }
    return set;
}

/* May thread 1 with value a step beside thread 2 with value p and the others? */
static bool may_step(const struct tables *t, int s, bool first, int a, int p, unsigned others)
{
    bool may = !t->every || t->e[first][s][a][p];
    for (int k = 0; t->every && k < KINDS; k++)
        may = may && (!(others >> k & 1) || t->e[precedes(first, 1, k / D)][s][a][k % D]);
    for (int i = 0; may && i < t->nsome; i++) {
        bool found = t->some[i][first][s][a][p];
        for (int k = 0; k < KINDS; k++)
            found =
                found || (others >> k & 1 && t->some[i][precedes(first, 1, k / D)][s][a][k % D]);
        may = found;
    }
    return may;
}

static void brute_step(struct brute *b, int s, bool first, int a, int p, unsigned others)
{
    const struct tables *t = b->t;
    unsigned after = 0;
    if (!may_step(t, s, first, a, p, others)) return;
    for (int k = 0; k < KINDS; k++)
        if (others >> k & 1)
            after |= 1u << (k / D * D + t->other_to[precedes(first, 1, k / D)][s][a][k % D]);
    int s2 = t->shared_to[s][a], a2 = t->active_to[s][a], p2 = t->other_to[first][s][a][p];
    unsigned one = bits(t, s, first, 1, a, p, others), two = bits(t, s, first, 2, p, a, others);
    unsigned one2 = bits(t, s2, first, 1, a2, p2, after),
             two2 = bits(t, s2, first, 2, p2, a2, after);
    b->rows[s][a][p][p2][one][two][one2][two2] = true;
    for (int i = 0; i < t->nsome; i++)
        if (t->some[i][first][s][a][p]) b->some[i][s][a][p][p2][one][two][one2][two2] = true;
}

/* With 2, or with 3 .. most threads. */
static void brute_all(struct brute *b, bool two, int most)
{
    unsigned sets = 1u << (b->t->order ? KINDS : D);
    for (int v = 0; v < 2 * D * D; v++)
        for (unsigned others = two ? 0 : 1; others < sets; others++) {
            if (__builtin_popcount(others) > most - 2) continue;
            for (int first = 0; first <= b->t->order; first++)
                brute_step(b, v / (D * D), first, v / D % D, v % D, others);
        }
}

static uint32_t field(const pw_fields *f, const char *name)
{
    for (uint32_t i = 0; i < f->n; i++)
        if (!strcmp(f->at[i].name, name)) return i;
    ck_abort_msg("no field %s", name);
    return 0;
}

/* The rows of the template that are one of these, apart from its location. */
static pw_bdd row_of(struct pw_dual *T, const struct tables *t, const struct seen *r)
{
    struct pw_row *row = pw_row_new(T, 0, 0);
    const pw_fields *f = &T->templates.at[0].fields;
    uint32_t g = field(&T->shared, "g"), x = field(f, "x");
    pw_row_set(row, PW_SHARED, g, PW_NOW, r->s);
    pw_row_set(row, PW_SHARED, g, PW_NEXT, t->shared_to[r->s][r->a]);
    pw_row_set(row, PW_ACTIVE, x, PW_NOW, r->a);
    pw_row_set(row, PW_ACTIVE, x, PW_NEXT, t->active_to[r->s][r->a]);
    pw_row_set(row, PW_PASSIVE, x, PW_NOW, r->p);
    pw_row_set(row, PW_PASSIVE, x, PW_NEXT, r->p_to);
    for (int who = 0; who < 2; who++) {
        pw_row_set(row, who ? PW_PASSIVE : PW_ACTIVE, field(f, "y"), PW_NOW, 0);
        pw_row_set(row, who ? PW_PASSIVE : PW_ACTIVE, field(f, "y"), PW_NEXT, 0);
        pw_row_set(row, who ? PW_PASSIVE : PW_ACTIVE, field(f, "k"), PW_NOW, 0);
        pw_row_set(row, who ? PW_PASSIVE : PW_ACTIVE, field(f, "k"), PW_NEXT, 0);
    }
    for (int i = 0; i < t->nit; i++) {
        char name[4] = {'p', (char)('0' + i), 0};
        uint32_t bit = field(f, name);
        pw_row_set(row, PW_ACTIVE, bit, PW_NOW, r->one >> i & 1);
        pw_row_set(row, PW_ACTIVE, bit, PW_NEXT, r->one_to >> i & 1);
        pw_row_set(row, PW_PASSIVE, bit, PW_NOW, r->two >> i & 1);
        pw_row_set(row, PW_PASSIVE, bit, PW_NEXT, r->two_to >> i & 1);
    }
    if (t->every) {
        pw_row_set(row, PW_SHARED, field(&T->shared, "alone"), PW_NOW, 0);
        pw_row_set(row, PW_SHARED, field(&T->shared, "alone"), PW_NEXT, 0);
    }
    row->passive_loc = T->templates.at[0].entry;
    pw_bdd rows = pw_row_bdd(T, row);
    pw_row_free(row);
    return rows;
}

/* The step that does not fail. */
static uint32_t step_of(const struct pw_dual *T)
{
    for (uint32_t s = 0; s < T->stmts.n; s++)
        if (T->stmts.at[s].from == T->templates.at[0].entry &&
            T->locs.at[T->stmts.at[s].to].kind != PW_TLOC_ERROR)
            return s;
    ck_abort_msg("no step");
    return 0;
}

/* The step has exactly these rows, with these values after it. */
static void same_rows(const struct pw_abstraction *x, const struct brute *b, const char *what,
                      const char *text)
{
    const struct tables *t = b->t;
    struct pw_dual *T = x->template;
    unsigned n = 1u << t->nit, codes = n * n * n * n;
    uint32_t step = step_of(T);
    for (int v = 0; v < 2 * D * D * D; v++)
        for (unsigned c = 0; c < codes; c++) {
            struct seen r = {v / (D * D * D), v / (D * D) % D, v / D % D,       v % D,
                             c % n,           c / n % n,       c / (n * n) % n, c / (n * n * n)};
            pw_bdd row = row_of(T, t, &r);
            bool have = pw_bdd_implies(T->bdds, row, pw_dual_step(T, step, 0));
            ck_assert_msg(have == b->rows[r.s][r.a][r.p][r.p_to][r.one][r.two][r.one_to][r.two_to],
                          "%s: row %d %d %d to %d, %u: %d\n%s", what, r.s, r.a, r.p, r.p_to, c,
                          have, text);
            for (uint32_t i = 0; i < (uint32_t)t->nsome; i++) {
                have = pw_bdd_implies(T->bdds, row, pw_dual_some(T, step, i, 0));
                ck_assert_msg(
                    have == b->some[i][r.s][r.a][r.p][r.p_to][r.one][r.two][r.one_to][r.two_to],
                    "%s: W_%u row %d %d %d to %d, %u: %d\n%s", what, i, r.s, r.a, r.p, r.p_to, c,
                    have, text);
            }
        }
}

/* One thread alone: the row beside an idle one, if there is any. */
static void same_alone(const struct pw_abstraction *x, const struct tables *t, const char *text)
{
    struct pw_dual *T = x->template;
    ck_assert_uint_eq(x->alone != PW_NO_INDEX, t->every);
    ck_assert_uint_eq(T->templates.n, t->every ? 2 : 1);
    if (!t->every) return;
    for (int v = 0; v < 2 * D; v++) {
        struct pw_row *row = pw_row_new(T, 0, 1);
        const pw_fields *f = &T->templates.at[0].fields;
        pw_row_set(row, PW_SHARED, field(&T->shared, "g"), PW_NOW, v / D);
        pw_row_set(row, PW_ACTIVE, field(f, "x"), PW_NOW, v % D);
        pw_row_set(row, PW_SHARED, field(&T->shared, "alone"), PW_NOW, 1);
        for (int i = 0; i < t->nit; i++) {
            char name[4] = {'p', (char)('0' + i), 0};
            pw_row_set(row, PW_ACTIVE, field(f, name), PW_NOW, 1); /* there is nobody */
        }
        pw_bdd some = pw_bdd_and(T->bdds, pw_row_bdd(T, row), pw_dual_step(T, step_of(T), 1));
        ck_assert_msg(pw_bdd_is_false(some) == (t->nsome > 0), "alone %d\n%s", v, text);
        pw_row_free(row);
    }
}

/* The bound: exactly the rows of b threads and, with an `every`, of two; and no more threads show
 * more. With the plain computation likewise. */
static void compare_tables(uint64_t seed, bool plain)
{
    static struct brute b, larger;
    struct tables t;
    struct pw_strbuf text = {0};
    random_tables(&t, seed);
    print_tables(&t, &text);
    int64_t bound = 4 * t.nit + 2 + t.nsome;
    bool two = t.every || t.nit == 0;
    memset(&b, 0, sizeof b);
    memset(&larger, 0, sizeof larger);
    b.t = larger.t = &t;
    brute_all(&b, two, (int)bound);
    brute_all(&larger, two, KINDS + 2);
    ck_assert(!memcmp(b.rows, larger.rows, sizeof b.rows));
    ck_assert(!memcmp(b.some, larger.some, sizeof b.some));
    struct pw_program *p = parse(pw_strbuf_text(&text));
    struct pw_abstraction *a = abstract(p, 0);
    ck_assert_msg(a->template->bound == bound, "seed %llu: bound %lld, not %lld",
                  (unsigned long long)seed, (long long)a->template->bound, (long long)bound);
    ck_assert_uint_eq(a->template->stmts.at[step_of(a->template)].somes, t.nsome);
    same_rows(a, &b, "fast", pw_strbuf_text(&text));
    same_alone(a, &t, pw_strbuf_text(&text));
    if (plain && t.every) {
        struct pw_abstraction *slow = abstract(p, bound);
        same_rows(slow, &b, "plain", pw_strbuf_text(&text));
        ck_assert(pw_dual_equal(a->template, slow->template));
        pw_abstract_free(slow);
    }
    pw_abstract_free(a);
    pw_program_free(p);
    pw_strbuf_clear(&text);
}

START_TEST(random_rows)
{
    enum { PART = 6 };
    for (int i = 0; i < PART * unit_scale(); i++)
        compare_tables(unit_seed() + (uint64_t)_i * 100003 + (uint64_t)i, i % 50 == 0 && _i == 1);
}
END_TEST

/* ---- templates and closures of random programs ---- */

static struct looks_options options_of(uint64_t seed)
{
    return (struct looks_options){.every = seed % 7 != 0,
                                  .some = seed % 3 != 0,
                                  .others = seed % 2,
                                  .order = seed % 5 == 4,
                                  .tid = seed % 11 < 3,
                                  .two = seed % 4 == 3};
}

/* Predicates over finite variables: they add nothing that matters, but bits of other threads and,
 * where threads have an order, something about it. */
static void add_predicates(uint64_t seed, bool order, struct pw_strbuf *out)
{
    static const char *const texts[] = {"predicate u = x == other.x;\n",
                                        "predicate u = y <= other.y || g;\n",
                                        "predicate u = !other.x || other.y != h;\n"},
                             *const of_order[] = {
                                 "predicate u = self < other.self || !other.x;\n",
                                 "predicate u = self > other(p).self;\n",
                                 "predicate u = x || (y < other.y) == (self < other.self);\n"};
    pw_strbuf_puts(out, order ? of_order[seed % 3] : texts[seed % 3]);
}

/* Over integers: their values. */
static void add_values(bool two, struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "predicate h0 = h <= 0;\npredicate h2 = h >= 2;\n"
                        "predicate y0 = y <= 0;\npredicate y2 = y >= 2;\n");
    if (two) pw_strbuf_puts(out, "predicate w0 = w <= 0;\npredicate w2 = w >= 2;\n");
}

static void explore(struct pw_abstraction *a, enum pw_closure_mode mode, unsigned n,
                    struct pw_instance_result *r, struct pw_closure **c)
{
    size_t templates = a->template->templates.n;
    int64_t counts[4];
    struct pw_instance_options o = {.threads = n < 2 ? 2 : n, .most_states = 20000};
    for (size_t i = 0; i < templates; i++)
        counts[i] = pw_abst_is_idle(a, (uint32_t)i) ? n < 2 : a->template->templates.at[i].count;
    o.counts = counts;
    *c = pw_closure_new(a->template, mode);
    pw_instance_explore(*c, &o, r);
}

/* Are two threads with these labels together in a pair of the set? */
static bool pair_has(const struct pw_pairset *x, uint32_t s, uint32_t a, uint32_t b)
{
    const struct pw_pairset_shared *h = &x->shared.at[s];
    for (uint32_t u = 0; u < h->nrows; u++) {
        const struct pw_pairset_local *l = &x->locals.at[u];
        for (uint32_t v = 0; v < 64 * h->rows[u].words && v < x->locals.n; v++) {
            const struct pw_pairset_local *m = &x->locals.at[v];
            if (h->rows[u].after[v / 64] >> v % 64 & 1 &&
                pw_program_at(x->p, a, PW_ANY, l->template, l->loc) &&
                pw_program_at(x->p, b, PW_ANY, m->template, m->loc))
                return true;
        }
    }
    return false;
}

static bool pairs_show(const struct pw_pairset *x, uint32_t a, uint32_t b)
{
    for (uint32_t s = 0; s < x->shared.n; s++)
        if (pair_has(x, s, a, b) || pair_has(x, s, b, a)) return true;
    return false;
}

/* Everything that two threads or more do in the closure is within the pairs. */
static void within_pairs(const struct pw_program *p, const struct pw_instance_result *r,
                         const char *text)
{
    struct pw_pairset_stats stats = {0};
    struct pw_pairset x;
    pw_pairset_init(&x, p, &stats);
    for (uint32_t a = 0; a < p->nlabels; a++)
        for (uint32_t b = 0; b < p->nlabels; b++)
            if (r->pair[a * r->n_labels + b])
                ck_assert_msg(pairs_show(&x, a, b), "%s and %s\n%s", p->labels[a].name,
                              p->labels[b].name, text);
    pw_pairset_clear(&x);
}

/* exact: the template is the program. Otherwise, with predicates or an order, it only has all its
 * runs. */
static void compare_template(const struct looks_program *l, const struct pw_program *p,
                             struct pw_abstraction *a, int n, bool exact, const char *text)
{
    struct looks_result real;
    looks_search(l, n, &real);
    for (int closed = 0; closed < 2; closed++) {
        struct pw_instance_result r;
        struct pw_closure *c;
        explore(a, closed ? PW_CLOSURE_WITNESS : PW_CLOSURE_NONE, (unsigned)n, &r, &c);
        for (int t = 0; r.complete && t < l->templates; t++)
            for (int i = 0; i < l->n[t]; i++) {
                char name[3] = {"pq"[t], (char)('0' + i), 0};
                bool found = r.label[pw_program_label(p, name)];
                ck_assert_msg(found || !real.at[t][i], "n = %d, %s missing\n%s", n, name, text);
                if (exact && !closed)
                    ck_assert_msg(found == real.at[t][i], "n = %d, %s: %d\n%s", n, name, found,
                                  text);
            }
        ck_assert(!r.complete || r.any_bad || !looks_bad(l, &real));
        if (r.complete && exact && !closed) ck_assert(r.any_bad == looks_bad(l, &real));
        if (exact && closed && n == 3 && p->of) within_pairs(p->of, &r, text);
        pw_instance_clear(&r);
        pw_closure_free(c);
    }
}

/* Written as .drt and read back it is the same template. */
static void reread(struct pw_dual *t, const char *text)
{
    struct pw_strbuf out = {0};
    struct pw_source src;
    struct pw_diags diags = {0};
    pw_drt_print(t, NULL, &out);
    pw_source_from_text(&src, "looks.drt", pw_strbuf_text(&out), out.n);
    struct pw_dual *again = pw_drt_parse(&src, &diags);
    ck_assert_msg(again != NULL, "%s\n%s", text, pw_strbuf_text(&out));
    struct pw_strbuf twice = {0};
    pw_drt_print(again, NULL, &twice);
    ck_assert_str_eq(pw_strbuf_text(&out), pw_strbuf_text(&twice));
    pw_dual_free(again);
    pw_strbuf_clear(&twice);
    pw_strbuf_clear(&out);
    pw_source_clear(&src);
    pw_diags_clear(&diags);
}

START_TEST(random_templates)
{
    enum { PART = 8 };
    for (int i = 0; i < PART * unit_scale(); i++) {
        uint64_t seed = unit_seed() + (uint64_t)_i * 3000017 + (uint64_t)i;
        struct looks_program l;
        struct pw_strbuf text = {0};
        bool exact = seed % 3 != 1;
        looks_random(&l, seed, options_of(seed));
        looks_print(&l, &text);
        if (!exact) add_predicates(seed / 3, l.o.order, &text);
        exact &= !l.o.order;
        struct pw_program *p = pw_program_into_checked(parse(pw_strbuf_text(&text)));
        struct pw_abstraction *a = abstract(p, 0);
        int least = pw_abst_is_idle(a, (uint32_t)a->template->templates.n - 1) ? 1 : 2;
        /* without an `every` rows of just two threads are left out: they have them with three */
        if (least == 2 && !exact) least = 3;
        for (int n = least; n <= 3; n++)
            compare_template(&l, p, a, n, exact, pw_strbuf_text(&text));
        reread(a->template, pw_strbuf_text(&text));
        pw_abstract_free(a);
        pw_program_free(p);
        pw_strbuf_clear(&text);
    }
}
END_TEST

/* ---- obligations ---- */

static void take_output(void *arg, const char *text, size_t n)
{
    struct pw_strbuf *out = arg;
    for (size_t i = 0; i < n; i++)
        pw_strbuf_putc(out, text[i]);
}

/* How many of the obligations of the template are sat, of how many. */
static size_t ask_all(const struct pw_program *p, struct pw_dual *t, size_t *asked)
{
    struct pw_strbuf questions = {0}, out = {0};
    struct pw_diags diags = {0};
    struct pw_source src;
    size_t sat = 0;
    ck_assert(pw_obligations_print(p, NULL, t, &questions, &diags));
    pw_source_from_text(&src, "questions.smt2", pw_strbuf_text(&questions), questions.n);
    ck_assert(pw_smt_run(&src, &diags, take_output, &out, NULL));
    for (const char *at = pw_strbuf_text(&out); *at; at = strchr(at, '\n') + 1, ++*asked) {
        bool is_sat = !strncmp(at, "sat\n", 4);
        ck_assert(is_sat || !strncmp(at, "unsat\n", 6));
        sat += is_sat;
    }
    pw_strbuf_clear(&questions);
    pw_strbuf_clear(&out);
    pw_diags_clear(&diags);
    pw_source_clear(&src);
    return sat;
}

/* Some rows of a relation: those of path k, or of the last one. */
struct some_path {
    struct pw_bdds *m;
    unsigned k;
    pw_bdd rows;
};

static bool take_path(void *arg, const uint8_t *values)
{
    struct some_path *x = arg;
    x->rows = PW_BDD_TRUE;
    for (unsigned v = 0; v < pw_bdds_vars(x->m); v++)
        if (values[v] != PW_BDD_ANY)
            x->rows = pw_bdd_and(x->m, x->rows, pw_bdd_literal(x->m, v, values[v]));
    return x->k-- > 0;
}

/* Forgets rows: of a step (somebody blocks it who does not), or of a some block (a witness). False:
 * the template has none of them (that of a program in which nobody can ever step has no rows). */
static bool forget(struct pw_dual *t, bool witness, uint64_t random)
{
    pw_bdd *of = witness ? t->somes : t->steps;
    size_t n = witness ? t->n_somes : t->n_steps, i = n ? random % n : 0, tried = 0;
    struct some_path x = {.m = t->bdds, .k = (unsigned)(random >> 20) % 16};
    while (tried < n && pw_bdd_is_false(of[i]))
        i = (i + 1) % n, tried++;
    if (tried == n) return false;
    pw_bdd_paths(t->bdds, of[i], take_path, &x);
    of[i] = pw_bdd_diff(t->bdds, of[i], x.rows);
    return true;
}

/* A random program; `ordered`: one that compares `self`. */
static struct pw_program *random_program(uint64_t seed, bool ordered, struct pw_strbuf *text)
{
    for (;; seed += 11) {
        struct looks_options o = options_of(seed);
        struct looks_program l;
        o.order |= ordered;
        looks_random(&l, seed, o);
        pw_strbuf_reset(text);
        looks_print(&l, text);
        if (seed % 3 == 1) add_predicates(seed / 3, o.order, text);
        struct pw_program *p = pw_program_into_checked(parse(pw_strbuf_text(text)));
        if (!ordered || pw_program_uses(p) & PW_USES_ORDER) return p;
        pw_program_free(p);
    }
}

/* Every step of the program is a step of its template, in an order of threads, too; and not of one
 * that lacks any row. */
START_TEST(random_obligations)
{
    enum { PART = 4 };
    size_t asked = 0, forged[2] = {0};
    for (int i = 0; i < PART * unit_scale(); i++) {
        uint64_t seed = unit_seed() + (uint64_t)_i * 7000033 + (uint64_t)i;
        struct pw_strbuf text = {0};
        struct pw_program *p = random_program(seed, i % 2, &text);
        struct pw_abstraction *a = abstract(p, 0);
        ck_assert_msg(!ask_all(p, a->template, &asked), "seed %llu\n%s", (unsigned long long)seed,
                      pw_strbuf_text(&text));
        bool witness = i % 4 < 2 && forget(a->template, true, seed * 2654435761);
        if (witness || forget(a->template, false, seed * 2654435761)) {
            ck_assert_msg(ask_all(p, a->template, &asked), "seed %llu, witness %d\n%s",
                          (unsigned long long)seed, witness, pw_strbuf_text(&text));
            forged[witness]++;
        }
        pw_abstract_free(a);
        pw_program_free(p);
        pw_strbuf_clear(&text);
    }
    ck_assert(forged[0]);
    if (getenv("PWQO_TEST_SCALE"))
        printf("obligations: %zu asked, %zu forged steps and %zu forged some blocks refuted\n",
               asked, forged[0], forged[1]);
}
END_TEST

/* ---- verdicts, certificates ---- */

static enum pw_verdict verdict_of(const struct pw_strbuf *text, const char *engine,
                                  enum pw_closure_mode closure, struct pw_verify_result *r)
{
    struct pw_source src;
    struct pw_diags diags = {0};
    struct pw_verify_options o;
    pw_source_from_text(&src, "looks.dr", pw_strbuf_text(text), text->n);
    pw_verify_options_init(&o);
    pw_verify_result_init(r);
    o.engine = engine;
    o.closure = closure;
    o.certificate = !strcmp(engine, "cover");
    pw_verify_source(&src, PW_INPUT_DR, &o, &diags, r);
    /* programs in which nobody looks at others are none of pairsets' */
    ck_assert(r->status == PW_VERIFY_DONE || !o.certificate);
    pw_diags_clear(&diags);
    pw_source_clear(&src);
    return r->status == PW_VERIFY_DONE ? r->judgement.verdict : PW_UNKNOWN;
}

static void check_verdict(uint64_t seed, int tally[3])
{
    struct looks_program l;
    struct looks_result found;
    struct pw_strbuf text = {0};
    struct pw_verify_result r, other;
    enum pw_closure_mode closure = seed / 16 % 3 == 0   ? PW_CLOSURE_PAPER
                                   : seed / 16 % 3 == 1 ? PW_CLOSURE_SHARP
                                                        : PW_CLOSURE_WITNESS;
    struct looks_options o = options_of(seed);
    o.ints = seed / 48 % 4 == 3;
    looks_random(&l, seed, o);
    looks_random_numbers(&l, seed);
    looks_print(&l, &text);
    if (seed % 5 == 1 || o.order) add_predicates(seed / 5, o.order, &text);
    if (o.ints) add_values(o.two, &text);
    enum pw_verdict v = verdict_of(&text, "cover", closure, &r),
                    w = verdict_of(&text, "pairsets", PW_CLOSURE_WITNESS, &other);
    tally[v == PW_SAFE ? 0 : v == PW_UNSAFE ? 1 : 2]++;
    ck_assert_msg(v == PW_UNKNOWN || w == PW_UNKNOWN || v == w, "seed %llu\n%s",
                  (unsigned long long)seed, pw_strbuf_text(&text));
    if (v == PW_SAFE) {
        struct pwc_result checked = {0};
        pwc_check(r.certificate.at, r.certificate.n, NULL, &checked);
        ck_assert_msg(checked.status == PWC_VALID, "seed %llu: %s\n%s", (unsigned long long)seed,
                      checked.message, pw_strbuf_text(&text));
    }
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
    pw_verify_result_clear(&other);
    pw_strbuf_clear(&text);
}

START_TEST(random_verdicts)
{
    enum { PART = 12 };
    int tally[3] = {0};
    for (int i = 0; i < PART * unit_scale(); i++)
        check_verdict(unit_seed() + (uint64_t)_i * 5000011 + (uint64_t)i, tally);
    if (getenv("PWQO_TEST_SCALE"))
        printf("verdicts: SAFE %d, UNSAFE %d, UNKNOWN %d\n", tally[0], tally[1], tally[2]);
}
END_TEST

static void tests(TCase *c)
{
    tcase_set_timeout(c, 0);
    tcase_add_loop_test(c, random_rows, 0, 4);
    tcase_add_loop_test(c, random_templates, 0, 4);
    tcase_add_loop_test(c, random_obligations, 0, 4);
    tcase_add_loop_test(c, random_verdicts, 0, 4);
}

UNIT_MAIN("looks_template", tests)
