#include "pairs/views.h"

#include <assert.h>
#include <string.h>

static void cut_vars(struct pw_views *s, struct pw_view_vars *c, const struct pw_var *vars,
                     size_t n)
{
    size_t bytes = (n + 1) * sizeof(uint32_t);
    *c = (struct pw_view_vars){.vars = vars, .n = n};
    c->fins = pw_arena_alloc(&s->arena, bytes);
    c->ints = pw_arena_alloc(&s->arena, bytes);
    c->rank = pw_arena_alloc(&s->arena, bytes);
    for (uint32_t i = 0; i < n; i++) {
        bool finite = pw_type_finite(vars[i].type);
        c->rank[i] = (uint32_t)(finite ? c->nfins : c->nints);
        if (finite)
            c->fins[c->nfins++] = i;
        else
            c->ints[c->nints++] = i;
    }
}

void pw_views_init(struct pw_views *s, const struct pw_program *p)
{
    *s = (struct pw_views){.p = p};
    pw_arena_init(&s->arena);
    cut_vars(s, &s->shared, p->shared, p->nshared);
    s->kinds = pw_arena_alloc(&s->arena, (p->ntemplates + 1) * sizeof *s->kinds);
    for (size_t t = 0; t < p->ntemplates; t++)
        cut_vars(s, &s->kinds[t], p->templates[t].locals, p->templates[t].nlocals);
    cut_vars(s, &s->kinds[p->ntemplates], NULL, 0);
}

void pw_views_clear(struct pw_views *s)
{
    pw_vec_clear(&s->sigmas);
    pw_vec_clear(&s->views);
    pw_table_clear(&s->sigma_index);
    pw_table_clear(&s->view_index);
    pw_arena_clear(&s->arena);
}

static uint64_t hash_values(uint64_t h, const int64_t *values, size_t n)
{
    for (size_t i = 0; i < n; i++)
        h = pw_hash_mix(h, (uint64_t)values[i]);
    return h;
}

static bool same_values(const int64_t *a, const int64_t *b, size_t n)
{
    return n == 0 || !memcmp(a, b, n * sizeof *a);
}

static bool sigma_is(const void *objects, uint32_t id, const void *key)
{
    const struct pw_views *s = objects;
    assert(id < s->sigmas.n);
    return same_values(s->sigmas.at[id], key, s->shared.nfins);
}

uint32_t pw_views_sigma(struct pw_views *s, const int64_t *values)
{
    uint64_t h = hash_values(1, values, s->shared.nfins);
    int64_t found = pw_table_find(&s->sigma_index, h, sigma_is, s, values);
    if (found != PW_TABLE_NONE) return (uint32_t)found;
    uint32_t id = (uint32_t)s->sigmas.n;
    const int64_t *copy = pw_arena_copy(&s->arena, values, s->shared.nfins * sizeof *values);
    pw_vec_push(&s->sigmas, copy);
    pw_table_add(&s->sigma_index, h, id);
    return id;
}

static bool view_is(const void *objects, uint32_t id, const void *key)
{
    const struct pw_views *s = objects;
    assert(id < s->views.n);
    const struct pw_view *a = &s->views.at[id], *b = key;
    return a->kind == b->kind && a->loc == b->loc &&
           same_values(a->values, b->values, s->kinds[a->kind].nfins);
}

uint32_t pw_views_view(struct pw_views *s, uint32_t kind, uint32_t loc, const int64_t *values)
{
    struct pw_view v = {kind, loc, values};
    size_t n = s->kinds[kind].nfins;
    uint64_t h = hash_values(pw_hash_mix(kind, loc), values, n);
    int64_t found = pw_table_find(&s->view_index, h, view_is, s, &v);
    if (found != PW_TABLE_NONE) return (uint32_t)found;
    uint32_t id = (uint32_t)s->views.n;
    v.values = pw_arena_copy(&s->arena, values, n * sizeof *values);
    pw_vec_push(&s->views, v);
    pw_table_add(&s->view_index, h, id);
    return id;
}

uint32_t pw_views_idle_view(struct pw_views *s)
{
    int64_t none = 0;
    return pw_views_view(s, pw_views_idle(s), 0, &none);
}

bool pw_views_is_error(const struct pw_views *s, uint32_t view)
{
    const struct pw_view *v = pw_views_at(s, view);
    return v->kind < s->p->ntemplates && s->p->templates[v->kind].locs[v->loc].kind == PW_LOC_ERROR;
}

static void print_value(struct pw_type t, int64_t value, struct pw_strbuf *out)
{
    if (t.kind == PW_BOOL)
        pw_strbuf_puts(out, value ? "true" : "false");
    else
        pw_strbuf_printf(out, "%lld", (long long)value);
}

static void print_values(const struct pw_view_vars *c, const int64_t *values, const char *before,
                         struct pw_strbuf *out)
{
    for (size_t i = 0; i < c->nfins; i++) {
        const struct pw_var *v = &c->vars[c->fins[i]];
        pw_strbuf_printf(out, "%s%s = ", i ? ", " : before, pw_var_shown(v));
        print_value(v->type, values[i], out);
    }
}

void pw_views_print(const struct pw_views *s, uint32_t view, struct pw_strbuf *out)
{
    const struct pw_view *v = pw_views_at(s, view);
    if (v->kind == pw_views_idle(s)) {
        pw_strbuf_puts(out, "no other thread");
        return;
    }
    assert(v->kind < s->p->ntemplates);
    const struct pw_thread_template *t = &s->p->templates[v->kind];
    if (s->p->ntemplates > 1) pw_strbuf_printf(out, "%s at ", t->name);
    pw_strbuf_puts(out, t->locs[v->loc].name);
    print_values(&s->kinds[v->kind], v->values, ", ", out);
}

void pw_views_print_thread(const struct pw_views *s, uint32_t view, bool first,
                           struct pw_strbuf *out)
{
    assert(s->p->ntemplates);
    if (pw_views_at(s, view)->kind != pw_views_idle(s))
        pw_strbuf_puts(out, s->p->ntemplates > 1 ? "one " : first ? "a thread at " : "another at ");
    pw_views_print(s, view, out);
}

void pw_views_print_sigma(const struct pw_views *s, uint32_t sigma, struct pw_strbuf *out)
{
    assert(sigma < s->sigmas.n);
    print_values(&s->shared, s->sigmas.at[sigma], "", out);
}
