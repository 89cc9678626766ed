#include "dualref/closure.h"

#include <assert.h>

#include "base/limits.h"
#include "dualref/dual_print.h"

const char *pw_closure_mode_name(enum pw_closure_mode mode)
{
    static const char *const names[] = {"witness", "paper", "sharp", "none"};
    assert((size_t)mode < sizeof names / sizeof *names);
    return names[mode];
}

static pw_bdd passive_next(struct pw_dual *t, uint32_t q)
{
    return pw_dual_vars(t, PW_PASSIVE, q, PW_NEXT);
}

static pw_bdd passive_all(struct pw_dual *t, uint32_t q)
{
    pw_bdd set = pw_bdd_and(t->bdds, passive_next(t, q), pw_dual_vars(t, PW_PASSIVE, q, PW_NOW));
    return pw_bdd_and(t->bdds, set, pw_dual_loc_vars(t));
}

/* E(s). */
static pw_bdd enabled(struct pw_dual *t, uint32_t s)
{
    pw_bdd e = PW_BDD_FALSE;
    for (uint32_t q = 0; q < t->templates.n; q++)
        e = pw_bdd_or(t->bdds, e, pw_bdd_exists(t->bdds, pw_dual_step(t, s, q), passive_all(t, q)));
    for (uint32_t i = 0; i < t->stmts.at[s].somes; i++) {
        pw_bdd served = PW_BDD_FALSE;
        for (uint32_t q = 0; q < t->templates.n; q++)
            served = pw_bdd_or(t->bdds, served,
                               pw_bdd_exists(t->bdds, pw_dual_some(t, s, i, q), passive_all(t, q)));
        e = pw_bdd_and(t->bdds, e, served);
    }
    return e;
}

/* F(s,q), Eq. (18), given E(s). */
static pw_bdd fragment(struct pw_dual *t, uint32_t s, uint32_t q, pw_bdd e)
{
    pw_bdd moves = pw_bdd_exists(t->bdds, pw_dual_step(t, s, q), passive_next(t, q));
    assert(s < t->stmts.n);
    pw_bdd all = pw_bdd_and(t->bdds, e, pw_dual_valid(t, t->stmts.at[s].template, q));
    return pw_bdd_diff(t->bdds, all, moves);
}

struct pw_closure *pw_closure_new(struct pw_dual *t, enum pw_closure_mode mode)
{
    struct pw_closure *c = PW_NEW(struct pw_closure);
    c->t = t;
    c->mode = mode;
    c->enabled = PW_NEWS(pw_bdd, t->stmts.n);
    c->sinks = PW_NEWS(pw_bdd, t->n_steps);
    for (uint32_t s = 0; s < t->stmts.n; s++) {
        pw_limits_poll();
        c->enabled[s] = enabled(t, s);
        for (uint32_t q = 0; mode != PW_CLOSURE_NONE && q < t->templates.n; q++)
            c->sinks[s * t->templates.n + q] = fragment(t, s, q, c->enabled[s]);
    }
    return c;
}

void pw_closure_free(struct pw_closure *c)
{
    if (!c) return;
    PW_FREES(c->enabled, c->t->stmts.n);
    PW_FREES(c->sinks, c->t->n_steps);
    pw_vec_clear(&c->traps);
    PW_FREE(c);
}

bool pw_closure_needs_witness(const struct pw_closure *c)
{
    return c->mode == PW_CLOSURE_WITNESS || c->mode == PW_CLOSURE_SHARP;
}
size_t pw_closure_traps(const struct pw_closure *c)
{
    return c->traps.n / c->t->templates.n;
}

void pw_closure_add_trap(struct pw_closure *c, const pw_bdd *trap)
{
    for (size_t q = 0; q < c->t->templates.n; q++)
        pw_vec_push(&c->traps, trap[q]);
}

pw_bdd pw_closure_sink(const struct pw_closure *c, uint32_t stmt, uint32_t passive)
{
    return c->sinks[stmt * c->t->templates.n + passive];
}

bool pw_closure_adds_nothing(const struct pw_closure *c)
{
    for (size_t i = 0; i < c->t->n_steps; i++)
        if (!pw_bdd_is_false(c->sinks[i])) return false;
    return true;
}

/* ---- the test of Eq. (17) and its witness ---- */

/* Steps that leave location, shared and active fields as they are. */
static pw_bdd idle_step(struct pw_dual *t, uint32_t s)
{
    assert(s < t->stmts.n);
    const struct pw_tstmt *stmt = &t->stmts.at[s];
    if (stmt->from != stmt->to && t->templates.at[stmt->template].locs.n > 2) return PW_BDD_FALSE;
    pw_bdd r = PW_BDD_TRUE;
    for (uint32_t i = 0; i < t->shared.n; i++)
        r = pw_bdd_and(t->bdds, r, pw_dual_keeps(t, PW_SHARED, 0, i));
    for (uint32_t i = 0; i < t->templates.at[stmt->template].fields.n; i++)
        r = pw_bdd_and(t->bdds, r, pw_dual_keeps(t, PW_ACTIVE, stmt->template, i));
    return r;
}

static int64_t model_value(const struct pw_dual *t, enum pw_role role, uint32_t template,
                           uint32_t field, enum pw_when when, const uint8_t *values)
{
    const struct pw_field *f = &pw_dual_fields(t, role, template)->at[field];
    uint64_t code = 0;
    for (unsigned b = 0; b < f->bits; b++)
        code = code << 1 | (values[pw_dual_var(t, role, template, field, when, b)] == 1);
    return f->lo + (int64_t)code;
}

/* The row of one model, with all entries fixed. */
static struct pw_row *row_of_model(struct pw_dual *t, uint32_t active, uint32_t passive, pw_bdd f)
{
    uint8_t *values = PW_NEWS(uint8_t, pw_bdds_vars(t->bdds));
    bool found = pw_bdd_first(t->bdds, f, values);
    assert(found);
    (void)found;
    struct pw_row *r = pw_row_new(t, active, passive);
    for (int role = PW_SHARED; role <= PW_PASSIVE; role++)
        for (int when = PW_NOW; when <= PW_NEXT; when++)
            for (uint32_t i = 0; i < pw_row_width(r, role); i++)
                pw_row_set(
                    r, role, i, when,
                    model_value(t, role, role == PW_ACTIVE ? active : passive, i, when, values));
    uint32_t code = 0;
    for (unsigned b = 0; b < t->loc_bits; b++)
        code = code << 1 | (values[b] == 1);
    assert(passive < t->templates.n);
    assert(code < t->templates.at[passive].locs.n);
    r->passive_loc = t->templates.at[passive].locs.at[code];
    PW_FREES(values, pw_bdds_vars(t->bdds));
    return r;
}

/* The rows that agree with r on shared and active fields. */
static pw_bdd same_step(struct pw_dual *t, const struct pw_row *r)
{
    pw_bdd b = PW_BDD_TRUE;
    for (int role = PW_SHARED; role <= PW_ACTIVE; role++)
        for (int when = PW_NOW; when <= PW_NEXT; when++)
            for (uint32_t i = 0; i < pw_row_width(r, role); i++)
                b = pw_bdd_and(t->bdds, b,
                               pw_dual_value(t, role, r->active, i, when,
                                             pw_row_entries(r, role, when)[i].value));
    return b;
}

static void fill_witness(struct pw_dual *t, uint32_t s, uint32_t q, pw_bdd f,
                         struct pw_blocked *why)
{
    assert(s < t->stmts.n);
    uint32_t active = t->stmts.at[s].template;
    pw_bdd busy = pw_bdd_diff(t->bdds, f, idle_step(t, s));
    why->stmt = s;
    why->other = row_of_model(t, active, q, pw_bdd_is_false(busy) ? f : busy);
    for (uint32_t i = 0; i < why->other->n_pas; i++)
        why->other->pas[PW_NEXT][i] = (struct pw_entry){PW_ENTRY_FREE, 0};
    pw_bdd step = same_step(t, why->other);
    for (uint32_t k = 0; k < t->templates.n; k++) {
        uint32_t p = k == 0 ? q : k <= q ? k - 1 : k; /* the blocked thread's template first */
        pw_bdd rows = pw_bdd_and(t->bdds, step, pw_dual_step(t, s, p));
        if (pw_bdd_is_false(rows)) continue;
        why->step = row_of_model(t, active, p, rows);
        return;
    }
    assert(!"an element of E(s) has a row");
}

bool pw_closure_is_monotone(struct pw_dual *t, struct pw_blocked *why)
{
    for (uint32_t s = 0; s < t->stmts.n; s++) {
        pw_bdd e = enabled(t, s);
        for (uint32_t q = 0; q < t->templates.n; q++) {
            pw_bdd f = fragment(t, s, q, e);
            if (pw_bdd_is_false(f)) continue;
            if (why) fill_witness(t, s, q, f, why);
            return false;
        }
    }
    return true;
}

void pw_blocked_clear(struct pw_blocked *why)
{
    pw_row_free(why->step);
    pw_row_free(why->other);
    *why = (struct pw_blocked){0};
}

/* ---- the witness in words ---- */

static void print_thread(const struct pw_dual *t, const struct pw_row *r, enum pw_role role,
                         enum pw_when when, const char *at, struct pw_strbuf *out)
{
    pw_strbuf_printf(out, "at %s", at);
    uint32_t template = role == PW_ACTIVE ? r->active : r->passive;
    for (uint32_t i = 0; i < pw_row_width(r, role); i++) {
        pw_strbuf_puts(out, i ? ", " : " with ");
        pw_dual_print_literal(&pw_dual_fields(t, role, template)->at[i], "",
                              pw_row_entries(r, role, when)[i].value, out);
    }
}

static void print_shared(const struct pw_dual *t, const struct pw_row *r, enum pw_when when,
                         struct pw_strbuf *out)
{
    for (uint32_t i = 0; i < r->n_shared; i++) {
        if (i) pw_strbuf_puts(out, ", ");
        assert(i < t->shared.n);
        pw_dual_print_literal(&t->shared.at[i], "", r->shared[when][i].value, out);
    }
}

void pw_blocked_print(const struct pw_dual *t, const struct pw_blocked *why, struct pw_strbuf *out)
{
    assert(why->stmt < t->stmts.n);
    const struct pw_tstmt *s = &t->stmts.at[why->stmt];
    const struct pw_row *r = why->step;
    pw_strbuf_printf(out, "statement %u", why->stmt);
    if (s->line) pw_strbuf_printf(out, ", line %u", s->line);
    pw_strbuf_printf(out, ": %s\n", s->text);
    if (t->shared.n) {
        pw_strbuf_puts(out, "  shared: "), print_shared(t, r, PW_NOW, out);
        pw_strbuf_puts(out, " -> "), print_shared(t, r, PW_NEXT, out);
        pw_strbuf_putc(out, '\n');
    }
    assert(r->active < t->templates.n);
    pw_strbuf_printf(out, "  active %s: ", t->templates.at[r->active].name);
    assert(s->from < t->locs.n);
    print_thread(t, r, PW_ACTIVE, PW_NOW, t->locs.at[s->from].name, out);
    pw_strbuf_puts(out, " -> "),
        print_thread(t, r, PW_ACTIVE, PW_NEXT, t->locs.at[s->to].name, out);
    assert(r->passive < t->templates.n);
    pw_strbuf_printf(out, "\n  possible beside %s ", t->templates.at[r->passive].name);
    assert(r->passive_loc < t->locs.n);
    print_thread(t, r, PW_PASSIVE, PW_NOW, t->locs.at[r->passive_loc].name, out);
    pw_strbuf_puts(out, " -> "),
        print_thread(t, r, PW_PASSIVE, PW_NEXT, t->locs.at[r->passive_loc].name, out);
    assert(why->other->passive < t->templates.n);
    pw_strbuf_printf(out, "\n  blocked by %s ", t->templates.at[why->other->passive].name);
    assert(why->other->passive_loc < t->locs.n);
    print_thread(t, why->other, PW_PASSIVE, PW_NOW, t->locs.at[why->other->passive_loc].name, out);
    pw_strbuf_putc(out, '\n');
}
