#include "engine/engine.h"
#include "report/execution_print.h"
#include "report/verdict/verdict_print.h"

static void strings(struct pw_json *j, const char *key, char *const *lines, size_t n)
{
    pw_json_key(j, key);
    pw_json_array(j);
    for (size_t i = 0; i < n; i++)
        pw_json_string(j, lines[i]);
    pw_json_end(j);
}

static void execution(struct pw_json *j, const char *key, const struct pw_execution *e)
{
    pw_json_key(j, key);
    if (e)
        pw_execution_print_json(e, j);
    else
        pw_json_null(j);
}

static void stats(struct pw_json *j, const struct pw_verify_result *r)
{
    const struct pw_verify_stats *s = &r->stats;
    pw_json_key(j, "stats");
    pw_json_object(j);
#define X(name, text) pw_json_key(j, #name), pw_json_int(j, (int64_t)s->name);
    PW_VERIFY_STATS(X)
#undef X
    pw_json_key(j, "seconds");
    pw_json_object(j);
#define X(name, text) pw_json_key(j, #name), pw_json_seconds(j, s->seconds.name);
    PW_VERIFY_TIMES(X)
#undef X
    pw_json_end(j);
    pw_json_key(j, "peak_kib");
    pw_json_int(j, (int64_t)s->peak_kib);
    if (r->engine && r->engine->stats.n) {
        pw_json_key(j, r->engine->name);
        pw_json_object(j);
        pw_stats_json(r->engine->stats, r->figures, j);
        pw_json_end(j);
    }
    pw_json_end(j);
}

void pw_verdict_print_json(const char *file, const char *version, const struct pw_verify_result *r,
                           struct pw_strbuf *out)
{
    struct pw_json j;
    pw_json_head(&j, out, version, file);
    pw_json_text(&j, "verdict", pw_verdict_name(r->judgement.verdict));
    pw_json_text(&j, "reason", pw_verdict_reason(r->judgement));
    pw_json_text(&j, "engine", r->engine ? r->engine->name : NULL);
    pw_json_text(&j, "rests_on", r->rests_on.n ? pw_strbuf_text(&r->rests_on) : NULL);
    pw_json_text(&j, "integers", "mathematical");
    pw_json_text(&j, "memory", "sc");
    pw_json_key(&j, "counted");
    pw_json_bool(&j, r->counted);
    pw_json_key(&j, "threads");
    if (r->threads)
        pw_json_int(&j, r->threads);
    else
        pw_json_null(&j);
    execution(&j, "trace", r->execution);
    execution(&j, "candidate", r->candidate);
    strings(&j, "warnings", r->warnings.at, r->warnings.n);
    strings(&j, "hints", r->hints.at, r->hints.n);
    if (r->tried.n) strings(&j, "tried", r->tried.at, r->tried.n);
    if (r->next.n) strings(&j, "next", r->next.at, r->next.n);
    strings(&j, "invariant", r->words.at, r->words.n);
    if (r->places.n) strings(&j, "places", r->places.at, r->places.n);
    if (r->names.n) strings(&j, "names", r->names.at, r->names.n);
    strings(&j, "predicates", r->predicates.at, r->predicates.n);
    strings(&j, "unneeded", r->unneeded.at, r->unneeded.n);
    if (r->suggested.n) strings(&j, "suggest", r->suggested.at, r->suggested.n);
    if (r->labels.n) strings(&j, "labels", r->labels.at, r->labels.n);
    strings(&j, "parts", r->parts.at, r->parts.n);
    stats(&j, r);
    pw_json_end(&j);
    pw_strbuf_putc(out, '\n');
}

void pw_verdict_print_json_none(const char *file, const char *version, const char *reason,
                                struct pw_strbuf *out)
{
    struct pw_json j;
    pw_json_head(&j, out, version, file);
    pw_json_text(&j, "verdict", NULL);
    pw_json_text(&j, "reason", reason);
    pw_json_end(&j);
    pw_strbuf_putc(out, '\n');
}
