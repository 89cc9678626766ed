#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "dualref/rows.h"
#include "report/dual_show.h"

struct write_ctx {
    struct pw_dual *t;
    struct pw_json j;
    uint32_t stmt;
    bool sunk;
};

/* ---- declarations ---- */

static void put_bit_names(struct pw_json *j, const char *key, const pw_fields *fs)
{
    pw_json_key(j, key);
    pw_json_array(j);
    for (size_t i = 0; i < fs->n; i++)
        if (fs->at[i].kind == PW_FIELD_BIT) pw_json_string(j, fs->at[i].name);
    pw_json_end(j);
}

static void put_value(struct pw_json *j, const struct pw_field *f, int64_t value)
{
    if (f->kind == PW_FIELD_BOOL)
        pw_json_bool(j, value != 0);
    else
        pw_json_int(j, value);
}

static void put_value_names(struct pw_json *j, const char *key, const pw_fields *fs)
{
    pw_json_key(j, key);
    pw_json_array(j);
    for (size_t i = 0; i < fs->n; i++) {
        const struct pw_field *f = &fs->at[i];
        if (f->kind == PW_FIELD_BIT) continue;
        pw_json_object(j);
        pw_json_text(j, "name", f->name);
        pw_json_key(j, "values");
        pw_json_array(j);
        for (int64_t v = f->lo; v <= f->hi; v++)
            put_value(j, f, v);
        pw_json_end(j);
        pw_json_end(j);
    }
    pw_json_end(j);
}

static bool named_before(const struct pw_dual *t, size_t template, const char *name)
{
    for (size_t i = 0; i < template; i++) {
        assert(i < t->templates.n);
        const pw_fields *fs = &t->templates.at[i].fields;
        for (size_t k = 0; k < fs->n; k++)
            if (fs->at[k].kind == PW_FIELD_BIT && !strcmp(fs->at[k].name, name)) return true;
    }
    return false;
}

static void put_all_local_bits(struct pw_json *j, const struct pw_dual *t)
{
    pw_json_key(j, "local_bits");
    pw_json_array(j);
    for (size_t i = 0; i < t->templates.n; i++) {
        const pw_fields *fs = &t->templates.at[i].fields;
        for (size_t k = 0; k < fs->n; k++)
            if (fs->at[k].kind == PW_FIELD_BIT && !named_before(t, i, fs->at[k].name))
                pw_json_string(j, fs->at[k].name);
    }
    pw_json_end(j);
}

static void put_predicates(struct pw_json *j, const struct pw_dual *t)
{
    pw_json_key(j, "predicates");
    pw_json_array(j);
    for (size_t i = 0; i < t->preds.n; i++) {
        pw_json_object(j);
        pw_json_text(j, "name", t->preds.at[i].name);
        pw_json_text(j, "class", pw_tpred_class_name(t->preds.at[i].cls));
        pw_json_text(j, "text", t->preds.at[i].text);
        pw_json_end(j);
    }
    pw_json_end(j);
}

static void put_templates(struct pw_json *j, const struct pw_dual *t)
{
    pw_json_key(j, "templates");
    pw_json_array(j);
    for (size_t i = 0; i < t->templates.n; i++) {
        const struct pw_dual_kind *x = &t->templates.at[i];
        pw_json_object(j);
        pw_json_text(j, "name", x->name);
        pw_json_key(j, "count");
        if (x->count < 0)
            pw_json_string(j, "*");
        else
            pw_json_int(j, x->count);
        assert(x->entry < t->locs.n);
        pw_json_text(j, "entry", t->locs.at[x->entry].name);
        put_bit_names(j, "local_bits", &x->fields);
        put_value_names(j, "local_values", &x->fields);
        pw_json_end(j);
    }
    pw_json_end(j);
}

static void put_locations(struct pw_json *j, const struct pw_dual *t)
{
    pw_json_key(j, "locations");
    pw_json_array(j);
    for (size_t i = 0; i < t->locs.n; i++) {
        const struct pw_tloc *l = &t->locs.at[i];
        pw_json_object(j);
        pw_json_text(j, "name", l->name);
        assert(t->templates.n > l->template);
        pw_json_text(j, "template", t->templates.at[l->template].name);
        pw_json_key(j, "labels");
        pw_json_array(j);
        for (size_t k = 0; k < l->labels.n; k++)
            pw_json_string(j, t->labels.at[l->labels.at[k]]);
        pw_json_end(j);
        pw_json_key(j, "line");
        pw_json_int(j, l->line);
        pw_json_end(j);
    }
    pw_json_end(j);
}

static void put_statements(struct pw_json *j, const struct pw_dual *t)
{
    pw_json_key(j, "statements");
    pw_json_array(j);
    for (size_t i = 0; i < t->stmts.n; i++) {
        const struct pw_tstmt *s = &t->stmts.at[i];
        pw_json_object(j);
        assert(t->templates.n > s->template);
        pw_json_text(j, "template", t->templates.at[s->template].name);
        assert(s->from < t->locs.n);
        pw_json_text(j, "from", t->locs.at[s->from].name);
        assert(s->to < t->locs.n);
        pw_json_text(j, "to", t->locs.at[s->to].name);
        pw_json_key(j, "line");
        pw_json_int(j, s->line);
        pw_json_text(j, "text", s->text);
        pw_json_end(j);
    }
    pw_json_end(j);
}

static void put_bad(struct pw_json *j, const struct pw_dual *t)
{
    pw_json_key(j, "unsafe");
    pw_json_array(j);
    for (size_t i = 0; i < t->bad.n; i++) {
        const struct pw_bad *b = &t->bad.at[i];
        pw_json_array(j);
        for (size_t k = 0; k < b->terms.n; k++) {
            pw_json_object(j);
            pw_json_text(j, "label", t->labels.at[b->terms.at[k].label]);
            pw_json_key(j, "at_least");
            pw_json_int(j, b->terms.at[k].k);
            pw_json_end(j);
        }
        pw_json_end(j);
    }
    pw_json_end(j);
}

/* ---- rows ---- */

static bool has_values(const pw_fields *fs)
{
    for (size_t i = 0; i < fs->n; i++)
        if (fs->at[i].kind != PW_FIELD_BIT) return true;
    return false;
}

static void put_bits(struct pw_json *j, const pw_fields *fs, const struct pw_entry *e)
{
    struct pw_strbuf text = {0};
    for (size_t i = 0; i < fs->n; i++) {
        if (fs->at[i].kind != PW_FIELD_BIT) continue;
        char c = e[i].kind == PW_ENTRY_FREE   ? '-'
                 : e[i].kind == PW_ENTRY_KEEP ? '='
                 : e[i].value                 ? '1'
                                              : '0';
        pw_strbuf_putc(&text, c);
    }
    pw_json_string(j, pw_strbuf_text(&text));
    pw_strbuf_clear(&text);
}

static void put_values(struct pw_json *j, const pw_fields *fs, const struct pw_entry *e)
{
    pw_json_object(j);
    for (size_t i = 0; i < fs->n; i++) {
        if (fs->at[i].kind == PW_FIELD_BIT) continue;
        pw_json_key(j, fs->at[i].name);
        if (e[i].kind == PW_ENTRY_VALUE)
            put_value(j, &fs->at[i], e[i].value);
        else
            pw_json_string(j, e[i].kind == PW_ENTRY_FREE ? "-" : "=");
    }
    pw_json_end(j);
}

static void put_shared(struct write_ctx *w, const struct pw_row *r, enum pw_when when)
{
    pw_json_key(&w->j, when == PW_NOW ? "shared" : "shared'");
    put_bits(&w->j, &w->t->shared, r->shared[when]);
    if (!has_values(&w->t->shared)) return;
    pw_json_key(&w->j, when == PW_NOW ? "shared_values" : "shared_values'");
    put_values(&w->j, &w->t->shared, r->shared[when]);
}

static void put_thread(struct write_ctx *w, const struct pw_row *r, enum pw_role role,
                       enum pw_when when, const char *at)
{
    uint32_t template = role == PW_ACTIVE ? r->active : r->passive;
    const pw_fields *fs = pw_dual_fields(w->t, role, template);
    char key[16];
    snprintf(key, sizeof key, "%s%s", role == PW_ACTIVE ? "active" : "passive",
             when == PW_NOW ? "" : "'");
    pw_json_key(&w->j, key);
    pw_json_object(&w->j);
    pw_json_text(&w->j, "at", at);
    pw_json_key(&w->j, "bits");
    put_bits(&w->j, fs, pw_row_entries(r, role, when));
    if (has_values(fs)) {
        pw_json_key(&w->j, "values");
        put_values(&w->j, fs, pw_row_entries(r, role, when));
    }
    if (w->t->templates.n > 1) pw_json_text(&w->j, "template", w->t->templates.at[template].name);
    pw_json_end(&w->j);
}

static bool put_initial_row(void *arg, const struct pw_row *r)
{
    struct write_ctx *w = arg;
    const struct pw_dual *t = w->t;
    pw_json_object(&w->j);
    put_shared(w, r, PW_NOW);
    assert(r->active < t->templates.n);
    put_thread(w, r, PW_ACTIVE, PW_NOW, t->locs.at[t->templates.at[r->active].entry].name);
    assert(r->passive < t->templates.n);
    put_thread(w, r, PW_PASSIVE, PW_NOW, t->locs.at[t->templates.at[r->passive].entry].name);
    pw_json_end(&w->j);
    return true;
}

static bool put_step_row(void *arg, const struct pw_row *r)
{
    struct write_ctx *w = arg;
    const struct pw_dual *t = w->t;
    assert(w->stmt < t->stmts.n);
    const struct pw_tstmt *s = &t->stmts.at[w->stmt];
    pw_json_object(&w->j);
    pw_json_key(&w->j, "statement");
    pw_json_int(&w->j, w->stmt);
    pw_json_key(&w->j, "line");
    pw_json_int(&w->j, s->line);
    put_shared(w, r, PW_NOW);
    assert(s->from < t->locs.n);
    put_thread(w, r, PW_ACTIVE, PW_NOW, t->locs.at[s->from].name);
    put_thread(w, r, PW_PASSIVE, PW_NOW,
               r->passive_loc == PW_NO_INDEX ? "*" : t->locs.at[r->passive_loc].name);
    put_shared(w, r, PW_NEXT);
    assert(s->to < t->locs.n);
    put_thread(w, r, PW_ACTIVE, PW_NEXT, t->locs.at[s->to].name);
    put_thread(w, r, PW_PASSIVE, PW_NEXT, w->sunk ? "sink" : "=");
    pw_json_end(&w->j);
    return true;
}

static void put_initial(struct write_ctx *w)
{
    pw_json_key(&w->j, "initial");
    pw_json_array(&w->j);
    for (uint32_t a = 0; a < w->t->templates.n; a++)
        for (uint32_t q = 0; q < w->t->templates.n; q++)
            pw_rows_of_init(w->t, a, q, put_initial_row, w);
    pw_json_end(&w->j);
}

static void put_transitions(struct write_ctx *w, const struct pw_closure *c)
{
    pw_json_key(&w->j, "transitions");
    pw_json_array(&w->j);
    for (w->stmt = 0; w->stmt < w->t->stmts.n; w->stmt++)
        for (uint32_t q = 0; q < w->t->templates.n; q++) {
            w->sunk = false;
            pw_rows_of_step(w->t, w->stmt, q, put_step_row, w);
            w->sunk = true;
            if (c)
                pw_rows_cover(w->t, w->t->stmts.at[w->stmt].template, q,
                              pw_closure_sink(c, w->stmt, q), put_step_row, w);
        }
    pw_json_end(&w->j);
}

/* One array per some block: rows like those of `transitions`. */
static void put_somes(struct write_ctx *w)
{
    if (!w->t->n_somes) return;
    pw_json_key(&w->j, "some");
    pw_json_array(&w->j);
    w->sunk = false;
    for (w->stmt = 0; w->stmt < w->t->stmts.n; w->stmt++)
        for (uint32_t i = 0; i < w->t->stmts.at[w->stmt].somes; i++) {
            pw_json_array(&w->j);
            for (uint32_t q = 0; q < w->t->templates.n; q++)
                pw_rows_cover(w->t, w->t->stmts.at[w->stmt].template, q,
                              pw_dual_some(w->t, w->stmt, i, q), put_step_row, w);
            pw_json_end(&w->j);
        }
    pw_json_end(&w->j);
}

void pw_dual_show_json(struct pw_dual *t, const struct pw_closure *c, struct pw_strbuf *out)
{
    struct write_ctx w = {.t = t};
    pw_json_start(&w.j, out);
    pw_json_object(&w.j);
    pw_json_text(&w.j, "format", "pwqo-template");
    pw_json_key(&w.j, "version");
    pw_json_int(&w.j, 1);
    pw_json_text(&w.j, "stage", c ? "closure" : "template");
    if (c) pw_json_text(&w.j, "closure", pw_closure_mode_name(c->mode));
    pw_json_key(&w.j, "bound");
    pw_json_int(&w.j, t->bound);
    put_predicates(&w.j, t);
    put_bit_names(&w.j, "shared_bits", &t->shared);
    put_value_names(&w.j, "shared_values", &t->shared);
    put_all_local_bits(&w.j, t);
    put_templates(&w.j, t);
    put_locations(&w.j, t);
    put_statements(&w.j, t);
    put_bad(&w.j, t);
    put_initial(&w);
    put_transitions(&w, c);
    put_somes(&w);
    pw_json_end(&w.j);
    pw_strbuf_putc(out, '\n');
}
