#include "report/pairsets_words.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/guard.h"
#include "base/limits.h"
#include "base/mem.h"
#include "report/left.h"

enum { MOST_KINDS = 40, MOST_LINES = 8, MOST_LOCALS = 20000 };

/* Local states that look alike: one of them stands for all. */
struct alike {
    const struct pw_pairset *x;
    bool **used;                /* [template][local]: the property speaks of it */
    uint32_t *kind;             /* [local state] */
    uint32_t shown[MOST_KINDS]; /* a local state of the kind */
    uint32_t n;
    bool together[MOST_KINDS][MOST_KINDS];
};

static void use_leaf(void *arg, const struct pw_expr *e)
{
    struct alike *a = arg;
    if ((e->kind == PW_EXPR_LOCAL || e->kind == PW_EXPR_PASSIVE) && e->template >= 0)
        a->used[e->template][e->index] = true;
}

static void find_used(struct alike *a)
{
    const struct pw_program *p = a->x->p;
    a->used = PW_NEWS(bool *, p->ntemplates);
    for (size_t t = 0; t < p->ntemplates; t++)
        a->used[t] = PW_NEWS(bool, p->templates[t].nlocals + 1);
    for (size_t d = 0; d < p->nunsafe; d++)
        if (p->unsafe[d].formula) pw_expr_visit(p->unsafe[d].formula->expr, use_leaf, a);
}

static void clear(struct alike *a)
{
    const struct pw_program *p = a->x->p;
    for (size_t t = 0; t < p->ntemplates; t++)
        PW_FREES(a->used[t], p->templates[t].nlocals + 1);
    PW_FREES(a->used, p->ntemplates);
    PW_FREES(a->kind, a->x->locals.n);
}

static bool look_alike(const struct alike *a, uint32_t u, uint32_t v)
{
    assert(u < a->x->locals.n && v < a->x->locals.n);
    const struct pw_pairset_local *b = &a->x->locals.at[u], *c = &a->x->locals.at[v];
    if (b->template != c->template || b->loc != c->loc) return false;
    for (size_t i = 0; i < a->x->p->templates[b->template].nlocals; i++)
        if (a->used[b->template][i] &&
            a->x->values.at[b->first + i] != a->x->values.at[c->first + i])
            return false;
    return true;
}

/* False: there are too many kinds for a person. */
static bool find_kinds(struct alike *a)
{
    a->kind = PW_NEWS(uint32_t, a->x->locals.n);
    for (uint32_t u = 0; u < a->x->locals.n; u++) {
        uint32_t k = 0;
        pw_limits_poll();
        while (k < a->n && !look_alike(a, u, a->shown[k]))
            k++;
        if (k == MOST_KINDS) return false;
        if (k == a->n) a->shown[a->n++] = u;
        a->kind[u] = k;
    }
    return true;
}

static void note_set(struct alike *a, uint32_t u, const uint64_t *set, size_t words)
{
    for (size_t w = 0; set && w < words; w++)
        for (uint64_t rest = set[w]; rest; rest &= rest - 1) {
            size_t v = w * 64 + (size_t)__builtin_ctzll(rest);
            assert(v < a->x->locals.n);
            a->together[a->kind[u]][a->kind[v]] = a->together[a->kind[v]][a->kind[u]] = true;
        }
}

static void find_together(struct alike *a)
{
    for (size_t s = 0; s < a->x->shared.n; s++)
        for (uint32_t u = 0; u < a->x->shared.at[s].nrows; u++) {
            const struct pw_pairset_row *r = &a->x->shared.at[s].rows[u];
            pw_limits_poll();
            note_set(a, u, r->after, r->words);
            note_set(a, u, r->before, r->words);
        }
}

static size_t places(const struct pw_thread_template *t)
{
    size_t n = 0;
    for (size_t l = 0; l < t->nlocs; l++)
        n += t->locs[l].kind != PW_LOC_ERROR;
    return n;
}

/* "is at crit with turn == 1", "has st == 3". */
static void print_kind(const struct alike *a, uint32_t k, bool verb, struct pw_strbuf *out)
{
    assert(k < a->n);
    const struct pw_program *p = a->x->p;
    const struct pw_pairset_local *u = &a->x->locals.at[a->shown[k]];
    const struct pw_thread_template *t = &p->templates[u->template];
    const char *sep = verb ? "has " : "";
    if (places(t) > 1 || p->ntemplates > 1) {
        if (verb) pw_strbuf_puts(out, "is at ");
        if (p->ntemplates > 1) pw_strbuf_printf(out, "%s.", t->name);
        pw_strbuf_puts(out, t->locs[u->loc].name);
        sep = " with ";
    }
    for (size_t i = 0; i < t->nlocals; i++) {
        int64_t value = a->x->values.at[u->first + i];
        if (!a->used[u->template][i]) continue;
        if (t->locals[i].type.kind == PW_BOOL)
            pw_strbuf_printf(out, "%s%s%s", sep, value ? "" : "!", pw_var_shown(&t->locals[i]));
        else
            pw_strbuf_printf(out, "%s%s == %" PRId64, sep, pw_var_shown(&t->locals[i]), value);
        sep = " and ";
    }
}

static uint32_t partners(const struct alike *a, uint32_t k)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->n; i++)
        n += a->together[k][i];
    return n;
}

static void say_kind(const struct alike *a, uint32_t k, pw_lines *lines)
{
    struct pw_strbuf b = {0};
    uint32_t said = 0, all = partners(a, k);
    assert(all && all < a->n);
    pw_strbuf_puts(&b, "while a thread ");
    print_kind(a, k, true, &b);
    pw_strbuf_puts(&b, ": every other ");
    for (uint32_t i = 0; i < a->n; i++) {
        if (!a->together[k][i]) continue;
        if (said) pw_strbuf_puts(&b, said + 1 == all ? " or " : ", ");
        print_kind(a, i, !said, &b);
        said++;
    }
    pw_lines_add(lines, "%s", pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
}

/* Those that exclude the most come first. */
static void say_kinds(const struct alike *a, bool all, pw_lines *lines)
{
    size_t said = 0, left = 0, most = pw_words_most(all, MOST_LINES);
    for (uint32_t n = 1; n < a->n; n++)
        for (uint32_t k = 0; k < a->n; k++) {
            if (partners(a, k) != n) continue;
            if (said++ < most)
                say_kind(a, k, lines);
            else
                left++;
        }
    pw_words_left(lines, left, "line");
}

struct saying_ctx {
    const struct pw_pairset *x;
    bool all;
    pw_lines lines;
};

static void put_in_words(void *arg)
{
    struct saying_ctx *s = arg;
    struct alike a = {.x = s->x};
    find_used(&a);
    if (find_kinds(&a)) {
        find_together(&a);
        say_kinds(&a, s->all, &s->lines);
    }
    clear(&a);
}

void pw_pairsets_words(const struct pw_pairset *x, bool all, pw_lines *lines)
{
    struct saying_ctx s = {.x = x, .all = all};
    if (x->locals.n <= MOST_LOCALS && pw_guard_run(put_in_words, &s) == PW_STOP_NONE) {
        for (size_t i = 0; i < s.lines.n; i++)
            pw_vec_push(lines, s.lines.at[i]);
        pw_vec_clear(&s.lines);
    }
    for (size_t d = 0; d < x->p->nunsafe; d++)
        pw_lines_add(lines, "never %s (the property)", x->p->unsafe[d].text);
}
