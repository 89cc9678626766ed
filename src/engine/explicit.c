#include "engine/explicit.h"

#include "base/mem.h"
#include "engine/replay.h"
#include "run/concrete.h"

/* stand for arbitrary integers; what needs others is found by the solver */
enum { LEAST = 0, GREATEST = 3 };

/* The violated property with the shortest run; PW_NONE if there is none. */
static int64_t nearest(const struct pw_concrete *x)
{
    int64_t best = PW_NONE;
    for (size_t k = 0; k < pw_concrete_properties(x->p); k++)
        if (x->found[k].reached && (best == PW_NONE || x->found[k].depth < x->found[best].depth))
            best = (int64_t)k;
    return best;
}

/* The choices of a trace in one row; the numbers stay the trace's. */
static struct pw_execution *replay(const struct pw_concrete_trace *t)
{
    pw_schedule schedule = {0};
    PW_VEC(pw_int) choices = {0};
    for (size_t i = 0; i < t->steps.n; i++) {
        const struct pw_concrete_step *s = &t->steps.at[i];
        struct pw_schedule_step step = {(uint32_t)s->thread, s->edge};
        pw_vec_push(&schedule, step);
        for (size_t k = 0; k < s->nchoices; k++)
            pw_vec_push(&choices, s->choices[k]);
    }
    struct pw_execution *e = pw_replay_from(t->start, &schedule, choices.at, choices.n);
    pw_vec_clear(&schedule);
    pw_vec_clear(&choices);
    return e;
}

struct pw_execution *pw_explicit_violation(struct pw_concrete *x)
{
    int64_t k = nearest(x);
    if (k == PW_NONE) return NULL;
    struct pw_concrete_trace *t = pw_concrete_trace(x, (size_t)k);
    struct pw_execution *e = replay(t);
    pw_concrete_trace_free(t);
    return e;
}

/* *tries is the clock that is left. */
static struct pw_execution *run_with(const struct pw_program *p, size_t threads,
                                     uint64_t most_states, uint64_t *tries, bool reduced)
{
    struct pw_concrete_options o = {.threads = threads,
                                    .states = most_states,
                                    .tries = *tries,
                                    .lo = LEAST,
                                    /* it may be how many threads there are */
                                    .hi =
                                        reduced && threads > GREATEST ? (int64_t)threads : GREATEST,
                                    .stop_early = true,
                                    .reduced = reduced};
    struct pw_concrete x;
    struct pw_execution *e = NULL;
    const char *why;
    if (!pw_concrete_init(&x, p, &o, &why)) return NULL;
    pw_concrete_run(&x);
    *tries -= x.tries < *tries ? x.tries : *tries;
    e = pw_explicit_violation(&x);
    pw_concrete_clear(&x);
    return e;
}

static struct pw_execution *find_run(const struct pw_program *p, size_t threads,
                                     uint64_t most_states, uint64_t most_tries, bool reduced)
{
    struct pw_execution *e = NULL;
    if (p->of) p = p->of; /* the properties themselves, not their checks */
    if (threads > PW_EXPLICIT_MOST + 1) return NULL; /* one more than a trace has is allowed */
    for (size_t n = pw_explicit_first(threads); n <= threads && !e && most_tries; n++)
        e = run_with(p, n, most_states, &most_tries, reduced);
    return e;
}

struct pw_execution *pw_explicit_run(const struct pw_program *p, size_t threads,
                                     uint64_t most_states, uint64_t most_tries)
{
    return find_run(p, threads, most_states, most_tries, false);
}

struct pw_execution *pw_explicit_reduced_run(const struct pw_program *p, size_t threads,
                                             uint64_t most_states, uint64_t most_tries)
{
    return find_run(p, threads, most_states, most_tries, true);
}
