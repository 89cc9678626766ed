#include "engine/explicit.h"

#include "base/mem.h"
#include "run/concrete.h"
#include "run/replay.h"

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

struct pw_execution *pw_explicit_violation(struct pw_concrete *x)
{
    int64_t k = nearest(x);
    if (k == PW_NONE) return NULL;
    struct pw_run *run = pw_concrete_run_to(x, (size_t)k);
    struct pw_execution *e = pw_replay(run);
    pw_run_free(run);
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
