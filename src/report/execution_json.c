#include <stdbool.h>
#include <string.h>

#include "report/execution_print.h"

static bool is_number(const char *s)
{
    if (*s == '-') s++;
    return *s && strspn(s, "0123456789") == strlen(s);
}

static void bindings(const char *key, const pw_bindings *b, struct pw_json *j)
{
    pw_json_key(j, key);
    pw_json_object(j);
    for (size_t i = 0; i < b->n; i++) {
        const char *v = b->at[i].value;
        pw_json_key(j, b->at[i].name);
        if (is_number(v) || !strcmp(v, "true") || !strcmp(v, "false"))
            pw_json_number(j, v);
        else
            pw_json_string(j, v);
    }
    pw_json_end(j);
}

static void number(struct pw_json *j, const char *key, int64_t value)
{
    pw_json_key(j, key);
    pw_json_int(j, value);
}

/* Names of variables that a front end has made; false: there are none. `j` NULL: only asks. */
static bool made_of(const pw_bindings *b, struct pw_json *j)
{
    bool any = false;
    for (size_t i = 0; i < b->n; i++) {
        if (!b->at[i].made) continue;
        if (j) pw_json_string(j, b->at[i].name);
        any = true;
    }
    return any;
}

static void made(const struct pw_execution *t, struct pw_json *j)
{
    bool any = made_of(&t->shared, NULL);
    for (size_t i = 0; i < t->threads.n && !any; i++)
        any = made_of(&t->threads.at[i].local, NULL);
    if (!any) return;
    pw_json_key(j, "made");
    pw_json_array(j);
    made_of(&t->shared, j);
    for (size_t i = 0; i < t->threads.n; i++) /* those of one template are the same */
        if (!i || strcmp(t->threads.at[i].template_name, t->threads.at[i - 1].template_name) != 0)
            made_of(&t->threads.at[i].local, j);
    pw_json_end(j);
}

static void initial(const struct pw_execution *t, struct pw_json *j)
{
    pw_json_object(j);
    number(j, "step", 0);
    bindings("shared", &t->shared, j);
    pw_json_key(j, "threads");
    pw_json_array(j);
    for (size_t i = 0; i < t->threads.n; i++) {
        pw_json_object(j);
        number(j, "thread", (int64_t)i + 1);
        pw_json_text(j, "template", t->threads.at[i].template_name);
        pw_json_text(j, "location", t->threads.at[i].location);
        bindings("local", &t->threads.at[i].local, j);
        pw_json_end(j);
    }
    pw_json_end(j);
    if (t->note) pw_json_text(j, "note", t->note);
    made(t, j);
    pw_json_end(j);
}

/* Threads that did not act but are in another state after the step. */
static void changed(const struct pw_execution_step *s, struct pw_json *j)
{
    pw_json_key(j, "changed");
    pw_json_array(j);
    for (size_t i = 0; i < s->changed.n; i++) {
        pw_json_object(j);
        number(j, "thread", s->changed.at[i].thread);
        pw_json_text(j, "location", s->changed.at[i].location);
        bindings("local", &s->changed.at[i].local, j);
        pw_json_end(j);
    }
    pw_json_end(j);
}

static void step(const struct pw_execution_step *s, size_t i, struct pw_json *j)
{
    pw_json_object(j);
    number(j, "step", (int64_t)(s->number ? s->number : i + 1));
    number(j, "thread", s->thread);
    pw_json_text(j, "template", s->template_name);
    number(j, "line", s->line);
    pw_json_text(j, "statement", s->statement);
    if (s->way) pw_json_text(j, "way", s->way);
    pw_json_text(j, "location", s->location);
    bindings("shared", &s->shared, j);
    bindings("local", &s->local, j);
    if (s->others) pw_json_text(j, "others", s->others);
    if (s->changed.n) changed(s, j);
    if (s->impossible) pw_json_key(j, "impossible"), pw_json_bool(j, true);
    if (s->note) pw_json_text(j, "note", s->note);
    pw_json_end(j);
}

void pw_execution_print_json(const struct pw_execution *t, struct pw_json *j)
{
    pw_json_array(j);
    initial(t, j);
    for (size_t i = 0; i < t->steps.n; i++)
        step(&t->steps.at[i], i, j);
    pw_json_end(j);
}
