#include "base/arena.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "base/guard.h"
#include "base/mem.h"

enum { CHUNK = 1 << 16, ALIGN = 16 };

struct pw_arena_chunk {
    struct pw_arena_chunk *older;
    size_t used, cap;
    size_t pad; /* keeps data[] aligned */
    char data[];
};

void pw_arena_init(struct pw_arena *a)
{
    a->newest = NULL;
}

static void drop_newest(struct pw_arena *a)
{
    struct pw_arena_chunk *c = a->newest;
    assert(c->used <= c->cap);
    a->newest = c->older;
    pw_mem_free(c, sizeof *c + c->cap);
}

void pw_arena_clear(struct pw_arena *a)
{
    while (a->newest)
        drop_newest(a);
}

void *pw_arena_alloc(struct pw_arena *a, size_t size)
{
    if (size > SIZE_MAX / 4) pw_guard_throw(PW_STOP_MEMORY);
    size = (size + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    if (!a->newest || a->newest->cap - a->newest->used < size) {
        size_t cap = size > CHUNK ? size : CHUNK;
        struct pw_arena_chunk *c = pw_mem_alloc(sizeof *c + cap);
        *c = (struct pw_arena_chunk){.older = a->newest, .cap = cap};
        a->newest = c;
    }
    assert(a->newest->used % ALIGN == 0 && a->newest->cap - a->newest->used >= size);
    void *p = a->newest->data + a->newest->used;
    a->newest->used += size;
    return p;
}

void *pw_arena_copy(struct pw_arena *a, const void *from, size_t size)
{
    void *p = pw_arena_alloc(a, size);
    return size ? memcpy(p, from, size) : p;
}

char *pw_arena_strdup(struct pw_arena *a, const char *s)
{
    return pw_arena_copy(a, s, strlen(s) + 1);
}

struct pw_arena_mark pw_arena_mark(const struct pw_arena *a)
{
    return (struct pw_arena_mark){a->newest, a->newest ? a->newest->used : 0};
}

void pw_arena_release(struct pw_arena *a, struct pw_arena_mark m)
{
    while (a->newest != m.chunk) {
        assert(a->newest); /* the mark is of this arena, and nothing older was released since */
        drop_newest(a);
    }
    assert(!a->newest || m.used <= a->newest->used);
    if (a->newest) a->newest->used = m.used;
}
