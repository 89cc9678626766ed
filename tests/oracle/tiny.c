#include "oracle/tiny.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

uint64_t tiny_rand(uint64_t *state)
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static int below(uint64_t *r, int n)
{
    return (int)(tiny_rand(r) % (uint64_t)n);
}
static bool chance(uint64_t *r, int percent)
{
    return below(r, 100) < percent;
}

bool tiny_inter(const struct tiny_pred *q)
{
    return q->passive >= 0;
}

/* ---- evaluation ---- */

static int int_of(enum tiny_who w, const struct tiny_shared *g, const struct tiny_thread *a,
                  const struct tiny_thread *o)
{
    return w == T_SHARED ? g->s : w == T_ACTIVE ? a->i : o->i;
}

static bool compare(enum tiny_cmp c, int x, int y)
{
    switch (c) {
    case T_EQ:
        return x == y;
    case T_NE:
        return x != y;
    case T_LT:
        return x < y;
    case T_LE:
        return x <= y;
    case T_GT:
        return x > y;
    default:
        return x >= y;
    }
}

bool tiny_eval(const struct tiny *p, int node, const struct tiny_shared *g,
               const struct tiny_thread *a, const struct tiny_thread *o)
{
    const struct tiny_node *n = &p->node[node];
    switch (n->op) {
    case T_TRUE:
        return true;
    case T_DIFF:
        return compare(n->cmp, int_of(n->x, g, a, o), int_of(n->y, g, a, o) + n->c);
    case T_BOUND:
        return compare(n->cmp, int_of(n->x, g, a, o), n->c);
    case T_FLAG:
        return n->x == T_SHARED ? g->g : n->x == T_ACTIVE ? a->f : o->f;
    case T_AT:
        return (n->x == T_ACTIVE ? a->loc : o->loc) == n->c;
    case T_NOT:
        return !tiny_eval(p, n->a, g, a, o);
    case T_AND:
        return tiny_eval(p, n->a, g, a, o) && tiny_eval(p, n->b, g, a, o);
    default:
        return tiny_eval(p, n->a, g, a, o) || tiny_eval(p, n->b, g, a, o);
    }
}

static int int_after(const struct tiny_assign *u, int old, int havoc, const struct tiny_shared *g,
                     const struct tiny_thread *a)
{
    switch (u->kind) {
    case U_CONST:
        return u->c;
    case U_COPY:
        return int_of(u->from, g, a, a) + u->c;
    case U_HAVOC:
        return havoc;
    default:
        return old;
    }
}

static bool flag_after(const struct tiny *p, const struct tiny_assign *u, bool old,
                       const struct tiny_shared *g, const struct tiny_thread *a)
{
    return u->kind == U_EXPR ? tiny_eval(p, u->expr, g, a, a) : old;
}

bool tiny_step(const struct tiny *p, const struct tiny_stmt *s, int havoc, struct tiny_shared *g,
               struct tiny_thread *a)
{
    struct tiny_shared g0 = *g;
    struct tiny_thread a0 = *a;
    if (!tiny_eval(p, s->guard, &g0, &a0, &a0)) return false;
    g->s = int_after(&s->s, g0.s, havoc, &g0, &a0);
    a->i = int_after(&s->i, a0.i, havoc, &g0, &a0);
    g->g = flag_after(p, &s->g, g0.g, &g0, &a0);
    a->f = flag_after(p, &s->f, a0.f, &g0, &a0);
    a->loc = s->to;
    return true;
}

/* ---- random programs ---- */

struct making {
    struct tiny *p;
    const struct tiny_shape *shape;
    uint64_t *r;
    int active, passive; /* templates whose variables an expression may use; -1: none */
    bool used_active, used_passive;
};

static int add(struct tiny *p, struct tiny_node n)
{
    p->node[p->n_nodes] = n;
    return p->n_nodes++;
}

/* Whose integers an atom may compare. */
static int int_owners(const struct making *m, enum tiny_who *who)
{
    int n = 0;
    if (m->p->has_s) who[n++] = T_SHARED;
    if (m->active >= 0 && m->p->t[m->active].has_int) who[n++] = T_ACTIVE;
    if (m->passive >= 0 && m->p->t[m->passive].has_int) who[n++] = T_PASSIVE;
    return n;
}

static void note_use(struct making *m, enum tiny_who w)
{
    m->used_active |= w == T_ACTIVE;
    m->used_passive |= w == T_PASSIVE;
}

static int int_atom(struct making *m)
{
    enum tiny_who who[3];
    int n = int_owners(m, who);
    enum tiny_cmp cmp = (enum tiny_cmp)below(m->r, 6);
    if (m->shape->bounds && n && (n < 2 || chance(m->r, 40))) {
        enum tiny_who x = who[below(m->r, n)];
        note_use(m, x);
        return add(m->p,
                   (struct tiny_node){.op = T_BOUND, .cmp = cmp, .x = x, .c = below(m->r, 2)});
    }
    if (n < 2) return -1;
    int i = below(m->r, n), j = (i + 1 + below(m->r, n - 1)) % n;
    note_use(m, who[i]);
    note_use(m, who[j]);
    return add(
        m->p,
        (struct tiny_node){
            .op = T_DIFF, .cmp = cmp, .x = who[i], .y = who[j], .c = chance(m->r, 25) ? 1 : 0});
}

static int flag_atom(struct making *m)
{
    enum tiny_who who[3];
    int n = 0;
    if (m->p->has_g) who[n++] = T_SHARED;
    if (m->active >= 0 && m->p->t[m->active].has_flag) who[n++] = T_ACTIVE;
    if (m->passive >= 0 && m->p->t[m->passive].has_flag) who[n++] = T_PASSIVE;
    if (!n) return -1;
    enum tiny_who x = who[below(m->r, n)];
    note_use(m, x);
    return add(m->p, (struct tiny_node){.op = T_FLAG, .x = x});
}

static int place_atom(struct making *m)
{
    bool passive = m->passive >= 0 && (m->active < 0 || chance(m->r, 60));
    int t = passive ? m->passive : m->active;
    if (t < 0) return -1;
    note_use(m, passive ? T_PASSIVE : T_ACTIVE);
    return add(m->p, (struct tiny_node){.op = T_AT,
                                        .x = passive ? T_PASSIVE : T_ACTIVE,
                                        .c = below(m->r, m->p->t[t].n_stmts)});
}

static int atom(struct making *m, bool places)
{
    int e = -1;
    if (m->shape->flags && chance(m->r, 20)) e = flag_atom(m);
    if (e < 0 && places && m->shape->locations && chance(m->r, 25)) e = place_atom(m);
    if (e < 0) e = int_atom(m);
    if (e < 0) e = flag_atom(m);
    if (e < 0 && places) e = place_atom(m);
    return e < 0 ? add(m->p, (struct tiny_node){.op = T_TRUE}) : e;
}

static int formula(struct making *m, int size, bool places)
{
    int e = atom(m, places);
    if (chance(m->r, 15) && m->p->node[e].op != T_TRUE)
        e = add(m->p, (struct tiny_node){.op = T_NOT, .a = e});
    if (size <= 1 || chance(m->r, 45)) return e;
    int f = formula(m, size - 1, places);
    return add(m->p, (struct tiny_node){.op = chance(m->r, 60) ? T_AND : T_OR, .a = e, .b = f});
}

static struct tiny_assign int_update(struct making *m, enum tiny_who self)
{
    struct tiny_assign u = {.kind = U_COPY, .from = self, .c = below(m->r, 3) - 1};
    enum tiny_who who[3];
    int n = int_owners(m, who);
    if (m->shape->bounds && chance(m->r, 25))
        return (struct tiny_assign){.kind = U_CONST, .c = below(m->r, 2)};
    if (m->shape->havoc && chance(m->r, 15)) return (struct tiny_assign){.kind = U_HAVOC};
    if (n > 1 && chance(m->r, 50)) u.from = who[below(m->r, n)];
    return u;
}

static void random_stmt(struct making *m, int t, int k)
{
    struct tiny *p = m->p;
    struct tiny_template *T = &p->t[t];
    struct tiny_stmt *s = &T->stmts[k];
    memset(s, 0, sizeof *s);
    m->active = t, m->passive = -1;
    s->from = k;
    s->to = k + 1 < T->n_stmts ? k + 1 : T->loops ? 0 : T->n_stmts;
    s->guard = chance(m->r, 45) ? formula(m, 2, false) : add(p, (struct tiny_node){.op = T_TRUE});
    if (p->has_s && chance(m->r, 45)) s->s = int_update(m, T_SHARED);
    if (T->has_int && chance(m->r, 65)) s->i = int_update(m, T_ACTIVE);
    if (s->s.kind == U_HAVOC && s->i.kind == U_HAVOC) s->i.kind = U_NONE;
    if (p->has_g && chance(m->r, 35))
        s->g = (struct tiny_assign){.kind = U_EXPR, .expr = formula(m, 1, false)};
    if (T->has_flag && chance(m->r, 35))
        s->f = (struct tiny_assign){.kind = U_EXPR, .expr = formula(m, 1, false)};
}

static void random_pred(struct making *m, int i, bool inter)
{
    struct tiny *p = m->p;
    int n = p->n_templates;
    for (int tries = 0;; tries++) {
        int mark = p->n_nodes;
        m->active = chance(m->r, 90) ? below(m->r, n) : -1;
        m->passive = inter ? below(m->r, n) : -1;
        if (!inter && m->active < 0 && !p->has_s && !p->has_g) m->active = 0;
        m->used_active = m->used_passive = false;
        int e = formula(m, inter ? 3 : 2, true);
        p->p[i] = (struct tiny_pred){.expr = e,
                                     .active = m->used_active ? m->active : -1,
                                     .passive = m->used_passive ? m->passive : -1};
        if (m->used_passive == inter || tries > 20) return;
        p->n_nodes = mark;
    }
}

static void random_templates(struct making *m)
{
    struct tiny *p = m->p;
    const struct tiny_shape *shape = m->shape;
    p->n_templates = 1 + (shape->max_templates > 1 && chance(m->r, 60));
    for (int t = 0; t < p->n_templates; t++) {
        struct tiny_template *T = &p->t[t];
        T->has_int = t == 0 || chance(m->r, 80);
        T->has_flag = shape->flags && chance(m->r, 40);
        T->loops = chance(m->r, 50);
        T->n_stmts = 1 + below(m->r, shape->max_stmts);
        T->n_locs = T->n_stmts + !T->loops;
        T->count = shape->counts && chance(m->r, 50) ? 1 + below(m->r, 3) : 0;
        T->init_int = shape->bounds && chance(m->r, 50) ? below(m->r, 2) : TINY_ANY;
        T->init_flag = chance(m->r, 60) ? below(m->r, 2) : TINY_ANY;
    }
}

void tiny_random(struct tiny *p, uint64_t seed, const struct tiny_shape *shape)
{
    uint64_t r = seed;
    struct making m = {.p = p, .shape = shape, .r = &r, .active = -1, .passive = -1};
    memset(p, 0, sizeof *p);
    p->seed = seed;
    p->has_s = !shape->bounds && chance(&r, 85);
    p->has_g = shape->flags && chance(&r, 50);
    p->init_s = TINY_ANY;
    p->init_g = chance(&r, 60) ? below(&r, 2) : TINY_ANY;
    random_templates(&m);
    for (int t = 0; t < p->n_templates; t++)
        for (int k = 0; k < p->t[t].n_stmts; k++)
            random_stmt(&m, t, k);
    p->n_preds = 1 + below(&r, shape->max_preds);
    int inter = below(&r, shape->max_inter + 1);
    for (int i = 0; i < p->n_preds; i++)
        random_pred(&m, i, i < inter);
    p->init_for = -1;
    if (shape->init && chance(&r, 50)) {
        m.active = p->init_for = below(&r, p->n_templates);
        m.passive = -1;
        m.used_active = false;
        p->init_expr = formula(&m, 2, false);
        if (!m.used_active) p->init_for = -1; /* about shared variables only: not a thread's */
    }
}

/* ---- printing ---- */

struct text {
    char *at;
    size_t n, size;
};

static void put(struct text *o, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(struct text *o, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int k = vsnprintf(o->at + o->n, o->size - o->n, format, args);
    va_end(args);
    o->n += (size_t)k;
    if (o->n >= o->size) o->n = o->size - 1;
}

static const char *const int_name[] = {"l", "k"}, *const flag_name[] = {"f", "h"},
                         *const cmp_name[] = {"==", "!=", "<", "<=", ">", ">="};

static void put_int(struct text *o, enum tiny_who w, int active, int passive)
{
    if (w == T_SHARED)
        put(o, "s");
    else if (w == T_ACTIVE)
        put(o, "%s", int_name[active]);
    else
        put(o, "other.%s", int_name[passive]);
}

static void put_expr(struct text *o, const struct tiny *p, int e, int active, int passive)
{
    const struct tiny_node *n = &p->node[e];
    switch (n->op) {
    case T_TRUE:
        put(o, "true");
        return;
    case T_DIFF:
    case T_BOUND:
        put_int(o, n->x, active, passive);
        put(o, " %s ", cmp_name[n->cmp]);
        if (n->op == T_BOUND)
            put(o, "%d", n->c);
        else
            put_int(o, n->y, active, passive);
        if (n->op == T_DIFF && n->c) put(o, " + %d", n->c);
        return;
    case T_FLAG:
        put(o, "%s%s", n->x == T_PASSIVE ? "other." : "",
            n->x == T_SHARED ? "g" : flag_name[n->x == T_ACTIVE ? active : passive]);
        return;
    case T_AT:
        put(o, "%sat(%c%d)", n->x == T_PASSIVE ? "other." : "",
            'A' + (n->x == T_ACTIVE ? active : passive), n->c);
        return;
    case T_NOT:
        put(o, "!(");
        put_expr(o, p, n->a, active, passive);
        put(o, ")");
        return;
    default:
        put(o, "(");
        put_expr(o, p, n->a, active, passive);
        put(o, n->op == T_AND ? " && " : " || ");
        put_expr(o, p, n->b, active, passive);
        put(o, ")");
    }
}

static void put_stmt(struct text *o, const struct tiny *p, int t, const struct tiny_stmt *s)
{
    const struct tiny_assign *u[4] = {&s->s, &s->i, &s->g, &s->f};
    const char *name[4] = {"s", int_name[t], "g", flag_name[t]};
    int n = 0;
    put(o, "%c%d: atomic { assume(", 'A' + t, s->from);
    put_expr(o, p, s->guard, t, t);
    put(o, "); ");
    for (int i = 0; i < 4; i++)
        if (u[i]->kind != U_NONE && u[i]->kind != U_HAVOC) put(o, "%s%s", n++ ? ", " : "", name[i]);
    const char *sep = " = ";
    for (int i = 0; i < 4; i++) {
        if (u[i]->kind == U_NONE || u[i]->kind == U_HAVOC) continue;
        put(o, "%s", sep);
        sep = ", ";
        if (u[i]->kind == U_CONST)
            put(o, "%d", u[i]->c);
        else if (u[i]->kind == U_EXPR)
            put_expr(o, p, u[i]->expr, t, t);
        else {
            put_int(o, u[i]->from, t, t);
            if (u[i]->c) put(o, " %c 1", u[i]->c > 0 ? '+' : '-');
        }
    }
    if (n) put(o, "; ");
    for (int i = 0; i < 2; i++)
        if (u[i]->kind == U_HAVOC) put(o, "havoc %s; ", name[i]);
    put(o, "}\n");
}

static void put_template(struct text *o, const struct tiny *p, int t)
{
    const struct tiny_template *T = &p->t[t];
    put(o, "thread %c ", 'A' + t);
    if (T->count) put(o, "[%d] ", T->count);
    put(o, "{\n");
    if (T->has_int && T->init_int == TINY_ANY)
        put(o, "local int %s;\n", int_name[t]);
    else if (T->has_int)
        put(o, "local int %s = %d;\n", int_name[t], T->init_int);
    if (T->has_flag && T->init_flag == TINY_ANY)
        put(o, "local bool %s;\n", flag_name[t]);
    else if (T->has_flag)
        put(o, "local bool %s = %s;\n", flag_name[t], T->init_flag ? "true" : "false");
    if (T->loops) put(o, "while (true) {\n");
    for (int k = 0; k < T->n_stmts; k++)
        put_stmt(o, p, t, &T->stmts[k]);
    put(o, T->loops ? "}\n}\n" : "}\n");
}

size_t tiny_print(const struct tiny *p, char *text, size_t size)
{
    struct text o = {text, 0, size};
    if (p->has_s) put(&o, "shared int s;\n");
    if (p->has_g && p->init_g == TINY_ANY)
        put(&o, "shared bool g;\n");
    else if (p->has_g)
        put(&o, "shared bool g = %s;\n", p->init_g ? "true" : "false");
    for (int t = 0; t < p->n_templates; t++)
        put_template(&o, p, t);
    for (int i = 0; i < p->n_preds; i++) {
        put(&o, "predicate p%d = ", i);
        put_expr(&o, p, p->p[i].expr, p->p[i].active, p->p[i].passive);
        put(&o, ";\n");
    }
    if (p->init_for >= 0) {
        put(&o, "init ");
        put_expr(&o, p, p->init_expr, p->init_for, -1);
        put(&o, ";\n");
    }
    return o.n;
}
