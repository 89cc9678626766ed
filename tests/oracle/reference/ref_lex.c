/* ref_lex.c -- the words of a file, and the memory of the reference. */
#include "ref_lex.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct ref_chunk {
    struct ref_chunk *next;
    max_align_t data[];
};

void ref_die(const char *what, int line)
{
    fprintf(stderr, "reference: line %d: %s\n", line, what);
    exit(2);
}

void *ref_alloc(struct ref_arena *a, size_t bytes)
{
    struct ref_chunk *c = calloc(1, sizeof *c + bytes);
    if (!c) ref_die("out of memory", 0);
    c->next = a->first;
    a->first = c;
    return c->data;
}

void ref_arena_free(struct ref_arena *a)
{
    while (a->first) {
        struct ref_chunk *c = a->first;
        a->first = c->next;
        free(c);
    }
}

/* Past blanks and comments. */
static const char *blanks(const char *s, int *line)
{
    for (;;) {
        if (*s == '\n') ++*line;
        if (isspace((unsigned char)*s))
            s++;
        else if (s[0] == '/' && s[1] == '/')
            s += strcspn(s, "\n");
        else if (s[0] == '/' && s[1] == '*') {
            for (s += 2; *s && !(s[0] == '*' && s[1] == '/'); s++)
                *line += *s == '\n';
            s += *s ? 2 : 0;
        } else
            return s;
    }
}

static size_t length(const char *s, char *kind)
{
    static const char two[][3] = {"==", "!=", "<=", ">=", "&&", "||", "=>", ".."};
    if (isdigit((unsigned char)*s)) {
        *kind = 'n';
        return strspn(s, "0123456789");
    }
    if (isalpha((unsigned char)*s) || *s == '_') {
        size_t n = 0;
        *kind = 'w';
        while (isalnum((unsigned char)s[n]) || s[n] == '_')
            n++;
        return n;
    }
    *kind = 'p';
    for (size_t i = 0; i < sizeof two / sizeof *two; i++)
        if (!strncmp(s, two[i], 2)) return 2;
    return 1;
}

static int64_t number(const char *s, size_t n, int line)
{
    int64_t v = 0;
    for (size_t i = 0; i < n; i++)
        if (__builtin_mul_overflow(v, 10, &v) || __builtin_add_overflow(v, s[i] - '0', &v))
            ref_die("a number beyond 64 bits", line);
    return v;
}

struct ref_token *ref_lex(struct ref_arena *a, const char *text)
{
    struct ref_token *t = ref_alloc(a, (strlen(text) + 1) * sizeof *t);
    size_t n = 0;
    int line = 1;
    for (const char *s = blanks(text, &line); *s; s = blanks(s, &line)) {
        struct ref_token *k = &t[n++];
        size_t m = length(s, &k->kind);
        if (k->kind == 'n') k->value = number(s, m, line);
        if (k->kind == 'w' && m >= sizeof k->text) ref_die("a long word", line);
        memcpy(k->text, s, m < sizeof k->text ? m : sizeof k->text - 1);
        k->line = line;
        s += m;
    }
    t[n].line = line;
    return t;
}
