#include "tmod/layers.h"

#include <assert.h>

static struct pw_tmod_table *table_new(struct pw_tmod_world *w)
{
    struct pw_tmod_table *t = PW_NEW(struct pw_tmod_table);
    pw_tmod_table_init_few(t, w);
    return t;
}

static void table_free(struct pw_tmod_table *t)
{
    pw_tmod_table_clear(t);
    PW_FREE(t);
}

/* The next layer after the last one. */
static struct pw_tmod_table *next_layer(const struct pw_tmod_layers *x,
                                        const struct pw_tmod_table *seen, bool relaxed)
{
    assert(x->at.n > 0);
    const struct pw_tmod_table *now = pw_vec_last(&x->at);
    struct pw_tmod_table *next = table_new(now->w);
    pw_tmod_post(now, next);
    if (relaxed && pw_tmod_table_within(next, seen)) pw_tmod_table_join(next, now);
    return next;
}

/* The search ends if what comes next is within a layer: the last one, or of the frontier any. */
static bool ends_with(struct pw_tmod_layers *x, const struct pw_tmod_table *next)
{
    assert(x->at.n > 0);
    size_t last = x->at.n - 1, least = x->relaxed ? last : 0;
    for (x->back = last; !pw_tmod_table_within(next, x->at.at[x->back]); x->back--)
        if (x->back == least) return false;
    return true;
}

static void push_layer(struct pw_tmod_layers *x, struct pw_tmod_table *seen,
                       struct pw_tmod_table *layer)
{
    pw_tmod_table_join(seen, layer);
    pw_vec_push(&x->at, layer);
    if (x->bad) return;
    x->bad_context = pw_tmod_bad_first(layer, &x->filling);
    x->bad = x->bad_context != PW_TMOD_NOWHERE;
}

void pw_tmod_layers_run(struct pw_tmod_layers *x, struct pw_tmod_world *w, bool relaxed,
                        size_t most, bool study)
{
    struct pw_tmod_table seen, *first = table_new(w);
    *x = (struct pw_tmod_layers){.bad_context = PW_TMOD_NOWHERE, .relaxed = relaxed};
    pw_tmod_table_init(&seen, w);
    x->initial = pw_tmod_initial_contexts(first);
    push_layer(x, &seen, first);
    while (x->initial != PW_INITIAL_TOO_MANY && !(x->bad && !study) && (!most || x->at.n < most)) {
        struct pw_tmod_table *next = next_layer(x, &seen, relaxed);
        if (ends_with(x, next)) {
            table_free(next);
            x->ended = true;
            break;
        }
        push_layer(x, &seen, next);
    }
    pw_tmod_table_clear(&seen);
}

void pw_tmod_layers_clear(struct pw_tmod_layers *x)
{
    for (size_t i = 0; i < x->at.n; i++)
        table_free(x->at.at[i]);
    pw_vec_clear(&x->at);
    pw_tmod_filling_clear(&x->filling);
}
