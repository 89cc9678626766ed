#include "verify/hint.h"

#include <inttypes.h>
#include <string.h>

#include "base/limits.h"
#include "base/mem.h"

enum { MOST_HINTS = 3 };

/* A side of a comparison: a shared integer, a local one of a thread, or a constant. */
struct side {
    enum { SHARED, LOCAL, CONSTANT } kind;
    uint32_t thread, index;
    int64_t value;
};

enum relation { EQ, NE, LT, LE, GT, GE, RELATIONS };
static const char *const relation_text[] = {"==", "!=", "<", "<=", ">", ">="};

struct fact {
    struct side a, b;
    enum relation relation;
};

struct hunt {
    const struct pw_program *p;
    const uint32_t *templates;
    size_t n;
    const pw_schedule *prefix;
    uint32_t thread, edge; /* the step that has no concrete counterpart */
    PW_VEC(struct side) sides;
    PW_VEC(struct fact) facts;
    uint64_t left; /* solver questions */
    pw_lines *lines;
    size_t found;
    bool between_threads; /* look at facts that compare two threads, or else at the others */
};

static const struct pw_thread_template *template_of(const struct hunt *h, uint32_t thread) { return &h->p->templates[h->templates[thread]]; }

static bool compares_threads(const struct fact *f) { return f->a.kind == LOCAL && f->b.kind == LOCAL && f->a.thread != f->b.thread; }

/* --- the facts to try --- */

static void add_side(struct hunt *h, struct side s) { pw_vec_push(&h->sides, s); }

static void collect_sides(struct hunt *h)
{
    for (uint32_t i = 0; i < h->p->nshared; i++)
        if (h->p->shared[i].type.kind == PW_INT) add_side(h, (struct side){SHARED, 0, i, 0});
    for (uint32_t k = 0; k < h->n; k++)
        for (uint32_t i = 0; i < template_of(h, k)->nlocals; i++)
            if (template_of(h, k)->locals[i].type.kind == PW_INT && template_of(h, k)->locals[i].origin == PW_VAR_DECLARED)
                add_side(h, (struct side){LOCAL, k, i, 0});
    for (int64_t c = 0; c <= 1; c++) add_side(h, (struct side){CONSTANT, 0, 0, c});
}

static void collect_facts(struct hunt *h)
{
    collect_sides(h);
    for (size_t i = 0; i < h->sides.n; i++)
        for (size_t j = i + 1; j < h->sides.n; j++) {
            if (h->sides.at[i].kind == CONSTANT) continue;
            for (int r = 0; r < RELATIONS; r++) {
                struct fact f = {h->sides.at[i], h->sides.at[j], (enum relation)r};
                pw_vec_push(&h->facts, f);
            }
        }
}

static pw_term side_term(struct pw_symbolic *s, const struct side *x)
{
    switch (x->kind) {
    case SHARED: return pw_symbolic_shared(s, x->index);
    case LOCAL: return pw_symbolic_local(s, x->thread, x->index);
    default: return pw_term_int_si(pw_symbolic_terms(s), x->value);
    }
}

static pw_term fact_term(struct pw_symbolic *s, const struct fact *f)
{
    struct pw_terms *t = pw_symbolic_terms(s);
    pw_term a = side_term(s, &f->a), b = side_term(s, &f->b);
    switch (f->relation) {
    case EQ: return pw_term_eq(t, a, b);
    case NE: return pw_term_ne(t, a, b);
    case LT: return pw_term_lt(t, a, b);
    case LE: return pw_term_le(t, a, b);
    case GT: return pw_term_gt(t, a, b);
    default: return pw_term_ge(t, a, b);
    }
}

/* --- wording --- */

static void print_side(const struct hunt *h, const struct side *x, bool other, struct pw_strbuf *out)
{
    if (x->kind == CONSTANT) pw_strbuf_printf(out, "%" PRId64, x->value);
    else if (x->kind == SHARED) pw_strbuf_puts(out, h->p->shared[x->index].name);
    else pw_strbuf_printf(out, "%s%s", other ? "other." : "", template_of(h, x->thread)->locals[x->index].name);
}

/* As a predicate: the first local is the active thread's, one of a second thread is other.x. */
static void print_fact(const struct hunt *h, const struct fact *f, struct pw_strbuf *out)
{
    print_side(h, &f->a, false, out);
    pw_strbuf_printf(out, " %s ", relation_text[f->relation]);
    print_side(h, &f->b, compares_threads(f), out);
}

static const enum relation negated[] = {NE, EQ, GE, GT, LE, LT}, mirrored[] = {EQ, NE, GT, GE, LT, LE};

static bool is_predicate(const struct hunt *h, const struct fact *f)
{
    struct pw_strbuf text = {0};
    bool known = false;
    print_fact(h, f, &text);
    for (size_t i = 0; i < h->p->npreds; i++) known = known || !strcmp(h->p->preds[i].text, pw_strbuf_text(&text));
    pw_strbuf_clear(&text);
    return known;
}

/* The fact, its negation, or one of them with its sides exchanged, is a predicate already. */
static bool is_tracked(const struct hunt *h, const struct fact *f)
{
    struct fact opposite = {f->a, f->b, negated[f->relation]};
    struct fact turned = {f->b, f->a, mirrored[f->relation]}, both = {f->b, f->a, mirrored[negated[f->relation]]};
    return is_predicate(h, f) || is_predicate(h, &opposite) || is_predicate(h, &turned) || is_predicate(h, &both);
}

static bool said_before(const struct hunt *h, const char *predicate)
{
    struct pw_strbuf quoted = {0};
    bool said = false;
    pw_strbuf_printf(&quoted, "'%s'", predicate);
    for (size_t i = 0; i < h->lines->n; i++) said = said || strstr(h->lines->at[i], pw_strbuf_text(&quoted));
    pw_strbuf_clear(&quoted);
    return said;
}

static void whose(const struct hunt *h, const struct fact *f, struct pw_strbuf *out)
{
    if (compares_threads(f)) {
        pw_strbuf_printf(out, " for thread %u against thread %u", f->a.thread + 1, f->b.thread + 1);
    } else if (f->a.kind == LOCAL || f->b.kind == LOCAL) {
        pw_strbuf_printf(out, " for thread %u", (f->a.kind == LOCAL ? f->a.thread : f->b.thread) + 1);
        if (f->a.kind != SHARED || f->b.kind != LOCAL) return;
        pw_strbuf_puts(out, " (said of all others: '");
        print_side(h, &f->a, false, out);
        pw_strbuf_printf(out, " %s ", relation_text[f->relation]);
        print_side(h, &f->b, true, out);
        pw_strbuf_puts(out, "')");
    }
}

static void say(struct hunt *h, const struct fact *f, size_t j)
{
    struct pw_strbuf predicate = {0}, line = {0};
    print_fact(h, f, &predicate);
    if (!is_tracked(h, f) && !said_before(h, pw_strbuf_text(&predicate))) {
        if (j) pw_strbuf_printf(&line, "after step %zu", j);
        else pw_strbuf_puts(&line, "initially");
        pw_strbuf_printf(&line, " every real run has '%s'", pw_strbuf_text(&predicate));
        whose(h, f, &line);
        pw_vec_push(h->lines, pw_mem_strdup(pw_strbuf_text(&line)));
        h->found++;
    }
    pw_strbuf_clear(&predicate);
    pw_strbuf_clear(&line);
}

/* --- the search for interpolants --- */

static bool ask(struct hunt *h, struct pw_symbolic *s, pw_term assumption)
{
    pw_limits_poll();
    h->left--;
    return pw_solver_check(pw_symbolic_solver(s), &assumption, 1);
}

/* Steps j .. of the prefix and then the failing guard, from arbitrary values. Facts at j are terms over the variables at the start, which must
 * be made before the steps: terms[i] for facts[i]. False: already impossible without any fact. */
static bool run_suffix(struct hunt *h, struct pw_symbolic *s, size_t j)
{
    for (size_t i = j; i < h->prefix->n; i++)
        if (!pw_symbolic_step(s, h->prefix->at[i].thread, h->prefix->at[i].edge)) return false;
    return pw_symbolic_step(s, h->thread, h->edge);
}

static void locations_after(const struct hunt *h, size_t j, uint32_t *locs)
{
    for (uint32_t k = 0; k < h->n; k++) locs[k] = template_of(h, k)->entry;
    for (size_t i = 0; i < j; i++) {
        uint32_t k = h->prefix->at[i].thread;
        locs[k] = template_of(h, k)->edges[h->prefix->at[i].edge].to;
    }
}

/* Facts that hold after j steps of every real run and exclude the rest. `before` has taken exactly j steps. False: the steps from j on are
 * impossible in themselves, so earlier points have nothing to add. */
static bool hunt_at(struct hunt *h, struct pw_symbolic *before, size_t j)
{
    uint32_t *locs = PW_NEWS(uint32_t, h->n);
    pw_term *terms = PW_NEWS(pw_term, h->facts.n);
    locations_after(h, j, locs);
    struct pw_symbolic *after = pw_symbolic_new_at(h->p, h->templates, locs, h->n);
    for (size_t i = 0; i < h->facts.n; i++) terms[i] = fact_term(after, &h->facts.at[i]);
    bool possible = run_suffix(h, after, j);
    for (size_t i = 0; possible && i < h->facts.n && h->found < MOST_HINTS && h->left > 1; i++) {
        if (compares_threads(&h->facts.at[i]) != h->between_threads) continue;
        pw_term opposite = pw_term_not(fact_term(before, &h->facts.at[i]));
        if (!ask(h, before, opposite) && !ask(h, after, terms[i])) say(h, &h->facts.at[i], j);
    }
    pw_symbolic_free(after);
    PW_FREES(terms, h->facts.n);
    PW_FREES(locs, h->n);
    return possible;
}

static void hunt_all(struct hunt *h)
{
    struct pw_symbolic *before = pw_symbolic_new(h->p, h->templates, h->n);
    bool feasible = pw_symbolic_feasible(before);
    for (size_t i = 0; feasible && i < h->prefix->n; i++) feasible = pw_symbolic_step(before, h->prefix->at[i].thread, h->prefix->at[i].edge);
    for (size_t j = h->prefix->n + 1; feasible && j-- > 0 && h->found < MOST_HINTS && h->left > 1;) {
        while (pw_symbolic_depth(before) > j) pw_symbolic_undo(before);
        if (!hunt_at(h, before, j)) break;
    }
    pw_symbolic_free(before);
}

/* --- the step that fails --- */

static bool find_failing(struct hunt *h, const struct pw_candidate *c)
{
    if (h->prefix->n >= c->steps.n) return false;
    const struct pw_candidate_step *step = &c->steps.at[h->prefix->n];
    uint32_t *locs = PW_NEWS(uint32_t, h->n);
    bool found = false;
    locations_after(h, h->prefix->n, locs);
    h->edge = step->edge;
    for (uint32_t k = 0; k < h->n && !found; k++) {
        h->thread = k;
        found = h->templates[k] == step->template && locs[k] == h->p->templates[step->template].edges[step->edge].from;
        found = found && (step->thread >= h->n || step->thread == k);
    }
    PW_FREES(locs, h->n);
    return found;
}

static void say_failing(struct hunt *h)
{
    const struct pw_edge *e = &template_of(h, h->thread)->edges[h->edge];
    struct pw_strbuf line = {0};
    pw_strbuf_printf(&line, "step %zu (thread %u, line %u: %s) is the first that no real run can take here", h->prefix->n + 1, h->thread + 1, e->line,
                     e->text);
    pw_vec_push(h->lines, pw_mem_strdup(pw_strbuf_text(&line)));
    pw_strbuf_clear(&line);
}

void pw_hint_explain(const struct pw_program *p, const struct pw_candidate *c, const struct pw_concretisation *best, uint64_t most_checks,
                     pw_lines *lines)
{
    struct hunt h = {.p = p, .templates = c->templates.at, .n = c->templates.n, .prefix = &best->schedule, .left = most_checks, .lines = lines};
    if (find_failing(&h, c)) {
        say_failing(&h);
        collect_facts(&h);
        h.between_threads = true;
        hunt_all(&h);
        h.between_threads = false;
        hunt_all(&h);
        if (h.found) pw_vec_push(lines, pw_mem_strdup("each of these facts excludes this run: a predicate that remembers one may help"));
    }
    pw_vec_clear(&h.sides);
    pw_vec_clear(&h.facts);
}
