#include "modular/tree.h"

#include <assert.h>
#include <string.h>

const char *pw_mtree_text(const struct pw_mtree *t, uint32_t name)
{
    return name == PW_MTREE_NONE ? "" : t->lexer.names.at[name];
}

const char *pw_mtree_sort(const struct pw_mtree *t, struct pw_sort s)
{
    switch (s.kind) {
    case PW_SORT_BOOL:
        return "bool";
    case PW_SORT_INT:
        return "int";
    case PW_SORT_TID:
        return "tid";
    case PW_SORT_OBJECT:
        assert(s.object < t->objects.n);
        return pw_mtree_text(t, t->objects.at[s.object].name);
    default:
        return "nothing";
    }
}

struct pw_mexpr *pw_mtree_expr(struct pw_mtree *t, enum pw_mexpr_kind kind, uint32_t first,
                               uint32_t last)
{
    struct pw_mexpr *e = pw_arena_alloc(&t->arena, sizeof *e);
    memset(e, 0, sizeof *e);
    e->kind = (uint8_t)kind;
    e->depth = 1;
    e->first = e->token = first;
    e->last = last;
    e->name = PW_MTREE_NONE;
    return e;
}

struct pw_mexpr *pw_mtree_op(struct pw_mtree *t, enum pw_mexpr_kind kind, struct pw_sort sort,
                             struct pw_mexpr *a, struct pw_mexpr *b)
{
    assert(kind >= PW_MX_NOT && a);
    struct pw_mexpr *e = pw_mtree_expr(t, kind, a->first, b ? b->last : a->last);
    e->sort = sort;
    e->args[0] = a;
    e->args[1] = b;
    return e;
}

void pw_mtree_split(struct pw_mtree *t, struct pw_mexpr *e, pw_mtree_parts *parts)
{
    if (e->kind == PW_MX_AND) {
        pw_mtree_split(t, e->args[0], parts);
        pw_mtree_split(t, e->args[1], parts);
    } else if (e->kind == PW_MX_IMPLIES && e->args[1]->kind == PW_MX_AND) {
        size_t before = parts->n;
        pw_mtree_split(t, e->args[1], parts);
        for (size_t i = before; i < parts->n; i++)
            parts->at[i] = pw_mtree_op(t, PW_MX_IMPLIES, e->sort, e->args[0], parts->at[i]);
    } else
        pw_vec_push(parts, e);
}

struct pw_place pw_mtree_place(const struct pw_mtree *t, uint32_t token)
{
    assert(token < t->lexer.tokens.n);
    return pw_source_place(t->lexer.src, t->lexer.tokens.at[token].from);
}

static void clear_unit(struct pw_munit *u)
{
    pw_vec_clear(&u->vars);
    pw_vec_clear(&u->contract.requires);
    pw_vec_clear(&u->contract.ensures);
    pw_vec_clear(&u->contract.modifies);
    pw_vec_clear(&u->contract.actions);
    pw_vec_clear(&u->labels);
    pw_vec_clear(&u->calls);
    pw_vec_clear(&u->modules);
    PW_FREE(u);
}

void pw_mtree_clear(struct pw_mtree *t)
{
    for (size_t i = 0; i < t->threads.n; i++)
        clear_unit(t->threads.at[i]);
    for (size_t i = 0; i < t->procs.n; i++)
        clear_unit(t->procs.at[i]);
    for (size_t i = 0; i < t->unsafe.n; i++)
        pw_vec_clear(&t->unsafe.at[i].counts);
    for (size_t i = 0; i < t->numbers.n; i++) {
        pw_int_clear(t->numbers.at[i]);
        PW_FREE(t->numbers.at[i]);
    }
    if (t->component) PW_FREES(t->component, t->shared.n + 1);
    pw_vec_clear(&t->modules);
    pw_vec_clear(&t->objects);
    pw_vec_clear(&t->consts);
    pw_vec_clear(&t->shared);
    pw_vec_clear(&t->assumptions);
    pw_vec_clear(&t->invariants);
    pw_vec_clear(&t->inits);
    pw_vec_clear(&t->threads);
    pw_vec_clear(&t->procs);
    pw_vec_clear(&t->unsafe);
    pw_vec_clear(&t->numbers);
    pw_arena_clear(&t->arena);
    pw_lexer_clear(&t->lexer);
}
