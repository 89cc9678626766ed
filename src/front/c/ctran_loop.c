/* The translation: loops. In main, loops whose course is known run at translation time. */
#include <string.h>

#include "front/c/ctran.h"

static bool leaves(const struct pw_cstmt *s)
{
    for (; s; s = s->next) {
        if (s->kind == PW_CS_BREAK || s->kind == PW_CS_RETURN || s->kind == PW_CS_GOTO) return true;
        if (leaves(s->body) || leaves(s->otherwise)) return true;
    }
    return false;
}

static bool for_ever(const struct pw_cstmt *s)
{
    return !s->e || (s->e->kind == PW_CE_NUM && s->e->value);
}

/* Statements that do nothing: ; { } and calls that only pass the time. */
static bool idle(const struct pw_cstmt *s)
{
    static const char *const names[] = {
        "sched_yield",   "thrd_yield",           "usleep",    "sleep",    "nanosleep",
        "pthread_yield", "__builtin_ia32_pause", "_mm_pause", "cpu_relax"};
    if (!s || s->kind == PW_CS_EMPTY) return true;
    if (s->kind == PW_CS_EXPR && s->e->kind == PW_CE_CALL && s->e->a->kind == PW_CE_NAME) {
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (!strcmp(names[i], s->e->a->decl->name)) return true;
        return false;
    }
    if (s->kind != PW_CS_BLOCK) return false;
    for (const struct pw_cstmt *k = s->body; k; k = k->next)
        if (!idle(k)) return false;
    return true;
}

/* --- loops at translation time --- */

static void first_part(struct pw_ct *t, struct pw_cstmt *s)
{
    if (s->kind == PW_CS_FOR && s->first) pw_ct_stmt(t, s->first, false);
    t->token = s->token;
    t->last = s->last;
}

static void emit_loop(struct pw_ct *t, struct pw_cstmt *s, bool test_first);

/* One round; false: the loop was left. */
static bool round_of(struct pw_ct *t, struct pw_cstmt *s, struct pw_cloop *l)
{
    uint32_t region = t->region;
    unsigned lefts = pw_ct_lefts(t), breaks = l->lefts;
    pw_ct_stmt(t, s->body, false);
    if (t->flow == PW_FLOW_CONTINUE) t->flow = PW_FLOW_NORMAL;
    if (t->flow == PW_FLOW_BREAK && l->continue_label) pw_ct_break_by_jump(t, l);
    if (t->flow == PW_FLOW_BREAK) return t->flow = PW_FLOW_NORMAL, false;
    /* jumps to here end here; those to the end of the loop, which has a label then, go on */
    if (l->continue_label && !l->break_label) l->lefts = breaks;
    pw_ct_land(t, l->continue_label, region, lefts);
    l->continue_label = NULL;
    if (t->flow != PW_FLOW_NORMAL) return false;
    if (s->kind == PW_CS_FOR && s->step) pw_ct_effect(t, s->step);
    return true;
}

/* A comparison that holds at the start for every value of a variable (0 < argc) says nothing of the
 * rounds after the first. */
static bool compares_variables(struct pw_ct *t, struct pw_cexpr *e)
{
    pw_cint k;
    if (e->kind != PW_CE_BINARY || e->a->type->kind != PW_CT_INT || e->b->type->kind != PW_CT_INT)
        return false;
    if (e->op != '<' && e->op != '>' && e->op != PW_SIGN2('<', '=') &&
        e->op != PW_SIGN2('>', '=') && e->op != PW_SIGN2('!', '='))
        return false;
    struct pw_cval a = pw_ct_eval(t, e->a), b = pw_ct_eval(t, e->b);
    return !pw_ct_known(&a, &k) || !pw_ct_known(&b, &k);
}

static void run_loop(struct pw_ct *t, struct pw_cstmt *s)
{
    struct pw_cloop l = {.up = t->loop, .nesting = t->nesting, .s = s, .in_atomic = t->atomic};
    bool test = s->kind != PW_CS_DO;
    uint32_t region = t->region;
    unsigned lefts = pw_ct_lefts(t);
    t->loop = &l;
    for (unsigned i = 0;; i++) {
        pw_cint k = 1;
        t->token = s->token, t->last = s->last;
        if (test && s->e) {
            const struct pw_cx *c = pw_ct_quiet(t, s->e) ? pw_ct_cond(t, s->e) : NULL;
            bool known = c && pw_cx_is_const(c, &k) && i < PW_CT_UNROLL;
            if (!known || (!t->atomic && k && compares_variables(t, s->e))) {
                if (t->atomic)
                    pw_ct_fail(t, s->token, "only 'while (c);' is allowed there",
                               "unsupported: loop inside an atomic section");
                t->loop = l.up;
                emit_loop(t, s, true);
                break;
            }
        }
        if (!k) break;
        test = true;
        if (!round_of(t, s, &l)) break;
        if (i == PW_CT_UNROLL || (for_ever(s) && i == 40)) { /* it does not end by itself */
            t->loop = l.up;
            emit_loop(t, s, true);
            break;
        }
    }
    t->loop = l.up;
    pw_ct_land(t, l.break_label, region, lefts);
}

/* --- loops of the result --- */

static void leave_unless(struct pw_ct *t, struct pw_cexpr *e)
{
    pw_cint k;
    if (e->kind == PW_CE_BINARY && e->op == PW_SIGN2('&', '&')) {
        leave_unless(t, e->a);
        leave_unless(t, e->b);
        return;
    }
    const struct pw_cx *c = pw_ct_cond(t, e);
    if (pw_cx_is_const(c, &k) && k) return;
    struct pw_cstep *s = pw_ct_emit(t, PW_CSTEP_IF);
    s->cond = pw_cx_not(t->ir, c);
    s->leaves = true;
    struct pw_cbody b = pw_ct_open(t, &s->body);
    pw_ct_emit(t, PW_CSTEP_BREAK);
    pw_ct_close(t, b);
}

static void emit_loop(struct pw_ct *t, struct pw_cstmt *s, bool test_first)
{
    struct pw_cloop l = {
        .up = t->loop, .emitted = true, .s = s, .around = t->region, .frame = t->frame};
    struct pw_cstep *step = pw_ct_emit(t, PW_CSTEP_LOOP);
    struct pw_cbody b = pw_ct_open(t, &step->body);
    t->loops++;
    t->loop = &l;
    l.nesting = t->nesting;
    l.region = t->region;
    if (test_first && s->e) leave_unless(t, s->e);
    pw_ct_stmt(t, s->body, false);
    if (t->flow == PW_FLOW_NORMAL) {
        t->token = s->token, t->last = s->last;
        if (s->kind == PW_CS_FOR && s->step) pw_ct_effect(t, s->step);
        if (!test_first && s->e) leave_unless(t, s->e);
    }
    t->loop = l.up;
    t->loops--;
    pw_ct_close(t, b);
    t->flow = for_ever(s) && !leaves(s->body) ? PW_FLOW_DEAD : PW_FLOW_NORMAL;
}

/* Evaluating it changes nothing. */
static bool pure(const struct pw_cexpr *e)
{
    if (!e) return true;
    switch (e->kind) {
    case PW_CE_NUM:
    case PW_CE_NAME:
        return true;
    case PW_CE_UNARY:
    case PW_CE_CAST:
    case PW_CE_MEMBER:
        return pure(e->a);
    case PW_CE_BINARY:
    case PW_CE_INDEX:
    case PW_CE_COND:
        return pure(e->a) && pure(e->b) && pure(e->c);
    case PW_CE_CALL:
        if (e->a->kind != PW_CE_NAME) return false;
        return !strncmp(e->a->decl->name, "atomic_load", 11) ||
               !strcmp(e->a->decl->name, "__atomic_load_n");
    default:
        return false;
    }
}

/* while (c); waits: one step, if c is one access and no effect. */
static bool wait_loop(struct pw_ct *t, struct pw_cstmt *s)
{
    pw_cint k;
    if (!idle(s->body) || s->step || !s->e || !pure(s->e)) return false;
    if (s->e->kind == PW_CE_BINARY &&
        (s->e->op == PW_SIGN2('&', '&') || s->e->op == PW_SIGN2('|', '|')) && !t->atomic)
        return false;
    struct pw_cstep *list = NULL, **end = &list;
    struct pw_cstep **outer = pw_ct_into(t, end);
    unsigned emitted = t->emitted, epoch = t->epoch;
    const struct pw_cx *c = pw_ct_cond(t, s->e);
    bool one = list == NULL;
    if (!one && !t->atomic) { /* it takes several steps: a loop */
        pw_ct_into(t, outer);
        t->emitted = emitted, t->epoch = epoch;
        return false;
    }
    *outer = list;
    if (one)
        pw_ct_into(t, outer);
    else {
        while (*outer)
            outer = &(*outer)->next;
        pw_ct_into(t, outer);
    }
    if (pw_cx_is_const(c, &k)) {
        if (k) pw_ct_assume(t, pw_cx_bool(t->ir, false)), t->flow = PW_FLOW_DEAD;
        return true;
    }
    pw_ct_assume(t, pw_cx_not(t->ir, c));
    return true;
}

/* for (int k = 0; k < 4; k++), with numbers of few rounds. */
static bool few_rounds(const struct pw_cstmt *s)
{
    enum { MOST_ROUNDS = 16 };
    if (s->kind != PW_CS_FOR || !s->first || s->first->kind != PW_CS_DECL || !s->e || !s->step)
        return false;
    const struct pw_cdecl *d = s->first->decls;
    const struct pw_cexpr *e = s->e, *step = s->step;
    if (!d || d->next || !d->init || d->init->kind != PW_CE_NUM || d->is_addressed) return false;
    if (step->kind != PW_CE_INCR || step->op != '+' || step->a->kind != PW_CE_NAME ||
        step->a->decl != d)
        return false;
    return e->kind == PW_CE_BINARY && e->op == '<' && e->a->kind == PW_CE_NAME && e->a->decl == d &&
           e->b->kind == PW_CE_NUM && e->b->value - d->init->value <= MOST_ROUNDS;
}

void pw_ct_loop(struct pw_ct *t, struct pw_cstmt *s)
{
    bool here = pw_ct_is_single(t) && !t->loops;
    bool fills = t->in_main && t->loops == 1 && few_rounds(s); /* perhaps an element of a row */
    bool threads = here && pw_ct_threads(s->body, s->e);
    first_part(t, s);
    if (s->kind != PW_CS_FOR && !threads && wait_loop(t, s)) return;
    bool endless = for_ever(s) && !leaves(s->body);
    if (((here && ((t->in_main && !t->live) || threads)) || fills || t->atomic) && !endless) {
        run_loop(t, s);
        return;
    }
    if (t->atomic)
        pw_ct_fail(t, s->token, "only 'while (c);' is allowed there",
                   "unsupported: loop inside an atomic section");
    emit_loop(t, s, s->kind != PW_CS_DO);
}
