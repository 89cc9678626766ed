#include "report/instance_print.h"

#include "config.h"

#include <assert.h>
#include <inttypes.h>

#include "base/json.h"
#include "base/plural.h"
#include "dualref/dual_print.h"
#include "report/execution_print.h"
#include "report/runs.h"

static void print_reached(const struct pw_dual *t, const struct pw_instance_result *r,
                          struct pw_strbuf *out)
{
    size_t n = 0;
    for (size_t i = 0; i < r->n_labels; i++)
        if (r->label[i])
            pw_strbuf_printf(out, "%s%s", n++ ? ", " : "labels reached: ", t->labels.at[i]);
    pw_strbuf_puts(out, n ? "\n" : "labels reached: none\n");
    n = 0;
    for (size_t i = 0; i < r->n_labels; i++)
        for (size_t k = i; k < r->n_labels; k++)
            if (r->pair[i * r->n_labels + k])
                pw_strbuf_printf(out, "%s%s+%s",
                                 n++ ? ", " : "label pairs reached: ", t->labels.at[i],
                                 t->labels.at[k]);
    pw_strbuf_puts(out, n ? "\n" : "label pairs reached: none\n");
    for (size_t i = 0; i < r->n_bad; i++) {
        pw_strbuf_puts(out, r->bad[i] ? "violated: " : "not violated: ");
        assert(i < t->bad.n);
        pw_dual_print_bad(t, &t->bad.at[i], out);
        if (t->bad.at[i].what) pw_strbuf_printf(out, " (%s)", t->bad.at[i].what);
        pw_strbuf_putc(out, '\n');
    }
}

static const char *what(const struct pw_closure *c)
{
    return c->mode == PW_CLOSURE_NONE    ? "template"
           : c->mode == PW_CLOSURE_PAPER ? "closure (paper)"
                                         : "closure";
}

void pw_instance_print(const struct pw_closure *c, const struct pw_instance_result *r,
                       const char *file, struct pw_strbuf *out)
{
    const struct pw_dual *t = c->t;
    pw_strbuf_printf(out, "%s: %s, ", file, what(c));
    pw_plural_print(out, r->threads, "thread");
    pw_strbuf_puts(out, ", ");
    pw_plural_print(out, r->states, "state");
    pw_strbuf_printf(out, ", depth %" PRIu64 "; %s\n", r->depth,
                     r->complete ? "complete" : "not complete");
    print_reached(t, r, out);
}

/* ---- JSON ---- */

static void put_run(struct pw_json *j, const struct pw_instance_result *r)
{
    pw_json_key(j, "trace");
    if (!r->run.locals.n) {
        pw_json_null(j);
        return;
    }
    struct pw_execution *e = pw_runs_named(&r->run);
    pw_execution_print_json(e, j);
    pw_execution_free(e);
}

static void put_reached(struct pw_json *j, const struct pw_dual *t,
                        const struct pw_instance_result *r)
{
    pw_json_key(j, "labels");
    pw_json_array(j);
    for (size_t i = 0; i < r->n_labels; i++)
        if (r->label[i]) pw_json_string(j, t->labels.at[i]);
    pw_json_end(j);
    pw_json_key(j, "pairs");
    pw_json_array(j);
    for (size_t i = 0; i < r->n_labels; i++)
        for (size_t k = i; k < r->n_labels; k++) {
            if (!r->pair[i * r->n_labels + k]) continue;
            pw_json_array(j);
            assert(i < t->labels.n);
            pw_json_string(j, t->labels.at[i]);
            assert(k < t->labels.n);
            pw_json_string(j, t->labels.at[k]);
            pw_json_end(j);
        }
    pw_json_end(j);
}

/* Each violated property; the run leads to the first that was met. */
static void put_violations(struct pw_json *j, const struct pw_closure *c,
                           const struct pw_instance_result *r)
{
    struct pw_strbuf text = {0};
    pw_json_key(j, "violations");
    pw_json_array(j);
    for (size_t i = 0; i < r->n_bad; i++) {
        if (!r->bad[i]) continue;
        pw_strbuf_reset(&text);
        assert(i < c->t->bad.n);
        pw_dual_print_bad(c->t, &c->t->bad.at[i], &text);
        pw_json_object(j);
        pw_json_key(j, "property");
        pw_json_string(j, pw_strbuf_text(&text));
        pw_json_key(j, "line");
        pw_json_int(j, c->t->bad.at[i].line);
        pw_json_end(j);
    }
    pw_json_end(j);
    pw_strbuf_clear(&text);
}

void pw_instance_json(const struct pw_closure *c, const struct pw_instance_result *r,
                      const char *file, struct pw_strbuf *out)
{
    struct pw_json j;
    pw_json_head(&j, out, PACKAGE_VERSION, file);
    pw_json_text(&j, "of", c->mode == PW_CLOSURE_NONE ? "template" : "closure");
    if (c->mode != PW_CLOSURE_NONE) pw_json_text(&j, "closure", pw_closure_mode_name(c->mode));
    pw_json_key(&j, "threads");
    pw_json_int(&j, (int64_t)r->threads);
    pw_json_key(&j, "states");
    pw_json_int(&j, (int64_t)r->states);
    pw_json_key(&j, "complete");
    pw_json_bool(&j, r->complete);
    pw_json_key(&j, "steps");
    pw_json_int(&j, (int64_t)r->steps);
    pw_json_key(&j, "depth");
    pw_json_int(&j, (int64_t)r->depth);
    put_reached(&j, c->t, r);
    put_violations(&j, c, r);
    put_run(&j, r);
    pw_json_end(&j);
    pw_strbuf_putc(out, '\n');
}
