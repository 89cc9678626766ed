#include <assert.h>
#include <string.h>

#include "report/execution_print.h"
#include "report/markup.h"

static const char *value_of(const pw_bindings *b, const char *name)
{
    for (size_t i = 0; i < b->n; i++)
        if (!strcmp(b->at[i].name, name)) return b->at[i].value;
    return NULL;
}

/* The values at the start, after `before`; not of variables that a front end has made: they say
 * nothing. */
static void print_bindings(const pw_bindings *b, const char *before, struct pw_strbuf *out)
{
    for (size_t i = 0; i < b->n; i++) {
        if (b->at[i].made) continue;
        pw_strbuf_printf(out, "%s%s = %s", before, b->at[i].name, b->at[i].value);
        before = ", ";
    }
}

/* The bindings of `now` that differ from `before` (NULL: all). Returns how many. */
static size_t print_changes(const pw_bindings *before, const pw_bindings *now, size_t printed,
                            struct pw_strbuf *out)
{
    for (size_t i = 0; i < now->n; i++) {
        const char *old = before ? value_of(before, now->at[i].name) : NULL;
        bool same = old && !strcmp(old, now->at[i].value);
        if (now->at[i].forgotten || (same && !now->at[i].set)) continue;
        pw_strbuf_printf(out, "%s%s = %s%s", printed++ ? ", " : "", now->at[i].name,
                         now->at[i].value, same && !now->at[i].made ? " (as before)" : "");
    }
    return printed;
}

static const pw_bindings *local_before(const struct pw_execution *t, unsigned thread, size_t step)
{
    if (!thread || thread > t->threads.n) return NULL;
    return pw_execution_view(t, thread, step).local;
}

static void print_note(const char *note, struct pw_strbuf *out)
{
    if (note) pw_strbuf_printf(out, "        ! %s\n", note);
}

static void print_initial(const struct pw_execution *t, struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "  initially");
    print_bindings(&t->shared, "  ", out);
    pw_strbuf_putc(out, '\n');
    for (size_t i = 0; i < t->threads.n; i++) {
        const struct pw_execution_thread *th = &t->threads.at[i];
        pw_strbuf_printf(out, "             thread %zu (%s) at %s", i + 1, th->template_name,
                         th->location);
        print_bindings(&th->local, ": ", out);
        pw_strbuf_putc(out, '\n');
    }
    print_note(t->note, out);
}

/* Of statements beside which values fit in 80 columns; below a longer one they have their own line.
 */
enum { MOST_BESIDE = 34 };

static const char *action_of(const struct pw_execution_step *s)
{
    return s->way ? s->way : s->statement;
}

static size_t widest_statement(const struct pw_execution *t)
{
    size_t widest = 0;
    for (size_t i = 0; i < t->steps.n; i++) {
        size_t n = pw_markup_columns(action_of(&t->steps.at[i]));
        if (n > widest && n <= MOST_BESIDE) widest = n;
    }
    return widest;
}

static void end_line(struct pw_strbuf *out)
{
    while (out->n && out->at[out->n - 1] == ' ')
        out->at[--out->n] = 0;
    pw_strbuf_putc(out, '\n');
}

/* The threads that did not act but changed, each on a line of its own below the step. */
static void print_changed(const struct pw_execution *t, size_t i, size_t column,
                          struct pw_strbuf *out)
{
    for (size_t k = 0; k < t->steps.at[i].changed.n; k++) {
        const struct pw_execution_change *c = &t->steps.at[i].changed.at[k];
        struct pw_execution_view before = pw_execution_view(t, c->thread, i);
        size_t start = out->n;
        pw_strbuf_printf(out, "        thread %-3u ", c->thread);
        pw_strbuf_repeat(out, ' ', out->n - start < column ? column - (out->n - start) : 0);
        size_t n = print_changes(before.local, &c->local, 0, out);
        if (strcmp(before.location, c->location))
            pw_strbuf_printf(out, "%s→ %s", n++ ? "  " : "", c->location);
        if (n)
            end_line(out);
        else
            out->at[out->n = start] = 0;
    }
}

/* A step that only the predicates allow: by their values before it. */
static void print_impossible(const struct pw_execution *t, size_t i, struct pw_strbuf *out)
{
    const pw_bindings *shared = i ? &t->steps.at[i - 1].shared : &t->shared,
                      *local = local_before(t, t->steps.at[i].thread, i);
    struct pw_strbuf b = {0};
    const char *allowed = "; all that is remembered: ";
    pw_strbuf_puts(&b, "no real run can take this step here");
    print_bindings(shared, allowed, &b);
    if (local) print_bindings(local, shared->n ? ", " : allowed, &b);
    print_note(pw_strbuf_text(&b), out);
    pw_strbuf_clear(&b);
}

static void print_step(const struct pw_execution *t, size_t i, size_t width, struct pw_strbuf *out)
{
    assert(i < t->steps.n);
    const struct pw_execution_step *s = &t->steps.at[i];
    size_t start = out->n;
    pw_strbuf_printf(out, "%s %4zu  ", s->impossible ? "x" : " ", s->number ? s->number : i + 1);
    if (s->thread) pw_strbuf_printf(out, "thread %-3u ", s->thread);
    if (s->line) pw_strbuf_printf(out, "line %-4u ", s->line);
    size_t columns = pw_markup_columns(action_of(s)), column = out->n - start;
    pw_strbuf_puts(out, action_of(s));
    if (columns <= width) {
        pw_strbuf_repeat(out, ' ', width - columns + 2);
        column += width + 2;
    } else {
        column += 2;
        pw_strbuf_putc(out, '\n');
        pw_strbuf_repeat(out, ' ', column);
    }
    size_t n = print_changes(i ? &t->steps.at[i - 1].shared : &t->shared, &s->shared, 0, out);
    n = print_changes(local_before(t, s->thread, i), &s->local, n, out);
    if (*s->location) pw_strbuf_printf(out, "%s→ %s", n ? "  " : "", s->location);
    if (s->others && s->others != s->note) pw_strbuf_printf(out, "  (%s)", s->others);
    end_line(out);
    print_changed(t, i, column, out);
    if (s->impossible) print_impossible(t, i, out);
    print_note(s->note, out);
}

/* How to read the run. */
static void print_legend(const struct pw_execution *t, struct pw_strbuf *out)
{
    bool marked = false, noted = t->note != NULL;
    for (size_t i = 0; i < t->steps.n; i++) {
        marked |= t->steps.at[i].impossible;
        noted |= t->steps.at[i].note != NULL;
    }
    pw_strbuf_puts(out, "  (a step shows what it changes, all else stays as it was; "
                        "→ L12: the thread is now at line 12");
    if (marked) pw_strbuf_puts(out, ";\n   x: the first step that no real run can take");
    if (noted)
        pw_strbuf_printf(out, ";%s!: a remark on the state after the step", marked ? " " : "\n   ");
    pw_strbuf_puts(out, ")\n");
}

void pw_execution_print_text(const struct pw_execution *t, struct pw_strbuf *out)
{
    size_t width = widest_statement(t);
    if (t->steps.n) print_legend(t, out);
    print_initial(t, out);
    for (size_t i = 0; i < t->steps.n; i++)
        print_step(t, i, width, out);
    if (*t->conclusion) pw_strbuf_printf(out, "  then  %s\n", t->conclusion);
}
