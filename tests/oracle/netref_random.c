/* netref_random.c -- random nets as texts: numbers around the ends of the usual types and beyond,
 * tests for zero, free variables, resets, transfers, sums of several variables, repeated
 * constraints, comments and odd white space. */
#include <stdarg.h>
#include <string.h>

#include "oracle/netref.h"

struct maker {
    uint64_t state;
    char *out;
    size_t size, room;
    int vars, shared;
    int scale; /* 0: small numbers; else multiples of a large one */
    bool wild; /* now and then a number that the format does not hold */
};

static unsigned below(struct maker *m, unsigned n)
{
    m->state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = m->state;
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (unsigned)((z ^ z >> 31) >> 33) % n;
}

static bool one_in(struct maker *m, unsigned n)
{
    return below(m, n) == 0;
}

static void say(struct maker *m, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int k = vsnprintf(m->out + m->size, m->room - m->size, format, args);
    va_end(args);
    if (k > 0 && m->size + (size_t)k < m->room) m->size += (size_t)k;
}

static void space(struct maker *m)
{
    static const char *const odd[] = {" ", "\t", "  ", " \r", "\f"};
    say(m, "%s", one_in(m, 8) ? odd[below(m, 5)] : " ");
}

static void digits(struct maker *m, netref_num v)
{
    char text[50], *p = text + sizeof text;
    *--p = 0;
    do
        *--p = (char)('0' + (int)(v % 10));
    while ((v /= 10) > 0);
    if (one_in(m, 40)) say(m, "0");
    say(m, "%s", p);
}

static netref_num power(int base, int e)
{
    netref_num v = 1;
    while (e-- > 0)
        v *= base;
    return v;
}

/* Just outside: wraps to something small in a type of 31, 32, 63 or 64 bits, or is above 10^18. */
static netref_num outside(struct maker *m)
{
    static const int bits[] = {62, 63, 64, 65, 66, 70, 96, 110};
    netref_num v = power(2, bits[below(m, 8)]) * (1 + below(m, 3)) + below(m, 5);
    if (one_in(m, 3)) v = power(10, 18) + 1 + below(m, 3);
    if (one_in(m, 6)) v = power(10, 18 + (int)below(m, 15)) * 9 + below(m, 9);
    return v - (one_in(m, 4) ? 1 : 0);
}

static netref_num unit(int scale)
{
    switch (scale) {
    case 1:
        return power(2, 31);
    case 2:
        return power(2, 32);
    case 3:
        return power(2, 53);
    case 4:
        return power(10, 17);
    case 5:
        return power(2, 57);
    default:
        return 1;
    }
}

/* At most `most` units; now and then one beside. */
static netref_num value(struct maker *m, unsigned most)
{
    if (m->wild && one_in(m, 12)) return outside(m);
    netref_num v = unit(m->scale) * below(m, most + 1);
    if (m->scale && one_in(m, 5)) v += v > 0 && one_in(m, 2) ? -1 : 1;
    if (m->scale && one_in(m, 10)) v = power(10, 18) - below(m, 2);
    return v;
}

/* ---- .spec ---- */

static void name(struct maker *m, int i)
{
    static const char *const names[] = {"x", "y", "in_use", "Z9", "_", "targets"};
    (void)m;
    say(m, "%s", names[i]);
}

static void constraint(struct maker *m, int x, unsigned most, bool only_above, bool tests)
{
    name(m, x);
    space(m);
    unsigned how = only_above || !tests ? 0 : below(m, 3);
    if (how == 0)
        say(m, ">="), space(m), digits(m, value(m, most));
    else if (how == 1)
        say(m, "="), space(m), digits(m, one_in(m, 2) ? 0 : value(m, most));
    else {
        netref_num a = value(m, most), b = a + (one_in(m, 4) ? value(m, 2) : below(m, 3));
        say(m, "in ["), digits(m, a), say(m, ","), space(m), digits(m, b), say(m, "]");
    }
}

/* `x' = x - c`, a reset, a transfer into x, or a sum of two. */
static void change(struct maker *m, int x, bool *used)
{
    name(m, x);
    say(m, "' = ");
    int other = (int)below(m, (unsigned)m->vars);
    bool any = false;
    if (!used[x] && !one_in(m, 5)) used[x] = true, name(m, x), any = true;
    if (one_in(m, 3) && (!used[other] || one_in(m, 60))) {
        say(m, any ? " + " : "");
        name(m, other);
        used[other] = any = true;
    }
    if (any && one_in(m, 4)) return;
    if (any) say(m, one_in(m, 2) ? " - " : "+");
    digits(m, one_in(m, 2) ? unit(m->scale) : value(m, 3));
}

static void spec_rule(struct maker *m, bool tests)
{
    bool used[NETREF_VARS] = {0}, assigned[NETREF_VARS] = {0}, any = false;
    unsigned guards = below(m, 3);
    if (guards == 0) say(m, "true");
    for (unsigned i = 0; i < guards; i++)
        say(m, i ? ", " : ""),
            constraint(m, (int)below(m, (unsigned)m->vars), 2, false, tests && one_in(m, 3));
    space(m);
    say(m, "->");
    for (unsigned i = below(m, 4); i > 0; i--) {
        int x = (int)below(m, (unsigned)m->vars);
        if (assigned[x] && !one_in(m, 20)) continue;
        assigned[x] = true;
        say(m, any ? ",\n    " : " ");
        change(m, x, used);
        any = true;
    }
    say(m, one_in(m, 6) ? " ; # x >= 99999999999999999999 -> ;\n" : " ;\n");
}

static void spec(struct maker *m)
{
    m->vars = 1 + (int)below(m, 4);
    bool tests = one_in(m, 3), reach = one_in(m, 6);
    say(m, "vars");
    for (int i = 0; i < m->vars; i++)
        say(m, i && one_in(m, 3) ? ", " : " "), name(m, i);
    say(m, "\nrules\n");
    for (unsigned i = 1 + below(m, 5); i > 0; i--)
        spec_rule(m, tests);
    say(m, "init\n");
    bool any = false;
    for (int i = 0; i < m->vars || !any; i++) {
        if (one_in(m, 5)) continue; /* free */
        say(m, any ? ", " : "");
        constraint(m, i % m->vars, 3, false, !one_in(m, 4));
        any = true;
    }
    say(m, "\ntarget\n");
    for (unsigned t = 1 + one_in(m, 3); t > 0; t--) {
        for (unsigned i = 0, n = 1 + below(m, 3); i < n; i++)
            say(m, i ? ", " : ""),
                constraint(m, (int)below(m, (unsigned)m->vars), 3 + one_in(m, 4), !reach, true);
        say(m, "\n");
    }
}

/* ---- .tts ---- */

static void state(struct maker *m, int n)
{
    netref_num v = below(m, (unsigned)n);
    if (m->wild && one_in(m, 14)) {
        static const int bits[] = {8, 16, 24, 31, 32, 33, 63, 64, 65};
        v += one_in(m, 3) ? outside(m) : power(2, bits[below(m, 9)]);
    }
    digits(m, v);
}

static void tts_line(struct maker *m)
{
    static const char *const kinds[] = {"->", "->", "->", "+>", "~>"};
    unsigned kind = below(m, 5);
    state(m, m->shared), space(m), state(m, m->vars), space(m);
    say(m, "%s", kinds[kind]);
    space(m), state(m, m->shared), space(m), state(m, m->vars);
    for (unsigned i = kind < 3 && one_in(m, 3) ? 1 + below(m, 3) : 0; i > 0; i--)
        space(m), state(m, m->vars), say(m, " ~> "), state(m, m->vars);
    say(m, one_in(m, 8) ? " # 0 0 -> 1 1\r\n\n" : "\n");
}

static void several(struct maker *m, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        say(m, i ? "," : ""), state(m, m->vars);
}

static void open_text(struct maker *m, char *out, size_t room)
{
    m->out = out;
    m->room = room;
    m->size = 0;
    out[0] = 0;
}

static void tts(struct maker *m, struct netref_texts *x)
{
    m->vars = 1 + (int)below(m, 4);
    m->shared = 1 + (int)below(m, 3);
    say(m, "%s%d %d\n", one_in(m, 4) ? "# first\n\n" : "", m->shared, m->vars);
    for (unsigned i = 1 + below(m, 6); i > 0; i--)
        tts_line(m);
    open_text(m, x->prop, sizeof x->prop);
    state(m, m->shared);
    say(m, "|");
    several(m, below(m, 4));
    open_text(m, x->init, sizeof x->init);
    unsigned how = below(m, 3);
    state(m, m->shared);
    if (how != 0) say(m, "|"), several(m, 1 + below(m, 3));
    if (how != 1) say(m, "/"), several(m, 1 + below(m, 2));
}

void netref_random(uint64_t seed, struct netref_texts *x)
{
    struct maker m = {.state = seed * UINT64_C(0xd1342543de82ef95) + 77};
    memset(x, 0, sizeof *x);
    x->spec = !one_in(&m, 3);
    m.wild = one_in(&m, 3);
    m.scale = one_in(&m, 2) ? 0 : (int)(1 + below(&m, 5));
    open_text(&m, x->net, sizeof x->net);
    if (x->spec)
        spec(&m);
    else
        tts(&m, x);
}
