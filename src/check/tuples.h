/* tuples.h -- sequences of numbers, numbered 0, 1, 2, ... in order of arrival. */
#ifndef PW_CHECK_TUPLES_H
#define PW_CHECK_TUPLES_H

#include "base/table.h"
#include "base/vec.h"

struct pwc_tuples {
    PW_VEC(pw_uints) at; /* no two are alike */
    struct pw_table index;
};

/* The number of a sequence, which gets the next one if it has none. */
uint32_t pwc_number(struct pwc_tuples *s, const uint32_t *key, size_t n);

#endif
