#include "conform/spare.h"

#include <assert.h>

#include "base/limits.h"

static bool conforms_without(const struct pw_program *p, const struct pw_program *abstract,
                             uint32_t t, uint32_t edge)
{
    struct pw_terms *terms = pw_terms_new();
    struct pw_machine m;
    bool yes = false;
    pw_machine_init_without(&m, terms, abstract, t, edge);
    assert(!m.problem); /* with all of its edges it had none */
    if (m.places.n) {
        struct pw_conform_result r;
        pw_conform_check(&r, p, t, &m);
        yes = r.verdict == PW_CONFORMS;
        pw_conform_clear(&r);
    }
    pw_machine_clear(&m);
    pw_terms_free(terms);
    return yes;
}

static bool changes_shared(const struct pw_edge *e)
{
    for (size_t i = 0; i < e->nupdates; i++)
        if (e->updates[i].shared) return true;
    return false;
}

void pw_spare_find(const struct pw_program *p, const struct pw_program *abstract, uint32_t t,
                   pw_uints *out)
{
    assert(t < abstract->ntemplates && t < p->ntemplates);
    const struct pw_thread_template *a = &abstract->templates[t];
    size_t tries = 0;
    for (uint32_t i = 0; i < a->nedges && tries < PW_SPARE_TRIES; i++) {
        if ((int32_t)a->edges[i].to == a->error || !changes_shared(&a->edges[i])) continue;
        pw_limits_poll();
        tries++;
        if (conforms_without(p, abstract, t, i)) pw_vec_push(out, i);
    }
}
