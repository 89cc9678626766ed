/* space.h -- the two sets of a certificate.
 *
 * A configuration is a global state and a bag (multiset) of places; for a template certificate the globals are its numbered shared
 * states and the places its numbered local states.
 * J: all configurations (g, m) such that g may occur, every place of m may occur with g, and every linear inequality
 *    offset(g) + sum of weight(p) * m(p) <= bound   holds; weights are not negative, so a configuration above one that violates it does too.
 *    Where the certificate lists ideals (nets only), (g, m) is inside one of them as well: check/ideals.h.
 * The basis U stands for its upward closure ^U: all (g, m) with (g, u) in U and u <= m for some u. */
#ifndef PW_CHECK_SPACE_H
#define PW_CHECK_SPACE_H

#include "base/vec.h"
#include "check/reader.h"

struct pwc_tok {
    uint32_t place;
    int64_t count; /* > 0, and so small that sums never overflow: the reader allows PWC_MOST per word */
};
typedef PW_VEC(struct pwc_tok) pwc_bag; /* strictly increasing in place */

struct pwc_may {
    bool occurs, all; /* all: every place */
    pw_uints places;  /* strictly increasing */
};

struct pwc_ideal { /* check/ideals.h */
    uint32_t global;
    pwc_bag few;         /* how many tokens, in places that are not in `many`; others: none */
    struct pwc_may many; /* any number; `occurs` is not used */
    unsigned long line;
};

struct pwc_trap { /* check/traps.h */
    struct pwc_may *at; /* per global */
    unsigned long line;
};

struct pwc_weight {
    uint32_t id;
    int64_t weight;
};
typedef PW_VEC(struct pwc_weight) pwc_weights; /* strictly increasing in id */

struct pwc_linear {
    int64_t bound;
    pwc_weights offset, weight; /* by global, by place; 0 where not listed; |offset| <= PWC_HEAVIEST, 1 <= weight <= PWC_HEAVIEST */
    unsigned long line;
};

struct pwc_element {
    uint32_t global, n, key, second; /* the places under which the index finds it; PWC_NONE where there is none */
    size_t first;            /* toks.at[first .. first+n-1] */
    uint64_t mask;
    unsigned long line;
};

struct pwc_space {
    uint32_t globals, places;
    struct pwc_may *may; /* per global */
    PW_VEC(struct pwc_linear) linear;
    bool bounded;                     /* a section of ideals was there */
    PW_VEC(struct pwc_ideal) ideals;  /* sorted by global */
    PW_VEC(struct pwc_trap) traps;
    PW_VEC(struct pwc_element) basis; /* sorted by (global, key, second) */
    pwc_bag toks;                     /* of the basis elements, one after another */
    uint32_t *start;                  /* first element of (global, key), per global places + 1 numbers; NULL if that were too large */
    struct pwc_result *result;
};

#define PWC_NONE UINT32_MAX

/* For arrays of structs (or numbers) that start with a uint32_t and are sorted by it: the first index whose number is not below `key`. */
static inline size_t pwc_lower(const void *at, size_t n, size_t stride, uint32_t key)
{
    size_t lo = 0;
    while (lo < n) {
        size_t mid = (lo + n) / 2;
        if (*(const uint32_t *)((const char *)at + mid * stride) < key) lo = mid + 1;
        else n = mid;
    }
    return lo;
}
#define PWC_LOWER(v, key) pwc_lower((v)->at, (v)->n, sizeof *(v)->at, key)

#define PWC_HEAVIEST 1000000000000000 /* sums of weights times counts stay far below 2^127 */

void pwc_make_set(pw_uints *list); /* sorts it, each number once */
void pwc_bag_add(pwc_bag *m, uint32_t place, int64_t count);
void pwc_bag_take(pwc_bag *m, uint32_t place, int64_t count); /* pre: m has that many */
/* The words up to "|" or the end of the line: P or P*COUNT. */
void pwc_read_bag(struct pwc_reader *r, uint32_t places, pwc_bag *m);
void pwc_print_config(uint32_t global, const pwc_bag *m, char *out, size_t size);

/* The rest of the line: places or ranges A-B, increasing, or * for all. */
void pwc_read_places(struct pwc_reader *r, uint32_t places, struct pwc_may *set);
bool pwc_has_place(const struct pwc_may *set, uint32_t place);

/* Reads the sections `may`, `invariants`, `ideals` (for nets, where it is there), `traps` (with closure sharp) and `basis`. */
void pwc_read_space(struct pwc_reader *r, struct pwc_space *s, bool net, bool sharp);

bool pwc_may(const struct pwc_space *s, uint32_t global, uint32_t place);
size_t pwc_may_count(const struct pwc_space *s, uint32_t global);
uint32_t pwc_may_at(const struct pwc_space *s, uint32_t global, size_t i); /* the i-th place that may occur with it */
size_t pwc_may_from(const struct pwc_space *s, uint32_t global, uint32_t place); /* the smallest i with pwc_may_at >= place, or the count */
bool pwc_may_all(const struct pwc_space *s, uint32_t global, const struct pwc_tok *m, size_t n);
/* Is (global, m), and so everything above it, outside J because of an inequality or of the ideals? */
bool pwc_excluded(const struct pwc_space *s, uint32_t global, const pwc_bag *m);
int64_t pwc_weight_of(const pwc_weights *w, uint32_t id);
/* offset and weighted sum of a bag */
__int128 pwc_value(const struct pwc_linear *l, uint32_t global, const struct pwc_tok *m, size_t n);
bool pwc_covers(const struct pwc_space *s, uint32_t global, const pwc_bag *m); /* is (global, m) in ^U? */

#endif
