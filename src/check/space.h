/* space.h -- the two sets of a proof.
 *
 * A configuration is a global state and a bag (multiset) of places; in a template certificate the
 * globals are its numbered shared states and the places its numbered local states.
 *
 * J: all (g, m) such that g may occur, every place of m may occur with g, every inequality holds
 * (linear.h) and, where the certificate lists ideals (ideals.h), (g, m) is inside one of them; what
 * is above a configuration outside J is outside J. U: the basis, which stands for its
 * upward closure ^U: all (g, m) with (g, u) in U, u <= m. */
#ifndef PW_CHECK_SPACE_H
#define PW_CHECK_SPACE_H

#include "check/bags.h"

struct pwc_weight {
    uint32_t id;
    int64_t weight;
};
typedef PW_VEC(struct pwc_weight) pwc_weights; /* strictly increasing in id; 0 if not listed */

struct pwc_linear {
    int64_t bound;
    pwc_weights offset, weight; /* by global; by place, positive; all within PWC_HEAVIEST */
    unsigned long line;
};

struct pwc_ideal {
    uint32_t global;
    pwc_bag few;         /* how many tokens, in places that are not in `many`; others: none */
    struct pwc_set many; /* any number */
    uint64_t places;     /* of both, modulo 64 */
    unsigned long line;
};

struct pwc_trap {
    struct pwc_set *at; /* per global */
    unsigned long line;
};

struct pwc_element { /* of the basis */
    uint32_t global, n;
    size_t first; /* toks.at[first .. first+n-1] */
    unsigned long line;
};

/* Which elements the bad states of a line, or the predecessors of an element, are above. The text
 * lists them in the order in which they are needed, so that the next one or one of the last is
 * tried first; nothing but time depends on it. */
enum { PWC_RECENT = 4 };
struct pwc_hints {
    size_t first, next, end;          /* hints.at[first .. end-1] */
    uint32_t recent[PWC_RECENT], age; /* recent: elements, plus 1; 0: none */
};

struct pwc_space {
    uint32_t globals, places;
    pw_uints all;        /* places, for sets of all */
    struct pwc_set *may; /* per global */
    PW_VEC(struct pwc_linear) linear;
    bool bounded;                    /* a section of ideals was there */
    PW_VEC(struct pwc_ideal) ideals; /* sorted by global */
    PW_VEC(struct pwc_trap) traps;
    PW_VEC(struct pwc_element) basis; /* sorted by global */
    pwc_bag toks;
    uint32_t *first; /* per global, and one more: its first element */
    pw_uints hints;
    struct pwc_hints *above; /* per bad line, then per element */
    struct pwc_finder *finder;
    struct pwc_result *result;
};

/* The hints are found, not read: begin is called when the basis is there; find returns an element
 * below (global, m), or PWC_NONE, for a line of pwc_space.above. */
struct pwc_finder {
    void *self;
    void (*begin)(void *self, const struct pwc_space *s);
    uint32_t (*find)(void *self, size_t line, uint32_t global, const struct pwc_tok *m, size_t n);
};

#define PWC_HEAVIEST 1000000000000000 /* so a weight times a count is far below 2^127 */

/* Reads the sections from `may` to the end of the text, which has so many bad lines. */
void pwc_read_space(struct pwc_reader *r, struct pwc_space *s, size_t bads, bool ideals,
                    bool traps);

/* May every place of m occur with the global? */
bool pwc_may(const struct pwc_space *s, uint32_t global, const struct pwc_tok *m, size_t n);
/* Is (global, m), and so everything above it, outside J because of an inequality or the ideals? */
bool pwc_excluded(const struct pwc_space *s, uint32_t global, const pwc_bag *m);
/* Is (global, m) in ^U? The question belongs to a line of hints. If not `last` (larger ones will be
 * asked about) a "no" may be wrong. */
bool pwc_covered(struct pwc_space *s, size_t line, uint32_t global, const pwc_bag *m, bool last);
/* Is (global, m) neither in ^U nor outside J? Then it is printed. */
bool pwc_uncovered(struct pwc_space *s, size_t line, uint32_t global, const pwc_bag *m,
                   struct pw_strbuf *text);

#endif
