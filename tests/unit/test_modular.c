/* Contracts: the rule of the paper as printed accepts what it should not; corner cases; the
 * automata of contracts; random programs: what is proved is not broken by any run. */
#include <string.h>

#include "unit.h"

#include "modular/modular.h"
#include "modular/read.h"
#include "modular/resolve.h"
#include "modular/search.h"

struct program {
    struct pw_source src;
    struct pw_diags diags;
    struct pw_mtree tree;
    struct pw_mreport report;
};

static bool open_program(struct program *p, const char *text)
{
    *p = (struct program){0};
    pw_source_from_text(&p->src, "test.dr", text, strlen(text));
    return pw_read_program(&p->src, &p->diags, &p->tree) &&
           pw_resolve_program(&p->tree, NULL, 0, &p->diags);
}

static void close_program(struct program *p)
{
    pw_mtree_clear(&p->tree);
    pw_diags_clear(&p->diags);
    pw_source_clear(&p->src);
}

/* How many obligations are not proved. */
static unsigned failures(const char *text, bool paper)
{
    struct program p;
    struct pw_moptions o = {.paper_invariants = paper};
    ck_assert_msg(open_program(&p, text), "%s", text);
    ck_assert(pw_modular_check(&p.tree, &o, &p.diags, &p.report));
    ck_assert_uint_gt(p.report.obligations, 0);
    unsigned n = p.report.failed + p.report.unknown;
    pw_modular_clear(&p.report);
    close_program(&p);
    return n;
}

START_TEST(paper_rule_is_unsound)
{
    const char *text = "shared tid turn; shared int x = 0; invariant turn == self => x == 0;\n"
                       "thread reader { assert(turn == self => x == 0); }\n"
                       "thread writer { atomic { assume(turn != self); x = 1; } }\n";
    ck_assert_uint_eq(failures(text, true), 0); /* Theorem 1 as printed: verified */
    ck_assert_uint_gt(failures(text, false), 0);
    struct program p;
    ck_assert(open_program(&p, text));
    struct pw_search_limits limits = {.threads = 2, .objects = 1, .width = 4, .states = 10000};
    struct pw_search_result r;
    struct pw_automaton none[1] = {{0}};
    ck_assert(pw_search_run(&p.tree, none, &limits, &r));
    ck_assert_int_eq(r.kind, PW_FOUND_ASSERT); /* and it does go wrong */
    pw_search_clear(&r);
    close_program(&p);
}
END_TEST

/* Corner cases: text, and whether all is proved. */
static const struct {
    const char *text;
    bool proved;
} corners[] = {
    /* an assumption that lets nobody do anything is not reflexive */
    {"shared int x = 0; assumption false; thread t { assert(x == 7); }", false},
    /* no assumption: everything may change */
    {"shared int x = 0; thread t { x = 1; assert(x == 1); }", false},
    {"shared int x = 0; assumption x' == x; thread t [1] { assert(x == 0); }", true},
    /* one thread: others exist nevertheless, and the step breaks what they assume */
    {"shared int x = 0; assumption x' == x; thread t [1] { x = 1; }", false},
    /* not transitive: a guard that others may change */
    {"shared bool b = true; shared int x = 0; assumption b => x' == x; thread t { skip; }", false},
    /* modifies everything */
    {"shared int x = 0; proc f() modifies x; { x = 1; x = 5; } thread t { f(); }", true},
    /* a contract without action: nothing outside modifies */
    {"shared int x = 0; proc f() ensures true; { x = 1; } thread t { f(); }", false},
    {"shared int x = 0; proc f() ensures true; { x = x; } thread t { f(); }", true},
    /* two writes in one atomic block are one step */
    {"shared int x = 0, y = 0; proc f() action modifies x: x' == 1; action modifies y: y' == 1;\n"
     "{ atomic { x = 1; y = 1; } } thread t { f(); }",
     false},
    {"shared int x = 0, y = 0; proc f() action modifies x, y: x' == 1 && y' == 1;\n"
     "{ atomic { x = 1; y = 1; } } thread t { f(); }",
     true},
    /* an action too few, an action too many */
    {"shared int x = 0; proc f() action modifies x: x' == 1; { skip; } thread t { f(); }", false},
    {"shared int x = 0; assumption x' == x || x == 0; proc f() action modifies x: x' == 1;\n"
     "{ x = 1; x = 1; } thread t { skip; }",
     false},
    /* a step that is silent and an action at once keeps both positions */
    {"shared int x = 0; proc f() modifies x; action modifies x: x' == 1; { x = 1; }\n"
     "thread t { f(); }",
     true},
    /* unlocking what is not held */
    {"shared mutex m; thread t { unlock(m); }", false},
    {"shared mutex m; thread t { lock(m); unlock(m); }", true},
    {"shared mutex m; thread t { lock(m); skip; assert(holder(m) == self); unlock(m); }", true},
    /* ranges */
    {"shared int[0..3] x = 0; assumption x' == x; thread t [1] { local int[0..3] y = 0; y = 4; }",
     false},
    {"shared int[0..3] x = 9; thread t { skip; }", false},
    /* huge numbers */
    {"shared int x = 0; assumption x' == x;\n"
     "thread t { local int y = 1; y = 99999999999999999999999; assert(y > "
     "99999999999999999999998); }",
     true},
    /* requires is checked after others moved */
    {"shared int x = 0; proc f() requires x == 0; { skip; } thread t { f(); }", false},
    {"shared int x = 0; assumption x == 0 => x' == 0; proc f() requires x == 0; { skip; }\n"
     "thread t { f(); }",
     true},
    /* recursion through a contract */
    {"shared int x = 0; proc f() modifies x; { if (*) f(); x = 2; } thread t { f(); }", true},
    /* done */
    {"shared int x = 0, y = 0; proc f() action modifies x: x' == 1; action modifies y: y' == 1;\n"
     "{ x = 1; claim(done(1)); y = 1; claim(done(2)); } thread t { f(); }",
     true},
    {"shared int x = 0, y = 0; proc f() action modifies x: x' == 1; action modifies y: y' == 1;\n"
     "{ x = 1; claim(done(2)); y = 1; } thread t { f(); }",
     false},
    /* a returned variable has any value at first */
    {"proc f() returns int k ensures k == 0; { skip; } thread t { local int l; l = f(); }", false},
    {"proc f() returns int k modifies k; ensures k == 3; { return 3; }\n"
     "thread t { local int l; l = f(); assert(l == 3); }",
     true},
    /* a thread that has no instance is not checked; its module counts */
    {"shared int x = 0; invariant x == 0; thread t { skip; } thread u [0] { x = 1; }", true},
    /* what a contract lets a procedure do breaks what others assume */
    {"shared int x = 0; module a { proc f() modifies x; { x = 1; } }\n"
     "assumption x' == x; thread t { f(); }",
     false},
    /* a loop without claims forgets */
    {"thread t { local int i = 0; while (i < 5) i = i + 1; assert(i >= 5); }", true},
    {"thread t { local int i = 0; while (i < 5) i = i + 1; assert(i == 5); }", false},
    {"thread t { local int i = 0; while (i < 5) invariant (i <= 5) i = i + 1; assert(i == 5); }",
     true},
    /* objects: a new one is none that was there */
    {"object O; shared int f[O]; assumption forall (O o) f'[o] == f[o] || true;\n"
     "thread t { local O a, b; a = new O; b = new O; assert(a != b && a != null); }",
     true},
    {"object O; thread t { local O a, b; assert(a != b); }", false},
};

START_TEST(corner_cases)
{
    for (size_t i = 0; i < sizeof corners / sizeof *corners; i++)
        ck_assert_msg((failures(corners[i].text, false) == 0) == corners[i].proved, "%s",
                      corners[i].text);
}
END_TEST

/* --- random programs -------------------------------------------------------------------------- */

static const char *const assumptions[] = {"assumption x' == x;",
                                          "assumption x <= x';",
                                          "guarded x by m == self;",
                                          "guarded m by m == self;",
                                          "assumption m != self => m' != self;",
                                          "assumption b => b';",
                                          "guarded x by holder(l) == self;",
                                          "guarded b by holder(l) == self;",
                                          "assumption r'[self] == r[self];",
                                          "assumption r[self] => x' == x;",
                                          "assumption b => x' == x;"};
static const char *const invariants[] = {"invariant x >= 0;",
                                         "invariant m == nobody => x >= 0;",
                                         "invariant b => x > 0;",
                                         "invariant m == self => r[self];",
                                         "invariant holder(l) == nobody => x == 0;",
                                         "invariant size(r) <= 1;",
                                         "invariant r[self] => m == self;"};
static const char *const statements[] = {
    "x = x + 1;",
    "x = 0;",
    "b = true;",
    "b = false;",
    "k = x;",
    "if (x > 0) b = true;",
    "atomic { assume(m == nobody); m = self; }",
    "atomic { if (m == self) m = nobody; }",
    "lock(l);",
    "unlock(l);",
    "assert(x >= 0);",
    "assert(b => x > 0);",
    "assert(m == self);",
    "assert(k <= x);",
    "claim(m == self);",
    "claim(holder(l) == self);",
    "r[self] = true;",
    "r[self] = false;",
    "atomic { assume(m == nobody); m = self; r[self] = true; }",
    "atomic { if (m == self) { r[self] = false; m = nobody; } }",
    "f();",
    "k = g(k);",
    "havoc k;",
    "while (*) invariant (x >= 0) x = x + 1;",
    "assert(x == k);",
    "skip;"};
static const char *const contracts[] = {
    "proc f() modifies x; { x = x + 1; }",
    "proc f() action modifies x: x' == x + 1; { x = x + 1; }",
    "proc f() action modifies m: m == nobody && m' == self; ensures m == self;\n"
    "{ atomic { assume(m == nobody); m = self; } }",
    "proc f() requires m == self; modifies m; ensures m == self;\n"
    "{ m = nobody; atomic { assume(m == nobody); m = self; } }",
    "proc f() repeat { action modifies x: x' > x; } { while (*) x = x + 1; }",
    "proc f() either { action modifies x: x' == 0; } or { action modifies b: b'; }\n"
    "{ if (*) x = 0; else b = true; }",
    "proc f() { x = x + 1; assert(x > 0); }"};
static const char *const results[] = {
    "proc g(int a) returns int c action modifies c: c' == x; { c = x; }",
    "proc g(int a) returns int c modifies c; ensures c > a; { return a + 1; }",
    "proc g(int a) returns int c { c = a; if (*) c = x; }"};

static uint32_t state;
static uint32_t rnd(uint32_t n)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % n;
}
#define PICK(list) (list)[rnd(sizeof(list) / sizeof *(list))]

static void random_program(struct pw_strbuf *b)
{
    pw_strbuf_puts(
        b, "shared int x = 0; shared bool b = false; shared tid m = nobody; shared mutex l;\n"
           "shared bool r[tid] = false;\n");
    for (uint32_t i = 0, n = rnd(5); i < n; i++)
        pw_strbuf_printf(b, "%s\n", PICK(assumptions));
    for (uint32_t i = 0, n = rnd(3); i < n; i++)
        pw_strbuf_printf(b, "%s\n", PICK(invariants));
    pw_strbuf_printf(b, "%s\n%s\n", PICK(contracts), PICK(results));
    for (uint32_t t = 0, n = 1 + rnd(2); t < n; t++) {
        pw_strbuf_printf(b, "thread t%u {\n    local int k = 0;\n", t);
        for (uint32_t i = 0, k = 1 + rnd(4); i < k; i++)
            pw_strbuf_printf(b, "    %s\n", PICK(statements));
        pw_strbuf_puts(b, "}\n");
    }
}

/* Returns whether all was proved; fails the test if a run breaks something then. */
static bool never_contradicted(const char *text, uint32_t seed)
{
    struct program p;
    struct pw_moptions o = {0};
    bool proved = false;
    if (open_program(&p, text)) {
        ck_assert(pw_modular_check(&p.tree, &o, &p.diags, &p.report));
        proved = !p.report.failed && !p.report.unknown;
        for (uint32_t n = 2; n <= 4 && proved; n++) {
            struct pw_search_limits limits = {.threads = n,
                                              .objects = 1,
                                              .width = 3,
                                              .states = n == 2   ? 2000
                                                        : n == 3 ? 600
                                                                 : 300};
            struct pw_search_result r;
            if (pw_search_run(&p.tree, p.report.automata, &limits, &r))
                ck_assert_msg(r.kind == PW_FOUND_NOTHING, "seed %u: proved, but %d is broken\n%s",
                              seed, (int)r.kind, text);
            pw_search_clear(&r);
        }
        pw_modular_clear(&p.report);
    }
    close_program(&p);
    return proved;
}

START_TEST(random_programs)
{
    uint32_t programs = 400 * (uint32_t)unit_scale(), proved = 0;
    for (uint32_t seed = 1; seed <= programs; seed++) {
        struct pw_strbuf b = {0};
        state = seed * 2654435761u;
        random_program(&b);
        proved += never_contradicted(pw_strbuf_text(&b), seed);
        pw_strbuf_clear(&b);
    }
    ck_assert_uint_ge(proved, programs / 40);
}
END_TEST

START_TEST(automata)
{
    struct program p;
    ck_assert(open_program(&p, "shared int x = 0; proc f() repeat { action modifies x: x' > x; }\n"
                               "{ skip; } proc g() action: true; either { action: true; } or { }\n"
                               "{ skip; } thread t { skip; }"));
    struct pw_automaton a;
    pw_automaton_make(&a, &p.tree.procs.at[0]->contract);
    ck_assert_uint_eq(a.n, 1); /* one state with a loop */
    ck_assert_uint_eq(a.edges.n, 1);
    ck_assert(a.final[0]);
    pw_automaton_clear(&a);
    pw_automaton_make(&a, &p.tree.procs.at[1]->contract);
    ck_assert_uint_eq(a.n, 3); /* none, one, two actions */
    ck_assert(!a.final[0]);
    ck_assert_uint_eq(a.ncomponents, 3);
    pw_automaton_clear(&a);
    close_program(&p);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, paper_rule_is_unsound);
    tcase_add_test(c, corner_cases);
    tcase_add_test(c, automata);
    tcase_add_test(c, random_programs);
}
UNIT_MAIN("modular", tests)
