#include "base/lines.h"

#include "base/mem.h"
#include "base/strbuf.h"

void pw_lines_vadd(pw_lines *l, const char *format, va_list args)
{
    struct pw_strbuf b = {0};
    pw_strbuf_vprintf(&b, format, args);
    pw_vec_push(l, pw_mem_strdup(pw_strbuf_text(&b)));
    pw_strbuf_clear(&b);
}

void pw_lines_add(pw_lines *l, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    pw_lines_vadd(l, format, args);
    va_end(args);
}

void pw_lines_clear(pw_lines *l)
{
    for (size_t i = 0; i < l->n; i++)
        pw_mem_strfree(l->at[i]);
    pw_vec_clear(l);
}
