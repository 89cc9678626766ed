/* program.h -- the checked and lowered program: the value that every later stage reads. Front ends
 * make it (front/dr/dr.h).
 *
 * The n-thread program (DESIGN section 2): threads 1..n, each of one template t with a location of
 * t and values of its locals; shared values. A step picks a thread, an edge from its location and
 * values for the edge's choices such that the guard holds, and performs the updates simultaneously
 * (right-hand sides read the old values; variables without an update keep theirs). Guards and
 * updates read SHARED, LOCAL of the edge's own template, and CHOICE leaves, never PASSIVE or AT.
 *
 * A step may look at other threads and set their locals (edge.looks, edge.others): it is possible
 * only if every look holds in the state before it, and all other threads of the templates named get
 * their new values in the same step, computed from the values before it. Looks and values of others
 * read SHARED, LOCAL, CHOICE and, of the other thread, PASSIVE, OTHER_AT and BEFORE. Adding a
 * thread may disable such a step: no consumer may rely on the opposite if pw_program_uses(p) has
 * PW_USES_EVERY.
 *
 * Initially every thread is at the entry of its template; variables with an initialiser have its
 * value, others an arbitrary one of their type; and every `init` constraint holds: for every thread
 * a of template `active`, and if it is of class PW_INTER_THREAD for every pair of distinct threads
 * a, p of templates `active`, `passive` (PW_ANY: of every template).
 *
 * Invariants: (1) RANGE and BOOL variables never leave their type: an assignment that would is an
 * edge into the error location;
 * (2) every location of a template is reachable from its entry along edges (guards ignored), so a
 *     template has error or end
 * locations only where it can get there; error and end locations have no outgoing edges; (3) no
 * guard is `false`; (4) updates of an edge name distinct variables; none is the identity; (5)
 * labels are sorted by name, places of a label by (template, location).
 *
 * There is no error location shared by templates: each template has at most one, index
 * templates[t].error. */
#ifndef PW_PROG_PROGRAM_H
#define PW_PROG_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/source.h"
#include "base/strbuf.h"
#include "base/verdict.h"
#include "prog/expr.h"
#include "prog/pos.h"

enum { PW_ANY = -1, PW_NONE = -1 };

enum pw_type_kind { PW_INT, PW_BOOL, PW_RANGE };

struct pw_type {
    enum pw_type_kind kind;
    /* RANGE: lo <= hi, at most 2^20 values, both within +-2^31. BOOL: 0 and 1. INT: unused. */
    int64_t lo, hi;
};

static inline bool pw_type_finite(struct pw_type t)
{
    return t.kind != PW_INT;
}

/* Where a variable comes from. HELD and MINE are the two halves of a mutex m: the shared bit "m",
 * and the local bit "m.mine" of the templates that lock or unlock it; both start false. PROC
 * variables are parameters and locals of an expanded procedure, named "proc.x", set by each call
 * and 0 outside it, and temporaries of a front end, 0 where they are dead; user formulas cannot
 * name them. */
enum pw_var_origin { PW_VAR_DECLARED, PW_VAR_HELD, PW_VAR_MINE, PW_VAR_PROC };

struct pw_var {
    const char *name;
    /* Of a front end whose language is not this one: how the source writes the variable, if it does
     * not as `name` (no other variable is written or named so), and what it is if the source has no
     * such variable; else NULL. */
    const char *source, *about;
    struct pw_type type;
    /* NULL: arbitrary. Reads only shared variables and locals of lower index (locals: any shared
     * one). */
    const struct pw_expr *init;
    enum pw_var_origin origin;
    struct pw_pos pos; /* of the declaration */
};

/* The name for people. */
static inline const char *pw_var_shown(const struct pw_var *v)
{
    return v->source ? v->source : v->name;
}

enum pw_loc_kind { PW_LOC_NORMAL, PW_LOC_ERROR, PW_LOC_END };
const char *pw_loc_kind_name(enum pw_loc_kind kind); /* "normal", "error", "end" */

struct pw_loc {
    /* unique in its template: its first label, else "L" and the line of its statement */
    const char *name;
    const uint32_t *labels; /* indices into program.labels, ascending */
    size_t nlabels;
    enum pw_loc_kind kind;
    struct pw_pos pos;
};

/* Why an edge leads into the error location. */
enum pw_edge_kind {
    PW_EDGE_STEP,
    PW_EDGE_ASSERT,
    PW_EDGE_RANGE,
    PW_EDGE_UNLOCK,
    PW_EDGE_UNSAFE /* it satisfies a formula of `unsafe` (prog/checked.h) */
};

struct pw_update {
    bool shared; /* shared[index], or locals[index] of the edge's template */
    uint32_t index;
    const struct pw_expr *to; /* havoc x is x := CHOICE i */
};
int pw_update_order(const void *a, const void *b); /* for qsort: shared ones first, then by index */

/* An arbitrary value that a step picks, e.g. by `havoc x`. Every value of the type may be picked,
 * subject to the guard. */
struct pw_choice {
    const char *name; /* of the variable that was havocked first with it */
    struct pw_type type;
};

/* A condition of a step on the other threads: `expr` holds for every (or, for some) thread p that
 * is not the active one and is of template `passive` (PW_ANY: of any template). With no such
 * thread `every` holds and `some` does not. */
struct pw_look {
    bool every;
    int32_t passive;
    const struct pw_expr *expr;
};

/* other(T).x = to: in every other thread of the template. */
struct pw_other_update {
    uint32_t template, index;
    const struct pw_expr *to;
};

/* The statements that a step runs through, the last first. */
struct pw_way {
    const char *text;
    const struct pw_way *before; /* or NULL */
};

struct pw_edge {
    uint32_t from, to;
    enum pw_edge_kind kind;      /* PW_EDGE_STEP unless `to` is the error location */
    const struct pw_expr *guard; /* never NULL; may be `true`; may read choices */
    const struct pw_update *updates;
    size_t nupdates;
    const struct pw_choice *choices;
    size_t nchoices;
    const struct pw_look *looks;          /* all hold */
    const struct pw_other_update *others; /* distinct, by template and index */
    size_t nlooks, nothers;
    /* edges of one statement (branches of a condition, paths of an atomic block) share this
     * number */
    uint32_t statement;
    /* the statement as the user wrote it, in one line, shortened; conditions end in ": true" or ":
     * false" */
    const char *text;
    const struct pw_way *way; /* through an atomic block; NULL: none, or not known */
    /* of the statement (for failures: of the assert, assignment or unlock that fails) */
    struct pw_pos pos;
};

struct pw_thread_template {
    const char *name;
    const char *about; /* what it is, in words, if the source has no thread of this name; or NULL */
    int64_t count;     /* exactly so many threads, or PW_ANY */
    /* the number is a constant of the source that is used as number of threads only: nothing else
     * of the program depends on it */
    bool count_alone;
    const struct pw_var *locals;
    size_t nlocals;
    const struct pw_loc *locs;
    size_t nlocs;
    uint32_t entry;
    /* its error location, or PW_NONE. Any number of locations are of kind PW_LOC_END. */
    int32_t error;
    const struct pw_edge *edges; /* sorted by `from` */
    size_t nedges;
    size_t nstatements; /* statement numbers of its edges are below */
    /* nlocs + 1 entries: edges of location l are first_edge[l] .. first_edge[l+1]-1 */
    const uint32_t *first_edge;
    struct pw_pos pos;
    /* it is an abstract thread; in the concrete program: it has one (front/dr/dr.h) */
    bool abstract;
};

struct pw_label_place {
    uint32_t template, loc;
};

/* A label names a set of locations: all expansions of its statement, in all templates. A location
 * may have several labels. */
struct pw_label {
    const char *name;
    const struct pw_label_place *places; /* none if the code is unreachable */
    size_t nplaces;
    struct pw_pos pos; /* of one declaration */
};

/* At least `least` (>= 1) threads are at a place of labels[label], of template `template` or of any
 * (PW_ANY). */
struct pw_count {
    uint32_t label;
    int32_t template;
    uint32_t least;
};

struct pw_pred;

/* One alternative of an `unsafe` line: all of its counts hold. A thread at a location with two
 * labels counts for both. Or, without counts, a formula: it holds in the state, or for some thread,
 * or for some two different threads, as its class says. */
struct pw_disjunct {
    const struct pw_count *counts;
    size_t ncounts;
    const struct pw_pred *formula; /* NULL where there are counts */
    const char *text;              /* "count(crit) >= 2" */
    struct pw_pos pos;
};

/* DESIGN section 3. Locations count as local variables: at(L) is local, other.at(L)
 * inter-thread. */
enum pw_pred_class { PW_SHARED_PRED, PW_LOCAL_PRED, PW_SINGLE_THREAD, PW_INTER_THREAD };
/* "shared", "local", "single-thread", "inter-thread" */
const char *pw_pred_class_name(enum pw_pred_class class);

/* A predicate, or an `init` constraint (name NULL). active: the template whose locals it reads;
 * PW_ANY if it reads none (then it belongs to every thread, and LOCAL leaves do not occur). A
 * predicate written inside a thread belongs to that template even so, unless it is of class
 * PW_SHARED_PRED. passive (class PW_INTER_THREAD only, otherwise PW_NONE): the template whose
 * locals it reads by other.x; PW_ANY if it reads only labels that occur in several templates. The
 * predicate holds for a thread a iff expr holds for every passive p != a of that template. */
struct pw_pred {
    const char *name, *text; /* text: the formula as written, in one line */
    const struct pw_expr *expr;
    enum pw_pred_class class;
    int32_t active, passive;
    struct pw_pos pos;
};

/* A list of predicates, beside a program. It owns nothing: the formulas live in the pool of whoever
 * made them. */
struct pw_preds {
    const struct pw_pred *at;
    size_t n;
};

/* An invariant (name NULL) must hold in every reached state: if it reads no thread (PW_SHARED_PRED;
 * COUNT leaves do not count as such) of the state, otherwise for every thread a of template
 * `active`, and if it is of class PW_INTER_THREAD for every pair of distinct threads a, p of
 * templates `active`, `passive`. Only invariants have COUNT leaves. Nothing is claimed of states in
 * which a thread is at an error location: these are violations already. */
struct pw_program {
    /* all strings and nodes; later stages build their own expressions in pools of their own */
    struct pw_expr_pool pool;
    const char *file;         /* files[0] */
    const char *const *files; /* of positions */
    size_t nfiles;
    const struct pw_var *shared;
    size_t nshared;
    const struct pw_thread_template *templates; /* in order of declaration */
    size_t ntemplates;
    const struct pw_label *labels;
    size_t nlabels;
    const struct pw_disjunct *unsafe;
    size_t nunsafe;
    /* those that the source states; an abstraction may be asked for others (abst/abstract.h) */
    struct pw_preds preds;
    const struct pw_pred *inits;
    size_t ninits;
    const struct pw_pred *invariants; /* properties of every reached state, see below */
    size_t ninvariants;
    /* some template has an error location: "some thread is there" is a property, too */
    bool has_assert;
    enum pw_verdict truth, expect; /* what the first comment says (LANGUAGE, Expected verdict) */
    /* the program whose formulas are steps here (prog/checked.h), or NULL; freed with it if
     * owned */
    const struct pw_program *of;
    bool owns_of;
};

/* A definition `-D name=value` that overrides a `const`. */
struct pw_define {
    const char *name, *value;
};

void pw_program_free(struct pw_program *p);

/* What a program does with other threads than the one that moves; 0 for most programs. */
enum pw_program_use {
    PW_USES_EVERY = 1,  /* some look is an every: more threads may do less */
    PW_USES_SOME = 2,   /* some look is a some */
    PW_USES_OTHERS = 4, /* a step sets locals of others */
    PW_USES_ORDER = 8,  /* threads have an order: permuted states differ */
    PW_USES_PAIRS = 16  /* an `unsafe` is a formula */
};
unsigned pw_program_uses(const struct pw_program *p);

/* Is not every template counted 0? */
bool pw_program_has_threads(const struct pw_program *p);
/* Has it variables of type int? */
bool pw_program_has_ints(const struct pw_program *p);
/* Does it use anything that is not in the set `taken`? What, a static text; NULL: nothing. */
const char *pw_program_untaken(const struct pw_program *p, unsigned taken);

/* Index or PW_NONE. */
int32_t pw_program_label(const struct pw_program *p, const char *name);
int32_t pw_program_template(const struct pw_program *p, const char *name);

/* AT for a thread of template t at loc */
bool pw_program_at(const struct pw_program *p, uint32_t label, int32_t template, uint32_t t,
                   uint32_t loc);

/* Text of an expression of the program: names as in the source (pw_var_shown), other.x for passive
 * ones (qualified where ambiguous). */
void pw_program_print_expr(const struct pw_program *p, const struct pw_expr *e,
                           struct pw_strbuf *out);

/* What is wrong when this edge into the error location is taken: "an assertion fails in line 28:
 * assert(n == 1)". */
void pw_program_print_failure(const struct pw_edge *e, struct pw_strbuf *out);

/* The whole lowered program as text, for inspection and for tests that compare programs: variables,
 * locations, edges, formulas. Without positions: two sources with the same meaning up to layout
 * give the same text. */
void pw_program_print(const struct pw_program *p, struct pw_strbuf *out);

/* The same with the names of locations and with lines, for people. */
void pw_program_list(const struct pw_program *p, struct pw_strbuf *out);

/* Everything as JSON, the format pwqo-program of doc/manual.md (program_json.c). */
enum { PW_PROGRAM_JSON_VERSION = 1 };
void pw_program_json(const struct pw_program *p, struct pw_strbuf *out);

/* Are the representation invariants kept? For debug builds and tests. */
bool pw_program_check(const struct pw_program *p);

/* The two facts of the first comment of a file (// or slash-star; also # for other formats). */
void pw_program_expectation(const struct pw_source *src, enum pw_verdict *truth,
                            enum pw_verdict *expect);

#endif
