/* table.h -- hash index over objects that live elsewhere and are named by 32-bit ids: the core of
 * hash-consing, interning and maps.
 *
 * The caller keeps the objects in an array; the table stores (hash, id) pairs, open addressing, at
 * most 3/4 full. */
#ifndef PW_BASE_TABLE_H
#define PW_BASE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pw_table {
    struct pw_table_slot *slots;
    size_t n, cap; /* cap is 0 or a power of two */
};

enum { PW_TABLE_NONE = -1 };

/* Does object `id` equal the key? */
typedef bool pw_table_eq(const void *objects, uint32_t id, const void *key);

void pw_table_clear(struct pw_table *t);
void pw_table_reset(struct pw_table *t); /* empty, keeps the room */
/* id or PW_TABLE_NONE */
int64_t pw_table_find(const struct pw_table *t, uint64_t hash, pw_table_eq *eq, const void *objects,
                      const void *key);
/* pre: an equal object is not in it */
void pw_table_add(struct pw_table *t, uint64_t hash, uint32_t id);
bool pw_table_remove(struct pw_table *t, uint64_t hash, uint32_t id);

uint64_t pw_hash_mix(uint64_t h, uint64_t x);
uint64_t pw_hash_bytes(const void *p, size_t n);

/* A set of strings numbered 0, 1, 2, … in order of arrival. */
struct pw_names {
    struct pw_table index;
    char **at;
    size_t n, cap;
};

void pw_names_clear(struct pw_names *s);
uint32_t pw_names_intern(struct pw_names *s, const char *text);
uint32_t pw_names_intern_n(struct pw_names *s, const char *text, size_t n);
int64_t pw_names_find(const struct pw_names *s, const char *text); /* number or PW_TABLE_NONE */

#endif
