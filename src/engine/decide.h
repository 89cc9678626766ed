/* decide.h -- one program, one list of predicates, one mode: abstraction, closure, search. The one
 * place where these are put together; whoever wants to know what a program is with other predicates
 * (the verdict, `unneeded`, a refinement loop) asks here.
 *
 *   struct pw_decision d;
 *   if (pw_decide(&d, p, preds, &mode, &job)) ... job.evidence.coverable ... d.closed.found ...
 *   pw_decision_clear(&d);
 *
 * Private to this folder. */
#ifndef PW_ENGINE_DECIDE_H
#define PW_ENGINE_DECIDE_H

#include "engine/closed.h"

struct pw_decision {
    struct pw_abstraction *abstraction;
    struct pw_closed closed; /* valid if there is an abstraction */
};

/* Statistics, evidence, stage lines and messages go to the job. False: the program has no
 * abstraction with these predicates, and job->diags says why. The program and the predicates must
 * outlive the decision. Clear it in any case. */
bool pw_decide(struct pw_decision *d, const struct pw_program *p, struct pw_preds preds,
               const struct pw_mode *mode, struct pw_job *j);
void pw_decision_clear(struct pw_decision *d);

/* Is the program SAFE with these predicates and axioms (NULL: none)? Asked aside: job gives the
 * options, and nothing of it is changed. */
bool pw_decide_aside(const struct pw_job *j, const struct pw_program *p, struct pw_preds preds,
                     const struct pw_axioms *axioms);

#endif
