#include "check/space.h"

#include <assert.h>
#include <inttypes.h>

#include "base/limits.h"
#include "check/ideals.h"
#include "check/traps.h"

/* ---- reading ---- */

static void read_weights(struct pwc_reader *r, uint32_t most, int64_t least, pwc_weights *w)
{
    while (pwc_more(r) && !pwc_try(r, "|")) {
        int64_t id, weight;
        if (!pwc_two(r, ':', &id, &weight)) pwc_refuse(r, "NUMBER:WEIGHT expected");
        if (id < 0 || id >= most || (w->n && id <= pw_vec_last(w).id))
            pwc_refuse(r, "the numbers must exist and increase");
        if (weight < least || weight > PWC_HEAVIEST)
            pwc_refuse(r, "weight %" PRId64 " is out of range", weight);
        pw_vec_push(w, ((struct pwc_weight){(uint32_t)id, weight}));
    }
}

static void read_linear(struct pwc_reader *r, struct pwc_space *s)
{
    for (size_t n = pwc_section(r, "invariants"); n > 0; n--) {
        pwc_next(r);
        struct pwc_linear l = {.line = r->line, .bound = pwc_int(r, -INT64_MAX, INT64_MAX)};
        pwc_expect(r, "|");
        read_weights(r, s->globals, -PWC_HEAVIEST, &l.offset);
        read_weights(r, s->places, 1, &l.weight);
        pwc_finish_line(r);
        pw_vec_push(&s->linear, l);
    }
}

static uint64_t mask_of(const struct pwc_tok *m, size_t n)
{
    uint64_t mask = 0;
    for (size_t i = 0; i < n; i++)
        mask |= (uint64_t)1 << (m[i].place * 0x9e3779b1u >> 26);
    return mask;
}

static void read_basis(struct pwc_reader *r, struct pwc_space *s)
{
    pwc_bag m = {0};
    pwc_expect(r, "basis");
    for (size_t n = pwc_count(r); n > 0; n--) {
        pwc_next(r);
        struct pwc_element e = {.line = r->line, .first = s->toks.n};
        e.global = pwc_index(r, s->globals);
        if (s->basis.n && e.global < pw_vec_last(&s->basis).global)
            pwc_refuse(r, "the elements of the basis must be sorted by their globals");
        pw_vec_reset(&m);
        pwc_read_bag(r, s->places, &m);
        pwc_finish_line(r);
        e.n = (uint32_t)m.n, e.mask = mask_of(m.at, m.n);
        for (size_t i = 0; i < m.n; i++)
            pw_vec_push(&s->toks, m.at[i]);
        pw_vec_push(&s->basis, e);
    }
    s->result->basis = s->basis.n;
    s->first = PW_NEWS(uint32_t, (size_t)s->globals + 1);
    for (size_t g = 0, i = 0; g <= s->globals; s->first[g++] = (uint32_t)i)
        while (i < s->basis.n && s->basis.at[i].global < g)
            i++;
}

/* A section `above` may follow the basis. */
static void read_hints(struct pwc_reader *r, struct pwc_space *s, size_t lines)
{
    s->above = PW_NEWS(struct pwc_hints, lines);
    for (size_t i = 0; i < lines; i++)
        for (int k = 0; k < PWC_RECENT; k++)
            s->above[i].recent[k] = PWC_NONE;
    if (r->eol + 1 == r->end) return;
    if (pwc_section(r, "above") != lines)
        pwc_refuse(r, "one line for each bad state and each element of the basis expected");
    for (size_t i = 0; i < lines; i++) {
        pwc_next(r);
        s->above[i].first = s->above[i].next = s->hints.n;
        while (pwc_more(r))
            pw_vec_push(&s->hints, pwc_index(r, s->basis.n));
        s->above[i].end = s->hints.n;
    }
    if (r->eol + 1 == r->end) return;
    pwc_next(r);
    pwc_refuse(r, "nothing may follow here but the last line");
}

void pwc_read_space(struct pwc_reader *r, struct pwc_space *s, size_t bads, bool ideals, bool traps)
{
    s->result = r->result;
    pw_vec_reserve(&s->toks, 1);
    s->may = pwc_read_sets(r, pwc_section(r, "may"), s->globals, s->places);
    read_linear(r, s);
    if (traps) pwc_read_traps(r, s, pwc_section(r, "traps"));
    pwc_next(r);
    if (ideals && pwc_try(r, "ideals")) {
        pwc_read_ideals(r, s, pwc_count(r));
        pwc_next(r);
    }
    read_basis(r, s);
    read_hints(r, s, bads + s->basis.n);
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

int64_t pwc_weight_of(const pwc_weights *w, uint32_t id)
{
    size_t i = PWC_LOWER(w, id);
    return i < w->n && w->at[i].id == id ? w->at[i].weight : 0;
}

__int128 pwc_value(const struct pwc_linear *l, uint32_t global, const struct pwc_tok *m, size_t n)
{
    __int128 sum = pwc_weight_of(&l->offset, global);
    for (size_t i = 0; i < n; i++)
        pwc_sum_wide(&sum, pwc_weight_of(&l->weight, m[i].place), m[i].count);
    return sum;
}

bool pwc_excluded(const struct pwc_space *s, uint32_t global, const pwc_bag *m)
{
    for (size_t i = 0; i < s->linear.n; i++) {
        const struct pwc_linear *l = &s->linear.at[i];
        if (pwc_value(l, global, m->at, m->n) > l->bound) return true;
    }
    return s->bounded && !pwc_in_ideals(s, global, m, NULL);
}

/* ---- U ---- */

static bool is_below(const struct pwc_space *s, uint32_t element, uint32_t global, const pwc_bag *m,
                     uint64_t mask)
{
    if (element == PWC_NONE) return false;
    assert(element < s->basis.n);
    const struct pwc_element *e = &s->basis.at[element];
    if (e->global != global || (e->mask & ~mask)) return false;
    const struct pwc_tok *u = s->toks.at + e->first;
    for (size_t i = 0, j = 0; i < e->n; i++) {
        while (j < m->n && m->at[j].place < u[i].place)
            j++;
        if (j == m->n || m->at[j].place != u[i].place || m->at[j].count < u[i].count) return false;
    }
    return true;
}

/* The next hint: of the text, or found now and noted. */
static uint32_t next_hint(struct pwc_space *s, size_t line, uint32_t global, const pwc_bag *m)
{
    struct pwc_hints *h = &s->above[line];
    if (!s->finder) return h->next < h->end ? s->hints.at[h->next] : PWC_NONE;
    uint32_t found = s->finder->find(s->finder->self, global, m->at, m->n);
    if (found != PWC_NONE && s->finder->n < s->finder->most)
        s->finder->room[s->finder->n++] = (struct pwc_found){(uint32_t)line, found};
    return found;
}

bool pwc_covered(struct pwc_space *s, size_t line, uint32_t global, const pwc_bag *m, bool last)
{
    struct pwc_hints *h = &s->above[line];
    uint64_t mask = mask_of(m->at, m->n);
    for (int k = 0; k < PWC_RECENT; k++)
        if (is_below(s, h->recent[k], global, m, mask)) return true;
    uint32_t next = next_hint(s, line, global, m);
    if (is_below(s, next, global, m, mask)) {
        h->recent[h->age++ % PWC_RECENT] = next;
        h->next++;
        return true;
    }
    if (s->finder || (!last && h->first < h->end)) return false;
    for (size_t i = h->first; i < h->end; i++)
        if (is_below(s, s->hints.at[i], global, m, mask)) return true;
    for (uint32_t e = s->first[global]; e < s->first[global + 1]; e++, pw_limits_poll())
        if (is_below(s, e, global, m, mask)) return true;
    return false;
}
