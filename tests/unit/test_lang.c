/* The language: lowering, classes of predicates, interpreter, search, limits. Random programs are
 * in test_lang_random. */
#include "unit/unit.h"

#include <string.h>
#include <time.h>

#include "base/guard.h"
#include "front/dr/dr.h"
#include "front/dr/format.h"
#include "run/concrete.h"
#include "run/replay.h"

/* Parses; messages (if wanted) go to *messages. */
static struct pw_program *parse_with(const char *text, size_t n, const struct pw_define *defines,
                                     size_t ndefines, struct pw_strbuf *messages)
{
    struct pw_source src;
    struct pw_diags diags = {0};
    pw_source_from_text(&src, "t.dr", text, n);
    struct pw_program *p = pw_dr_parse(&src, defines, ndefines, &diags);
    if (messages) pw_diag_print(&diags, messages);
    ck_assert(!p == (diags.errors > 0));
    pw_diags_clear(&diags);
    pw_source_clear(&src);
    return p;
}

static struct pw_program *parse(const char *text)
{
    struct pw_strbuf messages = {0};
    struct pw_program *p = parse_with(text, strlen(text), NULL, 0, &messages);
    ck_assert_msg(p != NULL, "%s", pw_strbuf_text(&messages));
    ck_assert(pw_program_check(p));
    pw_strbuf_clear(&messages);
    return p;
}

/* ---- lowering ---- */

struct lowering {
    const char *name, *source;
    const char *edges; /* of the first thread, in order: "from>to guard [x = e, ...]" per line */
};

/* Each expectation is what the rules of the language say about the source, by hand. */
static const struct lowering lowerings[] = {
    {"ticket",
     "shared int s = 1, t = 1; thread c { local int l = 0; while (true) { atomic { l = t; t = t + "
     "1; } assume(s == l); crit: s = s + 1; } }",
     "0>1 true [t = t + 1, l = t]\n1>2 s == l []\n2>0 true [s = s + 1]\n"},
    {"constant conditions",
     "shared int s; thread c { if (1 < 2) s = 1; else s = 2; while (false) s = 3; s = 4; }",
     "0>1 true [s = 1]\n1>2 true [s = 4]\n"},
    {"stars are steps", "shared int s; thread c { if (*) s = 1; while (*) skip; }",
     "0>1 true []\n0>2 true []\n1>2 true [s = 1]\n2>3 true []\n2>4 true []\n3>2 true []\n"},
    {"silent loop", "thread c { L: goto L; }", "0>0 true []\n"},
    {"silent loop of two", "thread c { skip; A: goto B; B: goto A; }",
     "0>1 true []\n1>1 true []\n"},
    {"empty body", "thread c { }", ""},
    {"parallel", "shared int a, b; thread c { a, b = b, a; }", "0>1 true [a = b, b = a]\n"},
    {"sequence in atomic", "shared int a, b; thread c { atomic { a = b; b = a + 1; a = b; } }",
     "0>1 true [a = b + 1, b = b + 1]\n"},
    {"atomic branches",
     "shared int a; shared bool g; thread c { atomic { if (g) a = 1; else { assume(a > 0); a = 2; "
     "} } }",
     "0>1 g [a = 1]\n0>1 !g && a > 0 [a = 2]\n"},
    {"assertion before a blocked assume",
     "shared int a; thread c { atomic { a = 1; assert(a > 1); assume(false); } }",
     "0>1 assert true [a = 1]\n"},
    {"assume before assertion",
     "shared int a; thread c { atomic { assume(a > 0); assert(a > 1); a = 0; } }",
     "0>2 assert a > 0 && !(a > 1) []\n0>1 a > 0 && a > 1 [a = 0]\n"},
    {"havoc in atomic", "shared int a, b; thread c { atomic { havoc a; assume(a > b); b = a; } }",
     "0>1 ?0 > b [a = ?0, b = ?0]\n"},
    {"leaving atomic",
     "shared int a; thread c { while (true) { atomic { if (a > 0) break; a = 5; } } a = 7; }",
     "0>1 a > 0 []\n0>0 !(a > 0) [a = 5]\n1>2 true [a = 7]\n"},
    {"range", "shared int[0..3] x = 0; thread c { x = x + 1; x = 2; }",
     "0>3 range !(0 <= x + 1 && x + 1 <= 3) []\n0>1 0 <= x + 1 && x + 1 <= 3 [x = x + 1]\n1>2 true "
     "[x = 2]\n"},
    {"constant out of range", "shared int[0..3] x = 0; thread c { x = 4; }", "0>1 range true []\n"},
    {"range to wider range", "shared int[0..3] x = 0; shared int[0..9] y = 0; thread c { y = x; }",
     "0>1 true [y = x]\n"},
    {"mutex", "shared mutex m; thread c { lock(m); unlock(m); }",
     "0>1 !m [m = true, m.mine = true]\n1>3 unlock !m.mine []\n1>2 m.mine [m = false, m.mine = "
     "false]\n"},
    {"cas", "shared int x; thread c { local bool ok; ok = cas(x, 1, 2); }",
     "0>1 x == 1 [x = 2, ok = true]\n0>1 !(x == 1) [ok = false]\n"},
    {"result joins the last step",
     "shared int t; proc take() { local int k; atomic { k = t; t = t + 1; } return k; } thread c { "
     "local int l; l = take(); skip; }",
     "0>1 true [t = t + 1, l = t]\n1>2 true []\n"},
    {"call without steps", "proc id(int k) { return k; } thread c { local int l; l = id(l + 1); }",
     "0>1 true [l = l + 1]\n"},
    {"call that does nothing", "proc no() { } thread c { no(); skip; no(); }", "0>1 true []\n"},
    {"shared result is a step",
     "shared int t; proc get() { return t; } thread c { local int l; l = get(); }",
     "0>1 true [l = t]\n"},
    {"shared argument is a step",
     "shared int s; proc put(int k) { s = k + 1; } thread c { put(s); }",
     "0>1 true [put.k = s]\n1>2 true [s = put.k + 1, put.k = 0]\n"},
    {"shared target is a step",
     "shared int s; proc f() { local int k; k = s; return k + 1; } thread c { s = f(); }",
     "0>1 true [f.k = s]\n1>2 true [s = f.k + 1, f.k = 0]\n"},
    {"argument joins the first step",
     "shared int s; proc put(int k) { while (k > 0) { s = k; k = k - 1; } } thread c { put(3); }",
     "0>1 true [put.k = 3]\n1>2 true [s = put.k]\n2>3 true [put.k = put.k - 1]\n3>1 put.k > 0 "
     "[]\n3>4 !(put.k > 0) [put.k = 0]\n"},
    {"result before a silent loop",
     "shared int s; proc f(int k) { s = k; return k; } thread c { local int l; l = f(2); L: goto "
     "L; }",
     "0>1 true [s = 2, l = 2]\n1>1 true []\n"},
    {"assertion", "shared bool b; thread c { assert(b); }", "0>2 assert !b []\n0>1 b []\n"},
    {"exit", "shared bool b; thread c { while (true) { if (b) exit; b = true; } }",
     "0>2 b []\n0>1 !b []\n1>0 true [b = true]\n"},
    {"continue", "shared bool b; thread c { while (b) { if (*) continue; skip; } }",
     "0>1 b []\n0>3 !b []\n1>0 true []\n1>2 true []\n2>0 true []\n"},
};

static void list_edges(const struct pw_program *p, struct pw_strbuf *out)
{
    static const char *const why[] = {"", "assert ", "range ", "unlock "};
    const struct pw_thread_template *t = &p->templates[0];
    for (size_t i = 0; i < t->nedges; i++) {
        const struct pw_edge *e = &t->edges[i];
        pw_strbuf_printf(out, "%u>%u %s", e->from, e->to, why[e->kind]);
        pw_program_print_expr(p, e->guard, out);
        pw_strbuf_puts(out, " [");
        for (size_t k = 0; k < e->nupdates; k++) {
            pw_strbuf_printf(
                out, "%s%s = ", k ? ", " : "",
                (e->updates[k].shared ? p->shared : t->locals)[e->updates[k].index].name);
            pw_program_print_expr(p, e->updates[k].to, out);
        }
        pw_strbuf_puts(out, "]\n");
    }
}

START_TEST(statements_become_edges)
{
    const struct lowering *l = &lowerings[_i];
    struct pw_strbuf b = {0};
    struct pw_program *p = parse(l->source);
    list_edges(p, &b);
    ck_assert_msg(!strcmp(pw_strbuf_text(&b), l->edges), "%s:\n%s", l->name, pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
    pw_program_free(p);
}
END_TEST

START_TEST(the_ticket_lock_has_three_locations)
{
    struct pw_source src;
    struct pw_diags diags = {0};
    const char *why;
    ck_assert(pw_source_read(&src, SRCDIR "/models/ticket.dr", &why) == PW_SOURCE_OK);
    struct pw_program *p = pw_dr_parse(&src, NULL, 0, &diags);
    ck_assert(p && p->templates[0].nlocs == 3 && p->templates[0].nedges == 3 && p->preds.n == 3 &&
              p->nunsafe == 1);
    ck_assert(p->truth == PW_SAFE && p->expect == PW_SAFE);
    ck_assert(p->preds.at[0].class == PW_INTER_THREAD && p->preds.at[1].class == PW_INTER_THREAD &&
              p->preds.at[2].class == PW_SINGLE_THREAD);
    pw_program_free(p);
    pw_diags_clear(&diags);
    pw_source_clear(&src);
}
END_TEST

/* ---- labels ---- */

static bool at(const struct pw_program *p, const char *label, uint32_t loc)
{
    return pw_program_at(p, (uint32_t)pw_program_label(p, label), PW_ANY, 0, loc);
}

START_TEST(labels_name_locations)
{
    struct pw_program *p =
        parse("shared bool b; thread c { a: skip; if (b) { j: goto z; } k: z: skip; e: }");
    /* 0 a, 1 if, 2 copy of z for j, 3 z and k, 4 end with e */
    ck_assert_uint_eq(p->templates[0].nlocs, 5);
    ck_assert(at(p, "a", 0) && !at(p, "a", 1));
    ck_assert(at(p, "j", 2) && at(p, "z", 2) && at(p, "k", 2));
    ck_assert(at(p, "z", 3) && at(p, "k", 3) && !at(p, "j", 3));
    ck_assert(at(p, "e", 4) && p->templates[0].locs[4].kind == PW_LOC_END);
    pw_program_free(p);
    p = parse("proc f() { in: skip; } thread c { f(); f(); } thread d { f(); in: skip; }");
    ck_assert_uint_eq(p->labels[pw_program_label(p, "in")].nplaces, 4);
    pw_program_free(p);
}
END_TEST

/* ---- predicates ---- */

static const struct pw_pred *pred(const struct pw_program *p, const char *name)
{
    for (size_t i = 0; i < p->preds.n; i++)
        if (!strcmp(p->preds.at[i].name, name)) return &p->preds.at[i];
    ck_abort_msg("no predicate %s", name);
    return NULL;
}

START_TEST(predicates_have_classes_and_templates)
{
    struct pw_program *p = parse("shared int s; thread r { local int x, y; predicate inside = "
                                 "other.z > s; a: skip; b: skip; }"
                                 "thread w { local int x, z; b: skip; c: skip; }"
                                 "predicate sh = s > 0; predicate lo = y > 0; predicate si = y > "
                                 "s; predicate in = other.z > s;"
                                 "predicate q1 = r.x > other(w).x; predicate q2 = w.x != "
                                 "other(w).x; predicate l1 = at(a); predicate l2 = at(b) && s > 0;"
                                 "predicate o1 = !other.at(c); predicate o2 = !other.at(b); "
                                 "predicate o3 = w.at(b) => other(r).at(b);");
    static const struct {
        const char *name;
        enum pw_pred_class class;
        int32_t active, passive;
    } want[] = {{"inside", PW_INTER_THREAD, 0, 1}, {"sh", PW_SHARED_PRED, -1, -1},
                {"lo", PW_LOCAL_PRED, 0, -1},      {"si", PW_SINGLE_THREAD, 0, -1},
                {"in", PW_INTER_THREAD, -1, 1},    {"q1", PW_INTER_THREAD, 0, 1},
                {"q2", PW_INTER_THREAD, 1, 1},     {"l1", PW_LOCAL_PRED, 0, -1},
                {"l2", PW_SINGLE_THREAD, -1, -1},  {"o1", PW_INTER_THREAD, -1, 1},
                {"o2", PW_INTER_THREAD, -1, -1},   {"o3", PW_INTER_THREAD, 1, 0}};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        const struct pw_pred *q = pred(p, want[i].name);
        ck_assert_msg(q->class == want[i].class && q->active == want[i].active &&
                          q->passive == want[i].passive,
                      "%s: class %d, active %d, passive %d", want[i].name, (int)q->class, q->active,
                      q->passive);
    }
    pw_program_free(p);
}
END_TEST

/* DESIGN section 3: the rows of Eq. (5) in the state (4,4,5,6). */
START_TEST(inter_thread_predicates_hold_against_all_others)
{
    struct pw_program *p = parse("thread t { local int l; skip; } predicate a = l <= other.l; "
                                 "predicate b = l > other.l; predicate c = l != other.l;");
    static const char *const rows[] = {"TTFF", "FFFT", "FFTT"};
    static const int values[] = {4, 4, 5, 6};
    struct pw_state *s = pw_state_new(p, (uint32_t[]){0, 0, 0, 0}, 4);
    for (size_t i = 0; i < 4; i++)
        pw_int_set_si(&s->threads[i].locals[0], values[i]);
    for (size_t k = 0; k < 3; k++)
        for (size_t i = 0; i < 4; i++)
            ck_assert(pw_interp_pred(s, &p->preds.at[k], i) == (rows[k][i] == 'T'));
    pw_state_free(s);
    s = pw_state_new(p, (uint32_t[]){0}, 1); /* nobody else: true */
    for (size_t k = 0; k < 3; k++)
        ck_assert(pw_interp_pred(s, &p->preds.at[k], 0));
    pw_state_free(s);
    pw_program_free(p);
}
END_TEST

/* ---- interpreter and search ---- */

START_TEST(initial_states_are_judged)
{
    struct pw_program *p = parse("shared int s = 1, k = s + 1; thread t { local int id; local "
                                 "int[1..3] r; init id != other.id; skip; } init s > 0;");
    struct pw_strbuf why = {0};
    struct pw_state *s = pw_state_new(p, (uint32_t[]){0, 0}, 2);
    pw_interp_initialise(s);
    ck_assert(!pw_interp_initial(s, &why));
    ck_assert_str_eq(pw_strbuf_text(&why), "init id != other.id does not hold for threads 1 and 2");
    pw_int_set_si(&s->threads[1].locals[0], 7);
    ck_assert(pw_interp_initial(s, NULL) && !pw_int_cmp_si(&s->shared[1], 2));
    pw_int_set_si(&s->threads[1].locals[1], 4);
    ck_assert(!pw_interp_initial(s, NULL));
    pw_int_set_si(&s->threads[1].locals[1], 3);
    pw_int_set_si(&s->shared[1], 3);
    ck_assert(!pw_interp_initial(s, NULL));
    pw_strbuf_clear(&why);
    pw_state_free(s);
    pw_program_free(p);
}
END_TEST

START_TEST(steps_are_exact_on_large_numbers)
{
    struct pw_program *p = parse(
        "shared int x = 1; thread t { while (true) { x = 1000000007 * x + x / 3 - x % 7; } }");
    struct pw_state *s = pw_state_new(p, (uint32_t[]){0}, 1);
    mpz_t v, q, r;
    mpz_inits(v, q, r, NULL);
    mpz_set_si(v, 1);
    pw_interp_initialise(s);
    for (int i = 0; i < 40; i++) {
        ck_assert(pw_interp_step(s, 0, 0, NULL));
        mpz_tdiv_q_ui(q, v, 3);
        mpz_tdiv_r_ui(r, v, 7);
        mpz_mul_ui(v, v, 1000000007);
        mpz_add(v, v, q);
        mpz_sub(v, v, r);
        pw_int_get_mpz(q, &s->shared[0]);
        ck_assert(!mpz_cmp(v, q));
    }
    mpz_clears(v, q, r, NULL);
    pw_state_free(s);
    pw_program_free(p);
}
END_TEST

START_TEST(choices_must_be_in_their_types)
{
    struct pw_program *p =
        parse("shared int[2..4] x = 2; thread t { atomic { havoc x; assume(x != 3); } }");
    struct pw_state *s = pw_state_new(p, (uint32_t[]){0}, 1);
    pw_interp_initialise(s);
    static const struct {
        int64_t value;
        bool enabled;
    } tries[] = {{1, false}, {2, true}, {3, false}, {4, true}, {5, false}};
    for (size_t i = 0; i < 5; i++) {
        pw_int v;
        pw_int_init_si(&v, tries[i].value);
        ck_assert(pw_interp_enabled(s, 0, 0, &v) == tries[i].enabled);
        pw_int_clear(&v);
    }
    pw_state_free(s);
    pw_program_free(p);
}
END_TEST

static void search(struct pw_concrete *x, const struct pw_program *p,
                   struct pw_concrete_options opt)
{
    const char *why;
    ck_assert(pw_concrete_init(x, p, &opt, &why));
    pw_concrete_run(x);
}

/* Replays every violation that the search reports. */
static void replay(struct pw_concrete *x)
{
    for (size_t k = 0; k <= x->p->nunsafe; k++) {
        if (!x->found[k].reached) continue;
        struct pw_run *t = pw_concrete_run_to(x, k);
        struct pw_state *s = pw_state_clone(t->start);
        size_t used = 0;
        ck_assert(pw_interp_initial(s, NULL) && t->steps.n == x->found[k].depth);
        for (size_t i = 0; i < t->steps.n; i++) {
            const struct pw_schedule_step *step = &t->steps.at[i];
            uint32_t template = s->threads[step->thread].template;
            ck_assert(pw_interp_step(s, step->thread, step->edge, pw_vec_from(&t->choices, used)));
            used += s->p->templates[template].edges[step->edge].nchoices;
        }
        ck_assert(used == t->choices.n);
        ck_assert(k < x->p->nunsafe ? pw_interp_disjunct(s, &x->p->unsafe[k])
                                    : pw_interp_violation(s) != PW_NONE);
        pw_state_free(s);
        pw_run_free(t);
    }
}

START_TEST(the_search_finds_shortest_traces)
{
    struct pw_program *p =
        parse("shared int s = 1, t = 1; thread c { local int l = 0; while (true) { l = t; t = t + "
              "1; assume(s == l); crit: s = s + 1; } } unsafe count(crit) >= 2;");
    struct pw_concrete x;
    search(&x, p, (struct pw_concrete_options){.threads = 3, .states = 5000});
    ck_assert(x.found[0].reached && x.found[0].depth == 6 && !x.complete &&
              pw_concrete_pair(&x, 0, 0));
    replay(&x);
    pw_concrete_clear(&x);
    pw_program_free(p);
}
END_TEST

static bool judged_good(const struct pw_run *run)
{
    struct pw_execution *e = pw_replay(run);
    bool good = e != NULL;
    ck_assert(!e || e->steps.n == run->steps.n);
    pw_execution_free(e);
    return good;
}

/* A run to a bad state, and the same with one thing changed: another start, another thread, another
 * value picked, one value or one step too many, the last step missing. */
START_TEST(the_judge_takes_runs_and_nothing_else)
{
    struct pw_program *p =
        parse("shared int[0..3] x = 0; thread t { havoc x; assume(x == 2); crit: x = 0; }"
              " unsafe count(crit) >= 1;");
    struct pw_concrete x;
    search(&x, p, (struct pw_concrete_options){.threads = 2});
    ck_assert(x.found[0].reached);
    struct pw_run *run = pw_concrete_run_to(&x, 0);
    ck_assert(judged_good(run) && run->steps.n == 2 && run->choices.n == 1);
    pw_int_set_si(&run->start->shared[0], 1);
    ck_assert(!judged_good(run));
    pw_int_set_si(&run->start->shared[0], 0);
    run->steps.at[1].thread ^= 1;
    ck_assert(!judged_good(run));
    run->steps.at[1].thread ^= 1;
    pw_int_set_si(&run->choices.at[0], 3);
    ck_assert(!judged_good(run));
    pw_int_set_si(&run->choices.at[0], 5);
    ck_assert(!judged_good(run));
    pw_int_set_si(&run->choices.at[0], 2);
    run->steps.n = 1;
    ck_assert(!judged_good(run));
    run->steps.n = 2;
    ck_assert(judged_good(run));
    pw_int more;
    pw_int_init(&more);
    pw_vec_push(&run->choices, more);
    ck_assert(!judged_good(run));
    run->choices.n = 1;
    pw_run_add(run, run->steps.at[0].thread, run->steps.at[0].edge);
    ck_assert(!judged_good(run));
    pw_run_free(run);
    pw_concrete_clear(&x);
    pw_program_free(p);
}
END_TEST

/* n threads that each flip a private bit once: n + 1 states up to symmetry, 2^n otherwise. */
START_TEST(the_search_works_up_to_symmetry)
{
    struct pw_program *p = parse("thread t { local bool b = false; b = true; }");
    struct pw_concrete x;
    search(&x, p, (struct pw_concrete_options){.threads = 12});
    ck_assert(x.states == 13 && x.complete && x.depth == 12);
    pw_concrete_clear(&x);
    pw_program_free(p);
}
END_TEST

/* Three threads over two templates without count and one with: 3 ways to share the other two. */
START_TEST(threads_are_shared_out)
{
    struct pw_program *p = parse("thread a { skip; } thread b { skip; } thread c [1] { skip; }");
    struct pw_concrete x;
    struct pw_concrete_options opt = {.threads = 3};
    const char *why;
    search(&x, p, opt);
    ck_assert(x.initial == 3 && x.complete);
    pw_concrete_clear(&x);
    opt.threads = 0;
    ck_assert(!pw_concrete_init(&x, p, &opt, &why));
    pw_program_free(p);
    p = parse("thread c [2] { skip; }");
    opt.threads = 3;
    ck_assert(!pw_concrete_init(&x, p, &opt, &why));
    pw_program_free(p);
}
END_TEST

START_TEST(arbitrary_values_are_bounded_and_said_so)
{
    struct pw_program *p =
        parse("shared int x; shared bool b; shared int[1..3] r; thread t { skip; }");
    struct pw_concrete x;
    search(&x, p, (struct pw_concrete_options){.threads = 1, .lo = -1, .hi = 2});
    ck_assert(x.initial == 4 * 2 * 3 && x.finished && x.values_bounded && !x.complete);
    pw_concrete_clear(&x);
    pw_program_free(p);
}
END_TEST

/* ---- definitions, comments, texts ---- */

START_TEST(definitions_override_constants)
{
    const char *text = "const int N = 2, M = N + 1; const bool B = false; shared int[0..M] x = N; "
                       "thread t [N] { if (B) skip; }";
    struct pw_define d[] = {{"N", "5"}, {"B", "true"}};
    struct pw_program *p = parse_with(text, strlen(text), d, 2, NULL);
    ck_assert(p && p->templates[0].count == 5 && p->shared[0].type.hi == 6 &&
              p->templates[0].nedges == 1);
    pw_program_free(p);
    static const struct pw_define bad[] = {
        {"Q", "1"}, {"N", "x"}, {"N", ""}, {"B", "1"}, {"N", "-1"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        ck_assert(!parse_with(text, strlen(text), &bad[i], 1, NULL));
}
END_TEST

START_TEST(first_comments_state_facts)
{
    static const struct {
        const char *text;
        enum pw_verdict truth, expect;
    } cases[] = {{"// truth: safe; expect: unknown\n", PW_SAFE, PW_UNKNOWN},
                 {"\n /* a model\n truth: unsafe\n expect:unsafe */", PW_UNSAFE, PW_UNSAFE},
                 {"// first\n// truth: safe\nx // expect: safe\n", PW_SAFE, PW_UNSTATED},
                 {"# truth: unsafe\n", PW_UNSAFE, PW_UNSTATED},
                 {"// untruth: safe, truth: safely\n", PW_UNSTATED, PW_UNSTATED},
                 {"int x; // truth: safe\n", PW_UNSTATED, PW_UNSTATED},
                 {"", PW_UNSTATED, PW_UNSTATED},
                 {"/", PW_UNSTATED, PW_UNSTATED}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct pw_source src;
        enum pw_verdict truth, expect;
        pw_source_from_text(&src, "t", cases[i].text, strlen(cases[i].text));
        pw_program_expectation(&src, &truth, &expect);
        ck_assert_msg(truth == cases[i].truth && expect == cases[i].expect, "%s", cases[i].text);
        pw_source_clear(&src);
    }
}
END_TEST

/* Text of an expression is read back as the same expression. */
START_TEST(expressions_are_printed_with_the_parentheses_they_need)
{
    static const char *const formulas[] = {"a + b - c",
                                           "a - (b - c)",
                                           "a - (b + c)",
                                           "2 * (a + b)",
                                           "2 * a / 3 % 4",
                                           "-a",
                                           "-(a + b)",
                                           "a - -b",
                                           "a < b == b < c",
                                           "(a == b) == d",
                                           "!d",
                                           "!(a < b)",
                                           "d && e || !d",
                                           "d && (e || d)",
                                           "d => e => d",
                                           "(d => e) => d",
                                           "d ? a < b : e",
                                           "(d ? a : b) + 1 < c",
                                           "min(a, max(b, c)) >= -3",
                                           "(d ? e : d) && e",
                                           "d != e",
                                           "a % 3 == 0",
                                           "-2 * a <= 5"};
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
        char text[300];
        bool number = !strpbrk(formulas[i], "<>=!?") && !strstr(formulas[i], "d");
        snprintf(text, sizeof text,
                 "shared int a, b, c; shared bool d, e; thread t { skip; } init %s%s;", formulas[i],
                 number ? " == 0" : "");
        struct pw_program *p = parse(text);
        struct pw_strbuf b = {0};
        pw_program_print_expr(p, p->inits[0].expr, &b);
        snprintf(text, sizeof text, "%s%s", formulas[i], number ? " == 0" : "");
        ck_assert_str_eq(pw_strbuf_text(&b), text);
        pw_strbuf_clear(&b);
        pw_program_free(p);
    }
}
END_TEST

/* ---- limits ---- */

#ifndef __has_feature
#define __has_feature(x) 0
#endif
#if defined __SANITIZE_ADDRESS__ || __has_feature(address_sanitizer) ||                            \
    __has_feature(memory_sanitizer)
enum { SLOWER = 10 };
#else
enum { SLOWER = 1 };
#endif

static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static void repeat(struct pw_strbuf *b, const char *s, int n)
{
    for (int i = 0; i < n; i++)
        pw_strbuf_puts(b, s);
}

/* Accepted or not, formatted or not: within two seconds of processor time, and a rejection says
 * `says`. */
static void in_time(struct pw_strbuf *text, const char *says)
{
    double start = seconds();
    struct pw_strbuf messages = {0}, tidy = {0};
    struct pw_source src;
    struct pw_diags diags = {0};
    struct pw_program *p = parse_with(pw_strbuf_text(text), text->n, NULL, 0, &messages);
    ck_assert_msg((p != NULL) == !says, "%.300s", pw_strbuf_text(&messages));
    if (says)
        ck_assert_msg(strstr(pw_strbuf_text(&messages), says) != NULL, "%.300s",
                      pw_strbuf_text(&messages));
    pw_source_from_text(&src, "t.dr", pw_strbuf_text(text), text->n);
    pw_format_source(&src, &diags, &tidy);
    ck_assert_msg(seconds() - start < 2.0 * SLOWER, "%.1f s for %zu bytes", seconds() - start,
                  text->n);
    pw_program_free(p);
    pw_source_clear(&src);
    pw_diags_clear(&diags);
    pw_strbuf_clear(&tidy);
    pw_strbuf_clear(&messages);
    pw_strbuf_clear(text);
}

START_TEST(deep_nesting_is_an_error_and_no_crash)
{
    struct pw_strbuf b = {0};
    const char *deep = "nested more than 1000 levels deep";
    pw_strbuf_puts(&b, "shared int s; thread t { s = "), repeat(&b, "(", 100000),
        pw_strbuf_puts(&b, "1"), repeat(&b, ")", 100000), pw_strbuf_puts(&b, "; }");
    in_time(&b, deep);
    pw_strbuf_puts(&b, "thread t { "), repeat(&b, "{", 100000), pw_strbuf_puts(&b, "skip;"),
        repeat(&b, "}", 100000), pw_strbuf_puts(&b, " }");
    in_time(&b, deep);
    pw_strbuf_puts(&b, "thread t { "), repeat(&b, "{", 100000);
    in_time(&b, deep);
    pw_strbuf_puts(&b, "shared bool s; thread t { s = "), repeat(&b, "!", 100000),
        pw_strbuf_puts(&b, "s; }");
    in_time(&b, deep);
    pw_strbuf_puts(&b, "shared bool s; thread t { s = "), repeat(&b, "s => ", 100000),
        pw_strbuf_puts(&b, "s; }");
    in_time(&b, deep);
    pw_strbuf_puts(&b, "shared int s; thread t { s = "), repeat(&b, "s / 2 / ", 50000),
        pw_strbuf_puts(&b, "2; }");
    in_time(&b, "deep");
    pw_strbuf_puts(&b, "shared bool s; thread t { "), repeat(&b, "if (s) ", 100000),
        pw_strbuf_puts(&b, "skip; }");
    in_time(&b, deep);
    pw_strbuf_puts(&b, "shared bool s; thread t { s = "), repeat(&b, "s ? s : ", 100000),
        pw_strbuf_puts(&b, "s; }");
    in_time(&b, deep);
}
END_TEST

START_TEST(long_files_take_linear_time)
{
    struct pw_strbuf b = {0};
    pw_strbuf_puts(&b, "shared int s; thread t { local int l;\n"),
        repeat(&b, "if (l == 3) { s = s + 1; } else { l = l - s; }\n", 22000),
        pw_strbuf_puts(&b, "}\n");
    in_time(&b, NULL);
    pw_strbuf_puts(&b, "shared int s; thread t { assume(s"), repeat(&b, " + s - s", 120000),
        pw_strbuf_puts(&b, " == 0); }\n");
    in_time(&b, NULL);
    pw_strbuf_puts(&b, "shared bool s; thread t { assume(s"), repeat(&b, " && s || s", 100000),
        pw_strbuf_puts(&b, "); }\n");
    in_time(&b, NULL);
    pw_strbuf_puts(&b, "shared int s; thread t { atomic {\n"), repeat(&b, "s = s + 1;\n", 90000),
        pw_strbuf_puts(&b, "} }\n");
    in_time(&b, NULL);
    pw_strbuf_puts(&b, "thread t {\n"), repeat(&b, "// a comment\n/* another */\n", 40000),
        pw_strbuf_puts(&b, "skip; }\n");
    in_time(&b, NULL);
    pw_strbuf_puts(&b, "thread t {\n"), repeat(&b, "x = 1;\n", 150000),
        pw_strbuf_puts(&b, "skip; }\n");
    in_time(&b, "undeclared name 'x'");
    pw_strbuf_puts(&b, "thread t {\n"), repeat(&b, "@", 1000000), pw_strbuf_puts(&b, "skip; }\n");
    in_time(&b, "unexpected character");
}
END_TEST

START_TEST(ten_thousand_labels_take_linear_time)
{
    struct pw_strbuf b = {0};
    pw_strbuf_puts(&b, "shared int s; thread t {\n");
    for (int i = 0; i < 10000; i++)
        pw_strbuf_printf(&b, "L%d: s = %d; if (*) goto L%d;\n", i, i, i * 7919 % 10000);
    pw_strbuf_puts(&b, "}\nunsafe count(L1) >= 2");
    for (int i = 2; i < 10000; i++)
        pw_strbuf_printf(&b, " || count(L%d) >= 2", i);
    pw_strbuf_puts(&b, ";\n");
    in_time(&b, NULL);
    pw_strbuf_puts(&b, "thread t {\n");
    for (int i = 0; i < 10000; i++)
        pw_strbuf_printf(&b, "L%d: ", i);
    pw_strbuf_puts(&b, "skip;\n");
    for (int i = 0; i < 10000; i++)
        pw_strbuf_printf(&b, "M%d: goto L%d;\n", i, i);
    pw_strbuf_puts(&b, "}\n");
    in_time(&b, NULL);
    pw_strbuf_puts(&b, "thread t {\n");
    for (int i = 0; i < 10000; i++)
        pw_strbuf_printf(&b, "L%d: goto L%d;\n", i, i + 1);
    pw_strbuf_puts(&b, "L10000: skip; }\n");
    in_time(&b, NULL);
}
END_TEST

START_TEST(explosions_are_errors)
{
    struct pw_strbuf b = {0};
    pw_strbuf_puts(&b, "shared int s; thread t { atomic {\n"), repeat(&b, "s = s + s;\n", 200),
        pw_strbuf_puts(&b, "} }\n");
    in_time(&b, "too large");
    pw_strbuf_puts(&b, "shared bool a, b; thread t { atomic {\n"),
        repeat(&b, "if (a) b = !b; else a = b;\n", 60), pw_strbuf_puts(&b, "} }\n");
    in_time(&b, "more than 4096 paths");
    pw_strbuf_puts(&b, "shared int s; proc p0() { s = s + 1; }\n");
    for (int i = 1; i < 40; i++)
        pw_strbuf_printf(&b, "proc p%d() { p%d(); p%d(); }\n", i, i - 1, i - 1);
    pw_strbuf_puts(&b, "thread t { p39(); }\n");
    in_time(&b, "too large after expansion");
    pw_strbuf_puts(&b, "shared int s; proc p0() { s = s + 1; }\n");
    for (int i = 1; i < 4000; i++)
        pw_strbuf_printf(&b, "proc p%d() { p%d(); }\n", i, i - 1);
    pw_strbuf_puts(&b, "thread t { p3999(); }\n");
    in_time(&b, "nested more than 3000 levels deep");
}
END_TEST

/* Errors: at most twenty, and no word about the rest but a count. */
START_TEST(at_most_twenty_errors)
{
    struct pw_strbuf b = {0}, messages = {0};
    pw_strbuf_puts(&b, "thread t {\n");
    for (int i = 0; i < 50; i++)
        pw_strbuf_printf(&b, "x%d = 1;\n", i);
    pw_strbuf_puts(&b, "}\n");
    ck_assert(!parse_with(pw_strbuf_text(&b), b.n, NULL, 0, &messages));
    int n = 0;
    for (const char *s = pw_strbuf_text(&messages); (s = strstr(s, "error:")); s++)
        n++;
    ck_assert_int_eq(n, 20);
    pw_strbuf_clear(&b);
    pw_strbuf_clear(&messages);
}
END_TEST

/* ---- memory ---- */

static const char everything[] =
    "const int N = 3; shared int s = 1, t; shared int[0..3] r = 0; shared mutex m; shared bool g = "
    "false;\n"
    "proc take(int q) { local int k; atomic { k = t; t = t + 1; } in: if (q > 2) return k; return "
    "q; }\n"
    "thread a [N] { local int l; local bool ok; while (true) { l = take(l); lock(m); r = r + 1; ok "
    "= cas(s, 1, l); if (ok) break; unlock(m);\n"
    "L: goto L; } crit: havoc l, g; atomic { if (g) l = 2; else exit; assert(l > 1); } }\n"
    "predicate p = l != other.l && at(crit) => s / 2 < min(l, 3); init t > 0; unsafe count(crit) "
    ">= 2 || count(in) >= 1; // end\n";

static void parse_everything(void *arg)
{
    struct pw_strbuf b = {0};
    struct pw_program *p = parse(everything);
    struct pw_concrete x;
    struct pw_concrete_options opt = {.threads = 3, .depth = 3, .lo = 0, .hi = 1};
    const char *why;
    pw_program_print(p, &b);
    ck_assert(pw_concrete_init(&x, p, &opt, &why));
    pw_concrete_run(&x);
    pw_concrete_clear(&x);
    pw_strbuf_clear(&b);
    pw_program_free(p);
    *(bool *)arg = true;
}

/* Every allocation may fail; nothing is lost. */
START_TEST(a_failing_allocation_unwinds)
{
    bool done = false;
    size_t bytes = pw_mem_bytes();
    for (uint64_t k = 1; !done; k += 1 + k / 40) {
        pw_mem_fail_at(pw_mem_calls() + k);
        pw_guard_run(parse_everything, &done);
        pw_mem_fail_at(0);
        ck_assert(pw_mem_bytes() == bytes);
    }
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_loop_test(c, statements_become_edges, 0, sizeof lowerings / sizeof *lowerings);
    tcase_add_test(c, the_ticket_lock_has_three_locations);
    tcase_add_test(c, labels_name_locations);
    tcase_add_test(c, predicates_have_classes_and_templates);
    tcase_add_test(c, inter_thread_predicates_hold_against_all_others);
    tcase_add_test(c, initial_states_are_judged);
    tcase_add_test(c, steps_are_exact_on_large_numbers);
    tcase_add_test(c, choices_must_be_in_their_types);
    tcase_add_test(c, the_search_finds_shortest_traces);
    tcase_add_test(c, the_judge_takes_runs_and_nothing_else);
    tcase_add_test(c, the_search_works_up_to_symmetry);
    tcase_add_test(c, threads_are_shared_out);
    tcase_add_test(c, arbitrary_values_are_bounded_and_said_so);
    tcase_add_test(c, definitions_override_constants);
    tcase_add_test(c, first_comments_state_facts);
    tcase_add_test(c, expressions_are_printed_with_the_parentheses_they_need);
    tcase_add_test(c, deep_nesting_is_an_error_and_no_crash);
    tcase_add_test(c, long_files_take_linear_time);
    tcase_add_test(c, ten_thousand_labels_take_linear_time);
    tcase_add_test(c, explosions_are_errors);
    tcase_add_test(c, at_most_twenty_errors);
    tcase_add_test(c, a_failing_allocation_unwinds);
}

UNIT_MAIN("lang", tests)
