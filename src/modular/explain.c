#include "modular/explain.h"

#include <assert.h>
#include <string.h>

#include "base/strbuf.h"

enum { NONE = PW_MTREE_NONE };

static void print_value(struct pw_enc *c, struct pw_solver *s, struct pw_sort sort, pw_term a,
                        struct pw_strbuf *out)
{
    if (sort.kind == PW_SORT_BOOL) {
        pw_strbuf_puts(out, pw_solver_bool_value(s, a) ? "true" : "false");
        return;
    }
    pw_int v;
    pw_int_init(&v);
    pw_solver_int_value(s, a, &v);
    if (pw_sort_is_reference(sort) && pw_int_sgn(&v) == 0)
        pw_strbuf_puts(out, sort.kind == PW_SORT_TID ? "nobody" : "null");
    else
        pw_int_print(&v, out);
    pw_int_clear(&v);
    (void)c;
}

static bool differ(struct pw_solver *s, struct pw_sort sort, pw_term a, pw_term b)
{
    if (pw_term_same(a, b)) return false;
    if (sort.kind == PW_SORT_BOOL) return pw_solver_bool_value(s, a) != pw_solver_bool_value(s, b);
    pw_int x, y;
    pw_int_init(&x);
    pw_int_init(&y);
    pw_solver_int_value(s, a, &x);
    pw_solver_int_value(s, b, &y);
    bool d = pw_int_cmp(&x, &y) != 0;
    pw_int_clear(&x);
    pw_int_clear(&y);
    return d;
}

static void comma(struct pw_strbuf *out)
{
    if (out->n) pw_strbuf_puts(out, ", ");
}

static void variable_name(const struct pw_mtree *t, const struct pw_mvar *v, struct pw_strbuf *out)
{
    if (v->alloc_of != NONE && v->array)
        pw_strbuf_printf(out, "alloc(%s)", pw_mtree_text(t, v->name));
    else
        pw_strbuf_puts(out, pw_mtree_text(t, v->name));
}

static bool same_value(struct pw_solver *s, pw_term a, pw_term b)
{
    struct pw_sort integer = {PW_SORT_INT, 0};
    return !differ(s, integer, a, b);
}

static void array_values(struct pw_enc *c, struct pw_solver *s, uint32_t i,
                         const struct pw_mstate *now, const struct pw_mstate *before,
                         struct pw_strbuf *out)
{
    assert(i < c->t->shared.n);
    const struct pw_mvar *v = &c->t->shared.at[i];
    const pw_term_list *w = &c->witnesses[pw_enc_sort(v->index)];
    for (size_t k = 0; k < w->n; k++) {
        bool shown = false;
        for (size_t m = 0; m < k && !shown; m++)
            shown = same_value(s, w->at[m], w->at[k]);
        if (shown) continue;
        if (before && !differ(s, v->sort, now->arrays[i]->cells[k], before->arrays[i]->cells[k]))
            continue;
        comma(out);
        variable_name(c->t, v, out);
        pw_strbuf_putc(out, '[');
        print_value(c, s, v->index, w->at[k], out);
        pw_strbuf_puts(out, "] = ");
        print_value(c, s, v->sort, now->arrays[i]->cells[k], out);
    }
}

void pw_explain_values(struct pw_enc *c, struct pw_solver *s, const struct pw_mstate *now,
                       const struct pw_mstate *before, struct pw_strbuf *out)
{
    for (uint32_t i = 0; i < c->t->shared.n; i++) {
        const struct pw_mvar *v = &c->t->shared.at[i];
        if (!c->tracked[i] || (before && pw_enc_identical(c, i, now, before))) continue;
        if (v->array) {
            array_values(c, s, i, now, before, out);
            continue;
        }
        if (before && !differ(s, v->sort, now->vars[i], before->vars[i])) continue;
        comma(out);
        variable_name(c->t, v, out);
        pw_strbuf_puts(out, " = ");
        print_value(c, s, v->sort, now->vars[i], out);
    }
    for (uint32_t i = 0; i < c->nslots; i++) {
        assert(i < c->graph->slots.n);
        const struct pw_mslot *slot = &c->graph->slots.at[i];
        if (before && !differ(s, slot->var->sort, now->locals[i], before->locals[i])) continue;
        if (!before && slot->unit != c->unit) continue;
        comma(out);
        if (slot->unit != c->unit)
            pw_strbuf_printf(out, "%s.", pw_mtree_text(c->t, slot->unit->name));
        pw_strbuf_printf(out, "%s = ", pw_mtree_text(c->t, slot->var->name));
        print_value(c, s, slot->var->sort, now->locals[i], out);
    }
}

void pw_explain_line(struct pw_mfinding *f, uint32_t first, uint32_t last,
                     const struct pw_strbuf *text)
{
    struct pw_mline l = {first, last, pw_mem_strdup(pw_strbuf_text(text))};
    pw_vec_push(&f->path, l);
}

/* The edges that lead to the node in the model, last first. */
static void trace_back(struct pw_ujob *j, struct pw_solver *s, uint32_t node, bool arriving,
                       pw_uints *path)
{
    for (;;) {
        if (node == j->g->entry || (j->g->nodes.at[node].cut && !arriving)) return;
        uint32_t chosen = 0;
        for (uint32_t e = j->first_in[node]; e && !chosen; e = j->next_in[e - 1])
            if (j->flows[e - 1].to && pw_solver_bool_value(s, j->flows[e - 1].taken)) chosen = e;
        if (!chosen) return;
        pw_vec_push(path, chosen - 1);
        node = j->g->edges.at[chosen - 1].from;
        arriving = false;
    }
}

static void first_line(struct pw_ujob *j, struct pw_solver *s, uint32_t node, struct pw_mfinding *f)
{
    struct pw_strbuf b = {0};
    struct pw_sort tid = {PW_SORT_TID, 0};
    assert(node < j->g->nodes.n);
    const struct pw_mnode *n = &j->g->nodes.at[node];
    pw_strbuf_puts(&b, "self = ");
    print_value(j->c, s, tid, j->c->self, &b);
    pw_explain_values(j->c, s, j->places[node].in, NULL, &b);
    pw_explain_line(f, n->token, n->token, &b);
    pw_strbuf_clear(&b);
}

static void others_line(struct pw_ujob *j, struct pw_solver *s, const struct pw_mstate *from,
                        const struct pw_mstate *to, struct pw_mfinding *f)
{
    struct pw_strbuf b = {0};
    if (from != to) pw_explain_values(j->c, s, to, from, &b);
    if (b.n) pw_explain_line(f, NONE, NONE, &b);
    pw_strbuf_clear(&b);
}

void pw_explain_unit(struct pw_enc *c, struct pw_solver *s, const struct pw_mob *ob,
                     struct pw_mfinding *f, void *arg)
{
    struct pw_ujob *j = arg;
    pw_uints path = {0};
    uint32_t node = ob->node != NONE ? ob->node : j->g->edges.at[ob->edge].from;
    bool arriving = ob->kind == PW_OB_CLAIM;
    trace_back(j, s, node, arriving, &path);
    uint32_t start = path.n ? j->g->edges.at[path.at[path.n - 1]].from : node;
    assert(j->places[start].in);
    first_line(j, s, start, f);
    for (size_t i = path.n; i-- > 0;) {
        const struct pw_medge *e = &j->g->edges.at[path.at[i]];
        const struct pw_uplace *p = &j->places[e->from];
        struct pw_strbuf b = {0};
        others_line(j, s, p->in, p->moved, f);
        pw_explain_values(c, s, j->flows[path.at[i]].to, p->moved, &b);
        if (b.n || e->kind == PW_MEDGE_STEP) pw_explain_line(f, e->first, e->last, &b);
        pw_strbuf_clear(&b);
    }
    const struct pw_uplace *p = &j->places[node];
    if (arriving)
        others_line(j, s, p->arriving, p->arrived, f);
    else
        others_line(j, s, p->in, p->moved, f);
    if (ob->edge != NONE) {
        struct pw_strbuf b = {0};
        pw_explain_values(c, s, j->flows[ob->edge].to, p->moved, &b);
        pw_explain_line(f, ob->first, ob->last, &b);
        pw_strbuf_clear(&b);
    }
    pw_vec_clear(&path);
}
