#include "cover/merge.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/order.h"

/* beyond, nearly all are unreachable, and slicing is the cheaper way to be rid of them */
enum { MOST_LOCALS = 1 << 16 };

/* ---- refinement ---- */

/* The signature of a local is a set of words; two locals are told apart if the hashes of their
 * sorted sets differ or their old classes do. */
struct word {
    uint32_t local;
    uint64_t hash;
};

struct refinement {
    const struct pw_system *sys;
    uint32_t *class_of, classes;
    PW_VEC(struct word) words;
    uint64_t *relation_hash; /* per relation, over classes */
    struct word *order;      /* per local: (local, hash of class and words) */
};

static int compare_words(const void *a, const void *b)
{
    const struct word *x = a, *y = b;
    return PW_ORDER(x->local, y->local) ?: PW_ORDER(x->hash, y->hash);
}

static int compare_hashes(const void *a, const void *b)
{
    const struct word *x = a, *y = b;
    return PW_ORDER(x->hash, y->hash) ?: PW_ORDER(x->local, y->local);
}

static void add_word(struct refinement *r, uint32_t local, uint64_t hash)
{
    struct word w = {local, hash};
    pw_vec_push(&r->words, w);
}

static uint32_t class_or_sunk(const struct refinement *r, uint32_t local)
{
    return local == PW_SUNK ? PW_SUNK : r->class_of[local];
}

/* Commutative sum of the hashes of (class, count): the order of members does not matter. */
static uint64_t hash_bag(const struct refinement *r, uint32_t at, uint32_t n)
{
    uint64_t sum = 0;
    pw_toks bag = {0};
    for (uint32_t i = 0; i < n; i++) {
        struct pw_tok t = {r->class_of[r->sys->tokens.at[at + i].local],
                           r->sys->tokens.at[at + i].count};
        pw_vec_push(&bag, t);
    }
    pw_toks_normalise(&bag);
    for (size_t i = 0; i < bag.n; i++)
        sum = pw_hash_mix(pw_hash_mix(sum, bag.at[i].local), (uint64_t)bag.at[i].count);
    pw_vec_clear(&bag);
    return sum;
}

/* Per relation: what each listed local's images say about it, and a hash of the relation between
 * classes. */
static void describe_relation(struct refinement *r, uint32_t id)
{
    assert(id < r->sys->relations.n);
    const struct pw_relation *x = &r->sys->relations.at[id];
    PW_VEC(uint64_t) pairs = {0};
    for (uint32_t i = 0; i < x->n; i++) {
        uint64_t to = class_or_sunk(r, x->pairs[i].to), from = r->class_of[x->pairs[i].from];
        add_word(r, x->pairs[i].from, pw_hash_mix(pw_hash_mix(id, 17), to));
        pw_vec_push(&pairs, from << 32 | to);
    }
    /* staying must be told from moving into one's own class no more than from (l, l) */
    if (x->rest == PW_REST_STAY)
        for (uint32_t i = 0; i < x->n; i++)
            if (i == 0 || x->pairs[i].from != x->pairs[i - 1].from)
                add_word(r, x->pairs[i].from, pw_hash_mix(id, 23));
    uint64_t sum = (uint64_t)x->rest;
    struct word *sorted = PW_NEWS(struct word, pairs.n);
    for (size_t i = 0; i < pairs.n; i++)
        sorted[i].hash = pairs.at[i];
    if (pairs.n > 1) qsort(sorted, pairs.n, sizeof *sorted, compare_hashes);
    for (size_t i = 0; i < pairs.n; i++)
        if (i == 0 || sorted[i].hash != sorted[i - 1].hash) sum = pw_hash_mix(sum, sorted[i].hash);
    r->relation_hash[id] = sum;
    PW_FREES(sorted, pairs.n);
    pw_vec_clear(&pairs);
}

static void describe_trans(struct refinement *r, uint32_t id)
{
    assert(id < r->sys->trans.n);
    const struct pw_trans *t = &r->sys->trans.at[id];
    assert(t->pre <= r->sys->tokens.n);
    const struct pw_tok *pre = r->sys->tokens.at + t->pre;
    uint64_t hash = pw_hash_mix(
        pw_hash_mix((uint64_t)t->from << 32 | t->to, r->relation_hash[t->relation]), t->witness);
    if (t->npre == 1 && pre[0].count == 1) {
        add_word(r, pre[0].local,
                 pw_hash_mix(pw_hash_mix(hash, hash_bag(r, t->post, t->npost)), 31));
        return;
    }
    for (uint32_t i = 0; i < t->npre; i++)
        add_word(r, pre[i].local, pw_hash_mix(pw_hash_mix(id, i), 37));
}

static void describe_targets(struct refinement *r)
{
    for (size_t i = 0; i < r->sys->targets.n; i++)
        for (uint32_t k = 0; k < r->sys->targets.at[i].ntoks; k++) {
            const struct pw_tok *t = &r->sys->tokens.at[r->sys->targets.at[i].toks + k];
            /* a local of a target stays alone */
            add_word(r, t->local, pw_hash_mix(pw_hash_mix(i, t->local), 41));
        }
}

/* One round: new classes from old classes and words; returns their number. */
static uint32_t regroup(struct refinement *r)
{
    uint32_t locals = r->sys->locals, classes = 0;
    if (r->words.n > 1) qsort(r->words.at, r->words.n, sizeof *r->words.at, compare_words);
    for (uint32_t l = 0; l < locals; l++)
        r->order[l] = (struct word){l, pw_hash_mix(r->class_of[l], 1)};
    for (size_t i = 0; i < r->words.n; i++) {
        if (i && compare_words(&r->words.at[i - 1], &r->words.at[i]) == 0) continue;
        struct word *o = &r->order[r->words.at[i].local];
        o->hash = pw_hash_mix(o->hash, r->words.at[i].hash);
    }
    if (locals > 1) qsort(r->order, locals, sizeof *r->order, compare_hashes);
    for (uint32_t i = 0; i < locals; i++) {
        if (i == 0 || r->order[i].hash != r->order[i - 1].hash) classes++;
        r->class_of[r->order[i].local] = classes - 1;
    }
    return classes;
}

static void refine(struct refinement *r)
{
    for (uint32_t before = 0; before != r->classes;) {
        pw_limits_poll();
        before = r->classes;
        r->words.n = 0;
        describe_targets(r);
        for (uint32_t i = 1; i < r->sys->relations.n; i++)
            describe_relation(r, i);
        for (uint32_t i = 0; i < r->sys->trans.n; i++)
            describe_trans(r, i);
        r->classes = regroup(r);
    }
}

/* ---- the quotient ---- */

static void map_bag(const struct pw_merge *m, uint32_t at, uint32_t n, pw_toks *out)
{
    out->n = 0;
    for (uint32_t i = 0; i < n; i++) {
        struct pw_tok t = {m->class_of[m->sys->tokens.at[at + i].local],
                           m->sys->tokens.at[at + i].count};
        pw_vec_push(out, t);
    }
    pw_toks_normalise(out);
}

static uint32_t map_relation(struct pw_merge *m, uint32_t id)
{
    assert(id < m->sys->relations.n);
    const struct pw_relation *x = &m->sys->relations.at[id];
    PW_VEC(struct pw_pair) pairs = {0};
    for (uint32_t i = 0; i < x->n; i++) {
        struct pw_pair p = {m->class_of[x->pairs[i].from],
                            x->pairs[i].to == PW_SUNK ? PW_SUNK : m->class_of[x->pairs[i].to]};
        pw_vec_push(&pairs, p);
    }
    uint32_t out = pw_system_relation(&m->quotient, x->rest, pairs.at, pairs.n);
    pw_vec_clear(&pairs);
    return out;
}

static bool same_trans(const void *objects, uint32_t id, const void *key)
{
    const struct pw_system *q = objects;
    assert(id < q->trans.n);
    const struct pw_trans *x = &q->trans.at[id], *t = key;
    return x->from == t->from && x->to == t->to && x->relation == t->relation &&
           x->witness == t->witness && x->npre == t->npre && x->npost == t->npost &&
           pw_toks_leq(q->tokens.at + x->pre, x->npre, q->tokens.at + t->pre, t->npre) &&
           pw_toks_leq(q->tokens.at + t->pre, t->npre, q->tokens.at + x->pre, x->npre) &&
           pw_toks_leq(q->tokens.at + x->post, x->npost, q->tokens.at + t->post, t->npost) &&
           pw_toks_leq(q->tokens.at + t->post, t->npost, q->tokens.at + x->post, x->npost);
}

static void map_transitions(struct pw_merge *m)
{
    uint32_t *relation = PW_NEWS(uint32_t, m->sys->relations.n);
    struct pw_table known = {0};
    pw_toks pre = {0}, post = {0};
    for (uint32_t i = 0; i < m->sys->relations.n; i++)
        relation[i] = map_relation(m, i);
    for (uint32_t i = 0; i < m->sys->trans.n; i++) {
        const struct pw_trans *t = &m->sys->trans.at[i];
        map_bag(m, t->pre, t->npre, &pre);
        map_bag(m, t->post, t->npost, &post);
        uint32_t id = pw_system_trans(&m->quotient, t->from, t->to, pre.at, pre.n,
                                      relation[t->relation], post.at, post.n, t->witness, i);
        uint64_t hash = pw_hash_mix((uint64_t)t->from << 32 | t->to,
                                    (uint64_t)relation[t->relation] << 1 | t->witness);
        for (size_t k = 0; k < pre.n; k++)
            hash = pw_hash_mix(hash, pre.at[k].local);
        for (size_t k = 0; k < post.n; k++)
            hash = pw_hash_mix(hash, ~(uint64_t)post.at[k].local);
        int64_t old =
            pw_table_find(&known, hash, same_trans, &m->quotient, &m->quotient.trans.at[id]);
        if (old == PW_TABLE_NONE)
            pw_table_add(&known, hash, id);
        else
            m->quotient.trans.n--;
        m->image_of[i] = old == PW_TABLE_NONE ? id : (uint32_t)old;
    }
    pw_vec_clear(&pre);
    pw_vec_clear(&post);
    pw_table_clear(&known);
    PW_FREES(relation, m->sys->relations.n);
}

/* Sums over the members; a class is open if a member is. */
static void map_box(struct pw_merge *m, const struct pw_box *b)
{
    struct pw_range *sum = PW_NEWS(struct pw_range, m->classes);
    assert(b->ranges <= m->sys->ranges.n);
    const struct pw_range *r = m->sys->ranges.at + b->ranges;
    PW_VEC(struct pw_range) some = {0};
    uint32_t k = 0;
    for (uint32_t l = 0; l < m->sys->locals; l++) {
        struct pw_range *s = &sum[m->class_of[l]];
        bool listed = k < b->nranges && r[k].local == l;
        s->many |= listed ? r[k].many : b->rest_many;
        if (listed) s->lo = pw_count_add(s->lo, r[k].lo);
        if (listed && !r[k].many) s->hi = pw_count_add(s->hi, r[k].hi);
        k += listed;
    }
    for (uint32_t c = 0; c < m->classes; c++) {
        sum[c].local = c;
        if (sum[c].many || sum[c].hi > 0) pw_vec_push(&some, sum[c]);
    }
    pw_system_box(&m->quotient, b->global, some.at, some.n, false);
    PW_FREES(sum, m->classes);
    pw_vec_clear(&some);
}

static void build_quotient(struct pw_merge *m)
{
    pw_toks toks = {0};
    pw_system_init(&m->quotient, m->sys->globals, m->classes);
    map_transitions(m);
    for (size_t i = 0; i < m->sys->boxes.n; i++)
        map_box(m, &m->sys->boxes.at[i]);
    for (size_t i = 0; i < m->sys->targets.n; i++) {
        map_bag(m, m->sys->targets.at[i].toks, m->sys->targets.at[i].ntoks, &toks);
        pw_system_target(&m->quotient, m->sys->targets.at[i].global, toks.at, toks.n);
    }
    pw_vec_clear(&toks);
}

/* ---- exact check: classes were found by hashes ---- */

typedef PW_VEC(struct pw_pair) facts; /* (local, fact) */

static void fact(facts *f, uint32_t local, uint32_t what)
{
    struct pw_pair p = {local, what};
    pw_vec_push(f, p);
}

static size_t skip_to(const facts *f, uint32_t local)
{
    return PW_FIRST(i, 0, f->n, f->at[i].from >= local);
}

/* Do members of one class have the same set of facts? Sorts f; first[c] is the first member of
 * class c. */
static bool same_facts(const struct pw_merge *m, facts *f, const uint32_t *first)
{
    size_t n = 0;
    if (f->n > 1) qsort(f->at, f->n, sizeof *f->at, pw_pair_order);
    for (size_t i = 0; i < f->n; i++)
        if (n == 0 || pw_pair_order(&f->at[n - 1], &f->at[i]) != 0) f->at[n++] = f->at[i];
    f->n = n;
    for (uint32_t l = 0; l < m->sys->locals; l++) {
        size_t i = skip_to(f, l), k = skip_to(f, first[m->class_of[l]]);
        for (; i < n && f->at[i].from == l; i++, k++)
            if (k == n || f->at[k].from != first[m->class_of[l]] || f->at[k].to != f->at[i].to)
                return false;
        if (k < n && f->at[k].from == first[m->class_of[l]]) return false;
    }
    return true;
}

static void collect_transitions(const struct pw_merge *m, facts *f)
{
    uint32_t alone = (uint32_t)m->sys->trans.n; /* facts that no two locals share */
    for (uint32_t i = 0; i < m->sys->trans.n; i++) {
        const struct pw_trans *t = &m->sys->trans.at[i];
        assert(t->pre <= m->sys->tokens.n);
        const struct pw_tok *pre = m->sys->tokens.at + t->pre;
        if (t->npre == 1 && pre[0].count == 1)
            fact(f, pre[0].local, m->image_of[i]);
        else
            for (uint32_t k = 0; k < t->npre; k++)
                fact(f, pre[k].local, alone++);
    }
    for (size_t i = 0; i < m->sys->targets.n; i++)
        for (uint32_t k = 0; k < m->sys->targets.at[i].ntoks; k++)
            fact(f, m->sys->tokens.at[m->sys->targets.at[i].toks + k].local, alone++);
}

static bool check_partition(const struct pw_merge *m)
{
    uint32_t *first = PW_NEWS(uint32_t, m->classes);
    facts f = {0};
    for (uint32_t l = m->sys->locals; l-- > 0;)
        first[m->class_of[l]] = l;
    collect_transitions(m, &f);
    bool ok = same_facts(m, &f, first);
    for (uint32_t i = 1; ok && i < m->sys->relations.n; i++) {
        const struct pw_relation *r = &m->sys->relations.at[i];
        pw_limits_poll();
        f.n = 0;
        for (uint32_t k = 0; k < r->n; k++)
            fact(&f, r->pairs[k].from,
                 r->pairs[k].to == PW_SUNK ? PW_SUNK : m->class_of[r->pairs[k].to]);
        ok = same_facts(m, &f, first);
    }
    pw_vec_clear(&f);
    PW_FREES(first, m->classes);
    return ok;
}

bool pw_merge_init(struct pw_merge *m, const struct pw_system *sys)
{
    memset(m, 0, sizeof *m);
    if (sys->covers || sys->locals > MOST_LOCALS) return false;
    struct refinement r = {.sys = sys, .class_of = PW_NEWS(uint32_t, sys->locals), .classes = 1};
    r.relation_hash = PW_NEWS(uint64_t, sys->relations.n);
    r.order = PW_NEWS(struct word, sys->locals);
    refine(&r);
    PW_FREES(r.relation_hash, sys->relations.n);
    PW_FREES(r.order, sys->locals);
    pw_vec_clear(&r.words);
    if (r.classes == sys->locals || sys->boxes.n == 0) {
        PW_FREES(r.class_of, sys->locals);
        return false;
    }
    m->sys = sys;
    m->class_of = r.class_of;
    m->classes = r.classes;
    m->image_of = PW_NEWS(uint32_t, sys->trans.n);
    build_quotient(m);
    if (check_partition(m)) return true;
    pw_merge_clear(m);
    return false;
}

void pw_merge_clear(struct pw_merge *m)
{
    if (!m->sys) return;
    pw_system_clear(&m->quotient);
    PW_FREES(m->class_of, m->sys->locals);
    PW_FREES(m->image_of, m->sys->trans.n);
    memset(m, 0, sizeof *m);
}
