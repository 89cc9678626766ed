#include "cover/together.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"

/* 8 MiB; pairs of moves of one transition, summed */
enum { MOST_LOCALS = 8192, MOST_GLOBALS = 16, MOST_MOVES = 20000000 };

struct spread_ctx {
    struct pw_together *t;
    const struct pw_system *sys;
    uint64_t *company, *post, *beside, *moved; /* scratch */
    bool grown;
};

static uint64_t *row(const struct pw_together *t, uint32_t p)
{
    return t->two + (size_t)p * t->words;
}

static bool fits(const struct pw_system *sys, const struct pw_slice *slice)
{
    if (sys->globals > MOST_GLOBALS || sys->locals > MOST_LOCALS || sys->covers) return false;
    uint64_t work = 0;
    for (size_t i = 0; i < sys->trans.n; i++) {
        const struct pw_trans *t = &sys->trans.at[i];
        const struct pw_relation *r = &sys->relations.at[t->relation];
        if (!slice->live[i]) continue;
        if (t->witness || r->rest != PW_REST_STAY) return false;
        work += (uint64_t)r->n * r->n;
    }
    return work <= MOST_MOVES;
}

/* Is there a place for global states, and which is that of g? */
static bool has_globals(const struct pw_together *t)
{
    return t->places > t->locals;
}

static uint32_t place_of(const struct pw_together *t, uint32_t g)
{
    assert(t->locals + g < t->places);
    return t->locals + g;
}

/* ---- initial configurations ---- */

static void relate(struct spread_ctx *s, uint32_t p, const uint64_t *others, bool twice)
{
    uint64_t *r = row(s->t, p);
    bool was = pw_bits_has(r, p);
    for (size_t i = 0; i < s->t->words; i++)
        r[i] |= others[i];
    if (!was && !twice) pw_bits_remove(r, p);
    if (twice) pw_bits_add(r, p);
}

static void start_box(struct spread_ctx *s, const struct pw_box *b)
{
    assert(b->ranges <= s->sys->ranges.n);
    const struct pw_range *r = s->sys->ranges.at + b->ranges;
    uint64_t *here = s->company, *many = s->post;
    memset(here, b->rest_many ? 0xff : 0, s->t->words * sizeof *here);
    memcpy(many, here, s->t->words * sizeof *here);
    for (uint32_t k = 0; k < b->nranges; k++) {
        pw_bits_remove(here, r[k].local), pw_bits_remove(many, r[k].local);
        if (r[k].many || r[k].hi > 0) pw_bits_add(here, r[k].local);
        if (r[k].many || r[k].hi > 1) pw_bits_add(many, r[k].local);
    }
    for (uint32_t p = s->t->locals; p < s->t->places; p++)
        pw_bits_remove(here, p), pw_bits_remove(many, p);
    if (has_globals(s->t)) pw_bits_add(here, place_of(s->t, b->global));
    for (uint32_t p = 0; p < s->t->places; p++) {
        if (!pw_bits_has(here, p)) continue;
        pw_bits_add(s->t->one, p);
        relate(s, p, here, pw_bits_has(many, p));
    }
}

/* ---- transitions ---- */

/* Do M and T allow `pre`? Then s->company is C. */
static bool allowed(struct spread_ctx *s, const struct pw_trans *t)
{
    assert(t->pre <= s->sys->tokens.n);
    const struct pw_tok *pre = s->sys->tokens.at + t->pre;
    const struct pw_together *x = s->t;
    const uint64_t *global = has_globals(x) ? row(x, place_of(x, t->from)) : x->one;
    if (has_globals(x) && !pw_bits_has(x->one, place_of(x, t->from))) return false;
    memcpy(s->company, global, x->words * sizeof *x->one);
    for (uint32_t i = 0; i < t->npre; i++) {
        const uint64_t *r = row(x, pre[i].local);
        if (!pw_bits_has(global, pre[i].local)) return false;
        if (!pw_bits_has(x->one, pre[i].local)) return false;
        if (pre[i].count > 1 && !pw_bits_has(r, pre[i].local)) return false;
        for (uint32_t k = 0; k < i; k++)
            if (!pw_bits_has(r, pre[k].local)) return false;
        for (size_t w = 0; w < x->words; w++)
            s->company[w] &= r[w];
    }
    return true;
}

/* p is together with each local of `with`, and each with p. */
static void put_together(struct spread_ctx *s, uint32_t p, const uint64_t *with)
{
    uint64_t *r = row(s->t, p);
    for (size_t w = 0; w < s->t->words; w++) {
        uint64_t more = with[w] & ~r[w];
        if (!more) continue;
        s->grown = true;
        r[w] |= more;
        for (; more; more &= more - 1)
            pw_bits_add(row(s->t, (uint32_t)(64 * w + (size_t)__builtin_ctzll(more))), p);
    }
}

/* A token comes into p, beside s->company and s->post. */
static void put(struct spread_ctx *s, uint32_t p, bool twice)
{
    if (!pw_bits_has(s->t->one, p)) s->grown = true;
    pw_bits_add(s->t->one, p);
    put_together(s, p, s->company);
    if (!twice) pw_bits_remove(s->post, p);
    put_together(s, p, s->post);
    pw_bits_add(s->post, p);
}

/* out := R(set) */
static void image(const struct spread_ctx *s, const struct pw_relation *r, const uint64_t *set,
                  uint64_t *out)
{
    assert(out != set && r->rest == PW_REST_STAY);
    memcpy(out, set, s->t->words * sizeof *out);
    for (uint32_t i = 0; i < r->n; i++)
        pw_bits_remove(out, r->pairs[i].from);
    for (uint32_t i = 0; i < r->n; i++)
        if (r->pairs[i].to != PW_SUNK && pw_bits_has(set, r->pairs[i].from))
            pw_bits_add(out, r->pairs[i].to);
}

/* The company moves: images of two that are together are together. Then s->company is R(C). */
static void move(struct spread_ctx *s, const struct pw_relation *r)
{
    for (uint32_t i = 0; i < r->n; i++) {
        const struct pw_pair *p = &r->pairs[i];
        if (p->to == PW_SUNK || !pw_bits_has(s->company, p->from)) continue;
        for (size_t w = 0; w < s->t->words; w++)
            s->beside[w] = row(s->t, p->from)[w] & s->company[w];
        image(s, r, s->beside, s->moved);
        if (!pw_bits_has(s->t->one, p->to)) s->grown = true;
        pw_bits_add(s->t->one, p->to);
        put_together(s, p->to, s->moved);
    }
    image(s, r, s->company, s->moved);
    memcpy(s->company, s->moved, s->t->words * sizeof *s->moved);
}

static void fire(struct spread_ctx *s, const struct pw_trans *t)
{
    assert(t->post <= s->sys->tokens.n);
    const struct pw_tok *post = s->sys->tokens.at + t->post;
    if (!allowed(s, t)) return;
    if (t->relation) move(s, &s->sys->relations.at[t->relation]);
    memset(s->post, 0, s->t->words * sizeof *s->post);
    for (uint32_t i = 0; i < t->npost; i++)
        pw_bits_add(s->post, post[i].local);
    if (has_globals(s->t)) pw_bits_add(s->post, place_of(s->t, t->to));
    for (uint32_t i = 0; i < t->npost; i++)
        put(s, post[i].local, post[i].count > 1);
    if (has_globals(s->t)) put(s, place_of(s->t, t->to), false);
}

static void spread(struct spread_ctx *s, const struct pw_slice *slice)
{
    for (size_t i = 0; i < s->sys->boxes.n; i++)
        start_box(s, &s->sys->boxes.at[i]);
    do {
        s->grown = false;
        for (size_t i = 0; i < s->sys->trans.n; i++) {
            pw_limits_poll();
            if (slice->live[i]) fire(s, &s->sys->trans.at[i]);
        }
    } while (s->grown);
}

/* Does it exclude something that the slice allows: two locals, or a local in a global state? */
static bool excludes_any(const struct pw_together *t, const struct pw_slice *slice)
{
    for (uint32_t g = 0; g < slice->globals; g++)
        for (uint32_t p = 0; p < t->locals; p++) {
            if (!pw_slice_has(slice, g, p)) continue;
            if (has_globals(t) && !pw_bits_has(row(t, p), place_of(t, g))) return true;
            for (uint32_t q = 0; q <= p; q++)
                if (pw_slice_has(slice, g, q) && !pw_bits_has(row(t, p), q)) return true;
        }
    return false;
}

struct pw_together *pw_together_new(const struct pw_system *sys, const struct pw_slice *slice)
{
    if (!fits(sys, slice)) return NULL;
    struct pw_together *t = PW_NEW(struct pw_together);
    t->locals = sys->locals;
    t->places = sys->locals + (sys->globals > 1 ? sys->globals : 0);
    t->words = pw_bits_words(t->places);
    t->one = PW_NEWS(uint64_t, t->words);
    t->two = PW_NEWS(uint64_t, t->words * t->places);
    struct spread_ctx s = {.t = t, .sys = sys};
    s.company = PW_NEWS(uint64_t, t->words);
    s.post = PW_NEWS(uint64_t, t->words);
    s.beside = PW_NEWS(uint64_t, t->words);
    s.moved = PW_NEWS(uint64_t, t->words);
    spread(&s, slice);
    PW_FREES(s.company, t->words);
    PW_FREES(s.post, t->words);
    PW_FREES(s.beside, t->words);
    PW_FREES(s.moved, t->words);
    if (excludes_any(t, slice)) return t;
    pw_together_free(t);
    return NULL;
}

void pw_together_free(struct pw_together *t)
{
    if (!t) return;
    PW_FREES(t->one, t->words);
    PW_FREES(t->two, t->words * t->places);
    PW_FREE(t);
}

size_t pw_together_excluded(const struct pw_together *t, uint32_t global, const struct pw_tok *u,
                            size_t n, struct pw_tok out[2])
{
    const uint64_t *beside = has_globals(t) ? row(t, place_of(t, global)) : t->one;
    for (size_t i = 0; i < n; i++) {
        assert(u[i].local < t->locals && u[i].count > 0);
        out[0] = (struct pw_tok){u[i].local, 1};
        if (!pw_bits_has(beside, u[i].local)) return 1;
        if (u[i].count > 1 && !pw_bits_has(row(t, u[i].local), u[i].local)) {
            out[0].count = 2;
            return 1;
        }
    }
    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n; k++)
            if (!pw_bits_has(row(t, u[i].local), u[k].local)) {
                out[0] = (struct pw_tok){u[i].local, 1};
                out[1] = (struct pw_tok){u[k].local, 1};
                return 2;
            }
    return 0;
}
