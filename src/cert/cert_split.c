/* Writes certificates of thread-modular proofs: by contexts, and by local views. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/order.h"
#include "cert/cert_finite.h"
#include "cert/cert_write.h"

struct split_ctx {
    struct pw_strbuf *out;
    struct pw_tmod_proof *proof; /* or NULL: views */
    struct pw_tmod_world *world;
    const struct pw_space *space;
    uint32_t *first_loc;   /* by template, and one more: number of its first location */
    uint32_t *first_local; /* likewise: of its first local state */
};

static void put_shared_states(struct split_ctx *x)
{
    const struct pw_program *p = x->space->p;
    pw_strbuf_printf(x->out, "shared-states %" PRIu32 "\n", x->space->n_shared);
    for (uint32_t g = 0; g < x->space->n_shared; g++) {
        const int64_t *values = pw_space_shared_values(x->space, g);
        for (size_t i = 0; i < p->nshared; i++)
            pw_strbuf_printf(x->out, i ? " %" PRId64 : "%" PRId64, values[i]);
        pw_strbuf_putc(x->out, '\n');
        pw_limits_poll();
    }
}

/* With their classes: of a thread that did not write last, and of the one that did. */
static void put_local_states(struct split_ctx *x)
{
    struct pw_tmod_world *w = x->world;
    const struct pw_program *p = x->space->p;
    pw_strbuf_printf(x->out, "local-states %" PRIu32 "\n", x->first_local[p->ntemplates]);
    for (uint32_t t = 0; t < p->ntemplates; t++)
        for (uint32_t l = 0; l < pw_space_n_locals(x->space, t); l++) {
            const int64_t *values = pw_space_local_values(x->space, t, l);
            uint32_t class = pw_tmod_class_of(w, t, l, false);
            uint32_t marked = w->ghost == PW_GHOST_NONE ? class : pw_tmod_class_of(w, t, l, true);
            pw_strbuf_printf(x->out, "%" PRIu32, x->first_loc[t] + pw_space_loc(x->space, t, l));
            for (size_t i = 0; i < p->templates[t].nlocals; i++)
                pw_strbuf_printf(x->out, " %" PRId64, values[i]);
            pw_strbuf_printf(x->out, " | %" PRIu32, class);
            if (x->proof) pw_strbuf_printf(x->out, " %" PRIu32, marked);
            pw_strbuf_putc(x->out, '\n');
            pw_limits_poll();
        }
}

static void put_classes(struct split_ctx *x)
{
    struct pw_tmod_world *w = x->world;
    for (uint32_t c = 0; c < w->classes.n; c++) /* those that come up here are listed as well */
        pw_tmod_class_with(w, c, false);
    size_t n = w->classes.n;
    pw_strbuf_printf(x->out, "classes %zu\n", n);
    for (uint32_t c = 0; c < n; c++) {
        uint32_t cleared = pw_tmod_class_with(w, c, false);
        pw_strbuf_printf(x->out, "%" PRIu32 " %s%s\n", cleared,
                         w->space->p->templates[w->classes.at[c].template].name,
                         w->classes.at[c].last ? ", the last writer" : "");
    }
    assert(w->classes.n == n);
}

static void put_row(struct split_ctx *x, uint32_t template, struct pw_tmod_row row)
{
    uint32_t n = pw_tmod_row_count(&row), k = 0, *members = PW_NEWS(uint32_t, n);
    for (struct pw_tmod_cursor m = pw_tmod_row_start(&row); pw_tmod_row_next(&row, &m);)
        members[k++] = x->first_local[template] + m.local;
    assert(k == n);
    if (n) qsort(members, n, sizeof *members, pw_order_uint);
    for (uint32_t i = 0; i < n; i++)
        pw_strbuf_printf(x->out, " %" PRIu32, members[i]);
    PW_FREES(members, n);
}

static void put_table(struct split_ctx *x, const struct pw_tmod_table *t, size_t layer)
{
    for (size_t k = 0; k < t->contexts.n; k++) {
        const struct pw_tmod_context *c = &t->contexts.at[k];
        uint32_t n;
        const struct pw_tmod_token *tokens = pw_tmod_bag_tokens(t->w, c->bag, &n);
        pw_strbuf_printf(x->out, "%zu %" PRIu32 " %" PRIu32 "\n", layer, c->shared, n);
        for (uint32_t i = 0; i < n; i++) {
            assert(!i || tokens[i].class > tokens[i - 1].class);
            pw_strbuf_printf(x->out, "%" PRIu32 " %" PRIu32, tokens[i].class, tokens[i].count);
            put_row(x, t->w->classes.at[tokens[i].class].template,
                    pw_tmod_table_at(t, c->first_row + i));
            pw_strbuf_putc(x->out, '\n');
        }
        pw_limits_poll();
    }
}

static void put_contexts(struct split_ctx *x)
{
    const struct pw_tmod_layers *layers = &x->proof->layers;
    size_t n = x->proof->table.contexts.n;
    pw_strbuf_printf(x->out, "layers %zu", layers->at.n ? layers->at.n : 1);
    assert(!layers->at.n || layers->back < layers->at.n);
    if (layers->at.n && layers->back + 1 < layers->at.n)
        pw_strbuf_printf(x->out, " back %zu", layers->back);
    pw_strbuf_putc(x->out, '\n');
    for (size_t i = 0; i < layers->at.n; i++)
        n += layers->at.at[i]->contexts.n;
    pw_strbuf_printf(x->out, "contexts %zu\n", n);
    put_table(x, &x->proof->table, 0);
    for (size_t i = 0; i < layers->at.n; i++)
        put_table(x, layers->at.at[i], i);
}

static void put_lifts(struct split_ctx *x, const bool *lifts)
{
    const struct pw_program *p = x->space->p;
    size_t n = 0;
    for (size_t t = 0; t < p->ntemplates; t++)
        n += lifts && lifts[t];
    pw_strbuf_printf(x->out, "lift %zu\n", n);
    for (size_t t = 0; t < p->ntemplates; t++)
        if (lifts && lifts[t]) pw_strbuf_printf(x->out, "%zu\n", t);
}

/* The checker asks for the initial local states of every template, also of one without threads, or
 * if the constraints of another leave no initial state at all. */
static void number_starts(struct pw_space *s)
{
    pw_space_numbers shared = {0}, locals = {0};
    pw_space_initial_shared(s, &shared);
    for (size_t i = 0; i < shared.n; i++)
        for (uint32_t t = 0; t < s->p->ntemplates; t++)
            pw_space_initial_locals(s, t, shared.at[i], &locals);
    pw_vec_clear(&shared);
    pw_vec_clear(&locals);
}

static void number_places(struct split_ctx *x)
{
    const struct pw_program *p = x->space->p;
    number_starts(x->world->space);
    x->first_loc = PW_NEWS(uint32_t, p->ntemplates + 1);
    x->first_local = PW_NEWS(uint32_t, p->ntemplates + 1);
    for (size_t t = 0; t < p->ntemplates; t++) {
        x->first_loc[t + 1] = x->first_loc[t] + (uint32_t)p->templates[t].nlocs;
        x->first_local[t + 1] = x->first_local[t] + pw_space_n_locals(x->space, (uint32_t)t);
    }
}

static void free_places(struct split_ctx *x)
{
    PW_FREES(x->first_loc, x->space->p->ntemplates + 1);
    PW_FREES(x->first_local, x->space->p->ntemplates + 1);
}

bool pw_cert_write_split(struct pw_strbuf *out, const struct pw_cert_about *about,
                         struct pw_tmod_proof *proof, const bool *lifts)
{
    const struct pw_program *p = proof->world.space->p;
    size_t start = out->n;
    struct split_ctx x = {
        .out = out, .proof = proof, .world = &proof->world, .space = proof->world.space};
    if (x.space->pair_init) return false;
    if (proof->world.ghost == PW_GHOST_MOVER && !proof->world.nobody_yet) return false;
    if (proof->layers.at.n && !proof->layers.ended) return false;
    number_places(&x);
    pw_cert_put_head(out, "split", about);
    static const char *const ghosts[] = {"none", "mover", "writer"};
    assert((size_t)proof->world.ghost < sizeof ghosts / sizeof *ghosts);
    pw_strbuf_printf(out, "ghost %s\n", ghosts[proof->world.ghost]);
    bool ok = pw_cert_put_finite(out, p, proof->world.counts, x.first_loc);
    if (ok) {
        put_shared_states(&x);
        put_local_states(&x);
        put_classes(&x);
        put_contexts(&x);
        put_lifts(&x, lifts);
        pw_cert_put_end(out, start, 0);
    } else {
        out->n = start;
    }
    free_places(&x);
    return ok;
}

/* ---- views ---- */

static void put_threads(struct split_ctx *x, const struct pw_local_views *v)
{
    pw_strbuf_printf(x->out, "threads %" PRIu32 "\n", v->n);
    for (uint32_t j = 0; j < v->n; j++) {
        const struct pw_view_thread *t = &v->threads[j];
        pw_strbuf_printf(x->out, "%" PRIu32 " |", t->template);
        for (uint32_t f = 0; f < t->n_fields; f++)
            pw_strbuf_printf(x->out, " %" PRIu32, t->fields[f]);
        pw_strbuf_puts(x->out, " |");
        for (uint32_t a = 0; a < t->n_links; a++) {
            assert(!a || t->links[a].other > t->links[a - 1].other);
            pw_strbuf_printf(x->out, " %" PRIu32, t->links[a].other);
        }
        pw_strbuf_putc(x->out, '\n');
    }
}

static void put_view(struct split_ctx *x, const struct pw_local_views *v, uint32_t j, uint32_t s)
{
    assert(j < v->n);
    const struct pw_view_thread *t = &v->threads[j];
    const int64_t *cells = pw_view_cells(v, j, s);
    pw_strbuf_printf(x->out, "%" PRIu32 " |", j);
    for (uint32_t i = 0; i + 1 < t->width; i++) {
        if (i == t->n_fields) pw_strbuf_puts(x->out, " |");
        pw_strbuf_printf(x->out, " %" PRId64, cells[i]);
    }
    if (!t->n_links) pw_strbuf_puts(x->out, " |");
    pw_strbuf_printf(x->out, " | %" PRIu32 "\n",
                     x->first_local[t->template] + pw_view_local(v, j, s));
}

bool pw_cert_write_views(struct pw_strbuf *out, const struct pw_cert_about *about,
                         struct pw_local_views *v)
{
    size_t start = out->n;
    struct split_ctx x = {.out = out, .world = &v->world, .space = v->space};
    if (v->space->pair_init) return false;
    number_places(&x);
    pw_cert_put_head(out, "views", about);
    bool ok = pw_cert_put_finite(out, v->space->p, v->counts, x.first_loc);
    if (ok) {
        put_shared_states(&x);
        put_local_states(&x);
        put_threads(&x, v);
        pw_strbuf_printf(out, "views %" PRIu64 "\n", v->work);
        for (uint32_t j = 0; j < v->n; j++)
            for (uint32_t s = 0; s < v->threads[j].states.n; s++)
                put_view(&x, v, j, s);
        pw_cert_put_end(out, start, 0);
    } else {
        out->n = start;
    }
    free_places(&x);
    return ok;
}
