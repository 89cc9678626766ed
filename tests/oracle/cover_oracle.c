#include "oracle/cover_oracle.h"

#include <stdlib.h>
#include <string.h>

bool oracle_leq(const struct oracle_system *s, const struct oracle_config *x,
                const struct oracle_config *y)
{
    for (int l = 0; l < s->locals; l++)
        if (x->count[l] > y->count[l]) return false;
    return x->global == y->global;
}

bool oracle_in_upset(const struct oracle_system *s, const struct oracle_set *basis,
                     const struct oracle_config *c)
{
    for (int i = 0; i < basis->n; i++)
        if (oracle_leq(s, &basis->at[i], c)) return true;
    return false;
}

bool oracle_below_initial(const struct oracle_system *s, const struct oracle_config *c)
{
    for (int l = 0; l < s->locals; l++)
        if (s->hi[l] >= 0 && c->count[l] > s->hi[l]) return false;
    return c->global == s->init_global;
}

bool oracle_is_initial(const struct oracle_system *s, const struct oracle_config *c)
{
    for (int l = 0; l < s->locals; l++)
        if (c->count[l] < s->lo[l]) return false;
    return oracle_below_initial(s, c);
}

static void push(struct oracle_set *x, const struct oracle_config *c)
{
    if (x->n >= ORACLE_MOST) {
        x->overflow = true;
        return;
    }
    x->at = realloc(x->at, (size_t)(x->n + 1) * sizeof *x->at);
    x->at[x->n++] = *c;
}

void oracle_set_free(struct oracle_set *x)
{
    free(x->at);
    memset(x, 0, sizeof *x);
}

static bool same(const struct oracle_config *x, const struct oracle_config *y)
{
    return memcmp(x, y, sizeof *x) == 0;
}

static void push_new(struct oracle_set *x, const struct oracle_config *c)
{
    for (int i = 0; i < x->n; i++)
        if (same(&x->at[i], c)) return;
    push(x, c);
}

/* Every remaining token of u goes back to some source, one token at a time; `made` collects. */
static void send_back(const struct oracle_system *s, const struct oracle_trans *t,
                      struct oracle_config u, struct oracle_config made, struct oracle_set *out)
{
    int l = 0;
    while (l < s->locals && u.count[l] == 0)
        l++;
    if (l == s->locals) {
        push_new(out, &made);
        return;
    }
    u.count[l]--;
    for (int q = 0; q < s->locals; q++)
        if (t->moves[q][l]) {
            struct oracle_config more = made;
            more.count[q]++;
            send_back(s, t, u, more, out);
        }
}

/* Remove some of the tokens in post from u, in every way, one local after the other; then send the
 * rest back. */
static void remove_post(const struct oracle_system *s, const struct oracle_trans *t, int l,
                        struct oracle_config u, struct oracle_set *out)
{
    if (l < s->locals) {
        for (int k = 0; k <= t->post[l] && k <= u.count[l]; k++) {
            struct oracle_config less = u;
            less.count[l] -= k;
            remove_post(s, t, l + 1, less, out);
        }
        return;
    }
    struct oracle_config made = {.global = t->from};
    memcpy(made.count, t->pre, sizeof made.count);
    int rest = 0;
    for (int i = 0; i < s->locals; i++)
        rest += u.count[i];
    if (rest > 0 || !t->witness) {
        send_back(s, t, u, made, out);
        return;
    }
    for (int p = 0; p < s->locals; p++)
        for (int q = 0; q < s->locals; q++)
            if (t->moves[p][q]) {
                struct oracle_config more = made;
                more.count[p]++;
                push_new(out, &more);
            }
}

void oracle_basis(const struct oracle_system *s, struct oracle_set *out)
{
    struct oracle_set all = {0};
    for (int i = 0; i < s->ntargets; i++)
        if (!oracle_in_upset(s, &all, &s->targets[i])) push(&all, &s->targets[i]);
    for (int i = 0; i < all.n && !all.overflow; i++)
        for (int k = 0; k < s->ntrans; k++) {
            struct oracle_set pre = {0};
            if (s->trans[k].to == all.at[i].global)
                remove_post(s, &s->trans[k], 0, all.at[i], &pre);
            for (int j = 0; j < pre.n; j++)
                if (!oracle_in_upset(s, &all, &pre.at[j])) push(&all, &pre.at[j]);
            all.overflow |= pre.overflow;
            oracle_set_free(&pre);
        }
    for (int i = 0; i < all.n; i++) {
        bool minimal = true;
        for (int k = 0; k < all.n; k++)
            minimal &= k == i || !oracle_leq(s, &all.at[k], &all.at[i]);
        if (minimal) push(out, &all.at[i]);
    }
    out->overflow = all.overflow;
    oracle_set_free(&all);
}

/* Every passive token of `left` takes one of its ways. */
static void send_on(const struct oracle_system *s, const struct oracle_trans *t,
                    struct oracle_config left, struct oracle_config made, bool moved,
                    struct oracle_set *out)
{
    int l = 0;
    while (l < s->locals && left.count[l] == 0)
        l++;
    if (l == s->locals) {
        if (moved || !t->witness) push_new(out, &made);
        return;
    }
    left.count[l]--;
    if (t->sinks[l]) send_on(s, t, left, made, moved, out);
    for (int q = 0; q < s->locals; q++)
        if (t->moves[l][q]) {
            struct oracle_config more = made;
            more.count[q]++;
            send_on(s, t, left, more, true, out);
        }
}

void oracle_successors(const struct oracle_system *s, const struct oracle_config *c,
                       struct oracle_set *out)
{
    for (int k = 0; k < s->ntrans; k++) {
        const struct oracle_trans *t = &s->trans[k];
        struct oracle_config left = *c, made = {.global = t->to};
        bool enabled = c->global == t->from;
        for (int l = 0; l < s->locals; l++) {
            left.count[l] -= t->pre[l];
            enabled &= left.count[l] >= 0;
        }
        memcpy(made.count, t->post, sizeof made.count);
        if (enabled) send_on(s, t, left, made, false, out);
    }
}

static int tokens_of(const struct oracle_system *s, const struct oracle_config *c)
{
    int n = 0;
    for (int l = 0; l < s->locals; l++)
        n += c->count[l];
    return n;
}

static void push_initial(const struct oracle_system *s, int l, struct oracle_config c, int tokens,
                         struct oracle_set *out)
{
    if (tokens_of(s, &c) > tokens) return;
    if (l == s->locals) {
        if (oracle_is_initial(s, &c)) push_new(out, &c);
        return;
    }
    int most = s->hi[l] < 0 || s->hi[l] > tokens ? tokens : s->hi[l];
    for (c.count[l] = s->lo[l]; c.count[l] <= most; c.count[l]++)
        push_initial(s, l + 1, c, tokens, out);
}

bool oracle_bounded_search(const struct oracle_system *s, int tokens, struct oracle_set *seen)
{
    struct oracle_config start = {.global = s->init_global};
    push_initial(s, 0, start, tokens, seen);
    for (int i = 0; i < seen->n; i++) {
        struct oracle_set next = {0},
                          targets = {(struct oracle_config *)s->targets, s->ntargets, false};
        if (oracle_in_upset(s, &targets, &seen->at[i])) return true;
        oracle_successors(s, &seen->at[i], &next);
        for (int k = 0; k < next.n; k++)
            if (tokens_of(s, &next.at[k]) <= tokens) push_new(seen, &next.at[k]);
        oracle_set_free(&next);
    }
    return false;
}
