#include "check/space.h"

#include <assert.h>

#include "base/limits.h"
#include "check/ideals.h"
#include "check/linear.h"
#include "check/traps.h"

/* ---- reading ---- */

static void read_basis(struct pwc_reader *r, struct pwc_space *s)
{
    pwc_bag m = {0};
    for (size_t n = pwc_section(r, "basis"); pwc_each(r, &n);) {
        struct pwc_element e = {.line = r->line, .first = s->toks.n};
        e.global = pwc_index(r, s->globals);
        if (s->basis.n && e.global < pw_vec_last(&s->basis).global)
            pwc_refuse(r, "the elements of the basis must be sorted by their globals");
        pw_vec_reset(&m);
        pwc_read_bag(r, s->places, &m);
        e.n = (uint32_t)m.n;
        pwc_bag_append(&s->toks, &m);
        pw_vec_push(&s->basis, e);
    }
    s->result->basis = s->basis.n;
    s->first = PW_NEWS(uint32_t, (size_t)s->globals + 1);
    for (size_t g = 0, i = 0; g <= s->globals; s->first[g++] = (uint32_t)i)
        while (i < s->basis.n && s->basis.at[i].global < g)
            i++;
    assert(s->first[s->globals] == s->basis.n);
}

/* A section `above` may follow the basis. */
static void read_hints(struct pwc_reader *r, struct pwc_space *s, size_t lines)
{
    size_t n;
    s->above = PW_NEWS(struct pwc_hints, lines);
    if (!pwc_optional(r, "above", &n)) return;
    if (n != lines)
        pwc_refuse(r, "one line for each bad state and each element of the basis expected");
    for (struct pwc_hints *h = s->above; pwc_each(r, &n); h++) {
        h->first = h->next = s->hints.n;
        while (pwc_more(r))
            pw_vec_push(&s->hints, pwc_index(r, s->basis.n));
        h->end = s->hints.n;
    }
}

void pwc_read_space(struct pwc_reader *r, struct pwc_space *s, size_t bads, bool ideals, bool traps)
{
    size_t n;
    s->result = r->result;
    pw_vec_reserve(&s->toks, 1);
    for (uint32_t p = 0; p < s->places; p++)
        pw_vec_push(&s->all, p);
    s->may = pwc_read_sets(r, pwc_section(r, "may"), s->globals, &s->all);
    pwc_read_linear(r, s);
    if (traps) pwc_read_traps(r, s, pwc_section(r, "traps"));
    if (ideals && pwc_optional(r, "ideals", &n)) pwc_read_ideals(r, s, n);
    read_basis(r, s);
    read_hints(r, s, bads + s->basis.n);
    pwc_finish(r);
    s->finder = r->finder;
    if (s->finder) s->finder->begin(s->finder->self, s);
}

/* ---- J ---- */

bool pwc_may(const struct pwc_space *s, uint32_t global, const struct pwc_tok *m, size_t n)
{
    if (global >= s->globals || !s->may[global].occurs) return false;
    for (size_t i = 0; i < n; i++)
        if (!pwc_has(&s->may[global], m[i].place)) return false;
    return true;
}

bool pwc_excluded(const struct pwc_space *s, uint32_t global, const pwc_bag *m)
{
    return pwc_violates(s, global, m) || (s->bounded && !pwc_in_ideals(s, global, m, NULL));
}

/* ---- U ---- */

static bool is_below(const struct pwc_space *s, uint32_t element, uint32_t global, const pwc_bag *m)
{
    if (element == PWC_NONE) return false;
    assert(element < s->basis.n);
    const struct pwc_element *e = &s->basis.at[element];
    if (e->global != global || e->n > m->n) return false;
    const struct pwc_tok *u = s->toks.at, *t = m->at; /* NULL if there are none */
    size_t i = e->first, end = i + e->n;
    for (size_t k = 0; i < end && m->n - k >= end - i; k++) {
        if (t[k].place < u[i].place) continue;
        if (t[k].place > u[i].place || t[k].count < u[i].count) return false;
        i++;
    }
    return i == end;
}

bool pwc_covered(struct pwc_space *s, size_t line, uint32_t global, const pwc_bag *m, bool last)
{
    struct pwc_hints *h = &s->above[line];
    struct pwc_finder *f = s->finder;
    for (int k = 0; k < PWC_RECENT; k++)
        if (is_below(s, h->recent[k] - 1, global, m)) return true;
    uint32_t next = f                  ? f->find(f->self, line, global, m->at, m->n)
                    : h->next < h->end ? s->hints.at[h->next]
                                       : PWC_NONE;
    if (is_below(s, next, global, m)) {
        h->recent[h->age++ % PWC_RECENT] = next + 1;
        h->next++;
        return true;
    }
    if (f || (!last && h->first < h->end)) return false;
    for (size_t i = h->first; i < h->end; i++)
        if (is_below(s, s->hints.at[i], global, m)) return true;
    for (uint32_t e = s->first[global]; e < s->first[global + 1]; e++, pw_limits_poll())
        if (is_below(s, e, global, m)) return true;
    return false;
}

bool pwc_uncovered(struct pwc_space *s, size_t line, uint32_t global, const pwc_bag *m,
                   struct pw_strbuf *text)
{
    if (pwc_covered(s, line, global, m, true) || pwc_excluded(s, global, m)) return false;
    pwc_print_config(global, m, text);
    return true;
}
