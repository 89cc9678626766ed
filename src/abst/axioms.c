#include "abst/axioms.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "pairs/count.h"
#include "pairs/inductive.h"
#include "pairs/known.h"

/* ---- finding ---- */

/* The weight of every thread at a location, if views do not differ there; 0 if there are none. */
static bool weight_at(const struct pw_counts *c, const struct pw_counting *k, uint32_t t,
                      uint32_t loc, int64_t *out)
{
    bool some = false;
    *out = 0;
    for (uint32_t v = 0; v < c->nviews; v++) {
        const struct pw_view *x = pw_views_at(c->enc->views, v);
        if (!c->known[v] || x->kind != t || x->loc != loc) continue;
        if (some && k->weights[v] != *out) return false;
        *out = k->weights[v];
        some = true;
    }
    return true;
}

static bool read_weights(const struct pw_axioms *x, const struct pw_counts *c,
                         const struct pw_counting *k, int64_t *weights)
{
    for (uint32_t t = 0; t < x->p->ntemplates; t++)
        for (uint32_t l = 0; l < x->p->templates[t].nlocs; l++) {
            int64_t *w = &weights[x->first[t] + l];
            if (!weight_at(c, k, t, l, w)) return false;
            if (x->p->templates[t].locs[l].kind == PW_LOC_ERROR) *w = 0;
        }
    return true;
}

static bool sums_integers(const struct pw_program *p, const int64_t *alpha)
{
    for (size_t i = 0; i < p->nshared; i++)
        if (alpha[i] && p->shared[i].type.kind == PW_BOOL) return false;
    return true;
}

static void free_axiom(const struct pw_axioms *x, struct pw_axiom *a)
{
    PW_FREES(a->alpha, x->p->nshared + 1);
    PW_FREES(a->weights, x->first[x->p->ntemplates] + 1);
}

/* ---- proving ---- */

static pw_term sum_of(struct pw_known *k, const struct pw_axiom *a, const pw_term *shared)
{
    pw_term sum = pw_term_int_si(k->terms, 0);
    for (size_t i = 0; i < k->p->nshared; i++)
        if (a->alpha[i])
            sum = pw_term_add(k->terms, sum, pw_term_mul_si(k->terms, a->alpha[i], shared[i]));
    return sum;
}

/* No model of what is given violates left = right? */
static bool follows(struct pw_known *k, pw_term left, pw_term right)
{
    pw_known_give(k, pw_term_not(pw_term_eq(k->terms, left, right)));
    bool possible = pw_known_possible(k);
    pw_known_end(k);
    return !possible;
}

static bool holds_at_start(const struct pw_axioms *x, struct pw_known *k, const struct pw_axiom *a)
{
    for (uint32_t t = 0; t < x->p->ntemplates; t++)
        if (a->weights[x->first[t] + x->p->templates[t].entry]) return false;
    pw_known_start(k);
    pw_known_initial(k);
    return follows(k, sum_of(k, a, k->now.shared), pw_term_int_si(k->terms, a->constant));
}

static bool holds_after(const struct pw_axioms *x, struct pw_known *k, const struct pw_axiom *a,
                        uint32_t t, const struct pw_edge *e)
{
    pw_known_start(k);
    pw_known_add(k, t, e->from);
    struct pw_known_state after = pw_known_step(k, e);
    pw_term change = pw_term_sub(k->terms, sum_of(k, a, after.shared), sum_of(k, a, k->now.shared));
    int64_t wanted = a->weights[x->first[t] + e->to] - a->weights[x->first[t] + e->from];
    return follows(k, change, pw_term_int_si(k->terms, wanted));
}

static bool is_proved(const struct pw_axioms *x, const struct pw_axiom *a)
{
    struct pw_known k;
    pw_known_init(&k, x->p, NULL);
    bool good = holds_at_start(x, &k, a);
    for (uint32_t t = 0; t < x->p->ntemplates; t++)
        for (size_t i = 0; i < x->p->templates[t].nedges && good; i++) {
            const struct pw_edge *e = &x->p->templates[t].edges[i];
            if (e->kind == PW_EDGE_STEP) good = holds_after(x, &k, a, t, e);
        }
    good = good && !k.odd;
    pw_known_clear(&k);
    return good;
}

/* ---- the list ---- */

static void keep(struct pw_axioms *x, const struct pw_counts *c, const struct pw_counting *k)
{
    size_t nlocs = x->first[x->p->ntemplates];
    struct pw_axiom made = {.constant = k->constant};
    if (k->guessed || !sums_integers(x->p, k->alpha)) return;
    made.alpha = PW_NEWS(int64_t, x->p->nshared + 1);
    made.weights = PW_NEWS(int64_t, nlocs + 1);
    for (size_t i = 0; i < x->p->nshared; i++)
        made.alpha[i] = k->alpha[i];
    if (read_weights(x, c, k, made.weights) && is_proved(x, &made))
        pw_vec_push(&x->at, made);
    else
        free_axiom(x, &made);
}

/* ---- stated ones ---- */

/* What all (J) say of a state with known threads. */
static void give_sums(struct pw_known *k, const void *arg)
{
    const struct pw_axioms *x = arg;
    for (size_t i = 0; i < x->at.n; i++) {
        pw_term sum = pw_term_int_si(k->terms, x->at.at[i].constant);
        for (uint32_t t = 0; t < x->p->ntemplates; t++)
            for (uint32_t l = 0; l < x->p->templates[t].nlocs; l++) {
                int64_t w = pw_axioms_weight(x, i, t, l);
                if (w)
                    sum = pw_term_add(k->terms, sum,
                                      pw_term_mul_si(k->terms, w, pw_known_number(k, t, l)));
            }
        pw_known_give(k, pw_term_eq(k->terms, sum_of(k, &x->at.at[i], k->now.shared), sum));
    }
}

static void note_tally(void *arg, const struct pw_expr *leaf)
{
    struct pw_axioms *x = arg;
    if (leaf->kind != PW_EXPR_COUNT) return;
    for (size_t i = 0; i < x->tallies.n; i++)
        if (x->tallies.at[i].label == leaf->index && x->tallies.at[i].template == leaf->template)
            return;
    pw_vec_push(&x->tallies, ((struct pw_axiom_count){leaf->index, leaf->template}));
}

size_t pw_axioms_tally(const struct pw_axioms *x, const struct pw_expr *count)
{
    size_t i = 0;
    assert(count->kind == PW_EXPR_COUNT);
    while (x->tallies.at[i].label != count->index || x->tallies.at[i].template != count->template)
        i++;
    assert(i < x->tallies.n);
    return i;
}

static void find_stated(struct pw_axioms *x)
{
    struct pw_inductive r = {0};
    if (!x->p->ninvariants) return;
    pw_inductive_check(x->p, NULL, &(struct pw_inductive_given){give_sums, x}, &r);
    for (size_t i = 0; i < r.n; i++) {
        if (!r.rows[i].kept) continue;
        pw_vec_push(&x->stated, &x->p->invariants[i]);
        pw_expr_visit(x->p->invariants[i].expr, note_tally, x);
    }
    pw_inductive_clear(&r);
}

/* ---- weights ---- */

int64_t pw_axioms_weight(const struct pw_axioms *x, size_t column, uint32_t template, uint32_t loc)
{
    assert(column < pw_axioms_columns(x) && template <x->p->ntemplates);
    if (column < x->at.n) return x->at.at[column].weights[x->first[template] + loc];
    const struct pw_axiom_count *c = &x->tallies.at[column - x->at.n];
    if (x->p->templates[template].locs[loc].kind == PW_LOC_ERROR) return 0;
    return pw_program_at(x->p, c->label, c->template, template, loc);
}

/* The weight of a location by its number. */
static int64_t weight_of(const struct pw_axioms *x, size_t column, size_t number)
{
    uint32_t t = 0;
    while (x->first[t + 1] <= number)
        t++;
    return pw_axioms_weight(x, column, t, (uint32_t)(number - x->first[t]));
}

int64_t pw_axioms_class_weight(const struct pw_axioms *x, size_t column, size_t class)
{
    assert(class < x->classes.n);
    return weight_of(x, column, x->classes.at[class]);
}

static bool same_weights(const struct pw_axioms *x, size_t a, size_t b)
{
    for (size_t i = 0; i < pw_axioms_columns(x); i++)
        if (weight_of(x, i, a) != weight_of(x, i, b)) return false;
    return true;
}

static void find_classes(struct pw_axioms *x)
{
    for (uint32_t l = 0; l < x->first[x->p->ntemplates]; l++) {
        bool zero = true, old = false;
        for (size_t i = 0; i < pw_axioms_columns(x); i++)
            zero = zero && !weight_of(x, i, l);
        for (size_t c = 0; c < x->classes.n; c++)
            old = old || same_weights(x, x->classes.at[c], l);
        if (!zero && !old) pw_vec_push(&x->classes, l);
    }
}

void pw_axioms_find(struct pw_axioms *x, const struct pw_program *p)
{
    struct pw_views views;
    struct pw_encode enc;
    struct pw_counts counts;
    x->p = p;
    x->first = PW_NEWS(size_t, p->ntemplates + 1);
    for (size_t t = 0; t < p->ntemplates; t++)
        x->first[t + 1] = x->first[t] + p->templates[t].nlocs;
    if (pw_program_uses(p)) return;
    pw_views_init(&views, p);
    pw_encode_init(&enc, &views);
    pw_counts_init(&counts, &enc);
    pw_counts_find(&counts, NULL, false, false);
    for (size_t i = 0; i < counts.all.n; i++)
        keep(x, &counts, &counts.all.at[i]);
    find_stated(x);
    find_classes(x);
    pw_counts_clear(&counts);
    pw_encode_clear(&enc);
    pw_views_clear(&views);
}

void pw_axioms_clear(struct pw_axioms *x)
{
    if (!x->p) return;
    for (size_t i = 0; i < x->at.n; i++)
        free_axiom(x, &x->at.at[i]);
    pw_vec_clear(&x->at);
    pw_vec_clear(&x->stated);
    pw_vec_clear(&x->tallies);
    pw_vec_clear(&x->classes);
    PW_FREES(x->first, x->p->ntemplates + 1);
    x->p = NULL;
}

/* ---- text ---- */

static void print_summand(int64_t factor, const char *what, bool first, struct pw_strbuf *out)
{
    uint64_t size = factor < 0 ? -(uint64_t)factor : (uint64_t)factor;
    pw_strbuf_puts(out, factor < 0 ? (first ? "-" : " - ") : (first ? "" : " + "));
    if (size != 1) pw_strbuf_printf(out, "%llu * ", (unsigned long long)size);
    pw_strbuf_puts(out, what);
}

static void print_stated(const struct pw_axioms *x, const struct pw_pred *q, struct pw_strbuf *out)
{
    pw_strbuf_puts(out, "invariant ");
    pw_program_print_expr(x->p, q->expr, out);
}

static void print_sum(const struct pw_axioms *x, size_t axiom, struct pw_strbuf *out)
{
    const struct pw_axiom *a = &x->at.at[axiom];
    bool first = true;
    for (size_t i = 0; i < x->p->nshared; i++)
        if (a->alpha[i]) {
            print_summand(a->alpha[i], x->p->shared[i].name, first, out);
            first = false;
        }
    pw_strbuf_puts(out, " == ");
    first = !a->constant;
    if (a->constant) pw_strbuf_printf(out, "%lld", (long long)a->constant);
    for (uint32_t t = 0; t < x->p->ntemplates; t++)
        for (uint32_t l = 0; l < x->p->templates[t].nlocs; l++) {
            const struct pw_thread_template *T = &x->p->templates[t];
            struct pw_strbuf at = {0};
            int64_t w = pw_axioms_weight(x, axiom, t, l);
            if (!w) continue;
            pw_strbuf_printf(&at, "count(%s.%s)", T->name, T->locs[l].name);
            print_summand(w, pw_strbuf_text(&at), first, out);
            pw_strbuf_clear(&at);
            first = false;
        }
    if (first) pw_strbuf_putc(out, '0');
}

void pw_axioms_print(const struct pw_axioms *x, size_t axiom, struct pw_strbuf *out)
{
    assert(axiom < pw_axioms_n(x));
    if (axiom < x->at.n)
        print_sum(x, axiom, out);
    else
        print_stated(x, x->stated.at[axiom - x->at.n], out);
}
