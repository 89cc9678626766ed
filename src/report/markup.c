#include "report/markup.h"

#include <stdbool.h>
#include <string.h>

static bool continues(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

void pw_markup_escape(struct pw_strbuf *out, const char *text)
{
    size_t n;
    for (; *text; text += n) {
        char one[8] = {0};
        n = pw_strbuf_utf8(text, strnlen(text, 4));
        if (!n) n = 1;
        memcpy(one, text, n);
        switch (*text) {
        case '&':
            pw_strbuf_puts(out, "&amp;");
            break;
        case '<':
            pw_strbuf_puts(out, "&lt;");
            break;
        case '>':
            pw_strbuf_puts(out, "&gt;");
            break;
        case '"':
            pw_strbuf_puts(out, "&quot;");
            break;
        case '\'':
            pw_strbuf_puts(out, "&#39;");
            break;
        case '\n':
        case '\t':
            pw_strbuf_putc(out, *text);
            break;
        default:
            pw_strbuf_visible(out, one);
        }
    }
}

size_t pw_markup_columns(const char *text)
{
    size_t n = 0;
    for (; *text; text++)
        n += !continues(*text);
    return n;
}
