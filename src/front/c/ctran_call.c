/* The translation: calls of functions of the file (expanded), and of functions of the system that
 * have nothing to do with threads. */
#include <assert.h>
#include <string.h>

#include "front/c/ctran.h"

static bool begins(const char *name, const char *with)
{
    return !strncmp(name, with, strlen(with));
}

static bool one_of(const char *name, const char *const *list)
{
    for (; *list; list++)
        if (!strcmp(name, *list)) return true;
    return false;
}

bool pw_ct_is_error(const char *name)
{
    static const char *const names[] = {"reach_error", "__VERIFIER_error",     "__assert_fail",
                                        "__assert",    "__assert_perror_fail", "__assert_rtn",
                                        NULL};
    return one_of(name, names);
}

/* --- expansion --- */

static void check_recursion(struct pw_ct *t, const struct pw_cdecl *f, uint32_t token)
{
    struct pw_strbuf chain = {0};
    bool found = false;
    for (const struct pw_cframe *k = t->frame; k; k = k->up)
        found = found || k->fn == f;
    if (!found) {
        if (++t->calls > PW_CT_CALLS)
            pw_ct_fail(t, token, NULL, "more than %d calls inside each other", PW_CT_CALLS);
        return;
    }
    pw_strbuf_printf(&chain, "%s", f->name);
    for (const struct pw_cframe *k = t->frame; k; k = k->up) {
        pw_strbuf_printf(&chain, " <- %s", k->fn->name);
        if (k->fn == f) break;
    }
    const char *text = pw_cir_text(t->ir, "%s", pw_strbuf_text(&chain));
    pw_strbuf_clear(&chain);
    pw_ct_fail(t, token, "use a loop", "unsupported: recursion (%s)", text);
}

/* Expressions that nobody changes any more: constants and temporaries. */
static bool settled(struct pw_ct *t, const struct pw_cx *e)
{
    if (!e) return true;
    if (e->kind == PW_CX_VAR)
        return t->ir->vars.at[e->var].hidden && !t->ir->vars.at[e->var].shared;
    return settled(t, e->a) && settled(t, e->b) && settled(t, e->c);
}

static const struct pw_cx *settle(struct pw_ct *t, const struct pw_cx *e)
{
    pw_cint lo, hi;
    if (settled(t, e)) return e;
    pw_cx_range(t->ir, e, &lo, &hi);
    uint32_t var = pw_ct_temp(t, lo, hi);
    assert(var < t->ir->vars.n);
    t->ir->vars.at[var].wild = pw_cx_wild(t->ir, e);
    if (e->kind == PW_CX_VAR) t->ir->vars.at[var].copy_of = e->var + 1;
    pw_ct_assign(t, var, e);
    return pw_cx_var(t->ir, var);
}

void pw_ct_alias(struct pw_ct *t, struct pw_cobj *o, struct pw_cval v)
{
    if (v.e) v.e = settle(t, v.e);
    for (uint32_t i = 0; v.kind == PW_CV_PTR && i < v.lv.nindex; i++)
        v.lv.index[i].e = settle(t, v.lv.index[i].e);
    if (v.kind == PW_CV_PTR && v.lv.code) v.lv.code = settle(t, v.lv.code);
    o->cells[0].value = v;
    o->cells[0].known = true;
}

static void bind_parameter(struct pw_ct *t, struct pw_cdecl *p, struct pw_cval v, uint32_t token)
{
    struct pw_cobj *o = pw_ct_local(t, p);
    o->region = t->region;
    o->loops = t->loops;
    v = pw_ct_convert(t, v, p->type, token);
    if (v.kind == PW_CV_THREAD && !p->is_modified && !p->is_addressed && !t->facts->handles) {
        pw_ct_keep_handle(t, o, 0, v, true);
        return;
    }
    struct pw_clv lv = pw_ct_place(o);
    bool whole = o->ncells == 1 && v.kind != PW_CV_AGG;
    if (whole && !p->is_modified &&
        (v.kind == PW_CV_INT || v.kind == PW_CV_DYN || v.kind == PW_CV_PTR))
        pw_ct_alias(t, o, v);
    else
        pw_ct_store(t, &lv, v, token);
}

static struct pw_cval result_of(struct pw_ct *t, struct pw_cframe *f, uint32_t token)
{
    const struct pw_ctype *type = f->fn->type->to;
    if (f->result) {
        struct pw_clv lv = pw_ct_place(f->result);
        return pw_ct_load(t, &lv, token);
    }
    if (f->returned) return f->value;
    if (type->kind == PW_CT_INT) return pw_ct_num(t, type, 0);
    return (struct pw_cval){.kind = type->kind == PW_CT_PTR ? PW_CV_NULL : PW_CV_VOID,
                            .type = type};
}

struct pw_cval pw_ct_inline(struct pw_ct *t, struct pw_cdecl *f, struct pw_cval *args,
                            struct pw_cexpr **written, uint32_t nargs, uint32_t token)
{
    struct pw_cframe frame = {
        .fn = f, .up = t->frame, .nesting = t->nesting, .loop = t->loop, .args = written};
    uint32_t region = t->region;
    struct pw_cloop *loop = t->loop;
    uint32_t at = t->token, last = t->last;
    bool atomic = begins(f->name, "__VERIFIER_atomic_");
    check_recursion(t, f, token);
    if (nargs < f->nparams) pw_ct_fail(t, token, NULL, "too few arguments for '%s'", f->name);
    frame.path = pw_cir_text(t->ir, "%s/%u", t->frame ? t->frame->path : "", token);
    t->frame = &frame;
    t->loop = NULL;
    for (uint32_t i = 0; i < f->nparams; i++)
        bind_parameter(t, f->params[i], args[i], token);
    bool jumps = pw_ct_jumps(t, f);
    if (jumps) t->loops++;
    if (atomic) pw_ct_atomic_begin(t);
    pw_ct_stmt(t, f->body, true);
    if (atomic) pw_ct_atomic_end(t, token);
    if (jumps) t->loops--;
    t->token = at, t->last = last;
    /* returns that need no jump leave dead code behind, but the call goes on */
    if (t->flow != PW_FLOW_DEAD || frame.tail_return) t->flow = PW_FLOW_NORMAL;
    if (frame.end_label) pw_ct_label(t, frame.end_label);
    t->region = region;
    struct pw_cval v = result_of(t, &frame, token);
    t->frame = frame.up;
    t->loop = loop;
    t->calls--;
    pw_vec_clear(&frame.locals);
    pw_vec_clear(&frame.labels);
    return v;
}

/* --- pointers to functions --- */

static struct pw_cval call_through(struct pw_ct *t, struct pw_cval *f, struct pw_cval *args,
                                   uint32_t nargs, struct pw_cexpr *e)
{
    const struct pw_ctype *type = e->type;
    f->e = pw_ct_spill(t, f->e);
    int32_t var = type->kind == PW_CT_VOID ? -1 : (int32_t)pw_ct_temp(t, 0, 0);
    const struct pw_cx *legal = pw_cx_bool(t->ir, false);
    pw_cint lo, hi;
    pw_cx_range(t->ir, f->e, &lo, &hi);
    for (unsigned code = 1; code <= t->facts->targets.n; code++) {
        struct pw_clv lv;
        struct pw_cdecl *fn;
        if (code < lo || code > hi || !pw_ct_target(t, code, &lv, &fn) || !fn || !fn->body)
            continue;
        if (fn->nparams != nargs) continue;
        const struct pw_cx *c = pw_cx_make(t->ir, PW_CX_EQ, f->e, pw_cx_int(t->ir, code));
        legal = pw_cx_make(t->ir, PW_CX_OR, legal, c);
        struct pw_cstep *s = pw_ct_emit(t, PW_CSTEP_IF);
        s->cond = c;
        struct pw_cbody b = pw_ct_open(t, &s->body);
        struct pw_cval v = pw_ct_inline(t, fn, args, e->args, nargs, e->token);
        if (var >= 0) {
            const struct pw_cx *x = v.kind == PW_CV_INT ? v.e : pw_ct_code(t, &v, e->token);
            pw_cint l, h;
            pw_cx_range(t->ir, x, &l, &h);
            if (l < t->ir->vars.at[var].lo) t->ir->vars.at[var].lo = l;
            if (h > t->ir->vars.at[var].hi) t->ir->vars.at[var].hi = h;
            pw_ct_assign(t, (uint32_t)var, x);
        }
        pw_ct_close(t, b);
        t->flow = PW_FLOW_NORMAL;
    }
    pw_ct_assert(t, legal, PW_CC_NULL);
    if (var < 0) return (struct pw_cval){.kind = PW_CV_VOID, .type = type};
    return (struct pw_cval){.kind = type->kind == PW_CT_INT ? PW_CV_INT : PW_CV_DYN,
                            .type = type,
                            .e = pw_cx_var(t->ir, (uint32_t)var)};
}

/* --- functions of the system --- */

struct pw_cval pw_ct_any(struct pw_ct *t, const struct pw_ctype *type, pw_cint lo, pw_cint hi)
{
    uint32_t var = pw_ct_temp(t, lo, hi);
    assert(var < t->ir->vars.n);
    t->ir->vars.at[var].wild = hi - lo > 1000000;
    t->ir->vars.at[var].assigned = true;
    struct pw_cstep *s = pw_ct_emit(t, PW_CSTEP_HAVOC);
    s->n = 1;
    s->vars = pw_cir_alloc(t->ir, sizeof *s->vars);
    s->vars[0] = var;
    return pw_ct_int(t, type, pw_cx_var(t->ir, var));
}

bool pw_ct_has_effect(const struct pw_cexpr *e)
{
    if (!e) return false;
    if (e->kind == PW_CE_ASSIGN || e->kind == PW_CE_INCR || e->kind == PW_CE_BLOCK) return true;
    if (e->kind == PW_CE_CALL) {
        const struct pw_cdecl *d = e->a->kind == PW_CE_NAME ? e->a->decl : NULL;
        if (!d || d->body || begins(d->name, "atomic_") || begins(d->name, "__atomic_") ||
            begins(d->name, "__sync_") || begins(d->name, "pthread_") || begins(d->name, "sem_"))
            return true;
    }
    for (uint32_t i = 0; i < e->nargs; i++)
        if (e->args && pw_ct_has_effect(e->args[i])) return true;
    return pw_ct_has_effect(e->a) || pw_ct_has_effect(e->b) || pw_ct_has_effect(e->c);
}

/* The same of a call of the program: what is found out of the choice is kept from translation to
 * translation (an assume that follows may restrict it, crange.c). */
static struct pw_cval any_of_call(struct pw_ct *t, const struct pw_cexpr *e,
                                  const struct pw_ctype *type, pw_cint lo, pw_cint hi)
{
    const char *key = pw_cir_text(t->ir, "%s:any%u", t->frame->path, e->token);
    const struct pw_cfact *f = pw_cfacts_of(t->facts, key);
    if (f->ranged && f->lo > lo) lo = f->lo;
    if (f->ranged && f->hi < hi) hi = f->hi;
    assert(lo <= hi);
    struct pw_cval v = pw_ct_any(t, type, lo, hi);
    assert(v.e->var < t->ir->vars.n);
    t->ir->vars.at[v.e->var].key = key;
    return v;
}

static const char *const silent[] = {"printf",
                                     "fprintf",
                                     "puts",
                                     "putchar",
                                     "fputs",
                                     "fputc",
                                     "putc",
                                     "perror",
                                     "fflush",
                                     "srand",
                                     "srandom",
                                     "usleep",
                                     "sleep",
                                     "nanosleep",
                                     "clock_nanosleep",
                                     "pause",
                                     "sched_yield",
                                     "thrd_yield",
                                     "pthread_yield",
                                     "thrd_sleep",
                                     "pthread_attr_init",
                                     "pthread_attr_destroy",
                                     "pthread_attr_setdetachstate",
                                     "pthread_attr_setstacksize",
                                     "pthread_attr_setscope",
                                     "pthread_detach",
                                     "thrd_detach",
                                     "pthread_mutex_destroy",
                                     "pthread_cond_init",
                                     "pthread_cond_destroy",
                                     "pthread_cond_signal",
                                     "pthread_cond_broadcast",
                                     "pthread_mutexattr_init",
                                     "pthread_mutexattr_destroy",
                                     "pthread_mutexattr_setpshared",
                                     "pthread_condattr_init",
                                     "pthread_condattr_destroy",
                                     "pthread_condattr_setclock",
                                     "pthread_rwlock_destroy",
                                     "pthread_rwlockattr_init",
                                     "pthread_rwlockattr_destroy",
                                     "pthread_spin_destroy",
                                     "pthread_barrier_destroy",
                                     "sem_destroy",
                                     "mtx_destroy",
                                     "cnd_init",
                                     "cnd_signal",
                                     "cnd_broadcast",
                                     "cnd_destroy",
                                     "pthread_setconcurrency",
                                     "pthread_setcancelstate",
                                     "pthread_setcanceltype",
                                     "free",
                                     "atomic_thread_fence",
                                     "atomic_signal_fence",
                                     "__sync_synchronize",
                                     "__atomic_thread_fence",
                                     "__atomic_signal_fence",
                                     "setvbuf",
                                     "setbuf",
                                     "alarm",
                                     "timespec_get",
                                     "fclose",
                                     "__builtin_ia32_pause",
                                     "_mm_pause",
                                     "write",
                                     "vprintf",
                                     "vfprintf",
                                     "pthread_setname_np",
                                     "pthread_setaffinity_np",
                                     "__builtin_prefetch",
                                     "__builtin_va_start",
                                     "__builtin_va_end",
                                     "__builtin_va_copy",
                                     "va_start",
                                     "va_end",
                                     "va_copy",
                                     NULL};

/* Calls that give a number of that range. exact: any of them, whatever they are called with.
 * writes: to where that argument points, the first being 1. */
static const struct number_call {
    const char *name;
    int64_t lo, hi;
    bool exact;
    uint8_t writes;
} number_calls[] = {{"rand", 0, INT32_MAX, true, 0},
                    {"random", 0, INT32_MAX, true, 0},
                    {"rand_r", 0, INT32_MAX, true, 1},
                    {"lrand48", 0, INT32_MAX, true, 0},
                    {"mrand48", INT32_MIN, INT32_MAX, true, 0},
                    {"time", 0, INT64_MAX, true, 1},
                    {"clock", -1, INT64_MAX, true, 0},
                    {"getpid", 1, INT32_MAX, true, 0},
                    {"getchar", -1, 255, true, 0},
                    {"sysconf", -1, INT64_MAX, true, 0},
                    {"get_nprocs", 1, INT32_MAX, true, 0},
                    {"getopt", -1, 255, true, 0},
                    {"atoi", INT64_MIN, INT64_MAX, false, 0},
                    {"atol", INT64_MIN, INT64_MAX, false, 0},
                    {"atoll", INT64_MIN, INT64_MAX, false, 0},
                    {"strtol", INT64_MIN, INT64_MAX, false, 2},
                    {"strtoul", 0, INT64_MAX, false, 2},
                    {"strtoll", INT64_MIN, INT64_MAX, false, 2},
                    {"strtoull", 0, INT64_MAX, false, 2},
                    {"strcmp", INT32_MIN, INT32_MAX, false, 0},
                    {"strlen", 0, INT64_MAX, false, 0},
                    {"isdigit", INT32_MIN, INT32_MAX, false, 0}};

static const char *const stopping[] = {"abort",
                                       "exit",
                                       "_exit",
                                       "_Exit",
                                       "quick_exit",
                                       "__builtin_trap",
                                       "__builtin_unreachable",
                                       "__builtin_abort",
                                       "err",
                                       "errx",
                                       NULL};

static void stop_here(struct pw_ct *t)
{
    /* the whole program ends: what others do afterwards they could have done before */
    if (!t->in_main || t->live || t->nesting) pw_ct_assume(t, pw_cx_bool(t->ir, false));
    t->flow = PW_FLOW_DEAD;
}

/* One variable that is read in: any value of its type. */
static void scan_into(struct pw_ct *t, struct pw_cexpr *to)
{
    struct pw_cval p = pw_ct_eval(t, to);
    struct pw_clv lv = pw_ct_deref(t, &p, to->token);
    if (lv.type->kind != PW_CT_INT || lv.type->bits == 8)
        pw_ct_fail(t, to->token, "read integers", "unsupported: this is no integer to read");
    struct pw_cval v = pw_ct_any(t, lv.type, pw_ctype_min(lv.type), pw_ctype_max(lv.type));
    pw_ct_store(t, &lv, v, to->token);
}

/* The result says how many were read, the first ones. */
static bool scan_call(struct pw_ct *t, const char *name, struct pw_cexpr *e, struct pw_cval *out)
{
    static const char *const names[] = {
        "scanf", "fscanf", "sscanf", "__isoc99_scanf", "__isoc99_fscanf", "__isoc99_sscanf", NULL};
    if (!one_of(name, names)) return false;
    uint32_t first = strstr(name, "fscanf") || strstr(name, "sscanf") ? 2 : 1;
    uint32_t n = e->nargs > first ? e->nargs - first : 0;
    *out = pw_ct_any(t, pw_ct_type_int(), -1, n);
    for (uint32_t i = 0; i < n; i++) {
        struct pw_cstep *s = pw_ct_emit(t, PW_CSTEP_IF);
        s->cond = pw_cx_make(t->ir, PW_CX_GT, out->e, pw_cx_int(t->ir, i));
        struct pw_cbody b = pw_ct_open(t, &s->body);
        scan_into(t, e->args[first + i]);
        pw_ct_close(t, b);
    }
    return true;
}

/* The time: what is written is any time that clocks show. */
static bool time_call(struct pw_ct *t, const char *name, struct pw_cexpr *e, struct pw_cval *out)
{
    static const char *const names[] = {"clock_gettime", "gettimeofday", "timespec_get", NULL};
    if (!one_of(name, names) || e->nargs != 2) return false;
    bool second = !strcmp(name, "clock_gettime");
    assert(second < e->nargs);
    struct pw_cval p = pw_ct_eval(t, e->args[second]);
    *out = pw_ct_num(t, pw_ct_type_int(), !strcmp(name, "timespec_get"));
    struct pw_clv whole = pw_ct_deref(t, &p, e->token);
    if (whole.type->kind != PW_CT_STRUCT || whole.code || whole.nindex) return true;
    for (uint32_t i = 0; i < whole.type->nfields; i++) {
        struct pw_clv lv = whole;
        lv.type = whole.type->fields[i].type;
        lv.offset += whole.type->fields[i].offset;
        lv.base = lv.offset;
        lv.count = 1;
        if (lv.type->kind == PW_CT_INT)
            pw_ct_store(t, &lv, pw_ct_any(t, lv.type, 0, i ? 999999999 : 1 << 30), e->token);
    }
    return true;
}

/* --- texts: strings and the words of the command line --- */

static bool is_text(struct pw_ct *t, const struct pw_cexpr *e)
{
    if (e->kind == PW_CE_STR) return true;
    if (e->kind == PW_CE_INDEX || (e->kind == PW_CE_UNARY && e->op == '*') ||
        (e->kind == PW_CE_BINARY && e->op == '+'))
        return is_text(t, e->a);
    if (e->kind != PW_CE_NAME || e->decl->is_global || e->type->kind != PW_CT_PTR ||
        (e->decl->kind != PW_CD_PARAM && e->decl->kind != PW_CD_VAR))
        return false;
    const struct pw_cobj *o = pw_ct_find(t, e->decl, e->token);
    return o->cells[0].known && o->cells[0].value.kind == PW_CV_STR;
}

bool pw_ct_text_element(struct pw_ct *t, struct pw_cexpr *e, struct pw_cval *out)
{
    if (!is_text(t, e->a)) return false;
    if (e->a->kind != PW_CE_NAME && e->a->kind != PW_CE_STR) pw_ct_effect(t, e->a);
    if (e->kind == PW_CE_INDEX) pw_ct_effect(t, e->b);
    *out = (struct pw_cval){.kind = PW_CV_STR, .type = e->type};
    if (e->type->kind != PW_CT_INT) return true;
    pw_ct_note(t, e->token, true, "a character of a text is read as arbitrary");
    *out = pw_ct_any(t, e->type, pw_ctype_min(e->type), pw_ctype_max(e->type));
    return true;
}

static bool verifier_call(struct pw_ct *t, const char *name, struct pw_cexpr *e,
                          struct pw_cval *out)
{
    *out = (struct pw_cval){.kind = PW_CV_VOID, .type = e->type};
    if (pw_ct_is_error(name)) {
        pw_ct_assert(t, pw_cx_bool(t->ir, false), PW_CC_PROPERTY);
        t->flow = PW_FLOW_DEAD;
    } else if (!strcmp(name, "__VERIFIER_assume") || !strcmp(name, "assume_abort_if_not")) {
        if (e->nargs) pw_ct_assume_expr(t, e->args[0]);
    } else if ((!strcmp(name, "assert") || !strcmp(name, "__VERIFIER_assert")) &&
               !e->a->decl->body) {
        if (e->nargs) pw_ct_assert_expr(t, e->args[0]);
    } else if (!strcmp(name, "__VERIFIER_atomic_begin")) {
        pw_ct_atomic_begin(t);
    } else if (!strcmp(name, "__VERIFIER_atomic_end")) {
        pw_ct_atomic_end(t, e->token);
    } else if (begins(name, "__VERIFIER_nondet_")) {
        if (e->type->kind != PW_CT_INT)
            pw_ct_fail(t, e->token, "use integers", "unsupported: '%s'", name);
        *out = any_of_call(t, e, e->type, pw_ctype_min(e->type), pw_ctype_max(e->type));
    } else {
        return false;
    }
    return true;
}

/* What a call of no interest is given may matter all the same: printf("%d", x++). */
static void argument_effects(struct pw_ct *t, struct pw_cexpr *e)
{
    for (uint32_t i = 0; i < e->nargs; i++)
        if (pw_ct_has_effect(e->args[i])) pw_ct_effect(t, e->args[i]);
}

/* Something is written to where the argument points: any number, any text. */
static void written_there(struct pw_ct *t, struct pw_cexpr *to)
{
    pw_cint k;
    struct pw_cval p = pw_ct_eval(t, to);
    if (p.kind == PW_CV_NULL || (p.kind == PW_CV_INT && pw_ct_known(&p, &k) && !k)) return;
    struct pw_clv lv = pw_ct_deref(t, &p, to->token);
    struct pw_cval v = {.kind = PW_CV_STR, .type = lv.type};
    if (lv.type->kind == PW_CT_INT)
        v = pw_ct_any(t, lv.type, pw_ctype_min(lv.type), pw_ctype_max(lv.type));
    else if (lv.type->kind != PW_CT_PTR)
        pw_ct_fail(t, to->token, "pass a variable", "unsupported: this is written by the call");
    pw_ct_store(t, &lv, v, to->token);
}

/* A format with %n writes, too. */
static void check_format(struct pw_ct *t, const struct pw_cexpr *e)
{
    const struct pw_ctok *k = &t->u->lex.tokens.at[e->token];
    if (e->kind != PW_CE_STR) return;
    for (size_t i = k->from; i + 1 < k->to; i++)
        if (t->u->lex.text[i] == '%' && t->u->lex.text[i + 1] == 'n')
            pw_ct_fail(t, e->token, "assign the variable", "unsupported: '%%n' in a format");
}

/* What silent calls write all the same, and what runs later. */
static void silent_effects(struct pw_ct *t, const char *name, struct pw_cexpr *e)
{
    for (uint32_t i = 0; strstr(name, "printf") && i < e->nargs; i++)
        check_format(t, e->args[i]);
    if (begins(name, "pthread_setcancel") && e->nargs > 1) written_there(t, e->args[1]);
    argument_effects(t, e);
}

/* Signals that are ignored, or end the program, change nothing. */
static bool signal_call(struct pw_ct *t, const char *name, struct pw_cexpr *e, struct pw_cval *out)
{
    if (strcmp(name, "signal") || e->nargs != 2) return false;
    struct pw_cval handler = pw_ct_eval(t, e->args[1]);
    if (handler.kind != PW_CV_INT && handler.kind != PW_CV_NULL)
        pw_ct_fail(t, e->args[1]->token, "let a thread do it", "unsupported: a signal handler");
    *out = (struct pw_cval){.kind = PW_CV_NULL, .type = e->type};
    return true;
}

/* *__errno_location(): any number at each look; what is put there is lost. */
static bool errno_call(struct pw_ct *t, const char *name, struct pw_cexpr *e, struct pw_cval *out)
{
    if (strcmp(name, "__errno_location") || e->type->kind != PW_CT_PTR) return false;
    const char *key = pw_cir_text(t->ir, "%s/%u:errno", t->frame->path, e->token);
    struct pw_cobj *o = pw_ct_object(t, NULL, "errno", key, e->type->to, false, e->token);
    *out = (struct pw_cval){.kind = PW_CV_PTR, .type = e->type, .lv = pw_ct_place(o)};
    struct pw_cval v = pw_ct_any(t, o->cells[0].type, 0, INT32_MAX);
    pw_ct_note_about(t, e->token, &v, "errno is read as any number");
    pw_ct_store(t, &out->lv, v, e->token);
    return true;
}

/* Calls of the thread library succeed; what else is called for its effect on the outside returns
 * some number, if anybody asks. */
static bool silent_call(struct pw_ct *t, const char *name, struct pw_cexpr *e, struct pw_cval *out)
{
    static const char *const threads[] = {"pthread_", "thrd_", "mtx_", "cnd_", "sem_", "sched_"};
    bool ignored = t->ignored == e || e->type->kind != PW_CT_INT;
    if (!one_of(name, silent)) return false;
    silent_effects(t, name, e);
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++)
        ignored = ignored || begins(name, threads[i]);
    *out = (struct pw_cval){.kind = PW_CV_VOID, .type = e->type};
    if (e->type->kind == PW_CT_INT) *out = pw_ct_num(t, e->type, 0);
    if (ignored) return true;
    *out = pw_ct_any(t, e->type, pw_ctype_min(e->type), pw_ctype_max(e->type));
    pw_ct_note_about(t, e->token, out, "what '%s' returns is read as any number", name);
    return true;
}

/* Is it a word of the command line: any text? */
static bool is_argument(const struct pw_ct *t, const struct pw_cexpr *e)
{
    const struct pw_cframe *f = t->frame;
    while (e->kind == PW_CE_INDEX || e->kind == PW_CE_UNARY || e->kind == PW_CE_CAST)
        e = e->a;
    while (f->up)
        f = f->up;
    for (uint32_t i = 0; t->in_main && f->fn && i < f->fn->nparams; i++)
        if (e->kind == PW_CE_NAME && e->decl == f->fn->params[i]) return true;
    return false;
}

static bool number_call(struct pw_ct *t, const char *name, struct pw_cexpr *e, struct pw_cval *out)
{
    const struct number_call *c = number_calls;
    const struct number_call *end = c + sizeof number_calls / sizeof *number_calls;
    while (c < end && strcmp(c->name, name) != 0)
        c++;
    if (c == end) return false;
    argument_effects(t, e);
    if (c->writes && c->writes <= e->nargs) written_there(t, e->args[c->writes - 1]);
    const struct pw_ctype *type = e->type->kind == PW_CT_INT ? e->type : pw_ct_type_int();
    pw_cint lo = pw_ctype_min(type), hi = pw_ctype_max(type);
    *out = any_of_call(t, e, type, c->lo > lo ? c->lo : lo, c->hi < hi ? c->hi : hi);
    if (!c->exact && (e->nargs < 1 || !is_argument(t, e->args[0])))
        pw_ct_note_about(t, e->token, out, "what '%s' returns is read as any number", name);
    return true;
}

static bool system_call(struct pw_ct *t, const char *name, struct pw_cexpr *e, struct pw_cval *out)
{
    if (verifier_call(t, name, e, out)) return true;
    if (e->a->decl->body) return false;
    if (one_of(name, stopping)) {
        stop_here(t);
        *out = (struct pw_cval){.kind = PW_CV_VOID, .type = e->type};
        return true;
    }
    return silent_call(t, name, e, out) || signal_call(t, name, e, out) ||
           errno_call(t, name, e, out) || number_call(t, name, e, out) ||
           scan_call(t, name, e, out) || time_call(t, name, e, out) ||
           pw_ct_memory_call(t, name, e, out) || pw_ct_known_call(t, name, e, out) ||
           pw_ct_atomic_call(t, name, e, out);
}

static struct pw_cval *arguments(struct pw_ct *t, struct pw_cexpr *e)
{
    struct pw_cval *args = pw_cir_alloc(t->ir, (e->nargs + 1) * sizeof *args);
    bool open = false;
    for (uint32_t i = 0; i < e->nargs; i++)
        open = open || (e->nargs > 1 && pw_ct_has_effect(e->args[i]));
    if (open) pw_ct_order_begin(t);
    for (uint32_t i = 0; i < e->nargs; i++) {
        if (open && i) pw_ct_order_next(t);
        args[i] = pw_ct_eval(t, e->args[i]);
        bool more = false;
        for (uint32_t k = i + 1; k < e->nargs; k++)
            more = more || !pw_ct_quiet(t, e->args[k]);
        if (more) pw_ct_spill_val(t, &args[i]);
    }
    if (open) pw_ct_order_end(t, e->token);
    return args;
}

struct pw_cval pw_ct_call(struct pw_ct *t, struct pw_cexpr *e)
{
    struct pw_cval out = {0}, f = {0};
    bool direct = e->a->kind == PW_CE_NAME && e->a->decl->kind == PW_CD_FUNC;
    if (direct && system_call(t, e->a->decl->name, e, &out)) return out;
    f = direct ? (struct pw_cval){.kind = PW_CV_FUNC, .fn = e->a->decl} : pw_ct_eval(t, e->a);
    struct pw_cval *args = arguments(t, e);
    if (f.kind == PW_CV_DYN) return call_through(t, &f, args, e->nargs, e);
    if (f.kind != PW_CV_FUNC)
        pw_ct_fail(t, e->token, "call a function by its name",
                   "unsupported: call through a pointer that is not known");
    if (!f.fn->body)
        pw_ct_fail(t, e->token, "define it, or model what it does",
                   "unsupported: '%s' is not defined here and not known", f.fn->name);
    return pw_ct_inline(t, f.fn, args, e->args, e->nargs, e->token);
}
