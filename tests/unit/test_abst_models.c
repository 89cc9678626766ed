/* The abstraction against the interpreter of the language: Eq. 5, and every model of the library,
 * sampled. */
#include <dirent.h>
#include <string.h>

#include "abst/abstract.h"
#include "abst/carry.h"
#include "front/dr/dr.h"
#include "prog/checked.h"
#include "run/interp.h"
#include "unit/unit.h"

static uint64_t next(uint64_t *r)
{
    *r ^= *r << 13;
    *r ^= *r >> 7;
    return *r ^= *r << 17;
}

/* ---- Eq. 5 ---- */

static void row_is(const struct pw_state *s, uint32_t pred, const char *wanted)
{
    for (size_t a = 0; a < s->n; a++)
        ck_assert_msg(pw_interp_pred(s, &s->p->preds.at[pred], a) == (wanted[a] == 'T'),
                      "predicate %u, thread %zu", pred, a + 1);
}

START_TEST(equation_5)
{
    static const char text[] = "thread t { local int l; l = l - 1; }\npredicate a = l <= other.l; "
                               "predicate b = l > other.l; predicate c = l != other.l;";
    static const int64_t values[4] = {4, 4, 5, 6};
    struct pw_source src;
    struct pw_diags diags = {0};
    pw_source_from_text(&src, "eq5.dr", text, strlen(text));
    struct pw_program *p = pw_dr_parse(&src, NULL, 0, &diags);
    ck_assert_ptr_nonnull(p);
    struct pw_state *s = pw_state_new(p, (uint32_t[4]){0}, 4);
    for (size_t i = 0; i < 4; i++)
        pw_int_set_si(&s->threads[i].locals[0], values[i]);
    row_is(s, 0, "TTFF");
    row_is(s, 1, "FFFT");
    row_is(s, 2, "FFTT");
    ck_assert_int_eq(pw_abst_bound(p->preds), 14);
    for (size_t i = 0; i < 3; i++)
        ck_assert_int_eq(p->preds.at[i].class, PW_INTER_THREAD);
    pw_state_free(s);
    pw_program_free(p);
    pw_diags_clear(&diags);
    pw_source_clear(&src);
}
END_TEST

/* DESIGN §3: shared, local, single-thread, inter-thread; location atoms are local variables. */
START_TEST(classes)
{
    static const char text[] = "shared int s; thread t { local int l; a: l = s; }\n"
                               "predicate p0 = s > 0; predicate p1 = l == 5; predicate p2 = s == "
                               "l; predicate p3 = l < other.l; predicate p4 = at(a);\n"
                               "predicate p5 = other.at(a); predicate p6 = s < other.l;";
    static const enum pw_tpred_class wanted[] = {PW_TPRED_SHARED, PW_TPRED_LOCAL, PW_TPRED_SINGLE,
                                                 PW_TPRED_INTER,  PW_TPRED_LOCAL, PW_TPRED_INTER,
                                                 PW_TPRED_INTER};
    struct pw_source src;
    struct pw_diags diags = {0};
    pw_source_from_text(&src, "classes.dr", text, strlen(text));
    struct pw_program *p = pw_dr_parse(&src, NULL, 0, &diags);
    ck_assert_ptr_nonnull(p);
    struct pw_abstraction *a = pw_abstract_skeleton(p, p->preds, &src, &diags);
    for (size_t i = 0; i < 7; i++)
        ck_assert_int_eq(a->template->preds.at[i].cls, wanted[i]);
    ck_assert_uint_eq(a->template->shared.n, 1);
    ck_assert_uint_eq(a->template->templates.at[0].fields.n, 6);
    pw_abstract_free(a);
    pw_program_free(p);
    pw_diags_clear(&diags);
    pw_source_clear(&src);
}
END_TEST

/* Predicates beside the program: the template with a list is that of a program which states just
 * this list. */
START_TEST(predicates_are_a_list_beside)
{
    static const char body[] =
        "shared int s; thread t { local int l; a: l = s; b: s = s + 1; }\nunsafe count(b) >= 2;\n";
    static const char *const lines[] = {"predicate p = l < other.l;", "predicate q = s > l;",
                                        "predicate r = s > 0;"};
    for (unsigned kept = 0; kept < 8; kept++) {
        struct pw_strbuf all = {0}, some = {0};
        struct pw_source src[2];
        struct pw_diags diags = {0};
        struct pw_pred list[3];
        struct pw_preds preds = {list, 0};
        pw_strbuf_puts(&all, body), pw_strbuf_puts(&some, body);
        for (unsigned i = 0; i < 3; i++)
            pw_strbuf_puts(&all, lines[i]), pw_strbuf_puts(&some, kept >> i & 1 ? lines[i] : "");
        pw_source_from_text(&src[0], "all.dr", pw_strbuf_text(&all), all.n);
        pw_source_from_text(&src[1], "some.dr", pw_strbuf_text(&some), some.n);
        struct pw_program *p = pw_dr_parse(&src[0], NULL, 0, &diags),
                          *fewer = pw_dr_parse(&src[1], NULL, 0, &diags);
        ck_assert(p && fewer);
        for (unsigned i = 0; i < 3; i++)
            if (kept >> i & 1) list[preds.n++] = p->preds.at[i];
        struct pw_abstraction *a = pw_abstract_template(
            p, &src[0], &(struct pw_abst_options){.preds = &preds}, NULL, &diags);
        struct pw_abstraction *b = pw_abstract_template(fewer, &src[1], NULL, NULL, &diags);
        ck_assert(a->preds.n == preds.n && pw_dual_equal(a->template, b->template));
        pw_abstract_free(a), pw_abstract_free(b);
        pw_program_free(p), pw_program_free(fewer);
        pw_diags_clear(&diags);
        for (int i = 0; i < 2; i++)
            pw_source_clear(&src[i]);
        pw_strbuf_clear(&all), pw_strbuf_clear(&some);
    }
}
END_TEST

/* ---- sampling ---- */

struct model {
    const char *path;
    struct pw_program *p;
    struct pw_abstraction *a;
    bool *values; /* of the variables of the diagrams */
    unsigned vars;
    size_t one, two; /* who is active, who is looked at */
    uint64_t r;
};

static void random_value(struct model *m, struct pw_type t, pw_int *out)
{
    if (t.kind == PW_INT)
        pw_int_set_si(out, (int64_t)(next(&m->r) % 8) - 3);
    else if (t.kind == PW_BOOL)
        pw_int_set_si(out, (int64_t)(next(&m->r) % 2));
    else
        pw_int_set_si(out, t.lo + (int64_t)(next(&m->r) % (uint64_t)(t.hi - t.lo + 1)));
}

static void random_values(struct model *m, struct pw_state *s)
{
    for (size_t i = 0; i < m->p->nshared; i++)
        random_value(m, m->p->shared[i].type, &s->shared[i]);
    for (size_t i = 0; i < s->n; i++)
        for (size_t k = 0; k < m->p->templates[s->threads[i].template].nlocals; k++)
            random_value(m, m->p->templates[s->threads[i].template].locals[k].type,
                         &s->threads[i].locals[k]);
}

static struct pw_state *random_threads(struct model *m)
{
    uint32_t templates[6];
    size_t n = 3 + next(&m->r) % 4;
    for (size_t i = 0; i < n; i++)
        templates[i] = (uint32_t)(next(&m->r) % m->p->ntemplates);
    m->one = next(&m->r) % n;
    m->two = (m->one + 1 + next(&m->r) % (n - 1)) % n;
    return pw_state_new(m->p, templates, n);
}

static void set_field(struct model *m, enum pw_role role, uint32_t template, uint32_t field,
                      enum pw_when when, int64_t value)
{
    const struct pw_field *f = &pw_dual_fields(m->a->template, role, template)->at[field];
    for (unsigned b = 0; b < f->bits; b++)
        m->values[pw_dual_var(m->a->template, role, template, field, when, b)] =
            (value - f->lo) >> (f->bits - 1 - b) & 1;
}

static void show(struct model *m, const struct pw_state *s, enum pw_role role, size_t thread,
                 enum pw_when when)
{
    uint32_t t = s->threads[thread].template;
    const struct pw_abst_fields *f = role == PW_SHARED ? &m->a->shared : &m->a->local[t];
    const pw_int *vars = role == PW_SHARED ? s->shared : s->threads[thread].locals;
    for (size_t i = 0; i < f->n_preds; i++)
        if (f->of_pred[i] != PW_NO_INDEX)
            set_field(m, role, t, f->of_pred[i], when,
                      pw_interp_pred(s, &m->p->preds.at[i], thread));
    for (size_t i = 0; i < f->n_vars; i++)
        if (f->of_var[i] != PW_NO_INDEX)
            set_field(m, role, t, f->of_var[i], when, pw_int_get_si(&vars[i]));
}

static void show_all(struct model *m, const struct pw_state *s, enum pw_when when)
{
    show(m, s, PW_SHARED, m->one, when);
    show(m, s, PW_ACTIVE, m->one, when);
    show(m, s, PW_PASSIVE, m->two, when);
}

static void show_location(struct model *m, const struct pw_thread *t)
{
    struct pw_dual *T = m->a->template;
    uint8_t *cube = PW_NEWS(uint8_t, m->vars);
    pw_bdd_first(T->bdds, pw_dual_at(T, T->templates.at[t->template].locs.at[t->loc]), cube);
    for (unsigned v = 0; v < m->vars; v++)
        if (cube[v] != PW_BDD_ANY) m->values[v] = cube[v];
    PW_FREES(cube, m->vars);
}

static void allowed(struct model *m, pw_bdd relation, const struct pw_state *s, const char *what)
{
    if (pw_bdd_eval(m->a->template->bdds, relation, m->values)) return;
    struct pw_strbuf out = {0};
    pw_state_print(s, &out);
    ck_abort_msg("%s: %s outside the template: %s", m->path, what, pw_strbuf_text(&out));
}

static uint32_t template_stmt(const struct model *m, uint32_t template, uint32_t edge)
{
    for (uint32_t i = 0; i < m->a->n_stmts; i++)
        if (m->a->stmts[i].template == template && m->a->stmts[i].index == edge) return i;
    return PW_NO_INDEX;
}

/* A step by an edge, from random values. Returns whether it was enabled. */
static bool sample_edge(struct model *m, struct pw_state *s, uint32_t edge)
{
    const struct pw_edge *e = &m->p->templates[s->threads[m->one].template].edges[edge];
    pw_int *choices = PW_NEWS(pw_int, e->nchoices);
    s->threads[m->one].loc = e->from;
    for (size_t i = 0; i < e->nchoices; i++) {
        pw_int_init(&choices[i]);
        random_value(m, e->choices[i].type, &choices[i]);
    }
    show_all(m, s, PW_NOW);
    bool stepped = pw_interp_step(s, m->one, edge, choices);
    if (stepped) {
        show_all(m, s, PW_NEXT);
        show_location(m, &s->threads[m->two]);
        allowed(m,
                pw_dual_step(m->a->template, template_stmt(m, s->threads[m->one].template, edge),
                             s->threads[m->two].template),
                s, e->text);
    }
    for (size_t i = 0; i < e->nchoices; i++)
        pw_int_clear(&choices[i]);
    PW_FREES(choices, e->nchoices);
    return stepped;
}

static long sample_steps(struct model *m, long tries)
{
    long steps = 0;
    for (long k = 0; k < tries; k++) {
        struct pw_state *s = random_threads(m);
        const struct pw_thread_template *T = &m->p->templates[s->threads[m->one].template];
        random_values(m, s);
        for (size_t i = 0; i < s->n; i++)
            s->threads[i].loc =
                (uint32_t)(next(&m->r) % m->p->templates[s->threads[i].template].nlocs);
        if (T->nedges) steps += sample_edge(m, s, (uint32_t)(next(&m->r) % T->nedges));
        pw_state_free(s);
    }
    return steps;
}

static long sample_initial(struct model *m, long tries)
{
    long found = 0;
    for (long k = 0; k < tries; k++) {
        struct pw_state *s = random_threads(m);
        random_values(m, s);
        pw_interp_initialise(s);
        if (pw_interp_constraints(s, NULL)) {
            show_all(m, s, PW_NOW);
            allowed(m,
                    pw_dual_init(m->a->template, s->threads[m->one].template,
                                 s->threads[m->two].template),
                    s, "initial state");
            found++;
        }
        pw_state_free(s);
    }
    return found;
}

static long sample_model(const char *path, long tries)
{
    struct model m = {.path = path, .r = 88172645463325252u};
    struct pw_source src;
    struct pw_diags diags = {0};
    const char *why;
    ck_assert_msg(pw_source_read(&src, path, &why) == PW_SOURCE_OK, "%s: %s", path, why);
    m.p = pw_dr_parse(&src, NULL, 0, &diags);
    ck_assert_msg(m.p != NULL, "%s", path);
    m.p = pw_program_into_checked(m.p);
    m.a = pw_abstract_template(m.p, &src, NULL, NULL, &diags);
    ck_assert_msg(m.a != NULL, "%s", path);
    m.vars = pw_bdds_vars(m.a->template->bdds);
    m.values = PW_NEWS(bool, m.vars);
    long steps = sample_steps(&m, tries);
    sample_initial(&m, tries / 10);
    PW_FREES(m.values, m.vars);
    pw_abstract_free(m.a);
    pw_program_free(m.p);
    pw_diags_clear(&diags);
    pw_source_clear(&src);
    return steps;
}

/* ---- axioms: R~ relative to counting and stated invariants; Oracle (6) ---- */

/* All axioms by their definition, in a state in which no thread has failed. */
static bool axioms_hold(const struct model *m, const struct pw_axioms *x, const struct pw_state *s)
{
    for (size_t i = 0; i < x->stated.n; i++)
        if (!pw_interp_invariant(s, x->stated.at[i])) return false;
    for (size_t i = 0; i < x->at.n; i++) {
        int64_t left = 0, right = x->at.at[i].constant;
        for (size_t v = 0; v < m->p->nshared; v++)
            if (x->at.at[i].alpha[v]) left += x->at.at[i].alpha[v] * pw_int_get_si(&s->shared[v]);
        for (size_t k = 0; k < s->n; k++)
            right += pw_axioms_weight(x, i, s->threads[k].template, s->threads[k].loc);
        if (left != right) return false;
    }
    return true;
}

static void must_hold(const struct model *m, const struct pw_axioms *x, const struct pw_state *s)
{
    struct pw_strbuf out = {0};
    if (axioms_hold(m, x, s)) return;
    pw_state_print(s, &out);
    ck_abort_msg("%s: the axioms do not hold: %s", m->path, pw_strbuf_text(&out));
}

static bool someone_failed(const struct pw_state *s)
{
    for (size_t i = 0; i < s->n; i++) {
        const struct pw_thread_template *t = &s->p->templates[s->threads[i].template];
        if (t->locs[s->threads[i].loc].kind == PW_LOC_ERROR) return true;
    }
    return false;
}

/* The rows of a step of thread a, beside every other thread and beside an idle one, are there. */
static void rows_of_step(struct model *m, const struct pw_state *before,
                         const struct pw_state *after, size_t a, uint32_t edge)
{
    struct pw_dual *t = m->a->template;
    uint32_t stmt = template_stmt(m, before->threads[a].template, edge);
    for (size_t p = 0; p <= before->n; p++) {
        if (p == a || (p == before->n && !m->a->idle)) continue;
        /* without idle threads there may be a third one in every run (abst/witness.h) */
        if (before->n < 3 && !m->a->idle) continue;
        memset(m->values, 0, m->vars * sizeof *m->values);
        for (int next = 0; next < 2; next++) {
            const struct pw_state *s = next ? after : before;
            enum pw_when when = next ? PW_NEXT : PW_NOW;
            show(m, s, PW_SHARED, a, when);
            show(m, s, PW_ACTIVE, a, when);
            if (p < s->n) show(m, s, PW_PASSIVE, p, when);
        }
        uint32_t two = p < before->n ? before->threads[p].template : (uint32_t)t->templates.n - 1;
        if (p < before->n) show_location(m, &before->threads[p]);
        if (p == before->n) {
            struct pw_thread idle = {.template = two};
            show_location(m, &idle);
        }
        allowed(m, pw_dual_step(t, stmt, two), before, "a step of a run");
    }
}

static bool step_at_random(struct model *m, struct pw_state *s, size_t a, uint32_t edge)
{
    const struct pw_edge *e = &m->p->templates[s->threads[a].template].edges[edge];
    pw_int *choices = PW_NEWS(pw_int, e->nchoices);
    for (size_t i = 0; i < e->nchoices; i++) {
        pw_int_init(&choices[i]);
        random_value(m, e->choices[i].type, &choices[i]);
    }
    bool stepped = pw_interp_step(s, a, edge, choices);
    for (size_t i = 0; i < e->nchoices; i++)
        pw_int_clear(&choices[i]);
    PW_FREES(choices, e->nchoices);
    return stepped;
}

/* A random run from an initial state, up to the first failure. */
static long walk(struct model *m, const struct pw_axioms *x, struct pw_state *s, int length)
{
    long steps = 0;
    for (int k = 0; k < length && !someone_failed(s); k++) {
        size_t a = next(&m->r) % s->n;
        const struct pw_thread_template *T = &m->p->templates[s->threads[a].template];
        uint32_t from = T->first_edge[s->threads[a].loc], to = T->first_edge[s->threads[a].loc + 1];
        must_hold(m, x, s);
        if (from == to) continue;
        uint32_t edge = from + (uint32_t)(next(&m->r) % (to - from));
        struct pw_state *before = pw_state_clone(s);
        if (step_at_random(m, s, a, edge)) {
            rows_of_step(m, before, s, a, edge);
            steps++;
        }
        pw_state_free(before);
    }
    return steps;
}

/* As many threads as counts say, of other templates a few; at least one, if counts allow it. */
static struct pw_state *random_crowd(struct model *m)
{
    enum { MOST = 64 };
    uint32_t templates[MOST];
    size_t n = 0;
    for (int round = 0; !n && round < 3; round++)
        for (uint32_t t = 0; t < m->p->ntemplates; t++) {
            int64_t count = m->p->templates[t].count;
            if (count < 0) count = (int64_t)(next(&m->r) % 4);
            for (int64_t i = 0; i < count && n < MOST; i++)
                templates[n++] = t;
        }
    return pw_state_new(m->p, templates, n);
}

static long walks(struct model *m, const struct pw_axioms *x, long tries)
{
    long steps = 0;
    for (long k = 0; k < tries; k++) {
        struct pw_state *s = random_crowd(m);
        random_values(m, s);
        pw_interp_initialise(s);
        if (s->n && pw_interp_initial(s, NULL)) steps += walk(m, x, s, 60);
        pw_state_free(s);
    }
    return steps;
}

/* Every relation of a is included in that of b. */
static void included(struct model *m, const struct pw_abstraction *a,
                     const struct pw_abstraction *b)
{
    struct pw_bdds *to = b->template->bdds;
    pw_bdd *same = PW_NEWS(pw_bdd, m->vars);
    for (unsigned v = 0; v < m->vars; v++)
        same[v] = pw_bdd_var(to, v);
    for (uint32_t s = 0; s < a->n_stmts; s++)
        for (uint32_t q = 0; q < a->template->templates.n; q++) {
            pw_bdd less = pw_carry(a->template->bdds, pw_dual_step(a->template, s, q), to, same);
            pw_bdd more = pw_dual_step(b->template, s, q);
            ck_assert_msg(pw_bdd_is_false(pw_bdd_and(to, less, pw_bdd_not(to, more))),
                          "%s: statement %u has a row more with axioms", m->path, (unsigned)s);
        }
    PW_FREES(same, m->vars);
}

/* Steps from states that satisfy the axioms, reached or not: they keep them, and R~ has their
 * rows. */
static long jumps(struct model *m, const struct pw_axioms *x, long tries)
{
    long steps = 0;
    for (long k = 0; k < tries; k++) {
        struct pw_state *s = random_crowd(m);
        random_values(m, s);
        for (size_t i = 0; i < s->n; i++)
            s->threads[i].loc =
                (uint32_t)(next(&m->r) % m->p->templates[s->threads[i].template].nlocs);
        size_t a = s->n ? next(&m->r) % s->n : 0;
        if (s->n && !someone_failed(s) && axioms_hold(m, x, s)) {
            const struct pw_thread_template *T = &m->p->templates[s->threads[a].template];
            uint32_t from = T->first_edge[s->threads[a].loc],
                     to = T->first_edge[s->threads[a].loc + 1];
            for (uint32_t edge = from; edge < to; edge++) {
                struct pw_state *after = pw_state_clone(s);
                if (step_at_random(m, after, a, edge)) {
                    if (!someone_failed(after)) must_hold(m, x, after);
                    rows_of_step(m, s, after, a, edge);
                    steps++;
                }
                pw_state_free(after);
            }
        }
        pw_state_free(s);
    }
    return steps;
}

/* Returns the number of steps looked at; 0: the program has no axiom. stated: count them. */
static long sample_relative(struct model *m, const struct pw_source *src, long tries, long *stated)
{
    struct pw_axioms x = {0};
    struct pw_diags diags = {0};
    long steps = 0;
    m->p = pw_dr_parse(src, NULL, 0, &diags);
    ck_assert_msg(m->p != NULL, "%s", src->text);
    if (!pw_program_uses(m->p)) pw_axioms_find(&x, m->p);
    *stated += (long)x.stated.n;
    if (pw_axioms_n(&x)) {
        struct pw_abst_options o = {.axioms = &x};
        struct pw_abstraction *plain = pw_abstract_template(m->p, src, NULL, NULL, &diags);
        m->a = pw_abstract_template(m->p, src, &o, NULL, &diags);
        m->vars = pw_bdds_vars(m->a->template->bdds);
        m->values = PW_NEWS(bool, m->vars);
        ck_assert_uint_eq(m->a->template->axioms.n, pw_axioms_n(&x));
        included(m, m->a, plain);
        steps = walks(m, &x, tries) + jumps(m, &x, 20 * tries);
        PW_FREES(m->values, m->vars);
        pw_abstract_free(m->a);
        pw_abstract_free(plain);
    }
    pw_axioms_clear(&x);
    pw_program_free(m->p);
    pw_diags_clear(&diags);
    return steps;
}

static long sample_axioms(const char *path, long tries)
{
    struct model m = {.path = path, .r = 2463534242u};
    struct pw_source src;
    const char *why;
    long stated = 0;
    ck_assert(pw_source_read(&src, path, &why) == PW_SOURCE_OK);
    long steps = sample_relative(&m, &src, tries, &stated);
    pw_source_clear(&src);
    return steps;
}

/* ---- random programs with stated invariants ---- */

#define PICK(r, list) (list)[next(r) % (sizeof(list) / sizeof *(list))]

/* Two templates whose locals have the same name; labels A0, A1, A2, B0, B1. */
static void random_statement(uint64_t *r, struct pw_strbuf *out)
{
    static const char *const guards[] = {"true",   "true", "x >= 1", "x <= 2", "x == l", "l <= x",
                                         "x == 0", "g",    "!g",     "y < x",  "l > 0"};
    static const char *const updates[] = {"x = x + 1;", "x = x - 1;", "y = y + 1;", "l = x;",
                                          "l = l + 1;", "x = l;",     "g = true;",  "g = false;",
                                          "y = x;",     "l = 0;",     "havoc l;",   ""};
    static const char *const asserts[] = {"x >= 0", "l <= x", "x != 3", "g || y >= 0"};
    if (next(r) % 6 == 0) {
        pw_strbuf_printf(out, "assert(%s);", PICK(r, asserts));
        return;
    }
    pw_strbuf_printf(out, "atomic { assume(%s); %s %s }", PICK(r, guards), PICK(r, updates),
                     PICK(r, updates));
}

static void random_template(uint64_t *r, char name, int labels, struct pw_strbuf *out)
{
    static const char *const counts[] = {"", "", "", "[1]", "[2]", "[3]"};
    /* a lock, a count, one that forgets some, tickets; "": any statement */
    static const char *const schemes[][3] = {
        {"", "", ""},
        {"atomic { assume(!g); g = true; }", "assert(x >= 0);", "g = false;"},
        {"atomic { assume(!g); g = true; }", "y = x;", "atomic { assert(y <= 1); g = false; }"},
        {"x = x + 1;", "", "x = x - 1;"},
        {"atomic { assume(!g); x = x + 1; }", "if (*) { x = x - 1; }", ""},
        {"atomic { l = x; x = x + 1; }", "assume(y == l);", "y = y + 1;"},
        {"atomic { assume(x > 0 && !g); l = x; }", "assert(l > 0);", "g = false;"}};
    static const char *const locals[] = {"local int l = 0;", "local int l = x;", "local int l;"};
    pw_strbuf_printf(out, "thread %c %s {\n    %s\n    while (true) {\n", name, PICK(r, counts),
                     PICK(r, locals));
    size_t scheme = next(r) % (sizeof schemes / sizeof *schemes);
    for (int i = 0; i < labels; i++) {
        const char *fixed = schemes[scheme][i];
        pw_strbuf_printf(out, "%c%d: ", name, i);
        if (*fixed)
            pw_strbuf_puts(out, fixed);
        else
            random_statement(r, out);
        pw_strbuf_putc(out, '\n');
    }
    pw_strbuf_puts(out, "    }\n}\n");
}

static void random_invariant(uint64_t *r, struct pw_strbuf *out)
{
    static const char *const forms[] = {"x >= 0",
                                        "x <= 3",
                                        "y >= 0",
                                        "y <= x",
                                        "g || x >= 0",
                                        "x >= count(A1)",
                                        "x <= count(A1) + count(A2)",
                                        "x == count(A.A1)",
                                        "x >= count(A1) - count(B1)",
                                        "count(A1) <= 1",
                                        "count(B1) <= 1 || x > 0",
                                        "g == (count(A2) >= 1)",
                                        "g => count(A1) <= 1",
                                        "count(A0) + count(A1) + count(A2) <= 3",
                                        "count(A0) + count(B0) >= 0",
                                        "A.l <= x",
                                        "A.at(A1) => A.l <= x",
                                        "B.at(B1) => B.l >= 0",
                                        "A.l >= 0",
                                        "B.l >= 0 || g",
                                        "A.at(A1) => count(A1) >= 1",
                                        "A.at(A1) => x > 0",
                                        "A.at(A1) && other(A).at(A1) => A.l != other(A).l",
                                        "A.l <= other(B).l || x >= 0",
                                        "A.at(A2) => !other(A).at(A2)",
                                        "B.at(B1) && other(A).at(A1) => x >= 1",
                                        "A.at(A0) || other(A).at(A0) || A.l != other(A).l",
                                        "A.l == other(A).l",
                                        "true",
                                        "x % 2 == 0",
                                        "A.at(A1) && other(A).at(A1) => count(A1) >= 2",
                                        "x == 0",
                                        "at(A1) => x != 0",
                                        "count(A1) + count(A2) <= 1",
                                        "g == (count(A1) + count(A2) >= 1)",
                                        "g => count(A1) + count(A2) >= 1",
                                        "x >= count(A1)",
                                        "x >= count(A1) + count(A2)",
                                        "A.at(A0) || A.l < x",
                                        "A.at(A0) || A.l >= y",
                                        "y >= 0",
                                        "A.at(A1) => A.l > 0",
                                        "1 <= count(A0)"};
    pw_strbuf_printf(out, "invariant %s;\n", PICK(r, forms));
}

static void random_predicates(uint64_t *r, struct pw_strbuf *out)
{
    static const char *const forms[] = {
        "x == 0", "x >= 1", "x >= y", "A.l == x", "B.l < x", "A.l != other(A).l", "x < 2 || g"};
    size_t n = next(r) % 3;
    for (size_t i = 0; i <= n; i++)
        pw_strbuf_printf(out, "predicate p%zu = %s;\n", i, PICK(r, forms));
}

static void random_program(uint64_t *r, struct pw_strbuf *out)
{
    static const char *const starts[] = {"", " = 0", " = 0", " = 1"};
    pw_strbuf_printf(out, "shared int x%s;\nshared int y = 0;\nshared bool g%s;\n", PICK(r, starts),
                     next(r) % 3 ? " = false" : "");
    random_template(r, 'A', 3, out);
    random_template(r, 'B', 2, out);
    if (next(r) % 8 == 0) pw_strbuf_puts(out, "init A.l != other(A).l;\n");
    if (next(r) % 8 == 0) pw_strbuf_puts(out, "init x >= 0;\n");
    random_predicates(r, out);
    for (size_t i = 0, n = 2 + next(r) % 5; i < n; i++)
        random_invariant(r, out);
    pw_strbuf_puts(out, "unsafe count(A2) >= 2;\n");
}

START_TEST(stated_invariants)
{
    uint64_t r = 88172645463325252u;
    long steps = 0, stated = 0, programs = 150L * unit_scale();
    for (long i = 0; i < programs; i++) {
        struct pw_strbuf text = {0};
        struct pw_source src;
        random_program(&r, &text);
        pw_source_from_text(&src, "random.dr", pw_strbuf_text(&text), text.n);
        struct model m = {.path = pw_strbuf_text(&text), .r = next(&r)};
        steps += sample_relative(&m, &src, 20, &stated);
        pw_source_clear(&src);
        pw_strbuf_clear(&text);
    }
    ck_assert_int_gt(stated, programs);
    ck_assert_int_gt(steps, 100 * programs);
    if (unit_scale() > 1)
        printf("%ld programs, %ld stated axioms, %ld steps\n", programs, stated, steps);
}
END_TEST

/* All .dr files of a folder and its folders. */
static void sample_folder(const char *folder, long (*sample)(const char *path, long tries),
                          long tries, long *models, long *steps)
{
    DIR *d = opendir(folder);
    if (!d) return;
    for (struct dirent *e; (e = readdir(d));) {
        char path[1024];
        size_t n = strlen(e->d_name);
        if (e->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (n > 3 && !strcmp(e->d_name + n - 3, ".dr")) {
            long more = sample(path, tries);
            *steps += more;
            *models += more > 0;
        } else if (!strchr(e->d_name, '.'))
            sample_folder(path, sample, tries, models, steps);
    }
    closedir(d);
}

START_TEST(models)
{
    long count = 0, steps = 0;
    sample_folder(SRCDIR "/models", sample_model, 6000L * unit_scale(), &count, &steps);
    ck_assert_int_gt(count, 50);
    ck_assert_int_gt(steps, 1000 * count);
    if (unit_scale() > 1) printf("%ld steps of %ld models sampled\n", steps, count);
}
END_TEST

START_TEST(axioms)
{
    long count = 0, steps = 0;
    sample_folder(SRCDIR "/models", sample_axioms, 60L * unit_scale(), &count, &steps);
    ck_assert_int_gt(count, 15);
    ck_assert_int_gt(steps, 100 * count);
    if (unit_scale() > 1) printf("%ld steps of %ld models with axioms\n", steps, count);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, axioms);
    tcase_add_test(c, stated_invariants);
    tcase_add_test(c, equation_5);
    tcase_add_test(c, classes);
    tcase_add_test(c, predicates_are_a_list_beside);
    tcase_add_test(c, models);
}

UNIT_MAIN("abst on models", tests)
