/* Forgetting: the less useful learned clauses, and the variables of a closed scope. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "logic/sat.h"

static uint32_t clause_end(const struct pw_sat *s, uint32_t c)
{
    assert(c < s->words.n);
    return c + 2 + s->words.at[c];
}

static bool is_reason(const struct pw_sat *s, uint32_t c)
{
    assert(c + 2 < s->words.n);
    pw_lit first = s->words.at[c + 2];
    return s->value.at[first] > 0 && s->vars.at[pw_lit_var(first)].reason == c;
}

static bool true_for_good(const struct pw_sat *s, uint32_t c)
{
    for (uint32_t i = c + 2; i < clause_end(s, c); i++)
        if (s->value.at[s->words.at[i]] > 0 && s->vars.at[pw_lit_var(s->words.at[i])].level == 0)
            return true;
    return false;
}

static void watch(struct pw_sat *s, uint32_t c)
{
    const uint32_t *lits = s->words.at + c + 2;
    struct pw_watch w0 = {c, lits[1]}, w1 = {c, lits[0]};
    pw_vec_push(&s->watch.at[lits[0]], w0);
    pw_vec_push(&s->watch.at[lits[1]], w1);
}

struct candidate {
    uint32_t clause, glue, length;
};

static int worst_first(const void *p, const void *q)
{
    const struct candidate *a = p, *b = q;
    return PW_ORDER(b->glue, a->glue)
               ?: PW_ORDER(b->length, a->length)
               ?: PW_ORDER(a->clause, b->clause);
}

static void choose_dead(struct pw_sat *s)
{
    PW_VEC(struct candidate) list = {0};
    for (uint32_t c = 0; c < s->words.n; c = clause_end(s, c)) {
        uint32_t flags = s->words.at[c + 1];
        if (is_reason(s, c)) continue;
        if (true_for_good(s, c))
            s->words.at[c + 1] |= PW_CLAUSE_DEAD;
        else if (flags & PW_CLAUSE_LEARNED && flags >> PW_CLAUSE_GLUE_SHIFT > 2) {
            struct candidate one = {c, flags >> PW_CLAUSE_GLUE_SHIFT, s->words.at[c]};
            pw_vec_push(&list, one);
        }
    }
    if (list.n) qsort(list.at, list.n, sizeof *list.at, worst_first);
    for (size_t i = 0; i < list.n / 2; i++)
        s->words.at[list.at[i].clause + 1] |= PW_CLAUSE_DEAD;
    pw_vec_clear(&list);
}

/* Copies the live clauses into fresh words; the old offset of a clause gets its new offset, so
 * reasons and marks can follow. */
static void compact(struct pw_sat *s)
{
    uint32_t *fresh = pw_mem_alloc(s->words.cap * sizeof *fresh);
    uint32_t n = 0;
    size_t mark = 0;
    for (size_t i = 0; i < s->watch.n; i++)
        s->watch.at[i].n = 0;
    s->learned = 0;
    for (uint32_t c = 0; c < s->words.n;) {
        uint32_t length = s->words.at[c], next = clause_end(s, c);
        while (mark < s->marks.n && s->marks.at[mark].words <= c)
            s->marks.at[mark++].words = n;
        bool live = !(s->words.at[c + 1] & PW_CLAUSE_DEAD);
        if (live) {
            memcpy(fresh + n, s->words.at + c, (length + 2) * sizeof *fresh);
            s->learned += s->words.at[c + 1] & PW_CLAUSE_LEARNED;
        }
        s->words.at[c] = live ? n : PW_CLAUSE_NONE;
        if (live) n += length + 2;
        c = next;
    }
    while (mark < s->marks.n)
        s->marks.at[mark++].words = n;
    for (size_t i = 0; i < s->trail.n; i++) {
        struct pw_sat_var *v = &s->vars.at[pw_lit_var(s->trail.at[i])];
        if (v->reason < PW_CLAUSE_THEORY) v->reason = s->words.at[v->reason];
    }
    pw_mem_free(s->words.at, s->words.cap * sizeof *fresh);
    s->words.at = fresh;
    s->words.n = n;
    for (uint32_t c = 0; c < s->words.n; c = clause_end(s, c))
        watch(s, c);
}

void pw_sat_reduce(struct pw_sat *s)
{
    choose_dead(s);
    compact(s);
}

/* Scopes. */

void pw_sat_push(struct pw_sat *s)
{
    struct pw_sat_mark mark = {(uint32_t)s->vars.n, (uint32_t)s->words.n};
    pw_vec_push(&s->marks, mark);
}

static bool mentions(const struct pw_sat *s, uint32_t c, uint32_t from_var)
{
    for (uint32_t i = c + 2; i < clause_end(s, c); i++)
        if (pw_lit_var(s->words.at[i]) >= from_var) return true;
    return false;
}

static void unwatch_new(struct pw_sat *s, const struct pw_sat_mark *mark)
{
    for (size_t l = 0; l < s->watch.n; l++) {
        pw_watches *ws = &s->watch.at[l];
        size_t kept = 0;
        for (size_t i = 0; i < ws->n; i++)
            if (ws->at[i].clause < mark->words) ws->at[kept++] = ws->at[i];
        ws->n = kept;
    }
}

/* Moves the clauses after the mark that survive down over those that do not, and watches them
 * again. */
static void keep_old_clauses(struct pw_sat *s, const struct pw_sat_mark *mark)
{
    uint32_t n = mark->words;
    for (uint32_t c = mark->words; c < s->words.n;) {
        uint32_t next = clause_end(s, c), length = s->words.at[c] + 2;
        if (mentions(s, c, mark->vars)) {
            s->learned -= s->words.at[c + 1] & PW_CLAUSE_LEARNED;
        } else {
            memmove(s->words.at + n, s->words.at + c, length * sizeof *s->words.at);
            watch(s, n);
            n += length;
        }
        c = next;
    }
    s->words.n = n;
}

static void keep_old_vars(struct pw_sat *s, uint32_t vars)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->trail.n; i++) {
        pw_lit l = s->trail.at[i];
        if (pw_lit_var(l) >= vars) continue;
        s->vars.at[pw_lit_var(l)].reason = PW_CLAUSE_NONE;
        s->vars.at[pw_lit_var(l)].index = (uint32_t)kept;
        s->trail.at[kept++] = l;
    }
    s->trail.n = kept;
    s->head = 0;
    pw_sat_heap_keep(s, vars);
    s->vars.n = vars;
    s->value.n = s->watch.n = 2 * (size_t)vars;
}

void pw_sat_pop(struct pw_sat *s)
{
    struct pw_sat_mark mark = pw_vec_pop(&s->marks);
    pw_sat_backtrack(s, 0);
    s->theory.backtrack(s->theory.self, 0);
    s->theory_head = 0;
    s->assume.n = 0;
    unwatch_new(s, &mark);
    keep_old_clauses(s, &mark);
    keep_old_vars(s, mark.vars);
}
