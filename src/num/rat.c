#include "num/rat.h"

#include <assert.h>

#include "base/strbuf.h"

void pw_rat_init(pw_rat *x)
{
    pw_int_init(&x->num);
    pw_int_init_si(&x->den, 1);
}

void pw_rat_clear(pw_rat *x)
{
    pw_int_clear(&x->num);
    pw_int_clear(&x->den);
}

void pw_rat_set(pw_rat *x, const pw_rat *y)
{
    pw_int_set(&x->num, &y->num);
    pw_int_set(&x->den, &y->den);
}

void pw_rat_set_int(pw_rat *x, const pw_int *y)
{
    pw_int_set(&x->num, y);
    pw_int_set_si(&x->den, 1);
}

static void normalise(pw_rat *x)
{
    assert(pw_int_sgn(&x->den) != 0);
    if (pw_int_sgn(&x->den) < 0) {
        pw_int_neg(&x->num, &x->num);
        pw_int_neg(&x->den, &x->den);
    }
    if (pw_int_is_one(&x->den)) return;
    pw_int g;
    pw_int_init(&g);
    pw_int_gcd(&g, &x->num, &x->den);
    if (!pw_int_is_one(&g)) {
        pw_int_divexact(&x->num, &x->num, &g);
        pw_int_divexact(&x->den, &x->den, &g);
    }
    pw_int_clear(&g);
}

void pw_rat_set_frac(pw_rat *x, const pw_int *num, const pw_int *den)
{
    pw_int d;
    pw_int_init_set(&d, den);
    pw_int_set(&x->num, num);
    pw_int_set(&x->den, &d);
    pw_int_clear(&d);
    normalise(x);
}

void pw_rat_neg(pw_rat *r, const pw_rat *x)
{
    pw_int_neg(&r->num, &x->num);
    pw_int_set(&r->den, &x->den);
}

typedef void combine(pw_int *, const pw_int *, const pw_int *);

static void add_or_sub(pw_rat *r, const pw_rat *x, const pw_rat *y, combine *f)
{
    if (pw_int_eq(&x->den, &y->den)) {
        f(&r->num, &x->num, &y->num);
        pw_int_set(&r->den, &x->den);
    } else {
        pw_int a, b;
        pw_int_init(&a);
        pw_int_init(&b);
        pw_int_mul(&a, &x->num, &y->den);
        pw_int_mul(&b, &y->num, &x->den);
        pw_int_mul(&r->den, &x->den, &y->den);
        f(&r->num, &a, &b);
        pw_int_clear(&a);
        pw_int_clear(&b);
    }
    normalise(r);
}

void pw_rat_add(pw_rat *r, const pw_rat *x, const pw_rat *y)
{
    add_or_sub(r, x, y, pw_int_add);
}
void pw_rat_sub(pw_rat *r, const pw_rat *x, const pw_rat *y)
{
    add_or_sub(r, x, y, pw_int_sub);
}

void pw_rat_mul(pw_rat *r, const pw_rat *x, const pw_rat *y)
{
    pw_int_mul(&r->num, &x->num, &y->num);
    pw_int_mul(&r->den, &x->den, &y->den);
    normalise(r);
}

void pw_rat_mul_frac(pw_rat *r, const pw_rat *x, const pw_int *num, const pw_int *den)
{
    pw_int_mul(&r->num, &x->num, num);
    pw_int_mul(&r->den, &x->den, den);
    normalise(r);
}

void pw_rat_print(const pw_rat *x, struct pw_strbuf *out)
{
    pw_int_print(&x->num, out);
    if (pw_rat_is_int(x)) return;
    pw_strbuf_putc(out, '/');
    pw_int_print(&x->den, out);
}
