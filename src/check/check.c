#include "check/check.h"

#include "base/guard.h"
#include "check/kinds.h"

/* One kernel per kind of claim. */
static const struct kind {
    const char *word;
    void (*check)(struct pwc_reader *r);
} kinds[] = {
    {"net", pwc_check_net},           {"parts", pwc_check_parts}, {"split", pwc_check_split},
    {"template", pwc_check_template}, {"views", pwc_check_views}, {"pairs", pwc_check_pairs},
    {"pairsets", pwc_check_pairsets},
};

static const struct kind *read_kind(struct pwc_reader *r)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (pwc_try(r, kinds[i].word)) return &kinds[i];
    size_t n = 0;
    const char *word = pwc_more(r) ? pwc_word(r, &n) : "";
    pwc_refuse(r, "'%.*s' is no kind of certificate", (int)(n > 40 ? 40 : n), word);
}

/* The inputs that the certificate is about, and the definitions of the command line. */
static void read_head(struct pwc_reader *r)
{
    size_t width;
    r->result->ninputs = pwc_section(r, "inputs");
    r->result->inputs = r->eol;
    for (size_t n = r->result->ninputs; n > 0; n--) {
        pwc_next(r);
        pwc_word(r, &width);
        if (width != 64) pwc_refuse(r, "SHA-256 of the input expected");
    }
    r->result->ndefines = pwc_section(r, "defines");
    r->result->defines = r->eol;
    for (size_t n = r->result->ndefines; n > 0; n--)
        pwc_next(r);
}

/* What follows the word `pwqo-certificate` and the version. */
static void check_rest(struct pwc_reader *r, bool inner)
{
    const struct kind *kind = read_kind(r);
    if (inner && kind->check == pwc_check_parts) pwc_refuse(r, "parts within parts");
    pwc_finish_line(r);
    read_head(r);
    kind->check(r);
}

static void check_inner(struct pwc_reader *r)
{
    check_rest(r, true);
}

struct job {
    const char *text;
    size_t size;
    struct pwc_finder *finder;
    struct pwc_result *result;
};

static void run(void *arg)
{
    struct job *job = arg;
    struct pwc_reader r;
    pwc_open(&r, job->text, job->size, job->result);
    r.finder = job->finder;
    r.check_inner = check_inner;
    check_rest(&r, false);
    job->result->status = PWC_VALID;
    pw_guard_throw(PW_STOP_DONE);
}

void pwc_check(const char *text, size_t size, struct pwc_finder *finder, struct pwc_result *result)
{
    struct job job = {text, size, finder, result};
    *result = (struct pwc_result){.status = PWC_STOPPED};
    enum pw_stop why = pw_guard_run(run, &job);
    if (why != PW_STOP_DONE) result->why = pw_guard_reason(why);
}
