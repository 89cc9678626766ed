#include "check/bags.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "base/limits.h"

size_t pwc_lower(const void *at, size_t n, size_t stride, uint32_t key)
{
    size_t lo = 0;
    while (lo < n) {
        size_t mid = (lo + n) / 2;
        if (*(const uint32_t *)((const char *)at + mid * stride) < key)
            lo = mid + 1;
        else
            n = mid;
    }
    return lo;
}

static int by_two(const void *x, const void *y)
{
    const uint32_t *a = x, *b = y;
    if (a[0] != b[0]) return a[0] < b[0] ? -1 : 1;
    return a[1] < b[1] ? -1 : a[1] > b[1];
}

size_t pwc_sort(void *at, size_t n, size_t stride)
{
    char *item = at;
    size_t kept = 0, i = 1;
    while (i < n && by_two(item + (i - 1) * stride, item + i * stride) < 0)
        i++;
    if (i >= n) return n;
    qsort(at, n, stride, by_two);
    for (i = 0; i < n; i++)
        if (!kept || by_two(item + (kept - 1) * stride, item + i * stride))
            memmove(item + kept++ * stride, item + i * stride, stride);
    return kept;
}

int64_t pwc_sum(int64_t x, int64_t y)
{
    int64_t sum;
    if (__builtin_add_overflow(x, y, &sum)) pw_guard_throw(PW_STOP_RANGE);
    return sum;
}

void pwc_sum_wide(__int128 *sum, int64_t weight, int64_t count)
{
    if (__builtin_add_overflow(*sum, (__int128)weight * count, sum)) pw_guard_throw(PW_STOP_RANGE);
}

void pwc_bag_add(pwc_bag *m, uint32_t place, int64_t count)
{
    size_t i = PWC_LOWER(m, place);
    if (i < m->n && m->at[i].place == place) {
        m->at[i].count = pwc_sum(m->at[i].count, count);
        return;
    }
    pw_vec_reserve(m, m->n + 1);
    memmove(m->at + i + 1, m->at + i, (m->n - i) * sizeof *m->at);
    m->at[i] = (struct pwc_tok){place, count};
    m->n++;
}

void pwc_bag_take(pwc_bag *m, uint32_t place, int64_t count)
{
    size_t i = PWC_LOWER(m, place);
    assert(i < m->n && m->at[i].place == place && m->at[i].count >= count);
    if ((m->at[i].count -= count) > 0) return;
    memmove(m->at + i, m->at + i + 1, (m->n - i - 1) * sizeof *m->at);
    m->n--;
}

int64_t pwc_bag_count(const struct pwc_tok *m, size_t n, uint32_t place)
{
    size_t i = pwc_lower(m, n, sizeof *m, place);
    return i < n && m[i].place == place ? m[i].count : 0;
}

size_t pwc_read_bag(struct pwc_reader *r, uint32_t places, pwc_bag *m)
{
    size_t words = 0;
    for (; pwc_more(r) && !pwc_try(r, "|"); words++) {
        int64_t place, count = 1;
        pw_limits_poll();
        pwc_two(r, '*', &place, &count);
        if (place < 0 || place >= places) pwc_refuse(r, "place %" PRId64 " does not exist", place);
        if (count < 1) pwc_refuse(r, "count %" PRId64 " is out of range", count);
        pwc_bag_add(m, (uint32_t)place, count);
    }
    return words;
}

void pwc_print_config(uint32_t global, const pwc_bag *m, char *out, size_t size)
{
    size_t used = (size_t)snprintf(out, size, "global %" PRIu32 " with", global), i = 0;
    for (; i < m->n && used + 40 < size; i++) {
        const struct pwc_tok *t = &m->at[i];
        used += (size_t)snprintf(out + used, size - used, " %" PRIu32, t->place);
        if (t->count > 1) used += (size_t)snprintf(out + used, size - used, "*%" PRId64, t->count);
    }
    snprintf(out + used, size - used, "%s", i < m->n ? " ..." : m->n ? "" : "out threads");
}

void pwc_read_set(struct pwc_reader *r, uint32_t places, struct pwc_set *set)
{
    int64_t a, b, last = -1;
    bool all = pwc_try(r, "*");
    set->all = all ? places : 0;
    while (!all && pwc_more(r)) {
        if (!pwc_two(r, '-', &a, &b)) b = a;
        if (a <= last || a > b || b >= places) pwc_refuse(r, "places must exist and increase");
        for (last = b; a <= b; a++)
            pw_vec_push(&set->places, (unsigned)a);
    }
    pwc_finish_line(r);
}

struct pwc_set *pwc_read_sets(struct pwc_reader *r, size_t n, uint32_t globals, uint32_t places)
{
    struct pwc_set *sets = PW_NEWS(struct pwc_set, globals);
    for (; n > 0; n--) {
        pwc_next(r);
        uint32_t g = pwc_index(r, globals);
        if (sets[g].occurs) pwc_refuse(r, "global %" PRIu32 " for the second time", g);
        sets[g].occurs = true;
        pwc_read_set(r, places, &sets[g]);
    }
    return sets;
}

bool pwc_has(const struct pwc_set *set, uint32_t place)
{
    if (set->all) return place < set->all;
    size_t i = PWC_LOWER(&set->places, place);
    return i < set->places.n && set->places.at[i] == place;
}

size_t pwc_size(const struct pwc_set *set)
{
    return set->all ? set->all : set->places.n;
}

uint32_t pwc_at(const struct pwc_set *set, size_t i)
{
    assert(i < pwc_size(set));
    return set->all ? (uint32_t)i : set->places.at[i];
}

size_t pwc_from(const struct pwc_set *set, uint32_t place)
{
    if (set->all) return place < set->all ? place : set->all;
    return PWC_LOWER(&set->places, place);
}
