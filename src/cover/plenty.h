/* plenty.h -- locals that no run is ever short of.
 *
 * Let every initial box have any number of tokens in local l, and let every relation keep them
 * there. Then a run that lacks some tokens in l at its start only can begin with as many more: they
 * change nothing else. So l may be left out of what transitions take and put, and of the targets,
 * and the same targets are covered as before. Elements of a basis do not mention l any more, which
 * is what makes them fewer: ten threads that wait in l are not told apart from three.
 *
 * In systems with shared states the number of waiting threads is what leads the search to short
 * runs, and more is lost than won there (performance.md): they are left alone.
 *
 * Answers hold of the system as given. A basis without l and its J are closed there, too: what a
 * transition takes from l besides makes predecessors larger only. Ideals have l many. A run begins
 * with as many tokens in l as it takes. */
#ifndef PW_COVER_PLENTY_H
#define PW_COVER_PLENTY_H

#include "cover/search.h"
#include "cover/system.h"

struct pw_plenty {
    const struct pw_system *sys;
    uint8_t *plenty;       /* per local */
    struct pw_system left; /* a system of its own, with the same numbers of everything */
};

/* False: no transition takes a token from such a local, the boxes are not exact, or there are
 * several global states; *p is empty. */
bool pw_plenty_init(struct pw_plenty *p, const struct pw_system *sys);
void pw_plenty_clear(struct pw_plenty *p);
/* A trace of `left` becomes one of sys. A number that leaves its range throws PW_STOP_RANGE. */
void pw_plenty_lift(const struct pw_plenty *p, struct pw_trace *t);

#endif
