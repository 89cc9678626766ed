#include "finite/run.h"

#include <assert.h>

void pw_finite_run_clear(struct pw_finite_run *r)
{
    pw_vec_clear(&r->start);
    pw_vec_clear(&r->moves);
}

void pw_finite_run_reverse(struct pw_finite_run *r)
{
    size_t n = r->moves.n;
    for (size_t i = 0; i < n / 2; i++) {
        assert(i < r->moves.n);
        struct pw_finite_move m = r->moves.at[i];
        r->moves.at[i] = r->moves.at[n - 1 - i];
        r->moves.at[n - 1 - i] = m;
    }
}

static uint32_t shared_in(const struct pw_space *from, struct pw_space *to, uint32_t shared)
{
    return pw_space_number_shared(to, pw_space_shared_values(from, shared));
}

static uint32_t local_in(const struct pw_space *from, struct pw_space *to, uint32_t t, uint32_t l)
{
    return pw_space_number_local(to, t, pw_space_loc(from, t, l),
                                 pw_space_local_values(from, t, l));
}

void pw_finite_run_renumber(struct pw_finite_run *r, const struct pw_space *from,
                            struct pw_space *to)
{
    assert(from != to && from->p == to->p);
    r->shared = shared_in(from, to, r->shared);
    for (size_t i = 0; i < r->start.n; i++)
        r->start.at[i].local = local_in(from, to, r->start.at[i].template, r->start.at[i].local);
    for (size_t i = 0; i < r->moves.n; i++) {
        struct pw_finite_move *m = &r->moves.at[i];
        assert(m->thread < r->start.n);
        uint32_t t = r->start.at[m->thread].template;
        m->shared = shared_in(from, to, m->shared);
        m->local = local_in(from, to, t, m->local);
        m->step.shared = shared_in(from, to, m->step.shared);
        m->step.local = local_in(from, to, t, m->step.local);
    }
}
