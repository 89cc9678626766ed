/* ref_parse.c -- the reference's reader: recursive descent over the words, names bound on the way.
 */
#include <stdlib.h>
#include <string.h>

#include "ref_lex.h"

struct parser {
    struct ref_program *p;
    const struct ref_token *t;
    const struct ref_define *defines;
    int n_defines;
    int unit; /* being read, or -1 */
    bool in_atomic;
    int own, other; /* templates that a formula has named */
    bool pairs;
};

static bool is(const struct parser *x, const char *text)
{
    return x->t->kind && x->t->kind != 'n' && !strcmp(x->t->text, text);
}

static bool accept(struct parser *x, const char *text)
{
    bool yes = is(x, text);
    x->t += yes;
    return yes;
}

static void expect(struct parser *x, const char *text)
{
    if (!accept(x, text)) {
        fprintf(stderr, "reference: expected '%s', found '%s'\n", text, x->t->text);
        ref_die("syntax", x->t->line);
    }
}

static const char *word(struct parser *x)
{
    if (x->t->kind != 'w') ref_die("expected a name", x->t->line);
    return (x->t++)->text;
}

/* --- names --- */

static int unit_named(const struct ref_program *p, const char *name, bool proc)
{
    for (int i = 0; i < p->n_units; i++)
        if (p->units[i].proc == proc && !strcmp(p->units[i].name, name)) return i;
    return -1;
}

static const struct ref_var *among(const struct ref_var *v, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(v[i].name, name)) return &v[i];
    return NULL;
}

static const struct ref_var *local_of(const struct ref_program *p, int unit, const char *name)
{
    return among(p->units[unit].vars, p->units[unit].n_vars, name);
}

/* A name in a formula outside of the units: of the one template that declares it. */
static const struct ref_var *anyones(const struct parser *x, const char *name)
{
    const struct ref_var *found = NULL;
    for (int i = 0; i < x->p->n_units; i++) {
        const struct ref_var *v = x->p->units[i].proc ? NULL : local_of(x->p, i, name);
        if (v && found) ref_die("ambiguous name", x->t->line);
        found = v ? v : found;
    }
    return found;
}

static const struct ref_var *lookup(const struct parser *x, const char *name)
{
    const struct ref_var *v = x->unit >= 0 ? local_of(x->p, x->unit, name) : NULL;
    v = v ? v : among(x->p->consts, x->p->n_consts, name);
    v = v ? v : among(x->p->shared, x->p->n_shared, name);
    v = v || x->unit >= 0 ? v : anyones(x, name);
    if (!v) {
        fprintf(stderr, "reference: '%s'\n", name);
        ref_die("undeclared name", x->t->line);
    }
    return v;
}

static int label(struct ref_program *p, const char *name)
{
    for (int i = 0; i < p->n_labels; i++)
        if (!strcmp(p->labels[i], name)) return i;
    if (p->n_labels == REF_LABELS) ref_die("too many labels", 0);
    strcpy(p->labels[p->n_labels], name);
    return p->n_labels++;
}

/* --- expressions --- */

static const struct ref_expr *expr(struct parser *x);

static struct ref_expr *node(struct parser *x, enum ref_op op, const struct ref_expr *a,
                             const struct ref_expr *b)
{
    struct ref_expr *e = ref_alloc(&x->p->arena, sizeof *e);
    e->op = op;
    e->a = a;
    e->b = b;
    return e;
}

static const struct ref_expr *numeral(struct parser *x, int64_t value)
{
    struct ref_expr *e = node(x, REF_NUM, NULL, NULL);
    e->value = value;
    return e;
}

static const struct ref_expr *others(struct parser *x)
{
    int unit = -1;
    if (accept(x, "(")) {
        unit = unit_named(x->p, word(x), false);
        expect(x, ")");
    }
    expect(x, ".");
    const char *name = word(x);
    const struct ref_var *v = unit >= 0      ? local_of(x->p, unit, name)
                              : x->unit >= 0 ? local_of(x->p, x->unit, name)
                                             : anyones(x, name);
    if (!v) ref_die("other: undeclared name", x->t->line);
    struct ref_expr *e = node(x, REF_OTHER, NULL, NULL);
    e->var = v;
    x->other = v->unit;
    x->pairs = true;
    return e;
}

static const struct ref_expr *variable(struct parser *x)
{
    const char *name = word(x);
    int unit = is(x, ".") ? unit_named(x->p, name, false) : -1;
    const struct ref_var *v;
    if (unit >= 0) {
        expect(x, ".");
        v = local_of(x->p, unit, word(x));
    } else
        v = lookup(x, name);
    if (v->owner == REF_CONST) return numeral(x, v->value);
    if (v->owner == REF_OF_THREAD) x->own = v->unit;
    struct ref_expr *e = node(x, REF_READ, NULL, NULL);
    e->var = v;
    return e;
}

static const struct ref_expr *primary(struct parser *x)
{
    if (x->t->kind == 'n') return numeral(x, (x->t++)->value);
    if (accept(x, "true")) return numeral(x, 1);
    if (accept(x, "false")) return numeral(x, 0);
    if (accept(x, "(")) {
        const struct ref_expr *e = expr(x);
        expect(x, ")");
        return e;
    }
    if (is(x, "min") || is(x, "max")) {
        enum ref_op op = is(x, "min") ? REF_MIN : REF_MAX;
        x->t++;
        expect(x, "(");
        const struct ref_expr *a = expr(x);
        expect(x, ",");
        const struct ref_expr *b = expr(x);
        expect(x, ")");
        return node(x, op, a, b);
    }
    return accept(x, "other") ? others(x) : variable(x);
}

static const struct ref_expr *unary(struct parser *x)
{
    if (accept(x, "!")) return node(x, REF_NOT, unary(x), NULL);
    if (accept(x, "-")) return node(x, REF_NEG, unary(x), NULL);
    return primary(x);
}

enum { SUM = 4 }; /* the level of + and - below */

static const struct level {
    const char *text[4];
    enum ref_op op[4];
} levels[] = {
    {{"||"}, {REF_OR}},
    {{"&&"}, {REF_AND}},
    {{"==", "!="}, {REF_EQ, REF_NE}},
    {{"<", "<=", ">", ">="}, {REF_LT, REF_LE, REF_GT, REF_GE}},
    {{"+", "-"}, {REF_ADD, REF_SUB}},
    {{"*", "/", "%"}, {REF_MUL, REF_DIV, REF_MOD}},
};

static const struct ref_expr *binary(struct parser *x, size_t level)
{
    if (level == sizeof levels / sizeof *levels) return unary(x);
    const struct ref_expr *e = binary(x, level + 1);
    for (int i = 0; i < 4; i++)
        if (levels[level].text[i] && accept(x, levels[level].text[i])) {
            e = node(x, levels[level].op[i], e, binary(x, level + 1));
            i = -1;
        }
    return e;
}

static const struct ref_expr *implication(struct parser *x)
{
    const struct ref_expr *e = binary(x, 0);
    return accept(x, "=>") ? node(x, REF_IMPLIES, e, implication(x)) : e;
}

static const struct ref_expr *expr(struct parser *x)
{
    const struct ref_expr *e = implication(x);
    if (!accept(x, "?")) return e;
    struct ref_expr *c = node(x, REF_ITE, e, expr(x));
    expect(x, ":");
    c->c = expr(x);
    return c;
}

static int64_t constant_value(struct parser *x, const struct ref_expr *e)
{
    struct ref_run r = {.program = x->p};
    if (ref_reads_variable(e)) ref_die("a constant is needed", x->t->line);
    return ref_eval(&r, NULL, -1, -1, e);
}

static int64_t constant(struct parser *x)
{
    return constant_value(x, expr(x));
}

/* --- declarations of variables --- */

static void type(struct parser *x, struct ref_var *v)
{
    v->type = accept(x, "bool") ? REF_BOOL : accept(x, "mutex") ? REF_MUTEX : REF_INT;
    if (v->type != REF_INT) return;
    expect(x, "int");
    if (accept(x, "[")) {
        v->type = REF_RANGE;
        v->lo = constant(x);
        expect(x, "..");
        v->hi = constant(x);
        expect(x, "]");
    }
}

static void overridden(const struct parser *x, struct ref_var *v)
{
    for (int i = 0; i < x->n_defines; i++)
        if (!strcmp(x->defines[i].name, v->name)) v->value = x->defines[i].value;
}

/* NAME = e, NAME, ... ; into vars. */
static void bindings(struct parser *x, struct ref_var *vars, int *n, int most, struct ref_var like)
{
    do {
        if (*n == most) ref_die("too many variables", x->t->line);
        struct ref_var *v = &vars[*n];
        *v = like;
        strcpy(v->name, word(x));
        v->slot = *n;
        v->unit = x->unit;
        if (like.owner == REF_CONST) {
            expect(x, "=");
            v->value = constant(x);
            overridden(x, v);
        } else if (accept(x, "="))
            v->init = expr(x);
        else
            x->p->arbitrary |= v->type == REF_INT;
        ++*n;
    } while (accept(x, ","));
    expect(x, ";");
}

/* --- statements --- */

static const struct ref_stmt *statement(struct parser *x, const struct ref_stmt *parent);

static struct ref_stmt *make(struct parser *x, enum ref_kind kind, const struct ref_stmt *parent)
{
    struct ref_program *p = x->p;
    struct ref_stmt *s = ref_alloc(&p->arena, sizeof *s);
    if (p->n_stmts == (int)(sizeof p->stmts / sizeof *p->stmts))
        ref_die("too many statements", x->t->line);
    s->kind = kind;
    s->line = x->t->line;
    s->unit = x->unit;
    s->parent = parent;
    s->in_atomic = x->in_atomic;
    s->number = p->n_stmts;
    p->stmts[p->n_stmts++] = s;
    return s;
}

/* The statements up to '}' as a block of kind block or atomic; '{' was read. */
static const struct ref_stmt *block(struct parser *x, enum ref_kind kind,
                                    const struct ref_stmt *parent)
{
    struct ref_stmt *b = make(x, kind, parent);
    bool outer = x->in_atomic;
    const struct ref_stmt **end = &b->first;
    x->in_atomic |= kind == REF_ATOMIC;
    while (!accept(x, "}")) {
        const struct ref_stmt *s = statement(x, b);
        *end = s;
        end = (const struct ref_stmt **)&s->next;
    }
    x->in_atomic = outer;
    return b;
}

static const struct ref_stmt *branching(struct parser *x, struct ref_stmt *s)
{
    x->t++;
    expect(x, "(");
    if (!accept(x, "*")) s->cond = expr(x);
    expect(x, ")");
    s->first = statement(x, s);
    if (s->kind == REF_IF && accept(x, "else")) s->second = statement(x, s);
    return s;
}

static void arguments(struct parser *x, struct ref_stmt *s)
{
    expect(x, "(");
    if (!is(x, ")")) do
            s->exprs[s->n++] = expr(x);
        while (accept(x, ","));
    expect(x, ")");
}

/* Behind the name of a call; vars[0] is the target or null. */
static const struct ref_stmt *call(struct parser *x, struct ref_stmt *s, const char *name)
{
    s->kind = REF_CALL;
    strcpy(s->name, name);
    s->n = 0;
    arguments(x, s);
    expect(x, ";");
    return s;
}

static const struct ref_stmt *cas(struct parser *x, struct ref_stmt *s)
{
    s->kind = REF_CAS;
    expect(x, "(");
    s->vars[1] = lookup(x, word(x));
    expect(x, ",");
    s->exprs[0] = expr(x);
    expect(x, ",");
    s->exprs[1] = expr(x);
    expect(x, ")");
    expect(x, ";");
    return s;
}

/* A statement that begins with a name that is no keyword. */
static const struct ref_stmt *named(struct parser *x, struct ref_stmt *s)
{
    const char *name = word(x);
    if (accept(x, ":")) {
        s->kind = REF_LABEL;
        s->label = label(x->p, name);
        if (x->in_atomic) ref_die("a label in an atomic block", s->line);
        s->first = is(x, "}") ? make(x, REF_EMPTY, s) : statement(x, s);
        return s;
    }
    if (is(x, "(")) return call(x, s, name);
    s->kind = REF_ASSIGN;
    s->vars[s->n++] = lookup(x, name);
    while (accept(x, ","))
        s->vars[s->n++] = lookup(x, word(x));
    expect(x, "=");
    if (accept(x, "cas")) return cas(x, s);
    if (x->t[0].kind == 'w' && unit_named(x->p, x->t[0].text, true) >= 0)
        return call(x, s, word(x));
    for (int i = 0; i < s->n; i++) {
        if (i > 0) expect(x, ",");
        s->exprs[i] = expr(x);
    }
    expect(x, ";");
    return s;
}

/* WORD; and WORD(...); */
static const struct ref_stmt *plain(struct parser *x, struct ref_stmt *s)
{
    x->t++;
    switch (s->kind) {
    case REF_GOTO:
        strcpy(s->name, word(x));
        break;
    case REF_RETURN:
        s->cond = is(x, ";") ? NULL : expr(x);
        break;
    case REF_HAVOC:
        do {
            s->vars[s->n] = lookup(x, word(x));
            x->p->arbitrary |= s->vars[s->n++]->type == REF_INT;
        } while (accept(x, ","));
        break;
    case REF_ASSUME:
    case REF_ASSERT:
    case REF_LOCK:
    case REF_UNLOCK:
        expect(x, "(");
        if (s->kind == REF_LOCK || s->kind == REF_UNLOCK)
            s->vars[0] = lookup(x, word(x));
        else
            s->cond = expr(x);
        expect(x, ")");
        break;
    default:
        break;
    }
    expect(x, ";");
    return s;
}

static const struct ref_stmt *statement(struct parser *x, const struct ref_stmt *parent)
{
    static const struct {
        const char *text;
        enum ref_kind kind;
    } plains[] = {{"skip", REF_SKIP},         {"assume", REF_ASSUME}, {"assert", REF_ASSERT},
                  {"havoc", REF_HAVOC},       {"goto", REF_GOTO},     {"break", REF_BREAK},
                  {"continue", REF_CONTINUE}, {"exit", REF_EXIT},     {"return", REF_RETURN},
                  {"lock", REF_LOCK},         {"unlock", REF_UNLOCK}};
    if (accept(x, "{")) return block(x, REF_BLOCK, parent);
    if (accept(x, "atomic")) {
        expect(x, "{");
        return block(x, REF_ATOMIC, parent);
    }
    struct ref_stmt *s = make(x, REF_EMPTY, parent);
    if (accept(x, ";")) return s;
    if (is(x, "if") || is(x, "while")) {
        s->kind = is(x, "if") ? REF_IF : REF_WHILE;
        return branching(x, s);
    }
    for (size_t i = 0; i < sizeof plains / sizeof *plains; i++)
        if (is(x, plains[i].text)) {
            s->kind = plains[i].kind;
            return plain(x, s);
        }
    return named(x, s);
}

/* --- the file --- */

static void to_semicolon(struct parser *x)
{
    while (x->t->kind && !accept(x, ";"))
        x->t++;
}

static void init_formula(struct parser *x)
{
    struct ref_program *p = x->p;
    if (p->n_inits == REF_INITS) ref_die("too many formulas of init", x->t->line);
    x->own = x->other = -1;
    x->pairs = false;
    const struct ref_expr *e = expr(x);
    expect(x, ";");
    p->inits[p->n_inits++] = (struct ref_init){e, x->own, x->other, x->pairs};
}

static void bind_jumps(struct ref_program *p, int from)
{
    for (int i = from; i < p->n_stmts; i++) {
        struct ref_stmt *s = (struct ref_stmt *)p->stmts[i];
        for (int j = from; s->kind == REF_GOTO && j < p->n_stmts; j++)
            if (p->stmts[j]->kind == REF_LABEL && !strcmp(p->labels[p->stmts[j]->label], s->name))
                s->target = p->stmts[j];
        if (s->kind == REF_GOTO && !s->target) ref_die("goto where", s->line);
    }
}

/* From '{' on. */
static void body(struct parser *x, struct ref_unit *u)
{
    struct ref_program *p = x->p;
    int from = p->n_stmts;
    expect(x, "{");
    for (;;) {
        struct ref_var like = {.owner = u->proc ? REF_OF_PROC : REF_OF_THREAD};
        if (accept(x, "local")) {
            type(x, &like);
            bindings(x, u->vars, &u->n_vars, REF_LOCAL, like);
        } else if (is(x, "predicate"))
            to_semicolon(x);
        else if (accept(x, "init"))
            init_formula(x);
        else
            break;
    }
    u->body = block(x, REF_BLOCK, NULL);
    bind_jumps(p, from);
}

static void unit(struct parser *x, bool proc)
{
    struct ref_program *p = x->p;
    if (p->n_units == REF_TEMPLATES + REF_PROCS)
        ref_die("too many threads and procedures", x->t->line);
    struct ref_unit *u = &p->units[p->n_units];
    x->unit = p->n_units;
    strcpy(u->name, word(x));
    u->proc = proc;
    u->count = -1;
    p->n_units++;
    if (proc) {
        expect(x, "(");
        while (!accept(x, ")")) {
            struct ref_var v = {.owner = REF_OF_PROC, .slot = u->n_vars, .unit = x->unit};
            type(x, &v);
            strcpy(v.name, word(x));
            u->vars[u->n_vars++] = v;
            accept(x, ",");
        }
        u->n_params = u->n_vars;
    } else if (accept(x, "[")) {
        u->count = constant(x);
        expect(x, "]");
    }
    body(x, u);
    x->unit = -1;
}

static void conjunct(struct parser *x, struct ref_bad *b)
{
    struct ref_conjunct *c = &b->of[b->n++];
    expect(x, "count");
    expect(x, "(");
    c->unit = -1;
    const char *name = word(x);
    if (accept(x, ".")) {
        c->unit = unit_named(x->p, name, false);
        name = word(x);
    }
    c->label = label(x->p, name);
    expect(x, ")");
    expect(x, ">=");
    c->least = constant_value(x, binary(x, SUM));
}

static void unsafe(struct parser *x)
{
    int line = x->t[-1].line;
    do {
        struct ref_program *p = x->p;
        if (p->n_bads == REF_BADS) ref_die("too many conjunctions", line);
        struct ref_bad *b = &p->bads[p->n_bads++];
        b->line = line;
        bool paren = accept(x, "(");
        do
            conjunct(x, b);
        while (accept(x, "&&"));
        if (paren) expect(x, ")");
    } while (accept(x, "||"));
    expect(x, ";");
}

static void declaration(struct parser *x)
{
    struct ref_program *p = x->p;
    struct ref_var like = {.owner = REF_OF_ALL};
    if (accept(x, "shared")) {
        type(x, &like);
        bindings(x, p->shared, &p->n_shared, REF_SHARED, like);
    } else if (accept(x, "const")) {
        like.owner = REF_CONST;
        type(x, &like);
        bindings(x, p->consts, &p->n_consts, REF_SHARED, like);
    } else if (accept(x, "thread"))
        unit(x, false);
    else if (accept(x, "proc"))
        unit(x, true);
    else if (is(x, "predicate"))
        to_semicolon(x);
    else if (accept(x, "init"))
        init_formula(x);
    else if (accept(x, "unsafe"))
        unsafe(x);
    else
        ref_die("what is this", x->t->line);
}

/* A call's procedure is found when all are known: its number replaces the label. */
static void bind_calls(struct ref_program *p)
{
    for (int i = 0; i < p->n_stmts; i++) {
        struct ref_stmt *s = (struct ref_stmt *)p->stmts[i];
        if (s->kind == REF_CALL) s->label = unit_named(p, s->name, true);
        if (s->kind == REF_CALL && (s->label < 0 || p->units[s->label].n_params != s->n))
            ref_die("call of what", s->line);
    }
}

struct ref_program *ref_parse(const char *text, const struct ref_define *defines, int n)
{
    struct ref_program *p = calloc(1, sizeof *p);
    if (!p) ref_die("out of memory", 0);
    struct parser x = {
        .p = p, .defines = defines, .n_defines = n, .unit = -1, .own = -1, .other = -1};
    x.t = ref_lex(&p->arena, text);
    while (x.t->kind)
        declaration(&x);
    bind_calls(p);
    return p;
}

void ref_program_free(struct ref_program *p)
{
    ref_arena_free(&p->arena);
    free(p);
}
