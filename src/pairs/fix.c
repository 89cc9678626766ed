#include "pairs/fix.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"

void pw_fix_init(struct pw_fix *f, struct pw_atoms *atoms, struct pw_counts *counts)
{
    *f = (struct pw_fix){.enc = atoms->enc, .counts = counts};
    f->idle = pw_fix_needs_idle(f->enc->views->p);
    f->looks = pw_program_uses(f->enc->views->p);
    pw_keys_init(&f->keys, atoms);
    pw_join_init(&f->join, f->enc, &f->keys, counts);
    pw_reacts_init(&f->reacts, f->enc);
}

void pw_fix_clear(struct pw_fix *f)
{
    pw_reacts_clear(&f->reacts);
    pw_join_clear(&f->join);
    pw_keys_clear(&f->keys);
    pw_vec_clear(&f->list);
    pw_vec_clear(&f->bad);
}

/* ---- bad keys ---- */

static bool key_is_bad(const struct pw_fix *f, const struct pw_key *key)
{
    const struct pw_views *v = f->enc->views;
    uint32_t views[2] = {key->u, key->v};
    if (pw_views_is_error(v, key->u) || pw_views_is_error(v, key->v)) return true;
    for (size_t d = 0; d < v->p->nunsafe; d++)
        if (pw_fix_shows(v, &v->p->unsafe[d], views, 2)) return true;
    return false;
}

static void note_bad(struct pw_fix *f, const struct pw_key *key)
{
    if (f->end == PW_FIX_SAFE) f->end = PW_FIX_BAD;
    if (f->bad.n) return;
    f->bad_sigma = key->sigma;
    pw_vec_push(&f->bad, key->u);
    pw_vec_push(&f->bad, key->v);
}

static void add_to_list(struct pw_fix *f, uint32_t id)
{
    if (f->keys.at.at[id].waiting) return;
    assert((size_t)id < f->keys.at.n);
    f->keys.at.at[id].waiting = true;
    pw_vec_push(&f->list, id);
}

/* View u was seen with v: if v is of a class that is new to u, all that was said of u is asked
 * again. */
static void note_class(struct pw_fix *f, uint32_t sigma, uint32_t u, uint32_t v)
{
    struct pw_key_node *node = &f->keys.nodes.at[pw_keys_node(&f->keys, sigma, u)];
    uint64_t bit = pw_counts_class_bit(f->counts, v);
    if (!(bit & ~node->classes)) return;
    node->classes |= bit;
    for (size_t i = 0; i < node->partners.n; i++)
        add_to_list(f, node->partners.at[i].key);
}

void pw_fix_note(struct pw_fix *f, int64_t id)
{
    if (id < 0) return;
    assert((size_t)id < f->keys.at.n);
    struct pw_key *key = &f->keys.at.at[id];
    key->changed = ++f->clock;
    if (key_is_bad(f, key)) note_bad(f, key);
    if (f->looks) return;
    add_to_list(f, (uint32_t)id);
    note_class(f, key->sigma, key->u, key->v);
    note_class(f, key->sigma, key->v, key->u);
}

/* ---- steps ---- */

void pw_fix_list_counts(struct pw_fix *f, uint32_t sigma, const uint32_t *views, size_t n,
                        pw_term_list *out)
{
    uint64_t others = UINT64_MAX;
    for (size_t i = 0; i < n && f->counts->all.n; i++)
        others &= f->keys.nodes.at[pw_keys_node(&f->keys, sigma, views[i])].classes;
    pw_counts_context(f->counts, sigma, views, n, others, out);
}

void pw_fix_give_counts(struct pw_fix *f, uint32_t sigma, const uint32_t *views, size_t n)
{
    pw_term_list more = {0};
    pw_fix_list_counts(f, sigma, views, n, &more);
    for (size_t i = 0; i < more.n; i++)
        pw_join_given(&f->join, more.at[i]);
    pw_vec_clear(&more);
}

/* Do all guessed counting invariants survive the step of the query? Those of beginning threads do.
 */
static void check_guesses(struct pw_fix *f, const struct pw_step *s)
{
    for (size_t j = 0; j < f->counts->all.n; j++) {
        if (!f->counts->all.at[j].guessed || s->edge->kind != PW_EDGE_STEP) continue;
        pw_term kept = pw_counts_step(f->counts, j, s);
        if (!pw_join_refutes(&f->join, kept)) continue;
        f->end = PW_FIX_COUNT;
        f->broken = j;
        return;
    }
}

/* A thread with view u steps beside one with view v. */
static void own_steps(struct pw_fix *f, uint32_t sigma, uint32_t u, uint32_t v)
{
    pw_steps steps = *pw_encode_steps(f->enc, sigma, u);
    uint32_t known[2] = {u, v};
    for (size_t i = 0; i < steps.n; i++) {
        const struct pw_step *s = &steps.at[i];
        struct pw_join_target to = {s->sigma2, s->view2, 0, v, 1, s, {NULL, NULL}};
        pw_limits_poll();
        pw_join_start(&f->join);
        if (!pw_join_pair(&f->join, sigma, u, 0, v, 1)) return;
        pw_join_given(&f->join, s->guard);
        pw_fix_give_counts(f, sigma, known, 2);
        check_guesses(f, s);
        if (f->end == PW_FIX_COUNT) return;
        pw_fix_note(f, pw_join_into(&f->join, &to));
    }
}

static bool pair_is_untouched(struct pw_fix *f, const struct pw_join_target *to, uint32_t sigma)
{
    return to->sigma == sigma && pw_join_keeps(&f->join, to);
}

static void third_step(struct pw_fix *f, const struct pw_step *s, uint32_t u, uint32_t v)
{
    uint32_t w = s->view, known[3] = {w, u, v};
    struct pw_join_target to = {s->sigma2, u, 1, v, 2, s, {NULL, NULL}};
    if (pair_is_untouched(f, &to, s->sigma)) return;
    pw_join_start(&f->join);
    if (!pw_join_pair(&f->join, s->sigma, w, 0, u, 1)) return;
    if (!pw_join_pair(&f->join, s->sigma, w, 0, v, 2)) return;
    if (!pw_join_pair(&f->join, s->sigma, u, 1, v, 2)) return;
    pw_join_given(&f->join, s->guard);
    pw_fix_give_counts(f, s->sigma, known, 3);
    pw_fix_note(f, pw_join_into(&f->join, &to));
}

/* A thread with view w steps while u and v stand by. */
static void third_steps(struct pw_fix *f, uint32_t sigma, uint32_t w, uint32_t u, uint32_t v)
{
    pw_steps steps = *pw_encode_steps(f->enc, sigma, w);
    for (size_t i = 0; i < steps.n; i++) {
        const struct pw_step *s = &steps.at[i];
        pw_limits_poll();
        if (s->writes_shared && s->edge->kind == PW_EDGE_STEP) third_step(f, s, u, v);
    }
}

static bool waits(const struct pw_fix *f, uint32_t sigma, uint32_t u, uint32_t v, bool *there)
{
    int64_t id = pw_keys_find(&f->keys, sigma, u, v);
    *there = id >= 0;
    return id >= 0 && f->keys.at.at[id].waiting;
}

/* All steps of three threads with these views, one active and two standing by. */
static void triple_steps(struct pw_fix *f, uint32_t sigma, uint32_t u, uint32_t v, uint32_t w)
{
    uint32_t known[3] = {u, v, w};
    bool uw, vw;
    if (waits(f, sigma, u, w, &uw) || waits(f, sigma, v, w, &vw) || !uw || !vw) return;
    if (!pw_counts_fit(f->enc->views, known, 3)) return;
    third_steps(f, sigma, w, u, v);
    if (u != w) third_steps(f, sigma, u, v, w);
    if (v != w && v != u) third_steps(f, sigma, v, u, w);
}

static void process_key(struct pw_fix *f, uint32_t id)
{
    assert((size_t)id < f->keys.at.n);
    struct pw_key key = f->keys.at.at[id];
    f->keys.at.at[id].waiting = false;
    if (pw_views_is_error(f->enc->views, key.u) || pw_views_is_error(f->enc->views, key.v)) return;
    own_steps(f, key.sigma, key.u, key.v);
    if (f->end == PW_FIX_COUNT) return;
    if (key.u != key.v) own_steps(f, key.sigma, key.v, key.u);
    int64_t node = pw_keys_node(&f->keys, key.sigma, key.u);
    for (size_t i = 0; i < f->keys.nodes.at[node].partners.n; i++) {
        assert((size_t)node < f->keys.nodes.n);
        uint32_t w = f->keys.nodes.at[node].partners.at[i].view;
        if (pw_views_is_error(f->enc->views, w)) continue;
        if (!f->keys.at.at[id].waiting) triple_steps(f, key.sigma, key.u, key.v, w);
    }
}

bool pw_fix_may_go_on(const struct pw_fix *f)
{
    if (f->end == PW_FIX_TOO_LARGE || f->end == PW_FIX_COUNT || f->enc->overflow) return false;
    return f->end != PW_FIX_BAD || f->go_on_after_bad;
}

static bool note_bad_set(void *arg, uint32_t sigma, const uint32_t *views, size_t n)
{
    struct pw_fix *f = arg;
    f->end = PW_FIX_BAD;
    f->bad_sigma = sigma;
    for (size_t i = 0; i < n; i++)
        pw_vec_push(&f->bad, views[i]);
    return false;
}

void pw_fix_run(struct pw_fix *f)
{
    f->end = PW_FIX_SAFE;
    pw_fix_start(f);
    bool settled = !f->looks || pw_fix_rounds(f);
    while (f->head < f->list.n && pw_fix_may_go_on(f)) {
        uint32_t id = f->list.at[f->head++];
        assert(id < f->keys.at.n && f->keys.at.at[id].waiting);
        process_key(f, id);
        if (f->head > 4096 && f->head > f->list.n / 2) {
            memmove(f->list.at, f->list.at + f->head, (f->list.n - f->head) * sizeof *f->list.at);
            f->list.n -= f->head;
            f->head = 0;
        }
    }
    if (f->enc->overflow) f->end = PW_FIX_TOO_LARGE;
    f->finished =
        settled && f->head == f->list.n && f->end != PW_FIX_TOO_LARGE && f->end != PW_FIX_COUNT;
    assert(f->end != PW_FIX_SAFE || f->finished);
    assert(f->head <= f->list.n);
    pw_keys_check(&f->keys);
    if (f->end == PW_FIX_SAFE && !pw_fix_each_bad(f, 3, note_bad_set, f)) f->end = PW_FIX_TOO_LARGE;
}
