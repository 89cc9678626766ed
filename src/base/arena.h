/* arena.h -- many small objects that die together. Allocation is a pointer bump; release goes back
 * to a mark.
 *
 * Invariant: chunks form a list, newest first; everything handed out since a mark lies after it. */
#ifndef PW_BASE_ARENA_H
#define PW_BASE_ARENA_H

#include <stddef.h>

struct pw_arena {
    struct pw_arena_chunk *newest;
};

struct pw_arena_mark {
    struct pw_arena_chunk *chunk;
    size_t used;
};

void pw_arena_init(struct pw_arena *a);
void pw_arena_clear(struct pw_arena *a);
void *pw_arena_alloc(struct pw_arena *a, size_t size); /* aligned for any type, uninitialised */
void *pw_arena_copy(struct pw_arena *a, const void *from, size_t size);
char *pw_arena_strdup(struct pw_arena *a, const char *s);
struct pw_arena_mark pw_arena_mark(const struct pw_arena *a);
void pw_arena_release(struct pw_arena *a, struct pw_arena_mark m);

#endif
