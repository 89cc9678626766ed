/* ref.h -- a second reference for the language .dr, written from its description alone and sharing
 * no code and no design with the program: nothing is lowered. A thread's control is a place in the
 * syntax tree plus a stack of real calls; a step is taken by walking the tree.
 *
 * A place. Between steps a thread stands in front of a statement that takes a step. On the way
 * there from its last step it went silently past labels, jumps, constant conditions, calls and
 * returns; the labels it went past since then are where it is "at". So the control of a thread is
 * the statement, the stack, and that set of labels.
 *
 * Numbers are 64 bits with checks: what would leave them stops the question, never the truth. */
#ifndef PW_TESTS_REFERENCE_REF_H
#define PW_TESTS_REFERENCE_REF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
    REF_SHARED = 12, /* shared variables, mutexes included */
    REF_LOCAL = 6,   /* variables of a thread or of one procedure */
    REF_DEPTH = 3,   /* calls within calls */
    REF_THREADS = 4, /* threads of one state */
    REF_TEMPLATES = 6,
    REF_PROCS = 8,
    REF_LABELS = 64, /* names of labels in one file: one bit each */
    REF_INITS = 8,
    REF_BADS = 24, /* conjunctions of all unsafe lines */
    REF_CONJUNCTS = 6
};

/* --- memory that is given back at once --- */

struct ref_arena {
    struct ref_chunk *first;
};
void *ref_alloc(struct ref_arena *a, size_t bytes);
void ref_arena_free(struct ref_arena *a);
void ref_die(const char *what, int line);

/* --- the syntax tree --- */

enum ref_type { REF_INT, REF_BOOL, REF_RANGE, REF_MUTEX };
enum ref_owner { REF_OF_ALL, REF_OF_THREAD, REF_OF_PROC, REF_CONST };

struct ref_expr;

struct ref_var {
    char name[24];
    enum ref_type type;
    enum ref_owner owner;
    int64_t lo, hi;              /* a range */
    const struct ref_expr *init; /* or null: arbitrary */
    int64_t value;               /* of a constant */
    int slot, unit;
};

enum ref_op {
    REF_NUM,
    REF_READ,
    REF_OTHER,
    REF_NEG,
    REF_NOT,
    REF_MUL,
    REF_DIV,
    REF_MOD,
    REF_ADD,
    REF_SUB,
    REF_LT,
    REF_LE,
    REF_GT,
    REF_GE,
    REF_EQ,
    REF_NE,
    REF_AND,
    REF_OR,
    REF_IMPLIES,
    REF_ITE,
    REF_MIN,
    REF_MAX
};

struct ref_expr {
    enum ref_op op;
    int64_t value;
    const struct ref_var *var;
    const struct ref_expr *a, *b, *c;
};

enum ref_kind {
    REF_EMPTY,
    REF_LABEL,
    REF_BLOCK,
    REF_ATOMIC,
    REF_ASSIGN,
    REF_CAS,
    REF_SKIP,
    REF_ASSUME,
    REF_ASSERT,
    REF_HAVOC,
    REF_IF,
    REF_WHILE,
    REF_GOTO,
    REF_BREAK,
    REF_CONTINUE,
    REF_EXIT,
    REF_RETURN,
    REF_CALL,
    REF_LOCK,
    REF_UNLOCK
};

struct ref_stmt {
    enum ref_kind kind;
    int line, number; /* number: place in the table of statements */
    int unit;
    bool in_atomic;                        /* stands inside an atomic block of its own unit */
    const struct ref_stmt *parent, *next;  /* next: the next one of the same block */
    const struct ref_stmt *first, *second; /* body or branches; a block: its first statement */
    const struct ref_stmt *target;         /* goto: the labelled statement */
    int label;
    char name[24];               /* of a label to go to, of a procedure to call */
    const struct ref_expr *cond; /* null: '*'; of return: its value or null */
    int n;                       /* of assignments, havoc, call: how many */
    const struct ref_var *vars[REF_LOCAL];
    const struct ref_expr *exprs[REF_LOCAL];
};

struct ref_unit { /* a thread template or a procedure */
    char name[24];
    bool proc;
    int64_t count; /* of a template; -1: any number */
    int n_vars, n_params, n_locals;
    struct ref_var vars[REF_LOCAL];
    const struct ref_stmt *body;
};

struct ref_conjunct {
    int label, unit; /* unit: this template only, or -1 */
    int64_t least;
};

struct ref_bad {
    int line, n;
    struct ref_conjunct of[REF_CONJUNCTS];
};

struct ref_init {
    const struct ref_expr *formula;
    int own, other; /* the templates meant, or -1; other -1: no 'other' in it */
    bool pairs;
};

struct ref_program {
    struct ref_arena arena;
    int n_shared, n_consts, n_units, n_labels, n_stmts, n_inits, n_bads;
    struct ref_var shared[REF_SHARED], consts[REF_SHARED];
    struct ref_unit units[REF_TEMPLATES + REF_PROCS];
    char labels[REF_LABELS][24];
    const struct ref_stmt *stmts[4096];
    struct ref_init inits[REF_INITS];
    struct ref_bad bads[REF_BADS];
    bool arbitrary; /* some integer starts arbitrary or is havocked */
};

struct ref_define {
    char name[24];
    int64_t value;
};

/* Reads a program; ends the test program with a message on what it cannot read. */
struct ref_program *ref_parse(const char *text, const struct ref_define *defines, int n);
void ref_program_free(struct ref_program *p);

/* --- states --- */

enum ref_stop { REF_AT, REF_ARGUMENT, REF_LOCAL_SET, REF_RESULT, REF_SPIN, REF_END, REF_ERROR };

struct ref_frame {
    int64_t call; /* the number of the statement that called */
    int64_t vars[REF_LOCAL];
};

struct ref_thread {
    int64_t unit, stop, stmt, phase, depth;
    uint64_t labels, mine; /* mine: the mutexes it holds, by slot */
    int64_t vars[REF_LOCAL];
    struct ref_frame frames[REF_DEPTH];
};

struct ref_state {
    int64_t n;
    int64_t shared[REF_SHARED];
    struct ref_thread threads[REF_THREADS];
};

/* The values arbitrary integers take: a finite choice of them. */
struct ref_domain {
    int n;
    int64_t of[256];
};

struct ref_run {
    const struct ref_program *program;
    struct ref_domain domain;
    bool overflow; /* a number left 64 bits: no answer counts */
    bool chose;    /* an arbitrary integer was taken from the domain */
};

typedef void ref_emit(void *arg, const struct ref_state *s);

int64_t ref_eval(struct ref_run *r, const struct ref_state *s, int active, int other,
                 const struct ref_expr *e);
bool ref_reads_variable(const struct ref_expr *e);
bool ref_reads_shared(const struct ref_expr *e);

/* Calls emit for each state that one step of thread k leads to. */
void ref_step(struct ref_run *r, const struct ref_state *s, int k, ref_emit *emit, void *arg);
/* Puts thread k in front of its body; its variables are set. */
void ref_start(struct ref_run *r, const struct ref_state *s, int k, ref_emit *emit, void *arg);
/* All initial states of n threads. */
void ref_initial(struct ref_run *r, int n, ref_emit *emit, void *arg);
/* Whether the formulas of init hold. */
bool ref_init_holds(struct ref_run *r, const struct ref_state *s);
/* The values a variable may have: lo..hi of finite ones; otherwise those of the domain. */
int ref_choices(struct ref_run *r, const struct ref_var *v);
int64_t ref_choice(struct ref_run *r, const struct ref_var *v, int i);

/* Whether the counts allow n threads at all. */
bool ref_feasible(const struct ref_program *p, int n);
bool ref_is_bad(const struct ref_state *s, const struct ref_bad *b);
bool ref_is_wrong(const struct ref_state *s);

/* --- search --- */

struct ref_found {
    uint64_t labels, pairs[REF_LABELS];
    uint64_t bads; /* bit i: conjunction i */
    bool wrong;    /* a failing assertion */
};

struct ref_answer {
    struct ref_found found;
    int depth;     /* every state up to this depth was seen, no other */
    bool complete; /* there are no deeper ones */
    bool usable;   /* false: too much even at depth 0, or an overflow */
    bool chose;
    size_t states;
};

/* With n threads and at most so many states; arbitrary integers are from -values to values. */
void ref_search(const struct ref_program *p, int n, int values, size_t most, struct ref_answer *a);

/* --- random programs --- */

struct ref_text {
    char *s;
    size_t n, room;
};

uint64_t ref_random(uint64_t *seed);
/* A program with a constant K, which -D may set to 0 or more; finite: without variables of type
 * int. */
void ref_generate(uint64_t seed, bool finite, struct ref_text *out);

/* --- JSON --- */

enum ref_json_kind { REF_NULL, REF_FALSE, REF_TRUE, REF_NUMBER, REF_STRING, REF_ARRAY, REF_OBJECT };

struct ref_json {
    enum ref_json_kind kind;
    int64_t number;
    const char *string, *key;
    const struct ref_json *first, *next;
};

/* One value from *at on, which moves behind it; null at the end of the text. */
const struct ref_json *ref_json_read(struct ref_arena *a, const char **at);
const struct ref_json *ref_json_get(const struct ref_json *object, const char *key);

/* --- traces --- */

enum ref_replayed { REF_RUNS, REF_FAILS, REF_GAVE_UP };

/* Whether the trace of an UNSAFE verdict is a run of the program that ends badly; otherwise *why
 * and the number of the entry that does not fit. */
enum ref_replayed ref_replay(const struct ref_program *p, const struct ref_json *trace,
                             const char **why, int *entry);

#endif
