/* scan.h -- tokens of the net formats: numbers, words, signs; `#` comments; positions for messages. */
#ifndef PW_COVER_SCAN_H
#define PW_COVER_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/source.h"

enum pw_scan_kind { PW_SCAN_END, PW_SCAN_LINE, PW_SCAN_NUMBER, PW_SCAN_WORD, PW_SCAN_SIGN };

/* The current token is [from, to). SIGN is one character, or one of  ->  +>  ~>  >=. */
struct pw_scan {
    const struct pw_source *src;
    struct pw_diags *diags;
    bool lines;             /* ends of lines are tokens */
    enum pw_scan_kind kind;
    size_t from, to;
    int64_t number;         /* of a NUMBER; saturated if too_big */
    bool too_big;           /* the number is above PW_SCAN_MOST */
};

#define PW_SCAN_MOST ((int64_t)1000000000000000000)

void pw_scan_start(struct pw_scan *s, const struct pw_source *src, struct pw_diags *diags, bool lines);
void pw_scan_next(struct pw_scan *s);
bool pw_scan_is(const struct pw_scan *s, const char *text); /* the token's text */
void pw_scan_skip_line(struct pw_scan *s);                  /* to the LINE or END token */
/* "expected <what>" at the token, and what stands there instead. */
void pw_scan_expected(struct pw_scan *s, const char *what);
/* A number at most `most`; advances. Otherwise a message (`what` names it), and false. */
bool pw_scan_number(struct pw_scan *s, const char *what, int64_t most, int64_t *out);

#endif
