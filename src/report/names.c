#include "report/names.h"

#include <assert.h>
#include <string.h>

#include "report/where.h"

static bool in_lines(const pw_lines *lines, const char *name)
{
    for (size_t i = 0; i < lines->n; i++)
        if (pw_where_mentioned(lines->at[i], name)) return true;
    return false;
}

static const char *value_of(const pw_bindings *b, const char *name)
{
    for (size_t i = 0; i < b->n; i++)
        if (!strcmp(b->at[i].name, name)) return b->at[i].value;
    return NULL;
}

/* Is there another value after than before? A variable that is forgotten is not shown. */
static bool changes(const pw_bindings *before, const pw_bindings *after, const char *name)
{
    const char *old = value_of(before, name), *new = value_of(after, name);
    for (size_t i = 0; i < after->n; i++)
        if (after->at[i].forgotten && !strcmp(after->at[i].name, name)) return false;
    return new && (!old || strcmp(old, new) != 0);
}

static bool in_step(const struct pw_execution *e, size_t i, const char *name)
{
    assert(i < e->steps.n);
    const struct pw_execution_step *s = &e->steps.at[i];
    if (pw_where_mentioned(s->way ? s->way : s->statement, name)) return true;
    if (s->note && pw_where_mentioned(s->note, name)) return true;
    if (changes(i ? &e->steps.at[i - 1].shared : &e->shared, &s->shared, name)) return true;
    return s->thread && s->thread <= e->threads.n &&
           changes(pw_execution_view(e, s->thread, i).local, &s->local, name);
}

static bool in_run(const struct pw_execution *e, const char *name)
{
    bool found = false;
    for (size_t i = 0; i < e->threads.n && !found; i++)
        found = !strcmp(e->threads.at[i].template_name, name);
    for (size_t i = 0; i < e->steps.n && !found; i++)
        found = in_step(e, i, name);
    return found;
}

static bool mentioned(const struct pw_names_said *said, const char *name)
{
    for (size_t i = 0; said->lines[i]; i++)
        if (in_lines(said->lines[i], name)) return true;
    for (size_t i = 0; said->runs[i]; i++)
        if (in_run(said->runs[i], name)) return true;
    return false;
}

/* The two halves of a mutex (enum pw_var_origin) are no variables of the source. */
static void explain_mutex(const struct pw_var *x, const struct pw_names_said *said, pw_lines *names)
{
    const char *name = pw_var_shown(x);
    size_t n = strlen(name);
    if (x->about || !mentioned(said, name)) return;
    if (x->origin == PW_VAR_HELD)
        pw_lines_add(names, "%s: true while a thread holds the mutex", name);
    if (x->origin == PW_VAR_MINE && !in_lines(names, name))
        pw_lines_add(names, "%s: true while it is this thread that holds %.*s", name,
                     (int)(n - strlen(".mine")), name);
}

static void explain(const char *name, const char *about, const struct pw_names_said *said,
                    pw_lines *names)
{
    if (about && mentioned(said, name)) pw_lines_add(names, "%s: %s", name, about);
}

void pw_names_explain(const struct pw_program *p, const struct pw_names_said *said, pw_lines *names)
{
    for (size_t i = 0; i < p->nshared; i++) {
        explain(pw_var_shown(&p->shared[i]), p->shared[i].about, said, names);
        explain_mutex(&p->shared[i], said, names);
    }
    for (size_t t = 0; t < p->ntemplates; t++) {
        const struct pw_thread_template *T = &p->templates[t];
        assert(T->name);
        explain(T->name, T->about, said, names);
        for (size_t i = 0; i < T->nlocals; i++) {
            explain(pw_var_shown(&T->locals[i]), T->locals[i].about, said, names);
            explain_mutex(&T->locals[i], said, names);
        }
    }
}
