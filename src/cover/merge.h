/* merge.h -- merging of equivalent local states.
 *
 * A partition of the locals is good if members of one class (1) have the same count in every
 * target; (2) are taken by no transition that takes more than one token, unless alone in their
 * class; (3) for every transition that takes just the one have one that takes just the other, with
 * the same globals, the same classes put, and the same relation between classes; (4) have images in
 * the same classes, and are sunk alike, under every relation. Then replacing each token by its
 * class is a bisimulation, and a question about targets has the same answer on the quotient. The
 * coarsest partition that refinement from (1) reaches is used (found by hashes, then checked
 * exactly). Initial conditions must be boxes (no callback): those of the quotient are sums.
 * Transitions that become equal are kept once.
 *
 * All transitions count, also dead ones: so what is proved about the quotient holds of all
 * configurations with that image. Answers about the quotient: a trace is lifted step by step to the
 * system itself. Bases, ideals and invariants stay in terms of classes: configuration m of the
 * system stands for its image, see pw_cover_result.merged. */
#ifndef PW_COVER_MERGE_H
#define PW_COVER_MERGE_H

#include "cover/search.h"

struct pw_merge {
    const struct pw_system *sys;
    uint32_t *class_of; /* per local of sys; the local of the quotient */
    uint32_t classes;
    /* tag of a transition: the number of one of sys that it is the image of */
    struct pw_system quotient;
    uint32_t *image_of; /* per transition of sys: that of the quotient */
};

/* False: nothing can be merged (or the system has a callback, or more than 65536 locals); *m is
 * then empty. */
bool pw_merge_init(struct pw_merge *m, const struct pw_system *sys);
void pw_merge_clear(struct pw_merge *m);
/* A trace of the quotient as one of the system; false (and *out empty) if that fails. */
bool pw_merge_lift(const struct pw_merge *m, const struct pw_trace *trace, struct pw_trace *out);

#endif
