/* smt_state.h -- the state of a running script, shared by the files smt_*.c only.
 *
 * A name is the number of a symbol; top[name] is a stack: declarations and definitions at the
 * bottom (global ones end with their scope), let variables and parameters above. */
#ifndef PW_LOGIC_SMT_STATE_H
#define PW_LOGIC_SMT_STATE_H

#include "logic/sexpr.h"
#include "logic/smt.h"
#include "logic/term.h"

enum pw_smt_binding_kind { PW_SMT_TERM, PW_SMT_MACRO };

struct pw_smt_binding {
    uint32_t name;
    int32_t below; /* older binding of the name, or -1 */
    enum pw_smt_binding_kind kind;
    bool declared;      /* a variable of the script: part of its models */
    bool named;         /* names an assertion */
    pw_term term;       /* of a macro: its body */
    uint32_t params, n; /* of a macro: its parameters (variables that no one else has) */
};

struct pw_smt_scope {
    size_t bindings, tracked;
};

struct pw_smt_range {
    uint32_t from, to;
};

struct pw_smt {
    struct pw_sexpr in;
    struct pw_diags *diags;
    struct pw_terms *terms;
    struct pw_solver *solver;
    struct pw_solver_stats *stats; /* or NULL */
    PW_VEC(int32_t) top;           /* per name: its binding or -1 */
    PW_VEC(struct pw_smt_binding) bindings;
    PW_VEC(struct pw_smt_scope) scopes;
    PW_VEC(uint32_t) tracked; /* bindings of named assertions, assumed instead of asserted */
    PW_VEC(pw_term) params;
    /* evaluation */
    PW_VEC(pw_term) values;
    PW_VEC(struct pw_smt_frame) frames;
    bool cores, success;
    bool ended;             /* by the command exit */
    uint32_t first_command; /* the name of the first command of the table */
    enum { PW_SMT_START, PW_SMT_SAT, PW_SMT_UNSAT } mode;
    PW_VEC(pw_term) assumed; /* of the last check-sat-assuming */
    PW_VEC(struct pw_smt_range) assumed_text;
    struct pw_strbuf out;
};

struct pw_smt_frame {
    int32_t node;   /* expression */
    int32_t next;   /* argument to evaluate next, or -1 */
    uint32_t base;  /* its values begin here */
    uint32_t bound; /* bindings before its own */
    uint8_t kind;   /* enum in smt_term.c */
    uint8_t op;
    int32_t extra; /* let: the body; divisible: the divisor; macro: its binding */
};

/* Evaluates an expression; false: error in diags. */
bool pw_smt_term(struct pw_smt *m, int32_t node, pw_term *result);
bool pw_smt_bool(struct pw_smt *m, int32_t node, pw_term *result); /* and demands a Boolean */
/* Is it (or l1 l2 ...) with Boolean symbols and their negations? Then m->values are the
 * literals. */
bool pw_smt_clause(struct pw_smt *m, int32_t node);
/* The first names, in order: the words of terms, which cannot be declared; then the commands. */
void pw_smt_reserve(struct pw_smt *m, const char *word); /* the next name */
uint32_t pw_smt_reserve_words(struct pw_smt *m);         /* the words of terms; returns how many */
bool pw_smt_reserved(uint32_t name);                     /* a word of terms? */
/* Is it a symbol that can be bound? And one that is not bound yet? If not, an error, at `where` if
 * there is no node. */
bool pw_smt_variable(struct pw_smt *m, int32_t where, int32_t node);
bool pw_smt_new_name(struct pw_smt *m, int32_t where, int32_t node, uint32_t *name);

static inline const struct pw_sexpr_node *pw_smt_node(const struct pw_smt *m, int32_t node)
{
    return &m->in.nodes.at[node];
}
static inline int32_t pw_smt_first(const struct pw_smt *m, int32_t list)
{
    return pw_sexpr_first(&m->in, list);
}
static inline int32_t pw_smt_next(const struct pw_smt *m, int32_t node)
{
    return node < 0 ? -1 : pw_sexpr_next(&m->in, node);
}
static inline bool pw_smt_is_list(const struct pw_smt *m, int32_t node)
{
    return pw_sexpr_is_kind(&m->in, node, PW_SEXPR_LIST);
}
static inline bool pw_smt_is_symbol(const struct pw_smt *m, int32_t node)
{
    return pw_sexpr_is_kind(&m->in, node, PW_SEXPR_SYMBOL);
}
static inline uint32_t pw_smt_name(const struct pw_smt *m, int32_t symbol)
{
    return m->in.nodes.at[symbol].link;
}

/* returns false */
bool pw_smt_error(struct pw_smt *m, int32_t node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
struct pw_smt_binding *pw_smt_lookup(struct pw_smt *m, uint32_t name); /* NULL: unbound */
struct pw_smt_binding *pw_smt_bind(struct pw_smt *m, uint32_t name, pw_term term);
void pw_smt_unbind(struct pw_smt *m, size_t down_to);

#endif
