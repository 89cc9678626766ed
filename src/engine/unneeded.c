#include "engine/unneeded.h"

#include <string.h>

#include "base/limits.h"
#include "base/mem.h"
#include "engine/decide.h"

static const double SECONDS_EACH = 10;

struct trial {
    const struct pw_job *j;
    const struct pw_program *p;
    struct pw_preds preds; /* to try */
    bool safe;
};

static void decide(void *arg)
{
    struct trial *x = arg;
    x->safe = pw_decide_aside(x->j, x->p, x->preds, NULL);
}

/* Safe with these predicates only? False also when the budget is used up. */
static bool still_safe(const struct pw_job *j, const struct pw_program *p, struct pw_preds preds)
{
    struct trial x = {.j = j, .p = p, .preds = preds};
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
    struct pw_pred *kept = PW_NEWS(struct pw_pred, p->preds.n),
                   *fewer = PW_NEWS(struct pw_pred, p->preds.n);
    size_t n = p->preds.n;
    if (n) memcpy(kept, p->preds.at, n * sizeof *kept);
    for (size_t i = 0; i < n;) {
        memcpy(fewer, kept, i * sizeof *kept);
        memcpy(fewer + i, kept + i + 1, (n - i - 1) * sizeof *kept);
        if (still_safe(x->j, p, (struct pw_preds){fewer, n - 1})) {
            pw_vec_push(&x->names, pw_mem_strdup(kept[i].name));
            memcpy(kept, fewer, --n * sizeof *kept);
        } else {
            i++;
        }
    }
    PW_FREES(kept, p->preds.n);
    PW_FREES(fewer, p->preds.n);
}

void pw_unneeded_find(struct pw_job *j, const struct pw_program *p)
{
    struct search x = {.j = j, .p = p};
    if (pw_job_extra(find, &x)) j->result->unneeded = x.names;
}
