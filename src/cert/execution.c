#include "cert/execution.h"

#include "base/mem.h"

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
