#include "engine/tryout.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"
#include "dualref/instance.h"
#include "engine/decide.h"
#include "engine/offers.h"
#include "prog/checked.h"
#include "prog/classify.h"

/* In polls: one trial, all of them, another engine. */
static const uint64_t WORK_EACH = 300000, WORK_ALL = 3000000, WORK_ENGINE = 3000000;
static const uint64_t MOST_STATES = 20000, MOST_LOOKED_AT = 2000000; /* of a run along statements */
enum { MOST_EXCLUDING = 2 };                                         /* that are said */

struct tryout {
    struct pw_job *j;
    const struct pw_problem *problem;
    const struct pw_input_text *text;
    const struct pw_offers *offers;
    struct pw_program *checked; /* what was abstracted, if it is not the problem's program */
    const struct pw_program *p; /* that */
    struct pw_labelled labelled;
    bool *in;     /* [offer]: it is in the set that is tried */
    bool yes;     /* the outcome of the last trial */
    uint64_t end; /* of all trials, on the work clock */
    pw_lines *tried, *next;
};

/* --- the predicates of a trial --- */

struct trial_preds {
    struct pw_arena arena;
    PW_VEC(struct pw_pred) at;
};

static void print_offer(const struct tryout *x, size_t i, struct pw_strbuf *out)
{
    pw_program_print_expr(&x->labelled.program, x->offers->at.at[i].expr, out);
}

static bool is_name(const struct tryout *x, const char *name)
{
    for (size_t i = 0; i < x->p->preds.n; i++)
        if (!strcmp(x->p->preds.at[i].name, name)) return true;
    return false;
}

/* "p1", "p2", ... for new ones, as far as the program has no such predicate. */
static void name_offer(const struct tryout *x, size_t offer, struct pw_strbuf *out)
{
    int32_t instead = x->offers->at.at[offer].instead;
    unsigned number = 1;
    if (instead != PW_NONE) {
        pw_strbuf_puts(out, x->p->preds.at[instead].name);
        return;
    }
    for (size_t i = 0; i < offer; i++)
        number += x->in[i] && x->offers->at.at[i].instead == PW_NONE;
    do {
        pw_strbuf_reset(out);
        pw_strbuf_printf(out, "p%u", number++);
    } while (is_name(x, pw_strbuf_text(out)));
}

static void set_offer(const struct tryout *x, size_t offer, struct trial_preds *preds,
                      struct pw_pred *q)
{
    struct pw_strbuf b = {0};
    assert(offer < x->offers->at.n);
    name_offer(x, offer, &b);
    q->name = pw_arena_strdup(&preds->arena, pw_strbuf_text(&b));
    pw_strbuf_reset(&b);
    print_offer(x, offer, &b);
    q->text = pw_arena_strdup(&preds->arena, pw_strbuf_text(&b));
    q->expr = x->offers->at.at[offer].expr;
    pw_classify(&x->labelled.program, q);
    pw_strbuf_clear(&b);
}

static void make_preds(const struct tryout *x, struct trial_preds *preds)
{
    *preds = (struct trial_preds){0};
    pw_arena_init(&preds->arena);
    for (size_t i = 0; i < x->p->preds.n; i++)
        pw_vec_push(&preds->at, x->p->preds.at[i]);
    for (size_t i = 0; i < x->offers->at.n; i++) {
        int32_t instead = x->offers->at.at[i].instead;
        struct pw_pred added = {.active = PW_ANY, .passive = PW_ANY};
        if (!x->in[i]) continue;
        if (instead != PW_NONE) {
            set_offer(x, i, preds, &preds->at.at[instead]);
        } else {
            set_offer(x, i, preds, &added);
            pw_vec_push(&preds->at, added);
        }
    }
}

static void clear_preds(struct trial_preds *preds)
{
    pw_vec_clear(&preds->at);
    pw_arena_clear(&preds->arena);
}

/* --- trials --- */

/* The yes of a body within the work of a trial; no when it is used up. */
static bool within(struct tryout *x, void (*body)(void *))
{
    uint64_t now = pw_limits_work();
    if (now >= x->end) return false;
    x->yes = false;
    uint64_t most = x->end - now < WORK_EACH ? x->end - now : WORK_EACH;
    enum pw_stop why = pw_guard_run_turn(most, body, x);
    if (why == PW_STOP_TIME || why == PW_STOP_SIGNAL) pw_guard_throw(why);
    return why == PW_STOP_NONE && x->yes;
}

static void try_proof(void *arg)
{
    struct tryout *x = arg;
    struct trial_preds preds;
    make_preds(x, &preds);
    struct pw_preds list = {preds.at.at, preds.at.n};
    x->yes = pw_decide_aside(x->j, &x->labelled.program, list, NULL);
    clear_preds(&preds);
}

static bool proves(struct tryout *x)
{
    return within(x, try_proof);
}

/* The statement of the abstraction that is an edge of the program. */
static uint32_t statement_of(const struct pw_abstraction *a, struct pw_offer_step step)
{
    for (uint32_t i = 0; i < a->n_stmts; i++)
        if (a->stmts[i].template == step.template && a->stmts[i].index == step.edge) return i;
    return PW_NO_INDEX;
}

/* Is it certain that no run of the template takes the statements of the old one to a bad state? */
static bool lacks_run(const struct tryout *x, const struct pw_abstraction *a)
{
    size_t n = x->offers->steps.n;
    uint32_t *schedule = PW_NEWS(uint32_t, n);
    for (size_t i = 0; i < n; i++)
        schedule[i] = statement_of(a, x->offers->steps.at[i]);
    struct pw_closure *c = pw_closure_new(a->template, PW_CLOSURE_NONE);
    struct pw_instance_options o = {.threads = (unsigned)x->offers->threads,
                                    .most_states = MOST_STATES,
                                    .most_work = MOST_LOOKED_AT,
                                    .stop_at_bad = true,
                                    .schedule = schedule,
                                    .n_schedule = n};
    struct pw_instance_result r = {0};
    pw_instance_explore(c, &o, &r);
    bool lacks = !r.any_bad && r.complete;
    pw_instance_clear(&r);
    pw_closure_free(c);
    PW_FREES(schedule, n);
    return lacks;
}

static void try_exclusion(void *arg)
{
    struct tryout *x = arg;
    struct trial_preds preds;
    struct pw_abst_stats stats = {0};
    struct pw_diags diags = {0};
    make_preds(x, &preds);
    struct pw_preds list = {preds.at.at, preds.at.n};
    struct pw_abst_options options = {.preds = &list};
    struct pw_abstraction *a =
        pw_abstract_template(&x->labelled.program, x->j->src, &options, &stats, &diags);
    x->yes = a && lacks_run(x, a);
    pw_abstract_free(a);
    pw_diags_clear(&diags);
    clear_preds(&preds);
}

static bool excludes(struct tryout *x)
{
    return x->offers->threads >= 2 && x->offers->steps.n && within(x, try_exclusion);
}

/* --- sets of offers --- */

static void empty(struct tryout *x)
{
    memset(x->in, 0, x->offers->at.n * sizeof *x->in);
}

/* May both be in one set? Two in place of one predicate may not. */
static bool fit(const struct tryout *x, size_t a, size_t b)
{
    int32_t of = x->offers->at.at[a].instead;
    return of == PW_NONE || of != x->offers->at.at[b].instead;
}

static bool prove_by_some(struct tryout *x)
{
    size_t n = x->offers->at.n;
    for (size_t i = 0; i < n; i++) {
        empty(x);
        x->in[i] = true;
        if (proves(x)) return true;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n; k++) {
            if (!fit(x, i, k)) continue;
            empty(x);
            x->in[i] = x->in[k] = true;
            if (proves(x)) return true;
        }
    return false;
}

static bool is_instead(const struct tryout *x, size_t i)
{
    return x->offers->at.at[i].instead != PW_NONE;
}

/* All that stand in place of predicates, then each other one besides. False also if there are none
 * of them. */
static bool prove_by_replacing(struct tryout *x)
{
    size_t n = x->offers->at.n;
    bool some = false;
    empty(x);
    for (size_t i = 0; i < n; i++)
        some |= x->in[i] = is_instead(x, i);
    if (!some) return false;
    if (proves(x)) return true;
    for (size_t i = 0; i < n; i++) {
        if (is_instead(x, i)) continue;
        x->in[i] = true;
        if (proves(x)) return true;
        x->in[i] = false;
    }
    return false;
}

static void drop_unneeded(struct tryout *x)
{
    for (size_t i = 0; i < x->offers->at.n; i++) {
        if (!x->in[i]) continue;
        x->in[i] = false;
        x->in[i] = !proves(x);
    }
}

/* --- what is said --- */

static void add_line(pw_lines *lines, struct pw_strbuf *b)
{
    pw_lines_add(lines, "%s", pw_strbuf_text(b));
    pw_strbuf_reset(b);
}

/* Labels that the offers of the set need and that the program has not. */
static void say_labels(struct tryout *x, bool *said, pw_lines *lines)
{
    struct pw_strbuf all = {0}, b = {0};
    for (size_t i = 0; i < x->offers->at.n; i++)
        if (x->in[i]) print_offer(x, i, &all), pw_strbuf_putc(&all, '\n');
    for (size_t t = 0; t < x->p->ntemplates; t++) {
        const struct pw_label *l = &x->labelled.program.labels[x->p->nlabels + t];
        pw_strbuf_printf(&b, "at(%s)", l->name);
        bool needed = l->nplaces && strstr(pw_strbuf_text(&all), pw_strbuf_text(&b)) && !said[t];
        pw_strbuf_reset(&b);
        if (!needed) continue;
        said[t] = true;
        pw_strbuf_printf(&b, "  %s: (a label, to be written before the statement of line %u)",
                         l->name, l->pos.line);
        add_line(lines, &b);
    }
    pw_strbuf_clear(&all);
    pw_strbuf_clear(&b);
}

static void say_set(struct tryout *x, bool *said, pw_lines *lines)
{
    struct pw_strbuf b = {0}, name = {0};
    const char *mark = pw_input_kind(x->j->result->input)->in_c ? "//@ " : "";
    for (size_t i = 0; i < x->offers->at.n; i++) {
        if (!x->in[i]) continue;
        pw_strbuf_reset(&name);
        name_offer(x, i, &name);
        pw_strbuf_printf(&b, "  %spredicate %s = ", mark, pw_strbuf_text(&name));
        print_offer(x, i, &b);
        pw_strbuf_puts(&b, is_instead(x, i) ? ";  // in place of the present one" : ";");
        add_line(lines, &b);
    }
    say_labels(x, said, lines);
    pw_strbuf_clear(&b);
    pw_strbuf_clear(&name);
}

static void say_proof(struct tryout *x, bool *said)
{
    struct pw_strbuf b = {0};
    size_t n = 0;
    for (size_t i = 0; i < x->offers->at.n; i++)
        n += x->in[i];
    pw_strbuf_printf(&b, "with %s the engine cover proves the program:",
                     n == 1 ? "this predicate" : "these predicates together");
    add_line(x->tried, &b);
    say_set(x, said, x->tried);
    pw_strbuf_clear(&b);
}

/* Those that are neither `shown` nor empty: "tried with no more success: 'x == y', 'x < y'". */
static void say_rest(struct tryout *x, const bool *shown, const char *heading)
{
    struct pw_strbuf b = {0};
    for (size_t i = 0; i < x->offers->at.n; i++) {
        if (shown[i]) continue;
        pw_strbuf_puts(&b, b.n ? ", '" : heading);
        if (b.n == strlen(heading)) pw_strbuf_puts(&b, " '");
        print_offer(x, i, &b);
        pw_strbuf_putc(&b, '\'');
    }
    if (b.n) add_line(x->tried, &b);
    pw_strbuf_clear(&b);
}

/* What excludes the run alone, though another one remains. */
static void say_excluding(struct tryout *x, bool *said)
{
    struct pw_strbuf b = {0};
    size_t n = 0;
    bool *shown = PW_NEWS(bool, x->offers->at.n);
    for (size_t i = 0; i < x->offers->at.n && n < MOST_EXCLUDING; i++) {
        empty(x);
        x->in[i] = true;
        if (!excludes(x)) continue;
        pw_strbuf_puts(&b, n ? "and so does" : "this predicate excludes this run (others remain):");
        add_line(x->tried, &b);
        say_set(x, said, x->tried);
        shown[i] = true;
        n++;
    }
    if (n) say_rest(x, shown, "also tried, alone and two together, without a proof:");
    PW_FREES(shown, x->offers->at.n);
    if (!n) {
        pw_strbuf_printf(&b,
                         "%s made of these facts alone, without success: the steps before do not "
                         "make sure that %s:",
                         x->offers->at.n == 1 ? "this predicate" : "each of these predicates",
                         x->offers->at.n == 1 ? "it holds" : "they hold");
        add_line(x->tried, &b);
        for (size_t i = 0; i < x->offers->at.n; i++)
            x->in[i] = true;
        say_set(x, said, x->tried);
    }
    pw_strbuf_clear(&b);
}

static void try_offers(struct tryout *x)
{
    bool *said = PW_NEWS(bool, x->p->ntemplates);
    x->end = pw_limits_work() + WORK_ALL;
    if (prove_by_replacing(x) || prove_by_some(x)) {
        drop_unneeded(x);
        say_proof(x, said);
    } else if (!x->offers->closed) {
        x->end = pw_limits_work() + WORK_ALL;
        say_excluding(x, said);
    } else {
        empty(x);
        say_rest(x, x->in, "also, alone and two together, without a proof:");
    }
    PW_FREES(said, x->p->ntemplates);
}

/* --- other commands --- */

static void say_command(const struct tryout *x, const char *options, const char *why)
{
    struct pw_strbuf b = {0};
    const struct pw_verify_options *o = x->j->options;
    pw_strbuf_printf(&b, "pwqo verify%s", options);
    for (size_t i = 0; i < o->ndefines; i++)
        pw_strbuf_printf(&b, " -D %s=%s", o->defines[i].name, o->defines[i].value);
    pw_strbuf_printf(&b, " %s  (%s)", x->j->src->name, why);
    add_line(x->next, &b);
    pw_strbuf_clear(&b);
}

static void try_sharp(void *arg)
{
    struct tryout *x = arg;
    struct pw_verify_options options = *x->j->options;
    struct pw_job aside = *x->j;
    options.closure = PW_CLOSURE_SHARP;
    aside.options = &options;
    x->yes = pw_decide_aside(&aside, x->p, x->p->preds, NULL);
}

static void offer_sharp(struct tryout *x)
{
    struct pw_strbuf b = {0};
    if (x->j->options->closure == PW_CLOSURE_SHARP) return;
    x->end = pw_limits_work() + WORK_ALL;
    if (within(x, try_sharp)) {
        say_command(x, " --engine=cover --closure=sharp", "proves it; drops fewer threads");
    } else {
        pw_strbuf_puts(&b, "--closure=sharp, which drops fewer threads; it gives no proof either");
        add_line(x->tried, &b);
    }
    pw_strbuf_clear(&b);
}

struct engine_trial {
    const struct pw_engine *engine;
    const struct pw_problem *problem;
    struct pw_job job;
    struct pw_verify_options options;
    struct pw_verify_result result;
    struct pw_diags diags;
    enum pw_verdict verdict;
};

static void run_engine(void *arg)
{
    struct engine_trial *t = arg;
    pw_verify_result_init(&t->result);
    t->result.input = t->job.result->input;
    t->job.result = &t->result;
    t->job.options = &t->options;
    t->job.diags = &t->diags;
    pw_engine_run(t->engine, &t->job, t->problem);
    if (!t->diags.errors) t->verdict = pw_verdict_of(&t->job.evidence).verdict;
    pw_verify_result_clear(&t->result);
    pw_diags_clear(&t->diags);
}

/* Only the answer is wanted: what comes after a proof is not bounded by the turn (engine.h). */
static enum pw_verdict ask_engine(const struct tryout *x, const struct pw_engine *e)
{
    struct engine_trial t = {.engine = e,
                             .problem = x->problem,
                             .job = *x->j,
                             .options = *x->j->options,
                             .verdict = PW_UNKNOWN};
    t.options.explain = t.options.suggest = t.options.unneeded = t.options.certificate = false;
    t.options.basis = t.options.template_text = false;
    t.options.stage = NULL;
    enum pw_stop why = pw_guard_run_turn(WORK_ENGINE, run_engine, &t);
    if (why == PW_STOP_TIME || why == PW_STOP_SIGNAL) pw_guard_throw(why);
    return why == PW_STOP_NONE ? t.verdict : PW_UNKNOWN;
}

static void name_engine(const struct tryout *x, const struct pw_engine *e, enum pw_verdict v)
{
    struct pw_strbuf b = {0};
    pw_strbuf_printf(&b, "all engines: %s by '%s', tried just now",
                     v == PW_SAFE ? "proved SAFE" : "found UNSAFE", e->name);
    say_command(x, "", pw_strbuf_text(&b));
    if (e == &pw_engine_pairs && x->j->result->input == PW_INPUT_DR && v == PW_SAFE)
        say_command(x, " --engine=pairs --suggest", "looks for predicates in that proof");
    pw_strbuf_clear(&b);
}

/* One engine was asked for: the others, as far as they take the problem. */
static void try_engines(struct tryout *x)
{
    struct pw_verify_options options = *x->j->options;
    const struct pw_engine **chosen = PW_NEWS(const struct pw_engine *, pw_engines_count());
    struct pw_strbuf why = {0};
    options.engine = NULL;
    size_t n = pw_engines_choose(&options, x->problem, chosen, &why);
    bool decided = false;
    for (size_t i = 0; i < n && !decided; i++) {
        if (chosen[i] == x->j->result->engine) continue;
        enum pw_verdict v = ask_engine(x, chosen[i]);
        decided = v != PW_UNKNOWN && v != PW_UNSTATED;
        if (decided) name_engine(x, chosen[i], v);
    }
    if (!decided && n > 1)
        say_command(x, "", "all engines in turns; in a short trial just now none decided it");
    pw_strbuf_clear(&why);
    PW_FREES(chosen, pw_engines_count());
}

/* Its hints are left out while others may have an answer. */
static bool pairs_took_part(const struct tryout *x)
{
    const struct pw_program *p = x->problem->program;
    bool dr = x->j->result->input == PW_INPUT_DR;
    return dr && pw_program_has_ints(p) && !(pw_program_uses(p) && p->ninvariants);
}

/* --- all of it --- */

static void run(void *arg)
{
    struct tryout *x = arg;
    const char *asked = x->j->options->engine;
    if (x->offers) {
        x->checked = pw_program_checked(x->problem->program);
        x->p = x->checked ? x->checked : x->problem->program;
        pw_labelled_init(&x->labelled, x->p);
        x->in = PW_NEWS(bool, x->offers->at.n);
        if (x->offers->closed) offer_sharp(x);
        if (x->offers->at.n) try_offers(x);
        PW_FREES(x->in, x->offers->at.n);
        pw_labelled_clear(&x->labelled);
        pw_program_free(x->checked);
    }
    if (asked && strcmp(asked, "auto"))
        try_engines(x);
    else if (pairs_took_part(x))
        say_command(x, " --engine=pairs",
                    "no proof either; names the facts of two threads that are missing");
}

void pw_tryout(struct pw_job *j, const struct pw_problem *p, const struct pw_input_text *text)
{
    pw_lines tried = {0}, next = {0};
    struct tryout x = {.j = j,
                       .problem = p,
                       .text = text,
                       .offers = j->result->offers,
                       .tried = &tried,
                       .next = &next};
    assert(pw_verdict_of(&j->evidence).verdict == PW_UNKNOWN);
    if (!j->options->explain || p->about != PW_ABOUT_PROGRAM) return;
    if (!pw_job_extra(run, &x)) return; /* what it had made is gone */
    j->result->tried = tried;
    j->result->next = next;
}
