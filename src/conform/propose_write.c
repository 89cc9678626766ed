/* The text of a proposal: one atomic block per class, with what is asserted there and one branch
 * for each step. A step tests the state before it, gives picked variables an arbitrary value and
 * tests that, and assigns the others; in the other order where a right side reads the old value of
 * a picked one. What neither order can say is left out: looser. */
#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "conform/project.h"
#include "conform/propose.h"
#include "conform/thread.h"

struct proposal_text {
    struct pw_proposal *x;
    struct pw_strbuf *out;
    const char *prefix; /* of the names of places */
};

/* ---- formulas ---- */

static void put(struct proposal_text *w, pw_term f, bool inner);

static const char *variable(struct proposal_text *w, pw_term v)
{
    const struct pw_machine *m = &w->x->machine;
    for (size_t i = 0; i < m->p->nshared; i++)
        if (pw_term_same(m->g[i], v) || pw_term_same(m->h[i], v)) return m->p->shared[i].name;
    w->x->problem = "a quotient or remainder is left in a step";
    return "0";
}

/* k times an atomic integer, after a sign. */
static void put_product(struct proposal_text *w, const pw_int *k, pw_term a)
{
    struct pw_strbuf *out = w->out;
    pw_int plus;
    pw_int_init(&plus);
    pw_int_abs(&plus, k);
    if (!pw_int_is_one(&plus)) {
        pw_int_print(&plus, out);
        pw_strbuf_puts(out, " * ");
    }
    pw_int_clear(&plus);
    if (pw_term_kind(w->x->terms, a) == PW_IITE)
        put(w, a, true);
    else
        pw_strbuf_puts(out, variable(w, a));
}

/* The summands with factors of that sign (0: all, with their signs), then k. */
static void put_sum(struct proposal_text *w, pw_term f, int sign, const pw_int *k)
{
    const struct pw_terms *t = w->x->terms;
    bool first = true;
    for (size_t i = 0; i < pw_term_arity(t, f); i++) {
        int s = pw_int_sgn(pw_term_coef(t, f, i));
        if (sign && s != sign) continue;
        bool minus = !sign && s < 0;
        pw_strbuf_puts(w->out, first ? (minus ? "-" : "") : minus ? " - " : " + ");
        put_product(w, pw_term_coef(t, f, i), pw_term_arg(t, f, i));
        first = false;
    }
    if (!k || (pw_int_sgn(k) == 0 && !first)) return;
    pw_int plus;
    pw_int_init(&plus);
    pw_int_abs(&plus, k);
    pw_strbuf_puts(w->out, first               ? (pw_int_sgn(k) < 0 ? "-" : "")
                           : pw_int_sgn(k) < 0 ? " - "
                                               : " + ");
    pw_int_print(&plus, w->out);
    pw_int_clear(&plus);
}

/* Summands with positive factors on the left, the others and the constant on the right. */
static void put_comparison(struct proposal_text *w, pw_term f)
{
    const struct pw_terms *t = w->x->terms;
    bool negated = pw_term_negated(f), equal = pw_term_kind(t, f) == PW_EQ;
    pw_int k;
    pw_int_init(&k);
    pw_int_set(&k, pw_term_const(t, f));
    const char *op = equal ? (negated ? " != " : " == ") : negated ? " > " : " <= ";
    if (!equal && !pw_int_cmp_si(&k, -1)) { /* a <= b - 1 */
        pw_int_set_si(&k, 0);
        op = negated ? " >= " : " < ";
    }
    put_sum(w, f, 1, NULL);
    pw_strbuf_puts(w->out, op);
    put_sum(w, f, -1, &k);
    pw_int_clear(&k);
}

static void put_junction(struct proposal_text *w, pw_term f, bool inner)
{
    const struct pw_terms *t = w->x->terms;
    bool or = pw_term_negated(f);
    if (inner) pw_strbuf_puts(w->out, "(");
    for (size_t i = 0; i < pw_term_arity(t, f); i++) {
        pw_term a = pw_term_arg(t, f, i);
        if (i) pw_strbuf_puts(w->out, or ? " || " : " && ");
        put(w, or ? pw_term_not(a) : a, true);
    }
    if (inner) pw_strbuf_puts(w->out, ")");
}

/* c ? a : b of either type, or a != b of truth values. */
static void put_choice(struct proposal_text *w, pw_term f)
{
    const struct pw_terms *t = w->x->terms;
    bool xor = pw_term_kind(t, f) == PW_XOR;
    if (pw_term_negated(f) && !xor) pw_strbuf_puts(w->out, "!");
    pw_strbuf_puts(w->out, "(");
    put(w, pw_term_arg(t, f, 0), true);
    pw_strbuf_puts(w->out, !xor? " ? " : pw_term_negated(f) ? " == " : " != ");
    put(w, pw_term_arg(t, f, 1), true);
    if (!xor) {
        pw_strbuf_puts(w->out, " : ");
        put(w, pw_term_arg(t, f, 2), true);
    }
    pw_strbuf_puts(w->out, ")");
}

static void put(struct proposal_text *w, pw_term f, bool inner)
{
    const struct pw_terms *t = w->x->terms;
    switch (pw_term_kind(t, f)) {
    case PW_TRUE:
        pw_strbuf_puts(w->out, pw_term_negated(f) ? "false" : "true");
        break;
    case PW_BVAR:
        pw_strbuf_printf(w->out, "%s%s", pw_term_negated(f) ? "!" : "",
                         variable(w, (pw_term){f.id & ~1u}));
        break;
    case PW_LE:
    case PW_EQ:
        put_comparison(w, f);
        break;
    case PW_AND:
        put_junction(w, f, inner);
        break;
    case PW_XOR:
    case PW_BITE:
    case PW_IITE:
        put_choice(w, f);
        break;
    case PW_LIN:
        if (inner) pw_strbuf_puts(w->out, "(");
        put_sum(w, f, 0, pw_term_const(t, f));
        if (inner) pw_strbuf_puts(w->out, ")");
        break;
    case PW_IVAR:
    case PW_DIV:
        pw_strbuf_puts(w->out, variable(w, f));
        break;
    }
}

static void put_call(struct proposal_text *w, const char *name, pw_term f)
{
    if (pw_term_same(f, PW_TERM_TRUE)) return;
    pw_strbuf_printf(w->out, " %s(", name);
    put(w, f, false);
    pw_strbuf_puts(w->out, ");");
}

/* ---- steps ---- */

/* What a step does, in the order of the text. */
struct step_text {
    pw_term before, between;               /* tests */
    pw_term_list picked, assigned, values; /* h of the first two */
    bool assigns_first;
};

static bool is_old(const struct pw_proposal *x, pw_term f, const pw_term_list *of)
{
    const struct pw_machine *m = &x->machine;
    for (size_t i = 0; i < m->p->nshared; i++)
        for (size_t k = 0; k < of->n; k++)
            if (pw_term_same(m->h[i], of->at[k]) && pw_project_reads(x->terms, f, &m->g[i], 1))
                return true;
    return false;
}

static bool reads_new(const struct pw_proposal *x, pw_term f)
{
    return pw_project_reads(x->terms, f, x->machine.h, x->machine.p->nshared);
}

static void sort_values(struct pw_proposal *x, const struct pw_proposed_step *e,
                        struct step_text *s)
{
    const struct pw_machine *m = &x->machine;
    for (size_t i = 0; i < m->p->nshared; i++) {
        if (pw_term_same(e->to_values[i], m->g[i])) continue;
        if (pw_term_same(e->to_values[i], m->h[i])) {
            pw_vec_push(&s->picked, m->h[i]);
        } else {
            pw_vec_push(&s->assigned, m->h[i]);
            pw_vec_push(&s->values, e->to_values[i]);
        }
    }
}

static void sort_test(struct pw_proposal *x, struct step_text *s, pw_term f)
{
    bool late = reads_new(x, f);
    pw_term *to = late ? &s->between : &s->before;
    if (late && is_old(x, f, &s->picked)) {
        x->loose = true; /* old and new value of one variable */
        return;
    }
    *to = pw_term_and2(x->terms, *to, f);
}

static void sort_tests(struct pw_proposal *x, struct step_text *s, pw_term f)
{
    s->before = s->between = PW_TERM_TRUE;
    if (pw_term_negated(f) || pw_term_kind(x->terms, f) != PW_AND) {
        sort_test(x, s, f);
        return;
    }
    for (size_t i = 0; i < pw_term_arity(x->terms, f); i++)
        sort_test(x, s, pw_term_arg(x->terms, f, i));
}

/* Assignments that read the old value of what is picked come first; if they cannot, they pick as
 * well. */
static void find_order(struct pw_proposal *x, struct step_text *s)
{
    bool old = false, new = is_old(x, s->between, &s->assigned);
    for (size_t i = 0; i < s->values.n; i++) {
        old = old || is_old(x, s->values.at[i], &s->picked);
        new = new || reads_new(x, s->values.at[i]);
    }
    s->assigns_first = old;
    if (!old || !new) return;
    x->loose = true;
    s->between = PW_TERM_TRUE;
    for (size_t i = 0; i < s->assigned.n; i++)
        pw_vec_push(&s->picked, s->assigned.at[i]);
    pw_vec_reset(&s->assigned);
    pw_vec_reset(&s->values);
    s->assigns_first = false;
}

static const struct pw_var *var_of(struct proposal_text *w, pw_term h)
{
    const struct pw_machine *m = &w->x->machine;
    size_t i = 0;
    while (!pw_term_same(m->h[i], h))
        i++;
    assert(i < m->p->nshared);
    return &m->p->shared[i];
}

/* x, y = e, f; mutexes are locked and unlocked. */
static void put_assignments(struct proposal_text *w, const struct step_text *s)
{
    struct pw_strbuf *out = w->out;
    size_t plain = 0, put_so_far;
    for (size_t i = 0; i < s->assigned.n; i++) {
        const struct pw_var *v = var_of(w, s->assigned.at[i]);
        plain += v->origin != PW_VAR_HELD;
        if (v->origin == PW_VAR_HELD)
            pw_strbuf_printf(out, " %s(%s);",
                             pw_term_same(s->values.at[i], PW_TERM_TRUE) ? "lock" : "unlock",
                             v->name);
    }
    for (int right = 0; right < 2 && plain; right++) {
        put_so_far = 0;
        for (size_t i = 0; i < s->assigned.n; i++) {
            if (var_of(w, s->assigned.at[i])->origin == PW_VAR_HELD) continue;
            pw_strbuf_puts(out, put_so_far++ ? ", " : right ? " = " : " ");
            if (right)
                put(w, s->values.at[i], false);
            else
                pw_strbuf_puts(out, var_of(w, s->assigned.at[i])->name);
        }
        assert(put_so_far == plain);
    }
    if (plain) pw_strbuf_puts(out, ";");
}

static void put_step(struct proposal_text *w, const struct step_text *s)
{
    put_call(w, "assume", s->before);
    if (s->assigns_first) put_assignments(w, s);
    for (size_t i = 0; i < s->picked.n; i++)
        pw_strbuf_printf(w->out, "%s%s", i ? ", " : " havoc ", var_of(w, s->picked.at[i])->name);
    if (s->picked.n) pw_strbuf_puts(w->out, ";");
    put_call(w, "assume", s->between);
    if (!s->assigns_first) put_assignments(w, s);
}

static bool is_conjunct(const struct pw_terms *t, pw_term f, pw_term of)
{
    if (pw_term_same(f, of)) return true;
    if (pw_term_negated(of) || pw_term_kind(t, of) != PW_AND) return false;
    for (size_t i = 0; i < pw_term_arity(t, of); i++)
        if (pw_term_same(pw_term_arg(t, of, i), f)) return true;
    return false;
}

/* Need not be said: it was asserted, or locking a mutex tests it. */
static bool goes_without(const struct pw_proposal *x, uint32_t class, pw_term f)
{
    const struct pw_machine *m = &x->machine;
    for (size_t i = 0; i < m->p->nshared; i++)
        if (m->p->shared[i].origin == PW_VAR_HELD && pw_term_same(f, pw_term_not(m->g[i])))
            return true;
    assert(class < x->classes.n);
    return is_conjunct(x->terms, f, pw_term_not(x->classes.at[class].fails));
}

static pw_term what_to_test(const struct pw_proposal *x, uint32_t class, pw_term f)
{
    pw_term all = PW_TERM_TRUE;
    if (goes_without(x, class, f)) return PW_TERM_TRUE;
    if (pw_term_negated(f) || pw_term_kind(x->terms, f) != PW_AND) return f;
    for (size_t i = 0; i < pw_term_arity(x->terms, f); i++) {
        pw_term a = pw_term_arg(x->terms, f, i);
        if (!goes_without(x, class, a)) all = pw_term_and2(x->terms, all, a);
    }
    return all;
}

static void put_branch(struct proposal_text *w, const struct pw_proposed_step *e, bool last)
{
    struct step_text s = {0};
    pw_strbuf_puts(w->out, last ? "       " : "        if (*) {");
    sort_values(w->x, e, &s);
    sort_tests(w->x, &s, what_to_test(w->x, e->from, e->when));
    find_order(w->x, &s);
    put_step(w, &s);
    pw_strbuf_printf(w->out, " goto %s%u;%s\n", w->prefix, e->to, last ? "" : " }");
    pw_vec_clear(&s.picked);
    pw_vec_clear(&s.assigned);
    pw_vec_clear(&s.values);
}

/* ---- places ---- */

static bool has_label(const struct pw_proposal *x, uint32_t class, uint32_t label)
{
    assert(x->template <x->machine.p->ntemplates);
    const struct pw_thread_template *t = &x->machine.p->templates[x->template];
    assert(class < x->classes.n);
    const struct pw_loc *l = &t->locs[x->classes.at[class].loc];
    for (size_t i = 0; i < l->nlabels; i++)
        if (l->labels[i] == label) return pw_conform_label_counts(x->machine.p, x->template, label);
    return false;
}

static void put_labels(struct proposal_text *w, uint32_t class)
{
    const struct pw_program *p = w->x->machine.p;
    for (uint32_t l = 0; l < p->nlabels; l++) {
        if (!has_label(w->x, class, l)) continue;
        pw_strbuf_printf(w->out, "%s: ", p->labels[l].name);
        for (uint32_t b = 0; b < class; b++)
            if (has_label(w->x, b, l))
                w->x->problem = "a label of the property is needed at two of its places";
    }
}

static void put_class(struct proposal_text *w, uint32_t class)
{
    assert(class < w->x->classes.n);
    const struct pw_proposed_class *c = &w->x->classes.at[class];
    size_t left = 0;
    for (size_t i = 0; i < w->x->steps.n; i++)
        left += !w->x->steps.at[i].dropped && w->x->steps.at[i].from == class;
    put_labels(w, class);
    pw_strbuf_printf(w->out, "%s%u:", w->prefix, class);
    bool ends = !left && pw_term_same(c->fails, PW_TERM_FALSE);
    pw_strbuf_printf(w->out, "%s  // line%s %s\n", ends ? " exit;" : " atomic {",
                     strchr(c->lines, ',') ? "s" : "", c->lines);
    if (ends) return;
    if (!pw_term_same(c->fails, PW_TERM_FALSE)) {
        pw_strbuf_puts(w->out, "       ");
        put_call(w, "assert", pw_term_not(c->fails));
        pw_strbuf_puts(w->out, "\n");
    }
    if (!left) pw_strbuf_puts(w->out, "        assume(false);\n");
    for (size_t i = 0; i < w->x->steps.n; i++)
        if (!w->x->steps.at[i].dropped && w->x->steps.at[i].from == class)
            put_branch(w, &w->x->steps.at[i], !--left);
    pw_strbuf_puts(w->out, "    }\n");
}

/* Where it starts: the class of the entry, or a choice of classes. */
static void put_start(struct proposal_text *w)
{
    const struct pw_proposal *x = w->x;
    uint32_t first = 0;
    size_t n = 0;
    for (uint32_t b = (uint32_t)x->classes.n; b-- > 0;)
        if (!pw_term_same(x->classes.at[b].entry, PW_TERM_FALSE)) n++, first = b;
    assert(n);
    if (n == 1 && !first) return;
    if (n == 1) {
        pw_strbuf_printf(w->out, "    goto %s%u;\n", w->prefix, first);
        return;
    }
    for (uint32_t b = 0; b < x->classes.n; b++)
        if (!pw_term_same(x->classes.at[b].entry, PW_TERM_FALSE) && n-- > 1)
            pw_strbuf_printf(w->out, "    if (*) goto %s%u;\n", w->prefix, b);
        else if (!pw_term_same(x->classes.at[b].entry, PW_TERM_FALSE))
            pw_strbuf_printf(w->out, "    goto %s%u;\n", w->prefix, b);
}

/* The name and then digits only. */
static bool is_numbered(const char *name, const char *prefix)
{
    size_t n = strlen(prefix);
    return !strncmp(name, prefix, n) && name[n] && !name[n + strspn(name + n, "0123456789")];
}

/* p, or a longer word if the program has names like p1. */
static const char *choose_prefix(const struct pw_program *p)
{
    static const char *const names[] = {"p", "place", "abstract_place"};
    for (size_t i = 0; i < 2; i++) {
        bool used = false;
        for (size_t k = 0; k < p->nlabels; k++)
            used = used || is_numbered(p->labels[k].name, names[i]);
        for (size_t k = 0; k < p->nshared; k++)
            used = used || is_numbered(p->shared[k].name, names[i]);
        if (!used) return names[i];
    }
    return names[2];
}

bool pw_propose_write(struct pw_proposal *x, struct pw_strbuf *out)
{
    struct proposal_text w = {x, out, choose_prefix(x->machine.p)};
    assert(!x->problem && x->classes.n);
    assert(x->template <x->machine.p->ntemplates);
    pw_strbuf_printf(out, "abstract thread %s {\n", x->machine.p->templates[x->template].name);
    put_start(&w);
    for (uint32_t b = 0; b < x->classes.n; b++)
        put_class(&w, b);
    pw_strbuf_puts(out, "}\n");
    return !x->problem;
}
