#include "pairs/need.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"

/* One way to get to a pair: the thread of the step moves, and is one of the pair (own) or not. */
struct post {
    const struct pw_step *step;
    uint32_t u, v; /* own: v stands by, u is the view before; third: both stand by */
    bool own;
    int64_t target; /* key, or -1: the step is impossible */
    uint32_t next;  /* post into the same target */
};

/* Where an assumption comes from. */
enum { NO_FACT = -1, COUNTING = -2 };
struct origin {
    int64_t key; /* or one of these */
    uint32_t atom;
};

struct need_ctx {
    struct pw_need *n;
    PW_VEC(struct post) posts;
    PW_VEC(uint32_t) first;   /* per key: its first post, or UINT32_MAX */
    PW_VEC(uint32_t) waiting; /* keys with facts whose reasons are not known */
    uint64_t **done;          /* per key: facts whose reasons are known */
    /* the query */
    pw_term_list literals, clauses, used;
    PW_VEC(uint32_t) stamp;        /* per term: query */
    PW_VEC(struct origin) origins; /* per term */
    uint32_t now;
    pw_term_list ask;
    bool giving; /* the query asks why the property holds */
    bool gave_up;
};

/* ---- the query ---- */

static void start_query(struct need_ctx *x)
{
    pw_vec_reset(&x->literals);
    pw_vec_reset(&x->clauses);
    pw_vec_reset(&x->used);
    x->now++;
}

static void add_hypotheses(struct need_ctx *x, pw_term a, struct origin from)
{
    struct pw_terms *t = x->n->f->enc->terms;
    if (pw_term_same(a, PW_TERM_TRUE)) return;
    if (pw_term_kind(t, a) == PW_AND && !pw_term_negated(a)) {
        for (size_t i = 0; i < pw_term_arity(t, a); i++)
            add_hypotheses(x, pw_term_arg(t, a, i), from);
        return;
    }
    while (x->stamp.n <= a.id) {
        struct origin none = {-1, 0};
        pw_vec_push(&x->stamp, 0);
        pw_vec_push(&x->origins, none);
    }
    assert(a.id < x->stamp.n);
    /* what is given without a fact, or is needed anyway, costs nothing */
    bool old = x->stamp.at[a.id] == x->now;
    assert(a.id < x->origins.n);
    struct origin *known = &x->origins.at[a.id];
    if (old && (known->key < 0 || pw_need_has(x->n, (uint32_t)known->key, known->atom))) return;
    x->stamp.at[a.id] = x->now;
    if (!old || from.key < 0 || pw_need_has(x->n, (uint32_t)from.key, from.atom)) *known = from;
    if (old) return;
    if (pw_term_kind(t, a) == PW_AND)
        pw_vec_push(&x->clauses, a);
    else
        pw_vec_push(&x->literals, a);
}

static void give_pair(struct need_ctx *x, uint32_t sigma, uint32_t u, uint32_t i, uint32_t v,
                      uint32_t j)
{
    struct pw_fix *f = x->n->f;
    int64_t id = pw_keys_find(&f->keys, sigma, u, v);
    assert(id >= 0);
    assert((size_t)id < f->keys.at.n);
    const struct pw_key *k = &f->keys.at.at[id];
    struct pw_atom_table *t = pw_keys_table(&f->keys, k->u, k->v);
    for (uint32_t a = 0; a < t->atoms.n; a++) {
        struct origin from = {id, a};
        if (!pw_key_says(k, t, a)) continue;
        if (k->u == u) add_hypotheses(x, pw_atoms_term(f->keys.atoms, t, a, i, j), from);
        if (k->v == u) add_hypotheses(x, pw_atoms_term(f->keys.atoms, t, a, j, i), from);
    }
}

static void give_counts(struct need_ctx *x, uint32_t sigma, const uint32_t *views, size_t n)
{
    struct origin none = {COUNTING, 0};
    pw_term_list more = {0};
    pw_fix_list_counts(x->n->f, sigma, views, n, &more);
    for (size_t i = 0; i < more.n; i++)
        add_hypotheses(x, more.at[i], none);
    pw_vec_clear(&more);
}

static void need_fact(struct need_ctx *x, struct origin o)
{
    if (x->giving && o.key >= 0) x->n->giving[o.key][o.atom / 64] |= (uint64_t)1 << (o.atom % 64);
    x->n->counts_give |= x->giving && o.key == COUNTING;
    if (o.key < 0 || pw_need_has(x->n, (uint32_t)o.key, o.atom)) return;
    x->n->facts[o.key][o.atom / 64] |= (uint64_t)1 << (o.atom % 64);
    pw_vec_push(&x->waiting, (uint32_t)o.key);
}

static bool check(struct need_ctx *x)
{
    struct pw_solver *s = x->n->f->enc->solver;
    pw_limits_poll();
    if (++x->n->checks > x->n->most_checks && x->n->most_checks) x->gave_up = true;
    return pw_solver_check(s, x->ask.at, x->ask.n);
}

/* Clauses that the model violates come into use. */
static bool use_violated(struct need_ctx *x)
{
    size_t before = x->used.n, kept = 0;
    for (size_t i = 0; i < x->clauses.n; i++) {
        pw_term c = x->clauses.at[i];
        if (pw_solver_bool_value(x->n->f->enc->solver, c))
            x->clauses.at[kept++] = c;
        else
            pw_vec_push(&x->used, c);
    }
    x->clauses.n = kept;
    return x->used.n > before;
}

/* The query and `wrong` have no model: the facts of a core are needed. */
static void need_core(struct need_ctx *x, pw_term wrong)
{
    struct pw_solver *s = x->n->f->enc->solver;
    size_t n;
    do {
        pw_vec_reset(&x->ask);
        pw_vec_push(&x->ask, wrong);
        for (size_t i = 0; i < x->literals.n; i++)
            pw_vec_push(&x->ask, x->literals.at[i]);
        for (size_t i = 0; i < x->used.n; i++)
            pw_vec_push(&x->ask, x->used.at[i]);
        if (x->gave_up || !check(x)) break;
    } while (use_violated(x));
    if (x->gave_up) return;
    const pw_term *core = pw_solver_minimise_core(s, &n);
    x->n->checks += n;
    for (size_t i = 0; i < n; i++)
        if (core[i].id < x->stamp.n && x->stamp.at[core[i].id] == x->now)
            need_fact(x, x->origins.at[core[i].id]);
}

/* ---- posts ---- */

static void ask_post(struct need_ctx *x, const struct post *p)
{
    struct origin none = {-1, 0};
    uint32_t sigma = p->step->sigma, known[3] = {p->step->view, p->own ? p->v : p->u, p->v};
    start_query(x);
    add_hypotheses(x, p->step->guard, none);
    give_counts(x, sigma, known, p->own ? 2 : 3);
    give_pair(x, sigma, known[0], 0, known[1], 1);
    if (p->own) return;
    give_pair(x, sigma, known[0], 0, known[2], 2);
    give_pair(x, sigma, known[1], 1, known[2], 2);
}

/* A fact of the target after the post, as what must be impossible. */
static pw_term violated_after(struct need_ctx *x, const struct post *p, uint32_t atom, bool turn)
{
    struct pw_fix *f = x->n->f;
    assert((size_t)p->target < f->keys.at.n);
    const struct pw_key *k = &f->keys.at.at[p->target];
    struct pw_atom_table *t = pw_keys_table(&f->keys, k->u, k->v);
    uint32_t first = p->own ? p->step->view2 : p->u, i = p->own ? 0 : 1, j = p->own ? 1 : 2;
    bool swap = (k->u != first) != turn;
    return pw_term_not(
        pw_atoms_after(f->keys.atoms, t, atom, swap ? j : i, swap ? i : j, p->step, NULL));
}

/* The fact holds as it stands if no query is needed for it: one of its given terms. */
static void justify(struct need_ctx *x, const struct post *p, uint32_t atom, bool *asked, bool turn)
{
    pw_term wrong = violated_after(x, p, atom, turn), fact = pw_term_not(wrong);
    if (pw_term_same(fact, PW_TERM_TRUE)) return;
    if (!*asked) ask_post(x, p);
    *asked = true;
    if (fact.id < x->stamp.n && x->stamp.at[fact.id] == x->now)
        need_fact(x, x->origins.at[fact.id]);
    else
        need_core(x, wrong);
}

static void justify_key(struct need_ctx *x, uint32_t key)
{
    assert(key < x->n->f->keys.at.n);
    const struct pw_key *k = &x->n->f->keys.at.at[key];
    struct pw_atom_table *t = pw_keys_table(&x->n->f->keys, k->u, k->v);
    size_t words = t->atoms.n / 64 + 1;
    uint64_t *todo = PW_NEWS(uint64_t, words);
    for (size_t w = 0; w < words; w++) {
        todo[w] = x->n->facts[key][w] & ~x->done[key][w];
        x->done[key][w] |= todo[w];
    }
    for (uint32_t i = x->first.at[key]; i != UINT32_MAX && !x->gave_up; i = x->posts.at[i].next) {
        assert(i < x->posts.n);
        struct post p = x->posts.at[i];
        bool asked = false;
        for (uint32_t a = 0; a < t->atoms.n && !x->gave_up; a++) {
            if (!(todo[a / 64] >> (a % 64) & 1)) continue;
            justify(x, &p, a, &asked, false);
            if (k->u == k->v) justify(x, &p, a, &asked, true);
        }
    }
    PW_FREES(todo, words);
}

static void add_post(struct need_ctx *x, struct post p, uint32_t a, uint32_t b)
{
    p.target = pw_keys_find(&x->n->f->keys, p.step->sigma2, a, b);
    p.next = UINT32_MAX;
    if (p.target >= 0) {
        assert((size_t)p.target < x->first.n);
        p.next = x->first.at[p.target];
        x->first.at[p.target] = (uint32_t)x->posts.n;
    }
    pw_vec_push(&x->posts, p);
}

static void list_own(struct need_ctx *x, uint32_t sigma, uint32_t u, uint32_t v)
{
    pw_steps steps = *pw_encode_steps(x->n->f->enc, sigma, u);
    for (size_t i = 0; i < steps.n; i++) {
        struct post p = {.step = &steps.at[i], .u = u, .v = v, .own = true};
        add_post(x, p, p.step->view2, v);
    }
}

static void list_third(struct need_ctx *x, uint32_t sigma, uint32_t w, uint32_t u, uint32_t v)
{
    pw_steps steps = *pw_encode_steps(x->n->f->enc, sigma, w);
    for (size_t i = 0; i < steps.n; i++) {
        struct post p = {.step = &steps.at[i], .u = u, .v = v};
        if (p.step->writes_shared && p.step->edge->kind == PW_EDGE_STEP) add_post(x, p, u, v);
    }
}

static void list_posts(struct need_ctx *x, const struct pw_key *k)
{
    struct pw_fix *f = x->n->f;
    list_own(x, k->sigma, k->u, k->v);
    if (k->u != k->v) list_own(x, k->sigma, k->v, k->u);
    const struct pw_key_node *node = &f->keys.nodes.at[pw_keys_node(&f->keys, k->sigma, k->u)];
    for (size_t i = 0; i < node->partners.n; i++) {
        uint32_t w = node->partners.at[i].view, known[3] = {k->u, k->v, w};
        if (pw_keys_find(&f->keys, k->sigma, k->v, w) < 0) continue;
        if (pw_counts_fit(f->enc->views, known, 3)) list_third(x, k->sigma, w, k->u, k->v);
    }
}

/* ---- the whole ---- */

/* Would the step fail, or its pair show a bad state? */
static bool leads_to_bad(const struct need_ctx *x, const struct post *p)
{
    const struct pw_views *v = x->n->f->enc->views;
    uint32_t views[2] = {p->own ? p->step->view2 : p->u, p->v};
    if (p->step->edge->kind != PW_EDGE_STEP) return true;
    for (size_t d = 0; d < v->p->nunsafe; d++)
        if (v->p->unsafe[d].ncounts && pw_fix_shows(v, &v->p->unsafe[d], views, 2)) return true;
    return false;
}

/* A step impossible, or keeping the counting invariants that were guessed: because of facts. */
static void need_for_post(struct need_ctx *x, const struct post *p)
{
    struct pw_counts *c = x->n->f->counts;
    bool asked = false;
    if (p->target < 0) {
        ask_post(x, p);
        x->giving = leads_to_bad(x, p);
        need_core(x, PW_TERM_TRUE);
        x->giving = false;
        return;
    }
    for (size_t j = 0; j < c->all.n && p->own && p->step->edge->kind == PW_EDGE_STEP; j++) {
        if (!c->all.at[j].guessed) continue;
        pw_term kept = pw_counts_step(c, j, p->step);
        if (pw_term_same(kept, PW_TERM_TRUE)) continue;
        if (!asked) ask_post(x, p);
        asked = true;
        need_core(x, pw_term_not(kept));
    }
}

static bool need_for_set(void *arg, uint32_t sigma, const uint32_t *views, size_t n)
{
    struct need_ctx *x = arg;
    start_query(x);
    give_counts(x, sigma, views, n);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = i + 1; j < n && j < PW_FIX_PAIRED; j++) {
            if (pw_keys_find(&x->n->f->keys, sigma, views[i], views[j]) < 0) return true;
            give_pair(x, sigma, views[i], i, views[j], j);
        }
    x->giving = true;
    need_core(x, PW_TERM_TRUE);
    x->giving = false;
    return !x->gave_up;
}

static void start_needing(struct need_ctx *x, struct pw_need *n)
{
    size_t keys = n->f->keys.at.n;
    *x = (struct need_ctx){.n = n};
    n->facts = PW_NEWS(uint64_t *, keys + 1);
    n->giving = PW_NEWS(uint64_t *, keys + 1);
    x->done = PW_NEWS(uint64_t *, keys + 1);
    for (size_t i = 0; i < keys; i++) {
        assert(i < n->f->keys.at.n);
        const struct pw_key *k = &n->f->keys.at.at[i];
        size_t words = pw_keys_table(&n->f->keys, k->u, k->v)->atoms.n / 64 + 1;
        n->facts[i] = PW_NEWS(uint64_t, words);
        n->giving[i] = PW_NEWS(uint64_t, words);
        x->done[i] = PW_NEWS(uint64_t, words);
        pw_vec_push(&x->first, UINT32_MAX);
    }
}

static void free_sets(const struct pw_fix *f, uint64_t **sets)
{
    for (size_t i = 0; i < f->keys.at.n; i++) {
        const struct pw_key *k = &f->keys.at.at[i];
        PW_FREES(sets[i], pw_keys_table(&f->keys, k->u, k->v)->atoms.n / 64 + 1);
    }
    PW_FREES(sets, f->keys.at.n + 1);
}

static void end_needing(struct need_ctx *x)
{
    free_sets(x->n->f, x->done);
    pw_vec_clear(&x->posts);
    pw_vec_clear(&x->first);
    pw_vec_clear(&x->waiting);
    pw_vec_clear(&x->literals);
    pw_vec_clear(&x->clauses);
    pw_vec_clear(&x->used);
    pw_vec_clear(&x->stamp);
    pw_vec_clear(&x->origins);
    pw_vec_clear(&x->ask);
}

bool pw_need_find(struct pw_need *n, struct pw_fix *f, uint64_t most_checks)
{
    struct need_ctx x;
    *n = (struct pw_need){.f = f, .most_checks = most_checks};
    start_needing(&x, n);
    for (size_t i = 0; i < f->keys.at.n; i++)
        list_posts(&x, &f->keys.at.at[i]);
    for (size_t i = 0; i < x.posts.n && !x.gave_up; i++)
        need_for_post(&x, &x.posts.at[i]);
    if (!x.gave_up) pw_fix_each_set(f, 3, need_for_set, &x);
    while (x.waiting.n && !x.gave_up)
        justify_key(&x, pw_vec_pop(&x.waiting));
    bool found = !x.gave_up;
    end_needing(&x);
    if (!found) pw_need_clear(n);
    return found;
}

void pw_need_clear(struct pw_need *n)
{
    free_sets(n->f, n->facts);
    free_sets(n->f, n->giving);
    n->facts = n->giving = NULL;
}

bool pw_need_follows(const struct pw_need *n, uint32_t key, uint32_t atom, const uint64_t *others)
{
    struct pw_fix *f = n->f;
    assert(key < f->keys.at.n);
    const struct pw_key *k = &f->keys.at.at[key];
    struct pw_atom_table *t = pw_keys_table(&f->keys, k->u, k->v);
    assert(atom < t->atoms.n && pw_key_has(k, atom));
    uint32_t known[2] = {k->u, k->v};
    pw_term_list ask = {0};
    pw_limits_poll();
    pw_vec_push(&ask, pw_term_not(pw_atoms_term(f->keys.atoms, t, atom, 0, 1)));
    pw_fix_list_counts(f, k->sigma, known, 2, &ask);
    for (uint32_t a = 0; a < t->atoms.n; a++) {
        if (a == atom || !(others[a / 64] >> (a % 64) & 1)) continue;
        pw_vec_push(&ask, pw_atoms_term(f->keys.atoms, t, a, 0, 1));
        if (k->u == k->v) pw_vec_push(&ask, pw_atoms_term(f->keys.atoms, t, a, 1, 0));
    }
    bool follows = !pw_solver_check(f->enc->solver, ask.at, ask.n);
    pw_vec_clear(&ask);
    return follows;
}
