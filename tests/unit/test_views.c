/* Local views: sizes against an independent prototype (the sums of all theta_j for the three kinds
 * of philosophers), theta against all reachable states of random programs, and verdicts against
 * explicit search. */
#include "unit/unit.h"

#include <string.h>

#include "front/dr/dr.h"
#include "tmod/decide.h"

static struct pw_program *program_of(const char *text, size_t n, const struct pw_define *d,
                                     size_t nd)
{
    struct pw_source src;
    struct pw_diags diags = {0};
    pw_source_from_text(&src, "test.dr", text, n);
    struct pw_program *p = pw_dr_parse(&src, d, nd, &diags);
    ck_assert_msg(p != NULL, "%s", text);
    pw_diags_clear(&diags);
    pw_source_clear(&src);
    return p;
}

static struct pw_program *family(const char *name, int n)
{
    char path[1024], value[16];
    const char *why;
    struct pw_source src;
    snprintf(path, sizeof path, "%s/models/tmod/%s.dr", SRCDIR, name);
    snprintf(value, sizeof value, "%d", n);
    struct pw_define d = {"N", value};
    ck_assert_msg(pw_source_read(&src, path, &why) == PW_SOURCE_OK, "%s", path);
    struct pw_program *p = program_of(src.text, src.size, &d, 1);
    pw_source_clear(&src);
    return p;
}

static uint64_t *counts_of(const struct pw_program *p)
{
    uint64_t *counts = PW_NEWS(uint64_t, p->ntemplates);
    for (size_t t = 0; t < p->ntemplates; t++)
        counts[t] = p->templates[t].count == PW_ANY ? 2 : (uint64_t)p->templates[t].count;
    return counts;
}

/* --- sizes --- */

/* Places of a philosopher: 0 thinking, 1 one fork, 2 eating. `exposed`: a set of them. */
static const struct row {
    const char *name;
    unsigned exposed;
    int n;
    bool proves;
    uint64_t sum, most;
} rows[] = {
    {"philosophers", 0, 4, false, 48, 12},
    {"philosophers", 0, 10, false, 120, 12},
    {"philosophers", 4, 3, true, 27, 9},
    {"philosophers", 4, 4, true, 40, 10},
    {"philosophers", 4, 10, true, 100, 10},
    {"philosophers", 4, 100, true, 1000, 10},
    {"philosophers", 4, 300, true, 3000, 10},
    {"philosophers", 6, 4, true, 68, 17},
    {"philosophers", 6, 10, true, 170, 17},
    {"philosophers_last", 0, 10, false, 120, 12},
    {"philosophers_last", 4, 10, false, 125, 28},
    {"philosophers_last", 6, 3, true, 36, 12},
    {"philosophers_last", 6, 4, true, 63, 19},
    {"philosophers_last", 6, 10, true, 165, 19},
    {"philosophers_last", 6, 100, true, 1695, 19},
    {"philosophers_last", 6, 300, true, 5095, 19},
    {"philosophers_alternating", 0, 10, false, 120, 12},
    {"philosophers_alternating", 4, 10, false, 200, 20},
    {"philosophers_alternating", 6, 4, true, 56, 14},
    {"philosophers_alternating", 6, 6, true, 84, 14},
    {"philosophers_alternating", 6, 100, true, 1400, 14},
    {"philosophers_alternating", 6, 300, true, 4200, 14},
};

static bool excluded(struct pw_local_views *v)
{
    struct pw_view_filling f;
    for (size_t d = 0; d <= v->space->p->nunsafe; d++)
        if (pw_view_bad(v, d, &f)) return false;
    return true;
}

START_TEST(sizes)
{
    const struct row *r = &rows[_i];
    struct pw_program *p = family(r->name, r->n);
    uint64_t *counts = counts_of(p), most = 0;
    struct pw_space *s = pw_space_new(p);
    struct pw_local_views v;
    ck_assert(pw_view_fits(p, counts));
    ck_assert(pw_view_pays(p, counts) == (r->n >= 6));
    pw_view_open(&v, s, counts);
    for (uint32_t t = 0; t < p->ntemplates; t++)
        for (uint32_t place = 0; place < 3; place++) {
            struct pw_tmod_exposed e = {t, PW_TMOD_LOCATION, place};
            if (r->exposed >> place & 1) pw_vec_push(&v.exposed, e);
        }
    pw_view_fix(&v);
    for (uint32_t j = 0; j < v.n; j++)
        if (v.threads[j].states.n > most) most = v.threads[j].states.n;
    ck_assert_msg(v.work == r->sum && most == r->most, "%s, n = %d: %llu, most %llu", r->name, r->n,
                  (unsigned long long)v.work, (unsigned long long)most);
    ck_assert(excluded(&v) == r->proves);
    pw_view_close(&v);
    pw_space_free(s);
    PW_FREES(counts, p->ntemplates);
    pw_program_free(p);
}
END_TEST

/* --- random programs: a few variables, of which each thread names one or two --- */

struct dice {
    uint64_t state;
};

static unsigned roll(struct dice *d, unsigned n)
{
    d->state = d->state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((d->state >> 33) % n);
}

static void print_place(struct dice *d, unsigned t, unsigned places, const unsigned *mine,
                        struct pw_strbuf *out)
{
    pw_strbuf_printf(out, "    if (*) { ");
    if (roll(d, 4)) pw_strbuf_printf(out, "assume(x%u == %u); ", mine[roll(d, 2)], roll(d, 2));
    for (int k = 0; k < 2; k++)
        if (roll(d, 2)) pw_strbuf_printf(out, "x%u = %u; ", mine[k], roll(d, 2));
    if (roll(d, 5) == 0) pw_strbuf_printf(out, "b = x%u == 0; ", mine[0]);
    if (roll(d, 5) == 0) pw_strbuf_printf(out, "assume(b); ");
    if (roll(d, 30) == 0) pw_strbuf_printf(out, "assert(b); ");
    pw_strbuf_printf(out, "goto t%u_%u; }\n", t, roll(d, places));
}

static void print_program(uint64_t seed, struct pw_strbuf *out)
{
    struct dice d = {seed * 2654435761u + 7};
    unsigned vars = 2 + roll(&d, 3), threads = 2 + roll(&d, 3), places[4];
    for (unsigned i = 0; i < vars; i++)
        pw_strbuf_printf(out, "shared int[0..1] x%u%s;\n", i, roll(&d, 6) ? " = 0" : "");
    for (unsigned t = 0; t < threads; t++) {
        unsigned mine[2] = {roll(&d, vars), roll(&d, vars)};
        places[t] = 2 + roll(&d, 3);
        pw_strbuf_printf(out, "thread t%u [%u] {\nlocal bool b%s;\n", t, 1 + (roll(&d, 5) == 0),
                         roll(&d, 5) ? " = false" : "");
        for (unsigned i = 0; i < places[t]; i++) {
            pw_strbuf_printf(out, "t%u_%u: atomic {\n", t, i);
            for (unsigned e = 1 + roll(&d, 2); e; e--)
                print_place(&d, t, places[t], mine, out);
            pw_strbuf_printf(out, "    assume(false);\n}\n");
        }
        pw_strbuf_printf(out, "}\n");
    }
    for (unsigned k = 1 + roll(&d, 2); k; k--) {
        unsigned t = roll(&d, threads), u = roll(&d, threads);
        pw_strbuf_printf(out, "unsafe count(t%u%s%u_%u) >= 1 && count(t%u_%u) >= %u;\n", t, ".t", t,
                         1 + roll(&d, places[t] - 1), u, 1 + roll(&d, places[u] - 1),
                         1 + (roll(&d, 6) == 0));
    }
}

/* All reachable states, by plain search over vectors: a shared state and a local one per thread. */
struct search {
    struct pw_space *s;
    const struct pw_local_views *v;
    PW_VEC(uint32_t) cells;
    struct pw_table index;
    size_t n, width;
};

static bool same_state(const void *objects, uint32_t id, const void *key)
{
    const struct search *x = objects;
    return !memcmp(x->cells.at + id * x->width, key, x->width * sizeof(uint32_t));
}

static void add_state(struct search *x, const uint32_t *state)
{
    uint64_t h = pw_hash_bytes(state, x->width * sizeof *state);
    if (pw_table_find(&x->index, h, same_state, x, state) != PW_TABLE_NONE) return;
    for (size_t i = 0; i < x->width; i++)
        pw_vec_push(&x->cells, state[i]);
    pw_table_add(&x->index, h, (uint32_t)x->n++);
}

static void start(struct search *x, uint32_t *state, uint32_t thread)
{
    if (thread == x->v->n) {
        add_state(x, state);
        return;
    }
    pw_space_numbers locals = {0};
    pw_space_initial_locals(x->s, x->v->threads[thread].template, state[0], &locals);
    for (size_t i = 0; i < locals.n; i++) {
        state[1 + thread] = locals.at[i];
        start(x, state, thread + 1);
    }
    pw_vec_clear(&locals);
}

static void find_states(struct search *x)
{
    uint32_t state[16];
    pw_space_numbers shared = {0};
    pw_space_steps steps = {0};
    ck_assert(x->width <= 16);
    pw_space_initial_shared(x->s, &shared);
    for (size_t i = 0; i < shared.n; i++) {
        state[0] = shared.at[i];
        start(x, state, 0);
    }
    for (size_t i = 0; i < x->n; i++)
        for (uint32_t j = 0; j < x->v->n; j++) {
            memcpy(state, x->cells.at + i * x->width, x->width * sizeof *state);
            uint32_t g = state[0], l = state[1 + j];
            pw_space_steps_from(x->s, x->v->threads[j].template, g, l, &steps);
            for (size_t k = 0; k < steps.n; k++) {
                state[0] = steps.at[k].shared;
                state[1 + j] = steps.at[k].local;
                add_state(x, state);
            }
        }
    pw_vec_clear(&shared);
    pw_vec_clear(&steps);
}

/* Is the projection of the state to thread j in theta_j? */
static bool projected(const struct search *x, const uint32_t *state, uint32_t j)
{
    struct pw_local_views *v = (struct pw_local_views *)x->v;
    const struct pw_view_thread *t = &v->threads[j];
    const int64_t *values = pw_space_shared_values(x->s, state[0]);
    for (uint32_t s = 0; s < t->states.n; s++) {
        const int64_t *cells = pw_view_cells(v, j, s);
        bool same = cells[t->width - 1] == state[1 + j];
        for (uint32_t f = 0; f < t->n_fields && same; f++)
            same = cells[f] == values[t->fields[f]];
        for (uint32_t a = 0; a < t->n_links && same; a++) {
            uint32_t i = t->links[a].other;
            same = cells[t->n_fields + a] ==
                   pw_tmod_class_of(&v->world, v->threads[i].template, state[1 + i], false);
        }
        if (same) return true;
    }
    return false;
}

/* 1: a bad state is reachable; 0: none. All states are in gamma of the views. */
static int look(struct pw_space *s, struct pw_local_views *v, size_t *n)
{
    struct search x = {.s = s, .v = v, .width = v->n + 1};
    int bad = 0;
    uint32_t templates[16];
    find_states(&x);
    for (uint32_t j = 0; j < v->n; j++)
        templates[j] = v->threads[j].template;
    for (size_t i = 0; i < x.n; i++) {
        const uint32_t *state = x.cells.at + i * x.width;
        for (uint32_t j = 0; j < v->n && !v->too_many; j++)
            if (!projected(&x, state, j)) bad = -1;
        if (!bad && pw_tmod_bad_state(s, templates, state + 1, v->n) != PW_NONE) bad = 1;
    }
    *n = x.n;
    pw_vec_clear(&x.cells);
    pw_table_clear(&x.index);
    return bad;
}

START_TEST(random_programs)
{
    unsigned proved = 0, safe = 0, unsafe = 0, whole = 0;
    size_t states = 0;
    uint64_t first = 1 + (uint64_t)_i * 1000000 + unit_seed();
    for (uint64_t seed = first; seed < first + 120u * (unsigned)unit_scale(); seed++) {
        struct pw_strbuf text = {0};
        print_program(seed, &text);
        struct pw_program *p = program_of(pw_strbuf_text(&text), text.n, NULL, 0);
        uint64_t *counts = counts_of(p), rounds;
        struct pw_space *s = pw_space_new(p);
        struct pw_local_views v;
        size_t n;
        ck_assert(pw_view_fits(p, counts));
        pw_view_open(&v, s, counts);
        for (uint32_t j = 0; j < v.n; j++)
            whole += v.threads[j].n_fields == p->nshared;
        bool proves = pw_view_prove(&v, NULL, &rounds);
        int bad = look(s, &v, &n);
        ck_assert_msg(bad >= 0, "seed %llu: a reachable state is not in theta\n%s",
                      (unsigned long long)seed, pw_strbuf_text(&text));
        ck_assert_msg(!(proves && bad), "seed %llu: proved, but unsafe\n%s",
                      (unsigned long long)seed, pw_strbuf_text(&text));
        proved += proves;
        safe += !bad;
        unsafe += bad;
        states += n;
        pw_view_close(&v);
        pw_space_free(s);
        PW_FREES(counts, p->ntemplates);
        pw_program_free(p);
        pw_strbuf_clear(&text);
    }
    fprintf(stderr, "%u safe, %u proved by views; %u unsafe; %zu states, %u threads see all\n",
            safe, proved, unsafe, states, whole);
    ck_assert(safe > 50 && unsafe > 20 && proved > safe / 2);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_loop_test(c, sizes, 0, (int)(sizeof rows / sizeof *rows));
    tcase_add_loop_test(c, random_programs, 0, 2);
}
UNIT_MAIN("views", tests)
