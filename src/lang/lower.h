/* lower.h -- statements to control flow graphs.
 *
 * One template at a time: procedures are expanded at each call, every simple statement, condition and atomic block becomes edges. What a
 * single step does is found out by symbolic execution (lang/step.c): from the identity, each path through the statement collects a guard
 * and a simultaneous update over the values at its beginning. */
#ifndef PW_LANG_LOWER_H
#define PW_LANG_LOWER_H

#include "lang/elaborate.h"
#include "lang/graph.h"
#include "lang/scope.h"

enum { PW_LOWER_PATHS = 4096 }; /* most paths through one atomic block */

/* A path through a step: holds if guard does, and does updates (sorted, as in an action). */
struct pw_path {
    const struct pw_expr *guard;
    PW_VEC(struct pw_update) updates;
    PW_VEC(struct pw_choice) choices;
};

typedef PW_VEC(struct pw_path) pw_paths;

/* One expansion of a unit. */
struct pw_frame {
    const struct pw_scope_unit *unit;
    uint32_t base;               /* its first variable among the template's locals */
    struct pw_frame *up;         /* the caller */
    const struct pw_stmt *call;
    uint32_t enter, after;       /* node of the call, and of what comes after it */
    pw_paths *returned;          /* call inside a step: paths that have returned; otherwise NULL */
};

struct pw_lower {
    struct pw_scope *scope;
    struct pw_expr_pool *pool;
    struct pw_graph graph;
    struct pw_elab elab;
    struct pw_frame *frame;
    int32_t template;
    PW_VEC(struct pw_var) locals;
    int64_t *proc_base;          /* per procedure: its first variable, or -1 */
    int64_t *mine;               /* per shared variable (mutexes): its local half, or -1 */
    int64_t *label_node;         /* per name: node of the label in the current expansion */
    PW_VEC(int64_t) covered;     /* label_node entries of the callers: name, node */
    uint32_t break_node, continue_node;
    uint32_t statements;         /* numbered so far */
    /* the step being executed */
    const struct pw_stmt *step;
    uint32_t step_node, paths;
    bool too_many;
};

/* Lowers thread t into l->graph and l->locals; reports limits, and then stops: the same procedure may
 * be expanded many times. The caller clears. */
void pw_lower_thread(struct pw_lower *l, struct pw_scope *s, struct pw_expr_pool *pool, uint32_t t);
void pw_lower_clear(struct pw_lower *l);

/* Between lower.c and step.c: statement s, one step from `node`, goes on at `next`. */
void pw_lower_step(struct pw_lower *l, const struct pw_stmt *s, uint32_t node, uint32_t next);
void pw_lower_push_frame(struct pw_lower *l, struct pw_frame *f, const struct pw_stmt *call);
void pw_lower_pop_frame(struct pw_lower *l);
void pw_lower_use_frame(struct pw_lower *l, struct pw_frame *f); /* elaborate in f */
const char *pw_lower_text(struct pw_lower *l, const struct pw_stmt *s);
uint32_t pw_lower_mine(struct pw_lower *l, uint32_t mutex);
/* The value surely lies in the type. */
bool pw_lower_fits(struct pw_lower *l, const struct pw_expr *e, struct pw_type t);
const struct pw_expr *pw_lower_in_range(struct pw_lower *l, const struct pw_expr *e, struct pw_type t);

#endif
