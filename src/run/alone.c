#include "run/alone.h"

#include <assert.h>

#include "base/bits.h"
#include "base/mem.h"

static bool reads_own(const struct pw_expr *e)
{
    switch ((enum pw_expr_kind)e->kind) {
    case PW_EXPR_INT:
    case PW_EXPR_BOOL:
    case PW_EXPR_LOCAL:
    case PW_EXPR_CHOICE:
        return true;
    default:
        break;
    }
    unsigned n = pw_expr_arity((enum pw_expr_kind)e->kind);
    if (!n || e->kind == PW_EXPR_EVERY) return false;
    for (unsigned i = 0; i < n; i++)
        if (!reads_own(e->args[i])) return false;
    return true;
}

static bool is_private(const struct pw_edge *e)
{
    if (e->nlooks || e->nothers || !reads_own(e->guard)) return false;
    for (size_t i = 0; i < e->nupdates; i++)
        if (e->updates[i].shared || !reads_own(e->updates[i].to)) return false;
    return true;
}

static bool all_private(const struct pw_thread_template *t, uint32_t loc)
{
    if (t->first_edge[loc] == t->first_edge[loc + 1]) return false;
    for (uint32_t k = t->first_edge[loc]; k < t->first_edge[loc + 1]; k++)
        if (!is_private(&t->edges[k])) return false;
    return true;
}

/* Depth first along private locations, with the path as a list: where it closes, the cycle is
 * cut. */
static void cut_cycles(const struct pw_thread_template *t, uint64_t *locs)
{
    uint32_t *edge = PW_NEWS(uint32_t, t->nlocs), *path = PW_NEWS(uint32_t, t->nlocs);
    uint8_t *colour = PW_NEWS(uint8_t, t->nlocs); /* 1: on the path, 2: done */
    for (uint32_t root = 0; root < t->nlocs; root++) {
        size_t n = 0;
        if (!pw_bits_has(locs, root) || colour[root]) continue;
        path[n++] = root, colour[root] = 1, edge[root] = t->first_edge[root];
        while (n) {
            uint32_t at = path[n - 1];
            assert(at < t->nlocs);
            if (edge[at] == t->first_edge[at + 1]) {
                colour[at] = 2, n--;
                continue;
            }
            uint32_t to = t->edges[edge[at]++].to;
            if (!pw_bits_has(locs, to)) continue;
            if (colour[to] == 1) pw_bits_remove(locs, to);
            if (colour[to]) continue;
            path[n++] = to, colour[to] = 1, edge[to] = t->first_edge[to];
        }
    }
    PW_FREES(edge, t->nlocs);
    PW_FREES(path, t->nlocs);
    PW_FREES(colour, t->nlocs);
}

void pw_alone_find(struct pw_alone *a, const struct pw_program *p)
{
    *a = (struct pw_alone){.p = p};
    if (p->nunsafe || p->ninvariants || pw_program_uses(p)) return;
    a->locs = PW_NEWS(uint64_t *, p->ntemplates);
    for (size_t i = 0; i < p->ntemplates; i++) {
        const struct pw_thread_template *t = &p->templates[i];
        a->locs[i] = PW_NEWS(uint64_t, pw_bits_words(t->nlocs));
        for (uint32_t l = 0; l < t->nlocs; l++)
            if (all_private(t, l)) pw_bits_add(a->locs[i], l);
        cut_cycles(t, a->locs[i]);
    }
}

void pw_alone_clear(struct pw_alone *a)
{
    if (!a->locs) return;
    for (size_t i = 0; i < a->p->ntemplates; i++)
        PW_FREES(a->locs[i], pw_bits_words(a->p->templates[i].nlocs));
    PW_FREES(a->locs, a->p->ntemplates);
}

bool pw_alone_at(const struct pw_alone *a, uint32_t template, uint32_t loc)
{
    assert(template <a->p->ntemplates);
    return a->locs && pw_bits_has(a->locs[template], loc);
}
