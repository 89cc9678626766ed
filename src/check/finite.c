#include "check/finite.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/limits.h"

enum { DEEPEST = 10000, MOST_VALUES = 1 << 24 };

/* ---- formulas ---- */

enum { NUMBER, SHARED, LOCAL, CHOICE, OTHER, FIRST_OPERATOR };
static const struct {
    const char *word;
    int arity;
} operators[] = {{"neg", 1},
                 {"not", 1},
                 {"+", 2},
                 {"-", 2},
                 {"*", 2},
                 {"/", 2},
                 {"%", 2},
                 {"min", 2},
                 {"max", 2},
                 {"==", 2},
                 {"!=", 2},
                 {"<", 2},
                 {"<=", 2},
                 {">", 2},
                 {">=", 2},
                 {"and", 2},
                 {"or", 2},
                 {"implies", 2},
                 {"if", 3},
                 /* what can be seen of threads besides their fields */
                 {"at", 0},
                 {"oat", 0},
                 {"before", 0}};

enum { N_OPERATORS = sizeof operators / sizeof *operators };
enum { FIRST_SEEN = FIRST_OPERATOR + N_OPERATORS - 3 };

/* What a formula may read; two: of another thread as well. */
struct scope {
    size_t shared, locals, choices, others;
    bool one, two;
};

static bool read_leaf(struct pwc_reader *r, const struct scope *s, struct pwc_operation *o)
{
    static const char letters[] = "slco";
    const size_t most[] = {s->shared, s->locals, s->choices, s->others};
    if (!pwc_more(r)) return false;
    for (int i = 0; i < 4; i++) {
        if (*r->at != letters[i] || r->at + 1 >= r->eol || r->at[1] < '0' || r->at[1] > '9')
            continue;
        r->at++;
        o->op = (uint8_t)(SHARED + i);
        o->value = pwc_index(r, most[i]);
        return true;
    }
    if ((*r->at < '0' || *r->at > '9') && (*r->at != '-' || r->at + 1 >= r->eol || r->at[1] == ' '))
        return false;
    o->op = NUMBER;
    o->value = pwc_int(r, INT64_MIN / 4, INT64_MAX / 4);
    return true;
}

static struct pwc_formula read_formula(struct pwc_finite *p, const struct scope *s, int depth)
{
    struct pwc_formula f = {p->operations.n};
    struct pwc_operation o = {0};
    pw_limits_poll();
    if (depth > DEEPEST) pwc_refuse(p->r, "a formula is nested too deeply");
    if (read_leaf(p->r, s, &o)) {
        pw_vec_push(&p->operations, o);
        return f;
    }
    size_t i = 0, n = N_OPERATORS;
    while (i < n && !pwc_try(p->r, operators[i].word))
        i++;
    if (i == n) pwc_refuse(p->r, "a formula is expected here");
    if (!operators[i].arity && !(i == n - 3 ? s->one : s->two))
        pwc_refuse(p->r, "'%s' cannot be read here", operators[i].word);
    p->ordered = p->ordered || i == n - 1;
    o.op = (uint8_t)(FIRST_OPERATOR + i);
    pw_vec_push(&p->operations, o);
    for (int k = 0; k < operators[i].arity; k++)
        read_formula(p, s, depth + 1);
    return f;
}

struct values {
    const int64_t *shared, *local, *choices, *other;
    int64_t at[3]; /* what the last three operators say */
};

static int64_t checked(struct pwc_finite *p, bool overflow, const int64_t *x)
{
    if (overflow) pwc_fail(p->r->result, PWC_INVALID, 0, "a formula leaves the range of numbers");
    return *x;
}

static int64_t apply(struct pwc_finite *p, const char *w, const int64_t *a)
{
    int64_t x = 0;
    if (!strcmp(w, "neg")) return checked(p, __builtin_sub_overflow(0, a[0], &x), &x);
    if (!strcmp(w, "not")) return !a[0];
    if (!strcmp(w, "+")) return checked(p, __builtin_add_overflow(a[0], a[1], &x), &x);
    if (!strcmp(w, "-")) return checked(p, __builtin_sub_overflow(a[0], a[1], &x), &x);
    if (!strcmp(w, "*")) return checked(p, __builtin_mul_overflow(a[0], a[1], &x), &x);
    if (!strcmp(w, "/")) return checked(p, a[1] <= 0, a), a[0] / a[1];
    if (!strcmp(w, "%")) return checked(p, a[1] <= 0, a), a[0] % a[1];
    if (!strcmp(w, "min")) return a[0] < a[1] ? a[0] : a[1];
    if (!strcmp(w, "max")) return a[0] > a[1] ? a[0] : a[1];
    if (!strcmp(w, "==")) return a[0] == a[1];
    if (!strcmp(w, "!=")) return a[0] != a[1];
    if (!strcmp(w, "<")) return a[0] < a[1];
    if (!strcmp(w, "<=")) return a[0] <= a[1];
    if (!strcmp(w, ">")) return a[0] > a[1];
    if (!strcmp(w, ">=")) return a[0] >= a[1];
    if (!strcmp(w, "and")) return a[0] && a[1];
    if (!strcmp(w, "or")) return a[0] || a[1];
    if (!strcmp(w, "implies")) return !a[0] || a[1];
    return a[0] ? a[1] : a[2]; /* if */
}

/* The value of the formula at *at, which moves behind it. Depth: at most DEEPEST. */
static int64_t eval_at(struct pwc_finite *p, size_t *at, const struct values *v)
{
    const struct pwc_operation o = p->operations.at[(*at)++];
    int64_t a[3] = {0};
    switch (o.op) {
    case NUMBER:
        return o.value;
    case SHARED:
        return v->shared[o.value];
    case LOCAL:
        return v->local[o.value];
    case CHOICE:
        return v->choices[o.value];
    case OTHER:
        return v->other[o.value];
    default:
        if (!operators[o.op - FIRST_OPERATOR].arity) return v->at[o.op - FIRST_SEEN];
        for (int i = 0; i < operators[o.op - FIRST_OPERATOR].arity; i++)
            a[i] = eval_at(p, at, v);
        return apply(p, operators[o.op - FIRST_OPERATOR].word, a);
    }
}

static int64_t eval(struct pwc_finite *p, struct pwc_formula f, const struct values *v)
{
    return eval_at(p, &f.first, v);
}

/* ---- reading ---- */

static struct pwc_field read_range(struct pwc_reader *r)
{
    struct pwc_field f = {.lo = pwc_int(r, -PWC_MOST * 4L, PWC_MOST * 4L)};
    f.hi = pwc_int(r, f.lo, f.lo + MOST_VALUES);
    return f;
}

/* Lines "LO HI INIT NAME"; an initial value reads only fields before it. */
static void read_fields(struct pwc_finite *p, size_t n, size_t shared, pwc_field_list *out)
{
    for (size_t i = 0; i < n; i++) {
        pwc_next(p->r);
        struct pwc_field f = read_range(p->r);
        struct scope s = {.shared = shared == SIZE_MAX ? i : shared,
                          .locals = shared == SIZE_MAX ? 0 : i};
        f.any = pwc_try(p->r, "any");
        if (!f.any) f.init = read_formula(p, &s, 0);
        pw_vec_push(out, f);
    }
}

static void read_kinds(struct pwc_finite *p)
{
    size_t width;
    for (size_t n = pwc_section(p->r, "templates"); n > 0; n--) {
        struct pwc_kind_of_thread k = {0};
        pwc_next(p->r);
        pwc_word(p->r, &width);
        k.count = p->looking && pwc_try(p->r, "any") ? PWC_ANY : pwc_int(p->r, 0, PWC_MOST);
        k.entry = (uint32_t)pwc_int(p->r, 0, PWC_MOST);
        read_fields(p, pwc_count(p->r), p->shared.n, &k.fields);
        pw_vec_push(&p->kinds, k);
    }
}

static size_t read_locations(struct pwc_finite *p)
{
    size_t width, labels = pwc_section(p->r, "labels");
    for (size_t n = labels; n > 0; n--)
        pwc_next(p->r);
    for (size_t n = pwc_section(p->r, "locations"); n > 0; n--) {
        pwc_next(p->r);
        struct pwc_location l = {.kind = pwc_index(p->r, p->kinds.n)};
        l.error = pwc_try(p->r, "error");
        if (!l.error && !pwc_try(p->r, "end")) pwc_expect(p->r, "normal");
        pwc_word(p->r, &width); /* line */
        pwc_word(p->r, &width); /* name */
        while (pwc_more(p->r))
            pw_vec_push(&l.labels, pwc_index(p->r, labels));
        p->r->result->bads += l.error;
        pw_vec_push(&p->locations, l);
    }
    for (size_t i = 0; i < p->kinds.n; i++)
        if (p->kinds.at[i].entry >= p->locations.n ||
            p->locations.at[p->kinds.at[i].entry].kind != i)
            pwc_refuse(p->r, "the entry of template %zu is not one of its locations", i);
    return labels;
}

static void read_change(struct pwc_finite *p, const struct scope *s, struct pwc_program_edge *e)
{
    struct pwc_operation o = {0};
    struct scope targets = {.shared = s->shared, .locals = s->locals};
    pwc_next(p->r);
    if (!read_leaf(p->r, &targets, &o) || o.op == NUMBER) pwc_refuse(p->r, "a field is expected");
    struct pwc_change c = {.shared = o.op == SHARED, .field = (uint32_t)o.value};
    c.to = read_formula(p, s, 0);
    pwc_finish_line(p->r);
    pw_vec_push(&e->changes, c);
}

/* A kind of thread, or `any`, and the scope of formulas about another thread of it. */
static int64_t read_kind_of(struct pwc_finite *p, size_t *fields)
{
    int64_t kind = pwc_try(p->r, "any") ? PWC_ANY : (int64_t)pwc_index(p->r, p->kinds.n);
    *fields = kind < 0 ? 0 : p->kinds.at[kind].fields.n;
    return kind;
}

static void read_looks(struct pwc_finite *p, struct scope s, struct pwc_program_edge *e,
                       size_t looks, size_t others)
{
    s.one = s.two = true;
    for (size_t i = 0; i < looks; i++) {
        struct pwc_look l = {0};
        pwc_next(p->r);
        l.every = pwc_try(p->r, "every");
        if (!l.every) pwc_expect(p->r, "some");
        l.kind = read_kind_of(p, &s.others);
        l.formula = read_formula(p, &s, 0);
        pwc_finish_line(p->r);
        pw_vec_push(&e->looks, l);
    }
    for (size_t i = 0; i < others; i++) {
        struct pwc_other_change c = {0};
        pwc_next(p->r);
        c.kind = pwc_index(p->r, p->kinds.n);
        s.others = p->kinds.at[c.kind].fields.n;
        c.field = pwc_index(p->r, s.others);
        c.to = read_formula(p, &s, 0);
        pwc_finish_line(p->r);
        pw_vec_push(&e->others, c);
    }
}

static struct pwc_claim read_claim(struct pwc_finite *p)
{
    struct pwc_claim c = {.two = pwc_try(p->r, "two"), .other = PWC_ANY};
    struct scope s = {.shared = p->shared.n, .one = true, .two = c.two};
    if (!c.two) pwc_expect(p->r, "one");
    c.kind = read_kind_of(p, &s.locals);
    if (c.two) c.other = read_kind_of(p, &s.others);
    c.formula = read_formula(p, &s, 0);
    return c;
}

static void read_edges(struct pwc_finite *p)
{
    for (size_t n = pwc_section(p->r, "edges"); n > 0; n--) {
        pwc_next(p->r);
        struct pwc_program_edge e = {.from = pwc_index(p->r, p->locations.n)};
        e.to = pwc_index(p->r, p->locations.n);
        assert(e.from < p->locations.n);
        struct pwc_location *l = &p->locations.at[e.from];
        if (p->locations.at[e.to].kind != l->kind)
            pwc_refuse(p->r, "the edge leads to another template");
        if (p->edges.n && pw_vec_last(&p->edges).from > e.from)
            pwc_refuse(p->r, "edges must be sorted by where they start");
        if (!l->edges++) l->first_edge = (uint32_t)p->edges.n;
        pwc_int(p->r, 0, PWC_MOST); /* line */
        size_t choices = (size_t)pwc_int(p->r, 0, PWC_MOST),
               changes = (size_t)pwc_int(p->r, 0, PWC_MOST), looks = 0, others = 0;
        if (p->looking)
            looks = (size_t)pwc_int(p->r, 0, PWC_MOST), others = (size_t)pwc_int(p->r, 0, PWC_MOST);
        struct scope s = {
            .shared = p->shared.n, .locals = p->kinds.at[l->kind].fields.n, .choices = choices};
        for (size_t i = 0; i < choices; i++) {
            pwc_next(p->r);
            pw_vec_push(&e.choices, read_range(p->r));
            pwc_finish_line(p->r);
        }
        pwc_next(p->r);
        e.guard = read_formula(p, &s, 0);
        pwc_finish_line(p->r);
        for (size_t i = 0; i < changes; i++)
            read_change(p, &s, &e);
        read_looks(p, s, &e, looks, others);
        pw_vec_push(&p->edges, e);
    }
    p->r->result->moves = p->edges.n;
}

static void read_constraints(struct pwc_finite *p)
{
    for (size_t n = pwc_section(p->r, "constraints"); n > 0; n--) {
        pwc_next(p->r);
        if (p->looking && pwc_try(p->r, "pair")) {
            pw_vec_push(&p->pair_starts, read_claim(p));
            pwc_finish_line(p->r);
            continue;
        }
        struct pwc_constraint c = {.kind = -1};
        if (!pwc_try(p->r, "any")) c.kind = pwc_index(p->r, p->kinds.n);
        struct scope s = {.shared = p->shared.n,
                          .locals = c.kind < 0 ? 0 : p->kinds.at[c.kind].fields.n};
        c.formula = read_formula(p, &s, 0);
        pwc_finish_line(p->r);
        pw_vec_push(&p->constraints, c);
    }
}

static void read_bads(struct pwc_finite *p, size_t labels)
{
    for (size_t n = pwc_section(p->r, "bad"); n > 0; n--) {
        pwc_bad_counts counts = {0};
        pwc_next(p->r);
        pwc_int(p->r, 0, PWC_MOST); /* line */
        int64_t k = pwc_int(p->r, !p->looking, PWC_MOST);
        p->r->result->bads++;
        if (!k) {
            pw_vec_push(&p->bad_formulas, read_claim(p));
            continue;
        }
        for (; k > 0; k--) {
            struct pwc_bad_count c = {.kind = -1};
            if (!pwc_try(p->r, "any")) c.kind = pwc_index(p->r, p->kinds.n);
            c.label = pwc_index(p->r, labels);
            c.least = pwc_int(p->r, 1, PWC_MOST);
            pw_vec_push(&counts, c);
        }
        pw_vec_push(&p->bads, counts);
    }
}

/* ---- numbered states ---- */

struct vector {
    const int64_t *values;
    size_t n;
    uint32_t place;
};

static bool same_vector(const void *objects, uint32_t id, const void *key)
{
    const struct pwc_vectors *s = objects;
    const struct vector *v = key;
    return s->place.at[id] == v->place &&
           !memcmp(s->values.at + s->first.at[id], v->values, v->n * sizeof *v->values);
}

static uint64_t hash_vector(const struct vector *v)
{
    return pw_hash_mix(pw_hash_bytes(v->values, v->n * sizeof *v->values), v->place);
}

/* The number of a state, or -1. */
static int64_t find_vector(const struct pwc_vectors *s, const struct vector *v)
{
    return pw_table_find(&s->index, hash_vector(v), same_vector, s, v);
}

static const int64_t *values_of(const struct pwc_vectors *s, uint32_t id)
{
    assert(id < s->first.n);
    return s->values.at + s->first.at[id];
}

static void read_vector(struct pwc_finite *p, struct pwc_vectors *s, uint32_t place,
                        const pwc_field_list *fields)
{
    size_t first = s->values.n;
    for (size_t i = 0; i < fields->n; i++)
        pw_vec_push(&s->values, pwc_int(p->r, fields->at[i].lo, fields->at[i].hi));
    struct vector v = {s->values.at + first, fields->n, place};
    if (find_vector(s, &v) != PW_TABLE_NONE) pwc_refuse(p->r, "the same state for the second time");
    pw_table_add(&s->index, hash_vector(&v), (uint32_t)s->place.n);
    pw_vec_push(&s->place, place);
    pw_vec_push(&s->first, (uint32_t)first);
}

static void read_program(struct pwc_finite *p, void (*rest)(void *), void *arg)
{
    struct pwc_reader *r = p->r;
    /* a state may have no fields: its values are somewhere all the same */
    pw_vec_reserve(&p->shareds.values, 1), pw_vec_reserve(&p->locals.values, 1);
    read_fields(p, pwc_section(r, "shared-fields"), SIZE_MAX, &p->shared);
    read_kinds(p);
    size_t labels = read_locations(p);
    read_edges(p);
    read_constraints(p);
    read_bads(p, labels);
    for (size_t n = pwc_section(r, "shared-states"); n > 0; n--) {
        pwc_next(r);
        read_vector(p, &p->shareds, 0, &p->shared);
        pwc_finish_line(r);
    }
    for (size_t n = pwc_section(r, "local-states"); n > 0; n--) {
        pwc_next(r);
        uint32_t place = pwc_index(r, p->locations.n);
        read_vector(p, &p->locals, place, &p->kinds.at[p->locations.at[place].kind].fields);
        rest(arg);
        pwc_finish_line(r);
    }
}

void pwc_read_finite(struct pwc_reader *r, struct pwc_finite *p, void (*rest)(void *), void *arg)
{
    *p = (struct pwc_finite){.r = r};
    read_program(p, rest, arg);
}

static void nothing_more(void *arg)
{
    (void)arg;
}

void pwc_read_looking(struct pwc_reader *r, struct pwc_finite *p)
{
    *p = (struct pwc_finite){.r = r, .looking = true};
    read_program(p, nothing_more, NULL);
}

/* ---- steps ---- */

/* Vectors in the making: shared and local values, choices; room for all. */
struct make_ctx {
    struct pwc_finite *p;
    const char *what;
    int64_t *shared, *local, *choices;
    void (*found)(void *arg, uint32_t state);
    void (*step)(void *arg, uint32_t shared, uint32_t local);
    void *arg;
};

static void in_range(struct pwc_finite *p, const char *what, const struct vector *v,
                     const pwc_field_list *fields)
{
    for (size_t i = 0; i < v->n; i++)
        if (v->values[i] < fields->at[i].lo || v->values[i] > fields->at[i].hi)
            pwc_fail(p->r->result, PWC_INVALID, 0, "%s: a field leaves its range", what);
}

static uint32_t numbered(struct pwc_finite *p, const char *what, const struct pwc_vectors *s,
                         const struct vector *v, const pwc_field_list *fields)
{
    int64_t id = find_vector(s, v);
    in_range(p, what, v, fields);
    if (id == PW_TABLE_NONE)
        pwc_fail(p->r->result, PWC_INVALID, 0, "%s: a state that is not listed can occur", what);
    return (uint32_t)id;
}

static void take_edge(struct make_ctx *x, const struct pwc_program_edge *e, uint32_t g, uint32_t l)
{
    struct pwc_finite *p = x->p;
    assert(e->from < p->locations.n);
    const pwc_field_list *fields = &p->kinds.at[p->locations.at[e->from].kind].fields;
    struct values v = {.shared = values_of(&p->shareds, g),
                       .local = values_of(&p->locals, l),
                       .choices = x->choices};
    if (!eval(p, e->guard, &v)) return;
    memcpy(x->shared, v.shared, p->shared.n * sizeof *x->shared);
    memcpy(x->local, v.local, fields->n * sizeof *x->local);
    for (size_t i = 0; i < e->changes.n; i++) {
        const struct pwc_change *c = &e->changes.at[i];
        (c->shared ? x->shared : x->local)[c->field] = eval(p, c->to, &v);
    }
    struct vector shared = {x->shared, p->shared.n, 0}, local = {x->local, fields->n, e->to};
    x->step(x->arg, numbered(p, x->what, &p->shareds, &shared, &p->shared),
            numbered(p, x->what, &p->locals, &local, fields));
}

static bool next_choices(const pwc_field_list *fields, int64_t *at)
{
    for (size_t i = fields->n; i-- > 0;) {
        if (at[i]++ < fields->at[i].hi) return true;
        at[i] = fields->at[i].lo;
    }
    return false;
}

void pwc_each_step(struct pwc_finite *p, const char *what, uint32_t g, uint32_t l,
                   void (*step)(void *arg, uint32_t shared, uint32_t local), void *arg)
{
    assert(l < p->locals.place.n);
    const struct pwc_location *at = &p->locations.at[p->locals.place.at[l]];
    assert(at->kind < p->kinds.n);
    size_t ng = p->shared.n, nl = p->kinds.at[at->kind].fields.n;
    for (uint32_t i = at->first_edge; i < at->first_edge + at->edges; i++) {
        assert(i < p->edges.n);
        const struct pwc_program_edge *e = &p->edges.at[i];
        int64_t *room = PW_NEWS(int64_t, ng + nl + e->choices.n);
        struct make_ctx x = {.p = p, .what = what, .step = step, .arg = arg};
        x.shared = room, x.local = room + ng, x.choices = room + ng + nl;
        for (size_t k = 0; k < e->choices.n; k++)
            x.choices[k] = e->choices.at[k].lo;
        do {
            pw_limits_poll();
            take_edge(&x, e, g, l);
        } while (next_choices(&e->choices, x.choices));
        PW_FREES(room, ng + nl + e->choices.n);
    }
}

/* ---- steps of threads that look at each other ---- */

bool pwc_next_choices(const struct pwc_program_edge *e, int64_t *choices)
{
    return next_choices(&e->choices, choices);
}

static struct values seen(const struct pwc_finite *p, const struct pwc_sight *s)
{
    assert(p->looking && s->shared < p->shareds.place.n);
    assert(s->mine < p->locals.place.n && s->other < p->locals.place.n);
    return (struct values){values_of(&p->shareds, s->shared),
                           values_of(&p->locals, s->mine),
                           s->choices,
                           values_of(&p->locals, s->other),
                           {p->locals.place.at[s->mine], p->locals.place.at[s->other], s->before}};
}

int64_t pwc_formula_value(struct pwc_finite *p, struct pwc_formula f, const struct pwc_sight *s)
{
    struct values v = seen(p, s);
    return eval(p, f, &v);
}

int64_t pwc_shared_after(struct pwc_finite *p, const char *what, const struct pwc_program_edge *e,
                         const struct pwc_sight *s)
{
    struct values v = seen(p, s);
    int64_t *to = PW_NEWS(int64_t, p->shared.n);
    struct vector after = {to, p->shared.n, 0};
    memcpy(to, v.shared, p->shared.n * sizeof *to);
    for (size_t i = 0; i < e->changes.n; i++)
        if (e->changes.at[i].shared) to[e->changes.at[i].field] = eval(p, e->changes.at[i].to, &v);
    in_range(p, what, &after, &p->shared);
    int64_t id = find_vector(&p->shareds, &after);
    PW_FREES(to, p->shared.n);
    return id;
}

/* A local state of the fields, in the making. */
static int64_t *copy_local(const struct pwc_finite *p, uint32_t l, const pwc_field_list *fields)
{
    int64_t *to = PW_NEWS(int64_t, fields->n);
    memcpy(to, values_of(&p->locals, l), fields->n * sizeof *to);
    return to;
}

static int64_t local_made(struct pwc_finite *p, const char *what, int64_t *to, uint32_t place,
                          const pwc_field_list *fields)
{
    struct vector after = {to, fields->n, place};
    in_range(p, what, &after, fields);
    int64_t id = find_vector(&p->locals, &after);
    PW_FREES(to, fields->n);
    return id;
}

int64_t pwc_mine_after(struct pwc_finite *p, const char *what, const struct pwc_program_edge *e,
                       const struct pwc_sight *s)
{
    struct values v = seen(p, s);
    const pwc_field_list *fields = &p->kinds.at[pwc_kind_of(p, s->mine)].fields;
    int64_t *to = copy_local(p, s->mine, fields);
    for (size_t i = 0; i < e->changes.n; i++)
        if (!e->changes.at[i].shared) to[e->changes.at[i].field] = eval(p, e->changes.at[i].to, &v);
    return local_made(p, what, to, e->to, fields);
}

int64_t pwc_other_after(struct pwc_finite *p, const char *what, const struct pwc_program_edge *e,
                        const struct pwc_sight *s)
{
    struct values v = seen(p, s);
    uint32_t kind = pwc_kind_of(p, s->other);
    assert(kind < p->kinds.n);
    const pwc_field_list *fields = &p->kinds.at[kind].fields;
    int64_t *to = copy_local(p, s->other, fields);
    for (size_t i = 0; i < e->others.n; i++)
        if (e->others.at[i].kind == kind)
            to[e->others.at[i].field] = eval(p, e->others.at[i].to, &v);
    assert(s->other < p->locals.place.n);
    return local_made(p, what, to, p->locals.place.at[s->other], fields);
}

uint32_t pwc_shared_number(struct pwc_finite *p, const char *what, const int64_t *values)
{
    struct vector v = {values, p->shared.n, 0};
    return numbered(p, what, &p->shareds, &v, &p->shared);
}

int64_t pwc_shared_value(const struct pwc_finite *p, uint32_t shared, uint32_t field)
{
    return values_of(&p->shareds, shared)[field];
}

/* The shared fields in the formula at *at, which moves behind it. Depth: at most DEEPEST. */
static void name_fields(const struct pwc_finite *p, size_t *at, bool *named)
{
    const struct pwc_operation o = p->operations.at[(*at)++];
    if (o.op == SHARED) named[o.value] = true;
    if (o.op < FIRST_OPERATOR) return;
    for (int i = 0; i < operators[o.op - FIRST_OPERATOR].arity; i++)
        name_fields(p, at, named);
}

void pwc_named_fields(const struct pwc_finite *p, uint32_t kind, bool *named)
{
    for (size_t i = 0; i < p->edges.n; i++) {
        const struct pwc_program_edge *e = &p->edges.at[i];
        if (p->locations.at[e->from].kind != kind) continue;
        size_t at = e->guard.first;
        name_fields(p, &at, named);
        for (size_t k = 0; k < e->changes.n; k++) {
            const struct pwc_change *c = &e->changes.at[k];
            at = c->to.first;
            name_fields(p, &at, named);
            if (c->shared) named[c->field] = true;
        }
    }
}

/* ---- initial states ---- */

static bool constrained(struct make_ctx *x, int64_t kind)
{
    struct values v = {.shared = x->shared, .local = x->local};
    for (size_t i = 0; i < x->p->constraints.n; i++) {
        const struct pwc_constraint *c = &x->p->constraints.at[i];
        if (c->kind == kind && !eval(x->p, c->formula, &v)) return false;
    }
    return true;
}

/* Values for the fields from i on, in every way. Depth: the number of fields. */
static void fill(struct make_ctx *x, int64_t kind, const pwc_field_list *fields, size_t i,
                 int64_t *values)
{
    struct pwc_finite *p = x->p;
    pw_limits_poll();
    if (i == fields->n) {
        uint32_t place = kind < 0 ? 0 : p->kinds.at[kind].entry;
        struct vector v = {values, fields->n, place};
        if (constrained(x, kind))
            x->found(x->arg, numbered(p, x->what, kind < 0 ? &p->shareds : &p->locals, &v, fields));
        return;
    }
    assert(i < fields->n);
    const struct pwc_field *f = &fields->at[i];
    struct values v = {.shared = x->shared, .local = x->local};
    int64_t lo = f->any ? f->lo : eval(p, f->init, &v), hi = f->any ? f->hi : lo;
    if (lo < f->lo || hi > f->hi) return; /* no state starts so */
    for (int64_t k = lo; k <= hi; k++) {
        values[i] = k;
        fill(x, kind, fields, i + 1, values);
    }
}

void pwc_each_shared_start(struct pwc_finite *p, const char *what,
                           void (*start)(void *arg, uint32_t shared), void *arg)
{
    struct make_ctx x = {.p = p, .what = what, .found = start, .arg = arg};
    x.shared = PW_NEWS(int64_t, p->shared.n);
    fill(&x, -1, &p->shared, 0, x.shared);
    PW_FREES(x.shared, p->shared.n);
}

void pwc_each_local_start(struct pwc_finite *p, const char *what, uint32_t kind, uint32_t shared,
                          void (*start)(void *arg, uint32_t local), void *arg)
{
    assert(kind < p->kinds.n);
    const pwc_field_list *fields = &p->kinds.at[kind].fields;
    struct make_ctx x = {.p = p, .what = what, .found = start, .arg = arg};
    x.shared = PW_NEWS(int64_t, p->shared.n);
    x.local = PW_NEWS(int64_t, fields->n);
    memcpy(x.shared, values_of(&p->shareds, shared), p->shared.n * sizeof *x.shared);
    fill(&x, kind, fields, 0, x.local);
    PW_FREES(x.shared, p->shared.n);
    PW_FREES(x.local, fields->n);
}

/* ---- bad ---- */

bool pwc_counts_for(const struct pwc_finite *p, const struct pwc_bad_count *c, uint32_t local)
{
    assert(local < p->locals.place.n);
    const struct pwc_location *l = &p->locations.at[p->locals.place.at[local]];
    if (c->kind >= 0 && c->kind != (int64_t)l->kind) return false;
    for (size_t i = 0; i < l->labels.n; i++)
        if (l->labels.at[i] == c->label) return true;
    return false;
}

bool pwc_is_error(const struct pwc_finite *p, uint32_t local)
{
    assert(local < p->locals.place.n);
    return p->locations.at[p->locals.place.at[local]].error;
}

uint32_t pwc_kind_of(const struct pwc_finite *p, uint32_t local)
{
    assert(local < p->locals.place.n);
    return p->locations.at[p->locals.place.at[local]].kind;
}
