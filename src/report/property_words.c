#include "report/property_words.h"

#include <string.h>

/* The only check of the program; NULL: there are several. That a thread unlocks what it has locked
 * goes without saying. */
static const struct pw_edge *only_check(const struct pw_program *p)
{
    const struct pw_edge *found = NULL;
    for (size_t t = 0; t < p->ntemplates; t++)
        for (size_t i = 0; i < p->templates[t].nedges; i++) {
            const struct pw_edge *e = &p->templates[t].edges[i];
            if (e->kind == PW_EDGE_STEP || e->kind == PW_EDGE_UNLOCK) continue;
            if (found && (found->pos.line != e->pos.line || strcmp(found->text, e->text) != 0))
                return NULL;
            found = e;
        }
    return found;
}

static void say_checks(const struct pw_program *p, const char *by, pw_lines *lines)
{
    const struct pw_edge *e = only_check(p);
    bool unsafe = e && e->kind == PW_EDGE_UNSAFE;
    if (e && (unsafe || e->kind == PW_EDGE_ASSERT) && e->pos.line)
        pw_lines_add(lines, "'%s' in line %u never %s (the property)%s", e->text, e->pos.line,
                     unsafe ? "holds" : "fails", by);
    else
        pw_lines_add(
            lines, p->of ? "no property is violated%s" : "no assertion fails (the property)%s", by);
}

void pw_words_property(const struct pw_program *p, const char *by, pw_lines *lines)
{
    if (!p->nunsafe && p->has_assert) say_checks(p, by, lines);
    if (p->nunsafe && p->has_assert) pw_lines_add(lines, "no assertion fails (the property)");
    for (size_t d = 0; d < p->nunsafe; d++)
        pw_lines_add(lines, "never %s (the property)%s", p->unsafe[d].text, d ? "" : by);
}
