#include "abst/obligations.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "abst/axioms_smtlib.h"
#include "abst/question.h"
#include "abst/same.h"
#include "abst/skeleton.h"
#include "base/limits.h"

static size_t n_kinds(const struct pw_question *q)
{
    return q->t->templates.n;
}

/* ---- the row ---- */

/* Truth of a predicate for a thread (Eq. 3), as a term in q->text. others: how many kinds thread 2,
 * 3, ... may have. */
static void predicate(struct pw_question *q, const struct pw_pred *pred, unsigned thread,
                      uint32_t template, uint32_t one, bool after)
{
    struct pw_strbuf text = {0};
    struct pw_smtlib_scene sc = {.active = thread, .active_template = template, .after = after};
    if (pred->class != PW_INTER_THREAD) {
        pw_smtlib_expr(&q->s, pred->expr, &sc, &text);
    } else {
        pw_strbuf_puts(&text, "(and true");
        for (sc.passive = 1; sc.passive <= q->threads; sc.passive++)
            for (uint32_t t = 0; t < pw_question_program(q)->ntemplates; t++) {
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
    struct pw_question *q;
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
    struct pw_question *q = r->q;
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
    struct pw_question *q = r->q;
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
    struct pw_question *q = r->q;
    const struct pw_abst_fields *f = role == PW_SHARED ? &q->a->shared : &q->a->local[template];
    for (uint32_t i = 0; i < f->n_preds; i++) {
        if (f->of_pred[i] == PW_NO_INDEX) continue;
        assert(i < q->a->preds.n);
        predicate(q, &q->a->preds.at[i], thread, template, r->one, when == PW_NEXT);
        define_bit(r, pw_dual_var(q->t, role, template, f->of_pred[i], when, 0),
                   PW_QUESTION_TEXT(q));
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
    if (r->two >= pw_question_program(r->q)->ntemplates) return;
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
    struct pw_question *q = n->r->q;
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
    struct pw_question *q = n->r->q;
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

static void note_order(void *arg, const struct pw_expr *e)
{
    if (e->kind == PW_EXPR_BEFORE) *(bool *)arg = true;
}

/* Do its threads or its predicates compare `self`? */
static bool has_order(const struct pw_program *p)
{
    bool found = pw_program_uses(p) & PW_USES_ORDER;
    for (size_t i = 0; i < p->preds.n; i++)
        pw_expr_visit(p->preds.at[i].expr, note_order, &found);
    return found;
}

static void question_init(struct pw_question *q, const struct pw_abstraction *a,
                          const struct pw_program *p, struct pw_dual *t, struct pw_strbuf *out)
{
    *q = (struct pw_question){
        .a = a, .t = t, .threads = (unsigned)pw_abst_bound(p->preds), .out = out};
    q->s = (struct pw_smtlib){.p = p, .out = out};
    pw_strbuf_puts(out, "(push 1)\n");
}

static void question_ask(struct pw_question *q)
{
    pw_strbuf_puts(q->out, "(assert (or false");
    for (unsigned i = 1; i <= q->outside; i++)
        pw_strbuf_printf(q->out, " outside%u", i);
    pw_strbuf_printf(q->out, "))\n(check-sat)\n(pop 1)\n");
    pw_strbuf_clear(&q->text);
}

static void row_init(struct row *r, struct pw_question *q, uint32_t one, uint32_t two)
{
    *r = (struct row){.q = q, .one = one, .two = two};
    snprintf(r->prefix, sizeof r->prefix, "r%u.%u", one, two);
}

/* With the field `alone` thread 2 is idle iff thread 1 is alone; other threads that are "idle" are
 * missing. */
static void assert_alone(struct pw_question *q)
{
    if (q->a->alone == PW_NO_INDEX) return;
    for (unsigned k = 3; k <= q->threads; k++)
        pw_strbuf_printf(q->out, "(assert (=> (= t2.kind %zu) (= t%u.kind %zu)))\n", n_kinds(q) - 1,
                         k, n_kinds(q) - 1);
}

/* "Thread 2, of template two, satisfies the i-th `some` and its row is not in the block." */
static void ask_some(struct nodes *n, uint32_t stmt, uint32_t i)
{
    struct pw_question *q = n->r->q;
    const struct pw_look *k = pw_abst_some(q->s.edge, i);
    struct pw_strbuf serves = {0};
    uint32_t two = n->r->two;
    if (two >= pw_question_program(q)->ntemplates || !pw_question_looks_at(k, two)) return;
    pw_question_look(q, k, 2, two, &serves);
    outside_by_location(n, pw_strbuf_text(&serves), pw_dual_some(q->t, stmt, i, two));
    pw_strbuf_clear(&serves);
}

static void ask_step(const struct pw_abstraction *a, const struct pw_program *p,
                     const struct pw_axioms *axioms, struct pw_dual *t, uint32_t stmt,
                     struct pw_strbuf *out)
{
    struct pw_question q;
    assert(stmt < t->stmts.n);
    pw_strbuf_printf(out, "; statement %u, line %u: ", stmt, t->stmts.at[stmt].line);
    pw_question_comment(out, t->stmts.at[stmt].text);
    pw_strbuf_putc(out, '\n');
    question_init(&q, a, p, t, out);
    assert(stmt < a->n_stmts);
    q.s.edge_template = a->stmts[stmt].template;
    assert(p->ntemplates > q.s.edge_template);
    q.s.edge = &p->templates[q.s.edge_template].edges[a->stmts[stmt].index];
    q.threads += pw_abst_somes(q.s.edge);
    pw_question_shared(&q);
    pw_question_locals(&q, 1, q.s.edge_template);
    for (unsigned k = 2; k <= q.threads; k++)
        pw_question_thread(&q, k, n_kinds(&q));
    if (has_order(p)) pw_question_order(&q);
    assert_alone(&q);
    pw_question_step(&q);
    if (axioms) pw_axioms_assume(axioms, &q);
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

static void ask_initial_pair(struct pw_question *q, uint32_t one, uint32_t two)
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
    struct pw_question q;
    pw_strbuf_puts(out, "; initial states\n");
    question_init(&q, a, p, t, out);
    pw_question_shared(&q);
    pw_question_thread(&q, 1, p->ntemplates);
    for (unsigned k = 2; k <= q.threads; k++)
        pw_question_thread(&q, k, n_kinds(&q));
    if (has_order(p)) pw_question_order(&q);
    assert_alone(&q);
    pw_question_start(&q);
    for (uint32_t one = 0; one < p->ntemplates; one++)
        for (uint32_t two = 0; two < n_kinds(&q); two++)
            ask_initial_pair(&q, one, two);
    question_ask(&q);
}

/* ---- axioms ---- */

/* Are the axioms that the template names those of the program? */
static bool same_axioms(const struct pw_axioms *x, const struct pw_dual *t, struct pw_diags *diags)
{
    struct pw_strbuf b = {0};
    bool same = pw_axioms_n(x) == t->axioms.n;
    for (size_t i = 0; i < t->axioms.n && same; i++) {
        pw_strbuf_reset(&b);
        pw_axioms_print(x, i, &b);
        same = !strcmp(pw_strbuf_text(&b), t->axioms.at[i]);
    }
    pw_strbuf_clear(&b);
    if (!same)
        pw_diag_add(
            diags, PW_ERROR, NULL, 0, 0, NULL,
            "the axioms of the template are not the counting invariants of this program and "
            "those of its stated ones that are inductive");
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
        if (counted) pw_axioms_ask(&axioms, out);
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
static void write_relation(struct pw_question *q, const char *prefix, pw_bdd relation)
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
    struct pw_question q = {.t = t, .out = out};
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
