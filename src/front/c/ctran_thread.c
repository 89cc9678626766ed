/* The translation: threads, and the file as a whole. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "front/c/ctran.h"

/* --- what statements mention --- */

static bool mentions(const struct pw_cstmt *s, const struct pw_cexpr *e, bool (*is)(const char *));

static bool expr_mentions(const struct pw_cexpr *e, bool (*is)(const char *), unsigned depth)
{
    if (!e || depth > 20) return false;
    if (e->kind == PW_CE_CALL && e->a->kind == PW_CE_NAME && e->a->decl->kind == PW_CD_FUNC) {
        if (is(e->a->decl->name)) return true;
        if (e->a->decl->body && mentions(e->a->decl->body, NULL, is)) return true;
    }
    for (uint32_t i = 0; i < e->nargs; i++)
        if (e->args && expr_mentions(e->args[i], is, depth)) return true;
    if (e->body && mentions(e->body, NULL, is)) return true;
    return expr_mentions(e->a, is, depth) || expr_mentions(e->b, is, depth) ||
           expr_mentions(e->c, is, depth);
}

static bool mentions(const struct pw_cstmt *s, const struct pw_cexpr *e, bool (*is)(const char *))
{
    /* of calls that are followed; recursion is refused elsewhere */
    static _Thread_local unsigned depth;
    bool found = false;
    if (depth > 40) return false;
    depth++;
    if (e) found = expr_mentions(e, is, 0);
    for (; s && !found; s = s->next) {
        found = expr_mentions(s->e, is, 0) || expr_mentions(s->step, is, 0) ||
                (s->first && mentions(s->first, NULL, is)) ||
                (s->body && mentions(s->body, NULL, is)) ||
                (s->otherwise && mentions(s->otherwise, NULL, is));
        for (const struct pw_cdecl *d = s->kind == PW_CS_DECL ? s->decls : NULL; d && !found;
             d = d->next)
            found = expr_mentions(d->init, is, 0);
    }
    depth--;
    return found;
}

static bool is_create(const char *name)
{
    return !strcmp(name, "pthread_create") || !strcmp(name, "thrd_create");
}

bool pw_ct_is_thread_call(const char *name)
{
    return is_create(name) || !strcmp(name, "pthread_join") || !strcmp(name, "thrd_join");
}

bool pw_ct_threads(const struct pw_cstmt *s, const struct pw_cexpr *e)
{
    return mentions(s, e, pw_ct_is_thread_call);
}

/* --- joins that may wait for another thread than they say --- */

static void note_loose(struct pw_ct *t, uint32_t token, uint32_t count)
{
    pw_ct_note_passed(t, token, count,
                      "this join waits for one of any number of threads; it is read as waiting "
                      "for any of them");
}

static bool counts_joins(const struct pw_ct *t, uint32_t var)
{
    for (size_t i = 0; i < t->groups.n; i++)
        if (t->groups.at[i].joined == (int32_t)var) return true;
    return false;
}

static bool sets_seen(const struct pw_ct *t, const struct pw_cstep *s)
{
    for (uint32_t i = 0; i < s->n; i++) {
        const struct pw_cvar *v = &t->ir->vars.at[s->vars[i]];
        if (v->guessed || (v->shared && !counts_joins(t, s->vars[i]))) return true;
    }
    return false;
}

/* May main do something that others can see, or that has to be checked, or jump back? */
static bool acts(const struct pw_ct *t, const struct pw_cstep *s)
{
    for (; s; s = s->next)
        if (s->kind == PW_CSTEP_ASSERT || s->kind == PW_CSTEP_GOTO || sets_seen(t, s) ||
            acts(t, s->body) || acts(t, s->otherwise))
            return true;
    return false;
}

/* What main does from here on depends on which thread it has waited for. */
static void note_loose_before(struct pw_ct *t)
{
    if (!t->after_loose || !t->in_main) return;
    t->after_loose = NULL;
    note_loose(t, t->loose, t->loose_count);
}

/* --- creation --- */

bool pw_ct_same_value(const struct pw_cval *a, const struct pw_cval *b)
{
    pw_cint x, y;
    if (pw_ct_known(a, &x) && pw_ct_known(b, &y)) return x == y;
    if (a->kind != b->kind) return false;
    if (a->kind == PW_CV_NULL || a->kind == PW_CV_STR) return true;
    if (a->kind == PW_CV_FUNC) return a->fn == b->fn;
    return a->kind == PW_CV_PTR && a->lv.obj == b->lv.obj && a->lv.offset == b->lv.offset &&
           !a->lv.nindex && !b->lv.nindex && !a->lv.code && !b->lv.code;
}

static struct pw_cexpr *without_casts(struct pw_cexpr *e)
{
    while (e->kind == PW_CE_CAST)
        e = e->a;
    return e;
}

/* Is it the variable of the loop around, counted up by one from a constant? */
static bool is_loop_variable(struct pw_ct *t, struct pw_cexpr *e, int64_t *low)
{
    const struct pw_cdecl *d = pw_ct_loop_variable(t, low);
    for (const struct pw_cexpr *c = e; c->kind == PW_CE_CAST; c = c->a)
        if (c->type->kind == PW_CT_INT && pw_ctype_max(c->type) < INT32_MAX) return false;
    e = without_casts(e);
    return d && *low >= 0 && e->kind == PW_CE_NAME && e->decl == d;
}

/* What an argument that is read as any number can be at least. */
static const struct pw_ctype *any_argument(const struct pw_cexpr *e)
{
    static const struct pw_ctype widest = {
        .kind = PW_CT_INT, .bits = 64, .rank = 4, .is_signed = true};
    const struct pw_cexpr *in = e;
    while (in->kind == PW_CE_CAST)
        in = in->a;
    if (in->type->kind != PW_CT_INT) return &widest;
    for (; e != in; e = e->a)
        if (e->type->kind == PW_CT_INT && (pw_ctype_max(e->type) < pw_ctype_max(in->type) ||
                                           pw_ctype_min(e->type) > pw_ctype_min(in->type)))
            return &widest;
    return in->type;
}

bool pw_ct_is_known_argument(const struct pw_cval *v)
{
    pw_cint k;
    if (v->kind == PW_CV_PTR) return !v->lv.code && !v->lv.nindex;
    return pw_ct_known(v, &k) || v->kind == PW_CV_STR || v->kind == PW_CV_FUNC;
}

/* Results of threads with this function are asked for: each is told from the others. */
static struct pw_cfact *asked_results(struct pw_ct *t, const struct pw_cdecl *fn)
{
    return pw_cfacts_of(t->facts, pw_cir_text(t->ir, "results:%u", fn->id));
}

/* Another group that the thread can be added to, or -1: created in the same place, one after the
 * other. (In two branches of an if there is only one of them.) Those that create threads are told
 * apart. */
static int32_t find_group(struct pw_ct *t, const struct pw_cdecl *fn, const struct pw_cval *arg,
                          uint32_t token)
{
    if (!t->in_main) return pw_ct_find_child(t, fn, arg, token);
    if (asked_results(t, fn)->late) return -1;
    if (t->loops || t->facts->handles || !pw_ct_is_known_argument(arg) ||
        (arg->kind == PW_CV_PTR && arg->lv.obj->row) || mentions(fn->body, NULL, is_create))
        return -1;
    for (size_t i = 0; i < t->groups.n; i++) {
        const struct pw_cgroup *g = &t->groups.at[i];
        if (g->fn == fn && g->epoch == t->epoch && g->region == t->region && g->count > 0 &&
            pw_ct_same_value(&g->arg, arg))
            return (int32_t)i;
    }
    return -1;
}

/* The first steps after the creation: others learn that they may start. */
static void announce(struct pw_ct *t, struct pw_cgroup *g)
{
    const char *who = t->in_main ? "main has" : "others have";
    bool missed = t->in_main && (t->main_wrote || t->blocked);
    if (g->count < 0 && !t->o->exact_main && !missed) {
        /* they may start as soon as the program does: nothing has been set that they could miss */
        t->ir->main_dropped = true;
    } else if (g->count < 0) {
        if (g->created < 0)
            g->created = (int32_t)pw_ct_shared(
                t, pw_cir_text(t->ir, "created_%s", g->name),
                pw_cir_text(t->ir, "how many threads %s created for %s so far", who, g->name), 0, 0,
                (pw_cint)1 << 31);
        pw_ct_assign(t, (uint32_t)g->created,
                     pw_cx_make(t->ir, PW_CX_ADD, pw_cx_var(t->ir, (uint32_t)g->created),
                                pw_cx_int(t->ir, 1)));
    } else if (!t->in_main || t->emitted || t->nesting) {
        g->start = (int32_t)pw_ct_shared(t, pw_cir_text(t->ir, "start_%s", g->name),
                                         pw_cir_text(t->ir, "1 once %s created the thread%s of %s",
                                                     who, g->count == 1 ? "" : "s", g->name),
                                         0, 0, 1);
        pw_ct_assign(t, (uint32_t)g->start, pw_cx_int(t->ir, 1));
        g->epoch = t->epoch; /* the next one in a row starts with it */
    }
}

static struct pw_cgroup new_group(struct pw_ct *t, struct pw_cdecl *fn, struct pw_cval arg,
                                  uint32_t token)
{
    return (struct pw_cgroup){.fn = fn,
                              .arg = arg,
                              .count = t->in_main ? (t->loops ? -1 : 1)
                                                  : pw_ct_child_count(t, fn, &arg, token),
                              .parent = t->in_main ? -1 : (int32_t)t->group,
                              .root = t->in_main ? t->groups.n : t->groups.at[t->group].root,
                              .epoch = t->epoch,
                              .region = t->region,
                              .start = -1,
                              .done = -1,
                              .created = -1,
                              .joined = -1,
                              .result = -1,
                              .token = token,
                              .name = pw_ct_fresh(t, fn->name)};
}

/* create(.., c ? f : g, ..), with the choice in argument nf: one of two creations. */
static void create_either(struct pw_ct *t, struct pw_cexpr *e, uint32_t nf)
{
    assert(nf < e->nargs);
    struct pw_cexpr *which = e->args[nf];
    struct pw_cstmt *s = pw_cir_alloc(t->ir, 3 * sizeof *s);
    struct pw_cexpr *calls = pw_cir_alloc(t->ir, 2 * sizeof *calls);
    for (int i = 0; i < 2; i++) {
        calls[i] = *e;
        calls[i].args = pw_cir_alloc(t->ir, e->nargs * sizeof *e->args);
        memcpy(calls[i].args, e->args, e->nargs * sizeof *e->args);
        calls[i].args[nf] = i ? which->c : which->b;
        s[1 + i] = (struct pw_cstmt){
            .kind = PW_CS_EXPR, .token = e->token, .last = t->last, .e = &calls[i]};
    }
    s[0] = (struct pw_cstmt){.kind = PW_CS_IF,
                             .token = e->token,
                             .last = t->last,
                             .e = which->a,
                             .body = &s[1],
                             .otherwise = &s[2]};
    pw_ct_stmt(t, s, false);
}

/* How an argument that is not known here is told from those of others. */
static void describe_argument(struct pw_ct *t, struct pw_cgroup *g, struct pw_cexpr *arg)
{
    if (g->arg.kind != PW_CV_INT)
        pw_ct_fail(t, arg->token, "pass a constant, a number, or the address of a variable",
                   "unsupported: this argument of a thread is not known");
    g->numbered = t->in_main && t->loops && is_loop_variable(t, arg, &g->low);
    g->gaps = g->numbered && !pw_ct_every_round(t);
    g->any_arg = !g->numbered;
    g->any_type = any_argument(arg);
    if (g->any_arg)
        pw_ct_note(
            t, arg->token, true,
            "the argument of thread '%s' is read as any number; known are constants, and the "
            "number of a loop that counts up by one and creates a thread in every round",
            g->fn->name);
}

/* The place, or the sum that points to it. */
static const struct pw_cexpr *handle_of(struct pw_cexpr *e)
{
    e = without_casts(e);
    return e->kind == PW_CE_UNARY && e->op == '&' ? e->a : e;
}

static int32_t add_group(struct pw_ct *t, struct pw_cdecl *fn, struct pw_cval arg,
                         const struct pw_cexpr *call, struct pw_cexpr *from)
{
    struct pw_cgroup g = new_group(t, fn, arg, call->token);
    g.rounds = t->in_main ? pw_ct_rounds(t) : (struct pw_crounds){0};
    g.place = handle_of(pw_ct_as_called(t, call->args[0]));
    if (pw_ct_hand_over(t, &arg, &g, from->token))
        pw_ct_row_created(t, &g, without_casts(call->args[0]));
    else if (!pw_ct_is_known_argument(&arg))
        describe_argument(t, &g, from);
    if (g.gaps)
        pw_ct_note(
            t, from->token, true,
            "the argument of thread '%s' is read as any number that no other one gets; it is "
            "known where the loop creates a thread in every round",
            fn->name);
    pw_vec_push(&t->groups, g);
    return (int32_t)t->groups.n - 1;
}

static bool reads_shared(const struct pw_ct *t, const struct pw_cx *e)
{
    if (!e) return false;
    if (e->kind == PW_CX_VAR && t->ir->vars.at[e->var].shared) return true;
    return reads_shared(t, e->a) || reads_shared(t, e->b) || reads_shared(t, e->c);
}

/* Does it depend on what others do whether these steps are left? */
static bool waits(const struct pw_ct *t, const struct pw_cstep *s)
{
    for (; s; s = s->next)
        if (reads_shared(t, s->cond) || waits(t, s->body) || waits(t, s->otherwise)) return true;
    return false;
}

static unsigned count_ends(const struct pw_cstep *s)
{
    unsigned n = 0;
    for (; s; s = s->next)
        n += (s->kind == PW_CSTEP_EXIT || s->kind == PW_CSTEP_GOTO) + count_ends(s->body) +
             count_ends(s->otherwise);
    return n;
}

/* Main may never come here, with other threads at work: then this one is not there from the
 * beginning. */
static void note_wait(struct pw_ct *t)
{
    if (!t->in_main) return;
    unsigned ends = count_ends(*t->main_body);
    if (!t->groups.n) t->ends_before = ends;
    if (waits(t, *t->main_body) || ends > t->ends_before) t->create_waits = true;
}

void pw_ct_create(struct pw_ct *t, struct pw_cexpr *e, bool c11)
{
    uint32_t nf = c11 ? 1 : 2, na = c11 ? 2 : 3;
    if (e->nargs <= na) pw_ct_fail(t, e->token, NULL, "too few arguments");
    for (uint32_t i = nf; i <= na; i++)
        if (e->args[i]->kind == PW_CE_COND && e->args[i]->b) {
            create_either(t, e, i);
            return;
        }
    if (t->atomic)
        pw_ct_fail(t, e->token, NULL, "unsupported: a thread created in an atomic section");
    assert(nf < e->nargs);
    assert(na < e->nargs);
    struct pw_clv handle = pw_ct_handle_place(t, e->args[0]);
    struct pw_cval f = pw_ct_eval(t, e->args[nf]), arg = pw_ct_eval(t, e->args[na]);
    if (f.kind != PW_CV_FUNC || !f.fn->body)
        pw_ct_fail(t, e->args[nf]->token, "name a function of this file",
                   "unsupported: the function of the thread is not known");
    bool row = arg.kind == PW_CV_PTR && !arg.lv.code && arg.lv.obj->row;
    if (!row && t->in_main && pw_ct_may_be_row(t, &arg)) /* the next translation knows it */
        arg.lv.nindex = 0, arg.lv.region_index = false;
    if (!row) pw_ct_share(t, &arg, e->args[na]->token);
    pw_ct_go_live(t);
    /* in a loop there are any number of them, whatever the conditions are (see forget_main) */
    if (t->blocked || (t->nesting && !t->loops)) t->main_matters = true;
    note_wait(t);
    note_loose_before(t);
    int32_t id = find_group(t, f.fn, &arg, e->token);
    bool more = id >= 0;
    if (!more) id = add_group(t, f.fn, arg, e, e->args[na]);
    if (more && t->in_main)
        t->groups.at[id].count++;
    else
        announce(t, &t->groups.at[id]);
    pw_ct_set_handle(t, &handle, id, e->token);
}

/* --- joining --- */

/* The variable that counts those that are done. */
static void count_done(struct pw_ct *t, struct pw_cgroup *g)
{
    if (g->done >= 0) return;
    const char *who = g->parent < 0 && t->in_main ? "main" : "others";
    g->done = (int32_t)pw_ct_shared(
        t, pw_cir_text(t->ir, "done_%s", g->name),
        pw_cir_text(t->ir, "how many threads of %s are done, so that %s may join them", g->name,
                    who),
        0, 0, g->count < 0 ? (pw_cint)1 << 31 : g->count);
}

/* The variable that keeps what it returned. */
static void keep_return(struct pw_ct *t, struct pw_cgroup *g)
{
    if (g->result >= 0) return;
    const pw_cint most = (pw_cint)1 << 63;
    g->result = (int32_t)pw_ct_shared(t, pw_cir_text(t->ir, "result_%s", g->name),
                                      pw_cir_text(t->ir, "what the thread of %s returned", g->name),
                                      0, -most, most - 1);
}

static void wait_for(struct pw_ct *t, struct pw_cgroup *g)
{
    struct pw_cir *ir = t->ir;
    count_done(t, g);
    const struct pw_cx *done = pw_cx_var(ir, (uint32_t)g->done);
    t->blocked = true;
    if (g->count > 0) {
        /* of several threads alike the first, second, ... is waited for: on every way here */
        bool apart = g->count > 1 && (t->nesting || t->loops);
        if (apart && !t->facts->handles) t->facts->handles = t->again = true;
        g->joins += g->count > 1 || !g->joins;
        pw_ct_assume(t, pw_cx_make(ir, PW_CX_GE, done, pw_cx_int(ir, g->joins)));
        return;
    }
    if (g->joined < 0)
        g->joined =
            (int32_t)pw_ct_shared(t, pw_cir_text(ir, "joined_%s", g->name),
                                  pw_cir_text(ir, "how many threads of %s %s joined so far",
                                              g->name, t->in_main ? "main has" : "others have"),
                                  0, 0, (pw_cint)1 << 31);
    const struct pw_cx *joined = pw_cx_var(ir, (uint32_t)g->joined);
    pw_ct_atomic_begin(t);
    pw_ct_assume(t, pw_cx_make(ir, PW_CX_GT, done, joined));
    pw_ct_assign(t, (uint32_t)g->joined, pw_cx_make(ir, PW_CX_ADD, joined, pw_cx_int(ir, 1)));
    pw_ct_atomic_end(t, g->token);
}

/* Which of several threads it is, is not kept: any number. */
static void take_any_result(struct pw_ct *t, const struct pw_clv *to, uint32_t token)
{
    const pw_cint most = (pw_cint)1 << 63;
    bool number = to->type->kind == PW_CT_INT;
    if (!number && t->facts->targets.n)
        pw_ct_fail(t, token, "let each thread store its result",
                   "unsupported: the result of one of several threads");
    struct pw_cval v = number
                           ? pw_ct_any(t, to->type, pw_ctype_min(to->type), pw_ctype_max(to->type))
                           : pw_ct_any(t, to->type, -most, most - 1);
    pw_ct_note_about(t, token, &v, "the result of one of several threads is read as any number");
    pw_ct_store(t, to, v, token);
}

/* Do threads with this function return addresses? Known from the last translation. */
static struct pw_cfact *returns_address(struct pw_ct *t, const struct pw_cgroup *g)
{
    return pw_cfacts_of(t->facts, pw_cir_text(t->ir, "result:%u", g->fn->id));
}

/* Where the call `e` wants the result of the thread that it joins: *to. False: nowhere. */
static bool result_place(struct pw_ct *t, const struct pw_cexpr *e, struct pw_clv *to)
{
    pw_cint k;
    if (e->nargs < 2) return false;
    struct pw_cval p = pw_ct_eval(t, e->args[1]);
    if (p.kind == PW_CV_NULL || (pw_ct_known(&p, &k) && !k)) return false;
    *to = pw_ct_deref(t, &p, e->token);
    return true;
}

/* to: NULL: nobody wants it. */
static void take_result(struct pw_ct *t, struct pw_cgroup *g, const struct pw_clv *to,
                        uint32_t token)
{
    if (!to) return;
    if (g->count > 1 && t->in_main && !asked_results(t, g->fn)->late)
        asked_results(t, g->fn)->late = t->again = true;
    if (g->count != 1) {
        take_any_result(t, to, token);
        return;
    }
    keep_return(t, g);
    assert((size_t)g->result < t->ir->vars.n);
    uint32_t var = pw_ct_temp(t, t->ir->vars.at[g->result].lo, t->ir->vars.at[g->result].hi);
    pw_ct_assign(t, var, pw_cx_var(t->ir, (uint32_t)g->result));
    struct pw_cval v = {.kind = PW_CV_INT, .type = to->type, .e = pw_cx_var(t->ir, var)};
    if (returns_address(t, g)->escapes) v.kind = PW_CV_DYN;
    pw_ct_store(t, to, to->type->kind == PW_CT_INT ? pw_ct_convert(t, v, to->type, token) : v,
                token);
}

/* The thread is known at run time only. */
static void join_either(struct pw_ct *t, struct pw_cval h, const struct pw_clv *to,
                        const struct pw_cexpr *e)
{
    if (!t->in_main)
        pw_ct_fail(t, e->token, "join in main",
                   "unsupported: a thread that joins one of several threads");
    pw_ct_spill_val(t, &h);
    if (t->loops)
        pw_ct_note(t, e->token, true, "this join in a loop may not wait for threads created later");
    for (size_t i = 0; i < t->groups.n; i++) {
        pw_cint k;
        const struct pw_cx *c =
            pw_cx_make(t->ir, PW_CX_EQ, h.e, pw_ct_thread_code(t, (int32_t)i, e->token));
        if (pw_cx_is_const(c, &k) && !k) continue;
        struct pw_cstep *s = pw_ct_emit(t, PW_CSTEP_IF);
        s->cond = c;
        struct pw_cbody b = pw_ct_open(t, &s->body);
        wait_for(t, &t->groups.at[i]);
        if (t->groups.at[i].count < 0) note_loose(t, e->token, (uint32_t)t->groups.at[i].joined);
        take_result(t, &t->groups.at[i], to, e->token);
        pw_ct_close(t, b);
    }
    t->epoch++;
}

static void join_unknown(struct pw_ct *t, const struct pw_cval *h, const struct pw_clv *to,
                         uint32_t token)
{
    if (h->kind == PW_CV_UNINIT && t->ir->notes.n < 100)
        pw_ct_note(t, token, true,
                   "this pthread_join does not say which thread it waits for; it is read as not "
                   "waiting");
    if (to) take_any_result(t, to, token);
}

/* Of any number of threads alike, one more must be done; which one is not kept. */
static void note_which(struct pw_ct *t, const struct pw_cgroup *g, struct pw_cexpr *handle,
                       uint32_t token)
{
    if (g->count >= 0 || pw_ct_joins_all(t, g, pw_ct_as_called(t, handle))) return;
    if (!t->in_main || t->nesting || t->atomic) {
        note_loose(t, token, (uint32_t)g->joined);
    } else if (!t->after_loose) {
        t->after_loose = t->tail;
        t->loose = token;
        t->loose_count = (uint32_t)g->joined;
    }
}

static bool is_place(const struct pw_cexpr *e)
{
    return e->kind == PW_CE_INDEX || e->kind == PW_CE_NAME || e->kind == PW_CE_MEMBER ||
           (e->kind == PW_CE_UNARY && e->op == '*');
}

static struct pw_cval handle_in(struct pw_ct *t, struct pw_cexpr *e)
{
    struct pw_clv lv = pw_ct_lvalue(t, e);
    return pw_ct_handle_in(t, &lv, e->token);
}

void pw_ct_join(struct pw_ct *t, struct pw_cexpr *e)
{
    struct pw_cval h;
    if (!e->nargs) pw_ct_fail(t, e->token, NULL, "too few arguments");
    struct pw_cexpr *arg = without_casts(e->args[0]);
    h = is_place(arg) ? handle_in(t, arg) : pw_ct_eval(t, arg);
    struct pw_clv place, *to = result_place(t, e, &place) ? &place : NULL;
    if (h.kind == PW_CV_INT && pw_ct_is_handle(h.type)) {
        join_either(t, h, to, e);
    } else if (h.kind != PW_CV_THREAD) {
        join_unknown(t, &h, to, e->token);
    } else if (!t->in_main && !pw_ct_may_join(t, &h, e->token)) {
        if (to) take_any_result(t, to, e->token);
    } else {
        assert((size_t)h.group < t->groups.n);
        wait_for(t, &t->groups.at[h.group]);
        note_which(t, &t->groups.at[h.group], arg, e->token);
        take_result(t, &t->groups.at[h.group], to, e->token);
        pw_ct_row_joined(t, &t->groups.at[h.group], arg);
        t->epoch++;
    }
}

/* --- threads as templates --- */

static void begin_thread(struct pw_ct *t, const char *name, int64_t count, uint32_t token)
{
    struct pw_cthread x = {.name = name, .function = name, .count = count, .token = token};
    pw_vec_push(&t->ir->threads, x);
    t->thread = (int32_t)t->ir->threads.n - 1;
    t->frame = NULL;
    t->loop = NULL;
    t->flow = PW_FLOW_NORMAL;
    t->nesting = t->loops = t->atomic = t->calls = 0;
    t->region = t->regions = 0;
    t->thread_end = NULL;
    t->end_used = false;
    pw_vec_reset(&t->tls);
}

/* The steps are made in a list of their own: ir->threads may move. */
static void end_body(struct pw_ct *t, struct pw_cstep *body)
{
    assert((size_t)t->thread < t->ir->threads.n);
    t->ir->threads.at[t->thread].body = body;
}

static struct pw_cval argument_of(struct pw_ct *t, const struct pw_cgroup *g)
{
    if (!g->numbered && !g->any_arg) return g->arg; /* as it was when the thread was created */
    struct pw_cvar v = {.name = pw_ct_fresh(t, "arg"),
                        .key = pw_cir_text(t->ir, "arg:%s", g->fn->name),
                        .about =
                            pw_cir_text(t->ir, "the argument of this thread of %s", g->fn->name),
                        .thread = (uint32_t)t->thread,
                        .init = g->numbered ? PW_CINIT_DISTINCT : PW_CINIT_ANY,
                        .lo = g->numbered ? g->low : pw_ctype_min(g->any_type),
                        .hi = g->numbered ? ((pw_cint)1 << 31) - 1 : pw_ctype_max(g->any_type),
                        .wild = g->any_arg || g->gaps};
    pw_vec_push(&t->ir->vars, v);
    struct pw_cval a = g->arg;
    a.kind = PW_CV_INT;
    a.e = pw_cx_var(t->ir, (uint32_t)t->ir->vars.n - 1);
    return a;
}

static void wait_for_start(struct pw_ct *t, const struct pw_cgroup *g, const struct pw_cval *arg)
{
    struct pw_cir *ir = t->ir;
    if (g->start >= 0)
        pw_ct_assume(t,
                     pw_cx_make(ir, PW_CX_EQ, pw_cx_var(ir, (uint32_t)g->start), pw_cx_int(ir, 1)));
    if (g->created < 0) return;
    const struct pw_cx *created = pw_cx_var(ir, (uint32_t)g->created);
    if (g->numbered && !g->gaps) { /* the thread with that number has been created */
        const struct pw_cx *number = pw_cx_make(ir, PW_CX_SUB, arg->e, pw_cx_int(ir, g->low));
        pw_ct_assume(t, pw_cx_make(ir, PW_CX_LT, number, created));
        /* so no more begin than were created; where they are joined this has to be known */
        if (g->joined < 0) return;
    }
    uint32_t begun =
        pw_ct_shared(t, pw_cir_text(ir, "begun_%s", g->name),
                     pw_cir_text(ir, "how many threads of %s have begun to run", g->name), 0, 0,
                     (pw_cint)1 << 31);
    pw_ct_atomic_begin(t);
    pw_ct_assume(
        t, pw_cx_make(ir, PW_CX_LT, pw_cx_var(ir, begun), pw_cx_var(ir, (uint32_t)g->created)));
    pw_ct_assign(t, begun, pw_cx_make(ir, PW_CX_ADD, pw_cx_var(ir, begun), pw_cx_int(ir, 1)));
    pw_ct_atomic_end(t, g->token);
}

/* What a thread returns, as a number: itself, or the code of an address. */
static const struct pw_cx *result_code(struct pw_ct *t, const struct pw_cgroup *g,
                                       const struct pw_cval *v)
{
    struct pw_cfact *f = returns_address(t, g);
    bool address = v->kind == PW_CV_PTR || v->kind == PW_CV_DYN || v->kind == PW_CV_STR ||
                   v->kind == PW_CV_FUNC;
    if (!address && v->kind != PW_CV_INT && v->kind != PW_CV_NULL)
        pw_ct_fail(t, g->token, "return a number", "unsupported: what thread '%s' returns",
                   g->fn->name);
    if (address && !f->escapes) f->escapes = t->again = true;
    if (!f->escapes) return v->kind == PW_CV_NULL ? pw_cx_int(t->ir, 0) : pw_ct_spill(t, v->e);
    pw_ct_share(t, v, g->token);
    return pw_ct_spill(t, pw_ct_code(t, v, g->token));
}

/* The thread leaves what it returns for those that join it. */
static void keep_result(struct pw_ct *t, const struct pw_cgroup *g, const struct pw_cval *result)
{
    if (g->result >= 0) pw_ct_assign(t, (uint32_t)g->result, result_code(t, g, result));
}

void pw_ct_end_thread(struct pw_ct *t, struct pw_cexpr *value)
{
    struct pw_cval v = {.kind = PW_CV_NULL};
    if (value) v = pw_ct_eval(t, value);
    if (t->in_main) {
        if (t->nesting) pw_ct_emit(t, PW_CSTEP_EXIT);
        t->flow = PW_FLOW_DEAD;
        return;
    }
    keep_result(t, &t->groups.at[t->group], &v);
    t->end_used = true;
    pw_ct_goto(t, t->thread_end);
}

static void at_the_end(struct pw_ct *t, const struct pw_cgroup *g)
{
    struct pw_cir *ir = t->ir;
    if (g->done < 0) return;
    const struct pw_cx *done = pw_cx_var(ir, (uint32_t)g->done);
    pw_ct_assign(t, (uint32_t)g->done,
                 g->count == 1 ? pw_cx_int(ir, 1)
                               : pw_cx_make(ir, PW_CX_ADD, done, pw_cx_int(ir, 1)));
}

/* `g`: a copy; others may be added meanwhile. */
static void translate_thread(struct pw_ct *t, const struct pw_cgroup *g)
{
    struct pw_cstep *body = NULL;
    begin_thread(t, g->name, g->count, g->fn->token);
    t->ir->threads.at[t->thread].function = g->fn->name;
    t->ir->threads.at[t->thread].created = g->token;
    pw_ct_into(t, &body);
    t->token = t->last = g->fn->token;
    t->thread_end = pw_cir_text(t->ir, "end_of_%s", g->name);
    struct pw_cval arg = argument_of(t, g);
    wait_for_start(t, g, &arg);
    if (g->own) arg = pw_ct_own_part(t, g, arg.e);
    if (g->fn->nparams > 1)
        pw_ct_fail(t, g->fn->token, NULL, "the function of a thread takes one argument");
    struct pw_cval result = pw_ct_inline(t, g->fn, &arg, NULL, 1, g->fn->token);
    t->ending = true;
    if (t->flow == PW_FLOW_NORMAL) keep_result(t, &t->groups.at[t->group], &result);
    if (t->end_used) pw_ct_label(t, t->thread_end);
    if (t->flow == PW_FLOW_NORMAL) at_the_end(t, &t->groups.at[t->group]);
    t->ending = false;
    end_body(t, body);
}

/* Does main do anything that others can see, or that has to be checked? */
static bool visible(const struct pw_ct *t, const struct pw_cstep *s)
{
    for (; s; s = s->next) {
        if (s->kind == PW_CSTEP_ASSERT) return true;
        if (s->kind == PW_CSTEP_ASSIGN)
            for (uint32_t i = 0; i < s->n; i++) {
                const struct pw_cvar *v = &t->ir->vars.at[s->vars[i]];
                if ((v->shared && !v->hidden) || v->guessed) return true; /* may leave its range */
            }
        if (visible(t, s->body) || visible(t, s->otherwise)) return true;
    }
    return false;
}

/* Threads are there from the beginning. */
static void forget_main(struct pw_ct *t)
{
    if (t->create_waits) t->ir->main_dropped = true;
    for (size_t i = 0; i < t->groups.n; i++) {
        struct pw_cgroup *g = &t->groups.at[i];
        if (g->count < 0) t->ir->main_dropped = true;
        g->start = g->done = g->created = g->result = -1;
    }
    t->ir->threads.at[0].count = 0; /* not printed */
}

static void bind_main(struct pw_ct *t, struct pw_cdecl *f, struct pw_cframe *frame)
{
    t->frame = frame;
    for (uint32_t i = 0; i < f->nparams; i++) {
        struct pw_cobj *o = pw_ct_local(t, f->params[i]);
        if (o->cells[0].type->kind == PW_CT_INT) {
            pw_ct_materialise(t, o, 0);
            struct pw_cvar *v = &t->ir->vars.at[o->cells[0].var];
            v->init = PW_CINIT_ANY;
            v->lo = 1;
            v->hi = 1 << 22; /* systems bound the size of a command line */
            o->cells[0].known = false;
        } else {
            o->cells[0].value = (struct pw_cval){.kind = PW_CV_STR, .type = o->cells[0].type};
        }
    }
}

static void translate_main(struct pw_ct *t, struct pw_cdecl *f)
{
    struct pw_cstep *body = NULL;
    struct pw_cframe frame = {.fn = f, .path = "main"};
    begin_thread(t, pw_ct_fresh(t, "main"), 1, f->token);
    t->in_main = true;
    pw_ct_into(t, &body);
    t->main_body = &body;
    t->token = t->last = f->token;
    bind_main(t, f, &frame);
    if (pw_ct_jumps(t, f)) t->loops++;
    pw_ct_stmt(t, f->body, true);
    if (frame.end_label) pw_ct_label(t, frame.end_label);
    pw_ct_go_live(t);
    if (t->after_loose && acts(t, *t->after_loose)) note_loose_before(t);
    end_body(t, body);
    pw_vec_clear(&frame.locals);
    pw_vec_clear(&frame.labels);
    t->in_main = false;
    if (!t->o->exact_main && !t->main_matters && t->groups.n && !visible(t, body))
        forget_main(t);
    else if (!body)
        t->ir->threads.at[0].count = 0;
}

static void declare_globals(struct pw_ct *t)
{
    for (struct pw_cdecl *d = t->u->decls; d; d = d->next) {
        if (d->kind != PW_CD_VAR || d->is_extern || d->is_thread || d->is_system) continue;
        const char *key = pw_cir_text(t->ir, "g%u", d->id);
        if (pw_ctype_cells(d->type) < 0 && d->type->kind != PW_CT_ARRAY) {
            char text[100];
            pw_ct_fail(t, d->token, "use integers, structs and arrays of constant size",
                       "unsupported: '%s' has type '%s'", d->name,
                       pw_ctype_text(d->type, text, sizeof text));
        }
        bool row = pw_cfacts_of(t->facts, key)->row;
        struct pw_cobj *o = pw_ct_object(
            t, d, d->name, key, row ? pw_ct_one_element(t, d->type) : d->type, !row, d->token);
        if (row) pw_ct_make_row(t, o, d->type->count, true);
        struct pw_cbound b = {d, o};
        pw_vec_push(&t->globals, b);
    }
    for (size_t i = 0; i < t->globals.n; i++) {
        struct pw_cobj *o = t->globals.at[i].obj;
        t->token = t->last = o->decl->token;
        if (o->row && o->decl->init) pw_ct_no_row(t, o);
        if (o->row) continue;
        pw_ct_initialise(t, o, o->type, 0, o->decl->init);
    }
}

static bool is_property(const char *name)
{
    return pw_ct_is_error(name) || !strcmp(name, "assert") || !strcmp(name, "__VERIFIER_assert");
}

/* Assertions that are never reached, or hold for the ranges of variables, are properties, too. */
static bool states_property(const struct pw_ct *t)
{
    bool found = false;
    for (const struct pw_cdecl *d = t->u->decls; d && !found; d = d->next)
        found = d->kind == PW_CD_FUNC && d->body && !d->is_system &&
                mentions(d->body, NULL, is_property);
    return found;
}

static struct pw_cdecl *find_main(const struct pw_cunit *u)
{
    for (struct pw_cdecl *d = u->decls; d; d = d->next)
        if (d->kind == PW_CD_FUNC && d->body && !strcmp(d->name, "main")) return d;
    return NULL;
}

bool pw_ctrans_run(const struct pw_cunit *u, const struct pw_ctrans_options *o,
                   struct pw_cfacts *facts, struct pw_cir *ir, struct pw_cerror *error)
{
    struct pw_ct *t = pw_cir_alloc(ir, sizeof *t);
    struct pw_cframe outside = {.path = "file"};
    struct pw_cstep *none = NULL;
    t->u = u;
    t->o = o;
    t->facts = facts;
    t->ir = ir;
    t->error = error;
    t->in_main = true;
    t->frame = &outside;
    pw_ct_into(t, &none);
    t->declaring = true;
    declare_globals(t);
    t->declaring = false;
    if (none)
        pw_ct_fail(t, none->token, "use a constant",
                   "unsupported: this initialiser is not constant");
    t->emitted = t->epoch = 0;
    for (size_t i = 0; i < facts->heaps.n; i++)
        pw_ct_new_memory(t, &facts->heaps.at[i], 0);
    struct pw_cdecl *f = find_main(u);
    if (!f)
        pw_ct_fail(t, (uint32_t)u->lex.tokens.n - 1, "add one that creates the threads",
                   "there is no function 'main'");
    translate_main(t, f);
    for (t->group = 0; t->group < t->groups.n; t->group++) {
        if (pw_ct_is_joined_by_thread(t, (int32_t)t->group)) {
            count_done(t, &t->groups.at[t->group]);
            keep_return(t, &t->groups.at[t->group]);
        }
        struct pw_cgroup g = t->groups.at[t->group];
        translate_thread(t, &g);
    }
    if (states_property(t)) ir->has_property = true;
    pw_vec_clear(&t->globals);
    pw_vec_clear(&t->tls);
    pw_vec_clear(&t->objects);
    pw_vec_clear(&t->groups);
    pw_vec_clear(&t->accesses);
    pw_names_clear(&t->taken);
    pw_names_clear(&t->watched);
    return t->again;
}
