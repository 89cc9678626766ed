/* looks_oracle.h -- random finite programs whose threads look at each other, and what they do: an
 * interpreter of its own, which shares no code with src/.
 *
 * A program is a tree; it is printed as `.dr` text and executed here statement by statement, as
 * doc/language.md says, never lowered. Shared: bool g, int[0..2] h, tid k. Template p has bool x
 * and int[0..2] y, template q bool z and int[0..2] w. Statement k of a template has the label pk
 * (qk). Statements: assignment (of k: self or nobody), other.v = e, assume, assert, a conditional
 * jump, and atomic blocks of these (without jumps). Expressions have every(...) and some(...), the
 * order of threads, who k is, and other.at(L). */
#ifndef PW_TESTS_LOOKS_ORACLE_H
#define PW_TESTS_LOOKS_ORACLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"

enum { LOOKS_THREADS = 5, LOOKS_STMTS = 7, LOOKS_NODES = 1200, LOOKS_UNSAFE = 4 };

enum looks_op {
    LOOKS_CONST,
    LOOKS_SHARED,   /* v: 0 g, 1 h */
    LOOKS_OWN,      /* v: 0 the bool, 1 the range */
    LOOKS_OTHER,    /* the same of the other thread */
    LOOKS_OTHER_AT, /* v: statement of template t */
    LOOKS_AT,       /* in `unsafe` */
    LOOKS_BEFORE,
    LOOKS_IS_SELF, /* k == self, ... nobody, ... other.self */
    LOOKS_IS_NOBODY,
    LOOKS_IS_OTHER,
    LOOKS_NOT,
    LOOKS_AND,
    LOOKS_OR,
    LOOKS_EQ, /* of integers */
    LOOKS_LT,
    LOOKS_ADD,
    LOOKS_ITE,
    LOOKS_EVERY, /* t: the template of the other threads */
    LOOKS_SOME
};

struct looks_node {
    enum looks_op op;
    int t, v;    /* t: the template of OTHER, OTHER_AT, AT, IS_OTHER, EVERY, SOME */
    int a, b, c; /* operands */
};

enum looks_kind {
    LOOKS_ASSIGN, /* variable v (0 g, 1 h, 2 own bool, 3 own range) = e */
    LOOKS_SET,    /* other.v of template t = e */
    LOOKS_TAKE,   /* k = self, or nobody if v == 0 */
    LOOKS_ASSUME,
    LOOKS_ASSERT,
    LOOKS_JUMP, /* if (e) goto `to` */
    LOOKS_ATOMIC
};

struct looks_stmt {
    enum looks_kind kind;
    int v, t, e, to;
    int n; /* ATOMIC: parts */
    struct looks_stmt *parts;
};

/* count(label) >= least, or a formula over one thread or two of templates t and u (-1: one) */
struct looks_unsafe {
    int least, t, label;
    int e, u; /* e < 0: the count */
};

struct looks_options {
    bool every, some, others, order, tid, two; /* what occurs; two: two templates */
    bool ints;     /* h, y and w are of type int; what is assigned to them is within 0 .. 2 */
    int number[2]; /* of threads, as the text says: thread p [number[0]]; 0: any number */
};

struct looks_program {
    struct looks_options o;
    int templates;
    int n[2]; /* statements */
    struct looks_stmt stmts[2][LOOKS_STMTS];
    struct looks_stmt parts[2 * LOOKS_STMTS * 3];
    int nparts;
    struct looks_node nodes[LOOKS_NODES];
    int nnodes;
    struct looks_unsafe unsafe[LOOKS_UNSAFE];
    int nunsafe;
    uint64_t random;
};

struct looks_result {
    bool failed;                 /* an assertion fails, or a value leaves its range */
    bool at[2][LOOKS_STMTS + 1]; /* some thread is there */
    bool unsafe[LOOKS_UNSAFE];
    uint64_t states; /* up to permutation, unless there is an order */
};

void looks_random(struct looks_program *p, uint64_t seed, struct looks_options o);
/* Numbers of threads for some programs: of one template, or of one of two, or of both. */
void looks_random_numbers(struct looks_program *p, uint64_t seed);
void looks_print(const struct looks_program *p, struct pw_strbuf *out);
/* All states with n threads, n <= LOOKS_THREADS, of any mix of the templates that the text allows.
 */
void looks_search(const struct looks_program *p, int n, struct looks_result *r);
/* The least set of pairs (GUARDS section 6) as it is defined: steps of up to `most` threads all of
 * whose pairs are in it. Unordered programs only. The number of pairs, or 0: too many for this. */
uint64_t looks_pairs(const struct looks_program *p, int most);
/* May q of n threads be those of the second template, and the others of the first? */
static inline bool looks_mixes(const struct looks_program *p, int n, int q)
{
    const int *number = p->o.number;
    return (!number[0] || number[0] == n - q) && (!number[1] || number[1] == q || !p->o.two);
}
/* May there be n threads in all? */
static inline bool looks_takes(const struct looks_program *p, int n)
{
    for (int q = 0; q <= (p->o.two ? n : 0); q++)
        if (looks_mixes(p, n, q)) return true;
    return false;
}
static inline bool looks_bad(const struct looks_program *p, const struct looks_result *r)
{
    for (int i = 0; i < p->nunsafe; i++)
        if (r->unsafe[i]) return true;
    return r->failed;
}

#endif
