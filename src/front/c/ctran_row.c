/* The translation: memory of which each of any number of threads gets a part of its own.
 *
 * `for (i = 0; i < n; i++) { a[i].id = i; pthread_create(.., &a[i]); }` with n not known, or
 * `struct arg *a = malloc(sizeof *a); ... pthread_create(.., a);` in such a loop: an element
 * belongs to one thread. It becomes an object local to that thread, which starts with what main
 * has put there before. Main keeps no variables for such a row, only what its loops put into an
 * element: a constant, the number of the element, or something else, which is then read as any
 * value. What main reads of elements that threads have got is any value, too; it may not write
 * there. */
#include <assert.h>
#include <string.h>

#include "front/c/ctran.h"

/* --- loops that count --- */

/* Is the variable set in the expression or in the statements, or its address taken? */
static bool sets(const struct pw_cexpr *e, const struct pw_cdecl *d);

static bool body_sets(const struct pw_cstmt *s, const struct pw_cdecl *d)
{
    for (; s; s = s->next) {
        if (sets(s->e, d) || sets(s->step, d) || body_sets(s->first, d) || body_sets(s->body, d) ||
            body_sets(s->otherwise, d))
            return true;
        for (const struct pw_cdecl *x = s->kind == PW_CS_DECL ? s->decls : NULL; x; x = x->next)
            if (sets(x->init, d)) return true;
    }
    return false;
}

static bool names(const struct pw_cexpr *e, const struct pw_cdecl *d)
{
    return e && e->kind == PW_CE_NAME && e->decl == d;
}

static bool sets(const struct pw_cexpr *e, const struct pw_cdecl *d)
{
    if (!e) return false;
    bool changes = e->kind == PW_CE_ASSIGN || e->kind == PW_CE_INCR ||
                   (e->kind == PW_CE_UNARY && e->op == '&');
    if (changes && names(e->a, d)) return true;
    for (uint32_t i = 0; i < e->nargs; i++)
        if (e->args && sets(e->args[i], d)) return true;
    return sets(e->a, d) || sets(e->b, d) || sets(e->c, d) || (e->body && body_sets(e->body, d));
}

/* The loop around l, or around the call of the function *f that it is in; NULL: there is none. */
static const struct pw_cloop *next_loop(const struct pw_cloop *l, const struct pw_cframe **f)
{
    for (;; l = l->up) {
        while (!l && *f)
            l = (*f)->loop, *f = (*f)->up;
        if (!l || (l->emitted && !l->is_switch)) return l;
    }
}

/* The innermost loop of the result around this place, in this function or one that called it. */
static const struct pw_cloop *loop_around(const struct pw_ct *t)
{
    const struct pw_cframe *f = t->frame;
    return next_loop(t->loop, &f);
}

const struct pw_cdecl *pw_ct_loop_variable(const struct pw_ct *t, int64_t *low)
{
    const struct pw_cloop *l = loop_around(t);
    if (!l || t->loops != 1 || l->s->kind != PW_CS_FOR || !l->s->step || !l->s->first) return NULL;
    const struct pw_cexpr *step = l->s->step, *first = NULL;
    if (step->kind != PW_CE_INCR || step->op != '+' || step->a->kind != PW_CE_NAME) return NULL;
    const struct pw_cdecl *d = step->a->decl;
    if (l->s->first->kind == PW_CS_DECL && l->s->first->decls == d) first = d->init;
    if (l->s->first->kind == PW_CS_EXPR && l->s->first->e->kind == PW_CE_ASSIGN &&
        !l->s->first->e->op && names(l->s->first->e->a, d))
        first = l->s->first->e->b;
    if (!first || first->kind != PW_CE_NUM || sets(l->s->e, d) || body_sets(l->s->body, d))
        return NULL;
    if (d->is_global || d->is_addressed || d->type->kind != PW_CT_INT ||
        pw_ctype_max(d->type) < INT32_MAX)
        return NULL; /* a number may come again */
    *low = (int64_t)first->value;
    return d;
}

/* Does it go on with the next number early? */
static bool skips(const struct pw_cstmt *s)
{
    for (; s; s = s->next)
        if (s->kind == PW_CS_CONTINUE || s->kind == PW_CS_GOTO || skips(s->body) ||
            skips(s->otherwise))
            return true;
    return false;
}

/* Has a function at work, called from 'from' (NULL: main), perhaps returned before this place? */
static bool perhaps_left(const struct pw_ct *t, const struct pw_cframe *from)
{
    for (const struct pw_cframe *f = t->frame; f && f->up && f != from; f = f->up)
        if (f->end_label) return true;
    return false;
}

bool pw_ct_every_round(const struct pw_ct *t)
{
    const struct pw_cloop *l = loop_around(t);
    assert(l && l->emitted);
    return t->region == l->region && !skips(l->s->body) && !perhaps_left(t, l->frame);
}

/* e is the variable of the loop, plus *plus. */
static bool is_number(struct pw_ct *t, const struct pw_cx *e, pw_cint *plus)
{
    int64_t low;
    const struct pw_cdecl *d = pw_ct_loop_variable(t, &low);
    *plus = 0;
    if (!d) return false;
    if (e->kind == PW_CX_ADD && e->b->kind == PW_CX_INT) *plus = e->b->value, e = e->a;
    const struct pw_cobj *o = pw_ct_find(t, d, d->token);
    if (o->shared) return false;
    if (o->cells[0].var < 0) /* the step of the loop will make it one, in the next translation */
        return e->kind == PW_CX_INT;
    if (e->kind != PW_CX_VAR) return false;
    assert(e->var < t->ir->vars.n);
    uint32_t copied = t->ir->vars.at[e->var].copy_of; /* the argument of a function */
    uint32_t var = (uint32_t)o->cells[0].var;
    return e->var == var || copied == var + 1;
}

/* --- rows --- */

/* ... a function that this round of the loop has called? */
static bool perhaps_left_round(const struct pw_ct *t)
{
    const struct pw_cloop *l = loop_around(t);
    return perhaps_left(t, l ? l->frame : NULL);
}

/* The body of the loop around this place, or 0. */
static uint32_t body_around(const struct pw_ct *t)
{
    const struct pw_cloop *l = loop_around(t);
    return l ? l->region : 0;
}

/* As memory that is zero. */
static void clear_parts(struct pw_ct *t, struct pw_cobj *o)
{
    for (int64_t i = 0; i < o->ncells; i++) {
        bool integer = o->cells[i].type->kind == PW_CT_INT;
        o->cells[i].part.how = PW_PART_VALUE;
        o->cells[i].part.v = integer
                                 ? pw_ct_num(t, o->cells[i].type, 0)
                                 : (struct pw_cval){.kind = PW_CV_NULL, .type = o->cells[i].type};
    }
}

void pw_ct_make_row(struct pw_ct *t, struct pw_cobj *o, int64_t count, bool zeroed)
{
    assert(t->in_main && o->heap == NULL);
    assert(count >= -1);
    o->row = true;
    o->shared = false;
    o->thread = t->thread;
    o->row_count = count;
    o->row_made = t->region;
    o->row_in = body_around(t);
    o->region = t->region;
    for (int64_t i = 0; i < o->ncells; i++)
        o->cells[i].part = (struct pw_cpart){.how = PW_PART_UNSET};
    if (zeroed) clear_parts(t, o);
}

bool pw_ct_may_be_row(struct pw_ct *t, const struct pw_cval *arg)
{
    pw_cint plus;
    if (arg->kind != PW_CV_PTR || arg->lv.code || arg->lv.nindex != 1 || arg->lv.offset)
        return false;
    const struct pw_cobj *o = arg->lv.obj;
    assert(o && !o->row);
    if (o->type->kind != PW_CT_ARRAY || pw_ctype_cells(o->type->to) != arg->lv.index[0].stride)
        return false;
    struct pw_cfact *f = pw_cfacts_of(t->facts, o->key);
    if (f->no_row || !is_number(t, arg->lv.index[0].e, &plus) || plus) return false;
    if (!f->row) f->row = t->again = true;
    return true;
}

/* A thread gets at the array by its name: it is no row. */
void pw_ct_no_row(struct pw_ct *t, const struct pw_cobj *o)
{
    struct pw_cfact *f = pw_cfacts_of(t->facts, o->key);
    assert(o->row);
    if (!f->row) return;
    f->row = false;
    f->no_row = t->again = true;
}

static bool same_number(const struct pw_cexpr *a, const struct pw_cexpr *b)
{
    if (a->kind != b->kind) return false;
    if (a->kind == PW_CE_NUM) return a->value == b->value;
    return a->kind == PW_CE_NAME && a->decl == b->decl && !a->decl->is_modified &&
           !a->decl->is_addressed && !a->decl->is_global;
}

/* The local variable that bounds the loop, or NULL. */
static const struct pw_cobj *bound_of(struct pw_ct *t, const struct pw_cstmt *s)
{
    const struct pw_cexpr *e = s->e && s->e->kind == PW_CE_BINARY ? s->e->b : NULL;
    if (!e || e->kind != PW_CE_NAME || e->decl->is_global) return NULL;
    if (e->decl->kind != PW_CD_VAR && e->decl->kind != PW_CD_PARAM) return NULL;
    return pw_ct_find(t, e->decl, e->token);
}

/* Does the loop do all of its body for each number? */
static bool whole_rounds(const struct pw_cstmt *s)
{
    for (; s; s = s->next) {
        if (s->kind == PW_CS_BREAK || s->kind == PW_CS_CONTINUE || s->kind == PW_CS_GOTO ||
            s->kind == PW_CS_RETURN)
            return false;
        if (!whole_rounds(s->body) || !whole_rounds(s->otherwise)) return false;
    }
    return true;
}

/* Do the numbers of two loops end with the same one? */
static bool same_end(const struct pw_cstmt *a, const struct pw_cstmt *b)
{
    const struct pw_cexpr *x = a->e, *y = b->e;
    assert(a->kind == PW_CS_FOR && b->kind == PW_CS_FOR);
    if (!x || !y || x->kind != PW_CE_BINARY || y->kind != PW_CE_BINARY || x->op != '<' ||
        y->op != '<')
        return false;
    return names(x->a, a->step->a->decl) && names(y->a, b->step->a->decl) &&
           same_number(x->b, y->b);
}

/* Two loops over the same elements: what one has set, the other finds. */
static bool same_elements(const struct pw_cstmt *a, const struct pw_cstmt *b)
{
    return same_end(a, b) && whole_rounds(a->body);
}

/* What is known of an element does not hold when other rounds of the loop set it, too. */
static void mixed(struct pw_ct *t, const struct pw_cobj *o, uint32_t token)
{
    assert(o->row && t->loops);
    pw_ct_fail(t, token, "set them in a loop before",
               "unsupported: a loop uses its element of %s, and sets others", pw_ct_spoken(t, o));
}

/* The element of this round of the loop: what is in it was put there by loops before. */
static void enter_loop(struct pw_ct *t, struct pw_cobj *o, uint32_t token)
{
    const struct pw_cloop *l = loop_around(t);
    int64_t low = 0;
    assert(l && l->emitted && !o->handed);
    if (o->row_mixed == l->s) mixed(t, o, token);
    if (o->row_loop && o->row_body == l->region) return;
    pw_ct_loop_variable(t, &low);
    /* a name may stand for another variable in another call or round */
    const struct pw_cobj *bound = bound_of(t, l->s);
    bool same = o->row_bound == bound && o->row_bound_made == (bound ? bound->made : 0);
    /* the loop before was on every way here */
    bool done = o->row_around == o->row_made || o->row_around == l->around;
    bool kept =
        !o->row_loop || (done && same && o->row_low == low && same_elements(o->row_loop, l->s));
    for (int64_t i = 0; i < o->ncells && !kept; i++)
        o->cells[i].part.how = PW_PART_ANY;
    o->row_loop = l->s;
    o->row_body = l->region;
    o->row_bound = bound;
    o->row_bound_made = bound ? bound->made : 0;
    o->row_around = perhaps_left(t, NULL) ? UINT32_MAX : l->around;
    o->row_low = low;
    o->region = l->region;
}

struct pw_clv pw_ct_row_element(struct pw_ct *t, const struct pw_clv *lv, const struct pw_cx *i,
                                uint32_t token)
{
    struct pw_clv out = *lv;
    struct pw_cobj *o = lv->obj;
    pw_cint plus;
    assert(o->row);
    if (lv->chosen) {
        if (pw_cx_is_const(i, &plus) && !plus) return out;
        pw_ct_fail(t, token, "write the array and the whole index",
                   "unsupported: from an element of %s, of which each thread has a part, to "
                   "another",
                   pw_ct_spoken(t, o));
    }
    out.chosen = true;
    out.elsewhere = !is_number(t, i, &plus) || plus || o->handed;
    if (o->row_count >= 0) {
        const struct pw_cx *e = pw_ct_spill(t, i);
        pw_ct_assert(t,
                     pw_cx_make(t->ir, PW_CX_AND,
                                pw_cx_make(t->ir, PW_CX_GE, e, pw_cx_int(t->ir, 0)),
                                pw_cx_make(t->ir, PW_CX_LT, e, pw_cx_int(t->ir, o->row_count))),
                     PW_CC_BOUNDS);
    } else {
        pw_ct_note(t, token, false, "an index of %s is taken to be inside of it",
                   pw_ct_spoken(t, o));
    }
    if (!out.elsewhere) enter_loop(t, o, token);
    return out;
}

/* Not the element of this round: another, or the start of the row. */
static bool elsewhere(const struct pw_clv *lv)
{
    assert(lv->obj->row);
    return lv->elsewhere || (!lv->obj->fresh && !lv->chosen);
}

static struct pw_cval any_part(struct pw_ct *t, const struct pw_cobj *o,
                               const struct pw_ctype *type, uint32_t token)
{
    if (type->kind != PW_CT_INT)
        pw_ct_fail(t, token, "keep it in a global variable",
                   "unsupported: a pointer in %s, of which each thread has a part",
                   pw_ct_spoken(t, o));
    struct pw_cval v = pw_ct_any(t, type, pw_ctype_min(type), pw_ctype_max(type));
    pw_ct_note_about(t, token, &v, "what is read of %s is read as any value", pw_ct_spoken(t, o));
    return v;
}

struct pw_cval pw_ct_row_load(struct pw_ct *t, const struct pw_clv *lv, uint32_t token)
{
    struct pw_cobj *o = lv->obj;
    assert(o->row && !lv->nindex);
    assert(lv->offset >= 0 && lv->offset < o->ncells);
    const struct pw_ccell *c = &o->cells[lv->offset];
    pw_ct_order_note(t, o, lv->offset, false);
    if (pw_ct_is_handle(c->type)) return c->value;
    bool here = !o->fresh || t->region == o->row_made; /* of this round */
    if (here && !elsewhere(lv) && !o->handed && c->part.how == PW_PART_VALUE) return c->part.v;
    return any_part(t, o, c->type, token);
}

static bool creates_around(const struct pw_ct *t)
{
    const struct pw_cframe *f = t->frame;
    const struct pw_cloop *l = next_loop(t->loop, &f);
    for (; l; l = next_loop(l->up, &f))
        if (pw_ct_threads(l->s->body, NULL)) return true;
    return t->loops > 1;
}

static void set_others(struct pw_ct *t, struct pw_cobj *o, uint32_t token)
{
    const struct pw_cloop *loop = loop_around(t);
    assert(o->row);
    if (!loop) return;
    o->row_mixed = loop->s;
    if (o->row_loop == loop->s) mixed(t, o, token);
}

static void refuse_change(struct pw_ct *t, const struct pw_clv *lv, uint32_t token)
{
    if (lv->obj->handed || (elsewhere(lv) && creates_around(t)))
        pw_ct_fail(
            t, token,
            "set it before the thread is created, or when a loop like that one has joined them",
            "unsupported: main changes %s, of which each thread has a part",
            pw_ct_spoken(t, lv->obj));
}

void pw_ct_row_blur(struct pw_ct *t, const struct pw_clv *lv, uint32_t token)
{
    struct pw_cobj *o = lv->obj;
    assert(o->row);
    if (!t->in_main) pw_ct_fail(t, token, "assign the variables", "unsupported: a text there");
    refuse_change(t, lv, token);
    for (int64_t i = 0; i < o->ncells; i++)
        o->cells[i].part = (struct pw_cpart){.how = PW_PART_ANY};
    if (elsewhere(lv)) set_others(t, o, token);
}

bool pw_ct_row_clear(struct pw_ct *t, const struct pw_clv *lv, int64_t bytes, uint32_t token)
{
    struct pw_cobj *o = lv->obj;
    assert(o->row);
    if (o->fresh || lv->chosen) return false;
    pw_ct_row_blur(t, lv, token);
    int64_t size = pw_ctype_size(lv->type, t->u->long_bits);
    if (lv->type->kind == PW_CT_ARRAY) size = pw_ctype_size(lv->type->to, t->u->long_bits);
    bool all = o->row_count >= 0 && size > 0 && bytes == o->row_count * size;
    if (!all || t->loops || t->region != o->row_made || perhaps_left(t, NULL)) return true;
    clear_parts(t, o);
    o->row_loop = NULL;
    return true;
}

void pw_ct_row_store(struct pw_ct *t, const struct pw_clv *lv, const struct pw_cval *v,
                     uint32_t token)
{
    struct pw_cobj *o = lv->obj;
    pw_cint known;
    assert(!lv->nindex);
    assert(o->row && lv->offset < o->ncells);
    if (!t->in_main) { /* by its name: the next translation knows that it is no row */
        assert(t->again);
        return;
    }
    refuse_change(t, lv, token);
    pw_ct_order_note(t, o, lv->offset, true);
    struct pw_cpart *p = &o->cells[lv->offset].part;
    *p = (struct pw_cpart){.how = PW_PART_ANY};
    if (elsewhere(lv)) set_others(t, o, token);
    if (elsewhere(lv) || t->region != o->region || t->loops != 1 || perhaps_left_round(t)) return;
    bool constant = v->kind == PW_CV_NULL || v->kind == PW_CV_STR || v->kind == PW_CV_FUNC ||
                    (v->kind == PW_CV_PTR && !v->lv.code && !v->lv.nindex) ||
                    (v->kind == PW_CV_INT && pw_cx_is_const(v->e, &known));
    if (constant)
        *p = (struct pw_cpart){.how = PW_PART_VALUE, .v = *v};
    else if (v->kind == PW_CV_INT && is_number(t, v->e, &p->plus))
        p->how = PW_PART_NUMBER;
}

/* --- pointers to rows --- */

void pw_ct_refuse_row(struct pw_ct *t, const struct pw_cobj *o, uint32_t token)
{
    assert(o->row);
    if (o->fresh)
        pw_ct_fail(t, token, "allocate before the loop",
                   "unsupported: memory allocated in a loop, and kept beyond its round");
    pw_ct_fail(t, token, "keep the number of the element",
               "unsupported: an address in %s, of which each thread has a part, is kept",
               pw_ct_spoken(t, o));
}

bool pw_ct_row_held(struct pw_ct *t, struct pw_cobj *o, int64_t cell, const struct pw_cval *v,
                    struct pw_cfact *f, uint32_t token)
{
    const struct pw_cobj *row = v->kind == PW_CV_PTR && !v->lv.code ? v->lv.obj : NULL;
    assert(cell < o->ncells);
    if (!row || !row->row || o->cells[cell].type->kind != PW_CT_PTR) return false;
    const struct pw_cloop *l = t->loop;
    while (l && l->is_switch)
        l = l->up;
    /* in every round of the loop, or once */
    bool round = l && l->emitted && t->region == l->region && !o->shared;
    if (perhaps_left(t, round ? l->frame : NULL)) round = false;
    bool always = row->fresh ? t->loops == 1 && round : t->loops == 0 && t->region == 0;
    if (!t->in_main || !always || t->region != row->row_made || v->lv.elsewhere)
        pw_ct_refuse_row(t, row, token);
    o->cells[cell].value = *v;
    o->cells[cell].known = true;
    if (!f->holder) f->holder = t->again = true;
    return true;
}

struct pw_cval pw_ct_row_holder(struct pw_ct *t, const struct pw_cobj *o, int64_t cell)
{
    assert(cell < o->ncells);
    const struct pw_cval *v = &o->cells[cell].value;
    if (!t->in_main || v->kind != PW_CV_PTR || !v->lv.obj->row)
        pw_ct_fail(t, t->token, "pass each thread its element",
                   "unsupported: %s points to memory of which each thread has a part, and is "
                   "read elsewhere",
                   pw_ct_spoken(t, o));
    return *v;
}

/* --- handing over --- */

bool pw_ct_hand_over(struct pw_ct *t, const struct pw_cval *arg, struct pw_cgroup *g,
                     uint32_t token)
{
    struct pw_cobj *o = arg->kind == PW_CV_PTR && !arg->lv.code ? arg->lv.obj : NULL;
    if (!o || !o->row) return false;
    if (elsewhere(&arg->lv) || arg->lv.offset || !t->loops || o->handed ||
        (o->fresh && (t->loops != o->loops || body_around(t) != o->row_in)))
        pw_ct_fail(t, token, "let each thread have an element of its own",
                   "unsupported: this part of %s as an argument", pw_ct_spoken(t, o));
    assert(t->in_main && !g->parts);
    g->own = o;
    g->parts = pw_cir_alloc(t->ir, (size_t)(o->ncells + 1) * sizeof *g->parts);
    for (int64_t i = 0; i < o->ncells; i++) {
        g->parts[i] = o->cells[i].part;
        if (g->parts[i].how == PW_PART_NUMBER) g->numbered = true;
        if (g->parts[i].how == PW_PART_VALUE) pw_ct_share(t, &g->parts[i].v, token);
    }
    if (g->numbered && !pw_ct_loop_variable(t, &g->low)) g->numbered = false;
    g->gaps = g->numbered && !pw_ct_every_round(t);
    o->handed = true;
    return true;
}

/* Is d named other than as a handle, in calls that create or join a thread? */
static bool kept_elsewhere(const struct pw_cexpr *e, const struct pw_cdecl *d);

static bool kept_in(const struct pw_cstmt *s, const struct pw_cdecl *d)
{
    for (; s; s = s->next) {
        if (kept_elsewhere(s->e, d) || kept_elsewhere(s->step, d) || kept_in(s->first, d) ||
            kept_in(s->body, d) || kept_in(s->otherwise, d))
            return true;
        for (const struct pw_cdecl *x = s->kind == PW_CS_DECL ? s->decls : NULL; x; x = x->next)
            if (kept_elsewhere(x->init, d)) return true;
    }
    return false;
}

static bool kept_elsewhere(const struct pw_cexpr *e, const struct pw_cdecl *d)
{
    if (!e) return false;
    if (names(e, d)) return true;
    bool thread =
        e->kind == PW_CE_CALL && e->a->kind == PW_CE_NAME && pw_ct_is_thread_call(e->a->decl->name);
    for (uint32_t i = thread ? 1 : 0; i < e->nargs; i++)
        if (e->args && kept_elsewhere(e->args[i], d)) return true;
    return kept_elsewhere(e->a, d) || kept_elsewhere(e->b, d) || kept_elsewhere(e->c, d) ||
           (e->body && kept_in(e->body, d));
}

static bool holds_handles_only(const struct pw_ct *t, const struct pw_cdecl *d)
{
    assert(d->type->kind == PW_CT_ARRAY);
    for (const struct pw_cdecl *f = t->u->decls; f; f = f->next)
        if (f->kind == PW_CD_FUNC && kept_in(f->body, d)) return false;
    return true;
}

/* The array of which e is the element with the number of the loop, or its address; or NULL. */
static const struct pw_cdecl *array_of_number(const struct pw_ct *t, const struct pw_cexpr *e)
{
    int64_t low;
    const struct pw_cdecl *d = pw_ct_loop_variable(t, &low);
    bool sum = e->kind == PW_CE_BINARY && e->op == '+';
    if (e->kind == PW_CE_UNARY && e->op == '&') e = e->a;
    if (e->kind != PW_CE_INDEX && !sum) return NULL;
    if (!d || !names(e->b, d) || e->a->kind != PW_CE_NAME) return NULL;
    if (e->a->decl->type->kind != PW_CT_ARRAY) return NULL;
    return holds_handles_only(t, e->a->decl) ? e->a->decl : NULL;
}

void pw_ct_row_created(struct pw_ct *t, struct pw_cgroup *g, const struct pw_cexpr *handle)
{
    assert(g->own && g->own->handed);
    if (!g->own->fresh && pw_ct_every_round(t)) g->handles = array_of_number(t, handle);
}

void pw_ct_row_joined(struct pw_ct *t, struct pw_cgroup *g, const struct pw_cexpr *handle)
{
    struct pw_cobj *o = g->own;
    const struct pw_cloop *l = loop_around(t);
    int64_t low;
    if (!o || !o->handed || !g->handles || !l || g->handles != array_of_number(t, handle)) return;
    assert(!o->fresh && o->row_loop);
    pw_ct_loop_variable(t, &low);
    const struct pw_cobj *bound = bound_of(t, l->s);
    bool same = o->row_bound == bound && o->row_bound_made == (bound ? bound->made : 0) &&
                o->row_low == low && same_elements(o->row_loop, l->s);
    bool all = pw_ct_every_round(t) && whole_rounds(l->s->body) && !perhaps_left(t, NULL);
    if (!same || !all || o->row_around != o->row_made || l->around != o->row_made) return;
    o->handed = false;
    g->over = true;
    o->row_loop = o->row_mixed = NULL;
    for (int64_t i = 0; i < o->ncells; i++)
        o->cells[i].part = (struct pw_cpart){.how = PW_PART_ANY};
}

/* --- rounds that create threads, and rounds that join them --- */

struct pw_crounds pw_ct_rounds(struct pw_ct *t)
{
    struct pw_crounds r = {0};
    if (!pw_ct_loop_variable(t, &r.low)) return r;
    r.s = loop_around(t)->s;
    r.bound = bound_of(t, r.s);
    r.made = r.bound ? r.bound->made : 0;
    return r;
}

struct pw_cexpr *pw_ct_as_called(const struct pw_ct *t, struct pw_cexpr *e)
{
    for (const struct pw_cframe *f = t->frame; f && f->args; f = f->up) {
        struct pw_cexpr *x = e;
        uint32_t i = 0;
        while (x->kind == PW_CE_CAST)
            x = x->a;
        if (x->kind != PW_CE_NAME || x->decl->is_modified || x->decl->is_addressed) return e;
        while (i < f->fn->nparams && f->fn->params[i] != x->decl)
            i++;
        if (i == f->fn->nparams) return e;
        e = f->args[i];
    }
    return e;
}

/* a[b], or its address a + b */
static bool is_element(const struct pw_cexpr *e)
{
    return e->kind == PW_CE_INDEX || (e->kind == PW_CE_BINARY && e->op == '+');
}

/* The same place, x in a round of loop a, and y in the round of b with the same number? */
static bool same_place(const struct pw_cexpr *x, const struct pw_cexpr *y, const struct pw_cstmt *a,
                       const struct pw_cstmt *b)
{
    while (x->kind == PW_CE_CAST)
        x = x->a;
    while (y->kind == PW_CE_CAST)
        y = y->a;
    if (is_element(x) && is_element(y))
        return same_place(x->a, y->a, a, b) && same_place(x->b, y->b, a, b);
    if (x->kind != y->kind || x->op != y->op) return false;
    const struct pw_cdecl *i = a->step->a->decl, *j = b->step->a->decl;
    switch (x->kind) {
    case PW_CE_NAME:
        return x->decl == i || y->decl == j ? x->decl == i && y->decl == j : x->decl == y->decl;
    case PW_CE_MEMBER:
        return x->field == y->field && same_place(x->a, y->a, a, b);
    case PW_CE_UNARY:
        return same_place(x->a, y->a, a, b);
    default:
        return false;
    }
}

/* Is it ... [i], or a part of it: another place in each round? */
static bool is_of_round(const struct pw_cexpr *e, const struct pw_cdecl *i)
{
    while (e->kind == PW_CE_MEMBER)
        e = e->a;
    return is_element(e) && names(e->b, i);
}

/* Is the loop left by this, with main going on? */
static bool is_left(const struct pw_cstmt *s, bool main)
{
    for (; s; s = s->next)
        if (s->kind == PW_CS_BREAK || s->kind == PW_CS_GOTO || (s->kind == PW_CS_RETURN && !main) ||
            is_left(s->body, main) || is_left(s->otherwise, main))
            return true;
    return false;
}

bool pw_ct_joins_all(struct pw_ct *t, const struct pw_cgroup *g, const struct pw_cexpr *handle)
{
    struct pw_crounds r = pw_ct_rounds(t);
    if (!g->rounds.s || !r.s || g->copied) return false;
    bool same = g->rounds.bound == r.bound && g->rounds.made == r.made && g->rounds.low == r.low &&
                same_end(g->rounds.s, r.s) && same_place(g->place, handle, g->rounds.s, r.s);
    bool main = !loop_around(t)->frame->up;
    return same && is_of_round(g->place, g->rounds.s->step->a->decl) && pw_ct_every_round(t) &&
           !is_left(r.s->body, main) && !perhaps_left(t, NULL);
}

static struct pw_cval first_part(struct pw_ct *t, const struct pw_cgroup *g,
                                 const struct pw_cpart *p, const struct pw_ctype *type,
                                 const struct pw_cx *number)
{
    assert(p->how != PW_PART_UNSET);
    if (p->how == PW_PART_VALUE) return p->v;
    if (p->how == PW_PART_NUMBER && g->numbered) {
        const struct pw_cx *e = pw_cx_make(t->ir, PW_CX_ADD, number, pw_cx_int(t->ir, p->plus));
        return pw_ct_convert(t, pw_ct_int(t, type, e), type, g->token);
    }
    return any_part(t, g->own, type, g->token);
}

/* The object of the thread at work. */
struct pw_cval pw_ct_own_part(struct pw_ct *t, const struct pw_cgroup *g,
                              const struct pw_cx *number)
{
    const struct pw_cobj *from = g->own;
    assert(!t->in_main && from->row && g->parts);
    assert(t->loops == 0 && t->region == 0);
    const char *key = pw_cir_text(t->ir, "own:%s:%s", from->key, g->name);
    const struct pw_ctype *type = from->type;
    if (type->kind == PW_CT_ARRAY && !from->fresh) type = type->to;
    struct pw_cobj *o = pw_ct_object(t, NULL, from->name, key, type, false, g->token);
    assert(o->ncells == from->ncells);
    o->what =
        pw_cir_text(t->ir, from->fresh ? "this thread's part of %s" : "this thread's element of %s",
                    pw_ct_spoken(t, from));
    o->own = !from->fresh;
    pw_ct_unset(t, o);
    for (int64_t i = 0; i < o->ncells; i++) {
        struct pw_clv lv = {.obj = o, .type = o->cells[i].type, .offset = i, .base = i, .count = 1};
        o->cells[i].limit = from->cells[i].limit;
        if (g->parts[i].how == PW_PART_UNSET || lv.type->kind == PW_CT_OPAQUE) continue;
        pw_ct_store(t, &lv, first_part(t, g, &g->parts[i], lv.type, number), g->token);
    }
    struct pw_cval v = {.kind = PW_CV_PTR, .type = g->arg.type, .lv = pw_ct_place(o)};
    if (type->kind == PW_CT_ARRAY) /* several objects were allocated at once */
        v.lv.type = type->to, v.lv.count = type->count;
    return v;
}
