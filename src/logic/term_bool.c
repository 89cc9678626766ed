/* Construction of Boolean terms. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "logic/term.h"
#include "logic/term_store.h"

static bool is_true(pw_term a)
{
    return a.id == 0;
}
static bool is_false(pw_term a)
{
    return a.id == 1;
}

pw_term pw_term_bool(bool value)
{
    return value ? PW_TERM_TRUE : PW_TERM_FALSE;
}

int pw_term_order(const void *a, const void *b)
{
    const pw_term *x = a, *y = b;
    return PW_ORDER(x->id, y->id);
}

static void sort_terms(pw_term *a, size_t n)
{
    if (n > 64) {
        qsort(a, n, sizeof *a, pw_term_order);
        return;
    }
    for (size_t i = 1; i < n; i++) {
        pw_term x = a[i];
        size_t j = i;
        for (; j > 0 && a[j - 1].id > x.id; j--)
            a[j] = a[j - 1];
        a[j] = x;
    }
}

/* Sorts the conjuncts, drops duplicates and `true`. False if they contradict each other. */
static bool tidy(pw_term *a, size_t *n)
{
    sort_terms(a, *n);
    size_t kept = 0;
    for (size_t i = 0; i < *n; i++) {
        if (is_true(a[i]) || (kept > 0 && a[kept - 1].id == a[i].id)) continue;
        if (is_false(a[i]) || (kept > 0 && a[kept - 1].id == (a[i].id ^ 1))) return false;
        a[kept++] = a[i];
    }
    *n = kept;
    return true;
}

static pw_term conjunction(struct pw_terms *t, const pw_term *from, size_t n, uint32_t flip)
{
    enum { FEW = 64 };
    pw_term few[FEW], *a = n <= FEW ? few : PW_NEWS(pw_term, n);
    size_t room = n;
    for (size_t i = 0; i < n; i++) {
        assert(!pw_term_is_int(t, from[i]));
        a[i].id = from[i].id ^ flip;
    }
    pw_term made;
    if (!tidy(a, &n))
        made = PW_TERM_FALSE;
    else if (n == 0)
        made = PW_TERM_TRUE;
    else if (n == 1)
        made = a[0];
    else
        made = pw_term_intern(t, PW_AND, a, NULL, n, NULL);
    if (a != few) PW_FREES(a, room);
    return made;
}

pw_term pw_term_and(struct pw_terms *t, const pw_term *a, size_t n)
{
    return conjunction(t, a, n, 0);
}
pw_term pw_term_or(struct pw_terms *t, const pw_term *a, size_t n)
{
    return pw_term_not(conjunction(t, a, n, 1));
}

pw_term pw_term_and2(struct pw_terms *t, pw_term a, pw_term b)
{
    return pw_term_and(t, (pw_term[]){a, b}, 2);
}
pw_term pw_term_or2(struct pw_terms *t, pw_term a, pw_term b)
{
    return pw_term_or(t, (pw_term[]){a, b}, 2);
}
pw_term pw_term_implies(struct pw_terms *t, pw_term a, pw_term b)
{
    return pw_term_or2(t, pw_term_not(a), b);
}
pw_term pw_term_iff(struct pw_terms *t, pw_term a, pw_term b)
{
    return pw_term_not(pw_term_xor(t, a, b));
}

pw_term pw_term_xor(struct pw_terms *t, pw_term a, pw_term b)
{
    assert(!pw_term_is_int(t, a) && !pw_term_is_int(t, b));
    uint32_t flip = (a.id ^ b.id) & 1;
    a.id &= ~1u;
    b.id &= ~1u;
    if (a.id > b.id) {
        pw_term c = a;
        a = b;
        b = c;
    }
    pw_term made;
    if (a.id == b.id)
        made = PW_TERM_FALSE;
    else if (is_true(a))
        made = pw_term_not(b);
    else
        made = pw_term_intern(t, PW_XOR, (pw_term[]){a, b}, NULL, 2, NULL);
    made.id ^= flip;
    return made;
}

/* The cases of a Boolean ite that need no node of their own; pre: c positive, not constant, a !=
 * b. */
static bool easy_ite(struct pw_terms *t, pw_term c, pw_term a, pw_term b, pw_term *made)
{
    pw_term nc = pw_term_not(c);
    if (a.id == c.id) a = PW_TERM_TRUE;
    if (a.id == nc.id) a = PW_TERM_FALSE;
    if (b.id == c.id) b = PW_TERM_FALSE;
    if (b.id == nc.id) b = PW_TERM_TRUE;
    if (is_true(a))
        *made = pw_term_or2(t, c, b);
    else if (is_false(a))
        *made = pw_term_and2(t, nc, b);
    else if (is_true(b))
        *made = pw_term_or2(t, nc, a);
    else if (is_false(b))
        *made = pw_term_and2(t, c, a);
    else if (a.id == (b.id ^ 1))
        *made = pw_term_iff(t, c, a);
    else
        return false;
    return true;
}

static pw_term bool_ite(struct pw_terms *t, pw_term c, pw_term a, pw_term b)
{
    pw_term made;
    if (easy_ite(t, c, a, b, &made)) return made;
    uint32_t flip = a.id & 1;
    pw_term args[3] = {c, {a.id ^ flip}, {b.id ^ flip}};
    made = pw_term_intern(t, PW_BITE, args, NULL, 3, NULL);
    made.id ^= flip;
    return made;
}

pw_term pw_term_ite(struct pw_terms *t, pw_term c, pw_term a, pw_term b)
{
    assert(!pw_term_is_int(t, c) && pw_term_is_int(t, a) == pw_term_is_int(t, b));
    if (is_true(c) || a.id == b.id) return a;
    if (is_false(c)) return b;
    if (pw_term_negated(c)) {
        pw_term d = a;
        a = b;
        b = d;
        c = pw_term_not(c);
    }
    if (!pw_term_is_int(t, a)) return bool_ite(t, c, a, b);
    return pw_term_intern(t, PW_IITE, (pw_term[]){c, a, b}, NULL, 3, NULL);
}
