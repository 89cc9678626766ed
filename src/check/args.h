/* args.h -- the command line of pwqo-check: CERTIFICATE..., and the files and definitions that they
 * are to be about. */
#ifndef PW_CHECK_ARGS_H
#define PW_CHECK_ARGS_H

#include "check/bind.h"

/* Exit codes; of several certificates the largest counts. */
enum {
    PWC_EXIT_VALID = 0,
    PWC_EXIT_UNKNOWN = 5,
    PWC_EXIT_INVALID = 10,
    PWC_EXIT_USAGE = 64,
    PWC_EXIT_BAD = 65,
    PWC_EXIT_UNREADABLE = 66,
    PWC_EXIT_OUTPUT = 74
};

struct pwc_args {
    const char **names; /* of certificates */
    size_t n;
    struct pwc_given given; /* without the hashes */
    bool quiet;
};

/* VALID, and what was asked for; --help and --version ask for no certificate, and are printed.
 * USAGE: reported. The memory is the guard's. */
int pwc_args_read(struct pwc_args *args, char **argv);

#endif
