#include "verify/unneeded.h"

#include <string.h>

#include "abst/abstract.h"
#include "base/limits.h"
#include "base/mem.h"
#include "cover/encode_dr.h"
#include "dualref/closure.h"

static const double SECONDS_EACH = 10;

struct trial {
    const struct pw_program *p; /* with the predicates to try */
    bool paper, safe;
};

static void decide(void *arg)
{
    struct trial *x = arg;
    struct pw_abst_options options = {0};
    struct pw_diags diags = {0};
    struct pw_abstraction *a = pw_abstract_template(x->p, NULL, &options, NULL, &diags);
    struct pw_closure *c = pw_closure_new(a->template, x->paper ? PW_CLOSURE_PAPER : PW_CLOSURE_WITNESS);
    struct pw_encoding e;
    struct pw_cover_options o;
    struct pw_cover_stats stats = {0};
    struct pw_cover_result r = {0};
    pw_encode_dr(&e, c);
    pw_cover_options_init(&o);
    pw_cover_decide(&e.system, &o, &r, &stats);
    x->safe = r.verdict == PW_UNCOVERED;
    pw_cover_result_clear(&r, e.system.globals);
    pw_encoding_clear(&e);
    pw_closure_free(c);
    pw_abstract_free(a);
    pw_diags_clear(&diags);
}

/* Safe with preds[0..n-1] only? False also when the budget is used up. */
static bool still_safe(struct pw_job *j, const struct pw_program *p, const struct pw_pred *preds, size_t n)
{
    struct pw_program fewer = *p; /* shares everything but the list of predicates */
    struct trial x = {.p = &fewer, .paper = j->options->paper_closure};
    fewer.preds = preds;
    fewer.npreds = n;
    return pw_guard_run_for(SECONDS_EACH, decide, &x) == PW_STOP_NONE && x.safe;
}

struct search {
    struct pw_job *j;
    const struct pw_program *p;
    pw_lines names;
};

static void find(void *arg)
{
    struct search *x = arg;
    const struct pw_program *p = x->p;
    struct pw_pred *kept = PW_NEWS(struct pw_pred, p->npreds), *fewer = PW_NEWS(struct pw_pred, p->npreds);
    size_t n = p->npreds;
    if (n) memcpy(kept, p->preds, n * sizeof *kept);
    for (size_t i = 0; i < n;) {
        memcpy(fewer, kept, i * sizeof *kept);
        memcpy(fewer + i, kept + i + 1, (n - i - 1) * sizeof *kept);
        if (still_safe(x->j, p, fewer, n - 1)) {
            pw_vec_push(&x->names, pw_mem_strdup(kept[i].name));
            memcpy(kept, fewer, --n * sizeof *kept);
        } else {
            i++;
        }
    }
    PW_FREES(kept, p->npreds);
    PW_FREES(fewer, p->npreds);
}

void pw_unneeded_find(struct pw_job *j, const struct pw_program *p)
{
    struct search x = {.j = j, .p = p};
    if (pw_job_extra(find, &x)) j->result->unneeded = x.names;
}
