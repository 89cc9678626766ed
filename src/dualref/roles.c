#include "dualref/roles.h"

static void map_fields(struct pw_roles *r, enum pw_role role, uint32_t template)
{
    const struct pw_dual *t = r->t;
    const pw_fields *fs = pw_dual_fields(t, role, template);
    for (uint32_t i = 0; i < fs->n; i++)
        for (unsigned b = 0; b < fs->at[i].bits; b++) {
            unsigned now = pw_dual_var(t, role, template, i, PW_NOW, b),
                     next = pw_dual_var(t, role, template, i, PW_NEXT, b);
            r->to_now[next] = now;
            r->to_next[now] = next;
            if (role == PW_ACTIVE)
                r->to_passive[now] = pw_dual_var(t, PW_PASSIVE, template, i, PW_NOW, b);
            if (role == PW_PASSIVE)
                r->to_active[now] = pw_dual_var(t, PW_ACTIVE, template, i, PW_NOW, b);
        }
}

void pw_roles_init(struct pw_roles *r, struct pw_dual *t)
{
    *r = (struct pw_roles){.t = t, .n = pw_bdds_vars(t->bdds)};
    r->to_now = PW_NEWS(unsigned, r->n);
    r->to_next = PW_NEWS(unsigned, r->n);
    r->to_passive = PW_NEWS(unsigned, r->n);
    r->to_active = PW_NEWS(unsigned, r->n);
    for (unsigned v = 0; v < r->n; v++)
        r->to_now[v] = r->to_next[v] = r->to_passive[v] = r->to_active[v] = v;
    map_fields(r, PW_SHARED, 0);
    for (uint32_t q = 0; q < t->templates.n; q++)
        map_fields(r, PW_ACTIVE, q), map_fields(r, PW_PASSIVE, q);
}

void pw_roles_clear(struct pw_roles *r)
{
    PW_FREES(r->to_now, r->n);
    PW_FREES(r->to_next, r->n);
    PW_FREES(r->to_passive, r->n);
    PW_FREES(r->to_active, r->n);
}

pw_bdd pw_roles_active(const struct pw_roles *r, pw_bdd set, uint32_t loc)
{
    return pw_bdd_rename(r->t->bdds, pw_bdd_cofactor(r->t->bdds, set, pw_dual_at(r->t, loc)),
                         r->to_active);
}

pw_bdd pw_roles_passive(const struct pw_roles *r, pw_bdd active, uint32_t loc)
{
    return pw_bdd_and(r->t->bdds, pw_bdd_rename(r->t->bdds, active, r->to_passive),
                      pw_dual_at(r->t, loc));
}

pw_bdd pw_roles_now(const struct pw_roles *r, pw_bdd f)
{
    return pw_bdd_rename(r->t->bdds, f, r->to_now);
}
pw_bdd pw_roles_next(const struct pw_roles *r, pw_bdd f)
{
    return pw_bdd_rename(r->t->bdds, f, r->to_next);
}
