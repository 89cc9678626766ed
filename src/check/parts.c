/* parts.c -- the kind `parts`: abstract threads stand for threads (doc/certificate.md, "Proofs in
 * parts"). The text lists, per thread, why it conforms to its abstract thread, as pairs (location,
 * values and truth values, places F), and then a whole certificate: of the program in which the
 * abstract threads take the places of those that conform.
 *
 * (P1) The threads have different names, and at least one conforms.
 * (P2) Of each that conforms: every number in a place, predicate and pair exists (locals,
 *      predicates, places); no pair is listed twice.
 * (P3) No F is empty, and the places of an F increase: conformance has no error of the first kind.
 * (P4) The composition is a certificate of another kind than this one, VALID with all conditions of
 *      its kind.
 * (P5) It names the same inputs and definitions, to the byte.
 *
 * What P1-P5 leave open is arithmetic: that the pairs are kept by every step of the thread (O1-O4
 * of doc/certificate.md). These are questions for solvers, made from the program text and the pairs
 * by another program: contrib/check-proof FILE CERT asks them. Without them nothing is known of
 * FILE, which the line that is printed says. */
#include <string.h>

#include "base/table.h"
#include "base/vec.h"
#include "check/kinds.h"
#include "check/reader.h"

struct counts {
    size_t locals, abstract, places, predicates, pairs;
};

struct totals {
    size_t conform, itself, pairs;
};

static void expect_bar(struct pwc_reader *r)
{
    pwc_expect(r, "|");
}

static void read_place(struct pwc_reader *r, const struct counts *c)
{
    pwc_next(r);
    pwc_index(r, PWC_MOST);
    for (size_t i = 0; i < c->abstract; i++)
        pwc_int(r, INT32_MIN, INT32_MAX);
    pwc_finish_line(r);
}

/* [-]DIGITS, of any length. */
static void read_number(struct pwc_reader *r, const char *at, size_t n)
{
    size_t first = n && at[0] == '-';
    bool ok = n > first;
    for (size_t i = first; ok && i < n; i++)
        ok = at[i] >= '0' && at[i] <= '9';
    if (!ok) pwc_refuse(r, "number expected");
}

static void read_predicate(struct pwc_reader *r, const struct counts *c)
{
    size_t n;
    pwc_next(r);
    if (!pwc_try(r, "eq")) pwc_expect(r, "le");
    const char *word = pwc_word(r, &n);
    read_number(r, word, n);
    expect_bar(r);
    for (int64_t last = -1; pwc_more(r);) {
        word = pwc_word(r, &n);
        const char *colon = memchr(word, ':', n);
        int64_t variable = 0;
        if (!colon) pwc_refuse(r, "VARIABLE:FACTOR expected");
        for (const char *d = word; d < colon; d++) {
            if (*d < '0' || *d > '9' || variable > PWC_MOST) pwc_refuse(r, "VARIABLE expected");
            variable = 10 * variable + (*d - '0');
        }
        if (word == colon || variable <= last || variable >= (int64_t)c->locals)
            pwc_refuse(r, "there is no such variable, or it is not in order");
        read_number(r, colon + 1, n - (size_t)(colon + 1 - word));
        last = variable;
    }
}

/* (P2), (P3) */
static void read_pair(struct pwc_reader *r, const struct counts *c)
{
    int64_t last = -1;
    pwc_next(r);
    pwc_index(r, PWC_MOST);
    expect_bar(r);
    for (size_t i = 0; i < c->locals; i++)
        pwc_int(r, INT32_MIN, INT32_MAX);
    expect_bar(r);
    for (size_t i = 0; i < c->predicates; i++)
        pwc_index(r, 2);
    expect_bar(r);
    if (!pwc_more(r))
        pwc_fail(r->result, PWC_INVALID, r->line, "the abstract thread is nowhere: F is empty");
    while (pwc_more(r)) {
        int64_t place = pwc_index(r, c->places);
        if (place <= last) pwc_refuse(r, "places of F do not increase");
        last = place;
    }
}

/* A line of the text, as an object of a set. */
struct parts_line {
    const char *at;
    size_t n;
};

typedef PW_VEC(struct parts_line) lines;

static bool same_line(const void *objects, uint32_t id, const void *key)
{
    const struct parts_line *a = &((const struct parts_line *)objects)[id], *b = key;
    return a->n == b->n && !memcmp(a->at, b->at, a->n);
}

static bool is_new(struct pw_table *index, lines *all, struct parts_line x)
{
    uint64_t hash = pw_hash_bytes(x.at, x.n);
    if (pw_table_find(index, hash, same_line, all->at, &x) != PW_TABLE_NONE) return false;
    pw_table_add(index, hash, (uint32_t)all->n);
    pw_vec_push(all, x);
    return true;
}

static void read_pairs(struct pwc_reader *r, const struct counts *c)
{
    struct pw_table index = {0};
    lines seen = {0};
    for (size_t i = 0; i < c->pairs; i++) {
        read_pair(r, c);
        const char *start = r->eol;
        while (start[-1] != '\n')
            start--;
        if (!is_new(&index, &seen, (struct parts_line){start, (size_t)(r->eol - start)}))
            pwc_refuse(r, "this pair is listed twice");
    }
    pw_table_clear(&index);
    pw_vec_clear(&seen);
}

static void read_conform(struct pwc_reader *r, struct totals *t)
{
    struct counts c;
    c.locals = (size_t)pwc_int(r, 0, PWC_MOST);
    c.abstract = (size_t)pwc_int(r, 0, PWC_MOST);
    c.places = (size_t)pwc_int(r, 1, PWC_MOST);
    c.predicates = (size_t)pwc_int(r, 0, PWC_MOST);
    c.pairs = (size_t)pwc_int(r, 0, PWC_MOST);
    pwc_finish_line(r);
    for (size_t i = 0; i < c.places; i++)
        read_place(r, &c);
    for (size_t i = 0; i < c.predicates; i++)
        read_predicate(r, &c);
    read_pairs(r, &c);
    t->conform++;
    t->pairs += c.pairs;
}

/* (P1) */
static void read_threads(struct pwc_reader *r, struct totals *t)
{
    struct pw_table index = {0};
    lines names = {0};
    for (size_t n = pwc_section(r, "threads"); n > 0; n--) {
        struct parts_line name;
        pwc_next(r);
        bool itself = pwc_try(r, "itself");
        if (!itself) pwc_expect(r, "conform");
        name.at = pwc_word(r, &name.n);
        if (!is_new(&index, &names, name)) pwc_refuse(r, "a thread is named twice");
        if (itself)
            pwc_finish_line(r), t->itself++;
        else
            read_conform(r, t);
    }
    if (!t->conform) pwc_refuse(r, "no thread conforms: there are no parts");
    pw_table_clear(&index);
    pw_vec_clear(&names);
}

/* (P4), (P5): the lines of the composition are a text of their own. */
static void check_composition(struct pwc_reader *r, const char *head, size_t head_size)
{
    struct pwc_result *result = r->result;
    size_t left = pwc_section(r, "composition"), inputs = result->ninputs;
    size_t defines = result->ndefines;
    unsigned long before = r->line;
    const char *from = r->eol + 1;
    for (; left > 0; left--)
        pwc_next(r);
    struct pwc_reader inner;
    pwc_open(&inner, from, (size_t)(r->eol + 1 - from), result);
    inner.line += before;
    inner.finder = NULL;
    r->check_inner(&inner);
    if (inputs != result->ninputs || defines != result->ndefines ||
        (size_t)(r->eol - result->inputs) < head_size || memcmp(head, result->inputs, head_size))
        pwc_fail(result, PWC_INVALID, before, "the composition is about other inputs");
}

void pwc_check_parts(struct pwc_reader *r)
{
    struct totals t = {0};
    const char *head = r->result->inputs; /* to the end of the section `defines`, where r stands */
    size_t head_size = (size_t)(r->eol + 1 - head);
    read_threads(r, &t);
    pwc_pass(r->result,
             "parts: %zu threads have abstract threads (%zu pairs, no F is empty), %zu have not; "
             "conformance itself is left to solvers: check-proof FILE CERT",
             t.conform, t.pairs, t.itself);
    check_composition(r, head, head_size);
    if (r->eol + 1 != r->end) pwc_refuse(r, "more text where the certificate should end");
}
