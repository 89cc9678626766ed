#include "finite/run.h"

void pw_finite_run_clear(struct pw_finite_run *r)
{
    pw_vec_clear(&r->start);
    pw_vec_clear(&r->moves);
}

void pw_finite_run_reverse(struct pw_finite_run *r)
{
    size_t n = r->moves.n;
    for (size_t i = 0; i < n / 2; i++) {
        struct pw_finite_move m = r->moves.at[i];
        r->moves.at[i] = r->moves.at[n - 1 - i];
        r->moves.at[n - 1 - i] = m;
    }
}
