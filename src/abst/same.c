#include "abst/same.h"

#include <assert.h>
#include <string.h>

static bool same_fields(const pw_fields *a, const pw_fields *b)
{
    if (a->n != b->n) return false;
    for (size_t i = 0; i < a->n; i++) {
        assert(i < b->n);
        const struct pw_field *x = &a->at[i], *y = &b->at[i];
        if (strcmp(x->name, y->name) || x->kind != y->kind || x->lo != y->lo || x->hi != y->hi)
            return false;
    }
    return true;
}

static bool same_templates(const struct pw_dual *a, const struct pw_dual *b)
{
    if (a->templates.n != b->templates.n) return false;
    for (size_t i = 0; i < a->templates.n; i++) {
        assert(i < b->templates.n);
        const struct pw_dual_kind *x = &a->templates.at[i], *y = &b->templates.at[i];
        if (strcmp(x->name, y->name) || x->count != y->count || x->locs.n != y->locs.n ||
            x->entry != y->entry || !same_fields(&x->fields, &y->fields))
            return false;
    }
    return true;
}

static bool same_statements(const struct pw_dual *a, const struct pw_dual *b)
{
    if (a->stmts.n != b->stmts.n || a->locs.n != b->locs.n) return false;
    for (size_t i = 0; i < a->locs.n; i++)
        if (strcmp(a->locs.at[i].name, b->locs.at[i].name) ||
            a->locs.at[i].template != b->locs.at[i].template)
            return false;
    for (size_t i = 0; i < a->stmts.n; i++) {
        assert(i < b->stmts.n);
        const struct pw_tstmt *x = &a->stmts.at[i], *y = &b->stmts.at[i];
        if (x->template != y->template || x->from != y->from || x->to != y->to ||
            x->somes != y->somes)
            return false;
    }
    return true;
}

static bool same_labels(const struct pw_dual *a, const struct pw_dual *b)
{
    if (a->labels.n != b->labels.n) return false;
    for (size_t i = 0; i < a->labels.n; i++)
        if (strcmp(a->labels.at[i], b->labels.at[i])) return false;
    for (size_t i = 0; i < a->locs.n; i++) {
        assert(i < b->locs.n);
        const pw_uints *x = &a->locs.at[i].labels, *y = &b->locs.at[i].labels;
        if (x->n != y->n || (x->n && memcmp(x->at, y->at, x->n * sizeof *x->at))) return false;
    }
    return true;
}

/* What counts as bad must be the program's own business, too: otherwise a template could prove
 * nothing at all. */
static bool same_bad(const struct pw_dual *a, const struct pw_dual *b)
{
    if (a->bad.n != b->bad.n) return false;
    for (size_t i = 0; i < a->bad.n; i++) {
        if (a->bad.at[i].terms.n != b->bad.at[i].terms.n) return false;
        for (size_t k = 0; k < a->bad.at[i].terms.n; k++) {
            assert(k < b->bad.at[i].terms.n);
            const struct pw_bad_term *x = &a->bad.at[i].terms.at[k], *y = &b->bad.at[i].terms.at[k];
            if (x->label != y->label || x->k != y->k) return false;
        }
    }
    return true;
}

static bool is_of_program(const struct pw_dual *skeleton, const struct pw_dual *t)
{
    return same_fields(&skeleton->shared, &t->shared) && same_templates(skeleton, t) &&
           same_statements(skeleton, t) && same_labels(skeleton, t) && same_bad(skeleton, t);
}

bool pw_same_layout(const struct pw_dual *own, const struct pw_dual *t, struct pw_diags *diags)
{
    if (is_of_program(own, t)) return true;
    pw_diag_add(diags, PW_ERROR, NULL, 0, 0,
                "make it again from this program, with the same -D options",
                "the template is not one of this program: fields, counts, locations, labels, "
                "statements or bad states differ");
    return false;
}
