#include "pairs/pairs.h"

#include <assert.h>

#include "pairs/mine.h"
#include "pairs/saying.h"
#include "pairs/tally.h"

/* What is kept from level to level. */
struct prove_ctx {
    const struct pw_program *p;
    bool needed;
    struct pw_pairs_result *r;
    struct pw_pairs_stats *stats;
    struct pw_views views;
    struct pw_encode enc;
    struct pw_counts counts;
};

static const struct pw_atom_level levels[PW_PAIRS_LEVELS] = {
    {false, false, PW_CASES_NONE},
    {true, false, PW_CASES_NONE},
    {false, true, PW_CASES_EQUAL},
    {true, true, PW_CASES_ALL},
};

enum { MOST_CHECKS = 20000 }; /* of finding out what a proof needs */

/* ---- the proof as a value ---- */

/* The facts of a key: those needed, or (need is NULL) all that say something. */
static void keep_facts(const struct pw_fix *f, uint32_t key, const struct pw_need *need,
                       pw_facts *out)
{
    assert(key < f->keys.at.n);
    const struct pw_key *k = &f->keys.at.at[key];
    const struct pw_atom_table *t = pw_keys_table(&f->keys, k->u, k->v);
    for (uint32_t a = 0; a < t->atoms.n; a++)
        if (need ? pw_need_has(need, key, a) : pw_key_says(k, t, a))
            pw_vec_push(out, t->atoms.at[a].expr);
}

static void keep_keys(struct pw_invariant *v, const struct pw_fix *f, const struct pw_need *need)
{
    for (uint32_t i = 0; i < f->keys.at.n; i++) {
        const struct pw_key *k = &f->keys.at.at[i];
        struct pw_invariant_key made = {k->sigma, k->u, k->v, {0}};
        keep_facts(f, i, need, &made.facts);
        pw_vec_push(&v->keys, made);
    }
}

static void keep_counts(struct pw_invariant *v, const struct pw_counts *c)
{
    v->nweighed = c->nviews;
    for (size_t i = 0; i < c->all.n; i++) {
        const struct pw_counting *k = &c->all.at[i];
        struct pw_invariant_count made = {.constant = k->constant};
        made.alpha = PW_NEWS(int64_t, v->p->nshared + 1);
        made.weights = PW_NEWS(int64_t, c->nviews + 1);
        for (size_t j = 0; j < v->p->nshared; j++)
            made.alpha[j] = k->alpha[j];
        for (size_t j = 0; j < c->nviews; j++)
            made.weights[j] = k->weights[j];
        pw_vec_push(&v->counts, made);
    }
}

/* Steps of one edge are one move: the largest numbers count. */
static void keep_move(struct pw_invariant_tally *t, const struct pw_tally_change *c)
{
    const struct pw_step *s = c->step;
    struct pw_invariant_move made = {s->sigma, s->view, s->edge, c->up, c->down};
    for (size_t i = 0; i < t->moves.n; i++) {
        struct pw_invariant_move *m = &t->moves.at[i];
        if (m->sigma != s->sigma || m->view != s->view || m->edge != s->edge) continue;
        if (c->up > m->up) m->up = c->up;
        if (c->down > m->down) m->down = c->down;
        return;
    }
    pw_vec_push(&t->moves, made);
}

static void keep_tally(struct pw_invariant *v, const struct pw_tally *t)
{
    struct pw_invariant_tally made = {.kind = t->kind, .fact = t->fact};
    for (uint32_t i = 0; i < t->nviews; i++)
        if (t->counted[i]) pw_vec_push(&made.views, i);
    for (size_t i = 0; i < t->bounds.n; i++) {
        const struct pw_tally_bound *b = &t->bounds.at[i];
        struct pw_invariant_bound kept = {b->upper, b->bound};
        if (b->kept) pw_vec_push(&made.bounds, kept);
    }
    for (size_t i = 0; i < t->changes.n; i++)
        keep_move(&made, &t->changes.at[i]);
    pw_vec_push(&v->tallies, made);
}

static void take_pool(struct pw_expr_pool *to, struct pw_expr_pool *from)
{
    *to = *from;
    pw_expr_pool_init(from);
}

/* Takes the views and the pool of the atoms: nothing of x may be used afterwards but to clear it.
 */
static void keep_invariant(struct prove_ctx *x, struct pw_fix *f, const struct pw_tally *t)
{
    struct pw_need need;
    bool reduced = x->needed && !t && f->end == PW_FIX_SAFE && !f->looks &&
                   pw_need_find(&need, f, MOST_CHECKS);
    struct pw_invariant *v = PW_NEW(struct pw_invariant);
    v->p = x->p;
    v->idle = f->idle;
    keep_keys(v, f, reduced ? &need : NULL);
    v->views = x->views;
    if (reduced) {
        pw_sayings_collect(v, f, &need);
        pw_mine_collect(v, f, &need);
        pw_need_clear(&need);
    }
    keep_counts(v, &x->counts);
    if (t) keep_tally(v, t);
    take_pool(&v->pool, &f->keys.atoms->pool);
    x->r->invariant = v;
    for (size_t i = 0; i < v->keys.n; i++)
        x->stats->facts += v->keys.at[i].facts.n;
    for (size_t i = 0; t && i < t->bounds.n; i++)
        x->stats->tallies += t->bounds.at[i].kept;
}

/* ---- what was lost ---- */

static void keep_bad(struct prove_ctx *x, struct pw_fix *f)
{
    struct pw_pairs_result *r = x->r;
    r->open = f->end == PW_FIX_BAD ? PW_PAIRS_BAD : PW_PAIRS_TOO_LARGE;
    r->bad_sigma = f->bad_sigma;
    for (size_t i = 0; i < f->bad.n; i++)
        pw_vec_push(&r->bad, f->bad.at[i]);
    r->views = x->views;
    take_pool(&r->pool, &f->keys.atoms->pool);
}

/* ---- levels ---- */

static void note_figures(struct prove_ctx *x, const struct pw_fix *f, uint64_t queries,
                         uint64_t checks)
{
    struct pw_pairs_stats *s = x->stats;
    s->keys = f->keys.at.n;
    s->counts = x->counts.all.n;
    s->queries = queries + f->join.stats.queries;
    s->checks = checks + f->join.stats.checks;
}

/* Without integers there are no atoms, and levels do not differ. */
static bool has_ints(const struct pw_views *v)
{
    bool any = v->shared.nints > 0;
    for (size_t t = 0; t < v->p->ntemplates; t++)
        any |= v->kinds[t].nints > 0;
    return any;
}

enum attempt { PROVED, OPEN, GUESS_BROKEN };

/* One fixpoint; `last`: what it leaves open is kept for the reader. */
static enum attempt try_level(struct prove_ctx *x, size_t level, bool last)
{
    struct pw_atoms atoms;
    struct pw_fix fix;
    struct pw_tally tally;
    uint64_t queries = x->stats->queries, checks = x->stats->checks;
    enum attempt out = OPEN;
    x->stats->levels++;
    assert((size_t)level < sizeof levels / sizeof *levels);
    pw_atoms_init(&atoms, &x->enc, levels[level]);
    pw_fix_init(&fix, &atoms, &x->counts);
    pw_fix_run(&fix);
    if (fix.end == PW_FIX_SAFE) {
        keep_invariant(x, &fix, NULL);
        out = PROVED;
    } else if (fix.end == PW_FIX_COUNT) {
        pw_counts_drop(&x->counts, fix.broken);
        out = GUESS_BROKEN;
    } else if (fix.end == PW_FIX_BAD && fix.finished && !fix.looks &&
               pw_tally_prove(&fix, &tally)) {
        keep_invariant(x, &fix, &tally);
        pw_tally_clear(&tally);
        out = PROVED;
    } else if (last)
        keep_bad(x, &fix);
    note_figures(x, &fix, queries, checks);
    pw_fix_clear(&fix);
    pw_atoms_clear(&atoms);
    return out;
}

/* A level with the counting invariants at hand, without those that turn out to be wrong. */
static bool prove_level(struct prove_ctx *x, size_t level, bool last)
{
    enum attempt a;
    do
        a = try_level(x, level, last);
    while (a == GUESS_BROKEN);
    return a == PROVED;
}

/* Counting invariants of finite variables, and those that runs suggest, perhaps also by the edges
 * that they avoid. False: none is new. */
static bool widen_counts(struct prove_ctx *x, bool avoid)
{
    struct pw_samples samples;
    size_t before = x->counts.all.n;
    if (pw_program_uses(x->p)) return false;
    pw_samples_init(&samples, &x->views);
    pw_samples_take(&samples);
    pw_counts_clear(&x->counts);
    pw_counts_init(&x->counts, &x->enc);
    pw_counts_find(&x->counts, &samples, true, avoid);
    pw_samples_clear(&samples);
    return x->counts.all.n > before || pw_counts_guessed(&x->counts);
}

static void start_proving(struct prove_ctx *x, const struct pw_program *p,
                          struct pw_pairs_stats *stats, struct pw_pairs_result *r)
{
    *x = (struct prove_ctx){.p = p};
    x->r = r;
    x->stats = stats;
    pw_views_init(&x->views, p);
    pw_encode_init(&x->enc, &x->views);
    pw_counts_init(&x->counts, &x->enc);
}

static void end_proving(struct prove_ctx *x)
{
    pw_counts_clear(&x->counts);
    pw_encode_clear(&x->enc);
}

static bool prove_levels(struct prove_ctx *x, size_t last)
{
    for (size_t level = 0; level < last; level++)
        if (prove_level(x, level, false)) return true;
    return false;
}

/* Levels of atoms, then the same with more counting invariants: those that runs suggest, and those
 * that edges suggest which runs avoid, which may be worse ones; the richest level last. */
static void prove(struct prove_ctx *x)
{
    size_t last = has_ints(&x->views) ? PW_PAIRS_LEVELS - 1 : 0, before;
    if (prove_levels(x, last)) return;
    if (!last && prove_level(x, 0, false)) return; /* finite: one level */
    bool more = widen_counts(x, false);
    before = x->counts.all.n;
    if (more && prove_levels(x, last)) return;
    more = last && widen_counts(x, true) && x->counts.all.n > before;
    if (more && prove_levels(x, last)) return;
    if (last) widen_counts(x, false);
    prove_level(x, last, true);
}

void pw_pairs_prove(const struct pw_program *p, bool needed, struct pw_pairs_stats *stats,
                    struct pw_pairs_result *r)
{
    struct prove_ctx x;
    start_proving(&x, p, stats, r);
    if (!pw_program_uses(p)) pw_counts_find(&x.counts, NULL, false, false);
    x.needed = needed;
    prove(&x);
    end_proving(&x);
}

bool pw_pairs_prove_uncounted(const struct pw_program *p, struct pw_pairs_stats *stats,
                              struct pw_pairs_result *r)
{
    struct prove_ctx x;
    bool proved = false;
    start_proving(&x, p, stats, r);
    x.needed = true;
    for (size_t level = 0; level < PW_PAIRS_LEVELS - 1 && !proved; level++)
        proved = prove_level(&x, level, level == PW_PAIRS_LEVELS - 2);
    end_proving(&x);
    return proved;
}

struct pw_invariant *pw_pairs_invariant(const struct pw_program *p, size_t level)
{
    struct prove_ctx x;
    struct pw_pairs_result r = {0};
    struct pw_pairs_stats stats = {0};
    struct pw_atoms atoms;
    struct pw_fix fix;
    start_proving(&x, p, &stats, &r);
    if (!pw_program_uses(p)) pw_counts_find(&x.counts, NULL, false, false);
    assert((size_t)level < sizeof levels / sizeof *levels);
    pw_atoms_init(&atoms, &x.enc, levels[level]);
    pw_fix_init(&fix, &atoms, &x.counts);
    fix.go_on_after_bad = true;
    pw_fix_run(&fix);
    if (fix.finished)
        keep_invariant(&x, &fix, NULL);
    else
        pw_views_clear(&x.views);
    pw_fix_clear(&fix);
    pw_atoms_clear(&atoms);
    end_proving(&x);
    return r.invariant;
}

/* The first level with a fact that closes the proof; otherwise what level 0 says. */
void pw_pairs_lost(const struct pw_program *p, struct pw_lost *out)
{
    for (size_t level = 0; level < 2; level++) {
        struct prove_ctx x;
        struct pw_pairs_result r = {0};
        struct pw_pairs_stats stats = {0};
        struct pw_lost lost = {0};
        start_proving(&x, p, &stats, &r);
        if (!pw_program_uses(p)) pw_counts_find(&x.counts, NULL, false, false);
        pw_lost_find(&x.counts, levels[level], &lost);
        end_proving(&x);
        pw_views_clear(&x.views);
        bool closed = lost.facts.n && lost.facts.at[0].closes;
        struct pw_lost worse = closed || !level ? *out : lost;
        if (closed || !level) *out = lost;
        pw_lost_clear(&worse);
        if (closed) return;
    }
}

void pw_pairs_result_clear(struct pw_pairs_result *r)
{
    pw_invariant_free(r->invariant);
    r->invariant = NULL;
    pw_vec_clear(&r->bad);
    if (!r->views.p) return;
    pw_views_clear(&r->views);
    pw_expr_pool_clear(&r->pool);
    r->views.p = NULL;
}
