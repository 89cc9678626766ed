#include "front/c/cghost.h"

#include <assert.h>
#include <string.h>

struct walk {
    const struct pw_cunit *u;
    const struct pw_cdecl *d, *f; /* the variable, the function at work */
    struct pw_cghost ghost;
    bool bad; /* something else is done with the variable */
};

static bool names(const struct pw_cexpr *e, const struct pw_cdecl *d)
{
    return e && e->kind == PW_CE_NAME && e->decl == d;
}

static bool is_address(const struct pw_cexpr *e, const struct pw_cdecl *d)
{
    while (e && e->kind == PW_CE_CAST)
        e = e->a;
    return e && e->kind == PW_CE_UNARY && e->op == '&' && names(e->a, d);
}

static const char *called(const struct pw_cexpr *e)
{
    return e->kind == PW_CE_CALL && e->a->kind == PW_CE_NAME ? e->a->decl->name : NULL;
}

/* --- statements that change it in one step --- */

static bool lock_change(const struct pw_cexpr *e, const struct pw_cdecl *d, pw_cint *change)
{
    static const struct {
        const char *name;
        int change;
    } calls[] = {{"pthread_mutex_lock", 1}, {"pthread_mutex_unlock", -1},
                 {"pthread_spin_lock", 1},  {"pthread_spin_unlock", -1},
                 {"mtx_lock", 1},           {"mtx_unlock", -1}};
    const char *name = called(e);
    if (!name || e->nargs != 1 || !is_address(e->args[0], d)) return false;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (!strcmp(name, calls[i].name)) return *change = calls[i].change, true;
    return false;
}

static bool number(const struct pw_cexpr *e, pw_cint *value)
{
    while (e->kind == PW_CE_CAST)
        e = e->a;
    *value = e->value;
    return e->kind == PW_CE_NUM;
}

static bool count_change(const struct pw_cexpr *e, const struct pw_cdecl *d, pw_cint *change)
{
    bool minus = e->op == '-';
    *change = 1;
    if (e->kind == PW_CE_INCR && names(e->a, d)) return *change = minus ? -1 : 1, true;
    if (e->kind == PW_CE_ASSIGN && (minus || e->op == '+') && names(e->a, d)) {
        bool known = number(e->b, change);
        if (minus) *change = -*change;
        return known;
    }
    const char *name = called(e);
    if (!name || e->nargs < 2 || !is_address(e->args[0], d)) return false;
    minus = !strncmp(name, "atomic_fetch_sub", 16);
    if (!minus && strncmp(name, "atomic_fetch_add", 16) != 0) return false;
    bool known = number(e->args[1], change);
    if (minus) *change = -*change;
    return known;
}

static void add_site(struct walk *w, const struct pw_cstmt *s, pw_cint change)
{
    size_t from, to;
    if (!pw_cerror_place(w->u, s->token, s->token, &from, &to)) {
        w->bad = true;
        return;
    }
    struct pw_place at = pw_source_place(w->u->src, from);
    struct pw_cghost_site site = {at.line, at.column, w->f->name, change};
    for (size_t i = 0; i < w->ghost.sites.n; i++)
        if (w->ghost.sites.at[i].line == site.line) w->bad = true;
    pw_vec_push(&w->ghost.sites, site);
}

/* --- everything else --- */

static void walk_stmt(struct walk *w, const struct pw_cstmt *s);

/* Is it a call that leaves the variable as it is, or makes it a plain one? */
static bool is_harmless(const struct pw_cexpr *e, const struct pw_cdecl *d, bool lock)
{
    const char *name = called(e);
    pw_cint kind = 0;
    if (!name || !e->nargs || !is_address(e->args[0], d)) return false;
    if (!lock) return !strncmp(name, "atomic_load", 11);
    if (strstr(name, "_destroy") || !strcmp(name, "pthread_spin_init")) return true;
    return (!strcmp(name, "pthread_mutex_init") || !strcmp(name, "mtx_init")) && e->nargs == 2 &&
           number(e->args[1], &kind) && !kind;
}

static void walk_expr(struct walk *w, const struct pw_cexpr *e)
{
    if (!e || is_harmless(e, w->d, w->ghost.is_lock)) return;
    bool set = (e->kind == PW_CE_ASSIGN || e->kind == PW_CE_INCR ||
                (e->kind == PW_CE_UNARY && e->op == '&')) &&
               names(e->a, w->d);
    if (set || (w->ghost.is_lock && names(e, w->d))) {
        w->bad = true;
        return;
    }
    for (uint32_t i = 0; i < e->nargs; i++)
        if (e->args) walk_expr(w, e->args[i]);
    walk_expr(w, e->a);
    walk_expr(w, e->b);
    walk_expr(w, e->c);
    if (e->body) walk_stmt(w, e->body);
}

static void walk_stmt(struct walk *w, const struct pw_cstmt *s)
{
    for (; s && !w->bad; s = s->next) {
        const struct pw_cexpr *e = s->e;
        pw_cint change;
        while (e && s->kind == PW_CS_EXPR && e->kind == PW_CE_CAST)
            e = e->a;
        bool site = s->kind == PW_CS_EXPR && (w->ghost.is_lock ? lock_change(e, w->d, &change)
                                                               : count_change(e, w->d, &change));
        if (site)
            add_site(w, s, change);
        else
            walk_expr(w, s->e);
        walk_expr(w, s->step);
        walk_stmt(w, s->first);
        walk_stmt(w, s->body);
        walk_stmt(w, s->otherwise);
        for (const struct pw_cdecl *x = s->kind == PW_CS_DECL ? s->decls : NULL; x; x = x->next)
            walk_expr(w, x->init);
    }
}

/* --- all of them --- */

/* Is it made of zeros: of a mutex, a plain one? */
static bool all_zero(const struct pw_cexpr *e)
{
    pw_cint value;
    if (!e) return true;
    for (uint32_t i = 0; e->kind == PW_CE_LIST && i < e->nargs; i++)
        if (!all_zero(e->args[i])) return false;
    return e->kind == PW_CE_LIST || (number(e, &value) && !value);
}

/* Can there be a ghost for the variable, and which? */
static bool prepare(const struct pw_cdecl *d, struct pw_cghosts *out, struct pw_cghost *g)
{
    const struct pw_ctype *t = d->type;
    pw_cint first = 0;
    char text[60];
    if (d->kind != PW_CD_VAR || !d->is_global || d->is_thread || d->is_system || d->is_extern)
        return false;
    bool lock = t->kind == PW_CT_OPAQUE && (t->opaque == PW_CO_MUTEX || t->opaque == PW_CO_SPIN);
    bool count = t->kind == PW_CT_INT && t->is_atomic;
    if ((!lock && !count) || (lock && !all_zero(d->init))) return false;
    if (count && d->init && !number(d->init, &first)) return false;
    if (first < -1000000 || first > 1000000) return false;
    const char *type = lock ? "int" : pw_ctype_text(t, text, sizeof text);
    *g = (struct pw_cghost){.variable = pw_arena_strdup(&out->arena, d->name),
                            .type = pw_arena_strdup(&out->arena, type),
                            .is_lock = lock,
                            .first = (int64_t)first};
    return true;
}

void pw_cghosts_find(const struct pw_cfile *f, struct pw_cghosts *out)
{
    *out = (struct pw_cghosts){0};
    pw_arena_init(&out->arena);
    for (const struct pw_cdecl *d = f->unit.decls; d; d = d->next) {
        struct walk w = {.u = &f->unit, .d = d};
        if (!prepare(d, out, &w.ghost)) continue;
        for (w.f = f->unit.decls; w.f && !w.bad; w.f = w.f->next) {
            if (w.f->kind == PW_CD_FUNC && w.f->body) walk_stmt(&w, w.f->body);
            if (w.f->kind == PW_CD_VAR) walk_expr(&w, w.f->init);
        }
        if (w.bad || !w.ghost.sites.n) {
            pw_vec_clear(&w.ghost.sites);
            continue;
        }
        for (size_t i = 0; i < w.ghost.sites.n; i++)
            w.ghost.sites.at[i].function =
                pw_arena_strdup(&out->arena, w.ghost.sites.at[i].function);
        pw_vec_push(&out->at, w.ghost);
    }
}

void pw_cghosts_clear(struct pw_cghosts *g)
{
    for (size_t i = 0; i < g->at.n; i++)
        pw_vec_clear(&g->at.at[i].sites);
    pw_vec_clear(&g->at);
    pw_arena_clear(&g->arena);
}
