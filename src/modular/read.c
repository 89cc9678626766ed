/* Declarations of programs with contracts. */
#include "modular/read.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "front/dr/format.h"

/* int, bool, mutex, tid, int[lo..hi], or the name of an object sort */
static void type(struct pw_reader *r, struct pw_mvar *v)
{
    struct pw_parser *p = &r->p;
    *v = (struct pw_mvar){
        .sort_name = PW_MTREE_NONE, .index_name = PW_MTREE_NONE, .alloc_of = PW_MTREE_NONE};
    if (pw_parser_accept(p, PW_TOK_BOOL))
        v->sort.kind = PW_SORT_BOOL;
    else if (pw_parser_accept(p, PW_TOK_MUTEX))
        v->sort.kind = PW_SORT_TID, v->mutex = true;
    else if (pw_parser_accept(p, PW_TOK_INT))
        v->sort.kind = PW_SORT_INT;
    else if (pw_read_accept(r, "tid"))
        v->sort.kind = PW_SORT_TID;
    else
        v->sort_name = pw_parser_name(p, "a type: int, bool, mutex, tid or an object").name;
    if (v->sort.kind != PW_SORT_INT || p->panic || !pw_parser_is(p, PW_TOK_LBRACKET)) return;
    p->at++;
    v->lo = pw_read_expr(r);
    pw_parser_expect(p, PW_TOK_DOTDOT, "the lower bound");
    v->hi = pw_read_expr(r);
    pw_parser_expect(p, PW_TOK_RBRACKET, "the upper bound");
}

static void array_index(struct pw_reader *r, struct pw_mvar *v)
{
    struct pw_parser *p = &r->p;
    if (!pw_parser_is(p, PW_TOK_LBRACKET)) return;
    pw_parser_now(p)->marks |= PW_MARK_CELL;
    p->at++;
    v->array = true;
    v->index_token = p->at;
    if (pw_parser_is(p, PW_TOK_INT) || pw_parser_is(p, PW_TOK_NUMBER))
        pw_parser_fail(p, p->at, NULL, "arrays are indexed by tid or by an object");
    if (pw_read_accept(r, "tid"))
        v->index.kind = PW_SORT_TID;
    else
        v->index_name = pw_parser_name(p, "tid or an object").name;
    pw_parser_expect(p, PW_TOK_RBRACKET, "the index");
    if (pw_parser_is(p, PW_TOK_LBRACKET))
        pw_parser_fail(p, p->at, NULL, "one index only: there are no arrays of arrays");
}

typedef PW_VEC(struct pw_mvar) variables;

/* TYPE name [= e], ... ; pushed to the vector, which both callers have of the same type */
static void declare(struct pw_reader *r, variables *into, bool shared)
{
    struct pw_parser *p = &r->p;
    struct pw_mvar kind;
    type(r, &kind);
    while (!p->panic) {
        struct pw_mvar v = kind;
        struct pw_ast_name n = pw_parser_name(p, "a name");
        v.name = n.name;
        v.token = n.token;
        if (!p->panic) array_index(r, &v);
        if (v.array && !shared)
            pw_parser_fail(p, n.token, NULL, "arrays are shared: '%s' is local",
                           pw_mtree_text(r->t, n.name));
        if (!p->panic && pw_parser_accept(p, PW_TOK_ASSIGN)) v.init = pw_read_expr(r);
        if (p->panic) break;
        pw_vec_push(into, v);
        if (!pw_parser_accept(p, PW_TOK_COMMA)) break;
    }
    pw_parser_expect(p, PW_TOK_SEMI, "the declaration");
}

static void shared(struct pw_reader *r)
{
    variables v = {0};
    r->p.at++;
    declare(r, &v, true);
    for (size_t i = 0; i < v.n; i++)
        pw_vec_push(&r->t->shared, v.at[i]);
    pw_vec_clear(&v);
}

static void constants(struct pw_reader *r)
{
    variables v = {0};
    r->p.at++;
    declare(r, &v, false);
    for (size_t i = 0; i < v.n; i++) {
        struct pw_mconst c = {v.at[i].name, v.at[i].token, v.at[i].sort,
                              v.at[i].init, false,         false};
        if (!c.value)
            pw_parser_fail(&r->p, c.token, NULL, "the constant '%s' needs a value",
                           pw_mtree_text(r->t, c.name));
        pw_vec_push(&r->t->consts, c);
    }
    pw_vec_clear(&v);
}

/* forall (SORT NAME, ...) */
static void binder(struct pw_reader *r, struct pw_mformula *f)
{
    if (!pw_read_word(r, 0, "forall") || pw_parser_now(&r->p)[1].kind != PW_TOK_LPAREN) return;
    r->p.at += 2;
    do {
        struct pw_mvar v;
        type(r, &v);
        struct pw_ast_name n = pw_parser_name(&r->p, "a name");
        v.name = n.name;
        v.token = n.token;
        if (f->nbound == PW_MTREE_MOST_BOUND)
            pw_parser_fail(&r->p, n.token, NULL, "at most %d names in 'forall'",
                           PW_MTREE_MOST_BOUND);
        if (r->p.panic) return;
        f->bound[f->nbound++] = v;
    } while (pw_parser_accept(&r->p, PW_TOK_COMMA));
    pw_parser_expect(&r->p, PW_TOK_RPAREN, "the names");
}

static struct pw_mformula formula(struct pw_reader *r)
{
    struct pw_mformula f = {.module = r->module, .first = r->p.at, .keeps = PW_MTREE_NONE};
    r->p.at++;
    binder(r, &f);
    f.expr = pw_read_expr(r);
    pw_parser_expect(&r->p, PW_TOK_SEMI, "the formula");
    f.last = r->p.at ? r->p.at - 1 : 0;
    return f;
}

/* x' == x, or a'[i] == a[i] with i bound; finished by resolve.c, which knows what x is. */
static struct pw_mexpr *unchanged(struct pw_reader *r, struct pw_ast_name n)
{
    struct pw_mexpr *after = pw_mtree_expr(r->t, PW_MX_NAME, n.token, n.token), *before;
    after->name = n.name;
    after->holder = true;
    before = pw_mtree_expr(r->t, PW_MX_NAME, n.token, n.token);
    *before = *after;
    after->primed = true;
    struct pw_sort none = {PW_SORT_NONE, 0};
    return pw_mtree_op(r->t, PW_MX_EQ, none, after, before);
}

/* guarded x, y by e;  each name becomes an assumption  e => x' == x  */
static void guarded(struct pw_reader *r)
{
    PW_VEC(struct pw_ast_name) names = {0};
    uint32_t first = r->p.at++;
    do {
        struct pw_ast_name n = pw_parser_name(&r->p, "a shared variable");
        if (!r->p.panic) pw_vec_push(&names, n);
    } while (!r->p.panic && pw_parser_accept(&r->p, PW_TOK_COMMA));
    if (!r->p.panic && !pw_read_accept(r, "by")) pw_parser_unexpected(&r->p, "'by'", NULL);
    struct pw_mexpr *guard = pw_read_expr(r);
    pw_parser_expect(&r->p, PW_TOK_SEMI, "the formula");
    for (size_t i = 0; i < names.n && !r->p.panic; i++) {
        struct pw_mformula f = {.module = r->module, .first = first, .last = r->p.at - 1};
        struct pw_sort none = {PW_SORT_NONE, 0};
        f.keeps = names.at[i].name; /* marks it for resolve.c */
        f.keeps_guard = guard;
        f.expr = pw_mtree_op(r->t, PW_MX_IMPLIES, none, guard, unchanged(r, names.at[i]));
        f.expr->first = f.expr->token = first;
        f.expr->last = f.last;
        pw_vec_push(&r->t->assumptions, f);
        r->t->nguarded++;
    }
    pw_vec_clear(&names);
}

static void name_list(struct pw_reader *r, pw_mexprs *out)
{
    do {
        struct pw_ast_name n = pw_parser_name(&r->p, "a variable");
        struct pw_mexpr *e = pw_mtree_expr(r->t, PW_MX_NAME, n.token, n.token);
        e->name = n.name;
        if (!r->p.panic) pw_vec_push(out, e);
    } while (!r->p.panic && pw_parser_accept(&r->p, PW_TOK_COMMA));
}

static struct pw_mspec *spec_list(struct pw_reader *r, struct pw_mcontract *c);

static void colon(struct pw_reader *r)
{
    if (pw_parser_is(&r->p, PW_TOK_COLON)) pw_parser_now(&r->p)->marks |= PW_MARK_LABEL;
    pw_parser_expect(&r->p, PW_TOK_COLON, "action");
}

static void action(struct pw_reader *r, struct pw_mcontract *c, struct pw_mspec *s)
{
    struct pw_maction a = {.first = r->p.at++};
    pw_mexprs modifies = {0};
    if (pw_read_accept(r, "modifies")) name_list(r, &modifies);
    colon(r);
    a.expr = pw_read_expr(r);
    pw_parser_expect(&r->p, PW_TOK_SEMI, "the action");
    a.last = r->p.at ? r->p.at - 1 : 0;
    pw_read_keep(r, &modifies, &a.modifies, &a.nmodifies);
    s->kind = PW_SPEC_ACTION;
    s->number = (uint32_t)c->actions.n;
    pw_vec_push(&c->actions, a);
}

static struct pw_mspec *spec_block(struct pw_reader *r, struct pw_mcontract *c, const char *after)
{
    uint32_t open;
    if (!pw_parser_enter(&r->p)) return NULL;
    pw_read_open(r, &open, after);
    struct pw_mspec *list = r->p.panic ? NULL : spec_list(r, c);
    if (!r->p.panic) pw_read_close(r, open);
    pw_parser_leave(&r->p);
    return list;
}

static void branches(struct pw_reader *r, struct pw_mcontract *c, struct pw_mspec *s)
{
    PW_VEC(struct pw_mspec *) v = {0};
    s->kind = PW_SPEC_EITHER;
    do
        pw_vec_push(&v, spec_block(r, c, "either"));
    while (!r->p.panic && pw_read_accept(r, "or"));
    s->nbranches = (uint32_t)v.n;
    s->branches = pw_arena_copy(&r->t->arena, v.at, v.n * sizeof *v.at);
    pw_vec_clear(&v);
}

static bool starts_spec(const struct pw_reader *r)
{
    return pw_read_word(r, 0, "action") || pw_read_word(r, 0, "repeat") ||
           pw_read_word(r, 0, "either");
}

static struct pw_mspec *spec_item(struct pw_reader *r, struct pw_mcontract *c)
{
    struct pw_mspec *s = pw_arena_alloc(&r->t->arena, sizeof *s);
    memset(s, 0, sizeof *s);
    pw_read_begin(r);
    if (pw_read_word(r, 0, "action")) {
        action(r, c, s);
    } else if (pw_read_accept(r, "repeat")) {
        s->kind = PW_SPEC_REPEAT;
        s->body = spec_block(r, c, "repeat");
        c->branching = true;
    } else {
        r->p.at++;
        branches(r, c, s);
        c->branching = true;
    }
    return s;
}

static struct pw_mspec *spec_list(struct pw_reader *r, struct pw_mcontract *c)
{
    struct pw_mspec *first = NULL, **last = &first;
    while (!r->p.panic && starts_spec(r)) {
        pw_limits_poll();
        *last = spec_item(r, c);
        last = &(*last)->next;
    }
    return first;
}

static void clause(struct pw_reader *r, struct pw_mcontract *c, struct pw_mspec ***last)
{
    pw_mexprs names = {0};
    pw_read_begin(r);
    if (pw_read_accept(r, "requires")) {
        pw_vec_push(&c->requires, pw_read_expr(r));
        pw_parser_expect(&r->p, PW_TOK_SEMI, "requires");
    } else if (pw_read_accept(r, "ensures")) {
        pw_vec_push(&c->ensures, pw_read_expr(r));
        pw_parser_expect(&r->p, PW_TOK_SEMI, "ensures");
    } else if (pw_read_accept(r, "modifies")) {
        name_list(r, &names);
        for (size_t i = 0; i < names.n; i++)
            pw_vec_push(&c->modifies, names.at[i]);
        pw_vec_clear(&names);
        pw_parser_expect(&r->p, PW_TOK_SEMI, "modifies");
    } else {
        **last = spec_item(r, c);
        *last = &(**last)->next;
    }
}

static void contract(struct pw_reader *r, struct pw_mcontract *c)
{
    struct pw_mspec **last = &c->spec;
    r->p.indent++;
    while (!r->p.panic && (starts_spec(r) || pw_read_word(r, 0, "requires") ||
                           pw_read_word(r, 0, "ensures") || pw_read_word(r, 0, "modifies"))) {
        c->given = true;
        clause(r, c, &last);
        c->last = r->p.at;
    }
    r->p.indent--;
}

static void unit_variables(struct pw_reader *r, struct pw_munit *u)
{
    while (!r->p.panic && pw_parser_is(&r->p, PW_TOK_LOCAL)) {
        variables v = {0};
        pw_read_begin(r);
        r->p.at++;
        declare(r, &v, false);
        for (size_t i = 0; i < v.n; i++)
            pw_vec_push(&u->vars, v.at[i]);
        pw_vec_clear(&v);
    }
}

static void parameters(struct pw_reader *r, struct pw_munit *u)
{
    struct pw_mvar v;
    pw_parser_expect(&r->p, PW_TOK_LPAREN, "the name of the procedure");
    if (!pw_parser_is(&r->p, PW_TOK_RPAREN)) do {
            type(r, &v);
            struct pw_ast_name n = pw_parser_name(&r->p, "the name of a parameter");
            v.name = n.name;
            v.token = n.token;
            if (!r->p.panic) pw_vec_push(&u->vars, v);
        } while (!r->p.panic && pw_parser_accept(&r->p, PW_TOK_COMMA));
    pw_parser_expect(&r->p, PW_TOK_RPAREN, "the parameters");
    u->nparams = (uint32_t)u->vars.n;
    if (r->p.panic || !pw_read_accept(r, "returns")) return;
    type(r, &v);
    struct pw_ast_name n = pw_parser_name(&r->p, "the name of the returned variable");
    v.name = n.name;
    v.token = n.token;
    u->result = u->nparams;
    if (!r->p.panic) pw_vec_push(&u->vars, v);
}

static void unit(struct pw_reader *r, bool is_thread)
{
    struct pw_munit *u = PW_NEW(struct pw_munit);
    struct pw_parser *p = &r->p;
    if (is_thread)
        u->number = (uint32_t)r->t->threads.n, pw_vec_push(&r->t->threads, u);
    else
        u->number = (uint32_t)r->t->procs.n, pw_vec_push(&r->t->procs, u);
    p->at++;
    struct pw_ast_name n = pw_parser_name(p, "a name");
    *u = (struct pw_munit){.name = n.name,
                           .token = n.token,
                           .is_thread = is_thread,
                           .number = u->number,
                           .module = r->module,
                           .count = -1,
                           .result = PW_MTREE_NONE};
    if (is_thread && !p->panic && pw_parser_accept(p, PW_TOK_LBRACKET)) {
        u->count_expr = pw_read_expr(r);
        pw_parser_expect(p, PW_TOK_RBRACKET, "the number of threads");
    }
    if (!is_thread) {
        parameters(r, u);
        contract(r, &u->contract);
        if (u->contract.given && !p->panic) pw_read_begin(r);
    }
    uint32_t open;
    pw_read_open(r, &open, NULL);
    if (p->panic) return;
    r->unit = u;
    unit_variables(r, u);
    u->body = pw_read_statements(r);
    u->last = p->at;
    r->unit = NULL;
    pw_read_close(r, open);
}

static void object(struct pw_reader *r)
{
    r->p.at++;
    struct pw_ast_name n = pw_parser_name(&r->p, "the name of the object sort");
    struct pw_mobject o = {n.name, n.token, PW_MTREE_NONE};
    pw_parser_expect(&r->p, PW_TOK_SEMI, "object");
    if (!r->p.panic) pw_vec_push(&r->t->objects, o);
}

/* count(L) >= k && ... */
static void counts(struct pw_reader *r, struct pw_mexclusion *x)
{
    struct pw_parser *p = &r->p;
    do {
        struct pw_mcount c = {.thread_name = PW_MTREE_NONE, .least = 1};
        pw_parser_expect(p, PW_TOK_COUNT, NULL);
        pw_parser_expect(p, PW_TOK_LPAREN, "count");
        struct pw_ast_name n = pw_parser_name(p, "a label");
        c.token = n.token;
        if (!p->panic && pw_parser_accept(p, PW_TOK_DOT)) {
            c.thread_name = n.name;
            n = pw_parser_name(p, "a label");
        }
        c.label_name = n.name;
        pw_parser_expect(p, PW_TOK_RPAREN, "the label");
        pw_parser_expect(p, PW_TOK_GE, "count");
        c.least_expr = pw_read_sum(r);
        if (p->panic) return;
        pw_vec_push(&x->counts, c);
    } while (pw_parser_accept(p, PW_TOK_AND));
}

static void exclusion(struct pw_reader *r)
{
    r->p.at++;
    do {
        struct pw_mexclusion x = {.first = r->p.at};
        counts(r, &x);
        x.last = r->p.at ? r->p.at - 1 : 0;
        pw_vec_push(&r->t->unsafe, x);
    } while (!r->p.panic && pw_parser_accept(&r->p, PW_TOK_OR));
    pw_parser_expect(&r->p, PW_TOK_SEMI, "unsafe");
}

static void declaration(struct pw_reader *r);

static void module(struct pw_reader *r)
{
    uint32_t open, first = r->p.at++;
    struct pw_ast_name n = {.name = PW_MTREE_NONE, .token = r->p.at};
    if (!pw_parser_accept(&r->p, PW_TOK_MUTEX)) /* a good name for a module */
        n = pw_parser_name(&r->p, "the name of the module");
    if (r->module) pw_parser_fail(&r->p, first, NULL, "modules do not nest");
    pw_read_open(r, &open, "the name of the module");
    if (r->p.panic) return;
    r->module = (uint32_t)r->t->modules.n;
    pw_vec_push(&r->t->modules, n.name);
    while (!r->p.give_up && !pw_parser_is(&r->p, PW_TOK_RBRACE) &&
           !pw_parser_is(&r->p, PW_TOK_END)) {
        uint32_t before = r->p.at;
        declaration(r);
        if (r->p.panic) pw_parser_sync(&r->p);
        r->p.indent = 1;
        if (r->p.at == before) r->p.at++;
    }
    pw_read_close(r, open);
    r->module = 0;
}

static void named_declaration(struct pw_reader *r)
{
    if (pw_read_word(r, 0, "module"))
        module(r);
    else if (pw_read_word(r, 0, "object"))
        object(r);
    else if (pw_read_word(r, 0, "invariant"))
        pw_vec_push(&r->t->invariants, formula(r));
    else if (pw_read_word(r, 0, "assumption"))
        pw_vec_push(&r->t->assumptions, formula(r));
    else if (pw_read_word(r, 0, "guarded"))
        guarded(r);
    else
        pw_parser_unexpected(&r->p,
                             "a declaration (shared, const, object, module, invariant, assumption, "
                             "guarded, proc, thread, init or unsafe)",
                             NULL);
}

static void declaration(struct pw_reader *r)
{
    pw_limits_poll();
    pw_read_begin(r);
    switch (pw_parser_now(&r->p)->kind) {
    case PW_TOK_SHARED:
        shared(r);
        break;
    case PW_TOK_CONST:
        constants(r);
        break;
    case PW_TOK_THREAD:
    case PW_TOK_PROC:
        unit(r, pw_parser_is(&r->p, PW_TOK_THREAD));
        break;
    case PW_TOK_INIT:
        pw_vec_push(&r->t->inits, formula(r));
        break;
    case PW_TOK_UNSAFE:
        exclusion(r);
        break;
    case PW_TOK_PREDICATE: /* for other commands */
        pw_parser_sync(&r->p);
        break;
    default:
        named_declaration(r);
    }
}

bool pw_read_program(const struct pw_source *src, struct pw_diags *diags, struct pw_mtree *t)
{
    unsigned before = diags->errors;
    *t = (struct pw_mtree){0};
    pw_arena_init(&t->arena);
    pw_lexer_run(&t->lexer, src, diags);
    pw_vec_push(&t->modules, PW_MTREE_NONE);
    struct pw_reader r = {.p = {.x = &t->lexer, .thread = -1, .abstract = -1}, .t = t};
    while (!r.p.give_up && !pw_parser_is(&r.p, PW_TOK_END)) {
        uint32_t at = r.p.at;
        declaration(&r);
        if (r.p.panic) pw_parser_sync(&r.p);
        r.p.panic = r.p.give_up;
        r.p.indent = r.p.depth = 0;
        r.unit = NULL;
        r.atomic = 0;
        if (r.p.at == at && !pw_parser_is(&r.p, PW_TOK_END)) r.p.at++;
    }
    return diags->errors == before;
}

static bool chapter_word(const struct pw_lexer *x, size_t i)
{
    static const char *const declarations[] = {"module", "object", "assumption", "guarded"};
    static const char *const inside[] = {"claim", "requires", "ensures", "action", "modifies"};
    assert(i < x->tokens.n);
    const struct pw_token *t = &x->tokens.at[i];
    if (t->kind != PW_TOK_NAME) return false;
    enum pw_token_kind next = (enum pw_token_kind)t[1].kind,
                       before = i ? (enum pw_token_kind)t[-1].kind : PW_TOK_SEMI;
    bool starts = before == PW_TOK_SEMI || before == PW_TOK_RBRACE || before == PW_TOK_LBRACE ||
                  before == PW_TOK_COLON;
    assert(t->name < x->names.n);
    const char *text = x->names.at[t->name];
    for (size_t k = 0; k < sizeof declarations / sizeof *declarations; k++)
        if (starts && (next == PW_TOK_NAME || next == PW_TOK_LPAREN) &&
            !strcmp(text, declarations[k]))
            return true;
    for (size_t k = 0; k < sizeof inside / sizeof *inside; k++)
        if ((starts || before == PW_TOK_RPAREN || before == PW_TOK_NAME) && next != PW_TOK_ASSIGN &&
            next != PW_TOK_SEMI && next != PW_TOK_COMMA && next != PW_TOK_COLON &&
            !strcmp(text, inside[k]))
            return true;
    /* `shared tid` alone is of the plain language, too */
    if (before == PW_TOK_LOCAL && !strcmp(text, "tid")) return true;
    if (!strcmp(text, "holder") && next == PW_TOK_LPAREN) return true;
    return before == PW_TOK_RPAREN && !strcmp(text, "invariant") && next == PW_TOK_LPAREN;
}

bool pw_read_uses_contracts(const struct pw_lexer *x)
{
    for (size_t i = 0; i < x->tokens.n; i++)
        if (x->tokens.at[i].kind == PW_TOK_PRIME || chapter_word(x, i)) return true;
    return false;
}

static bool read_marks(const struct pw_source *src, struct pw_diags *diags, struct pw_lexer *x)
{
    struct pw_mtree t;
    bool ok = pw_read_program(src, diags, &t);
    *x = t.lexer;
    t.lexer = (struct pw_lexer){0};
    pw_mtree_clear(&t);
    return ok;
}

bool pw_read_format(const struct pw_source *src, struct pw_diags *diags, struct pw_strbuf *out)
{
    return pw_format_with(src, diags, read_marks, out);
}
