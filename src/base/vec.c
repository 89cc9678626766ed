#include "base/vec.h"

#include <stdint.h>

#include "base/guard.h"

void *pw_vec_room(void *at, size_t *cap, size_t need, size_t elem)
{
    size_t grown = *cap < 8 ? 8 : *cap + *cap / 2;
    if (grown < need) grown = need;
    if (grown > SIZE_MAX / 2 / elem) pw_guard_throw(PW_STOP_MEMORY);
    at = pw_mem_resize(at, *cap * elem, grown * elem);
    *cap = grown;
    return at;
}
