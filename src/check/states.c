/* states.c -- the numbered states of a template: which number has a state? */
#include <assert.h>
#include <string.h>

#include "check/template.h"

struct wanted {
    uint32_t loc;
    const int32_t *codes;
    size_t n;
};

static bool same_state(const void *objects, uint32_t id, const void *key)
{
    const struct pwc_state *s = (const struct pwc_state *)objects + id;
    const struct wanted *w = key;
    return s->loc == w->loc && !memcmp(s->codes, w->codes, w->n * sizeof *w->codes);
}

static uint64_t hash_state(uint32_t loc, const int32_t *codes, size_t n)
{
    return pw_hash_mix(pw_hash_bytes(codes, n * sizeof *codes), loc);
}

uint32_t pwc_find_state(const struct pwc_states *s, uint32_t loc, const int32_t *codes, size_t n)
{
    struct wanted w = {loc, codes, n};
    int64_t id = pw_table_find(&s->index, hash_state(loc, codes, n), same_state, s->at.at, &w);
    return id == PW_TABLE_NONE ? PWC_NONE : (uint32_t)id;
}

void pwc_add_state(struct pwc_states *s, struct pwc_state state, size_t n)
{
    assert(pwc_find_state(s, state.loc, state.codes, n) == PWC_NONE);
    pw_table_add(&s->index, hash_state(state.loc, state.codes, n), (uint32_t)s->at.n);
    pw_vec_push(&s->at, state);
}
