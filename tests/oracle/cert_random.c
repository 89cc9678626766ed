#include "oracle/cert_random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"

unsigned rnd_below(struct rnd *r, unsigned n)
{
    r->s ^= r->s << 13, r->s ^= r->s >> 7, r->s ^= r->s << 17; /* xorshift64 */
    return (unsigned)((r->s * 0x2545f4914f6cdd1dULL >> 33) % n);
}

static bool one_in(struct rnd *r, unsigned n)
{
    return rnd_below(r, n) == 0;
}

static void random_fields(struct rnd *r, struct oc_fields *f, int most)
{
    f->n = (int)rnd_below(r, (unsigned)most + 1);
    for (int i = 0; i < f->n; i++)
        f->lo[i] = one_in(r, 5) ? -1 : 0, f->size[i] = one_in(r, 6) ? 3 : 2;
}

/* Entries are free with probability 1/of_free; otherwise kept (if that may be) mostly. */
static struct oc_cube random_cube(struct rnd *r, const struct oc_fields *f, unsigned of_free,
                                  bool keep)
{
    struct oc_cube c = {{0}};
    for (int i = 0; i < f->n; i++) {
        if (one_in(r, of_free))
            c.at[i] = OC_FREE;
        else if (keep && !one_in(r, 3))
            c.at[i] = OC_KEEP;
        else
            c.at[i] = (long)rnd_below(r, (unsigned)f->size[i]);
    }
    return c;
}

static void random_structure(struct rnd *r, struct oc *c)
{
    random_fields(r, &c->shared, 2);
    c->nkinds = one_in(r, 3) ? 2 : 1;
    c->nlabels = 2;
    for (int q = 0; q < c->nkinds; q++) {
        struct oc_kind *k = &c->kind[q];
        k->count = one_in(r, 3) ? (long)rnd_below(r, 3) : -1;
        k->entry = c->nlocs;
        random_fields(r, &k->f, c->nkinds == 1 ? 2 : 1);
        for (int n = 2 + (int)rnd_below(r, 2); n > 0; n--)
            c->loc[c->nlocs++] = (struct oc_loc){q, n == 1         ? 1 + rnd_below(r, 3)
                                                    : one_in(r, 4) ? rnd_below(r, 4)
                                                                   : 0};
        for (int n = 2 + (int)rnd_below(r, 3); n > 0; n--, c->nstmts++) {
            int locs = c->nlocs - k->entry;
            c->from[c->nstmts] = k->entry + (int)rnd_below(r, (unsigned)locs),
            c->to[c->nstmts] = k->entry + (int)rnd_below(r, (unsigned)locs);
        }
    }
    c->nbads = 1 + (int)rnd_below(r, 2);
    for (int i = 0; i < c->nbads; i++) {
        struct oc_bad *b = &c->bad[i];
        b->n = one_in(r, 3) ? 2 : 1;
        for (int k = 0; k < b->n; k++)
            b->label[k] = b->n == 2 ? k : (int)rnd_below(r, 2), b->k[k] = 1 + rnd_below(r, 2);
    }
}

static void random_moves(struct rnd *r, struct oc *c)
{
    for (int q = 0; q < c->nkinds; q++)
        for (int n = 2 + (int)rnd_below(r, 3); n > 0; n--) {
            struct oc_passive *p = &c->passive[c->npassives++];
            p->kind = q, p->loc = -1;
            if (one_in(r, 3)) do
                    p->loc = (int)rnd_below(r, (unsigned)c->nlocs);
                while (c->loc[p->loc].kind != q);
            p->now = random_cube(r, &c->kind[q].f, 2, false),
            p->next = random_cube(r, &c->kind[q].f, 6, true);
        }
    for (int s = 0; s < c->nstmts; s++)
        for (int n = 1 + (int)rnd_below(r, 2); n > 0; n--) {
            struct oc_active *a = &c->active[c->nactives++];
            const struct oc_fields *f = &c->kind[c->loc[c->from[s]].kind].f;
            a->stmt = s;
            a->s = random_cube(r, &c->shared, 2, false), a->l = random_cube(r, f, 2, false);
            a->s2 = random_cube(r, &c->shared, 8, true), a->l2 = random_cube(r, f, 8, true);
            a->with[rnd_below(r, (unsigned)c->npassives)] = true;
            for (int k = 0; k < c->npassives; k++)
                a->with[k] |= !one_in(r, 3);
        }
    for (int q = 0; q < c->nkinds; q++)
        for (int p = 0; p < c->nkinds; p++)
            for (int n = one_in(r, 6) ? 2 : 1; n > 0; n--) {
                struct oc_start *s = &c->start[c->nstarts++];
                s->active = q, s->passive = p;
                s->s = random_cube(r, &c->shared, 8, false),
                s->l = random_cube(r, &c->kind[q].f, 6, false),
                s->p = random_cube(r, &c->kind[p].f, 4, false);
                if (!one_in(r, 3)) memset(&s->s, 0, sizeof s->s);
            }
}

/* A bound on the threads of a counted template: true of every template. */
static void add_count_inequality(struct oc *c)
{
    for (int q = 0; q < c->nkinds && !c->nlinear; q++) {
        if (c->kind[q].count < 0) continue;
        memset(&c->linear[0], 0, sizeof c->linear[0]);
        c->linear[0].bound = c->kind[q].count;
        for (int p = 0; p < c->places; p++)
            c->linear[0].weight[p] = c->loc[c->lstate[p].loc].kind == q;
        c->nlinear = 1;
    }
}

void cert_random_system(struct rnd *r, struct oc *c)
{
    memset(c, 0, sizeof *c);
    c->witness = !one_in(r, 3);
    random_structure(r, c);
    random_moves(r, c);
}

bool cert_random_template(struct rnd *r, struct oc *c)
{
    cert_random_system(r, c);
    if (!oc_make(c, one_in(r, 3)) || (c->nbasis < 1 && !one_in(r, 5))) return false;
    if (one_in(r, 2)) add_count_inequality(c);
    return true;
}

bool cert_random_sharp(struct rnd *r, struct oc *c)
{
    cert_random_system(r, c);
    c->witness = c->sharp = true;
    rnd_below(r, 2);
    if (!oc_make_sharp(c, one_in(r, 3), r->s | r->s << 21) || c->nbasis < 1) return false;
    const char *why;
    c->ntraps = 0;
    bool idle = oc_judge(c, &why) == OC_ACCEPT; /* the trap is not needed */
    c->ntraps = 1;
    if (idle && !one_in(r, 20)) return false;
    if (one_in(r, 2)) add_count_inequality(c);
    return true;
}

static struct oc_bag random_bag(struct rnd *r, int places, unsigned most)
{
    struct oc_bag m = {0};
    int start = 0;
    for (unsigned n = rnd_below(r, most + 1); n > 0 && start < places; n--)
        m.tok[m.n++] = start += (int)rnd_below(r, (unsigned)(places - start));
    return m;
}

static void random_net(struct rnd *r, struct oc *c)
{
    memset(c, 0, sizeof *c);
    c->net = true;
    c->globals = 1 + (int)rnd_below(r, 3), c->places = 2 + (int)rnd_below(r, 4);
    c->ntrans = 3 + (int)rnd_below(r, 5);
    for (int i = 0; i < c->ntrans; i++) {
        struct oc_trans *t = &c->trans[i];
        t->from = (int)rnd_below(r, (unsigned)c->globals),
        t->to = (int)rnd_below(r, (unsigned)c->globals);
        t->pre = random_bag(r, c->places, 2), t->post = random_bag(r, c->places, 2);
        /* tokens move, mostly */
        for (int n = 0; !one_in(r, 4) && (t->pre.n != t->post.n || !t->pre.n) && n < 20; n++)
            t->pre = random_bag(r, c->places, 2), t->post = random_bag(r, c->places, 2);
        for (int a = 0; a < c->places; a++) {
            if (!one_in(r, 6)) continue;
            for (int b = 0; b <= c->places; b++)
                if (one_in(r, 3)) t->a[t->npairs] = a, t->b[t->npairs++] = b < c->places ? b : -1;
        }
    }
    c->nboxes = 1;
    c->box[0].global = 0;
    for (int p = 0; p < c->places; p++) {
        c->box[0].lo[p] = rnd_below(r, 2);
        c->box[0].hi[p] = one_in(r, 4) ? -1 : c->box[0].lo[p];
    }
    c->ntargets = 1 + (int)rnd_below(r, 2);
    for (int i = 0; i < c->ntargets; i++) {
        c->target[i].global = one_in(r, 3) ? -1 : (int)rnd_below(r, (unsigned)c->globals);
        do
            c->target[i].m = random_bag(r, c->places, 3);
        while (c->target[i].m.n < 2 && !one_in(r, 6));
    }
}

bool cert_random_net(struct rnd *r, struct oc *c)
{
    random_net(r, c);
    if (!oc_make_net(c, one_in(r, 3)) || (c->nbasis < 3 && !one_in(r, 20))) return false;
    const char *why;
    if (one_in(r, 2)) { /* try "at most k tokens altogether" */
        c->nlinear = 1;
        for (int p = 0; p < c->places; p++)
            c->linear[0].weight[p] = 1;
        c->linear[0].bound = c->places;
        if (oc_judge(c, &why) != OC_ACCEPT) c->nlinear = 0;
    }
    return true;
}

bool cert_random_ideals(struct rnd *r, struct oc *c)
{
    const char *why;
    random_net(r, c);
    bool all = one_in(r, 3), both = one_in(r, 3) && oc_make_net(c, all);
    int nbasis = both ? c->nbasis : 0;
    if (!oc_guess_ideals(c, all, 1 + (int)rnd_below(r, 2)) || (c->nideals <= 2 && !one_in(r, 10)))
        return false;
    c->nbasis = nbasis;
    return oc_judge(c, &why) == OC_ACCEPT;
}

/* ---- mutants ---- */

enum { LINES = 4000 };

struct lines {
    char *at[LINES];
    int n;
};

static struct lines *split(const char *text)
{
    struct lines *l = calloc(1, sizeof *l);
    for (const char *nl; *text && l->n < LINES; text = nl + 1) {
        nl = strchr(text, '\n');
        if (!nl) nl = text + strlen(text);
        l->at[l->n++] = strndup(text, (size_t)(nl - text));
        if (!*nl) break;
    }
    return l;
}

/* The nearest line "name NUMBER" before i: its number grows by d. */
static void adjust(struct lines *l, int i, int d)
{
    char name[40], more;
    int n;
    for (; i >= 0; i--)
        if (sscanf(l->at[i], "%39[a-z-] %d%c", name, &n, &more) == 2) {
            char now[80];
            snprintf(now, sizeof now, "%s %d", name, n + d);
            free(l->at[i]);
            l->at[i] = strdup(now);
            return;
        }
}

static void drop_line(struct lines *l, int i)
{
    free(l->at[i]);
    memmove(l->at + i, l->at + i + 1, (size_t)(--l->n - i) * sizeof *l->at);
}

static void copy_line(struct lines *l, int i, int to)
{
    if (l->n == LINES) return;
    memmove(l->at + to + 1, l->at + to, (size_t)(l->n++ - to) * sizeof *l->at);
    l->at[to] = strdup(l->at[to <= i ? i + 1 : i]);
}

/* Replaces, drops or doubles word k of a line. */
static void change_word(struct rnd *r, struct lines *l, int i)
{
    static const char *const others[] = {"-",   "=",    "*",   "|",       "0",     "1",    "2",
                                         "3",   "-1",   "0*2", "1*2",     "0-1",   "0:1",  "1:1",
                                         "1>0", "0>-1", "99",  "witness", "paper", "sharp"};
    char now[4000] = "", word[60];
    int words = 0, at = 0;
    for (const char *p = l->at[i]; *(p += strspn(p, " ")); p += strcspn(p, " "))
        words++;
    if (!words || strlen(l->at[i]) > 3000) return;
    int k = (int)rnd_below(r, (unsigned)words);
    for (const char *p = l->at[i]; *(p += strspn(p, " ")); p += strcspn(p, " "), at++) {
        int n = (int)strcspn(p, " ");
        snprintf(word, sizeof word, "%.*s", n, p);
        if (at == k) {
            unsigned how = rnd_below(r, 8);
            long v = strtol(word, NULL, 10);
            if (how == 0) continue;
            if (how == 1 && one_in(r, 4)) sprintf(now + strlen(now), " %s", word);
            if (how == 6 && strspn(word, "-=0123"))
                snprintf(word, sizeof word, "%s", others[rnd_below(r, 7)]);
            else if (how == 7)
                snprintf(word, sizeof word, "%s",
                         others[rnd_below(r, sizeof others / sizeof *others)]);
            else if (how >= 1)
                snprintf(word, sizeof word, "%ld", one_in(r, 2) ? v + 1 : v > 0 ? v - 1 : 0);
        }
        sprintf(now + strlen(now), "%s%.*s", *now ? " " : "", at == k ? 59 : n, at == k ? word : p);
    }
    free(l->at[i]);
    l->at[i] = strdup(now);
}

static int line_of(const struct lines *l, const char *section)
{
    for (int i = 0; i < l->n; i++)
        if (!strncmp(l->at[i], section, strlen(section))) return i;
    return 0;
}

/* A line, seldom of the head, the basis and J being likelier, seldom one that announces a
 * section. */
static int pick_line(struct rnd *r, const struct lines *l)
{
    static const char *const from[] = {"may ",         "basis ",        "passive-moves ",
                                       "transitions ", "active-moves ", "initial ",
                                       "ideals ",      "traps "};
    int first = one_in(r, 10) ? 0 : line_of(l, from[rnd_below(r, 8)]), i = 0;
    for (int tries = 0; tries < 3; tries++) {
        i = first < l->n - 1 ? first + (int)rnd_below(r, (unsigned)(l->n - 1 - first)) : 0;
        if (*l->at[i] && !strchr("abcdefghijklmnopqrstuvwxyz", *l->at[i])) break;
    }
    return i;
}

static void mutate_once(struct rnd *r, struct lines *l)
{
    int i = pick_line(r, l);
    switch (rnd_below(r, 12)) {
    case 0:
    case 1:
    case 2:
        drop_line(l, i), adjust(l, i - 1, -1);
        break;
    case 3:
        copy_line(l, i, i), adjust(l, i, 1);
        break;
    case 4:
        if (!one_in(r, 6))
            change_word(r, l, i);
        else if (l->n > 3 && one_in(r, 2))
            drop_line(l, i);
        else
            copy_line(l, i, pick_line(r, l));
        break;
    case 5: { /* swap neighbours */
        char *t = l->at[i];
        if (i + 1 < l->n) l->at[i] = l->at[i + 1], l->at[i + 1] = t;
        break;
    }
    case 6:
        if (!one_in(r, 3))
            change_word(r, l, i);
        else if (*l->at[i])
            l->at[i][rnd_below(r, (unsigned)strlen(l->at[i]))] ^= (char)(1 << rnd_below(r, 7));
        break;
    default:
        change_word(r, l, i);
        break;
    }
}

size_t cert_mutate(struct rnd *r, char *text, size_t n, size_t size)
{
    struct lines *l = split(text);
    char sum[PW_SHA256_HEX];
    for (unsigned k = one_in(r, 4) ? 1 + rnd_below(r, 3) : 1; k > 0 && l->n > 2; k--)
        mutate_once(r, l);
    n = 0;
    int last = l->n - 1;
    /* truncated, with a new last line */
    if (one_in(r, 40)) last = (int)rnd_below(r, (unsigned)l->n);
    for (int i = 0; i < last && n + strlen(l->at[i]) + 100 < size; i++)
        n += (size_t)sprintf(text + n, "%s\n", l->at[i]);
    pw_sha256_hex(text, n, sum);
    if (one_in(r, 60)) sum[rnd_below(r, 64)] ^= 1;
    if (!one_in(r, 60)) n += (size_t)sprintf(text + n, "end %s\n", sum);
    for (int i = 0; i < l->n; i++)
        free(l->at[i]);
    free(l);
    return n;
}
