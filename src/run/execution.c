#include "run/execution.h"

#include <assert.h>
#include <stdio.h>

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
    struct pw_binding x = {.name = pw_execution_text(t, name),
                           .value = pw_execution_text(t, value)};
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

static void copy_bindings(const pw_bindings *from, pw_bindings *to)
{
    for (size_t i = 0; i < from->n; i++)
        pw_vec_push(to, from->at[i]);
}

static void copy_step(const struct pw_execution_step *from, struct pw_execution *to)
{
    struct pw_execution_step s = *from;
    s.shared = s.local = (pw_bindings){0};
    s.changed.at = NULL;
    s.changed.n = s.changed.cap = 0;
    copy_bindings(&from->shared, &s.shared);
    copy_bindings(&from->local, &s.local);
    for (size_t i = 0; i < from->changed.n; i++) {
        struct pw_execution_change c = from->changed.at[i];
        c.local = (pw_bindings){0};
        copy_bindings(&from->changed.at[i].local, &c.local);
        pw_vec_push(&s.changed, c);
    }
    pw_vec_push(&to->steps, s);
}

/* Stands for the steps [from, to) of t. */
static void copy_gap(const struct pw_execution *t, size_t from, size_t to, struct pw_execution *out)
{
    char text[80];
    assert(from < to && to <= t->steps.n);
    snprintf(text, sizeof text, "... steps %zu to %zu are left out here", from + 1, to);
    struct pw_execution_step s = {.template_name = "",
                                  .statement = pw_execution_text(out, text),
                                  .location = "",
                                  .number = to};
    copy_bindings(&t->steps.at[to - 1].shared, &s.shared);
    for (unsigned k = 1; k <= t->threads.n; k++) {
        struct pw_execution_view v = pw_execution_view(t, k, to);
        struct pw_execution_change c = {.thread = k, .location = v.location};
        copy_bindings(v.local, &c.local);
        pw_vec_push(&s.changed, c);
    }
    pw_vec_push(&out->steps, s);
}

struct pw_execution *pw_execution_shorten(const struct pw_execution *t, size_t first, size_t last)
{
    struct pw_execution *out = pw_execution_new();
    size_t n = t->steps.n, gap = n > first + last + 1 ? n - last : 0;
    assert(last && (!gap || gap > first));
    out->note = t->note;
    out->conclusion = t->conclusion;
    copy_bindings(&t->shared, &out->shared);
    for (size_t i = 0; i < t->threads.n; i++) {
        struct pw_execution_thread th = t->threads.at[i];
        th.local = (pw_bindings){0};
        copy_bindings(&t->threads.at[i].local, &th.local);
        pw_vec_push(&out->threads, th);
    }
    for (size_t i = 0; i < n; i++) {
        if (gap && i == first) {
            copy_gap(t, first, gap, out);
            i = gap;
        }
        copy_step(&t->steps.at[i], out);
        out->steps.at[out->steps.n - 1].number = i + 1;
    }
    assert(out->steps.n == (gap ? first + last + 1 : n));
    return out;
}
