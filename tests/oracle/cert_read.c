/* cert_read.c -- text to oracle certificate and back. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"
#include "oracle/cert_oracle.h"

enum { WORDS = 400 };

struct text {
    const char *at;
    char line[8000];
    char *word[WORDS];
    int n, i;
    const char *why;
    bool big; /* the reason is the size of our arrays */
};

static bool fail(struct text *t, const char *why)
{
    if (!t->why) t->why = why;
    return false;
}

static bool next_line(struct text *t)
{
    if (t->why) return false;
    const char *nl = strchr(t->at, '\n');
    if (!nl) return fail(t, "text ends");
    if ((size_t)(nl - t->at) >= sizeof t->line) return t->big = true, fail(t, "long line");
    memcpy(t->line, t->at, (size_t)(nl - t->at));
    t->line[nl - t->at] = 0;
    t->at = nl + 1;
    t->n = t->i = 0;
    for (char *w = strtok(t->line, " "); w; w = strtok(NULL, " ")) {
        if (t->n == WORDS) return t->big = true, fail(t, "many words");
        t->word[t->n++] = w;
    }
    return true;
}

static const char *word(struct text *t)
{
    if (t->why || t->i >= t->n) return fail(t, "line too short"), "";
    return t->word[t->i++];
}

static bool is(struct text *t, const char *w)
{
    if (t->why || t->i >= t->n || strcmp(t->word[t->i], w)) return false;
    return t->i++, true;
}

static void must(struct text *t, const char *w)
{
    if (!is(t, w)) fail(t, w);
}

static bool to_long(const char *w, long *v)
{
    char *end;
    if (!*w || strspn(w, "-0123456789") != strlen(w)) return false;
    errno = 0;
    *v = strtol(w, &end, 10);
    return !*end && !errno;
}

static long num(struct text *t, long lo, long hi)
{
    long v = 0;
    const char *w = word(t);
    if (t->why || !to_long(w, &v) || v < lo || v > hi) return fail(t, "number"), lo;
    return v;
}

static void over(struct text *t)
{
    if (t->i < t->n) fail(t, "too many words");
}

static int section(struct text *t, const char *name, int most)
{
    next_line(t);
    must(t, name);
    long n = num(t, 0, 1000000000);
    over(t);
    if (!t->why && n > most) t->big = true, fail(t, "oracle too small");
    return t->why ? 0 : (int)n;
}

/* "A" or "A<sep>B" */
static bool two(struct text *t, char sep, long *a, long *b)
{
    char copy[100];
    const char *w = word(t);
    if (strlen(w) >= sizeof copy) return fail(t, "long word");
    strcpy(copy, w);
    char *cut = strchr(copy, sep);
    if (cut) *cut = 0;
    if (!to_long(copy, a) || (cut && !to_long(cut + 1, b))) return fail(t, "numbers");
    return cut != NULL;
}

static void bag(struct text *t, int places, struct oc_bag *m)
{
    bool here[OC_PLACES * 4] = {false};
    long count[OC_PLACES * 4] = {0};
    m->n = 0;
    while (!t->why && t->i < t->n && !is(t, "|")) {
        long p, k = 1;
        two(t, '*', &p, &k);
        if (t->why || p < 0 || p >= places || k < 1 || k > 1000000000)
            fail(t, "bag");
        else
            here[p] = true, count[p] += k;
    }
    for (int p = 0; p < places && !t->why; p++)
        for (; here[p] && count[p] > 0; count[p]--) {
            if (m->n == OC_TOKENS) {
                t->big = true, fail(t, "oracle too small");
                break;
            }
            m->tok[m->n++] = p;
        }
}

static void fields(struct text *t, int n, struct oc_fields *f)
{
    if (n > OC_FIELDS) t->big = true, fail(t, "oracle too small");
    for (f->n = 0; f->n < n && next_line(t); f->n++) {
        word(t);
        f->lo[f->n] = num(t, -1000000000000, 1000000000000);
        long hi = num(t, f->lo[f->n], f->lo[f->n] + 1000000000);
        f->size[f->n] = hi - f->lo[f->n] + 1;
    }
}

static void cube(struct text *t, const struct oc_fields *f, bool bar, bool keep, struct oc_cube *c)
{
    if (bar) must(t, "|");
    for (int i = 0; i < f->n; i++) {
        if (bar && is(t, "-"))
            c->at[i] = OC_FREE;
        else if (keep && is(t, "="))
            c->at[i] = OC_KEEP;
        else
            c->at[i] = num(t, f->lo[i], f->lo[i] + f->size[i] - 1) - f->lo[i];
    }
}

static void read_template_head(struct text *t, struct oc *c)
{
    next_line(t), must(t, "closure");
    c->sharp = is(t, "sharp");
    c->witness = c->sharp || is(t, "witness");
    if (!c->witness) must(t, "paper");
    over(t);
    section(t, "bound", 1000000000);
    for (int n = section(t, "predicates", 1000); n > 0; n--)
        next_line(t);
    fields(t, section(t, "shared-fields", 100000), &c->shared);
    c->nkinds = section(t, "templates", OC_KINDS);
    for (int i = 0; i < c->nkinds && next_line(t); i++) {
        word(t);
        c->kind[i].count = is(t, "*") ? -1 : num(t, 0, 1000000000);
        c->kind[i].entry = (int)num(t, 0, 1000000000);
        long n = num(t, 0, 1000000000);
        over(t);
        fields(t, n > 1000 ? 1000 : (int)n, &c->kind[i].f);
    }
    c->nlabels = section(t, "labels", OC_LABELS);
    for (int n = c->nlabels; n > 0; n--)
        next_line(t);
    c->nlocs = section(t, "locations", OC_LOCS);
    for (int i = 0; i < c->nlocs && next_line(t); i++) {
        c->loc[i].kind = (int)num(t, 0, c->nkinds - 1);
        word(t), word(t), word(t);
        while (!t->why && t->i < t->n)
            c->loc[i].labels |= (uint64_t)1 << num(t, 0, c->nlabels - 1);
    }
    for (int i = 0; i < c->nkinds && !t->why; i++)
        if (c->kind[i].entry >= c->nlocs || c->loc[c->kind[i].entry].kind != i) fail(t, "entry");
    c->nstmts = section(t, "statements", OC_STMTS);
    for (int i = 0; i < c->nstmts && next_line(t); i++) {
        c->from[i] = (int)num(t, 0, c->nlocs - 1), c->to[i] = (int)num(t, 0, c->nlocs - 1);
        if (!t->why && c->loc[c->from[i]].kind != c->loc[c->to[i]].kind) fail(t, "statement");
    }
}

static void read_moves(struct text *t, struct oc *c)
{
    c->npassives = section(t, "passive-moves", OC_MOVES);
    for (int i = 0; i < c->npassives && next_line(t); i++) {
        struct oc_passive *p = &c->passive[i];
        p->kind = (int)num(t, 0, c->nkinds - 1);
        p->loc = is(t, "*") ? -1 : (int)num(t, 0, c->nlocs - 1);
        if (t->why) return;
        if (p->loc >= 0 && c->loc[p->loc].kind != p->kind) fail(t, "location of another kind");
        cube(t, &c->kind[p->kind].f, true, false, &p->now),
            cube(t, &c->kind[p->kind].f, true, true, &p->next);
        over(t);
    }
    c->nactives = section(t, "active-moves", OC_MOVES);
    for (int i = 0; i < c->nactives && next_line(t); i++) {
        struct oc_active *a = &c->active[i];
        a->stmt = (int)num(t, 0, c->nstmts - 1);
        if (t->why) return;
        const struct oc_fields *f = &c->kind[c->loc[c->from[a->stmt]].kind].f;
        cube(t, &c->shared, true, false, &a->s), cube(t, f, true, false, &a->l);
        cube(t, &c->shared, true, true, &a->s2), cube(t, f, true, true, &a->l2);
        must(t, "|");
        long last = -1;
        do
            a->with[last = num(t, last + 1, c->npassives - 1)] = true;
        while (!t->why && t->i < t->n);
    }
    c->nstarts = section(t, "initial", OC_MOVES);
    for (int i = 0; i < c->nstarts && next_line(t); i++) {
        struct oc_start *s = &c->start[i];
        s->active = (int)num(t, 0, c->nkinds - 1), s->passive = (int)num(t, 0, c->nkinds - 1);
        if (t->why) return;
        cube(t, &c->shared, true, false, &s->s), cube(t, &c->kind[s->active].f, true, false, &s->l);
        cube(t, &c->kind[s->passive].f, true, false, &s->p);
        over(t);
    }
}

/* The words of a bad line are about different labels. */
static void each_label_once(struct text *t)
{
    bool seen[OC_LABELS] = {false};
    for (int i = t->i; i < t->n && strcmp(t->word[i], "|"); i++) {
        long label = strtol(t->word[i], NULL, 10);
        if (label >= 0 && label < OC_LABELS && seen[label])
            fail(t, "a label twice");
        else if (label >= 0 && label < OC_LABELS)
            seen[label] = true;
    }
}

static void read_bads_states(struct text *t, struct oc *c)
{
    c->nbads = section(t, "bad", OC_BADS);
    for (int i = 0; i < c->nbads && next_line(t); i++) {
        struct oc_bag m;
        num(t, 0, 1000000000);
        each_label_once(t);
        bag(t, c->nlabels, &m);
        if (!t->why && !m.n) fail(t, "empty bad");
        for (int k = 0; k < m.n; k++) {
            if (!k || m.tok[k] != m.tok[k - 1]) c->bad[i].label[c->bad[i].n++] = m.tok[k];
            c->bad[i].k[c->bad[i].n - 1]++;
        }
    }
    c->globals = section(t, "shared-states", OC_GLOBALS);
    for (int i = 0; i < c->globals && next_line(t); i++) {
        cube(t, &c->shared, false, false, &c->gstate[i].v);
        over(t);
        for (int k = 0; k < i; k++)
            if (!memcmp(&c->gstate[i], &c->gstate[k], sizeof c->gstate[i])) fail(t, "twice");
    }
    c->places = section(t, "local-states", OC_PLACES);
    for (int i = 0; i < c->places && next_line(t); i++) {
        c->lstate[i].loc = (int)num(t, i ? c->lstate[i - 1].loc : 0, c->nlocs - 1);
        if (t->why) return;
        cube(t, &c->kind[c->loc[c->lstate[i].loc].kind].f, false, false, &c->lstate[i].v);
        over(t);
        for (int k = 0; k < i; k++)
            if (!memcmp(&c->lstate[i], &c->lstate[k], sizeof c->lstate[i])) fail(t, "twice");
    }
}

static void read_net(struct text *t, struct oc *c)
{
    c->globals = section(t, "globals", OC_GLOBALS);
    c->places = section(t, "places", OC_PLACES - 1);
    for (int i = 0; i < c->places; i++)
        next_line(t);
    c->ntrans = section(t, "transitions", OC_STMTS);
    for (int i = 0; i < c->ntrans && next_line(t); i++) {
        struct oc_trans *x = &c->trans[i];
        x->from = (int)num(t, 0, c->globals - 1), x->to = (int)num(t, 0, c->globals - 1);
        must(t, "|");
        bag(t, c->places, &x->pre);
        while (!t->why && !is(t, "|")) {
            long a, b;
            if (!two(t, '>', &a, &b) || a < 0 || a >= c->places || b < -1 || b >= c->places ||
                x->npairs == OC_PLACES) {
                fail(t, "pair");
                break;
            }
            int last = x->npairs - 1; /* vanishing counts as larger than every place */
            long was = last < 0         ? 0
                       : x->b[last] < 0 ? OC_PLACES
                                        : x->b[last],
                 now = b < 0 ? OC_PLACES : b;
            if (last >= 0 && (a < x->a[last] || (a == x->a[last] && now <= was)))
                fail(t, "order of pairs");
            x->a[x->npairs] = (int)a, x->b[x->npairs++] = (int)b;
        }
        bag(t, c->places, &x->post);
    }
    c->nboxes = section(t, "initial", OC_BADS);
    for (int i = 0; i < c->nboxes && next_line(t); i++) {
        struct oc_box *b = &c->box[i];
        b->global = (int)num(t, 0, c->globals - 1);
        b->rest = is(t, "*");
        if (!b->rest) must(t, "0");
        for (int p = 0; p < c->places; p++)
            b->hi[p] = b->rest ? -1 : 0;
        for (long p = -1; !t->why && t->i < t->n;) {
            p = num(t, p + 1, c->places - 1);
            long lo = num(t, 0, 1000000000), hi = is(t, "*") ? -1 : num(t, lo, 1000000000);
            if (!t->why) b->lo[p] = lo, b->hi[p] = hi;
        }
    }
    c->ntargets = section(t, "targets", OC_BADS);
    for (int i = 0; i < c->ntargets && next_line(t); i++) {
        c->target[i].global = is(t, "*") ? -1 : (int)num(t, 0, c->globals - 1);
        bag(t, c->places, &c->target[i].m);
        over(t);
    }
}

static void weights(struct text *t, long most, long least, long *w)
{
    for (long last = -1, v = 0, id; !t->why && t->i < t->n && !is(t, "|"); last = id) {
        if (!two(t, ':', &id, &v) || id <= last || id >= most || v < least ||
            v > 1000000000000000) {
            fail(t, "weight");
            return;
        }
        w[id] = v;
    }
}

/* Places or ranges, increasing, or * for all. */
static void place_set(struct text *t, int places, bool *in)
{
    bool all = is(t, "*");
    for (int p = 0; p < places; p++)
        in[p] = all;
    for (long last = -1, a, b; !all && !t->why && t->i < t->n; last = b) {
        if (!two(t, '-', &a, &b)) b = a;
        if (t->why || a <= last || a > b || b >= places) {
            fail(t, "range");
            return;
        }
        for (long p = a; p <= b; p++)
            in[p] = true;
    }
    over(t);
}

static bool section_is_next(const struct text *t, const char *name)
{
    const char *p = t->at + strspn(t->at, " ");
    size_t n = strlen(name);
    return !strncmp(p, name, n) && strchr(" \n", p[n]) && p[n];
}

static void read_ideal(struct text *t, struct oc *c, struct oc_ideal *x)
{
    struct oc_bag few;
    bool many[OC_PLACES];
    x->global = (int)num(t, 0, c->globals - 1);
    bag(t, c->places, &few);
    place_set(t, c->places, many);
    for (int i = 0; i < few.n && !t->why; i++)
        x->most[few.tok[i]]++;
    for (int p = 0; p < c->places && !t->why; p++)
        if (many[p]) x->most[p] = -1;
}

static void read_traps(struct text *t, struct oc *c)
{
    c->ntraps = section(t, "traps", OC_TRAPS);
    for (int i = 0; i < c->ntraps && next_line(t); i++) {
        bool seen[OC_GLOBALS] = {false};
        long lines = num(t, 0, 1000000000);
        over(t);
        for (; lines > 0 && next_line(t); lines--) {
            int g = (int)num(t, 0, c->globals - 1);
            if (!t->why && seen[g]) fail(t, "twice");
            if (t->why) return;
            seen[g] = true;
            place_set(t, c->places, c->trap[i].has[g]);
        }
    }
}

/* Numbers of elements, which mean nothing. */
static void read_hints(struct text *t, const struct oc *c)
{
    int n = section(t, "above", 1000000), wanted = (c->net ? c->ntargets : c->nbads) + c->nbasis;
    if (!t->why && n != wanted) fail(t, "hints");
    for (; n > 0 && next_line(t); n--)
        while (!t->why && t->i < t->n)
            num(t, 0, c->nbasis - 1);
}

static void read_sets(struct text *t, struct oc *c)
{
    for (int n = section(t, "may", 1000000); n > 0 && next_line(t); n--) {
        int g = (int)num(t, 0, c->globals - 1);
        if (!t->why && c->occurs[g]) fail(t, "twice");
        if (t->why) return;
        c->occurs[g] = true;
        place_set(t, c->places, c->may[g]);
    }
    c->nlinear = section(t, "invariants", OC_LINEAR);
    for (int i = 0; i < c->nlinear && next_line(t); i++) {
        c->linear[i].bound = num(t, -9223372036854775807, 9223372036854775807);
        must(t, "|");
        weights(t, c->globals, -1000000000000000, c->linear[i].offset);
        weights(t, c->places, 1, c->linear[i].weight);
        over(t);
    }
    if (c->sharp) read_traps(t, c);
    if (c->net && section_is_next(t, "ideals")) {
        c->bounded = true;
        c->nideals = section(t, "ideals", OC_IDEALS);
    }
    for (int i = 0; i < c->nideals && next_line(t); i++)
        read_ideal(t, c, &c->ideal[i]);
    c->nbasis = section(t, "basis", OC_BASIS);
    for (int i = 0; i < c->nbasis && next_line(t); i++) {
        c->basis[i].global = (int)num(t, 0, c->globals - 1);
        bag(t, c->places, &c->basis[i].m);
        over(t);
        if (i && c->basis[i].global < c->basis[i - 1].global) fail(t, "basis not sorted");
    }
    if (section_is_next(t, "above")) read_hints(t, c);
}

enum oc_verdict oc_read(struct oc *c, const char *text, const char **why)
{
    struct text *t = calloc(1, sizeof *t);
    t->at = text;
    memset(c, 0, sizeof *c);
    next_line(t), must(t, "pwqo-certificate"), must(t, "2");
    c->net = is(t, "net");
    if (!c->net) must(t, "template");
    over(t);
    for (int n = section(t, "inputs", 100); n > 0 && next_line(t); n--)
        if (strlen(word(t)) != 64) fail(t, "hash");
    for (int n = section(t, "defines", 100); n > 0; n--)
        next_line(t);
    if (c->net)
        read_net(t, c);
    else
        read_template_head(t, c);
    if (!c->net && !t->why) read_moves(t, c);
    if (!c->net && !t->why) read_bads_states(t, c);
    if (!t->why) read_sets(t, c);
    next_line(t), must(t, "end");
    if (!t->why && strlen(word(t)) != 64) fail(t, "end");
    over(t);
    if (!t->why && *t->at) fail(t, "text after the end");
    enum oc_verdict v = !t->why ? OC_ACCEPT : t->big ? OC_TOO_BIG : OC_MALFORMED;
    *why = t->why;
    free(t);
    return v;
}

/* ---- printing ---- */

struct out {
    char *at;
    size_t n, size;
};

static void put(struct out *o, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(struct out *o, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(o->at + o->n, o->size - o->n, format, args);
    va_end(args);
    if (n < 0 || (size_t)n >= o->size - o->n) abort();
    o->n += (size_t)n;
}

static void put_cube(struct out *o, const struct oc_fields *f, const struct oc_cube *c)
{
    put(o, " |");
    for (int i = 0; i < f->n; i++) {
        if (c->at[i] == OC_FREE)
            put(o, " -");
        else if (c->at[i] == OC_KEEP)
            put(o, " =");
        else
            put(o, " %ld", c->at[i] + f->lo[i]);
    }
}

static void put_fields(struct out *o, const struct oc_fields *f)
{
    for (int i = 0; i < f->n; i++)
        put(o, "range %ld %ld - f%d\n", f->lo[i], f->lo[i] + f->size[i] - 1, i);
}

static void put_bag(struct out *o, const struct oc_bag *m)
{
    for (int i = 0, k; i < m->n; i = k) {
        for (k = i; k < m->n && m->tok[k] == m->tok[i];)
            k++;
        if (k - i > 1)
            put(o, " %d*%d", m->tok[i], k - i);
        else
            put(o, " %d", m->tok[i]);
    }
}

static void put_template(struct out *o, const struct oc *c)
{
    put(o, "closure %s\nbound 2\npredicates 1\nlocal p l > 0\nshared-fields %d\n",
        c->sharp     ? "sharp"
        : c->witness ? "witness"
                     : "paper",
        c->shared.n);
    put_fields(o, &c->shared);
    put(o, "templates %d\n", c->nkinds);
    for (int i = 0; i < c->nkinds; i++) {
        put(o, "t%d ", i);
        if (c->kind[i].count < 0)
            put(o, "*");
        else
            put(o, "%ld", c->kind[i].count);
        put(o, " %d %d\n", c->kind[i].entry, c->kind[i].f.n);
        put_fields(o, &c->kind[i].f);
    }
    put(o, "labels %d\n", c->nlabels);
    for (int i = 0; i < c->nlabels; i++)
        put(o, "lab%d\n", i);
    put(o, "locations %d\n", c->nlocs);
    for (int i = 0; i < c->nlocs; i++) {
        put(o, "%d normal %d L%d", c->loc[i].kind, i + 1, i);
        for (int k = 0; k < c->nlabels; k++)
            if (c->loc[i].labels >> k & 1) put(o, " %d", k);
        put(o, "\n");
    }
    put(o, "statements %d\n", c->nstmts);
    for (int i = 0; i < c->nstmts; i++)
        put(o, "%d %d %d x = x + 1\n", c->from[i], c->to[i], i + 1);
    put(o, "passive-moves %d\n", c->npassives);
    for (int i = 0; i < c->npassives; i++) {
        const struct oc_passive *p = &c->passive[i];
        put(o, "%d ", p->kind);
        if (p->loc < 0)
            put(o, "*");
        else
            put(o, "%d", p->loc);
        put_cube(o, &c->kind[p->kind].f, &p->now), put_cube(o, &c->kind[p->kind].f, &p->next),
            put(o, "\n");
    }
    put(o, "active-moves %d\n", c->nactives);
    for (int i = 0; i < c->nactives; i++) {
        const struct oc_active *a = &c->active[i];
        const struct oc_fields *f = &c->kind[c->loc[c->from[a->stmt]].kind].f;
        put(o, "%d", a->stmt);
        put_cube(o, &c->shared, &a->s), put_cube(o, f, &a->l), put_cube(o, &c->shared, &a->s2),
            put_cube(o, f, &a->l2), put(o, " |");
        for (int k = 0; k < c->npassives; k++)
            if (a->with[k]) put(o, " %d", k);
        put(o, "\n");
    }
    put(o, "initial %d\n", c->nstarts);
    for (int i = 0; i < c->nstarts; i++) {
        const struct oc_start *s = &c->start[i];
        put(o, "%d %d", s->active, s->passive);
        put_cube(o, &c->shared, &s->s), put_cube(o, &c->kind[s->active].f, &s->l),
            put_cube(o, &c->kind[s->passive].f, &s->p), put(o, "\n");
    }
    put(o, "bad %d\n", c->nbads);
    for (int i = 0; i < c->nbads; i++) {
        put(o, "7");
        for (int k = 0; k < c->bad[i].n; k++)
            put(o, " %d*%ld", c->bad[i].label[k], c->bad[i].k[k]);
        put(o, " | two threads\n");
    }
    put(o, "shared-states %d\n", c->globals);
    for (int i = 0; i < c->globals; i++, put(o, "\n"))
        for (int k = 0; k < c->shared.n; k++)
            put(o, k ? " %ld" : "%ld", c->gstate[i].v.at[k] + c->shared.lo[k]);
    put(o, "local-states %d\n", c->places);
    for (int i = 0; i < c->places; i++, put(o, "\n")) {
        const struct oc_fields *f = &c->kind[c->loc[c->lstate[i].loc].kind].f;
        put(o, "%d", c->lstate[i].loc);
        for (int k = 0; k < f->n; k++)
            put(o, " %ld", c->lstate[i].v.at[k] + f->lo[k]);
    }
}

static void put_net(struct out *o, const struct oc *c)
{
    put(o, "globals %d\nplaces %d\n", c->globals, c->places);
    for (int i = 0; i < c->places; i++)
        put(o, "p%d\n", i);
    put(o, "transitions %d\n", c->ntrans);
    for (int i = 0; i < c->ntrans; i++) {
        const struct oc_trans *t = &c->trans[i];
        put(o, "%d %d |", t->from, t->to);
        put_bag(o, &t->pre), put(o, " |");
        for (int k = 0; k < t->npairs; k++)
            put(o, " %d>%d", t->a[k], t->b[k]);
        put(o, " |"), put_bag(o, &t->post), put(o, " | rule %d\n", i);
    }
    put(o, "initial %d\n", c->nboxes);
    for (int i = 0; i < c->nboxes; i++) {
        put(o, "%d %s", c->box[i].global, c->box[i].rest ? "*" : "0");
        for (int p = 0; p < c->places; p++) {
            if (c->box[i].lo[p] == 0 && c->box[i].hi[p] == (c->box[i].rest ? -1 : 0)) continue;
            put(o, " %d %ld ", p, c->box[i].lo[p]);
            if (c->box[i].hi[p] < 0)
                put(o, "*");
            else
                put(o, "%ld", c->box[i].hi[p]);
        }
        put(o, "\n");
    }
    put(o, "targets %d\n", c->ntargets);
    for (int i = 0; i < c->ntargets; i++) {
        if (c->target[i].global < 0)
            put(o, "*");
        else
            put(o, "%d", c->target[i].global);
        put_bag(o, &c->target[i].m), put(o, "\n");
    }
}

/* Any numbers of elements. */
static void put_hints(struct out *o, const struct oc *c)
{
    int lines = (c->net ? c->ntargets : c->nbads) + c->nbasis;
    put(o, "above %d\n", lines);
    for (int i = 0; i < lines; i++) {
        for (unsigned k = 0, x = c->hints * 2654435761u + (unsigned)i;
             c->nbasis && k < c->hints % 7; k++) {
            x = x * 1103515245u + 12345u;
            put(o, "%s%u", k ? " " : "", (x >> 8) % (unsigned)c->nbasis);
        }
        put(o, "\n");
    }
}

static void put_sets(struct out *o, const struct oc *c)
{
    int n = 0;
    for (int g = 0; g < c->globals; g++)
        n += c->occurs[g];
    put(o, "may %d\n", n);
    for (int g = 0; g < c->globals; g++) {
        if (!c->occurs[g]) continue;
        put(o, "%d", g);
        for (int p = 0, q; p < c->places; p = q + 1) {
            for (q = p; q < c->places && c->may[g][q];)
                q++;
            if (q > p + 1)
                put(o, " %d-%d", p, q - 1);
            else if (q > p)
                put(o, " %d", p);
        }
        put(o, "\n");
    }
    put(o, "invariants %d\n", c->nlinear);
    for (int i = 0; i < c->nlinear; i++) {
        put(o, "%ld |", c->linear[i].bound);
        for (int g = 0; g < c->globals; g++)
            if (c->linear[i].offset[g]) put(o, " %d:%ld", g, c->linear[i].offset[g]);
        put(o, " |");
        for (int p = 0; p < c->places; p++)
            if (c->linear[i].weight[p]) put(o, " %d:%ld", p, c->linear[i].weight[p]);
        put(o, "\n");
    }
    if (c->sharp) put(o, "traps %d\n", c->ntraps);
    for (int i = 0; i < c->ntraps; i++) {
        put(o, "%d\n", c->globals);
        for (int g = 0; g < c->globals; g++) {
            put(o, "%d", g);
            for (int p = 0; p < c->places; p++)
                if (c->trap[i].has[g][p]) put(o, " %d", p);
            put(o, "\n");
        }
    }
    if (c->bounded) put(o, "ideals %d\n", c->nideals);
    for (int i = 0; i < c->nideals; i++) {
        put(o, "%d", c->ideal[i].global);
        for (int p = 0; p < c->places; p++)
            if (c->ideal[i].most[p] > 0) put(o, " %d*%ld", p, c->ideal[i].most[p]);
        put(o, " |");
        for (int p = 0; p < c->places; p++)
            if (c->ideal[i].most[p] < 0) put(o, " %d", p);
        put(o, "\n");
    }
    put(o, "basis %d\n", c->nbasis);
    for (int g = 0; g < c->globals; g++)
        for (int i = 0; i < c->nbasis; i++) {
            if (c->basis[i].global != g) continue;
            put(o, "%d", g), put_bag(o, &c->basis[i].m), put(o, "\n");
        }
    if (c->hints) put_hints(o, c);
}

size_t oc_print(const struct oc *c, char *text, size_t size)
{
    struct out o = {text, 0, size};
    char sum[PW_SHA256_HEX];
    pw_sha256_hex("", 0, sum);
    put(&o, "pwqo-certificate 2 %s\ninputs 1\n%s small.%s\ndefines 1\nN 3\n",
        c->net ? "net" : "template", sum, c->net ? "spec" : "dr");
    if (c->net)
        put_net(&o, c);
    else
        put_template(&o, c);
    put_sets(&o, c);
    pw_sha256_hex(text, o.n, sum);
    put(&o, "end %s\n", sum);
    return o.n;
}
