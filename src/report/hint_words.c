#include "report/hint_words.h"

#include <assert.h>

#include "base/mem.h"

enum { MOST_SAID = 3 };

/* Comparisons of the same variables, or of one with numbers, at the same point: the first says
 * enough. */
static bool is_alike(const struct pw_fact *a, const struct pw_fact *b)
{
    const struct pw_expr *x = a->expr->args[1], *y = b->expr->args[1];
    return a->after == b->after && pw_expr_equal(a->expr->args[0], b->expr->args[0]) &&
           (pw_expr_equal(x, y) || (x->kind == PW_EXPR_INT && y->kind == PW_EXPR_INT));
}

/* Is the fact said? The first few that tell different things. */
static bool is_said(const struct pw_hints *h, size_t fact)
{
    size_t before = 0;
    assert(fact < h->facts.n);
    for (size_t i = 0; i < fact; i++) {
        if (is_alike(&h->facts.at[i], &h->facts.at[fact])) return false;
        before += is_said(h, i);
    }
    return before < MOST_SAID;
}

static void word_formula(const struct pw_program *p, const struct pw_fact *f, struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "here a real run of these steps has '");
    pw_program_print_expr(p, f->expr, out);
    pw_strbuf_putc(out, '\'');
    if (f->active != PW_NOBODY) pw_strbuf_printf(out, " for thread %u", f->active + 1);
    if (f->passive != PW_NOBODY) pw_strbuf_printf(out, " (other: thread %u)", f->passive + 1);
}

void pw_hints_note(const struct pw_hints *h, const struct pw_program *p, pw_hint_notes *notes)
{
    struct pw_strbuf text = {0};
    for (size_t i = 0; h->failing && i < h->facts.n; i++) {
        if (!is_said(h, i)) continue;
        pw_strbuf_reset(&text);
        word_formula(p, &h->facts.at[i], &text);
        struct pw_hint_note note = {h->facts.at[i].after, pw_mem_strdup(pw_strbuf_text(&text))};
        pw_vec_push(notes, note);
    }
    pw_strbuf_clear(&text);
}

void pw_hints_word(const struct pw_hints *h, const struct pw_program *p, pw_lines *lines)
{
    if (!h->failing) return;
    assert(h->template <p->ntemplates && h->edge < p->templates[h->template].nedges);
    const struct pw_edge *e = &p->templates[h->template].edges[h->edge];
    pw_lines_add(lines,
                 "step %zu (thread %u, line %u: %s) is the first that no real run can take here",
                 h->step + 1, h->thread + 1, e->pos.line, e->text);
    pw_lines_add(lines, "%s",
                 h->facts.n ? "each fact marked '!' makes the rest of this run impossible; what "
                              "is remembered does not tell it"
                            : "no comparison of two variables that a real run has before it, and "
                              "that the predicates forget, was found to exclude this step");
}
