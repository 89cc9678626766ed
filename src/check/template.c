#include "check/template.h"

#include <assert.h>
#include <inttypes.h>

#include "check/kinds.h"

/* Lines "KIND LO HI ...": only the range matters. */
static void read_fields(struct pwc_reader *r, struct pwc_template *t, size_t n,
                        struct pwc_fields *f)
{
    size_t width;
    PW_VEC(int32_t) size = {0};
    PW_VEC(int64_t) low = {0};
    for (size_t i = 0; i < n; i++) {
        pwc_next(r);
        pwc_word(r, &width);
        int64_t lo = pwc_int(r, INT64_MIN / 4, INT64_MAX / 4), hi = pwc_int(r, lo, lo + PWC_MOST);
        pw_vec_push(&size, (int32_t)(hi - lo + 1));
        pw_vec_push(&low, lo);
    }
    f->n = n;
    f->size = pw_arena_copy(&t->arena, size.at, n * sizeof *f->size);
    f->lo = pw_arena_copy(&t->arena, low.at, n * sizeof *f->lo);
}

static void read_kinds(struct pwc_reader *r, struct pwc_template *t)
{
    size_t width, n = pwc_section(r, "templates");
    if (n > PWC_KINDS) pwc_refuse(r, "more than %d templates", PWC_KINDS);
    for (; n > 0; n--) {
        pwc_next(r);
        struct pwc_kind k = {.count = -1};
        pwc_word(r, &width);
        if (!pwc_try(r, "*")) k.count = pwc_int(r, 0, PWC_MOST);
        k.entry = (uint32_t)pwc_int(r, 0, PWC_MOST);
        read_fields(r, t, pwc_count(r), &k.fields);
        pw_vec_push(&t->kinds, k);
    }
}

static size_t read_locations(struct pwc_reader *r, struct pwc_template *t)
{
    size_t width, labels = pwc_section(r, "labels");
    for (size_t n = labels; n > 0; n--)
        pwc_next(r);
    for (size_t n = pwc_section(r, "locations"); n > 0; n--) {
        pwc_next(r);
        struct pwc_loc l = {.kind = pwc_index(r, t->kinds.n)};
        for (int i = 0; i < 3; i++)
            pwc_word(r, &width); /* kind of location, line, name */
        while (pwc_more(r))
            pw_vec_push(&l.labels, pwc_index(r, labels));
        pw_vec_push(&t->locs, l);
    }
    for (size_t i = 0; i < t->kinds.n; i++)
        if (t->kinds.at[i].entry >= t->locs.n || t->locs.at[t->kinds.at[i].entry].kind != i)
            pwc_refuse(r, "the entry of template %zu is not one of its locations", i);
    return labels;
}

static void read_statements(struct pwc_reader *r, struct pwc_template *t)
{
    for (size_t n = pwc_section(r, "statements"); n > 0; n--) {
        pwc_next(r);
        struct pwc_stmt s = {.from = pwc_index(r, t->locs.n), .somes = 0};
        s.to = pwc_index(r, t->locs.n);
        if (t->locs.at[s.from].kind != t->locs.at[s.to].kind)
            pwc_refuse(r, "the statement leads to another template");
        pw_vec_push(&t->stmts, s);
    }
}

/* Sections that may be missing; afterwards a line is open, the next section's. */
static void read_some_blocks(struct pwc_reader *r, struct pwc_template *t)
{
    uint32_t sum = 0;
    pwc_next(r);
    if (pwc_try(r, "some-blocks")) {
        for (size_t n = pwc_count(r); n > 0; n--) {
            pwc_next(r);
            struct pwc_stmt *s = &t->stmts.at[pwc_index(r, t->stmts.n)];
            if (s->somes) pwc_refuse(r, "this statement for the second time");
            s->somes = (uint32_t)pwc_int(r, 1, 31);
            pwc_finish_line(r);
        }
        pwc_next(r);
    }
    for (size_t i = 0; i < t->stmts.n; i++) {
        t->stmts.at[i].first_some = sum;
        for (uint32_t k = 0; k < t->stmts.at[i].somes; k++, sum++)
            pw_vec_push(&t->somes, ((pwc_actives){0}));
    }
}

enum cube { STATE, NOW, NEXT }; /* values only; or "-"; or "=" as well */

/* "|", except before a state, and one entry per field. */
static int32_t *read_cube(struct pwc_reader *r, struct pwc_template *t, const struct pwc_fields *f,
                          enum cube what)
{
    int32_t *c = pw_arena_alloc(&t->arena, f->n * sizeof *c);
    if (what != STATE) pwc_expect(r, "|");
    for (size_t i = 0; i < f->n; i++) {
        if (what != STATE && pwc_try(r, "-"))
            c[i] = PWC_FREE;
        else if (what == NEXT && pwc_try(r, "="))
            c[i] = PWC_KEEP;
        else
            c[i] = (int32_t)(pwc_int(r, f->lo[i], f->lo[i] + f->size[i] - 1) - f->lo[i]);
    }
    return c;
}

static void read_passives(struct pwc_reader *r, struct pwc_template *t)
{
    pwc_expect(r, "passive-moves");
    for (size_t n = pwc_count(r); n > 0; n--) {
        pwc_next(r);
        struct pwc_passive p = {.loc = PWC_NONE, .line = r->line};
        p.kind = pwc_index(r, t->kinds.n);
        if (!pwc_try(r, "*")) p.loc = pwc_index(r, t->locs.n);
        if (p.loc != PWC_NONE && t->locs.at[p.loc].kind != p.kind)
            pwc_refuse(r, "location %" PRIu32 " is of another template", p.loc);
        assert(p.kind < t->kinds.n);
        p.now = read_cube(r, t, &t->kinds.at[p.kind].fields, NOW);
        p.next = read_cube(r, t, &t->kinds.at[p.kind].fields, NEXT);
        pwc_finish_line(r);
        pw_vec_push(&t->passives, p);
    }
}

/* n lines of active moves, or of rows of some blocks. */
static void read_active_lines(struct pwc_reader *r, struct pwc_template *t, size_t n, bool some)
{
    for (; n > 0; n--) {
        pwc_next(r);
        struct pwc_active a = {.stmt = pwc_index(r, t->stmts.n), .line = r->line};
        assert(a.stmt < t->stmts.n);
        const struct pwc_stmt *stmt = &t->stmts.at[a.stmt];
        pwc_actives *to =
            some ? &t->somes.at[stmt->first_some + pwc_index(r, stmt->somes)] : &t->actives;
        uint32_t kind = t->locs.at[t->stmts.at[a.stmt].from].kind;
        a.shared = read_cube(r, t, &t->shared, NOW);
        assert(kind < t->kinds.n);
        a.local = read_cube(r, t, &t->kinds.at[kind].fields, NOW);
        a.shared_next = read_cube(r, t, &t->shared, NEXT);
        a.local_next = read_cube(r, t, &t->kinds.at[kind].fields, NEXT);
        pwc_expect(r, "|");
        do {
            uint32_t id = pwc_index(r, t->passives.n);
            if (a.passives.n && id <= pw_vec_last(&a.passives))
                pwc_refuse(r, "passive moves must increase");
            pw_vec_push(&a.passives, id);
        } while (pwc_more(r));
        pw_vec_push(to, a);
    }
}

/* Afterwards a line is open, the next section's. */
static void read_actives(struct pwc_reader *r, struct pwc_template *t)
{
    read_active_lines(r, t, pwc_section(r, "active-moves"), false);
    pwc_next(r);
    if (!t->somes.n || !pwc_try(r, "some")) return;
    read_active_lines(r, t, pwc_count(r), true);
    pwc_next(r);
}

static void read_rows(struct pwc_reader *r, struct pwc_template *t)
{
    pwc_expect(r, "initial");
    for (size_t n = pwc_count(r); n > 0; n--) {
        pwc_next(r);
        struct pwc_row row = {.active = pwc_index(r, t->kinds.n), .line = r->line};
        row.passive = pwc_index(r, t->kinds.n);
        row.shared = read_cube(r, t, &t->shared, NOW);
        assert(row.active < t->kinds.n);
        row.local = read_cube(r, t, &t->kinds.at[row.active].fields, NOW);
        assert(row.passive < t->kinds.n);
        row.other = read_cube(r, t, &t->kinds.at[row.passive].fields, NOW);
        pwc_finish_line(r);
        pw_vec_push(&t->rows, row);
    }
    r->result->starts = t->rows.n;
}

static void read_bads(struct pwc_reader *r, struct pwc_template *t, size_t labels)
{
    for (size_t n = pwc_section(r, "bad"); n > 0; n--) {
        pwc_next(r);
        struct pwc_bad bad = {.global = PWC_NONE, .line = r->line};
        pwc_bag terms = {0};
        pwc_int(r, 0, PWC_MOST);
        size_t words = pwc_read_bag(r, (uint32_t)labels, &terms);
        if (words != terms.n)
            pwc_refuse(r, "a label for the second time: the largest number is enough");
        if (!terms.n) pwc_refuse(r, "a bad state needs a thread");
        pw_vec_push(&t->bads, terms);
        pw_vec_push(&t->system.bads, bad);
    }
}

/* ---- states ---- */

static uint32_t read_states(struct pwc_reader *r, struct pwc_template *t, bool local,
                            struct pwc_states *s)
{
    for (size_t n = pwc_section(r, local ? "local-states" : "shared-states"); n > 0; n--) {
        pwc_next(r);
        struct pwc_state x = {.loc = local ? pwc_index(r, t->locs.n) : 0};
        const struct pwc_fields *f =
            local ? &t->kinds.at[t->locs.at[x.loc].kind].fields : &t->shared;
        x.codes = read_cube(r, t, f, STATE);
        pwc_finish_line(r);
        if (s->at.n && x.loc < pw_vec_last(&s->at).loc)
            pwc_refuse(r, "local states must be listed in the order of their locations");
        if (pwc_find_state(s, x.loc, x.codes, f->n) != PWC_NONE)
            pwc_refuse(r, "the same state for the second time");
        pwc_add_state(s, x, f->n);
    }
    return (uint32_t)s->at.n;
}

/* ---- all ---- */

/* The terms of the bad states: labels become places. */
static void place_bads(struct pwc_template *t)
{
    for (size_t b = 0; b < t->bads.n; b++)
        for (size_t i = 0; i < t->bads.at[b].n; i++) {
            struct pwc_term term = {.count = t->bads.at[b].at[i].count};
            for (uint32_t p = 0; p < t->locals.at.n; p++) {
                const pw_uints *labels = &t->locs.at[t->locals.at.at[p].loc].labels;
                for (size_t k = 0; k < labels->n; k++)
                    if (labels->at[k] == t->bads.at[b].at[i].place) {
                        pw_vec_push(&term.places.places, p);
                        break;
                    }
            }
            pw_vec_push(&t->system.bads.at[b].terms, term);
        }
}

static bool read_closure(struct pwc_reader *r, struct pwc_template *t)
{
    pwc_next(r);
    pwc_expect(r, "closure");
    bool sharp = pwc_try(r, "sharp");
    t->system.witness = sharp || pwc_try(r, "witness");
    if (!t->system.witness) pwc_expect(r, "paper");
    t->axioms = pwc_try(r, "axioms") ? pwc_count(r) : 0;
    if (!t->axioms) pwc_finish_line(r);
    for (size_t n = t->axioms; n > 0; n--)
        pwc_next(r);
    return sharp;
}

void pwc_check_template(struct pwc_reader *r)
{
    struct pwc_template t = {.system.ahead = pwc_template_ahead};
    pw_arena_init(&t.arena);
    t.system.find_steps = pwc_template_steps, t.system.each_start = pwc_template_starts;
    bool sharp = read_closure(r, &t);
    pwc_section(r, "bound");
    for (size_t n = pwc_section(r, "predicates"); n > 0; n--)
        pwc_next(r);
    read_fields(r, &t, pwc_section(r, "shared-fields"), &t.shared);
    read_kinds(r, &t);
    size_t labels = read_locations(r, &t);
    read_statements(r, &t);
    read_some_blocks(r, &t);
    read_passives(r, &t);
    read_actives(r, &t);
    read_rows(r, &t);
    read_bads(r, &t, labels);
    t.system.space.globals = read_states(r, &t, false, &t.shareds);
    t.system.space.places = read_states(r, &t, true, &t.locals);
    place_bads(&t);
    pwc_read_space(r, &t.system.space, t.bads.n, false, sharp);
    pwc_pass(r->result, "text complete, checksum right: a template, closure %s",
             sharp              ? "sharp"
             : t.system.witness ? "witness"
                                : "paper");
    pwc_check_claims(&t.system);
}
