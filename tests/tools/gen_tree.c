#include "tools/gen_tree.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"

const struct gen_knobs gen_defaults = {
#define X(field, preset, help) preset,
    GEN_KNOBS(X)
#undef X
};

/* splitmix64 */
static uint64_t next(struct gen_program *g)
{
    uint64_t z = (g->random += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static int below(struct gen_program *g, int n)
{
    return n <= 0 ? 0 : (int)(next(g) % (uint64_t)n);
}
static bool chance(struct gen_program *g, int percent)
{
    return below(g, 100) < percent;
}

/* Where an expression or statement stands. */
struct place {
    const struct gen_unit *unit; /* variables OWN; NULL: none */
    int template;                /* predicates: active template */
    int passive;                 /* predicates: passive template, or -1 */
    bool locations;
    bool atomic, loop;
};

/* ---- expressions ---- */

static struct gen_expr *node(struct gen_program *g, enum gen_op op, bool is_bool,
                             const struct gen_expr *a, const struct gen_expr *b)
{
    struct gen_expr *e = pw_arena_alloc(&g->arena, sizeof *e);
    *e = (struct gen_expr){.op = op, .is_bool = is_bool, .a = a, .b = b};
    return e;
}

static struct gen_expr *constant(struct gen_program *g, bool is_bool, int value)
{
    struct gen_expr *e = node(g, GEN_CONST, is_bool, NULL, NULL);
    e->value = value;
    return e;
}

static bool is_bool(const struct gen_var *v)
{
    return v->type == GEN_BOOL;
}

/* A random variable of the type, or NULL. */
static struct gen_expr *variable(struct gen_program *g, const struct place *p, bool truth)
{
    struct gen_expr *found = NULL;
    int seen = 0;
    for (int i = 0; i < g->nshared; i++)
        if (is_bool(&g->shared[i]) == truth && below(g, ++seen) == 0)
            found = node(g, GEN_SHARED, truth, NULL, NULL), found->value = i;
    for (int i = 0; p->unit && i < p->unit->nvars; i++)
        if (is_bool(&p->unit->vars[i]) == truth && below(g, ++seen) <= 1)
            found = node(g, GEN_OWN, truth, NULL, NULL), found->value = i,
            found->template = p->template;
    const struct gen_unit *other = p->passive >= 0 ? &g->threads[p->passive] : NULL;
    for (int i = 0; other && i < other->nvars; i++)
        if (is_bool(&other->vars[i]) == truth && below(g, ++seen) <= 1)
            found = node(g, GEN_OTHER, truth, NULL, NULL), found->value = i,
            found->template = p->passive;
    return found;
}

static const struct gen_expr *int_expr(struct gen_program *g, const struct place *p, int depth);
static const struct gen_expr *bool_expr(struct gen_program *g, const struct place *p, int depth);

static const struct gen_expr *int_leaf(struct gen_program *g, const struct place *p)
{
    struct gen_expr *v = chance(g, 75) ? variable(g, p, false) : NULL;
    return v ? v : constant(g, false, below(g, 2 * g->knobs.magnitude + 1) - g->knobs.magnitude);
}

static const struct gen_expr *int_expr(struct gen_program *g, const struct place *p, int depth)
{
    if (depth <= 0 || !g->knobs.linear || chance(g, 40)) return int_leaf(g, p);
    const struct gen_expr *a = int_expr(g, p, depth - 1);
    switch (below(g, g->knobs.division ? 10 : 6)) {
    case 0:
    case 1:
        return node(g, GEN_ADD, false, a, int_expr(g, p, depth - 1));
    case 2:
    case 3:
        return node(g, GEN_SUB, false, a, int_expr(g, p, depth - 1));
    case 4:
        return node(g, GEN_NEG, false, a, NULL);
    case 5:
        return node(g, GEN_MUL, false, constant(g, false, below(g, 5) - 2), a);
    case 6:
        return node(g, chance(g, 50) ? GEN_DIV : GEN_MOD, false, a,
                    constant(g, false, 1 + below(g, 3)));
    case 7:
        return node(g, GEN_MIN, false, a, int_expr(g, p, depth - 1));
    case 8:
        return node(g, GEN_MAX, false, a, int_expr(g, p, depth - 1));
    default: {
        struct gen_expr *e = node(g, GEN_ITE, false, bool_expr(g, p, depth - 1), a);
        e->c = int_expr(g, p, depth - 1);
        return e;
    }
    }
}

static const struct gen_expr *bool_leaf(struct gen_program *g, const struct place *p, int depth)
{
    if (p->locations && g->nlabels && chance(g, 30)) {
        struct gen_expr *e =
            node(g, p->passive >= 0 && chance(g, 60) ? GEN_OTHER_AT : GEN_AT, true, NULL, NULL);
        e->value = below(g, g->nlabels);
        return e;
    }
    struct gen_expr *v = chance(g, 40) ? variable(g, p, true) : NULL;
    if (v) return v;
    return node(g, GEN_EQ + below(g, 6), true, int_expr(g, p, depth - 1),
                int_expr(g, p, depth - 1));
}

static const struct gen_expr *bool_expr(struct gen_program *g, const struct place *p, int depth)
{
    if (depth <= 0 || chance(g, 50)) return bool_leaf(g, p, depth);
    const struct gen_expr *a = bool_expr(g, p, depth - 1);
    switch (below(g, 6)) {
    case 0:
        return node(g, GEN_AND, true, a, bool_expr(g, p, depth - 1));
    case 1:
        return node(g, GEN_OR, true, a, bool_expr(g, p, depth - 1));
    case 2:
        return node(g, GEN_IMPLIES, true, a, bool_expr(g, p, depth - 1));
    case 3:
        return node(g, GEN_NOT, true, a, NULL);
    case 4:
        return node(g, chance(g, 50) ? GEN_EQ : GEN_NE, true, a, bool_expr(g, p, depth - 1));
    default:
        return a;
    }
}

static const struct gen_expr *typed_expr(struct gen_program *g, const struct place *p, bool truth,
                                         int depth)
{
    return truth ? bool_expr(g, p, depth) : int_expr(g, p, depth);
}

/* ---- variables ---- */

static void declare(struct gen_program *g, struct gen_var *v, const char *prefix, int index,
                    bool init)
{
    *v = (struct gen_var){
        .type =
            chance(g, g->knobs.ints) ? GEN_INT
            : chance(g, g->knobs.ranges * 100 / (101 - (g->knobs.ints > 100 ? 100 : g->knobs.ints)))
                ? GEN_RANGE
                : GEN_BOOL};
    snprintf(v->name, sizeof v->name, "%s%d", prefix, index);
    if (v->type == GEN_RANGE) v->lo = below(g, 3) - 1, v->hi = v->lo + 1 + below(g, 2);
    v->has_init = init && !chance(g, g->knobs.arbitrary);
    v->init = v->type == GEN_INT    ? below(g, 3)
              : v->type == GEN_BOOL ? below(g, 2)
                                    : v->lo + below(g, v->hi - v->lo + 1);
}

/* ---- statements ---- */

static struct gen_stmt *stmt(struct gen_program *g, enum gen_stmt_kind kind)
{
    struct gen_stmt *s = memset(pw_arena_alloc(&g->arena, sizeof *s), 0, sizeof *s);
    s->kind = kind;
    s->number = g->nstatements++;
    s->label = -1;
    return s;
}

static bool pick_target(struct gen_program *g, const struct place *p, int type,
                        struct gen_target *t)
{
    int seen = 0;
    for (int i = 0; i < g->nshared; i++)
        if ((type < 0 || is_bool(&g->shared[i]) == type) && below(g, ++seen) == 0)
            *t = (struct gen_target){true, i};
    for (int i = 0; i < p->unit->nvars; i++)
        if ((type < 0 || is_bool(&p->unit->vars[i]) == type) && below(g, ++seen) == 0)
            *t = (struct gen_target){false, i};
    return seen > 0;
}

static bool target_bool(const struct gen_program *g, const struct place *p, struct gen_target t)
{
    return is_bool(t.shared ? &g->shared[t.index] : &p->unit->vars[t.index]);
}

static struct gen_stmt *list(struct gen_program *g, const struct place *p, int size);

static struct gen_stmt *assign(struct gen_program *g, const struct place *p)
{
    struct gen_stmt *s = stmt(g, GEN_ASSIGN);
    if (!pick_target(g, p, -1, &s->targets[0])) return stmt(g, GEN_SKIP);
    s->ntargets = 1;
    if (chance(g, 20) && pick_target(g, p, -1, &s->targets[1]) &&
        memcmp(&s->targets[0], &s->targets[1], sizeof s->targets[0]))
        s->ntargets = 2;
    for (int i = 0; i < s->ntargets; i++)
        s->exprs[i] = typed_expr(g, p, target_bool(g, p, s->targets[i]), 2);
    return s;
}

static struct gen_stmt *call(struct gen_program *g, const struct place *p, int procs)
{
    int which = below(g, procs);
    const struct gen_unit *u = &g->procs[which];
    if ((p->atomic || (p->unit->is_proc && p->unit->plain)) && !u->plain) return stmt(g, GEN_SKIP);
    struct gen_stmt *s = stmt(g, GEN_CALL);
    s->to = which;
    for (int i = 0; i < u->nparams; i++)
        s->exprs[i] = u->vars[i].type == GEN_RANGE ? int_leaf(g, p)
                                                   : typed_expr(g, p, is_bool(&u->vars[i]), 1);
    if (u->returns && chance(g, 80) && pick_target(g, p, u->returns_bool, &s->targets[0]))
        s->ntargets = 1;
    /* whether the result may leave a range is easy to see for leaves only: keep to other
     * variables */
    if (s->ntargets && (s->targets[0].shared ? &g->shared[s->targets[0].index]
                                             : &p->unit->vars[s->targets[0].index])
                               ->type == GEN_RANGE)
        s->ntargets = 0;
    return s;
}

static struct gen_stmt *cas(struct gen_program *g, const struct place *p)
{
    struct gen_stmt *s = stmt(g, GEN_CAS);
    if (!pick_target(g, p, true, &s->targets[0]) || !pick_target(g, p, -1, &s->targets[1]) ||
        !memcmp(&s->targets[0], &s->targets[1], sizeof s->targets[0]))
        return stmt(g, GEN_SKIP);
    s->ntargets = 2;
    for (int i = 0; i < 2; i++)
        s->exprs[i] = typed_expr(g, p, target_bool(g, p, s->targets[1]), 1);
    return s;
}

/* true, false, or two numbers compared. */
static struct gen_expr *constant_condition(struct gen_program *g)
{
    if (chance(g, 50)) return constant(g, true, chance(g, 50));
    struct gen_expr *a = constant(g, false, below(g, 3)), *b = constant(g, false, below(g, 3));
    return node(g, chance(g, 50) ? GEN_LT : GEN_GE, true, a, b);
}

static struct gen_stmt *compound(struct gen_program *g, const struct place *p,
                                 enum gen_stmt_kind kind, int size)
{
    struct gen_stmt *s = stmt(g, kind);
    struct place inner = *p;
    inner.loop = p->loop || kind == GEN_WHILE;
    inner.atomic = p->atomic || kind == GEN_ATOMIC;
    if (kind == GEN_IF || kind == GEN_WHILE)
        s->exprs[0] = chance(g, 20)   ? NULL
                      : chance(g, 15) ? constant(g, true, kind == GEN_WHILE || chance(g, 50))
                                      : bool_expr(g, p, 2);
    if ((kind == GEN_IF || kind == GEN_WHILE) && g->knobs.silent && chance(g, g->knobs.silent))
        s->exprs[0] = constant_condition(g);
    s->body = list(g, &inner, 1 + below(g, size));
    if (kind == GEN_IF && chance(g, 50)) s->otherwise = list(g, &inner, 1 + below(g, size));
    return s;
}

static int proc_number(const struct gen_program *g, const struct gen_unit *u)
{
    return u->is_proc ? (int)(u - g->procs) : g->nprocs;
}

static struct gen_stmt *simple(struct gen_program *g, const struct place *p)
{
    int procs = proc_number(g, p->unit);
    switch (below(g, 12)) {
    case 0:
        return stmt(g, GEN_SKIP);
    case 1:
    case 2: {
        struct gen_stmt *s = stmt(g, g->knobs.asserts && chance(g, 25) ? GEN_ASSERT : GEN_ASSUME);
        s->exprs[0] = bool_expr(g, p, 2);
        return s;
    }
    case 3:
        if (procs) return call(g, p, procs);
        break;
    case 4:
        return cas(g, p);
    case 5:
        if (g->nmutexes) {
            struct gen_stmt *s = stmt(g, chance(g, 55) ? GEN_LOCK : GEN_UNLOCK);
            s->to = below(g, g->nmutexes);
            return s;
        }
        break;
    case 6:
        if (g->knobs.havoc) {
            struct gen_stmt *s = stmt(g, GEN_HAVOC);
            s->ntargets = pick_target(g, p, -1, &s->targets[0]);
            if (s->ntargets) return s;
        }
        break;
    case 7:
        if (chance(g, 30)) {
            if (p->unit->is_proc) {
                struct gen_stmt *s = stmt(g, GEN_RETURN);
                if (p->unit->returns) s->exprs[0] = typed_expr(g, p, p->unit->returns_bool, 1);
                return s;
            }
            return stmt(g, GEN_EXIT);
        }
        break;
    case 8:
        if (p->loop && chance(g, 60)) return stmt(g, chance(g, 50) ? GEN_BREAK : GEN_CONTINUE);
        break;
    default:
        break;
    }
    return assign(g, p);
}

static bool may_loop(const struct gen_program *g, const struct place *p)
{
    return g->knobs.loops && !p->atomic && !(p->unit->is_proc && p->unit->plain);
}

static struct gen_stmt *statement(struct gen_program *g, const struct place *p, int size)
{
    if (size > 1 && chance(g, 35)) {
        switch (below(g, 4)) {
        case 0:
            if (may_loop(g, p)) return compound(g, p, GEN_WHILE, size - 1);
            break;
        case 1:
            if (g->knobs.atomic) return compound(g, p, GEN_ATOMIC, size - 1);
            break;
        case 2:
            return compound(g, p, GEN_BLOCK, size - 1);
        default:
            break;
        }
        return compound(g, p, GEN_IF, size - 1);
    }
    if (may_loop(g, p) && chance(g, 8)) return stmt(g, GEN_GOTO);
    return simple(g, p);
}

bool gen_constant(const struct gen_expr *e)
{
    if (e->op >= GEN_SHARED && e->op <= GEN_OTHER_AT) return false;
    return (!e->a || gen_constant(e->a)) && (!e->b || gen_constant(e->b)) &&
           (!e->c || gen_constant(e->c));
}

/* Labels in front of what is no step are the matter of the knob `silent`. */
static bool labelable(const struct gen_program *g, const struct place *p, const struct gen_stmt *s)
{
    bool condition = s->kind == GEN_IF || s->kind == GEN_WHILE;
    if (p->atomic || (p->unit->is_proc && p->unit->plain) || g->nlabels >= 200) return false;
    return g->knobs.silent ||
           (s->kind != GEN_BLOCK && !(condition && s->exprs[0] && gen_constant(s->exprs[0])));
}

static struct gen_stmt *list(struct gen_program *g, const struct place *p, int size)
{
    struct gen_stmt *first = NULL, **last = &first;
    for (int i = 0; i < size; i++) {
        bool empty = (i + 1 == size && chance(g, 5)) || (g->knobs.silent && chance(g, 10));
        struct gen_stmt *s = empty ? stmt(g, GEN_EMPTY) : statement(g, p, size);
        if (labelable(g, p, s) && chance(g, g->knobs.labels)) s->label = g->nlabels++;
        *last = s;
        last = &s->next;
    }
    return first;
}

/* Destinations of gotos: any label of the unit, numbered [from, to). */
static void aim_gotos(struct gen_program *g, struct gen_stmt *s, int from, int to)
{
    for (; s; s = s->next) {
        if (s->kind == GEN_GOTO) {
            if (from == to)
                s->kind = GEN_SKIP;
            else
                s->to = from + below(g, to - from);
        }
        aim_gotos(g, s->body, from, to);
        aim_gotos(g, s->otherwise, from, to);
    }
}

static void unit_body(struct gen_program *g, struct gen_unit *u, int template)
{
    struct place p = {.unit = u, .template = template, .passive = -1};
    int from = g->nlabels;
    u->body = list(g, &p, g->knobs.statements / 2 + 1 + below(g, g->knobs.statements));
    if (u->is_proc && u->returns) {
        struct gen_stmt **last = &u->body;
        while (*last)
            last = &(*last)->next;
        *last = stmt(g, GEN_RETURN);
        (*last)->exprs[0] = typed_expr(g, &p, u->returns_bool, 1);
    }
    aim_gotos(g, u->body, from, g->nlabels);
    for (int i = from; i < g->nlabels; i++)
        g->label_template[i] = template;
}

static void procedure(struct gen_program *g, int i)
{
    struct gen_unit *u = &g->procs[i];
    *u = (struct gen_unit){.is_proc = true, .plain = chance(g, 50), .returns = chance(g, 60)};
    snprintf(u->name, sizeof u->name, "p%d", i);
    u->nparams = below(g, 3);
    u->nvars = u->nparams + below(g, 2);
    for (int k = 0; k < u->nvars; k++) {
        declare(g, &u->vars[k], k < u->nparams ? "a" : "k", k, true);
        u->vars[k].has_init = k >= u->nparams;
    }
    u->returns_bool = chance(g, 30);
    int keep = g->knobs.statements;
    g->knobs.statements = keep / 2 + 1;
    unit_body(g, u, -1);
    g->knobs.statements = keep;
}

static void thread(struct gen_program *g, int t, bool same_names)
{
    struct gen_unit *u = &g->threads[t];
    char prefix[16];
    *u = (struct gen_unit){.count = g->knobs.counts && chance(g, 40) ? 1 + below(g, 2) : -1};
    snprintf(u->name, sizeof u->name, "t%d", t);
    snprintf(prefix, sizeof prefix, same_names ? "x" : "x%d_", t);
    u->nvars = g->knobs.locals ? 1 + below(g, g->knobs.locals) : 0;
    for (int i = 0; i < u->nvars; i++)
        declare(g, &u->vars[i], prefix, i, true);
    unit_body(g, u, t);
}

static void predicate(struct gen_program *g, struct gen_pred *q, bool inter, bool locations)
{
    int t = below(g, g->nthreads);
    struct place p = {.unit = &g->threads[t],
                      .template = t,
                      .passive = inter ? below(g, g->nthreads) : -1,
                      .locations = locations};
    q->expr = bool_expr(g, &p, 2);
}

static void property(struct gen_program *g)
{
    int k = g->nunsafe++;
    g->ncounts[k] = 1 + chance(g, 40);
    for (int i = 0; i < g->ncounts[k]; i++)
        g->unsafe[k][i] = (struct gen_count){below(g, g->nlabels), 1 + below(g, 2)};
}

struct gen_program *gen_random(uint64_t seed, const struct gen_knobs *knobs)
{
    struct gen_program *g = PW_NEW(struct gen_program);
    pw_arena_init(&g->arena);
    g->random = seed * 0x2545f4914f6cdd1du + 1;
    g->knobs = *knobs;
    g->nshared = knobs->shared ? 1 + below(g, knobs->shared > 8 ? 8 : knobs->shared) : 0;
    for (int i = 0; i < g->nshared; i++)
        declare(g, &g->shared[i], "s", i, true);
    g->nmutexes = below(g, knobs->mutexes + 1);
    for (; g->nprocs < (knobs->procs > 4 ? 4 : knobs->procs); g->nprocs++)
        procedure(g, g->nprocs);
    int threads = knobs->templates > 4 ? 4 : knobs->templates;
    bool same_names = chance(g, 50);
    for (; g->nthreads < threads; g->nthreads++)
        thread(g, g->nthreads, same_names);
    for (; g->npreds < (knobs->preds > 8 ? 8 : knobs->preds); g->npreds++)
        predicate(g, &g->preds[g->npreds], chance(g, knobs->inter), knobs->at);
    for (; g->ninits < (knobs->inits > 4 ? 4 : knobs->inits); g->ninits++)
        predicate(g, &g->inits[g->ninits], chance(g, knobs->inter), false);
    for (int i = 0; g->nlabels && i < (knobs->unsafe > 8 ? 8 : knobs->unsafe); i++)
        property(g);
    return g;
}

void gen_free(struct gen_program *g)
{
    pw_arena_clear(&g->arena);
    PW_FREE(g);
}
