#include "report/left.h"

#include <stdint.h>

size_t pw_words_most(bool all, size_t few)
{
    return all ? SIZE_MAX : few;
}

void pw_words_left(pw_lines *lines, size_t left, const char *what)
{
    if (left)
        pw_lines_add(lines, "and %zu more %s%s (-v shows all)", left, what, left == 1 ? "" : "s");
}
