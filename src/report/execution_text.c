#include <string.h>

#include "report/execution_print.h"
#include "report/markup.h"

static const char *value_of(const pw_bindings *b, const char *name)
{
    for (size_t i = 0; i < b->n; i++)
        if (!strcmp(b->at[i].name, name)) return b->at[i].value;
    return NULL;
}

static void print_bindings(const pw_bindings *b, struct pw_strbuf *out)
{
    for (size_t i = 0; i < b->n; i++)
        pw_strbuf_printf(out, "%s%s = %s", i ? ", " : "", b->at[i].name, b->at[i].value);
}

/* The bindings of `now` that differ from `before` (NULL: all). Returns how many. */
static size_t print_changes(const pw_bindings *before, const pw_bindings *now, size_t printed,
                            struct pw_strbuf *out)
{
    for (size_t i = 0; i < now->n; i++) {
        const char *old = before ? value_of(before, now->at[i].name) : NULL;
        if (old && !strcmp(old, now->at[i].value)) continue;
        pw_strbuf_printf(out, "%s%s = %s", printed++ ? ", " : "", now->at[i].name,
                         now->at[i].value);
    }
    return printed;
}

static const pw_bindings *local_before(const struct pw_execution *t, size_t step)
{
    unsigned thread = t->steps.at[step].thread;
    for (size_t i = step; i-- > 0;)
        if (t->steps.at[i].thread == thread) return &t->steps.at[i].local;
    return thread && thread <= t->threads.n ? &t->threads.at[thread - 1].local : NULL;
}

static void print_initial(const struct pw_execution *t, struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "  initially");
    if (t->shared.n) pw_strbuf_puts(out, "  "), print_bindings(&t->shared, out);
    pw_strbuf_putc(out, '\n');
    for (size_t i = 0; i < t->threads.n; i++) {
        const struct pw_execution_thread *th = &t->threads.at[i];
        pw_strbuf_printf(out, "             thread %zu (%s) at %s", i + 1, th->template_name,
                         th->location);
        if (th->local.n) pw_strbuf_puts(out, ": "), print_bindings(&th->local, out);
        pw_strbuf_putc(out, '\n');
    }
}

static size_t widest_statement(const struct pw_execution *t)
{
    size_t widest = 0;
    for (size_t i = 0; i < t->steps.n; i++) {
        size_t n = pw_markup_columns(t->steps.at[i].statement);
        if (n > widest) widest = n;
    }
    return widest < 60 ? widest : 60;
}

static void print_step(const struct pw_execution *t, size_t i, size_t width, struct pw_strbuf *out)
{
    const struct pw_execution_step *s = &t->steps.at[i];
    pw_strbuf_printf(out, "  %4zu  ", i + 1);
    if (s->thread) pw_strbuf_printf(out, "thread %-3u ", s->thread);
    if (s->line) pw_strbuf_printf(out, "line %-4u ", s->line);
    size_t columns = pw_markup_columns(s->statement);
    pw_strbuf_puts(out, s->statement);
    pw_strbuf_repeat(out, ' ', (columns < width ? width - columns : 0) + 2);
    size_t n = print_changes(i ? &t->steps.at[i - 1].shared : &t->shared, &s->shared, 0, out);
    n = print_changes(local_before(t, i), &s->local, n, out);
    if (*s->location) pw_strbuf_printf(out, "%s→ %s", n ? "  " : "", s->location);
    if (s->others) pw_strbuf_printf(out, "  (%s)", s->others);
    while (out->n && out->at[out->n - 1] == ' ')
        out->at[--out->n] = 0;
    pw_strbuf_putc(out, '\n');
}

void pw_execution_print_text(const struct pw_execution *t, struct pw_strbuf *out)
{
    size_t width = widest_statement(t);
    print_initial(t, out);
    for (size_t i = 0; i < t->steps.n; i++)
        print_step(t, i, width, out);
    if (*t->conclusion) pw_strbuf_printf(out, "  then  %s\n", t->conclusion);
}
