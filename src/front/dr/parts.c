#include "front/dr/parts.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"

#define FAIL(x, token, ...)                                                                        \
    pw_diag_add((x)->diags, PW_ERROR, (x)->src, (x)->tokens.at[token].from,                        \
                (x)->tokens.at[token].to, NULL, __VA_ARGS__)

/* The link to the thread of that name, its number in *number; NULL if there is none. */
static struct pw_ast_unit **thread_of(struct pw_ast *ast, uint32_t name, int32_t *number)
{
    struct pw_ast_unit **u = &ast->threads;
    for (*number = 0; *u && (*u)->name.name != name; u = &(*u)->next)
        ++*number;
    return *u ? u : NULL;
}

static bool stays(const struct pw_dr_part *part, const char *name)
{
    if (!part || !part->abstract) return true;
    for (size_t i = 0; i < part->nkeep; i++)
        if (!strcmp(part->keep[i], name)) return true;
    return false;
}

/* A thread that does what the abstract thread does. */
static void replace(struct pw_ast *ast, struct pw_ast_unit **thread,
                    const struct pw_ast_abstract *a, const struct pw_ast_name *name)
{
    struct pw_ast_unit *u = pw_arena_alloc(&ast->arena, sizeof *u);
    *u = *a->unit;
    u->name = *name;
    u->count = (*thread)->count;
    u->instead_of = (*thread)->instead_of ? (*thread)->instead_of : *thread;
    u->next = (*thread)->next;
    *thread = u;
}

static void bind_formulas(const struct pw_lexer *x, struct pw_ast_pred *q, int32_t block,
                          int32_t thread, bool several)
{
    for (; q; q = q->next) {
        if (q->abstract != block) continue;
        q->thread = thread;
        if (several)
            FAIL(x, q->first, "a formula cannot stand in an abstract thread of several threads");
    }
}

static void bind(const struct pw_lexer *x, struct pw_ast *ast, const struct pw_dr_part *part,
                 const struct pw_ast_abstract *a, uint32_t *line)
{
    for (uint32_t i = 0; i < a->nnames; i++) {
        int32_t number;
        struct pw_ast_unit **u = thread_of(ast, a->names[i].name, &number);
        const char *name = x->names.at[a->names[i].name];
        if (!u) {
            FAIL(x, a->names[i].token, "there is no thread '%s'", name);
            continue;
        }
        if (line[number] && !(part && part->renewed && !strcmp(part->renewed, name))) {
            FAIL(x, a->names[i].token, "thread '%s' already has an abstract thread (line %u)", name,
                 line[number]);
            continue;
        }
        line[number] = x->tokens.at[a->names[i].token].line;
        (*u)->has_abstract = !part || !part->abstract;
        if (!stays(part, name)) replace(ast, u, a, &a->names[i]);
    }
}

bool pw_parts_bind(const struct pw_lexer *x, struct pw_ast *ast, const struct pw_dr_part *part)
{
    unsigned before = x->diags->errors;
    int32_t block = 0, number;
    uint32_t *line = memset(pw_arena_alloc(&ast->arena, (ast->nthreads + 1) * sizeof *line), 0,
                            (ast->nthreads + 1) * sizeof *line);
    for (const struct pw_ast_abstract *a = ast->abstracts; a; a = a->next, block++) {
        pw_limits_poll();
        bind(x, ast, part, a, line);
        bool known = thread_of(ast, a->names[0].name, &number) != NULL;
        bind_formulas(x, ast->preds, block, known ? number : -1, a->nnames > 1);
        bind_formulas(x, ast->inits, block, known ? number : -1, a->nnames > 1);
    }
    return x->diags->errors == before;
}

bool pw_parts_has(const struct pw_unfit *u, uint32_t token)
{
    for (size_t i = 0; u && i < u->tokens.n; i++)
        if (u->tokens.at[i] == token) return true;
    return false;
}

bool pw_parts_neither(const struct pw_unfit *a, const struct pw_unfit *b)
{
    for (size_t i = 0; i < a->tokens.n; i++)
        if (pw_parts_has(b, a->tokens.at[i])) return true;
    return false;
}

bool pw_parts_has_label(const struct pw_stmt *list, uint32_t name)
{
    for (; list; list = list->next) {
        if (list->kind == PW_STMT_LABEL && list->names[0].name == name) return true;
        if (pw_parts_has_label(list->body, name) || pw_parts_has_label(list->otherwise, name))
            return true;
    }
    return false;
}

bool pw_parts_lack(struct pw_scope *s, const struct pw_ast_ref *label)
{
    for (size_t i = 0; i < s->ast->nthreads; i++) {
        const struct pw_ast_unit *u = s->threads[i].ast;
        if (!u->instead_of || !pw_parts_has_label(u->instead_of->body, label->name)) continue;
        pw_scope_error(s, u->name.token, u->name.token, NULL,
                       "abstract thread '%s' lacks the label '%s' of line %u",
                       pw_scope_text(s, u->name.name), pw_scope_text(s, label->name),
                       s->x->tokens.at[label->token].line);
        return true;
    }
    return false;
}

void pw_parts_finite(struct pw_scope *s, const struct pw_program *p)
{
    for (size_t t = 0; t < p->ntemplates; t++)
        for (size_t i = 0; p->templates[t].abstract && i < p->templates[t].nlocals; i++) {
            const struct pw_var *v = &p->templates[t].locals[i];
            if (pw_type_finite(v->type)) continue;
            const char *dot = strrchr(v->name, '.'), *name = dot ? dot + 1 : v->name;
            pw_diag_add(s->x->diags, PW_ERROR, s->x->src, v->pos.offset,
                        v->pos.offset + strlen(name), "use bool or int[lo..hi]",
                        "a local of an abstract thread must be finite: '%s' is int", name);
        }
}
