/* graph.h -- control flow graph under construction, and the removal of everything that is no step.
 *
 * Statements become nodes and edges one by one; jumps, labels, calls and returns become silent
 * nodes, which pw_graph_finish removes:
 *
 *   GOTO v          the same place as v
 *   COPY v          control goes on at v, but a label is here: being here is being at v and at the
 * label ENTER v, act    a call: act sets parameters and locals (of the thread's own values), then
 * control is at v LEAVE v, act    a return: act delivers the value, then control is at v
 *
 * A silent cycle becomes a `skip`. The action of LEAVE is joined to the step before it, that of
 * ENTER to the step after it; a call without any step in between becomes one step (or nothing, if
 * it does nothing; or part of the step that evaluated an argument). Only thread-local values move
 * that way, so no other thread can tell.
 *
 * An action is a simultaneous assignment with choices (prog/program.h). Invariant: updates are
 * sorted, shared before local, then index. */
#ifndef PW_PROG_GRAPH_H
#define PW_PROG_GRAPH_H

#include "prog/program.h"

enum { PW_GRAPH_ERROR = 0, PW_GRAPH_END = 1 };
enum pw_node_kind {
    PW_NODE_EDGES,
    PW_NODE_GOTO,
    PW_NODE_COPY,
    PW_NODE_ENTER,
    PW_NODE_LEAVE,
    PW_NODE_ERROR,
    PW_NODE_END
};

struct pw_action {
    struct pw_update *updates;
    struct pw_choice *choices;
    uint32_t nupdates, nchoices;
    /* Steps only, none of silent nodes: conditions on others, and what is done to them. */
    struct pw_look *looks;
    struct pw_other_update *others; /* by template and index */
    uint32_t nlooks, nothers;
};

struct pw_graph_label {
    uint32_t label;
    struct pw_graph_label *next;
};

struct pw_graph_node {
    enum pw_node_kind kind;
    uint32_t to; /* silent nodes */
    struct pw_action action;
    uint32_t from_var, to_var; /* ENTER: locals of the procedure, [from_var, to_var) */
    uint32_t enter;            /* LEAVE: the ENTER node of its call */
    struct pw_graph_label *labels;
    uint32_t first, last; /* edges + 1, or 0 */
    struct pw_pos pos;    /* of the statement here */
    const char *text;     /* ENTER: the call */
    bool stepped;         /* ENTER: an argument was a step of its own just before */
    bool missing_return;  /* END of a procedure that should have returned a value */
};

struct pw_graph_edge {
    uint32_t from, to;
    const struct pw_expr *guard;
    struct pw_action action;
    enum pw_edge_kind kind;
    const char *text;
    const struct pw_way *way;
    struct pw_pos pos;
    uint32_t next; /* of the same node: edge + 1, or 0 */
};

struct pw_graph {
    struct pw_expr_pool *pool;
    PW_VEC(struct pw_graph_node) nodes;
    PW_VEC(struct pw_graph_edge) edges;
    size_t largest; /* number of edges that is too much */
    bool overflow;  /* there were more, or formulas grew too large */
};

void pw_graph_init(struct pw_graph *g, struct pw_expr_pool *pool, size_t largest);
void pw_graph_clear(struct pw_graph *g);

uint32_t pw_graph_node(struct pw_graph *g, struct pw_pos pos);
void pw_graph_label(struct pw_graph *g, uint32_t node, uint32_t label);
void pw_graph_edge(struct pw_graph *g,
                   const struct pw_graph_edge *e); /* after the other ones of its node */

/* Removes silent nodes. Afterwards only EDGES, ERROR and END nodes are reachable from the entry,
 * which may have moved: *entry. */
void pw_graph_finish(struct pw_graph *g, uint32_t *entry);

#endif
