#include "check/template.h"

#include <assert.h>
#include <inttypes.h>

#include "check/kinds.h"

/* Lines "KIND LO HI ...": only the range matters. */
static void read_fields(struct pwc_reader *r, size_t n, pwc_fields *f)
{
    size_t width;
    for (; n > 0; n--) {
        pwc_next(r);
        pwc_word(r, &width);
        int64_t lo = pwc_int(r, INT64_MIN / 4, INT64_MAX / 4), hi = pwc_int(r, lo, lo + PWC_MOST);
        pw_vec_push(f, ((struct pwc_field){lo, (int32_t)(hi - lo + 1)}));
    }
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
        read_fields(r, pwc_count(r), &k.fields);
        pw_vec_push(&t->kinds, k);
    }
}

static size_t read_locations(struct pwc_reader *r, struct pwc_template *t)
{
    size_t width, labels = pwc_section(r, "labels");
    for (size_t n = labels; n > 0; n--)
        pwc_next(r);
    t->labels = PW_NEWS(struct pwc_set, labels);
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
        struct pwc_stmt s = {.from = pwc_index(r, t->locs.n)};
        s.to = pwc_index(r, t->locs.n);
        if (t->locs.at[s.from].kind != t->locs.at[s.to].kind)
            pwc_refuse(r, "the statement leads to another template");
        pw_vec_push(&t->stmts, s);
    }
}

/* A section that may be missing; afterwards a line is open, the next section's. */
static bool read_some_blocks(struct pwc_reader *r, struct pwc_template *t)
{
    pwc_next(r);
    if (!pwc_try(r, "some-blocks")) return false;
    for (size_t n = pwc_count(r); n > 0; n--) {
        pwc_next(r);
        struct pwc_stmt *s = &t->stmts.at[pwc_index(r, t->stmts.n)];
        if (s->somes) pwc_refuse(r, "this statement for the second time");
        s->somes = (uint32_t)pwc_int(r, 1, 31);
        pwc_finish_line(r);
    }
    pwc_next(r);
    return true;
}

enum cube { STATE, NOW, NEXT }; /* values only; or "-"; or "=" as well */

/* "|", except before a state, and one entry per field. */
static int32_t *read_cube(struct pwc_reader *r, struct pwc_template *t, const pwc_fields *f,
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
            c[i] =
                (int32_t)(pwc_int(r, f->at[i].lo, f->at[i].lo + f->at[i].size - 1) - f->at[i].lo);
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
static void read_actives(struct pwc_reader *r, struct pwc_template *t, size_t n, bool some)
{
    for (; n > 0; n--) {
        pwc_next(r);
        struct pwc_active a = {.stmt = pwc_index(r, t->stmts.n), .line = r->line};
        assert(a.stmt < t->stmts.n);
        if (some) a.block = 1 + pwc_index(r, t->stmts.at[a.stmt].somes);
        const pwc_fields *local = &t->kinds.at[t->locs.at[t->stmts.at[a.stmt].from].kind].fields;
        a.shared = read_cube(r, t, &t->shared, NOW);
        a.local = read_cube(r, t, local, NOW);
        a.shared_next = read_cube(r, t, &t->shared, NEXT);
        a.local_next = read_cube(r, t, local, NEXT);
        pwc_expect(r, "|");
        do {
            uint32_t id = pwc_index(r, t->passives.n);
            if (a.passives.n && id <= pw_vec_last(&a.passives))
                pwc_refuse(r, "passive moves must increase");
            pw_vec_push(&a.passives, id);
        } while (pwc_more(r));
        pw_vec_push(&t->actives, a);
    }
}

static void read_rows(struct pwc_reader *r, struct pwc_template *t)
{
    pwc_expect(r, "initial");
    for (size_t n = pwc_count(r); n > 0; n--) {
        pwc_next(r);
        struct pwc_row row = {.active = pwc_index(r, t->kinds.n), .line = r->line};
        row.passive = pwc_index(r, t->kinds.n);
        assert(row.active < t->kinds.n && row.passive < t->kinds.n);
        row.shared = read_cube(r, t, &t->shared, NOW);
        row.local = read_cube(r, t, &t->kinds.at[row.active].fields, NOW);
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
        for (size_t i = 0; i < terms.n; i++)
            pw_vec_push(&bad.terms,
                        ((struct pwc_term){&t->labels[terms.at[i].place], terms.at[i].count}));
        pw_vec_push(&t->system.bads, bad);
    }
}

static uint32_t read_states(struct pwc_reader *r, struct pwc_template *t, bool local,
                            struct pwc_states *s)
{
    for (size_t n = pwc_section(r, local ? "local-states" : "shared-states"); n > 0; n--) {
        pwc_next(r);
        uint32_t loc = local ? pwc_index(r, t->locs.n) : 0;
        const pwc_fields *f = local ? &t->kinds.at[t->locs.at[loc].kind].fields : &t->shared;
        int32_t *codes = read_cube(r, t, f, STATE);
        pwc_finish_line(r);
        if (s->at.n && loc < pw_vec_last(&s->at).loc)
            pwc_refuse(r, "local states must be listed in the order of their locations");
        if (pwc_find_state(s, loc, codes, f->n) != PWC_NONE)
            pwc_refuse(r, "the same state for the second time");
        uint32_t place = pwc_add_state(s, loc, codes, f->n);
        for (size_t i = 0; local && i < t->locs.at[loc].labels.n; i++) {
            pw_uints *with = &t->labels[t->locs.at[loc].labels.at[i]].places;
            if (!with->n || pw_vec_last(with) != place) pw_vec_push(with, place);
        }
    }
    return (uint32_t)s->at.n;
}

static bool read_closure(struct pwc_reader *r, struct pwc_template *t)
{
    pwc_next(r);
    pwc_expect(r, "closure");
    bool sharp = pwc_try(r, "sharp");
    t->system.witness = sharp || pwc_try(r, "witness");
    if (!t->system.witness) pwc_expect(r, "paper");
    size_t axioms = pwc_try(r, "axioms") ? pwc_count(r) : 0;
    if (!axioms) pwc_finish_line(r);
    while (axioms-- > 0)
        pwc_next(r);
    return sharp;
}

void pwc_check_template(struct pwc_reader *r)
{
    struct pwc_template t = {0};
    struct pwc_space *space = &t.system.space;
    pw_arena_init(&t.arena);
    bool sharp = read_closure(r, &t);
    pwc_section(r, "bound");
    for (size_t n = pwc_section(r, "predicates"); n > 0; n--)
        pwc_next(r);
    read_fields(r, pwc_section(r, "shared-fields"), &t.shared);
    read_kinds(r, &t);
    size_t labels = read_locations(r, &t);
    read_statements(r, &t);
    bool some = read_some_blocks(r, &t);
    read_passives(r, &t);
    read_actives(r, &t, pwc_section(r, "active-moves"), false);
    pwc_next(r);
    if (some && pwc_try(r, "some")) {
        read_actives(r, &t, pwc_count(r), true);
        pwc_next(r);
    }
    read_rows(r, &t);
    read_bads(r, &t, labels);
    space->globals = read_states(r, &t, false, &t.shareds);
    space->places = read_states(r, &t, true, &t.locals);
    pwc_read_space(r, space, t.system.bads.n, false, sharp);
    pwc_pass(r->result, "text complete, checksum right: a template, closure %s",
             sharp              ? "sharp"
             : t.system.witness ? "witness"
                                : "paper");
    pwc_expand_starts(&t);
    pwc_check_initial(&t.system);
    pwc_expand_steps(&t);
    pwc_check_claims(&t.system);
}
