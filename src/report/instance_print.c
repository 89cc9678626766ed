#include "report/instance_print.h"

#include "config.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/json.h"
#include "base/mem.h"
#include "dualref/dual_print.h"

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
    pw_strbuf_printf(out, "%s: %s, %zu threads, %" PRIu64 " states, depth %" PRIu64 "; %s\n", file,
                     what(c), r->threads, r->states, r->depth,
                     r->complete ? "complete" : "not complete");
    print_reached(t, r, out);
}

/* ---- JSON ---- */

static void put_bindings(struct pw_json *j, const pw_fields *fs, const struct pw_states *st,
                         uint32_t number, bool shared)
{
    pw_json_object(j);
    for (uint32_t i = 0; i < fs->n; i++) {
        int64_t v =
            shared ? pw_states_shared_value(st, number, i) : pw_states_local_value(st, number, i);
        pw_json_key(j, fs->at[i].name);
        if (fs->at[i].kind == PW_FIELD_RANGE)
            pw_json_int(j, v);
        else
            pw_json_bool(j, v != 0);
    }
    pw_json_end(j);
}

static void put_configuration(struct pw_json *j, const struct pw_instance_result *r,
                              uint32_t shared, const uint32_t *local)
{
    const struct pw_dual *t = r->numbers.t;
    pw_json_key(j, "shared");
    put_bindings(j, &t->shared, &r->numbers, shared, true);
    pw_json_key(j, "threads");
    pw_json_array(j);
    for (size_t k = 0; k < r->threads; k++) {
        pw_json_object(j);
        pw_json_key(j, "at");
        pw_json_string(j, local[k] == PW_NO_INDEX
                              ? "sink"
                              : t->locs.at[r->numbers.locals.at[local[k]].loc].name);
        if (local[k] != PW_NO_INDEX) {
            uint32_t q = pw_states_template(&r->numbers, local[k]);
            pw_json_key(j, "template");
            assert(q < t->templates.n);
            pw_json_string(j, t->templates.at[q].name);
            pw_json_key(j, "local");
            put_bindings(j, &t->templates.at[q].fields, &r->numbers, local[k], false);
        }
        pw_json_end(j);
    }
    pw_json_end(j);
}

static void put_step(struct pw_json *j, const struct pw_dual *t, const struct pw_named_step *s)
{
    assert(s->stmt < t->stmts.n);
    pw_json_key(j, "thread");
    pw_json_int(j, s->thread + 1);
    pw_json_key(j, "line");
    pw_json_int(j, t->stmts.at[s->stmt].line);
    pw_json_text(j, "statement", t->stmts.at[s->stmt].text);
}

static void put_run(struct pw_json *j, const struct pw_closure *c,
                    const struct pw_instance_result *r)
{
    pw_json_key(j, "trace");
    if (!r->run.locals.n) {
        pw_json_null(j);
        return;
    }
    uint32_t *now = PW_NEWS(uint32_t, r->threads);
    memcpy(now, r->run.locals.at, r->threads * sizeof *now);
    pw_json_array(j);
    for (size_t i = 0; i <= r->run.steps.n; i++) {
        const struct pw_named_step *s = i ? &r->run.steps.at[i - 1] : NULL;
        pw_json_object(j);
        pw_json_key(j, "step");
        pw_json_int(j, (int64_t)i);
        if (s) put_step(j, c->t, s);
        if (s) pw_named_run_take(&r->run, i - 1, now);
        put_configuration(j, r, s ? s->shared : r->run.shared, now);
        pw_json_end(j);
    }
    pw_json_end(j);
    PW_FREES(now, r->threads);
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
    put_run(&j, c, r);
    pw_json_end(&j);
    pw_strbuf_putc(out, '\n');
}
