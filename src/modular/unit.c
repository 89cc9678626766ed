/* The obligations of one thread or procedure. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "modular/explain.h"
#include "modular/modular.h"
#include "modular/unit.h"

enum { NONE = PW_MTREE_NONE };

static const struct pw_munit *proc(const struct pw_ujob *j, uint32_t number)
{
    assert(number < j->c->t->procs.n);
    return j->c->t->procs.at[number];
}

/* --- nodes ------------------------------------------------------------------------------------ */

static void join_locals(struct pw_ujob *j, const struct pw_uflow *const *in, size_t n,
                        struct pw_mstate *all)
{
    struct pw_enc *c = j->c;
    for (uint32_t x = 0; x < c->nslots; x++) {
        assert(x < c->graph->slots.n);
        bool differs = false, truth = c->graph->slots.at[x].var->sort.kind == PW_SORT_BOOL;
        for (size_t i = 1; i < n; i++)
            differs = differs || !pw_term_same(in[0]->to->locals[x], in[i]->to->locals[x]);
        if (!differs) continue;
        pw_enc_refresh_slot(c, all, x);
        for (size_t i = 0; i < n; i++)
            pw_enc_fact(c, in[i]->taken,
                        truth ? pw_term_iff(c->terms, in[i]->to->locals[x], all->locals[x])
                              : pw_term_eq(c->terms, in[i]->to->locals[x], all->locals[x]));
    }
    for (uint32_t x = 0; x < c->npos; x++) {
        bool differs = false;
        for (size_t i = 1; i < n; i++)
            differs = differs || !pw_term_same(in[0]->to->pos[x], in[i]->to->pos[x]);
        if (!differs) continue;
        all->pos[x] = pw_enc_truth(c, "pos");
        for (size_t i = 0; i < n; i++)
            pw_enc_fact(c, in[i]->taken, pw_term_iff(c->terms, in[i]->to->pos[x], all->pos[x]));
    }
}

/* The state where several edges meet: variables that differ get a new name. */
static struct pw_mstate *join(struct pw_ujob *j, uint32_t node, pw_term *reach)
{
    struct pw_enc *c = j->c;
    PW_VEC(const struct pw_uflow *) in = {0};
    for (uint32_t e = j->first_in[node]; e; e = j->next_in[e - 1])
        if (j->flows[e - 1].to) pw_vec_push(&in, &j->flows[e - 1]);
    struct pw_mstate *s = in.n ? in.at[0]->to : NULL;
    *reach = in.n ? in.at[0]->taken : PW_TERM_FALSE;
    if (in.n > 1) {
        struct pw_mstate *all = pw_enc_copy(c, s);
        pw_term_list taken = {0};
        *reach = pw_enc_truth(c, "at");
        for (size_t i = 0; i < in.n; i++)
            pw_vec_push(&taken, in.at[i]->taken);
        pw_enc_fact(c, *reach, pw_term_or(c->terms, taken.at, taken.n));
        pw_vec_clear(&taken);
        for (uint32_t x = 0; x < c->t->shared.n; x++) {
            bool differs = false;
            for (size_t i = 1; i < in.n; i++)
                differs = differs || !pw_enc_identical(c, x, s, in.at[i]->to);
            if (!differs) continue;
            pw_enc_refresh(c, all, x);
            for (size_t i = 0; i < in.n; i++)
                pw_enc_fact(c, in.at[i]->taken, pw_enc_same(c, x, in.at[i]->to, all));
        }
        join_locals(j, in.at, in.n, all);
        s = all;
    }
    pw_vec_clear(&in);
    return s;
}

/* The hypotheses about the state after the others moved have a guard of their own: under the guard
 * of the edge that leads here they would restrict what is to be proved about that edge. */
static pw_term going(struct pw_ujob *j, pw_term reach)
{
    pw_term go = pw_enc_truth(j->c, "go");
    pw_enc_fact(j->c, go, reach);
    return go;
}

static void enter(struct pw_ujob *j, struct pw_uplace *p)
{
    struct pw_enc *c = j->c;
    const struct pw_munit *u = c->unit;
    p->reach = pw_enc_truth(c, "entry");
    p->in = pw_enc_state(c, "entry");
    for (uint32_t i = 0; i < c->npos; i++)
        p->in->pos[i] = pw_term_bool(i == 0);
    pw_enc_assume_invariants(c, p->reach, p->in);
    if (u->is_thread) pw_enc_assume_initial(c, p->reach, p->in);
    struct pw_mview v = pw_unit_view(j, p->in, 0);
    for (size_t i = 0; i < u->contract.requires.n; i++)
        pw_enc_fact(c, p->reach, pw_enc_eval(c, u->contract.requires.at[i], &v));
}

/* Conditions of candidates `condition => position` at a cut point: true, the loop condition and
 * every Boolean variable, each with its negation. which: 2 * k + negated. */
static bool position_condition(struct pw_ujob *j, uint32_t node, uint32_t which,
                               const struct pw_mstate *s, pw_term *cond)
{
    assert(node < j->g->nodes.n);
    const struct pw_mnode *n = &j->g->nodes.at[node];
    uint32_t k = which / 2;
    pw_term t = PW_TERM_TRUE;
    if (k == 0) {
        if (which) return false;
    } else if (k == 1) {
        if (!n->cond) return false;
        struct pw_mview v = pw_unit_view(j, s, n->base);
        t = pw_enc_eval(j->c, n->cond, &v);
    } else {
        if (j->g->slots.at[k - 2].var->sort.kind != PW_SORT_BOOL) return false;
        t = s->locals[k - 2];
    }
    *cond = which % 2 ? pw_term_not(t) : t;
    return true;
}

static void position_facts(struct pw_ujob *j, uint32_t node, const struct pw_uplace *p)
{
    struct pw_enc *c = j->c;
    char text[80];
    if (!c->npos) return;
    pw_enc_fact(c, p->reach, pw_term_or(c->terms, p->in->pos, c->npos));
    for (uint32_t k = 0; k < 2 * (c->nslots + 2); k++) {
        pw_term cond;
        if (!position_condition(j, node, k, p->in, &cond)) continue;
        for (uint32_t i = 0; i < c->npos; i++) {
            snprintf(text, sizeof text, "keep.%u.%u.%u", node, k, i);
            pw_term lit = pw_term_bool_var(c->terms, text);
            pw_enc_fact(c, pw_term_and2(c->terms, p->reach, pw_term_and2(c->terms, lit, cond)),
                        p->in->pos[i]);
        }
    }
}

static void leave_cut(struct pw_ujob *j, uint32_t node, struct pw_uplace *p)
{
    struct pw_enc *c = j->c;
    assert(node < j->g->nodes.n);
    const struct pw_mnode *n = &j->g->nodes.at[node];
    p->reach = pw_enc_truth(c, "cut");
    p->go = p->reach;
    p->in = p->moved = pw_enc_state(c, "cut");
    pw_enc_assume_invariants(c, p->reach, p->in);
    for (uint32_t i = 0; i < n->nclaims; i++) {
        const struct pw_mclaim *k = &j->g->claims.at[n->claim + i];
        struct pw_mview v = pw_unit_view(j, p->in, k->base);
        pw_enc_fact(c, p->reach, pw_enc_eval(c, k->expr, &v));
    }
    position_facts(j, node, p);
}

static bool *survivors(struct pw_ujob *j, uint32_t node)
{
    assert(node < j->g->nodes.n);
    const struct pw_mnode *n = &j->g->nodes.at[node];
    if (!j->keep[node]) {
        j->keep[node] = PW_NEWS(bool, j->c->env.n + 1);
        pw_modular_stutter(j->run, j->c, n->callee, n->component, n->base, j->keep[node]);
    }
    return j->keep[node];
}

/* A component of a contract: its silent steps and its inner actions may come in any number. */
static void inside_contract(struct pw_ujob *j, uint32_t node, struct pw_uplace *p)
{
    struct pw_enc *c = j->c;
    assert(node < j->g->nodes.n);
    const struct pw_mnode *n = &j->g->nodes.at[node];
    const struct pw_munit *u = proc(j, n->callee);
    const struct pw_automaton *a = &j->run->report->automata[n->callee];
    size_t nshared = c->t->shared.n;
    bool *changes = pw_arena_alloc(&c->arena, (nshared + 1) * sizeof *changes),
         *part = pw_arena_alloc(&c->arena, (nshared + 1) * sizeof *part);
    bool result = pw_modular_modified(u, NONE, changes, nshared), any = u->contract.modifies.n > 0;
    for (size_t e = 0; e < a->edges.n; e++)
        if (a->component[a->edges.at[e].from] == n->component &&
            a->component[a->edges.at[e].to] == n->component) {
            result |= pw_modular_modified(u, a->edges.at[e].action, part, nshared);
            for (size_t i = 0; i < nshared; i++)
                changes[i] = changes[i] || part[i];
            any = true;
        }
    if (!any) {
        p->moved = pw_unit_move_others(j, p->go, p->in, NULL, NULL, NONE);
        return;
    }
    bool *keep = survivors(j, node);
    p->moved =
        pw_unit_move_others(j, p->go, p->in, keep, changes, result ? n->base + u->result : NONE);
    for (size_t e = 0; e <= a->edges.n; e++) {
        bool silent = e == a->edges.n;
        if (silent && !u->contract.modifies.n) continue;
        if (!silent && (a->component[a->edges.at[e].from] != n->component ||
                        a->component[a->edges.at[e].to] != n->component))
            continue;
        pw_term guard = pw_enc_truth(c, "inside");
        pw_enc_fact(c, guard, p->go);
        struct pw_mstate *s = pw_modular_contract_step(
            c, guard, u, n->base, silent ? NONE : a->edges.at[e].action, p->moved);
        struct pw_mob ob =
            pw_unit_obligation(PW_OB_INVARIANT, guard, PW_TERM_TRUE, n->token, n->token, NONE);
        ob.node = node;
        pw_unit_step(j, ob, p->moved, s, true);
    }
}

static void at_exit(struct pw_ujob *j, const struct pw_uplace *p)
{
    struct pw_enc *c = j->c;
    const struct pw_mcontract *k = &c->unit->contract;
    struct pw_mview v = pw_unit_view(j, p->moved, 0);
    struct pw_mob ob =
        pw_unit_obligation(PW_OB_ENSURES, p->go, PW_TERM_TRUE, c->unit->last, c->unit->last, NONE);
    ob.node = j->g->exit;
    if (!k->given || pw_term_same(p->reach, PW_TERM_FALSE)) return;
    ob.kind = PW_OB_SIMULATION;
    ob.goal = PW_TERM_FALSE;
    for (uint32_t i = 0; i < c->npos; i++)
        if (j->automaton->final[i]) ob.goal = pw_term_or2(c->terms, ob.goal, p->moved->pos[i]);
    pw_enc_oblige(c, &ob);
    ob.kind = PW_OB_ENSURES;
    for (size_t i = 0; i < k->ensures.n; i++) {
        ob.first = k->ensures.at[i]->first;
        ob.last = k->ensures.at[i]->last;
        ob.goal = pw_enc_eval(c, k->ensures.at[i], &v);
        pw_enc_oblige(c, &ob);
    }
}

static void arrive(struct pw_ujob *j, uint32_t node)
{
    assert(node < j->g->nodes.n);
    const struct pw_mnode *n = &j->g->nodes.at[node];
    struct pw_uplace *p = &j->places[node];
    if (node == j->g->entry)
        enter(j, p);
    else if (n->cut) {
        leave_cut(j, node, p);
        return;
    } else
        p->in = join(j, node, &p->reach);
    p->moved = p->in;
    p->go = p->reach;
    if (!p->in || n->inner || n->still) return;
    p->go = going(j, p->reach);
    if (n->callee != NONE)
        inside_contract(j, node, p);
    else
        p->moved = pw_unit_move_others(j, p->go, p->in, NULL, NULL, NONE);
    if (node == j->g->exit) at_exit(j, p);
}

/* --- edges ------------------------------------------------------------------------------------ */

static void follow(struct pw_ujob *j, uint32_t edge)
{
    struct pw_enc *c = j->c;
    assert(edge < j->g->edges.n);
    const struct pw_medge *e = &j->g->edges.at[edge];
    const struct pw_uplace *p = &j->places[e->from];
    struct pw_uflow *f = &j->flows[edge];
    *f = (struct pw_uflow){0};
    if (!p->in) return;
    f->taken = p->go;
    if (j->nout[e->from] > 1 || pw_unit_is_guarded(j, e)) {
        f->taken = pw_enc_truth(c, "edge");
        pw_enc_fact(c, f->taken, p->go);
    }
    if (e->kind == PW_MEDGE_ACTION)
        f->to =
            pw_modular_contract_step(c, f->taken, proc(j, e->callee), e->base, e->action, p->moved);
    else {
        f->to = pw_enc_copy(c, p->moved);
        pw_unit_run_ops(j, e, edge, f->taken, f->to);
    }
    bool visible = e->returns && c->unit->contract.given;
    if (e->kind != PW_MEDGE_STEP && e->kind != PW_MEDGE_ACTION && !visible) return;
    struct pw_mob ob =
        pw_unit_obligation(PW_OB_INVARIANT, f->taken, PW_TERM_TRUE, e->first, e->last, edge);
    pw_unit_step(j, ob, j->places[e->start].moved, f->to, false);
}

/* What arrives at a cut point: claims, and the candidates for positions. */
static void arrive_at_cut(struct pw_ujob *j, uint32_t node)
{
    struct pw_enc *c = j->c;
    assert(node < j->g->nodes.n);
    const struct pw_mnode *n = &j->g->nodes.at[node];
    struct pw_uplace *p = &j->places[node];
    pw_term reach;
    p->arriving = join(j, node, &reach);
    if (!p->arriving) return;
    reach = going(j, reach);
    p->arrived = pw_unit_move_others(j, reach, p->arriving, NULL, NULL, NONE);
    for (uint32_t i = 0; i < n->nclaims; i++) {
        const struct pw_mclaim *k = &j->g->claims.at[n->claim + i];
        struct pw_mview v = pw_unit_view(j, p->arrived, k->base);
        struct pw_mob ob = pw_unit_obligation(PW_OB_CLAIM, reach, pw_enc_eval(c, k->expr, &v),
                                              k->expr->first, k->expr->last, NONE);
        ob.node = node;
        pw_enc_oblige(c, &ob);
        pw_enc_soft(c, reach, ob.goal);
    }
    for (uint32_t k = 0; c->npos && k < 2 * (c->nslots + 2); k++) {
        struct pw_ucandidate x;
        char text[80];
        if (!position_condition(j, node, k, p->arrived, &x.cond)) continue;
        for (uint32_t i = 0; i < c->npos; i++) {
            snprintf(text, sizeof text, "keep.%u.%u.%u", node, k, i);
            x.lit = pw_term_bool_var(c->terms, text);
            x.reach = reach;
            x.pos = p->arrived->pos[i];
            x.dead = false;
            pw_vec_push(&j->candidates, x);
        }
    }
}

static void build(struct pw_enc *c, void *arg)
{
    struct pw_ujob *j = arg;
    assert(j->c == c);
    const struct pw_mgraph *g = j->g;
    j->candidates.n = 0;
    memset(j->places, 0, g->nodes.n * sizeof *j->places);
    for (size_t k = 0; k < g->nodes.n; k++) {
        uint32_t node = g->order[k];
        pw_limits_poll();
        arrive(j, node);
        for (uint32_t e = j->first_out[node]; e; e = j->next_out[e - 1])
            follow(j, e - 1);
    }
    for (uint32_t node = 0; node < g->nodes.n; node++)
        if (g->nodes.at[node].cut) arrive_at_cut(j, node);
}

/* The largest set of candidates that is inductive. */
static void settle_positions(struct pw_ujob *j, struct pw_solver *s)
{
    pw_term_list alive = {0};
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < j->candidates.n; i++) {
            struct pw_ucandidate *x = &j->candidates.at[i];
            if (x->dead) continue;
            alive.n = 0;
            for (size_t k = 0; k < j->candidates.n; k++)
                if (!j->candidates.at[k].dead) pw_vec_push(&alive, j->candidates.at[k].lit);
            pw_vec_push(&alive, x->reach);
            pw_vec_push(&alive, x->cond);
            pw_vec_push(&alive, pw_term_not(x->pos));
            j->run->report->checks++;
            if (pw_solver_check(s, alive.at, alive.n)) x->dead = changed = true;
        }
    }
    for (size_t i = 0; i < j->candidates.n; i++) {
        struct pw_mevent e = {.position = true,
                              .fact = j->candidates.at[i].dead
                                          ? pw_term_not(j->candidates.at[i].lit)
                                          : j->candidates.at[i].lit};
        pw_solver_assert(s, e.fact);
        pw_vec_push(&j->c->events, e);
    }
    pw_vec_clear(&alive);
}

/* Hypotheses that contradict each other prove everything behind them: reported. */
static void find_vacuity(struct pw_ujob *j, struct pw_solver *s)
{
    const struct pw_mgraph *g = j->g;
    const char *name = pw_mtree_text(j->c->t, j->c->unit->name);
    if (!pw_solver_check(s, &j->places[g->entry].reach, 1))
        pw_modular_note(j->run, "'%s' can never start: %s contradict the invariants", name,
                        j->c->unit->is_thread ? "the initial values" : "its requires");
    for (uint32_t n = 0; n < g->nodes.n; n++) {
        const struct pw_mnode *x = &g->nodes.at[n];
        if (!x->cut || !x->nclaims || pw_solver_check(s, &j->places[n].reach, 1)) continue;
        pw_modular_note(j->run,
                        "line %u: this claim can never hold: the code behind it proves nothing",
                        pw_mtree_place(j->c->t, g->claims.at[x->claim].expr->first).line);
    }
}

static void link_edges(struct pw_ujob *j)
{
    const struct pw_mgraph *g = j->g;
    for (size_t i = g->edges.n; i-- > 0;) {
        const struct pw_medge *e = &g->edges.at[i];
        j->next_out[i] = j->first_out[e->from];
        j->first_out[e->from] = (uint32_t)i + 1;
        j->next_in[i] = j->first_in[e->to];
        j->first_in[e->to] = (uint32_t)i + 1;
        j->nout[e->from]++;
    }
}

static void job_open(struct pw_ujob *j)
{
    size_t n = j->g->nodes.n + 1, m = j->g->edges.n + 1;
    j->places = PW_NEWS(struct pw_uplace, n);
    j->flows = PW_NEWS(struct pw_uflow, m);
    j->first_out = PW_NEWS(uint32_t, n);
    j->first_in = PW_NEWS(uint32_t, n);
    j->nout = PW_NEWS(uint32_t, n);
    j->next_out = PW_NEWS(uint32_t, m);
    j->next_in = PW_NEWS(uint32_t, m);
    j->keep = PW_NEWS(bool *, n);
    link_edges(j);
}

static void job_close(struct pw_ujob *j)
{
    size_t n = j->g->nodes.n + 1, m = j->g->edges.n + 1;
    for (size_t i = 0; i < n; i++)
        if (j->keep[i]) PW_FREES(j->keep[i], j->c->env.n + 1);
    PW_FREES(j->places, n);
    PW_FREES(j->flows, m);
    PW_FREES(j->first_out, n);
    PW_FREES(j->first_in, n);
    PW_FREES(j->nout, n);
    PW_FREES(j->next_out, m);
    PW_FREES(j->next_in, m);
    PW_FREES(j->keep, n);
    pw_vec_clear(&j->candidates);
}

bool pw_modular_unit(struct pw_mrun *r, const struct pw_munit *u)
{
    struct pw_mgraph g;
    struct pw_enc c;
    bool ok = pw_mgraph_build(&g, r->t, u, r->report->automata, false, r->diags);
    if (ok) {
        pw_enc_init(&c, r->t, u, &g);
        c.paper_invariants = r->o->paper_invariants;
        struct pw_ujob j = {.run = r, .g = &g, .c = &c};
        if (u->contract.given) {
            j.automaton = &r->report->automata[u->number];
            c.npos = j.automaton->n;
        }
        job_open(&j);
        pw_enc_generate(&c, build, &j);
        struct pw_solver *s = pw_solver_new(c.terms);
        for (size_t i = 0; i < c.events.n; i++)
            if (!c.events.at[i].is_obligation && !c.events.at[i].soft)
                pw_solver_assert(s, c.events.at[i].fact);
        if (!r->o->list) settle_positions(&j, s);
        bool notes = !r->o->list && !r->o->asks && !r->o->no_vacuity;
        if (notes) find_vacuity(&j, s);
        if (notes && u->contract.given) pw_modular_actions(r, u, &g);
        pw_modular_solve(r, &c, s, pw_explain_unit, &j);
        r->result->never_returns = !j.places[g.exit].in;
        if (notes && u->contract.given && r->result->never_returns)
            pw_modular_note(r, "'%s' never returns: its ensures is not asked",
                            pw_mtree_text(r->t, u->name));
        pw_solver_free(s);
        job_close(&j);
        pw_enc_clear(&c);
    }
    pw_mgraph_clear(&g);
    return ok;
}
