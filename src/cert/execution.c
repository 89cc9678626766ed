#include "cert/execution.h"

#include <assert.h>

#include "base/mem.h"
#include "base/strbuf.h"

struct pw_execution *pw_execution_new(void)
{
    struct pw_execution *t = PW_NEW(struct pw_execution);
    pw_arena_init(&t->arena);
    t->conclusion = "";
    return t;
}

void pw_execution_free(struct pw_execution *t)
{
    if (!t) return;
    for (size_t i = 0; i < t->threads.n; i++)
        pw_vec_clear(&t->threads.at[i].local);
    for (size_t i = 0; i < t->steps.n; i++) {
        pw_vec_clear(&t->steps.at[i].shared);
        pw_vec_clear(&t->steps.at[i].local);
        for (size_t k = 0; k < t->steps.at[i].changed.n; k++)
            pw_vec_clear(&t->steps.at[i].changed.at[k].local);
        pw_vec_clear(&t->steps.at[i].changed);
    }
    pw_vec_clear(&t->threads);
    pw_vec_clear(&t->steps);
    pw_vec_clear(&t->shared);
    pw_arena_clear(&t->arena);
    PW_FREE(t);
}

const char *pw_execution_text(struct pw_execution *t, const char *s)
{
    return pw_arena_strdup(&t->arena, s);
}

void pw_execution_bind(struct pw_execution *t, pw_bindings *b, const char *name, const char *value)
{
    struct pw_binding x = {pw_execution_text(t, name), pw_execution_text(t, value)};
    pw_vec_push(b, x);
}

static const struct pw_execution_change *change_of(const struct pw_execution_step *s,
                                                   unsigned thread)
{
    for (size_t i = 0; i < s->changed.n; i++)
        if (s->changed.at[i].thread == thread) return &s->changed.at[i];
    return NULL;
}

struct pw_execution_view pw_execution_view(const struct pw_execution *t, unsigned thread,
                                           size_t steps)
{
    assert(thread >= 1 && thread <= t->threads.n && steps <= t->steps.n);
    for (size_t i = steps; i-- > 0;) {
        assert(i < t->steps.n);
        const struct pw_execution_step *s = &t->steps.at[i];
        const struct pw_execution_change *c = change_of(s, thread);
        if (s->thread == thread) return (struct pw_execution_view){s->location, &s->local};
        if (c) return (struct pw_execution_view){c->location, &c->local};
    }
    const struct pw_execution_thread *th = &t->threads.at[thread - 1];
    return (struct pw_execution_view){th->location, &th->local};
}

void pw_execution_note(struct pw_execution *t, size_t steps, const char *text)
{
    assert(steps <= t->steps.n);
    const char **note = steps ? &t->steps.at[steps - 1].note : &t->note;
    struct pw_strbuf both = {0};
    pw_strbuf_printf(&both, "%s%s%s", *note ? *note : "", *note ? "; " : "", text);
    *note = pw_execution_text(t, pw_strbuf_text(&both));
    pw_strbuf_clear(&both);
}
