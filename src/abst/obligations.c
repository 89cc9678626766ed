#include "abst/obligations.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "abst/axioms_smtlib.h"
#include "abst/same.h"
#include "abst/skeleton.h"
#include "abst/smtlib.h"
#include "base/limits.h"

/* The writing of one question. */
struct question {
    struct pw_smtlib s;
    const struct pw_abstraction *a; /* a skeleton of the program: which field is what */
    struct pw_dual *t;
    unsigned threads;
    struct pw_strbuf *out;
    struct pw_strbuf text; /* a term in the making */
    unsigned outside;      /* formulas "the row is outside" so far */
};

#define TEXT(q) pw_strbuf_text(&(q)->text)

static const struct pw_program *program(const struct question *q)
{
    return q->s.p;
}
static size_t n_kinds(const struct question *q)
{
    return q->t->templates.n;
}

/* ---- variables ---- */

static void declare(struct question *q, const char *name, struct pw_type type)
{
    pw_strbuf_printf(q->out, "(declare-fun %s () %s)\n", name,
                     type.kind == PW_BOOL ? "Bool" : "Int");
    if (type.kind != PW_RANGE) return;
    struct pw_strbuf lo = {0}, hi = {0};
    pw_smtlib_int(type.lo, &lo);
    pw_smtlib_int(type.hi, &hi);
    pw_strbuf_printf(q->out, "(assert (and (<= %s %s) (<= %s %s)))\n", pw_strbuf_text(&lo), name,
                     name, pw_strbuf_text(&hi));
    pw_strbuf_clear(&lo);
    pw_strbuf_clear(&hi);
}

static void declare_locals(struct question *q, unsigned thread, uint32_t template)
{
    const struct pw_thread_template *T = &program(q)->templates[template];
    for (uint32_t i = 0; i < T->nlocals; i++) {
        pw_strbuf_reset(&q->text);
        pw_smtlib_local(&q->s, thread, template, i, false, &q->text);
        declare(q, TEXT(q), T->locals[i].type);
    }
}

/* A thread of any template, anywhere. */
static void declare_thread(struct question *q, unsigned thread, size_t kinds)
{
    struct pw_strbuf name = {0};
    pw_strbuf_printf(&name, "t%u.kind", thread);
    declare(q, pw_strbuf_text(&name), (struct pw_type){PW_RANGE, 0, (int64_t)kinds - 1});
    for (uint32_t t = 0; t < program(q)->ntemplates; t++)
        declare_locals(q, thread, t);
    if (q->s.edge) {
        pw_strbuf_printf(q->out, "(declare-fun t%u.pc () Int)\n", thread);
        for (uint32_t t = 0; t < kinds; t++)
            pw_strbuf_printf(q->out,
                             "(assert (=> (= t%u.kind %u) (and (<= 0 t%u.pc) (< t%u.pc %zu))))\n",
                             thread, t, thread, thread, q->t->templates.at[t].locs.n);
    }
    pw_strbuf_clear(&name);
}

static void declare_shared(struct question *q)
{
    for (uint32_t i = 0; i < program(q)->nshared; i++) {
        pw_strbuf_reset(&q->text);
        pw_smtlib_shared(&q->s, i, false, &q->text);
        declare(q, TEXT(q), program(q)->shared[i].type);
    }
}

static void assert_expr(struct question *q, const char *condition, const struct pw_expr *e,
                        const struct pw_smtlib_scene *sc)
{
    struct pw_strbuf text = {0};
    pw_smtlib_expr(&q->s, e, sc, &text);
    if (condition)
        pw_strbuf_printf(q->out, "(assert (=> %s %s))\n", condition, pw_strbuf_text(&text));
    else
        pw_strbuf_printf(q->out, "(assert %s)\n", pw_strbuf_text(&text));
    pw_strbuf_clear(&text);
}

/* ---- the row ---- */

/* Truth of a predicate for a thread (Eq. 3), as a term in q->text. others: how many kinds thread 2,
 * 3, ... may have. */
static void predicate(struct question *q, const struct pw_pred *pred, unsigned thread,
                      uint32_t template, uint32_t one, bool after)
{
    struct pw_strbuf text = {0};
    struct pw_smtlib_scene sc = {.active = thread, .active_template = template, .after = after};
    if (pred->class != PW_INTER_THREAD) {
        pw_smtlib_expr(&q->s, pred->expr, &sc, &text);
    } else {
        pw_strbuf_puts(&text, "(and true");
        for (sc.passive = 1; sc.passive <= q->threads; sc.passive++)
            for (uint32_t t = 0; t < program(q)->ntemplates; t++) {
                if (sc.passive == thread || !pw_skeleton_ranges_over(pred, t) ||
                    (sc.passive == 1 && t != one))
                    continue;
                sc.passive_template = t;
                if (sc.passive == 1)
                    pw_strbuf_puts(&text, " (=> true ");
                else
                    pw_strbuf_printf(&text, " (=> (= t%u.kind %u) ", sc.passive, t);
                pw_smtlib_expr(&q->s, pred->expr, &sc, &text);
                pw_strbuf_putc(&text, ')');
            }
        pw_strbuf_putc(&text, ')');
    }
    pw_strbuf_reset(&q->text);
    pw_strbuf_puts(&q->text, pw_strbuf_text(&text));
    pw_strbuf_clear(&text);
}

/* The row of threads 1 (template one) and 2 (template two), whose bits have names beginning with a
 * prefix of their own. */
struct row {
    struct question *q;
    uint32_t one, two;
    char prefix[40];
    struct pw_strbuf ranges; /* conjunction: all values are within their ranges */
};

static void bit_name(const struct row *r, unsigned var, struct pw_strbuf *out)
{
    pw_strbuf_printf(out, "%s.v%u", r->prefix, var);
}

static void define_bit(struct row *r, unsigned var, const char *value)
{
    struct pw_strbuf name = {0};
    bit_name(r, var, &name);
    pw_strbuf_printf(r->q->out, "(define-fun %s () Bool %s)\n", pw_strbuf_text(&name), value);
    pw_strbuf_clear(&name);
}

/* The bits of a range's value: free Booleans that encode it, if it is within its range. */
static void encode_value(struct row *r, enum pw_role role, uint32_t template, uint32_t field,
                         enum pw_when when, const char *value)
{
    struct question *q = r->q;
    const struct pw_field *f = &pw_dual_fields(q->t, role, template)->at[field];
    struct pw_strbuf sum = {0}, name = {0}, inside = {0};
    pw_strbuf_puts(&inside, "(and (<= ");
    pw_smtlib_int(f->lo, &inside);
    pw_strbuf_printf(&inside, " %s) (<= %s ", value, value);
    pw_smtlib_int(f->hi, &inside);
    pw_strbuf_puts(&inside, "))");
    for (unsigned b = 0; b < f->bits; b++) {
        pw_strbuf_reset(&name);
        bit_name(r, pw_dual_var(q->t, role, template, field, when, b), &name);
        pw_strbuf_printf(q->out, "(declare-fun %s () Bool)\n", pw_strbuf_text(&name));
        pw_strbuf_printf(&sum, " (ite %s %" PRIu64 " 0)", pw_strbuf_text(&name),
                         (uint64_t)1 << (f->bits - 1 - b));
    }
    pw_strbuf_printf(q->out, "(assert (=> %s (= %s (+ ", pw_strbuf_text(&inside), value);
    pw_smtlib_int(f->lo, q->out);
    pw_strbuf_printf(q->out, " 0%s))))\n", pw_strbuf_text(&sum));
    pw_strbuf_printf(&r->ranges, " %s", pw_strbuf_text(&inside));
    pw_strbuf_clear(&sum);
    pw_strbuf_clear(&name);
    pw_strbuf_clear(&inside);
}

static void define_values(struct row *r, enum pw_role role, uint32_t template, unsigned thread,
                          enum pw_when when)
{
    struct question *q = r->q;
    const struct pw_abst_fields *f = role == PW_SHARED ? &q->a->shared : &q->a->local[template];
    for (uint32_t i = 0; i < f->n_vars; i++) {
        if (f->of_var[i] == PW_NO_INDEX) continue;
        struct pw_strbuf value = {0};
        if (role == PW_SHARED)
            pw_smtlib_shared(&q->s, i, when == PW_NEXT, &value);
        else
            pw_smtlib_local(&q->s, thread, template, i, when == PW_NEXT, &value);
        if (pw_dual_fields(q->t, role, template)->at[f->of_var[i]].kind == PW_FIELD_RANGE)
            encode_value(r, role, template, f->of_var[i], when, pw_strbuf_text(&value));
        else
            define_bit(r, pw_dual_var(q->t, role, template, f->of_var[i], when, 0),
                       pw_strbuf_text(&value));
        pw_strbuf_clear(&value);
    }
}

static void define_bits(struct row *r, enum pw_role role, uint32_t template, unsigned thread,
                        enum pw_when when)
{
    struct question *q = r->q;
    const struct pw_abst_fields *f = role == PW_SHARED ? &q->a->shared : &q->a->local[template];
    for (uint32_t i = 0; i < f->n_preds; i++) {
        if (f->of_pred[i] == PW_NO_INDEX) continue;
        assert(i < q->a->preds.n);
        predicate(q, &q->a->preds.at[i], thread, template, r->one, when == PW_NEXT);
        define_bit(r, pw_dual_var(q->t, role, template, f->of_pred[i], when, 0), TEXT(q));
    }
}

static void define_moment(struct row *r, enum pw_when when)
{
    define_values(r, PW_SHARED, 0, 0, when);
    if (r->q->a->alone != PW_NO_INDEX)
        define_bit(r, pw_dual_var(r->q->t, PW_SHARED, 0, r->q->a->alone, when, 0),
                   pw_abst_is_idle(r->q->a, r->two) ? "true" : "false");
    define_bits(r, PW_SHARED, 0, 1, when);
    define_values(r, PW_ACTIVE, r->one, 1, when);
    define_bits(r, PW_ACTIVE, r->one, 1, when);
    if (r->two >= program(r->q)->ntemplates) return;
    define_values(r, PW_PASSIVE, r->two, 2, when);
    define_bits(r, PW_PASSIVE, r->two, 2, when);
}

/* ---- diagrams ---- */

/* Defines a function for each node below f that has none, children first. */
struct nodes {
    struct row *r;
    PW_VEC(pw_bdd) todo;
    PW_VEC(bool) done;
};

static bool is_done(struct nodes *n, pw_bdd f)
{
    while (n->done.n <= f.i)
        pw_vec_push(&n->done, false);
    return f.i < 2 || n->done.at[f.i];
}

static void node_name(const struct row *r, pw_bdd f, struct pw_strbuf *out)
{
    if (f.i < 2)
        pw_strbuf_puts(out, f.i ? "true" : "false");
    else
        pw_strbuf_printf(out, "%s.n%u", r->prefix, f.i);
}

static void write_node(struct nodes *n, pw_bdd f)
{
    struct pw_bdds *m = n->r->q->t->bdds;
    struct pw_strbuf *out = n->r->q->out;
    pw_strbuf_puts(out, "(define-fun ");
    node_name(n->r, f, out);
    pw_strbuf_puts(out, " () Bool (ite ");
    bit_name(n->r, pw_bdd_top(m, f), out);
    pw_strbuf_putc(out, ' ');
    node_name(n->r, pw_bdd_hi(m, f), out);
    pw_strbuf_putc(out, ' ');
    node_name(n->r, pw_bdd_lo(m, f), out);
    pw_strbuf_puts(out, "))\n");
    assert(f.i < n->done.n);
    n->done.at[f.i] = true;
}

static void write_nodes(struct nodes *n, pw_bdd root)
{
    struct pw_bdds *m = n->r->q->t->bdds;
    pw_vec_push(&n->todo, root);
    while (n->todo.n) {
        pw_bdd f = pw_vec_last(&n->todo);
        pw_limits_poll();
        if (is_done(n, f)) {
            (void)pw_vec_pop(&n->todo);
            continue;
        }
        pw_bdd lo = pw_bdd_lo(m, f), hi = pw_bdd_hi(m, f);
        if (!is_done(n, lo))
            pw_vec_push(&n->todo, lo);
        else if (!is_done(n, hi))
            pw_vec_push(&n->todo, hi);
        else
            write_node(n, f);
    }
}

/* Declares "the row is outside": thread 2 is where `where` says, and the relation does not hold.
 * Where it is of a some block, `where` also says that thread 2 serves it. */
static void outside(struct nodes *n, const char *where, pw_bdd relation)
{
    struct question *q = n->r->q;
    write_nodes(n, relation);
    pw_strbuf_printf(q->out,
                     "(define-fun outside%u () Bool (and (= t2.kind %u) %s (not (and true%s ",
                     ++q->outside, n->r->two, where, pw_strbuf_text(&n->r->ranges));
    node_name(n->r, relation, q->out);
    pw_strbuf_puts(q->out, "))))\n");
}

/* Thread 2 of the row's template may be anywhere; locations with the same rows are told
 * together. serves: what else must hold of it; may be NULL. */
static void outside_by_location(struct nodes *n, const char *serves, pw_bdd relation)
{
    struct question *q = n->r->q;
    struct pw_bdds *m = q->t->bdds;
    assert(n->r->two < q->t->templates.n);
    const pw_uints *locs = &q->t->templates.at[n->r->two].locs;
    pw_bdd *at = PW_NEWS(pw_bdd, locs->n);
    for (size_t l = 0; l < locs->n; l++)
        at[l] = pw_bdd_cofactor(m, relation, pw_dual_at(q->t, locs->at[l]));
    for (size_t l = 0; l < locs->n; l++) {
        struct pw_strbuf where = {0};
        bool seen = false;
        if (serves) pw_strbuf_printf(&where, "%s ", serves);
        pw_strbuf_puts(&where, "(or");
        for (size_t k = 0; k < locs->n; k++) {
            if (!pw_bdd_same(at[k], at[l])) continue;
            seen |= k < l;
            pw_strbuf_printf(&where, " (= t2.pc %zu)", k);
        }
        pw_strbuf_putc(&where, ')');
        if (!seen) outside(n, pw_strbuf_text(&where), at[l]);
        pw_strbuf_clear(&where);
    }
    PW_FREES(at, locs->n);
}

/* ---- questions ---- */

static void question_init(struct question *q, const struct pw_abstraction *a,
                          const struct pw_program *p, struct pw_dual *t, struct pw_strbuf *out)
{
    *q =
        (struct question){.a = a, .t = t, .threads = (unsigned)pw_abst_bound(p->preds), .out = out};
    q->s = (struct pw_smtlib){.p = p, .out = out};
    pw_strbuf_puts(out, "(push 1)\n");
}

static void question_ask(struct question *q)
{
    pw_strbuf_puts(q->out, "(assert (or false");
    for (unsigned i = 1; i <= q->outside; i++)
        pw_strbuf_printf(q->out, " outside%u", i);
    pw_strbuf_printf(q->out, "))\n(check-sat)\n(pop 1)\n");
    pw_strbuf_clear(&q->text);
}

static void row_init(struct row *r, struct question *q, uint32_t one, uint32_t two)
{
    *r = (struct row){.q = q, .one = one, .two = two};
    snprintf(r->prefix, sizeof r->prefix, "r%u.%u", one, two);
}

static void comment(struct pw_strbuf *out, const char *text)
{
    for (; *text; text++)
        pw_strbuf_putc(out, *text == '\n' || *text == '\r' ? ' ' : *text);
}

/* What a look says of thread 1 and a thread of template t, as a term. */
static void look_at(struct question *q, const struct pw_look *k, unsigned thread, uint32_t t,
                    struct pw_strbuf *out)
{
    struct pw_smtlib_scene sc = {.active = 1,
                                 .active_template = q->s.edge_template,
                                 .passive = thread,
                                 .passive_template = t};
    pw_smtlib_expr(&q->s, k->expr, &sc, out);
}

static bool looks_at(const struct pw_look *k, uint32_t t)
{
    return k->passive == PW_ANY || k->passive == (int32_t)t;
}

/* every(E) holds against each other thread, some(S) against one. */
static void assert_look(struct question *q, const struct pw_look *k)
{
    struct pw_strbuf text = {0};
    pw_strbuf_puts(&text, k->every ? "(and true" : "(or false");
    for (unsigned thread = 2; thread <= q->threads; thread++)
        for (uint32_t t = 0; t < program(q)->ntemplates; t++) {
            if (!looks_at(k, t)) continue;
            pw_strbuf_printf(&text, " (%s (= t%u.kind %u) ", k->every ? "=>" : "and", thread, t);
            look_at(q, k, thread, t, &text);
            pw_strbuf_putc(&text, ')');
        }
    pw_strbuf_putc(&text, ')');
    pw_strbuf_printf(q->out, "(assert %s)\n", pw_strbuf_text(&text));
    pw_strbuf_clear(&text);
}

/* The locals of other threads that the step sets, after it. */
static void write_others(struct question *q)
{
    const struct pw_edge *e = q->s.edge;
    for (size_t i = 0; i < e->nothers; i++)
        for (unsigned thread = 2; thread <= q->threads; thread++) {
            const struct pw_other_update *u = &e->others[i];
            struct pw_smtlib_scene sc = {.active = 1,
                                         .active_template = q->s.edge_template,
                                         .passive = thread,
                                         .passive_template = u->template};
            struct pw_strbuf value = {0}, name = {0};
            pw_smtlib_expr(&q->s, u->to, &sc, &value);
            pw_smtlib_local(&q->s, thread, u->template, u->index, true, &name);
            pw_strbuf_printf(q->out, "(define-fun %s () %s %s)\n", pw_strbuf_text(&name),
                             u->to->is_bool ? "Bool" : "Int", pw_strbuf_text(&value));
            pw_strbuf_clear(&value);
            pw_strbuf_clear(&name);
        }
}

/* With the field `alone` thread 2 is idle iff thread 1 is alone; other threads that are "idle" are
 * missing. */
static void assert_alone(struct question *q)
{
    if (q->a->alone == PW_NO_INDEX) return;
    for (unsigned k = 3; k <= q->threads; k++)
        pw_strbuf_printf(q->out, "(assert (=> (= t2.kind %zu) (= t%u.kind %zu)))\n", n_kinds(q) - 1,
                         k, n_kinds(q) - 1);
}

/* The updated variables after the step, and its arbitrary values. */
static void write_step(struct question *q)
{
    const struct pw_edge *e = q->s.edge;
    struct pw_smtlib_scene sc = {.active = 1, .active_template = q->s.edge_template};
    for (size_t i = 0; i < e->nchoices; i++) {
        pw_strbuf_reset(&q->text);
        pw_strbuf_printf(&q->text, "choice%zu", i);
        declare(q, TEXT(q), e->choices[i].type);
    }
    assert_expr(q, NULL, e->guard, &sc);
    for (size_t i = 0; i < e->nlooks; i++)
        assert_look(q, &e->looks[i]);
    write_others(q);
    for (size_t i = 0; i < e->nupdates; i++) {
        const struct pw_update *u = &e->updates[i];
        struct pw_strbuf value = {0}, name = {0};
        pw_smtlib_expr(&q->s, u->to, &sc, &value);
        if (u->shared)
            pw_smtlib_shared(&q->s, u->index, true, &name);
        else
            pw_smtlib_local(&q->s, 1, q->s.edge_template, u->index, true, &name);
        pw_strbuf_printf(q->out, "(define-fun %s () %s %s)\n", pw_strbuf_text(&name),
                         u->to->is_bool ? "Bool" : "Int", pw_strbuf_text(&value));
        pw_strbuf_clear(&value);
        pw_strbuf_clear(&name);
    }
}

/* "Thread 2, of template two, satisfies the i-th `some` and its row is not in the block." */
static void ask_some(struct nodes *n, uint32_t stmt, uint32_t i)
{
    struct question *q = n->r->q;
    const struct pw_look *k = pw_abst_some(q->s.edge, i);
    struct pw_strbuf serves = {0};
    uint32_t two = n->r->two;
    if (two >= program(q)->ntemplates || !looks_at(k, two)) return;
    look_at(q, k, 2, two, &serves);
    outside_by_location(n, pw_strbuf_text(&serves), pw_dual_some(q->t, stmt, i, two));
    pw_strbuf_clear(&serves);
}

static void ask_step(const struct pw_abstraction *a, const struct pw_program *p,
                     const struct pw_axioms *axioms, struct pw_dual *t, uint32_t stmt,
                     struct pw_strbuf *out)
{
    struct question q;
    assert(stmt < t->stmts.n);
    pw_strbuf_printf(out, "; statement %u, line %u: ", stmt, t->stmts.at[stmt].line);
    comment(out, t->stmts.at[stmt].text);
    pw_strbuf_putc(out, '\n');
    question_init(&q, a, p, t, out);
    assert(stmt < a->n_stmts);
    q.s.edge_template = a->stmts[stmt].template;
    assert(p->ntemplates > q.s.edge_template);
    q.s.edge = &p->templates[q.s.edge_template].edges[a->stmts[stmt].index];
    q.threads += pw_abst_somes(q.s.edge);
    declare_shared(&q);
    declare_locals(&q, 1, q.s.edge_template);
    for (unsigned k = 2; k <= q.threads; k++)
        declare_thread(&q, k, n_kinds(&q));
    assert_alone(&q);
    if (axioms) pw_axioms_assume(axioms, &q.s);
    write_step(&q);
    for (uint32_t two = 0; two < n_kinds(&q); two++) {
        struct row r;
        struct nodes n = {.r = &r};
        row_init(&r, &q, q.s.edge_template, two);
        define_moment(&r, PW_NOW);
        define_moment(&r, PW_NEXT);
        outside_by_location(&n, NULL, pw_dual_step(t, stmt, two));
        for (uint32_t i = 0; i < t->stmts.at[stmt].somes; i++)
            ask_some(&n, stmt, i);
        pw_strbuf_clear(&r.ranges);
        pw_vec_clear(&n.todo);
        pw_vec_clear(&n.done);
    }
    question_ask(&q);
}

/* ---- initial states ---- */

static void assert_initialiser(struct question *q, const char *condition,
                               const struct pw_expr *init, const struct pw_smtlib_scene *sc,
                               const char *var)
{
    struct pw_strbuf text = {0};
    pw_smtlib_expr(&q->s, init, sc, &text);
    pw_strbuf_printf(q->out, "(assert (=> %s (= %s %s)))\n", condition, var, pw_strbuf_text(&text));
    pw_strbuf_clear(&text);
}

static void start_shared(struct question *q)
{
    const struct pw_program *p = program(q);
    struct pw_smtlib_scene sc = {0};
    for (uint32_t i = 0; i < p->nshared; i++) {
        if (!p->shared[i].init) continue;
        pw_strbuf_reset(&q->text);
        pw_smtlib_shared(&q->s, i, false, &q->text);
        assert_initialiser(q, "true", p->shared[i].init, &sc, TEXT(q));
    }
    for (size_t i = 0; i < p->ninits; i++)
        if (p->inits[i].class == PW_SHARED_PRED) assert_expr(q, NULL, p->inits[i].expr, &sc);
}

/* A thread, should it be of template t. */
static void start_as(struct question *q, unsigned thread, uint32_t t)
{
    const struct pw_program *p = program(q);
    struct pw_smtlib_scene sc = {.active = thread, .active_template = t};
    char condition[48];
    snprintf(condition, sizeof condition, "(= t%u.kind %u)", thread, t);
    for (uint32_t i = 0; i < p->templates[t].nlocals; i++) {
        if (!p->templates[t].locals[i].init) continue;
        pw_strbuf_reset(&q->text);
        pw_smtlib_local(&q->s, thread, t, i, false, &q->text);
        assert(t < p->ntemplates);
        assert_initialiser(q, condition, p->templates[t].locals[i].init, &sc, TEXT(q));
    }
    for (size_t i = 0; i < p->ninits; i++)
        if (p->inits[i].class != PW_INTER_THREAD && pw_skeleton_has_bit(&p->inits[i], t))
            assert_expr(q, condition, p->inits[i].expr, &sc);
}

/* The constraints between two threads, should they be of these templates. */
static void start_pair(struct question *q, const struct pw_smtlib_scene *sc)
{
    const struct pw_program *p = program(q);
    char condition[96];
    snprintf(condition, sizeof condition, "(and (= t%u.kind %u) (= t%u.kind %u))", sc->active,
             sc->active_template, sc->passive, sc->passive_template);
    for (size_t i = 0; i < p->ninits; i++)
        if (p->inits[i].class == PW_INTER_THREAD &&
            pw_skeleton_has_bit(&p->inits[i], sc->active_template) &&
            pw_skeleton_ranges_over(&p->inits[i], sc->passive_template))
            assert_expr(q, condition, p->inits[i].expr, sc);
}

static void start_all(struct question *q)
{
    struct pw_smtlib_scene sc = {0};
    uint32_t n = (uint32_t)program(q)->ntemplates;
    start_shared(q);
    for (sc.active = 1; sc.active <= q->threads; sc.active++)
        for (sc.active_template = 0; sc.active_template < n; sc.active_template++) {
            start_as(q, sc.active, sc.active_template);
            for (sc.passive = 1; sc.passive <= q->threads; sc.passive++)
                for (sc.passive_template = 0; sc.passive_template < n; sc.passive_template++)
                    if (sc.passive != sc.active) start_pair(q, &sc);
        }
}

static void ask_initial_pair(struct question *q, uint32_t one, uint32_t two)
{
    struct row r;
    struct nodes n = {.r = &r};
    char where[32];
    row_init(&r, q, one, two);
    snprintf(where, sizeof where, "(= t1.kind %u)", one);
    define_moment(&r, PW_NOW);
    outside(&n, where, pw_dual_init(q->t, one, two));
    pw_strbuf_clear(&r.ranges);
    pw_vec_clear(&n.todo);
    pw_vec_clear(&n.done);
}

static void ask_initial(const struct pw_abstraction *a, const struct pw_program *p,
                        struct pw_dual *t, struct pw_strbuf *out)
{
    struct question q;
    pw_strbuf_puts(out, "; initial states\n");
    question_init(&q, a, p, t, out);
    declare_shared(&q);
    declare_thread(&q, 1, p->ntemplates);
    for (unsigned k = 2; k <= q.threads; k++)
        declare_thread(&q, k, n_kinds(&q));
    assert_alone(&q);
    start_all(&q);
    for (uint32_t one = 0; one < p->ntemplates; one++)
        for (uint32_t two = 0; two < n_kinds(&q); two++)
            ask_initial_pair(&q, one, two);
    question_ask(&q);
}

/* ---- that axioms hold ---- */

/* Initial states: the sums are the constants, and threads begin with weight 0. */
static void ask_axioms_start(const struct pw_axioms *x, struct pw_strbuf *out)
{
    struct question q = {.out = out};
    q.s = (struct pw_smtlib){.p = x->p, .out = out};
    pw_strbuf_puts(out, "; axioms at the start\n(push 1)\n");
    declare_shared(&q);
    start_shared(&q);
    pw_strbuf_puts(out, "(assert (or false");
    for (size_t i = 0; i < x->at.n; i++) {
        pw_strbuf_puts(out, " (not (= ");
        pw_axioms_sum(x, i, &q.s, false, out);
        pw_strbuf_putc(out, ' ');
        pw_smtlib_int(x->at.at[i].constant, out);
        pw_strbuf_puts(out, "))");
        for (uint32_t t = 0; t < x->p->ntemplates; t++) {
            pw_strbuf_puts(out, " (not (= 0 ");
            pw_smtlib_int(pw_axioms_weight(x, i, t, x->p->templates[t].entry), out);
            pw_strbuf_puts(out, "))");
        }
    }
    pw_strbuf_puts(out, "))\n(check-sat)\n(pop 1)\n");
    pw_strbuf_clear(&q.text);
}

/* A step that does not fail changes each sum as it changes the weight of its thread. */
static void ask_axioms_edge(const struct pw_axioms *x, uint32_t t, const struct pw_edge *e,
                            struct pw_strbuf *out)
{
    struct question q = {.out = out};
    q.s = (struct pw_smtlib){.p = x->p, .edge = e, .edge_template = t, .out = out};
    pw_strbuf_puts(out, "; axioms: ");
    comment(out, e->text);
    pw_strbuf_puts(out, "\n(push 1)\n");
    declare_shared(&q);
    declare_locals(&q, 1, t);
    write_step(&q);
    pw_strbuf_puts(out, "(assert (or false");
    for (size_t i = 0; i < x->at.n; i++) {
        pw_strbuf_puts(out, " (not (= (- ");
        pw_axioms_sum(x, i, &q.s, true, out);
        pw_strbuf_putc(out, ' ');
        pw_axioms_sum(x, i, &q.s, false, out);
        pw_strbuf_puts(out, ") ");
        pw_smtlib_int(pw_axioms_weight(x, i, t, e->to) - pw_axioms_weight(x, i, t, e->from), out);
        pw_strbuf_puts(out, "))");
    }
    pw_strbuf_puts(out, "))\n(check-sat)\n(pop 1)\n");
    pw_strbuf_clear(&q.text);
}

static void ask_axioms(const struct pw_axioms *x, struct pw_strbuf *out)
{
    ask_axioms_start(x, out);
    for (uint32_t t = 0; t < x->p->ntemplates; t++)
        for (size_t i = 0; i < x->p->templates[t].nedges; i++)
            if (x->p->templates[t].edges[i].kind == PW_EDGE_STEP)
                ask_axioms_edge(x, t, &x->p->templates[t].edges[i], out);
}

/* Are the axioms that the template names those of the program? */
static bool same_axioms(const struct pw_axioms *x, const struct pw_dual *t, struct pw_diags *diags)
{
    struct pw_strbuf b = {0};
    bool same = x->at.n == t->axioms.n;
    for (size_t i = 0; i < x->at.n && same; i++) {
        pw_strbuf_reset(&b);
        pw_axioms_print(x, i, &b);
        assert(i < t->axioms.n);
        same = !strcmp(pw_strbuf_text(&b), t->axioms.at[i]);
    }
    pw_strbuf_clear(&b);
    if (!same)
        pw_diag_add(diags, PW_ERROR, NULL, 0, 0, NULL,
                    "the axioms of the template are not the counting invariants of this program");
    return same;
}

/* ---- the whole ---- */

bool pw_obligations_print(const struct pw_program *p, const struct pw_source *src,
                          struct pw_dual *t, struct pw_strbuf *out, struct pw_diags *diags)
{
    struct pw_abstraction *a = pw_abstract_skeleton(p, p->preds, src, diags);
    if (!a) return false;
    struct pw_axioms axioms = {0};
    bool same = pw_same_layout(a->template, t, diags), counted = t->axioms.n > 0;
    if (same && counted) {
        pw_axioms_find(&axioms, p);
        same = same_axioms(&axioms, t, diags);
    }
    if (same) {
        pw_strbuf_printf(out,
                         "; every answer must be unsat: no step and no initial state of %" PRId64
                         " threads lies outside the template\n",
                         a->template->bound);
        pw_strbuf_puts(out, "(set-logic QF_LIA)\n");
        if (counted) ask_axioms(&axioms, out);
        for (uint32_t s = 0; s < t->stmts.n; s++)
            ask_step(a, p, counted ? &axioms : NULL, t, s, out);
        ask_initial(a, p, t, out);
    }
    pw_axioms_clear(&axioms);
    pw_abstract_free(a);
    return same;
}

/* ---- two templates ---- */

/* The row of one template, by its diagram; bits of both rows are the same. */
static void write_relation(struct question *q, const char *prefix, pw_bdd relation)
{
    struct row r = {.q = q};
    struct nodes n = {.r = &r};
    snprintf(r.prefix, sizeof r.prefix, "%s", prefix);
    write_nodes(&n, relation);
    pw_strbuf_printf(q->out, "(assert %s", strcmp(prefix, "own") ? "(not " : "");
    node_name(&r, relation, q->out);
    pw_strbuf_puts(q->out, strcmp(prefix, "own") ? "))\n" : ")\n");
    pw_vec_clear(&n.todo);
    pw_vec_clear(&n.done);
}

/* Is a row in `own`, a relation of t, but not in `given`, one of u? The variables of both are the
 * same ones: fields and locations are. */
static void ask_inclusion(struct pw_dual *t, pw_bdd own, struct pw_dual *u, pw_bdd given,
                          struct pw_strbuf *out)
{
    struct question q = {.t = t, .out = out};
    pw_strbuf_puts(out, "(push 1)\n");
    for (unsigned v = 0; v < pw_bdds_vars(t->bdds); v++)
        pw_strbuf_printf(out,
                         "(declare-fun own.v%u () Bool)\n(define-fun given.v%u () Bool own.v%u)\n",
                         v, v, v);
    write_relation(&q, "own", own);
    q.t = u;
    write_relation(&q, "given", given);
    pw_strbuf_puts(out, "(check-sat)\n(pop 1)\n");
}

bool pw_obligations_print_template(struct pw_dual *own, struct pw_dual *t, struct pw_strbuf *out,
                                   struct pw_diags *diags)
{
    if (!pw_same_layout(own, t, diags)) return false;
    pw_strbuf_puts(out, "; every answer must be unsat: no row of the input lies outside the "
                        "template\n(set-logic QF_LIA)\n");
    for (uint32_t two = 0; two < own->templates.n; two++) {
        for (uint32_t s = 0; s < own->stmts.n; s++)
            ask_inclusion(own, pw_dual_step(own, s, two), t, pw_dual_step(t, s, two), out);
        for (uint32_t s = 0; s < own->stmts.n; s++)
            for (uint32_t i = 0; i < own->stmts.at[s].somes; i++)
                ask_inclusion(own, pw_dual_some(own, s, i, two), t, pw_dual_some(t, s, i, two),
                              out);
        for (uint32_t one = 0; one < own->templates.n; one++)
            ask_inclusion(own, pw_dual_init(own, one, two), t, pw_dual_init(t, one, two), out);
    }
    return true;
}
