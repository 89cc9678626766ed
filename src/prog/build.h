/* build.h -- a program under construction. Front ends make programs with this and nothing else.
 *
 * A front end declares variables, units and their control flow; pw_build_finish expands procedures,
 * finds out what each step does, removes what is no step, resets dead temporaries and freezes the
 * result into a pw_program (prog/program.h), which never changes again.
 *
 *   struct pw_build *b = pw_build_new("ticket.x");
 *   ... declarations, nodes, edges, properties ...
 *   struct pw_build_problem problem;
 *   struct pw_program *p = pw_build_finish(b, &problem);   // NULL: see problem
 *   pw_build_free(b);                                      // always; p lives on
 *
 * tests/unit/test_build.c builds the ticket lock, and a program with procedures and atomic
 * sections.
 *
 * VARIABLES. Declaring one gives its leaf, a SHARED or LOCAL expression that stands for it in
 * expressions and as the target of assignments. All expressions are made in pw_build_pool(b).
 *
 * UNITS are thread templates and procedures. Templates are numbered from 0 in order of declaration
 * and keep that number in the program; procedures from PW_BUILD_PROC. A LOCAL leaf has its unit as
 * `template`, so a unit must read and write its own locals only.
 *
 * CONTROL FLOW. Each unit has nodes and edges; PW_BUILD_ENTRY is where it starts, PW_BUILD_END
 * where a thread has ended (also from within a procedure). Edges carry what is done:
 *
 *   goto             nothing, and no step: a jump, a join of branches, the end of a body
 *   skip             nothing, as a step
 *   assume e         waits until e holds
 *   assert e         the thread goes wrong unless e holds
 *   assign x.. = e.. all values are read first; a NULL value is an arbitrary one (havoc); a value
 *                    outside of a range is a failure
 *   lock m, unlock m see LANGUAGE, mutex
 *   call, return     below
 *
 * A branch is two assume edges (or more, for a switch) of one node. The edges of a node are one
 * statement, in the order in which they were made. A node that has a goto, a call or a return has
 * no other edge. A node without edges is where a thread stays; there is no way through an inner
 * one.
 *
 * STEPS. Nodes made by pw_build_node are places where other threads may run; at those made by
 * pw_build_inner they may not. A step goes from a node along edges over inner nodes to the next
 * node that is not inner: it is taken as a whole or not at all, except that a failure on an enabled
 * prefix of it is a failure. So an atomic section starts with a skip edge into an inner node (which
 * carries the text and the position of the section) and ends with a goto from an inner node; what
 * is between may branch, join, jump out and call, but not loop. A step outside of atomic sections
 * is one edge between two nodes that are not inner.
 *
 * CALLS. pw_build_call hands over arguments by value and delivers the result into a variable. A
 * call and a return are no steps of their own: what only the thread itself can see (its locals) is
 * done by the step before or after. An argument or a result is a step of its own if evaluating it
 * reads shared variables (pw_build_value.shared), if the result goes into a shared variable, or if
 * it may leave the range of its variable; not so inside of atomic sections. A call whose body takes
 * no step becomes one step if it changes anything. Locals of a procedure are set at each call: to
 * their initial values, which may read parameters and locals declared before, or to arbitrary ones.
 * Recursion is a problem that pw_build_finish reports. Labels in procedures count for every call.
 *
 * LABELS name a control point of their own: a thread is at a label when control is at its node, or
 * has passed it by gotos, calls and returns since the last step. Inner nodes have no labels.
 *
 * TEMPORARIES (pw_build_temp) and the variables of procedures are set to 0 (the nearest value of
 * the type) by the step after which they are dead; this keeps the number of local states down. User
 * formulas must not name them.
 *
 * Strings are copied. Names of locals need to be unique in their unit only. */
#ifndef PW_PROG_BUILD_H
#define PW_PROG_BUILD_H

#include "prog/program.h"

struct pw_build;

/* OTHER THREADS. Guards, checks and values of edges may have EVERY nodes (expr.h; some(F) is
 * !every(!F)), whose bodies read PASSIVE, OTHER_AT and BEFORE leaves besides; pw_build_others sets
 * a variable of all others. A step is split into ways such that each has the looks and updates of
 * others of program.h, evaluated where they stand, also inside of a step. PASSIVE leaves name
 * locals of templates; labels in EVERY nodes are those of pw_build_label. */

enum { PW_BUILD_END = 0, PW_BUILD_ENTRY = 1 }; /* nodes of every unit */
enum {
    PW_BUILD_PROC = 1 << 20,    /* the first procedure */
    PW_BUILD_PATHS = 4096,      /* most ways through one step */
    PW_BUILD_SOME = 8,          /* most `some` on one way */
    PW_BUILD_LARGEST = 2000000, /* most nodes, and edges, of a template after expansion */
    PW_BUILD_DEEPEST = 3000     /* most calls in one another */
};

struct pw_build *pw_build_new(const char *file); /* file 0 of positions */
void pw_build_free(struct pw_build *b);          /* b may be NULL */
struct pw_expr_pool *pw_build_pool(struct pw_build *b);
uint32_t pw_build_file(struct pw_build *b, const char *name); /* for pw_pos.file */

/* ---- variables and units ---- */

/* Without initial value (NULL) it is arbitrary. init reads shared variables declared before. */
const struct pw_expr *pw_build_shared(struct pw_build *b, const char *name, struct pw_type type,
                                      const struct pw_expr *init, struct pw_pos pos);
const struct pw_expr *pw_build_mutex(struct pw_build *b, const char *name, struct pw_pos pos);
/* count: exactly so many threads, or PW_ANY. */
int32_t pw_build_template(struct pw_build *b, const char *name, int64_t count, struct pw_pos pos);
void pw_build_abstract(struct pw_build *b, int32_t template); /* sets pw_thread_template.abstract */
/* sets pw_thread_template.count_alone */
void pw_build_count_alone(struct pw_build *b, int32_t template);
int32_t pw_build_proc(struct pw_build *b, const char *name, struct pw_pos pos);

/* A value, and whether reading it reads shared variables (also if that makes no difference). */
struct pw_build_value {
    const struct pw_expr *e; /* NULL: arbitrary */
    bool shared;
};

/* Parameters come before locals. init reads shared variables and locals of the unit declared
 * before. */
const struct pw_expr *pw_build_param(struct pw_build *b, int32_t proc, const char *name,
                                     struct pw_type type, struct pw_pos pos);
const struct pw_expr *pw_build_local(struct pw_build *b, int32_t unit, const char *name,
                                     struct pw_type type, struct pw_build_value init,
                                     struct pw_pos pos);
const struct pw_expr *pw_build_temp(struct pw_build *b, int32_t unit, const char *name,
                                    struct pw_type type, struct pw_pos pos);

/* ---- control flow ---- */

/* pos: of the statement here; its line names the location. */
uint32_t pw_build_node(struct pw_build *b, int32_t unit, struct pw_pos pos);
uint32_t pw_build_inner(struct pw_build *b, int32_t unit, struct pw_pos pos);
/* inner ? pw_build_inner : pw_build_node */
uint32_t pw_build_node_like(struct pw_build *b, int32_t unit, bool inner, struct pw_pos pos);
void pw_build_end_pos(struct pw_build *b, int32_t unit,
                      struct pw_pos pos); /* where a thread is when it has ended */

uint32_t pw_build_label(struct pw_build *b, const char *name,
                        struct pw_pos pos); /* the same name, the same label */
void pw_build_place(struct pw_build *b, int32_t unit, uint32_t node, uint32_t label);

/* An edge, and what the user wrote for it: one line of text, shown in traces, and its position. */
struct pw_build_at {
    int32_t unit;
    uint32_t from, to;
    const char *text;
    struct pw_pos pos;
};

void pw_build_goto(struct pw_build *b, int32_t unit, uint32_t from, uint32_t to);
void pw_build_skip(struct pw_build *b, struct pw_build_at at);
void pw_build_assume(struct pw_build *b, struct pw_build_at at, const struct pw_expr *e);
void pw_build_assert(struct pw_build *b, struct pw_build_at at, const struct pw_expr *e);
/* n distinct variables, n values of their types. */
void pw_build_assign(struct pw_build *b, struct pw_build_at at, size_t n,
                     const struct pw_expr *const *vars, const struct pw_expr *const *values);
/* `other` (a PASSIVE leaf) of all other threads of its template gets the value, in which PASSIVE
 * leaves of the same template are that thread's own. Leaving the range of the variable is a
 * failure. */
void pw_build_others(struct pw_build *b, struct pw_build_at at, const struct pw_expr *other,
                     const struct pw_expr *value);
void pw_build_lock(struct pw_build *b, struct pw_build_at at, const struct pw_expr *mutex);
void pw_build_unlock(struct pw_build *b, struct pw_build_at at, const struct pw_expr *mutex);
/* As many arguments as the procedure has parameters when the program is finished; result NULL: the
 * value is not used. */
void pw_build_call(struct pw_build *b, struct pw_build_at at, int32_t proc, size_t n,
                   const struct pw_build_value *args, const struct pw_expr *result);
/* at.to does not matter. value.e NULL: returns none; then it is a problem if a call uses the value.
 */
void pw_build_return(struct pw_build *b, struct pw_build_at at, struct pw_build_value value);

/* ---- formulas ---- */

/* expr is over SHARED, LOCAL and PASSIVE leaves of templates, and AT, OTHER_AT leaves of labels; at
 * most one template's LOCALs and one template's PASSIVEs. active: the template it is written in, or
 * PW_ANY. */
void pw_build_predicate(struct pw_build *b, const char *name, const char *text,
                        const struct pw_expr *expr, int32_t active, struct pw_pos pos);
void pw_build_init(struct pw_build *b, const char *text, const struct pw_expr *expr, int32_t active,
                   struct pw_pos pos);
/* The same, and COUNT leaves of labels. */
void pw_build_invariant(struct pw_build *b, const char *text, const struct pw_expr *expr,
                        int32_t active, struct pw_pos pos);
/* One alternative of the property. counts[i].label is a label of pw_build_label. */
void pw_build_unsafe(struct pw_build *b, size_t n, const struct pw_count *counts, const char *text,
                     struct pw_pos pos);
/* One alternative as a formula (pw_disjunct.formula), over the leaves of a predicate and BEFORE. */
void pw_build_unsafe_formula(struct pw_build *b, const struct pw_expr *expr, const char *text,
                             struct pw_pos pos);

/* ---- the result ---- */

enum pw_build_trouble {
    PW_BUILD_FINE,
    PW_BUILD_TOO_MANY_PATHS, /* through the step at pos */
    PW_BUILD_FORMULA,        /* too large, of the step at pos */
    PW_BUILD_TOO_MANY_SOME,  /* on one way through the step at pos */
    PW_BUILD_TOO_LARGE,      /* the template `unit` */
    PW_BUILD_NO_RETURN,      /* the procedure returns no value at pos, but a call uses it */
    PW_BUILD_RECURSION, /* a chain of calls, or one that is too deep, through `unit`, by the call at
                           pos */
    PW_BUILD_LOOP       /* the step at pos can go round and round */
};

struct pw_build_problem {
    enum pw_build_trouble trouble;
    int32_t unit;
    struct pw_pos pos;
};

/* The program, or NULL and the first problem. b can only be freed afterwards. */
struct pw_program *pw_build_finish(struct pw_build *b, struct pw_build_problem *problem);

#endif
