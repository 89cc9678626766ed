/* stated.h -- what a .dr file states about its abstract threads: a comment `// conform: yes` or
 * `// conform: no` in the line in which an abstract thread begins. */
#ifndef PW_BATCH_STATED_H
#define PW_BATCH_STATED_H

#include <stddef.h>

#include "base/source.h"

enum pw_stated { PW_STATED_NOT, PW_STATED_YES, PW_STATED_NO };

/* For the thread whose name is name[0..n-1]. */
enum pw_stated pw_stated_conform(const struct pw_source *s, const char *name, size_t n);

#endif
