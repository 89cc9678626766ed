#include "cert/cert_hints.h"

#include <assert.h>
#include <inttypes.h>

#include "base/mem.h"
#include "check/check.h"
#include "check/space.h"
#include "cover/upset.h"

/* Made inside the guard of the check, and gone with it, but for what was found. */
struct index {
    struct pw_upset set;
    pw_uints elements; /* of the basis, by their numbers in the set */
    pw_toks toks;
    struct found {
        uint32_t line, element;
    } * found; /* in the order of their use, as long as there is room */
    size_t n, room;
};

/* The tokens of the kernel as tokens of the engine. */
static const pw_toks *convert(struct index *x, const struct pwc_tok *m, size_t n)
{
    pw_vec_reset(&x->toks);
    for (size_t i = 0; i < n; i++)
        pw_vec_push(&x->toks, ((struct pw_tok){m[i].place, m[i].count}));
    return &x->toks;
}

/* Elements that are above others are never needed. */
static void begin(void *self, const struct pwc_space *s)
{
    struct index *x = self;
    uint64_t removed = 0;
    pw_upset_init(&x->set, s->globals);
    pw_vec_reserve(&x->toks, 1);
    for (unsigned e = 0; e < s->basis.n; e++) {
        const struct pwc_element *u = &s->basis.at[e];
        assert(u->first <= s->toks.n);
        const pw_toks *toks = convert(x, s->toks.at + u->first, u->n);
        if (pw_upset_below(&x->set, u->global, toks->at, toks->n, PW_NO_ELEMENT) != PW_NO_ELEMENT)
            continue;
        pw_upset_add(&x->set, u->global, toks->at, toks->n, PW_NO_ELEMENT, 0, &removed);
        pw_vec_push(&x->elements, e);
    }
}

static uint32_t find(void *self, size_t line, uint32_t global, const struct pwc_tok *m, size_t n)
{
    struct index *x = self;
    const pw_toks *toks = convert(x, m, n);
    uint32_t e = pw_upset_below(&x->set, global, toks->at, toks->n, PW_NO_ELEMENT);
    if (e == PW_NO_ELEMENT) return PWC_NONE;
    if (x->n < x->room) x->found[x->n++] = (struct found){(uint32_t)line, x->elements.at[e]};
    return x->elements.at[e];
}

/* What was found, line by line, in the order of its use. */
static void put_lines(const struct index *x, size_t lines, struct pw_strbuf *out)
{
    size_t *end = PW_NEWS(size_t, lines + 1);
    uint32_t *sorted = PW_NEWS(uint32_t, x->n);
    for (size_t i = 0; i < x->n; i++)
        end[x->found[i].line + 1]++;
    for (size_t l = 0; l < lines; l++)
        end[l + 1] += end[l];
    for (size_t i = 0; i < x->n; i++)
        sorted[end[x->found[i].line]++] = x->found[i].element;
    pw_strbuf_printf(out, "above %zu\n", lines);
    for (size_t l = 0, i = 0; l < lines; l++) {
        for (const char *blank = ""; i < end[l]; i++, blank = " ")
            pw_strbuf_printf(out, "%s%" PRIu32, blank, sorted[i]);
        pw_strbuf_putc(out, '\n');
    }
    PW_FREES(sorted, x->n);
    PW_FREES(end, lines + 1);
}

bool pw_cert_hints(const char *text, size_t size, size_t lines, struct pw_strbuf *out)
{
    struct index x = {.room = 16 * lines + 65536};
    struct pwc_result result;
    struct pwc_finder f = {.self = &x, .begin = begin, .find = find};
    if (!lines) return false;
    x.found = PW_NEWS(struct found, x.room);
    pwc_check(text, size, &f, &result);
    if (result.status == PWC_VALID) put_lines(&x, lines, out);
    PW_FREES(x.found, x.room);
    return result.status == PWC_VALID;
}
