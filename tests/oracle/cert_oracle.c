#include "oracle/cert_oracle.h"

#include <stdlib.h>
#include <string.h>

/* Everything written out: the counter system that a certificate talks about, over all shared and
 * local states there are. */
/* an active thread in l, global g, goes to l2, g2; a passive one in p may go to any member of
 * next[p], or is sunk if none */
struct edge {
    int g, g2;
    struct oc_bag pre, post;
    uint64_t next[OC_PLACES];
};

struct world {
    const struct oc *c;
    int globals, places;
    struct oc_state gstate[OC_GLOBALS], lstate[OC_PLACES];
    bool occurs[OC_GLOBALS], may[OC_GLOBALS][OC_PLACES];
    struct oc_linear linear[OC_LINEAR];
    int nbasis, ntraps;
    struct oc_trap trap[OC_TRAPS];
    struct oc_element basis[OC_BASIS];
    struct edge *edge;
    int nedges;
    bool witness, sinks; /* sinks: a token without next vanishes (templates) */
    const char *why;
};

/* ---- bags and sets ---- */

static void bag_add(struct oc_bag *m, int p)
{
    int i = m->n++;
    for (; i > 0 && m->tok[i - 1] > p; i--)
        m->tok[i] = m->tok[i - 1];
    m->tok[i] = p;
}

static bool bag_take(struct oc_bag *m, int p)
{
    for (int i = 0; i < m->n; i++)
        if (m->tok[i] == p) {
            memmove(m->tok + i, m->tok + i + 1, (size_t)(m->n - i - 1) * sizeof *m->tok);
            m->n--;
            return true;
        }
    return false;
}

static bool leq(const struct oc_bag *a, const struct oc_bag *b)
{
    struct oc_bag rest = *b;
    for (int i = 0; i < a->n; i++)
        if (!bag_take(&rest, a->tok[i])) return false;
    return true;
}

static bool in_up(const struct world *w, int g, const struct oc_bag *m)
{
    for (int i = 0; i < w->nbasis; i++)
        if (w->basis[i].global == g && leq(&w->basis[i].m, m)) return true;
    return false;
}

static bool has_thread(const struct oc_trap *t, int g, const struct oc_bag *m)
{
    for (int i = 0; i < m->n; i++)
        if (t->has[g][m->tok[i]]) return true;
    return false;
}

static bool traps_kept(const struct world *w, int g, const struct oc_bag *m)
{
    for (int i = 0; i < w->ntraps; i++)
        if (!has_thread(&w->trap[i], g, m)) return false;
    return true;
}

static bool may_all(const struct world *w, int g, const struct oc_bag *m)
{
    if (!w->occurs[g]) return false;
    for (int i = 0; i < m->n; i++)
        if (!w->may[g][m->tok[i]]) return false;
    return true;
}

static __int128 value(const struct world *w, int k, int g, const struct oc_bag *m)
{
    __int128 v = w->linear[k].offset[g];
    for (int i = 0; i < m->n; i++)
        v += w->linear[k].weight[m->tok[i]];
    return v;
}

static bool in_ideal(const struct oc_ideal *x, int g, const struct oc_bag *m)
{
    long count[OC_PLACES] = {0};
    for (int i = 0; i < m->n; i++)
        if (++count[m->tok[i]] > x->most[m->tok[i]] && x->most[m->tok[i]] >= 0) return false;
    return x->global == g;
}

static bool in_ideals(const struct world *w, int g, const struct oc_bag *m)
{
    for (int i = 0; i < w->c->nideals; i++)
        if (in_ideal(&w->c->ideal[i], g, m)) return true;
    return !w->c->bounded;
}

static bool in_j(const struct world *w, int g, const struct oc_bag *m)
{
    if (!may_all(w, g, m) || !in_ideals(w, g, m)) return false;
    for (int k = 0; k < w->c->nlinear; k++)
        if (value(w, k, g, m) > w->linear[k].bound) return false;
    return true;
}

/* ---- enumerations ---- */

typedef bool visit(struct world *w, int g, const struct oc_bag *m, void *arg); /* false: stop */

/* All bags of exactly `size` places from a set, each in global g. */
static bool bags(struct world *w, int g, const bool *from, struct oc_bag *m, int start, int size,
                 visit *fn, void *arg)
{
    if (size == 0) return fn(w, g, m, arg);
    for (int p = start; p < w->places; p++) {
        if (!from[p]) continue;
        m->tok[m->n++] = p;
        bool go = bags(w, g, from, m, p, size - 1, fn, arg);
        m->n--;
        if (!go) return false;
    }
    return true;
}

static double count_bags(int places, int size)
{
    double n = 1;
    for (int i = 1; i <= size; i++)
        n = n * (places + i - 1) / i;
    return n;
}

/* All configurations of 0 .. size tokens whose places may occur. */
static bool configs(struct world *w, int size, visit *fn, void *arg)
{
    for (int n = 0; n <= size; n++)
        for (int g = 0; g < w->globals; g++) {
            struct oc_bag m = {0};
            if (w->occurs[g] && !bags(w, g, w->may[g], &m, 0, n, fn, arg)) return false;
        }
    return true;
}

static bool too_many(const struct world *w, int size)
{
    double n = 0;
    for (int g = 0; g < w->globals; g++) {
        int places = 0;
        for (int p = 0; p < w->places; p++)
            places += w->may[g][p];
        n += w->occurs[g] ? count_bags(places + 1, size) : 0;
    }
    return n > 60000;
}

/* ---- steps, forward ---- */

struct stepping {
    const struct edge *e;
    struct oc_bag rest, after;
    visit *fn;
    void *arg;
};

static bool move_token(struct world *w, struct stepping *s, int i, int moved)
{
    if (i == s->rest.n) return (w->witness && !moved) || s->fn(w, s->e->g2, &s->after, s->arg);
    uint64_t next = s->e->next[s->rest.tok[i]];
    if (!next && w->sinks) return move_token(w, s, i + 1, moved);
    for (int p = 0; p <= w->places; p++) {
        if (!(next >> p & 1)) continue; /* bit `places`: vanishes */
        struct oc_bag before = s->after;
        if (p < w->places) bag_add(&s->after, p);
        bool go = move_token(w, s, i + 1, moved + 1);
        s->after = before;
        if (!go) return false;
    }
    return true;
}

static bool successors(struct world *w, int g, const struct oc_bag *m, visit *fn, void *arg)
{
    for (int i = 0; i < w->nedges; i++) {
        struct stepping s = {
            .e = &w->edge[i], .rest = *m, .after = w->edge[i].post, .fn = fn, .arg = arg};
        bool enabled = s.e->g == g;
        for (int k = 0; k < s.e->pre.n && enabled; k++)
            enabled = bag_take(&s.rest, s.e->pre.tok[k]);
        if (enabled && !move_token(w, &s, 0, 0)) return false;
    }
    return true;
}

/* ---- the written-out world of a template ---- */

static bool match(const struct oc_fields *f, const struct oc_cube *cube, const struct oc_cube *now,
                  const struct oc_cube *v)
{
    for (int i = 0; i < f->n; i++) {
        long want = cube->at[i] == OC_KEEP ? now->at[i] : cube->at[i];
        if (want != OC_FREE && want != v->at[i]) return false;
    }
    return true;
}

static int enumerate(const struct oc_fields *f, int loc, struct oc_state *out, int n, int most)
{
    struct oc_state s = {.loc = loc};
    for (;;) {
        if (n == most) return most + 1;
        out[n++] = s;
        int i = 0;
        for (; i < f->n && ++s.v.at[i] == f->size[i]; i++)
            s.v.at[i] = 0;
        if (i == f->n) return n;
    }
}

static const struct oc_fields *fields_at(const struct oc *c, int loc)
{
    return &c->kind[c->loc[loc].kind].f;
}

static uint64_t passive_next(const struct world *w, const struct oc_active *a, int p)
{
    const struct oc *c = w->c;
    const struct oc_state *x = &w->lstate[p];
    uint64_t next = 0;
    for (int k = 0; k < c->npassives; k++) {
        const struct oc_passive *m = &c->passive[k];
        if (!a->with[k] || m->kind != c->loc[x->loc].kind || (m->loc >= 0 && m->loc != x->loc))
            continue;
        if (!match(fields_at(c, x->loc), &m->now, NULL, &x->v)) continue;
        for (int q = 0; q < w->places; q++)
            if (w->lstate[q].loc == x->loc &&
                match(fields_at(c, x->loc), &m->next, &x->v, &w->lstate[q].v))
                next |= (uint64_t)1 << q;
    }
    return next;
}

static bool allows(const struct world *w, const struct oc_active *a, int g, int l, int g2, int l2)
{
    const struct oc *c = w->c;
    const struct oc_fields *f = fields_at(c, c->from[a->stmt]);
    return match(&c->shared, &a->s, NULL, &w->gstate[g].v) &&
           match(f, &a->l, NULL, &w->lstate[l].v) &&
           match(&c->shared, &a->s2, &w->gstate[g].v, &w->gstate[g2].v) &&
           match(f, &a->l2, &w->lstate[l].v, &w->lstate[l2].v);
}

static void add_edge(struct world *w, int stmt, int g, int l, int g2, int l2)
{
    struct edge e = {.g = g, .g2 = g2, .pre = {1, {l}}, .post = {1, {l2}}};
    bool any = false;
    for (int k = 0; k < w->c->nactives; k++) {
        if (w->c->active[k].stmt != stmt || !allows(w, &w->c->active[k], g, l, g2, l2)) continue;
        any = true;
        for (int p = 0; p < w->places; p++)
            e.next[p] |= passive_next(w, &w->c->active[k], p);
    }
    if (!any) return;
    w->edge = realloc(w->edge, (size_t)(w->nedges + 1) * sizeof *w->edge);
    w->edge[w->nedges++] = e;
}

static void add_edges(struct world *w)
{
    for (int s = 0; s < w->c->nstmts; s++)
        for (int l = 0; l < w->places; l++)
            for (int l2 = 0; l2 < w->places && w->lstate[l].loc == w->c->from[s]; l2++)
                for (int g = 0; g < w->globals && w->lstate[l2].loc == w->c->to[s]; g++)
                    for (int g2 = 0; g2 < w->globals; g2++)
                        add_edge(w, s, g, l, g2, l2);
}

static int find(const struct oc_state *in, int n, const struct oc_state *what)
{
    for (int i = 0; i < n; i++)
        if (!memcmp(&in[i], what, sizeof *what)) return i;
    return -1;
}

/* J and the basis of the certificate in the numbers of the world. */
static void translate(struct world *w)
{
    const struct oc *c = w->c;
    int place[OC_PLACES], global[OC_GLOBALS];
    for (int p = 0; p < c->places; p++)
        place[p] = find(w->lstate, w->places, &c->lstate[p]);
    for (int g = 0; g < c->globals; g++) {
        global[g] = find(w->gstate, w->globals, &c->gstate[g]);
        w->occurs[global[g]] = c->occurs[g];
        for (int p = 0; p < c->places; p++)
            w->may[global[g]][place[p]] = c->may[g][p];
    }
    for (int k = 0; k < c->nlinear; k++) {
        w->linear[k].bound = c->linear[k].bound;
        for (int g = 0; g < c->globals; g++)
            w->linear[k].offset[global[g]] = c->linear[k].offset[g];
        for (int p = 0; p < c->places; p++)
            w->linear[k].weight[place[p]] = c->linear[k].weight[p];
    }
    w->ntraps = c->ntraps;
    for (int i = 0; i < c->ntraps; i++)
        for (int g = 0; g < c->globals; g++)
            for (int p = 0; p < c->places; p++)
                w->trap[i].has[global[g]][place[p]] = c->trap[i].has[g][p];
    w->nbasis = c->nbasis;
    for (int i = 0; i < c->nbasis; i++) {
        w->basis[i].global = global[c->basis[i].global];
        w->basis[i].m.n = 0;
        for (int k = 0; k < c->basis[i].m.n; k++)
            bag_add(&w->basis[i].m, place[c->basis[i].m.tok[k]]);
    }
}

static bool build_template(struct world *w, const struct oc *c)
{
    w->c = c;
    w->witness = c->witness;
    w->sinks = true;
    w->globals = enumerate(&c->shared, 0, w->gstate, 0, OC_GLOBALS);
    for (int l = 0; l < c->nlocs && w->places <= OC_PLACES - 1; l++)
        w->places = enumerate(fields_at(c, l), l, w->lstate, w->places, OC_PLACES - 1);
    if (w->globals > OC_GLOBALS || w->places > OC_PLACES - 1) return false;
    add_edges(w);
    return true;
}

/* ---- initial and bad states of templates ---- */

static bool related(const struct world *w, int g, int a, int p)
{
    const struct oc *c = w->c;
    const struct oc_state *x = &w->lstate[a], *y = &w->lstate[p];
    for (int i = 0; i < c->nstarts; i++) {
        const struct oc_start *s = &c->start[i];
        if (s->active == c->loc[x->loc].kind && s->passive == c->loc[y->loc].kind &&
            match(&c->shared, &s->s, NULL, &w->gstate[g].v) &&
            match(fields_at(c, x->loc), &s->l, NULL, &x->v) &&
            match(fields_at(c, y->loc), &s->p, NULL, &y->v))
            return true;
    }
    return false;
}

/* Eq. (11) with counts; -1, or the index, from `first` on, of an active thread. */
static int initial_active(const struct world *w, int g, const struct oc_bag *m, int first)
{
    const struct oc *c = w->c;
    if (m->n < 2) return -1;
    for (int q = 0; q < c->nkinds; q++) {
        int n = 0;
        for (int i = 0; i < m->n; i++)
            n += c->loc[w->lstate[m->tok[i]].loc].kind == q;
        if (c->kind[q].count >= 0 && n != c->kind[q].count) return -1;
    }
    for (int i = 0; i < m->n; i++)
        if (w->lstate[m->tok[i]].loc != c->kind[c->loc[w->lstate[m->tok[i]].loc].kind].entry)
            return -1;
    for (int a = first; a < m->n; a++) {
        bool all = true;
        for (int p = 0; p < m->n && all; p++)
            all = p == a || related(w, g, m->tok[a], m->tok[p]);
        if (all) return a;
    }
    return -1;
}

static bool check_initial(struct world *w, int g, const struct oc_bag *m, void *arg)
{
    (void)arg;
    if (initial_active(w, g, m, 0) < 0) return true;
    if (!in_j(w, g, m)) return w->why = "initial state outside J", false;
    if (!traps_kept(w, g, m)) return w->why = "initial state without a thread in a trap", false;
    if (in_up(w, g, m)) return w->why = "initial state above the basis", false;
    for (int a = 0; (a = initial_active(w, g, m, a)) >= 0; a++)
        /* any number of threads like this passive one */
        for (int k = 0, p = 0; k < w->c->nlinear; p = ++p == m->n ? k++, 0 : p)
            if (p != a && w->c->kind[w->c->loc[w->lstate[m->tok[p]].loc].kind].count < 0 &&
                w->linear[k].weight[m->tok[p]] > 0)
                return w->why = "many initial threads violate an inequality", false;
    return true;
}

static bool mark_initial(struct world *w, int g, const struct oc_bag *m, void *arg)
{
    (void)arg;
    if (initial_active(w, g, m, 0) < 0) return true;
    w->occurs[g] = true;
    for (int i = 0; i < m->n; i++)
        w->may[g][m->tok[i]] = true;
    return true;
}

/* All bags of entry states up to a size. Several choices of an active thread: any of them shows the
 * bag to be initial. */
static enum oc_verdict each_initial(struct world *w, int size, visit *fn)
{
    bool entry[OC_PLACES] = {false};
    int n = 0;
    for (int p = 0; p < w->places; p++)
        n += entry[p] = w->lstate[p].loc == w->c->kind[w->c->loc[w->lstate[p].loc].kind].entry;
    if (size >= OC_TOKENS || count_bags(n + 1, size) * w->globals > 300000) return OC_TOO_BIG;
    for (int k = 2; k <= size; k++)
        for (int g = 0; g < w->globals; g++) {
            struct oc_bag m = {0};
            if (!bags(w, g, entry, &m, 0, k, fn, NULL)) return OC_REJECT;
        }
    return OC_ACCEPT;
}

static bool is_bad(const struct world *w, int g, const struct oc_bag *m)
{
    const struct oc *c = w->c;
    for (int i = 0; i < (c->net ? c->ntargets : 0); i++)
        if ((c->target[i].global < 0 || c->target[i].global == g) && leq(&c->target[i].m, m))
            return true;
    for (int i = 0; i < (c->net ? 0 : c->nbads); i++) {
        bool all = true;
        for (int k = 0; k < c->bad[i].n; k++) {
            long n = 0;
            for (int p = 0; p < m->n; p++)
                n += c->loc[w->lstate[m->tok[p]].loc].labels >> c->bad[i].label[k] & 1;
            all = all && n >= c->bad[i].k[k];
        }
        if (all) return true;
    }
    return false;
}

/* ---- the conditions ---- */

static bool check_inside(struct world *w, int g, const struct oc_bag *m, void *arg)
{
    (void)arg;
    return may_all(w, g, m) || (w->why = "J is not closed", false);
}

static bool check_closed(struct world *w, int g, const struct oc_bag *m, void *arg)
{
    return successors(w, g, m, check_inside, arg);
}

static bool inside_ideals(struct world *w, int g, const struct oc_bag *m, void *arg)
{
    (void)arg;
    return in_ideals(w, g, m) || (w->why = "the ideals are not closed", false);
}

static bool check_ideals(struct world *w, int g, const struct oc_bag *m, void *arg)
{
    return !in_ideals(w, g, m) || successors(w, g, m, inside_ideals, arg);
}

static bool check_bad(struct world *w, int g, const struct oc_bag *m, void *arg)
{
    (void)arg;
    return !is_bad(w, g, m) || !in_j(w, g, m) || in_up(w, g, m) ||
           (w->why = "bad state not above the basis", false);
}

/* Steps that leave a trap empty are none of the template. */
static bool outside_up(struct world *w, int g, const struct oc_bag *m, void *arg)
{
    (void)arg;
    return !in_up(w, g, m) || !traps_kept(w, g, m);
}

static bool check_pre(struct world *w, int g, const struct oc_bag *m, void *arg)
{
    if (!in_j(w, g, m) || in_up(w, g, m)) return true;
    return successors(w, g, m, outside_up, arg) ||
           (w->why = "predecessor not above the basis", false);
}

static bool edge_occurs(const struct world *w, const struct edge *e)
{
    bool partner = !w->witness;
    for (int p = 0; p < w->places; p++)
        partner |= w->may[e->g][p] && e->next[p];
    return may_all(w, e->g, &e->pre) && partner;
}

/* No step increases the left side of an inequality, neither by its active nor by a passive
 * token. */
static bool check_linear(struct world *w)
{
    for (int i = 0; i < w->nedges; i++) {
        const struct edge *e = &w->edge[i];
        if (!edge_occurs(w, e)) continue;
        for (int k = 0; k < w->c->nlinear; k++) {
            bool grows = value(w, k, e->g2, &e->post) > value(w, k, e->g, &e->pre);
            for (int p = 0; p < w->places; p++)
                for (int q = 0; q < w->places && w->may[e->g][p]; q++)
                    grows |=
                        (e->next[p] >> q & 1) && w->linear[k].weight[q] > w->linear[k].weight[p];
            if (grows) return w->why = "an inequality is not kept", false;
        }
    }
    return true;
}

/* Does this step take a thread out of the trap? Then *p is where it was. */
static bool leaves_trap(const struct world *w, const struct edge *e, const struct oc_trap *t,
                        int *p)
{
    if (!edge_occurs(w, e) || t->has[e->g2][e->post.tok[0]]) return false;
    *p = e->pre.tok[0];
    if (t->has[e->g][*p]) return true;
    for (*p = 0; *p < w->places; ++*p)
        for (int q = 0; q < w->places && w->may[e->g][*p] && t->has[e->g][*p]; q++)
            if ((e->next[*p] >> q & 1) && !t->has[e->g2][q]) return true;
    return false;
}

static bool check_traps(struct world *w)
{
    int p;
    for (int i = 0; i < w->ntraps; i++)
        for (int k = 0; k < w->nedges; k++)
            if (leaves_trap(w, &w->edge[k], &w->trap[i], &p)) return w->why = "not a trap", false;
    return true;
}

static int largest(const struct world *w)
{
    int n = 0;
    for (int i = 0; i < w->nbasis; i++)
        if (w->basis[i].m.n > n) n = w->basis[i].m.n;
    return n;
}

static int largest_bad(const struct oc *c)
{
    long most = 0;
    for (int i = 0; i < c->nbads; i++) {
        long n = 0;
        for (int k = 0; k < c->bad[i].n; k++)
            n += c->bad[i].k[k];
        if (n > most) most = n;
    }
    for (int i = 0; i < c->ntargets; i++)
        if (c->target[i].m.n > most) most = c->target[i].m.n;
    return most > 100 ? 100 : (int)most;
}

static int largest_pre(const struct world *w)
{
    int n = 0;
    for (int i = 0; i < w->nedges; i++)
        if (w->edge[i].pre.n > n) n = w->edge[i].pre.n;
    return n;
}

/* Configurations outside all ideals of a global state: a smallest one has, for each ideal, one
 * place with a token too many; so has what a step makes of a smallest one that leads out. -1: too
 * large. */
static int size_for_ideals(const struct world *w)
{
    long most = 0;
    for (int g = 0; g < w->globals; g++) {
        long sum = 0;
        for (int i = 0; i < w->c->nideals; i++) {
            long largest = 0;
            for (int p = 0; p < w->places && w->c->ideal[i].global == g; p++)
                if (w->c->ideal[i].most[p] > largest) largest = w->c->ideal[i].most[p];
            if (w->c->ideal[i].global == g) sum += largest < 100 ? largest + 1 : 100;
        }
        if (sum > most) most = sum;
    }
    most += largest_pre(w);
    return most + 1 < OC_TOKENS && !too_many(w, (int)most) ? (int)most : -1;
}

static enum oc_verdict judge(struct world *w)
{
    if (w->c->bounded) {
        int size = size_for_ideals(w);
        if (size < 0) return OC_TOO_BIG;
        if (!configs(w, size, check_ideals, NULL)) return OC_REJECT;
    }
    int pre = largest_pre(w), big = largest(w) + pre + 1 + w->ntraps, bad = largest_bad(w->c);
    if (big >= OC_TOKENS || bad >= OC_TOKENS || too_many(w, big) || too_many(w, bad) ||
        too_many(w, pre + 2))
        return OC_TOO_BIG;
    bool ok = configs(w, pre + 2, check_closed, NULL) && check_linear(w) && check_traps(w) &&
              configs(w, bad, check_bad, NULL) && configs(w, big, check_pre, NULL);
    return ok ? OC_ACCEPT : OC_REJECT;
}

static long total_count(const struct oc *c)
{
    long n = 0;
    for (int q = 0; q < c->nkinds; q++)
        n += c->kind[q].count > 0 ? c->kind[q].count : 0;
    return n;
}

static enum oc_verdict judge_template(struct world *w)
{
    if (!build_template(w, w->c)) return OC_TOO_BIG;
    translate(w);
    long size = total_count(w->c) + largest(w) + 2;
    if (size >= OC_TOKENS) return OC_TOO_BIG;
    enum oc_verdict v = each_initial(w, (int)size, check_initial);
    if (v == OC_TOO_BIG) return v;
    enum oc_verdict rest = judge(w);
    return v == OC_REJECT || rest == OC_REJECT ? OC_REJECT : rest;
}

/* ---- nets ---- */

static void build_net(struct world *w, const struct oc *c)
{
    w->c = c;
    w->globals = c->globals, w->places = c->places;
    w->edge = calloc((size_t)c->ntrans + 1, sizeof *w->edge);
    w->nedges = c->ntrans;
    for (int i = 0; i < c->ntrans; i++) {
        const struct oc_trans *t = &c->trans[i];
        struct edge *e = &w->edge[i];
        e->g = t->from, e->g2 = t->to, e->pre = t->pre, e->post = t->post;
        for (int k = 0; k < t->npairs; k++)
            e->next[t->a[k]] |= (uint64_t)1 << (t->b[k] < 0 ? w->places : t->b[k]);
        for (int p = 0; p < w->places; p++)
            if (!e->next[p]) e->next[p] = (uint64_t)1 << p;
    }
}

/* A bag below an initial one; the ideals are closed downwards. */
static bool start_inside(struct world *w, int g, const struct oc_bag *m, void *arg)
{
    const struct oc_box *b = arg;
    long count[OC_PLACES] = {0};
    for (int i = 0; i < m->n; i++)
        if (++count[m->tok[i]] > b->hi[m->tok[i]] && b->hi[m->tok[i]] >= 0) return true;
    return in_ideals(w, g, m);
}

static bool box_ok(struct world *w, const struct oc_box *b)
{
    if (!w->occurs[b->global]) return w->why = "initial global outside J", false;
    for (int p = 0; p < w->places; p++)
        if (b->hi[p] && !w->may[b->global][p]) return w->why = "initial place outside J", false;
    for (int k = 0; k < w->c->nlinear; k++) {
        __int128 v = w->linear[k].offset[b->global];
        for (int p = 0; p < w->places; p++) {
            if (w->linear[k].weight[p] && b->hi[p] < 0)
                return w->why = "initial tokens without bound", false;
            v += (__int128)w->linear[k].weight[p] * (b->hi[p] < 0 ? 0 : b->hi[p]);
        }
        if (v > w->linear[k].bound) return w->why = "initial value", false;
    }
    struct oc_bag m = {0};
    bool from[OC_PLACES];
    for (int p = 0; p < w->places; p++)
        from[p] = b->hi[p] != 0;
    int size = w->c->bounded ? size_for_ideals(w) : -1;
    for (int n = 0; n <= size; n++)
        if (!bags(w, b->global, from, &m, 0, n, start_inside, (void *)b))
            return w->why = "initial state in no ideal", false;
    for (int i = 0; i < w->nbasis; i++) {
        bool above = w->basis[i].global == b->global;
        for (int p = 0; p < w->places; p++) {
            int n = 0;
            for (int k = 0; k < w->basis[i].m.n; k++)
                n += w->basis[i].m.tok[k] == p;
            above = above && (b->hi[p] < 0 || n <= b->hi[p]);
        }
        if (above) return w->why = "initial above basis", false;
    }
    return true;
}

static enum oc_verdict judge_net(struct world *w)
{
    const struct oc *c = w->c;
    build_net(w, c);
    memcpy(w->occurs, c->occurs, sizeof w->occurs), memcpy(w->may, c->may, sizeof w->may);
    memcpy(w->linear, c->linear, sizeof w->linear), memcpy(w->basis, c->basis, sizeof w->basis);
    w->nbasis = c->nbasis;
    bool start = true;
    for (int i = 0; i < c->nboxes && start; i++)
        start = box_ok(w, &c->box[i]);
    enum oc_verdict rest = judge(w);
    return start ? rest : OC_REJECT;
}

enum oc_verdict oc_judge(const struct oc *c, const char **why)
{
    struct world *w = calloc(1, sizeof *w);
    w->c = c;
    enum oc_verdict v = c->net ? judge_net(w) : judge_template(w);
    *why = w->why;
    free(w->edge);
    free(w);
    return v;
}

/* ---- making certificates ---- */

static void add_element(struct world *w, int g, const struct oc_bag *m)
{
    int kept = 0;
    for (int i = 0; i < w->nbasis; i++)
        if (w->basis[i].global != g || !leq(m, &w->basis[i].m)) w->basis[kept++] = w->basis[i];
    w->nbasis = kept;
    w->basis[w->nbasis++] = (struct oc_element){g, *m};
}

static bool grow_basis(struct world *w, int g, const struct oc_bag *m, void *arg)
{
    if (in_up(w, g, m) || (!is_bad(w, g, m) && successors(w, g, m, outside_up, NULL))) return true;
    if (w->nbasis == OC_BASIS) return false;
    add_element(w, g, m);
    *(bool *)arg = true;
    return true;
}

static bool grow_may(struct world *w, int g, const struct oc_bag *m, void *arg)
{
    for (int i = 0; i < m->n; i++) {
        *(bool *)arg |= !w->may[g][m->tok[i]];
        w->may[g][m->tok[i]] = true;
    }
    *(bool *)arg |= !w->occurs[g];
    w->occurs[g] = true;
    return true;
}

static bool step_may(struct world *w, int g, const struct oc_bag *m, void *arg)
{
    return successors(w, g, m, grow_may, arg);
}

/* J: what the Cartesian forward closure reaches, or everything. */
static bool close_may(struct world *w, bool all)
{
    int pre = largest_pre(w);
    bool grown = !all;
    for (int g = 0; g < w->globals && all; g++) {
        w->occurs[g] = true;
        for (int p = 0; p < w->places; p++)
            w->may[g][p] = true;
    }
    if (pre + 1 >= OC_TOKENS || too_many(w, pre + 1)) return false;
    while (grown)
        grown = false, configs(w, pre + 1, step_may, &grown);
    return true;
}

static bool fixpoint(struct world *w, bool all)
{
    int pre = largest_pre(w);
    bool grown;
    if (!close_may(w, all)) return false;
    int most = pre + 3 + w->ntraps;
    if (too_many(w, most)) return false;
    do {
        grown = false;
        if (!configs(w, most, grow_basis, &grown)) return false;
    } while (grown);
    return largest(w) + pre + 1 + w->ntraps <= most;
}

static void number_states(struct oc *c, const struct world *w)
{
    int place[OC_PLACES], global[OC_GLOBALS];
    c->globals = c->places = 0;
    memset(c->occurs, 0, sizeof c->occurs), memset(c->may, 0, sizeof c->may);
    for (int p = 0; p < w->places; p++) {
        bool used = false;
        for (int g = 0; g < w->globals; g++)
            used |= w->may[g][p];
        place[p] = used ? c->places : -1;
        if (used) c->lstate[c->places++] = w->lstate[p];
    }
    for (int g = 0; g < w->globals; g++)
        if (w->occurs[g]) {
            global[g] = c->globals;
            c->gstate[c->globals] = w->gstate[g], c->occurs[c->globals] = true;
            for (int p = 0; p < w->places; p++)
                if (w->may[g][p]) c->may[c->globals][place[p]] = true;
            for (int i = 0; i < w->ntraps; i++)
                for (int p = 0; p < w->places; p++)
                    if (place[p] >= 0)
                        c->trap[i].has[c->globals][place[p]] = w->trap[i].has[g][p] && w->may[g][p];
            c->globals++;
        }
    c->ntraps = w->ntraps;
    c->nbasis = w->nbasis;
    for (int i = 0; i < w->nbasis; i++) {
        c->basis[i].global = global[w->basis[i].global];
        c->basis[i].m.n = 0;
        for (int k = 0; k < w->basis[i].m.n; k++)
            bag_add(&c->basis[i].m, place[w->basis[i].m.tok[k]]);
    }
}

static bool check_marked(struct world *w, int g, const struct oc_bag *m, void *arg)
{
    (void)arg;
    return initial_active(w, g, m, 0) < 0 || traps_kept(w, g, m);
}

/* The largest trap among the pairs of J that pick allows, if it is marked. */
static bool find_trap(struct world *w, uint64_t pick)
{
    struct oc_trap *t = &w->trap[0];
    bool empty = true;
    for (int g = 0; g < w->globals; g++)
        for (int p = 0; p < w->places; p++, pick = pick >> 1 | pick << 63)
            t->has[g][p] = w->may[g][p] && (pick & 1);
    for (bool again = true; again;) {
        int p;
        again = false;
        for (int k = 0; k < w->nedges; k++)
            while (leaves_trap(w, &w->edge[k], t, &p))
                t->has[w->edge[k].g][p] = false, again = true;
    }
    for (int g = 0; g < w->globals; g++)
        for (int p = 0; p < w->places; p++)
            empty = empty && !t->has[g][p];
    w->ntraps = 1;
    return !empty && each_initial(w, (int)total_count(w->c) + 3, check_marked) == OC_ACCEPT;
}

static bool make(struct oc *c, bool all, const uint64_t *pick)
{
    struct world *w = calloc(1, sizeof *w);
    c->nlinear = c->ntraps = 0;
    bool ok =
        build_template(w, c) && each_initial(w, (int)total_count(c) + 3, mark_initial) == OC_ACCEPT;
    if (pick) ok = ok && close_may(w, all) && find_trap(w, *pick);
    ok = ok && fixpoint(w, all);
    ok = ok && each_initial(w, (int)total_count(c) + largest(w) + 2, check_initial) == OC_ACCEPT;
    if (ok) number_states(c, w);
    free(w->edge);
    free(w);
    return ok;
}

bool oc_make(struct oc *c, bool all)
{
    return make(c, all, NULL);
}
bool oc_make_sharp(struct oc *c, bool all, uint64_t pick)
{
    return make(c, all, &pick);
}

bool oc_make_net(struct oc *c, bool all)
{
    struct world *w = calloc(1, sizeof *w);
    c->nlinear = 0;
    build_net(w, c);
    for (int i = 0; i < c->nboxes; i++) {
        w->occurs[c->box[i].global] = true;
        for (int p = 0; p < c->places; p++)
            w->may[c->box[i].global][p] |= c->box[i].hi[p] != 0;
    }
    bool ok = fixpoint(w, all);
    for (int i = 0; i < c->nboxes && ok; i++)
        ok = box_ok(w, &c->box[i]);
    if (ok) {
        memcpy(c->occurs, w->occurs, sizeof w->occurs), memcpy(c->may, w->may, sizeof w->may);
        memcpy(c->basis, w->basis, sizeof w->basis);
        c->nbasis = w->nbasis;
    }
    free(w->edge);
    free(w);
    return ok;
}

/* ---- guessing ideals ---- */

struct guess {
    struct oc *c;
    int cap;
    bool full;
};

/* The ideal of a bag: more than `cap` tokens are any number. Added unless it is below one. */
static bool add_ideal(struct world *w, int g, const struct oc_bag *m, void *arg)
{
    struct guess *x = arg;
    struct oc_ideal fresh = {.global = g};
    for (int i = 0; i < m->n; i++)
        fresh.most[m->tok[i]]++;
    for (int p = 0; p < w->places; p++)
        if (fresh.most[p] > x->cap) fresh.most[p] = -1;
    for (int i = 0; i < x->c->nideals; i++) {
        const struct oc_ideal *y = &x->c->ideal[i];
        bool below = y->global == g;
        for (int p = 0; p < w->places; p++)
            below =
                below && (y->most[p] < 0 || (fresh.most[p] >= 0 && fresh.most[p] <= y->most[p]));
        if (below) return true;
    }
    if (x->c->nideals == OC_IDEALS) return x->full = true, false;
    x->c->ideal[x->c->nideals++] = fresh;
    return true;
}

/* A bag of the ideal with so many tokens for "any number" that a step leaves more than cap of them,
 * whichever way they go. */
static bool large_bag(const struct world *w, const long *most, int many, struct oc_bag *m)
{
    m->n = 0;
    for (int p = 0; p < w->places; p++)
        for (long k = most[p] < 0 ? many : most[p]; k > 0; k--) {
            if (m->n >= OC_TOKENS - 3) return false;
            m->tok[m->n++] = p;
        }
    return true;
}

bool oc_guess_ideals(struct oc *c, bool all, int cap)
{
    struct world *w = calloc(1, sizeof *w);
    struct guess x = {c, cap, false};
    struct oc_bag m;
    c->nlinear = c->nbasis = c->nideals = 0;
    c->bounded = true;
    build_net(w, c);
    for (int i = 0; i < c->nboxes; i++) {
        w->occurs[c->box[i].global] = true;
        for (int p = 0; p < c->places; p++)
            w->may[c->box[i].global][p] |= c->box[i].hi[p] != 0;
    }
    int many = 2 * (cap + 1) + largest_pre(w);
    bool ok = close_may(w, all);
    for (int i = 0; i < c->nboxes && ok; i++)
        ok = large_bag(w, c->box[i].hi, many, &m) && add_ideal(w, c->box[i].global, &m, &x);
    for (int i = 0; i < c->nideals && ok; i++) {
        struct oc_ideal from = c->ideal[i];
        ok = large_bag(w, from.most, many, &m) && successors(w, from.global, &m, add_ideal, &x) &&
             !x.full;
    }
    memcpy(c->occurs, w->occurs, sizeof w->occurs), memcpy(c->may, w->may, sizeof w->may);
    free(w->edge);
    free(w);
    return ok;
}
