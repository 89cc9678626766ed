#include "abst/axioms_smtlib.h"

#include <assert.h>
#include <stdio.h>

#include "abst/skeleton.h"

enum { KNOWN = 3 }; /* threads of a question about stated invariants */

/* ---- sums ---- */

static void write_product(int64_t factor, const char *what, struct pw_strbuf *out)
{
    pw_strbuf_puts(out, " (* ");
    pw_smtlib_int(factor, out);
    pw_strbuf_printf(out, " %s)", what);
}

/* The sum of the axiom's variables, before or after the step of s. */
static void write_sum(const struct pw_axioms *x, size_t axiom, const struct pw_smtlib *s,
                      bool after, struct pw_strbuf *out)
{
    assert(axiom < x->at.n);
    const struct pw_axiom *a = &x->at.at[axiom];
    struct pw_strbuf name = {0};
    pw_strbuf_puts(out, "(+ 0");
    for (uint32_t i = 0; i < x->p->nshared; i++) {
        if (!a->alpha[i]) continue;
        pw_strbuf_reset(&name);
        pw_smtlib_shared(s, i, after, &name);
        write_product(a->alpha[i], pw_strbuf_text(&name), out);
    }
    pw_strbuf_putc(out, ')');
    pw_strbuf_clear(&name);
}

/* Begins the definition of a tally: the caller adds its summands and "))\n". */
static void begin_tally(const struct pw_axioms *x, size_t i, const struct pw_smtlib *s, bool after)
{
    assert(i < x->tallies.n);
    pw_strbuf_puts(s->out, "(define-fun ");
    pw_smtlib_count(s, x->tallies.at[i].label, x->tallies.at[i].template, after, s->out);
    pw_strbuf_puts(s->out, " () Int (+ 0");
}

/* ---- stated invariants ---- */

/* The condition that a thread is of a template; false: it is not. */
static bool has_kind(const struct pw_question *q, unsigned thread, uint32_t t,
                     struct pw_strbuf *out)
{
    if (thread > 1 || !q->s.edge)
        pw_strbuf_printf(out, " (= t%u.kind %u)", thread, t);
    else if (t != q->s.edge_template)
        return false;
    return true;
}

/* " (=> they are of these templates, the invariant)"; nothing where it is not about them. */
static void write_instance(struct pw_question *q, const struct pw_pred *v,
                           const struct pw_smtlib_scene *sc, struct pw_strbuf *out)
{
    struct pw_strbuf when = {0}, says = {0};
    bool pair = sc->passive != PW_SMTLIB_NOBODY;
    bool about = (v->active == PW_ANY || (uint32_t)v->active == sc->active_template) &&
                 (!pair || pw_skeleton_ranges_over(v, sc->passive_template));
    if (about && has_kind(q, sc->active, sc->active_template, &when) &&
        (!pair || has_kind(q, sc->passive, sc->passive_template, &when))) {
        pw_smtlib_expr(&q->s, v->expr, sc, &says);
        pw_strbuf_printf(out, " (=> (and true%s) %s)", pw_strbuf_text(&when),
                         pw_strbuf_text(&says));
    }
    pw_strbuf_clear(&when);
    pw_strbuf_clear(&says);
}

/* The invariant, as a term, for the threads of the question; of pairs, those with 1 or 2. Three
 * threads have all pairs. */
static void write_stated(struct pw_question *q, const struct pw_pred *v, bool after,
                         struct pw_strbuf *out)
{
    struct pw_smtlib_scene sc = {.after = after};
    uint32_t n = (uint32_t)q->s.p->ntemplates;
    if (v->class == PW_SHARED_PRED) {
        pw_smtlib_expr(&q->s, v->expr, &sc, out);
        return;
    }
    pw_strbuf_puts(out, "(and true");
    for (sc.active = 1; sc.active <= q->threads; sc.active++)
        for (sc.active_template = 0; sc.active_template < n; sc.active_template++) {
            sc.passive = PW_SMTLIB_NOBODY;
            if (v->class != PW_INTER_THREAD) write_instance(q, v, &sc, out);
            if (v->class != PW_INTER_THREAD) continue;
            for (sc.passive = 1; sc.passive <= q->threads; sc.passive++)
                for (sc.passive_template = 0; sc.passive_template < n; sc.passive_template++)
                    if (sc.active != sc.passive &&
                        (q->threads <= KNOWN || sc.active <= 2 || sc.passive <= 2))
                        write_instance(q, v, &sc, out);
        }
    pw_strbuf_putc(out, ')');
}

/* Asserts what is stated, or `unless`. */
static void assume_stated(const struct pw_axioms *x, struct pw_question *q, bool after,
                          const char *unless)
{
    for (size_t i = 0; i < x->stated.n; i++) {
        struct pw_strbuf text = {0};
        write_stated(q, x->stated.at[i], after, &text);
        pw_strbuf_printf(q->out, "(assert (or %s %s))\n", unless, pw_strbuf_text(&text));
        pw_strbuf_clear(&text);
    }
}

/* ---- as hypotheses of a row ---- */

/* The weight of thread 2 where it is, and of the rest. */
static void write_weights(const struct pw_axioms *x, size_t column, struct pw_strbuf *out)
{
    for (uint32_t t = 0; t < x->p->ntemplates; t++)
        for (uint32_t l = 0; l < x->p->templates[t].nlocs; l++) {
            int64_t w = pw_axioms_weight(x, column, t, l);
            if (!w) continue;
            pw_strbuf_printf(out, " (ite (and (= t2.kind %u) (= t2.pc %u)) ", t, l);
            pw_smtlib_int(w, out);
            pw_strbuf_puts(out, " 0)");
        }
    for (size_t c = 0; c < x->classes.n; c++) {
        char name[32];
        snprintf(name, sizeof name, "rest%zu", c);
        write_product(pw_axioms_class_weight(x, column, c), name, out);
    }
}

static void write_failed(const struct pw_axioms *x, struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "(or false");
    for (uint32_t t = 0; t < x->p->ntemplates; t++)
        if (x->p->templates[t].error >= 0)
            pw_strbuf_printf(out, " (and (= t2.kind %u) (= t2.pc %d))", t,
                             x->p->templates[t].error);
    pw_strbuf_putc(out, ')');
}

static void define_tallies(const struct pw_axioms *x, struct pw_question *q, bool after)
{
    const struct pw_edge *e = q->s.edge;
    for (size_t i = 0; i < x->tallies.n; i++) {
        size_t column = x->at.n + i;
        begin_tally(x, i, &q->s, after);
        pw_strbuf_putc(q->out, ' ');
        pw_smtlib_int(pw_axioms_weight(x, column, q->s.edge_template, after ? e->to : e->from),
                      q->out);
        write_weights(x, column, q->out);
        pw_strbuf_puts(q->out, "))\n");
    }
}

void pw_axioms_assume(const struct pw_axioms *x, struct pw_question *q)
{
    struct pw_strbuf *out = q->out, failed = {0};
    write_failed(x, &failed);
    for (size_t c = 0; c < x->classes.n; c++)
        pw_strbuf_printf(out, "(declare-fun rest%zu () Int)\n(assert (<= 0 rest%zu))\n", c, c);
    for (size_t i = 0; i < x->at.n; i++) {
        pw_strbuf_printf(out, "(assert (or %s (= ", pw_strbuf_text(&failed));
        write_sum(x, i, &q->s, false, out);
        pw_strbuf_puts(out, " (+ ");
        pw_smtlib_int(x->at.at[i].constant, out);
        pw_strbuf_putc(out, ' ');
        pw_smtlib_int(pw_axioms_weight(x, i, q->s.edge_template, q->s.edge->from), out);
        write_weights(x, i, out);
        pw_strbuf_puts(out, "))))\n");
    }
    for (int after = 0; after <= (q->s.edge->kind == PW_EDGE_STEP); after++) {
        define_tallies(x, q, after);
        assume_stated(x, q, after, pw_strbuf_text(&failed));
    }
    pw_strbuf_clear(&failed);
}

/* ---- that counting ones hold ---- */

/* Initial states: the sums are the constants, and threads begin with weight 0. */
static void ask_start(const struct pw_axioms *x, struct pw_strbuf *out)
{
    struct pw_question q = {.out = out};
    q.s = (struct pw_smtlib){.p = x->p, .out = out};
    pw_strbuf_puts(out, "; axioms at the start\n(push 1)\n");
    pw_question_shared(&q);
    pw_question_start_shared(&q);
    pw_strbuf_puts(out, "(assert (or false");
    for (size_t i = 0; i < x->at.n; i++) {
        pw_strbuf_puts(out, " (not (= ");
        write_sum(x, i, &q.s, false, out);
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
static void ask_edge(const struct pw_axioms *x, uint32_t t, const struct pw_edge *e,
                     struct pw_strbuf *out)
{
    struct pw_question q = {.out = out};
    q.s = (struct pw_smtlib){.p = x->p, .edge = e, .edge_template = t, .out = out};
    pw_strbuf_puts(out, "; axioms: ");
    pw_question_comment(out, e->text);
    pw_strbuf_puts(out, "\n(push 1)\n");
    pw_question_shared(&q);
    pw_question_locals(&q, 1, t);
    pw_question_step(&q);
    pw_strbuf_puts(out, "(assert (or false");
    for (size_t i = 0; i < x->at.n; i++) {
        pw_strbuf_puts(out, " (not (= (- ");
        write_sum(x, i, &q.s, true, out);
        pw_strbuf_putc(out, ' ');
        write_sum(x, i, &q.s, false, out);
        pw_strbuf_puts(out, ") ");
        pw_smtlib_int(pw_axioms_weight(x, i, t, e->to) - pw_axioms_weight(x, i, t, e->from), out);
        pw_strbuf_puts(out, "))");
    }
    pw_strbuf_puts(out, "))\n(check-sat)\n(pop 1)\n");
    pw_strbuf_clear(&q.text);
}

/* ---- that stated ones hold ---- */

static bool fails(const struct pw_thread_template *t, uint32_t loc)
{
    return t->locs[loc].kind == PW_LOC_ERROR;
}

/* A known thread of any template, at a location that is no error; or none. */
static void declare_known(struct pw_question *q, unsigned thread)
{
    const struct pw_program *p = q->s.p;
    char name[32];
    snprintf(name, sizeof name, "t%u.kind", thread);
    pw_question_declare(q, name, (struct pw_type){PW_RANGE, 0, (int64_t)p->ntemplates});
    pw_strbuf_printf(q->out, "(declare-fun t%u.pc () Int)\n", thread);
    for (uint32_t t = 0; t < p->ntemplates; t++) {
        pw_question_locals(q, thread, t);
        pw_strbuf_printf(q->out, "(assert (=> (= t%u.kind %u) (or false", thread, t);
        for (uint32_t l = 0; l < p->templates[t].nlocs; l++)
            if (q->s.edge ? !fails(&p->templates[t], l) : l == p->templates[t].entry)
                pw_strbuf_printf(q->out, " (= t%u.pc %u)", thread, l);
        pw_strbuf_puts(q->out, ")))\n");
    }
}

/* numberT.L: how many threads of template t are at location l; number+ after the step. At the start
 * all are at their entries. */
static void define_number(struct pw_question *q, uint32_t t, uint32_t l)
{
    struct pw_strbuf *out = q->out;
    const struct pw_edge *e = q->s.edge;
    bool rest = e || l == q->s.p->templates[t].entry;
    if (rest)
        pw_strbuf_printf(out, "(declare-fun rest%u.%u () Int)\n(assert (<= 0 rest%u.%u))\n", t, l,
                         t, l);
    pw_strbuf_printf(out, "(define-fun number%u.%u () Int (+ 0", t, l);
    for (unsigned k = e ? 2 : 1; k <= q->threads; k++)
        pw_strbuf_printf(out, " (ite (and (= t%u.kind %u) (= t%u.pc %u)) 1 0)", k, t, k, l);
    if (e && t == q->s.edge_template && l == e->from) pw_strbuf_puts(out, " 1");
    if (rest) pw_strbuf_printf(out, " rest%u.%u", t, l);
    pw_strbuf_puts(out, "))\n");
    if (!e) return;
    bool here = t == q->s.edge_template;
    pw_strbuf_printf(out, "(define-fun number%u.%u+ () Int (- (+ number%u.%u %d) %d))\n", t, l, t,
                     l, here && l == e->to, here && l == e->from);
}

/* Numbers of threads, which are those of counted templates. */
static void define_numbers(struct pw_question *q)
{
    const struct pw_program *p = q->s.p;
    for (uint32_t t = 0; t < p->ntemplates; t++) {
        const struct pw_thread_template *T = &p->templates[t];
        for (uint32_t l = 0; l < T->nlocs; l++)
            if (!fails(T, l)) define_number(q, t, l);
        if (T->count < 0) continue;
        pw_strbuf_puts(q->out, "(assert (= (+ 0");
        for (uint32_t l = 0; l < T->nlocs; l++)
            if (!fails(T, l)) pw_strbuf_printf(q->out, " number%u.%u", t, l);
        pw_strbuf_puts(q->out, ") ");
        pw_smtlib_int(T->count, q->out);
        pw_strbuf_puts(q->out, "))\n");
    }
}

/* A column's weights of all threads. */
static void write_numbers(const struct pw_axioms *x, size_t column, bool after,
                          struct pw_strbuf *out)
{
    for (uint32_t t = 0; t < x->p->ntemplates; t++)
        for (uint32_t l = 0; l < x->p->templates[t].nlocs; l++) {
            int64_t w = pw_axioms_weight(x, column, t, l);
            char name[48];
            snprintf(name, sizeof name, "number%u.%u%s", t, l, after ? "+" : "");
            if (w) write_product(w, name, out);
        }
}

static void define_known_tallies(const struct pw_axioms *x, struct pw_question *q, bool after)
{
    for (size_t i = 0; i < x->tallies.n; i++) {
        begin_tally(x, i, &q->s, after);
        write_numbers(x, x->at.n + i, after, q->out);
        pw_strbuf_puts(q->out, "))\n");
    }
}

/* One of those that are stated does not hold: any model? */
static void ask_stated(const struct pw_axioms *x, struct pw_question *q, bool after)
{
    struct pw_strbuf some = {0};
    for (size_t i = 0; i < x->stated.n; i++) {
        struct pw_strbuf text = {0};
        write_stated(q, x->stated.at[i], after, &text);
        pw_strbuf_printf(&some, " (not %s)", pw_strbuf_text(&text));
        pw_strbuf_clear(&text);
    }
    pw_strbuf_printf(q->out, "(assert (or false%s))\n(check-sat)\n(pop 1)\n",
                     pw_strbuf_text(&some));
    pw_strbuf_clear(&some);
    pw_strbuf_clear(&q->text);
}

static void ask_stated_start(const struct pw_axioms *x, struct pw_strbuf *out)
{
    struct pw_question q = {.threads = 2, .out = out};
    q.s = (struct pw_smtlib){.p = x->p, .out = out};
    pw_strbuf_puts(out, "; stated invariants at the start\n(push 1)\n");
    pw_question_shared(&q);
    for (unsigned k = 1; k <= q.threads; k++)
        declare_known(&q, k);
    define_numbers(&q);
    pw_question_start(&q);
    define_known_tallies(x, &q, false);
    ask_stated(x, &q, false);
}

static void ask_stated_edge(const struct pw_axioms *x, uint32_t t, const struct pw_edge *e,
                            struct pw_strbuf *out)
{
    struct pw_question q = {.threads = KNOWN, .out = out};
    q.s = (struct pw_smtlib){.p = x->p, .edge = e, .edge_template = t, .out = out};
    pw_strbuf_puts(out, "; stated invariants: ");
    pw_question_comment(out, e->text);
    pw_strbuf_puts(out, "\n(push 1)\n");
    pw_question_shared(&q);
    pw_question_locals(&q, 1, t);
    for (unsigned k = 2; k <= q.threads; k++)
        declare_known(&q, k);
    define_numbers(&q);
    for (size_t i = 0; i < x->at.n; i++) {
        pw_strbuf_puts(out, "(assert (= ");
        write_sum(x, i, &q.s, false, out);
        pw_strbuf_puts(out, " (+ ");
        pw_smtlib_int(x->at.at[i].constant, out);
        write_numbers(x, i, false, out);
        pw_strbuf_puts(out, ")))\n");
    }
    define_known_tallies(x, &q, false);
    assume_stated(x, &q, false, "false");
    pw_question_step(&q);
    define_known_tallies(x, &q, true);
    ask_stated(x, &q, true);
}

static void ask_edges(const struct pw_axioms *x, struct pw_strbuf *out,
                      void (*ask)(const struct pw_axioms *x, uint32_t t, const struct pw_edge *e,
                                  struct pw_strbuf *out))
{
    for (uint32_t t = 0; t < x->p->ntemplates; t++)
        for (size_t i = 0; i < x->p->templates[t].nedges; i++)
            if (x->p->templates[t].edges[i].kind == PW_EDGE_STEP)
                ask(x, t, &x->p->templates[t].edges[i], out);
}

void pw_axioms_ask(const struct pw_axioms *x, struct pw_strbuf *out)
{
    assert(!pw_program_uses(x->p));
    if (x->at.n) {
        ask_start(x, out);
        ask_edges(x, out, ask_edge);
    }
    if (x->stated.n) {
        ask_stated_start(x, out);
        ask_edges(x, out, ask_stated_edge);
    }
}
