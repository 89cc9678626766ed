/* ref_gen.c -- random programs with the habits that find misreadings: labels in front of
 * everything, constant conditions, jumps, several templates with and without counts, procedures,
 * misused mutexes, ranges at their edges. The text is written at once, one statement per line; no
 * tree is built. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "ref.h"

struct name {
    char text[16];
    enum ref_type type;
    int lo, hi;
};

struct proc {
    char name[8];
    int n_params;
    struct name params[2];
    char result;    /* 'v' none, 'i' integer, 'b' truth value */
    bool plain;     /* its integer is a number or a variable */
    bool loop_free; /* neither loops nor labels: may be called inside an atomic block */
};

struct gen {
    uint64_t seed;
    struct ref_text *out;
    int indent, budget;
    int n_shared, n_own, n_procs, n_labels, n_here, n_units;
    struct name shared[8], own[REF_LOCAL];
    struct proc procs[3];
    char labels[48][8]; /* of the whole file */
    char here[16][8];   /* of this unit */
    struct {
        char name[8];
        int n, n_labels;
        struct name own[REF_LOCAL];
        char labels[16][8];
    } units[4];
    int loops;      /* around this statement, in this unit */
    int own_values; /* percent of locals that start with a value of other variables */
    bool atomic, no_labels, no_loops, has_const;
    bool ints;               /* mostly integers, for predicates to speak of */
    bool finite;             /* no variables of type int */
    bool tame;               /* few failing assertions: what is left are the labels */
    const struct proc *proc; /* being written, or null */
};

uint64_t ref_random(uint64_t *seed)
{
    uint64_t z = *seed += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static int below(struct gen *g, int n)
{
    return (int)(ref_random(&g->seed) % (uint64_t)n);
}

static bool chance(struct gen *g, int percent)
{
    return below(g, 100) < percent;
}

__attribute__((format(printf, 2, 3))) static void put(struct gen *g, const char *format, ...)
{
    struct ref_text *t = g->out;
    va_list args;
    if (t->room - t->n < 512) {
        t->room = 2 * t->room + 1024;
        t->s = realloc(t->s, t->room);
        if (!t->s) ref_die("out of memory", 0);
    }
    va_start(args, format);
    int n = vsnprintf(t->s + t->n, t->room - t->n, format, args);
    va_end(args);
    if (n < 0 || n >= 512) ref_die("a long line", 0);
    t->n += (size_t)n;
}

static void tab(struct gen *g)
{
    put(g, "%*s", 4 * g->indent, "");
}

/* --- expressions --- */

/* A variable in sight of this type; null if there is none. An integer may be a range. */
static const struct name *some(struct gen *g, enum ref_type type, bool shared, bool own)
{
    const struct name *all[16];
    int n = 0;
    for (int i = 0; shared && i < g->n_shared; i++)
        all[n++] = &g->shared[i];
    for (int i = 0; own && i < g->n_own; i++)
        all[n++] = &g->own[i];
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (all[i]->type == type || (type == REF_INT && all[i]->type == REF_RANGE))
            all[kept++] = all[i];
    return kept ? all[below(g, kept)] : NULL;
}

static void constant(struct gen *g)
{
    static const char *const large[] = {"2147483648", "-2147483649", "4294967296", "1099511627776"};
    int n = below(g, 8) - 3;
    if (g->has_const && chance(g, 30))
        put(g, "K");
    else if (g->ints && chance(g, 3))
        put(g, "%s", large[below(g, 4)]);
    else if (n < 0)
        put(g, "-%d", -n);
    else
        put(g, "%d", n);
}

static void integer(struct gen *g, int depth, bool shared);
static void truth(struct gen *g, int depth, bool shared);

static void atom(struct gen *g, bool shared)
{
    const struct name *v = some(g, REF_INT, shared, true);
    if (v && chance(g, 70))
        put(g, "%s", v->text);
    else
        constant(g);
}

static void integer(struct gen *g, int depth, bool shared)
{
    static const char ops[] = "++--*/%%";
    if (depth == 0 || chance(g, 35)) {
        atom(g, shared);
        return;
    }
    int k = below(g, 11);
    if (k < 8) {
        bool swap = ops[k] == '*' && chance(g, 50);
        put(g, swap ? "%d * (" : "(", below(g, 5) - 2 < 0 ? 2 : below(g, 4));
        integer(g, depth - 1, shared);
        put(g, ")");
        if (ops[k] == '*' && !swap)
            put(g, " * %d", below(g, 4));
        else if (ops[k] == '/' || ops[k] == '%')
            put(g, " %c %s", ops[k], chance(g, 30) ? "(K + 1)" : chance(g, 50) ? "2" : "3");
        else if (!swap) {
            put(g, " %c ", ops[k]);
            atom(g, shared);
        }
    } else if (k < 10) {
        put(g, k == 8 ? "min(" : "max(");
        integer(g, depth - 1, shared);
        put(g, ", ");
        integer(g, depth - 1, shared);
        put(g, ")");
    } else {
        put(g, "(");
        truth(g, depth - 1, shared);
        put(g, " ? ");
        integer(g, depth - 1, shared);
        put(g, " : ");
        integer(g, depth - 1, shared);
        put(g, ")");
    }
}

static void comparison(struct gen *g, int depth, bool shared)
{
    static const char *const ops[] = {"==", "!=", "<", "<=", ">", ">="};
    integer(g, depth, shared);
    put(g, " %s ", ops[below(g, 6)]);
    integer(g, depth, shared);
}

static void truth(struct gen *g, int depth, bool shared)
{
    static const char *const ops[] = {"&&", "||", "=>", "==", "!="};
    const struct name *v = some(g, REF_BOOL, shared, true);
    int k = below(g, depth ? 8 : 5);
    if (k < 3 && v)
        put(g, "%s%s", chance(g, 40) ? "!" : "", v->text);
    else if (k < 5)
        comparison(g, depth ? depth - 1 : 0, shared);
    else if (k == 5 && chance(g, 30))
        put(g, "%s", chance(g, 50) ? "true" : "false");
    else if (k == 6) {
        put(g, "!(");
        truth(g, depth - 1, shared);
        put(g, ")");
    } else {
        put(g, "(");
        truth(g, depth - 1, shared);
        put(g, ") %s (", ops[below(g, 5)]);
        truth(g, depth - 1, shared);
        put(g, ")");
    }
}

/* A condition that reads no variable. */
static void constant_condition(struct gen *g)
{
    static const char *const all[] = {
        "true",        "false",          "1 < 2",          "K > 1",           "K == 2 || false",
        "!true",       "-3 % 2 == -1",   "-3 / 2 == -2",   "K * 2 >= 4",      "B",
        "!B && K > 0", "false => false", "min(K, 1) == 1", "(K > 1 ? B : !B)"};
    put(g, "%s", all[below(g, (int)(sizeof all / sizeof *all))]);
}

static void condition(struct gen *g)
{
    int k = below(g, 10);
    if (k < 3)
        put(g, "*");
    else if (k < 6)
        constant_condition(g);
    else
        truth(g, 2, true);
}

/* --- statements --- */

static void statements(struct gen *g, int least, int most, int depth);
static void statement(struct gen *g, int depth);

static void remember(struct gen *g, const char *name)
{
    strcpy(g->here[g->n_here++], name);
    for (int i = 0; i < g->n_labels; i++)
        if (!strcmp(g->labels[i], name)) return;
    strcpy(g->labels[g->n_labels++], name);
}

static void label(struct gen *g)
{
    char name[8];
    if (g->no_labels || g->atomic || g->n_here == 12 || g->n_labels == 48) return;
    snprintf(name, sizeof name, "%c%d", 'A' + below(g, 6), below(g, 4));
    for (int i = 0; i < g->n_here; i++)
        if (!strcmp(g->here[i], name)) return;
    remember(g, name);
    tab(g);
    put(g, "%s:\n", name);
}

/* Something inside of a range. */
static void within(struct gen *g, const struct name *v)
{
    if (chance(g, 50)) {
        put(g, "%d", v->lo + below(g, v->hi - v->lo + 1));
        return;
    }
    put(g, "min(%d, max(%d, ", v->hi, v->lo);
    integer(g, 1, true);
    put(g, "))");
}

static void value_for(struct gen *g, const struct name *v)
{
    if (v->type == REF_BOOL)
        truth(g, 2, true);
    else if (v->type == REF_RANGE && g->tame)
        within(g, v);
    else if (v->type == REF_RANGE && chance(g, 60))
        put(g, "%s %s 1", v->text, chance(g, 50) ? "+" : "-");
    else if (v->type == REF_INT && chance(g, 40))
        constant(g);
    else
        integer(g, 2, true);
}

static const struct name *variable(struct gen *g)
{
    const struct name *v = some(g, chance(g, 40) ? REF_BOOL : REF_INT, true, true);
    return v ? v : &g->shared[0];
}

static void assignment(struct gen *g)
{
    const struct name *v = variable(g), *w = variable(g);
    if (v != w && chance(g, 25)) {
        put(g, "%s, %s = ", v->text, w->text);
        value_for(g, v);
        put(g, ", ");
        value_for(g, w);
    } else {
        put(g, "%s = ", v->text);
        value_for(g, v);
    }
    put(g, ";\n");
}

static void swap(struct gen *g)
{
    const struct name *ok = some(g, REF_BOOL, true, true);
    const struct name *x = some(g, chance(g, 70) ? REF_INT : REF_BOOL, true, chance(g, 20));
    if (!ok || !x || ok == x) {
        put(g, "skip;\n");
        return;
    }
    put(g, "%s = cas(%s, ", ok->text, x->text);
    if (x->type == REF_BOOL) {
        truth(g, 1, true);
        put(g, ", ");
        truth(g, 1, true);
    } else {
        if (chance(g, 40)) /* often what is there */
            put(g, "%s", x->text);
        else if (x->type == REF_RANGE && chance(g, 60))
            put(g, "%d", x->lo + below(g, x->hi - x->lo + 1));
        else
            integer(g, 1, true);
        put(g, ", ");
        value_for(g, x);
    }
    put(g, ");\n");
}

static void argument(struct gen *g, const struct name *to)
{
    bool shared = chance(g, 40);
    if (to->type == REF_BOOL)
        truth(g, 1, shared);
    else if (to->type == REF_INT)
        integer(g, 1, shared);
    else { /* what could leave a range must be plain to see */
        const struct name *v = some(g, REF_INT, shared, true);
        if (v && (v->type == REF_INT || (v->lo >= to->lo && v->hi <= to->hi)))
            put(g, "%s", v->text);
        else
            put(g, "%d", to->lo + below(g, to->hi - to->lo + (g->tame ? 1 : 2)));
    }
}

/* A statement that tells by where control goes, or by failing, what a variable's value is. */
static void observe(struct gen *g, const struct name *v)
{
    char value[32];
    if (v->type == REF_MUTEX) return;
    if (v->type == REF_BOOL)
        snprintf(value, sizeof value, "%s", chance(g, 50) ? "true" : "false");
    else if (v->type == REF_RANGE)
        snprintf(value, sizeof value, "%d", v->lo + below(g, v->hi - v->lo + 1));
    else
        snprintf(value, sizeof value, "%d", below(g, 6) - 2);
    tab(g);
    if (!g->tame && chance(g, 20)) {
        put(g, "assert(%s != %s);\n", v->text, value);
        return;
    }
    put(g, "if (%s == %s) {\n", v->text, value);
    g->indent++;
    label(g);
    tab(g);
    put(g, "skip;\n");
    g->indent--;
    tab(g);
    put(g, "}\n");
}

static void observe_some(struct gen *g, int percent)
{
    for (int i = 0; i < g->n_own; i++)
        if (chance(g, percent)) observe(g, &g->own[i]);
}

static void call(struct gen *g)
{
    const struct proc *p = g->n_procs ? &g->procs[below(g, g->n_procs)] : NULL;
    if (!p || ((g->atomic || g->no_loops) && !p->loop_free)) {
        put(g, "skip;\n");
        return;
    }
    if (p->result != 'v' && chance(g, 80)) {
        const struct name *to = some(g, p->result == 'b' ? REF_BOOL : REF_INT, chance(g, 50), true);
        if (to && (to->type != REF_RANGE || (p->plain && !g->tame))) put(g, "%s = ", to->text);
    }
    put(g, "%s(", p->name);
    for (int i = 0; i < p->n_params; i++) {
        put(g, i ? ", " : "");
        argument(g, &p->params[i]);
    }
    put(g, ");\n");
}

static void returning(struct gen *g)
{
    const struct proc *p = g->proc;
    put(g, "return");
    if (p->result == 'b') {
        put(g, " ");
        truth(g, 1, chance(g, 40));
    } else if (p->result == 'i') {
        const struct name *v = some(g, REF_INT, chance(g, 40), true);
        put(g, " ");
        if (!p->plain)
            integer(g, 1, chance(g, 40));
        else if (v && chance(g, 70))
            put(g, "%s", v->text);
        else
            put(g, "%d", below(g, 4));
    }
    put(g, ";\n");
}

static void braces(struct gen *g, const char *head, int depth)
{
    put(g, "%s{\n", head);
    g->indent++;
    statements(g, 0, 3, depth);
    g->indent--;
    tab(g);
    put(g, "}\n");
}

/* The body of a condition: a block, or one statement, labelled perhaps. */
static void controlled(struct gen *g, int depth)
{
    put(g, "\n");
    if (chance(g, 60)) {
        tab(g);
        braces(g, "", depth);
        return;
    }
    g->indent++;
    statement(g, depth);
    g->indent--;
}

static void branching(struct gen *g, int depth, bool loop)
{
    put(g, loop ? "while (" : "if (");
    condition(g);
    put(g, ")");
    g->loops += loop;
    controlled(g, depth - 1);
    g->loops -= loop;
    if (!loop && chance(g, 40)) {
        tab(g);
        put(g, "else");
        controlled(g, depth - 1);
    }
}

static void atomic(struct gen *g, int depth)
{
    bool outer = g->atomic;
    g->atomic = true;
    braces(g, "atomic ", depth - 1);
    g->atomic = outer;
}

/* What a mutex is for. */
static void critical(struct gen *g, const struct name *m)
{
    put(g, "{\n");
    g->indent++;
    tab(g);
    put(g, "lock(%s);\n", m->text);
    statements(g, 1, 2, 1);
    tab(g);
    put(g, "unlock(%s);\n", m->text);
    g->indent--;
    tab(g);
    put(g, "}\n");
}

static void mutex(struct gen *g)
{
    const struct name *m = some(g, REF_MUTEX, true, false);
    if (m && (g->tame || chance(g, 30)) && g->budget > 0)
        critical(g, m);
    else if (m && g->tame)
        put(g, "lock(%s);\n", m->text);
    else if (m)
        put(g, "%s(%s);\n", chance(g, 60) ? "lock" : "unlock", m->text);
    else
        put(g, "skip;\n");
}

static void havoc(struct gen *g)
{
    const struct name *v = variable(g), *w = variable(g);
    if (v != w && chance(g, 20))
        put(g, "havoc %s, %s;\n", v->text, w->text);
    else
        put(g, "havoc %s;\n", v->text);
}

static void jump(struct gen *g)
{
    int k = below(g, 10);
    if (g->loops && k < 3)
        put(g, "break;\n");
    else if (g->loops && k < 5)
        put(g, "continue;\n");
    else if (k == 5)
        put(g, "exit;\n");
    else if (g->proc && k < 8)
        returning(g);
    else if (g->no_labels)
        put(g, "skip;\n");
    else
        put(g, "goto @;\n"); /* a label is chosen when all are known */
}

static void condition_statement(struct gen *g, const char *word)
{
    put(g, "%s(", word);
    truth(g, 2, true);
    put(g, ");\n");
}

static void simple(struct gen *g)
{
    int k = below(g, 100);
    if (k < 31)
        assignment(g);
    else if (k < 38)
        put(g, "skip;\n");
    else if (k < 43)
        put(g, ";\n");
    else if (k < 51)
        condition_statement(g, "assume");
    else if (k < 53)
        condition_statement(g, g->tame && k < 52 ? "assume" : "assert");
    else if (k < 58)
        havoc(g);
    else if (k < 63)
        swap(g);
    else if (k < 71)
        mutex(g);
    else if (k < (g->n_procs ? 89 : 73))
        call(g);
    else
        jump(g);
}

static void statement(struct gen *g, int depth)
{
    if (chance(g, 35)) label(g);
    if (chance(g, 5)) label(g);
    tab(g);
    int k = below(g, 100);
    g->budget--;
    if (depth == 0 || g->budget <= 0 || k < 62)
        simple(g);
    else if (k < 78)
        branching(g, depth, false);
    else if (k < 90 && !g->atomic && !g->no_loops)
        branching(g, depth, true);
    else if (k < 94)
        braces(g, "", depth - 1);
    else
        atomic(g, depth);
}

static void statements(struct gen *g, int least, int most, int depth)
{
    int n = least + below(g, most - least + 1);
    for (int i = 0; i < n; i++) {
        statement(g, depth);
        if (chance(g, 8) && g->n_own) observe(g, &g->own[below(g, g->n_own)]);
        if (chance(g, 4)) observe(g, &g->shared[below(g, g->n_shared)]);
    }
    if (chance(g, 10)) label(g);
}

/* --- declarations --- */

static void write_type(struct gen *g, const struct name *v)
{
    if (v->type == REF_RANGE)
        put(g, "int[%d..%d]", v->lo, v->hi);
    else
        put(g, v->type == REF_BOOL ? "bool" : v->type == REF_MUTEX ? "mutex" : "int");
}

static void pick_type(struct gen *g, struct name *v, bool mutexes)
{
    int k = below(g, mutexes ? 10 : 8);
    if (g->ints && chance(g, 50)) k = 0;
    if (g->finite && k < 3) k = 5;
    v->type = k < 3 ? REF_INT : k < 5 ? REF_BOOL : k < 8 ? REF_RANGE : REF_MUTEX;
    if (v->type == REF_RANGE) {
        v->lo = chance(g, 80) ? below(g, 3) - 1 : -3;
        v->hi = v->lo + below(g, 3);
    }
}

/* = VALUE, mostly; without one the value is arbitrary. */
static void initial(struct gen *g, const struct name *v, int percent)
{
    if (v->type == REF_MUTEX || !chance(g, percent)) return;
    if (v->type == REF_BOOL)
        put(g, " = %s", chance(g, 50) ? "true" : "false");
    else if (v->type == REF_RANGE)
        put(g, " = %d", v->lo + below(g, v->hi - v->lo + 1));
    else if (g->ints && chance(g, 10))
        put(g, " = K + %d", below(g, 3));
    else
        put(g, " = %d", below(g, 4) - 1);
}

static void shared_variables(struct gen *g)
{
    int n = 2 + below(g, 4);
    for (int i = 0; i < n; i++) {
        struct name *v = &g->shared[g->n_shared];
        snprintf(v->text, sizeof v->text, "s%d", i);
        pick_type(g, v, i > 0);
        put(g, "shared ");
        write_type(g, v);
        put(g, " %s", v->text);
        initial(g, v, 85);
        put(g, ";\n");
        g->n_shared++;
    }
}

/* Local variables; the names of templates overlap. */
static void local_variables(struct gen *g, int most, const char *prefix, int set)
{
    int n = below(g, most + 1);
    for (int i = 0; i < n && g->n_own < REF_LOCAL; i++) {
        struct name *v = &g->own[g->n_own];
        snprintf(v->text, sizeof v->text, "%s%d", prefix, i);
        pick_type(g, v, false);
        tab(g);
        put(g, "local ");
        write_type(g, v);
        put(g, " %s", v->text);
        if (v->type == REF_INT && chance(g, g->own_values)) {
            put(g, " = ");
            integer(g, 1, chance(g, 50));
        } else if (v->type == REF_BOOL && chance(g, g->own_values)) {
            put(g, " = ");
            truth(g, 1, chance(g, 50));
        } else
            initial(g, v, set);
        put(g, ";\n");
        g->n_own++;
    }
}

/* Puts a label for every '@' since the place from. */
static void choose_targets(struct gen *g, size_t from)
{
    struct ref_text *t = g->out;
    char *copy = malloc(t->n - from + 1);
    if (!copy) ref_die("out of memory", 0);
    memcpy(copy, t->s + from, t->n - from);
    copy[t->n - from] = 0;
    t->n = from;
    for (char *s = copy; *s;) {
        size_t n = strcspn(s, "@");
        for (size_t i = 0; i < n; i++)
            put(g, "%c", s[i]);
        s += n;
        if (*s == '@') {
            put(g, "%s", g->here[below(g, g->n_here)]);
            s++;
        }
    }
    free(copy);
}

/* The statements of a unit, at least one label among them where labels may be. */
static void body(struct gen *g, int least, int most, int loops)
{
    size_t from = g->out->n;
    g->indent = 1;
    g->loops = loops;
    g->atomic = false;
    if (g->proc) observe_some(g, 30);
    statements(g, least, most, 3);
    if (!g->no_labels && g->n_here == 0) {
        tab(g);
        put(g, "Z0: skip;\n");
        remember(g, "Z0");
    }
    if (g->proc && g->proc->result != 'v') {
        tab(g);
        returning(g);
    }
    choose_targets(g, from);
}

static void procedure(struct gen *g)
{
    struct proc *p = &g->procs[g->n_procs];
    snprintf(p->name, sizeof p->name, "p%d", g->n_procs);
    p->result = "vibi"[below(g, 4)];
    p->plain = chance(g, 50);
    p->loop_free = chance(g, 40);
    p->n_params = below(g, 3);
    g->n_own = g->n_here = 0;
    put(g, "proc %s(", p->name);
    for (int i = 0; i < p->n_params; i++) {
        struct name *v = &p->params[i];
        snprintf(v->text, sizeof v->text, "a%d", i);
        pick_type(g, v, false);
        put(g, i ? ", " : "");
        write_type(g, v);
        put(g, " %s", v->text);
        g->own[g->n_own++] = *v;
    }
    put(g, ") {\n");
    g->indent = 1;
    g->own_values = 60;
    local_variables(g, 2, "q", 70);
    g->proc = p;
    g->no_labels = g->no_loops = p->loop_free;
    g->budget = 6;
    body(g, 0, 3, 0);
    g->proc = NULL;
    g->no_labels = g->no_loops = false;
    put(g, "}\n");
    g->n_procs++;
}

/* A predicate or a condition on the start, written inside the thread that it is about. */
static void own_formula(struct gen *g)
{
    const struct name *v = &g->own[below(g, g->n_own)];
    tab(g);
    if (chance(g, 60))
        put(g, "predicate own%d_ = ", g->n_units);
    else
        put(g, "init ");
    if (v->type == REF_BOOL)
        put(g, "%s %s %s;\n", v->text,
            chance(g, 50) ? "==" : "!=", chance(g, 50) ? "false" : "true");
    else if (chance(g, 50))
        put(g, "%s %s other.%s;\n", v->text, chance(g, 50) ? "!=" : "<=", v->text);
    else
        put(g, "%s <= %d;\n", v->text, below(g, 3));
}

static void template(struct gen *g)
{
    int i = g->n_units++;
    snprintf(g->units[i].name, sizeof g->units[i].name, "t%d", i);
    g->n_own = g->n_here = 0;
    put(g, "thread t%d ", i);
    if (chance(g, 35))
        put(g, chance(g, 15) ? "[K] " : "[%d] ",
            chance(g, 15) ? 0 : 1 + below(g, chance(g, 30) ? 3 : 1));
    put(g, "{\n");
    g->indent = 1;
    g->own_values = 20;
    local_variables(g, 2, "x", 85);
    g->units[i].n = g->n_own;
    memcpy(g->units[i].own, g->own, sizeof g->own);
    g->budget = 12;
    if (g->n_own && chance(g, 20)) own_formula(g);
    bool forever = chance(g, 35);
    if (forever) put(g, "    while (true) {\n");
    body(g, 1, 5, forever);
    if (forever) put(g, "    }\n");
    put(g, "}\n");
    g->units[i].n_labels = g->n_here;
    memcpy(g->units[i].labels, g->here, sizeof g->here);
}

/* --- formulas about threads, properties --- */

static void relation(struct gen *g, enum ref_type type)
{
    static const char *const ops[] = {"==", "!=", "<", "<=", ">", ">="};
    put(g, " %s ", ops[below(g, type == REF_BOOL ? 2 : 6)]);
}

/* A local of template u, alone or against a shared variable, a number or the same of another
 * thread. */
static void comparison_of(struct gen *g, int u)
{
    const struct name *v = &g->units[u].own[below(g, g->units[u].n)];
    g->n_own = 0;
    const struct name *s = some(g, v->type == REF_BOOL ? REF_BOOL : REF_INT, true, false);
    int k = below(g, 5);
    bool alone = g->n_units == 1 && chance(g, 50); /* then no name is ambiguous */
    if (k == 4 && s)
        put(g, "%s", s->text);
    else if (alone)
        put(g, "%s", v->text);
    else
        put(g, "t%d.%s", u, v->text);
    relation(g, v->type);
    if (k < 2 || (k == 4 && s))
        alone ? put(g, "other.%s", v->text) : put(g, "other(t%d).%s", u, v->text);
    else if (k == 2 && s)
        put(g, "%s%s", s->text, v->type != REF_BOOL && chance(g, 30) ? " + 1" : "");
    else
        put(g, v->type == REF_BOOL ? "true" : "%d", below(g, 3));
}

/* A formula of one template; with places, which init must not name, for predicates only. */
static bool formula(struct gen *g, bool places)
{
    int u = below(g, g->n_units);
    if (!g->units[u].n) return false;
    if (places && g->units[u].n_labels && chance(g, 25)) {
        const char *l = g->units[u].labels[below(g, g->units[u].n_labels)];
        put(g, chance(g, 50) ? "(t%d.at(%s)) => (" : "!other(t%d).at(%s) || (", u, l);
        comparison_of(g, u);
        put(g, ")");
        return true;
    }
    comparison_of(g, u);
    if (chance(g, 25)) {
        put(g, chance(g, 50) ? " || " : " && ");
        comparison_of(g, u);
    }
    return true;
}

static void stated(struct gen *g, const char *head, bool places)
{
    size_t before = g->out->n;
    put(g, "%s", head);
    if (formula(g, places))
        put(g, ";\n");
    else
        g->out->n = before;
}

static void formulas(struct gen *g)
{
    static const char *const heads[] = {"predicate q1_ = ", "predicate q2_ = ", "predicate q3_ = "};
    int n = below(g, 4);
    for (int i = 0; i < n; i++)
        stated(g, heads[i], true);
    if (chance(g, 15)) stated(g, "init ", false);
    g->n_own = 0;
    const struct name *s = some(g, REF_INT, true, false);
    if (s && chance(g, 10))
        put(g, "init %s %s %d;\n", s->text, chance(g, 50) ? ">=" : "!=", below(g, 2));
}

static void count(struct gen *g)
{
    int least = 1 + below(g, chance(g, 20) ? 4 : 2), u = below(g, g->n_units);
    if (g->tame && least == 1 && chance(g, 50)) least = 2;
    if (g->units[u].n_labels && chance(g, 15))
        put(g, "count(t%d.%s) >= %d", u, g->units[u].labels[below(g, g->units[u].n_labels)], least);
    else
        put(g, "count(%s) >= %d", g->labels[below(g, g->n_labels)], least);
}

static void unsafe(struct gen *g)
{
    int lines = g->tame && chance(g, 60) ? 1 : 1 + below(g, 3);
    for (int l = 0; l < lines; l++) {
        int n = chance(g, 70) ? 1 : 2;
        put(g, "unsafe ");
        for (int d = 0; d < n; d++) {
            int m = 1 + below(g, 3);
            bool paren = chance(g, 20);
            put(g, "%s%s", d ? " || " : "", paren ? "(" : "");
            for (int c = 0; c < m; c++) {
                put(g, c ? " && " : "");
                count(g);
            }
            put(g, paren ? ")" : "");
        }
        put(g, ";\n");
    }
}

void ref_generate(uint64_t seed, bool finite, struct ref_text *out)
{
    struct gen g = {.seed = seed, .out = out, .finite = finite};
    out->n = 0;
    put(&g, "const int K = %d;\nconst bool B = %s;\n", below(&g, 4),
        chance(&g, 50)   ? "K > 1"
        : chance(&g, 50) ? "true"
                         : "false");
    g.has_const = true;
    g.tame = chance(&g, 60);
    g.ints = chance(&g, 35);
    shared_variables(&g);
    for (int n = below(&g, 3); n > 0; n--)
        procedure(&g);
    for (int n = chance(&g, 50) ? 1 : 2 + below(&g, 2); n > 0; n--)
        template(&g);
    formulas(&g);
    unsafe(&g);
}
