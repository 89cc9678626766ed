#include "report/tmod_words.h"

#include "report/left.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

static void word_exposed(const struct pw_tmod_world *w, const struct pw_tmod_class *c,
                         struct pw_strbuf *out)
{
    assert(w->space->p->ntemplates > c->template);
    const struct pw_thread_template *T = &w->space->p->templates[c->template];
    const uint64_t *sig = w->signatures.at + c->signature * w->words_per_signature;
    const char *sep = " with ";
    for (size_t i = 0; i < w->exposed->n; i++) {
        const struct pw_tmod_exposed *e = &w->exposed->at[i];
        if (!(sig[i / 64] >> (i % 64) & 1)) continue;
        if (e->field == PW_TMOD_LOCATION)
            pw_strbuf_printf(out, "%sat(%s)", sep, T->locs[e->value].name);
        else
            pw_strbuf_printf(out, "%s%s == %" PRId64, sep, pw_var_shown(&T->locals[e->field]),
                             e->value);
        sep = ", ";
    }
}

static void word_class(const struct pw_tmod_world *w, struct pw_tmod_token token, bool several,
                       struct pw_strbuf *out)
{
    assert(token.class < w->classes.n);
    const struct pw_tmod_class *c = &w->classes.at[token.class];
    assert(w->space->p->ntemplates > c->template);
    const char *name = w->space->p->templates[c->template].name;
    if (c->last)
        pw_strbuf_printf(out, "the last writer, %s,", name);
    else if (token.count == 1)
        pw_strbuf_printf(out, several ? "one %s" : "%s", name);
    else
        pw_strbuf_printf(out, "%s %s", several ? "the other" : "every", name);
    word_exposed(w, c, out);
}

/* Is the same template in the bag under another class? */
static bool several_classes(const struct pw_tmod_world *w, const struct pw_tmod_token *at,
                            uint32_t n, uint32_t i)
{
    uint32_t t = w->classes.at[at[i].class].template;
    for (uint32_t k = 0; k < n; k++)
        if (k != i && w->classes.at[at[k].class].template == t) return true;
    return false;
}

static void word_row(const struct pw_tmod_world *w, uint32_t t, struct pw_tmod_row row,
                     struct pw_strbuf *out)
{
    PW_VEC(uint32_t) locals = {0};
    for (struct pw_tmod_cursor m = pw_tmod_row_start(&row); pw_tmod_row_next(&row, &m);)
        pw_vec_push(&locals, m.local);
    pw_space_print_locals(w->space, t, locals.at, locals.n, out);
    pw_vec_clear(&locals);
}

static void word_context(const struct pw_tmod_table *t, uint32_t k, struct pw_strbuf *out)
{
    assert(k < t->contexts.n);
    const struct pw_tmod_context *c = &t->contexts.at[k];
    uint32_t n;
    const struct pw_tmod_token *at = pw_tmod_bag_tokens(t->w, c->bag, &n);
    if (t->w->space->p->nshared)
        pw_space_print_shared(t->w->space, c->shared, out);
    else
        pw_strbuf_puts(out, "always");
    pw_strbuf_puts(out, ": ");
    for (uint32_t i = 0; i < n; i++) {
        if (i) pw_strbuf_puts(out, "; ");
        word_class(t->w, at[i], several_classes(t->w, at, n, i), out);
        pw_strbuf_putc(out, ' ');
        assert(c->first_row + i < t->rows.n);
        word_row(t->w, t->w->classes.at[at[i].class].template,
                 pw_tmod_table_at(t, c->first_row + i), out);
    }
}

static void word_table(const struct pw_tmod_table *t, size_t most, pw_lines *lines)
{
    for (uint32_t k = 0; k < t->contexts.n && lines->n < most; k++) {
        struct pw_strbuf line = {0};
        word_context(t, k, &line);
        pw_lines_add(lines, "%s", pw_strbuf_text(&line));
        pw_strbuf_clear(&line);
    }
}

void pw_tmod_words(const struct pw_tmod_proof *proof, bool all, pw_lines *lines)
{
    size_t contexts = proof->table.contexts.n, most = pw_words_most(all, PW_TMOD_MOST_WORDS);
    word_table(&proof->table, most, lines);
    for (size_t i = 0; i < proof->layers.at.n; i++) {
        contexts += proof->layers.at.at[i]->contexts.n;
        word_table(proof->layers.at.at[i], most, lines);
    }
    pw_words_left(lines, contexts > most ? contexts - most : 0, "context");
}

/* --- views --- */

static void word_value(const struct pw_var *x, int64_t value, struct pw_strbuf *out)
{
    if (x->type.kind == PW_BOOL)
        pw_strbuf_printf(out, "%s%s", value ? "" : "!", pw_var_shown(x));
    else
        pw_strbuf_printf(out, "%s == %" PRId64, pw_var_shown(x), value);
}

static bool same_view(const struct pw_view_thread *t, const int64_t *a, const int64_t *b)
{
    return !memcmp(a, b, (t->width - 1) * sizeof *a);
}

/* What thread j sees in state s: variables, and neighbours of which something is known. */
static void word_seen(const struct pw_local_views *v, uint32_t j, const int64_t *cells,
                      struct pw_strbuf *out)
{
    assert(j < v->n);
    const struct pw_view_thread *t = &v->threads[j];
    const struct pw_program *p = v->space->p;
    assert(t->template <p->ntemplates);
    pw_strbuf_printf(out, "%s: ", p->templates[t->template].name);
    for (uint32_t f = 0; f < t->n_fields; f++) {
        if (f) pw_strbuf_puts(out, ", ");
        word_value(&p->shared[t->fields[f]], cells[f], out);
    }
    for (uint32_t a = 0; a < t->n_links; a++) {
        const struct pw_tmod_class *c = &v->world.classes.at[cells[t->n_fields + a]];
        struct pw_strbuf with = {0};
        word_exposed(&v->world, c, &with);
        if (with.n)
            pw_strbuf_printf(out, ", %s%s", p->templates[c->template].name, pw_strbuf_text(&with));
        pw_strbuf_clear(&with);
    }
    pw_strbuf_puts(out, ": ");
}

static void word_views_of(const struct pw_local_views *v, uint32_t thread, size_t most,
                          pw_lines *lines)
{
    assert(thread < v->n);
    const struct pw_view_thread *t = &v->threads[thread];
    for (uint32_t s = 0; s < t->states.n && lines->n < most; s++) {
        const int64_t *cells = pw_view_cells(v, thread, s);
        struct pw_strbuf line = {0};
        bool again = false;
        for (uint32_t k = 0; k < s && !again; k++)
            again = same_view(t, cells, pw_view_cells(v, thread, k));
        if (again) continue;
        word_seen(v, thread, cells, &line);
        PW_VEC(uint32_t) locals = {0};
        for (uint32_t k = s; k < t->states.n; k++)
            if (same_view(t, cells, pw_view_cells(v, thread, k)))
                pw_vec_push(&locals, pw_view_local(v, thread, k));
        pw_space_print_locals(v->space, t->template, locals.at, locals.n, &line);
        pw_vec_clear(&locals);
        pw_lines_add(lines, "%s", pw_strbuf_text(&line));
        pw_strbuf_clear(&line);
    }
}

void pw_tmod_words_views(const struct pw_local_views *v, bool all, pw_lines *lines)
{
    uint32_t i = 0;
    size_t most = pw_words_most(all, PW_TMOD_MOST_WORDS);
    for (; i < v->n && lines->n < most; i++)
        word_views_of(v, i, most, lines);
    pw_words_left(lines, v->n - i, "view");
}

void pw_tmod_word_bad(const struct pw_tmod_result *r, struct pw_strbuf *out)
{
    const struct pw_tmod_world *w = &r->proof.world;
    const struct pw_tmod_layers *x = &r->proof.layers;
    const struct pw_tmod_table *t = x->at.n ? pw_vec_last(&x->at) : &r->proof.table;
    for (size_t i = 0; i < r->filling.tokens.n; i++) {
        struct pw_tmod_filled f = r->filling.tokens.at[i];
        assert(f.class < w->classes.n);
        uint32_t template = w->classes.at[f.class].template;
        pw_strbuf_printf(out, "%s%s ", i ? " and " : "", w->space->p->templates[template].name);
        pw_space_print_locals(w->space, template, &f.local, 1, out);
    }
    if (!w->space->p->nshared) return;
    pw_strbuf_puts(out, " while ");
    assert(r->bad_context < t->contexts.n);
    pw_space_print_shared(w->space, t->contexts.at[r->bad_context].shared, out);
}
