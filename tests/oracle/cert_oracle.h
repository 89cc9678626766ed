/* cert_oracle.h -- judges small certificates by enumerating configurations, as doc/certificate.md
 * words the conditions.
 *
 * Slow, obvious, fixed-size arrays, and no code of src/: states are written out, steps are taken
 * forward, token by token. It is also used to make certificates: the naive fixpoint adds
 * configurations to the basis until the conditions hold. */
#ifndef PW_TESTS_CERT_ORACLE_H
#define PW_TESTS_CERT_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    OC_FIELDS = 4,
    OC_KINDS = 4,
    OC_LOCS = 10,
    OC_LABELS = 8,
    OC_STMTS = 24,
    OC_MOVES = 96,
    OC_BADS = 8,
    OC_GLOBALS = 32,
    OC_PLACES = 64,
    OC_LINEAR = 8,
    OC_BASIS = 400,
    OC_IDEALS = 40,
    OC_TRAPS = 3,
    OC_TOKENS = 16,
    OC_FREE = -1,
    OC_KEEP = -2
};

struct oc_fields {
    int n;
    long lo[OC_FIELDS], size[OC_FIELDS];
};
struct oc_kind {
    long count;
    int entry;
    struct oc_fields f;
};
struct oc_loc {
    int kind;
    uint64_t labels;
};
struct oc_cube {
    long at[OC_FIELDS];
};
struct oc_passive {
    int kind, loc;
    struct oc_cube now, next;
};
struct oc_active {
    int stmt;
    struct oc_cube s, l, s2, l2;
    bool with[OC_MOVES];
};
struct oc_start {
    int active, passive;
    struct oc_cube s, l, p;
};
struct oc_bag {
    int n;
    int tok[OC_TOKENS];
}; /* sorted places, repeated */
struct oc_bad {
    int n;
    int label[OC_LABELS];
    long k[OC_LABELS];
};
struct oc_state {
    int loc;
    struct oc_cube v;
};
struct oc_linear {
    long bound, offset[OC_GLOBALS], weight[OC_PLACES];
};
struct oc_element {
    int global;
    struct oc_bag m;
};
struct oc_trap {
    bool has[OC_GLOBALS][OC_PLACES];
};
struct oc_ideal {
    int global;
    long most[OC_PLACES];
}; /* -1: any number */
struct oc_trans {
    int from, to;
    struct oc_bag pre, post;
    int npairs, a[OC_PLACES], b[OC_PLACES];
};
struct oc_box {
    int global;
    bool rest;
    long lo[OC_PLACES], hi[OC_PLACES];
}; /* hi -1: no bound */
struct oc_target {
    int global;
    struct oc_bag m;
}; /* global -1: any */

struct oc {
    unsigned hints;           /* 0: none are printed */
    bool net, witness, sharp; /* sharp: with traps, and a witness */
    struct oc_fields shared;
    int nkinds, nlabels, nlocs, nstmts, npassives, nactives, nstarts, nbads;
    struct oc_kind kind[OC_KINDS];
    struct oc_loc loc[OC_LOCS];
    int from[OC_STMTS], to[OC_STMTS];
    struct oc_passive passive[OC_MOVES];
    struct oc_active active[OC_MOVES];
    struct oc_start start[OC_MOVES];
    struct oc_bad bad[OC_BADS];
    int ntrans, nboxes, ntargets; /* nets */
    struct oc_trans trans[OC_STMTS];
    struct oc_box box[OC_BADS];
    struct oc_target target[OC_BADS];
    int globals, places;
    struct oc_state gstate[OC_GLOBALS], lstate[OC_PLACES]; /* templates */
    bool occurs[OC_GLOBALS], may[OC_GLOBALS][OC_PLACES];
    int nlinear, nbasis, nideals;
    int ntraps;
    struct oc_trap trap[OC_TRAPS];
    bool bounded; /* there is a section of ideals (nets) */
    struct oc_ideal ideal[OC_IDEALS];
    struct oc_linear linear[OC_LINEAR];
    struct oc_element basis[OC_BASIS];
};

enum oc_verdict { OC_ACCEPT, OC_REJECT, OC_MALFORMED, OC_TOO_BIG };

/* Reads the text without caring for its checksum. OC_ACCEPT: read. */
enum oc_verdict oc_read(struct oc *c, const char *text, const char **why);
enum oc_verdict oc_judge(const struct oc *c, const char **why);

/* Makes J and the basis of a template: J = what the Cartesian forward closure reaches (all = false)
 * or everything; numbers the states of J. False if there is no certificate within the sizes above:
 * unsafe or too big. */
bool oc_make(struct oc *c, bool all);
/* The same for closure sharp: with the largest trap among the pairs of J that `pick` (one bit in
 * turn for each pair) allows, if it is marked and not empty. */
bool oc_make_sharp(struct oc *c, bool all, uint64_t pick);
bool oc_make_net(struct oc *c, bool all);
/* J as above, no basis, and ideals: forward from the initial states, more than `cap` tokens
 * becoming any number. A guess, to be judged. */
bool oc_guess_ideals(struct oc *c, bool all, int cap);

/* Prints it in the format, with checksum. Returns the length. */
size_t oc_print(const struct oc *c, char *out, size_t size);

#endif
