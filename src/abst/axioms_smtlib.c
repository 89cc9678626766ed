#include "abst/axioms_smtlib.h"

#include <assert.h>
#include <stdio.h>

static void write_product(int64_t factor, const char *what, struct pw_strbuf *out)
{
    pw_strbuf_puts(out, " (* ");
    pw_smtlib_int(factor, out);
    pw_strbuf_printf(out, " %s)", what);
}

void pw_axioms_sum(const struct pw_axioms *x, size_t axiom, const struct pw_smtlib *s, bool after,
                   struct pw_strbuf *out)
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

/* The weight of thread 2 where it is. */
static void write_weight(const struct pw_axioms *x, size_t axiom, struct pw_strbuf *out)
{
    for (uint32_t t = 0; t < x->p->ntemplates; t++)
        for (uint32_t l = 0; l < x->p->templates[t].nlocs; l++) {
            int64_t w = pw_axioms_weight(x, axiom, t, l);
            if (!w) continue;
            pw_strbuf_printf(out, " (ite (and (= t2.kind %u) (= t2.pc %u)) ", t, l);
            pw_smtlib_int(w, out);
            pw_strbuf_puts(out, " 0)");
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

void pw_axioms_assume(const struct pw_axioms *x, const struct pw_smtlib *s)
{
    struct pw_strbuf *out = s->out;
    for (size_t c = 0; c < x->classes.n; c++)
        pw_strbuf_printf(out, "(declare-fun rest%zu () Int)\n(assert (<= 0 rest%zu))\n", c, c);
    for (size_t i = 0; i < x->at.n; i++) {
        pw_strbuf_puts(out, "(assert (or ");
        write_failed(x, out);
        pw_strbuf_puts(out, " (= ");
        pw_axioms_sum(x, i, s, false, out);
        pw_strbuf_puts(out, " (+ ");
        pw_smtlib_int(x->at.at[i].constant, out);
        pw_strbuf_putc(out, ' ');
        pw_smtlib_int(pw_axioms_weight(x, i, s->edge_template, s->edge->from), out);
        write_weight(x, i, out);
        for (size_t c = 0; c < x->classes.n; c++) {
            char name[32];
            snprintf(name, sizeof name, "rest%zu", c);
            write_product(pw_axioms_class_weight(x, i, c), name, out);
        }
        pw_strbuf_puts(out, "))))\n");
    }
}
