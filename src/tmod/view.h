/* view.h -- local views: split invariants for programs with many shared variables, each of which
 * few threads name (TMOD section 5).
 *
 * Thread j sees V_j, the shared variables that its template names, and the classes (world.h) of its
 * neighbours N_j: the threads i with V_i and V_j not disjoint, and those that a property counts
 * beside it where these are few. A *view state* of j gives values to V_j, classes to N_j and a
 * local state to j; theta_j is a set of view states. The least theta such that
 *
 *   init   the projections of every initial state are there
 *   own    (v, k, l) in theta_j, (v, l) -> (v', l'):              (v', k, l') in theta_j
 *   env    i in N_j, s_i in theta_i and s_j in theta_j compatible, i steps from s_i:
 *          s_j with the variables of V_i and the class of i as after the step, in theta_j
 *
 * Compatible: equal values of V_i and V_j, each has the class that the other sees, equal classes of
 * common neighbours. A thread that is no neighbour of j changes nothing that j sees. So theta
 * contains the projections of all reachable states, and a property is excluded if no choice of
 * pairwise compatible view states of different threads fulfils it. No state of all threads is ever
 * built: the sum of all theta_j grows with the number of threads, not with that of shared
 * states. */
#ifndef PW_TMOD_VIEW_H
#define PW_TMOD_VIEW_H

#include "base/arena.h"
#include "tmod/world.h"

enum {
    PW_VIEW_MOST_THREADS = 65536,
    PW_VIEW_MOST_NEIGHBOURS = 64,
    PW_VIEW_MOST_INITIAL = 4096, /* initial shared states, and view states of one thread there */
    PW_VIEW_MOST_FILLED = 4      /* threads of a property that is looked at exactly */
};

/* Thread j beside one of its neighbours, i. */
struct pw_view_link {
    uint32_t other;              /* i */
    uint32_t back;               /* j is neighbour number `back` of i */
    uint32_t n_fields, n_common; /* pairs of positions, of j and of i */
    const uint32_t *fields;      /* in V_j and V_i */
    const uint32_t *common;      /* in N_j and N_i */
};

/* How a view state came to be: by a step of its thread from `from`, or by one of thread `other` at
 * `beside`. */
enum pw_view_origin { PW_VIEW_START, PW_VIEW_OWN, PW_VIEW_ENV };
struct pw_view_state {
    uint32_t class, from, other, beside;
    uint32_t first_step, n_steps; /* valid once expanded */
    uint8_t origin;
    bool expanded;
};

struct pw_view_thread {
    uint32_t template;
    uint32_t n_fields, n_links, width;
    const uint32_t *fields; /* V_j, increasing */
    struct pw_view_link *links;
    PW_VEC(int64_t) cells; /* width each: values of V_j, classes of N_j, the local state */
    PW_VEC(struct pw_view_state) states;
    PW_VEC(int64_t) steps; /* n_fields + 2 each: values after, local state, class */
    struct pw_table index;
};

/* A state of a thread. */
struct pw_view_todo {
    uint32_t thread, state;
};

struct pw_local_views {
    struct pw_space *space;
    const uint64_t *counts;
    struct pw_view_thread *threads;
    uint32_t n;
    struct pw_arena arena;
    pw_tmod_exposures exposed;
    struct pw_tmod_world world; /* of the classes */
    bool world_there;
    bool
        too_many; /* more initial states than PW_VIEW_MOST_INITIAL, or `most`: theta is of no use */
    uint64_t looked, most; /* pairs of states of neighbours, in all rounds; most = 0: no limit */
    int64_t *scratch;
    int64_t *full; /* a shared state with all variables at their least value */
    uint64_t work; /* states of all threads */
    PW_VEC(struct pw_view_todo) todo;
};

/* A choice of view states that fulfils a property. */
struct pw_view_filling {
    struct pw_view_todo at[PW_VIEW_MOST_FILLED];
    uint32_t n;
};

/* Are there far fewer states of views than of all shared variables? */
bool pw_view_pays(const struct pw_program *p, const uint64_t *counts);
/* How many pairs of states are worth looking at before other methods are tried; 0: no limit, there
 * are so many shared states that no other will do. */
uint64_t pw_view_worth(const struct pw_program *p, const uint64_t *counts);
/* Do threads and neighbours fit at all? */
bool pw_view_fits(const struct pw_program *p, const uint64_t *counts);

/* pre: fits. space and counts outlive it. */
void pw_view_open(struct pw_local_views *v, struct pw_space *space, const uint64_t *counts);
void pw_view_close(struct pw_local_views *v);

/* theta for the exposed predicates of v; what was there before is forgotten. Polls the limits. */
void pw_view_fix(struct pw_local_views *v);

/* Can alternative number d (p->nunsafe: an error location) be fulfilled? May say so wrongly where
 * it asks for more than PW_VIEW_MOST_FILLED threads; f is empty then. */
bool pw_view_bad(struct pw_local_views *v, size_t d, struct pw_view_filling *f);

/* Exposes predicates, from `start` (may be NULL) on, until the program is proved (true) or nothing
 * helps. *rounds: how many fixpoints that took. */
bool pw_view_prove(struct pw_local_views *v, const pw_tmod_exposures *start, uint64_t *rounds);

/* The cells of a state, and parts of them. */
static inline const int64_t *pw_view_cells(const struct pw_local_views *v, uint32_t thread,
                                           uint32_t state)
{
    return v->threads[thread].cells.at + (size_t)state * v->threads[thread].width;
}
static inline uint32_t pw_view_local(const struct pw_local_views *v, uint32_t thread,
                                     uint32_t state)
{
    return (uint32_t)pw_view_cells(v, thread, state)[v->threads[thread].width - 1];
}
/* Are state s of thread j and state t of its neighbour by link a compatible? */
bool pw_view_compatible(const struct pw_local_views *v, uint32_t j, uint32_t s, uint32_t a,
                        uint32_t t);

#endif
