#include "modular/automaton.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"

enum { EMPTY = 0xffffffff };

struct raw_automaton {
    uint32_t n;
    PW_VEC(struct pw_auto_edge) edges; /* action EMPTY: no step */
};

static void connect(struct raw_automaton *r, uint32_t from, uint32_t action, uint32_t to)
{
    struct pw_auto_edge e = {from, action, to};
    pw_vec_push(&r->edges, e);
}

/* Appends the list at state `at`; returns the state behind it. */
static uint32_t sequence(struct raw_automaton *r, const struct pw_mspec *s, uint32_t at)
{
    for (; s; s = s->next) {
        uint32_t next = r->n++;
        if (s->kind == PW_SPEC_ACTION) {
            connect(r, at, s->number, next);
        } else if (s->kind == PW_SPEC_REPEAT) {
            connect(r, at, EMPTY, next);
            connect(r, sequence(r, s->body, next), EMPTY, next);
        } else {
            for (uint32_t i = 0; i < s->nbranches; i++) {
                uint32_t first = r->n++;
                connect(r, at, EMPTY, first);
                connect(r, sequence(r, s->branches[i], first), EMPTY, next);
            }
        }
        at = next;
    }
    return at;
}

/* reach[i * n + j]: j is reached from i by empty edges */
static bool *empty_closure(const struct raw_automaton *r)
{
    uint32_t n = r->n;
    bool *reach = PW_NEWS(bool, (size_t)n *n);
    PW_VEC(uint32_t) work = {0};
    for (uint32_t i = 0; i < n; i++) {
        reach[(size_t)i * n + i] = true;
        pw_vec_push(&work, i);
        while (work.n) {
            uint32_t k = pw_vec_pop(&work);
            pw_limits_poll();
            for (size_t e = 0; e < r->edges.n; e++) {
                const struct pw_auto_edge *x = &r->edges.at[e];
                if (x->from != k || x->action != EMPTY || reach[(size_t)i * n + x->to]) continue;
                reach[(size_t)i * n + x->to] = true;
                pw_vec_push(&work, x->to);
            }
        }
    }
    pw_vec_clear(&work);
    return reach;
}

static bool has_edge(const struct pw_automaton *a, const uint32_t *class, uint32_t from,
                     uint32_t action, uint32_t to_class)
{
    for (size_t e = 0; e < a->edges.n; e++)
        if (a->edges.at[e].from == from && a->edges.at[e].action == action &&
            class[a->edges.at[e].to] == to_class)
            return true;
    return false;
}

static bool same_future(const struct pw_automaton *a, const uint32_t *class, uint32_t i, uint32_t j)
{
    for (size_t e = 0; e < a->edges.n; e++) {
        const struct pw_auto_edge *x = &a->edges.at[e];
        if (x->from == i && !has_edge(a, class, j, x->action, class[x->to])) return false;
        if (x->from == j && !has_edge(a, class, i, x->action, class[x->to])) return false;
    }
    return true;
}

/* The coarsest partition in which states of a class are alike; returns the number of classes. */
static uint32_t refine(const struct pw_automaton *a, uint32_t *class)
{
    uint32_t count = 0, before;
    uint32_t *next = PW_NEWS(uint32_t, a->n);
    for (uint32_t i = 0; i < a->n; i++)
        class[i] = a->final[i];
    do {
        before = count;
        count = 0;
        for (uint32_t i = 0; i < a->n; i++) {
            uint32_t k = 0;
            pw_limits_poll();
            while (k < i && !(class[k] == class[i] && same_future(a, class, i, k)))
                k++;
            next[i] = k < i ? next[k] : count++;
        }
        memcpy(class, next, a->n * sizeof *class);
    } while (count != before);
    PW_FREES(next, a->n);
    return count;
}

/* The quotient by `class`, with only the classes that 0 reaches, 0 first. */
static void quotient(struct pw_automaton *a, const uint32_t *class, uint32_t classes)
{
    struct pw_automaton q = {0};
    uint32_t *number = PW_NEWS(uint32_t, classes);
    PW_VEC(uint32_t) order = {0};
    memset(number, 0xff, classes * sizeof *number);
    number[class[0]] = 0;
    pw_vec_push(&order, 0); /* a member of each class, in the order of numbers */
    for (size_t i = 0; i < order.n; i++)
        for (size_t e = 0; e < a->edges.n; e++) {
            struct pw_auto_edge x = a->edges.at[e];
            if (x.from != order.at[i]) continue;
            if (number[class[x.to]] == EMPTY) {
                number[class[x.to]] = (uint32_t)order.n;
                pw_vec_push(&order, x.to);
            }
            x.from = (uint32_t)i;
            x.to = number[class[x.to]];
            bool known = false;
            for (size_t k = 0; k < q.edges.n; k++)
                known = known || !memcmp(&q.edges.at[k], &x, sizeof x);
            if (!known) pw_vec_push(&q.edges, x);
        }
    q.n = (uint32_t)order.n;
    q.final = PW_NEWS(bool, q.n);
    for (uint32_t i = 0; i < q.n; i++)
        q.final[i] = a->final[order.at[i]];
    PW_FREES(number, classes);
    pw_vec_clear(&order);
    pw_vec_clear(&a->edges);
    PW_FREES(a->final, a->n);
    *a = q;
}

static bool *reachability(const struct pw_automaton *a)
{
    uint32_t n = a->n;
    bool *reach = PW_NEWS(bool, (size_t)n *n);
    for (uint32_t i = 0; i < n; i++)
        reach[(size_t)i * n + i] = true;
    for (size_t e = 0; e < a->edges.n; e++)
        reach[(size_t)a->edges.at[e].from * n + a->edges.at[e].to] = true;
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = 0; reach[(size_t)i * n + k] && j < n; j++)
                if (reach[(size_t)k * n + j]) reach[(size_t)i * n + j] = true;
    return reach;
}

/* Components in topological order: a state's rank is how many states reach it but are not in its
 * component; states are numbered by increasing rank. */
static void components(struct pw_automaton *a)
{
    uint32_t n = a->n;
    bool *reach = reachability(a);
    uint32_t *rank = PW_NEWS(uint32_t, n);
    a->component = PW_NEWS(uint32_t, n);
    for (uint32_t i = 0; i < n; i++) {
        a->component[i] = EMPTY;
        for (uint32_t k = 0; k < n; k++)
            rank[i] += reach[(size_t)k * n + i] && !reach[(size_t)i * n + k];
    }
    for (uint32_t r = 0; r < n; r++)
        for (uint32_t i = 0; i < n; i++) {
            if (rank[i] != r || a->component[i] != EMPTY) continue;
            for (uint32_t k = 0; k < n; k++)
                if (reach[(size_t)i * n + k] && reach[(size_t)k * n + i])
                    a->component[k] = a->ncomponents;
            a->ncomponents++;
        }
    PW_FREES(rank, n);
    PW_FREES(reach, (size_t)n * n);
}

void pw_automaton_make(struct pw_automaton *a, const struct pw_mcontract *c)
{
    struct raw_automaton r = {.n = 1};
    uint32_t last = sequence(&r, c->spec, 0);
    bool *empty = empty_closure(&r);
    *a = (struct pw_automaton){.n = r.n, .final = PW_NEWS(bool, r.n)};
    for (uint32_t i = 0; i < r.n; i++) {
        a->final[i] = empty[(size_t)i * r.n + last];
        for (size_t e = 0; e < r.edges.n; e++) {
            struct pw_auto_edge x = r.edges.at[e];
            if (x.action == EMPTY || !empty[(size_t)i * r.n + x.from]) continue;
            x.from = i;
            pw_vec_push(&a->edges, x);
        }
    }
    PW_FREES(empty, (size_t)r.n * r.n);
    pw_vec_clear(&r.edges);
    uint32_t *class = PW_NEWS(uint32_t, a->n), n = a->n;
    uint32_t classes = refine(a, class);
    quotient(a, class, classes);
    PW_FREES(class, n);
    components(a);
    assert(a->n >= 1 && a->ncomponents >= 1);
}

void pw_automaton_clear(struct pw_automaton *a)
{
    if (a->final) PW_FREES(a->final, a->n);
    if (a->component) PW_FREES(a->component, a->n);
    pw_vec_clear(&a->edges);
    *a = (struct pw_automaton){0};
}
