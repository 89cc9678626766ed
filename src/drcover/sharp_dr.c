#include "drcover/sharp_dr.h"

#include <assert.h>

#include "dualref/trap.h"

static bool refine_at(const struct pw_encoding *e, struct pw_trap_finder *f, struct pw_closure *c,
                      const struct pw_config *at)
{
    struct pw_dual *t = c->t;
    pw_bdd *avoid = PW_NEWS(pw_bdd, t->templates.n), *trap = PW_NEWS(pw_bdd, t->templates.n);
    pw_bdd here = pw_states_shared_cube(&e->states, at->global, PW_NOW);
    for (size_t i = 0; i < at->toks.n; i++) {
        uint32_t q = pw_states_template(&e->states, at->toks.at[i].local);
        avoid[q] = pw_bdd_or(
            t->bdds, avoid[q],
            pw_bdd_and(t->bdds, here, pw_states_passive_cube(&e->states, at->toks.at[i].local)));
    }
    bool found = pw_trap_find(f, avoid, trap);
    if (found) pw_closure_add_trap(c, trap);
    PW_FREES(avoid, t->templates.n);
    PW_FREES(trap, t->templates.n);
    return found;
}

bool pw_sharp_refine(const struct pw_encoding *e, struct pw_closure *c,
                     const struct pw_trace *trace)
{
    assert(e->c == c && c->mode == PW_CLOSURE_SHARP);
    struct pw_trap_finder f;
    pw_trap_finder_init(&f, &e->slice);
    bool found = false;
    for (size_t i = 0; !found && i < trace->steps.n; i++)
        found = refine_at(e, &f, c, &trace->steps.at[i].after);
    pw_trap_finder_clear(&f);
    return found;
}
