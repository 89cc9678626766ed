/* The finite program of split certificates. */
#include <assert.h>
#include <inttypes.h>

#include "base/limits.h"
#include "base/mem.h"
#include "cert/cert_finite.h"
#include "cert/cert_write.h"

/* looking: threads look at each other, kind `pairsets`. */
struct finite_ctx {
    const struct pw_program *p;
    const uint64_t *counts;
    const uint32_t *first;
    bool looking;
};

/* ---- formulas, in prefix order ---- */

static const char *word_of(enum pw_expr_kind kind)
{
    switch (kind) {
    case PW_EXPR_NEG:
        return "neg";
    case PW_EXPR_NOT:
        return "not";
    case PW_EXPR_ADD:
        return "+";
    case PW_EXPR_SUB:
        return "-";
    case PW_EXPR_MUL:
        return "*";
    case PW_EXPR_DIV:
        return "/";
    case PW_EXPR_MOD:
        return "%";
    case PW_EXPR_MIN:
        return "min";
    case PW_EXPR_MAX:
        return "max";
    case PW_EXPR_EQ:
    case PW_EXPR_IFF:
        return "==";
    case PW_EXPR_NE:
    case PW_EXPR_XOR:
        return "!=";
    case PW_EXPR_LT:
        return "<";
    case PW_EXPR_LE:
        return "<=";
    case PW_EXPR_GT:
        return ">";
    case PW_EXPR_GE:
        return ">=";
    case PW_EXPR_AND:
        return "and";
    case PW_EXPR_OR:
        return "or";
    case PW_EXPR_IMPLIES:
        return "implies";
    case PW_EXPR_ITE:
        return "if";
    default:
        return NULL;
    }
}

/* The thread is at one of the places of the label: a disjunction over `word`. */
static void put_at(struct pw_strbuf *out, const struct finite_ctx *x, const char *word,
                   const struct pw_expr *e)
{
    const struct pw_label *l = &x->p->labels[e->index];
    size_t n = 0;
    assert(x->looking && e->index < x->p->nlabels);
    for (size_t i = 0; i < l->nplaces; i++)
        n += e->template <0 || (uint32_t)e->template == l->places[i].template;
    if (!n) pw_strbuf_puts(out, " 0");
    for (size_t i = 0; i < l->nplaces; i++) {
        if (e->template >= 0 && (uint32_t)e->template != l->places[i].template) continue;
        if (--n) pw_strbuf_puts(out, " or");
        pw_strbuf_printf(out, " == %s %" PRIu32, word,
                         x->first[l->places[i].template] + l->places[i].loc);
    }
}

/* What only threads that look at each other read. */
static bool put_look_leaf(struct pw_strbuf *out, const struct finite_ctx *x,
                          const struct pw_expr *e)
{
    if (!x->looking) return false;
    if (e->kind == PW_EXPR_PASSIVE)
        pw_strbuf_printf(out, " o%" PRIu32, e->index);
    else if (e->kind == PW_EXPR_BEFORE)
        pw_strbuf_puts(out, " before");
    else if (e->kind == PW_EXPR_AT || e->kind == PW_EXPR_OTHER_AT)
        put_at(out, x, e->kind == PW_EXPR_AT ? "at" : "oat", e);
    else
        return false;
    return true;
}

/* Depth: that of the formula. False: it reads what a step of a finite program does not. */
static bool put_formula(struct pw_strbuf *out, const struct finite_ctx *x, const struct pw_expr *e)
{
    pw_limits_poll();
    switch (e->kind) {
    case PW_EXPR_INT:
        pw_strbuf_putc(out, ' ');
        pw_int_print(&e->value, out);
        return true;
    case PW_EXPR_BOOL:
        pw_strbuf_puts(out, e->truth ? " 1" : " 0");
        return true;
    case PW_EXPR_SHARED:
        pw_strbuf_printf(out, " s%" PRIu32, e->index);
        return true;
    case PW_EXPR_LOCAL:
        pw_strbuf_printf(out, " l%" PRIu32, e->index);
        return true;
    case PW_EXPR_CHOICE:
        pw_strbuf_printf(out, " c%" PRIu32, e->index);
        return true;
    default:
        break;
    }
    const char *word = word_of(e->kind);
    if (!word) return put_look_leaf(out, x, e);
    pw_strbuf_printf(out, " %s", word);
    for (unsigned i = 0; i < pw_expr_arity(e->kind); i++)
        if (!put_formula(out, x, e->args[i])) return false;
    return true;
}

/* ---- the sections ---- */

static bool put_fields(struct pw_strbuf *out, const struct finite_ctx *x, const struct pw_var *vars,
                       size_t n)
{
    for (size_t i = 0; i < n; i++) {
        pw_strbuf_printf(out, "%" PRId64 " %" PRId64, vars[i].type.lo, vars[i].type.hi);
        if (!vars[i].init)
            pw_strbuf_puts(out, " any");
        else if (!put_formula(out, x, vars[i].init))
            return false;
        pw_strbuf_putc(out, ' ');
        pw_cert_word(out, vars[i].name);
        pw_strbuf_putc(out, '\n');
    }
    return true;
}

static bool put_templates(struct pw_strbuf *out, const struct finite_ctx *x)
{
    const struct pw_program *p = x->p;
    pw_strbuf_printf(out, "templates %zu\n", p->ntemplates);
    for (size_t t = 0; t < p->ntemplates; t++) {
        const struct pw_thread_template *T = &p->templates[t];
        pw_cert_word(out, T->name);
        if (x->looking && T->count == PW_ANY)
            pw_strbuf_puts(out, " any");
        else
            pw_strbuf_printf(out, " %" PRIu64, x->counts[t]);
        pw_strbuf_printf(out, " %" PRIu32 " %zu\n", x->first[t] + T->entry, T->nlocals);
        if (!put_fields(out, x, T->locals, T->nlocals)) return false;
    }
    return true;
}

static void put_locations(struct pw_strbuf *out, const struct pw_program *p, uint32_t n)
{
    pw_strbuf_printf(out, "labels %zu\n", p->nlabels);
    for (size_t i = 0; i < p->nlabels; i++) {
        pw_cert_word(out, p->labels[i].name);
        pw_strbuf_putc(out, '\n');
    }
    pw_strbuf_printf(out, "locations %" PRIu32 "\n", n);
    for (size_t t = 0; t < p->ntemplates; t++)
        for (size_t l = 0; l < p->templates[t].nlocs; l++) {
            const struct pw_loc *loc = &p->templates[t].locs[l];
            pw_strbuf_printf(out, "%zu %s %u ", t, pw_loc_kind_name(loc->kind), loc->pos.line);
            pw_cert_word(out, loc->name);
            for (size_t i = 0; i < loc->nlabels; i++)
                pw_strbuf_printf(out, " %" PRIu32, loc->labels[i]);
            pw_strbuf_putc(out, '\n');
        }
}

static void put_kind(struct pw_strbuf *out, int32_t template)
{
    if (template <0)
        pw_strbuf_puts(out, " any");
    else
        pw_strbuf_printf(out, " %" PRId32, template);
}

static bool put_looks(struct pw_strbuf *out, const struct finite_ctx *x, const struct pw_edge *e)
{
    for (size_t i = 0; i < e->nlooks; i++) {
        pw_strbuf_puts(out, e->looks[i].every ? "every" : "some");
        put_kind(out, e->looks[i].passive);
        if (!put_formula(out, x, e->looks[i].expr)) return false;
        pw_strbuf_putc(out, '\n');
    }
    for (size_t i = 0; i < e->nothers; i++) {
        pw_strbuf_printf(out, "%" PRIu32 " %" PRIu32, e->others[i].template, e->others[i].index);
        if (!put_formula(out, x, e->others[i].to)) return false;
        pw_strbuf_putc(out, '\n');
    }
    return true;
}

static bool put_edge(struct pw_strbuf *out, const struct finite_ctx *x, const struct pw_edge *e,
                     uint32_t first)
{
    if (!x->looking && (e->nlooks || e->nothers)) return false;
    pw_strbuf_printf(out, "%" PRIu32 " %" PRIu32 " %u %zu %zu ", first + e->from, first + e->to,
                     e->pos.line, e->nchoices, e->nupdates);
    if (x->looking) pw_strbuf_printf(out, "%zu %zu ", e->nlooks, e->nothers);
    pw_cert_text(out, e->text);
    pw_strbuf_putc(out, '\n');
    for (size_t i = 0; i < e->nchoices; i++)
        pw_strbuf_printf(out, "%" PRId64 " %" PRId64 "\n", e->choices[i].type.lo,
                         e->choices[i].type.hi);
    if (!put_formula(out, x, e->guard)) return false;
    pw_strbuf_putc(out, '\n');
    for (size_t i = 0; i < e->nupdates; i++) {
        pw_strbuf_printf(out, "%c%" PRIu32, e->updates[i].shared ? 's' : 'l', e->updates[i].index);
        if (!put_formula(out, x, e->updates[i].to)) return false;
        pw_strbuf_putc(out, '\n');
    }
    return put_looks(out, x, e);
}

static bool put_edges(struct pw_strbuf *out, const struct finite_ctx *x)
{
    const struct pw_program *p = x->p;
    size_t n = 0;
    for (size_t t = 0; t < p->ntemplates; t++)
        n += p->templates[t].nedges;
    pw_strbuf_printf(out, "edges %zu\n", n);
    for (size_t t = 0; t < p->ntemplates; t++)
        for (size_t e = 0; e < p->templates[t].nedges; e++)
            if (!put_edge(out, x, &p->templates[t].edges[e], x->first[t])) return false;
    return true;
}

/* A formula about one thread, or two. */
static bool put_claim(struct pw_strbuf *out, const struct finite_ctx *x, const struct pw_pred *q,
                      bool truth)
{
    bool two = q->class == PW_INTER_THREAD;
    if (!x->looking) return false;
    pw_strbuf_puts(out, two ? " two" : " one");
    put_kind(out, q->active);
    if (two) put_kind(out, q->passive);
    if (!truth) pw_strbuf_puts(out, " not");
    return put_formula(out, x, q->expr);
}

static bool put_constraints(struct pw_strbuf *out, const struct finite_ctx *x)
{
    const struct pw_program *p = x->p;
    pw_strbuf_printf(out, "constraints %zu\n", p->ninits);
    for (size_t i = 0; i < p->ninits; i++) {
        const struct pw_pred *q = &p->inits[i];
        if (q->class == PW_INTER_THREAD) {
            pw_strbuf_puts(out, "pair");
            if (!put_claim(out, x, q, true)) return false;
            pw_strbuf_putc(out, '\n');
            continue;
        }
        if (q->class == PW_SHARED_PRED)
            pw_strbuf_puts(out, "any");
        else if (q->active >= 0)
            pw_strbuf_printf(out, "%" PRId32, q->active);
        else
            return false;
        if (!put_formula(out, x, q->expr)) return false;
        pw_strbuf_putc(out, '\n');
    }
    return true;
}

/* What every thread, or every two, must satisfy: bad is what does not. */
static bool put_invariants(struct pw_strbuf *out, const struct finite_ctx *x)
{
    for (size_t i = 0; x->looking && i < x->p->ninvariants; i++) {
        const struct pw_pred *q = &x->p->invariants[i];
        pw_strbuf_printf(out, "%u 0", q->pos.line);
        if (!put_claim(out, x, q, false)) return false;
        pw_strbuf_putc(out, ' ');
        pw_cert_text(out, q->text);
        pw_strbuf_putc(out, '\n');
    }
    return true;
}

static bool put_bad(struct pw_strbuf *out, const struct finite_ctx *x)
{
    const struct pw_program *p = x->p;
    pw_strbuf_printf(out, "bad %zu\n", p->nunsafe + (x->looking ? p->ninvariants : 0));
    for (size_t i = 0; i < p->nunsafe; i++) {
        const struct pw_disjunct *d = &p->unsafe[i];
        pw_strbuf_printf(out, "%u %zu", d->pos.line, d->ncounts);
        if (!d->ncounts && !put_claim(out, x, d->formula, true)) return false;
        for (size_t k = 0; k < d->ncounts; k++) {
            put_kind(out, d->counts[k].template);
            pw_strbuf_printf(out, " %" PRIu32 " %" PRIu32, d->counts[k].label, d->counts[k].least);
        }
        pw_strbuf_putc(out, ' ');
        pw_cert_text(out, d->text);
        pw_strbuf_putc(out, '\n');
    }
    return put_invariants(out, x);
}

static bool put_program(struct pw_strbuf *out, const struct finite_ctx *x)
{
    const struct pw_program *p = x->p;
    pw_strbuf_printf(out, "shared-fields %zu\n", p->nshared);
    if (!put_fields(out, x, p->shared, p->nshared)) return false;
    if (!put_templates(out, x)) return false;
    put_locations(out, p, x->first[p->ntemplates]);
    return put_edges(out, x) && put_constraints(out, x) && put_bad(out, x);
}

bool pw_cert_put_finite(struct pw_strbuf *out, const struct pw_program *p, const uint64_t *counts,
                        const uint32_t *first)
{
    const struct finite_ctx x = {p, counts, first, false};
    return put_program(out, &x);
}

bool pw_cert_put_looking(struct pw_strbuf *out, const struct pw_program *p)
{
    uint64_t *counts = PW_NEWS(uint64_t, p->ntemplates);
    uint32_t *first = PW_NEWS(uint32_t, p->ntemplates + 1);
    for (size_t t = 0; t < p->ntemplates; t++) {
        counts[t] = p->templates[t].count == PW_ANY ? 0 : (uint64_t)p->templates[t].count;
        first[t + 1] = first[t] + (uint32_t)p->templates[t].nlocs;
    }
    const struct finite_ctx x = {p, counts, first, true};
    bool whole = put_program(out, &x);
    PW_FREES(counts, p->ntemplates);
    PW_FREES(first, p->ntemplates + 1);
    return whole;
}
