/* resolve.h -- what the names of a program with contracts mean; sorts; the modules of each unit.
 *
 * Assumptions and invariants belong to the module they stand in. A procedure uses those of its own
 * module and of the modules of everything it calls, transitively; every thread uses those of all
 * modules. (A closure per thread would be unsound: a thread that calls nothing of a module may
 * still write its variables.)
 *
 * Implicit assumptions are added here: of each mutex m `holder(m) == self => holder'(m) == self`
 * and `holder(m) != self => holder'(m) != self`; of each object sort with `new`, that the set of
 * allocated objects grows. They are checked at every step like all others. */
#ifndef PW_MODULAR_RESOLVE_H
#define PW_MODULAR_RESOLVE_H

#include "modular/tree.h"
#include "prog/program.h"

/* False: errors were reported. Warnings may be reported with true. */
bool pw_resolve_program(struct pw_mtree *t, const struct pw_define *defines, size_t ndefines,
                        struct pw_diags *diags);

#endif
