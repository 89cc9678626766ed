/* strbuf.h -- a growing string, always terminated by NUL (which does not count). Printers write
 * into one; only `cli` writes files. */
#ifndef PW_BASE_STRBUF_H
#define PW_BASE_STRBUF_H

#include <stdarg.h>
#include <stddef.h>

struct pw_strbuf {
    char *at; /* NULL until the first byte; use pw_strbuf_text */
    size_t n, cap;
};

void pw_strbuf_clear(struct pw_strbuf *b); /* frees; {0} is the empty buffer */
void pw_strbuf_reset(struct pw_strbuf *b);
void pw_strbuf_putc(struct pw_strbuf *b, char c);
void pw_strbuf_puts(struct pw_strbuf *b, const char *s);
void pw_strbuf_write(struct pw_strbuf *b, const char *s, size_t n);
void pw_strbuf_printf(struct pw_strbuf *b, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void pw_strbuf_vprintf(struct pw_strbuf *b, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
void pw_strbuf_repeat(struct pw_strbuf *b, char c, size_t times);
/* length of the well-formed UTF-8 sequence at s[0..n-1], 0 if there is none */
size_t pw_strbuf_utf8(const char *s, size_t n);
/* text as one line that a terminal shows and HTML may hold: bytes that are no UTF-8, and controls
 * (tabs and ends of lines, too), become '?'. */
void pw_strbuf_visible(struct pw_strbuf *b, const char *text);
const char *pw_strbuf_text(const struct pw_strbuf *b); /* never NULL; valid until the next change */

#endif
