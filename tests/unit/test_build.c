/* Programs made without any text (prog/build.h): the ticket lock as a worked example, and each
 * operation against the program that the same statements in .dr become. */
#include "unit/unit.h"

#include <string.h>

#include "front/dr/dr.h"
#include "prog/build.h"
#include "run/concrete.h"

static const struct pw_type INT = {PW_INT, 0, 0}, BOOL = {PW_BOOL, 0, 1}, BIT = {PW_RANGE, 0, 1};

static struct pw_pos line(unsigned n)
{
    return (struct pw_pos){.line = n};
}

static struct pw_build_at at(int32_t unit, uint32_t from, uint32_t to, const char *text)
{
    return (struct pw_build_at){unit, from, to, text, line(from)};
}

static const struct pw_expr *num(struct pw_build *b, int64_t n)
{
    return pw_expr_int_si(pw_build_pool(b), n);
}

static const struct pw_expr *op(struct pw_build *b, enum pw_expr_kind k, const struct pw_expr *x,
                                const struct pw_expr *y)
{
    return pw_expr_binary(pw_build_pool(b), k, x, y);
}

static const struct pw_expr * not(struct pw_build * b, const struct pw_expr *x)
{
    return pw_expr_unary(pw_build_pool(b), PW_EXPR_NOT, x);
}

static struct pw_build_value own(const struct pw_expr *e)
{
    return (struct pw_build_value){e, false};
}

/* Assigns one variable. */
static void set(struct pw_build *b, struct pw_build_at where, const struct pw_expr *x,
                const struct pw_expr *e)
{
    pw_build_assign(b, where, 1, &x, &e);
}

static struct pw_program *finish(struct pw_build *b)
{
    struct pw_build_problem problem;
    struct pw_program *p = pw_build_finish(b, &problem);
    ck_assert_int_eq(problem.trouble, PW_BUILD_FINE);
    ck_assert(p && pw_program_check(p));
    pw_build_free(b);
    return p;
}

static void fails(struct pw_build *b, enum pw_build_trouble why, unsigned where)
{
    struct pw_build_problem problem;
    ck_assert_ptr_eq(pw_build_finish(b, &problem), NULL);
    ck_assert_int_eq(problem.trouble, why);
    ck_assert_uint_eq(problem.pos.line, where);
    pw_build_free(b);
}

/* p is the program of the text. Frees p. */
static void same_as(struct pw_program *p, const char *text)
{
    struct pw_source src;
    struct pw_diags diags = {0};
    struct pw_strbuf ours = {0}, theirs = {0};
    pw_source_from_text(&src, "t.dr", text, strlen(text));
    struct pw_program *q = pw_dr_parse(&src, NULL, 0, &diags);
    ck_assert_ptr_ne(q, NULL);
    pw_program_print(p, &ours);
    pw_program_print(q, &theirs);
    ck_assert_str_eq(pw_strbuf_text(&ours), pw_strbuf_text(&theirs));
    pw_strbuf_clear(&ours);
    pw_strbuf_clear(&theirs);
    pw_program_free(p);
    pw_program_free(q);
    pw_diags_clear(&diags);
    pw_source_clear(&src);
}

/* ---- the worked example ---- */

static struct pw_program *ticket_lock(void)
{
    struct pw_build *b = pw_build_new("ticket");
    struct pw_expr_pool *pool = pw_build_pool(b);
    const struct pw_expr *s = pw_build_shared(b, "s", INT, num(b, 1), line(1));
    const struct pw_expr *t = pw_build_shared(b, "t", INT, num(b, 1), line(1));
    int32_t client = pw_build_template(b, "client", PW_ANY, line(2));
    const struct pw_expr *l = pw_build_local(b, client, "l", INT, own(num(b, 0)), line(3));

    /* take: l, t = t, t + 1    wait: assume(s == l)    crit: s = s + 1 and back */
    uint32_t take = PW_BUILD_ENTRY, wait = pw_build_node(b, client, line(5));
    uint32_t crit = pw_build_node(b, client, line(6));
    const struct pw_expr *vars[] = {l, t}, *values[] = {t, op(b, PW_EXPR_ADD, t, num(b, 1))};
    pw_build_assign(b, at(client, take, wait, "l, t = t, t + 1"), 2, vars, values);
    pw_build_assume(b, at(client, wait, crit, "assume(s == l)"), op(b, PW_EXPR_EQ, s, l));
    set(b, at(client, crit, take, "s = s + 1"), s, op(b, PW_EXPR_ADD, s, num(b, 1)));
    uint32_t label = pw_build_label(b, "crit", line(6));
    pw_build_place(b, client, crit, label);

    const struct pw_expr *other = pw_expr_leaf(pool, PW_EXPR_PASSIVE, false, client, l->index);
    pw_build_predicate(b, "unique", "l != other.l", op(b, PW_EXPR_NE, l, other), PW_ANY, line(8));
    struct pw_count two = {.label = label, .template = PW_ANY, .least = 2};
    pw_build_unsafe(b, 1, &two, "count(crit) >= 2", line(9));
    return finish(b);
}

START_TEST(ticket_lock_without_text)
{
    struct pw_program *p = ticket_lock();
    const struct pw_thread_template *t = &p->templates[0];
    ck_assert_uint_eq(p->ntemplates, 1);
    ck_assert_uint_eq(t->nlocs, 3);
    ck_assert_uint_eq(t->nedges, 3);
    ck_assert(!p->has_assert && t->error == PW_NONE);
    ck_assert_uint_eq(p->labels[0].nplaces, 1);
    ck_assert_str_eq(t->locs[p->labels[0].places[0].loc].name, "crit");
    ck_assert_int_eq(p->preds.at[0].class, PW_INTER_THREAD);
    ck_assert_int_eq(p->preds.at[0].active, 0);
    ck_assert_int_eq(p->preds.at[0].passive, 0);
    ck_assert_str_eq(t->edges[1].text, "assume(s == l)");
    same_as(p, "shared int s = 1, t = 1; thread client { local int l = 0; while (true) {"
               " l, t = t, t + 1; assume(s == l); crit: s = s + 1; } }"
               "predicate unique = l != other.l; unsafe count(crit) >= 2;");
}
END_TEST

/* ---- steps ---- */

/* atomic { if (g) x = 1; else { assert(x < 3); x = x + 1; } y = x; } */
START_TEST(atomic_section)
{
    struct pw_build *b = pw_build_new("a");
    const struct pw_expr *g = pw_build_shared(b, "g", BOOL, NULL, line(1));
    const struct pw_expr *x = pw_build_shared(b, "x", INT, NULL, line(1));
    const struct pw_expr *y = pw_build_shared(b, "y", INT, NULL, line(1));
    int32_t u = pw_build_template(b, "t", 2, line(2));
    uint32_t in = pw_build_inner(b, u, line(3)), yes = pw_build_inner(b, u, line(3));
    uint32_t no = pw_build_inner(b, u, line(3)), add = pw_build_inner(b, u, line(3));
    uint32_t join = pw_build_inner(b, u, line(3)), last = pw_build_inner(b, u, line(3));
    uint32_t end = pw_build_node(b, u, line(4));
    const char *text = "atomic { if (g) x = 1; else { assert(x < 3); x = x + 1; } y = x; }";
    pw_build_skip(b, at(u, PW_BUILD_ENTRY, in, text));
    pw_build_assume(b, at(u, in, yes, ""), g);
    pw_build_assume(b, at(u, in, no, ""), not(b, g));
    set(b, at(u, yes, join, ""), x, num(b, 1));
    pw_build_assert(b, at(u, no, add, "assert(x < 3)"), op(b, PW_EXPR_LT, x, num(b, 3)));
    set(b, at(u, add, join, ""), x, op(b, PW_EXPR_ADD, x, num(b, 1)));
    set(b, at(u, join, last, ""), y, x);
    pw_build_goto(b, u, last, end);
    pw_build_goto(b, u, end, PW_BUILD_END);
    struct pw_program *p = finish(b);
    ck_assert_uint_eq(p->templates[0].nedges, 3);
    ck_assert_uint_eq(p->templates[0].nlocs, 3); /* before, end, error */
    ck_assert(p->has_assert);
    same_as(p, "shared bool g; shared int x, y; thread t [2] {"
               " atomic { if (g) x = 1; else { assert(x < 3); x = x + 1; } y = x; } }");
}
END_TEST

START_TEST(mutex_and_ranges)
{
    struct pw_build *b = pw_build_new("m");
    const struct pw_expr *m = pw_build_mutex(b, "m", line(1));
    const struct pw_expr *x = pw_build_shared(b, "x", BIT, num(b, 0), line(1));
    int32_t u = pw_build_template(b, "t", PW_ANY, line(2));
    uint32_t one = pw_build_node(b, u, line(3)), two = pw_build_node(b, u, line(4));
    pw_build_lock(b, at(u, PW_BUILD_ENTRY, one, "lock(m)"), m);
    set(b, at(u, one, two, "x = x + 1"), x, op(b, PW_EXPR_ADD, x, num(b, 1)));
    pw_build_unlock(b, at(u, two, PW_BUILD_END, "unlock(m)"), m);
    struct pw_program *p = finish(b);
    const struct pw_thread_template *t = &p->templates[0];
    ck_assert_uint_eq(t->nlocals, 1);
    ck_assert_str_eq(t->locals[0].name, "m.mine");
    ck_assert_uint_eq(t->nedges, 5); /* lock; x in its range or not; unlock if it is mine or not */
    same_as(p, "shared mutex m; shared int[0..1] x = 0;"
               "thread t { lock(m); x = x + 1; unlock(m); }");
}
END_TEST

START_TEST(arbitrary_values)
{
    struct pw_build *b = pw_build_new("h");
    const struct pw_expr *x = pw_build_shared(b, "x", INT, NULL, line(1));
    const struct pw_expr *y = pw_build_shared(b, "y", BOOL, NULL, line(1));
    int32_t u = pw_build_template(b, "t", PW_ANY, line(2));
    const struct pw_expr *vars[] = {x, y}, *values[] = {NULL, NULL};
    pw_build_assign(b, at(u, PW_BUILD_ENTRY, PW_BUILD_END, "havoc x, y"), 2, vars, values);
    same_as(finish(b), "shared int x; shared bool y; thread t { havoc x, y; }");
}
END_TEST

/* ---- procedures ---- */

/* proc add(int k) { local int old = n; n = old + k; return old; } in a loop, also inside atomic */
START_TEST(procedures_survive_until_the_end)
{
    struct pw_build *b = pw_build_new("p");
    const struct pw_expr *n = pw_build_shared(b, "n", INT, num(b, 0), line(1));
    int32_t t = pw_build_template(b, "t", PW_ANY, line(9));
    const struct pw_expr *r = pw_build_local(b, t, "r", INT, own(num(b, 0)), line(9));
    int32_t add = pw_build_proc(b, "add", line(2));
    const struct pw_expr *k = pw_build_param(b, add, "k", INT, line(2));
    struct pw_build_value reads = {n, true};
    const struct pw_expr *old = pw_build_local(b, add, "old", INT, reads, line(3));
    uint32_t back = pw_build_node(b, add, line(5));
    set(b, at(add, PW_BUILD_ENTRY, back, "n = old + k"), n, op(b, PW_EXPR_ADD, old, k));
    pw_build_return(b, at(add, back, back, "return old"), own(old));

    struct pw_build_value five = own(num(b, 5)), mine = own(r);
    uint32_t next = pw_build_node(b, t, line(11)), in = pw_build_inner(b, t, line(11));
    uint32_t out = pw_build_inner(b, t, line(11));
    pw_build_call(b, at(t, PW_BUILD_ENTRY, next, "r = add(5)"), add, 1, &five, r);
    pw_build_skip(b, at(t, next, in, "atomic { r = add(r); }"));
    pw_build_call(b, at(t, in, out, ""), add, 1, &mine, r);
    pw_build_goto(b, t, out, PW_BUILD_ENTRY);
    same_as(finish(b), "shared int n = 0; proc add(int k) { local int old = n; n = old + k;"
                       " return old; } thread t { local int r = 0;"
                       " while (true) { r = add(5); atomic { r = add(r); } } }");
}
END_TEST

/* Initial values of a procedure's locals read its parameters and each other as they are now. */
START_TEST(initial_values_of_a_call)
{
    static const char text[] =
        "shared int x = 0; proc f(int a) { local int b = a + 1; local int c = b + x;"
        " local int d; local int e = d; skip; return d == e ? c : 0 - 1; }"
        "thread t [1] { local int r = 0; r = f(4); assert(r == 5); r = f(r); assert(r == 6); }"
        "thread u [1] { local int r = 0; atomic { r = f(4); } assert(r == 5); }";
    struct pw_source src;
    struct pw_diags diags = {0};
    struct pw_concrete x;
    struct pw_concrete_options opt = {.threads = 2, .lo = -1, .hi = 1};
    const char *why;
    pw_source_from_text(&src, "t.dr", text, strlen(text));
    struct pw_program *p = pw_dr_parse(&src, NULL, 0, &diags);
    ck_assert_ptr_ne(p, NULL);
    ck_assert(pw_concrete_init(&x, p, &opt, &why));
    pw_concrete_run(&x);
    for (size_t i = 0; i < x.bag.items.n; i++) {
        struct pw_state *s = pw_statebag_get(&x.bag, p, (uint32_t)i);
        for (size_t k = 0; k < s->n; k++)
            ck_assert_int_ne((int)s->threads[k].loc, p->templates[s->threads[k].template].error);
        pw_state_free(s);
    }
    ck_assert_uint_gt(x.bag.items.n, 10);
    pw_concrete_clear(&x);
    pw_program_free(p);
    pw_diags_clear(&diags);
    pw_source_clear(&src);
}
END_TEST

START_TEST(temporaries_are_reset)
{
    struct pw_build *b = pw_build_new("t");
    const struct pw_expr *x = pw_build_shared(b, "x", INT, NULL, line(1));
    int32_t u = pw_build_template(b, "t", PW_ANY, line(2));
    const struct pw_expr *tmp = pw_build_temp(b, u, "tmp", INT, line(2));
    uint32_t mid = pw_build_node(b, u, line(3));
    set(b, at(u, PW_BUILD_ENTRY, mid, "tmp = x"), tmp, x);
    set(b, at(u, mid, PW_BUILD_ENTRY, "x = tmp + 1"), x, op(b, PW_EXPR_ADD, tmp, num(b, 1)));
    struct pw_program *p = finish(b);
    const struct pw_edge *last = &p->templates[0].edges[1];
    ck_assert_uint_eq(last->nupdates, 2);
    ck_assert(!last->updates[1].shared && last->updates[1].to->kind == PW_EXPR_INT);
    ck_assert_int_eq((int)pw_int_get_si(&last->updates[1].to->value), 0);
    ck_assert_int_eq(p->templates[0].locals[0].origin, PW_VAR_PROC);
    pw_program_free(p);
}
END_TEST

/* ---- labels and positions ---- */

START_TEST(labels_are_sorted)
{
    struct pw_build *b = pw_build_new("l");
    struct pw_expr_pool *pool = pw_build_pool(b);
    uint32_t header = pw_build_file(b, "l.h");
    int32_t u = pw_build_template(b, "t", PW_ANY, line(1));
    uint32_t z = pw_build_label(b, "zeta", line(1)), a = pw_build_label(b, "alpha", line(1));
    uint32_t nowhere = pw_build_label(b, "middle", line(1));
    ck_assert_uint_eq(pw_build_label(b, "alpha", line(7)), a);
    uint32_t mid = pw_build_node(b, u, (struct pw_pos){.file = header, .line = 3});
    pw_build_place(b, u, PW_BUILD_ENTRY, z);
    pw_build_place(b, u, mid, a);
    struct pw_build_at step = at(u, PW_BUILD_ENTRY, mid, "skip");
    step.pos.file = header;
    pw_build_skip(b, step);
    pw_build_goto(b, u, mid, PW_BUILD_END);
    const struct pw_expr *at_z = pw_expr_leaf(pool, PW_EXPR_AT, true, PW_ANY, z);
    pw_build_predicate(b, "p", "at(zeta)", at_z, PW_ANY, line(2));
    struct pw_count counts[] = {{z, PW_ANY, 1}, {nowhere, u, 2}};
    pw_build_unsafe(b, 2, counts, "count(zeta) >= 1 && count(t.middle) >= 2", line(3));
    struct pw_program *p = finish(b);
    ck_assert_str_eq(p->labels[0].name, "alpha");
    ck_assert_str_eq(p->labels[p->preds.at[0].expr->index].name, "zeta");
    ck_assert_str_eq(p->labels[p->unsafe[0].counts[1].label].name, "middle");
    ck_assert_str_eq(p->files[p->templates[0].edges[0].pos.file], "l.h");
    ck_assert_str_eq(p->templates[0].locs[1].name, "alpha"); /* an end with a label of its own */
    ck_assert_int_eq(p->templates[0].locs[1].kind, PW_LOC_END);
    same_as(p, "thread t { zeta: skip; alpha: exit; middle: ; }"
               "predicate p = at(zeta);"
               "unsafe count(zeta) >= 1 && count(t.middle) >= 2;");
}
END_TEST

/* ---- problems ---- */

START_TEST(recursion_is_a_problem)
{
    struct pw_build *b = pw_build_new("r");
    int32_t t = pw_build_template(b, "t", PW_ANY, line(9));
    int32_t f = pw_build_proc(b, "f", line(1)), g = pw_build_proc(b, "g", line(2));
    uint32_t end = pw_build_node(b, f, line(3)), over = pw_build_node(b, g, line(3));
    pw_build_call(b, (struct pw_build_at){t, PW_BUILD_ENTRY, PW_BUILD_END, "f()", line(9)}, f, 0,
                  NULL, NULL);
    pw_build_call(b, (struct pw_build_at){f, PW_BUILD_ENTRY, end, "g()", line(10)}, g, 0, NULL,
                  NULL);
    pw_build_call(b, (struct pw_build_at){g, PW_BUILD_ENTRY, over, "f()", line(11)}, f, 0, NULL,
                  NULL);
    fails(b, PW_BUILD_RECURSION, 11);
}
END_TEST

START_TEST(a_loop_in_a_step_is_a_problem)
{
    struct pw_build *b = pw_build_new("l");
    int32_t t = pw_build_template(b, "t", PW_ANY, line(9));
    uint32_t in = pw_build_inner(b, t, line(5)), more = pw_build_inner(b, t, line(5));
    pw_build_skip(b, (struct pw_build_at){t, PW_BUILD_ENTRY, in, "atomic", line(4)});
    pw_build_skip(b, at(t, in, more, ""));
    pw_build_goto(b, t, more, in);
    fails(b, PW_BUILD_LOOP, 4);
}
END_TEST

START_TEST(a_missing_value_is_a_problem)
{
    for (int inner = 0; inner < 2; inner++) {
        struct pw_build *b = pw_build_new("v");
        int32_t t = pw_build_template(b, "t", PW_ANY, line(9));
        const struct pw_expr *r = pw_build_local(b, t, "r", INT, own(NULL), line(9));
        int32_t f = pw_build_proc(b, "f", line(1));
        struct pw_build_value none = {0};
        uint32_t node = pw_build_node_like(b, t, inner, line(9)), from = PW_BUILD_ENTRY;
        if (inner) pw_build_skip(b, at(t, from, node, "atomic")), from = node;
        pw_build_call(b, at(t, from, PW_BUILD_END, "r = f()"), f, 0, NULL, r);
        pw_build_return(b, (struct pw_build_at){f, PW_BUILD_ENTRY, 0, "}", line(7)}, none);
        fails(b, PW_BUILD_NO_RETURN, 7);
    }
}
END_TEST

START_TEST(too_many_paths_are_a_problem)
{
    struct pw_build *b = pw_build_new("w");
    int32_t t = pw_build_template(b, "t", PW_ANY, line(9));
    uint32_t node = pw_build_inner(b, t, line(5));
    pw_build_skip(b, (struct pw_build_at){t, PW_BUILD_ENTRY, node, "atomic", line(4)});
    for (int i = 0; i < 13; i++) {
        uint32_t next = pw_build_inner(b, t, line(5));
        pw_build_skip(b, at(t, node, next, ""));
        pw_build_skip(b, at(t, node, next, ""));
        node = next;
    }
    pw_build_goto(b, t, node, PW_BUILD_END);
    fails(b, PW_BUILD_TOO_MANY_PATHS, 4);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, ticket_lock_without_text);
    tcase_add_test(c, atomic_section);
    tcase_add_test(c, mutex_and_ranges);
    tcase_add_test(c, arbitrary_values);
    tcase_add_test(c, procedures_survive_until_the_end);
    tcase_add_test(c, initial_values_of_a_call);
    tcase_add_test(c, temporaries_are_reset);
    tcase_add_test(c, labels_are_sorted);
    tcase_add_test(c, recursion_is_a_problem);
    tcase_add_test(c, a_loop_in_a_step_is_a_problem);
    tcase_add_test(c, a_missing_value_is_a_problem);
    tcase_add_test(c, too_many_paths_are_a_problem);
}

UNIT_MAIN("build", tests)
