/* Engines in turns of growing length on the work clock (engine.h). */
#include <assert.h>
#include <inttypes.h>

#include "base/mem.h"
#include "engine/engine.h"

static const uint64_t FIRST_TURN =
    200000; /* polls per share: what most models need of one engine is done within the first */
static const uint64_t SCOUT_TURN = 10000; /* polls: a few steps of few threads */

/* What one engine brought, or what is left of its turn. */
struct turn {
    const struct pw_contestant *contestant; /* NULL: none */
    const struct pw_input_text *text;
    struct pw_job job; /* collects into the two below */
    struct pw_verify_result result;
    struct pw_diags diags;
};

struct race {
    struct pw_job *j;
    const struct pw_input_text *text;
    bool *out; /* by contestant: it has no answer, or has no place for it */
    size_t left;
    struct turn best; /* of the answers so far */
    size_t best_index;
    enum pw_stop stop; /* the whole run has to end */
};

/* A turn that was cut off may leave the diagrams of a template in pieces: every turn gets its own.
 */
static void run_turn(void *arg)
{
    struct turn *t = arg;
    const struct pw_contestant *c = t->contestant;
    struct pw_problem own;
    if (c->problem->about != PW_ABOUT_TEMPLATE) {
        pw_engine_run(c->engine, &t->job, c->problem);
    } else if (pw_problem_read(&own, t->text, &t->diags)) {
        pw_engine_run(c->engine, &t->job, &own);
        pw_problem_clear(&own);
    }
    if (c->after) c->after(c->arg, &t->job);
}

static void open_turn(struct turn *t, const struct race *r, const struct pw_contestant *c)
{
    *t = (struct turn){.contestant = c, .text = r->text, .job = *r->j};
    pw_verify_result_init(&t->result);
    t->result.input = r->j->result->input;
    t->result.engine = c->engine;
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
    if (!t->contestant) return -1;
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

/* True: the race is over. scouting: a proof does not count and is forgotten. */
static bool take_turn(struct race *r, const struct pw_contestant *c, size_t index, uint64_t polls,
                      bool scouting)
{
    struct turn t;
    const char *of = c->of ? c->of : "";
    assert(!r->out[index] && r->left > 0);
    open_turn(&t, r, c);
    bool alone = r->left == 1;
    if (alone)
        pw_job_say(r->j, "engine %s%s: until it ends", c->engine->name, of);
    else
        pw_job_say(r->j, "engine %s%s: a turn of %" PRIu64 " polls", c->engine->name, of, polls);
    enum pw_stop why = alone ? pw_guard_run(run_turn, &t) : pw_guard_run_turn(polls, run_turn, &t);
    if (why != PW_STOP_NONE) pw_engine_stopped(&t.job, why);
    bool answered = rank(&t) == ANSWERED;
    if (why == PW_STOP_TIME || why == PW_STOP_SIGNAL) r->stop = why;
    if (scouting && pw_verdict_of(&t.job.evidence).verdict == PW_SAFE) {
        clear_turn(&t);
        return false;
    }
    if (why != PW_STOP_TURN) r->out[index] = true, r->left--;
    keep_better(r, &t, index);
    return answered || r->stop != PW_STOP_NONE;
}

/* The first engine would search long where there is a short run: another one looks for it before.
 * Proofs are left to the first one, whose words for them are better. True: the race is over. */
static bool send_scouts(struct race *r, const struct pw_contestant *c, size_t n)
{
    const struct pw_engine *scout = c[0].engine->scout;
    if (!scout || r->j->options->suggest) return false;
    for (size_t i = 1; i < n; i++)
        if (c[i].engine == scout && take_turn(r, &c[i], i, SCOUT_TURN, true)) return true;
    return false;
}

static void take_turns(struct race *r, const struct pw_contestant *c, size_t n)
{
    uint64_t length = FIRST_TURN;
    if (send_scouts(r, c, n)) return;
    while (r->left) {
        for (size_t i = 0; i < n; i++) {
            if (!r->out[i] && c[i].over && *c[i].over) r->out[i] = true, r->left--;
            uint64_t share = c[i].engine->share ? c[i].engine->share : 1; /* asked for by name */
            if (!r->out[i] && take_turn(r, &c[i], i, length * share, false)) return;
        }
        if (length < UINT64_MAX / 4096) length *= 2;
    }
}

static void adopt(struct race *r)
{
    struct pw_job *j = r->j;
    struct turn *t = &r->best;
    assert(t->contestant); /* at least one had a turn */
    struct pw_source init = j->result->init_source;
    *j->result = t->result;
    j->result->init_source = init;
    j->evidence = t->job.evidence;
    /* A run of the abstract threads says nothing while the program itself is not decided. */
    bool open = j->evidence.stop != PW_STOP_NONE || j->evidence.precision == PW_OVER_PARTS;
    if (r->stop != PW_STOP_NONE && open) j->evidence.stop = r->stop;
    pw_diags_move(&t->diags, j->diags);
}

void pw_turns_race(const struct pw_contestant *c, size_t n, struct pw_job *j,
                   const struct pw_input_text *text)
{
    assert(n);
    if (n == 1) {
        pw_engine_run(c->engine, j, c->problem);
        if (c->after) c->after(c->arg, j);
        return;
    }
    struct race r = {.j = j, .text = text, .left = n, .out = PW_NEWS(bool, n)};
    for (size_t i = 0; i < n; i++)
        assert(c[i].engine->share < 4096);
    take_turns(&r, c, n);
    adopt(&r);
    PW_FREES(r.out, n);
}

void pw_turns_run(const struct pw_engine *const *engines, size_t n, struct pw_job *j,
                  const struct pw_problem *p, const struct pw_input_text *text)
{
    struct pw_contestant *c = PW_NEWS(struct pw_contestant, n);
    for (size_t i = 0; i < n; i++)
        c[i] = (struct pw_contestant){.engine = engines[i], .problem = p};
    pw_turns_race(c, n, j, text);
    PW_FREES(c, n);
}
