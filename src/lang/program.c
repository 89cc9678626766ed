#include "lang/program.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"
#include "lang/build.h"
#include "lang/check.h"
#include "lang/formula.h"
#include "lang/parser.h"

static void build_shared(struct pw_scope *s, struct pw_program *p)
{
    struct pw_var *out = pw_arena_alloc(&p->pool.arena, s->nshared * sizeof *out);
    struct pw_elab c = {.scope = s, .pool = &p->pool, .where = PW_IN_INIT};
    for (uint32_t i = 0; i < s->nshared; i++) {
        const struct pw_decl *d = s->shared[i].decl;
        const struct pw_token *t = &s->x->tokens.at[d->name.token];
        out[i] = (struct pw_var){.name = pw_arena_strdup(&p->pool.arena, pw_scope_text(s, d->name.name)), .type = s->shared[i].type,
                                 .origin = s->shared[i].mutex ? PW_VAR_HELD : PW_VAR_DECLARED, .pos = t->from, .line = t->line};
        c.limit = i;
        if (s->shared[i].mutex) out[i].init = pw_expr_bool(&p->pool, false);
        else if (d->init) out[i].init = pw_elab_expr(&c, d->init);
    }
    p->shared = out;
    p->nshared = s->nshared;
}

static void build_templates(struct pw_scope *s, struct pw_program *p, pw_uints *places)
{
    struct pw_thread_template *out = pw_arena_alloc(&p->pool.arena, s->ast->nthreads * sizeof *out);
    for (uint32_t t = 0; t < s->ast->nthreads && pw_lexer_clean(s->x); t++) {
        struct pw_lower l;
        pw_lower_thread(&l, s, &p->pool, t);
        if (pw_lexer_clean(s->x)) pw_build_template(&l, &out[t], places);
        if (pw_lexer_clean(s->x) && out[t].error >= 0) p->has_assert = true;
        pw_lower_clear(&l);
    }
    p->templates = out;
    p->ntemplates = s->ast->nthreads;
}

/* Places come template by template, location by location: sorted within each label. */
static void build_labels(struct pw_scope *s, struct pw_program *p, const pw_uints *places)
{
    struct pw_label *out = pw_arena_alloc(&p->pool.arena, s->labels.n * sizeof *out);
    struct pw_label_place *all = pw_arena_alloc(&p->pool.arena, places->n / 3 * sizeof *all);
    memset(out, 0, s->labels.n * sizeof *out);
    for (size_t i = 0; i < places->n; i += 3) out[places->at[i]].nplaces++;
    for (size_t i = 0; i < s->labels.n; i++) {
        out[i].name = pw_arena_strdup(&p->pool.arena, pw_scope_text(s, s->labels.at[i]));
        out[i].places = all;
        out[i].pos = s->x->tokens.at[s->names[s->labels.at[i]].label_token].from;
        all += out[i].nplaces;
        out[i].nplaces = 0;
    }
    for (size_t i = 0; i < places->n; i += 3) {
        struct pw_label *l = &out[places->at[i]];
        ((struct pw_label_place *)l->places)[l->nplaces++] = (struct pw_label_place){places->at[i + 1], places->at[i + 2]};
    }
    p->labels = out;
    p->nlabels = s->labels.n;
}

/* From the tree; false if anything was reported. */
static bool build(struct pw_program *p, struct pw_lexer *x, struct pw_ast *ast, const struct pw_define *defines, size_t ndefines)
{
    struct pw_scope s;
    pw_uints places = {0};
    pw_scope_init(&s, x, ast, &p->pool, defines, ndefines);
    pw_check_run(&s);
    pw_formula_elaborate(&s, p);
    if (pw_lexer_clean(x)) {
        build_shared(&s, p);
        build_templates(&s, p, &places);
    }
    if (pw_lexer_clean(x)) {
        build_labels(&s, p, &places);
        pw_formula_classify(&s, p);
    }
    pw_vec_clear(&places);
    pw_scope_clear(&s);
    return pw_lexer_clean(x);
}

struct pw_program *pw_program_parse(const struct pw_source *src, const struct pw_define *defines, size_t ndefines, struct pw_diags *diags)
{
    struct pw_lexer x;
    struct pw_ast ast;
    struct pw_program *p = PW_NEW(struct pw_program);
    pw_expr_pool_init(&p->pool);
    p->file = pw_arena_strdup(&p->pool.arena, src->name);
    pw_program_expectation(src, &p->truth, &p->expect);
    pw_lexer_run(&x, src, diags);
    bool ok = pw_parser_run(&x, &ast) && pw_lexer_clean(&x) && build(p, &x, &ast, defines, ndefines);
    pw_parser_clear(&ast);
    pw_lexer_clear(&x);
    if (ok) return p;
    pw_program_free(p);
    return NULL;
}

void pw_program_free(struct pw_program *p)
{
    if (!p) return;
    pw_expr_pool_clear(&p->pool);
    PW_FREE(p);
}

int32_t pw_program_label(const struct pw_program *p, const char *name)
{
    for (size_t i = 0; i < p->nlabels; i++)
        if (!strcmp(p->labels[i].name, name)) return (int32_t)i;
    return PW_NONE;
}

int32_t pw_program_template(const struct pw_program *p, const char *name)
{
    for (size_t i = 0; i < p->ntemplates; i++)
        if (!strcmp(p->templates[i].name, name)) return (int32_t)i;
    return PW_NONE;
}

bool pw_program_at(const struct pw_program *p, uint32_t label, int32_t template, uint32_t t, uint32_t loc)
{
    if (template >= 0 && (uint32_t)template != t) return false;
    const struct pw_loc *l = &p->templates[t].locs[loc];
    for (size_t i = 0; i < l->nlabels; i++)
        if (l->labels[i] == label) return true;
    return false;
}

/* ---- first comment ---- */

/* The word after "key:" in text[0..n). */
static enum pw_expect fact(const char *text, size_t n, const char *key)
{
    static const char *const words[] = {"", "safe", "unsafe", "unknown"};
    size_t k = strlen(key);
    for (size_t i = 0; i + k < n; i++) {
        bool start = i == 0 || (text[i - 1] != '_' && !(text[i - 1] >= 'a' && text[i - 1] <= 'z'));
        if (!start || memcmp(text + i, key, k)) continue;
        for (i += k; i < n && text[i] == ' '; i++) {}
        for (int w = PW_EXPECT_SAFE; w <= PW_EXPECT_UNKNOWN; w++) {
            size_t m = strlen(words[w]);
            bool whole = i + m <= n && !memcmp(text + i, words[w], m) && (i + m == n || text[i + m] < 'a' || text[i + m] > 'z');
            if (whole) return (enum pw_expect)w;
        }
        return PW_EXPECT_NOTHING;
    }
    return PW_EXPECT_NOTHING;
}

/* End of the first comment, which starts at a: a run of // or # lines is one comment. */
static size_t comment_end(const char *t, size_t size, size_t a)
{
    if (t[a] == '/' && a + 1 < size && t[a + 1] == '*') {
        const char *end = strstr(t + a + 2, "*/");
        return end ? (size_t)(end - t) : size;
    }
    while (a < size && (t[a] == '#' || (t[a] == '/' && t[a + 1] == '/'))) {
        while (a < size && t[a] != '\n') a++;
        if (a < size) a++;
        while (a < size && (t[a] == ' ' || t[a] == '\t' || t[a] == '\r')) a++;
    }
    return a;
}

void pw_program_expectation(const struct pw_source *src, enum pw_expect *truth, enum pw_expect *expect)
{
    size_t a = 0;
    *truth = *expect = PW_EXPECT_NOTHING;
    while (a < src->size && (src->text[a] == ' ' || (src->text[a] >= '\t' && src->text[a] <= '\r'))) a++;
    if (a >= src->size || (src->text[a] != '#' && (src->text[a] != '/' || (src->text[a + 1] != '/' && src->text[a + 1] != '*')))) return;
    size_t b = comment_end(src->text, src->size, a);
    *truth = fact(src->text + a, b - a, "truth:");
    *expect = fact(src->text + a, b - a, "expect:");
}
