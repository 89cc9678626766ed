/* ref_search.c -- initial states, and all states of n threads breadth first, equal threads sorted.
 */
#include <stdlib.h>
#include <string.h>

#include "ref.h"

/* --- initial states --- */

struct beginning {
    struct ref_run *r;
    ref_emit *emit;
    void *arg;
};

static void start_all(struct beginning *b, const struct ref_state *s, int k);

struct starting {
    struct beginning *b;
    int k;
};

static void started(void *arg, const struct ref_state *s)
{
    struct starting *t = arg;
    start_all(t->b, s, t->k + 1);
}

static void start_all(struct beginning *b, const struct ref_state *s, int k)
{
    struct starting t = {b, k};
    if (k == s->n)
        b->emit(b->arg, s);
    else
        ref_start(b->r, s, k, started, &t);
}

static bool of(const struct ref_state *s, int k, int unit)
{
    return unit < 0 || s->threads[k].unit == unit;
}

static bool init_pairs(struct ref_run *r, const struct ref_state *s, const struct ref_init *f)
{
    bool ok = true;
    for (int i = 0; i < s->n; i++)
        for (int j = 0; j < s->n; j++)
            if (i != j && of(s, i, f->own) && of(s, j, f->other))
                ok = ok && ref_eval(r, s, i, j, f->formula);
    return ok;
}

bool ref_init_holds(struct ref_run *r, const struct ref_state *s)
{
    bool ok = true;
    for (int q = 0; q < r->program->n_inits; q++) {
        const struct ref_init *f = &r->program->inits[q];
        if (f->pairs)
            ok = ok && init_pairs(r, s, f);
        else if (f->own < 0)
            ok = ok && ref_eval(r, s, -1, -1, f->formula);
        else
            for (int i = 0; i < s->n; i++)
                ok = ok && (!of(s, i, f->own) || ref_eval(r, s, i, -1, f->formula));
    }
    return ok;
}

/* Variable number v of thread k (-1: shared), then all after it. */
static void set_from(struct beginning *b, struct ref_state *s, int k, int v)
{
    const struct ref_program *p = b->r->program;
    if (k == s->n) {
        if (ref_init_holds(b->r, s)) start_all(b, s, 0);
        return;
    }
    int n = k < 0 ? p->n_shared : p->units[s->threads[k].unit].n_vars;
    if (v == n) {
        set_from(b, s, k + 1, 0);
        return;
    }
    const struct ref_var *x = k < 0 ? &p->shared[v] : &p->units[s->threads[k].unit].vars[v];
    int64_t *at = k < 0 ? &s->shared[v] : &s->threads[k].vars[v];
    int choices = x->type == REF_MUTEX || x->init ? 1 : ref_choices(b->r, x);
    for (int i = 0; i < choices; i++) {
        *at = x->type == REF_MUTEX ? 0
              : x->init            ? ref_eval(b->r, s, k, -1, x->init)
                                   : ref_choice(b->r, x, i);
        set_from(b, s, k, v + 1);
    }
}

/* Threads of the templates from unit on, n of them missing. */
static void fill(struct beginning *b, struct ref_state *s, int unit, int n)
{
    const struct ref_program *p = b->r->program;
    if (unit == p->n_units) {
        if (n == 0) set_from(b, s, -1, 0);
        return;
    }
    const struct ref_unit *u = &p->units[unit];
    int from = u->proc ? 0 : u->count < 0 ? 0 : (int)u->count;
    int to = u->proc ? 0 : u->count < 0 ? n : (int)u->count;
    for (int c = from; c <= to && c <= n; c++) {
        for (int i = 0; i < c; i++)
            s->threads[s->n + i].unit = unit;
        s->n += c;
        fill(b, s, unit + 1, n - c);
        s->n -= c;
    }
}

void ref_initial(struct ref_run *r, int n, ref_emit *emit, void *arg)
{
    struct beginning b = {r, emit, arg};
    struct ref_state s;
    memset(&s, 0, sizeof s);
    fill(&b, &s, 0, n);
}

bool ref_feasible(const struct ref_program *p, int n)
{
    int64_t fixed = 0;
    bool any = false;
    for (int i = 0; i < p->n_units; i++)
        if (!p->units[i].proc) {
            any |= p->units[i].count < 0;
            fixed += p->units[i].count > 0 ? p->units[i].count : 0;
        }
    return n <= REF_THREADS && (any ? fixed <= n : fixed == n);
}

/* --- what a state shows --- */

bool ref_is_bad(const struct ref_state *s, const struct ref_bad *b)
{
    for (int i = 0; i < b->n; i++) {
        int64_t count = 0;
        for (int k = 0; k < s->n; k++)
            count += (s->threads[k].labels >> b->of[i].label & 1) && of(s, k, b->of[i].unit);
        if (count < b->of[i].least) return false;
    }
    return true;
}

bool ref_is_wrong(const struct ref_state *s)
{
    bool yes = false;
    for (int k = 0; k < s->n; k++)
        yes |= s->threads[k].stop == REF_ERROR;
    return yes;
}

static void look(const struct ref_program *p, const struct ref_state *s, struct ref_found *f)
{
    for (int k = 0; k < s->n; k++) {
        f->labels |= s->threads[k].labels;
        for (int l = 0; l < p->n_labels; l++)
            for (int j = 0; s->threads[k].labels >> l & 1 && j < s->n; j++)
                f->pairs[l] |= j == k ? 0 : s->threads[j].labels;
    }
    for (int i = 0; i < p->n_bads; i++)
        f->bads |= (uint64_t)ref_is_bad(s, &p->bads[i]) << i;
    f->wrong |= ref_is_wrong(s);
}

/* --- search --- */

struct search {
    struct ref_run run;
    size_t bytes, n, room, most, slots;
    char *states;    /* n of bytes each */
    uint32_t *table; /* 1 + number of a state, or 0 */
    bool full;
    struct ref_found found;
};

static uint64_t hash(const char *s, size_t n)
{
    uint64_t h = 0x9e3779b97f4a7c15u;
    for (size_t i = 0; i < n; i += 8) {
        uint64_t v;
        memcpy(&v, s + i, 8);
        h = (h ^ v) * 0xff51afd7ed558ccdu;
        h ^= h >> 32;
    }
    return h;
}

static int by_bytes(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct ref_thread));
}

static void grow(struct search *x)
{
    x->room = x->room ? 2 * x->room : 256;
    x->slots = 4 * x->room;
    x->states = realloc(x->states, x->room * x->bytes);
    free(x->table);
    x->table = calloc(x->slots, sizeof *x->table);
    if (!x->states || !x->table) ref_die("out of memory", 0);
    for (size_t i = 0; i < x->n; i++) {
        size_t h = hash(x->states + i * x->bytes, x->bytes) % x->slots;
        while (x->table[h])
            h = (h + 1) % x->slots;
        x->table[h] = (uint32_t)i + 1;
    }
}

static void add(void *arg, const struct ref_state *s)
{
    struct search *x = arg;
    struct ref_state t = *s;
    if (x->full) return;
    if (x->n == x->room) grow(x);
    qsort(t.threads, (size_t)t.n, sizeof t.threads[0], by_bytes);
    size_t h = hash((char *)&t, x->bytes) % x->slots;
    for (; x->table[h]; h = (h + 1) % x->slots)
        if (!memcmp(x->states + (x->table[h] - 1) * x->bytes, &t, x->bytes)) return;
    if (x->n == x->most) {
        x->full = true;
        return;
    }
    memcpy(x->states + x->n * x->bytes, &t, x->bytes);
    x->table[h] = (uint32_t)++x->n;
    look(x->run.program, &t, &x->found);
}

/* All steps of the states from..to. */
static void level(struct search *x, size_t from, size_t to)
{
    for (size_t i = from; i < to && !x->full; i++) {
        struct ref_state s;
        memset(&s, 0, sizeof s);
        memcpy(&s, x->states + i * x->bytes, x->bytes);
        for (int k = 0; k < s.n && !x->full; k++)
            if (s.threads[k].stop != REF_END && s.threads[k].stop != REF_ERROR)
                ref_step(&x->run, &s, k, add, x);
    }
}

void ref_search(const struct ref_program *p, int n, int values, size_t most, struct ref_answer *a)
{
    struct search x = {.run = {.program = p}, .most = most};
    for (int v = -values; v <= values; v++)
        x.run.domain.of[x.run.domain.n++] = v;
    memset(a, 0, sizeof *a);
    x.bytes = offsetof(struct ref_state, threads) + (size_t)n * sizeof(struct ref_thread);
    ref_initial(&x.run, n, add, &x);
    a->usable = !x.full;
    for (size_t from = 0; a->usable && !x.full;) {
        size_t to = x.n;
        a->found = x.found;
        a->states = to;
        a->complete = from == to;
        if (a->complete) break;
        a->depth = from ? a->depth + 1 : 0;
        level(&x, from, to);
        from = to;
    }
    a->usable = a->usable && !x.run.overflow;
    a->chose = x.run.chose;
    free(x.states);
    free(x.table);
}
