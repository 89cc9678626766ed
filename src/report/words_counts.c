/* The inequalities of a proof in words: how many threads can be where. Only those are said that a
 * sentence can carry: all weights equal, the bound the same in every shared state or told by the
 * value of one shared field of few values. */
#include <assert.h>
#include <inttypes.h>

#include "base/limits.h"
#include "base/mem.h"
#include "report/words.h"

enum { MOST_VALUES = 64 }; /* of a field that is looked at: bounds the work and the sentences */

struct count_ctx {
    const struct pw_states *s;
    const struct pw_linear *l;
    uint8_t *in; /* per local state: it has a weight */
    /* per shared state: at most so many threads; -1: that shared state does not occur */
    int64_t *limit;
};

/* --- the numbers --- */

static bool equal_weights(const struct pw_linear *l)
{
    for (size_t i = 0; i < l->terms.n; i++)
        if (l->terms.at[i].weight <= 0 || l->terms.at[i].weight != l->terms.at[0].weight)
            return false;
    return l->terms.n > 0;
}

static void set_limits(struct count_ctx *c, const struct pw_cover_invariant *j)
{
    int64_t weight = c->l->terms.at[0].weight;
    for (uint32_t g = 0; g < c->s->n_shared; g++)
        c->limit[g] = j->sliced ? -1 : 0;
    for (size_t i = 0; i < j->reached.n && j->sliced; i++)
        c->limit[j->reached.at[i]] = 0;
    for (uint32_t g = 0; g < c->s->n_shared; g++) {
        int64_t room = c->l->bound - (c->l->offset ? c->l->offset[g] : 0);
        /* where there is no room the shared state does not occur */
        if (c->limit[g] == 0) c->limit[g] = room < 0 ? -1 : room / weight;
    }
}

/* The limit where the shared field has this value (any value: field = n); -1: it does not occur,
 * -2: there are several limits. */
static int64_t limit_where(const struct count_ctx *c, size_t field, uint32_t code)
{
    int64_t limit = -1;
    for (uint32_t g = 0; g < c->s->n_shared; g++) {
        pw_limits_poll();
        if (c->limit[g] < 0 ||
            (field < c->s->t->shared.n && pw_states_shared_codes(c->s, g)[field] != code))
            continue;
        if (limit >= 0 && limit != c->limit[g]) return -2;
        limit = c->limit[g];
    }
    return limit;
}

/* 0: too many. */
static uint32_t values(const struct pw_field *f)
{
    return f->hi - f->lo < MOST_VALUES ? (uint32_t)(f->hi - f->lo) + 1 : 0;
}

/* A shared field whose value tells the limit; their number if there is none. */
static size_t telling_field(const struct count_ctx *c)
{
    for (size_t f = 0; f < c->s->t->shared.n; f++) {
        bool tells = values(&c->s->t->shared.at[f]) > 0;
        for (uint32_t v = 0; v < values(&c->s->t->shared.at[f]) && tells; v++)
            tells = limit_where(c, f, v) != -2;
        if (tells) return f;
    }
    return c->s->t->shared.n;
}

/* --- the places --- */

/* Of the local states at the location, how many have a weight, and how many have that value of the
 * field (any: field = n)? */
static void count_at(const struct count_ctx *c, uint32_t loc, size_t field, uint32_t code,
                     size_t fields, size_t *in, size_t *all)
{
    *in = *all = 0;
    for (uint32_t l = 0; l < c->s->locals.n; l++) {
        pw_limits_poll();
        if (c->s->locals.at[l].loc != loc ||
            (field < fields && pw_states_local_codes(c->s, l)[field] != code))
            continue;
        ++*all;
        *in += c->in[l];
    }
}

/* False: no words for which of its states are meant. */
static bool print_place(const struct count_ctx *c, uint32_t loc, bool alone, struct pw_strbuf *out)
{
    const struct pw_dual *t = c->s->t;
    assert(loc < t->locs.n);
    const pw_fields *fields = &t->templates.at[t->locs.at[loc].template].fields;
    size_t in, all, with, of;
    count_at(c, loc, fields->n, 0, fields->n, &in, &all);
    pw_words_place(t, loc, out);
    if (in == all) return true;
    for (size_t f = 0; f < fields->n; f++)
        for (uint32_t v = 0; v < values(&fields->at[f]); v++) {
            count_at(c, loc, f, v, fields->n, &with, &of);
            if (with != of || with != in) continue;
            pw_strbuf_puts(out, alone ? " with " : " (with ");
            pw_words_field(&fields->at[f], v, out);
            pw_strbuf_puts(out, alone ? "" : ")");
            return true;
        }
    return false;
}

static bool print_places(const struct count_ctx *c, struct pw_strbuf *out)
{
    PW_VEC(uint32_t) locs = {0};
    uint8_t *has = PW_NEWS(uint8_t, c->s->t->locs.n);
    for (uint32_t l = 0; l < c->s->locals.n; l++)
        has[c->s->locals.at[l].loc] |= c->in[l];
    for (uint32_t loc = 0; loc < c->s->t->locs.n; loc++)
        if (has[loc] && c->s->t->locs.at[loc].kind != PW_TLOC_ERROR) pw_vec_push(&locs, loc);
    PW_FREES(has, c->s->t->locs.n);
    bool said = locs.n > 0;
    for (size_t i = 0; i < locs.n; i++) {
        pw_strbuf_puts(out, i == 0 ? " at " : i + 1 == locs.n ? " or " : ", ");
        said &= print_place(c, locs.at[i], locs.n == 1, out);
    }
    pw_vec_clear(&locs);
    return said;
}

/* --- sentences --- */

/* So many threads are there anyway: the counts of the templates say it. */
static bool goes_without_saying(const struct count_ctx *c, int64_t limit)
{
    const struct pw_dual *t = c->s->t;
    int64_t all = 0;
    for (uint32_t q = 0; q < t->templates.n; q++) {
        bool in = false;
        for (uint32_t l = 0; l < c->s->locals.n && !in; l++)
            in = c->in[l] && pw_states_template(c->s, l) == q;
        if (in && t->templates.at[q].count < 0) return false;
        if (in) all = pw_count_add(all, t->templates.at[q].count);
    }
    return limit >= all;
}

static void add_sentence(const struct count_ctx *c, const struct pw_field *f, uint32_t code,
                         int64_t limit, pw_lines *lines)
{
    struct pw_strbuf b = {0};
    if (goes_without_saying(c, limit)) return;
    if (f) {
        pw_strbuf_puts(&b, "when ");
        pw_words_field(f, code, &b);
        pw_strbuf_puts(&b, ": ");
    }
    if (limit == 0)
        pw_strbuf_puts(&b, "no thread");
    else if (limit == 1)
        pw_strbuf_puts(&b, "at most one thread");
    else
        pw_strbuf_printf(&b, "at most %" PRId64 " threads", limit);
    if (print_places(c, &b)) pw_lines_add(lines, "%s", pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
}

static void report_bound(struct count_ctx *c, const struct pw_cover_invariant *j, size_t most,
                         pw_lines *lines)
{
    for (size_t i = 0; i < c->l->terms.n; i++)
        c->in[c->l->terms.at[i].local] = 1;
    set_limits(c, j);
    int64_t limit = limit_where(c, c->s->t->shared.n, 0);
    if (limit >= 0) add_sentence(c, NULL, 0, limit, lines);
    size_t f = limit == -2 ? telling_field(c) : c->s->t->shared.n;
    if (f == c->s->t->shared.n) return;
    assert(f < c->s->t->shared.n);
    const struct pw_field *field = &c->s->t->shared.at[f];
    for (uint32_t v = 0; v < values(field) && lines->n < most; v++)
        if ((limit = limit_where(c, f, v)) >= 0) add_sentence(c, field, v, limit, lines);
}

void pw_words_counts(const struct pw_states *states, const struct pw_cover_result *r, size_t most,
                     pw_lines *lines)
{
    for (size_t i = 0; i < r->invariant.linear.n && lines->n < most; i++) {
        struct count_ctx c = {.s = states, .l = &r->invariant.linear.at[i]};
        pw_limits_poll();
        if (!equal_weights(c.l)) continue;
        c.in = PW_NEWS(uint8_t, states->locals.n);
        c.limit = PW_NEWS(int64_t, states->n_shared);
        report_bound(&c, &r->invariant, most, lines);
        PW_FREES(c.in, states->locals.n);
        PW_FREES(c.limit, states->n_shared);
    }
}
