#include "report/concrete_print.h"

#include "config.h"

#include <assert.h>
#include <string.h>

#include "base/json.h"
#include "base/plural.h"
#include "base/vec.h"
#include "report/execution_print.h"
#include "report/names.h"
#include "run/replay.h"

/* ---- traces ---- */

static const char *property_text(const struct pw_concrete *x, size_t k)
{
    if (k > x->p->nunsafe) return x->p->invariants[k - x->p->nunsafe - 1].text;
    return k < x->p->nunsafe ? x->p->unsafe[k].text : "an assertion fails";
}

/* The run of found[k] for the printers of traces. */
static struct pw_execution *concrete_execution(struct pw_concrete *x, size_t k)
{
    struct pw_run *run = pw_concrete_run_to(x, k);
    struct pw_execution *e = pw_replay(run);
    assert(e);
    if (k != x->p->nunsafe) { /* of an assertion the replay says which */
        struct pw_strbuf text = {0};
        pw_strbuf_printf(&text, "%s%s", k > x->p->nunsafe ? "not invariant: " : "",
                         property_text(x, k));
        e->conclusion = pw_execution_text(e, pw_strbuf_text(&text));
        pw_strbuf_clear(&text);
    }
    pw_run_free(run);
    return e;
}

/* ---- text ---- */

static void why_incomplete(const struct pw_concrete *x, const struct pw_concrete_report *r,
                           struct pw_strbuf *out)
{
    if (r->stopped)
        pw_strbuf_puts(out, r->stopped);
    else if (!x->finished && x->opt.states && x->states >= x->opt.states)
        pw_strbuf_puts(out, "stopped after "), pw_plural_print(out, x->states, "state");
    else if (!x->finished && x->opt.depth && x->depth >= x->opt.depth)
        pw_strbuf_printf(out, "stopped at depth %llu", (unsigned long long)x->opt.depth);
    if (!x->values_bounded) return;
    pw_strbuf_printf(out, "%sarbitrary integers only from %lld to %lld", out->n ? "; " : "",
                     (long long)x->opt.lo, (long long)x->opt.hi);
}

static void print_labels(const struct pw_concrete *x, struct pw_strbuf *out)
{
    const char *comma = " ";
    pw_strbuf_puts(out, "labels reached:");
    for (uint32_t i = 0; i < x->p->nlabels; i++)
        if (pw_concrete_label(x, i))
            pw_strbuf_printf(out, "%s%s", comma, x->p->labels[i].name), comma = ", ";
    pw_strbuf_puts(out, *comma == ' ' ? " none\nlabel pairs reached:" : "\nlabel pairs reached:");
    comma = " ";
    for (uint32_t i = 0; i < x->p->nlabels; i++)
        for (uint32_t j = i; j < x->p->nlabels; j++)
            if (pw_concrete_pair(x, i, j))
                pw_strbuf_printf(out, "%s%s+%s", comma, x->p->labels[i].name, x->p->labels[j].name),
                    comma = ", ";
    pw_strbuf_puts(out, *comma == ' ' ? " none\n" : "\n");
}

static void print_violation(struct pw_concrete *x, const struct pw_concrete_report *r, size_t k,
                            struct pw_strbuf *out)
{
    uint32_t depth = x->found[k].depth;
    pw_strbuf_printf(out, "%s: %s, after %u step%s", r->approximate ? "perhaps" : "violated",
                     property_text(x, k), depth, depth == 1 ? "" : "s");
    if (r->approximate)
        pw_strbuf_puts(out, "; the translation has more runs than the program, and this may be one "
                            "of those");
    if (r->stopped) {
        pw_strbuf_printf(out, "; a trace with --depth=%u\n", depth);
        return;
    }
    pw_strbuf_putc(out, '\n');
    struct pw_execution *e = concrete_execution(x, k);
    struct pw_names_said said = {.runs = {e}};
    pw_lines names = {0};
    pw_execution_print_text(e, out);
    pw_names_explain(x->p, &said, &names);
    for (size_t i = 0; i < names.n; i++)
        pw_strbuf_printf(out, "  %s %s\n", i ? "     " : "names", names.at[i]);
    pw_lines_clear(&names);
    pw_execution_free(e);
}

void pw_concrete_print_text(struct pw_concrete *x, const struct pw_concrete_report *r,
                            struct pw_strbuf *out)
{
    struct pw_strbuf why = {0};
    why_incomplete(x, r, &why);
    pw_strbuf_printf(out, "%s: ", r->file);
    pw_plural_print(out, x->opt.threads, "thread");
    pw_strbuf_puts(out, ", ");
    pw_plural_print(out, x->states, "state");
    pw_strbuf_printf(out, ", depth %u; %s%s%s\n", x->depth,
                     x->complete ? "complete" : "not complete (", pw_strbuf_text(&why),
                     x->complete ? "" : ")");
    pw_strbuf_clear(&why);
    if (!x->states) pw_strbuf_puts(out, "there is no initial state\n");
    print_labels(x, out);
    for (size_t k = 0; k < pw_concrete_properties(x->p); k++)
        if (x->found[k].reached) print_violation(x, r, k, out);
    if (!pw_concrete_violated(x))
        pw_strbuf_puts(out, x->p->nunsafe || x->p->has_assert || x->p->ninvariants
                                ? "violated: nothing\n"
                                : "violated: nothing (the program states no property)\n");
}

/* ---- JSON ---- */

static void json_labels(const struct pw_concrete *x, struct pw_json *j)
{
    pw_json_key(j, "labels");
    pw_json_array(j);
    for (uint32_t i = 0; i < x->p->nlabels; i++)
        if (pw_concrete_label(x, i)) pw_json_string(j, x->p->labels[i].name);
    pw_json_end(j);
    pw_json_key(j, "pairs");
    pw_json_array(j);
    for (uint32_t i = 0; i < x->p->nlabels; i++)
        for (uint32_t k = i; k < x->p->nlabels; k++) {
            if (!pw_concrete_pair(x, i, k)) continue;
            pw_json_array(j);
            pw_json_string(j, x->p->labels[i].name);
            pw_json_string(j, x->p->labels[k].name);
            pw_json_end(j);
        }
    pw_json_end(j);
}

static void json_line(const struct pw_concrete *x, size_t k, struct pw_json *j)
{
    const struct pw_program *p = x->p;
    if (k < p->nunsafe)
        pw_json_int(j, p->unsafe[k].pos.line);
    else if (k > p->nunsafe)
        pw_json_int(j, p->invariants[k - p->nunsafe - 1].pos.line);
    else
        pw_json_null(j);
}

static void json_violations(struct pw_concrete *x, const struct pw_concrete_report *r,
                            struct pw_json *j)
{
    pw_json_key(j, "violations");
    pw_json_array(j);
    for (size_t k = 0; k < pw_concrete_properties(x->p); k++) {
        if (!x->found[k].reached) continue;
        pw_json_object(j);
        pw_json_key(j, "property"), pw_json_string(j, property_text(x, k));
        pw_json_key(j, "line"), json_line(x, k, j);
        pw_json_key(j, "depth"), pw_json_int(j, x->found[k].depth);
        pw_json_key(j, "trace");
        if (r->stopped)
            pw_json_null(j);
        else {
            struct pw_execution *e = concrete_execution(x, k);
            pw_execution_print_json(e, j);
            pw_execution_free(e);
        }
        pw_json_end(j);
    }
    pw_json_end(j);
}

void pw_concrete_print_json(struct pw_concrete *x, const struct pw_concrete_report *r,
                            struct pw_strbuf *out)
{
    struct pw_json j;
    struct pw_strbuf why = {0};
    why_incomplete(x, r, &why);
    pw_json_head(&j, out, PACKAGE_VERSION, r->file);
    pw_json_text(&j, "of", "program");
    pw_json_key(&j, "threads"), pw_json_int(&j, (int64_t)x->opt.threads);
    pw_json_key(&j, "complete"), pw_json_bool(&j, x->complete);
    pw_json_key(&j, "reason"),
        x->complete ? pw_json_null(&j) : pw_json_string(&j, pw_strbuf_text(&why));
    pw_json_key(&j, "states"), pw_json_int(&j, (int64_t)x->states);
    pw_json_key(&j, "initial_states"), pw_json_int(&j, (int64_t)x->initial);
    pw_json_key(&j, "steps"), pw_json_int(&j, (int64_t)x->steps);
    pw_json_key(&j, "depth"), pw_json_int(&j, x->depth);
    if (r->approximate) pw_json_key(&j, "approximate"), pw_json_bool(&j, true);
    json_labels(x, &j);
    json_violations(x, r, &j);
    pw_json_end(&j);
    pw_strbuf_putc(out, '\n');
    pw_strbuf_clear(&why);
}
