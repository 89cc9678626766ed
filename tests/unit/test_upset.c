/* Upward-closed sets against a plain list; initial conditions by pairs against their definition;
 * linear invariants against steps. */
#include <string.h>

#include "cover/init.h"
#include "cover/linear.h"
#include "cover/tableau.h"
#include "cover/upset.h"
#include "unit/unit.h"

static uint64_t random_state;

static unsigned below(unsigned n)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (unsigned)(random_state >> 20) % n;
}

/* ---- upset ---- */

enum { LOCALS = 6, MOST = 3000 };

struct plain {
    int global, count[LOCALS];
};

static bool plain_leq(const struct plain *x, const struct plain *y)
{
    for (int l = 0; l < LOCALS; l++)
        if (x->count[l] > y->count[l]) return false;
    return x->global == y->global;
}

static size_t to_toks(const struct plain *x, struct pw_tok *out, int spread)
{
    size_t n = 0;
    for (int l = 0; l < LOCALS; l++)
        if (x->count[l]) out[n++] = (struct pw_tok){(uint32_t)(l * spread), x->count[l]};
    return n;
}

static void random_plain(struct plain *x, unsigned globals, unsigned tokens)
{
    memset(x, 0, sizeof *x);
    x->global = (int)below(globals);
    for (unsigned n = below(tokens + 1); n > 0; n--)
        x->count[below(LOCALS)]++;
}

static void compare_upset(unsigned globals, unsigned tokens, int rounds, int spread)
{
    static struct plain list[MOST];
    struct pw_upset set;
    struct pw_tok toks[LOCALS];
    uint64_t removed = 0;
    int n = 0;
    pw_upset_init(&set, globals);
    for (int i = 0; i < rounds; i++) {
        struct plain x;
        random_plain(&x, globals, tokens);
        bool known = false;
        for (int k = 0; k < n; k++)
            known |= plain_leq(&list[k], &x);
        size_t nt = to_toks(&x, toks, spread);
        ck_assert((pw_upset_below(&set, (uint32_t)x.global, toks, nt, PW_NO_ELEMENT) !=
                   PW_NO_ELEMENT) == known);
        if (known) continue;
        pw_upset_add(&set, (uint32_t)x.global, toks, nt, PW_NO_ELEMENT, 0, &removed);
        list[n++] = x;
        if (below(40)) continue;
        uint32_t *map = PW_NEWS(uint32_t, set.elements.n);
        size_t before = set.elements.n;
        pw_upset_compact(&set, map);
        PW_FREES(map, before);
        ck_assert(pw_upset_check(&set));
    }
    size_t minimal = 0;
    for (int i = 0; i < n; i++) {
        bool least = true;
        for (int k = 0; k < n; k++)
            least &= k == i || !plain_leq(&list[k], &list[i]);
        minimal += least;
    }
    uint32_t *map = PW_NEWS(uint32_t, set.elements.n);
    size_t before = set.elements.n;
    pw_upset_compact(&set, map);
    PW_FREES(map, before);
    ck_assert_uint_eq(set.live, minimal);
    pw_upset_clear(&set);
}

START_TEST(upset_is_a_list_of_minimal_elements)
{
    random_state = 1234567;
    for (int i = 0; i < 200; i++)
        compare_upset(1 + below(3), 1 + below(12), 400, i % 2 ? 1 : 50000);
}
END_TEST

/* Long elements: deeper than the table of remaining totals. */
START_TEST(upset_holds_long_elements)
{
    struct pw_upset set;
    struct pw_tok toks[200];
    uint64_t removed = 0;
    pw_upset_init(&set, 1);
    for (uint32_t l = 0; l < 200; l++)
        toks[l] = (struct pw_tok){l, INT64_MAX / 2};
    ck_assert_uint_eq(pw_upset_below(&set, 0, toks, 200, PW_NO_ELEMENT), PW_NO_ELEMENT);
    pw_upset_add(&set, 0, toks, 199, PW_NO_ELEMENT, 0, &removed);
    ck_assert_uint_eq(pw_upset_below(&set, 0, toks, 200, PW_NO_ELEMENT), 0);
    ck_assert_uint_eq(pw_upset_below(&set, 0, toks, 198, PW_NO_ELEMENT), PW_NO_ELEMENT);
    pw_upset_add(&set, 0, toks, 150, PW_NO_ELEMENT, 0, &removed);
    ck_assert_uint_eq(removed, 1);
    pw_upset_add(&set, 0, toks, 0, PW_NO_ELEMENT, 0, &removed);
    ck_assert_uint_eq(pw_upset_below(&set, 0, toks, 1, PW_NO_ELEMENT), 2);
    ck_assert(set.live == 1);
    pw_upset_clear(&set);
}
END_TEST

/* ---- initial conditions by pairs ---- */

enum { THREADS = 4, KINDS = 4 };

struct pairs {
    bool allow[KINDS][KINDS];
    int template_of[KINDS], count[2];
};

static bool is_initial(const struct pairs *p, const int *m)
{
    int all = 0, in[2] = {0};
    for (int l = 0; l < KINDS; l++)
        all += m[l], in[p->template_of[l]] += m[l];
    for (int t = 0; t < 2; t++)
        if (p->count[t] >= 0 && in[t] != p->count[t]) return false;
    if (all < 2) return false;
    for (int a = 0; a < KINDS; a++) {
        bool ok = m[a] > 0;
        for (int l = 0; l < KINDS; l++)
            if (m[l] - (l == a) > 0) ok &= p->allow[a][l];
        if (ok) return true;
    }
    return false;
}

/* Is some initial m >= u, with at most THREADS + 3 tokens? */
static bool completes(const struct pairs *p, int *m, int l, int left)
{
    if (l == KINDS) return is_initial(p, m);
    for (int extra = 0; extra <= left; extra++) {
        m[l] += extra;
        bool yes = completes(p, m, l + 1, left - extra);
        m[l] -= extra;
        if (yes) return true;
    }
    return false;
}

static void check_pairs(const struct pairs *p, const struct pw_system *sys, int *m, int l, int left)
{
    if (l < KINDS) {
        for (m[l] = 0; m[l] <= left; m[l]++)
            check_pairs(p, sys, m, l + 1, left - m[l]);
        m[l] = 0;
        return;
    }
    struct pw_tok u[KINDS];
    size_t n = 0;
    pw_toks out = {0};
    for (int i = 0; i < KINDS; i++)
        if (m[i]) u[n++] = (struct pw_tok){(uint32_t)i, m[i]};
    bool got = pw_system_initial(sys, 0, u, n, &out);
    ck_assert(got == completes(p, m, 0, 5));
    ck_assert(!pw_system_initial(sys, 1, u, n, NULL));
    if (got) {
        int full[KINDS] = {0};
        for (size_t i = 0; i < out.n; i++)
            full[out.at[i].local] = (int)out.at[i].count;
        ck_assert(is_initial(p, full) && pw_toks_leq(u, n, out.at, out.n));
        if (is_initial(p, m)) ck_assert(!memcmp(full, m, sizeof full));
    }
    pw_vec_clear(&out);
}

START_TEST(pairs_follow_their_definition)
{
    random_state = 99;
    for (int i = 0; i < 300; i++) {
        struct pairs p;
        struct pw_system sys;
        struct pw_init_pairs table;
        int m[KINDS] = {0};
        pw_system_init(&sys, 2, KINDS);
        pw_init_pairs_init(&table, 2, KINDS);
        for (int t = 0; t < 2; t++)
            p.count[t] = (int)below(4) - 1, pw_init_pairs_count(&table, (uint32_t)t, p.count[t]);
        for (int l = 0; l < KINDS; l++)
            p.template_of[l] = (int)below(2),
            pw_init_pairs_local(&table, (uint32_t)l, (uint32_t)p.template_of[l]);
        for (int a = 0; a < KINDS; a++)
            for (int l = 0; l < KINDS; l++)
                if ((p.allow[a][l] = below(2)))
                    pw_init_pairs_allow(&table, 0, (uint32_t)a, (uint32_t)l);
        pw_init_pairs_attach(&table, &sys);
        check_pairs(&p, &sys, m, 0, THREADS);
        pw_init_pairs_clear(&table);
        pw_system_clear(&sys);
    }
}
END_TEST

/* ---- the tableau: unsolvable systems come with multipliers, solvable ones do not ---- */

START_TEST(tableau_answers)
{
    random_state = 4711;
    int unsolvable = 0;
    for (int i = 0; i < 3000; i++) {
        struct pw_tableau_entry e[64];
        size_t n = 0;
        double a[5][5] = {{0}}, b[5], m[5];
        uint32_t rows[5];
        for (uint32_t r = 0; r < 5; r++) {
            rows[r] = r;
            b[r] = (double)below(7) - 3;
            for (uint32_t c = 0; c < 5; c++)
                if ((a[r][c] = below(2) ? 0 : (double)below(5) - 2) != 0)
                    e[n++] = (struct pw_tableau_entry){r, c, a[r][c]};
        }
        struct pw_tableau t;
        pw_tableau_init(&t, 5, 5, e, n);
        enum pw_tableau_answer answer = pw_tableau_solve(&t, rows, b, 5, 1000000, m);
        ck_assert(answer != PW_TABLEAU_TIRED);
        double value = 0;
        for (int r = 0; r < 5; r++)
            value += m[r] * b[r];
        if (answer == PW_TABLEAU_UNSOLVABLE) {
            unsolvable++;
            ck_assert(value < 0);
            for (int c = 0; c < 5; c++) {
                double sum = 0;
                for (int r = 0; r < 5; r++)
                    sum += m[r] * a[r][c];
                ck_assert(sum > -1e-6);
            }
        }
        pw_tableau_clear(&t);
    }
    ck_assert(unsolvable > 300 && unsolvable < 2700);
}
END_TEST

/* A token that changes between two places, one that is consumed: x + y <= 1 is kept, x <= 0 is
 * not. */
START_TEST(linear_check_is_exact)
{
    struct pw_system sys;
    struct pw_slice slice;
    struct pw_tok x = {0, 1}, y = {1, 1};
    struct pw_range start[2] = {{0, false, 1, 1}, {1, false, 0, 0}};
    pw_system_init(&sys, 1, 2);
    pw_system_trans(&sys, 0, 0, &x, 1, 0, &y, 1, false, 0);
    pw_system_trans(&sys, 0, 0, &y, 1, 0, NULL, 0, false, 1);
    pw_system_box(&sys, 0, start, 2, false);
    pw_slice_init_all(&slice, &sys);
    struct pw_linear w = {.bound = 1};
    struct pw_weight wx = {0, 1}, wy = {1, 1};
    pw_vec_push(&w.terms, wx);
    ck_assert(pw_linear_check(&sys, &slice, &w));
    pw_vec_push(&w.terms, wy);
    ck_assert(pw_linear_check(&sys, &slice, &w));
    w.bound = 0;
    ck_assert(!pw_linear_check(&sys, &slice, &w));
    w.bound = 1;
    w.terms.at[1].weight = 2;
    ck_assert(!pw_linear_check(&sys, &slice, &w));
    w.terms.at[1].weight = INT64_MAX;
    ck_assert(!pw_linear_check(&sys, &slice, &w));
    pw_linear_clear(&w, 1);
    struct pw_linears *all = pw_linears_new(&sys, &slice, 100);
    struct pw_tok two[2] = {{0, 1}, {1, 1}};
    ck_assert(pw_linears_exclude(all, 0, two, 2, 1000000));
    ck_assert(!pw_linears_exclude(all, 0, two, 1, 1000000));
    ck_assert(pw_linears_known(all, 0, two, 2));
    pw_linears_free(all);
    pw_slice_clear(&slice);
    pw_system_clear(&sys);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, upset_is_a_list_of_minimal_elements);
    tcase_add_test(c, upset_holds_long_elements);
    tcase_add_test(c, pairs_follow_their_definition);
    tcase_add_test(c, tableau_answers);
    tcase_add_test(c, linear_check_is_exact);
}

UNIT_MAIN("upset", tests)
