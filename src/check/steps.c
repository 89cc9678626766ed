#include "check/steps.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/limits.h"
#include "check/traps.h"

void pwc_add_step(struct pwc_system *s, uint32_t from, uint32_t to, uint32_t rel, const pwc_bag *pre, const pwc_bag *post, unsigned long line)
{
    struct pwc_step step = {.from = from, .to = to, .rel = rel, .line = line};
    step.pre = (uint32_t)s->toks.n, step.npre = (uint32_t)pre->n;
    for (size_t i = 0; i < pre->n; i++) pw_vec_push(&s->toks, pre->at[i]);
    step.post = (uint32_t)s->toks.n, step.npost = (uint32_t)post->n;
    for (size_t i = 0; i < post->n; i++) pw_vec_push(&s->toks, post->at[i]);
    pw_vec_push(&s->steps, step);
}

/* ---- J is closed ---- */

static int by_group(const void *x, const void *y)
{
    const struct pwc_step *a = x, *b = y;
    if (a->to != b->to) return a->to < b->to ? -1 : 1;
    if (a->from != b->from) return a->from < b->from ? -1 : 1;
    if (a->rel != b->rel) return a->rel < b->rel ? -1 : 1;
    return a->line < b->line ? -1 : a->line > b->line;
}

static bool same_group(const struct pwc_step *a, const struct pwc_step *b)
{
    return a->to == b->to && a->from == b->from && a->rel == b->rel;
}

/* The end of the group of steps that starts at i. */
static size_t group_end(const struct pwc_system *s, size_t i)
{
    size_t k = i + 1;
    while (k < s->steps.n && same_group(&s->steps.at[i], &s->steps.at[k])) k++;
    return k;
}

static void keep_possible(struct pwc_system *s)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->steps.n; i++) {
        struct pwc_step step = s->steps.at[i];
        if (pwc_may_all(s->space, step.from, s->toks.at + step.pre, step.npre)) s->steps.at[kept++] = step;
    }
    s->steps.n = kept;
    if (kept) qsort(s->steps.at, kept, sizeof *s->steps.at, by_group);
}

static void check_active(const struct pwc_system *s, const struct pwc_step *step)
{
    const struct pwc_tok *pre = s->toks.at + step->pre, *post = s->toks.at + step->post;
    if (!pwc_may_all(s->space, step->to, post, step->npost))
        pwc_fail(s->space->result, PWC_INVALID, step->line,
                 "J is not closed: this step leads from global %" PRIu32 " to global %" PRIu32 " with a place that does not occur there in J",
                 step->from, step->to);
    for (size_t i = 0; i < s->space->linear.n; i++) {
        const struct pwc_linear *l = &s->space->linear.at[i];
        if (pwc_value(l, step->to, post, step->npost) > pwc_value(l, step->from, pre, step->npre))
            pwc_fail(s->space->result, PWC_INVALID, step->line, "J is not closed: this step increases the inequality of line %lu", l->line);
    }
}

static void check_weights(const struct pwc_system *s, const struct pwc_step *step, uint32_t place, const pw_uints *next)
{
    if (next->n == 1 && next->at[0] == place) return;
    for (size_t i = 0; i < s->space->linear.n; i++) {
        const struct pwc_linear *l = &s->space->linear.at[i];
        int64_t before = pwc_weight_of(&l->weight, place);
        bool grows = false;
        for (size_t k = 0; k < next->n; k++) grows |= pwc_weight_of(&l->weight, next->at[k]) > before;
        if (grows)
            pwc_fail(s->space->result, PWC_INVALID, step->line,
                     "J is not closed: a passive token in place %" PRIu32 " increases the inequality of line %lu in this step", place, l->line);
    }
}

static void check_passive(struct pwc_system *s, const struct pwc_step *step)
{
    pw_uints next = {0};
    for (size_t i = 0; i < pwc_may_count(s->space, step->from); i++) {
        uint32_t place = pwc_may_at(s->space, step->from, i);
        pw_limits_poll();
        pw_vec_reset(&next);
        s->ahead(s->self, step->rel, place, &next);
        for (size_t k = 0; k < next.n; k++)
            if (!pwc_may(s->space, step->to, next.at[k]))
                pwc_fail(s->space->result, PWC_INVALID, step->line,
                         "J is not closed: this step moves a passive token from (%" PRIu32 ", %" PRIu32 ") to (%" PRIu32 ", %" PRIu32
                         "), which does not occur in J", step->from, place, step->to, next.at[k]);
        check_weights(s, step, place, &next);
    }
    pw_vec_clear(&next);
}

void pwc_check_closed(struct pwc_system *s)
{
    keep_possible(s);
    for (size_t i = 0; i < s->steps.n; i = group_end(s, i)) check_passive(s, &s->steps.at[i]);
    for (size_t i = 0; i < s->steps.n; i++) {
        pw_limits_poll();
        check_active(s, &s->steps.at[i]);
    }
    s->space->result->steps = s->steps.n;
}

/* ---- predecessors ---- */

struct producer { /* a step of the group puts a token into place */
    uint32_t place, step;
};

/* The search for predecessors of one element by steps of one group. */
struct search {
    struct pwc_system *s;
    const struct pwc_element *element;
    size_t from, to;         /* the steps steps.at[from .. to-1] are tried on each bag found */
    pwc_bag rest, m;         /* tokens to move back; tokens moved back so far */
    pw_uints open;           /* numbers in memo: tokens with several places to come from, one entry per token */
    pw_uints kept;           /* where the tokens that were added for the traps have gone */
};

enum { DEEPEST = 2000 };

static bool same_back(const void *objects, uint32_t id, const void *key)
{
    const struct pwc_back *a = (const struct pwc_back *)objects + id, *b = key;
    return a->rel == b->rel && a->from == b->from && a->place == b->place;
}

static uint32_t back(struct pwc_system *s, uint32_t rel, uint32_t from, uint32_t place)
{
    struct pwc_back key = {.rel = rel, .from = from, .place = place, .first = s->backs.n};
    uint64_t hash = pw_hash_mix(pw_hash_mix(pw_hash_mix(0, rel), from), place);
    int64_t known = pw_table_find(&s->memo_index, hash, same_back, s->memo.at, &key);
    if (known != PW_TABLE_NONE) return (uint32_t)known;
    s->back(s->self, rel, from, place, &s->backs);
    key.n = (uint32_t)(s->backs.n - key.first);
    pw_table_add(&s->memo_index, hash, (uint32_t)s->memo.n);
    pw_vec_push(&s->memo, key);
    return (uint32_t)s->memo.n - 1;
}

/* x->m is a predecessor: it must lie above the basis or outside J. */
static void check_predecessor(struct search *x, const struct pwc_step *step)
{
    struct pwc_space *space = x->s->space;
    if (pwc_covers(space, step->from, &x->m) || pwc_excluded(space, step->from, &x->m)) return;
    char text[200];
    pwc_print_config(step->from, &x->m, text, sizeof text);
    pwc_fail(space->result, PWC_INVALID, x->element->line,
             "the basis is not closed: the predecessor %s of this element, by the step of line %lu, is not above the basis", text, step->line);
}

/* Does the step put a token into the trap, or is one of the element or one that was added in it afterwards? */
static bool has_token(const struct search *x, const struct pwc_step *step, const struct pwc_trap *t)
{
    bool has = false;
    for (uint32_t i = 0; i < step->npost; i++) has |= pwc_in_trap(t, step->to, x->s->toks.at[step->post + i].place);
    for (uint32_t i = 0; i < x->element->n; i++) has |= pwc_in_trap(t, step->to, x->s->space->toks.at[x->element->first + i].place);
    for (size_t i = 0; i < x->kept.n; i++) has |= pwc_in_trap(t, step->to, x->kept.at[i]);
    return has;
}

static void add_needed(struct search *x, const struct pwc_step *step, size_t trap);

/* The passive token from `place` that goes to `next` keeps a trap: the tokens needed for the others. */
static void add_keeper(struct search *x, const struct pwc_step *step, size_t trap, uint32_t place, uint32_t next)
{
    pw_vec_push(&x->kept, next);
    pwc_bag_add(&x->m, place, 1);
    add_needed(x, step, trap + 1);
    pwc_bag_take(&x->m, place, 1);
    x->kept.n--;
}

static void add_keepers(struct search *x, const struct pwc_step *step, size_t trap)
{
    struct pwc_system *s = x->s;
    pw_uints next = {0};
    for (size_t i = 0; i < pwc_may_count(s->space, step->from); i++) {
        uint32_t place = pwc_may_at(s->space, step->from, i);
        pw_limits_poll();
        pw_vec_reset(&next);
        s->ahead(s->self, step->rel, place, &next);
        for (size_t k = 0; k < next.n; k++)
            if (pwc_in_trap(&s->space->traps.at[trap], step->to, next.at[k])) add_keeper(x, step, trap, place, next.at[k]);
    }
    pw_vec_clear(&next);
}

/* Besides x->m the predecessor has, for each trap that would be empty after the step, a passive token that goes into it; and, if there is no
 * passive token yet and one is needed, a witness. In every possible way. */
static void add_needed(struct search *x, const struct pwc_step *step, size_t trap)
{
    struct pwc_space *space = x->s->space;
    while (trap < space->traps.n && has_token(x, step, &space->traps.at[trap])) trap++;
    if (trap < space->traps.n) {
        if (!pwc_covers(space, step->from, &x->m)) add_keepers(x, step, trap);
        return;
    }
    if (x->rest.n > 0 || x->kept.n > 0 || !x->s->witness) {
        check_predecessor(x, step);
        return;
    }
    uint32_t id = back(x->s, step->rel, step->from, PWC_NONE);
    struct pwc_back b = x->s->memo.at[id];
    for (size_t i = 0; i < b.n; i++) {
        uint32_t place = x->s->backs.at[b.first + i];
        pwc_bag_add(&x->m, place, 1);
        check_predecessor(x, step);
        pwc_bag_take(&x->m, place, 1);
    }
}

/* x->m are the tokens moved back; with the active ones of every step. */
static void try_steps(struct search *x)
{
    for (size_t i = x->from; i < x->to; i++) {
        const struct pwc_step *step = &x->s->steps.at[i];
        const struct pwc_tok *pre = x->s->toks.at + step->pre;
        pw_limits_poll();
        for (size_t k = 0; k < step->npre; k++) pwc_bag_add(&x->m, pre[k].place, pre[k].count);
        add_needed(x, step, 0);
        for (size_t k = 0; k < step->npre; k++) pwc_bag_take(&x->m, pre[k].place, pre[k].count);
    }
}

/* Every choice of places for the open tokens from `depth` on; equal tokens choose in increasing order. */
static void choose(struct search *x, size_t depth, size_t start)
{
    pw_limits_poll();
    x->s->space->result->predecessors++;
    if (pwc_covers(x->s->space, x->s->steps.at[x->from].from, &x->m)) return;
    if (depth == x->open.n) {
        try_steps(x);
        return;
    }
    const struct pwc_back b = x->s->memo.at[x->open.at[depth]];
    bool again = depth + 1 < x->open.n && x->open.at[depth + 1] == x->open.at[depth];
    for (size_t i = start; i < b.n; i++) {
        uint32_t place = x->s->backs.at[b.first + i];
        pwc_bag_add(&x->m, place, 1);
        choose(x, depth + 1, again ? i : 0);
        pwc_bag_take(&x->m, place, 1);
    }
}

/* Moves x->rest back by the relation of the group. */
static void move_back(struct search *x)
{
    const struct pwc_step group = x->s->steps.at[x->from];
    pw_vec_reset(&x->m);
    pw_vec_reset(&x->open);
    for (size_t i = 0; i < x->rest.n; i++) {
        struct pwc_tok t = x->rest.at[i];
        uint32_t id = back(x->s, group.rel, group.from, t.place);
        struct pwc_back b = x->s->memo.at[id];
        if (b.n == 0) return;
        if (b.n == 1) pwc_bag_add(&x->m, x->s->backs.at[b.first], t.count);
        else if (t.count > DEEPEST || x->open.n + (size_t)t.count > DEEPEST)
            pwc_fail(x->s->space->result, PWC_STOPPED, x->element->line, "more than %d tokens with a choice are too many for this checker", DEEPEST);
        else
            while (t.count--) pw_vec_push(&x->open, id);
    }
    choose(x, 0, 0);
}

static void set_rest(struct search *x, const struct pwc_step *without)
{
    const struct pwc_tok *u = x->s->space->toks.at + x->element->first;
    pw_vec_reset(&x->rest);
    for (uint32_t i = 0; i < x->element->n; i++) {
        struct pwc_tok t = u[i];
        for (uint32_t k = 0; without && k < without->npost; k++)
            if (x->s->toks.at[without->post + k].place == t.place) t.count -= x->s->toks.at[without->post + k].count;
        if (t.count > 0) pw_vec_push(&x->rest, t);
    }
}

static int by_place(const void *x, const void *y)
{
    const struct producer *a = x, *b = y;
    if (a->place != b->place) return a->place < b->place ? -1 : 1;
    return a->step < b->step ? -1 : a->step > b->step;
}

/* The steps of the group that put a token where the element has one: those tokens need not be moved back. */
static void try_producers(struct search *x, const struct producer *p, size_t n)
{
    size_t from = x->from, to = x->to;
    for (uint32_t i = 0; i < x->element->n; i++) {
        uint32_t place = x->s->space->toks.at[x->element->first + i].place;
        for (size_t k = pwc_lower(p, n, sizeof *p, place); k < n && p[k].place == place; k++) {
            x->from = p[k].step, x->to = x->from + 1;
            set_rest(x, &x->s->steps.at[x->from]);
            move_back(x);
        }
    }
    x->from = from, x->to = to;
}

/* All elements in the group's global `to`, which are a range of the sorted basis. Those outside J have no predecessors in J, which is
 * closed. A step that produces nothing of the element must
 * move all of it back; for the others this gives larger predecessors, which are above the basis if the smaller ones are. */
static void check_group(struct pwc_system *s, size_t from, size_t to, size_t first, size_t last)
{
    PW_VEC(struct producer) producers = {0};
    for (size_t i = from; i < to; i++)
        for (uint32_t k = 0; k < s->steps.at[i].npost; k++)
            pw_vec_push(&producers, ((struct producer){s->toks.at[s->steps.at[i].post + k].place, (uint32_t)i}));
    if (producers.n) qsort(producers.at, producers.n, sizeof *producers.at, by_place);
    struct search x = {.s = s, .from = from, .to = to};
    for (size_t i = first; i < last; i++) {
        x.element = &s->space->basis.at[i];
        set_rest(&x, NULL);
        if (!pwc_may_all(s->space, x.element->global, x.rest.at, x.rest.n) || pwc_excluded(s->space, x.element->global, &x.rest)) continue;
        move_back(&x);
        try_producers(&x, producers.at, producers.n);
    }
    pw_vec_clear(&producers);
    pw_vec_clear(&x.rest), pw_vec_clear(&x.m), pw_vec_clear(&x.open), pw_vec_clear(&x.kept);
}

void pwc_check_pre(struct pwc_system *s)
{
    size_t first = 0, last;
    for (size_t i = 0, end; i < s->steps.n; i = end) {
        uint32_t to = s->steps.at[i].to;
        end = group_end(s, i);
        while (first < s->space->basis.n && s->space->basis.at[first].global < to) first++;
        for (last = first; last < s->space->basis.n && s->space->basis.at[last].global == to;) last++;
        check_group(s, i, end, first, last);
    }
}
