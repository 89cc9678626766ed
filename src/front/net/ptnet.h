/* ptnet.h -- a place/transition net under construction, for readers of formats that list places,
 * transitions and arcs (`.pnml`, `.lola`).
 *
 * A transition t takes the tokens of its arcs from places and puts those of its arcs to places;
 * arcs between the same two nodes add up. Each becomes a rule of kind COMMAND (net.h):
 *     guards p >= take(p), assignments p' = p + put(p) - take(p).
 * The text of the net is written anew, one line per rule, so that runs read the same for every
 * format. Places have exactly their tokens at the start. The targets are a text of their own
 * (--target): conjunctions `p >= k && q >= k && ...`, several with || between them; a name that is
 * not made of letters, digits and _ . : - / is written in double quotes. */
#ifndef PW_FRONT_NET_PTNET_H
#define PW_FRONT_NET_PTNET_H

#include "cover/net.h"

enum pw_ptnet_side { PW_PTNET_TAKE, PW_PTNET_PUT };

struct pw_ptnet_arc {
    uint32_t trans, place;
    enum pw_ptnet_side side;
    int64_t count; /* > 0 */
};

struct pw_ptnet_trans {
    char *name; /* owned */
    unsigned line;
};

struct pw_ptnet {
    struct pw_net *net; /* its names are the places */
    const struct pw_source *src;
    struct pw_diags *d;
    PW_VEC(int64_t) tokens; /* per place */
    PW_VEC(struct pw_ptnet_trans) trans;
    PW_VEC(struct pw_ptnet_arc) arcs;
};

/* *net is made empty. */
void pw_ptnet_init(struct pw_ptnet *b, struct pw_net *net, const struct pw_source *src,
                   struct pw_diags *d);
void pw_ptnet_clear(struct pw_ptnet *b);                                       /* not the net */
uint32_t pw_ptnet_place(struct pw_ptnet *b, const char *name, int64_t tokens); /* a new name */
uint32_t pw_ptnet_trans(struct pw_ptnet *b, const char *name, unsigned line);
void pw_ptnet_arc(struct pw_ptnet *b, uint32_t trans, enum pw_ptnet_side side, uint32_t place,
                  int64_t count);
/* Makes the net, with the targets of the text; NULL: there is none, which is an error. False:
 * messages say why. */
bool pw_ptnet_finish(struct pw_ptnet *b, const struct pw_source *target);

#endif
