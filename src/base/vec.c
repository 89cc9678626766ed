#include "base/vec.h"

#include <assert.h>
#include <stdint.h>

#include "base/guard.h"

void *pw_vec_room(void *at, size_t *cap, size_t need, size_t elem)
{
    assert(elem > 0 && (at || !*cap));
    size_t grown = *cap < 8 ? 8 : *cap + *cap / 2;
    if (grown < need) grown = need;
    if (grown > SIZE_MAX / 2 / elem) pw_guard_throw(PW_STOP_MEMORY);
    at = pw_mem_resize(at, *cap * elem, grown * elem);
    assert(grown >= need);
    *cap = grown;
    return at;
}
