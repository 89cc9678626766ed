#include "front/dr/dr.h"

#include <assert.h>

#include "base/mem.h"
#include "base/order.h"
#include "front/dr/check.h"
#include "front/dr/formula.h"
#include "front/dr/lower.h"
#include "front/dr/parser.h"
#include "front/dr/parts.h"

/* What is asked of the reader. */
struct read_ctx {
    const struct pw_define *defines;
    size_t ndefines;
    const struct pw_dr_part *part;
    struct pw_unfit *unfit; /* receives the formulas that mean nothing here; NULL: errors */
};

/* The token at a position. */
static uint32_t token_at(const struct pw_lexer *x, struct pw_pos pos)
{
    assert(x->tokens.n > 0);
    return (uint32_t)PW_FIRST(i, 0, x->tokens.n - 1, x->tokens.at[i].from >= pos.offset);
}

/* What the program cannot become. Recursion and loops in atomic blocks were reported before. */
static void report(struct pw_scope *s, const struct pw_build_problem *problem)
{
    uint32_t t = token_at(s->x, problem->pos);
    switch (problem->trouble) {
    case PW_BUILD_FINE:
        break;
    case PW_BUILD_TOO_MANY_PATHS:
        pw_scope_error(s, t, t, "split the block",
                       "more than %d paths lead through this atomic block", PW_BUILD_PATHS);
        break;
    case PW_BUILD_FORMULA:
        pw_scope_error(s, t, t, "split the block", "the formulas of this step are too large");
        break;
    case PW_BUILD_TOO_MANY_SOME:
        pw_scope_error(s, t, t, "split the block",
                       "more than %d some(...) must hold on one path of this step", PW_BUILD_SOME);
        break;
    case PW_BUILD_TOO_LARGE:
        pw_scope_error(s, t, t, NULL, "thread '%s' is too large after expansion of its procedures",
                       pw_scope_text(s, s->threads[problem->unit].ast->name.name));
        break;
    case PW_BUILD_NO_RETURN:
        pw_scope_error(s, t, t, NULL,
                       "the procedure can end here without 'return', but its value is used");
        break;
    case PW_BUILD_RECURSION:
        pw_scope_error(s, t, t, NULL, "this call is recursive");
        break;
    case PW_BUILD_LOOP:
        pw_scope_error(s, t, t, NULL, "this step has a loop");
        break;
    }
}

static void warn_unreachable(struct pw_scope *s, const struct pw_program *p)
{
    for (size_t i = 0; i < p->nunsafe; i++)
        for (size_t j = 0; j < p->unsafe[i].ncounts; j++) {
            const struct pw_label *l = &p->labels[p->unsafe[i].counts[j].label];
            size_t at = p->unsafe[i].pos.offset;
            if (!l->nplaces)
                pw_diag_add(s->x->diags, PW_WARNING, s->x->src, at, at, NULL,
                            "no thread can ever be at label '%s'", l->name);
        }
}

/* init x != other.x; in a thread of an array, of which there is one: other.x is no other thread. */
static void warn_alone(struct pw_scope *s, const struct pw_program *p)
{
    size_t said = SIZE_MAX;
    for (size_t i = 0; i < p->ninits; i++) {
        const struct pw_pred *q = &p->inits[i];
        if (q->class != PW_INTER_THREAD || q->active < 0 || q->active != q->passive) continue;
        const struct pw_thread_template *t = &p->templates[q->active];
        if (t->count != 1 || q->pos.offset == said) continue;
        said = q->pos.offset; /* once for all threads of the array */
        pw_diag_add(s->x->diags, PW_WARNING, s->x->src, said, said,
                    "in an array of threads, other(NAME[j]).x is x of thread j",
                    "there is no other thread of '%s', so this excludes nothing", t->name);
    }
}

/* From the tree; NULL if anything was reported. */
static struct pw_program *build(struct pw_lexer *x, struct pw_ast *ast, const struct read_ctx *r)
{
    struct pw_scope s;
    struct pw_program *p = NULL;
    struct pw_build *b = pw_build_new(x->src->name);
    pw_scope_init(&s, x, ast, pw_build_pool(b), r->defines, r->ndefines);
    s.unfit = ast->abstracts ? r->unfit : NULL;
    pw_check_run(&s);
    pw_formula_elaborate(&s, b);
    if (pw_lexer_clean(x)) pw_lower_program(&s, b);
    if (pw_lexer_clean(x)) {
        struct pw_build_problem problem;
        p = pw_build_finish(b, &problem);
        if (!p)
            report(&s, &problem);
        else if (ast->abstracts && pw_program_uses(p))
            pw_scope_error(&s, ast->abstracts->names[0].token, ast->abstracts->names[0].token, NULL,
                           "a file with abstract threads cannot have threads that look at each "
                           "other, or properties that are formulas");
        else if (r->part && r->part->abstract)
            pw_parts_finite(&s, p);
        else {
            warn_unreachable(&s, p);
            warn_alone(&s, p);
        }
    }
    pw_build_free(b);
    if (!pw_lexer_clean(x)) {
        pw_program_free(p);
        p = NULL;
    }
    pw_scope_clear(&s);
    return p;
}

/* One program of the file; *two: it means two. */
static struct pw_program *read_one(const struct pw_source *src, const struct read_ctx *r,
                                   struct pw_diags *diags, bool *two)
{
    struct pw_lexer x;
    struct pw_ast ast;
    struct pw_program *p = NULL;
    pw_lexer_run(&x, src, diags);
    if (pw_parser_run(&x, &ast) && pw_lexer_clean(&x) && pw_parts_bind(&x, &ast, r->part))
        p = build(&x, &ast, r);
    *two = ast.abstracts != NULL;
    pw_parser_clear(&ast);
    pw_lexer_clear(&x);
    return p;
}

/* Both programs of a file. concrete is the first; NULL if something is wrong with either. */
static struct pw_program *read_two(const struct pw_source *src, const struct read_ctx *r,
                                   struct pw_program *concrete, const struct pw_unfit *unfit,
                                   struct pw_diags *diags)
{
    struct pw_dr_part plain = {.renewed = r->part ? r->part->renewed : NULL}, all = plain;
    struct pw_unfit mine = {0}, again = {.loud = &mine};
    struct read_ctx whole = *r, second = *r;
    bool two;
    all.abstract = true;
    whole.part = &all;
    whole.unfit = &mine;
    struct pw_program *abstract = read_one(src, &whole, diags, &two);
    bool ok = abstract != NULL, strict = ok && pw_parts_neither(unfit, &mine);
    second.unfit = &again;
    second.part = &plain;
    if (strict) pw_program_free(read_one(src, &second, diags, &two));
    ok = ok && !strict;
    if (ok && r->part && r->part->abstract) {
        pw_program_free(abstract);
        second = *r;
        mine.tokens.n = 0;
        second.unfit = &mine;
        abstract = read_one(src, &second, diags, &two);
    }
    bool wanted = r->part && r->part->abstract;
    pw_program_free(ok && !wanted ? abstract : concrete);
    if (!ok) pw_program_free(abstract);
    pw_vec_clear(&mine.tokens);
    pw_vec_clear(&again.tokens);
    return !ok ? NULL : wanted ? abstract : concrete;
}

struct pw_program *pw_dr_parse_part(const struct pw_source *src, const struct pw_define *defines,
                                    size_t ndefines, const struct pw_dr_part *part,
                                    struct pw_diags *diags)
{
    struct pw_unfit unfit = {0};
    struct pw_dr_part plain = {.renewed = part ? part->renewed : NULL};
    struct read_ctx r = {defines, ndefines, &plain, &unfit};
    bool two;
    struct pw_program *p = read_one(src, &r, diags, &two);
    r.part = part;
    if (p && two) p = read_two(src, &r, p, &unfit, diags);
    pw_vec_clear(&unfit.tokens);
    if (p) pw_program_expectation(src, &p->truth, &p->expect);
    return p;
}

struct pw_program *pw_dr_parse(const struct pw_source *src, const struct pw_define *defines,
                               size_t ndefines, struct pw_diags *diags)
{
    return pw_dr_parse_part(src, defines, ndefines, NULL, diags);
}

bool pw_dr_has_parts(const struct pw_program *p)
{
    for (size_t t = 0; t < p->ntemplates; t++)
        if (p->templates[t].abstract) return true;
    return false;
}
