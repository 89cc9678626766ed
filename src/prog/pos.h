/* pos.h -- a position in a source text. Programs may come from several files (a C file and its
 * headers). */
#ifndef PW_PROG_POS_H
#define PW_PROG_POS_H

#include <stddef.h>
#include <stdint.h>

struct pw_pos {
    uint32_t file; /* index into program.files */
    unsigned line; /* from 1; 0: nowhere */
    size_t offset; /* in bytes */
};

#endif
