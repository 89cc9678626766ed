/* flow.h -- control flow of a unit, edge by edge, as a front end gives it (prog/build.h); inside of
 * src/prog only.
 *
 * pw_inline_template expands the calls of a template: the result has one flow, without CALL,
 * RETURN, LOCK and UNLOCK, but with ENTER and LEAVE. pw_compose_graph then makes a graph of steps
 * of it (prog/graph.h). */
#ifndef PW_PROG_FLOW_H
#define PW_PROG_FLOW_H

#include "base/table.h"
#include "prog/build.h"

enum pw_flow_op {
    PW_FLOW_OP_GOTO,
    PW_FLOW_OP_STEP,
    PW_FLOW_OP_LOCK,
    PW_FLOW_OP_UNLOCK,
    PW_FLOW_OP_CALL,
    PW_FLOW_OP_RETURN,
    PW_FLOW_OP_ENTER,
    PW_FLOW_OP_LEAVE
};

/* STEP: waits for guard, fails with `kind` unless check holds, then assigns values to vars (NULL:
 * arbitrary), and other_value to the variable `other` (a PASSIVE leaf; NULL: none) of all other
 * threads; guard and check may be NULL. LOCK, UNLOCK: vars[0]. CALL: vars[0] is the result or n
 * is 0, args. RETURN: args[0]. ENTER, LEAVE: a silent assignment of locals, see graph.h. */
struct pw_flow_edge {
    enum pw_flow_op op;
    enum pw_edge_kind kind;
    uint32_t from, to;
    const struct pw_expr *guard, *check;
    size_t n, nargs;
    const struct pw_expr *const *vars, *const *values;
    const struct pw_expr *other, *other_value;
    const struct pw_build_value *args;
    int32_t callee;
    uint32_t enter;            /* LEAVE: the node of its ENTER */
    uint32_t from_var, to_var; /* ENTER: variables of the procedure */
    bool stepped;              /* ENTER: an argument was a step of its own just before */
    const char *text;
    struct pw_pos pos;
    uint32_t next; /* of the same node: edge + 1, or 0 */
};

struct pw_flow_label {
    uint32_t label;
    const struct pw_flow_label *next;
};

struct pw_flow_node {
    bool inner;
    bool missing_return; /* control should not get here: a value is used that was not returned */
    struct pw_pos pos;
    const struct pw_flow_label *labels;
    uint32_t first, last; /* edges + 1, or 0 */
};

struct pw_flow {
    PW_VEC(struct pw_flow_node) nodes;
    PW_VEC(struct pw_flow_edge) edges;
};

uint32_t pw_flow_node(struct pw_flow *f, bool inner, struct pw_pos pos);
void pw_flow_edge(struct pw_flow *f,
                  const struct pw_flow_edge *e); /* copies *e, not what it points to */
void pw_flow_clear(struct pw_flow *f);

struct pw_build_var {
    struct pw_var var;
    const char *plain; /* name in its unit */
    bool init_shared;  /* reading the initial value reads shared variables */
    bool temp;         /* is reset when dead */
};

struct pw_build_unit {
    const char *name;
    int64_t count;
    bool abstract, count_alone;
    struct pw_pos pos;
    PW_VEC(struct pw_build_var) vars; /* parameters first */
    uint32_t nparams;
    struct pw_flow flow;
};

struct pw_build {
    struct pw_program
        *program; /* its pool; the rest is filled when frozen. NULL when handed over */
    PW_VEC(const char *) files;
    PW_VEC(struct pw_var) shared;
    PW_VEC(struct pw_build_unit) templates, procs;
    PW_VEC(struct pw_label) labels; /* without places */
    struct pw_names label_names;    /* the same numbers */
    PW_VEC(struct pw_disjunct) unsafe;
    PW_VEC(struct pw_pred) preds, inits, invariants;
    struct pw_build_problem problem;
};

struct pw_build_unit *pw_build_unit(struct pw_build *b, int32_t unit);
void pw_build_report(struct pw_build *b, enum pw_build_trouble trouble, int32_t unit,
                     struct pw_pos pos); /* the first one stays */

/* A value of the type that a variable has when it does not matter: 0 if possible. */
const struct pw_expr *pw_build_zero(struct pw_expr_pool *pool, struct pw_type t);
/* e surely lies in t, given the types of shared variables and locals. */
bool pw_build_fits(const struct pw_build *b, const struct pw_build_var *locals,
                   const struct pw_expr *e, struct pw_type t);
const struct pw_expr *pw_build_in_range(struct pw_expr_pool *pool, const struct pw_expr *e,
                                        struct pw_type t);

#endif
