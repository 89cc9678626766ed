#include "logic/lattice.h"

#include "base/limits.h"
#include "base/mem.h"

/* b_0 .. b_{n-1} are the columns. With b*_i the orthogonalised ones, d[0] = 1 and d[i+1] = d[i] *
 * |b*_i|^2, all integers; lambda[k][j] = d[j+1] * mu_kj for j < k, integers too. */
struct basis {
    pw_int **b;
    size_t n, m, length, known; /* columns 0 .. known-1 have d and lambda */
    const pw_int *weight;
    pw_int *d;
    pw_int **lambda;
    pw_int t, u, q;
};

static void scalar(struct basis *x, size_t k, size_t j, pw_int *r)
{
    pw_int_set_si(r, 0);
    for (size_t i = 0; i < x->m; i++) {
        if (!pw_int_sgn(&x->b[k][i]) || !pw_int_sgn(&x->b[j][i])) continue;
        pw_int_mul(&x->t, &x->b[k][i], &x->weight[i]);
        pw_int_addmul(r, &x->t, &x->b[j][i]);
    }
}

/* d and lambda of column k from those before. */
static void orthogonalise(struct basis *x, size_t k)
{
    pw_int u;
    pw_int_init(&u);
    for (size_t j = 0; j <= k; j++) {
        scalar(x, k, j, &u);
        for (size_t i = 0; i < j; i++) {
            pw_int_mul(&u, &u, &x->d[i + 1]);
            pw_int_submul(&u, &x->lambda[k][i], j == k ? &x->lambda[k][i] : &x->lambda[j][i]);
            pw_int_divexact(&u, &u, &x->d[i]);
        }
        pw_int_set(j < k ? &x->lambda[k][j] : &x->d[k + 1], &u);
    }
    pw_int_clear(&u);
}

/* b_k -= q * b_l with q the integer nearest to mu_kl */
static void shorten(struct basis *x, size_t k, size_t l)
{
    pw_int_add(&x->t, &x->lambda[k][l], &x->lambda[k][l]);
    pw_int_abs(&x->u, &x->t);
    if (pw_int_cmp(&x->u, &x->d[l + 1]) <= 0) return;
    pw_int_add(&x->t, &x->t, &x->d[l + 1]); /* q = floor((2 lambda + d) / 2d) */
    pw_int_add(&x->u, &x->d[l + 1], &x->d[l + 1]);
    pw_int_fdiv_q(&x->q, &x->t, &x->u);
    for (size_t i = 0; i < x->length; i++)
        if (pw_int_sgn(&x->b[l][i])) pw_int_submul(&x->b[k][i], &x->q, &x->b[l][i]);
    pw_int_submul(&x->lambda[k][l], &x->q, &x->d[l + 1]);
    for (size_t i = 0; i < l; i++)
        pw_int_submul(&x->lambda[k][i], &x->q, &x->lambda[l][i]);
    pw_limits_poll();
}

/* Exchanges b_k and b_{k-1}. */
static void exchange(struct basis *x, size_t k)
{
    pw_int big, l, t;
    pw_int_init(&big);
    pw_int_init_set(&l, &x->lambda[k][k - 1]);
    pw_int_init(&t);
    pw_int *column = x->b[k];
    x->b[k] = x->b[k - 1];
    x->b[k - 1] = column;
    for (size_t j = 0; j + 1 < k; j++)
        pw_int_swap(&x->lambda[k][j], &x->lambda[k - 1][j]);
    pw_int_mul(&big, &x->d[k - 1], &x->d[k + 1]); /* big = new d[k] */
    pw_int_addmul(&big, &l, &l);
    pw_int_divexact(&big, &big, &x->d[k]);
    for (size_t i = k + 1; i < x->known; i++) {
        pw_int_set(&t, &x->lambda[i][k]);
        pw_int_mul(&x->u, &x->d[k + 1], &x->lambda[i][k - 1]);
        pw_int_submul(&x->u, &l, &t);
        pw_int_divexact(&x->lambda[i][k], &x->u, &x->d[k]);
        pw_int_mul(&x->u, &big, &t);
        pw_int_addmul(&x->u, &l, &x->lambda[i][k]);
        pw_int_divexact(&x->lambda[i][k - 1], &x->u, &x->d[k + 1]);
    }
    pw_int_set(&x->d[k], &big);
    pw_int_clear(&big);
    pw_int_clear(&l);
    pw_int_clear(&t);
}

/* Lovasz: d_{k+1} d_{k-1} >= 99/100 d_k^2 - lambda^2 */
static bool in_order(struct basis *x, size_t k)
{
    pw_int whole, part;
    pw_int_init_si(&whole, 100);
    pw_int_init_si(&part, 99);
    pw_int_mul(&x->t, &x->d[k + 1], &x->d[k - 1]);
    pw_int_addmul(&x->t, &x->lambda[k][k - 1], &x->lambda[k][k - 1]);
    pw_int_mul(&x->t, &x->t, &whole);
    pw_int_mul(&x->u, &x->d[k], &x->d[k]);
    pw_int_mul(&x->u, &x->u, &part);
    bool ok = pw_int_cmp(&x->t, &x->u) >= 0;
    pw_int_clear(&whole);
    pw_int_clear(&part);
    return ok;
}

static void reduce(struct basis *x)
{
    for (size_t k = 0; k < x->n;) {
        pw_limits_poll();
        if (k >= x->known) {
            orthogonalise(x, k);
            x->known = k + 1;
        }
        if (k == 0) {
            k = 1;
            continue;
        }
        shorten(x, k, k - 1);
        if (!in_order(x, k)) {
            exchange(x, k);
            k = k > 1 ? k - 1 : 1;
            continue;
        }
        for (size_t l = k - 1; l-- > 0;)
            shorten(x, k, l);
        k++;
    }
}

void pw_lattice_reduce(pw_int **columns, size_t n, const pw_int *weight, size_t m, size_t length)
{
    struct basis x = {.b = columns, .n = n, .m = m, .length = length, .weight = weight};
    if (n < 2 || pw_lattice_reduce_by_guess(columns, n, weight, m, length)) return;
    x.d = pw_int_array_new(n + 1);
    pw_int_set_si(&x.d[0], 1);
    x.lambda = PW_NEWS(pw_int *, n);
    for (size_t i = 0; i < n; i++)
        x.lambda[i] = pw_int_array_new(n);
    pw_int_init(&x.t);
    pw_int_init(&x.u);
    pw_int_init(&x.q);
    reduce(&x);
    for (size_t i = 0; i < n; i++)
        pw_int_array_free(x.lambda[i], n);
    PW_FREES(x.lambda, n);
    pw_int_array_free(x.d, n + 1);
    pw_int_clear(&x.t);
    pw_int_clear(&x.u);
    pw_int_clear(&x.q);
}
