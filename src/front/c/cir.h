/* cir.h -- the structured program between C and the language of pwqo: threads, variables, steps.
 *
 * One simple statement is one step, as in `.dr`; ATOMIC makes a step of several. Expressions are
 * over mathematical integers; `accesses` says how many accesses to shared variables an expression
 * makes when it is evaluated (a choice of one out of several elements counts once), so the
 * translation can keep to one per step. Everything lives in the arena of the program. */
#ifndef PW_FRONT_C_CIR_H
#define PW_FRONT_C_CIR_H

#include "base/arena.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "front/c/ctree.h"

enum pw_cx_kind {
    PW_CX_INT,  /* value */
    PW_CX_BOOL, /* value 0 or 1 */
    PW_CX_VAR,  /* var */
    PW_CX_ADD,
    PW_CX_SUB,
    PW_CX_NEG,
    PW_CX_MUL, /* one side is an INT */
    PW_CX_DIV,
    PW_CX_MOD, /* b is a positive INT; they truncate */
    PW_CX_ITE, /* a ? b : c, of integers */
    PW_CX_EQ,
    PW_CX_NE,
    PW_CX_LT,
    PW_CX_LE,
    PW_CX_GT,
    PW_CX_GE,
    PW_CX_NOT,
    PW_CX_AND,
    PW_CX_OR
};

struct pw_cx {
    uint8_t kind;
    bool is_bool;
    uint16_t accesses;
    uint32_t size; /* nodes */
    uint32_t var;
    pw_cint value;
    const struct pw_cx *a, *b, *c;
};

/* Where a variable starts. DISTINCT: lo..hi, different in every thread of its template. */
enum pw_cinit { PW_CINIT_VALUE, PW_CINIT_ANY, PW_CINIT_DISTINCT };

struct pw_cvar {
    const char *name;    /* as printed; unique in its scope */
    const char *plain;   /* the name before it was made unique, as annotations say it; or NULL */
    const char *source;  /* as C writes it: s.f, a[1]; NULL: C has no such variable */
    const char *about;   /* what it is, in words, where C has no such variable; else NULL */
    const char *key;     /* the same in every translation of the file; NULL: a temporary */
    bool shared, hidden; /* hidden: made by the translation (flags of threads, temporaries) */
    bool used, assigned;
    bool kept; /* read or written by a thread of the output */
    uint8_t init;
    uint32_t thread;  /* of a local */
    pw_cint value;    /* PW_CINIT_VALUE */
    pw_cint lo, hi;   /* values it can hold: its type, or less when that is known */
    bool finite;      /* declared as lo..hi in the output */
    bool guessed;     /* lo..hi is a guess that the proof has to confirm */
    bool unset;       /* a local without a first value of its own: 0 stands for any */
    uint32_t is_set;  /* the variable + 1 that says whether this one has a value; 0: none */
    uint32_t copy_of; /* a temporary that only keeps what this variable + 1 was; 0: none */
    bool wild;        /* may be near an end of its type without having been counted there */
    unsigned line;
    uint32_t token, last; /* of a temporary: the statement that needs it; else 0 */
};

/* What an assertion is about. */
enum pw_cclass {
    PW_CC_PROPERTY,
    PW_CC_OVERFLOW,
    PW_CC_WRAP,
    PW_CC_BOUNDS,
    PW_CC_NULL,
    PW_CC_DIVISION,
    PW_CC_LOCK,
    PW_CC_UNSET
};

enum pw_cs_kind {
    PW_CSTEP_ASSIGN, /* vars[i] = exprs[i], at once */
    PW_CSTEP_HAVOC,  /* vars[0] */
    PW_CSTEP_ASSUME,
    PW_CSTEP_ASSERT, /* cond */
    PW_CSTEP_IF,     /* cond (NULL: either way); body, otherwise */
    PW_CSTEP_LOOP,   /* body, for ever */
    PW_CSTEP_BREAK,
    PW_CSTEP_CONTINUE,
    PW_CSTEP_GOTO,
    PW_CSTEP_LABEL,  /* label */
    PW_CSTEP_ATOMIC, /* body */
    PW_CSTEP_EXIT
};

struct pw_cstep {
    uint8_t kind;
    uint8_t class;        /* ASSERT */
    bool ends;            /* what is done after the function of a thread */
    bool leaves;          /* IF: it leaves the loop whose condition does not hold */
    uint32_t token, last; /* where in C: what messages and traces show */
    const struct pw_cx *cond;
    uint32_t *vars;
    const struct pw_cx **exprs;
    uint32_t n;
    const char *label;
    struct pw_cstep *body, *otherwise, *next;
};

struct pw_cthread {
    const char *name, *function; /* the name is another where a function has several kinds */
    uint32_t created;            /* the token of its creation; 0: none (main) */
    int64_t count;               /* -1: any number */
    struct pw_cstep *body;
    uint32_t token;
};

struct pw_cnote {
    uint32_t token;
    bool approximate; /* the translation has more runs than the program: UNSAFE may depend on it */
    const char *text;
    uint32_t about;  /* variable + 1: the note is void if nothing reads it; 0: of none */
    uint32_t passed; /* variable + 1: ... of a run in which it stays 0; 0: of none */
};

struct pw_cir {
    struct pw_arena arena;
    PW_VEC(struct pw_cvar) vars;
    PW_VEC(struct pw_cthread) threads;
    PW_VEC(struct pw_cnote) notes;
    /* some 32- or 64-bit integer is counted up without a check (--integers=check) */
    bool counting;
    bool has_property;
    bool main_dropped; /* main only creates threads; how many there can be is not kept */
};

void pw_cir_init(struct pw_cir *ir);
void pw_cir_clear(struct pw_cir *ir);
void *pw_cir_alloc(struct pw_cir *ir, size_t size);
const char *pw_cir_text(struct pw_cir *ir, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Expressions: constants are folded, neutral elements dropped. */
const struct pw_cx *pw_cx_int(struct pw_cir *ir, pw_cint v);
const struct pw_cx *pw_cx_bool(struct pw_cir *ir, bool v);
const struct pw_cx *pw_cx_var(struct pw_cir *ir, uint32_t var);
const struct pw_cx *pw_cx_make(struct pw_cir *ir, enum pw_cx_kind kind, const struct pw_cx *a,
                               const struct pw_cx *b);
const struct pw_cx *pw_cx_ite(struct pw_cir *ir, const struct pw_cx *c, const struct pw_cx *a,
                              const struct pw_cx *b);
const struct pw_cx *pw_cx_not(struct pw_cir *ir, const struct pw_cx *a);
const struct pw_cx *pw_cx_truth(struct pw_cir *ir, const struct pw_cx *a);  /* a != 0 */
const struct pw_cx *pw_cx_number(struct pw_cir *ir, const struct pw_cx *a); /* 1 or 0 */
bool pw_cx_is_const(const struct pw_cx *e, pw_cint *v);
/* The same expression as one access: for a choice of which one element is read. */
const struct pw_cx *pw_cx_one_access(struct pw_cir *ir, const struct pw_cx *e, unsigned accesses);
/* Is counting from there to the end of a type of 32 bits long? */
bool pw_cx_near(pw_cint value);
/* Can the value be near the ends of a type of 32 bits, other than by counting there? */
bool pw_cx_wild(const struct pw_cir *ir, const struct pw_cx *e);
/* All values that e can have lie in lo..hi, given those of the variables. */
void pw_cx_range(const struct pw_cir *ir, const struct pw_cx *e, pw_cint *lo, pw_cint *hi);

#endif
