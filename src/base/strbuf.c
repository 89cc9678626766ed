#include "base/strbuf.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"

static void reserve(struct pw_strbuf *b, size_t more)
{
    assert(b->n < b->cap || (!b->n && !b->cap));
    size_t need = b->n + more + 1;
    if (need > b->cap) b->at = pw_vec_room(b->at, &b->cap, need < 64 ? 64 : need, 1);
}

void pw_strbuf_clear(struct pw_strbuf *b)
{
    pw_mem_free(b->at, b->cap);
    *b = (struct pw_strbuf){0};
}

void pw_strbuf_reset(struct pw_strbuf *b)
{
    b->n = 0;
    if (b->at) b->at[0] = 0;
}

void pw_strbuf_write(struct pw_strbuf *b, const char *s, size_t n)
{
    reserve(b, n);
    assert(b->cap - b->n > n);
    if (n) memcpy(b->at + b->n, s, n);
    b->n += n;
    b->at[b->n] = 0;
}

void pw_strbuf_putc(struct pw_strbuf *b, char c)
{
    pw_strbuf_write(b, &c, 1);
}
void pw_strbuf_puts(struct pw_strbuf *b, const char *s)
{
    pw_strbuf_write(b, s, strlen(s));
}

void pw_strbuf_repeat(struct pw_strbuf *b, char c, size_t times)
{
    reserve(b, times);
    memset(b->at + b->n, c, times);
    b->n += times;
    b->at[b->n] = 0;
}

void pw_strbuf_vprintf(struct pw_strbuf *b, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    if (n > 0) {
        reserve(b, (size_t)n);
        int written = vsnprintf(b->at + b->n, (size_t)n + 1, format, again);
        assert(written == n);
        (void)written;
        b->n += (size_t)n;
    }
    va_end(again);
}

void pw_strbuf_printf(struct pw_strbuf *b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    pw_strbuf_vprintf(b, format, args);
    va_end(args);
}

const char *pw_strbuf_text(const struct pw_strbuf *b)
{
    assert(!b->at || !b->at[b->n]);
    return b->at ? b->at : "";
}

size_t pw_strbuf_utf8(const char *text, size_t n)
{
    const unsigned char *s = (const unsigned char *)text;
    if (n == 0) return 0;
    size_t k = s[0] < 0x80 ? 1 : s[0] >> 5 == 6 ? 2 : s[0] >> 4 == 14 ? 3 : s[0] >> 3 == 30 ? 4 : 0;
    if (k > n) return 0;
    for (size_t i = 1; i < k; i++)
        if (s[i] >> 6 != 2) return 0;
    if (k == 2 && s[0] < 0xc2) return 0;
    if (k == 3 && ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f))) return 0;
    assert(k <= 4);
    if (k == 4 && ((s[0] == 0xf0 && s[1] < 0x90) || s[0] > 0xf4 || (s[0] == 0xf4 && s[1] > 0x8f)))
        return 0;
    return k;
}

/* U+0000..U+001F, U+007F, and the second set of controls, U+0080..U+009F. */
static int is_control(const char *s, size_t n)
{
    unsigned char c = (unsigned char)s[0];
    return n == 1 ? c < 32 || c == 127 : n == 2 && c == 0xc2 && (unsigned char)s[1] < 0xa0;
}

void pw_strbuf_visible(struct pw_strbuf *b, const char *text)
{
    for (size_t left = strlen(text), n; left > 0; text += n, left -= n) {
        n = pw_strbuf_utf8(text, left);
        if (n && !is_control(text, n))
            pw_strbuf_write(b, text, n);
        else
            pw_strbuf_putc(b, '?');
        n += n == 0;
    }
}
