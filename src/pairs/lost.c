#include "pairs/lost.h"

#include <assert.h>

#include "base/limits.h"

enum { MOST_FACTS = 3, MOST_TRIED = 8 };

struct lost_ctx {
    struct pw_counts *counts;
    struct pw_atoms atoms;
    struct pw_fix fix;
    struct pw_join_journal journal;
    struct pw_lost *out;
    const struct pw_join_event *into; /* the step that made the bad pair */
    uint32_t key;                     /* where that step begins */
    struct pw_atom_table *table;
    uint32_t i, j; /* slots of the two threads of the key: 0 steps */
};

static char *text_of(struct pw_strbuf *b)
{
    char *s = pw_mem_strdup(pw_strbuf_text(b));
    pw_strbuf_clear(b);
    return s;
}

static char *step_text(const struct lost_ctx *x, const struct pw_step *s)
{
    struct pw_strbuf b = {0};
    const struct pw_views *v = x->fix.enc->views;
    if (!s)
        pw_strbuf_puts(&b, "the start");
    else
        pw_strbuf_printf(&b, "'%s' (line %u) of %s", s->edge->text, s->edge->pos.line,
                         v->p->templates[pw_views_at(v, s->view)->kind].name);
    return text_of(&b);
}

static char *pair_text(const struct lost_ctx *x)
{
    const struct pw_key *k = &x->fix.keys.at.at[x->key];
    struct pw_strbuf b = {0};
    assert(x->key < x->fix.keys.at.n);
    pw_views_print_thread(x->fix.enc->views, k->u, true, &b);
    pw_strbuf_puts(&b, " and ");
    pw_views_print_thread(x->fix.enc->views, k->v, false, &b);
    return text_of(&b);
}

/* ---- the bad step ---- */

/* The event that made the key of the bad pair; NULL: it is a set of three, or at the start. */
static const struct pw_join_event *made_bad(const struct lost_ctx *x)
{
    const struct pw_fix *f = &x->fix;
    if (f->bad.n != 2) return NULL;
    int64_t key = pw_keys_find(&f->keys, f->bad_sigma, f->bad.at[0], f->bad.at[1]);
    for (size_t i = 0; i < x->journal.events.n; i++) {
        const struct pw_join_event *e = &x->journal.events.at[i];
        if (e->key == key && e->atom == PW_JOIN_MADE) return e;
    }
    return NULL;
}

/* The pair of the thread that steps and the one that stands by it in the bad pair. */
static bool find_origin(struct lost_ctx *x)
{
    const struct pw_join_event *e = x->into;
    if (!e->step || !e->own) return false;
    int64_t key = pw_keys_find(&x->fix.keys, e->step->sigma, e->step->view, e->beside);
    if (key < 0) return false;
    x->key = (uint32_t)key;
    const struct pw_key *k = &x->fix.keys.at.at[key];
    x->table = pw_keys_table(&x->fix.keys, k->u, k->v);
    x->i = k->u == e->step->view ? 0 : 1;
    x->j = 1 - x->i;
    return true;
}

/* May the two threads be there, with the fact, as far as what still holds tells? With the step:
 * and may it be taken? */
static bool possible(struct lost_ctx *x, uint32_t atom, bool step)
{
    const struct pw_join_event *e = x->into;
    struct pw_join *join = &x->fix.join;
    uint32_t known[2] = {e->step->view, e->beside};
    pw_join_start(join);
    if (!pw_join_pair(join, e->step->sigma, e->step->view, 0, e->beside, 1)) return false;
    if (step) pw_join_given(join, e->step->guard);
    pw_fix_give_counts(&x->fix, e->step->sigma, known, 2);
    pw_join_given(join, pw_atoms_term(&x->atoms, x->table, atom, x->i, x->j));
    return pw_join_possible(join);
}

/* The step is impossible where the fact holds; but the fact itself is not. */
static bool excludes(struct lost_ctx *x, uint32_t atom)
{
    return !possible(x, atom, true) && possible(x, atom, false);
}

/* ---- facts ---- */

static bool reads(const struct pw_expr *e, enum pw_expr_kind leaf)
{
    if (e->kind == leaf) return true;
    for (unsigned i = 0; i < pw_expr_arity((enum pw_expr_kind)e->kind); i++)
        if (reads(e->args[i], leaf)) return true;
    return false;
}

static bool is_shared(const struct pw_expr *e)
{
    return !reads(e, PW_EXPR_LOCAL) && !reads(e, PW_EXPR_PASSIVE);
}

/* With the fact as an axiom, is there no bad pair any more? */
static bool closes(struct lost_ctx *x, uint32_t atom)
{
    const struct pw_key *k = &x->fix.keys.at.at[x->key];
    const struct pw_expr *e = x->table->atoms.at[atom].expr;
    struct pw_join_pin pin = {k->sigma, k->u, k->v, atom, is_shared(e) ? e : NULL, false};
    struct pw_fix again;
    pw_fix_init(&again, &x->atoms, x->counts);
    again.join.pin = &pin;
    pw_fix_run(&again);
    bool safe = again.end == PW_FIX_SAFE && !pin.false_at_start;
    pw_fix_clear(&again);
    return safe;
}

static const struct pw_join_event *lost_at(const struct lost_ctx *x, uint32_t atom)
{
    for (size_t i = 0; i < x->journal.events.n; i++) {
        const struct pw_join_event *e = &x->journal.events.at[i];
        if (e->key == x->key && e->atom == atom) return e;
    }
    return NULL;
}

static void add_fact(struct lost_ctx *x, uint32_t atom)
{
    const struct pw_join_event *e = lost_at(x, atom);
    struct pw_strbuf b = {0};
    assert(e && e->step);
    pw_program_print_expr(x->fix.enc->views->p, x->table->atoms.at[atom].expr, &b);
    assert(e->text < x->journal.texts.n);
    struct pw_lost_fact made = {.fact = text_of(&b),
                                .where = pair_text(x),
                                .step = step_text(x, e->step),
                                .before = pw_mem_strdup(x->journal.texts.at[e->text]),
                                .closes = closes(x, atom)};
    size_t n = x->out->facts.n;
    pw_vec_push(&x->out->facts, made);
    for (; made.closes && n && !x->out->facts.at[n - 1].closes; n--) {
        x->out->facts.at[n] = x->out->facts.at[n - 1];
        x->out->facts.at[n - 1] = made;
    }
}

static void free_fact(struct pw_lost_fact *f)
{
    pw_mem_strfree(f->fact);
    pw_mem_strfree(f->where);
    pw_mem_strfree(f->step);
    pw_mem_strfree(f->before);
}

/* Facts that compare two threads say most; then those of one thread; of numbers alone last. */
static int worth(const struct pw_expr *e)
{
    int threads = reads(e, PW_EXPR_LOCAL) + reads(e, PW_EXPR_PASSIVE);
    return threads == 2 ? 2 : threads == 1 && reads(e, PW_EXPR_SHARED);
}

/* What the start does not have cannot hold always. */
static bool is_candidate(const struct lost_ctx *x, uint32_t atom)
{
    const struct pw_join_event *e = lost_at(x, atom);
    return !pw_key_has(&x->fix.keys.at.at[x->key], atom) && e && e->step;
}

static void find_facts(struct lost_ctx *x)
{
    size_t tried = 0;
    for (int least = 2; least >= 0; least--)
        for (uint32_t a = 0; a < x->table->nplain && tried < MOST_TRIED; a++) {
            pw_limits_poll();
            if (worth(x->table->atoms.at[a].expr) != least) continue;
            if (!is_candidate(x, a) || !excludes(x, a)) continue;
            tried++;
            add_fact(x, a);
        }
    while (x->out->facts.n > MOST_FACTS)
        free_fact(&x->out->facts.at[--x->out->facts.n]);
}

void pw_lost_find(struct pw_counts *counts, struct pw_atom_level level, struct pw_lost *out)
{
    struct lost_ctx x = {.counts = counts, .out = out};
    pw_atoms_init(&x.atoms, counts->enc, level);
    pw_fix_init(&x.fix, &x.atoms, counts);
    x.fix.join.journal = &x.journal;
    pw_fix_run(&x.fix);
    x.fix.join.journal = NULL;
    x.into = x.fix.end == PW_FIX_BAD ? made_bad(&x) : NULL;
    if (x.into) {
        assert(x.into->text < x.journal.texts.n);
        out->step = step_text(&x, x.into->step);
        out->before = pw_mem_strdup(x.journal.texts.at[x.into->text]);
        if (find_origin(&x)) find_facts(&x);
    }
    pw_fix_clear(&x.fix);
    pw_join_journal_clear(&x.journal);
    pw_atoms_clear(&x.atoms);
}

void pw_lost_clear(struct pw_lost *l)
{
    pw_mem_strfree(l->step);
    pw_mem_strfree(l->before);
    for (size_t i = 0; i < l->facts.n; i++)
        free_fact(&l->facts.at[i]);
    pw_vec_clear(&l->facts);
    *l = (struct pw_lost){0};
}
