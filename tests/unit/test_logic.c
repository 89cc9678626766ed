#include "unit/unit.h"

#include <string.h>

#include "base/guard.h"
#include "base/limits.h"
#include "logic/sexpr.h"
#include "logic/smt.h"
#include "logic/solver.h"
#include "logic/solver_state.h"
#include "logic/term.h"
#include "num/rat.h"

/* --- scripts: input and the answers it must give --- */

struct output {
    struct pw_strbuf text;
};

static void emit(void *arg, const char *text, size_t n)
{
    pw_strbuf_write(arg, text, n);
}

static bool run_script(const char *script, struct pw_strbuf *out)
{
    struct pw_source src;
    struct pw_diags diags = {0};
    pw_source_from_text(&src, "t.smt2", script, strlen(script));
    bool ok = pw_smt_run(&src, &diags, emit, out, NULL);
    if (!ok) pw_diag_print(&diags, out);
    pw_diags_clear(&diags);
    pw_source_clear(&src);
    return ok;
}

static void answers(const char *script, const char *want)
{
    struct pw_strbuf out = {0};
    bool ok = run_script(script, &out);
    ck_assert_msg(ok && !strcmp(pw_strbuf_text(&out), want),
                  "script:\n%s\nanswers:\n%s\nwanted:\n%s", script, pw_strbuf_text(&out), want);
    pw_strbuf_clear(&out);
}

#define XY "(declare-const x Int)(declare-const y Int)(declare-const z Int)"

START_TEST(classics)
{
    answers(XY "(assert (= (+ (* 3 x) (* 6 y)) 1))(check-sat)", "unsat\n");
    answers(XY "(assert (= (* 2 x) (+ (* 2 y) 1)))(check-sat)", "unsat\n");
    /* Pugh's example: the real shadow has points, the integers have none */
    answers(XY "(assert (and (<= 27 (+ (* 11 x) (* 13 y)) 45) (<= (- 10) (- (* 7 x) (* 9 y)) "
               "4)))(check-sat)",
            "unsat\n");
    answers(XY "(assert (= (+ (* 6 x) (* 10 y) (* 15 z)) 1))(check-sat)", "sat\n");
    answers(XY "(assert (= (+ (* 4 x) (* 6 y)) (+ (* 8 z) 3)))(check-sat)", "unsat\n");
    answers(XY "(assert (< 0 (- (* 2 x) (* 2 y)) 2))(check-sat)", "unsat\n");
}
END_TEST

/* Branch and bound on x and y alone never ends on these: the feasible strip is unbounded. */
START_TEST(unbounded)
{
    answers(XY "(assert (<= 1 (- (* 3 x) (* 3 y)) 2))(check-sat)", "unsat\n");
    answers(XY "(assert (<= 1 (- (+ (* 3 x) (* 6 y)) (* 9 z)) 2))(check-sat)", "unsat\n");
    answers(XY "(assert (= (+ (* 5 x) (* 15 y)) (+ (* 10 z) 7)))(assert (> x 1000))(check-sat)",
            "unsat\n");
    answers(XY "(assert (< (* 1000 x) (* 1001 y)))(assert (< (* 1001 y) (+ (* 1000 x) 2)))(assert "
               "(> y 0))(check-sat)",
            "sat\n");
    answers(XY "(assert (and (>= (- (* 4 x) (* 2 y) (* 6 z)) 1) (<= (- (* 4 x) (* 2 y) (* 6 z)) "
               "1)))(check-sat)",
            "unsat\n");
    /* a thin cone: the first integer point is far out */
    answers(
        XY "(assert (and (< (* 10000 x) (* 9999 y)) (> (* 9999 x) (* 9998 y)) (> x 0)))(check-sat)",
        "sat\n");
    answers(XY "(assert (and (< (* 10000 x) (* 9999 y)) (> (* 9999 x) (* 9998 y)) (> x 0) (< x "
               "5000)))(check-sat)",
            "unsat\n");
}
END_TEST

static void pigeons(int holes, int n, struct pw_strbuf *script)
{
    pw_strbuf_reset(script);
    for (int i = 0; i < n; i++)
        pw_strbuf_printf(script, "(declare-const x%d Int)(assert (and (<= 0 x%d) (< x%d %d)))", i,
                         i, i, holes);
    pw_strbuf_puts(script, "(assert (distinct");
    for (int i = 0; i < n; i++)
        pw_strbuf_printf(script, " x%d", i);
    pw_strbuf_puts(script, "))(check-sat)");
}

START_TEST(pigeonholes)
{
    struct pw_strbuf script = {0};
    for (int n = 2; n <= 7; n++) {
        pigeons(n, n, &script);
        answers(pw_strbuf_text(&script), "sat\n");
        pigeons(n - 1, n, &script);
        answers(pw_strbuf_text(&script), "unsat\n");
    }
    pw_strbuf_clear(&script);
}
END_TEST

START_TEST(big_numbers)
{
    answers(XY
            "(assert (= x 1606938044258990275541962092341162602522202993782792835301376))(assert "
            "(= y (* 3 x)))(check-sat)(get-value (y))",
            "sat\n((y 4820814132776970826625886277023487807566608981348378505904128))\n");
    answers(XY "(assert (= (* 1606938044258990275541962092341162602522202993782792835301376 x) (+ "
               "1 (* 2 y))))(check-sat)",
            "unsat\n");
    answers(XY "(assert (and (= (+ (* 1000000000000000000000000000057 x) (* "
               "1000000000000000000000000000063 y)) 1) (< (- 1000) z) (= z (+ x y))))(check-sat)",
            "sat\n");
    answers(XY "(assert (< (- x y) (- 1099511627776)))(assert (< (- y z) (- "
               "1099511627777)))(assert (< (- z x) 2199023255552))(check-sat)",
            "unsat\n");
    answers(XY "(assert (< (- x y) (- 1099511627776)))(assert (< (- y z) (- "
               "1099511627777)))(assert (< (- z x) 2199023255558))(check-sat)",
            "sat\n");
}
END_TEST

START_TEST(divisions)
{
    answers(XY "(assert (= x (- 7)))(check-sat)(get-value ((div x 2) (mod x 2) (div x (- 2)) (mod "
               "x (- 2))))",
            "sat\n(((div x 2) (- 4)) ((mod x 2) 1) ((div x (- 2)) 4) ((mod x (- 2)) 1))\n");
    answers(XY "(assert (distinct (mod (+ (* 6 x) 2) 3) 2))(check-sat)", "unsat\n");
    answers(XY "(assert (and ((_ divisible 6) x) (not ((_ divisible 3) x))))(check-sat)",
            "unsat\n");
    answers(XY "(assert (= (mod x 5) 3))(assert (= (mod x 7) 4))(assert (<= 0 x "
               "34))(check-sat)(get-value (x))",
            "sat\n((x 18))\n");
}
END_TEST

START_TEST(commands)
{
    answers("(set-option :print-success true)(set-logic QF_LIA)(echo \"hi\")",
            "success\nsuccess\n\"hi\"\n");
    answers(XY "(push 1)(assert (< x y))(assert (< y x))(check-sat)(pop 1)(check-sat)",
            "unsat\nsat\n");
    answers("(declare-fun a () Bool)(declare-fun b () Bool)(assert (=> a b))(check-sat-assuming (a "
            "(not b)))(get-unsat-assumptions)(check-sat)",
            "unsat\n(a (not b))\nsat\n");
    answers("(set-option :produce-unsat-cores true)" XY
            "(assert (! (< x y) :named p))(assert (! (> z 0) :named q))(assert (! (< y x) :named "
            "|r s|))"
            "(check-sat)(get-unsat-core)",
            "unsat\n(p |r s|)\n");
    answers("(define-fun twice ((u Int)) Int (+ u u))(declare-const x Int)(assert (= (twice (twice "
            "x)) 12))(check-sat)(get-model)",
            "sat\n(\n  (define-fun x () Int 3)\n)\n");
    answers("(declare-const x Int)(define-fun f ((u Int)) Int (+ u x))(assert (= x 5))(assert (let "
            "((x 7)) (= (f x) 12)))(check-sat)",
            "sat\n");
    answers("(declare-const x Int)(assert (let ((y (+ x 1)) (z x)) (let ((y (+ y z)) (z y)) (= (+ "
            "y z) 8))))(check-sat)(get-value (x))",
            "sat\n((x 2))\n");
    answers("(push 1)(declare-const x Int)(pop 1)(declare-const x Bool)(assert "
            "x)(check-sat)(get-value (x))",
            "sat\n((x true))\n");
    answers("(declare-const x Int)(assert (< x 0))(push 2)(reset-assertions)(assert (> x "
            "0))(check-sat)(reset)(declare-const x Bool)(assert (not x))(check-sat)",
            "sat\nsat\n");
    answers("(get-info :name)(check-sat)(exit)(nonsense", "(:name \"pwqo\")\nsat\n");
}
END_TEST

START_TEST(bad_scripts)
{
    static const char *const bad[] = {
        "(assert",
        ")",
        "(assert x)",
        "(declare-const x Real)",
        "(declare-const x Int)(assert (+ x 1))",
        "(declare-const x Int)(assert (< (* x x) 1))",
        "(declare-const x Int)(assert (= (div 1 x) 1))",
        "(declare-const x Int)(assert (= (mod x 0) 1))",
        "(assert (and))",
        "(assert (not true false))",
        "(declare-const x Int)(declare-const x Int)",
        "(pop 1)",
        "(get-model)",
        "(frobnicate)",
        "(set-logic QF_BV)",
        "(declare-fun f (Int) Int)",
        "(assert (let ((x)) true))",
        "(assert (ite true 1 false))",
        "(assert \"text\")",
        "(assert (= 1.5 1))",
        "(define-fun f ((x Int)) Bool x)",
        "|abc",
        "\"abc",
        "(check-sat-assuming x)",
        "(get-value ())",
        "(declare-const x Int)(assert (= x true))",
        "(assert ())",
        "(assert (f 1))",
        "{}",
        "(declare-const x Bool)(assert (! x :named false))",
        "(declare-const x Bool)(assert (! x :named x))",
        "(assert (! true :named))",
        "(assert (let ((true false)) true))",
        "(define-fun f ((and Bool)) Bool and)",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct pw_strbuf out = {0};
        bool ok = run_script(bad[i], &out);
        ck_assert_msg(!ok && strstr(pw_strbuf_text(&out), "t.smt2:1:"),
                      "accepted or without position: %s\n%s", bad[i], pw_strbuf_text(&out));
        pw_strbuf_clear(&out);
    }
}
END_TEST

/* Words of every length up to 40, each with variants that differ in one byte only; the last use of
 * a word ends the text. */
START_TEST(symbols_are_told_apart)
{
    enum { MOST = 40 };
    struct pw_symbols s = {0};
    char word[MOST + 1];
    for (int round = 0; round < 2; round++) {
        uint32_t number = 0;
        for (size_t n = 0; n <= MOST; n++)
            for (size_t change = 0; change <= n; change++) {
                memset(word, 'a', n);
                if (change < n) word[change] = 'b';
                /* room as in the second round: the reader may see what follows, and must not
                 * care */
                if (round == 1 && n < MOST) memset(word + n, 'c', MOST - n);
                ck_assert_uint_eq(pw_symbols_intern(&s, word, n, round == 0 ? n : MOST), number++);
            }
        ck_assert_uint_eq(s.at.n, number);
    }
    ck_assert_uint_eq(pw_symbols_intern(&s, "a\0b", 3, 3), s.at.n - 1);
    ck_assert_uint_eq(pw_symbols_intern(&s, "a\0c", 3, 3), s.at.n - 1);
    ck_assert_uint_eq(pw_symbols_intern(&s, "a", 1, 1), 1 + 1);
    pw_symbols_clear(&s);
}
END_TEST

START_TEST(words_of_scripts)
{
    struct pw_strbuf out = {0};
    ck_assert(!run_script("(assert (< -3 0))", &out) && strstr(pw_strbuf_text(&out), "(- 3)"));
    pw_strbuf_clear(&out);
    answers("(declare-const abc Bool)(declare-const |abc d| Bool)(declare-const || Bool)(assert "
            "(or (not |abc|) |abc d|))(assert abc)(check-sat)(get-value (|abc d| ||))",
            "sat\n((|abc d| true) (|| false))\n");
    answers("; comment\n(declare-const\tassert Bool);another\n(assert(not "
            "assert))(check-sat)(get-value(assert))",
            "sat\n((assert false))\n");
    answers("(declare-const a Bool)(declare-const b Bool)(assert (or a b (not a)))(assert (or (not "
            "a)))(assert (or a a))(check-sat)",
            "unsat\n");
    answers("(declare-const a Bool)(assert (or a (let ((a false)) a)))(assert (or (not (not a)) "
            "false))(check-sat)(get-value (a))",
            "sat\n((a true))\n");
    answers("(echo \"a \"\"b\"\" c\")", "\"a \"\"b\"\" c\"\n");
    answers("(declare-const abc Bool)(check-sat-assuming ((not abc)))(check-sat-assuming (abc))",
            "sat\nsat\n");
    answers("(declare-const a Bool)(declare-const b Bool)(assert (not "
            "b))(check-sat-assuming(|a|b))(get-unsat-assumptions)(check-sat)(get-value(|a|b|a|))",
            "unsat\n(b)\nsat\n((|a| false) (b false) (|a| false))\n");
    answers("(set-info :status unsat) ; the end", "");
    answers("", "");
}
END_TEST

/* Preorder with ends: every list has its children, in order, and nothing else. */
START_TEST(lists_know_their_children)
{
    struct pw_source src;
    struct pw_diags diags = {0};
    struct pw_sexpr x;
    const char *text = "(a () (b (12 :k)) \"s\" |q|) last";
    pw_source_from_text(&src, "t", text, strlen(text));
    pw_sexpr_init(&x, &src, &diags);
    ck_assert(pw_sexpr_read(&x));
    ck_assert_uint_eq(pw_sexpr_length(&x, 0), 5);
    int32_t a = pw_sexpr_first(&x, 0), empty = pw_sexpr_next(&x, a), b = pw_sexpr_next(&x, empty),
            s = pw_sexpr_next(&x, b), q = pw_sexpr_next(&x, s);
    ck_assert(pw_sexpr_is(&x, a, "a") && pw_sexpr_is_kind(&x, empty, PW_SEXPR_LIST) &&
              pw_sexpr_first(&x, empty) < 0);
    int32_t inner = pw_sexpr_next(&x, pw_sexpr_first(&x, b)), number = pw_sexpr_first(&x, inner);
    ck_assert(pw_sexpr_is_kind(&x, number, PW_SEXPR_NUMERAL) &&
              pw_sexpr_is(&x, pw_sexpr_next(&x, number), ":k") && pw_sexpr_next(&x, inner) < 0);
    ck_assert(pw_sexpr_is_kind(&x, s, PW_SEXPR_STRING) && pw_sexpr_is(&x, q, "q") &&
              pw_sexpr_next(&x, q) < 0);
    ck_assert(pw_sexpr_read(&x) && pw_sexpr_is(&x, 0, "last"));
    ck_assert(!pw_sexpr_read(&x) && diags.errors == 0);
    pw_sexpr_clear(&x);
    pw_source_clear(&src);
}
END_TEST

START_TEST(deep_nesting)
{
    struct pw_strbuf script = {0};
    enum { DEPTH = 200000 };
    pw_strbuf_puts(&script, "(declare-const a Bool)(assert ");
    for (int i = 0; i < DEPTH; i++)
        pw_strbuf_puts(&script, i % 2 ? "(not " : "(or a ");
    pw_strbuf_puts(&script, "a");
    pw_strbuf_repeat(&script, ')', DEPTH);
    pw_strbuf_puts(&script, ")(check-sat)");
    answers(pw_strbuf_text(&script), "sat\n");
    pw_strbuf_clear(&script);
}
END_TEST

/* --- terms --- */

static void prints(const struct pw_terms *t, pw_term a, const char *want)
{
    struct pw_strbuf out = {0};
    pw_term_print(t, a, &out);
    ck_assert_str_eq(pw_strbuf_text(&out), want);
    pw_strbuf_clear(&out);
}

START_TEST(terms_are_simplified)
{
    struct pw_terms *t = pw_terms_new();
    pw_term x = pw_term_int_var(t, "x"), y = pw_term_int_var(t, "y"), p = pw_term_bool_var(t, "p"),
            q = pw_term_bool_var(t, "q");
    pw_term two_x = pw_term_mul_si(t, 2, x), one = pw_term_int_si(t, 1);
    ck_assert(pw_term_same(pw_term_int_var(t, "x"), x));
    ck_assert(pw_term_same(pw_term_add(t, x, x), two_x));
    ck_assert(pw_term_same(pw_term_sub(t, two_x, x), x));
    ck_assert(pw_term_same(pw_term_and2(t, p, q), pw_term_and2(t, q, p)));
    ck_assert(pw_term_same(pw_term_and2(t, p, pw_term_not(p)), PW_TERM_FALSE));
    ck_assert(pw_term_same(pw_term_or2(t, p, PW_TERM_FALSE), p));
    ck_assert(pw_term_same(pw_term_xor(t, p, pw_term_not(q)), pw_term_iff(t, p, q)));
    ck_assert(pw_term_same(pw_term_ite(t, pw_term_not(p), x, y), pw_term_ite(t, p, y, x)));
    ck_assert(pw_term_same(pw_term_ite(t, p, q, q), q));
    ck_assert(pw_term_same(pw_term_lt(t, x, y), pw_term_not(pw_term_ge(t, x, y))));
    ck_assert(pw_term_same(pw_term_le(t, two_x, pw_term_int_si(t, 5)),
                           pw_term_le(t, x, pw_term_int_si(t, 2))));
    ck_assert(pw_term_same(pw_term_eq(t, two_x, one), PW_TERM_FALSE));
    ck_assert(pw_term_same(pw_term_eq(t, x, y), pw_term_eq(t, y, x)));
    ck_assert(pw_term_same(pw_term_le(t, x, pw_term_add(t, x, one)), PW_TERM_TRUE));
    prints(t, pw_term_gt(t, pw_term_sub(t, x, y), pw_term_int_si(t, -4)),
           "(> (+ x (* (- 1) y)) (- 4))");
    prints(t, pw_term_or2(t, p, pw_term_eq(t, x, y)), "(or p (= (+ x (* (- 1) y)) 0))");
    /* min(x,y) <= 3 becomes an ite of two comparisons: no new integer */
    prints(t, pw_term_le(t, pw_term_min(t, x, y), pw_term_int_si(t, 3)),
           "(ite (<= (+ x (* (- 1) y)) 0) (<= x 3) (<= y 3))");
    pw_term image[2] = {y, pw_term_add(t, x, one)}, vars[2] = {x, y};
    ck_assert(pw_term_same(pw_term_subst(t, pw_term_lt(t, x, y), vars, image, 2),
                           pw_term_lt(t, y, pw_term_add(t, x, one))));
    pw_terms_free(t);
}
END_TEST

/* C's truncating division by both signs, and SMT-LIB's, on constants and through the solver. */
START_TEST(division_terms)
{
    struct pw_terms *t = pw_terms_new();
    pw_term x = pw_term_int_var(t, "x");
    for (int a = -9; a <= 9; a++)
        for (int k = -4; k <= 4; k++) {
            if (k == 0) continue;
            pw_int divisor;
            pw_int_init_si(&divisor, k);
            int e = a % k < 0 ? a % k + abs(k) : a % k;
            pw_term c = pw_term_int_si(t, a), is = pw_term_eq(t, x, c);
            ck_assert(pw_term_same(pw_term_quot(t, c, &divisor), pw_term_int_si(t, a / k)));
            ck_assert(pw_term_same(pw_term_rem(t, c, &divisor), pw_term_int_si(t, a % k)));
            ck_assert(pw_term_same(pw_term_mod(t, c, &divisor), pw_term_int_si(t, e)));
            ck_assert(pw_term_same(pw_term_div(t, c, &divisor), pw_term_int_si(t, (a - e) / k)));
            struct pw_solver *s = pw_solver_new(t);
            pw_term right[4] = {
                pw_term_eq(t, pw_term_quot(t, x, &divisor), pw_term_int_si(t, a / k)),
                pw_term_eq(t, pw_term_rem(t, x, &divisor), pw_term_int_si(t, a % k)),
                pw_term_eq(t, pw_term_mod(t, x, &divisor), pw_term_int_si(t, e)),
                pw_term_eq(t, pw_term_div(t, x, &divisor), pw_term_int_si(t, (a - e) / k))};
            pw_solver_assert(s, is);
            ck_assert(pw_solver_check(s, right, 4));
            pw_solver_assert(s, pw_term_not(pw_term_and(t, right, 4)));
            ck_assert(!pw_solver_check(s, NULL, 0));
            pw_solver_free(s);
            pw_int_clear(&divisor);
        }
    pw_terms_free(t);
}
END_TEST

/* --- the solver's interface --- */

START_TEST(cores_and_scopes)
{
    struct pw_terms *t = pw_terms_new();
    struct pw_solver *s = pw_solver_new(t);
    pw_term x = pw_term_int_var(t, "x"), y = pw_term_int_var(t, "y"), z = pw_term_int_var(t, "z");
    pw_term a[5] = {pw_term_lt(t, x, y), pw_term_lt(t, z, pw_term_int_si(t, 9)),
                    pw_term_lt(t, y, z), pw_term_gt(t, x, pw_term_int_si(t, 100)),
                    pw_term_lt(t, z, x)};
    size_t n;
    ck_assert(pw_solver_check(s, a, 3));
    ck_assert(!pw_solver_check(s, a, 5));
    const pw_term *core = pw_solver_minimise_core(s, &n);
    bool cycle = n == 3 && pw_term_same(core[0], a[0]) && pw_term_same(core[1], a[2]) &&
                 pw_term_same(core[2], a[4]);
    bool bound = n == 4 && !cycle;
    ck_assert(cycle || bound);
    pw_solver_push(s);
    pw_solver_assert(s, a[0]);
    pw_solver_push(s);
    pw_solver_assert(s, a[2]);
    pw_solver_assert(s, a[4]);
    ck_assert(!pw_solver_check(s, NULL, 0));
    pw_solver_core(s, &n);
    ck_assert(n == 0);
    pw_solver_pop(s);
    ck_assert(pw_solver_check(s, &a[4], 1) && pw_solver_bool_value(s, a[4]) &&
              pw_solver_bool_value(s, a[0]) && !pw_solver_bool_value(s, a[2]));
    pw_solver_pop(s);
    ck_assert(pw_solver_depth(s) == 0);
    pw_solver_assert(s, PW_TERM_FALSE);
    ck_assert(!pw_solver_check(s, NULL, 0));
    pw_solver_free(s);
    pw_terms_free(t);
}
END_TEST

/* Projection against enumeration: bits b_i <-> random constraints over integers of a small box,
 * which brute force visits. */

struct seen {
    size_t n;
    unsigned char *hit; /* per assignment */
    size_t cubes;
    bool fresh;
};

static bool note_cube(void *arg, const signed char *cube)
{
    struct seen *s = arg;
    bool fresh = false;
    s->cubes++;
    for (unsigned m = 0; m < 1u << s->n; m++) {
        bool in = true;
        for (size_t i = 0; i < s->n; i++)
            if (cube[i] != PW_CUBE_FREE && cube[i] != (int)(m >> i & 1)) in = false;
        if (in && !s->hit[m]) s->hit[m] = 1, fresh = true;
    }
    s->fresh &= fresh;
    return true;
}

static unsigned rnd(uint64_t *state, unsigned n)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(*state >> 33) % n;
}

enum { SIDE = 3, INTS = 3 };

/* constraint: c0*x0 + c1*x1 + c2*x2 <= k */
struct constraint {
    int c[INTS], k;
};

static bool holds(const struct constraint *p, const int *x)
{
    return p->c[0] * x[0] + p->c[1] * x[1] + p->c[2] * x[2] <= p->k;
}

static pw_term as_term(struct pw_terms *t, const struct constraint *p, const pw_term *x)
{
    pw_term sum = pw_term_int_si(t, 0);
    for (int i = 0; i < INTS; i++)
        sum = pw_term_add(t, sum, pw_term_mul_si(t, p->c[i], x[i]));
    return pw_term_le(t, sum, pw_term_int_si(t, p->k));
}

static void check_projection(uint64_t seed)
{
    struct pw_terms *t = pw_terms_new();
    struct pw_solver *s = pw_solver_new(t);
    struct constraint p[8];
    pw_term x[INTS], bits[8];
    size_t n = 1 + rnd(&seed, 7);
    for (int i = 0; i < INTS; i++) {
        x[i] = pw_term_int_var(t, NULL);
        pw_solver_assert(s, pw_term_and2(t, pw_term_ge(t, x[i], pw_term_int_si(t, 0)),
                                         pw_term_lt(t, x[i], pw_term_int_si(t, SIDE))));
    }
    bool diff = rnd(&seed, 2);
    for (size_t i = 0; i < n; i++) {
        for (int j = 0; j < INTS; j++)
            p[i].c[j] = diff ? 0 : (int)rnd(&seed, 5) - 2;
        if (diff) p[i].c[rnd(&seed, INTS)]++, p[i].c[rnd(&seed, INTS)]--;
        p[i].k = (int)rnd(&seed, 7) - 3;
        pw_term a = as_term(t, &p[i], x);
        bits[i] = a;
        if (rnd(&seed, 2)) {
            bits[i] = pw_term_bool_var(t, NULL);
            pw_solver_assert(s, pw_term_iff(t, bits[i], a));
        }
    }
    struct constraint g = {{1, (int)rnd(&seed, 3) - 1, -1}, (int)rnd(&seed, 3)};
    pw_term assume = as_term(t, &g, x);
    struct seen seen = {.n = n, .hit = calloc(1u << n, 1), .fresh = true};
    unsigned char *want = calloc(1u << n, 1);
    ck_assert(pw_solver_project(s, &assume, 1, bits, n, note_cube, &seen));
    for (int a = 0; a < SIDE; a++)
        for (int b = 0; b < SIDE; b++)
            for (int c = 0; c < SIDE; c++) {
                unsigned m = 0;
                for (size_t i = 0; i < n; i++)
                    m |= (unsigned)holds(&p[i], (int[]){a, b, c}) << i;
                if (holds(&g, (int[]){a, b, c})) want[m] = 1;
            }
    ck_assert_msg(!memcmp(want, seen.hit, 1u << n), "wrong projection");
    ck_assert(seen.fresh);
    ck_assert(pw_solver_depth(s) == 0);
    free(want);
    free(seen.hit);
    pw_solver_free(s);
    pw_terms_free(t);
}

START_TEST(projections_are_exact)
{
    const char *scale = getenv("PWQO_TEST_SCALE");
    uint64_t count = 400 * (uint64_t)(scale ? atoi(scale) : 1);
    for (uint64_t seed = 1; seed <= count; seed++)
        check_projection(seed);
}
END_TEST

/* --- projections of formulas that hide much from each other, against all points --- */

enum { FLAGS = 6, ROW_BITS = 5, MOST_NODES = 200 };
enum leaf { LEAF_FLAG, LEAF_LE, LEAF_EQ, LEAF_CHOICE, LEAF_HALF, LEAVES };
enum gate { GATE_AND, GATE_OR, GATE_XOR, GATE_ITE, GATES };

/* A random formula over flags and integers, as text for us (nodes) and as a term for the solver. */
struct shape {
    bool is_leaf, negated;
    enum leaf leaf;
    enum gate gate;
    unsigned flag, i, j; /* of leaves; and k */
    int k;
    const struct shape *arg[3];
    pw_term term;
};

struct garden {
    uint64_t seed;
    struct pw_terms *t;
    pw_term x[INTS], flag[FLAGS];
    struct shape nodes[MOST_NODES];
    size_t n;
};

static pw_term leaf_term(struct garden *g, const struct shape *f)
{
    struct pw_terms *t = g->t;
    pw_term k = pw_term_int_si(t, f->k), x = g->x[f->i], y = g->x[f->j];
    pw_int two;
    if (f->leaf == LEAF_FLAG) return g->flag[f->flag];
    if (f->leaf == LEAF_LE) return pw_term_le(t, x, pw_term_add(t, y, k));
    if (f->leaf == LEAF_EQ) return pw_term_eq(t, x, pw_term_add(t, y, k));
    if (f->leaf == LEAF_CHOICE) return pw_term_le(t, pw_term_ite(t, g->flag[f->flag], x, y), k);
    pw_int_init_si(&two, 2);
    pw_term half = pw_term_div(t, pw_term_add(t, x, k), &two);
    pw_int_clear(&two);
    return pw_term_le(t, half, y);
}

static bool leaf_value(const struct shape *f, const int *x, unsigned flags)
{
    bool flag = flags >> f->flag & 1;
    int sum = x[f->i] + f->k;
    if (f->leaf == LEAF_FLAG) return flag;
    if (f->leaf == LEAF_LE) return x[f->i] <= x[f->j] + f->k;
    if (f->leaf == LEAF_EQ) return x[f->i] == x[f->j] + f->k;
    if (f->leaf == LEAF_CHOICE) return (flag ? x[f->i] : x[f->j]) <= f->k;
    return (sum < 0 ? (sum - 1) / 2 : sum / 2) <= x[f->j];
}

static bool shape_value(const struct shape *f, const int *x, unsigned flags)
{
    bool v;
    if (f->is_leaf)
        v = leaf_value(f, x, flags);
    else if (f->gate == GATE_AND)
        v = shape_value(f->arg[0], x, flags) && shape_value(f->arg[1], x, flags);
    else if (f->gate == GATE_OR)
        v = shape_value(f->arg[0], x, flags) || shape_value(f->arg[1], x, flags);
    else if (f->gate == GATE_XOR)
        v = shape_value(f->arg[0], x, flags) != shape_value(f->arg[1], x, flags);
    else
        v = shape_value(f->arg[shape_value(f->arg[0], x, flags) ? 1 : 2], x, flags);
    return v != f->negated;
}

static pw_term gate_term(struct pw_terms *t, const struct shape *f)
{
    pw_term a = f->arg[0]->term, b = f->arg[1]->term;
    if (f->gate == GATE_AND) return pw_term_and2(t, a, b);
    if (f->gate == GATE_OR) return pw_term_or2(t, a, b);
    if (f->gate == GATE_XOR) return pw_term_xor(t, a, b);
    return pw_term_ite(t, a, b, f->arg[2]->term);
}

static const struct shape *grow(struct garden *g, int depth)
{
    struct shape *f = &g->nodes[g->n++];
    ck_assert(g->n <= MOST_NODES);
    f->is_leaf = depth == 0 || rnd(&g->seed, 3) == 0;
    f->negated = rnd(&g->seed, 2);
    f->leaf = rnd(&g->seed, 2) ? LEAF_FLAG : rnd(&g->seed, LEAVES);
    f->gate = rnd(&g->seed, GATES);
    f->flag = rnd(&g->seed, FLAGS);
    f->i = rnd(&g->seed, INTS);
    f->j = rnd(&g->seed, INTS);
    f->k = (int)rnd(&g->seed, 4) - 1;
    for (int i = 0; !f->is_leaf && i < (f->gate == GATE_ITE ? 3 : 2); i++)
        f->arg[i] = grow(g, depth - 1);
    f->term = f->is_leaf ? leaf_term(g, f) : gate_term(g->t, f);
    if (f->negated) f->term = pw_term_not(f->term);
    return f;
}

static void garden_init(struct garden *g, struct pw_solver *s)
{
    struct pw_terms *t = g->t;
    for (int i = 0; i < INTS; i++) {
        g->x[i] = pw_term_int_var(t, NULL);
        pw_solver_assert(s, pw_term_and2(t, pw_term_ge(t, g->x[i], pw_term_int_si(t, 0)),
                                         pw_term_lt(t, g->x[i], pw_term_int_si(t, SIDE))));
    }
    for (int i = 0; i < FLAGS; i++)
        g->flag[i] = pw_term_bool_var(t, NULL);
}

/* The assignments of the row bits in models of all clauses; a clause has three disjuncts. */
static void all_rows(const struct shape *const *clause, size_t n_clauses,
                     const struct shape *const *bit, unsigned char *want)
{
    for (unsigned point = 0; point < SIDE * SIDE * SIDE; point++)
        for (unsigned flags = 0; flags < 1u << FLAGS; flags++) {
            int x[INTS] = {(int)point % SIDE, (int)point / SIDE % SIDE, (int)point / SIDE / SIDE};
            bool all = true;
            unsigned row = 0;
            for (size_t i = 0; i < n_clauses && all; i++)
                all = shape_value(clause[3 * i], x, flags) ||
                      shape_value(clause[3 * i + 1], x, flags) ||
                      shape_value(clause[3 * i + 2], x, flags);
            for (unsigned i = 0; i < ROW_BITS; i++)
                row |= (unsigned)shape_value(bit[i], x, flags) << i;
            if (all) want[row] = 1;
        }
}

static void check_hidden_parts(uint64_t seed)
{
    enum { MOST_CLAUSES = 6 };
    struct garden *g = calloc(1, sizeof *g);
    g->seed = seed;
    g->t = pw_terms_new();
    struct pw_solver *s = pw_solver_new(g->t);
    garden_init(g, s);
    const struct shape *clause[3 * MOST_CLAUSES], *bit[ROW_BITS];
    pw_term bits[ROW_BITS];
    size_t n = 1 + rnd(&g->seed, MOST_CLAUSES);
    if (rnd(&g->seed, 3) == 0) pw_solver_push(s);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < 3; j++)
            clause[3 * i + j] = grow(g, (int)j);
        pw_solver_assert(
            s, pw_term_or2(g->t, clause[3 * i]->term,
                           pw_term_or2(g->t, clause[3 * i + 1]->term, clause[3 * i + 2]->term)));
    }
    for (size_t i = 0; i < ROW_BITS; i++) {
        bit[i] = grow(g, i < 3 ? 0 : 1);
        bits[i] = bit[i]->term;
    }
    struct seen seen = {.n = ROW_BITS, .hit = calloc(1u << ROW_BITS, 1), .fresh = true};
    unsigned char *want = calloc(1u << ROW_BITS, 1);
    all_rows(clause, n, bit, want);
    ck_assert(pw_solver_project(s, NULL, 0, bits, ROW_BITS, note_cube, &seen));
    ck_assert_msg(!memcmp(want, seen.hit, 1u << ROW_BITS), "seed %llu: wrong projection",
                  (unsigned long long)seed);
    ck_assert(seen.fresh);
    bool some = memchr(want, 1, 1u << ROW_BITS) != NULL;
    ck_assert_msg(pw_solver_check(s, NULL, 0) == some, "seed %llu: wrong answer afterwards",
                  (unsigned long long)seed);
    free(want);
    free(seen.hit);
    pw_solver_free(s);
    pw_terms_free(g->t);
    free(g);
}

START_TEST(projections_hide_exactly)
{
    const char *scale = getenv("PWQO_TEST_SCALE");
    uint64_t count = 2000 * (uint64_t)(scale ? atoi(scale) : 1);
    for (uint64_t seed = 1; seed <= count; seed++)
        check_hidden_parts(seed);
}
END_TEST

/* --- random walks: assertions, scopes, assumptions, against all points of a cube --- */

enum { WALK_SIDE = 5, WALK_CLAUSES = 60, WALK_LITERALS = 3, WALK_DEPTH = 4 };

struct literal {
    struct constraint p;
    bool negated;
};

struct walk {
    uint64_t seed;
    struct pw_terms *t;
    struct pw_solver *s;
    pw_term x[INTS];
    struct literal clause[WALK_CLAUSES][WALK_LITERALS];
    int n, scopes[WALK_DEPTH], depth; /* clauses, and how many there were before each open scope */
};

/* Bounds of one variable as often as sums, some with coefficients that need rounding. */
static struct literal random_literal(struct walk *w)
{
    struct literal l = {.negated = rnd(&w->seed, 2)};
    if (rnd(&w->seed, 2))
        l.p.c[rnd(&w->seed, INTS)] = 1;
    else
        for (int i = 0; i < INTS; i++)
            l.p.c[i] = (int)rnd(&w->seed, 9) - 4;
    l.p.k = (int)rnd(&w->seed, 17) - 4;
    return l;
}

static bool true_at(const struct literal *l, const int *x)
{
    return holds(&l->p, x) != l->negated;
}

static pw_term literal_term(const struct walk *w, const struct literal *l)
{
    pw_term a = as_term(w->t, &l->p, w->x);
    return l->negated ? pw_term_not(a) : a;
}

static bool clauses_hold(const struct walk *w, const int *x)
{
    for (int i = 0; i < w->n; i++) {
        bool any = false;
        for (int k = 0; k < WALK_LITERALS; k++)
            any |= true_at(&w->clause[i][k], x);
        if (!any) return false;
    }
    return true;
}

/* Is there a point for the clauses and those assumptions that `use` names (NULL: all)? */
static bool brute_force(const struct walk *w, const struct literal *assume, int n, const bool *use)
{
    for (int code = 0; code < WALK_SIDE * WALK_SIDE * WALK_SIDE; code++) {
        int x[INTS] = {code % WALK_SIDE, code / WALK_SIDE % WALK_SIDE,
                       code / WALK_SIDE / WALK_SIDE};
        bool all = clauses_hold(w, x);
        for (int i = 0; i < n && all; i++)
            all = (use && !use[i]) || true_at(&assume[i], x);
        if (all) return true;
    }
    return false;
}

static void check_model(struct walk *w, const struct literal *assume, int n)
{
    int x[INTS];
    pw_int v;
    pw_int_init(&v);
    for (int i = 0; i < INTS; i++) {
        pw_solver_int_value(w->s, w->x[i], &v);
        x[i] = (int)pw_int_get_si(&v);
        ck_assert(x[i] >= 0 && x[i] < WALK_SIDE);
    }
    pw_int_clear(&v);
    ck_assert(clauses_hold(w, x));
    for (int i = 0; i < n; i++)
        ck_assert(true_at(&assume[i], x));
}

static void check_core(struct walk *w, const struct literal *assume, const pw_term *terms, int n)
{
    size_t m;
    const pw_term *core = pw_solver_core(w->s, &m);
    bool use[4] = {false};
    for (size_t i = 0; i < m; i++)
        for (int k = 0; k < n; k++)
            use[k] |= pw_term_same(core[i], terms[k]);
    ck_assert(!brute_force(w, assume, n, use));
}

static void walk_check(struct walk *w)
{
    struct literal assume[4];
    pw_term terms[4];
    int n = (int)rnd(&w->seed, 5);
    for (int i = 0; i < n; i++) {
        assume[i] = random_literal(w);
        terms[i] = literal_term(w, &assume[i]);
    }
    bool sat = pw_solver_check(w->s, terms, (size_t)n);
    pw_solver_sound(w->s);
    ck_assert_int_eq(sat, brute_force(w, assume, n, NULL));
    if (sat)
        check_model(w, assume, n);
    else
        check_core(w, assume, terms, n);
}

static void walk_assert(struct walk *w)
{
    if (w->n == WALK_CLAUSES) return;
    pw_term parts[WALK_LITERALS];
    for (int k = 0; k < WALK_LITERALS; k++) {
        w->clause[w->n][k] = random_literal(w);
        parts[k] = literal_term(w, &w->clause[w->n][k]);
    }
    if (rnd(&w->seed, 2))
        pw_solver_assert(w->s, pw_term_or(w->t, parts, WALK_LITERALS));
    else
        pw_solver_assert_any(w->s, parts, WALK_LITERALS);
    w->n++;
}

static void walk_scope(struct walk *w)
{
    if (w->depth < WALK_DEPTH && rnd(&w->seed, 2)) {
        pw_solver_push(w->s);
        w->scopes[w->depth++] = w->n;
    } else if (w->depth > 0) {
        pw_solver_pop(w->s);
        pw_solver_sound(w->s);
        w->n = w->scopes[--w->depth];
    }
}

static void random_walk(uint64_t seed)
{
    struct walk w = {.seed = seed, .t = pw_terms_new()};
    w.s = pw_solver_new(w.t);
    for (int i = 0; i < INTS; i++) {
        w.x[i] = pw_term_int_var(w.t, NULL);
        pw_solver_assert(w.s,
                         pw_term_and2(w.t, pw_term_ge(w.t, w.x[i], pw_term_int_si(w.t, 0)),
                                      pw_term_lt(w.t, w.x[i], pw_term_int_si(w.t, WALK_SIDE))));
    }
    for (int step = 0; step < 60; step++) {
        unsigned what = rnd(&w.seed, 8);
        if (what < 4)
            walk_assert(&w);
        else if (what < 6)
            walk_check(&w);
        else
            walk_scope(&w);
    }
    pw_solver_free(w.s);
    pw_terms_free(w.t);
}

START_TEST(random_walks_agree_with_brute_force)
{
    uint64_t count = 300 * (uint64_t)unit_scale();
    for (uint64_t seed = 1; seed <= count; seed++)
        random_walk(seed);
}
END_TEST

START_TEST(projection_frees_bits)
{
    struct pw_terms *t = pw_terms_new();
    struct pw_solver *s = pw_solver_new(t);
    pw_term b[6];
    for (int i = 0; i < 6; i++)
        b[i] = pw_term_bool_var(t, NULL);
    struct seen seen = {.n = 6, .hit = calloc(64, 1), .fresh = true};
    pw_solver_assert(s, pw_term_or2(t, b[0], b[1]));
    ck_assert(pw_solver_project(s, NULL, 0, b, 6, note_cube, &seen));
    ck_assert_msg(seen.cubes <= 3, "%zu cubes", seen.cubes);
    unsigned n = 0;
    for (int i = 0; i < 64; i++)
        n += seen.hit[i];
    ck_assert(n == 48);
    free(seen.hit);
    pw_solver_free(s);
    pw_terms_free(t);
}
END_TEST

/* What is recorded asks the same questions: read back, the script gives the answers that stand in
 * it. */
START_TEST(records_read_back)
{
    struct pw_terms *t = pw_terms_new();
    struct pw_solver *s = pw_solver_new(t);
    struct pw_strbuf script = {0}, got = {0}, want = {0};
    pw_term x = pw_term_int_var(t, "x y"), y = pw_term_int_var(t, NULL),
            b[2] = {pw_term_bool_var(t, "p"), pw_term_lt(t, x, y)};
    pw_int three;
    pw_int_init_si(&three, 3);
    pw_solver_record(s, &script);
    pw_term shared =
        pw_term_add(t, pw_term_div(t, x, &three), pw_term_max(t, x, pw_term_mul_si(t, 2, y)));
    pw_solver_assert(
        s,
        pw_term_or2(t, b[0], pw_term_and2(t, pw_term_le(t, shared, x), pw_term_ge(t, shared, y))));
    ck_assert(pw_solver_check(s, b, 2));
    pw_solver_push(s);
    pw_solver_assert(s, pw_term_not(b[0]));
    pw_solver_assert(s, pw_term_gt(t, shared, pw_term_add(t, x, pw_term_int_si(t, 1))));
    ck_assert(!pw_solver_check(s, NULL, 0));
    pw_solver_pop(s);
    struct seen seen = {.n = 2, .hit = calloc(4, 1), .fresh = true};
    pw_solver_project(s, NULL, 0, b, 2, note_cube, &seen);
    ck_assert(run_script(pw_strbuf_text(&script), &got));
    for (const char *c = pw_strbuf_text(&script); (c = strstr(c, ":status "));) {
        c += strlen(":status ");
        pw_strbuf_write(&want, c, strcspn(c, ")"));
        pw_strbuf_putc(&want, '\n');
    }
    ck_assert_str_eq(pw_strbuf_text(&got), pw_strbuf_text(&want));
    free(seen.hit);
    pw_int_clear(&three);
    pw_strbuf_clear(&script), pw_strbuf_clear(&got), pw_strbuf_clear(&want);
    pw_solver_free(s);
    pw_terms_free(t);
}
END_TEST

/* A stop in the middle of a search unwinds and leaves no memory. */
static void endless(void *arg)
{
    (void)arg;
    struct pw_strbuf script = {0}, out = {0};
    pigeons(14, 15, &script);
    run_script(pw_strbuf_text(&script), &out);
}

static void endless_counted(void *arg)
{
    struct pw_strbuf script = {0}, out = {0};
    struct pw_source src;
    struct pw_diags diags = {0};
    pigeons(14, 15, &script);
    pw_source_from_text(&src, "t.smt2", pw_strbuf_text(&script), script.n);
    pw_smt_run(&src, &diags, emit, &out, arg);
}

START_TEST(statistics_survive_stops_and_resets)
{
    struct pw_solver_stats stats = {0};
    pw_limits_start(0);
    ck_assert(pw_guard_run_for(0.05, endless_counted, &stats) == PW_STOP_BUDGET);
    ck_assert(stats.checks == 1 && stats.conflicts > 0 && stats.decisions > 0);
    const char *script = "(check-sat)(declare-const x Int)(assert (< x "
                         "0))(check-sat)(reset)(check-sat)(reset-assertions)(check-sat)";
    struct pw_source src;
    struct pw_diags diags = {0};
    struct pw_strbuf out = {0};
    struct pw_solver_stats four = {0};
    pw_source_from_text(&src, "t.smt2", script, strlen(script));
    ck_assert(pw_smt_run(&src, &diags, emit, &out, &four) && four.checks == 4);
    pw_source_clear(&src);
    pw_strbuf_clear(&out);
}
END_TEST

START_TEST(stops_unwind)
{
    pw_limits_start(0);
    ck_assert(pw_guard_run_for(0.05, endless, NULL) == PW_STOP_BUDGET);
    pw_mem_set_limit(pw_mem_bytes() + 300000);
    ck_assert(pw_guard_run(endless, NULL) == PW_STOP_MEMORY);
    pw_mem_set_limit(0);
}
END_TEST

/* --- rationals --- */

START_TEST(rationals)
{
    pw_int a, b;
    pw_rat x, y, z;
    struct pw_strbuf out = {0};
    pw_int_init_si(&a, -6), pw_int_init_si(&b, 4);
    pw_rat_init(&x), pw_rat_init(&y), pw_rat_init(&z);
    pw_rat_set_frac(&x, &a, &b); /* -3/2 */
    pw_rat_set_frac(&y, &b, &a); /* -2/3 */
    pw_rat_add(&z, &x, &y), pw_rat_print(&z, &out), pw_strbuf_putc(&out, ' ');
    pw_rat_sub(&z, &x, &y), pw_rat_print(&z, &out), pw_strbuf_putc(&out, ' ');
    pw_rat_mul(&z, &x, &y), pw_rat_print(&z, &out);
    ck_assert_str_eq(pw_strbuf_text(&out), "-13/6 -5/6 1");
    ck_assert(!pw_rat_is_int(&x) && pw_rat_is_int(&z));
    pw_int_clear(&a), pw_int_clear(&b);
    pw_rat_clear(&x), pw_rat_clear(&y), pw_rat_clear(&z);
    pw_strbuf_clear(&out);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, classics);
    tcase_add_test(c, unbounded);
    tcase_add_test(c, pigeonholes);
    tcase_add_test(c, big_numbers);
    tcase_add_test(c, divisions);
    tcase_add_test(c, commands);
    tcase_add_test(c, bad_scripts);
    tcase_add_test(c, symbols_are_told_apart);
    tcase_add_test(c, words_of_scripts);
    tcase_add_test(c, lists_know_their_children);
    tcase_add_test(c, statistics_survive_stops_and_resets);
    tcase_add_test(c, deep_nesting);
    tcase_add_test(c, terms_are_simplified);
    tcase_add_test(c, division_terms);
    tcase_add_test(c, cores_and_scopes);
    tcase_add_test(c, projections_are_exact);
    tcase_add_test(c, projections_hide_exactly);
    tcase_add_test(c, random_walks_agree_with_brute_force);
    tcase_add_test(c, projection_frees_bits);
    tcase_add_test(c, records_read_back);
    tcase_add_test(c, stops_unwind);
    tcase_add_test(c, rationals);
}

UNIT_MAIN("logic", tests)
