#include "front/c/cfinish.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/limits.h"
#include "base/mem.h"
#include "front/c/cerror.h"

struct finish {
    struct pw_program *p;
    const struct pw_cunit *u;
    const struct pw_cir *ir;
    const struct pw_cmap *map;
};

static const struct pw_cstep *step_of(const struct finish *f, unsigned line)
{
    return line < f->map->steps.n ? f->map->steps.at[line] : NULL;
}

/* What an annotation says stands there in the C text. */
static void move_to_note(const struct finish *f, struct pw_pos *pos)
{
    const struct pw_cnotes *notes = f->map->notes;
    if (!notes || pos->line < f->map->first_note) return;
    size_t i = pos->line - f->map->first_note;
    if (i < notes->at.n) *pos = notes->at.at[i];
}

/* --- text --- */

static const char *const about[] = {[PW_CC_PROPERTY] = "",
                                    [PW_CC_OVERFLOW] = " [signed overflow]",
                                    [PW_CC_WRAP] = " [unsigned wrap-around]",
                                    [PW_CC_BOUNDS] = " [index out of bounds]",
                                    [PW_CC_NULL] = " [null or unknown pointer]",
                                    [PW_CC_DIVISION] = " [division by zero]",
                                    [PW_CC_LOCK] = " [lock]",
                                    [PW_CC_UNSET] = " [variable without a value]"};

static void source_text(const struct finish *f, size_t at, struct pw_strbuf *b)
{
    size_t from, to;
    pw_source_line(f->u->src, at, &from, &to);
    while (from < to && isspace((unsigned char)f->u->src->text[from]))
        from++;
    while (to > from && isspace((unsigned char)f->u->src->text[to - 1]))
        to--;
    if (to - from > 64) to = from + 64;
    pw_strbuf_write(b, f->u->src->text + from, to - from);
}

static void put_guesses(const struct finish *f, const struct pw_cstep *s, struct pw_strbuf *b)
{
    pw_strbuf_puts(b, " [guess");
    for (uint32_t i = 0; i < s->n; i++)
        if (f->ir->vars.at[s->vars[i]].guessed)
            pw_strbuf_printf(b, " %s", f->ir->vars.at[s->vars[i]].key);
    pw_strbuf_puts(b, "]");
}

static void relabel_edge(const struct finish *f, struct pw_edge *e)
{
    static const char *const ends[] = {": true", ": false"};
    const struct pw_cstep *s = step_of(f, e->pos.line);
    struct pw_strbuf b = {0};
    size_t from, to;
    if (!s) {
        move_to_note(f, &e->pos);
        return;
    }
    if (pw_cerror_place(f->u, s->token, s->last, &from, &to)) {
        source_text(f, from, &b);
        e->pos.offset = from;
    } else {
        assert(s->token < f->u->lex.tokens.n);
        const struct pw_ctok *t = &f->u->lex.tokens.at[s->token];
        assert(t->file < f->u->lex.files.n);
        pw_strbuf_printf(&b, "%s:%u", f->u->lex.files.at[t->file], t->line);
        e->pos.offset = 0;
    }
    for (size_t i = 0; i < 2; i++) {
        assert((size_t)i < sizeof ends / sizeof *ends);
        size_t n = strlen(e->text), k = strlen(ends[i]);
        if (n > k && !strcmp(e->text + n - k, ends[i])) pw_strbuf_puts(&b, ends[i]);
    }
    if (e->kind == PW_EDGE_ASSERT) pw_strbuf_puts(&b, about[s->class]);
    if (e->kind == PW_EDGE_RANGE) put_guesses(f, s, &b);
    e->pos.line = f->u->lex.tokens.at[s->token].line;
    e->text = pw_arena_strdup(&f->p->pool.arena, pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
}

/* --- locations --- */

static void relabel_locations(const struct finish *f, struct pw_thread_template *t)
{
    struct pw_names taken = {0};
    for (size_t i = 0; i < t->nlocs; i++) {
        struct pw_loc *l = (struct pw_loc *)(uintptr_t)&t->locs[i];
        const struct pw_cstep *s = step_of(f, l->pos.line);
        bool plain = l->kind == PW_LOC_NORMAL && !l->nlabels;
        char name[60];
        if (s)
            l->pos.line = f->u->lex.tokens.at[s->token].line;
        else
            move_to_note(f, &l->pos);
        if (plain)
            snprintf(name, sizeof name, "L%u", l->pos.line);
        else
            snprintf(name, sizeof name, "%s", l->name);
        size_t plain_length = strlen(name), before = taken.n;
        pw_names_intern(&taken, name);
        for (unsigned k = 2; taken.n == before; k++) {
            snprintf(name + plain_length, sizeof name - plain_length, ".%u", k);
            pw_names_intern(&taken, name);
        }
        l->name = pw_arena_strdup(&f->p->pool.arena, name);
    }
    pw_names_clear(&taken);
}

/* --- dead locals --- */

struct uses {
    uint64_t *row;
};

static void use_leaf(void *arg, const struct pw_expr *e)
{
    if (e->kind == PW_EXPR_LOCAL) pw_bits_add(((struct uses *)arg)->row, e->index);
}

/* Live before the edge: what it reads, and what is live after it and not written. */
static void live_before(const struct pw_edge *e, const uint64_t *after, uint64_t *row, size_t words)
{
    struct uses u = {row};
    memcpy(row, after, words * sizeof *row);
    for (size_t i = 0; i < e->nupdates; i++)
        if (!e->updates[i].shared) pw_bits_remove(row, e->updates[i].index);
    for (size_t i = 0; i < e->nupdates; i++) {
        const struct pw_update *up = &e->updates[i];
        if (up->shared || pw_bits_has(after, up->index)) pw_expr_visit(up->to, use_leaf, &u);
    }
    pw_expr_visit(e->guard, use_leaf, &u);
}

static void liveness(const struct pw_thread_template *t, uint64_t *live, size_t words)
{
    uint64_t *row = PW_NEWS(uint64_t, words);
    for (bool change = true; change;) {
        change = false;
        for (size_t i = t->nedges; i-- > 0;) {
            pw_limits_poll();
            uint64_t *from = live + t->edges[i].from * words;
            live_before(&t->edges[i], live + t->edges[i].to * words, row, words);
            if (pw_bits_subset(row, from, words)) continue;
            for (size_t k = 0; k < words; k++)
                from[k] |= row[k];
            change = true;
        }
    }
    PW_FREES(row, words);
}

static int compare_updates(const void *a, const void *b)
{
    const struct pw_update *x = a, *y = b;
    if (x->shared != y->shared) return x->shared ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

static void reset_dead(struct finish *f, const struct pw_thread_template *t, struct pw_edge *e,
                       const uint64_t *before, const uint64_t *after, const bool *kept)
{
    PW_VEC(struct pw_update) u = {0};
    for (size_t i = 0; i < e->nupdates; i++) {
        const struct pw_update *up = &e->updates[i];
        if (up->shared || pw_bits_has(after, up->index) || kept[up->index]) pw_vec_push(&u, *up);
    }
    for (uint32_t i = 0; i < t->nlocals; i++) {
        struct pw_update up = {false, i, t->locals[i].init};
        if (pw_bits_has(before, i) && !pw_bits_has(after, i) && !kept[i]) pw_vec_push(&u, up);
    }
    if (u.n) qsort(u.at, u.n, sizeof *u.at, compare_updates);
    e->updates = pw_arena_copy(&f->p->pool.arena, u.at, u.n * sizeof *u.at);
    e->nupdates = u.n;
    pw_vec_clear(&u);
}

static void keep_leaf(void *arg, const struct pw_expr *e)
{
    struct keep_ctx {
        bool *kept;
        int32_t template;
    } *k = arg;
    if ((e->kind == PW_EXPR_LOCAL || e->kind == PW_EXPR_PASSIVE) && e->template == k->template)
        k->kept[e->index] = true;
}

/* Locals that formulas speak of keep their values; so do those without a constant first value. */
static void find_kept(const struct finish *f, uint32_t template, bool *kept)
{
    struct {
        bool *kept;
        int32_t template;
    } k = {kept, (int32_t) template};
    assert(f->p->ntemplates > template);
    const struct pw_thread_template *t = &f->p->templates[template];
    for (size_t i = 0; i < f->p->preds.n; i++)
        pw_expr_visit(f->p->preds.at[i].expr, keep_leaf, &k);
    for (size_t i = 0; i < t->nlocals; i++)
        if (!t->locals[i].init || t->locals[i].init->kind != PW_EXPR_INT) kept[i] = true;
}

static void reset_template(struct finish *f, uint32_t template)
{
    assert(f->p->ntemplates > template);
    const struct pw_thread_template *t = &f->p->templates[template];
    size_t words = pw_bits_words(t->nlocals);
    if (!t->nlocals) return;
    uint64_t *live = PW_NEWS(uint64_t, words * t->nlocs);
    bool *kept = PW_NEWS(bool, t->nlocals);
    find_kept(f, template, kept);
    liveness(t, live, words);
    for (size_t i = 0; i < t->nedges; i++) {
        struct pw_edge *e = (struct pw_edge *)(uintptr_t)&t->edges[i];
        reset_dead(f, t, e, live + e->from * words, live + e->to * words, kept);
    }
    PW_FREES(kept, t->nlocals);
    PW_FREES(live, words * t->nlocs);
}

void pw_cfinish_program(struct pw_program *p, const struct pw_cunit *u, const struct pw_cir *ir,
                        const struct pw_cmap *map)
{
    struct finish f = {p, u, ir, map};
    p->file = pw_arena_strdup(&p->pool.arena, u->src->name);
    for (uint32_t i = 0; i < p->ntemplates; i++) {
        struct pw_thread_template *t = (struct pw_thread_template *)(uintptr_t)&p->templates[i];
        for (size_t k = 0; k < t->nedges; k++)
            relabel_edge(&f, (struct pw_edge *)(uintptr_t)&t->edges[k]);
        relabel_locations(&f, t);
        t->pos.line = u->lex.tokens.at[ir->threads.at[0].token].line;
        for (size_t k = 0; k < ir->threads.n; k++)
            if (!strcmp(ir->threads.at[k].name, t->name))
                t->pos.line = u->lex.tokens.at[ir->threads.at[k].token].line;
        reset_template(&f, i);
    }
}
