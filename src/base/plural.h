/* plural.h -- numbers of things, in words. */
#ifndef PW_BASE_PLURAL_H
#define PW_BASE_PLURAL_H

#include <stdint.h>

#include "base/strbuf.h"

/* "1 state", "2 states" */
void pw_plural_print(struct pw_strbuf *b, uint64_t n, const char *noun);

#endif
