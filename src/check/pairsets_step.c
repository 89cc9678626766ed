/* Condition T5 (pairsets.h). */
#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "check/pairsets.h"

enum { MOST_SOMES = 32, MOST_KNOWN = MOST_SOMES + 3 };

/* A thread beside the one that moves, which does not block it. */
struct beside {
    uint32_t local;
    int64_t after;   /* -1: a state that is not listed */
    bool later;      /* it comes after the one that moves */
    uint64_t serves; /* the somes that it satisfies */
};

struct move {
    struct pwc_pairsets *x;
    const struct pwc_program_edge *e;
    struct pwc_sight from;
    int64_t shared, mine; /* afterwards; -1: not listed */
    uint64_t somes;
    PW_VEC(struct beside) beside;
    bool still; /* no thread beside it changes */
};

/* Known threads, in their order; -1 is the one that moves. */
struct known {
    int at[MOST_KNOWN];
    int n;
};

static uint32_t local_of(const struct move *m, int who)
{
    return who < 0 ? m->from.mine : m->beside.at[who].local;
}

/* Can `who` stand at this place of k? */
static bool can_stand(const struct move *m, const struct known *k, int place, int who)
{
    const struct pwc_pairsets *x = m->x;
    uint32_t l = local_of(m, who), kind = pwc_kind_of(&x->p, l);
    assert(kind < x->p.kinds.n);
    int64_t same = 1, count = x->p.kinds.at[kind].count;
    assert(who >= 0 && (size_t)who < m->beside.n && place >= 0 && place <= k->n);
    for (int i = 0; i < k->n; i++) {
        uint32_t other = local_of(m, k->at[i]);
        bool earlier = i < place;
        same += pwc_kind_of(&x->p, other) == kind;
        if (x->ordered && k->at[i] < 0 && m->beside.at[who].later != earlier) return false;
        if (!pwc_are_together(x, m->from.shared, earlier ? other : l, earlier ? l : other))
            return false;
    }
    return count == PWC_ANY || same <= count;
}

static struct known with(const struct known *k, int place, int who)
{
    struct known more = *k;
    assert(k->n < MOST_KNOWN && place <= k->n);
    memmove(&more.at[place + 1], &more.at[place], (size_t)(k->n - place) * sizeof *more.at);
    more.at[place] = who;
    more.n++;
    return more;
}

/* Can threads stand with k so that these somes are served? Depth: their number. */
static bool served(const struct move *m, const struct known *k, uint64_t somes)
{
    if (!somes) return true;
    pw_limits_poll();
    for (size_t w = 0; w < m->beside.n; w++) {
        uint64_t serves = m->beside.at[w].serves;
        if (!(serves & somes & -somes)) continue;
        for (int place = m->x->ordered ? 0 : k->n; place <= k->n; place++) {
            if (!can_stand(m, k, place, (int)w)) continue;
            struct known more = with(k, place, (int)w);
            if (served(m, &more, somes & ~serves)) return true;
        }
    }
    return false;
}

/* Can u, and v after it unless v < 0, stand with the one that moves, and all somes be served? */
static bool happens(const struct move *m, int u, int v)
{
    const struct known alone = {{-1}, 1};
    assert(u >= 0 && (size_t)u < m->beside.n && v < (int)m->beside.n);
    uint64_t rest = m->somes & ~m->beside.at[u].serves;
    for (int i = m->x->ordered ? 0 : 1; i <= 1; i++) {
        if (!can_stand(m, &alone, i, u)) continue;
        struct known two = with(&alone, i, u);
        if (v < 0 && served(m, &two, rest)) return true;
        for (int k = m->x->ordered ? i + 1 : 2; v >= 0 && k <= 2; k++) {
            if (!can_stand(m, &two, k, v)) continue;
            struct known three = with(&two, k, v);
            if (served(m, &three, rest & ~m->beside.at[v].serves)) return true;
        }
    }
    return false;
}

static bool is_there(const struct move *m, int64_t u, int64_t v)
{
    if (m->shared < 0 || u < 0 || v < 0) return false;
    return pwc_are_together(m->x, (uint32_t)m->shared, (uint32_t)u, (uint32_t)v);
}

/* Notes thread l, unless an `every` does not hold against it. */
static void look_at(struct move *m, uint32_t l, bool later)
{
    struct pwc_finite *p = &m->x->p;
    struct pwc_sight s = m->from;
    struct beside b = {.local = l, .later = later};
    size_t some = 0;
    assert(l < m->x->locals && (later || m->x->ordered));
    s.other = l, s.before = later;
    for (size_t i = 0; i < m->e->looks.n; i++) {
        const struct pwc_look *look = &m->e->looks.at[i];
        bool meant = look->kind == PWC_ANY || look->kind == (int64_t)pwc_kind_of(p, l);
        bool holds = meant && pwc_formula_value(p, look->formula, &s);
        if (look->every && meant && !holds) return;
        if (!look->every && holds) b.serves |= (uint64_t)1 << some;
        some += !look->every;
    }
    b.after = m->e->others.n ? pwc_other_after(p, "T5", m->e, &s) : l;
    m->still = m->still && b.after == (int64_t)l;
    pw_vec_push(&m->beside, b);
}

/* Without somes, order and counts three threads need only be together pairwise: 64 at a time. */
static void check_plain(struct move *m)
{
    const struct pwc_pairsets *x = m->x;
    size_t words = pw_bits_words(x->locals);
    assert(!m->somes && !x->ordered);
    uint64_t *set = PW_NEWS(uint64_t, words);
    int64_t *after = PW_NEWS(int64_t, x->locals);
    for (size_t i = 0; i < m->beside.n; i++) {
        pw_bits_add(set, m->beside.at[i].local);
        after[m->beside.at[i].local] = m->beside.at[i].after;
    }
    for (size_t i = 0; i < m->beside.n; i++) {
        uint32_t u = m->beside.at[i].local;
        const struct pwc_partners *now = &x->rows[m->from.shared * x->locals + u];
        const struct pwc_partners none = {0};
        const struct pwc_partners *next =
            m->still && m->shared >= 0 ? &x->rows[(size_t)m->shared * x->locals + u] : &none;
        pw_limits_poll();
        for (size_t w = 0; w < now->words && w < words; w++) {
            uint64_t open = now->bits[w] & set[w] & ~(w < next->words ? next->bits[w] : 0);
            for (; open; open &= open - 1)
                if (!is_there(m, after[u], after[64 * w + (size_t)__builtin_ctzll(open)]))
                    pwc_pairsets_fail(x, "T5: two threads beside a step are not together after it");
        }
    }
    PW_FREES(set, words);
    PW_FREES(after, x->locals);
}

static bool plain(const struct move *m)
{
    bool counted = false;
    for (size_t i = 0; i < m->x->p.kinds.n; i++)
        counted = counted || m->x->p.kinds.at[i].count != PWC_ANY;
    return !m->somes && !m->x->ordered && !counted;
}

static void check_pairs(struct move *m)
{
    for (size_t u = 0; u < m->beside.n; u++) {
        const struct beside *b = &m->beside.at[u];
        bool there = b->later ? is_there(m, m->mine, b->after) : is_there(m, b->after, m->mine);
        if (!there && happens(m, (int)u, -1))
            pwc_pairsets_fail(m->x, "T5: a thread and one beside it are not together after a step");
    }
    if (m->still && m->shared == (int64_t)m->from.shared) return; /* the others are as before */
    if (plain(m)) {
        check_plain(m);
        return;
    }
    for (size_t u = 0; u < m->beside.n; u++)
        for (size_t v = m->x->ordered ? 0 : u; v < m->beside.n; v++) {
            pw_limits_poll();
            if (!is_there(m, m->beside.at[u].after, m->beside.at[v].after) &&
                happens(m, (int)u, (int)v))
                pwc_pairsets_fail(m->x, "T5: two threads beside a step are not together after it");
        }
}

static void check_move(struct move *m)
{
    const struct pwc_pairsets *x = m->x;
    const uint32_t s = m->from.shared, a = m->from.mine;
    if (!pwc_formula_value(&m->x->p, m->e->guard, &m->from)) return;
    m->somes = 0, m->still = true;
    for (size_t i = 0, n = 0; i < m->e->looks.n; i++)
        if (!m->e->looks.at[i].every) {
            if (n == MOST_SOMES) pwc_pairsets_fail(x, "T5: a step looks for too many threads");
            m->somes |= (uint64_t)1 << n++;
        }
    m->shared = pwc_shared_after(&m->x->p, "T5", m->e, &m->from);
    m->mine = pwc_mine_after(&m->x->p, "T5", m->e, &m->from);
    pw_vec_reset(&m->beside);
    for (size_t i = 0; i < x->present[s].n; i++) {
        uint32_t l = x->present[s].at[i];
        if (pwc_are_together(x, s, a, l)) look_at(m, l, true);
        if (x->ordered && pwc_are_together(x, s, l, a)) look_at(m, l, false);
    }
    check_pairs(m);
}

static void check_edge(struct move *m)
{
    size_t n = m->e->choices.n;
    int64_t *choices = PW_NEWS(int64_t, n);
    for (size_t i = 0; i < n; i++)
        choices[i] = m->e->choices.at[i].lo;
    m->from.choices = choices;
    do {
        pw_limits_poll();
        check_move(m);
    } while (pwc_next_choices(m->e, choices));
    PW_FREES(choices, n);
}

void pwc_check_moves(struct pwc_pairsets *x)
{
    struct move m = {.x = x};
    for (uint32_t s = 0; s < x->shareds; s++)
        for (size_t i = 0; i < x->present[s].n; i++) {
            uint32_t a = x->present[s].at[i];
            assert(a < x->p.locals.place.n);
            const struct pwc_location *at = &x->p.locations.at[x->p.locals.place.at[a]];
            m.from = (struct pwc_sight){s, a, a, false, NULL};
            for (uint32_t k = 0; k < at->edges; k++) {
                m.e = &x->p.edges.at[at->first_edge + k];
                check_edge(&m);
            }
        }
    pw_vec_clear(&m.beside);
}
