/* drt_parse.h -- what the two halves of the .drt parser share: declarations (drt_parse.c) come
 * first, then rows (drt_rows.c). */
#ifndef PW_FRONT_DRT_DRT_PARSE_H
#define PW_FRONT_DRT_DRT_PARSE_H

#include "dualref/dual.h"
#include "front/drt/drt_scan.h"

/* A block of rows, found while the declarations were read. */
struct pw_rows_block {
    uint32_t stmt; /* PW_NO_INDEX: initial rows */
    uint32_t active, passive;
    size_t body;  /* source offset behind '{' */
    int64_t some; /* the some block that it is, or -1 */
};

/* Reads the rows of a block into the template, which has its layout. Errors go to s->diags. */
void pw_drt_read_block(struct pw_drt_scan *s, struct pw_dual *t, const struct pw_rows_block *b);

#endif
