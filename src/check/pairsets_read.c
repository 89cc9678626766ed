/* Certificates of sets of pairs: the text, and its sets. */
#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "check/pairsets.h"

_Noreturn void pwc_pairsets_fail(const struct pwc_pairsets *x, const char *what)
{
    pwc_fail(x->p.r->result, PWC_INVALID, 0, "%s", what);
}

bool pwc_are_together(const struct pwc_pairsets *x, uint32_t s, uint32_t u, uint32_t v)
{
    const struct pwc_partners *row = &x->rows[s * x->locals + u];
    assert(s < x->shareds && u < x->locals);
    return v < 64 * row->words && pw_bits_has(row->bits, v);
}

static void add_pair(struct pwc_pairsets *x, uint32_t s, uint32_t u, uint32_t v)
{
    struct pwc_partners *row = &x->rows[s * x->locals + u];
    size_t words = pw_bits_words((size_t)v + 1);
    if (words > row->words) {
        size_t more = words > 2 * row->words ? words : 2 * row->words;
        uint64_t *bits = PW_NEWS(uint64_t, more);
        if (row->words) memcpy(bits, row->bits, row->words * sizeof *bits);
        PW_FREES(row->bits, row->words);
        row->bits = bits, row->words = more;
    }
    assert(v < x->locals && v < 64 * row->words);
    pw_bits_add(row->bits, v);
}

/* SHARED U | V A-B ... */
static void read_partners(struct pwc_pairsets *x)
{
    struct pwc_reader *r = x->p.r;
    pwc_next(r);
    uint32_t s = pwc_index(r, x->shareds), u = pwc_index(r, x->locals);
    pwc_expect(r, "|");
    while (pwc_more(r)) {
        int64_t from, to;
        if (!pwc_two(r, '-', &from, &to)) to = from;
        if (from < 0 || to < from || to >= (int64_t)x->locals)
            pwc_refuse(r, "a local state that is not listed");
        for (int64_t v = from; v <= to; v++) {
            add_pair(x, s, u, (uint32_t)v);
            if (!x->ordered) add_pair(x, s, (uint32_t)v, u);
            x->pairs++;
        }
        pw_limits_poll();
    }
}

static void note_present(struct pwc_pairsets *x)
{
    x->present = PW_NEWS(pw_uints, x->shareds);
    for (uint32_t s = 0; s < x->shareds; s++) {
        bool *there = PW_NEWS(bool, x->locals);
        for (uint32_t u = 0; u < x->locals; u++)
            for (size_t w = 0; w < x->rows[s * x->locals + u].words; w++)
                for (uint64_t b = x->rows[s * x->locals + u].bits[w]; b; b &= b - 1)
                    there[u] = there[64 * w + (size_t)__builtin_ctzll(b)] = true;
        for (uint32_t u = 0; u < x->locals; u++)
            if (there[u]) pw_vec_push(&x->present[s], u);
        PW_FREES(there, x->locals);
        pw_limits_poll();
    }
}

void pwc_read_pairsets(struct pwc_pairsets *x, struct pwc_reader *r)
{
    enum { MOST = 1 << 28 };
    *x = (struct pwc_pairsets){0};
    pwc_next(r);
    pwc_expect(r, "order");
    x->ordered = pwc_int(r, 0, 1);
    pwc_finish_line(r);
    pwc_read_looking(r, &x->p);
    x->shareds = x->p.shareds.place.n;
    x->locals = x->p.locals.place.n;
    if (x->p.ordered && !x->ordered) pwc_refuse(r, "threads are compared that have no order");
    if (x->locals && x->shareds > MOST / x->locals) pwc_refuse(r, "too many states");
    x->alone = PW_NEWS(uint64_t, pw_bits_words(x->shareds * x->locals));
    x->rows = PW_NEWS(struct pwc_partners, x->shareds * x->locals);
    for (size_t n = pwc_section(r, "alone"); n > 0; n--) {
        pwc_next(r);
        uint32_t s = pwc_index(r, x->shareds), l = pwc_index(r, x->locals);
        pwc_finish_line(r);
        pw_bits_add(x->alone, s * x->locals + l);
    }
    for (size_t n = pwc_section(r, "together"); n > 0; n--)
        read_partners(x);
    if (r->eol + 1 != r->end) pwc_refuse(r, "more text than is announced");
    note_present(x);
}
