/* Nets: read, search, replay a trace by the rules as written. */
#include <assert.h>
#include <inttypes.h>

#include "cert/certificate.h"
#include "cover/net.h"
#include "cover/probe.h"
#include "cover/trace.h"
#include "engine/conclude.h"
#include "report/runs.h"

/* Those of complements are none of the net as written. */
static int64_t tokens(const struct pw_net *net, const struct pw_config *c)
{
    int64_t n = 0;
    assert(net->complements.n <= net->system.locals);
    for (size_t i = 0; i < c->toks.n; i++) {
        if (c->toks.at[i].local + net->complements.n >= net->system.locals) continue;
        /* "as many as can be said" */
        if (__builtin_add_overflow(n, c->toks.at[i].count, &n) || n > UINT32_MAX) return UINT32_MAX;
    }
    return n;
}

/* Replays the trace by the rules as written. Where the guards were relaxed and it is no run of
 * theirs, another one may be: *t is then replaced. */
static void keep_trace(struct pw_job *j, const struct pw_net *net, struct pw_trace *t)
{
    size_t step = 0;
    const char *why = "";
    struct pw_trace other;
    j->evidence.replayed = pw_net_replay(net, t, &step, &why);
    if (!j->evidence.replayed && !net->exact && pw_net_probe(net, PW_PROBE_STATES, &other)) {
        pw_trace_clear(t);
        *t = other;
        j->evidence.replayed = true;
    }
    struct pw_execution *e = pw_runs_net(net, t);
    if (j->evidence.replayed) {
        j->result->execution = e;
        j->result->threads = (unsigned)tokens(net, &t->start);
    } else {
        j->result->candidate = e;
        if (step && step == t->steps.n && net->uppers.n)
            pw_job_hint(j, "the run that was found does not end in the target as written: %s", why);
        else
            pw_job_hint(j, "step %zu does not follow the rules as written: %s", step, why);
    }
}

static void certify(struct pw_job *j, const struct pw_net *net, const struct pw_cover_result *found)
{
    const struct pw_source *inputs[] = {j->src, j->options->beside};
    struct pw_cert_about about = {.inputs = inputs, .ninputs = j->options->beside ? 2 : 1};
    pw_cert_write_net(&j->result->certificate, &about, net, found);
}

static void prove(struct pw_job *j, const struct pw_net *net)
{
    if (net->exact)
        pw_job_proved(j, PW_EXACT, "the net itself");
    else
        pw_job_proved(j, PW_OVER_GUARDS, "the net with tokens that would block a guard dropped");
    pw_conclude_proof(j);
}

void pw_job_net(struct pw_job *j, const struct pw_net *net)
{
    struct pw_cover_result found = {0};
    struct pw_mode mode = pw_mode_of(j);
    struct pw_verify_stats *s = &j->result->stats;
    j->evidence.precision = net->exact ? PW_EXACT : PW_OVER_GUARDS;
    s->global_states = net->system.globals;
    s->local_states = net->system.locals;
    s->transitions = net->system.trans.n;
    pw_job_say(j, "net: %" PRIu32 " shared states, %" PRIu32 " counters, %zu transitions%s",
               net->system.globals, net->system.locals, net->system.trans.n,
               net->exact ? "" : "; guards with upper bounds are relaxed");
    pw_job_cover(j, &net->system, &mode, &found);
    if (j->evidence.coverable == PW_NO) prove(j, net);
    if (found.verdict == PW_COVERED) keep_trace(j, net, &found.trace);
    if (j->options->certificate && found.verdict == PW_UNCOVERED) certify(j, net, &found);
    if (j->options->basis) pw_net_print_basis(net, &found, &j->result->basis_text);
    pw_cover_result_clear(&found, net->system.globals);
}
