/* tasks.c -- see tasks.h */
#include "batch/tasks.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/decimal.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "engine/input.h"

enum { DEEPEST = 64 };

bool pw_tasks_parse_sweep(const char *text, struct pw_sweep *out)
{
    size_t k = 0;
    while (isalnum((unsigned char)text[k]) || text[k] == '_')
        k++;
    if (k == 0 || isdigit((unsigned char)text[0]) || text[k] != '=') return false;
    const char *from = text + k + 1, *dots = strstr(from, "..");
    int64_t lo, hi;
    if (!dots || !pw_decimal_read(from, (size_t)(dots - from), INT64_MIN, INT64_MAX, &lo))
        return false;
    if (!pw_decimal_read(dots + 2, strlen(dots + 2), lo, INT64_MAX, &hi)) return false;
    out->name = pw_mem_strndup(text, k);
    out->lo = lo;
    out->hi = hi;
    return true;
}

static void push(struct pw_tasks *t, const char *file, const char *params)
{
    for (size_t i = 0; i < t->n && params[0] == '\0'; i++)
        if (strcmp(t->at[i].file, file) == 0) return;
    struct pw_task x = {pw_mem_strdup(file), pw_mem_strdup(params)};
    pw_vec_push(t, x);
}

static bool is_model(const char *name)
{
    return pw_input_of(name) != PW_INPUT_OTHER;
}

typedef PW_VEC(char *) strings;

static void free_strings(strings *v)
{
    for (size_t i = 0; i < v->n; i++)
        pw_mem_strfree(v->at[i]);
    pw_vec_clear(v);
}

static char *join(const char *folder, const char *name)
{
    struct pw_strbuf b = {0};
    size_t k = strlen(folder);
    pw_strbuf_printf(&b, "%s%s%s", folder, k == 0 || folder[k - 1] == '/' ? "" : "/", name);
    char *path = pw_mem_strdup(pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
    return path;
}

static bool collect(const char *folder, int depth, strings *files, const char **why)
{
    DIR *d = depth < DEEPEST ? opendir(folder) : NULL;
    if (!d) {
        *why = depth < DEEPEST ? strerror(errno) : "folders are nested too deeply";
        return false;
    }
    strings names = {0};
    for (struct dirent *e; (e = readdir(d));)
        if (e->d_name[0] != '.') pw_vec_push(&names, join(folder, e->d_name));
    closedir(d);
    bool ok = true;
    for (size_t i = 0; i < names.n && ok; i++) {
        struct stat st, self;
        /* a dangling link */
        if (stat(names.at[i], &st) != 0 || lstat(names.at[i], &self) != 0) continue;
        if (S_ISDIR(self.st_mode))
            ok = collect(names.at[i], depth + 1, files, why);
        else if (S_ISDIR(st.st_mode))
            continue; /* a link to a folder: it may lead back here */
        else if (is_model(names.at[i]))
            pw_vec_push(files, pw_mem_strdup(names.at[i]));
    }
    free_strings(&names);
    return ok;
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

bool pw_tasks_add_path(struct pw_tasks *t, const char *path, const char **why)
{
    struct stat st;
    if (stat(path, &st) != 0 || !S_ISDIR(st.st_mode)) {
        push(t, path, "");
        return true;
    }
    strings files = {0};
    bool ok = collect(path, 0, &files, why);
    if (files.n > 1) qsort(files.at, files.n, sizeof *files.at, by_bytes);
    for (size_t i = 0; i < files.n; i++)
        push(t, files.at[i], "");
    free_strings(&files);
    return ok;
}

bool pw_tasks_add_list(struct pw_tasks *t, const char *text, size_t size, const char *folder,
                       const char **why)
{
    bool ok = true;
    for (size_t i = 0; i < size && ok;) {
        const char *e = memchr(text + i, '\n', size - i);
        size_t to = e ? (size_t)(e - text) : size, next = to + 1;
        while (i < to && isspace((unsigned char)text[i]))
            i++;
        while (to > i && isspace((unsigned char)text[to - 1]))
            to--;
        if (to > i && text[i] != '#') {
            char *name = pw_mem_strndup(text + i, to - i);
            char *path = name[0] == '/' || !folder[0] ? pw_mem_strdup(name) : join(folder, name);
            ok = pw_tasks_add_path(t, path, why);
            pw_mem_strfree(path);
            pw_mem_strfree(name);
        }
        i = next;
    }
    return ok;
}

static void cross_one(struct pw_tasks *t, const struct pw_sweep *s)
{
    struct pw_tasks old = *t;
    struct pw_strbuf b = {0};
    *t = (struct pw_tasks){0};
    for (size_t i = 0; i < old.n; i++)
        for (int64_t v = s->lo;; v++) {
            pw_strbuf_reset(&b);
            pw_strbuf_printf(&b, "%s%s%s=%lld", old.at[i].params, old.at[i].params[0] ? " " : "",
                             s->name, (long long)v);
            push(t, old.at[i].file, pw_strbuf_text(&b));
            if (v == s->hi) break;
        }
    pw_strbuf_clear(&b);
    pw_tasks_clear(&old);
}

bool pw_tasks_cross(struct pw_tasks *t, const struct pw_sweep *sweeps, size_t n)
{
    uint64_t product = t->n;
    for (size_t i = 0; i < n; i++) {
        uint64_t width = (uint64_t)sweeps[i].hi - (uint64_t)sweeps[i].lo;
        if (width >= PW_TASKS_MOST || product * (width + 1) > PW_TASKS_MOST) return false;
        product *= width + 1;
    }
    for (size_t i = 0; i < n; i++)
        cross_one(t, &sweeps[i]);
    return true;
}

static void free_task(struct pw_task *x)
{
    pw_mem_strfree(x->file);
    pw_mem_strfree(x->params);
}

void pw_tasks_slice(struct pw_tasks *t, size_t lo, size_t hi)
{
    size_t kept = 0;
    for (size_t i = 0; i < t->n; i++) {
        if (i + 1 >= lo && i + 1 <= hi)
            t->at[kept++] = t->at[i];
        else
            free_task(&t->at[i]);
    }
    t->n = kept;
}

void pw_tasks_clear(struct pw_tasks *t)
{
    for (size_t i = 0; i < t->n; i++)
        free_task(&t->at[i]);
    pw_vec_clear(t);
}
