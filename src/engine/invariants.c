#include "engine/invariants.h"

#include <assert.h>

#include "engine/engine.h"
#include "engine/explicit.h"
#include "engine/roam.h"
#include "pairs/inductive.h"
#include "pairs/pairs.h"

enum { OPEN_THREADS = 3, MOST_STATES = 20000, MOST_TRIES = 400000, MOST_KEYS = 500 };

static void hint_broken(struct pw_job *j, const struct pw_program *p, const struct pw_pred *q,
                        const struct pw_inductive_row *row)
{
    const char *before = pw_strbuf_text((struct pw_strbuf *)&row->before);
    if (row->start)
        pw_job_hint(j, "invariant %s (line %u) may fail at the start: %s", q->text, q->pos.line,
                    before);
    else if (row->edge)
        pw_job_hint(j, "invariant %s (line %u) is broken by '%s' (line %u) of %s, from: %s",
                    q->text, q->pos.line, row->edge->text, row->edge->pos.line,
                    p->templates[row->template].name, before);
    else
        pw_job_hint(j, "invariant %s (line %u) could not be checked", q->text, q->pos.line);
}

/* Threads of a search for a run that breaks an invariant: those that are counted, and a few. */
static size_t threads_of(const struct pw_program *p)
{
    size_t n = 0;
    bool open = false;
    for (size_t t = 0; t < p->ntemplates; t++) {
        if (p->templates[t].count == PW_ANY)
            open = true;
        else
            n += (size_t)p->templates[t].count;
    }
    return open ? n + OPEN_THREADS : n;
}

static void doubt(struct pw_job *j, const struct pw_program *p, const struct pw_inductive *r)
{
    struct pw_roam_stats stats = {0};
    if (pw_job_replayed(j, pw_explicit_run(p, threads_of(p), MOST_STATES, MOST_TRIES))) return;
    if (pw_roam_has_ints(p) && pw_job_replayed(j, pw_roam_find(p, &stats))) return;
    j->evidence.doubt = PW_DOUBT_INVARIANT;
    for (size_t i = 0; i < r->n; i++)
        if (!r->rows[i].kept) hint_broken(j, p, &p->invariants[i], &r->rows[i]);
}

/* The proof is one of the invariants, too: the engine took them as properties. */
static bool proved_already(const struct pw_job *j)
{
    bool properties =
        j->result->engine == &pw_engine_explicit || j->result->engine == &pw_engine_pairsets;
    return properties && j->evidence.coverable == PW_NO;
}

void pw_invariants_check(struct pw_job *j, const struct pw_program *p)
{
    struct pw_inductive r = {0};
    if (!p->ninvariants || j->evidence.replayed || j->evidence.stop != PW_STOP_NONE) return;
    if (proved_already(j)) return;
    /* the check below knows of no looks and no updates of others; what took them was complete */
    assert(!pw_program_uses(p) || j->evidence.coverable != PW_NO);
    if (pw_program_uses(p)) return;
    pw_job_say(j, "invariants: are they inductive?");
    struct pw_invariant *found = pw_pairs_invariant(p, 0);
    pw_inductive_check(p, found && found->keys.n <= MOST_KEYS ? found : NULL, NULL, &r);
    if (!r.all)
        doubt(j, p, &r);
    else if (j->evidence.coverable == PW_NO) {
        pw_strbuf_printf(&j->result->rests_on, "; %zu invariant%s, shown by induction", r.n,
                         r.n == 1 ? "" : "s");
        if (j->options->certificate && !j->result->stated)
            pw_job_warn(j, "the certificate says nothing of the invariants");
    }
    pw_inductive_clear(&r);
    pw_invariant_free(found);
}
