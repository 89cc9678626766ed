/* result.h -- what a check has found so far, and the two ways to go on: a condition holds, or the
 * check ends here. */
#ifndef PW_CHECK_RESULT_H
#define PW_CHECK_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum pwc_status {
    PWC_STOPPED,  /* a limit was reached: nothing is known */
    PWC_VALID,    /* all conditions hold */
    PWC_INVALID,  /* a condition fails: message, line */
    PWC_MALFORMED /* not a certificate: message, line */
};

/* The conditions of nets and templates in the order in which they are checked. Other kinds have
 * conditions of their own. */
enum pwc_part { PWC_FORM, PWC_START, PWC_CLOSED, PWC_BAD, PWC_PRE, PWC_INITIAL, PWC_PARTS };
enum { PWC_MOST_PARTS = 16 }; /* of any kind */

struct pwc_result {
    enum pwc_status status;
    unsigned passed;                /* parts 0 .. passed-1 hold */
    char said[PWC_MOST_PARTS][200]; /* what was checked, of these */
    const char *why;                /* if a limit was reached */
    unsigned long line;             /* of the certificate, 0: none */
    char message[600];
    const char *inputs, *defines; /* in the text: the ends of the lines that begin these sections */
    size_t ninputs, ndefines;
    size_t starts, moves, bads, basis, ideals; /* how many lines */
    char open[200]; /* what a solver has to show before it is a proof; "": nothing */
};

/* Ends the check. */
_Noreturn void pwc_fail(struct pwc_result *r, enum pwc_status status, unsigned long line,
                        const char *format, ...) __attribute__((format(printf, 4, 5)));
/* The next part holds. Pre: fewer than PWC_MOST_PARTS do. */
void pwc_pass(struct pwc_result *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
