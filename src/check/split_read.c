/* Split certificates: the text, and its bags and sets. */
#include <string.h>

#include "base/limits.h"
#include "base/order.h"
#include "check/split.h"

static void read_classes_of(void *arg)
{
    struct pwc_split *s = arg;
    pwc_expect(s->p.r, "|");
    pw_vec_push(&s->class, (uint32_t)pwc_int(s->p.r, 0, PWC_MOST));
    pw_vec_push(&s->marked, (uint32_t)pwc_int(s->p.r, 0, PWC_MOST));
}

static uint64_t hash_context(const struct pwc_context *c)
{
    uint64_t h = pw_hash_mix(c->layer, c->shared);
    for (size_t i = 0; i < c->bag.n; i++)
        h = pw_hash_mix(pw_hash_mix(h, c->bag.at[i].class), (uint64_t)c->bag.at[i].count);
    return h;
}

static bool same_context(const void *objects, uint32_t id, const void *key)
{
    const struct pwc_context *a = &((const struct pwc_context *)objects)[id], *b = key;
    if (a->layer != b->layer || a->shared != b->shared || a->bag.n != b->bag.n) return false;
    for (size_t i = 0; i < a->bag.n; i++)
        if (a->bag.at[i].class != b->bag.at[i].class || a->bag.at[i].count != b->bag.at[i].count)
            return false;
    return true;
}

const struct pwc_context *pwc_find_context(const struct pwc_split *s, const struct pwc_context *c)
{
    int64_t id = pw_table_find(&s->index, hash_context(c), same_context, s->contexts.at, c);
    return id == PW_TABLE_NONE ? NULL : &s->contexts.at[id];
}

static void read_token(struct pwc_split *s, struct pwc_context *c)
{
    struct pwc_reader *r = s->p.r;
    struct pwc_token t = {0};
    pwc_next(r);
    t.class = pwc_index(r, s->cleared.n);
    if (c->bag.n && t.class <= pw_vec_last(&c->bag).class) pwc_refuse(r, "classes must increase");
    t.count = pwc_int(r, 1, PWC_MOST);
    while (pwc_more(r)) {
        uint32_t l = pwc_index(r, s->p.locals.place.n);
        if (t.theta.n && l <= pw_vec_last(&t.theta)) pwc_refuse(r, "local states must increase");
        pw_vec_push(&t.theta, l);
    }
    pw_vec_push(&c->bag, t);
}

static void read_contexts(struct pwc_split *s)
{
    struct pwc_reader *r = s->p.r;
    for (size_t n = pwc_section(r, "contexts"); n > 0; n--) {
        pwc_next(r);
        struct pwc_context c = {.layer = pwc_index(r, s->layers), .line = r->line};
        c.shared = pwc_index(r, s->p.shareds.place.n);
        for (size_t k = pwc_count(r); k > 0; k--)
            read_token(s, &c);
        if (pwc_find_context(s, &c)) pwc_refuse(r, "the same context for the second time");
        pw_table_add(&s->index, hash_context(&c), (uint32_t)s->contexts.n);
        pw_vec_push(&s->contexts, c);
    }
}

/* The last layer is followed by itself unless another is named. */
static void read_layers(struct pwc_split *s)
{
    struct pwc_reader *r = s->p.r;
    pwc_next(r);
    pwc_expect(r, "layers");
    s->layers = (uint32_t)pwc_int(r, 0, PWC_MOST);
    if (!s->layers) pwc_refuse(r, "there is at least one layer");
    s->back = pwc_try(r, "back") ? pwc_index(r, s->layers) : s->layers - 1;
    pwc_finish_line(r);
}

void pwc_read_split(struct pwc_split *s, struct pwc_reader *r)
{
    *s = (struct pwc_split){0};
    pwc_next(r);
    pwc_expect(r, "ghost");
    s->writer = pwc_try(r, "writer");
    s->mover_last = !s->writer && pwc_try(r, "mover");
    if (!s->writer && !s->mover_last) pwc_expect(r, "none");
    pwc_read_finite(r, &s->p, read_classes_of, s);
    for (size_t n = pwc_section(r, "classes"); n > 0; n--) {
        pwc_next(r);
        pw_vec_push(&s->cleared, (uint32_t)pwc_int(r, 0, PWC_MOST));
    }
    for (size_t i = 0; i < s->class.n; i++)
        if (s->class.at[i] >= s->cleared.n || s->marked.at[i] >= s->cleared.n)
            pwc_refuse(r, "local state %zu has a class that is not listed", i);
    for (size_t i = 0; i < s->cleared.n; i++)
        if (s->cleared.at[i] >= s->cleared.n) pwc_refuse(r, "class %zu cannot be cleared so", i);
    read_layers(s);
    read_contexts(s);
    for (size_t n = pwc_section(r, "lift"); n > 0; n--) {
        pwc_next(r);
        pw_vec_push(&s->lifted, pwc_index(r, s->p.kinds.n));
        pwc_finish_line(r);
    }
    if (r->eol + 1 != r->end) pwc_refuse(r, "more text than is announced");
}

void pwc_put_token(struct pwc_context *c, uint32_t class, int64_t count)
{
    size_t i = c->bag.n;
    while (i > 0 && c->bag.at[i - 1].class >= class)
        i--;
    if (i == c->bag.n || c->bag.at[i].class != class) {
        pw_vec_push(&c->bag, (struct pwc_token){0});
        memmove(c->bag.at + i + 1, c->bag.at + i, (c->bag.n - 1 - i) * sizeof *c->bag.at);
        c->bag.at[i] = (struct pwc_token){.class = class};
    }
    c->bag.at[i].count += count;
}

bool pwc_in_theta(const pw_uints *set, uint32_t x)
{
    size_t at = PW_FIRST(i, 0, set->n, set->at[i] >= x);
    return at < set->n && set->at[at] == x;
}
