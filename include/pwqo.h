/* pwqo.h -- decide whether a shared-memory program is safe for every number of threads, from within
 * another program.
 *
 *     #include <pwqo.h>
 *     #include <stdio.h>
 *
 *     int main(void)
 *     {
 *         pwqo *p = pwqo_new();
 *         pwqo_set(p, "time-limit", "60");
 *         pwqo_read(p, "ticket.dr");
 *         if (pwqo_run(p) == PWQO_UNSAFE) fputs(pwqo_text(p, PWQO_TRACE), stdout);
 *         else puts(pwqo_text(p, PWQO_SUMMARY));
 *         pwqo_free(p);
 *     }
 *
 * Compile with `pkg-config --cflags --libs pwqo`.
 *
 * Order of calls: new, then set and read (or give) in any order, run, then ask; set and read again
 * and run again as often as you like; free. No function prints, exits, or leaves a signal handler
 * behind. Where p is wanted, NULL is allowed and does nothing (PWQO_ERROR, "", 0): so a failed
 * pwqo_new needs no check of its own.
 *
 * Threads: a handle is used by one thread at a time. pwqo_run sets the memory functions of GMP for
 * its duration, so while it runs no other thread of the process may run pwqo_run or use GMP. */
#ifndef PWQO_H
#define PWQO_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PWQO_API __attribute__((visibility("default")))

typedef struct pwqo pwqo;

enum pwqo_verdict {
    PWQO_SAFE = 0,    /* no number of threads reaches a bad state */
    PWQO_UNKNOWN = 5, /* not decided; PWQO_REASON says why */
    /* some number of threads does: PWQO_TRACE is an execution that was replayed */
    PWQO_UNSAFE = 10,
    PWQO_ERROR = 65 /* there is no model, or it is bad: PWQO_MESSAGES says where and why */
};

/* Texts about the last run, each "" if there is none. They stay valid until the next call of
 * pwqo_run or pwqo_free with the handle. */
enum pwqo_text {
    PWQO_SUMMARY, /* one line */
    /* of UNKNOWN: "abstraction-spurious", "closure-spurious", "time", "memory", "interrupted",
     * ... */
    PWQO_REASON,
    PWQO_MESSAGES,   /* errors and warnings about the model, with positions */
    PWQO_TRACE,      /* UNSAFE: the execution, for people */
    PWQO_JSON,       /* everything, as `pwqo verify --json` prints it */
    PWQO_CERTIFICATE /* SAFE and option "certificate": the proof, for pwqo-check */
};

PWQO_API const char *pwqo_version(void);

/* A new handle; NULL if there is no memory for it. */
PWQO_API pwqo *pwqo_new(void);
PWQO_API void pwqo_free(pwqo *p);

/* Sets an option as on the command line of `pwqo verify`: "time-limit", "memory-limit", "closure",
 * "define" (NAME=VALUE, may be repeated), "engine", "init", "target", "no-prune" and "certificate"
 * (value "1" or "0"). Returns 0; or -1 if there is no such option or the value is not one (then see
 * pwqo_problem). */
PWQO_API int pwqo_set(pwqo *p, const char *option, const char *value);

/* The model: from a file (for x.tts also x.prop), or from memory, where the name's ending tells the
 * kind: .dr, .c (preprocessed by the machine's `cc -E`), .i, .drt, .spec, .pnml or .lola. Returns
 * 0, or -1 if it cannot be read (then see pwqo_problem). */
PWQO_API int pwqo_read(pwqo *p, const char *path);
PWQO_API int pwqo_give(pwqo *p, const char *name, const char *text, size_t size);

/* What was wrong when pwqo_set, pwqo_read or pwqo_give last returned -1. */
PWQO_API const char *pwqo_problem(const pwqo *p);

/* Decides. */
PWQO_API enum pwqo_verdict pwqo_run(pwqo *p);

/* Ends a pwqo_run of any handle within a second, with UNKNOWN; to be called from a signal handler
 * or from another thread. */
PWQO_API void pwqo_interrupt(void);

PWQO_API const char *pwqo_text(const pwqo *p, enum pwqo_text which);

/* UNSAFE: the number of threads of the trace; otherwise 0. */
PWQO_API unsigned pwqo_threads(const pwqo *p);

/* A number of the statistics by its JSON name ("basis", "pre_images", "peak_kib", ...). Returns 0,
 * or -1 if there is none of that name. */
PWQO_API int pwqo_statistic(const pwqo *p, const char *name, uint64_t *value);

#ifdef __cplusplus
}
#endif

#endif
