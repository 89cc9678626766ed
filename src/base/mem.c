#include "base/mem.h"

#include <assert.h>
#include <gmp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"

struct block {
    struct block *newer, *older;
    size_t size;
    size_t serial; /* grows along the list: tells a block from one inside a guard */
};

_Static_assert(sizeof(struct block) % 16 == 0, "payload must be aligned for any type");

struct heap {
    struct block *newest;
    size_t bytes, blocks, peak, limit, serial;
    uint64_t calls, fail_at;
};

static _Thread_local struct heap heap;

static struct block *block_of(void *p)
{
    return (struct block *)p - 1;
}

static void link_newest(struct block *b)
{
    assert(!heap.newest || (heap.newest->serial <= heap.serial && !heap.newest->newer));
    b->serial = ++heap.serial;
    b->newer = NULL;
    b->older = heap.newest;
    if (heap.newest) heap.newest->newer = b;
    heap.newest = b;
    heap.blocks++;
}

static void unlink_block(struct block *b)
{
    if (b->newer)
        b->newer->older = b->older;
    else
        heap.newest = b->older;
    assert(heap.blocks > 0 && (!b->older || b->older->serial < b->serial));
    if (b->older) b->older->newer = b->newer;
    heap.blocks--;
}

static void count(size_t more)
{
    assert(heap.bytes <= SIZE_MAX - more);
    heap.bytes += more;
    if (heap.bytes > heap.peak) heap.peak = heap.bytes;
}

/* The limit is on what the system gives: headers and the rounding of malloc count. */
static bool may_grow(size_t more)
{
    enum { PER_BLOCK = sizeof(struct block) + 16 };
    heap.calls++;
    if (heap.fail_at && heap.calls >= heap.fail_at) return false;
    if (more > SIZE_MAX / 2) return false;
    return !heap.limit ||
           (more <= heap.limit && heap.bytes + heap.blocks * PER_BLOCK <= heap.limit - more);
}

void *pw_mem_alloc(size_t size)
{
    struct block *b = may_grow(size) ? malloc(sizeof *b + size) : NULL;
    if (!b) pw_guard_throw(PW_STOP_MEMORY);
    b->size = size;
    link_newest(b);
    count(size);
    return b + 1;
}

void *pw_mem_zalloc(size_t n, size_t size)
{
    if (size && n > SIZE_MAX / 2 / size) pw_guard_throw(PW_STOP_MEMORY);
    void *p = pw_mem_alloc(n * size);
    return memset(p, 0, n * size);
}

/* The block keeps its place in the list: an object from outside a guard that grows inside it stays
 * outside. */
void *pw_mem_resize(void *p, size_t old, size_t now)
{
    if (!p) return pw_mem_alloc(now);
    struct block *b = block_of(p);
    assert(b->size == old);
    size_t more = now > old ? now - old : 0;
    struct block *c = may_grow(more) ? realloc(b, sizeof *b + now) : NULL;
    if (!c) pw_guard_throw(PW_STOP_MEMORY);
    assert(heap.bytes >= old);
    c->size = now;
    if (c->newer)
        c->newer->older = c;
    else
        heap.newest = c;
    if (c->older) c->older->newer = c;
    heap.bytes -= old;
    count(now);
    return c + 1;
}

void pw_mem_free(void *p, size_t size)
{
    if (!p) return;
    struct block *b = block_of(p);
    assert(b->size == size);
    (void)size;
    assert(heap.bytes >= b->size);
    unlink_block(b);
    heap.bytes -= b->size;
    free(b);
}

char *pw_mem_strndup(const char *s, size_t n)
{
    char *copy = pw_mem_alloc(n + 1);
    if (n) memcpy(copy, s, n);
    copy[n] = 0;
    return copy;
}

char *pw_mem_strdup(const char *s)
{
    return pw_mem_strndup(s, strlen(s));
}

void pw_mem_strfree(char *s)
{
    if (s) pw_mem_free(s, block_of(s)->size);
}

size_t pw_mem_bytes(void)
{
    return heap.bytes;
}
size_t pw_mem_peak(void)
{
    return heap.peak;
}
void pw_mem_reset_peak(void)
{
    heap.peak = heap.bytes;
}
uint64_t pw_mem_calls(void)
{
    return heap.calls;
}
void pw_mem_set_limit(size_t bytes)
{
    heap.limit = bytes;
}
void pw_mem_fail_at(uint64_t calls)
{
    heap.fail_at = calls;
}

void *pw_mem_mark(void)
{
    return (void *)(uintptr_t)heap.serial;
}

void pw_mem_release(void *mark)
{
    size_t serial = (size_t)(uintptr_t)mark;
    assert(serial <= heap.serial); /* a mark of this thread's heap */
    while (heap.newest && heap.newest->serial > serial) {
        struct block *b = heap.newest;
        pw_mem_free(b + 1, b->size);
    }
}

/* --- GMP --- */

static void *gmp_alloc(size_t n)
{
    return pw_mem_alloc(n);
}
static void *gmp_resize(void *p, size_t old, size_t now)
{
    return pw_mem_resize(p, old, now);
}
static void gmp_free(void *p, size_t n)
{
    pw_mem_free(p, n);
}

static _Thread_local struct {
    int depth;
    void *(*alloc)(size_t);
    void *(*resize)(void *, size_t, size_t);
    void (*release)(void *, size_t);
} before;

void pw_mem_gmp_enter(void)
{
    assert(before.depth >= 0);
    if (before.depth++) return;
    mp_get_memory_functions(&before.alloc, &before.resize, &before.release);
    mp_set_memory_functions(gmp_alloc, gmp_resize, gmp_free);
}

void pw_mem_gmp_leave(void)
{
    assert(before.depth > 0);
    if (--before.depth) return;
    mp_set_memory_functions(before.alloc, before.resize, before.release);
}
