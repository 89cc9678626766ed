#include "unit/tmod_states.h"

#include <string.h>

#include "base/mem.h"

void tmod_each_step(const struct pw_tmmc *x, const uint32_t *state, pw_tmmc_visit *visit, void *arg)
{
    uint32_t *next = PW_NEWS(uint32_t, x->n + 1);
    pw_space_steps steps = {0};
    for (uint32_t i = 0; i < x->n; i++) {
        pw_space_steps_from(x->space, x->templates[i], state[0], state[1 + i], &steps);
        for (size_t m = 0; m < steps.n; m++) {
            memcpy(next, state, (x->n + 1) * sizeof *next);
            next[0] = steps.at[m].shared;
            next[1 + i] = steps.at[m].local;
            visit(arg, next);
        }
    }
    pw_vec_clear(&steps);
    PW_FREES(next, x->n + 1);
}

static void add_state(void *states, const uint32_t *state)
{
    bool new;
    pw_tuples_add(states, state, &new);
}

void tmod_reach(const struct pw_tmmc *x, struct pw_tuples *states)
{
    uint32_t *now = PW_NEWS(uint32_t, x->n + 1);
    *states = (struct pw_tuples){.width = x->n + 1};
    for (uint32_t i = 0; i < x->initial.n; i++)
        add_state(states, pw_tuples_at(&x->initial, i));
    for (uint32_t k = 0; k < states->n; k++) {
        memcpy(now, pw_tuples_at(states, k), (x->n + 1) * sizeof *now);
        tmod_each_step(x, now, add_state, states);
    }
    PW_FREES(now, x->n + 1);
}

/* With thread `last` (or nobody: n) as the one that has the ghost. */
static bool in_gamma_with(const struct pw_tmod_table *t, const struct pw_tmmc *x,
                          const uint32_t *state, uint32_t last)
{
    PW_VEC(struct pw_tmod_token) tokens = {0};
    for (uint32_t i = 0; i < x->n; i++) {
        struct pw_tmod_token k = {pw_tmod_class_of(t->w, x->templates[i], state[1 + i], i == last),
                                  1};
        pw_vec_push(&tokens, k);
    }
    uint32_t bag = pw_tmod_bag_of(t->w, tokens.at, tokens.n);
    uint32_t k = pw_tmod_table_find(t, state[0], bag);
    bool all = k != PW_TMOD_NOWHERE;
    for (uint32_t i = 0; i < x->n && all; i++)
        all = pw_tmod_table_has(t, pw_tmod_table_row(t, k, tokens.at[i].class), state[1 + i]);
    pw_vec_clear(&tokens);
    return all;
}

bool tmod_in_gamma(const struct pw_tmod_table *t, const struct pw_tmmc *x, const uint32_t *state)
{
    if (in_gamma_with(t, x, state, x->n)) return true;
    for (uint32_t i = 0; i < x->n && t->w->ghost != PW_GHOST_NONE; i++)
        if (in_gamma_with(t, x, state, i)) return true;
    return false;
}

bool tmod_every_pair(const struct pw_tmod_table *t, tmod_pair_test *test, const void *of)
{
    for (size_t k = 0; k < t->contexts.n; k++) {
        const struct pw_tmod_context *c = &t->contexts.at[k];
        uint32_t n;
        const struct pw_tmod_token *at = pw_tmod_bag_tokens(t->w, c->bag, &n);
        for (uint32_t i = 0; i < n; i++) {
            const struct pw_tmod_row r = pw_tmod_table_at(t, c->first_row + i);
            for (struct pw_tmod_cursor m = pw_tmod_row_start(&r); pw_tmod_row_next(&r, &m);)
                if (!test(of, c->shared, t->w->classes.at[at[i].class].template, m.local))
                    return false;
        }
    }
    return true;
}

bool tmod_in_plain(const void *table, uint32_t shared, uint32_t template, uint32_t local)
{
    const struct pw_tmod_table *t = table;
    for (uint32_t k = 0; k < t->contexts.n; k++) {
        if (t->contexts.at[k].shared != shared) continue;
        uint32_t class = pw_tmod_class_of(t->w, template, local, false);
        return pw_tmod_table_has(t, pw_tmod_table_row(t, k, class), local);
    }
    return false;
}
