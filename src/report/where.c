#include "report/where.h"

#include <string.h>

static bool is_name_char(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool pw_where_mentioned(const char *sentence, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = strstr(sentence, name); at; at = strstr(at + 1, name))
        if ((at == sentence || !is_name_char(at[-1])) && !is_name_char(at[n]) &&
            (at[n] != '.' || !is_name_char(at[n + 1])))
            return true;
    return false;
}

static bool spoken_of(const pw_lines *words, const char *name)
{
    for (size_t i = 0; i < words->n; i++)
        if (pw_where_mentioned(words->at[i], name)) return true;
    return false;
}

/* The statement of a condition, without the branch that is taken. */
static size_t statement_length(const char *text)
{
    size_t n = strlen(text);
    if (n > 6 && !strcmp(text + n - 6, ": true")) return n - 6;
    if (n > 7 && !strcmp(text + n - 7, ": false")) return n - 7;
    return n;
}

/* Of "x++;  [x = t + 1]", a step of a statement of C that has several: the length of "x++;". */
static size_t part_of_statement(const char *text, size_t n)
{
    for (size_t i = 1; i + 2 < n && text[n - 1] == ']'; i++)
        if (!strncmp(text + i, "  [", 3)) return i;
    return n;
}

static void explain(const struct pw_program *p, const struct pw_thread_template *t, uint32_t l,
                    pw_lines *places)
{
    const struct pw_edge *e = &t->edges[t->first_edge[l]];
    bool several = p->ntemplates > 1;
    size_t n = statement_length(e->text), whole = part_of_statement(e->text, n);
    pw_lines_add(places, "%s%s%s: %s '%.*s'%.*s", several ? t->name : "", several ? "." : "",
                 t->locs[l].name, whole < n ? "in" : "before", (int)whole, e->text,
                 (int)(n - whole), e->text + whole);
}

void pw_where_explain(const struct pw_program *p, const pw_lines *words, pw_lines *places)
{
    for (size_t k = 0; k < p->ntemplates; k++) {
        const struct pw_thread_template *t = &p->templates[k];
        for (uint32_t l = 0; l < t->nlocs; l++)
            if (!t->locs[l].nlabels && t->first_edge[l] < t->first_edge[l + 1] &&
                spoken_of(words, t->locs[l].name))
                explain(p, t, l, places);
    }
}
