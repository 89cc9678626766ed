/* lines.h -- a list of lines of text. */
#ifndef PW_BASE_LINES_H
#define PW_BASE_LINES_H

#include <stdarg.h>

#include "base/vec.h"

typedef PW_VEC(char *) pw_lines; /* each freed with pw_mem_strfree */

void pw_lines_add(pw_lines *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
void pw_lines_vadd(pw_lines *l, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
void pw_lines_clear(pw_lines *l);

#endif
