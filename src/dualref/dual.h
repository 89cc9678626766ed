/* dual.h -- the Boolean dual-reference (DR) template P~ = (R~, I~) as a value (paper §3.1,
 * DESIGN §4).
 *
 * State. There are global (shared) fields, kinds of threads called templates, and for each template
 * local fields and locations. A field is a variable over lo .. hi: a predicate bit or a finite
 * program variable. A thread's local state is its location and the values of its template's fields;
 * the state of n threads is the shared values and n local states.
 *
 * Step relation. A statement s belongs to a template and takes its active thread from one location
 * to another. For each template q that the passive thread may have, R[s][q] is a set of rows over
 *     shared now, shared next; active now, active next (fields of s's template); passive location,
 *     passive now, passive next (of q).
 * The passive location does not change. A step of n threads (Eq. 9, 10): some thread a at s.from
 * and shared values now, next such that every other thread p, of whatever template, has a row of
 * R[s][template of p] with a's values; then a is at s.to. A statement may have *some blocks*
 * W_0 .. W_k-1, each a subset of R: for each of them at least one passive thread must take a row
 * that is in it. (It comes from `some(...)` of the language; one thread may serve several.)
 *
 * Initial relation. I[a][q] is a set of rows over (shared, active fields, passive fields); all
 * threads are at entry locations; an n-thread state is initial iff some thread a has a row with
 * each other thread (Eq. 11), and counted templates have their number of threads.
 *
 * Representation: rows are kept in decision diagrams. A field takes ceil(log2(hi-lo+1)) Boolean
 * variables, most significant first, in each of its roles; the unused codes of a range are in no
 * row (invariant). Order: location of the passive thread; shared fields, now and next of a bit side
 * by side; then local fields, (active now, active next, passive now, passive next) side by side, a
 * field of the same name in another template at the same place. So "next = now" is small.
 *
 * Building: new; add shared fields, templates, fields, locations, statements, predicates, labels in
 * any order; then pw_dual_layout once, which fixes the variables; then rows and bad states.
 * Names are copied. The struct is open for reading, to be changed by the functions only. */
#ifndef PW_DUALREF_DUAL_H
#define PW_DUALREF_DUAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "bdd/bdd.h"

enum pw_field_kind {
    PW_FIELD_BIT,  /* truth value of a predicate, lo = 0, hi = 1 */
    PW_FIELD_BOOL, /* program variable, lo = 0, hi = 1, printed true, false */
    PW_FIELD_RANGE /* program variable over lo .. hi */
};

enum pw_tpred_class { PW_TPRED_SHARED, PW_TPRED_LOCAL, PW_TPRED_SINGLE, PW_TPRED_INTER };

/* Their words in texts, in order. */
extern const char *const pw_field_kind_words[3]; /* "bit", "bool", "range" */
extern const char
    *const pw_tpred_class_words[4]; /* "shared", "local", "single-thread", "inter-thread" */
extern const char *const pw_tloc_kind_words[3]; /* "normal", "error", "end" */

const char *pw_tpred_class_name(enum pw_tpred_class c);

#define PW_NO_INDEX UINT32_MAX
enum { PW_FIELD_VALUES = 1 << 16 };

struct pw_tpred {
    char *name, *text; /* text as in the source; for printing only */
    enum pw_tpred_class cls;
};

struct pw_field {
    char *name;
    char *shown; /* the name for people, if it is another; else NULL */
    bool made;   /* people do not know it: the source has no such variable */
    enum pw_field_kind kind;
    int64_t lo, hi; /* lo <= hi < lo + PW_FIELD_VALUES */
    uint32_t pred;  /* for a bit: its predicate, or PW_NO_INDEX */
    unsigned bits;  /* Boolean variables per role */
    unsigned first; /* set by layout: the variable of the top bit, now (active) */
};

typedef PW_VEC(struct pw_field) pw_fields;

static inline const char *pw_field_shown(const struct pw_field *f)
{
    return f->shown ? f->shown : f->name;
}

enum pw_tloc_kind { PW_TLOC_NORMAL, PW_TLOC_ERROR, PW_TLOC_END };

struct pw_tloc {
    char *name;
    uint32_t template;
    uint32_t index;  /* among the locations of its template, from 0: the code in the diagrams */
    pw_uints labels; /* label numbers, ascending */
    unsigned line;   /* 0: unknown */
    enum pw_tloc_kind kind;
};

struct pw_dual_kind {
    char *name;
    int64_t count; /* -1: any number */
    pw_fields fields;
    pw_uints locs;  /* numbers in pw_dual.locs */
    uint32_t entry; /* number in pw_dual.locs; PW_NO_INDEX until set */
};

struct pw_tstmt {
    uint32_t template;
    uint32_t from, to; /* location numbers */
    unsigned line;
    char *text;
    uint32_t somes, first_some; /* number of some blocks; the first (from layout on) */
};

/* count(label) >= k for every term; each label once. A thread at a location with several labels
 * counts for each of them. */
struct pw_bad_term {
    uint32_t label;
    uint32_t k; /* >= 1 */
};

struct pw_bad {
    PW_VEC(struct pw_bad_term) terms; /* at least one */
    /* for messages ("assertion at line 12"); NULL: print the terms */
    char *what;
    unsigned line; /* 0: unknown */
};

struct pw_dual {
    int64_t bound; /* threads used for the abstraction; 0: not from an abstraction */
    PW_VEC(struct pw_tpred) preds;
    PW_VEC(char *)
    axioms; /* steps are those from states that satisfy these (abst/axioms.h); owned */
    pw_fields shared;
    PW_VEC(struct pw_dual_kind) templates;
    PW_VEC(struct pw_tloc) locs;
    PW_VEC(char *) labels;
    PW_VEC(struct pw_tstmt) stmts;
    PW_VEC(struct pw_bad) bad;
    /* From layout on: */
    struct pw_bdds *bdds;
    unsigned loc_bits;
    pw_bdd *steps;   /* [stmt * templates + passive template] */
    pw_bdd *initial; /* [active template * templates + passive template] */
    pw_bdd *somes;   /* [block * templates + passive template] */
    size_t n_steps, n_initial, n_somes;
};

struct pw_dual *pw_dual_new(void);
void pw_dual_free(struct pw_dual *t); /* t may be NULL */

/* Each returns the number of what it added. */
uint32_t pw_dual_add_pred(struct pw_dual *t, const char *name, const char *text,
                          enum pw_tpred_class cls);
void pw_dual_add_axiom(struct pw_dual *t, const char *text);
uint32_t pw_dual_add_kind(struct pw_dual *t, const char *name, int64_t count);
/* named like the predicate */
uint32_t pw_dual_add_shared_bit(struct pw_dual *t, uint32_t pred);
uint32_t pw_dual_add_shared_value(struct pw_dual *t, const char *name, enum pw_field_kind kind,
                                  int64_t lo, int64_t hi);
uint32_t pw_dual_add_local_bit(struct pw_dual *t, uint32_t template, uint32_t pred);
uint32_t pw_dual_add_local_value(struct pw_dual *t, uint32_t template, const char *name,
                                 enum pw_field_kind kind, int64_t lo, int64_t hi);
uint32_t pw_dual_add_loc(struct pw_dual *t, uint32_t template, const char *name, unsigned line,
                         enum pw_tloc_kind kind);
/* the same number for the same name */
uint32_t pw_dual_add_label(struct pw_dual *t, const char *name);
void pw_dual_label_loc(struct pw_dual *t, uint32_t loc, uint32_t label);
void pw_dual_set_entry(struct pw_dual *t, uint32_t template, uint32_t loc);
uint32_t pw_dual_add_stmt(struct pw_dual *t, uint32_t template, uint32_t from, uint32_t to,
                          unsigned line, const char *text);
/* The statement has at least n some blocks. */
void pw_dual_need_somes(struct pw_dual *t, uint32_t stmt, uint32_t n);
/* what may be NULL */
uint32_t pw_dual_add_bad(struct pw_dual *t, const char *what, unsigned line);
/* Conjoins "at least k threads at locations with this label": of two terms with one label the
 * larger number counts. */
void pw_dual_add_bad_term(struct pw_dual *t, uint32_t bad, uint32_t label, uint32_t k);

/* Fixes the variables; all relations are empty. Pre: every template has an entry; the total of
 * Boolean variables fits PW_BDD_VARS (pw_dual_fits), each template has at most 2^16 locations.
 * Afterwards only rows and bad states are added. */
bool pw_dual_fits(const struct pw_dual *t);
void pw_dual_layout(struct pw_dual *t);

/* ---- rows as diagrams ---- */

enum pw_role { PW_SHARED, PW_ACTIVE, PW_PASSIVE };
enum pw_when { PW_NOW, PW_NEXT };

/* template is ignored for PW_SHARED */
const pw_fields *pw_dual_fields(const struct pw_dual *t, enum pw_role role, uint32_t template);
/* The Boolean variable of bit `bit` (0 = most significant) of a field in a role; for predicate bits
 * and Booleans bit = 0. */
unsigned pw_dual_var(const struct pw_dual *t, enum pw_role role, uint32_t template, uint32_t field,
                     enum pw_when when, unsigned bit);
pw_bdd pw_dual_value(struct pw_dual *t, enum pw_role role, uint32_t template, uint32_t field,
                     enum pw_when when, int64_t value);
/* next = now: the "=" */
pw_bdd pw_dual_keeps(struct pw_dual *t, enum pw_role role, uint32_t template, uint32_t field);
pw_bdd pw_dual_at(struct pw_dual *t, uint32_t loc); /* the passive thread is at loc */
pw_bdd pw_dual_step(const struct pw_dual *t, uint32_t stmt, uint32_t passive);
/* W_i */
pw_bdd pw_dual_some(const struct pw_dual *t, uint32_t stmt, uint32_t i, uint32_t passive);
pw_bdd pw_dual_init(const struct pw_dual *t, uint32_t active, uint32_t passive);
/* Or rows into a relation (codes outside ranges are removed). */
void pw_dual_or_step(struct pw_dual *t, uint32_t stmt, uint32_t passive, pw_bdd rows);
/* Into W_i; rows that are not in R[stmt][passive] yet are left out. False: there were such. */
bool pw_dual_or_some(struct pw_dual *t, uint32_t stmt, uint32_t i, uint32_t passive, pw_bdd rows);
void pw_dual_or_init(struct pw_dual *t, uint32_t active, uint32_t passive, pw_bdd rows);
/* The fields of a role have values within their ranges. */
pw_bdd pw_dual_ranges(struct pw_dual *t, enum pw_role role, uint32_t template, enum pw_when when);
/* All of that for a step row of (active template, passive template). */
pw_bdd pw_dual_valid(struct pw_dual *t, uint32_t active, uint32_t passive);
/* The set of variables (bdd/bdd.h) of the fields of a role; of the passive location. */
pw_bdd pw_dual_vars(struct pw_dual *t, enum pw_role role, uint32_t template, enum pw_when when);
pw_bdd pw_dual_loc_vars(struct pw_dual *t);

/* ---- rows as cubes ---- */

/* One entry of a cube: a value, free ("-"), or, for next, the value of now ("="). */
enum pw_entry_kind { PW_ENTRY_FREE, PW_ENTRY_VALUE, PW_ENTRY_KEEP };
struct pw_entry {
    enum pw_entry_kind kind;
    int64_t value;
};

/* A cube of rows for (active template, passive template); entries are indexed by field. For initial
 * rows only `now` counts. */
struct pw_row {
    uint32_t active, passive;                     /* templates */
    uint32_t passive_loc;                         /* location number or PW_NO_INDEX: any */
    struct pw_entry *shared[2], *act[2], *pas[2]; /* [PW_NOW], [PW_NEXT] */
    size_t n_shared, n_act, n_pas;
};

/* all free */
struct pw_row *pw_row_new(const struct pw_dual *t, uint32_t active, uint32_t passive);
void pw_row_free(struct pw_row *r);
void pw_row_reset(struct pw_row *r); /* all free again */
struct pw_entry *pw_row_entries(const struct pw_row *r, enum pw_role role, enum pw_when when);
size_t pw_row_width(const struct pw_row *r, enum pw_role role); /* number of entries */
void pw_row_set(struct pw_row *r, enum pw_role role, uint32_t field, enum pw_when when,
                int64_t value);
void pw_row_keep(struct pw_row *r, enum pw_role role, uint32_t field); /* next = now */
/* every field of every role keeps its value */
pw_bdd pw_row_bdd(struct pw_dual *t, const struct pw_row *r); /* includes the ranges */
void pw_dual_add_step_row(struct pw_dual *t, uint32_t stmt, const struct pw_row *r);
/* uses r->active, r->passive */
void pw_dual_add_init_row(struct pw_dual *t, const struct pw_row *r);

/* Covers of a relation by few cubes: dualref/rows.h. */

/* Same fields, locations, statements, labels, bad states and relations (predicate texts and lines
 * included)? */
bool pw_dual_equal(struct pw_dual *a, struct pw_dual *b);
/* asserts the invariants; for debug builds and tests */
void pw_dual_check(struct pw_dual *t);

#endif
