#include "conform/proof.h"

#include <assert.h>

void pw_conform_proof_init(struct pw_conform_proof *proof)
{
    *proof = (struct pw_conform_proof){0};
    pw_arena_init(&proof->arena);
}

void pw_conform_proof_clear(struct pw_conform_proof *proof)
{
    pw_vec_clear(&proof->places);
    pw_vec_clear(&proof->atoms);
    pw_vec_clear(&proof->pairs);
    pw_arena_clear(&proof->arena);
}

static bool within(struct pw_type type, int64_t v)
{
    if (type.kind == PW_INT) return v == 0;
    return type.lo <= v && v <= type.hi;
}

static bool values_fit(const struct pw_thread_template *t, const int64_t *v)
{
    for (size_t i = 0; i < t->nlocals; i++)
        if (!within(t->locals[i].type, v[i])) return false;
    return true;
}

static bool reads_ints(const struct pw_thread_template *t, const struct pw_proof_atom *a)
{
    for (size_t i = 0; i < t->nlocals; i++)
        if (a->c[i] && t->locals[i].type.kind == PW_BOOL) return false;
    return true;
}

static bool pair_fits(const struct pw_conform_proof *proof, const struct pw_thread_template *t,
                      const struct pw_proof_pair *x)
{
    bool ok = x->loc < t->nlocs && (int32_t)x->loc != t->error && x->nf && values_fit(t, x->q);
    for (size_t i = 0; ok && i < x->nf; i++)
        ok = x->f[i] < proof->places.n;
    return ok;
}

const char *pw_conform_proof_misfit(const struct pw_conform_proof *proof,
                                    const struct pw_program *concrete,
                                    const struct pw_program *abstract, uint32_t t)
{
    assert(t < concrete->ntemplates);
    assert(t < abstract->ntemplates);
    const struct pw_thread_template *T = &concrete->templates[t], *A = &abstract->templates[t];
    if (proof->nlocals != T->nlocals || proof->nabstract != A->nlocals)
        return "the numbers of local variables differ";
    for (size_t i = 0; i < proof->places.n; i++) {
        const struct pw_proof_place *x = &proof->places.at[i];
        if (x->loc >= A->nlocs || (int32_t)x->loc == A->error || !values_fit(A, x->values))
            return "a place does not exist";
    }
    for (size_t i = 0; i < proof->atoms.n; i++)
        if (!reads_ints(T, &proof->atoms.at[i])) return "a predicate adds truth values";
    for (size_t i = 0; i < proof->pairs.n; i++)
        if (!pair_fits(proof, T, &proof->pairs.at[i])) return "a pair does not exist";
    return NULL;
}
