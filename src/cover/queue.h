/* queue.h -- what waits in a search: numbers with keys, the smallest key first, of equal keys the
 * smallest number. A binary heap. */
#ifndef PW_COVER_QUEUE_H
#define PW_COVER_QUEUE_H

#include <stdint.h>

#include "base/vec.h"

struct pw_wait {
    int64_t key;
    uint32_t id;
};

typedef PW_VEC(struct pw_wait) pw_queue;

void pw_queue_push(pw_queue *q, int64_t key, uint32_t id);
struct pw_wait pw_queue_pop(pw_queue *q); /* pre: not empty */

#endif
