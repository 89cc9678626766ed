/* reader.h -- certificates as text: lines of words separated by blanks. Every function refuses
 * (pwc_fail, MALFORMED) what is not so. */
#ifndef PW_CHECK_READER_H
#define PW_CHECK_READER_H

#include "check/result.h"

struct pwc_finder; /* space.h */

struct pwc_reader {
    const char *at, *eol, *end; /* next byte; end of the line; end of what the checksum covers */
    unsigned long line;
    struct pwc_finder *finder;
    /* checks a certificate within this one, whose first two words have been read */
    void (*check_inner)(struct pwc_reader *inner);
    struct pwc_result *result;
};

enum { PWC_VERSION = 2, PWC_MOST = 1000000000 }; /* no number of anything is larger, but that */
#define PWC_MOST_TOKENS INT64_MAX                /* of tokens in a place */

/* Checks size, checksum and version of the text, and stands before the word that says its kind. */
void pwc_open(struct pwc_reader *r, const char *text, size_t size, struct pwc_result *result);
void pwc_next(struct pwc_reader *r);           /* to the next line, which must exist */
void pwc_skip(struct pwc_reader *r, size_t n); /* over the rest of the line, and n more lines */
/* To the next of *n lines, if one is left: for (size_t n = pwc_section(...); pwc_each(r, &n);).
 * No word may be left in the line before. */
bool pwc_each(struct pwc_reader *r, size_t *n);
bool pwc_more(struct pwc_reader *r);                   /* is there another word in the line? */
const char *pwc_word(struct pwc_reader *r, size_t *n); /* the next word of the line */
bool pwc_try(struct pwc_reader *r, const char *word);  /* takes the next word if it is this one */
void pwc_expect(struct pwc_reader *r, const char *word);
int64_t pwc_int(struct pwc_reader *r, int64_t lo, int64_t hi); /* a decimal number, a whole word */
uint32_t pwc_index(struct pwc_reader *r, size_t n);            /* a number below n */
/* A word A, or A<sep>B, e.g. 5*2 and 3-7; without the second part *b is left alone: false. */
bool pwc_two(struct pwc_reader *r, char sep, int64_t *a, int64_t *b);
void pwc_finish_line(struct pwc_reader *r);                 /* no word is left */
size_t pwc_count(struct pwc_reader *r);                     /* the rest of the line is a number */
size_t pwc_section(struct pwc_reader *r, const char *name); /* next line is "name N": N */
/* Is the next line "name N"? If not, it stays the next one. */
bool pwc_optional(struct pwc_reader *r, const char *name, size_t *n);
void pwc_finish(struct pwc_reader *r); /* no line is left */
_Noreturn void pwc_refuse(struct pwc_reader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
