#include "check/template.h"

#include <inttypes.h>
#include <string.h>

/* Lines "KIND LO HI NAME ...": only the range matters. */
static void read_fields(struct pwc_reader *r, struct pwc_template *t, size_t n, struct pwc_fields *f)
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
    pw_vec_clear(&size), pw_vec_clear(&low);
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
        size_t fields = (size_t)pwc_int(r, 0, PWC_MOST);
        pwc_finish_line(r);
        read_fields(r, t, fields, &k.fields);
        pw_vec_push(&t->kinds, k);
    }
}

static void read_locations(struct pwc_reader *r, struct pwc_template *t)
{
    size_t width;
    t->labels = pwc_section(r, "labels");
    for (size_t n = t->labels; n > 0; n--) pwc_next(r);
    for (size_t n = pwc_section(r, "locations"); n > 0; n--) {
        pwc_next(r);
        struct pwc_loc l = {.kind = (uint32_t)pwc_int(r, 0, (int64_t)t->kinds.n - 1)};
        pwc_word(r, &width), pwc_word(r, &width), pwc_word(r, &width); /* kind of location, line, name */
        while (pwc_more(r)) pw_vec_push(&l.labels, (unsigned)pwc_int(r, 0, (int64_t)t->labels - 1));
        pw_vec_push(&t->locs, l);
    }
    for (size_t i = 0; i < t->kinds.n; i++)
        if (t->kinds.at[i].entry >= t->locs.n || t->locs.at[t->kinds.at[i].entry].kind != i)
            pwc_refuse(r, "the entry of template %zu is not one of its locations", i);
}

static void read_statements(struct pwc_reader *r, struct pwc_template *t)
{
    for (size_t n = pwc_section(r, "statements"); n > 0; n--) {
        pwc_next(r);
        struct pwc_stmt s;
        s.from = (uint32_t)pwc_int(r, 0, (int64_t)t->locs.n - 1);
        s.to = (uint32_t)pwc_int(r, 0, (int64_t)t->locs.n - 1);
        if (t->locs.at[s.from].kind != t->locs.at[s.to].kind) pwc_refuse(r, "the statement leads to another template");
        pw_vec_push(&t->stmts, s);
    }
}

/* "|" and one entry per field: a value, "-", or "=" where it may stand. */
static int32_t *read_cube(struct pwc_reader *r, struct pwc_template *t, const struct pwc_fields *f, bool free, bool keep)
{
    int32_t *c = pw_arena_alloc(&t->arena, f->n * sizeof *c);
    if (free) pwc_expect(r, "|");
    for (size_t i = 0; i < f->n; i++) {
        if (free && pwc_try(r, "-")) c[i] = PWC_FREE;
        else if (keep && pwc_try(r, "=")) c[i] = PWC_KEEP;
        else c[i] = (int32_t)(pwc_int(r, f->lo[i], f->lo[i] + f->size[i] - 1) - f->lo[i]);
    }
    return c;
}

static void read_passives(struct pwc_reader *r, struct pwc_template *t)
{
    for (size_t n = pwc_section(r, "passive-moves"); n > 0; n--) {
        pwc_next(r);
        struct pwc_passive p = {.kind = (uint32_t)pwc_int(r, 0, (int64_t)t->kinds.n - 1), .loc = PWC_NONE, .line = r->line};
        if (!pwc_try(r, "*")) p.loc = (uint32_t)pwc_int(r, 0, (int64_t)t->locs.n - 1);
        if (p.loc != PWC_NONE && t->locs.at[p.loc].kind != p.kind) pwc_refuse(r, "location %" PRIu32 " is of another template", p.loc);
        p.now = read_cube(r, t, &t->kinds.at[p.kind].fields, true, false);
        p.next = read_cube(r, t, &t->kinds.at[p.kind].fields, true, true);
        pwc_finish_line(r);
        pw_vec_push(&t->passives, p);
    }
}

static void read_actives(struct pwc_reader *r, struct pwc_template *t)
{
    for (size_t n = pwc_section(r, "active-moves"); n > 0; n--) {
        pwc_next(r);
        struct pwc_active a = {.stmt = (uint32_t)pwc_int(r, 0, (int64_t)t->stmts.n - 1), .line = r->line};
        const struct pwc_fields *local = &t->kinds.at[t->locs.at[t->stmts.at[a.stmt].from].kind].fields;
        a.shared = read_cube(r, t, &t->shared, true, false);
        a.local = read_cube(r, t, local, true, false);
        a.shared_next = read_cube(r, t, &t->shared, true, true);
        a.local_next = read_cube(r, t, local, true, true);
        pwc_expect(r, "|");
        do {
            int64_t id = pwc_int(r, 0, (int64_t)t->passives.n - 1);
            if (a.passives.n && id <= pw_vec_last(&a.passives)) pwc_refuse(r, "passive moves must increase");
            pw_vec_push(&a.passives, (unsigned)id);
        } while (pwc_more(r));
        pw_vec_push(&t->actives, a);
    }
}

static void read_starts(struct pwc_reader *r, struct pwc_template *t)
{
    for (size_t n = pwc_section(r, "initial"); n > 0; n--) {
        pwc_next(r);
        struct pwc_start s;
        s.active = (uint32_t)pwc_int(r, 0, (int64_t)t->kinds.n - 1);
        s.passive = (uint32_t)pwc_int(r, 0, (int64_t)t->kinds.n - 1);
        s.shared = read_cube(r, t, &t->shared, true, false);
        s.local = read_cube(r, t, &t->kinds.at[s.active].fields, true, false);
        s.other = read_cube(r, t, &t->kinds.at[s.passive].fields, true, false);
        pwc_finish_line(r);
        pw_vec_push(&t->starts, s);
    }
}

static void read_bads(struct pwc_reader *r, struct pwc_template *t)
{
    for (size_t n = pwc_section(r, "bad"); n > 0; n--) {
        pwc_next(r);
        struct pwc_bad b = {.line = r->line};
        pwc_int(r, 0, PWC_MOST);
        pwc_read_bag(r, (uint32_t)t->labels, &b.terms);
        if (!b.terms.n) pwc_refuse(r, "a bad state needs a thread");
        pw_vec_push(&t->bads, b);
    }
}

struct wanted {
    uint32_t loc;
    const int32_t *codes;
    size_t n;
};

static bool same_state(const void *objects, uint32_t id, const void *key)
{
    const struct pwc_state *s = (const struct pwc_state *)objects + id;
    const struct wanted *w = key;
    return s->loc == w->loc && !memcmp(s->codes, w->codes, w->n * sizeof *w->codes);
}

static uint64_t hash_state(uint32_t loc, const int32_t *codes, size_t n)
{
    return pw_hash_mix(pw_hash_bytes(codes, n * sizeof *codes), loc);
}

uint32_t pwc_find_state(const struct pwc_states *s, uint32_t loc, const int32_t *codes, size_t n)
{
    struct wanted w = {loc, codes, n};
    int64_t id = pw_table_find(&s->index, hash_state(loc, codes, n), same_state, s->at.at, &w);
    return id == PW_TABLE_NONE ? PWC_NONE : (uint32_t)id;
}

static void read_states(struct pwc_reader *r, struct pwc_template *t, const char *section, bool local, struct pwc_states *s)
{
    for (size_t n = pwc_section(r, section); n > 0; n--) {
        pwc_next(r);
        uint32_t loc = local ? (uint32_t)pwc_int(r, 0, (int64_t)t->locs.n - 1) : 0;
        const struct pwc_fields *f = local ? &t->kinds.at[t->locs.at[loc].kind].fields : &t->shared;
        struct pwc_state state = {loc, read_cube(r, t, f, false, false)};
        pwc_finish_line(r);
        if (s->at.n && loc < pw_vec_last(&s->at).loc) pwc_refuse(r, "local states must be listed in the order of their locations");
        if (pwc_find_state(s, loc, state.codes, f->n) != PWC_NONE) pwc_refuse(r, "the same state for the second time");
        pw_table_add(&s->index, hash_state(loc, state.codes, f->n), (uint32_t)s->at.n);
        pw_vec_push(&s->at, state);
    }
}

void pwc_read_template(struct pwc_reader *r, struct pwc_template *t)
{
    pwc_next(r);
    pwc_expect(r, "closure");
    t->sharp = pwc_try(r, "sharp");
    t->witness = t->sharp || pwc_try(r, "witness");
    if (!t->witness) pwc_expect(r, "paper");
    pwc_finish_line(r);
    r->result->paper = !t->witness;
    r->result->sharp = t->sharp;
    pwc_section(r, "bound");
    for (size_t n = pwc_section(r, "predicates"); n > 0; n--) pwc_next(r);
    read_fields(r, t, pwc_section(r, "shared-fields"), &t->shared);
    read_kinds(r, t);
    read_locations(r, t);
    read_statements(r, t);
    read_passives(r, t);
    read_actives(r, t);
    read_starts(r, t);
    read_bads(r, t);
    read_states(r, t, "shared-states", false, &t->shareds);
    read_states(r, t, "local-states", true, &t->locals);
}
