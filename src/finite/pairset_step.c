/* The rule (step) of finite/pairset.h. */
#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"
#include "finite/pairset_state.h"

/* A thread that may be there besides the active one: E holds against it. */
struct other_thread {
    uint32_t local, after; /* its state, and the one that the step makes of it */
    bool behind;           /* the active thread comes before it; false without order */
    unsigned serves;       /* set of i: S_i holds for it */
};

/* A word of a set that is not empty. */
struct found_word {
    uint32_t word;
    uint64_t bits;
};

/* One step of one thread. */
struct pair_step {
    struct pw_pairset *x;
    const struct pw_edge *e;
    uint32_t s, a;   /* shared state, and state of the thread that moves */
    uint32_t s2, a2; /* afterwards */
    int64_t *choices;
    unsigned all; /* set of all i */
    PW_VEC(struct other_thread) others;
    bool moves_others;
    const uint64_t *touched; /* plain programs: local states with a fresh partner */
    size_t ntouched;         /* words */
    uint32_t *words;         /* plain programs, scratch: numbers of words, and words */
    struct found_word *found;
};

/* Threads that are known to be there, in their order. -1 is the active one, otherwise others. */
enum { MOST_KNOWN = 3 + 8 };
struct known_threads {
    int at[MOST_KNOWN];
    int n;
};

/* ---- what the step does ---- */

static uint32_t shared_after(const struct pair_step *t, const struct pw_pairset_view *v)
{
    size_t n = t->x->p->nshared;
    int64_t *values = PW_NEWS(int64_t, n);
    for (size_t i = 0; i < n; i++)
        values[i] = t->x->values.at[t->x->shared.at[t->s].first + i];
    for (size_t i = 0; i < t->e->nupdates; i++)
        if (t->e->updates[i].shared)
            values[t->e->updates[i].index] = pw_pairset_eval(v, t->e->updates[i].to);
    uint32_t id = pw_pairset_intern_shared(t->x, values);
    PW_FREES(values, n);
    return id;
}

static uint32_t active_after(const struct pair_step *t, const struct pw_pairset_view *v)
{
    assert(t->a < t->x->locals.n);
    const struct pw_pairset_local l = t->x->locals.at[t->a];
    assert(l.template <t->x->p->ntemplates);
    size_t n = t->x->p->templates[l.template].nlocals;
    int64_t *values = PW_NEWS(int64_t, n);
    for (size_t i = 0; i < n; i++)
        values[i] = t->x->values.at[l.first + i];
    for (size_t i = 0; i < t->e->nupdates; i++)
        if (!t->e->updates[i].shared)
            values[t->e->updates[i].index] = pw_pairset_eval(v, t->e->updates[i].to);
    uint32_t id = pw_pairset_intern_local(t->x, l.template, t->e->to, values);
    PW_FREES(values, n);
    return id;
}

static uint32_t other_after(const struct pair_step *t, const struct pw_pairset_view *v)
{
    assert(v->p < t->x->locals.n);
    const struct pw_pairset_local l = t->x->locals.at[v->p];
    assert(l.template <t->x->p->ntemplates);
    size_t n = t->x->p->templates[l.template].nlocals;
    bool touched = false;
    for (size_t i = 0; i < t->e->nothers; i++)
        touched = touched || t->e->others[i].template == l.template;
    if (!touched) return v->p;
    int64_t *values = PW_NEWS(int64_t, n);
    for (size_t i = 0; i < n; i++)
        values[i] = t->x->values.at[l.first + i];
    for (size_t i = 0; i < t->e->nothers; i++)
        if (t->e->others[i].template == l.template)
            values[t->e->others[i].index] = pw_pairset_eval(v, t->e->others[i].to);
    uint32_t id = pw_pairset_intern_local(t->x, l.template, l.loc, values);
    PW_FREES(values, n);
    return id;
}

/* Notes the thread, unless E does not hold against it. */
static void meet_other(struct pair_step *t, uint32_t local, bool behind)
{
    struct pw_pairset_view v = {t->x, t->s, t->a, local, behind, t->choices};
    struct other_thread o = {.local = local, .behind = behind};
    unsigned some = 0;
    for (size_t i = 0; i < t->e->nlooks; i++) {
        const struct pw_look *l = &t->e->looks[i];
        bool about =
            l->passive == PW_ANY || (uint32_t)l->passive == t->x->locals.at[local].template;
        bool holds = about && pw_pairset_holds(&v, l->expr);
        if (l->every && about && !holds) return;
        if (!l->every && holds) o.serves |= 1u << some;
        some += !l->every;
    }
    o.after = other_after(t, &v);
    t->moves_others = t->moves_others || o.after != local;
    pw_vec_push(&t->others, o);
}

static void meet_all(struct pair_step *t, bool behind)
{
    /* rows may move while states are added: look it up each time */
    for (uint32_t k = 0; k < t->x->locals.n; k++) {
        bool there = behind || !t->x->ordered ? pw_pairset_has(t->x, t->s, t->a, k)
                                              : pw_pairset_has(t->x, t->s, k, t->a);
        if (there) meet_other(t, k, behind);
    }
}

/* ---- threads that can be there together ---- */

static uint32_t state_of(const struct pair_step *t, int who)
{
    return who < 0 ? t->a : t->others.at[who].local;
}

/* Puts `who` at place i of k if it can be there with all others and no template has too many
 * threads. */
static bool insert(const struct pair_step *t, struct known_threads *k, int i, int who)
{
    uint32_t u = state_of(t, who), template = t->x->locals.at[u].template;
    assert(template <t->x->p->ntemplates);
    int64_t same = 1, count = t->x->p->templates[template].count;
    assert(k->n < MOST_KNOWN);
    for (int m = 0; m < k->n; m++) {
        uint32_t v = state_of(t, k->at[m]);
        assert(v < t->x->locals.n);
        same += t->x->locals.at[v].template == template;
        if (!(m < i ? pw_pairset_has(t->x, t->s, v, u) : pw_pairset_has(t->x, t->s, u, v)))
            return false;
        bool active = k->at[m] < 0;
        if (active && t->x->ordered && t->others.at[who].behind != (m < i)) return false;
    }
    if (count != PW_ANY && same > count) return false;
    memmove(&k->at[i + 1], &k->at[i], (size_t)(k->n - i) * sizeof *k->at);
    k->at[i] = who;
    k->n++;
    return true;
}

static void take_out(struct known_threads *k, int i)
{
    k->n--;
    memmove(&k->at[i], &k->at[i + 1], (size_t)(k->n - i) * sizeof *k->at);
}

/* Can k be completed by witnesses for the set `missing`? */
static bool complete(const struct pair_step *t, struct known_threads *k, unsigned missing)
{
    if (!missing) return true;
    unsigned first = missing & -missing;
    pw_limits_poll();
    for (size_t w = 0; w < t->others.n; w++) {
        if (!(t->others.at[w].serves & first)) continue;
        for (int i = t->x->ordered ? 0 : k->n; i <= k->n; i++) {
            if (!insert(t, k, i, (int)w)) continue;
            bool done = complete(t, k, missing & ~t->others.at[w].serves);
            take_out(k, i);
            if (done) return true;
        }
    }
    return false;
}

/* (a', v') */
static void with_active(struct pair_step *t, size_t v)
{
    assert(v < t->others.n);
    const struct other_thread o = t->others.at[v];
    struct known_threads k = {{-1}, 1};
    if (!insert(t, &k, o.behind || !t->x->ordered, (int)v)) return;
    if (!complete(t, &k, t->all & ~o.serves)) return;
    if (o.behind || !t->x->ordered)
        pw_pairset_add(t->x, t->s2, t->a2, o.after);
    else
        pw_pairset_add(t->x, t->s2, o.after, t->a2);
}

/* (u', v'), u before v */
static void without_active(struct pair_step *t, size_t u, size_t v)
{
    assert(v < t->others.n);
    const struct other_thread a = t->others.at[u], b = t->others.at[v];
    if (pw_pairset_has(t->x, t->s2, a.after, b.after)) return;
    if (!pw_pairset_has(t->x, t->s, a.local, b.local)) return;
    struct known_threads k = {{-1}, 1};
    if (!insert(t, &k, a.behind || !t->x->ordered, (int)u)) return;
    for (int i = t->x->ordered ? 0 : k.n; i <= k.n; i++) {
        bool order = false; /* u comes before v */
        for (int m = 0; m < i; m++)
            order = order || k.at[m] == (int)u;
        if (!order || !insert(t, &k, i, (int)v)) continue;
        bool done = complete(t, &k, t->all & ~(a.serves | b.serves));
        take_out(&k, i);
        if (!done) continue;
        pw_pairset_add(t->x, t->s2, a.after, b.after);
        return;
    }
}

/* ---- plain steps: no witness, no order, no count; 64 partners at a time ---- */

/* Only keys that came since the last look matter: of three threads a, u, v some pair is fresh
 * (pw_pairset_row). Rows move when keys are added to their shared state, so they are looked up. */
static const struct pw_pairset_row *row_of(const struct pair_step *t, uint32_t s, uint32_t u)
{
    static const struct pw_pairset_row none = {.words = 0};
    assert(s < t->x->shared.n);
    const struct pw_pairset_shared *h = &t->x->shared.at[s];
    return u < h->nrows ? &h->rows[u] : &none;
}

static uint64_t partners(const struct pair_step *t, uint32_t s, uint32_t u, size_t word)
{
    const struct pw_pairset_row *r = row_of(t, s, u);
    return word < r->words ? r->after[word] : 0;
}

static uint64_t fresh(const struct pair_step *t, uint32_t u, size_t word)
{
    const struct pw_pairset_row *r = row_of(t, t->s, u);
    return word < r->words ? r->fresh[word] : 0;
}

/* What the step makes of another thread; without others it is as it was. */
static uint32_t plain_after(const struct pair_step *t, const uint32_t *after, size_t k)
{
    return t->moves_others ? after[k] : (uint32_t)k;
}

/* The threads that E does not exclude, and what becomes of them. */
static void meet_plain(struct pair_step *t, uint64_t *there, size_t words)
{
    if (t->e->nlooks || t->e->nothers) {
        for (size_t w = 0; w < words; w++)
            for (uint64_t bits = partners(t, t->s, t->a, w); bits; bits &= bits - 1)
                meet_other(t, (uint32_t)(64 * w) + (uint32_t)__builtin_ctzll(bits), true);
        for (size_t i = 0; i < t->others.n; i++)
            pw_bits_add(there, t->others.at[i].local);
    } else {
        for (size_t w = 0; w < words; w++)
            there[w] = partners(t, t->s, t->a, w);
    }
}

/* The words of a set that are not empty, into t->words; their number. */
static size_t find_words(struct pair_step *t, const uint64_t *set, size_t words)
{
    size_t n = 0;
    for (size_t w = 0; w < words; w++)
        if (set[w]) t->words[n++] = (uint32_t)w;
    return n;
}

/* (u', v') for all v from u on that are together with it; t->words[i .. n-1], u's own first. */
static void row_plain(struct pair_step *t, const uint64_t *there, size_t i, size_t n, uint32_t u,
                      const uint32_t *after)
{
    const struct pw_pairset_row *r = row_of(t, t->s, u), *a = row_of(t, t->s, t->a),
                                *known = row_of(t, t->s2, u);
    bool all = u / 64 < a->words && a->fresh[u / 64] >> u % 64 & 1;
    size_t found = 0;
    assert(i < n && t->words[i] == u / 64 && pw_bits_has(there, u));
    for (; i < n && t->words[i] < r->words; i++) {
        size_t w = t->words[i];
        uint64_t bits = r->after[w] & there[w];
        if (!all) bits &= r->fresh[w] | (w < a->words ? a->fresh[w] : 0);
        if (!t->moves_others && w < known->words) bits &= ~known->after[w];
        if (w == u / 64) bits &= UINT64_MAX << u % 64;
        if (bits) t->found[found++] = (struct found_word){(uint32_t)w, bits};
    }
    for (size_t k = 0; k < found; k++) /* rows move now */
        for (uint64_t bits = t->found[k].bits; bits; bits &= bits - 1)
            pw_pairset_add(
                t->x, t->s2, plain_after(t, after, u),
                plain_after(t, after, 64 * t->found[k].word + (size_t)__builtin_ctzll(bits)));
}

/* All pairs of other threads. */
static void rows_plain(struct pair_step *t, const uint64_t *there, size_t words,
                       const uint32_t *after)
{
    size_t n = find_words(t, there, words);
    bool mine = t->a < 64 * t->ntouched && pw_bits_has(t->touched, t->a);
    for (size_t i = 0; i < n; i++) {
        size_t w = t->words[i];
        uint64_t bits = mine ? there[w] : w < t->ntouched ? there[w] & t->touched[w] : 0;
        pw_limits_poll();
        for (; bits; bits &= bits - 1)
            row_plain(t, there, i, n, (uint32_t)(64 * w) + (uint32_t)__builtin_ctzll(bits), after);
    }
}

static void plain_step(struct pair_step *t)
{
    size_t n = t->x->locals.n, words = pw_bits_words(n);
    uint64_t *there = PW_NEWS(uint64_t, words);
    uint32_t *after = NULL;
    t->words = PW_NEWS(uint32_t, words);
    t->found = PW_NEWS(struct found_word, words);
    meet_plain(t, there, words);
    if (t->moves_others) {
        after = PW_NEWS(uint32_t, n);
        for (size_t i = 0; i < t->others.n; i++)
            after[t->others.at[i].local] = t->others.at[i].after;
    }
    for (size_t w = 0; w < words; w++)
        for (uint64_t bits = there[w] & fresh(t, t->a, w); bits; bits &= bits - 1)
            pw_pairset_add(t->x, t->s2, t->a2,
                           plain_after(t, after, 64 * w + (size_t)__builtin_ctzll(bits)));
    if (t->s2 != t->s || t->moves_others) /* otherwise pairs without a stay as they are */
        rows_plain(t, there, words, after);
    PW_FREES(t->found, words);
    PW_FREES(t->words, words);
    PW_FREES(there, words);
    if (after) PW_FREES(after, n);
}

/* ---- all steps ---- */

static void take_step(struct pair_step *t)
{
    struct pw_pairset_view v = {t->x, t->s, t->a, t->a, false, t->choices};
    if (!pw_pairset_holds(&v, t->e->guard)) return;
    t->x->stats->steps++;
    t->all = 0;
    t->moves_others = false;
    pw_vec_reset(&t->others);
    for (size_t i = 0, some = 0; i < t->e->nlooks; i++)
        if (!t->e->looks[i].every) t->all |= 1u << some++;
    t->s2 = shared_after(t, &v);
    t->a2 = active_after(t, &v);
    if (t->x->plain && !t->all) {
        plain_step(t);
        return;
    }
    meet_all(t, true);
    if (t->x->ordered) meet_all(t, false);
    for (size_t i = 0; i < t->others.n; i++)
        with_active(t, i);
    if (t->s2 == t->s && !t->moves_others) return; /* pairs without it stay as they are */
    for (size_t i = 0; i < t->others.n; i++)
        for (size_t k = t->x->ordered ? 0 : i; k < t->others.n; k++) {
            pw_limits_poll();
            without_active(t, i, k);
        }
}

/* The next values of the choices; false after the last ones. */
static bool next_choices(const struct pw_edge *e, int64_t *choices)
{
    for (size_t i = 0; i < e->nchoices; i++) {
        if (choices[i] < e->choices[i].type.hi) return choices[i]++, true;
        choices[i] = e->choices[i].type.lo;
    }
    return false;
}

static void steps_of(struct pair_step *t)
{
    const struct pw_thread_template *m = pw_pairset_template(t->x, t->a);
    assert(t->a < t->x->locals.n);
    uint32_t loc = t->x->locals.at[t->a].loc;
    for (uint32_t i = m->first_edge[loc]; i < m->first_edge[loc + 1]; i++) {
        assert(i < m->nedges);
        t->e = &m->edges[i];
        t->choices = PW_NEWS(int64_t, t->e->nchoices);
        for (size_t k = 0; k < t->e->nchoices; k++)
            t->choices[k] = t->e->choices[k].type.lo;
        do {
            pw_limits_poll();
            take_step(t);
        } while (next_choices(t->e, t->choices));
        PW_FREES(t->choices, t->e->nchoices);
    }
}

static bool takes_part(const struct pw_pairset_shared *h, uint32_t a)
{
    bool any = false;
    for (size_t i = 0; !any && a < h->nrows && i < h->rows[a].words; i++)
        any = h->rows[a].after[i] || h->rows[a].before[i];
    return any;
}

/* Keys that came since the last look become the fresh ones. The set of local states in them. */
static uint64_t *freshen(struct pw_pairset_shared *h, size_t words)
{
    uint64_t *touched = PW_NEWS(uint64_t, words);
    for (size_t u = 0; u < h->nrows; u++) {
        struct pw_pairset_row *r = &h->rows[u];
        uint64_t any = 0;
        for (size_t w = 0; w < r->words; w++) {
            r->fresh[w] = r->after[w] & ~r->seen[w];
            r->seen[w] = r->after[w];
            any |= r->fresh[w];
        }
        assert(!any || u < 64 * words);
        if (any) pw_bits_add(touched, u);
    }
    return touched;
}

/* Does a fresh key speak of a, or of a partner of it? */
static bool concerns(const struct pw_pairset_shared *h, uint32_t a, const uint64_t *touched,
                     size_t words)
{
    bool any = a < 64 * words && pw_bits_has(touched, a);
    for (size_t w = 0; !any && a < h->nrows && w < h->rows[a].words && w < words; w++)
        any = h->rows[a].after[w] & touched[w];
    return any;
}

void pw_pairset_steps(struct pw_pairset *x, uint32_t s)
{
    struct pair_step t = {.x = x, .s = s};
    size_t words = pw_bits_words(x->locals.n);
    uint64_t *touched = x->plain ? freshen(&x->shared.at[s], words) : NULL;
    t.touched = touched, t.ntouched = words;
    for (t.a = 0; t.a < x->locals.n; t.a++)
        if (touched ? concerns(&x->shared.at[s], t.a, touched, words)
                    : takes_part(&x->shared.at[s], t.a))
            steps_of(&t);
    if (touched) PW_FREES(touched, words);
    pw_vec_clear(&t.others);
}
