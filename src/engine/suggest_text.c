#include "engine/suggest_text.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/mem.h"

/* ---- names ---- */

static bool is_word(const char *text, const char *at, size_t n)
{
    bool before = at > text && (isalnum((unsigned char)at[-1]) || at[-1] == '_');
    return !before && !isalnum((unsigned char)at[n]) && at[n] != '_';
}

/* Is the word nowhere in the source, nor among the names made so far? */
static bool is_fresh(const struct pw_suggest_text *x, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = x->src->text; (at = strstr(at, name)); at += n)
        if (is_word(x->src->text, at, n)) return false;
    for (size_t i = 0; i < x->labels.n; i++)
        if (!strcmp(x->labels.at[i].name, name)) return false;
    for (size_t i = 0; i < x->lines.n; i++)
        if (!strcmp(x->lines.at[i].name, name)) return false;
    return true;
}

static char *fresh_name(const struct pw_suggest_text *x, const char *stem, unsigned number)
{
    struct pw_strbuf b = {0};
    do {
        pw_strbuf_reset(&b);
        pw_strbuf_printf(&b, "%s%u", stem, number++);
    } while (!is_fresh(x, pw_strbuf_text(&b)));
    char *name = pw_mem_strdup(pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
    return name;
}

/* ---- one formula ---- */

struct write_ctx {
    struct pw_suggest_text *x;
    pw_uints labels; /* mentioned */
    bool other;      /* of the other thread */
    struct pw_strbuf *out;
};

static const struct pw_loc *location(const struct write_ctx *w, uint32_t kind, uint32_t loc)
{
    assert(kind < w->x->p->ntemplates && loc < w->x->p->templates[kind].nlocs);
    return &w->x->p->templates[kind].locs[loc];
}

static uint32_t new_label(struct pw_suggest_text *x, const struct pw_loc *loc)
{
    for (uint32_t i = 0; i < x->labels.n; i++)
        if (x->labels.at[i].offset == loc->pos.offset) return i;
    struct pw_suggested_label made = {(uint32_t)loc->pos.offset, fresh_name(x, "L", loc->pos.line)};
    pw_vec_push(&x->labels, made);
    return (uint32_t)x->labels.n - 1;
}

static void mention(struct write_ctx *w, uint32_t label)
{
    for (size_t i = 0; i < w->labels.n; i++)
        if (w->labels.at[i] == label) return;
    pw_vec_push(&w->labels, label);
}

/* at(L), other.at(T.L): the template is named where several have the label. */
static void write_at(struct write_ctx *w, uint32_t kind, uint32_t at)
{
    const struct pw_program *p = w->x->p;
    const struct pw_loc *loc = location(w, kind, at);
    pw_strbuf_puts(w->out, w->other ? "other.at(" : "at(");
    if (loc->nlabels) {
        const struct pw_label *l = &p->labels[loc->labels[0]];
        bool several = false;
        for (size_t i = 0; i < l->nplaces; i++)
            several |= l->places[i].template != kind;
        if (several) pw_strbuf_printf(w->out, "%s.", p->templates[kind].name);
        pw_strbuf_puts(w->out, l->name);
    } else {
        uint32_t label = new_label(w->x, loc);
        mention(w, label);
        assert(label < w->x->labels.n);
        pw_strbuf_puts(w->out, w->x->labels.at[label].name);
    }
    pw_strbuf_putc(w->out, ')');
}

static bool is_listed(const pw_uints *list, uint32_t view)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i] == view) return true;
    return false;
}

static bool is_reached(const struct pw_invariant *v, uint32_t view)
{
    for (size_t i = 0; i < v->keys.n; i++)
        if (v->keys.at[i].u == view || v->keys.at[i].v == view) return true;
    return false;
}

enum { MOST_NAMED = 4 }; /* finite locals that tell views of a location apart */

/* How many locals of the kind could be named in a formula; more than MOST_NAMED: none is. */
static size_t nameable(const struct pw_view_vars *k)
{
    size_t n = 0;
    for (size_t i = 0; i < k->nfins; i++)
        n += k->vars[k->fins[i]].origin == PW_VAR_DECLARED;
    return n <= MOST_NAMED ? n : 0;
}

static void write_value(struct write_ctx *w, uint32_t kind, const struct pw_var *var, int64_t value)
{
    const char *who = w->other ? "other." : "";
    const char *template = w->x->p->ntemplates > 1 ? w->x->p->templates[kind].name : "";
    const char *dot = *template ? "." : "";
    pw_strbuf_puts(w->out, " && ");
    if (var->type.kind == PW_BOOL)
        pw_strbuf_printf(w->out, "%s%s%s%s%s", value ? "" : "!", who, template, dot, var->name);
    else
        pw_strbuf_printf(w->out, "%s%s%s%s == %lld", who, template, dot, var->name,
                         (long long)value);
}

static void write_view(struct write_ctx *w, const struct pw_view *view)
{
    const struct pw_view_vars *k = &w->x->v->views.kinds[view->kind];
    pw_strbuf_putc(w->out, '(');
    write_at(w, view->kind, view->loc);
    for (size_t i = 0; i < k->nfins; i++)
        if (k->vars[k->fins[i]].origin == PW_VAR_DECLARED)
            write_value(w, view->kind, &k->vars[k->fins[i]], view->values[i]);
    pw_strbuf_putc(w->out, ')');
}

/* The listed views at one location; everything there if nothing tells them apart. */
static bool write_location(struct write_ctx *w, uint32_t kind, uint32_t loc, const pw_uints *list,
                           bool first)
{
    const struct pw_views *views = &w->x->v->views;
    bool some = false, all = true;
    for (uint32_t i = 0; i < views->views.n; i++) {
        const struct pw_view *a = pw_views_at(views, i);
        if (a->kind != kind || a->loc != loc || !is_reached(w->x->v, i)) continue;
        some |= is_listed(list, i);
        all &= is_listed(list, i);
    }
    if (!some) return false;
    if (all || !nameable(&views->kinds[kind])) {
        if (!first) pw_strbuf_puts(w->out, " || ");
        write_at(w, kind, loc);
        return true;
    }
    for (uint32_t i = 0; i < views->views.n; i++) {
        const struct pw_view *a = pw_views_at(views, i);
        if (a->kind != kind || a->loc != loc || !is_listed(list, i)) continue;
        if (!first) pw_strbuf_puts(w->out, " || ");
        first = false;
        write_view(w, a);
    }
    return true;
}

/* Is a view of the list where a template ends? There is no statement to give a label to. */
static bool has_end(const struct write_ctx *w, const pw_uints *list)
{
    for (size_t i = 0; i < list->n; i++) {
        const struct pw_view *a = pw_views_at(&w->x->v->views, list->at[i]);
        if (location(w, a->kind, a->loc)->kind == PW_LOC_END) return true;
    }
    return false;
}

/* The thread, of that kind, has one of the views. pre: the list is not empty. */
static void write_views(struct write_ctx *w, uint32_t kind, const pw_uints *list)
{
    const struct pw_views *views = &w->x->v->views;
    pw_uints rest = {0};
    bool turned = has_end(w, list), first = true;
    for (uint32_t i = 0; i < views->views.n && turned; i++) {
        const struct pw_view *a = pw_views_at(views, i);
        if (a->kind == kind && is_reached(w->x->v, i) && !is_listed(list, i) &&
            location(w, kind, a->loc)->kind != PW_LOC_END)
            pw_vec_push(&rest, i);
    }
    if (turned) pw_strbuf_puts(w->out, rest.n ? "!(" : "true");
    for (uint32_t l = 0; l < w->x->p->templates[kind].nlocs; l++)
        if (write_location(w, kind, l, turned ? &rest : list, first)) first = false;
    if (turned && rest.n) pw_strbuf_putc(w->out, ')');
    pw_vec_clear(&rest);
}

static const struct pw_expr *to_other(void *arg, const struct pw_expr *e)
{
    if (e->kind != PW_EXPR_LOCAL) return e;
    return pw_expr_leaf(arg, PW_EXPR_PASSIVE, e->is_bool, e->template, e->index);
}

/* EXCEPT || fact, of this or of the other thread */
static void write_one(struct write_ctx *w, const struct pw_mined *m, bool other)
{
    const struct pw_expr *e = m->expr;
    if (other) e = pw_expr_replace(&w->x->v->pool, e, to_other, &w->x->v->pool);
    w->other = other;
    bool inner = !w->x->invariants; /* a part of a formula */
    if (inner) pw_strbuf_putc(w->out, '(');
    if (m->except.n) write_views(w, m->a, &m->except);
    if (m->except.n) pw_strbuf_puts(w->out, " || ");
    pw_program_print_expr(w->x->p, e, w->out);
    if (inner) pw_strbuf_putc(w->out, ')');
}

/* ---- exceptions of two threads ---- */

static bool is_exception(const struct pw_mined *m, uint32_t u, uint32_t v)
{
    for (size_t i = 0; i + 2 <= m->except.n; i += 2)
        if (m->except.at[i] == u && m->except.at[i + 1] == v) return true;
    return false;
}

/* Is every pair that is reached with the view, as the first or second thread, an exception? */
static bool always_exception(const struct write_ctx *w, const struct pw_mined *m, uint32_t view,
                             bool second)
{
    const struct pw_invariant *v = w->x->v;
    bool some = false;
    for (size_t i = 0; i < v->keys.n; i++)
        for (int turned = 0; turned < 2; turned++) {
            const struct pw_invariant_key *k = &v->keys.at[i];
            uint32_t a = turned ? k->v : k->u, b = turned ? k->u : k->v;
            if (pw_views_at(&v->views, a)->kind != m->a || pw_views_at(&v->views, b)->kind != m->b)
                continue;
            if ((second ? b : a) != view) continue;
            if (!is_exception(m, a, b)) return false;
            some = true;
        }
    return some;
}

/* The views that are exceptions whatever the other thread does. */
static void find_lonely(const struct write_ctx *w, const struct pw_mined *m, bool second,
                        pw_uints *out)
{
    for (size_t i = second ? 1 : 0; i < m->except.n; i += 2)
        if (!is_listed(out, m->except.at[i]) && always_exception(w, m, m->except.at[i], second))
            pw_vec_push(out, m->except.at[i]);
}

/* Do two views have the same exceptions besides those in the lists? */
static bool same_partners(const struct pw_mined *m, const pw_uints *second, uint32_t u, uint32_t w)
{
    for (size_t i = 0; i + 2 <= m->except.n; i += 2) {
        uint32_t v = m->except.at[i + 1];
        if (is_listed(second, v)) continue;
        if (is_exception(m, u, v) != is_exception(m, w, v)) return false;
    }
    return true;
}

/* (AT) && (OTHER_AT): the views with the same exceptions as u, and those. */
static void write_block(struct write_ctx *w, const struct pw_mined *m, const pw_uints *done,
                        const pw_uints *second, uint32_t u, pw_uints *block)
{
    pw_uints partners = {0};
    for (size_t i = 0; i + 2 <= m->except.n; i += 2) {
        assert(i < m->except.n);
        uint32_t a = m->except.at[i], b = m->except.at[i + 1];
        if (a == u && !is_listed(second, b)) pw_vec_push(&partners, b);
        if (!is_listed(done, a) && !is_listed(block, a) && same_partners(m, second, u, a))
            pw_vec_push(block, a);
    }
    w->other = false;
    pw_strbuf_puts(w->out, "((");
    write_views(w, m->a, block);
    pw_strbuf_puts(w->out, ") && (");
    w->other = true;
    write_views(w, m->b, &partners);
    pw_strbuf_puts(w->out, ")) || ");
    pw_vec_clear(&partners);
}

static void write_two(struct write_ctx *w, const struct pw_mined *m)
{
    pw_uints first = {0}, second = {0};
    find_lonely(w, m, false, &first);
    find_lonely(w, m, true, &second);
    w->other = false;
    if (first.n) write_views(w, m->a, &first);
    if (first.n) pw_strbuf_puts(w->out, " || ");
    w->other = true;
    if (second.n) write_views(w, m->b, &second);
    if (second.n) pw_strbuf_puts(w->out, " || ");
    for (size_t i = 0; i + 2 <= m->except.n; i += 2) {
        pw_uints block = {0};
        if (is_listed(&first, m->except.at[i]) || is_listed(&second, m->except.at[i + 1])) continue;
        assert(i < m->except.n);
        write_block(w, m, &first, &second, m->except.at[i], &block);
        for (size_t k = 0; k < block.n; k++)
            pw_vec_push(&first, block.at[k]);
        pw_vec_clear(&block);
    }
    pw_program_print_expr(w->x->p, m->expr, w->out);
    pw_vec_clear(&first);
    pw_vec_clear(&second);
}

/* ---- lines ---- */

struct unnamed {
    const struct pw_program *p;
    bool any;
};

static void note_unnamed(void *arg, const struct pw_expr *e)
{
    struct unnamed *u = arg;
    const struct pw_var *var = NULL;
    if (e->kind == PW_EXPR_SHARED) var = &u->p->shared[e->index];
    if (e->kind == PW_EXPR_LOCAL || e->kind == PW_EXPR_PASSIVE)
        var = &u->p->templates[e->template].locals[e->index];
    u->any |= !var || var->origin != PW_VAR_DECLARED;
}

static bool is_variable(const struct pw_expr *e)
{
    return e->kind == PW_EXPR_SHARED || e->kind == PW_EXPR_LOCAL;
}

/* A fact of one thread is said of all: a step that makes a fact of two threads true must know it of
 * the others, too. Not so what ties two variables together, and where there is one thread only. */
static bool says_all(const struct write_ctx *w, const struct pw_mined *m)
{
    const struct pw_expr *e = m->expr;
    if (w->x->invariants || m->guard || m->weak || m->threads != 1 ||
        w->x->p->templates[m->a].count == 1)
        return false;
    return e->kind != PW_EXPR_EQ || !is_variable(e->args[0]) || !is_variable(e->args[1]);
}

static void write_formula(struct write_ctx *w, const struct pw_mined *m)
{
    if (m->threads == 2)
        write_two(w, m);
    else if (m->guard || !m->threads || (!says_all(w, m) && !m->except.n))
        pw_program_print_expr(w->x->p, m->expr, w->out);
    else
        write_one(w, m, false);
    if (!says_all(w, m)) return;
    pw_strbuf_puts(w->out, " && ");
    write_one(w, m, true);
}

static void add_line(struct pw_suggest_text *x, const struct pw_mined *m)
{
    struct pw_strbuf b = {0};
    struct write_ctx w = {.x = x, .out = &b};
    struct unnamed u = {x->p, false};
    pw_expr_visit(m->expr, note_unnamed, &u);
    if (u.any) return;
    write_formula(&w, m);
    struct pw_candidate_line made = {.formula = pw_mem_strdup(pw_strbuf_text(&b)), .kept = true};
    const char *stem = m->threads == 2   ? "pair"
                       : says_all(&w, m) ? "all"
                       : m->guard        ? "test"
                                         : "fact";
    made.tested = m->tested;
    made.stated = x->invariants && !m->guard;
    made.weak = m->weak;
    made.inter = m->threads == 2 || says_all(&w, m);
    made.name = fresh_name(x, stem, 1);
    made.labels.at = w.labels.at;
    made.labels.n = w.labels.n;
    made.labels.cap = w.labels.cap;
    pw_vec_push(&x->lines, made);
    pw_strbuf_clear(&b);
}

void pw_suggest_text_make(struct pw_suggest_text *x, const struct pw_program *p,
                          struct pw_invariant *v, const struct pw_source *src)
{
    x->p = p;
    x->v = v;
    x->src = src;
    for (int threads = 0; threads <= 2; threads++)
        for (size_t i = 0; i < v->mined.n; i++) {
            const struct pw_mined *m = &v->mined.at[i];
            if (m->guard ? !threads : m->threads == threads) add_line(x, m);
        }
}

void pw_suggest_text_clear(struct pw_suggest_text *x)
{
    for (size_t i = 0; i < x->labels.n; i++)
        pw_mem_strfree(x->labels.at[i].name);
    for (size_t i = 0; i < x->lines.n; i++) {
        pw_mem_strfree(x->lines.at[i].name);
        pw_mem_strfree(x->lines.at[i].formula);
        pw_vec_clear(&x->lines.at[i].labels);
    }
    pw_vec_clear(&x->labels);
    pw_vec_clear(&x->lines);
}

/* ---- the pasted source ---- */

void pw_suggest_text_line(const struct pw_suggest_text *x, size_t line, struct pw_strbuf *out)
{
    assert(line < x->lines.n);
    const struct pw_candidate_line *l = &x->lines.at[line];
    if (l->stated)
        pw_strbuf_printf(out, "invariant %s;", l->formula);
    else
        pw_strbuf_printf(out, "predicate %s = %s;", l->name, l->formula);
}

static bool is_used(const struct pw_suggest_text *x, size_t label)
{
    for (size_t i = 0; i < x->lines.n; i++)
        if (x->lines.at[i].kept && is_listed(&x->lines.at[i].labels, (uint32_t)label)) return true;
    return false;
}

size_t pw_suggest_text_next(const struct pw_suggest_text *x, size_t from)
{
    size_t best = x->labels.n;
    for (size_t i = 0; i < x->labels.n; i++)
        if (x->labels.at[i].offset >= from && is_used(x, i) &&
            (best == x->labels.n || x->labels.at[i].offset < x->labels.at[best].offset))
            best = i;
    return best;
}

void pw_suggest_text_paste(const struct pw_suggest_text *x, struct pw_strbuf *out)
{
    size_t from = 0, label, next = 0;
    while ((label = pw_suggest_text_next(x, next)) < x->labels.n) {
        size_t offset = x->labels.at[label].offset;
        assert(offset >= from && offset <= x->src->size);
        pw_strbuf_write(out, x->src->text + from, offset - from);
        pw_strbuf_printf(out, "%s: ", x->labels.at[label].name);
        from = offset;
        next = offset + 1;
    }
    pw_strbuf_write(out, x->src->text + from, x->src->size - from);
    pw_strbuf_putc(out, '\n');
    for (size_t i = 0; i < x->lines.n; i++) {
        if (!x->lines.at[i].kept) continue;
        pw_suggest_text_line(x, i, out);
        pw_strbuf_putc(out, '\n');
    }
}
