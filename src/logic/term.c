#include "logic/term.h"

#include <assert.h>
#include <string.h>

#include "base/guard.h"
#include "logic/term_store.h"

struct key {
    enum pw_term_kind kind;
    const pw_term *args;
    const pw_int *coefs;
    size_t n;
    const pw_int *k;
};

struct pw_terms *pw_terms_new(void)
{
    struct pw_terms *t = PW_NEW(struct pw_terms);
    struct pw_node truth = {.kind = PW_TRUE};
    pw_int_init(&truth.k);
    pw_vec_push(&t->nodes, truth);
    return t;
}

void pw_terms_free(struct pw_terms *t)
{
    if (!t) return;
    for (size_t i = 0; i < t->nodes.n; i++)
        pw_int_clear(&t->nodes.at[i].k);
    for (size_t i = 0; i < t->coefs.n; i++)
        pw_int_clear(&t->coefs.at[i]);
    pw_vec_clear(&t->nodes);
    pw_vec_clear(&t->pool);
    pw_vec_clear(&t->coefs);
    pw_vec_clear(&t->named);
    pw_vec_clear(&t->name_of);
    pw_table_clear(&t->index);
    pw_names_clear(&t->names);
    PW_FREE(t);
}

size_t pw_terms_count(const struct pw_terms *t)
{
    return t->nodes.n;
}
enum pw_term_kind pw_term_kind(const struct pw_terms *t, pw_term a)
{
    return pw_term_get(t, a)->kind;
}

bool pw_term_is_int(const struct pw_terms *t, pw_term a)
{
    uint8_t kind = pw_term_get(t, a)->kind;
    return kind >= PW_IVAR && kind <= PW_DIV;
}

/* Hash-consing. */

static uint64_t hash_key(const struct key *key)
{
    uint64_t h = pw_hash_mix(key->kind, key->n);
    for (size_t i = 0; i < key->n; i++)
        h = pw_hash_mix(h, key->args[i].id);
    for (size_t i = 0; key->coefs && i < key->n; i++)
        h = pw_hash_mix(h, pw_int_hash(&key->coefs[i]));
    return key->k ? pw_hash_mix(h, pw_int_hash(key->k)) : h;
}

static bool same_node(const void *objects, uint32_t id, const void *wanted)
{
    const struct pw_terms *t = objects;
    const struct key *key = wanted;
    assert(id < t->nodes.n);
    const struct pw_node *node = &t->nodes.at[id];
    if (node->kind != key->kind || node->n != key->n) return false;
    if (key->k ? !pw_int_eq(&node->k, key->k) : pw_int_sgn(&node->k) != 0) return false;
    if (key->n == 0) return true;
    if (memcmp(&t->pool.at[node->args], key->args, key->n * sizeof *key->args)) return false;
    for (size_t i = 0; key->coefs && i < key->n; i++)
        if (!pw_int_eq(&t->coefs.at[node->coef + i], &key->coefs[i])) return false;
    return true;
}

static uint8_t ite_depth(const struct pw_terms *t, const struct key *key)
{
    unsigned depth = 0;
    if (key->kind != PW_LIN && key->kind != PW_IITE) return 0;
    for (size_t i = 0; i < key->n; i++) {
        unsigned below = pw_term_get(t, key->args[i])->ites;
        if (below > depth) depth = below;
    }
    depth += key->kind == PW_IITE;
    return depth > 255 ? 255 : (uint8_t)depth;
}

static pw_term append(struct pw_terms *t, const struct key *key)
{
    struct pw_node node = {.kind = (uint8_t)key->kind,
                           .n = (uint32_t)key->n,
                           .args = (uint32_t)t->pool.n,
                           .coef = (uint32_t)t->coefs.n};
    node.ites = ite_depth(t, key);
    if (t->nodes.n >= (UINT32_MAX >> 1)) pw_guard_throw(PW_STOP_RANGE);
    for (size_t i = 0; i < key->n; i++) {
        pw_vec_push(&t->pool, key->args[i]);
        if (!key->coefs) continue;
        pw_int c;
        pw_int_init_set(&c, &key->coefs[i]);
        pw_vec_push(&t->coefs, c);
    }
    pw_int_init(&node.k);
    if (key->k) pw_int_set(&node.k, key->k);
    pw_vec_push(&t->nodes, node);
    return (pw_term){(uint32_t)(t->nodes.n - 1) << 1};
}

pw_term pw_term_intern(struct pw_terms *t, enum pw_term_kind kind, const pw_term *args,
                       const pw_int *coefs, size_t n, const pw_int *k)
{
    struct key key = {kind, args, coefs, n, k};
    uint64_t hash = hash_key(&key);
    int64_t old = pw_table_find(&t->index, hash, same_node, t, &key);
    if (old != PW_TABLE_NONE) return (pw_term){(uint32_t)old << 1};
    pw_term fresh = append(t, &key);
    pw_table_add(&t->index, hash, fresh.id >> 1);
    return fresh;
}

pw_term pw_term_intern_linsum(struct pw_terms *t, enum pw_term_kind kind, const struct pw_linsum *l,
                              const pw_int *k)
{
    enum { FEW = 16 };
    pw_term few_args[FEW] = {{0}}, *args = l->m.n <= FEW ? few_args : PW_NEWS(pw_term, l->m.n);
    pw_int few_coefs[FEW] = {{0}}, *coefs = l->m.n <= FEW ? few_coefs : PW_NEWS(pw_int, l->m.n);
    for (size_t i = 0; i < l->m.n; i++) {
        args[i].id = l->m.at[i].node << 1;
        coefs[i] = l->m.at[i].c;
    }
    pw_term made = pw_term_intern(t, kind, args, coefs, l->m.n, k);
    if (args != few_args) PW_FREES(args, l->m.n);
    if (coefs != few_coefs) PW_FREES(coefs, l->m.n);
    return made;
}

/* Variables. */

static pw_term new_var(struct pw_terms *t, enum pw_term_kind kind, int32_t name)
{
    struct key key = {.kind = kind};
    pw_term var = append(t, &key);
    t->nodes.at[var.id >> 1].args = (uint32_t)t->name_of.n;
    pw_vec_push(&t->name_of, name);
    return var;
}

static pw_term named_var(struct pw_terms *t, enum pw_term_kind kind, const char *name)
{
    if (!name) return new_var(t, kind, -1);
    size_t before = t->names.n;
    uint32_t number = pw_names_intern(&t->names, name);
    if (number < before) {
        assert(number < t->named.n);
        pw_term old = {t->named.at[number] << 1};
        assert(pw_term_kind(t, old) == kind);
        return old;
    }
    pw_term var = new_var(t, kind, (int32_t)number);
    pw_vec_push(&t->named, var.id >> 1);
    return var;
}

pw_term pw_term_bool_var(struct pw_terms *t, const char *name)
{
    return named_var(t, PW_BVAR, name);
}
pw_term pw_term_int_var(struct pw_terms *t, const char *name)
{
    return named_var(t, PW_IVAR, name);
}

const char *pw_term_name(const struct pw_terms *t, pw_term var)
{
    const struct pw_node *node = pw_term_get(t, var);
    assert(node->kind == PW_BVAR || node->kind == PW_IVAR);
    assert(node->args < t->name_of.n);
    int32_t name = t->name_of.at[node->args];
    return name < 0 ? NULL : t->names.at[name];
}

/* Structure. */

size_t pw_term_arity(const struct pw_terms *t, pw_term a)
{
    return pw_term_get(t, a)->n;
}

pw_term pw_term_arg(const struct pw_terms *t, pw_term a, size_t i)
{
    assert(i < pw_term_get(t, a)->n);
    return t->pool.at[pw_term_get(t, a)->args + i];
}

const pw_int *pw_term_coef(const struct pw_terms *t, pw_term a, size_t i)
{
    assert(i < pw_term_get(t, a)->n);
    return &t->coefs.at[pw_term_get(t, a)->coef + i];
}

const pw_int *pw_term_const(const struct pw_terms *t, pw_term a)
{
    return &pw_term_get(t, a)->k;
}

bool pw_term_is_const(const struct pw_terms *t, pw_term a)
{
    const struct pw_node *node = pw_term_get(t, a);
    return node->kind == PW_TRUE || (node->kind == PW_LIN && node->n == 0);
}
