#include "pairs/invariant.h"

#include <assert.h>

#include "base/order.h"

int pw_invariant_key_order(const void *a, const void *b)
{
    const struct pw_invariant_key *x = a, *y = b;
    return PW_ORDER(x->sigma, y->sigma) ?: PW_ORDER(x->u, y->u) ?: PW_ORDER(x->v, y->v);
}

void pw_invariant_clear(struct pw_invariant *v)
{
    for (size_t i = 0; i < v->keys.n; i++)
        pw_vec_clear(&v->keys.at[i].facts);
    for (size_t i = 0; i < v->tallies.n; i++) {
        pw_vec_clear(&v->tallies.at[i].views);
        pw_vec_clear(&v->tallies.at[i].bounds);
        pw_vec_clear(&v->tallies.at[i].moves);
    }
    for (size_t i = 0; i < v->sayings.n; i++)
        pw_vec_clear(&v->sayings.at[i].views);
    for (size_t i = 0; i < v->mined.n; i++)
        pw_vec_clear(&v->mined.at[i].except);
    for (size_t i = 0; i < v->counts.n; i++) {
        PW_FREES(v->counts.at[i].alpha, v->p->nshared + 1);
        PW_FREES(v->counts.at[i].weights, v->nweighed + 1);
    }
    pw_vec_clear(&v->keys);
    pw_vec_clear(&v->counts);
    pw_vec_clear(&v->tallies);
    pw_vec_clear(&v->sayings);
    pw_vec_clear(&v->mined);
    pw_views_clear(&v->views);
    pw_expr_pool_clear(&v->pool);
}

void pw_invariant_free(struct pw_invariant *v)
{
    if (!v) return;
    pw_invariant_clear(v);
    PW_FREE(v);
}

/* ---- text ---- */

/* A term of a sum: "x", "2 * x", with + or - before it. */
static void print_term(int64_t factor, const char *what, bool first, struct pw_strbuf *out)
{
    if (factor < 0)
        pw_strbuf_puts(out, first ? "-" : " - ");
    else if (!first)
        pw_strbuf_puts(out, " + ");
    uint64_t size = factor < 0 ? -(uint64_t)factor : (uint64_t)factor;
    if (size != 1) pw_strbuf_printf(out, "%llu * ", (unsigned long long)size);
    pw_strbuf_puts(out, what);
}

/* Views at one location: do some have the weight, do all? */
struct at_location {
    const struct pw_invariant *v;
    const int64_t *weights;
    int64_t weight;
    uint32_t kind, loc;
};

static bool is_there(const struct at_location *x, uint32_t view)
{
    const struct pw_view *a = pw_views_at(&x->v->views, view);
    return a->kind == x->kind && a->loc == x->loc;
}

/* Is there a view with (has) or without the weight, of this value of a finite local (rank -1: any)?
 */
static bool some_view(const struct at_location *x, bool has, int32_t rank, int64_t value)
{
    for (uint32_t i = 0; i < x->v->nweighed; i++) {
        if (!is_there(x, i) || (x->weights[i] == x->weight) != has) continue;
        if (rank < 0 || pw_views_at(&x->v->views, i)->values[rank] == value) return true;
    }
    return false;
}

/* The weight is that of one value of one finite local: says so. */
static bool print_distinction(const struct at_location *x, struct pw_strbuf *out)
{
    const struct pw_view_vars *k = &x->v->views.kinds[x->kind];
    for (uint32_t rank = 0; rank < k->nfins; rank++) {
        const struct pw_var *var = &k->vars[k->fins[rank]];
        int64_t lo = var->type.kind == PW_BOOL ? 0 : var->type.lo;
        int64_t hi = var->type.kind == PW_BOOL ? 1 : var->type.hi, found = 0, value = 0;
        bool mixed = false;
        for (int64_t c = lo; c <= hi && hi - lo < 64; c++) {
            bool has = some_view(x, true, (int32_t)rank, c);
            mixed |= has && some_view(x, false, (int32_t)rank, c);
            if (has) found++, value = c;
        }
        if (mixed || found != 1) continue;
        if (var->type.kind == PW_BOOL)
            pw_strbuf_printf(out, value ? " (%s)" : " (!%s)", var->name);
        else
            pw_strbuf_printf(out, " (%s == %lld)", var->name, (long long)value);
        return true;
    }
    return false;
}

/* Where the views of this weight are: location names, once each. */
static void print_locations(const struct pw_invariant *v, const int64_t *weights, int64_t weight,
                            struct pw_strbuf *out)
{
    const struct pw_program *p = v->p;
    bool first = true;
    for (uint32_t t = 0; t < p->ntemplates; t++)
        for (uint32_t l = 0; l < p->templates[t].nlocs; l++) {
            struct at_location x = {v, weights, weight, t, l};
            if (!some_view(&x, true, -1, 0)) continue;
            pw_strbuf_puts(out, first ? "" : ", ");
            if (p->ntemplates > 1) pw_strbuf_printf(out, "%s.", p->templates[t].name);
            pw_strbuf_puts(out, p->templates[t].locs[l].name);
            if (some_view(&x, false, -1, 0) && !print_distinction(&x, out))
                pw_strbuf_puts(out, " (some)");
            first = false;
        }
}

/* The weights that occur, each once, smallest first after `above`; false: there is none. */
static bool next_weight(const struct pw_invariant *v, const int64_t *weights, int64_t above,
                        int64_t *out)
{
    bool found = false;
    for (uint32_t i = 0; i < v->nweighed; i++)
        if (weights[i] > above && weights[i] != 0 && (!found || weights[i] < *out)) {
            *out = weights[i];
            found = true;
        }
    return found;
}

/* The variables with alpha > 0 (sign 1) or < 0 (sign -1). False: there are none. */
static bool print_variables(const struct pw_invariant *v, const int64_t *alpha, int sign,
                            bool first, bool turn, struct pw_strbuf *out)
{
    bool any = false;
    for (size_t i = 0; i < v->p->nshared; i++) {
        if (sign > 0 ? alpha[i] <= 0 : alpha[i] >= 0) continue;
        print_term(turn ? -alpha[i] : alpha[i], pw_var_shown(&v->p->shared[i]), first, out);
        first = false;
        any = true;
    }
    return any;
}

/* Positive variables to the left, the others to the right; turned around if all are negative. */
void pw_invariant_print_count(const struct pw_invariant *v, size_t count, struct pw_strbuf *out)
{
    assert(count < v->counts.n);
    const struct pw_invariant_count *c = &v->counts.at[count];
    int left = print_variables(v, c->alpha, 1, true, false, out) ? 1 : -1;
    if (left < 0) print_variables(v, c->alpha, -1, true, true, out);
    pw_strbuf_puts(out, " = ");
    bool any = left > 0 && print_variables(v, c->alpha, -1, true, true, out);
    int64_t constant = left * c->constant, weight = INT64_MIN;
    if (constant && any)
        pw_strbuf_printf(out, constant < 0 ? " - %lld" : " + %lld",
                         (long long)(constant < 0 ? -constant : constant));
    else if (constant)
        pw_strbuf_printf(out, "%lld", (long long)constant);
    any |= constant != 0;
    while (next_weight(v, c->weights, weight, &weight)) {
        struct pw_strbuf where = {0};
        pw_strbuf_puts(&where, "number of threads at ");
        print_locations(v, c->weights, weight, &where);
        print_term(left * weight, pw_strbuf_text(&where), !any, out);
        pw_strbuf_clear(&where);
        any = true;
    }
    if (!any) pw_strbuf_puts(out, "0");
}

/* Where threads with these views are. */
static void print_places(const struct pw_invariant *v, const uint32_t *views, size_t n,
                         struct pw_strbuf *out)
{
    pw_uints shown = {0};
    for (size_t i = 0; i < n; i++) {
        const struct pw_view *a = pw_views_at(&v->views, views[i]);
        assert(a->kind < v->p->ntemplates);
        const struct pw_thread_template *t = &v->p->templates[a->kind];
        bool old = false;
        for (size_t k = 0; k < shown.n; k++) {
            const struct pw_view *b = pw_views_at(&v->views, shown.at[k]);
            old |= b->kind == a->kind && b->loc == a->loc;
        }
        if (old) continue;
        pw_strbuf_puts(out, shown.n ? ", " : "");
        if (v->p->ntemplates > 1) pw_strbuf_printf(out, "%s.", t->name);
        pw_strbuf_puts(out, t->locs[a->loc].name);
        pw_vec_push(&shown, views[i]);
    }
    pw_vec_clear(&shown);
}

/* x != other.x of one local x? */
static bool is_unique(const struct pw_expr *e)
{
    const struct pw_expr *a = e->args[0], *b = e->args[1];
    return e->kind == PW_EXPR_NE && a->kind == PW_EXPR_LOCAL && b->kind == PW_EXPR_PASSIVE &&
           a->template == b->template && a->index == b->index;
}

static void print_two(const struct pw_invariant *v, const struct pw_invariant_saying *s,
                      struct pw_strbuf *out)
{
    bool unique = is_unique(s->expr), apart = !s->together && !unique;
    if (unique)
        pw_strbuf_puts(out, "no two threads at ");
    else {
        pw_program_print_expr(v->p, s->expr, out);
        pw_strbuf_puts(out, apart ? " for every thread at " : " for every two threads at ");
    }
    if (s->together) print_places(v, s->views.at, s->views.n, out);
    for (size_t i = 0; i < s->views.n && !s->together; i += 2) {
        pw_strbuf_puts(out, i ? ", or at " : "");
        print_places(v, &s->views.at[i], apart || s->views.at[i] == s->views.at[i + 1] ? 1 : 2,
                     out);
        if (!apart) continue;
        pw_strbuf_puts(out, " and every other at ");
        print_places(v, &s->views.at[i + 1], 1, out);
    }
    if (unique) {
        const struct pw_expr *a = s->expr->args[0];
        pw_strbuf_printf(out, " have the same %s",
                         pw_var_shown(&v->p->templates[a->template].locals[a->index]));
    }
}

static bool has_pair(const pw_uints *pairs, uint32_t u, uint32_t v)
{
    for (size_t i = 0; i + 1 < pairs->n; i += 2)
        if (pairs->at[i] == u && pairs->at[i + 1] == v) return true;
    return false;
}

/* Do the views u and w stand first in pairs with the same second ones? */
static bool same_partners(const pw_uints *pairs, uint32_t u, uint32_t w)
{
    for (size_t i = 0; i + 1 < pairs->n; i += 2) {
        assert(i < pairs->n);
        uint32_t first = pairs->at[i], second = pairs->at[i + 1];
        if (first == u && !has_pair(pairs, w, second)) return false;
        if (first == w && !has_pair(pairs, u, second)) return false;
    }
    return true;
}

/* The views that stand first with the same partners as `u`; none if one of them stands earlier. */
static void find_group(const pw_uints *pairs, size_t i, pw_uints *firsts, pw_uints *seconds)
{
    assert(pairs->n % 2 == 0 && i % 2 == 0 && i < pairs->n);
    uint32_t u = pairs->at[i];
    pw_vec_reset(firsts);
    pw_vec_reset(seconds);
    for (size_t k = 0; k < i; k += 2)
        if (same_partners(pairs, u, pairs->at[k])) return;
    for (size_t k = i; k + 1 < pairs->n; k += 2) {
        if (pairs->at[k] == u) pw_vec_push(seconds, pairs->at[k + 1]);
        if (same_partners(pairs, u, pairs->at[k])) pw_vec_push(firsts, pairs->at[k]);
    }
}

/* "... for every thread at A while another is at B": one part for all that have the same B. */
static void print_beside(const struct pw_invariant *v, const struct pw_invariant_saying *s,
                         struct pw_strbuf *out)
{
    pw_uints firsts = {0}, seconds = {0};
    bool begun = false;
    assert(s->beside && s->threads < 2 && s->views.n >= 2);
    pw_strbuf_puts(out, s->threads == 1 ? " for every thread at " : " while a thread is at ");
    for (size_t i = 0; i + 1 < s->views.n; i += 2) {
        find_group(&s->views, i, &firsts, &seconds);
        if (!firsts.n) continue;
        pw_strbuf_puts(out, begun ? ", or at " : "");
        print_places(v, firsts.at, firsts.n, out);
        pw_strbuf_puts(out, s->threads == 1 ? " while another is at " : " and another at ");
        print_places(v, seconds.at, seconds.n, out);
        begun = true;
    }
    pw_vec_clear(&firsts);
    pw_vec_clear(&seconds);
}

void pw_invariant_print_saying(const struct pw_invariant *v, size_t saying, struct pw_strbuf *out)
{
    assert(saying < v->sayings.n);
    const struct pw_invariant_saying *s = &v->sayings.at[saying];
    if (s->threads == 2) {
        print_two(v, s, out);
        return;
    }
    pw_program_print_expr(v->p, s->expr, out);
    if (s->beside) {
        print_beside(v, s, out);
        return;
    }
    if (s->threads == 1)
        pw_strbuf_puts(out, " for every thread at ");
    else
        pw_strbuf_puts(out, s->views.n ? " while a thread is at " : " always");
    print_places(v, s->views.at, s->views.n, out);
}

void pw_invariant_print_tally(const struct pw_invariant *v, size_t tally, size_t bound,
                              struct pw_strbuf *out)
{
    assert(tally < v->tallies.n);
    const struct pw_invariant_tally *t = &v->tallies.at[tally];
    assert(bound < t->bounds.n);
    const struct pw_invariant_bound *b = &t->bounds.at[bound];
    int64_t *in = PW_NEWS(int64_t, v->nweighed + 1);
    for (size_t i = 0; i < t->views.n; i++)
        in[t->views.at[i]] = 1;
    pw_strbuf_puts(out, b->upper ? "at most " : "at least ");
    pw_program_print_expr(v->p, b->bound, out);
    pw_strbuf_puts(out, " threads at ");
    print_locations(v, in, 1, out);
    pw_strbuf_puts(out, " have ");
    pw_program_print_expr(v->p, t->fact, out);
    PW_FREES(in, v->nweighed + 1);
}

static void print_key(const struct pw_invariant *v, const struct pw_invariant_key *k,
                      struct pw_strbuf *out)
{
    pw_strbuf_putc(out, '(');
    pw_views_print_sigma(&v->views, k->sigma, out);
    if (v->views.shared.nfins) pw_strbuf_puts(out, " | ");
    pw_views_print(&v->views, k->u, out);
    pw_strbuf_puts(out, " | ");
    pw_views_print(&v->views, k->v, out);
    pw_strbuf_puts(out, ")");
    for (size_t i = 0; i < k->facts.n; i++) {
        pw_strbuf_puts(out, i ? "; " : ": ");
        pw_program_print_expr(v->p, k->facts.at[i], out);
    }
    pw_strbuf_putc(out, '\n');
}

void pw_invariant_print(const struct pw_invariant *v, struct pw_strbuf *out)
{
    for (size_t i = 0; i < v->keys.n; i++)
        print_key(v, &v->keys.at[i], out);
    for (size_t i = 0; i < v->counts.n; i++) {
        pw_invariant_print_count(v, i, out);
        pw_strbuf_putc(out, '\n');
    }
    for (size_t i = 0; i < v->tallies.n; i++)
        for (size_t b = 0; b < v->tallies.at[i].bounds.n; b++) {
            pw_invariant_print_tally(v, i, b, out);
            pw_strbuf_putc(out, '\n');
        }
}
