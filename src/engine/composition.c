#include "engine/composition.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "base/plural.h"
#include "cert/cert_parts.h"
#include "conform/conform.h"
#include "engine/engine.h"
#include "engine/explicit.h"
#include "engine/mapback.h"
#include "front/dr/dr.h"

enum {
    CONFORM_POLLS = 20000000, /* for one check; most need a thousandth */
    REPLAY_STATES = 100000,
    REPLAY_TRIES = 1000000
};

/* What is known of one thread. Plain numbers: they survive a stop. */
struct thread_part {
    bool has;  /* an abstract thread */
    bool used; /* which takes part */
    enum pw_conform_verdict verdict;
    size_t places, pairs;
    const char *problem;
    struct pw_pos pos;
    struct pw_conform_proof proof; /* if a certificate is wanted */
};

struct composition {
    struct pw_job *j;
    const struct pw_problem *problem;
    const struct pw_program *concrete;
    const struct pw_input_text *text;
    struct pw_program *abstract;
    struct thread_part *parts; /* per template */
    size_t used;
    bool spurious; /* the composed program has a bad run without counterpart */
};

bool pw_composition_wanted(const struct pw_job *j, const struct pw_problem *p)
{
    /* what threads do to each other past the shared variables is not what conformance is about */
    return !j->options->whole && (j->result->input == PW_INPUT_DR || p->compose) &&
           pw_dr_has_parts(p->program) && !pw_program_uses(p->program) &&
           !p->program->ninvariants && !j->options->basis;
}

/* ---- the parts ---- */

struct part_check {
    const struct composition *c;
    uint32_t template;
    struct thread_part *part;
};

static void check_part(void *arg)
{
    struct part_check *k = arg;
    struct pw_terms *terms = pw_terms_new();
    struct pw_machine m;
    pw_machine_init(&m, terms, k->c->abstract, k->template);
    k->part->problem = m.problem;
    k->part->pos = m.problem_pos;
    if (!m.problem) {
        struct pw_conform_result r;
        pw_conform_check(&r, k->c->concrete, k->template, &m);
        k->part->verdict = r.verdict;
        k->part->places = r.places;
        k->part->pairs = r.pairs;
        if (k->c->j->options->certificate) {
            k->part->proof = r.proof;
            pw_conform_proof_init(&r.proof);
        }
        pw_conform_clear(&r);
    }
    pw_machine_clear(&m);
    pw_terms_free(terms);
}

/* A limit of the whole run ends it here as well. */
static void check_bounded(struct part_check *k)
{
    k->part->verdict = PW_CONFORMS_UNKNOWN;
    pw_conform_proof_clear(&k->part->proof);
    pw_conform_proof_init(&k->part->proof);
    enum pw_stop why = pw_guard_run_turn(CONFORM_POLLS, check_part, k);
    if (why != PW_STOP_NONE) pw_conform_proof_init(&k->part->proof);
    if (why == PW_STOP_TIME || why == PW_STOP_SIGNAL) pw_guard_throw(why);
}

static void parse_mixed(struct composition *c)
{
    struct pw_diags diags = {0};
    const char **keep = PW_NEWS(const char *, c->concrete->ntemplates + 1);
    struct pw_dr_part part = {.abstract = true, .keep = keep};
    for (size_t t = 0; t < c->concrete->ntemplates; t++)
        if (!c->parts[t].used) keep[part.nkeep++] = c->concrete->templates[t].name;
    pw_program_free(c->abstract);
    c->abstract = c->problem->compose ? c->problem->compose(c->problem->compose_arg, &part)
                                      : pw_dr_parse_part(c->text->src, c->text->defines,
                                                         c->text->ndefines, &part, &diags);
    pw_diags_clear(&diags); /* what there is to say was said of the concrete program */
    PW_FREES(keep, c->concrete->ntemplates + 1);
}

/* Checks all threads whose abstract thread takes part. True: all of them conform. */
static bool check_parts(struct composition *c)
{
    bool all = true;
    c->used = 0;
    for (uint32_t t = 0; t < c->concrete->ntemplates && !c->j->diags->errors; t++) {
        struct thread_part *x = &c->parts[t];
        struct part_check k = {c, t, x};
        if (!x->used) continue;
        check_bounded(&k);
        if (x->problem)
            pw_diag_add(c->j->diags, PW_ERROR, c->j->src, x->pos.offset, x->pos.offset + 1, NULL,
                        "%s", x->problem);
        x->used = x->verdict == PW_CONFORMS;
        all = all && x->used;
        c->used += x->used;
        pw_job_say(c->j, "thread %s: %s its abstract thread", c->concrete->templates[t].name,
                   x->used ? "conforms to" : "may not conform to");
    }
    return all;
}

static bool same_properties(const struct composition *c)
{
    const struct pw_program *a = c->concrete, *b = c->abstract;
    return a->nshared == b->nshared && a->ntemplates == b->ntemplates && a->nunsafe == b->nunsafe &&
           !pw_program_uses(b);
}

/* Until the checks that hold are about the program that is composed. False: there is none. */
static bool compose(struct composition *c)
{
    for (size_t t = 0; t < c->concrete->ntemplates; t++)
        c->parts[t].has = c->parts[t].used = c->concrete->templates[t].abstract;
    do { /* ends: each round uses fewer */
        parse_mixed(c);
        if (!c->abstract || !same_properties(c)) return false;
    } while (!check_parts(c) && c->used && !c->j->diags->errors);
    return c->used && !c->j->diags->errors;
}

/* ---- what the composed program means ---- */

static void name_parts(const struct composition *c, struct pw_strbuf *out)
{
    const char *sep = "";
    for (size_t t = 0; t < c->concrete->ntemplates; t++) {
        const struct thread_part *x = &c->parts[t];
        if (!x->used) continue;
        pw_strbuf_printf(out, "%s%s (", sep, c->concrete->templates[t].name);
        pw_plural_print(out, x->places, "place");
        pw_strbuf_puts(out, ", ");
        pw_plural_print(out, x->pairs, "pair");
        pw_strbuf_puts(out, ")");
        sep = ", ";
    }
}

/* The certificate of the composed program becomes one of the program. */
static void certify(const struct composition *c, struct pw_job *j)
{
    struct pw_strbuf *text = &j->result->certificate, all = {0};
    size_t n = c->concrete->ntemplates;
    struct pw_cert_part *parts = PW_NEWS(struct pw_cert_part, n);
    struct pw_cert_about about = {.inputs = &j->src,
                                  .ninputs = 1,
                                  .defines = j->options->defines,
                                  .ndefines = j->options->ndefines};
    for (size_t t = 0; t < n; t++)
        parts[t] = (struct pw_cert_part){c->concrete->templates[t].name,
                                         c->parts[t].used ? &c->parts[t].proof : NULL};
    if (text->n) pw_cert_write_parts(&all, &about, parts, n, text);
    pw_strbuf_clear(text);
    *text = all;
    PW_FREES(parts, n);
}

static void carry_over(const struct composition *c, struct pw_job *j)
{
    struct pw_strbuf *rests = &j->result->rests_on, all = {0};
    assert(c->used && rests->n && !j->evidence.replayed);
    pw_strbuf_puts(&all, "parts: each of these threads conforms to its abstract thread: ");
    name_parts(c, &all);
    pw_strbuf_printf(&all, "; and the program of the abstract threads is safe: %s",
                     pw_strbuf_text(rests));
    pw_strbuf_clear(rests);
    *rests = all;
    certify(c, j);
    if (j->evidence.precision == PW_EXACT) j->evidence.precision = PW_OVER_PARTS;
}

static void say_missing(struct pw_job *j, const struct pw_mapback *m)
{
    const struct pw_execution *a = j->result->candidate;
    const struct pw_execution_step *last = a->steps.n ? &a->steps.at[a->steps.n - 1] : NULL;
    const struct pw_execution_step *x = m->missing >= 0 ? &a->steps.at[m->missing] : NULL;
    if (x)
        pw_job_hint(j,
                    "no thread '%s' of the program was found to do what its abstract thread does "
                    "in step %lld, line %u: %s",
                    x->template_name, (long long)m->missing + 1, x->line, x->statement);
    else if (last)
        pw_job_hint(j,
                    "the program makes the same changes, and then thread '%s' has no counterpart "
                    "of line %u: %s",
                    last->template_name, last->line, last->statement);
    pw_job_hint(j, "make the abstract threads stricter; each must still be one that its thread "
                   "conforms to (pwqo conform)");
}

static void map_back(struct composition *c, struct pw_job *j)
{
    struct pw_execution *found = j->result->execution;
    assert(found && j->evidence.replayed); /* a run of the abstract threads */
    bool *observed = PW_NEWS(bool, c->concrete->nshared + 1);
    assert(found && j->evidence.replayed);
    struct pw_mapback m = {.concrete = c->concrete, .observed = observed};
    j->result->execution = NULL; /* of the abstract threads: no answer to the question */
    j->evidence.replayed = false;
    pw_machine_observed(c->abstract, observed);
    pw_job_stage(j, &j->result->stats.seconds.replay, "mapping back");
    struct pw_execution *real = pw_mapback_run(&m, found);
    if (!real) real = pw_explicit_run(c->concrete, found->threads.n, REPLAY_STATES, REPLAY_TRIES);
    pw_job_stage(j, NULL, NULL);
    pw_job_say(j, "the bad run of the abstract threads: %s (%zu states)",
               real ? "mapped back" : "no counterpart", m.states);
    if (pw_job_replayed(j, real)) {
        pw_execution_free(found);
    } else {
        j->result->candidate = found;
        j->result->threads = 0;
        j->evidence.coverable = PW_YES;
        j->evidence.precision = PW_OVER_PARTS;
        c->spurious = true;
        say_missing(j, &m);
    }
    PW_FREES(observed, c->concrete->nshared + 1);
}

static void after(void *arg, struct pw_job *j)
{
    struct composition *c = arg;
    struct pw_judgement v = pw_verdict_of(&j->evidence);
    if (v.verdict == PW_SAFE)
        carry_over(c, j);
    else if (v.verdict == PW_UNSAFE)
        map_back(c, j);
    else
        pw_job_hint(j, "this is about the program of the abstract threads; --whole decides without "
                       "them");
}

/* ---- the race ---- */

static void state_parts(const struct composition *c, struct pw_job *j)
{
    static const char *const words[] = {"yes", "no", "unknown"}; /* enum pw_conform_verdict */
    for (size_t t = 0; t < c->concrete->ntemplates; t++) {
        if (!c->parts[t].has) continue;
        pw_lines_add(&j->result->parts, "%s %s", c->concrete->templates[t].name,
                     words[c->parts[t].verdict]);
    }
}

static void warn(const struct composition *c, struct pw_job *j)
{
    for (size_t t = 0; t < c->concrete->ntemplates; t++) {
        const struct thread_part *x = &c->parts[t];
        if (!x->has || x->used) continue;
        pw_job_warn(j,
                    "thread '%s' %s to its abstract thread (see pwqo conform): it takes part "
                    "as it is",
                    c->concrete->templates[t].name,
                    x->verdict == PW_CONFORMS_NOT ? "does not conform" : "is not known to conform");
    }
}

static size_t enter(struct composition *c, struct pw_problem *p, bool abstract,
                    struct pw_contestant *out, struct pw_strbuf *why)
{
    const struct pw_engine **chosen = PW_NEWS(const struct pw_engine *, pw_engines_count());
    size_t n = pw_engines_choose(c->j->options, p, chosen, why);
    for (size_t i = 0; i < n; i++)
        out[i] = (struct pw_contestant){.engine = chosen[i],
                                        .problem = p,
                                        .after = abstract ? after : NULL,
                                        .arg = c,
                                        .over = abstract ? &c->spurious : NULL,
                                        .of = abstract ? " on the abstract threads" : NULL};
    PW_FREES(chosen, pw_engines_count());
    return n;
}

static void race(struct composition *c, const struct pw_problem *p, bool composed)
{
    struct pw_problem abstract = {.about = PW_ABOUT_PROGRAM, .program = c->abstract}, concrete = *p;
    size_t most = 2 * pw_engines_count(), n = 0;
    struct pw_contestant *all = PW_NEWS(struct pw_contestant, most);
    struct pw_strbuf why = {0};
    if (composed) n = enter(c, &abstract, true, all, &why);
    n += enter(c, &concrete, false, all + n, &why);
    assert(n <= most);
    if (n)
        pw_turns_race(all, n, c->j, c->text);
    else
        pw_diag_add(c->j->diags, PW_ERROR, c->j->src, 0, 0, NULL, "%s", pw_strbuf_text(&why));
    pw_strbuf_clear(&why);
    PW_FREES(all, most);
}

void pw_composition_run(struct pw_job *j, const struct pw_problem *p,
                        const struct pw_input_text *text)
{
    struct composition c = {.j = j, .problem = p, .concrete = p->program, .text = text};
    c.parts = PW_NEWS(struct thread_part, p->program->ntemplates + 1);
    pw_job_stage(j, &j->result->stats.seconds.abstract, "conformance");
    bool composed = compose(&c);
    pw_job_stage(j, NULL, NULL);
    if (!j->diags->errors) {
        race(&c, p, composed);
        warn(&c, j);
        state_parts(&c, j);
    }
    for (size_t t = 0; t < p->program->ntemplates; t++)
        pw_conform_proof_clear(&c.parts[t].proof);
    pw_program_free(c.abstract);
    PW_FREES(c.parts, p->program->ntemplates + 1);
}
