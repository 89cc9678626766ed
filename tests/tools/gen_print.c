/* Text of random programs, token by token; with the knob `messy` odd layout, comments and redundant
 * parentheses between them. */
#include <stdio.h>
#include <string.h>

#include "tools/gen_tree.h"

struct printer {
    struct gen_program *g;
    struct pw_strbuf *out;
    uint64_t random;
    int indent;
    bool fresh;                  /* at the start of a line */
    const struct gen_unit *unit; /* of the statements; NULL in predicates */
};

static int below(struct printer *p, int n)
{
    p->random = p->random * 6364136223846793005u + 1442695040888963407u;
    return (int)((p->random >> 33) % (uint64_t)n);
}

static bool messy(struct printer *p, int one_in)
{
    return p->g->knobs.messy && below(p, one_in) == 0;
}

static void gap(struct printer *p)
{
    static const char *const odd[] = {"  ",
                                      "\n",
                                      "\t",
                                      " /* c */ ",
                                      "\n\n\n",
                                      " // c\n",
                                      "/**/",
                                      "\r\n",
                                      "\n// on a line of its own\n",
                                      " /* two\n lines */ "};
    if (p->fresh)
        pw_strbuf_repeat(p->out, ' ', 4 * (size_t)p->indent);
    else
        pw_strbuf_putc(p->out, ' ');
    if (messy(p, 12)) pw_strbuf_puts(p->out, odd[below(p, sizeof odd / sizeof *odd)]);
    p->fresh = false;
}

static void put(struct printer *p, const char *token)
{
    gap(p);
    pw_strbuf_puts(p->out, token);
}

static void number(struct printer *p, int n)
{
    char text[16];
    if (n < 0) put(p, "-");
    snprintf(text, sizeof text, "%d", n < 0 ? -n : n);
    put(p, text);
}

static void line(struct printer *p)
{
    pw_strbuf_putc(p->out, '\n');
    p->fresh = true;
}

static void end(struct printer *p)
{
    put(p, ";");
    if (!messy(p, 4)) line(p);
}

static int strength(enum gen_op op)
{
    switch (op) {
    case GEN_ITE:
        return 1;
    case GEN_IMPLIES:
        return 2;
    case GEN_OR:
        return 3;
    case GEN_AND:
        return 4;
    case GEN_EQ:
    case GEN_NE:
        return 5;
    case GEN_LT:
    case GEN_LE:
    case GEN_GT:
    case GEN_GE:
        return 6;
    case GEN_ADD:
    case GEN_SUB:
        return 7;
    case GEN_MUL:
    case GEN_DIV:
    case GEN_MOD:
        return 8;
    case GEN_NEG:
    case GEN_NOT:
        return 9;
    default:
        return 10;
    }
}

static const char *sign(enum gen_op op)
{
    static const char *const text[] = {
        [GEN_ADD] = "+",  [GEN_SUB] = "-",   [GEN_NEG] = "-",     [GEN_MUL] = "*", [GEN_DIV] = "/",
        [GEN_MOD] = "%",  [GEN_MIN] = "min", [GEN_MAX] = "max",   [GEN_EQ] = "==", [GEN_NE] = "!=",
        [GEN_LT] = "<",   [GEN_LE] = "<=",   [GEN_GT] = ">",      [GEN_GE] = ">=", [GEN_NOT] = "!",
        [GEN_AND] = "&&", [GEN_OR] = "||",   [GEN_IMPLIES] = "=>"};
    return text[op];
}

static void label_name(struct printer *p, int label)
{
    char text[16];
    snprintf(text, sizeof text, "L%d", label);
    put(p, text);
}

static bool several_have(struct printer *p, const char *name)
{
    int n = 0;
    for (int t = 0; t < p->g->nthreads; t++)
        for (int i = 0; i < p->g->threads[t].nvars; i++)
            n += !strcmp(p->g->threads[t].vars[i].name, name);
    return n > 1;
}

static void leaf(struct printer *p, const struct gen_expr *e)
{
    const struct gen_unit *owner = p->unit ? p->unit : &p->g->threads[e->template];
    const char *name = e->op == GEN_OWN || e->op == GEN_OTHER ? owner->vars[e->value].name : "";
    bool qualify = !p->unit && (several_have(p, name) || messy(p, 6));
    switch (e->op) {
    case GEN_CONST:
        if (e->is_bool)
            put(p, e->value ? "true" : "false");
        else if (e->value < 0)
            put(p, "("), number(p, e->value), put(p, ")");
        else
            number(p, e->value);
        break;
    case GEN_SHARED:
        put(p, p->g->shared[e->value].name);
        break;
    case GEN_OWN:
        if (qualify) put(p, owner->name), put(p, ".");
        put(p, name);
        break;
    case GEN_OTHER:
        put(p, "other");
        if (qualify) put(p, "("), put(p, owner->name), put(p, ")");
        put(p, "."), put(p, name);
        break;
    default:
        if (e->op == GEN_OTHER_AT) put(p, "other"), put(p, ".");
        put(p, "at"), put(p, "("), label_name(p, e->value), put(p, ")");
    }
}

static void expr(struct printer *p, const struct gen_expr *e, int least)
{
    int s = strength(e->op);
    bool wrap = s < least || messy(p, 10), comparison = s == 5 || s == 6,
         right = e->op == GEN_IMPLIES;
    if (wrap) put(p, "(");
    if (s == 10 && e->op != GEN_MIN && e->op != GEN_MAX)
        leaf(p, e);
    else if (e->op == GEN_MIN || e->op == GEN_MAX) {
        put(p, sign(e->op)), put(p, "("), expr(p, e->a, 0), put(p, ","), expr(p, e->b, 0),
            put(p, ")");
    } else if (e->op == GEN_ITE) {
        expr(p, e->a, 2), put(p, "?"), expr(p, e->b, 1), put(p, ":"), expr(p, e->c, 1);
    } else if (s == 9) {
        put(p, sign(e->op)), expr(p, e->a, 9);
    } else {
        expr(p, e->a, comparison || right ? s + 1 : s), put(p, sign(e->op)),
            expr(p, e->b, right ? s : s + 1);
    }
    if (wrap) put(p, ")");
}

static void type(struct printer *p, const struct gen_var *v)
{
    put(p, v->type == GEN_BOOL ? "bool" : "int");
    if (v->type != GEN_RANGE) return;
    put(p, "["), number(p, v->lo), put(p, ".."), number(p, v->hi), put(p, "]");
}

static void declaration(struct printer *p, const char *word, const struct gen_var *v)
{
    put(p, word), type(p, v), put(p, v->name);
    if (v->has_init) {
        put(p, "=");
        if (v->type == GEN_BOOL)
            put(p, v->init ? "true" : "false");
        else
            number(p, v->init);
    }
    end(p);
}

static const char *target(struct printer *p, struct gen_target t)
{
    return t.shared ? p->g->shared[t.index].name : p->unit->vars[t.index].name;
}

static void statements(struct printer *p, const struct gen_stmt *s);

static void braces(struct printer *p, const struct gen_stmt *s)
{
    put(p, "{");
    if (!messy(p, 4)) line(p);
    p->indent++;
    statements(p, s);
    p->indent--;
    put(p, "}");
}

/* Braces, or without them a single statement that does not swallow a following else. */
static void body(struct printer *p, const struct gen_stmt *s)
{
    bool single = s && !s->next && s->label < 0 && s->kind != GEN_IF && s->kind != GEN_WHILE &&
                  s->kind != GEN_BLOCK;
    if (single && messy(p, 2))
        statements(p, s);
    else
        braces(p, s);
}

static void mutex(struct printer *p, const char *word, int m)
{
    char text[16];
    snprintf(text, sizeof text, "m%d", m);
    put(p, word), put(p, "("), put(p, text), put(p, ")"), end(p);
}

static void compound(struct printer *p, const struct gen_stmt *s)
{
    if (s->kind == GEN_ATOMIC) put(p, "atomic");
    if (s->kind == GEN_IF || s->kind == GEN_WHILE) {
        put(p, s->kind == GEN_IF ? "if" : "while"), put(p, "(");
        if (s->exprs[0])
            expr(p, s->exprs[0], 0);
        else
            put(p, "*");
        put(p, ")");
        body(p, s->body);
        if (s->otherwise) put(p, "else"), body(p, s->otherwise);
    } else {
        braces(p, s->body);
    }
    line(p);
}

static void call(struct printer *p, const struct gen_stmt *s)
{
    const struct gen_unit *u = &p->g->procs[s->to];
    if (s->ntargets) put(p, target(p, s->targets[0])), put(p, "=");
    put(p, u->name), put(p, "(");
    for (int i = 0; i < u->nparams; i++) {
        if (i) put(p, ",");
        expr(p, s->exprs[i], 0);
    }
    put(p, ")"), end(p);
}

static void assignment(struct printer *p, const struct gen_stmt *s)
{
    for (int i = 0; i < s->ntargets; i++) {
        if (i) put(p, ",");
        put(p, target(p, s->targets[i]));
    }
    put(p, "=");
    for (int i = 0; i < s->ntargets; i++) {
        if (i) put(p, ",");
        expr(p, s->exprs[i], 0);
    }
    end(p);
}

static void simple(struct printer *p, const struct gen_stmt *s)
{
    switch (s->kind) {
    case GEN_EMPTY:
        end(p);
        break;
    case GEN_ASSIGN:
        assignment(p, s);
        break;
    case GEN_CALL:
        call(p, s);
        break;
    case GEN_CAS:
        put(p, target(p, s->targets[0])), put(p, "="), put(p, "cas"), put(p, "("),
            put(p, target(p, s->targets[1])), put(p, ",");
        expr(p, s->exprs[0], 0), put(p, ","), expr(p, s->exprs[1], 0), put(p, ")"), end(p);
        break;
    case GEN_SKIP:
        put(p, "skip"), end(p);
        break;
    case GEN_ASSUME:
    case GEN_ASSERT:
        put(p, s->kind == GEN_ASSUME ? "assume" : "assert"), put(p, "("), expr(p, s->exprs[0], 0),
            put(p, ")"), end(p);
        break;
    case GEN_HAVOC:
        put(p, "havoc"), put(p, target(p, s->targets[0])), end(p);
        break;
    case GEN_GOTO:
        put(p, "goto"), label_name(p, s->to), end(p);
        break;
    case GEN_BREAK:
        put(p, "break"), end(p);
        break;
    case GEN_CONTINUE:
        put(p, "continue"), end(p);
        break;
    case GEN_EXIT:
        put(p, "exit"), end(p);
        break;
    case GEN_RETURN:
        put(p, "return");
        if (s->exprs[0]) expr(p, s->exprs[0], 0);
        end(p);
        break;
    case GEN_LOCK:
        mutex(p, "lock", s->to);
        break;
    case GEN_UNLOCK:
        mutex(p, "unlock", s->to);
        break;
    default:
        compound(p, s);
    }
}

static void statements(struct printer *p, const struct gen_stmt *s)
{
    for (; s; s = s->next) {
        if (s->label >= 0) label_name(p, s->label), put(p, ":");
        simple(p, s);
    }
}

static void unit(struct printer *p, const struct gen_unit *u)
{
    put(p, u->is_proc ? "proc" : "thread"), put(p, u->name);
    if (u->is_proc) {
        put(p, "(");
        for (int i = 0; i < u->nparams; i++) {
            if (i) put(p, ",");
            type(p, &u->vars[i]), put(p, u->vars[i].name);
        }
        put(p, ")");
    } else if (u->count >= 0) {
        put(p, "["), number(p, u->count), put(p, "]");
    }
    put(p, "{"), line(p);
    p->indent = 1;
    p->unit = u;
    for (int i = u->nparams; i < u->nvars; i++)
        declaration(p, "local", &u->vars[i]);
    statements(p, u->body);
    p->unit = NULL;
    p->indent = 0;
    put(p, "}"), line(p);
}

static void properties(struct printer *p)
{
    struct gen_program *g = p->g;
    char name[16];
    for (int i = 0; i < g->ninits; i++)
        put(p, "init"), expr(p, g->inits[i].expr, 0), end(p);
    for (int i = 0; i < g->npreds; i++) {
        snprintf(name, sizeof name, "q%d", i);
        put(p, "predicate"), put(p, name), put(p, "="), expr(p, g->preds[i].expr, 0), end(p);
    }
    for (int i = 0; i < g->nunsafe; i++) {
        put(p, "unsafe");
        for (int k = 0; k < g->ncounts[i]; k++) {
            if (k) put(p, "&&");
            put(p, "count"), put(p, "("), label_name(p, g->unsafe[i][k].label), put(p, ")"),
                put(p, ">="), number(p, g->unsafe[i][k].least);
        }
        end(p);
    }
}

void gen_print(struct gen_program *g, struct pw_strbuf *out)
{
    struct printer p = {.g = g, .out = out, .random = g->random, .fresh = true};
    char name[16];
    for (int i = 0; i < g->nshared; i++)
        declaration(&p, "shared", &g->shared[i]);
    for (int i = 0; i < g->nmutexes; i++)
        snprintf(name, sizeof name, "m%d", i), put(&p, "shared"), put(&p, "mutex"), put(&p, name),
            end(&p);
    for (int i = 0; i < g->nprocs; i++)
        unit(&p, &g->procs[i]);
    for (int i = 0; i < g->nthreads; i++)
        unit(&p, &g->threads[i]);
    properties(&p);
}
