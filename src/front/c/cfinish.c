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
    const struct pw_thread_template *now; /* whose edges are looked at */
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

static bool starts_with_word(const char *at, const char *end, const char *word)
{
    size_t n = strlen(word);
    return (size_t)(end - at) > n && !memcmp(at, word, n) && !isalnum((unsigned char)at[n]) &&
           at[n] != '_';
}

/* Where the statement ends that begins at `at`: with its semicolon, before a brace, after the
 * parentheses of a condition; at the end of the line at the latest. */
static const char *statement_end(const char *at, const char *end)
{
    bool head = starts_with_word(at, end, "if") || starts_with_word(at, end, "while") ||
                starts_with_word(at, end, "for") || starts_with_word(at, end, "switch");
    int depth = 0;
    assert(at <= end);
    for (; at < end; at++) {
        if (!depth && (*at == '{' || *at == '}')) break;
        if (*at == '(' || *at == '[') depth++;
        if (*at == ')' || *at == ']') depth--;
        if (!depth && (*at == ';' || (head && *at == ')'))) return at + 1;
        if (depth < 0) break;
    }
    return at;
}

/* The words of a macro that expands to a condition are found elsewhere on the line. */
static size_t find_assert(const char *text, size_t from, size_t to, size_t otherwise)
{
    static const char word[] = "assert(";
    for (size_t i = from; i + sizeof word - 1 <= to; i++)
        if (!memcmp(text + i, word, sizeof word - 1) &&
            (i == from || !(isalnum((unsigned char)text[i - 1]) || text[i - 1] == '_')))
            return i;
    return otherwise;
}

/* The statement at this byte, as far as it stands on the line. */
static void source_text(const struct finish *f, size_t at, bool asserts, struct pw_strbuf *b)
{
    enum { MOST = 64 };
    size_t from, to;
    pw_source_line(f->u->src, at, &from, &to);
    assert(from <= at && at <= to && to <= f->u->src->size);
    if (asserts) at = find_assert(f->u->src->text, from, to, at);
    const char *text = f->u->src->text + at;
    size_t n = (size_t)(statement_end(text, f->u->src->text + to) - text);
    while (n && isspace((unsigned char)text[n - 1]))
        n--;
    if (starts_with_word(text, text + n + 1, "do")) {
        pw_strbuf_puts(b, "do ... while");
        return;
    }
    pw_strbuf_write(b, text, n > MOST ? MOST - 4 : n);
    if (n > MOST) pw_strbuf_puts(b, " ...");
}

/* A thread's function itself: what is left to do at its end. */
static const char *ends_thread(const struct finish *f, const struct pw_cstep *s)
{
    for (size_t i = 0; i < f->ir->threads.n; i++)
        if (f->ir->threads.at[i].token == s->token) return f->ir->threads.at[i].name;
    return NULL;
}

static void put_guesses(const struct finish *f, const struct pw_cstep *s, struct pw_strbuf *b)
{
    pw_strbuf_puts(b, " [guess");
    for (uint32_t i = 0; i < s->n; i++)
        if (f->ir->vars.at[s->vars[i]].guessed)
            pw_strbuf_printf(b, " %s", f->ir->vars.at[s->vars[i]].key);
    pw_strbuf_puts(b, "]");
}

static bool begins(const struct finish *f, const struct pw_edge *e)
{
    return e->from == f->now->entry && f->now->locs[e->to].kind == PW_LOC_NORMAL;
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
    const char *thread = ends_thread(f, s);
    if (pw_cerror_place(f->u, s->token, s->last, &from, &to)) {
        if (thread)
            pw_strbuf_printf(&b, "%s of %s", s->ends && !begins(f, e) ? "end" : "start", thread);
        else
            source_text(f, from, s->kind == PW_CSTEP_ASSERT && s->class == PW_CC_PROPERTY, &b);
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
        /* `if (!c) break;` stands for the c of a loop */
        bool opposite = s->leaves && !strncmp(e->text, "if", 2);
        if (n > k && !strcmp(e->text + n - k, ends[i])) pw_strbuf_puts(&b, ends[i ^ opposite]);
    }
    if (e->kind == PW_EDGE_ASSERT) pw_strbuf_puts(&b, about[s->class]);
    if (e->kind == PW_EDGE_RANGE) put_guesses(f, s, &b);
    e->pos.line = f->u->lex.tokens.at[s->token].line;
    e->text = pw_arena_strdup(&f->p->pool.arena, pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
}

/* --- steps of one statement --- */

/* Of a condition the text tells which way it goes. */
static bool is_condition(const struct pw_edge *e)
{
    const char *colon = strrchr(e->text, ':');
    return colon && (!strcmp(colon, ": true") || !strcmp(colon, ": false"));
}

static bool is_next_of_same(const struct pw_edge *a, const struct pw_edge *b)
{
    return !is_condition(a) && b->kind == PW_EDGE_STEP && a->from != b->from &&
           a->pos.line == b->pos.line && (a->to == b->from || b->to == a->from) &&
           !strcmp(a->text, b->text);
}

static void print_action(const struct finish *f, const struct pw_edge *e, struct pw_strbuf *b)
{
    for (size_t i = 0; i < e->nupdates; i++) {
        const struct pw_update *u = &e->updates[i];
        const struct pw_var *v = u->shared ? &f->p->shared[u->index] : &f->now->locals[u->index];
        pw_strbuf_printf(b, "%s%s = ", i ? ", " : "", pw_var_shown(v));
        if (u->to->kind == PW_EXPR_CHOICE)
            pw_strbuf_puts(b, "any value");
        else
            pw_program_print_expr(f->p, u->to, b);
    }
    if (e->nupdates || pw_expr_is_true(e->guard)) return;
    pw_strbuf_puts(b, "when ");
    pw_program_print_expr(f->p, e->guard, b);
}

/* Where a statement of C is several steps, each says what it does. */
static void say_what_parts_do(const struct finish *f, const struct pw_thread_template *t)
{
    enum { MOST = 60 };
    bool *parts = PW_NEWS(bool, t->nedges);
    for (size_t i = 0; i < t->nedges; i++)
        for (size_t k = 0; k < t->nedges && t->edges[i].kind == PW_EDGE_STEP && !parts[i]; k++)
            parts[i] = is_next_of_same(&t->edges[i], &t->edges[k]);
    for (size_t i = 0; i < t->nedges; i++) {
        struct pw_edge *e = (struct pw_edge *)(uintptr_t)&t->edges[i];
        struct pw_strbuf b = {0};
        if (parts[i]) print_action(f, e, &b);
        if (b.n && b.n <= MOST) {
            const char *text = e->text;
            char *action = pw_arena_strdup(&f->p->pool.arena, pw_strbuf_text(&b));
            pw_strbuf_reset(&b);
            pw_strbuf_printf(&b, "%s  [%s]", text, action);
            e->text = pw_arena_strdup(&f->p->pool.arena, pw_strbuf_text(&b));
        }
        pw_strbuf_clear(&b);
    }
    PW_FREES(parts, t->nedges);
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

/* --- names --- */

static const struct pw_cvar *variable_of(const struct pw_cir *ir, const char *name)
{
    for (size_t i = 0; i < ir->vars.n; i++)
        if (!strcmp(ir->vars.at[i].name, name)) return &ir->vars.at[i];
    return NULL;
}

/* Is this expression of C, and is its name in annotations, of one variable only? */
static bool is_plain(const struct pw_cir *ir, const struct pw_cvar *v)
{
    for (size_t i = 0; i < ir->vars.n; i++) {
        const struct pw_cvar *u = &ir->vars.at[i];
        bool same = u->plain && !strcmp(u->plain, v->plain);
        if (u != v && u->kept && (same || !strcmp(u->name, v->source))) return false;
    }
    return true;
}

/* "line 15 keeps it between its steps: 'x++;'" */
static void describe_temporary(const struct finish *f, const struct pw_cvar *v, struct pw_strbuf *b)
{
    size_t from, to;
    assert(v->token < f->u->lex.tokens.n);
    for (size_t i = 0; i < f->ir->threads.n; i++)
        if (f->ir->threads.at[i].token == v->token) {
            pw_strbuf_printf(b, "a value that %s begins or ends with", f->ir->threads.at[i].name);
            return;
        }
    pw_strbuf_printf(b, "a value that line %u keeps between its steps",
                     f->u->lex.tokens.at[v->token].line);
    if (!pw_cerror_place(f->u, v->token, v->last, &from, &to)) return;
    pw_strbuf_puts(b, ": '");
    source_text(f, from, false, b);
    pw_strbuf_putc(b, '\'');
}

static void describe_other(const struct pw_cvar *v, const char *owner, struct pw_strbuf *b)
{
    pw_strbuf_puts(b, v->source);
    if (owner) pw_strbuf_printf(b, " of %s", owner);
    if (v->line) pw_strbuf_printf(b, ", line %u", v->line);
}

/* `owner`: the thread of a local. */
static void name_vars(const struct finish *f, const struct pw_var *vars, size_t n,
                      const char *owner)
{
    struct pw_strbuf b = {0};
    for (size_t i = 0; i < n; i++) {
        struct pw_var *to = (struct pw_var *)(uintptr_t)&vars[i];
        const struct pw_cvar *v = variable_of(f->ir, to->name);
        if (!v || (v->source && !strcmp(v->source, v->name))) continue;
        pw_strbuf_reset(&b);
        if (v->source && is_plain(f->ir, v))
            to->source = pw_arena_strdup(&f->p->pool.arena, v->source);
        else if (v->source)
            describe_other(v, owner, &b);
        else if (v->about)
            pw_strbuf_puts(&b, v->about);
        else
            describe_temporary(f, v, &b);
        if (b.n) to->about = pw_arena_strdup(&f->p->pool.arena, pw_strbuf_text(&b));
    }
    pw_strbuf_clear(&b);
}

static void name_thread(const struct finish *f, struct pw_thread_template *t)
{
    struct pw_strbuf b = {0};
    for (size_t i = 0; i < f->ir->threads.n; i++) {
        const struct pw_cthread *c = &f->ir->threads.at[i];
        if (strcmp(c->name, t->name) != 0 || !strcmp(c->name, c->function)) continue;
        pw_strbuf_printf(&b, "what line %u creates with %s", f->u->lex.tokens.at[c->created].line,
                         c->function);
        t->about = pw_arena_strdup(&f->p->pool.arena, pw_strbuf_text(&b));
    }
    pw_strbuf_clear(&b);
}

static void name_all(const struct finish *f)
{
    name_vars(f, f->p->shared, f->p->nshared, NULL);
    for (size_t i = 0; i < f->p->ntemplates; i++) {
        struct pw_thread_template *t = (struct pw_thread_template *)(uintptr_t)&f->p->templates[i];
        name_vars(f, t->locals, t->nlocals, t->name);
        name_thread(f, t);
    }
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
    if (u.n) qsort(u.at, u.n, sizeof *u.at, pw_update_order);
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
    struct finish f = {p, u, ir, map, NULL};
    p->file = pw_arena_strdup(&p->pool.arena, u->src->name);
    name_all(&f);
    for (uint32_t i = 0; i < p->ntemplates; i++) {
        struct pw_thread_template *t = (struct pw_thread_template *)(uintptr_t)&p->templates[i];
        f.now = t;
        for (size_t k = 0; k < t->nedges; k++)
            relabel_edge(&f, (struct pw_edge *)(uintptr_t)&t->edges[k]);
        relabel_locations(&f, t);
        say_what_parts_do(&f, t);
        t->pos.line = u->lex.tokens.at[ir->threads.at[0].token].line;
        for (size_t k = 0; k < ir->threads.n; k++)
            if (!strcmp(ir->threads.at[k].name, t->name))
                t->pos.line = u->lex.tokens.at[ir->threads.at[k].token].line;
        reset_template(&f, i);
    }
}
