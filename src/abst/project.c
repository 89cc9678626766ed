#include "abst/project.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "abst/differences.h"
#include "abst/direct.h"
#include "abst/gather.h"
#include "base/limits.h"
#include "base/order.h"

enum { TRIAL_NODES = 300, MOST_TRIAL_NODES = 8000 };

void pw_project_init(struct pw_projector *r, struct pw_world *w, enum pw_abst_way way)
{
    memset(r, 0, sizeof *r);
    r->w = w;
    r->way = way;
    r->trial = way == PW_ABST_TURNS ? TRIAL_NODES : 0;
}

void pw_project_clear(struct pw_projector *r)
{
    for (size_t i = 0; i < r->parts.n; i++)
        PW_FREES(r->parts.at[i].ids, r->parts.at[i].n);
    pw_vec_clear(&r->parts);
    pw_table_clear(&r->known);
    pw_vec_clear(&r->mark);
}

/* ---- variables of formulas ---- */

static void new_walk(struct pw_projector *r)
{
    r->walk++;
    while (r->mark.n < pw_terms_count(r->w->terms))
        pw_vec_push(&r->mark, 0);
}

/* Appends the variables below the term that this walk has not met. */
static void collect(struct pw_projector *r, pw_term from, pw_term_list *vars)
{
    pw_term_list todo = {0};
    pw_vec_push(&todo, from);
    while (todo.n) {
        pw_term a = pw_vec_pop(&todo);
        uint32_t node = pw_term_node(a);
        pw_limits_poll();
        if (r->mark.at[node] == r->walk) continue;
        assert(node < r->mark.n);
        r->mark.at[node] = r->walk;
        enum pw_term_kind k = pw_term_kind(r->w->terms, a);
        if (k == PW_BVAR || k == PW_IVAR) pw_vec_push(vars, ((pw_term){node * 2}));
        for (size_t i = 0, n = pw_term_arity(r->w->terms, a); i < n; i++)
            pw_vec_push(&todo, pw_term_arg(r->w->terms, a, i));
    }
    pw_vec_clear(&todo);
}

static bool hidden(const struct pw_projector *r, pw_term var)
{
    return pw_bdd_is_false(pw_world_row(r->w, var));
}

/* Hidden variables of a formula and of their domains, each once. Appends to *out. */
static void project_hidden(struct pw_projector *r, pw_term formula, pw_term_list *out)
{
    pw_term_list vars = {0};
    pw_term d;
    new_walk(r);
    collect(r, formula, &vars);
    for (size_t i = 0; i < vars.n; i++) {
        if (pw_world_domain(r->w, vars.at[i], &d)) collect(r, d, &vars);
        if (hidden(r, vars.at[i])) pw_vec_push(out, vars.at[i]);
    }
    pw_vec_clear(&vars);
}

/* ---- connection ---- */

static uint32_t root(uint32_t *group, uint32_t i)
{
    while (group[i] != i)
        i = group[i] = group[group[i]];
    return i;
}

static void join(uint32_t *group, uint32_t i, uint32_t j)
{
    i = root(group, i), j = root(group, j);
    if (i < j)
        group[j] = i;
    else
        group[i] = j;
}

void pw_project_connect(struct pw_projector *r, const pw_term_list *items, size_t n,
                        uint32_t *group)
{
    PW_VEC(uint32_t) owner = {0}; /* by node: 1 + an item with this variable */
    pw_term_list vars = {0};
    pw_vec_reserve(&owner, pw_terms_count(r->w->terms) + 1);
    memset(owner.at, 0, owner.cap * sizeof *owner.at);
    for (uint32_t i = 0; i < n; i++) {
        group[i] = i;
        pw_vec_reset(&vars);
        for (size_t k = 0; k < items[i].n; k++)
            project_hidden(r, items[i].at[k], &vars);
        for (size_t k = 0; k < vars.n; k++) {
            uint32_t *o = &owner.at[pw_term_node(vars.at[k])];
            if (*o)
                join(group, i, *o - 1);
            else
                *o = i + 1;
        }
    }
    for (uint32_t i = 0; i < n; i++)
        group[i] = root(group, i);
    pw_vec_clear(&owner);
    pw_vec_clear(&vars);
}

/* ---- one part ---- */

static void sort_unique(pw_term_list *l)
{
    if (l->n) qsort(l->at, l->n, sizeof *l->at, pw_term_order);
    size_t k = 0;
    for (size_t i = 0; i < l->n; i++)
        if (!i || l->at[i].id != l->at[i - 1].id) l->at[k++] = l->at[i];
    l->n = k;
}

/* Adds the domains of the hidden variables of a conjunction; a domain may bring new variables.
 * Returns the variables. */
static void close_domains(struct pw_projector *r, pw_term_list *conjunction, pw_term_list *vars)
{
    pw_term d;
    new_walk(r);
    size_t done = 0;
    for (size_t i = 0; i < conjunction->n; i++)
        collect(r, conjunction->at[i], vars);
    for (; done < vars->n; done++)
        if (pw_world_domain(r->w, vars->at[done], &d) && r->mark.at[pw_term_node(d)] != r->walk) {
            pw_world_require(r->w, conjunction, d);
            collect(r, d, vars);
        }
    sort_unique(conjunction);
    sort_unique(vars);
}

/* ---- two ways to the rows of a part, in turns ---- */

/* The solver enumerates cubes; elimination makes diagrams. Each is many times faster than the other
 * somewhere. Elimination begins with a few nodes; parts of one program are alike, so it gets more
 * of them where it came to an end before, and fewer where they were not enough (r->trial). Then the
 * solver works; whenever its work (polls) has grown by a quarter, elimination goes on until it has
 * made a node for every POLLS_PER_NODE polls; a node takes as long as two to eight polls. Where its
 * diagrams have become MUCH_LARGER (it is fast where they stay small), it gets fewer nodes. What
 * one of them has done is never done again. */
enum {
    FIRST_WORK = 40000,
    FIRST_NODES = 5000,
    MOST_NODES = 3000000,
    POLLS_PER_NODE = 20,
    MUCH_LARGER = 16,
    POLLS_PER_NODE_THEN = 80,
};

struct project_ctx {
    struct pw_projector *r;
    struct pw_gather cubes;
    uint64_t started, next; /* on the work clock, without that of elimination */
    uint64_t first_nodes;
    struct pw_elimination *other; /* NULL: no more */
    bool eliminated;
    pw_bdd rows; /* if eliminated */
};

static void learn_trial(struct pw_projector *r, size_t needed)
{
    size_t trial = 2 * needed + TRIAL_NODES;
    if (trial > MOST_TRIAL_NODES) trial = MOST_TRIAL_NODES;
    if (trial > r->trial) r->trial = trial;
}

static void eliminate(struct project_ctx *p, uint64_t nodes)
{
    assert(p->other && !p->eliminated);
    if (nodes > MOST_NODES) nodes = MOST_NODES;
    enum pw_differences d = pw_differences_continue(p->other, (size_t)nodes, &p->rows);
    p->eliminated = d == PW_DIFFERENCES_DONE;
    if (p->eliminated && p->r->way == PW_ABST_TURNS)
        learn_trial(p->r, pw_differences_nodes(p->other));
    if (d == PW_DIFFERENCES_MORE && nodes < MOST_NODES) return;
    pw_differences_free(p->other);
    p->other = NULL;
}

/* The nodes that elimination gets before the solver begins: twice as many as were needed, or half
 * of what was not enough. */
static void try_elimination(struct project_ctx *p)
{
    size_t *trial = &p->r->trial;
    if (!*trial) return;
    eliminate(p, *trial);
    if (*trial > p->first_nodes) p->first_nodes = *trial; /* fewer nodes would drop what it has */
    if (!p->eliminated && p->other) *trial /= 2;
}

static void take_turn(struct project_ctx *p)
{
    bool large = pw_differences_growth(p->other) > MUCH_LARGER;
    uint64_t before = pw_limits_work(),
             nodes = p->next / (large ? POLLS_PER_NODE_THEN : POLLS_PER_NODE);
    eliminate(p, nodes < p->first_nodes ? p->first_nodes : nodes);
    p->started += pw_limits_work() - before;
    p->next += p->next / 4 + 1;
}

static bool add_cube(void *arg, const signed char *cube)
{
    struct project_ctx *p = arg;
    pw_gather_add(&p->cubes, cube);
    if (p->other && pw_limits_work() - p->started >= p->next) take_turn(p);
    return !p->eliminated;
}

static void enumerate(struct project_ctx *p, const pw_term_list *part, const pw_term_list *bits)
{
    struct pw_world *w = p->r->w;
    struct pw_solver *s = pw_solver_new(w->terms);
    for (size_t i = 0; i < part->n; i++)
        pw_solver_assert(s, part->at[i]);
    pw_solver_project(s, NULL, 0, bits->at, bits->n, add_cube, p);
    w->stats->checks += pw_solver_stats(s)->checks;
    w->stats->cubes += pw_solver_stats(s)->cubes;
    pw_solver_free(s);
}

static void start_turns(struct project_ctx *p, const pw_term_list *part, const pw_term_list *vars)
{
    bool brief = p->r->way == PW_ABST_SHORT_TURNS;
    p->next = brief ? 1 : FIRST_WORK;
    p->first_nodes = brief ? 8 : FIRST_NODES;
    p->other = pw_differences_new(p->r->w, part->at, part->n, vars->at, vars->n);
    if (p->r->way == PW_ABST_ELIMINATION) {
        eliminate(p, MOST_NODES);
        assert(!p->other);
        return;
    }
    try_elimination(p);
    p->started = pw_limits_work();
}

static void find_rows(struct project_ctx *p, const pw_term_list *part, const pw_term_list *vars)
{
    struct pw_world *w = p->r->w;
    pw_term_list bits = {0};
    PW_VEC(pw_bdd) rows = {0};
    for (size_t i = 0; i < vars->n; i++)
        if (!hidden(p->r, vars->at[i])) {
            pw_vec_push(&bits, vars->at[i]);
            pw_vec_push(&rows, pw_world_row(w, vars->at[i]));
        }
    pw_gather_init(&p->cubes, w->t->bdds, rows.at, rows.n);
    enumerate(p, part, &bits);
    if (!p->eliminated) p->rows = pw_gather_union(&p->cubes);
    pw_gather_clear(&p->cubes);
    pw_vec_clear(&bits);
    pw_vec_clear(&rows);
}

/* vars: all variables of the conjunction. plain: by the solver alone. */
static pw_bdd project(struct pw_projector *r, const pw_term_list *part, const pw_term_list *vars,
                      bool plain)
{
    struct project_ctx p = {.r = r};
    if (!plain && r->way != PW_ABST_SOLVER) start_turns(&p, part, vars);
    if (!p.eliminated) find_rows(&p, part, vars);
    r->w->stats->eliminated += p.eliminated;
    r->w->stats->nodes = pw_bdds_nodes(r->w->t->bdds);
    pw_differences_free(p.other);
    return p.rows;
}

struct part_key {
    const pw_term *at;
    size_t n;
};

static uint64_t key_hash(const struct part_key *k)
{
    uint64_t h = k->n;
    for (size_t i = 0; i < k->n; i++)
        h = pw_hash_mix(h, k->at[i].id);
    return h;
}

static bool same_part(const void *objects, uint32_t id, const void *key)
{
    const struct pw_projection_part *p = &((const struct pw_projector *)objects)->parts.at[id];
    const struct part_key *k = key;
    if (p->n != k->n) return false;
    for (size_t i = 0; i < k->n; i++)
        if (p->ids[i] != k->at[i].id) return false;
    return true;
}

static pw_bdd remember(struct pw_projector *r, const struct part_key *k, uint64_t hash, pw_bdd rows)
{
    struct pw_projection_part p = {PW_NEWS(uint32_t, k->n), k->n, rows};
    for (size_t i = 0; i < k->n; i++)
        p.ids[i] = k->at[i].id;
    pw_vec_push(&r->parts, p);
    pw_table_add(&r->known, hash, (uint32_t)(r->parts.n - 1));
    return rows;
}

static bool all_shown(const struct pw_projector *r, const pw_term_list *vars)
{
    for (size_t i = 0; i < vars->n; i++)
        if (hidden(r, vars->at[i])) return false;
    return true;
}

/* pre: the part is not empty. Sorts it. */
static pw_bdd part_rows(struct pw_projector *r, pw_term_list *part)
{
    pw_term_list vars = {0};
    pw_bdd rows;
    close_domains(r, part, &vars);
    struct part_key key = {part->at, part->n};
    uint64_t hash = key_hash(&key);
    int64_t known = pw_table_find(&r->known, hash, same_part, r, &key);
    r->w->stats->components++;
    if (known != PW_TABLE_NONE) {
        r->w->stats->reused++;
        assert((size_t)known < r->parts.n);
        rows = r->parts.at[known].rows;
    } else if (all_shown(r, &vars) && pw_direct_rows(r->w, part->at, part->n, &rows)) {
        r->w->stats->direct++;
        remember(r, &key, hash, rows);
    } else {
        rows = remember(r, &key, hash, project(r, part, &vars, false));
    }
    pw_vec_clear(&vars);
    return rows;
}

/* ---- the conjunction ---- */

/* Takes the formulas of group g from a conjunction. */
static pw_bdd group_rows(struct pw_projector *r, const pw_term_list *c, const uint32_t *group,
                         uint32_t g)
{
    pw_term_list part = {0};
    for (size_t i = g; i < c->n; i++)
        if (group[i] == g) pw_vec_push(&part, c->at[i]);
    pw_bdd rows = part_rows(r, &part);
    pw_vec_clear(&part);
    return rows;
}

pw_bdd pw_project_rows(struct pw_projector *r, const pw_term *conjunction, size_t n)
{
    pw_term_list c = {0}, vars = {0};
    for (size_t i = 0; i < n; i++)
        pw_world_require(r->w, &c, conjunction[i]);
    close_domains(r, &c, &vars);
    pw_term_list *items = PW_NEWS(pw_term_list, c.n);
    uint32_t *group = PW_NEWS(uint32_t, c.n);
    for (size_t i = 0; i < c.n; i++)
        items[i] = (pw_term_list){&c.at[i], 1, 1};
    pw_project_connect(r, items, c.n, group);
    pw_bdd rows = PW_BDD_TRUE;
    for (uint32_t i = 0; i < c.n && !pw_bdd_is_false(rows); i++)
        if (group[i] == i) rows = pw_bdd_and(r->w->t->bdds, rows, group_rows(r, &c, group, i));
    PW_FREES(items, c.n);
    PW_FREES(group, c.n);
    pw_vec_clear(&c);
    pw_vec_clear(&vars);
    return rows;
}

pw_bdd pw_project_plain(struct pw_projector *r, const pw_term *conjunction, size_t n)
{
    pw_term_list c = {0}, vars = {0};
    for (size_t i = 0; i < n; i++)
        pw_vec_push(&c, conjunction[i]);
    close_domains(r, &c, &vars);
    r->w->stats->components++;
    pw_bdd rows = project(r, &c, &vars, true);
    pw_vec_clear(&c);
    pw_vec_clear(&vars);
    return rows;
}
