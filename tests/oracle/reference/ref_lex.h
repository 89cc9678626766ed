/* ref_lex.h -- the words of a file. */
#ifndef PW_TESTS_REFERENCE_LEX_H
#define PW_TESTS_REFERENCE_LEX_H

#include "ref.h"

struct ref_token {
    char kind; /* 'n' number, 'w' word, 'p' punctuation, 0 the end */
    char text[24];
    int64_t value;
    int line;
};

struct ref_token *ref_lex(struct ref_arena *a, const char *text);

#endif
