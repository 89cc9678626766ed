#include "dualref/dual_print.h"

#include <inttypes.h>

void pw_dual_print_value(const struct pw_field *f, int64_t value, struct pw_strbuf *out)
{
    if (f->kind == PW_FIELD_BOOL)
        pw_strbuf_puts(out, value ? "true" : "false");
    else
        pw_strbuf_printf(out, "%" PRId64, value);
}

void pw_dual_print_literal(const struct pw_field *f, const char *prefix, int64_t value,
                           struct pw_strbuf *out)
{
    if (f->kind == PW_FIELD_RANGE)
        pw_strbuf_printf(out, "%s%s = %" PRId64, prefix, f->name, value);
    else
        pw_strbuf_printf(out, "%s%s%s", value ? "" : "!", prefix, f->name);
}

void pw_dual_print_bad(const struct pw_dual *t, const struct pw_bad *b, struct pw_strbuf *out)
{
    for (size_t i = 0; i < b->terms.n; i++)
        pw_strbuf_printf(out, "%scount(%s) >= %u", i ? " && " : "",
                         t->labels.at[b->terms.at[i].label], b->terms.at[i].k);
}
