/* ref_replay.c -- follows a trace step by step. What the trace does not tell (where exactly control
 * is, variables of procedures) is kept open: all states that fit are followed together. */
#include <stdlib.h>
#include <string.h>

#include "ref.h"

enum { MOST = 4000 };

struct set {
    int n;
    bool full;
    struct ref_state *of;
};

struct following {
    const struct ref_program *p;
    const struct ref_json *entry;
    int k;
    struct set *to;
};

static int64_t number(const struct ref_json *v)
{
    return v->kind == REF_NUMBER ? v->number : v->kind == REF_TRUE;
}

/* Whether every variable has the value written in the object, all of them being there. */
static bool same(const struct ref_json *object, const struct ref_var *vars, int n,
                 const int64_t *values)
{
    bool ok = true;
    for (int i = 0; i < n; i++) {
        const struct ref_json *v = ref_json_get(object, vars[i].name);
        ok = ok && v && number(v) == values[i];
    }
    return ok;
}

static void keep(struct set *to, const struct ref_state *s)
{
    for (int i = 0; i < to->n; i++)
        if (!memcmp(&to->of[i], s, sizeof *s)) return;
    to->full |= to->n == MOST;
    if (!to->full) to->of[to->n++] = *s;
}

/* --- the first entry --- */

static bool set_values(const struct ref_json *object, const struct ref_var *vars, int n,
                       int64_t *values)
{
    bool ok = true;
    for (int i = 0; i < n; i++) {
        const struct ref_json *v = ref_json_get(object, vars[i].name);
        ok = ok && v;
        values[i] = v ? number(v) : 0;
    }
    return ok;
}

static bool allowed(struct ref_run *r, const struct ref_state *s, int k, const struct ref_var *v,
                    int64_t value)
{
    if (v->type == REF_MUTEX) return value == 0;
    if (v->init && ref_eval(r, s, k, -1, v->init) != value) return false;
    return v->type == REF_INT ||
           (v->type == REF_BOOL ? value == 0 || value == 1 : value >= v->lo && value <= v->hi);
}

static bool all_allowed(struct ref_run *r, const struct ref_state *s)
{
    const struct ref_program *p = r->program;
    bool ok = true;
    for (int i = 0; i < p->n_shared; i++)
        ok = ok && allowed(r, s, -1, &p->shared[i], s->shared[i]);
    for (int k = 0; k < s->n; k++) {
        const struct ref_unit *u = &p->units[s->threads[k].unit];
        for (int i = 0; i < u->n_vars; i++)
            ok = ok && allowed(r, s, k, &u->vars[i], s->threads[k].vars[i]);
    }
    for (int i = 0; i < p->n_units; i++) {
        int64_t count = 0;
        for (int k = 0; k < s->n; k++)
            count += s->threads[k].unit == i;
        ok = ok && (p->units[i].proc || p->units[i].count < 0 || p->units[i].count == count);
    }
    return ok && ref_init_holds(r, s);
}

struct starting {
    struct ref_run *r;
    struct set *to;
    int k;
};

static void started(void *arg, const struct ref_state *s)
{
    struct starting *t = arg, next = {t->r, t->to, t->k + 1};
    if (next.k == s->n)
        keep(t->to, s);
    else
        ref_start(t->r, s, next.k, started, &next);
}

static const char *begin(struct ref_run *r, const struct ref_json *entry, struct set *to)
{
    const struct ref_program *p = r->program;
    const struct ref_json *t = ref_json_get(entry, "threads");
    struct ref_state s;
    memset(&s, 0, sizeof s);
    if (!set_values(ref_json_get(entry, "shared"), p->shared, p->n_shared, s.shared) || !t)
        return "an initial value is missing";
    for (t = t->first; t; t = t->next) {
        const struct ref_json *name = ref_json_get(t, "template");
        int u = 0;
        if (s.n == REF_THREADS) return NULL;
        while (u < p->n_units &&
               (p->units[u].proc || !name || strcmp(p->units[u].name, name->string)))
            u++;
        if (u == p->n_units) return "an unknown template";
        s.threads[s.n].unit = u;
        if (!set_values(ref_json_get(t, "local"), p->units[u].vars, p->units[u].n_vars,
                        s.threads[s.n].vars))
            return "an initial value of a thread is missing";
        s.n++;
    }
    if (!all_allowed(r, &s)) return "not an initial state";
    struct starting x = {r, to, -1};
    started(&x, &s);
    return NULL;
}

/* --- the others --- */

/* A label that is the name of the place is one the thread is at. */
static bool at_place(const struct following *f, const struct ref_thread *t)
{
    const struct ref_json *place = ref_json_get(f->entry, "location");
    if (!place || place->kind != REF_STRING) return true;
    if (!strcmp(place->string, "error")) return t->stop == REF_ERROR;
    if (t->stop == REF_ERROR) return false;
    for (int i = 0; i < f->p->n_labels; i++)
        if (!strcmp(f->p->labels[i], place->string)) return t->labels >> i & 1;
    return true;
}

static void stepped(void *arg, const struct ref_state *s)
{
    struct following *f = arg;
    const struct ref_thread *t = &s->threads[f->k];
    const struct ref_unit *u = &f->p->units[t->unit];
    if (!at_place(f, t) ||
        !same(ref_json_get(f->entry, "shared"), f->p->shared, f->p->n_shared, s->shared) ||
        !same(ref_json_get(f->entry, "local"), u->vars, u->n_vars, t->vars))
        return;
    keep(f->to, s);
}

/* A statement that is a step of its own names its line. */
static bool line_fits(const struct ref_program *p, const struct ref_thread *t,
                      const struct ref_json *line)
{
    const struct ref_stmt *s = p->stmts[t->stmt];
    if (t->stop == REF_END || t->stop == REF_ERROR) return false;
    return t->stop != REF_AT || s->kind == REF_ATOMIC || !line || line->number == s->line;
}

static void follow(struct ref_run *r, const struct ref_json *entry, const struct set *from,
                   struct set *to)
{
    const struct ref_json *k = ref_json_get(entry, "thread"), *line = ref_json_get(entry, "line");
    struct following f = {r->program, entry, k ? (int)k->number - 1 : -1, to};
    for (int i = 0; i < from->n; i++)
        if (f.k >= 0 && f.k < from->of[i].n &&
            line_fits(r->program, &from->of[i].threads[f.k], line))
            ref_step(r, &from->of[i], f.k, stepped, &f);
    to->full |= from->full;
}

/* Values of arbitrary integers: small ones, and all that the trace shows. */
static void learn(struct ref_domain *d, const struct ref_json *v)
{
    for (; v; v = v->next) {
        bool known = v->kind != REF_NUMBER;
        for (int i = 0; i < d->n; i++)
            known |= d->of[i] == v->number;
        if (!known && d->n < 60) d->of[d->n++] = v->number;
        learn(d, v->first);
    }
}

static bool ends_badly(const struct ref_program *p, const struct set *s)
{
    for (int i = 0; i < s->n; i++) {
        if (ref_is_wrong(&s->of[i])) return true;
        for (int b = 0; b < p->n_bads; b++)
            if (ref_is_bad(&s->of[i], &p->bads[b])) return true;
    }
    return false;
}

static enum ref_replayed run(struct ref_run *r, const struct ref_json *trace, struct set *now,
                             struct set *next, const char **why, int *at)
{
    const struct ref_json *entry = trace->first;
    *at = 0;
    if ((*why = begin(r, entry, now))) return REF_FAILS;
    for (entry = entry->next; entry && now->n; entry = entry->next) {
        struct set old = *now;
        ++*at;
        next->n = 0;
        follow(r, entry, &old, next);
        *now = *next;
        *next = old;
    }
    if (now->full || r->overflow) return REF_GAVE_UP;
    if (!now->n) {
        *why = "no such step";
        /* Values in between that no entry shows may be any integer: then nothing is known. */
        return *at == 0 || r->chose ? REF_GAVE_UP : REF_FAILS;
    }
    *why = "the last state is not bad";
    return ends_badly(r->program, now) ? REF_RUNS : REF_FAILS;
}

enum ref_replayed ref_replay(const struct ref_program *p, const struct ref_json *trace,
                             const char **why, int *entry)
{
    struct ref_run r = {.program = p, .domain = {5, {-2, -1, 0, 1, 2}}};
    struct set a = {.of = malloc(MOST * sizeof *a.of)}, b = {.of = malloc(MOST * sizeof *b.of)};
    if (!a.of || !b.of) ref_die("out of memory", 0);
    *why = "an empty trace";
    learn(&r.domain, trace->first);
    enum ref_replayed done = trace->first ? run(&r, trace, &a, &b, why, entry) : REF_FAILS;
    free(a.of);
    free(b.of);
    return done;
}
