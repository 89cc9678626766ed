/* term.h -- formulas of linear integer arithmetic: hash-consed, simplified as they are built.
 *
 * A term is a 32-bit id: 2 * node + sign. Boolean terms come with both signs (sign 1 = negated), so
 * negation costs nothing and t and !t share a node; integer terms have sign 0. Nodes are never
 * freed before the manager; equal construction gives the equal id.
 *
 * Nodes:
 *   TRUE                         node 0: id 0 is true, id 1 is false
 *   BVAR, IVAR                   variables, by name or anonymous
 *   LIN   k + sum c_i * a_i      integer; the a_i are atomic integer nodes (IVAR, ITE of integers,
 *                                DIV), sorted by node, c_i != 0.
 *                                Never a single a_i with c = 1, k = 0: that is the node a_i itself.
 *                                A constant has no a_i.
 *   IITE  ite(c, a, b)           integers a, b; c a positive Boolean term
 *   DIV   floor(a / k)           k >= 2
 *   LE    sum c_i * a_i <= k     gcd of the c_i is 1 and the first is positive: s >= k is written
 *                                !(s <= k-1)
 *   EQ    sum c_i * a_i  = k     the same normal form
 *   AND   t_1 & ... & t_n        n >= 2, sorted by id, no two with the same node; OR is the
 *                                negation of an AND of negations
 *   XOR   a xor b                a < b, both positive; IFF is the negation
 *   BITE  ite(c, a, b)           Booleans; c and a positive
 *
 * Simplification is local (constants, duplicates, complements, gcds, coefficient signs); it never
 * changes the meaning.
 *
 * Meaning of the divisions: `div` and `mod` as in SMT-LIB for a constant k != 0 (a = k * div + mod,
 * 0 <= mod < |k|), `quot` and `rem` as in C (the quotient is truncated, the remainder has the sign
 * of a). */
#ifndef PW_LOGIC_TERM_H
#define PW_LOGIC_TERM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/vec.h"
#include "num/int.h"

typedef struct {
    uint32_t id;
} pw_term;
typedef PW_VEC(pw_term) pw_term_list;
int pw_term_order(const void *a, const void *b); /* for qsort: by number */

#define PW_TERM_TRUE ((pw_term){0})
#define PW_TERM_FALSE ((pw_term){1})

enum pw_term_kind {
    PW_TRUE,
    PW_BVAR,
    PW_IVAR,
    PW_LIN,
    PW_IITE,
    PW_DIV,
    PW_LE,
    PW_EQ,
    PW_AND,
    PW_XOR,
    PW_BITE
};

struct pw_terms;

struct pw_terms *pw_terms_new(void);
void pw_terms_free(struct pw_terms *t);
size_t pw_terms_count(const struct pw_terms *t); /* nodes so far: all ids are below twice that */

static inline bool pw_term_same(pw_term a, pw_term b)
{
    return a.id == b.id;
}
static inline uint32_t pw_term_node(pw_term a)
{
    return a.id >> 1;
}
static inline bool pw_term_negated(pw_term a)
{
    return a.id & 1;
}
bool pw_term_is_int(const struct pw_terms *t, pw_term a);
enum pw_term_kind pw_term_kind(const struct pw_terms *t, pw_term a); /* of its node */

/* Variables. A name gives the same variable each time (asking for it with the other type is
 * misuse); NULL makes a fresh one, printed as "!k". The text is copied. */
pw_term pw_term_bool_var(struct pw_terms *t, const char *name);
pw_term pw_term_int_var(struct pw_terms *t, const char *name);
const char *pw_term_name(const struct pw_terms *t, pw_term var); /* NULL if anonymous */

/* Booleans. */
pw_term pw_term_bool(bool value);
static inline pw_term pw_term_not(pw_term a)
{
    return (pw_term){a.id ^ 1};
}
pw_term pw_term_and(struct pw_terms *t, const pw_term *a, size_t n); /* n = 0: true */
pw_term pw_term_or(struct pw_terms *t, const pw_term *a, size_t n);  /* n = 0: false */
pw_term pw_term_and2(struct pw_terms *t, pw_term a, pw_term b);
pw_term pw_term_or2(struct pw_terms *t, pw_term a, pw_term b);
pw_term pw_term_implies(struct pw_terms *t, pw_term a, pw_term b);
pw_term pw_term_iff(struct pw_terms *t, pw_term a, pw_term b);
pw_term pw_term_xor(struct pw_terms *t, pw_term a, pw_term b);
/* both Boolean or both integer */
pw_term pw_term_ite(struct pw_terms *t, pw_term c, pw_term a, pw_term b);

/* Integers. */
pw_term pw_term_int(struct pw_terms *t, const pw_int *value);
pw_term pw_term_int_si(struct pw_terms *t, int64_t value);
bool pw_term_is_const(const struct pw_terms *t, pw_term a); /* of either type */
pw_term pw_term_add(struct pw_terms *t, pw_term a, pw_term b);
pw_term pw_term_sub(struct pw_terms *t, pw_term a, pw_term b);
pw_term pw_term_neg(struct pw_terms *t, pw_term a);
pw_term pw_term_mul(struct pw_terms *t, const pw_int *k, pw_term a);
pw_term pw_term_mul_si(struct pw_terms *t, int64_t k, pw_term a);
/* SMT-LIB; pre for all four: k != 0 */
pw_term pw_term_div(struct pw_terms *t, pw_term a, const pw_int *k);
pw_term pw_term_mod(struct pw_terms *t, pw_term a, const pw_int *k);
pw_term pw_term_quot(struct pw_terms *t, pw_term a, const pw_int *k); /* C: a / k */
pw_term pw_term_rem(struct pw_terms *t, pw_term a, const pw_int *k);  /* C: a % k */
pw_term pw_term_min(struct pw_terms *t, pw_term a, pw_term b);
pw_term pw_term_max(struct pw_terms *t, pw_term a, pw_term b);

/* Comparisons of integers. */
pw_term pw_term_le(struct pw_terms *t, pw_term a, pw_term b);
pw_term pw_term_lt(struct pw_terms *t, pw_term a, pw_term b);
pw_term pw_term_ge(struct pw_terms *t, pw_term a, pw_term b);
pw_term pw_term_gt(struct pw_terms *t, pw_term a, pw_term b);
pw_term pw_term_eq(struct pw_terms *t, pw_term a, pw_term b);
pw_term pw_term_ne(struct pw_terms *t, pw_term a, pw_term b);

/* Structure, for walkers. Arguments of a node: IITE, BITE: c, a, b; DIV: a; AND, XOR: the t_i; LIN,
 * LE, EQ: the a_i. */
size_t pw_term_arity(const struct pw_terms *t, pw_term a);
pw_term pw_term_arg(const struct pw_terms *t, pw_term a, size_t i);
/* LIN, LE, EQ: c_i; valid until the next term is built */
const pw_int *pw_term_coef(const struct pw_terms *t, pw_term a, size_t i);
/* LIN, LE, EQ, DIV: k; likewise */
const pw_int *pw_term_const(const struct pw_terms *t, pw_term a);

/* Replaces variables by terms of the same type at once (with[i] for vars[i]) and rebuilds what
 * depends on them. */
pw_term pw_term_subst(struct pw_terms *t, pw_term a, const pw_term *vars, const pw_term *with,
                      size_t n);

/* Text of a term as an SMT-LIB expression, shared subterms written out (for people and small terms;
 * scripts: logic/smtout.h). */
void pw_term_print(const struct pw_terms *t, pw_term a, struct pw_strbuf *out);
/* The same, but proper subterms whose node satisfies `cut` are written "!node": the caller defines
 * these names. */
void pw_term_print_cut(const struct pw_terms *t, pw_term a, struct pw_strbuf *out,
                       bool (*cut)(const void *arg, uint32_t node), const void *arg);

#endif
