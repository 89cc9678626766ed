#include "logic/smtout.h"

#include <assert.h>
#include <string.h>

#include "logic/term_store.h"

void pw_smtout_init(struct pw_smtout *w, const struct pw_terms *terms, struct pw_strbuf *out)
{
    memset(w, 0, sizeof *w);
    w->terms = terms;
    w->out = out;
}

void pw_smtout_clear(struct pw_smtout *w)
{
    pw_vec_clear(&w->known);
    pw_vec_clear(&w->order);
    pw_vec_clear(&w->scopes);
    pw_vec_clear(&w->refs);
}

void pw_smtout_push(struct pw_smtout *w)
{
    pw_vec_push(&w->scopes, (uint32_t)w->order.n);
    pw_strbuf_puts(w->out, "(push 1)\n");
}

void pw_smtout_pop(struct pw_smtout *w)
{
    assert(w->scopes.n > 0);
    uint32_t keep = pw_vec_pop(&w->scopes);
    while (w->order.n > keep)
        w->known.at[pw_vec_pop(&w->order)] = 0;
    pw_strbuf_puts(w->out, "(pop 1)\n");
}

static bool is_known(const void *arg, uint32_t node)
{
    const struct pw_smtout *w = arg;
    assert(node < w->terms->nodes.n);
    uint8_t kind = w->terms->nodes.at[node].kind;
    return w->known.at[node] && kind != PW_BVAR && kind != PW_IVAR;
}

static void mark_known(struct pw_smtout *w, uint32_t node)
{
    assert(node < w->known.n);
    w->known.at[node] = 1;
    pw_vec_push(&w->order, node);
}

static bool is_var(const struct pw_node *n)
{
    return n->kind == PW_BVAR || n->kind == PW_IVAR;
}

/* refs[i] = number of times that node i occurs below the terms, counted once per parent; arguments
 * have smaller numbers. Stops at known nodes. */
static void count_refs(struct pw_smtout *w, const pw_term *a, size_t n, uint32_t top)
{
    for (size_t i = 0; i < n; i++)
        w->refs.at[pw_term_node(a[i])]++;
    for (uint32_t i = top + 1; i-- > 0;) {
        assert(i < w->terms->nodes.n);
        const struct pw_node *node = &w->terms->nodes.at[i];
        if (!w->refs.at[i] || w->known.at[i] || is_var(node)) continue;
        for (uint32_t j = 0; j < node->n; j++)
            w->refs.at[pw_term_node(w->terms->pool.at[node->args + j])]++;
    }
}

static void introduce(struct pw_smtout *w, uint32_t i)
{
    assert(i < w->terms->nodes.n);
    const struct pw_node *node = &w->terms->nodes.at[i];
    pw_term self = {i << 1};
    const char *sort = pw_term_is_int(w->terms, self) ? "Int" : "Bool";
    if (is_var(node)) {
        pw_strbuf_puts(w->out, "(declare-const ");
        pw_term_print(w->terms, self, w->out);
        pw_strbuf_printf(w->out, " %s)\n", sort);
        mark_known(w, i);
    } else if (node->kind != PW_TRUE && node->n > 0 && w->refs.at[i] > 1) {
        pw_strbuf_printf(w->out, "(define-fun !%u () %s ", i, sort);
        pw_term_print_cut(w->terms, self, w->out, is_known, w);
        pw_strbuf_puts(w->out, ")\n");
        mark_known(w, i);
    }
}

/* Declares and defines what the terms need. */
static void prepare(struct pw_smtout *w, const pw_term *a, size_t n)
{
    uint32_t top = 0;
    while (w->known.n < pw_terms_count(w->terms)) {
        pw_vec_push(&w->known, 0);
        pw_vec_push(&w->refs, 0);
    }
    for (size_t i = 0; i < n; i++)
        if (pw_term_node(a[i]) > top) top = pw_term_node(a[i]);
    count_refs(w, a, n, top);
    for (uint32_t i = 0; i <= top; i++) {
        if (w->refs.at[i] && !w->known.at[i]) introduce(w, i);
        assert(i < w->refs.n);
        w->refs.at[i] = 0;
    }
}

static void print(struct pw_smtout *w, pw_term a)
{
    if (is_known(w, pw_term_node(a)))
        pw_strbuf_printf(w->out, pw_term_negated(a) ? "(not !%u)" : "!%u", pw_term_node(a));
    else
        pw_term_print_cut(w->terms, a, w->out, is_known, w);
}

void pw_smtout_assert(struct pw_smtout *w, pw_term a)
{
    prepare(w, &a, 1);
    pw_strbuf_puts(w->out, "(assert ");
    print(w, a);
    pw_strbuf_puts(w->out, ")\n");
}

/* Assumptions must be literals: other terms get a name first. */
static void name_assumption(struct pw_smtout *w, pw_term a)
{
    const struct pw_node *node = &w->terms->nodes.at[pw_term_node(a)];
    if (node->kind == PW_TRUE || w->known.at[pw_term_node(a)]) return;
    w->refs.at[pw_term_node(a)] = 2;
    introduce(w, pw_term_node(a));
    w->refs.at[pw_term_node(a)] = 0;
}

void pw_smtout_check(struct pw_smtout *w, const pw_term *assume, size_t n)
{
    if (n == 0) {
        pw_strbuf_puts(w->out, "(check-sat)\n");
        return;
    }
    prepare(w, assume, n);
    for (size_t i = 0; i < n; i++)
        name_assumption(w, assume[i]);
    pw_strbuf_puts(w->out, "(check-sat-assuming (");
    for (size_t i = 0; i < n; i++) {
        if (i) pw_strbuf_putc(w->out, ' ');
        print(w, assume[i]);
    }
    pw_strbuf_puts(w->out, "))\n");
}
