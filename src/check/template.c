#include "check/template.h"

#include <inttypes.h>

#include "check/kinds.h"

/* Lines "KIND LO HI ...": only the range matters. */
static void read_fields(struct pwc_reader *r, size_t n, pwc_fields *f)
{
    size_t width;
    while (pwc_each(r, &n)) {
        pwc_word(r, &width);
        int64_t lo = pwc_int(r, INT64_MIN / 4, INT64_MAX / 4), hi = pwc_int(r, lo, lo + PWC_MOST);
        pw_vec_push(f, ((struct pwc_field){lo, (uint32_t)(hi - lo + 1)}));
        pwc_skip(r, 0);
    }
}

static void read_kinds(struct pwc_reader *r, struct pwc_template *t)
{
    size_t width, most = 0, n = pwc_section(r, "templates");
    if (n > PWC_KINDS) pwc_refuse(r, "more than %d templates", PWC_KINDS);
    while (pwc_each(r, &n)) {
        struct pwc_kind k = {.count = -1};
        pwc_word(r, &width);
        if (!pwc_try(r, "*")) k.count = pwc_int(r, 0, PWC_MOST);
        k.entry = (uint32_t)pwc_int(r, 0, PWC_MOST);
        for (size_t i = 0; i < t->shared.n; i++)
            pw_vec_push(&k.fields, t->shared.at[i]);
        pw_vec_push(&k.fields, ((struct pwc_field){0}));
        read_fields(r, pwc_count(r), &k.fields);
        most = most < k.fields.n ? k.fields.n : most;
        pw_vec_push(&t->kinds, k);
    }
    t->now = PW_NEWS(uint32_t, most), t->next = PW_NEWS(uint32_t, most);
}

static size_t read_locations(struct pwc_reader *r, struct pwc_template *t)
{
    size_t width, labels = pwc_section(r, "labels");
    pwc_skip(r, labels);
    t->labels = PW_NEWS(struct pwc_set, labels);
    for (size_t n = pwc_section(r, "locations"); pwc_each(r, &n);) {
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

/* Statements, and a section that may be missing: how many some blocks they have. */
static void read_statements(struct pwc_reader *r, struct pwc_template *t)
{
    size_t somes = 0;
    for (size_t n = pwc_section(r, "statements"); pwc_each(r, &n);) {
        struct pwc_stmt s = {.from = pwc_index(r, t->locs.n)};
        s.to = pwc_index(r, t->locs.n);
        if (t->locs.at[s.from].kind != t->locs.at[s.to].kind)
            pwc_refuse(r, "the statement leads to another template");
        pw_vec_push(&t->stmts, s);
        pwc_skip(r, 0);
    }
    pwc_optional(r, "some-blocks", &somes);
    while (pwc_each(r, &somes)) {
        struct pwc_stmt *s = &t->stmts.at[pwc_index(r, t->stmts.n)];
        if (s->somes) pwc_refuse(r, "this statement for the second time");
        s->somes = (uint32_t)pwc_int(r, 1, 31);
    }
}

enum cube { STATE, NOW, NEXT }; /* values only; or "-"; or "=" as well */

/* One entry for each of n fields; before them "|", but for states. */
static void read_codes(struct pwc_reader *r, enum cube what, const struct pwc_field *f, size_t n,
                       uint32_t *out)
{
    if (what != STATE) pwc_expect(r, "|");
    for (size_t i = 0; i < n; i++) {
        if (what != STATE && pwc_try(r, "-"))
            out[i] = PWC_FREE;
        else if (what == NEXT && pwc_try(r, "="))
            out[i] = PWC_KEEP;
        else
            out[i] = (uint32_t)(pwc_int(r, f[i].lo, f[i].lo + f[i].size - 1) - f[i].lo);
    }
}

/* A cube of local states of a kind, at a location; with shared ones before them, or without. */
static uint32_t *read_cube(struct pwc_reader *r, struct pwc_template *t, enum cube what,
                           bool shared, uint32_t kind, uint32_t loc)
{
    const pwc_fields *f = &t->kinds.at[kind].fields;
    size_t before = t->shared.n, start = shared ? before : 0, own = f->n - before - 1;
    uint32_t *cube = pw_arena_alloc(&t->arena, (start + 1 + own) * sizeof *cube);
    if (shared) read_codes(r, what, f->at, before, cube);
    cube[start] = loc;
    read_codes(r, what, f->at + before + 1, own, cube + start + 1);
    return cube;
}

static void read_passives(struct pwc_reader *r, struct pwc_template *t)
{
    for (size_t n = pwc_section(r, "passive-moves"); pwc_each(r, &n);) {
        struct pwc_passive p = {.kind = pwc_index(r, t->kinds.n)};
        uint32_t loc = pwc_try(r, "*") ? PWC_FREE : pwc_index(r, t->locs.n);
        if (loc != PWC_FREE && t->locs.at[loc].kind != p.kind)
            pwc_refuse(r, "location %" PRIu32 " is of another template", loc);
        p.now = read_cube(r, t, NOW, false, p.kind, loc);
        p.next = read_cube(r, t, NEXT, false, p.kind, PWC_KEEP);
        pw_vec_push(&t->passives, p);
    }
}

/* n lines of active moves, or of rows of some blocks. */
static void read_actives(struct pwc_reader *r, struct pwc_template *t, size_t n, bool some)
{
    while (pwc_each(r, &n)) {
        struct pwc_active a = {.stmt = pwc_index(r, t->stmts.n), .line = r->line};
        const struct pwc_stmt *s = &t->stmts.at[a.stmt];
        if (some) a.block = 1 + pwc_index(r, s->somes);
        a.now = read_cube(r, t, NOW, true, t->locs.at[s->from].kind, s->from);
        a.next = read_cube(r, t, NEXT, true, t->locs.at[s->from].kind, s->to);
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
    for (size_t n = pwc_section(r, "initial"); pwc_each(r, &n);) {
        struct pwc_row row = {.active = pwc_index(r, t->kinds.n), .line = r->line};
        row.passive = pwc_index(r, t->kinds.n);
        row.here = read_cube(r, t, NOW, true, row.active, t->kinds.at[row.active].entry);
        row.other = read_cube(r, t, NOW, false, row.passive, t->kinds.at[row.passive].entry);
        pw_vec_push(&t->rows, row);
    }
    r->result->starts = t->rows.n;
}

static void read_bads(struct pwc_reader *r, struct pwc_template *t, size_t labels)
{
    for (size_t n = pwc_section(r, "bad"); pwc_each(r, &n);) {
        struct pwc_bad bad = {.global = PWC_NONE, .line = r->line};
        pwc_bag terms = {0};
        pwc_int(r, 0, PWC_MOST);
        if (pwc_read_bag(r, (uint32_t)labels, &terms) != terms.n)
            pwc_refuse(r, "a label for the second time: the largest number is enough");
        if (!terms.n) pwc_refuse(r, "a bad state needs a thread");
        for (size_t i = 0; i < terms.n; i++)
            pw_vec_push(&bad.terms,
                        ((struct pwc_term){&t->labels[terms.at[i].place], terms.at[i].count}));
        pw_vec_push(&t->system.bads, bad);
        pwc_skip(r, 0);
    }
}

/* A line of shared or local states, which is given the number i. */
static void read_state(struct pwc_reader *r, struct pwc_template *t, bool local, uint32_t i)
{
    struct pwc_tuples *s = local ? &t->locals : &t->shareds;
    uint32_t loc = local ? pwc_index(r, t->locs.n) : 0;
    const pwc_fields *f = local ? &t->kinds.at[t->locs.at[loc].kind].fields : &t->shared;
    size_t skipped = local ? t->shared.n + 1 : 0, n = f->n - skipped;
    uint32_t *codes = pw_arena_alloc(&t->arena, (n + 1) * sizeof *codes);
    codes[0] = loc;
    read_codes(r, STATE, n ? f->at + skipped : NULL, n, codes + local);
    if (local && i && loc < s->at.at[i - 1].at[0])
        pwc_refuse(r, "local states must be listed in the order of their locations");
    if (pwc_number(s, codes, n + local) != i) pwc_refuse(r, "the same state for the second time");
    for (size_t k = 0; local && k < t->locs.at[loc].labels.n; k++) {
        pw_uints *with = &t->labels[t->locs.at[loc].labels.at[k]].places;
        if (!with->n || pw_vec_last(with) != i) pw_vec_push(with, i);
    }
}

static uint32_t read_states(struct pwc_reader *r, struct pwc_template *t, bool local)
{
    uint32_t i = 0;
    for (size_t n = pwc_section(r, local ? "local-states" : "shared-states"); pwc_each(r, &n);)
        read_state(r, t, local, i++);
    return i;
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
    pwc_skip(r, axioms);
    return sharp;
}

void pwc_check_template(struct pwc_reader *r)
{
    struct pwc_template t = {0};
    struct pwc_space *space = &t.system.space;
    pw_arena_init(&t.arena);
    size_t somes;
    bool sharp = read_closure(r, &t);
    pwc_section(r, "bound");
    pwc_skip(r, pwc_section(r, "predicates"));
    read_fields(r, pwc_section(r, "shared-fields"), &t.shared);
    read_kinds(r, &t);
    size_t labels = read_locations(r, &t);
    read_statements(r, &t);
    read_passives(r, &t);
    read_actives(r, &t, pwc_section(r, "active-moves"), false);
    if (pwc_optional(r, "some", &somes)) read_actives(r, &t, somes, true);
    read_rows(r, &t);
    read_bads(r, &t, labels);
    space->globals = read_states(r, &t, false);
    space->places = read_states(r, &t, true);
    pwc_read_space(r, space, t.system.bads.n, false, sharp);
    const char *closure = sharp ? "sharp" : t.system.witness ? "witness" : "paper";
    pwc_pass(r->result, "text complete, checksum right: a template, closure %s", closure);
    pwc_expand_starts(&t);
    pwc_expand_steps(&t);
    pwc_check_claims(&t.system);
}
