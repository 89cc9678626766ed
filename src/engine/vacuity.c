#include "engine/vacuity.h"

#include <assert.h>

#include "base/mem.h"

static bool label_reached(const struct pw_closed *c, uint32_t label)
{
    assert(label < c->t->labels.n);
    size_t n = c->encoding.states.locals.n;
    bool *chosen = PW_NEWS(bool, n);
    for (uint32_t l = 0; l < n; l++)
        chosen[l] = pw_states_has_label(&c->encoding.states, l, label);
    bool yes = pw_closed_reaches(c, chosen);
    PW_FREES(chosen, n);
    return yes;
}

static bool loc_reached(const struct pw_closed *c, uint32_t loc)
{
    assert(loc < c->t->locs.n);
    size_t n = c->encoding.states.locals.n;
    bool *chosen = PW_NEWS(bool, n);
    for (uint32_t l = 0; l < n; l++)
        chosen[l] = c->encoding.states.locals.at[l].loc == loc;
    bool yes = pw_closed_reaches(c, chosen);
    PW_FREES(chosen, n);
    return yes;
}

static bool starts(const struct pw_closed *c, uint32_t template)
{
    assert(template <c->t->templates.n);
    const struct pw_init_pairs *i = &c->encoding.init;
    for (size_t k = 0; k < i->entries.n; k++) {
        if (pw_states_template(&c->encoding.states, i->entries.at[k].active) == template)
            return true;
        if (pw_states_template(&c->encoding.states, i->entries.at[k].passive) == template)
            return true;
    }
    return false;
}

/* Labels that only mark error locations are meant to be unreachable. */
static bool marks_error(const struct pw_dual *t, uint32_t label)
{
    assert(label < t->labels.n);
    for (size_t i = 0; i < t->locs.n; i++)
        for (size_t k = 0; k < t->locs.at[i].labels.n; k++)
            if (t->locs.at[i].labels.at[k] == label && t->locs.at[i].kind == PW_TLOC_ERROR)
                return true;
    return false;
}

static void check_labels(struct pw_closed *c, struct pw_job *j)
{
    const struct pw_dual *t = c->t;
    bool *seen = PW_NEWS(bool, t->labels.n);
    for (size_t i = 0; i < t->bad.n; i++)
        for (size_t k = 0; k < t->bad.at[i].terms.n; k++) {
            uint32_t label = t->bad.at[i].terms.at[k].label;
            if (seen[label] || marks_error(t, label)) continue;
            seen[label] = true;
            if (!label_reached(c, label))
                pw_job_warn(
                    j, "no thread ever reaches '%s', so the property holds for that reason alone",
                    t->labels.at[label]);
        }
    PW_FREES(seen, t->labels.n);
}

/* A step to an error that has no other way beside it is no check but a failure: that it is never
 * reached is what was to be proved. */
static bool can_pass(const struct pw_dual *t, uint32_t loc)
{
    assert(loc < t->locs.n);
    for (size_t i = 0; i < t->stmts.n; i++)
        if (t->stmts.at[i].from == loc && t->locs.at[t->stmts.at[i].to].kind != PW_TLOC_ERROR)
            return true;
    return false;
}

/* A check may be several steps, and a procedure's line stands in several templates: a step of the
 * line that is reached suffices. */
static void check_line(const struct pw_closed *c, struct pw_job *j, unsigned line)
{
    const struct pw_dual *t = c->t;
    bool checks = false;
    for (size_t i = 0; i < t->stmts.n; i++) {
        const struct pw_tstmt *s = &t->stmts.at[i];
        if (s->line != line) continue;
        checks |= t->locs.at[s->to].kind == PW_TLOC_ERROR && can_pass(t, s->from);
    }
    for (size_t i = 0; i < t->stmts.n && checks; i++)
        checks = t->stmts.at[i].line != line || !loc_reached(c, t->stmts.at[i].from);
    if (checks)
        pw_job_warn(j, "the check in line %u is never reached, so it holds for that reason alone",
                    line);
}

static void check_asserts(struct pw_closed *c, struct pw_job *j)
{
    const struct pw_dual *t = c->t;
    pw_uints lines = {0};
    for (size_t i = 0; i < t->stmts.n; i++) {
        if (t->locs.at[t->stmts.at[i].to].kind != PW_TLOC_ERROR) continue;
        bool said = false;
        for (size_t k = 0; k < lines.n && !said; k++)
            said = lines.at[k] == t->stmts.at[i].line;
        if (said) continue;
        pw_vec_push(&lines, t->stmts.at[i].line);
        check_line(c, j, t->stmts.at[i].line);
    }
    pw_vec_clear(&lines);
}

void pw_vacuity_warn(struct pw_closed *c, struct pw_job *j)
{
    if (!c->encoding.init.entries.n) {
        pw_job_warn(j, "the initial condition has no solution: there is no execution at all");
        return;
    }
    for (uint32_t q = 0; q < c->t->templates.n; q++)
        if (c->t->templates.at[q].count != 0 && !starts(c, q))
            pw_job_warn(
                j,
                "no thread of template '%s' can ever start: its initial condition has no solution",
                c->t->templates.at[q].name);
    check_labels(c, j);
    check_asserts(c, j);
}
