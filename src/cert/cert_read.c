/* cert_read.c -- reads the template of a certificate back. Messages name the line; reading stops at
 * the first. */
#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/guard.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/sha256.h"
#include "cert/certificate.h"

struct passive {
    uint32_t template, loc;
    struct pw_entry *now, *next;
};

struct reader {
    const struct pw_source *src;
    struct pw_diags *diags;
    struct pw_cert_head *head;
    const char *line, *at, *eol, *end;
    bool bad; /* a message has been given: everything else is quiet and returns nothing */
    struct pw_dual *t;
    struct pw_arena arena;
    PW_VEC(struct passive) passives;
    pw_bdd *moves; /* [active template * passives + passive]; valid where known */
    bool *known;
};

/* ---- words ---- */

static void fail(struct reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void fail(struct reader *r, const char *format, ...)
{
    char text[300];
    va_list args;
    if (r->bad) return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    size_t from = (size_t)(r->line - r->src->text);
    pw_diag_add(r->diags, PW_ERROR, r->src, from, from, NULL, "not a certificate: %s", text);
    r->bad = true;
}

static bool next_line(struct reader *r)
{
    pw_limits_poll();
    const char *start = r->eol ? r->eol + 1 : r->src->text;
    if (r->bad) return false;
    const char *eol = start < r->end ? memchr(start, '\n', (size_t)(r->end - start)) : NULL;
    if (!eol) return fail(r, "the text ends where more is announced"), false;
    r->line = r->at = start;
    r->eol = eol;
    return true;
}

static bool more(struct reader *r)
{
    while (!r->bad && r->at < r->eol && *r->at == ' ')
        r->at++;
    return !r->bad && r->at < r->eol;
}

static const char *word(struct reader *r, size_t *n)
{
    *n = 0;
    if (!more(r)) return fail(r, "the line ends too early"), "";
    const char *w = r->at;
    while (r->at < r->eol && *r->at != ' ')
        r->at++;
    *n = (size_t)(r->at - w);
    return w;
}

static bool accept(struct reader *r, const char *w)
{
    if (!more(r)) return false;
    const char *before = r->at;
    size_t n;
    const char *got = word(r, &n);
    if (n == strlen(w) && !memcmp(got, w, n)) return true;
    r->at = before;
    return false;
}

static void expect(struct reader *r, const char *w)
{
    if (!accept(r, w)) fail(r, "'%s' expected", w);
}

static int64_t parse_number(struct reader *r, const char *w, size_t n)
{
    int64_t v = 0;
    if (!pw_decimal_read(w, n, INT64_MIN, INT64_MAX, &v)) fail(r, "number expected");
    return v;
}

static int64_t number(struct reader *r, int64_t lo, int64_t hi)
{
    size_t n;
    const char *w = word(r, &n);
    int64_t v = r->bad ? 0 : parse_number(r, w, n);
    if (!r->bad && (v < lo || v > hi))
        fail(r, "%" PRId64 " is not in %" PRId64 "..%" PRId64, v, lo, hi);
    return r->bad ? 0 : v;
}

static uint32_t index_below(struct reader *r, size_t n)
{
    return (uint32_t)number(r, 0, (int64_t)n - 1);
}

/* The rest of a line that begins a section: its number of lines. */
static size_t section_size(struct reader *r)
{
    int64_t n = number(r, 0, 1000000000);
    if (more(r)) fail(r, "too many words");
    return r->bad ? 0 : (size_t)n;
}

static size_t section(struct reader *r, const char *name)
{
    if (!next_line(r)) return 0;
    expect(r, name);
    return section_size(r);
}

/* The same, of a section that may be missing: then the next line is as it was. */
static bool optional_section(struct reader *r, const char *name, size_t *n)
{
    struct reader before = *r;
    if (!next_line(r)) return false;
    if (accept(r, name)) return *n = section_size(r), true;
    bool bad = r->bad;
    r->line = before.line, r->at = before.at, r->eol = before.eol;
    return r->bad = bad, false;
}

/* Undoes the escapes; the copy lives in the given arena. */
static char *unescape(struct pw_arena *a, const char *s, size_t n)
{
    char *out = pw_arena_alloc(a, n + 1);
    size_t k = 0;
    for (size_t i = 0; i < n; i++) {
        if (s[i] != '\\' || i + 1 == n)
            out[k++] = s[i];
        else if (s[++i] == 'n')
            out[k++] = '\n';
        else if (s[i] == 's')
            out[k++] = ' ';
        else if (s[i] != 'e')
            out[k++] = s[i];
    }
    out[k] = 0;
    return out;
}

static const char *name(struct reader *r, struct pw_arena *a)
{
    size_t n;
    const char *w = word(r, &n);
    return unescape(a, w, n);
}

/* The rest of the line behind one blank. */
static const char *text(struct reader *r, struct pw_arena *a)
{
    if (r->bad) return "";
    const char *from = r->at < r->eol ? r->at + 1 : r->eol;
    return unescape(a, from, (size_t)(r->eol - from));
}

static size_t choice(struct reader *r, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (accept(r, words[i])) return i;
    fail(r, "'%s' or the like expected", words[0]);
    return 0;
}

/* ---- structure ---- */

static void read_origin(struct reader *r)
{
    struct pw_arena *a = &r->head->arena;
    for (size_t n = section(r, "inputs"); n > 0 && next_line(r); n--) {
        const char *hash = name(r, a), *file = text(r, a);
        pw_vec_push(&r->head->inputs, ((struct pw_cert_input){hash, file}));
    }
    for (size_t n = section(r, "defines"); n > 0 && next_line(r); n--) {
        const char *constant = name(r, a), *value = name(r, a);
        pw_vec_push(&r->head->defines, ((struct pw_define){constant, value}));
    }
}

/* They are only named: what they are is found out from the program (abst/obligations.h). */
static void read_axioms(struct reader *r)
{
    if (!more(r)) return;
    expect(r, "axioms");
    int64_t n = number(r, 1, 1000000);
    if (more(r)) fail(r, "too many words");
    for (; n > 0 && next_line(r); n--) {
        expect(r, "axiom");
        const char *axiom = text(r, &r->arena);
        if (!r->bad) pw_dual_add_axiom(r->t, axiom);
    }
}

static void read_closure(struct reader *r)
{
    next_line(r);
    expect(r, "closure");
    r->head->mode = accept(r, "witness") ? PW_CLOSURE_WITNESS
                    : accept(r, "sharp") ? PW_CLOSURE_SHARP
                                         : PW_CLOSURE_PAPER;
    if (r->head->mode == PW_CLOSURE_PAPER) expect(r, "paper");
    read_axioms(r);
    r->t->bound = (int64_t)section(r, "bound");
}

static void read_predicates(struct reader *r)
{
    for (size_t n = section(r, "predicates"); n > 0 && next_line(r); n--) {
        enum pw_tpred_class cls = (enum pw_tpred_class)choice(r, pw_tpred_class_words, 4);
        const char *called = name(r, &r->arena), *formula = text(r, &r->arena);
        if (!r->bad) pw_dual_add_pred(r->t, called, formula, cls);
    }
}

/* template = PW_NO_INDEX: shared */
static void read_field(struct reader *r, uint32_t template)
{
    enum pw_field_kind kind = (enum pw_field_kind)choice(r, pw_field_kind_words, 3);
    int64_t most = kind == PW_FIELD_RANGE ? INT64_MAX / 4 : 0, lo = number(r, -most, most);
    int64_t hi = number(r, kind == PW_FIELD_RANGE ? lo : 1,
                        kind == PW_FIELD_RANGE ? lo + PW_FIELD_VALUES - 1 : 1);
    uint32_t pred = PW_NO_INDEX;
    if (kind == PW_FIELD_BIT)
        pred = index_below(r, r->t->preds.n);
    else
        expect(r, "-");
    const char *called = name(r, &r->arena);
    if (r->bad) return;
    bool shared = template == PW_NO_INDEX;
    if (kind != PW_FIELD_BIT && shared)
        pw_dual_add_shared_value(r->t, called, kind, lo, hi);
    else if (kind != PW_FIELD_BIT)
        pw_dual_add_local_value(r->t, template, called, kind, lo, hi);
    else if (shared)
        pw_dual_add_shared_bit(r->t, pred);
    else
        pw_dual_add_local_bit(r->t, template, pred);
}

static void read_templates(struct reader *r, pw_uints *entries)
{
    for (size_t n = section(r, "shared-fields"); n > 0 && next_line(r); n--)
        read_field(r, PW_NO_INDEX);
    size_t n = section(r, "templates");
    if (n > 255) fail(r, "more than 255 templates");
    for (; n > 0 && next_line(r); n--) {
        const char *called = name(r, &r->arena);
        int64_t count = accept(r, "*") ? -1 : number(r, 0, 1000000000);
        pw_vec_push(entries, (unsigned)number(r, 0, 1000000000));
        size_t fields = (size_t)number(r, 0, PW_BDD_VARS);
        if (r->bad) return;
        uint32_t q = pw_dual_add_kind(r->t, called, count);
        for (; fields > 0 && next_line(r); fields--)
            read_field(r, q);
    }
}

static void read_locations(struct reader *r, const pw_uints *entries)
{
    for (size_t n = section(r, "labels"); n > 0 && next_line(r); n--) {
        const char *label = name(r, &r->arena);
        size_t before = r->t->labels.n;
        if (!r->bad && pw_dual_add_label(r->t, label) != before)
            fail(r, "label %s for the second time", label);
    }
    for (size_t n = section(r, "locations"); n > 0 && next_line(r); n--) {
        uint32_t q = index_below(r, r->t->templates.n);
        enum pw_tloc_kind kind = (enum pw_tloc_kind)choice(r, pw_tloc_kind_words, 3);
        unsigned line = (unsigned)number(r, 0, 1000000000);
        const char *called = name(r, &r->arena);
        if (r->bad) return;
        if (r->t->templates.at[q].locs.n >= 65535) fail(r, "too many locations");
        uint32_t loc = pw_dual_add_loc(r->t, q, called, line, kind);
        while (more(r)) {
            uint32_t label = index_below(r, r->t->labels.n);
            if (!r->bad) pw_dual_label_loc(r->t, loc, label);
        }
    }
    for (uint32_t q = 0; q < r->t->templates.n && !r->bad; q++) {
        if (entries->at[q] >= r->t->locs.n || r->t->locs.at[entries->at[q]].template != q)
            fail(r, "template %" PRIu32 " has no entry of its own", q);
        else
            pw_dual_set_entry(r->t, q, entries->at[q]);
    }
}

static void read_statements(struct reader *r)
{
    for (size_t n = section(r, "statements"); n > 0 && next_line(r); n--) {
        uint32_t from = index_below(r, r->t->locs.n), to = index_below(r, r->t->locs.n);
        unsigned line = (unsigned)number(r, 0, 1000000000);
        const char *what = text(r, &r->arena);
        if (r->bad) return;
        assert(from < r->t->locs.n);
        uint32_t q = r->t->locs.at[from].template;
        if (r->t->locs.at[to].template != q)
            fail(r, "a statement leads to another template");
        else
            pw_dual_add_stmt(r->t, q, from, to, line, what);
    }
}

/* ---- relations ---- */

static struct pw_entry *read_cube(struct reader *r, const pw_fields *f, bool next)
{
    struct pw_entry *e = pw_arena_alloc(&r->arena, f->n * sizeof *e + 1);
    expect(r, "|");
    for (size_t i = 0; i < f->n && !r->bad; i++) {
        e[i] = (struct pw_entry){PW_ENTRY_VALUE, 0};
        if (accept(r, "-"))
            e[i].kind = PW_ENTRY_FREE;
        else if (next && accept(r, "="))
            e[i].kind = PW_ENTRY_KEEP;
        else
            e[i].value = number(r, f->at[i].lo, f->at[i].hi);
    }
    return e;
}

static void fill(struct pw_row *row, enum pw_role role, const struct pw_entry *now,
                 const struct pw_entry *next)
{
    size_t n = pw_row_width(row, role) * sizeof *now;
    if (!n) return;
    memcpy(pw_row_entries(row, role, PW_NOW), now, n);
    if (next) memcpy(pw_row_entries(row, role, PW_NEXT), next, n);
}

static void read_some_blocks(struct reader *r)
{
    size_t n = 0;
    if (r->bad || !optional_section(r, "some-blocks", &n)) return;
    for (; n > 0 && next_line(r); n--) {
        uint32_t stmt = index_below(r, r->t->stmts.n);
        uint32_t blocks = (uint32_t)number(r, 1, 31);
        if (!r->bad) pw_dual_need_somes(r->t, stmt, blocks);
    }
}

static void read_passives(struct reader *r)
{
    for (size_t n = section(r, "passive-moves"); n > 0 && next_line(r); n--) {
        struct passive p = {.template = index_below(r, r->t->templates.n), .loc = PW_NO_INDEX};
        if (!accept(r, "*")) p.loc = index_below(r, r->t->locs.n);
        if (r->bad) return;
        if (p.loc != PW_NO_INDEX && r->t->locs.at[p.loc].template != p.template)
            fail(r, "a location of another template");
        assert(r->t->templates.n > p.template);
        p.now = read_cube(r, &r->t->templates.at[p.template].fields, false);
        p.next = read_cube(r, &r->t->templates.at[p.template].fields, true);
        pw_vec_push(&r->passives, p);
    }
    size_t n = r->bad ? 0 : r->passives.n * r->t->templates.n;
    r->moves = pw_arena_alloc(&r->arena, n * sizeof *r->moves + 1);
    r->known = pw_arena_alloc(&r->arena, n * sizeof *r->known + 1);
    memset(r->known, 0, n);
}

/* The rows, of any active thread of a template, in which the passive thread makes this move. */
static pw_bdd passive_rows(struct reader *r, uint32_t active, uint32_t id)
{
    size_t slot = active * r->passives.n + id;
    if (r->known[slot]) return r->moves[slot];
    assert(id < r->passives.n);
    const struct passive *p = &r->passives.at[id];
    struct pw_row *row = pw_row_new(r->t, active, p->template);
    row->passive_loc = p->loc;
    fill(row, PW_PASSIVE, p->now, p->next);
    r->known[slot] = true;
    r->moves[slot] = pw_row_bdd(r->t, row);
    pw_row_free(row);
    return r->moves[slot];
}

/* n lines of active moves, or of rows of some blocks. */
static void read_active_lines(struct reader *r, size_t n, bool some)
{
    struct pw_bdds *m = r->t->bdds;
    for (; n > 0 && next_line(r); n--) {
        uint32_t stmt = index_below(r, r->t->stmts.n);
        if (r->bad) return;
        assert(stmt < r->t->stmts.n);
        uint32_t block = some ? index_below(r, r->t->stmts.at[stmt].somes) : 0;
        if (r->bad) return;
        uint32_t q = r->t->stmts.at[stmt].template;
        const struct pw_entry *shared = read_cube(r, &r->t->shared, false),
                              *local = read_cube(r, &r->t->templates.at[q].fields, false);
        const struct pw_entry *shared_next = read_cube(r, &r->t->shared, true),
                              *local_next = read_cube(r, &r->t->templates.at[q].fields, true);
        expect(r, "|");
        while (more(r)) {
            uint32_t id = index_below(r, r->passives.n);
            if (r->bad) return;
            assert(id < r->passives.n);
            struct pw_row *row = pw_row_new(r->t, q, r->passives.at[id].template);
            fill(row, PW_SHARED, shared, shared_next), fill(row, PW_ACTIVE, local, local_next);
            pw_bdd rows = pw_bdd_and(m, pw_row_bdd(r->t, row), passive_rows(r, q, id));
            uint32_t two = r->passives.at[id].template;
            pw_row_free(row);
            if (!some)
                pw_dual_or_step(r->t, stmt, two, rows);
            else if (!pw_dual_or_some(r->t, stmt, block, two, rows))
                fail(r, "a row of a some block is none of the statement");
        }
    }
}

static void read_actives(struct reader *r)
{
    size_t n = 0;
    read_active_lines(r, section(r, "active-moves"), false);
    if (r->t->n_somes && optional_section(r, "some", &n)) read_active_lines(r, n, true);
}

static void read_initial(struct reader *r)
{
    for (size_t n = section(r, "initial"); n > 0 && next_line(r); n--) {
        uint32_t a = index_below(r, r->t->templates.n), q = index_below(r, r->t->templates.n);
        if (r->bad) return;
        const struct pw_entry *shared = read_cube(r, &r->t->shared, false),
                              *local = read_cube(r, &r->t->templates.at[a].fields, false);
        assert(q < r->t->templates.n);
        const struct pw_entry *other = read_cube(r, &r->t->templates.at[q].fields, false);
        if (r->bad) return;
        struct pw_row *row = pw_row_new(r->t, a, q);
        fill(row, PW_SHARED, shared, NULL), fill(row, PW_ACTIVE, local, NULL),
            fill(row, PW_PASSIVE, other, NULL);
        pw_dual_add_init_row(r->t, row);
        pw_row_free(row);
    }
}

static void read_bad(struct reader *r)
{
    for (size_t n = section(r, "bad"); n > 0 && next_line(r); n--) {
        unsigned line = (unsigned)number(r, 0, 1000000000);
        const char *terms = r->at;
        while (more(r) && !accept(r, "|")) {
            size_t width;
            word(r, &width);
        }
        const char *what = text(r, &r->arena);
        if (r->bad) return;
        uint32_t bad = pw_dual_add_bad(r->t, *what ? what : NULL, line);
        for (r->at = terms; more(r) && !accept(r, "|");) {
            size_t width;
            const char *w = word(r, &width), *star = memchr(w, '*', width);
            int64_t label = parse_number(r, w, star ? (size_t)(star - w) : width),
                    k = star ? parse_number(r, star + 1, width - (size_t)(star - w) - 1) : 1;
            if (!r->bad &&
                (label < 0 || label >= (int64_t)r->t->labels.n || k < 1 || k > 1000000000))
                fail(r, "LABEL*NUMBER expected");
            assert(bad < r->t->bad.n);
            size_t before = r->t->bad.at[bad].terms.n;
            if (!r->bad) pw_dual_add_bad_term(r->t, bad, (uint32_t)label, (uint32_t)k);
            if (!r->bad && r->t->bad.at[bad].terms.n == before)
                fail(r, "a label for the second time in a bad state");
        }
        if (!r->bad && !r->t->bad.at[bad].terms.n) fail(r, "a bad state needs a thread");
    }
}

/* The last line is "end" and the checksum of everything before it. */
static void check_end(struct reader *r)
{
    enum { LAST = 4 + 64 + 1 };
    char sum[PW_SHA256_HEX];
    const char *last = r->src->text + r->src->size - LAST;
    if (r->src->size < LAST || memcmp(last, "end ", 4)) {
        fail(r, "the last line, with the checksum, is missing");
        return;
    }
    if (memchr(r->src->text, 0, r->src->size)) fail(r, "a byte 0");
    pw_sha256_hex(r->src->text, r->src->size - LAST, sum);
    if (memcmp(sum, last + 4, 64)) fail(r, "the checksum does not fit the text");
    r->end = last;
}

/* The first line, with the kind that it must have, the last one, and where the certificate comes
 * from. */
static void read_frame(struct reader *r, const char *kind)
{
    if (next_line(r)) {
        expect(r, "pwqo-certificate");
        if (!r->bad && !accept(r, "2")) fail(r, "only version 2 of the format is known");
        expect(r, kind);
    }
    check_end(r);
    read_origin(r);
}

static void read_all(struct reader *r)
{
    pw_uints entries = {0};
    read_frame(r, "template");
    read_closure(r);
    read_predicates(r);
    read_templates(r, &entries);
    read_locations(r, &entries);
    read_statements(r);
    read_some_blocks(r);
    pw_vec_clear(&entries);
    if (!r->bad && !pw_dual_fits(r->t)) fail(r, "the template is too large");
    if (r->bad) return;
    pw_dual_layout(r->t);
    read_passives(r);
    read_actives(r);
    read_initial(r);
    read_bad(r);
}

static struct reader start_reading(const struct pw_source *cert, struct pw_cert_head *head,
                                   struct pw_diags *d)
{
    *head = (struct pw_cert_head){0};
    pw_arena_init(&head->arena);
    return (struct reader){.src = cert,
                           .diags = d,
                           .head = head,
                           .line = cert->text,
                           .at = cert->text,
                           .end = cert->text + cert->size};
}

struct pw_dual *pw_cert_read_template(const struct pw_source *cert, struct pw_cert_head *head,
                                      struct pw_diags *d)
{
    struct reader r = start_reading(cert, head, d);
    pw_arena_init(&r.arena);
    r.t = pw_dual_new();
    read_all(&r);
    pw_arena_clear(&r.arena);
    pw_vec_clear(&r.passives);
    if (!r.bad) return r.t;
    pw_dual_free(r.t);
    pw_cert_head_clear(head);
    return NULL;
}

static const char *read_head(const struct pw_source *cert, const char *kind,
                             struct pw_cert_head *head, struct pw_diags *d)
{
    struct reader r = start_reading(cert, head, d);
    read_frame(&r, kind);
    if (!r.bad) return r.eol + 1;
    pw_cert_head_clear(head);
    return NULL;
}

const char *pw_cert_read_net(const struct pw_source *cert, struct pw_cert_head *head,
                             struct pw_diags *d)
{
    return read_head(cert, "net", head, d);
}

bool pw_cert_is_pairs(const struct pw_source *cert)
{
    static const char first[] = "pwqo-certificate 2 pairs\n";
    return !strncmp(cert->text, first, strlen(first));
}

const char *pw_cert_read_pairs_head(const struct pw_source *cert, struct pw_cert_head *head,
                                    struct pw_diags *d)
{
    return read_head(cert, "pairs", head, d);
}

const char *pw_cert_read_finite_head(const struct pw_source *cert, struct pw_cert_head *head,
                                     struct pw_diags *d)
{
    static const char *const kinds[] = {"views", "pairsets", "split"};
    static const char first[] = "pwqo-certificate 2 ";
    const char *at = cert->text + (cert->size > strlen(first) ? strlen(first) : 0);
    size_t k = 0; /* what is none of them is no certificate of kind split */
    while (k < 2 && strncmp(at, kinds[k], strlen(kinds[k])))
        k++;
    assert((size_t)k < sizeof kinds / sizeof *kinds);
    return read_head(cert, kinds[k], head, d);
}

void pw_cert_head_clear(struct pw_cert_head *h)
{
    pw_arena_clear(&h->arena);
    pw_vec_clear(&h->inputs), pw_vec_clear(&h->defines);
}

bool pw_cert_is_about(const struct pw_cert_head *h, const struct pw_source *input)
{
    char hash[PW_SHA256_HEX];
    pw_sha256_hex(input->text, input->size, hash);
    for (size_t i = 0; i < h->inputs.n; i++)
        if (!strcmp(h->inputs.at[i].sha256, hash)) return true;
    return false;
}
