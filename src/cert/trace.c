#include "cert/trace.h"

#include "base/mem.h"

struct pw_trace *pw_trace_new(void)
{
    struct pw_trace *t = PW_NEW(struct pw_trace);
    pw_arena_init(&t->arena);
    t->conclusion = "";
    return t;
}

void pw_trace_free(struct pw_trace *t)
{
    if (!t) return;
    for (size_t i = 0; i < t->threads.n; i++) pw_vec_clear(&t->threads.at[i].local);
    for (size_t i = 0; i < t->steps.n; i++) {
        pw_vec_clear(&t->steps.at[i].shared);
        pw_vec_clear(&t->steps.at[i].local);
    }
    pw_vec_clear(&t->threads);
    pw_vec_clear(&t->steps);
    pw_vec_clear(&t->shared);
    pw_arena_clear(&t->arena);
    PW_FREE(t);
}

const char *pw_trace_text(struct pw_trace *t, const char *s) { return pw_arena_strdup(&t->arena, s); }

void pw_trace_bind(struct pw_trace *t, pw_bindings *b, const char *name, const char *value)
{
    struct pw_binding x = {pw_trace_text(t, name), pw_trace_text(t, value)};
    pw_vec_push(b, x);
}
