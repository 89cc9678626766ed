#include "run/statebag.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { ONE_BYTE = 250, EIGHT_BYTES = 251, DECIMAL = 252 };

void pw_statebag_init(struct pw_statebag *b)
{
    *b = (struct pw_statebag){0};
    pw_arena_init(&b->arena);
}

void pw_statebag_clear(struct pw_statebag *b)
{
    pw_arena_clear(&b->arena);
    pw_table_clear(&b->index);
    pw_vec_clear(&b->items);
    pw_strbuf_clear(&b->text);
    pw_strbuf_clear(&b->sorted);
    pw_vec_clear(&b->chunks);
}

/* ---- numbers: one byte for small ones, eight for most, decimal digits for the rest ---- */

static void put_si(struct pw_strbuf *out, int64_t v)
{
    uint64_t z = (uint64_t)v << 1 ^ (uint64_t)(v >> 63);
    if (z <= ONE_BYTE) {
        pw_strbuf_putc(out, (char)z);
        return;
    }
    pw_strbuf_putc(out, (char)EIGHT_BYTES);
    pw_strbuf_write(out, (const char *)&v, sizeof v);
}

static void put(struct pw_strbuf *out, const pw_int *v)
{
    if (pw_int_fits_si(v)) {
        put_si(out, pw_int_get_si(v));
        return;
    }
    struct pw_strbuf digits = {0};
    pw_int_print(v, &digits);
    uint32_t n = (uint32_t)digits.n;
    pw_strbuf_putc(out, (char)DECIMAL);
    pw_strbuf_write(out, (const char *)&n, sizeof n);
    pw_strbuf_write(out, digits.at, n);
    pw_strbuf_clear(&digits);
}

static int64_t get_si(const unsigned char **at)
{
    unsigned char tag = *(*at)++;
    if (tag <= ONE_BYTE) return (int64_t)(tag >> 1) ^ -(int64_t)(tag & 1);
    int64_t v;
    memcpy(&v, *at, sizeof v);
    *at += sizeof v;
    return v;
}

static void get(const unsigned char **at, pw_int *v)
{
    if (**at != DECIMAL) {
        pw_int_set_si(v, get_si(at));
        return;
    }
    uint32_t n;
    memcpy(&n, *at + 1, sizeof n);
    pw_int_set_decimal(v, (const char *)*at + 1 + sizeof n, n);
    *at += 1 + sizeof n + n;
}

/* ---- canonical form ---- */

static int compare_chunks(const void *x, const void *y)
{
    const struct pw_statebag_chunk *a = x, *b = y;
    size_t m = a->to - a->from, n = b->to - b->from;
    int c = memcmp(a->base + a->from, b->base + b->from, m < n ? m : n);
    return c ? c : m < n ? -1 : m > n;
}

/* Into b->sorted. */
static void encode(struct pw_statebag *b, const struct pw_state *s)
{
    pw_strbuf_reset(&b->text);
    pw_strbuf_reset(&b->sorted);
    pw_vec_reset(&b->chunks);
    for (size_t i = 0; i < s->p->nshared; i++)
        put(&b->sorted, &s->shared[i]);
    put_si(&b->sorted, (int64_t)s->n);
    for (size_t i = 0; i < s->n; i++) {
        const struct pw_thread *t = &s->threads[i];
        struct pw_statebag_chunk c = {.from = (uint32_t)b->text.n};
        put_si(&b->text, t->template);
        put_si(&b->text, t->loc);
        for (size_t j = 0; j < s->p->templates[t->template].nlocals; j++)
            put(&b->text, &t->locals[j]);
        c.to = (uint32_t)b->text.n;
        pw_vec_push(&b->chunks, c);
    }
    for (size_t i = 0; i < b->chunks.n; i++)
        b->chunks.at[i].base = b->text.at;
    if (b->chunks.n > 1 && !b->ordered)
        qsort(b->chunks.at, b->chunks.n, sizeof *b->chunks.at, compare_chunks);
    for (size_t i = 0; i < b->chunks.n; i++)
        pw_strbuf_write(&b->sorted, b->text.at + b->chunks.at[i].from,
                        b->chunks.at[i].to - b->chunks.at[i].from);
}

static bool same_item(const void *objects, uint32_t id, const void *key)
{
    const struct pw_statebag *b = objects;
    const struct pw_strbuf *k = key;
    return b->items.at[id].size == k->n && !memcmp(b->items.at[id].bytes, k->at, k->n);
}

uint32_t pw_statebag_add(struct pw_statebag *b, const struct pw_state *s, uint32_t parent,
                         uint32_t depth, bool *new)
{
    encode(b, s);
    uint64_t hash = pw_hash_bytes(b->sorted.at, b->sorted.n);
    int64_t old = pw_table_find(&b->index, hash, same_item, b, &b->sorted);
    *new = old < 0;
    if (old >= 0) return (uint32_t)old;
    uint32_t id = (uint32_t)b->items.n;
    struct pw_statebag_item item = {pw_arena_copy(&b->arena, b->sorted.at, b->sorted.n),
                                    (uint32_t)b->sorted.n, depth ? parent : id, depth};
    pw_vec_push(&b->items, item);
    pw_table_add(&b->index, hash, id);
    return id;
}

bool pw_statebag_is(struct pw_statebag *b, uint32_t id, const struct pw_state *s)
{
    encode(b, s);
    return same_item(b, id, &b->sorted);
}

/* ---- back to states ---- */

static void decode(const unsigned char *at, struct pw_state *s)
{
    for (size_t i = 0; i < s->p->nshared; i++)
        get(&at, &s->shared[i]);
    get_si(&at);
    for (size_t i = 0; i < s->n; i++) {
        struct pw_thread *t = &s->threads[i];
        get_si(&at);
        t->loc = (uint32_t)get_si(&at);
        for (size_t j = 0; j < s->p->templates[t->template].nlocals; j++)
            get(&at, &t->locals[j]);
    }
}

/* Templates of the threads of an item. */
static void read_templates(const unsigned char *at, const struct pw_program *p, pw_uints *out)
{
    pw_int v;
    pw_int_init(&v);
    for (size_t i = 0; i < p->nshared; i++)
        get(&at, &v);
    int64_t n = get_si(&at);
    for (int64_t i = 0; i < n; i++) {
        uint32_t t = (uint32_t)get_si(&at);
        pw_vec_push(out, t);
        get_si(&at);
        for (size_t j = 0; j < p->templates[t].nlocals; j++)
            get(&at, &v);
    }
    pw_int_clear(&v);
}

struct pw_state *pw_statebag_get(const struct pw_statebag *b, const struct pw_program *p,
                                 uint32_t id)
{
    pw_uints templates = {0};
    assert(id < b->items.n);
    read_templates(b->items.at[id].bytes, p, &templates);
    struct pw_state *s = pw_state_new(p, templates.at, templates.n);
    pw_vec_clear(&templates);
    decode(b->items.at[id].bytes, s);
    return s;
}

void pw_statebag_load(const struct pw_statebag *b, uint32_t id, const struct pw_program *p,
                      struct pw_state **s)
{
    pw_uints templates = {0};
    assert(id < b->items.n);
    read_templates(b->items.at[id].bytes, p, &templates);
    bool fits = *s && (*s)->n == templates.n;
    for (size_t i = 0; fits && i < templates.n; i++)
        fits = (*s)->threads[i].template == templates.at[i];
    if (!fits) {
        pw_state_free(*s);
        *s = pw_state_new(p, templates.at, templates.n);
    }
    pw_vec_clear(&templates);
    decode(b->items.at[id].bytes, *s);
}
