/* lola.c -- the reader of `.lola`, the net format of LoLA:
 *
 *     PLACE p, q; SAFE 3: r;      MARKING p: 1, q: 2;
 *     TRANSITION t  CONSUME p: 1, q: 1;  PRODUCE r: 2;  ...
 *
 * A count that is not given is 1. Bounds after SAFE are hints, and so are fairness words: both are
 * passed over. Comments are { ... } and C's. Names are any signs but blanks and , ; : ( ) { }. */
#include <assert.h>
#include <string.h>

#include "base/decimal.h"
#include "base/limits.h"
#include "front/net/netscan.h"
#include "front/net/ptnet.h"

struct lola {
    struct pw_ptnet b;
    const char *text;
    size_t size, at;  /* after the token */
    size_t from;      /* of the token */
    const char *word; /* the token; n = 0: the end */
    size_t n;
    size_t counted; /* lines before this place are counted */
    unsigned line;
    struct pw_names trans; /* names of transitions */
};

static bool is_sign(char c)
{
    return c == ',' || c == ';' || c == ':' || c == '(' || c == ')' || c == '{' || c == '}';
}

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool starts(const struct lola *s, size_t i, const char *what)
{
    size_t n = strlen(what);
    return s->size - i >= n && memcmp(s->text + i, what, n) == 0;
}

/* Behind the comment that starts at i; i if none does, or it is not closed. */
static size_t skip_comment(const struct lola *s, size_t i)
{
    const char *end = starts(s, i, "{") ? "}" : starts(s, i, "/*") ? "*/" : "\n";
    if (*end == '\n' && !starts(s, i, "//")) return i;
    size_t to = i + (*end == '}' ? 1 : 2);
    while (to < s->size && !starts(s, to, end))
        to++;
    if (to < s->size) return to + strlen(end);
    return *end == '\n' ? to : i;
}

static void next(struct lola *s)
{
    size_t i = s->at;
    for (size_t before = i + 1; before != i;) {
        before = i;
        while (i < s->size && is_blank(s->text[i]))
            i++;
        if (i < s->size) i = skip_comment(s, i);
    }
    s->from = i;
    if (i < s->size && is_sign(s->text[i]))
        i++;
    else
        while (i < s->size && !is_sign(s->text[i]) && !is_blank(s->text[i]))
            i++;
    s->at = i;
    s->word = s->text + s->from;
    s->n = i - s->from;
}

static bool is(const struct lola *s, const char *word)
{
    return s->n == strlen(word) && memcmp(s->word, word, s->n) == 0;
}

static bool take(struct lola *s, const char *word)
{
    if (!is(s, word)) return false;
    next(s);
    return true;
}

static bool expected(struct lola *s, const char *what)
{
    int n = s->n > 30 ? 30 : (int)s->n;
    if (s->n)
        pw_diag_add(s->b.d, PW_ERROR, s->b.src, s->from, s->at, NULL, "expected %s, found '%.*s'",
                    what, n, s->word);
    else
        pw_diag_add(s->b.d, PW_ERROR, s->b.src, s->from, s->at, NULL,
                    "expected %s, but the input ends", what);
    return false;
}

static bool read_number(struct lola *s, int64_t *out)
{
    if (s->n == 0 || !pw_decimal_digit(*s->word)) return expected(s, "a number");
    if (!pw_decimal_read(s->word, s->n, 0, PW_NETSCAN_MOST, out)) {
        pw_diag_add(s->b.d, PW_ERROR, s->b.src, s->from, s->at, NULL,
                    "a number out of range: at most 1000000000000000000");
        return false;
    }
    next(s);
    return true;
}

/* A name, copied; NULL: there is none. */
static char *read_name(struct lola *s, const char *what)
{
    if (s->n == 0 || is_sign(*s->word)) {
        expected(s, what);
        return NULL;
    }
    char *name = pw_mem_strndup(s->word, s->n);
    next(s);
    return name;
}

static bool declare_place(struct lola *s)
{
    size_t from = s->from, to = s->at;
    char *name = read_name(s, "a place");
    if (!name) return false;
    bool twice = pw_names_find(&s->b.net->names, name) != PW_TABLE_NONE;
    if (twice)
        pw_diag_add(s->b.d, PW_ERROR, s->b.src, from, to, NULL, "place '%.80s' is declared twice",
                    name);
    else
        pw_ptnet_place(&s->b, name, 0);
    pw_mem_strfree(name);
    return !twice;
}

/* PLACE [SAFE [k] :] p, q; ... up to MARKING */
static bool read_places(struct lola *s)
{
    int64_t bound;
    if (!take(s, "PLACE")) return expected(s, "PLACE");
    while (!is(s, "MARKING") && s->n) {
        pw_limits_poll();
        if (take(s, "SAFE")) {
            if (!is(s, ":") && !read_number(s, &bound)) return false;
            if (!take(s, ":")) return expected(s, "':'");
        }
        do {
            if (!declare_place(s)) return false;
        } while (take(s, ","));
        if (!take(s, ";")) return expected(s, "',' or ';'");
    }
    return true;
}

/* p: k; *known is its number */
static bool read_entry(struct lola *s, uint32_t *place, int64_t *count)
{
    size_t from = s->from, to = s->at;
    char *name = read_name(s, "a place");
    if (!name) return false;
    int64_t id = pw_names_find(&s->b.net->names, name);
    if (id == PW_TABLE_NONE)
        pw_diag_add(s->b.d, PW_ERROR, s->b.src, from, to, NULL, "there is no place '%.80s'", name);
    pw_mem_strfree(name);
    if (id == PW_TABLE_NONE) return false;
    *place = (uint32_t)id;
    *count = 1;
    return !take(s, ":") || read_number(s, count);
}

static bool read_marking(struct lola *s)
{
    if (!take(s, "MARKING")) return expected(s, "MARKING");
    while (!take(s, ";")) {
        uint32_t place;
        int64_t count;
        size_t from = s->from;
        pw_limits_poll();
        if (!read_entry(s, &place, &count)) return false;
        assert(place < s->b.tokens.n);
        int64_t *sum = &s->b.tokens.at[place];
        if (*sum > PW_NETSCAN_MOST - count) {
            pw_diag_add(s->b.d, PW_ERROR, s->b.src, from, s->from, NULL,
                        "tokens out of range: at most 1000000000000000000");
            return false;
        }
        *sum += count;
        if (!is(s, ";") && !take(s, ",")) return expected(s, "',' or ';'");
    }
    return true;
}

static bool read_arcs(struct lola *s, const char *word, uint32_t trans, enum pw_ptnet_side side)
{
    if (!take(s, word)) return expected(s, word);
    while (!take(s, ";")) {
        uint32_t place;
        int64_t count;
        if (!read_entry(s, &place, &count)) return false;
        if (count > 0) pw_ptnet_arc(&s->b, trans, side, place, count);
        if (!is(s, ";") && !take(s, ",")) return expected(s, "',' or ';'");
    }
    return true;
}

static bool read_transition(struct lola *s)
{
    size_t from = s->from, to = s->at, before = s->trans.n;
    for (; s->counted < from; s->counted++)
        s->line += s->text[s->counted] == '\n';
    char *name = read_name(s, "a transition");
    if (!name) return false;
    bool twice = pw_names_intern(&s->trans, name) < before;
    if (twice)
        pw_diag_add(s->b.d, PW_ERROR, s->b.src, from, to, NULL,
                    "transition '%.80s' is declared twice", name);
    uint32_t t = pw_ptnet_trans(&s->b, name, s->line);
    pw_mem_strfree(name);
    if (take(s, "STRONG") || take(s, "WEAK"))
        if (!take(s, "FAIR")) return expected(s, "FAIR");
    return !twice && read_arcs(s, "CONSUME", t, PW_PTNET_TAKE) &&
           read_arcs(s, "PRODUCE", t, PW_PTNET_PUT);
}

static bool read_all(struct lola *s, const struct pw_source *target)
{
    if (starts(s, 0, "\xef\xbb\xbf")) s->at = 3;
    next(s);
    if (!read_places(s) || !read_marking(s)) return false;
    while (s->n) {
        pw_limits_poll();
        if (!take(s, "TRANSITION")) return expected(s, "TRANSITION");
        if (!read_transition(s)) return false;
    }
    return pw_ptnet_finish(&s->b, target);
}

bool pw_net_read_lola(struct pw_net *net, const struct pw_source *lola,
                      const struct pw_source *target, struct pw_diags *d)
{
    struct lola s = {.text = lola->text, .size = lola->size, .line = 1};
    pw_ptnet_init(&s.b, net, lola, d);
    bool ok = read_all(&s, target);
    pw_ptnet_clear(&s.b);
    pw_names_clear(&s.trans);
    if (!ok) pw_net_clear(net);
    return ok;
}
