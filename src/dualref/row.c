#include <assert.h>
#include <string.h>

#include "dualref/dual.h"

struct pw_row *pw_row_new(const struct pw_dual *t, uint32_t active, uint32_t passive)
{
    struct pw_row *r = PW_NEW(struct pw_row);
    r->active = active;
    r->passive = passive;
    r->passive_loc = PW_NO_INDEX;
    r->n_shared = t->shared.n;
    assert(active < t->templates.n);
    r->n_act = t->templates.at[active].fields.n;
    assert(passive < t->templates.n);
    r->n_pas = t->templates.at[passive].fields.n;
    for (int w = PW_NOW; w <= PW_NEXT; w++) {
        r->shared[w] = PW_NEWS(struct pw_entry, r->n_shared);
        r->act[w] = PW_NEWS(struct pw_entry, r->n_act);
        r->pas[w] = PW_NEWS(struct pw_entry, r->n_pas);
    }
    return r;
}

void pw_row_free(struct pw_row *r)
{
    if (!r) return;
    for (int w = PW_NOW; w <= PW_NEXT; w++) {
        PW_FREES(r->shared[w], r->n_shared);
        PW_FREES(r->act[w], r->n_act);
        PW_FREES(r->pas[w], r->n_pas);
    }
    PW_FREE(r);
}

void pw_row_reset(struct pw_row *r)
{
    r->passive_loc = PW_NO_INDEX;
    for (int w = PW_NOW; w <= PW_NEXT; w++) {
        memset(r->shared[w], 0, r->n_shared * sizeof *r->shared[w]);
        memset(r->act[w], 0, r->n_act * sizeof *r->act[w]);
        memset(r->pas[w], 0, r->n_pas * sizeof *r->pas[w]);
    }
}

struct pw_entry *pw_row_entries(const struct pw_row *r, enum pw_role role, enum pw_when when)
{
    return role == PW_SHARED ? r->shared[when] : role == PW_ACTIVE ? r->act[when] : r->pas[when];
}

size_t pw_row_width(const struct pw_row *r, enum pw_role role)
{
    return role == PW_SHARED ? r->n_shared : role == PW_ACTIVE ? r->n_act : r->n_pas;
}

void pw_row_set(struct pw_row *r, enum pw_role role, uint32_t field, enum pw_when when,
                int64_t value)
{
    assert(field < pw_row_width(r, role));
    pw_row_entries(r, role, when)[field] = (struct pw_entry){PW_ENTRY_VALUE, value};
}

void pw_row_keep(struct pw_row *r, enum pw_role role, uint32_t field)
{
    assert(field < pw_row_width(r, role));
    pw_row_entries(r, role, PW_NEXT)[field] = (struct pw_entry){PW_ENTRY_KEEP, 0};
}

/* The rows that agree with the entries of one role at one time. */
static pw_bdd entries_bdd(struct pw_dual *t, const struct pw_row *r, enum pw_role role,
                          enum pw_when when)
{
    uint32_t template = role == PW_ACTIVE ? r->active : r->passive;
    const struct pw_entry *e = pw_row_entries(r, role, when);
    pw_bdd b = PW_BDD_TRUE;
    for (uint32_t i = (uint32_t)pw_row_width(r, role); i-- > 0;) {
        assert(when == PW_NEXT || e[i].kind != PW_ENTRY_KEEP);
        if (e[i].kind == PW_ENTRY_VALUE)
            b = pw_bdd_and(t->bdds, b, pw_dual_value(t, role, template, i, when, e[i].value));
        if (e[i].kind == PW_ENTRY_KEEP)
            b = pw_bdd_and(t->bdds, b, pw_dual_keeps(t, role, template, i));
    }
    return b;
}

static pw_bdd now_bdd(struct pw_dual *t, const struct pw_row *r)
{
    pw_bdd b = entries_bdd(t, r, PW_PASSIVE, PW_NOW);
    b = pw_bdd_and(t->bdds, b, entries_bdd(t, r, PW_ACTIVE, PW_NOW));
    return pw_bdd_and(t->bdds, b, entries_bdd(t, r, PW_SHARED, PW_NOW));
}

pw_bdd pw_row_bdd(struct pw_dual *t, const struct pw_row *r)
{
    pw_bdd b = now_bdd(t, r);
    for (int role = PW_SHARED; role <= PW_PASSIVE; role++)
        b = pw_bdd_and(t->bdds, b, entries_bdd(t, r, role, PW_NEXT));
    if (r->passive_loc != PW_NO_INDEX) b = pw_bdd_and(t->bdds, b, pw_dual_at(t, r->passive_loc));
    return pw_bdd_and(t->bdds, b, pw_dual_valid(t, r->active, r->passive));
}

void pw_dual_add_step_row(struct pw_dual *t, uint32_t stmt, const struct pw_row *r)
{
    assert(t->stmts.at[stmt].template == r->active);
    pw_dual_or_step(t, stmt, r->passive, pw_row_bdd(t, r));
}

void pw_dual_add_init_row(struct pw_dual *t, const struct pw_row *r)
{
    pw_dual_or_init(t, r->active, r->passive, now_bdd(t, r));
}
