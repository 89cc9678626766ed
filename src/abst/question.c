#include "abst/question.h"

#include <assert.h>
#include <stdio.h>

#include "abst/skeleton.h"

/* ---- variables ---- */

void pw_question_declare(struct pw_question *q, const char *name, struct pw_type type)
{
    pw_strbuf_printf(q->out, "(declare-fun %s () %s)\n", name,
                     type.kind == PW_BOOL ? "Bool" : "Int");
    if (type.kind != PW_RANGE) return;
    struct pw_strbuf lo = {0}, hi = {0};
    pw_smtlib_int(type.lo, &lo);
    pw_smtlib_int(type.hi, &hi);
    pw_strbuf_printf(q->out, "(assert (and (<= %s %s) (<= %s %s)))\n", pw_strbuf_text(&lo), name,
                     name, pw_strbuf_text(&hi));
    pw_strbuf_clear(&lo);
    pw_strbuf_clear(&hi);
}

void pw_question_locals(struct pw_question *q, unsigned thread, uint32_t template)
{
    const struct pw_thread_template *T = &pw_question_program(q)->templates[template];
    for (uint32_t i = 0; i < T->nlocals; i++) {
        pw_strbuf_reset(&q->text);
        pw_smtlib_local(&q->s, thread, template, i, false, &q->text);
        pw_question_declare(q, PW_QUESTION_TEXT(q), T->locals[i].type);
    }
}

void pw_question_order(struct pw_question *q)
{
    for (unsigned i = 1; i <= q->threads; i++)
        pw_strbuf_printf(q->out, "(declare-fun t%u.self () Int)\n", i);
    for (unsigned i = 1; i <= 2; i++)
        for (unsigned k = i + 1; k <= q->threads; k++)
            pw_strbuf_printf(q->out, "(assert (not (= t%u.self t%u.self)))\n", i, k);
}

/* A thread of any template, anywhere. */
void pw_question_thread(struct pw_question *q, unsigned thread, size_t kinds)
{
    struct pw_strbuf name = {0};
    pw_strbuf_printf(&name, "t%u.kind", thread);
    pw_question_declare(q, pw_strbuf_text(&name),
                        (struct pw_type){PW_RANGE, 0, (int64_t)kinds - 1});
    for (uint32_t t = 0; t < pw_question_program(q)->ntemplates; t++)
        pw_question_locals(q, thread, t);
    if (q->s.edge) {
        pw_strbuf_printf(q->out, "(declare-fun t%u.pc () Int)\n", thread);
        for (uint32_t t = 0; t < kinds; t++)
            pw_strbuf_printf(q->out,
                             "(assert (=> (= t%u.kind %u) (and (<= 0 t%u.pc) (< t%u.pc %zu))))\n",
                             thread, t, thread, thread, q->t->templates.at[t].locs.n);
    }
    pw_strbuf_clear(&name);
}

void pw_question_shared(struct pw_question *q)
{
    for (uint32_t i = 0; i < pw_question_program(q)->nshared; i++) {
        pw_strbuf_reset(&q->text);
        pw_smtlib_shared(&q->s, i, false, &q->text);
        pw_question_declare(q, PW_QUESTION_TEXT(q), pw_question_program(q)->shared[i].type);
    }
}

static void assert_expr(struct pw_question *q, const char *condition, const struct pw_expr *e,
                        const struct pw_smtlib_scene *sc)
{
    struct pw_strbuf text = {0};
    pw_smtlib_expr(&q->s, e, sc, &text);
    if (condition)
        pw_strbuf_printf(q->out, "(assert (=> %s %s))\n", condition, pw_strbuf_text(&text));
    else
        pw_strbuf_printf(q->out, "(assert %s)\n", pw_strbuf_text(&text));
    pw_strbuf_clear(&text);
}

/* ---- steps ---- */

void pw_question_comment(struct pw_strbuf *out, const char *text)
{
    for (; *text; text++)
        pw_strbuf_putc(out, *text == '\n' || *text == '\r' ? ' ' : *text);
}

void pw_question_look(struct pw_question *q, const struct pw_look *k, unsigned thread, uint32_t t,
                      struct pw_strbuf *out)
{
    struct pw_smtlib_scene sc = {.active = 1,
                                 .active_template = q->s.edge_template,
                                 .passive = thread,
                                 .passive_template = t};
    pw_smtlib_expr(&q->s, k->expr, &sc, out);
}

bool pw_question_looks_at(const struct pw_look *k, uint32_t t)
{
    return k->passive == PW_ANY || k->passive == (int32_t)t;
}

/* every(E) holds against each other thread, some(S) against one. */
static void assert_look(struct pw_question *q, const struct pw_look *k)
{
    struct pw_strbuf text = {0};
    pw_strbuf_puts(&text, k->every ? "(and true" : "(or false");
    for (unsigned thread = 2; thread <= q->threads; thread++)
        for (uint32_t t = 0; t < pw_question_program(q)->ntemplates; t++) {
            if (!pw_question_looks_at(k, t)) continue;
            pw_strbuf_printf(&text, " (%s (= t%u.kind %u) ", k->every ? "=>" : "and", thread, t);
            pw_question_look(q, k, thread, t, &text);
            pw_strbuf_putc(&text, ')');
        }
    pw_strbuf_putc(&text, ')');
    pw_strbuf_printf(q->out, "(assert %s)\n", pw_strbuf_text(&text));
    pw_strbuf_clear(&text);
}

/* The locals of other threads that the step sets, after it. */
static void write_others(struct pw_question *q)
{
    const struct pw_edge *e = q->s.edge;
    for (size_t i = 0; i < e->nothers; i++)
        for (unsigned thread = 2; thread <= q->threads; thread++) {
            const struct pw_other_update *u = &e->others[i];
            struct pw_smtlib_scene sc = {.active = 1,
                                         .active_template = q->s.edge_template,
                                         .passive = thread,
                                         .passive_template = u->template};
            struct pw_strbuf value = {0}, name = {0};
            pw_smtlib_expr(&q->s, u->to, &sc, &value);
            pw_smtlib_local(&q->s, thread, u->template, u->index, true, &name);
            pw_strbuf_printf(q->out, "(define-fun %s () %s %s)\n", pw_strbuf_text(&name),
                             u->to->is_bool ? "Bool" : "Int", pw_strbuf_text(&value));
            pw_strbuf_clear(&value);
            pw_strbuf_clear(&name);
        }
}

void pw_question_step(struct pw_question *q)
{
    const struct pw_edge *e = q->s.edge;
    struct pw_smtlib_scene sc = {.active = 1, .active_template = q->s.edge_template};
    for (size_t i = 0; i < e->nchoices; i++) {
        pw_strbuf_reset(&q->text);
        pw_strbuf_printf(&q->text, "choice%zu", i);
        pw_question_declare(q, PW_QUESTION_TEXT(q), e->choices[i].type);
    }
    assert_expr(q, NULL, e->guard, &sc);
    for (size_t i = 0; i < e->nlooks; i++)
        assert_look(q, &e->looks[i]);
    write_others(q);
    for (size_t i = 0; i < e->nupdates; i++) {
        const struct pw_update *u = &e->updates[i];
        struct pw_strbuf value = {0}, name = {0};
        pw_smtlib_expr(&q->s, u->to, &sc, &value);
        if (u->shared)
            pw_smtlib_shared(&q->s, u->index, true, &name);
        else
            pw_smtlib_local(&q->s, 1, q->s.edge_template, u->index, true, &name);
        pw_strbuf_printf(q->out, "(define-fun %s () %s %s)\n", pw_strbuf_text(&name),
                         u->to->is_bool ? "Bool" : "Int", pw_strbuf_text(&value));
        pw_strbuf_clear(&value);
        pw_strbuf_clear(&name);
    }
}

/* ---- initial states ---- */

static void assert_initialiser(struct pw_question *q, const char *condition,
                               const struct pw_expr *init, const struct pw_smtlib_scene *sc,
                               const char *var)
{
    struct pw_strbuf text = {0};
    pw_smtlib_expr(&q->s, init, sc, &text);
    pw_strbuf_printf(q->out, "(assert (=> %s (= %s %s)))\n", condition, var, pw_strbuf_text(&text));
    pw_strbuf_clear(&text);
}

void pw_question_start_shared(struct pw_question *q)
{
    const struct pw_program *p = pw_question_program(q);
    struct pw_smtlib_scene sc = {0};
    for (uint32_t i = 0; i < p->nshared; i++) {
        if (!p->shared[i].init) continue;
        pw_strbuf_reset(&q->text);
        pw_smtlib_shared(&q->s, i, false, &q->text);
        assert_initialiser(q, "true", p->shared[i].init, &sc, PW_QUESTION_TEXT(q));
    }
    for (size_t i = 0; i < p->ninits; i++)
        if (p->inits[i].class == PW_SHARED_PRED) assert_expr(q, NULL, p->inits[i].expr, &sc);
}

/* A thread, should it be of template t. */
static void start_as(struct pw_question *q, unsigned thread, uint32_t t)
{
    const struct pw_program *p = pw_question_program(q);
    struct pw_smtlib_scene sc = {.active = thread, .active_template = t};
    char condition[48];
    snprintf(condition, sizeof condition, "(= t%u.kind %u)", thread, t);
    for (uint32_t i = 0; i < p->templates[t].nlocals; i++) {
        if (!p->templates[t].locals[i].init) continue;
        pw_strbuf_reset(&q->text);
        pw_smtlib_local(&q->s, thread, t, i, false, &q->text);
        assert(t < p->ntemplates);
        assert_initialiser(q, condition, p->templates[t].locals[i].init, &sc, PW_QUESTION_TEXT(q));
    }
    for (size_t i = 0; i < p->ninits; i++)
        if (p->inits[i].class != PW_INTER_THREAD && pw_skeleton_has_bit(&p->inits[i], t))
            assert_expr(q, condition, p->inits[i].expr, &sc);
}

/* The constraints between two threads, should they be of these templates. */
static void start_pair(struct pw_question *q, const struct pw_smtlib_scene *sc)
{
    const struct pw_program *p = pw_question_program(q);
    char condition[96];
    snprintf(condition, sizeof condition, "(and (= t%u.kind %u) (= t%u.kind %u))", sc->active,
             sc->active_template, sc->passive, sc->passive_template);
    for (size_t i = 0; i < p->ninits; i++)
        if (p->inits[i].class == PW_INTER_THREAD &&
            pw_skeleton_has_bit(&p->inits[i], sc->active_template) &&
            pw_skeleton_ranges_over(&p->inits[i], sc->passive_template))
            assert_expr(q, condition, p->inits[i].expr, sc);
}

void pw_question_start(struct pw_question *q)
{
    struct pw_smtlib_scene sc = {0};
    uint32_t n = (uint32_t)pw_question_program(q)->ntemplates;
    pw_question_start_shared(q);
    for (sc.active = 1; sc.active <= q->threads; sc.active++)
        for (sc.active_template = 0; sc.active_template < n; sc.active_template++) {
            start_as(q, sc.active, sc.active_template);
            for (sc.passive = 1; sc.passive <= q->threads; sc.passive++)
                for (sc.passive_template = 0; sc.passive_template < n; sc.passive_template++)
                    if (sc.passive != sc.active) start_pair(q, &sc);
        }
}
