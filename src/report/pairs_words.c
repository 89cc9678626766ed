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

/* ---- places where no two threads are ---- */

struct place {
    uint32_t kind, loc;
};

typedef PW_VEC(struct place) places;

static bool is_at(const struct pw_invariant *v, uint32_t view, struct place x)
{
    const struct pw_view *a = pw_views_at(&v->views, view);
    return a->kind == x.kind && a->loc == x.loc;
}

/* Does the invariant have a thread there at all? */
static bool is_reached(const struct pw_invariant *v, struct place x)
{
    for (size_t i = 0; i < v->keys.n; i++)
        if (is_at(v, v->keys.at[i].u, x) || is_at(v, v->keys.at[i].v, x)) return true;
    return false;
}

static bool are_apart(const struct pw_invariant *v, struct place x, struct place y)
{
    for (size_t i = 0; i < v->keys.n; i++) {
        const struct pw_invariant_key *k = &v->keys.at[i];
        if ((is_at(v, k->u, x) && is_at(v, k->v, y)) || (is_at(v, k->u, y) && is_at(v, k->v, x)))
            return false;
    }
    return true;
}

/* Those at which there is at most one thread, of templates with several. */
static void find_single(const struct pw_invariant *v, places *out)
{
    for (uint32_t t = 0; t < v->p->ntemplates; t++)
        for (uint32_t l = 0; v->p->templates[t].count != 1 && l < v->p->templates[t].nlocs; l++) {
            struct place x = {t, l};
            if (is_reached(v, x) && are_apart(v, x, x)) pw_vec_push(out, x);
        }
}

/* The first of `from`, and those that are apart from all that were taken, leave it. */
static void take_group(const struct pw_invariant *v, places *from, places *group)
{
    size_t left = 0;
    pw_vec_reset(group);
    for (size_t i = 0; i < from->n; i++) {
        bool apart = true;
        for (size_t k = 0; k < group->n && apart; k++)
            apart = are_apart(v, group->at[k], from->at[i]);
        if (apart)
            pw_vec_push(group, from->at[i]);
        else
            from->at[left++] = from->at[i];
    }
    assert(left < from->n);
    from->n = left;
}

static void print_group(const struct pw_invariant *v, const places *group, struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "no two threads at ");
    for (size_t i = 0; i < group->n; i++) {
        const struct pw_thread_template *t = &v->p->templates[group->at[i].kind];
        pw_strbuf_puts(out, i ? ", " : "");
        if (v->p->ntemplates > 1) pw_strbuf_printf(out, "%s.", t->name);
        pw_strbuf_puts(out, t->locs[group->at[i].loc].name);
    }
}

/* Is it the property, which will be said? */
static bool is_property(const struct pw_invariant *v, const places *group)
{
    struct place x = group->at[0];
    struct pw_strbuf text = {0};
    pw_lines property = {0};
    bool found = false;
    pw_strbuf_printf(&text, "never count(%s) >= 2", v->p->templates[x.kind].locs[x.loc].name);
    pw_words_property(v->p, "", &property);
    for (size_t i = 0; i < property.n && group->n == 1; i++)
        found |= !strncmp(property.at[i], pw_strbuf_text(&text), text.n);
    pw_lines_clear(&property);
    pw_strbuf_clear(&text);
    return found;
}

static void say_apart(const struct pw_invariant *v, pw_lines *lines)
{
    places single = {0}, group = {0};
    find_single(v, &single);
    while (single.n) {
        struct pw_strbuf text = {0};
        take_group(v, &single, &group);
        print_group(v, &group, &text);
        if (!is_property(v, &group)) pw_lines_add(lines, "%s", pw_strbuf_text(&text));
        pw_strbuf_clear(&text);
    }
    pw_vec_clear(&single);
    pw_vec_clear(&group);
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
    say_apart(v, lines);
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
