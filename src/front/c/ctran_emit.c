/* The translation: steps, names, temporaries. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "front/c/ctran.h"
#include "front/dr/lexer.h"

void pw_ct_fail(struct pw_ct *t, uint32_t token, const char *hint, const char *format, ...)
{
    char text[500];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    pw_cerror_throw(t->u, t->error, token, hint, "%s", text);
}

static void add_note(struct pw_ct *t, struct pw_cnote n, const char *format, va_list args)
{
    struct pw_strbuf b = {0};
    pw_strbuf_vprintf(&b, format, args);
    bool new = true;
    for (size_t i = 0; i < t->ir->notes.n; i++)
        if (t->ir->notes.at[i].about == n.about && t->ir->notes.at[i].passed == n.passed &&
            !strcmp(t->ir->notes.at[i].text, pw_strbuf_text(&b)))
            new = false;
    n.text = pw_cir_text(t->ir, "%s", pw_strbuf_text(&b));
    if (new) pw_vec_push(&t->ir->notes, n);
    pw_strbuf_clear(&b);
}

const char *pw_ct_spoken(struct pw_ct *t, const struct pw_cobj *o)
{
    return o->what ? o->what : pw_cir_text(t->ir, "'%s'", o->name);
}

void pw_ct_note(struct pw_ct *t, uint32_t token, bool approximate, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_note(t, (struct pw_cnote){.token = token, .approximate = approximate}, format, args);
    va_end(args);
}

void pw_ct_note_about(struct pw_ct *t, uint32_t token, const struct pw_cval *v, const char *format,
                      ...)
{
    va_list args;
    va_start(args, format);
    assert(v->kind == PW_CV_INT);
    uint32_t about = v->e->kind == PW_CX_VAR ? v->e->var + 1 : 0;
    add_note(t, (struct pw_cnote){.token = token, .approximate = true, .about = about}, format,
             args);
    va_end(args);
}

void pw_ct_note_passed(struct pw_ct *t, uint32_t token, uint32_t var, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    assert(var < t->ir->vars.n);
    add_note(t, (struct pw_cnote){.token = token, .approximate = true, .passed = var + 1}, format,
             args);
    va_end(args);
}

/* --- steps --- */

struct pw_cstep **pw_ct_into(struct pw_ct *t, struct pw_cstep **list)
{
    struct pw_cstep **old = t->tail;
    t->tail = list;
    return old;
}

struct pw_cstep *pw_ct_emit(struct pw_ct *t, enum pw_cs_kind kind)
{
    struct pw_cstep *s = pw_cir_alloc(t->ir, sizeof *s);
    pw_limits_poll();
    s->kind = (uint8_t)kind;
    s->token = t->token;
    s->last = t->last;
    s->ends = t->ending;
    *t->tail = s;
    t->tail = &s->next;
    if (t->in_main && kind != PW_CSTEP_LABEL) t->emitted++, t->epoch++;
    if (++t->steps > 20000)
        pw_ct_fail(t, t->token, "call fewer functions in it",
                   "the program is too large after expansion");
    return s;
}

void pw_ct_assign(struct pw_ct *t, uint32_t var, const struct pw_cx *e)
{
    struct pw_cstep *s = pw_ct_emit(t, PW_CSTEP_ASSIGN);
    s->n = 1;
    s->vars = pw_cir_alloc(t->ir, sizeof *s->vars);
    s->exprs = pw_cir_alloc(t->ir, sizeof *s->exprs);
    s->vars[0] = var;
    s->exprs[0] = pw_cx_number(t->ir, e);
    assert(var < t->ir->vars.n);
    struct pw_cvar *v = &t->ir->vars.at[var];
    v->assigned = true;
    if (t->in_main && v->shared && !v->hidden) t->main_wrote = true;
}

void pw_ct_assume(struct pw_ct *t, const struct pw_cx *c)
{
    pw_cint v;
    if (pw_cx_is_const(c, &v) && v) return;
    pw_ct_emit(t, PW_CSTEP_ASSUME)->cond = c;
}

void pw_ct_assert(struct pw_ct *t, const struct pw_cx *c, enum pw_cclass class)
{
    pw_cint v;
    if (class == PW_CC_PROPERTY) t->ir->has_property = true;
    if (pw_cx_is_const(c, &v) && v) return;
    /* what C leaves undefined is an error, too, so that there is something to verify */
    if (class == PW_CC_BOUNDS || class == PW_CC_NULL || class == PW_CC_DIVISION)
        t->ir->has_property = true;
    bool stop = class == PW_CC_OVERFLOW && t->o->stop_overflow;
    struct pw_cstep *s = pw_ct_emit(t, stop ? PW_CSTEP_ASSUME : PW_CSTEP_ASSERT);
    s->cond = c;
    s->class = (uint8_t) class;
}

void pw_ct_goto(struct pw_ct *t, const char *label)
{
    pw_ct_emit(t, PW_CSTEP_GOTO)->label = label;
    t->flow = PW_FLOW_DEAD;
}

void pw_ct_label(struct pw_ct *t, const char *label)
{
    pw_ct_emit(t, PW_CSTEP_LABEL)->label = label;
    t->flow = PW_FLOW_NORMAL;
}

/* --- names --- */

const char *pw_ct_fresh(struct pw_ct *t, const char *base)
{
    /* The words of the language, and those that mean something only at their place. */
#define X(id, word) word,
    static const char *const reserved[] = {PW_KEYWORDS(X) "invariant",
                                           "every",
                                           "some",
                                           "module",
                                           "object",
                                           "abstract",
                                           "tid",
                                           "self",
                                           "nobody",
                                           "claim",
                                           "assumption",
                                           "guarded",
                                           "by"};
#undef X
    struct pw_strbuf b = {0};
    size_t before;
    if (!t->taken.n)
        for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
            pw_names_intern(&t->taken, reserved[i]);
    pw_strbuf_puts(&b, base);
    before = t->taken.n;
    pw_names_intern(&t->taken, pw_strbuf_text(&b));
    for (unsigned k = 2; t->taken.n == before; k++) {
        pw_strbuf_reset(&b);
        pw_strbuf_printf(&b, "%s_%u", base, k);
        pw_names_intern(&t->taken, pw_strbuf_text(&b));
    }
    const char *name = pw_cir_text(t->ir, "%s", pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
    return name;
}

/* --- variables that C does not have --- */

uint32_t pw_ct_temp(struct pw_ct *t, pw_cint lo, pw_cint hi)
{
    char base[32];
    snprintf(base, sizeof base, "t%u", ++t->temps);
    struct pw_cvar v = {.name = pw_ct_fresh(t, base),
                        .hidden = true,
                        .thread = (uint32_t)t->thread,
                        .token = t->token,
                        .last = t->last,
                        .value = lo > 0 || hi < 0 ? lo : 0,
                        .lo = lo,
                        .hi = hi};
    pw_vec_push(&t->ir->vars, v);
    return (uint32_t)t->ir->vars.n - 1;
}

uint32_t pw_ct_shared(struct pw_ct *t, const char *name, const char *about, pw_cint value,
                      pw_cint lo, pw_cint hi)
{
    assert(about && *about);
    struct pw_cvar v = {.name = pw_ct_fresh(t, name),
                        .about = about,
                        .hidden = true,
                        .shared = true,
                        .value = value,
                        .lo = lo,
                        .hi = hi};
    pw_vec_push(&t->ir->vars, v);
    return (uint32_t)t->ir->vars.n - 1;
}

const struct pw_cx *pw_ct_spill(struct pw_ct *t, const struct pw_cx *e)
{
    pw_cint lo, hi;
    if (!e->accesses) return e;
    pw_cx_range(t->ir, e, &lo, &hi);
    uint32_t var = pw_ct_temp(t, lo, hi);
    assert(var < t->ir->vars.n);
    t->ir->vars.at[var].wild = pw_cx_wild(t->ir, e);
    pw_ct_assign(t, var, e);
    const struct pw_cx *x = pw_cx_var(t->ir, var);
    return e->is_bool ? pw_cx_truth(t->ir, x) : x;
}

void pw_ct_spill_val(struct pw_ct *t, struct pw_cval *v)
{
    if (v->e && (v->kind == PW_CV_INT || v->kind == PW_CV_DYN)) v->e = pw_ct_spill(t, v->e);
    for (uint32_t i = 0; v->kind == PW_CV_PTR && i < v->lv.nindex; i++)
        v->lv.index[i].e = pw_ct_spill(t, v->lv.index[i].e);
}
