#include "abst/smtlib.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

void pw_smtlib_int(int64_t v, struct pw_strbuf *text)
{
    if (v < 0)
        pw_strbuf_printf(text, "(- %" PRIu64 ")", -(uint64_t)v);
    else
        pw_strbuf_printf(text, "%" PRId64, v);
}

/* (- 3) for negative ones */
static void smtlib_number(const pw_int *v, struct pw_strbuf *text)
{
    pw_int magnitude;
    pw_int_init(&magnitude);
    pw_int_abs(&magnitude, v);
    if (pw_int_sgn(v) < 0) pw_strbuf_puts(text, "(- ");
    pw_int_print(&magnitude, text);
    if (pw_int_sgn(v) < 0) pw_strbuf_putc(text, ')');
    pw_int_clear(&magnitude);
}

static bool updated(const struct pw_smtlib *s, bool shared, uint32_t var)
{
    for (size_t i = 0; s->edge && i < s->edge->nupdates; i++)
        if (s->edge->updates[i].shared == shared && s->edge->updates[i].index == var) return true;
    return false;
}

/* Does the step set this local of other threads? */
static bool set_in_others(const struct pw_smtlib *s, uint32_t template, uint32_t var)
{
    for (size_t i = 0; s->edge && i < s->edge->nothers; i++)
        if (s->edge->others[i].template == template && s->edge->others[i].index == var) return true;
    return false;
}

/* Elements of arrays have brackets in their names: such symbols are quoted. */
static const char *quote(const char *name)
{
    return strpbrk(name, "[](),;' ") ? "|" : "";
}

void pw_smtlib_shared(const struct pw_smtlib *s, uint32_t var, bool after, struct pw_strbuf *text)
{
    assert(var < s->p->nshared);
    const char *name = s->p->shared[var].name, *bar = quote(name);
    pw_strbuf_printf(text, "%sshared.%s%s%s", bar, name, after && updated(s, true, var) ? "+" : "",
                     bar);
}

void pw_smtlib_local(const struct pw_smtlib *s, unsigned thread, uint32_t template, uint32_t var,
                     bool after, struct pw_strbuf *text)
{
    assert(s->p->ntemplates > template);
    const struct pw_thread_template *T = &s->p->templates[template];
    const char *name = T->locals[var].name;
    const char *bar = *quote(name) ? quote(name) : quote(T->name);
    bool new = after && (thread == 1 ? updated(s, false, var) : set_in_others(s, template, var));
    pw_strbuf_printf(text, "%st%u.%s.%s%s%s", bar, thread, T->name, name, new ? "+" : "", bar);
}

void pw_smtlib_count(const struct pw_smtlib *s, uint32_t label, int32_t template, bool after,
                     struct pw_strbuf *text)
{
    assert(label < s->p->nlabels && template <(int32_t)s->p->ntemplates);
    pw_strbuf_printf(text, "|count.%s.%s%s|",
                     template <0 ? "" : s->p->templates[template].name, s->p->labels[label].name,
                               after ? "+" : "");
}

/* Thread 1 of a step has a fixed location; others have tK.pc; initially all are at their entry. */
static int64_t fixed_location(const struct pw_smtlib *s, unsigned thread, uint32_t template,
                              bool after)
{
    if (!s->edge) return s->p->templates[template].entry;
    if (thread != 1) return -1;
    return after ? s->edge->to : s->edge->from;
}

static void smtlib_at(const struct pw_smtlib *s, unsigned thread, uint32_t template, uint32_t label,
                      bool after, struct pw_strbuf *text)
{
    int64_t fixed = fixed_location(s, thread, template, after);
    if (fixed >= 0) {
        pw_strbuf_puts(
            text, pw_program_at(s->p, label, PW_ANY, template, (uint32_t)fixed) ? "true" : "false");
        return;
    }
    pw_strbuf_puts(text, "(or false");
    for (uint32_t l = 0; l < s->p->templates[template].nlocs; l++)
        if (pw_program_at(s->p, label, PW_ANY, template, l))
            pw_strbuf_printf(text, " (= t%u.pc %u)", thread, l);
    pw_strbuf_putc(text, ')');
}

static void at(const struct pw_smtlib *s, const struct pw_expr *e, unsigned thread,
               uint32_t template, bool after, struct pw_strbuf *text)
{
    if (e->template >= 0 && e->template != (int32_t) template)
        pw_strbuf_puts(text, "false");
    else
        smtlib_at(s, thread, template, e->index, after, text);
}

static void leaf(const struct pw_smtlib *s, const struct pw_expr *e,
                 const struct pw_smtlib_scene *sc, struct pw_strbuf *text)
{
    switch ((enum pw_expr_kind)e->kind) {
    case PW_EXPR_INT:
        smtlib_number(&e->value, text);
        break;
    case PW_EXPR_BOOL:
        pw_strbuf_puts(text, e->truth ? "true" : "false");
        break;
    case PW_EXPR_SHARED:
        pw_smtlib_shared(s, e->index, sc->after, text);
        break;
    case PW_EXPR_LOCAL:
        pw_smtlib_local(s, sc->active, sc->active_template, e->index, sc->after, text);
        break;
    case PW_EXPR_PASSIVE:
        pw_smtlib_local(s, sc->passive, sc->passive_template, e->index, sc->after, text);
        break;
    case PW_EXPR_CHOICE:
        pw_strbuf_printf(text, "choice%u", e->index);
        break;
    case PW_EXPR_COUNT:
        pw_smtlib_count(s, e->index, e->template, sc->after, text);
        break;
    case PW_EXPR_BEFORE:
        pw_strbuf_printf(text, "(< t%u.self t%u.self)", sc->active, sc->passive);
        break;
    case PW_EXPR_AT:
        at(s, e, sc->active, sc->active_template, sc->after, text);
        break;
    default:
        at(s, e, sc->passive, sc->passive_template, sc->after, text);
    }
}

static const char *operator_name(enum pw_expr_kind k)
{
    switch (k) {
    case PW_EXPR_ADD:
        return "+";
    case PW_EXPR_SUB:
    case PW_EXPR_NEG:
        return "-";
    case PW_EXPR_MUL:
        return "*";
    case PW_EXPR_ITE:
        return "ite";
    case PW_EXPR_EQ:
    case PW_EXPR_IFF:
        return "=";
    case PW_EXPR_NE:
    case PW_EXPR_XOR:
        return "distinct";
    case PW_EXPR_LT:
        return "<";
    case PW_EXPR_LE:
        return "<=";
    case PW_EXPR_GT:
        return ">";
    case PW_EXPR_GE:
        return ">=";
    case PW_EXPR_NOT:
        return "not";
    case PW_EXPR_AND:
        return "and";
    case PW_EXPR_OR:
        return "or";
    default:
        return "=>";
    }
}

/* a / k and a % k truncate: a = k q + r, |r| < k, and r has the sign of a. Exactly one pair (q, r)
 * does that. */
static void division(struct pw_smtlib *s, const struct pw_expr *e, const struct pw_smtlib_scene *sc,
                     struct pw_strbuf *text)
{
    struct pw_strbuf a = {0}, k = {0};
    unsigned n = ++s->divisions;
    pw_smtlib_expr(s, e->args[0], sc, &a);
    pw_smtlib_expr(s, e->args[1], sc, &k);
    pw_strbuf_printf(s->out,
                     "(declare-fun quot%u () Int)\n(declare-fun rem%u () Int)\n(define-fun "
                     "divided%u () Int %s)\n",
                     n, n, n, pw_strbuf_text(&a));
    pw_strbuf_printf(s->out, "(assert (= divided%u (+ (* %s quot%u) rem%u)))\n", n,
                     pw_strbuf_text(&k), n, n);
    pw_strbuf_printf(s->out,
                     "(assert (ite (>= divided%u 0) (and (<= 0 rem%u) (< rem%u %s)) (and (< (- %s) "
                     "rem%u) (<= rem%u 0))))\n",
                     n, n, n, pw_strbuf_text(&k), pw_strbuf_text(&k), n, n);
    pw_strbuf_printf(text, "%s%u", e->kind == PW_EXPR_DIV ? "quot" : "rem", n);
    pw_strbuf_clear(&a);
    pw_strbuf_clear(&k);
}

static void extremum(struct pw_smtlib *s, const struct pw_expr *e, const struct pw_smtlib_scene *sc,
                     struct pw_strbuf *text)
{
    unsigned n = ++s->divisions;
    pw_strbuf_printf(text, "(let ((x%u ", n);
    pw_smtlib_expr(s, e->args[0], sc, text);
    pw_strbuf_printf(text, ") (y%u ", n);
    pw_smtlib_expr(s, e->args[1], sc, text);
    pw_strbuf_printf(text, ")) (ite (%s x%u y%u) x%u y%u))",
                     e->kind == PW_EXPR_MIN ? "<=" : ">=", n, n, n, n);
}

void pw_smtlib_expr(struct pw_smtlib *s, const struct pw_expr *e, const struct pw_smtlib_scene *sc,
                    struct pw_strbuf *text)
{
    unsigned n = pw_expr_arity((enum pw_expr_kind)e->kind);
    if (n == 0)
        leaf(s, e, sc, text);
    else if (e->kind == PW_EXPR_DIV || e->kind == PW_EXPR_MOD)
        division(s, e, sc, text);
    else if (e->kind == PW_EXPR_MIN || e->kind == PW_EXPR_MAX)
        extremum(s, e, sc, text);
    else {
        pw_strbuf_printf(text, "(%s", operator_name((enum pw_expr_kind)e->kind));
        for (unsigned i = 0; i < n; i++) {
            pw_strbuf_putc(text, ' ');
            pw_smtlib_expr(s, e->args[i], sc, text);
        }
        pw_strbuf_putc(text, ')');
    }
}
