/* execution.h -- an execution to show to a person or a tool: values in, words out.
 *
 * A trace is made by whoever replayed it (the interpreter of a program, the instance of a template,
 * the simulator of a net); it holds text only, so printers need to know none of them. Threads are
 * numbered from 1. All strings live in the trace's arena. */
#ifndef PW_CERT_EXECUTION_H
#define PW_CERT_EXECUTION_H

#include <stddef.h>

#include "base/arena.h"
#include "base/vec.h"

struct pw_binding {
    const char *name, *value;
};

typedef PW_VEC(struct pw_binding) pw_bindings;

struct pw_execution_thread {
    const char *template_name;
    const char *location;
    pw_bindings local; /* at the start */
};

struct pw_execution_step {
    unsigned thread;           /* from 1; 0 = no thread in particular (nets) */
    const char *template_name; /* "" for nets */
    unsigned line;             /* 0 = none */
    const char *statement;
    const char *location; /* of the thread, after the step */
    pw_bindings shared;   /* all of them, after the step */
    pw_bindings local;    /* of the thread, after the step */
    const char *others;   /* what happened to other threads, in words; NULL = nothing */
};

struct pw_execution {
    struct pw_arena arena;
    pw_bindings shared; /* at the start */
    PW_VEC(struct pw_execution_thread) threads;
    PW_VEC(struct pw_execution_step) steps;
    const char *conclusion; /* "threads 1 and 2 are at crit" */
};

struct pw_execution *pw_execution_new(void);
void pw_execution_free(struct pw_execution *t); /* NULL is fine */
/* a copy that lives as long as the trace */
const char *pw_execution_text(struct pw_execution *t, const char *s);
/* copies both */
void pw_execution_bind(struct pw_execution *t, pw_bindings *b, const char *name, const char *value);

#endif
