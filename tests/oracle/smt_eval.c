#include "oracle/smt_eval.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void die(const char *what, const char *where)
{
    fprintf(stderr, "smt_eval: %s at: %.60s\n", what, where);
    abort();
}

static const char *skip(const char *p)
{
    while (isspace((unsigned char)*p))
        p++;
    return p;
}

/* Reads a word (no parentheses) into buf. */
static const char *word(const char *p, char *buf, size_t room)
{
    size_t n = 0;
    p = skip(p);
    while (*p && !isspace((unsigned char)*p) && *p != '(' && *p != ')') {
        if (n + 1 >= room) die("word too long", p);
        buf[n++] = *p++;
    }
    buf[n] = '\0';
    return p;
}

static const char *number(const char *p, mpz_t v)
{
    char *digits;
    size_t n = 0;
    p = skip(p);
    while (isdigit((unsigned char)p[n]))
        n++;
    if (n == 0) die("no number", p);
    digits = malloc(n + 1);
    memcpy(digits, p, n);
    digits[n] = '\0';
    mpz_set_str(v, digits, 10);
    free(digits);
    return p + n;
}

bool smt_model_read(struct smt_model *m, const char *p)
{
    char buf[64];
    m->n = 0;
    p = skip(p);
    if (*p != '(') return false;
    for (p = skip(p + 1); *p == '('; p = skip(p)) {
        struct smt_value *x = &m->at[m->n];
        p = word(p + 1, buf, sizeof buf); /* define-fun */
        p = word(p, x->name, sizeof x->name);
        p = skip(p) + 2; /* () */
        p = skip(word(p, buf, sizeof buf));
        mpz_init(x->v);
        m->n++;
        if (!strcmp(buf, "Bool")) {
            p = word(p, buf, sizeof buf);
            mpz_set_si(x->v, !strcmp(buf, "true"));
        } else if (*p == '(') {
            p = number(strchr(p, '-') + 1, x->v);
            mpz_neg(x->v, x->v);
            p = strchr(p, ')') + 1;
        } else {
            p = number(p, x->v);
        }
        p = skip(p);
        if (*p != ')') return false;
        p++;
    }
    return *p == ')';
}

void smt_model_clear(struct smt_model *m)
{
    for (int i = 0; i < m->n; i++)
        mpz_clear(m->at[i].v);
}

enum { MOST = 512 };

static const char *eval(const struct smt_model *m, const char *p, mpz_t r);

/* floor for a positive divisor, ceiling for a negative one: the remainder is never negative */
static void euclid(mpz_t q, mpz_t r, const mpz_t a, const mpz_t b)
{
    if (mpz_sgn(b) == 0) die("division by zero", "");
    if (mpz_sgn(b) > 0)
        mpz_fdiv_qr(q, r, a, b);
    else
        mpz_cdiv_qr(q, r, a, b);
}

static void fold(const char *op, mpz_t *a, int n, mpz_t r)
{
    mpz_t t;
    mpz_init(t);
    mpz_set(r, a[0]);
    if (!strcmp(op, "-") && n == 1) mpz_neg(r, a[0]);
    for (int i = 1; i < n; i++) {
        if (!strcmp(op, "+"))
            mpz_add(r, r, a[i]);
        else if (!strcmp(op, "-"))
            mpz_sub(r, r, a[i]);
        else if (!strcmp(op, "*"))
            mpz_mul(r, r, a[i]);
        else if (!strcmp(op, "div"))
            euclid(r, t, r, a[i]);
        else if (!strcmp(op, "mod"))
            euclid(t, r, r, a[i]);
        else if (!strcmp(op, "xor"))
            mpz_set_si(r, mpz_sgn(r) != mpz_sgn(a[i]));
        else
            die("unknown operator", op);
    }
    if (!strcmp(op, "abs")) mpz_abs(r, a[0]);
    mpz_clear(t);
}

static bool related(const char *op, const mpz_t a, const mpz_t b)
{
    int c = mpz_cmp(a, b);
    if (!strcmp(op, "<=")) return c <= 0;
    if (!strcmp(op, "<")) return c < 0;
    if (!strcmp(op, ">=")) return c >= 0;
    if (!strcmp(op, ">")) return c > 0;
    return c == 0;
}

static bool truth(const char *op, mpz_t *a, int n)
{
    if (!strcmp(op, "not")) return !mpz_sgn(a[0]);
    if (!strcmp(op, "and") || !strcmp(op, "or")) {
        for (int i = 0; i < n; i++)
            if ((mpz_sgn(a[i]) != 0) != !strcmp(op, "and")) return !strcmp(op, "or");
        return !strcmp(op, "and");
    }
    if (!strcmp(op, "=>")) return !mpz_sgn(a[0]) || mpz_sgn(a[1]);
    if (!strcmp(op, "distinct")) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++)
                if (!mpz_cmp(a[i], a[j])) return false;
        return true;
    }
    for (int i = 0; i + 1 < n; i++)
        if (!related(op, a[i], a[i + 1])) return false;
    return true;
}

static const char *const logical[] = {"not", "and", "or", "=>", "distinct",
                                      "<=",  "<",   ">=", ">",  "="};

static void apply(const char *op, mpz_t *a, int n, mpz_t r)
{
    for (size_t i = 0; i < sizeof logical / sizeof *logical; i++)
        if (!strcmp(op, logical[i])) {
            mpz_set_si(r, truth(op, a, n));
            return;
        }
    if (!strcmp(op, "ite"))
        mpz_set(r, mpz_sgn(a[0]) ? a[1] : a[2]);
    else
        fold(op, a, n, r);
}

static const char *eval_list(const struct smt_model *m, const char *p, mpz_t r)
{
    char op[32];
    mpz_t *a = malloc(MOST * sizeof *a);
    int n = 0;
    p = word(p + 1, op, sizeof op);
    for (p = skip(p); *p != ')'; p = skip(p)) {
        if (n == MOST || !*p) die("list", p);
        mpz_init(a[n]);
        p = eval(m, p, a[n++]);
    }
    apply(op, a, n, r);
    for (int i = 0; i < n; i++)
        mpz_clear(a[i]);
    free(a);
    return p + 1;
}

static const char *eval(const struct smt_model *m, const char *p, mpz_t r)
{
    char name[64];
    p = skip(p);
    if (*p == '(') return eval_list(m, p, r);
    if (isdigit((unsigned char)*p)) return number(p, r);
    p = word(p, name, sizeof name);
    if (!strcmp(name, "true") || !strcmp(name, "false")) {
        mpz_set_si(r, name[0] == 't');
        return p;
    }
    for (int i = 0; i < m->n; i++)
        if (!strcmp(m->at[i].name, name)) {
            mpz_set(r, m->at[i].v);
            return p;
        }
    die("unknown name", name);
    return p;
}

bool smt_eval_bool(const struct smt_model *m, const char *text)
{
    mpz_t r;
    mpz_init(r);
    eval(m, text, r);
    bool yes = mpz_sgn(r) != 0;
    mpz_clear(r);
    return yes;
}
