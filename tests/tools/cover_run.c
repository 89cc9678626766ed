/* cover_run.c -- decides one net; for tests and measurements.
 *
 *   cover_run [options] FILE.tts|FILE.spec --init=TEXT --time=S --memory=MIB --no-prune --no-slice
 *   --no-linear --no-forward --no-ideals --no-backward --exhaust --certify --order=small|fifo|lifo
 *   --basis --trace --stats
 * Prints "safe", "unsafe" or "unknown REASON" first; exit 0, 10, 5; 65, 66 for bad input. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "base/limits.h"
#include "base/mem.h"
#include "cover/net.h"
#include "cover/probe.h"
#include "cover/trace.h"

struct job {
    const char *path, *init;
    struct pw_cover_options o;
    bool basis, trace, stats;
    struct pw_cover_stats counts;
    int status;
};

static void print_diags(const struct pw_diags *d)
{
    struct pw_strbuf out = {0};
    pw_diag_print(d, &out);
    fputs(pw_strbuf_text(&out), stderr);
    pw_strbuf_clear(&out);
}

static bool read_source(struct pw_source *s, const char *path)
{
    const char *why;
    if (pw_source_read(s, path, &why) == PW_SOURCE_OK) return true;
    fprintf(stderr, "%s: %s\n", path, why);
    return false;
}

static bool has_end(const char *s, const char *end)
{
    size_t n = strlen(s), k = strlen(end);
    return n >= k && strcmp(s + n - k, end) == 0;
}

static int load_tts(struct job *j, struct pw_net *net, const struct pw_source *src,
                    struct pw_diags *d, struct pw_source *prop, struct pw_source *init)
{
    char path[4096];
    snprintf(path, sizeof path, "%.*s.prop", (int)(strlen(j->path) - 4), j->path);
    if (!read_source(prop, path)) return 66;
    if (j->init) pw_source_from_text(init, "--init", j->init, strlen(j->init));
    return pw_net_read_tts(net, src, prop, j->init ? init : NULL, d) ? 0 : 65;
}

static void print_result(struct job *j, struct pw_net *net, struct pw_cover_result *r)
{
    struct pw_strbuf out = {0};
    size_t step;
    const char *why = NULL;
    j->status = r->verdict == PW_UNCOVERED ? 0 : r->verdict == PW_COVERED ? 10 : 5;
    bool replayed = r->verdict == PW_COVERED && pw_net_replay(net, &r->trace, &step, &why);
    if (r->verdict == PW_COVERED && !replayed && !net->exact) {
        struct pw_trace other;
        replayed = pw_net_probe(net, PW_PROBE_STATES, &other);
        if (replayed) {
            pw_trace_clear(&r->trace);
            r->trace = other;
        }
    }
    if (r->verdict == PW_COVERED && !replayed) {
        pw_strbuf_printf(&out, "unknown step %zu: %s\n", step, why);
        j->status = net->exact ? 70 : 5;
    } else {
        pw_strbuf_printf(&out,
                         r->verdict == PW_UNCOVERED ? "safe%s\n"
                         : r->verdict == PW_COVERED ? "unsafe%s\n"
                                                    : "unknown %s\n",
                         r->verdict == PW_COVER_UNKNOWN ? r->reason
                         : r->proof == PW_PROOF_IDEALS  ? " ideals"
                                                        : "");
    }
    if (j->trace && r->verdict == PW_COVERED) pw_net_print_trace(net, &r->trace, &out);
    if (j->basis) pw_net_print_basis(net, r, &out);
    if (r->verdict == PW_COVERED && j->stats)
        pw_strbuf_printf(&out, "steps %zu\n", r->trace.steps.n);
    if (r->proof == PW_PROOF_IDEALS && j->stats)
        pw_strbuf_printf(&out, "ideals %zu\n", r->ideals.n);
    fputs(pw_strbuf_text(&out), stdout);
    pw_strbuf_clear(&out);
}

static void body(void *arg)
{
    struct job *j = arg;
    struct pw_source src = {0}, prop = {0}, init = {0};
    struct pw_diags d = {0};
    struct pw_net net;
    struct pw_cover_result r;
    if (!read_source(&src, j->path)) {
        j->status = 66;
        return;
    }
    memset(&net, 0, sizeof net);
    j->status = has_end(j->path, ".tts")           ? load_tts(j, &net, &src, &d, &prop, &init)
                : pw_net_read_spec(&net, &src, &d) ? 0
                                                   : 65;
    print_diags(&d);
    if (j->status == 0) {
        pw_cover_decide(&net.system, &j->o, &r, &j->counts);
        print_result(j, &net, &r);
        pw_cover_result_clear(&r, net.system.globals);
        pw_net_clear(&net);
    }
    pw_diags_clear(&d);
    pw_source_clear(&src);
    pw_source_clear(&prop);
    pw_source_clear(&init);
}

static bool option(struct job *j, const char *a)
{
    struct pw_cover_options *o = &j->o;
    if (!strncmp(a, "--init=", 7))
        j->init = a + 7;
    else if (!strncmp(a, "--time=", 7))
        pw_limits_start(atof(a + 7));
    else if (!strncmp(a, "--memory=", 9))
        pw_mem_set_limit((size_t)atol(a + 9) << 20);
    else if (!strcmp(a, "--no-prune"))
        o->prune = false;
    else if (!strcmp(a, "--no-slice"))
        o->slice = false;
    else if (!strcmp(a, "--no-linear"))
        o->invariants = o->inequation = false;
    else if (!strcmp(a, "--no-inequation"))
        o->inequation = false;
    else if (!strcmp(a, "--no-merge"))
        o->merge = false;
    else if (!strcmp(a, "--no-forward"))
        o->forward = false;
    else if (!strcmp(a, "--no-directed"))
        o->directed = false;
    else if (!strcmp(a, "--no-together"))
        o->together = false;
    else if (!strcmp(a, "--no-fuse"))
        o->fuse = false;
    else if (!strcmp(a, "--no-plenty"))
        o->plenty = false;
    else if (!strcmp(a, "--no-ideals"))
        o->ideals = false;
    else if (!strcmp(a, "--no-backward"))
        o->backward = false;
    else if (!strcmp(a, "--exhaust"))
        o->exhaust = true;
    else if (!strcmp(a, "--certify"))
        o->certify = true;
    else if (!strcmp(a, "--order=fifo"))
        o->order = PW_ORDER_FIFO;
    else if (!strcmp(a, "--order=lifo"))
        o->order = PW_ORDER_LIFO;
    else if (!strcmp(a, "--order=small"))
        o->order = PW_ORDER_SMALL;
    else if (!strcmp(a, "--basis"))
        j->basis = true;
    else if (!strcmp(a, "--trace"))
        j->trace = true;
    else if (!strcmp(a, "--stats"))
        j->stats = true;
    else
        return false;
    return true;
}

int main(int argc, char **argv)
{
    struct job j = {0};
    pw_cover_options_init(&j.o);
    for (int i = 1; i < argc; i++)
        if (argv[i][0] != '-')
            j.path = argv[i];
        else if (!option(&j, argv[i]))
            return fprintf(stderr, "unknown option %s\n", argv[i]), 64;
    if (!j.path) return fprintf(stderr, "no file\n"), 64;
    enum pw_stop stop = pw_guard_run(body, &j);
    if (stop != PW_STOP_NONE) {
        printf("unknown %s\n", pw_guard_reason(stop));
        j.status = 5;
    }
    if (j.stats) {
#define X(name, text) printf(#name " %llu\n", (unsigned long long)j.counts.name);
        PW_COVER_STATS(X)
#undef X
        printf("peak_kib %zu\n", pw_mem_peak() >> 10);
    }
    return j.status;
}
