/* The translation: objects as rows of cells; what is known of them, and loads and stores. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "front/c/ctran.h"

struct pw_cfact *pw_cfacts_of(struct pw_cfacts *f, const char *key)
{
    uint32_t id = pw_names_intern(&f->keys, key);
    while (f->at.n <= id)
        pw_vec_push(&f->at, (struct pw_cfact){0});
    assert(id < f->at.n);
    return &f->at.at[id];
}

void pw_cfacts_clear(struct pw_cfacts *f)
{
    for (size_t i = 0; i < f->heaps.n; i++)
        pw_mem_strfree((char *)(uintptr_t)f->heaps.at[i].key);
    pw_vec_clear(&f->heaps);
    pw_names_clear(&f->keys);
    pw_names_clear(&f->targets);
    pw_vec_clear(&f->at);
}

/* --- cells --- */

/* What an object of the system is made of: a number that says in which state it is. */
static const struct pw_ctype *state_type(const struct pw_ctype *t)
{
    static const struct pw_ctype bit = {.kind = PW_CT_INT, .bits = 1};
    static const struct pw_ctype number = {
        .kind = PW_CT_INT, .bits = 32, .rank = 3, .is_signed = true};
    if (t->kind != PW_CT_OPAQUE) return t;
    switch (t->opaque) {
    case PW_CO_MUTEX:
    case PW_CO_SPIN:
        return &bit;
    case PW_CO_RWLOCK:
    case PW_CO_ONCE:
    case PW_CO_BARRIER:
    case PW_CO_SEM:
        return &number;
    default:
        return t;
    }
}

/* The type of cell `at` of an object of type t; its name is appended to *name (if not NULL), as C
 * writes it (".f", "[1]"), or as one word ("_f", "_1"). */
static const struct pw_ctype *cell_type(const struct pw_ctype *t, int64_t at, bool as_c,
                                        struct pw_strbuf *name)
{
    for (;;) {
        if (t->kind == PW_CT_ARRAY) {
            int64_t n = pw_ctype_cells(t->to);
            if (n < 1) return t->to;
            if (name) pw_strbuf_printf(name, as_c ? "[%lld]" : "_%lld", (long long)(at / n));
            at %= n;
            t = t->to;
        } else if (t->kind == PW_CT_STRUCT) {
            uint32_t i = 0;
            while (i + 1 < t->nfields && t->fields[i + 1].offset <= at)
                i++;
            while (i && pw_ctype_cells(t->fields[i].type) < 1)
                i--;
            if (name && t->fields[i].name)
                pw_strbuf_printf(name, as_c ? ".%s" : "_%s", t->fields[i].name);
            assert(i < t->nfields);
            at -= t->fields[i].offset;
            t = t->fields[i].type;
        } else {
            return t;
        }
    }
}

/* An operand reads or sets a cell; objects of the system are left out. */
static void note_access(struct pw_ct *t, const struct pw_cobj *o, int64_t cell, bool set)
{
    assert(cell < o->ncells);
    if (t->orders && cell_type(o->type, cell, false, NULL)->kind != PW_CT_OPAQUE)
        pw_ct_order_note(t, o, cell, set);
}

static struct pw_cfact *cell_fact(struct pw_ct *t, const struct pw_cobj *o, int64_t cell)
{
    struct pw_strbuf b = {0};
    pw_strbuf_printf(&b, "%s.%lld", o->key, (long long)cell);
    struct pw_cfact *f = pw_cfacts_of(t->facts, pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
    return f;
}

struct pw_cobj *pw_ct_object(struct pw_ct *t, const struct pw_cdecl *d, const char *name,
                             const char *key, const struct pw_ctype *type, bool shared,
                             uint32_t token)
{
    int64_t n = pw_ctype_cells(type);
    char text[120];
    if (n < 0 || n > 20000)
        pw_ct_fail(t, token, "use integers, structs and arrays of constant size",
                   n < 0 ? "unsupported: '%s' has type '%s'"
                         : "unsupported: '%s' is too large (%s)",
                   name, pw_ctype_text(type, text, sizeof text));
    struct pw_cobj *o = pw_cir_alloc(t->ir, sizeof *o);
    *o = (struct pw_cobj){.decl = d,
                          .name = name,
                          .key = key,
                          .type = type,
                          .shared = shared,
                          .thread = shared ? -1 : t->thread,
                          .ncells = n,
                          .region = t->region,
                          .loops = t->loops,
                          .line = t->u->lex.tokens.at[token].line};
    o->cells = pw_cir_alloc(t->ir, (size_t)(n + 1) * sizeof *o->cells);
    for (int64_t i = 0; i < n; i++) {
        o->cells[i].var = -1;
        o->cells[i].type = state_type(cell_type(type, i, false, NULL));
        o->cells[i].known = true;
        o->cells[i].value = (struct pw_cval){.kind = PW_CV_UNINIT, .type = o->cells[i].type};
        o->cells[i].first = o->cells[i].value;
    }
    pw_vec_push(&t->objects, o);
    bool jumps = !d && !shared && t->frame && t->frame->fn && pw_ct_jumps(t, t->frame->fn);
    for (int64_t i = 0; jumps && i < n; i++)
        cell_fact(t, o, i)->written = true;
    return o;
}

struct pw_clv pw_ct_place(struct pw_cobj *o)
{
    return (struct pw_clv){.obj = o, .type = o->type, .count = 1};
}

/* --- variables --- */

/* The cell for people: an expression of C, or words. */
static void describe(struct pw_ct *t, const struct pw_cobj *o, int64_t cell, struct pw_cvar *v)
{
    struct pw_strbuf b = {0};
    bool in_c = o->decl && !o->row && !o->what;
    pw_strbuf_puts(&b, in_c ? o->name : "");
    cell_type(o->type, cell, true, &b);
    if (in_c)
        v->source = pw_cir_text(t->ir, "%s", pw_strbuf_text(&b));
    else if (o->row)
        v->about = pw_cir_text(t->ir, "the element of '%s' that main is at", o->name);
    else
        v->about = pw_cir_text(t->ir, "%s%s%s", pw_strbuf_text(&b), b.n ? " of " : "",
                               o->what ? o->what : "a value that has no name in C");
    pw_strbuf_clear(&b);
}

static uint32_t make_var(struct pw_ct *t, struct pw_cobj *o, int64_t cell)
{
    struct pw_strbuf name = {0}, key = {0};
    assert(cell < o->ncells);
    const struct pw_ctype *type = o->cells[cell].type;
    pw_strbuf_puts(&name, o->name);
    cell_type(o->type, cell, false, &name);
    pw_strbuf_printf(&key, "%s.%lld", o->key, (long long)cell);
    const struct pw_cfact *f = pw_cfacts_of(t->facts, pw_strbuf_text(&key));
    struct pw_cvar v = {.name = pw_ct_fresh(t, pw_strbuf_text(&name)),
                        .plain = pw_cir_text(t->ir, "%s", pw_strbuf_text(&name)),
                        .shared = o->shared,
                        .key = pw_cir_text(t->ir, "%s", pw_strbuf_text(&key)),
                        .thread = (uint32_t)(o->thread < 0 ? 0 : o->thread),
                        .line = o->line};
    v.lo = type->kind == PW_CT_INT ? pw_ctype_min(type) : 0;
    v.hi = type->kind == PW_CT_INT ? pw_ctype_max(type) : (pw_cint)t->facts->targets.n;
    /* no address is kept in a variable: numbers may be */
    if (type->kind == PW_CT_PTR && !t->facts->targets.n)
        v.lo = -((pw_cint)1 << 63), v.hi = ((pw_cint)1 << 63) - 1;
    if (pw_ct_is_handle(type)) v.lo = -((pw_cint)1 << 31), v.hi = (pw_cint)1 << 31;
    if (t->o->integers == PW_CINTEGERS_MATH && type->kind == PW_CT_INT && type->bits > 1)
        v.lo = -((pw_cint)1 << 100), v.hi = (pw_cint)1 << 100;
    v.wild = f->wild;
    describe(t, o, cell, &v);
    if (f->ranged && f->lo >= v.lo && f->hi <= v.hi)
        v.lo = f->lo, v.hi = f->hi, v.guessed = f->guessed;
    pw_vec_push(&t->ir->vars, v);
    pw_strbuf_clear(&name);
    pw_strbuf_clear(&key);
    return (uint32_t)t->ir->vars.n - 1;
}

/* The code of a pointer: 0 is null; others are numbered as they come. */
static unsigned code_of_key(struct pw_ct *t, const char *key)
{
    size_t before = t->facts->targets.n;
    unsigned code = pw_names_intern(&t->facts->targets, key) + 1;
    if (t->facts->targets.n != before) t->again = true;
    return code;
}

const struct pw_cx *pw_ct_code(struct pw_ct *t, const struct pw_cval *v, uint32_t token)
{
    struct pw_strbuf b = {0};
    unsigned code = 0;
    pw_cint number;
    switch (v->kind) {
    case PW_CV_INT:
        if (pw_ct_is_handle(v->type)) return v->e;
        if (t->facts->targets.n && !(pw_cx_is_const(v->e, &number) && !number))
            pw_ct_fail(t, token, "use a variable of an integer type",
                       "unsupported: a number in a pointer, beside addresses in others");
        return pw_cx_number(t->ir, v->e);
    case PW_CV_DYN:
        return v->e;
    case PW_CV_UNINIT:
    case PW_CV_NULL:
        return pw_cx_int(t->ir, 0);
    case PW_CV_FUNC:
        pw_strbuf_printf(&b, "f:%u", v->fn->id);
        break;
    case PW_CV_THREAD:
        return pw_ct_thread_code(t, v->group, token);
    case PW_CV_STR: /* texts are told apart from nothing else than null */
        pw_strbuf_puts(&b, PW_CT_TEXT_KEY);
        break;
    case PW_CV_PTR:
        if (v->lv.code || v->lv.nindex)
            pw_ct_fail(t, token, "use a constant index",
                       "unsupported: the address of an element that is not known");
        if (!v->lv.obj->shared)
            pw_ct_fail(t, token, "make the object global, or pass its address to a function",
                       "unsupported: the address of '%s' is kept in a variable", v->lv.obj->name);
        pw_strbuf_printf(&b, "%s+%lld/%lld/%lld", v->lv.obj->key, (long long)v->lv.offset,
                         (long long)v->lv.base, (long long)v->lv.count);
        break;
    default:
        pw_ct_fail(t, token, NULL, "unsupported: this value in a pointer variable");
    }
    code = code_of_key(t, pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
    return pw_cx_int(t->ir, code);
}

bool pw_ct_target(struct pw_ct *t, unsigned code, struct pw_clv *out, struct pw_cdecl **fn)
{
    assert(code - 1 < t->facts->targets.n);
    const char *key = t->facts->targets.at[code - 1];
    const char *plus = strrchr(key, '+');
    *fn = NULL;
    if (!strcmp(key, PW_CT_TEXT_KEY)) return false;
    if (!strncmp(key, "f:", 2)) {
        for (struct pw_cdecl *d = t->u->decls; d; d = d->next)
            if (d->id == (uint32_t)strtoul(key + 2, NULL, 10)) *fn = d;
        return *fn != NULL;
    }
    for (size_t i = 0; i < t->objects.n; i++) {
        struct pw_cobj *o = t->objects.at[i];
        long long offset, base, count;
        if (strlen(o->key) != (size_t)(plus - key) || strncmp(o->key, key, (size_t)(plus - key)))
            continue;
        if (sscanf(plus, "+%lld/%lld/%lld", &offset, &base, &count) != 3) return false;
        *out = (struct pw_clv){
            .obj = o, .type = o->type, .offset = offset, .base = base, .count = count};
        return true;
    }
    return false;
}

static void set_first_value(struct pw_ct *t, struct pw_cobj *o, int64_t cell,
                            const struct pw_cval *v)
{
    assert(cell < o->ncells);
    struct pw_cvar *var = &t->ir->vars.at[o->cells[cell].var];
    pw_cint value = 0;
    if (v->kind == PW_CV_UNINIT) {
        if (o->cells[cell].type->kind != PW_CT_INT) return;
        if (o->shared)
            var->init = PW_CINIT_ANY;
        else
            var->unset = true;
        return;
    }
    const struct pw_cx *e =
        v->kind == PW_CV_INT ? pw_cx_number(t->ir, v->e) : pw_ct_code(t, v, t->token);
    var = &t->ir->vars.at[o->cells[cell].var];
    if (!pw_cx_is_const(e, &value))
        pw_ct_fail(t, t->token, NULL, "unsupported: first value of '%s'", var->name);
    var->value = value;
}

/* A thread that was there before main set the cell gets at it: then setting it is a step, and if
 * that is known, the cell holds anything before it. */
static void check_hoisted(struct pw_ct *t, struct pw_cobj *o, int64_t cell)
{
    if (t->in_main || !o->shared || o->cells[cell].hoisted <= t->groups.at[t->group].root) return;
    struct pw_cfact *f = cell_fact(t, o, cell);
    bool *flag = f->written ? &f->late : &f->written;
    if (!*flag) *flag = t->again = true;
}

void pw_ct_materialise(struct pw_ct *t, struct pw_cobj *o, int64_t cell)
{
    assert(cell < o->ncells);
    struct pw_ccell *c = &o->cells[cell];
    check_hoisted(t, o, cell);
    if (c->var >= 0) return;
    if (pw_ct_is_handle(c->type) && !t->facts->handles) t->facts->handles = t->again = true;
    c->var = (int32_t)make_var(t, o, cell);
    bool started = o->shared && t->live;
    struct pw_cval v = started ? c->first : c->value;
    if (!started && !c->known) v.kind = PW_CV_UNINIT;
    if (o->shared || !t->loops || v.kind == PW_CV_UNINIT) {
        set_first_value(t, o, cell, &v);
    } else {
        const struct pw_cx *e = v.kind == PW_CV_INT ? v.e : pw_ct_code(t, &v, t->token);
        pw_ct_assign(t, (uint32_t)c->var, e);
    }
}

/* The variable that says whether `var` has a value. */
static uint32_t is_set(struct pw_ct *t, uint32_t var)
{
    if (t->ir->vars.at[var].is_set) return t->ir->vars.at[var].is_set - 1;
    uint32_t flag = pw_ct_temp(t, 0, 1);
    assert(flag < t->ir->vars.n);
    t->ir->vars.at[flag].assigned = true;
    t->ir->vars.at[flag].value = 1;
    assert(var < t->ir->vars.n);
    t->ir->vars.at[var].is_set = flag + 1;
    return flag;
}

void pw_ct_unset(struct pw_ct *t, struct pw_cobj *o)
{
    for (int64_t i = 0; i < o->ncells; i++) {
        const struct pw_ctype *type = o->cells[i].type;
        if (o->shared || type->kind != PW_CT_INT || !cell_fact(t, o, i)->unset) continue;
        pw_ct_materialise(t, o, i);
        o->cells[i].known = false;
        uint32_t var = (uint32_t)o->cells[i].var;
        if (!t->o->any_unset) {
            pw_ct_assign(t, is_set(t, var), pw_cx_int(t->ir, 0));
            continue;
        }
        /* by an assignment, which is checked where a range is only guessed */
        pw_ct_atomic_begin(t);
        struct pw_cval any = pw_ct_any(t, type, pw_ctype_min(type), pw_ctype_max(type));
        pw_ct_assign(t, var, any.e);
        pw_ct_atomic_end(t, t->token);
    }
}

/* --- finding objects --- */

static void key_of_local(struct pw_ct *t, const struct pw_cdecl *d, struct pw_strbuf *b)
{
    pw_strbuf_printf(b, "%s:%u", t->frame->path, d->id);
}

const struct pw_ctype *pw_ct_one_element(struct pw_ct *t, const struct pw_ctype *array)
{
    struct pw_ctype *one = pw_cir_alloc(t->ir, sizeof *one);
    *one = *array;
    one->count = 1;
    return one;
}

/* int a[n], where n is known here. */
static const struct pw_ctype *known_length(struct pw_ct *t, const struct pw_ctype *type)
{
    if (type->kind != PW_CT_ARRAY || type->count >= 0 || !type->length) return type;
    int64_t n = pw_ct_constant(t, (struct pw_cexpr *)(uintptr_t)type->length);
    if (n < 1 || n > PW_CT_ELEMENTS) return type;
    struct pw_ctype *known = pw_cir_alloc(t->ir, sizeof *known);
    *known = *type;
    known->count = n;
    return known;
}

_Noreturn static void refuse_address(struct pw_ct *t, const char *name, uint32_t token)
{
    pw_ct_fail(t, token, "make it global",
               "unsupported: the address of the local variable '%s' leaves its thread", name);
}

/* Nobody reads the object before it is initialised: what it holds until then is all the same. */
static void start_with_nothing(struct pw_ct *t, struct pw_cobj *o)
{
    for (int64_t i = 0; i < o->ncells && !pw_ct_jumps(t, t->frame->fn); i++) {
        struct pw_ccell *c = &o->cells[i];
        if (c->type->kind == PW_CT_INT) c->first = pw_ct_num(t, c->type, 0);
        if (c->type->kind == PW_CT_PTR)
            c->first = (struct pw_cval){.kind = PW_CV_NULL, .type = c->type};
    }
}

struct pw_cobj *pw_ct_local(struct pw_ct *t, struct pw_cdecl *d)
{
    for (size_t i = 0; i < t->frame->locals.n; i++)
        if (t->frame->locals.at[i].decl == d) return t->frame->locals.at[i].obj;
    struct pw_strbuf b = {0};
    key_of_local(t, d, &b);
    const char *key = pw_cir_text(t->ir, "%s", pw_strbuf_text(&b));
    pw_strbuf_clear(&b);
    bool shared = pw_cfacts_of(t->facts, key)->escapes, row = false;
    if (shared && !pw_ct_is_sole(t)) refuse_address(t, d->name, d->token);
    const struct pw_ctype *type = known_length(t, d->type);
    int64_t count = type->count;
    if (type->kind == PW_CT_ARRAY && type->to->kind == PW_CT_OPAQUE && type->count < 0)
        type = pw_ct_one_element(t, type); /* handles, however many */
    else if (type->kind == PW_CT_ARRAY && t->in_main)
        row = type->count < 0 || pw_cfacts_of(t->facts, key)->row;
    if (row) type = pw_ct_one_element(t, type);
    struct pw_cobj *o =
        pw_ct_object(t, d, d->name ? d->name : "unnamed", key, type, shared && !row, d->token);
    if (row) pw_ct_make_row(t, o, count, false);
    if (shared && !t->in_main && d->init) start_with_nothing(t, o);
    if (pw_ct_jumps(t, t->frame->fn) && d->is_modified)
        for (int64_t i = 0; i < o->ncells; i++)
            cell_fact(t, o, i)->written = true;
    struct pw_cbound bound = {d, o};
    pw_vec_push(&t->frame->locals, bound);
    return o;
}

static struct pw_cobj *thread_local_object(struct pw_ct *t, const struct pw_cdecl *d,
                                           uint32_t token)
{
    for (size_t i = 0; i < t->tls.n; i++)
        if (t->tls.at[i].decl == d) return t->tls.at[i].obj;
    const char *key = pw_cir_text(t->ir, "tls:%u", d->id);
    struct pw_cobj *o = pw_ct_object(t, d, d->name, key, d->type, false, token);
    o->tls = true;
    o->region = o->loops = 0;
    struct pw_cbound bound = {d, o};
    pw_vec_push(&t->tls, bound);
    unsigned loops = t->loops;
    uint32_t region = t->region;
    t->loops = t->region = 0; /* its value at the start of the thread, wherever it is named first */
    pw_ct_initialise(t, o, o->type, 0, d->init);
    for (int64_t i = 0; i < o->ncells; i++) {
        if (cell_fact(t, o, i)->written) pw_ct_materialise(t, o, i), o->cells[i].known = false;
    }
    t->loops = loops;
    t->region = region;
    return o;
}

struct pw_cobj *pw_ct_find(struct pw_ct *t, const struct pw_cdecl *d, uint32_t token)
{
    if (d->is_thread) return thread_local_object(t, d, token);
    for (struct pw_cframe *f = t->frame; f; f = f->up)
        for (size_t i = 0; i < f->locals.n; i++)
            if (f->locals.at[i].decl == d) return f->locals.at[i].obj;
    for (size_t i = 0; i < t->globals.n; i++)
        if (t->globals.at[i].decl == d) {
            struct pw_cobj *o = t->globals.at[i].obj;
            if (o->row && !t->in_main) pw_ct_no_row(t, o);
            return o;
        }
    if (!d->is_global) return pw_ct_local(t, (struct pw_cdecl *)(uintptr_t)d);
    if (d->is_extern)
        pw_ct_fail(t, token, "define it", "'%s' is declared but not defined", d->name);
    pw_ct_fail(t, token, NULL, "unsupported: '%s'", d->name);
}

/* --- the first thread --- */

void pw_ct_go_live(struct pw_ct *t)
{
    if (t->live) return;
    t->live = true;
    for (size_t i = 0; i < t->objects.n; i++) {
        struct pw_cobj *o = t->objects.at[i];
        for (int64_t k = 0; o->shared && k < o->ncells; k++) {
            struct pw_ccell *c = &o->cells[k];
            if (c->known) c->first = c->value;
        }
    }
}

/* Memory that a thread allocated once is seen by others. False: it may allocate it again, or there
 * are others like it. */
static bool share_heap(struct pw_ct *t, struct pw_cobj *o)
{
    if (!o->heap || t->loops) return false;
    int64_t count = t->groups.at[t->group].count;
    if (!t->once && count < 0) return false;
    if (!t->once && count > 1 && t->facts->handles) return false;
    if (!t->once && count > 1) { /* each of them gets its own */
        t->facts->handles = t->again = true;
        return o->shared = true;
    }
    o->shared = true;
    for (size_t i = 0; i < t->facts->heaps.n; i++)
        if (!strcmp(t->facts->heaps.at[i].key, o->key)) return true;
    struct pw_cheap h = *o->heap;
    h.key = pw_mem_strdup(o->key);
    pw_vec_push(&t->facts->heaps, h);
    t->again = true;
    return true;
}

void pw_ct_share(struct pw_ct *t, const struct pw_cval *v, uint32_t token)
{
    if (v->kind != PW_CV_PTR || v->lv.code || v->lv.obj->shared) return;
    struct pw_cobj *o = v->lv.obj;
    if (o->row && t->in_main) pw_ct_refuse_row(t, o, token);
    if (!t->in_main && share_heap(t, o)) return;
    if (!pw_ct_is_sole(t) || o->tls || o->own || o->heap) refuse_address(t, o->name, token);
    struct pw_cfact *f = pw_cfacts_of(t->facts, o->key);
    if (!f->escapes) f->escapes = t->again = true;
    o->shared = true;
    for (int64_t i = 0; i < o->ncells; i++)
        if (o->cells[i].known) pw_ct_share(t, &o->cells[i].value, token);
}

/* --- what is known --- */

static bool is_static(const struct pw_cval *v)
{
    pw_cint x;
    switch (v->kind) {
    case PW_CV_INT:
        return pw_cx_is_const(v->e, &x);
    case PW_CV_PTR:
        return !v->lv.code && !v->lv.nindex;
    case PW_CV_NULL:
    case PW_CV_FUNC:
    case PW_CV_STR:
    case PW_CV_THREAD:
    case PW_CV_UNINIT:
        return true;
    default:
        return false;
    }
}

/* May the cell be kept as a known value, without a variable? */
static bool tracked(struct pw_ct *t, struct pw_cobj *o, int64_t cell)
{
    const struct pw_cfact *f = cell_fact(t, o, cell);
    if (!o->shared) return !f->written;
    /* the loop around may come here again, when threads have been created in it */
    if (t->loops && f->written) return false;
    return t->live ? !f->written : !f->early;
}

bool pw_ct_is_tracked(struct pw_ct *t, struct pw_cobj *o, int64_t cell)
{
    return tracked(t, o, cell);
}

void pw_ct_make_variable(struct pw_ct *t, struct pw_cobj *o, int64_t cell)
{
    struct pw_cfact *f = cell_fact(t, o, cell);
    f->written = f->early = true;
}

static void forbid_tracking(struct pw_ct *t, struct pw_cobj *o, int64_t cell)
{
    struct pw_cfact *f = cell_fact(t, o, cell);
    bool *flag = o->shared && !t->live ? &f->early : &f->written;
    if (!*flag) *flag = t->again = true;
}

/* --- large arrays --- */

static bool is_blurred(struct pw_ct *t, const struct pw_cobj *o)
{
    return pw_cfacts_of(t->facts, o->key)->blurred;
}

/* From now on what is read of the object is any value. */
bool pw_ct_blur(struct pw_ct *t, const struct pw_cobj *o)
{
    for (int64_t i = 0; i < o->ncells; i++)
        if (o->cells[i].type->kind != PW_CT_INT) return false;
    struct pw_cfact *f = pw_cfacts_of(t->facts, o->key);
    if (!f->blurred) f->blurred = t->again = true;
    return true;
}

static struct pw_cval load_blurred(struct pw_ct *t, const struct pw_cobj *o,
                                   const struct pw_ctype *type)
{
    type = type->kind == PW_CT_INT ? type : o->cells[0].type;
    struct pw_cval v = pw_ct_any(t, type, pw_ctype_min(type), pw_ctype_max(type));
    pw_ct_note_about(t, t->token, &v, "what is read of %s is read as any value",
                     pw_ct_spoken(t, o));
    return v;
}

/* --- loads --- */

/* Is what the cell holds known at translation time, always? */
static bool is_fixed_cell(const struct pw_ct *t, const struct pw_ctype *type)
{
    return type->kind == PW_CT_OPAQUE && !(t->facts->handles && pw_ct_is_handle(type));
}

static struct pw_cval load_cell(struct pw_ct *t, struct pw_cobj *o, int64_t cell)
{
    assert(cell < o->ncells);
    struct pw_ccell *c = &o->cells[cell];
    note_access(t, o, cell, false);
    if (is_fixed_cell(t, c->type))
        return pw_ct_is_handle(c->type) ? pw_ct_kept_handle(t, o, cell) : c->value;
    if (cell_fact(t, o, cell)->holder) return pw_ct_row_holder(t, o, cell);
    if (is_blurred(t, o)) return load_blurred(t, o, c->type);
    check_hoisted(t, o, cell);
    if (tracked(t, o, cell)) {
        const struct pw_cval *v = o->shared && t->live ? &c->first : &c->value;
        if ((o->shared && t->live) || c->known)
            if (v->kind != PW_CV_UNINIT) return *v;
    }
    pw_ct_materialise(t, o, cell);
    struct pw_cval v = {.kind = c->type->kind == PW_CT_PTR ? PW_CV_DYN : PW_CV_INT,
                        .type = c->type};
    v.e = pw_cx_var(t->ir, (uint32_t)c->var);
    return v;
}

static void check_index(struct pw_ct *t, struct pw_cindex *x)
{
    pw_cint lo, hi;
    x->e = pw_ct_spill(t, x->e);
    pw_cx_range(t->ir, x->e, &lo, &hi);
    if (lo >= 0 && hi < x->count) return;
    const struct pw_cx *c =
        pw_cx_make(t->ir, PW_CX_AND, pw_cx_make(t->ir, PW_CX_GE, x->e, pw_cx_int(t->ir, 0)),
                   pw_cx_make(t->ir, PW_CX_LT, x->e, pw_cx_int(t->ir, x->count)));
    pw_ct_assert(t, c, PW_CC_BOUNDS);
}

/* The places that lv can mean, and the condition for each. */
struct choice {
    const struct pw_cx *when; /* NULL: always */
    struct pw_cobj *obj;
    int64_t cell;
};
typedef PW_VEC(struct choice) choices;

static void add_choices(struct pw_ct *t, const struct pw_clv *lv, uint32_t k,
                        const struct pw_cx *when, int64_t offset, choices *out)
{
    if (k == lv->nindex) {
        struct choice c = {when, lv->obj, offset};
        pw_vec_push(out, c);
        return;
    }
    const struct pw_cindex *x = &lv->index[k];
    pw_cint lo, hi;
    pw_cx_range(t->ir, x->e, &lo, &hi);
    if (lo < 0) lo = 0;
    if (hi >= x->count) hi = x->count - 1;
    if (hi - lo >= PW_CT_ELEMENTS) {
        if (!pw_ct_blur(t, lv->obj))
            pw_ct_fail(t, x->token, "make the array smaller, or use constant indices",
                       "unsupported: index into an array of more than %d elements", PW_CT_ELEMENTS);
        return;
    }
    for (int64_t i = (int64_t)lo; i <= hi; i++) {
        const struct pw_cx *c = pw_cx_make(t->ir, PW_CX_EQ, x->e, pw_cx_int(t->ir, i));
        if (c->kind == PW_CX_BOOL && !c->value) continue;
        add_choices(t, lv, k + 1, when ? pw_cx_make(t->ir, PW_CX_AND, when, c) : c,
                    offset + i * x->stride, out);
    }
}

/* Follows a pointer that is held in a variable. */
static void add_targets(struct pw_ct *t, const struct pw_clv *lv, uint32_t token, choices *out)
{
    const struct pw_cx *legal = pw_cx_bool(t->ir, false);
    for (unsigned code = 1; code <= t->facts->targets.n; code++) {
        struct pw_clv at;
        struct pw_cdecl *fn;
        pw_cint lo, hi;
        pw_cx_range(t->ir, lv->code, &lo, &hi);
        if (code < lo || code > hi) continue;
        if (!strcmp(t->facts->targets.at[code - 1], PW_CT_TEXT_KEY) && lv->type->bits == 8)
            pw_ct_fail(t, token, "compare and print texts, no more",
                       "unsupported: a character of a text that is not known");
        if (!pw_ct_target(t, code, &at, &fn) || fn) continue;
        if (at.offset + lv->inside >= at.obj->ncells) continue;
        if (!pw_ct_type_at(at.obj->type, at.offset + lv->inside, 0, 0, lv->type)) continue;
        const struct pw_cx *c = pw_cx_make(t->ir, PW_CX_EQ, lv->code, pw_cx_int(t->ir, code));
        struct choice x = {c, at.obj, at.offset + lv->inside};
        legal = pw_cx_make(t->ir, PW_CX_OR, legal, c);
        pw_vec_push(out, x);
    }
    pw_ct_assert(t, legal, PW_CC_NULL);
}

static void places_of(struct pw_ct *t, struct pw_clv *lv, uint32_t token, choices *out)
{
    if (lv->code) {
        if (lv->nindex)
            pw_ct_fail(t, token, "use a named array",
                       "unsupported: index behind a pointer that is not known");
        lv->code = pw_ct_spill(t, lv->code);
        add_targets(t, lv, token, out);
        return;
    }
    for (uint32_t i = 0; i < lv->nindex; i++)
        check_index(t, &lv->index[i]);
    add_choices(t, lv, 0, NULL, lv->offset, out);
}

/* What stands at a place that is not known: a choice between the elements, one access. */
static struct pw_cval load_choice(struct pw_ct *t, struct pw_clv *lv, uint32_t token)
{
    choices c = {0};
    places_of(t, lv, token, &c);
    if (!lv->code && is_blurred(t, lv->obj)) {
        pw_vec_clear(&c);
        note_access(t, lv->obj, lv->offset, false);
        return load_blurred(t, lv->obj, lv->type);
    }
    const struct pw_cx *e = NULL;
    bool shared = false;
    uint8_t kind = lv->type->kind == PW_CT_PTR ? PW_CV_DYN : PW_CV_INT;
    for (size_t i = c.n; i-- > 0;) {
        struct pw_cval v = load_cell(t, c.at[i].obj, c.at[i].cell);
        const struct pw_cx *x = kind == PW_CV_DYN     ? pw_ct_code(t, &v, token)
                                : v.kind == PW_CV_INT ? pw_cx_number(t->ir, v.e)
                                                      : pw_ct_code(t, &v, token);
        shared = shared || x->accesses;
        e = e && c.at[i].when ? pw_cx_ite(t->ir, c.at[i].when, x, e) : x;
    }
    if (!e) e = pw_cx_int(t->ir, 0);
    pw_vec_clear(&c);
    return (struct pw_cval){
        .kind = kind, .type = lv->type, .e = pw_cx_one_access(t->ir, e, shared)};
}

/* An array inside an element: one place of it that is known. */
static const struct pw_clv *row_place(struct pw_ct *t, const struct pw_clv *lv, uint32_t token)
{
    if (lv->nindex)
        pw_ct_fail(t, token, "use constant indices",
                   "unsupported: index into a part of '%s', of which each thread has one",
                   lv->obj->name);
    return lv;
}

struct pw_cval pw_ct_load(struct pw_ct *t, const struct pw_clv *lv, uint32_t token)
{
    const struct pw_ctype *type = lv->type;
    char text[100];
    if (type->kind == PW_CT_ARRAY) { /* decays */
        struct pw_cval v = {.kind = PW_CV_PTR, .lv = *lv};
        v.lv.type = type->to;
        v.lv.base = lv->offset;
        v.lv.count = type->count;
        v.lv.region_index = false;
        if (lv->code) v.lv.base = lv->inside;
        struct pw_ctype *ptr = pw_cir_alloc(t->ir, sizeof *ptr);
        ptr->kind = PW_CT_PTR;
        ptr->to = type->to;
        v.type = ptr;
        return v;
    }
    if (type->kind == PW_CT_STRUCT)
        return (struct pw_cval){.kind = PW_CV_AGG, .type = type, .lv = *lv};
    if (type->kind == PW_CT_UNION || type->kind == PW_CT_FLOAT || type->kind == PW_CT_VOID)
        pw_ct_fail(t, token, "use integers and structs", "unsupported: a value of type '%s'",
                   pw_ctype_text(type, text, sizeof text));
    struct pw_clv place = *lv;
    if (lv->obj && lv->obj->row) return pw_ct_row_load(t, row_place(t, lv, token), token);
    if (lv->nindex && !lv->code && pw_ct_is_handle(type) && t->in_main && !t->facts->handles) {
        struct pw_cval v = pw_ct_handle_in(t, lv, token);
        if (v.kind != PW_CV_UNINIT) return v;
    }
    if (lv->code || lv->nindex) return load_choice(t, &place, token);
    return load_cell(t, lv->obj, lv->offset);
}

/* --- stores --- */

/* Does every run that gets to know the object come by here, before anything else is done with it?
 * (In a function with jumps something may be jumped over.) */
static bool always_here(const struct pw_ct *t, const struct pw_cobj *o)
{
    if (o->shared) return !t->live && t->region == 0 && t->loops == 0;
    return t->region == o->region && t->loops == o->loops;
}

/* Memory that holds nothing yet is set by main, before any thread gets at it: it starts with that
 * value. False: that is not so. */
static bool start_with(struct pw_ct *t, struct pw_cobj *o, int64_t cell, const struct pw_cval *v)
{
    struct pw_ccell *c = &o->cells[cell];
    if (c->var >= 0 || c->first.kind != PW_CV_UNINIT || cell_fact(t, o, cell)->late) return false;
    c->first = *v;
    c->known = false;
    pw_ct_materialise(t, o, cell);
    c->hoisted = t->groups.n;
    return true;
}

static void store_cell(struct pw_ct *t, struct pw_cobj *o, int64_t cell, struct pw_cval v,
                       uint32_t token)
{
    assert(cell < o->ncells);
    struct pw_ccell *c = &o->cells[cell];
    note_access(t, o, cell, true);
    bool declared_here = !o->shared && t->region == o->region && t->loops == o->loops;
    if (!declared_here && pw_ct_row_held(t, o, cell, &v, cell_fact(t, o, cell), token)) return;
    if (o->shared) pw_ct_share(t, &v, token);
    if (is_blurred(t, o)) return;
    if (is_fixed_cell(t, c->type)) {
        if (!pw_ct_is_handle(c->type)) {
            c->value = v;
            return;
        }
        if (v.kind == PW_CV_THREAD) t->groups.at[v.group].copied = true;
        pw_ct_keep_handle(t, o, cell, v, true);
        return;
    }
    bool here = always_here(t, o);
    bool threads = o->shared && t->live;
    if (t->declaring && is_static(&v)) {
        c->value = v;
        c->known = true;
        return;
    }
    bool early = threads && t->in_main && !t->region && !t->loops && is_static(&v);
    if (early && tracked(t, o, cell) && c->var < 0) {
        c->value = c->first = v; /* as if set before the first thread */
        c->known = true;
        c->hoisted = t->groups.n;
        return;
    }
    if (early && start_with(t, o, cell, &v)) return;
    if (!threads && here && is_static(&v) && tracked(t, o, cell) && c->var < 0) {
        c->value = v;
        c->known = true;
        return;
    }
    if (tracked(t, o, cell)) forbid_tracking(t, o, cell);
    if (!o->shared && c->var < 0 && here && !t->loops && is_static(&v)) {
        c->value = v; /* it starts with this value */
        c->known = true;
        pw_ct_materialise(t, o, cell);
        c->known = false;
        return;
    }
    pw_ct_materialise(t, o, cell);
    c->known = false;
    const struct pw_cx *e =
        v.kind == PW_CV_INT ? pw_cx_number(t->ir, v.e) : pw_ct_code(t, &v, token);
    pw_ct_assign(t, (uint32_t)c->var, o->shared ? pw_ct_spill(t, e) : e);
}

/* All at once: each place keeps its value unless it is meant. */
static void store_choice(struct pw_ct *t, struct pw_clv *lv, const struct pw_cx *e, int32_t old_var,
                         const struct pw_cx *old, uint32_t token)
{
    choices c = {0};
    places_of(t, lv, token, &c);
    uint32_t n = 0;
    uint32_t *vars = pw_cir_alloc(t->ir, (c.n + 1) * sizeof *vars);
    const struct pw_cx **exprs = pw_cir_alloc(t->ir, (c.n + 1) * sizeof *exprs);
    for (size_t i = 0; i < c.n; i++) {
        struct pw_cobj *o = c.at[i].obj;
        int64_t k = c.at[i].cell;
        note_access(t, o, k, true);
        if (is_blurred(t, o)) continue;
        if (tracked(t, o, k)) forbid_tracking(t, o, k);
        pw_ct_materialise(t, o, k);
        assert(k < o->ncells);
        o->cells[k].known = false;
        vars[n] = (uint32_t)o->cells[k].var;
        exprs[n] = c.at[i].when ? pw_cx_ite(t->ir, c.at[i].when, e, pw_cx_var(t->ir, vars[n])) : e;
        t->ir->vars.at[vars[n]].assigned = true;
        if (t->in_main && o->shared) t->main_wrote = true;
        n++;
    }
    if (old_var >= 0) vars[n] = (uint32_t)old_var, exprs[n++] = old;
    pw_vec_clear(&c);
    if (!n) return;
    struct pw_cstep *s = pw_ct_emit(t, PW_CSTEP_ASSIGN);
    s->vars = vars;
    s->exprs = exprs;
    s->n = n;
}

static void copy_struct(struct pw_ct *t, const struct pw_clv *to, const struct pw_clv *from,
                        uint32_t token)
{
    const struct pw_ctype *type = to->type;
    for (uint32_t i = 0; i < type->nfields; i++) {
        struct pw_clv a = *to, b = *from;
        a.type = b.type = type->fields[i].type;
        if (a.code)
            a.inside += type->fields[i].offset;
        else
            a.offset += type->fields[i].offset;
        if (b.code)
            b.inside += type->fields[i].offset;
        else
            b.offset += type->fields[i].offset;
        if (a.type->kind == PW_CT_ARRAY || pw_ctype_cells(a.type) < 0)
            pw_ct_fail(t, token, "copy the fields",
                       "unsupported: copy of a struct with an array in it");
        struct pw_cval v = pw_ct_load(t, &b, token);
        pw_ct_store(t, &a, v, token);
    }
}

void pw_ct_store(struct pw_ct *t, const struct pw_clv *lv, struct pw_cval v, uint32_t token)
{
    if (v.kind == PW_CV_AGG) {
        copy_struct(t, lv, &v.lv, token);
        return;
    }
    if (lv->obj && lv->obj->row) {
        pw_ct_row_store(t, row_place(t, lv, token), &v, token);
        return;
    }
    if (!lv->code && !lv->nindex) {
        store_cell(t, lv->obj, lv->offset, v, token);
        return;
    }
    struct pw_clv place = *lv;
    if (pw_ct_is_handle(lv->type) && !t->facts->handles) t->facts->handles = t->again = true;
    if (v.kind == PW_CV_PTR) pw_ct_share(t, &v, token);
    const struct pw_cx *e =
        v.kind == PW_CV_INT ? pw_cx_number(t->ir, v.e) : pw_ct_code(t, &v, token);
    store_choice(t, &place, pw_ct_spill(t, e), -1, NULL, token);
}

/* --- one step that reads and writes --- */

struct pw_cval pw_ct_place_value(struct pw_ct *t, const struct pw_clv *lv, uint32_t token)
{
    struct pw_clv place = *lv;
    if (!lv->code && !lv->nindex) {
        struct pw_cobj *o = lv->obj;
        if (!o->shared || t->live || t->emitted || !tracked(t, o, lv->offset))
            if (tracked(t, o, lv->offset) && (o->shared ? t->live : t->region != o->region))
                forbid_tracking(t, o, lv->offset);
    }
    return pw_ct_load(t, &place, token);
}

void pw_ct_store_atomic(struct pw_ct *t, const struct pw_clv *lv, const struct pw_cx *now,
                        int32_t old_var, const struct pw_cx *old, uint32_t token)
{
    struct pw_clv place = *lv;
    pw_cint v;
    if (lv->obj && lv->obj->row) {
        struct pw_cval x = pw_ct_int(t, lv->type, now);
        if (old_var >= 0)
            pw_ct_fail(t, token, "let the thread do it",
                       "unsupported: main works on '%s', of which each thread has a part",
                       lv->obj->name);
        pw_ct_row_store(t, row_place(t, lv, token), &x, token);
        return;
    }
    if (!lv->code && !lv->nindex && pw_cx_is_const(now, &v) &&
        (old_var < 0 || pw_cx_is_const(old, &v))) {
        struct pw_cobj *o = lv->obj;
        if (always_here(t, o) && tracked(t, o, lv->offset) && o->cells[lv->offset].var < 0) {
            struct pw_cval x = {.kind = lv->type->kind == PW_CT_PTR ? PW_CV_DYN : PW_CV_INT,
                                .type = lv->type,
                                .e = now};
            store_cell(t, o, lv->offset, x, token);
            if (old_var >= 0) pw_ct_assign(t, (uint32_t)old_var, old);
            return;
        }
    }
    store_choice(t, &place, pw_cx_number(t->ir, now), old_var,
                 old ? pw_cx_number(t->ir, old) : NULL, token);
}
