/* views.h -- a certificate of local views as read (views_read.c); its conditions are in views.c. */
#ifndef PW_CHECK_VIEWS_H
#define PW_CHECK_VIEWS_H

#include "check/finite.h"

enum { PWC_NOBODY = 0xffffffff };

struct pwc_viewer { /* a thread */
    uint32_t kind;
    pw_uints fields, neighbours; /* strictly increasing */
    size_t width, states;
    PW_VEC(int64_t) cells; /* width each: values, classes, local state */
    struct pw_table index;
};

struct pwc_views {
    struct pwc_finite p;
    PW_VEC(uint32_t) class; /* by local state */
    PW_VEC(struct pwc_viewer) threads;
    pw_uints *users;  /* by shared field: the threads that see it */
    pw_uints *starts; /* by kind: initial local states beside the shared state at hand */
    int64_t *cells;   /* a view state in the making */
    uint32_t mover;   /* the thread that moves, and its state */
    size_t from;
};

/* Reads everything after the head, to the end of the text. */
void pwc_read_views(struct pwc_views *v, struct pwc_reader *r);

static inline const int64_t *pwc_view_state(const struct pwc_viewer *t, size_t s)
{
    return t->cells.at + s * t->width;
}
/* Is this state in theta of the thread? */
bool pwc_sees(const struct pwc_views *v, const struct pwc_viewer *t, const int64_t *cells);
/* Does the thread see the field? */
bool pwc_in_view(const struct pwc_viewer *t, uint32_t field);
/* The number of thread j among the neighbours of i, or PWC_NOBODY. */
uint32_t pwc_neighbour(const struct pwc_views *v, uint32_t i, uint32_t j);
/* State s of thread i and state t of thread j; threads that are no neighbours are compatible. */
bool pwc_compatible(const struct pwc_views *v, uint32_t i, size_t s, uint32_t j, size_t t);

/* The steps of v->mover from v->from. What it does not see has its least value. */
void pwc_view_steps(struct pwc_views *v, void (*step)(void *arg, uint32_t shared, uint32_t local));

#endif
