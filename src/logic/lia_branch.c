/* Branch and bound with explanations: each refuted subtree gives the set of bounds that its leaves
 * used; a branch whose own bound is not among them refutes its parent too. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/order.h"
#include "logic/lia.h"

struct frame {
    uint32_t var;
    size_t mark;
    bool second;    /* the first side is refuted, by `first` */
    int first_side; /* 1: tried value <= floor first */
    pw_int floor;
    pw_uints first;
};

struct tree {
    struct pw_simplex *s;
    PW_VEC(struct frame) frames;
    pw_uints *tags;
};

static void drop_frame(struct tree *t)
{
    assert(t->frames.n > 0);
    struct frame *f = &pw_vec_last(&t->frames);
    pw_simplex_backtrack(t->s, f->mark);
    pw_int_clear(&f->floor);
    pw_vec_clear(&f->first);
    t->frames.n--;
}

/* Asserts var <= floor (side 1) or var >= floor + 1 (side 0) with the tag of the top frame. */
static bool take_side(struct tree *t, int side)
{
    assert(t->frames.n > 0);
    struct frame *f = &pw_vec_last(&t->frames);
    uint32_t tag = PW_LIA_TAGS + (uint32_t)t->frames.n - 1;
    pw_int bound;
    pw_int_init_si(&bound, side == 1 ? 0 : 1);
    pw_int_add(&bound, &bound, &f->floor);
    bool ok = pw_simplex_assert(t->s, f->var, side, &bound, tag, t->tags);
    pw_int_clear(&bound);
    return ok;
}

/* The last column with a fractional value: in a reduced basis the others then have few values. */
static bool choose_last(const struct pw_simplex *s, uint32_t *chosen)
{
    for (uint32_t v = (uint32_t)s->vars.n; v-- > 0;)
        if (s->vars.at[v].column && !pw_simplex_is_int(s, v)) {
            *chosen = v;
            return true;
        }
    return false;
}

/* The column with a fractional value and the smallest domain; if none has two bounds, the last. */
static bool choose_narrow(const struct pw_simplex *s, uint32_t *chosen)
{
    bool found = false, found_bounded = false; /* found_bounded: the choice has both bounds */
    pw_int best, width;
    pw_int_init(&best);
    pw_int_init(&width);
    for (uint32_t v = 0; v < s->vars.n; v++) {
        const struct pw_simplex_var *x = &s->vars.at[v];
        if (!x->column || pw_simplex_is_int(s, v)) continue;
        bool bounded = x->has[0] && x->has[1];
        if (bounded) pw_int_sub(&width, &x->bound[1], &x->bound[0]);
        bool better = bounded ? !found_bounded || pw_int_cmp(&width, &best) < 0 : !found_bounded;
        if (!better) continue;
        found = true;
        found_bounded = bounded;
        pw_int_set(&best, &width);
        *chosen = v;
    }
    pw_int_clear(&best);
    pw_int_clear(&width);
    return found;
}

/* Nearer side first: 1 if the value, which is no integer, is at most floor + 1/2, and so
 * floor(-2 value) = -2 floor - 1; otherwise it is one less. */
static int nearer_side(const struct pw_simplex *s, uint32_t var, const pw_int *floor)
{
    pw_int twice;
    pw_int_init(&twice);
    pw_simplex_floor(s, var, -2, &twice);
    pw_int_add(&twice, &twice, floor);
    pw_int_add(&twice, &twice, floor);
    int side = pw_int_cmp_si(&twice, -1) >= 0;
    pw_int_clear(&twice);
    return side;
}

static bool open_frame(struct tree *t, uint32_t var)
{
    struct frame f = {.var = var, .mark = pw_simplex_mark(t->s)};
    pw_int_init(&f.floor);
    pw_simplex_floor(t->s, var, 1, &f.floor);
    f.first_side = nearer_side(t->s, var, &f.floor);
    pw_vec_push(&t->frames, f);
    return take_side(t, f.first_side);
}

static bool remove_tag(pw_uints *tags, uint32_t tag)
{
    size_t kept = 0;
    for (size_t i = 0; i < tags->n; i++)
        if (tags->at[i] != tag) tags->at[kept++] = tags->at[i];
    bool found = kept < tags->n;
    tags->n = kept;
    return found;
}

static void merge_tags(pw_uints *into, const pw_uints *from)
{
    for (size_t i = 0; i < from->n; i++)
        pw_vec_push(into, from->at[i]);
    if (into->n == 0) return;
    qsort(into->at, into->n, sizeof *into->at, pw_order_uint);
    size_t kept = 1;
    for (size_t i = 1; i < into->n; i++)
        if (into->at[i] != into->at[kept - 1]) into->at[kept++] = into->at[i];
    into->n = kept;
}

/* t->tags refutes the current node. Goes back to a node with an untried side and takes it; false if
 * there is none. */
static bool next_node(struct tree *t)
{
    while (t->frames.n > 0) {
        struct frame *f = &pw_vec_last(&t->frames);
        uint32_t tag = PW_LIA_TAGS + (uint32_t)t->frames.n - 1;
        bool used = remove_tag(t->tags, tag);
        if (used && !f->second) {
            merge_tags(&f->first, t->tags);
            f->second = true;
            pw_simplex_backtrack(t->s, f->mark);
            pw_vec_reset(t->tags);
            if (take_side(t, !f->first_side)) return true;
            continue;
        }
        if (used) merge_tags(t->tags, &f->first);
        drop_frame(t);
    }
    return false;
}

enum pw_lia_answer pw_lia_branch(struct pw_simplex *s, enum pw_lia_order order, uint64_t limit,
                                 pw_uints *tags, uint64_t *nodes)
{
    struct tree t = {.s = s, .tags = tags};
    enum pw_lia_answer answer = PW_LIA_OPEN;
    size_t mark = pw_simplex_mark(s);
    for (uint64_t visited = 0; limit == 0 || visited < limit; visited++) {
        uint32_t var;
        pw_limits_poll();
        ++*nodes;
        pw_vec_reset(tags);
        bool alive = pw_simplex_check(s, tags);
        if (alive && !(order == PW_LIA_NARROW ? choose_narrow : choose_last)(s, &var)) {
            answer = PW_LIA_SAT;
            break;
        }
        if (alive) {
            pw_vec_reset(tags);
            alive = open_frame(&t, var);
        }
        if (!alive && !next_node(&t)) {
            answer = PW_LIA_UNSAT;
            break;
        }
    }
    while (t.frames.n > 0)
        drop_frame(&t);
    pw_vec_clear(&t.frames);
    pw_simplex_backtrack(s, mark);
    return answer;
}
