#include "engine/numbers.h"

#include <assert.h>
#include <inttypes.h>

#include "dualref/dual.h"

static bool takes_part(const struct pw_dual *t, uint32_t q)
{
    for (size_t i = 0; i < t->stmts.n; i++)
        if (t->stmts.at[i].template == q) return true;
    for (size_t i = 0; i < t->locs.n; i++)
        if (t->locs.at[i].template == q && t->locs.at[i].labels.n) return true;
    return false;
}

bool pw_numbers_fixed(const struct pw_problem *p)
{
    if (p->about == PW_ABOUT_PROGRAM)
        for (size_t t = 0; t < p->program->ntemplates; t++)
            if (p->program->templates[t].count == PW_ANY) return false;
    if (p->about == PW_ABOUT_TEMPLATE)
        for (uint32_t q = 0; q < p->template->templates.n; q++)
            if (p->template->templates.at[q].count < 0 && takes_part(p->template, q)) return false;
    return p->about != PW_ABOUT_NET;
}

/* "2 of producer": one more. */
static void say_number(struct pw_strbuf *out, int64_t count, const char *name)
{
    if (out->n) pw_strbuf_puts(out, ", ");
    if (count == PW_ANY)
        pw_strbuf_printf(out, "any number of %s", name);
    else
        pw_strbuf_printf(out, "%" PRId64 " of %s", count, name);
}

void pw_numbers_say(const struct pw_problem *p, struct pw_strbuf *out)
{
    pw_strbuf_reset(out);
    bool counted = pw_numbers_fixed(p);
    for (size_t t = 0; p->about == PW_ABOUT_PROGRAM && t < p->program->ntemplates; t++)
        counted |= p->program->templates[t].count != PW_ANY;
    if (!counted) return;
    if (p->about == PW_ABOUT_PROGRAM)
        for (size_t t = 0; t < p->program->ntemplates; t++)
            say_number(out, p->program->templates[t].count, p->program->templates[t].name);
    if (p->about == PW_ABOUT_TEMPLATE)
        for (size_t q = 0; q < p->template->templates.n; q++)
            if (p->template->templates.at[q].count > 0)
                say_number(out, p->template->templates.at[q].count,
                           p->template->templates.at[q].name);
}

/* Can a thread of template t be counted by c? */
static bool counts_some(const struct pw_program *p, const struct pw_count *c, uint32_t t)
{
    if (c->template != PW_ANY && (uint32_t)c->template != t) return false;
    for (size_t i = 0; i < p->labels[c->label].nplaces; i++)
        if (p->labels[c->label].places[i].template == t) return true;
    return false;
}

/* Can one thread be counted by both at once: is there a location with both labels? */
static bool overlap(const struct pw_program *p, const struct pw_count *a, const struct pw_count *b)
{
    for (size_t i = 0; i < p->labels[a->label].nplaces; i++) {
        assert(a->label < p->nlabels);
        struct pw_label_place x = p->labels[a->label].places[i];
        if (pw_program_at(p, a->label, a->template, x.template, x.loc) &&
            pw_program_at(p, b->label, b->template, x.template, x.loc))
            return true;
    }
    return false;
}

/* The counts from `first` on that no earlier one of the group shares a location with need different
 * threads: are there so many? *most gets how many there are. */
static bool too_many(const struct pw_program *p, const struct pw_disjunct *d, size_t first,
                     bool alone, uint64_t *most)
{
    assert(first < d->ncounts);
    uint64_t need = d->counts[first].least;
    bool *in = PW_NEWS(bool, d->ncounts);
    in[first] = true;
    for (size_t i = first + 1; i < d->ncounts && !alone; i++) {
        bool apart = true;
        for (size_t k = first; k < i; k++)
            apart = apart && !(in[k] && overlap(p, &d->counts[k], &d->counts[i]));
        in[i] = apart;
        if (apart) need += d->counts[i].least;
    }
    bool open = false;
    *most = 0;
    for (uint32_t t = 0; t < p->ntemplates; t++) {
        bool some = false;
        for (size_t i = first; i < d->ncounts; i++)
            some = some || (in[i] && counts_some(p, &d->counts[i], t));
        if (some && p->templates[t].count == PW_ANY)
            open = true;
        else if (some)
            *most += (uint64_t)p->templates[t].count;
    }
    PW_FREES(in, d->ncounts);
    return !open && need > *most;
}

void pw_numbers_warn(struct pw_job *j, const struct pw_program *p)
{
    for (size_t i = 0; i < p->nunsafe; i++) {
        const struct pw_disjunct *d = &p->unsafe[i];
        uint64_t most = 0;
        bool never = false;
        for (size_t k = 0; k < d->ncounts && !never; k++)
            never = too_many(p, d, k, true, &most) || too_many(p, d, k, false, &most);
        if (never)
            pw_job_warn(j,
                        "'%s' needs more threads than the %" PRIu64
                        " that can be there, so it holds in no state",
                        d->text, most);
    }
}
