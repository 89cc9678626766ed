/* The translation: statements. t->flow says how a statement ended: control that is known at
 * translation time needs no step; other jumps are steps and leave dead code behind. */
#include <assert.h>
#include <string.h>

#include "front/c/ctran.h"

/* Jumps over what follows here, to the end of a loop or switch of this function. */
static unsigned jumped_over(const struct pw_ct *t)
{
    unsigned n = 0;
    for (const struct pw_cloop *l = t->loop; l; l = l->up)
        n += l->lefts;
    return n;
}

unsigned pw_ct_lefts(const struct pw_ct *t)
{
    /* what follows a return is done perhaps only; of main it is all that matters */
    unsigned returns = t->frame && t->frame->up ? t->frame->lefts : 0;
    return returns + jumped_over(t);
}

void pw_ct_leave_region(struct pw_ct *t, uint32_t region, unsigned lefts)
{
    assert(pw_ct_lefts(t) >= lefts);
    t->region = pw_ct_lefts(t) != lefts ? ++t->regions : region;
}

struct pw_cbody pw_ct_open(struct pw_ct *t, struct pw_cstep **list)
{
    struct pw_cbody b = {pw_ct_into(t, list), t->region, pw_ct_lefts(t)};
    t->region = ++t->regions;
    t->nesting++;
    return b;
}

void pw_ct_close(struct pw_ct *t, struct pw_cbody b)
{
    t->nesting--;
    pw_ct_leave_region(t, b.region, b.lefts);
    pw_ct_into(t, b.outer);
}

/* --- atomic sections --- */

void pw_ct_atomic_begin(struct pw_ct *t)
{
    if (t->atomic++) return;
    t->atomic_slot = t->tail;
    t->atomic_emitted = t->emitted;
    t->atomic_epoch = t->epoch;
    t->atomic_step = pw_ct_emit(t, PW_CSTEP_ATOMIC);
    t->atomic_outer = pw_ct_into(t, &t->atomic_step->body);
}

void pw_ct_atomic_end(struct pw_ct *t, uint32_t token)
{
    if (!t->atomic) pw_ct_fail(t, token, NULL, "an atomic section ends here that did not begin");
    if (--t->atomic) return;
    pw_ct_into(t, t->atomic_outer);
    if (t->atomic_step->body) return;
    *t->atomic_slot = NULL; /* nothing happens in it */
    pw_ct_into(t, t->atomic_slot);
    t->emitted = t->atomic_emitted;
    t->epoch = t->atomic_epoch;
}

/* --- assertions and assumptions: && and || become steps of their own --- */

static struct pw_cexpr *stripped(struct pw_cexpr *e, bool *negated)
{
    for (;;) {
        if (e->kind == PW_CE_UNARY && e->op == '!')
            *negated = !*negated, e = e->a;
        else if (e->kind == PW_CE_CAST && e->type->kind == PW_CT_INT && e->type->bits == 1)
            e = e->a;
        else
            return e;
    }
}

static void require(struct pw_ct *t, struct pw_cexpr *e, bool negated, bool assertion)
{
    e = stripped(e, &negated);
    bool logical =
        e->kind == PW_CE_BINARY && (e->op == PW_SIGN2('&', '&') || e->op == PW_SIGN2('|', '|'));
    if (logical && !pw_ct_quiet(t, e->b)) {
        bool all = (e->op == PW_SIGN2('&', '&')) != negated;
        if (all && assertion) { /* both, one after the other */
            require(t, e->a, negated, assertion);
            require(t, e->b, negated, assertion);
            return;
        }
        if (!all && assertion) { /* the second, where the first does not hold */
            const struct pw_cx *c = pw_ct_cond(t, e->a);
            struct pw_cstep *s = pw_ct_emit(t, PW_CSTEP_IF);
            s->cond = negated ? c : pw_cx_not(t->ir, c);
            struct pw_cbody b = pw_ct_open(t, &s->body);
            require(t, e->b, negated, assertion);
            pw_ct_close(t, b);
            return;
        }
    }
    const struct pw_cx *c = pw_ct_cond(t, e);
    if (negated) c = pw_cx_not(t->ir, c);
    if (assertion)
        pw_ct_assert(t, c, PW_CC_PROPERTY);
    else
        pw_ct_assume(t, c);
}

void pw_ct_assert_expr(struct pw_ct *t, struct pw_cexpr *e)
{
    require(t, e, false, true);
}
void pw_ct_assume_expr(struct pw_ct *t, struct pw_cexpr *e)
{
    require(t, e, false, false);
}

/* --- if --- */

static bool is_failure(const struct pw_cstmt *s)
{
    if (s && s->kind == PW_CS_BLOCK && s->body && !s->body->next) s = s->body;
    return s && s->kind == PW_CS_EXPR && s->e->kind == PW_CE_CALL && s->e->a->kind == PW_CE_NAME &&
           pw_ct_is_error(s->e->a->decl->name);
}

static bool is_empty(const struct pw_cstmt *s)
{
    if (!s || s->kind == PW_CS_EMPTY) return true;
    if (s->kind != PW_CS_BLOCK) return false;
    for (const struct pw_cstmt *k = s->body; k; k = k->next)
        if (!is_empty(k)) return false;
    return true;
}

static enum pw_cflow branch(struct pw_ct *t, struct pw_cstep **list, struct pw_cstmt *s,
                            struct pw_cstmt *rest, bool tail)
{
    struct pw_cbody b = pw_ct_open(t, list);
    t->flow = PW_FLOW_NORMAL;
    if (s) pw_ct_stmt(t, s, tail && !rest);
    for (; rest && t->flow == PW_FLOW_NORMAL; rest = rest->next)
        pw_ct_stmt(t, rest, tail && !rest->next);
    pw_ct_close(t, b);
    return t->flow;
}

static bool jumped_to(const struct pw_cstmt *s, const char *label);

/* Is there a label in it that some goto of the function names? */
static bool has_target(const struct pw_ct *t, const struct pw_cstmt *s)
{
    if (!s) return false;
    if (s->kind == PW_CS_LABEL && jumped_to(t->frame->fn->body, s->label)) return true;
    if (s->kind == PW_CS_BLOCK) {
        for (const struct pw_cstmt *k = s->body; k; k = k->next)
            if (has_target(t, k)) return true;
        return false;
    }
    return has_target(t, s->body) || has_target(t, s->otherwise);
}

/* rest: statements that follow and belong to both branches (inside an atomic section, where nothing
 * can be jumped over). */
static void if_statement(struct pw_ct *t, struct pw_cstmt *s, struct pw_cstmt *rest, bool tail)
{
    pw_cint k;
    if (!rest && is_failure(s->otherwise) && is_empty(s->body)) {
        pw_ct_assert_expr(t, s->e);
        return;
    }
    if (!rest && !s->otherwise && is_failure(s->body)) {
        require(t, s->e, true, true);
        return;
    }
    bool both = s->e->kind == PW_CE_BINARY && s->e->op == PW_SIGN2('&', '&') && !s->otherwise &&
                !rest && !pw_ct_quiet(t, s->e->b);
    const struct pw_cx *c = pw_ct_cond(t, both ? s->e->a : s->e);
    struct pw_cstmt inner = *s;
    if (both) inner.e = s->e->b;
    bool entered = pw_cx_is_const(c, &k) && has_target(t, k ? s->otherwise : s->body);
    if (pw_cx_is_const(c, &k) && !entered) {
        struct pw_cstmt *taken = k ? (both ? &inner : s->body) : s->otherwise;
        if (taken) pw_ct_stmt(t, taken, tail && !rest);
        for (; rest && t->flow == PW_FLOW_NORMAL; rest = rest->next)
            pw_ct_stmt(t, rest, tail && !rest->next);
        return;
    }
    struct pw_cstep *step = pw_ct_emit(t, PW_CSTEP_IF);
    step->cond = c;
    step->last = s->last;
    enum pw_cflow one = branch(t, &step->body, both ? &inner : s->body, rest, tail);
    enum pw_cflow two = branch(t, &step->otherwise, s->otherwise, rest, tail);
    t->flow = one != PW_FLOW_NORMAL && two != PW_FLOW_NORMAL ? PW_FLOW_DEAD : PW_FLOW_NORMAL;
}

static bool has_return(const struct pw_cstmt *s)
{
    if (!s) return false;
    if (s->kind == PW_CS_RETURN) return true;
    if (s->kind == PW_CS_BLOCK) {
        for (const struct pw_cstmt *k = s->body; k; k = k->next)
            if (has_return(k)) return true;
        return false;
    }
    return has_return(s->body) || has_return(s->otherwise);
}

/* --- blocks --- */

static bool begins_section(const struct pw_cstmt *s)
{
    return s->kind == PW_CS_LABEL || s->kind == PW_CS_CASE || s->kind == PW_CS_DEFAULT;
}

static bool ends_atomic(const struct pw_cstmt *s)
{
    return s->kind == PW_CS_EXPR && s->e->kind == PW_CE_CALL && s->e->a->kind == PW_CE_NAME &&
           !strcmp(s->e->a->decl->name, "__VERIFIER_atomic_end");
}

static struct pw_cstmt *find_end(struct pw_cstmt *s)
{
    while (s && !ends_atomic(s))
        s = s->next;
    return s;
}

/* atomic_begin(); if (c) { A; atomic_end(); B; return; } C; atomic_end(); D:
 * one step does A or C and notes which; then B, or D, which the caller goes on with (returned).
 * NULL: it is not like that. */
static struct pw_cstmt *leave_atomic(struct pw_ct *t, struct pw_cstmt *s, bool tail)
{
    pw_cint known;
    struct pw_cstmt *inner =
        s->body && s->body->kind == PW_CS_BLOCK ? find_end(s->body->body) : NULL;
    struct pw_cstmt *end = inner ? find_end(s->next) : NULL;
    if (!end || t->atomic != 1 || !inner->next) return NULL;
    bool quiet = pw_ct_quiet(t, s->e);
    const struct pw_cx *c = pw_ct_cond(t, s->e);
    if (quiet && pw_cx_is_const(c, &known)) return NULL; /* evaluating it again does no harm */
    uint32_t left = pw_ct_temp(t, 0, 1);
    struct pw_cstep *step = pw_ct_emit(t, PW_CSTEP_IF);
    step->cond = c;
    struct pw_cbody b = pw_ct_open(t, &step->body);
    for (struct pw_cstmt *k = s->body->body; k != inner; k = k->next)
        pw_ct_stmt(t, k, false);
    pw_ct_assign(t, left, pw_cx_int(t->ir, 1));
    pw_ct_close(t, b);
    b = pw_ct_open(t, &step->otherwise);
    if (s->otherwise) pw_ct_stmt(t, s->otherwise, false);
    for (struct pw_cstmt *k = s->next; k != end; k = k->next)
        pw_ct_stmt(t, k, false);
    pw_ct_assign(t, left, pw_cx_int(t->ir, 0));
    pw_ct_close(t, b);
    pw_ct_atomic_end(t, end->token);
    step = pw_ct_emit(t, PW_CSTEP_IF);
    step->cond = pw_cx_truth(t->ir, pw_cx_var(t->ir, left));
    b = pw_ct_open(t, &step->body);
    for (struct pw_cstmt *k = inner->next; k && t->flow == PW_FLOW_NORMAL; k = k->next)
        pw_ct_stmt(t, k, tail && !k->next && !end->next);
    if (t->flow == PW_FLOW_NORMAL)
        pw_ct_fail(t, inner->token, "return after it",
                   "unsupported: the atomic section goes on in another branch");
    pw_ct_close(t, b);
    t->flow = PW_FLOW_NORMAL;
    return end;
}

static void block(struct pw_ct *t, struct pw_cstmt *s, bool tail)
{
    for (struct pw_cstmt *k = s->body; k; k = k->next) {
        struct pw_cstmt *end = NULL;
        /* nothing comes here from above, but a jump comes into it */
        if (t->flow == PW_FLOW_DEAD && !begins_section(k) && has_target(t, k))
            t->flow = PW_FLOW_NORMAL;
        if (t->flow != PW_FLOW_NORMAL && !begins_section(k)) continue;
        if (t->flow == PW_FLOW_BREAK || t->flow == PW_FLOW_CONTINUE || t->flow == PW_FLOW_RETURN)
            continue;
        if (t->atomic && k->kind == PW_CS_IF && t->flow == PW_FLOW_NORMAL)
            end = leave_atomic(t, k, tail);
        if (end) {
            k = end;
            continue;
        }
        if (t->atomic && k->kind == PW_CS_IF && k->next && has_return(k)) {
            t->token = k->token, t->last = k->last;
            if_statement(t, k, k->next, tail);
            return;
        }
        pw_ct_stmt(t, k, tail && !k->next);
    }
}

/* --- declarations --- */

/* struct slot *s = &table[i]; where s is not changed any more: a name for the element. */
static bool declare_alias(struct pw_ct *t, struct pw_cdecl *d, struct pw_cobj *o)
{
    if (d->type->kind != PW_CT_PTR || d->is_modified || o->shared || d->init->kind == PW_CE_LIST)
        return false;
    struct pw_cval v = pw_ct_convert(t, pw_ct_eval(t, d->init), d->type, d->token);
    struct pw_clv lv = pw_ct_place(o);
    if (v.kind == PW_CV_PTR && !v.lv.code && v.lv.nindex)
        pw_ct_alias(t, o, v);
    else
        pw_ct_store(t, &lv, v, d->token);
    return true;
}

static void declare(struct pw_ct *t, struct pw_cdecl *d)
{
    if (d->is_global || d->kind != PW_CD_VAR) return;
    struct pw_cobj *o = pw_ct_local(t, d);
    if (o->row && d->init)
        pw_ct_fail(t, d->token, "set the elements in the loop that creates the threads",
                   "unsupported: first values of '%s', of which each thread has a part", d->name);
    if (o->row) return;
    o->region = t->region;
    o->loops = t->loops;
    o->made++;
    if (!d->init) {
        for (int64_t i = 0; i < o->ncells; i++) {
            if (o->cells[i].var >= 0) continue;
            o->cells[i].known = true;
            o->cells[i].value = (struct pw_cval){.kind = PW_CV_UNINIT, .type = o->cells[i].type};
        }
        pw_ct_unset(t, o);
        return;
    }
    if (!declare_alias(t, d, o)) pw_ct_initialise(t, o, o->type, 0, d->init);
}

/* --- jumps --- */

void pw_ct_land(struct pw_ct *t, const char *label, uint32_t region, unsigned lefts)
{
    if (!label) return;
    assert(t->flow != PW_FLOW_CONTINUE && t->flow != PW_FLOW_RETURN);
    pw_ct_label(t, label);
    pw_ct_leave_region(t, region, lefts);
}

void pw_ct_break_by_jump(struct pw_ct *t, struct pw_cloop *l)
{
    assert(!l->emitted);
    if (!l->break_label) l->break_label = pw_ct_fresh(t, "after");
    l->lefts++;
    pw_ct_goto(t, l->break_label);
}

static void break_statement(struct pw_ct *t, struct pw_cstmt *s)
{
    struct pw_cloop *l = t->loop;
    if (!l) pw_ct_fail(t, s->token, NULL, "'break' outside of a loop");
    if (l->emitted) {
        pw_ct_emit(t, PW_CSTEP_BREAK);
        t->flow = PW_FLOW_DEAD;
    } else if (t->nesting == l->nesting) {
        t->flow = PW_FLOW_BREAK;
    } else {
        if (t->atomic && l->in_atomic)
            pw_ct_fail(t, s->token, "use if and else",
                       "unsupported: a jump inside an atomic section");
        pw_ct_break_by_jump(t, l);
    }
}

static void continue_statement(struct pw_ct *t, struct pw_cstmt *s)
{
    struct pw_cloop *l = t->loop;
    while (l && l->is_switch)
        l = l->up;
    if (!l) pw_ct_fail(t, s->token, NULL, "'continue' outside of a loop");
    if (!l->emitted && t->nesting == l->nesting) {
        t->flow = PW_FLOW_CONTINUE;
    } else if (!l->emitted) {
        if (t->atomic && l->in_atomic)
            pw_ct_fail(t, s->token, "use if and else",
                       "unsupported: a jump inside an atomic section");
        if (!l->continue_label) l->continue_label = pw_ct_fresh(t, "next");
        l->lefts++;
        pw_ct_goto(t, l->continue_label);
    } else {
        if (l->s->kind == PW_CS_FOR && l->s->step) pw_ct_effect(t, l->s->step);
        if (l->s->kind == PW_CS_DO) {
            struct pw_cstep *step;
            const struct pw_cx *c = pw_ct_cond(t, l->s->e);
            step = pw_ct_emit(t, PW_CSTEP_IF);
            step->cond = pw_cx_not(t->ir, c);
            step->leaves = true;
            struct pw_cbody b = pw_ct_open(t, &step->body);
            pw_ct_emit(t, PW_CSTEP_BREAK);
            pw_ct_close(t, b);
        }
        pw_ct_emit(t, PW_CSTEP_CONTINUE);
        t->flow = PW_FLOW_DEAD;
    }
}

static struct pw_cobj *result_object(struct pw_ct *t, struct pw_cframe *f, uint32_t token)
{
    if (f->result) return f->result;
    const char *name = pw_cir_text(t->ir, "%s_result", f->fn->name);
    const char *key = pw_cir_text(t->ir, "%s:result", f->path);
    f->result = pw_ct_object(t, NULL, name, key, f->fn->type->to, false, token);
    f->result->region = UINT32_MAX; /* never known */
    f->result->what = pw_cir_text(t->ir, "what %s returns", f->fn->name);
    return f->result;
}

static void return_statement(struct pw_ct *t, struct pw_cstmt *s, bool tail)
{
    struct pw_cframe *f = t->frame;
    const struct pw_ctype *type = f->fn->type->to;
    bool value = s->e && type->kind != PW_CT_VOID;
    struct pw_cval v = {.kind = PW_CV_VOID, .type = type};
    if (value)
        v = pw_ct_convert(t, pw_ct_eval(t, s->e), type, s->token);
    else if (s->e)
        pw_ct_effect(t, s->e);
    bool here = t->nesting == f->nesting && !f->result && !pw_ct_jumps(t, f->fn) && !jumped_over(t);
    if (here) {
        f->value = v;
        f->returned = true;
        t->flow = PW_FLOW_RETURN;
        return;
    }
    bool kept = f->up || t->thread_end; /* what a thread returns is looked at where it ends */
    if (value && kept && v.kind != PW_CV_AGG) {
        struct pw_clv lv = pw_ct_place(result_object(t, f, s->token));
        pw_ct_store(t, &lv, v, s->token);
    } else if (value && v.kind == PW_CV_AGG) {
        pw_ct_fail(t, s->token, "return through a pointer",
                   "unsupported: a struct returned from the middle of a function");
    }
    t->flow = PW_FLOW_DEAD;
    if (tail) {
        f->tail_return = true;
        return;
    }
    if (t->atomic)
        pw_ct_fail(t, s->token, "return at the end",
                   "unsupported: 'return' in the middle of an atomic section");
    if (!f->end_label) f->end_label = pw_ct_fresh(t, pw_cir_text(t->ir, "%s_end", f->fn->name));
    f->lefts++;
    pw_ct_goto(t, f->end_label);
}

static struct pw_cfact *jumps_fact(struct pw_ct *t, const struct pw_cdecl *f)
{
    return pw_cfacts_of(t->facts, pw_cir_text(t->ir, "jumps:%u", f->id));
}

bool pw_ct_jumps(struct pw_ct *t, const struct pw_cdecl *f)
{
    return f->has_jumps && jumps_fact(t, f)->written;
}

static void reach_jump(struct pw_ct *t)
{
    assert(t->frame->fn->has_jumps);
    struct pw_cfact *f = jumps_fact(t, t->frame->fn);
    if (!f->written) f->written = t->again = true;
}

static bool is_watched(const struct pw_ct *t, const char *label)
{
    const char *p = t->o->labels;
    size_t n = strlen(label);
    while (p && (p = strstr(p, label))) {
        bool left = p == t->o->labels || !(p[-1] == '_' || (unsigned)(p[-1] | 32) - 'a' < 26u);
        if (left &&
            !(p[n] == '_' || ((unsigned)(p[n] | 32) - 'a') < 26u || (unsigned)p[n] - '0' < 10u))
            return true;
        p += n;
    }
    return false;
}

static const char *label_name(struct pw_ct *t, const char *user)
{
    struct pw_cframe *f = t->frame;
    for (size_t i = 0; i < f->labels.n; i++)
        if (!strcmp(f->labels.at[i].user, user)) return f->labels.at[i].name;
    struct pw_clabel l = {user, is_watched(t, user) ? user : pw_ct_fresh(t, user)};
    pw_vec_push(&f->labels, l);
    return l.name;
}

static bool jumped_to(const struct pw_cstmt *s, const char *label)
{
    for (; s; s = s->next) {
        if (s->kind == PW_CS_GOTO && !strcmp(s->label, label)) return true;
        if (jumped_to(s->body, label) || jumped_to(s->otherwise, label)) return true;
        if (s->first && jumped_to(s->first, label)) return true;
    }
    return false;
}

/* A label that an annotation counts has its own name in every thread; there it is one place. */
static const char *watched_name(struct pw_ct *t, const struct pw_cstmt *s)
{
    const char *key = pw_cir_text(t->ir, "%d %s", t->thread, s->label);
    size_t before = t->watched.n;
    pw_names_intern(&t->watched, key);
    if (t->watched.n == before)
        pw_ct_fail(t, s->token, "give each place a label of its own",
                   "unsupported: this label is counted, and stands for several places of a thread");
    return label_name(t, s->label);
}

static void label_statement(struct pw_ct *t, struct pw_cstmt *s, bool tail)
{
    if (is_watched(t, s->label)) {
        if (t->atomic)
            pw_ct_fail(t, s->token, "put it outside",
                       "unsupported: a label inside an atomic section");
        pw_ct_label(t, watched_name(t, s));
    } else if (jumped_to(t->frame->fn->body, s->label)) {
        if (t->atomic)
            pw_ct_fail(t, s->token, "put it outside",
                       "unsupported: a label inside an atomic section");
        pw_ct_label(t, label_name(t, s->label));
    } else if (t->flow == PW_FLOW_DEAD) {
        return;
    }
    pw_ct_stmt(t, s->body, tail);
}

/* --- switch: a chain of ifs; what falls through is expanded again --- */

struct section {
    struct pw_cstmt *s; /* CASE or DEFAULT */
    struct pw_cstmt *next;
    pw_cint value, high; /* in the type of what is switched on, promoted */
};
typedef PW_VEC(struct section) sections;

static bool is_case(const struct pw_cstmt *s)
{
    return s->kind == PW_CS_CASE || s->kind == PW_CS_DEFAULT;
}

/* The first case of this switch in the list or inside its statements; NULL: there is none. */
static const struct pw_cstmt *case_inside(const struct pw_cstmt *s)
{
    const struct pw_cstmt *found = NULL;
    for (; s && !found; s = s->next) {
        if (is_case(s)) return s;
        if (s->kind == PW_CS_SWITCH) continue; /* its cases are its own */
        found = case_inside(s->body);
        if (!found) found = case_inside(s->otherwise);
    }
    return found;
}

static void collect(struct pw_ct *t, struct pw_cstmt *body, const struct pw_ctype *type,
                    sections *v)
{
    if (body->kind != PW_CS_BLOCK)
        pw_ct_fail(t, body->token, NULL, "unsupported: a switch without braces");
    for (struct pw_cstmt *s = body->body; s; s = s->next) {
        struct pw_cstmt *k = s;
        for (; is_case(k); k = k->body) {
            struct section x = {k, s->next, pw_ctype_wrap(k->value, type),
                                pw_ctype_wrap(k->high, type)};
            pw_vec_push(v, x);
        }
        const struct pw_cstmt *inside = k->kind == PW_CS_SWITCH ? NULL : case_inside(k->body);
        if (!inside && k->kind != PW_CS_SWITCH) inside = case_inside(k->otherwise);
        if (inside)
            pw_ct_fail(t, inside->token, "put it directly into the switch",
                       "unsupported: 'case' inside another statement");
    }
}

static void run_section(struct pw_ct *t, const struct section *x, struct pw_cstmt *s)
{
    struct pw_cloop l = {
        .up = t->loop, .is_switch = true, .nesting = t->nesting, .s = s, .in_atomic = t->atomic};
    uint32_t region = t->region;
    unsigned lefts = pw_ct_lefts(t);
    t->loop = &l;
    struct pw_cstmt *first = x->s->body;
    while (is_case(first))
        first = first->body;
    pw_ct_stmt(t, first, false);
    for (struct pw_cstmt *k = x->next; k && t->flow == PW_FLOW_NORMAL; k = k->next) {
        struct pw_cstmt *inner = k;
        while (is_case(inner))
            inner = inner->body;
        pw_ct_stmt(t, inner, false);
    }
    t->loop = l.up;
    if (t->flow == PW_FLOW_BREAK) t->flow = PW_FLOW_NORMAL;
    pw_ct_land(t, l.break_label, region, lefts);
}

static const struct pw_cx *case_condition(struct pw_ct *t, const struct pw_cx *e,
                                          const struct section *s)
{
    if (s->value == s->high) return pw_cx_make(t->ir, PW_CX_EQ, e, pw_cx_int(t->ir, s->value));
    return pw_cx_make(t->ir, PW_CX_AND, pw_cx_make(t->ir, PW_CX_GE, e, pw_cx_int(t->ir, s->value)),
                      pw_cx_make(t->ir, PW_CX_LE, e, pw_cx_int(t->ir, s->high)));
}

static void switch_chain(struct pw_ct *t, const sections *v, size_t i, const struct pw_cx *e,
                         struct pw_cstmt *s)
{
    pw_cint k;
    while (i < v->n && v->at[i].s->kind == PW_CS_DEFAULT)
        i++;
    if (i == v->n) {
        for (size_t d = 0; d < v->n; d++)
            if (v->at[d].s->kind == PW_CS_DEFAULT) {
                run_section(t, &v->at[d], s);
                return;
            }
        return;
    }
    const struct pw_cx *c = case_condition(t, e, &v->at[i]);
    if (pw_cx_is_const(c, &k)) {
        if (k)
            run_section(t, &v->at[i], s);
        else
            switch_chain(t, v, i + 1, e, s);
        return;
    }
    struct pw_cstep *step = pw_ct_emit(t, PW_CSTEP_IF);
    step->cond = c;
    struct pw_cbody b = pw_ct_open(t, &step->body);
    t->flow = PW_FLOW_NORMAL;
    run_section(t, &v->at[i], s);
    enum pw_cflow one = t->flow;
    pw_ct_close(t, b);
    b = pw_ct_open(t, &step->otherwise);
    t->flow = PW_FLOW_NORMAL;
    switch_chain(t, v, i + 1, e, s);
    enum pw_cflow two = t->flow;
    pw_ct_close(t, b);
    t->flow = one != PW_FLOW_NORMAL && two != PW_FLOW_NORMAL ? PW_FLOW_DEAD : PW_FLOW_NORMAL;
}

static void switch_statement(struct pw_ct *t, struct pw_cstmt *s)
{
    sections v = {0};
    struct pw_cval x = pw_ct_eval(t, s->e);
    if (x.kind != PW_CV_INT)
        pw_ct_fail(t, s->token, NULL, "unsupported: a switch on something that is no integer");
    pw_ct_spill_val(t, &x);
    collect(t, s->body, x.type->rank < 3 ? pw_ct_type_int() : x.type, &v);
    if (v.n > 40) pw_ct_fail(t, s->token, NULL, "unsupported: a switch with more than 40 cases");
    pw_cint k;
    if (!pw_cx_is_const(x.e, &k) && x.e->kind != PW_CX_VAR) { /* tested more than once */
        pw_cint lo, hi;
        pw_cx_range(t->ir, x.e, &lo, &hi);
        uint32_t var = pw_ct_temp(t, lo, hi);
        pw_ct_assign(t, var, x.e);
        x.e = pw_cx_var(t->ir, var);
    }
    switch_chain(t, &v, 0, x.e, s);
    pw_vec_clear(&v);
}

/* --- all of them --- */

void pw_ct_stmt(struct pw_ct *t, struct pw_cstmt *s, bool tail)
{
    if (s->kind != PW_CS_BLOCK && s->kind != PW_CS_LABEL) t->token = s->token, t->last = s->last;
    switch (s->kind) {
    case PW_CS_EXPR:
        pw_ct_effect(t, s->e);
        break;
    case PW_CS_DECL:
        for (struct pw_cdecl *d = s->decls; d; d = d->next)
            declare(t, d);
        break;
    case PW_CS_BLOCK:
        block(t, s, tail);
        break;
    case PW_CS_IF:
        if_statement(t, s, NULL, tail);
        break;
    case PW_CS_WHILE:
    case PW_CS_DO:
    case PW_CS_FOR:
        pw_ct_loop(t, s);
        break;
    case PW_CS_SWITCH:
        switch_statement(t, s);
        break;
    case PW_CS_CASE:
    case PW_CS_DEFAULT:
        pw_ct_fail(t, s->token, "put it directly into the switch",
                   "unsupported: 'case' inside another statement");
    case PW_CS_BREAK:
        break_statement(t, s);
        break;
    case PW_CS_CONTINUE:
        continue_statement(t, s);
        break;
    case PW_CS_GOTO:
        if (t->atomic)
            pw_ct_fail(t, s->token, "use if and else",
                       "unsupported: a jump inside an atomic section");
        reach_jump(t);
        pw_ct_goto(t, label_name(t, s->label));
        break;
    case PW_CS_LABEL:
        label_statement(t, s, tail);
        break;
    case PW_CS_RETURN:
        return_statement(t, s, tail);
        break;
    default:
        break;
    }
}
