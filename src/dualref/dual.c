#include "dualref/dual.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"

const char *const pw_field_kind_words[] = {"bit", "bool", "range"};
const char *const pw_tpred_class_words[] = {"shared", "local", "single-thread", "inter-thread"};
const char *const pw_tloc_kind_words[] = {"normal", "error", "end"};

const char *pw_tpred_class_name(enum pw_tpred_class c)
{
    assert((size_t)c < sizeof pw_tpred_class_words / sizeof *pw_tpred_class_words);
    return pw_tpred_class_words[c];
}

struct pw_dual *pw_dual_new(void)
{
    return PW_NEW(struct pw_dual);
}

/* ---- release ---- */

static void clear_fields(pw_fields *f)
{
    for (size_t i = 0; i < f->n; i++) {
        pw_mem_strfree(f->at[i].name);
        if (f->at[i].shown) pw_mem_strfree(f->at[i].shown);
    }
    pw_vec_clear(f);
}

static void clear_templates(struct pw_dual *t)
{
    for (size_t i = 0; i < t->templates.n; i++) {
        pw_mem_strfree(t->templates.at[i].name);
        clear_fields(&t->templates.at[i].fields);
        pw_vec_clear(&t->templates.at[i].locs);
    }
    pw_vec_clear(&t->templates);
}

static void clear_bad(struct pw_dual *t)
{
    for (size_t i = 0; i < t->bad.n; i++) {
        pw_vec_clear(&t->bad.at[i].terms);
        if (t->bad.at[i].what) pw_mem_strfree(t->bad.at[i].what);
    }
    pw_vec_clear(&t->bad);
}

void pw_dual_free(struct pw_dual *t)
{
    if (!t) return;
    for (size_t i = 0; i < t->preds.n; i++)
        pw_mem_strfree(t->preds.at[i].name), pw_mem_strfree(t->preds.at[i].text);
    for (size_t i = 0; i < t->locs.n; i++)
        pw_mem_strfree(t->locs.at[i].name), pw_vec_clear(&t->locs.at[i].labels);
    for (size_t i = 0; i < t->labels.n; i++)
        pw_mem_strfree(t->labels.at[i]);
    for (size_t i = 0; i < t->stmts.n; i++)
        pw_mem_strfree(t->stmts.at[i].text);
    pw_vec_clear(&t->preds);
    for (size_t i = 0; i < t->axioms.n; i++)
        pw_mem_strfree(t->axioms.at[i]);
    pw_vec_clear(&t->axioms);
    pw_vec_clear(&t->locs);
    pw_vec_clear(&t->labels);
    pw_vec_clear(&t->stmts);
    clear_fields(&t->shared);
    clear_templates(t);
    clear_bad(t);
    pw_bdds_free(t->bdds);
    PW_FREES(t->steps, t->n_steps);
    PW_FREES(t->initial, t->n_initial);
    PW_FREES(t->somes, t->n_somes);
    PW_FREE(t);
}

/* ---- building ---- */

void pw_dual_add_axiom(struct pw_dual *t, const char *text)
{
    pw_vec_push(&t->axioms, pw_mem_strdup(text));
}

uint32_t pw_dual_add_pred(struct pw_dual *t, const char *name, const char *text,
                          enum pw_tpred_class cls)
{
    struct pw_tpred p = {pw_mem_strdup(name), pw_mem_strdup(text), cls};
    pw_vec_push(&t->preds, p);
    return (uint32_t)t->preds.n - 1;
}

uint32_t pw_dual_add_kind(struct pw_dual *t, const char *name, int64_t count)
{
    struct pw_dual_kind x = {.name = pw_mem_strdup(name), .count = count, .entry = PW_NO_INDEX};
    pw_vec_push(&t->templates, x);
    return (uint32_t)t->templates.n - 1;
}

static unsigned bits_for(uint64_t values)
{
    unsigned bits = 0;
    while ((uint64_t)1 << bits < values)
        bits++;
    return bits;
}

static uint32_t add_field(struct pw_dual *t, pw_fields *to, const char *name,
                          enum pw_field_kind kind, int64_t lo, int64_t hi, uint32_t pred)
{
    assert(!t->bdds && lo <= hi && (uint64_t)hi - (uint64_t)lo < PW_FIELD_VALUES);
    assert(kind == PW_FIELD_RANGE || (lo == 0 && hi == 1));
    struct pw_field f = {
        .name = pw_mem_strdup(name), .kind = kind, .lo = lo, .hi = hi, .pred = pred};
    f.bits = bits_for((uint64_t)hi - (uint64_t)lo + 1);
    pw_vec_push(to, f);
    return (uint32_t)to->n - 1;
}

uint32_t pw_dual_add_shared_bit(struct pw_dual *t, uint32_t pred)
{
    assert(pred < t->preds.n);
    return add_field(t, &t->shared, t->preds.at[pred].name, PW_FIELD_BIT, 0, 1, pred);
}

uint32_t pw_dual_add_shared_value(struct pw_dual *t, const char *name, enum pw_field_kind kind,
                                  int64_t lo, int64_t hi)
{
    return add_field(t, &t->shared, name, kind, lo, hi, PW_NO_INDEX);
}

uint32_t pw_dual_add_local_bit(struct pw_dual *t, uint32_t template, uint32_t pred)
{
    return add_field(t, &t->templates.at[template].fields, t->preds.at[pred].name, PW_FIELD_BIT, 0,
                     1, pred);
}

uint32_t pw_dual_add_local_value(struct pw_dual *t, uint32_t template, const char *name,
                                 enum pw_field_kind kind, int64_t lo, int64_t hi)
{
    assert(t->templates.n > template);
    return add_field(t, &t->templates.at[template].fields, name, kind, lo, hi, PW_NO_INDEX);
}

uint32_t pw_dual_add_loc(struct pw_dual *t, uint32_t template, const char *name, unsigned line,
                         enum pw_tloc_kind kind)
{
    assert(!t->bdds);
    uint32_t number = (uint32_t)t->locs.n;
    assert(t->templates.n > template);
    struct pw_dual_kind *of = &t->templates.at[template];
    struct pw_tloc l = {.name = pw_mem_strdup(name),
                        .template = template,
                        .index = (uint32_t)of->locs.n,
                        .line = line,
                        .kind = kind};
    pw_vec_push(&t->locs, l);
    pw_vec_push(&of->locs, number);
    return number;
}

uint32_t pw_dual_add_label(struct pw_dual *t, const char *name)
{
    for (size_t i = 0; i < t->labels.n; i++)
        if (!strcmp(t->labels.at[i], name)) return (uint32_t)i;
    pw_vec_push(&t->labels, pw_mem_strdup(name));
    return (uint32_t)t->labels.n - 1;
}

/* Keeps the labels of a location ascending and without repetition. */
void pw_dual_label_loc(struct pw_dual *t, uint32_t loc, uint32_t label)
{
    assert(loc < t->locs.n);
    pw_uints *labels = &t->locs.at[loc].labels;
    size_t i = labels->n;
    while (i > 0 && labels->at[i - 1] > label)
        i--;
    if (i > 0 && labels->at[i - 1] == label) return;
    pw_vec_push(labels, label);
    memmove(labels->at + i + 1, labels->at + i, (labels->n - 1 - i) * sizeof *labels->at);
    labels->at[i] = label;
}

void pw_dual_set_entry(struct pw_dual *t, uint32_t template, uint32_t loc)
{
    assert(t->locs.at[loc].template == template);
    assert(t->templates.n > template);
    t->templates.at[template].entry = loc;
}

uint32_t pw_dual_add_stmt(struct pw_dual *t, uint32_t template, uint32_t from, uint32_t to,
                          unsigned line, const char *text)
{
    assert(!t->bdds && t->locs.at[from].template == template &&
           t->locs.at[to].template == template);
    struct pw_tstmt s = {
        .template = template, .from = from, .to = to, .line = line, .text = pw_mem_strdup(text)};
    pw_vec_push(&t->stmts, s);
    return (uint32_t)t->stmts.n - 1;
}

void pw_dual_need_somes(struct pw_dual *t, uint32_t stmt, uint32_t n)
{
    assert(!t->bdds && stmt < t->stmts.n);
    if (t->stmts.at[stmt].somes < n) t->stmts.at[stmt].somes = n;
}

uint32_t pw_dual_add_bad(struct pw_dual *t, const char *what, unsigned line)
{
    struct pw_bad b = {.what = what ? pw_mem_strdup(what) : NULL, .line = line};
    pw_vec_push(&t->bad, b);
    return (uint32_t)t->bad.n - 1;
}

void pw_dual_add_bad_term(struct pw_dual *t, uint32_t bad, uint32_t label, uint32_t k)
{
    assert(bad < t->bad.n);
    struct pw_bad *b = &t->bad.at[bad];
    assert(k >= 1 && label < t->labels.n);
    for (size_t i = 0; i < b->terms.n; i++)
        if (b->terms.at[i].label == label) {
            if (b->terms.at[i].k < k) b->terms.at[i].k = k;
            return;
        }
    pw_vec_push(&b->terms, ((struct pw_bad_term){label, k}));
}

/* ---- layout ---- */

/* The place of an equally named field of equal width in an earlier template, or false. */
static bool place_before(const struct pw_dual *t, size_t template, const struct pw_field *f,
                         unsigned *first)
{
    for (size_t i = 0; i < template; i++) {
        assert(i < t->templates.n);
        const pw_fields *fs = &t->templates.at[i].fields;
        for (size_t k = 0; k < fs->n; k++)
            if (fs->at[k].bits == f->bits && !strcmp(fs->at[k].name, f->name))
                return *first = fs->at[k].first, true;
    }
    return false;
}

static unsigned location_bits(const struct pw_dual *t)
{
    unsigned most = 0;
    for (size_t i = 0; i < t->templates.n; i++) {
        unsigned b = bits_for(t->templates.at[i].locs.n);
        if (b > most) most = b;
    }
    return most;
}

/* Numbers the variables (fields get their first) and returns how many there are. */
static uint64_t place_fields(struct pw_dual *t)
{
    uint64_t next = location_bits(t);
    for (size_t i = 0; i < t->shared.n; i++) {
        t->shared.at[i].first = (unsigned)next;
        next += 2 * t->shared.at[i].bits;
    }
    for (size_t i = 0; i < t->templates.n; i++) {
        pw_fields *fs = &t->templates.at[i].fields;
        for (size_t k = 0; k < fs->n; k++) {
            if (place_before(t, i, &fs->at[k], &fs->at[k].first)) continue;
            fs->at[k].first = (unsigned)next;
            next += 4 * fs->at[k].bits;
        }
    }
    return next;
}

bool pw_dual_fits(const struct pw_dual *t)
{
    uint64_t vars = location_bits(t);
    for (size_t i = 0; i < t->shared.n; i++)
        vars += 2 * t->shared.at[i].bits;
    for (size_t i = 0; i < t->templates.n; i++) {
        const pw_fields *fs = &t->templates.at[i].fields;
        for (size_t k = 0; k < fs->n; k++)
            vars += 4 * fs->at[k].bits;
    }
    return vars <= PW_BDD_VARS;
}

void pw_dual_layout(struct pw_dual *t)
{
    assert(!t->bdds && pw_dual_fits(t));
    for (size_t i = 0; i < t->templates.n; i++)
        assert(t->templates.at[i].entry != PW_NO_INDEX);
    t->loc_bits = location_bits(t);
    t->bdds = pw_bdds_new((unsigned)place_fields(t));
    t->n_steps = t->stmts.n * t->templates.n;
    t->n_initial = t->templates.n * t->templates.n;
    t->steps = PW_NEWS(pw_bdd, t->n_steps);
    t->initial = PW_NEWS(pw_bdd, t->n_initial);
    for (size_t s = 0; s < t->stmts.n; s++) {
        t->stmts.at[s].first_some = (uint32_t)(t->n_somes / t->templates.n);
        t->n_somes += t->stmts.at[s].somes * t->templates.n;
    }
    t->somes = PW_NEWS(pw_bdd, t->n_somes);
}

/* ---- diagrams over the fields ---- */

const pw_fields *pw_dual_fields(const struct pw_dual *t, enum pw_role role, uint32_t template)
{
    return role == PW_SHARED ? &t->shared : &t->templates.at[template].fields;
}

unsigned pw_dual_var(const struct pw_dual *t, enum pw_role role, uint32_t template, uint32_t field,
                     enum pw_when when, unsigned bit)
{
    const struct pw_field *f = &pw_dual_fields(t, role, template)->at[field];
    assert(bit < f->bits);
    if (role == PW_SHARED) return f->first + 2 * bit + when;
    return f->first + 4 * bit + (role == PW_PASSIVE ? 2 : 0) + when;
}

pw_bdd pw_dual_value(struct pw_dual *t, enum pw_role role, uint32_t template, uint32_t field,
                     enum pw_when when, int64_t value)
{
    const struct pw_field *f = &pw_dual_fields(t, role, template)->at[field];
    assert(f->lo <= value && value <= f->hi);
    uint64_t code = (uint64_t)value - (uint64_t)f->lo;
    pw_bdd r = PW_BDD_TRUE;
    for (unsigned b = f->bits; b-- > 0;)
        r = pw_bdd_and(t->bdds, r,
                       pw_bdd_literal(t->bdds, pw_dual_var(t, role, template, field, when, b),
                                      code >> (f->bits - 1 - b) & 1));
    return r;
}

pw_bdd pw_dual_keeps(struct pw_dual *t, enum pw_role role, uint32_t template, uint32_t field)
{
    const struct pw_field *f = &pw_dual_fields(t, role, template)->at[field];
    pw_bdd r = PW_BDD_TRUE;
    for (unsigned b = f->bits; b-- > 0;) {
        pw_bdd now = pw_bdd_var(t->bdds, pw_dual_var(t, role, template, field, PW_NOW, b));
        pw_bdd next = pw_bdd_var(t->bdds, pw_dual_var(t, role, template, field, PW_NEXT, b));
        r = pw_bdd_and(t->bdds, r, pw_bdd_not(t->bdds, pw_bdd_xor(t->bdds, now, next)));
    }
    return r;
}

pw_bdd pw_dual_at(struct pw_dual *t, uint32_t loc)
{
    pw_bdd r = PW_BDD_TRUE;
    for (unsigned b = t->loc_bits; b-- > 0;)
        r = pw_bdd_and(
            t->bdds, r,
            pw_bdd_literal(t->bdds, b, t->locs.at[loc].index >> (t->loc_bits - 1 - b) & 1));
    return r;
}

/* code <= last, for the code in variables first, first + stride, ... (most significant first). */
static pw_bdd code_at_most(struct pw_bdds *m, unsigned first, unsigned stride, unsigned bits,
                           uint64_t last)
{
    pw_bdd r = PW_BDD_TRUE;
    for (unsigned b = bits; b-- > 0;) {
        pw_bdd v = pw_bdd_var(m, first + stride * b);
        r = last >> (bits - 1 - b) & 1 ? pw_bdd_ite(m, v, r, PW_BDD_TRUE)
                                       : pw_bdd_ite(m, v, PW_BDD_FALSE, r);
    }
    return r;
}

pw_bdd pw_dual_ranges(struct pw_dual *t, enum pw_role role, uint32_t template, enum pw_when when)
{
    const pw_fields *fs = pw_dual_fields(t, role, template);
    pw_bdd r = PW_BDD_TRUE;
    for (uint32_t i = (uint32_t)fs->n; i-- > 0;) {
        const struct pw_field *f = &fs->at[i];
        if (!f->bits) continue;
        unsigned first = pw_dual_var(t, role, template, i, when, 0);
        r = pw_bdd_and(t->bdds, r,
                       code_at_most(t->bdds, first, role == PW_SHARED ? 2 : 4, f->bits,
                                    (uint64_t)f->hi - (uint64_t)f->lo));
    }
    return r;
}

/* the passive location is one of that template */
static pw_bdd template_places(struct pw_dual *t, uint32_t passive)
{
    assert(passive < t->templates.n);
    assert(t->templates.at[passive].locs.n > 0);
    return code_at_most(t->bdds, 0, 1, t->loc_bits, t->templates.at[passive].locs.n - 1);
}

pw_bdd pw_dual_valid(struct pw_dual *t, uint32_t active, uint32_t passive)
{
    pw_bdd r = template_places(t, passive);
    for (int when = PW_NOW; when <= PW_NEXT; when++) {
        r = pw_bdd_and(t->bdds, r, pw_dual_ranges(t, PW_SHARED, 0, when));
        r = pw_bdd_and(t->bdds, r, pw_dual_ranges(t, PW_ACTIVE, active, when));
        r = pw_bdd_and(t->bdds, r, pw_dual_ranges(t, PW_PASSIVE, passive, when));
    }
    return r;
}

pw_bdd pw_dual_vars(struct pw_dual *t, enum pw_role role, uint32_t template, enum pw_when when)
{
    const pw_fields *fs = pw_dual_fields(t, role, template);
    pw_bdd set = PW_BDD_TRUE;
    for (uint32_t i = (uint32_t)fs->n; i-- > 0;)
        for (unsigned b = fs->at[i].bits; b-- > 0;)
            set = pw_bdd_and(t->bdds, set,
                             pw_bdd_var(t->bdds, pw_dual_var(t, role, template, i, when, b)));
    return set;
}

pw_bdd pw_dual_loc_vars(struct pw_dual *t)
{
    pw_bdd set = PW_BDD_TRUE;
    for (unsigned b = t->loc_bits; b-- > 0;)
        set = pw_bdd_and(t->bdds, set, pw_bdd_var(t->bdds, b));
    return set;
}

pw_bdd pw_dual_step(const struct pw_dual *t, uint32_t stmt, uint32_t passive)
{
    return t->steps[stmt * t->templates.n + passive];
}

/* The place of W_i. */
static pw_bdd *some_rows(const struct pw_dual *t, uint32_t stmt, uint32_t i, uint32_t passive)
{
    assert(i < t->stmts.at[stmt].somes && passive < t->templates.n);
    assert(stmt < t->stmts.n);
    return &t->somes[(t->stmts.at[stmt].first_some + i) * t->templates.n + passive];
}

pw_bdd pw_dual_some(const struct pw_dual *t, uint32_t stmt, uint32_t i, uint32_t passive)
{
    return *some_rows(t, stmt, i, passive);
}

bool pw_dual_or_some(struct pw_dual *t, uint32_t stmt, uint32_t i, uint32_t passive, pw_bdd rows)
{
    pw_limits_poll();
    pw_bdd *w = some_rows(t, stmt, i, passive);
    assert(stmt < t->stmts.n);
    pw_bdd valid = pw_dual_valid(t, t->stmts.at[stmt].template, passive);
    rows = pw_bdd_and(t->bdds, rows, valid);
    pw_bdd all = pw_dual_step(t, stmt, passive);
    *w = pw_bdd_or(t->bdds, *w, pw_bdd_and(t->bdds, rows, all));
    return pw_bdd_implies(t->bdds, rows, all);
}

pw_bdd pw_dual_init(const struct pw_dual *t, uint32_t active, uint32_t passive)
{
    return t->initial[active * t->templates.n + passive];
}

void pw_dual_or_step(struct pw_dual *t, uint32_t stmt, uint32_t passive, pw_bdd rows)
{
    pw_limits_poll();
    pw_bdd *r = &t->steps[stmt * t->templates.n + passive];
    *r =
        pw_bdd_or(t->bdds, *r,
                  pw_bdd_and(t->bdds, rows, pw_dual_valid(t, t->stmts.at[stmt].template, passive)));
}

static pw_bdd initial_valid(struct pw_dual *t, uint32_t active, uint32_t passive)
{
    pw_bdd r = pw_bdd_and(t->bdds, pw_dual_ranges(t, PW_SHARED, 0, PW_NOW),
                          pw_dual_ranges(t, PW_ACTIVE, active, PW_NOW));
    return pw_bdd_and(t->bdds, r, pw_dual_ranges(t, PW_PASSIVE, passive, PW_NOW));
}

void pw_dual_or_init(struct pw_dual *t, uint32_t active, uint32_t passive, pw_bdd rows)
{
    pw_bdd *r = &t->initial[active * t->templates.n + passive];
    *r = pw_bdd_or(t->bdds, *r, pw_bdd_and(t->bdds, rows, initial_valid(t, active, passive)));
}

/* ---- equality and invariants ---- */

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

static bool same_fields(const pw_fields *a, const pw_fields *b)
{
    if (a->n != b->n) return false;
    for (size_t i = 0; i < a->n; i++) {
        assert(i < b->n);
        const struct pw_field *x = &a->at[i], *y = &b->at[i];
        if (strcmp(x->name, y->name) || x->kind != y->kind || x->lo != y->lo || x->hi != y->hi ||
            x->pred != y->pred)
            return false;
    }
    return true;
}

static bool same_uints(const pw_uints *a, const pw_uints *b)
{
    return a->n == b->n && (!a->n || !memcmp(a->at, b->at, a->n * sizeof *a->at));
}

static bool same_templates(const struct pw_dual *a, const struct pw_dual *b)
{
    if (a->templates.n != b->templates.n || a->locs.n != b->locs.n) return false;
    for (size_t i = 0; i < a->templates.n; i++) {
        assert(i < b->templates.n);
        const struct pw_dual_kind *x = &a->templates.at[i], *y = &b->templates.at[i];
        if (strcmp(x->name, y->name) || x->count != y->count || x->entry != y->entry ||
            !same_fields(&x->fields, &y->fields))
            return false;
        if (!same_uints(&x->locs, &y->locs)) return false;
    }
    for (size_t i = 0; i < a->locs.n; i++) {
        assert(i < b->locs.n);
        const struct pw_tloc *x = &a->locs.at[i], *y = &b->locs.at[i];
        if (strcmp(x->name, y->name) || x->template != y->template || x->line != y->line ||
            x->kind != y->kind)
            return false;
        if (!same_uints(&x->labels, &y->labels)) return false;
    }
    return true;
}

static bool same_preds_and_labels(const struct pw_dual *a, const struct pw_dual *b)
{
    if (a->preds.n != b->preds.n || a->labels.n != b->labels.n) return false;
    for (size_t i = 0; i < a->preds.n; i++) {
        assert(i < b->preds.n);
        const struct pw_tpred *x = &a->preds.at[i], *y = &b->preds.at[i];
        if (strcmp(x->name, y->name) || strcmp(x->text, y->text) || x->cls != y->cls) return false;
    }
    for (size_t i = 0; i < a->labels.n; i++)
        if (strcmp(a->labels.at[i], b->labels.at[i])) return false;
    return true;
}

static bool same_bad(const struct pw_bad *x, const struct pw_bad *y)
{
    if (x->terms.n != y->terms.n || x->line != y->line || !same_text(x->what, y->what))
        return false;
    for (size_t k = 0; k < x->terms.n; k++)
        if (x->terms.at[k].label != y->terms.at[k].label || x->terms.at[k].k != y->terms.at[k].k)
            return false;
    return true;
}

static bool same_stmts_and_bad(const struct pw_dual *a, const struct pw_dual *b)
{
    if (a->stmts.n != b->stmts.n || a->bad.n != b->bad.n) return false;
    for (size_t i = 0; i < a->stmts.n; i++) {
        assert(i < b->stmts.n);
        const struct pw_tstmt *x = &a->stmts.at[i], *y = &b->stmts.at[i];
        if (x->template != y->template || x->from != y->from || x->to != y->to ||
            x->line != y->line || x->somes != y->somes || strcmp(x->text, y->text))
            return false;
    }
    for (size_t i = 0; i < a->bad.n; i++)
        if (!same_bad(&a->bad.at[i], &b->bad.at[i])) return false;
    return true;
}

/* Equal fields give equal variables, so a diagram of b is rebuilt in a's manager node by node. */
static pw_bdd import(struct pw_bdds *to, const struct pw_bdds *from, pw_bdd f, pw_bdd *known)
{
    if (f.i <= 1) return f;
    if (known[f.i].i) return known[f.i];
    pw_limits_poll();
    pw_bdd lo = import(to, from, pw_bdd_lo(from, f), known);
    pw_bdd hi = import(to, from, pw_bdd_hi(from, f), known);
    return known[f.i] = pw_bdd_ite(to, pw_bdd_var(to, pw_bdd_top(from, f)), hi, lo);
}

static bool same_relations(struct pw_dual *a, struct pw_dual *b)
{
    size_t n = pw_bdds_nodes(b->bdds);
    pw_bdd *known = PW_NEWS(pw_bdd, n);
    bool same =
        a->n_steps == b->n_steps && a->n_initial == b->n_initial && a->n_somes == b->n_somes;
    for (size_t i = 0; same && i < a->n_somes; i++)
        same = pw_bdd_same(a->somes[i], import(a->bdds, b->bdds, b->somes[i], known));
    for (size_t i = 0; same && i < a->n_steps; i++)
        same = pw_bdd_same(a->steps[i], import(a->bdds, b->bdds, b->steps[i], known));
    for (size_t i = 0; same && i < a->n_initial; i++)
        same = pw_bdd_same(a->initial[i], import(a->bdds, b->bdds, b->initial[i], known));
    PW_FREES(known, n);
    return same;
}

bool pw_dual_equal(struct pw_dual *a, struct pw_dual *b)
{
    return a->bound == b->bound && same_preds_and_labels(a, b) &&
           same_fields(&a->shared, &b->shared) && same_templates(a, b) &&
           same_stmts_and_bad(a, b) && same_relations(a, b);
}

void pw_dual_check(struct pw_dual *t)
{
    uint32_t n = (uint32_t)t->templates.n;
    assert(t->bdds && t->n_steps == t->stmts.n * n && t->n_initial == (size_t)n * n);
    for (uint32_t i = 0; i < n; i++) {
        assert(i < t->templates.n);
        const struct pw_dual_kind *x = &t->templates.at[i];
        assert(x->entry < t->locs.n && t->locs.at[x->entry].template == i);
        for (uint32_t k = 0; k < x->locs.n; k++)
            assert(t->locs.at[x->locs.at[k]].index == k);
    }
    for (uint32_t s = 0; s < t->stmts.n; s++)
        for (uint32_t q = 0; q < n; q++)
            assert(pw_bdd_implies(t->bdds, pw_dual_step(t, s, q),
                                  pw_dual_valid(t, t->stmts.at[s].template, q)));
    for (uint32_t s = 0; s < t->stmts.n; s++)
        for (uint32_t i = 0; i < t->stmts.at[s].somes * n; i++)
            assert(pw_bdd_implies(t->bdds, pw_dual_some(t, s, i / n, i % n),
                                  pw_dual_step(t, s, i % n)));
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t q = 0; q < n; q++)
            assert(pw_bdd_implies(t->bdds, pw_dual_init(t, a, q), initial_valid(t, a, q)));
    (void)n;
}
