/* pairs_smt FILE [facts | counts | needed] -- proves the program (its predicates ignored) by pair
 * invariants and prints the conditions of the proof as SMT-LIB 2 questions, each with its name
 * before it (echo); all of them must be unsat. Exit 0; 5: no proof; 65: no program. With a second
 * argument the facts, or the counting invariants, are left out of the proof first: then it should
 * be none; or only the facts that it needs are in it.
 *
 * Written from the definitions (pairs/invariant.h) and the lowered program alone: no encoder, no
 * terms, no solver of the project. Threads are named a, b, w (slots 0, 1, 2) and so on; a thread
 * has a location "pc" and one constant per local of its kind; primes mark the state after the step
 * of the active thread. What the invariant says of two threads is the disjunction of all keys. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "base/mem.h"
#include "front/dr/dr.h"
#include "pairs/pairs.h"

static const struct pw_program *P;
static const struct pw_invariant *V;
static size_t questions;

/* A known thread: its slot and kind; after: its state (and that of the shared variables) is the one
 * after the step. */
struct thread {
    int slot;
    uint32_t kind; /* P->ntemplates: none */
};

static uint32_t none(void)
{
    return (uint32_t)P->ntemplates;
}

/* ---- names and expressions ---- */

static void name_shared(uint32_t i, bool after)
{
    printf("s%u%s", i, after ? "_" : "");
}
static void name_local(struct thread t, uint32_t i, bool after)
{
    printf("t%d.%u.%u%s", t.slot, t.kind, i, after ? "_" : "");
}
static void name_pc(struct thread t, bool after)
{
    printf("t%d.%u.pc%s", t.slot, t.kind, after ? "_" : "");
}

struct scene {
    struct thread mine, other; /* LOCAL and PASSIVE leaves */
    bool shared_after, mine_after, other_after;
};

static void number(const pw_int *v)
{
    struct pw_strbuf b = {0};
    pw_int_print(v, &b);
    const char *text = pw_strbuf_text(&b);
    if (*text == '-')
        printf("(- %s)", text + 1);
    else
        printf("%s", text);
    pw_strbuf_clear(&b);
}

static void integer(int64_t v)
{
    if (v < 0)
        printf("(- %llu)", -(unsigned long long)v);
    else
        printf("%lld", (long long)v);
}

static void expr(const struct pw_expr *e, const struct scene *s);

static void call(const char *op, const struct pw_expr *e, const struct scene *s)
{
    printf("(%s", op);
    for (unsigned i = 0; i < pw_expr_arity(e->kind); i++) {
        putchar(' ');
        expr(e->args[i], s);
    }
    putchar(')');
}

/* C's quotient of a by the positive constant b. */
static void quotient(const struct pw_expr *e, const struct scene *s)
{
    printf("(let ((n! ");
    expr(e->args[0], s);
    printf(")) (ite (>= n! 0) (div n! ");
    number(&e->args[1]->value);
    printf(") (- (div (- n!) ");
    number(&e->args[1]->value);
    printf("))))");
}

static void leaf(const struct pw_expr *e, const struct scene *s)
{
    switch ((enum pw_expr_kind)e->kind) {
    case PW_EXPR_SHARED:
        name_shared(e->index, s->shared_after);
        return;
    case PW_EXPR_LOCAL:
        name_local(s->mine, e->index, s->mine_after);
        return;
    case PW_EXPR_PASSIVE:
        name_local(s->other, e->index, s->other_after);
        return;
    case PW_EXPR_CHOICE:
        printf(e->is_bool ? "cb%u" : "ci%u", e->index);
        return;
    default:
        fprintf(stderr, "a label in a fact\n");
        exit(1);
    }
}

static void expr(const struct pw_expr *e, const struct scene *s)
{
    switch ((enum pw_expr_kind)e->kind) {
    case PW_EXPR_INT:
        number(&e->value);
        return;
    case PW_EXPR_BOOL:
        printf(e->truth ? "true" : "false");
        return;
    case PW_EXPR_ADD:
        call("+", e, s);
        return;
    case PW_EXPR_SUB:
    case PW_EXPR_NEG:
        call("-", e, s);
        return;
    case PW_EXPR_MUL:
        call("*", e, s);
        return;
    case PW_EXPR_DIV:
        quotient(e, s);
        return;
    case PW_EXPR_MOD:
        printf("(- ");
        expr(e->args[0], s);
        printf(" (* ");
        number(&e->args[1]->value);
        putchar(' ');
        quotient(e, s);
        printf("))");
        return;
    case PW_EXPR_MIN:
    case PW_EXPR_MAX:
        printf(e->kind == PW_EXPR_MIN ? "(ite (<= " : "(ite (>= ");
        for (int i = 0; i < 4; i++)
            expr(e->args[i % 2], s), printf(i == 1 ? ") " : " ");
        putchar(')');
        return;
    case PW_EXPR_ITE:
        call("ite", e, s);
        return;
    case PW_EXPR_EQ:
    case PW_EXPR_IFF:
        call("=", e, s);
        return;
    case PW_EXPR_NE:
    case PW_EXPR_XOR:
        call("distinct", e, s);
        return;
    case PW_EXPR_LT:
        call("<", e, s);
        return;
    case PW_EXPR_LE:
        call("<=", e, s);
        return;
    case PW_EXPR_GT:
        call(">", e, s);
        return;
    case PW_EXPR_GE:
        call(">=", e, s);
        return;
    case PW_EXPR_NOT:
        call("not", e, s);
        return;
    case PW_EXPR_AND:
        call("and", e, s);
        return;
    case PW_EXPR_OR:
        call("or", e, s);
        return;
    case PW_EXPR_IMPLIES:
        call("=>", e, s);
        return;
    default:
        leaf(e, s);
    }
}

/* ---- views and keys ---- */

static void value(struct pw_type t, int64_t v)
{
    if (t.kind == PW_BOOL)
        printf(v ? "true" : "false");
    else
        integer(v);
}

/* The thread has the view. */
static void view(struct thread t, uint32_t number, bool after)
{
    const struct pw_view *a = &V->views.views.at[number];
    const struct pw_thread_template *k = &P->templates[t.kind];
    printf("(and true");
    if (t.kind < none()) {
        printf(" (= ");
        name_pc(t, after);
        printf(" %u)", a->loc);
        for (uint32_t i = 0, rank = 0; i < k->nlocals; i++) {
            if (k->locals[i].type.kind == PW_INT) continue;
            printf(" (= ");
            name_local(t, i, after);
            putchar(' ');
            value(k->locals[i].type, a->values[rank++]);
            putchar(')');
        }
    }
    putchar(')');
}

static void sigma(uint32_t number, bool after)
{
    printf("(and true");
    for (uint32_t i = 0, rank = 0; i < P->nshared; i++) {
        if (P->shared[i].type.kind == PW_INT) continue;
        printf(" (= ");
        name_shared(i, after);
        putchar(' ');
        value(P->shared[i].type, V->views.sigmas.at[number][rank++]);
        putchar(')');
    }
    putchar(')');
}

static void facts(const struct pw_invariant_key *k, const struct scene *s)
{
    struct scene turned = {s->other, s->mine, s->shared_after, s->other_after, s->mine_after};
    printf("(and true");
    for (size_t i = 0; i < k->facts.n; i++) {
        putchar(' ');
        expr(k->facts.at[i], s);
        if (k->u != k->v) continue;
        putchar(' ');
        expr(k->facts.at[i], &turned);
    }
    putchar(')');
}

static uint32_t kind_of(uint32_t number)
{
    return V->views.views.at[number].kind;
}

static void key_of(const struct pw_invariant_key *k, const struct scene *s)
{
    printf("(and ");
    sigma(k->sigma, s->shared_after);
    putchar(' ');
    view(s->mine, k->u, s->mine_after);
    putchar(' ');
    view(s->other, k->v, s->other_after);
    putchar(' ');
    facts(k, s);
    putchar(')');
}

/* The two threads satisfy the invariant: some key. */
static void pair(const struct scene *s)
{
    struct scene turned = {s->other, s->mine, s->shared_after, s->other_after, s->mine_after};
    printf("(or false");
    for (size_t i = 0; i < V->keys.n; i++) {
        const struct pw_invariant_key *k = &V->keys.at[i];
        if (kind_of(k->u) == s->mine.kind && kind_of(k->v) == s->other.kind)
            putchar(' '), key_of(k, s);
        if (kind_of(k->u) == s->other.kind && kind_of(k->v) == s->mine.kind)
            putchar(' '), key_of(k, &turned);
    }
    putchar(')');
}

/* ---- questions ---- */

static void declare_vars(const struct pw_var *vars, size_t n,
                         void (*name)(struct thread, uint32_t, bool), struct thread t, bool after)
{
    for (uint32_t i = 0; i < n; i++) {
        printf("(declare-const ");
        name(t, i, after);
        printf(vars[i].type.kind == PW_BOOL ? " Bool)\n" : " Int)\n");
        if (vars[i].type.kind != PW_RANGE || after) continue;
        printf("(assert (and (<= %lld ", (long long)vars[i].type.lo);
        name(t, i, after);
        printf(") (<= ");
        name(t, i, after);
        printf(" %lld)))\n", (long long)vars[i].type.hi);
    }
}

static void shared_name(struct thread t, uint32_t i, bool after)
{
    (void)t;
    name_shared(i, after);
}

static void declare_thread(struct thread t, bool after)
{
    if (t.kind == none()) return;
    printf("(declare-const ");
    name_pc(t, after);
    printf(" Int)\n");
    declare_vars(P->templates[t.kind].locals, P->templates[t.kind].nlocals, name_local, t, after);
}

static void open_question(const struct thread *threads, size_t n)
{
    struct thread nobody = {0};
    printf("(push 1)\n");
    declare_vars(P->shared, P->nshared, shared_name, nobody, false);
    for (size_t i = 0; i < n; i++)
        declare_thread(threads[i], false);
}

static void close_question(const char *what, size_t a, size_t b)
{
    printf("(echo \"%s %zu %zu\")\n(check-sat)\n(pop 1)\n", what, a, b);
    questions++;
}

/* The thread takes the edge: its new state and that of the shared variables. */
static void step(struct thread t, const struct pw_edge *e)
{
    const struct pw_thread_template *k = &P->templates[t.kind];
    struct scene s = {.mine = t};
    struct thread nobody = {0};
    declare_vars(P->shared, P->nshared, shared_name, nobody, true);
    declare_thread(t, true);
    for (uint32_t i = 0; i < e->nchoices; i++) {
        bool truth = e->choices[i].type.kind == PW_BOOL;
        printf(truth ? "(declare-const cb%u Bool)\n" : "(declare-const ci%u Int)\n", i);
        if (e->choices[i].type.kind == PW_RANGE)
            printf("(assert (and (<= %lld ci%u) (<= ci%u %lld)))\n",
                   (long long)e->choices[i].type.lo, i, i, (long long)e->choices[i].type.hi);
    }
    printf("(assert (= "), name_pc(t, false), printf(" %u))\n(assert (= ", e->from),
        name_pc(t, true), printf(" %u))\n(assert ", e->to);
    expr(e->guard, &s);
    printf(")\n");
    for (int shared = 0; shared < 2; shared++)
        for (uint32_t i = 0; i < (shared ? P->nshared : k->nlocals); i++) {
            const struct pw_expr *to = NULL;
            for (size_t u = 0; u < e->nupdates; u++)
                if (e->updates[u].shared == shared && e->updates[u].index == i)
                    to = e->updates[u].to;
            printf("(assert (= ");
            if (shared)
                name_shared(i, true);
            else
                name_local(t, i, true);
            putchar(' ');
            if (to)
                expr(to, &s);
            else if (shared)
                name_shared(i, false);
            else
                name_local(t, i, false);
            printf("))\n");
        }
}

/* ---- counts and tallies ---- */

static bool is_error(uint32_t number)
{
    const struct pw_view *a = &V->views.views.at[number];
    return a->kind < none() && P->templates[a->kind].locs[a->loc].kind == PW_LOC_ERROR;
}

static void weight(size_t count, struct thread t, bool after)
{
    int open = 0;
    for (uint32_t v = 0; v < V->nweighed && t.kind < none(); v++) {
        if (kind_of(v) != t.kind || V->counts.at[count].weights[v] == 0) continue;
        printf("(ite ");
        view(t, v, after);
        putchar(' ');
        integer(V->counts.at[count].weights[v]);
        putchar(' ');
        open++;
    }
    printf("0");
    while (open--)
        putchar(')');
}

static void combination(size_t count, bool after)
{
    printf("(+ 0");
    for (uint32_t i = 0; i < P->nshared; i++) {
        if (!V->counts.at[count].alpha[i]) continue;
        printf(" (* ");
        integer(V->counts.at[count].alpha[i]);
        printf(P->shared[i].type.kind == PW_BOOL ? " (ite " : " ");
        name_shared(i, after);
        printf(P->shared[i].type.kind == PW_BOOL ? " 1 0))" : ")");
    }
    putchar(')');
}

/* The known thread and one with view v may meet. */
static void may_meet(struct thread t, uint32_t v)
{
    printf("(or false");
    for (size_t i = 0; i < V->keys.n; i++) {
        const struct pw_invariant_key *k = &V->keys.at[i];
        uint32_t partner[2] = {k->u, k->v};
        for (int side = 0; side < 2; side++) {
            if (partner[side] != v || kind_of(partner[1 - side]) != t.kind) continue;
            printf(" (and ");
            sigma(k->sigma, false);
            putchar(' ');
            view(t, partner[1 - side], false);
            putchar(')');
        }
    }
    putchar(')');
}

static void sum_of_kind(uint32_t kind)
{
    printf("(+ 0");
    for (uint32_t v = 0; v < V->nweighed; v++)
        if (kind_of(v) == kind && !is_error(v)) printf(" r%u", v);
    putchar(')');
}

static void tally_term(const struct pw_invariant_tally *t, struct thread a, bool shared_after,
                       bool after)
{
    struct scene s = {.mine = a, .shared_after = shared_after, .mine_after = after};
    if (a.kind != t->kind) {
        printf("false");
        return;
    }
    printf("(and (or false");
    for (size_t i = 0; i < t->views.n; i++)
        putchar(' '), view(a, t->views.at[i], after);
    printf(") ");
    expr(t->fact, &s);
    putchar(')');
}

static void bound(const struct pw_invariant_bound *b, const char *n, bool after)
{
    struct scene s = {.shared_after = after};
    printf(b->upper ? "(<= %s " : "(>= %s ", n);
    expr(b->bound, &s);
    putchar(')');
}

static void tallies(const struct thread *threads, size_t n)
{
    for (size_t i = 0; i < V->tallies.n; i++) {
        const struct pw_invariant_tally *t = &V->tallies.at[i];
        printf("(declare-const n%zu Int)\n(declare-const m%zu Int)\n(assert (and (<= 0 m%zu) (<= "
               "m%zu (+ 0",
               i, i, i, i);
        for (size_t k = 0; k < t->views.n; k++)
            printf(" r%u", t->views.at[k]);
        printf("))))\n(assert (= n%zu (+ m%zu", i, i);
        for (size_t k = 0; k < n; k++)
            printf(" (ite "), tally_term(t, threads[k], false, false), printf(" 1 0)");
        printf(")))\n");
        char name[32];
        snprintf(name, sizeof name, "n%zu", i);
        for (size_t b = 0; b < t->bounds.n; b++)
            printf("(assert "), bound(&t->bounds.at[b], name, false), printf(")\n");
    }
}

/* Counts and tallies of a state with these known threads; the others are r_v threads of view v. */
static void counting(const struct thread *threads, size_t n)
{
    if (!V->counts.n) return;
    for (uint32_t v = 0; v < V->nweighed; v++) {
        if (is_error(v) || kind_of(v) == none()) continue;
        printf("(declare-const r%u Int)\n(assert (>= r%u 0))\n", v, v);
        for (size_t i = 0; i < n; i++) {
            if (threads[i].kind == none()) continue;
            printf("(assert (=> (> r%u 0) ", v), may_meet(threads[i], v), printf("))\n");
        }
    }
    for (uint32_t t = 0; t < P->ntemplates; t++) {
        int64_t known = 0;
        for (size_t i = 0; i < n; i++)
            known += threads[i].kind == t;
        if (P->templates[t].count >= 0)
            printf("(assert (= "), sum_of_kind(t),
                printf(" %lld))\n", (long long)(P->templates[t].count - known));
    }
    for (size_t c = 0; c < V->counts.n; c++) {
        printf("(assert (= "), combination(c, false), printf(" (+ "),
            integer(V->counts.at[c].constant);
        for (size_t i = 0; i < n; i++)
            putchar(' '), weight(c, threads[i], false);
        for (uint32_t v = 0; v < V->nweighed; v++)
            if (!is_error(v) && kind_of(v) < none() && V->counts.at[c].weights[v])
                printf(" (* "), integer(V->counts.at[c].weights[v]), printf(" r%u)", v);
        printf(")))\n");
    }
    tallies(threads, n);
}

/* The view of the thread has a weight. */
static void weighed(struct thread t, bool after)
{
    printf("(or false");
    for (uint32_t v = 0; v < V->nweighed; v++)
        if (kind_of(v) == t.kind && !is_error(v)) putchar(' '), view(t, v, after);
    putchar(')');
}

/* ---- the conditions ---- */

static bool fits(const uint32_t *kinds, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int64_t same = 0;
        for (size_t k = 0; k < n; k++)
            same += kinds[k] == kinds[i];
        if (kinds[i] < none() && P->templates[kinds[i]].count >= 0 &&
            same > P->templates[kinds[i]].count)
            return false;
    }
    return true;
}

/* Is one thread alone not a case of two? Decided here once more, from the program. */
static bool needs_idle(void)
{
    bool open = false;
    for (size_t t = 0; t < P->ntemplates; t++) {
        open |= P->templates[t].count < 0;
        for (size_t i = 0; i < P->templates[t].nlocals; i++) {
            const struct pw_expr *e = P->templates[t].locals[i].init;
            if (e && e->kind != PW_EXPR_INT && e->kind != PW_EXPR_BOOL) return true;
        }
    }
    return P->ninits > 0 || !open;
}

static void initial_vars(const struct pw_var *vars, size_t n,
                         void (*name)(struct thread, uint32_t, bool), struct thread t)
{
    struct scene s = {.mine = t};
    for (uint32_t i = 0; i < n; i++)
        if (vars[i].init)
            printf("(assert (= "), name(t, i, false), putchar(' '), expr(vars[i].init, &s),
                printf("))\n");
}

static void initial(struct thread a, struct thread b)
{
    struct thread both[2] = {a, b};
    initial_vars(P->shared, P->nshared, shared_name, a);
    for (int i = 0; i < 2; i++) {
        if (both[i].kind == none()) continue;
        const struct pw_thread_template *k = &P->templates[both[i].kind];
        initial_vars(k->locals, k->nlocals, name_local, both[i]);
        printf("(assert (= "), name_pc(both[i], false), printf(" %u))\n", k->entry);
    }
    for (size_t q = 0; q < P->ninits; q++)
        for (int i = 0; i < 2; i++) {
            const struct pw_pred *c = &P->inits[q];
            struct scene s = {.mine = both[i], .other = both[1 - i]};
            if (s.mine.kind == none() || (c->active >= 0 && (uint32_t)c->active != s.mine.kind))
                continue;
            if (c->class == PW_INTER_THREAD &&
                (s.other.kind == none() ||
                 (c->passive >= 0 && (uint32_t)c->passive != s.other.kind)))
                continue;
            printf("(assert "), expr(c->expr, &s), printf(")\n");
        }
}

static void check_init(uint32_t x, uint32_t y)
{
    struct thread t[2] = {{0, x}, {1, y}};
    struct scene s = {.mine = t[0], .other = t[1]};
    open_question(t, 2);
    initial(t[0], t[1]);
    printf("(assert (not "), pair(&s), printf("))\n");
    close_question("init", x, y);
    if (!V->counts.n) return;
    open_question(t, 2);
    initial(t[0], t[1]);
    printf("(assert (not (and true");
    for (size_t c = 0; c < V->counts.n; c++) {
        printf(" (= "), combination(c, false), putchar(' '), integer(V->counts.at[c].constant),
            putchar(')');
        for (int i = 0; i < 2; i++)
            printf(" (= 0 "), weight(c, t[i], false), putchar(')');
    }
    for (int i = 0; i < 2; i++)
        if (t[i].kind < none()) putchar(' '), weighed(t[i], false);
    for (size_t i = 0; i < V->tallies.n; i++) {
        for (int k = 0; k < 2; k++)
            printf(" (not "), tally_term(&V->tallies.at[i], t[k], false, false), putchar(')');
        for (size_t b = 0; b < V->tallies.at[i].bounds.n; b++)
            putchar(' '), bound(&V->tallies.at[i].bounds.at[b], "0", false);
    }
    printf(")))\n");
    close_question("count-init", x, y);
}

/* The step keeps the bounds of every tally; `up`, `down` are claimed of it and asked for by
 * check_moves. */
static void tally_after(const struct pw_invariant_key *k, struct thread a, struct thread b,
                        uint32_t from, const struct pw_edge *e)
{
    for (size_t i = 0; i < V->tallies.n; i++) {
        const struct pw_invariant_tally *t = &V->tallies.at[i];
        int up = 2, down = 2;
        for (size_t m = 0; m < t->moves.n; m++)
            if (t->moves.at[m].sigma == k->sigma && t->moves.at[m].view == from &&
                t->moves.at[m].edge == e)
                up = t->moves.at[m].up, down = t->moves.at[m].down;
        printf("(declare-const d%zu Int)\n(declare-const n%zu_ Int)\n", i, i);
        printf("(define-fun u%zu () Int (ite (and (not ", i), tally_term(t, b, false, false),
            printf(") "), tally_term(t, b, true, false), printf(") 1 0))\n");
        if (up < 2) printf("(assert (<= (+ d%zu u%zu) %d))\n", i, i, up);
        if (down < 2) printf("(assert (>= d%zu (- %d)))\n", i, down);
        printf("(assert (= n%zu_ (+ n%zu d%zu (ite ", i, i, i), tally_term(t, a, true, true),
            printf(" 1 0) (- (ite "), tally_term(t, a, false, false);
        printf(" 1 0)) (ite "), tally_term(t, b, true, false), printf(" 1 0) (- (ite "),
            tally_term(t, b, false, false), printf(" 1 0)))))\n(assert (>= n%zu_ 0))\n", i);
    }
    printf("(assert (not (and true");
    for (size_t i = 0; i < V->tallies.n; i++) {
        char name[32];
        snprintf(name, sizeof name, "n%zu_", i);
        for (size_t n = 0; n < V->tallies.at[i].bounds.n; n++)
            putchar(' '), bound(&V->tallies.at[i].bounds.at[n], name, true);
    }
    printf(")))\n");
}

/* Hypotheses of a step of one of the threads of a key. */
static void open_key(const struct pw_invariant_key *k, const struct thread *t)
{
    struct scene s = {.mine = t[0], .other = t[1]};
    open_question(t, 2);
    printf("(assert "), key_of(k, &s), printf(")\n");
    counting(t, 2);
}

static void check_own(size_t number, const struct pw_invariant_key *k, int side)
{
    struct thread t[2] = {{0, kind_of(k->u)}, {1, kind_of(k->v)}}, active = t[side],
                  other = t[1 - side];
    uint32_t from = side ? k->v : k->u;
    if (active.kind == none()) return;
    const struct pw_thread_template *p = &P->templates[active.kind];
    for (size_t i = 0; i < p->nedges; i++) {
        const struct pw_edge *e = &p->edges[i];
        struct scene s = {active, other, true, true, false};
        if (e->from != V->views.views.at[from].loc) continue;
        open_key(k, t);
        step(active, e);
        printf("(assert (not "), pair(&s), printf("))\n");
        close_question("own", number, i);
        if (!V->counts.n || p->locs[e->to].kind == PW_LOC_ERROR) continue;
        open_key(k, t);
        step(active, e);
        printf("(assert (not (and "), weighed(active, true);
        for (size_t c = 0; c < V->counts.n; c++)
            printf(" (= (- "), combination(c, true), putchar(' '), combination(c, false),
                printf(") (- "), weight(c, active, true), putchar(' '), weight(c, active, false),
                printf("))");
        printf(")))\n");
        close_question("count", number, i);
        if (!V->tallies.n) continue;
        open_key(k, t);
        step(active, e);
        tally_after(k, active, other, from, e);
        close_question("tally", number, i);
    }
}

static bool writes_shared(const struct pw_edge *e)
{
    for (size_t i = 0; i < e->nupdates; i++)
        if (e->updates[i].shared) return true;
    return false;
}

static void check_third(size_t number, const struct pw_invariant_key *k, uint32_t kind)
{
    struct thread t[3] = {{0, kind_of(k->u)}, {1, kind_of(k->v)}, {2, kind}};
    uint32_t kinds[3] = {t[0].kind, t[1].kind, kind};
    const struct pw_thread_template *p = &P->templates[kind];
    if (!fits(kinds, 3)) return;
    for (size_t i = 0; i < p->nedges; i++) {
        const struct pw_edge *e = &p->edges[i];
        struct scene now = {.mine = t[0], .other = t[1]}, later = {t[0], t[1], true, false, false};
        if (!writes_shared(e) || p->locs[e->to].kind == PW_LOC_ERROR) continue;
        open_question(t, 3);
        printf("(assert "), key_of(k, &now), printf(")\n");
        for (int side = 0; side < 2; side++) {
            struct scene with = {.mine = t[side], .other = t[2]};
            printf("(assert "), pair(&with), printf(")\n");
        }
        counting(t, 3);
        step(t[2], e);
        printf("(assert (not "), pair(&later), printf("))\n");
        close_question("third", number, i);
    }
}

/* No step turns more standing threads than the tally says. */
static void check_moves(const struct pw_invariant_tally *t)
{
    for (size_t m = 0; m < t->moves.n; m++)
        for (int up = 0; up < 2; up++) {
            int most = up ? t->moves.at[m].up : t->moves.at[m].down;
            uint32_t active = kind_of(t->moves.at[m].view);
            struct thread all[3] = {{0, active}, {1, t->kind}, {2, t->kind}};
            uint32_t kinds[3] = {active, t->kind, t->kind};
            if (most > 1 || !fits(kinds, (size_t)most + 2)) continue;
            open_question(all, (size_t)most + 2);
            printf("(assert "), sigma(t->moves.at[m].sigma, false), printf(")\n(assert "),
                view(all[0], t->moves.at[m].view, false), printf(")\n");
            for (int i = 0; i < most + 2; i++)
                for (int k = i + 1; k < most + 2; k++) {
                    struct scene s = {.mine = all[i], .other = all[k]};
                    printf("(assert "), pair(&s), printf(")\n");
                }
            counting(all, (size_t)most + 2);
            step(all[0], t->moves.at[m].edge);
            for (int i = 1; i < most + 2; i++) {
                printf("(assert (and "), printf(up ? "(not " : "(and "),
                    tally_term(t, all[i], false, false), printf(up ? ") (and " : ") (not ");
                tally_term(t, all[i], true, false), printf(")))\n");
            }
            close_question(up ? "up" : "down", m, (size_t)most);
        }
}

/* ---- bad sets: places of one alternative, as a multiset ---- */

struct place {
    uint32_t kind, loc;
};

static size_t carried(const struct pw_count *c, const struct place *at, size_t n)
{
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        if (c->template >= 0 && (uint32_t)c->template != at[i].kind) continue;
        for (size_t k = 0; k < P->labels[c->label].nplaces; k++)
            if (P->labels[c->label].places[k].template == at[i].kind &&
                P->labels[c->label].places[k].loc == at[i].loc)
                found++;
    }
    return found;
}

static void check_bad_set(size_t d, const struct place *at, size_t n)
{
    struct thread t[17] = {{0}};
    uint32_t kinds[16] = {0};
    for (size_t i = 0; i < P->unsafe[d].ncounts; i++)
        if (carried(&P->unsafe[d].counts[i], at, n) < P->unsafe[d].counts[i].least) return;
    for (size_t i = 0; i < n; i++)
        t[i] = (struct thread){(int)i, kinds[i] = at[i].kind};
    if (!fits(kinds, n)) return;
    size_t known = n;
    if (n == 1) t[known++] = (struct thread){1, none()};
    open_question(t, n);
    for (size_t i = 0; i < n; i++)
        printf("(assert (= "), name_pc(t[i], false), printf(" %u))\n", at[i].loc);
    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n; k++) {
            struct scene s = {.mine = t[i], .other = t[k]};
            printf("(assert "), pair(&s), printf(")\n");
        }
    if (n == 1) { /* some partner, or none */
        for (uint32_t x = 0; x < P->ntemplates; x++)
            declare_thread((struct thread){1, x}, false);
        printf("(assert (or false");
        for (uint32_t x = 0; x <= P->ntemplates; x++) {
            struct scene s = {.mine = t[0], .other = {1, x}};
            putchar(' '), pair(&s);
        }
        printf("))\n");
    }
    counting(t, n);
    close_question("bad", d, n);
}

static void bad_sets(size_t d, struct place *at, size_t n, size_t size, const struct place *from,
                     size_t left)
{
    if (n == size) {
        check_bad_set(d, at, n);
        return;
    }
    for (size_t i = 0; i < left; i++) {
        at[n] = from[i];
        bad_sets(d, at, n + 1, size, from + i, left - i);
    }
}

static void check_bad(size_t d)
{
    PW_VEC(struct place) all = {0};
    size_t need = 0;
    struct place at[16];
    for (uint32_t t = 0; t < P->ntemplates; t++)
        for (uint32_t l = 0; l < P->templates[t].nlocs; l++) {
            struct place one = {t, l};
            bool carries = false;
            for (size_t i = 0; i < P->unsafe[d].ncounts; i++)
                carries |= carried(&P->unsafe[d].counts[i], &one, 1) > 0;
            if (carries) pw_vec_push(&all, one);
        }
    for (size_t i = 0; i < P->unsafe[d].ncounts; i++)
        need += P->unsafe[d].counts[i].least;
    if (need > 16) fprintf(stderr, "too many threads\n"), exit(1);
    for (size_t n = 1; n <= need; n++)
        bad_sets(d, at, 0, n, all.at, all.n);
    pw_vec_clear(&all);
}

static void check_all(void)
{
    uint32_t kinds = none() + needs_idle();
    if (needs_idle() && !V->idle)
        fprintf(stderr, "pairs with no second thread are missing\n"), exit(1);
    for (uint32_t x = 0; x < none(); x++)
        for (uint32_t y = x; y < kinds; y++)
            if (fits((uint32_t[]){x, y}, 2)) check_init(x, y);
    for (size_t i = 0; i < V->keys.n; i++) {
        const struct pw_invariant_key *k = &V->keys.at[i];
        if (is_error(k->u) || is_error(k->v))
            fprintf(stderr, "a key with a failed thread\n"), exit(1);
        check_own(i, k, 0);
        check_own(i, k, 1);
        for (uint32_t t = 0; t < none(); t++)
            check_third(i, k, t);
    }
    for (size_t d = 0; d < P->nunsafe; d++)
        check_bad(d);
    for (size_t i = 0; i < V->tallies.n; i++)
        check_moves(&V->tallies.at[i]);
}

/* A proof without its facts or counts. */
static void spoil(struct pw_invariant *v, const char *what)
{
    if (what && !strcmp(what, "facts"))
        for (size_t i = 0; i < v->keys.n; i++)
            v->keys.at[i].facts.n = 0;
    if (what && !strcmp(what, "counts"))
        for (size_t i = 0; i < v->counts.n; i++)
            memset(v->counts.at[i].alpha, 0, P->nshared * sizeof *v->counts.at[i].alpha);
}

struct job {
    const char *file, *spoil;
    int code;
};

static void run(void *arg)
{
    struct job *j = arg;
    struct pw_source src;
    struct pw_diags diags = {0};
    struct pw_pairs_stats stats = {0};
    struct pw_pairs_result r = {0};
    const char *why;
    j->code = 65;
    if (pw_source_read(&src, j->file, &why) != PW_SOURCE_OK) return;
    struct pw_program *p = pw_dr_parse(&src, NULL, 0, &diags);
    if (!p) return;
    p->preds.n = 0;
    pw_pairs_prove(p, j->spoil && !strcmp(j->spoil, "needed"), &stats, &r);
    j->code = r.invariant ? 0 : 5;
    P = p;
    V = r.invariant;
    if (V) {
        spoil(r.invariant, j->spoil);
        printf("(set-logic QF_LIA)\n");
        check_all();
    }
    fprintf(stderr, "%zu questions\n", questions);
    pw_pairs_result_clear(&r);
    pw_program_free(p);
}

int main(int argc, char **argv)
{
    struct job j = {argc > 1 ? argv[1] : "", argc > 2 ? argv[2] : NULL, 0};
    if (pw_guard_run(run, &j) != PW_STOP_NONE) return 1;
    return j.code;
}
