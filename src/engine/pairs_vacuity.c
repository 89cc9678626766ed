#include "engine/pairs_vacuity.h"

#include <assert.h>

#include "base/mem.h"

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
