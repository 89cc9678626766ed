#include "report/pairs_words.h"

#include <assert.h>
#include <string.h>

#include "report/left.h"
#include "report/property_words.h"

enum { MOST_SAYINGS = 12 };

static void say_fact(const struct pw_invariant *v, size_t i, pw_lines *lines)
{
    struct pw_strbuf text = {0};
    pw_invariant_print_saying(v, i, &text);
    pw_lines_add(lines, "%s", pw_strbuf_text(&text));
    pw_strbuf_clear(&text);
}

/* Those that give the property come last. Their number. */
static size_t say_facts(const struct pw_invariant *v, bool all, pw_lines *lines)
{
    size_t giving = 0, said = 0, left = 0, most = pw_words_most(all, MOST_SAYINGS);
    for (size_t i = 0; i < v->sayings.n; i++)
        giving += v->sayings.at[i].gives;
    if (v->sayings.n <= 2 * most) most = v->sayings.n; /* a few more are no burden */
    if (giving > most) giving = 0;
    for (size_t i = 0; i < v->sayings.n; i++) {
        if (giving && v->sayings.at[i].gives) continue;
        if (said + giving < most)
            say_fact(v, i, lines), said++;
        else
            left++;
    }
    pw_words_left(lines, left, "fact");
    for (size_t i = 0; giving && i < v->sayings.n; i++)
        if (v->sayings.at[i].gives) say_fact(v, i, lines);
    return giving;
}

/* The property, and by which lines. */
static void say_property(const struct pw_invariant *v, size_t giving, pw_lines *lines)
{
    struct pw_strbuf by = {0};
    bool counts = v->counts_give && v->counts.n;
    if (giving || counts) pw_strbuf_puts(&by, ", by ");
    if (counts) pw_strbuf_puts(&by, v->counts.n == 1 ? "the count" : "the counts");
    if (counts && giving) pw_strbuf_puts(&by, " and ");
    if (giving == 1) pw_strbuf_puts(&by, "the line above");
    if (giving > 1) pw_strbuf_printf(&by, "the %zu lines above", giving);
    if (lines->n || v->p->nunsafe) pw_words_property(v->p, pw_strbuf_text(&by), lines);
    pw_strbuf_clear(&by);
}

void pw_pairs_words(const struct pw_invariant *v, bool all, pw_lines *lines)
{
    struct pw_strbuf text = {0};
    for (size_t i = 0; i < v->counts.n; i++) {
        pw_strbuf_reset(&text);
        pw_invariant_print_count(v, i, &text);
        pw_lines_add(lines, "%s", pw_strbuf_text(&text));
    }
    for (size_t i = 0; i < v->tallies.n; i++)
        for (size_t b = 0; b < v->tallies.at[i].bounds.n; b++) {
            pw_strbuf_reset(&text);
            pw_invariant_print_tally(v, i, b, &text);
            pw_lines_add(lines, "%s", pw_strbuf_text(&text));
        }
    size_t giving = say_facts(v, all, lines);
    say_property(v, giving, lines);
    pw_strbuf_clear(&text);
}

/* ---- without a proof ---- */

static void word_lost(const struct pw_lost *lost, pw_lines *lines)
{
    if (lost->step)
        pw_lines_add(lines, "the step into it, as far as the facts tell: %s, from: %s", lost->step,
                     lost->before);
    for (size_t i = 0; i < lost->facts.n; i++) {
        const struct pw_lost_fact *f = &lost->facts.at[i];
        pw_lines_add(lines, "'%s' for %s would exclude that step%s; %s breaks it, from: %s",
                     f->fact, f->where,
                     f->closes ? ", and if it always held there the proof would be complete (tried)"
                               : ", but the proof would not be complete (tried)",
                     f->step, f->before);
    }
}

void pw_pairs_words_open(const struct pw_pairs_result *r, const struct pw_lost *lost,
                         pw_lines *lines)
{
    struct pw_strbuf b = {0};
    assert(r->open == PW_PAIRS_BAD && r->views.p && r->bad.n);
    for (size_t i = 0; i < r->bad.n; i++) {
        const struct pw_view *v = pw_views_at(&r->views, r->bad.at[i]);
        if (v->kind >= r->views.p->ntemplates) continue;
        bool first = !b.n;
        if (!first) pw_strbuf_puts(&b, " and ");
        pw_views_print_thread(&r->views, r->bad.at[i], first, &b);
    }
    if (r->views.shared.nfins) {
        pw_strbuf_puts(&b, " while ");
        pw_views_print_sigma(&r->views, r->bad_sigma, &b);
    }
    pw_lines_add(lines, "the facts of two threads that were tried leave this possible: %s",
                 pw_strbuf_text(&b));
    word_lost(lost, lines);
    pw_lines_add(lines,
                 "state what excludes it, if it is so: the comparisons of 'invariant X;' and "
                 "'predicate p = X;' are tried as facts, too");
    pw_strbuf_clear(&b);
}
