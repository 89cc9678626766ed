/* bags.h -- multisets and sets of places, sorted, and sums that do not leave their types. */
#ifndef PW_CHECK_BAGS_H
#define PW_CHECK_BAGS_H

#include "base/vec.h"
#include "check/reader.h"

struct pwc_tok {
    uint32_t place;
    int64_t count; /* > 0; a sum that leaves the type stops the check */
};
typedef PW_VEC(struct pwc_tok) pwc_bag; /* strictly increasing in place */

struct pwc_set {     /* of places */
    bool occurs;     /* was it listed? */
    uint32_t all;    /* not 0: every place below it is in the set */
    pw_uints places; /* otherwise: strictly increasing */
};

#define PWC_NONE UINT32_MAX

/* For arrays of structs (or numbers) that start with a uint32_t and are sorted by it: the first
 * index whose number is not below `key`. */
size_t pwc_lower(const void *at, size_t n, size_t stride, uint32_t key);
#define PWC_LOWER(v, key) pwc_lower((v)->at, (v)->n, sizeof *(v)->at, key)

/* Sorts structs that start with two uint32_t by these, strictly: of those that are alike in them
 * one is left. Returns how many are left. */
size_t pwc_sort(void *at, size_t n, size_t stride);
#define PWC_SORT(v) ((void)((v)->n = pwc_sort((v)->at, (v)->n, sizeof *(v)->at)))

int64_t pwc_sum(int64_t x, int64_t y); /* stops the check if it leaves the type */
void pwc_sum_wide(__int128 *sum, int64_t weight, int64_t count); /* adds weight * count; likewise */
void pwc_bag_add(pwc_bag *m, uint32_t place, int64_t count);
void pwc_bag_take(pwc_bag *m, uint32_t place, int64_t count); /* pre: m has that many */
int64_t pwc_bag_count(const struct pwc_tok *m, size_t n, uint32_t place);
/* The words up to "|" or the end of the line: P or P*COUNT. Returns their number. */
size_t pwc_read_bag(struct pwc_reader *r, uint32_t places, pwc_bag *m);
void pwc_print_config(uint32_t global, const pwc_bag *m, char *out, size_t size);

/* The rest of the line: places or ranges A-B, increasing, or * for all. */
void pwc_read_set(struct pwc_reader *r, uint32_t places, struct pwc_set *set);
/* N lines "G PLACES", no global twice: per global, a set. */
struct pwc_set *pwc_read_sets(struct pwc_reader *r, size_t n, uint32_t globals, uint32_t places);
bool pwc_has(const struct pwc_set *set, uint32_t place);
size_t pwc_size(const struct pwc_set *set);
uint32_t pwc_at(const struct pwc_set *set, size_t i);       /* its i-th place */
size_t pwc_from(const struct pwc_set *set, uint32_t place); /* the first i with place <= i-th */

#endif
