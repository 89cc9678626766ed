#include "abst/carry.h"

#include <assert.h>

#include "base/mem.h"
#include "base/vec.h"

struct carry_ctx {
    const struct pw_bdds *from;
    struct pw_bdds *to;
    const pw_bdd *image;
    PW_VEC(uint32_t) memo; /* by node of `from`: 1 + its image */
};

static pw_bdd carry(struct carry_ctx *c, pw_bdd f)
{
    if (f.i < 2) return f;
    if (c->memo.at[f.i]) return (pw_bdd){c->memo.at[f.i] - 1};
    pw_bdd hi = carry(c, pw_bdd_hi(c->from, f)), lo = carry(c, pw_bdd_lo(c->from, f));
    pw_bdd r = pw_bdd_ite(c->to, c->image[pw_bdd_top(c->from, f)], hi, lo);
    assert(f.i < c->memo.n);
    c->memo.at[f.i] = r.i + 1;
    return r;
}

pw_bdd pw_carry(const struct pw_bdds *from, pw_bdd f, struct pw_bdds *to, const pw_bdd *image)
{
    assert(from != to && !pw_bdds_full(from));
    struct carry_ctx c = {.from = from, .to = to, .image = image};
    while (c.memo.n <= f.i) /* nodes below f are older than f */
        pw_vec_push(&c.memo, 0);
    pw_bdd r = carry(&c, f);
    pw_vec_clear(&c.memo);
    return r;
}
