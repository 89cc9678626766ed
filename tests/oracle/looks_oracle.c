#include "oracle/looks_oracle.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- random trees ---- */

static unsigned below(struct looks_program *p, unsigned n)
{
    p->random ^= p->random << 13;
    p->random ^= p->random >> 7;
    p->random ^= p->random << 17;
    return (unsigned)((p->random >> 11) % n);
}

static bool chance(struct looks_program *p, unsigned percent)
{
    return below(p, 100) < percent;
}

static int node(struct looks_program *p, struct looks_node n)
{
    assert(p->nnodes < LOOKS_NODES);
    p->nodes[p->nnodes] = n;
    return p->nnodes++;
}

/* Where an expression stands. other: template of the other thread, or -1. */
struct place {
    int t, other;
    bool quantifier, order, at;
};

static int random_bool(struct looks_program *p, struct place w, int depth);

static int constant(struct looks_program *p, int v)
{
    return node(p, (struct looks_node){LOOKS_CONST, .v = v});
}

static int variable(struct looks_program *p, struct place w, int v)
{
    enum looks_op op = w.other >= 0 && chance(p, 60) ? LOOKS_OTHER
                       : chance(p, 50)               ? LOOKS_SHARED
                                                     : LOOKS_OWN;
    return node(p, (struct looks_node){op, .t = op == LOOKS_OTHER ? w.other : w.t, .v = v});
}

static int random_int(struct looks_program *p, struct place w, int depth)
{
    unsigned k = below(p, depth > 0 ? 8 : 5);
    struct looks_node n = {.op = LOOKS_ADD};
    if (k < 2) return constant(p, (int)below(p, 3));
    if (k < 5) return variable(p, w, 1);
    if (k < 7) {
        n.a = random_int(p, w, depth - 1);
        n.b = constant(p, (int)below(p, 3) - 1);
        return node(p, n);
    }
    n.op = LOOKS_ITE;
    n.a = random_bool(p, w, depth - 1);
    n.b = random_int(p, w, depth - 1);
    n.c = random_int(p, w, depth - 1);
    return node(p, n);
}

/* Who k is. */
static int random_tid(struct looks_program *p, struct place w)
{
    unsigned k = below(p, w.other >= 0 ? 5 : 3);
    enum looks_op op = k < 2 ? LOOKS_IS_SELF : k < 3 ? LOOKS_IS_NOBODY : LOOKS_IS_OTHER;
    return node(p, (struct looks_node){op, .t = op == LOOKS_IS_OTHER ? w.other : w.t});
}

/* A formula that surely speaks of a thread of template `other`. */
static int about_other(struct looks_program *p, struct place w, int depth)
{
    struct looks_node n = {.op = LOOKS_AND};
    n.a = node(p, (struct looks_node){LOOKS_OTHER, .t = w.other, .v = 0});
    if (chance(p, 30)) {
        int at = (int)below(p, (unsigned)p->n[w.other]);
        n.a = node(p, (struct looks_node){LOOKS_OTHER_AT, .t = w.other, .v = at});
        /* the template must be said by a variable, too: `|| other.x` below */
    } else if (w.order && w.other == w.t && chance(p, 40)) {
        n.a = node(p, (struct looks_node){LOOKS_BEFORE, .t = w.t});
    } else if (p->o.tid && chance(p, 30)) {
        n.a = node(p, (struct looks_node){LOOKS_IS_OTHER, .t = w.other});
    }
    if (chance(p, 50)) n.a = node(p, (struct looks_node){LOOKS_NOT, .a = n.a});
    n.op = chance(p, 50) ? LOOKS_AND : LOOKS_OR;
    n.b = random_bool(p, w, depth - 1);
    return chance(p, 40) ? n.a : node(p, n);
}

static int quantified(struct looks_program *p, struct place w, int depth)
{
    bool every = p->o.every && (!p->o.some || chance(p, 55));
    struct place inner = w;
    inner.quantifier = false;
    inner.other = (int)below(p, (unsigned)p->templates);
    struct looks_node n = {every ? LOOKS_EVERY : LOOKS_SOME, .t = inner.other};
    n.a = about_other(p, inner, depth);
    return node(p, n);
}

static int random_bool(struct looks_program *p, struct place w, int depth)
{
    struct looks_node n = {.op = LOOKS_NOT};
    unsigned k = below(p, depth > 0 ? 10 : 4);
    if (w.quantifier && chance(p, 35)) return quantified(p, w, depth);
    if (p->o.tid && !w.at && chance(p, 25)) return random_tid(p, w);
    if (w.at && chance(p, 40)) {
        bool other = w.other >= 0 && chance(p, 50);
        int t = other ? w.other : w.t;
        return node(p, (struct looks_node){other ? LOOKS_OTHER_AT : LOOKS_AT, .t = t,
                                           .v = (int)below(p, (unsigned)p->n[t])});
    }
    if (k < 3) return variable(p, w, 0);
    if (k < 4 || k == 9) {
        n.op = chance(p, 50) ? LOOKS_EQ : LOOKS_LT;
        n.a = random_int(p, w, depth - 1);
        n.b = random_int(p, w, depth - 1);
        return node(p, n);
    }
    if (k > 5) n.op = k > 7 ? LOOKS_AND : LOOKS_OR;
    n.a = random_bool(p, w, depth - 1);
    if (n.op != LOOKS_NOT) n.b = random_bool(p, w, depth - 1);
    return node(p, n);
}

static int in_range(struct looks_program *p, int e)
{
    /* (e) is kept in its range most of the time: e < 0 ? 0 : 2 < e ? 2 : e */
    if (!p->o.ints && chance(p, 12)) return e;
    int zero = constant(p, 0), two = constant(p, 2);
    int low = node(p, (struct looks_node){LOOKS_LT, .a = e, .b = zero});
    int high = node(p, (struct looks_node){LOOKS_LT, .a = two, .b = e});
    int inner = node(p, (struct looks_node){LOOKS_ITE, .a = high, .b = two, .c = e});
    return node(p, (struct looks_node){LOOKS_ITE, .a = low, .b = zero, .c = inner});
}

static struct looks_stmt simple(struct looks_program *p, int t)
{
    struct place w = {.t = t, .other = -1, .quantifier = true, .order = p->o.order};
    struct looks_stmt s = {.kind = LOOKS_ASSIGN};
    if (p->o.tid && chance(p, 20))
        return (struct looks_stmt){.kind = LOOKS_TAKE, .v = chance(p, 70)};
    unsigned k = below(p, 20);
    if (k < 8 || (k < 12 && !p->o.others)) {
        s.v = (int)below(p, 4);
        w.quantifier = chance(p, 30);
        s.e = s.v % 2 ? in_range(p, random_int(p, w, 2)) : random_bool(p, w, 2);
        return s;
    }
    if (k < 12) {
        s.kind = LOOKS_SET;
        s.t = (int)below(p, (unsigned)p->templates);
        s.v = (int)below(p, 2);
        w.quantifier = false;
        w.other = s.t;
        s.e = s.v ? in_range(p, random_int(p, w, 2)) : random_bool(p, w, 2);
        return s;
    }
    s.kind = k < 19 ? LOOKS_ASSUME : LOOKS_ASSERT;
    s.e = random_bool(p, w, 2);
    return s;
}

static struct looks_stmt statement(struct looks_program *p, int t)
{
    struct place w = {.t = t, .other = -1, .quantifier = true, .order = p->o.order};
    unsigned k = below(p, 10);
    struct looks_stmt s = {.kind = LOOKS_JUMP};
    if (k < 3) { /* a condition that reads nothing would be no step */
        struct looks_node n = {.op = chance(p, 50) ? LOOKS_AND : LOOKS_OR};
        n.a = random_bool(p, w, 2);
        n.b = variable(p, w, 0);
        s.e = chance(p, 50) && p->nodes[n.a].op >= LOOKS_EVERY ? n.a : node(p, n);
        s.to = (int)below(p, (unsigned)p->n[t]);
        return s;
    }
    if (k < 7) return simple(p, t);
    s.kind = LOOKS_ATOMIC;
    s.n = 2 + (int)below(p, 2);
    s.parts = &p->parts[p->nparts];
    p->nparts += s.n;
    for (int i = 0; i < s.n; i++)
        s.parts[i] = simple(p, t);
    return s;
}

static struct looks_unsafe property(struct looks_program *p)
{
    struct looks_unsafe u = {.e = -1, .t = (int)below(p, (unsigned)p->templates), .u = -1};
    if (chance(p, 50)) {
        u.label = (int)below(p, (unsigned)p->n[u.t]);
        u.least = 1 + (int)below(p, 2);
        return u;
    }
    if (chance(p, 70)) u.u = (int)below(p, (unsigned)p->templates);
    struct place w = {.t = u.t, .other = u.u, .at = true};
    struct looks_node n = {.op = LOOKS_AND};
    n.a = node(p, (struct looks_node){LOOKS_OWN, .t = u.t, .v = 0});
    if (u.u >= 0) {
        int other = node(p, (struct looks_node){LOOKS_OTHER, .t = u.u, .v = 0});
        n.b = other;
        n.a = node(p, n);
    }
    n.b = random_bool(p, w, 2);
    u.e = node(p, n);
    return u;
}

void looks_random(struct looks_program *p, uint64_t seed, struct looks_options o)
{
    memset(p, 0, sizeof *p);
    p->random = seed * 0x9e3779b97f4a7c15u + 0x1234567;
    for (int i = 0; i < 8; i++)
        below(p, 2);
    p->o = o;
    p->templates = o.two ? 2 : 1;
    for (int t = 0; t < p->templates; t++)
        p->n[t] = (o.two ? 2 : 4) + (int)below(p, o.two ? 3 : LOOKS_STMTS - 4);
    for (int t = 0; t < p->templates; t++)
        for (int i = 0; i < p->n[t]; i++)
            p->stmts[t][i] = statement(p, t);
    p->nunsafe = 1 + (int)below(p, LOOKS_UNSAFE);
    for (int i = 0; i < p->nunsafe; i++)
        p->unsafe[i] = property(p);
}

/* ---- text ---- */

static const char *const shared_name[] = {"g", "h"};
static const char *const local_name[2][2] = {{"x", "y"}, {"z", "w"}};
static const char *const template_name[] = {"p", "q"};

static void print(const struct looks_program *p, int e, int own, struct pw_strbuf *out)
{
    static const char *const sign[] = {[LOOKS_AND] = "&&",
                                       [LOOKS_OR] = "||",
                                       [LOOKS_EQ] = "==",
                                       [LOOKS_LT] = "<",
                                       [LOOKS_ADD] = "+"};
    const struct looks_node *n = &p->nodes[e];
    switch (n->op) {
    case LOOKS_CONST:
        pw_strbuf_printf(out, n->v < 0 ? "(%d)" : "%d", n->v);
        return;
    case LOOKS_SHARED:
        pw_strbuf_puts(out, shared_name[n->v]);
        return;
    case LOOKS_OWN:
        pw_strbuf_puts(out, local_name[own][n->v]);
        return;
    case LOOKS_OTHER:
        pw_strbuf_printf(out, "other.%s", local_name[n->t][n->v]);
        return;
    case LOOKS_OTHER_AT:
    case LOOKS_AT:
        pw_strbuf_printf(out, n->op == LOOKS_AT ? "at(%s%d)" : "other.at(%s%d)",
                         template_name[n->t], n->v);
        return;
    case LOOKS_BEFORE:
        pw_strbuf_puts(out, "self < other.self");
        return;
    case LOOKS_IS_SELF:
    case LOOKS_IS_NOBODY:
        pw_strbuf_puts(out, n->op == LOOKS_IS_SELF ? "(k == self)" : "(k == nobody)");
        return;
    case LOOKS_IS_OTHER:
        pw_strbuf_printf(out, "(k == other(%s).self)", template_name[n->t]);
        return;
    case LOOKS_EVERY:
    case LOOKS_SOME:
        pw_strbuf_puts(out, n->op == LOOKS_EVERY ? "every(" : "some(");
        print(p, n->a, own, out);
        pw_strbuf_puts(out, ")");
        return;
    case LOOKS_NOT:
    case LOOKS_ITE:
        pw_strbuf_puts(out, n->op == LOOKS_NOT ? "!(" : "((");
        print(p, n->a, own, out);
        pw_strbuf_puts(out, ")");
        if (n->op == LOOKS_NOT) return;
        pw_strbuf_puts(out, " ? ");
        print(p, n->b, own, out);
        pw_strbuf_puts(out, " : ");
        print(p, n->c, own, out);
        break;
    default:
        pw_strbuf_puts(out, "(");
        print(p, n->a, own, out);
        pw_strbuf_printf(out, " %s ", sign[n->op]);
        print(p, n->b, own, out);
    }
    pw_strbuf_puts(out, ")");
}

static void print_stmt(const struct looks_program *p, const struct looks_stmt *s, int t,
                       struct pw_strbuf *out)
{
    if (s->kind == LOOKS_ATOMIC) {
        pw_strbuf_puts(out, "atomic { ");
        for (int i = 0; i < s->n; i++)
            print_stmt(p, &s->parts[i], t, out);
        pw_strbuf_puts(out, "} ");
        return;
    }
    if (s->kind == LOOKS_TAKE) {
        pw_strbuf_printf(out, "k = %s; ", s->v ? "self" : "nobody");
        return;
    }
    if (s->kind == LOOKS_ASSIGN)
        pw_strbuf_printf(out, "%s = ", s->v < 2 ? shared_name[s->v] : local_name[t][s->v - 2]);
    else if (s->kind == LOOKS_SET)
        pw_strbuf_printf(out, "other.%s = ", local_name[s->t][s->v]);
    else
        pw_strbuf_puts(out, s->kind == LOOKS_JUMP     ? "if ("
                            : s->kind == LOOKS_ASSUME ? "assume("
                                                      : "assert(");
    print(p, s->e, t, out);
    if (s->kind == LOOKS_JUMP)
        pw_strbuf_printf(out, ") goto %s%d", template_name[t], s->to);
    else if (s->kind > LOOKS_SET)
        pw_strbuf_puts(out, ")");
    pw_strbuf_puts(out, "; ");
}

void looks_random_numbers(struct looks_program *p, uint64_t seed)
{
    int *number = p->o.number;
    if (seed % 6 != 5) return;
    number[0] = p->o.two ? (int)(seed / 6 % 3) : 1 + (int)(seed / 6 % 4);
    number[1] = p->o.two ? (int)(seed / 18 % 3) : 0;
}

void looks_print(const struct looks_program *p, struct pw_strbuf *out)
{
    const char *range = p->o.ints ? "int" : "int[0..2]";
    pw_strbuf_printf(out, "shared bool g = false;\nshared %s h = 0;\n", range);
    if (p->o.tid) pw_strbuf_puts(out, "shared tid k = nobody;\n");
    for (int t = 0; t < p->templates; t++) {
        pw_strbuf_printf(out, "thread %s ", template_name[t]);
        if (p->o.number[t]) pw_strbuf_printf(out, "[%d] ", p->o.number[t]);
        pw_strbuf_printf(out, "{\n    local bool %s = false;\n    local %s %s = 0;\n",
                         local_name[t][0], range, local_name[t][1]);
        for (int i = 0; i < p->n[t]; i++) {
            pw_strbuf_printf(out, "%s%d: ", template_name[t], i);
            print_stmt(p, &p->stmts[t][i], t, out);
            pw_strbuf_puts(out, "\n");
        }
        pw_strbuf_puts(out, "}\n");
    }
    for (int i = 0; i < p->nunsafe; i++) {
        const struct looks_unsafe *u = &p->unsafe[i];
        pw_strbuf_puts(out, "unsafe ");
        if (u->e < 0)
            pw_strbuf_printf(out, "count(%s%d) >= %d", template_name[u->t], u->label, u->least);
        else
            print(p, u->e, u->t, out);
        pw_strbuf_puts(out, ";\n");
    }
}

/* ---- execution ---- */

enum { FAILED = LOOKS_STMTS + 1 };

struct thread {
    int t, pc, v[2], is_k;
};

struct world {
    int n, shared[3]; /* the third: k is somebody, here or not */
    struct thread threads[LOOKS_THREADS];
};

static int eval(const struct looks_program *p, const struct world *w, int e, int a, int o);

static bool over_others(const struct looks_program *p, const struct world *w,
                        const struct looks_node *n, int a)
{
    for (int o = 0; o < w->n; o++)
        if (o != a && w->threads[o].t == n->t &&
            (eval(p, w, n->a, a, o) != 0) == (n->op == LOOKS_SOME))
            return n->op == LOOKS_SOME;
    return n->op == LOOKS_EVERY;
}

/* a: the thread that moves; o: the other one, or -1 */
static int eval(const struct looks_program *p, const struct world *w, int e, int a, int o)
{
    const struct looks_node *n = &p->nodes[e];
    switch (n->op) {
    case LOOKS_CONST:
        return n->v;
    case LOOKS_SHARED:
        return w->shared[n->v];
    case LOOKS_OWN:
        return w->threads[a].v[n->v];
    case LOOKS_OTHER:
        return w->threads[o].v[n->v];
    case LOOKS_OTHER_AT:
        return w->threads[o].t == n->t && w->threads[o].pc == n->v;
    case LOOKS_AT:
        return w->threads[a].t == n->t && w->threads[a].pc == n->v;
    case LOOKS_BEFORE:
        return a < o;
    case LOOKS_IS_SELF:
        return w->threads[a].is_k;
    case LOOKS_IS_NOBODY:
        return !w->shared[2];
    case LOOKS_IS_OTHER:
        return w->threads[o].t == n->t && w->threads[o].is_k;
    case LOOKS_NOT:
        return !eval(p, w, n->a, a, o);
    case LOOKS_AND:
        return eval(p, w, n->a, a, o) && eval(p, w, n->b, a, o);
    case LOOKS_OR:
        return eval(p, w, n->a, a, o) || eval(p, w, n->b, a, o);
    case LOOKS_EQ:
        return eval(p, w, n->a, a, o) == eval(p, w, n->b, a, o);
    case LOOKS_LT:
        return eval(p, w, n->a, a, o) < eval(p, w, n->b, a, o);
    case LOOKS_ADD:
        return eval(p, w, n->a, a, o) + eval(p, w, n->b, a, o);
    case LOOKS_ITE:
        return eval(p, w, eval(p, w, n->a, a, o) ? n->b : n->c, a, o);
    default:
        return over_others(p, w, n, a);
    }
}

enum outcome { DONE, BLOCKED, WRONG, JUMPED };

static bool outside(int v, int value)
{
    return v % 2 && (value < 0 || value > 2);
}

static enum outcome set_others(const struct looks_program *p, struct world *w,
                               const struct looks_stmt *s, int a)
{
    struct world after = *w;
    for (int o = 0; o < w->n; o++) {
        if (o == a || w->threads[o].t != s->t) continue;
        int value = eval(p, w, s->e, a, o);
        if (outside(s->v, value)) return WRONG;
        after.threads[o].v[s->v] = value;
    }
    *w = after;
    return DONE;
}

static enum outcome execute(const struct looks_program *p, struct world *w,
                            const struct looks_stmt *s, int a)
{
    if (s->kind == LOOKS_ATOMIC) {
        for (int i = 0; i < s->n; i++) {
            enum outcome r = execute(p, w, &s->parts[i], a);
            if (r != DONE) return r;
        }
        return DONE;
    }
    if (s->kind == LOOKS_SET) return set_others(p, w, s, a);
    if (s->kind == LOOKS_TAKE) {
        for (int i = 0; i < w->n; i++)
            w->threads[i].is_k = s->v && i == a;
        w->shared[2] = s->v;
        return DONE;
    }
    int value = eval(p, w, s->e, a, -1);
    if (s->kind == LOOKS_ASSUME) return value ? DONE : BLOCKED;
    if (s->kind == LOOKS_ASSERT) return value ? DONE : WRONG;
    if (s->kind == LOOKS_JUMP) return value ? JUMPED : DONE;
    if (outside(s->v, value)) return WRONG;
    *(s->v < 2 ? &w->shared[s->v] : &w->threads[a].v[s->v - 2]) = value;
    return DONE;
}

/* ---- search ---- */

/* A set of packed states: open addressing, 0 is free (states are stored plus one). */
struct set {
    uint64_t *at, *list;
    size_t room, n;
};

static void insert(struct set *s, uint64_t x)
{
    size_t i = (size_t)(x * 0x9e3779b97f4a7c15u >> 20) & (s->room - 1);
    while (s->at[i] && s->at[i] != x + 1)
        i = (i + 1) & (s->room - 1);
    s->at[i] = x + 1;
}

static bool has(const struct set *s, uint64_t x)
{
    if (!s->room) return false;
    size_t i = (size_t)(x * 0x9e3779b97f4a7c15u >> 20) & (s->room - 1);
    while (s->at[i] && s->at[i] != x + 1)
        i = (i + 1) & (s->room - 1);
    return s->at[i];
}

static void add(struct set *s, uint64_t x)
{
    if (has(s, x)) return;
    if (2 * (s->n + 1) > s->room) {
        free(s->at);
        s->room = s->room ? 2 * s->room : 1024;
        s->at = calloc(s->room, sizeof *s->at);
        s->list = realloc(s->list, s->room * sizeof *s->list);
        for (size_t i = 0; i < s->n; i++)
            insert(s, s->list[i]);
    }
    s->list[s->n++] = x;
    insert(s, x);
}

static uint64_t pack_thread(const struct thread *t)
{
    return (uint64_t)((t->is_k << 8 | t->t << 7 | t->pc << 3 | t->v[1] << 1 | t->v[0]) & 0x1ff);
}

static uint64_t pack(const struct looks_program *p, const struct world *w)
{
    uint64_t threads[LOOKS_THREADS],
        x = (uint64_t)(w->shared[2] << 3 | w->shared[1] << 1 | w->shared[0]);
    for (int i = 0; i < w->n; i++)
        threads[i] = pack_thread(&w->threads[i]);
    for (int i = 1; i < w->n && !p->o.order; i++)
        for (int j = i; j > 0 && threads[j - 1] > threads[j]; j--) {
            uint64_t t = threads[j];
            threads[j] = threads[j - 1];
            threads[j - 1] = t;
        }
    for (int i = 0; i < w->n; i++)
        x = x << 9 | threads[i];
    return x;
}

static void unpack(uint64_t x, struct world *w)
{
    for (int i = w->n; i-- > 0; x >>= 9) {
        int t = (int)(x & 0x1ff);
        w->threads[i] = (struct thread){t >> 7 & 1, t >> 3 & 15, {t & 1, t >> 1 & 3}, t >> 8};
    }
    w->shared[0] = (int)(x & 1);
    w->shared[1] = (int)(x >> 1 & 3);
    w->shared[2] = (int)(x >> 3);
}

static bool shows(const struct looks_program *p, const struct looks_unsafe *u,
                  const struct world *w)
{
    int count = 0;
    for (int a = 0; a < w->n; a++) {
        if (w->threads[a].t != u->t) continue;
        count += w->threads[a].pc == u->label;
        for (int o = 0; o < w->n && u->e >= 0; o++) {
            if (u->u >= 0 ? o == a || w->threads[o].t != u->u : o != a) continue;
            if (eval(p, w, u->e, a, o)) return true;
        }
    }
    return u->e < 0 && count >= u->least;
}

static void note(const struct looks_program *p, const struct world *w, struct looks_result *r)
{
    for (int i = 0; i < w->n; i++) {
        if (w->threads[i].pc == FAILED)
            r->failed = true;
        else
            r->at[w->threads[i].t][w->threads[i].pc] = true;
    }
    for (int i = 0; i < p->nunsafe; i++)
        r->unsafe[i] = r->unsafe[i] || shows(p, &p->unsafe[i], w);
}

static void expand(const struct looks_program *p, const struct world *w, struct set *seen)
{
    for (int a = 0; a < w->n; a++) {
        const struct thread *t = &w->threads[a];
        if (t->pc >= p->n[t->t]) continue;
        const struct looks_stmt *s = &p->stmts[t->t][t->pc];
        struct world next = *w;
        enum outcome r = execute(p, &next, s, a);
        if (r == BLOCKED) continue;
        next.threads[a].pc = r == WRONG ? FAILED : r == JUMPED ? s->to : t->pc + 1;
        add(seen, pack(p, &next));
    }
}

void looks_search(const struct looks_program *p, int n, struct looks_result *r)
{
    struct set seen = {0};
    memset(r, 0, sizeof *r);
    for (int q = 0; q <= (p->templates == 2 ? n : 0); q++) {
        struct world w = {.n = n};
        if (!looks_mixes(p, n, q)) continue;
        for (int i = 0; i < n; i++)
            w.threads[i].t = i >= n - q;
        add(&seen, pack(p, &w));
    }
    for (size_t i = 0; i < seen.n; i++) {
        struct world w = {.n = n};
        unpack(seen.list[i], &w);
        note(p, &w, r);
        expand(p, &w, &seen);
    }
    r->states = seen.n;
    free(seen.at);
    free(seen.list);
}

/* ---- pairs ---- */

enum { MOST_PAIRS = 300 };

/* A pair as a world of two threads; all worlds of the closure are built of these. */
struct closure {
    const struct looks_program *p;
    struct set pairs;
    int most;
};

static void add_pairs(struct closure *c, const struct world *w)
{
    for (int i = 0; i < w->n; i++)
        for (int k = 0; k < i; k++) {
            struct world two = {.n = 2, .shared = {w->shared[0], w->shared[1], w->shared[2]}};
            two.threads[0] = w->threads[k];
            two.threads[1] = w->threads[i];
            add(&c->pairs, pack(c->p, &two));
        }
}

static bool together(const struct closure *c, const struct world *w, int i)
{
    for (int k = 0; k < i; k++) {
        struct world two = {.n = 2, .shared = {w->shared[0], w->shared[1], w->shared[2]}};
        two.threads[0] = w->threads[k];
        two.threads[1] = w->threads[i];
        if (!has(&c->pairs, pack(c->p, &two))) return false;
    }
    return true;
}

/* Steps of the world, and of all that have more threads. Threads are added in ascending order. */
static void grow(struct closure *c, struct world *w, const struct thread *all, int n, int from)
{
    if (w->n >= 2) {
        struct set next = {0};
        expand(c->p, w, &next);
        for (size_t i = 0; i < next.n; i++) {
            struct world x = {.n = w->n};
            unpack(next.list[i], &x);
            add_pairs(c, &x);
        }
        free(next.at);
        free(next.list);
    }
    if (w->n == c->most || c->pairs.n > MOST_PAIRS) return;
    for (int i = from; i < n; i++) {
        w->threads[w->n] = all[i];
        if (!together(c, w, w->n)) continue;
        w->n++;
        grow(c, w, all, n, i);
        w->n--;
    }
}

/* All steps with one shared state. */
static void grow_shared(struct closure *c, int g, int h, int somebody)
{
    struct thread all[512];
    bool there[512] = {false};
    int n = 0;
    for (size_t i = 0; i < c->pairs.n; i++) {
        struct world two = {.n = 2};
        unpack(c->pairs.list[i], &two);
        if (two.shared[0] != g || two.shared[1] != h || two.shared[2] != somebody) continue;
        for (int k = 0; k < 2; k++) {
            uint64_t x = pack_thread(&two.threads[k]);
            if (!there[x]) all[n++] = two.threads[k];
            there[x] = true;
        }
    }
    struct world w = {.shared = {g, h, somebody}};
    grow(c, &w, all, n, 0);
}

uint64_t looks_pairs(const struct looks_program *p, int most)
{
    struct closure c = {p, {0}, most};
    assert(!p->o.order && most <= LOOKS_THREADS);
    for (int q = 0; q <= (p->templates == 2 ? 2 : 0); q++) {
        struct world w = {.n = 2};
        for (int i = 0; i < 2; i++)
            w.threads[i].t = i >= 2 - q;
        add_pairs(&c, &w);
    }
    for (size_t before = 0; before != c.pairs.n && c.pairs.n <= MOST_PAIRS;) {
        before = c.pairs.n;
        for (int s = 0; s < 12; s++)
            grow_shared(&c, s % 2, s / 2 % 3, s / 6);
    }
    uint64_t n = c.pairs.n <= MOST_PAIRS ? c.pairs.n : 0;
    free(c.pairs.at);
    free(c.pairs.list);
    return n;
}
