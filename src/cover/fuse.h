/* fuse.h -- shared states that are only passed through.
 *
 * Thread systems made from Petri nets take and put the tokens of one net transition one after the
 * other, through shared states of their own. Let g be a global state in which no initial
 * configuration and no target is, and whose transitions, into it and out of it, move no passive
 * tokens and do not go from g to g. A run that meets a target passes through g in two steps, t into
 * it and u out of it; nothing can be between them. So t and u may be put together,
 *     pre = pre(t) + (pre(u) - post(t)),   post = post(u) + (post(t) - pre(u)),
 * with x - y the difference where it is positive: enabled exactly where t and then u are, and with
 * the same effect. With all such pairs in the place of the transitions of g the same targets are
 * covered as before. States are removed one after the other while that makes no more transitions
 * than it removes. What is left of such a thread system is the net.
 *
 * Answers are brought back to the system as given. A trace is written out step by step. Of a proof
 * by basis, an element u after a transition from a removed state g becomes the elements pre(u) in
 * g, and so on; a linear inequality gets the least offset in g that its transitions into g allow.
 * Both are suggestions only: they are where the backward search of the system itself begins, which
 * checks and, if need be, completes them. */
#ifndef PW_COVER_FUSE_H
#define PW_COVER_FUSE_H

#include "cover/search.h"
#include "cover/system.h"

struct pw_fuse_span {
    size_t first, n;
};

struct pw_fuse {
    const struct pw_system *sys;
    struct pw_system fused; /* a system of its own; the tag of a transition is that of its first */
    uint32_t *old_of;       /* per global of fused */
    uint32_t *new_of;       /* per global of sys, or PW_ANY_GLOBAL: removed */
    PW_VEC(struct pw_fuse_span) steps; /* per transition of fused: sequence.at[first ...] */
    pw_uints sequence;                 /* transitions of sys */
};

/* False: fewer than half of the global states can be removed, and *f is empty. */
bool pw_fuse_init(struct pw_fuse *f, const struct pw_system *sys);
void pw_fuse_clear(struct pw_fuse *f);

/* A trace of fused as one of sys. */
void pw_fuse_write_out(const struct pw_fuse *f, const struct pw_trace *t, struct pw_trace *out);

/* What a proof of fused suggests for sys. */
struct pw_fuse_start {
    PW_VEC(struct pw_config) elements;
    PW_VEC(struct pw_linear) linear;
};
/* False: more than `most` elements. */
bool pw_fuse_suggest(const struct pw_fuse *f, const struct pw_cover_result *r, size_t most,
                     struct pw_fuse_start *out);
void pw_fuse_start_clear(struct pw_fuse_start *s, uint32_t globals);

/* The global states of basis and ideals are those of sys from now on; what else the proof says of
 * fused is dropped. */
void pw_fuse_rename(const struct pw_fuse *f, struct pw_cover_result *r);

#endif
