/* check.h -- re-checks a certificate: the whole of pwqo-check but its command line.
 *
 * doc/certificate.md defines the format, the conditions and why they imply safety. This folder uses
 * base only and shares no code with the engines, the closure or the solver. Names start with pwc_.
 *
 *   check.c    the frame of the text, and the table of kinds: to add one, write a file and a row
 *   reader.c   the text: lines, words, numbers; every refusal names a line
 *   space.c    the two sets of a proof: J and the basis U
 *   claims.c   what a proof is about: starts, steps, bad states; C1, C3 and C5
 *   steps.c    C2 and C4: J is closed, predecessors of the basis lie above it
 *   net.c      reads a net;   template.c  reads a template;   cubes.c  its steps and starts
 *   ideals.c, traps.c   two more parts that a proof may have
 *   bind.c     the files and definitions that the certificate names, and those that the user has
 *
 * Everything runs inside one guard and leaves it by throwing, so that memory needs no bookkeeping:
 * the guard releases it. */
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

/* The conditions in the order in which they are checked. */
enum pwc_part { PWC_FORM, PWC_START, PWC_CLOSED, PWC_BAD, PWC_PRE, PWC_INITIAL, PWC_PARTS };

struct pwc_result {
    enum pwc_status status;
    enum pwc_part passed;      /* parts 0 .. passed-1 hold */
    char said[PWC_PARTS][200]; /* what was checked, of these */
    const char *why;           /* if a limit was reached */
    unsigned long line;        /* of the certificate, 0: none */
    char message[600];
    const char *inputs, *defines; /* in the text: the ends of the lines that begin these sections */
    size_t ninputs, ndefines;
    size_t starts, moves, bads, basis, ideals; /* how many lines */
};

struct pwc_finder; /* space.h: for those who write certificates */

/* Checks text[0..size-1]. All memory is given back. finder is NULL, or finds what the text does not
 * say about the order of the basis. */
void pwc_check(const char *text, size_t size, struct pwc_finder *finder, struct pwc_result *result);

/* Ends the check. */
_Noreturn void pwc_fail(struct pwc_result *r, enum pwc_status status, unsigned long line,
                        const char *format, ...) __attribute__((format(printf, 4, 5)));
/* The next part holds. */
void pwc_pass(struct pwc_result *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
