/* check.h -- re-checks a certificate: the whole of pwqo-check but its command line.
 *
 * doc/certificate.md defines the format, the conditions and why they imply safety. This folder uses base only (memory, limits,
 * vectors, tables, SHA-256) and shares no code with the engine, the closure or the solver. Names start with pwc_.
 *
 *   reader.c   the text: lines, words, numbers; every refusal names a line
 *   space.c    J and the basis U: "may occur", "excluded by an inequality", "lies above the basis"
 *   ideals.c   the ideals of a net: "inside one", J with them is closed
 *   traps.c    the traps of a template: "in it", it is one
 *   steps.c    what both kinds of certificate share: J is closed, predecessors of the basis lie above it
 *   template.c reads a template certificate;   drcheck.c  its steps, initial and bad states
 *   net.c      reads and checks a net certificate
 *
 * Everything runs inside one guard and leaves it by throwing, so that memory needs no bookkeeping: the guard releases it. */
#ifndef PW_CHECK_CHECK_H
#define PW_CHECK_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum pwc_status {
    PWC_STOPPED,  /* a limit was reached: nothing is known */
    PWC_VALID,    /* all conditions hold */
    PWC_INVALID,  /* a condition fails: message, line */
    PWC_MALFORMED /* not a certificate: message, line */
};

/* The conditions in the order in which they are checked; `passed` counts them. */
enum pwc_part { PWC_FORM, PWC_START, PWC_CLOSED, PWC_BAD, PWC_PRE, PWC_INITIAL, PWC_PARTS };

struct pwc_result {
    enum pwc_status status;
    enum pwc_part passed;   /* parts 0 .. passed-1 hold */
    const char *why;        /* if STOPPED */
    unsigned long line;     /* of the certificate, 0: none */
    char message[600];
    char model[200], hash[65]; /* name and SHA-256 of the first input */
    bool net, paper, sharp;
    uint64_t globals, places, pairs, linear, ideals, traps, steps, bads, basis, predecessors;
};

/* Checks text[0..size-1]. All memory is given back. */
void pwc_check(const char *text, size_t size, struct pwc_result *result);

/* Ends the check. */
_Noreturn void pwc_fail(struct pwc_result *r, enum pwc_status status, unsigned long line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
