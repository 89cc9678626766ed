/* netscan.h -- tokens of the net formats: numbers, words, signs; `#` comments; positions for
 * messages. */
#ifndef PW_FRONT_NET_NETSCAN_H
#define PW_FRONT_NET_NETSCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/source.h"

enum pw_netscan_kind {
    PW_NETSCAN_END,
    PW_NETSCAN_LINE,
    PW_NETSCAN_NUMBER,
    PW_NETSCAN_WORD,
    PW_NETSCAN_SIGN
};

/* The current token is [from, to). SIGN is one character, or one of  ->  +>  ~>  >=. */
struct pw_netscan {
    const struct pw_source *src;
    struct pw_diags *diags;
    bool lines; /* ends of lines are tokens */
    enum pw_netscan_kind kind;
    size_t from, to;
    int64_t number; /* of a NUMBER; meaningless if too_big */
    bool too_big;   /* the number is above PW_NETSCAN_MOST */
};

#define PW_NETSCAN_MOST ((int64_t)1000000000000000000)

void pw_netscan_start(struct pw_netscan *s, const struct pw_source *src, struct pw_diags *diags,
                      bool lines);
void pw_netscan_next(struct pw_netscan *s);
bool pw_netscan_is(const struct pw_netscan *s, const char *text); /* the token's text */
void pw_netscan_skip_line(struct pw_netscan *s);                  /* to the LINE or END token */
/* "expected <what>" at the token, and what stands there instead. */
void pw_netscan_expected(struct pw_netscan *s, const char *what);
/* A number at most `most`; advances. Otherwise a message (`what` names it), and false. */
bool pw_netscan_number(struct pw_netscan *s, const char *what, int64_t most, int64_t *out);

#endif
