#include "cover/init.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"

void pw_init_pairs_init(struct pw_init_pairs *p, uint32_t templates, uint32_t locals)
{
    memset(p, 0, sizeof *p);
    p->templates = templates;
    p->locals = locals;
    p->counts = PW_NEWS(int64_t, templates);
    p->template_of = PW_NEWS(uint32_t, locals);
    for (uint32_t t = 0; t < templates; t++)
        p->counts[t] = -1;
}

void pw_init_pairs_clear(struct pw_init_pairs *p)
{
    PW_FREES(p->counts, p->templates);
    PW_FREES(p->template_of, p->locals);
    pw_vec_clear(&p->entries);
}

void pw_init_pairs_count(struct pw_init_pairs *p, uint32_t template_, int64_t count)
{
    assert(template_ < p->templates && count >= -1);
    p->counts[template_] = count;
}

void pw_init_pairs_local(struct pw_init_pairs *p, uint32_t local, uint32_t template_)
{
    assert(local < p->locals && template_ < p->templates);
    p->template_of[local] = template_;
}

void pw_init_pairs_allow(struct pw_init_pairs *p, uint32_t global, uint32_t active,
                         uint32_t passive)
{
    assert(active < p->locals && passive < p->locals);
    struct pw_init_entry e = {global, active, passive};
    pw_vec_push(&p->entries, e);
}

static int compare_entries(const void *a, const void *b)
{
    const struct pw_init_entry *x = a, *y = b;
    return PW_ORDER(x->global, y->global)
               ?: PW_ORDER(x->active, y->active)
               ?: PW_ORDER(x->passive, y->passive);
}

static void seal(struct pw_init_pairs *p)
{
    size_t out = 0;
    if (p->entries.n > 1)
        qsort(p->entries.at, p->entries.n, sizeof *p->entries.at, compare_entries);
    for (size_t i = 0; i < p->entries.n; i++)
        if (out == 0 || compare_entries(&p->entries.at[out - 1], &p->entries.at[i]) != 0)
            p->entries.at[out++] = p->entries.at[i];
    p->entries.n = out;
}

/* Where the entries with the global and active state of entry `from` end. */
static size_t group_end(const struct pw_init_pairs *p, size_t from)
{
    const struct pw_init_entry *e = p->entries.at;
    size_t end = from;
    while (end < p->entries.n && e[end].global == e[from].global && e[end].active == e[from].active)
        end++;
    return end;
}

static size_t first_of_global(const struct pw_init_pairs *p, uint32_t global)
{
    return PW_FIRST(i, 0, p->entries.n, p->entries.at[i].global >= global);
}

static bool allows(const struct pw_init_entry *e, size_t n, uint32_t passive)
{
    size_t at = PW_FIRST(i, 0, n, e[i].passive >= passive);
    return at < n && e[at].passive == passive;
}

/* Adds what is missing to *m, which holds a: every counted template filled up, two threads at
 * least. */
static bool fill_up(const struct pw_init_pairs *p, const struct pw_init_entry *e, size_t n,
                    pw_toks *m)
{
    int64_t all = 0;
    for (uint32_t t = 0; t < p->templates; t++) {
        int64_t have = 0;
        size_t k = 0;
        for (size_t i = 0; i < m->n; i++)
            if (p->template_of[m->at[i].local] == t) have = pw_count_add(have, m->at[i].count);
        all = pw_count_add(all, have);
        if (p->counts[t] < 0 || have == p->counts[t]) continue;
        if (have > p->counts[t]) return false;
        while (k < n && p->template_of[e[k].passive] != t)
            k++;
        if (k == n) return false;
        struct pw_tok more = {e[k].passive, p->counts[t] - have};
        all = pw_count_add(all, more.count);
        pw_vec_push(m, more);
    }
    if (all >= 2) return true;
    for (size_t k = 0; k < n; k++)
        if (p->counts[p->template_of[e[k].passive]] < 0) {
            struct pw_tok more = {e[k].passive, 1};
            pw_vec_push(m, more);
            return true;
        }
    return false;
}

/* Can u be completed with `active` as the distinguished thread, taken from u (in_u) or added? The
 * result is in *m. */
static bool complete(const struct pw_init_pairs *p, const struct pw_init_entry *e, size_t n,
                     const struct pw_tok *u, size_t nu, bool in_u, pw_toks *m)
{
    bool found = false;
    m->n = 0;
    for (size_t i = 0; i < nu; i++) {
        int64_t passive = u[i].count;
        if (in_u && u[i].local == e[0].active) passive--, found = true;
        if (passive > 0 && !allows(e, n, u[i].local)) return false;
        pw_vec_push(m, u[i]);
    }
    if (in_u && !found) return false;
    if (!in_u) {
        struct pw_tok a = {e[0].active, 1};
        pw_vec_push(m, a);
    }
    return fill_up(p, e, n, m);
}

static void keep_smaller(pw_toks *m, int64_t *best, pw_toks *out)
{
    int64_t total = 0;
    pw_toks_normalise(m);
    for (size_t i = 0; i < m->n; i++)
        if (__builtin_add_overflow(total, m->at[i].count, &total)) total = INT64_MAX;
    if (*best >= 0 && *best <= total) return;
    *best = total;
    if (!out) return;
    out->n = 0;
    for (size_t i = 0; i < m->n; i++)
        pw_vec_push(out, m->at[i]);
}

bool pw_init_pairs_covers(const void *self, uint32_t global, const struct pw_tok *u, size_t n,
                          pw_toks *out)
{
    const struct pw_init_pairs *p = self;
    pw_toks m = {0};
    int64_t best = -1;
    for (size_t i = first_of_global(p, global);
         i < p->entries.n && p->entries.at[i].global == global; i = group_end(p, i)) {
        size_t k = group_end(p, i) - i;
        for (int in_u = 1; in_u >= 0 && (out || best < 0); in_u--)
            if (complete(p, p->entries.at + i, k, u, n, in_u, &m)) keep_smaller(&m, &best, out);
        if (best >= 0 && !out) break;
    }
    pw_vec_clear(&m);
    return best >= 0;
}

/* The box of (g, a): a once or more if it allows itself, each allowed p any number of times, at
 * most the count of its template. */
static void add_box(const struct pw_init_pairs *p, size_t i, size_t end, struct pw_system *s)
{
    PW_VEC(struct pw_range) ranges = {0};
    assert(i < p->entries.n);
    uint32_t a = p->entries.at[i].active;
    bool self = false;
    for (size_t k = i; k < end; k++) {
        assert(k < p->entries.n);
        uint32_t l = p->entries.at[k].passive;
        int64_t count = p->counts[p->template_of[l]];
        struct pw_range r = {l, count < 0, l == a, count};
        self |= l == a;
        pw_vec_push(&ranges, r);
    }
    if (!self) {
        struct pw_range r = {a, false, 1, 1};
        pw_vec_push(&ranges, r);
    }
    pw_system_box(s, p->entries.at[i].global, ranges.at, ranges.n, false);
    pw_vec_clear(&ranges);
}

void pw_init_pairs_attach(struct pw_init_pairs *p, struct pw_system *s)
{
    seal(p);
    for (size_t i = 0; i < p->entries.n; i = group_end(p, i))
        add_box(p, i, group_end(p, i), s);
    s->covers = pw_init_pairs_covers;
    s->covers_self = p;
}
