#include "front/c/cprint.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct printer {
    const struct pw_cunit *u;
    const struct pw_cir *ir;
    struct pw_strbuf *out;
    struct pw_cmap *map;
    bool lines;
    unsigned indent;
    unsigned shown; /* the line of C that was said last */
};

static void print_int(pw_cint v, struct pw_strbuf *out)
{
    char digits[50];
    size_t n = sizeof digits;
    bool negative = v < 0;
    digits[--n] = 0;
    do {
        pw_cint d = v % 10;
        digits[--n] = (char)('0' + (int)(d < 0 ? -d : d));
        v /= 10;
    } while (v);
    if (negative) digits[--n] = '-';
    pw_strbuf_puts(out, digits + n);
}

/* --- expressions --- */

static int strength(const struct pw_cx *e)
{
    switch (e->kind) {
    case PW_CX_ITE:
        return 1;
    case PW_CX_OR:
        return 2;
    case PW_CX_AND:
        return 3;
    case PW_CX_EQ:
    case PW_CX_NE:
        return 4;
    case PW_CX_LT:
    case PW_CX_LE:
    case PW_CX_GT:
    case PW_CX_GE:
        return 5;
    case PW_CX_ADD:
    case PW_CX_SUB:
        return 6;
    case PW_CX_MUL:
    case PW_CX_DIV:
    case PW_CX_MOD:
        return 7;
    case PW_CX_INT:
        return e->value < 0 ? 8 : 10;
    case PW_CX_NEG:
    case PW_CX_NOT:
        return 8;
    default:
        return 10;
    }
}

static void print(const struct pw_cir *ir, const struct pw_cx *e, int least, struct pw_strbuf *out);

static void print_binary(const struct pw_cir *ir, const struct pw_cx *e, struct pw_strbuf *out)
{
    static const char *const signs[] = {
        [PW_CX_ADD] = "+", [PW_CX_SUB] = "-", [PW_CX_MUL] = "*", [PW_CX_DIV] = "/",
        [PW_CX_MOD] = "%", [PW_CX_EQ] = "==", [PW_CX_NE] = "!=", [PW_CX_LT] = "<",
        [PW_CX_LE] = "<=", [PW_CX_GT] = ">",  [PW_CX_GE] = ">=", [PW_CX_AND] = "&&",
        [PW_CX_OR] = "||"};
    int s = strength(e);
    bool right = e->kind != PW_CX_AND && e->kind != PW_CX_OR && e->kind != PW_CX_ADD;
    print(ir, e->a,
          e->kind == PW_CX_AND || e->kind == PW_CX_OR ? s
          : e->kind >= PW_CX_EQ                       ? s + 1
                                                      : s,
          out);
    if (e->kind == PW_CX_ADD && e->b->kind == PW_CX_INT && e->b->value < 0) {
        pw_strbuf_puts(out, " - ");
        print_int(-e->b->value, out);
        return;
    }
    assert((size_t)e->kind < sizeof signs / sizeof *signs);
    pw_strbuf_printf(out, " %s ", signs[e->kind]);
    print(ir, e->b, s + right, out);
}

static void print(const struct pw_cir *ir, const struct pw_cx *e, int least, struct pw_strbuf *out)
{
    bool open = strength(e) < least;
    if (open) pw_strbuf_putc(out, '(');
    switch (e->kind) {
    case PW_CX_INT:
        print_int(e->value, out);
        break;
    case PW_CX_BOOL:
        pw_strbuf_puts(out, e->value ? "true" : "false");
        break;
    case PW_CX_VAR:
        pw_strbuf_puts(out, ir->vars.at[e->var].name);
        break;
    case PW_CX_NEG:
    case PW_CX_NOT:
        pw_strbuf_putc(out, e->kind == PW_CX_NEG ? '-' : '!');
        print(ir, e->a, 9, out);
        break;
    case PW_CX_ITE:
        print(ir, e->a, 2, out);
        pw_strbuf_puts(out, " ? ");
        print(ir, e->b, 2, out);
        pw_strbuf_puts(out, " : ");
        print(ir, e->c, 1, out);
        break;
    default:
        print_binary(ir, e, out);
        break;
    }
    if (open) pw_strbuf_putc(out, ')');
}

/* --- lines --- */

static void begin_line(struct printer *p)
{
    pw_strbuf_repeat(p->out, ' ', 4 * (size_t)p->indent);
}

static void end_line(struct printer *p, const struct pw_cstep *s)
{
    unsigned line = s ? p->u->lex.tokens.at[s->token].line : 0;
    if (p->lines && line && line != p->shown) {
        pw_strbuf_printf(p->out, " // line %u", line);
        p->shown = line;
    }
    pw_strbuf_putc(p->out, '\n');
    if (p->map) pw_vec_push(&p->map->steps, s);
}

static void print_list(struct printer *p, const struct pw_cstep *s);

static void print_body(struct printer *p, const struct pw_cstep *s)
{
    p->indent++;
    print_list(p, s);
    p->indent--;
}

static void print_assign(struct printer *p, const struct pw_cstep *s)
{
    for (uint32_t i = 0; i < s->n; i++)
        pw_strbuf_printf(p->out, "%s%s", i ? ", " : "", p->ir->vars.at[s->vars[i]].name);
    pw_strbuf_puts(p->out, " = ");
    for (uint32_t i = 0; i < s->n; i++) {
        if (i) pw_strbuf_puts(p->out, ", ");
        print(p->ir, s->exprs[i], 1, p->out);
    }
    pw_strbuf_puts(p->out, ";");
}

static void bounds(struct printer *p, const struct pw_cvar *v)
{
    pw_strbuf_printf(p->out, "%s >= ", v->name);
    print_int(v->lo, p->out);
    pw_strbuf_printf(p->out, " && %s <= ", v->name);
    print_int(v->hi, p->out);
}

static bool unlimited(const struct pw_cvar *v)
{
    return v->hi - v->lo > (pw_cint)1 << 90;
}

static void print_havoc(struct printer *p, const struct pw_cstep *s)
{
    const struct pw_cvar *v = &p->ir->vars.at[s->vars[0]];
    if (v->finite || unlimited(v)) {
        pw_strbuf_printf(p->out, "havoc %s;", v->name);
        return;
    }
    pw_strbuf_printf(p->out, "atomic { havoc %s; assume(", v->name);
    bounds(p, v);
    pw_strbuf_puts(p->out, "); }");
}

static void print_condition(struct printer *p, const char *word, const struct pw_cx *c,
                            const char *end)
{
    pw_strbuf_printf(p->out, "%s(", word);
    if (c)
        print(p->ir, c, 0, p->out);
    else
        pw_strbuf_putc(p->out, '*');
    pw_strbuf_puts(p->out, end);
}

static void close_brace(struct printer *p)
{
    begin_line(p);
    pw_strbuf_putc(p->out, '}');
    end_line(p, NULL);
}

static void print_if(struct printer *p, const struct pw_cstep *s)
{
    print_condition(p, "if ", s->cond, ") {");
    end_line(p, s);
    print_body(p, s->body);
    if (s->otherwise) {
        begin_line(p);
        pw_strbuf_puts(p->out, "} else {");
        end_line(p, NULL);
        print_body(p, s->otherwise);
    }
    close_brace(p);
}

static void print_loop(struct printer *p, const struct pw_cstep *s)
{
    const struct pw_cstep *first = s->body;
    bool test = first && first->kind == PW_CSTEP_IF && first->cond && !first->otherwise &&
                first->body && first->body->kind == PW_CSTEP_BREAK &&
                first->cond->kind != PW_CX_BOOL;
    if (test) {
        struct pw_cx flipped = {.kind = PW_CX_NOT, .is_bool = true, .a = first->cond};
        const struct pw_cx *c = first->cond->kind == PW_CX_NOT ? first->cond->a : &flipped;
        print_condition(p, "while ", c, ") {");
        end_line(p, first);
        print_body(p, first->next);
    } else {
        pw_strbuf_puts(p->out, "while (true) {");
        end_line(p, s);
        print_body(p, s->body);
    }
    close_brace(p);
}

static void print_block(struct printer *p, const struct pw_cstep *s)
{
    pw_strbuf_puts(p->out, "atomic {");
    end_line(p, s);
    print_body(p, s->body);
    close_brace(p);
}

/* A label stands in front of a statement. */
static void print_label(struct printer *p, const struct pw_cstep *s)
{
    pw_strbuf_printf(p->out, "%s:%s", s->label, s->next ? "" : " ;");
}

static void print_simple(struct printer *p, const struct pw_cstep *s)
{
    switch (s->kind) {
    case PW_CSTEP_ASSIGN:
        print_assign(p, s);
        break;
    case PW_CSTEP_HAVOC:
        print_havoc(p, s);
        break;
    case PW_CSTEP_ASSUME:
        print_condition(p, "assume", s->cond, ");");
        break;
    case PW_CSTEP_ASSERT:
        print_condition(p, "assert", s->cond, ");");
        break;
    case PW_CSTEP_BREAK:
        pw_strbuf_puts(p->out, "break;");
        break;
    case PW_CSTEP_CONTINUE:
        pw_strbuf_puts(p->out, "continue;");
        break;
    case PW_CSTEP_GOTO:
        pw_strbuf_printf(p->out, "goto %s;", s->label);
        break;
    case PW_CSTEP_LABEL:
        print_label(p, s);
        break;
    case PW_CSTEP_EXIT:
        pw_strbuf_puts(p->out, "exit;");
        break;
    default:
        pw_strbuf_puts(p->out, "skip;");
        break;
    }
    end_line(p, s);
}

static void print_list(struct printer *p, const struct pw_cstep *s)
{
    for (; s; s = s->next) {
        begin_line(p);
        if (s->kind == PW_CSTEP_IF)
            print_if(p, s);
        else if (s->kind == PW_CSTEP_LOOP)
            print_loop(p, s);
        else if (s->kind == PW_CSTEP_ATOMIC)
            print_block(p, s);
        else
            print_simple(p, s);
    }
}

/* --- declarations --- */

static void declare(struct printer *p, const struct pw_cvar *v, const char *word)
{
    begin_line(p);
    pw_strbuf_printf(p->out, "%s int", word);
    if (v->finite) {
        pw_strbuf_putc(p->out, '[');
        print_int(v->lo, p->out);
        pw_strbuf_puts(p->out, "..");
        print_int(v->hi, p->out);
        pw_strbuf_putc(p->out, ']');
    }
    pw_strbuf_printf(p->out, " %s", v->name);
    if (v->init == PW_CINIT_VALUE) {
        pw_strbuf_puts(p->out, " = ");
        print_int(v->value, p->out);
    }
    pw_strbuf_putc(p->out, ';');
    if (p->lines && v->line) pw_strbuf_printf(p->out, " // line %u", v->line);
    end_line(p, NULL);
}

static void constrain(struct printer *p, const struct pw_cvar *v)
{
    if (v->init == PW_CINIT_VALUE) return;
    if (!v->finite && !unlimited(v)) {
        pw_strbuf_puts(p->out, "init ");
        bounds(p, v);
        pw_strbuf_putc(p->out, ';');
        end_line(p, NULL);
    }
    if (v->init == PW_CINIT_DISTINCT) {
        pw_strbuf_printf(p->out, "init %s != other.%s;", v->name, v->name);
        end_line(p, NULL);
    }
}

static void print_thread(struct printer *p, const struct pw_cthread *t, uint32_t index)
{
    end_line(p, NULL);
    pw_strbuf_printf(p->out, "thread %s", t->name);
    if (t->count > 0) pw_strbuf_printf(p->out, " [%lld]", (long long)t->count);
    pw_strbuf_puts(p->out, " {");
    end_line(p, NULL);
    p->indent++;
    for (size_t i = 0; i < p->ir->vars.n; i++) {
        const struct pw_cvar *v = &p->ir->vars.at[i];
        if (!v->shared && v->thread == index && v->kept) declare(p, v, "local");
    }
    p->shown = 0;
    print_list(p, t->body);
    p->indent--;
    close_brace(p);
}

static void print_text(struct printer *p, const char *text)
{
    while (text && *text) {
        const char *nl = strchr(text, '\n');
        size_t n = nl ? (size_t)(nl - text) : strlen(text);
        pw_strbuf_write(p->out, text, n);
        end_line(p, NULL);
        text = nl ? nl + 1 : text + n;
    }
}

/* The variable that annotations call so; NULL: none, or several. */
static const struct pw_cvar *called(const struct pw_cir *ir, const char *word, size_t n)
{
    const struct pw_cvar *found = NULL;
    for (size_t i = 0; i < ir->vars.n; i++) {
        const struct pw_cvar *v = &ir->vars.at[i];
        if (!v->plain || !v->kept || strlen(v->plain) != n || memcmp(v->plain, word, n)) continue;
        if (found) return NULL;
        found = v;
    }
    return found;
}

/* Annotations with the names of C: variables get those that they are printed with. */
static void rename_words(const struct pw_cir *ir, const char *text, struct pw_strbuf *out)
{
    while (*text) {
        size_t n = 0;
        while (isalnum((unsigned char)text[n]) || text[n] == '_')
            n++;
        const struct pw_cvar *v = n && !isdigit((unsigned char)*text) ? called(ir, text, n) : NULL;
        if (v)
            pw_strbuf_puts(out, v->name);
        else
            pw_strbuf_write(out, text, n ? n : 1);
        text += n ? n : 1;
    }
}

void pw_cprint(const struct pw_cunit *u, const struct pw_cir *ir, const char *head,
               const char *tail, bool lines, struct pw_strbuf *out, struct pw_cmap *map)
{
    struct pw_strbuf named = {0};
    struct printer p = {.u = u, .ir = ir, .out = out, .map = map, .lines = lines};
    if (map) pw_vec_push(&map->steps, NULL); /* lines count from 1 */
    print_text(&p, head);
    for (size_t i = 0; i < ir->vars.n; i++) {
        const struct pw_cvar *v = &ir->vars.at[i];
        if (v->shared && v->kept) declare(&p, v, "shared");
    }
    for (uint32_t i = 0; i < ir->threads.n; i++)
        if (ir->threads.at[i].count) print_thread(&p, &ir->threads.at[i], i);
    for (size_t i = 0; i < ir->vars.n; i++) {
        const struct pw_cvar *v = &ir->vars.at[i];
        if (v->kept && (v->shared || ir->threads.at[v->thread].count)) constrain(&p, v);
    }
    if (tail) rename_words(ir, tail, &named);
    print_text(&p, tail ? pw_strbuf_text(&named) : NULL);
    pw_strbuf_clear(&named);
}
