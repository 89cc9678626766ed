#include "unit/tmod_programs.h"

#include <stdio.h>

#include "base/mem.h"
#include "front/dr/dr.h"
#include "run/concrete.h"
#include "tools/gen_tree.h"
#include "unit/asserts.h"

struct pw_program *tmod_file(const char *name, struct pw_source *src)
{
    char path[1024];
    const char *why;
    struct pw_diags diags = {0};
    snprintf(path, sizeof path, "%s/tests/tmod/%s.dr", SRCDIR, name);
    ck_assert_msg(pw_source_read(src, path, &why) == PW_SOURCE_OK, "%s", path);
    struct pw_program *p = pw_dr_parse(src, NULL, 0, &diags);
    ck_assert_msg(p != NULL, "%s", path);
    pw_diags_clear(&diags);
    return p;
}

uint64_t *tmod_counts(const struct pw_program *p)
{
    uint64_t *c = PW_NEWS(uint64_t, p->ntemplates);
    for (size_t t = 0; t < p->ntemplates; t++)
        c[t] = p->templates[t].count == PW_ANY ? 2 : (uint64_t)p->templates[t].count;
    return c;
}

/* Small automata over one shared variable. */
struct dice {
    uint64_t state;
};

static unsigned roll(struct dice *d, unsigned n)
{
    d->state = d->state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((d->state >> 33) % n);
}

static void print_place(struct dice *d, unsigned t, unsigned i, unsigned places, unsigned values,
                        struct pw_strbuf *out)
{
    pw_strbuf_printf(out, "t%u_%u: atomic {\n", t, i);
    for (unsigned e = 1 + roll(d, 2); e; e--) {
        pw_strbuf_printf(out, "    if (*) { ");
        if (roll(d, 4)) pw_strbuf_printf(out, "assume(g == %u); ", roll(d, values));
        if (roll(d, 2)) pw_strbuf_printf(out, "g = %u; ", roll(d, values));
        if (roll(d, 4) == 0) pw_strbuf_printf(out, "b = !b; ");
        if (roll(d, 4) == 0) pw_strbuf_printf(out, "assume(b); ");
        pw_strbuf_printf(out, "goto t%u_%u; }\n", t, roll(d, places));
    }
    pw_strbuf_printf(out, "    assume(false);\n}\n");
}

static void print_automata(uint64_t seed, bool open, struct pw_strbuf *out)
{
    struct dice d = {seed * 2654435761u + 1};
    unsigned templates = 1 + roll(&d, 3), values = 2 + roll(&d, 2), places[3];
    for (int i = 0; i < 8; i++)
        roll(&d, 2);
    pw_strbuf_printf(out, "shared int[0..%u] g = 0;\n", values - 1);
    for (unsigned t = 0; t < templates; t++) {
        places[t] = 2 + roll(&d, 3);
        unsigned most = templates == 1 ? 4 : templates == 2 ? 2 : 1;
        unsigned threads = 1 + roll(&d, most + (t == 0));
        if (open && !t)
            pw_strbuf_puts(out, "thread t0 {\n");
        else
            pw_strbuf_printf(out, "thread t%u [%u] {\n", t, threads);
        pw_strbuf_printf(out, "local bool b%s;\n", roll(&d, 5) ? " = false" : "");
        for (unsigned i = 0; i < places[t]; i++)
            print_place(&d, t, i, places[t], values, out);
        pw_strbuf_printf(out, "}\n");
    }
    for (unsigned k = 1 + roll(&d, 2); k; k--) {
        unsigned t = roll(&d, templates), u = roll(&d, templates);
        pw_strbuf_printf(out, "unsafe count(t%u_%u) >= %u && count(t%u_%u) >= 1;\n", t,
                         1 + roll(&d, places[t] - 1), 1 + roll(&d, 2), u,
                         1 + roll(&d, places[u] - 1));
    }
}

/* Locks, most of them right, that hand a shared value on: idle steps, a place that waits for a free
 * value and takes it, places behind it, one that gives it back; with a change here and there. Many
 * are safe only because of what a thread did itself, which Cartesian abstraction does not see. */
static void print_lock_place(struct dice *d, unsigned t, unsigned i, unsigned idle, unsigned places,
                             unsigned values, struct pw_strbuf *out)
{
    bool takes = i == idle, gives = i + 1 == places, odd = roll(d, 8) == 0;
    unsigned free = roll(d, 6) ? 0 : roll(d, values), other = roll(d, values);
    pw_strbuf_printf(out, "t%u_%u: atomic { ", t, i);
    if (takes && !odd) pw_strbuf_printf(out, "assume(g == %u); ", free);
    if (roll(d, 10) == 0) pw_strbuf_printf(out, "assume(g == %u); ", other);
    if (takes) pw_strbuf_printf(out, "g = %u; ", roll(d, 8) ? 1 + roll(d, values - 1) : 0);
    if (gives || (!takes && odd)) pw_strbuf_printf(out, "g = %u; ", roll(d, 4) ? free : other);
    if (roll(d, 6) == 0) pw_strbuf_puts(out, "b = !b; ");
    if (roll(d, 12) == 0) pw_strbuf_puts(out, "assume(!b); ");
    pw_strbuf_printf(out, "goto t%u_%u; }\n", t, (i + 1 + (roll(d, 12) == 0)) % places);
}

static void print_locks(uint64_t seed, bool open, struct pw_strbuf *out)
{
    struct dice d = {seed * 2654435761u + 5};
    unsigned templates = 1 + roll(&d, 3), values = 2 + roll(&d, 2), places[3], idle[3];
    for (int i = 0; i < 8; i++)
        roll(&d, 2);
    pw_strbuf_printf(out, "shared int[0..%u] g = 0;\n", values - 1);
    for (unsigned t = 0; t < templates; t++) {
        idle[t] = roll(&d, 2);
        places[t] = idle[t] + 2 + roll(&d, 2);
        unsigned threads = 1 + roll(&d, templates == 1 ? 4 : templates == 2 ? 2 : 1 + !t);
        if (open && !t)
            pw_strbuf_puts(out, "thread t0 {\nlocal bool b = false;\n");
        else
            pw_strbuf_printf(out, "thread t%u [%u] {\nlocal bool b = false;\n", t, threads);
        for (unsigned i = 0; i < places[t]; i++)
            print_lock_place(&d, t, i, idle[t], places[t], values, out);
        pw_strbuf_printf(out, "}\n");
    }
    unsigned t = roll(&d, templates), u = roll(&d, templates);
    unsigned i = idle[t] + 1 + roll(&d, places[t] - idle[t] - 1);
    unsigned j = idle[u] + 1 + roll(&d, places[u] - idle[u] - 1);
    if (t == u && i == j)
        pw_strbuf_printf(out, "unsafe count(t%u_%u) >= 2;\n", t, i);
    else
        pw_strbuf_printf(out, "unsafe count(t%u_%u) >= 1 && count(t%u_%u) >= 1;\n", t, i, u, j);
}

static void print_generated(uint64_t seed, struct pw_strbuf *out)
{
    struct gen_knobs k = gen_defaults;
    k.ints = 0;
    k.ranges = 40;
    k.templates = 1 + (int)(seed % 3);
    k.counts = 1;
    k.statements = 2 + (int)(seed % 5);
    k.shared = 1 + (int)(seed % 2);
    k.locals = (int)(seed % 3);
    k.preds = 0;
    k.arbitrary = seed % 5 == 2 ? 40 : 0;
    k.havoc = seed % 6 == 4;
    k.inits = seed % 8 == 5;
    k.mutexes = seed % 4 == 3;
    k.unsafe = 1 + (int)(seed % 2);
    k.silent = 10;
    k.magnitude = 2;
    struct gen_program *g = gen_random(seed, &k);
    gen_print(g, out);
    gen_free(g);
}

static struct pw_program *parse(const struct pw_strbuf *text)
{
    struct pw_diags diags = {0};
    struct pw_source src;
    pw_source_from_text(&src, "random.dr", pw_strbuf_text(text), text->n);
    struct pw_program *p = pw_dr_parse(&src, NULL, 0, &diags);
    pw_diags_clear(&diags);
    pw_source_clear(&src);
    return p;
}

struct pw_program *tmod_random_automata(uint64_t seed, bool open, struct pw_strbuf *text)
{
    if (seed % 2)
        print_automata(seed, open, text);
    else
        print_locks(seed, open, text);
    struct pw_program *p = parse(text);
    ck_assert_msg(p != NULL, "%s", pw_strbuf_text(text));
    return p;
}

struct pw_program *tmod_random(uint64_t seed, struct pw_strbuf *text)
{
    if (seed % 3) return tmod_random_automata(seed, false, text);
    print_generated(seed, text);
    return parse(text);
}

/* Explicit search with these numbers of threads: 1 violated, 0 safe, -1 not known. */
int tmod_explicit(const struct pw_program *p, const uint64_t *counts)
{
    struct pw_concrete_options o = {.states = 20000};
    struct pw_concrete x;
    const char *why;
    unsigned open = 0;
    for (size_t t = 0; t < p->ntemplates; t++) {
        open += p->templates[t].count == PW_ANY;
        o.threads += counts[t];
    }
    if (open > 1) return -1; /* the search would share the threads out in other ways, too */
    if (!pw_concrete_init(&x, p, &o, &why)) return -1;
    pw_concrete_run(&x);
    int answer = pw_concrete_violated(&x) ? 1 : x.complete ? 0 : -1;
    pw_concrete_clear(&x);
    return answer;
}
