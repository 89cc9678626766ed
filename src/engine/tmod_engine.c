/* The engine `tmod`: thread-modular proofs of finite programs (tmod/decide.h). Numbers of threads
 * that the program leaves open are tried from 2 on, until the proof lifts to every number. */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/plural.h"
#include "cert/cert_finite.h"
#include "engine/engine.h"
#include "report/tmod_words.h"
#include "tmod/decide.h"

#define PW_TMOD_STATS(STAT)                                                                        \
    STAT(COUNT, contexts, "contexts: a shared state with what threads know of each other")         \
    STAT(COUNT, pairs, "local states possible in a context")                                       \
    STAT(COUNT, exposed, "predicates of local states that other threads see")                      \
    STAT(COUNT, rounds, "rounds of refinement")                                                    \
    STAT(COUNT, layers, "layers")                                                                  \
    STAT(COUNT, essential, "predicates of threads that --refine=essential exposed")                \
    STAT(COUNT, lifted, "templates for which the proof holds with every number of threads")        \
    STAT(COUNT, tried, "threads of each open template in the last attempt; 0: all are counted")

struct figures {
#define STAT PW_STAT_FIELD
    PW_TMOD_STATS(STAT)
#undef STAT
};

#define ROW(...) PW_STAT_ROW(struct figures, __VA_ARGS__)
static const struct pw_stat rows[] = {PW_TMOD_STATS(ROW)};
#undef ROW

struct attempt {
    struct pw_job *j;
    const struct pw_program *p;
    struct pw_space *space;
    uint64_t *counts;
    bool open;      /* some template has any number of threads */
    bool *lifted;   /* by template: proved for every number of its threads */
    uint64_t least; /* of these, always in the class of their start */
    pw_tmod_exposures expose;
    struct pw_tmod_result r;
};

static const char *declines(const struct pw_problem *p)
{
    struct pw_strbuf why = {0};
    bool finite = pw_space_finite(p->program, &why);
    pw_strbuf_clear(&why);
    return finite ? NULL : "it has variables of type int";
}

/* First where many different threads or many shared states make other engines slow: then all
 * threads are counted. */
static bool eager(const struct pw_problem *problem)
{
    enum { MANY_TEMPLATES = 8, MANY_STATES = 4096 };
    const struct pw_program *p = problem->program;
    uint64_t states = 1;
    if (declines(problem)) return false;
    for (size_t t = 0; t < p->ntemplates; t++)
        if (p->templates[t].count == PW_ANY) return false;
    for (size_t i = 0; i < p->nshared && states <= MANY_STATES; i++)
        states *= (uint64_t)(p->shared[i].type.hi - p->shared[i].type.lo + 1);
    return p->ntemplates > MANY_TEMPLATES || states > MANY_STATES;
}

static void count_threads(struct attempt *a, uint64_t n)
{
    a->open = false;
    for (size_t t = 0; t < a->p->ntemplates; t++) {
        bool any = a->p->templates[t].count == PW_ANY;
        a->counts[t] = any ? n : (uint64_t)a->p->templates[t].count;
        a->open |= any;
    }
}

/* --- --expose --- */

static void expose_label(struct attempt *a, uint32_t label)
{
    assert(label < a->p->nlabels);
    const struct pw_label *l = &a->p->labels[label];
    for (size_t i = 0; i < l->nplaces; i++) {
        struct pw_tmod_exposed e = {l->places[i].template, PW_TMOD_LOCATION, l->places[i].loc};
        pw_vec_push(&a->expose, e);
    }
}

static bool expose_local(struct attempt *a, const char *name)
{
    bool found = false;
    for (uint32_t t = 0; t < a->p->ntemplates; t++)
        for (uint32_t v = 0; v < a->p->templates[t].nlocals; v++) {
            const struct pw_var *x = &a->p->templates[t].locals[v];
            if (strcmp(x->name, name)) continue;
            found = true;
            for (int64_t k = x->type.lo; k <= x->type.hi; k++) {
                struct pw_tmod_exposed e = {t, v, k};
                pw_vec_push(&a->expose, e);
            }
        }
    return found;
}

static void read_exposures(struct attempt *a)
{
    const char *at = a->j->options->expose;
    while (at && *at) {
        size_t n = strcspn(at, ",");
        char *name = pw_mem_strndup(at, n);
        int32_t label = pw_program_label(a->p, name);
        if (label != PW_NONE)
            expose_label(a, (uint32_t)label);
        else if (!expose_local(a, name))
            pw_job_warn(a->j, "--expose: there is no label and no local variable '%s'", name);
        pw_mem_strfree(name);
        at += n + (at[n] == ',');
    }
}

/* --- the answers --- */

/* Does the proof hold for every number of threads of template t? Nothing else of the program may
 * depend on that number; see tmod/decide.h for the rest. */
static bool template_lifts(struct attempt *a, uint32_t t)
{
    assert(t < a->p->ntemplates);
    const struct pw_thread_template *T = &a->p->templates[t];
    uint64_t need = pw_tmod_bad_threads(a->p);
    if (a->space->pair_init || a->r.viewed) return false;
    if (T->count != PW_ANY && !T->count_alone) return false;
    uint64_t n = pw_tmod_remaining(&a->r.proof, t);
    if (n < 2 || n < need) return false;
    if (n < a->least) a->least = n;
    return true;
}

/* Fills a->lifted. False: a template that the program leaves open does not lift. */
static bool find_lifts(struct attempt *a)
{
    bool all_open = true;
    a->least = UINT64_MAX;
    for (uint32_t t = 0; t < a->p->ntemplates; t++) {
        a->lifted[t] = template_lifts(a, t);
        if (a->p->templates[t].count == PW_ANY) all_open = all_open && a->lifted[t];
    }
    return all_open;
}

static bool all_lift(const struct attempt *a)
{
    for (uint32_t t = 0; t < a->p->ntemplates; t++)
        if (!a->lifted[t]) return false;
    return a->p->ntemplates > 0;
}

static void certify(struct attempt *a)
{
    struct pw_cert_about about = {.inputs = &a->j->src,
                                  .ninputs = 1,
                                  .defines = a->j->options->defines,
                                  .ndefines = a->j->options->ndefines};
    struct pw_strbuf *out = &a->j->result->certificate;
    pw_tmod_start_unmarked(&a->r);
    if (!(a->r.viewed ? pw_cert_write_views(out, &about, &a->r.views)
                      : pw_cert_write_split(out, &about, &a->r.proof, a->lifted)))
        pw_job_warn(a->j, "this proof (%s) has no certificate%s", pw_tmod_method_name(a->r.method),
                    a->space->pair_init ? ": where 'init' relates threads, no method has one" : "");
}

/* What is claimed beyond the numbers given. */
static void say_lifts(struct attempt *a, struct pw_strbuf *proof)
{
    const char *sep = "; lifts to every number of ";
    if (a->open || all_lift(a)) return;
    for (uint32_t t = 0; t < a->p->ntemplates; t++) {
        if (!a->lifted[t]) continue;
        pw_strbuf_printf(proof, "%s%s", sep, a->p->templates[t].name);
        sep = ", ";
    }
}

/* No context, or a thread that is in no state: there is no initial state. */
static bool nothing_starts(const struct attempt *a)
{
    if (!a->r.viewed) return !a->r.stats.contexts;
    for (uint32_t j = 0; j < a->r.views.n; j++)
        if (!a->r.views.threads[j].states.n) return true;
    return false;
}

static void proved(struct attempt *a, uint64_t n)
{
    struct pw_strbuf *proof = &a->j->result->proof;
    if (nothing_starts(a))
        pw_job_warn(a->j, "the initial condition has no solution: there is no execution at all");
    if (a->open)
        pw_job_proved(a->j, PW_OVER,
                      "a thread-modular proof with %" PRIu64
                      " threads of each open kind, which lifts to "
                      "every number: %" PRIu64 " always remain in their first class; "
                      "sequentially consistent memory",
                      n, a->least);
    else if (all_lift(a))
        pw_job_proved(
            a->j, PW_OVER,
            "a thread-modular proof for the numbers of threads given, which lifts to every "
            "number: %" PRIu64 " always remain in their first class; "
            "sequentially consistent memory",
            a->least);
    else
        pw_job_proved(a->j, PW_OVER,
                      "a thread-modular proof for the numbers of threads given; "
                      "sequentially consistent memory");
    pw_strbuf_printf(proof, "%s: ", pw_tmod_method_name(a->r.method));
    pw_plural_print(proof, a->r.stats.contexts, a->r.viewed ? "thread" : "context");
    pw_strbuf_puts(proof, ", ");
    pw_plural_print(proof, a->r.stats.pairs, a->r.viewed ? "view state" : "pair");
    if (a->r.stats.exposed) pw_strbuf_puts(proof, ", ");
    if (a->r.stats.exposed) pw_plural_print(proof, a->r.stats.exposed, "predicate");
    if (a->j->options->refine)
        pw_strbuf_printf(proof, "; TMMCIR: refinements %" PRIu64 ", predicates %" PRIu64,
                         a->r.stats.rounds, a->r.stats.essential);
    say_lifts(a, proof);
    for (uint32_t t = 0; t < a->p->ntemplates; t++)
        ((struct figures *)(void *)a->j->result->figures)->lifted += a->lifted[t];
    a->j->result->lifted = !a->open && all_lift(a);
    if (a->j->options->certificate) certify(a);
    if (!a->j->options->explain) return;
    if (a->r.viewed)
        pw_tmod_words_views(&a->r.views, a->j->options->all_words, &a->j->result->words);
    else
        pw_tmod_words(&a->r.proof, a->j->options->all_words, &a->j->result->words);
}

/* The method to try after one that does not prove the program: it has more in its contexts. */
static const char *next_method(enum pw_tmod_method m)
{
    switch (m) {
    case PW_METHOD_FQ:
    case PW_METHOD_QUADRATIC:
        return "last";
    case PW_METHOD_LAST:
    case PW_METHOD_FRONTIER:
    case PW_METHOD_RELAXED:
        return "relaxed-last";
    default:
        return "refine";
    }
}

static void not_proved(struct attempt *a)
{
    struct pw_strbuf words = {0};
    if (a->r.initial == PW_INITIAL_TOO_MANY) {
        pw_job_hint(a->j, "there are more than %d kinds of initial states", PW_TMOD_MOST_INITIAL);
        return;
    }
    if (a->r.too_many) {
        pw_job_hint(a->j, "--refine=essential enumerates states, and there are too many; "
                          "--refine=expose does not");
        return;
    }
    if (a->r.method == PW_METHOD_VIEWS)
        pw_job_hint(a->j, "local views cannot exclude the property, or do not fit the program; try "
                          "--method=auto");
    if (a->r.bad_context == PW_TMOD_NOWHERE) return;
    pw_tmod_word_bad(&a->r, &words);
    pw_job_hint(a->j, "as far as a thread is told of the others (method '%s') this may happen: %s",
                pw_tmod_method_name(a->r.method), pw_strbuf_text(&words));
    const char *next = next_method(a->r.method);
    if (a->r.method != PW_METHOD_REFINE && strcmp(next, "refine"))
        pw_job_hint(a->j,
                    "the next level is --method=%s; --method=refine is complete for fixed "
                    "numbers of threads",
                    next);
    else if (a->r.method != PW_METHOD_REFINE)
        pw_job_hint(a->j, "the next level is --method=refine, which is complete for fixed numbers "
                          "of threads");
    pw_strbuf_clear(&words);
}

static void keep_figures(struct attempt *a, uint64_t n)
{
    struct figures *f = (void *)a->j->result->figures;
    *f = (struct figures){.contexts = a->r.stats.contexts,
                          .pairs = a->r.stats.pairs,
                          .exposed = a->r.stats.exposed,
                          .rounds = a->r.stats.rounds,
                          .layers = a->r.stats.layers,
                          .essential = a->r.stats.essential,
                          .tried = a->open ? n : 0};
}

/* One attempt with n threads of every open template. True: it has the answer. With open templates
 * the refinement is left out unless asked for: it may run long, and `cover` is complete there. */
static bool attempt(struct attempt *a, uint64_t n)
{
    static const enum pw_tmod_method levels[] = {PW_METHOD_FQ, PW_METHOD_LAST, PW_METHOD_RELAXED,
                                                 PW_METHOD_RELAXED_LAST};
    struct pw_tmod_options o = {.method = (enum pw_tmod_method)a->j->options->method,
                                .refine = (enum pw_tmod_refine)a->j->options->refine,
                                .expose = &a->expose,
                                .most_layers = 100000};
    bool levelled = a->open && o.method == PW_METHOD_AUTO && !o.refine && !a->expose.n;
    count_threads(a, n);
    for (size_t i = 0; i < (levelled ? sizeof levels / sizeof *levels : 1); i++) {
        if (levelled) o.method = levels[i];
        pw_tmod_result_clear(&a->r);
        pw_tmod_decide(a->space, a->counts, &o, &a->r);
        keep_figures(a, n);
        if (a->r.answer == PW_TMOD_UNSAFE)
            return pw_job_replay(a->j, pw_finite_run_values(&a->r.run, a->space)), true;
        if (a->r.answer != PW_TMOD_SAFE || !find_lifts(a)) continue;
        proved(a, n);
        return true;
    }
    return false;
}

static void run(struct pw_job *j, const struct pw_problem *problem)
{
    const struct pw_program *p = problem->program;
    struct attempt a = {.j = j, .p = p, .space = pw_space_new(p)};
    a.counts = PW_NEWS(uint64_t, p->ntemplates);
    a.lifted = PW_NEWS(bool, p->ntemplates);
    count_threads(&a, 2);
    read_exposures(&a);
    pw_job_stage(j, &j->result->stats.seconds.cover, "thread-modular fixpoint");
    uint64_t most = a.open ? pw_tmod_bad_threads(p) + 4 : 2;
    bool done = false;
    for (uint64_t n = 2; n <= most && !done; n++)
        done = attempt(&a, n);
    if (!done && a.open && a.r.answer == PW_TMOD_SAFE)
        pw_job_hint(j,
                    "it is proved for %" PRIu64 " threads of each kind, but that does not lift to "
                    "every number",
                    most);
    else if (!done)
        not_proved(&a);
    pw_job_stage(j, NULL, NULL);
    pw_tmod_result_clear(&a.r);
    pw_vec_clear(&a.expose);
    PW_FREES(a.lifted, p->ntemplates);
    PW_FREES(a.counts, p->ntemplates);
    pw_space_free(a.space);
}

const struct pw_engine pw_engine_tmod = {
    .name = "tmod",
    .what = "one thread at a time, the others by what they show; finite programs",
    .takes = PW_ABOUT_PROGRAM,
    .precision = PW_OVER,
    .share = 1,
    .eager = eager,
    .declines = declines,
    .run = run,
    .certificate = "split",
    .certifies_when_eager = true,
    .stats = {rows, sizeof rows / sizeof *rows},
};
