#include "engine/pairs_words.h"

#include <assert.h>

#include "base/mem.h"

/* ---- vacuity ---- */

/* Which locations of which kinds occur in keys. */
struct reached {
    const struct pw_program *p;
    bool **locs;
};

static void note_view(struct reached *r, const struct pw_view *v)
{
    if (v->kind < r->p->ntemplates) r->locs[v->kind][v->loc] = true;
}

static void find_reached(struct reached *r, const struct pw_invariant *v)
{
    r->p = v->p;
    r->locs = PW_NEWS(bool *, v->p->ntemplates + 1);
    for (size_t t = 0; t < v->p->ntemplates; t++)
        r->locs[t] = PW_NEWS(bool, v->p->templates[t].nlocs + 1);
    for (size_t i = 0; i < v->keys.n; i++) {
        note_view(r, pw_views_at(&v->views, v->keys.at[i].u));
        note_view(r, pw_views_at(&v->views, v->keys.at[i].v));
    }
}

static void clear_reached(struct reached *r)
{
    for (size_t t = 0; t < r->p->ntemplates; t++)
        PW_FREES(r->locs[t], r->p->templates[t].nlocs + 1);
    PW_FREES(r->locs, r->p->ntemplates + 1);
}

static bool label_is_reached(const struct reached *r, uint32_t label)
{
    assert(label < r->p->nlabels);
    const struct pw_label *l = &r->p->labels[label];
    for (size_t i = 0; i < l->nplaces; i++)
        if (r->locs[l->places[i].template][l->places[i].loc]) return true;
    return false;
}

static void check_labels(struct pw_job *j, const struct reached *r)
{
    bool *seen = PW_NEWS(bool, r->p->nlabels + 1);
    for (size_t d = 0; d < r->p->nunsafe; d++)
        for (size_t i = 0; i < r->p->unsafe[d].ncounts; i++) {
            uint32_t label = r->p->unsafe[d].counts[i].label;
            if (!seen[label] && !label_is_reached(r, label))
                pw_job_warn(j,
                            "no thread ever reaches '%s', so the property holds for that reason "
                            "alone",
                            r->p->labels[label].name);
            seen[label] = true;
        }
    PW_FREES(seen, r->p->nlabels + 1);
}

/* As in vacuity.c: a failure without another way beside it is no check. */
static bool can_pass(const struct pw_thread_template *t, uint32_t loc)
{
    assert(loc < t->nlocs);
    for (uint32_t e = t->first_edge[loc]; e < t->first_edge[loc + 1]; e++)
        if (t->edges[e].kind == PW_EDGE_STEP) return true;
    return false;
}

/* One step of the line that is reached suffices. */
static void check_line(struct pw_job *j, const struct reached *r, unsigned line)
{
    bool checks = false;
    for (size_t t = 0; t < r->p->ntemplates; t++) {
        const struct pw_thread_template *T = &r->p->templates[t];
        for (size_t i = 0; T->count != 0 && i < T->nedges; i++) {
            const struct pw_edge *e = &T->edges[i];
            if (e->pos.line != line) continue;
            if (r->locs[t][e->from]) return;
            checks |= e->kind != PW_EDGE_STEP && can_pass(T, e->from);
        }
    }
    if (checks)
        pw_job_warn(j, "the check in line %u is never reached, so it holds for that reason alone",
                    line);
}

static void check_asserts(struct pw_job *j, const struct reached *r)
{
    PW_VEC(unsigned) lines = {0};
    for (size_t t = 0; t < r->p->ntemplates; t++)
        for (size_t i = 0; i < r->p->templates[t].nedges; i++) {
            const struct pw_edge *e = &r->p->templates[t].edges[i];
            bool said = e->kind == PW_EDGE_STEP;
            for (size_t k = 0; k < lines.n && !said; k++)
                said = lines.at[k] == e->pos.line;
            if (said) continue;
            pw_vec_push(&lines, e->pos.line);
            check_line(j, r, e->pos.line);
        }
    pw_vec_clear(&lines);
}

void pw_pairs_vacuity(struct pw_job *j, const struct pw_invariant *v)
{
    struct reached r;
    if (!pw_program_has_threads(v->p)) {
        pw_job_warn(j, "every template is counted 0: there is no thread, and nothing happens");
        return;
    }
    if (!v->keys.n) {
        pw_job_warn(j, "the initial condition has no solution: there is no execution at all");
        return;
    }
    find_reached(&r, v);
    for (size_t t = 0; t < v->p->ntemplates; t++)
        if (v->p->templates[t].count != 0 && !r.locs[t][v->p->templates[t].entry])
            pw_job_warn(j,
                        "no thread of template '%s' can ever start: its initial condition has no "
                        "solution",
                        v->p->templates[t].name);
    check_labels(j, &r);
    check_asserts(j, &r);
    clear_reached(&r);
}

/* ---- words ---- */

enum { MOST_SAYINGS = 12 };

static void say_fact(struct pw_job *j, const struct pw_invariant *v, size_t i)
{
    struct pw_strbuf text = {0};
    pw_invariant_print_saying(v, i, &text);
    pw_job_word(j, "%s", pw_strbuf_text(&text));
    pw_strbuf_clear(&text);
}

/* Those that give the property come last. Their number. */
static size_t say_facts(struct pw_job *j, const struct pw_invariant *v)
{
    size_t giving = 0, said = 0, left = 0;
    for (size_t i = 0; i < v->sayings.n; i++)
        giving += v->sayings.at[i].gives;
    if (giving > MOST_SAYINGS) giving = 0;
    for (size_t i = 0; i < v->sayings.n; i++) {
        if (giving && v->sayings.at[i].gives) continue;
        if (said + giving < MOST_SAYINGS)
            say_fact(j, v, i), said++;
        else
            left++;
    }
    if (left) pw_job_word(j, "and %zu fact%s more", left, left == 1 ? "" : "s");
    for (size_t i = 0; giving && i < v->sayings.n; i++)
        if (v->sayings.at[i].gives) say_fact(j, v, i);
    return giving;
}

/* The property, and by which lines. */
static void say_property(struct pw_job *j, const struct pw_invariant *v, size_t giving)
{
    struct pw_strbuf by = {0};
    bool counts = v->counts_give && v->counts.n;
    if (giving || counts) pw_strbuf_puts(&by, ", by ");
    if (counts) pw_strbuf_puts(&by, v->counts.n == 1 ? "the count" : "the counts");
    if (counts && giving) pw_strbuf_puts(&by, " and ");
    if (giving == 1) pw_strbuf_puts(&by, "the line above");
    if (giving > 1) pw_strbuf_printf(&by, "the %zu lines above", giving);
    if (j->result->words.n && !v->p->nunsafe && v->p->has_assert)
        pw_job_word(j, "no assertion fails (the property)%s", pw_strbuf_text(&by));
    for (size_t d = 0; d < v->p->nunsafe; d++)
        pw_job_word(j, "never %s (the property)%s", v->p->unsafe[d].text,
                    d ? "" : pw_strbuf_text(&by));
    pw_strbuf_clear(&by);
}

void pw_pairs_words(struct pw_job *j, const struct pw_invariant *v)
{
    struct pw_strbuf text = {0};
    for (size_t i = 0; i < v->counts.n; i++) {
        pw_strbuf_reset(&text);
        pw_invariant_print_count(v, i, &text);
        pw_job_word(j, "%s", pw_strbuf_text(&text));
    }
    for (size_t i = 0; i < v->tallies.n; i++)
        for (size_t b = 0; b < v->tallies.at[i].bounds.n; b++) {
            pw_strbuf_reset(&text);
            pw_invariant_print_tally(v, i, b, &text);
            pw_job_word(j, "%s", pw_strbuf_text(&text));
        }
    size_t giving = say_facts(j, v);
    say_property(j, v, giving);
    pw_strbuf_clear(&text);
}

/* ---- without a proof ---- */

static void hint_lost(struct pw_job *j, const struct pw_program *p)
{
    struct pw_lost lost = {0};
    pw_pairs_lost(p, &lost);
    if (lost.step)
        pw_job_hint(j, "it comes about by %s, as far as the facts tell from: %s", lost.step,
                    lost.before);
    for (size_t i = 0; i < lost.facts.n; i++) {
        const struct pw_lost_fact *f = &lost.facts.at[i];
        pw_job_hint(j, "'%s' of %s would exclude that step%s; %s breaks it, from: %s", f->fact,
                    f->where,
                    f->closes ? ", and if it always held there the proof would be complete (tried)"
                              : ", but the proof would not be complete (tried)",
                    f->step, f->before);
    }
    pw_lost_clear(&lost);
}

void pw_pairs_hint(struct pw_job *j, const struct pw_pairs_result *r)
{
    struct pw_strbuf b = {0};
    if (r->open != PW_PAIRS_BAD || !r->views.p || !r->bad.n) return;
    for (size_t i = 0; i < r->bad.n; i++) {
        const struct pw_view *v = pw_views_at(&r->views, r->bad.at[i]);
        if (v->kind >= r->views.p->ntemplates) continue;
        if (b.n) pw_strbuf_puts(&b, " | ");
        pw_views_print(&r->views, r->bad.at[i], &b);
    }
    if (r->views.shared.nfins) {
        pw_strbuf_puts(&b, " | while ");
        pw_views_print_sigma(&r->views, r->bad_sigma, &b);
    }
    pw_job_hint(j, "the facts of two threads that were tried leave this possible: %s",
                pw_strbuf_text(&b));
    if (!j->result->raced) hint_lost(j, r->views.p);
    pw_job_hint(j, "comparisons in `invariant` and `predicate` lines are tried as facts: one that "
                   "excludes it may close the proof");
    pw_strbuf_clear(&b);
}
