#include "finite/run.h"

#include <assert.h>

#include "base/mem.h"

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

static struct pw_state *start_of(const struct pw_finite_run *r, struct pw_space *s)
{
    const struct pw_program *p = s->p;
    uint32_t *templates = PW_NEWS(uint32_t, r->start.n);
    for (size_t i = 0; i < r->start.n; i++)
        templates[i] = r->start.at[i].template;
    struct pw_state *x = pw_state_new(p, templates, r->start.n);
    for (size_t v = 0; v < p->nshared; v++)
        pw_int_set_si(&x->shared[v], pw_space_shared_values(s, r->shared)[v]);
    for (size_t i = 0; i < r->start.n; i++) {
        const int64_t *values = pw_space_local_values(s, templates[i], r->start.at[i].local);
        for (size_t v = 0; v < p->templates[templates[i]].nlocals; v++)
            pw_int_set_si(&x->threads[i].locals[v], values[v]);
    }
    PW_FREES(templates, r->start.n);
    return x;
}

struct pw_run *pw_finite_run_values(const struct pw_finite_run *r, struct pw_space *s)
{
    struct pw_run *run = pw_run_new(start_of(r, s));
    for (size_t k = 0; k < r->moves.n; k++) {
        const struct pw_finite_move *m = &r->moves.at[k];
        pw_int *choices = pw_run_add(run, m->thread, m->step.edge);
        if (choices)
            pw_space_choices(s, r->start.at[m->thread].template, m->shared, m->local, m->step,
                             choices);
    }
    return run;
}
