#include "check/space.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "check/ideals.h"
#include "check/traps.h"

static int by_number(const void *x, const void *y)
{
    unsigned a = *(const unsigned *)x, b = *(const unsigned *)y;
    return a < b ? -1 : a > b;
}

void pwc_make_set(pw_uints *list)
{
    size_t kept = 0;
    if (list->n) qsort(list->at, list->n, sizeof *list->at, by_number);
    for (size_t i = 0; i < list->n; i++)
        if (!kept || list->at[kept - 1] != list->at[i]) list->at[kept++] = list->at[i];
    list->n = kept;
}

void pwc_bag_add(pwc_bag *m, uint32_t place, int64_t count)
{
    size_t i = PWC_LOWER(m, place);
    if (i < m->n && m->at[i].place == place) {
        m->at[i].count += count;
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
    if ((m->at[i].count -= count) > 0) return;
    memmove(m->at + i, m->at + i + 1, (m->n - i - 1) * sizeof *m->at);
    m->n--;
}

void pwc_read_bag(struct pwc_reader *r, uint32_t places, pwc_bag *m)
{
    while (pwc_more(r) && !pwc_try(r, "|")) {
        int64_t place, count = 1;
        pw_limits_poll();
        pwc_two(r, '*', &place, &count);
        if (place < 0 || place >= places) pwc_refuse(r, "place %" PRId64 " does not exist", place);
        if (count < 1 || count > PWC_MOST) pwc_refuse(r, "count %" PRId64 " is out of range", count);
        pwc_bag_add(m, (uint32_t)place, count);
    }
}

void pwc_print_config(uint32_t global, const pwc_bag *m, char *out, size_t size)
{
    int used = snprintf(out, size, "global %" PRIu32 " with", global);
    for (size_t i = 0; i < m->n && used < (int)size - 40; i++) {
        used += snprintf(out + used, size - (size_t)used, " %" PRIu32, m->at[i].place);
        if (m->at[i].count > 1) used += snprintf(out + used, size - (size_t)used, "*%" PRId64, m->at[i].count);
        if (i + 1 < m->n && used >= (int)size - 40) snprintf(out + used, size - (size_t)used, " ...");
    }
    if (!m->n) snprintf(out + used, size - (size_t)used, "out threads");
}

void pwc_read_places(struct pwc_reader *r, uint32_t places, struct pwc_may *set)
{
    set->all = pwc_try(r, "*");
    while (!set->all && pwc_more(r)) {
        int64_t a, b, last = set->places.n ? (int64_t)pw_vec_last(&set->places) : -1;
        if (!pwc_two(r, '-', &a, &b)) b = a;
        if (a <= last || a > b || b >= places) pwc_refuse(r, "places must exist and increase");
        for (; a <= b; a++) pw_vec_push(&set->places, (unsigned)a);
    }
    pwc_finish_line(r);
}

bool pwc_has_place(const struct pwc_may *set, uint32_t place)
{
    size_t i = PWC_LOWER(&set->places, place);
    return set->all || (i < set->places.n && set->places.at[i] == place);
}

static void read_may(struct pwc_reader *r, struct pwc_space *s)
{
    s->may = PW_NEWS(struct pwc_may, s->globals);
    for (size_t n = pwc_section(r, "may"); n > 0; n--) {
        pwc_next(r);
        uint32_t g = (uint32_t)pwc_int(r, 0, (int64_t)s->globals - 1);
        if (s->may[g].occurs) pwc_refuse(r, "global %" PRIu32 " for the second time", g);
        s->may[g].occurs = true;
        pwc_read_places(r, s->places, &s->may[g]);
        s->result->pairs += pwc_may_count(s, g);
    }
}

static void read_weights(struct pwc_reader *r, uint32_t most, int64_t least, pwc_weights *w)
{
    while (pwc_more(r) && !pwc_try(r, "|")) {
        int64_t id, weight;
        if (!pwc_two(r, ':', &id, &weight)) pwc_refuse(r, "NUMBER:WEIGHT expected");
        if (id < 0 || id >= most || (w->n && id <= pw_vec_last(w).id)) pwc_refuse(r, "the numbers must exist and increase");
        if (weight < least || weight > PWC_HEAVIEST) pwc_refuse(r, "weight %" PRId64 " is out of range", weight);
        pw_vec_push(w, ((struct pwc_weight){(uint32_t)id, weight}));
    }
}

static void read_linear(struct pwc_reader *r, struct pwc_space *s)
{
    for (size_t n = pwc_section(r, "invariants"); n > 0; n--) {
        pwc_next(r);
        struct pwc_linear l = {.line = r->line, .bound = pwc_int(r, -INT64_MAX, INT64_MAX)};
        pwc_expect(r, "|");
        read_weights(r, s->globals, -PWC_HEAVIEST, &l.offset);
        read_weights(r, s->places, 1, &l.weight);
        pwc_finish_line(r);
        pw_vec_push(&s->linear, l);
    }
    s->result->linear = s->linear.n;
}

static uint64_t mask_of(const struct pwc_tok *m, size_t n)
{
    uint64_t mask = 0;
    for (size_t i = 0; i < n; i++) mask |= (uint64_t)1 << (m[i].place * 0x9e3779b1u >> 26);
    return mask;
}

static int by_key(const void *x, const void *y)
{
    const struct pwc_element *a = x, *b = y;
    if (a->global != b->global) return a->global < b->global ? -1 : 1;
    if (a->key != b->key) return a->key < b->key ? -1 : 1;
    return a->second < b->second ? -1 : a->second > b->second;
}

enum { MOST_SLOTS = 1 << 21 };

static size_t slot_of(const struct pwc_space *s, uint32_t global, uint32_t key)
{
    return (size_t)global * (s->places + 1) + (key == PWC_NONE ? s->places : key);
}

/* An element is found under the place that fewest elements have, and then under the next such place. */
static void index_basis(struct pwc_space *s)
{
    uint32_t *uses = PW_NEWS(uint32_t, s->places);
    for (size_t i = 0; i < s->toks.n; i++) uses[s->toks.at[i].place]++;
    for (size_t i = 0; i < s->basis.n; i++) {
        struct pwc_element *e = &s->basis.at[i];
        const struct pwc_tok *t = s->toks.at + e->first;
        for (uint32_t k = 0; k < e->n; k++) {
            uint32_t place = t[k].place;
            if (e->key == PWC_NONE || uses[place] < uses[e->key]) e->second = e->key, e->key = place;
            else if (e->second == PWC_NONE || uses[place] < uses[e->second]) e->second = place;
        }
        e->mask = mask_of(t, e->n);
    }
    if (s->basis.n) qsort(s->basis.at, s->basis.n, sizeof *s->basis.at, by_key);
    size_t slots = (size_t)s->globals * (s->places + 1);
    if (slots > MOST_SLOTS) return;
    s->start = PW_NEWS(uint32_t, slots + 1);
    for (size_t slot = 0, i = 0; slot <= slots; slot++) {
        s->start[slot] = (uint32_t)i;
        while (i < s->basis.n && slot_of(s, s->basis.at[i].global, s->basis.at[i].key) == slot) i++;
    }
}

void pwc_read_space(struct pwc_reader *r, struct pwc_space *s, bool net, bool sharp)
{
    s->result = r->result;
    pw_vec_reserve(&s->toks, 1);
    s->result->globals = s->globals;
    s->result->places = s->places;
    read_may(r, s);
    read_linear(r, s);
    pwc_bag m = {0};
    if (sharp) pwc_read_traps(r, s, pwc_section(r, "traps"));
    pwc_next(r);
    if (net && pwc_try(r, "ideals")) {
        pwc_read_ideals(r, s, pwc_count(r));
        pwc_next(r);
    }
    pwc_expect(r, "basis");
    for (size_t n = pwc_count(r); n > 0; n--) {
        pwc_next(r);
        struct pwc_element e = {.line = r->line, .key = PWC_NONE, .second = PWC_NONE, .first = s->toks.n};
        e.global = (uint32_t)pwc_int(r, 0, (int64_t)s->globals - 1);
        pw_vec_reset(&m);
        pwc_read_bag(r, s->places, &m);
        pwc_finish_line(r);
        e.n = (uint32_t)m.n;
        for (size_t i = 0; i < m.n; i++) pw_vec_push(&s->toks, m.at[i]);
        pw_vec_push(&s->basis, e);
    }
    if (r->eol + 1 != r->end) pwc_next(r), pwc_refuse(r, "nothing may follow the basis but the last line");
    s->result->basis = s->basis.n;
    index_basis(s);
}

size_t pwc_may_from(const struct pwc_space *s, uint32_t global, uint32_t place)
{
    const struct pwc_may *m = &s->may[global];
    if (m->all) return place < s->places ? place : s->places;
    return PWC_LOWER(&m->places, place);
}

bool pwc_may(const struct pwc_space *s, uint32_t global, uint32_t place) { return pwc_has_place(&s->may[global], place); }

size_t pwc_may_count(const struct pwc_space *s, uint32_t global) { return s->may[global].all ? s->places : s->may[global].places.n; }

uint32_t pwc_may_at(const struct pwc_space *s, uint32_t global, size_t i)
{
    return s->may[global].all ? (uint32_t)i : s->may[global].places.at[i];
}

bool pwc_may_all(const struct pwc_space *s, uint32_t global, const struct pwc_tok *m, size_t n)
{
    if (!s->may[global].occurs) return false;
    for (size_t i = 0; i < n; i++)
        if (!pwc_may(s, global, m[i].place)) return false;
    return true;
}

int64_t pwc_weight_of(const pwc_weights *w, uint32_t id)
{
    size_t i = PWC_LOWER(w, id);
    return i < w->n && w->at[i].id == id ? w->at[i].weight : 0;
}

__int128 pwc_value(const struct pwc_linear *l, uint32_t global, const struct pwc_tok *m, size_t n)
{
    __int128 sum = pwc_weight_of(&l->offset, global);
    for (size_t i = 0; i < n; i++) sum += (__int128)pwc_weight_of(&l->weight, m[i].place) * m[i].count;
    return sum;
}

bool pwc_excluded(const struct pwc_space *s, uint32_t global, const pwc_bag *m)
{
    for (size_t i = 0; i < s->linear.n; i++) {
        const struct pwc_linear *l = &s->linear.at[i];
        if (pwc_value(l, global, m->at, m->n) > l->bound) return true;
    }
    return s->bounded && !pwc_in_ideals(s, global, m);
}

static bool below(const struct pwc_tok *u, size_t n, const pwc_bag *m)
{
    for (size_t i = 0, j = 0; i < n; i++) {
        while (j < m->n && m->at[j].place < u[i].place) j++;
        if (j == m->n || m->at[j].place != u[i].place || m->at[j].count < u[i].count) return false;
    }
    return true;
}

/* The first of the elements from .. to-1 that is not before (global, key, second). */
static size_t seek(const struct pwc_space *s, size_t from, size_t to, uint32_t global, uint32_t key, uint32_t second)
{
    struct pwc_element want = {.global = global, .key = key, .second = second};
    while (from < to) {
        size_t mid = (from + to) / 2;
        if (by_key(&s->basis.at[mid], &want) < 0) from = mid + 1;
        else to = mid;
    }
    return from;
}

static bool covered_within(const struct pwc_space *s, size_t from, size_t to, const pwc_bag *m, uint64_t mask)
{
    for (size_t i = from; i < to; i++) {
        const struct pwc_element *e = &s->basis.at[i];
        if (!(e->mask & ~mask) && below(s->toks.at + e->first, e->n, m)) return true;
    }
    return false;
}

/* Is an element that the index holds under (global, key) below m? Few of them are tried one by one, many only under the places of m. */
static bool covered_under(const struct pwc_space *s, uint32_t global, uint32_t key, const pwc_bag *m, uint64_t mask)
{
    enum { FEW = 10 };
    size_t from, to, slot = slot_of(s, global, key);
    if (s->start) from = s->start[slot], to = s->start[slot + 1];
    else {
        from = seek(s, 0, s->basis.n, global, key, 0), to = seek(s, from, s->basis.n, global, key, PWC_NONE);
        while (to < s->basis.n && s->basis.at[to].global == global && s->basis.at[to].key == key) to++;
    }
    if (to - from <= FEW * m->n) return covered_within(s, from, to, m, mask);
    for (size_t i = 0; i < m->n; i++) {
        size_t first = seek(s, from, to, global, key, m->at[i].place), end = first;
        while (end < to && s->basis.at[end].second == m->at[i].place) end++;
        if (covered_within(s, first, end, m, mask)) return true;
    }
    return covered_within(s, seek(s, from, to, global, key, PWC_NONE), to, m, mask);
}

bool pwc_covers(const struct pwc_space *s, uint32_t global, const pwc_bag *m)
{
    uint64_t mask = mask_of(m->at, m->n);
    for (size_t i = 0; i < m->n; i++)
        if (covered_under(s, global, m->at[i].place, m, mask)) return true;
    return covered_under(s, global, PWC_NONE, m, mask);
}
