/* json_check.c -- reads JSON from standard input; exit 0 if it is one well-formed value. With
 * arguments: prints the value found by following them as keys (or, digits, as positions of an
 * array). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/guard.h"
#include "base/jread.h"
#include "base/source.h"

struct job {
    int argc;
    char **argv;
    int exit;
};

static const struct pw_jnode *step(const struct pw_jnode *x, const char *key)
{
    if (!x || x->kind != PW_J_ARRAY) return pw_jread_get(x, key);
    const struct pw_jnode *m = x->first;
    for (long i = strtol(key, NULL, 10); i > 0 && m; i--)
        m = m->next;
    return m;
}

static void check(void *arg)
{
    struct job *j = arg;
    struct pw_source s;
    struct pw_arena a;
    const char *why = "";
    size_t where = 0;
    j->exit = 2;
    if (pw_source_read(&s, "-", &why) != PW_SOURCE_OK) return;
    pw_arena_init(&a);
    const struct pw_jnode *x = pw_jread(&a, s.text, s.size, &why, &where);
    j->exit = x ? 0 : 1;
    if (!x) fprintf(stderr, "byte %zu: %s\n", where, why);
    for (int i = 1; i < j->argc && x; i++)
        x = step(x, j->argv[i]);
    if (j->exit == 0 && j->argc > 1)
        puts(!x                     ? "(none)"
             : x->text              ? x->text
             : x->kind == PW_J_NULL ? "null"
             : x->kind == PW_J_TRUE ? "true"
                                    : "(other)");
    pw_arena_clear(&a);
    pw_source_clear(&s);
}

int main(int argc, char **argv)
{
    struct job j = {argc, argv, 2};
    pw_guard_run(check, &j);
    return j.exit;
}
