/* Vectors, arenas, tables, names, bit sets, string buffers: each against the obvious slow twin. */
#include "unit/unit.h"

#include <string.h>

#include "base/arena.h"
#include "base/bits.h"
#include "base/strbuf.h"
#include "base/table.h"
#include "base/vec.h"

START_TEST(vectors_grow_and_pop)
{
    PW_VEC(uint64_t) v = {0};
    for (uint64_t i = 0; i < 10000; i++)
        pw_vec_push(&v, i * i);
    ck_assert_uint_eq(v.n, 10000);
    for (uint64_t i = 0; i < v.n; i++)
        ck_assert_uint_eq(v.at[i], i * i);
    ck_assert_uint_eq(pw_vec_last(&v), 9999ull * 9999);
    ck_assert_uint_eq(pw_vec_pop(&v), 9999ull * 9999);
    ck_assert_uint_eq(v.n, 9999);
    pw_vec_reset(&v);
    pw_vec_push(&v, 5);
    ck_assert(v.n == 1 && v.at[0] == 5);
    pw_vec_clear(&v);
    ck_assert(!v.at && !v.n && !v.cap);
}
END_TEST

START_TEST(arenas_align_and_keep_what_is_before_a_mark)
{
    struct pw_arena a;
    pw_arena_init(&a);
    struct pw_arena_mark empty = pw_arena_mark(&a);
    srand(2);
    enum { N = 400 };
    unsigned char *at[N];
    size_t size[N];
    for (int i = 0; i < N; i++) {
        size[i] = (size_t)(rand() % 10 ? rand() % 500 : rand() % 100000);
        at[i] = pw_arena_alloc(&a, size[i]);
        ck_assert_uint_eq((uintptr_t)at[i] % 16, 0);
        memset(at[i], i & 255, size[i]);
    }
    struct pw_arena_mark m = pw_arena_mark(&a);
    size_t bytes = pw_mem_bytes();
    for (int i = 0; i < 1000; i++)
        pw_arena_alloc(&a, 1000);
    char *copy = pw_arena_strdup(&a, "word");
    ck_assert_str_eq(copy, "word");
    pw_arena_release(&a, m);
    ck_assert_uint_eq(pw_mem_bytes(), bytes);
    for (int i = 0; i < N; i++)
        for (size_t k = 0; k < size[i]; k++)
            ck_assert_uint_eq(at[i][k], i & 255);
    pw_arena_release(&a, empty);
    ck_assert(!a.newest);
    pw_arena_alloc(&a, 1);
    pw_arena_clear(&a);
}
END_TEST

/* --- tables: keys are small numbers, hashes collide on purpose --- */

static bool same_key(const void *objects, uint32_t id, const void *key)
{
    return ((const int *)objects)[id] == *(const int *)key;
}

static uint64_t poor_hash(int key)
{
    return (uint64_t)(key % 7) * 0x100000001u;
}

START_TEST(tables_agree_with_a_list)
{
    enum { KEYS = 300 };
    int objects[KEYS];
    bool in[KEYS] = {0};
    struct pw_table t = {0};
    srand(3);
    for (int i = 0; i < KEYS; i++)
        objects[i] = 1000 - i;
    for (int step = 0; step < 20000 * unit_scale(); step++) {
        int i = rand() % KEYS;
        if (!in[i] && rand() % 2)
            pw_table_add(&t, poor_hash(objects[i]), (uint32_t)i), in[i] = true;
        else if (rand() % 2) {
            ck_assert_int_eq(pw_table_remove(&t, poor_hash(objects[i]), (uint32_t)i), in[i]);
            in[i] = false;
        }
        int k = rand() % KEYS;
        ck_assert_int_eq(pw_table_find(&t, poor_hash(objects[k]), same_key, objects, &objects[k]),
                         in[k] ? k : PW_TABLE_NONE);
    }
    size_t members = 0;
    for (int i = 0; i < KEYS; i++)
        members += in[i];
    ck_assert_uint_eq(t.n, members);
    pw_table_reset(&t);
    ck_assert_int_eq(pw_table_find(&t, poor_hash(1000), same_key, objects, &objects[0]),
                     PW_TABLE_NONE);
    pw_table_clear(&t);
}
END_TEST

START_TEST(names_are_numbered_in_order)
{
    struct pw_names s = {0};
    char text[32];
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < 2000; i++) {
            snprintf(text, sizeof text, "name%d", i);
            ck_assert_uint_eq(pw_names_intern(&s, text), (unsigned)i);
        }
    ck_assert_uint_eq(pw_names_intern_n(&s, "name17 and more", 6), 17);
    ck_assert_int_eq(pw_names_find(&s, "name1999"), 1999);
    ck_assert_int_eq(pw_names_find(&s, "name2000"), PW_TABLE_NONE);
    ck_assert_int_eq(pw_names_find(&s, ""), PW_TABLE_NONE);
    ck_assert_uint_eq(pw_names_intern(&s, ""), 2000);
    ck_assert_str_eq(s.at[5], "name5");
    pw_names_clear(&s);
}
END_TEST

START_TEST(hashes_spread)
{
    enum { BUCKETS = 256, KEYS = 256 * 64 };
    int bucket[BUCKETS] = {0};
    for (uint64_t i = 0; i < KEYS; i++)
        bucket[pw_hash_bytes(&i, sizeof i) % BUCKETS]++;
    for (int i = 0; i < BUCKETS; i++)
        ck_assert(bucket[i] > 16 && bucket[i] < 128);
    ck_assert_uint_ne(pw_hash_bytes("", 0), pw_hash_bytes("\0", 1));
    ck_assert_uint_ne(pw_hash_mix(1, 2), pw_hash_mix(2, 1));
}
END_TEST

START_TEST(bit_sets_agree_with_an_array)
{
    enum { N = 200 };
    bool in[N] = {0};
    uint64_t s[4] = {0}, all[4];
    ck_assert_uint_eq(pw_bits_words(N), 4);
    ck_assert(pw_bits_words(0) == 0 && pw_bits_words(64) == 1 && pw_bits_words(65) == 2);
    memset(all, 255, sizeof all);
    srand(4);
    for (int step = 0; step < 5000; step++) {
        size_t i = (size_t)(rand() % N), from = (size_t)(rand() % (N + 1));
        if (rand() % 3 == 0)
            pw_bits_add(s, i), in[i] = true;
        else
            pw_bits_remove(s, i), in[i] = false;
        size_t count = 0, next = N;
        for (size_t k = N; k-- > 0;) {
            ck_assert_int_eq(pw_bits_has(s, k), in[k]);
            count += in[k];
            if (in[k] && k >= from) next = k;
        }
        ck_assert_uint_eq(pw_bits_count(s, 4), count);
        ck_assert_uint_eq(pw_bits_next(s, N, from), next);
        ck_assert(pw_bits_subset(s, all, 4));
        ck_assert_int_eq(pw_bits_subset(all, s, 4), false);
    }
}
END_TEST

START_TEST(string_buffers_hold_what_was_written)
{
    struct pw_strbuf b = {0};
    ck_assert_str_eq(pw_strbuf_text(&b), "");
    pw_strbuf_puts(&b, "ab");
    pw_strbuf_putc(&b, 'c');
    pw_strbuf_write(&b, "def", 2);
    pw_strbuf_printf(&b, "-%d-%s", 42, "");
    pw_strbuf_repeat(&b, '*', 3);
    ck_assert_str_eq(pw_strbuf_text(&b), "abcde-42-***");
    ck_assert_uint_eq(b.n, 12);
    pw_strbuf_reset(&b);
    ck_assert_str_eq(pw_strbuf_text(&b), "");
    for (int i = 0; i < 3000; i++)
        pw_strbuf_printf(&b, "%d,", i);
    ck_assert_uint_eq(b.n, strlen(pw_strbuf_text(&b)));
    ck_assert_uint_eq(b.n, 10 * 2 + 90 * 3 + 900 * 4 + 2000 * 5);
    pw_strbuf_reset(&b);
    pw_strbuf_write(&b, "a\0b", 3);
    ck_assert(b.n == 3 && !memcmp(b.at, "a\0b", 4));
    pw_strbuf_clear(&b);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, vectors_grow_and_pop);
    tcase_add_test(c, arenas_align_and_keep_what_is_before_a_mark);
    tcase_add_test(c, tables_agree_with_a_list);
    tcase_add_test(c, names_are_numbered_in_order);
    tcase_add_test(c, hashes_spread);
    tcase_add_test(c, bit_sets_agree_with_an_array);
    tcase_add_test(c, string_buffers_hold_what_was_written);
}

UNIT_MAIN("containers", tests)
