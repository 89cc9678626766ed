#include <inttypes.h>
#include <string.h>

#include "engine/engine.h"
#include "report/execution_print.h"
#include "report/verdict/verdict_print.h"

static bool is_net(const struct pw_verify_result *r)
{
    return pw_input_kind(r->input)->about == PW_ABOUT_NET;
}

void pw_verdict_print_line(const struct pw_verify_result *r, struct pw_strbuf *out)
{
    const struct pw_input_kind *kind = pw_input_kind(r->input);
    bool threads = kind && kind->threads;
    switch (r->judgement.verdict) {
    case PW_SAFE:
        pw_strbuf_puts(out, !threads                   ? "SAFE: no target marking can be covered"
                            : r->counted && !r->lifted ? "SAFE for these numbers of threads"
                                                       : "SAFE for every number of threads");
        break;
    case PW_UNSAFE:
        if (!threads)
            pw_strbuf_puts(out, "UNSAFE: a target marking can be covered");
        else
            pw_strbuf_printf(out, "UNSAFE with %s%u thread%s", r->exactly ? "exactly " : "",
                             r->threads, r->threads == 1 ? "" : "s");
        break;
    case PW_UNSTATED:
    case PW_UNKNOWN:
        pw_strbuf_printf(out, "UNKNOWN: %s", pw_verdict_explain(r->judgement, !r->forgets));
        break;
    }
}

/* A paragraph: the heading in a column of its own, once. */
static void entry(struct pw_strbuf *out, const char *heading, bool first, const char *text)
{
    pw_strbuf_printf(out, "  %-11s %s\n", first ? heading : "", text);
}

static void list(struct pw_strbuf *out, const char *heading, char *const *lines, size_t n)
{
    for (size_t i = 0; i < n; i++)
        entry(out, heading, i == 0, lines[i]);
}

static void print_predicates(const struct pw_verify_result *r, struct pw_strbuf *out)
{
    if (r->predicates.n)
        list(out, "predicates", r->predicates.at, r->predicates.n);
    else if (r->forgets)
        entry(out, "predicates", true, r->forgets);
}

/* Where several engines take such an input, or none answers: who it was. */
static void print_engine(const struct pw_verify_result *r, struct pw_strbuf *out)
{
    struct pw_strbuf b = {0};
    if (r->raced && r->judgement.reason == PW_REASON_STOPPED)
        pw_strbuf_printf(&b, "all that take such a file, in turns; the figures below are of '%s'",
                         r->engine->name);
    else
        pw_strbuf_printf(&b, "%s: %s", r->engine->name, r->engine->what);
    bool unknown = r->judgement.verdict == PW_UNKNOWN;
    if (r->raced || unknown) entry(out, "engine", true, pw_strbuf_text(&b));
    if (unknown && r->next.n && strstr(r->next.at[0], ", tried just now)"))
        entry(out, "engine", false,
              "(the only one that was asked; another one has an answer: see 'next')");
    pw_strbuf_clear(&b);
}

static void print_proof(const struct pw_verify_result *r, const char *certificate,
                        struct pw_strbuf *out)
{
    struct pw_strbuf b = {0};
    entry(out, "rests on", true, pw_strbuf_text(&r->rests_on));
    if (r->proof.n) entry(out, "proof", true, pw_strbuf_text(&r->proof));
    /* of a pair invariant pwqo-check leaves the arithmetic to solvers */
    bool solvers = r->engine->certificate && !strcmp(r->engine->certificate, "pairs");
    if (certificate)
        pw_strbuf_printf(&b, solvers ? "contrib/check-proof FILE %s" : "pwqo-check %s",
                         certificate);
    else
        pw_strbuf_printf(&b, "run again with --certificate=%s",
                         solvers ? "CERT, then contrib/check-proof FILE CERT"
                                 : "CERT, then pwqo-check CERT");
    if (r->engine->certificate) entry(out, "to check", true, pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
}

static const char *more_of(struct pw_judgement j)
{
    if (j.reason != PW_REASON_STOPPED) return NULL;
    switch (j.stop) {
    case PW_STOP_TIME:
        return "the same with more time: --time-limit=SECONDS; or smaller: -D NAME=VALUE";
    case PW_STOP_MEMORY:
        return "the same with more memory: --memory-limit=MEBIBYTES; or smaller: -D NAME=VALUE";
    default:
        return NULL;
    }
}

/* Commands that tell more; the last says what the reason means. */
static void print_next(const struct pw_verify_result *r, struct pw_strbuf *out)
{
    struct pw_strbuf b = {0};
    const char *reason = pw_verdict_reason(r->judgement);
    const char *more = more_of(r->judgement);
    list(out, "next", r->next.at, r->next.n);
    if (more) entry(out, "next", !r->next.n, more);
    if (reason && r->judgement.verdict == PW_UNKNOWN) {
        pw_strbuf_printf(&b, strchr(reason, ' ') ? "pwqo explain '%s'" : "pwqo explain %s", reason);
        pw_strbuf_puts(&b, "  (what this means)");
        entry(out, "next", !r->next.n && !more, pw_strbuf_text(&b));
    }
    pw_strbuf_clear(&b);
}

/* Of a long run the middle is left out, unless more is asked for. */
static void print_run(const struct pw_execution *e, enum pw_detail detail, struct pw_strbuf *out)
{
    enum { FIRST = 40, LAST = 100 };
    if (detail == PW_DETAIL_MORE || e->steps.n <= FIRST + LAST) {
        pw_execution_print_text(e, out);
        return;
    }
    struct pw_execution *part = pw_execution_shorten(e, FIRST, LAST);
    pw_execution_print_text(part, out);
    pw_execution_free(part);
    pw_strbuf_puts(out, "  (-v prints all steps)\n");
}

/* The run that is shown with UNKNOWN. */
static void print_candidate(const struct pw_verify_result *r, struct pw_strbuf *out)
{
    pw_strbuf_printf(out, "  %s:\n", pw_verdict_candidate(r->judgement));
    pw_execution_print_text(r->candidate, out);
}

static void print_cost(const struct pw_verify_result *r, struct pw_strbuf *out)
{
    struct pw_strbuf b = {0};
    pw_strbuf_printf(&b, "%.3f s, %.1f MiB", r->stats.seconds.total,
                     (double)r->stats.peak_kib / 1024);
    entry(out, "cost", true, pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
}

static void print_figures(const struct pw_verify_result *r, struct pw_strbuf *out)
{
#define X(name, text)                                                                              \
    if (r->stats.name) pw_strbuf_printf(out, "  %12" PRIu64 "  %s\n", r->stats.name, text);
    PW_VERIFY_STATS(X)
#undef X
#define X(name, text) pw_strbuf_printf(out, "  %10.4f s  %s\n", r->stats.seconds.name, text);
    PW_VERIFY_TIMES(X)
#undef X
    if (r->engine) pw_stats_print(r->engine->stats, r->figures, out);
}

void pw_verdict_print_text(const char *file, const struct pw_verify_result *r,
                           enum pw_detail detail, const char *certificate, struct pw_strbuf *out)
{
    pw_strbuf_printf(out, "%s: ", file);
    pw_verdict_print_line(r, out);
    pw_strbuf_putc(out, '\n');
    if (detail == PW_DETAIL_LINE) return;
    if (r->engine) print_engine(r, out);
    if (r->judgement.verdict == PW_SAFE) {
        if (r->numbers.n && !(r->counted && r->lifted))
            entry(out, "threads", true, pw_strbuf_text(&r->numbers));
        if (!is_net(r)) print_predicates(r, out);
        print_proof(r, certificate, out);
        list(out, "invariant", r->words.at, r->words.n);
        list(out, "where", r->places.at, r->places.n);
        list(out, "names", r->names.at, r->names.n);
        list(out, "suggested", r->suggested.at, r->suggested.n);
        list(out, "with labels", r->labels.at, r->labels.n);
        list(out, "not needed", r->unneeded.at, r->unneeded.n);
    }
    if (r->execution && r->judgement.reason == PW_REASON_TRANSLATION)
        pw_strbuf_puts(out, "  the run, which the translation has, and perhaps not the program:\n");
    if (r->execution) print_run(r->execution, detail, out);
    if (r->execution && r->judgement.verdict == PW_UNSAFE)
        entry(out, "replayed", true,
              is_net(r) ? "every step was taken by the net itself"
                        : "every step was executed on the program itself, with these values");
    if (r->candidate) {
        if (!is_net(r)) print_predicates(r, out);
        print_candidate(r, out);
    }
    list(out, "hint", r->hints.at, r->hints.n);
    list(out, "tried", r->tried.at, r->tried.n);
    if (r->judgement.verdict != PW_SAFE) list(out, "names", r->names.at, r->names.n);
    print_next(r, out);
    print_cost(r, out);
    if (detail == PW_DETAIL_MORE || r->judgement.reason == PW_REASON_STOPPED) print_figures(r, out);
}
