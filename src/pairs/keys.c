#include "pairs/keys.h"

#include <assert.h>
#include <string.h>

void pw_keys_init(struct pw_keys *k, struct pw_atoms *atoms)
{
    *k = (struct pw_keys){.views = atoms->enc->views, .atoms = atoms};
    pw_arena_init(&k->arena);
}

void pw_keys_check(const struct pw_keys *k)
{
    assert(k->index.n == k->at.n);
    assert(k->node_index.n == k->nodes.n);
    for (size_t i = 0; i < k->at.n; i++)
        assert(!pw_keys_before(k->views, k->at.at[i].v, k->at.at[i].u));
    for (size_t i = 0; i < k->nodes.n; i++) {
        const struct pw_key_node *n = &k->nodes.at[i];
        for (size_t j = 0; j < n->partners.n; j++) {
            assert(n->partners.at[j].key < k->at.n);
            const struct pw_key *key = &k->at.at[n->partners.at[j].key];
            assert(key->sigma == n->sigma);
            assert(key->u == n->view || key->v == n->view);
            assert(key->u == n->partners.at[j].view || key->v == n->partners.at[j].view);
        }
    }
}

void pw_keys_clear(struct pw_keys *k)
{
    for (size_t i = 0; i < k->nodes.n; i++)
        pw_vec_clear(&k->nodes.at[i].partners);
    pw_vec_clear(&k->nodes);
    pw_vec_clear(&k->at);
    pw_table_clear(&k->index);
    pw_table_clear(&k->node_index);
    pw_arena_clear(&k->arena);
}

bool pw_keys_before(const struct pw_views *v, uint32_t a, uint32_t b)
{
    uint32_t ka = pw_views_at(v, a)->kind, kb = pw_views_at(v, b)->kind;
    return ka != kb ? ka < kb : a < b;
}

static uint64_t hash3(uint32_t sigma, uint32_t u, uint32_t v)
{
    return pw_hash_mix(pw_hash_mix(sigma, u), v);
}

static bool key_is(const void *objects, uint32_t id, const void *key)
{
    const struct pw_key *a = &((const struct pw_keys *)objects)->at.at[id], *b = key;
    return a->sigma == b->sigma && a->u == b->u && a->v == b->v;
}

int64_t pw_keys_find(const struct pw_keys *k, uint32_t sigma, uint32_t u, uint32_t v)
{
    bool turn = pw_keys_before(k->views, v, u);
    struct pw_key key = {.sigma = sigma, .u = turn ? v : u, .v = turn ? u : v};
    return pw_table_find(&k->index, hash3(sigma, key.u, key.v), key_is, k, &key);
}

struct pw_atom_table *pw_keys_table(const struct pw_keys *k, uint32_t u, uint32_t v)
{
    return pw_atoms_table(k->atoms, pw_views_at(k->views, u)->kind, pw_views_at(k->views, v)->kind);
}

static bool node_is(const void *objects, uint32_t id, const void *key)
{
    const struct pw_key_node *a = &((const struct pw_keys *)objects)->nodes.at[id], *b = key;
    return a->sigma == b->sigma && a->view == b->view;
}

int64_t pw_keys_node(const struct pw_keys *k, uint32_t sigma, uint32_t view)
{
    struct pw_key_node node = {.sigma = sigma, .view = view};
    return pw_table_find(&k->node_index, pw_hash_mix(sigma, view), node_is, k, &node);
}

static void add_partner(struct pw_keys *k, uint32_t sigma, uint32_t view, struct pw_partner with)
{
    int64_t node = pw_keys_node(k, sigma, view);
    if (node < 0) {
        struct pw_key_node made = {.sigma = sigma, .view = view};
        node = (int64_t)k->nodes.n;
        pw_table_add(&k->node_index, pw_hash_mix(sigma, view), (uint32_t)node);
        pw_vec_push(&k->nodes, made);
    }
    assert((size_t)node < k->nodes.n);
    pw_vec_push(&k->nodes.at[node].partners, with);
}

uint32_t pw_keys_add(struct pw_keys *k, uint32_t sigma, uint32_t u, uint32_t v)
{
    assert(!pw_keys_before(k->views, v, u));
    size_t atoms = pw_keys_table(k, u, v)->atoms.n, words = atoms / 64 + 1;
    struct pw_key made = {.sigma = sigma, .u = u, .v = v};
    uint32_t id = (uint32_t)k->at.n;
    made.facts = pw_arena_alloc(&k->arena, words * sizeof *made.facts);
    memset(made.facts, 0, words * sizeof *made.facts);
    for (uint32_t i = 0; i < atoms; i++)
        made.facts[i / 64] |= (uint64_t)1 << (i % 64);
    pw_table_add(&k->index, hash3(sigma, u, v), id);
    pw_vec_push(&k->at, made);
    add_partner(k, sigma, u, (struct pw_partner){v, id});
    if (u != v) add_partner(k, sigma, v, (struct pw_partner){u, id});
    return id;
}

bool pw_key_says(const struct pw_key *key, const struct pw_atom_table *t, uint32_t atom)
{
    if (!pw_key_has(key, atom)) return false;
    assert(atom < t->atoms.n);
    const struct pw_atom *a = &t->atoms.at[atom];
    if (a->premise < 0) return true;
    assert((size_t)a->premise < t->atoms.n);
    int32_t not_premise = t->atoms.at[a->premise].negation;
    return !pw_key_has(key, (uint32_t)a->conclusion) &&
           !(not_premise >= 0 && pw_key_has(key, (uint32_t)not_premise));
}
