#include "finite/space.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/limits.h"
#include "finite/word.h"

/* --- is it finite? --- */

static bool variables_finite(const struct pw_var *vars, size_t n, const char *owner,
                             struct pw_strbuf *why)
{
    for (size_t i = 0; i < n; i++) {
        if (pw_type_finite(vars[i].type)) continue;
        pw_strbuf_printf(why, "%s%s%s is an unbounded integer", owner, *owner ? "." : "",
                         vars[i].name);
        return false;
    }
    return true;
}

static bool choices_finite(const struct pw_edge *e, struct pw_strbuf *why)
{
    uint64_t many = 1;
    for (size_t i = 0; i < e->nchoices; i++) {
        struct pw_type type = e->choices[i].type;
        if (!pw_type_finite(type)) {
            pw_strbuf_printf(why, "line %u picks any integer for %s", e->pos.line,
                             e->choices[i].name);
            return false;
        }
        many *= (uint64_t)(type.hi - type.lo + 1);
        if (many <= PW_SPACE_MOST_CHOICES) continue;
        pw_strbuf_printf(why, "line %u picks among more than %d values", e->pos.line,
                         PW_SPACE_MOST_CHOICES);
        return false;
    }
    return true;
}

bool pw_space_finite(const struct pw_program *p, struct pw_strbuf *why)
{
    if (!variables_finite(p->shared, p->nshared, "", why)) return false;
    for (size_t t = 0; t < p->ntemplates; t++) {
        const struct pw_thread_template *T = &p->templates[t];
        if (!variables_finite(T->locals, T->nlocals, T->name, why)) return false;
        for (size_t e = 0; e < T->nedges; e++)
            if (!choices_finite(&T->edges[e], why)) return false;
    }
    return true;
}

/* --- numbering --- */

/* How steps of one edge are taken. */
struct pw_space_code {
    bool made;
    struct pw_flat flat;
    bool fixed;             /* the local state after it depends on the one before alone */
    PW_VEC(uint32_t) after; /* then, by the one before: 1 + the one after; 0 or beyond: not known */
};

/* Room for a step of every template. */
static void make_room(struct pw_space *s)
{
    const struct pw_program *p = s->p;
    size_t choices = 0;
    for (size_t t = 0; t < p->ntemplates; t++) {
        const struct pw_thread_template *T = &p->templates[t];
        if (T->nlocals > s->most_locals) s->most_locals = T->nlocals;
        for (size_t e = 0; e < T->nedges; e++) {
            if (T->edges[e].nchoices > choices) choices = T->edges[e].nchoices;
            if (T->edges[e].nupdates > s->most_updates) s->most_updates = T->edges[e].nupdates;
        }
    }
    s->at.locals = (uint32_t)p->nshared;
    s->at.choices = s->at.locals + (uint32_t)s->most_locals;
    s->at.own = s->at.choices + (uint32_t)choices;
    pw_vec_reserve(&s->registers, s->at.own + 1);
    s->registers.n = s->at.own;
    pw_pack_init(&s->pack, p->shared, p->nshared);
    s->next_shared = PW_NEWS(uint64_t, s->pack.words);
    s->unpacked = PW_NEWS(int64_t, p->nshared);
    s->next_local = PW_NEWS(int64_t, s->most_locals);
    s->values = PW_NEWS(int64_t, s->most_updates);
    s->code = PW_NEWS(struct pw_space_code *, p->ntemplates);
}

static void free_room(struct pw_space *s)
{
    for (size_t t = 0; t < s->p->ntemplates; t++) {
        size_t n = s->p->templates[t].nedges;
        for (size_t e = 0; s->code[t] && e < n; e++) {
            pw_flat_clear(&s->code[t][e].flat);
            pw_vec_clear(&s->code[t][e].after);
        }
        PW_FREES(s->code[t], n);
    }
    PW_FREES(s->code, s->p->ntemplates);
    PW_FREES(s->next_shared, s->pack.words);
    PW_FREES(s->unpacked, s->p->nshared);
    pw_pack_clear(&s->pack);
    PW_FREES(s->next_local, s->most_locals);
    PW_FREES(s->values, s->most_updates);
    pw_vec_clear(&s->registers);
}

struct pw_space *pw_space_new(const struct pw_program *p)
{
    struct pw_space *s = PW_NEW(struct pw_space);
    s->p = p;
    s->locals = PW_NEWS(struct pw_space_locals, p->ntemplates);
    make_room(s);
    for (size_t i = 0; i < p->ninits; i++)
        s->pair_init |= p->inits[i].class == PW_INTER_THREAD;
    return s;
}

/* Every state has all its values, and a number of its own. */
static void check_space(const struct pw_space *s)
{
    assert(s->shared.n == s->n_shared * s->pack.words);
    assert(s->shared_index.n == s->n_shared);
    for (size_t t = 0; t < s->p->ntemplates; t++) {
        const struct pw_space_locals *l = &s->locals[t];
        assert(l->values.n == l->locs.n * s->p->templates[t].nlocals);
        assert(l->index.n == l->locs.n);
        for (size_t i = 0; i < l->locs.n; i++)
            assert(l->locs.at[i] < s->p->templates[t].nlocs);
    }
}

void pw_space_free(struct pw_space *s)
{
    if (!s) return;
    check_space(s);
    for (size_t t = 0; t < s->p->ntemplates; t++) {
        pw_vec_clear(&s->locals[t].locs);
        pw_vec_clear(&s->locals[t].values);
        pw_table_clear(&s->locals[t].index);
    }
    PW_FREES(s->locals, s->p->ntemplates);
    free_room(s);
    pw_vec_clear(&s->shared);
    pw_table_clear(&s->shared_index);
    PW_FREE(s);
}

uint32_t pw_space_n_locals(const struct pw_space *s, uint32_t t)
{
    return (uint32_t)s->locals[t].locs.n;
}

static const uint64_t *packed_shared(const struct pw_space *s, uint32_t shared)
{
    assert(shared < s->n_shared);
    return pw_vec_from(&s->shared, shared * s->pack.words);
}

const int64_t *pw_space_shared_values(const struct pw_space *s, uint32_t shared)
{
    pw_unpack_all(&s->pack, packed_shared(s, shared), s->unpacked);
    return s->unpacked;
}

uint32_t pw_space_loc(const struct pw_space *s, uint32_t t, uint32_t local)
{
    assert(local < s->locals[t].locs.n);
    return s->locals[t].locs.at[local];
}

const int64_t *pw_space_local_values(const struct pw_space *s, uint32_t t, uint32_t local)
{
    assert(t < s->p->ntemplates);
    return s->locals[t].values.at + local * s->p->templates[t].nlocals;
}

static uint64_t hash_values(uint64_t h, const int64_t *v, size_t n)
{
    for (size_t i = 0; i < n; i++)
        h = pw_hash_mix(h, (uint64_t)v[i]);
    return h;
}

static bool same_values(const int64_t *a, const int64_t *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i]) return false;
    return true;
}

static bool same_shared(const void *objects, uint32_t id, const void *key)
{
    const struct pw_space *s = objects;
    const uint64_t *a = packed_shared(s, id), *b = key;
    for (size_t i = 0; i < s->pack.words; i++)
        if (a[i] != b[i]) return false;
    return true;
}

/* pre: the words do not lie in s->shared. */
static uint32_t number_packed(struct pw_space *s, const uint64_t *words)
{
    size_t n = s->pack.words;
    uint64_t h = 0;
    assert(s->shared.n == s->n_shared * n);
    for (size_t i = 0; i < n; i++)
        h = pw_hash_mix(h, words[i]);
    int64_t known = pw_table_find(&s->shared_index, h, same_shared, s, words);
    if (known != PW_TABLE_NONE) return (uint32_t)known;
    for (size_t i = 0; i < n; i++)
        pw_vec_push(&s->shared, words[i]);
    pw_table_add(&s->shared_index, h, s->n_shared);
    return s->n_shared++;
}

uint32_t pw_space_number_shared(struct pw_space *s, const int64_t *values)
{
    pw_pack_all(&s->pack, values, s->next_shared);
    return number_packed(s, s->next_shared);
}

struct local_key {
    const int64_t *values;
    uint32_t template, loc;
};

static bool same_local(const void *objects, uint32_t id, const void *key)
{
    const struct pw_space *s = objects;
    const struct local_key *k = key;
    return s->locals[k->template].locs.at[id] == k->loc &&
           same_values(pw_space_local_values(s, k->template, id), k->values,
                       s->p->templates[k->template].nlocals);
}

uint32_t pw_space_number_local(struct pw_space *s, uint32_t t, uint32_t loc, const int64_t *values)
{
    struct pw_space_locals *L = &s->locals[t];
    struct local_key key = {values, t, loc};
    assert(t < s->p->ntemplates);
    size_t n = s->p->templates[t].nlocals;
    uint64_t h = hash_values(pw_hash_mix(2, loc), values, n);
    int64_t known = pw_table_find(&L->index, h, same_local, s, &key);
    if (known != PW_TABLE_NONE) return (uint32_t)known;
    uint32_t id = (uint32_t)L->locs.n;
    pw_vec_push(&L->locs, loc);
    for (size_t i = 0; i < n; i++)
        pw_vec_push(&L->values, values[i]);
    pw_table_add(&L->index, h, id);
    return id;
}

/* --- steps --- */

static void read_leaf(void *arg, const struct pw_expr *leaf, pw_int *out)
{
    const struct pw_words *r = arg;
    switch (leaf->kind) {
    case PW_EXPR_SHARED:
        pw_int_set_si(out, r->shared[leaf->index]);
        break;
    case PW_EXPR_LOCAL:
        pw_int_set_si(out, r->active[leaf->index]);
        break;
    case PW_EXPR_PASSIVE:
        pw_int_set_si(out, r->passive[leaf->index]);
        break;
    case PW_EXPR_CHOICE:
        pw_int_set_si(out, r->choices[leaf->index]);
        break;
    default:
        assert(!"a leaf that no step and no initial condition reads");
    }
}

static bool holds(const struct pw_expr *e, struct pw_words *r)
{
    int64_t truth;
    return pw_word_eval(e, r, &truth) ? truth : pw_expr_holds(e, read_leaf, r);
}

static int64_t value_of(const struct pw_expr *e, struct pw_words *r)
{
    pw_int v;
    int64_t word;
    if (pw_word_eval(e, r, &word)) return word;
    pw_int_init(&v);
    if (e->is_bool)
        pw_int_set_si(&v, pw_expr_holds(e, read_leaf, r));
    else
        pw_expr_eval(e, read_leaf, r, &v);
    assert(pw_int_fits_si(&v)); /* the guard keeps updates in their type */
    int64_t value = pw_int_get_si(&v);
    pw_int_clear(&v);
    return value;
}

/* Does e read nothing but locals of the thread? Large ones are not looked at. Depth: that of e. */
static bool reads_locals_only(const struct pw_expr *e)
{
    enum { LARGE = 64 };
    if (e->size > LARGE || e->kind == PW_EXPR_SHARED || e->kind == PW_EXPR_CHOICE) return false;
    for (unsigned i = 0; i < pw_expr_arity(e->kind); i++)
        if (!reads_locals_only(e->args[i])) return false;
    return true;
}

static void make_code(struct pw_space *s, uint32_t t, uint32_t edge)
{
    assert(t < s->p->ntemplates && edge < s->p->templates[t].nedges);
    const struct pw_edge *e = &s->p->templates[t].edges[edge];
    struct pw_space_code *code = &s->code[t][edge];
    struct pw_flat_layout at = s->at;
    at.own = (uint32_t)s->registers.n;
    pw_flat_make(&code->flat, e, at);
    pw_vec_reserve(&s->registers, code->flat.end + 1);
    for (; s->registers.n < code->flat.end; s->registers.n++)
        s->registers.at[s->registers.n] = 0;
    pw_flat_set_numbers(&code->flat, s->registers.at);
    code->fixed = true;
    for (size_t u = 0; u < e->nupdates; u++)
        code->fixed = code->fixed && (e->updates[u].shared || reads_locals_only(e->updates[u].to));
    code->made = true;
}

static inline struct pw_space_code *code_of(struct pw_space *s, uint32_t t, uint32_t edge)
{
    assert(t < s->p->ntemplates && edge < s->p->templates[t].nedges);
    if (!s->code[t]) s->code[t] = PW_NEWS(struct pw_space_code, s->p->templates[t].nedges);
    if (!s->code[t][edge].made) make_code(s, t, edge);
    return &s->code[t][edge];
}

/* One edge with one vector of choices, from a fixed pair of states, which is in the registers. */
struct step_ctx {
    struct pw_space *s;
    uint32_t t, edge, shared, local; /* states before */
};

/* Guard and values of updates, whatever they are. */
static bool run_exactly(const struct step_ctx *x, const struct pw_edge *e)
{
    struct pw_space *s = x->s;
    const int64_t *at = s->registers.at;
    struct pw_word_memo memo = {0};
    struct pw_words r = {
        .shared = at, .active = at + s->at.locals, .choices = at + s->at.choices, .memo = &memo};
    if (!holds(e->guard, &r)) return false;
    for (size_t u = 0; u < e->nupdates; u++)
        s->values[u] = value_of(e->updates[u].to, &r);
    return true;
}

static inline bool run_edge(const struct step_ctx *x, const struct pw_edge *e,
                            struct pw_space_code *code)
{
    struct pw_space *s = x->s;
    enum pw_flat_answer answer =
        code->flat.there ? pw_flat_run(&code->flat, s->registers.at) : PW_FLAT_NONE;
    if (answer == PW_FLAT_NONE) return run_exactly(x, e);
    if (answer == PW_FLAT_NO) return false;
    assert(code->flat.nupdates == e->nupdates);
    for (size_t u = 0; u < e->nupdates; u++)
        s->values[u] = s->registers.at[code->flat.updates[u]];
    return true;
}

/* The shared state after the step; most steps do not change it. */
static uint32_t next_shared(const struct step_ctx *x, const struct pw_edge *e)
{
    struct pw_space *s = x->s;
    bool changed = false;
    for (size_t u = 0; u < e->nupdates; u++) {
        const struct pw_update *up = &e->updates[u];
        changed = changed || (up->shared && s->registers.at[up->index] != s->values[u]);
    }
    if (!changed) return x->shared;
    assert(s->loaded == x->shared + 1);
    const uint64_t *before = packed_shared(s, x->shared);
    for (size_t i = 0; i < s->pack.words; i++)
        s->next_shared[i] = before[i];
    for (size_t u = 0; u < e->nupdates; u++)
        if (e->updates[u].shared)
            pw_pack_set(&s->pack, s->next_shared, e->updates[u].index, s->values[u]);
    return number_packed(s, s->next_shared);
}

static inline uint32_t next_local(const struct step_ctx *x, const struct pw_edge *e,
                                  struct pw_space_code *code)
{
    struct pw_space *s = x->s;
    size_t n = s->p->templates[x->t].nlocals;
    if (code->fixed && x->local < code->after.n && code->after.at[x->local])
        return code->after.at[x->local] - 1;
    if (n) memcpy(s->next_local, s->registers.at + s->at.locals, n * sizeof *s->next_local);
    for (size_t u = 0; u < e->nupdates; u++)
        if (!e->updates[u].shared) s->next_local[e->updates[u].index] = s->values[u];
    uint32_t id = pw_space_number_local(s, x->t, e->to, s->next_local);
    if (!code->fixed) return id;
    while (code->after.n <= x->local)
        pw_vec_push(&code->after, 0);
    code->after.at[x->local] = id + 1;
    return id;
}

static inline void take_edge(struct step_ctx *x, pw_space_steps *out)
{
    assert(x->t < x->s->p->ntemplates);
    const struct pw_edge *e = &x->s->p->templates[x->t].edges[x->edge];
    struct pw_space_code *code = code_of(x->s, x->t, x->edge);
    if (!run_edge(x, e, code)) return;
    struct pw_space_step step = {next_shared(x, e), next_local(x, e, code), x->edge};
    for (size_t i = e->nchoices ? out->n : 0; i-- > 0 && out->at[i].edge == x->edge;)
        if (out->at[i].shared == step.shared && out->at[i].local == step.local) return;
    pw_vec_push(out, step);
}

/* The next vector of choices in lexicographic order; false after the last. */
static bool next_choices(struct step_ctx *x, const struct pw_edge *e)
{
    int64_t *choices = x->s->registers.at + x->s->at.choices;
    for (size_t i = e->nchoices; i-- > 0;) {
        if (choices[i]++ < e->choices[i].type.hi) return true;
        choices[i] = e->choices[i].type.lo;
    }
    return false;
}

/* Brings both states into the registers. All steppings of a space use them: there is one at a time.
 */
static inline struct step_ctx stepping(struct pw_space *s, uint32_t t, uint32_t shared,
                                       uint32_t local)
{
    assert(t < s->p->ntemplates);
    size_t nl = s->p->templates[t].nlocals;
    assert(s->registers.n >= s->at.own);
    if (s->loaded != shared + 1) pw_unpack_all(&s->pack, packed_shared(s, shared), s->registers.at);
    s->loaded = shared + 1;
    if (nl)
        memcpy(s->registers.at + s->at.locals, pw_space_local_values(s, t, local),
               nl * sizeof *s->registers.at);
    return (struct step_ctx){.s = s, .t = t, .shared = shared, .local = local};
}

static void start_choices(struct step_ctx *x, const struct pw_edge *e)
{
    for (size_t i = 0; i < e->nchoices; i++)
        x->s->registers.at[x->s->at.choices + i] = e->choices[i].type.lo;
}

void pw_space_steps_from(struct pw_space *s, uint32_t t, uint32_t shared, uint32_t local,
                         pw_space_steps *out)
{
    assert(t < s->p->ntemplates);
    const struct pw_thread_template *T = &s->p->templates[t];
    uint32_t loc = pw_space_loc(s, t, local);
    pw_vec_reset(out);
    if (T->first_edge[loc] == T->first_edge[loc + 1]) return;
    struct step_ctx x = stepping(s, t, shared, local);
    for (x.edge = T->first_edge[loc]; x.edge < T->first_edge[loc + 1]; x.edge++) {
        const struct pw_edge *e = &T->edges[x.edge];
        start_choices(&x, e);
        do {
            pw_limits_poll();
            take_edge(&x, out);
        } while (e->nchoices && next_choices(&x, e));
    }
}

void pw_space_choices(struct pw_space *s, uint32_t t, uint32_t shared, uint32_t local,
                      struct pw_space_step step, pw_int *out)
{
    assert(t < s->p->ntemplates);
    assert(step.edge < s->p->templates[t].nedges);
    const struct pw_edge *e = &s->p->templates[t].edges[step.edge];
    pw_space_steps found = {0};
    struct step_ctx x = stepping(s, t, shared, local);
    x.edge = step.edge;
    start_choices(&x, e);
    do {
        pw_vec_reset(&found);
        take_edge(&x, &found);
        if (found.n && found.at[0].shared == step.shared && found.at[0].local == step.local) break;
    } while (next_choices(&x, e));
    for (size_t i = 0; i < e->nchoices; i++)
        pw_int_set_si(&out[i], s->registers.at[s->at.choices + i]);
    pw_vec_clear(&found);
}

/* --- initial states --- */

struct initial {
    struct pw_space *s;
    int32_t template; /* PW_NONE: the shared part */
    int64_t *shared, *local;
    pw_space_numbers *out;
};

static bool constraint_holds(const struct pw_pred *q, const int64_t *shared, const int64_t *active,
                             const int64_t *passive)
{
    struct pw_words r = {.shared = shared, .active = active, .passive = passive};
    return holds(q->expr, &r);
}

static bool constraints_hold(const struct initial *x)
{
    const struct pw_program *p = x->s->p;
    for (size_t i = 0; i < p->ninits; i++) {
        const struct pw_pred *q = &p->inits[i];
        if (q->class == PW_INTER_THREAD || (q->class == PW_SHARED_PRED) != (x->template == PW_NONE))
            continue;
        if (q->class != PW_SHARED_PRED && q->active != PW_ANY && q->active != x->template) continue;
        if (!constraint_holds(q, x->shared, x->local, NULL)) return false;
    }
    return true;
}

static void found_initial(struct initial *x)
{
    if (!constraints_hold(x)) return;
    uint32_t id = x->template == PW_NONE
                      ? pw_space_number_shared(x->s, x->shared)
                      : pw_space_number_local(x->s, (uint32_t)x->template,
                                              x->s->p->templates[x->template].entry, x->local);
    pw_vec_push(x->out, id);
}

/* Gives the variables from i on their initial values, in every way. Depth: the number of variables.
 */
static void fill_initial(struct initial *x, const struct pw_var *vars, size_t n, size_t i,
                         int64_t *values)
{
    pw_limits_poll();
    if (i == n) {
        found_initial(x);
        return;
    }
    struct pw_words r = {.shared = x->shared, .active = x->local};
    if (vars[i].init) {
        values[i] = value_of(vars[i].init, &r);
        if (values[i] >= vars[i].type.lo && values[i] <= vars[i].type.hi)
            fill_initial(x, vars, n, i + 1, values);
        return;
    }
    for (int64_t v = vars[i].type.lo; v <= vars[i].type.hi; v++) {
        values[i] = v;
        fill_initial(x, vars, n, i + 1, values);
    }
}

void pw_space_initial_shared(struct pw_space *s, pw_space_numbers *out)
{
    struct initial x = {
        .s = s, .template = PW_NONE, .shared = PW_NEWS(int64_t, s->p->nshared), .out = out};
    pw_vec_reset(out);
    fill_initial(&x, s->p->shared, s->p->nshared, 0, x.shared);
    PW_FREES(x.shared, s->p->nshared);
}

void pw_space_initial_locals(struct pw_space *s, uint32_t t, uint32_t shared, pw_space_numbers *out)
{
    assert(t < s->p->ntemplates);
    const struct pw_thread_template *T = &s->p->templates[t];
    struct initial x = {.s = s, .template = (int32_t)t, .out = out};
    x.shared = PW_NEWS(int64_t, s->p->nshared);
    x.local = PW_NEWS(int64_t, T->nlocals);
    if (s->p->nshared)
        memcpy(x.shared, pw_space_shared_values(s, shared), s->p->nshared * sizeof *x.shared);
    pw_vec_reset(out);
    fill_initial(&x, T->locals, T->nlocals, 0, x.local);
    PW_FREES(x.shared, s->p->nshared);
    PW_FREES(x.local, T->nlocals);
}

bool pw_space_initial_pair(struct pw_space *s, uint32_t shared, uint32_t t, uint32_t l, uint32_t u,
                           uint32_t m)
{
    for (size_t i = 0; i < s->p->ninits; i++) {
        const struct pw_pred *q = &s->p->inits[i];
        if (q->class != PW_INTER_THREAD) continue;
        if (q->active != PW_ANY && q->active != (int32_t)t) continue;
        if (q->passive != PW_ANY && q->passive != (int32_t)u) continue;
        if (!constraint_holds(q, pw_space_shared_values(s, shared), pw_space_local_values(s, t, l),
                              pw_space_local_values(s, u, m)))
            return false;
    }
    return true;
}

/* --- words --- */

static void print_value(const struct pw_var *v, int64_t value, struct pw_strbuf *out)
{
    if (v->type.kind == PW_BOOL)
        pw_strbuf_printf(out, "%s%s", value ? "" : "!", pw_var_shown(v));
    else
        pw_strbuf_printf(out, "%s == %" PRId64, pw_var_shown(v), value);
}

static void print_values(const struct pw_var *vars, size_t n, const int64_t *values,
                         const char *between, struct pw_strbuf *out)
{
    for (size_t i = 0; i < n; i++) {
        if (i) pw_strbuf_puts(out, between);
        print_value(&vars[i], values[i], out);
    }
}

void pw_space_print_shared(const struct pw_space *s, uint32_t shared, struct pw_strbuf *out)
{
    print_values(s->p->shared, s->p->nshared, pw_space_shared_values(s, shared), ", ", out);
}

static bool look_the_same(const struct pw_space *s, uint32_t t, uint32_t a, uint32_t b)
{
    const int64_t *x = pw_space_local_values(s, t, a), *y = pw_space_local_values(s, t, b);
    bool same = true;
    for (size_t i = 0; i < s->p->templates[t].nlocals && same; i++)
        same = x[i] == y[i];
    return same;
}

/* Is it the first with its values? */
static bool is_first(const struct pw_space *s, uint32_t t, const uint32_t *locals, size_t i)
{
    bool first = true;
    for (size_t k = 0; k < i && first; k++)
        first = !look_the_same(s, t, locals[k], locals[i]);
    return first;
}

/* The places of those with the values of number i: "at L3, L4 or crit". */
static void print_places(const struct pw_space *s, uint32_t t, const uint32_t *locals, size_t n,
                         size_t i, struct pw_strbuf *out)
{
    size_t left = 0;
    for (size_t k = i; k < n; k++)
        left += look_the_same(s, t, locals[i], locals[k]);
    const char *before = "at ";
    for (size_t k = i; k < n; k++) {
        if (!look_the_same(s, t, locals[i], locals[k])) continue;
        pw_strbuf_puts(out, before);
        pw_strbuf_puts(out, s->p->templates[t].locs[pw_space_loc(s, t, locals[k])].name);
        before = --left > 1 ? ", " : " or ";
    }
}

void pw_space_print_locals(const struct pw_space *s, uint32_t t, const uint32_t *locals, size_t n,
                           struct pw_strbuf *out)
{
    const char *before = "";
    assert(t < s->p->ntemplates);
    const struct pw_thread_template *T = &s->p->templates[t];
    for (size_t i = 0; i < n; i++) {
        if (!is_first(s, t, locals, i)) continue;
        pw_strbuf_puts(out, before);
        print_places(s, t, locals, n, i, out);
        pw_strbuf_puts(out, T->nlocals ? " with " : "");
        print_values(T->locals, T->nlocals, pw_space_local_values(s, t, locals[i]), " and ", out);
        before = ", or ";
    }
}
