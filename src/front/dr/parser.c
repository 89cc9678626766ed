/* Declarations, and what all rules share. */
#include "front/dr/parser.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"

struct pw_token *pw_parser_now(struct pw_parser *p)
{
    assert(p->at < p->x->tokens.n);
    return &p->x->tokens.at[p->at];
}
bool pw_parser_is(struct pw_parser *p, enum pw_token_kind kind)
{
    return pw_parser_now(p)->kind == kind;
}

bool pw_parser_accept(struct pw_parser *p, enum pw_token_kind kind)
{
    if (!pw_parser_is(p, kind)) return false;
    if (kind != PW_TOK_END) p->at++;
    return true;
}

void *pw_parser_new(struct pw_parser *p, size_t size)
{
    return memset(pw_arena_alloc(&p->ast->arena, size), 0, size);
}

/* The lexer has reported something here already. */
static bool damaged(struct pw_parser *p)
{
    const struct pw_token *t = pw_parser_now(p);
    return (t->marks & PW_MARK_DAMAGED) || (p->at && (t[-1].marks & PW_MARK_DAMAGED));
}

static void panic(struct pw_parser *p)
{
    p->panic = true;
    if (pw_diag_full(p->x->diags)) p->give_up = true;
}

void pw_parser_fail(struct pw_parser *p, uint32_t token, const char *hint, const char *format, ...)
{
    if (p->panic) return;
    panic(p);
    if (damaged(p)) return;
    struct pw_strbuf b = {0};
    va_list args;
    va_start(args, format);
    pw_strbuf_vprintf(&b, format, args);
    va_end(args);
    assert(token < p->x->tokens.n);
    struct pw_token *t = &p->x->tokens.at[token];
    pw_diag_add(p->x->diags, PW_ERROR, p->x->src, t->from, t->to, hint, "%s", pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
}

/* "'while'", "the name 'x'", "the end of the file": at most 40 bytes of the user's text. */
static void describe(struct pw_parser *p, const struct pw_token *t, struct pw_strbuf *out)
{
    int n = t->to - t->from > 40 ? 40 : (int)(t->to - t->from);
    if (t->kind == PW_TOK_END)
        pw_strbuf_puts(out, "the end of the file");
    else
        pw_strbuf_printf(out, "'%.*s'", n, p->x->src->text + t->from);
}

void pw_parser_unexpected(struct pw_parser *p, const char *expected, const char *hint)
{
    struct pw_strbuf b = {0};
    describe(p, pw_parser_now(p), &b);
    pw_parser_fail(p, p->at, hint, "expected %s, found %s", expected, pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
}

/* A missing ';' or ')' belongs right after the token before. */
static void missing_after(struct pw_parser *p, enum pw_token_kind kind, const char *after)
{
    panic(p);
    if (damaged(p)) return;
    struct pw_strbuf b = {0};
    assert(p->at - 1 < p->x->tokens.n);
    const struct pw_token *last = &p->x->tokens.at[p->at - 1];
    const char *hint =
        pw_parser_is(p, PW_TOK_COLON) ? "keywords are reserved and cannot be labels" : NULL;
    describe(p, pw_parser_now(p), &b);
    pw_diag_add(p->x->diags, PW_ERROR, p->x->src, last->to, last->to, hint,
                "expected '%s'%s%s, found %s", pw_lexer_spelling(kind), after ? " after " : "",
                after ? after : "", pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
}

bool pw_parser_expect(struct pw_parser *p, enum pw_token_kind kind, const char *after)
{
    if (p->panic) return false;
    if (pw_parser_accept(p, kind)) return true;
    if (kind == PW_TOK_SEMI && p->at) {
        missing_after(p, kind, after);
        return false;
    }
    char text[80];
    snprintf(text, sizeof text, "'%s'%s%.50s", pw_lexer_spelling(kind), after ? " after " : "",
             after ? after : "");
    pw_parser_unexpected(p, text, NULL);
    return false;
}

struct pw_ast_name pw_parser_name(struct pw_parser *p, const char *what)
{
    struct pw_ast_name n = {.name = PW_NO_NAME, .token = p->at};
    if (p->panic) return n;
    struct pw_token *t = pw_parser_now(p);
    if (t->kind == PW_TOK_NAME)
        n.name = t->name, p->at++;
    else
        pw_parser_unexpected(
            p, what,
            pw_lexer_is_keyword(t->kind) ? "keywords are reserved and cannot be names" : NULL);
    return n;
}

struct pw_ast_expr *pw_parser_cell(struct pw_parser *p)
{
    if (p->panic || !pw_parser_is(p, PW_TOK_LBRACKET)) return NULL;
    pw_parser_now(p)->marks |= PW_MARK_CELL;
    p->at++;
    p->ast->families = true;
    struct pw_ast_expr *e = pw_parser_expr(p);
    pw_parser_expect(p, PW_TOK_RBRACKET, "the index");
    return e;
}

struct pw_ast_expr *pw_parser_index(struct pw_parser *p, struct pw_ast_name *index)
{
    p->ast->families = true;
    pw_parser_expect(p, PW_TOK_LBRACKET, NULL);
    struct pw_ast_expr *number = pw_parser_expr(p);
    pw_parser_expect(p, PW_TOK_RBRACKET, "the number of indices");
    pw_parser_expect(p, PW_TOK_LPAREN, "the number of indices");
    *index = pw_parser_name(p, "the name of the index");
    pw_parser_expect(p, PW_TOK_RPAREN, "the index");
    return number;
}

struct pw_ast_name pw_parser_target(struct pw_parser *p, const char *what)
{
    struct pw_ast_name n = pw_parser_name(p, what);
    n.cell = pw_parser_cell(p);
    return n;
}

bool pw_parser_enter(struct pw_parser *p)
{
    if (p->give_up) return false;
    if (++p->depth <= PW_AST_DEEPEST) return true;
    p->depth--;
    if (!p->panic)
        pw_parser_fail(p, p->at, NULL, "nested more than %d levels deep", PW_AST_DEEPEST);
    p->panic = p->give_up = true;
    return false;
}

void pw_parser_leave(struct pw_parser *p)
{
    p->depth--;
}

static bool starts_declaration(enum pw_token_kind k)
{
    return k == PW_TOK_THREAD || k == PW_TOK_PROC || k == PW_TOK_PREDICATE || k == PW_TOK_UNSAFE ||
           k == PW_TOK_SHARED || k == PW_TOK_CONST || k == PW_TOK_INIT || k == PW_TOK_INVARIANT;
}

/* To behind the next ';', or in front of a brace that closes this block or of a word that starts a
 * declaration. Blocks are skipped whole. */
void pw_parser_sync(struct pw_parser *p)
{
    unsigned open = 0;
    for (; !pw_parser_is(p, PW_TOK_END) && !p->give_up; p->at++) {
        pw_limits_poll();
        enum pw_token_kind k = pw_parser_now(p)->kind;
        if (k == PW_TOK_LBRACE)
            open++;
        else if (k == PW_TOK_RBRACE && !open)
            break;
        else if (k == PW_TOK_RBRACE && --open == 0) {
            p->at++;
            break;
        } else if (!open && k == PW_TOK_SEMI) {
            p->at++;
            break;
        } else if (!open && starts_declaration(k))
            break;
    }
    p->panic = p->give_up;
}

/* int, bool, mutex, int[lo..hi] */
static bool parser_type(struct pw_parser *p, struct pw_decl *d)
{
    if (pw_parser_accept(p, PW_TOK_BOOL))
        d->type = PW_AST_BOOL;
    else if (pw_parser_accept(p, PW_TOK_MUTEX))
        d->type = PW_AST_MUTEX;
    else if (pw_parser_accept(p, PW_TOK_INT))
        d->type = PW_AST_INT;
    else if (pw_parser_word(p, "tid"))
        d->type = PW_AST_TID, p->at++;
    else
        pw_parser_unexpected(p, "a type: int, bool, mutex or int[lo..hi]", NULL);
    if (d->type == PW_AST_INT && !p->panic && pw_parser_accept(p, PW_TOK_LBRACKET)) {
        d->type = PW_AST_RANGE;
        d->lo = pw_parser_expr(p);
        pw_parser_expect(p, PW_TOK_DOTDOT, "the lower bound");
        if (!p->panic) d->hi = pw_parser_expr(p);
        pw_parser_expect(p, PW_TOK_RBRACKET, "the upper bound");
    }
    return !p->panic;
}

/* TYPE name [= e], name [= e], ... ; appended at *last; returns the new end. */
static struct pw_decl **declarations(struct pw_parser *p, struct pw_decl **last, bool value)
{
    struct pw_decl type = {0};
    uint32_t word = p->at;
    parser_type(p, &type);
    if (value && type.type == PW_AST_TID) pw_parser_fail(p, word, NULL, "a tid must be shared");
    while (!p->panic) {
        struct pw_decl *d = pw_parser_new(p, sizeof *d);
        *d = type;
        d->name = pw_parser_name(p, "a name");
        d->size = pw_parser_cell(p);
        if (p->panic) break;
        if (value && !pw_parser_is(p, PW_TOK_ASSIGN))
            pw_parser_unexpected(p, "'=' and the value of the constant", NULL);
        if (!p->panic && pw_parser_accept(p, PW_TOK_ASSIGN)) d->init = pw_parser_expr(p);
        *last = d;
        last = &d->next;
        if (p->panic || !pw_parser_accept(p, PW_TOK_COMMA)) break;
    }
    pw_parser_expect(p, PW_TOK_SEMI, "the declaration");
    return last;
}

static void mark_declaration(struct pw_parser *p)
{
    pw_parser_now(p)->marks |= PW_MARK_STATEMENT;
    pw_parser_now(p)->indent = (uint16_t)p->indent;
}

/* The token that comes next is this word. */
bool pw_parser_word(struct pw_parser *p, const char *word)
{
    const struct pw_token *t = pw_parser_now(p);
    size_t n = strlen(word);
    return t->kind == PW_TOK_NAME && t->to - t->from == n &&
           !memcmp(p->x->src->text + t->from, word, n);
}

/* Does the file declare a procedure with the name of token t? */
bool pw_parser_names_proc(struct pw_parser *p, const struct pw_token *t)
{
    for (size_t i = 0; i + 1 < p->x->tokens.n; i++) {
        assert(i < p->x->tokens.n);
        const struct pw_token *u = &p->x->tokens.at[i];
        pw_limits_poll();
        if (u->kind == PW_TOK_PROC && u[1].kind == PW_TOK_NAME && u[1].name == t->name) return true;
    }
    return false;
}

/* The word is no keyword: `invariant = 1;`, `invariant: skip;` and calls of a procedure of that
 * name are what they always were. */
static bool parser_invariant(struct pw_parser *p)
{
    static const char word[] = "invariant";
    struct pw_token *t = pw_parser_now(p);
    size_t n = sizeof word - 1;
    if (t->kind == PW_TOK_INVARIANT) return true;
    if (t->kind != PW_TOK_NAME || t->to - t->from != n || p->abstract >= 0) return false;
    if (memcmp(p->x->src->text + t->from, word, n)) return false;
    enum pw_token_kind next = t[1].kind;
    if (next == PW_TOK_ASSIGN || next == PW_TOK_COLON || next == PW_TOK_COMMA) return false;
    if (next == PW_TOK_LPAREN && p->thread >= 0 && pw_parser_names_proc(p, t)) return false;
    t->kind = PW_TOK_INVARIANT;
    return true;
}

/* predicate NAME = e;  init e;  invariant e; */
void pw_parser_predicate(struct pw_parser *p)
{
    struct pw_ast_pred *q = pw_parser_new(p, sizeof *q);
    bool predicate = pw_parser_is(p, PW_TOK_PREDICATE);
    bool invariant = pw_parser_is(p, PW_TOK_INVARIANT);
    mark_declaration(p);
    q->thread = p->thread;
    q->abstract = p->abstract;
    q->first = p->at++;
    q->name = (struct pw_ast_name){.name = PW_NO_NAME, .token = q->first};
    if (predicate) {
        q->name = pw_parser_name(p, "the name of the predicate");
        pw_parser_expect(p, PW_TOK_ASSIGN, "the name of the predicate");
    }
    p->counts = invariant;
    if (!p->panic) q->expr = pw_parser_expr(p);
    p->counts = false;
    pw_parser_expect(p, PW_TOK_SEMI,
                     predicate   ? "the predicate"
                     : invariant ? "'invariant'"
                                 : "'init'");
    struct pw_ast_pred ***last = predicate   ? &p->last_pred
                                 : invariant ? &p->last_invariant
                                             : &p->last_init;
    **last = q;
    *last = &q->next;
}

/* local declarations and predicates in front of the statements */
static struct pw_decl *unit_head(struct pw_parser *p)
{
    struct pw_decl *first = NULL, **last = &first;
    for (;;) {
        pw_limits_poll();
        if (pw_parser_is(p, PW_TOK_LOCAL)) {
            mark_declaration(p);
            p->at++;
            last = declarations(p, last, false);
        } else if (p->thread >= 0 && (pw_parser_is(p, PW_TOK_PREDICATE) ||
                                      pw_parser_is(p, PW_TOK_INIT) || parser_invariant(p))) {
            pw_parser_predicate(p);
        } else
            break;
        if (p->panic) pw_parser_sync(p);
        if (p->give_up) break;
    }
    return first;
}

static void parameters(struct pw_parser *p, struct pw_ast_unit *u)
{
    struct pw_decl **last = &u->params;
    pw_parser_expect(p, PW_TOK_LPAREN, "the name of the procedure");
    if (p->panic || pw_parser_accept(p, PW_TOK_RPAREN)) return;
    do {
        struct pw_decl *d = pw_parser_new(p, sizeof *d);
        if (!parser_type(p, d)) return;
        d->name = pw_parser_name(p, "the name of a parameter");
        *last = d;
        last = &d->next;
    } while (!p->panic && pw_parser_accept(p, PW_TOK_COMMA));
    pw_parser_expect(p, PW_TOK_RPAREN, "the parameters");
}

static void close_block(struct pw_parser *p, uint32_t open)
{
    struct pw_token *t = pw_parser_now(p);
    t->marks |= PW_MARK_BLOCK;
    t->indent = (uint16_t)p->indent;
    assert(open < p->x->tokens.n);
    p->x->tokens.at[open].name = p->at;
    if (pw_parser_accept(p, PW_TOK_RBRACE) || p->panic) return;
    pw_parser_fail(p, open, NULL, "this '{' is never closed");
    p->give_up = true;
}

/* { statements } */
struct pw_stmt *pw_parser_block(struct pw_parser *p, const char *what)
{
    uint32_t open = p->at;
    if (!pw_parser_expect(p, PW_TOK_LBRACE, what)) return NULL;
    assert(open < p->x->tokens.n);
    p->x->tokens.at[open].marks |= PW_MARK_BLOCK;
    p->indent++;
    struct pw_stmt *list = pw_parser_statements(p);
    p->indent--;
    if (!p->give_up && !p->to_top) close_block(p, open);
    return list;
}

/* { locals, predicates, statements } */
static void unit_block(struct pw_parser *p, struct pw_ast_unit *u)
{
    uint32_t open = p->at;
    if (pw_parser_expect(p, PW_TOK_LBRACE, NULL)) {
        assert(open < p->x->tokens.n);
        p->x->tokens.at[open].marks |= PW_MARK_BLOCK;
        p->indent = 1;
        p->returns_value = false;
        u->locals = unit_head(p);
        u->body = pw_parser_statements(p);
        u->returns_value = p->returns_value;
        p->indent = 0;
        u->last = p->at;
        if (!p->give_up && !p->to_top) close_block(p, open);
    }
    p->thread = -1;
}

/* thread NAME [count] (index) { ... }, count and index optional;  proc NAME(parameters) { ... } */
static struct pw_ast_unit *unit(struct pw_parser *p, bool thread)
{
    struct pw_ast_unit *u = pw_parser_new(p, sizeof *u);
    p->at++;
    u->name = pw_parser_name(p, thread ? "the name of the thread" : "the name of the procedure");
    if (!thread)
        parameters(p, u);
    else if (!p->panic && pw_parser_accept(p, PW_TOK_LBRACKET)) {
        u->count = pw_parser_expr(p);
        pw_parser_expect(p, PW_TOK_RBRACKET, "the number of threads");
        if (!p->panic && pw_parser_accept(p, PW_TOK_LPAREN)) {
            u->indexed = p->ast->families = true;
            u->index = pw_parser_name(p, "the name of the index");
            pw_parser_expect(p, PW_TOK_RPAREN, "the index");
        }
    }
    p->thread = thread ? (int32_t)p->ast->nthreads : -1;
    unit_block(p, u);
    return u;
}

/* abstract thread NAME, ... { ... } */
static struct pw_ast_abstract *abstract_thread(struct pw_parser *p)
{
    struct pw_ast_abstract *a = pw_parser_new(p, sizeof *a);
    PW_VEC(struct pw_ast_name) names = {0};
    a->unit = pw_parser_new(p, sizeof *a->unit);
    p->at += 2;
    do
        pw_vec_push(&names, pw_parser_name(p, "the name of a thread"));
    while (!p->panic && pw_parser_accept(p, PW_TOK_COMMA));
    a->nnames = (uint32_t)names.n;
    a->names = pw_arena_copy(&p->ast->arena, names.at, names.n * sizeof *names.at);
    a->unit->name = a->names[0];
    pw_vec_clear(&names);
    assert(a->unit->name.token < p->x->tokens.n);
    const struct pw_token *name = &p->x->tokens.at[a->unit->name.token];
    if (!p->panic && pw_parser_is(p, PW_TOK_LBRACKET))
        pw_parser_fail(p, p->at, NULL,
                       "an abstract thread has no count: it has that of thread '%.*s'",
                       (int)(name->to - name->from), p->x->src->text + name->from);
    if (p->panic) return a;
    p->abstract = (int32_t)p->ast->nabstracts;
    p->thread = 0;
    unit_block(p, a->unit);
    p->abstract = -1;
    return a;
}

/* count(L) >= k */
static struct pw_ast_count *count(struct pw_parser *p)
{
    struct pw_ast_count *c = pw_parser_new(p, sizeof *c);
    c->first = p->at;
    if (!pw_parser_is(p, PW_TOK_COUNT)) {
        pw_parser_unexpected(
            p, "'count(LABEL) >= k'",
            "'unsafe' takes a disjunction of conjunctions of count(LABEL) >= k, or "
            "of formulas");
        return c;
    }
    p->at++;
    pw_parser_expect(p, PW_TOK_LPAREN, "count");
    if (p->panic) return c;
    bool at;
    if (!pw_parser_is(p, PW_TOK_NAME))
        pw_parser_name(p, "a label");
    else
        pw_parser_ref(p, &c->label, &at);
    pw_parser_expect(p, PW_TOK_RPAREN, NULL);
    if (!p->panic && !pw_parser_is(p, PW_TOK_GE))
        pw_parser_unexpected(p, "'>='", "only lower bounds: count(LABEL) >= k");
    else if (!p->panic) {
        p->at++;
        c->least = pw_parser_sum(p);
    }
    c->last = p->at - 1;
    return c;
}

void pw_parser_mixed(struct pw_parser *p)
{
    pw_parser_fail(p, p->at, NULL,
                   "count(...) speaks of all threads, 'other' of two: write two unsafe lines");
}

/* Does a formula start here that is no count(L) >= k? What cannot start one is no formula
 * either. */
static bool starts_formula(struct pw_parser *p)
{
    const struct pw_token *t = pw_parser_now(p);
    while (t->kind == PW_TOK_LPAREN || t->kind == PW_TOK_NOT)
        t++;
    if (t->kind == PW_TOK_COUNT) return t > pw_parser_now(p) && t[-1].kind == PW_TOK_NOT;
    return t->kind == PW_TOK_AT || t->kind == PW_TOK_OTHER || t->kind == PW_TOK_NAME ||
           t->kind == PW_TOK_NUMBER || t->kind == PW_TOK_MIN || t->kind == PW_TOK_MAX;
}

static struct pw_ast_disjunct *disjunct(struct pw_parser *p)
{
    struct pw_ast_disjunct *d = pw_parser_new(p, sizeof *d);
    struct pw_ast_count **last = &d->counts;
    d->first = p->at;
    if (starts_formula(p)) {
        d->formula = pw_parser_conjunction(p);
        d->last = p->at - 1;
        return d;
    }
    bool wrapped = pw_parser_accept(p, PW_TOK_LPAREN);
    do {
        if (d->counts && starts_formula(p)) {
            pw_parser_mixed(p);
            break;
        }
        *last = count(p);
        last = &(*last)->next;
    } while (!p->panic && pw_parser_accept(p, PW_TOK_AND));
    if (wrapped) pw_parser_expect(p, PW_TOK_RPAREN, NULL);
    d->last = p->at - 1;
    return d;
}

/* unsafe count(L) >= k && ... || ...;  unsafe [number] (index) count(t[index].L) >= k ...; */
static void property(struct pw_parser *p, struct pw_ast_disjunct ***last)
{
    struct pw_ast_expr *number = NULL;
    struct pw_ast_name index = {0};
    p->at++;
    if (pw_parser_is(p, PW_TOK_LBRACKET)) number = pw_parser_index(p, &index);
    do {
        **last = disjunct(p);
        (**last)->number = number;
        (**last)->index = index;
        *last = &(**last)->next;
    } while (!p->panic && pw_parser_accept(p, PW_TOK_OR));
    pw_parser_expect(p, PW_TOK_SEMI, "'unsafe'");
}

/* Ends of the lists of the tree. */
struct tails {
    struct pw_decl **consts, **shared;
    struct pw_ast_unit **threads, **procs;
    struct pw_ast_disjunct **unsafe;
    struct pw_ast_abstract **abstracts;
};

/* `abstract` is a word of the language only in front of `thread`. */
static bool starts_abstract(struct pw_parser *p)
{
    const struct pw_token *t = pw_parser_now(p);
    return t->kind == PW_TOK_NAME && t[1].kind == PW_TOK_THREAD && t->to - t->from == 8 &&
           !memcmp(p->x->src->text + t->from, "abstract", 8);
}

static const char *stray_hint(enum pw_token_kind k)
{
    if (k == PW_TOK_LOCAL)
        return "local variables are declared at the start of a thread or procedure";
    if (k == PW_TOK_INT || k == PW_TOK_BOOL || k == PW_TOK_MUTEX)
        return "say 'shared' in front of the type";
    if (k == PW_TOK_RBRACE) return "there is no block to close here";
    return NULL;
}

static void declaration(struct pw_parser *p, struct tails *t)
{
    mark_declaration(p);
    parser_invariant(p);
    switch (pw_parser_now(p)->kind) {
    case PW_TOK_CONST:
        p->at++, t->consts = declarations(p, t->consts, true);
        break;
    case PW_TOK_SHARED:
        p->at++, t->shared = declarations(p, t->shared, false);
        break;
    case PW_TOK_PREDICATE:
    case PW_TOK_INIT:
    case PW_TOK_INVARIANT:
        pw_parser_predicate(p);
        break;
    case PW_TOK_UNSAFE:
        property(p, &t->unsafe);
        break;
    case PW_TOK_THREAD:
        *t->threads = unit(p, true);
        t->threads = &(*t->threads)->next;
        p->ast->nthreads++;
        break;
    case PW_TOK_PROC:
        *t->procs = unit(p, false);
        t->procs = &(*t->procs)->next;
        p->ast->nprocs++;
        break;
    case PW_TOK_NAME:
        if (starts_abstract(p)) {
            *t->abstracts = abstract_thread(p);
            t->abstracts = &(*t->abstracts)->next;
            p->ast->nabstracts++;
            break;
        } /* fall through */
    default:
        pw_parser_unexpected(
            p, "a declaration (shared, const, thread, proc, predicate, init or unsafe)",
            stray_hint(pw_parser_now(p)->kind));
        p->at++;
    }
}

bool pw_parser_run(struct pw_lexer *x, struct pw_ast *ast)
{
    unsigned before = x->diags->errors;
    *ast = (struct pw_ast){0};
    pw_arena_init(&ast->arena);
    struct pw_parser p = {.x = x,
                          .ast = ast,
                          .thread = -1,
                          .abstract = -1,
                          .last_pred = &ast->preds,
                          .last_init = &ast->inits,
                          .last_invariant = &ast->invariants};
    struct tails t = {&ast->consts, &ast->shared, &ast->threads,
                      &ast->procs,  &ast->unsafe, &ast->abstracts};
    while (!p.give_up && !pw_parser_is(&p, PW_TOK_END)) {
        pw_limits_poll();
        declaration(&p, &t);
        if (p.panic && !p.to_top) pw_parser_sync(&p);
        p.panic = p.give_up;
        p.to_top = false;
        p.indent = p.depth = 0;
        p.thread = p.abstract = -1;
    }
    return x->diags->errors == before;
}

void pw_parser_clear(struct pw_ast *ast)
{
    pw_arena_clear(&ast->arena);
}
