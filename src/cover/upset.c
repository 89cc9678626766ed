#include "cover/upset.h"

#include <assert.h>
#include <string.h>

#include "base/limits.h"

#define LEAF UINT32_C(0x80000000)
#define FREE_SLOT UINT64_MAX

struct pw_upset_frame {
    uint32_t node; /* next sibling to look at; 0 = done */
    uint32_t pos;  /* first token of u that may match it */
    int64_t total; /* of the tokens on the path */
};

void pw_upset_init(struct pw_upset *s, uint32_t globals)
{
    struct pw_upset_node none = {0};
    memset(s, 0, sizeof *s);
    s->globals = globals;
    s->all = PW_NEWS(uint32_t, globals);
    memset(s->all, 0xff, globals * sizeof *s->all);
    pw_vec_push(&s->nodes, none);
}

void pw_upset_clear(struct pw_upset *s)
{
    PW_FREES(s->all, s->globals);
    PW_FREES(s->roots, s->capacity);
    PW_FREES(s->stack, s->stack_cap);
    pw_vec_clear(&s->nodes);
    pw_vec_clear(&s->elements);
    pw_vec_clear(&s->bytes);
    memset(s, 0, sizeof *s);
}

size_t pw_upset_bytes(const struct pw_upset *s)
{
    return s->nodes.cap * sizeof *s->nodes.at + s->elements.cap * sizeof *s->elements.at +
           s->bytes.cap + s->capacity * sizeof *s->roots + s->globals * sizeof *s->all;
}

/* ---- packed tokens: the number of tokens, then per token the distance of its local to the one
 * before, and its count ---- */

static void put_number(struct pw_upset *s, uint64_t x)
{
    for (; x >= 128; x >>= 7)
        pw_vec_push(&s->bytes, (uint8_t)(x | 128));
    pw_vec_push(&s->bytes, (uint8_t)x);
}

static uint64_t get_number(const uint8_t **p)
{
    uint64_t x = 0;
    for (unsigned shift = 0;; shift += 7) {
        uint8_t b = *(*p)++;
        x |= (uint64_t)(b & 127) << shift;
        if (b < 128) return x;
    }
}

static void pack(struct pw_upset *s, const struct pw_tok *u, size_t n)
{
    uint32_t last = 0;
    put_number(s, n);
    for (size_t i = 0; i < n; i++) {
        put_number(s, u[i].local - last);
        put_number(s, (uint64_t)u[i].count);
        last = u[i].local;
    }
}

void pw_upset_get(const struct pw_upset *s, uint32_t element, pw_toks *out)
{
    assert(element < s->elements.n);
    assert(s->elements.at[element].at <= s->bytes.n);
    const uint8_t *p = s->bytes.at + s->elements.at[element].at;
    uint64_t n = get_number(&p);
    uint32_t local = 0;
    out->n = 0;
    pw_vec_reserve(out, n);
    for (uint64_t i = 0; i < n; i++) {
        local += (uint32_t)get_number(&p);
        struct pw_tok t = {local, (int64_t)get_number(&p)};
        out->at[out->n++] = t;
    }
}

/* ---- first level: a hash from (global, local) to the first node ---- */

static uint64_t root_hash(uint64_t key)
{
    return (key * UINT64_C(0x9e3779b97f4a7c15)) >> 20;
}

static uint32_t find_root(const struct pw_upset *s, uint64_t key)
{
    if (s->capacity == 0) return 0;
    for (size_t i = root_hash(key) & (s->capacity - 1);; i = (i + 1) & (s->capacity - 1)) {
        if (s->roots[i].key == key) return s->roots[i].node;
        if (s->roots[i].key == FREE_SLOT) return 0;
    }
}

static void put_root(struct pw_upset_root *roots, size_t capacity, uint64_t key, uint32_t node)
{
    size_t i = root_hash(key) & (capacity - 1);
    while (roots[i].key != FREE_SLOT && roots[i].key != key)
        i = (i + 1) & (capacity - 1);
    roots[i].key = key;
    roots[i].node = node;
}

static void set_root(struct pw_upset *s, uint64_t key, uint32_t node)
{
    bool known = find_root(s, key) != 0;
    if (!known && (s->nroots + 1) * 2 > s->capacity) {
        size_t capacity = s->capacity ? s->capacity * 2 : 64;
        struct pw_upset_root *roots = PW_NEWS(struct pw_upset_root, capacity);
        memset(roots, 0xff, capacity * sizeof *roots);
        for (size_t i = 0; i < s->capacity; i++)
            if (s->roots[i].key != FREE_SLOT)
                put_root(roots, capacity, s->roots[i].key, s->roots[i].node);
        PW_FREES(s->roots, s->capacity);
        s->roots = roots;
        s->capacity = capacity;
    }
    put_root(s->roots, s->capacity, key, node);
    s->nroots += !known;
}

/* ---- queries ---- */

static int64_t saturated_sum(int64_t x, int64_t y)
{
    int64_t sum;
    return __builtin_add_overflow(x, y, &sum) ? INT64_MAX : sum;
}

static int64_t total_of(const struct pw_tok *u, size_t n)
{
    int64_t total = 0;
    for (size_t i = 0; i < n; i++)
        total = saturated_sum(total, u[i].count);
    return total;
}

static uint32_t saturate(int64_t total)
{
    return total > UINT32_MAX ? UINT32_MAX : (uint32_t)total;
}

static void make_stack(struct pw_upset *s, size_t n)
{
    if (n <= s->stack_cap) return;
    size_t cap = n < 64 ? 64 : n * 2;
    PW_FREES(s->stack, s->stack_cap);
    s->stack = NULL;
    s->stack_cap = 0;
    s->stack = PW_NEWS(struct pw_upset_frame, cap);
    s->stack_cap = cap;
}

/* Searches the trie below `root`, whose path so far is empty and which may match u[pos..]; `rest` =
 * total of u[pos..]. */
static uint32_t search_below(struct pw_upset *s, uint32_t root, const struct pw_tok *u, size_t n,
                             uint32_t pos, int64_t rest, uint32_t but)
{
    struct pw_upset_frame *stack = s->stack;
    const struct pw_upset_node *nodes = s->nodes.at;
    int64_t rests[64]; /* total of u behind each level's position: kept on the side for short u */
    size_t depth = 0;
    stack[0] = (struct pw_upset_frame){root, pos, 0};
    rests[0] = rest;
    for (;;) {
        struct pw_upset_frame *f = &stack[depth];
        const struct pw_upset_node *x = &nodes[f->node];
        if (f->node == 0) {
            if (depth == 0) return PW_NO_ELEMENT;
            depth--;
            continue;
        }
        s->comparisons++;
        int64_t left = depth < 64 ? rests[depth] : INT64_MAX;
        while (f->pos < n && u[f->pos].local < x->local) {
            if (left != INT64_MAX) left -= u[f->pos].count;
            f->pos++;
        }
        if (depth < 64) rests[depth] = left;
        if (f->pos == n) {
            f->node = 0;
            continue;
        }
        f->node = x->next;
        if (u[f->pos].local != x->local || u[f->pos].count < x->count) continue;
        int64_t behind = left == INT64_MAX ? left : left - u[f->pos].count,
                total = saturated_sum(f->total, x->count);
        if (x->least > saturated_sum(total, behind) && x->least != UINT32_MAX) continue;
        if (x->child & LEAF) {
            if ((x->child & ~LEAF) != but) return x->child & ~LEAF;
            continue;
        }
        depth++;
        stack[depth] = (struct pw_upset_frame){x->child, f->pos + 1, total};
        if (depth < 64) rests[depth] = behind;
    }
}

uint32_t pw_upset_below(struct pw_upset *s, uint32_t global, const struct pw_tok *u, size_t n,
                        uint32_t but)
{
    if (s->all[global] != PW_NO_ELEMENT)
        return s->all[global] == but ? PW_NO_ELEMENT : s->all[global];
    make_stack(s, n + 2);
    int64_t rest = total_of(u, n);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t root = find_root(s, (uint64_t)global << 32 | u[i].local);
        if (root) {
            uint32_t found = search_below(s, root, u, n, i, rest, but);
            if (found != PW_NO_ELEMENT) return found;
        }
        if (rest != INT64_MAX) rest -= u[i].count;
    }
    return PW_NO_ELEMENT;
}

/* ---- insertion ---- */

/* Everything in the subtree dies. Iterative: a stack of nodes in a vector. */
static uint64_t kill_subtree(struct pw_upset *s, uint32_t child)
{
    PW_VEC(uint32_t) todo = {0};
    uint64_t dead = 0;
    pw_vec_push(&todo, child);
    while (todo.n) {
        uint32_t c = pw_vec_pop(&todo);
        if (c & LEAF) {
            s->elements.at[c & ~LEAF].live = 0;
            dead++;
            continue;
        }
        for (; c; c = s->nodes.at[c].next)
            pw_vec_push(&todo, s->nodes.at[c].child);
    }
    pw_vec_clear(&todo);
    s->live -= dead;
    return dead;
}

static uint32_t new_node(struct pw_upset *s, const struct pw_tok *t, uint32_t next)
{
    struct pw_upset_node x = {
        .count = t->count, .local = t->local, .next = next, .least = UINT32_MAX};
    assert(s->nodes.n < LEAF);
    pw_vec_push(&s->nodes, x);
    return (uint32_t)s->nodes.n - 1;
}

static bool before(const struct pw_upset_node *x, const struct pw_tok *t)
{
    return x->local < t->local || (x->local == t->local && x->count < t->count);
}

/* The node for token t in the sibling list that starts at *first, made if missing. *first may
 * change. */
static uint32_t sibling(struct pw_upset *s, uint32_t *first, const struct pw_tok *t)
{
    uint32_t last = 0, c = *first;
    for (; c && before(&s->nodes.at[c], t); c = s->nodes.at[c].next)
        last = c;
    if (c && s->nodes.at[c].local == t->local && s->nodes.at[c].count == t->count) return c;
    uint32_t made = new_node(s, t, c);
    if (last)
        s->nodes.at[last].next = made;
    else
        *first = made;
    return made;
}

static void link_element(struct pw_upset *s, uint32_t global, const struct pw_tok *u, size_t n,
                         uint32_t element, uint64_t *removed)
{
    uint32_t least = saturate(total_of(u, n));
    uint64_t key = (uint64_t)global << 32 | u[0].local;
    uint32_t root = find_root(s, key), first = root;
    uint32_t node = sibling(s, &first, &u[0]);
    if (first != root) set_root(s, key, first);
    for (size_t i = 1;; i++) {
        if (least < s->nodes.at[node].least) s->nodes.at[node].least = least;
        if (i == n) break;
        assert(node < s->nodes.n);
        uint32_t child = s->nodes.at[node].child, head = child;
        assert(!(child & LEAF));
        uint32_t down = sibling(s, &head, &u[i]);
        if (head != child) s->nodes.at[node].child = head;
        node = down;
    }
    if (s->nodes.at[node].child) *removed += kill_subtree(s, s->nodes.at[node].child);
    s->nodes.at[node].child = LEAF | element;
}

/* The element with no tokens: everything else in that global state dies, lazily (all[] answers
 * every query there). */
static void link_empty(struct pw_upset *s, uint32_t global, uint32_t element, uint64_t *removed)
{
    for (size_t i = 0; i < s->elements.n; i++)
        if (i != element && s->elements.at[i].live && s->elements.at[i].global == global) {
            s->elements.at[i].live = 0;
            s->live--;
            (*removed)++;
        }
    s->all[global] = element;
}

uint32_t pw_upset_add(struct pw_upset *s, uint32_t global, const struct pw_tok *u, size_t n,
                      uint32_t parent, uint32_t trans, uint64_t *removed)
{
    struct pw_upset_element e = {s->bytes.n, global, parent, trans, 1};
    uint32_t id = (uint32_t)s->elements.n;
    assert(s->elements.n < LEAF - 1);
    pack(s, u, n);
    pw_vec_push(&s->elements, e);
    s->live++;
    if (n)
        link_element(s, global, u, n, id, removed);
    else
        link_empty(s, global, id, removed);
    return id;
}

/* ---- compaction ---- */

static void mark_dominated(struct pw_upset *s, size_t *died)
{
    pw_toks u = {0};
    for (uint32_t i = 0; i < s->elements.n; i++) {
        pw_limits_poll();
        if (!s->elements.at[i].live) continue;
        pw_upset_get(s, i, &u);
        if (pw_upset_below(s, s->elements.at[i].global, u.at, u.n, i) == PW_NO_ELEMENT) continue;
        s->elements.at[i].live = 0;
        s->live--;
        (*died)++;
    }
    pw_vec_clear(&u);
}

/* map[i] = 0 for what stays (live ones and their ancestors), PW_NO_ELEMENT for what goes; then
 * consecutive numbers. */
static uint32_t number_kept(const struct pw_upset *s, uint32_t *map)
{
    uint32_t kept = 0;
    memset(map, 0xff, s->elements.n * sizeof *map);
    for (uint32_t i = 0; i < s->elements.n; i++)
        for (uint32_t k = i;
             s->elements.at[i].live && k != PW_NO_ELEMENT && map[k] == PW_NO_ELEMENT;
             k = s->elements.at[k].parent)
            map[k] = 0;
    for (uint32_t i = 0; i < s->elements.n; i++)
        if (map[i] == 0) map[i] = kept++;
    return kept;
}

size_t pw_upset_compact(struct pw_upset *s, uint32_t *map)
{
    size_t died = 0;
    mark_dominated(s, &died);
    number_kept(s, map);
    struct pw_upset t;
    uint64_t none = 0;
    pw_toks u = {0};
    pw_upset_init(&t, s->globals);
    for (uint32_t i = 0; i < s->elements.n; i++) {
        if (map[i] == PW_NO_ELEMENT) continue;
        struct pw_upset_element e = s->elements.at[i];
        if (e.parent != PW_NO_ELEMENT) e.parent = map[e.parent];
        pw_upset_get(s, i, &u);
        if (e.live) {
            pw_upset_add(&t, e.global, u.at, u.n, e.parent, e.trans, &none);
        } else {
            e.at = t.bytes.n;
            pack(&t, u.at, u.n);
            pw_vec_push(&t.elements, e);
        }
    }
    t.comparisons = s->comparisons;
    pw_vec_clear(&u);
    pw_upset_clear(s);
    *s = t;
    return died;
}

bool pw_upset_check(struct pw_upset *s)
{
    pw_toks u = {0};
    bool ok = true;
    size_t live = 0;
    uint64_t comparisons = s->comparisons;
    for (uint32_t i = 0; ok && i < s->elements.n; i++) {
        if (!s->elements.at[i].live) continue;
        live++;
        pw_upset_get(s, i, &u);
        ok = pw_upset_below(s, s->elements.at[i].global, u.at, u.n, i) == PW_NO_ELEMENT;
    }
    for (uint32_t i = 1; ok && i < s->nodes.n; i++) {
        const struct pw_upset_node *x = &s->nodes.at[i], *y = &s->nodes.at[x->next];
        ok = x->next == 0 || x->local < y->local || (x->local == y->local && x->count < y->count);
    }
    pw_vec_clear(&u);
    s->comparisons = comparisons;
    return ok && live == s->live;
}
