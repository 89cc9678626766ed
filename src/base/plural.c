#include "base/plural.h"

#include <inttypes.h>

void pw_plural_print(struct pw_strbuf *b, uint64_t n, const char *noun)
{
    pw_strbuf_printf(b, "%" PRIu64 " %s%s", n, noun, n == 1 ? "" : "s");
}
