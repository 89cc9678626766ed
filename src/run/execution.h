/* execution.h -- an execution to show to a person or a tool: values in, words out.
 *
 * A trace is made by whoever replayed it (the interpreter of a program, the instance of a template,
 * the simulator of a net); it holds text only, so printers need to know none of them. Threads are
 * numbered from 1. All strings live in the trace's arena. */
#ifndef PW_RUN_EXECUTION_H
#define PW_RUN_EXECUTION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/vec.h"

struct pw_binding {
    const char *name, *value;
    bool made;      /* the source has no such variable: a front end needs it */
    bool set;       /* the step has written it: shown even if the value is the old one */
    bool forgotten; /* nobody reads the variable before it is written again: no change to show */
};

typedef PW_VEC(struct pw_binding) pw_bindings;

struct pw_execution_thread {
    const char *template_name;
    const char *location;
    pw_bindings local; /* at the start */
};

/* A thread that did not act but is in another local state after a step: another thread wrote its
 * variables, or bits of the abstraction that speak of it have changed. */
struct pw_execution_change {
    unsigned thread; /* from 1 */
    const char *location;
    pw_bindings local; /* all of them, after the step */
};

struct pw_execution_step {
    unsigned thread;           /* from 1; 0 = no thread in particular (nets) */
    const char *template_name; /* "" for nets */
    unsigned line;             /* 0 = none */
    const char *statement;
    const char *way;      /* where the statement has several: what it did; NULL = nothing to say */
    const char *location; /* of the thread, after the step */
    pw_bindings shared;   /* all of them, after the step */
    pw_bindings local;    /* of the thread, after the step */
    const char *others;   /* what happened to other threads, in words; NULL = nothing */
    PW_VEC(struct pw_execution_change) changed; /* by thread; never the acting one */
    bool impossible;                            /* the first step that no real run can take */
    const char *note; /* what every real run has after it, and this one has not; NULL = nothing */
    size_t number;    /* of a shortened run: which step it is of the whole one; 0: its place */
};

struct pw_execution {
    struct pw_arena arena;
    pw_bindings shared; /* at the start */
    PW_VEC(struct pw_execution_thread) threads;
    PW_VEC(struct pw_execution_step) steps;
    const char *note;       /* as of a step, at the start */
    const char *conclusion; /* "threads 1 and 2 are at crit" */
};

struct pw_execution *pw_execution_new(void);
void pw_execution_free(struct pw_execution *t); /* NULL is fine */
/* a copy that lives as long as the trace */
const char *pw_execution_text(struct pw_execution *t, const char *s);
/* The local values and the location of a thread (from 1) after so many steps. Pre: there is such a
 * thread. */
struct pw_execution_view {
    const char *location;
    const pw_bindings *local;
};
struct pw_execution_view pw_execution_view(const struct pw_execution *t, unsigned thread,
                                           size_t steps);
/* A copy with the first and the last steps, if there are more: in place of the others a step of no
 * thread that says how many are left out and has every thread in `changed`. Its texts are those of
 * t, which must outlive it. */
struct pw_execution *pw_execution_shorten(const struct pw_execution *t, size_t first, size_t last);
/* Adds a note after so many steps; the text is copied. */
void pw_execution_note(struct pw_execution *t, size_t steps, const char *text);
/* copies both */
void pw_execution_bind(struct pw_execution *t, pw_bindings *b, const char *name, const char *value);

#endif
