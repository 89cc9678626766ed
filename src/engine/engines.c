#include <assert.h>
#include <string.h>

#include "engine/engine.h"

/* In the order of their turns. */
static const struct pw_engine *const table[] = {
    &pw_engine_cover,    &pw_engine_pairs,    &pw_engine_tmod, &pw_engine_bdd,
    &pw_engine_pairsets, &pw_engine_explicit, &pw_engine_runs,
};

size_t pw_engines_count(void)
{
    return sizeof table / sizeof *table;
}

const struct pw_engine *pw_engines_at(size_t i)
{
    assert(i < pw_engines_count());
    assert((size_t)i < sizeof table / sizeof *table);
    return table[i];
}

const char *pw_engines_name(int choice)
{
    return choice > 0 ? pw_engines_at((size_t)choice - 1)->name : NULL;
}

/* Why the engine cannot do what is wanted; NULL: it can. */
static const char *unfit(const struct pw_engine *e, const struct pw_verify_options *o,
                         const struct pw_problem *p)
{
    if (!(e->takes & p->about)) return "it does not take inputs of this kind";
    if (o->certificate && !e->certificate && !e->refutes_only) return "it writes no certificates";
    if (o->basis && !e->basis) return "it computes no basis";
    const char *untaken =
        p->about == PW_ABOUT_PROGRAM ? pw_program_untaken(p->program, e->uses) : NULL;
    if (untaken) return untaken;
    return e->declines ? e->declines(p) : NULL;
}

static size_t choose_named(const struct pw_verify_options *o, const struct pw_problem *p,
                           const struct pw_engine **chosen, struct pw_strbuf *why)
{
    for (size_t i = 0; i < pw_engines_count(); i++) {
        if (strcmp(table[i]->name, o->engine)) continue;
        assert((size_t)i < sizeof table / sizeof *table);
        const char *problem = unfit(table[i], o, p);
        chosen[0] = table[i];
        if (problem)
            pw_strbuf_printf(why, "engine '%s' cannot be used here: %s", o->engine, problem);
        return !problem;
    }
    pw_strbuf_printf(why, "there is no engine '%s'", o->engine);
    return 0;
}

size_t pw_engines_choose(const struct pw_verify_options *o, const struct pw_problem *p,
                         const struct pw_engine **chosen, struct pw_strbuf *why)
{
    size_t n = 0;
    if (o->engine && strcmp(o->engine, "auto")) return choose_named(o, p, chosen, why);
    for (int eager = 1; eager >= 0; eager--)
        for (size_t i = 0; i < pw_engines_count(); i++) {
            /* an engine is asked about problems that it takes only */
            bool first = (table[i]->takes & p->about) && table[i]->eager && table[i]->eager(p);
            if (o->suggest && table[i] == &pw_engine_pairs) first = true; /* it has predicates */
            if (o->certificate && table[i]->certifies_when_eager && !first) continue;
            if (table[i]->share && first == eager && !unfit(table[i], o, p)) chosen[n++] = table[i];
        }
    if (n) return n;
    pw_strbuf_puts(why, "no engine takes this input with these options");
    const char *use = p->about == PW_ABOUT_PROGRAM ? pw_program_untaken(p->program, 0) : NULL;
    if (use) pw_strbuf_printf(why, ": %s", use);
    /* the engines that know most of such programs say what is too much for them */
    for (size_t i = 0; use && i < pw_engines_count(); i++)
        if (table[i]->uses && table[i]->share && !table[i]->refutes_only && unfit(table[i], o, p))
            pw_strbuf_printf(why, "; %s: %s", table[i]->name, unfit(table[i], o, p));
    return n;
}

void pw_engine_run(const struct pw_engine *e, struct pw_job *j, const struct pw_problem *p)
{
    j->result->engine = e;
    j->evidence = (struct pw_evidence){
        .coverable = PW_UNDECIDED, .on_template = PW_UNDECIDED, .precision = e->precision};
    e->run(j, p);
    pw_job_stage(j, NULL, NULL);
    assert(!j->evidence.replayed || j->result->execution);
    assert(j->evidence.replayed || j->evidence.coverable != PW_NO || j->result->rests_on.n);
}

void pw_engine_stopped(struct pw_job *j, enum pw_stop why)
{
    pw_verify_result_forget(j->result);
    *j->diags = (struct pw_diags){0};
    j->evidence.stop = why;
    j->evidence.replayed = false;
    /* a run that is gone is no reason: what stopped the engine is */
    if (j->evidence.coverable == PW_YES) j->evidence.coverable = PW_UNDECIDED;
    pw_job_stage(j, NULL, NULL);
    if (j->result->engine && j->result->engine->stopped) j->result->engine->stopped(j);
}
