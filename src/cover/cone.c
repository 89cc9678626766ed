#include "cover/cone.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"

static bool into_cone(const struct pw_system *sys, const struct pw_trans *t, const uint8_t *drop)
{
    assert(t->relation < sys->relations.n);
    const struct pw_relation *r = &sys->relations.at[t->relation];
    if (t->from != t->to) return true;
    for (uint32_t i = 0; i < t->npost; i++)
        if (!drop[sys->tokens.at[t->post + i].local]) return true;
    for (uint32_t i = 0; i < r->n; i++)
        if (r->pairs[i].to != PW_SUNK && r->pairs[i].to != r->pairs[i].from &&
            !drop[r->pairs[i].to])
            return true;
    return false;
}

static bool keep(uint8_t *drop, uint32_t local)
{
    bool was = drop[local];
    drop[local] = 0;
    return was;
}

static bool keep_needs(const struct pw_system *sys, const struct pw_trans *t, uint8_t *drop)
{
    assert(t->relation < sys->relations.n);
    const struct pw_relation *r = &sys->relations.at[t->relation];
    bool grown = false;
    for (uint32_t i = 0; i < t->npre; i++)
        grown |= keep(drop, sys->tokens.at[t->pre + i].local);
    for (uint32_t i = 0; i < r->n; i++)
        if (r->pairs[i].to != PW_SUNK && (t->witness || !drop[r->pairs[i].to]))
            grown |= keep(drop, r->pairs[i].from);
    if (t->witness && r->rest == PW_REST_STAY)
        for (uint32_t l = 0; l < sys->locals; l++)
            grown |= keep(drop, l);
    return grown;
}

void pw_cone(const struct pw_system *sys, const struct pw_slice *slice, uint8_t *drop,
             uint8_t *useful)
{
    memset(drop, 1, sys->locals);
    for (size_t i = 0; i < sys->targets.n; i++)
        for (uint32_t k = 0; k < sys->targets.at[i].ntoks; k++)
            drop[sys->tokens.at[sys->targets.at[i].toks + k].local] = 0;
    for (bool grown = true; grown;) {
        grown = false;
        for (size_t i = 0; i < sys->trans.n; i++) {
            pw_limits_poll();
            if (!slice->live[i] || (!useful[i] && !into_cone(sys, &sys->trans.at[i], drop)))
                continue;
            useful[i] = 1;
            grown |= keep_needs(sys, &sys->trans.at[i], drop);
        }
    }
}
