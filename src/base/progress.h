/* progress.h -- what a long run is doing, for a person who waits.
 *
 * Stages say what they do and how far they are; that only stores two words. When somebody wants to
 * see it (the command line on a terminal), pw_limits_check calls the observer, about four times a
 * second. The library itself prints nothing. Per system thread. */
#ifndef PW_BASE_PROGRESS_H
#define PW_BASE_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"

typedef void pw_progress_show(void *arg);

void pw_progress_observe(pw_progress_show *show, void *arg); /* NULL: nobody */

/* "coverability"; the text must stay valid (a literal) */
void pw_progress_stage(const char *what);
/* "minimal elements", 1723; a literal too */
void pw_progress_count(const char *unit, uint64_t done);

/* for limits.c: shows if it is time to */
void pw_progress_tick(double elapsed);
/* "coverability: 1723 minimal elements, 12 s" without line end */
void pw_progress_print(double elapsed, struct pw_strbuf *out);

#endif
