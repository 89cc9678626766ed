/* The examples of Malkis, Podelski and Rybalchenko, set by set: what Flanagan-Qadeer's and the
 * quadratic method compute, the layers of the relaxed frontier, how many states each stands for,
 * and after how many steps; and which programs relaxed layers of the quadratic method prove. The
 * sets are copied from the paper, the numbers of states and layers come from a prototype that
 * shares no code with pwqo. */
#include "unit/tmod_programs.h"
#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "front/dr/dr.h"
#include "tmod/fix.h"
#include "tmod/layers.h"

struct example {
    struct pw_source src;
    struct pw_program *p;
    uint64_t *counts;
    struct pw_space *space;
    pw_tmod_exposures none;
    struct pw_tmod_world world;
};

static void start(struct example *x, struct pw_program *p, enum pw_tmod_ghost ghost)
{
    x->p = p;
    x->counts = tmod_counts(p);
    x->space = pw_space_new(p);
    x->none = (pw_tmod_exposures){0};
    pw_tmod_world_init(&x->world, x->space, x->counts, ghost, &x->none);
}

static void start_file(struct example *x, const char *name, enum pw_tmod_ghost ghost)
{
    start(x, tmod_file(name, &x->src), ghost);
}

static void start_text(struct example *x, const char *text, int n, enum pw_tmod_ghost ghost)
{
    char value[16];
    struct pw_define d = {"N", value};
    struct pw_diags diags = {0};
    snprintf(value, sizeof value, "%d", n);
    pw_source_from_text(&x->src, "test.dr", text, strlen(text));
    struct pw_program *p = pw_dr_parse(&x->src, &d, 1, &diags);
    ck_assert_msg(p != NULL, "%s", text);
    pw_diags_clear(&diags);
    start(x, p, ghost);
}

static void end(struct example *x)
{
    pw_tmod_world_clear(&x->world);
    pw_space_free(x->space);
    PW_FREES(x->counts, x->p->ntemplates);
    pw_program_free(x->p);
    pw_source_clear(&x->src);
}

/* --- sets --- */

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The pairs of threads of a template (that moved last, or not) as "0A 1B", in order; the shared
 * state is one variable. places: places are numbers. */
static void check_set(const struct pw_tmod_table *t, uint32_t template, bool last, bool places,
                      const char *want)
{
    const struct pw_tmod_world *w = t->w;
    char pairs[64][8], got[512] = "";
    size_t n = 0;
    for (size_t k = 0; k < t->contexts.n; k++) {
        const struct pw_tmod_context *c = &t->contexts.at[k];
        uint32_t ntokens;
        const struct pw_tmod_token *tokens = pw_tmod_bag_tokens(w, c->bag, &ntokens);
        int value = (int)pw_space_shared_values(w->space, c->shared)[0];
        for (uint32_t i = 0; i < ntokens; i++) {
            const struct pw_tmod_class *class = &w->classes.at[tokens[i].class];
            if (class->template != template || class->last != last) continue;
            const struct pw_tmod_row r = pw_tmod_table_at(t, c->first_row + i);
            for (struct pw_tmod_cursor m = pw_tmod_row_start(&r); pw_tmod_row_next(&r, &m);) {
                uint32_t loc = pw_space_loc(w->space, template, m.local);
                ck_assert_uint_lt(n, 64);
                if (places)
                    snprintf(pairs[n++], 8, "%d%u", value, loc);
                else
                    snprintf(pairs[n++], 8, "%d%.3s", value,
                             w->space->p->templates[template].locs[loc].name);
            }
        }
    }
    qsort(pairs, n, sizeof *pairs, by_text);
    for (size_t i = 0; i < n; i++) {
        if (i && !strcmp(pairs[i], pairs[i - 1])) continue;
        if (i) strcat(got, " ");
        strcat(got, pairs[i]);
    }
    ck_assert_str_eq(got, want);
}

/* --- states: gamma --- */

/* Which of all states (shared state, local state of every thread) are meant. */
struct states {
    struct pw_tmod_world *w;
    uint32_t n, *templates, *at; /* threads; the state that is looked at */
    uint8_t *seen;               /* by state */
    size_t size, count;
};

static void states_init(struct states *s, struct pw_tmod_world *w)
{
    const struct pw_program *p = w->space->p;
    *s = (struct states){.w = w, .size = w->space->n_shared};
    for (size_t t = 0; t < p->ntemplates; t++)
        s->n += (uint32_t)w->counts[t];
    s->templates = PW_NEWS(uint32_t, s->n);
    s->at = PW_NEWS(uint32_t, s->n);
    for (uint32_t t = 0, i = 0; t < p->ntemplates; t++)
        for (uint64_t k = 0; k < w->counts[t]; k++) {
            s->templates[i++] = t;
            s->size *= pw_space_n_locals(w->space, t);
        }
    s->seen = PW_NEWS(uint8_t, s->size);
}

static void states_clear(struct states *s)
{
    PW_FREES(s->templates, s->n);
    PW_FREES(s->at, s->n);
    PW_FREES(s->seen, s->size);
}

/* Is it in gamma of the table, with this thread as the last one (n: nobody)? */
static bool dealt(const struct states *s, const struct pw_tmod_table *t, uint32_t g, uint32_t last)
{
    struct pw_tmod_token tokens[16];
    ck_assert_uint_le(s->n, 16);
    for (uint32_t i = 0; i < s->n; i++)
        tokens[i] =
            (struct pw_tmod_token){pw_tmod_class_of(s->w, s->templates[i], s->at[i], i == last), 1};
    uint32_t k = pw_tmod_table_find(t, g, pw_tmod_bag_of(s->w, tokens, s->n));
    if (k == PW_TMOD_NOWHERE) return false;
    for (uint32_t i = 0; i < s->n; i++)
        if (!pw_tmod_table_has(t, pw_tmod_table_row(t, k, tokens[i].class), s->at[i])) return false;
    return true;
}

/* Adds gamma of the table. */
static void states_add(struct states *s, const struct pw_tmod_table *t)
{
    for (size_t x = 0; x < s->size; x++) {
        size_t left = x;
        bool in = false;
        for (uint32_t i = 0; i < s->n; i++) {
            uint32_t base = pw_space_n_locals(s->w->space, s->templates[i]);
            s->at[i] = (uint32_t)(left % base);
            left /= base;
        }
        uint32_t first = s->w->ghost == PW_GHOST_NONE ? s->n : 0;
        for (uint32_t last = first; last <= s->n && !in; last++)
            in = dealt(s, t, (uint32_t)left, last);
        s->count += in && !s->seen[x];
        s->seen[x] |= in;
    }
}

static size_t gamma_of(struct pw_tmod_world *w, const struct pw_tmod_table *t)
{
    struct states s;
    states_init(&s, w);
    states_add(&s, t);
    size_t n = s.count;
    states_clear(&s);
    return n;
}

/* --- section 3, examples 15, 16 and 23 --- */

/* Kleene's iterates T := T u post T from the initial states on: the sizes of their gamma, -1 at the
 * end; how many there are. */
static size_t iterate(struct pw_tmod_world *w, const int *sizes)
{
    struct pw_tmod_table now, whole;
    pw_tmod_table_init(&whole, w);
    pw_tmod_fix(&whole); /* now all states have numbers */
    pw_tmod_table_init(&now, w);
    pw_tmod_initial_contexts(&now);
    size_t n = 0;
    for (bool more = true; more; n++) {
        if (sizes && sizes[n] >= 0) ck_assert_uint_eq(gamma_of(w, &now), (size_t)sizes[n]);
        struct pw_tmod_table next;
        pw_tmod_table_init(&next, w);
        pw_tmod_post(&now, &next);
        more = !pw_tmod_table_within(&next, &now);
        pw_tmod_table_join(&now, &next);
        pw_tmod_table_clear(&next);
    }
    ck_assert(pw_tmod_table_within(&now, &whole) && pw_tmod_table_within(&whole, &now));
    pw_tmod_table_clear(&now);
    pw_tmod_table_clear(&whole);
    return n;
}

START_TEST(section_3)
{
    static const int chain[] = {1, 3, 6, -1};
    struct example x;
    struct pw_tmod_table t;
    start_file(&x, "ex3_2", PW_GHOST_NONE);
    ck_assert_uint_eq(iterate(&x.world, chain), 3);
    pw_tmod_table_init(&t, &x.world);
    pw_tmod_fix(&t);
    check_set(&t, 0, false, false, "0A 0B 1A 1B");
    check_set(&t, 1, false, false, "0C 0D 1D");
    pw_tmod_table_clear(&t);
    end(&x);
}
END_TEST

START_TEST(example_15)
{
    static const struct {
        const char *one, *two;
    } layers[] = {{"0A", "0E"}, {"1A", "1F"}, {"0A 1B", "0G 1F"}, {"0B", "0G"}, {"0C", "0G"}};
    struct example x;
    struct pw_tmod_table t;
    struct pw_tmod_layers y;
    start_file(&x, "ex15", PW_GHOST_NONE);
    pw_tmod_table_init(&t, &x.world);
    pw_tmod_fix(&t);
    check_set(&t, 0, false, false, "0A 0B 0C 0D 1A 1B 1C 1D");
    check_set(&t, 1, false, false, "0E 0G 1F");
    pw_tmod_table_clear(&t);
    for (int relaxed = 0; relaxed < 2; relaxed++) { /* both are the same here */
        pw_tmod_layers_run(&y, &x.world, relaxed, 100, true);
        for (size_t i = 0; i < 5; i++) {
            check_set(y.at.at[i], 0, false, false, layers[i].one);
            check_set(y.at.at[i], 1, false, false, layers[i].two);
        }
        if (relaxed) ck_assert_uint_eq(y.at.n, 5);
        pw_tmod_layers_clear(&y);
    }
    end(&x);
}
END_TEST

START_TEST(example_16)
{
    struct example x;
    struct pw_tmod_table t;
    start_file(&x, "ex16_2", PW_GHOST_NONE);
    pw_tmod_table_init(&t, &x.world);
    pw_tmod_fix(&t);
    check_set(&t, 0, false, false, "0A 1A 1B");
    pw_tmod_table_clear(&t);
    end(&x);
}
END_TEST

START_TEST(example_23)
{
    static const char text[] =
        "const int N = 2;\nshared int[0..1] m = 0;\n"
        "thread p [N] { A: atomic { assume(m == 0); m = 1; } B: m = 0; C: }\n"
        "unsafe count(B) >= 2;\n";
    static const size_t states[] = {8, 20, 48, 112}; /* reachable ones: nothing else is meant */
    static const enum pw_tmod_ghost ghosts[] = {PW_GHOST_MOVER, PW_GHOST_WRITER};
    for (int n = 1; n <= 5; n++)
        for (size_t i = 0; i < 2; i++) {
            struct example x;
            struct pw_tmod_table t;
            start_text(&x, text, n, ghosts[i]);
            pw_tmod_table_init(&t, &x.world);
            pw_tmod_fix(&t);
            if (ghosts[i] == PW_GHOST_MOVER) {
                check_set(&t, 0, true, false, "0A 0C 1B");
                check_set(&t, 0, false, false, n == 1 ? "" : "0A 0C 1A 1C");
            }
            if (n > 1) ck_assert_uint_eq(gamma_of(&x.world, &t), states[n - 2]);
            pw_tmod_table_clear(&t);
            end(&x);
        }
}
END_TEST

/* --- example 13 --- */

static const char counter[] =
    "const int N = 3;\nshared int[0..N] t = 1;\n"
    "thread p [N] (i) { while (true) { if (i == 0) { assume(t == 1); t = 2; } else {\n"
    "atomic { assume(t == i + 1); t = 1; }\n"
    "atomic { assume(t == i + 1); t = i + 1 < N ? i + 2 : 0; } } } }\n"
    "unsafe count(x) >= 1;\nthread q [0] { x: skip; }\n";

START_TEST(example_13)
{
    static const size_t steps[] = {6, 10, 15, 21, 28}; /* of the iteration, n = 2 to 6 */
    static const size_t states[] = {7, 15, 31, 63, 127};
    for (int n = 2; n <= 6; n++) {
        struct example x;
        struct pw_tmod_table t;
        start_text(&x, counter, n, PW_GHOST_NONE);
        ck_assert_uint_eq(iterate(&x.world, NULL), steps[n - 2]);
        pw_tmod_table_init(&t, &x.world);
        pw_tmod_fix(&t);
        ck_assert_uint_eq(gamma_of(&x.world, &t), states[n - 2]); /* exact */
        if (n == 3) {
            check_set(&t, 0, false, true, "00 10 11 20 30");
            check_set(&t, 1, false, true, "00 10 11 20 21 30");
            check_set(&t, 2, false, true, "00 10 11 20 21 30 31");
        }
        pw_tmod_table_clear(&t);
        end(&x);
    }
}
END_TEST

/* --- layers of all programs of the design's table --- */

/* The last index of the frontier, of the relaxed frontier, and whether relaxed layers of the
 * quadratic method prove it. The frontier ends at the first layer without a new state; pwqo has a
 * cheaper test and may look at more. */
static const struct row {
    const char *file;
    size_t frontier, relaxed;
    bool quadratic;
} rows[] = {
    {"ex3_2", 2, 2, true},
    {"ex15", 4, 4, true},
    {"ex16_2", 1, 1, true},
    {"ex23_2", 3, 3, true},
    {"ex23_3", 3, 3, true},
    {"ex23_4", 3, 3, true},
    {"mux_sem_2", 4, 4, false},
    {"mux_sem_3", 4, 4, false},
    {"mux_sem_4", 4, 4, false},
    {"mux_sem_last_2", 5, 5, true},
    {"mux_sem_last_3", 5, 5, true},
    {"mux_sem_count_2", 16, 16, false},
    {"mux_sem_count_3", 16, 16, false},
    {"bakery_2", 8, 8, true},
    {"bakery_3", 12, 12, true},
    {"phil_3", 8, 8, false},
    {"phil3_3", 6, 7, false},
    {"phil3_4", 7, 8, false},
    {"phil3a_3", 6, 7, false},
    {"phil3a_4", 7, 8, false},
    {"phil3e_4", 7, 8, false},
    {"counter_3", 15, 14, false},
};

static size_t last_index(struct example *x, bool relaxed)
{
    struct pw_tmod_table whole;
    struct pw_tmod_layers y;
    struct states s;
    pw_tmod_table_init(&whole, &x->world);
    pw_tmod_fix(&whole); /* all states have numbers */
    pw_tmod_table_clear(&whole);
    pw_tmod_layers_run(&y, &x->world, relaxed, 1000, true);
    ck_assert(y.ended);
    states_init(&s, &x->world);
    size_t k = y.at.n - 1;
    for (size_t i = 0, before = SIZE_MAX; !relaxed && i < y.at.n && before != s.count; i++) {
        before = s.count;
        states_add(&s, y.at.at[i]);
        if (before != s.count) k = i;
    }
    states_clear(&s);
    pw_tmod_layers_clear(&y);
    return k;
}

START_TEST(layers)
{
    const struct row *row = &rows[_i];
    struct example x;
    struct pw_tmod_layers y;
    start_file(&x, row->file, PW_GHOST_NONE);
    ck_assert_uint_eq(last_index(&x, false), row->frontier);
    ck_assert_uint_eq(last_index(&x, true), row->relaxed);
    end(&x);
    start_file(&x, row->file, PW_GHOST_MOVER);
    pw_tmod_layers_run(&y, &x.world, true, 1000, false);
    ck_assert_msg((y.ended && !y.bad) == row->quadratic, "%s: relaxed quadratic", row->file);
    pw_tmod_layers_clear(&y);
    end(&x);
}
END_TEST

static void tests(TCase *c)
{
    tcase_add_test(c, section_3);
    tcase_add_test(c, example_13);
    tcase_add_test(c, example_15);
    tcase_add_test(c, example_16);
    tcase_add_test(c, example_23);
    tcase_add_loop_test(c, layers, 0, (int)(sizeof rows / sizeof *rows));
}
UNIT_MAIN("examples", tests)
