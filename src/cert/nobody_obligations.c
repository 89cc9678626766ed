/* nobody_obligations.c -- what is left of a pair invariant of a program without threads.
 *
 * Where the program counts every template 0 there are no pairs: no other question is asked. That
 * this is so, and that nothing bad is there all the same, is asked in so many words:
 *
 *   O-none   with the numbers of threads that the program states some thread is there, which an
 *            error location, or a property that is a formula, needs; or the counts of an
 *            alternative of `unsafe` hold, each at most the number of threads it is about */
#include <assert.h>
#include <inttypes.h>

#include "cert/pairs_ask.h"

/* The number of threads of the template, or of all (-1), as a term. */
static void put_threads(const struct pw_program *p, int32_t template, struct pw_strbuf *text)
{
    pw_strbuf_puts(text, "(+ 0");
    for (size_t t = 0; t < p->ntemplates; t++)
        if (template <0 || (size_t) template == t) pw_strbuf_printf(text, " n.%zu", t);
    pw_strbuf_putc(text, ')');
}

static void start_question(struct pw_pairs_ask *a)
{
    pw_strbuf_puts(a->out, "; O-none\n(push 1)\n");
    for (size_t t = 0; t < a->p->ntemplates; t++)
        pw_strbuf_printf(a->out, "(declare-fun n.%zu () Int)\n(assert (= n.%zu %" PRId64 "))\n", t,
                         t, a->p->templates[t].count);
}

/* c.i threads are at a label: as many as are wanted, and not more than there are. */
static void give_count(struct pw_pairs_ask *a, size_t i, const struct pw_count *c)
{
    struct pw_strbuf text = {0};
    assert(c->template <0 || (size_t)c->template <a->p->ntemplates);
    pw_strbuf_printf(a->out, "(declare-fun c.%zu () Int)\n", i);
    pw_strbuf_printf(&text, "c.%zu ", i);
    put_threads(a->p, c->template, &text);
    pw_pairs_ask_assert(a, "(<= 0 ", &text, ")");
    pw_strbuf_printf(a->out, "(assert (>= c.%zu %" PRIu32 "))\n", i, c->least);
    pw_strbuf_clear(&text);
}

void pw_pairs_ask_nobody(struct pw_pairs_ask *a)
{
    struct pw_strbuf text = {0};
    assert(!pw_program_has_threads(a->p));
    pw_strbuf_puts(a->out, "; the program counts every template 0: there are no pairs of threads, "
                           "no starts and no steps to ask about\n");
    start_question(a);
    put_threads(a->p, -1, &text);
    pw_pairs_ask_assert(a, "(< 0 ", &text, ")");
    pw_pairs_ask(a);
    for (size_t d = 0; d < a->p->nunsafe; d++) {
        if (!a->p->unsafe[d].ncounts) continue;
        start_question(a);
        for (size_t i = 0; i < a->p->unsafe[d].ncounts; i++)
            give_count(a, i, &a->p->unsafe[d].counts[i]);
        pw_pairs_ask(a);
    }
    pw_strbuf_clear(&text);
}
