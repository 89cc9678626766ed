/* bags.h -- multisets and sets of places, sorted, and sums that do not leave their types. */
#ifndef PW_CHECK_BAGS_H
#define PW_CHECK_BAGS_H

#include "base/strbuf.h"
#include "base/vec.h"
#include "check/reader.h"

struct pwc_tok {
    uint32_t place;
    int64_t count; /* > 0; a sum that leaves the type stops the check */
};
typedef PW_VEC(struct pwc_tok) pwc_bag; /* strictly increasing in place */

struct pwc_set {     /* of places */
    bool occurs;     /* was it listed? */
    pw_uints places; /* strictly increasing */
};

#define PWC_NONE UINT32_MAX

/* For arrays of structs (or numbers) that start with a uint32_t and are sorted by it: the first
 * index whose number is not below `key`. */
size_t pwc_lower(const void *at, size_t n, size_t stride, uint32_t key);
#define PWC_LOWER(v, key) pwc_lower((v)->at, (v)->n, sizeof *(v)->at, key)

/* Sorts structs (or numbers) that start with so many uint32_t by these; of those that are alike
 * throughout one is left. */
size_t pwc_sort(void *at, size_t n, size_t stride, size_t words); /* how many are left */
#define PWC_SORT(v, words) ((void)((v)->n = pwc_sort((v)->at, (v)->n, sizeof *(v)->at, words)))
/* The end of the run from at[i] on of those that are alike in their first uint32_t. */
size_t pwc_run(const void *at, size_t n, size_t stride, size_t i, size_t words);
#define PWC_RUN(v, i, words) pwc_run((v)->at, (v)->n, sizeof *(v)->at, i, words)

void pwc_bag_add(pwc_bag *m, uint32_t place, int64_t count);
void pwc_bag_append(pwc_bag *to, const pwc_bag *m); /* tokens one after the other: not sorted */
void pwc_bag_take(pwc_bag *m, uint32_t place, int64_t count); /* pre: m has that many */
int64_t pwc_bag_count(const struct pwc_tok *m, size_t n, uint32_t place);
/* The words up to "|" or the end of the line: P or P*COUNT. Returns their number. */
size_t pwc_read_bag(struct pwc_reader *r, uint32_t places, pwc_bag *m);
void pwc_print_config(uint32_t global, const pwc_bag *m, struct pw_strbuf *out);

/* The rest of the line: places or ranges A-B, increasing, or * for all. */
void pwc_read_set(struct pwc_reader *r, const pw_uints *all, struct pwc_set *set);
/* N lines "G PLACES", no global twice: per global, a set. */
struct pwc_set *pwc_read_sets(struct pwc_reader *r, size_t n, uint32_t globals,
                              const pw_uints *all);
bool pwc_has(const struct pwc_set *set, uint32_t place);

#endif
