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

static const struct pw_expr *of_the_other(void *arg, const struct pw_expr *leaf)
{
    if (leaf->kind != PW_EXPR_LOCAL) return leaf;
    return pw_expr_leaf(arg, PW_EXPR_PASSIVE, leaf->is_bool, leaf->template, leaf->index);
}

/* A fact "shared ~ local of a thread" can be remembered of all others, too. */
static void word_of_others(const struct pw_program *p, const struct pw_expr *e,
                           struct pw_strbuf *out)
{
    struct pw_expr_pool pool;
    if (e->args[0]->kind != PW_EXPR_SHARED || e->args[1]->kind != PW_EXPR_LOCAL) return;
    pw_expr_pool_init(&pool);
    pw_strbuf_puts(out, " (said of all others: '");
    pw_program_print_expr(p, pw_expr_replace(&pool, e, of_the_other, &pool), out);
    pw_strbuf_puts(out, "')");
    pw_expr_pool_clear(&pool);
}

static void word_formula(const struct pw_program *p, const struct pw_fact *f, struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "every real run has '");
    pw_program_print_expr(p, f->expr, out);
    pw_strbuf_putc(out, '\'');
    if (f->active != PW_NOBODY) pw_strbuf_printf(out, " for thread %u", f->active + 1);
    if (f->passive != PW_NOBODY) pw_strbuf_printf(out, " against thread %u", f->passive + 1);
}

static void word_fact(const struct pw_program *p, const struct pw_fact *f, struct pw_strbuf *out)
{
    if (f->after)
        pw_strbuf_printf(out, "after step %zu", f->after);
    else
        pw_strbuf_puts(out, "initially");
    pw_strbuf_putc(out, ' ');
    word_formula(p, f, out);
    if (f->passive == PW_NOBODY && f->active != PW_NOBODY) word_of_others(p, f->expr, out);
}

void pw_hints_note(const struct pw_hints *h, const struct pw_program *p, pw_hint_notes *notes)
{
    struct pw_strbuf text = {0};
    for (size_t i = 0; h->failing && i < h->facts.n; i++) {
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
    for (size_t i = 0; i < h->facts.n; i++) {
        word_fact(p, &h->facts.at[i], &line);
        push(lines, &line);
    }
    if (h->facts.n) {
        pw_strbuf_puts(
            &line,
            "each of these facts excludes this run: a predicate that remembers one may help");
        push(lines, &line);
    }
    pw_strbuf_clear(&line);
}
