/* jread.c -- see jread.h. Recursive descent; the depth is limited. */
#include "base/jread.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/decimal.h"

struct reader {
    struct pw_arena *arena;
    const char *s;
    size_t n, i;
    int depth;
    const char *why;
};

static struct pw_jnode *value(struct reader *r);

static struct pw_jnode *fail(struct reader *r, const char *why)
{
    if (!r->why) r->why = why;
    return NULL;
}

static void blank(struct reader *r)
{
    while (r->i < r->n && memchr(" \t\n\r", r->s[r->i], 4))
        r->i++;
}

static bool take(struct reader *r, char c)
{
    if (r->i >= r->n || r->s[r->i] != c) return false;
    r->i++;
    return true;
}

static struct pw_jnode *node(struct reader *r, enum pw_jkind kind)
{
    struct pw_jnode *x = pw_arena_alloc(r->arena, sizeof *x);
    memset(x, 0, sizeof *x);
    x->kind = kind;
    return x;
}

static int hex4(struct reader *r)
{
    int v = 0;
    for (int k = 0; k < 4; k++) {
        char c = r->i < r->n ? r->s[r->i] : 0;
        if (!isxdigit((unsigned char)c)) return -1;
        v = v * 16 + (isdigit((unsigned char)c) ? c - '0' : tolower((unsigned char)c) - 'a' + 10);
        r->i++;
    }
    return v;
}

static char *put_utf8(char *o, unsigned c)
{
    assert(c <= 0x10FFFF);
    if (c == 0) c = 0xFFFD;
    if (c < 0x80)
        *o++ = (char)c;
    else if (c < 0x800) {
        *o++ = (char)(0xC0 | c >> 6);
        *o++ = (char)(0x80 | (c & 63));
    } else if (c < 0x10000) {
        *o++ = (char)(0xE0 | c >> 12);
        *o++ = (char)(0x80 | (c >> 6 & 63));
        *o++ = (char)(0x80 | (c & 63));
    } else {
        *o++ = (char)(0xF0 | c >> 18);
        *o++ = (char)(0x80 | (c >> 12 & 63));
        *o++ = (char)(0x80 | (c >> 6 & 63));
        *o++ = (char)(0x80 | (c & 63));
    }
    return o;
}

/* After "\u": one code point, from a surrogate pair if need be; a lone surrogate is U+FFFD. -1: bad
 * digits. */
static long code_point(struct reader *r)
{
    int hi = hex4(r);
    if (hi < 0) return -1;
    if (hi < 0xD800 || hi > 0xDFFF) return hi;
    if (hi > 0xDBFF || r->i + 1 >= r->n || r->s[r->i] != '\\' || r->s[r->i + 1] != 'u')
        return 0xFFFD;
    r->i += 2;
    int lo = hex4(r);
    if (lo < 0) return -1;
    return lo >= 0xDC00 && lo <= 0xDFFF ? 0x10000 + ((long)(hi - 0xD800) << 10) + (lo - 0xDC00)
                                        : 0xFFFD;
}

static char *escape(struct reader *r, char *o)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    char c = r->i < r->n ? r->s[r->i++] : 0;
    if (c == 'u') {
        long cp = code_point(r);
        return cp < 0 ? NULL : put_utf8(o, (unsigned)cp);
    }
    const char *p = c ? strchr(from, c) : NULL;
    if (!p) return NULL;
    *o++ = to[p - from];
    return o;
}

/* A string is never longer decoded than written, but for \u0000 (6 bytes, decoded 3). */
static const char *string(struct reader *r)
{
    if (!take(r, '"')) {
        fail(r, "expected a string");
        return NULL;
    }
    size_t end = r->i;
    while (end < r->n && r->s[end] != '"')
        end += r->s[end] == '\\' ? 2 : 1;
    if (end >= r->n) {
        fail(r, "unterminated string");
        return NULL;
    }
    char *out = pw_arena_alloc(r->arena, end - r->i + 1), *o = out;
    while (r->i < end && o) {
        unsigned char c = (unsigned char)r->s[r->i++];
        if (c < 0x20) {
            fail(r, "control character in a string");
            return NULL;
        }
        if (c == '\\')
            o = escape(r, o);
        else
            *o++ = (char)c;
    }
    if (!o || !take(r, '"')) {
        fail(r, "bad escape in a string");
        return NULL;
    }
    assert((size_t)(o - out) <= end && r->i == end + 1);
    *o = '\0';
    return out;
}

static bool digits(struct reader *r)
{
    size_t from = r->i;
    while (r->i < r->n && isdigit((unsigned char)r->s[r->i]))
        r->i++;
    return r->i > from;
}

static struct pw_jnode *number(struct reader *r)
{
    size_t from = r->i;
    take(r, '-');
    bool ok = take(r, '0') || digits(r);
    if (ok && take(r, '.')) ok = digits(r);
    if (ok && (take(r, 'e') || take(r, 'E'))) {
        if (!take(r, '+')) take(r, '-');
        ok = digits(r);
    }
    if (!ok) return fail(r, "expected a value");
    struct pw_jnode *x = node(r, PW_J_NUMBER);
    char *text = pw_arena_alloc(r->arena, r->i - from + 1);
    memcpy(text, r->s + from, r->i - from);
    text[r->i - from] = '\0';
    x->text = text;
    return x;
}

static struct pw_jnode *member(struct reader *r, bool keyed)
{
    const char *key = NULL;
    blank(r);
    if (keyed) {
        key = string(r);
        if (!key) return NULL;
        blank(r);
        if (!take(r, ':')) return fail(r, "expected ':'");
    }
    struct pw_jnode *x = value(r);
    if (x) x->key = key;
    return x;
}

static struct pw_jnode *container(struct reader *r, char closer)
{
    struct pw_jnode *x = node(r, closer == '}' ? PW_J_OBJECT : PW_J_ARRAY), **end = &x->first;
    if (++r->depth > PW_JREAD_DEPTH) return fail(r, "nested too deeply");
    blank(r);
    if (!take(r, closer)) {
        do {
            struct pw_jnode *m = member(r, closer == '}');
            if (!m) return NULL;
            *end = m;
            end = &m->next;
            x->n++;
            blank(r);
        } while (take(r, ','));
        if (!take(r, closer))
            return fail(r, closer == '}' ? "expected ',' or '}'" : "expected ',' or ']'");
    }
    assert(r->depth > 0 && !*end);
    r->depth--;
    return x;
}

static struct pw_jnode *word(struct reader *r, const char *text, enum pw_jkind kind)
{
    size_t k = strlen(text);
    assert(r->i <= r->n);
    if (r->n - r->i < k || memcmp(r->s + r->i, text, k) != 0) return fail(r, "expected a value");
    r->i += k;
    return node(r, kind);
}

static struct pw_jnode *value(struct reader *r)
{
    blank(r);
    switch (r->i < r->n ? r->s[r->i] : 0) {
    case '{':
        r->i++;
        return container(r, '}');
    case '[':
        r->i++;
        return container(r, ']');
    case 'n':
        return word(r, "null", PW_J_NULL);
    case 't':
        return word(r, "true", PW_J_TRUE);
    case 'f':
        return word(r, "false", PW_J_FALSE);
    case '"': {
        const char *text = string(r);
        if (!text) return NULL;
        struct pw_jnode *x = node(r, PW_J_STRING);
        x->text = text;
        return x;
    }
    default:
        return number(r);
    }
}

const struct pw_jnode *pw_jread(struct pw_arena *a, const char *text, size_t size, const char **why,
                                size_t *where)
{
    struct reader r = {.arena = a, .s = text, .n = size};
    struct pw_jnode *x = value(&r);
    blank(&r);
    assert(!x || r.depth == 0);
    assert(x || r.why);
    if (x && r.i < r.n) x = fail(&r, "something after the value");
    if (!x && why) {
        *why = r.why;
        *where = r.i;
    }
    return x;
}

const struct pw_jnode *pw_jread_get(const struct pw_jnode *object, const char *key)
{
    const struct pw_jnode *found = NULL;
    if (!object || object->kind != PW_J_OBJECT) return NULL;
    for (const struct pw_jnode *m = object->first; m; m = m->next)
        if (strcmp(m->key, key) == 0) found = m;
    return found;
}

const char *pw_jread_string(const struct pw_jnode *object, const char *key, const char *otherwise)
{
    const struct pw_jnode *x = pw_jread_get(object, key);
    return x && x->kind == PW_J_STRING ? x->text : otherwise;
}

int64_t pw_jread_int(const struct pw_jnode *object, const char *key, int64_t otherwise)
{
    const struct pw_jnode *x = pw_jread_get(object, key);
    if (!x || x->kind != PW_J_NUMBER) return otherwise;
    int64_t v = otherwise;
    pw_decimal_read(x->text, strlen(x->text), INT64_MIN, INT64_MAX, &v);
    return v;
}

double pw_jread_double(const struct pw_jnode *object, const char *key, double otherwise)
{
    const struct pw_jnode *x = pw_jread_get(object, key);
    double v = otherwise;
    if (x && x->kind == PW_J_NUMBER) pw_decimal_real(x->text, &v);
    return v;
}
