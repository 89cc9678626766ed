#include "front/c/cheaders.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"

static bool is_name(const struct pw_clex *x, size_t at, const char *name)
{
    const struct pw_ctok *t = &x->tokens.at[at];
    return t->kind == PW_CTOK_NAME && !strcmp(pw_clex_name(x, t->name), name);
}

static bool is_sign(const struct pw_clex *x, size_t at, char sign)
{
    const struct pw_ctok *t = &x->tokens.at[at];
    return t->kind == PW_CTOK_SIGN && t->sign == PW_SIGN1(sign);
}

/* One declaration of the file, of the tokens from .. end - 1. */
struct extent {
    size_t from, end;
    bool body;    /* of a function */
    bool bracket; /* it has ( outside of all others */
};

static bool opens(const struct pw_clex *x, size_t at)
{
    return is_sign(x, at, '{') || is_sign(x, at, '(') || is_sign(x, at, '[');
}

static bool closes(const struct pw_clex *x, size_t at)
{
    return is_sign(x, at, '}') || is_sign(x, at, ')') || is_sign(x, at, ']');
}

/* A declaration ends with ;, a function with the } of its body. */
static struct extent extent_at(const struct pw_clex *x, size_t from)
{
    struct extent e = {.from = from, .end = from};
    unsigned depth = 0;
    assert(from < x->tokens.n);
    while (e.end + 1 < x->tokens.n) {
        size_t at = e.end++;
        pw_limits_poll();
        if (opens(x, at)) {
            e.bracket |= !depth && is_sign(x, at, '(');
            e.body |= !depth && is_sign(x, at, '{') && at > from && is_sign(x, at - 1, ')');
            depth++;
        } else if (closes(x, at)) {
            if (depth) depth--;
            if (!depth && e.body && is_sign(x, at, '}')) break;
        } else if (!depth && is_sign(x, at, ';')) {
            break;
        }
    }
    if (e.end == from) e.end = from + 1;
    return e;
}

/* Attributes that change what a program does: what has one is not passed over, and is refused. */
static bool has_effect(const struct pw_clex *x, struct extent e)
{
    static const char *const words[] = {"cleanup",     "constructor", "destructor",
                                        "vector_size", "alias",       "weakref"};
    for (size_t at = e.from; at < e.end; at++)
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (x->tokens.at[at].kind == PW_CTOK_NAME &&
                strstr(pw_clex_name(x, x->tokens.at[at].name), words[i]))
                return true;
    return false;
}

/* Does it begin with `typedef`, or is it a prototype that begins with `extern`? */
static bool is_of_header(const struct pw_clex *x, struct extent e)
{
    size_t at = e.from;
    if (is_name(x, at, "__extension__") && at + 1 < e.end) at++;
    if (has_effect(x, e)) return false;
    if (is_name(x, at, "typedef")) return true;
    return is_name(x, at, "extern") && e.bracket && !e.body;
}

static bool declares_handles(const struct pw_clex *x)
{
    for (size_t at = 0; at + 1 < x->tokens.n;) {
        struct extent e = extent_at(x, at);
        bool type = is_name(x, at, "typedef") && e.end - at > 2;
        if (type && (is_name(x, e.end - 2, "pthread_t") || is_name(x, e.end - 2, "thrd_t")))
            return true;
        at = e.end;
    }
    return false;
}

void pw_cheaders_mark(struct pw_clex *x)
{
    if (x->marked || !declares_handles(x)) return;
    for (size_t at = 0; at + 1 < x->tokens.n;) {
        struct extent e = extent_at(x, at);
        bool header = is_of_header(x, e);
        for (; at < e.end; at++)
            x->tokens.at[at].system = header;
    }
}
