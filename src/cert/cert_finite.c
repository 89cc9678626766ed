/* The finite program of split certificates. */
#include <inttypes.h>

#include "base/limits.h"
#include "cert/cert_finite.h"
#include "cert/cert_write.h"

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

/* Depth: that of the formula. False: it reads what a step of a finite program does not. */
static bool put_formula(struct pw_strbuf *out, const struct pw_expr *e)
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
    if (!word) return false;
    pw_strbuf_printf(out, " %s", word);
    for (unsigned i = 0; i < pw_expr_arity(e->kind); i++)
        if (!put_formula(out, e->args[i])) return false;
    return true;
}

/* ---- the sections ---- */

static bool put_fields(struct pw_strbuf *out, const struct pw_var *vars, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        pw_strbuf_printf(out, "%" PRId64 " %" PRId64, vars[i].type.lo, vars[i].type.hi);
        if (!vars[i].init)
            pw_strbuf_puts(out, " any");
        else if (!put_formula(out, vars[i].init))
            return false;
        pw_strbuf_putc(out, ' ');
        pw_cert_word(out, vars[i].name);
        pw_strbuf_putc(out, '\n');
    }
    return true;
}

static bool put_templates(struct pw_strbuf *out, const struct pw_program *p, const uint64_t *counts,
                          const uint32_t *first)
{
    pw_strbuf_printf(out, "templates %zu\n", p->ntemplates);
    for (size_t t = 0; t < p->ntemplates; t++) {
        const struct pw_thread_template *T = &p->templates[t];
        pw_cert_word(out, T->name);
        pw_strbuf_printf(out, " %" PRIu64 " %" PRIu32 " %zu\n", counts[t], first[t] + T->entry,
                         T->nlocals);
        if (!put_fields(out, T->locals, T->nlocals)) return false;
    }
    return true;
}

static void put_locations(struct pw_strbuf *out, const struct pw_program *p, uint32_t n)
{
    static const char *const kinds[] = {"normal", "error", "end"};
    pw_strbuf_printf(out, "labels %zu\n", p->nlabels);
    for (size_t i = 0; i < p->nlabels; i++) {
        pw_cert_word(out, p->labels[i].name);
        pw_strbuf_putc(out, '\n');
    }
    pw_strbuf_printf(out, "locations %" PRIu32 "\n", n);
    for (size_t t = 0; t < p->ntemplates; t++)
        for (size_t l = 0; l < p->templates[t].nlocs; l++) {
            const struct pw_loc *loc = &p->templates[t].locs[l];
            pw_strbuf_printf(out, "%zu %s %u ", t, kinds[loc->kind], loc->pos.line);
            pw_cert_word(out, loc->name);
            for (size_t i = 0; i < loc->nlabels; i++)
                pw_strbuf_printf(out, " %" PRIu32, loc->labels[i]);
            pw_strbuf_putc(out, '\n');
        }
}

static bool put_edge(struct pw_strbuf *out, const struct pw_edge *e, uint32_t first)
{
    pw_strbuf_printf(out, "%" PRIu32 " %" PRIu32 " %u %zu %zu ", first + e->from, first + e->to,
                     e->pos.line, e->nchoices, e->nupdates);
    pw_cert_text(out, e->text);
    pw_strbuf_putc(out, '\n');
    for (size_t i = 0; i < e->nchoices; i++)
        pw_strbuf_printf(out, "%" PRId64 " %" PRId64 "\n", e->choices[i].type.lo,
                         e->choices[i].type.hi);
    if (!put_formula(out, e->guard)) return false;
    pw_strbuf_putc(out, '\n');
    for (size_t i = 0; i < e->nupdates; i++) {
        pw_strbuf_printf(out, "%c%" PRIu32, e->updates[i].shared ? 's' : 'l', e->updates[i].index);
        if (!put_formula(out, e->updates[i].to)) return false;
        pw_strbuf_putc(out, '\n');
    }
    return !e->nlooks && !e->nothers;
}

static bool put_edges(struct pw_strbuf *out, const struct pw_program *p, const uint32_t *first)
{
    size_t n = 0;
    for (size_t t = 0; t < p->ntemplates; t++)
        n += p->templates[t].nedges;
    pw_strbuf_printf(out, "edges %zu\n", n);
    for (size_t t = 0; t < p->ntemplates; t++)
        for (size_t e = 0; e < p->templates[t].nedges; e++)
            if (!put_edge(out, &p->templates[t].edges[e], first[t])) return false;
    return true;
}

static bool put_constraints(struct pw_strbuf *out, const struct pw_program *p)
{
    pw_strbuf_printf(out, "constraints %zu\n", p->ninits);
    for (size_t i = 0; i < p->ninits; i++) {
        const struct pw_pred *q = &p->inits[i];
        if (q->class == PW_INTER_THREAD) return false;
        if (q->class == PW_SHARED_PRED)
            pw_strbuf_puts(out, "any");
        else if (q->active >= 0)
            pw_strbuf_printf(out, "%" PRId32, q->active);
        else
            return false;
        if (!put_formula(out, q->expr)) return false;
        pw_strbuf_putc(out, '\n');
    }
    return true;
}

static bool put_bad(struct pw_strbuf *out, const struct pw_program *p)
{
    pw_strbuf_printf(out, "bad %zu\n", p->nunsafe);
    for (size_t i = 0; i < p->nunsafe; i++) {
        const struct pw_disjunct *d = &p->unsafe[i];
        if (!d->ncounts) return false;
        pw_strbuf_printf(out, "%u %zu", d->pos.line, d->ncounts);
        for (size_t k = 0; k < d->ncounts; k++) {
            if (d->counts[k].template <0)
                pw_strbuf_puts(out, " any");
            else
                pw_strbuf_printf(out, " %" PRId32, d->counts[k].template);
            pw_strbuf_printf(out, " %" PRIu32 " %" PRIu32, d->counts[k].label, d->counts[k].least);
        }
        pw_strbuf_putc(out, ' ');
        pw_cert_text(out, d->text);
        pw_strbuf_putc(out, '\n');
    }
    return true;
}

bool pw_cert_put_finite(struct pw_strbuf *out, const struct pw_program *p, const uint64_t *counts,
                        const uint32_t *first)
{
    pw_strbuf_printf(out, "shared-fields %zu\n", p->nshared);
    if (!put_fields(out, p->shared, p->nshared)) return false;
    if (!put_templates(out, p, counts, first)) return false;
    put_locations(out, p, first[p->ntemplates]);
    return put_edges(out, p, first) && put_constraints(out, p) && put_bad(out, p);
}
