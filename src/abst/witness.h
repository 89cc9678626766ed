/* witness.h -- the fast computation of R~: only the threads that false inter-thread predicates
 * need.
 *
 * Let s be a statement of template T and q the template of thread 2. A *claim* is an inter-thread
 * predicate Q[i] as a bit of thread a = 1 or 2, before or after; it holds iff Q[i]{L -> L_a}{L_P ->
 * L_p} for every other thread p of the templates that Q[i] ranges over. Threads >= 3 only matter as
 * the p of claims. Fix the set V of templates of which there are threads >= 3 ("present").
 *
 * (1) Within a present template threads may be doubled: a second thread with the locals and the
 *     location of an existing one, next to it in the order of threads, changes no bit of threads 1
 *     and 2 (this needs no initial condition). So there may be a thread of its own, per template it
 *     ranges over, for each false claim that thread 1 or 2 does not refute, besides one thread of
 *     each present template that refutes nothing in particular.
 * (2) Every thread that is there satisfies the true claims that range over its template. More than
 *     (1) is not needed: others can be left out.
 * Hence a row is in R~ with V present iff the formula over 1, 2, one *common* thread of each
 * present template, and one *witness* per claim and present template in its range, has a model; a
 * witness is only constrained when its claim needs it.
 *
 * (3) All 2^|templates| sets V are tried, except that when there is an inter-thread predicate (b >=
 *     6, so a third thread is mandatory) V = {} is admitted only if a third thread that no claim
 *     concerns may exist: an idle thread, or one of a template that no claim ranges over. This is
 *     the trap of DESIGN §4. Where a step has an `every` V = {} is always admitted: two threads
 *     may then do what three cannot, so that their rows are needed, too (the field `alone` of
 *     abst/abstract.h says that this is so).
 *
 * (4) For fixed V, formulas without common hidden variables are independent: integers of threads 1,
 *     2 and the shared state connect them, and the locals of hidden threads do. Two groups
 *     connected by no variable may each choose their threads >= 3 of a present template on their
 *     own: pad the smaller list by doubling (1) and pair them up, taking the locals of one group
 *     from the first and those of the other from the second. (Locals that no formula mentions are
 *     arbitrary.) So each group gets witnesses only for its own claims, and R~ for V is the
 *     conjunction of the groups' rows; where threads have an order, formulas about it are connected
 *     by that of threads 1 and 2. Row bits, finite values of threads 1 and 2 included, may
 *     occur in several groups. The union over V is taken outside the conjunction.
 *
 * Looks of the statement (prog/program.h) are claims of thread 1 before the step: every(E) one that
 * is true, some(S) the one of every(!S) that is false. (1) - (4) hold as they are: a doubled thread
 * is changed by the step as the first one is. A row is one of the some block W_i iff moreover
 * S_i holds against thread 2.
 *
 * (5) Axioms (abst/axioms.h) are formulas about the states before and after the step: about threads
 *     1, 2, one hidden thread beside them, and numbers of the others. Every step between states
 *     that satisfy them satisfies these formulas together with all others, whatever its threads >=
 *     3 are: each hidden thread of the formula is one of them. Nothing is said of two hidden
 *     threads, which may be one. (The rows of groups may be too many then, never too few.)
 *
 * A predicate whose formulas are the same before and after (equal terms, for thread 2 or 1 and for
 * a common thread as p) is unchanged by s: it has one bit in the formula, and "next = now" in the
 * relation. */
#ifndef PW_ABST_WITNESS_H
#define PW_ABST_WITNESS_H

#include "abst/project.h"

/* R~[stmt][passive] of the template of r->w, for a fast computation with the bound. passive may be
 * the idle template. */
pw_bdd pw_witness_step(struct pw_projector *r, uint32_t stmt, uint32_t passive);
/* W_i[stmt][passive] */
pw_bdd pw_witness_some(struct pw_projector *r, uint32_t stmt, uint32_t i, uint32_t passive);

/* I~[active][passive]. pre: no `init` constraint relates threads (else see abst/plain.h). By the
 * same construction, where every thread also satisfies the unary constraints; doubling keeps them.
 * A third thread that no claim concerns must be able to start, too. */
pw_bdd pw_witness_initial(struct pw_projector *r, uint32_t active, uint32_t passive);

#endif
