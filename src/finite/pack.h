/* pack.h -- vectors of values of finite variables as few words: a field of as many bits as the
 * range of a variable needs, none across two words. Equal vectors are equal words. */
#ifndef PW_FINITE_PACK_H
#define PW_FINITE_PACK_H

#include <assert.h>

#include "prog/program.h"

struct pw_pack_field {
    int64_t lo;    /* of the range: packed as 0 */
    uint64_t mask; /* as many ones as bits */
    uint32_t word, shift;
};

struct pw_pack {
    struct pw_pack_field *fields; /* by variable */
    size_t n, words;
};

void pw_pack_init(struct pw_pack *p, const struct pw_var *vars, size_t n); /* pre: all finite */
void pw_pack_clear(struct pw_pack *p);

void pw_pack_all(const struct pw_pack *p, const int64_t *values, uint64_t *words);
void pw_unpack_all(const struct pw_pack *p, const uint64_t *words, int64_t *values);

/* pre: the value is in the range of variable i. */
static inline void pw_pack_set(const struct pw_pack *p, uint64_t *words, size_t i, int64_t value)
{
    assert(i < p->n);
    const struct pw_pack_field *f = &p->fields[i];
    uint64_t bits = (uint64_t)value - (uint64_t)f->lo, *w = &words[f->word];
    assert(!(bits & ~f->mask));
    *w = (*w & ~(f->mask << f->shift)) | bits << f->shift;
}

#endif
