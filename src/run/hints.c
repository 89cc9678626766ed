#include "run/hints.h"

void pw_hints_clear(struct pw_hints *h)
{
    pw_vec_clear(&h->facts);
    pw_expr_pool_clear(&h->pool);
}
