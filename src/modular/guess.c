#include "modular/guess.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

#include "base/mem.h"
#include "base/strbuf.h"
#include "front/dr/format.h"

enum { NONE = PW_MTREE_NONE, MOST_ATOMS = 31, MOST_NUMBERS = 6, MOST_ON_THE_WAY = 24 };

typedef PW_VEC(char *) texts;

struct guesser {
    const struct pw_mtree *t;
    pw_guesses *out;
    texts owners;  /* "m", "holder(l)": tids that may be compared with self */
    texts truths;  /* "b", "r[self]" */
    texts numbers; /* of the program */
    uint32_t conclusions;
};

__attribute__((format(printf, 2, 3))) static void push(texts *v, const char *format, ...)
{
    struct pw_strbuf b = {0};
    va_list args;
    va_start(args, format);
    pw_strbuf_vprintf(&b, format, args);
    va_end(args);
    bool known = false;
    for (size_t i = 0; i < v->n; i++)
        known = known || !strcmp(v->at[i], pw_strbuf_text(&b));
    if (!known) pw_vec_push(v, pw_mem_strdup(pw_strbuf_text(&b)));
    pw_strbuf_clear(&b);
}

static void drop(texts *v)
{
    for (size_t i = 0; i < v->n; i++)
        pw_mem_strfree(v->at[i]);
    pw_vec_clear(v);
}

/* --- guards and conclusions ------------------------------------------------------------------- */

/* One atom; NULL: none. */
struct atom {
    const char *text;
    uint64_t bit;
};

static void add_guess(struct guesser *g, enum pw_guess_kind kind, const char *binder, struct atom a,
                      struct atom b, const char *conclusion, size_t at)
{
    struct pw_strbuf s = {0};
    if (g->out->n >= PW_GUESS_MOST) return;
    pw_strbuf_puts(&s, binder);
    if (a.text) pw_strbuf_puts(&s, a.text);
    if (b.text) pw_strbuf_printf(&s, "%s%s", a.text ? " && " : "", b.text);
    if (a.text || b.text) pw_strbuf_puts(&s, " => ");
    pw_strbuf_puts(&s, conclusion);
    struct pw_guess x = {.kind = kind,
                         .text = pw_mem_strdup(pw_strbuf_text(&s)),
                         .at = at,
                         .conclusion = g->conclusions,
                         .guards = a.bit | b.bit};
    pw_vec_push(g->out, x);
    pw_strbuf_clear(&s);
}

/* The last bit stands for all further atoms. */
static uint64_t bit_of(size_t list, size_t i)
{
    assert(list < 2);
    return (uint64_t)1 << (i < MOST_ATOMS ? list * MOST_ATOMS + i : 63);
}

static struct atom atom_of(const texts *v, size_t list, size_t i)
{
    assert(i < v->n);
    return (struct atom){v->at[i], bit_of(list, i)};
}

/* The conclusion under no guard, under one of each list, under one of both. */
static void add_guarded(struct guesser *g, enum pw_guess_kind kind, const texts *first,
                        const texts *second, const char *conclusion)
{
    struct atom none = {0};
    g->conclusions++;
    add_guess(g, kind, "", none, none, conclusion, 0);
    for (size_t i = 0; i < first->n; i++)
        add_guess(g, kind, "", atom_of(first, 0, i), none, conclusion, 0);
    for (size_t k = 0; k < second->n; k++) {
        struct atom b = atom_of(second, 1, k);
        if (!strcmp(conclusion, b.text)) continue;
        add_guess(g, kind, "", none, b, conclusion, 0);
        for (size_t i = 0; i < first->n; i++)
            add_guess(g, kind, "", atom_of(first, 0, i), b, conclusion, 0);
    }
}

/* --- what the program has --------------------------------------------------------------------- */

static void gather_numbers(struct guesser *g, const struct pw_mexpr *e)
{
    if (!e || g->numbers.n >= MOST_NUMBERS) return;
    if (e->kind == PW_MX_NUMBER) {
        struct pw_strbuf b = {0};
        pw_int_print(e->number, &b);
        push(&g->numbers, "%s", pw_strbuf_text(&b));
        pw_strbuf_clear(&b);
    }
    for (int i = 0; i < 3; i++)
        gather_numbers(g, e->args[i]);
}

static void gather_from_body(struct guesser *g, const struct pw_mstmt *s)
{
    for (; s; s = s->next) {
        for (uint32_t i = 0; i < s->nvalues; i++)
            gather_numbers(g, s->values[i]);
        gather_from_body(g, s->body);
        gather_from_body(g, s->otherwise);
    }
}

static void gather(struct guesser *g)
{
    const struct pw_mtree *t = g->t;
    push(&g->numbers, "0");
    for (size_t i = 0; i < t->shared.n; i++) {
        const struct pw_mvar *v = &t->shared.at[i];
        const char *name = pw_mtree_text(t, v->name);
        bool per_thread = v->array && v->index.kind == PW_SORT_TID;
        if (v->alloc_of != NONE && v->array) continue;
        gather_numbers(g, v->init);
        if (v->sort.kind == PW_SORT_TID && !v->array)
            push(&g->owners, v->mutex ? "holder(%s)" : "%s", name);
        if (v->sort.kind == PW_SORT_BOOL && !v->array) push(&g->truths, "%s", name);
        if (v->sort.kind == PW_SORT_BOOL && per_thread) push(&g->truths, "%s[self]", name);
    }
    for (size_t i = 0; i < t->threads.n; i++)
        gather_from_body(g, t->threads.at[i]->body);
    for (size_t i = 0; i < t->procs.n; i++)
        gather_from_body(g, t->procs.at[i]->body);
}

static void with_word(const texts *from, const char *before, const char *after, texts *to)
{
    for (size_t i = 0; i < from->n; i++)
        push(to, "%s%s%s", before, from->at[i], after);
}

/* --- assumptions ------------------------------------------------------------------------------ */

__attribute__((format(printf, 4, 5))) static void
assume_guarded(struct guesser *g, const texts *mine, const texts *truths, const char *format, ...)
{
    struct pw_strbuf b = {0};
    va_list args;
    va_start(args, format);
    pw_strbuf_vprintf(&b, format, args);
    va_end(args);
    add_guarded(g, PW_GUESS_ASSUMPTION, mine, truths, pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
}

/* forall (O o) m[o] == self => a'[o] == a[o] */
static void assume_of_objects(struct guesser *g, const struct pw_mvar *a)
{
    const struct pw_mtree *t = g->t;
    const char *sort = pw_mtree_sort(t, a->index), *name = pw_mtree_text(t, a->name);
    struct pw_strbuf binder = {0}, all = {0};
    struct atom none = {0};
    pw_strbuf_printf(&binder, "forall (%s any) ", sort);
    pw_strbuf_printf(&all, a->mutex ? "holder'(%s[any]) == holder(%s[any])" : "%s'[any] == %s[any]",
                     name, name);
    g->conclusions++;
    add_guess(g, PW_GUESS_ASSUMPTION, pw_strbuf_text(&binder), none, none, pw_strbuf_text(&all), 0);
    for (size_t i = 0; i < t->shared.n; i++) {
        const struct pw_mvar *m = &t->shared.at[i];
        if (!m->array || m->sort.kind != PW_SORT_TID || !pw_sort_same(m->index, a->index)) continue;
        struct pw_strbuf guard = {0};
        pw_strbuf_printf(&guard, m->mutex ? "holder(%s[any]) == self" : "%s[any] == self",
                         pw_mtree_text(t, m->name));
        struct atom mine = {pw_strbuf_text(&guard), bit_of(0, i)};
        add_guess(g, PW_GUESS_ASSUMPTION, pw_strbuf_text(&binder), mine, none, pw_strbuf_text(&all),
                  0);
        pw_strbuf_clear(&guard);
    }
    if (a->sort.kind == PW_SORT_INT) {
        g->conclusions++;
        pw_strbuf_reset(&all);
        pw_strbuf_printf(&all, "%s[any] <= %s'[any]", name, name);
        add_guess(g, PW_GUESS_ASSUMPTION, pw_strbuf_text(&binder), none, none, pw_strbuf_text(&all),
                  0);
    }
    pw_strbuf_clear(&binder);
    pw_strbuf_clear(&all);
}

static void assume_of(struct guesser *g, const struct pw_mvar *v, const texts *mine,
                      const texts *truths)
{
    const char *x = pw_mtree_text(g->t, v->name);
    texts not_mine = {0}, nothing = {0};
    if (v->array && v->index.kind == PW_SORT_OBJECT)
        assume_of_objects(g, v);
    else if (v->array && !v->mutex)
        assume_guarded(g, mine, truths, "%s'[self] == %s[self]", x, x);
    else if (v->mutex && !v->array) /* the rest is known of a mutex */
        assume_guarded(g, mine, &nothing, "holder'(%s) == holder(%s)", x, x);
    else if (!v->array) {
        assume_guarded(g, mine, truths, "%s' == %s", x, x);
        if (v->sort.kind == PW_SORT_INT) {
            assume_guarded(g, &nothing, truths, "%s <= %s'", x, x);
            assume_guarded(g, &nothing, truths, "%s >= %s'", x, x);
        } else if (v->sort.kind == PW_SORT_BOOL) {
            assume_guarded(g, mine, truths, "(%s => %s')", x, x);
            assume_guarded(g, mine, truths, "(%s' => %s)", x, x);
        } else if (v->sort.kind == PW_SORT_TID) {
            push(&not_mine, "%s != self", x);
            assume_guarded(g, &not_mine, &nothing, "%s' != self", x);
        }
    }
    drop(&not_mine);
}

static void guess_assumptions(struct guesser *g)
{
    texts mine = {0}, truths = {0};
    with_word(&g->owners, "", " == self", &mine);
    with_word(&g->truths, "", "", &truths);
    with_word(&g->truths, "!", "", &truths);
    for (size_t i = 0; i < g->t->shared.n; i++)
        if (g->t->shared.at[i].alloc_of == NONE || !g->t->shared.at[i].array)
            assume_of(g, &g->t->shared.at[i], &mine, &truths);
    drop(&mine);
    drop(&truths);
}

/* --- invariants ------------------------------------------------------------------------------- */

static void guess_invariants(struct guesser *g)
{
    const struct pw_mtree *t = g->t;
    texts atoms = {0}, truths = {0}, nobody = {0}, mine = {0}, indexed = {0}, nothing = {0};
    with_word(&g->truths, "", "", &truths);
    with_word(&g->truths, "!", "", &truths);
    with_word(&g->owners, "", " == nobody", &nobody);
    with_word(&g->owners, "", " == self", &mine);
    for (size_t i = 0; i < t->shared.n; i++) {
        const struct pw_mvar *v = &t->shared.at[i];
        const char *x = pw_mtree_text(t, v->name);
        if (v->array || v->sort.kind != PW_SORT_INT) continue;
        for (size_t k = 0; k < g->numbers.n; k++) {
            push(&atoms, "%s == %s", x, g->numbers.at[k]);
            push(&atoms, "%s >= %s", x, g->numbers.at[k]);
            push(&atoms, "%s <= %s", x, g->numbers.at[k]);
        }
        for (size_t k = 0; k < t->shared.n; k++)
            if (k != i && !t->shared.at[k].array && t->shared.at[k].sort.kind == PW_SORT_INT)
                push(&atoms, "%s <= %s", x, pw_mtree_text(t, t->shared.at[k].name));
    }
    for (size_t i = 0; i < truths.n; i++)
        push(&atoms, "%s", truths.at[i]);
    for (size_t i = 0; i < atoms.n; i++)
        add_guarded(g, PW_GUESS_INVARIANT, &nobody, &truths, atoms.at[i]);
    for (size_t i = 0; i < mine.n; i++) /* who is marked owns it, who owns it is marked */
        for (size_t k = 0; k < truths.n; k++)
            if (strchr(truths.at[k], '[')) {
                push(&indexed, "%s", truths.at[k]);
                add_guarded(g, PW_GUESS_INVARIANT, &indexed, &nothing, mine.at[i]);
                drop(&indexed);
                push(&indexed, "%s", mine.at[i]);
                add_guarded(g, PW_GUESS_INVARIANT, &indexed, &nothing, truths.at[k]);
                drop(&indexed);
            }
    drop(&atoms);
    drop(&truths);
    drop(&nobody);
    drop(&mine);
}

/* --- claims in front of loops ----------------------------------------------------------------- */

static void excerpt(const struct pw_mtree *t, const struct pw_mexpr *e, texts *to)
{
    struct pw_strbuf b = {0};
    if (e->last < e->first || to->n >= MOST_ON_THE_WAY) return;
    pw_format_line(&t->lexer, e->first, e->last, &b);
    push(to, "%s", pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
}

/* i < n may be i <= n when the loop is left. */
static void relaxed(const struct pw_mtree *t, const struct pw_mexpr *e, texts *to)
{
    texts sides = {0};
    if (e->kind != PW_MX_LT && e->kind != PW_MX_GT && e->kind != PW_MX_NE) return;
    if (e->args[0]->sort.kind != PW_SORT_INT) return;
    excerpt(t, e->args[0], &sides);
    excerpt(t, e->args[1], &sides);
    if (sides.n == 2 && e->kind != PW_MX_GT) push(to, "%s <= %s", sides.at[0], sides.at[1]);
    if (sides.n == 2 && e->kind != PW_MX_LT) push(to, "%s >= %s", sides.at[0], sides.at[1]);
    drop(&sides);
}

static void locals_of(const struct guesser *g, const struct pw_munit *u, texts *to)
{
    for (size_t i = 0; i < u->vars.n; i++) {
        const char *x = pw_mtree_text(g->t, u->vars.at[i].name);
        if (u->vars.at[i].sort.kind == PW_SORT_BOOL) {
            push(to, "%s", x);
            push(to, "!%s", x);
        }
        for (size_t k = 0; u->vars.at[i].sort.kind == PW_SORT_INT && k < g->numbers.n; k++) {
            push(to, "%s >= %s", x, g->numbers.at[k]);
            push(to, "%s <= %s", x, g->numbers.at[k]);
        }
    }
}

static void guess_claims(struct guesser *g, const struct pw_munit *u, const struct pw_mstmt *s,
                         texts *way)
{
    struct atom none = {0};
    for (; s; s = s->next) {
        bool asks = s->kind == PW_MS_IF || s->kind == PW_MS_WHILE || s->kind == PW_MS_ASSUME ||
                    s->kind == PW_MS_ASSERT;
        if (asks && s->nvalues && !s->star) {
            relaxed(g->t, s->values[0], way);
            excerpt(g->t, s->values[0], way);
        }
        if (s->kind == PW_MS_WHILE) {
            texts all = {0};
            with_word(&g->owners, "", " == self", &all);
            with_word(&g->owners, "", " != self", &all);
            with_word(&g->truths, "", "", &all);
            with_word(&g->truths, "!", "", &all);
            locals_of(g, u, &all);
            with_word(way, "", "", &all);
            for (size_t i = 0; i < all.n; i++, g->conclusions++)
                add_guess(g, PW_GUESS_CLAIM, "", none, none, all.at[i],
                          g->t->lexer.tokens.at[s->last].to);
            drop(&all);
        }
        guess_claims(g, u, s->body, way);
        guess_claims(g, u, s->otherwise, way);
    }
}

static void guess_claims_of(struct guesser *g, const struct pw_munit *u)
{
    texts way = {0};
    for (size_t i = 0; i < u->contract.requires.n; i++)
        excerpt(g->t, u->contract.requires.at[i], &way);
    guess_claims(g, u, u->body, &way);
    drop(&way);
}

/* ---------------------------------------------------------------------------------------------- */

void pw_guess_make(const struct pw_mtree *t, pw_guesses *out)
{
    struct guesser g = {.t = t, .out = out};
    gather(&g);
    for (size_t i = 0; i < t->procs.n; i++)
        guess_claims_of(&g, t->procs.at[i]);
    for (size_t i = 0; i < t->threads.n; i++)
        guess_claims_of(&g, t->threads.at[i]);
    guess_assumptions(&g);
    guess_invariants(&g);
    drop(&g.owners);
    drop(&g.truths);
    drop(&g.numbers);
    assert(out->n <= PW_GUESS_MOST);
}

void pw_guess_add(pw_guesses *out, enum pw_guess_kind kind, const char *text)
{
    struct pw_guess x = {.kind = kind, .text = pw_mem_strdup(text), .conclusion = NONE};
    assert(kind != PW_GUESS_CLAIM);
    pw_vec_push(out, x);
}

void pw_guess_clear(pw_guesses *v)
{
    for (size_t i = 0; i < v->n; i++)
        pw_mem_strfree(v->at[i].text);
    pw_vec_clear(v);
}

bool pw_guess_covers(const struct pw_guess *a, const struct pw_guess *b)
{
    if (a->kind != b->kind || a->conclusion != b->conclusion || a->conclusion == NONE) return false;
    if (a->guards >> 63) return false;
    return a->kind != PW_GUESS_CLAIM && a->guards != b->guards && (a->guards & ~b->guards) == 0;
}
