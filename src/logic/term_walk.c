/* Substitution and printing. */
#include <assert.h>
#include <string.h>

#include "logic/term.h"
#include "logic/term_store.h"

/* Substitution: reachable nodes in rising order, so arguments come first. */

struct subst {
    struct pw_terms *t;
    bool *needed;
    pw_term *image; /* of the positive term of each node */
};

static pw_term image(const struct subst *u, pw_term a)
{
    pw_term b = u->image[pw_term_node(a)];
    b.id ^= a.id & 1;
    return b;
}

static bool has_args(uint8_t kind)
{
    return kind != PW_TRUE && kind != PW_BVAR && kind != PW_IVAR;
}

static void mark_needed(struct subst *u, uint32_t root)
{
    u->needed[root] = true;
    for (uint32_t i = root + 1; i-- > 0;) {
        assert(i < u->t->nodes.n);
        const struct pw_node *node = &u->t->nodes.at[i];
        if (!u->needed[i] || !has_args(node->kind)) continue;
        for (uint32_t j = 0; j < node->n; j++)
            u->needed[pw_term_node(u->t->pool.at[node->args + j])] = true;
    }
}

/* sum of c_i * image(a_i), without the constant */
static pw_term image_of_sum(struct subst *u, uint32_t i)
{
    pw_term sum = pw_term_int_si(u->t, 0);
    for (uint32_t j = 0; j < u->t->nodes.at[i].n; j++) {
        pw_int c;
        assert(i < u->t->nodes.n);
        const struct pw_node *node = &u->t->nodes.at[i];
        assert(node->coef + j < u->t->coefs.n);
        pw_int_init_set(&c, &u->t->coefs.at[node->coef + j]);
        sum =
            pw_term_add(u->t, sum, pw_term_mul(u->t, &c, image(u, u->t->pool.at[node->args + j])));
        pw_int_clear(&c);
    }
    return sum;
}

static pw_term image_of_and(struct subst *u, uint32_t i)
{
    assert(i < u->t->nodes.n);
    size_t n = u->t->nodes.at[i].n;
    pw_term *a = PW_NEWS(pw_term, n);
    for (size_t j = 0; j < n; j++)
        a[j] = image(u, u->t->pool.at[u->t->nodes.at[i].args + j]);
    pw_term made = pw_term_and(u->t, a, n);
    PW_FREES(a, n);
    return made;
}

static pw_term rebuild(struct subst *u, uint32_t i)
{
    struct pw_terms *t = u->t;
    assert(i < t->nodes.n);
    struct pw_node node = t->nodes.at[i];
    pw_term a[3];
    for (uint32_t j = 0; j < 3 && j < node.n && has_args(node.kind); j++)
        a[j] = image(u, t->pool.at[node.args + j]);
    pw_int k;
    pw_int_init_set(&k, &node.k);
    pw_term made = {i << 1};
    switch ((enum pw_term_kind)node.kind) {
    case PW_TRUE:
    case PW_BVAR:
    case PW_IVAR:
        break;
    case PW_LIN:
        made = image_of_sum(u, i), made = pw_term_add(t, made, pw_term_int(t, &k));
        break;
    case PW_LE:
        made = image_of_sum(u, i), made = pw_term_le(t, made, pw_term_int(t, &k));
        break;
    case PW_EQ:
        made = image_of_sum(u, i), made = pw_term_eq(t, made, pw_term_int(t, &k));
        break;
    case PW_DIV:
        made = pw_term_div(t, a[0], &k);
        break;
    case PW_IITE:
    case PW_BITE:
        made = pw_term_ite(t, a[0], a[1], a[2]);
        break;
    case PW_XOR:
        made = pw_term_xor(t, a[0], a[1]);
        break;
    case PW_AND:
        made = image_of_and(u, i);
        break;
    }
    pw_int_clear(&k);
    return made;
}

pw_term pw_term_subst(struct pw_terms *t, pw_term a, const pw_term *vars, const pw_term *with,
                      size_t n)
{
    uint32_t root = pw_term_node(a);
    size_t count = (size_t)root + 1;
    struct subst u = {t, PW_NEWS(bool, count), PW_NEWS(pw_term, count)};
    mark_needed(&u, root);
    for (uint32_t i = 0; i <= root; i++)
        if (u.needed[i]) {
            size_t v = 0;
            while (v < n && pw_term_node(vars[v]) != i)
                v++;
            u.image[i] = v < n ? with[v] : rebuild(&u, i);
        }
    pw_term made = image(&u, a);
    PW_FREES(u.needed, count);
    PW_FREES(u.image, count);
    return made;
}

/* Printing: a stack of terms still to print and of texts between them. */

struct piece {
    const char *text; /* NULL: the term, or the number */
    pw_term term;
    const pw_int *number;
};

typedef PW_VEC(struct piece) pieces;

static void push_text(pieces *p, const char *text)
{
    struct piece x = {.text = text};
    pw_vec_push(p, x);
}

static void push_term(pieces *p, pw_term a)
{
    struct piece x = {.term = a};
    pw_vec_push(p, x);
}

static void push_number(pieces *p, const pw_int *k)
{
    struct piece x = {.number = k};
    pw_vec_push(p, x);
}

static void print_number(const pw_int *k, struct pw_strbuf *out)
{
    if (pw_int_sgn(k) >= 0) {
        pw_int_print(k, out);
        return;
    }
    pw_int minus;
    pw_int_init(&minus);
    pw_int_neg(&minus, k);
    pw_strbuf_puts(out, "(- ");
    pw_int_print(&minus, out);
    pw_strbuf_putc(out, ')');
    pw_int_clear(&minus);
}

/* Pieces are pushed last first. */

static void push_sum(const struct pw_terms *t, pieces *p, pw_term a, bool with_const)
{
    size_t n = pw_term_arity(t, a);
    bool constant = with_const && (pw_int_sgn(pw_term_const(t, a)) != 0 || n == 0),
         list = n + constant > 1;
    if (list) push_text(p, ")");
    if (constant) push_number(p, pw_term_const(t, a));
    for (size_t i = n; i-- > 0;) {
        const pw_int *c = pw_term_coef(t, a, i);
        if (list && (constant || i + 1 < n)) push_text(p, " ");
        bool one = pw_int_is_one(c);
        if (!one) push_text(p, ")");
        push_term(p, pw_term_arg(t, a, i));
        if (one) continue;
        push_text(p, " ");
        push_number(p, c);
        push_text(p, "(* ");
    }
    if (list) push_text(p, "(+ ");
}

static void push_args(const struct pw_terms *t, pieces *p, pw_term a, const char *head,
                      uint32_t flip)
{
    push_text(p, ")");
    for (size_t i = pw_term_arity(t, a); i-- > 0;) {
        pw_term b = pw_term_arg(t, a, i);
        push_term(p, (pw_term){b.id ^ flip});
        push_text(p, " ");
    }
    push_text(p, head);
}

static void push_compare(const struct pw_terms *t, pieces *p, pw_term a, const char *head)
{
    push_text(p, ")");
    push_number(p, pw_term_const(t, a));
    push_text(p, " ");
    push_sum(t, p, a, false);
    push_text(p, head);
}

static void print_var(const struct pw_terms *t, pw_term a, struct pw_strbuf *out)
{
    const char *name = pw_term_name(t, a);
    if (!name)
        pw_strbuf_printf(out, "!%u", pw_term_node(a));
    else {
        bool plain = name[0] && !(name[0] >= '0' && name[0] <= '9');
        for (const char *c = name; *c; c++)
            plain &= (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                     (*c >= '0' && *c <= '9') || strchr("~!@$%^&*_-+=<>.?/", *c);
        pw_strbuf_printf(out, plain ? "%s" : "|%s|", name);
    }
}

static void open_term(const struct pw_terms *t, pieces *p, pw_term a, struct pw_strbuf *out)
{
    enum pw_term_kind kind = pw_term_kind(t, a);
    bool negated = pw_term_negated(a);
    if (kind == PW_TRUE) {
        pw_strbuf_puts(out, negated ? "false" : "true");
        return;
    }
    if (kind == PW_AND) {
        push_args(t, p, a, negated ? "(or" : "(and", negated);
        return;
    }
    if (negated && kind == PW_LE) {
        push_compare(t, p, a, "(> ");
        return;
    }
    if (negated) push_text(p, ")");
    switch (kind) {
    case PW_LIN:
        push_sum(t, p, a, true);
        break;
    case PW_LE:
        push_compare(t, p, a, "(<= ");
        break;
    case PW_EQ:
        push_compare(t, p, a, "(= ");
        break;
    case PW_XOR:
        push_args(t, p, a, "(xor", 0);
        break;
    case PW_IITE:
    case PW_BITE:
        push_args(t, p, a, "(ite", 0);
        break;
    case PW_DIV:
        push_text(p, ")");
        push_number(p, pw_term_const(t, a));
        push_text(p, " ");
        push_term(p, pw_term_arg(t, a, 0));
        push_text(p, "(div ");
        break;
    default:
        break;
    }
    if (negated) pw_strbuf_puts(out, "(not ");
    if (kind == PW_BVAR || kind == PW_IVAR) print_var(t, a, out);
}

void pw_term_print(const struct pw_terms *t, pw_term a, struct pw_strbuf *out)
{
    pw_term_print_cut(t, a, out, NULL, NULL);
}

void pw_term_print_cut(const struct pw_terms *t, pw_term a, struct pw_strbuf *out,
                       bool (*cut)(const void *arg, uint32_t node), const void *arg)
{
    pieces p = {0};
    push_term(&p, a);
    for (bool root = true; p.n > 0; root = false) {
        struct piece x = pw_vec_pop(&p);
        if (x.text)
            pw_strbuf_puts(out, x.text);
        else if (x.number)
            print_number(x.number, out);
        else if (!root && cut && cut(arg, pw_term_node(x.term)))
            pw_strbuf_printf(out, pw_term_negated(x.term) ? "(not !%u)" : "!%u",
                             pw_term_node(x.term));
        else
            open_term(t, &p, x.term, out);
    }
    pw_vec_clear(&p);
}
