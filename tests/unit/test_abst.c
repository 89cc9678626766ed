/* The abstraction: the values of the paper, the classification of templates and idle threads,
 * agreement of the fast and the plain computation, agreement with brute force, soundness by
 * sampling, bad input. */
#include "unit/unit.h"

#include "base/guard.h"
#include "base/limits.h"
#include "oracle/abst_tiny.h"

static void must_abstract(struct abstracted *x, const char *text, int64_t threads)
{
    abstract_text(x, text, threads);
    if (x->a) return;
    struct pw_strbuf out = {0};
    pw_diag_print(&x->diags, &out);
    ck_abort_msg("no abstraction of\n%s\n%s", text, pw_strbuf_text(&out));
}

/* ---- rows of templates with one local bit, in the paper's notation ---- */

/* "FF->TF" for thread 1, thread 2; of statement s of a program with one template and one bit per
 * thread. */
static bool has_row(const struct abstracted *x, uint32_t s, const char *row)
{
    struct pw_dual *T = x->a->template;
    struct pw_row *r = pw_row_new(T, 0, 0);
    pw_row_set(r, PW_ACTIVE, 0, PW_NOW, row[0] == 'T');
    pw_row_set(r, PW_PASSIVE, 0, PW_NOW, row[1] == 'T');
    pw_row_set(r, PW_ACTIVE, 0, PW_NEXT, row[4] == 'T');
    pw_row_set(r, PW_PASSIVE, 0, PW_NEXT, row[5] == 'T');
    r->passive_loc = T->templates.at[0].entry;
    pw_bdd rows = pw_row_bdd(T, r);
    pw_row_free(r);
    return pw_bdd_implies(T->bdds, rows, pw_dual_step(T, s, 0));
}

/* The relation of statement 0 is exactly this list of rows. */
static void relation_is(const struct abstracted *x, const char *list)
{
    for (int code = 0; code < 16; code++) {
        char row[7] = {code & 8 ? 'T' : 'F', code & 4 ? 'T' : 'F', '-', '>',
                       code & 2 ? 'T' : 'F', code & 1 ? 'T' : 'F', 0};
        ck_assert_msg(has_row(x, 0, row) == (strstr(list, row) != NULL), "row %s, wanted list %s",
                      row, list);
    }
}

static void decrement(const char *predicate, int64_t threads, const char *rows)
{
    char text[200];
    struct abstracted x;
    snprintf(text, sizeof text,
             "thread t { local int l; while (true) { l = l - 1; } }\npredicate b = %s;\n",
             predicate);
    must_abstract(&x, text, threads);
    ck_assert_int_eq(x.a->template->bound, threads ? threads : 6);
    relation_is(&x, rows);
    abstracted_clear(&x);
}

/* Table 1 and Eq. 14 (n = 2), Table 2 and Eq. 15 (n = 3 and all larger n), and the fast
 * computation. */
START_TEST(decrement_less)
{
    decrement("l < other.l", 2, "FF->TF FT->FF FT->FT TF->TF");
    for (int n = 3; n <= 10; n++)
        decrement("l < other.l", n, "FF->TF FT->FF FT->FT TF->TF FF->FF");
    decrement("l < other.l", 0, "FF->TF FT->FF FT->FT TF->TF FF->FF");
}
END_TEST

/* §4.1: the same set for every n. */
START_TEST(decrement_equal)
{
    for (int n = 2; n <= 10; n++)
        decrement("l == other.l", n, "FF->FF FF->TT TT->FF");
    decrement("l == other.l", 0, "FF->FF FF->TT TT->FF");
}
END_TEST

/* DESIGN §4: both threads have this predicate only if there is no third; so R~(2) is not within
 * R~(3), and the fast computation must not forget the third thread. */
#define TRAP "(l == 0 || l == 1) && (other.l == 0 || other.l == 1) && l != other.l"

static void trap(int64_t threads, bool both)
{
    struct abstracted x;
    must_abstract(&x, "thread t { local int l; while (true) { skip; } }\npredicate b = " TRAP ";\n",
                  threads);
    relation_is(&x, both ? "FF->FF TT->TT" : "FF->FF FT->FT TF->TF");
    abstracted_clear(&x);
}

START_TEST(third_thread)
{
    trap(2, true);
    for (int n = 3; n <= 8; n++)
        trap(n, false);
    trap(0, false);
}
END_TEST

/* With idle threads (fixed count) or a second template a third thread need not concern the
 * predicate. */
START_TEST(third_thread_elsewhere)
{
    static const char *const texts[] = {
        "thread t [2] { local int l; while (true) { skip; } }\npredicate b = " TRAP ";\n",
        "thread t { local int l; while (true) { skip; } }\nthread u { skip; }\npredicate b = " TRAP
        ";\n",
        "thread t { local int l; while (true) { skip; } }\ninit l != other.l;\npredicate b = " TRAP
        ";\n"};
    for (size_t i = 0; i < 3; i++)
        for (int n = 0; n <= 4; n++) {
            struct abstracted x;
            if (n == 1) continue;
            must_abstract(&x, texts[i], n);
            relation_is(&x, n == 2 ? "FF->FF TT->TT" : "FF->FF FT->FT TF->TF TT->TT");
            abstracted_clear(&x);
        }
}
END_TEST

/* ---- templates ---- */

START_TEST(idle_threads)
{
    static const struct {
        const char *text;
        bool idle;
    } cases[] = {
        {"thread t { skip; }", false},
        {"thread t [1] { skip; }", true},
        {"thread t [1] { skip; } thread u { skip; }", false},
        {"thread t [1] { skip; } thread u [2] { skip; }", true},
        {"thread t { local int x; skip; } init x != other.x;", true},
        {"thread t { local int x; skip; } init x > 0;", false},
        {"shared int s; thread t [1] { skip; } thread u { local int x; skip; } init x > s;", true},
        {"shared int s; thread t [1] { skip; } thread u { local int x = s + 1; skip; }", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct abstracted x;
        must_abstract(&x, cases[i].text, 0);
        ck_assert_msg(x.a->idle == cases[i].idle, "%s", cases[i].text);
        ck_assert_int_eq(x.a->template->templates.n, x.p->ntemplates + cases[i].idle);
        pw_dual_check(x.a->template);
        abstracted_clear(&x);
    }
}
END_TEST

/* Statements and locations lead back to edges and locations of the program. */
START_TEST(origins)
{
    struct abstracted x;
    must_abstract(&x,
                  "shared int s; thread t { a: s = s + 1; b: s = 0; } thread u [1] { c: assume(s > "
                  "3); d: skip; } unsafe count(d) >= 1;",
                  0);
    struct pw_dual *T = x.a->template;
    ck_assert_uint_eq(x.a->n_stmts, T->stmts.n);
    ck_assert_uint_eq(x.a->n_locs, T->locs.n);
    for (uint32_t s = 0; s < T->stmts.n; s++) {
        const struct pw_edge *e =
            &x.p->templates[x.a->stmts[s].template].edges[x.a->stmts[s].index];
        ck_assert_uint_eq(x.a->stmts[s].template, T->stmts.at[s].template);
        ck_assert_uint_eq(x.a->locs[T->stmts.at[s].from].index, e->from);
        ck_assert_uint_eq(x.a->locs[T->stmts.at[s].to].index, e->to);
        ck_assert_str_eq(T->stmts.at[s].text, e->text);
    }
    abstracted_clear(&x);
}
END_TEST

/* A bit whose variables the statement leaves alone keeps its value. */
START_TEST(unchanged)
{
    struct abstracted x;
    must_abstract(&x,
                  "shared int s, t; thread c { local int l, k; while (true) { l = l + 1; } }\n"
                  "predicate a = k < other.k; predicate b = l < other.l; predicate d = s == t; "
                  "predicate e = k > s && other.k > s;",
                  0);
    struct pw_dual *T = x.a->template;
    pw_bdd r = pw_dual_step(T, 0, 0);
    const uint32_t *f = x.a->local[0].of_pred;
    ck_assert(pw_bdd_implies(T->bdds, r, pw_dual_keeps(T, PW_ACTIVE, 0, f[0])));
    ck_assert(pw_bdd_implies(T->bdds, r, pw_dual_keeps(T, PW_PASSIVE, 0, f[0])));
    ck_assert(!pw_bdd_implies(T->bdds, r, pw_dual_keeps(T, PW_ACTIVE, 0, f[1])));
    ck_assert(!pw_bdd_implies(T->bdds, r, pw_dual_keeps(T, PW_PASSIVE, 0, f[1])));
    ck_assert(pw_bdd_implies(T->bdds, r, pw_dual_keeps(T, PW_SHARED, 0, x.a->shared.of_pred[2])));
    ck_assert(pw_bdd_implies(T->bdds, r, pw_dual_keeps(T, PW_ACTIVE, 0, f[3])));
    abstracted_clear(&x);
}
END_TEST

/* ---- the ways to compute ---- */

/* The solver, elimination, and both in the shortest turns, which begin again again and again. */
static void ways_agree(const struct abstracted *x, const char *text)
{
    static const enum pw_abst_way ways[] = {PW_ABST_SHORT_TURNS, PW_ABST_SOLVER,
                                            PW_ABST_ELIMINATION};
    for (size_t i = 0; i < 3; i++) {
        struct abstracted y;
        abstract_text_by(&y, text, 0, ways[i]);
        ck_assert_msg(y.a && pw_dual_equal(x->a->template, y.a->template), "way %d differs:\n%s",
                      (int)ways[i], text);
        abstracted_clear(&y);
    }
}

static void agree(const char *text, int64_t threads)
{
    struct abstracted x, y;
    must_abstract(&x, text, 0);
    must_abstract(&y, text, threads ? threads : pw_abst_bound(x.p->preds));
    y.a->template->bound = x.a->template->bound;
    ck_assert_msg(pw_dual_equal(x.a->template, y.a->template),
                  "fast and plain (%lld threads) differ:\n%s", (long long)threads, text);
    ways_agree(&x, text);
    abstracted_clear(&x);
    abstracted_clear(&y);
}

/* Features that the tiny programs have not: ranges, several integers, coefficients, division,
 * mutexes, labels in several templates, init between threads. */
START_TEST(fast_is_plain)
{
    static const char *const texts[] = {
        "shared int s = 1, t = 1; thread c { local int l = 0; while (true) { atomic { l = t; t = t "
        "+ 1; } assume(s == l); crit: s = s + 1; } }\n"
        "predicate unique = l != other.l; predicate fresh = t > l && t > other.l; predicate served "
        "= s == l; unsafe count(crit) >= 2;",
        "shared int[0..5] r = 2; shared int s; thread c { local int[-2..2] x = 0; assume(r > x); r "
        "= r - 1; x = r - 3; }\n"
        "predicate p = x <= other.x; predicate q = s + r > 2 * x;",
        "shared int s; thread c { local int l, k; l = 2 * k + s; k = l / 3; s = l % 2; havoc k; }\n"
        "predicate p = 2 * l < other.k + 1; predicate q = s == 0;",
        "shared mutex m; shared int s; thread a { local int l; lock(m); crit: s = s + 1; l = s; "
        "unlock(m); }\n"
        "thread b [1] { lock(m); crit: s = 0; unlock(m); }\n"
        "predicate p = !at(crit) || !other.at(crit); predicate q = l < s;",
        "shared bool g = false; thread a { local int x; x = x + 1; aa: g = x > 3; } thread b { "
        "local int y; y = y - 1; bb: assume(g); }\n"
        "predicate p = x < other.y; predicate q = y != other.x && !other.at(aa);",
        "thread c { local int id; work: id = id; } init id != other.id; init id > 0; predicate p = "
        "id < other.id; predicate q = id > 1;",
        "thread c { local int[0..2] id; local int v; work: v = v + id; } init id != other.id; "
        "predicate p = id < other.id; predicate q = v == other.v;",
        "shared int n; thread a { local int x = n; b1: atomic { if (x > 0) { x = x - 1; } else { n "
        "= n + 1; } } } thread d [2] { b2: n = 0; }\n"
        "predicate p = x <= n && other.at(b1); predicate q = other.at(b2) || n > 0;",
        "shared int s; thread a { local int x, y; x = y; y = s; } predicate p = x < other.x; "
        "predicate q = y >= s; predicate r = x != 7;",
        /* no thread is at two places */
        "thread c { a: skip; b: skip; } predicate p = other.at(a); predicate q = other.at(b);",
        /* the order of threads */
        "thread c { local bool in = false; a: in = true; b: in = false; }\n"
        "predicate p = self < other.self; predicate q = other.self < self || !other.in;",
        "thread a { local int x; x = x + 1; } thread b { local int[0..1] y; y = 1; }\n"
        "predicate p = x < other.x || x == other.x && self < other.self;\n"
        "predicate q = y == other.y || self < other.self;",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        agree(texts[i], 0);
    agree(texts[0], 11);
}
END_TEST

/* ---- brute force ---- */

static const struct tiny_shape shapes[] = {
    {.max_preds = 2,
     .max_inter = 1,
     .max_stmts = 2,
     .max_templates = 1,
     .havoc = true,
     .init = true},
    {.max_preds = 2,
     .max_inter = 2,
     .max_stmts = 1,
     .max_templates = 1,
     .bounds = true,
     .flags = true,
     .init = true},
    {.max_preds = 2,
     .max_inter = 1,
     .max_stmts = 2,
     .max_templates = 1,
     .flags = true,
     .locations = true,
     .counts = true},
    {.max_preds = 2,
     .max_inter = 1,
     .max_stmts = 1,
     .max_templates = 2,
     .flags = true,
     .locations = true,
     .counts = true,
     .init = true},
    {.max_preds = 3,
     .max_inter = 2,
     .max_stmts = 1,
     .max_templates = 2,
     .bounds = true,
     .locations = true,
     .counts = true},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static void tiny_case(uint64_t seed, const struct tiny_shape *shape, bool plain)
{
    struct tiny p;
    struct abstracted x, y;
    char text[4096], why[200] = "";
    tiny_random(&p, seed, shape);
    tiny_print(&p, text, sizeof text);
    must_abstract(&x, text, 0);
    int b = (int)pw_abst_bound(x.p->preds);
    ck_assert_msg(tiny_agrees(&p, &x, b, why, sizeof why), "seed %llu: fast: %s\n%s",
                  (unsigned long long)seed, why, text);
    ways_agree(&x, text);
    for (int n = plain ? b : 99; n <= b + 2; n++) {
        must_abstract(&y, text, n);
        y.a->template->bound = b;
        ck_assert_msg(pw_dual_equal(x.a->template, y.a->template),
                      "seed %llu: plain with %d threads differs\n%s", (unsigned long long)seed, n,
                      text);
        abstracted_clear(&y);
    }
    for (int n = 2; plain && n <= 3; n++) {
        must_abstract(&y, text, n);
        ck_assert_msg(tiny_agrees(&p, &y, n, why, sizeof why), "seed %llu: plain: %s\n%s",
                      (unsigned long long)seed, why, text);
        abstracted_clear(&y);
    }
    abstracted_clear(&x);
}

START_TEST(brute_force)
{
    for (int i = 0; i < 100 * unit_scale(); i++)
        tiny_case(1000 + (uint64_t)i, &shapes[i % SHAPES], false);
}
END_TEST

/* Stabilisation: the templates for b, b + 1, b + 2 threads are equal, and equal to the fast one and
 * to brute force; R~(2), R~(3) are as brute force says. */
START_TEST(stabilisation)
{
    for (int i = 0; i < 60 * unit_scale(); i++)
        tiny_case(500000 + (uint64_t)i, &shapes[i % SHAPES], true);
}
END_TEST

/* ---- soundness by sampling ---- */

/* A random state of n threads. */
static void random_state(const struct tiny *p, uint64_t *r, struct tiny_shared *g,
                         struct tiny_thread *u, int n)
{
    g->s = (int)(tiny_rand(r) % 7) - 3;
    g->g = tiny_rand(r) & 1;
    for (int i = 0; i < n; i++) {
        u[i].tmpl = (int)(tiny_rand(r) % (uint64_t)p->n_templates);
        u[i].loc = (int)(tiny_rand(r) % (uint64_t)p->t[u[i].tmpl].n_locs);
        u[i].i = (int)(tiny_rand(r) % 7) - 3;
        u[i].f = tiny_rand(r) & 1;
    }
}

/* Bits of a thread by the definition (Eq. 3). */
static unsigned bits_by_definition(const struct tiny *p, const struct tiny_shared *g,
                                   const struct tiny_thread *u, int n, int a)
{
    unsigned bits = u[a].f && p->t[u[a].tmpl].has_flag ? 1u << 16 : 0;
    for (int i = 0; i < p->n_preds; i++) {
        bool all = true;
        if (!brute_owns(p, u[a].tmpl, i)) continue;
        if (!tiny_inter(&p->p[i])) all = tiny_eval(p, p->p[i].expr, g, &u[a], &u[a]);
        for (int o = 0; tiny_inter(&p->p[i]) && o < n; o++)
            if (o != a && u[o].tmpl == p->p[i].passive)
                all &= tiny_eval(p, p->p[i].expr, g, &u[a], &u[o]);
        if (all) bits |= 1u << i;
    }
    return bits;
}

static unsigned shared_by_definition(const struct tiny *p, const struct tiny_shared *g)
{
    unsigned bits = g->g && p->has_g ? 1u << 16 : 0;
    for (int i = 0; i < p->n_preds; i++)
        if (brute_owns(p, -1, i) && tiny_eval(p, p->p[i].expr, g, NULL, NULL)) bits |= 1u << i;
    return bits;
}

struct sampling {
    const struct tiny *p;
    struct abstracted x;
    bool *values; /* of the variables of the diagrams */
    unsigned vars;
};

static void set_values(struct sampling *s, enum pw_role role, int t, unsigned bits,
                       enum pw_when when)
{
    struct pw_dual *T = s->x.a->template;
    const struct pw_abst_fields *f = role == PW_SHARED ? &s->x.a->shared : &s->x.a->local[t];
    for (int i = 0; i < s->p->n_preds; i++)
        if (f->of_pred[i] != PW_NO_INDEX)
            s->values[pw_dual_var(T, role, (uint32_t)t, f->of_pred[i], when, 0)] = bits >> i & 1;
    for (size_t i = 0; i < f->n_vars; i++)
        if (f->of_var[i] != PW_NO_INDEX)
            s->values[pw_dual_var(T, role, (uint32_t)t, f->of_var[i], when, 0)] = bits >> 16 & 1;
}

/* The location of thread 2, by the diagram of `at`. */
static void set_location(struct sampling *s, int t, int loc)
{
    struct pw_dual *T = s->x.a->template;
    uint8_t *cube = PW_NEWS(uint8_t, s->vars);
    pw_bdd_first(T->bdds, pw_dual_at(T, tiny_loc(s->p, T, t, loc)), cube);
    for (unsigned v = 0; v < s->vars; v++)
        if (cube[v] != PW_BDD_ANY) s->values[v] = cube[v];
    PW_FREES(cube, s->vars);
}

/* One random step; returns whether there was one. */
static bool sample(struct sampling *s, uint64_t *r)
{
    const struct tiny *p = s->p;
    struct tiny_shared g[2];
    struct tiny_thread u[2][6];
    int n = 3 + (int)(tiny_rand(r) % 4);
    random_state(p, r, &g[0], u[0], n);
    if (u[0][0].loc >= p->t[u[0][0].tmpl].n_stmts) return false;
    memcpy(u[1], u[0], sizeof u[0]);
    g[1] = g[0];
    if (!tiny_step(p, &p->t[u[0][0].tmpl].stmts[u[0][0].loc], (int)(tiny_rand(r) % 9) - 4, &g[1],
                   &u[1][0]))
        return false;
    for (int m = 0; m < 2; m++) {
        enum pw_when when = m ? PW_NEXT : PW_NOW;
        set_values(s, PW_SHARED, 0, shared_by_definition(p, &g[m]), when);
        set_values(s, PW_ACTIVE, u[0][0].tmpl, bits_by_definition(p, &g[m], u[m], n, 0), when);
        set_values(s, PW_PASSIVE, u[0][1].tmpl, bits_by_definition(p, &g[m], u[m], n, 1), when);
    }
    set_location(s, u[0][1].tmpl, u[0][1].loc);
    pw_bdd rel = tiny_step_relation(p, &s->x, u[0][0].tmpl, u[0][0].loc, u[0][1].tmpl);
    ck_assert_msg(pw_bdd_eval(s->x.a->template->bdds, rel, s->values),
                  "a step of %d threads is missing, seed %llu", n, (unsigned long long)p->seed);
    return true;
}

START_TEST(soundness)
{
    long steps = 0;
    for (int i = 0; i < 50; i++) {
        struct tiny p;
        struct sampling s = {.p = &p};
        char text[4096];
        uint64_t r = 77 + (uint64_t)i;
        tiny_random(&p, 900000 + (uint64_t)i, &shapes[i % SHAPES]);
        tiny_print(&p, text, sizeof text);
        must_abstract(&s.x, text, 0);
        s.vars = pw_bdds_vars(s.x.a->template->bdds);
        s.values = PW_NEWS(bool, s.vars);
        for (int k = 0; k < 20000 * unit_scale(); k++)
            steps += sample(&s, &r);
        PW_FREES(s.values, s.vars);
        abstracted_clear(&s.x);
    }
    ck_assert_int_gt(steps, 200000);
}
END_TEST

/* ---- input that says little, or too much ---- */

static void diagnosed(const char *text, const char *wanted, bool error)
{
    struct abstracted x;
    struct pw_strbuf out = {0};
    abstract_text(&x, text, 0);
    pw_diag_print(&x.diags, &out);
    ck_assert_msg((x.a == NULL) == error, "%s\n%s", text, pw_strbuf_text(&out));
    if (wanted)
        ck_assert_msg(strstr(pw_strbuf_text(&out), wanted) != NULL, "%s\nwanted: %s\ngot: %s", text,
                      wanted, pw_strbuf_text(&out));
    else
        ck_assert_msg(x.diags.n == 0, "%s\n%s", text, pw_strbuf_text(&out));
    pw_strbuf_clear(&out);
    abstracted_clear(&x);
}

START_TEST(constant_predicates)
{
    diagnosed("thread t { local int l; l = l + 1; }\npredicate silly = l <= l;",
              "'silly' is always true", false);
    diagnosed("thread t { local int l; l = l + 1; }\npredicate silly = l < other.l && other.l < l;",
              "'silly' is always false", false);
    diagnosed("thread t { local int[0..3] l; l = 2; }\npredicate silly = l < 7;",
              "'silly' is always true", false);
    diagnosed("thread t { local int l; l = 2; }\npredicate fine = l < 7;", NULL, false);
    diagnosed("thread t { local int l; a: l = 2; b: l = 3; }\npredicate silly = at(a) && at(b);",
              "'silly' is always false", false);
}
END_TEST

START_TEST(no_predicates)
{
    diagnosed("shared int s; thread t { local int l; l = s; s = l + 1; }", NULL, false);
    diagnosed("thread t { skip; }", NULL, false);
}
END_TEST

START_TEST(bad_input)
{
    diagnosed("thread t { local int l; l = 1; } thread u { local int k; k = 1; }\npredicate both = "
              "l < k;",
              "both", true);
    diagnosed("shared int[0..100000] r; thread t { r = 0; }\npredicate p = r > 3;",
              "'r' has more than", true);
}
END_TEST

/* One template too many is an error, not a wrong mask. */
START_TEST(many_templates)
{
    struct pw_strbuf text = {0};
    for (int i = 0; i < 64; i++)
        pw_strbuf_printf(&text, "thread t%d { skip; }\n", i);
    diagnosed(pw_strbuf_text(&text), "more than 63 thread templates", true);
    pw_strbuf_clear(&text);
}
END_TEST

/* Many predicates: done, or stopped by a limit; never out of hand. */
static void many_predicates(void *arg)
{
    struct pw_strbuf text = {0};
    struct abstracted *x = arg;
    pw_strbuf_puts(&text,
                   "shared int s; thread t { local int l; while (true) { l = s; s = s + 1; } }\n");
    for (int i = 0; i < 40; i++)
        pw_strbuf_printf(&text, "predicate p%d = l %s s + %d;\n", i, i % 3 ? "<" : "==", i);
    must_abstract(x, pw_strbuf_text(&text), 0);
    pw_strbuf_clear(&text);
    abstracted_clear(x);
}

START_TEST(forty_predicates)
{
    struct abstracted x;
    size_t before = pw_mem_bytes();
    pw_mem_set_limit(before + ((size_t)256 << 20));
    pw_limits_start(3);
    enum pw_stop stop = pw_guard_run(many_predicates, &x);
    pw_limits_start(0);
    pw_mem_set_limit(0);
    ck_assert_msg(stop == PW_STOP_NONE || stop == PW_STOP_TIME || stop == PW_STOP_MEMORY, "%s",
                  pw_guard_reason(stop));
    ck_assert_uint_eq(pw_mem_bytes(), before);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, decrement_less);
    tcase_add_test(c, decrement_equal);
    tcase_add_test(c, third_thread);
    tcase_add_test(c, third_thread_elsewhere);
    tcase_add_test(c, idle_threads);
    tcase_add_test(c, origins);
    tcase_add_test(c, unchanged);
    tcase_add_test(c, fast_is_plain);
    tcase_add_test(c, brute_force);
    tcase_add_test(c, stabilisation);
    tcase_add_test(c, soundness);
    tcase_add_test(c, constant_predicates);
    tcase_add_test(c, no_predicates);
    tcase_add_test(c, bad_input);
    tcase_add_test(c, many_templates);
    tcase_add_test(c, forty_predicates);
}

UNIT_MAIN("abst", tests)
