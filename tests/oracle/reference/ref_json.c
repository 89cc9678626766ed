/* ref_json.c -- reading what the program prints with --json. */
#include <stdlib.h>
#include <string.h>

#include "ref.h"

static const struct ref_json *value(struct ref_arena *a, const char **at, int depth);

static void blanks(const char **at)
{
    *at += strspn(*at, " \t\r\n");
}

static const char *string(struct ref_arena *a, const char **at)
{
    const char *s = ++*at;
    while (**at && **at != '"')
        *at += **at == '\\' && (*at)[1] ? 2 : 1;
    size_t n = (size_t)(*at - s);
    char *copy = ref_alloc(a, n + 1);
    memcpy(copy, s, n);
    if (**at != '"') ref_die("JSON: an open string", 0);
    ++*at;
    return copy;
}

static void members(struct ref_arena *a, const char **at, struct ref_json *v, char close, int depth)
{
    const struct ref_json **end = &v->first;
    for (++*at, blanks(at); **at != close; blanks(at)) {
        const char *key = NULL;
        if (close == '}') {
            if (**at != '"') ref_die("JSON: a key is missing", 0);
            key = string(a, at);
            blanks(at);
            if (*(*at)++ != ':') ref_die("JSON: ':' is missing", 0);
        }
        struct ref_json *m = (struct ref_json *)value(a, at, depth + 1);
        if (!m) ref_die("JSON: a value is missing", 0);
        m->key = key;
        *end = m;
        end = &m->next;
        blanks(at);
        if (**at == ',')
            ++*at;
        else if (**at != close)
            ref_die("JSON: ',' is missing", 0);
    }
    ++*at;
}

static bool word(const char **at, const char *text)
{
    size_t n = strlen(text);
    bool yes = !strncmp(*at, text, n);
    *at += yes ? n : 0;
    return yes;
}

static const struct ref_json *value(struct ref_arena *a, const char **at, int depth)
{
    struct ref_json *v = ref_alloc(a, sizeof *v);
    blanks(at);
    if (!**at) return NULL;
    if (depth > 100) ref_die("JSON: deep", 0);
    if (**at == '{' || **at == '[') {
        v->kind = **at == '{' ? REF_OBJECT : REF_ARRAY;
        members(a, at, v, **at == '{' ? '}' : ']', depth);
    } else if (**at == '"') {
        v->kind = REF_STRING;
        v->string = string(a, at);
    } else if (word(at, "null"))
        v->kind = REF_NULL;
    else if (word(at, "true"))
        v->kind = REF_TRUE;
    else if (word(at, "false"))
        v->kind = REF_FALSE;
    else {
        char *end;
        v->kind = REF_NUMBER;
        v->number = strtoll(*at, &end, 10);
        if (end == *at) ref_die("JSON: what is this", 0);
        *at = end + strspn(end, ".0123456789eE+-");
    }
    return v;
}

const struct ref_json *ref_json_read(struct ref_arena *a, const char **at)
{
    return value(a, at, 0);
}

const struct ref_json *ref_json_get(const struct ref_json *object, const char *key)
{
    const struct ref_json *m = object && object->kind == REF_OBJECT ? object->first : NULL;
    while (m && strcmp(m->key, key))
        m = m->next;
    return m;
}
