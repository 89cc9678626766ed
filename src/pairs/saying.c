#include "pairs/saying.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"

/* A sentence being gathered; terms tell equal ones apart. */
struct gathered {
    struct pw_invariant_saying saying;
    uint32_t term;
};

struct gather_ctx {
    struct pw_fix *f;
    const struct pw_need *need;
    bool gives; /* the fact that is being gathered gives the property */
    PW_VEC(struct gathered) all;
};

/* ---- who is spoken of ---- */

struct speakers {
    bool first, second;
};

static void note_speaker(void *arg, const struct pw_expr *e)
{
    struct speakers *s = arg;
    s->first |= e->kind == PW_EXPR_LOCAL;
    s->second |= e->kind == PW_EXPR_PASSIVE;
}

static const struct pw_expr *swap_roles(void *arg, const struct pw_expr *e)
{
    if (e->kind != PW_EXPR_LOCAL && e->kind != PW_EXPR_PASSIVE) return e;
    enum pw_expr_kind other = e->kind == PW_EXPR_LOCAL ? PW_EXPR_PASSIVE : PW_EXPR_LOCAL;
    return pw_expr_leaf(arg, other, false, e->template, e->index);
}

struct pw_spoken pw_saying_spoken(struct pw_fix *f, const struct pw_key *k, uint32_t atom)
{
    struct pw_atoms *atoms = f->keys.atoms;
    struct pw_atom_table *t = pw_keys_table(&f->keys, k->u, k->v);
    assert(atom < t->atoms.n);
    const struct pw_expr *e = t->atoms.at[atom].expr;
    struct speakers s = {0};
    pw_expr_visit(e, note_speaker, &s);
    bool turned = s.second && !s.first;
    if (turned) e = pw_expr_replace(&atoms->pool, e, swap_roles, &atoms->pool);
    uint32_t term = pw_atoms_term(atoms, t, atom, turned ? 1 : 0, turned ? 0 : 1).id;
    return (struct pw_spoken){e, (int)s.first + (int)s.second, turned ? k->v : k->u,
                              turned ? k->u : k->v, term};
}

bool pw_saying_of_key(struct pw_fix *f, const struct pw_key *k, uint32_t i, uint32_t j,
                      uint32_t term)
{
    struct pw_atom_table *t = pw_keys_table(&f->keys, k->u, k->v);
    const pw_uints *with = pw_atoms_with_term(f->keys.atoms, t, term, i, j);
    for (size_t a = 0; a < with->n; a++)
        if (pw_key_has(k, with->at[a])) return true;
    return false;
}

bool pw_saying_of_view(struct pw_fix *f, uint32_t view, uint32_t term)
{
    for (size_t i = 0; i < f->keys.at.n; i++) {
        const struct pw_key *k = &f->keys.at.at[i];
        pw_limits_poll();
        if (k->u == view && !pw_saying_of_key(f, k, 0, 1, term)) return false;
        if (k->v == view && !pw_saying_of_key(f, k, 1, 0, term)) return false;
    }
    return true;
}

static bool same_place(struct pw_fix *f, uint32_t u, uint32_t v)
{
    const struct pw_view *a = pw_views_at(f->keys.views, u), *b = pw_views_at(f->keys.views, v);
    return a->kind == b->kind && a->loc == b->loc;
}

/* Sentences name locations, not views: does the term hold wherever a thread (in slot 0) is at the
 * location of the view? */
static bool holds_at_place(struct pw_fix *f, uint32_t view, uint32_t term)
{
    for (size_t i = 0; i < f->keys.at.n; i++) {
        const struct pw_key *k = &f->keys.at.at[i];
        pw_limits_poll();
        if (same_place(f, k->u, view) && !pw_saying_of_key(f, k, 0, 1, term)) return false;
        if (same_place(f, k->v, view) && !pw_saying_of_key(f, k, 1, 0, term)) return false;
    }
    return true;
}

/* The same of two threads at the locations of two views. */
static bool holds_at_places(struct pw_fix *f, uint32_t first, uint32_t second, uint32_t term)
{
    for (size_t i = 0; i < f->keys.at.n; i++) {
        const struct pw_key *k = &f->keys.at.at[i];
        pw_limits_poll();
        if (same_place(f, k->u, first) && same_place(f, k->v, second) &&
            !pw_saying_of_key(f, k, 0, 1, term))
            return false;
        if (same_place(f, k->v, first) && same_place(f, k->u, second) &&
            !pw_saying_of_key(f, k, 1, 0, term))
            return false;
    }
    return true;
}

/* ---- gathering ---- */

static struct pw_invariant_saying *saying_of(struct gather_ctx *g, uint32_t term,
                                             const struct pw_expr *e, int threads, bool beside)
{
    assert(e && threads >= 0 && threads <= 2);
    for (size_t i = 0; i < g->all.n; i++) {
        struct pw_invariant_saying *s = &g->all.at[i].saying;
        if (g->all.at[i].term != term || s->threads != threads || s->beside != beside) continue;
        s->gives |= g->gives;
        return s;
    }
    struct gathered made = {{.expr = e, .threads = threads, .beside = beside, .gives = g->gives},
                            term};
    pw_vec_push(&g->all, made);
    return &pw_vec_last(&g->all).saying;
}

static void add_view(pw_uints *to, uint32_t view)
{
    for (size_t i = 0; i < to->n; i++)
        if (to->at[i] == view) return;
    pw_vec_push(to, view);
}

/* Of these two views, in this order, unless that is said already. */
static void add_two_views(pw_uints *to, uint32_t u, uint32_t v)
{
    assert(to->n % 2 == 0);
    for (size_t i = 0; i + 1 < to->n; i += 2)
        if (to->at[i] == u && to->at[i + 1] == v) return;
    pw_vec_push(to, u);
    pw_vec_push(to, v);
}

/* Of one thread: wherever it has its view, or only while another one has its own. */
static void gather_single(struct gather_ctx *g, const struct pw_spoken *x)
{
    if (holds_at_place(g->f, x->first, x->term))
        add_view(&saying_of(g, x->term, x->expr, 1, false)->views, x->first);
    else if (holds_at_places(g->f, x->first, x->second, x->term))
        add_two_views(&saying_of(g, x->term, x->expr, 1, true)->views, x->first, x->second);
}

/* Of the shared variables: said of every state, or while a thread has the view, or two have both.
 */
static void gather_shared(struct gather_ctx *g, const struct pw_expr *e, const struct pw_key *k,
                          uint32_t term)
{
    bool always = true;
    for (size_t i = 0; i < g->f->keys.at.n && always; i++)
        always = pw_saying_of_key(g->f, &g->f->keys.at.at[i], 0, 1, term);
    bool first = always || holds_at_place(g->f, k->u, term),
         second = !first && holds_at_place(g->f, k->v, term);
    if (!first && !second && !holds_at_places(g->f, k->u, k->v, term)) return;
    struct pw_invariant_saying *s = saying_of(g, term, e, 0, !first && !second);
    assert(!(always && s->beside));
    if (s->beside)
        add_two_views(&s->views, k->u, k->v);
    else if (!always)
        add_view(&s->views, first ? k->u : k->v);
}

static void gather_pair(struct gather_ctx *g, const struct pw_expr *e, uint32_t u, uint32_t v,
                        uint32_t term)
{
    if (!holds_at_places(g->f, u, v, term)) return;
    struct pw_invariant_saying *s = saying_of(g, term, e, 2, false);
    pw_vec_push(&s->views, u);
    pw_vec_push(&s->views, v);
}

static void gather_fact(struct gather_ctx *g, const struct pw_key *k, uint32_t atom)
{
    assert(pw_key_has(k, atom));
    struct pw_spoken x = pw_saying_spoken(g->f, k, atom);
    if (x.threads == 2)
        gather_pair(g, x.expr, x.first, x.second, x.term);
    else if (x.threads == 1)
        gather_single(g, &x);
    else
        gather_shared(g, x.expr, k, x.term);
}

/* Is a view of the list at the same location? */
static bool has_place(struct pw_fix *f, const pw_uints *list, uint32_t view)
{
    for (size_t i = 0; i < list->n; i++)
        if (same_place(f, list->at[i], view)) return true;
    return false;
}

/* Does it say the same with the threads exchanged? */
static bool says_both_ways(const struct gathered *a)
{
    const struct pw_expr *e = a->saying.expr;
    if (e->kind != PW_EXPR_NE && e->kind != PW_EXPR_EQ) return false;
    const struct pw_expr *x = e->args[0], *y = e->args[1];
    return x->kind == PW_EXPR_LOCAL && y->kind == PW_EXPR_PASSIVE && x->template == y->template &&
           x->index == y->index;
}

/* A fact of two threads that holds of any two with the views in question is said so. */
static void say_together(struct gather_ctx *g, struct gathered *a)
{
    pw_uints views = {0};
    bool all = true;
    for (size_t i = 0; i < a->saying.views.n; i++)
        add_view(&views, a->saying.views.at[i]);
    for (size_t i = 0; i < g->f->keys.at.n && all; i++) {
        const struct pw_key *k = &g->f->keys.at.at[i];
        if (!has_place(g->f, &views, k->u) || !has_place(g->f, &views, k->v)) continue;
        all = pw_saying_of_key(g->f, k, 0, 1, a->term) || pw_saying_of_key(g->f, k, 1, 0, a->term);
    }
    if (!all) {
        pw_vec_clear(&views);
        return;
    }
    pw_vec_clear(&a->saying.views);
    a->saying.views.at = views.at;
    a->saying.views.n = views.n;
    a->saying.views.cap = views.cap;
    a->saying.together = true;
}

/* ---- values that are known ---- */

/* A comparison of the variable x (SHARED, or LOCAL of a thread with the view) and a constant that
 * is a fact wherever a thread is at the place of the view. */
static bool is_bound(struct gather_ctx *g, const struct pw_key *k, uint32_t atom, uint32_t view,
                     const struct pw_expr *x, struct pw_spoken *s)
{
    if (!pw_key_has(k, atom)) return false;
    *s = pw_saying_spoken(g->f, k, atom);
    if (s->expr->kind != PW_EXPR_GE && s->expr->kind != PW_EXPR_LE) return false;
    if (s->threads > 1 || (s->threads == 1 && s->first != view)) return false;
    return s->expr->args[1]->kind == PW_EXPR_INT && pw_expr_equal(s->expr->args[0], x) &&
           holds_at_place(g->f, view, s->term);
}

/* The one value that the variable has wherever a thread is at the place of the view, or NULL. */
static const struct pw_expr *value_at(struct gather_ctx *g, const struct pw_expr *x, uint32_t view)
{
    const struct pw_key *k = NULL;
    for (size_t i = 0; i < g->f->keys.at.n && !k; i++)
        if (g->f->keys.at.at[i].u == view || g->f->keys.at.at[i].v == view)
            k = &g->f->keys.at.at[i];
    if (!k) return NULL;
    size_t n = pw_keys_table(&g->f->keys, k->u, k->v)->nplain;
    struct pw_spoken low, high;
    for (uint32_t a = 0; a < n; a++) {
        if (!is_bound(g, k, a, view, x, &low) || low.expr->kind != PW_EXPR_GE) continue;
        for (uint32_t b = 0; b < n; b++)
            if (is_bound(g, k, b, view, x, &high) && high.expr->kind == PW_EXPR_LE &&
                pw_expr_equal(low.expr->args[1], high.expr->args[1]))
                return low.expr->args[1];
    }
    return NULL;
}

enum { MOST_LEAVES = 4 };
struct leaves {
    const struct pw_expr *at[MOST_LEAVES];
    size_t n; /* MOST_LEAVES + 1: too many */
};

static void note_leaf(void *arg, const struct pw_expr *e)
{
    struct leaves *l = arg;
    if (e->kind != PW_EXPR_SHARED && e->kind != PW_EXPR_LOCAL && e->kind != PW_EXPR_PASSIVE) return;
    for (size_t i = 0; i < l->n && i < MOST_LEAVES; i++)
        if (pw_expr_equal(l->at[i], e)) return;
    if (l->n < MOST_LEAVES) l->at[l->n] = e;
    if (l->n <= MOST_LEAVES) l->n++;
}

/* "x == c" of the threads with the view, or of all states while there is one. */
static void say_value(struct gather_ctx *g, const struct pw_expr *x, const struct pw_expr *c,
                      uint32_t view, bool gives)
{
    int threads = x->kind == PW_EXPR_LOCAL;
    const struct pw_expr *e = pw_expr_binary(&g->f->keys.atoms->pool, PW_EXPR_EQ, x, c);
    for (size_t i = 0; i < g->all.n; i++) {
        struct pw_invariant_saying *s = &g->all.at[i].saying;
        if (!s->expr || s->threads != threads || s->beside || s->together || !s->views.n ||
            !pw_expr_equal(s->expr, e))
            continue;
        add_view(&s->views, view);
        s->gives |= gives;
        return;
    }
    struct gathered made = {{.expr = e, .threads = threads, .gives = gives}, UINT32_MAX};
    pw_vec_push(&made.saying.views, view);
    pw_vec_push(&g->all, made);
}

/* Says the values instead, if all variables of the sentence have one at the place of the view. */
static bool say_values(struct gather_ctx *g, const struct pw_expr *e, uint32_t view, bool gives)
{
    struct leaves l = {0};
    const struct pw_expr *value[MOST_LEAVES];
    pw_expr_visit(e, note_leaf, &l);
    if (!l.n || l.n > MOST_LEAVES) return false;
    for (size_t i = 0; i < l.n; i++)
        if (l.at[i]->kind == PW_EXPR_PASSIVE || !(value[i] = value_at(g, l.at[i], view)))
            return false;
    for (size_t i = 0; i < l.n; i++)
        say_value(g, l.at[i], value[i], view, gives);
    return true;
}

/* Sentences of one place or several, "x > t at L3", become "x == 1 at L3", "t == 0 at L3" where
 * that is all that can be. */
static void say_all_values(struct gather_ctx *g)
{
    size_t n = g->all.n;
    for (size_t i = 0; i < n; i++) {
        struct pw_invariant_saying s = g->all.at[i].saying;
        if (s.threads > 1 || s.beside || !s.views.n || s.expr->kind == PW_EXPR_EQ) continue;
        size_t kept = 0;
        for (size_t v = 0; v < s.views.n; v++)
            if (!say_values(g, s.expr, s.views.at[v], s.gives)) s.views.at[kept++] = s.views.at[v];
        s.views.n = kept;
        if (!kept) {
            pw_vec_clear(&s.views);
            s.expr = NULL;
        }
        g->all.at[i].saying = s;
    }
}

/* The only edge at which the property can fail; NULL: there are several, or `unsafe` states. */
static const struct pw_edge *only_failure(const struct pw_program *p, uint32_t *kind)
{
    const struct pw_edge *found = NULL;
    for (uint32_t t = 0; t < p->ntemplates; t++)
        for (size_t i = 0; i < p->templates[t].nedges; i++) {
            const struct pw_edge *e = &p->templates[t].edges[i];
            if (e->kind == PW_EDGE_STEP) continue;
            if (found) return NULL;
            found = e;
            *kind = t;
        }
    return p->nunsafe ? NULL : found;
}

static bool is_about_only(const struct pw_expr *e, const struct pw_expr *x)
{
    struct leaves l = {0};
    pw_expr_visit(e, note_leaf, &l);
    return l.n == 1 && pw_expr_equal(l.at[0], x);
}

/* Where the value of x is known at the only place of failure, nothing else about x alone is needed
 * there. */
static void leave_value_alone(struct gather_ctx *g)
{
    uint32_t kind = 0;
    const struct pw_views *v = g->f->keys.views;
    const struct pw_edge *failure = only_failure(v->p, &kind);
    for (size_t i = 0; i < g->all.n && failure; i++) {
        struct pw_invariant_saying *s = &g->all.at[i].saying;
        bool there = false;
        for (size_t k = 0; k < s->views.n; k++) {
            const struct pw_view *at = pw_views_at(v, s->views.at[k]);
            there |= at->kind == kind && at->loc == failure->from;
        }
        if (!s->expr || s->expr->kind != PW_EXPR_EQ || s->threads || s->beside || !there) continue;
        if (s->expr->args[1]->kind != PW_EXPR_INT) continue;
        for (size_t k = 0; k < g->all.n; k++) {
            struct pw_invariant_saying *other = &g->all.at[k].saying;
            if (k == i || !other->expr || !is_about_only(other->expr, s->expr->args[0])) continue;
            s->gives |= other->gives;
            other->gives = false;
        }
    }
}

/* ---- merging ---- */

static bool same_views(const pw_uints *a, const pw_uints *b)
{
    if (a->n != b->n) return false;
    for (size_t i = 0; i < a->n; i++) {
        bool found = false;
        for (size_t k = 0; k < b->n; k++)
            found |= a->at[i] == b->at[k];
        if (!found) return false;
    }
    return true;
}

enum pw_expr_kind pw_saying_both(enum pw_expr_kind a, enum pw_expr_kind b)
{
    if (a == PW_EXPR_GE && b == PW_EXPR_NE) return PW_EXPR_GT;
    if (a == PW_EXPR_LE && b == PW_EXPR_NE) return PW_EXPR_LT;
    if (a == PW_EXPR_LE && b == PW_EXPR_GE) return PW_EXPR_EQ;
    return 0;
}

static bool merge_two(struct gather_ctx *g, struct pw_invariant_saying *a,
                      struct pw_invariant_saying *b)
{
    const struct pw_expr *x = a->expr, *y = b->expr;
    if (a->threads != b->threads || a->beside != b->beside || !a->expr || !b->expr ||
        !same_views(&a->views, &b->views))
        return false;
    enum pw_expr_kind kind = pw_saying_both(x->kind, y->kind);
    if (!kind || !pw_expr_equal(x->args[0], y->args[0]) || !pw_expr_equal(x->args[1], y->args[1]))
        return false;
    a->expr = pw_expr_binary(&g->f->keys.atoms->pool, kind, x->args[0], x->args[1]);
    a->gives |= b->gives;
    b->expr = NULL; /* gone */
    return true;
}

static void merge_all(struct gather_ctx *g)
{
    for (size_t i = 0; i < g->all.n; i++)
        for (size_t k = 0; k < g->all.n; k++)
            if (i != k) merge_two(g, &g->all.at[i].saying, &g->all.at[k].saying);
}

/* ---- what goes without saying ---- */

static size_t count_needed(struct pw_fix *f, const struct pw_need *need)
{
    size_t n = 0;
    for (uint32_t i = 0; i < f->keys.at.n; i++) {
        const struct pw_key *k = &f->keys.at.at[i];
        for (uint32_t a = 0; a < pw_keys_table(&f->keys, k->u, k->v)->atoms.n; a++)
            n += pw_need_has(need, i, a);
    }
    return n;
}

/* Takes out of the set what follows from the rest of it: first what does not give the property. */
static void leave_out(const struct pw_need *need, uint32_t key, uint64_t *said, size_t n)
{
    for (int giving = 0; giving < 2; giving++)
        for (uint32_t a = 0; a < n; a++)
            if (said[a / 64] >> (a % 64) & 1 && pw_need_gives(need, key, a) == (giving > 0) &&
                pw_need_follows(need, key, a, said))
                said[a / 64] &= ~((uint64_t)1 << (a % 64));
}

static void gather_key(struct gather_ctx *g, uint32_t key, bool all)
{
    assert(key < g->f->keys.at.n);
    struct pw_key k = g->f->keys.at.at[key];
    size_t n = pw_keys_table(&g->f->keys, k.u, k.v)->atoms.n, words = n / 64 + 1;
    uint64_t *said = PW_NEWS(uint64_t, words);
    memcpy(said, g->need->facts[key], words * sizeof *said);
    if (!all) leave_out(g->need, key, said, n);
    for (uint32_t a = 0; a < n; a++) {
        if (!(said[a / 64] >> (a % 64) & 1)) continue;
        g->gives = pw_need_gives(g->need, key, a);
        gather_fact(g, &k, a);
    }
    PW_FREES(said, words);
}

void pw_sayings_collect(struct pw_invariant *v, struct pw_fix *f, const struct pw_need *need)
{
    enum { MOST_ASKED = 600 }; /* facts of which it is asked whether they go without saying */
    struct gather_ctx g = {.f = f, .need = need};
    bool all = count_needed(f, need) > MOST_ASKED;
    for (uint32_t i = 0; i < f->keys.at.n; i++)
        gather_key(&g, i, all);
    v->counts_give = need->counts_give;
    for (size_t i = 0; i < g.all.n; i++)
        if (g.all.at[i].saying.threads == 2 && says_both_ways(&g.all.at[i]))
            say_together(&g, &g.all.at[i]);
    if (!all) say_all_values(&g);
    merge_all(&g);
    leave_value_alone(&g);
    for (size_t i = 0; i < g.all.n; i++) {
        struct pw_invariant_saying *s = &g.all.at[i].saying;
        if (s->expr)
            pw_vec_push(&v->sayings, *s);
        else
            pw_vec_clear(&s->views);
    }
    pw_vec_clear(&g.all);
}
