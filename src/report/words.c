#include "report/words.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"
#include "base/order.h"

enum { MOST_TOKENS = 3, MOST_PATTERNS = 400 };
/* over all patterns: bounds the work, not the soundness */
static const uint64_t MOST_FILLINGS = 2000000;

/* One thread of a pattern: a location, and for each field of its template a code or OPEN. Where
 * patterns were joined it may be at any of several locations. */
#define OPEN UINT32_MAX
struct part {
    uint32_t loc;
    uint32_t *codes;
    size_t n;
    PW_VEC(uint32_t) more; /* further locations of the same template */
};

struct pattern {
    uint32_t *shared; /* codes or OPEN */
    struct part parts[MOST_TOKENS];
    size_t n;
    size_t weight; /* elements of the basis that it stands for */
};

struct word_ctx {
    const struct pw_states *s;
    const struct pw_cover_result *r;
    /* basis elements of global g: [first[g], first[g+1]) of by_global */
    PW_VEC(size_t) first;
    PW_VEC(size_t) by_global;
    PW_VEC(struct pattern) patterns;
    uint64_t fillings;
};

/* --- can a local state occur in a shared state? --- */

static bool occurs(const struct word_ctx *w, uint32_t global, uint32_t local)
{
    const struct pw_cover_invariant *j = &w->r->invariant;
    if (!j->sliced) return true;
    const struct pw_pair wanted = {global, local}, *o = j->occupied.at;
    size_t at = PW_FIRST(i, 0, j->occupied.n, pw_pair_order(&o[i], &wanted) >= 0);
    return at < j->occupied.n && !pw_pair_order(&o[at], &wanted);
}

/* --- is a configuration above a minimal element? --- */

static bool excluded(const struct word_ctx *w, uint32_t global, const uint32_t *locals, size_t n)
{
    pw_toks m = {0};
    for (size_t i = 0; i < n; i++) {
        struct pw_tok t = {locals[i], 1};
        pw_vec_push(&m, t);
    }
    pw_toks_normalise(&m);
    bool above = false;
    for (size_t i = w->first.at[global]; !above && i < w->first.at[global + 1]; i++) {
        assert(i < w->by_global.n);
        const struct pw_config *u = &w->r->basis.at[w->by_global.at[i]];
        above = pw_toks_leq(u->toks.at, u->toks.n, m.at, m.n);
    }
    pw_vec_clear(&m);
    return above;
}

static bool fits(const uint32_t *pattern, const uint32_t *codes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (pattern[i] != OPEN && pattern[i] != codes[i]) return false;
    return true;
}

static bool fits_part(const struct word_ctx *w, const struct part *p, uint32_t local)
{
    return w->s->locals.at[local].loc == p->loc &&
           fits(p->codes, pw_states_local_codes(w->s, local), p->n);
}

/* Every way to choose local states for parts k.. in this shared state is excluded. */
static bool all_excluded(struct word_ctx *w, const struct pattern *p, uint32_t global,
                         uint32_t *chosen, size_t k)
{
    pw_limits_poll();
    if (k == p->n) return w->fillings++ < MOST_FILLINGS && excluded(w, global, chosen, k);
    for (uint32_t l = 0; l < w->s->locals.n; l++) {
        if (!fits_part(w, &p->parts[k], l) || !occurs(w, global, l)) continue;
        chosen[k] = l;
        if (!all_excluded(w, p, global, chosen, k + 1)) return false;
    }
    return true;
}

static bool is_excluded(struct word_ctx *w, const struct pattern *p)
{
    uint32_t chosen[MOST_TOKENS];
    for (uint32_t g = 0; g < w->s->n_shared; g++)
        if (fits(p->shared, pw_states_shared_codes(w->s, g), w->s->t->shared.n) &&
            !all_excluded(w, p, g, chosen, 0))
            return false;
    return true;
}

/* --- patterns from elements --- */

static uint32_t *copy_codes(const uint32_t *codes, size_t n)
{
    uint32_t *copy = PW_NEWS(uint32_t, n);
    if (n) memcpy(copy, codes, n * sizeof *copy);
    return copy;
}

static void free_part(struct part *p)
{
    PW_FREES(p->codes, p->n);
    pw_vec_clear(&p->more);
}

static void free_pattern(const struct word_ctx *w, struct pattern *p)
{
    PW_FREES(p->shared, w->s->t->shared.n);
    for (size_t i = 0; i < p->n; i++)
        free_part(&p->parts[i]);
}

static bool from_element(const struct word_ctx *w, const struct pw_config *u, struct pattern *p)
{
    int64_t total = 0;
    for (size_t i = 0; i < u->toks.n; i++)
        total = pw_count_add(total, u->toks.at[i].count);
    if (total > MOST_TOKENS) return false;
    *p = (struct pattern){
        .shared = copy_codes(pw_states_shared_codes(w->s, u->global), w->s->t->shared.n)};
    for (size_t i = 0; i < u->toks.n; i++)
        for (int64_t k = 0; k < u->toks.at[i].count; k++) {
            uint32_t local = u->toks.at[i].local, loc = w->s->locals.at[local].loc;
            assert(loc < w->s->t->locs.n);
            size_t n = w->s->t->templates.at[w->s->t->locs.at[loc].template].fields.n;
            p->parts[p->n++] = (struct part){
                .loc = loc, .codes = copy_codes(pw_states_local_codes(w->s, local), n), .n = n};
        }
    return true;
}

static void open_where_possible(struct word_ctx *w, struct pattern *p, uint32_t *codes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t old = codes[i];
        codes[i] = OPEN;
        if (!is_excluded(w, p)) codes[i] = old;
    }
}

static void generalise(struct word_ctx *w, struct pattern *p)
{
    open_where_possible(w, p, p->shared, w->s->t->shared.n);
    for (size_t i = 0; i < p->n; i++)
        open_where_possible(w, p, p->parts[i].codes, p->parts[i].n);
}

static bool has_place(const struct part *p, uint32_t loc)
{
    bool found = p->loc == loc;
    for (size_t i = 0; i < p->more.n && !found; i++)
        found = p->more.at[i] == loc;
    return found;
}

static bool same_parts(const struct part *a, const struct part *b)
{
    if (a->n != b->n || a->more.n != b->more.n || !has_place(a, b->loc) ||
        memcmp(a->codes, b->codes, a->n * sizeof *a->codes) != 0)
        return false;
    for (size_t i = 0; i < b->more.n; i++)
        if (!has_place(a, b->more.at[i])) return false;
    return true;
}

static bool swapped_fit(const struct word_ctx *w, const struct pattern *p, const struct pattern *e,
                        const unsigned *order)
{
    for (size_t i = 0; i < p->n; i++) {
        const struct part *a = &p->parts[i], *b = &e->parts[order[i]];
        if (a->loc != b->loc || !fits(a->codes, b->codes, a->n)) return false;
    }
    return fits(p->shared, e->shared, w->s->t->shared.n);
}

/* Is the element (a pattern without OPEN) an instance of p, its threads in some order? */
static bool stands_for(const struct word_ctx *w, const struct pattern *p, const struct pattern *e)
{
    static const unsigned orders[6][3] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1},
                                          {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    if (p->n != e->n) return false;
    for (size_t k = 0; k < 6; k++) {
        bool valid = true;
        for (size_t i = 0; i < p->n; i++)
            valid = valid && orders[k][i] < p->n;
        if (valid && swapped_fit(w, p, e, orders[k])) return true;
    }
    return false;
}

/* More threads of a counted template than there are: true, and says nothing. */
static bool exceeds_counts(const struct word_ctx *w, const struct pw_config *u)
{
    const struct pw_dual *t = w->s->t;
    for (uint32_t q = 0; q < t->templates.n; q++) {
        int64_t n = 0;
        for (size_t i = 0; i < u->toks.n; i++)
            if (pw_states_template(w->s, u->toks.at[i].local) == q)
                n = pw_count_add(n, u->toks.at[i].count);
        if (t->templates.at[q].count >= 0 && n > t->templates.at[q].count) return true;
    }
    return false;
}

static void add_element(struct word_ctx *w, const struct pw_config *u)
{
    struct pattern e;
    if (w->patterns.n >= MOST_PATTERNS || exceeds_counts(w, u) || !from_element(w, u, &e)) return;
    for (size_t i = 0; i < w->patterns.n; i++)
        if (stands_for(w, &w->patterns.at[i], &e)) {
            w->patterns.at[i].weight++;
            free_pattern(w, &e);
            return;
        }
    generalise(w, &e);
    e.weight = 1;
    pw_vec_push(&w->patterns, e);
}

static size_t fixed(const uint32_t *codes, size_t n)
{
    size_t k = 0;
    for (size_t i = 0; i < n; i++)
        k += codes[i] != OPEN;
    return k;
}

static size_t detail(const struct pattern *p, size_t shared)
{
    size_t k = fixed(p->shared, shared);
    for (size_t i = 0; i < p->n; i++)
        k += fixed(p->parts[i].codes, p->parts[i].n);
    return k;
}

/* The heavier first, then the one with fewer values fixed; stable (insertion sort: few hundred at
 * most). */
static void sort_patterns(struct word_ctx *w)
{
    size_t shared = w->s->t->shared.n;
    for (size_t i = 1; i < w->patterns.n; i++) {
        struct pattern p = w->patterns.at[i];
        size_t k = i;
        for (; k > 0; k--) {
            assert(k - 1 < w->patterns.n);
            const struct pattern *q = &w->patterns.at[k - 1];
            bool before = p.weight > q->weight ||
                          (p.weight == q->weight && detail(&p, shared) < detail(q, shared));
            if (!before) break;
            assert(k < w->patterns.n);
            w->patterns.at[k] = *q;
        }
        w->patterns.at[k] = p;
    }
}

/* --- sentences --- */

void pw_words_field(const struct pw_field *f, uint32_t code, struct pw_strbuf *out)
{
    if (f->kind == PW_FIELD_RANGE)
        pw_strbuf_printf(out, "%s == %lld", pw_field_shown(f), (long long)(f->lo + (int64_t)code));
    else
        pw_strbuf_printf(out, "%s%s", code ? "" : "!", pw_field_shown(f));
}

static void print_fields(const pw_fields *fields, const uint32_t *codes, const char *between,
                         struct pw_strbuf *out)
{
    size_t said = 0;
    for (size_t i = 0; i < fields->n; i++) {
        if (codes[i] == OPEN) continue;
        if (said++) pw_strbuf_puts(out, between);
        pw_words_field(&fields->at[i], codes[i], out);
    }
}

/* Templates whose threads do something: where there is one only, its name goes without saying. */
static size_t acting_templates(const struct pw_dual *t)
{
    size_t n = 0;
    for (uint32_t q = 0; q < t->templates.n; q++) {
        bool acts = false;
        for (size_t i = 0; i < t->stmts.n; i++)
            acts = acts || t->stmts.at[i].template == q;
        n += acts;
    }
    return n;
}

void pw_words_place(const struct pw_dual *t, uint32_t loc, struct pw_strbuf *out)
{
    assert(loc < t->locs.n);
    if (acting_templates(t) > 1)
        pw_strbuf_printf(out, "%s.", t->templates.at[t->locs.at[loc].template].name);
    pw_strbuf_puts(out, t->locs.at[loc].name);
}

static void print_part(const struct word_ctx *w, const struct part *p, struct pw_strbuf *out)
{
    const struct pw_dual *t = w->s->t;
    assert(p->loc < t->locs.n);
    uint32_t template = t->locs.at[p->loc].template;
    pw_strbuf_puts(out, "at ");
    pw_words_place(t, p->loc, out);
    for (size_t i = 0; i < p->more.n; i++) {
        pw_strbuf_puts(out, i + 1 == p->more.n ? " or " : ", ");
        pw_words_place(t, p->more.at[i], out);
    }
    if (!fixed(p->codes, p->n)) return;
    pw_strbuf_puts(out, " with ");
    assert(t->templates.n > template);
    print_fields(&t->templates.at[template].fields, p->codes, " and ", out);
}

static void print_threads(const struct word_ctx *w, const struct pattern *p, struct pw_strbuf *out)
{
    static const char *const numbers[] = {"", "thread", "two threads", "three threads"};
    bool alike = true;
    for (size_t i = 1; i < p->n; i++)
        alike = alike && same_parts(&p->parts[0], &p->parts[i]);
    if (alike) {
        assert((size_t)p->n < sizeof numbers / sizeof *numbers);
        pw_strbuf_printf(out, "no %s ", numbers[p->n]);
        print_part(w, &p->parts[0], out);
        return;
    }
    pw_strbuf_puts(out, "no thread ");
    print_part(w, &p->parts[0], out);
    for (size_t i = 1; i < p->n; i++) {
        pw_strbuf_puts(out, i == 1 ? " while another is " : " and a third ");
        print_part(w, &p->parts[i], out);
    }
}

static char *sentence(const struct word_ctx *w, const struct pattern *p)
{
    struct pw_strbuf b = {0};
    const pw_fields *shared = &w->s->t->shared;
    bool when = fixed(p->shared, shared->n) > 0;
    if (when) {
        pw_strbuf_puts(&b, p->n ? "when " : "never ");
        print_fields(shared, p->shared, " and ", &b);
        if (p->n) pw_strbuf_puts(&b, ": ");
    }
    if (p->n) print_threads(w, p, &b);
    char *line = pw_mem_strdup(pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
    return line;
}

/* A thread at an error location: that there is none is the verdict itself. */
static bool is_about_error(const struct word_ctx *w, const struct pattern *p)
{
    for (size_t i = 0; i < p->n; i++)
        if (w->s->t->locs.at[p->parts[i].loc].kind == PW_TLOC_ERROR) return true;
    return false;
}

static void drop_errors(struct word_ctx *w)
{
    size_t kept = 0;
    for (size_t i = 0; i < w->patterns.n; i++) {
        struct pattern p = w->patterns.at[i];
        if (is_about_error(w, &p))
            free_pattern(w, &p);
        else
            w->patterns.at[kept++] = p;
    }
    assert(kept <= w->patterns.n);
    w->patterns.n = kept;
}

/* --- joining --- */

/* Do two patterns differ in the places of one thread only? *i, *k: which, in the one and the other.
 */
static bool differ_in_one(const struct word_ctx *w, const struct pattern *a,
                          const struct pattern *b, size_t *i, size_t *k)
{
    if (a->n != b->n || a->n > 2 || !a->n ||
        memcmp(a->shared, b->shared, w->s->t->shared.n * sizeof *a->shared) != 0)
        return false;
    for (*i = 0; *i < a->n; ++*i)
        for (*k = 0; *k < a->n; ++*k) {
            const struct part *x = &a->parts[*i], *y = &b->parts[*k];
            bool rest = a->n == 1 || same_parts(&a->parts[1 - *i], &b->parts[1 - *k]);
            if (rest && w->s->t->locs.at[x->loc].template == w->s->t->locs.at[y->loc].template &&
                !memcmp(x->codes, y->codes, x->n * sizeof *x->codes))
                return true;
        }
    return false;
}

static void add_place(struct part *p, uint32_t loc)
{
    if (!has_place(p, loc)) pw_vec_push(&p->more, loc);
}

/* What b excludes is excluded by a, too, from now on. */
static void join(struct word_ctx *w, struct pattern *a, struct pattern *b, size_t i, size_t k)
{
    assert(i < a->n && k < b->n && a->n == b->n);
    add_place(&a->parts[i], b->parts[k].loc);
    for (size_t m = 0; m < b->parts[k].more.n; m++)
        add_place(&a->parts[i], b->parts[k].more.at[m]);
    a->weight += b->weight;
    free_pattern(w, b);
}

static bool join_some(struct word_ctx *w)
{
    size_t i, k;
    for (size_t a = 0; a < w->patterns.n; a++)
        for (size_t b = a + 1; b < w->patterns.n; b++) {
            pw_limits_poll();
            if (!differ_in_one(w, &w->patterns.at[a], &w->patterns.at[b], &i, &k)) continue;
            join(w, &w->patterns.at[a], &w->patterns.at[b], i, k);
            for (size_t m = b + 1; m < w->patterns.n; m++)
                w->patterns.at[m - 1] = w->patterns.at[m];
            w->patterns.n--;
            return true;
        }
    return false;
}

/* The only thread of a template is always somewhere: that it is at one of all its places says
 * nothing. */
static bool is_everywhere(const struct word_ctx *w, const struct part *p)
{
    const struct pw_dual *t = w->s->t;
    assert(p->loc < t->locs.n);
    uint32_t template = t->locs.at[p->loc].template;
    assert(template <t->templates.n);
    if (t->templates.at[template].count != 1 || fixed(p->codes, p->n)) return false;
    for (uint32_t l = 0; l < t->locs.n; l++)
        if (t->locs.at[l].template == template && t->locs.at[l].kind != PW_TLOC_ERROR &&
            !has_place(p, l))
            return false;
    return true;
}

static void drop_everywhere(struct word_ctx *w, struct pattern *p)
{
    for (size_t i = 0; p->n == 2 && i < 2; i++) {
        if (!is_everywhere(w, &p->parts[i])) continue;
        free_part(&p->parts[i]);
        p->parts[0] = p->parts[1 - i];
        p->n = 1;
    }
}

/* Patterns that say the same of several places become one. */
static void join_patterns(struct word_ctx *w)
{
    while (join_some(w)) {
    }
    for (size_t i = 0; i < w->patterns.n; i++)
        drop_everywhere(w, &w->patterns.at[i]);
    while (join_some(w)) {
    }
}

static void index_basis(struct word_ctx *w)
{
    for (uint32_t g = 0; g < w->s->n_shared; g++) {
        pw_vec_push(&w->first, w->by_global.n);
        for (size_t i = 0; i < w->r->basis.n; i++)
            if (w->r->basis.at[i].global == g) pw_vec_push(&w->by_global, i);
    }
    pw_vec_push(&w->first, w->by_global.n);
}

void pw_words_invariant(const struct pw_states *states, const struct pw_cover_result *r,
                        size_t most, size_t *left, pw_lines *lines)
{
    struct word_ctx w = {.s = states, .r = r};
    index_basis(&w);
    for (size_t i = 0; i < r->basis.n; i++)
        add_element(&w, &r->basis.at[i]);
    drop_errors(&w);
    sort_patterns(&w);
    join_patterns(&w);
    for (size_t i = 0; i < w.patterns.n && i < most; i++)
        pw_vec_push(lines, sentence(&w, &w.patterns.at[i]));
    *left = w.patterns.n > most ? w.patterns.n - most : 0;
    for (size_t i = 0; i < w.patterns.n; i++)
        free_pattern(&w, &w.patterns.at[i]);
    pw_vec_clear(&w.patterns);
    pw_vec_clear(&w.first);
    pw_vec_clear(&w.by_global);
}
