/* Engines in turns of growing length on the work clock (engine.h). */
#include <assert.h>
#include <inttypes.h>

#include "base/mem.h"
#include "engine/engine.h"

static const uint64_t FIRST_TURN =
    200000; /* polls per share: what most models need of one engine is done within the first */

/* What one engine brought, or what is left of its turn. */
struct turn {
    const struct pw_engine *engine;
    const struct pw_problem *problem;
    const struct pw_input_text *text;
    struct pw_job job; /* collects into the two below */
    struct pw_verify_result result;
    struct pw_diags diags;
};

struct race {
    struct pw_job *j;
    const struct pw_problem *problem;
    const struct pw_input_text *text;
    bool *out; /* by engine: it has no answer, or has no place for it */
    size_t left;
    struct turn best; /* of the answers so far; engine NULL: none yet */
    size_t best_index;
    enum pw_stop stop; /* the whole run has to end */
};

/* A turn that was cut off may leave the diagrams of a template in pieces: every turn gets its own.
 */
static void run_turn(void *arg)
{
    struct turn *t = arg;
    struct pw_problem own;
    if (t->problem->about != PW_ABOUT_TEMPLATE) {
        pw_engine_run(t->engine, &t->job, t->problem);
    } else if (pw_problem_read(&own, t->text, &t->diags)) {
        pw_engine_run(t->engine, &t->job, &own);
        pw_problem_clear(&own);
    }
}

static void open_turn(struct turn *t, const struct race *r, const struct pw_engine *e)
{
    *t = (struct turn){.engine = e, .problem = r->problem, .text = r->text, .job = *r->j};
    pw_verify_result_init(&t->result);
    t->result.input = r->j->result->input;
    t->result.engine = e;
    t->result.raced = true;
    t->job.result = &t->result;
    t->job.diags = &t->diags;
}

static void clear_turn(struct turn *t)
{
    pw_verify_result_clear(&t->result);
    pw_diags_clear(&t->diags);
}

/* How much an outcome tells: an answer; why the engine has none; that it had to stop; that it gave
 * up, which says least where another engine met a limit. */
enum { ANSWERED = 5 };

static int rank(const struct turn *t)
{
    if (!t->engine) return -1;
    struct pw_judgement v = pw_verdict_of(&t->job.evidence);
    if (t->diags.errors) return 1;
    if (v.verdict != PW_UNKNOWN) return ANSWERED;
    if (v.reason == PW_REASON_INCOMPLETE) return 2;
    if (v.reason == PW_REASON_STOPPED) return t->job.evidence.stop == PW_STOP_TURN ? 0 : 3;
    return 4;
}

static void keep_better(struct race *r, struct turn *t, size_t index)
{
    int now = rank(t), best = rank(&r->best);
    if (now > best || (now == best && index <= r->best_index)) {
        clear_turn(&r->best);
        r->best = *t;
        r->best_index = index;
    } else {
        clear_turn(t);
    }
}

/* True: the race is over. */
static bool take_turn(struct race *r, const struct pw_engine *e, size_t index, uint64_t polls)
{
    struct turn t;
    open_turn(&t, r, e);
    bool alone = r->left == 1;
    if (alone)
        pw_job_say(r->j, "engine %s: until it ends", e->name);
    else
        pw_job_say(r->j, "engine %s: a turn of %" PRIu64 " polls", e->name, polls);
    enum pw_stop why = alone ? pw_guard_run(run_turn, &t) : pw_guard_run_turn(polls, run_turn, &t);
    if (why != PW_STOP_NONE) pw_engine_stopped(&t.job, why);
    bool answered = rank(&t) == ANSWERED;
    if (why == PW_STOP_TIME || why == PW_STOP_SIGNAL) r->stop = why;
    if (why != PW_STOP_TURN) r->out[index] = true, r->left--;
    keep_better(r, &t, index);
    return answered || r->stop != PW_STOP_NONE;
}

static void take_turns(struct race *r, const struct pw_engine *const *engines, size_t n)
{
    uint64_t length = FIRST_TURN;
    while (r->left) {
        for (size_t i = 0; i < n; i++)
            if (!r->out[i] && take_turn(r, engines[i], i, length * engines[i]->share)) return;
        if (length < UINT64_MAX / 4096) length *= 2;
    }
}

static void adopt(struct race *r)
{
    struct pw_job *j = r->j;
    struct turn *t = &r->best;
    struct pw_source init = j->result->init_source;
    *j->result = t->result;
    j->result->init_source = init;
    j->evidence = t->job.evidence;
    if (r->stop != PW_STOP_NONE && j->evidence.stop != PW_STOP_NONE) j->evidence.stop = r->stop;
    pw_diags_move(&t->diags, j->diags);
}

void pw_turns_run(const struct pw_engine *const *engines, size_t n, struct pw_job *j,
                  const struct pw_problem *p, const struct pw_input_text *text)
{
    assert(n);
    if (n == 1) {
        pw_engine_run(engines[0], j, p);
        return;
    }
    struct race r = {.j = j, .problem = p, .text = text, .left = n, .out = PW_NEWS(bool, n)};
    for (size_t i = 0; i < n; i++)
        assert(engines[i]->share && engines[i]->share < 4096);
    take_turns(&r, engines, n);
    adopt(&r);
    PW_FREES(r.out, n);
}
