#include "prog/program.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "base/order.h"

const char *pw_loc_kind_name(enum pw_loc_kind kind)
{
    static const char *const names[] = {"normal", "error", "end"};
    assert((size_t)kind < sizeof names / sizeof *names);
    return names[kind];
}

const char *pw_pred_class_name(enum pw_pred_class class)
{
    static const char *const names[] = {"shared", "local", "single-thread", "inter-thread"};
    assert((size_t) class < sizeof names / sizeof *names);
    return names[class];
}

int pw_update_order(const void *a, const void *b)
{
    const struct pw_update *x = a, *y = b;
    return PW_ORDER(y->shared, x->shared) ?: PW_ORDER(x->index, y->index);
}

void pw_program_free(struct pw_program *p)
{
    if (!p) return;
    if (p->owns_of) pw_program_free((struct pw_program *)p->of);
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

bool pw_program_at(const struct pw_program *p, uint32_t label, int32_t template, uint32_t t,
                   uint32_t loc)
{
    if (template >= 0 && (uint32_t) template != t) return false;
    assert(t < p->ntemplates);
    const struct pw_loc *l = &p->templates[t].locs[loc];
    for (size_t i = 0; i < l->nlabels; i++)
        if (l->labels[i] == label) return true;
    return false;
}

/* ---- first comment ---- */

/* The word after "key:" in text[0..n). */
static enum pw_verdict fact(const char *text, size_t n, const char *key)
{
    size_t k = strlen(key);
    for (size_t i = 0; i + k < n; i++) {
        bool start = i == 0 || (text[i - 1] != '_' && !(text[i - 1] >= 'a' && text[i - 1] <= 'z'));
        if (!start || memcmp(text + i, key, k)) continue;
        for (i += k; i < n && text[i] == ' '; i++) {
        }
        for (int w = PW_SAFE; w <= PW_UNKNOWN; w++) {
            const char *word = pw_verdict_name((enum pw_verdict)w);
            size_t m = strlen(word);
            bool whole = i + m <= n && !memcmp(text + i, word, m) &&
                         (i + m == n || text[i + m] < 'a' || text[i + m] > 'z');
            if (whole) return (enum pw_verdict)w;
        }
        return PW_UNSTATED;
    }
    return PW_UNSTATED;
}

/* End of the first comment, which starts at a: a run of // or # lines is one comment. */
static size_t comment_end(const char *t, size_t size, size_t a)
{
    if (t[a] == '/' && a + 1 < size && t[a + 1] == '*') {
        const char *end = strstr(t + a + 2, "*/");
        return end ? (size_t)(end - t) : size;
    }
    while (a < size && (t[a] == '#' || (t[a] == '/' && t[a + 1] == '/'))) {
        while (a < size && t[a] != '\n')
            a++;
        if (a < size) a++;
        while (a < size && (t[a] == ' ' || t[a] == '\t' || t[a] == '\r'))
            a++;
    }
    return a;
}

void pw_program_expectation(const struct pw_source *src, enum pw_verdict *truth,
                            enum pw_verdict *expect)
{
    size_t a = 0;
    *truth = *expect = PW_UNSTATED;
    while (a < src->size && (src->text[a] == ' ' || (src->text[a] >= '\t' && src->text[a] <= '\r')))
        a++;
    if (a >= src->size ||
        (src->text[a] != '#' &&
         (src->text[a] != '/' || (src->text[a + 1] != '/' && src->text[a + 1] != '*'))))
        return;
    size_t b = comment_end(src->text, src->size, a);
    *truth = fact(src->text + a, b - a, "truth:");
    *expect = fact(src->text + a, b - a, "expect:");
}

static void note_order(void *arg, const struct pw_expr *e)
{
    if (e->kind == PW_EXPR_BEFORE) *(unsigned *)arg |= PW_USES_ORDER;
}

static unsigned edge_uses(const struct pw_edge *e)
{
    unsigned uses = e->nothers ? PW_USES_OTHERS : 0;
    for (size_t i = 0; i < e->nlooks; i++) {
        uses |= e->looks[i].every ? PW_USES_EVERY : PW_USES_SOME;
        pw_expr_visit(e->looks[i].expr, note_order, &uses);
    }
    for (size_t i = 0; i < e->nothers; i++)
        pw_expr_visit(e->others[i].to, note_order, &uses);
    return uses;
}

unsigned pw_program_uses(const struct pw_program *p)
{
    unsigned uses = 0;
    for (size_t t = 0; t < p->ntemplates; t++)
        for (size_t i = 0; i < p->templates[t].nedges; i++)
            uses |= edge_uses(&p->templates[t].edges[i]);
    for (size_t i = 0; i < p->nunsafe; i++) {
        if (!p->unsafe[i].formula) continue;
        uses |= PW_USES_PAIRS;
        pw_expr_visit(p->unsafe[i].formula->expr, note_order, &uses);
    }
    return uses;
}

static bool has_ints(const struct pw_var *vars, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!pw_type_finite(vars[i].type)) return true;
    return false;
}

bool pw_program_has_threads(const struct pw_program *p)
{
    for (size_t t = 0; t < p->ntemplates; t++)
        if (p->templates[t].count != 0) return true;
    return false;
}

bool pw_program_has_ints(const struct pw_program *p)
{
    bool ints = has_ints(p->shared, p->nshared);
    for (size_t t = 0; t < p->ntemplates; t++)
        ints |= has_ints(p->templates[t].locals, p->templates[t].nlocals);
    return ints;
}

const char *pw_program_untaken(const struct pw_program *p, unsigned taken)
{
    unsigned uses = pw_program_uses(p) & ~taken;
    if (uses & (PW_USES_EVERY | PW_USES_SOME))
        return "its threads look at each other (every, some)";
    if (uses & PW_USES_OTHERS) return "its threads set variables of each other (other.x = ...)";
    if (uses & PW_USES_ORDER) return "its threads have an order (self < other.self)";
    return uses ? "a property of it is a formula over threads" : NULL;
}
