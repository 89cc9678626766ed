/* guess.h -- candidates for annotations, as text, for pw_infer_run (infer.h).
 *
 * A guess is `guards => conclusion`: guards are atoms like `m == self`, `b`, `!b`; conclusions are
 *   assumptions  x' == x, x <= x', x >= x', m' != self; of arrays at self, and for all indices
 *   invariants   bounds of x by 0 and the numbers of the program, x <= y, b, !b, r[self]
 *   claims       what holds in front of a loop: owners, shared and local truth values, bounds of
 *                locals, the `requires`, the conditions on the way
 * A guess with fewer guards and the same conclusion says more. */
#ifndef PW_MODULAR_GUESS_H
#define PW_MODULAR_GUESS_H

#include "modular/tree.h"

enum pw_guess_kind { PW_GUESS_ASSUMPTION, PW_GUESS_INVARIANT, PW_GUESS_CLAIM };

struct pw_guess {
    enum pw_guess_kind kind;
    char *text;          /* a formula, with its binder; owned */
    size_t at;           /* CLAIM: the byte of the source behind which it is written */
    uint32_t conclusion; /* equal numbers: equal conclusions */
    uint64_t guards;     /* a set of atoms */
    bool dead;
    /* in the text of the round: where its formula is */
    size_t from, to;
};

typedef PW_VEC(struct pw_guess) pw_guesses;

/* All guesses about the program, the simple ones first; PW_GUESS_MOST at most. */
enum { PW_GUESS_MOST = 4000 };
void pw_guess_make(const struct pw_mtree *t, pw_guesses *out);
/* One more, given as text. */
void pw_guess_add(pw_guesses *out, enum pw_guess_kind kind, const char *text);
void pw_guess_clear(pw_guesses *v);
/* Does `a` say at least what `b` says, by their guards? */
bool pw_guess_covers(const struct pw_guess *a, const struct pw_guess *b);

#endif
