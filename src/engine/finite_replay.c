#include "engine/finite_replay.h"

#include <assert.h>

#include "engine/replay.h"

static struct pw_state *start_of(struct pw_space *s, const struct pw_finite_run *run,
                                 const uint32_t *templates)
{
    const struct pw_program *p = s->p;
    struct pw_state *x = pw_state_new(p, templates, run->start.n);
    for (size_t v = 0; v < p->nshared; v++)
        pw_int_set_si(&x->shared[v], pw_space_shared_values(s, run->shared)[v]);
    for (size_t i = 0; i < run->start.n; i++) {
        const struct pw_finite_thread *t = &run->start.at[i];
        const int64_t *values = pw_space_local_values(s, t->template, t->local);
        for (size_t v = 0; v < p->templates[t->template].nlocals; v++)
            pw_int_set_si(&x->threads[i].locals[v], values[v]);
    }
    return x;
}

struct script {
    pw_schedule schedule;
    PW_VEC(pw_int) choices;
};

static void add_step(struct script *x, struct pw_space *s, uint32_t template,
                     const struct pw_finite_move *m)
{
    struct pw_schedule_step step = {m->thread, m->step.edge};
    assert(s->p->ntemplates > template);
    assert(m->step.edge < s->p->templates[template].nedges);
    size_t first = x->choices.n, n = s->p->templates[template].edges[m->step.edge].nchoices;
    pw_vec_push(&x->schedule, step);
    for (size_t i = 0; i < n; i++) {
        pw_int zero;
        pw_int_init(&zero);
        pw_vec_push(&x->choices, zero);
    }
    if (n) pw_space_choices(s, template, m->shared, m->local, m->step, x->choices.at + first);
}

void pw_finite_replay(struct pw_job *j, struct pw_space *s, const struct pw_finite_run *run)
{
    struct script x = {0};
    uint32_t *templates = PW_NEWS(uint32_t, run->start.n);
    for (size_t i = 0; i < run->start.n; i++)
        templates[i] = run->start.at[i].template;
    for (size_t k = 0; k < run->moves.n; k++)
        add_step(&x, s, templates[run->moves.at[k].thread], &run->moves.at[k]);
    struct pw_state *start = start_of(s, run, templates);
    struct pw_execution *e = pw_replay_from(start, &x.schedule, x.choices.at, x.choices.n);
    if (!pw_job_replayed(j, e))
        pw_job_warn(j, "a run was found that the interpreter does not follow");
    pw_state_free(start);
    for (size_t i = 0; i < x.choices.n; i++)
        pw_int_clear(&x.choices.at[i]);
    pw_vec_clear(&x.choices);
    pw_vec_clear(&x.schedule);
    PW_FREES(templates, run->start.n);
}
