/* ctrans.h -- from C to threads and steps (cir.h): partial evaluation of `main`, expansion of
 * calls.
 *
 * `main` runs at translation time as far as its values are known; it creates threads; what it does
 * that others can see becomes a thread of its own. Every other function is expanded where it is
 * called. Values known at translation time (constants, addresses, functions, thread handles) are
 * kept per cell of local objects and are not variables of the result; before control that is not
 * known then, what it may change is made a variable.
 *
 * Facts of one translation serve the next: which cells of static objects are written after the
 * first thread was created (others are constants), and the ranges that variables stay in. A
 * translation that assumed too much says so (`again`) and is repeated. */
#ifndef PW_FRONT_C_CTRANS_H
#define PW_FRONT_C_CTRANS_H

#include "base/table.h"
#include "front/c/cerror.h"
#include "front/c/cir.h"

enum pw_cintegers { PW_CINTEGERS_CHECK, PW_CINTEGERS_MATH, PW_CINTEGERS_WRAP };

/* What is known of variables by key, from earlier translations of the same file. */
struct pw_cfact {
    /* a local: where control is not known; a shared one: after the first create */
    bool written;
    bool early;     /* a shared one: before that, where control is not known */
    bool late;      /* a shared one: threads get at it before main has set it */
    bool unset;     /* a local: read before it is set */
    bool blurred;   /* an array that is not kept: its elements hold anything */
    bool escapes;   /* an object of main that threads get at */
    bool row;       /* an array of which each thread gets an element */
    bool no_row;    /* ... but threads get at all of it */
    bool holder;    /* a pointer to a row, read by main only */
    bool ranged;    /* lo..hi holds always */
    bool guessed;   /* ... if the proof says so */
    bool unbounded; /* do not guess */
    bool wild;      /* may be near an end of its type without having been counted there */
    pw_cint lo, hi;
};

/* Memory that a thread allocates and others get at: an object of its own, there from the start. */
struct pw_cheap {
    const char *key;
    const struct pw_ctype *to; /* of each element; of the unit */
    int64_t count;
    bool zeroed;
};

struct pw_cfacts {
    PW_VEC(struct pw_cheap) heaps;
    struct pw_names keys;
    PW_VEC(struct pw_cfact) at;
    /* before ranges are known an operation on two variables may be read as any number; once some is
     * (rough), the translation is done again with what was found (settled) */
    bool rough, settled;
    /* handles of threads are values: kept in variables, or compared with pthread_self(). Each
     * thread that main creates outside of loops is then a template of its own. */
    bool handles;
    bool asked;              /* one of any number of threads asks who it is */
    struct pw_names targets; /* addresses that pointer variables hold: code - 1 -> key */
};

struct pw_cfact *pw_cfacts_of(struct pw_cfacts *f, const char *key); /* made if new */
void pw_cfacts_clear(struct pw_cfacts *f);

struct pw_ctrans_options {
    enum pw_cintegers integers;
    bool stop_overflow; /* signed overflow ends a run silently instead of being an error */
    bool any_unset;     /* locals without a value hold any; else reading one is an error */
    bool exact_main;    /* keep main even if it only creates threads */
    const char *labels; /* text in which labels of the user are named, or NULL */
};

/* Translates. Leaves by pw_cerror_throw on an error. True: facts have changed, translate again. */
bool pw_ctrans_run(const struct pw_cunit *u, const struct pw_ctrans_options *o,
                   struct pw_cfacts *facts, struct pw_cir *ir, struct pw_cerror *error);

#endif
