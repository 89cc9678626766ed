/* mem.h -- the accounting allocator: every byte of the program and of GMP goes through it.
 *
 * Frees state the size, so the count of live bytes is exact and a test can assert that it returns
 * to where it was. An allocation never returns NULL: when the system or the limit says no, the run
 * is unwound to the innermost guard (base/guard.h), which releases every block allocated since it
 * was entered. So no caller checks for NULL, and nothing leaks.
 *
 * Invariants: (1) live blocks form a doubly linked list, newest first; (2) bytes = sum of their
 * sizes; (3) peak >= bytes. Many small objects belong into an arena (base/arena.h): a block costs a
 * header of 32 bytes. State is per system thread; a block is freed by the thread that allocated
 * it. */
#ifndef PW_BASE_MEM_H
#define PW_BASE_MEM_H

#include <stddef.h>
#include <stdint.h>

/* uninitialised; size 0 gives a valid pointer */
void *pw_mem_alloc(size_t size);
/* n * size zero bytes; overflow of the product is out of memory */
void *pw_mem_zalloc(size_t n, size_t size);
/* p may be NULL (then old = 0); keeps min(old, now) bytes */
void *pw_mem_resize(void *p, size_t old, size_t now);
void pw_mem_free(void *p, size_t size); /* p may be NULL */
char *pw_mem_strdup(const char *s);     /* free with pw_mem_strfree */
char *pw_mem_strndup(const char *s, size_t n);
void pw_mem_strfree(char *s);

#define PW_NEW(T) ((T *)pw_mem_zalloc(1, sizeof(T)))
#define PW_NEWS(T, n) ((T *)pw_mem_zalloc((n), sizeof(T)))
#define PW_FREE(p) pw_mem_free((p), sizeof *(p))
#define PW_FREES(p, n) pw_mem_free((p), (n) * sizeof *(p))

size_t pw_mem_bytes(void); /* live now */
size_t pw_mem_peak(void);  /* highest since the last pw_mem_reset_peak */
void pw_mem_reset_peak(void);
uint64_t pw_mem_calls(void);         /* allocations and resizes so far */
void pw_mem_set_limit(size_t bytes); /* of live bytes and headers; 0 = none */
/* test hook: the allocation with that number (see pw_mem_calls) and all later ones fail; 0 = off */
void pw_mem_fail_at(uint64_t calls);

/* Point GMP at this allocator, and back at what it used before. Nests. Guards do it; unit tests
 * call it once. */
void pw_mem_gmp_enter(void);
void pw_mem_gmp_leave(void);

/* For guards: a mark on the list of blocks, and the release of everything newer. */
void *pw_mem_mark(void);
void pw_mem_release(void *mark);

#endif
