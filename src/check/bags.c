#include "check/bags.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "base/limits.h"
#include "base/order.h"

size_t pwc_lower(const void *at, size_t n, size_t stride, uint32_t key)
{
    return PW_FIRST(i, 0, n, *(const uint32_t *)((const char *)at + i * stride) >= key);
}

static _Thread_local size_t compared; /* qsort has no argument for it */

static int by_words(const void *x, const void *y)
{
    const uint32_t *a = x, *b = y;
    size_t i = 0;
    while (i + 1 < compared && a[i] == b[i])
        i++;
    return a[i] < b[i] ? -1 : a[i] > b[i];
}

size_t pwc_sort(void *at, size_t n, size_t stride, size_t words)
{
    char *item = at;
    size_t kept = 0, i = 1;
    compared = words;
    while (i < n && by_words(item + (i - 1) * stride, item + i * stride) < 0)
        i++;
    if (i >= n) return n;
    qsort(at, n, stride, by_words);
    for (i = 0; i < n; i++)
        if (!kept || memcmp(item + (kept - 1) * stride, item + i * stride, stride))
            memmove(item + kept++ * stride, item + i * stride, stride);
    return kept;
}

size_t pwc_run(const void *at, size_t n, size_t stride, size_t i, size_t words)
{
    const char *item = at;
    size_t end = i + 1;
    while (end < n && !memcmp(item + i * stride, item + end * stride, words * sizeof(uint32_t)))
        end++;
    return end;
}

void pwc_bag_add(pwc_bag *m, uint32_t place, int64_t count)
{
    size_t i = PWC_LOWER(m, place);
    if (i < m->n && m->at[i].place == place) {
        if (__builtin_add_overflow(m->at[i].count, count, &m->at[i].count))
            pw_guard_throw(PW_STOP_RANGE);
        return;
    }
    pw_vec_reserve(m, m->n + 1);
    memmove(m->at + i + 1, m->at + i, (m->n - i) * sizeof *m->at);
    m->at[i] = (struct pwc_tok){place, count};
    m->n++;
}

void pwc_bag_append(pwc_bag *to, const pwc_bag *m)
{
    for (size_t i = 0; i < m->n; i++)
        pw_vec_push(to, m->at[i]);
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

void pwc_print_config(uint32_t global, const pwc_bag *m, struct pw_strbuf *out)
{
    pw_strbuf_printf(out, "global %" PRIu32 " with%s", global, m->n ? "" : "out threads");
    for (size_t i = 0; i < m->n; i++) {
        pw_strbuf_printf(out, " %" PRIu32, m->at[i].place);
        if (m->at[i].count > 1) pw_strbuf_printf(out, "*%" PRId64, m->at[i].count);
    }
}

void pwc_read_set(struct pwc_reader *r, const pw_uints *all, struct pwc_set *set)
{
    int64_t a, b, last = -1;
    if (pwc_try(r, "*"))
        set->places = *all;
    else
        while (pwc_more(r)) {
            if (!pwc_two(r, '-', &a, &b)) b = a;
            if (a <= last || a > b || b >= (int64_t)all->n)
                pwc_refuse(r, "places must exist and increase");
            for (last = b; a <= b; a++)
                pw_vec_push(&set->places, (unsigned)a);
        }
}

struct pwc_set *pwc_read_sets(struct pwc_reader *r, size_t n, uint32_t globals, const pw_uints *all)
{
    struct pwc_set *sets = PW_NEWS(struct pwc_set, globals);
    while (pwc_each(r, &n)) {
        uint32_t g = pwc_index(r, globals);
        if (sets[g].occurs) pwc_refuse(r, "global %" PRIu32 " for the second time", g);
        sets[g].occurs = true;
        pwc_read_set(r, all, &sets[g]);
    }
    return sets;
}

bool pwc_has(const struct pwc_set *set, uint32_t place)
{
    if (place < set->places.n && set->places.at[place] == place) return true; /* all below it are */
    size_t i = PWC_LOWER(&set->places, place);
    return i < set->places.n && set->places.at[i] == place;
}
