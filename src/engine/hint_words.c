/* Hints as sentences. The formulas are printed as the program's own are: names as in the source,
 * qualified where they are ambiguous. */
#include "base/mem.h"

#include "engine/hint.h"
#include <assert.h>

static void push(pw_lines *lines, struct pw_strbuf *line)
{
    pw_vec_push(lines, pw_mem_strdup(pw_strbuf_text(line)));
    pw_strbuf_reset(line);
}

static void word_failing(const struct pw_hints *h, const struct pw_edge *e, struct pw_strbuf *out)
{
    pw_strbuf_printf(
        out, "step %zu (thread %u, line %u: %s) is the first that no real run can take here",
        h->step + 1, h->thread + 1, e->pos.line, e->text);
}

static void word_formula(const struct pw_program *p, const struct pw_fact *f, struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "here a real run of these steps has '");
    pw_program_print_expr(p, f->expr, out);
    pw_strbuf_putc(out, '\'');
    if (f->active != PW_NOBODY) pw_strbuf_printf(out, " for thread %u", f->active + 1);
    if (f->passive != PW_NOBODY) pw_strbuf_printf(out, " against thread %u", f->passive + 1);
}

void pw_hints_note(const struct pw_hints *h, const struct pw_program *p, pw_hint_notes *notes)
{
    struct pw_strbuf text = {0};
    for (size_t i = 0; h->failing && i < h->facts.n; i++) {
        if (!pw_hints_says(h, i)) continue;
        pw_strbuf_reset(&text);
        word_formula(p, &h->facts.at[i], &text);
        struct pw_hint_note note = {h->facts.at[i].after, pw_mem_strdup(pw_strbuf_text(&text))};
        pw_vec_push(notes, note);
    }
    pw_strbuf_clear(&text);
}

void pw_hints_word(const struct pw_hints *h, const struct pw_program *p,
                   const struct pw_candidate *c, pw_lines *lines)
{
    struct pw_strbuf line = {0};
    if (!h->failing) return;
    assert(h->thread < c->templates.n);
    word_failing(h, &p->templates[c->templates.at[h->thread]].edges[h->edge], &line);
    push(lines, &line);
    if (h->facts.n)
        pw_strbuf_puts(&line, "each fact marked '!' makes the rest of this run impossible, and no "
                              "predicate remembers it");
    else
        pw_strbuf_puts(&line, "no comparison of two variables that a real run has before it, and "
                              "that the predicates forget, was found to exclude this step");
    push(lines, &line);
    pw_strbuf_clear(&line);
}
