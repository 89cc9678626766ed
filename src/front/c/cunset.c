#include "front/c/cunset.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"

/* By variable: may it be unset here? dead: nothing comes here. */
struct state {
    bool *unset;
    bool dead;
};

/* A step that reads variables which may be unset, and those of them that know whether they are. */
struct reader {
    struct pw_cstep *step;
    uint32_t var;
};

struct walk {
    struct pw_cir *ir;
    struct pw_cfacts *facts;
    uint32_t *flag_of; /* by variable: the one whose flag it is, + 1 */
    struct pw_cstep *step;
    PW_VEC(struct reader) readers;
    struct pw_names labels;
    PW_VEC(struct state) at; /* by label: what holds at some jump to it */
    bool grown;              /* at[] */
    bool found;
};

static struct state new_state(const struct walk *w, bool dead)
{
    return (struct state){PW_NEWS(bool, w->ir->vars.n), dead};
}

static void free_state(const struct walk *w, struct state *s)
{
    PW_FREES(s->unset, w->ir->vars.n);
}

static struct state copy_state(const struct walk *w, const struct state *s)
{
    struct state c = new_state(w, s->dead);
    memcpy(c.unset, s->unset, w->ir->vars.n * sizeof *c.unset);
    return c;
}

/* into: what holds on either way. True: it has changed. */
static bool join(const struct walk *w, struct state *into, const struct state *from)
{
    bool change = false;
    if (from->dead) return false;
    if (into->dead) into->dead = false, change = true;
    for (size_t i = 0; i < w->ir->vars.n; i++)
        if (from->unset[i] && !into->unset[i]) into->unset[i] = change = true;
    return change;
}

static struct state *at_label(struct walk *w, const char *label)
{
    size_t k = pw_names_intern(&w->labels, label);
    if (k == w->at.n) {
        struct state fresh = new_state(w, true);
        pw_vec_push(&w->at, fresh);
    }
    assert(k < w->at.n);
    return &w->at.at[k];
}

/* --- one step --- */

static void note_read(struct walk *w, uint32_t var)
{
    assert(var < w->ir->vars.n);
    const char *key = w->ir->vars.at[var].key;
    struct reader r = {w->step, var};
    bool new = w->ir->vars.at[var].is_set != 0;
    for (size_t i = w->readers.n; new &&i-- > 0;)
        new = w->readers.at[i].step != r.step || w->readers.at[i].var != var;
    if (new) pw_vec_push(&w->readers, r);
    if (!key) return;
    struct pw_cfact *f = pw_cfacts_of(w->facts, key);
    if (!f->unset) f->unset = w->found = true;
}

static void read_expr(struct walk *w, const struct state *s, const struct pw_cx *e)
{
    if (!e) return;
    if (e->kind == PW_CX_VAR && s->unset[e->var]) note_read(w, e->var);
    read_expr(w, s, e->a);
    read_expr(w, s, e->b);
    read_expr(w, s, e->c);
}

static void set_vars(struct walk *w, struct state *s, struct pw_cstep *x)
{
    for (uint32_t i = 0; x->kind == PW_CSTEP_ASSIGN && i < x->n; i++)
        read_expr(w, s, x->exprs[i]);
    for (uint32_t i = 0; i < x->n; i++) {
        uint32_t whose = w->flag_of[x->vars[i]];
        s->unset[x->vars[i]] = false;
        if (whose) s->unset[whose - 1] = true; /* a declaration */
    }
}

/* What holds at the jumps out of the innermost loop. */
struct exits {
    struct state *broken, *continued;
};

static void flow(struct walk *w, struct pw_cstep *x, struct state *s, struct exits *out);

static void branch(struct walk *w, struct pw_cstep *x, struct state *s, struct exits *out)
{
    struct state other = copy_state(w, s);
    flow(w, x->body, s, out);
    flow(w, x->otherwise, &other, out);
    join(w, s, &other);
    free_state(w, &other);
}

static void loop(struct walk *w, struct pw_cstep *x, struct state *s)
{
    struct state after = new_state(w, true);
    bool change = true;
    while (change) {
        struct state body = copy_state(w, s), again = new_state(w, true);
        struct exits out = {&after, &again};
        flow(w, x->body, &body, &out);
        change = join(w, s, &body);
        if (join(w, s, &again)) change = true;
        free_state(w, &body);
        free_state(w, &again);
    }
    free_state(w, s);
    *s = after;
}

/* The steps from x on. */
static void flow(struct walk *w, struct pw_cstep *x, struct state *s, struct exits *out)
{
    for (; x; x = x->next) {
        pw_limits_poll();
        if (x->kind == PW_CSTEP_LABEL) join(w, s, at_label(w, x->label));
        if (s->dead && x->kind != PW_CSTEP_LOOP && x->kind != PW_CSTEP_IF &&
            x->kind != PW_CSTEP_ATOMIC)
            continue; /* labels inside of others may be jumped to */
        w->step = x;
        if (!s->dead) read_expr(w, s, x->cond);
        if (x->kind == PW_CSTEP_ASSIGN || x->kind == PW_CSTEP_HAVOC) set_vars(w, s, x);
        if (x->kind == PW_CSTEP_IF) branch(w, x, s, out);
        if (x->kind == PW_CSTEP_LOOP) loop(w, x, s);
        if (x->kind == PW_CSTEP_ATOMIC) flow(w, x->body, s, out);
        if (x->kind == PW_CSTEP_BREAK && out) join(w, out->broken, s);
        if (x->kind == PW_CSTEP_CONTINUE && out) join(w, out->continued, s);
        if (x->kind == PW_CSTEP_GOTO && join(w, at_label(w, x->label), s)) w->grown = true;
        if (x->kind == PW_CSTEP_BREAK || x->kind == PW_CSTEP_CONTINUE || x->kind == PW_CSTEP_GOTO ||
            x->kind == PW_CSTEP_EXIT)
            s->dead = true;
    }
}

static void walk_thread(struct walk *w, size_t thread)
{
    do {
        struct state s = new_state(w, false);
        for (size_t i = 0; i < w->ir->vars.n; i++)
            s.unset[i] = w->ir->vars.at[i].unset && !w->ir->vars.at[i].is_set;
        w->grown = false;
        assert(thread < w->ir->threads.n);
        flow(w, w->ir->threads.at[thread].body, &s, NULL);
        free_state(w, &s);
    } while (w->grown);
}

/* --- the checks --- */

static const struct pw_cx *flag(struct walk *w, uint32_t var)
{
    assert(var < w->ir->vars.n);
    return pw_cx_truth(w->ir, pw_cx_var(w->ir, w->ir->vars.at[var].is_set - 1));
}

/* An assertion before the step: the step moves into a new one behind it. */
static void insert_checks(struct walk *w)
{
    for (size_t i = 0; i < w->readers.n; i++) {
        struct pw_cstep *s = w->readers.at[i].step;
        struct pw_cstep *moved = pw_cir_alloc(w->ir, sizeof *moved);
        *moved = *s;
        *s = (struct pw_cstep){.kind = PW_CSTEP_ASSERT,
                               .class = PW_CC_UNSET,
                               .token = moved->token,
                               .last = moved->last,
                               .cond = flag(w, w->readers.at[i].var),
                               .next = moved};
        for (size_t k = i + 1; k < w->readers.n; k++)
            if (w->readers.at[k].step == s) w->readers.at[k].step = moved;
    }
}

/* A step that gives values to variables says so in their flags. */
static void set_flags(struct walk *w, struct pw_cstep *s)
{
    for (; s; s = s->next) {
        set_flags(w, s->body);
        set_flags(w, s->otherwise);
        if (s->kind != PW_CSTEP_ASSIGN) continue;
        uint32_t n = s->n;
        for (uint32_t i = 0; i < n; i++) {
            uint32_t set = w->ir->vars.at[s->vars[i]].is_set;
            if (!set) continue;
            uint32_t *vars = pw_cir_alloc(w->ir, (s->n + 1) * sizeof *vars);
            const struct pw_cx **exprs = pw_cir_alloc(w->ir, (s->n + 1) * sizeof *exprs);
            memcpy(vars, s->vars, s->n * sizeof *vars);
            memcpy(exprs, s->exprs, s->n * sizeof *exprs);
            vars[s->n] = set - 1;
            exprs[s->n] = pw_cx_int(w->ir, 1);
            s->vars = vars, s->exprs = exprs, s->n++;
        }
    }
}

bool pw_cunset_find(struct pw_cir *ir, struct pw_cfacts *facts)
{
    struct walk w = {.ir = ir, .facts = facts, .flag_of = PW_NEWS(uint32_t, ir->vars.n)};
    size_t nvars = ir->vars.n;
    for (size_t i = 0; i < nvars; i++)
        if (ir->vars.at[i].is_set) w.flag_of[ir->vars.at[i].is_set - 1] = (uint32_t)i + 1;
    for (size_t i = 0; i < ir->threads.n; i++)
        if (ir->threads.at[i].count) walk_thread(&w, i);
    insert_checks(&w);
    for (size_t i = 0; i < ir->threads.n; i++)
        set_flags(&w, ir->threads.at[i].body);
    assert(ir->vars.n == nvars);
    for (size_t i = 0; i < w.at.n; i++)
        free_state(&w, &w.at.at[i]);
    pw_vec_clear(&w.at);
    pw_vec_clear(&w.readers);
    pw_names_clear(&w.labels);
    PW_FREES(w.flag_of, nvars);
    return w.found;
}
