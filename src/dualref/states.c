#include "dualref/states.h"

#include <assert.h>
#include <string.h>

#include "dualref/dual_print.h"

void pw_states_init(struct pw_states *s, struct pw_dual *t)
{
    *s = (struct pw_states){.t = t};
}

void pw_states_clear(struct pw_states *s)
{
    pw_vec_clear(&s->shared_codes);
    pw_vec_clear(&s->locals);
    pw_vec_clear(&s->codes);
    pw_table_clear(&s->shared_index);
    pw_table_clear(&s->local_index);
}

static size_t width(const struct pw_states *s, uint32_t loc)
{
    assert(loc < s->t->locs.n);
    return s->t->templates.at[s->t->locs.at[loc].template].fields.n;
}

const uint32_t *pw_states_shared_codes(const struct pw_states *s, uint32_t shared)
{
    return pw_vec_from(&s->shared_codes, shared * s->t->shared.n);
}
const uint32_t *pw_states_local_codes(const struct pw_states *s, uint32_t local)
{
    assert(local < s->locals.n);
    return pw_vec_from(&s->codes, s->locals.at[local].first);
}
uint32_t pw_states_template(const struct pw_states *s, uint32_t local)
{
    assert(local < s->locals.n);
    return s->t->locs.at[s->locals.at[local].loc].template;
}

/* ---- numbering ---- */

struct local_key {
    uint32_t loc;
    const uint32_t *codes;
};

static bool same_codes(const uint32_t *a, const uint32_t *b, size_t n)
{
    return !n || !memcmp(a, b, n * sizeof *a);
}

static bool same_shared(const void *objects, uint32_t id, const void *key)
{
    const struct pw_states *s = objects;
    return same_codes(pw_states_shared_codes(s, id), key, s->t->shared.n);
}

static bool same_local(const void *objects, uint32_t id, const void *key)
{
    const struct pw_states *s = objects;
    const struct local_key *k = key;
    return s->locals.at[id].loc == k->loc &&
           same_codes(pw_states_local_codes(s, id), k->codes, width(s, k->loc));
}

static uint32_t states_add_shared(struct pw_states *s, const uint32_t *codes)
{
    uint64_t hash = pw_hash_bytes(codes, s->t->shared.n * sizeof *codes);
    int64_t known = pw_table_find(&s->shared_index, hash, same_shared, s, codes);
    if (known >= 0) return (uint32_t)known;
    for (size_t i = 0; i < s->t->shared.n; i++)
        pw_vec_push(&s->shared_codes, codes[i]);
    pw_table_add(&s->shared_index, hash, s->n_shared);
    return s->n_shared++;
}

static uint32_t states_add_local(struct pw_states *s, uint32_t loc, const uint32_t *codes)
{
    struct local_key key = {loc, codes};
    size_t n = width(s, loc);
    uint64_t hash = pw_hash_mix(pw_hash_bytes(codes, n * sizeof *codes), loc);
    int64_t known = pw_table_find(&s->local_index, hash, same_local, s, &key);
    if (known >= 0) return (uint32_t)known;
    struct pw_local_state l = {loc, (uint32_t)s->codes.n};
    for (size_t i = 0; i < n; i++)
        pw_vec_push(&s->codes, codes[i]);
    pw_vec_push(&s->locals, l);
    pw_table_add(&s->local_index, hash, (uint32_t)s->locals.n - 1);
    return (uint32_t)s->locals.n - 1;
}

int64_t pw_states_shared_value(const struct pw_states *s, uint32_t shared, uint32_t field)
{
    assert(field < s->t->shared.n);
    return s->t->shared.at[field].lo + (int64_t)pw_states_shared_codes(s, shared)[field];
}

int64_t pw_states_local_value(const struct pw_states *s, uint32_t local, uint32_t field)
{
    return s->t->templates.at[pw_states_template(s, local)].fields.at[field].lo +
           (int64_t)pw_states_local_codes(s, local)[field];
}

/* ---- between states and diagrams ---- */

/* Codes of all fields of a role; the caller frees fields.n of them. */
static uint32_t *read_codes(const struct pw_dual *t, const uint8_t *values, enum pw_role role,
                            uint32_t template, enum pw_when when)
{
    const pw_fields *fs = pw_dual_fields(t, role, template);
    uint32_t *codes = PW_NEWS(uint32_t, fs->n);
    for (uint32_t i = 0; i < fs->n; i++)
        for (unsigned b = 0; b < fs->at[i].bits; b++)
            codes[i] = codes[i] << 1 | (values[pw_dual_var(t, role, template, i, when, b)] == 1);
    return codes;
}

uint32_t pw_states_read_shared(struct pw_states *s, const uint8_t *values, enum pw_when when)
{
    uint32_t *codes = read_codes(s->t, values, PW_SHARED, 0, when);
    uint32_t number = states_add_shared(s, codes);
    PW_FREES(codes, s->t->shared.n);
    return number;
}

uint32_t pw_states_read_local(struct pw_states *s, const uint8_t *values, enum pw_role role,
                              enum pw_when when, uint32_t loc)
{
    assert(loc < s->t->locs.n);
    uint32_t *codes = read_codes(s->t, values, role, s->t->locs.at[loc].template, when);
    uint32_t number = states_add_local(s, loc, codes);
    PW_FREES(codes, width(s, loc));
    return number;
}

uint32_t pw_states_read_place(const struct pw_dual *t, uint32_t template, const uint8_t *values)
{
    uint32_t code = 0;
    for (unsigned b = 0; b < t->loc_bits; b++)
        code = code << 1 | (values[b] == 1);
    assert(code < t->templates.at[template].locs.n);
    assert(t->templates.n > template);
    return t->templates.at[template].locs.at[code];
}

static pw_bdd codes_cube(struct pw_dual *t, enum pw_role role, uint32_t template, enum pw_when when,
                         const uint32_t *codes)
{
    const pw_fields *fs = pw_dual_fields(t, role, template);
    pw_bdd cube = PW_BDD_TRUE;
    for (uint32_t i = (uint32_t)fs->n; i-- > 0;)
        cube =
            pw_bdd_and(t->bdds, cube,
                       pw_dual_value(t, role, template, i, when, fs->at[i].lo + (int64_t)codes[i]));
    return cube;
}

pw_bdd pw_states_shared_cube(const struct pw_states *s, uint32_t shared, enum pw_when when)
{
    return codes_cube(s->t, PW_SHARED, 0, when, pw_states_shared_codes(s, shared));
}

pw_bdd pw_states_local_cube(const struct pw_states *s, uint32_t local, enum pw_role role,
                            enum pw_when when)
{
    return codes_cube(s->t, role, pw_states_template(s, local), when,
                      pw_states_local_codes(s, local));
}

pw_bdd pw_states_passive_cube(const struct pw_states *s, uint32_t local)
{
    return pw_bdd_and(s->t->bdds, pw_states_local_cube(s, local, PW_PASSIVE, PW_NOW),
                      pw_dual_at(s->t, s->locals.at[local].loc));
}

bool pw_states_has_label(const struct pw_states *s, uint32_t local, uint32_t label)
{
    assert(local < s->locals.n);
    const pw_uints *labels = &s->t->locs.at[s->locals.at[local].loc].labels;
    for (size_t i = 0; i < labels->n; i++)
        if (labels->at[i] == label) return true;
    return false;
}

/* ---- words ---- */

void pw_states_print_shared(const struct pw_states *s, uint32_t shared, struct pw_strbuf *out)
{
    for (uint32_t i = 0; i < s->t->shared.n; i++) {
        if (i) pw_strbuf_puts(out, ", ");
        pw_dual_print_literal(&s->t->shared.at[i], "", pw_states_shared_value(s, shared, i), out);
    }
}

void pw_states_print_local(const struct pw_states *s, uint32_t local, struct pw_strbuf *out)
{
    uint32_t template = pw_states_template(s, local);
    assert(s->t->templates.n > template);
    const pw_fields *fs = &s->t->templates.at[template].fields;
    pw_strbuf_printf(out, "%s at %s", s->t->templates.at[template].name,
                     s->t->locs.at[s->locals.at[local].loc].name);
    for (uint32_t i = 0; i < fs->n; i++) {
        pw_strbuf_puts(out, i ? ", " : ": ");
        pw_dual_print_literal(&fs->at[i], "", pw_states_local_value(s, local, i), out);
    }
}
