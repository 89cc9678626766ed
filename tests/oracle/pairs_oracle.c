#include "oracle/pairs_oracle.h"

/* Is the finite part of thread i the view? i = s->n: the idle partner. */
static bool has_view(const struct pw_invariant *v, const struct pw_state *s, size_t i,
                     uint32_t view)
{
    const struct pw_view *a = &v->views.views.at[view];
    if (i == s->n) return a->kind == v->p->ntemplates;
    const struct pw_thread *t = &s->threads[i];
    if (a->kind != t->template || a->loc != t->loc) return false;
    for (size_t k = 0, rank = 0; k < v->p->templates[t->template].nlocals; k++) {
        if (v->p->templates[t->template].locals[k].type.kind == PW_INT) continue;
        if (pw_int_cmp_si(&t->locals[k], a->values[rank++])) return false;
    }
    return true;
}

static bool has_sigma(const struct pw_invariant *v, const struct pw_state *s, uint32_t sigma)
{
    for (size_t k = 0, rank = 0; k < v->p->nshared; k++) {
        if (v->p->shared[k].type.kind == PW_INT) continue;
        if (pw_int_cmp_si(&s->shared[k], v->views.sigmas.at[sigma][rank++])) return false;
    }
    return true;
}

static bool facts_hold(const struct pw_invariant *v, const struct pw_invariant_key *k,
                       const struct pw_state *s, size_t a, size_t b, struct pw_strbuf *why)
{
    if (a == s->n) a = b;
    if (b == s->n) b = a;
    for (size_t i = 0; i < k->facts.n; i++)
        if (!pw_interp_holds(s, k->facts.at[i], a, b)) {
            pw_strbuf_puts(why, "fails: ");
            pw_program_print_expr(v->p, k->facts.at[i], why);
            return false;
        }
    return true;
}

static bool pair_holds(const struct pw_invariant *v, const struct pw_state *s, size_t a, size_t b,
                       struct pw_strbuf *why)
{
    bool found = false;
    for (size_t i = 0; i < v->keys.n; i++) {
        const struct pw_invariant_key *k = &v->keys.at[i];
        if (!has_sigma(v, s, k->sigma)) continue;
        bool straight = has_view(v, s, a, k->u) && has_view(v, s, b, k->v),
             turned = has_view(v, s, b, k->u) && has_view(v, s, a, k->v);
        if (straight && !facts_hold(v, k, s, a, b, why)) return false;
        if (turned && !facts_hold(v, k, s, b, a, why)) return false;
        found |= straight || turned;
    }
    if (!found) pw_strbuf_printf(why, "threads %zu and %zu are no key", a + 1, b + 1);
    return found;
}

static bool count_holds(const struct pw_invariant *v, const struct pw_invariant_count *c,
                        const struct pw_state *s, struct pw_strbuf *why)
{
    pw_int left, right, k;
    pw_int_init(&left);
    pw_int_init_si(&right, c->constant);
    pw_int_init(&k);
    bool known = true;
    for (size_t i = 0; i < v->p->nshared; i++)
        pw_int_set_si(&k, c->alpha[i]), pw_int_addmul(&left, &k, &s->shared[i]);
    for (size_t i = 0; i < s->n; i++) {
        bool found = false;
        for (uint32_t w = 0; w < v->nweighed; w++)
            if (has_view(v, s, i, w))
                pw_int_set_si(&k, c->weights[w]), pw_int_add(&right, &right, &k), found = true;
        known &= found;
    }
    bool same = pw_int_eq(&left, &right);
    if (!same || !known) {
        pw_strbuf_puts(why, known ? "count fails: " : "a view has no weight in ");
        pw_int_print(&left, why);
        pw_strbuf_puts(why, " = ");
        pw_int_print(&right, why);
    }
    pw_int_clear(&left);
    pw_int_clear(&right);
    pw_int_clear(&k);
    return same && known;
}

static bool tally_holds(const struct pw_invariant *v, const struct pw_invariant_tally *t,
                        const struct pw_state *s, struct pw_strbuf *why)
{
    int64_t n = 0;
    bool good = true;
    for (size_t i = 0; i < s->n; i++)
        for (size_t k = 0; k < t->views.n; k++)
            if (has_view(v, s, i, t->views.at[k])) n += pw_interp_holds(s, t->fact, i, i);
    for (size_t i = 0; i < t->bounds.n; i++) {
        pw_int b;
        pw_int_init(&b);
        pw_interp_eval(s, t->bounds.at[i].bound, 0, 0, &b);
        int side = pw_int_cmp_si(&b, n); /* sign of bound - n */
        if (t->bounds.at[i].upper ? side < 0 : side > 0) good = false;
        pw_int_clear(&b);
    }
    if (!good) pw_strbuf_printf(why, "a bound on %lld threads fails", (long long)n);
    return good;
}

bool pairs_oracle_holds(const struct pw_invariant *v, const struct pw_state *s,
                        struct pw_strbuf *why)
{
    bool good = true;
    for (size_t a = 0; a < s->n && good; a++) {
        for (size_t b = a + 1; b < s->n && good; b++)
            good = pair_holds(v, s, a, b, why);
        bool alone = v->idle && (s->n == 1 || !pw_program_uses(v->p));
        if (alone && good) good = pair_holds(v, s, a, s->n, why);
    }
    for (size_t i = 0; i < v->counts.n && good; i++)
        good = count_holds(v, &v->counts.at[i], s, why);
    for (size_t i = 0; i < v->tallies.n && good; i++)
        good = tally_holds(v, &v->tallies.at[i], s, why);
    return good;
}

bool pairs_oracle_admits_error(const struct pw_invariant *v)
{
    for (size_t i = 0; i < v->keys.n; i++)
        for (int side = 0; side < 2; side++) {
            const struct pw_view *a = &v->views.views.at[side ? v->keys.at[i].v : v->keys.at[i].u];
            if (a->kind < v->p->ntemplates &&
                v->p->templates[a->kind].locs[a->loc].kind == PW_LOC_ERROR)
                return true;
        }
    return false;
}
