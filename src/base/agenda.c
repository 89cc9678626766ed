#include "base/agenda.h"

#include <assert.h>
#include <string.h>

/* What is done is dropped before more room is asked for. */
void pw_agenda_add(struct pw_agenda *a, uint32_t k)
{
    while (a->waits.n <= k)
        pw_vec_push(&a->waits, false);
    assert(a->head <= a->queue.n && !a->waits.at[k]);
    a->waits.at[k] = true;
    if (a->queue.n == a->queue.cap && a->head > a->queue.n / 2) {
        a->queue.n -= a->head;
        memmove(a->queue.at, a->queue.at + a->head, a->queue.n * sizeof *a->queue.at);
        a->head = 0;
    }
    pw_vec_push(&a->queue, k);
}

bool pw_agenda_next(struct pw_agenda *a, uint32_t *k)
{
    if (a->head == a->queue.n) return false;
    *k = a->queue.at[a->head++];
    assert(*k < a->waits.n && a->waits.at[*k]);
    a->waits.at[*k] = false;
    return true;
}

void pw_agenda_clear(struct pw_agenda *a)
{
    assert(a->head <= a->queue.n);
    pw_vec_clear(&a->queue);
    pw_vec_clear(&a->waits);
    *a = (struct pw_agenda){0};
}
