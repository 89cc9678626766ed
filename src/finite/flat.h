/* flat.h -- guard and updates of one edge as a list of operations on registers of 64 bits: the same
 * values as finite/word.h, without a walk over the nodes.
 *
 * The registers of a program, one array for all its edges:
 *
 *     shared variables | locals of the thread that moves | choices | own ones of each edge
 *
 * Its own ones are constants, which are set once, and temporaries. A part of the guard that every
 * way through it computes is computed once, for the updates, too. As in word.h there may be no
 * answer (a value that does not fit); then the caller asks prog/expr.h. */
#ifndef PW_FINITE_FLAT_H
#define PW_FINITE_FLAT_H

#include "base/vec.h"
#include "prog/program.h"

enum { PW_FLAT_LARGEST = 4096 }; /* nodes of one edge; larger ones are not made flat */

struct pw_flat_op {
    uint32_t kind;
    uint32_t a, b;
    uint32_t to; /* a register, or the operation to go on with if the test holds */
};

struct pw_flat_number {
    int64_t value;
    uint32_t at; /* register */
};

struct pw_flat {
    bool there; /* false: too large, or with a leaf that steps do not read */
    PW_VEC(struct pw_flat_op) ops;
    PW_VEC(struct pw_flat_number) numbers;
    uint32_t *updates; /* by update: the register that has its value */
    size_t nupdates;
    uint32_t end; /* its own registers end before this one */
};

/* Where registers begin. */
struct pw_flat_layout {
    uint32_t locals, choices, own;
};

void pw_flat_make(struct pw_flat *f, const struct pw_edge *e, struct pw_flat_layout at);
void pw_flat_clear(struct pw_flat *f);
/* Sets the constants; once is enough. */
void pw_flat_set_numbers(const struct pw_flat *f, int64_t *registers);

enum pw_flat_answer { PW_FLAT_NO, PW_FLAT_YES, PW_FLAT_NONE };

/* Does the guard hold? If so, the registers f->updates have the values of the updates.
 * pre: f->there; the registers before its own ones and its constants are set. */
enum pw_flat_answer pw_flat_run(const struct pw_flat *f, int64_t *registers);

#endif
