#include "cover/slice.h"

#include <assert.h>
#include <string.h>

#include "base/agenda.h"
#include "base/limits.h"

struct work {
    struct pw_slice *slice;
    const struct pw_system *sys;
    size_t words;
    uint32_t *first, *by_global; /* transitions by their `from` */
    uint64_t *next;              /* images of R(g) under the transition at hand */
    struct pw_agenda agenda;     /* of globals */
};

static void reach(struct work *w, uint32_t g)
{
    assert(g < w->slice->globals);
    if (w->slice->occupied[g]) return;
    w->slice->occupied[g] = PW_NEWS(uint64_t, w->words);
    pw_agenda_touch(&w->agenda, g);
}

static void occupy(struct work *w, uint32_t g, uint32_t local)
{
    assert(w->slice->occupied[g] && local < w->slice->locals);
    if (pw_bits_has(w->slice->occupied[g], local)) return;
    pw_bits_add(w->slice->occupied[g], local);
    pw_agenda_touch(&w->agenda, g);
}

static void start(struct work *w)
{
    const struct pw_system *sys = w->sys;
    for (size_t i = 0; i < sys->boxes.n; i++) {
        const struct pw_box *b = &sys->boxes.at[i];
        assert(b->ranges <= sys->ranges.n);
        const struct pw_range *r = sys->ranges.at + b->ranges;
        uint32_t k = 0;
        reach(w, b->global);
        if (b->rest_many) {
            for (uint32_t l = 0; l < sys->locals; l++) {
                while (k < b->nranges && r[k].local < l)
                    k++;
                bool listed = k < b->nranges && r[k].local == l;
                if (!listed || r[k].many || r[k].hi > 0) occupy(w, b->global, l);
            }
        } else {
            for (; k < b->nranges; k++)
                if (r[k].many || r[k].hi > 0) occupy(w, b->global, r[k].local);
        }
    }
}

static bool enabled(const struct work *w, const struct pw_trans *t)
{
    for (uint32_t i = 0; i < t->npre; i++)
        if (!pw_bits_has(w->slice->occupied[t->from], w->sys->tokens.at[t->pre + i].local))
            return false;
    return true;
}

/* w->next := images of R(from) under the relation; returns whether there is any. */
static bool images(struct work *w, const struct pw_trans *t)
{
    assert(t->relation < w->sys->relations.n);
    const struct pw_relation *r = &w->sys->relations.at[t->relation];
    const uint64_t *now = w->slice->occupied[t->from];
    if (r->rest == PW_REST_STAY) {
        memcpy(w->next, now, w->words * sizeof *now);
        for (uint32_t i = 0; i < r->n; i++)
            pw_bits_remove(w->next, r->pairs[i].from);
    } else {
        memset(w->next, 0, w->words * sizeof *now);
    }
    for (uint32_t i = 0; i < r->n; i++)
        if (r->pairs[i].to != PW_SUNK && pw_bits_has(now, r->pairs[i].from))
            pw_bits_add(w->next, r->pairs[i].to);
    return pw_bits_next(w->next, w->sys->locals, 0) < w->sys->locals;
}

static void fire(struct work *w, uint32_t trans)
{
    assert(trans < w->sys->trans.n);
    const struct pw_trans *t = &w->sys->trans.at[trans];
    if (!enabled(w, t)) return;
    bool same = t->relation == 0 && t->from == t->to;
    if (!same || t->witness) {
        bool any = images(w, t);
        if (t->witness && !any) return;
    }
    w->slice->live[trans] = 1;
    reach(w, t->to);
    uint64_t *into = w->slice->occupied[t->to], grown = 0;
    for (size_t i = 0; !same && i < w->words; i++) {
        grown |= w->next[i] & ~into[i];
        into[i] |= w->next[i];
    }
    if (grown) pw_agenda_touch(&w->agenda, t->to);
    for (uint32_t i = 0; i < t->npost; i++)
        occupy(w, t->to, w->sys->tokens.at[t->post + i].local);
}

static void index_transitions(struct work *w)
{
    const struct pw_system *sys = w->sys;
    for (size_t i = 0; i < sys->trans.n; i++)
        w->first[sys->trans.at[i].from + 1]++;
    for (uint32_t g = 0; g < sys->globals; g++)
        w->first[g + 1] += w->first[g];
    uint32_t *at = PW_NEWS(uint32_t, sys->globals);
    for (size_t i = 0; i < sys->trans.n; i++) {
        uint32_t g = sys->trans.at[i].from;
        w->by_global[w->first[g] + at[g]++] = (uint32_t)i;
    }
    PW_FREES(at, sys->globals);
}

static void run(struct work *w)
{
    start(w);
    for (uint32_t g; pw_agenda_next(&w->agenda, &g);) {
        for (uint32_t k = w->first[g]; k < w->first[g + 1]; k++) {
            pw_limits_poll();
            fire(w, w->by_global[k]);
        }
    }
}

static void init_common(struct pw_slice *s, const struct pw_system *sys)
{
    memset(s, 0, sizeof *s);
    s->globals = sys->globals;
    s->locals = sys->locals;
    s->ntrans = sys->trans.n;
    s->live = PW_NEWS(uint8_t, sys->trans.n);
}

void pw_slice_init(struct pw_slice *s, const struct pw_system *sys)
{
    init_common(s, sys);
    s->occupied = PW_NEWS(uint64_t *, sys->globals);
    struct work w = {.slice = s, .sys = sys, .words = pw_bits_words(sys->locals)};
    w.first = PW_NEWS(uint32_t, sys->globals + 1);
    w.by_global = PW_NEWS(uint32_t, sys->trans.n);
    w.next = PW_NEWS(uint64_t, w.words);
    index_transitions(&w);
    run(&w);
    for (size_t i = 0; i < sys->trans.n; i++)
        s->nlive += s->live[i];
    PW_FREES(w.first, sys->globals + 1);
    PW_FREES(w.by_global, sys->trans.n);
    PW_FREES(w.next, w.words);
    pw_agenda_clear(&w.agenda);
}

void pw_slice_init_all(struct pw_slice *s, const struct pw_system *sys)
{
    init_common(s, sys);
    memset(s->live, 1, sys->trans.n);
    s->nlive = sys->trans.n;
}

void pw_slice_clear(struct pw_slice *s)
{
    for (uint32_t g = 0; s->occupied && g < s->globals; g++)
        if (s->occupied[g]) PW_FREES(s->occupied[g], pw_bits_words(s->locals));
    if (s->occupied) PW_FREES(s->occupied, s->globals);
    PW_FREES(s->live, s->ntrans);
    memset(s, 0, sizeof *s);
}

uint32_t pw_slice_locals(const struct pw_slice *s)
{
    if (!s->occupied) return s->locals;
    size_t words = pw_bits_words(s->locals);
    uint64_t *all = PW_NEWS(uint64_t, words);
    for (uint32_t g = 0; g < s->globals; g++)
        for (size_t i = 0; s->occupied[g] && i < words; i++)
            all[i] |= s->occupied[g][i];
    uint32_t n = (uint32_t)pw_bits_count(all, words);
    PW_FREES(all, words);
    return n;
}
