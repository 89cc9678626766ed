#include "modular/modular.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

#include "base/limits.h"
#include "logic/smtout.h"
#include "modular/relevant.h"

enum { NONE = PW_MTREE_NONE };

void pw_modular_note(struct pw_mrun *r, const char *format, ...)
{
    struct pw_strbuf b = {0};
    va_list args;
    va_start(args, format);
    pw_strbuf_vprintf(&b, format, args);
    va_end(args);
    pw_vec_push(&r->report->notes, pw_mem_strdup(pw_strbuf_text(&b)));
    pw_strbuf_clear(&b);
}

/* The question as a script: the facts in front of it, those about positions, guard, not goal. */
static char *script(struct pw_enc *c, size_t at)
{
    struct pw_strbuf out = {0};
    pw_term_list all = {0};
    for (size_t i = 0; i < c->events.n; i++) {
        const struct pw_mevent *e = &c->events.at[i];
        if (!e->is_obligation && (e->position || i < at)) pw_vec_push(&all, e->fact);
    }
    assert(at < c->events.n);
    pw_vec_push(&all, c->events.at[at].ob.guard);
    pw_vec_push(&all, pw_term_not(c->events.at[at].ob.goal));
    struct pw_smtout w;
    pw_smtout_init(&w, c->terms, &out);
    pw_strbuf_puts(&out, "(set-logic QF_LIA)\n");
    for (size_t i = 0; i < all.n; i++)
        pw_smtout_assert(&w, all.at[i]);
    pw_smtout_check(&w, NULL, 0);
    pw_smtout_clear(&w);
    pw_vec_clear(&all);
    char *text = pw_mem_strdup(pw_strbuf_text(&out));
    pw_strbuf_clear(&out);
    return text;
}

/* The values satisfy every hypothesis and falsify the goal: facts are evaluated one by one. */
static bool values_refute(struct pw_enc *c, struct pw_solver *s, size_t at)
{
    assert(at < c->events.n);
    const struct pw_mob *ob = &c->events.at[at].ob;
    if (!pw_solver_bool_value(s, ob->guard) || pw_solver_bool_value(s, ob->goal)) return false;
    for (size_t i = 0; i < c->events.n; i++) {
        const struct pw_mevent *e = &c->events.at[i];
        if (e->is_obligation || (e->soft && i > at)) continue;
        if (!pw_solver_bool_value(s, e->fact)) return false;
    }
    return true;
}

static void ask(struct pw_mrun *r, struct pw_enc *c, struct pw_solver *s, size_t at,
                struct pw_mfinding *f, pw_mexplain *explain, void *arg)
{
    assert(at < c->events.n);
    const struct pw_mob *ob = &c->events.at[at].ob;
    pw_term question[2] = {ob->guard, pw_term_not(ob->goal)};
    f->result = PW_MR_PROVED;
    if (ob->kind == PW_OB_INIT && pw_term_same(ob->goal, PW_TERM_FALSE)) {
        f->result = PW_MR_FAILED; /* whatever the types say of the initial state */
        return;
    }
    if (pw_term_same(ob->goal, PW_TERM_TRUE) || pw_term_same(ob->guard, PW_TERM_FALSE)) return;
    r->report->checks++;
    if (!pw_solver_check(s, question, 2)) {
        if (c->incomplete) f->result = PW_MR_UNKNOWN; /* see encode.h: too many witnesses */
        return;
    }
    bool real = values_refute(c, s, at);
    assert(real);
    f->result = c->incomplete || !real ? PW_MR_UNKNOWN : PW_MR_FAILED;
    if (explain) explain(c, s, ob, f, arg);
}

static void ask_and_report(struct pw_mrun *r, struct pw_enc *c, struct pw_solver *s, size_t at)
{
    assert(at < c->events.n);
    struct pw_mfinding f = {.ob = c->events.at[at].ob, .result = PW_MR_UNKNOWN};
    if (!r->o->asks(r->o->arg, r->t, &f.ob)) return;
    ask(r, c, s, at, &f, NULL, NULL);
    r->o->told(r->o->arg, r->t, &f);
}

void pw_modular_solve(struct pw_mrun *r, struct pw_enc *c, struct pw_solver *s,
                      pw_mexplain *explain, void *arg)
{
    for (size_t i = 0; i < c->events.n; i++) {
        pw_limits_poll();
        const struct pw_mevent *e = &c->events.at[i];
        if (e->soft) pw_solver_assert(s, e->fact);
        if (!e->is_obligation) continue;
        if (r->o->first && r->report->failed + r->report->unknown) return;
        if (r->o->asks) {
            ask_and_report(r, c, s, i);
            continue;
        }
        struct pw_mfinding f = {.ob = e->ob, .result = PW_MR_UNKNOWN};
        if (r->o->smt) f.smt = script(c, i);
        if (!r->o->list) ask(r, c, s, i, &f, explain, arg);
        pw_vec_push(&r->result->findings, f);
        r->report->obligations++;
        if (r->o->list) continue;
        r->result->failed += f.result == PW_MR_FAILED;
        r->result->unknown += f.result == PW_MR_UNKNOWN;
        r->report->failed += f.result == PW_MR_FAILED;
        r->report->unknown += f.result == PW_MR_UNKNOWN;
    }
}

static bool one_unit(struct pw_mrun *r, const struct pw_munit *u)
{
    struct pw_munit_result result = {.unit = u};
    bool ok = true;
    r->result = &result;
    if (u)
        ok = pw_modular_unit(r, u);
    else
        ok = pw_modular_globals(r);
    pw_vec_push(&r->report->units, result);
    r->result = NULL;
    return ok;
}

static bool wanted(const struct pw_mrun *r, const struct pw_munit *u)
{
    if (u->is_thread && u->count == 0) return false;
    if (!u->is_thread && !u->contract.given) return false;
    return !r->o->only || !strcmp(pw_mtree_text(r->t, u->name), r->o->only);
}

bool pw_modular_check(struct pw_mtree *t, const struct pw_moptions *o, struct pw_diags *diags,
                      struct pw_mreport *report)
{
    *report = (struct pw_mreport){.t = t};
    struct pw_mrun r = {.t = t, .o = o, .report = report, .diags = diags};
    bool ok;
    pw_relevant_link(t);
    report->automata = PW_NEWS(struct pw_automaton, t->procs.n + 1);
    for (size_t i = 0; i < t->procs.n; i++)
        if (t->procs.at[i]->contract.given)
            pw_automaton_make(&report->automata[i], &t->procs.at[i]->contract);
    ok = one_unit(&r, NULL);
    for (size_t i = 0; i < t->procs.n; i++)
        if (wanted(&r, t->procs.at[i])) ok = one_unit(&r, t->procs.at[i]) && ok;
    for (size_t i = 0; i < t->threads.n; i++)
        if (wanted(&r, t->threads.at[i])) ok = one_unit(&r, t->threads.at[i]) && ok;
    assert(report->failed + report->unknown <= report->obligations);
    bool notes = !o->list && !o->asks && !o->no_vacuity && !o->only && !o->paper_invariants;
    if (ok && notes && !report->failed && !report->unknown) pw_modular_unused(&r);
    return ok;
}

static void clear_finding(struct pw_mfinding *f)
{
    for (size_t i = 0; i < f->path.n; i++)
        pw_mem_strfree(f->path.at[i].text);
    pw_vec_clear(&f->path);
    if (f->smt) pw_mem_strfree(f->smt);
}

void pw_modular_clear(struct pw_mreport *report)
{
    for (size_t i = 0; i < report->units.n; i++) {
        for (size_t k = 0; k < report->units.at[i].findings.n; k++)
            clear_finding(&report->units.at[i].findings.at[k]);
        pw_vec_clear(&report->units.at[i].findings);
    }
    pw_vec_clear(&report->units);
    for (size_t i = 0; i < report->notes.n; i++)
        pw_mem_strfree(report->notes.at[i]);
    pw_vec_clear(&report->notes);
    for (size_t i = 0; i < report->t->procs.n; i++)
        pw_automaton_clear(&report->automata[i]);
    PW_FREES(report->automata, report->t->procs.n + 1);
}
