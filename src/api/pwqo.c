/* The public library on top of the pipeline. A handle is plain malloc memory: nothing of the
 * accounting allocator lives from one call to the next, so a handle may wander between threads. All
 * work happens inside guards. */
#include "pwqo.h"

#include <config.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/settings.h"
#include "base/guard.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/source.h"
#include "base/strbuf.h"
#include "engine/engine.h"
#include "engine/verify.h"
#include "report/execution_print.h"
#include "report/verdict/verdict_print.h"

enum { TEXTS = PWQO_CERTIFICATE + 1 };

struct text {
    char *at;
    size_t size;
};

struct pwqo {
    struct pw_settings settings;
    char *name;                /* of the model; NULL: there is none */
    struct text model, beside; /* beside: the second file of a .tts */
    char *texts[TEXTS];
    struct pw_verify_stats stats;
    const struct pw_engine *engine; /* that answered, and its own statistics */
    uint64_t figures[PW_MOST_FIGURES];
    unsigned threads;
    char problem[256];
};

const char *pwqo_version(void)
{
    return PACKAGE_VERSION;
}

pwqo *pwqo_new(void)
{
    pwqo *p = calloc(1, sizeof *p);
    if (p) pw_settings_init(&p->settings);
    return p;
}

static void forget_results(pwqo *p)
{
    for (int i = 0; i < TEXTS; i++) {
        free(p->texts[i]);
        p->texts[i] = NULL;
    }
    p->stats = (struct pw_verify_stats){0};
    p->engine = NULL;
    p->threads = 0;
}

static void forget_model(pwqo *p)
{
    free(p->name);
    free(p->model.at);
    free(p->beside.at);
    p->name = NULL;
    p->model = p->beside = (struct text){0};
}

void pwqo_free(pwqo *p)
{
    if (!p) return;
    forget_results(p);
    forget_model(p);
    pw_settings_clear(&p->settings);
    free(p);
}

int pwqo_set(pwqo *p, const char *option, const char *value)
{
    return p && pw_settings_set(&p->settings, option, value, p->problem, sizeof p->problem) ? 0
                                                                                            : -1;
}

const char *pwqo_problem(const pwqo *p)
{
    return p ? p->problem : "no handle";
}

/* --- the model --- */

/* A copy on the plain heap, ended by a NUL. False without memory. */
static bool copy_text(struct text *t, const char *from, size_t size)
{
    t->at = malloc(size + 1);
    if (!t->at) return false;
    if (size) memcpy(t->at, from, size);
    t->at[size] = 0;
    t->size = size;
    return true;
}

static int problem(pwqo *p, const char *name, const char *why)
{
    snprintf(p->problem, sizeof p->problem, "%.150s: %.90s", name, why);
    return -1;
}

int pwqo_give(pwqo *p, const char *name, const char *text, size_t size)
{
    if (!p) return -1;
    forget_model(p);
    p->name = strdup(name);
    if (p->name && copy_text(&p->model, text, size)) return 0;
    forget_model(p);
    return problem(p, name, "out of memory");
}

struct read_ctx {
    const char *path, *why;
    struct text *into;
    bool ok;
};

static void read_file(void *arg)
{
    struct read_ctx *r = arg;
    struct pw_source src;
    if (pw_source_read(&src, r->path, &r->why) != PW_SOURCE_OK) return;
    r->ok = copy_text(r->into, src.text, src.size);
    if (!r->ok) r->why = "out of memory";
    pw_source_clear(&src);
}

static int read_text(pwqo *p, const char *path, struct text *into)
{
    struct read_ctx r = {.path = path, .into = into, .why = "out of memory"};
    pw_guard_run(read_file, &r);
    return r.ok ? 0 : problem(p, path, r.why);
}

struct name_ctx {
    const char *path;
    char *beside; /* NULL: there is no such file */
    bool ok;
};

static void name_beside(void *arg)
{
    struct name_ctx *x = arg;
    struct pw_strbuf b = {0};
    if (pw_input_beside(x->path, &b)) x->beside = strdup(pw_strbuf_text(&b));
    x->ok = !b.n || x->beside;
    pw_strbuf_clear(&b);
}

/* The second file of the kinds that have one: x.prop beside x.tts. */
static int read_beside(pwqo *p, const char *path)
{
    struct name_ctx x = {.path = path};
    if (pw_guard_run(name_beside, &x) != PW_STOP_NONE || !x.ok)
        return problem(p, path, "out of memory");
    int status = x.beside ? read_text(p, x.beside, &p->beside) : 0;
    free(x.beside);
    return status;
}

int pwqo_read(pwqo *p, const char *path)
{
    if (!p) return -1;
    forget_model(p);
    int status = read_text(p, path, &p->model);
    if (!status) status = read_beside(p, path);
    if (!status && !(p->name = strdup(path))) status = problem(p, path, "out of memory");
    if (status) forget_model(p);
    return status;
}

/* --- the run --- */

struct run {
    pwqo *p;
    enum pwqo_verdict verdict;
};

/* Moves the text to the plain heap. */
static void keep(pwqo *p, enum pwqo_text which, struct pw_strbuf *b)
{
    free(p->texts[which]);
    p->texts[which] = b->n ? strdup(pw_strbuf_text(b)) : NULL;
    if (b->n && !p->texts[which]) pw_guard_throw(PW_STOP_MEMORY);
    pw_strbuf_reset(b);
}

static void keep_results(pwqo *p, const struct pw_verify_result *r)
{
    struct pw_strbuf b = {0};
    const char *reason = pw_verdict_reason(r->judgement);
    pw_verdict_print_line(r, &b), keep(p, PWQO_SUMMARY, &b);
    pw_strbuf_puts(&b, reason ? reason : ""), keep(p, PWQO_REASON, &b);
    pw_verdict_print_json(p->name, PACKAGE_VERSION, r, &b), keep(p, PWQO_JSON, &b);
    pw_strbuf_write(&b, pw_strbuf_text(&r->certificate), r->certificate.n),
        keep(p, PWQO_CERTIFICATE, &b);
    if (r->execution) pw_execution_print_text(r->execution, &b), keep(p, PWQO_TRACE, &b);
    pw_strbuf_clear(&b);
    p->stats = r->stats;
    p->engine = r->engine;
    memcpy(p->figures, r->figures, sizeof p->figures);
    p->threads = r->threads;
}

static void keep_messages(pwqo *p, const struct pw_diags *d)
{
    struct pw_strbuf b = {0};
    pw_diag_print(d, &b);
    keep(p, PWQO_MESSAGES, &b);
    pw_strbuf_clear(&b);
}

static enum pwqo_verdict public_verdict(const struct pw_verify_result *r)
{
    if (r->status != PW_VERIFY_DONE) return PWQO_ERROR;
    return r->judgement.verdict == PW_SAFE     ? PWQO_SAFE
           : r->judgement.verdict == PW_UNSAFE ? PWQO_UNSAFE
                                               : PWQO_UNKNOWN;
}

static void disarm(void)
{
    pw_limits_start(0);
    pw_limits_clear_interrupt();
    pw_mem_set_limit(0);
}

static void decide(struct run *run, const struct pw_source *src, const struct pw_source *beside)
{
    pwqo *p = run->p;
    struct pw_verify_options o;
    struct pw_verify_result r;
    struct pw_diags diags = {0};
    pw_settings_options(&p->settings, &o);
    o.beside = beside;
    pw_verify_result_init(&r);
    pw_settings_arm(&p->settings);
    pw_verify_source(src, pw_input_of(p->name), &o, &diags, &r);
    disarm();
    run->verdict = public_verdict(&r);
    keep_messages(p, &diags);
    if (run->verdict != PWQO_ERROR) keep_results(p, &r);
    pw_diags_clear(&diags);
    pw_verify_result_clear(&r);
}

static void run_body(void *arg)
{
    struct run *run = arg;
    struct pw_source src, beside = {0};
    pw_source_from_text(&src, run->p->name, run->p->model.at, run->p->model.size);
    if (run->p->beside.at)
        pw_source_from_text(&beside, "property", run->p->beside.at, run->p->beside.size);
    decide(run, &src, beside.text ? &beside : NULL);
    pw_source_clear(&beside);
    pw_source_clear(&src);
}

static void set_text(pwqo *p, enum pwqo_text which, const char *text)
{
    p->texts[which] = strdup(text);
}

static enum pwqo_verdict refuse(pwqo *p, const char *message)
{
    set_text(p, PWQO_MESSAGES, message);
    return PWQO_ERROR;
}

static void say_kinds(void *arg)
{
    struct pw_strbuf b = {0};
    pw_strbuf_puts(&b, "pwqo: error: unknown kind of model; the name must end in ");
    pw_input_endings("or", &b);
    pw_strbuf_putc(&b, '\n');
    refuse(arg, pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
}

static enum pwqo_verdict refuse_kind(pwqo *p)
{
    pw_guard_run(say_kinds, p);
    return PWQO_ERROR;
}

enum pwqo_verdict pwqo_run(pwqo *p)
{
    if (!p) return PWQO_ERROR;
    forget_results(p);
    if (!p->name)
        return refuse(p, "pwqo: error: there is no model: pwqo_read or pwqo_give comes first\n");
    if (pw_input_of(p->name) == PW_INPUT_OTHER) return refuse_kind(p);
    struct run run = {.p = p, .verdict = PWQO_UNKNOWN};
    enum pw_stop why = pw_guard_run(run_body, &run);
    disarm();
    if (why == PW_STOP_NONE) return run.verdict;
    forget_results(p);
    set_text(p, PWQO_REASON, pw_guard_reason(why));
    set_text(p, PWQO_SUMMARY, "UNKNOWN");
    return PWQO_UNKNOWN;
}

void pwqo_interrupt(void)
{
    pw_limits_interrupt();
}

/* --- answers --- */

const char *pwqo_text(const pwqo *p, enum pwqo_text which)
{
    return p && (unsigned)which < TEXTS && p->texts[which] ? p->texts[which] : "";
}

unsigned pwqo_threads(const pwqo *p)
{
    return p ? p->threads : 0;
}

static int engine_statistic(const pwqo *p, const char *name, uint64_t *value)
{
    for (size_t i = 0; p->engine && i < p->engine->stats.n; i++) {
        const struct pw_stat *s = &p->engine->stats.at[i];
        if (s->kind != PW_STAT_COUNT || strcmp(s->name, name)) continue;
        memcpy(value, (const char *)p->figures + s->offset, sizeof *value);
        return 0;
    }
    return -1;
}

int pwqo_statistic(const pwqo *p, const char *name, uint64_t *value)
{
    if (!p) return -1;
#define X(field, help)                                                                             \
    if (!strcmp(name, #field)) return *value = p->stats.field, 0;
    PW_VERIFY_STATS(X)
    X(peak_kib, "")
#undef X
    return engine_statistic(p, name, value);
}
