/* The translation: mutexes, spin locks, read-write locks, condition variables, semaphores,
 * barriers, once. Each object is one number (see state_type in ctran_obj.c); each operation is one
 * step. Calls succeed: what they return is 0, except where POSIX lets them fail (try, timed). */
#include <assert.h>
#include <string.h>

#include "front/c/ctran.h"

/* kinds of mutex, as a mark of their cells (limit) */
enum { RECURSIVE = -1 };

static const struct pw_ctype number_type = {
    .kind = PW_CT_INT, .bits = 32, .rank = 3, .is_signed = true};
static const struct pw_ctype bit_type = {.kind = PW_CT_INT, .bits = 1};

static struct pw_clv object_of(struct pw_ct *t, struct pw_cexpr *e, uint32_t arg,
                               enum pw_copaque kind, enum pw_copaque other)
{
    if (arg >= e->nargs) pw_ct_fail(t, e->token, NULL, "too few arguments");
    assert(arg < e->nargs);
    struct pw_cval v = pw_ct_eval(t, e->args[arg]);
    pw_ct_spill_val(t, &v);
    struct pw_clv lv = pw_ct_deref(t, &v, e->args[arg]->token);
    if (lv.type->kind != PW_CT_OPAQUE || (lv.type->opaque != kind && lv.type->opaque != other))
        pw_ct_fail(t, e->args[arg]->token, NULL, "this is no object of the right kind for '%s'",
                   e->a->decl->name);
    if (lv.code) { /* found by type: keep it */
        lv.type = lv.type;
        return lv;
    }
    lv.type = kind == PW_CO_MUTEX || kind == PW_CO_SPIN ? &bit_type : &number_type;
    return lv;
}

static const struct pw_cx *is(struct pw_ct *t, enum pw_cx_kind kind, const struct pw_cx *e,
                              pw_cint v)
{
    return pw_cx_make(t->ir, kind, e, pw_cx_int(t->ir, v));
}

/* wait until `ready`, then set: one step. */
static void take(struct pw_ct *t, const struct pw_clv *lv, const struct pw_cx *ready,
                 const struct pw_cx *now, uint32_t token)
{
    pw_ct_atomic_begin(t);
    pw_ct_assume(t, ready);
    pw_ct_store_atomic(t, lv, now, -1, NULL, token);
    pw_ct_atomic_end(t, token);
}

/* --- recursive mutexes: each thread counts how often it has locked them --- */

static bool is_recursive(const struct pw_clv *lv)
{
    return !lv->code && !lv->nindex && lv->obj->cells[lv->offset].limit == RECURSIVE;
}

static uint32_t depth_of(struct pw_ct *t, const struct pw_clv *lv)
{
    const char *key =
        pw_cir_text(t->ir, "depth:%d:%s.%lld", t->thread, lv->obj->key, (long long)lv->offset);
    for (size_t i = 0; i < t->ir->vars.n; i++)
        if (t->ir->vars.at[i].key && !strcmp(t->ir->vars.at[i].key, key)) return (uint32_t)i;
    struct pw_cfact *f = pw_cfacts_of(t->facts, key);
    struct pw_cvar v = {.name = pw_ct_fresh(t, pw_cir_text(t->ir, "depth_%s", lv->obj->name)),
                        .key = key,
                        .thread = (uint32_t)t->thread,
                        .lo = f->ranged ? f->lo : -1,
                        .hi = f->ranged ? f->hi : (pw_cint)1 << 31,
                        .guessed = f->ranged && f->guessed};
    pw_vec_push(&t->ir->vars, v);
    return (uint32_t)t->ir->vars.n - 1;
}

static void lock_again(struct pw_ct *t, const struct pw_clv *lv, uint32_t token)
{
    uint32_t var = depth_of(t, lv);
    const struct pw_cx *depth = pw_cx_var(t->ir, var);
    struct pw_cval v = pw_ct_place_value(t, lv, token);
    const struct pw_cx *first = is(t, PW_CX_EQ, depth, 0);
    pw_ct_atomic_begin(t);
    pw_ct_assume(t, pw_cx_make(t->ir, PW_CX_OR, pw_cx_not(t->ir, first), is(t, PW_CX_EQ, v.e, 0)));
    pw_ct_store_atomic(t, lv, pw_cx_int(t->ir, 1), -1, NULL, token);
    pw_ct_assign(t, var, pw_cx_make(t->ir, PW_CX_ADD, depth, pw_cx_int(t->ir, 1)));
    pw_ct_atomic_end(t, token);
}

static void unlock_once(struct pw_ct *t, const struct pw_clv *lv, uint32_t token)
{
    uint32_t var = depth_of(t, lv);
    const struct pw_cx *depth = pw_cx_var(t->ir, var);
    struct pw_cval v = pw_ct_place_value(t, lv, token);
    pw_ct_atomic_begin(t);
    pw_ct_store_atomic(t, lv, pw_cx_ite(t->ir, is(t, PW_CX_GT, depth, 1), v.e, pw_cx_int(t->ir, 0)),
                       -1, NULL, token);
    pw_ct_assign(t, var, pw_cx_make(t->ir, PW_CX_SUB, depth, pw_cx_int(t->ir, 1)));
    pw_ct_atomic_end(t, token);
}

static void lock(struct pw_ct *t, const struct pw_clv *lv, uint32_t token)
{
    if (is_recursive(lv)) {
        lock_again(t, lv, token);
        return;
    }
    struct pw_cval v = pw_ct_place_value(t, lv, token);
    take(t, lv, is(t, PW_CX_EQ, v.e, 0), pw_cx_int(t->ir, 1), token);
}

static void unlock(struct pw_ct *t, const struct pw_clv *lv, uint32_t token)
{
    if (is_recursive(lv)) {
        unlock_once(t, lv, token);
        return;
    }
    pw_ct_store_atomic(t, lv, pw_cx_int(t->ir, 0), -1, NULL, token);
}

/* 0 or `busy` */
static struct pw_cval try_lock(struct pw_ct *t, const struct pw_clv *lv, pw_cint busy,
                               uint32_t token)
{
    if (is_recursive(lv))
        pw_ct_fail(t, token, "use a plain mutex", "unsupported: trying a recursive mutex");
    struct pw_cval v = pw_ct_place_value(t, lv, token);
    uint32_t var = pw_ct_temp(t, 0, 1);
    assert(var < t->ir->vars.n);
    t->ir->vars.at[var].assigned = true;
    pw_ct_store_atomic(t, lv, pw_cx_int(t->ir, 1), (int32_t)var, v.e, token);
    const struct pw_cx *held = pw_cx_truth(t->ir, pw_cx_var(t->ir, var));
    return pw_ct_int(t, &number_type,
                     pw_cx_ite(t->ir, held, pw_cx_int(t->ir, busy), pw_cx_int(t->ir, 0)));
}

/* An arbitrary bit: may a timed call run out of time? */
static const struct pw_cx *any_bit(struct pw_ct *t)
{
    uint32_t var = pw_ct_temp(t, 0, 1);
    struct pw_cstep *s = pw_ct_emit(t, PW_CSTEP_HAVOC);
    assert(var < t->ir->vars.n);
    t->ir->vars.at[var].assigned = true;
    s->n = 1;
    s->vars = pw_cir_alloc(t->ir, sizeof *s->vars);
    s->vars[0] = var;
    return pw_cx_truth(t->ir, pw_cx_var(t->ir, var));
}

/* Takes the lock, or gives up at any time. */
static struct pw_cval timed_lock(struct pw_ct *t, const struct pw_clv *lv, pw_cint late,
                                 uint32_t token)
{
    const struct pw_cx *bit = any_bit(t);
    struct pw_cstep *s = pw_ct_emit(t, PW_CSTEP_IF);
    s->cond = pw_cx_not(t->ir, bit);
    struct pw_cbody b = pw_ct_open(t, &s->body);
    lock(t, lv, token);
    pw_ct_close(t, b);
    return pw_ct_int(t, &number_type,
                     pw_cx_ite(t->ir, bit, pw_cx_int(t->ir, late), pw_cx_int(t->ir, 0)));
}

/* --- by name --- */

enum call {
    C_NONE,
    C_LOCK,
    C_UNLOCK,
    C_TRY,
    C_TIMED,
    C_MINIT,
    C_RD,
    C_WR,
    C_RWUNLOCK,
    C_TRYRD,
    C_TRYWR,
    C_RWINIT,
    C_CWAIT,
    C_CTIMED,
    C_SEMINIT,
    C_SEMWAIT,
    C_SEMPOST,
    C_SEMTRY,
    C_SEMGET,
    C_BINIT,
    C_BWAIT,
    C_ONCE,
    C_CREATE,
    C_THRD,
    C_JOIN,
    C_EXIT,
    C_ATTRTYPE,
    C_SELF,
    C_EQUAL
};

struct row {
    const char *name;
    enum call call;
    enum pw_copaque kind;
    int busy; /* what a failing call returns */
};

static const struct row rows[] = {{"pthread_mutex_lock", C_LOCK, PW_CO_MUTEX, 0},
                                  {"pthread_mutex_unlock", C_UNLOCK, PW_CO_MUTEX, 0},
                                  {"pthread_mutex_trylock", C_TRY, PW_CO_MUTEX, 16},
                                  {"pthread_mutex_timedlock", C_TIMED, PW_CO_MUTEX, 110},
                                  {"pthread_mutex_init", C_MINIT, PW_CO_MUTEX, 0},
                                  {"mtx_lock", C_LOCK, PW_CO_MUTEX, 0},
                                  {"mtx_unlock", C_UNLOCK, PW_CO_MUTEX, 0},
                                  {"mtx_trylock", C_TRY, PW_CO_MUTEX, 1},
                                  {"mtx_timedlock", C_TIMED, PW_CO_MUTEX, 4},
                                  {"mtx_init", C_MINIT, PW_CO_MUTEX, 0},
                                  {"pthread_spin_lock", C_LOCK, PW_CO_SPIN, 0},
                                  {"pthread_spin_unlock", C_UNLOCK, PW_CO_SPIN, 0},
                                  {"pthread_spin_trylock", C_TRY, PW_CO_SPIN, 16},
                                  {"pthread_spin_init", C_MINIT, PW_CO_SPIN, 0},
                                  {"pthread_rwlock_rdlock", C_RD, PW_CO_RWLOCK, 0},
                                  {"pthread_rwlock_wrlock", C_WR, PW_CO_RWLOCK, 0},
                                  {"pthread_rwlock_unlock", C_RWUNLOCK, PW_CO_RWLOCK, 0},
                                  {"pthread_rwlock_tryrdlock", C_TRYRD, PW_CO_RWLOCK, 16},
                                  {"pthread_rwlock_trywrlock", C_TRYWR, PW_CO_RWLOCK, 16},
                                  {"pthread_rwlock_init", C_RWINIT, PW_CO_RWLOCK, 0},
                                  {"pthread_cond_wait", C_CWAIT, PW_CO_MUTEX, 0},
                                  {"cnd_wait", C_CWAIT, PW_CO_MUTEX, 0},
                                  {"pthread_cond_timedwait", C_CTIMED, PW_CO_MUTEX, 110},
                                  {"cnd_timedwait", C_CTIMED, PW_CO_MUTEX, 4},
                                  {"sem_init", C_SEMINIT, PW_CO_SEM, 0},
                                  {"sem_wait", C_SEMWAIT, PW_CO_SEM, 0},
                                  {"sem_post", C_SEMPOST, PW_CO_SEM, 0},
                                  {"sem_trywait", C_SEMTRY, PW_CO_SEM, 0},
                                  {"sem_getvalue", C_SEMGET, PW_CO_SEM, 0},
                                  {"pthread_barrier_init", C_BINIT, PW_CO_BARRIER, 0},
                                  {"pthread_barrier_wait", C_BWAIT, PW_CO_BARRIER, 0},
                                  {"pthread_once", C_ONCE, PW_CO_ONCE, 0},
                                  {"call_once", C_ONCE, PW_CO_ONCE, 0},
                                  {"pthread_create", C_CREATE, PW_CO_NONE, 0},
                                  {"thrd_create", C_THRD, PW_CO_NONE, 0},
                                  {"pthread_join", C_JOIN, PW_CO_NONE, 0},
                                  {"thrd_join", C_JOIN, PW_CO_NONE, 0},
                                  {"pthread_exit", C_EXIT, PW_CO_NONE, 0},
                                  {"thrd_exit", C_EXIT, PW_CO_NONE, 0},
                                  {"pthread_mutexattr_settype", C_ATTRTYPE, PW_CO_NONE, 0},
                                  {"pthread_self", C_SELF, PW_CO_NONE, 0},
                                  {"thrd_current", C_SELF, PW_CO_NONE, 0},
                                  {"pthread_equal", C_EQUAL, PW_CO_NONE, 0},
                                  {"thrd_equal", C_EQUAL, PW_CO_NONE, 0}};

static const struct row *find_row(const char *name)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i].name, name)) return &rows[i];
    return NULL;
}

static pw_cint constant(struct pw_ct *t, struct pw_cexpr *e, const char *what)
{
    pw_cint k;
    struct pw_cval v = pw_ct_eval(t, e);
    if (!pw_ct_known(&v, &k))
        pw_ct_fail(t, e->token, "use a constant", "unsupported: %s that is not constant", what);
    return k;
}

/* --- read-write locks: -1 a writer, n >= 0 readers --- */

static struct pw_cval rwlock(struct pw_ct *t, enum call call, const struct pw_clv *lv,
                             uint32_t token)
{
    struct pw_cval v = pw_ct_place_value(t, lv, token);
    const struct pw_cx *more = pw_cx_make(t->ir, PW_CX_ADD, v.e, pw_cx_int(t->ir, 1));
    const struct pw_cx *less = pw_cx_make(t->ir, PW_CX_SUB, v.e, pw_cx_int(t->ir, 1));
    const struct pw_cx *minus = pw_cx_int(t->ir, -1), *free = is(t, PW_CX_EQ, v.e, 0);
    const struct pw_cx *open = is(t, PW_CX_GE, v.e, 0);
    struct pw_cval zero = pw_ct_num(t, &number_type, 0);
    bool rd = call == C_TRYRD;
    uint32_t var;
    switch (call) {
    case C_RD:
        take(t, lv, open, more, token);
        return zero;
    case C_WR:
        take(t, lv, free, minus, token);
        return zero;
    case C_RWUNLOCK:
        pw_ct_store_atomic(t, lv,
                           pw_cx_ite(t->ir, is(t, PW_CX_LE, v.e, 0), pw_cx_int(t->ir, 0), less), -1,
                           NULL, token);
        return zero;
    case C_TRYRD:
    case C_TRYWR:
        var = pw_ct_temp(t, 0, 1);
        assert(var < t->ir->vars.n);
        t->ir->vars.at[var].assigned = true;
        pw_ct_store_atomic(t, lv, pw_cx_ite(t->ir, rd ? open : free, rd ? more : minus, v.e),
                           (int32_t)var, pw_cx_number(t->ir, rd ? open : free), token);
        return pw_ct_int(t, &number_type,
                         pw_cx_ite(t->ir, pw_cx_truth(t->ir, pw_cx_var(t->ir, var)),
                                   pw_cx_int(t->ir, 0), pw_cx_int(t->ir, 16)));
    default:
        return zero;
    }
}

/* --- semaphores --- */

static struct pw_cval semaphore(struct pw_ct *t, enum call call, const struct pw_clv *lv,
                                struct pw_cexpr *e)
{
    struct pw_cval zero = pw_ct_num(t, &number_type, 0), v;
    uint32_t token = e->token, var;
    if (call == C_SEMINIT) {
        v = pw_ct_convert(t, pw_ct_eval(t, e->args[2]), &number_type, token);
        pw_ct_store(t, lv, v, token);
        return zero;
    }
    v = pw_ct_place_value(t, lv, token);
    const struct pw_cx *less = pw_cx_make(t->ir, PW_CX_SUB, v.e, pw_cx_int(t->ir, 1));
    const struct pw_cx *open = is(t, PW_CX_GT, v.e, 0);
    switch (call) {
    case C_SEMWAIT:
        take(t, lv, open, less, token);
        return zero;
    case C_SEMPOST:
        pw_ct_store_atomic(t, lv, pw_cx_make(t->ir, PW_CX_ADD, v.e, pw_cx_int(t->ir, 1)), -1, NULL,
                           token);
        return zero;
    case C_SEMGET: {
        struct pw_cval p = pw_ct_eval(t, e->args[1]);
        struct pw_clv to = pw_ct_deref(t, &p, token);
        pw_ct_spill_val(t, &v);
        pw_ct_store(t, &to, v, token);
        return zero;
    }
    default:
        break;
    }
    var = pw_ct_temp(t, 0, 1);
    assert(var < t->ir->vars.n);
    t->ir->vars.at[var].assigned = true;
    pw_ct_store_atomic(t, lv, pw_cx_ite(t->ir, open, less, v.e), (int32_t)var,
                       pw_cx_number(t->ir, open), token);
    return pw_ct_int(t, &number_type,
                     pw_cx_ite(t->ir, pw_cx_truth(t->ir, pw_cx_var(t->ir, var)),
                               pw_cx_int(t->ir, 0), pw_cx_int(t->ir, -1)));
}

/* --- barriers: arrivals modulo twice the count; a thread leaves when its half is over --- */

static struct pw_cval barrier(struct pw_ct *t, const struct pw_clv *lv, uint32_t token)
{
    if (lv->nindex || lv->code)
        pw_ct_fail(t, token, "use a named barrier", "unsupported: this barrier is not known");
    assert(lv->offset < lv->obj->ncells);
    int64_t n = lv->obj->cells[lv->offset].limit;
    if (n < 1)
        pw_ct_fail(t, token, "initialise it in main, with a constant", "this barrier has no count");
    struct pw_cval v = pw_ct_place_value(t, lv, token);
    uint32_t var = pw_ct_temp(t, 0, 2 * n - 1);
    assert(var < t->ir->vars.n);
    t->ir->vars.at[var].assigned = true;
    const struct pw_cx *next = pw_cx_make(t->ir, PW_CX_ADD, v.e, pw_cx_int(t->ir, 1));
    next = pw_cx_ite(t->ir, is(t, PW_CX_GE, v.e, 2 * n - 1), pw_cx_int(t->ir, 0), next);
    pw_ct_store_atomic(t, lv, next, (int32_t)var, v.e, token);
    const struct pw_cx *mine = pw_cx_var(t->ir, var);
    struct pw_cval now = pw_ct_load(t, lv, token);
    const struct pw_cx *first = is(t, PW_CX_LT, mine, n), *half = is(t, PW_CX_LT, now.e, n);
    const struct pw_cx *over =
        pw_cx_make(t->ir, PW_CX_OR, pw_cx_make(t->ir, PW_CX_AND, first, pw_cx_not(t->ir, half)),
                   pw_cx_make(t->ir, PW_CX_AND, pw_cx_not(t->ir, first), half));
    pw_ct_assume(t, over);
    const struct pw_cx *last =
        pw_cx_make(t->ir, PW_CX_OR, is(t, PW_CX_EQ, mine, n - 1), is(t, PW_CX_EQ, mine, 2 * n - 1));
    return pw_ct_int(t, &number_type,
                     pw_cx_ite(t->ir, last, pw_cx_int(t->ir, -1), pw_cx_int(t->ir, 0)));
}

/* --- once: 0 not yet, 1 at it, 2 done --- */

static void once(struct pw_ct *t, const struct pw_clv *lv, struct pw_cexpr *e)
{
    struct pw_cval f = pw_ct_eval(t, e->args[1]), v = pw_ct_place_value(t, lv, e->token);
    if (f.kind != PW_CV_FUNC || !f.fn->body)
        pw_ct_fail(t, e->token, NULL, "unsupported: a function that is not known");
    uint32_t var = pw_ct_temp(t, 0, 1);
    assert(var < t->ir->vars.n);
    t->ir->vars.at[var].assigned = true;
    const struct pw_cx *mine = is(t, PW_CX_EQ, v.e, 0);
    pw_ct_atomic_begin(t);
    pw_ct_assume(t, is(t, PW_CX_NE, v.e, 1));
    pw_ct_store_atomic(t, lv, pw_cx_ite(t->ir, mine, pw_cx_int(t->ir, 1), v.e), (int32_t)var,
                       pw_cx_number(t->ir, mine), e->token);
    pw_ct_atomic_end(t, e->token);
    struct pw_cstep *s = pw_ct_emit(t, PW_CSTEP_IF);
    s->cond = pw_cx_truth(t->ir, pw_cx_var(t->ir, var));
    struct pw_cbody b = pw_ct_open(t, &s->body);
    const char *outer = t->once;
    if (!lv->code && !lv->nindex && lv->obj->shared && !t->in_main)
        t->once = pw_cir_text(t->ir, "%s.%lld", lv->obj->key, (long long)lv->offset);
    pw_ct_inline(t, f.fn, NULL, NULL, 0, e->token);
    t->once = outer;
    pw_ct_store_atomic(t, lv, pw_cx_int(t->ir, 2), -1, NULL, e->token);
    pw_ct_close(t, b);
}

/* --- all of them --- */

static void init_lock(struct pw_ct *t, const struct pw_clv *lv, struct pw_cexpr *e,
                      const char *name)
{
    bool recursive = false;
    if (!strcmp(name, "mtx_init")) recursive = constant(t, e->args[1], "a kind of mutex") & 1;
    if (!strcmp(name, "pthread_mutex_init") && e->nargs > 1) {
        struct pw_cval a = pw_ct_eval(t, e->args[1]);
        recursive = a.kind == PW_CV_PTR && !a.lv.code && !a.lv.nindex && a.lv.obj->ncells > 0 &&
                    a.lv.obj->cells[a.lv.offset].limit == RECURSIVE;
    }
    if (recursive && (lv->code || lv->nindex))
        pw_ct_fail(t, e->token, "use a named mutex", "unsupported: recursive mutex");
    if (recursive) lv->obj->cells[lv->offset].limit = RECURSIVE;
    pw_ct_store_atomic(t, lv, pw_cx_int(t->ir, 0), -1, NULL, e->token);
}

/* pthread_mutexattr_settype */
static void set_kind(struct pw_ct *t, struct pw_cexpr *e, pw_cint kind)
{
    struct pw_cval a = pw_ct_eval(t, e->args[0]);
    bool known = a.kind == PW_CV_PTR && !a.lv.code && !a.lv.nindex && a.lv.obj->ncells > 0 &&
                 a.lv.offset < a.lv.obj->ncells;
    if (kind == 2 || (kind == 1 && !known))
        pw_ct_fail(t, e->token, "use a plain mutex", "unsupported: recursive or checking mutex");
    if (known) a.lv.obj->cells[a.lv.offset].limit = kind == 1 ? RECURSIVE : 0;
}

static struct pw_cval lock_call(struct pw_ct *t, const struct row *r, struct pw_cexpr *e)
{
    enum pw_copaque other = r->kind == PW_CO_MUTEX ? PW_CO_SPIN : r->kind;
    bool second = r->call == C_CWAIT || r->call == C_CTIMED;
    struct pw_clv lv = object_of(t, e, second ? 1 : 0, r->kind, other);
    uint32_t token = e->token;
    struct pw_cval zero = pw_ct_num(t, &number_type, 0);
    switch (r->call) {
    case C_LOCK:
        lock(t, &lv, token);
        return zero;
    case C_UNLOCK:
        unlock(t, &lv, token);
        return zero;
    case C_TRY:
        return try_lock(t, &lv, r->busy, token);
    case C_TIMED:
        return timed_lock(t, &lv, r->busy, token);
    case C_MINIT:
    case C_RWINIT:
        init_lock(t, &lv, e, r->name);
        return zero;
    case C_CWAIT:
    case C_CTIMED: {
        unlock(t, &lv, token);
        lock(t, &lv, token);
        if (r->call == C_CWAIT) return zero;
        const struct pw_cx *late = any_bit(t);
        return pw_ct_int(t, &number_type,
                         pw_cx_ite(t->ir, late, pw_cx_int(t->ir, r->busy), pw_cx_int(t->ir, 0)));
    }
    case C_SEMINIT:
    case C_SEMWAIT:
    case C_SEMPOST:
    case C_SEMTRY:
    case C_SEMGET:
        return semaphore(t, r->call, &lv, e);
    case C_BINIT:
        if (lv.code || lv.nindex)
            pw_ct_fail(t, token, "use a named barrier", "unsupported: this barrier is not known");
        assert(lv.offset < lv.obj->ncells);
        lv.obj->cells[lv.offset].limit = (int64_t)constant(t, e->args[2], "a count");
        pw_ct_store_atomic(t, &lv, pw_cx_int(t->ir, 0), -1, NULL, token);
        return zero;
    case C_BWAIT:
        return barrier(t, &lv, token);
    case C_ONCE:
        once(t, &lv, e);
        return zero;
    default:
        return rwlock(t, r->call, &lv, token);
    }
}

static struct pw_cval same_thread(struct pw_ct *t, struct pw_cexpr *e)
{
    struct pw_cval a = pw_ct_eval(t, e->args[0]);
    pw_ct_spill_val(t, &a);
    struct pw_cval b = pw_ct_eval(t, e->args[1]);
    return pw_ct_binary(t, PW_SIGN2('=', '='), a, b, &number_type, e->token);
}

bool pw_ct_known_call(struct pw_ct *t, const char *name, struct pw_cexpr *e, struct pw_cval *out)
{
    const struct row *r = find_row(name);
    pw_cint k;
    if (!r) return false;
    *out = pw_ct_num(t, &number_type, 0);
    switch (r->call) {
    case C_CREATE:
        pw_ct_create(t, e, false);
        return true;
    case C_THRD:
        pw_ct_create(t, e, true);
        return true;
    case C_JOIN:
        pw_ct_join(t, e);
        return true;
    case C_EXIT:
        pw_ct_end_thread(t, e->nargs ? e->args[0] : NULL);
        return true;
    case C_ATTRTYPE:
        k = constant(t, e->args[1], "a kind of mutex");
        set_kind(t, e, k);
        return true;
    case C_SELF:
        *out = pw_ct_self(t, e->token);
        return true;
    case C_EQUAL:
        if (e->nargs < 2) pw_ct_fail(t, e->token, NULL, "too few arguments");
        *out = same_thread(t, e);
        return true;
    default:
        *out = lock_call(t, r, e);
        return true;
    }
}
